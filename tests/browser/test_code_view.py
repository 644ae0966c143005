"""CodeView in a page: it loads its model when asked, and draws what its numbers say."""

import math

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book import code_model
from mha_lib.widgets import CodeView, code_view
from tests.browser.conftest import PAGE
from tests.browser.pages import assert_painted, press_keys, settle, state
from tests.browser.spoken import listen
from tests.helpers import javascript, scripts
from tests.js.code_view.test_js_code_model import rounded
from tests.widgets.test_widgets_code_view import TEXT, file_of, make, small

LONG = "for me in self:\n    return self.at(me, self)\n" + "turn" * 8


def percent(share):
    if 0 < share < 0.01:
        return "below 1%"
    return "above 99%" if 0.99 < share < 1 else f"{round(100 * share)}%"


def short(x):
    return f"{x:.2f}".replace("-0.00", "0.00").replace("-", "−")


# How the model is loaded into a page, and what the page says if that fails.


@pytest.fixture
def open_bare(open_context, tmp_path):
    """A page without a model inside, and, if wanted, with the script next to it."""

    def open_bare(*widgets, script=True, fragment="", content_root="", **options):
        folder = tmp_path / content_root.replace("../", "deeper/")
        folder.mkdir(exist_ok=True)
        if script:
            models = tmp_path / "_static" / "models"
            models.mkdir(parents=True, exist_ok=True)
            name = widgets[0].model["hash"]
            (models / f"{name}.js").write_text(code_view.as_script(file_of(widgets[0])))
        body = "\n".join(widget.html() for widget in widgets)
        page = PAGE.format(theme="light", body=body)
        if content_root:
            page = page.replace("<html", f'<html data-content_root="{content_root}"')
        (folder / "page.html").write_text(page, encoding="utf-8")
        page = open_context(**options).new_page()
        page.add_init_script(
            """window.loads = 0;
            new MutationObserver((all) => {
                for (const { addedNodes } of all)
                    for (const node of addedNodes) loads += Number(/models/.test(node.src ?? ""));
            }).observe(document, { childList: true, subtree: true });"""
        )
        page.goto(f"{(folder / 'page.html').as_uri()}{fragment}")
        page.wait_for_function(
            "(n) => document.querySelectorAll('.mha').length === n", arg=len(widgets)
        )
        settle(page)
        return page

    return open_bare


def wait_for_model(page, which=0):
    page.locator(".mha").nth(which).locator(".mha-chips button").first.wait_for()
    settle(page)


def loads(page):
    return page.evaluate("() => loads")


def test_nothing_is_loaded_until_the_button_is_pressed(open_bare, axe):
    page = open_bare(make())
    assert not axe(page)
    assert (loads(page), state(page)) == (0, {"loaded": False})
    assert page.get_by_label("type Python").input_value() == TEXT
    size = f"{len(file_of(make())) / 1000:.1f} kB"
    button = page.get_by_role("button", name=f"Load the model: {size}, once", exact=True)
    heard = listen(page)
    button.press("Enter")
    wait_for_model(page)
    assert state(page)["loaded"]
    assert loads(page) == 1
    assert heard()[-1].startswith("Next: ")
    assert not button.is_visible()
    assert page.evaluate("() => document.activeElement.localName") == "textarea"


@pytest.mark.slow
def test_the_size_of_the_stored_model_is_shown(open_bare):
    page = open_bare(CodeView(), script=False)
    size = round(len(code_model.STORED.read_bytes()) / 1000)
    assert page.get_by_role("button", name=f"Load the model: {size} kB, once").is_visible()


def type_a_letter(page):
    page.get_by_label("type Python").press_sequentially("x")


def choose_the_first_example(page):
    page.get_by_label("example").select_option("1")


@pytest.mark.slow
@pytest.mark.parametrize("act", [type_a_letter, choose_the_first_example])
def test_typing_and_examples_also_load_the_model(open_bare, act):
    page = open_bare(make())
    act(page)
    wait_for_model(page)
    shown = state(page)
    assert "".join(shown["words"]) == page.get_by_label("type Python").input_value() != TEXT


