"""Exercises of "Sharing heads"."""

from mha_lib.book.exercises import Exercise, _given, _page

_GROUPS = ((4, 2), (6, 2), (12, 4), (6, 3), (3, 1))  # query heads, KV heads


def _judge_orders(orders):
    """Any order is right in which place after place has the KV head that it was trained with."""
    for (n_heads, n_kv_heads), order in zip(_GROUPS, orders, strict=True):
        case = f"with {n_heads} query heads and {n_kv_heads} KV heads"
        order = _given.wholes(order, f"{case}, give a list of {n_heads} whole numbers", n_heads)
        if sorted(order) != list(range(n_heads)):
            return f"{case}, the order must name each query head once; got {order}"
        size = n_heads // n_kv_heads
        owners = [i % n_kv_heads for i in order]  # the KV heads that they were trained with
        for place, owner in enumerate(owners):
            if owner != place // size:
                return (
                    f"{case}, {order} puts query head {order[place]} at place {place}, where it "
                    f"gets KV head {place // size}; it was trained with KV head {owner}"
                )
    return None


def _most(room, conversations, tokens, n_layers, n_heads, d_head, n_bytes, kept=2):
    one = kept * n_layers * d_head * n_bytes * tokens * conversations
    fit = [n for n in range(1, n_heads + 1) if n_heads % n == 0 and n * one <= room]
    return max(fit, default=0)


def _with_room_to_spare(room, *sizes):
    return _most(room - 1, *sizes)


def _not_divided(room, conversations, tokens, n_layers, n_heads, d_head, n_bytes):
    return room // (2 * n_layers * d_head * n_bytes * tokens * conversations)


# What a page offers for the first case of exercise 2, and what computes it.
_ANSWERS = {
    2: _most,
    3: _not_divided,
    4: lambda *sizes: _most(*sizes, kept=1),
    32: lambda room, conversations, *sizes: _most(room, 1, *sizes),
}


EXERCISES = {
    1: Exercise(
        solution=lambda n_heads, n_kv_heads: sorted(range(n_heads), key=lambda i: i % n_kv_heads),
        cases=_GROUPS,
        mistakes={
            "with 4 query heads and 2 KV heads, [0, 1, 2, 3] puts query head 1 at place 1, where "
            "it gets KV head 0; it was trained with KV head 1": (
                lambda n_heads, n_kv_heads: list(range(n_heads))
            ),
        },
        judge=_judge_orders,
    ),
    2: Exercise(
        solution=_most,
        cases=(
            (64_000_000_000, 40, 32_768, 32, 32, 128, 2),
            (64_000_000_000, 40, 32_768, 32, 32, 128, 1),
            (10_000, 1, 10, 4, 12, 8, 2),
            (1000, 1, 10, 4, 12, 8, 2),
            (9 * 1024, 2, 4, 2, 12, 8, 4),
            (6 * 1024, 2, 4, 2, 12, 8, 4),  # six fit exactly
        ),
        mistakes={
            "values are kept too, not keys alone": (lambda *sizes: _most(*sizes, kept=1)),
            "a cache that fills the room to its last byte fits too": _with_room_to_spare,
            "that many fit, but they must divide the query heads": _not_divided,
            "so many fit for one conversation; there are more": (
                lambda room, conversations, *sizes: _most(room, 1, *sizes)
            ),
        },
        page=_page.Choose({"KV heads": tuple(_ANSWERS)}, _ANSWERS.get),
    ),
}
