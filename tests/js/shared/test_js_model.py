"""model.js: every number of a small model equals torch, and so does the sum of its terms."""

import json

import pytest
import torch
from torch.testing import assert_close

from mha_lib import HeadParameters, StackedAttention, attention_scores, causal_mask
from mha_lib.book.tiny import TASKS, TinyModel, load
from mha_lib.widgets import ModelView
from tests.helpers import javascript

TEXT = "gbadcfbhaegd"
MATRICES = ("W_Q", "W_K", "W_V", "W_O")
OF_A_HEAD = ["Q", "K", "V", "scores", "weights", "average", "written"]
STAGES = ["x", "sum", "logits", "answers", *OF_A_HEAD]


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def a_model(n_heads, **sizes):
    """Learned tokens, and widths that cannot be confused."""
    torch.manual_seed(n_heads)
    return TinyModel(8, 12, 2, n_heads=n_heads, d_model=7, d_head=5, **sizes)


MODELS = {
    "two letters, one head": load("two_letters_1"),
    "two letters, two heads": load("two_letters_2"),
    "learned tokens, one head": a_model(1),
    "learned tokens, three heads": a_model(3),
    "residual": a_model(2, residual=True),
    "causal": a_model(3, causal=True),
    "two layers": a_model(3, n_layers=2),
    "three layers, residual, causal": a_model(2, n_layers=3, residual=True, causal=True),
    "one-hot, two layers, residual": TinyModel(
        8, 12, 2, n_heads=2, d_head=3, n_layers=2, residual=True
    ),
}
each_model = pytest.mark.parametrize("sent", [ModelView(m).models[0] for m in MODELS.values()],
                                     ids=MODELS)  # fmt: skip


def indices(text):
    return [TASKS["two_letters"].letters.index(letter) for letter in text]


def heads_of(sent):
    """(layer, head in it) of every head, in the order of their numbers."""
    return [(i, h) for i, layer in enumerate(sent["layers"]) for h in range(len(layer["W_Q"]))]


def attention(sent, off):
    """This library's layers with the rounded weights; a head that is off writes nothing."""
    weights = [{name: tensor(layer[name]) for name in MATRICES} for layer in sent["layers"]]
    for number in off:
        layer, head = heads_of(sent)[number]
        weights[layer]["W_O"][head] = 0
    return [
        StackedAttention.from_head_parameters(HeadParameters(**of_layer)) for of_layer in weights
    ]


def whole_model(sent, text, off=()):
    """TinyModel's own answers, with the rounded weights in it."""
    sizes = {"residual": sent["residual"], "causal": sent["causal"]}
    model = TinyModel(8, 12, 2, d_model=len(sent["features"]), **sizes).double()
    model.layers = torch.nn.ModuleList(attention(sent, off))
    with torch.no_grad():
        model.letter_vectors.copy_(tensor(sent["letter_vectors"]))
        model.positions.copy_(tensor(sent["positions"]))
        model.readout.weight.copy_(tensor(sent["readout"]).T)
        model.readout.bias.copy_(tensor(sent["bias"]))
        logits, weights = model(torch.tensor([indices(text)]))
    return logits[0].flatten(1), torch.cat([of_layer[0] for of_layer in weights])


def in_torch(sent, text, off=()):
    """Every stage: one tensor for x, logits and answers, otherwise one per layer or head."""
    ids = indices(text)
    x = tensor(sent["letter_vectors"])[ids] + tensor(sent["positions"])[: len(ids)]
    mask = causal_mask(len(ids)) if sent["causal"] else None
    stages = {"x": [x], **{name: [] for name in [*OF_A_HEAD, "sum"]}}
    for layer in attention(sent, off):
        params = layer.head_parameters()
        out, weights = layer(x, mask=mask)
        Q, K, V = x @ params.W_Q, x @ params.W_K, x @ params.W_V
        scores = attention_scores(Q, K)
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        average = weights @ V
        found = (Q, K, V, scores, weights, average, average @ params.W_O)
        for name, of_heads in zip(OF_A_HEAD, found, strict=True):
            stages[name] += of_heads.detach()
        x = (x + out if sent["residual"] else out).detach()
        stages["sum"].append(x)
    logits = x @ tensor(sent["readout"]) + tensor(sent["bias"])
    answers = logits.unflatten(1, (2, 8)).softmax(dim=-1).flatten(1)
    return stages | {"logits": [logits], "answers": [answers]}


