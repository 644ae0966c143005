"""*.js: pieces equal tokenizers', numbers equal transformers'."""

import base64
import random
import sysconfig
import unicodedata
from pathlib import Path

import pytest
import torch
from torch.testing import assert_close

from tests.helpers import javascript, scripts
from tests.helpers.sentence_models import SIZES, VOCABULARY, oracle, small, tokenizer
from tests.helpers.sentence_models import sentence_model as tool

TEXTS = [
    "The animal was too tired.",
    "it",
    "a b c d e f g h i j k l m n o p",
    "It was crossing the street, wasn't it? The animal, tired, too wide!",
]
OFF = [0, 37, 71]
MODEL = scripts.read("sentence_view_model")


def encode(vocabulary, texts):
    body = """const { encode } = m.makeWordPieces(vocabulary);
        return texts.map((text) => encode(text));"""
    return javascript.run("word_pieces.js", body, vocabulary=list(vocabulary), texts=texts)


def run(body, **values):
    file = base64.b64encode(tool.as_file(small(), VOCABULARY)).decode()
    return javascript.run("encoder.js", MODEL + body, name="small", file=file, **values)


# Word pieces.


@pytest.fixture(scope="module")
def vocabulary():
    """Pieces of Python's library, and letters of many scripts."""
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

    trained = BertWordPieceTokenizer()
    trained.train_from_iterator(lines()[:4000], vocab_size=3000, show_progress=False)
    pieces = trained.get_vocab()
    return sorted(pieces, key=pieces.__getitem__)


def lines():
    """10,000 lines of Python's library, with its comments."""
    found = []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        found += path.read_text(encoding="utf-8", errors="replace").splitlines()
        if len(found) > 10_000:
            return found[:10_000]
    raise AssertionError("too few lines")


def odd_texts(n):
    """Characters of all categories, alone, in words and after special tokens."""
    chance = random.Random(0)
    kinds: dict[str, list[str]] = {}
    for code in [*range(0x3000), *range(0x4DF0, 0x4E10), *range(0xF900, 0xFB50), *range(
        0xFE00, 0x10000), *range(0x1D400, 0x1D800), *range(0x1F300, 0x1F650), *range(
        0x20000, 0x20020)]:  # fmt: skip
        # Only the characters of an old Unicode: newer tables count other characters as marks.
        if unicodedata.ucd_3_2_0.category(chr(code)) == unicodedata.category(chr(code)):
            kinds.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
    for unassigned in ("Cn", "Cs"):
        kinds.pop(unassigned, None)
    spaces = list(" \t\n\r\x0b\x0c\x1c\x85\xa0\u1680\u2003\u200b\u2028\u3000\ufeff")
    words = ["def", "Self", "it's", "[MASK]", "[SEP]", "[sep]", "ΣΑΣ", "İi", "é", "e\u0301", "ǅ"]
    choices = [*kinds.values(), spaces, words, words, list("abcdefgh")]
    return [
        "".join(chance.choice(chance.choice(choices)) for _ in range(chance.randrange(1, 30)))
        for _ in range(n)
    ]


def test_10000_lines_are_split_as_by_tokenizers(vocabulary):
    texts = lines()
    wanted = [one.ids for one in tokenizer(vocabulary).encode_batch(texts)]
    assert encode(vocabulary, texts) == wanted


def test_odd_texts_are_split_as_by_tokenizers(vocabulary):
    texts = [*odd_texts(2000), "a" * 100, "a" * 101, ""]
    wanted = [one.ids for one in tokenizer(vocabulary).encode_batch(texts)]
    for text, ours, theirs in zip(texts, encode(vocabulary, texts), wanted, strict=True):
        assert ours == theirs, ascii(text)


def test_half_of_a_surrogate_pair_is_removed(vocabulary):
    assert encode(vocabulary, ["de\ud800f"]) == encode(vocabulary, ["def"])


# Numbers.


def close(found, wanted):
    """The page keeps weights in single precision and computes in double."""
    assert_close(torch.as_tensor(found, dtype=torch.float64), wanted, rtol=0, atol=1e-6)


@torch.no_grad()
def computed(ids, off=()):
    """transformers' weights and sentence vector, without some heads."""
    model = oracle(small(), len(VOCABULARY), **SIZES)
    d_head = SIZES["hidden_size"] // SIZES["num_attention_heads"]
    for head in off:
        layer, h = divmod(head, SIZES["num_attention_heads"])
        dense = model.encoder.layer[layer].attention.output.dense
        dense.weight[:, h * d_head : (h + 1) * d_head] = 0
    out = model(torch.tensor([ids]))
    vector = torch.nn.functional.normalize(out.last_hidden_state[0].mean(dim=0), dim=0)
    return torch.cat(out.attentions), vector


