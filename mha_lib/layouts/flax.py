"""Flax, linen.MultiHeadDotProductAttention and nnx.MultiHeadAttention.

    query/kernel  (d_model, n_heads, d_head)      query/bias  (n_heads, d_head)
    key/kernel    (d_keys_in, n_heads, d_head)    key/bias    (n_heads, d_head)
    value/kernel  (d_values_in, n_heads, d_head)  value/bias  (n_heads, d_head)
    out/kernel    (n_heads, d_head, d_model)      out/bias    (d_model,)

The names are the nested parameters' joined by "/", as flax.traverse_util.flatten_dict(params,
sep="/") gives them; "." may stand for "/". x @ W, as einsum over an axis for heads: nothing is
stacked, and shapes tell n_heads. qkv_features is n_heads * d_head, any d_head. Four biases, or
none.

Refused: another width for values, shared key heads; and `query_ln` and `key_ln` (from
normalize_qk=True), norms between projection and scores.

Source: flax 0.12, flax/linen/attention.py.
"""

from mha_lib.layouts._kernels import kernels

NORM = "a norm between projection and scores, which HeadWeights has no place for"

LAYOUT = kernels(
    "flax",
    output="out",
    d_value="d_head",
    needs=("d_value = d_head",),
    refused={"query_ln/scale": NORM, "key_ln/scale": NORM},
)
