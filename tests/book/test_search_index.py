"""The index of the search: what a page's entries are, and what their texts leave out."""

import gzip
import importlib
import json
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.errors import ExtensionError

search = importlib.import_module("sphinx_extensions.search")

PAGE = """
Page
====

Opening words.

Part one
--------

First with :math:`\\sqrt{d_\\text{head}}`.

=====  =====
a      b
one    two
=====  =====

.. raw:: html

   <details><summary>Hint</summary>

The hint.

.. raw:: html

   </details>

After the hint.

- Where is it?

  - Here?
    → *Yes.*

- An item.

.. _drawn:

.. figure:: x.png

   What it shows.

Exercise 1: do it
-----------------

Now ::

   x = 1

   y = 2

Empty
-----
"""


def entries_of(page):
    settings = {"doctitle_xform": False, "report_level": 5}
    doctree = publish_doctree(page, settings_overrides=settings)
    return {entry.anchor: entry for entry in search.entries(doctree, "section")}


@pytest.fixture(scope="module")
def found():
    return entries_of(PAGE)


def test_sections_have_their_own_texts(found):
    assert found["page"] == ("page", "page", "Page", ["Opening words."], [], ())
    part = found["part-one"]
    assert (part.kind, part.title) == ("section", "Part one")
    assert part.passages == [
        "First with √d_head.",
        "a · b",
        "one · two",
        "After the hint.",
        "An item.",
    ]


def test_captions_exercises_and_code(found):
    assert found["drawn"] == ("drawn", "figure", "Part one", ["What it shows."], [], ())
    exercise = found["exercise-1-do-it"]
    assert (exercise.kind, exercise.passages) == ("exercise", ["Now"])
    assert exercise.code == ["x = 1", "y = 2"]


def test_a_section_without_text_is_left_out(found):
    assert set(found) == {"page", "part-one", "drawn", "exercise-1-do-it"}


def test_the_threads_of_a_question_are_left_out():
    page = "Page\n====\n\nIt rounds (asked as torch #1). So (a bit) sum. (Asked as a #2 (b).)\n\n"
    page += "(Asked as c #3.)\n\n"
    page += "A (not run. Asked as c-d #4, #5 and e/f #6.) B (read; asked as g.cpp #7) C.\n"
    expected = ["It rounds. So (a bit) sum.", "A (not run.) B (read) C."]
    assert entries_of(page)["page"].passages == expected


def test_long_lists_of_names_are_left_out():
    names = [f"name{i}" for i in range(search.LONG_LIST)]
    bullets = "\n".join(f"- {name}" for name in names)
    page = f"Page\n====\n\nBefore.\n\n{', '.join(names)}\n\n{bullets}\n\nAfter.\n"
    assert entries_of(page)["page"].passages == ["Before.", "After."]


def test_words_and_entries_of_the_reference():
    document = new_document("page")
    term = nodes.term("", "MHA", ids=["term-MHA"])
    definition = nodes.definition("", nodes.paragraph("", "Many heads."))
    document += nodes.definition_list("", nodes.definition_list_item("", term, definition))
    names = [addnodes.desc_parameter("", text) for text in ("n: int = 3", "*", "mask=None")]
    signature = addnodes.desc_signature("", "", *names, ids=["mha_lib.split"])
    content = addnodes.desc_content("", nodes.paragraph("", "Splits."))
    content += nodes.paragraph("", "The first paragraph says what it does.")
    content += nodes.paragraph("", "In the book: One head", classes=["in-the-book"])
    document += addnodes.desc("", signature, content)
    assert list(search.entries(document, "reference")) == [
        ("term-MHA", "word", "MHA", ["Many heads."], [], ()),
        ("mha_lib.split", "reference", "mha_lib.split", ["Splits."], [], ()),
    ]


