"""Small models that a chapter trains in front of its reader, and the tasks they are trained on.

    tokens -> one to four attention layers -> readout

One layer without a residual is as plain as a model can be: what a place answers is read off what
its heads brought there, and off nothing else.

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
from mha_lib.layers import StackedAttention
from mha_lib.layouts.files import read, write
from mha_lib.masks import causal_mask
from mha_lib.weights import HeadWeights

__all__ = [
    "TASKS",
    "Repeats",
    "Sentences",
    "Task",
    "TinyModel",
    "accuracy",
    "agreement",
    "find",
    "load",
    "save",
    "train",
    "without",
]

MAX_LAYERS = 4
NO_ANSWER = -100  # what F.cross_entropy leaves out
_TRAINED = Path(__file__).parent / "trained"
_TESTED = 2000  # sequences that an accuracy is measured on


@dataclass(frozen=True)
class Task:
    """Sequences of letters, and what is asked at each place: which letter stands so far back?

    Args:
        letters: The alphabet; of a language, its words.
        length: Letters in a sequence.
        questions: From a question's name to how many places back its answer stands; -1 for the
            letter that comes next.
        sizes: What a model of this task takes besides its heads and layers, as for TinyModel.
    """

    letters: Sequence[str]
    length: int
    questions: Mapping[str, int]
    sizes: Mapping[str, Any] = field(default_factory=dict)

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` sequences, every letter with the same chance at every place."""
        return torch.randint(len(self.letters), (n, self.length), generator=generator)

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """Where the questions are asked: at all places that have an answer to each."""
        places = torch.arange(letters.shape[1])
        return (places >= max(self.questions.values())).expand(letters.shape)

    def targets(self, letters: Int[Tensor, "n length"]) -> Int[Tensor, "n length questions"]:
        """The right letters; NO_ANSWER where nothing is asked."""
        there = [letters.roll(k, dims=1) for k in self.questions.values()]
        return torch.stack(there, dim=-1).where(self.asked(letters)[..., None], NO_ANSWER)


