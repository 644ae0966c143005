"""Exercises of "A real model, loaded wrong and put right", and the small BERT that it runs."""

from dataclasses import replace

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page
from mha_lib.book.pretrained import Encoder
from mha_lib.head_parameters import HeadParameters

N_HEADS, N_LAYERS, _TOLERANCE = 3, 4, 1e-9
_SIZES = {"word": 40, "position": 11, "token_type": 2}
_WIDTH, _INNER = 24, 33
_ATTENTION = ("self.query", "self.key", "self.value", "output.dense")


def stand_in(seed: int = 3) -> dict[str, Tensor]:
    """The parameters of a small BERT, random numbers in double precision.

    It has 4 layers of 3 heads, 40 words, 11 positions and d_model 24, under BERT's own names.

    Args:
        seed: Seed of the random numbers.
    """
    generator = torch.Generator().manual_seed(seed)

    def draw(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    state = {f"embeddings.{name}_embeddings.weight": draw(n, _WIDTH) for name, n in _SIZES.items()}
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{i}." for i in range(N_LAYERS)):
        linear = {f"attention.{part}": (_WIDTH, _WIDTH) for part in _ATTENTION}
        linear |= {"intermediate.dense": (_INNER, _WIDTH), "output.dense": (_WIDTH, _INNER)}
        for part, (rows, columns) in linear.items():
            state[f"{layer}{part}.weight"] = draw(rows, columns) * 1.5 / columns**0.5
            state[f"{layer}{part}.bias"] = draw(rows) / 2
        norms += [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    for norm in norms:
        state |= {f"{norm}.weight": 1 + draw(_WIDTH) / 4, f"{norm}.bias": draw(_WIDTH) / 4}
    return state


def _encoder(**changes: Tensor) -> Encoder:
    return Encoder(stand_in(11) | changes, N_HEADS)


def _norm_not_loaded() -> Encoder:
    norm = "encoder.layer.1.output.LayerNorm"
    start = {f"{norm}.weight": torch.ones(_WIDTH), f"{norm}.bias": torch.zeros(_WIDTH)}
    return _encoder(**{name: value.double() for name, value in start.items()})


def _exchanged(params: HeadParameters, layer: int) -> HeadParameters:
    if layer != 2:
        return params
    return replace(params, W_K=params.W_V, W_V=params.W_K, b_K=params.b_V, b_V=params.b_K)


def _positions_from_1() -> Encoder:
    name = "embeddings.position_embeddings.weight"
    return _encoder(**{name: stand_in(11)[name].roll(-1, dims=0)})


def _times(params: HeadParameters, of_W: float, of_b: float) -> HeadParameters:
    """The weights with W_Q and b_Q multiplied."""
    b_Q = None if params.b_Q is None else of_b * params.b_Q
    return replace(params, W_Q=of_W * params.W_Q, b_Q=b_Q)


def _scaled(model: Encoder, factor: float) -> Encoder:
    """The model with its queries, and therefore its scores, multiplied."""
    return model.change(lambda params, _: _times(params, factor, factor))


#: The right model, of which the exercises' models are broken versions.
REFERENCE = _encoder()
#: Three models of the same file, each with one fault.
BROKEN = {
    "A": _norm_not_loaded(),
    "B": REFERENCE.change(_exchanged),
    "C": _positions_from_1(),
}

_FAULTS = (
    *("not loaded", "exchanged", "shifted by one"),
    *("transposed", "mixed", "divided twice"),
)
_FOUND = {
    "A": ("layers.1.after_mlp", "not loaded"),
    "B": ("layers.2.attention", "exchanged"),
    "C": ("norm", "shifted by one"),
}


def _judge_found(answer) -> str | None:
    """What is wrong with a diagnosis of the three models."""
    answer = _given.named(answer, "ABC")
    for name, (where, fault) in _FOUND.items():
        rule = f"for {name} give a pair: the first module that is off, and the fault"
        module, said = map(_given.word, _given.sequence(answer[name], rule, 2))
        if said not in _FAULTS:
            return f"the faults are {', '.join(_FAULTS)}; got {said!r}"
        if module != where:
            return f"in {name}, {module} is not the first module whose output is off"
        if said != fault:
            return f"in {name} the module is right; look at its numbers again"
    return None


def _missed(ids: Tensor, lengths: list[int]) -> str | None:
    """A fault that an input does not show; None if it shows all of them."""
    theirs = REFERENCE(ids, lengths)[0]
    faulty = {
        "mixed queries": REFERENCE.change(_mixed_queries)(ids, lengths)[0],
        "positions counted from 1": BROKEN["C"](ids, lengths)[0],
        "padding not masked": REFERENCE(ids)[0],
    }
    real = torch.arange(ids.shape[1]) < torch.tensor(lengths)[:, None]
    for name, ours in faulty.items():
        if (ours[-1] - theirs[-1])[real].abs().max() < _TOLERANCE:
            return name
    return None


def _mixed_queries(params: HeadParameters, layer: int) -> HeadParameters:
    """Rows (h d) read as (d h)."""
    wide = params.W_Q.transpose(0, 1).flatten(1)
    W_Q = wide.unflatten(1, (params.d_head, params.n_heads)).permute(2, 0, 1)
    return replace(params, W_Q=W_Q)


_INPUT = "give a pair: the rows of ids, and their lengths"
_ROWS = "give rows of equal length, and one length for each row"


def _judge_input(answer) -> str | None:
    """What is wrong with the smallest input."""
    rows, lengths = _given.sequence(answer, _INPUT, 2)
    rows = [_given.wholes(row, _ROWS) for row in _given.sequence(rows, _INPUT)]
    lengths = _given.wholes(lengths, _ROWS, len(rows))
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        return _ROWS
    ids, (n_rows, n_ids) = torch.tensor(rows), (len(rows), len(rows[0]))
    if n_rows * n_ids > 4:
        return f"four ids are enough; you gave {n_rows * n_ids}"
    if not all(0 <= i < _SIZES["word"] for row in rows for i in row):
        return f"an id is a whole number from 0 to {_SIZES['word'] - 1}"
    if not all(1 <= length <= n_ids for length in lengths):
        return f"a length is a whole number from 1 to {n_ids}"
    missed = _missed(ids, lengths)
    return f'this input does not show the fault "{missed}"' if missed else None


def _repair(model: Encoder) -> Encoder:
    return model.change(lambda params, _: _times(params, params.d_head**0.5, params.d_head**0.5))


_IDS = torch.tensor([[7, 21, 4], [30, 2, 11]])
_OTHER = Encoder(stand_in(12), 4)  # heads of another width
_RIGHT = (REFERENCE, _OTHER)
BROKEN["D"] = _scaled(REFERENCE, 1 / 8**0.5)


def _judge_repaired(results) -> str | None:
    """What is wrong with the two repaired models."""
    for number, (model, right) in enumerate(zip(results, _RIGHT, strict=True), start=1):
        if not isinstance(model, Encoder):
            return "give a model; model.change makes one"
        if _is_off(model, right) and not _is_off(model.change(_with_its_bias), right):
            return "the weight is right; the queries' bias is divided too"
        for i, (ours, theirs) in enumerate(zip(model(_IDS)[0], right(_IDS)[0], strict=True)):
            if (ours - theirs).abs().max() > _TOLERANCE:
                return f"in model {number} the states after {i} of 4 layers are still off"
    return None


def _with_its_bias(params: HeadParameters, _layer: int) -> HeadParameters:
    return _times(params, 1.0, params.d_head**0.5)


def _is_off(model: Encoder, right: Encoder) -> bool:
    return bool((model(_IDS)[0][-1] - right(_IDS)[0][-1]).abs().max() > _TOLERANCE)


def _only_the_weight(model: Encoder) -> Encoder:
    return model.change(lambda params, _: _times(params, params.d_head**0.5, 1.0))


def _by_a_fixed_number(model: Encoder) -> Encoder:
    return _scaled(model, 8**0.5)


# What a page offers for exercise 2.
_OFFERED_ROWS = {
    "7": [[7]],
    "7 21": [[7, 21]],
    "7 21 4": [[7, 21, 4]],
    "7 | 4": [[7], [4]],
    "7 21 | 4 0": [[7, 21], [4, 0]],
    "7 21 4 | 5 6 0": [[7, 21, 4], [5, 6, 0]],
}
_OFFERED_LENGTHS = {
    " | ".join(map(str, lengths)): lengths
    for lengths in ([1], [2], [3], [1, 1], [2, 1], [2, 2], [3, 2])
}

_WHERE = ("norm", "layers.1.after_mlp", "layers.2.attention")

EXERCISES = {
    1: Exercise(
        solution=_FOUND,
        judge=_judge_found,
        page=_page.Choose(
            {
                f"{name}: {asked}": options
                for name in "ABC"
                for asked, options in (("first off", _WHERE), ("its numbers", _FAULTS))
            },
            lambda *said: {name: said[2 * i : 2 * i + 2] for i, name in enumerate("ABC")},
        ),
        mistakes={
            "give a dictionary with the keys A, B and C": "layers.1",
            "for A give a pair: the first module that is off, and the fault": (
                _FOUND | {"A": "layers.1"}
            ),
            "in A, layers.1 is not the first module whose output is off": (
                _FOUND | {"A": ("layers.1", "not loaded")}
            ),
            "in B the module is right; look at its numbers again": (
                _FOUND | {"B": ("layers.2.attention", "mixed")}
            ),
            "in C, layers.2.attention is not the first module whose output is off": (
                _FOUND | {"C": ("layers.2.attention", "shifted by one")}
            ),
            f"the faults are {', '.join(_FAULTS)}; got 'wrong'": (
                _FOUND | {"C": ("norm", "wrong")}
            ),
        },
    ),
    2: Exercise(
        solution=([[7, 21], [4, 0]], [2, 1]),
        judge=_judge_input,
        page=_page.Choose(
            {
                "rows of ids, with | between rows": tuple(_OFFERED_ROWS),
                "their lengths": tuple(_OFFERED_LENGTHS),
            },
            lambda rows, lengths: (_OFFERED_ROWS[rows], _OFFERED_LENGTHS[lengths]),
        ),
        mistakes={
            'this input does not show the fault "mixed queries"': ([[7], [4]], [1, 1]),
            'this input does not show the fault "padding not masked"': ([[7, 21, 4]], [3]),
            "four ids are enough; you gave 6": ([[7, 21, 4], [5, 6, 0]], [3, 2]),
            _ROWS: ([7, 21], [2]),
            _INPUT: [[7, 21]],
        },
    ),
    3: Exercise(
        solution=_repair,
        cases=((BROKEN["D"],), (_scaled(_OTHER, 1 / 6**0.5),)),
        judge=_judge_repaired,
        mistakes={
            "in model 1 the states after 1 of 4 layers are still off": lambda model: model,
            "the weight is right; the queries' bias is divided too": _only_the_weight,
            "in model 2 the states after 1 of 4 layers are still off": _by_a_fixed_number,
            "give a model; model.change makes one": lambda model: model.layers[0],
        },
    ),
}
