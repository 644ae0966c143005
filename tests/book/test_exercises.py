"""Every exercise accepts its solution and names every mistake it knows."""

import re
from pathlib import Path

import pytest
import torch

import mha_lib.book.exercises
from mha_lib import attention_scores, attention_weights, causal_mask, checks
from mha_lib.book.exercises import Exercise, bug_lab, check, get_exercise, judge, stacking
from mha_lib.widgets.cache_calculator import PUBLISHED

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted(Path(mha_lib.book.exercises.__file__).parent.glob("[a-z]*.py"))
NAMES = [
    f"{path.stem}.{number}"
    for path in CHAPTERS
    for number in range(1, 6)
    if path.read_text().count(f"    {number}: Exercise(")
]
MISTAKES = [(name, sentence) for name in NAMES for sentence in get_exercise(name).mistakes]

_random = torch.Generator().manual_seed(1)


def draw(*shape):
    return torch.randn(shape, generator=_random, dtype=torch.float64)


# The verdicts' sentences are checked against this, also after a chapter has changed.
def without_padding(module, x, lengths):
    padding = torch.arange(x.shape[1]) >= lengths[:, None]
    tokens_first = x.transpose(0, 1)
    output, _ = module(*[tokens_first] * 3, key_padding_mask=padding)
    return output.transpose(0, 1)


def blocked(scores):
    return scores.masked_fill(~causal_mask(len(scores)), -torch.inf)


MADE_UP = {
    "scores": Exercise(
        solution=attention_scores,
        cases=tuple((draw(n, d), draw(m, d)) for n, m, d in ((3, 5, 4), (7, 2, 9))),
    ),
    "weights": Exercise(solution=attention_weights, cases=((draw(3, 5),), (draw(4, 2),))),
    "causal weights": Exercise(
        solution=lambda scores: attention_weights(scores, causal_mask(len(scores))),
        cases=((draw(2, 2),), (-100 * draw(5, 5).abs(),)),
    ),
    "count": Exercise(solution=lambda d_model, n_heads: d_model * n_heads, cases=((6, 2), (8, 3))),
    "transposes": Exercise(
        solution=lambda weights: torch.stack([weight.T for weight in weights]),
        cases=tuple(([draw(n, m) for _ in range(h)],) for h, n, m in ((2, 3, 5), (3, 4, 4))),
    ),
    "squares": Exercise(solution=lambda x: x, cases=((draw(2, 4, 4),),)),
    "marks": Exercise(solution=lambda x: x > 0, cases=((draw(3, 5),),)),
    "one row": Exercise(solution=lambda x: x, cases=((draw(1, 3),),)),
    "one number": Exercise(solution=lambda x: x, cases=((draw(1, 1),),)),
    "blocked": Exercise(solution=blocked, cases=((draw(3, 3),),)),
    "a module": Exercise(
        solution=without_padding,
        cases=(
            (torch.nn.MultiheadAttention(6, 2), torch.randn(4, 4, 6), torch.tensor([4, 2, 3, 1])),
        ),
    ),
    # Many answers are right: any matrix whose square is the identity, but for the identity.
    "a value by design": Exercise(
        solution=-torch.eye(2),
        judge=lambda W: (
            "the identity is too easy"
            if W.equal(torch.eye(2))
            else None
            if (W @ W).allclose(torch.eye(2))
            else "your matrix times itself is not the identity"
        ),
    ),
    "a function by design": Exercise(
        solution=lambda x: x,
        cases=((draw(3, 4),), (draw(2, 5),)),
        judge=lambda results: (
            None if all(len(r) in (2, 3) for r in results) else "keep one row for each token"
        ),
    ),
}


def judged(name, answer, monkeypatch):
    """The verdict on an answer to one of the made-up exercises."""
    monkeypatch.setattr(mha_lib.book.exercises, "get_exercise", MADE_UP.__getitem__)
    return judge(name, answer)


def test_chapters_and_exercises_are_found():
    assert len(CHAPTERS) >= 5
    assert len(NAMES) >= 2 * len(CHAPTERS)


def test_every_chapter_with_exercises_has_a_file_with_its_name():
    notebooks = (ROOT / "book").glob("**/*.ipynb")
    asking = {path.stem for path in notebooks if 'check(\\"' in path.read_text()}
    assert {path.stem for path in CHAPTERS} == asking


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_correct(name):
    verdict = judge(name, get_exercise(name).solution)
    assert verdict.correct, verdict.text


