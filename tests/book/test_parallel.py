"""The script of "Heads on several machines": two processes, each with half of the heads."""

import ast
import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.slow  # two processes of torch

SCRIPT = Path(__file__).parents[2] / "book" / "several_machines.py"
CELLS = nbformat.read(SCRIPT.with_suffix(".ipynb"), as_version=4).cells
RUN = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
# Bytes that are added up at a time: batch 3, 7 tokens, d_model 20, 8 bytes per number.
ADDED = 3 * 7 * 20 * 8


@pytest.fixture(scope="module")
def displayed():
    """What the first process says under each plan, by name: a number for each line."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    # A separate process group, so that everything that a run has started can be ended together.
    running = subprocess.Popen(
        [*RUN, SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment, start_new_session=True,
    )  # fmt: skip
    try:
        said, wrong = running.communicate(timeout=120)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 0, wrong
    plans = {}
    for line in said.splitlines():
        if line.startswith(" "):
            what, number = re.fullmatch(r" +(.+?) +(\S+)", line).groups()
            plans[name][what] = float(number)
        else:
            name = line.removeprefix("4 heads on 2 processes, ")
            plans[name] = {}
    return plans


@pytest.mark.parametrize("plan", ["the plan", "tokens together"])
@pytest.mark.parametrize(
    "what",
    ["output", "gradient of the tokens", "other gradients", "parameters after 5 steps"],
)
def test_two_processes_give_the_same_as_one(displayed, plan, what):
    assert displayed[plan][what] < 1e-13


@pytest.mark.parametrize(("plan", "backward"), [("the plan", 3), ("tokens together", 1)])
def test_processes_exchange_only_sums(displayed, plan, backward):
    assert displayed[plan]["bytes forward"] == ADDED
    assert displayed[plan]["bytes backward"] == backward * ADDED


def test_the_chapters_numbers_equal_the_scripts(displayed):
    (cell,) = [cell for cell in CELLS if cell.id == "checked"]
    recorded = ast.literal_eval(re.search(r"recorded = (\{.*?^\})", cell.source, re.M | re.S)[1])
    differences = [
        n for plan in displayed.values() for what, n in plan.items() if "bytes" not in what
    ]
    crossed = [plan[f"bytes {way}"] for plan, way in (
        (displayed["the plan"], "forward"), (displayed["the plan"], "backward"),
        (displayed["tokens together"], "backward"),
    )]  # fmt: skip
    for off, *found in recorded.values():
        assert found == crossed
        assert max(differences) / 10 < off < 10 * max(differences)  # rounding, of its size


def test_the_chapter_quotes_the_script():
    text = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
    (quoted,) = re.findall("^```python\n(.*?)^```", text, re.M | re.S)
    assert quoted in SCRIPT.read_text()
