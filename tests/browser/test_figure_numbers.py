"""Under every figure that a notebook draws stand its numbers, as tables, and its file."""

import base64
import functools
import io
import re
from pathlib import Path

import bs4
import nbformat
import numpy as np
import pytest
from PIL import Image

SOURCES = sorted(Path(__file__).parents[2].glob("book/**/*.ipynb"))
every_chapter = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)


@functools.cache
def drawn(source):
    """A notebook's pictures: cell, kind, bytes and text."""
    read = {"image/png": base64.b64decode, "image/svg+xml": str.encode}
    return [
        (cell.id, kind, read[kind](output.data[kind]), output.data["text/plain"])
        for cell in nbformat.read(source, as_version=4).cells
        for output in cell.get("outputs", [])
        for kind in read
        if kind in output.get("data", {})
    ]


def test_there_are_pictures():
    assert sum(len(drawn(source)) for source in SOURCES) > 10


def pixels(picture):
    with Image.open(picture) as image:
        return np.asarray(image)


def said(table):
    """A table as text: its caption, then its rows, cells parted by tabs."""
    rows = [[cell.get_text() for cell in row(["th", "td"])] for row in table("tr")]
    return "\n".join([table.caption.get_text(), *("\t".join(row) for row in rows)])


@every_chapter
def test_a_figure_has_its_numbers_and_its_file_under_it(book, source):
    page = book / "book" / f"{source.stem}.html"
    soup = bs4.BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    figures = soup.select(".cell_output figure:has(> img, > .mha-drawing)")
    pictures = drawn(source)
    assert len(figures) == len(pictures)
    title = soup.select_one(".bd-article h1").find(string=True).strip()
    files = set()
    for figure, (cell, kind, picture, text) in zip(figures, pictures, strict=True):
        under = figure.find_next_sibling()
        assert {"numbers"} <= set(under["class"])
        assert not under.has_attr("open")
        assert "\t" in text, cell
        tables = "\n\n".join(said(table) for table in under("table"))
        assert tables.replace("−", "-") == text.replace("−", "-")
        # What a listener hears before a number.
        for table in under("table"):
            assert all(c.get("scope") == "col" for c in table.select("thead tr > *")[1:])
            assert all(c.get("scope") == "row" for c in table.select("tbody tr > :first-child"))
        name = figure.select_one(".caption-number").get_text().strip()
        assert under.summary.get_text() == f"Numbers and file of {name}"
        link = under.select_one("a[download]")
        credit = (
            "The authors of this book, MIT License. From Multi-Head Attention: A Book That Runs"
        )
        assert link.parent.get_text().endswith(f"{credit}: {title}.")
        file = page.parent / link["href"]
        suffix = {"image/png": "png", "image/svg+xml": "svg"}[kind]
        assert file.name == f"{source.stem}-{cell}.{suffix}".replace("_", "-")
        files.add(file)
        if suffix == "svg":
            svg = file.read_text(encoding="utf-8")
            shown = re.sub("\n <title>.*</title>\n <desc>.*</desc>", "", svg)
            assert shown.strip() == picture.decode().strip()
            assert f"{title}, cell {cell}" in svg
            continue
        assert np.array_equal(pixels(file), pixels(io.BytesIO(picture)))
        with Image.open(file) as image:
            assert f"{title}, cell {cell}" in image.text["Source"]
            assert "MIT License" in image.text["Copyright"]
            assert len(image.text["Title"]) > 40
            assert len(image.text["Description"]) > 60
    assert len(files) == len(figures)


def test_a_wide_table_scrolls_by_itself_under_its_labels(open_page):
    page = open_page("book/per_head.html", width=360)
    folded = page.locator("details.numbers").first
    folded.locator("summary").click()
    region = folded.get_by_role("region")
    assert region.evaluate("(place) => place.scrollWidth > place.clientWidth")
    label = folded.locator("tbody th").first
    before = label.bounding_box()["x"]
    region.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("(place) => place.scrollLeft > 50", arg=region.element_handle())
    assert label.bounding_box()["x"] <= before
    assert label.bounding_box()["x"] >= region.bounding_box()["x"]
