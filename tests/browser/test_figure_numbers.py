"""Under every figure that a notebook draws stand its numbers, as tables, and its file."""

import base64
import functools
import io
from pathlib import Path

import nbformat
import numpy as np
import pytest
from pages import settle, too_wide
from PIL import Image

SOURCES = sorted(Path(__file__).parents[2].glob("book/**/*.ipynb"))
every_chapter = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)

FOLDED = "details.numbers"
# What stands right under each figure of a cell: what its tables say as text, and its link.
UNDER = """() => [...document.querySelectorAll(".cell_output figure:has(> img)")].map((figure) => {
    const under = figure.nextElementSibling;
    if (!under?.matches("details.numbers:not([open])")) return null;
    const cells = (row) => [...row.cells].map((cell) => cell.textContent).join("\\t");
    const said = [...under.querySelectorAll("table")].map((table) =>
        [table.caption.textContent, ...[...table.rows].map(cells)].join("\\n"));
    const link = under.querySelector("a[download]");
    return {
        text: said.join("\\n\\n"),
        file: link.pathname,
        name: figure.querySelector(".caption-number").textContent.trim(),
        folded: under.querySelector("summary").textContent,
        licence: link.parentElement.textContent,
    };
})"""
# Cells that a reader would hear without what heads them.
HEADLESS = """() => [...document.querySelectorAll("details.numbers table")].flatMap((table) => [
    ...[...table.tHead.rows[0].cells].slice(1).filter((cell) => cell.scope !== "col"),
    ...[...table.tBodies[0].rows].filter(({ cells }) => cells[0].scope !== "row"),
]).map((node) => node.outerHTML)"""


@functools.cache
def drawn(source):
    """A notebook's pictures: cell, bytes and text."""
    return [
        (cell.id, base64.b64decode(output.data["image/png"]), output.data["text/plain"])
        for cell in nbformat.read(source, as_version=4).cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def test_there_are_pictures():
    assert sum(len(drawn(source)) for source in SOURCES) > 10


def pixels(picture):
    with Image.open(picture) as image:
        return np.asarray(image)


@every_chapter
def test_a_figure_has_its_numbers_and_its_file_under_it(open_page, source):
    page = open_page(f"book/{source.stem}.html", width=360)
    found, pictures = page.evaluate(UNDER), drawn(source)
    assert len(found) == len(pictures)
    assert page.evaluate(HEADLESS) == []
    assert len({under["file"] for under in found}) == len(found)
    title = page.locator(".bd-article h1").inner_text().removesuffix("#").strip()
    for under, (cell, picture, text) in zip(found, pictures, strict=True):
        assert "\t" in text, cell
        assert under["text"].replace("−", "-") == text.replace("−", "-")
        assert under["folded"] == f"Numbers and file of {under['name']}"
        credit = "The authors of this book, MIT License. From Multi-Head Attention, Run"
        assert under["licence"].endswith(f"{credit}: {title}.")
        file = Path(under["file"])
        assert file.name == f"{source.stem}-{cell}.png".replace("_", "-")
        assert np.array_equal(pixels(file), pixels(io.BytesIO(picture)))
        with Image.open(file) as image:
            assert f"{title}, cell {cell}" in image.text["Source"]
            assert "MIT License" in image.text["Copyright"]
            assert len(image.text["Title"]) > 40
            assert len(image.text["Description"]) > 60


@every_chapter
def test_what_is_folded_out_fits_every_page(open_page, axe, source):
    if not drawn(source):
        pytest.skip("this chapter draws nothing")
    page = open_page(f"book/{source.stem}.html", width=360)
    for theme, width in (("light", 360), ("dark", 1280)):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        page.locator(FOLDED).evaluate_all("(all) => all.forEach((node) => (node.open = true))")
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert too_wide(page) == []
    # axe would look at every cell, and one is like another.
    page.locator(f"{FOLDED} tbody tr:nth-child(n + 3)").evaluate_all(
        "(r) => r.map((n) => n.remove())"
    )
    for theme in ("dark", "light"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        settle(page)
        assert axe(page, FOLDED) == []


def test_a_wide_table_scrolls_by_itself_under_its_labels(open_page):
    page = open_page("book/per_head.html", width=360)
    folded = page.locator(FOLDED).first
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