def test_tools_of_the_book_are_found_by_name_and_their_methods_are_not():
    document = new_document("page")
    for name, objtype in (
        ("mha_lib.book.figures.draw_ruler", "function"),
        ("mha_lib.book.tiny.TinyModel.forward", "method"),
        ("mha_lib.widgets.HeadsView", "class"),
        ("mha_lib.widgets.HeadsView.html", "method"),
        ("mha_lib.KVCache.crop", "method"),
    ):
        content = addnodes.desc_content("", nodes.paragraph("", "Does it."))
        signature = addnodes.desc_signature("", "", ids=[name])
        document += addnodes.desc("", signature, content, objtype=objtype)
    assert [(entry.title, entry.passages) for entry in search.entries(document, "reference")] == [
        ("mha_lib.book.figures.draw_ruler", []),
        ("mha_lib.widgets.HeadsView", ["Does it."]),
        ("mha_lib.KVCache.crop", ["Does it."]),
    ]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (r"W_Q W_K^\top", "W_Q W_Kᵀ"),
        (r"\frac{QK^\top}{\sqrt{d_k}}", "QKᵀ/√d_k"),
        (r"d_\text{head} \le 8", "d_head ≤ 8"),
        (r"q/\sqrt{d_\text{head}}", "q/√d_head"),
        (r"-\infty", "-∞"),
        (r"2^{-7}", "2^-7"),
    ],
)
def test_a_formula_in_plain_text(formula, text):
    assert search.plain(formula) == text


def test_synonyms_are_read_by_line():
    text = "# words\n\nfp8 = float8  # eight bits\nkv cache=cache\n"
    assert search.read_synonyms(text) == [["fp8", "float8"], ["kv cache", "cache"]]


def test_each_line_of_the_table_has_two_words_or_more_and_none_twice():
    groups = search.read_synonyms(search.SYNONYMS.read_text(encoding="utf-8"))
    assert len(groups) > 50
    for group in groups:
        assert len(set(group)) == len(group) > 1
        assert all(group)


def write(folder, text, kind="html"):
    (folder / search.ENGINE).parent.mkdir(parents=True, exist_ok=True)
    (folder / search.ENGINE).write_text("engine")
    (folder / "_static" / "searchtools.js").write_text("")
    builder = SimpleNamespace(format=kind, get_target_uri=lambda name: f"{name}.html")
    index = search.Index()
    index.pages["book/b"] = "B", [search.Entry("here", "section", "Here", [text], [])]
    index.pages["book/a"] = "A", []
    index.write(SimpleNamespace(builder=builder, outdir=folder), None)


def test_the_index_is_a_script(tmp_path):
    write(tmp_path, "A sentence: “ü”.")
    script = (tmp_path / search.INDEX).read_text(encoding="utf-8")
    assert script.startswith("globalThis.bookIndex={")
    assert script.endswith(f";\n{search.TO_ROWS}\n")
    index = json.loads(script.partition("\n")[0].removeprefix("globalThis.bookIndex=").rstrip(";"))
    assert index["pages"] == [["book/a.html", "A"], ["book/b.html", "B"]]
    columns = [[1], [""], ["section"], ["Here"], [["A sentence: “ü”."]], [[]], [[]]]
    assert index["entries"] == columns
    assert ["fp8", "float8", "e4m3"] in index["synonyms"]
    assert not (tmp_path / "_static" / "searchtools.js").exists()


def test_other_words_stand_with_their_heading(tmp_path):
    asked = search.read_asked("# words\nb#here: cut off; left out\nb#gone: nowhere\n")
    assert asked == {("b", "here"): ("cut off", "left out"), ("b", "gone"): ("nowhere",)}
    builder = SimpleNamespace(format="html", get_target_uri=lambda name: f"{name}.html")
    app = SimpleNamespace(builder=builder, outdir=tmp_path)
    index = search.Index()
    index.asked = dict(asked)
    page = new_document("b")
    page += nodes.section("", nodes.title("", "Here"), nodes.paragraph("", "Words."), ids=["here"])
    index.add_page(app, page, "book/b")
    assert index.pages["book/b"][1][0].asked == ("cut off", "left out")
    (tmp_path / search.ENGINE).parent.mkdir(parents=True)
    with pytest.raises(ExtensionError, match=r"asked\.txt must name headings .*; got b#gone$"):
        index.write(app, None)


