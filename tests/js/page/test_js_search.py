"""search.js: a query is read as people type it, and the sentence that answers is shown."""

import pytest
from docutils import nodes

from tests.helpers import javascript

INDEX = {
    "pages": [["book/one.html", "One head"], ["book/words.html", "Words"], ["api.html", "API"]],
    "entries": [
        [0, "split", "section", "When heads are split early", ["First. The split comes last."], []],
        [0, "cache", "section", "With a cache", ["May it be float8, as in Su et al. 2021?"],
         ["mask = causal_mask(3)"]],
        [0, "id1", "figure", "With a cache", ["What grows with every colour."], []],
        [1, "sizes", "question", "May the size of tensor a differ?", ["No. It must match b."], []],
        [1, "term-GQA", "word", "GQA, grouped-query attention", ["Heads share keys."], []],
        [0, "heads", "section", "Heads", ["What has a name."], [], ["attend apart", "why many"]],
        [1, "nan", "symptom", "NaN after eval()", ["A query without a key."], []],
        [2, "mha_lib.masks.causal_mask", "reference", "mha_lib.masks.causal_mask",
         ["Hides later tokens.", "n_queries"], []],
        [2, "mha_lib.HeadParameters.split", "reference", "mha_lib.HeadParameters.split",
         ["Splits, and splits heads again."], []],
    ],
    "synonyms": [["fp8", "float8"], ["gqa", "grouped-query attention"], ["hidden", "later tokens"]],
}  # fmt: skip


def search(query, limit=10):
    body = "return m.makeSearch(index).then((search) => search(query, limit));"
    return javascript.run("search.js", body, index=INDEX, query=query, limit=limit)


def anchors(query):
    return [result["url"].partition("#")[2] for result in search(query)]


def test_an_entry_is_found_by_other_words_of_its_heading_and_shows_its_own():
    (found,) = search("attend apart")
    assert found["url"] == "book/one.html#heads"
    assert "".join(piece["text"] for piece in found["title"]) == "Heads"
    assert not any(piece["marked"] for piece in found["sentence"])


SAME_STEM = [
    ("heads", "head"), ("matrices", "matrix"), ("queries", "query"), ("masses", "mass"),
    ("axes", "axis"), ("boxes", "box"), ("colour", "color"), ("behaviours", "behavior"),
    ("initialise", "initialization"), ("analysed", "analyze"), ("centre", "center"),
    ("splitting", "split"), ("masked", "mask"), ("cached", "cache"), ("caching", "caches"),
    ("rotation", "rotate"), ("normalisation", "normalize"), ("head’s", "heads"), ("don't", "dont"),
    ("Café", "cafe"), ("labelled", "labeled"), ("d₁", "d1"), ("√", "sqrt"),
]  # fmt: skip
DIFFERENT = [("class", "clan"), ("bias", "bia"), ("this", "thi"), ("need", "ne"), ("key", "ke")]


@pytest.mark.parametrize(("one", "other"), SAME_STEM)
def test_forms_of_a_word_have_one_stem(one, other):
    stems = javascript.run("search.js", "return words.map(m.stem);", words=[one, other])
    assert stems[0] == stems[1]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_words_have_different_stems(one, other):
    stems = javascript.run("search.js", "return words.map(m.stem);", words=[one, other])
    assert stems[0] != stems[1]


@pytest.mark.parametrize(
    ("name", "terms"),
    {
        "attn_mask": ["attn_mask", "attn", "mask"],
        "MultiheadAttention": ["multiheadattention", "multihead", "attention"],
        "KVCache": ["kvcach", "kv", "cach"],
        "c_attn": ["c_attn", "attn"],
        "d_k": ["d_k"],
        "heads": ["head"],
    }.items(),
)
def test_a_name_is_found_by_its_parts(name, terms):
    assert javascript.run("search.js", "return m.termsOf(name);", name=name) == terms


@pytest.mark.parametrize(
    ("query", "first"),
    {
        "fp8": "cache",  # a synonym
        "grouped query attention": "term-GQA",
        "GQA": "term-GQA",
        "hidden": "mha_lib.masks.causal_mask",  # a synonym of two words
        "chache": "cache",  # a typing error
        "colors": "id1",
        "heads": "heads",  # its title
        "spl": "split",  # unfinished
        "nan padding after eval": "nan",  # a word too many
        "causal_mask": "mha_lib.masks.causal_mask",  # the name itself, before other kinds
        "masks.causal_mask()": "mha_lib.masks.causal_mask",
        "split": "split",  # the last part of a name does not outrank a section
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (8)": "sizes",
    }.items(),
)
def test_the_first_result(query, first):
    assert anchors(query)[0] == first


@pytest.mark.parametrize("query", ["", " ", "?", "zeppelin", "mha_lib"])
def test_nothing_is_found_by_nothing(query):
    assert search(query) == []


def test_a_result_says_where_it_leads_and_why():
    result = search("split last")[0]
    assert result == {
        "url": "book/one.html#split",
        "title": [
            {"text": "When heads are ", "marked": False},
            {"text": "split", "marked": True},
            {"text": " early", "marked": False},
        ],
        "page": "One head",
        "kind": "section",
        "sentence": [
            {"text": "The ", "marked": False},
            {"text": "split", "marked": True},
            {"text": " comes ", "marked": False},
            {"text": "last", "marked": True},
            {"text": ".", "marked": False},
        ],
        "isCode": False,
    }


def test_a_title_with_the_whole_query_shows_its_first_sentence():
    sentence = search("heads split early")[0]["sentence"]
    assert "".join(piece["text"] for piece in sentence) == "First."


def test_code_is_shown_if_no_sentence_has_the_words():
    result = next(r for r in search("causal_mask(3)") if r["url"].endswith("#cache"))
    assert result["isCode"]


def test_a_sentence_does_not_end_after_an_abbreviation():
    sentence = search("float8")[0]["sentence"]
    assert "".join(piece["text"] for piece in sentence).endswith("et al. 2021?")


def test_a_search_that_asks_why_finds_a_title_that_does():
    titles = ["Many heads", "Many heads are slow. Why?", "Why split into many heads?"]
    entries = [[0, f"e{i}", "section", title, ["A."], []] for i, title in enumerate(titles)]
    index = {"pages": [["a.html", "A"]], "entries": entries, "synonyms": []}
    body = "return m.makeSearch(index).then((search) => queries.map((one) => search(one)[0].url));"
    queries = ["why many heads", "many heads"]
    found = javascript.run("search.js", body, index=index, queries=queries)
    assert found == ["a.html#e2", "a.html#e0"]


def test_as_many_results_as_asked_for():
    assert len(search("heads", limit=1)) == 1


@pytest.mark.parametrize(
    ("entry", "anchor"),
    [
        (("id1", "figure", "What it shows"), "id1"),
        (("", "reference", "mha_lib.split"), "mha_lib.split"),
        (("", "question", "10 heads: W_Q’s “rank”, or n²?"), None),
        (("", "section", "Ångström  and naïve 1.5×"), None),
    ],
)
def test_an_anchor_is_made_from_the_title_as_docutils_makes_it(entry, anchor):
    made = javascript.run("search.js", "return m.anchorOf(entry);", entry=[0, *entry, [], []])
    assert made == (anchor or nodes.make_id(entry[2]))
