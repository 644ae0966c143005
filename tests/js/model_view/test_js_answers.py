"""answers.js: what a model answers at each position, where it came from, and the sentences."""

import pytest
import torch

from tests.helpers import javascript

LETTERS = "abcdefgh"
TEXT = "gbadcfbhaegd"
TASK = {"alphabet": LETTERS, "questions": ["one back", "two back"], "back": [1, 2]}
NEXT = {"alphabet": LETTERS, "questions": ["next"], "back": [-1]}


def run(body, **values):
    return javascript.run("answers.js", body, **values)


def a_run(n_heads, text=TEXT, questions=2, sharpness=3):
    generator = torch.Generator().manual_seed(n_heads)
    n = len(text)
    weights = (sharpness * torch.randn(n_heads, n, n, generator=generator).double()).softmax(-1)
    answers = torch.randn(n, questions, 8, generator=generator).double().softmax(-1)
    heads = [{"weights": of_head} for of_head in weights.tolist()]
    return {"heads": heads, "answers": answers.flatten(1).tolist()}


def a_model(*heads):
    """As many heads in each layer."""
    return {"layers": [{"W_Q": [0] * n} for n in heads]}


def view(model, of_run, text=TEXT, position=0, off=(), before=None, task=TASK):
    shown = {"text": text, "position": position, "off": list(off), "before": before, "task": task}
    return {"model": model, "run": of_run, **shown}


def guess(of_run, position, k):
    shares = torch.tensor(of_run["answers"][position]).unflatten(0, (-1, 8))[k]
    return shares.argmax().item()


def look(text, position, weight):
    return f"“{text[position]}” ({position}) with {weight:.2f}"


def story(of_run, text, position, off=()):
    """The first sentence and the last, by another way."""
    looks = []
    for h, head in enumerate(of_run["heads"]):
        row = torch.tensor(head["weights"][position])
        tops = [j for j in row.argsort(descending=True).tolist() if row[j] > 0.25][:2]
        at = [look(text, j, row[j]) for j in tops or [row.argmax().item()]]
        looks.append(f"head {h} is off" if h in off else f"head {h} attends to {' and '.join(at)}")
    says = []
    for k, name in enumerate(("One back", "two back")):
        letter = LETTERS[guess(of_run, position, k)]
        verdict = ", right" if letter == text[position - 1 - k] else ", wrong"
        says.append(f"{name} it says “{letter}”{verdict if position >= 2 else ''}")
    early = (
        " Too few letters come before this position, so nothing was asked here."
        if position < 2
        else ""
    )
    return [
        f"From “{text[position]}” ({position}): {'; '.join(looks)}.",
        f"{'; '.join(says)}.{early}",
    ]


@pytest.mark.parametrize("n_heads", [1, 3])
@pytest.mark.parametrize("off", [[], [0]])
def test_describe_names_what_each_head_attends_to_and_the_answers(n_heads, off):
    of_run, counts = a_run(n_heads), set()
    of_run["answers"][5][0] = 1  # “a”, as a guess one back that is wrong; the next is right
    of_run["answers"][6][LETTERS.index("f")] = 1
    for position in range(len(TEXT)):
        shown = view(a_model(n_heads), of_run, position=position, off=off)
        first, before, last = run("return m.describePosition(view);", view=shown)
        assert [first, last] == story(of_run, TEXT, position, off)
        assert before == ""
        counts |= {sum(w > 0.25 for w in head["weights"][position]) for head in of_run["heads"]}
    assert {1, 2} <= counts
    assert "One back it says “f”, right" in run(
        "return m.describePosition(view)[2];", view=view(a_model(n_heads), of_run, position=6)
    )


def test_describe_names_at_most_two_positions_the_second_only_above_a_quarter():
    for row, named in (
        ([0.25, 0.25, 0.25, 0.25], "“g” (0) with 0.25"),
        ([0.26, 0.1, 0.3, 0.34], "“d” (3) with 0.34 and “a” (2) with 0.30"),
    ):
        of_run = {"heads": [{"weights": [row]}], "answers": [[0] * 16]}
        displayed = run(
            "return m.describePosition(view)[0];", view=view(a_model(1), of_run, text="gbad")
        )
        assert displayed == f"From “g” (0): head 0 attends to {named}."


