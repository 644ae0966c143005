"""Formulas without a network.

MathJax comes from an installed package instead of a CDN, as the one file that draws formulas as
SVG and so needs no fonts.
"""

from importlib.resources import files
from pathlib import Path

MATHJAX = "mathjax-tex-svg.js"


def setup(app):
    app.connect("builder-inited", bring_mathjax)


def bring_mathjax(app):
    """Copies the script among the book's static files and points Sphinx to it."""
    script = files("sphinx-mathjax-offline") / "static" / "mathjax" / "tex-svg.js"
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / MATHJAX).write_bytes(script.read_bytes())
    app.config.mathjax_path = MATHJAX
