"""load_comparison.js: what a demo finds, and what passes a threshold, as torch counts it."""

import pytest
import torch

from tests.helpers import javascript

SIMILARITIES = torch.rand(7, 7, generator=torch.Generator().manual_seed(2), dtype=torch.float64)


def read(similarities, threshold=0.3):
    given = {"similarities": similarities.tolist(), "threshold": threshold}
    return javascript.run(
        "load_comparison.js", "return m.measureLoad(similarities, threshold);", **given
    )


@pytest.mark.parametrize("threshold", [0.0, 0.5, 0.95])
def test_readings_equal_torch(threshold):
    got, pair = read(SIMILARITIES, threshold), torch.eye(7).bool()
    best = SIMILARITIES.argmax(dim=1) == torch.arange(7)
    assert 0 < best.sum() < 7
    assert got["found"] == best.tolist()
    assert got["pairs"] == pytest.approx(SIMILARITIES.diagonal().mean().item())
    assert got["others"] == pytest.approx(SIMILARITIES[~pair].mean().item())
    assert got["pairsAbove"] == (SIMILARITIES[pair] >= threshold).sum()
    assert got["othersAbove"] == (SIMILARITIES[~pair] >= threshold).sum()


def test_a_tied_pair_does_not_count_as_found():
    assert read(torch.tensor([[0.5, 0.5], [0.1, 0.2]]))["found"] == [False, True]


def test_one_pair_alone_has_no_others():
    assert read(torch.tensor([[0.5]]))["others"] == 0


@pytest.mark.parametrize(
    ("errors", "first", "said"),
    [
        ([1e-7, 2e-7], 2, "No token is off."),
        ([1e-7, 0.004, 0.2], 1, "The error begins after layer 0, at below 0.01; at the end it is"),
        ([1e-4], 0, "The error begins before the layers, at below 0.01; at the end it is below"),
        (
            [0.1, 0.3, 0.4],
            0,
            "The error begins before the layers, at 0.10; at the end it is 0.40.",
        ),
    ],
)
def test_the_first_wrong_state_is_named(errors, first, said):
    assert (
        javascript.run("load_comparison.js", "return m.firstWrongState(errors);", errors=errors)
        == first
    )
    reading = read(SIMILARITIES)
    body = "return m.describeLoad('x', reading, reading, errors);"
    story = javascript.run("load_comparison.js", body, reading=reading, errors=errors)
    assert story[2].startswith(said)


def test_describe_says_whether_the_demo_shows_the_error():
    good, bad = read(torch.eye(3)), read(torch.eye(3).flip(0))
    body = "return m.describeLoad('x', right, chosen, [0, 0.5]);"
    same = javascript.run("load_comparison.js", body, right=good, chosen=good)
    assert same[0] == "“x” finds 3 of 3: the demo sees no difference."
    worse = javascript.run("load_comparison.js", body, right=good, chosen=bad)
    assert worse[0] == "“x” finds 1 of 3: the demo shows it."
    assert worse[1] == ("Unrelated sentences have a mean similarity of 0.33; it should be 0.00.")
    passes = javascript.run(
        "load_comparison.js", "return m.describeThreshold(a, b);", a=good, b=bad
    )
    assert passes == (
        "The right load calls 3 of 3 pairs and 0 of 6 others the same; this one 1 and 2."
    )


def test_bars_are_scaled_by_the_largest_error_or_by_1():
    body = "return [[[0, 0.2], [0.4, 0]], [[0, 0]]].map(m.largestError);"
    assert javascript.run("load_comparison.js", body) == [0.4, 1]


def test_an_error_has_two_digits_or_below_0_01():
    errors = [0, 0.00009, 0.004, 0.01, 0.056]
    displayed = javascript.run(
        "load_comparison.js", "return errors.map(m.formatError);", errors=errors
    )
    assert displayed == ["0", "0", "below 0.01", "0.01", "0.06"]


def test_describe_pair_gives_the_similarity_and_the_right_one():
    body = "return m.describePair(['one', 'two'], ['un', 'deux'], [1, 0], similarities);"
    similarities = [[[0, 0], [0.9, 0]], [[0, 0], [-0.1, 0]]]
    displayed = javascript.run("load_comparison.js", body, similarities=similarities)
    assert displayed == "“two” and “un”: −0.10; it should be 0.90."


def test_a_similarity_equal_to_the_threshold_passes():
    assert read(torch.eye(2), 1.0)["pairsAbove"] == 2
    assert read(torch.eye(2), 0.0)["othersAbove"] == 2


def test_sentences_are_numbered_from_1():
    assert javascript.run("load_comparison.js", "return m.countingLabels(3);") == ["1", "2", "3"]
