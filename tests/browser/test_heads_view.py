"""HeadsView in a page without a kernel: exact numbers, every way to point, and plain text."""

import pytest
import torch
from playwright.sync_api import expect

from mha_lib.book.figures import SIGNED
from mha_lib.widgets import HeadsView
from tests.browser.pages import assert_painted, move, picture, settle

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
    assert f"({slider})" in page.locator(".mha-sentences").inner_text()
    return slider


def middle(page, row, rows=4, head=1):
    """A point in the middle of a row of one head's picture."""
    place = page.locator(".mha-picture").nth(head)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * (row + 0.5) / rows


@pytest.mark.parametrize(("kind", "shape"), [("weights", (3, 2, 4, 4)), ("scores", (2, 4, 4))])
def test_weights_and_scores_equal_torch(open_widget, shape, kind):
    matrices = weights(*shape) if kind == "weights" else 30 * torch.randn(*shape)
    page = open_widget(HeadsView(matrices, TOKENS, kind=kind))
    layers = matrices if matrices.dim() == 4 else matrices[None]
    for i, layer in enumerate(layers):
        if len(layers) > 1:
            move(page.get_by_label("layer", exact=True), i)
        shown = page.locator(".mha").evaluate("(root) => root.stateForTests().matrices")
        torch.testing.assert_close(torch.tensor(shown), layer, rtol=1e-6, atol=1.7e-5)


def assert_all_painted(canvases, shares, colors=None):
    for canvas, shown in zip(canvases.all(), shares.flatten(0, -3), strict=True):
        assert_painted(canvas, shown, colors)


@pytest.mark.parametrize("kind", ["weights", "scores"])
def test_a_pixel_has_matplotlib_s_color_in_each_layer(open_widget, kind):
    # Every one of the 256 colors, and the ends.
    matrices = torch.linspace(0, 1, 3 * 2 * 16 * 16).view(3, 2, 16, 16)
    if kind == "scores":
        matrices = 7 * (2 * matrices - 1)
    page = open_widget(HeadsView(matrices, [str(i) for i in range(16)], kind=kind))
    share = matrices if kind == "weights" else matrices / 14 + 0.5
    colors = None if kind == "weights" else SIGNED
    for layer in (0, 2, 1):
        move(page.get_by_label("layer", exact=True), layer)
        assert_all_painted(page.locator(".mha-picture canvas"), share[layer], colors)
    assert_painted(page.locator(".mha-bar canvas"), torch.linspace(0, 1, 64)[None], colors)
    ends = ["0", "1"] if kind == "weights" else ["−7.000", "7.000"]
    words = page.locator(".mha-bar span").all_inner_texts()
    assert words == [*ends, f"{kind}, one scale for all"]


def test_pointer_and_arrow_keys_move_the_query_and_stop_at_the_ends(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS))
    for row in (2, 3, 0):
        page.mouse.move(*middle(page, row))
        settle(page)
        assert query(page) == row
    page.get_by_role("group").focus()
    seen = []
    for key in ["ArrowUp"] + ["ArrowDown"] * 4 + ["ArrowUp"]:
        page.keyboard.press(key)
        settle(page)
        seen.append(query(page))
    assert seen == [0, 1, 2, 3, 3, 2]


def test_a_tap_on_a_picture_moves_the_query(open_widget):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS), has_touch=True, width=360)
    for row in (2, 0, 3):
        page.touchscreen.tap(*middle(page, row))
        settle(page)
        assert query(page) == row


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
    assert reached[3:] == ["enlarge head 0", "enlarge head 1"]


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


@pytest.mark.slow
def test_the_table_names_ties(open_widget):
    rows = [[0.2] * 5, [0.25] * 4 + [0], [0.1, 0.3, 0.3, 0, 0.3], [0.2, 0.35, 0.1, 0.35, 0]]
    page = open_widget(HeadsView(torch.tensor(rows)[:, None].expand(4, 5, 5), [*TOKENS, "mat"]))
    displayed = [row.locator("td").all_inner_texts() for row in page.locator(".mha tr").all()]
    assert displayed == [
        ["equal weight, 0.200, on all 5 keys"],
        ["equal weight, 0.250, on 4 of 5 keys: the, cat, sat, on"],
        ["cat 0.300", "sat 0.300", "mat 0.300"],
        ["cat 0.350", "on 0.350", "the 0.200"],
    ]
    spans = page.locator(".mha td[colspan]").evaluate_all("(all) => all.map((td) => td.colSpan)")
    assert spans == [3, 3]


