"""Removes from the built pages what they do not use: scripts, styles, and characters of fonts.

The theme includes Font Awesome's icons twice, as a font and as a script that replaces them with
drawings. The script is removed. The font, like the fonts for formulas, is cut down to the
characters that some page can show. Icons are found by class, in pages and scripts, or as characters
in a style.
"""

import re
from pathlib import Path

from fontTools import subset

ICON = r"[\ue000-\uf8ff]"
# A rule of Font Awesome that gives a class its icon, as `.fa-expand:before{content:"..."}`.
CLASS_RULE = re.compile(
    r'((?:\.fa-[\w-]+:{1,2}before,?)+)\{content:"(?:\\([ef][0-9a-f]{3})|(' + ICON + r'))"\}'
)
ICONS = "fontawesome.js"
# Scripts and styles that nothing on a page uses, by a part of their name.
UNUSED = (
    ICONS,  # draws the icons that the font has drawn already
    "sphinx-design",  # cards, grids and tabs, which this book does not have
    "design-tabs",
    "togglebutton",  # folds what a directive marks; notebooks and pages fold with <details>
    "searchtools.js",  # Sphinx's search and its index of pages; search.py has its own
    "language_data.js",
    "searchindex.js",
)


def setup(app):
    app.connect("build-finished", lighten)


def lighten(app, exception):
    """Removes unused scripts and styles from the built pages, and cuts the fonts."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    pages = {file: file.read_text(encoding="utf-8") for file in folder.rglob("*.html")}
    for file, text in pages.items():
        light = without(text, UNUSED)
        if light != text:
            file.write_text(light, encoding="utf-8")
    used = characters(pages.values(), folder / "_static")
    for font in (folder / "_static").rglob("*.woff2"):
        cut(font, used)
    for pattern in (ICONS, "*.map"):
        for file in (folder / "_static").rglob(pattern):
            file.unlink()


def without(page, names):
    """A page's HTML without the tags that load a file with one of these names."""
    name = rf'[^"]*(?:{"|".join(map(re.escape, names))})[^"]*"'
    page = re.sub(rf'<script\b[^>]*\bsrc="{name}[^>]*></script>\s*', "", page)
    return re.sub(rf'<link\b[^>]*\bhref="{name}[^>]*>\s*', "", page)


def characters(pages, static):
    """Every character that a page can show: its text, and the icons of its classes and styles."""
    files = [file for file in static.rglob("*.js") if file.name != ICONS]
    scripts = [file.read_text(encoding="utf-8") for file in files]
    styles = "\n".join(file.read_text(encoding="utf-8") for file in static.rglob("*.css"))
    texts = [*pages, *scripts]
    named = {name for text in texts for name in re.findall(r"\bfa-[\w-]+", text)}
    others = CLASS_RULE.sub("", styles)
    used = set().union(*texts, re.findall(ICON, others))
    used |= {chr(int(code, 16)) for code in re.findall(r"\\([ef][0-9a-f]{3})\b", others)}
    for names, code, icon in CLASS_RULE.findall(styles):
        if named & set(re.findall(r"fa-[\w-]+", names)):
            used.add(icon or chr(int(code, 16)))
    return used


def cut(file, used):
    """Removes from a font the characters that are not used."""
    options = subset.Options(flavor="woff2", layout_features=["*"], notdef_outline=True)
    font = subset.load_font(file, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(used))
    subsetter.subset(font)
    subset.save_font(font, file, options)
