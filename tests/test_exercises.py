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


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("factor", [1.0, 7.0, 7])
def test_numbers_are_not_a_mask(number, factor):
    exercise = find(f"8.{number}")
    verdict = judge(f"8.{number}", lambda *case: exercise.solution(*case) * factor)
    assert not verdict.correct
    shape = tuple(exercise.solution(*exercise.cases[0]).shape)
    dtype = "int64" if isinstance(factor, int) else "float32"
    assert verdict.text == (
        f"not yet: case 1 gave {dtype} of shape {shape}, and booleans are right: "
        f"numbers in a mask are added to the scores, or refused."
    )


def test_an_answer_may_set_up_its_own_copy_of_a_module():
    def batch_first(module, x, lengths):
        module.batch_first = True
        padding = torch.arange(x.shape[1]) >= lengths[:, None]
        return module(x, x, x, key_padding_mask=padding)[0]

    assert judge("9.3", batch_first).correct
    assert not any(module.batch_first for module, _, _ in find("9.3").cases)
    assert judge("9.3", find("9.3").solution).correct


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


@pytest.mark.parametrize("name", [name for name in NAMES if find(name).cases])
def test_one_answer_for_all_cases_is_wrong(name):
    spec = find(name)
    for case in spec.cases:
        right = spec.solution(*case)
        assert not judge(name, lambda *arguments, right=right: right).correct


def test_a_count_is_an_int():
    verdict = judge("6.4", lambda q, k, n: k.shape[0] / (q.shape[0] // n))
    assert verdict.text == "not yet: 2.0 is a float; // gives the int, / does not."


def test_a_list_of_weights_is_a_list():
    assert judge("3.4", lambda weights: torch.stack(weights).mT).correct
    assert judge("3.4", lambda weights: torch.stack([w.T for w in weights])).correct
    verdict = judge("3.4", lambda weights: weights.mT)
    assert verdict.text == "case 1 raised AttributeError: 'list' object has no attribute 'mT'"

    def in_place(weights):
        return torch.stack([weight.mul_(1.5).T / 1.5 for weight in weights])

    assert judge("3.4", in_place).text == "not yet: case 1 changed its input in place."


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("1.2", lambda s: s.softmax(1) + 5j, "gave complex numbers; real ones are right"),
        (
            "1.1",
            lambda q, k: q.float() @ k.float().T / q.shape[1] ** 0.5,
            "is rounded to float32; keep the inputs' torch.float64",
        ),
        (
            "1.1",
            lambda q, k: (q @ k.T).to_sparse(),
            "gave torch.sparse_coo; a plain tensor of shape (3, 5) is right",
        ),
        (
            "1.1",
            lambda q, k: (q @ k.T).to("meta"),
            "gave a tensor without numbers; a plain tensor of shape (3, 5) is right",
        ),
        ("2.3", lambda *sizes: 10**400, None),
        ("2.3", lambda *sizes: str(find("2.3").solution(*sizes)), None),
        (
            "1.3",
            lambda s: s.masked_fill(torch.ones_like(s).triu(1).bool(), -50.0).softmax(1),
            None,
        ),
    ],
)
def test_what_is_close_to_a_right_answer_is_none(name, answer, said):
    verdict = judge(name, answer)
    assert not verdict.correct
    assert said is None or verdict.text == f"not yet: case 1 {said}."


@pytest.mark.parametrize("name", ["1.²", "9.9", "one", "1", ""])
def test_an_exercise_that_there_is_not(name):
    with pytest.raises(ValueError, match=r'^exercise must be a chapter and number such as "1\.2"'):
        judge(name, None)
