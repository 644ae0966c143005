"""The projections' matrices in each storage of the library."""

import torch

import mha_lib


def unique_parameters(n_heads, d_model, d_head):
    """Parameters whose projections have a different number in every cell."""
    numbers = torch.arange(3.0 * n_heads * d_model * d_head, dtype=torch.float64)
    W_Q, W_K, W_V = numbers.view(3, n_heads, d_model, d_head)
    W_O = torch.zeros(n_heads, d_head, d_model, dtype=torch.float64)
    return mha_lib.HeadParameters(W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O)


def matrices(params, storage):
    """The stored matrices by name, from the library's layers; otherwise interleaved by heads."""
    if storage == "per head":
        return {
            f"W_{p}[{i}]": getattr(params, f"W_{p}")[i]
            for p in "QKV"
            for i in range(params.n_heads)
        }
    if storage == "stacked":
        layer = mha_lib.StackedAttention.from_head_parameters(params)
        return {f"W_{p}": getattr(layer, f"W_{p}") for p in "QKV"}
    if storage == "packed":
        return {"W_QKV": mha_lib.PackedAttention.from_head_parameters(params).W_QKV}
    blocks = [W[i] for i in range(params.n_heads) for W in (params.W_Q, params.W_K, params.W_V)]
    return {"W_QKV": torch.cat(blocks, dim=1)}
