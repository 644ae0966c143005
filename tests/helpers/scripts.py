"""JavaScript that tests run in a page or in node, one file for each script."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "scripts"


def read(name):
    """A script of tests/scripts, by its name without `.js`."""
    return (FOLDER / f"{name}.js").read_text()
