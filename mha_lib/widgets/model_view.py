"""ModelView: a trained attention model that runs in the page."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from torch import Tensor

from mha_lib import StackedAttention, checks
from mha_lib.book.tiny import TinyModel, get_task
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_index,
    require_list,
    require_one_of,
    rounded,
)

MAX_HEADS, MAX_PARAMETERS = 8, 12_000
VIEWS = ("attention", "every number")
_DIGITS = 4  # of a parameter in the page
_MATRICES = ("W_Q", "W_K", "W_V", "W_O")


class ModelView(Widget):
    """Runs a small trained model, and shows what each head attends to and what the model answers.

    The reader types letters. Everything is computed in the page, from parameters rounded to four
    digits. Heads can be switched off. The reader can ask which positions and heads an answer came
    from, and how any number was computed. In a page without a kernel, "Copy link to this" gives an
    address that shows the same again.

    Args:
        models: A model; or several by name, for the reader to choose from.
        task: The task they were trained on, a name in mha_lib.book.tiny.TASKS.
        text: The letters at first; no more than the models' length.
        position: The position chosen at first.
        model: Which of the models runs at first.
        off: Heads switched off at first, counted through all layers: head 0 of layer 1 is
            number 2 where each layer has two.
        view: What the page shows below the letters at first, "attention" or "every number".
        numbers: Whether the reader can choose "every number".

    Raises:
        TypeError: A model is not a TinyModel, or an index not an integer.
        ValueError: One of these:

                - the task has words as letters
                - a model has another alphabet, length or number of questions than the task, or more
                  than 8 heads or 12,000 parameters
                - a model without positions in its values has several layers, or learned tokens
                - a letter is not in the alphabet
                - an argument is out of range
    """

    _module = "model_view.js"

    models = Fixed()
    alphabet = Fixed()
    questions = Fixed()
    back = Fixed()
    text = Editable(lambda self, value: _require_letters(value, self.alphabet, self._length))
    model = Editable(lambda self, value: require_index("model", value, len(self.models)))
    position = Editable(lambda self, value: require_index("position", value, len(self.text)))
    off = Editable(lambda self, value: _require_heads(value, self.models[self.model]))
    answer = Editable(
        lambda self, value: require_index(
            "answer", value, len(self.alphabet) * len(self.questions), minimum=-1
        )
    )
    numbers = Fixed()
    view = Editable(lambda self, value: _require_view(value, self.numbers))
    asked = Editable(
        lambda self, value: _require_asked(value, self.models[self.model], len(self.text))
    )

    def __init__(
        self,
        models: TinyModel | Mapping[str, TinyModel],
        task: str = "two_letters",
        *,
        text: str = "fadedcabbage",
        position: int = 6,
        model: int = 0,
        off: tuple[int, ...] = (),
        view: str = VIEWS[0],
        numbers: bool = True,
    ):
        spec = get_task(task)
        named = models if isinstance(models, Mapping) else {"the model": models}
        if not named:
            raise ValueError("models must have at least one model; got none")
        if any(len(letter) > 1 for letter in spec.letters):
            raise ValueError(f"task must have letters of one character each; got {task!r}")
        self._length = spec.length
        super().__init__(
            models=[_parameters_as_lists(name, one, task) for name, one in named.items()],
            alphabet="".join(spec.letters),
            questions=list(spec.questions),
            back=list(spec.questions.values()),
            text=text,
            model=model,
            position=position,
            off=off,
            answer=-1,
            numbers=checks.require_bool("numbers", numbers),
            view=view,
            asked=[],
        )


def _require_letters(text: object, alphabet: str, length: int) -> str:
    """Accepts letters of the alphabet, no more than the models' length."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a string; got {checks.describe(text)}")
    if not 1 <= len(text) <= length or not set(text) <= set(alphabet):
        raise ValueError(f"text must be 1 to {length} letters of {alphabet!r}; got {text!r}")
    return text


def _require_heads(off: object, model: dict[str, Any]) -> list[int]:
    """Accepts numbers of heads, counted through all layers of a model."""
    n_heads = sum(len(layer["W_Q"]) for layer in model["layers"])
    return [require_index("off", head, n_heads) for head in require_list("off", off)]


