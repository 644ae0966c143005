"""PatternFit in a page: its weights are torch's, and its map, plane, table and words show them."""

import math

import pytest
import torch
from torch.testing import assert_close

from mha_lib.widgets import PatternFit
from tests.browser.pages import move, press, press_keys, settle, state, tensors

ONE, TWO = (torch.eye(6).roll(k, dims=0) for k in (1, 2))
PATTERNS = {"one back": ONE, "one and two back": (ONE + TWO) / 2}


def widget(**options):
    return PatternFit(PATTERNS, list("abcdef"), **options)


def width_of(page):
    return page.get_by_label("width d_head", exact=True)


def choose(page, name):
    press(page, page.get_by_role("radio", name=name, exact=True).element_handle())
    settle(page)


def cell(page, query, key):
    a, b = "abcdef"[query], "abcdef"[key]
    return page.get_by_role("button", name=f"{a} ({query}) to {b} ({key})")


def test_table_and_sentences_give_the_weight_on_wrong_keys(open_widget):
    page = open_widget(widget(query=3))
    misplaced = tensors(page)["misplaced"].tolist()
    rows = page.locator(".mha-bar-table tr").filter(has=page.locator("td"))
    right = state(page)["right"]

    def displayed():
        return [row.locator("td").all_inner_texts()[:2] for row in rows.all()[1:]]

    results = [[f"{n} of 6", f"{share:.2f}"] for n, share in zip(right, misplaced, strict=True)]
    assert displayed() == [results[0], *[["?", "?"]] * 4]  # one width has been tried
    for step in (1, 2, 3, 4, 0):
        move(width_of(page), step)
    assert displayed() == results
    assert right[0] < 6
    assert right[1:] == [6] * 4
    bars = page.locator(".mha-bar-table div").evaluate_all("(all) => all.map((b) => b.style.width)")
    assert [float(w[:-1]) for w in bars] == pytest.approx([100 * m for m in misplaced], abs=1e-3)
    assert page.locator(".mha-chosen th").inner_text() == "1"
    assert right[0] == 6 - len(state(page)["failing"])  # the rows without a cross
    said = page.locator(".mha-sentences").inner_text()
    assert said.startswith(
        f"With width 1, {right[0]} of 6 rows are right, with at most 0.05 of their weight on "
        f"wrong keys. On average, {misplaced[0]:.2f} is: this is not the pattern. "
    )
    assert "In row “d” the pattern has most weight on “c” with 1.000; the head has" in said
    move(width_of(page), 1)
    assert page.locator(".mha-sentences").inner_text() == (
        "With width 2, 6 of 6 rows are right, with at most 0.05 of their weight on wrong keys. "
        "On average, less than 0.01 is: this is the pattern, to two digits. No smaller width was "
        "enough. In row “d” the pattern has most weight on “c” with 1.000; "
        f"the head has most weight on “c” with {tensors(page)['weights'][3, 2]:.3f}."
    )
    assert page.locator(".mha-chosen th").inner_text() == "2"


def places(page):
    """Where the plane shows the keys, and where its arrow points."""
    moves = page.locator(".mha-plane g").evaluate_all(
        "(all) => all.map((g) => { const { e, f } = g.transform.baseVal[0].matrix; return [e, f] })"
    )
    tip = page.locator(".mha-query-arrow").get_attribute("d").removeprefix("M0 0L").split("m")[0]
    return torch.tensor(moves), torch.tensor([float(x) for x in tip.split()])


@pytest.mark.parametrize("width", [1, 2])
def test_the_plane_shows_the_keys_and_the_direction_of_the_query(open_widget, width):
    page = open_widget(widget(d_head=width))
    for query in (0, 4):
        move(page.get_by_label("query", exact=True), query)
        shown = tensors(page)
        up = torch.tensor([1.0, -1.0])[:width]  # an SVG counts downwards
        keys = shown["keys"] / shown["keys"].norm(dim=1).max() * up
        found, tip = places(page)
        assert_close(found[:, :width].double(), keys, rtol=0, atol=1e-4)
        arrow = shown["queries"][query] / shown["queries"][query].norm() * up
        assert_close(tip[:width].double() / tip.double().norm(), arrow, rtol=0, atol=1e-4)
        shares = page.locator(".mha-plane g").evaluate_all(
            "(all) => all.map((g) => g.style.getPropertyValue('--mha-fill'))"
        )
        wanted = [f"{round(100 * w)}%" for w in shown["weights"][query].tolist()]
        assert shares == wanted


