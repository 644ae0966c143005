"""model.js: every number of a small model as torch computes it, and what each was made of."""

import json

import javascript
import pytest
import torch
from torch.testing import assert_close

from mha_lib import HeadWeights, StackedAttention, attention_scores
from mha_lib.tiny import TASKS, TinyModel, load
from mha_lib.widgets import ModelView

TEXT = "gbadcfbhaegd"
ONE_OF_ALL = ["x", "sum", "logits", "answers"]
OF_A_HEAD = ["Q", "K", "V", "scores", "weights", "mix", "written"]


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def a_model(n_heads):
    """Learned tokens, and widths that cannot be confused."""
    torch.manual_seed(n_heads)
    return TinyModel(8, 12, 2, n_heads=n_heads, d_model=7, d_head=5)


MODELS = {
    "two letters, one head": load("two_letters_1"),
    "two letters, two heads": load("two_letters_2"),
    "learned tokens, one head": a_model(1),
    "learned tokens, three heads": a_model(3),
}
each_model = pytest.mark.parametrize("sent", [ModelView(m).models[0] for m in MODELS.values()],
                                     ids=MODELS)  # fmt: skip


def indices(text):
    return [TASKS["two_letters"].letters.index(letter) for letter in text]


def in_torch(sent, text, off=()):
    """The same rounded weights, in this library's layer."""
    ids = indices(text)
    x = tensor(sent["letters"])[ids] + tensor(sent["places"])[: len(ids)]
    hw = HeadWeights(*(tensor(sent[name]) for name in ("W_Q", "W_K", "W_V", "W_O")))
    kept = torch.ones(hw.n_heads, 1, 1, dtype=torch.float64)
    kept[list(off)] = 0
    layer = StackedAttention.from_head_weights(HeadWeights(hw.W_Q, hw.W_K, hw.W_V, hw.W_O * kept))
    out, weights = layer(x)
    Q, K, V = x @ hw.W_Q, x @ hw.W_K, x @ hw.W_V
    logits = out @ tensor(sent["readout"]) + tensor(sent["bias"])
    stages = {"Q": Q, "K": K, "V": V, "scores": attention_scores(Q, K), "weights": weights}
    stages |= {"mix": weights @ V, "written": weights @ V @ (hw.W_O * kept)}
    answers = logits.unflatten(1, (2, 8)).softmax(dim=-1).flatten(1)
    return stages | {"x": x, "sum": out, "logits": logits, "answers": answers}


def call(body, sent, text, off=(), **values):
    words = "const words = { place: (i) => `${i}`, alphabet: [...'abcdefgh'] };"
    body = f"const run = m.run(sent, text, off); {words} {body}"
    return javascript.run("model.js", body, sent=sent, text=indices(text), off=list(off), **values)


@each_model
@pytest.mark.parametrize("text", [TEXT, "hhhh", "c"])
def test_numbers_are_those_of_torch(sent, text):
    run = call("return run;", sent, text)
    expected = in_torch(sent, text)
    for stage in ONE_OF_ALL:
        assert_close(tensor(run[stage]), expected[stage], rtol=1e-9, atol=1e-9)
    for h, head in enumerate(run["heads"]):
        for stage in OF_A_HEAD:
            assert_close(tensor(head[stage]), expected[stage][h], rtol=1e-9, atol=1e-9)


@each_model
def test_a_head_that_is_off_writes_nothing(sent):
    last = len(sent["W_Q"]) - 1
    run, expected = call("return run;", sent, TEXT, [last]), in_torch(sent, TEXT, [last])
    assert not tensor(run["heads"][last]["written"]).any()
    assert_close(tensor(run["answers"]), expected["answers"], rtol=1e-9, atol=1e-9)


def worth(reason):
    """What the terms come to, by the rule that is told."""
    found = sum(term["value"] for term in reason["terms"]) + reason.get("bias", 0)
    return found / reason.get("divisor", 1)


@each_model
@pytest.mark.parametrize("stage", [*ONE_OF_ALL, *OF_A_HEAD])
def test_every_number_is_what_its_terms_come_to(sent, stage):
    h, off = len(sent["W_Q"]) - 1, [0] if stage == "sum" else []
    expected = in_torch(sent, TEXT, off)[stage]
    expected = expected[h] if stage in OF_A_HEAD else expected
    body = """return upTo.map((row) => columns.map((column) =>
        m.explain(sent, run, text, { stage, head, row, column }, words)));"""
    rows, columns = range(12), range(expected.shape[1])
    reasons = call(body, sent, TEXT, off, stage=stage, head=h, upTo=[*rows], columns=[*columns])
    for row in rows:
        for column in columns:
            reason = reasons[row][column]
            assert reason["value"] == pytest.approx(expected[row, column].item(), abs=1e-9)
            assert worth(reason) == pytest.approx(reason["value"], abs=1e-9)
            for term in reason["terms"]:
                if term["factors"]:
                    left, right = term["factors"]
                    assert left * right == pytest.approx(term["value"], abs=1e-12)