@pytest.mark.parametrize(("name", "sentence"), MISTAKES)
def test_a_known_mistake_is_named(name, sentence):
    verdict = judge(name, get_exercise(name).mistakes[sentence])
    assert not verdict.correct
    assert verdict.text == f"not yet: {sentence}{'' if sentence.endswith('?') else '.'}"


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_answer_is_not_an_error(name):
    assert judge(name, None).text == "not answered yet."
    assert judge(name, lambda *arguments: None).correct is False


def test_a_crash_is_reported_with_its_case(monkeypatch):
    verdict = judged("scores", lambda queries, keys: queries @ keys, monkeypatch)
    assert not verdict.correct
    assert verdict.text.startswith("case 1 raised RuntimeError: ")


def test_a_forgotten_transpose_is_named():
    def head(x, W_Q, W_K, W_V):
        return ((x @ W_Q) @ (x @ W_K) / W_Q.shape[1] ** 0.5).softmax(dim=1) @ (x @ W_V)

    said = judge("one_head.1", head).text
    assert "(5x3 and 5x3); a .T is missing" in said
    # Matrices of two shapes may lack something else.
    other = judge("one_head.1", lambda x, W_Q, W_K, W_V: x @ W_Q @ W_K).text
    assert other.startswith("case 1 raised RuntimeError: ")
    assert ".T" not in other


def test_a_function_of_torch_without_its_module_is_spelled():
    def head(x, W_Q, W_K, W_V):
        return softmax((x @ W_Q) @ (x @ W_K).T / 3**0.5) @ (x @ W_V)

    said = judge("one_head.1", head).text
    assert said.endswith("name 'softmax' is not defined; write torch.softmax, which needs a dim=")
    other = judge("one_head.1", lambda x, W_Q, W_K, W_V: soft(x)).text
    assert other.endswith("name 'soft' is not defined")


def test_a_wrong_shape_is_reported(monkeypatch):
    verdict = judged("scores", lambda queries, keys: queries, monkeypatch)
    assert verdict.text == "not yet: case 1 gave the shape (3, 4); (3, 5) is right."


def test_a_verdict_on_an_unknown_mistake_shows_the_first_wrong_number(monkeypatch):
    def off_by_one_entry(queries, keys):
        scores = MADE_UP["scores"].solution(queries, keys)
        scores[1, 0] += 1
        return scores

    text = judged("scores", off_by_one_entry, monkeypatch).text
    assert text.startswith("not yet: case 1: 1 of the 15 numbers is wrong, at [1, 0]: gave ")


def scores(queries, keys):
    return queries @ keys.T / queries.shape[1] ** 0.5


