"""The Annotated Transformer, class MultiHeadedAttention: four equal nn.Linear in one list.

    linears.0.weight  (d_model, d_model)   queries   linears.0.bias  (d_model,)
    linears.1.weight  (d_model, d_model)   keys      linears.1.bias  (d_model,)
    linears.2.weight  (d_model, d_model)   values    linears.2.bias  (d_model,)
    linears.3.weight  (d_model, d_model)   output    linears.3.bias  (d_model,)

W @ x. The first d_head rows of the first three are head 0; of the fourth, the first d_head
columns. Only the number in the name says what a matrix is for.

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width, missing biases.

Source: https://nlp.seas.harvard.edu/annotated-transformer/
"""

from mha_lib.layouts._fused import SELF
from mha_lib.layouts._linears import ALWAYS, linears

LAYOUT = linears(
    "annotated",
    names=("linears.0", "linears.1", "linears.2", "linears.3"),
    shapes=("d_model d_model",) * 4,
    biases=ALWAYS,
    needs=SELF,
)
