"""Systems that keep queries, keys and values in one nn.Linear, `query_key_value`.

Its weight is (3 * d_model, d_model), W @ x, so rows are what we call columns. Two orders of those
rows are in use, under the same names and of the same shape:

    interleaved   q_1 k_1 v_1  q_2 k_2 v_2  ...   each head's three blocks together
    [Q|K|V]       q_1 q_2 ...  k_1 k_2 ...  v_1 v_2 ...

Nothing in a state_dict tells them apart, and either reads as the other without an error.
"""

import torch
from torch import Tensor

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights, stack_heads, unstack_heads

SQUARE = ("n_heads * d_head = d_model", "d_value = d_head", "no shared key heads")
SELF = (*SQUARE, "keys and values from d_model features")

FORM = {"query_key_value.weight": "3*d_model d_model", "dense.weight": "d_model d_model"}
BIAS = {"query_key_value.bias": "3*d_model", "dense.bias": "d_model"}
CAUSAL = "the causal mask that older releases stored"
BESIDE = {
    "bias": CAUSAL,
    "masked_bias": CAUSAL,
    "rotary_emb.inv_freq": "the frequencies of the rotary embedding",
}


def join_interleaved(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Head blocks (n_heads, ..., d_head) to columns q_1 k_1 v_1 q_2 k_2 v_2 ..."""
    return stack_heads(torch.cat([q, k, v], -1))


def cut_interleaved(wide: Tensor, n_heads: int) -> tuple[Tensor, Tensor, Tensor]:
    """Undoes `join_interleaved`."""
    q, k, v = unstack_heads(wide, n_heads).chunk(3, -1)
    return q, k, v


def join_in_turn(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Head blocks (n_heads, ..., d_head) to columns [Q|K|V], each of them stacked."""
    return torch.cat([stack_heads(blocks) for blocks in (q, k, v)], -1)


def cut_in_turn(wide: Tensor, n_heads: int) -> tuple[Tensor, Tensor, Tensor]:
    """Undoes `join_in_turn`."""
    q, k, v = (unstack_heads(part, n_heads) for part in wide.chunk(3, -1))
    return q, k, v


def fused(name: str, join, cut, *, bias_optional: bool = False, outside: str = "") -> Layout:
    """A layout of `query_key_value` and `dense`.

    Args:
        name: The layout's.
        join: Three blocks of heads to one wide matrix, x @ W.
        cut: Undoes `join`, given the number of heads.
        bias_optional: Whether both biases may be missing.
        outside: As in Layout.
    """

    def write(hw: HeadWeights) -> dict[str, Tensor]:
        state = {"query_key_value.weight": join(hw.W_Q, hw.W_K, hw.W_V).T}
        state["dense.weight"] = hw.W_O.flatten(0, 1).T
        if hw.b_Q is not None:
            state |= {"query_key_value.bias": join(hw.b_Q, hw.b_K, hw.b_V), "dense.bias": hw.b_O}
        return state

    def read(state, n_heads: int) -> HeadWeights:
        # First, for it refuses heads that divide 3 * d_model and not d_model.
        W_O = unstack_heads(state["dense.weight"], n_heads).mT
        W_Q, W_K, W_V = cut(state["query_key_value.weight"].T, n_heads)
        bias = state.get("query_key_value.bias")
        b_Q, b_K, b_V = (None, None, None) if bias is None else cut(bias, n_heads)
        return HeadWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, state.get("dense.bias"))

    all_or_none = "biases on all four projections" + (" or on none" if bias_optional else "")
    return Layout(
        name=name,
        forms=(FORM if bias_optional else FORM | BIAS,),
        optional=(BIAS,) if bias_optional else (),
        needs=(*SELF, all_or_none),
        write=write,
        read=read,
        beside=BESIDE,
        outside=outside,
    )
