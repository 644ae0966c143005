"""Adds what a shared link to a page shows: its title, a sentence and a picture.

The sentence is the page's first, after the minutes that it takes and a quote; the picture is its
first, or the cover. A preview needs absolute URLs, so there is no picture until the book has a URL.
"""

import re
import shutil
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes

COVER = Path("book/figures/cover.png")
SHOWS = "Attention weights over the letters of a word, of one head and of two, as heat maps."
MAX_CHARACTERS = 200  # longer descriptions are cut off where they are shown


def setup(app):
    app.connect("html-page-context", add_preview)
    app.connect("build-finished", bring_cover)


def add_preview(app, pagename, templatename, context, doctree):
    """Adds the tags to a page's head, except to generated pages such as the index."""
    if doctree is None:
        return
    tags = [("name", "description", sentence(doctree)), ("property", "og:type", "article")]
    tags += [("property", "og:site_name", app.config.html_title)]
    tags += [("property", "og:title", doctree.next_node(nodes.title).astext())]
    tags += [("property", "og:description", sentence(doctree))]
    if site := app.config.html_baseurl:
        page = site + app.builder.get_target_uri(pagename)
        path, alt = picture(doctree) or (f"{site}_images/{COVER.name}", SHOWS)
        tags += [("property", "og:url", page), ("property", "og:image", urljoin(page, path))]
        tags += [("property", "og:image:alt", alt), ("name", "twitter:card", "summary_large_image")]
    lines = [f'<meta {kind}="{name}" content="{escape(text)}" />' for kind, name, text in tags]
    context["metatags"] += "\n".join(lines)


def sentence(doctree):
    """The first paragraph's first sentence, and as many more as there is room for."""
    quotes = doctree.findall(nodes.block_quote)
    quoted = {paragraph for quote in quotes for paragraph in quote.findall(nodes.paragraph)}
    unquoted = (
        paragraph for paragraph in doctree.findall(nodes.paragraph) if paragraph not in quoted
    )
    texts = (" ".join(paragraph.astext().split()) for paragraph in unquoted)
    text = next(text for text in texts if not re.match(r"About \d+ minutes\.", text))
    first, *others = re.split(r"(?<=[.?!]) ", text)
    for other in others:
        if len(first) + 1 + len(other) > MAX_CHARACTERS:
            break
        first += f" {other}"
    return first


def picture(doctree):
    """The first picture's path, relative to the page, and its alt text; None without a picture."""
    image = doctree.next_node(nodes.image)
    return image and (image["uri"], image["alt"])


def bring_cover(app, exception):
    """Copies the cover to the other pictures."""
    if exception is None:
        pictures = Path(app.outdir, "_images")
        pictures.mkdir(exist_ok=True)  # no page may have a picture of its own
        shutil.copy(Path(app.srcdir, COVER), pictures)
