"""What the library is compared with: torch's own modules and plain formulas.

Nothing here calls functions of mha_lib. Of HeadParameters, only the tensors are used.
"""

from dataclasses import fields, replace

import torch
from torch import Tensor, nn


def random(*shape, **options) -> Tensor:
    """Normal numbers in float64, so that "equal" can mean 1e-12."""
    return torch.randn(*shape, dtype=torch.float64, **options)


def assert_same(actual, expected, tolerance=1e-12):
    """Asserts that two results have the same shape and dtype, and agree to the tolerance."""
    torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)


def attention(queries, keys, values, mask=None, scale=None):
    """The definition without a softmax: exp(score), zero where blocked, divided by its sum."""
    scale = queries.shape[-1] ** -0.5 if scale is None else scale
    exponentials = torch.einsum("...qd,...kd->...qk", queries, keys).mul(scale).exp()
    if mask is not None:
        exponentials = exponentials * mask
    total = exponentials.sum(-1, keepdim=True)
    weights = exponentials / torch.where(total > 0, total, 1)
    return torch.einsum("...qk,...kd->...qd", weights, values), weights


def multi_head(params, queries, keys, values, mask=None):
    """Section 3.2.2 of the paper, head by head, for (*batch, tokens, features)."""

    def project(x, W, b):
        heads = torch.einsum("...tm,hmd->...htd", x, W)
        return heads if b is None else heads + b[:, None]

    heads, weights = attention(
        project(queries, params.W_Q, params.b_Q),
        project(keys, params.W_K, params.b_K),
        project(values, params.W_V, params.b_V),
        mask,
    )
    output = torch.einsum("...htd,hdm->...tm", heads, params.W_O)
    return output if params.b_O is None else output + params.b_O, weights


def torch_layer(state, d_model, n_heads, **options):
    """torch.nn.MultiheadAttention, batch first, in float64, with the parameters of `state`."""
    bias = "in_proj_bias" in state
    layer = nn.MultiheadAttention(
        d_model, n_heads, bias=bias, batch_first=True, dtype=torch.float64, **options
    )
    layer.load_state_dict(state)
    return layer


def gradients(loss, *inputs):
    """Gradients of a scalar; zeros for inputs that it does not depend on."""
    return torch.autograd.grad(loss, inputs, materialize_grads=True)


def one_key_head_per_query_head(params):
    """The same parameters, with each shared KV head repeated for the query heads of its group."""
    group = params.W_Q.shape[0] // params.W_K.shape[0]
    shared = {name: getattr(params, name) for name in ("W_K", "W_V", "b_K", "b_V")}
    return replace(
        params, **{k: t if t is None else t.repeat_interleave(group, 0) for k, t in shared.items()}
    )


def assert_paper_output(module, run, params, tokens, mask=None, tolerance=1e-12):
    """Asserts that a module gives the paper's output and weights for the numbers in params."""
    expected, expected_weights = multi_head(one_key_head_per_query_head(params), *tokens, mask)
    output, weights = run(module, *tokens, mask)
    assert_same(output, expected, tolerance)
    assert_same(weights, expected_weights, tolerance)


def assert_paper_output_and_gradients(
    module, run, read, tokens, mask=None, factor=1.0, tolerance=1e-12
):
    """Asserts that a module with new random parameters has the paper's outputs and gradients.

    `read` converts the module's parameters, or their gradients, to HeadParameters. It only
    rearranges tensors; it must not change values.
    `factor` is the factor on W_Q if the module does not divide its scores by sqrt(d_head).
    """
    for parameter in module.parameters():
        nn.init.normal_(parameter, std=0.3)  # otherwise biases would be 0
    stored = read(dict(module.named_parameters())).map(lambda t: t.detach().requires_grad_())
    params = replace(stored, W_Q=stored.W_Q * factor)
    assert_paper_output(module, run, params, tokens, mask, tolerance)

    output, _ = run(module, *tokens, mask)
    output_gradient = torch.randn_like(output)
    module.zero_grad()
    (output * output_gradient).sum().backward()
    of_module = read({name: p.grad for name, p in module.named_parameters()})
    assert_paper_gradients(of_module, stored, params, tokens, mask, output_gradient, tolerance)


def assert_paper_gradients(
    of_module, stored, params, tokens, mask, output_gradient, tolerance=1e-12
):
    """Asserts that gradients, arranged as HeadParameters, equal the paper's formula's."""
    names = [field.name for field in fields(stored) if getattr(stored, field.name) is not None]
    loss = (
        multi_head(one_key_head_per_query_head(params), *tokens, mask)[0] * output_gradient
    ).sum()
    expected = gradients(loss, *[getattr(stored, name) for name in names])
    for name, gradient in zip(names, expected, strict=True):
        assert_same(getattr(of_module, name), gradient, tolerance)
