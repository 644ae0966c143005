"""SentenceView in a page: precomputed sentences, and a model that it loads when asked."""

import io
import json
import os
import re

import pytest
import torch
from PIL import Image
from torch.testing import assert_close

from mha_lib.book import pretrained
from mha_lib.widgets import HeadsView
from tests.browser.conftest import PAGE
from tests.browser.pages import ADD_LATER, DRAWN, TOO_WIDE, assert_painted, settle, state
from tests.browser.spoken import listen
from tests.helpers import scripts
from tests.helpers.labels import MARKUP
from tests.helpers.sentence_models import (
    SIZES,
    VOCABULARY,
    oracle,
    parts,
    small,
    tokenizer,
    write_scripts,
)
from tests.widgets.test_widgets_sentence_view import IT, TIRED, WIDE, make

OWN = "The animal was wide, wasn't it?"


def write_page(folder, widget, pieces=None):
    """Writes a page of a book that was built with a small model; returns its address."""
    meta = write_scripts(folder, parts() if pieces is None else pieces)
    text = PAGE.format(theme="light", body=widget.html()).replace("<title>", f"{meta}<title>")
    (folder / "page.html").write_text(text, encoding="utf-8")
    return (folder / "page.html").as_uri()


@pytest.fixture
def open_built(open_context, tmp_path):
    """A page of a book that was built with a small model, in the given parts."""

    def open_built(widget, pieces=None, *, missing=(), fragment="", **options):
        address = write_page(tmp_path, widget, pieces)
        for i in missing:
            (next((tmp_path / "_static" / "models").iterdir()) / f"{i}.js").unlink()
        page = open_context(**options).new_page()
        page.add_init_script("""window.loads = 0;
            new MutationObserver((all) => {
                for (const { addedNodes } of all)
                    for (const node of addedNodes) loads += Number(/models/.test(node.src ?? ""));
            }).observe(document, { childList: true, subtree: true });""")
        page.goto(f"{address}{fragment}")
        page.locator(".mha-chips button").first.wait_for()
        unfold(page)
        return page

    return open_built


@pytest.fixture
def open_widget(open_widget):
    """Opens the widget and, unless it shall be as at first, its fold."""

    def open_unfolded(widget, *, as_at_first=False, **options):
        page = open_widget(widget, **options)
        if not as_at_first:
            unfold(page)
        return page

    return open_unfolded


def unfold(page):
    """Opens the fold with all heads, if there is one."""
    page.evaluate("() => document.querySelector('.mha-all-heads')?.setAttribute('open', '')")
    settle(page)


def load(page):
    page.get_by_role("button", name="Load the model").click()
    page.locator(".mha-load").wait_for(state="detached")
    settle(page)


def rows(page):
    """The lines of the table of sentences: a sentence, then its token and keys."""
    lines = page.locator(".mha-comparison tr").all_inner_texts()
    return [" ".join(line.split()) for line in lines]


def place(tokens, query):
    """A token with its position and, if it occurs several times, which one it is."""
    places = [i for i, token in enumerate(tokens) if token == tokens[query]]
    which = f", number {places.index(query) + 1} of {len(places)}" if len(places) > 1 else ""
    return f"“{tokens[query]}” ({query}){which}"


def line(tokens, row, query):
    """What the table has of a token: the three largest weights, with repeated keys' positions."""
    keys = [
        f"{tokens[j]}{f' ({j})' if tokens.count(tokens[j]) > 1 else ''} {row[j]:.3f}"
        for j in row.argsort(descending=True, stable=True)[:3].tolist()
    ]
    return " ".join([f"from {place(tokens, query)}", *keys])


def keep(page, text):
    write(page, text)
    page.get_by_role("button", name="keep this sentence").click()
    settle(page)


def write(page, text):
    page.get_by_label("or type your own").fill(text)
    page.wait_for_function("() => !document.querySelector('.mha[aria-busy=true]')")
    settle(page)


@torch.no_grad()
def in_transformers(text, off=()):
    """The weights and the sentence's vector, with the values that the file stores."""
    model = oracle(small(), len(VOCABULARY), **SIZES)
    for head in off:
        layer, h = divmod(head, 12)
        model.encoder.layer[layer].attention.output.dense.weight[:, 4 * h : 4 * h + 4] = 0
    ids = tokenizer(VOCABULARY).encode(text).ids
    out = model(torch.tensor([ids]))
    return torch.cat(out.attentions), out.last_hidden_state[0].mean(dim=0)


def test_a_precomputed_sentence_is_drawn_as_it_was_stored(open_widget):
    page = open_widget(make())
    shown = state(page)
    tokens, weights = pretrained.precomputed().pronoun_sentences[TIRED]
    assert (shown["tokens"], shown["loaded"]) == (tokens, False)
    assert_close(torch.tensor(shown["weights"]), weights, rtol=0, atol=1e-4)
    chips = page.locator(".mha-chips button")
    assert chips.all_text_contents() == tokens
    fills = chips.evaluate_all(
        "all => all.map(n => Number(n.style.getPropertyValue('--mha-fill')))"
    )
    assert_close(torch.tensor(fills), weights[3, 1, 10], rtol=0, atol=1e-4)
    arcs = page.locator(".mha-chips path")
    assert arcs.count() == (weights[3, 1, 10] >= 0.1).sum()
    assert_painted(page.locator(".mha-map canvas"), weights[3, 1].tolist())
    for head in (0, 37, 71):
        thumbnail = page.locator(".mha-overview canvas").nth(head)
        assert_painted(thumbnail, weights[divmod(head, 12)].tolist())
    rows = page.locator(".mha-keys tr")
    assert rows.count() == 12
    assert rows.nth(1).inner_text().split()[:4] == ["head", "1", "animal", "0.677"]
    assert page.get_by_text("All heads of layer 3, from “it” (10)", exact=True).is_visible()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_at_first_a_fold_hides_the_other_heads(open_widget, axe, width, theme):
    page = open_widget(make(), as_at_first=True, width=width, theme=theme)
    fold, thumbnail = page.locator(".mha-all-heads"), page.locator(".mha-overview button").first
    summary = fold.locator("summary").first
    assert summary.inner_text() == "all 72 heads"
    assert page.locator(".mha-comparison table").is_visible()
    assert not thumbnail.is_visible()
    assert not page.locator(".mha-layer-heads").is_visible()
    assert not axe(page)
    page.get_by_label("all heads of its layer").check()
    settle(page)
    assert page.locator(".mha-layer-heads").is_visible()
    assert not thumbnail.is_visible()
    summary.click()
    assert thumbnail.is_visible()
    weights = pretrained.precomputed().pronoun_sentences[TIRED][1]
    assert_painted(page.locator(".mha-overview canvas").nth(37), weights[3, 1].tolist())
    assert not axe(page)