def test_a_link_loads_the_model_and_shows_its_state(open_bare):
    page = open_bare(make())
    name = page.locator("[data-mha-link]").get_attribute("data-mha-link")
    moment = f"#{name}?text=self.self&position=1&head=2&off=0&mlps_off="
    again = open_bare(make(), fragment=moment)
    wait_for_model(again)
    shown = state(again)
    assert (shown["words"], shown["position"], shown["head"]) == (["self", ".", "self"], 1, 2)
    assert shown["loss"] != shown["loss_now"]
    page.evaluate("(moment) => (location.hash = moment)", moment)  # in a page that is there
    wait_for_model(page)
    assert state(page) == shown


@pytest.mark.slow
def test_several_widgets_load_the_model_once_even_in_a_subfolder(open_bare):
    page = open_bare(make(), make(head=1), make(head=2), content_root="../")
    page.evaluate(
        "() => [...document.querySelectorAll('.mha-load button')].slice(0, 2).map((b) => b.click())"
    )
    for i in (0, 1):
        wait_for_model(page, i)
    page.get_by_role("button", name="Load the model").click()  # of the third
    wait_for_model(page, 2)
    assert loads(page) == 1
    once = "() => Object.values(globalThis.bookModelsRead).length"
    assert page.evaluate(once) == 1


def test_a_missing_model_is_reported(open_bare, problems):
    page = open_bare(make(), script=False)
    page.get_by_role("button", name="Load the model").click()
    page.get_by_text(
        "The model could not be loaded here. It runs in the built book, and in a notebook whose "
        "kernel runs.",
        exact=True,
    ).wait_for()
    type_a_letter(page)  # does not ask again
    settle(page)
    assert loads(page) == 1
    page.get_by_role("button", name="Load the model").click()
    page.get_by_text("could not be loaded").wait_for()
    assert loads(page) == 2
    assert problems  # that the script is missing
    problems.clear()
    assert page.get_by_role("button", name="Load the model").is_visible()
    assert page.locator(".mha-chips").is_hidden()


def test_the_kernel_sends_the_model(open_context):
    widget = make()
    page = open_context().new_page()
    page.set_content("<main></main>")
    page.evaluate(
        """async ([module, state]) => {
            const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
            const { default: widget } = await import(url);
            const heard = new Map();
            window.sent = [];
            window.fire = (event, ...rest) => heard.get(event)?.forEach((hear) => hear(...rest));
            const model = {
                get: (name) => state[name],
                set: (name, value) => { state[name] = value; fire(`change:${name}`); },
                on: (event, hear) => heard.set(event, [...heard.get(event) ?? [], hear]),
                off: (event, hear) =>
                    heard.set(event, heard.get(event).filter((other) => other !== hear)),
                save_changes: () => {},
                send: (message) => sent.push(message),
            };
            widget.render({ model, el: document.querySelector("main") });
        }""",
        [widget._esm, widget.state()],
    )
    page.get_by_role("button", name="Load the model").click()
    page.get_by_text("loading …", exact=True).wait_for()
    answers = []
    widget.send = answers.append
    for content in page.evaluate("() => sent"):
        data = {"method": "custom", "content": content}
        widget._handle_msg({"content": {"data": data}, "buffers": []})
    (answer,) = answers
    page.evaluate("(m) => { fire('msg:custom', { other: 1 }, []); fire('msg:custom', m, []); }",
                  answer)  # fmt: skip
    wait_for_model(page)
    assert state(page)["words"] == small().words(small().tokens(TEXT))


# What it draws.


@torch.no_grad()
def in_torch(text, position, off=(), mlps=()):
    model = rounded("small")
    model = code_model.without_parts(
        model, heads=[divmod(head, 2) for head in off], mlps=list(mlps)
    )
    logits, weights = model(model.tokens(text)[None])
    return logits[0, position].softmax(dim=-1), torch.cat(weights, dim=1)[0]


