"""python -m mha_lib.layouts: shows and converts the attentions in a safetensors file."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mha_lib.layouts import LAYOUTS, Layout, _models, convert, files, find, layout_of
from mha_lib.layouts._models import count


class _Parser(argparse.ArgumentParser):
    """Reports an error in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line. On an error it prints one line and exits with status 2."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        message = str(error).replace("n_heads must be given", "--heads must be given")
        parser.error(" ".join(message.split()))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m mha_lib.layouts",
        description="shows and converts the attentions in a safetensors file.",
    )
    commands = parser.add_subparsers(required=True, metavar="show|convert")

    show = commands.add_parser("show", help="name the attentions in a file, and their layouts")
    show.add_argument("file", type=Path)
    show.set_defaults(run=_show)

    to = commands.add_parser(
        "convert",
        help="write a file's attentions in another layout",
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
        "--rounding",
        action="store_true",
        help="from or to t5 or gpt_neo: accept that W_Q may be rounded",
    )
    to.set_defaults(run=_convert)
    return parser


def _layout(name: str) -> Layout:
    """Converts an argument to a layout."""
    try:
        return layout_of(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _show(options: argparse.Namespace) -> None:
    tensors, _ = files.read(options.file)
    attentions = find(tensors)
    for attention in attentions:
        print(attention)
    if any(len(attention.layouts) > 1 for attention in attentions):
        print("Layouts joined by 'or' have the same names and shapes: only their origin can tell.")
    in_attentions = sum(len(attention.state) for attention in attentions)
    fitting = sum(bool(attention.layouts) for attention in attentions)
    print(f"{count(fitting, 'attention')}, {count(len(tensors) - in_attentions, 'other tensor')}")


def _convert(options: argparse.Namespace) -> None:
    files.check_target(options.output, options.force)
    tensors, metadata = files.read(options.file)
    source, target = options.source, options.target
    groups = _models.find(tensors, source)
    if not groups:
        raise ValueError(
            f"{options.file} must hold an attention of layout {source.name!r}, "
            f"{source.describe()}; got none in {len(tensors)} tensors (try: show {options.file})"
        )

    names = {"source": source.name, "target": target.name}
    one = partial(convert, **names, n_heads=options.heads, rounding=options.rounding)
    result = _models.convert_each(tensors, _progress(groups.items()), one)
    files.write(options.output, result, metadata, options.force)

    converted = {name for names in groups.values() for name in names.values()}
    done = count(len(groups), "attention")
    others = count(len(tensors) - len(converted), "other tensor")
    _say(f"{done} from {source.name} to {target.name}, {others} kept")
    known = converted | {prefix + name for prefix in groups for name in source.must_be_removed}
    prefixes = tuple(prefix for prefix in groups if prefix)
    unknown = [name for name in tensors if name.startswith(prefixes) and name not in known]
    if unknown:
        _say(
            f"note: {count(len(unknown), 'unknown tensor')} next to an attention also kept, first "
            f"{unknown[0]}; is it part of the attention?"
        )
    for layout in (source, target):
        if (
            layout.behaviour_outside_weights
            and source.behaviour_outside_weights != target.behaviour_outside_weights
        ):
            _say(f"note: in {layout.name} {layout.behaviour_outside_weights}; no weight shows that")


def _progress(groups: Iterable[Any]) -> Iterable[Any]:
    """Shows a progress bar if tqdm is installed and there is a terminal."""
    try:
        from tqdm import tqdm
    except ImportError:
        return groups
    return tqdm(groups, unit="attention", leave=False, disable=None)


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


if __name__ == "__main__":
    main()
