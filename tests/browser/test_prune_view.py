"""PruneView in a page: its lines are the table's, and heads, dots, slider and words follow."""

import itertools

import pytest
import torch

from mha_lib.widgets import PruneView
from tests.browser.pages import move, press, press_keys, settle, state

DOT = "h1e-4"  # a short line with round ends
WIDTH = "line => parseFloat(getComputedStyle(line).strokeWidth)"
LAYERS, HEADS = 2, 3
N = LAYERS * HEADS
TABLE = torch.rand(2**N, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
GRADIENT = [4, 1, 0, 5, 2, 3]


def widget(**options):
    return PruneView(LAYERS, HEADS, subsets=TABLE, lines={"gradient": GRADIENT}, **options)


def recorded(**options):
    lines = {
        "greedy": (list(range(72)), [1 - (k / 72) ** 3 for k in range(73)]),
        "random": (None, [1 - k / 72 for k in range(73)]),
    }
    return PruneView(6, 12, lines=lines, **options)


def without(heads):
    return round(TABLE[sum(1 << head for head in heads)].item(), 4)


def choose(page, name):
    press(page, page.get_by_role("radio", name=name).element_handle())
    settle(page)


def head(page, k):
    return page.get_by_role("button", name=f"layer {k // HEADS}, head {k % HEADS}")


def slider(page):
    return page.get_by_label("heads removed", exact=True)


def said(page):
    settle(page)
    return page.locator(".mha-sentences").inner_text()


@pytest.mark.parametrize("name", ["gradient", "random"])
def test_the_slider_steps_along_the_chosen_line(open_widget, name):
    page = open_widget(widget())
    choose(page, name)
    for n_removed in (0, 2, N):
        move(slider(page), n_removed)
        now = state(page)
        line = now["lines"][now["chosen"]]
        assert (line["name"], now["nRemoved"]) == (name, n_removed)
        pressed = [head(page, k).get_attribute("aria-pressed") == "true" for k in range(N)]
        gone = line["sets"][n_removed] if line["sets"] else []
        assert pressed == [k not in gone for k in range(N)]
        assert f"{n_removed} of {N} heads removed" in said(page)
        assert f"The accuracy is {line['accuracies'][n_removed]:.2f}" in said(page)


@pytest.mark.parametrize("reached", [2, N])
def test_the_plot_shows_every_subset_the_lines_so_far_and_the_current_dot(open_widget, reached):
    page = open_widget(widget(line="greedy", n_removed=2))
    for n_removed in (reached, 2):
        move(slider(page), n_removed)
    now = state(page)
    dots = (
        page.locator(".mha-area .mha-subset-dots")
        .last.get_attribute("d")
        .removeprefix("M")
        .split("M")
    )
    places = sorted(tuple(map(float, dot.removesuffix(DOT).split())) for dot in dots)
    subsets = itertools.chain.from_iterable(
        itertools.combinations(range(N), k) for k in range(N + 1)
    )
    assert places == sorted((len(gone), -without(gone)) for gone in subsets)
    drawn = []
    for line in page.locator(".mha-area polyline").all():
        points = [tuple(map(float, p.split(","))) for p in line.get_attribute("points").split()]
        drawn.append((points, "mha-followed" in line.get_attribute("class")))
    for i, line in enumerate(now["lines"]):
        if line["name"] != "your own":
            seen = line["accuracies"][: reached + 1]
            points = [(k, pytest.approx(-share)) for k, share in enumerate(seen)]
            assert (points, i == now["chosen"]) in drawn
    spot = page.locator(".mha-current-dot").get_attribute("d")
    assert spot == f"M2 {-now['lines'][now['chosen']]['accuracies'][2]}{DOT}"


def test_a_ring_marks_the_best_choice_of_each_size_so_far(open_widget):
    page = open_widget(widget(line="random", n_removed=2))
    (best,) = (line["accuracies"] for line in state(page)["lines"] if line["name"] == "best")
    for reached in (2, N):
        move(slider(page), reached)
        dots = "".join(f"M{k} {-share:g}{DOT}" for k, share in enumerate(best[: reached + 1]))
        ring, hole, cloud = page.locator(".mha-area .mha-subset-dots").all()
        assert [ring.get_attribute("d"), hole.get_attribute("d")] == [dots, dots]
        assert ring.evaluate(WIDTH) > hole.evaluate(WIDTH) > cloud.evaluate(WIDTH)
    points = " ".join(f"{k},{-share:g}" for k, share in enumerate(best))
    line = page.locator(f".mha-area polyline[points='{points}']")
    assert not line.is_visible()
    choose(page, "best")
    assert line.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("make", [widget, recorded])
def test_the_dot_is_on_the_chosen_line_at_every_cut(open_widget, make):
    page = open_widget(make())
    count = page.get_by_role("radio").count()
    last = int(slider(page).get_attribute("max"))
    for place in range(count):
        press(page, page.get_by_role("radio").nth(place).element_handle())
        own = state(page)["lines"][place]["name"] == "your own"
        for n_removed in range(0, last + 1, max(1, last // 3)):
            if own:
                page.locator(".mha-area").click(position={"x": 300 * n_removed / last + 5, "y": 40})
                n_removed = state(page)["nRemoved"]
            else:
                move(slider(page), n_removed)
            now = state(page)
            line = now["lines"][now["chosen"]]
            assert page.get_by_role("radio").nth(place).get_attribute("value") == line["name"]
            x, y = page.locator(".mha-current-dot").get_attribute("d")[1:].removesuffix(DOT).split()
            assert (float(x), -float(y)) == (
                n_removed,
                pytest.approx(line["accuracies"][n_removed]),
            )
            (followed,) = page.locator(".mha-area .mha-followed").all()
            points = [point.split(",") for point in followed.get_attribute("points").split()]
            assert [x, y] in points  # in the picture itself


def test_a_reader_removes_heads_and_puts_them_back(open_widget):
    page = open_widget(widget())
    for k in (4, 0, 3):
        press(page, head(page, k).element_handle())
    assert state(page)["removed"] == [4, 0, 3]
    assert said(page).startswith("3 of 6 heads removed: layer 0: head 0; layer 1: heads 0 and 1.")
    cost = without([4, 0]) - without([4, 0, 3])
    assert f"The last cut cost {cost:.2f}." in said(page)
    own = state(page)["lines"][-1]
    assert own["accuracies"][:4] == [without([4, 0, 3][:k]) for k in range(4)]
    head(page, 0).focus()
    press_keys(page, " ")
    assert state(page)["removed"] == [4, 3]


def test_the_slider_is_hidden_while_readers_choose_heads_of_their_own(open_widget):
    page = open_widget(widget())
    press(page, head(page, 4).element_handle())
    settle(page)
    assert not slider(page).is_visible()
    choose(page, "greedy")
    assert slider(page).is_visible()


@pytest.mark.slow
def test_the_reader_s_own_order_continues_the_chosen_line_and_is_kept(open_widget):
    page = open_widget(widget(line="gradient", n_removed=3))
    choose(page, "your own")
    assert state(page)["removed"] == GRADIENT[:3]
    page = open_widget(widget(line="gradient", n_removed=2))
    press(page, head(page, 3).element_handle())
    now = state(page)
    assert now["removed"] == [*GRADIENT[:2], 3]
    assert now["lines"][now["chosen"]]["name"] == "your own"
    for name in ("greedy", "your own"):
        choose(page, name)
    assert state(page)["removed"] == [*GRADIENT[:2], 3]


@pytest.mark.slow
def test_axis_numbers_are_aligned_with_the_plot(open_widget):
    page = open_widget(widget())
    box = page.locator(".mha-area svg").get_attribute("viewBox")
    left, top, width, height = map(float, box.split())
    for where, side, begin, size, sign in (
        (".mha-axis span", "left", left, width, 1),
        (".mha-y-axis span", "top", top, height, -1),
    ):
        ticks = page.locator(where)
        assert ticks.count() >= 5
        for tick in ticks.all():
            share = float(tick.evaluate(f"(t) => t.style.{side}").removesuffix("%")) / 100
            assert begin + share * size == pytest.approx(sign * float(tick.inner_text()), abs=1e-3)


@pytest.mark.slow
def test_the_legend_gives_each_line_s_accuracy(open_widget):
    page = open_widget(widget(line="greedy", n_removed=2))
    lines = state(page)["lines"]
    displayed = page.locator(".mha-line-choice label b").all_inner_texts()
    assert displayed[:-1] == [f"{line['accuracies'][2]:.2f}" for line in lines[:-1]]
    assert displayed[-1] == ""  # the reader has no order yet
    choose(page, "your own")
    own = state(page)["lines"][-1]["accuracies"][2]
    assert page.locator(".mha-line-choice label b").last.inner_text() == f"{own:.2f}"


def test_a_pointer_chooses_the_nearest_dot(open_widget):
    page = open_widget(widget())
    box = page.locator(".mha-area").bounding_box()
    page.mouse.click(box["x"] + 2.6 / (N + 1) * box["width"], box["y"] + 1)
    best = max(itertools.combinations(range(N), 2), key=without)
    assert sorted(state(page)["removed"]) == list(best)


@pytest.mark.slow
def test_precomputed_lines_have_a_grid_without_buttons(open_widget):
    page = open_widget(recorded(n_removed=14))
    assert page.get_by_role("button").count() == 0
    assert page.locator(".mha-removed").count() == 14
    assert "left in layers 0 to 5: 0, 10, 12, 12, 12 and 12" in said(page)
    choose(page, "random")
    assert page.locator(".mha-removed").count() == 0
    assert "The accuracy is 0.81, the mean over choices." in said(page)
    box = page.locator(".mha-area").bounding_box()
    page.mouse.click(box["x"] + 40.5 / 73 * box["width"], box["y"] + 1)
    now = state(page)
    assert (now["lines"][now["chosen"]]["name"], now["nRemoved"]) == ("greedy", 40)
