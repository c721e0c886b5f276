"""A directory for PYTHONPATH that makes Python processes import bitrook as `chess`. See install(children=True)."""