@pytest.mark.parametrize("options", [{"sort": "effect"}, {"to": "street"}])
def test_the_fold_opens_for_choices_that_only_it_shows(open_widget, options):
    page = open_widget(make(**options), as_at_first=True)
    assert page.locator(".mha-overview button").first.is_visible()
    page.locator(".mha-all-heads > summary").click()
    page.locator(".mha-chips button").nth(1).click()
    settle(page)
    assert not page.locator(".mha-overview button").first.is_visible()  # as the reader wants it


def test_the_arcs_of_all_heads_of_a_layer(open_widget):
    page = open_widget(make())
    heard = listen(page)
    page.get_by_label("all heads of its layer").check()
    settle(page)
    rows = pretrained.precomputed().pronoun_sentences[TIRED][1][3, :, 10]
    words = rows[:, 1:-1]
    paths = page.locator(".mha-chips path")
    assert paths.count() == (words >= 0.1).sum()
    assert {"0", "15"}.isdisjoint(paths.evaluate_all("all => all.map(n => n.dataset.position)"))
    assert page.get_by_text("Arcs to [CLS] and [SEP] are left out", exact=False).is_visible()
    chosen = paths.evaluate_all("all => all.filter(n => !n.matches('.mha-other')).length")
    assert chosen == (words[1] >= 0.1).sum()
    drawn = paths.evaluate_all("all => all.map(n => n.getAttribute('d'))")
    assert len(set(drawn)) == len(drawn)  # none hides another
    said = "Of 12 heads, most weight: 10 to “[CLS]” (0), 1 to “animal” (2), 1 to “.” (14)."
    assert (rows.argmax(-1) == 0).sum() == 10
    assert said in heard()
    page.get_by_label("this head").check()
    settle(page)
    assert {*paths.evaluate_all("all => all.map(n => n.dataset.position)")} == {"0", "2"}
    assert not page.get_by_text("Arcs to [CLS] and [SEP] are left out", exact=False).is_visible()


ARCS = """() => [...document.querySelectorAll(".mha-lanes > g")].map((node) => {
    const { stroke, opacity } = getComputedStyle(node);
    const boxOf = (part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const [label] = node.querySelectorAll("text");
    return {
        head: Number(node.dataset.head), stroke, opacity: Number(opacity),
        paths: [...node.querySelectorAll("path")].map((path) => ({
            to: Number(path.dataset.position), box: boxOf(path),
            width: Number(path.getAttribute("stroke-width")) })),
        label: label && { text: label.textContent, box: boxOf(label),
            fill: getComputedStyle(label).fill },
    };
})"""
# The colors of the first eight heads, and what heads past the eighth have.
COLORS = """() => [...Array(8).keys()].map((h) => `--mha-head-${h}`).concat("--mha-accent")
    .map((name) => {
        const probe = document.querySelector(".mha").appendChild(document.createElement("i"));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
    })"""


def lines_and_labels(page):
    """The groups of arcs, one for each head in the order of drawing, and those of labels."""
    groups = page.evaluate(ARCS)
    return [g for g in groups if not g["label"]], [g for g in groups if g["label"]]


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_each_head_has_its_color_and_its_number_on_arcs_of_large_weights(open_widget, width, theme):
    was = IT + 1
    page = open_widget(make(arcs="layer", head=28, query=was), width=width, theme=theme)
    rows = pretrained.precomputed().pronoun_sentences[TIRED][1][2, :, was]
    rows[:, [0, -1]] = 0  # [CLS] and [SEP] have no arcs
    colors = page.evaluate(COLORS)
    assert len({*colors}) == 9
    lines, labels = lines_and_labels(page)
    assert sorted(group["head"] for group in lines) == [*range(12)]
    for group in lines:
        assert group["stroke"] == colors[min(group["head"], 8)]
        found = sorted(path["to"] for path in group["paths"])
        assert found == (rows[group["head"]] >= 0.1).nonzero().flatten().tolist()
    # The chosen head is drawn last, and thicker than the others with their larger weights.
    assert lines[-1]["head"] == 4
    chosen = max(path["width"] for path in lines[-1]["paths"])
    others = [path["width"] for group in lines[:-1] for path in group["paths"]]
    assert rows[4].max() < rows[0].max()
    assert chosen > 1.3 * max(others)

    named = [int(group["label"]["text"]) for group in labels]
    assert named == [group["head"] for group in labels]
    assert {*named} == {*(rows.amax(-1) >= 0.3).nonzero().flatten().tolist()}
    for group in labels:
        assert group["label"]["fill"] == colors[min(group["head"], 8)]
    boxes = [group["label"]["box"] for group in labels]
    for i, (left, top, right, bottom) in enumerate(boxes):
        for u, v, w, z in boxes[:i]:
            assert right <= u + 1 or w <= left + 1 or bottom <= v + 4 or z <= top + 4
    # A label is on an arc of its head.
    arcs = {group["head"]: group["paths"] for group in lines}
    for group in labels:
        left, top, right, bottom = group["label"]["box"]
        assert any(
            x0 < (left + right) / 2 < x1 and y0 - 3 <= (top + bottom) / 2 <= y1
            for x0, y0, x1, y1 in (path["box"] for path in arcs[group["head"]])
        )
    assert not page.locator(".mha-chips").evaluate("(node) => node.scrollWidth > node.clientWidth")


def pointed(page):
    """The heads whose arcs are not dimmed, if some are."""
    lines, _ = lines_and_labels(page)
    strong = {group["head"] for group in lines if group["opacity"] > 0.5}
    return strong if len(strong) < 12 else None


def test_a_row_of_the_table_highlights_its_arcs(open_widget):
    page = open_widget(make(arcs="layer"))
    table = page.locator(".mha-layer-heads tr")
    assert pointed(page) is None
    thin = {g["head"]: g["paths"] for g in lines_and_labels(page)[0]}[7]
    table.nth(7).locator("td").first.hover()
    assert pointed(page) == {7}
    lines, labels = lines_and_labels(page)
    assert lines[-1]["head"] == 7  # above all others
    assert lines[-1]["paths"][0]["width"] > 2 * thin[0]["width"]
    # Its weights are too small for a label otherwise.
    assert [group["head"] for group in labels].count(7) == 2
    page.mouse.move(0, 0)
    assert pointed(page) is None

    page.locator(".mha-cost button").focus()  # the next stop after the table
    buttons = table.locator("button")
    stops = buttons.evaluate_all("all => all.map((node) => node.tabIndex)")
    assert [i for i, stop in enumerate(stops) if stop == 0] == [1]  # the chosen head
    page.keyboard.press("Shift+Tab")
    assert buttons.nth(1).evaluate("(node) => node === document.activeElement")
    # Head 3 attends to no word, so it has no arcs, and dims no others.
    for key, heads in (("ArrowDown", {2}), ("ArrowDown", None), ("ArrowUp", {2})):
        page.keyboard.press(key)
        assert pointed(page) == heads
    button = buttons.nth(2)
    assert (button.inner_text(), button.get_attribute("aria-pressed")) == ("head 2", "false")
    assert button.get_attribute("aria-description") == "“[CLS]” (0) with 0.228"
    heard = listen(page)
    page.keyboard.press("Enter")
    assert heard()[0].startswith("From “it” (10), layer 3, head 2 attends most to “[CLS]” (0)")
    assert buttons.nth(2).evaluate("(node) => node === document.activeElement")
    assert buttons.nth(2).get_attribute("aria-pressed") == "true"
    assert pointed(page) == {2}
    page.keyboard.press("Tab")
    assert pointed(page) is None


