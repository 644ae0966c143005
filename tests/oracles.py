"""The other side of every comparison: torch's own modules and plain formulas.

Nothing here calls mha_lib. HeadWeights is read as the record of numbers that it is.
"""

import torch
from torch import Tensor, nn


def random(*shape, **options) -> Tensor:
    """Normal numbers in float64, so that "equal" can mean 1e-12."""
    return torch.randn(*shape, dtype=torch.float64, **options)


def same(actual, expected, tolerance=1e-12):
    """Asserts that two results have one shape and dtype, and agree to the tolerance."""
    torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)


def attention(queries, keys, values, mask=None, scale=None):
    """The definition without a softmax: shares exp(score), zero where blocked, over their sum."""
    scale = queries.shape[-1] ** -0.5 if scale is None else scale
    shares = torch.einsum("...qd,...kd->...qk", queries, keys).mul(scale).exp()
    if mask is not None:
        shares = shares * mask
    total = shares.sum(-1, keepdim=True)
    weights = shares / torch.where(total > 0, total, 1)
    return torch.einsum("...qk,...kd->...qd", weights, values), weights


def multi_head(hw, queries, keys, values, mask=None):
    """Section 3.2.2 of the paper, head by head, for (*batch, tokens, features)."""

    def project(x, W, b):
        heads = torch.einsum("...tm,hmd->...htd", x, W)
        return heads if b is None else heads + b[:, None]

    heads, weights = attention(
        project(queries, hw.W_Q, hw.b_Q),
        project(keys, hw.W_K, hw.b_K),
        project(values, hw.W_V, hw.b_V),
        mask,
    )
    output = torch.einsum("...htd,hdm->...tm", heads, hw.W_O)
    return output if hw.b_O is None else output + hw.b_O, weights


def torch_layer(state, d_model, n_heads, **options):
    """torch.nn.MultiheadAttention, batch first, in float64, with the numbers of `state`."""
    bias = "in_proj_bias" in state
    layer = nn.MultiheadAttention(
        d_model, n_heads, bias=bias, batch_first=True, dtype=torch.float64, **options
    )
    layer.load_state_dict(state)
    return layer


def gradients(loss, *inputs):
    """Gradients of a scalar, zeros for an input it does not depend on."""
    return torch.autograd.grad(loss, inputs, materialize_grads=True)
