"""Hugging Face transformers, T5Attention.

    q.weight  (n_heads * d_head, d_model)
    k.weight  (n_heads * d_head, d_model)
    v.weight  (n_heads * d_head, d_model)
    o.weight  (d_model, n_heads * d_head)

W @ x. The first d_head rows of the first three are head 0; of o, the first d_head columns. Any
d_head (T5's d_kv). No biases.

T5 does NOT divide the scores by sqrt(d_head); HeadWeights do. So `layouts.unpack` multiplies W_Q
by sqrt(d_head) and `layouts.pack` divides it, and outputs agree. That undoes itself bit for bit
where d_head is a power of 4, as the 64 of T5's small, base and large; elsewhere both refuse unless
`rounding=True` accepts a rounding. `LAYOUTS["t5"].unpack` only reorders and leaves the scale.

Refused: another width for values, shared key heads, keys or values from another width, biases; and
`relative_attention_bias`, which T5 adds to the scores (only a stack's first layer stores it, all
its layers use it): what is read computes this layer without it.

Source: transformers 5.23, models/t5/modeling_t5.py.
"""

from mha_lib.layouts._linears import NEVER, linears

LAYOUT = linears(
    "t5",
    names=("q", "k", "v", "o"),
    shapes=("n_heads*d_head d_model",) * 3 + ("d_model n_heads*d_head",),
    biases=NEVER,
    needs=("d_value = d_head", "no shared key heads", "keys and values from d_model features"),
    refused={"relative_attention_bias.weight": "it is added to the scores, position by position"},
    divides=False,
    outside="a bias by relative position is added to the scores",
)
