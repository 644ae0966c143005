"""A class that many write first: 3 * n_heads small nn.Linear in three nn.ModuleList, one output.

    queries.0.weight, ...  (d_head, d_model)        queries.0.bias, ...  (d_head,)
    keys.0.weight, ...     (d_head, d_keys_in)      keys.0.bias, ...     (d_head,)
    values.0.weight, ...   (d_value, d_values_in)   values.0.bias, ...   (d_value,)
    output.weight  (d_model, n_heads * d_value)     output.bias          (d_model,)

The names are ours: name three ModuleLists and a Linear so. W @ x. The number in the name is the
head, so that names tell n_heads; the first d_value columns of output.weight are head 0. Any d_head
and d_value. Four biases, or none.

Refused: shared key heads.

Source: the paper's 3 * n_heads projections, read literally; page "Questions" of the book.
"""

import torch

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights

LISTS = {"Q": "queries", "K": "keys", "V": "values"}


def _write(hw):
    state = {}
    for x, name in LISTS.items():
        state |= {f"{name}.{i}.weight": W.T for i, W in enumerate(getattr(hw, f"W_{x}"))}
        if hw.b_Q is not None:
            state |= {f"{name}.{i}.bias": b for i, b in enumerate(getattr(hw, f"b_{x}"))}
    state["output.weight"] = hw.W_O.flatten(0, 1).T
    return state if hw.b_O is None else state | {"output.bias": hw.b_O}


def _read(state, n_heads):
    parts = {}
    for x, name in LISTS.items():
        small = [state[f"{name}.{i}.weight"].T for i in range(n_heads)]
        parts[f"W_{x}"] = torch.stack(small)
        if "output.bias" in state:
            parts[f"b_{x}"] = torch.stack([state[f"{name}.{i}.bias"] for i in range(n_heads)])
    W_O = state["output.weight"].T.unflatten(0, (n_heads, -1))
    return HeadWeights(**parts, W_O=W_O, b_O=state.get("output.bias"))


FORM = {
    "queries.{}.weight": "d_head d_model",
    "keys.{}.weight": "d_head d_keys_in",
    "values.{}.weight": "d_value d_values_in",
    "output.weight": "d_model n_heads*d_value",
}
LAYOUT = Layout(
    name="module_list",
    forms=(FORM,),
    optional=({k.replace("weight", "bias"): shape.split()[0] for k, shape in FORM.items()},),
    needs=("no shared key heads", "biases on all four projections or on none"),
    write=_write,
    read=_read,
)