def in_page(run):
    """The same of what the page computed."""
    stages = {name: [tensor(head[name]) for head in run["heads"]] for name in OF_A_HEAD}
    once = {name: [tensor(run[name])] for name in ("x", "logits", "answers")}
    return stages | once | {"sum": [tensor(one) for one in run["sums"]]}


def call(body, sent, text, off=(), **values):
    words = "const words = { position: (i) => `${i}`, alphabet: [...'abcdefgh'] };"
    body = f"const run = m.run(sent, text, off); {words} {body}"
    return javascript.run("model.js", body, sent=sent, text=indices(text), off=list(off), **values)


@each_model
@pytest.mark.parametrize(
    ("text", "off"), [(TEXT, "none"), (TEXT, "first"), ("hhhh", "all but the first"), ("c", "none")]
)
def test_every_stage_equals_torch(sent, text, off):
    numbers = range(len(heads_of(sent)))
    off = {"none": [], "first": [0], "all but the first": [*numbers][1:]}[off]
    found, expected = in_page(call("return run;", sent, text, off)), in_torch(sent, text, off)
    for stage in STAGES:
        assert_close(found[stage], expected[stage], rtol=1e-9, atol=1e-9)
    logits, weights = whole_model(sent, text, off)
    assert_close(found["logits"][0], logits, rtol=1e-9, atol=1e-9)
    assert_close(torch.stack(found["weights"]), weights, rtol=1e-9, atol=1e-9)
    assert not any(found["written"][h].any() for h in off)


@each_model
def test_heads_are_named_with_their_layer_if_there_are_several(sent):
    names = call("return m.allHeads(sent).map((h) => m.headName(sent, h));", sent, TEXT)
    several = len(sent["layers"]) > 1
    assert names == [f"layer {i}, head {h}" if several else f"head {h}" for i, h in heads_of(sent)]


def worth(reason):
    """The result of the terms, by the rule that is shown."""
    found = sum(term["value"] for term in reason["terms"]) + reason.get("bias", 0)
    return found / reason.get("divisor", 1)


# Models in which each rule for a number's terms occurs: learned and one-hot tokens, several layers,
# the residual connection, and the causal mask.
@pytest.mark.parametrize("sent", [
    ModelView(MODELS[name]).models[0]
    for name in (
        "two letters, two heads", "learned tokens, three heads", "one-hot, two layers, residual",
        "three layers, residual, causal",
    )
])  # fmt: skip
@pytest.mark.parametrize("stage", STAGES)
def test_every_number_is_the_sum_of_its_terms(sent, stage):
    off = [0] if stage == "sum" else []
    expected = in_torch(sent, TEXT, off)[stage]
    body = """return rows.map((row) => columns.map((column) =>
        m.explain(sent, run, text, { stage, index, row, column }, words)));"""
    index, (rows, columns) = len(expected) - 1, map(range, expected[-1].shape)
    reasons = call(
        body, sent, TEXT, off, stage=stage, index=index, rows=[*rows], columns=[*columns]
    )
    for row in rows:
        for column in columns:
            reason, value = reasons[row][column], expected[-1][row, column].item()
            assert reason["value"] == pytest.approx(value, abs=1e-9)
            if sent["causal"] and stage in ("scores", "weights") and column > row:
                assert reason["rule"].startswith("blocked: ")
                assert stage == "weights" or reason["terms"] == reason["sources"] == []
            if value > -torch.inf:
                assert worth(reason) == pytest.approx(value, abs=1e-9)
            for term in reason["terms"]:
                if term["factors"]:
                    left, right = term["factors"]
                    assert left * right == pytest.approx(term["value"], abs=1e-12)


