"""Reads and writes safetensors files. A file is written completely or not at all.

Only safetensors are supported: other common files are pickles, which run code when they are loaded.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from torch import Tensor

PICKLE_SUFFIXES = {".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth"}


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Reads a safetensors file: its tensors, and its metadata, {} if it has none.

    Raises:
        ValueError: It is not a safetensors file. Pickles are refused without being read.
    """
    import safetensors  # not at the top, because `import mha_lib` needs only torch

    _check_kind(path)
    if not path.is_file():
        raise ValueError(f"{path} must be a file; got {'a folder' if path.is_dir() else 'nothing'}")
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return tensors, file.metadata() or {}
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be a whole safetensors file; got {error}") from None


def parse(contents: bytes) -> dict[str, Tensor]:
    """The tensors of a safetensors file's bytes."""
    import safetensors.torch

    return safetensors.torch.load(contents)


def write(path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str], force: bool) -> None:
    """Writes a safetensors file, completely or not at all.

    Raises:
        ValueError: The file exists and `force` is False, or its name does not end in .safetensors.
    """
    import safetensors.torch

    check_target(path, force)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        safetensors.torch.save_file(dict(tensors), part, metadata or None)
        check_target(path, force)  # another process may have created it meanwhile
        os.replace(part, path)
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be writable; got {error}") from None
    finally:
        part.unlink(missing_ok=True)


def check_target(path: Path, force: bool) -> None:
    """Refuses a file that already exists or that could not be written.

    Raises:
        ValueError: The message says which of the two.
    """
    _check_kind(path)
    if not path.parent.is_dir():
        raise ValueError(f"{path} must be in a folder that exists; got {path.parent}")
    if path.is_dir() or (path.exists() and not force):
        what = "a folder" if path.is_dir() else "a file (--force overwrites it)"
        raise ValueError(f"{path} must not exist yet; got {what}")


def _check_kind(path: Path) -> None:
    if path.suffix != ".safetensors":
        pickle = (
            " (a pickle, which runs code when it is loaded)"
            if path.suffix in PICKLE_SUFFIXES
            else ""
        )
        raise ValueError(f"{path} must be a .safetensors file; got {path.suffix!r}{pickle}")