def test_describe_names_what_the_earlier_layer_attended_to():
    of_run = a_run(2)
    before = {"from": 3, "attended": [{"head": 0, "position": 1, "weight": 0.5},
                                   {"head": 0, "position": 2, "weight": 0.3}]}  # fmt: skip
    displayed = run(
        "return m.describePosition(view);",
        view=view(a_model(1, 1), of_run, position=7, before=before),
    )
    assert displayed[0].startswith("From “h” (7): layer 0, head 0 attends to ")
    assert displayed[1] == (
        "Dashed: before that, “d” (3) itself had attended to “b” (1) with 0.50 (layer 0, head 0) "
        "and “a” (2) with 0.30 (layer 0, head 0)."
    )


def test_an_answer_beyond_the_end_of_the_text_is_not_judged():
    text = "abcabca"
    of_run = a_run(1, text, questions=1)
    letter = LETTERS[guess(of_run, 6, 0)]
    displayed = run(
        "return m.describePosition(view)[2];", view=view(a_model(1), of_run, text, 6, task=NEXT)
    )
    assert displayed == (
        f"Next it says “{letter}”. The text ends here: this is how it would go on."
    )


@pytest.mark.parametrize(("task", "text"), [(TASK, TEXT), (NEXT, "abcabca")])
def test_each_answer_is_marked_and_the_wrong_ones_are_named(task, text):
    of_run = a_run(1, text, questions=len(task["questions"]))
    body = "const a = m.answersToQuestion(k, view); return [a, m.describeAnswers(k, a, view)];"
    for k, back in enumerate(task["back"]):
        first = 3 if back < 0 else 2  # a block of three letters; two letters back
        asked = range(first, len(text) - (back < 0))
        of_run["answers"][first][8 * k + LETTERS.index(text[first - back])] = 1
        answers, words = run(body, k=k, view=view(a_model(1), of_run, text, task=task))
        wrong = []
        for position, answer in enumerate(answers):
            goes_on = back < 0 and position == len(text) - 1
            if position not in asked and not goes_on:
                assert answer is None
                continue
            assert answer["id"] == guess(of_run, position, k)
            letter = answer["letter"]
            assert letter == LETTERS[answer["id"]]
            if goes_on:
                mark = ("", "mha-unasked")
            elif letter == text[position - back]:
                mark = ("✓", "mha-right-answer")
            else:
                mark = ("✗", "mha-wrong-answer")
                wrong.append(f"“{letter}” at “{text[position]}” ({position})")
            assert (answer["mark"], answer["kind"]) == mark
        assert 0 < len(wrong) < len(asked)
        question = "the next letter" if back < 0 else f"the letter {task['questions'][k]}"
        right = f"{len(asked) - len(wrong)} of {len(asked)} right"
        assert words == [f"{question}? {right}", f" Wrong: {', '.join(wrong)}."]


def test_a_text_of_one_letter_has_no_wrong_answers():
    shown = view(a_model(1), a_run(1, "a"), "a")
    body = "const a = m.answersToQuestion(0, view); return [a, m.describeAnswers(0, a, view)];"
    assert run(body, view=shown) == [[None], ["the letter one back? 0 of 0 right", ""]]


def test_an_answer_is_named_by_its_letter_and_question():
    assert run("return [1, 9].map((a) => m.formatAnswer(a, task));", task=TASK) == [
        "“b” one back",
        "“b” two back",
    ]


PARTS = [
    {"head": 0, "position": 1, "weight": 0.5, "contribution": -3, "value": -1.5},
    {"head": 1, "position": 2, "weight": 1, "contribution": 0.25, "value": 0.25},
    {"head": 1, "position": 0, "weight": 0.04, "contribution": 50, "value": 2},
]
TRACE = {"parts": PARTS, "token": {"letter": 0.75, "position": -0.125}, "bias": 0.5}


def parts_of(trace, model, text="gba"):
    body = "return m.logitTerms(trace, { model, text });"
    return run(body, trace=trace, model=model, text=text)


