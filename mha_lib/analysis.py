"""Measures how much attention matrices and outputs differ.

Rows of attention weights sum to 1 over the last axis, the keys. All functions also accept rows of
zeros, from queries that may attend to nothing.
"""

from collections.abc import Sequence
from itertools import groupby

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from mha_lib import checks
from mha_lib.attention import attention_scores, attention_weights
from mha_lib.heads import merge_heads


def single_head_weights(
    queries: Float[Tensor, "*batch heads queries d_head"],
    keys: Float[Tensor, "*batch heads keys d_head"],
    mask: Bool[Tensor, "*#mask"] | None = None,
) -> Float[Tensor, "*batch queries keys"]:
    """Computes the weights of one wide head that has the queries and keys of all heads.

    The heads' columns are concatenated. So each score is a sum over all columns, divided by
    sqrt(heads * d_head), and there is one softmax. The result has no heads axis.

    Args:
        queries: The heads' queries, as `split_heads` returns them.
        keys: The heads' keys.
        mask: True = may attend; (queries, keys), or all dimensions of the result.

    Returns:
        Weights of the single head, between 0 and 1; each row sums to 1.

    Raises:
        TypeError: An input is not a dense floating-point tensor, or `mask` is not a boolean one.
        ValueError: Sizes do not fit.
    """
    for name, tensor in (("queries", queries), ("keys", keys)):
        checks.require_floating(name, tensor, min_dims=3)
    if queries.shape[-3] != keys.shape[-3]:
        raise ValueError(
            f"keys must have the {queries.shape[-3]} heads of queries; got {checks.describe(keys)}"
        )
    return attention_weights(attention_scores(merge_heads(queries), merge_heads(keys)), mask)


def product_of_experts(
    weights: Float[Tensor, "*batch heads queries keys"], exponent: float | None = None
) -> Float[Tensor, "*batch queries keys"]:
    """Multiplies the heads' weights, each raised to `exponent`, and makes rows sum to 1 again.

    With exponent 1 / sqrt(heads) the result equals `single_head_weights` of the same projections.
    The single head's scores are the sum of the heads' scores, divided by sqrt(heads), and the
    softmax of a sum is the normalized product of softmaxes. A key gets weight 0 if any head gives
    it weight 0, so the two are no longer equal if a head's weights underflow.

    Args:
        weights: The heads' weights.
        exponent: Power of each head's weight. Defaults to 1 / sqrt(heads).

    Returns:
        Weights of the product, between 0 and 1; each row sums to 1, or is 0 if every key got 0.

    Raises:
        TypeError: `weights` is not a dense floating-point tensor, or `exponent` is not a number.
        ValueError: `weights` has fewer than 3 dimensions or no heads, or `exponent` is not finite.

    Source: Hinton 1999, "Products of Experts", for the name and the form.

    >>> product_of_experts(torch.tensor([[[0.9, 0.1]], [[0.1, 0.9]]])).tolist()
    [[0.5, 0.5]]
    """
    checks.require_floating("weights", weights, min_dims=3, min_bits=16)
    if weights.shape[-3] == 0:
        raise ValueError(f"weights must have at least one head; got {checks.describe(weights)}")
    n_heads = weights.shape[-3]
    power = n_heads**-0.5 if exponent is None else checks.require_number("exponent", exponent)
    # Do not even compute the log of 0: its gradient would be infinite.
    zero = weights == 0
    logs = power * weights.masked_fill(zero, 1).log().sum(-3)
    return attention_weights(logs, ~zero.any(-3))


def total_variation(
    weights: Float[Tensor, "*#batch queries keys"], others: Float[Tensor, "*#batch queries keys"]
) -> Float[Tensor, "*result queries"]:
    """Computes the total variation distance of rows of weights: half the sum of |differences|.

    Args:
        weights: Rows that sum to 1.
        others: Rows to compare with; leading sizes broadcast.

    Returns:
        Values from 0 (the same row) to 1 (no key in common).

    Raises:
        TypeError: An input is not a dense floating-point tensor.
        ValueError: The last two sizes differ, the leading ones do not broadcast, or a row has a
            negative number or a sum other than 1 and 0 (checked on the CPU only).

    >>> one, both = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.5, 0.5]])
    >>> total_variation(one, both).tolist()
    [0.5]
    """
    for name, tensor in (("weights", weights), ("others", others)):
        checks.require_floating(name, tensor, min_bits=16)
    leads = zip(reversed(weights.shape[:-2]), reversed(others.shape[:-2]), strict=False)
    if weights.shape[-2:] != others.shape[-2:] or any(m != n and 1 not in (m, n) for m, n in leads):
        raise ValueError(
            f"others must have the queries and keys of weights, {tuple(weights.shape)}, and "
            f"leading sizes that broadcast; got {checks.describe(others)}"
        )
    _require_weights("weights", weights)
    _require_weights("others", others)
    return (weights - others).abs().sum(-1) / 2


def entropy(weights: Float[Tensor, "*batch queries keys"]) -> Float[Tensor, "*batch queries"]:
    """Measures how widely each query spreads its attention: the entropy of its row, in nats.

    A row with weights p has the entropy -sum(p log p), where 0 log 0 is 0. For one number per head,
    take the mean over the queries. Gradients are finite, even after a softmax with masked keys.

    Args:
        weights: Rows that sum to 1.

    Returns:
        Values from 0 (all weight on one key) to log(keys) (equal weights).

    Raises:
        TypeError: `weights` is not a dense floating-point tensor.
        ValueError: A row has a negative number or a sum other than 1 and 0 (checked on the CPU
            only).

    >>> entropy(torch.tensor([[1.0, 0.0]])).tolist()
    [0.0]
    """
    _require_weights("weights", weights)
    # The slope of p log p is infinite at 0, and a softmax would turn it into NaN.
    smallest = torch.finfo(weights.dtype).tiny
    return 0 - torch.xlogy(weights, weights.clamp_min(smallest)).sum(-1)


