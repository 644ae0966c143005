"""Trains a code model on the Python files that come with Python, and measures what its heads do.

    python -m mha_lib.book.code_training train --seed 1 --save code.safetensors
    python -m mha_lib.book.code_training measure code.safetensors

The first takes ten minutes on one core of a laptop, with a progress bar; stopped, it goes on where
it was. Nothing but the next token is asked for: there is no made-up text, and no term for
attention. The files are those of the library of the Python that runs this. Another version has
others, which make another model of the same kind.
"""

import argparse
import hashlib
import json
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from mha_lib import checks
from mha_lib.book._progress import progress_bar
from mha_lib.book.code_model import FILE_START, Block, CodeModel, byte_pairs, load, save, without

__all__ = ["Corpus", "measure", "read_library", "train"]

STEPS, BATCH = 4500, 16
# Tests, codecs' tables, other people's code, and what was written for the machine at hand.
_SKIPPED = {
    "test", "tests", "encodings", "idlelib", "lib2to3", "pydoc_data", "site-packages",
    "dist-packages", "__pycache__",
}  # fmt: skip
_MACHINE = "_sysconfigdata"
_EVERY, _HELD = 20, 10  # of 20 files, in the order of their paths, the eleventh is held out
_STORED = 64  # held-out windows that lie beside a model
_KEEP = 250  # steps between two notes of where a training stands


@dataclass(frozen=True)
class Corpus:
    """Python's own files as tokens.

    Args:
        files: A line for each: its path, the first 16 digits of its sha256, and whether it is held
            out.
        merges: Byte pairs learnt from the files that are not, as CodeModel takes them.
        trained: The tokens of all files to train on; a token of its own before each.
        held: Those of the held-out ones.
    """

    files: list[str]
    merges: list[str]
    trained: Int[Tensor, " n_trained"]
    held: Int[Tensor, " n_held"]

    @property
    def mark(self) -> str:
        """One hash of all files, which tells one version of Python from another."""
        return hashlib.sha256("\n".join(self.files).encode()).hexdigest()[:16]


def read_library(vocabulary: int = 1024, folder: str | Path | None = None) -> Corpus:
    """Reads the files and learns their tokens; takes the package tokenizers, and some seconds.

    Args:
        vocabulary: How many tokens there are to be; 257 are the bytes, and the start of a file.
        folder: Where the files lie; the library of the Python that runs this when left out.

    Raises:
        ValueError: There are fewer than 20 files, or `vocabulary` is below 257.
    """
    from tokenizers import pre_tokenizers, trainers

    checks.require_int("vocabulary", vocabulary, 257)
    root = Path(sysconfig.get_paths()["stdlib"] if folder is None else folder)
    paths = [
        path
        for path in sorted(root.rglob("*.py"))
        if not _SKIPPED & {*path.relative_to(root).parts} and not path.name.startswith(_MACHINE)
    ]
    if len(paths) < _EVERY:
        raise ValueError(f"folder must hold at least {_EVERY} files; got {len(paths)} in {root}")
    contents = [path.read_bytes() for path in paths]
    held = [i % _EVERY == _HELD for i in range(len(paths))]
    files = [
        f"{hashlib.sha256(one).hexdigest()[:16]} {path.relative_to(root).as_posix()}"
        + (" held out" if out else "")
        for path, one, out in zip(paths, contents, held, strict=True)
    ]
    texts = [one.decode("utf-8", errors="replace") for one in contents]
    parts = [
        [text for text, out in zip(texts, held, strict=True) if out is which]
        for which in (False, True)
    ]
    learner = byte_pairs()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[FILE_START],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    learner.train_from_iterator(parts[0], trainer)
    merges = [" ".join(pair) for pair in json.loads(learner.to_str())["model"]["merges"]]
    tokenizer = byte_pairs(merges)

    def listed(texts):
        rows = tokenizer.encode_batch(texts)
        return torch.tensor([token for row in rows for token in (0, *row.ids)])

    return Corpus(files, merges, listed(parts[0]), listed(parts[1]))


