"""heads.py: the two reshapes keep every number in its head."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from mha_lib import merge_heads, split_heads
from tests.helpers.oracles import random

shapes = st.tuples(
    st.lists(st.integers(0, 3), max_size=3), st.integers(1, 5), st.integers(1, 5), st.integers(1, 5)
)


@given(shape=shapes)
def test_head_i_gets_columns_i_d_head_to_i_plus_1_d_head(shape):
    lead, tokens, n_heads, d_head = shape
    x = random(*lead, tokens, n_heads * d_head)
    heads = split_heads(x, n_heads)
    assert heads.shape == (*lead, n_heads, tokens, d_head)
    for i in range(n_heads):
        assert torch.equal(heads[..., i, :, :], x[..., i * d_head : (i + 1) * d_head])


@given(shape=shapes)
def test_merge_undoes_split_and_split_undoes_merge(shape):
    lead, tokens, n_heads, d_head = shape
    x = random(*lead, tokens, n_heads * d_head)
    assert torch.equal(merge_heads(split_heads(x, n_heads)), x)
    heads = random(*lead, n_heads, tokens, d_head)
    assert torch.equal(split_heads(merge_heads(heads), n_heads), heads)


def test_split_heads_equals_a_hand_computation_for_two_tokens_and_three_heads():
    # Token 0 is 0..5 and token 1 is 6..11; head 1 owns columns 2 and 3.
    x = torch.arange(12.0).view(2, 6)
    expected = [[[0, 1], [6, 7]], [[2, 3], [8, 9]], [[4, 5], [10, 11]]]
    assert split_heads(x, n_heads=3).tolist() == expected
    assert merge_heads(torch.tensor(expected, dtype=torch.float64)).tolist() == x.tolist()


def test_split_is_a_view():
    x = torch.zeros(2, 5, 6)
    split_heads(x, n_heads=3)[1, 2, 4, 0] = 1
    assert x[1, 4, 4] == 1
    assert x.sum() == 1


def test_one_head_is_an_axis_of_size_one():
    x = random(5, 7)
    assert torch.equal(split_heads(x, 1), x[None])