@pytest.mark.parametrize("off", [[], OFF])
def test_every_number_equals_transformers(off):
    texts = [tokenizer(VOCABULARY).encode(text).ids for text in TEXTS]
    assert len({len(ids) % 4 for ids in texts}) > 1  # four rows are multiplied at a time
    found = run("return texts.map((ids) => plain(finish(read(ids, off))));", texts=texts, off=off)
    for ids, ours in zip(texts, found, strict=True):
        weights, vector = computed(ids, off)
        close(ours["weights"], weights)
        close(ours["vector"], vector)


def test_what_is_kept_of_a_sentence_changes_no_number():
    ids, other = ([2, *range(5, n), 3] for n in (20, 30))
    steps = [(ids, []), (ids, [40]), (ids, [71, 13]), (ids, [2]), (other, [40]), (ids, [40]),
             (other, []), (other, [71]), (other, []), (other, [71])]  # fmt: skip
    body = """
    return steps.map(([ids, off]) => {
        const kept = JSON.stringify(plain(finish(read(ids, off))));
        return kept === JSON.stringify(plain(finish(m.makeEncoderReader(model)(ids, off))));
    });"""
    assert all(run(body, steps=steps))


def test_a_sentence_is_computed_once():
    body = """
    const slices = (off) => [...read(ids, off)].length;
    return [slices([]), slices([40]), slices([]), slices([40])];"""
    whole, part, *again = run(body, ids=[2, 7, 8, 9, 3])
    assert whole > part > 0
    assert again == [0, 0]


def test_an_interrupted_call_leaves_no_wrong_results():
    body = """
    const again = (ids, off) => JSON.stringify(plain(finish(read(ids, off))));
    const wanted = JSON.stringify(plain(finish(m.makeEncoderReader(model)(ids, [40]))));
    const slices = [...m.makeEncoderReader(model)(other)].length;
    return Array.from({ length: slices }, (_, taken) => {
        finish(read(ids));
        const ended = read(other);
        for (let i = 0; i <= taken; i++) ended.next();
        return again(ids, [40]) === wanted;
    });"""
    results = run(body, ids=[2, 7, 8, 9, 3], other=[2, *range(5, 25), 3])
    assert len(results) > 30
    assert all(results)


def test_a_matrix_is_rounded_as_by_torch():
    matrix = torch.randn(5, 7)
    matrix[3] = 0
    whole, scales = tool.in_8_bits(matrix)
    zeros = torch.zeros(5, dtype=torch.int32)
    limits = {"quant_min": -127, "quant_max": 127}
    wanted = torch.fake_quantize_per_channel_affine(matrix, scales, zeros, 0, **limits)
    assert_close(whole * scales[:, None], wanted)
    assert (matrix - wanted).abs().max() <= scales.max() / 2 + 1e-7


# Words.


def said(name, *arguments):
    return javascript.run("sentence.js", f"return m.{name}(...given);",
                          given=list(arguments))  # fmt: skip


def sentence():
    rows = [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.1, 0.1, 0.8]]
    return {"text": "Hi", "tokens": ["[CLS]", "hi", "[SEP]"], "weights": [[rows, rows[::-1]]] * 2}


def test_a_head_is_described_here_and_in_the_sentence_before():
    assert said("describeHead", sentence(), 3, 1) == (
        "From “hi” (1), layer 1, head 1 attends most to “[CLS]” (0) with 0.600, "
        "of the words most to “hi” (1) with 0.300."
    )
    for query in (0, 9):
        assert said("describeBefore", sentence(), {"word": "[SEP]", "nth": query}, 0) == (
            "In “Hi”: from “[SEP]” (2), layer 0, head 0 attends most to “[SEP]” (2) with 0.800, "
            "of the words most to “hi” (1) with 0.100."
        )
    twice = {**sentence(), "tokens": ["hi", "hi", "[SEP]"]}
    second = {"word": "hi", "nth": 1}
    assert said("describeBefore", twice, second, 0).startswith("In “Hi”: from “hi” (1)")
    assert said("describeBefore", sentence(), {"word": "tea", "nth": 0}, 0) == ""


def described(tokens, row):
    rows = [row] * len(tokens)
    return said("describeHead", {"text": "", "tokens": tokens, "weights": [[rows]]}, 0, 1)


def test_if_most_is_on_a_special_token_the_word_with_the_largest_weight_is_named_too():
    tokens = ["[CLS]", "a", "cat", ".", "[SEP]"]
    start = "From “a” (1), head 0 attends most to "
    assert described(tokens, [0.4, 0.1, 0.2, 0.25, 0.05]) == (
        f"{start}“[CLS]” (0) with 0.400, of the words most to “cat” (2) with 0.200."
    )
    assert described(tokens, [0.1, 0.2, 0.2, 0.1, 0.4]) == (
        f"{start}“[SEP]” (4) with 0.400, "
        "of the words most to “a” (1) and “cat” (2) with 0.200 each."
    )
    assert described(tokens, [0.2, 0.1, 0.2, 0.4, 0.1]) == f"{start}“.” (3) with 0.400."
    tie = described(tokens, [0.4, 0.1, 0.4, 0.05, 0.05])
    assert tie == f"{start}“[CLS]” (0) and “cat” (2) with 0.400 each."
    assert described(["[CLS]", "a"], [0.5, 0.5]).endswith("equal weight, 0.500, on both keys.")
    without = described(["[CLS]", ".", "[SEP]"], [0.5, 0.2, 0.3])
    assert without.endswith("most to “[CLS]” (0) with 0.500.")