def test_the_table_follows_the_query_and_the_layer(open_widget):
    matrices = weights(2, 2, 4, 4)
    page = open_widget(HeadsView(matrices, TOKENS))
    for layer, row in ((0, 0), (0, 2), (1, 2), (1, 3)):
        move(page.get_by_label("layer", exact=True), layer)
        move(page.get_by_label("query", exact=True), row)
        best = matrices[layer, :, row].argmax(-1).tolist()
        displayed = [r.locator("td").first.inner_text() for r in page.locator(".mha tr").all()]
        assert [text.split()[0] for text in displayed] == [TOKENS[j] for j in best]


@pytest.mark.slow
def test_small_scores_are_named_and_their_scale_is_shown(open_widget):
    scores = torch.tensor([[[-0.0002, -3.0], [0.5, 1e-5]]])
    page = open_widget(HeadsView(scores, ["a", "b"], kind="scores"))
    assert page.locator(".mha td").all_inner_texts() == ["a −2.0e−4", "b −3.000"]
    assert page.locator(".mha-bar span").all_inner_texts() == [
        "−3.000",
        "3.000",
        "scores, one scale for all",
    ]


@pytest.mark.slow
def test_scores_that_are_all_0_have_a_scale(open_widget):
    page = open_widget(HeadsView(torch.zeros(1, 2, 2), ["a", "b"], kind="scores"))
    assert page.locator(".mha-bar span").all_inner_texts()[:2] == ["−1.000", "1.000"]


@pytest.mark.slow
def test_it_starts_with_the_given_query_head_and_layer(open_widget):
    matrices = torch.rand(2, 2, 4, 4)
    page = open_widget(HeadsView(matrices, TOKENS, layer=1, query=2, head=0))
    assert_all_painted(page.locator(".mha-picture canvas"), matrices[1])
    assert query(page) == 2
    sliders = page.locator("input[type=range]").evaluate_all("(all) => all.map((s) => s.max)")
    assert sliders == ["3", "1"]
    pressed = page.locator(".mha-grid button").evaluate_all(
        "(all) => all.map((b) => b.ariaPressed)"
    )
    assert pressed == ["true", "false"]
    assert not page.locator(".mha caption").is_visible()


@pytest.mark.slow
def test_tokens_are_shown_as_text(open_widget):
    page = open_widget(HeadsView(weights(1, 4, 4), HOSTILE))
    labels = page.locator(".mha-rows span").evaluate_all("(all) => all.map((s) => s.textContent)")
    assert labels == HOSTILE
    for i, token in enumerate(HOSTILE):
        move(page.get_by_label("query", exact=True), i)
        said = page.locator(".mha-sentences").evaluate("(say) => say.textContent")
        assert f"“{token}” ({i})" in said
    assert page.locator(".mha img, .mha b").count() == 0


def test_two_widgets_live_on_one_page(open_widget):
    first, second = weights(2, 2, 4, 4)
    page = open_widget(HeadsView(first, TOKENS), HeadsView(second, TOKENS))
    sections = page.locator(".mha")
    assert page.locator(".mha-widget > .mha:only-of-type").count() == 2  # each at its own position
    for i, value in ((0, 2), (1, 3)):
        other = picture(sections.nth(1 - i))
        own = picture(sections.nth(i))
        move(sections.nth(i).get_by_label("query", exact=True), value)
        assert picture(sections.nth(i)) != own
        assert picture(sections.nth(1 - i)) == other
    shown = [s.evaluate("(root) => root.stateForTests().matrices") for s in sections.all()]
    torch.testing.assert_close(
        torch.tensor(shown), torch.stack([first, second]), rtol=0, atol=1.7e-5
    )


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


@pytest.mark.slow
@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_follows_the_system_where_the_page_has_none(open_widget, system):
    page = open_widget(HeadsView(weights(2, 4, 4), TOKENS), color_scheme=system)
    page.evaluate("() => delete document.documentElement.dataset.theme")
    expect(page.locator(".mha")).to_have_attribute("data-theme", system)


TEXTS = [TOKENS, ["go", "on"], ["it", "was", "not", "the", "other", "cat"]]
SENTENCES = ["the cat sat on", "go on", "it was not the other cat"]


