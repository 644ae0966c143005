"""masks.py: what each mask allows, and that torch reads converted masks as intended."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mha_lib import (
    HeadParameters,
    StackedAttention,
    causal_mask,
    layouts,
    masks,
    padding_mask,
)
from tests.helpers.oracles import assert_same, random, torch_layer

BATCH, HEADS, QUERIES, KEYS, D_HEAD = 2, 3, 5, 7, 11
D_MODEL = HEADS * D_HEAD


def booleans(rows):
    return torch.tensor(rows, dtype=torch.bool)


# Causal.


@given(n_queries=st.integers(1, 20), more_keys=st.integers(0, 20))
def test_a_causal_query_may_attend_up_to_its_own_position(n_queries, more_keys):
    mask = causal_mask(n_queries, n_queries + more_keys)
    assert mask.shape == (n_queries, n_queries + more_keys)
    assert mask.dtype == torch.bool
    for i, row in enumerate(mask.tolist()):
        assert row == [j <= i + more_keys for j in range(n_queries + more_keys)]


# Padding.


@given(lengths=st.lists(st.integers(0, 9), min_size=1, max_size=5), room=st.integers(0, 3))
def test_padding_mask_allows_as_many_keys_as_the_sample_has_tokens(lengths, room):
    n_keys = max(max(lengths) + room, 1)
    mask = padding_mask(lengths, n_keys)
    assert mask.shape == (len(lengths), 1, 1, n_keys)
    for length, row in zip(lengths, mask[:, 0, 0].tolist(), strict=True):
        assert row == [True] * length + [False] * (n_keys - length)


# Devices.


def test_masks_are_made_on_the_given_device():
    assert causal_mask(3, device="meta").device.type == "meta"


def test_masks_are_read_on_their_own_device_under_another_default_device():
    mask = causal_mask(3)
    with torch.device("meta"):  # no numbers there
        additive, causal = masks.to_additive(mask), masks.is_causal(mask)
    assert torch.equal(additive, masks.to_additive(mask))
    assert causal


# is_causal.


@given(n=st.integers(1, 9), extra_axes=st.integers(0, 2))
def test_is_causal_accepts_leading_axes_of_size_1(n, extra_axes):
    mask = causal_mask(n).reshape(*[1] * extra_axes, n, n)
    assert masks.is_causal(mask) is True


@given(n=st.integers(1, 9), data=st.data())
def test_is_causal_is_false_if_any_one_entry_is_flipped(n, data):
    mask = causal_mask(n)
    i, j = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    mask[i, j] = ~mask[i, j]
    assert masks.is_causal(mask) is False


@pytest.mark.parametrize(
    "mask",
    [
        causal_mask(3, 5),
        causal_mask(5)[:, :3],
        causal_mask(3).expand(2, 1, 3, 3),
        causal_mask(3) & padding_mask([3, 2]),
        causal_mask(3).mT,
        torch.ones(3, 3, dtype=torch.bool),
    ],
    ids=["fewer queries", "fewer keys", "two samples", "with padding", "transposed", "all open"],
)
def test_is_causal_is_false_for_other_masks(mask):
    assert masks.is_causal(mask) is False


# Translations.

a_mask = st.builds(
    lambda seed, *shape: torch.rand(shape, generator=torch.Generator().manual_seed(seed)) < 0.5,
    st.integers(0, 2**32),
    *[st.integers(1, 5)] * 4,
)


@given(mask=a_mask, dtype=st.sampled_from([torch.float64, torch.float32, torch.bfloat16]))
def test_from_additive_undoes_to_additive(mask, dtype):
    additive = masks.to_additive(mask, dtype)
    assert additive.dtype == dtype
    assert torch.equal(masks.from_additive(additive), mask)


@given(mask=a_mask)
def test_from_torch_mha_mask_undoes_to_torch_mha_mask(mask):
    n_heads = mask.shape[1]
    assert torch.equal(masks.from_torch_mha_mask(masks.to_torch_mha_mask(mask), n_heads), mask)
    assert torch.equal(masks.from_torch_mha_mask(masks.to_torch_mha_mask(mask[0, 0])), mask[0, 0])


def test_translations_equal_masks_written_by_hand():
    mask = booleans([[1, 0], [1, 1]])
    additive = torch.tensor([[0, -torch.inf], [0, 0]])
    assert torch.equal(masks.to_additive(mask), additive)
    assert torch.equal(masks.from_additive(additive), mask)
    assert torch.equal(masks.to_torch_mha_mask(mask), booleans([[0, 1], [0, 0]]))
    assert torch.equal(masks.from_torch_mha_mask(booleans([[0, 1], [0, 0]])), mask)
    assert torch.equal(masks.from_additive(torch.tensor(0.0)), torch.tensor(True))
    assert torch.equal(masks.from_additive(torch.tensor(-torch.inf)), torch.tensor(False))


def open_mask(*shape):
    mask = torch.rand(shape) < 0.5
    mask[..., 0] = True  # torch answers NaN where a query may attend to nothing
    return mask


@pytest.mark.parametrize("shape", [(QUERIES, KEYS), (BATCH, HEADS, QUERIES, KEYS)], ids=str)
@pytest.mark.parametrize("convention", ["blocked", "additive"])
def test_torchs_layer_gives_the_same_with_the_translated_mask(shape, convention):
    params = HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64)
    queries, keys = random(BATCH, QUERIES, D_MODEL), random(BATCH, KEYS, D_MODEL)
    mask = open_mask(*shape)
    translated = masks.to_torch_mha_mask(mask)
    if convention == "additive":
        translated = masks.to_additive(~translated, torch.float64)
    output, weights = StackedAttention.from_head_parameters(params)(queries, keys, mask=mask)
    expected, expected_weights = torch_layer(layouts.pack(params, "torch"), D_MODEL, HEADS)(
        queries, keys, keys, attn_mask=translated, average_attn_weights=False
    )
    assert_same(output, expected)
    assert_same(weights, expected_weights)


def test_torchs_key_padding_mask_is_the_inverse_of_ours():
    params = HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64)
    x, mask = random(BATCH, KEYS, D_MODEL), padding_mask([KEYS, 4])
    output, weights = StackedAttention.from_head_parameters(params)(x, mask=mask)
    expected, expected_weights = torch_layer(layouts.pack(params, "torch"), D_MODEL, HEADS)(
        x, x, x, key_padding_mask=~mask[:, 0, 0], average_attn_weights=False
    )
    assert_same(output, expected)
    assert_same(weights, expected_weights)


def test_lengths_of_any_integer_type_and_a_mask_on_another_device():
    expected = padding_mask([3, 1])
    for dtype in (torch.uint8, torch.uint16, torch.int16, torch.int32, torch.uint64):
        assert torch.equal(padding_mask(torch.tensor([3, 1], dtype=dtype)), expected)
    mask = padding_mask([3, 1], device="meta")
    assert (mask.device.type, mask.shape) == ("meta", (2, 1, 1, 3))
