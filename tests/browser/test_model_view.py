"""ModelView in a page: it runs the model as torch does, and every control and number answers."""

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book.figures import SIGNED
from mha_lib.book.tiny import TASKS, TinyModel, load
from mha_lib.widgets import ModelView
from tests.browser.pages import PIXELS, assert_painted, press_keys, settle, state
from tests.helpers import scripts

MODELS = {"one head": load("two_letters_1"), "two heads": load("two_letters_2")}
LETTERS = TASKS["two_letters"].letters
TEXT = "gbadcfbhaegd"


def view(**options):
    return ModelView(MODELS, **{"model": 1, "text": TEXT, "position": 8} | options)


def in_torch(widget, text, off=()):
    """Answers and weights of a model that holds the rounded weights that the page has."""
    sent, model = widget.models[widget.model], TinyModel(8, 12, 2, n_heads=1 + widget.model)
    (layer,) = sent["layers"]
    with torch.no_grad():
        for name in ("W_Q", "W_K", "W_V"):
            stacked = torch.cat([torch.tensor(W) for W in layer[name]], dim=1)
            getattr(model.layers[0], name).copy_(stacked)
        rows = torch.tensor(layer["W_O"])
        rows[list(off)] = 0
        model.layers[0].W_O.copy_(rows.flatten(0, 1))
        model.readout.weight.copy_(torch.tensor(sent["readout"]).T)
        model.readout.bias.copy_(torch.tensor(sent["bias"]))
        logits, (weights,) = model(torch.tensor([[LETTERS.index(letter) for letter in text]]))
    return logits[0].softmax(dim=-1).flatten(1).double(), weights[0].double()


def compare(page, widget, text, off=()):
    shown, (answers, weights) = state(page), in_torch(widget, text, off)
    assert_close(torch.tensor(shown["answers"]).double(), answers, rtol=0, atol=1e-5)
    drawn = torch.tensor([head["weights"] for head in shown["heads"]]).double()
    assert_close(drawn, weights, rtol=0, atol=1e-5)
    return answers.unflatten(1, (2, 8)).argmax(dim=-1)


def chips(page):
    """The answers as shown: (question, position), such as "b✓"."""
    cells = page.locator(".mha-answers .mha-line").evaluate_all(
        "(lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent))"
    )
    return cells


@pytest.mark.parametrize("model", [0, 1])
def test_the_page_computes_and_shows_what_torch_computes(open_widget, model):
    widget = view(model=model)
    page = open_widget(widget)
    said = compare(page, widget, TEXT)
    for k, back in enumerate((1, 2)):
        right = 0
        for i, displayed in enumerate(chips(page)[k]):
            if i < 2:
                assert displayed == ""
                continue
            letter = LETTERS[said[i, k]]
            right += letter == TEXT[i - back]
            assert displayed == letter + ("✓" if letter == TEXT[i - back] else "✗")
        line = page.locator(".mha-answers .mha-row-title").nth(k).inner_text()
        assert line == f"the letter {('one', 'two')[k]} back? {right} of 10 right"


def test_letters_can_be_typed(open_widget):
    widget = view()
    page = open_widget(widget)
    line, wrong = page.get_by_label("type letters"), page.locator(".mha-input-error")
    for text in ("H", "hgfedcbahgfe"):
        line.fill(text)
        compare(page, widget, text.lower())
        assert wrong.inner_text() == ""
        assert page.locator(".mha-text button:visible").all_inner_texts() == [*text.lower()]
    for text, reason in {
        "abz": "“z” is not in the alphabet: a to h.",
        "abcdefghabcde": "That is 13 letters; the model reads 12.",
        "": "Type at least one letter.",
    }.items():
        line.fill(text)
        settle(page)
        assert wrong.inner_text() == reason
        assert line.get_attribute("aria-invalid") == "true"
        assert line.input_value() == text
        compare(page, widget, "hgfedcbahgfe")  # what was there stays
    page.get_by_role("button", name="g, position 1").click()  # and comes back with the next choice
    settle(page)
    assert (line.input_value(), wrong.inner_text()) == ("hgfedcbahgfe", "")


def test_a_shorter_text_chooses_its_last_position(open_widget):
    page = open_widget(view(position=11))
    page.get_by_label("type letters").fill("abcd")
    assert state(page)["position"] == 3
    assert page.locator(".mha-text [aria-pressed=true]").inner_text() == "d"


