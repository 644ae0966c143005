"""mha_lib.PackedAttention: [W_Q W_K W_V] in one matrix.

    W_QKV  (d_model, 2 * n_heads * d_head + n_heads * d_value)   b_QKV  (the same width,)
    W_O    (n_heads * d_value, d_model)                          b_O    (d_model,)

x @ W. Columns are [Q|K|V], heads inside each; the first d_value rows of W_O are head 0. Any d_head
and d_value. Either bias may be missing on its own.

Refused: shared key heads; keys or values made from another width than d_model.

Source: mha_lib/layers.py.
"""

from mha_lib.layouts._fused import join_in_turn
from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights, unstack_heads

WIDTH = "2*n_heads*d_head+n_heads*d_value"


def _write(hw):
    state = {"W_QKV": join_in_turn(hw.W_Q, hw.W_K, hw.W_V), "W_O": hw.W_O.flatten(0, 1)}
    if hw.b_Q is not None:
        state["b_QKV"] = join_in_turn(hw.b_Q, hw.b_K, hw.b_V)
    return state if hw.b_O is None else state | {"b_O": hw.b_O}


def _read(state, n_heads):
    d_values = len(state["W_O"])  # of all heads

    def cut(wide):
        d_queries = (wide.shape[-1] - d_values) // 2
        thirds = wide.split([d_queries, d_queries, d_values], -1)
        return [unstack_heads(third, n_heads) for third in thirds]

    W_Q, W_K, W_V = cut(state["W_QKV"])
    W_O = state["W_O"].unflatten(0, (n_heads, -1))
    b_Q, b_K, b_V = cut(state["b_QKV"]) if "b_QKV" in state else (None, None, None)
    return HeadWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, state.get("b_O"))


LAYOUT = Layout(
    name="packed",
    forms=({"W_QKV": f"d_model {WIDTH}", "W_O": "n_heads*d_value d_model"},),
    optional=({"b_QKV": WIDTH}, {"b_O": "d_model"}),
    needs=("no shared key heads", "keys and values from d_model features"),
    write=_write,
    read=_read,
)
