"""code_model.js and byte_pairs.js: tokens equal tokenizers', numbers equal torch's."""

import base64
import random
import sysconfig
import unicodedata
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from mha_lib.book import code_model, code_training
from mha_lib.widgets import CodeView
from tests.helpers import javascript, scripts
from tests.widgets.test_widgets_code_view import file_of, make, small

MAX_TOKENS = 64
MODELS = {"stored": code_model.load, "small": small}
OFF = {"stored": ([1, 6, 11], [0]), "small": ([1, 2], [1])}
TEXTS = [
    "import os\nimport sys\n\n\ndef main(path):\n    for name in os.listdir(path):\n",
    "class Stack:\n    def push(self, item):\n        self.items.append(item)\n",
    "x",
    "    return [(i, j) for i in range(10) for j in range(i)]",
    "raise ValueError(f'{name!r} is not é or 😀, but \x00')\r\n\t",
    "a = 1\nb = 2\n" * 12,
]
each_model = pytest.mark.parametrize("name", MODELS)


def close(found, wanted):
    """The page computes in single precision; torch, of the same numbers, in double."""
    assert_close(torch.as_tensor(found, dtype=torch.float64), wanted, rtol=0, atol=1e-4)


def call(name, body, **values):
    """Runs a body that knows the model as `model`; its file is read once for all calls."""
    kept = javascript.run("safetensors.js", "return Object.keys(globalThis.models ??= {});")
    if name not in kept:
        file = file_of(CodeView() if name == "stored" else make())
        body_of = "models[name] = finish(m.readCodeModel(text)); return null;"
        text = base64.b64encode(file).decode()
        javascript.run("safetensors.js", body_of, name=name, text=text)
    return javascript.run("code_model.js", f"const model = models.{name}; {body}", **values)


def rounded(name):
    """The model with the numbers that its file holds."""
    if name == "stored":
        return code_model.load().double()
    model = small()
    with torch.no_grad():
        for parameter, matrix in model.state_dict().items():
            if code_model._is_rounded(parameter):
                rows = matrix.T if code_model._by_column(parameter) else matrix
                steps = rows.abs().amax(dim=1, keepdim=True) / 127
                rows.copy_((rows / steps).round() * steps)
    return model.double()


def encode(merges, texts):
    body = """const pairs = m.makeBytePairs(merges);
        return texts.map((text) => pairs.encode(text));"""
    return javascript.run("byte_pairs.js", body, merges=list(merges), texts=texts)


def held_out():
    """Files that no training read, chosen as `read_library` does."""
    root = Path(sysconfig.get_paths()["stdlib"])
    paths = [
        path
        for path in sorted(root.rglob("*.py"))
        if not code_training._SKIPPED_FOLDERS & {*path.relative_to(root).parts}
        and not path.name.startswith(code_training._SKIPPED_PREFIX)
    ]
    return paths[code_training._HELD_OUT :: code_training._EVERY]


def test_python_code_is_tokenized_as_by_tokenizers():
    merges, lines = code_model.load().merges, []
    for path in held_out():
        lines += path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    assert len(lines) > 9000
    texts = ["".join(lines[i : i + 4]) for i in range(0, len(lines), 4)]
    wanted = [one.ids for one in code_model.byte_pairs(merges).encode_batch(texts)]
    assert encode(merges, texts) == wanted


SPACES = " \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2003\u200b\u2028\u2029\u202f\u3000\ufeff"