def test_heads_can_be_switched_off_and_models_changed(open_widget):
    widget = view()
    page = open_widget(widget)
    page.get_by_role("button", name="head 1: on").click()
    said = compare(page, widget, TEXT, off=[1])
    assert page.get_by_role("button", name="head 1: off").get_attribute("aria-pressed") == "false"
    assert "head 1 is off" in page.locator(".mha-sentences").first.inner_text()
    two_back = [TEXT[i - 2] == LETTERS[said[i, 1]] for i in range(2, 12)]
    assert sum(two_back) < 8  # head 1 is the one that looks two back
    page.get_by_role("button", name="head 1: off").click()
    compare(page, widget, TEXT)
    page.get_by_role("radio", name="one head").check()
    settle(page)
    widget.model = 0
    compare(page, widget, TEXT)
    assert page.get_by_text("1,936 parameters either way").is_visible()
    assert not page.get_by_role("button", name="head 1").is_visible()


def test_letters_maps_and_keys_choose_a_position(open_widget):
    page = open_widget(view())
    page.get_by_role("button", name="c, position 4").click()
    assert state(page)["position"] == 4
    page.get_by_role("group", name="letters").focus()
    press_keys(page, "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")
    assert state(page)["position"] == 5
    press_keys(page, *["ArrowLeft"] * 9)
    assert state(page)["position"] == 0
    page.get_by_role("group", name="maps").focus()
    press_keys(page, *["ArrowDown"] * 14)
    assert state(page)["position"] == 11
    box = page.locator(".mha-large-maps .mha-picture").first.bounding_box()
    page.mouse.move(box["x"] + 9, box["y"] + 3.5 / 12 * box["height"])
    assert state(page)["position"] == 3
    marks = page.locator(".mha-large-maps .mha-mark").evaluate_all(
        "(all) => all.map((m) => m.style.top)"
    )
    assert marks == ["25%", "25%"]


@pytest.mark.slow
def test_arcs_cells_and_numbers_show_the_weights(open_widget):
    page = open_widget(view())
    for head, row in enumerate(head["weights"][8] for head in state(page)["heads"]):
        group = page.locator(".mha-letters svg").nth(head)
        thick = [float(path.get_attribute("stroke-width")) for path in group.locator("path").all()]
        assert thick == pytest.approx([1.2 + 9.8 * w for w in row if w >= 0.045], abs=0.006)
        cells = page.locator(".mha-letters .mha-letter-row").nth(head).locator(".mha-line span")
        assert cells.all_inner_texts() == [f"{w:.2f}"[1:] if w >= 0.005 else "" for w in row]
        filled = cells.evaluate_all(
            "(all) => all.map((c) => Number(getComputedStyle(c).backgroundColor"
            ".match(/[/,] ([\\d.]+)\\)$/)?.[1] ?? 0))"
        )
        assert filled == pytest.approx([w / 2 for w in row], abs=0.006)


# The arcs of each drawing: both ends and the highest point, in pixels; the drawing's edges.
ARCS = scripts.read("model_view_arcs")
MIDDLES = """(buttons) => buttons.map((button) => {
    const box = button.getBoundingClientRect();
    return box.x + box.width / 2;
})"""


@pytest.mark.slow
@pytest.mark.parametrize("position", [0, 11])
def test_arcs_join_letters_and_longer_ones_are_higher(open_widget, position):
    torch.manual_seed(0)
    page = open_widget(ModelView(TinyModel(8, 12, 2, n_heads=2), text=TEXT, position=position))
    middles = page.locator(".mha-text button").evaluate_all(MIDDLES)
    heads = state(page)["heads"]
    for head, drawing in enumerate(page.evaluate(ARCS)):
        left, top, right, bottom = drawing["edges"]
        unit = (right - left) / 12
        line, sky = (bottom, top) if head == 0 else (top, bottom)  # even heads above the letters
        drawn = [j for j, w in enumerate(heads[head]["weights"][position]) if w >= 0.045]
        assert len(drawn) > 8
        heights = {}
        for j, ((x0, y0), (x1, y1), (x, y)) in zip(drawn, drawing["arcs"], strict=True):
            assert [y0, y1] == pytest.approx([line, line], abs=1)
            if j == position:  # a loop over the letter itself
                assert (x0 + x1) / 2 == pytest.approx(middles[j], abs=2)
                assert 0.2 * unit < x1 - x0 < unit
                assert x == pytest.approx(middles[j], abs=2)
            else:
                assert [x0, x1] == pytest.approx([middles[j], middles[position]], abs=2)
            heights[abs(j - position)] = (y - line) / (sky - line)
        ordered = [height for _, height in sorted(heights.items())]
        assert ordered == sorted(ordered)
        assert ordered[0] > 0.25
        assert 0.9 < ordered[-1] <= 1
        assert len({round(height, 2) for height in ordered}) > 3


