"""readings.js: readings of one row, compared with torch's own attention and masks."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from mha_lib.book.tiny import TASKS, TinyModel, load
from mha_lib.widgets import Readings
from tests.helpers import javascript

TASK = TASKS["sentences"]
TEXT = "[start] the old dog near the cats"


def a_model(n_heads):
    """Widths that cannot be confused."""
    generator = torch.Generator().manual_seed(n_heads)
    sizes = {"d_model": 7, "d_head": 5, "residual": True, "causal": True}
    return TinyModel(15, 16, n_heads=n_heads, generator=generator, **sizes)


MODELS = {
    "plural only": load("sentences_plural_only"),
    "two heads": load("sentences_two_heads"),
    "three heads": a_model(3),
}
WIDGETS = {name: Readings(model) for name, model in MODELS.items()}
CASES = [(name, head) for name, n in zip(MODELS, (1, 2, 3), strict=True) for head in range(-1, n)]


def read(name, head, text=TEXT):
    widget = WIDGETS[name]
    return javascript.run(
        "readings.js",
        "return m.computeReadings(sent, text, head, partners);",
        sent=widget.models[0],
        text=[widget.vocabulary.index(word) for word in text.split()],
        head=head,
        partners=widget.partners,
    )


class Oracle:
    """A head at a time: torch's own attention, with the rounded numbers that the page has."""

    def __init__(self, sent, words):
        table = {k: torch.tensor(v, dtype=torch.float64) for k, v in sent.items() if k != "name"}
        ids = torch.tensor([TASK.letters.index(word) for word in words])
        self.x = table["letter_vectors"][ids] + table["positions"][: len(ids)]
        self.table, self.n_heads, self.n_keys = table, len(table["W_Q"]), len(ids)
        self.query = self.x[-1:]

    def head(self, h, blocked=None, values=None):
        """What a head writes; with its value rows replaced, or a key blocked."""
        W_Q, W_K, W_V, W_O = (self.table[f"W_{name}"][h] for name in "QKVO")
        v = self.x @ W_V if values is None else values
        mask = torch.ones(1, self.n_keys).bool()
        if blocked is not None:
            mask[0, blocked] = False
        q, k = self.query @ W_Q, self.x @ W_K
        mix = nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], mask[None])
        return mix[0] @ (W_O if values is None else torch.eye(v.shape[1], dtype=v.dtype))

    def weights(self, h):
        return self.head(h, values=torch.eye(self.n_keys, dtype=torch.float64))[0]

    def term(self, h, j):
        only = torch.zeros_like(self.x @ self.table["W_V"][h])
        only[j] = (self.x @ self.table["W_V"][h])[j]
        return self.head(h, values=only) @ self.table["W_O"][h]

    def probabilities(self, written):
        logits = (self.query + written) @ self.table["readout"].T + self.table["bias"]
        return logits[0].softmax(dim=-1)

    def all(self, blocked=None, heads=()):
        return sum(self.head(h, blocked if h in heads else None) for h in range(self.n_heads))


def close(values, expected):
    assert_close(torch.tensor(values, dtype=torch.float64), expected, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    ("name", "head", "text"),
    [*((name, head, TEXT) for name, head in CASES), ("two heads", 1, "the dog")],
)
def test_readings_equal_torch(name, head, text):
    got, sent = read(name, head, text), WIDGETS[name].models[0]
    words = text.split()
    oracle = Oracle(sent, words)
    chosen = range(oracle.n_heads) if head < 0 else [head]
    keys = range(len(words))
    base = oracle.probabilities(oracle.all())
    says = base.argmax()
    close(got["probabilities"], base)
    close(got["weight"], torch.stack([oracle.weights(h) for h in chosen]).mean(dim=0))
    sizes = torch.tensor(
        [[oracle.term(h, j).norm() for j in keys] for h in range(oracle.n_heads)],
        dtype=torch.float64,
    )
    close(got["size"], sizes[list(chosen)].sum(dim=0) / sizes.sum())
    for j in keys:
        terms = sum(oracle.term(h, j) for h in chosen)
        close(got["drop"][j], base[says] - oracle.probabilities(oracle.all() - terms)[says])
        masked = oracle.all(blocked=j, heads=chosen)
        close(got["mask"][j], base[says] - oracle.probabilities(masked)[says])
        other = TASK.partner(words[j])
        if other is None:
            assert got["change"][j] is None
            continue
        there = Oracle(sent, [*words[:j], other, *words[j + 1 :]])
        close(got["change"][j], base[says] - there.probabilities(there.all())[says])


def test_readings_of_the_plural_only_model_match_the_chapter():
    """What the chapter says, in the page's own numbers."""
    got = read("plural only", 0, "[start] the dog near the cats")
    for name in ("weight", "size", "drop", "mask"):
        assert got[name].index(max(got[name])) == 1  # "the"
        assert abs(got[name][2]) < 0.005  # "dog"
    flips = "return ['drop', 'mask', 'change'].map((name) => m.flippingWords(got, name));"
    assert javascript.run("readings.js", flips, got=got) == [[], [1], [2]]


def test_a_text_of_one_word_can_be_read():
    got = read("two heads", 0, "dog")
    assert got["mask"] == got["drop"]
    assert got["weight"] == [1]


def test_an_answer_flips_below_a_probability_of_half():
    got = {"probabilities": [0.1, 0.9], "change": [0.39, None, 0.41, -0.05]}
    assert javascript.run("readings.js", "return m.flippingWords(got, 'change');", got=got) == [2]


def test_a_text_is_cut_after_its_last_shown_noun():
    words = TEXT.split()
    numbers = [-1, -1, -1, 0, -1, -1, 1]
    body = "return [1, 2].map((nouns) => m.cutText(words, numbers, nouns));"
    cut = javascript.run("readings.js", body, words=words, numbers=numbers)
    assert cut == [words[:4], words]


@pytest.mark.parametrize(
    ("n_heads", "head", "read_head"), [(1, -1, 0), (1, 3, 0), (2, 3, 1), (2, 0, 0), (3, -1, -1)]
)
def test_a_head_that_a_model_lacks_becomes_its_last_head(n_heads, head, read_head):
    body = "return m.shownHead({ W_Q: Array(n).fill([]) }, head);"
    assert javascript.run("readings.js", body, n=n_heads, head=head) == read_head


@pytest.mark.parametrize(
    ("probabilities", "numbers", "head", "said"),
    [
        ([0.25, 0.75], [-1, 1, 0], 1, "The model says “are” with 75%, right. Head 1 gives"),
        ([0.75, 0.25], [-1, 1, 0], -1, "The model says “is” with 75%, wrong. The mean of the "
                                       "heads gives"),
        ([0.75, 0.25], [-1, -1, 0], 0, "The model says “is” with 75%, right. Head 0 gives"),
    ],
)  # fmt: skip
def test_describe_gives_answer_top_weight_and_flips(probabilities, numbers, head, said):
    got = {"probabilities": probabilities, "weight": [0.2, 0.3, 0.5]}
    got |= {"drop": [0, 0.26, 0.5], "mask": [0, 0, 0.2], "change": [None, 0.3, 0.2]}
    words = ["the", "dogs", "cat"]
    body = "return m.describeReadings(words, numbers, head, got).join(' ');"
    given = {"words": words, "numbers": numbers, "head": head, "got": got}
    assert javascript.run("readings.js", body, **given) == (
        f"{said} most weight, 0.50, to “cat” (2). Dropping a term flips the answer at “dogs” (1) "
        "and “cat” (2); masking a key, at no word; changing the word, at “dogs” (1)."
    )
