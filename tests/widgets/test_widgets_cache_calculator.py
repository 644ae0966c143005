"""CacheCalculator holds published sizes, and refuses what its page could not show."""

import pytest

from mha_lib.widgets import CacheCalculator
from mha_lib.widgets.cache_calculator import DEVICES, OFFERED, PUBLISHED


def make(**options):
    return CacheCalculator(**options)


def one_key_head():
    return CacheCalculator("Falcon 7B")


def sixteen_devices():
    return CacheCalculator("Llama 3 8B", device="A100 40 GB", n_devices=16, batch=64)


def most_bytes():
    sizes = {"n_kv_heads": 128, "tokens": 2**20, "batch": 1024, "n_bytes": 2}
    return CacheCalculator("Llama 3.1 405B", n_devices=32, **sizes)


EXAMPLES = [one_key_head, sixteen_devices]
LARGEST = [most_bytes]
REFUSED = [
    ({"model": "GPT-5"}, ValueError, "model must be one of GPT-2 small, Llama 2 7B, "),
    ({"device": "TPU"}, ValueError, "device must be one of RTX 4090 24 GB, A100 40 GB, "),
    ({"n_devices": 3}, ValueError, "n_devices must be one of 1, 2, 4, 8, 16 and 32; got 3"),
    ({"n_devices": 2.0}, TypeError, "n_devices must be an integer; got 2.0"),
    ({"n_kv_heads": 5}, ValueError, "n_kv_heads must divide the 32 query heads; got 5"),
    ({"n_kv_heads": 0}, ValueError, "n_kv_heads must be at least 1; got 0"),
    ({"tokens": 1000}, ValueError, "tokens must be one of 128, 256, "),
    ({"tokens": 2**21}, ValueError, "tokens must be one of 128, 256, "),
    ({"batch": 3}, ValueError, "batch must be one of 1, 2, 4, "),
    ({"n_bytes": 4}, ValueError, "n_bytes must be one of 1 and 2; got 4"),
    ({"weight_bits": 2}, ValueError, "weight_bits must be one of 4, 8 and 16; got 2"),
    ({"parameters": 11 * 10**8}, ValueError, "parameters must be one of 100000000, 200000000, "),
    ({"n_layers": 129}, ValueError, "n_layers must be at most 128; got 129"),
    ({"n_layers": 0}, ValueError, "n_layers must be at least 1; got 0"),
    ({"n_heads": 129}, ValueError, "n_heads must be at most 128; got 129"),
    ({"d_head": 100}, ValueError, "d_head must be one of 16, 32, "),
]


def llama(sizes, d_model, d_inner, words):
    """Two tables of words; in a layer four projections, three matrices of an MLP, two norms."""
    n_layers, n_heads, n_kv_heads, d_head = sizes
    attention = 2 * d_model * (n_heads + n_kv_heads) * d_head
    layer = attention + 3 * d_model * d_inner + 2 * d_model
    return 2 * words * d_model + n_layers * layer + d_model


def gpt2(sizes, d_model, d_inner, words):
    """One table of words, one of 1,024 positions, and biases everywhere."""
    n_layers, n_heads, n_kv_heads, d_head = sizes
    attention = (d_model + 1) * (n_heads + 2 * n_kv_heads) * d_head + d_model * (d_model + 1)
    mlp = 2 * d_model * d_inner + d_inner + d_model
    return (words + 1024) * d_model + n_layers * (attention + mlp + 4 * d_model) + 2 * d_model


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
def test_parameter_counts_follow_from_the_published_sizes(known):
    sizes = [known[name] for name in ("n_layers", "n_heads", "n_kv_heads", "d_head")]
    count, d_model, d_inner, words = REST[known["name"]]
    assert sizes[1] * sizes[3] == d_model
    assert count(sizes, d_model, d_inner, words) == known["parameters"]
    one_more = [*sizes[:2], sizes[2] + 1, sizes[3]]
    weights = count(one_more, d_model, d_inner, words) - known["parameters"]
    assert weights == known["per_kv_head"]


def test_a_step_reads_a_few_rows_of_llama_s_embedding_and_of_gpt2_s_positions():
    for known in PUBLISHED:
        count, d_model, _, words = REST[known["name"]]
        rows = {llama: words, gpt2: 1024, falcon: 0}[count]
        assert known["in_tables"] == rows * d_model, known["name"]


def test_reading_a_device_s_whole_memory_takes_20_to_40_milliseconds():
    """A slip of a thousand, or of two names, would show."""
    assert [known["memory"] // 10**9 for known in DEVICES] == [24, 40, 80, 80, 141, 192]
    for known in DEVICES:
        assert 0.02 < known["memory"] / known["bandwidth"] < 0.04, known["name"]


def test_a_device_has_time_for_150_to_300_operations_per_byte_that_it_reads():
    for known in DEVICES:
        assert 150 < known["flops"] / known["bandwidth"] < 300, known["name"]


def test_state_of_cache_calculator():
    sizes = {"n_kv_heads": 64, "tokens": 512, "batch": 4, "n_bytes": 1, "weight_bits": 8}
    state = CacheCalculator("Llama 2 70B", device="MI300X 192 GB", n_devices=8, **sizes).state()
    assert [known["name"] for known in state.pop("models")] == list(REST)
    assert state.pop("known_devices") == DEVICES
    assert state.pop("offered") == OFFERED
    assert state == {
        "model": "Llama 2 70B", "n_layers": 80, "n_heads": 64, "n_kv_heads": 64, "d_head": 128,
        "tokens": 512, "batch": 4, "n_bytes": 1, "weight_bits": 8, "device": "MI300X 192 GB",
        "n_devices": 8, "parameters": 60 * 10**9,
    }  # fmt: skip


def test_n_kv_heads_defaults_to_the_model_s_own():
    assert CacheCalculator("Falcon 7B").n_kv_heads == 1


def test_the_constructor_accepts_only_published_models():
    with pytest.raises(
        ValueError, match=r"^model must be one of .* and Falcon 7B; got 'your own'$"
    ):
        CacheCalculator("your own")


def test_a_reader_can_set_their_own_sizes():
    widget = CacheCalculator()
    with widget.hold_trait_notifications():  # as a message from the page arrives
        widget.model, widget.n_kv_heads, widget.n_heads = "your own", 7, 14
        widget.parameters = OFFERED["parameters"][-1]
    assert (widget.n_heads, widget.n_kv_heads) == (14, 7)
    assert widget.parameters == 900 * 10**9
