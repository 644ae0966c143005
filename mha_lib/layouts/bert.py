"""Hugging Face transformers, BertAttention: BertSelfAttention under `self`, then `output.dense`.

    self.query.weight    (d_model, d_model)   self.query.bias    (d_model,)
    self.key.weight      (d_model, d_model)   self.key.bias      (d_model,)
    self.value.weight    (d_model, d_model)   self.value.bias    (d_model,)
    output.dense.weight  (d_model, d_model)   output.dense.bias  (d_model,)

W @ x. The first d_head rows of the first three are head 0; of output.dense.weight, the first
d_head columns. RoBERTa, ELECTRA and other descendants use the same names.

BertAttention goes on after the attention: residual, then `output.LayerNorm`. That is no part of
the attention: it must be left out of what is read, and is not written.

Refused: d_head other than d_model / n_heads, another width for values, shared key heads, keys or
values from another width, missing biases; and `self.distance_embedding`, relative positions that
are added to the scores.

Source: transformers 5.23, models/bert/modeling_bert.py.
"""

from mha_lib.layouts._fused import SELF
from mha_lib.layouts._linears import ALWAYS, linears

NORM = "the layer norm behind the attention is no part of it"

LAYOUT = linears(
    "bert",
    names=("self.query", "self.key", "self.value", "output.dense"),
    shapes=("d_model d_model",) * 4,
    biases=ALWAYS,
    needs=SELF,
    refused={"self.distance_embedding.weight": "relative positions that are added to the scores"},
    # gamma and beta are the oldest files' words.
    beside={f"output.LayerNorm.{x}": NORM for x in ("weight", "bias", "gamma", "beta")},
)
