"""Exercises of "Heads on several machines"."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from mha_lib import HeadParameters, StackedAttention
from mha_lib.book.exercises import Exercise, _given, _page, draw

_random = torch.Generator().manual_seed(19)
_draw = partial(draw, _random)


def _random_parameters(*sizes: int) -> HeadParameters:
    return HeadParameters.random(*sizes, dtype=torch.float64, generator=_random)


# The layers that exercise 1 cuts, and for how many devices.
_LAYERS = (
    (_random_parameters(20, 4, 6), 2),
    (_random_parameters(10, 5, 3), 3),
    (_random_parameters(11, 9, 2), 4),
)
_CASES = tuple((params, rank, n) for params, n in _LAYERS for rank in range(n))


def _cut(params: HeadParameters, rank: int, n: int) -> HeadParameters:
    return _part(params, [*_first_get_more(params, rank, n)], rank)


def _part(params: HeadParameters, share: Sequence[int], rank: int) -> HeadParameters:
    part = params.prune_heads([head for head in range(params.n_heads) if head not in share])
    return part if rank == 0 else replace(part, b_O=None)


def _compute(params: HeadParameters, x: Tensor) -> Tensor:
    return StackedAttention.from_head_parameters(params)(x, need_weights=False)[0].detach()


def _judge_cut(parts: list[object]) -> str | None:
    first = 0
    for params, n in _LAYERS:
        wrong = _judge_parts(params, parts[first : first + n])
        if wrong:
            return f"with {params.n_heads} heads on {n} devices {wrong}"
        first += n
    return None


def _judge_parts(params: HeadParameters, parts: list[object]) -> str | None:
    own = [part for part in parts if isinstance(part, HeadParameters)]
    if len(own) < len(parts):
        return "a part is not a HeadParameters"
    counts = [part.n_heads for part in own]
    if sum(counts) != params.n_heads:
        return f"the parts have {sum(counts)} heads together"
    shares = torch.arange(params.n_heads).tensor_split(len(parts))
    wanted_counts, sizes = list(map(len, shares)), " + ".join(map(str, counts))
    if max(counts) - min(counts) > 1:
        return f"the shares are {sizes}, which could be more equal"
    if counts != wanted_counts:
        return f"the shares are {sizes}; the first devices take one more"
    for rank, (part, share) in enumerate(zip(own, shares, strict=True)):
        if part.W_Q.shape[1:] != params.W_Q.shape[1:]:
            return f"the heads of device {rank} have another width"
        mine = [_number(params, W_Q) for W_Q in part.W_Q]
        if None in mine:
            return f"device {rank} has a head that the layer does not have"
        if mine != share.tolist():
            return (
                f"device {rank} has the heads {mine}; heads stay in their order: {share.tolist()}"
            )
    x = _draw(1, 4, params.d_model)
    added = torch.stack([_compute(part, x) for part in own]).sum(dim=0)
    wanted = _compute(params, x)
    if torch.allclose(added, wanted, atol=1e-9):
        return None
    times = sum(part.b_O is not None for part in own)
    bias = 0 * x if params.b_O is None else params.b_O.expand_as(x)
    if torch.allclose(added - wanted, (times - 1) * bias, atol=1e-9):
        return f"b_O, which belongs to no head, is added {times} times"
    return "the heads' queries are right, but the parts do not add up to the layer"


def _number(params: HeadParameters, W_Q: Tensor) -> int | None:
    """The number of the head with this W_Q."""
    return next((i for i, own in enumerate(params.W_Q) if torch.allclose(own, W_Q)), None)


_Rule = Callable[[HeadParameters, int, int], Iterable[int]]


def _every_nth(params: HeadParameters, rank: int, n: int) -> Iterable[int]:
    return range(rank, params.n_heads, n)


def _rounded_down(params: HeadParameters, rank: int, n: int) -> Iterable[int]:
    return range(rank * params.n_heads // n, (rank + 1) * params.n_heads // n)


def _first_get_more(params: HeadParameters, rank: int, n: int) -> Iterable[int]:
    return torch.arange(params.n_heads).tensor_split(n)[rank].tolist()


# What a page offers: four heads on two devices and five on three; and who keeps b_O.
_RULES: dict[str, _Rule] = {
    "0 2 | 1 3 and 0 3 | 1 4 | 2": _every_nth,
    "0 1 | 2 3 and 0 | 1 2 | 3 4": _rounded_down,
    "0 1 | 2 3 and 0 1 | 2 3 | 4": _first_get_more,
}
_KEEPS_BIAS: dict[str, Callable[[int], bool]] = {
    "every device": lambda rank: True,
    "device 0": lambda rank: rank == 0,
    "no device": lambda rank: False,
}


def _chosen_cut(heads: str, bias: str) -> Callable[..., HeadParameters]:
    def cut(params: HeadParameters, rank: int, n: int) -> HeadParameters:
        part = _part(params, [*_RULES[heads](params, rank, n)], rank)
        return replace(part, b_O=params.b_O if _KEEPS_BIAS[bias](rank) else None)

    return cut


def _kinds(packed: Tensor, n_heads: int, n_kv_heads: int) -> list[Tensor]:
    """The columns of the queries, of the keys and of the values, head by head."""
    heads = packed.unflatten(1, (n_heads + 2 * n_kv_heads, -1))
    return [*heads.split([n_heads, n_kv_heads, n_kv_heads], dim=1)]


def _join(blocks: Iterable[Tensor]) -> Tensor:
    return torch.cat([*blocks], dim=1).flatten(1)


def _order(packed: Tensor, n: int, n_heads: int, n_kv_heads: int) -> Tensor:
    kinds = [kind.chunk(n, dim=1) for kind in _kinds(packed, n_heads, n_kv_heads)]
    return _join(kind[rank] for rank in range(n) for kind in kinds)


def _keys_then_values(packed: Tensor, n: int, n_heads: int, n_kv_heads: int) -> Tensor:
    """Cuts the queries, and all other columns together."""
    queries, keys, values = _kinds(packed, n_heads, n_kv_heads)
    halves = [queries.chunk(n, dim=1), torch.cat([keys, values], dim=1).chunk(n, dim=1)]
    return _join(half[rank] for rank in range(n) for half in halves)


def _every_nth_query(packed: Tensor, n: int, n_heads: int, n_kv_heads: int) -> Tensor:
    queries, *others = _kinds(packed, n_heads, n_kv_heads)
    return _join(
        block
        for rank in range(n)
        for block in (queries[:, rank::n], *(kind.chunk(n, dim=1)[rank] for kind in others))
    )


def _group_by_group(packed: Tensor, n: int, n_heads: int, n_kv_heads: int) -> Tensor:
    return _order(packed, n_kv_heads, n_heads, n_kv_heads)


_HEADS, _DEVICES, _MAX_HEADS, _GROUP = 12, 8, 2, 3
_BYTES = 2 * 7 / 8 * 1000 * 1536 * 2
_SHARES = [[0, 1], [2], [3, 4], [5], [6, 7], [8], [9, 10], [11]]
_EQUAL = [[0, 1], [2, 3], [4, 5], [6, 7], [8], [9], [10], [11]]
_THREES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [], [], [], []]
# As good as _SHARES, with another order of the devices of KV heads 0 and 3.
_MIXED = [[0], [1, 2], [3, 4], [5], [6, 7], [8], [9], [10, 11]]
# In both, one device has heads of two groups.
_ACROSS_1_AND_2 = [[0, 1], [2], [3, 4], [5, 6], [7], [8], [9, 10], [11]]
_ACROSS_2_AND_3 = [[0], [1, 2], [3], [4, 5], [6, 7], [8, 9], [10], [11]]
# What a page offers: how many heads each device gets, in order. All keep to two heads for a device.
_OFFERED = {
    " + ".join(str(len(share)) for share in s): s
    for s in (_EQUAL, _ACROSS_1_AND_2, _MIXED, _ACROSS_2_AND_3)
}
_SENT = {
    f"{round(sent):,}": sent
    for sent in (_BYTES / 2, 1000 * 1536 * 2, _BYTES, 2 * _BYTES, 8 * _BYTES)
}


_LISTS = "the shares are a list of lists of heads, one list for each device"


def _judge_shares(answer: object) -> str | None:
    shares, sent = _given.sequence(answer, "the answer is two things, the shares and the bytes", 2)
    shares = [_given.wholes(share, _LISTS) for share in _given.sequence(shares, _LISTS)]
    if len(shares) != _DEVICES:
        return f"there are {_DEVICES} devices, and shares for {len(shares)}"
    if sorted(head for share in shares for head in share) != list(range(_HEADS)):
        return f"each of the {_HEADS} heads goes to one device"
    if max(map(len, shares)) > _MAX_HEADS:
        return f"a device has {max(map(len, shares))} heads"
    keys = [{head // _GROUP for head in share} for share in shares]
    copied = sum(map(len, keys)) - _HEADS // _GROUP
    both = [device for device, own in enumerate(keys) if len(own) > 1]
    if copied > _DEVICES - _HEADS // _GROUP:
        return f"device {both[0]} needs two KV heads, and {copied} are copied; 4 are enough"
    return _judge_bytes(sent)


def _judge_bytes(sent: Any) -> str | None:
    if _given.is_quoted(sent):
        return f"the shares are right; {sent!r} is a string; give the number without quotes"
    if not _given.is_number(sent):
        return "the shares are right; how many bytes does a device send?"
    if sent == _BYTES:
        return None
    known = {
        1000
        * 1536
        * 2: "that is the size of the sum; in a ring a device sends 2 (n - 1) / n of it",
        2 * _BYTES: "that also counts the way back",
        _BYTES / 2: "that is half: a number has 2 bytes, and a ring sends it 2 (n - 1) / n times",
        _BYTES / 4: "that is a quarter: each of the two factors of 2 is missing",
        8 * _BYTES: "that is what all devices send together",
    }
    return f"the shares are right; {known.get(sent, 'the bytes are not')}"


EXERCISES = {
    1: Exercise(
        solution=_cut,
        cases=_CASES,
        judge=_judge_cut,
        mistakes={
            "with 4 heads on 2 devices b_O, which belongs to no head, is added 2 times": (
                lambda params, rank, n: replace(_cut(params, rank, n), b_O=params.b_O)
            ),
            "with 4 heads on 2 devices b_O, which belongs to no head, is added 0 times": (
                lambda params, rank, n: replace(_cut(params, rank, n), b_O=None)
            ),
            "with 4 heads on 2 devices the parts have 8 heads together": lambda params, rank, n: (
                params
            ),
            "with 4 heads on 2 devices device 0 has the heads [0, 2]; heads stay in their order: "
            "[0, 1]": lambda params, rank, n: _part(params, [*_every_nth(params, rank, n)], rank),
            "with 5 heads on 3 devices the shares are 1 + 2 + 2; the first devices take one more": (
                lambda params, rank, n: _part(params, [*_rounded_down(params, rank, n)], rank)
            ),
        },
        page=_page.Choose(
            {
                "four heads on two devices, five on three": tuple(_RULES),
                "b_O stays on": tuple(_KEEPS_BIAS),
            },
            _chosen_cut,
        ),
    ),
    2: Exercise(
        solution=_order,
        code=True,
        cases=((_draw(5, 24), 2, 4, 2), (_draw(4, 32), 2, 8, 4), (_draw(3, 18), 3, 3, 3)),
        mistakes={
            "that is the loader's mistake: its first part holds queries alone, or nearly": (
                lambda packed, *_: packed
            ),
            "the queries are right; but keys and values are cut as one, and device 0 gets no "
            "values": _keys_then_values,
            "query heads next to each other share a KV head, and here they are apart": (
                _every_nth_query
            ),
            "that is group by group; a device reads the queries of all its heads first": (
                _group_by_group
            ),
        },
    ),
    3: Exercise(
        solution=(_SHARES, _BYTES),
        mistakes={
            "device 1 needs two KV heads, and 5 are copied; 4 are enough": (_EQUAL, _BYTES),
            "device 3 needs two KV heads, and 5 are copied; 4 are enough": (
                _ACROSS_1_AND_2,
                _BYTES,
            ),
            "device 5 needs two KV heads, and 5 are copied; 4 are enough": (
                _ACROSS_2_AND_3,
                _BYTES,
            ),
            "the shares are right; that is the size of the sum; in a ring a device sends "
            "2 (n - 1) / n of it": (_SHARES, 1000 * 1536 * 2),
            "the shares are right; that is half: a number has 2 bytes, and a ring sends it "
            "2 (n - 1) / n times": (_SHARES, _BYTES / 2),
            "the shares are right; how many bytes does a device send?": (_SHARES, None),
            "a device has 3 heads": (_THREES, _BYTES),
        },
        judge=_judge_shares,
        page=_page.Choose(
            {"heads of the devices, in turn": tuple(_OFFERED), "bytes": tuple(_SENT)},
            lambda shares, sent: (_OFFERED[shares], _SENT[sent]),
        ),
    ),
}
