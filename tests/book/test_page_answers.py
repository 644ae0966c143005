"""A page gives the same verdict on an answer as the notebook: `judge.js` against `judge`."""

import functools
import importlib
import itertools
import json
import math
import random
import re
from pathlib import Path

import pytest
import torch

from mha_lib.book.exercises import _page, judge
from tests.helpers import javascript, scripts

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted(path.stem for path in (ROOT / "mha_lib" / "book" / "exercises").glob("[a-z]*.py"))
SPECS = {
    f"{chapter}.{number}": spec
    for chapter in CHAPTERS
    for number, spec in importlib.import_module(
        f"mha_lib.book.exercises.{chapter}"
    ).EXERCISES.items()
    if spec.page
}
CALL = """return given.map((one) => {
    if (data.parts) return m.judgeChoice(data, one);
    if (data.table) return m.judgeTable(data, one);
    return data.texts ? m.judgeTexts(data, one) : m.judgeNumber(data.numbers, one);
});"""


@functools.cache  # on_page computes the verdict on every choice
def on_page(chapter):
    return {entry["name"]: entry for entry in _page.on_page(chapter)}


def data(name):
    """What the page knows about an exercise."""
    return on_page(name.split(".")[0])[name]


def said(name, given):
    """The page's verdicts on these answers."""
    return javascript.run("judge.js", CALL, data=data(name), given=given)


def of_kind(kind):
    names = [name for name, spec in SPECS.items() if isinstance(spec.page, kind)]
    assert names
    return pytest.mark.parametrize("name", names)


@of_kind(_page.Choose)
def test_every_choice_gets_the_verdict_of_the_notebook(name):
    parts = SPECS[name].page.parts
    draw = random.Random(0)
    choices = list(itertools.product(*(range(len(options)) for options in parts.values())))
    choices = draw.sample(choices, min(len(choices), 250))
    values = [
        [options[i] for i, options in zip(choice, parts.values(), strict=True)]
        for choice in choices
    ]
    # A reader who chooses has tried nothing on cases.
    wanted = [judge(name, SPECS[name].page.answer(*chosen)).text for chosen in values]
    wanted = [re.sub(r"(?<=^correct) in .*(?=\.$)", "", text) for text in wanted]
    wanted = [re.sub(r"^not yet: case \d+ gave", "not yet: that gives", text) for text in wanted]
    assert said(name, choices) == wanted
    assert "correct." in data(name)["sentences"]
    assert not any(re.search(r"\bcases?\b", text) for text in data(name)["sentences"])
    assert said(name, [[-1] + [0] * (len(parts) - 1)]) == ["not answered yet."]


@of_kind(_page.Choose)
def test_a_choice_reaches_the_sentences_of_its_mistakes(name):
    reached = " ".join(data(name)["sentences"])
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
def test_answers_that_are_not_finite_numbers_are_neither_right_nor_wrong(name):
    given = [
        "",
        " ",
        "a",
        "0.25 MB",
        "1e999",
        "-1e999",
        "9" * 400,
        "1/0",
        "0/0",
        "√-1",
        "inf",
        "nan",
    ]
    for answer, text in zip(given, said(name, given), strict=True):
        assert text == "not answered yet." or text.startswith(f"“{answer[:29]}")
        assert not text.startswith(("correct", "not yet"))
    for number in (math.inf, -math.inf, math.nan, torch.tensor(math.inf)):
        text = judge(name, number).text
        assert text == f"the answer must be a finite number; got {float(number)}."


def drawn_tables(spec, draw):
    """The known tables, with some entries changed, by a little or by much."""
    known = [spec.solution, *(t for t in spec.mistakes.values() if t.shape == spec.solution.shape)]
    for i in range(300):
        table = known[i % len(known)].clone()
        for _ in range(draw.choice([0, 1, 1, 2, 7]) if i >= len(known) else 0):
            place = tuple(draw.randrange(n) for n in table.shape)
            if table.dtype == torch.bool:
                table[place] ^= True
            else:
                off = draw.choice([1, -1]) * 10 ** draw.uniform(-12, 6)
                table[place] = draw.choice([table[place] + off, -table[place], off, 2.0625, 3.1875])
        yield table + 0.0 if table.is_floating_point() else table  # nobody types −0


@of_kind(_page.Table)
def test_a_filled_table_gets_the_verdict_of_the_notebook(name):
    spec = SPECS[name]
    assert len(spec.page.rows) * len(spec.page.columns) == spec.solution.numel()
    tables = [table for table in drawn_tables(spec, random.Random(0)) if table.any()]
    wanted = [judge(name, table).text for table in tables]
    painted = spec.solution.dtype == torch.bool
    for boolean, words in (("True", "painted it"), ("False", "left it blank")) if painted else ():
        wanted = [text.replace(f": you gave {boolean}.", f": you {words}.") for text in wanted]
    given = [[one if painted else repr(one) for one in t.flatten().tolist()] for t in tables]
    assert said(name, given) == wanted
    assert {sentence for _, sentence in data(name)["known"]} < set(wanted)
    assert said(name, [[False if painted else " "] * len(given[0])]) == ["not answered yet."]
    if not painted:
        refused = [["1"] * (len(given[0]) - 1) + [last] for last in ("", "a", "1e999")]
        where = f"in column “{spec.page.columns[-1]}”"
        if len(spec.page.rows) > 1:
            where = f"in row “{spec.page.rows[-1]}”, {where[3:]}"
        missing, unread, infinite = said(name, refused)
        assert missing == f"a number is missing {where}."
        assert unread.startswith(f"{where}: “a” cannot be read as a number: write it like ")
        assert infinite == f"{where}: “1e999” is too large: give a finite number."
        text = judge(name, torch.full(spec.solution.shape, math.nan)).text
        assert text == "the answer must contain finite numbers; got nan."


