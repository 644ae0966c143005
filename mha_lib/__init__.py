"""Multi-head attention, small enough to read and exact enough to prove things with.

The modules, most basic first. Each imports only modules on the lines above its own:

    checks            checks on input, and the form of error messages
    heads, masks      two reshapes; who may attend to whom
    rotary            rotary positions
    head_parameters   all parameters, head by head
    attention         scores -> weights -> average
    cache             the keys and values of the tokens so far
    parameter_table   what a system's parameters contain: names, contents and axes
    layers            four layers with the same parameters, and their base class
    analysis          how attention weights differ
    layouts           other systems' parameters, to and from HeadParameters
    book              what the chapters use; needs the extra `book`
    widgets           the chapters' interactive parts; needs the extra `book`

>>> import torch
>>> layer = StackedAttention(d_model=12, n_heads=3)
>>> output, weights = layer(torch.randn(2, 5, 12), mask=causal_mask(5))
>>> output.shape, weights.shape
(torch.Size([2, 5, 12]), torch.Size([2, 3, 5, 5]))
"""

from mha_lib import analysis, layouts, masks
from mha_lib.attention import (
    attention_scores,
    attention_weights,
    scaled_dot_product_attention,
)
from mha_lib.cache import KVCache
from mha_lib.head_parameters import HeadParameters
from mha_lib.heads import merge_heads, split_heads
from mha_lib.layers import (
    Attention,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
)
from mha_lib.masks import causal_mask, padding_mask
from mha_lib.rotary import rotate

__all__ = [
    "Attention",
    "HeadParameters",
    "KVCache",
    "PackedAttention",
    "PerHeadAttention",
    "SingleHeadAttention",
    "StackedAttention",
    "analysis",
    "attention_scores",
    "attention_weights",
    "causal_mask",
    "layouts",
    "masks",
    "merge_heads",
    "padding_mask",
    "rotate",
    "scaled_dot_product_attention",
    "split_heads",
]