@pytest.mark.parametrize(("stage", "columns"), [("weights", range(12)), ("answers", range(8, 16))])
def test_a_softmax_explains_the_exponential_of_each_score(stage, columns):
    sent = ModelView(MODELS["learned tokens, three heads"]).models[0]
    body = """return columns.map((column) =>
        m.explain(sent, run, text, { stage, index, row: 7, column }, words));"""
    index = 1 if stage == "weights" else 0
    reasons = call(body, sent, TEXT, stage=stage, index=index, columns=[*columns])
    found = in_torch(sent, TEXT)
    own = found["scores"][1][7] if stage == "weights" else found["logits"][0][7, 8:]
    less = own.max() if own.max().abs() > 9 else 0  # what e to it has more than four digits
    raised = torch.tensor([reason["terms"][0]["value"] for reason in reasons]).double()
    assert_close(raised, (own - less).exp(), rtol=1e-6, atol=1e-9)
    for reason in reasons:
        assert [term["value"] for term in reason["raised"]] == pytest.approx(raised.tolist())
        assert ("less the largest" in reason["rule"]) == bool(less)


def test_a_query_of_one_hot_tokens_sums_a_letter_row_and_a_position_row():
    sent = ModelView(MODELS["two letters, two heads"]).models[0]
    asked = {"stage": "Q", "index": 1, "row": 3, "column": 4}
    reason = call("return m.explain(sent, run, text, asked, words);", sent, TEXT, asked=asked)
    terms = [term for term in reason["terms"] if term["factors"][0]]
    assert [term["name"] for term in terms] == ["letter “d”", "position 3"]
    W = sent["layers"][0]["W_Q"][1]
    assert [term["value"] for term in terms] == [W[3][4], W[8 + 3][4]]
    assert reason["sources"] == [rows_of("x", 0, row=3), column_of("W_Q", 1, 20, column=4)]


def rows_of(name, index, row=5, rows=1):
    return {"stage": name, "index": index, "row": row, "rows": rows}


def column_of(name, index, rows, column=2):
    return rows_of(name, index, 0, rows) | {"column": column}


# Of number (5, 2) of the last head, or of the last sum: three heads, and two layers of two.
SOURCES = {
    "x": ([], []),
    "K": [[rows_of(*x), column_of("W_K", h, 7)] for x, h in ((("x", 0), 2), (("sum", 0), 3))],
    "V": [[rows_of(*x), column_of("W_V", h, 7)] for x, h in ((("x", 0), 2), (("sum", 0), 3))],
    "scores": [[rows_of("Q", h), rows_of("K", h, row=2)] for h in (2, 3)],
    "weights": [[rows_of("scores", h)] for h in (2, 3)],
    "average": [
        [rows_of("weights", 2), column_of("V", 2, 12)],
        [rows_of("weights", 3), column_of("V", 3, 6)],  # those so far
    ],
    "written": [[rows_of("average", h), column_of("W_O", h, 5)] for h in (2, 3)],
    "sum": (
        [rows_of("written", h) for h in range(3)],
        [rows_of("sum", 0), rows_of("written", 2), rows_of("written", 3)],
    ),
    "logits": ([rows_of("sum", 0)], [rows_of("sum", 1)]),
    "answers": [[rows_of("logits", 0)]] * 2,
}


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("stage", SOURCES)
def test_an_explanation_names_its_source_rows_and_columns(stage, deep):
    model = a_model(2, n_layers=2, residual=True, causal=True) if deep else a_model(3)
    index = (3 if deep else 2) if stage in OF_A_HEAD else int(deep and stage == "sum")
    asked = {"stage": stage, "index": index, "row": 5, "column": 2}
    sent = ModelView(model).models[0]
    reason = call("return m.explain(sent, run, text, asked, words);", sent, TEXT, asked=asked)
    assert reason["sources"] == SOURCES[stage][deep]


