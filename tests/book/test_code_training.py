"""code_training: which files are read, that a stopped run resumes, and the measurements."""

import json
import math
import re

import pytest
import torch

from mha_lib.book import code_model, code_training
from mha_lib.book.code_model import CodeModel
from mha_lib.book.code_training import measure, read_library, train

pytest.importorskip("tokenizers")
SMALL = {"context": 16, "n_layers": 2, "n_heads": 2, "d_model": 16, "d_mlp": 16}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library of 40 files, and files to skip."""
    root = tmp_path_factory.mktemp("lib")
    for i in range(40):
        text = "".join(f"def f_{i}_{j}(x):\n    return x + {j}\n\n\n" for j in range(12))
        (root / f"m{i:02}.py").write_text(text)
    for name in ("test/a.py", "site-packages/b.py", "m/tests/c.py", "_sysconfigdata_x.py", "d.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("skipped")
    return root


@pytest.fixture(scope="module")
def corpus(library):
    return read_library(270, library)


def test_every_twentieth_file_is_held_out_and_nothing_else_is_read(library, corpus):
    assert len(corpus.files) == 40
    assert [line[17:] for line in corpus.files if line.endswith("held out")] == [
        "m10.py held out",
        "m30.py held out",
    ]
    reader = code_model.byte_pairs(corpus.merges)
    held = [part for part in reader.decode(corpus.held_out.tolist()).split("<|file|>") if part]
    assert held == [(library / f"m{i}.py").read_text() for i in (10, 30)]
    trained = reader.decode(corpus.training.tolist())
    assert trained.count("<|file|>") == 38
    assert "f_10_" not in trained
    assert "f_11_" in trained
    assert len(corpus.merges) == 270 - 257
    assert max(corpus.training.max(), corpus.held_out.max()) == 269


def test_another_file_gives_another_fingerprint(library, corpus, tmp_path):
    for path in library.glob("m*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    assert read_library(270, tmp_path).fingerprint == corpus.fingerprint
    (tmp_path / "m03.py").write_text("x = 1\n")
    assert read_library(270, tmp_path).fingerprint != corpus.fingerprint


def test_too_few_files_or_tokens_are_refused(tmp_path, corpus):
    (tmp_path / "a.py").write_text("x = 1\n")
    with pytest.raises(ValueError, match=r"^folder must contain at least 20 files; got 1 in "):
        read_library(folder=tmp_path)
    with pytest.raises(ValueError, match=r"^vocabulary must be at least 257; got 200$"):
        read_library(200)
    with pytest.raises(ValueError, match=r"^held_out must have at least 12 tokens; got 5$"):
        measure(CodeModel(270, 12, merges=corpus.merges), corpus.held_out[:5])
    with pytest.raises(ValueError, match=r"^steps must be at least 1; got 0$"):
        train(corpus, steps=0, **SMALL)


def test_a_stopped_training_run_resumes(corpus, tmp_path, monkeypatch):
    monkeypatch.setattr(code_training, "_CHECKPOINT_STEPS", 4)
    file, counted = tmp_path / "unfinished", []
    straight, curve = train(corpus, seed=3, steps=12, progress=counted.append, **SMALL)
    assert counted == [*range(1, 13)]
    assert [row["step"] for row in curve] == [4, 8, 12]

    def stop(step):
        if step == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(corpus, seed=3, steps=12, checkpoint=file, progress=stop, **SMALL)
    counted.clear()
    resumed, again = train(
        corpus, seed=3, steps=12, checkpoint=file, progress=counted.append, **SMALL
    )
    assert counted == [9, 10, 11, 12]
    assert again == curve
    for name, parameter in straight.state_dict().items():
        assert torch.equal(parameter, resumed.state_dict()[name]), name
    with pytest.raises(
        ValueError, match=r"^checkpoint must belong to this training run, \{'corpus': .*; got \{"
    ):
        train(corpus, seed=4, steps=12, checkpoint=file, **SMALL)


def test_training_lowers_the_loss_and_another_seed_gives_other_parameters(corpus):
    model, _ = train(corpus, seed=1, steps=80, **SMALL)
    other, _ = train(corpus, seed=2, steps=1, **SMALL)
    assert not torch.equal(model.embedding, other.embedding)
    losses = [measure(one, corpus.held_out, windows=20)["loss"] for one in (other, model)]
    assert losses[1] < losses[0] - 2


def attending_back(*distances):
    """A model with one head per distance; each attends only to the token at that distance."""
    model = CodeModel(270, 16, n_layers=1, n_heads=len(distances), d_model=16, merges=[])
    with torch.no_grad():
        model.layers[0].attention.W_Q.zero_()
        for head, distance in enumerate(distances):
            model.layers[0].distances[head, distance] = 60
    return model


def test_what_heads_attend_to_is_measured(corpus):
    model, text = attending_back(1, 0), "f(ab\n  c)d" * 30
    held = torch.tensor(code_model.byte_pairs().encode(text).ids)
    found = measure(model, held, windows=2)
    assert found["one_back"][0][0] == pytest.approx(1)
    assert found["itself"][0] == pytest.approx([0, 1])
    assert found["first"] == [[0, 0]] or max(found["first"][0]) < 1e-9
    assert found["off"] == [[0, 0]]  # nothing is written yet
    assert found["mlp_off"] == [0]
    assert found["loss"] == pytest.approx(_chance(model, held))


def _chance(model, held):
    rows = held[: len(held) // 16 * 16].view(-1, 16)
    rows = rows[[0, len(rows) - 1]]
    said = model.logits(model.embedding[rows[:, :-1]]).log_softmax(dim=-1)
    return -said.gather(-1, rows[:, 1:, None]).mean().item()


def test_which_tokens_follow_an_earlier_copy():
    # a b a c a: at the second a, b; at the third, b and c.
    follows = code_training._induction_keys(torch.tensor([[1, 2, 1, 3, 1]]))[0]
    assert follows.nonzero().tolist() == [[2, 1], [4, 1], [4, 3]]


def test_which_bracket_is_open():
    text = "f(a[b])(c"
    found = code_training._open_brackets(torch.arange(len(text))[None], list(text))
    assert found.tolist() == [[-1, -1, 1, 1, 3, 3, 1, -1, 7]]
    closed_wrongly = code_training._open_brackets(torch.arange(4)[None], list("(]a)"))
    assert closed_wrongly.tolist() == [[-1, 0, 0, 0]]


def test_lines_and_brackets_are_compared_with_a_baseline(corpus):
    text = "(ab\ncd)\nef" * 4
    held = torch.tensor(code_model.byte_pairs().encode(text).ids)[:16]
    model = attending_back(3, 4)
    found = measure(model, held, windows=1)
    # "(ab\ncd)\nef(ab\nc": lines begin at 3, 7 and 13. 4 back from 7 is 3, and from 13 it is 9.
    assert found["line"][0] == pytest.approx([0, 1 / 2], abs=1e-6)
    assert found["line_else"][0] == pytest.approx([(1 / 7 + 2 / 13) / 2] * 2)
    # Open and 3 back or more: positions 3 to 6 after the first bracket, 13 to 15 after the second.
    # Two positions are 3 back, two are 4 back. At position 3 there is nothing 4 back, so
    # the second head's weights are even.
    assert found["opener"][0] == pytest.approx([2 / 7, (2 + 1 / 4) / 7], abs=1e-6)
    expected = [2 / 7, (2 + 2 * (1 / 4) / 13) / 7]
    assert found["opener_else"][0] == pytest.approx(expected, abs=1e-6)


def test_random_tokens_repeat_once(corpus):
    model = attending_back(
        8, 7
    )  # with 8 tokens a half, 8 back is the same token, 7 back what followed
    found = measure(model, corpus.held_out, windows=1)
    assert found["random_induction"][0] == pytest.approx([0, 1], abs=0.05)
    assert all(math.isfinite(loss) and loss > 4 for loss in found["random"])


def test_the_command_trains_measures_and_refuses(corpus, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(code_training, "read_library", lambda: corpus)
    path = tmp_path / "code.safetensors"
    code_training.main(["train", "--seed", "5", "--steps", "3", "--save", str(path)])
    said = json.loads(capsys.readouterr().out)
    about = code_model.about(path)
    made_by = f"python -m mha_lib.book.code_training train --seed 5 --steps 3 --save {path}"
    assert about["made_by"] == said["made_by"] == made_by
    assert about["files"] == corpus.files
    assert said["loss"] == pytest.approx(said["loss_before_rounding"], abs=0.05)
    assert code_model.held_out(path).shape[1] == 128
    assert not [*tmp_path.glob("*unfinished")]
    code_training.main(["measure", str(path)])
    found = json.loads(capsys.readouterr().out)
    assert found["loss"] == pytest.approx(said["loss"], abs=1e-3)
    with pytest.raises(SystemExit):
        code_training.main(["measure", str(tmp_path / "none.safetensors")])
    assert "must be a file; got nothing" in capsys.readouterr().err
    assert re.search("it resumes", " ".join(code_training.__doc__.split()))
