"""HeadsView in a page without a kernel: exact numbers, every way to point, and plain text."""

import pytest
import torch
from pages import move, picture, settle
from playwright.sync_api import expect

from mha_lib.widgets import HeadsView

TOKENS = ["the", "cat", "sat", "on"]
HOSTILE = ["<img src=x onerror=alert(1)>", "</script>", "<b>&amp;</b>", "{not}\u2028{format}"]


def weights(*shape):
    return torch.randn(*shape).softmax(-1)


def query(page):
    """The row the widget says it shows, by its slider, its mark and its sentence."""
    slider = int(page.get_by_label("query", exact=True).input_value())
    marks = page.eval_on_selector_all(
        ".mha-mark",
        "(marks) => marks.map((m) => Math.round(parseFloat(m.style.top) * 0.04))",
    )
    assert set(marks) == {slider}
    assert f"({slider})" in page.locator(".mha-say").inner_text()
    return slider


def middle(page, row, rows=4, head=1):
    """A point in the middle of a row of one head's picture."""
    place = page.locator(".mha-picture").nth(head)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * (row + 0.5) / rows


@pytest.mark.parametrize("shape", [(2, 4, 4), (3, 2, 4, 4)])
@pytest.mark.parametrize("kind", ["weights", "scores"])
def test_numbers_are_those_of_torch(open_widget, shape, kind):
    matrices = weights(*shape) if kind == "weights" else 30 * torch.randn(*shape)
    page = open_widget(HeadsView(matrices, TOKENS, kind=kind))
    layers = matrices if matrices.dim() == 4 else matrices[None]
    for i, layer in enumerate(layers):
        if len(layers) > 1:
            move(page.get_by_label("layer", exact=True), i)
        shown = page.locator(".mha").evaluate("(root) => root.numbers().matrices")
        torch.testing.assert_close(torch.tensor(shown), layer, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", ["weights", "scores"])
def test_a_pixel_has_the_colour_of_its_number(open_widget, kind):
    matrices = weights(2, 4, 4) if kind == "weights" else torch.randn(2, 4, 4)
    low = 0 if kind == "weights" else -matrices.abs().max().item()
    high = 1 if kind == "weights" else -low
    page = open_widget(HeadsView(matrices, TOKENS, kind=kind))
    pixels = page.locator(".mha-picture canvas").evaluate_all(
        """(all) => all.map((c) =>
            [...c.getContext("2d").getImageData(0, 0, c.width, c.height).data])"""
    )
    ramp = page.locator(".mha-bar canvas").evaluate(
        "(c) => [...c.getContext('2d').getImageData(0, 0, c.width, 1).data]"
    )
    ramp = torch.tensor(ramp).view(-1, 4)
    near = ((matrices - low) / (high - low) * (len(ramp) - 1)).round().long()
    torch.testing.assert_close(torch.tensor(pixels).view(2, 4, 4, 4), ramp[near], rtol=0, atol=6)


def test_the_slider_moves_the_query(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS, query=1))
    assert query(page) == 1
    move(page.get_by_label("query", exact=True), 3)
    assert query(page) == 3


def test_a_pointer_over_a_picture_moves_the_query(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS))
    for row in (2, 0, 3):
        page.mouse.move(*middle(page, row))
        settle(page)
        assert query(page) == row


def test_a_tap_on_a_picture_moves_the_query(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS), has_touch=True, width=360)
    for row in (2, 0, 3):
        page.touchscreen.tap(*middle(page, row))
        settle(page)
        assert query(page) == row


def test_arrow_keys_move_the_query_and_stop_at_the_ends(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS))
    page.get_by_role("group").focus()
    seen = []
    for key in ["ArrowUp"] + ["ArrowDown"] * 4 + ["ArrowUp"]:
        page.keyboard.press(key)
        settle(page)
        seen.append(query(page))
    assert seen == [0, 1, 2, 3, 3, 2]


def test_the_keyboard_alone_reaches_every_control(open_widget):
    page = open_widget(HeadsView(weights(2, 2, 4, 4), TOKENS))
    reached = []
    for _ in range(5):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "() => document.activeElement.ariaLabel ?? document.activeElement.innerText"
            )
        )
    assert reached[:2] == ["query", "layer"]
    assert reached[2].startswith("heads; arrow")
    assert reached[3:] == ["head 0", "head 1"]


