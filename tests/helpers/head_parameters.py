"""Random HeadParameters for tests, and a comparison of two of them."""

from dataclasses import fields

from mha_lib import HeadParameters
from tests.helpers.oracles import assert_same, random

NAMES = [field.name for field in fields(HeadParameters)]


def random_parameters(
    n_heads, d_model, d_head, d_value=None, d_keys_in=None, d_values_in=None, n_kv_heads=None,
    biases="QKVO",
):  # fmt: skip
    """Random parameters of the given sizes; `biases` has the letters of the biases to make."""
    d_value, n_kv_heads = d_value or d_head, n_kv_heads or n_heads
    return HeadParameters(
        W_Q=random(n_heads, d_model, d_head) / 5,
        W_K=random(n_kv_heads, d_keys_in or d_model, d_head) / 5,
        W_V=random(n_kv_heads, d_values_in or d_model, d_value) / 5,
        W_O=random(n_heads, d_value, d_model) / 5,
        b_Q=random(n_heads, d_head) if "Q" in biases else None,
        b_K=random(n_kv_heads, d_head) if "K" in biases else None,
        b_V=random(n_kv_heads, d_value) if "V" in biases else None,
        b_O=random(d_model) if "O" in biases else None,
    )


def assert_same_head_parameters(actual, expected, tolerance=0):
    """Asserts that two HeadParameters have the same biases and are equal, to a tolerance."""
    for name in NAMES:
        if getattr(expected, name) is None:
            assert getattr(actual, name) is None, name
        else:
            assert_same(getattr(actual, name), getattr(expected, name), tolerance)
