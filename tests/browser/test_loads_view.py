"""LoadsView in a page: its maps, bars and words describe the chosen load."""

import pytest
import torch

from mha_lib.book import pretrained
from mha_lib.widgets import LoadsView
from tests.browser.pages import move, press, press_keys, settle, state

PRECOMPUTED = pretrained.precomputed()
NAMES = PRECOMPUTED.names["loads.vectors"]
FIRST, SECOND = (PRECOMPUTED.names["loads.texts"][i : i + 10] for i in (0, 10))
VECTORS = PRECOMPUTED.numbers["loads.vectors"].double()
SIMILARITIES = VECTORS[:, :10] @ VECTORS[:, 10:].mT
ERRORS = PRECOMPUTED.numbers["loads.errors"][: len(NAMES)]


def view(**options):
    return LoadsView(NAMES, SIMILARITIES, ERRORS, FIRST, SECOND, **options)


def choose(page, name):
    press(page, page.get_by_role("radio", name=name, exact=True))
    settle(page)


def said(page, which=0):
    return page.locator(".mha-sentences").nth(which).inner_text()


def test_every_load_equals_torch(open_widget):
    page, pair = open_widget(view()), torch.eye(10).bool()
    for load, name in enumerate(NAMES):
        choose(page, name)
        shown = state(page)
        assert shown["load"] == load
        for reading, alike in zip(
            shown["readings"], (SIMILARITIES[0], SIMILARITIES[load]), strict=True
        ):
            assert reading["found"] == (alike.argmax(dim=1) == torch.arange(10)).tolist()
            assert reading["others"] == pytest.approx(alike[~pair].mean().item(), abs=1e-4)
            assert reading["othersAbove"] == (alike[~pair] > 0.3).sum()
        found = (SIMILARITIES[load].argmax(dim=1) == torch.arange(10)).sum().item()
        assert said(page).startswith(f"“{name}” finds {found} of 10")
        assert f"mean similarity of {SIMILARITIES[load][~pair].mean():.2f};" in said(page)


def test_the_bars_are_the_errors(open_widget):
    page = open_widget(view(load=NAMES.index("layer 3 left at random")))
    assert page.get_by_role("radio", name="layer 3 left at random", exact=True).is_checked()
    errors = ERRORS[NAMES.index("layer 3 left at random")]
    rows = page.locator(".mha-bar-table tr")
    assert rows.count() == 7
    displayed = [row.locator("td").first.inner_text() for row in rows.all()]
    assert displayed[:4] == ["0"] * 4
    assert [float(t) for t in displayed[4:]] == pytest.approx(errors[4:].tolist(), abs=0.005)
    bars = page.locator(".mha-bar-table div").evaluate_all("(all) => all.map((b) => b.style.width)")
    wanted = (100 * errors / ERRORS.max()).tolist()
    assert [float(bar[:-1]) for bar in bars] == pytest.approx(wanted, abs=0.5)
    assert "The error begins after layer 3, at" in said(page)


def test_the_threshold_moves_what_counts_as_the_same(open_widget):
    page = open_widget(view(load=1))
    assert "10 of 10 pairs and 0 of 90 others the same; this one 10 and 52." in said(page, 1)
    move(page.locator("input[type=range]"), 20)
    assert "0 of 10 pairs and 0 of 90 others the same; this one 0 and 0." in said(page, 1)


def test_a_pair_is_chosen_by_pointer_and_by_keys(open_widget):
    page = open_widget(view(load=2))
    assert f"“{FIRST[0]}” and “{SECOND[0]}”: {SIMILARITIES[2, 0, 0]:.2f}" in said(page)
    page.locator(".mha-loads").focus()
    press_keys(page, "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowDown")
    assert state(page)["pair"] == [1, 2]
    assert f"“{FIRST[1]}” and “{SECOND[2]}”: {SIMILARITIES[2, 1, 2]:.2f}" in said(page)
    box = page.locator(".mha-loads .mha-picture").last.bounding_box()
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.35 * box["height"])
    assert state(page)["pair"] == [3, 7]
    right = f"it should be {SIMILARITIES[0, 3, 7]:.2f}.".replace("-", "−")
    assert right in said(page)


def test_the_right_load_is_not_compared_with_itself(open_widget):
    page = open_widget(view(load=1))
    choose(page, "right")
    assert said(page).startswith("“right” finds 10 of 10. ")
    assert "No token is off." in said(page)


def test_the_second_map_shows_and_names_the_chosen_load(open_widget):
    page = open_widget(view(load=0))
    maps, titles = page.locator(".mha-loads canvas"), page.locator(".mha-loads figcaption")
    drawn = "(all) => all.map((canvas) => canvas.toDataURL())"
    right, again = maps.evaluate_all(drawn)
    assert right == again
    assert titles.all_inner_texts() == ["right", "the same again"]
    for name in NAMES[1:3]:
        choose(page, name)
        first, second = maps.evaluate_all(drawn)
        assert first == right != second
        assert titles.all_inner_texts() == ["right", name]


def test_the_slider_shows_the_threshold(open_widget):
    page = open_widget(view())
    slider = page.locator("input[type=range]")
    for place, displayed in ((0, "0.00"), (7, "0.35"), (20, "1.00")):
        move(slider, place)
        assert slider.get_attribute("aria-valuetext") == displayed
        assert state(page)["threshold"] == pytest.approx(place / 20)
