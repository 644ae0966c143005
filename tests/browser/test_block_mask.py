"""BlockStack and MaskPainter against torch, moved by mouse, finger and keyboard."""

import re

import pytest
import torch
import torch.nn.functional as F
from conftest import settle
from playwright.sync_api import expect
from torch import nn

import mha_lib
from mha_lib.widgets import BlockStack, MaskPainter

STORAGES = ["per head", "stacked", "packed", "interleaved"]
PRESETS = ["all", "causal", "padding: last two keys", "one row all False"]


def numbers(page):
    settle(page)
    return page.evaluate("() => document.querySelector('.mha').numbers()")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    settle(page)


def unique_weights(n_heads, d_model, d_head):
    """Weights in which no two cells of the projections hold the same number."""
    turn = torch.arange(3.0 * n_heads * d_model * d_head, dtype=torch.float64)
    W_Q, W_K, W_V = turn.view(3, n_heads, d_model, d_head)
    W_O = torch.zeros(n_heads, d_head, d_model, dtype=torch.float64)
    return mha_lib.HeadWeights(W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O)


def matrices(hw, storage):
    """The stored matrices by name, as the library's layers (or einops' order) have them."""
    if storage == "per head":
        return {f"W_{p}[{i}]": getattr(hw, f"W_{p}")[i] for p in "QKV" for i in range(hw.n_heads)}
    if storage == "stacked":
        layer = mha_lib.StackedAttention.from_head_weights(hw)
        return {f"W_{p}": getattr(layer, f"W_{p}") for p in "QKV"}
    if storage == "packed":
        return {"W_QKV": mha_lib.PackedAttention.from_head_weights(hw).W_QKV}
    blocks = [W[i] for i in range(hw.n_heads) for W in (hw.W_Q, hw.W_K, hw.W_V)]
    return {"W_QKV": torch.cat(blocks, dim=1)}


@pytest.mark.parametrize("sizes", [(4, 8, 2), (2, 5, 3), (8, 16, 2), (1, 1, 1)])
def test_every_number_lies_where_the_layers_have_it(open_widget, sizes):
    page, hw = open_widget(BlockStack(*sizes), reduced_motion="reduce"), unique_weights(*sizes)
    for storage in STORAGES:
        page.get_by_text(storage, exact=True).first.click()
        shown, stored = numbers(page), matrices(hw, storage)
        assert shown["storage"] == storage
        assert len(shown["positions"]) == hw.W_Q.numel() * 3
        for key, (name, row, column) in shown["positions"].items():
            p, head, own_row, own_column = key.split("/")
            number = getattr(hw, f"W_{p}")[int(head), int(own_row), int(own_column)]
            assert stored[name][row, column] == number


