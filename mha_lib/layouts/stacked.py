"""mha_lib.StackedAttention, and SingleHeadAttention with n_heads=1.

    W_Q  (d_model, n_heads * d_head)    b_Q  (n_heads * d_head,)
    W_K  (d_model, n_heads * d_head)    b_K  (n_heads * d_head,)
    W_V  (d_model, n_heads * d_value)   b_V  (n_heads * d_value,)
    W_O  (n_heads * d_value, d_model)   b_O  (d_model,)

x @ W. The first d_head columns of W_Q, and the first d_value rows of W_O, are head 0. Any d_head
and d_value. b_Q, b_K and b_V go together; b_O may be missing on its own.

Refused: shared key heads; keys or values made from another width than d_model.

Source: mha_lib/layers.py.
"""

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights, stack_heads, unstack_heads

WIDE = {
    "W_Q": "d_model n_heads*d_head",
    "W_K": "d_model n_heads*d_head",
    "W_V": "d_model n_heads*d_value",
}
BIAS = {"b_Q": "n_heads*d_head", "b_K": "n_heads*d_head", "b_V": "n_heads*d_value"}


def _write(hw):
    state = {x: stack_heads(getattr(hw, x)) for x in WIDE} | {"W_O": hw.W_O.flatten(0, 1)}
    if hw.b_Q is not None:
        state |= {x: stack_heads(getattr(hw, x)) for x in BIAS}
    return state if hw.b_O is None else state | {"b_O": hw.b_O}


def _read(state, n_heads):
    parts = {x: unstack_heads(state[x], n_heads) for x in (*WIDE, *BIAS) if x in state}
    W_O = state["W_O"].unflatten(0, (n_heads, -1))
    return HeadWeights(**parts, W_O=W_O, b_O=state.get("b_O"))


LAYOUT = Layout(
    name="stacked",
    forms=(WIDE | {"W_O": "n_heads*d_value d_model"},),
    optional=(BIAS, {"b_O": "d_model"}),
    needs=("no shared key heads", "keys and values from d_model features"),
    write=_write,
    read=_read,
)