@dataclass(frozen=True)
class Repeats(Task):
    """A block of random letters, again and again; asked, once it repeats: which letter comes next?

    Args:
        periods: The shortest and the longest block. Each sequence draws a length between them.
    """

    periods: tuple[int, int] = (4, 16)

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` blocks, and repeats each to the sequence's end, which may cut the last one."""
        least, most = self.periods
        blocks = torch.randint(len(self.letters), (n, most), generator=generator)
        periods = torch.randint(least, most + 1, (n, 1), generator=generator)
        return blocks.gather(1, torch.arange(self.length) % periods)

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """From the first letter of the second block on; the last letter has no next one."""
        least, most = self.periods
        # The shortest period that fits. One that only happens to fit repeats the letters as well.
        fits = [(letters[:, p:] == letters[:, :-p]).all(dim=1) for p in range(least, most + 1)]
        periods = least + torch.stack(fits, dim=1).int().argmax(dim=1, keepdim=True)
        places = torch.arange(self.length)
        return (places >= periods) & (places < self.length - 1)


@dataclass(frozen=True)
class Sentences(Task):
    """Sentences of a small grammar; asked: which word comes next?

        [start] the dogs near the old cat are small .

    The verb agrees with the first noun, however many others stand between. A noun phrase has an
    adjective in 2 of 5 cases; another one follows it, after a preposition, in half of the cases,
    up to three in a row.
    """

    def draw(self, n: int, generator: torch.Generator | None = None) -> Int[Tensor, "n length"]:
        """Draws `n` sentences, filled up with full stops."""
        index = {word: i for i, word in enumerate(self.letters)}
        chances = torch.rand(n, 2 * self.length, generator=generator).tolist()
        filled = [[*_sentence(iter(row)), *["."] * self.length] for row in chances]
        return torch.tensor([[index[word] for word in row[: self.length]] for row in filled])

    def asked(self, letters: Int[Tensor, "n length"]) -> Bool[Tensor, "n length"]:
        """Up to the word before the full stop."""
        return letters != list(self.letters).index(".")

    def number(self, word: str) -> bool | None:
        """Whether a noun stands for more than one; None for a word that is no noun."""
        return next((many for many, nouns in _NOUNS.items() if word in nouns), None)

    def partner(self, word: str) -> str | None:
        """The word that may stand in another's place; None where only that one may.

        For a noun, itself in the other number; for an adjective or a preposition, the other one.
        """
        pairs = (*zip(*_NOUNS.values(), strict=True), _ADJECTIVES, _PREPOSITIONS)
        both = {a: b for one, two in pairs for a, b in ((one, two), (two, one))}
        return both.get(word)


_NOUNS = {False: ("cat", "dog", "bird"), True: ("cats", "dogs", "birds")}  # by: more than one
_VERBS = {False: "is", True: "are"}
_ADJECTIVES, _PREPOSITIONS = ("old", "small"), ("near", "behind")
_KINDS = (*_NOUNS[False], *_NOUNS[True], *_ADJECTIVES, *_PREPOSITIONS)
_WORDS = ("[start]", "the", *_KINDS, *_VERBS.values(), ".")
_MOST_NOUNS = 3


def _choose(words, chances):
    return words[int(next(chances) * len(words))]


def _noun_phrase(chances):
    """Its words, and whether it is of more than one."""
    adjective = [_choose(_ADJECTIVES, chances)] if next(chances) < 0.4 else []
    many = next(chances) < 0.5
    return ["the", *adjective, _choose(_NOUNS[many], chances)], many


def _sentence(chances: Iterator[float]) -> list[str]:
    """The words of a sentence that random numbers between 0 and 1 choose."""
    words, many = _noun_phrase(chances)
    for _ in range(_MOST_NOUNS - 1):
        if next(chances) < 0.5:
            break
        words += [_choose(_PREPOSITIONS, chances), *_noun_phrase(chances)[0]]
    return ["[start]", *words, _VERBS[many], _choose(_ADJECTIVES, chances), "."]


_LANGUAGE: dict[str, Any] = {"d_model": 32, "residual": True, "causal": True}
_NEXT = {"next": -1}
_LETTERS_ALONE = {"positions_in_values": False}

#: The tasks by their names, which `train` and `accuracy` take.
TASKS: dict[str, Task] = {
    "two_letters": Task("abcdefgh", 12, {"one back": 1, "two back": 2}, _LETTERS_ALONE),
    "four_letters": Task(
        "abcdefgh", 32, {f"{k} back": k for k in range(1, 5)}, {"d_model": 32, **_LETTERS_ALONE}
    ),
    "repeats": Repeats("abcdefghijklmnop", 32, _NEXT, _LANGUAGE),
    "repeats_of_8": Repeats("abcdefghijklmnop", 32, _NEXT, _LANGUAGE, periods=(8, 8)),
    "sentences": Sentences(_WORDS, 16, _NEXT, _LANGUAGE),
}


class TinyModel(nn.Module):
    """Tokens, attention layers of this library, and a linear readout at every place.

    Args:
        n_letters: Size of the alphabet.
        length: The longest sequence.
        n_questions: Answers asked for at each place.
        n_heads: Heads in each layer.
        n_layers: Attention layers, 1 to 4.
        d_model: Width of a token. Given, a token is a learned vector of its letter. Left out, it is
            the one-hot letter.
        places: Whether a token tells its place: by a learned vector that is added where letters
            have one, else by the one-hot place beside the letter.
        positions_in_values: Whether values see positions, as queries and keys do. If False,
            positions are added to what queries and keys read, in every layer, and to nothing else,
            as rotary positions are. With one-hot tokens, the first layer's W_V has rows for
            positions, which nothing reaches: they are zero.
        d_head: Width of a head; the tokens' width / n_heads when left out.
        residual: Whether a layer adds to its input, or takes its place.
        causal: Whether a place may look at itself and at earlier places alone.
        attention: The layers' class; SingleHeadAttention takes one head.
        generator: Source of the first weights; torch's global one when left out.

    Raises:
        TypeError: A size is not an integer, or a switch not a bool.
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
        places: bool = True,
        positions_in_values: bool = True,
        residual: bool = False,
        causal: bool = False,
        attention: type = StackedAttention,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        for name, size in (("n_letters", n_letters), ("length", length)):
            checks.require_int(name, size, 1)
        checks.require_int("n_questions", n_questions, 1)
        if checks.require_int("n_layers", n_layers, 1) > MAX_LAYERS:
            raise ValueError(f"n_layers must be at most {MAX_LAYERS}; got {n_layers}")
        if not hasattr(attention, "from_head_weights"):
            raise TypeError(f"attention must be an attention layer of mha_lib; got {attention!r}")
        switches = {
            "places": places, "positions_in_values": positions_in_values,
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
        place_table = torch.eye(length) if places else torch.zeros(length, 0)
        if d_model is None:
            # One-hot letter and one-hot place side by side: two tables whose rows are added.
            letter_table = F.pad(letter_table, (0, place_table.shape[1]))
            place_table = F.pad(place_table, (n_letters, 0))
            self.register_buffer("letters", letter_table, persistent=False)
            self.register_buffer("places", place_table, persistent=False)
        else:
            checks.require_int("d_model", d_model, 1)
            self.letters = nn.Parameter(torch.randn(n_letters, d_model, generator=generator))
            start = torch.randn(length, d_model, generator=generator)
            if places:
                self.places = nn.Parameter(start)
            else:
                self.register_buffer("places", torch.zeros_like(start), persistent=False)
        width = self.letters.shape[1]
        self.layers = nn.ModuleList()
        for i in range(n_layers):
            hw = HeadWeights.random(width, n_heads, d_head, bias=False, generator=generator)
            if i == 0 and d_model is None and not positions_in_values:
                hw.W_V[:, n_letters:] = 0  # and zero they stay: their gradient is zero
            self.layers.append(attention.from_head_weights(hw))
        answers = n_questions * n_letters
        self.readout = nn.Linear(width, answers)
        with torch.no_grad():
            for parameter in self.readout.parameters():
                parameter.uniform_(-(width**-0.5), width**-0.5, generator=generator)

    def tokens(self, letters: Int[Tensor, "batch length"]) -> Float[Tensor, "batch length d_model"]:
        """Letters with their positions: what the first layer's queries and keys read."""
        return self.letters[letters] + self.places[: letters.shape[1]]

    def forward(
        self, letters: Int[Tensor, "batch length"]
    ) -> tuple[
        Float[Tensor, "batch length questions letters"],
        list[Float[Tensor, "batch heads length length"]],
    ]:
        """Answers at every place.

        Args:
            letters: Indices into the alphabet.

        Returns:
            The answers' logits, and each layer's weights.

        Raises:
            TypeError: `letters` are not integers.
            ValueError: There are more places than the model knows, or a letter is none of its own.
        """
        self._check(letters)
        x, weights = self.letters[letters], []
        positions = self.places[: letters.shape[1]]
        if self.positions_in_values:
            x, positions = x + positions, torch.zeros_like(positions)
        mask = causal_mask(letters.shape[1], device=x.device) if self.causal else None
        for layer in self.layers:
            placed = x + positions
            out, of_layer = layer(placed, placed, x, mask=mask)
            x = x + out if self.residual else out
            weights.append(of_layer)
        return self.readout(x).unflatten(-1, (self.n_questions, -1)), weights

    def _check(self, letters):
        if not isinstance(letters, Tensor) or letters.dtype != torch.long or letters.dim() != 2:
            raise TypeError(
                f"letters must be a tensor (batch, length) of torch.int64; "
                f"got {checks.describe(letters)}"
            )
        n_letters, length = self.sizes["n_letters"], self.sizes["length"]
        if not 1 <= letters.shape[1] <= length:
            raise ValueError(
                f"letters must have 1 to {length} places; got {checks.describe(letters)}"
            )
        if letters.numel() and (letters.min() < 0 or letters.max() >= n_letters):
            raise ValueError(
                f"letters must lie in 0 to {n_letters - 1}; "
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
    """Trains a model on a task: Adam at 0.01, 64 fresh sequences a step.

    Args:
        task: A name in TASKS.
        n_heads: Heads in each layer.
        seed: Where the first weights and the sequences come from; the same seed gives the same
            model on the same machine, and a model that behaves the same on another.
        steps: Training steps, at least 1.
        progress: Called after each step with its number.
        **sizes: As for TinyModel; what is left out is the task's own.

    Raises:
        TypeError: `seed` or `steps` is not an integer.
        ValueError: There is no such task, or a size is out of range.
    """
    spec = find(task)
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
    """How often a model is right, for each question of a task: 0 to 1, on 2,000 sequences.

    Args:
        model: A model of the task's sizes.
        task: A name in TASKS.
        seed: Where the sequences come from.

    Raises:
        ValueError: There is no such task.
    """
    spec = find(task)
    letters = spec.draw(_TESTED, torch.Generator().manual_seed(seed))
    targets = spec.targets(letters)
    with torch.no_grad():
        logits, _ = model(letters)
    asked = targets != NO_ANSWER
    right = (logits.argmax(dim=-1) == targets) & asked
    return (right.sum(dim=(0, 1)) / asked.sum(dim=(0, 1))).tolist()


def agreement(model: TinyModel, task: str = "sentences", seed: int = 1_000_000) -> float:
    """How often a model of sentences says "is" and "are" where they belong: 0 to 1.

    Before the verb of each of 2,000 sentences it has to give the right form more than the wrong
    one. Half would be right by chance.

    Args:
        model: A model of the task's sizes.
        task: The name of sentences in TASKS.
        seed: Where the sentences come from.

    Raises:
        ValueError: There is no such task, or it is none of sentences.
    """
    spec = find(task)
    if not isinstance(spec, Sentences):
        raise ValueError(f"task must be one of sentences; got {task!r}")
    words = spec.draw(_TESTED, torch.Generator().manual_seed(seed))
    one, many = (list(spec.letters).index(_VERBS[number]) for number in (False, True))
    verbs = (words == one) | (words == many)
    with torch.no_grad():
        logits = model(words)[0][:, :-1, 0][verbs[:, 1:]]  # at the places before the verbs
    right = (logits[:, many] > logits[:, one]) == (words[verbs] == many)
    return right.double().mean().item()


def without(model: TinyModel, *heads: tuple[int, int]) -> TinyModel:
    """A copy of a model in which some heads are switched off: what they write is zero.

    Args:
        model: The model, which stays as it is.
        *heads: The layer and the number of each head, counted from 0.

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
            sizes = f"{len(model.layers)} layer(s) of {model.sizes['n_heads']}"
            raise ValueError(f"heads must be heads of the model, {sizes}; got {pair}")
        with torch.no_grad():
            cast(StackedAttention, model.layers[layer]).head_weights().W_O[head] = 0  # a view
    return model


def find(task: str) -> Task:
    """Looks a task up by name.

    Raises:
        ValueError: There is no such task.
    """
    if task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}; got {task!r}")
    return TASKS[task]


def save(model: TinyModel, path: str | Path, made_by: str = "") -> None:
    """Writes a model as safetensors, in float16: what a page can carry.

    Args:
        model: The model; its layers are StackedAttention.
        path: The file.
        made_by: What made it, kept in the file.

    Raises:
        ValueError: A layer is no StackedAttention, or the file cannot be written.
    """
    if not all(isinstance(layer, StackedAttention) for layer in model.layers):
        raise ValueError("model must be made of StackedAttention to be saved; got another layer")
    about = json.dumps({"made_by": made_by})
    metadata = {"sizes": json.dumps(model.sizes), "about": about}
    numbers = {name: p.half() for name, p in model.state_dict().items()}
    write(Path(path), numbers, metadata, force=True)


def load(path: str | Path) -> TinyModel:
    """Reads a model that `save` wrote.

    Args:
        path: The file, or the name of one that comes with the library, such as "two_letters_2",
            which has two heads.

    Raises:
        ValueError: There is neither such a file nor such a name, or it is not one of `save`.
    """
    file = _TRAINED / f"{path}.safetensors"
    numbers, metadata = read(file if file.exists() else Path(path))
    if "sizes" not in metadata:
        raise ValueError(f"{path} must be a file of a tiny model; got one without sizes")
    model = TinyModel(**json.loads(metadata["sizes"]))
    model.load_state_dict(numbers)
    return model


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m mha_lib.book.tiny", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="train")
    verb = verbs.add_parser("train", help="train a model and say how often it is right")
    verb.add_argument("task", choices=list(TASKS))
    verb.add_argument("--heads", type=int, default=1, help="heads in each layer")
    verb.add_argument("--d-head", type=int, help="width of a head; all heads share d_model else")
    verb.add_argument("--layers", type=int, default=1, help="attention layers")
    verb.add_argument("--d-model", type=int, help="width of a token; the task's own else")
    verb.add_argument(
        "--positions-in-values",
        action="store_true",
        help="let values see positions, also where the task keeps them out",
    )
    verb.add_argument("--seed", type=int, default=0)
    verb.add_argument("--steps", type=int, default=1500)
    verb.add_argument("--save", metavar="FILE", help="write the weights, as safetensors in float16")
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
        "accuracy": [round(share, 2) for share in accuracy(model, options.task)],
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