def odd_texts(n):
    """Letters, digits and signs of all planes, spaces of all kinds, words that GPT-2 cuts off."""
    chance = random.Random(0)
    categories: dict[str, list[str]] = {}
    for code in [*range(0x3000), *range(0xA000, 0xB000), *range(0x1D400, 0x1D800), *range(
        0x1F300, 0x1F650
    )]:  # fmt: skip
        categories.setdefault(unicodedata.category(chr(code)), []).append(chr(code))
    del categories["Cn"]  # which signs there are depends on the edition of Unicode
    kinds = [*categories.values(), list(SPACES), list(SPACES), ["'s", "'ll", "'T", "self", "("]]
    kinds_of_half = [kinds, [SPACES, "  \ufeff\x85\n", "a(1"]]
    return [
        "".join(chance.choice(chance.choice(some)) for _ in range(chance.randrange(1, 24)))
        for some in kinds_of_half
        for _ in range(n // 2)
    ]


def test_unusual_texts_are_tokenized_as_by_tokenizers():
    merges, texts = code_model.load().merges, odd_texts(600)
    wanted = [one.ids for one in code_model.byte_pairs(merges).encode_batch(texts)]
    assert encode(merges, texts) == wanted


def test_half_of_a_surrogate_pair_becomes_the_replacement_character():
    merges = code_model.load().merges
    texts = ["\ud800", "a\udfff b", " \ud83d\ud83d"]
    whole = [text.replace("\ud800", "�").replace("\udfff", "�") for text in texts[:2]] + [" ��"]
    wanted = [one.ids for one in code_model.byte_pairs(merges).encode_batch(whole)]
    assert encode(merges, texts) == wanted


def test_a_token_that_begins_like_the_file_start_is_kept():
    merges = ["ï »", "ï» ¿", "ï»¿ a"]
    body = "return m.makeBytePairs(merges).words([257, 258, 259]);"
    assert javascript.run("byte_pairs.js", body, merges=merges) == ["�", "\ufeff", "\ufeffa"]


@each_model
def test_every_token_decodes_to_the_same_word_as_in_python(name):
    model = MODELS[name]()
    tokens = range(model.sizes["vocabulary"])
    body = "return m.makeBytePairs(merges).words(tokens);"
    words = javascript.run("byte_pairs.js", body, merges=list(model.merges), tokens=[*tokens])
    assert words == model.words(tokens)


def test_the_error_function_is_exact_to_seven_digits():
    x = torch.linspace(-6, 6, 4801, dtype=torch.float64)
    found = javascript.run("gelu.js", "return xs.map(m.erf);", xs=x.tolist())
    assert_close(torch.tensor(found, dtype=torch.float64), x.erf(), rtol=0, atol=2e-8)


READ = scripts.read("code_model_read")


def heads_of(model):
    return [(i, h) for i in range(model.sizes["n_layers"]) for h in range(model.sizes["n_heads"])]


@torch.no_grad()
def compare(name, texts, off, mlps):
    model = rounded(name)
    rows = [model.tokens(text)[:MAX_TOKENS] for text in texts]
    pairs = heads_of(model)
    values = {"texts": [row.tolist() for row in rows], "off": off, "mlps": mlps}
    found = call(name, READ, nHeads=len(pairs), **values)
    silent = code_model.without_parts(model, heads=[pairs[h] for h in off], mlps=mlps)
    for row, run in zip(rows, found, strict=True):
        logits, weights = silent(row[None])
        close(run["weights"], torch.cat(weights, dim=1)[0])
        close(run["probabilities"], logits[0].softmax(dim=-1))
        if len(row) > 1:
            close(run["loss"], F.cross_entropy(logits[0, :-1], row[1:]))
        states, _ = silent.states(row[None])
        for (layer, h), parts in zip(pairs, run["parts"], strict=True):
            matched, learned = silent.layers[layer].scores(states[layer])
            assert [part["key"] for part in parts] == [*range(len(row))]
            close([part["match"] for part in parts], matched[0, h, -1])
            close([part["distance"] for part in parts], learned[h, -1])
            close([part["score"] for part in parts], (matched + learned)[0, h, -1])
            close([part["weight"] for part in parts], weights[layer][0, h, -1])


@each_model
@pytest.mark.parametrize("silent", [False, True])
def test_every_number_equals_torch(name, silent):
    off, mlps = OFF[name] if silent else ([], [])
    compare(name, TEXTS, off, mlps)


@pytest.mark.slow
def test_every_number_of_16_texts_equals_torch():
    chance, lines = random.Random(1), []
    for path in held_out():
        lines += path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    starts = [chance.randrange(len(lines) - 8) for _ in range(16)]
    texts = ["".join(lines[i : i + 8]) for i in starts]
    for i, (off, mlps) in enumerate([([], []), OFF["stored"]]):
        compare("stored", texts[8 * i : 8 * (i + 1)], off, mlps)


EDITS = scripts.read("code_model_edits")


@each_model
def test_results_kept_for_a_prefix_equal_a_new_computation(name):
    chance, vocabulary = random.Random(2), MODELS[name]().sizes["vocabulary"]

    def tokens(n):
        return [chance.randrange(1, vocabulary) for _ in range(n)]

    now, steps = tokens(40), []
    off, mlps = OFF[name]
    for at, gone, n in [(40, 0, 1), (20, 1, 1), (20, 0, 3), (0, 1, 1), (10, 5, 0), (30, 30, 0),
                        (30, 0, 34), (1, 63, 0), (1, 0, 60), (61, 0, 0)]:  # fmt: skip
        now = now[:at] + tokens(n) + now[at + gone :]
        steps += [(now, [], []), (now, off, mlps)] if at == 20 else [(now, [], [])]
    assert all(call(name, EDITS, steps=steps, nHeads=len(heads_of(MODELS[name]()))))


ENDED = scripts.read("code_model_ended")


@each_model
def test_an_interrupted_call_leaves_no_wrong_results(name):
    chance, sizes = random.Random(3), MODELS[name]().sizes
    tokens = [chance.randrange(1, sizes["vocabulary"]) for _ in range(40)]
    off, mlps = OFF[name]
    values = {"others": tokens[:9] + tokens[20:], "off": off, "mlps": mlps}
    ended = call(name, ENDED, tokens=tokens, nHeads=len(heads_of(MODELS[name]())), **values)
    assert len(ended) > 2 * sizes["n_layers"]
    assert all(ended)


def test_guesses_are_the_likeliest_tokens_and_the_actual_next_one():
    probabilities = [0.02, 0.2, 0.1, 0.3, 0.05, 0.04, 0.06, 0.08, 0.07, 0.03, 0.05]
    body = "return m.topGuesses(Float64Array.from(probabilities), next ?? undefined);"
    for next_token, listed in [
        (None, [3, 1, 2, 7, 8, 6, 4, 10]),
        (7, [3, 1, 2, 7, 8, 6, 4, 10]),
        (5, [3, 1, 2, 7, 8, 6, 4, 10, 5]),
        (0, [3, 1, 2, 7, 8, 6, 4, 10, 0]),
    ]:
        guesses = javascript.run(
            "code_model.js", body, probabilities=probabilities, next=next_token
        )
        assert [guess["token"] for guess in guesses] == listed
        assert [guess["probability"] for guess in guesses] == [
            probabilities[token] for token in listed
        ]
        assert [guess["isNext"] for guess in guesses] == [token == next_token for token in listed]
        assert [guess["rank"] for guess in guesses][:8] == [*range(1, 9)]
        assert len(guesses) == 8 or guesses[8]["rank"] == {5: 9, 0: 11}[next_token]


@pytest.mark.parametrize(
    ("word", "shown", "heard"),
    [
        ("self", "self", "self"),
        (" self", "·self", "space, self"),
        ("\n       ", "↵·······", "newline, 7 spaces"),
        ("\n\n", "↵↵", "2 newlines"),
        ("\t\tx", "→→x", "2 tabs, x"),
        ("\r", "␍", "␍"),
        ("\x00\x1f", "␀␟", "␀␟"),
        ("\x7f\x85\xa0\u200f", "�␣␣�", "�␣␣�"),
        ("<b>", "<b>", "<b>"),
    ],
)
def test_invisible_characters_have_a_symbol_and_a_name(word, shown, heard):
    body = "return [m.showWord(word), m.spellWord(word)];"
    assert javascript.run("token_words.js", body, word=word) == [shown, heard]


def cost(off, mlps, whole=2.3149, left=3.05, name="small"):
    body = "return m.describeLoss(model, off, mlps, whole, left);"
    return call(name, body, off=off, mlps=mlps, whole=whole, left=left)


def test_describe_loss_names_what_is_off_and_its_cost():
    all_on = "Loss on this text, in nats a token: 2.31 with all on"
    assert cost([], []) == f"{all_on}."
    assert cost([2], []) == f"{all_on}, 3.05 without layer 1, head 0."
    assert cost([3, 0], [1]) == (
        f"{all_on}, 3.05 without layer 0, head 0; layer 1, head 1; the MLP of layer 1."
    )
    assert cost([3, 0, 1], [1, 0]) == f"{all_on}, 3.05 without 3 heads and 2 MLPs."
    assert cost([3, 0, 1, 2], [0]) == f"{all_on}, 3.05 without 4 heads and 1 MLP."
    assert cost([7, 1, 2, 3, 4], [], name="stored") == f"{all_on}, 3.05 without 5 heads."
    assert cost([9], [2, 1, 0]) == (
        f"{all_on}, 3.05 without layer 4, head 1; the MLP of layer 0; the MLP of layer 1; "
        "the MLP of layer 2."
    )
    body = "return m.describeLoss(model, [], [], NaN, NaN);"
    assert call("small", body) == "A single token has no next token yet, so there is no loss."
    displayed = call("small", "return m.explainLoss(model);")
    assert displayed == (
        "The mean of −log of the probability that the model gave to the actual next token: 0 is "
        "certain and right; log 280 = 5.63 is a blind guess."
    )


def test_attention_and_the_next_token_are_described():
    view = {"words": ["def", " f", "("], "position": 2, "head": 1, "off": [],
            "parts": [{"key": 0, "weight": 0.62}, {"key": 2, "weight": 0.3}]}  # fmt: skip
    look = "return m.describeAttention({ ...view, model });"
    assert call("small", look, view=view) == (
        "From “(” (2), layer 0, head 1 attends most to “def”, 2 back: 0.62."
    )
    view |= {"off": [1], "parts": [{"key": 0, "weight": 0.1}, {"key": 2, "weight": 0.9}]}
    assert call("small", look, view=view) == (
        "From “(” (2), layer 0, head 1 (off: its output is dropped) attends most to itself: 0.90."
    )
    guesses = [{"token": 0, "rank": 1, "probability": 0.81, "isNext": False},
               {"token": 1, "rank": 2, "probability": 0.1, "isNext": True}]  # fmt: skip
    following = "return m.describeNext(guesses, (token) => ['(', ' f'][token], before);"

    def tell(guesses, before=None):
        return call("small", following, guesses=guesses, before=before)

    assert tell(guesses) == "Next: “(” 81%; the text has “·f”, its guess 2, 10%."
    assert tell(guesses, [0.005, 0.39]) == (
        "Next: “(” 81% (below 1% with all on); the text has “·f”, its guess 2, 10% (was 39%)."
    )
    assert tell(guesses, [0.6, 0.104]) == (
        "Next: “(” 81% (60% with all on); the text has “·f”, its guess 2, 10%."
    )
    assert tell(guesses[:1]) == "Next: “(” 81%."
    guesses[0]["isNext"] = True
    assert tell(guesses[:1]) == "Next: “(” 81%, which is right."
    assert tell(guesses[:1], [0.39]) == "Next: “(” 81% (39% with all on), which is right."


def test_only_a_token_that_is_part_of_a_letter_is_explained():
    assert "\ufffd" in javascript.run("token_words.js", "return m.showWord('\u200f');")
    tell = "return m.explainBrokenLetter(words);"
    assert call("small", tell, words=["x", "\u200f", "\x7f", "é"]) == ""
    displayed = call("small", tell, words=["x", " \ufffd"])
    assert displayed == "�: one byte of a letter that takes several"