def join_pieces(
    weights: Float[Tensor, "*batch queries keys"],
    words: Sequence[int | None],
    key_words: Sequence[int | None] | None = None,
) -> Float[Tensor, "*batch words key_words"]:
    """Turns weights between word pieces, as tokenizers make them, into weights between words.

    The weight to a word is the sum over its pieces; the weight from a word is the mean over its
    pieces. So rows that sum to 1 still do.

    Args:
        weights: The weights between pieces.
        words: The index of each query's word, or None if the query belongs to no word, like a
            separator. `word_ids()` of transformers' tokenizers returns such a list.
        key_words: The index of each key's word. Defaults to `words`.

    Raises:
        TypeError: `weights` is not a dense floating-point tensor, or an index is not an integer.
        ValueError: The number of indices is not the number of queries or keys.

    Source: Clark et al. 2019, "What Does BERT Look At?", section 4.1.

    >>> weights = torch.tensor([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5], [1.0, 0.0, 0.0]])
    >>> join_pieces(weights, [0, 1, 1]).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    checks.require_floating("weights", weights)
    members = []
    for name, indices, axis in (("words", words, -2), ("key_words", key_words, -1)):
        runs = word_runs(words if indices is None else indices)
        size, pieces = weights.shape[axis], sum(map(len, runs))
        if pieces != size:
            raise ValueError(f"{name} must have {size} entries, one per piece; got {pieces}")
        member = weights.new_zeros(len(runs), size)
        for word, run in enumerate(runs):
            member[word, run] = 1
        members.append(member)
    queries, keys = members
    return queries / queries.sum(-1, keepdim=True) @ weights @ keys.mT


def word_runs(words: Sequence[int | None]) -> list[list[int]]:
    """Groups positions into words: a run of equal indices is one word, and so is each None.

    Args:
        words: The index of each piece's word, or None.

    Raises:
        TypeError: `words` is not a list of integers and None.

    >>> word_runs([None, 0, 0, 1, None])
    [[0], [1, 2], [3], [4]]
    """
    if not isinstance(words, list | tuple) or not all(
        index is None or (isinstance(index, int) and not isinstance(index, bool)) for index in words
    ):
        raise TypeError(f"words must be a list of integers and None; got {checks.describe(words)}")
    # Neighboring Nones must not be equal, because each is a word.
    labels = [f"alone {i}" if index is None else index for i, index in enumerate(words)]
    return [list(run) for _, run in groupby(range(len(words)), labels.__getitem__)]


def relative_difference(
    output: Float[Tensor, "*shape"], reference: Float[Tensor, "*shape"]
) -> Float[Tensor, ""]:
    """Computes the relative difference of two outputs, |output - reference| / |reference|.

    The norm is the Frobenius norm, the root of the sum of all squared entries.

    Args:
        output: Any tensor.
        reference: A tensor of the same shape.

    Returns:
        A scalar of at least 0. It is 0 if both tensors are all zeros, and infinite if only the
        reference is all zeros. For two unrelated tensors of the same norm it is about sqrt(2).

    Raises:
        TypeError: An input is not a dense floating-point tensor.
        ValueError: The shapes differ.

    >>> output, reference = torch.tensor([3.0, 0.0]), torch.tensor([4.0, 0.0])
    >>> relative_difference(output, reference).item()
    0.25
    """
    for name, tensor in (("output", output), ("reference", reference)):
        checks.require_floating(name, tensor, min_dims=0, min_bits=16)
    if output.shape != reference.shape:
        raise ValueError(
            f"reference must have the shape of output, {tuple(output.shape)}; "
            f"got {checks.describe(reference)}"
        )
    wide = torch.promote_types(output.dtype, torch.float32)
    output, reference, dtype = output.to(wide), reference.to(wide), output.dtype
    if output.numel():
        # Differences and squares of large numbers overflow, so the largest is scaled to 1.
        both = torch.stack([output.detach(), reference.detach()])
        largest = both.abs().amax()
        usable = (largest > 0) & largest.isfinite()
        unit = torch.where(usable, largest, 1)
        output, reference = output / unit, reference / unit
    distance, length = (output - reference).norm(), reference.norm()
    return torch.where(distance == 0, 0, distance / length).to(dtype)


def _require_weights(name: str, weights: Tensor) -> None:
    """Accepts rows of attention weights: not negative, with a sum of 1 or 0, up to rounding."""
    checks.require_floating(name, weights, min_bits=16)
    if not checks.is_concrete_on_cpu(weights):
        return
    wide = torch.promote_types(weights.dtype, torch.float32)
    sums = weights.detach().sum(-1, dtype=wide)
    tolerance = max(1e-3, 8 * torch.finfo(weights.dtype).eps)
    good = (weights.detach() >= 0).all(-1) & (((sums - 1).abs() <= tolerance) | (sums == 0))
    if not good.all():
        row = weights[tuple((~good).nonzero()[0])]
        raise ValueError(
            f"{name} must have rows of attention weights, which are not negative and sum to 1 or "
            f"0; got {checks.describe(row.tolist())}"
        )
