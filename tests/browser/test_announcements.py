"""What a screen reader announces after a control moves: each change once, in order."""

import pytest
import torch

from mha_lib.book.tiny import TinyModel, load
from mha_lib.widgets import (
    BlockStack,
    HeadsView,
    MaskPainter,
    ModelView,
    ScaleExplorer,
    SplitExplorer,
)
from tests.browser.pages import move, press_keys, settle
from tests.browser.spoken import listen


def heads(n_heads=3, **options):
    """Head h gives 0.9 to the key h positions on from the query, in layer 1 one more."""
    eye = torch.eye(4).mul(0.8).add(0.05)
    looks = [torch.stack([eye.roll(h + i, dims=-1) for h in range(n_heads)]) for i in (0, 1)]
    return HeadsView(torch.stack(looks), ["the", "cat", "the", "mat"], **options)


def test_a_new_query_or_layer_announces_each_head_s_top_key(open_widget):
    page = open_widget(heads())
    heard = listen(page)
    move(page.get_by_label("query", exact=True), 1)
    displayed = "head {}, “{}” ({}) with 0.850"
    first = [(0, "cat", 1), (1, "the", 2), (2, "mat", 3)]
    assert heard() == [
        "Query “cat” (1), the marked row. Top keys:",
        "; ".join(displayed.format(*one) for one in first) + ".",
    ]
    move(page.get_by_label("layer", exact=True), 1)
    then = [(0, "the", 2), (1, "mat", 3), (2, "the", 0)]
    assert heard() == ["; ".join(displayed.format(*one) for one in then) + "."]


@pytest.mark.slow
def test_at_most_five_heads_are_announced_the_chosen_one_first(open_widget):
    page = open_widget(heads(8))
    heard = listen(page)
    page.get_by_role("button", name="enlarge head 7", exact=True).click()
    (said,) = heard()
    assert said.startswith("head 7, “mat” (3) with 0.850; head 0, “the” (0) with 0.850; head 1,")
    assert said.endswith("; head 3, “mat” (3) with 0.850; and 3 more in the table.")
    assert page.locator(".mha-keys tr").count() == 8


@pytest.mark.slow
def test_only_the_chosen_thumbnail_is_announced(open_widget):
    page = open_widget(heads(9))
    heard = listen(page)
    page.get_by_role("radio", name="layer 1, head 6").click()
    assert heard() == ["Layer 1, head 6.", "“mat” (3) with 0.850."]
    assert page.locator(".mha-keys tr").count() == 1


def test_a_new_text_announces_its_index_and_what_changes(open_widget):
    eye = torch.eye(4).expand(2, 4, 4)
    words = [["the", "cat", "sat", "down"], ["the", "dog"], ["the", "dog", "sat"]]
    page = open_widget(HeadsView([eye[:, : len(w), : len(w)] for w in words], words, query=3))
    heard = listen(page)
    menu = page.get_by_label("text", exact=True)
    menu.select_option("1")
    assert heard() == [
        "Text 2 of 3, 2 tokens.",
        "Query “dog” (1), the marked row. Top keys:",
        "in every picture, “dog” (1) with 1.000.",
    ]
    menu.select_option("2")  # where the row and what it attends to stay
    assert heard() == ["Text 3 of 3, 3 tokens."]


@pytest.mark.slow
@pytest.mark.parametrize(("n_heads", "displayed"), [(1, "equal"), (5, "in every picture, equal")])
def test_a_key_shared_by_all_heads_is_announced_once(open_widget, n_heads, displayed):
    page = open_widget(HeadsView(torch.full((n_heads, 4, 4), 0.25), list("abcd")))
    said = page.locator(".mha-sentences .mha-screen-reader").inner_text()
    assert said == f"{displayed} weight, 0.250, on all 4 keys."


def test_a_slider_announces_only_its_value(open_widget):
    page = open_widget(heads())
    outputs = page.locator(".mha-control output")
    assert outputs.evaluate_all("(all) => all.map((o) => o.ariaLive)") == ["off", "off"]
    page.evaluate(
        """() => { window.written = []; for (const output of document.querySelectorAll("output"))
            new MutationObserver(() => written.push(output.textContent))
                .observe(output, { childList: true }); }"""
    )
    move(page.get_by_label("query", exact=True), 2)
    assert page.evaluate("() => written") == ["“the” (2)"]  # only these, and each once