def test_a_word_is_found_again_the_same_occurrence_or_the_first():
    tokens = ["a", "b", "a", "c", "a"]
    for position, word in enumerate(tokens):
        found = said("wordAt", tokens, position)
        assert found["word"] == word
        assert said("findWord", tokens, found) == position
    for fewer, places in ((["x", "a", "a"], [1, 2, 1]), (["a"], [0, 0, 0]), (["b"], [-1, -1, -1])):
        assert [said("findWord", fewer, {"word": "a", "nth": n}) for n in range(3)] == places
    assert said("formatPlace", tokens, 2) == "“a” (2), number 2 of 3"
    assert said("formatPlace", tokens, 3) == "“c” (3)"


def test_the_weight_on_a_word_is_the_sum_over_its_occurrences():
    tokens, row = ["a", "b", "a", "c", "a"], [0.1, 0.2, 0.3, 0.35, 0.05]
    assert said("weightOn", tokens, row, "a") == pytest.approx(0.45)
    assert said("formatWeightOn", tokens, row, "a") == "0.450 on all 3"
    assert said("formatWeightOn", tokens[:3], row[:3], "a") == "0.400 on both"
    assert said("formatWeightOn", tokens, row, "c") == "0.350"


def test_the_weight_on_the_chosen_word_is_described():
    assert said("describeTo", sentence(), 3, 1, "hi") == "To “hi”: 0.300."
    assert said("describeTo", sentence(), 2, 2, "hi") == "To “hi”: 0.100."
    assert said("describeTo", sentence(), 3, 1, "tea") == ""
    assert said("describeTo", sentence(), 3, 1, "") == ""


def test_heads_that_are_off_are_named_with_their_effect():
    sizes = {"nHeads": 12, "nLayers": 6}
    assert said("describeOff", [], None, sizes) == ""
    assert said("describeOff", [37], 0.99792, sizes) == (
        "Without layer 3, head 1, the sentence's vector has a cosine of 0.9979 with the whole one."
    )
    assert said("describeOff", [37, 2], 0.99996, sizes) == (
        "Without layer 0, head 2; layer 3, head 1, the sentence's vector has a cosine of above "
        "0.9999 with the whole one."
    )
    assert said("describeOff", [0, 1, 2, 3], None, sizes) == (
        "To compute the sentence without these 4 heads, load the model."
    )


def test_the_order_of_the_thumbnails_is_described():
    assert said("describeOrder", "layer and head", [], 2) == "Sorted by layer and head."
    assert said("describeOrder", "same word", [], 2) == (
        "No word occurs twice here, so the heads are in the order of layer and head."
    )
    assert said("describeOrder", "last", [0.1, 0.2, 0.5, 0.3], 2) == (
        "Sorted by [SEP]: first layer 1, head 0, with 0.50."
    )
    assert said("describeOrder", "effect", [0.00123, 0.0002, 0, 0], 2) == (
        "Sorted by effect: first layer 0, head 0, with 0.0012."
    )
    name = "the weight from “it” to “tea”"
    assert said("describeOrder", "to word", [0.1, 0.2, 0, 0], 2, name) == (
        f"Sorted by {name}: first layer 0, head 1, with 0.20."
    )
    name = said("describeChange", "“it” to “tea”", "it is tea", "it was tea")
    assert said("describeOrder", "change", [0.1, -0.2, 0, 0.15], 2, name) == (
        "Sorted by the weight from “it” to “tea” in “it is tea” minus that in “it was tea”: "
        "first layer 0, head 1, with −.20."
    )


def test_changes_are_formatted_with_their_sign_and_sorted_by_their_size():
    changes = [0.113, -0.02, 0.004, -0.004, 0, -0.997, 0.6]
    formatted = [said("formatChange", x) for x in changes]
    assert formatted == ["+.11", "−.02", "0", "0", "0", "−1.00", "+.60"]
    assert said("sortHeads", changes, "change")[:4] == [5, 6, 0, 1]
    assert said("sortHeads", changes)[:2] == [6, 0]


def test_a_weight_is_compared_with_the_first_sentence_that_has_both_words():
    sentences = [{"tokens": text.split(" ")} for text in ("it was", "the tea", "tea or it")]
    word = {"word": "it", "nth": 1}
    assert said("findWithBoth", sentences, word, "tea") == sentences[2]
    assert said("findWithBoth", sentences, word, "milk") is None


def test_the_weight_on_the_last_token_is_measured_from_all_others():
    measured = said("measureInSentence", sentence()["weights"][0][0], sentence()["tokens"])
    assert measured["last"] == pytest.approx((0.3 + 0.1) / 2)
    assert measured["first"] == pytest.approx((0.6 + 0.1) / 2)
