"""Pages and hand-outs print on A4; hand-outs need no other file, and all are linked."""

import importlib
import itertools
import re
import zipfile
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from mha_lib.book import drawings
from tests.browser.pages import too_wide
from tests.helpers import scripts

handouts = importlib.import_module("sphinx_extensions.handouts")
CHAPTERS = importlib.import_module("notebooks").notebooks_of_part(0)
# The least and the most pages of paper for each kind of sheet.
PAGES_OF = {"hand-out": (2, 2), "run sheet": (2, 2), "worksheet": (1, 2), "key": (1, 2)}
SHEETS = [
    (kind, file)
    for files in (handouts.FOR_ONE_CLASS, *map(handouts.files_of, CHAPTERS))
    for kind, file in files.items()
    if kind in PAGES_OF
]
# What of a sheet is on top at the corners and in the middle of the window.
COVERS = """() => [...new Set([[1, 1], [innerWidth - 2, innerHeight - 2],
    [innerWidth / 2, innerHeight / 2]].map(([x, y]) =>
    document.elementFromPoint(x, y).closest("figure")?.id))]"""
PAPERS = {"A4": [595, 842], "Letter": [612, 792]}  # in points

PAGES = sorted(
    path.stem
    for path in Path(__file__).parents[2].glob("book/*.*")
    if path.suffix in (".ipynb", ".md")
)
A4 = 717  # pixels that Chromium's own margins leave
# Texts cut off by the edge of the paper, or by a part of the page that would scroll. A widget's
# scrolling parts are left out, because a widget is made for a screen.
CUT = scripts.read("printed_cut")


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_has_all_its_lines(open_context, book, name):
    page = open_context(width=A4).new_page()
    page.goto((book / "book" / f"{name}.html").as_uri())
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("kind", "sheet"), SHEETS)
def test_a_sheet_fits_its_paper(open_context, book, axe, kind, sheet):
    page = open_context(width=390, color_scheme="dark").new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((book / "handouts" / sheet).as_uri())
    least, most = PAGES_OF[kind]
    for paper, size in PAPERS.items():
        # As readers print a page: a sheet that names a paper size would be printed in that size.
        pdf = page.pdf(format=paper, prefer_css_page_size=True)
        assert least <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= most, paper
        for box in re.findall(rb"/MediaBox \[(.*?)\]", pdf):
            assert [float(side) for side in box.split()] == pytest.approx([0, 0, *size], abs=1)
    assert [url for url in asked if not url.startswith("data:")] == [page.url]
    assert not too_wide(page)
    assert not axe(page)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_half_of_the_class_has_its_side_of_the_run_sheet(open_context, book, paper):
    page = open_context().new_page()
    page.goto((book / "handouts" / handouts.FOR_ONE_CLASS["run sheet"]).as_uri())
    small = """() => [...document.querySelectorAll("section, section *")].filter((node) =>
        node.checkVisibility() && !node.closest(".katex")
        && parseFloat(getComputedStyle(node).fontSize) < 12).map((node) => node.textContent)"""
    page.emulate_media(media="print")
    assert page.evaluate(small) == []  # 12 pixels are 9 points
    # A side more would begin with the second section, so the first one fits its side.
    page.add_style_tag(content="section + section, footer { display: none !important; }")
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_one_crease_in_the_middle_hides_the_lower_half_of_both_sides(open_context, book, paper):
    width, height = (round(points * 96 / 72) for points in PAPERS[paper])
    margin = 8 * 96 / 25.4  # the stylesheet's; 10 mm at the sides
    area = {"width": round(width - margin * 2.5), "height": round(height - margin * 2)}
    page = open_context(**area).new_page()
    page.goto((book / "handouts" / handouts.FOR_ONE_CLASS["hand-out"]).as_uri())
    page.emulate_media(media="print")
    sides = page.locator("section").evaluate_all(
        """(sides) => sides.map((side) => {
            const top = side.getBoundingClientRect().top;
            const upper = side.querySelector(".half").lastElementChild.getBoundingClientRect();
            const line = side.querySelector(".fold").getBoundingClientRect();
            return [upper.bottom - top, line.top - top];
        })"""
    )
    assert len(sides) == 2
    for above, line in sides:
        assert above < line
        assert margin + line == pytest.approx(height / 2, abs=2)


