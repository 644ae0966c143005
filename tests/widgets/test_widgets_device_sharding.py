"""DeviceSharding holds what it shows, and refuses what it could not cut."""

from mha_lib.widgets import DeviceSharding
from mha_lib.widgets.device_sharding import CUTS


def make(**options):
    return DeviceSharding(**{"n_heads": 8, "n_kv_heads": 2, "n_devices": 3} | options)


def packed_matrix():
    return DeviceSharding(6, 3, n_devices=4, d_model=60, cut=CUTS[1])


def most_devices():
    sizes = {"n_devices": 8, "d_model": 16384, "d_head": 1024, "tokens": 8192}
    return DeviceSharding(16, bytes_per_number=8, **sizes)


def most_copies():
    return DeviceSharding(16, 1, n_devices=8, d_model=16384, tokens=8192)


EXAMPLES = [packed_matrix]
LARGEST = [most_devices, most_copies]
REFUSED = [
    ({"n_heads": 0}, ValueError, "n_heads must be at least 1; got 0"),
    ({"n_heads": 17}, ValueError, "n_heads must be at most 16; got 17"),
    ({"n_heads": 7}, ValueError, "n_kv_heads must divide n_heads; got n_kv_heads=2, n_heads=7"),
    ({"n_kv_heads": 3}, ValueError, "n_kv_heads must divide n_heads; got n_kv_heads=3, n_heads=8"),
    ({"n_kv_heads": 0}, ValueError, "n_kv_heads must be at least 1; got 0"),
    ({"n_devices": 9}, ValueError, "n_devices must be at most 8; got 9"),
    ({"n_devices": 0}, ValueError, "n_devices must be at least 1; got 0"),
    ({"d_model": 0, "d_head": 1}, ValueError, "d_model must be at least 1; got 0"),
    ({"d_head": 0, "d_model": 8}, ValueError, "d_head must be at least 1; got 0"),
    ({"tokens": 100}, ValueError, "tokens must be a power of 2; got 100"),
    ({"tokens": 16384}, ValueError, "tokens must be at most 8192; got 16384"),
    (
        {"bytes_per_number": 9, "n_devices": 2},
        ValueError,
        "bytes_per_number must be at most 8; got 9",
    ),
    (
        {"cut": "rows"},
        ValueError,
        "cut must be one of between heads and packed matrix in equal parts; got ",
    ),
]


def test_state_of_device_sharding():
    assert DeviceSharding(12, 4, n_devices=3, d_model=80, tokens=64).state() == {
        "max_devices": 8,
        "max_heads": 16,
        "max_tokens": 8192,
        "n_devices": 3,
        "n_heads": 12,
        "n_kv_heads": 4,
        "d_model": 80,
        "d_head": 6,
        "tokens": 64,
        "bytes_per_number": 2,
        "cut": "between heads",
    }


def test_n_heads_and_n_kv_heads_can_change_together():
    widget = DeviceSharding(8)
    with widget.hold_trait_notifications():
        widget.n_heads, widget.n_kv_heads = 6, 3
    assert (widget.n_heads, widget.n_kv_heads) == (6, 3)