def test_a_tap_on_a_row_of_the_table_chooses_its_head(open_widget, axe):
    page = open_widget(make(arcs="layer", off=(40,)), width=390, has_touch=True, theme="dark")
    table = page.locator(".mha-layer-heads tr")
    table.nth(4).locator("td").nth(1).tap()
    settle(page)
    assert page.locator(".mha-overview [aria-checked=true]").get_attribute("title") == (
        "layer 3, head 4, off"
    )
    assert lines_and_labels(page)[0][-1]["head"] == 4
    assert pointed(page) is None or pointed(page) == {*range(12)} - {4}  # which is off, so faint
    assert not axe(page)


def test_the_table_is_near_the_arcs_if_its_rows_point_at_them(open_widget):
    page = open_widget(make())

    def below_gallery():
        gallery, table = page.locator(".mha-gallery"), page.locator(".mha-layer-heads")
        return table.bounding_box()["y"] > gallery.bounding_box()["y"]

    assert below_gallery()
    page.get_by_label("all heads of its layer").check()
    settle(page)
    assert not below_gallery()
    page.get_by_label("this head").check()
    settle(page)
    assert below_gallery()


PARTS = scripts.read("sentence_view_arc_parts")


def check_rows(page, query, arcs):
    """Checks where the arcs from a token run; returns how many lead to another row."""
    page.locator(".mha-chips button").nth(query).click()
    settle(page)
    rows, drawn, [left, right] = page.evaluate(PARTS)
    row_of = {token: i for i, row in enumerate(rows) for token in row["tokens"]}
    room = rows[1]["top"] - rows[0]["bottom"]
    assert room >= (80 if arcs == "layer" else 30)
    n_other_rows = 0
    for arc in drawn:
        first, last = sorted([row_of[query], row_of[arc["position"]]])
        n_other_rows += first != last
        assert len(arc["parts"]) == last - first + 1
        for part in arc["parts"]:
            (row,) = (r for r in rows if r["top"] - room - 1 <= part["top"] <= r["top"])
            assert part["bottom"] <= row["top"] + 1  # not across its tokens, or below them
            assert left - 1 <= part["left"]
            assert part["right"] <= right + 1
            if first != last:
                assert part["left"] < left + 1 or part["right"] > right - 1
    return n_other_rows


@pytest.mark.parametrize("arcs", ["head", "layer"])
def test_arcs_to_another_row_leave_at_the_edge_and_stay_above_their_rows(open_widget, arcs):
    page = open_widget(make(arcs=arcs), width=390)
    tokens = range(0, 16, 3)
    assert sum(check_rows(page, query, arcs) for query in tokens) > len(tokens)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [1280, 390])
def test_arcs_of_a_text_of_many_rows(open_widget, width):
    weights = (3 * torch.randn(2, 9, 60, 60)).softmax(-1)
    tokens = [f"word{i}" for i in range(60)]
    page = open_widget(HeadsView(weights, tokens, head=4, arcs="layer"), width=width)
    assert sum(check_rows(page, query, "layer") for query in (0, 29, 59)) > 9


def test_the_map_does_not_move_while_the_pointer_chooses_queries(open_widget):
    page = open_widget(make(text=WIDE, off=(37,)))
    group = page.locator(".mha-map")
    tops = []
    for _ in range(2):
        for query in range(16):
            page.locator(".mha-chips button").nth(query).click()
            settle(page)
            tops.append(group.evaluate("(node) => node.getBoundingClientRect().top + scrollY"))
    assert len({*tops[16:]}) == 1


def test_heads_that_are_off_are_crossed_out_and_said_to_be_off(open_built, axe):
    page = open_built(make(off=(0, 37)))
    load(page)

    def crossed():
        found = page.locator(".mha-overview button").evaluate_all(
            """all => all.map((node) => [node.title, node.ariaLabel ?? node.title,
                getComputedStyle(node, "::after").content !== "none"])"""
        )
        assert len(found) == 72
        for title, label, is_crossed in found:
            assert (", off" in title) == (", off" in label) == is_crossed
        return {title for title, _, is_crossed in found if is_crossed}

    assert crossed() == {"layer 0, head 0, off", "layer 3, head 1, off"}
    assert page.get_by_role("radio", name="layer 3, head 1, off").count() == 1
    # The cross is drawn: its diagonals are in ink.
    off, on = (page.locator(".mha-overview button").nth(head).screenshot() for head in (0, 1))
    assert diagonal(off) > diagonal(on) + 0.5
    assert page.locator(".mha-map figcaption").inner_text() == "layer 3, head 1, off"
    assert page.locator(".mha-layer-heads th").nth(1).inner_text() == "head 1 (off)"
    assert not axe(page, ".mha-gallery")
    page.get_by_label("effect", exact=True).check()
    page.wait_for_function("() => document.querySelector('.mha-sorted')")
    settle(page)
    label = page.locator(".mha-overview .mha-off").first.get_attribute("aria-label")
    assert re.fullmatch(r"layer \d, head \d, off, \S+", label)
    page.get_by_role("button", name="all on").click()
    settle(page)
    assert crossed() == set()


def diagonal(screenshot):
    """The share of dark pixels on a picture's diagonals, without its edges."""
    picture = Image.open(io.BytesIO(screenshot)).convert("L")
    width, height = picture.size
    steps = [i / 40 for i in range(8, 33) if not 17 < i < 23]
    points = [(x, y) for x in steps for y in (x, 1 - x)]
    dark = [picture.getpixel((int(x * width), int(y * height))) < 128 for x, y in points]
    return sum(dark) / len(dark)


def test_arcs_of_a_head_that_is_off_are_faint_and_dashed(open_widget):
    page = open_widget(make(arcs="layer", off=(43,)))
    looks = page.locator(".mha-lanes > g:has(path)").evaluate_all(
        """all => all.map((node) => {
            const { opacity, strokeDasharray } = getComputedStyle(node);
            return [Number(node.dataset.head), Number(opacity) < 0.5, strokeDasharray !== "none"];
        })"""
    )
    assert {head: [faint, dashed] for head, faint, dashed in looks} == {
        head: [head == 7, head == 7] for head, *_ in looks
    }
    assert {7} < {head for head, *_ in looks}


def test_without_the_model_nothing_can_be_typed_and_the_page_says_so(open_widget):
    page = open_widget(make())
    assert page.get_by_text("this page was made without the model").is_visible()
    assert page.locator("textarea").count() == 0
    assert page.get_by_role("button", name="Load").count() == 0