def test_every_part_shows_what_torch_computes(open_widget):
    page = open_widget(make(head=2, off=(1,)))
    shown = state(page)
    probabilities, weights = in_torch(TEXT, 4, off=[1])
    double = torch.float64
    assert_close(torch.tensor(shown["weights"], dtype=double), weights, rtol=0, atol=1e-4)
    assert_close(
        torch.tensor(shown["probabilities"], dtype=double), probabilities, rtol=0, atol=1e-4
    )
    assert_close(torch.tensor(shown["before"], dtype=double), in_torch(TEXT, 4)[0],
                 rtol=0, atol=1e-4)  # fmt: skip
    signs = "return words.map(m.showWord);"
    words = javascript.run("token_words.js", signs, words=small().words(range(280)))

    def quoted(token):
        return f"“{words[token]}”"

    best = probabilities.argsort(descending=True).tolist()
    came = small().tokens(TEXT)[5].item()
    listed = best[:8] + ([came] if came not in best[:8] else [])
    lines = page.locator(".mha-next tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    )
    for token, (name, _, share, was) in zip(listed, lines, strict=True):
        far = f"\nnumber {best.index(token) + 1}" if token not in best[:8] else ""
        assert name == quoted(token) + (" ✓" if token == came else "") + far
        assert share == percent(shown["probabilities"][token])
        assert was == f"was {percent(shown['before'][token])}"
    bars = page.locator(".mha-next .mha-rail").evaluate_all(
        """(rails) => rails.map((rail) => [...rail.children].map((part) => [
            parseFloat(part.style.getPropertyValue("--mha-fill")) / 100,
            part.getBoundingClientRect().width / rail.clientWidth]))"""
    )
    for token, (now, before) in zip(listed, bars, strict=True):
        for (meant, wide), share in ((now, shown["probabilities"]), (before, shown["before"])):
            assert meant == pytest.approx(share[token], abs=1e-9)
            assert wide == pytest.approx(meant, abs=0.045)  # a line is as wide as it is thick

    rows = page.locator(".mha-parts tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    parts = sorted(shown["parts"], key=lambda part: -part["weight"])[:6]
    tokens = small().tokens(TEXT).tolist()
    assert rows == [
        [quoted(tokens[part["key"]]), str(4 - part["key"])]
        + [short(part[what]) for what in ("match", "distance", "score", "weight")]
        for part in parts
    ]
    said = [
        f"From {quoted(tokens[4])} (4), layer 1, head 0 attends most to ",
        f"Loss on this text, in nats a token: {shown['loss']:.2f} with all on, "
        f"{shown['loss_now']:.2f} without layer 0, head 1.",
    ]
    for say, start in zip(page.locator(".mha-sentences").all(), said, strict=True):
        assert say.inner_text().startswith(start)
    assert f"log 280 = {math.log(280):.2f} is a blind guess." in page.locator(".mha").inner_text()


def test_thumbnails_and_chips_show_the_weights_and_the_chosen_row(open_widget):
    page = open_widget(make())
    shown = state(page)
    for canvas, weights in zip(page.locator(".mha-thumb canvas").all(), shown["weights"],
                               strict=True):  # fmt: skip
        assert_painted(canvas, weights)
    n = len(shown["tokens"])
    where = "(all) => all.map((mark) => [mark.style.top, mark.style.height].map(parseFloat))"
    for top, height in page.locator(".mha-thumb .mha-mark").evaluate_all(where):
        assert [top, height] == pytest.approx([100 * 4 / n, 100 / n], abs=1e-3)
    look = """(all) => all.map((chip) => [
        Number(chip.style.getPropertyValue("--mha-fill")), chip.classList.contains("mha-later"),
        chip.ariaPressed])"""
    chips = page.locator(".mha-chips button").evaluate_all(look)
    assert [share for share, *_ in chips] == pytest.approx(shown["weights"][0][4], abs=1e-6)
    assert [rest for _, *rest in chips] == [[i > 4, str(i == 4).lower()] for i in range(n)]


@pytest.mark.slow
def test_tokens_are_laid_out_as_code_with_symbols_for_invisible_characters(open_widget):
    page = open_widget(make(text="def f(self):\n    at(\n\n\n  é"))
    lines = page.locator(".mha-chips > div > div").evaluate_all(
        "(lines) => lines.map((line) => [...line.children].map((chip) => chip.textContent))"
    )
    assert ["".join(line) for line in lines] == ["def·f(self):↵··", "··at(↵", "↵", "↵", "··��"]
    left = page.locator(".mha-chips > div > div > :first-child").evaluate_all(
        "(chips) => chips.map((chip) => chip.getBoundingClientRect().x)"
    )
    assert left[0] == left[2] == left[3] == left[4] < left[1]  # set in by the spaces after ↵
    names = page.locator(".mha-chips button").evaluate_all("(all) => all.map((b) => b.ariaLabel)")
    assert names[0] == "def, position 0"
    assert "newline, 2 spaces, position 6" in names


ARC_ENDS = scripts.read("code_view_arc_ends")


def check_arcs(page):
    shown = state(page)
    row, position = shown["weights"][shown["head"]][shown["position"]], shown["position"]
    wanted = sorted((j for j, w in enumerate(row) if w >= 0.1), key=lambda j: -row[j])[:6]
    boxes, arcs = page.evaluate(ARC_ENDS)
    x, top, _ = boxes[position]
    for j, ((x0, y0, x1, y1), thick) in zip(wanted, arcs, strict=True):
        assert thick == pytest.approx(1.5 + 5 * row[j], abs=0.01)
        to, ceiling, floor = boxes[j]
        above = ceiling < top - 1
        if j == position:
            assert (x0 + x1) / 2 == pytest.approx(x, abs=1)
            assert [y0, y1] == pytest.approx([top, top], abs=1)
        else:
            assert [x0, y0] == pytest.approx([x, top], abs=1)
            assert [x1, y1] == pytest.approx([to, floor if above else ceiling], abs=1)
    return wanted, position


@pytest.mark.slow
def test_arcs_join_the_right_chips_after_wrapping_and_resizing(open_widget):
    page = open_widget(make(text=LONG, head=3))
    seen = set()
    for position in range(6, len(state(page)["tokens"]), 3):
        page.locator(".mha-chips button").nth(position).click()
        wanted, chosen = check_arcs(page)
        assert chosen == position
        seen |= {position - j for j in wanted}
    assert len(seen) > 4
    assert 0 in seen
    heights = []
    for width in (360, 700, 300):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        settle(page)
        check_arcs(page)
        heights.append(page.locator(".mha-chips").bounding_box()["height"])
    assert heights[0] > heights[1] < heights[2]


# How it is moved.

DIMMED = "() => Number(getComputedStyle(document.querySelector('.mha-read')).opacity)"


def test_chips_and_arrow_keys_choose_a_position(open_widget):
    page = open_widget(make(text="at self\nat me\nself"))
    words = state(page)["words"]
    assert words == ["at", " self", "\n", "at", " ", "me", "\n", "self"]
    page.locator(".mha-chips button").nth(1).click()
    assert state(page)["position"] == 1
    page.get_by_role("group", name="tokens").focus()
    for key, position in [("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowDown", 4), ("ArrowDown", 7),
                       ("ArrowDown", 7), ("ArrowRight", 7), ("ArrowUp", 3), ("ArrowUp", 0),
                       ("ArrowUp", 0), ("ArrowLeft", 0), ("End", 7), ("End", 7), ("Home", 0),
                       ("Home", 0)]:  # fmt: skip
        press_keys(page, key)
        assert state(page)["position"] == position, key
    assert page.locator(".mha-chips [aria-pressed=true]").count() == 1


@pytest.mark.parametrize("how", ["click", pytest.param("key", marks=pytest.mark.slow)])
def test_heads_are_chosen_and_parts_switched_off_and_on(open_widget, how):
    page = open_widget(make())

    def press(name):
        button = page.get_by_role("button", name=name, exact=True)
        if how == "click":  # of a map, in the row of the chosen token
            box = button.locator(".mha-mark").or_(button).last.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        else:
            button.press("Enter")
        return state(page)

    assert press("layer 1, head 1")["head"] == 3
    chosen = page.locator(".mha-thumb > [aria-pressed=true]:first-child")
    assert chosen.get_attribute("aria-label") == "layer 1, head 1"
    whole = state(page)
    assert whole["before"] is None
    off = press("layer 0, head 1: on")
    assert_close(torch.tensor(off["probabilities"]).double(), in_torch(TEXT, 4, off=[1])[0],
                 rtol=0, atol=1e-4)  # fmt: skip
    assert page.locator(".mha-thumb-off").count() == 1
    assert page.get_by_text("1: off", exact=True).is_visible()
    both = press("layer 1, MLP: on")
    assert page.get_by_text("MLP: off", exact=True).is_visible()
    wanted = in_torch(TEXT, 4, off=[1], mlps=[1])[0]
    assert_close(torch.tensor(both["probabilities"]).double(), wanted, rtol=0, atol=1e-4)
    assert "without layer 0, head 1; the MLP of layer 1." in page.locator(".mha").inner_text()
    press("layer 0, head 1: off")
    assert press("layer 1, MLP: off") == whole


@pytest.mark.slow
def test_typing_at_the_end_chooses_the_last_token(open_widget):
    page = open_widget(make(position=2))
    field = page.get_by_role("textbox")
    field.press("Control+Home")
    field.press_sequentially(" ")
    settle(page)
    assert state(page)["position"] == 2  # the chosen position stays when one writes before the end
    field.press("Control+End")
    field.press_sequentially(" ab")
    settle(page)
    shown = state(page)
    assert shown["position"] == len(shown["tokens"]) - 1


@pytest.mark.slow
def test_the_all_on_button_appears_and_returns_the_focus_to_a_switch(open_widget):
    page = open_widget(make(off=(3, 1), mlps_off=(0,)))
    every = page.get_by_role("button", name="all on", exact=True)
    heard = listen(page)
    every.press("Enter")
    shown = state(page)
    assert (shown["before"], shown["loss_now"]) == (None, shown["loss"])
    assert every.is_hidden()
    focused = "() => document.activeElement.ariaLabel"
    assert page.evaluate(focused) == "layer 0, head 1: on"
    displayed = f"Loss on this text, in nats a token: {shown['loss']:.2f} with all on."
    assert heard()[-1] == displayed
    page.get_by_role("button", name="layer 1, MLP: on").press("Enter")
    every.press(" ")
    settle(page)
    assert every.is_hidden()
    assert page.evaluate(focused) == "layer 1, MLP: on"


@pytest.mark.slow
def test_the_sentence_gives_the_probability_with_all_on(open_widget):
    page = open_widget(make(off=(0, 1, 2)))
    shown = state(page)
    was = percent(shown["before"][shown["guesses"][0]["token"]])
    assert f" ({was} with all on)" in page.locator(".mha-sentences").first.inner_text()


@pytest.mark.slow
def test_a_head_that_is_off_has_faint_dashed_arcs(open_widget):
    page = open_widget(make(head=3, off=(1,)))
    look = """() => {
        const { opacity, strokeDasharray } = getComputedStyle(
            document.querySelector(".mha-chips svg"));
        return [Number(opacity), strokeDasharray === "none"];
    }"""
    strong, whole = page.evaluate(look)
    page.get_by_role("button", name="layer 0, head 1", exact=True).press("Enter")
    settle(page)
    faint, dashed = page.evaluate(look)
    assert faint <= strong / 2
    assert (whole, dashed) == (True, False)
    said = page.locator(".mha-sentences").first.inner_text()
    assert "layer 0, head 1 (off: its output is dropped) attends most to " in said


COLORS = """() => [...document.querySelectorAll(".mha-chips svg, .mha-switch")].map((node) =>
    getComputedStyle(node)[node.localName === "svg" ? "stroke" : "borderColor"])"""


@pytest.mark.slow
@pytest.mark.parametrize(("heads", "colors"), [(8, 8), (9, 1)])
def test_heads_have_colors_if_there_are_enough(open_widget, heads, colors):
    page = open_widget(CodeView(small(n_layers=1, n_heads=heads, d_model=8 * heads), text="at(x"))
    arcs, mlp, *switches = page.evaluate(COLORS)
    assert len({*switches}) == colors
    assert arcs == switches[0]
    assert (mlp == switches[0]) == (heads > 8)  # the accent's


def test_code_can_be_typed_and_too_long_code_is_refused(open_widget):
    page = open_widget(make(position=-1))
    field, wrong = page.get_by_label("type Python"), page.locator(".mha-input-error")
    field.fill("self.at(")
    shown = state(page)
    assert (shown["words"], shown["position"]) == (["self", ".", "at", "("], 3)
    field.press_sequentially("\nme")
    shown = state(page)
    assert (shown["words"][-2:], shown["position"]) == (["\n", "me"], 5)
    assert wrong.inner_text() == ""
    for text, reason in {
        "x" * 71: "That is 71 tokens; the model reads 64.",
        "self" * 251: "That is 1,004 characters; the limit is 1,000.",
        "": "Type at least one character.",
    }.items():
        field.fill(text)
        assert state(page) == shown  # what was drawn stays
        assert (wrong.inner_text(), field.get_attribute("aria-invalid")) == (reason, "true")
        assert field.input_value() == text
        assert page.evaluate(DIMMED) < 0.6  # and is seen to be old
    field.fill("x" * 71)
    page.get_by_role("button", name="layer 1, head 0", exact=True).click()
    assert state(page)["head"] == 2
    assert field.input_value() == "x" * 71  # nor is it taken from the reader
    field.fill("x" * 64)
    assert len(state(page)["tokens"]) == 64
    assert (wrong.inner_text(), field.get_attribute("aria-invalid")) == ("", "false")
    assert page.evaluate(DIMMED) == 1


@pytest.mark.slow
@pytest.mark.parametrize("limit", [64, 9])
def test_the_label_gives_the_largest_number_of_tokens(open_widget, limit):
    page = open_widget(make(model=small(context=limit), text="x", position=0, examples={}))
    page.get_by_label(f"type Python, up to {limit} tokens", exact=True).fill("x" * (limit + 1))
    displayed = f"That is {limit + 1} tokens; the model reads {limit}."
    assert page.locator(".mha-input-error").inner_text() == displayed


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("text", ["x", "return self " * 12 + "\nx"])
def test_the_field_is_as_wide_as_the_widget(open_widget, width, text):
    page = open_widget(make(text=text, position=0), width=width)
    page.add_style_tag(content="label { display: inline-block; }")  # as the book's theme has it
    field = page.get_by_label("type Python")
    wide = page.locator(".mha-code-input").bounding_box()["width"]
    assert field.bounding_box()["width"] == pytest.approx(wide, abs=1)
    assert field.evaluate("(f) => f.scrollHeight - f.clientHeight") < 2  # two lines, not wrapped


@pytest.mark.slow
@pytest.mark.parametrize("width", [340, 390, 620])  # a page of the book leaves a widget less
def test_no_column_is_cut_on_a_phone_with_everything_off(open_widget, width):
    view = CodeView(off=(*range(12),), mlps_off=(0, 1, 2))
    page = open_widget(view, width=width)
    over = """() => {
        const right = (node) => node.getBoundingClientRect().right;
        const edge = right(document.querySelector(".mha-two-columns"));
        return [...document.querySelectorAll("td, th, .mha-rail")]
            .filter((cell) => right(cell) > edge + 0.5 || cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.innerText);
    }"""
    page.locator(".mha-next th").first.evaluate("(th) => th.append('continue_in_line')")
    assert page.evaluate(over) == []
    assert page.get_by_text("was below 1%").count() > 0


@pytest.mark.slow
@pytest.mark.parametrize(("text", "there"), [("日本", True), ("at\x7f", False)])
def test_the_symbol_for_part_of_a_letter_is_explained(open_widget, text, there):
    page = open_widget(make(text=text, position=0))
    displayed = page.get_by_text("�: one byte of a letter that takes several", exact=True)
    assert displayed.is_visible() == there
    page.get_by_label("type Python").fill("at" if there else "é")
    settle(page)
    assert displayed.is_visible() != there


@pytest.mark.slow
def test_a_too_long_text_is_cut_when_the_model_arrives(open_bare):
    page = open_bare(make())
    page.get_by_label("type Python").fill("x" * 71)
    wait_for_model(page)
    assert page.locator(".mha-input-error").inner_text() == "That is 71 tokens; the model reads 64."
    assert state(page)["words"] == ["x"] * 64


def test_examples_and_own_code_are_offered(open_widget):
    page = open_widget(make())
    select, field = page.get_by_label("example"), page.get_by_label("type Python")
    assert select.locator("option").all_text_contents() == [
        "your own", "<img src=x onerror=alert(1)>", "a loop",
    ]  # fmt: skip
    field.fill("mine")
    select.select_option("2")
    shown = state(page)
    assert "".join(shown["words"]) == "for me in self:\n    me()" == field.input_value()
    assert shown["position"] == len(shown["tokens"]) - 1
    field.press_sequentially(" ")
    settle(page)
    assert select.input_value() == "0"
    select.select_option("1")
    settle(page)
    select.select_option("0")
    assert "".join(state(page)["words"]) == "for me in self:\n    me() "
    assert page.evaluate(SELECTED) == "for me in self:\n    me() "
    assert open_widget(make(examples={})).get_by_label("example").count() == 0


SELECTED = """() => {
    const { localName, value, selectionStart, selectionEnd } = document.activeElement;
    return localName === "textarea" && value.slice(selectionStart, selectionEnd);
}"""


@pytest.mark.slow
def test_own_code_begins_with_the_current_example(open_widget):
    page = open_widget(make(text="for me in self:\n    me()", position=1))
    select = page.get_by_label("example")
    assert select.input_value() == "2"
    shown = state(page)
    select.select_option("0")
    assert state(page) == shown
    assert page.evaluate(SELECTED) == "for me in self:\n    me()"
    press_keys(page, "a", "t")
    assert state(page)["words"] == ["at"]
    assert select.input_value() == "0"
    select.select_option("2")
    settle(page)
    assert (select.input_value(), state(page)["words"][0]) == ("2", "for")
    select.select_option("0")
    assert state(page)["words"] == ["at"]
    select.select_option("2")
    settle(page)
    page.get_by_label("type Python").fill("x" * 71)
    select.select_option("0")
    settle(page)
    assert page.evaluate(SELECTED) == "x" * 71
    select.select_option("2")
    settle(page)
    assert page.get_by_label("type Python").input_value() == "for me in self:\n    me()"
    assert page.evaluate(DIMMED) == 1


@pytest.mark.slow
def test_a_single_token_has_no_loss(open_widget):
    page = open_widget(make(text="x", position=-1))
    said = page.locator(".mha-sentences").nth(1).inner_text()
    assert said == "A single token has no next token yet, so there is no loss."
    assert state(page)["weights"] == [[[1]]] * 4


def test_a_change_is_announced(open_widget):
    page = open_widget(make())
    heard = listen(page)
    page.locator(".mha-chips button").nth(2).press("Enter")
    look, following = heard()
    assert look.startswith("From “a” (2), layer 0, head 0 attends most to ")
    assert following.startswith("Next: ")
    page.get_by_role("button", name="layer 0, MLP: on").press("Enter")
    (*_, cost) = heard()
    assert cost.endswith(" without the MLP of layer 0.")
    page.get_by_label("type Python").press_sequentially("(")  # a sentence a key, and no costs
    assert not any("Loss" in said for said in heard())
