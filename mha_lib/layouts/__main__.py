"""python -m mha_lib.layouts: shows and converts the attention layers in a safetensors file."""

import argparse
import os
import signal
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from torch import Tensor

from mha_lib import checks
from mha_lib.layouts import (
    LAYOUTS,
    FoundAttention,
    Layout,
    _models,
    convert,
    files,
    find_attentions,
)
from mha_lib.layouts._tables import get_layout

# Signals that end a program: it then leaves no half-written file behind.
ENDING_SIGNALS = ("SIGTERM", "SIGHUP")


class _Interrupted(BaseException):
    """A signal has asked the program to end. Its number is the argument."""


class _Parser(argparse.ArgumentParser):
    """Reports an error in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {_printable(message)}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line. On an error it prints one line and exits with status 2.

    If it is interrupted, it prints one line, removes what it has begun to write, and exits with the
    status of a program that a signal ended, 128 and the signal's number.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        with _ending_signals():
            options.run(options)
            sys.stdout.flush()
    except (_Interrupted, KeyboardInterrupt) as end:
        number = end.args[0] if isinstance(end, _Interrupted) else signal.SIGINT
        parser.exit(128 + number, f"{parser.prog}: interrupted; nothing was written\n")
    except BrokenPipeError:  # `show file | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        parser.exit(128 + signal.SIGPIPE)
    except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
        message = str(error).replace("n_heads must be given", "--heads must be given")
        parser.error(message)


@contextmanager
def _ending_signals() -> Generator[None]:
    """Turns signals that would end the program, with half-written files, into an exception."""

    def end(number: int, _: object) -> None:
        raise _Interrupted(number)

    numbers = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m mha_lib.layouts",
        description="shows and converts the attention layers in a safetensors file.",
    )
    commands = parser.add_subparsers(required=True, metavar="show|convert")

    show = commands.add_parser(
        "show", help="name the attention layers in a file, and their layouts"
    )
    show.add_argument("file", type=Path)
    show.set_defaults(run=_show)

    to = commands.add_parser(
        "convert",
        help="write a file's attention layers in another layout",
        description=f"Writes every attention of layout --from as one of layout --to, and keeps "
        f"all other tensors as they are. Layouts: {', '.join(LAYOUTS)}.",
    )
    to.add_argument("file", type=Path)
    to.add_argument("output", type=Path)
    to.add_argument("--from", dest="source", required=True, metavar="LAYOUT", type=_layout)
    to.add_argument("--to", dest="target", required=True, metavar="LAYOUT", type=_layout)
    to.add_argument("--heads", type=int, help="number of heads, if the file does not show it")
    to.add_argument("--force", action="store_true", help="overwrite the output")
    to.add_argument(
        "--allow-rounding",
        action="store_true",
        help="from or to t5 or gpt_neo: accept that W_Q may be rounded",
    )
    to.set_defaults(run=_convert)
    return parser


def _layout(name: str) -> Layout:
    """Converts an argument to a layout."""
    try:
        return get_layout(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _show(options: argparse.Namespace) -> None:
    tensors, _ = files.read(options.file)
    attentions = find_attentions(tensors)
    for attention in attentions:
        print(_printable(str(attention)))
    if any(len(attention.layouts) > 1 for attention in attentions):
        print("Layouts joined by 'or' have the same names and shapes; only their origin decides.")
    in_attentions = sum(len(attention.state) for attention in attentions)
    fitting = sum(bool(attention.layouts) for attention in attentions)
    others = checks.count_noun(len(tensors) - in_attentions, "other tensor")
    print(f"{checks.count_noun(fitting, 'attention')}, {others}")
    names = {name for attention in attentions for name in attention.layouts}
    if not names:
        names = {a.refusal.removeprefix("not ").split(":")[0] for a in attentions if a.refusal}
    known = [layout for layout in LAYOUTS.values() if layout.name in names] or LAYOUTS.values()
    _warn_about_incomplete(_incomplete_attentions(tensors, known, attentions))


def _convert(options: argparse.Namespace) -> None:
    files.require_target(options.output, options.force)
    tensors, metadata = files.read(options.file)
    source, target = options.source, options.target
    attentions = _models.attentions_by_prefix(tensors, source)
    groups = {prefix: attention.names for prefix, attention in attentions.items()}
    incomplete = _incomplete_attentions(tensors, [source], find_attentions(tensors))
    if not groups:
        _warn_about_incomplete(incomplete)
        raise ValueError(
            f"{options.file} must contain an attention of layout {source.name!r}, "
            f"{source.describe()}; got none in {len(tensors)} tensors (try: show {options.file})"
        )

    names = {"source": source.name, "target": target.name}
    convert_one = partial(
        convert, **names, n_heads=options.heads, allow_rounding=options.allow_rounding
    )
    result = _models.convert_each(tensors, _progress(groups.items()), convert_one)
    files.write(options.output, result, metadata, options.force)

    converted = {name for names in groups.values() for name in names.values()}
    done = checks.count_noun(len(groups), "attention")
    others = checks.count_noun(len(tensors) - len(converted), "other tensor")
    _say(f"{done} from {source.name} to {target.name}, {others} kept")
    _warn_about_incomplete(incomplete)
    unclear = [
        name
        for attention in attentions.values()
        for name, what in attention.left_out.items()
        if what == _models.UNCLEAR
    ]
    if unclear:
        _say(
            f"note: {checks.count_noun(len(unclear), 'unknown tensor')} next to an attention also "
            f"kept, first {unclear[0]}; is it part of the attention?"
        )
    for layout in (source, target):
        if (
            layout.behavior_outside_parameters
            and source.behavior_outside_parameters != target.behavior_outside_parameters
        ):
            what = layout.behavior_outside_parameters
            _say(f"note: in {layout.name} {what}; the parameters do not show it")


def _incomplete_attentions(
    tensors: Mapping[str, Tensor], layouts: Iterable[Layout], attentions: Iterable[FoundAttention]
) -> dict[str, list[str]]:
    """The attentions that lack tensors, apart from those that are refused for another reason."""
    refused = {
        f"{attention.prefix}{name}"
        for attention in attentions
        if attention.refusal
        for name in attention.state
    }
    return _models.incomplete_attentions(tensors, layouts, refused)


def _warn_about_incomplete(incomplete: Mapping[str, Sequence[str]]) -> None:
    """Names the first attention that lacks tensors, which may be in another file."""
    if incomplete:
        prefix, missing = next(iter(incomplete.items()))
        where = prefix or "top level"
        first = f"the first, {where}," if len(incomplete) > 1 else where
        _say(
            f"warning: {checks.count_noun(len(incomplete), 'incomplete attention')} not read: "
            f"{first} lacks {', '.join(missing)} (one of several files? read their index, "
            f"model.safetensors.index.json)"
        )


def _progress(groups: Iterable[Any]) -> Iterable[Any]:
    """Shows a progress bar if tqdm is installed and there is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        return groups
    return tqdm(groups, unit="attention", leave=False, disable=None)


def _say(sentence: str) -> None:
    print(_printable(sentence), file=sys.stderr)


def _printable(text: str) -> str:
    """The text with its control characters escaped, because names in a file may contain any."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


if __name__ == "__main__":
    main()
