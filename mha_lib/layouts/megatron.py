"""Megatron-LM, checkpoint version 0: the look-alike of "gpt_neox" and "bloom".

    query_key_value.weight  (3 * d_model, d_model)   query_key_value.bias  (3 * d_model,)
    dense.weight            (d_model, d_model)       dense.bias            (d_model,)

W @ x. Rows are [Q|K|V], heads inside each; the first d_head columns of dense.weight are head 0.
From checkpoint version 2 on Megatron-LM interleaves, as "gpt_neox" does, under the same names. A
state_dict does not hold the version; the checkpoint around it does.

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width, missing biases; checkpoint version 1 (a third order) is not covered.

Source: transformers 4, models/megatron_gpt2/convert_megatron_gpt2_checkpoint.py, function
fix_query_key_value_ordering.
"""

from mha_lib.layouts._fused import cut_in_turn, fused, join_in_turn

LAYOUT = fused("megatron", join_in_turn, cut_in_turn)
