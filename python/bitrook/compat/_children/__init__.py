"""A folder for PYTHONPATH: Python processes with it import bitrook as `chess`. See install(children=True)."""
