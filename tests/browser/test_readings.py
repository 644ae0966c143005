"""Readings in a page: what it shows is what torch computes, and every control and word answers."""

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book.tiny import TASKS, TinyModel, load
from mha_lib.widgets import Readings
from tests.browser.pages import press, settle, state

TASK = TASKS["sentences"]
MODELS = {
    "A": load("sentences_first_noun"),
    "B": load("sentences_plural_only"),
    "two heads": load("sentences_two_heads"),
}
TEXT = "[start] the dog near the cats behind the old bird"


def untrained():
    torch.manual_seed(1)
    sizes = {"d_model": 12, "causal": True, "residual": True}
    return TinyModel(len(TASK.letters), TASK.length, 1, **sizes)


def view(**options):
    return Readings(MODELS, **{"text": TEXT, "nouns": 2} | options)


def compare(page, model, words, head=0):
    """Weights and the answer, against the model itself; the page's numbers are rounded."""
    ids = torch.tensor([[TASK.letters.index(word) for word in words.split()]])
    with torch.no_grad():
        logits, (weights,) = MODELS[model](ids)
    verbs = [TASK.letters.index(verb) for verb in ("is", "are")]
    rows = weights[0, :, -1]
    shown = state(page)
    row = rows.mean(dim=0) if head < 0 else rows[head]
    for got, expected in (
        (shown["weight"], row),
        (shown["probabilities"], logits[0, -1, 0, verbs].softmax(dim=0)),
    ):
        assert_close(torch.tensor(got), expected, rtol=0, atol=5e-3)
    displayed = page.locator(".mha-reading-table tr:visible").all()[2:]
    assert [line.locator("th").inner_text() for line in displayed] == words.split()
    for line, weight in zip(displayed, shown["weight"], strict=True):
        assert line.locator("td").first.inner_text().strip() == f"{weight:.2f}"
    return shown


def test_each_model_is_computed_and_described(open_widget):
    page = open_widget(view())
    words = "[start] the dog near the cats"
    for model, top in {"A": 2, "B": 1, "two heads": 2}.items():
        press(page, page.get_by_role("radio", name=model, exact=True))
        shown = compare(page, model, words)
        assert max(range(6), key=shown["weight"].__getitem__) == top
        said = page.locator(".mha-sentences").inner_text()
        assert said.startswith("The model says “is” with ")
        assert f"to “{words.split()[top]}” ({top})." in said
        assert said.endswith("changing the word, at “dog” (2).")


def test_a_word_is_exchanged_by_mouse_and_by_key(open_widget):
    page = open_widget(view(model=1))
    page.get_by_role("button", name="dog, position 2; exchange it for dogs").click()
    compare(page, "B", "[start] the dogs near the cats")
    assert "says “are”" in page.locator(".mha-sentences").inner_text()
    assert page.locator(".mha-verbs span").last.inner_text() == "above 99%"
    page.get_by_role("button", name="near, position 3").focus()
    page.keyboard.press("Enter")
    compare(page, "B", "[start] the dogs behind the cats")
    page.get_by_role("button", name="cats, position 5").focus()
    page.keyboard.press(" ")
    compare(page, "B", "[start] the dogs behind the cat")
    assert page.get_by_role("button", name="the, place").count() == 0


def test_the_sentence_is_cut_after_the_chosen_noun(open_widget):
    page = open_widget(view())
    for n, words in enumerate((TEXT[: TEXT.index(" near")], TEXT[: TEXT.index(" behind")], TEXT)):
        press(page, page.get_by_role("radio", name=str(n + 1)))
        compare(page, "A", words)


def test_heads_are_read_one_by_one_and_averaged(open_widget):
    page = open_widget(view(model=2))
    words = "[start] the dog near the cats"
    for name, head in {"head 0": 0, "head 1": 1, "mean of the heads": -1}.items():
        press(page, page.get_by_role("radio", name=name))
        shown = compare(page, "two heads", words, head)
        who = name.replace("mean", "The mean") if head < 0 else name.capitalize()
        assert f"{who} gives most weight" in page.locator(".mha-sentences").inner_text()
        assert shown["change"][2] > 0.9
    press(page, page.get_by_role("radio", name="A", exact=True))
    compare(page, "A", words)  # which has one head
    assert not page.get_by_role("radio", name="head 1").is_visible()


def test_flips_are_marked_by_a_symbol(open_widget):
    page = open_widget(view(model=1))
    settle(page)
    marked = page.locator(".mha-flipped").evaluate_all(
        "(cells) => cells.map((c) => [c.parentElement.rowIndex - 2, c.cellIndex, c.innerText])"
    )
    assert [[row, column] for row, column, _ in marked] == [[1, 4], [2, 5]]  # the, masked; dog
    assert all(text.strip().endswith("⇄") for *_, text in marked)


BARS = "(all) => all.map((bar) => Number(bar.style.getPropertyValue('--mha-fill').slice(0, -1)))"
COLUMNS = {
    "weight": "weight",
    "weight × size": "size",
    "term dropped": "drop",
    "key masked": "mask",
    "word changed": "change",
}


def test_each_column_shows_the_reading_of_its_title(open_widget):
    page = open_widget(Readings(untrained(), text=TEXT, nouns=2))
    shown = state(page)
    assert len({tuple(shown[name]) for name in COLUMNS.values()}) == 5
    lines = page.locator(".mha-reading-table tr:visible")
    assert lines.nth(1).locator("th").all_inner_texts() == ["word", *COLUMNS]
    for i, line in enumerate(lines.all()[2:]):
        row = [shown[name][i] for name in COLUMNS.values()]
        displayed = [text.replace("⇄", "").strip() for text in line.locator("td").all_inner_texts()]
        assert [t == "–" for t in displayed] == [x is None for x in row]
        values = [0 if t == "–" else float(t.replace("−", "-")) for t in displayed]
        assert values == pytest.approx([x or 0 for x in row], abs=0.0051)
        bars = line.locator("td .mha-rail > div").evaluate_all(BARS)
        assert bars == pytest.approx([100 * max(0, x or 0) for x in row], abs=0.01)


def test_the_verbs_bars_are_their_probabilities(open_widget):
    page = open_widget(view(model=1))
    bars = page.locator(".mha-verbs .mha-rail > div").evaluate_all(BARS)
    assert bars == pytest.approx([100 * p for p in state(page)["probabilities"]], abs=0.01)
