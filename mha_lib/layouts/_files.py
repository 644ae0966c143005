"""Attentions in a file of many tensors: finding them by their names, and writing them anew.

Only safetensors: the other common kind of file is a pickle, which runs code when it is loaded.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import torch
from torch import Tensor

from mha_lib.layouts._layout import Layout, count_heads, write_out

PICKLES = {".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth"}


def find(names: Iterable[str], layout: Layout) -> dict[str, dict[str, str]]:
    """Finds every prefix under which all names of one of the layout's forms stand.

    Returns:
        From the prefix, such as "h.0.attn.", to the attention's tensors: name in the layout, with
        the layout's refused names where they are there too, to name in the file.

    >>> from mha_lib.layouts import LAYOUTS
    >>> names = ["h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias", "h.0.ln_1.weight"]
    >>> names += ["h.0.attn.c_proj.weight", "h.0.attn.c_proj.bias"]
    >>> list(find(names, LAYOUTS["gpt2"]))
    ['h.0.attn.']
    """
    names = list(names)
    found = {}
    for form in layout.forms:
        anchor = next(iter(form)).format(0)
        for spelled in {anchor, anchor.replace("/", ".")}:
            ends = [name for name in names if f"/{name}".endswith((f"/{spelled}", f".{spelled}"))]
            for prefix in (name.removesuffix(spelled) for name in ends):
                group = _group(names, prefix, form, layout)
                if group is not None:
                    found[prefix] = group
    return found


def _group(
    names: list[str], prefix: str, form: Mapping[str, str], layout: Layout
) -> dict[str, str] | None:
    """The layout's names under a prefix; None where one that the form must have is missing."""
    full = {name.removeprefix(prefix): name for name in names if name.startswith(prefix)}
    full = layout.own_names(full)
    counted = count_heads(form, set(full))
    wanted = write_out(form, counted)
    if not set(wanted) <= set(full):
        return None
    also = [name for group in layout.optional for name in write_out(group, counted)]
    return {name: full[name] for name in (*wanted, *also, *layout.refused) if name in full}


def siblings(
    names: Iterable[str], prefix: str, group: Mapping[str, str], layout: Layout
) -> list[str]:
    """Names under an attention's prefix that the layout does not know: part of it, perhaps."""
    beside = {prefix + name for name in layout.beside}
    known = {*group.values(), *beside}
    return [name for name in names if prefix and name.startswith(prefix) and name not in known]


def convert_all(
    tensors: Mapping[str, Tensor],
    groups: Mapping[str, Mapping[str, str]],
    convert: Callable[[Mapping[str, Tensor]], Mapping[str, Tensor]],
    progress: Callable[[Iterable[str]], Iterable[str]] = iter,
) -> dict[str, Tensor]:
    """Writes each group anew under its prefix, and keeps every other tensor.

    Args:
        tensors: All tensors of a file.
        groups: As `find` gives them.
        convert: From one attention's tensors to the other layout's.
        progress: Wraps the prefixes, as tqdm does.

    Raises:
        ValueError: An attention cannot be converted, or a new name is taken.
    """
    own = {name for group in groups.values() for name in group.values()}
    result = {name: tensor for name, tensor in tensors.items() if name not in own}
    for prefix in progress(groups):
        try:
            new = convert({short: tensors[name] for short, name in groups[prefix].items()})
        except (RuntimeError, TypeError, ValueError) as error:
            raise ValueError(f"{prefix or 'top level'}: {error}") from None
        for short, tensor in new.items():
            if prefix + short in result:
                raise ValueError(f"{prefix + short} must be free for the new tensor; got two of it")
            # Apart from the old memory, of which most new tensors are views.
            result[prefix + short] = tensor.clone(memory_format=torch.contiguous_format)
    return result


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, str] | None]:
    """Reads a safetensors file: its tensors and its metadata.

    Raises:
        ValueError: It is no such file; a pickle is refused unread.
    """
    _check_kind(path)
    safetensors = _safetensors()
    if not path.is_file():
        raise ValueError(f"{path} must be a file; got {'a folder' if path.is_dir() else 'nothing'}")
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata()  # noqa: SIM118
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be a whole safetensors file; got {error}") from None


def write(
    path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str] | None, force: bool
) -> None:
    """Writes a safetensors file, whole or not at all.

    Raises:
        ValueError: The file exists and `force` is not given, or it is no .safetensors.
    """
    check_target(path, force)
    safetensors = _safetensors()
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        safetensors.torch.save_file(dict(tensors), part, metadata)
        check_target(path, force)  # it may have appeared meanwhile
        os.replace(part, path)
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be writable; got {error}") from None
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def check_target(path: Path, force: bool) -> None:
    """Refuses a file that stands there already, or could not be written.

    Raises:
        ValueError: Says which.
    """
    _check_kind(path)
    if not path.parent.is_dir():
        raise ValueError(f"{path} must lie in a folder that exists; got {path.parent}")
    if path.is_dir() or (path.exists() and not force):
        what = "a folder" if path.is_dir() else "a file (--force overwrites it)"
        raise ValueError(f"{path} must not exist yet; got {what}")


def _check_kind(path: Path) -> None:
    if path.suffix != ".safetensors":
        pickle = " (a pickle, which runs code when it is loaded)" if path.suffix in PICKLES else ""
        raise ValueError(f"{path} must be a .safetensors file; got {path.suffix!r}{pickle}")


def _safetensors():
    """The package, imported when a file is read: `import mha_lib` takes torch alone."""
    import safetensors
    import safetensors.torch

    return safetensors
