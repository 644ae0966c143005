"""Small models that chapters train within seconds, and their tasks.

    tokens -> one to four attention layers -> readout

With one layer and no residual connection, the answer at a position depends only on what the heads
return there.

    python -m mha_lib.book.tiny train two_letters --heads 2 --seed 7
"""

import argparse
import copy
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.book._progress import progress_bar
from mha_lib.head_parameters import HeadParameters
from mha_lib.layers import Attention, StackedAttention
from mha_lib.layouts.files import read, write
from mha_lib.masks import causal_mask

__all__ = [
    "TASKS",
    "Repeats",
    "Sentences",
    "Task",
    "TinyModel",
    "accuracy",
    "agreement",
    "get_task",
    "load",
    "save",
    "train",
    "without_heads",
]

MAX_LAYERS = 4
NO_ANSWER = -100  # a target that F.cross_entropy ignores
_TRAINED = Path(__file__).parent / "trained"
_TEST_SEQUENCES = 2000


@dataclass(frozen=True)
class Task:
    """Sequences of letters, and questions at each position: which letter is k positions back?

    Args:
        letters: The alphabet, or the words of a language.
        length: Letters in a sequence.
        questions: Maps a question's name to how many positions back its answer is; -1 means the
            next letter.
        sizes: Arguments of TinyModel for this task, except heads and layers.
    """

    letters: Sequence[str]
    length: int
    questions: Mapping[str, int]
    sizes: Mapping[str, Any] = field(default_factory=dict)

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` sequences of independent, uniformly distributed letters."""
        return torch.randint(len(self.letters), (n, self.length), generator=generator)

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """Marks where questions are asked: where every question has an answer."""
        positions = torch.arange(letters.shape[1])
        return (positions >= max(self.questions.values())).expand(letters.shape)

    def targets(self, letters: Int[Tensor, "n length"]) -> Int[Tensor, "n length questions"]:
        """Returns the right answers; NO_ANSWER where no question is asked."""
        answers = [letters.roll(k, dims=1) for k in self.questions.values()]
        return torch.stack(answers, dim=-1).where(self.asked(letters)[..., None], NO_ANSWER)


@dataclass(frozen=True)
class Repeats(Task):
    """A block of random letters, repeated. From the second block on: which letter comes next?

    Args:
        periods: The lengths of the shortest and the longest block; each sequence draws one.
    """

    periods: tuple[int, int] = (4, 16)

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` blocks and repeats each to fill a sequence; the last repetition may be cut."""
        least, most = self.periods
        blocks = torch.randint(len(self.letters), (n, most), generator=generator)
        periods = torch.randint(least, most + 1, (n, 1), generator=generator)
        return blocks.gather(1, torch.arange(self.length) % periods)

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """Marks the letters from the second block on, except the last letter."""
        least, most = self.periods
        # The shortest period that fits. If the block repeats inside, it is shorter than the block.
        fits = [(letters[:, p:] == letters[:, :-p]).all(dim=1) for p in range(least, most + 1)]
        periods = least + torch.stack(fits, dim=1).int().argmax(dim=1, keepdim=True)
        positions = torch.arange(self.length)
        return (positions >= periods) & (positions < self.length - 1)


@dataclass(frozen=True)
class Sentences(Task):
    """Sentences of a small grammar; the question is: which word comes next?

        [start] the dogs near the old cat are small .

    The verb agrees with the first noun, however many nouns are between them. A noun phrase has an
    adjective in 2 of 5 cases. Each noun phrase is followed by a preposition and another noun phrase
    in half of the cases, up to three noun phrases in all.
    """

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` sentences, and pads them with full stops."""
        index = {word: i for i, word in enumerate(self.letters)}
        chances = torch.rand(n, 2 * self.length, generator=generator).tolist()
        filled = [[*_sentence(iter(row)), *["."] * self.length] for row in chances]
        return torch.tensor([[index[word] for word in row[: self.length]] for row in filled])

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """Marks all words before the full stop."""
        return letters != list(self.letters).index(".")

    def is_plural(self, word: str) -> bool | None:
        """Whether a noun is plural; None for a word that is not a noun."""
        return next((many for many, nouns in _NOUNS.items() if word in nouns), None)

    def partner(self, word: str) -> str | None:
        """Returns a noun's other number, or the other adjective or preposition; otherwise None."""
        pairs = (*zip(*_NOUNS.values(), strict=True), _ADJECTIVES, _PREPOSITIONS)
        both = {a: b for one, two in pairs for a, b in ((one, two), (two, one))}
        return both.get(word)


