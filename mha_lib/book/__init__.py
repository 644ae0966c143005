"""What the book's chapters use: exercises, figures, and the models that they show.

    exercises     check("stacking.2", answer); one file per chapter, with its name
    figures       tensors in, matplotlib Figure out
    tiny          small models that chapters train, and their tasks; trained/ holds some of them
    code_model    a small language model of Python, also in trained/; code_training trains it
    pretrained    a real model on these layers; precomputed/ holds what chapters show of it

Only this folder and `mha_lib.widgets` import from it.
"""

from mha_lib.book.exercises import check

__all__ = ["check"]