def test_the_next_sentence_is_compared_with_the_one_before(open_widget):
    page = open_widget(make())
    heard = listen(page)
    page.get_by_label("sentence", exact=True).select_option(WIDE)
    said = heard()
    assert said[0] == (
        "From “it” (10), layer 3, head 1 attends most to “[CLS]” (0) with 0.326, "
        "of the words most to “animal” (2) with 0.281."
    )
    assert said[1] == (
        f"In “{TIRED}”: from “it” (10), layer 3, head 1 attends most to “animal” (2) with 0.677."
    )


def test_the_chosen_word_stays_chosen_and_typing_is_compared_with_the_first_sentence(open_built):
    page = open_built(make())
    load(page)
    for text in ("it", "so it was", "now it was wide"):
        write(page, text)
        shown = state(page)
        assert (shown["tokens"][shown["query"]], shown["before"]) == ("it", TIRED)
    page.get_by_label("[SEP]", exact=True).check()
    write(page, "it was")
    assert (state(page)["query"], state(page)["before"]) == (1, TIRED)
    write(page, "was")  # there is no "it"
    assert state(page)["query"] == 1
    write(page, "now it was wide")
    page.locator(".mha-chips button").nth(4).click()  # "wide"
    settle(page)
    print("CLICKED", state(page)["tokens"], state(page)["query"])
    write(page, "so it")  # without "wide", and shorter: its last word
    shown = state(page)
    assert shown["tokens"][shown["query"]] == "it"


def test_a_head_that_is_off_changes_the_vector_as_precomputed(open_widget):
    page = open_widget(make())
    page.get_by_role("button", name="switch this head off").click()
    settle(page)
    wanted = pretrained.precomputed().without[TIRED][3, 1].item()
    assert state(page)["changed"] == pytest.approx(wanted, abs=1e-5)
    said = f"the sentence's vector has a cosine of {wanted:.4f} with the whole one."
    assert page.get_by_text(said).is_visible()
    page.locator(".mha-overview button").nth(3).click()
    page.get_by_role("button", name="switch this head off").click()
    settle(page)
    assert state(page)["off"] == [3]  # only one at a time, without the model


# Loads the model, switches heads off and on again, and returns what the page shows before, between
# and after.
SWITCH = scripts.read("sentence_view_switch").replace("DRAWN", DRAWN)


@pytest.mark.parametrize("off", [(37,), (40, 50), (71,)])
def test_switching_a_head_off_changes_no_weight_up_to_its_layer_in_any_engine(
    started, tmp_path, off
):
    address = write_page(tmp_path, make(text=WIDE))
    for name, engine in started.items():
        if engine is None:
            assert os.environ.get("CI") != "true", f"{name} is not installed"
            continue
        engine.open(address)
        seen = json.loads(engine.evaluate(SWITCH.replace("OFF", json.dumps(off))))
        whole, without, again = seen["whole"], seen["off"], seen["again"]
        assert (whole["off"], without["off"]) == ([], [*off]), name
        n_known = off[0] // 12 + 1  # layers
        assert without["weights"][:n_known] == whole["weights"][:n_known], name
        if n_known < 6:
            check_later_layers(without["weights"], n_known, off)
        for same in ("tokens", "effects", "table"):
            assert without[same] == whole[same], name
        if len(off) == 1:
            stored = pretrained.precomputed().without[WIDE].flatten()[off[0]].item()
            assert without["changed"] == pytest.approx(stored, abs=1e-5), name
            said = f"the sentence's vector has a cosine of {stored:.4f} with the whole one."
            assert said in without["said"], name
            head, _ = whole["said"].split(" In “")  # what the head attends to
            assert without["said"].startswith(head), name
        assert again == whole, name


def check_later_layers(weights, first, off):
    """Their rows change by the same factors as in the loaded model, and sum to 1."""
    known = pretrained.precomputed().pronoun_sentences[WIDE][1]
    before, after = (in_transformers(WIDE, heads)[0] for heads in ((), off))
    wanted = known * (after / before)
    wanted /= wanted.sum(dim=-1, keepdim=True)
    later = torch.tensor(weights[first:], dtype=torch.float64)
    assert_close(later, wanted[first:], rtol=0, atol=5e-4)
    assert (later - known[first:]).abs().max() > 0.01


def test_thumbnails_are_sorted_by_a_measure(open_widget):
    page = open_widget(make())
    _, weights = pretrained.precomputed().pronoun_sentences[TIRED]
    for by, measured in {
        "[CLS]": weights[:, :, 1:, 0].mean(dim=-1),
        "[SEP]": weights[:, :, :-1, -1].mean(dim=-1),
        "effect": 1 - pretrained.precomputed().without[TIRED],
    }.items():
        page.get_by_label(by, exact=True).check()
        settle(page)
        order = page.locator(".mha-overview button").evaluate_all(
            "all => all.map((node) => node.title.match(/\\d+/g).map(Number))"
        )
        values = torch.stack([measured[layer, head] for layer, head in order])
        assert len(values) == 72
        assert (values.diff() <= 1e-4).all(), by  # the page has rounded weights


def test_nothing_is_loaded_until_the_button_is_pressed(open_built, axe):
    page = open_built(make())
    assert page.evaluate("() => loads") == 0
    assert not axe(page)
    button = page.get_by_role("button", name="Load the model: ")
    size = sum(map(len, parts())) * 4 / 3
    assert f"{size / 1e3:.0f} kB, once" in button.inner_text()
    write(page, OWN)
    assert page.get_by_text(f"“{OWN}” is not precomputed. Load the model to see it.").is_visible()
    assert state(page)["tokens"] == pretrained.precomputed().pronoun_sentences[TIRED][0]
    assert page.evaluate("() => loads") == 0
    load(page)
    assert page.evaluate("() => loads") == len(parts())
    assert state(page)["text"] == OWN


@pytest.mark.parametrize("off", [(), (0, 37, 71)])
def test_a_typed_sentence_has_the_numbers_of_transformers(open_built, off):
    page = open_built(make(off=off))
    load(page)
    write(page, OWN)
    shown = state(page)
    assert shown["tokens"] == tokenizer(VOCABULARY).encode(OWN).tokens
    weights, vector = in_transformers(OWN, off)
    _, whole = in_transformers(OWN)
    close = {"rtol": 0, "atol": 1e-4}
    assert_close(torch.tensor(shown["weights"], dtype=torch.float64), weights, **close)
    wanted = torch.cosine_similarity(vector, whole, dim=0).item()
    assert shown["changed"] == pytest.approx(wanted, abs=1e-6)