def with_one(queries, keys, value):
    """The right scores, all too large by 3, but for one entry."""
    wrong = scores(queries, keys) + 3
    wrong[2, 1] = value(scores(queries, keys))
    return wrong


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        (
            "scores",
            lambda q, k: scores(q, k).T,
            "case 1 gave the transpose of what is right, in the shape (5, 3); (3, 5) is right",
        ),
        ("squares", lambda x: x.mT, "case 1 gave what is right with axes 1 and 2 exchanged"),
        (
            "squares",
            lambda x: x.transpose(0, 2),
            "case 1 gave what is right with axes 0 and 2 exchanged, in the shape (4, 4, 2); "
            "(2, 4, 4) is right",
        ),
        (
            "squares",
            lambda x: x.flip(0),
            "case 1 gave the right numbers in another order: "
            "all 32 numbers are elsewhere, the first at [0, 0, 0]",
        ),
        (
            "squares",
            lambda x: torch.cat([x[:, :2], x[:, 2:].flip(1)], 1),
            "case 1 gave the right numbers in another order: "
            "16 of the 32 numbers are elsewhere, the first at [0, 2, 0]",
        ),
        (
            "squares",
            lambda x: x.view(8, 4),
            "case 1 gave the right numbers in the right order, in the shape (8, 4); "
            "(2, 4, 4) is right",
        ),
        (
            "squares",
            lambda x: x.permute(1, 0, 2).flatten(1),
            "case 1 gave the right numbers in another order, in the shape (4, 8); "
            "(2, 4, 4) is right",
        ),
        ("scores", lambda q, k: -scores(q, k), "case 1 gave the negative of what is right"),
        ("scores", lambda q, k: q @ k.T, "case 1 gave 2 times what is right"),
        (
            "scores",
            lambda q, k: -q @ k.T / q.shape[1],
            "case 1 gave -0.5 times what is right",
        ),
        ("scores", lambda q, k: (q @ k.T).float(), "case 1 gave 2 times what is right"),
        # Right in case 1, so this is about case 2.
        ("scores", lambda q, k: q @ k.T / 2, "case 2 gave 1.5 times what is right"),
        ("marks", lambda x: ~(x > 0), "case 1 gave True for False and False for True"),
        ("marks", lambda x: (x > 0).T, "case 1 gave the transpose of what is right, in the shape"),
        # As many cells are marked, which says nothing.
        ("marks", lambda x: (x > 0).flip(0), "case 1: "),
        (
            "scores",
            lambda q, k: scores(q, k) + 3,
            "case 1: none of the right numbers is among yours; at [0, 0] you gave ",
        ),
        (
            "scores",
            lambda q, k: with_one(q, k, lambda right: right[0, 0]),
            "case 1: all 15 numbers are wrong, the first at [0, 0]: gave ",
        ),
        (
            "scores",
            lambda q, k: with_one(q, k, lambda right: right[2, 1]),
            "case 1: 14 of the 15 numbers are wrong, the first at [0, 0]: gave ",
        ),
        # Too near to say a factor in four digits.
        ("scores", lambda q, k: scores(q, k) * 1.00001, "case 1: all 15 numbers are wrong, the"),
        ("scores", lambda q, k: 0 * scores(q, k), "case 1: none of the right numbers is among"),
        ("scores", lambda q, k: scores(q, k) * 1e-12, "case 1: none of the right numbers is"),
        ("one row", lambda x: x[:, :1], "case 1 gave the shape (1, 1); (1, 3) is right"),
        ("one number", lambda x: 2 * x, "case 1: none of the right numbers is among yours"),
        ("one number", lambda x: x[0], "case 1 gave the shape (1,); (1, 1) is right"),
        (
            "scores",
            lambda q, k: scores(q, k).T + 5j,
            "case 1 gave the shape (5, 3); (3, 5) is right",
        ),
        # A score of a blocked key is -inf, which no factor changes.
        ("blocked", lambda s: blocked(2 * s), "case 1: 6 of the 9 numbers are wrong, the first"),
    ],
)
def test_a_verdict_says_what_one_step_would_make_right(name, answer, said, monkeypatch):
    assert judged(name, answer, monkeypatch).text.startswith(f"not yet: {said}")


def test_a_result_that_is_not_a_tensor_is_reported(monkeypatch):
    text = judged("scores", lambda queries, keys: [1, 2], monkeypatch).text
    assert text == "not yet: case 1 gave [1, 2] (list); a tensor of shape (3, 5) is right."


def test_changing_the_input_in_place_is_reported(monkeypatch):
    def in_place(queries, keys):
        result = MADE_UP["scores"].solution(queries, keys)
        queries.zero_()
        return result

    assert (
        judged("scores", in_place, monkeypatch).text
        == "not yet: case 1 changed its input in place."
    )


def test_results_in_single_precision_are_accepted(monkeypatch):
    def in_float32(queries, keys):
        return MADE_UP["scores"].solution(queries, keys).float()

    assert judged("scores", in_float32, monkeypatch).correct


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("factor", [1.0, 7.0, 7])
def test_a_mask_of_numbers_is_wrong(number, factor):
    exercise = get_exercise(f"what_masks_mean.{number}")
    verdict = judge(f"what_masks_mean.{number}", lambda *case: exercise.solution(*case) * factor)
    assert not verdict.correct
    shape = tuple(exercise.solution(*exercise.cases[0]).shape)
    dtype = "int64" if isinstance(factor, int) else "float32"
    assert verdict.text == (
        f"not yet: case 1 gave {dtype} of shape {shape}, but booleans are right: "
        f"a mask of numbers is added to the scores, or refused."
    )


def test_an_answer_may_set_up_its_own_copy_of_a_module(monkeypatch):
    def batch_first(module, x, lengths):
        module.batch_first = True
        padding = torch.arange(x.shape[1]) >= lengths[:, None]
        return module(x, x, x, key_padding_mask=padding)[0]

    assert judged("a module", batch_first, monkeypatch).correct
    assert not any(module.batch_first for module, _, _ in MADE_UP["a module"].cases)
    assert judged("a module", MADE_UP["a module"].solution, monkeypatch).correct


def test_a_value_instead_of_a_function_is_reported(monkeypatch):
    assert judged("scores", 3, monkeypatch).text == "the answer must be a function; got 3 (int)."


