"""ModelView with several layers: how they are named, drawn, switched off and asked, in a page."""

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book.figures import SIGNED
from mha_lib.book.tiny import TASKS, TinyModel, load
from mha_lib.widgets import ModelView
from tests.browser.pages import assert_painted, press_keys, settle, state
from tests.helpers import scripts

pytestmark = pytest.mark.slow

LETTERS = TASKS["repeats"].letters
TEXT = "mjacpmjacpmja"
LONGEST = "mjacpehdmjacpehdmjacpehdmjacpehd"
NAMES = [f"layer {layer}, head {head}" for layer in (0, 1) for head in (0, 1)]
OF_A_HEAD = ["Q", "K", "V", "scores", "weights", "average", "written"]
IN_TURN = ["x", *OF_A_HEAD * 2, "sum", *OF_A_HEAD * 2, "sum", "logits", "answers"]
OF_WHICH = [0, *[0] * 7, *[1] * 7, 0, *[2] * 7, *[3] * 7, 1, 0, 0]


def deep(**sizes):
    """A random model with large scores, so that some weights are large."""
    torch.manual_seed(3)
    wanted = {"n_heads": 2, "n_layers": 2, "d_model": 32, "residual": True, "causal": True}
    model = TinyModel(16, 32, 1, **wanted | sizes).requires_grad_(False)
    for layer in model.layers:
        layer.W_Q *= 3
    return model


MODEL = deep()


def view(**options):
    return ModelView(MODEL, "repeats", **{"text": TEXT, "position": 9} | options)


def in_torch(text, off=()):
    """Answers and weights, a row a head; a head that is off writes nothing."""
    model = deep()
    for number in off:
        layer, head = divmod(number, 2)
        model.layers[layer].W_O[16 * head : 16 * (head + 1)] = 0
    logits, weights = model(torch.tensor([[LETTERS.index(letter) for letter in text]]))
    return logits[0, :, 0].softmax(dim=-1), torch.cat([of_layer[0] for of_layer in weights])


def compare(page, text, off=()):
    shown, (answers, weights) = state(page), in_torch(text, off)
    assert_close(torch.tensor(shown["answers"]), answers, rtol=0, atol=0.02)  # of four digits
    drawn = torch.tensor([head["weights"] for head in shown["heads"]]).float()
    assert_close(drawn, weights, rtol=0, atol=0.02)
    return torch.tensor(shown["answers"]).argmax(dim=-1)


def right_ones(text):
    """The next letter, from the second block on."""
    block = next(n for n in range(1, len(text)) if text[n:] == text[:-n])
    return {i: text[i + 1] for i in range(block, len(text) - 1)}


def test_a_view_without_numbers_offers_only_attention(open_widget):
    offered = [open_widget(view(numbers=on)).get_by_text("every number") for on in (True, False)]
    assert [choice.count() for choice in offered] == [1, 0]


def test_the_page_equals_torch_for_any_text_and_heads(open_widget):
    page = open_widget(view())
    compare(page, TEXT)
    line = page.get_by_label("type letters, a to p:")
    line.fill(LONGEST)
    compare(page, LONGEST)
    line.fill(TEXT)
    off = []
    for number in (1, 2):
        page.get_by_role("button", name=f"{NAMES[number]}: on").click()
        off.append(number)
        compare(page, TEXT, off)
        said = page.locator(".mha-sentences").first.inner_text()
        assert [f"{name} is off" in said for name in NAMES] == [i in off for i in range(4)]
    page.get_by_role("button", name=f"{NAMES[1]}: off").press("Enter")
    compare(page, TEXT, [2])


def test_the_next_letter_is_marked_once_the_block_repeats(open_widget):
    page = open_widget(view())
    says, right = compare(page, TEXT), right_ones(TEXT)
    good = [i for i, letter in right.items() if LETTERS[says[i]] == letter]
    displayed = page.locator(".mha-answers .mha-line span").all_inner_texts()[: len(TEXT)]
    for i, chip in enumerate(displayed[:-1]):
        mark = "✓" if i in good else "✗"
        assert chip == (f"{LETTERS[says[i]]}{mark}" if i in right else "")
    assert displayed[-1] == LETTERS[says[-1]]  # the continuation
    line = page.locator(".mha-answers .mha-row-title").inner_text()
    assert line == f"the next letter? {len(good)} of {len(right)} right"
    title = page.locator(".mha-guesses p")
    assert title.inner_text() == f"the next letter is “{TEXT[10]}”; the model says"
    for position, reason in {
        2: "Nothing has repeated yet, so there is nothing to go by.",
        12: "The text ends here: this is how it would go on.",
    }.items():
        page.get_by_role("button", name=f"a, position {position}").click()
        settle(page)
        assert title.inner_text() == "the next letter; the model says"
        said = page.locator(".mha-sentences").first.inner_text()
        assert said.strip().endswith(f"Next it says “{LETTERS[says[position]]}”. {reason}")
        kinds = page.locator(".mha-guesses .mha-rail div").evaluate_all(
            "(all) => all.map((bar) => bar.className)"
        )
        assert kinds == ["mha-unasked"] * 3
    page.locator(".mha-answers .mha-line span").nth(12).click()
    assert state(page)["answer"] == says[-1]


