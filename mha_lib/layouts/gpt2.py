"""Hugging Face transformers, GPT2Attention (self-attention).

    c_attn.weight  (d_model, 3 * d_model)   c_attn.bias  (3 * d_model,)
    c_proj.weight  (d_model, d_model)       c_proj.bias  (d_model,)

x @ W: these are `Conv1D`, whose weight is (in, out), the transpose of nn.Linear. Columns are
[Q|K|V], heads inside each; the first d_head rows of c_proj.weight are head 0. c_proj is square, so
that reading it without the transpose raises nothing.

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width, missing biases; and `q_attn`, which makes a cross-attention whose c_attn
holds keys and values alone. The causal mask that older releases stored as `bias` and `masked_bias`
must be left out. The options scale_attn_weights and scale_attn_by_inverse_layer_idx are not in a
state_dict; at their defaults scores are divided by sqrt(d_head).

Source: transformers 5.23, models/gpt2/modeling_gpt2.py.
"""

from mha_lib.layouts._fused import CAUSAL, SELF, cut_in_turn, join_in_turn
from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights

CROSS = "in a cross-attention c_attn holds [K|V] alone"


def _write(hw):
    return {
        "c_attn.weight": join_in_turn(hw.W_Q, hw.W_K, hw.W_V),
        "c_attn.bias": join_in_turn(hw.b_Q, hw.b_K, hw.b_V),
        "c_proj.weight": hw.W_O.flatten(0, 1),
        "c_proj.bias": hw.b_O,
    }


def _read(state, n_heads):
    W_Q, W_K, W_V = cut_in_turn(state["c_attn.weight"], n_heads)
    W_O = state["c_proj.weight"].unflatten(0, (n_heads, -1))
    b_Q, b_K, b_V = cut_in_turn(state["c_attn.bias"], n_heads)
    return HeadWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, state["c_proj.bias"])


LAYOUT = Layout(
    name="gpt2",
    forms=(
        {
            "c_attn.weight": "d_model 3*d_model",
            "c_attn.bias": "3*d_model",
            "c_proj.weight": "d_model d_model",
            "c_proj.bias": "d_model",
        },
    ),
    needs=(*SELF, "biases on all four projections"),
    write=_write,
    read=_read,
    refused={"q_attn.weight": CROSS, "q_attn.bias": CROSS},
    beside={"bias": CAUSAL, "masked_bias": CAUSAL},
)
