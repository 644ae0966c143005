"""Settings for every test: annotations are enforced, and random numbers are the same each time."""

import sys
from collections import Counter
from pathlib import Path

import jaxtyping
import pytest
import torch
from hypothesis import settings

from tests.helpers import annotations

ROOT = Path(__file__).parent.parent
# This must come before the first import of mha_lib. From then on a call of a public function that
# breaks an annotation fails, in each module that annotates shapes. The other modules have small
# helpers that are called millions of times; only pyright checks the types of these helpers.
jaxtyping.jaxtyped = annotations.jaxtyped  # with which the hook decorates
jaxtyping.install_import_hook(
    [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "mha_lib").glob("**/*.py"))
        if "from jaxtyping import" in path.read_text()
    ],
    "tests.helpers.annotations.enforce",
)

# jsonschema, which nbformat imports, checks the format of URLs with this package if it can. That
# import takes three seconds in every process, and no notebook here needs the check. None makes the
# import fail at once.
sys.modules["rfc3987_syntax"] = None

# hypothesis gives the same examples on every run and machine, and has no time limit.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=30, database=None
)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


@pytest.fixture
def no_type_hook():
    """Allows calls that break an annotation, as outside the tests."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def minilm_tool():
    """tools/minilm.py, which knows where the real model's file is."""
    import minilm

    return minilm


@pytest.fixture(scope="session")
def minilm(minilm_tool):
    """all-MiniLM-L6-v2 on this library's layers; only `make test-trained` has its 91 MB."""
    from mha_lib.book import pretrained

    torch.set_default_dtype(torch.float32)
    return pretrained.load(minilm_tool.wheel())


@pytest.fixture(scope="session")
def minilm_of_transformers(minilm_tool):
    torch.set_default_dtype(torch.float32)
    return minilm_tool.transformers_model(minilm_tool.wheel())


def pytest_terminal_summary(terminalreporter):
    """Reports what each browser engine tried, so that one that tried nothing is noticed.

    It is here because the process that starts the others does not read browser/conftest.py.
    """
    totals = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for key, value in getattr(report, "user_properties", ()):
                if key == "engines" and report.when == "call":
                    totals.setdefault(value[0], Counter()).update(value[1])
    for name, counts in totals.items():
        tried = ", ".join(f"{count} {what}" for what, count in counts.items())
        terminalreporter.write_line(f"{name}: {tried or 'not tried'}")