def test_parts_are_sorted_by_size_and_name_their_source():
    parts = parts_of(TRACE, a_model(2))
    assert [part["value"] for part in parts] == [2, -1.5, 0.75, 0.25, -0.125]
    assert [(part["name"], part["product"]) for part in parts] == [
        ("head 1, from “g” (0)", ".04 × 50.00"),
        ("head 0, from “b” (1)", ".50 × −3.00"),
        ("the token's own letter", ""),
        ("head 1, from “a” (2)", "1 × 0.25"),
        ("the token's own position", ""),
    ]
    assert parts[0]["source"] == "from “g” (0), through head 1"
    assert parts[2]["source"] == "from the token's own letter"
    deep = parts_of(TRACE | {"token": {}}, a_model(1, 1))
    assert deep[1]["name"] == "layer 0, head 0, from “b” (1)"


def test_the_source_is_the_largest_positive_part():
    body = "return m.describeSource('“b” one back', parts);"
    parts = parts_of(TRACE, a_model(2))
    assert run(body, parts=parts) == "“b” one back comes mainly from “g” (0), through head 1."
    assert run(body, parts=parts[1:]) == "“b” one back comes mainly from the token's own letter."
    nothing = "Nothing that it attends to raises “b” one back."
    assert run(body, parts=parts[1:2]) == nothing
    assert run(body, parts=[parts[1] | {"value": 0}]) == nothing


@pytest.mark.parametrize(
    ("n", "after"),
    [
        (0, ["bias 0.50", "sum 0.50"]),
        (4, ["bias 0.50", "sum −1.50"]),
        (5, ["all the rest, 1 term −5.00", "bias 0.50", "sum −6.50"]),
        (7, ["all the rest, 3 terms −4.00", "bias 0.50", "sum −5.50"]),
    ],
)
def test_four_parts_are_shown_and_the_rest_is_summed_in_one_line(n, after):
    values = [1, -2, 3, -4, -5, -6, 7][:n]
    parts = [{"name": f"part {v}", "product": f"× {v}", "value": v} for v in values]
    first = [["part 1", "× 1", "1.00"], ["part -2", "× -2", "−2.00"],
             ["part 3", "× 3", "3.00"], ["part -4", "× -4", "−4.00"]]  # fmt: skip
    assert run("return m.formatTerms(parts, 0.5);", parts=parts) == first[:n] + [
        [line.rsplit(" ", 1)[0], "", line.rsplit(" ", 1)[1]] for line in after
    ]


def looks(model, of_run, trace=None, before=None, off=()):
    body = "return m.attentionByHead(view, trace).map((look) => ({ ...look, lit: [...look.lit] }));"
    shown = view(model, of_run, position=5, off=off, before=before)
    return run(body, view=shown, trace=trace)


def test_positions_with_a_large_positive_part_are_lit():
    of_run = a_run(2)
    dark = looks(a_model(2), of_run, off=[1])
    assert [look["lit"] for look in dark] == [[], []]
    assert [look["off"] for look in dark] == [False, True]
    assert [look["weights"] for look in dark] == [h["weights"][5] for h in of_run["heads"]]
    # What raises it is 10 in all: 1.5 is not more than 0.15 of that, 1.51 is.
    values = {(0, 1): 1.5, (0, 2): 4.99, (1, 3): 1.51, (1, 4): -9}
    parts = [{"head": h, "position": j, "value": value} for (h, j), value in values.items()]
    lit = looks(a_model(2), of_run, {"parts": parts, "token": {"letter": 2, "position": -3}})
    assert [look["lit"] for look in lit] == [[2], [3]]


def test_the_first_of_two_layers_or_every_second_head_is_drawn_below():
    one, deep = (looks(model, a_run(4)) for model in (a_model(4), a_model(2, 2)))
    assert [look["below"] for look in one] == [False, True, False, True]
    assert [look["below"] for look in deep] == [True, True, False, False]
    assert [look["name"] for look in one] == [f"head {h}" for h in range(4)]


def test_each_head_has_its_own_earlier_looks():
    before = {"from": 3, "attended": [{"head": 1, "position": 2, "weight": 0.5}]}
    found = looks(a_model(2, 2), a_run(4), before=before)
    wanted = {"head": 1, "position": 2, "weight": 0.5, "from": 3}
    assert [look["before"] for look in found] == [[], [wanted], [], []]