def train(
    corpus: Corpus,
    *,
    seed: int = 1,
    steps: int = STEPS,
    keep: str | Path | None = None,
    progress: Callable[[int], object] | None = None,
    **sizes: int,
) -> tuple[CodeModel, list[dict[str, int | float]]]:
    """Trains a model to say the next token: 16 windows a step, drawn anywhere in the files.

    Matrices are moved by Muon, tables and norms by Adam. The rate rises over the first 200 steps,
    and falls over the last two of five.

    Args:
        corpus: What `read_library` gives.
        seed: Where the first weights and the windows come from.
        steps: Training steps, at least 1.
        keep: A file to note in where the training stands. One that is there is gone on from.
        progress: Called after each step with its number.
        **sizes: As for CodeModel, but for the vocabulary, which is the corpus's.

    Returns:
        The model, and where it stood after every 250 steps: `step`, `loss` on 50 held-out windows,
        `random_first` and `random_again` as in `measure`, and the largest `one_back` and
        `induction` of any head.

    Raises:
        TypeError: `seed` or `steps` is not an integer.
        ValueError: A size is out of range, or `keep` is of another training.
    """
    checks.require_int("steps", steps, 1)
    generator = torch.Generator().manual_seed(checks.require_int("seed", seed, 0))
    vocabulary = 257 + len(corpus.merges)
    model = CodeModel(vocabulary, **sizes, merges=corpus.merges, generator=generator)
    optimizers = _optimizers(model)
    rates = [[group["lr"] for group in one.param_groups] for one in optimizers]
    training = {"corpus": corpus.mark, "seed": seed, "steps": steps, **model.sizes}
    start, curve = _resume(keep, training, model, optimizers, generator)
    rows = _rows(model, corpus.held, 50)
    for step in range(start, steps):
        share = min(1, (step + 1) / 200, (1 - step / steps) / 0.4 + 0.02)
        for one, own in zip(optimizers, rates, strict=True):
            for group, rate in zip(one.param_groups, own, strict=True):
                group["lr"] = rate * share
        window = _windows(corpus.trained, model.sizes["context"], generator)
        logits, _ = model(window[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), window[:, 1:].flatten())
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for one in optimizers:
            one.step()
        if progress is not None:
            progress(step + 1)
        if (step + 1) % _KEEP == 0:
            curve.append({"step": step + 1, **_stands(model, rows)})
            if keep is not None:
                _note(Path(keep), training, curve, model, optimizers, generator)
    return model.eval(), curve


def _optimizers(model):
    blocks = cast(list[Block], list(model.layers))
    distances = [block.distances for block in blocks]
    matrices = [
        parameter
        for block in blocks
        for name, parameter in block.named_parameters()
        if parameter.dim() == 2 and name != "distances"
    ]
    chosen = {id(parameter) for parameter in (*distances, *matrices)}
    others = [parameter for parameter in model.parameters() if id(parameter) not in chosen]
    groups = [{"params": others, "lr": 4e-3}, {"params": distances, "lr": 2e-2}]
    return (
        torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.0),
        torch.optim.Muon(matrices, lr=0.02, weight_decay=0.05, momentum=0.95, ns_steps=4),
    )


def _windows(tokens, context, generator):
    starts = torch.randint(len(tokens) - context, (BATCH, 1), generator=generator)
    return tokens[starts + torch.arange(context + 1)]


def _note(keep, training, curve, model, optimizers, generator):
    stands = {
        "training": training,
        "curve": curve,
        "model": model.state_dict(),
        "optimizers": [one.state_dict() for one in optimizers],
        "generator": generator.get_state(),
    }
    part = keep.with_name(f".{keep.name}.part")
    torch.save(stands, part)
    part.replace(keep)


def _resume(keep, training, model, optimizers, generator):
    """Puts a training where it stood; after how many steps, and what was measured until then."""
    if keep is None or not Path(keep).exists():
        return 0, []
    stood = torch.load(keep, weights_only=True)
    if stood["training"] != training:
        raise ValueError(f"keep must be of this training, {training}; got {stood['training']}")
    model.load_state_dict(stood["model"])
    for one, state in zip(optimizers, stood["optimizers"], strict=True):
        one.load_state_dict(state)
    generator.set_state(stood["generator"])
    return stood["curve"][-1]["step"], stood["curve"]


@torch.no_grad()
def _stands(model, rows):
    looks, random = _looks(model, rows), _random(model)
    first, again = random["random"]
    best = {name: max(map(max, looks[name])) for name in ("one_back", "induction")}
    loss = _loss(model, rows)
    stands = {"loss": loss, "random_first": first, "random_again": again, **best}
    return {name: round(value, 4) for name, value in stands.items()}