def test_a_long_sentence_is_cut_and_effects_are_computed_when_wanted(open_built):
    page = open_built(make())
    load(page)
    write(page, "it " * 63)
    assert page.get_by_text("That is 65 tokens; the limit is 64.").is_visible()
    write(page, "it " * 62)
    assert page.locator(".mha-chips button").count() == 64
    assert not page.get_by_text("the limit is").is_visible()

    write(page, "it was")
    known = [head for head, effect in enumerate(state(page)["effects"]) if effect == effect]
    assert known == [37]  # the chosen head's, which its table shows
    row = page.locator(".mha-bar-table tr", has_text="effect")
    shown = float(row.locator("td").first.inner_text())
    assert shown == pytest.approx(state(page)["effects"][37], abs=0.0051)
    page.get_by_label("effect", exact=True).check()
    page.wait_for_function("() => document.querySelector('.mha-sorted')")
    settle(page)
    effects = state(page)["effects"]
    assert len(effects) == 72
    _, whole = in_transformers("it was")
    for head in (0, 40, 71):
        _, vector = in_transformers("it was", [head])
        wanted = 1 - torch.cosine_similarity(vector, whole, dim=0).item()
        assert effects[head] == pytest.approx(wanted, abs=1e-6)


def test_a_sentence_that_was_too_long_before_loading_is_cut(open_built):
    page = open_built(make(text="it " * 63))
    load(page)
    assert page.locator(".mha-chips button").count() == 64


def test_loading_by_key_leads_to_the_text(open_built):
    page = open_built(make())
    page.get_by_role("button", name="Load the model").press("Enter")
    page.locator(".mha-load").wait_for(state="detached")
    text = page.get_by_label("or type your own")
    assert text.evaluate("(node) => node === document.activeElement")


def test_a_part_that_is_missing_is_reported_and_can_be_asked_for_again(open_built, problems):
    page = open_built(make(), missing=[0])
    for _ in range(2):
        page.get_by_role("button", name="Load the model").click()
        page.get_by_text("The model could not be loaded.").wait_for()
    assert page.evaluate("() => loads") == 2
    assert problems  # that the script is missing
    problems.clear()


def test_a_link_to_a_typed_sentence_loads_nothing_by_itself(open_built):
    first = open_built(make())
    name = first.locator("[data-mha-link]").get_attribute("data-mha-link")
    fragment = f"#{name}?text=it+was+wide&query=1&head=5&off=&sort=layer+and+head&arcs=head&to="
    first.evaluate("(fragment) => (location.hash = fragment)", fragment)
    first.get_by_text("“it was wide” is not precomputed. Load the model").wait_for()
    assert first.evaluate("() => loads") == 0
    load(first)
    shown = state(first)
    assert (shown["text"], shown["query"]) == ("it was wide", 1)


def test_arrow_keys_choose_the_token(open_widget):
    page = open_widget(make())
    page.locator(".mha-chips").focus()
    page.keyboard.press("ArrowLeft")
    settle(page)
    assert state(page)["query"] == 9
    page.keyboard.press("End")
    settle(page)
    assert state(page)["query"] == 15


def test_the_chosen_head_is_compared_in_all_sentences(open_widget):
    page = open_widget(make())
    for head in (37, 33, 71):
        page.locator(".mha-overview button").nth(head).click()
        settle(page)
        wanted = []
        for sentence in (TIRED, WIDE):
            tokens, weights = pretrained.precomputed().pronoun_sentences[sentence]
            wanted += [sentence, line(tokens, weights[divmod(head, 12)][10], 10)]
        assert rows(page) == wanted
        title = page.locator(".mha-comparison caption").inner_text()
        assert title == f"Head {head // 12}.{head % 12} in each sentence"
    assert page.get_by_role("button", name="keep").count() == 0  # they are precomputed


def test_a_kept_sentence_stays_and_a_reader_returns_to_the_same_word(open_built):
    page = open_built(make())
    load(page)
    own = "it it animal was animal"
    write(page, own)
    page.locator(".mha-chips button").nth(2).click()
    settle(page)
    tokens = state(page)["tokens"]
    weights = torch.tensor(state(page)["weights"])
    wanted = line(tokens, weights[3, 1, 2], 2)
    assert rows(page)[4:] == [own, wanted]
    assert "from “it” (2), number 2 of 2" in wanted
    assert " (3) " in wanted or " (1) " in wanted  # keys that are there twice have their position
    assert page.locator(".mha-comparison .mha-screen-reader").count() == 0

    page.get_by_role("button", name="keep this sentence").click()
    settle(page)
    remove = page.get_by_role("button", name=f"remove “{own}”")
    assert remove.evaluate("(node) => node === document.activeElement")
    assert not page.get_by_role("button", name="keep").is_visible()
    first = page.get_by_role("button", name=TIRED, exact=True)
    first.click()
    settle(page)
    assert (state(page)["text"], first.get_attribute("aria-current")) == (TIRED, "true")
    assert first.evaluate("(node) => node === document.activeElement")
    assert state(page)["query"] == IT  # the only "it"
    assert [rows(page)[4], rows(page)[6]] == [f"{own} remove", wanted]
    menu = page.get_by_label(f"own word of “{own}”", exact=True)
    assert menu.input_value() == "2"

    again = page.get_by_role("button", name=own, exact=True)
    again.press("Enter")
    settle(page)
    assert (state(page)["text"], state(page)["query"]) == (own, 2)
    assert page.locator(".mha-comparison [aria-current]").all_inner_texts() == [own]
    again.click()  # does nothing
    first.click()
    settle(page)
    page.locator(".mha-chips button").nth(2).click()  # "animal", the first of two in the own one
    settle(page)
    assert rows(page)[6] == wanted
    menu.select_option(label="the chosen word")
    settle(page)
    assert menu.count() == 0
    assert rows(page)[4:] == [f"{own} remove", line(tokens, weights[3, 1, 3], 3)]
    write(page, own)
    assert state(page)["query"] == 3
    first.click()
    settle(page)
    remove.press("Enter")
    settle(page)
    assert len(rows(page)) == 4
    assert page.evaluate("() => document.activeElement.closest('.mha-comparison') !== null")


def test_a_sentence_without_the_word_says_so_and_a_reader_chooses_another_one(open_built):
    page = open_built(make())
    load(page)
    own = "the animal was wide"
    keep(page, own)
    shown = state(page)
    tokens, weights = shown["tokens"], torch.tensor(shown["weights"])
    assert (shown["word"], "it" in tokens) == ("it", False)
    page.get_by_label(f"own word of “{own}”", exact=True).select_option("-1")
    settle(page)
    menu = page.get_by_label(f"no “it” in “{own}”: from", exact=True)
    table = page.locator(".mha-comparison")
    assert table.get_by_text("no “it” here; from").count() == 1
    # While it is shown, the table has the row of which the sentence above speaks.
    assert menu.input_value() == str(shown["query"])
    assert rows(page)[6] == line(tokens, weights[3, 1, shown["query"]], shown["query"])
    assert page.get_by_text(f"From “{tokens[shown['query']]}” ({shown['query']}), layer").count()

    page.get_by_role("button", name=WIDE, exact=True).click()
    settle(page)
    assert state(page)["query"] == IT
    assert menu.input_value() == "-1"
    assert menu.locator("option").first.inner_text() == "choose a word"
    assert len(rows(page)) == 6
    menu.focus()
    menu.select_option(label="“animal” (2)")
    settle(page)
    menu = page.get_by_label(f"own word of “{own}”", exact=True)
    assert menu.evaluate("(node) => node === document.activeElement")
    assert rows(page)[6] == line(tokens, weights[3, 1, 2], 2)
    assert (state(page)["query"], state(page)["word"]) == (IT, "it")
    page.get_by_role("button", name=own, exact=True).click()
    settle(page)
    assert (state(page)["query"], state(page)["word"]) == (2, "it")
    menu.select_option(label="“was” (3)")  # now it changes what is shown
    settle(page)
    assert (state(page)["query"], state(page)["word"]) == (3, "it")
    page.locator(".mha-chips button").nth(3).click()  # the shown token, chosen for all sentences
    settle(page)
    assert (state(page)["query"], state(page)["word"]) == (3, "was")
    wanted = []
    for sentence in (TIRED, WIDE):
        known, of_heads = pretrained.precomputed().pronoun_sentences[sentence]
        at = known.index("was")
        wanted += [sentence, line(known, of_heads[3, 1, at], at)]
    assert rows(page)[:5] == [*wanted, f"{own} remove"]
    assert rows(page)[6:] == [line(tokens, weights[3, 1, 3], 3)]