_NOUNS = {False: ("cat", "dog", "bird"), True: ("cats", "dogs", "birds")}  # by: plural or not
_VERBS = {False: "is", True: "are"}
_ADJECTIVES, _PREPOSITIONS = ("old", "small"), ("near", "behind")
_KINDS = (*_NOUNS[False], *_NOUNS[True], *_ADJECTIVES, *_PREPOSITIONS)
_WORDS = ("[start]", "the", *_KINDS, *_VERBS.values(), ".")
_MAX_NOUNS = 3


def _choose(words, chances):
    return words[int(next(chances) * len(words))]


def _noun_phrase(chances):
    """The words of a noun phrase, and whether its noun is plural."""
    adjective = [_choose(_ADJECTIVES, chances)] if next(chances) < 0.4 else []
    many = next(chances) < 0.5
    return ["the", *adjective, _choose(_NOUNS[many], chances)], many


def _sentence(chances: Iterator[float]) -> list[str]:
    """The words of a sentence, chosen by random numbers between 0 and 1."""
    words, many = _noun_phrase(chances)
    for _ in range(_MAX_NOUNS - 1):
        if next(chances) < 0.5:
            break
        words += [_choose(_PREPOSITIONS, chances), *_noun_phrase(chances)[0]]
    return ["[start]", *words, _VERBS[many], _choose(_ADJECTIVES, chances), "."]


_LANGUAGE: dict[str, Any] = {"d_model": 32, "residual": True, "causal": True}
_NEXT = {"next": -1}
_NO_POSITIONS_IN_VALUES = {"positions_in_values": False}

#: The tasks by their names, which `train` and `accuracy` take.
TASKS: dict[str, Task] = {
    "two_letters": Task("abcdefgh", 12, {"one back": 1, "two back": 2}, _NO_POSITIONS_IN_VALUES),
    "four_letters": Task(
        "abcdefgh",
        32,
        {f"{k} back": k for k in range(1, 5)},
        {"d_model": 32, **_NO_POSITIONS_IN_VALUES},
    ),
    "repeats": Repeats("abcdefghijklmnop", 32, _NEXT, _LANGUAGE),
    "repeats_of_8": Repeats("abcdefghijklmnop", 32, _NEXT, _LANGUAGE, periods=(8, 8)),
    "sentences": Sentences(_WORDS, 16, _NEXT, _LANGUAGE),
}