@pytest.mark.parametrize("stage", handouts.STAGES)
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720)])
def test_a_drawing_for_a_class_fills_its_screen_and_its_numbers_are_apart(
    open_context, book, width, height, stage
):
    page = open_context(width=width, height=height).new_page()
    sheet = book / "handouts" / handouts.FOR_ONE_CLASS["hand-out"]
    page.goto(f"{sheet.as_uri()}#{stage}")
    assert page.evaluate(COVERS) == [stage]
    drawn = page.locator(f"#{stage} .mha-wide").bounding_box()
    assert max(drawn["width"] / width, drawn["height"] / height) > 0.9
    boxes = page.locator(f"#{stage} .mha-wide text").evaluate_all(
        """(all) => all.filter((text) => /^[−.\\d]+$/.test(text.textContent)).map((text) => {
            const { left, right, top } = text.getBoundingClientRect();
            return [Math.round(top), left, right];
        })"""
    )
    gaps = [
        after[1] - before[2]
        for before, after in itertools.pairwise(sorted(boxes))
        if before[0] == after[0]
    ]
    form = drawings.hot_tea_stages()[stage.replace("-", " ")].wide
    scale = drawn["width"] / form.width
    assert len(gaps) > 20
    assert min(gaps) > 4 * scale


@pytest.mark.parametrize("name", handouts.LAST)
def test_the_last_picture_fills_its_screen_and_is_not_on_paper(open_context, book, axe, name):
    page = open_context(width=1280, height=720).new_page()
    sheet = book / "handouts" / handouts.FOR_ONE_CLASS["hand-out"]
    page.goto(f"{sheet.as_uri()}#{name}")
    assert page.evaluate(COVERS) == [name]
    picture = page.locator(f"#{name}")
    drawn = picture.locator(".mha-wide").bounding_box()
    assert drawn["width"] / 1280 > 0.9
    said = picture.locator("figcaption").bounding_box()
    assert drawn["y"] + drawn["height"] < said["y"] < said["y"] + said["height"] < 720
    assert not axe(page)
    page.emulate_media(media="print")
    assert not picture.is_visible()


def test_the_page_for_a_class_links_to_every_hand_out(book):
    page = BeautifulSoup((book / "book" / "teaching.html").read_text(), "html.parser")
    links = [link["href"] for link in page.select("#hand-outs a[href^='../handouts']")]
    there = [f"../handouts/{file.name}" for file in (book / "handouts").glob("*")]
    sheet = f"../handouts/{handouts.FOR_ONE_CLASS['hand-out']}"
    drawn = [f"{sheet}#{name}" for name in (*handouts.STAGES, *handouts.LAST)]
    assert sorted(links) == sorted([*there, *drawn])
    assert len(there) == 3 * len(CHAPTERS) + 1 + len(handouts.FOR_ONE_CLASS)


def test_the_pictures_name_their_source(book):
    with zipfile.ZipFile(book / "handouts" / "figures.zip") as pack:
        names = set(pack.namelist())
        said = pack.read("README.txt").decode()
        assert "MIT License" in pack.read("LICENSE").decode()
        drawn = {name for name in names if name.endswith(".svg")}
        # The drawings of `drawings` and `sentences` are SVG alone: they have no PNG.
        plotted = {name for name in drawn if b'class="mha-drawing"' not in pack.read(name)}
        assert names == {"README.txt", "LICENSE"} | drawn | {f"{name[:-4]}.png" for name in plotted}
        assert len(drawn) > 10
        for name in drawn:
            assert name in said
            assert re.search("<desc>.*Source: .*MIT License", pack.read(name).decode())
        for name in plotted:
            assert b"MIT License" in pack.read(f"{name[:-4]}.png")