def texts(n_layers=2, n_heads=3, **options):
    """Weights of three texts, and the widget that shows them."""
    matrices = [weights(n_layers, n_heads, len(text), len(text)) for text in TEXTS]
    return matrices, HeadsView(matrices, TEXTS, **options)


def pick(page, text):
    page.get_by_label("text", exact=True).select_option(str(text))
    settle(page)


def labels(page, axis):
    return page.locator(f".mha-{axis} span").all_inner_texts()


def test_another_text_shows_its_own_numbers_labels_and_queries(open_widget):
    matrices, widget = texts(layer=1, head=2)
    page = open_widget(widget)
    menu = page.get_by_label("text", exact=True)
    assert menu.locator("option").all_inner_texts() == SENTENCES
    for text in (2, 0, 1):
        pick(page, text)
        n, own = len(TEXTS[text]), matrices[text][1]
        assert page.locator(".mha-menu > div").inner_text() == SENTENCES[text]
        shown = page.locator(".mha").evaluate("(root) => root.stateForTests().matrices")
        torch.testing.assert_close(torch.tensor(shown), own, rtol=0, atol=1.7e-5)
        assert_all_painted(page.locator(".mha-picture canvas"), own)
        assert labels(page, "rows") == labels(page, "cols") == 3 * TEXTS[text]
        slider = page.get_by_label("query", exact=True)
        assert slider.get_attribute("max") == str(n - 1)
        for row in (n - 1, 0):
            move(slider, row)
            assert slider.get_attribute("aria-valuetext") == f"“{TEXTS[text][row]}” ({row})"
            best = own[:, row].argmax(-1).tolist()
            keys = [r.locator("td").first.inner_text() for r in page.locator(".mha tr").all()]
            assert [key.split()[0] for key in keys] == [TEXTS[text][j] for j in best]
        # What has nothing to do with the text stays.
        assert page.get_by_label("layer", exact=True).input_value() == "1"
        assert page.locator(".mha-large figcaption").all_inner_texts() == ["head 2"]


def test_a_query_that_a_text_lacks_becomes_its_last_one(open_widget):
    page = open_widget(texts(text=2, query=5)[1])
    for text, row in ((0, 3), (2, 3), (1, 1), (2, 1)):
        pick(page, text)
        said = page.locator(".mha-sentences").inner_text()
        tokens = TEXTS[text]
        assert said.startswith(
            f"Text {text + 1} of 3, {len(tokens)} tokens. Query “{tokens[row]}” ({row}),"
        )
        assert page.get_by_label("query", exact=True).input_value() == str(row)
        mark = page.locator(".mha-mark").first
        top = float(mark.evaluate("(mark) => parseFloat(mark.style.top)"))
        assert top == pytest.approx(100 * row / len(tokens), abs=0.01)


@pytest.mark.slow
def test_pointer_and_arrow_keys_stay_within_the_text(open_widget):
    page = open_widget(texts()[1])
    pick(page, 2)
    page.mouse.move(*middle(page, 4, rows=6))
    settle(page)
    slider = page.get_by_label("query", exact=True)
    assert slider.input_value() == "4"
    page.get_by_role("group").focus()
    for row in ("5", "5"):
        page.keyboard.press("ArrowDown")
        settle(page)
        assert slider.input_value() == row
    pick(page, 1)
    page.get_by_role("group").focus()
    page.keyboard.press("ArrowDown")
    settle(page)
    assert slider.input_value() == "1"


@pytest.mark.slow
def test_the_keyboard_chooses_a_text(open_widget):
    page = open_widget(texts()[1])
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.ariaLabel") == "text"
    outline = "(menu) => getComputedStyle(menu).outlineStyle"
    assert page.locator(".mha-menu").evaluate(outline) == "solid"
    page.keyboard.type("it")
    settle(page)
    assert page.locator(".mha-menu > div").inner_text() == SENTENCES[2]
    assert page.get_by_label("query", exact=True).get_attribute("max") == "5"


@pytest.mark.slow
def test_keys_of_several_texts_have_their_own_labels(open_widget):
    matrices = [weights(2, 2, 3), weights(2, 3, 2)]
    keys = [["x", "y", "z"], ["u", "v"]]
    page = open_widget(HeadsView(matrices, [["a", "b"], ["c", "d", "e"]], key_tokens=keys))
    for text, own in ((1, "uv"), (0, "xyz")):
        pick(page, text)
        assert "".join(labels(page, "cols")) == 2 * own
        assert {td[0] for td in page.locator(".mha td").all_inner_texts()} <= set(own)