def _require_view(view: object, numbers: bool) -> str:
    """Accepts what the page can show below the letters."""
    return require_one_of("view", view, VIEWS if numbers else VIEWS[:1])


def _require_asked(value: object, model: dict[str, Any], n_tokens: int) -> list[Any]:
    """Accepts a number of the chosen position as stage, head or layer, and column; or []."""
    asked = list(require_list("asked", value))
    if not asked:
        return asked
    if len(asked) != 3:
        raise ValueError(
            "asked must be empty or have a stage, an index and a column; "
            f"got {checks.describe(value)}"
        )
    matrices, n_layers = model["layers"][0], len(model["layers"])
    n_heads = n_layers * len(matrices["W_Q"])
    d_head, d_value = (len(matrices[name][0][0]) for name in ("W_Q", "W_V"))
    d_model, n_answers = len(model["readout"]), len(model["bias"])
    sizes = {
        "x": (1, d_model),
        "Q": (n_heads, d_head),
        "K": (n_heads, d_head),
        "V": (n_heads, d_value),
        "scores": (n_heads, n_tokens),
        "weights": (n_heads, n_tokens),
        "average": (n_heads, d_value),
        "written": (n_heads, d_model),
        "sum": (n_layers, d_model),
        "logits": (1, n_answers),
        "answers": (1, n_answers),
    }
    stage = require_one_of("asked", asked[0], list(sizes))
    return [stage, *map(partial(require_index, "asked"), asked[1:], sizes[stage])]


def _parameters_as_lists(name: str, model: TinyModel, task: str) -> dict[str, Any]:
    """A model's parameters as lists, head by head."""
    if not isinstance(model, TinyModel):
        raise TypeError(f"models must be TinyModels; got {checks.describe(model)}")
    spec, sizes = get_task(task), model.sizes
    wanted = (len(spec.letters), spec.length, len(spec.questions))
    got = tuple(sizes[size] for size in ("n_letters", "length", "n_questions"))
    if got != wanted:
        raise ValueError(
            f"models must have the letters, length and questions of {task}, {wanted}; got {got}"
        )
    one_hot = sizes["d_model"] is None
    # In the page queries, keys and values have the same input; zero rows of W_V hide positions.
    if not (model.positions_in_values or (one_hot and len(model.layers) == 1)):
        raise ValueError(
            "models must see positions in their values, or have one layer and one-hot tokens; "
            f"got {checks.count_noun(len(model.layers), 'layer')}, d_model={sizes['d_model']}"
        )
    heads, d_model = sizes["n_heads"] * len(model.layers), model.letter_vectors.shape[1]
    parameters = sum(p.numel() for p in model.parameters())
    if heads > MAX_HEADS or parameters > MAX_PARAMETERS:
        raise ValueError(
            f"models must have at most {MAX_HEADS} heads and {MAX_PARAMETERS} parameters; "
            f"got {heads} heads, {parameters} parameters"
        )
    features = [f"letter “{letter}”" for letter in spec.letters]
    features += [f"position {position}" for position in range(d_model - len(features))]
    layers = [cast(StackedAttention, layer).head_parameters() for layer in model.layers]
    tables = {
        "letter_vectors": model.letter_vectors,
        "positions": model.positions,
        "readout": model.readout.weight.T,
        "bias": model.readout.bias,
    }
    matrices = {
        f"{key} of layer {i}": getattr(params, key)
        for i, params in enumerate(layers)
        for key in _MATRICES
    }
    for key, table in {**tables, **matrices}.items():
        checks.require_finite(f"{key} of the model {name!r}", table)
    return {
        "name": name,
        "parameters": parameters,
        "residual": model.residual,
        "causal": model.causal,
        "features": features if one_hot else [f"number {i}" for i in range(d_model)],
        "layers": [{key: _short(getattr(params, key)) for key in _MATRICES} for params in layers],
        **{key: _short(table) for key, table in tables.items()},
    }


def _short(table: Tensor) -> Any:
    """Nested lists of the numbers, rounded for the page."""
    return rounded(table.detach().double().tolist(), f".{_DIGITS}g")
