"""explanation.js: the name of a number that the reader asks about, and the rows of its sum."""

import pytest

from tests.helpers import javascript

ANSWERS = [f"“{letter}” {k} back" for k in ("one", "two") for letter in "ab"]


@pytest.mark.parametrize(
    ("stage", "name"),
    [
        ("x", "Number 3 of the vector of <5>"),
        ("Q", "Number 3 of the query of <5> in {head}"),
        ("K", "Number 3 of the key of <5> in {head}"),
        ("V", "Number 3 of the value of <5> in {head}"),
        ("scores", "The score of <5> for <3> in {head}"),
        ("weights", "The weight of <3> for <5> in {head}"),
        ("average", "Number 3 of the average of <5> in {head}"),
        ("written", "Number 3 of what {head} adds for <5>"),
        ("sum", "Number 3 of {output} for <5>"),
        ("logits", "The logit of “b” two back at <5>"),
        ("answers", "The probability of “b” two back at <5>"),
    ],
)
@pytest.mark.parametrize(
    ("layers", "head", "output"),
    [(1, "head 1", "the output"), (2, "layer 0, head 1", "the output of layer 1")],
)
def test_a_number_is_named_by_its_stage(stage, name, layers, head, output):
    body = """
        const model = { layers: Array(layers).fill({ W_Q: [0, 0] }) };
        const asked = { stage, index: 1, row: 5, column: 3 };
        return m.nameNumber(model, asked, { position: (i) => `<${i}>` }, answers);
    """
    displayed = javascript.run("explanation.js", body, layers=layers, stage=stage, answers=ANSWERS)
    assert displayed == name.format(head=head, output=output)


def reason(values, **others):
    terms = [{"name": f"{x}", "factors": [x, 2] if i else [], "value": 2 * x if i else x}
             for i, x in enumerate(values)]  # fmt: skip
    body = "return m.formatExplanation({ value: -1.5, terms, ...others });"
    return javascript.run("explanation.js", body, terms=terms, others=others)


def test_the_largest_terms_have_rows_and_the_rest_is_summed_in_one():
    assert reason([1, -3]) == [
        ["-3", "−3.000 × 2.000", "−6.000"],
        ["1", "", "1.000"],
        ["gives", "", "−1.500"],
    ]
    values = [0, 5, -4, 3, -2, 1]
    displayed = [[f"{x}", f"{x:.3f} × 2.000", f"{2 * x:.3f}"] for x in values[1:]]
    displayed = [[name, *(text.replace("-", "−") for text in texts)] for name, *texts in displayed]
    assert reason(values[1:]) == [
        ["-4", "−4.000 × 2.000", "−8.000"],
        ["3", "3.000 × 2.000", "6.000"],
        ["5", "", "5.000"],
        *displayed[3:],
        ["gives", "", "−1.500"],
    ]
    assert reason(values) == [*displayed, ["1 smaller one", "", "0.000"], ["gives", "", "−1.500"]]
    assert reason([0.1, *values[1:], 0.2])[5] == ["2 smaller ones", "", "0.500"]


def test_bias_and_divisor_have_rows():
    displayed = reason([], bias=0, divisor=2.5)
    assert displayed == [
        ["bias", "", "0.000"],
        ["divided by", "", "2.500"],
        ["gives", "", "−1.500"],
    ]


def test_a_term_whose_first_factor_is_0_has_no_row():
    terms = [
        {"name": "a", "factors": [0, 2], "value": 0},
        {"name": "b", "factors": [2, 0], "value": 0},
        {"name": "c", "factors": [], "value": 0},
    ]
    displayed = javascript.run(
        "explanation.js", "return m.formatExplanation({ value: 0, terms });", terms=terms
    )
    assert [name for name, *_ in displayed] == ["b", "c", "gives"]
