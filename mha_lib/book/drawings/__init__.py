"""The book's drawings: tensors in, SVG out.

A drawing has two forms: a wide one for desktops and paper, and a tall one for phones, which has a
layout of its own and is not a smaller copy. The built book puts both into the page and shows the
one that fits. Its colors are CSS variables with the names that the widgets use, so they follow the
page's theme. A drawing in a separate file is dark on white.

Hue means head: a head keeps its color from its weights to its rows of W_O. Its parameters are
gray, with an outline in its color. The larger a number, the darker its cell; cells of positive
numbers are filled, and cells of negative numbers are outlined. One row can be followed from left to
right: it is framed, and its numbers are printed.
"""

from mha_lib.book.drawings._averages import averages
from mha_lib.book.drawings._block import block
from mha_lib.book.drawings._caches import caches
from mha_lib.book.drawings._chapter_map import layer_map, name_of
from mha_lib.book.drawings._latent import latent_cache
from mha_lib.book.drawings._layer import (
    PARTS,
    hot_tea,
    hot_tea_for_class,
    hot_tea_layer,
    layer,
)
from mha_lib.book.drawings._maps import average, maps
from mha_lib.book.drawings._marks import GROUND, INK, LINE, Drawing, Form, head_color, short
from mha_lib.book.drawings._matrix import Matrix
from mha_lib.book.drawings._stages import hot_tea_stages
from mha_lib.book.drawings._steps import hot_tea_steps
from mha_lib.book.drawings._strip import strip

__all__ = [
    "GROUND",
    "INK",
    "LINE",
    "PARTS",
    "Drawing",
    "Form",
    "Matrix",
    "average",
    "averages",
    "block",
    "caches",
    "head_color",
    "hot_tea",
    "hot_tea_for_class",
    "hot_tea_layer",
    "hot_tea_stages",
    "hot_tea_steps",
    "latent_cache",
    "layer",
    "layer_map",
    "maps",
    "name_of",
    "short",
    "strip",
]
