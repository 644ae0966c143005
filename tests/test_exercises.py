"""Every exercise accepts its solution and names every mistake it knows."""

from pathlib import Path

import pytest
import torch

import mha_lib.exercises
from mha_lib.exercises import check, find, judge

CHAPTERS = sorted(Path(mha_lib.exercises.__file__).parent.glob("chapter_*.py"))
NAMES = [
    f"{path.stem.removeprefix('chapter_')}.{number}"
    for path in CHAPTERS
    for number in range(1, 6)
    if path.read_text().count(f"    {number}: Exercise(")
]
MISTAKES = [(name, sentence) for name in NAMES for sentence in find(name).mistakes]


def test_chapters_are_found():
    assert len(CHAPTERS) >= 5
    assert len(NAMES) >= 3 * len(CHAPTERS)


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_correct(name):
    verdict = judge(name, find(name).solution)
    assert verdict.correct, verdict.text


@pytest.mark.parametrize(("name", "sentence"), MISTAKES)
def test_a_known_mistake_is_named(name, sentence):
    verdict = judge(name, find(name).mistakes[sentence])
    assert not verdict.correct
    assert verdict.text == f"not yet: {sentence}."


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_is_not_an_error(name):
    assert judge(name, None).text == "not answered yet."
    assert judge(name, lambda *arguments: None).correct is False


def test_a_crash_is_reported_with_its_case():
    verdict = judge("1.1", lambda queries, keys: queries @ keys)
    assert not verdict.correct
    assert verdict.text.startswith("case 1 raised RuntimeError: ")


def test_a_wrong_shape_is_reported():
    verdict = judge("1.1", lambda queries, keys: queries)
    assert verdict.text == "not yet: case 1 gave the shape (3, 4); (3, 5) is right."


def test_an_unknown_mistake_shows_the_first_wrong_number():
    def off_by_one_entry(queries, keys):
        scores = find("1.1").solution(queries, keys)
        scores[1, 0] += 1
        return scores

    text = judge("1.1", off_by_one_entry).text
    assert "is wrong in 7% of the entries, first at (1, 0)" in text  # 1 of 15


def test_a_result_that_is_no_tensor_is_reported():
    text = judge("1.1", lambda queries, keys: [1, 2]).text
    assert text == "not yet: case 1 gave [1, 2] (list); a tensor of shape (3, 5) is right."


def test_changing_the_input_in_place_is_reported():
    def in_place(queries, keys):
        result = find("1.1").solution(queries, keys)
        queries.zero_()
        return result

    assert judge("1.1", in_place).text == "not yet: case 1 changed its input in place."


def test_single_precision_is_good_enough():
    def in_float32(queries, keys):
        return find("1.1").solution(queries, keys).float()

    assert judge("1.1", in_float32).correct


def test_a_value_where_a_function_is_asked_for():
    assert judge("1.1", 3).text == "the answer must be a function; got 3 (int)."


def test_a_number_that_is_not_it():
    assert judge("5.4", 9.0).correct
    assert judge("5.4", 8).text == "not yet: 8 is not it."
    assert judge("5.4", torch.nn.ReLU()).correct is False


@pytest.mark.parametrize("name", ["1.99", "99.1", "one", "", "1", "../1.1"])
def test_an_unknown_exercise_is_an_error(name):
    with pytest.raises(ValueError, match="exercise must be a chapter and number"):
        check(name, None)


def test_check_prints_the_verdict(capsys):
    check("5.4", 3)
    printed = capsys.readouterr().out
    assert printed.startswith("Exercise 5.4: not yet: queries and keys both grow")