def test_a_wrong_number_is_reported():
    assert judge("the_experiment_that_lied.3", 512.0).correct
    assert judge("the_experiment_that_lied.3", 9).text == "not yet: 9 is not right."
    assert judge("the_experiment_that_lied.3", torch.nn.ReLU()).correct is False


def test_check_prints_the_verdict(capsys):
    check("the_experiment_that_lied.3", 1)
    printed = capsys.readouterr().out
    assert printed.startswith(
        "Exercise the_experiment_that_lied.3: not yet: that is with the scale"
    )


@pytest.mark.parametrize(
    "name", [name for name in NAMES if get_exercise(name).cases and not get_exercise(name).judge]
)
def test_a_constant_function_is_wrong(name):
    spec = get_exercise(name)
    for case in spec.cases:
        right = spec.solution(*case)
        assert not judge(name, lambda *arguments, right=right: right).correct


def test_a_list_of_tensors_reaches_the_answer_as_a_list(monkeypatch):
    assert judged("transposes", lambda weights: torch.stack(weights).mT, monkeypatch).correct
    assert judged(
        "transposes", lambda weights: torch.stack([w.T for w in weights]), monkeypatch
    ).correct
    verdict = judged("transposes", lambda weights: weights.mT, monkeypatch)
    assert verdict.text == "case 1 raised AttributeError: 'list' object has no attribute 'mT'"

    def in_place(weights):
        return torch.stack([weight.mul_(1.5).T / 1.5 for weight in weights])

    assert (
        judged("transposes", in_place, monkeypatch).text
        == "not yet: case 1 changed its input in place."
    )


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("weights", lambda s: s.softmax(1) + 5j, "gave complex numbers; real ones are right"),
        (
            "scores",
            lambda q, k: q.float() @ k.float().T / q.shape[1] ** 0.5,
            "gave numbers rounded to float32; keep the inputs' torch.float64",
        ),
        (
            "scores",
            lambda q, k: (q @ k.T).to_sparse(),
            "gave torch.sparse_coo; a plain tensor of shape (3, 5) is right",
        ),
        (
            "scores",
            lambda q, k: (q @ k.T).to("meta"),
            "gave a tensor without numbers; a plain tensor of shape (3, 5) is right",
        ),
        ("count", lambda *sizes: 10**400, None),
        ("count", lambda *sizes: str(MADE_UP["count"].solution(*sizes)), None),
        (
            "causal weights",
            lambda s: s.masked_fill(torch.ones_like(s).triu(1).bool(), -50.0).softmax(1),
            None,
        ),
    ],
)
def test_answers_that_are_almost_right_are_wrong(name, answer, said, monkeypatch):
    verdict = judged(name, answer, monkeypatch)
    assert not verdict.correct
    assert said is None or verdict.text == f"not yet: case 1 {said}."


STRANGERS = ["stacking.99", "stacking.²", "stacking", "one", "1", "1.2", "", ".", "../stacking.1"]
STRANGERS += ["__init__.1", "stacking.1.", "stacking.01", "stacking.1.1", "no_chapter.1"]


@pytest.mark.parametrize("name", STRANGERS)
def test_an_unknown_exercise_is_an_error(name):
    rule, hint = 'a chapter\'s file and a number, such as "stacking.2"', ""
    if name.startswith("stacking"):  # the chapter is known, the number is not
        known = [f"stacking.{number}" for number in stacking.EXERCISES]
        rule = f"one of {checks.join_words(known)}"
        hint = " (a new one belongs in EXERCISES of mha_lib/book/exercises/stacking.py)"
    message = f"exercise must be {rule}; got {name!r}{hint}"
    for look in (get_exercise, lambda name: judge(name, None), lambda name: check(name, None)):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            look(name)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (-torch.eye(2), None),
        (torch.tensor([[0.0, 2.0], [0.5, 0.0]]), None),
        (torch.eye(2), "not yet: the identity is too easy."),
        (torch.ones(2, 2), "not yet: your matrix times itself is not the identity."),
        (3, "judging it raised AttributeError: 'int' object has no attribute 'equal'"),
        (len, "the answer must be a value; got <built-in function len> (builtin_function_or_m"),
        (None, "not answered yet."),
    ],
)
def test_judge_decides_on_a_value(answer, said, monkeypatch):
    verdict = judged("a value by design", answer, monkeypatch)
    assert verdict.correct is (said is None)
    assert verdict.text.startswith(said or "correct.")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda x: x, None),
        (lambda x: -x.exp(), None),
        (lambda x: x.T, "not yet: keep one row for each token."),
        (lambda x: 3, "judging it raised TypeError: object of type 'int' has no len()"),
        (lambda x: x.mul_(2), "not yet: case 1 changed its input in place."),
        (lambda x: x @ x, "case 1 raised RuntimeError: "),
        (lambda x: ..., "not answered yet."),
        (
            lambda x: None,
            "not yet: your function returns nothing; begin its last line with return.",
        ),
        (3, "the answer must be a function; got 3 (int)."),
    ],
)
def test_judge_decides_on_a_function(answer, said, monkeypatch):
    verdict = judged("a function by design", answer, monkeypatch)
    assert verdict.correct is (said is None)
    assert verdict.text.startswith(said or "correct in both cases it was tried on.")


