"""SentenceView's model itself, in JavaScript: against transformers and tokenizers.

Like the other tests of the model's file, only `make test-trained` runs this.
"""

import os
import sysconfig
from pathlib import Path

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book import pretrained
from tests.helpers import javascript, scripts
from tests.helpers.sentence_models import oracle, sentence_model, tokenizer

pytestmark = pytest.mark.skipif(
    "TRAIN" not in os.environ, reason="needs 91 MB from the net; make test-trained runs it"
)
SIZES = {"num_hidden_layers": 6, "num_attention_heads": 12, "hidden_size": 384,
         "intermediate_size": 1536}  # fmt: skip
TEXTS = [
    "Seven penguins waddled past our tent.",
    "It's unclear whether Müller's co-authors re-ran the 3rd experiment (they didn't say).",
    "the the the",
    "?",
    "The trophy doesn't fit into the suitcase because it is too big, and it was not cheap. " * 2,
]
OFF = [37, 71]
READ = scripts.read("trained_sentence_read")


@pytest.fixture(scope="module")
def files(minilm_tool):
    return pretrained.read_files(minilm_tool.wheel())


def run(body, files, tmp_path, **values):
    path = tmp_path / "model"
    path.write_bytes(sentence_model.as_file(*files))
    asynchronous = f"return (async () => {{ {body} }})();"
    pieces = javascript.find("word_pieces.js").as_uri()
    return javascript.run("encoder.js", asynchronous, path=str(path), pieces=pieces, **values)


def test_10000_lines_are_split_as_by_tokenizers(files, tmp_path):
    lines = []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        lines += path.read_text(encoding="utf-8", errors="replace").splitlines()
    texts = lines[:10_000]
    body = READ.split("const read")[0] + "return texts.map(encode);"
    wanted = [one.ids for one in tokenizer(files[1]).encode_batch(texts)]
    assert run(body, files, tmp_path, texts=texts) == wanted


@torch.no_grad()
@pytest.mark.parametrize("off", [[], OFF])
def test_every_number_equals_transformers(files, tmp_path, off):
    state, vocabulary = files
    model = oracle(state, len(vocabulary), **SIZES)
    for head in off:
        layer, h = divmod(head, 12)
        model.encoder.layer[layer].attention.output.dense.weight[:, 32 * h : 32 * h + 32] = 0
    for text, ours in zip(TEXTS, run(READ, files, tmp_path, texts=TEXTS, off=off), strict=True):
        assert ours["ids"] == tokenizer(vocabulary).encode(text).ids
        out = model(torch.tensor([ours["ids"]]))
        weights = torch.tensor(ours["weights"], dtype=torch.float64)
        assert_close(weights, torch.cat(out.attentions), rtol=0, atol=1e-6)
        vector = torch.nn.functional.normalize(out.last_hidden_state[0].mean(dim=0), dim=0)
        assert_close(torch.tensor(ours["vector"], dtype=torch.float64), vector, rtol=0, atol=1e-6)


def test_rounding_changes_a_weight_by_a_few_hundredths_at_most(files, tmp_path):
    """What "Reading weights" says of sentences that a reader types."""
    known = pretrained.precomputed().pronoun_sentences
    found = run(READ, files, tmp_path, texts=[*known], off=[])
    largest = max(
        (torch.tensor(ours["weights"]) - weights).abs().max().item()
        for ours, (_, weights) in zip(found, known.values(), strict=True)
    )
    assert 0.03 < largest < 0.06


def test_effects_equal_the_precomputed_ones(minilm, minilm_tool):
    known = pretrained.precomputed()
    for text in list(known.pronoun_sentences)[:3]:
        found = minilm_tool.cosines_without_each(minilm, text)
        assert_close(found, known.without[text], rtol=0, atol=1e-4)
