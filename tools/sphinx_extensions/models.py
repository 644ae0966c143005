"""Writes the stored code models as scripts; a page loads one when its reader asks for it.

They are classic scripts, because a page that was opened from a file can load nothing else.
"""

from pathlib import Path

from sphinx.errors import ExtensionError

from mha_lib.book import code_model
from mha_lib.widgets.code_view import as_script, hash_of

MAX_SCRIPT_BYTES = 900_000  # more would take too long on a slow connection


def setup(app):
    app.connect("build-finished", write_models)


def write_models(app, exception):
    """Writes each model's script, under the name that widgets load."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "models"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(code_model.STORED.parent.glob("code*.safetensors")):
        file = path.read_bytes()
        script = f"{as_script(file)}\n"
        if len(script) > MAX_SCRIPT_BYTES:
            raise ExtensionError(
                f"{path} must give a script of at most {MAX_SCRIPT_BYTES} bytes; got {len(script)}"
            )
        (folder / f"{hash_of(file)}.js").write_text(script, encoding="utf-8")
