"""python -m mha_lib.layouts: shows and converts the attentions in a safetensors file."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from mha_lib.layouts import LAYOUTS, _files, convert


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line; exits with status 2 and one line where it is used wrongly."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        parser.error(" ".join(str(error).split()))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m mha_lib.layouts",
        description="shows and converts the attentions in a safetensors file.",
    )
    commands = parser.add_subparsers(required=True, metavar="show|convert")

    show = commands.add_parser("show", help="name the attentions in a file, and their layouts")
    show.add_argument("file", type=Path)
    show.set_defaults(run=_show)

    known = ", ".join(LAYOUTS)
    to = commands.add_parser(
        "convert",
        help="write a file's attentions in another layout",
        description=f"Writes every attention of layout --from as one of layout --to, and keeps "
        f"all other tensors as they are. Layouts: {known}.",
    )
    to.add_argument("file", type=Path)
    to.add_argument("output", type=Path)
    to.add_argument("--from", dest="source", required=True, metavar="LAYOUT", choices=LAYOUTS)
    to.add_argument("--to", dest="target", required=True, metavar="LAYOUT", choices=LAYOUTS)
    to.add_argument("--heads", type=int, help="number of heads, where the file does not tell it")
    to.add_argument("--force", action="store_true", help="overwrite the output")
    to.add_argument(
        "--rounding", action="store_true", help="from or to t5: accept that W_Q may be rounded"
    )
    to.set_defaults(run=_convert)
    return parser


def _show(options: argparse.Namespace) -> None:
    tensors, _ = _files.read(options.file)
    readings: dict[str, list[str]] = {}
    heads: dict[str, str] = {}
    refusals = {}
    own = set()
    for layout in LAYOUTS.values():
        for prefix, group in _files.find(tensors, layout).items():
            own |= set(group.values())
            try:
                _, sizes = layout.match({short: tensors[name] for short, name in group.items()})
            except (TypeError, ValueError) as error:
                refusals[prefix] = f"not {layout.name}: {error}"
            else:
                readings.setdefault(prefix, []).append(layout.name)
                n_heads = sizes.get("n_heads")
                heads[prefix] = _count(n_heads, "head") if n_heads else "unknown number of heads"
    for prefix, names in readings.items():
        print(f"{prefix or '(top level)'}  {' or '.join(names)}, {heads[prefix]}")
    for prefix, refusal in refusals.items():
        if prefix not in readings:
            print(f"{prefix or '(top level)'}  {refusal}")
    if any(len(names) > 1 for names in readings.values()):
        print("Layouts joined by 'or' share names and shapes: only the file's origin tells which.")
    print(
        f"{_count(len(readings), 'attention')}, {_count(len(tensors) - len(own), 'other tensor')}"
    )


def _convert(options: argparse.Namespace) -> None:
    _files.check_target(options.output, options.force)
    tensors, metadata = _files.read(options.file)
    source, target = LAYOUTS[options.source], LAYOUTS[options.target]
    groups = _files.find(tensors, source)
    if not groups:
        raise ValueError(
            f"{options.file} must hold an attention of layout {source.name!r}, "
            f"{source.describe()}; got none in {len(tensors)} tensors (try: show {options.file})"
        )

    def one(attention):
        if options.heads is None and "n_heads" not in source.match(attention)[1]:
            raise ValueError(
                f"--heads must be given for layout {source.name!r}, whose stacked matrices do not "
                f"tell the number; got none"
            )
        return convert(
            attention, source.name, target.name, options.heads, rounding=options.rounding
        )

    result = _files.convert_all(tensors, groups, one, _progress)
    _files.write(options.output, result, metadata, options.force)

    others = _count(len(tensors) - sum(len(group) for group in groups.values()), "other tensor")
    done = _count(len(groups), "attention")
    _say(f"{done} from {source.name} to {target.name}, {others} kept")
    unknown = [
        name
        for prefix, group in groups.items()
        for name in _files.siblings(tensors, prefix, group, source)
    ]
    if unknown:
        _say(
            f"note: {_count(len(unknown), 'tensor')} beside an attention kept too, {unknown[0]} "
            f"first; part of what it computes?"
        )
    for layout in (source, target):
        if layout.outside and source.outside != target.outside:
            _say(f"note: in {layout.name} {layout.outside}; no weight holds that")


def _progress(prefixes: Iterable[str]) -> Iterable[str]:
    """A bar where there is a terminal to draw it on, and tqdm to draw it."""
    try:
        from tqdm import tqdm
    except ImportError:
        return prefixes
    return tqdm(prefixes, unit="attention", leave=False, disable=None)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


if __name__ == "__main__":
    main()
