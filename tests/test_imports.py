"""Modules have levels: each imports only from lower ones, and only the top level imports much."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mha_lib

PACKAGE = Path(mha_lib.__file__).parent

# Lowest first. Within a level a module may import those to its left.
LEVELS = (
    ("checks", "masks", "heads"),
    ("attention", "rotary"),
    ("head_parameters", "parameter_table", "cache", "layers"),
    ("layouts", "analysis"),
    ("__init__",),  # what `import mha_lib` gives
    (
        *("book._progress", "book.tiny", "book.pretrained", "book.code_model"),
        *("book.code_training", "book.figures", "book.drawings", "book.sentences"),
        *("book.exercises", "book"),
    ),
    ("widgets",),
)
ORDER = [module for level in LEVELS for module in level]
# What chapters use. No other module imports from it, and an extra installs what it needs.
TOP = ("book.figures", "book.drawings", "book.sentences", "widgets")
HEAVY = {"matplotlib", "ipywidgets", "anywidget", "numpy"}
HEAVY |= {"safetensors", "tqdm", "transformers", "keras", "jax", "flax", "einops"}
HEAVY |= {"tokenizers", "huggingface_hub"}
# What only the command line needs, which it imports when it is called.
WHEN_CALLED = {
    "layouts/files.py": {"safetensors"},
    "layouts/__main__.py": {"tqdm"},
    "book/_progress.py": {"tqdm"},
    "book/code_model.py": {"tokenizers"},
    "book/code_training.py": {"tokenizers"},
    "book/pretrained.py": {"huggingface_hub", "tokenizers"},
}

FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path):
    """The module a file belongs to. A folder is one module; in `book` each module counts."""
    first, *rest = path.relative_to(PACKAGE).with_suffix("").parts
    return f"book.{rest[0]}" if first == "book" and rest != ["__init__"] else first


def imports(source, package="mha_lib"):
    """Full names of everything imported at any depth, `from a import b` as a.b."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            base = importlib.util.resolve_name(base, package)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_here(node):
    """What a statement imports at once: nothing, where it defines a function or class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return set()
    return set(imports(ast.unparse(node), "mha_lib.layouts"))


def modules_in(names):
    """Yields the modules of this library among names; `__init__` for what only that exports."""
    for name in names:
        top, first, second, *_ = *name.split("."), "", ""
        if top == "mha_lib":
            inner = f"{first}.{second}"
            yield inner if inner in ORDER else first if first in ORDER else "__init__"


def package_of(path):
    return ".".join(("mha_lib", *path.relative_to(PACKAGE).parts[:-1]))


def test_every_module_is_listed_in_a_level_and_every_listed_module_exists():
    assert {module_of(path) for path in FILES} == set(ORDER)


def test_every_module_has_a_test_file_with_its_name():
    # What a folder's `__init__` exports is tested with the folder's modules.
    modules = {module_of(path).rpartition(".")[2] for path in FILES if path.stem != "__init__"}
    names = {name.lstrip("_") for name in modules}
    assert [name for name in names if not [*Path(__file__).parent.rglob(f"test_{name}*.py")]] == []


def test_modules_import_only_lower_levels():
    upwards = {}
    for path in FILES:
        inside = path.parent != PACKAGE  # a folder's files may import each other
        below = ORDER[: ORDER.index(module_of(path)) + inside]
        upwards[path] = set(modules_in(imports(path.read_text(), package_of(path)))) - set(below)
    assert {path: names for path, names in upwards.items() if names} == {}


def test_the_docstring_lists_each_module_below_those_that_it_imports():
    lines = re.findall(r"^    (\w+(?:, \w+)*)  ", mha_lib.__doc__, re.MULTILINE)
    above = set()
    for names in (line.split(", ") for line in lines):
        for name in names:
            paths = [*PACKAGE.glob(f"{name}.py"), *PACKAGE.glob(f"{name}/**/*.py")]
            used = {n for path in paths for n in imports(path.read_text(), package_of(path))}
            inner = {module.partition(".")[0] for module in modules_in(used)}
            assert paths, name
            assert inner - {name, "__init__"} <= above, name
        above |= set(names)
    assert above == {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in FILES} - {
        "__init__"
    }


def test_nothing_heavy_is_imported_below_the_top_level():
    for path in FILES:
        if module_of(path) not in TOP:
            names = imports(path.read_text(), package_of(path))
            heavy = {name.partition(".")[0] for name in names} & HEAVY
            assert heavy <= WHEN_CALLED.get(path.relative_to(PACKAGE).as_posix(), set()), path


@pytest.mark.parametrize("path", WHEN_CALLED)
def test_the_command_line_imports_its_packages_only_when_called(path):
    source = (PACKAGE / path).read_text()
    at_once = {name for node in ast.parse(source).body for name in imports_here(node)}
    assert {name.partition(".")[0] for name in imports(source)} >= WHEN_CALLED[path]
    assert not {name.partition(".")[0] for name in at_once} & HEAVY


def test_no_check_is_an_assert():
    # python -O leaves them out.
    nodes = ((path, node) for path in FILES for node in ast.walk(ast.parse(path.read_text())))
    assert [(path, node.lineno) for path, node in nodes if isinstance(node, ast.Assert)] == []


@pytest.mark.slow
def test_import_mha_lib_loads_nothing_heavy():
    # numpy and tqdm are not in this list: torch itself loads them where they are installed.
    code = "import sys, mha_lib; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert {"mha_lib", "torch"} <= loaded
    assert not loaded & (HEAVY - {"numpy", "tqdm"})


def test_every_name_in_all_exists():
    assert sorted(mha_lib.__all__) == mha_lib.__all__
    for name in mha_lib.__all__:
        assert getattr(mha_lib, name).__doc__
