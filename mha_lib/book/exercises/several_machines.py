"""Exercises of "Heads on several machines"."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

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


# Exercise 3: Llama 3.1 405B on 16 devices.
_KV_HEAD = 5
_CACHED = 126 * 2 * 128 * 2  # layers; a key and a value; their width; bytes
_SUM = 32 * 16_384 * 2  # conversations, d_model, bytes
_SENT = 2 * 15 * _SUM // 16

_WRONG_KV_HEADS: dict[float, str] = {
    3: "that is 11 - 8, as if the second eight devices began again with KV head 0; but device 11 "
    "has the query heads 88 to 95, and sixteen next to each other read the same KV head",
    11: "that is the number of the device, and there are only 8 KV heads",
    6: "KV heads are counted from 0, and two devices in a row hold the same one",
}
_WRONG_CACHES: dict[float, str] = {
    _CACHED // 126: "that is the cache of one layer",
    _CACHED // 2: "that is a sixteenth of the cache; two devices hold the same "
    "KV head, and each holds all of its keys and values",
    2 * _CACHED: "that is two KV heads; a device's eight query heads read only one",
    8 * _CACHED: "that is the whole cache, of all 8 KV heads",
    16 * _CACHED: "that is what all 16 devices hold together",
}
_WRONG_SENT: dict[float, str] = {
    _SUM: "that is the size of the sum; in a ring a device sends 2 (n - 1) / n of it",
    _SENT // 2: "that is half: the parts go around to be added, and the sum goes around again",
    2 * _SUM: "that is twice the size of the sum; a device sends 2 (n - 1) / n of it",
    16 * _SENT: "that is what all 16 devices send together",
    2 * 126 * _SENT: "that is what a device sends in the whole step, for two sums in each layer",
    _SENT // 32: "that is for one conversation; each of the 32 has a token in the step",
}
_OFFERED_CACHES = sorted([_CACHED, *_WRONG_CACHES])
_OFFERED_SENT = sorted([_SENT, *_WRONG_SENT])
_RULE = "the answer is three numbers: a KV head, and two numbers of bytes"


def _judge_sixteen(answer: object) -> str | None:
    entries = _given.sequence(answer, _RULE, 3)
    _given.no_quotes(entries)
    kv_head, cached, sent = _given.numbers(entries, 3, _RULE)
    if kv_head != _KV_HEAD:
        why = "which query heads does device 11 have, and which KV head do they read?"
        return _WRONG_KV_HEADS.get(kv_head, why)
    if cached != _CACHED:
        return f"the KV head is right; {_WRONG_CACHES.get(cached, 'the cache is not')}"
    if sent != _SENT:
        return f"KV head and cache are right; {_WRONG_SENT.get(sent, 'the bytes sent are not')}"
    return None


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
        solution=(_KV_HEAD, _CACHED, _SENT),
        mistakes={
            _WRONG_KV_HEADS[3]: (3, _CACHED, _SENT),
            _WRONG_KV_HEADS[11]: (11, _CACHED, _SENT),
            _WRONG_KV_HEADS[6]: (6, _CACHED, _SENT),
        }
        | {
            f"the KV head is right; {why}": (_KV_HEAD, wrong, _SENT)
            for wrong, why in _WRONG_CACHES.items()
        }
        | {
            f"KV head and cache are right; {why}": (_KV_HEAD, _CACHED, wrong)
            for wrong, why in _WRONG_SENT.items()
        },
        judge=_judge_sixteen,
        page=_page.Choose(
            {
                "KV head of device 11": (3, 5, 6, 11),
                "bytes cached per token": tuple(f"{n:,}" for n in _OFFERED_CACHES),
                "bytes sent for one sum": tuple(f"{n:,}" for n in _OFFERED_SENT),
            },
            lambda head, cached, sent: (
                head,
                int(cached.replace(",", "")),
                int(sent.replace(",", "")),
            ),
        ),
    ),
}
