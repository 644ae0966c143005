"""What every test runs under: annotations are enforced, and random numbers repeat themselves."""

import jaxtyping
import pytest
import torch
from hypothesis import settings

# Before the first import of mha_lib: from here on a call that breaks an annotation fails.
jaxtyping.install_import_hook("mha_lib", "beartype.beartype")

# The same examples on every run and machine, however slow it is.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=30, database=None
)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def _seed():
    torch.manual_seed(0)


@pytest.fixture
def no_type_hook():
    """Lets calls through that break an annotation, as they do outside the tests."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