@pytest.mark.parametrize("storage", STORAGES)
def test_numbers_are_drawn_in_the_order_of_the_matrix(open_widget, storage):
    page = open_widget(BlockStack(3, 5, 2, storage=storage), reduced_motion="reduce")
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".mha-cell:not(:empty)")].map((cell) => {
            const box = cell.getBoundingClientRect();
            return [box.top, box.left, Number(cell.textContent)];
        })"""
    )
    shown = [number for *_, number in sorted(drawn)]
    wide = torch.cat(list(matrices(unique_weights(3, 5, 2), storage).values()), dim=1)
    assert shown == wide.flatten().tolist()


def test_arrow_keys_walk_cells_and_choose_heads(open_widget):
    page = open_widget(BlockStack(storage="interleaved"))
    page.locator(".mha-field[tabindex]").focus()
    press(page, "ArrowRight")
    say = page.locator(".mha-say")
    assert "Number 0: W_Q, head 0, row 0, column 0." in say.inner_text()
    press(page, *["ArrowRight"] * 6, "ArrowDown")
    assert "W_Q, head 1, row 1, column 0." in say.inner_text()
    assert page.get_by_role("radio", name="1", exact=True).is_checked()
    assert page.locator("td").all_inner_texts() == [
        "W_Q[1][1, 0]",
        "W_Q[1, 2]",
        "W_QKV[1, 2]",
        "W_QKV[1, 6]",
    ]
    press(page, *["ArrowUp"] * 3, *["ArrowLeft"] * 9)
    assert "Number 0:" in say.inner_text()


def test_a_click_on_rows_of_the_output_matrix_chooses_their_head(open_widget):
    page = open_widget(BlockStack())
    page.locator(".mha-rest .mha-field").nth(1).click(position={"x": 24 * 3 + 12, "y": 24 * 6 + 12})
    settle(page)
    assert page.get_by_role("radio", name="3", exact=True).is_checked()
    assert "rows 6 to 7 of W_O" in page.locator(".mha-say").inner_text()


@pytest.mark.parametrize(
    ("storage", "columns"),
    [
        ("per head", "columns 0 to 1 of W_Q[2], W_K[2] and W_V[2],"),
        ("stacked", "columns 4 to 5 of W_Q, W_K and W_V,"),
        ("packed", "columns 4 to 5, 12 to 13 and 20 to 21 of W_QKV,"),
        ("interleaved", "columns 12 to 17 of W_QKV,"),
    ],
)
def test_the_sentence_names_the_columns_of_the_head(open_widget, storage, columns):
    page = open_widget(BlockStack(4, 8, 2, head=2, storage=storage))
    said = page.locator(".mha-say").inner_text()
    assert said.startswith(f"Head 2 is {columns} and meets rows 4 to 5 of W_O. ")
    hw = unique_weights(4, 8, 2)
    own = {number for W in (hw.W_Q, hw.W_K, hw.W_V) for number in W[2].flatten().tolist()}
    named = [
        matrix[:, j].tolist()
        for name, matrix in matrices(hw, storage).items()
        if name in re.findall(r"W_\w+(?:\[\d\])?", columns)
        for first, last in re.findall(r"(\d+) to (\d+)", columns)
        for j in range(int(first), int(last) + 1)
    ]
    assert {number for column in named for number in column} == own


def test_an_edge_fades_where_it_hides_more(open_widget):
    page = open_widget(BlockStack(4, 8, 2, storage="packed"), width=360)
    strip = page.locator(".mha-scroll").first
    for left, fades in (
        (0, ["mha-after"]),
        (100, ["mha-before", "mha-after"]),
        (9999, ["mha-before"]),
    ):
        strip.evaluate("(strip, left) => strip.scrollTo({ left, behavior: 'instant' })", left)
        page.wait_for_function(
            "([strip, fades]) => ['mha-before', 'mha-after'].every((name) =>"
            " strip.classList.contains(name) === fades.includes(name))",
            arg=[strip.element_handle(), fades],
        )
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(strip).to_have_class("mha-scroll")


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
    shown = numbers(page)
    mask = torch.tensor(shown["mask"])
    for name, reader in (("ours", ours), ("mha", torch_module), ("sdpa", fused)):
        rows = [[torch.nan if w is None else w for w in row] for row in shown[name]]
        expected = reader(scores, mask)
        actual = torch.tensor(rows, dtype=torch.float64)
        torch.testing.assert_close(actual, expected, rtol=0, atol=1e-6, equal_nan=True)
    return mask


@pytest.mark.parametrize("shape", [(6, 6), (3, 7), (12, 12), (4, 3), (1, 1)])
def test_three_readings_are_torch_s(open_widget, shape):
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
    for i in torch.randperm(shape[0] * shape[1])[:5].tolist():
        cells.nth(i).click()
        compare(page, scores)


def test_large_scores_do_not_overflow(open_widget):
    scores = torch.tensor([[1000.0, 999.0], [-1000.0, -1001.0]], dtype=torch.float64)
    compare(open_widget(MaskPainter(scores, ["a", "b"])), scores)


def test_causal_is_the_library_s(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 5), list("abc"), key_tokens=list("vwxyz")))
    page.get_by_role("button", name="causal").click()
    assert numbers(page)["mask"] == mha_lib.causal_mask(3, 5).tolist()


def test_a_drag_paints_what_its_first_cell_became(open_widget):
    page = open_widget(MaskPainter(torch.randn(5, 5), list("abcde")))
    cells = page.locator(".mha-painter button")
    page.mouse.move(*centre(cells.nth(0)))
    page.mouse.down()
    page.mouse.move(*centre(cells.nth(4)), steps=20)
    page.mouse.move(*centre(cells.nth(9)), steps=5)
    page.mouse.up()
    page.mouse.move(*centre(cells.nth(14)), steps=5)
    mask = torch.tensor(numbers(page)["mask"])
    assert (~mask).nonzero().tolist() == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 4]]


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_paints_one_cell(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 3), list("abc")), width=360, has_touch=True)
    page.locator(".mha-painter button").nth(4).tap()
    mask = torch.tensor(numbers(page)["mask"])
    assert (~mask).nonzero().tolist() == [[1, 1]]


def test_keys_alone_paint(open_widget):
    page = open_widget(MaskPainter(torch.randn(3, 3), list("abc")))
    page.get_by_role("button", name="one row all False").focus()
    press(page, "Tab", "ArrowDown", "Space", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    press(page, "Home", "ArrowDown", "ArrowDown", "End", "Space", "Space")
    mask = torch.tensor(numbers(page)["mask"])
    assert (~mask).nonzero().tolist() == [[1, 0], [1, 2]]
    in_order = page.locator(".mha-painter button[tabindex='0']")
    assert in_order.count() == 1
    assert in_order.get_attribute("aria-label") == "c to c"


def test_a_row_of_nan_says_so(open_widget):
    mask = torch.tensor([[True, True], [False, True]])
    page = open_widget(MaskPainter(torch.randn(2, 2), ["a", "b"], mask=mask))
    words = page.locator(".mha-nan")
    assert words.count() == 1
    assert words.inner_text() == "NaN"
    assert "gives NaN" in page.locator(".mha-say").first.inner_text()


def test_painted_cells_are_large_enough_to_hit(open_widget):
    page = open_widget(MaskPainter(torch.randn(12, 12), ["token"] * 12), width=360)
    box = page.locator(".mha-painter button").first.bounding_box()
    assert min(box["width"], box["height"]) >= 24


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1600, "light")])
def test_nothing_is_out_of_reach(open_widget, axe, theme, width):
    painter = MaskPainter(torch.randn(12, 12), ["<b>token</b>"] * 12, mask=mha_lib.causal_mask(12))
    stack = BlockStack(8, 16, storage="per head")
    page = open_widget(stack, painter, theme=theme, width=width)
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not page.locator(".mha b").count()


def test_what_is_not_a_number_is_survived(open_widget):
    painter = MaskPainter(torch.randn(2, 2), ["a", "b"])
    painter._trait_values["scores"] = [[None, 1.0], [2.0, None]]  # past the checks
    shown = numbers(open_widget(painter))
    assert shown["ours"] == [[None, None], [None, None]]