@pytest.mark.parametrize(("stage", "columns"), [("weights", range(12)), ("answers", range(8, 16))])
def test_a_share_s_terms_are_raised_from_the_largest_which_gives_1(stage, columns):
    sent = ModelView(MODELS["learned tokens, three heads"]).models[0]
    body = """return columns.map((column) =>
        m.explain(sent, run, text, { stage, head: 1, row: 7, column }, words));"""
    reasons = call(body, sent, TEXT, stage=stage, columns=[*columns])
    found = in_torch(sent, TEXT)
    own = found["scores"][1, 7] if stage == "weights" else found["logits"][7, 8:]
    raised = torch.tensor([reason["terms"][0]["value"] for reason in reasons]).double()
    assert_close(raised, (own - own.max()).exp(), rtol=1e-6, atol=1e-9)


def test_a_query_of_one_hot_tokens_is_a_letter_s_row_and_a_place_s_row():
    sent = ModelView(MODELS["two letters, two heads"]).models[0]
    asked = {"stage": "Q", "head": 1, "row": 3, "column": 4}
    reason = call("return m.explain(sent, run, text, asked, words);", sent, TEXT, asked=asked)
    assert [term["name"] for term in reason["terms"]] == ["letter “d”", "place 3"]
    W = sent["W_Q"][1]
    assert [term["value"] for term in reason["terms"]] == [W[3][4], W[8 + 3][4]]
    assert reason["sources"] == [["x", 3]]


SOURCES = {
    "x": [],
    "K": [["x", 5]],
    "V": [["x", 5]],
    "scores": [["Q", 5], ["K", 2]],
    "weights": [["scores", 5]],
    "mix": [["weights", 5], ["V", None]],
    "written": [["mix", 5]],
    "sum": [["written", 5]],
    "logits": [["sum", 5]],
    "answers": [["logits", 5]],
}


@pytest.mark.parametrize("stage", SOURCES)
def test_a_number_names_the_rows_that_it_came_from(stage):
    sent = ModelView(MODELS["learned tokens, three heads"]).models[0]
    asked = {"stage": stage, "head": 2, "row": 5, "column": 2}
    reason = call("return m.explain(sent, run, text, asked, words);", sent, TEXT, asked=asked)
    assert reason["sources"] == SOURCES[stage]


@each_model
@pytest.mark.parametrize("off", [[], [0]])
def test_a_trace_adds_up_to_the_logit_above_its_question_s_mean(sent, off):
    logits = in_torch(sent, TEXT, off)["logits"].unflatten(1, (2, 8))
    above = logits - logits.mean(dim=-1, keepdim=True)
    for row, answer in ((0, 0), (5, 3), (8, 9), (11, 15)):
        found = call(
            "return m.trace(sent, run, row, answer, off);", sent, TEXT, off, row=row, answer=answer
        )
        total = found["bias"] + sum(term["value"] for term in found["terms"])
        assert total == pytest.approx(above[row].flatten()[answer].item(), abs=1e-9)
        assert len(found["terms"]) == 12 * (len(sent["W_Q"]) - len(off))
        assert all(term["head"] not in off for term in found["terms"])
        for term in found["terms"]:
            assert term["value"] == pytest.approx(term["weight"] * term["says"], abs=1e-12)


def test_without_a_place_its_part_of_the_answer_is_gone():
    """The trace's part of one place is what the answer loses when its value is taken away."""
    sent = ModelView(MODELS["two letters, two heads"]).models[0]
    expected = in_torch(sent, TEXT)
    found = call("return m.trace(sent, run, 8, 9, off);", sent, TEXT)
    for term in found["terms"]:
        V = expected["V"][term["head"]].clone()
        V[term["place"]] = 0
        mix = expected["weights"][term["head"]] @ V
        lost = expected["mix"][term["head"]] - mix
        through = lost @ tensor(sent["W_O"])[term["head"]] @ tensor(sent["readout"])
        through = through.unflatten(1, (2, 8))
        through = (through - through.mean(dim=-1, keepdim=True)).flatten(1)
        assert through[8, 9].item() == pytest.approx(term["value"], abs=1e-9)


def test_the_state_is_plain():
    assert json.loads(json.dumps(ModelView(MODELS["learned tokens, one head"]).models))