class TinyModel(nn.Module):
    """Tokens, attention layers of this library, and a linear readout at every position.

    Args:
        n_letters: Size of the alphabet.
        length: The longest sequence.
        n_questions: Number of questions at each position.
        n_heads: Heads in each layer.
        n_layers: Attention layers, 1 to 4.
        d_model: Width of a token; the token is then a learned vector for its letter. By default a
            token is its one-hot letter.
        positions: Whether tokens contain their position, either as a learned vector added to the
            letter's vector, or as a one-hot position after a one-hot letter.
        positions_in_values: Whether values see positions, as queries and keys do. If False,
            positions are added only to what queries and keys read, in every layer, as with rotary
            positions. With one-hot tokens, the first layer's W_V then has rows for positions that
            have no effect: they are zero.
        d_head: Width of a head; by default the tokens' width / n_heads.
        residual: Whether a layer's output is added to its input. If False, it replaces the input.
        causal: Whether tokens attend only to themselves and to earlier tokens.
        attention: The layers' class; SingleHeadAttention takes only n_heads=1.
        generator: Draws the initial parameters; by default torch's global one.

    Raises:
        TypeError: A size is not an integer, or a switch is not a bool.
        ValueError: A size is out of range, or `n_heads` does not divide the tokens' width and
            `d_head` is left out.
    """

    def __init__(
        self,
        n_letters: int,
        length: int,
        n_questions: int = 1,
        *,
        n_heads: int = 1,
        n_layers: int = 1,
        d_model: int | None = None,
        d_head: int | None = None,
        positions: bool = True,
        positions_in_values: bool = True,
        residual: bool = False,
        causal: bool = False,
        attention: type[Attention] = StackedAttention,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        for name, size in (("n_letters", n_letters), ("length", length)):
            checks.require_int(name, size, 1)
        checks.require_int("n_questions", n_questions, 1)
        if checks.require_int("n_layers", n_layers, 1) > MAX_LAYERS:
            raise ValueError(f"n_layers must be at most {MAX_LAYERS}; got {n_layers}")
        if not (isinstance(attention, type) and issubclass(attention, Attention)):
            raise TypeError(f"attention must be an attention layer of mha_lib; got {attention!r}")
        switches = {
            "positions": positions, "positions_in_values": positions_in_values,
            "residual": residual, "causal": causal,
        }  # fmt: skip
        for name, switch in switches.items():
            checks.require_bool(name, switch)
        self.sizes: dict[str, Any] = {
            "n_letters": n_letters, "length": length, "n_questions": n_questions,
            "n_heads": n_heads, "n_layers": n_layers, "d_model": d_model, "d_head": d_head,
            **switches,
        }  # fmt: skip
        self.positions_in_values = positions_in_values
        self.residual, self.causal, self.n_questions = residual, causal, n_questions

        letter_table = torch.eye(n_letters)
        position_table = torch.eye(length) if positions else torch.zeros(length, 0)
        if d_model is None:
            # A one-hot letter, then a one-hot position: the sum of a row of each of two tables.
            letter_table = F.pad(letter_table, (0, position_table.shape[1]))
            position_table = F.pad(position_table, (n_letters, 0))
            self.register_buffer("letter_vectors", letter_table, persistent=False)
            self.register_buffer("positions", position_table, persistent=False)
        else:
            checks.require_int("d_model", d_model, 1)
            self.letter_vectors = nn.Parameter(torch.randn(n_letters, d_model, generator=generator))
            start = torch.randn(length, d_model, generator=generator)
            if positions:
                self.positions = nn.Parameter(start)
            else:
                self.register_buffer("positions", torch.zeros_like(start), persistent=False)
        width = self.letter_vectors.shape[1]
        self.layers = nn.ModuleList()
        for i in range(n_layers):
            params = HeadParameters.random(width, n_heads, d_head, bias=False, generator=generator)
            if i == 0 and d_model is None and not positions_in_values:
                params.W_V[:, n_letters:] = 0  # they stay zero, because their gradient is zero
            self.layers.append(attention.from_head_parameters(params))
        answers = n_questions * n_letters
        self.readout = nn.Linear(width, answers)
        with torch.no_grad():
            for parameter in self.readout.parameters():
                parameter.uniform_(-(width**-0.5), width**-0.5, generator=generator)

    def tokens(self, letters: Int[Tensor, "batch length"]) -> Float[Tensor, "batch length d_model"]:
        """Adds positions to letters, as the first layer's queries and keys read them."""
        return self.letter_vectors[letters] + self.positions[: letters.shape[1]]

    def forward(
        self, letters: Int[Tensor, "batch length"]
    ) -> tuple[
        Float[Tensor, "batch length questions letters"],
        list[Float[Tensor, "batch heads length length"]],
    ]:
        """Computes the answers at every position.

        Args:
            letters: Indices into the alphabet.

        Returns:
            The answers' logits, and each layer's weights.

        Raises:
            TypeError: `letters` are not integers.
            ValueError: A sequence is too long, or a letter is not in the alphabet.
        """
        self._require_letters(letters)
        x, weights = self.letter_vectors[letters], []
        positions = self.positions[: letters.shape[1]]
        if self.positions_in_values:
            x, positions = x + positions, torch.zeros_like(positions)
        mask = causal_mask(letters.shape[1], device=x.device) if self.causal else None
        for layer in self.layers:
            positioned = x + positions
            out, of_layer = layer(positioned, positioned, x, mask=mask)
            x = x + out if self.residual else out
            weights.append(of_layer)
        return self.readout(x).unflatten(-1, (self.n_questions, -1)), weights

    def _require_letters(self, letters):
        if not isinstance(letters, Tensor) or letters.dtype != torch.long or letters.dim() != 2:
            raise TypeError(
                f"letters must be a tensor (batch, length) of torch.int64; "
                f"got {checks.describe(letters)}"
            )
        n_letters, length = self.sizes["n_letters"], self.sizes["length"]
        if not 1 <= letters.shape[1] <= length:
            raise ValueError(
                f"letters must have 1 to {length} columns; got {checks.describe(letters)}"
            )
        if letters.numel() and (letters.min() < 0 or letters.max() >= n_letters):
            raise ValueError(
                f"letters must be from 0 to {n_letters - 1}; "
                f"got {letters.min().item()} to {letters.max().item()}"
            )


def train(
    task: str,
    *,
    n_heads: int = 1,
    seed: int = 0,
    steps: int = 1500,
    progress: Callable[[int], object] | None = None,
    **sizes: Any,
) -> TinyModel:
    """Trains a model on a task: Adam at 0.01, 64 new sequences per step.

    Args:
        task: A name in TASKS.
        n_heads: Heads in each layer.
        seed: Seed of the initial parameters and of the sequences. The same seed gives the same
            model on the same machine; on another machine, rounding may change it.
        steps: Training steps, at least 1.
        progress: Called after each step with its number.
        **sizes: As for TinyModel; the task has its own defaults.

    Raises:
        TypeError: `seed` or `steps` is not an integer.
        ValueError: There is no such task, or a size is out of range.
    """
    spec = get_task(task)
    checks.require_int("steps", steps, 1)
    generator = torch.Generator().manual_seed(checks.require_int("seed", seed, 0))
    model = TinyModel(
        len(spec.letters),
        spec.length,
        len(spec.questions),
        n_heads=n_heads,
        generator=generator,
        **{**spec.sizes, **sizes},
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        letters = spec.draw(64, generator)
        logits, _ = model(letters)
        loss = F.cross_entropy(logits.flatten(0, 2), spec.targets(letters).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if progress is not None:
            progress(step + 1)
    return model


def accuracy(model: TinyModel, task: str, seed: int = 1_000_000) -> list[float]:
    """Measures the fraction of right answers on 2,000 sequences, for each question of a task.

    Args:
        model: A model of the task's sizes.
        task: A name in TASKS.
        seed: Seed of the sequences.

    Raises:
        ValueError: There is no such task.
    """
    spec = get_task(task)
    letters = spec.draw(_TEST_SEQUENCES, torch.Generator().manual_seed(seed))
    targets = spec.targets(letters)
    with torch.no_grad():
        logits, _ = model(letters)
    asked = targets != NO_ANSWER
    right = (logits.argmax(dim=-1) == targets) & asked
    return (right.sum(dim=(0, 1)) / asked.sum(dim=(0, 1))).tolist()


def agreement(model: TinyModel, task: str = "sentences", seed: int = 1_000_000) -> float:
    """Measures in what fraction of sentences a model prefers the right verb, "is" or "are".

    In each of 2,000 sentences, the position before the verb counts as right if the right form has
    a higher logit than the wrong one. By chance, half are right.

    Args:
        model: A model of the task's sizes.
        task: The name in TASKS of a task with sentences.
        seed: Seed of the sentences.

    Raises:
        ValueError: There is no such task, or it has no sentences.
    """
    spec = get_task(task)
    if not isinstance(spec, Sentences):
        raise ValueError(f"task must be one with sentences; got {task!r}")
    words = spec.draw(_TEST_SEQUENCES, torch.Generator().manual_seed(seed))
    one, many = (list(spec.letters).index(_VERBS[number]) for number in (False, True))
    verbs = (words == one) | (words == many)
    with torch.no_grad():
        logits = model(words)[0][:, :-1, 0][verbs[:, 1:]]  # at the positions before the verbs
    right = (logits[:, many] > logits[:, one]) == (words[verbs] == many)
    return right.double().mean().item()


def without_heads(model: TinyModel, *heads: tuple[int, int]) -> TinyModel:
    """Copies a model and switches some of its heads off, so that their output is zero.

    Args:
        model: The model, which does not change.
        *heads: Pairs (layer, head), counted from 0.

    Raises:
        TypeError: A number is not an integer.
        ValueError: There is no such head.
    """
    model = copy.deepcopy(model)
    for pair in heads:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"heads must be pairs (layer, head); got {pair!r}")
        layer, head = (checks.require_int("heads", number, 0) for number in pair)
        if layer >= len(model.layers) or head >= model.sizes["n_heads"]:
            layers = checks.count_noun(len(model.layers), "layer")
            sizes = f"{layers} of {checks.count_noun(model.sizes['n_heads'], 'head')}"
            raise ValueError(f"heads must be heads of the model, {sizes}; got {pair}")
        with torch.no_grad():
            cast(StackedAttention, model.layers[layer]).head_parameters().W_O[head] = 0  # a view
    return model


def get_task(task: str) -> Task:
    """Returns the task with this name.

    Raises:
        ValueError: There is no such task.
    """
    if task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}; got {task!r}")
    return TASKS[task]


def save(model: TinyModel, path: str | Path, made_by: str = "") -> None:
    """Writes a model as safetensors, in float16, to keep pages small.

    Args:
        model: The model; its layers are StackedAttention.
        path: The file.
        made_by: The command that made the model, to be written into the file.

    Raises:
        ValueError: A layer is not a StackedAttention, or the file cannot be written.
    """
    if not all(isinstance(layer, StackedAttention) for layer in model.layers):
        raise ValueError("model must have StackedAttention layers to be saved; got another layer")
    about = json.dumps({"made_by": made_by})
    metadata = {"sizes": json.dumps(model.sizes), "about": about}
    numbers = {name: p.half() for name, p in model.state_dict().items()}
    write(Path(path), numbers, metadata, force=True)


def load(path: str | Path) -> TinyModel:
    """Reads a model that `save` wrote.

    Args:
        path: The file, or the name of a model that comes with the library, such as
            "two_letters_2", which has two heads.

    Raises:
        ValueError: There is no such file and no such name, or `save` did not write the file.
    """
    file = _TRAINED / f"{path}.safetensors"
    numbers, metadata = read(file if file.exists() else Path(path))
    if "sizes" not in metadata:
        raise ValueError(f"{path} must be the file of a TinyModel; got a file without sizes")
    model = TinyModel(**json.loads(metadata["sizes"]))
    model.load_state_dict(numbers)
    return model


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m mha_lib.book.tiny", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="train")
    verb = verbs.add_parser("train", help="train a model and print its accuracy")
    verb.add_argument("task", choices=list(TASKS))
    verb.add_argument("--heads", type=int, default=1, help="heads in each layer")
    verb.add_argument("--d-head", type=int, help="width of a head; by default d_model / heads")
    verb.add_argument("--layers", type=int, default=1, help="attention layers")
    verb.add_argument("--d-model", type=int, help="width of a token; by default the task's own")
    verb.add_argument(
        "--positions-in-values",
        action="store_true",
        help="let values see positions, even if the task does not",
    )
    verb.add_argument("--seed", type=int, default=0)
    verb.add_argument("--steps", type=int, default=1500)
    verb.add_argument("--save", metavar="FILE", help="write the model as safetensors, in float16")
    given = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(given)
    sizes = {"n_heads": options.heads, "d_head": options.d_head, "n_layers": options.layers}
    if options.d_model is not None:
        sizes["d_model"] = options.d_model
    if options.positions_in_values:
        sizes["positions_in_values"] = True
    try:
        with progress_bar(options.steps, "step") as progress:
            model = train(
                options.task, seed=options.seed, steps=options.steps, progress=progress, **sizes
            )
        if options.save:
            save(model, options.save, made_by=" ".join(["python -m mha_lib.book.tiny", *given]))
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))
    report = {
        "task": options.task,
        "heads": options.heads,
        "seed": options.seed,
        "parameters": sum(p.numel() for p in model.parameters()),
        "accuracy": [round(fraction, 2) for fraction in accuracy(model, options.task)],
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