@pytest.mark.slow
def test_a_new_number_of_heads_announces_which_maps_are_unchanged(open_widget):
    x, matrices = torch.randn(5, 12).double(), torch.randn(3, 12, 12).double()
    page = open_widget(SplitExplorer(x, *matrices, list("abcde"), n_heads=3))
    heard = listen(page)
    move(page.get_by_label("heads", exact=True), 3)
    differ = page.locator(".mha-measures td").first
    assert heard()[0] == (
        f"4 heads, × 1: outputs differ by {differ.inner_text()}. Changed: none; "
        "unchanged: all maps above."
    )
    move(page.get_by_label("scale of W_Q and W_K", exact=True), 70)
    assert heard()[0] == (
        f"4 heads, × 2.8: outputs differ by {differ.inner_text()}. "
        "Changed: all maps above; unchanged: none."
    )
    move(page.get_by_label("query", exact=True), 2)
    (said,) = heard()
    assert said.startswith("Query “c” (2), the marked row, has most weight on")


def test_a_painted_cell_is_announced_before_the_mask(open_widget):
    page = open_widget(MaskPainter(torch.zeros(2, 3), ["a", "b"], key_tokens=["x", "x", "y"]))
    page.locator(".mha-painter button[tabindex='0']").focus()
    heard = listen(page)
    press_keys(page, "ArrowRight")
    assert page.evaluate("() => document.activeElement.ariaLabel") == "a (0) to x (1)"
    (said,) = heard()
    assert said.startswith("Query “a” (0), key “x” (1): score 0.000, mask True.")
    press_keys(page, "Space")
    cell, cells, rows = heard()
    assert cell.startswith("Query “a” (0), key “x” (1): score 0.000, mask False.")
    assert cells.startswith("True in 5 of 6 cells.")
    assert rows.startswith("Row 1 is all True: nn.MultiheadAttention blocks every key")
    assert "NaN" not in page.locator(".mha-readings").aria_snapshot()


def test_a_chosen_number_is_announced_with_its_index(open_widget):
    page = open_widget(BlockStack(3, 5, 2, head=1, storage="packed"))
    assert page.locator(".mha-locations td").all_inner_texts() == ["none chosen", ""] * 4
    page.get_by_role("application", name="weights").focus()
    heard = listen(page)
    press_keys(page, "ArrowRight")
    assert heard() == ["Number 10: W_Q, head 1, row 0, column 0.", "It is W_QKV[0, 2], packed."]
    press_keys(page, "ArrowDown")
    assert heard() == ["Number 12: W_Q, head 1, row 1, column 0.", "It is W_QKV[1, 2], packed."]
    page.get_by_role("radio", name="interleaved").check()
    assert heard() == [
        "It is W_QKV[1, 6], interleaved.",
        "Head 1 has columns 6 to 11 of W_QKV, and rows 2 to 3 of W_O.",
    ]
    press_keys(page, "Tab")
    page.get_by_role("radio", name="2", exact=True).check()
    assert heard() == [
        "Number 22: W_Q, head 2, row 1, column 0.",
        "It is W_QKV[1, 12], interleaved.",
        "Head 2 has columns 12 to 17 of W_QKV, and rows 4 to 5 of W_O.",
    ]


MODELS = {"one head": load("two_letters_1"), "two heads": load("two_letters_2")}
TEXT = "gbadcfbhaegd"


def model(**options):
    return ModelView(MODELS, **{"model": 1, "text": TEXT, "position": 8} | options)


def test_an_answer_announces_its_source_and_a_switch_how_many_are_right(open_widget):
    page = open_widget(model())
    heard = listen(page)
    page.get_by_role("button", name="b two back").press("Enter")
    assert heard() == ["“b” two back comes mainly from “b” (6), through head 1."]
    page.get_by_role("button", name="head 1: on").press("Enter")
    said = heard()
    good = page.locator(".mha-answers .mha-row-title").nth(1).inner_text()
    assert said[0] == good != "the letter two back? 10 of 10 right"
    assert said[1].startswith("From “a” (8): head 0 attends to")
    assert "head 1 is off" in said[1]


@pytest.mark.slow
def test_wrong_answers_are_named_with_their_positions(open_widget):
    page = open_widget(model(model=0))
    lines = page.locator(".mha-answers .mha-letter-row").all()
    for line, back in zip(lines, (1, 2), strict=True):
        chips = line.locator(".mha-chip").all_inner_texts()
        wrong = [f"“{chip[0]}” at “{TEXT[i]}” ({i})" for i, chip in enumerate(chips) if "✗" in chip]
        named = line.locator(".mha-screen-reader").text_content().strip()
        assert named == (f"Wrong: {', '.join(wrong)}." if wrong else "")
        assert (back == 2) == bool(wrong)
    page.get_by_role("radio", name="two heads").check()
    settle(page)
    assert page.locator(".mha-answers .mha-screen-reader").all_text_contents() == ["", ""]


