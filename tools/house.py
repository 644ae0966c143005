"""What the book needs of Sphinx beyond `_config.yml`: no page asks another host for anything.

MathJax comes from an installed package instead of a CDN, as the one file that draws formulas as
SVG and so needs no fonts. sphinx-thebe, which Jupyter Book always loads and this book does not
use, is taken off the pages: it declares a constant twice and logs an error on each.
"""

from importlib.resources import files
from pathlib import Path

from notebooks import public_address

MATHJAX = "mathjax-tex-svg.js"


def setup(app):
    app.connect("config-inited", set_launch_buttons)
    app.connect("builder-inited", bring_mathjax)
    app.connect("env-get-outdated", read_all_again)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", name_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def set_launch_buttons(app, config):
    """Offers Colab and the repository once `_config.yml` has its address; before, no button.

    Without an address Jupyter Book fills in its own repository, and buttons would lead there.
    """
    url = public_address()
    if url:
        config.html_theme_options |= {
            "launch_buttons": {"colab_url": "https://colab.research.google.com"},
            "path_to_docs": "",
            "repository_branch": "main",
            "repository_url": url,
            "use_repository_button": True,
        }


def read_all_again(app, env, added, changed, removed):
    """Reads every page where one has changed: an index for searches that Sphinx mends in part
    ranks the pages that stayed below the others."""
    return env.found_docs if added or changed or removed else []


def bring_mathjax(app):
    """Copies the script among the book's static files and points Sphinx to it."""
    script = files("sphinx-mathjax-offline") / "static" / "mathjax" / "tex-svg.js"
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / MATHJAX).write_bytes(script.read_bytes())
    app.config.mathjax_path = MATHJAX


def name_entries(app, pagename, templatename, context, doctree):
    """Calls the bibliography's entries what their list needs; docutils' role is deprecated."""
    body = context.get("body", "")
    context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')


def drop_thebe(app, pagename, templatename, context, doctree):
    """Removes sphinx-thebe's scripts and styles from the page."""
    for kind in ("script_files", "css_files"):
        context[kind] = [
            f
            for f in context.get(kind, [])
            if "thebe" not in str(f.filename or f.attributes.get("body", "")).lower()
        ]
