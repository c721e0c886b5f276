"""Sphinx configuration of the documentation. With bitrook installed, run `sphinx-build -W docs docs/_build`."""

import os
import re
import sys
from pathlib import Path

import bitrook

sys.path.insert(0, str(Path(__file__).parent / "extension"))

project = "bitrook"
author = "the bitrook authors"
copyright = "the bitrook authors, MIT license"
release = version = bitrook.__version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "reference",
    "commands",
]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_logo = "images/logo.svg"
html_favicon = "images/logo.svg"
html_title = f"bitrook {release}"
exclude_patterns = ["_build"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
if (
    "GITHUB_REPOSITORY" in os.environ
):  # if a workflow builds the site, link to the repository
    url = f"{os.environ['GITHUB_SERVER_URL']}/{os.environ['GITHUB_REPOSITORY']}"
    icon = {"name": "Repository", "url": url, "html": "Repository", "class": ""}
    html_theme_options = {
        "source_repository": url,
        "source_directory": "docs/",
        "footer_icons": [icon],
    }
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "alphabetical"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False}
suppress_warnings = [
    "misc.highlighting_failure",
    "toc.not_included",
    "ref.python",  # `type[...]` is ambiguous, because two classes have an attribute `type`
]
nitpicky = False


def _write_explorer(app, error):  # noqa: ANN001, ANN202 - the page that explorer.md and bitboards.md embed
    from bitrook.cli.arguments import NAMED
    from bitrook.explorer import page

    if error is None and app.builder.format == "html":
        (Path(app.outdir) / "explorer-page.html").write_text(
            page(NAMED["kiwipete"]), encoding="utf-8"
        )


def _activate_directives(app, docname, source):  # noqa: ANN001, ANN202
    """Turn comments such as `<!-- {toctree} ... -->` into directives. On a code host, nobody sees them."""
    source[0] = re.sub(
        r"<!-- (\{[\w-]+\}.*?)\n-->", r"```\1\n```", source[0], flags=re.DOTALL
    )


def setup(app):  # noqa: ANN001, ANN201
    app.connect("build-finished", _write_explorer)
    app.connect("source-read", _activate_directives)