def test_a_kept_sentence_is_shown_from_the_word_that_was_chosen_when_it_was_kept(open_built):
    page = open_built(make())
    load(page)
    lines = {}
    for own, word in (("it was wide", "wide"), ("the animal was it", "animal")):
        write(page, own)
        at = state(page)["tokens"].index(word)
        page.locator(".mha-chips button").nth(at).click()
        settle(page)
        weights = in_transformers(own)[0]
        lines[own] = [
            line(state(page)["tokens"], weights[head][at], at) for head in ((3, 1), (5, 11))
        ]
        page.get_by_role("button", name="keep this sentence").click()
        settle(page)

    def check(head):
        table = rows(page)
        for own, of_heads in lines.items():
            assert table[table.index(f"{own} remove") + 2] == of_heads[head]

    check(0)
    page.locator(".mha-overview button").nth(71).click()
    page.get_by_role("button", name=TIRED, exact=True).click()
    settle(page)
    page.locator(".mha-chips button").nth(IT).click()
    settle(page)
    check(1)
    assert "from “it” (10)" in rows(page)[1]
    page.get_by_label("own word of “it was wide”", exact=True).select_option(label="“was” (2)")
    settle(page)
    assert "from “was” (2)" in rows(page)[6]
    page.get_by_label("own word of “it was wide”", exact=True).select_option(label="“wide” (3)")
    settle(page)
    page.reload()
    page.locator(".mha-chips button").first.wait_for()
    load(page)
    page.get_by_text("Load the model to see this sentence.").first.wait_for(state="detached")
    settle(page)
    assert state(page)["word"] == "it"
    check(0)


def test_a_word_is_remembered_while_a_sentence_is_typed(open_built):
    page = open_built(make())
    load(page)
    field = page.get_by_label("or type your own")
    field.fill("")
    words = []
    for letter in "the street was wide and it was":
        field.press("Space" if letter == " " else letter)
        page.wait_for_function("() => !document.querySelector('.mha[aria-busy=true]')")
        shown = state(page)
        words.append((shown["tokens"][shown["query"]], shown["word"]))
    assert {word for _, word in words} == {"it"}
    assert words[-1][0] == "it"
    assert words[-8][0] != "it"
    page.locator(".mha-chips button").nth(2).click()
    settle(page)
    write(page, "it was")
    assert state(page)["word"] == "street"
    write(page, "was it the street")
    shown = state(page)
    assert (shown["tokens"][shown["query"]], shown["word"]) == ("street", "street")


def order_of(page):
    """The heads in the order of the thumbnails, with the numbers under them."""
    found = page.locator(".mha-overview button").evaluate_all(
        "all => all.map((node) => [node.title, node.innerText, node.ariaLabel])"
    )
    heads = [tuple(map(int, re.findall(r"\d+", title))) for title, _, _ in found]
    numbers = [text.split("\n")[-1] for _, text, _ in found]
    assert all(label.endswith(f", {n}") for n, (_, _, label) in zip(numbers, found, strict=True))
    return heads, numbers


def two_digits(text):
    """Whether a number has two significant digits, and no 0 before its point."""
    return re.fullmatch(r"\.0*[1-9]\d|1|0|[1-9](\.\d)?e−\d", text) is not None


def test_the_heads_are_sorted_by_the_weight_from_one_word_to_another(open_built):
    page = open_built(make(text=WIDE))
    heard = listen(page)
    menu = page.get_by_label("weight to", exact=True)
    pair = page.get_by_label("“it” to “street”", exact=True)
    assert (menu.input_value(), pair.count()) == ("", 0)
    menu.select_option("street")
    settle(page)
    assert pair.is_checked()
    tokens, weights = pretrained.precomputed().pronoun_sentences[WIDE]
    street = tokens.index("street")
    on_street = weights[:, :, IT, street]
    heads, numbers = order_of(page)
    values = torch.stack([on_street[head] for head in heads])
    assert len(set(heads)) == 72
    assert (values.diff() <= 1e-4).all()
    assert all(map(two_digits, numbers))
    shown = torch.tensor([float(n.replace("−", "-")) for n in numbers])
    assert_close(shown, values, rtol=0.06, atol=2e-5)
    said = heard()
    assert f"To “street”: {on_street[3, 1]:.3f}." in said
    first = f"first layer {heads[0][0]}, head {heads[0][1]}, with {values[0]:.2f}."
    assert f"Sorted by the weight from “it” to “street”: {first}" in said

    table = rows(page)
    assert table[5] == f"to “street” {on_street[3, 1]:.3f}"
    tired = pretrained.precomputed().pronoun_sentences[TIRED][1]
    assert table[2] == f"to “street” {tired[3, 1, IT, street]:.3f}"
    page.locator(".mha-overview button").nth(5).click()
    settle(page)
    layer, head = heads[5]
    assert rows(page)[5] == f"to “street” {on_street[layer, head]:.3f}"
    assert order_of(page)[0] == heads

    # From another token, they are sorted anew; a word that is there twice counts twice.
    page.locator(".mha-chips button").nth(tokens.index("cross")).click()
    settle(page)
    menu.select_option("the")
    settle(page)
    at = tokens.index("cross")
    both = sum(weights[:, :, at, i] for i, token in enumerate(tokens) if token == "the")
    values = torch.stack([both[one] for one in order_of(page)[0]])
    assert (values.diff() <= 1e-4).all()
    assert page.get_by_label("“cross” to “the”", exact=True).is_checked()
    assert rows(page)[5] == f"to “the” {both[layer, head]:.3f} on both"

    load(page)
    write(page, "it was wide")  # without the word
    assert "“the”" not in page.locator(".mha-sentences").inner_text()
    assert "no “the”" not in page.locator(".mha-comparison").inner_text()
    assert rows(page)[5] == f"to “the” {both[layer, head]:.3f} on both"
    assert menu.input_value() == "the"
    assert menu.locator("option:checked").inner_text() == "the (not here)"
    assert page.get_by_label("layer and head", exact=True).is_checked()
    assert page.locator(".mha-sorted").count() == 0
    write(page, "the animal was wide")
    assert page.locator(".mha-sorted").count() == 1
    menu.select_option("")
    settle(page)
    assert page.get_by_label("layer and head", exact=True).is_checked()
    assert page.locator(".mha-sorted").count() == 0
    assert "to “" not in page.locator(".mha-comparison").inner_text()


