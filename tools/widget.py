"""Writes a widget that works, as a start for your own.

    python tools/widget.py Temperature    writes Temperature, and says into which files

It copies tools/skeleton under the new name: a slider, bars, a sentence, and a test that fails when
a bar has the wrong length. Then it registers the class. `make widget NAME=Temperature` also bundles
the JavaScript.
"""

import re
import sys
from pathlib import Path

SKELETON = Path(__file__).parent / "skeleton"


def write(name, root):
    """Writes a widget's files below a folder; returns their paths.

    Raises:
        ValueError: The name is not a class's name, or there is such a module.
    """
    if not re.fullmatch(r"([A-Z][a-z0-9]+)+", name):
        raise ValueError(f"NAME must be a class's name, such as Temperature; got {name!r}")
    module = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    files = {
        "skeleton.py": root / "mha_lib" / "widgets" / f"{module}.py",
        "view.js": root / "js" / "src" / module / "view.js",
        "skeleton.js": root / "js" / "src" / module / f"{module}.js",
        "test_skeleton.py": root / "tests" / "browser" / f"test_{module}.py",
    }
    taken = [path for path in files.values() if path.exists()]
    if taken:
        raise ValueError(f"NAME must be new; got {name}, and {taken[0]} exists")
    for source, path in files.items():
        text = (SKELETON / source).read_text().replace("Skeleton", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("skeleton", module))
    register(f"from mha_lib.widgets.{module} import {name} as {name}\n", root)
    return [*files.values()]


def register(line, root):
    """Adds the import of the new widget to the other imports, in alphabetical order."""
    package = root / "mha_lib" / "widgets" / "__init__.py"
    lines = package.read_text().splitlines(keepends=True)
    imports = [i for i, other in enumerate(lines) if other.startswith("from mha_lib.widgets.")]
    after = [i for i in imports if lines[i] < line]
    lines.insert(after[-1] + 1 if after else imports[0], line)
    package.write_text("".join(lines))


if __name__ == "__main__":
    root = Path(__file__).parent.parent
    try:
        paths = write(sys.argv[1] if len(sys.argv) > 1 else "", root)
    except ValueError as error:
        sys.exit(str(error))
    for path in paths:
        print(path.relative_to(root))
    print(
        "registered in mha_lib/widgets/__init__.py; test it (run make widgets first if you changed "
        "its JavaScript) with\n"
        ".venv/bin/python -m pytest -p no:nbval -m 'not slow' tests/widgets tests/browser tests/js "
        f"-k {sys.argv[1]!r}"
    )