PARTS = """(all) => all.filter((one) => one.checkVisibility())
    .map((one) => [one.getBoundingClientRect().top, one.localName === "svg" ? "arcs"
        : one.querySelector(".mha-row-title")?.textContent ?? "text"])
    .sort((a, b) => a[0] - b[0]).map(([, name]) => name)"""


def test_the_first_layer_is_below_the_letters_and_the_others_above(open_widget):
    plain = TinyModel(16, 32, 1, n_heads=3, d_model=32, d_head=8)
    one_head = deep(n_heads=1, n_layers=3, d_head=8)
    models = {"deep": MODEL, "plain": plain, "three layers": one_head}
    page = open_widget(ModelView(models, "repeats", text=TEXT, position=9))
    parts = page.locator(".mha-letters > *")
    looks = [f"{name} attends to" for name in NAMES]
    assert parts.evaluate_all(PARTS) == [*looks[2:], "arcs", "text", "arcs", *looks[:2]]
    switches = page.locator(".mha-switch:visible")
    assert switches.all_inner_texts() == [f"{name}: on" for name in NAMES]
    page.get_by_role("radio", name="plain").check()
    settle(page)
    looks = [f"head {head} attends to" for head in (0, 2)]
    assert parts.evaluate_all(PARTS) == [*looks, "arcs", "text", "arcs", "head 1 attends to"]
    assert switches.all_inner_texts() == [f"head {head}: on" for head in range(3)]
    page.get_by_role("radio", name="three layers").check()
    settle(page)
    looks = [f"layer {layer}, head 0 attends to" for layer in range(3)]
    assert parts.evaluate_all(PARTS) == [*looks[1:], "arcs", "text", "arcs", looks[0]]
    titles = page.locator(".mha-large-maps figcaption").all_inner_texts()
    assert titles == [f"layer {layer}, head 0: what every letter attends to" for layer in range(3)]


# The arcs of each head: the letters at both ends, whether it is dashed, and how thick it is.
ARCS = scripts.read("model_layers_arcs")


def thick(weight):
    return pytest.approx(1.2 + 9.8 * weight, abs=0.006)


@pytest.mark.parametrize("off", [(), (3,)])
def test_arcs_start_at_the_position_and_dashed_arcs_at_the_attended_one(open_widget, off):
    page, steps = open_widget(view(text=LONGEST[:20], off=off, position=14)), 0
    page.get_by_role("group", name="letters").focus()
    for position in range(15, 20):
        run = state(page)
        assert run["position"] == position - 1
        before = run["before"]
        own = [torch.tensor(head["weights"]) for head in run["heads"]]
        last = sum(own[h][position - 1] for h in (2, 3) if h not in off)
        drawn = page.evaluate(ARCS)  # of layer 1 first, which is above
        for head, arcs in zip((2, 3, 0, 1), drawn, strict=True):
            row = own[head][position - 1]
            plain = [
                [j, position - 1, False, thick(w)] for j, w in enumerate(row.tolist()) if w >= 0.045
            ]
            dashed = []
            if before and head < 2 and head not in off:
                assert before["from"] == last.argmax() != position - 1
                row = own[head][before["from"]].tolist()
                dashed = [
                    [j, before["from"], True, thick(w / 2)] for j, w in enumerate(row) if w >= 0.25
                ]
            assert arcs == ([] if head in off else plain + dashed)
            steps += len(dashed)
        said = page.locator(".mha-sentences").first.inner_text()
        assert ("Dashed: before that, " in said) == bool(before)
        press_keys(page, "ArrowRight")
    assert steps > 2


def stage_numbers(run, stage, of):
    once = run["sums"] if stage == "sum" else [run.get(stage)]
    return torch.tensor(run["heads"][of][stage] if stage in OF_A_HEAD else once[of])