@pytest.mark.slow
def test_scores_of_all_texts_have_one_scale(open_widget):
    scores = [torch.tensor([[[1.0, -2.0], [0.5, 0.0]]]), torch.tensor([[[8.0]]])]
    page = open_widget(HeadsView(scores, [["a", "b"], ["c"]], kind="scores"))
    for text in (0, 1):
        pick(page, text)
        assert page.locator(".mha-bar span").all_inner_texts()[:2] == ["−8.000", "8.000"]
        shares = scores[text] / 16 + 0.5
        assert_all_painted(page.locator(".mha-picture canvas"), shares, SIGNED)


@pytest.mark.slow
def test_one_text_needs_no_menu_and_one_layer_no_slider(open_widget):
    page = open_widget(HeadsView([weights(2, 4, 4)], [TOKENS]), HeadsView(weights(2, 4, 4), TOKENS))
    assert page.locator(".mha select").count() == 0
    assert page.locator(".mha input[type=range]").count() == 2  # each for its query
    for said in page.locator(".mha-sentences").all_inner_texts():
        assert said.startswith("Query “the” (0)")


@pytest.mark.slow
def test_titles_follow_the_layer(open_widget):
    titles = [["head 0 · one back", "head 1"], ["head 0", "head 1 · <b>itself</b>"]]
    page = open_widget(HeadsView(weights(2, 2, 4, 4), TOKENS, titles=titles, head=1))
    for layer in (1, 0):
        move(page.get_by_label("layer", exact=True), layer)
        own = titles[layer]
        assert page.locator(".mha-grid button").all_inner_texts() == own
        assert page.locator(".mha-keys th").all_inner_texts() == own
        assert page.locator(".mha-keys .mha-chosen th").all_inner_texts() == own[1:]
        for title in own:
            page.get_by_role("button", name=f"enlarge {title}", exact=True).wait_for()
            page.get_by_role("figure", name=title, exact=True).wait_for()


@pytest.mark.slow
def test_maps_with_titles_of_one_and_two_lines_are_aligned(open_widget):
    titles = [f"head {h} · {'a longer kind than fits' if h % 2 else 'short'}" for h in range(4)]
    page = open_widget(HeadsView(weights(4, 4, 4), TOKENS, titles=titles), width=390)
    tops = page.locator(".mha-map").evaluate_all(
        """(maps) => maps.map((map) => [map, map.querySelector(".mha-picture")]
            .map((part) => part.getBoundingClientRect().top))"""
    )
    heights = page.locator(".mha-grid button").evaluate_all(
        "(all) => all.map((b) => b.offsetHeight)"
    )
    assert heights[1] > heights[0] + 10
    assert tops[0] == tops[1]
    assert tops[2] == tops[3] != tops[0]


@pytest.mark.slow
def test_small_maps_are_as_wide_as_the_labels_of_all_texts_need(open_widget):
    def columns(sizes, width):
        matrices = [weights(12, n, n) for n in sizes]
        words = [[f"word{i}" for i in range(n)] for n in sizes]
        page = open_widget(HeadsView(matrices, words), width=width)
        labeled = []
        for text in range(len(sizes)):
            pick(page, text)
            labeled.append(page.locator(".mha-rows:visible").count() == 12)
        lefts = page.locator(".mha-map").evaluate_all(
            "(maps) => maps.map((map) => map.getBoundingClientRect().left)"
        )
        return len(set(lefts)), labeled

    assert columns([11, 7], 1280) == (4, [True, True])
    assert columns([14, 7, 30], 1280) == (3, [True, True, False])  # 30 tokens need too much
    assert columns([30, 7], 1280) == (4, [False, True])
    assert columns([14, 7], 390) == (2, [False, True])  # on a phone two in a row all the same


