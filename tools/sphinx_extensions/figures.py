"""Adds to each figure of a notebook its numbers as tables, and its picture as a file.

The numbers are the text/plain output next to the picture in the notebook, which
`mha_lib.book.figures` writes. The file's metadata name its source and license.
"""

import base64
import hashlib
import io
import re
from html import escape
from pathlib import Path

import nbformat
from docutils import nodes
from notebooks import ROOT
from PIL import Image, PngImagePlugin
from sphinx.util.osutil import relative_uri

from sphinx_extensions.address import repository

FOLDER = "_downloads/figures"
LICENSE, _, COPYRIGHT = (ROOT / "LICENSE").read_text().splitlines()[:3]


class Numbers(nodes.Element):
    """HTML in a page. The search index would include a raw node, and find "head 0" everywhere."""


def setup(app):
    app.add_node(Numbers, html=(write, lambda translator, node: None))
    app.connect("doctree-resolved", add_numbers)


def write(translator, node):
    translator.body.append(node["html"])


def add_numbers(app, doctree, docname):
    """Puts the numbers and the file of each figure under it."""
    source = Path(app.env.doc2path(docname))
    if app.builder.format != "html" or source.suffix != ".ipynb":
        return
    drawn = pictures(source)
    numbers = app.env.toc_fignumbers.get(docname, {}).get("figure", {})
    for figure in list(doctree.findall(nodes.figure)):
        key = Path(next(figure.findall(nodes.image))["uri"]).stem
        number = numbers.get(figure["ids"][0] if figure["ids"] else None)
        if key in drawn and number:
            cell, picture, text, kind = drawn[key]
            file = save(app, docname, cell, figure, picture, kind)
            name = f"Fig. {'.'.join(map(str, number))}"
            html = render(app, docname, name, text, file)
            figure.parent.insert(figure.parent.index(figure) + 1, Numbers(html=html))


def pictures(source):
    """A notebook's pictures by hash, as in the build's file names: cell, bytes, text, kind."""
    by_hash = {}
    for cell in nbformat.read(source, as_version=4).cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            for kind, read in (("png", base64.b64decode), ("svg+xml", joined)):
                if f"image/{kind}" in data:
                    picture = read(data[f"image/{kind}"])
                    name = hashlib.sha256(picture).hexdigest()
                    by_hash[name] = cell.id, picture, data.get("text/plain", ""), kind[:3]
    return by_hash


def joined(svg):
    """A drawing's bytes, as the build writes them: without a newline at the end."""
    return "\n".join(svg.splitlines()).encode()


def save(app, docname, cell, figure, picture, kind):
    """Writes a picture with its source and license in it; returns its file."""
    book, chapter = app.config.html_title, app.env.titles[docname].astext()
    address = f", {repository()}/blob/main/{docname}.ipynb" if repository() else ""
    facts = {
        "Title": next(figure.findall(nodes.caption)).astext(),
        "Description": next(figure.findall(nodes.image)).get("alt", ""),
        "Author": app.config.author,
        "Source": f"{book}: {chapter}, cell {cell}{address}",
        "Copyright": f"{COPYRIGHT}, {LICENSE}",
    }
    name = f"{Path(docname).name}-{cell}.{kind}".replace("_", "-")
    file = Path(app.outdir, FOLDER, name)
    file.parent.mkdir(parents=True, exist_ok=True)
    if kind == "svg":
        about = [f"{fact}: {text}" for fact, text in facts.items()]
        file.write_text(described(picture.decode(), about), encoding="utf-8")
        return file
    details = PngImagePlugin.PngInfo()
    for fact, text in facts.items():
        details.add_text(fact, text)
    with Image.open(io.BytesIO(picture)) as image:
        image.save(file, pnginfo=details, dpi=image.info.get("dpi"))
    return file


def described(svg, about):
    """A drawing with its title, and everything else that describes it."""
    title, *others = map(escape, about)
    details = f"\n <title>{title}</title>\n <desc>{' '.join(others)}</desc>"
    return re.sub("<svg[^>]*>", lambda start: start[0] + details, svg, count=1)


def render(app, docname, name, text, file):
    """Writes the fold below the figure of this name."""
    target = relative_uri(app.builder.get_target_uri(docname), f"{FOLDER}/{file.name}")
    book, chapter = app.config.html_title, escape(app.env.titles[docname].astext())
    # Text without tabs has no table: a figure of another library, or one with too many numbers.
    tables = "".join(map(table, text.split("\n\n"))) if "\t" in text else ""
    size = f"{file.suffix[1:].upper()}, {file.stat().st_size / 1000:.0f} kB"
    region = f'<div role="region" tabindex="0" aria-label="Numbers of {name}">\n{tables}</div>\n'
    return f"""\
<details class="numbers">
<summary>{"Numbers and file" if tables else "File"} of {name}</summary>
{region if tables else ""}<p><a href="{target}" download>{name} as a file</a>,
{size}. {COPYRIGHT}, {LICENSE}. From {book}: {chapter}.</p>
</details>
"""


def table(text):
    """One table of a figure's text: a line with its title, one with its heads, then one per row."""
    title, head, *rows = text.split("\n")
    heads = "".join(header(label, "col") for label in head.split("\t"))
    lines = "".join(row(*line.split("\t")) for line in rows)
    return (
        f"<table><caption>{escape(title)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>\n"
    )


def row(label, *cells):
    # Screen readers often skip a hyphen before a number, but not a minus sign.
    texts = [escape(f"−{cell[1:]}" if cell.startswith("-") else cell) for cell in cells]
    return f"<tr>{header(label, 'row')}{''.join(f'<td>{cell}</td>' for cell in texts)}</tr>"


def header(label, scope):
    """Writes the label of a row or column; an empty corner is not a header."""
    return f'<th scope="{scope}">{escape(label)}</th>' if label else "<td></td>"