@pytest.mark.slow
def test_screen_readers_read_letters_separately_from_what_heads_attend_to(open_widget):
    page = open_widget(model(off=(1,)))
    displayed = page.get_by_role("group", name="letters").aria_snapshot()
    first, *letters = displayed.splitlines()[1:]
    assert first.strip().startswith("- text: head 0 attends to “h” (7) with 0.8")
    weights = page.evaluate(
        "() => document.querySelector('.mha').stateForTests().heads[0].weights[8]"
    )
    assert first.count(" with ") == sum(w >= 0.005 for w in weights)
    assert letters[-1].strip() == "- text: head 1 is off"
    assert len(letters) == 12 + 1


@pytest.mark.slow
def test_a_changed_earlier_step_is_announced(open_widget):
    torch.manual_seed(3)
    sizes = {"n_heads": 2, "n_layers": 2, "d_model": 32, "residual": True, "causal": True}
    deep = TinyModel(16, 32, 1, **sizes).requires_grad_(False)
    for layer in deep.layers:
        layer.W_Q *= 3  # otherwise no weight is large
    page = open_widget(ModelView(deep, "repeats", text="mjacpehd" * 2, position=15))
    heard = listen(page)
    before = "() => document.querySelector('.mha').stateForTests().before"
    kept, steps = page.evaluate(before), set()
    for number in range(4):
        page.get_by_role("button", name=f"layer {number // 2}, head {number % 2}: on").press(
            "Enter"
        )
        said, now = heard(), page.evaluate(before)
        assert f"layer {number // 2}, head {number % 2} is off" in " ".join(said)
        dashed = [one for one in said if one.startswith("Dashed: before that, “")]
        assert len(dashed) == int(now is not None and now != kept)
        steps.add(len(dashed))
        kept = now
    assert 1 in steps


def test_moving_among_numbers_announces_only_the_numbers(open_widget):
    page = open_widget(model(view="every number"))
    heard = listen(page)
    stage = page.get_by_role("application", name="Q = x W_Q of head 1")
    stage.focus()
    press_keys(page, "ArrowDown")
    number, _ = heard()
    assert number.startswith("Number 0 of the query of “e” (9) in head 1 is")
    press_keys(page, "ArrowRight")
    number, _ = heard()  # another column
    assert number.startswith("Number 1 of the query of “e” (9) in head 1 is")
    page.get_by_role("group", name="letters").focus()
    press_keys(page, "ArrowRight")
    assert any(said.startswith("From “g” (10): head 0") for said in heard())


@pytest.mark.slow
def test_a_changed_second_sentence_about_the_scale_is_announced(open_widget):
    page = open_widget(ScaleExplorer(d_head=64))
    heard = listen(page)
    move(page.get_by_label("width d_head", exact=True), 7)
    (said,) = heard()
    assert said.startswith(
        "With scores divided by nothing, the largest of eight weights is typically"
    )


@pytest.mark.slow
def test_the_marked_row_of_every_map_is_in_a_table(open_widget):
    x, matrices = torch.randn(4, 6).double(), torch.randn(3, 6, 6).double()
    page = open_widget(SplitExplorer(x, *matrices, list("abad"), n_heads=2, query=3))
    numbers = page.locator(".mha").evaluate("(root) => root.stateForTests()")
    page.get_by_text("The marked row in numbers").press("Enter")
    joined = ["single", "product"]
    rows = [numbers[name][3] for name in joined] + [head[3] for head in numbers["heads"]]
    titles = ["single head", "product of heads"]
    lines = page.locator(".mha-keys tr").all()
    assert [line.locator("th").inner_text() for line in lines] == [*titles, "head 0", "head 1"]
    for line, row in zip(lines, rows, strict=True):
        order = sorted(range(4), key=lambda j: -abs(row[j]))[:3]
        displayed = [f"{'abad'[j]}{f' ({j})' if j in (0, 2) else ''} {row[j]:.3f}" for j in order]
        displayed = [
            text.replace("-", "−")
            for text, j in zip(displayed, order, strict=True)
            if abs(row[j]) >= 0.001
        ]
        assert (
            line.locator("td").evaluate_all("(all) => all.map((td) => td.textContent)")[
                : len(displayed)
            ]
            == displayed
        )
