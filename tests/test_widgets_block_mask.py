"""BlockStack and MaskPainter hold what they show, and refuse what nobody could read."""

import json
import re

import numpy as np
import pytest
import torch
from storages import matrices, unique_weights

from mha_lib.storage import Row
from mha_lib.widgets import BlockStack, MaskPainter
from mha_lib.widgets.block_stack import STORAGES

TOKENS = list("abc")


@pytest.mark.parametrize("storage", STORAGES)
def test_the_order_that_a_block_stack_names_is_how_the_numbers_lie(storage):
    hw = unique_weights(n_heads=3, d_model=5, d_head=2)
    name, matrix = next(iter(matrices(hw, storage).items()))
    parts = {f"W_{x}": getattr(hw, f"W_{x}") for x in ("QKV" if "QKV" in name else "Q")}
    parts = {thing: W[0] if storage == "per head" else W for thing, W in parts.items()}
    order = BlockStack(storage=storage).state()["orders"][storage]
    row = Row.parse(" ".join(parts), order)
    assert torch.equal(row.write(parts, {"h": 3, "m": 5, "d": 2}), matrix)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"n_heads": 0}, "n_heads must be at least 1; got 0"),
        ({"n_heads": 9}, "n_heads must be below 9; got 9"),
        ({"d_model": 17}, "d_model must be below 17; got 17"),
        ({"d_head": 0}, "d_head must be at least 1; got 0"),
        ({"n_tokens": 9}, "n_tokens must be below 9; got 9"),
        ({"n_heads": 5, "d_head": 4}, r"n_heads \* d_head must be at most 16; got 5 \* 4 = 20"),
        ({"head": 4}, "head must be below 4; got 4"),
        ({"head": -1}, "head must be at least 0; got -1"),
        ({"storage": "heap"}, "storage must be one of .*; got 'heap'"),
    ],
)
def test_block_stack_refuses(sizes, message):
    with pytest.raises(ValueError, match=message):
        BlockStack(**sizes)


@pytest.mark.parametrize("name", ["n_heads", "d_model", "d_head", "n_tokens", "head"])
@pytest.mark.parametrize("wrong", [2.0, True, "2", None])
@pytest.mark.usefixtures("no_type_hook")
def test_block_stack_takes_integers_alone(name, wrong):
    with pytest.raises(TypeError, match=f"{name} must be an integer; got"):
        BlockStack(**{name: wrong})


@pytest.mark.parametrize("cell", [[], ["Q", 0, 0, 0], ["V", 3, 7, np.int64(1)]])
def test_block_stack_takes_a_cell(cell):
    stack = BlockStack()
    stack.cell = cell
    assert json.loads(json.dumps(stack.state()))["cell"] == cell


@pytest.mark.parametrize("name", ["n_heads", "d_model", "d_head", "n_tokens"])
@pytest.mark.parametrize("value", [99, 0, 3])
def test_the_sizes_of_a_block_stack_stay(name, value):
    stack = BlockStack()
    before = stack.state()
    message = rf"^{name} must stay as made; got {value} \(int\) \(make another BlockStack\)$"
    with pytest.raises(ValueError, match=message):
        setattr(stack, name, value)
    assert stack.state() == before
    setattr(stack, name, before[name])


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (["Q"], "cell must be"),
        (["O", 0, 0, 0], "cell must be"),
        (["Q", 4, 0, 0], "cell's head must be below 4; got 4"),
        (["K", 0, 8, 0], "cell's row must be below 8; got 8"),
        (["V", 0, 0, 2], "cell's column must be below 2; got 2"),
    ],
)
def test_block_stack_refuses_a_cell_that_is_not_there(cell, message):
    stack = BlockStack()
    with pytest.raises(ValueError, match=message):
        stack.cell = cell
    assert stack.cell == []


def test_block_stack_refuses_a_head_that_is_not_there():
    stack = BlockStack()
    with pytest.raises(ValueError, match="head must be below 4; got 4"):
        stack.head = 4
    assert stack.head == 0


def test_block_stack_holds_its_state():
    stack = BlockStack(2, 7, 3, 5, head=1, storage="interleaved")
    assert stack.state() == {
        "n_heads": 2,
        "d_model": 7,
        "d_head": 3,
        "n_tokens": 5,
        "head": 1,
        "storage": "interleaved",
        "cell": [],
        "orders": STORAGES,
    }


@pytest.mark.parametrize("storage", ["per head", "stacked", "packed", "interleaved"])
def test_block_stack_takes_each_storage(storage):
    assert BlockStack(storage=storage).storage == storage


