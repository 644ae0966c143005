"""HeadsApart holds what it shows, and refuses what it could not cut."""

import pytest
from refusals import T, V, each_row, refusal

from mha_lib.widgets import HeadsApart


def put(name, value):
    """Sets a trait of a widget of 8 heads and 2 key heads."""

    def call():
        setattr(HeadsApart(8, 2), name, value)

    return call


MADE = [
    ("heads", lambda: HeadsApart(0), V, "n_heads must be at least 1; got 0"),
    ("many heads", lambda: HeadsApart(17), V, "n_heads must be below 17; got 17"),
    ("half a head", lambda: HeadsApart(2.5), T, "n_heads must be an integer; got 2.5 (float)"),
    ("key heads", lambda: HeadsApart(8, 3), V,
     "n_kv_heads must divide n_heads; got n_kv_heads=3, n_heads=8"),
    ("no key heads", lambda: HeadsApart(8, 0), V, "n_kv_heads must be at least 1; got 0"),
    ("machines", lambda: HeadsApart(machines=9), V, "machines must be below 9; got 9"),
    ("width", lambda: HeadsApart(d_model=0), V, "d_model must be at least 1; got 0"),
    ("width of a head", lambda: HeadsApart(d_head=0), V, "d_head must be at least 1; got 0"),
    ("tokens", lambda: HeadsApart(tokens=100), V, "tokens must be a power of 2; got 100"),
    ("many tokens", lambda: HeadsApart(tokens=16384), V, "tokens must be below 8193; got 16384"),
    ("bytes", lambda: HeadsApart(bytes_per_number=9), V,
     "bytes_per_number must be below 9; got 9"),
    ("cut", lambda: HeadsApart(cut="rows"), V,
     'cut must be "between heads" or "packed matrix in equal parts"; got \'rows\''),
]  # fmt: skip
LATER = [
    ("machines", put("machines", 0), V, "machines must be at least 1; got 0"),
    ("heads", put("n_heads", 7), V, "n_kv_heads must divide n_heads; got n_kv_heads=2, n_heads=7"),
    ("key heads", put("n_kv_heads", 3), V,
     "n_kv_heads must divide n_heads; got n_kv_heads=3, n_heads=8"),
    ("tokens", put("tokens", 3), V, "tokens must be a power of 2; got 3"),
    ("width", put("d_model", 512), V,
     "d_model must stay as made; got 512 (int) (make another HeadsApart)"),
]  # fmt: skip


@each_row(made=MADE, later=LATER)
@pytest.mark.usefixtures("no_type_hook")
def test_it_refuses(call, error, message):
    assert refusal(call) == (error, message)


def test_it_holds_its_state():
    assert HeadsApart(12, 4, machines=3, d_model=80, tokens=64).state() == {
        "machines": 3,
        "n_heads": 12,
        "n_kv_heads": 4,
        "d_model": 80,
        "d_head": 6,
        "tokens": 64,
        "bytes_per_number": 2,
        "cut": "between heads",
    }


def test_heads_and_key_heads_change_together():
    widget = HeadsApart(8)
    with widget.hold_trait_notifications():
        widget.n_heads, widget.n_kv_heads = 6, 3
    assert (widget.n_heads, widget.n_kv_heads) == (6, 3)
