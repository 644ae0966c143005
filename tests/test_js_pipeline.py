"""pipeline.js: what a number that the reader asks about is called."""

import javascript
import pytest

ANSWERS = [f"“{letter}” {k} back" for k in ("one", "two") for letter in "ab"]


@pytest.mark.parametrize(
    ("stage", "name"),
    [
        ("x", "Number 3 of the token <5>"),
        ("Q", "Number 3 of the query of <5> in {head}"),
        ("K", "Number 3 of the key of <5> in {head}"),
        ("V", "Number 3 of the value of <5> in {head}"),
        ("scores", "The score of <5> for <3> in {head}"),
        ("weights", "The weight of <3> for <5> in {head}"),
        ("mix", "Number 3 of what {head} mixes for <5>"),
        ("written", "Number 3 of what {head} writes for <5>"),
        ("sum", "Number 3 of {output} for <5>"),
        ("logits", "The logit of “b” two back at <5>"),
        ("answers", "The share of “b” two back at <5>"),
    ],
)
@pytest.mark.parametrize(
    ("layers", "head", "output"),
    [(1, "head 1", "the output"), (2, "layer 0, head 1", "what layer 1 gives")],
)
def test_a_number_is_named_by_its_stage(stage, name, layers, head, output):
    body = """
        const model = { layers: Array(layers).fill({ W_Q: [0, 0] }) };
        const asked = { stage, index: 1, row: 5, column: 3 };
        return m.nameOf(model, asked, { place: (i) => `<${i}>` }, answers);
    """
    told = javascript.run("pipeline.js", body, layers=layers, stage=stage, answers=ANSWERS)
    assert told == name.format(head=head, output=output)