def test_everything_may_attend_when_no_mask_is_given():
    painter = MaskPainter(torch.randn(2, 3), ["x", "y"], key_tokens=TOKENS)
    assert painter.mask == [[True] * 3] * 2


def test_painter_holds_mask_and_scores():
    scores, mask = torch.randn(3, 3, dtype=torch.float64), torch.rand(3, 3) > 0.5
    painter = MaskPainter(scores, TOKENS, mask=mask)
    assert painter.mask == mask.tolist()
    torch.testing.assert_close(torch.tensor(painter.scores, dtype=torch.float64), scores)


@pytest.mark.parametrize("wrong", [torch.nan, torch.inf, -torch.inf])
def test_painter_refuses_scores_that_are_not_finite(wrong):
    scores = torch.zeros(3, 3)
    scores[1, 2] = wrong
    with pytest.raises(ValueError, match=r"scores must be finite; got .* at index \(1, 2\)"):
        MaskPainter(scores, TOKENS)


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (3,), (1, 3, 3)])
@pytest.mark.usefixtures("no_type_hook")
def test_painter_refuses_scores_of_another_shape(shape):
    with pytest.raises(ValueError, match="scores must have"):
        MaskPainter(torch.zeros(shape), TOKENS)


def test_painter_refuses_what_is_too_large_to_paint():
    with pytest.raises(ValueError, match="scores must have at most 12 queries and 12 keys; got"):
        MaskPainter(torch.zeros(3, 13), TOKENS, key_tokens=["t"] * 13)


def test_painter_refuses_a_missing_label():
    with pytest.raises(ValueError, match="key_tokens must be 4 texts, one per entry; got"):
        MaskPainter(torch.zeros(3, 4), TOKENS)


@pytest.mark.parametrize("mask", [torch.ones(3, 3), [[True] * 3] * 3])
@pytest.mark.usefixtures("no_type_hook")
def test_painter_refuses_a_mask_that_is_not_boolean(mask):
    with pytest.raises(TypeError, match=r"mask must be .*boolean"):
        MaskPainter(torch.zeros(3, 3), TOKENS, mask=mask)


@pytest.mark.usefixtures("no_type_hook")
def test_painter_refuses_a_mask_of_another_shape():
    with pytest.raises(ValueError, match=r"mask must broadcast .*; got bool of shape \(2, 3\)"):
        MaskPainter(torch.zeros(3, 3), TOKENS, mask=torch.ones(2, 3).bool())


@pytest.mark.parametrize("tokens", [5, None, torch.tensor(1.0)])
@pytest.mark.usefixtures("no_type_hook")
def test_painter_refuses_tokens_that_are_no_texts(tokens):
    with pytest.raises(TypeError, match=r"^tokens must be 3 texts, one per entry; got (5|N|fl)"):
        MaskPainter(torch.zeros(3, 3), tokens)


@pytest.mark.parametrize("name", ["scores", "tokens", "key_tokens"])
@pytest.mark.parametrize("value", [[], ["d", "e", "f"], [[0.5] * 3] * 3])
def test_what_a_painter_reads_stays(name, value):
    painter = MaskPainter(torch.zeros(3, 3), TOKENS)
    before = painter.state()
    with pytest.raises(ValueError, match=f"^{name} must stay as made; got .* another MaskPainter"):
        setattr(painter, name, value)
    assert painter.state() == before


def test_mask_can_be_set_from_python():
    painter = MaskPainter(torch.zeros(3, 3), TOKENS)
    causal = torch.ones(3, 3).tril().bool().tolist()
    painter.mask = causal
    assert painter.state()["mask"] == causal


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([], ValueError),
        ([[True] * 3] * 2, ValueError),
        ([[True] * 2] * 3, ValueError),
        ([True] * 3, ValueError),
        ([[1.0] * 3] * 3, TypeError),
        ([[None] * 3] * 3, TypeError),
    ],
)
def test_a_wrong_mask_from_python_is_refused(mask, error):
    painter = MaskPainter(torch.zeros(3, 3), TOKENS)
    with pytest.raises(error, match=r"mask must .*; got"):
        painter.mask = mask
    assert painter.mask == [[True] * 3] * 3


@pytest.mark.parametrize("make", [BlockStack, lambda: MaskPainter(torch.zeros(3, 3), TOKENS)])
def test_html_is_the_same_for_the_same_state(make):
    assert make().html() == make().html()


def test_html_carries_the_state_and_no_markup_of_a_token():
    painter = MaskPainter(torch.zeros(1, 1), ["</script><b>"])
    html = painter.html()
    assert "</script><b>" not in html
    state = re.search(r'data-mha-state="\w+">(.*?)</script>', html)[1]
    assert json.loads(state) == painter.state()
