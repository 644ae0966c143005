"""The reference in the built book: whole, and tied to the chapters both ways."""

import html
import importlib
import re

import pytest

reference = importlib.import_module("sphinx_extensions.reference")

CORE = re.compile(r"mha_lib\.(layouts\.|masks\.)?\w+")
# No chapter names these: a base class, types of results, and functions that are used with masks of
# others.
NOT_NAMED = {
    "mha_lib.Attention",
    "mha_lib.layouts.Comparison",
    "mha_lib.layouts.FoundAttention",
    "mha_lib.layouts.Layout",
    "mha_lib.layouts.Candidate",
    "mha_lib.layouts.RecordedCall",
    "mha_lib.layouts.SearchResult",
    "mha_lib.masks.from_additive",
    "mha_lib.masks.from_torch_mha_mask",
    "mha_lib.masks.is_causal",
}


@pytest.fixture(scope="module")
def pages(book):
    files = sorted((book / "book" / "reference").glob("*.html"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


@pytest.fixture(scope="module")
def found(pages):
    """Maps each entry to its HTML, up to the next entry."""
    parts = [re.split(r'<dt class="sig [^"]*" id="', text)[1:] for text in pages.values()]
    return {part.partition('"')[0]: part for page in parts for part in page}


def test_every_entry_exists(found):
    modules = reference.entries_by_module().values()
    assert not {full for module in modules for full in module} - set(found)
    assert "mha_lib.StackedAttention.forward" in found


def test_every_part_of_the_core_is_named_in_a_chapter(found):
    core = {full for full in found if CORE.fullmatch(full)}
    assert {full for full in core if "in-the-book" not in found[full]} == NOT_NAMED


def test_an_entry_links_to_the_heading_that_mentions_it(found):
    linked = re.findall(r'href="\.\./([^"]+)"', found["mha_lib.masks.to_additive"])
    assert "what_masks_mean.html#a-mask-of-numbers-is-added" in linked


def test_a_chapter_links_to_entries_from_text_and_cells(book):
    stacking = (book / "book" / "stacking.html").read_text(encoding="utf-8")
    assert 'class="entry" href="reference/mha_lib.html#mha_lib.split_heads"' in stacking
    masks = (book / "book" / "what_masks_mean.html").read_text(encoding="utf-8")
    (link,) = re.findall(r"<a class=[^>]*entry[^>]*><code.*?masks\.to_additive", masks)
    assert 'href="reference/masks.html#mha_lib.masks.to_additive"' in link


def test_signatures_show_shapes(found):
    signature = found["mha_lib.StackedAttention.forward"].partition("</dt>")[0]
    said = html.unescape(re.sub(r"<[^>]+>", "", signature))
    assert "queries: Float[Tensor, '*batch queries d_model'],\n" in said
    assert "'*batch heads queries keys'] | None]" in said


def test_no_markup_is_left_over(pages):
    for name, text in pages.items():
        article = text.partition("<article")[2].partition("</article>")[0]
        said = html.unescape(
            re.sub(r"<(pre|script|code|dt).*?</\1>|<[^>]+>", "", article, flags=re.S)
        )
        assert not re.findall(r".*(?:`|::|\\|\bArgs:|\bReturns:\n *:).*", said), name