@pytest.mark.slow
def test_a_long_text_fits_on_a_phone(open_widget):
    long = [f"word{i}" for i in range(20)]
    matrices = [weights(1, 20, 20), weights(1, 2, 2)]
    page = open_widget(HeadsView(matrices, [long, ["go", "on"]]), width=390, has_touch=True)
    inside = """(shown) => shown.scrollWidth <= shown.clientWidth
        && shown.offsetHeight > 3 * parseFloat(getComputedStyle(shown).fontSize)"""
    assert page.locator(".mha-menu > div").evaluate(inside)
    # What a finger meets anywhere in the frame is the menu.
    box = page.locator(".mha-menu").bounding_box()
    met = "([x, y]) => document.elementFromPoint(x, y).localName"
    for x, y in ((2, 2), (box["width"] - 2, box["height"] - 2), (box["width"] / 2, 20)):
        assert page.evaluate(met, [box["x"] + x, box["y"] + y]) == "select"


WORDS = ["the", "cat", "saw", "the", "dog"]
LAYERS, HEADS = 3, 6  # more than are small multiples


def gallery(**options):
    """Weights of many heads, of which layer 1's head 4 looks one back and layer 2's one ahead."""
    matrices = weights(LAYERS, HEADS, 5, 5)
    back, ahead = (torch.eye(5).roll(k, 1) for k in (-1, 1))
    matrices[1, 4], matrices[2, 3] = 0.9 * back + 0.02, 0.9 * ahead + 0.02
    return matrices, HeadsView(matrices, WORDS, **options)


def chosen(page):
    """The head that is checked, drawn large and named, and the head at which the Tab key stops."""
    checked = page.locator(".mha-overview [aria-checked=true]")
    assert checked.count() == 1
    stops = page.locator(".mha-overview button").evaluate_all("(all) => all.map((b) => b.tabIndex)")
    assert stops.count(0) == 1
    assert max(stops) == 0
    assert checked.evaluate("(button) => button.tabIndex") == 0
    title = page.locator(".mha-gallery .mha-map figcaption").inner_text()
    label = checked.get_attribute("aria-label")
    assert label.split(", ")[:2] == title.split(", ")
    assert page.locator(".mha-sentences").inner_text().startswith(f"{title.capitalize()}. Query")
    return title


def test_many_heads_are_thumbnails_and_the_chosen_one_is_a_map(open_widget):
    matrices, widget = gallery()
    page = open_widget(widget)
    assert_all_painted(page.locator(".mha-overview canvas"), matrices)
    assert chosen(page) == "layer 0, head 0"
    page.get_by_role("radio", name="layer 1, head 4").click()
    settle(page)
    assert chosen(page) == "layer 1, head 4"
    assert_painted(page.locator(".mha-picture canvas"), matrices[1, 4])
    measured = page.locator(".mha-bar-table tr").all_inner_texts()
    assert [line.split("\t")[:2] for line in measured][:2] == [
        ["previous", "0.92"],
        ["next", "0.02"],
    ]


def test_a_measure_sorts_the_heads_and_shows_its_value(open_widget):
    matrices, widget = gallery(layer=2, head=5)
    page = open_widget(widget)
    first = page.locator(".mha-overview button").first
    for name, offset, best in (("previous", -1, (1, 4)), ("next", 1, (2, 3))):
        page.get_by_label(name, exact=True).check()
        settle(page)
        values = matrices.diagonal(offset, -2, -1).mean(-1)
        order = values.flatten().argsort(descending=True).tolist()
        displayed = page.locator(".mha-overview button").all_inner_texts()
        assert [text.split()[0] for text in displayed] == [
            f"{i // HEADS}.{i % HEADS}" for i in order
        ]
        numbers = torch.tensor([float(text.split()[1]) for text in displayed])
        torch.testing.assert_close(numbers, values.flatten()[order], rtol=0, atol=0.0051)
        layer, head = best
        assert first.get_attribute("aria-label") == f"layer {layer}, head {head}, .92"
        assert chosen(page) == "layer 2, head 5"  # the order chooses nothing
    page.get_by_label("layer and head", exact=True).check()
    settle(page)
    assert first.get_attribute("aria-label") == "layer 0, head 0"