def test_screen_readers_read_the_largest_weight_first(open_widget):
    page = open_widget(view())
    for head, row in enumerate(head["weights"][8] for head in state(page)["heads"]):
        positions = sorted(range(len(row)), key=lambda j: -row[j])
        displayed = [f"“{TEXT[j]}” ({j}) with {row[j]:.2f}" for j in positions if row[j] >= 0.005]
        assert len(displayed) > 1
        heard = page.locator(".mha-letters .mha-letter-row").nth(head).locator(".mha-screen-reader")
        assert heard.text_content() == f"head {head} attends to {', '.join(displayed)}"


@pytest.mark.slow
def test_a_head_that_is_off_has_no_arcs_or_numbers(open_widget):
    page = open_widget(view(off=(0,)))
    looks = page.locator(".mha-letters .mha-letter-row")
    assert looks.locator(".mha-row-title").all_inner_texts() == [
        "head 0 is off",
        "head 1 attends to",
    ]
    assert looks.nth(0).locator(".mha-line").inner_text().strip() == ""
    assert page.locator(".mha-letters svg").nth(0).locator("path").count() == 0
    assert page.locator(".mha-letters svg").nth(1).locator("path").count() > 0
    faint = "(all) => all.map((node) => getComputedStyle(node).opacity < 1)"
    maps = page.locator(".mha-large-maps .mha-map")
    for numbers_of_a_head in (looks.locator(".mha-line"), maps.locator("> :not(figcaption)")):
        assert numbers_of_a_head.evaluate_all(faint) == [True, False]
    for name in (looks.locator(".mha-row-title"), maps.locator("figcaption")):  # to be read
        assert name.evaluate_all(faint) == [False, False]