@torch.no_grad()
def measure(
    model: CodeModel,
    held: Int[Tensor, " tokens"],
    windows: int = 400,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """What a model says of text it has not read, and what each of its heads looks at there.

    Args:
        model: The model, with its tokenizer.
        held: Tokens of held-out files; they are cut into windows of the model's context.
        windows: How many windows, evenly from all of them; all that there are, if these are fewer.
        progress: Called after each of the parts, which are as many as there are heads and layers,
            and two.

    Returns:
        By name, a number a head in a list a layer. Mean weights, 0 to 1: `one_back`, `itself` and
        `first`, on the token before, the token itself and the first of the window; `induction`, on
        all tokens that once followed the same token as this one; `opener`, on the bracket that is
        still open, at least 3 back, and `opener_else`, what such distances get in general; `line`,
        where a line begins, on the beginnings of earlier lines, and `line_else`, the share of
        these among all earlier tokens. In nats: `loss`, of a token; `random`, the loss on 64 tokens
        at random and on the same once more; `off` and `mlp_off`, by how much the loss rises
        without a head or a layer's MLP. `random_induction` is `induction` where the 64 come again.

    Raises:
        ValueError: `held` is shorter than a window.
    """
    rows = _rows(model, held, windows)
    advance = iter(range(1, 10**6))

    def done():
        if progress is not None:
            progress(next(advance))

    loss, looks = _loss(model, rows), _looks(model, rows)
    done()
    looks |= _random(model)
    done()

    def cost(**parts):
        done()
        return _loss(without(model, **parts), rows) - loss

    layers, heads = range(model.sizes["n_layers"]), range(model.sizes["n_heads"])
    off = [[cost(heads=[(layer, head)]) for head in heads] for layer in layers]
    return {"loss": loss, **looks, "off": off, "mlp_off": [cost(mlps=[layer]) for layer in layers]}


def _rows(model, held, windows=400):
    """So many windows of the model's context, evenly from all that there are."""
    context = model.sizes["context"]
    if len(held) < context:
        raise ValueError(f"held must have at least {context} tokens; got {len(held)}")
    rows = held[: len(held) // context * context].view(-1, context)
    return rows[torch.linspace(0, len(rows) - 1, min(windows, len(rows))).long()]


@torch.no_grad()
def _loss(model, rows):
    nats = [
        F.cross_entropy(model(some[:, :-1])[0].mT, some[:, 1:], reduction="sum").item()
        for some in rows.split(50)
    ]
    return sum(nats) / rows[:, 1:].numel()


def _random(model):
    """Losses on random tokens and on the same again, and what looks at their first time."""
    half = model.sizes["context"] // 2
    generator = torch.Generator().manual_seed(1)
    once = torch.randint(1, model.sizes["vocabulary"], (64, half), generator=generator)
    twice = torch.cat([once, once], dim=1)
    logits, weights = model(twice[:, :-1])
    nats = F.cross_entropy(logits.mT, twice[:, 1:], reduction="none")
    follows = _follows(twice)[:, None, half:-1, :-1]
    looked = [(layer[:, :, half:] * follows).sum(dim=-1).mean(dim=(0, 2)) for layer in weights]
    return {
        "random": [nats[:, : half - 1].mean().item(), nats[:, half:].mean().item()],
        "random_induction": [of_layer.tolist() for of_layer in looked],
    }


def _follows(tokens):
    """Which tokens once followed the same token as each: True at (query, key)."""
    same = (tokens[:, :, None] == tokens[:, None, :]).tril(-1)
    return F.pad(same, (1, 0))[..., :-1].tril()


def _looks(model, rows):
    """Means over held-out text of what every head looks at, by name."""
    words = model.words(range(model.sizes["vocabulary"]))
    begins = torch.tensor([word.startswith("\n") for word in words])
    sums: dict[str, Tensor] = {}
    counts: dict[str, float] = {}

    def note(name, looked, where):
        """Adds a layer's (batch, heads, places), at some of the places."""
        sums[name] = sums.get(name, 0) + (looked * where[:, None]).sum(dim=(0, 2))

    for some in rows.split(50):
        weights = torch.cat(model(some)[1], dim=1)  # (batch, layers and heads, queries, keys)
        n, context = some.shape
        places = torch.arange(context)
        everywhere = torch.ones(n, context)
        after_start = everywhere * (places > 0)
        follows, opened = _follows(some), _open_brackets(some, words)
        far = (opened >= 0) & (places - opened >= 3)
        lines = begins[some]
        earlier = lines.cumsum(dim=1) - lines.int()  # beginnings of lines before each place
        at_line = lines & (earlier > 0)
        by_distance = torch.stack(
            [weights.diagonal(-d, -2, -1).mean(dim=(0, 2)) for d in range(context)]
        )
        back = (places - opened).clamp(0, context - 1)
        wanted = {
            "one_back": (F.pad(weights.diagonal(-1, -2, -1), (1, 0)), after_start),
            "itself": (weights.diagonal(0, -2, -1), after_start),
            "first": (weights[..., 0], everywhere * (places >= 8)),
            "induction": ((weights * follows[:, None]).sum(dim=-1), follows.any(dim=-1)),
            "opener": (
                weights.gather(
                    -1, opened.clamp(min=0)[:, None, :, None].expand(-1, weights.shape[1], -1, 1)
                )[..., 0],
                far,
            ),
            "opener_else": (by_distance[back].permute(0, 2, 1), far),
            "line": (
                (weights * lines[:, None, None]).sum(dim=-1) - weights.diagonal(0, -2, -1),
                at_line,
            ),
            "line_else": (
                (earlier / places.clamp(min=1))[:, None].expand(-1, weights.shape[1], -1),
                at_line,
            ),
        }
        for name, (looked, where) in wanted.items():
            note(name, looked, where.float())
            counts[name] = counts.get(name, 0.0) + where.sum().item()
    shape = (model.sizes["n_layers"], model.sizes["n_heads"])
    return {name: (sums[name] / counts[name]).view(shape).tolist() for name in sums}


def _open_brackets(rows, words):
    """Where the bracket stands that is open before each place; -1 where none is."""
    pairs = dict(zip(")]}", "([{", strict=True))
    found = torch.full_like(rows, -1)
    for row, of_row in zip(rows.tolist(), found, strict=True):
        stack: list[tuple[str, int]] = []
        for place, token in enumerate(row):
            if stack:
                of_row[place] = stack[-1][1]
            for sign in words[token]:
                if sign in "([{":
                    stack.append((sign, place))
                elif sign in pairs and stack and stack[-1][0] == pairs[sign]:
                    stack.pop()
    return found


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m mha_lib.book.code_training", description=__doc__
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="train | measure")
    verb = verbs.add_parser("train", help="train a model; stopped and called again, it goes on")
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--steps", type=int, default=STEPS)
    verb.add_argument("--save", metavar="FILE", required=True, help="where the weights go")
    verb = verbs.add_parser("measure", help="say what a model's heads look at in held-out files")
    verb.add_argument("file", metavar="FILE", help="what train saved")
    given = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(given)
    try:
        corpus = read_library()
        if options.verb == "train":
            _train(corpus, options, given)
        else:
            model = load(options.file)
            parts = 2 + model.sizes["n_layers"] * (1 + model.sizes["n_heads"])
            with progress_bar(parts, "part") as progress:
                print(json.dumps(measure(model, corpus.held, progress=progress)))
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


def _train(corpus, options, given):
    keep = Path(f"{options.save}.unfinished")
    with progress_bar(options.steps, "step") as progress:
        model, curve = train(
            corpus, seed=options.seed, steps=options.steps, keep=keep, progress=progress
        )
    rows = _rows(model, corpus.held)
    about = {
        "made_by": " ".join(["python -m mha_lib.book.code_training", *given]),
        "python": sys.version.split()[0],
        "files": corpus.files,
        "curve": curve,
        "loss_before_rounding": round(_loss(model, rows), 4),
    }
    save(model, options.save, about, _rows(model, corpus.held, _STORED))
    keep.unlink(missing_ok=True)
    shown = {name: value for name, value in about.items() if name not in ("files", "curve")}
    print(json.dumps({**shown, "loss": round(_loss(load(options.save), rows), 4)}))


if __name__ == "__main__":
    main()