def test_every_page_with_other_words_is_a_page_of_the_book():
    book = search.ASKED.parents[2] / "book"
    pages = {page for page, _ in search.read_asked(search.ASKED.read_text(encoding="utf-8"))}
    assert pages <= {path.stem for path in book.iterdir()}
    assert len(pages) > 10


def shortened(anchor, kind, title, passages=(), code=(), common=()):
    entry = search.Entry(anchor, kind, title, list(passages), list(code))
    return search.shortened(entry, {*common})


def test_an_anchor_that_follows_from_the_title_is_left_out():
    assert shortened("which-shape-1-d", "question", "Which shape: “1-D”?").anchor == ""
    assert shortened("mha_lib.split", "reference", "mha_lib.split").anchor == ""
    for kept in ("id1", "question"), ("masks", "reference"):
        assert shortened(*kept, "Masks").anchor == kept[0]


def test_a_line_of_code_without_a_new_name_is_left_out():
    code = ["q = k.mean(dim=1)", "scores = q @ k", "q = scores.mean(0)", "import torch"]
    entry = shortened("a", "section", "Scores", ["The mean."], code)
    assert entry.code == ["q = k.mean(dim=1)", "import torch"]
    assert shortened("a", "exercise", "Exercise 1", [], code).code == []
    assert (
        shortened("a", "section", "Scores", ["The mean."], code, ["import", "torch"]).code
        == code[:1]
    )


def test_phrases_that_people_type_lose_the_words_that_the_engine_skips():
    entry = search.Entry("a", "section", "Scores", [], [], ("What is the mask of a batch", "nan"))
    assert search.shortened(entry, set()).asked == ("mask batch", "nan")
    assert "mask" not in search.stop_words()
    assert len(search.stop_words()) > 50


@pytest.mark.parametrize(
    ("line", "is_kept"),
    {
        "import xformers": True,
        "from einops import rearrange": True,
        "q.repeat_interleave": True,
        "rearrange(q)": True,
        "sdpa(q, enable_gqa=True)": True,
        'state["in_proj_weight"]': True,
        "longest = shortest": False,
        "if longest == shortest:": False,
        "rows = rows(4)": False,
        "def rows(q):": False,
    }.items(),
)
def test_a_line_of_code_is_kept_for_names_that_are_not_its_own(line, is_kept):
    assert bool(shortened("a", "section", "Scores", [], [line]).code) == is_kept


def test_a_name_is_common_if_many_sections_have_it_in_text_or_code():
    def entry(code):
        return search.Entry("", "section", "Scores", ["A mask."], [code])

    many = [entry("scores = queries @ keys")] * search.MANY_ENTRIES
    assert search.names_in_many(many) == set()
    assert search.names_in_many([*many, entry("scores = x")]) == {"scores", "mask"}


def test_an_index_that_is_too_large_stops_the_build(tmp_path, monkeypatch):
    write(tmp_path, "word")
    files = (search.ENGINE, search.INDEX)
    size = sum(len(gzip.compress((tmp_path / file).read_bytes())) for file in files)
    monkeypatch.setattr(search, "MAX_COMPRESSED_BYTES", size)
    write(tmp_path, "word")
    monkeypatch.setattr(search, "MAX_COMPRESSED_BYTES", size - 1)
    with pytest.raises(ExtensionError, match=rf"must have at most {size - 1} bytes.*; got {size}"):
        write(tmp_path, "word")


def test_other_builders_get_no_index(tmp_path):
    write(tmp_path, "word", kind="latex")
    assert not (tmp_path / search.INDEX).exists()
