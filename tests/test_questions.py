"""What the page of questions says of code, where no chapter runs it."""

import re
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from oracles import random
from torch import nn
from torch.nn.utils import parametrize

from mha_lib import StackedAttention, causal_mask

PAGE = (Path(__file__).parent.parent / "book" / "questions.md").read_text()
HEADS, D_HEAD, D_MODEL, TOKENS = 3, 4, 7, 5


def blocks():
    """What the page's code defines."""
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        exec(block, names)
    return names


def turned(x, pairs):
    """Rotary positions by the formula, on (heads, tokens, d_head): neighbours, or halves."""
    angles = torch.arange(TOKENS)[:, None] * torch.tensor([1.0, 0.01])
    index = torch.tensor({"neighbours": [[0, 1], [2, 3]], "halves": [[0, 2], [1, 3]]}[pairs]).T
    a, b = x[..., index[0]], x[..., index[1]]
    result = torch.empty_like(x)
    result[..., index[0]] = a * angles.cos() - b * angles.sin()
    result[..., index[1]] = a * angles.sin() + b * angles.cos()
    return result


def scores(x, W_Q, W_K, pairs):
    cut = ((x @ W.T).unflatten(-1, (HEADS, -1)).transpose(0, 1) for W in (W_Q, W_K))
    q, k = (turned(t, pairs) for t in cut)
    return q @ k.mT


def test_metas_order_and_hugging_faces_give_the_same_scores():
    x, W_Q, W_K = random(TOKENS, D_MODEL), *random(2, HEADS * D_HEAD, D_MODEL)
    to_halves, to_neighbours = (blocks()[name] for name in ("to_halves", "to_neighbours"))
    Q, K = (to_halves(W, HEADS) for W in (W_Q, W_K))
    expected = scores(x, W_Q, W_K, "neighbours")
    torch.testing.assert_close(scores(x, Q, K, "halves"), expected)
    torch.testing.assert_close(to_neighbours(Q, HEADS), W_Q)
    bias = random(HEADS * D_HEAD)
    torch.testing.assert_close(to_halves(bias, HEADS), to_halves(bias[:, None], HEADS)[:, 0])
    neither, one = scores(x, W_Q, W_K, "halves"), scores(x, Q, W_K, "halves")
    diagonal = expected.diagonal(dim1=-2, dim2=-1)
    torch.testing.assert_close(neither.diagonal(dim1=-2, dim2=-1), diagonal)
    assert (neither - expected).abs().amax(0).triu(1)[:-1, 1:].diagonal().min() > 1e-3
    assert (one.diagonal(dim1=-2, dim2=-1) - diagonal).abs().max() > 0.1


def test_another_cut_of_permuted_rows_is_the_same_function():
    x, W = random(TOKENS, D_MODEL), random(HEADS * D_HEAD, D_MODEL)
    right = (x @ W.T).unflatten(-1, (HEADS, D_HEAD)).transpose(0, 1)
    permuted = W.unflatten(0, (HEADS, D_HEAD)).transpose(0, 1).flatten(0, 1)
    other = (x @ permuted.T).unflatten(-1, (D_HEAD, HEADS)).permute(2, 0, 1)
    torch.testing.assert_close(other, right)


def test_a_reshape_with_smaller_numbers_makes_tokens_and_unflatten_refuses():
    product = random(2, 11, 128)
    assert product.reshape(2, -1, 4, 16).shape[1] == 22
    with pytest.raises(RuntimeError):
        product.unflatten(-1, (4, 16))


def test_axes_of_another_library_raise_nothing():
    q, k, v = random(3, 2, HEADS, 32, D_HEAD)  # (batch, heads, tokens, d_head)
    right = F.scaled_dot_product_attention(q, k, v)
    swapped = F.scaled_dot_product_attention(*(t.transpose(1, 2) for t in (q, k, v)))
    assert ((swapped.transpose(1, 2) - right).norm() / right.norm()) > 1
    by_tokens = q.transpose(1, 2)
    assert not torch.equal(by_tokens.reshape(q.shape), q)
    assert torch.equal(by_tokens.transpose(1, 2), q)


def test_who_broadcasts_a_batch_of_one():
    q, k = random(1, HEADS, TOKENS, D_HEAD), random(4, HEADS, TOKENS, D_HEAD)
    assert F.scaled_dot_product_attention(q, k, k).shape[0] == 4
    assert F.scaled_dot_product_attention(k, k[:, :1], k[:, :1]).shape == k.shape
    with pytest.raises(RuntimeError):
        F.scaled_dot_product_attention(k[:2], k, k)
    module = nn.MultiheadAttention(12, HEADS, batch_first=True)
    for n in (1, 2):
        with pytest.raises((RuntimeError, AssertionError)):
            module(torch.randn(n, TOKENS, 12), *[torch.randn(4, TOKENS, 12)] * 2)


@pytest.mark.parametrize("training", [True, False])
def test_out_proj_is_read_and_never_called(training):
    module = nn.MultiheadAttention(12, HEADS, batch_first=True).train(training)
    x, calls = torch.randn(2, TOKENS, 12), []
    module.out_proj.register_forward_hook(lambda *call: calls.append(call))
    before = module(x, x, x)[0]
    assert calls == []

    class Twice(nn.Module):
        def forward(self, W):
            return 2 * W

    parametrize.register_parametrization(module.out_proj, "weight", Twice())
    torch.testing.assert_close(module(x, x, x)[0], 2 * before)  # its bias starts at 0
    parametrize.register_parametrization(module, "in_proj_weight", Twice())
    assert not torch.allclose(module(x, x, x)[0], 2 * before)


def test_a_head_has_its_share_of_every_slice():
    layer = StackedAttention(12 * 16, 12, bias=False)
    hw = layer.head_weights()
    x = torch.randn(1, 20, 12 * 16)
    with torch.no_grad():
        _, weights = layer(x)
        written = weights[0] @ x @ hw.W_V @ hw.W_O  # (heads, tokens, d_model)
    slices = written.unflatten(-1, (12, 16)).square().sum((1, 3))  # (heads, slices)
    assert (slices.diagonal() / slices.sum(0)).mean().item() == pytest.approx(1 / 12, abs=0.02)


def test_a_head_switched_off_three_ways_and_not_by_the_scores():
    layer = StackedAttention(12, HEADS, bias=False)
    hw = layer.head_weights().map(torch.detach)
    x = torch.randn(TOKENS, 12)
    q, k, v = (x @ W for W in (hw.W_Q, hw.W_K, hw.W_V))
    plain = q @ k.mT / D_HEAD**0.5

    def output(scores, v=v, W_O=hw.W_O, after=None):
        weights = scores.masked_fill(~causal_mask(TOKENS), -torch.inf).softmax(-1)
        weights = weights if after is None else weights * after
        return (weights @ v @ W_O).sum(0)

    off = torch.tensor([1.0, 0.0, 1.0])[:, None, None]
    ways = output(plain, v=v * off), output(plain, W_O=hw.W_O * off), output(plain, after=off)
    torch.testing.assert_close(ways[0], ways[1])
    torch.testing.assert_close(ways[0], ways[2])
    blocked = plain.clone()
    blocked[1] = -torch.inf
    assert output(blocked).isnan().all()
    assert not torch.allclose(output(plain * off), ways[0])
