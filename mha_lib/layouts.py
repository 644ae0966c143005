"""How other systems store the same weights, each as a way to HeadWeights and back.

A system is one entry in `LAYOUTS`: a `pack` and an `unpack` against HeadWeights, so that any two
systems convert through it.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.weights import HeadWeights, stack_heads, unstack_heads


class Layout(NamedTuple):
    """One system's storage: from HeadWeights to its state_dict, and back."""

    pack: Callable[[HeadWeights], dict[str, Tensor]]
    unpack: Callable[[Mapping[str, Tensor], int], HeadWeights]


def pack(hw: HeadWeights, layout: str) -> dict[str, Tensor]:
    """Writes the weights as the state_dict of a named system.

    Args:
        hw: Weights of one attention.
        layout: A name in `LAYOUTS`, "torch" for `torch.nn.MultiheadAttention`.

    Raises:
        TypeError: `hw` is not a HeadWeights.
        ValueError: There is no such layout, or it cannot hold these weights.

    >>> hw = HeadWeights.random(d_model=6, n_heads=2)
    >>> torch.nn.MultiheadAttention(6, 2).load_state_dict(pack(hw, "torch"))
    <All keys matched successfully>
    """
    if not isinstance(hw, HeadWeights):
        raise TypeError(f"hw must be a HeadWeights; got {checks.describe(hw)}")
    return _find(layout).pack(hw)


def unpack(state_dict: Mapping[str, Tensor], layout: str, n_heads: int) -> HeadWeights:
    """Reads a named system's state_dict, head by head.

    Args:
        state_dict: Parameters of one attention, under the system's own names.
        layout: A name in `LAYOUTS`.
        n_heads: Number of heads; a stacked matrix does not tell.

    Raises:
        TypeError: `state_dict` is not a mapping, or `n_heads` not an integer.
        ValueError: There is no such layout, or the state_dict is not one of it.
    """
    if not isinstance(state_dict, Mapping):
        raise TypeError(
            f"state_dict must map names to tensors; got {checks.describe(state_dict)} "
            f"(a module? pass module.state_dict())"
        )
    return _find(layout).unpack(state_dict, checks.whole_number("n_heads", n_heads))


def _find(layout: str) -> Layout:
    if layout not in LAYOUTS:
        known = ", ".join(repr(name) for name in LAYOUTS)
        raise ValueError(f"layout must be one of {known}; got {layout!r}")
    return LAYOUTS[layout]


# torch.nn.MultiheadAttention multiplies W @ x, so every matrix is the transpose of ours:
# in_proj_weight is [W_Q W_K W_V]^T. With kdim or vdim it keeps the three apart.


def _pack_torch(hw):
    if (hw.n_kv_heads, hw.n_heads * hw.d_head, hw.d_value) != (hw.n_heads, hw.d_model, hw.d_head):
        raise ValueError(
            f"layout 'torch' must have n_heads * d_head = d_model, d_value = d_head and no shared "
            f"key heads; got n_heads={hw.n_heads}, n_kv_heads={hw.n_kv_heads}, "
            f"d_head={hw.d_head}, d_value={hw.d_value}, d_model={hw.d_model}"
        )
    if (hw.b_Q is None) != (hw.b_O is None):
        given = "b_Q but no b_O" if hw.b_O is None else "b_O but no b_Q"
        raise ValueError(
            f"layout 'torch' must have biases on all four projections or on none; got {given}"
        )
    projections = [stack_heads(w).T for w in (hw.W_Q, hw.W_K, hw.W_V)]
    if hw.W_K.shape[1] == hw.W_V.shape[1] == hw.d_model:
        state = {"in_proj_weight": torch.cat(projections)}
    else:
        state = {f"{x}_proj_weight": w for x, w in zip("qkv", projections, strict=True)}
    state["out_proj.weight"] = hw.W_O.flatten(0, 1).T
    if hw.b_Q is not None:
        state["in_proj_bias"] = torch.cat([stack_heads(b) for b in (hw.b_Q, hw.b_K, hw.b_V)])
        state["out_proj.bias"] = hw.b_O
    return state


def _unpack_torch(state, n_heads):
    packed, apart = {"in_proj_weight"}, {"q_proj_weight", "k_proj_weight", "v_proj_weight"}
    biases = {"in_proj_bias", "out_proj.bias"}
    names = set(state)
    if names - biases not in (packed | {"out_proj.weight"}, apart | {"out_proj.weight"}) or (
        names & biases not in (set(), biases)
    ):
        raise ValueError(
            f"state_dict must hold the parameters of a torch.nn.MultiheadAttention without "
            f"bias_k and bias_v; got {sorted(names)}"
        )
    if packed <= names:
        projections = state["in_proj_weight"].chunk(3)
    else:
        projections = [state[f"{x}_proj_weight"] for x in "qkv"]
    parts = {f"W_{x}": unstack_heads(w.T, n_heads) for x, w in zip("QKV", projections, strict=True)}
    if biases <= names:
        thirds = state["in_proj_bias"].chunk(3)
        parts |= {f"b_{x}": unstack_heads(b, n_heads) for x, b in zip("QKV", thirds, strict=True)}
    W_O = state["out_proj.weight"].T.unflatten(0, (n_heads, -1))
    return HeadWeights(**parts, W_O=W_O, b_O=state.get("out_proj.bias"))


LAYOUTS = {"torch": Layout(_pack_torch, _unpack_torch)}