def test_terms_name_their_layer():
    sent = ModelView(MODELS["three layers, residual, causal"]).models[0]
    displayed = {}
    for stage, index in (("sum", 0), ("sum", 1), ("Q", 1), ("Q", 2), ("average", 2)):
        asked = {"stage": stage, "index": index, "row": 5, "column": 2}
        reason = call("return m.explain(sent, run, text, asked, words);", sent, TEXT, asked=asked)
        displayed[stage, index] = reason["rule"], [term["name"] for term in reason["terms"]]
    heads = ["layer 1, head 0", "layer 1, head 1"]
    assert displayed["sum", 0][1] == ["the token's vector", "layer 0, head 0", "layer 0, head 1"]
    assert displayed["sum", 1][1] == ["the output of layer 0", *heads]
    assert displayed["Q", 1][0] == "the token's vector times column 2 of W_Q"
    assert displayed["Q", 2][0] == "the output of layer 0 times column 2 of W_Q"
    assert displayed["average", 2][1] == [*"012345"]


@each_model
@pytest.mark.parametrize("off", [[], [0]])
def test_a_trace_sums_to_the_logit_minus_the_question_mean(sent, off):
    logits = whole_model(sent, TEXT, off)[0].unflatten(1, (2, 8))
    above = logits - logits.mean(dim=-1, keepdim=True)
    last = len(sent["layers"]) - 1
    heads = [
        number
        for number, (layer, _) in enumerate(heads_of(sent))
        if number not in off and (sent["residual"] or layer == last)
    ]
    for row, answer in ((0, 0), (5, 3), (8, 9), (11, 15)):
        body = "return m.trace(sent, run, text, row, answer, off);"
        found = call(body, sent, TEXT, off, row=row, answer=answer)
        parts = sum(part["value"] for part in found["parts"])
        together = found["bias"] + parts + sum(found["token"].values())
        assert together == pytest.approx(above[row].flatten()[answer].item(), abs=1e-9)
        seen = row + 1 if sent["causal"] else 12
        displayed = [(part["head"], part["position"]) for part in found["parts"]]
        assert displayed == [(head, position) for head in heads for position in range(seen)]
        assert [*found["token"]] == (["letter", "position"] if sent["residual"] else [])
        for part in found["parts"]:
            assert part["value"] == pytest.approx(part["weight"] * part["contribution"], abs=1e-12)


ALONE = "the bias alone answers, the same at every position."


@pytest.mark.parametrize(
    ("name", "off", "displayed"),
    [
        ("two letters, two heads", [0], ""),
        ("two letters, two heads", [1, 0], f"No head is on: {ALONE}"),
        ("two layers", [0, 2], ""),
        ("two layers", [0, 1, 2], f"No head of layer 0 is on: {ALONE}"),
        ("two layers", [3, 4], ""),
        ("two layers", [3, 4, 5], f"No head of layer 1 is on: {ALONE}"),
        ("two layers", [0, 1, 2, 3, 4, 5], f"No head is on: {ALONE}"),
        ("residual", [0], ""),
        ("one-hot, two layers, residual", [2, 3], ""),
        (
            "residual",
            [0, 1],
            "No head is on: each position answers from its own token and the bias.",
        ),
    ],
)
def test_describe_silence_says_what_answers_without_heads(name, off, displayed):
    sent = ModelView(MODELS[name]).models[0]
    assert call("return m.describeHeadsOff(sent, off);", sent, TEXT, off) == displayed
    answers = whole_model(sent, TEXT, off)[0]
    assert ((answers - answers[0]).abs().max() < 1e-12) == (ALONE in displayed)


def test_the_token_part_of_a_trace_is_its_letter_and_position():
    sent = ModelView(MODELS["three layers, residual, causal"]).models[0]
    found = call("return m.trace(sent, run, text, 8, 9, off);", sent, TEXT)
    readout = tensor(sent["readout"])[:, 8:]
    speaks = readout[:, 1] - readout.mean(dim=1)
    for name, row in (("letter", sent["letter_vectors"][0]), ("position", sent["positions"][8])):
        assert found["token"][name] == pytest.approx((tensor(row) @ speaks).item(), abs=1e-9)


