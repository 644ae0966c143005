"""What the book's chapters use: exercises, figures, and the models that they show.

    exercises     check("stacking.2", answer); one file a chapter, of its name
    figures       tensors in, matplotlib Figure out
    tiny          small models that chapters train, and their tasks; trained/ holds those shown
    code_model    a small language model of Python, in trained/ too; code_training makes it
    pretrained    a real model on these layers; recorded/ holds what chapters show of it

Nothing outside this folder and `mha_lib.widgets` imports from it.
"""

from mha_lib.book.exercises import check

__all__ = ["check"]
