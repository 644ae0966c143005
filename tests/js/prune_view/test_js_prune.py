"""prune.js: orders of heads found in a table of all subsets, and the sentences about them."""

import itertools

import pytest
import torch

from tests.helpers import javascript

N = 5


def table(seed=3):
    return torch.rand(2**N, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def without(accuracies, heads):
    return accuracies[sum(2**head for head in heads)].item()


def run(body, **values):
    return javascript.run("prune.js", body, **values)


def lines(accuracies, given=(), n=N):
    values = {"table": accuracies.tolist(), "given": list(given), "n": n}
    return {line["name"]: line for line in run("return m.computeLines(given, table, n);", **values)}


def test_a_given_order_takes_its_accuracies_from_the_table():
    accuracies, order = table(), [3, 0, 4, 1, 2]
    line = lines(accuracies, [{"name": "mine", "heads": order, "accuracies": None}])["mine"]
    assert line["sets"] == [order[:k] for k in range(N + 1)]
    assert line["accuracies"] == [without(accuracies, order[:k]) for k in range(N + 1)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_at_a_time_sorts_by_accuracy_without_each_head(seed):
    accuracies = table(seed)
    alone = [without(accuracies, [k]) for k in range(N)]
    line = lines(accuracies)["one at a time"]
    assert line["sets"][-1] == torch.tensor(alone).argsort(descending=True).tolist()


def test_heads_with_equal_accuracy_keep_their_order():
    accuracies = torch.full((2**N,), 0.5, dtype=torch.float64)
    for name in ("one at a time", "greedy"):
        assert lines(accuracies)[name]["sets"][-1] == list(range(N))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_greedy_removes_the_least_harmful_head_of_those_left(seed):
    accuracies, cut = table(seed), []
    for _ in range(N):
        left = [k for k in range(N) if k not in cut]
        cut.append(max(left, key=lambda k: without(accuracies, [*cut, k])))
    assert lines(accuracies)["greedy"]["sets"][-1] == cut


def test_best_and_random_are_maximum_and_mean_of_each_size():
    accuracies = table()
    found = lines(accuracies)
    assert found["random"]["sets"] is None
    for k in range(N + 1):
        by_subset = {c: without(accuracies, c) for c in itertools.combinations(range(N), k)}
        assert found["best"]["accuracies"][k] == max(by_subset.values())
        assert by_subset[tuple(found["best"]["sets"][k])] == max(by_subset.values())
        mean = sum(by_subset.values()) / len(by_subset)
        assert found["random"]["accuracies"][k] == pytest.approx(mean, abs=1e-12)


def test_without_a_table_only_the_given_lines_exist():
    given = [
        {"name": "a", "heads": [4, 2], "accuracies": [1, 0.5, 0.25]},
        {"name": "b", "heads": None, "accuracies": [1, 0.4, 0.2]},
    ]
    found = run("return m.computeLines(given, [], 6);", given=given)
    assert [line["name"] for line in found] == ["a", "b"]
    assert found[0]["sets"] == [[], [4], [4, 2]]
    assert found[1]["sets"] is None
    assert [line["accuracies"] for line in found] == [line["accuracies"] for line in given]


@pytest.mark.parametrize(
    ("removed", "head", "your_order", "n_removed"),
    [
        ([], 2, [2, 0, 1, 3], 1),
        ([3, 1], 0, [3, 1, 0, 2], 3),
        ([3, 1, 0], 1, [3, 0, 1, 2], 2),
    ],
)
def test_a_click_removes_a_head_or_puts_it_back(removed, head, your_order, n_removed):
    body = "return m.toggleHead(removed, head, 4);"
    assert run(body, removed=removed, head=head) == {
        "your_order": your_order,
        "n_removed": n_removed,
    }


def test_nearest_picks_the_subset_closest_in_accuracy():
    accuracies = table()
    body = "return m.nearestSubset(table, m.subsetsBySize(5)[2], height);"
    pairs = list(itertools.combinations(range(N), 2))
    for height in (0.1, 0.5, 0.9):
        found = run(body, table=accuracies.tolist(), height=height)
        nearest = min(pairs, key=lambda pair: abs(without(accuracies, pair) - height))
        assert found == list(nearest)


SIZES = {"layers": 2, "heads": 4, "measure": "accuracy"}
BEST = {"name": "best", "accuracies": [0.98, 0.975, 0.9], "sets": [[], [6], [0, 6]]}


def displayed(line, n_removed, ideal=None, sizes=SIZES):
    sentences = "m.describeRemoval(line, nRemoved, sizes, ideal ?? undefined)"
    body = f"return {sentences}.filter(Boolean).join(' ');"
    return run(body, line=line, nRemoved=n_removed, ideal=ideal, sizes=sizes)


def test_describe_a_few_cuts():
    line = {"name": "a", "accuracies": [0.98, 0.975, 0.7], "sets": [[], [5], [5, 1]]}
    assert displayed(line, 0, BEST) == "0 of 8 heads removed. The accuracy is 0.98."
    assert displayed(line, 1, BEST) == (
        "1 of 8 heads removed: layer 1: head 1. The accuracy is 0.97. The last cut cost 0.01. "
        "The best choice of as many heads leaves no more."
    )
    assert displayed(line, 2, BEST) == (
        "2 of 8 heads removed: layer 0: head 1; layer 1: head 1. The accuracy is 0.70. The last "
        "cut cost 0.28. The best choice of as many heads leaves 0.90: layer 0: head 0; layer "
        "1: head 2."
    )


def test_the_best_sets_have_no_last_cut():
    body = "return m.describeRemoval(best, 2, sizes, best).filter(Boolean).join(' ');"
    assert run(body, best=BEST, sizes=SIZES) == (
        "2 of 8 heads removed: layer 0: head 0; layer 1: head 2. The accuracy is 0.90."
    )


def test_describe_names_a_layer_without_heads():
    line = {"name": "a", "accuracies": [0.5] * 5, "sets": [None] * 4 + [[7, 4, 6, 5]]}
    assert displayed(line, 4) == (
        "4 of 8 heads removed: layer 1: heads 0, 1, 2 and 3. Layer 1 has no head left. "
        "The accuracy is 0.50. The last cut cost 0.00."
    )
    line = {"name": "a", "accuracies": [0.5] * 9, "sets": [None] * 8 + [list(range(8))]}
    assert "Layers 0 and 1 have no head left." in displayed(line, 8)


def test_a_mean_over_choices_names_no_heads():
    line = {"name": "random", "accuracies": [0.98, 0.8], "sets": None}
    assert displayed(line, 1) == (
        "1 of 8 heads removed. The accuracy is 0.80, the mean over choices. The last cut cost 0.18."
    )


def test_many_removed_heads_are_counted_by_layer():
    cut = [*range(12), 13, 25]
    line = {"name": "a", "accuracies": [1 - k / 20 for k in range(15)], "sets": [None] * 14 + [cut]}
    sizes = {"layers": 3, "heads": 12, "measure": "score"}
    assert displayed(line, 14, sizes=sizes) == (
        "14 of 36 heads removed: left in layers 0 to 2: 0, 11 and 11. Layer 0 has no head left. "
        "The score is 0.30. The last cut cost 0.05."
    )


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (0.83, "The last cut raised the accuracy by 0.03."),
        (0.77, "The last cut cost 0.03."),
        (0.804, "The last cut cost 0.00."),
        (0.8, "The last cut cost 0.00."),
    ],
)
def test_a_cut_that_raises_the_accuracy_is_described_as_a_gain(after, said):
    line = {"name": "a", "accuracies": [0.9, 0.8, after], "sets": [[], [5], [5, 1]]}
    assert f" The accuracy is {after:.2f}. {said}" in displayed(line, 2)


@pytest.mark.parametrize(
    ("n_removed", "height", "name"), [(0, 0.2, "a"), (1, 0.9, "a"), (1, 0.31, "b"), (1, 0.29, "c")]
)
def test_nearest_line_has_the_closest_accuracy(n_removed, height, name):
    accuracies = {"a": [1, 0.8], "b": [1, 0.4], "c": [1, 0.2]}
    lines = [{"name": key, "accuracies": values} for key, values in accuracies.items()]
    body = "return m.nearestLine(lines, nRemoved, height).name;"
    assert run(body, lines=lines, nRemoved=n_removed, height=height) == name
