"""Trains a CodeModel on the files that come with Python, and measures what its heads do.

    python -m mha_lib.book.code_training train --seed 1 --save code.safetensors
    python -m mha_lib.book.code_training measure code.safetensors

The first command takes ten minutes on one core of a laptop, with a progress bar; if it is stopped
and started again, it resumes. The loss counts only predictions of the next token: there is no
synthetic text and no term for attention. The files are the standard library of the Python that runs
this. Another version of Python has other files, which give another model of the same kind.
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
from mha_lib.book.code_model import (
    FILE_START,
    Block,
    CodeModel,
    byte_pairs,
    load,
    save,
    without_parts,
)

__all__ = ["Corpus", "measure", "read_library", "train"]

STEPS, BATCH_WINDOWS = 4500, 16
# Tests, tables of codecs, other people's code, and files written for one machine.
_SKIPPED_FOLDERS = {
    "test", "tests", "encodings", "idlelib", "lib2to3", "pydoc_data", "site-packages",
    "dist-packages", "__pycache__",
}  # fmt: skip
_SKIPPED_PREFIX = "_sysconfigdata"
_EVERY, _HELD_OUT = 20, 10  # the eleventh of every 20 files, sorted by path, is held out
_STORED_WINDOWS = 64  # held-out windows in a model's file
_CHECKPOINT_STEPS = 250  # steps between two checkpoints


@dataclass(frozen=True)
class Corpus:
    """Python's own files as tokens.

    Args:
        files: A line for each file: the first 16 digits of its sha256, its path, and whether it is
            held out.
        merges: Byte pairs learned from the files to train on, as CodeModel takes them.
        training: The tokens of the files to train on, each after a FILE_START.
        held_out: The tokens of the held-out files, likewise.
    """

    files: list[str]
    merges: list[str]
    training: Int[Tensor, " n_training"]
    held_out: Int[Tensor, " n_held_out"]

    @property
    def fingerprint(self) -> str:
        """One hash of all files, which differs between versions of Python."""
        return hashlib.sha256("\n".join(self.files).encode()).hexdigest()[:16]


def read_library(vocabulary: int = 1024, folder: str | Path | None = None) -> Corpus:
    """Reads the files and learns their tokens, within seconds; needs the package tokenizers.

    Args:
        vocabulary: Number of different tokens; 257 of them are the bytes and FILE_START.
        folder: The folder with the files; by default the library of the Python that runs this.

    Raises:
        ValueError: There are fewer than 20 files, or `vocabulary` is below 257.
    """
    from tokenizers import pre_tokenizers, trainers

    checks.require_int("vocabulary", vocabulary, 257)
    root = Path(sysconfig.get_paths()["stdlib"] if folder is None else folder)
    paths = [
        path
        for path in sorted(root.rglob("*.py"))
        if not _SKIPPED_FOLDERS & {*path.relative_to(root).parts}
        and not path.name.startswith(_SKIPPED_PREFIX)
    ]
    if len(paths) < _EVERY:
        raise ValueError(f"folder must contain at least {_EVERY} files; got {len(paths)} in {root}")
    contents = [path.read_bytes() for path in paths]
    held = [i % _EVERY == _HELD_OUT for i in range(len(paths))]
    files = [
        f"{hashlib.sha256(content).hexdigest()[:16]} {path.relative_to(root).as_posix()}"
        + (" held out" if out else "")
        for path, content, out in zip(paths, contents, held, strict=True)
    ]
    texts = [content.decode("utf-8", errors="replace") for content in contents]
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

    def tokens_of(texts):
        rows = tokenizer.encode_batch(texts)
        return torch.tensor([token for row in rows for token in (0, *row.ids)])

    return Corpus(files, merges, tokens_of(parts[0]), tokens_of(parts[1]))


def train(
    corpus: Corpus,
    *,
    seed: int = 1,
    steps: int = STEPS,
    checkpoint: str | Path | None = None,
    progress: Callable[[int], object] | None = None,
    **sizes: int,
) -> tuple[CodeModel, list[dict[str, int | float]]]:
    """Trains a model to predict the next token, on 16 windows per step, drawn at random.

    Muon updates the matrices, Adam the tables and norms. The learning rate rises over the first 200
    steps and falls over the last 40%.

    Args:
        corpus: What `read_library` returns.
        seed: Seed of the initial parameters and of the windows.
        steps: Training steps, at least 1.
        checkpoint: A file to save the unfinished training run in, every 250 steps. If it exists,
            the run resumes from it.
        progress: Called after each step with its number.
        **sizes: As for CodeModel, except the vocabulary, which is the corpus's.

    Returns:
        The model, and its measurements after every 250 steps: `step`, `loss` on 50 held-out
        windows, `random_first` and `random_again` as in `measure`, and the largest `one_back` and
        `induction` of any head.

    Raises:
        TypeError: `seed` or `steps` is not an integer.
        ValueError: A size is out of range, or `checkpoint` belongs to another training run.
    """
    checks.require_int("steps", steps, 1)
    generator = torch.Generator().manual_seed(checks.require_int("seed", seed, 0))
    vocabulary = 257 + len(corpus.merges)
    model = CodeModel(vocabulary, **sizes, merges=corpus.merges, generator=generator)
    optimizers = _optimizers(model)
    rates = [[group["lr"] for group in optimizer.param_groups] for optimizer in optimizers]
    run = {"corpus": corpus.fingerprint, "seed": seed, "steps": steps, **model.sizes}
    start, curve = _resume(checkpoint, run, model, optimizers, generator)
    rows = _spaced_windows(model, corpus.held_out, 50)
    for step in range(start, steps):
        factor = min(1, (step + 1) / 200, (1 - step / steps) / 0.4 + 0.02)
        for optimizer, own in zip(optimizers, rates, strict=True):
            for group, rate in zip(optimizer.param_groups, own, strict=True):
                group["lr"] = rate * factor
        window = _windows(corpus.training, model.sizes["context"], generator)
        logits, _ = model(window[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), window[:, 1:].flatten())
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
        if progress is not None:
            progress(step + 1)
        if (step + 1) % _CHECKPOINT_STEPS == 0:
            curve.append({"step": step + 1, **_measured_in_training(model, rows)})
            if checkpoint is not None:
                _save_checkpoint(Path(checkpoint), run, curve, model, optimizers, generator)
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
    starts = torch.randint(len(tokens) - context, (BATCH_WINDOWS, 1), generator=generator)
    return tokens[starts + torch.arange(context + 1)]


def _save_checkpoint(path, run, curve, model, optimizers, generator):
    state = {
        "run": run,
        "curve": curve,
        "model": model.state_dict(),
        "optimizers": [optimizer.state_dict() for optimizer in optimizers],
        "generator": generator.get_state(),
    }
    part = path.with_name(f".{path.name}.part")
    torch.save(state, part)
    part.replace(path)


def _resume(checkpoint, run, model, optimizers, generator):
    """Restores a training run from its checkpoint; returns the steps done and the measurements."""
    if checkpoint is None or not Path(checkpoint).exists():
        return 0, []
    saved = torch.load(checkpoint, weights_only=True)
    if saved["run"] != run:
        raise ValueError(f"checkpoint must belong to this training run, {run}; got {saved['run']}")
    model.load_state_dict(saved["model"])
    for optimizer, state in zip(optimizers, saved["optimizers"], strict=True):
        optimizer.load_state_dict(state)
    generator.set_state(saved["generator"])
    return saved["curve"][-1]["step"], saved["curve"]


@torch.no_grad()
def _measured_in_training(model, rows):
    means, random = _mean_weights(model, rows), _measure_random_tokens(model)
    first, again = random["random"]
    best = {name: max(map(max, means[name])) for name in ("one_back", "induction")}
    loss = _loss(model, rows)
    measured = {"loss": loss, "random_first": first, "random_again": again, **best}
    return {name: round(value, 4) for name, value in measured.items()}


@torch.no_grad()
def measure(
    model: CodeModel,
    held_out: Int[Tensor, " tokens"],
    windows: int = 400,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Measures a model's loss on held-out tokens, and what each of its heads attends to there.

    Args:
        model: The model, with its tokenizer.
        held_out: Tokens of held-out files; they are cut into windows of the model's context.
        windows: How many windows to take, evenly spaced; at most all of them.
        progress: Called after each part; there is one per head, one per layer, and two more.

    Returns:
        Lists by name, one list per layer with one number per head. Mean weights, 0 to 1:
        `one_back`, `itself` and `first`, on the previous token, the token itself and the window's
        first token; `induction`, on all tokens that come after an earlier copy of this one;
        `opener`, on the innermost open bracket, if it is at least 3 back, and `opener_else`, the
        mean weight at the same distances; `line`, at the beginning of a line, on the beginnings
        of earlier lines, and `line_else`, the fraction of these among all earlier tokens. In nats:
        `loss`, per token; `random`, the loss on 64 random tokens and on the same 64 again; `off`
        and `mlp_off`, how much the loss rises without a head or a layer's MLP. `random_induction`
        is `induction` on the second copy of the 64.

    Raises:
        ValueError: `held_out` is shorter than a window.
    """
    rows = _spaced_windows(model, held_out, windows)
    advance = iter(range(1, 10**6))

    def done():
        if progress is not None:
            progress(next(advance))

    loss, means = _loss(model, rows), _mean_weights(model, rows)
    done()
    means |= _measure_random_tokens(model)
    done()

    def cost(**parts):
        done()
        return _loss(without_parts(model, **parts), rows) - loss

    layers, heads = range(model.sizes["n_layers"]), range(model.sizes["n_heads"])
    off = [[cost(heads=[(layer, head)]) for head in heads] for layer in layers]
    return {"loss": loss, **means, "off": off, "mlp_off": [cost(mlps=[layer]) for layer in layers]}


