"""Pages and hand-outs print on A4; hand-outs need no other file, and all are linked."""

import importlib
import re
import sys
import zipfile
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from pages import too_wide

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
CHAPTERS = [
    path.stem.replace("_", "-") for path in importlib.import_module("notebooks").first_part()
]

PAGES = sorted(
    path.stem
    for path in Path(__file__).parents[2].glob("book/*.*")
    if path.suffix in (".ipynb", ".md")
)
A4 = 717  # pixels that Chromium's own margins leave
# Texts that go on where the paper ends, or where a part of the page would scroll. A widget's parts
# that scroll are left out: it is made for a screen.
CUT = """() => {
    const edges = new Map([[document.body, document.documentElement.clientWidth]]);
    const edge = (node) => {
        if (!edges.has(node)) {
            const clips = getComputedStyle(node).overflowX !== "visible" && node.clientWidth > 1;
            const own = clips ? node.getBoundingClientRect().right : Infinity;
            edges.set(node, Math.min(own, edge(node.parentElement)));
        }
        return edges.get(node);
    };
    const texts = document.createNodeIterator(
        document.querySelector(".bd-article"), NodeFilter.SHOW_TEXT);
    const [range, cut] = [new Range(), []];
    for (let text; (text = texts.nextNode()); ) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
        if (parent.closest(".katex-mathml, .visually-hidden, .mha, svg")) continue;
        range.selectNodeContents(text);
        const { right } = range.getBoundingClientRect();
        if (right > edge(parent) + 2) cut.push(text.data.trim().slice(0, 60));
    }
    return cut;
}"""


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_has_all_its_lines(open_context, book, name):
    page = open_context(width=A4).new_page()
    page.goto((book / "book" / f"{name}.html").as_uri())
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("kind", ["worksheet", "key"])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_sheet_prints_on_two_pages_at_most(open_context, book, axe, chapter, kind):
    page = open_context(width=390, color_scheme="dark").new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((book / "handouts" / f"{chapter}-{kind}.html").as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 2
    for box in re.findall(rb"/MediaBox \[(.*?)\]", pdf):  # in points
        assert [float(side) for side in box.split()] == pytest.approx([0, 0, 595, 842], abs=1)
    assert [url for url in asked if not url.startswith("data:")] == [page.url]
    assert not too_wide(page)
    assert not axe(page)


def test_the_page_for_a_class_links_to_every_hand_out(book):
    page = BeautifulSoup((book / "book" / "teaching.html").read_text(), "html.parser")
    links = [link["href"] for link in page.select("#hand-outs a[href^='../handouts']")]
    there = [f"../handouts/{file.name}" for file in (book / "handouts").glob("*")]
    assert sorted(links) == sorted(there)
    assert len(there) == 3 * len(CHAPTERS) + 1


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
