"""Dive into Deep Learning, class MultiHeadAttention: W_q, W_k, W_v and W_o are nn.Linear.

    W_q.weight  (d_model, d_model)       W_q.bias  (d_model,)
    W_k.weight  (d_model, d_keys_in)     W_k.bias  (d_model,)
    W_v.weight  (d_model, d_values_in)   W_v.bias  (d_model,)
    W_o.weight  (d_model, d_model)       W_o.bias  (d_model,)

d_model is the book's num_hiddens. W @ x, despite the letter W. The first d_head rows of the first
three are head 0; of W_o, the first d_head columns. No biases unless bias=True, then four.

Refused: d_head other than num_hiddens / num_heads, another width for values, shared key heads.
Queries of another width than num_hiddens, which d2l can have, do not fit HeadWeights.

Source: Zhang et al., "Dive into Deep Learning", section 11.5, PyTorch version.
"""

from mha_lib.layouts._fused import SQUARE
from mha_lib.layouts._linears import ALL_OR_NONE, linears

LAYOUT = linears(
    "d2l",
    names=("W_q", "W_k", "W_v", "W_o"),
    shapes=("d_model d_model", "d_model d_keys_in", "d_model d_values_in", "d_model d_model"),
    biases=ALL_OR_NONE,
    needs=SQUARE,
)
