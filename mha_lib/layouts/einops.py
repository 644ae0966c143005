"""The multi-head attention of einops' page "Writing better code with PyTorch and einops".

    w_qs.weight  (n_heads * d_head, d_model)    w_qs.bias  (n_heads * d_head,)
    w_ks.weight  (n_heads * d_head, d_model)    w_ks.bias  (n_heads * d_head,)
    w_vs.weight  (n_heads * d_value, d_model)   w_vs.bias  (n_heads * d_value,)
    fc.weight    (d_model, n_heads * d_value)   fc.bias    (d_model,)

W @ x. `(head k)` in its patterns: the first d_head rows are head 0; of fc, the first d_value
columns. Any d_head and d_value.

The class goes on after the attention: residual, then `layer_norm.weight` and `layer_norm.bias`.
Those are no part of the attention. They must be left out of what is read, and are not written.

Refused: shared key heads, keys or values from another width than d_model, missing biases.

Source: https://einops.rocks/pytorch-examples.html
"""

from mha_lib.layouts._linears import ALWAYS, linears

NORM = "the layer norm behind the attention is no part of it"

LAYOUT = linears(
    "einops",
    names=("w_qs", "w_ks", "w_vs", "fc"),
    shapes=(
        "n_heads*d_head d_model",
        "n_heads*d_head d_model",
        "n_heads*d_value d_model",
        "d_model n_heads*d_value",
    ),
    biases=ALWAYS,
    needs=("no shared key heads", "keys and values from d_model features"),
    beside={"layer_norm.weight": NORM, "layer_norm.bias": NORM},
)
