"""Files of tensors, read whole and written whole or not at all.

Only safetensors: the other common kind of file is a pickle, which runs code when it is loaded.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from torch import Tensor

PICKLES = {".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth"}


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Reads a safetensors file: its tensors and its metadata, {} where it has none.

    Raises:
        ValueError: It is no such file; a pickle is refused unread.
    """
    import safetensors  # here, for `import mha_lib` takes torch alone

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
    """Writes a safetensors file, whole or not at all.

    Raises:
        ValueError: The file exists and `force` is not given, or it is no .safetensors.
    """
    import safetensors.torch

    check_target(path, force)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        safetensors.torch.save_file(dict(tensors), part, metadata or None)
        check_target(path, force)  # it may have appeared meanwhile
        os.replace(part, path)
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be writable; got {error}") from None
    finally:
        part.unlink(missing_ok=True)


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