def a_decoder_s_attention(x, real, cause):
    """One with learned positions, on samples of (tokens, features), with what `bug_lab.2` lists."""
    batch, tokens, _ = x.shape
    first = real.long().argmax(dim=1, keepdim=True)
    places = torch.arange(tokens).expand(batch, -1) - (0 if cause == "D" else first)
    x = x + POSITIONS[places.clamp(min=0)]
    may = real[:, None, :] | (cause == "C")
    may = may & (causal_mask(tokens) | (cause == "B"))
    if cause == "A":
        x, may = x.transpose(0, 1), torch.ones(batch, batch).bool()
    q, k, v = (x @ W for W in MATRICES)
    output = attention_weights(attention_scores(q, k), may) @ v
    return output.transpose(0, 1) if cause == "A" else output


POSITIONS, MATRICES = draw(12, 6), draw(3, 6, 6)


def checked(cause):
    x, all_real = draw(3, 5, 6), torch.ones(3, 5).bool()
    last = torch.cat([x[:, :-1], draw(3, 1, 6)], dim=1)

    def padded(left, right, fill):
        pads = (torch.full((3, n, 6), fill, dtype=x.dtype) for n in (left, right))
        before, after = pads
        wide = torch.cat([before, x, after], dim=1)
        real = torch.zeros(wide.shape[:2]).bool()
        real[:, left : left + 5] = True
        return a_decoder_s_attention(wide, real, cause)[:, left : left + 5]

    plain = a_decoder_s_attention(x, all_real, cause)
    return {
        "batch": plain[:1].allclose(a_decoder_s_attention(x[:1], all_real[:1], cause)),
        "future": plain[:, :-1].allclose(a_decoder_s_attention(last, all_real, cause)[:, :-1]),
        "right": padded(0, 2, 1.0).allclose(padded(0, 2, 2.0)),
        "left": padded(2, 0, 1.0).allclose(padded(2, 0, 2.0)),
        "shift": padded(4, 0, 1.0).allclose(plain),
    }


@pytest.mark.parametrize("cause", "ABCD")
def test_layers_without_code_print_what_the_exercise_says(cause):
    assert checked(cause) == dict(zip(bug_lab.CHECKS, bug_lab.PRINTED[cause], strict=True))


def test_the_page_shows_what_the_three_layers_without_code_print():
    page = (ROOT / "book" / "bug_lab.ipynb").read_text()
    for row, check_name in enumerate(bug_lab.CHECKS):
        shown = re.search(rf"\| \*{check_name}\* \|[^|]*\|([^\\]*)\|\\n", page)[1]
        printed = [bug_lab.PRINTED[cause][row] for cause in get_exercise("bug_lab.2").solution]
        assert shown.replace("*", "").replace(" ", "").split("|") == list(map(str, printed))


def test_the_model_that_is_cut_for_sixteen_devices_has_its_published_sizes():
    """And the right answer counts the cache of one of its KV heads."""
    known = next(model for model in PUBLISHED if model["name"] == "Llama 3.1 405B")
    layers, heads, kv_heads, width = (
        known[name] for name in ("n_layers", "n_heads", "n_kv_heads", "d_head")
    )
    text = (ROOT / "book" / "several_machines.ipynb").read_text()
    assert f"Each of its {layers} layers of width {heads * width:,} has {heads} query heads" in text
    assert f"and {kv_heads} KV heads of width {width}, and every number takes 2 bytes" in text
    kv_head, cached, sent = get_exercise("several_machines.3").solution
    first = torch.arange(heads).chunk(16)[11][0].item()
    assert (kv_head, cached) == (first // (heads // kv_heads), layers * 2 * width * 2)
    assert sent == 2 * (16 - 1) / 16 * 32 * heads * width * 2
