"""Hugging Face transformers, BloomAttention.

    query_key_value.weight  (3 * d_model, d_model)   query_key_value.bias  (3 * d_model,)
    dense.weight            (d_model, d_model)       dense.bias            (d_model,)

W @ x. Rows are interleaved as in "gpt_neox": q_1 k_1 v_1 q_2 k_2 v_2 ...; the first d_head columns
of dense.weight are head 0. Always with biases.

ALiBi adds to the scores and is no weight: it is not in HeadWeights, and what is read computes this
layer with alibi = 0. BloomAttention also adds the residual.

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width, missing biases.

Source: transformers 5.23, models/bloom/modeling_bloom.py.
"""

from mha_lib.layouts._fused import cut_interleaved, fused, join_interleaved

LAYOUT = fused("bloom", join_interleaved, cut_interleaved, outside="ALiBi is added to the scores")