def test_every_stage_of_every_layer_is_drawn_to_one_scale_with_blocked_keys_in_gray(open_widget):
    page = open_widget(view(view="every number"))
    run, canvases = state(page), page.locator(".mha-flow canvas")
    assert canvases.count() == len(IN_TURN)
    for i, (stage, of) in enumerate(zip(IN_TURN, OF_WHICH, strict=True)):
        own = stage_numbers(run, stage, of)
        alike = [o for s, o in zip(IN_TURN, OF_WHICH, strict=True) if s == stage]
        together = torch.cat([stage_numbers(run, stage, o).flatten() for o in alike])
        limit = together[together.isfinite()].abs().max()
        bounded = stage in ("weights", "answers")
        at = own if bounded else (own / limit + 1) / 2
        at = at.masked_fill(own.isinf(), torch.nan)
        assert_painted(canvases.nth(i), at, None if bounded else SIGNED)
    blocked = torch.tensor(run["heads"][0]["scores"]).isinf()
    assert torch.equal(blocked, torch.ones(13, 13).triu(1).bool())
    assert page.get_by_text("blocked scores are gray").is_visible()


def test_every_number_of_every_layer_can_be_asked_about_and_frames_its_sources(open_widget):
    page = open_widget(view(view="every number"))
    stages, said = (
        page.locator(".mha-flow .mha-picture"),
        page.locator(".mha-reason .mha-sentences"),
    )
    assert stages.count() == len(IN_TURN)
    framed = {}
    for i in (0, 5, 15, 16, 30, 31, 32):
        stage, of = IN_TURN[i], OF_WHICH[i]
        stages.nth(i).focus()
        press_keys(page, "ArrowRight", "ArrowLeft")
        asked = state(page)["asked"]
        assert (asked["stage"], asked["index"], asked["row"]) == (stage, of, 9)
        gives = page.locator(".mha-reason tr").last.locator("td").last.inner_text()
        assert gives in said.inner_text()
        assert stages.nth(i).locator(".mha-asked").count() == page.locator(".mha-asked").count()
        sources = """(all) => all.flatMap((picture, i) =>
            [...picture.querySelectorAll(".mha-source")].map(() => i))"""
        framed[i] = [(IN_TURN[j], OF_WHICH[j]) for j in stages.evaluate_all(sources)]
    assert framed[16] == [("sum", 0)]  # a query of layer 1
    assert framed[15] == [("x", 0), ("written", 0), ("written", 1)]  # the output of layer 0
    assert framed[30] == [("sum", 0), ("written", 2), ("written", 3)]
    assert framed[31] == [("sum", 1)]
    titles = page.locator(".mha-flow figcaption").all_inner_texts()
    assert titles[1] == "Q = x W_Q"
    assert titles[16] == "Q = x₁ W_Q"
    assert (titles[15], titles[30]) == ("x₁ = x + the heads", "x₂ = x₁ + the heads")


def test_a_blocked_score_is_not_explained_as_a_number(open_widget):
    page = open_widget(view(view="every number"))
    stages, reason = page.locator(".mha-flow .mha-picture"), page.locator(".mha-reason")
    stages.nth(4).focus()
    press_keys(page, *["ArrowRight"] * 13)
    assert state(page)["asked"]["column"] == 12
    rule = "blocked: a position attends only to itself and to earlier ones."
    score = f"The score of “p” (9) for “a” (12) in {NAMES[0]} is not counted: {rule}"
    assert reason.locator(".mha-sentences").inner_text().strip() == score
    assert not reason.locator("table").is_visible()
    stages.nth(5).focus()
    press_keys(page, *["ArrowRight"] * 13)
    weight = f"The weight of “a” (12) for “p” (9) in {NAMES[0]} is 0.000: {rule}"
    assert reason.locator(".mha-sentences").inner_text().strip() == weight
    assert reason.locator("table").is_visible()


def test_a_number_that_another_model_lacks_is_no_longer_asked_about(open_widget):
    models = {"deep": MODEL, "flat": deep(n_layers=1)}
    page = open_widget(ModelView(models, "repeats", text=TEXT, position=9, view="every number"))
    page.locator(".mha-flow .mha-picture").nth(30).focus()
    press_keys(page, "ArrowRight", "ArrowLeft")
    asked = state(page)["asked"]
    assert (asked["stage"], asked["index"]) == ("sum", 1)
    page.get_by_role("radio", name="flat").check()
    asked = state(page)["asked"]
    assert (asked["stage"], asked["index"]) == ("scores", 0)
    assert page.locator(".mha-flow figcaption").nth(15).inner_text() == "x + the heads"


