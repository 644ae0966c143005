"""MaskPainter in a page: torch's readings of a mask, painted by mouse, finger and keyboard."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import mha_lib
from mha_lib.widgets import MaskPainter
from tests.browser.pages import assert_painted, press_keys, state

PRESETS = ["all", "causal", "padding: last two keys", "one row all False"]


def ours(scores, mask):
    return mha_lib.attention_weights(scores, mask)


def torch_module(scores, mask):
    """Weights of nn.MultiheadAttention, its one head set so that these are its scores."""
    size = max(scores.shape)
    module = nn.MultiheadAttention(size, 1, bias=False, batch_first=True, dtype=scores.dtype)
    eye = torch.eye(size, dtype=scores.dtype)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([eye, eye, eye]))
    queries = F.pad(scores, (0, size - scores.shape[1])) * size**0.5
    keys = eye[: scores.shape[1]]
    return module(queries[None], keys[None], keys[None], attn_mask=mask)[1][0]


def fused(scores, mask):
    """Weights of SDPA: its output where the values are an identity."""
    eye = torch.eye(scores.shape[1], dtype=scores.dtype)
    return F.scaled_dot_product_attention(scores, eye, eye, attn_mask=mask, scale=1.0)


def compare(page, scores):
    shown = state(page)
    mask = torch.tensor(shown["mask"])
    for name, reader in (("ours", ours), ("mha", torch_module), ("sdpa", fused)):
        rows = [[torch.nan if w is None else w for w in row] for row in shown[name]]
        expected = reader(scores, mask)
        actual = torch.tensor(rows, dtype=torch.float64)
        torch.testing.assert_close(actual, expected, rtol=0, atol=1e-6, equal_nan=True)
    return mask


@pytest.mark.parametrize("shape", [(3, 7), (12, 12), (1, 1)])
def test_three_readings_equal_torch(open_widget, shape):
    scores = 4 * torch.randn(shape, dtype=torch.float64)
    names = [f"t{i}" for i in range(12)]
    page = open_widget(MaskPainter(scores, names[: shape[0]], key_tokens=names[: shape[1]]))
    compare(page, scores)
    for preset in PRESETS:
        button = page.get_by_role("button", name=preset, exact=True)
        if button.count():
            button.click()
            compare(page, scores)
            assert button.get_attribute("aria-pressed") == "true"
    cells = page.locator(".mha-painter button")
    for i in torch.randperm(shape[0] * shape[1])[:2].tolist():
        cells.nth(i).click()
        compare(page, scores)


@pytest.mark.slow
def test_large_scores_do_not_overflow(open_widget):
    scores = torch.tensor([[1000.0, 999.0], [-1000.0, -1001.0]], dtype=torch.float64)
    compare(open_widget(MaskPainter(scores, ["a", "b"])), scores)


@pytest.mark.parametrize("plain", [False, True])
def test_a_drag_paints_the_new_value_of_its_first_cell(open_widget, plain):
    page = open_widget(MaskPainter(torch.randn(5, 5), list("abcde")), plain=plain)
    assert page.evaluate("isSecureContext") is not plain
    cells = page.locator(".mha-painter button")
    page.mouse.move(*center(cells.nth(0)))
    page.mouse.down()
    page.mouse.move(*center(cells.nth(4)), steps=20)
    page.mouse.move(*center(cells.nth(9)), steps=5)
    page.mouse.up()
    page.mouse.move(*center(cells.nth(14)), steps=5)
    mask = torch.tensor(state(page)["mask"])
    assert (~mask).nonzero().tolist() == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 4]]


def center(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_paints_one_cell(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 3), list("abc")), width=360, has_touch=True)
    page.locator(".mha-painter button").nth(4).tap()
    mask = torch.tensor(state(page)["mask"])
    assert (~mask).nonzero().tolist() == [[1, 1]]


def test_the_keyboard_alone_can_paint(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 3), list("abc")))
    page.get_by_role("button", name="one row all False").focus()
    press_keys(page, "Tab", "ArrowDown", "Space", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    press_keys(page, "Home", "ArrowDown", "ArrowDown", "End", "Space", "Space")
    mask = torch.tensor(state(page)["mask"])
    assert (~mask).nonzero().tolist() == [[1, 0], [1, 2]]
    in_order = page.locator(".mha-painter button[tabindex='0']")
    assert in_order.count() == 1
    assert in_order.get_attribute("aria-label") == "c (2) to c (2)"


@pytest.mark.slow
def test_home_and_end_go_to_the_ends_of_a_row_and_one_button_is_in_the_tab_order(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 3), list("abc")))
    page.get_by_role("button", name="one row all False").focus()
    press_keys(page, "Tab", "ArrowDown", "ArrowRight")
    for key, label in (("Home", "a (0)"), ("End", "c (2)"), ("Home", "a (0)")):
        press_keys(page, key)
        assert page.evaluate("() => document.activeElement.ariaLabel") == f"b (1) to {label}"
        order = page.locator(".mha-painter button").evaluate_all(
            "(all) => all.map((b) => b.tabIndex)"
        )
        assert sorted(order) == [-1] * 8 + [0]


@pytest.mark.slow
def test_only_the_main_button_paints_and_only_cells(open_widget):
    page = open_widget(MaskPainter(torch.randn(2, 2), ["a", "b"]))
    page.locator(".mha-painter button").first.click(button="right")
    page.locator(".mha-painter [role=rowheader]").first.click()
    assert state(page)["mask"] == [[True, True], [True, True]]


def test_readings_have_the_colors_of_their_weights_and_the_cell_is_described(open_widget):
    scores = torch.tensor([[0.0, 1.0], [-2.0, 0.5]])
    page = open_widget(MaskPainter(scores, ["a", "b"], mask=torch.tensor([[True, False]] * 2)))
    weights = torch.tensor([[[1.0, 0], [1, 0]], [[0, 1], [0, 1]], [[1, 0], [1, 0]]])
    canvases = page.locator(".mha-picture canvas")
    for canvas, shown in zip(canvases.all(), weights, strict=True):
        assert_painted(canvas, shown)
    assert [box["width"] for box in (c.bounding_box() for c in canvases.all())] == [68] * 3
    page.locator(".mha-painter button").nth(3).hover()
    assert page.locator(".mha-sentences").nth(1).inner_text() == (
        "Query “b” (1), key “b” (1): score 0.500, mask False. "
        "Weight in this book 0.000, nn.MultiheadAttention 1.000, SDPA 0.000."
    )


@pytest.mark.slow
def test_a_row_of_nan_is_labeled(open_widget):
    mask = torch.tensor([[True, True], [False, True]])
    page = open_widget(MaskPainter(torch.randn(2, 2), ["a", "b"], mask=mask))
    words = page.locator(".mha-nan")
    assert words.count() == 1
    assert words.inner_text() == "NaN"
    assert "gives NaN" in page.locator(".mha-sentences").first.inner_text()


@pytest.mark.slow
def test_painted_cells_are_large_enough_to_hit(open_widget):
    page = open_widget(MaskPainter(torch.randn(12, 12), ["token"] * 12), width=360)
    box = page.locator(".mha-painter button").first.bounding_box()
    assert min(box["width"], box["height"]) >= 24
