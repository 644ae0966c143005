"""Readings: one row of attention read in five ways, in a model whose mechanism is known."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from mha_lib import StackedAttention, checks
from mha_lib.book.tiny import Sentences, TinyModel, get_task
from mha_lib.widgets.base import Editable, Fixed, Widget, require_index, require_list, rounded

MAX_HEADS, MAX_PARAMETERS = 4, 10_000


class Readings(Widget):
    """Shows what a model of sentences attends to before the verb, and what its answer depends on.

    For each word it shows the attention weight, the size of the word's term relative to all terms,
    and what the answer loses when the term is dropped, when the word's key is masked, and when the
    word is exchanged. Everything is computed in the page, from parameters rounded to four digits.
    The reader exchanges words, cuts the sentence to its first nouns, and chooses a model and a
    head.

    Args:
        models: A model of sentences with one layer, residual and causal; or several by
            name, for the reader to choose from.
        text: The words before the verb, as the task writes them.
        nouns: How many of the text's nouns are shown at first; all of them when left out.
        model: Which of the models runs at first.
        head: Which of its heads is shown at first; -1 for the mean of all.
        task: The task that they were trained on, one with sentences in mha_lib.book.tiny.TASKS.

    Raises:
        TypeError: A model is not a TinyModel, `text` not a string, or an index not an integer.
        ValueError: The task has no sentences; a model has other words or another length
            than the task, more than one layer, no residual connection or no causal mask, or more
            than 4 heads or 10,000 parameters; a word is not in the task; the text is too long or
            has no noun; or an index is out of range.
    """

    _module = "readings.js"

    models = Fixed()
    vocabulary = Fixed()
    partners = Fixed()
    numbers = Fixed()
    text = Editable(
        lambda self, value: _require_words(value, self._constructor_values["text"], self._spec)
    )
    nouns = Editable(lambda self, value: _require_nouns(value, self.text, self._spec))
    model = Editable(lambda self, value: require_index("model", value, len(self.models)))
    head = Editable(
        lambda self, value: require_index(
            "head", value, len(self.models[self.model]["W_Q"]), minimum=-1
        )
    )

    def __init__(
        self,
        models: TinyModel | Mapping[str, TinyModel],
        text: str = "[start] the dog near the cats",
        *,
        nouns: int | None = None,
        model: int = 0,
        head: int = 0,
        task: str = "sentences",
    ):
        spec = get_task(task)
        if not isinstance(spec, Sentences):
            raise ValueError(f"task must be one with sentences; got {task!r}")
        named = models if isinstance(models, Mapping) else {"the model": models}
        if not named:
            raise ValueError("models must have at least one model; got none")
        if not isinstance(text, str):
            raise TypeError(f"text must be a string; got {checks.describe(text)}")
        self._spec = spec
        words = text.split()
        vocabulary = list(spec.letters)
        partners = [spec.partner(word) for word in vocabulary]
        numbers = [spec.is_plural(word) for word in vocabulary]
        super().__init__(
            models=[_parameters_as_lists(name, one, task) for name, one in named.items()],
            vocabulary=vocabulary,
            partners=[-1 if word is None else vocabulary.index(word) for word in partners],
            numbers=[-1 if number is None else int(number) for number in numbers],
            text=words,
            nouns=_count(words, spec) if nouns is None else nouns,
            model=model,
            head=head,
        )


def _count(words: Sequence[str], spec: Sentences) -> int:
    return sum(spec.is_plural(word) is not None for word in words)


def _require_nouns(value: object, words: Sequence[str], spec: Sentences) -> int:
    """Accepts a number of nouns, at most as many as the text has."""
    nouns, most = checks.require_int("nouns", value), _count(words, spec)
    if nouns > most:
        raise ValueError(f"nouns must be at most the text's {most}; got {nouns}")
    return nouns


def _require_words(value: object, original: Sequence[str], spec: Sentences) -> list[str]:
    """Accepts words of the task: each original word or its partner."""
    words = list(require_list("text", value))
    strange = [word for word in words if word not in spec.letters]
    if strange:
        raise ValueError(f"text must contain only words of {spec.letters}; got {strange[0]!r}")
    # The last position is for the verb.
    if len(words) >= spec.length or not _count(words, spec):
        raise ValueError(
            f"text must have a noun, and fewer than {spec.length} words; got {' '.join(words)!r}"
        )
    if len(words) != len(original) or not all(
        word in (before, spec.partner(before)) for word, before in zip(words, original, strict=True)
    ):
        raise ValueError(
            f"text must have each original word or its partner; got {' '.join(words)!r}"
        )
    return words


def _parameters_as_lists(name: str, model: TinyModel, task: str) -> dict[str, Any]:
    """A model's parameters as lists, head by head; of the readout only "is" and "are"."""
    if not isinstance(model, TinyModel):
        raise TypeError(f"models must be TinyModels; got {checks.describe(model)}")
    spec, sizes = get_task(task), model.sizes
    wanted, got = (len(spec.letters), spec.length), (sizes["n_letters"], sizes["length"])
    if got != wanted:
        raise ValueError(f"models must have the words and length of {task}, {wanted}; got {got}")
    switches = {
        name: getattr(model, name) for name in ("residual", "causal", "positions_in_values")
    }
    if len(model.layers) != 1 or not all(switches.values()):
        got = ", ".join(f"{name}={value}" for name, value in switches.items())
        raise ValueError(
            "models must have one layer, be residual and causal, with positions in values; "
            f"got n_layers={len(model.layers)}, {got}"
        )
    params = cast(StackedAttention, model.layers[0]).head_parameters()
    parameters = sum(p.numel() for p in model.parameters())
    if params.n_heads > MAX_HEADS or parameters > MAX_PARAMETERS:
        raise ValueError(
            f"models must have at most {MAX_HEADS} heads and {MAX_PARAMETERS} parameters; "
            f"got {params.n_heads} heads, {parameters} parameters"
        )
    verbs = [list(spec.letters).index(verb) for verb in ("is", "are")]
    tables = {
        "letter_vectors": model.letter_vectors,
        "positions": model.positions,
        "W_Q": params.W_Q,
        "W_K": params.W_K,
        "W_V": params.W_V,
        "W_O": params.W_O,
        "readout": model.readout.weight[verbs],
        "bias": model.readout.bias[verbs],
    }
    for key, table in tables.items():
        checks.require_finite(f"{key} of the model {name!r}", table)
    lists = {key: rounded(table.detach().double().tolist(), ".4g") for key, table in tables.items()}
    return {"name": name, **lists}
