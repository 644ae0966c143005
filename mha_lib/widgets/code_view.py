"""CodeView: a small language model of Python that runs in the page."""

import base64
import hashlib
import json
import struct
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import torch

from mha_lib import checks
from mha_lib.book import code_model
from mha_lib.book.code_model import CodeModel
from mha_lib.widgets.base import Editable, Fixed, Widget, require_index, require_list

MAX_HEADS, MAX_PARAMETERS = 16, 1_000_000
MAX_TOKENS, MAX_CHARACTERS = 64, 1000
TEXT = """\
class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items."""


class CodeView(Widget):
    """Runs a small language model of Python, and shows where heads attend and what comes next.

    The reader types code. Everything is computed in the page, from the model's file. When the
    reader asks, the page loads the file from the kernel or from the built book's files. A page that
    `save` writes contains it. Heads and MLPs can be switched off, and a sentence says what that
    costs. A score is shown as the sum of its two terms.

    Args:
        model: The model, with its merges; the one that comes with this library when left out.
        text: The code at first, 1 to 64 tokens.
        position: The token chosen at first; -1, or a position past the end, for the last one.
        head: The head chosen at first, counted through all layers: head 0 of layer 1 is
            number 4 where each layer has four.
        off: Heads switched off at first, counted in the same way.
        mlps_off: Layers whose MLP is switched off at first.
        examples: Texts to choose from, by their names.

    Raises:
        TypeError: `model` is not a CodeModel, a text not a string, or an index not an integer.
        ValueError: The model has no merges, or more than 16 heads or 1,000,000 parameters; a text
            has no token, or too many; or an index is out of range.
    """

    _module = "code_view.js"

    model = Fixed()
    examples = Fixed()
    max_characters = Fixed()
    max_tokens = Fixed()
    text = Editable(lambda self, value: self._require_text("text", value))
    position = Editable(
        lambda self, value: require_index("position", value, self._limit, minimum=-1)
    )
    head = Editable(lambda self, value: require_index("head", value, self._n_heads))
    off = Editable(lambda self, value: _indices("off", value, self._n_heads))
    mlps_off = Editable(lambda self, value: _indices("mlps_off", value, self._n_layers))

    def __init__(
        self,
        model: CodeModel | None = None,
        *,
        text: str = TEXT,
        position: int = -1,
        head: int = 0,
        off: tuple[int, ...] = (),
        mlps_off: tuple[int, ...] = (),
        examples: Mapping[str, str] | None = None,
    ):
        model = _load(code_model.STORED) if model is None else _require_runnable(model)
        sizes, self._merges = model.sizes, model.merges or ()
        self._limit = min(MAX_TOKENS, sizes["context"])
        self._n_layers, self._n_heads = sizes["n_layers"], sizes["n_layers"] * sizes["n_heads"]
        self._file = _file_of(model)
        examples = {} if examples is None else examples
        if not isinstance(examples, Mapping):
            raise TypeError(f"examples must map names to strings; got {checks.describe(examples)}")
        if not all(isinstance(name, str) for name in examples):
            raise TypeError(f"examples must have strings as names; got {[*examples]}")
        super().__init__(
            model={
                "hash": hash_of(self._file),
                "bytes": len(self._file),
                "parameters": sum(p.numel() for p in model.parameters()),
                "sizes": sizes,
            },
            examples=[
                [name, self._require_text("examples", one)] for name, one in examples.items()
            ],
            max_characters=MAX_CHARACTERS,
            max_tokens=self._limit,
            text=text,
            position=position,
            head=head,
            off=off,
            mlps_off=mlps_off,
        )
        self.on_msg(self._answer)

    def _require_text(self, name: str, value: Any) -> str:
        """Accepts a text that fits the model; without tokenizers, checks only its length."""
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a string; got {checks.describe(value)}")
        tokenizer = _tokenizer(self._merges)
        # A page may hold half of a surrogate pair, which has no encoding.
        whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        n_tokens = (
            1 if tokenizer is None or len(value) > MAX_CHARACTERS else len(tokenizer.encode(whole))
        )
        if not value or len(value) > MAX_CHARACTERS or n_tokens > self._limit:
            got = f"{len(value)} characters" if n_tokens <= self._limit else f"{n_tokens} tokens"
            raise ValueError(
                f"{name} must have 1 to {self._limit} tokens and at most {MAX_CHARACTERS} "
                f"characters; got {got}"
            )
        return value

    def _answer(self, _: Any, content: Any, buffers: Any) -> None:
        """Sends the model to a page that asks for it."""
        wanted = content.get("wanted") if isinstance(content, dict) else None
        if wanted == self.model["hash"]:
            self.send({"hash": wanted, "base64": base64.b64encode(self._file).decode()})

    def _deferred_scripts(self) -> str:
        return f"<script>{as_script(self._file)}</script>\n"


def hash_of(file: bytes) -> str:
    """The name of a model in a page: the first 16 digits of its file's sha256."""
    return hashlib.sha256(file).hexdigest()[:16]


def as_script(file: bytes) -> str:
    """A model's file as the script that loads it into a page."""
    text = base64.b64encode(file).decode()
    return f'(globalThis.bookModels ??= {{}})["{hash_of(file)}"] = "{text}";'


def _indices(name: str, value: Any, size: int) -> list[int]:
    return [require_index(name, index, size) for index in require_list(name, value)]


@cache
def _load(path: Path) -> CodeModel:
    return code_model.load(path)


@cache
def _tokenizer(merges: tuple[str, ...]) -> Any:
    """The tokenizer; None if its package is missing, so that only the page can count tokens."""
    try:
        return code_model.byte_pairs(merges)
    except ImportError:
        return None


def _require_runnable(model: CodeModel) -> CodeModel:
    """Accepts a model that a page can run."""
    if not isinstance(model, CodeModel):
        raise TypeError(f"model must be a CodeModel; got {checks.describe(model)}")
    if model.merges is None:
        raise ValueError("model must have merges; got None")
    heads = model.sizes["n_layers"] * model.sizes["n_heads"]
    parameters = sum(p.numel() for p in model.parameters())
    if heads > MAX_HEADS or parameters > MAX_PARAMETERS:
        raise ValueError(
            f"model must have at most {MAX_HEADS} heads and {MAX_PARAMETERS} parameters; "
            f"got {heads} heads, {parameters} parameters"
        )
    for name, table in model.state_dict().items():
        checks.require_finite(f"{name} of the model", table)
    return model


def _file_of(model: CodeModel) -> bytes:
    """The model's file: the original one, if the model comes with this library."""
    for path in sorted(code_model.STORED.parent.glob("code*.safetensors")):
        stored = _load(path)
        if stored.sizes == model.sizes and stored.merges == model.merges:
            numbers = model.state_dict()
            if all(torch.equal(one, numbers[name]) for name, one in stored.state_dict().items()):
                return path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.safetensors"
        code_model.save(model, path, {})
        return _with_sorted_header(path.read_bytes())


def _with_sorted_header(file: bytes) -> bytes:
    """A safetensors file with its header sorted, because safetensors writes it in any order."""
    (size,) = struct.unpack("<Q", file[:8])
    entries = json.loads(file[8 : 8 + size])
    head = json.dumps(entries, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    return struct.pack("<Q", len(head)) + head + file[8 + size :]