def _spaced_windows(model, tokens, windows=400):
    """Evenly spaced windows of the model's context, at most all of them."""
    context = model.sizes["context"]
    if len(tokens) < context:
        raise ValueError(f"held_out must have at least {context} tokens; got {len(tokens)}")
    rows = tokens[: len(tokens) // context * context].view(-1, context)
    return rows[torch.linspace(0, len(rows) - 1, min(windows, len(rows))).long()]


@torch.no_grad()
def _loss(model, rows):
    nats = [
        F.cross_entropy(model(some[:, :-1])[0].mT, some[:, 1:], reduction="sum").item()
        for some in rows.split(50)
    ]
    return sum(nats) / rows[:, 1:].numel()


def _measure_random_tokens(model):
    """Losses on random tokens and on their repetition, and each head's weight for induction."""
    half = model.sizes["context"] // 2
    generator = torch.Generator().manual_seed(1)
    once = torch.randint(1, model.sizes["vocabulary"], (64, half), generator=generator)
    twice = torch.cat([once, once], dim=1)
    logits, weights = model(twice[:, :-1])
    nats = F.cross_entropy(logits.mT, twice[:, 1:], reduction="none")
    induction_keys = _induction_keys(twice)[:, None, half:-1, :-1]
    induction = [
        (layer[:, :, half:] * induction_keys).sum(dim=-1).mean(dim=(0, 2)) for layer in weights
    ]
    return {
        "random": [nats[:, : half - 1].mean().item(), nats[:, half:].mean().item()],
        "random_induction": [of_layer.tolist() for of_layer in induction],
    }


def _induction_keys(tokens):
    """True at (query, key) where the key comes after an earlier copy of the query's token."""
    same = (tokens[:, :, None] == tokens[:, None, :]).tril(-1)
    return F.pad(same, (1, 0))[..., :-1].tril()


def _mean_weights(model, rows):
    """Every head's mean weights on the tokens that `measure` names, by name."""
    words = model.words(range(model.sizes["vocabulary"]))
    begins = torch.tensor([word.startswith("\n") for word in words])
    sums: dict[str, Tensor] = {}
    counts: dict[str, float] = {}

    def add(name, found, where):
        """Adds weights (batch, heads, positions), at the positions `where`."""
        sums[name] = sums.get(name, 0) + (found * where[:, None]).sum(dim=(0, 2))

    for some in rows.split(50):
        weights = torch.cat(model(some)[1], dim=1)  # (batch, layers and heads, queries, keys)
        n, context = some.shape
        positions = torch.arange(context)
        everywhere = torch.ones(n, context)
        after_start = everywhere * (positions > 0)
        induction_keys, opened = _induction_keys(some), _open_brackets(some, words)
        far = (opened >= 0) & (positions - opened >= 3)
        lines = begins[some]
        earlier = lines.cumsum(dim=1) - lines.int()  # beginnings of lines before each position
        at_line = lines & (earlier > 0)
        by_distance = torch.stack(
            [weights.diagonal(-d, -2, -1).mean(dim=(0, 2)) for d in range(context)]
        )
        back = (positions - opened).clamp(0, context - 1)
        wanted = {
            "one_back": (F.pad(weights.diagonal(-1, -2, -1), (1, 0)), after_start),
            "itself": (weights.diagonal(0, -2, -1), after_start),
            "first": (weights[..., 0], everywhere * (positions >= 8)),
            "induction": (
                (weights * induction_keys[:, None]).sum(dim=-1),
                induction_keys.any(dim=-1),
            ),
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
                (earlier / positions.clamp(min=1))[:, None].expand(-1, weights.shape[1], -1),
                at_line,
            ),
        }
        for name, (found, where) in wanted.items():
            add(name, found, where.float())
            counts[name] = counts.get(name, 0.0) + where.sum().item()
    shape = (model.sizes["n_layers"], model.sizes["n_heads"])
    return {name: (sums[name] / counts[name]).view(shape).tolist() for name in sums}