def test_arrow_keys_move_between_thumbnails(open_widget):
    page = open_widget(gallery(layer=1, head=4)[1])
    page.get_by_role("radio", name="layer 1, head 4").focus()
    for key, there in (
        ("ArrowRight", "layer 1, head 5"),
        ("ArrowDown", "layer 2, head 5"),
        ("ArrowDown", "layer 2, head 5"),
        ("ArrowLeft", "layer 2, head 4"),
        ("ArrowUp", "layer 1, head 4"),
    ):
        page.keyboard.press(key)
        settle(page)
        assert chosen(page) == there
        focused = page.evaluate("() => document.activeElement.ariaLabel")
        assert focused == there
    page.get_by_label("previous", exact=True).check()
    settle(page)
    page.locator(".mha-overview [aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    second = page.locator(".mha-overview button").nth(1).get_attribute("aria-label")
    assert second.startswith(chosen(page))


def test_arcs_lead_from_the_query_to_the_keys_with_large_weights(open_widget):
    matrices, widget = gallery(layer=1, head=4, query=2)
    page = open_widget(widget)
    chips = page.locator(".mha-chips button")
    assert chips.all_text_contents() == WORDS
    assert page.locator(".mha-strip").is_hidden()
    fills = "(all) => all.map((node) => Number(node.style.getPropertyValue('--mha-fill')))"
    for row in (2, 3):
        expected = matrices[1, 4, row]
        found = torch.tensor(chips.evaluate_all(fills))
        torch.testing.assert_close(found, expected, atol=1e-4, rtol=0)
        assert page.locator(".mha-chips path").count() == (expected >= 0.1).sum()
        assert chips.nth(row).get_attribute("aria-pressed") == "true"
        chips.nth(3).click()
        settle(page)
    page.locator(".mha-chips").focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    assert page.get_by_label("query", exact=True).input_value() == "4"


def test_arcs_of_all_heads_of_the_layer(open_widget):
    matrices, widget = gallery(layer=1, head=4, query=2)
    page = open_widget(widget)
    page.get_by_label("all heads of its layer").check()
    settle(page)
    rows = matrices[1, :, 2]
    expected = sum(min(6, int((row >= 0.1).sum())) for row in rows)
    assert page.locator(".mha-chips path").count() == expected
    assert page.locator(".mha-chips path:not(.mha-other)").count() == (rows[4] >= 0.1).sum()
    assert page.get_by_text(f"Of {len(rows)} heads, most weight: ").count() == 1


def test_arcs_of_all_heads_have_colors_and_the_table_highlights_them(open_widget):
    matrices, widget = gallery(layer=1, head=4, query=2, arcs="layer")
    page = open_widget(widget)
    table = page.locator(".mha-keys tr")
    assert table.locator("th").all_inner_texts() == [f"head {h}" for h in range(HEADS)]
    look = """(all) => all.map((group) => {
        const { stroke, opacity } = getComputedStyle(group);
        return [Number(group.dataset.head), stroke, Number(opacity)];
    })"""
    groups = page.locator(".mha-lanes > g:has(path)")
    drawn = groups.evaluate_all(look)
    assert len({stroke for _, stroke, _ in drawn}) == HEADS
    assert drawn[-1][0] == 4
    labels = page.locator(".mha-lanes text").all_text_contents()
    assert {*labels} <= {str(h) for h in range(HEADS) if matrices[1, h, 2].max() >= 0.3}
    assert "4" in labels
    table.nth(2).hover()
    after = {head: opacity > 0.5 for head, _, opacity in groups.evaluate_all(look)}
    assert [head for head, strong in after.items() if strong] == [2]
    table.nth(2).locator("button").click()
    settle(page)
    assert chosen_title(page) == "layer 1, head 2"
    page.get_by_label("this head").check()
    settle(page)
    assert table.all_inner_texts()[0].split()[:2] == ["head", "2"]
    assert (table.count(), table.locator("button").count()) == (1, 0)


def chosen_title(page):
    return page.locator(".mha-gallery .mha-map figcaption").inner_text()


def test_a_long_text_is_shaded_by_the_marked_row_and_a_tap_chooses_the_query(open_widget):
    matrices = weights(LAYERS, HEADS, 65, 65)
    words = [f"w{i}" for i in range(65)]
    page = open_widget(HeadsView(matrices, words, layer=1, head=4, query=2))
    assert page.locator(".mha-chips").is_hidden()
    shares = """(spans) => spans.map((s) => parseFloat(s.style.getPropertyValue("--mha-fill")))"""
    spans = page.locator(".mha-strip span")
    assert spans.all_inner_texts() == words
    for row in (2, 3):
        expected = matrices[1, 4, row] / matrices[1, 4, row].max() * 45
        torch.testing.assert_close(
            torch.tensor(spans.evaluate_all(shares)), expected, atol=0.1, rtol=0
        )
        assert page.locator(".mha-query-token").inner_text() == words[row]
        spans.nth(3).click()
        settle(page)
    assert page.get_by_label("query", exact=True).input_value() == "3"


@pytest.mark.slow
def test_another_text_shows_its_own_thumbnails_and_order(open_widget):
    matrices = [weights(LAYERS, HEADS, len(text), len(text)) for text in TEXTS]
    page = open_widget(HeadsView(matrices, TEXTS, sort="first"))
    for text in (2, 0):
        pick(page, text)
        first = matrices[text][..., 1:, 0].mean(-1).flatten()
        displayed = page.locator(".mha-overview button").all_inner_texts()
        order = first.argsort(descending=True).tolist()
        assert [line.split()[0] for line in displayed] == [
            f"{i // HEADS}.{i % HEADS}" for i in order
        ]
        own = matrices[text].flatten(0, 1)[order]
        assert_all_painted(page.locator(".mha-overview canvas"), own)


@pytest.mark.slow
def test_one_layer_of_many_heads_has_thumbnails(open_widget):
    page = open_widget(HeadsView(weights(20, 4, 4), TOKENS))
    assert page.locator(".mha-overview button").count() == 20
    assert chosen(page).endswith("head 0")


@pytest.mark.slow
def test_scores_have_thumbnails_and_no_measure(open_widget):
    scores = torch.randn(LAYERS, HEADS, 4, 4)
    page = open_widget(HeadsView(scores, TOKENS, kind="scores"))
    assert page.locator("input[type=radio]").count() == 0
    assert page.locator(".mha-strip").count() == 0
    shares = scores / (2 * scores.abs().max()) + 0.5
    assert_all_painted(page.locator(".mha-overview canvas"), shares, SIGNED)


@pytest.mark.slow
def test_a_single_matrix_has_a_note_about_means(open_widget):
    layer = torch.nn.MultiheadAttention(6, 2, batch_first=True)
    x = torch.randn(1, 4, 6)
    note = ".mha-note"
    assert (
        "mean of its heads"
        in open_widget(HeadsView(layer(x, x, x)[1].detach(), TOKENS)).locator(note).inner_text()
    )
    assert (
        open_widget(HeadsView(weights(1, 4, 4), TOKENS, titles=["one"])).locator(note).count() == 0
    )
    assert open_widget(HeadsView(weights(2, 4, 4), TOKENS)).locator(note).count() == 0


def test_a_saved_file_works_on_its_own(open_context, tmp_path):
    matrices, widget = gallery(layer=1, head=4)
    widget.query = 3
    widget.save(tmp_path / "heads.html", title="Heads & </title>")
    page = open_context().new_page()
    page.goto((tmp_path / "heads.html").as_uri())
    page.locator(".mha").wait_for()
    assert page.title() == "Heads & </title>"
    assert chosen(page) == "layer 1, head 4"
    assert page.get_by_label("query", exact=True).input_value() == "3"
    page.get_by_role("radio", name="layer 0, head 2").click()
    settle(page)
    shown = page.locator(".mha").evaluate("(root) => root.stateForTests().matrices")
    torch.testing.assert_close(torch.tensor(shown), matrices[0], rtol=0, atol=1.7e-5)


def test_if_no_word_occurs_twice_heads_are_not_sorted_by_the_same_word(open_widget):
    matrices, twice = weights(3, 8, 4, 4), ["the", "cat", "the", "on"]
    page = open_widget(HeadsView([matrices, matrices], [TOKENS, twice], sort="same word"))
    note = page.get_by_text("No word occurs twice here, so the heads are in the order of")
    legend = page.get_by_text("Under each head: layer.head, and its measure.")
    expect(note).to_be_visible()
    expect(legend).not_to_be_visible()
    expect(page.locator(".mha-sorted")).to_have_count(0)
    assert page.locator(".mha-overview button").all_inner_texts() == [""] * 24
    page.get_by_label("text", exact=True).select_option(" ".join(twice))
    settle(page)
    expect(page.locator(".mha-sorted")).to_have_count(1)
    expect(note).to_have_count(0)
    expect(legend).to_be_visible()


def test_the_page_says_which_measure_no_token_has(open_widget):
    page = open_widget(
        HeadsView(weights(3, 8, 4, 3), TOKENS, key_tokens=["le", "chat", "dort"], sort="previous")
    )
    expect(page.get_by_text("No token here has the measure “previous”, so")).to_be_visible()
    expect(page.locator(".mha-sorted")).to_have_count(0)