def test_a_chosen_head_is_enlarged_and_marked_in_the_table(open_widget):
    page = open_widget(HeadsView(weights(8, 4, 4), TOKENS))
    button = page.get_by_role("button", name="head 1")
    canvas = page.locator(".mha-picture").nth(1)
    small = canvas.bounding_box()["width"]
    button.click()
    settle(page)
    assert canvas.bounding_box()["width"] > 1.5 * small
    rows, marked = page.locator(".mha tr"), page.locator(".mha .mha-chosen th")
    assert marked.all_inner_texts() == ["head 1"]
    assert rows.count() == 8
    button.click()
    settle(page)
    assert canvas.bounding_box()["width"] == small
    assert (rows.count(), marked.count()) == (8, 0)


def test_the_table_leaves_out_keys_without_weight(open_widget):
    one, two = torch.tensor([1.0, 0, 0, 0]), torch.tensor([0, 0.25, 0, 0.75])
    page = open_widget(HeadsView(torch.stack([one.expand(4, 4), two.expand(4, 4)]), TOKENS))
    told = [row.locator("td").all_inner_texts() for row in page.locator(".mha tr").all()]
    assert told == [["the 1.000"], ["on 0.750", "cat 0.250"]]


def test_tokens_are_shown_as_text(open_widget):
    page = open_widget(HeadsView(weights(1, 4, 4), HOSTILE))
    labels = page.locator(".mha-rows span").evaluate_all("(all) => all.map((s) => s.textContent)")
    assert labels == HOSTILE
    for i, token in enumerate(HOSTILE):
        move(page.get_by_label("query", exact=True), i)
        said = page.locator(".mha-say").evaluate("(say) => say.textContent")
        assert f"“{token}” ({i})" in said
    assert page.locator(".mha img, .mha b").count() == 0


@pytest.mark.parametrize("equal", [True, False], ids=["equal", "different"])
def test_two_widgets_live_on_one_page(open_widget, equal):
    first = weights(2, 4, 4)
    second = first if equal else weights(2, 4, 4)
    page = open_widget(HeadsView(first, TOKENS), HeadsView(second, TOKENS))
    sections = page.locator(".mha")
    assert page.locator(".mha-widget > .mha:only-child").count() == 2  # each in its own place
    for i, value in ((0, 2), (1, 3)):
        other = picture(sections.nth(1 - i))
        own = picture(sections.nth(i))
        move(sections.nth(i).get_by_label("query", exact=True), value)
        assert picture(sections.nth(i)) != own
        assert picture(sections.nth(1 - i)) == other
    shown = [s.evaluate("(root) => root.numbers().matrices") for s in sections.all()]
    torch.testing.assert_close(torch.tensor(shown), torch.stack([first, second]))


def test_the_theme_follows_the_page(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS))
    section = page.locator(".mha")
    for theme in ("light", "dark", "light"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        expect(section).to_have_attribute("data-theme", theme)
        ground = section.evaluate(
            "(s) => getComputedStyle(s).backgroundColor.match(/\\d+/g).map(Number)"
        )
        assert (max(ground) < 128) == (theme == "dark")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_follows_the_system_where_the_page_has_none(open_widget, system):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS), color_scheme=system)
    page.evaluate("() => delete document.documentElement.dataset.theme")
    expect(page.locator(".mha")).to_have_attribute("data-theme", system)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_and_is_accessible(open_widget, axe, theme, width):
    widget = HeadsView(weights(2, 8, 12, 12), [f"token{i}" for i in range(12)], head=1)
    page = open_widget(widget, theme=theme, width=width)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert not axe(page, ".mha")


def test_the_largest_widget_redraws(open_widget, capsys):
    page = open_widget(HeadsView(weights(2, 16, 64, 64), [str(i) for i in range(64)]))
    times = page.evaluate(
        """async () => {
            const slider = (label) => document.querySelector(`input[aria-label=${label}]`);
            const frame = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
            const time = async (input, value) => {
                await frame();
                const from = performance.now();
                input.value = value;
                input.dispatchEvent(new Event("input"));
                await frame();
                return performance.now() - from;
            };
            const all = { query: [], layer: [] };
            for (let i = 1; i <= 10; i++) {
                all.query.push(await time(slider("query"), i));
                all.layer.push(await time(slider("layer"), i % 2));
            }
            return all;
        }"""
    )
    with capsys.disabled():
        for name, taken in times.items():
            middle = sorted(taken)[len(taken) // 2]
            print(f"\n16 heads of 64 tokens, new {name}: {middle:.0f} ms until drawn", end="")
    assert page.get_by_label("query", exact=True).input_value() == "10"
