"""The box above a long list keeps the entries whose section contains every typed word."""

import re
from pathlib import Path

import pytest

MESSAGES = (Path(__file__).parents[2] / "book" / "messages.md").read_text()


@pytest.mark.parametrize(
    ("page_name", "typed", "entry", "others"),
    [
        ("questions", "NaN left", "Why does scaled_dot_product_attention give me NaN?", "LoRA"),
        ("messages", "divisible", "embed_dim must be divisible by num_heads", "unflatten"),
        (
            "messages",
            "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 768x768)",
            "mat1 and mat2 shapes cannot be multiplied",
            "unflatten",
        ),
        (  # no entry has all of these words
            "messages",
            "File functional.py, line 5251, in forward: The shape of the 2D attn_mask is wrong",
            "The shape of the 2D attn_mask is torch.Size([5, 7])",
            "einsum",
        ),
        ("questions", "transpose reshapes heads", "Why transpose?", "LoRA"),
    ],
)
def test_a_box_keeps_entries_with_the_typed_words(open_page, page_name, typed, entry, others):
    page = open_page(f"book/{page_name}.html")
    box, entries = page.locator(".filter input"), page.locator("nav.contents li li")
    every = entries.count()
    open_at_first = page.locator("nav.contents li li:visible").count()
    box.fill(typed)
    assert page.locator("nav.contents li li:visible", has_text=entry).count() == 1
    assert page.locator("nav.contents li li:visible", has_text=others).count() == 0
    shown = page.locator("nav.contents li li:visible").count()
    assert page.locator(".filter [role=status]").inner_text().strip() == f"{shown} of {every}"
    box.fill("zeppelin")
    assert page.locator("nav.contents li:visible").count() == 0
    box.fill("")
    assert page.locator("nav.contents li li:visible").count() == open_at_first


@pytest.mark.parametrize("width", [1280, 390])
def test_a_very_long_list_folds_all_but_the_first_entries_of_its_groups(open_page, width):
    page = open_page("book/questions.html", width=width)
    contents, box = page.locator("nav.contents"), page.locator(".filter input")
    groups = contents.locator("> ul > li")
    for i in range(groups.count()):
        entries, fold = groups.nth(i).locator("li"), groups.nth(i).locator("details")
        shown = groups.nth(i).locator("li:visible").count()
        assert shown == (4 if fold.count() else entries.count())
        if fold.count():
            summary = fold.locator("summary")
            group = groups.nth(i).locator("a").first.inner_text()
            assert summary.text_content() == f"{entries.count() - 4} more: {group}"
            assert summary.bounding_box()["height"] >= 24
    assert contents.locator("details").count() > 5
    if width == 1280:
        assert contents.bounding_box()["height"] <= 2 * 900

    group = groups.nth(1)
    last = group.locator("li").last
    assert not last.is_visible()
    box.fill(last.text_content())
    assert last.is_visible()
    assert contents.locator("summary:visible").count() == 0
    box.fill("")
    assert not last.is_visible()
    group.locator("summary").click()
    assert last.is_visible()


def test_the_box_finds_each_message_in_each_of_its_wordings(open_page):
    page = open_page("book/messages.html")
    box, entries = page.locator(".filter input"), page.locator("nav.contents li li")
    titles_and_texts = re.split(r"^### (.*)\n", MESSAGES, flags=re.MULTILINE)[1:]
    sections = list(zip(titles_and_texts[::2], titles_and_texts[1::2], strict=True))
    assert entries.count() == len(sections)
    wordings = [
        (wording, i)
        for i, (title, text) in enumerate(sections)
        for wording in [title, *re.findall(r'"([^"\n]{15,})"', text.partition("```")[0])]
    ]
    assert len(wordings) > len(sections)
    hidden = []
    for wording, i in wordings:
        box.fill(f"RuntimeError: {wording}")
        if (
            not entries.nth(i).is_visible()
            or page.locator("nav.contents li li:visible").count() > 4
        ):
            hidden.append(wording)
    assert hidden == []


def test_a_short_list_has_no_box(open_page):
    page = open_page("book/one_head.html")
    assert page.locator(".filter").count() == 0


def test_a_box_says_what_is_read_of_a_family_and_when_nobody_knows_it(open_page):
    page = open_page("book/your_own_model.html")
    box, found = page.locator(".filter input"), page.locator(".filter + [role=status]")
    first = found.locator("p").first
    for typed, family, verdict in (
        ("qwen3", "qwen3", "a norm between projection and scores"),
        ("Gemma 2", "gemma2", "Every attention is read, and computes what the class computes"),
        ("gpt-neox", "gpt_neox", "Every attention is read, and computes what the class computes"),
    ):
        box.fill(typed)
        assert first.locator("strong").inner_text() == family
        assert verdict in first.inner_text()
    box.fill("zeppelin")
    assert found.inner_text() == "No family's name contains this."
    box.fill("")
    assert found.inner_text() == ""