def test_an_answer_comes_from_heads_of_all_layers_and_from_the_token_itself(open_widget):
    page, tokens = open_widget(view()), 0
    for position in (5, 12):
        page.locator(".mha-text button").nth(position).click()
        page.locator(".mha-guesses button").first.click()
        settle(page)
        run = state(page)
        rows = page.locator(".mha-trace tr").evaluate_all(
            "(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))"
        )
        parts = [float(row[2].replace("−", "-")) for row in rows]
        logits = torch.tensor(run["logits"][position])
        above = (logits - logits.mean())[run["answer"]].item()
        assert sum(parts[:-1]) == pytest.approx(parts[-1], abs=0.04)
        assert parts[-1] == pytest.approx(above, abs=0.006)
        first = [row[0] for row in rows[:4]]
        tokens += sum(name.startswith("the token's own ") for name in first)
        heads = [name for name in first if name.startswith("layer ")]
        assert all(name.split(", from ")[0] in NAMES for name in heads)
        title = page.locator(".mha-title").inner_text()
        assert title.endswith(
            "What an earlier head contributes through a later one counts as the later one's"
        )
        many = 4 * (position + 1) + 2 - 4
        assert rows[4][0] == f"all the rest, {many} terms"
        said = page.locator(".mha-trace-panel .mha-sentences").inner_text()
        top = max(range(4), key=lambda i: parts[i])
        head, _, at = first[top].partition(", from ")
        source = f"from {at}, through {head}" if at else f"from {head}"
        if parts[top] > 0:
            assert said.strip().endswith(f"comes mainly {source}.")
    assert tokens > 0


@pytest.mark.parametrize(("text", "width"), [("mja", 390), (LONGEST, 1280), (LONGEST, 390)])
def test_a_row_has_room_for_its_text_and_numbers(open_widget, text, width):
    page = open_widget(view(text=text, position=len(text) - 1), width=width)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    shown = page.locator(".mha-text button:visible")
    assert shown.all_inner_texts() == [*text]
    widths = shown.evaluate_all("(all) => all.map((b) => b.getBoundingClientRect().width)")
    assert min(widths) >= 24
    sizes = page.locator(".mha-letters .mha-letter-row .mha-line > :not([hidden])").evaluate_all(
        "(all) => all.map((c) => [parseFloat(getComputedStyle(c).fontSize), c.scrollWidth])"
    )
    assert len(sizes) == 4 * max(12, len(text))
    assert all(size > 0 for size, _ in sizes)
    heard = page.locator(".mha-letters .mha-letter-row .mha-screen-reader").all_text_contents()
    assert all(" with " in words for words in heard)
    middles = page.evaluate(
        """(i) => [
            ".mha-letter-row .mha-line", ".mha-text", ".mha-answers .mha-line",
        ].map((line) => {
            const cell = document.querySelector(`${line} > :nth-child(${i})`);
            const { left, width } = cell.getBoundingClientRect();
            return left + width / 2;
        })""",
        len(text),
    )
    assert max(middles) - min(middles) < 1
    heights = page.locator(".mha-chip.mha-right-answer, .mha-chip.mha-wrong-answer").evaluate_all(
        "(all) => all.map((chip) => chip.getBoundingClientRect().height)"
    )
    assert len(set(heights)) <= 1  # letter and mark in one line, or all in two


@pytest.mark.slow
def test_the_longest_text_is_redrawn_at_once(open_widget):
    """Benchmarks measure its part of a frame; this only checks that it is not several frames."""
    page = open_widget(view(text=LONGEST))
    spent = page.evaluate(
        """async () => {
            const all = [...document.querySelectorAll(".mha-switch")], spent = [];
            for (let round = 0; round < 4; round++)
                for (const button of all) {
                    button.click();
                    const start = performance.now();
                    await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
                    spent.push(performance.now() - start);
                }
            return spent.sort((a, b) => a - b)[Math.floor(spent.length / 2)];
        }"""
    )
    assert spent < 200


def test_a_model_of_one_layer_has_no_earlier_arcs_and_keeps_its_height(open_widget):
    """Nothing of what long texts and several layers take."""
    page = open_widget(ModelView(load("two_letters_2"), text="gbadcfbhaegd", position=8))
    assert page.locator(".mha-deep, .mha-earlier").count() == 0
    boxes = page.locator(".mha-letters svg").evaluate_all(
        "(all) => all.map((svg) => svg.getAttribute('viewBox'))"
    )
    assert boxes == ["0 0 480 56"] * 2