def _open_brackets(rows, words):
    """The position of the innermost bracket that is open before each position; -1 if none is."""
    pairs = dict(zip(")]}", "([{", strict=True))
    innermost = torch.full_like(rows, -1)
    for row, of_row in zip(rows.tolist(), innermost, strict=True):
        stack: list[tuple[str, int]] = []
        for position, token in enumerate(row):
            if stack:
                of_row[position] = stack[-1][1]
            for char in words[token]:
                if char in "([{":
                    stack.append((char, position))
                elif char in pairs and stack and stack[-1][0] == pairs[char]:
                    stack.pop()
    return innermost


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m mha_lib.book.code_training", description=__doc__
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="train | measure")
    verb = verbs.add_parser("train", help="train a model; resumes if it was stopped")
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--steps", type=int, default=STEPS)
    verb.add_argument(
        "--save", metavar="FILE", required=True, help="the file to write the model to"
    )
    verb = verbs.add_parser(
        "measure", help="measure what a model's heads attend to in held-out files"
    )
    verb.add_argument("file", metavar="FILE", help="a file that train wrote")
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
                print(json.dumps(measure(model, corpus.held_out, progress=progress)))
    except (OSError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


def _train(corpus, options, given):
    checkpoint = Path(f"{options.save}.unfinished")
    with progress_bar(options.steps, "step") as progress:
        model, curve = train(
            corpus, seed=options.seed, steps=options.steps, checkpoint=checkpoint, progress=progress
        )
    rows = _spaced_windows(model, corpus.held_out)
    about = {
        "made_by": " ".join(["python -m mha_lib.book.code_training", *given]),
        "python": sys.version.split()[0],
        "files": corpus.files,
        "curve": curve,
        "loss_before_rounding": round(_loss(model, rows), 4),
    }
    save(model, options.save, about, _spaced_windows(model, corpus.held_out, _STORED_WINDOWS))
    checkpoint.unlink(missing_ok=True)
    shown = {name: value for name, value in about.items() if name not in ("files", "curve")}
    print(json.dumps({**shown, "loss": round(_loss(load(options.save), rows), 4)}))


if __name__ == "__main__":
    main()
