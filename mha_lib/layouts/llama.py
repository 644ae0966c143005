"""Hugging Face transformers, LlamaAttention; Mistral and Qwen2 use the same names.

    q_proj.weight  (n_heads * d_head, d_model)
    k_proj.weight  (n_kv_heads * d_head, d_model)
    v_proj.weight  (n_kv_heads * d_head, d_model)
    o_proj.weight  (d_model, n_heads * d_head)
    q_proj.bias, k_proj.bias, v_proj.bias (Qwen2) and o_proj.bias (Llama with attention_bias=True)

W @ x. The first d_head rows of the first three are head 0; of o_proj, the first d_head columns.
Key head j serves the query heads j * n_heads / n_kv_heads and following. Any d_head.

The rotary embedding turns queries and keys after the projection and is no weight: it is not in
HeadWeights, and what is read computes this layer only at angle 0 (cos = 1, sin = 0).

Refused: another width for values, keys or values from another width than d_model, o_proj.bias
without the other three; and `q_norm` and `k_norm` (Qwen3), which normalise queries and keys.

Source: transformers 5.23, models/llama/modeling_llama.py.
"""

from mha_lib.layouts._linears import NOT_ALONE, linears

NORM = "a norm between projection and scores, which HeadWeights has no place for"

LAYOUT = linears(
    "llama",
    names=("q_proj", "k_proj", "v_proj", "o_proj"),
    shapes=(
        "n_heads*d_head d_model",
        "n_kv_heads*d_head d_model",
        "n_kv_heads*d_head d_model",
        "d_model n_heads*d_head",
    ),
    biases=NOT_ALONE,
    needs=("d_value = d_head", "keys and values from d_model features"),
    refused={"q_norm.weight": NORM, "k_norm.weight": NORM},
    outside="a rotary embedding turns queries and keys",
    beside={"rotary_emb.inv_freq": "the frequencies of the rotary embedding"},
)
