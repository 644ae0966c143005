"""Puts drawings and chapter maps into the page itself, so that they follow its theme and width.

`mha_lib.book.drawings` makes both. In a notebook or on GitHub a drawing is a picture like any
other. A page shows its wide form on desktops and paper and its tall form on phones, in the
widgets' colors. If the metadata of a chapter's first cell say which parts of the layer are `lit`,
the chapter gets the map of the layer under its title; each part of a map links to the first chapter
that highlights it.
"""

import re
from functools import cache
from pathlib import Path

import nbformat
from docutils import nodes
from notebooks import NOTEBOOKS, ROOT, notebooks_of_part
from sphinx.util.osutil import relative_uri

from mha_lib.book import drawings
from sphinx_extensions.figures import Numbers

STYLES = ROOT / "mha_lib" / "widgets" / "widgets.css"
FORM = re.compile(r'<svg class="mha-(?:wide|tall)".*?</svg>', re.DOTALL)


def setup(app):
    # After figures.py, which finds figures by the name of their picture.
    app.connect("doctree-resolved", inline, priority=600)
    app.connect("html-page-context", add_styles)


def inline(app, doctree, docname):
    """Puts each drawing into its page as SVG, and the map under a chapter's title."""
    if app.builder.format != "html":
        return
    for image in list(doctree.findall(nodes.image)):
        file = Path(app.srcdir, image["uri"])
        if file.suffix == ".svg" and file.exists() and "mha-drawing" in (text := file.read_text()):
            image.replace_self(Numbers(html=forms(text)))
    if lit := parts_by_chapter().get(docname):
        title = next(doctree.findall(nodes.title))
        title.parent.insert(1, Numbers(html=chapter_map(app, docname, lit)))


def forms(svg):
    """Both forms of a drawing, as two elements."""
    both = "".join(FORM.findall(svg)).replace(' display="none"', "")
    return f'<div class="mha-drawing">{both}</div>'


@cache
def parts_by_chapter():
    """Maps each chapter with a map to the parts of the layer that it is about, part I first."""
    lit_by_chapter = {}
    for path in [*notebooks_of_part(0), *NOTEBOOKS]:
        if path.suffix == ".ipynb" and path.exists():
            cells = nbformat.read(path, as_version=4).cells
            titles = (cell for cell in cells if cell.source.startswith("# "))
            lit = next((cell.metadata["lit"] for cell in titles if "lit" in cell.metadata), [])
            lit_by_chapter[path.relative_to(ROOT).with_suffix("").as_posix()] = lit
    return lit_by_chapter


def chapter_map(app, docname, lit):
    """Draws the map of a chapter, with links to the other chapters."""
    homes = {part: page for page, parts in reversed(parts_by_chapter().items()) for part in parts}
    here = app.builder.get_target_uri(docname)
    links = {
        part: relative_uri(here, app.builder.get_target_uri(page))
        for part, page in homes.items()
        if page != docname
    }
    names = ", ".join(drawings.name_of(part) for part in lit)
    drawn = drawings.layer_map(lit, links)
    caption = f"<p>In the layer: <strong>{names}</strong></p>"
    return f'<nav class="mha-drawing mha-where" aria-label="In the layer">{drawn}{caption}</nav>\n'


def add_styles(app, pagename, templatename, context, doctree):
    """Adds the widgets' colors, in both themes, for drawings."""
    context["metatags"] = context.get("metatags", "") + f"<style>{colors()}</style>\n"


@cache
def colors():
    light, dark = (
        "".join(f"{name}:{value};" for name, value in re.findall(r"(--mha-[\w-]+): ([^;]+);", rule))
        for rule in re.findall(r"^\.mha(?:\[data-theme=\"dark\"\])? {(.*?)}", css(), re.M | re.S)[
            :2
        ]
    )
    return f'.mha-drawing{{{light}}}html[data-theme="dark"] .mha-drawing{{{dark}}}'


def css():
    return STYLES.read_text(encoding="utf-8")