@pytest.mark.slow
@pytest.mark.parametrize("width", [1, 2])
def test_the_line_crosses_the_arrow_at_the_farthest_key(open_widget, width):
    page = open_widget(widget(d_head=width, query=2))
    keys, tip = places(page)
    arrow = tip / tip.norm()
    path = page.locator(".mha-tie-line").get_attribute("d").removeprefix("M")
    start, along = (torch.tensor([float(x) for x in p.split()]) for p in path.split("l"))
    assert along @ arrow == pytest.approx(0, abs=1e-4)
    assert start @ arrow == pytest.approx((keys @ arrow).max().item(), abs=1e-4)


@pytest.mark.slow
def test_the_second_map_shows_the_head(open_widget):
    page = open_widget(widget(pattern="one back"))
    maps = page.locator(".mha-fits > figure canvas")
    drawn = "(all) => all.map((canvas) => canvas.toDataURL())"
    pattern, narrow = maps.evaluate_all(drawn)
    move(width_of(page), 4)
    again, wide = maps.evaluate_all(drawn)
    assert pattern == again
    assert pattern != narrow
    assert narrow != wide  # which gives the pattern itself


def test_the_query_slider_shows_token_and_position(open_widget):
    page = open_widget(widget(query=4))
    slider = page.get_by_label("query", exact=True)
    assert slider.get_attribute("aria-valuetext") == "“e” (4)"


def rotated(vectors, turn):
    """Projects vectors as the page does: rotated about the vertical axis, tilted by 20 degrees."""
    a, tilt = math.radians(turn), math.radians(20)
    x, y, z = vectors.mT
    depth = z * math.cos(a) - x * math.sin(a)
    flat = x * math.cos(a) + z * math.sin(a), depth * math.sin(tilt) - y * math.cos(tilt)
    return torch.stack(flat, dim=1), y * math.sin(tilt) + depth * math.cos(tilt)


@pytest.mark.slow
def test_keys_of_width_3_can_be_turned(open_widget):
    page = open_widget(widget(pattern="one and two back", d_head=3, query=2))
    slider = page.get_by_label("turn the keys", exact=True)
    for step in (0, 5, 23):
        move(slider, step)
        assert slider.get_attribute("aria-valuetext") == f"{15 * step}°"
        shown = tensors(page)
        assert shown["turn"] == step
        size = shown["keys"].norm(dim=1).max()
        flat, depth = rotated(shown["keys"] / size, 15 * step)
        found, tip = places(page)
        assert_close(found.double(), flat, rtol=0, atol=1e-4)
        discs = page.locator(".mha-plane circle").evaluate_all(
            "(all) => all.map((c) => c.r.baseVal.value)"
        )
        assert_close(torch.tensor(discs).double(), 0.1 * (1 + 0.4 * depth), rtol=0, atol=1e-4)
        query = shown["queries"][2]
        arrow, _ = rotated(query[None] / query.norm(), 15 * step)
        assert_close(tip.double() / 1.22, arrow[0], rtol=0, atol=1e-4)
    assert not page.locator(".mha-tie-line").get_attribute("d")
    slider.focus()
    press_keys(page, "ArrowLeft")
    assert state(page)["turn"] == 22


