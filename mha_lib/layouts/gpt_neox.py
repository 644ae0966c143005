"""Hugging Face transformers, GPTNeoXAttention.

    query_key_value.weight  (3 * d_model, d_model)   query_key_value.bias  (3 * d_model,)
    dense.weight            (d_model, d_model)       dense.bias            (d_model,)

W @ x. Rows are interleaved, head by head: q_1 k_1 v_1 q_2 k_2 v_2 ..., d_head rows each; the first
d_head columns of dense.weight are head 0. Names and shapes are those of "bloom", and of
"megatron", whose order is another. Both biases, or neither.

The rotary embedding turns queries and keys after the projection and is no weight: it is not in
HeadWeights, and what is read computes this layer only at angle 0 (cos = 1, sin = 0).

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width. The causal mask and frequencies that older releases stored must be left
out.

Source: transformers 5.23, models/gpt_neox/modeling_gpt_neox.py.
"""

from mha_lib.layouts._fused import cut_interleaved, fused, join_interleaved

LAYOUT = fused(
    "gpt_neox",
    join_interleaved,
    cut_interleaved,
    bias_optional=True,
    outside="a rotary embedding turns queries and keys",
)
