"""The committed bundles are what js/build.js gives, and can be put into a page as they are."""

import re

import pytest

from mha_lib import widgets
from mha_lib.widgets import base
from tests.helpers.javascript import JS, build

STATIC = JS.parent / "mha_lib" / "widgets" / "static"
BOOK = JS.parent / "book" / "_static"
COMMITTED = sorted(STATIC.glob("*.js"))


def test_the_bundles_are_built_from_the_sources(tmp_path):
    folders = {
        tmp_path / "widgets": STATIC,
        **{tmp_path / name: BOOK / name for name in ("page", "python", "search")},
    }
    build(*folders)
    for fresh, committed in folders.items():
        names = sorted(path.name for path in committed.glob("*.js"))
        assert sorted(path.name for path in fresh.iterdir()) == names
        # Files are large: what differs is named, and not shown.
        same = [(fresh / n).read_bytes() == (committed / n).read_bytes() for n in names]
        assert all(same), "run make widgets, then make notebooks"


def test_every_widget_has_its_bundle_and_every_bundle_its_widget():
    modules = {getattr(widgets, name)._module for name in widgets.__all__}
    assert modules | {"mount.js"} == {path.name for path in COMMITTED}


def test_a_widget_without_a_bundle_says_what_to_run():
    message = r"^none\.js must be bundled; got no such file in .*static \(run make widgets\)$"
    with pytest.raises(FileNotFoundError, match=message):
        type("Unbundled", (base.Widget,), {"_module": "none.js"})


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_a_bundle_does_not_close_its_script_element(path):
    assert not re.search(r"</script|<!--", path.read_text(), re.IGNORECASE)


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_a_bundle_imports_and_fetches_nothing(path):
    code = path.read_text()
    assert not re.search(r"^\s*import\b[^(]", code, re.MULTILINE)
    assert "http" not in code.replace("http://www.w3.org/2000/svg", "")


def test_the_page_contains_the_bundle_unchanged():
    html = widgets.ScaleExplorer().html()
    assert (STATIC / "scale_explorer.js").read_text() in html
    assert html.endswith(f"<script>{base._MOUNT}</script>\n")
