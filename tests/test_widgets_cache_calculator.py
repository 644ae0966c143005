"""CacheCalculator holds published sizes, and refuses what its page could not show."""

import re

import pytest
import traitlets

from mha_lib.widgets import CacheCalculator
from mha_lib.widgets.cache_calculator import PUBLISHED


def llama(sizes, d_model, d_inner, words):
    """Two tables of words; in a layer four projections, three matrices of an MLP, two norms."""
    n_layers, n_heads, n_kv_heads, d_head = sizes
    attention = 2 * d_model * (n_heads + n_kv_heads) * d_head
    layer = attention + 3 * d_model * d_inner + 2 * d_model
    return 2 * words * d_model + n_layers * layer + d_model


def gpt2(sizes, d_model, d_inner, words):
    """One table of words, one of 1,024 places, and biases everywhere."""
    attention = 4 * d_model * (d_model + 1)
    mlp = 2 * d_model * d_inner + d_inner + d_model
    return (words + 1024) * d_model + sizes[0] * (attention + mlp + 4 * d_model) + 2 * d_model


def falcon(sizes, d_model, d_inner, words):
    """One table of words, no biases but the norms', of which a layer has one."""
    n_layers, n_heads, n_kv_heads, d_head = sizes
    attention = d_model * (2 * n_heads + 2 * n_kv_heads) * d_head
    return (
        words * d_model
        + n_layers * (attention + 2 * d_model * d_inner + 2 * d_model)
        + (2 * d_model)
    )


# From the sources that the widget names: width, width inside the MLP, and words.
REST = {
    "GPT-2 small": (gpt2, 768, 3072, 50257),
    "Llama 2 7B": (llama, 4096, 11008, 32000),
    "Llama 2 70B": (llama, 8192, 28672, 32000),
    "Llama 3 8B": (llama, 4096, 14336, 128256),
    "Llama 3.1 405B": (llama, 16384, 53248, 128256),
    "Falcon 7B": (falcon, 4544, 4 * 4544, 65024),
}


@pytest.mark.parametrize("known", PUBLISHED, ids=lambda known: known["name"])
def test_the_weights_add_up_from_the_published_sizes(known):
    sizes = [known[name] for name in ("n_layers", "n_heads", "n_kv_heads", "d_head")]
    count, d_model, d_inner, words = REST[known["name"]]
    assert sizes[1] * sizes[3] == d_model
    assert count(sizes, d_model, d_inner, words) == known["parameters"]


def test_the_state_is_what_the_page_needs():
    state = CacheCalculator("Llama 2 70B", n_kv_heads=64, tokens=512, batch=4, n_bytes=1).state()
    shown = {name: value for name, value in state.items() if name != "models"}
    assert shown == {
        "model": "Llama 2 70B", "n_layers": 80, "n_heads": 64, "n_kv_heads": 64, "d_head": 128,
        "tokens": 512, "batch": 4, "n_bytes": 1,
    }  # fmt: skip
    assert [known["name"] for known in state["models"]] == list(REST)


def test_key_heads_are_the_model_s_own_unless_given():
    assert CacheCalculator("Falcon 7B").n_kv_heads == 1


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"model": "GPT-5"}, ValueError, "model must be one of GPT-2 small, Llama 2 7B, "),
        ({"n_kv_heads": 5}, ValueError, "n_kv_heads must divide the 32 query heads; got 5"),
        ({"n_kv_heads": 0}, ValueError, "n_kv_heads must be at least 1; got 0"),
        ({"n_kv_heads": 4.0}, TypeError, "n_kv_heads must be an integer; got 4.0"),
        ({"tokens": 1000}, ValueError, "tokens must be one of 128, 256, "),
        ({"tokens": 2**21}, ValueError, "tokens must be one of 128, 256, "),
        ({"batch": 3}, ValueError, "batch must be one of 1, 2, 4, "),
        ({"n_bytes": 8}, ValueError, "n_bytes must be one of 1, 2 and 4; got 8"),
        ({"n_bytes": True}, TypeError, "n_bytes must be an integer; got True"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_what_the_page_does_not_offer_is_refused(options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        CacheCalculator(**options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("models", []), ("model", "mine"), ("n_layers", 129), ("n_layers", 0), ("n_heads", 129),
        ("n_kv_heads", 5), ("d_head", 100), ("tokens", 3), ("batch", 512), ("n_bytes", 3),
    ],
)  # fmt: skip
def test_what_changes_later_is_held_to_the_same_rules(name, value):
    with pytest.raises((ValueError, traitlets.TraitError), match=f"^{name} must"):
        setattr(CacheCalculator(), name, value)


def test_the_reader_may_have_sizes_of_their_own():
    widget = CacheCalculator()
    with widget.hold_trait_notifications():  # as a message from the page arrives
        widget.model, widget.n_kv_heads, widget.n_heads = "your own", 7, 14
    assert (widget.n_heads, widget.n_kv_heads) == (14, 7)