def test_the_heads_are_sorted_by_how_much_a_weight_changes_against_another_sentence(open_built):
    page = open_built(make(text=WIDE))
    heard = listen(page)
    change = page.get_by_label("change of this weight", exact=True)
    assert change.count() == 0
    page.get_by_label("weight to", exact=True).select_option("street")
    settle(page)
    change.check()
    settle(page)
    assert change.evaluate("(node) => node === document.activeElement")
    known = pretrained.precomputed().pronoun_sentences
    street = known[WIDE][0].index("street")
    assert known[TIRED][0].index("street") == street
    wide, tired = (known[text][1][:, :, IT, street] for text in (WIDE, TIRED))
    heads, numbers = order_of(page)
    values = torch.stack([(wide - tired)[head] for head in heads])
    assert len(set(heads)) == 72
    assert (values.abs().diff() <= 2e-4).all()
    assert {number[0] for number in numbers} == {"+", "−", "0"}
    shown = torch.tensor([float(number.replace("−", "-")) for number in numbers])
    assert_close(shown, values, rtol=0, atol=0.0052)
    both = f"the weight from “it” to “street” in “{WIDE}” minus that in “{TIRED}”"
    assert page.get_by_text(f"Each number is {both}.", exact=True).is_visible()
    layer, head = heads[0]
    assert f"Sorted by {both}: first layer {layer}, head {head}, with {numbers[0]}." in heard()

    load(page)
    write(page, "the street was wide")  # without "it", asked from a word of the first sentence
    query = state(page)["query"]
    word = state(page)["tokens"][query]
    other = next((text for text in (TIRED, WIDE) if word in known[text][0]), None)
    assert (change.count() == 1) == (other is not None)
    write(page, "it was wide")  # without "street"
    assert change.count() == 0
    assert page.get_by_label("layer and head", exact=True).is_checked()
    assert page.locator(".mha-sorted").count() == 0
    write(page, "the animal was it street")
    assert change.is_checked()
    both = f"the weight from “it” to “street” in “the animal was it street” minus that in “{TIRED}”"
    assert page.get_by_text(f"Each number is {both}.", exact=True).is_visible()


def test_effects_have_two_digits_that_count(open_widget):
    page = open_widget(make(sort="effect"))
    heads, numbers = order_of(page)
    effects = 1 - pretrained.precomputed().without[TIRED]
    assert all(map(two_digits, numbers))
    shown = torch.tensor([*map(float, numbers)])
    assert_close(shown, torch.stack([effects[head] for head in heads]), rtol=0.06, atol=1e-6)
    row = page.locator(".mha-bar-table tr", has_text="effect").locator("td").first
    assert float(row.inner_text()) == pytest.approx(effects[3, 1].item(), rel=0.06)


def test_without_a_word_that_occurs_twice_no_head_has_the_measure_same_word(open_built):
    page = open_built(make(sort="same word"))
    row = page.locator(".mha-bar-table tr", has_text="same word").locator("td").first
    why = "No word occurs twice here, so the heads are in the order of layer and head."
    note = page.locator(".mha-gallery").get_by_text(why)
    load(page)
    assert page.locator(".mha-sorted").count() == 1
    assert not note.is_visible()
    write(page, "it was wide.")
    assert page.get_by_label("same word", exact=True).is_checked()
    assert note.is_visible()
    said = page.locator(".mha-sentences")
    assert why in said.text_content()
    assert page.locator(".mha-sorted").count() == 0
    assert page.locator(".mha-overview button").all_inner_texts() == [""] * 72
    assert row.inner_text() == "–"
    assert "NaN" not in page.locator(".mha").inner_text()
    write(page, "it was it")
    assert page.locator(".mha-sorted").count() == 1
    assert not note.is_visible()
    assert "Sorted by same word: first layer" in said.text_content()
    assert re.fullmatch(r"\d\.\d\d", row.inner_text())


# What is shown at each change of the page after the weights of another sentence.
WATCH_EFFECTS = """() => {
    window.seen = [];
    const textOf = (selector) => document.querySelector(selector).textContent;
    new MutationObserver(() => seen.push({
        tokens: [...document.querySelectorAll(".mha-chips button")]
            .map((node) => node.textContent).join(),
        sorted: document.querySelector(".mha-sorted") !== null,
        numbers: [...document.querySelectorAll(".mha-overview button")]
            .map((node) => node.innerText).join(""),
        effect: textOf(".mha-bar-table tr:last-child td"),
        said: textOf(".mha-sentences"),
        note: [...document.querySelectorAll(".mha-gallery > .mha-note:not([hidden])")]
            .map((node) => node.textContent).join(),
    })).observe(document.querySelector(".mha"), { childList: true, subtree: true,
        characterData: true });
}"""


def test_until_effects_are_computed_no_others_are_shown(open_built):
    page = open_built(make(sort="effect"))
    load(page)
    assert page.locator(".mha-sorted").count() == 1
    page.evaluate(WATCH_EFFECTS)
    write(page, "it was " * 9)
    page.locator(".mha-sorted").wait_for()
    settle(page)
    tokens = ",".join(state(page)["tokens"])
    seen = [one for one in page.evaluate("() => seen") if one["tokens"] == tokens]
    first, last = seen[0], seen[-1]
    assert first["effect"] == "…"
    waiting = [one for one in seen if not one["sorted"]]
    assert waiting[0] == first
    assert len(waiting) > 2
    for one in waiting:
        assert one["numbers"] == ""
        assert "The effects of all heads in this sentence are being computed." in one["said"]
        assert "Sorted by" not in one["said"]
        assert re.match(r"Computing the effects of \d+ heads …", one["note"])
    assert "Sorted by effect: first layer" in last["said"]
    assert "being computed" not in last["said"]
    assert last["note"] == ""
    heads, numbers = order_of(page)
    effects = torch.tensor(state(page)["effects"]).view(6, 12)
    assert (torch.stack([effects[head] for head in heads]).diff() <= 0).all()
    assert all(map(two_digits, numbers))


