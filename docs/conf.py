"""The documentation site: Sphinx with MyST; `sphinx-build -W docs docs/_build` from an environment with bitrook in it."""

import bitrook

project = "bitrook"
author = copyright = "the bitrook authors"
release = version = bitrook.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = f"bitrook {release}"
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "alphabetical"
autodoc_typehints = "none"  # the native signatures are in the docstrings' first lines
autodoc_default_options = {"members": True, "undoc-members": False}
suppress_warnings = ["misc.highlighting_failure", "toc.not_included"]
nitpicky = False
