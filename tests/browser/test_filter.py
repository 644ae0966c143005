"""The box above a long list keeps the entries whose section contains every typed word."""

import pytest


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
    ],
)
def test_a_box_keeps_entries_with_the_typed_words(open_page, page_name, typed, entry, others):
    page = open_page(f"book/{page_name}.html")
    box, entries = page.locator(".filter input"), page.locator("nav.contents li li")
    every = entries.count()
    box.fill(typed)
    assert page.locator("nav.contents li li:visible", has_text=entry).count() == 1
    assert page.locator("nav.contents li li:visible", has_text=others).count() == 0
    shown = page.locator("nav.contents li li:visible").count()
    assert page.locator(".filter [role=status]").inner_text().strip() == f"{shown} of {every}"
    box.fill("zeppelin")
    assert page.locator("nav.contents li:visible").count() == 0
    box.fill("")
    assert page.locator("nav.contents li li:visible").count() == every


def test_a_short_list_has_no_box(open_page):
    page = open_page("book/one_head.html")
    assert page.locator(".filter").count() == 0


@pytest.mark.parametrize(
    ("typed", "family", "verdict"),
    [
        ("qwen3", "qwen3", "a norm between projection and scores"),
        ("Gemma 2", "gemma2", "Every attention is read, and computes what the class computes"),
        ("gpt-neox", "gpt_neox", "Every attention is read, and computes what the class computes"),
    ],
)
def test_a_box_says_what_is_read_of_a_family(open_page, typed, family, verdict):
    page = open_page("book/your_own_model.html")
    page.locator(".filter input").fill(typed)
    first = page.locator(".filter + [role=status] p").first
    assert first.locator("strong").inner_text() == family
    assert verdict in first.inner_text()


def test_a_family_that_nobody_knows_is_said_to_be_unknown(open_page):
    page = open_page("book/your_own_model.html")
    box, found = page.locator(".filter input"), page.locator(".filter + [role=status]")
    box.fill("zeppelin")
    assert found.inner_text() == "No family's name contains this."
    box.fill("")
    assert found.inner_text() == ""
