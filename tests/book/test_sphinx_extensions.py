"""The Sphinx extensions: formulas are drawn or refused, and pages load what they use."""

import atexit
import base64
import importlib
import re
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from sphinx.errors import ExtensionError

from mha_lib.book import code_model
from mha_lib.widgets import CodeView

models = importlib.import_module("sphinx_extensions.models")
page_bytes = importlib.import_module("sphinx_extensions.page_bytes")


@pytest.fixture
def build(tmp_path):
    """Builds a page with one formula; returns its HTML and the build's warnings."""
    application = importlib.import_module("sphinx.application")

    def build(formula):
        (tmp_path / "conf.py").write_text(
            'extensions = ["myst_parser", "sphinx_extensions.maths"]\n'
        )
        (tmp_path / "index.rst").write_text(f"Title\n=====\n\nHere is :math:`{formula}`.\n")
        warnings = StringIO()
        app = application.Sphinx(
            tmp_path, tmp_path, tmp_path / "out", tmp_path / "trees", "html",
            status=None, warning=warnings,
        )  # fmt: skip
        app.build()
        return (tmp_path / "out" / "index.html").read_text(), warnings.getvalue()

    yield build
    # The extension ends its node when Python ends; that is too late for pytest.
    katex = importlib.import_module("sphinxcontrib.katex")
    server, katex.KaTeXServer.katex_server = katex.KaTeXServer.katex_server, None
    atexit.unregister(katex.KaTeXServer.terminate)
    server.terminate()
    server.process.wait()
    server.process.stdin.close()
    server.process.stdout.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("formula", [r"\nowhere", r"\frac{1"])
def test_a_formula_that_cannot_be_drawn_gives_a_warning_with_its_location(build, formula):
    _, warnings = build(formula)
    assert "index.rst:4: WARNING: this formula cannot be drawn" in warnings


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_formula_is_drawn_as_html_and_mathml(build):
    page, warnings = build(r"\sqrt{2}")
    assert "cannot be drawn" not in warnings
    assert "<msqrt>" in page
    assert '<span class="katex-html" aria-hidden="true">' in page


def test_unused_scripts_and_styles_are_removed():
    page = (
        '<script src="tabs.js?v=1"></script><link href="b.css" rel="x" /><script>tabs.js</script>'
    )
    assert page_bytes.without(page, ("tabs.js",)) == (
        '<link href="b.css" rel="x" /><script>tabs.js</script>'
    )
    assert page_bytes.without(page, ("b.css",)) == (
        '<script src="tabs.js?v=1"></script><script>tabs.js</script>'
    )


def test_icons_are_found_by_class_and_in_styles(tmp_path):
    (tmp_path / "a.css").write_text(
        '.fa-expand:before,.fa-grow:before{content:"\\f065"}.fa-car:before{content:"\uf1b9"}'
        '.toc::after{content:"\\f107"}:root{--sign:"\uf058"}'
    )
    (tmp_path / "a.js").write_text('icon.className = "fa-solid fa-car"')
    (tmp_path / page_bytes.ICONS).write_text("fa-ship")
    assert page_bytes.characters(['<i class="fa-grow">'], tmp_path) >= {
        "\uf065", "\uf1b9", "\uf107", "\uf058",
    }  # fmt: skip
    (tmp_path / "a.js").unlink()
    assert "\uf1b9" not in page_bytes.characters(['<i class="fa-grow">'], tmp_path)


def write_models(folder, kind="html"):
    (folder / "_static").mkdir()
    app = SimpleNamespace(builder=SimpleNamespace(format=kind), outdir=folder)
    models.write_models(app, None)
    return {path.name: path.read_text() for path in folder.glob("_static/models/*")}


def test_each_stored_code_model_becomes_a_script_under_the_name_that_widgets_load(
    tmp_path, monkeypatch
):
    model = CodeView().model
    scripts = write_models(tmp_path)
    script = scripts[f"{model['hash']}.js"]
    assert len(scripts) == len(list(code_model.STORED.parent.glob("code*.safetensors")))
    assert script.startswith(f'(globalThis.bookModels ??= {{}})["{model["hash"]}"] = "')
    file = base64.b64decode(script.split('"')[3])
    assert file == code_model.STORED.read_bytes()
    assert max(map(len, scripts.values())) <= 900_000
    (tmp_path / "other").mkdir()
    assert write_models(tmp_path / "other", "latex") == {}
    monkeypatch.setattr(models, "MAX_SCRIPT_BYTES", 1000)
    (tmp_path / "large").mkdir()
    with pytest.raises(ExtensionError, match="must give a script of at most 1000 bytes; got 7"):
        write_models(tmp_path / "large")


def test_no_style_uses_the_empty_selector():
    """With such a style, WebKit checks the whole page at each change: 100 ms or more."""
    root = Path(__file__).parents[2]
    sheets = [*root.glob("book/_static/**/*.css"), *root.glob("mha_lib/widgets/*.css")]
    assert sheets
    for sheet in sheets:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        assert ":has(*)" not in rules, sheet.name
