"""mha_lib.PerHeadAttention: 3 * n_heads small matrices, as the paper writes them.

    W_Q.0, W_Q.1, ...  (d_model, d_head)    b_Q.0, ...  (d_head,)
    W_K.0, W_K.1, ...  (d_model, d_head)    b_K.0, ...  (d_head,)
    W_V.0, W_V.1, ...  (d_model, d_value)   b_V.0, ...  (d_value,)
    W_O      (n_heads * d_value, d_model)   b_O         (d_model,)

x @ W. The number behind the point is the head, so that names tell n_heads; the first d_value rows
of W_O are head 0. Any d_head and d_value. b_Q, b_K and b_V go together; b_O may be missing.

Refused: shared key heads; keys or values made from another width than d_model.

Source: mha_lib/layers.py.
"""

import torch

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights

SMALL = {"W_Q.{}": "d_model d_head", "W_K.{}": "d_model d_head", "W_V.{}": "d_model d_value"}
BIAS = {"b_Q.{}": "d_head", "b_K.{}": "d_head", "b_V.{}": "d_value"}


def _write(hw):
    names = [x for x in (*SMALL, *BIAS) if getattr(hw, x[:3]) is not None]
    state = {x.format(i): block for x in names for i, block in enumerate(getattr(hw, x[:3]))}
    state["W_O"] = hw.W_O.flatten(0, 1)
    return state if hw.b_O is None else state | {"b_O": hw.b_O}


def _read(state, n_heads):
    names = [x for x in (*SMALL, *BIAS) if x.format(0) in state]
    parts = {x[:3]: torch.stack([state[x.format(i)] for i in range(n_heads)]) for x in names}
    W_O = state["W_O"].unflatten(0, (n_heads, -1))
    return HeadWeights(**parts, W_O=W_O, b_O=state.get("b_O"))


LAYOUT = Layout(
    name="per_head",
    forms=(SMALL | {"W_O": "n_heads*d_value d_model"},),
    optional=(BIAS, {"b_O": "d_model"}),
    needs=("no shared key heads", "keys and values from d_model features"),
    write=_write,
    read=_read,
)
