"""What a page says to an answer is what the notebook says: `answers.js` against `judge`."""

import importlib
import itertools
import random
from pathlib import Path

import javascript
import pytest

from mha_lib.book.exercises import _page, judge

ROOT = Path(__file__).parent.parent
SCRIPT = (ROOT / "book" / "_static" / "answers.js").read_text()
CHAPTERS = sorted(path.stem for path in (ROOT / "mha_lib" / "book" / "exercises").glob("[a-z]*.py"))
SPECS = {
    f"{chapter}.{number}": spec
    for chapter in CHAPTERS
    for number, spec in importlib.import_module(
        f"mha_lib.book.exercises.{chapter}"
    ).EXERCISES.items()
    if spec.page
}
DATA = {entry["name"]: entry for chapter in CHAPTERS for entry in _page.on_page(chapter)}
CALL = """const { judgeNumber, judgeChoice } = new Function(
    "document", `${script}; return { judgeNumber, judgeChoice };`
)({ addEventListener() {} });
return given.map((one) => typed ? judgeNumber(data.numbers, one) : judgeChoice(data, one));"""


def said(name, given):
    """What a page says to each of these answers."""
    typed = "numbers" in DATA[name]
    return javascript.run(
        "numbers.js", CALL, script=SCRIPT, data=DATA[name], given=given, typed=typed
    )


def of_kind(kind):
    names = [name for name, spec in SPECS.items() if isinstance(spec.page, kind)]
    assert names
    return pytest.mark.parametrize("name", names)


@of_kind(_page.Choose)
def test_every_choice_gets_the_verdict_of_the_notebook(name):
    parts = SPECS[name].page.parts
    draw = random.Random(0)
    choices = list(itertools.product(*(range(len(options)) for options in parts.values())))
    choices = draw.sample(choices, min(len(choices), 1000))
    values = [
        [options[i] for i, options in zip(choice, parts.values(), strict=True)]
        for choice in choices
    ]
    wanted = [judge(name, SPECS[name].page.answer(*chosen)).text for chosen in values]
    assert said(name, choices) == wanted
    assert "correct." in DATA[name]["sentences"]
    assert said(name, [[-1] + [0] * (len(parts) - 1)]) == ["not answered yet."]


@of_kind(_page.Choose)
def test_a_choice_reaches_the_sentences_of_its_mistakes(name):
    reached = " ".join(DATA[name]["sentences"])
    mistakes = [sentence for sentence in SPECS[name].mistakes if sentence in reached]
    assert len(mistakes) >= min(2, len(SPECS[name].mistakes))


@of_kind(_page.Number)
def test_a_typed_number_gets_the_verdict_of_the_notebook(name):
    spec, draw = SPECS[name], random.Random(0)
    known = [spec.solution, *spec.mistakes.values()]
    near = [value * (1 + off) for value in known for off in (0, 1e-9, 1e-5, 0.01, -0.04, 0.06)]
    drawn = [draw.choice([-1, 1]) * 10 ** draw.uniform(-8, 18) for _ in range(900)]
    numbers = [*known, *near, *drawn, 0, 0.0, 7, -3, 10**15, 2.0, 1e16, 1e-5]
    assert len(numbers) > 900
    wanted = [judge(name, number).text for number in numbers]
    assert said(name, [repr(number) for number in numbers]) == wanted
    assert {f"not yet: {sentence}." for sentence in spec.mistakes} < set(wanted)


@of_kind(_page.Number)
def test_numbers_are_read_as_people_write_them(name):
    assert said(name, ["1/3", " .5 ", "0,25", "−7", "+7"]) == [
        judge(name, number).text for number in (1 / 3, 0.5, 0.25, -7, 7)
    ]
    refused = ["", "a", "1/0", "1/2/3", "0x10", "1 2", "inf", "nan", "--1"]
    assert set(said(name, refused)) == {"give a number, such as 0.5 or 1/3."}