def test_of_another_sentence_the_first_heads_of_the_order_are_in_view(open_built):
    page = open_built(make(), width=320)
    load(page)
    box = page.locator(".mha-gallery .mha-scroll")
    for order in ("[SEP]", "effect"):
        page.get_by_label(order, exact=True).check()
        page.locator(".mha-sorted").wait_for()
        settle(page)
        for text in (WIDE, "it was wide, it was", TIRED):
            page.locator(".mha-overview button").last.click()
            settle(page)
            assert box.evaluate("(node) => node.scrollTop") > 0
            write(page, text)
            page.locator(".mha-sorted").wait_for()
            settle(page)
            assert state(page)["text"] == text
            assert box.evaluate("(node) => node.scrollTop") == 0


def test_the_claim_and_the_sentences_stay_in_the_browser(open_built):
    page = open_built(make())
    note = page.get_by_text("Your claim and your sentences stay in this browser.")
    assert not note.is_visible()
    load(page)
    claim = page.get_by_label("My claim", exact=True)
    claim.fill(MARKUP)
    assert note.is_visible()
    for text in ("it was wide", "was it"):
        keep(page, text)
    table = rows(page)
    write(page, "not kept it")
    page.reload()
    page.locator(".mha-chips button").first.wait_for()
    settle(page)
    assert claim.input_value() == MARKUP
    assert page.locator(".mha img").count() == 0
    unread = "Load the model to see this sentence."
    assert rows(page)[4:] == ["it was wide remove", unread, "was it remove", unread]
    assert page.evaluate("() => loads") == 0
    load(page)
    page.get_by_text(unread).first.wait_for(state="detached")
    settle(page)
    assert rows(page)[4:] == table[4:]
    page.get_by_role("button", name="remove “it was wide”").press("Enter")
    settle(page)
    claim.fill("")
    page.reload()
    page.locator(".mha-chips button").first.wait_for()
    settle(page)
    assert (claim.input_value(), rows(page)[4:]) == ("", ["was it remove", unread])
    page.get_by_role("button", name="remove “was it”").click()
    settle(page)
    assert not note.is_visible()
    assert page.evaluate("() => localStorage.length") == 0


def test_in_a_notebook_nothing_is_stored(open_widget):
    page = open_widget(make())
    page.evaluate(
        ADD_LATER,
        make(head=3).html(),
    )
    page.get_by_label("My claim", exact=True).fill("it")
    assert page.get_by_text("stay until this page is closed.").is_visible()
    assert page.evaluate("() => localStorage.length") == 0


@pytest.mark.parametrize("width", [620, 634, 650, 360])
def test_all_thumbnails_of_a_layer_are_in_view(open_widget, width):
    """The gallery's widths in a book at 1280 pixels, with a scroll bar, and on a phone."""
    page = open_widget(make())
    section = page.locator(".mha")
    section.evaluate("(node, width) => (node.style.width = `${width + 26}px`)", width)
    settle(page)
    box = page.locator(".mha-gallery .mha-scroll")
    assert page.locator(".mha-gallery").evaluate("(node) => node.clientWidth") == width
    assert box.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    widths = page.locator(".mha-overview button").evaluate_all(
        "all => all.map((node) => node.getBoundingClientRect().width)"
    )
    assert min(widths) >= 24


def test_the_table_has_all_heads_on_and_says_so_if_the_view_has_not(open_built):
    page = open_built(make(off=(0, 37), query=IT + 1))  # "was"
    load(page)
    keep(page, "the animal was wide")
    page.locator(".mha-overview button").nth(71).click()
    settle(page)
    shown = state(page)
    whole, _ = in_transformers("the animal was wide")
    table = rows(page)
    query = shown["query"]
    assert shown["tokens"][query] == "was"
    assert table[6] == line(shown["tokens"], whole[5, 11, query], query)
    without = torch.tensor(shown["weights"])[5, 11, query]
    assert table[6] != line(shown["tokens"], without, query)
    for sentence, found in ((TIRED, table[1]), (WIDE, table[3])):
        tokens, weights = pretrained.precomputed().pronoun_sentences[sentence]
        at = int(found.split("(")[1].split(")")[0])
        assert found == line(tokens, weights[5, 11, at], at)
    title = page.locator(".mha-comparison caption")
    assert title.inner_text() == "Head 5.11 in each sentence, with all heads on"
    page.get_by_role("button", name=TIRED, exact=True).click()
    settle(page)
    assert rows(page)[6] == table[6]
    page.get_by_role("button", name="all on").click()
    settle(page)
    assert title.inner_text() == "Head 5.11 in each sentence"


def test_eight_sentences_are_kept_and_the_page_says_that_there_is_no_room_for_more(open_built, axe):
    page = open_built(make(), width=390)
    load(page)
    long = "it was wide " * 18  # 56 tokens
    for i in range(7):
        keep(page, f"it was {'abcdefg'[i]}")
    keep(page, long)
    full = page.get_by_text("8 sentences are kept, and there is no room for more.")
    assert not full.is_visible()
    write(page, "was it wide")
    assert full.is_visible()
    assert not page.get_by_role("button", name="keep this sentence").is_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert page.evaluate(TOO_WIDE) == []
    assert not axe(page, ".mha-comparison")
    page.get_by_role("button", name="remove “it was c”").click()
    settle(page)
    assert not full.is_visible()
    assert page.get_by_role("button", name="keep this sentence").is_visible()
    assert len(rows(page)) == 2 * (2 + 1) + 3 * 7  # a kept one also has the menu of its own word


def test_that_the_model_is_ready_is_said_until_the_next_change(open_built):
    page = open_built(make(text="so it was"))  # then the page itself moves the query to "it"
    heard = listen(page)
    load(page)
    ready = "The model is ready. Type a sentence of your own."
    assert ready in heard()
    assert page.get_by_text(ready).is_visible()
    settle(page)
    assert page.get_by_text(ready).is_visible()
    page.locator(".mha-overview button").nth(3).click()
    settle(page)
    assert page.get_by_text(ready).count() == 0
    page.locator(".mha-overview button").nth(37).click()
    settle(page)
    assert page.get_by_text(ready).count() == 0  # even though the choices are the same again


def test_sorted_thumbnails_keep_the_chosen_head_in_view_and_the_focus(open_widget):
    page = open_widget(make(), width=320)
    page.get_by_label("same word", exact=True).check()
    settle(page)
    chosen = page.locator(".mha-overview [aria-checked=true]")
    page.locator(".mha-overview button").last.click()
    settle(page)
    title = chosen.get_attribute("title")
    for order in ("layer and head", "same word"):
        page.get_by_label(order, exact=True).check()
        settle(page)
        assert chosen.get_attribute("title") == title
        assert chosen.evaluate(
            """(node) => {
                const box = node.closest(".mha-scroll").getBoundingClientRect();
                const { top, bottom } = node.getBoundingClientRect();
                return box.top <= top && bottom <= box.bottom;
            }"""
        )
    chosen.focus()
    page.evaluate(
        """(index) => {
            const select = document.querySelector(".mha-menu select");
            select.value = index;
            select.dispatchEvent(new Event("change"));
        }""",
        1,
    )
    settle(page)
    assert state(page)["text"] == WIDE
    assert chosen.evaluate("(node) => node === document.activeElement")