@pytest.mark.slow
@pytest.mark.parametrize(("name", "joined"), [("one back", 0), ("one and two back", 6)])
def test_lines_join_keys_that_one_query_attends_to(open_widget, name, joined):
    page = open_widget(widget(pattern=name, d_head=2))
    chains = page.locator(".mha-plane path").first.get_attribute("d")
    assert not page.locator(".mha-plane path").nth(1).get_attribute("d")  # no row fails
    ends = [[*map(float, end.split())] for line in chains.split("M")[1:] for end in line.split("L")]
    found, _ = places(page)
    pairs = [[(i - 2) % 6, (i - 1) % 6] for i in range(joined)]
    wanted = found[[j for pair in pairs for j in sorted(pair)]] if pairs else found[:0]
    assert_close(torch.tensor(ends).view(-1, 2), wanted, rtol=0, atol=1e-4)


def test_failing_rows_have_a_cross_a_dotted_line_and_a_sentence(open_widget):
    three = torch.eye(6).roll(3, dims=0)  # one and three back: two outlines
    page = open_widget(PatternFit({"two rings": (ONE + three) / 2}, list("abcdef"), d_head=2))
    failing = state(page)["failing"]
    assert 0 < len(failing) < 6
    rows = page.locator(".mha-fits > figure").last.locator(".mha-rows span").all_inner_texts()
    assert rows == [f"✗ {c}" if i in failing else c for i, c in enumerate("abcdef")]
    lines = [path.get_attribute("d") for path in page.locator(".mha-plane path").all()[:2]]
    assert [line.count("L") for line in lines] == [6 - len(failing), len(failing)]
    assert "the line is dotted if its row fails" in page.locator("figcaption").all_inner_texts()[-1]
    assert " (✗)" in page.locator(".mha-sentences").inner_text()
    move(width_of(page), 4)
    assert "✗" not in page.locator(".mha").inner_text()


@pytest.mark.slow
def test_near_keys_share_a_label(open_widget):
    page = open_widget(widget(pattern="one back", d_head=1))
    words = [w for w in page.locator(".mha-plane > div:has(> svg) > span").all_inner_texts() if w]
    assert sorted("".join(words).replace(" ", "")) == list("abcdef")
    places = page.locator(".mha-plane g circle").evaluate_all(
        "(all) => all.map((c) => c.getBoundingClientRect().x)"
    )
    for word in words:
        near = [places["abcdef".index(c)] for c in word.split()]
        far = [x for i, x in enumerate(places) if "abcdef"[i] not in word]
        assert all(min(abs(x - y) for y in near) > 20 for x in far)


@pytest.mark.slow
def test_wider_keys_are_not_drawn_and_the_caption_says_so(open_widget):
    page = open_widget(widget(d_head=4))
    slider = page.get_by_label("turn the keys", exact=True)
    assert not page.locator(".mha-plane svg").is_visible()
    assert slider.is_hidden()
    assert page.locator(".mha-plane figcaption").inner_text() == (
        "Keys of width 4 do not fit on a page. Choose width 1, 2 or 3 to see them."
    )
    move(width_of(page), 2)
    assert page.locator(".mha-plane svg").is_visible()
    assert slider.is_visible()
    move(width_of(page), 1)
    assert slider.is_hidden()


def test_a_reader_can_paint_a_pattern(open_widget):
    page = open_widget(widget(d_head=5))
    choose(page, "your own")
    assert state(page)["d_head"] == 3  # the widest that is drawn
    assert_close(tensors(page)["target"], ONE.double())
    press(page, cell(page, 4, 2).element_handle())
    settle(page)
    shown = tensors(page)
    assert shown["target"][4].tolist() == [0, 0, 0.5, 0.5, 0, 0]
    assert shown["query"] == 4
    cell(page, 4, 3).focus()
    press_keys(page, " ", "ArrowLeft", " ")  # takes d (3) away, and then c (2)
    assert state(page)["target"][4] == pytest.approx([1 / 6] * 6)
    assert page.get_by_text("the pattern", exact=True).is_hidden()
    choose(page, "one back")
    assert_close(tensors(page)["target"], ONE.double())
    assert page.get_by_text("the pattern", exact=True).is_visible()


def test_a_pointer_and_the_arrow_keys_choose_the_query(open_widget):
    page = open_widget(widget())
    box = page.locator(".mha-map .mha-picture").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + box["height"] * 2.5 / 6)
    settle(page)
    assert state(page)["query"] == 2