def drawn_texts(draw):
    """For the circuit's exercise: texts that repeat a block, right and broken."""
    for _ in range(1000):
        letters = "abcdefghijklmnop"[: draw.randint(3, 16)]
        block = "".join(draw.choices(letters, k=draw.randint(2, 18)))
        if draw.random() < 0.5 and len(block) <= len(letters):
            block = "".join(draw.sample(letters, len(block)))
        text = (block * 16)[: 32 if draw.random() < 0.95 else draw.randint(0, 40)]
        if draw.random() < 0.1:
            place = draw.randrange(len(text) + 1)
            text = text[:place] + draw.choice("Aq7 ") + text[place + 1 :]
        yield [text.upper() if draw.random() < 0.1 else text]


def drawn_vectors(draw):
    """For the head that writes nothing: vectors whose terms cancel, nearly cancel, or do not."""
    for i in range(1000):
        terms = [[draw.gauss(0, 1) * 10 ** draw.uniform(-5, 5) for _ in "xy"] for _ in "ab"]
        terms.sort(key=lambda term: term[0] ** 2 + term[1] ** 2)
        if i % 3 == 0:  # along one line, and so in the right order
            terms[1] = [2 * x for x in terms[0]]
        off = draw.choice([0, 1e-4, 3e-3, 1, -3]) if i % 2 else 0
        terms.append([-(a + b) * (1 + off) for a, b in zip(*terms, strict=True)])
        vectors = [[x / w for x in term] for term, w in zip(terms, (0.6, 0.3, 0.1), strict=True)]
        if i % 10 == 9:
            vectors[draw.randrange(3)] = draw.choice([[0.0, 0.0], [1.0], [1e-9, 1e-9], [1, 2, 3]])
        around = "({})" if i % 4 == 0 else "[{}]" if i % 4 == 1 else "{}"
        yield [around.format(", ".join(f"{x:.5g}" for x in vector)) for vector in vectors]


DRAWN = {"circuit.2": drawn_texts, "reading_weights.2": drawn_vectors}


@of_kind(_page.Typed)
def test_a_typed_text_gets_the_verdict_of_the_notebook(name):
    spec = SPECS[name]
    given = list(DRAWN[name](random.Random(0)))
    wanted = [judge(name, spec.page.answer(texts)).text for texts in given]
    # The page also says which field does not have two numbers.
    found = [
        re.sub(
            "^key of .*: give two .*(?=, such as)", "not yet: give three vectors of two numbers", t
        )
        for t in said(name, given)
    ]
    assert found == wanted
    kinds = {text[:36] for text in wanted}
    assert {f"not yet: {sentence}."[:36] for sentence in spec.mistakes} < kinds
    assert 50 < wanted.count("correct.") < 950
    assert said(name, [[""] * len(spec.page.labels)]) == ["not answered yet."]


# What the browser may have stored instead of an answer: text that cannot be read, values that are
# not answers, answers to other kinds of questions, and an answer too long to type.
CORRUPT = [
    "{",
    "null",
    "7",
    '"text"',
    "{}",
    "[]",
    "[null]",
    "[[]]",
    "[[[]]]",
    "[{}]",
    "[1e999]",
    "[-2]",
]
CORRUPT += [
    '["length"]',
    "[0.5, 0.5]",
    '["1", "2", "3", "4"]',
    "[[true, false]]",
    "[[1, 2], [3, 4]]",
]
CORRUPT += [f'["{"9" * 10**6}"]', "[" * 10**5, '{"length": 1, "0": "1"}', f"{[99] * 3}", "\u0000"]
CORRUPT += [f"{[['1'] * 5]}".replace("'", '"'), f"{[[None] * n for n in (6, 20, 64)]}"]
READ = scripts.read("page_answers_read")


def one_of_each_form():
    """An exercise of each form that a stored answer can have, whatever the exercise asks."""
    forms = {}
    for name, spec in SPECS.items():
        solution = getattr(spec, "solution", None)
        dtype = str(solution.dtype) if isinstance(solution, torch.Tensor) else ""
        fields = len(getattr(spec.page, "parts", getattr(spec.page, "labels", ())))
        forms.setdefault((type(spec.page), dtype, fields), name)
    return list(forms.values())


@pytest.mark.parametrize("name", one_of_each_form())
def test_a_corrupt_stored_answer_is_forgotten(name):
    def read(text, blocked=False):
        values = {"data": data(name), "text": text, "blocked": blocked}
        found, stored = javascript.run("store.js", READ, **values)
        if found is not None:  # judging it raises no error
            whole = "parts" in data(name) or "texts" in data(name)
            said(name, [found if whole else found[0]])
        return [found, stored]

    # Well-formed input counts as an answer, even if wrong.
    kept = [text for text in CORRUPT if read(text) != [None, None]]
    for text in kept:
        assert read(text)[1] == text
        assert len(json.loads(text)) == len(data(name).get("parts", data(name).get("texts", [1])))
    assert len(kept) <= 2
    assert read(CORRUPT[0], blocked=True)[0] is None
