"""Keras 3, keras.layers.MultiHeadAttention.

    query/kernel             (d_model, n_heads, d_head)       query/bias  (n_heads, d_head)
    key/kernel               (d_keys_in, n_heads, d_head)     key/bias    (n_heads, d_head)
    value/kernel             (d_values_in, n_heads, d_value)  value/bias  (n_heads, d_value)
    attention_output/kernel  (n_heads, d_value, d_model)      attention_output/bias  (d_model,)

The names are the ends of the variables' paths; "." may stand for "/". x @ W, as einsum over an
axis for heads: nothing is stacked, and shapes tell n_heads. key_dim is d_head and value_dim is
d_value, any of them. Four biases, or none.

Refused: shared key heads (GroupedQueryAttention is another class); `gate` (from use_gate=True). An
output_shape other than the width of the queries does not fit HeadWeights.

Source: keras 3, keras/src/layers/attention/multi_head_attention.py.
"""

from mha_lib.layouts._kernels import kernels

GATE = "it multiplies the heads' outputs, which HeadWeights has no place for"

LAYOUT = kernels(
    "keras",
    output="attention_output",
    d_value="d_value",
    needs=(),
    refused={"gate/kernel": GATE, "gate/bias": GATE},
)
