"""torch.nn.MultiheadAttention.

    in_proj_weight   (3 * d_model, d_model)   [Q|K|V], one above the other, heads inside each
    or, where kdim or vdim is another width than d_model:
    q_proj_weight    (d_model, d_model)
    k_proj_weight    (d_model, kdim)
    v_proj_weight    (d_model, vdim)
    in_proj_bias     (3 * d_model,)           [Q|K|V] in either case
    out_proj.weight  (d_model, d_model)
    out_proj.bias    (d_model,)

W @ x: every matrix is the transpose of ours. The first d_head rows of each third are head 0; of
out_proj.weight, the first d_head columns. Both biases or neither.

Refused: another d_head than d_model / n_heads, another width for values, shared key heads; and
`bias_k` and `bias_v` (from add_bias_kv=True), which are one more key and value that every query
sees. `add_zero_attn=True` adds a key and value of zeros and leaves NO trace in a state_dict: it
cannot be refused here, and what is read computes something else than such a module.

Source: torch 2.13, torch/nn/modules/activation.py.
"""

from mha_lib.layouts._fused import SQUARE, cut_in_turn, join_in_turn
from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights, stack_heads, unstack_heads

OUT = {"out_proj.weight": "d_model d_model"}
PACKED = {"in_proj_weight": "3*d_model d_model"} | OUT
APART = {
    "q_proj_weight": "d_model d_model",
    "k_proj_weight": "d_model d_keys_in",
    "v_proj_weight": "d_model d_values_in",
} | OUT
EXTRA = "one more key and value than the tokens have, which HeadWeights has no place for"


def _write(hw):
    if hw.W_K.shape[1] == hw.W_V.shape[1] == hw.d_model:
        state = {"in_proj_weight": join_in_turn(hw.W_Q, hw.W_K, hw.W_V).T}
    else:
        parts = zip("qkv", (hw.W_Q, hw.W_K, hw.W_V), strict=True)
        state = {f"{x}_proj_weight": stack_heads(w).T for x, w in parts}
    state["out_proj.weight"] = hw.W_O.flatten(0, 1).T
    if hw.b_Q is not None:
        state |= {"in_proj_bias": join_in_turn(hw.b_Q, hw.b_K, hw.b_V), "out_proj.bias": hw.b_O}
    return state


def _read(state, n_heads):
    if "in_proj_weight" in state:
        W_Q, W_K, W_V = cut_in_turn(state["in_proj_weight"].T, n_heads)
    else:
        wide = [state[f"{x}_proj_weight"] for x in "qkv"]
        if len({w.shape for w in wide}) == 1:
            raise ValueError(
                f"k_proj_weight or v_proj_weight must have another width than q_proj_weight, or "
                f"torch packs the three; got {tuple(wide[0].shape)} thrice"
            )
        W_Q, W_K, W_V = (unstack_heads(w.T, n_heads) for w in wide)
    bias = state.get("in_proj_bias")
    b_Q, b_K, b_V = (None, None, None) if bias is None else cut_in_turn(bias, n_heads)
    W_O = state["out_proj.weight"].T.unflatten(0, (n_heads, -1))
    return HeadWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, state.get("out_proj.bias"))


LAYOUT = Layout(
    name="torch",
    forms=(PACKED, APART),
    optional=({"in_proj_bias": "3*d_model", "out_proj.bias": "d_model"},),
    needs=(*SQUARE, "biases on all four projections or on none"),
    write=_write,
    read=_read,
    refused={"bias_k": EXTRA, "bias_v": EXTRA},
)