def test_removing_a_position_removes_its_part_of_the_answer():
    """The trace's part of one position is what the answer loses when its value is taken away."""
    sent = ModelView(MODELS["two letters, two heads"]).models[0]
    expected = in_torch(sent, TEXT)
    found = call("return m.trace(sent, run, text, 8, 9, off);", sent, TEXT)
    for term in found["parts"]:
        V = expected["V"][term["head"]].clone()
        V[term["position"]] = 0
        average = expected["weights"][term["head"]] @ V
        lost = expected["average"][term["head"]] - average
        through = lost @ tensor(sent["layers"][0]["W_O"])[term["head"]] @ tensor(sent["readout"])
        through = through.unflatten(1, (2, 8))
        through = (through - through.mean(dim=-1, keepdim=True)).flatten(1)
        assert through[8, 9].item() == pytest.approx(term["value"], abs=1e-9)


def crafted(looks):
    """Only weights, of two layers of two heads: what a position attends to, by (head, position)."""
    weights = torch.zeros(4, 6, 6)
    for (head, position), shares in looks.items():
        for j, share in shares.items():
            weights[head, position, j] = share
    heads = [{"weights": of_head.tolist()} for of_head in weights]
    return {"x": [0] * 6, "heads": heads, "layers": [{"W_Q": [0, 0]}] * 2}


STEPS = {
    "one position": ({(2, 5): {3: 0.9}, (0, 3): {2: 0.8}}, [], (3, [[0, 2, 0.8]])),
    "both heads below, and of one two positions": (
        {(3, 5): {3: 0.9}, (0, 3): {1: 0.3, 2: 0.7}, (1, 3): {0: 0.5}},
        [],
        (3, [[0, 1, 0.3], [0, 2, 0.7], [1, 0, 0.5]]),
    ),
    "the position that both look at together": (
        {(2, 5): {3: 0.6, 2: 0.4}, (3, 5): {2: 0.5, 4: 0.5}, (1, 2): {1: 1}, (1, 3): {0: 1}},
        [],
        (2, [[1, 1, 1]]),
    ),
    "a head that is off does not count": (
        {(2, 5): {3: 0.9}, (3, 5): {2: 0.5}, (1, 2): {1: 1}, (0, 2): {0: 1}, (1, 3): {0: 1}},
        [0, 2],
        (2, [[1, 1, 1]]),
    ),
    "all of a layer are off": ({(2, 5): {3: 0.9}, (0, 3): {2: 0.8}}, [2, 3], None),
    "what attends to itself": ({(2, 5): {5: 0.9}, (0, 5): {2: 0.8}}, [], None),
    "weak looks": ({(2, 5): {3: 0.2}, (0, 3): {2: 0.8}}, [], None),
    "weak looks below": ({(2, 5): {3: 0.9}, (0, 3): {2: 0.2}}, [], None),
}


@pytest.mark.parametrize(("looks", "off", "step"), STEPS.values(), ids=STEPS)
def test_step_before_is_what_the_layer_below_attended_to(looks, off, step):
    run = crafted(looks)
    body = "return m.findEarlierStep({ layers: run.layers }, run, 5, off);"
    found = javascript.run("model.js", body, run=run, off=off)
    if step is None:
        assert found is None
        return
    assert found["from"] == step[0]
    displayed = [[look["head"], look["position"], look["weight"]] for look in found["attended"]]
    assert displayed == [
        [head, position, pytest.approx(share)] for head, position, share in step[1]
    ]


def test_a_model_of_one_layer_has_no_step_before():
    sent = ModelView(MODELS["two letters, two heads"]).models[0]
    assert call("return m.findEarlierStep(sent, run, 8, off);", sent, TEXT) is None


def test_the_state_is_plain_json():
    assert json.loads(json.dumps(ModelView(MODELS["learned tokens, one head"]).models))
