"""What people search for, and the pages that searching the built book has to find first."""

MAX_RANK = 3

# A query, and the pages that must be among the first three.
SEARCHES = {
    # names in code
    "key_padding_mask": ["notation", "questions"],
    "attention_mask": ["notation", "questions"],
    "attn_mask": ["notation", "questions"],
    "is_causal": ["notation", "questions"],
    "need_weights": ["notation", "questions"],
    "c_attn": ["notation", "questions"],
    "in_proj_weight": ["notation"],
    "num_key_value_heads": ["notation", "questions"],
    "num_attention_heads": ["notation"],
    "key_dim": ["notation", "questions"],
    "hidden_size": ["notation", "questions"],
    "head_dim": ["notation"],
    "enable_gqa": ["notation"],
    "add_zero_attn": ["questions"],
    "repeat_interleave": ["questions"],
    "head_mask": ["questions"],
    "causal_lower_right": ["questions"],
    "valid_lens": ["notation"],
    # names of the library, each with a page that uses it
    "causal_mask": ["reference/masks", "bug_lab"],
    "split_heads": ["reference/mha_lib"],
    "HeadWeights": ["reference/mha_lib"],
    "layouts.convert": ["reference/layouts"],
    # words
    "nan": ["by_symptom", "notation"],
    "NaN after eval": ["by_symptom"],
    "eval": ["by_symptom", "calling_pytorch"],
    "idle": ["notation"],
    "padding": ["notation", "by_symptom"],
    "GQA": ["notation"],
    "MQA": ["notation", "questions"],
    "cache": ["notation", "by_symptom"],
    "kv cache": ["notation"],
    "batch size 1": ["by_symptom"],
    "heads look alike": ["by_symptom"],
    "sum to 1": ["by_symptom"],
    "fully masked row": ["notation"],
    "weight tying": ["notation"],
    "attention sink": ["notation", "questions"],
    "induction head": ["circuit", "notation"],
    "ablation": ["notation"],
    "low rank": ["how_narrow"],
    "explanation": ["questions"],
    "RoPE": ["notation"],
    "importance": ["questions"],
    "pruned": ["questions"],
    "rotary": ["questions"],
    "lora": ["questions"],
    "GQA not faster": ["questions"],
    "GQA slower": ["questions"],
    "head dimension": ["questions"],
    "multiple heads better": ["questions"],
    "prune_heads": ["questions"],
    "c_proj": ["questions"],
    "1e10": ["questions"],
    "mean pooling": ["questions"],
    "tensor parallel": ["questions"],
    "dropout": ["questions"],
    "muon": ["where_the_equality_stops"],
    "interleaved": ["notation"],
    "batch": ["calling_pytorch", "by_symptom"],
}


# What the search page lists for each query, best first, without the words around each find.
FINDS = """(queries) => queries.map((query) =>
    Search._performSearch(...Search._parseQuery(query)).reverse().map(([page]) => page))"""


def test_searches_find_the_right_pages_among_the_first_three(open_page):
    page = open_page("search.html?q=softmax", served=True)
    page.locator("#search-results .search-summary", has_text="found").wait_for()
    finds = dict(zip(SEARCHES, page.evaluate(FINDS, list(SEARCHES)), strict=True))
    shown = page.locator("#search-results ul.search > li > a")
    paths = shown.evaluate_all("(all) => all.map((a) => a.pathname)")
    assert paths == [f"/{name}.html" for name in page.evaluate(FINDS, ["softmax"])[0]]
    missing = {}
    for query, pages in SEARCHES.items():
        first = {name.removeprefix("book/") for name in finds[query][:MAX_RANK]}
        if not set(pages) <= first:
            missing[query] = finds[query]
    assert missing == {}


def test_a_search_for_nothing_in_the_book_finds_nothing(open_page):
    page = open_page("search.html?q=zeppelin", served=True)
    page.locator("#search-results .search-summary", has_text="did not match").wait_for()
    assert page.locator("#search-results ul.search > li").count() == 0
