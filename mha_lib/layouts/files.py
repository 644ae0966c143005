"""Reads and writes safetensors files. A file is written completely or not at all.

Only safetensors are supported: other common files are pickles, which run code when they are loaded.
"""

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from torch import Tensor

INDEX_SUFFIX = ".safetensors.index.json"
PICKLE_SUFFIXES = {".bin", ".ckpt", ".pickle", ".pkl", ".pt", ".pth"}


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Reads a safetensors file: its tensors, and its metadata, {} if it has none.

    Args:
        path: The file; or the index of a model in several files, `model.safetensors.index.json`,
            which are all read.

    Raises:
        ValueError: It is not a safetensors file or an index, or a file that an index names is
            missing or incomplete. Pickles are refused without being read.
    """
    if path.name.endswith(INDEX_SUFFIX):
        return _read_shards(path)
    _check_kind(path)
    return _read_file(path)


def _read_file(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    import safetensors  # not at the top, because `import mha_lib` needs only torch

    _require_file(path)
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return tensors, file.metadata() or {}
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be a whole safetensors file; got {error}") from None


def _read_shards(index: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Reads all files that an index names, with the metadata of the first."""
    _require_file(index)
    try:
        files: dict[str, str] = json.loads(index.read_text())["weight_map"]
        shards = list(dict.fromkeys(files.values()))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{index} must have a weight_map; got another file") from None
    tensors: dict[str, Tensor] = {}
    metadata: dict[str, str] | None = None
    for shard in shards:
        # An index names its neighbors; a name with folders could be any file on this machine.
        if not isinstance(shard, str) or Path(shard).name != shard:
            raise ValueError(f"{index} must name files of its own folder; got {shard!r}")
        path = index.with_name(shard)
        _check_kind(path)
        tensors_of_shard, metadata_of_shard = _read_file(path)
        metadata = metadata_of_shard if metadata is None else metadata
        tensors |= tensors_of_shard
    missing = [name for name in files if name not in tensors]
    if missing:
        raise ValueError(
            f"{index} must name the file of each tensor; got none with {missing[0]} in "
            f"{files[missing[0]]}"
        )
    return tensors, metadata or {}


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise ValueError(f"{path} must be a file; got {'a folder' if path.is_dir() else 'nothing'}")


def parse(contents: bytes) -> dict[str, Tensor]:
    """Reads the tensors in the bytes of a safetensors file."""
    import safetensors.torch

    return safetensors.torch.load(contents)


def write(path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str], force: bool) -> None:
    """Writes a safetensors file, completely or not at all.

    A file that is overwritten keeps its permissions; a link becomes a file.

    Raises:
        ValueError: The file exists and `force` is False, or its name does not end in .safetensors.
    """
    import safetensors.torch

    require_target(path, force)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        mode = _permissions_for(path, part)
        safetensors.torch.save_file(dict(tensors), part, metadata or None)
        part.chmod(mode)  # safetensors makes files that only their owner can read
        require_target(path, force)  # another process may have created it meanwhile
        os.replace(part, path)
    except safetensors.SafetensorError as error:
        raise ValueError(f"{path} must be writable; got {error}") from None
    finally:
        part.unlink(missing_ok=True)


def require_target(path: Path, force: bool) -> None:
    """Refuses a file that already exists or that could not be written.

    Raises:
        ValueError: The message says which of the two.
    """
    _check_kind(path)
    if not path.parent.is_dir():
        raise ValueError(f"{path} must be in a folder that exists; got {path.parent}")
    if path.is_dir() or ((path.exists() or path.is_symlink()) and not force):
        what = "a folder" if path.is_dir() else "a file (--force overwrites it)"
        if path.is_symlink() and not path.exists():
            what = "a link to a file that does not exist (--force overwrites it)"
        raise ValueError(f"{path} must not exist yet; got {what}")


def _permissions_for(path: Path, new: Path) -> int:
    """Creates `new`; returns the permissions of `path`, or of `new` if there is no `path` yet."""
    new.touch()
    return stat.S_IMODE((path if path.is_file() else new).stat().st_mode)


def _check_kind(path: Path) -> None:
    if path.suffix != ".safetensors":
        pickle = (
            " (a pickle, which runs code when it is loaded)"
            if path.suffix in PICKLE_SUFFIXES
            else ""
        )
        raise ValueError(f"{path} must be a .safetensors file; got {path.suffix!r}{pickle}")