def test_with_no_head_on_only_the_bias_answers(open_widget):
    widget = view()
    page = open_widget(widget)
    said = page.locator(".mha-sentences").first
    page.get_by_role("button", name="head 0: on").click()
    assert "the bias alone" not in said.inner_text()
    page.get_by_role("button", name="head 1: on").click()
    compare(page, widget, TEXT, off=[0, 1])
    one, two = (LETTERS[k] for k in torch.tensor(widget.models[1]["bias"]).view(2, 8).argmax(dim=1))
    assert (one, two) != ("h", "b")
    assert said.inner_text() == (
        "From “a” (8): head 0 is off; head 1 is off. "
        f"One back it says “{one}”, wrong; two back it says “{two}”, wrong. "
        "No head is on: the bias alone answers, the same at every position."
    )
    assert chips(page)[1][8] == f"{two}✗"
    page.get_by_role("button", name=f"{two} two back").click()
    settle(page)
    assert source(page) == f"Nothing that it attends to raises “{two}” two back."
    rows = page.locator(".mha-trace tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    bias = torch.tensor(widget.models[1]["bias"])[8:]
    own = short((bias[LETTERS.index(two)] - bias.mean()).item())
    assert rows == [["bias", "", own], ["sum", "", own]]
    page.get_by_role("button", name="head 1: off").click()
    page.get_by_role("button", name="b two back").click()
    settle(page)
    assert source(page) == "“b” two back comes mainly from “b” (6), through head 1."


@pytest.mark.slow
def test_letters_beyond_the_text_are_not_shown_and_the_chosen_one_is_pressed(open_widget):
    page = open_widget(view(text="gbadc", position=3))
    buttons = page.locator(".mha-text button")
    assert buttons.count() == 12
    shown = page.locator(".mha-text button:visible")
    assert shown.all_inner_texts() == [*"gbadc"]
    pressed = shown.evaluate_all("(all) => all.map((b) => b.getAttribute('aria-pressed'))")
    assert pressed == ["false"] * 3 + ["true", "false"]
    names = shown.evaluate_all("(all) => all.map((b) => b.getAttribute('aria-label'))")
    assert names == [f"{letter}, position {i}" for i, letter in enumerate("gbadc")]
    for head, one in enumerate(state(page)["heads"]):
        displayed = page.locator(".mha-letters .mha-letter-row").nth(head).locator(".mha-line span")
        row = [f"{w:.2f}"[1:] if w >= 0.005 else "" for w in one["weights"][3]]
        assert displayed.all_inner_texts() == [*row, *[""] * 7]


@pytest.mark.slow
def test_arcs_that_do_not_raise_the_answer_fade(open_widget):
    torch.manual_seed(0)
    page = open_widget(ModelView(TinyModel(8, 12, 2, n_heads=2), text=TEXT, position=5))
    assert page.locator(".mha-letters .mha-faded").count() == 0
    seen = set()
    for guess in page.locator(".mha-guesses button").all():
        guess.click()
        settle(page)
        for head, own in enumerate(state(page)["heads"]):
            lit = page.locator(".mha-letters .mha-letter-row").nth(head).locator(".mha-line span")
            lit = lit.evaluate_all(
                "(all) => all.map((c) => c.classList.contains('mha-highlighted'))"
            )
            paths = page.locator(".mha-letters svg").nth(head).locator("path")
            faint = paths.evaluate_all("(all) => all.map((p) => getComputedStyle(p).opacity < 1)")
            drawn = [j for j, w in enumerate(own["weights"][5]) if w >= 0.045]
            assert faint == [any(lit) and not lit[j] for j in drawn]
            seen.add(sum(lit))
    assert {0, 1, 2} <= seen


@pytest.mark.slow
def test_the_tab_key_reaches_groups_and_buttons_but_no_letter(open_widget):
    page = open_widget(view())
    reached = []
    for _ in range(15):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.ariaLabel"))
    names = [
        "letters; arrow left and right choose a position",
        "maps; arrow up and down choose a position",
    ]
    at = [reached.index(name) for name in names]
    assert at == sorted(at)
    assert at[1] - at[0] == 1 + 6 + 1  # six guesses and the choice of a view
    assert not any(name and ", position " in name for name in reached)


def source(page):
    """The sentences about the traced answer."""
    return page.locator(".mha-trace-panel .mha-sentences").inner_text()


def test_an_answer_shows_where_it_came_from(open_widget):
    page = open_widget(view())
    assert page.get_by_text("Choose an answer:").is_visible()
    assert not page.get_by_text("What raises this answer").is_visible()
    guess = page.get_by_role("button", name="b two back")
    guess.focus()
    press_keys(page, "Enter")
    assert guess.get_attribute("aria-pressed") == "true"
    assert page.locator(".mha-guesses [aria-pressed=true]").count() == 1
    assert page.locator(".mha-title").inner_text() == (
        "What raises this answer, compared with the mean of all letters: weight times value, "
        "through W_O and the readout"
    )
    rows = page.locator(".mha-trace tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    assert rows[0][0] == "head 1, from “b” (6)"  # two back of position 8
    assert [name for name, *_ in rows[-2:]] == ["bias", "sum"]
    parts = [float(row[2].replace("−", "-")) for row in rows]
    assert sum(parts[:-1]) == pytest.approx(parts[-1], abs=0.03)
    lit = page.locator(".mha-letters .mha-highlighted")
    assert lit.count() == 1
    assert lit.inner_text() == f"{state(page)['heads'][1]['weights'][8][6]:.2f}"[1:]
    assert source(page) == "“b” two back comes mainly from “b” (6), through head 1."
    page.locator(".mha-answers .mha-line").nth(0).locator("span").nth(4).click()
    shown = state(page)
    assert (shown["position"], shown["answer"]) == (4, LETTERS.index("d"))
    page.get_by_role("button", name="f, position 5").click()
    assert state(page)["answer"] == -1


@pytest.mark.slow
def test_every_number_can_be_asked_about(open_widget):
    page = open_widget(view(view="every number"))
    said = page.locator(".mha-reason .mha-sentences")
    best = max(range(12), key=lambda j: state(page)["heads"][0]["weights"][8][j])
    assert said.inner_text().startswith(f"The score of “a” (8) for “{TEXT[best]}” ({best}) in")
    stages = page.locator(".mha-flow .mha-picture")
    names = ["x", *["Q", "K", "V", "scores", "weights", "average", "written"] * 2]
    names += ["sum", "logits", "answers"]
    assert stages.count() == len(names)
    for i, stage in list(enumerate(names))[::4]:
        stages.nth(i).focus()
        press_keys(page, "ArrowRight", "ArrowLeft")
        asked = state(page)["asked"]
        assert asked["stage"] == stage
        gives = page.locator(".mha-reason tr").last.locator("td").last.inner_text()
        assert gives in said.inner_text()
        assert stages.nth(i).locator(".mha-asked").count() == 1
        assert page.locator(".mha-asked").count() == 1
    for key, position in (("ArrowUp", 7), ("ArrowDown", 8)):
        press_keys(page, key)
        assert state(page)["asked"]["row"] == state(page)["position"] == position


def test_a_number_frames_its_source_rows(open_widget):
    page = open_widget(view(view="every number"))
    page.locator(".mha-heads .mha-head-panel").nth(1).locator(".mha-picture").nth(3).click(
        position={"x": 30, "y": 4}
    )
    asked = state(page)["asked"]
    assert (asked["stage"], asked["index"], asked["row"]) == ("scores", 1, 0)
    assert asked["column"] > 0
    framed = page.locator(".mha-source").evaluate_all(
        """(boxes) => boxes.map((box) => [
            box.closest(".mha-head-panel").querySelector(".mha-row-title").textContent,
            box.closest("figure").querySelector("figcaption").textContent, box.style.inset])"""
    )
    assert [box[:2] for box in framed] == [["head 1", "Q = x W_Q"], ["head 1", "K = x W_K"]]
    assert framed[0][2].startswith("0% 0% 91.6")
    top = float(framed[1][2].split("%")[0])
    assert top == pytest.approx(100 * asked["column"] / 12, abs=0.01)


OF_A_HEAD = ["Q", "K", "V", "scores", "weights", "average", "written"]
STAGES = ["x", *OF_A_HEAD, *OF_A_HEAD, "sum", "logits", "answers"]
OF_WHICH = [0, *[0] * 7, *[1] * 7, 0, 0, 0]  # as a number that is asked calls its head


def small(n_heads=2, seed=0, **sizes):
    """Learned tokens of width 7 and heads of width 6, which cannot be confused; small numbers."""
    torch.manual_seed(seed)
    model = TinyModel(8, 12, 2, n_heads=n_heads, **{"d_model": 7, "d_head": 6} | sizes)
    return model.requires_grad_(False)


def stage_numbers(run, stage, head=0):
    once = run["sums"][0] if stage == "sum" else run.get(stage)
    return torch.tensor(run["heads"][head][stage] if stage in OF_A_HEAD else once).double()


def compare_colors(canvas, numbers, limit=None):
    """From 0 to 1; with a limit the diverging map, as far as that on both sides of 0."""
    at, colors = (numbers, None) if limit is None else ((numbers / limit + 1) / 2, SIGNED)
    assert_painted(canvas, at, colors)


def test_every_stage_is_drawn_in_one_scale_for_all_heads(open_widget):
    model = small()
    model.layers[0].W_Q[:, 6:] *= 3  # head 1's queries are larger than head 0's
    page = open_widget(ModelView(model, text="gbadc", position=3, view="every number"))
    run, canvases = state(page), page.locator(".mha-flow canvas")
    assert canvases.count() == len(STAGES)
    for i, (stage, head) in enumerate(zip(STAGES, OF_WHICH, strict=True)):
        own = stage_numbers(run, stage, head)
        both = torch.stack([stage_numbers(run, stage, h) for h in (0, 1)])
        bounded = stage in ("weights", "answers")
        compare_colors(canvases.nth(i), own, None if bounded else both.abs().max())
    columns = page.locator(".mha-flow .mha-map").first.locator(".mha-cols span")
    assert columns.all_text_contents() == [*"0123456"]  # of tokens that were learned


@pytest.mark.slow
def test_a_stage_of_zeros_is_drawn_as_0(open_widget):
    page = open_widget(view(off=(0, 1), view="every number"))
    for i in (7, 14):  # what the heads write
        compare_colors(page.locator(".mha-flow canvas").nth(i), torch.zeros(12, 20), limit=1)


@pytest.mark.slow
def test_rows_and_columns_of_every_stage_are_named(open_widget):
    page = open_widget(view(model=1, view="every number"), width=1600)
    letters, width, own = [*TEXT], [str(i) for i in range(20)], [str(i) for i in range(10)]
    of_a_head = [own, own, own, letters, letters, own, width]
    tokens = [*LETTERS, *(str(i) for i in range(12))]
    wanted = [tokens, *of_a_head, *of_a_head, width, [*LETTERS] * 2, [*LETTERS] * 2]
    maps = page.locator(".mha-flow .mha-map")
    texts = "(map) => ['rows', 'cols'].map((s) => [...map.querySelectorAll(`.mha-${s} span`)]"
    for i, columns in enumerate(wanted):
        rows, named = maps.nth(i).evaluate(f"{texts}.map((label) => label.textContent))")
        assert (rows, named) == (letters, columns)
    titles = page.locator(".mha-flow .mha-picture").evaluate_all(
        "(all) => all.map((m) => m.ariaLabel)"
    )
    assert titles[0] == "x: letter and position; arrow keys choose a number"
    assert titles[12] == "weights: softmax of head 1; arrow keys choose a number"
    assert titles[15] == "sum of the heads; arrow keys choose a number"


# Each frame: its map and head; its top, right, bottom and left in cells; and its style.
FRAMED = scripts.read("model_view_framed")


def ask(page, number, row, column):
    """Clicks a number of a stage."""
    picture = page.locator(".mha-flow .mha-picture").nth(number)
    picture.evaluate(
        """(picture, [row, column]) => {
        const { width, height } = picture.querySelector("canvas");
        const box = picture.getBoundingClientRect();
        const clientX = box.x + ((column + 0.5) * box.width) / width;
        const clientY = box.y + ((row + 0.5) * box.height) / height;
        picture.dispatchEvent(new PointerEvent("pointerdown", { clientX, clientY }));
    }""",
        [row, column],
    )
    settle(page)


SOURCES = {  # of number (5, 2): stages, and their rows; None for a column
    "x": {},
    "Q": {"x": 5},
    "K": {"x": 5},
    "V": {"x": 5},
    "scores": {"Q": 5, "K": 2},
    "weights": {"scores": 5},
    "average": {"weights": 5, "V": None},
    "written": {"average": 5},
    "sum": {"written": 5},
    "logits": {"sum": 5},
    "answers": {"logits": 5},
}


@pytest.mark.slow
def test_only_the_asked_number_and_its_sources_are_framed(open_widget):
    page = open_widget(ModelView(small(), text=TEXT, position=3, view="every number"), width=1600)
    columns = [
        canvas["shape"][1]
        for canvas in page.locator(".mha-flow canvas").evaluate_all(f"(all) => all.map({PIXELS})")
    ]
    for i, (stage, head) in enumerate(zip(STAGES, OF_WHICH, strict=True)):
        ask(page, i, 5, 2)
        assert state(page)["asked"] == {"stage": stage, "index": head, "row": 5, "column": 2}
        wanted = [[i, 5, 2, 1, 1, "mha-asked"]]
        for j, (source, its) in enumerate(zip(STAGES, OF_WHICH, strict=True)):
            if source in SOURCES[stage] and (
                source not in OF_A_HEAD or its == head or stage == "sum"
            ):
                row = SOURCES[stage][source]
                position = [0, 2, 12, 1] if row is None else [row, 0, 1, columns[j]]
                wanted.append([j, *position, "mha-source"])
        assert sorted(page.evaluate(FRAMED)) == sorted(wanted)


def reason(page):
    rows = page.locator(".mha-reason tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    return page.locator(".mha-reason .mha-sentences").inner_text(), rows


def test_arrow_keys_move_between_numbers_and_stop_at_the_edges(open_widget):
    page = open_widget(ModelView(small(), text="gbadc", position=3, view="every number"))

    def walk(number, *keys):
        page.locator(".mha-flow .mha-picture").nth(number).focus()
        press_keys(page, *keys)
        asked = state(page)["asked"]
        return asked["row"], asked["column"]

    assert walk(1, "ArrowRight") == (3, 1)  # from the chosen position's first number
    assert walk(1, "ArrowDown", "ArrowRight") == (4, 2)
    assert walk(1, "ArrowDown") == (4, 2)
    assert walk(1, *["ArrowLeft"] * 4, "ArrowUp") == (3, 0)
    assert walk(1, *["ArrowUp"] * 5, *["ArrowRight"] * 8) == (0, 5)
    assert walk(15, "ArrowRight") == (0, 1)


@pytest.mark.slow
def test_a_hovering_or_outside_pointer_asks_nothing(open_widget):
    page = open_widget(view(view="every number"))
    before = state(page)["asked"]
    page.locator(".mha-flow .mha-picture").first.hover()
    assert state(page)["asked"] == before
    for row, column in ((5, 10), (5, -1), (12, 2), (-1, 2)):  # beyond the edges of Q
        ask(page, 1, row, column)
        assert state(page)["asked"] == before


@pytest.mark.slow
def test_a_number_that_no_longer_exists_is_not_asked_about(open_widget):
    page = open_widget(view(model=0, view="every number"))
    first = state(page)["asked"]
    assert (first["stage"], first["index"], first["row"]) == ("scores", 0, 8)
    page.locator(".mha-flow .mha-picture").nth(1).focus()
    press_keys(page, *["ArrowRight"] * 15)
    assert state(page)["asked"] == {"stage": "Q", "index": 0, "row": 8, "column": 15}
    page.get_by_role("radio", name="two heads").check()  # whose queries have ten numbers
    asked = state(page)["asked"]
    assert (asked["stage"], asked["index"], asked["row"]) == ("scores", 0, 8)
    ask(page, 12, 8, 11)
    page.get_by_label("type letters").fill("gbadcfbhaeg")  # eleven letters: no column 11
    assert state(page)["asked"]["stage"] == "scores"
    ask(page, 12, 8, 10)
    page.get_by_label("type letters").fill("hhhhhhhhhhh")
    assert state(page)["asked"] == {"stage": "weights", "index": 1, "row": 8, "column": 10}
    page.get_by_role("radio", name="one head").check()  # which has no head 1
    assert state(page)["asked"]["index"] == 0
    ask(page, 0, 8, 19)
    page.get_by_label("type letters").fill("abc")  # x has as many columns as ever
    assert state(page)["asked"] == {"stage": "x", "index": 0, "row": 2, "column": 19}
    page.get_by_label("type letters").fill("a")
    assert state(page)["asked"] == {"stage": "x", "index": 0, "row": 0, "column": 19}


def percent(share):
    if 0 < share < 0.01:
        return "below 1%"
    return "above 99%" if 0.99 < share < 1 else f"{round(100 * share)}%"


BARS = """(all) => all.map((bar) => [
    bar.className, bar.clientWidth / bar.parentElement.clientWidth])"""


@pytest.mark.parametrize(("trained", "position"), [(False, 1), (True, 2)])
def test_the_three_best_guesses_are_shown_with_their_probabilities(open_widget, trained, position):
    model = MODELS["two heads"] if trained else small(n_heads=1)
    page = open_widget(ModelView(model, text=TEXT, position=position))
    shares = torch.tensor(state(page)["answers"][position]).unflatten(0, (2, 8))
    panels = page.locator(".mha-guesses > div")
    for k, (question, back) in enumerate(TASKS["two_letters"].questions.items()):
        right = TEXT[position - back] if position >= 2 else None
        is_right = f" is “{right}”" if right else ""
        title = panels.nth(k).locator("p").inner_text()
        assert title == f"the letter {question}{is_right}; the model says"
        best = shares[k].argsort(descending=True)[:3].tolist()
        displayed = panels.nth(k).locator("button").all()
        assert len(displayed) == 3
        widths = panels.nth(k).locator("button div").evaluate_all(BARS)
        for guess, button, (kind, width) in zip(best, displayed, widths, strict=True):
            letter, share = LETTERS[guess], percent(shares[k, guess].item())
            tick = " ✓" if letter == right else ""
            assert (
                button.get_attribute("aria-label")
                == f"{letter} {question}, {share}{tick}; where from?"
            )
            assert "".join(button.inner_text().split("\n")) == f"{letter}{share}{tick}"
            assert width == pytest.approx(shares[k, guess].item(), abs=0.01)
            wanted = (
                "mha-unasked" if not right else "mha-right-answer" if tick else "mha-wrong-answer"
            )
            assert kind == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "width", "deep"), [("mouse", 1280, True), ("touch", 390, True), ("keys", 360, False)]
)
def test_choosing_an_answer_moves_no_answer(open_widget, width, how, deep):
    wanted = (
        {"text": "mjacpmjacpmjacpmjac", "position": 15} if deep else {"text": TEXT, "position": 8}
    )
    models = (load("repeats"), "repeats") if deep else (MODELS,)
    page = open_widget(
        ModelView(*models, model=0 if deep else 1, **wanted), width=width, has_touch=how == "touch"
    )
    guesses = page.locator(".mha-guesses button")
    guesses.first.scroll_into_view_if_needed()
    before = [guess.bounding_box() for guess in guesses.all()]
    for guess in guesses.all():
        if how == "mouse":
            guess.click()
        elif how == "touch":
            guess.tap()
        else:
            guess.press("Enter")
        assert state(page)["answer"] == int(guess.get_attribute("data-answer"))
        assert page.locator(".mha-trace").is_visible()
        assert [guess.bounding_box() for guess in guesses.all()] == before


def lit_chips(page):
    settle(page)
    return page.locator(".mha-answers .mha-line").evaluate_all(
        """(lines) => lines.map((line) => [...line.children].flatMap(
            (chip, i) => (chip.classList.contains("mha-highlighted") ? [i] : [])))"""
    )


@pytest.mark.slow
def test_the_chips_of_the_chosen_position_or_of_the_trace_are_lit(open_widget):
    page = open_widget(view(position=3))
    assert lit_chips(page) == [[3], [3]]
    guess = page.get_by_role("button", name="a one back")  # answer 0
    guess.click()
    assert state(page)["answer"] == 0
    assert lit_chips(page) == [[3], []]
    assert page.locator(".mha-trace").is_visible()
    assert page.locator(".mha-title").is_visible()
    assert not page.get_by_text("Choose an answer:").is_visible()
    assert source(page) == "“a” one back comes mainly from “a” (2), through head 0."
    page.locator(".mha-answers .mha-line").nth(1).locator("span").nth(4).click()
    assert state(page)["answer"] == 8 + LETTERS.index("a")
    assert lit_chips(page) == [[], [4]]
    page.locator(".mha-answers .mha-line").nth(1).locator("span").nth(1).click()
    assert state(page)["position"] == 4  # nothing is asked at position 1
    page.get_by_role("button", name="b, position 1").click()
    assert lit_chips(page) == [[], []]


def short(x):
    return f"{x:.2f}".replace("-", "−")


@pytest.mark.slow
def test_the_choice_and_trace_stay_until_changed(open_widget):
    page = open_widget(view(position=11))
    page.get_by_role("button", name="g one back").click()
    traced = LETTERS.index("g")
    assert state(page)["answer"] == traced
    page.get_by_role("button", name="d, position 11").click()  # chosen already
    assert state(page)["answer"] == traced
    page.get_by_role("group", name="letters").focus()
    press_keys(page, "ArrowRight")  # there is nothing there
    assert (state(page)["position"], state(page)["answer"]) == (11, traced)
    page.get_by_role("button", name="head 1: on").click()
    assert state(page)["answer"] == -1  # the evidence for it may be gone
    page.get_by_role("button", name="head 1: off").click()
    page.locator(".mha-guesses button").first.click()
    assert state(page)["answer"] >= 0
    page.get_by_label("type letters").fill("gbadcfbhaegg")
    assert state(page)["answer"] == -1
    page.locator(".mha-guesses button").first.click()
    assert state(page)["answer"] >= 0
    page.get_by_role("radio", name="one head").check()
    assert state(page)["answer"] == -1
    page.get_by_role("radio", name="two heads").check()  # all of whose heads are on again
    settle(page)
    assert page.get_by_role("button", name="head 1: on").is_visible()
    page.get_by_role("button", name="g, position 0").click()
    page.locator(".mha-guesses button").first.click()
    page.mouse.move(0, 0)  # for what comes to lie under it is pointed at
    page.get_by_role("group", name="letters").focus()
    press_keys(page, "ArrowLeft")
    assert state(page)["answer"] >= 0
    press_keys(page, "ArrowRight")
    assert (state(page)["position"], state(page)["answer"]) == (1, -1)
    press_keys(page, "ArrowLeft")
    assert state(page)["position"] == 0


@pytest.mark.slow
def test_models_and_parameter_counts_are_shown_if_there_are_several(open_widget):
    wide = small(d_head=9)
    n = f"{sum(p.numel() for p in small().parameters())} parameters"
    for models, displayed in (
        (small(), n),
        ({"a": small(), "b": small()}, f"{n} either way"),
        ({"a": small(), "b": wide, "c": wide}, n),
    ):
        page = open_widget(ModelView(models, text=TEXT))
        assert page.locator(".mha-count").inner_text() == displayed
        choices = page.locator("legend").all_inner_texts()
        assert choices == (["model", "show"] if isinstance(models, dict) else ["show"])
        assert page.get_by_label("type letters, a to h:").is_visible()


def test_maps_are_the_weights_of_every_letter_and_give_way_to_every_number(open_widget):
    page = open_widget(view())
    for head, one in enumerate(state(page)["heads"]):
        compare_colors(
            page.locator(".mha-large-maps canvas").nth(head), torch.tensor(one["weights"])
        )
    titles = page.locator(".mha-large-maps figcaption").all_inner_texts()
    assert titles == [f"head {h}: what every letter attends to" for h in (0, 1)]
    maps, numbers_view = page.locator(".mha-large-maps"), page.locator(".mha-flow").first
    for name in ("every number", "attention"):
        page.get_by_role("radio", name=name).check()
        settle(page)
        assert maps.is_visible() == (name == "attention")
        assert numbers_view.is_visible() == (name == "every number")
