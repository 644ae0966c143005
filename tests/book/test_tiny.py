"""tiny: small models, their tasks, and how trained models behave."""

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import safetensors.torch
import torch
from torch import nn
from torch.testing import assert_close

from mha_lib import (
    HeadParameters,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    layouts,
)
from mha_lib.book import tiny
from mha_lib.book.tiny import NO_ANSWER, TASKS, TinyModel, accuracy, load, save, train
from tests.helpers.oracles import random

# What begins with "code" is of another kind: tests/book/test_trained_code.py has it.
TRAINED = sorted(Path(tiny.__file__).parent.glob("trained/[!c]*.safetensors"))
SIZES = {"n_letters": 5, "length": 7, "n_questions": 3, "n_heads": 2}


def letters(n=4, length=7, n_letters=5):
    return torch.randint(n_letters, (n, length))


def test_two_letters_targets_are_the_previous_letters():
    abcdefgh = torch.arange(8)[None]
    targets = TASKS["two_letters"].targets(abcdefgh)[0].T.tolist()
    assert targets == [
        [NO_ANSWER, NO_ANSWER, 1, 2, 3, 4, 5, 6],
        [NO_ANSWER, NO_ANSWER, 0, 1, 2, 3, 4, 5],
    ]


def test_drawn_letters_are_uniform_and_reproducible():
    task = TASKS["two_letters"]
    draws = [task.draw(4000, torch.Generator().manual_seed(3)) for _ in range(2)]
    assert draws[0].shape == (4000, 12)
    assert torch.equal(*draws)
    for place in draws[0].T:
        assert (place.bincount() / 4000 - 1 / 8).abs().max() < 0.03


def read(task, text):
    """A text as a sequence: letters, or words with spaces between them."""
    parts = text.split() if " " in text else text
    return torch.tensor([[list(task.letters).index(part) for part in parts]])


@pytest.mark.parametrize(("name", "most"), [("repeats", 16), ("repeats_of_8", 8)])
def test_targets_of_repeats_are_the_next_letters(name, most):
    task = TASKS[name]
    text = read(task, "abcdacbf" * 4)
    targets = task.targets(text)[0, :, 0]
    assert targets.tolist() == [NO_ANSWER] * 8 + text[0, 9:].tolist() + [NO_ANSWER]
    drawn = task.draw(2000, torch.Generator().manual_seed(3))
    assert drawn.shape == (2000, 32)
    first = task.asked(drawn).int().argmax(dim=1)  # the period
    rows = zip(drawn, first.tolist(), strict=True)
    assert all(torch.equal(row[period:], row[:-period]) for row, period in rows)
    assert set(first.tolist()) == set(range(4 if most == 16 else 8, most + 1))


def test_a_block_with_a_repetition_inside_has_the_shorter_period():
    task = TASKS["repeats"]
    assert task.asked(read(task, "abcd" * 8)).sum() == 27


def test_verbs_agree_with_the_first_noun():
    task = TASKS["sentences"]
    drawn = task.draw(4000, torch.Generator().manual_seed(3))
    assert drawn.shape == (4000, task.length)
    nouns, lengths, likely = set(), set(), []
    for row, targets in zip(drawn, task.targets(drawn)[..., 0].tolist(), strict=True):
        words = [task.letters[i] for i in row]
        end = words.index(".")
        assert [task.letters[i] for i in targets[:end]] == words[1 : end + 1]
        assert targets[end:] == [NO_ANSWER] * (task.length - end)
        phrases = re.split(r" (?:near|behind) ", " ".join(words[: end - 2]))
        subject = phrases[0].split()
        assert subject[0] == "[start]"
        assert words[end - 2] == ("are" if subject[-1].endswith("s") else "is")
        for phrase in phrases:
            assert re.fullmatch(r"(\[start\] )?the ((old|small) )?(cat|dog|bird)s?", phrase)
            nouns.add(phrase.split()[-1])
        lengths.add(len(phrases))
        likely.append((len(phrases) > 1, subject[-1].endswith("s")))
    assert (len(nouns), lengths) == (6, {1, 2, 3})
    assert torch.tensor(likely).double().mean(dim=0).tolist() == pytest.approx([0.5, 0.5], abs=0.03)


def test_number_and_partner_of_words():
    task = TASKS["sentences"]
    pairs = {"cat": "cats", "dog": "dogs", "bird": "birds", "old": "small", "near": "behind"}
    both = pairs | {other: word for word, other in pairs.items()}
    for word in task.letters:
        assert task.partner(word) == both.get(word)
        nouns = {"cat": False, "dog": False, "bird": False, "cats": True, "dogs": True}
        assert task.is_plural(word) is (nouns | {"birds": True}).get(word)


class Agreeing(TinyModel):
    """Says "are" after a plural subject; the subject is the first noun, or the last one."""

    subject = 0

    def forward(self, text):
        spec = TASKS["sentences"]
        many = [spec.letters.index(noun) for noun in ("cats", "dogs", "birds")]
        nouns = [spec.letters.index(noun) for noun in ("cat", "dog", "bird")] + many
        logits = torch.zeros(*text.shape, 1, len(spec.letters))
        for i, row in enumerate(text.tolist()):
            for j in range(len(row)):
                before = [word for word in row[: j + 1] if word in nouns]
                says = "are" if before and before[self.subject] in many else "is"
                logits[i, j, 0, spec.letters.index(says)] = 1
        return logits, []


def test_agreement_counts_verbs_that_agree_with_the_first_noun():
    model = Agreeing(15, 16)
    assert tiny.agreement(model) == 1
    model.subject = -1  # half of the sentences have one noun; of the others half agree by chance
    assert tiny.agreement(model) == pytest.approx(0.75, abs=0.03)
    with pytest.raises(ValueError, match="task must be one with sentences; got 'repeats'"):
        tiny.agreement(model, "repeats")


def test_train_uses_the_task_s_sizes():
    model = train("repeats", n_heads=2, n_layers=2, steps=1)
    assert sum(p.numel() for p in model.parameters()) == 10_256
    assert (model.residual, model.causal, model.sizes["d_model"]) == (True, True, 32)
    assert train("repeats", residual=False, steps=1).residual is False


def by_hand(model, x, mask=None):
    """One layer, with nn.MultiheadAttention instead of ours."""
    params = model.layers[0].head_parameters()
    d_model, n_heads = params.d_model, params.n_heads
    module = nn.MultiheadAttention(d_model, n_heads, bias=False, batch_first=True)
    with torch.no_grad():
        stacked = [W.transpose(0, 1).flatten(1).T for W in (params.W_Q, params.W_K, params.W_V)]
        module.in_proj_weight.copy_(torch.cat(stacked))
        module.out_proj.weight.copy_(params.W_O.flatten(0, 1).T)
    return module(x, x, x, attn_mask=mask, average_attn_weights=False)


@pytest.mark.parametrize("causal", [False, True])
def test_model_of_one_hot_tokens_equals_its_formula(causal):
    model = TinyModel(**SIZES, causal=causal)
    text = letters()
    one_hot = nn.functional.one_hot
    positions = one_hot(torch.arange(7), 7).expand(4, 7, 7)
    x = torch.cat([one_hot(text, 5), positions], dim=2).float()
    assert_close(model.tokens(text), x)
    blocked = torch.ones(7, 7).triu(1).bool() if causal else None
    out, weights = by_hand(model, x, blocked)
    logits, (ours,) = model(text)
    assert_close(ours, weights)
    assert_close(logits.flatten(2), model.readout(out))
    assert logits.shape == (4, 7, 3, 5)


def test_model_of_learned_tokens_with_residual_and_layers_equals_its_formula():
    model = TinyModel(**SIZES, d_model=6, n_layers=3, residual=True)
    text = letters()
    x = model.letter_vectors[text] + model.positions
    assert_close(model.tokens(text), x)
    for layer in model.layers:
        x = x + layer(x)[0]
    assert_close(model(text)[0].flatten(2), model.readout(x))
    assert len(model(text)[1]) == 3
    without = TinyModel(**SIZES, d_model=6, positions=False)
    assert_close(without.tokens(text), without.letter_vectors[text])
    assert [name for name, _ in without.named_parameters() if "positions" in name] == []


@pytest.mark.parametrize("d_model", [None, 6])
@pytest.mark.parametrize("residual", [False, True])
def test_values_do_not_see_positions_if_positions_in_values_is_false(d_model, residual):
    sizes = SIZES | {"d_model": d_model, "n_layers": 2, "residual": residual}
    model = TinyModel(**sizes, positions_in_values=False)
    text = letters()
    x = model.letter_vectors[text]
    for layer in model.layers:
        out, _ = layer(x + model.positions, x + model.positions, x)
        x = x + out if residual else out
    assert_close(model(text)[0].flatten(2), model.readout(x))


def test_position_rows_of_w_v_stay_zero_if_values_do_not_see_positions():
    model = train("two_letters", n_heads=2, steps=3)
    assert model.sizes["positions_in_values"] is False
    (layer,) = model.layers
    assert (layer.head_parameters().W_V[:, 8:] == 0).all()
    text = letters(length=12, n_letters=8)
    assert_close(model(text)[0].flatten(2), model.readout(layer(model.tokens(text))[0]))


def test_with_places_false_a_one_hot_token_is_its_letter():
    model = TinyModel(**SIZES | {"n_heads": 1}, positions=False)
    assert_close(model.tokens(letters()).sum(), torch.tensor(28.0))
    assert model.layers[0].d_model == 5


@pytest.mark.parametrize("attention", [PerHeadAttention, PackedAttention])
def test_every_attention_layer_can_be_used(attention):
    text = letters()
    stacked, other = (
        TinyModel(**SIZES, attention=kind, generator=torch.Generator().manual_seed(4))
        for kind in (tiny.StackedAttention, attention)
    )
    assert isinstance(other.layers[0], attention)
    assert_close(other(text)[0], stacked(text)[0])
    one = TinyModel(**SIZES | {"n_heads": 1}, attention=SingleHeadAttention)
    assert one(text)[1][0].shape == (4, 1, 7, 7)


def test_shorter_sequences_are_accepted():
    model = TinyModel(**SIZES)
    assert model(letters(length=3))[0].shape == (4, 3, 3, 5)


@pytest.mark.parametrize("attention", [tiny.StackedAttention, PerHeadAttention, PackedAttention])
def test_the_output_of_a_switched_off_head_is_zero(attention):
    model = TinyModel(**SIZES, d_model=6, n_layers=2, residual=True, attention=attention).double()
    text = letters()
    x = model.tokens(text)
    for layer, on in zip(model.layers, ([1], [0, 1]), strict=True):
        params, (_, weights) = layer.head_parameters(), layer(x)
        written = [weights[:, i] @ x @ params.W_V[i] @ params.W_O[i] for i in on]
        x = x + sum(written)
    before = [parameter.clone() for parameter in model.parameters()]
    off = tiny.without_heads(model, (0, 0))
    assert_close(off(text)[0].flatten(2), model.readout(x))
    for parameter, was in zip(model.parameters(), before, strict=True):
        assert torch.equal(parameter, was)
    none = tiny.without_heads(model, (0, 0), (0, 1), (1, 0), (1, 1))
    assert_close(none(text)[0].flatten(2), model.readout(model.tokens(text)))


@pytest.mark.parametrize(
    ("heads", "error", "message"),
    [
        ((2, 0), ValueError, "heads must be heads of the model, 2 layers of 2 heads; got (2, 0)"),
        ((0, 2), ValueError, "heads must be heads of the model, 2 layers of 2 heads; got (0, 2)"),
        ((0, -1), ValueError, "heads must be at least 0; got -1"),
        (1, TypeError, "heads must be pairs (layer, head); got 1"),
        ((1.0, 0), TypeError, "heads must be an integer; got 1.0"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_without_refuses_unknown_heads(heads, error, message):
    with pytest.raises(error, match=re.escape(message)):
        tiny.without_heads(TinyModel(**SIZES, d_model=6, n_layers=2), heads)


BAD_SIZES = [
    ({"n_letters": 0}, ValueError, "n_letters must be at least 1; got 0"),
    ({"length": 2.0}, TypeError, "length must be an integer; got 2.0 (float)"),
    ({"n_questions": True}, TypeError, "n_questions must be an integer; got True (bool)"),
    ({"n_layers": 5}, ValueError, "n_layers must be at most 4; got 5"),
    ({"n_layers": 0}, ValueError, "n_layers must be at least 1; got 0"),
    ({"d_model": 0}, ValueError, "d_model must be at least 1; got 0"),
    ({"n_heads": 5}, ValueError, "n_heads must divide d_model"),
    ({"residual": 1}, TypeError, "residual must be True or False; got 1 (int)"),
    ({"attention": nn.Linear}, TypeError, "attention must be an attention layer of mha_lib"),
]


@pytest.mark.parametrize(("sizes", "error", "message"), BAD_SIZES, ids=str)
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_sizes_are_refused(sizes, error, message):
    with pytest.raises(error, match=re.escape(message)):
        TinyModel(**SIZES | sizes)


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (letters().float(), TypeError, "letters must be a tensor (batch, length) of torch.int64"),
        ("abc", TypeError, "letters must be a tensor (batch, length) of torch.int64; got 'abc'"),
        (letters()[0], TypeError, "letters must be a tensor (batch, length) of torch.int64"),
        (letters(length=8), ValueError, "letters must have 1 to 7 columns; got int64 of shape"),
        (letters(length=0), ValueError, "letters must have 1 to 7 columns; got int64 of shape"),
        (letters() + 5, ValueError, "letters must be from 0 to 4; got"),
        (letters() - 5, ValueError, "letters must be from 0 to 4; got"),
    ],
)
def test_wrong_letters_are_refused(text, error, message):
    with pytest.raises(error, match=re.escape(message)):
        TinyModel(**SIZES)(text)


def test_training_is_reproducible_and_reports_its_progress():
    steps = []
    one, two, other = (
        train("two_letters", n_heads=2, seed=seed, steps=3, progress=steps.append)
        for seed in (1, 1, 2)
    )
    assert steps == [1, 2, 3] * 3
    for name, parameter in one.state_dict().items():
        assert torch.equal(parameter, two.state_dict()[name])
    assert not torch.equal(one.readout.weight, other.readout.weight)


@pytest.mark.usefixtures("no_type_hook")
def test_train_refuses_wrong_arguments():
    with pytest.raises(ValueError, match=r"task must be one of two_letters, .*; got 'three'"):
        train("three")
    with pytest.raises(ValueError, match="steps must be at least 1; got 0"):
        train("two_letters", steps=0)
    with pytest.raises(TypeError, match="seed must be an integer"):
        train("two_letters", seed=0.5)
    with pytest.raises(ValueError, match="task must be one of"):
        accuracy(TinyModel(**SIZES), "three")


class Copier(TinyModel):
    """Knows the letter one back, and says it for both questions."""

    def forward(self, text):
        said = nn.functional.one_hot(text.roll(1, dims=1), 8).float()
        return torch.stack([said, said], dim=2), []


def test_accuracy_is_computed_per_question():
    first, second = accuracy(Copier(8, 12, 2), "two_letters")
    assert first == 1
    assert second == pytest.approx(1 / 8, abs=0.02)  # two letters agree once in eight times


def test_load_returns_what_save_wrote(tmp_path):
    model = TinyModel(**SIZES, d_model=6, n_layers=2, residual=True, causal=True)
    save(model, tmp_path / "a.safetensors", made_by="hand")
    again = load(tmp_path / "a.safetensors")
    assert again.sizes == model.sizes
    for name, parameter in model.state_dict().items():
        assert torch.equal(again.state_dict()[name], parameter.half().float())
    with safetensors.safe_open(tmp_path / "a.safetensors", "pt") as stored:
        assert json.loads(stored.metadata()["about"]) == {"made_by": "hand"}


def test_load_refuses_other_files(tmp_path):
    with pytest.raises(ValueError, match="must be a file; got nothing"):
        load(tmp_path / "none.safetensors")
    safetensors.torch.save_file({"x": random(2)}, tmp_path / "x.safetensors")
    with pytest.raises(ValueError, match=r"must be the file of a TinyModel; got a file without"):
        load(tmp_path / "x.safetensors")
    with pytest.raises(ValueError, match="model must have StackedAttention layers to be saved"):
        save(TinyModel(**SIZES, attention=PerHeadAttention), tmp_path / "y.safetensors")


def looks_back(model, task, positions):
    """Mean weight of each first-layer head, by how many positions back: (heads, positions)."""
    with torch.no_grad():
        _, (weights, *_) = model(task.draw(500, torch.Generator().manual_seed(5)))
    mean = weights.mean(dim=0)
    return torch.stack([mean.diagonal(-k, 1, 2)[:, 3 - k :].mean(dim=1) for k in positions], dim=1)


def behaves_on_two_letters(model):
    """With one head, both letters nearly evenly and one of the answers; with two, one letter each.

    In both cases what "Why more than one" says.
    """
    found, looks = accuracy(model, "two_letters"), looks_back(model, TASKS["two_letters"], [1, 2])
    if model.sizes["n_heads"] == 1:
        return max(found) > 0.95 and min(found) < 0.6 and looks[0].min() > 0.4
    one_each = sorted(looks.argmax(dim=1).tolist()) == [0, 1]
    return min(found) > 0.99 and one_each and looks.amax(dim=1).min() > 0.6


def codes_the_order_by_parity(model):
    """One head answers both questions: the larger of two weights shows which letter is nearer.

    At even positions it is always the same one of the two, at odd positions the other.
    """
    task = TASKS["two_letters"]
    words = task.draw(2000, torch.Generator().manual_seed(1))
    with torch.no_grad():
        _, (weights,) = model(words)
    near, far = (weights[:, 0].diagonal(-k, 1, 2)[:, 2 - k :] for k in (1, 2))
    one, two = words[:, 1:-1], words[:, :-2]
    first, second = torch.minimum(one, two), torch.maximum(one, two)
    even = torch.arange(10) % 2 == 0
    side = ((near > far).where(one == first, near < far) ^ even).double()
    of_pair = [side[(first == a) & (second == b)].mean() for a in range(8) for b in range(a + 1, 8)]
    same_side = (2 * torch.stack(of_pair) - 1).abs().mean()
    return min(accuracy(model, "two_letters")) > 0.9 and same_side > 0.95


def shares_without(model):
    """How often the next letter is right with some heads off, as "taking_apart" records it.

    All on; without the head of layer 0 that looks one back, without the other; without each head
    of layer 1, without both. Then the number of the head that looks one back.
    """
    one_back = looks_back(model, TASKS["repeats"], [1])[:, 0].argmax().item()
    cases = ([], [(0, one_back)], [(0, 1 - one_back)], [(1, 0)], [(1, 1)], [(1, 0), (1, 1)])
    return [accuracy(tiny.without_heads(model, *heads), "repeats")[0] for heads in cases], one_back


def behaves_on_repeats(model):
    """The circuit, and the accuracy that it loses without each of its heads."""
    (whole, no_one_back, no_other, *no_single, none), _ = shares_without(model)
    looks = looks_back(model, TASKS["repeats"], [1, 2])
    return (
        whole > 0.97
        and 0.2 < no_one_back < 0.35
        and 0.8 < no_other < 0.9
        and min(no_single) > 0.9
        and none < 0.1
        and looks[:, 0].max() > 0.9
    )


def test_reordering_heads_or_changing_their_basis_keeps_the_answers():
    """What "questions" says of a head's number: the answers stay."""
    model = load("repeats").double().requires_grad_(False)
    task = TASKS["repeats"]
    texts = task.draw(5, torch.Generator().manual_seed(3))
    params = model.layers[0].head_parameters()
    A = random(16, 16).double()
    other = HeadParameters(
        W_Q=params.W_Q.flip(0) @ A,
        W_K=params.W_K.flip(0) @ torch.linalg.inv(A).T,
        W_V=params.W_V.flip(0),
        W_O=params.W_O.flip(0),
    )
    changed = tiny.without_heads(model)
    changed.layers[0] = StackedAttention.from_head_parameters(other)
    assert_close(changed(texts)[0], model(texts)[0], rtol=0, atol=1e-8)
    forgotten = replace(other, W_O=params.W_O)
    changed.layers[0] = StackedAttention.from_head_parameters(forgotten)
    assert accuracy(changed, "repeats")[0] < 0.5


def test_zero_columns_switch_off_a_head_of_torch_s_module():
    """What "questions" says of `nn.MultiheadAttention`."""
    model = load("repeats").double().requires_grad_(False)
    params = model.layers[0].head_parameters()
    theirs = nn.MultiheadAttention(32, 2, bias=False, batch_first=True).double()
    theirs.load_state_dict(layouts.pack(params, "torch"))
    x = random(3, 7, 32).double()
    with torch.no_grad():
        theirs.out_proj.weight[:, 16:32] = 0  # head 1
        found = theirs(x, x, x)[0]
    expected = tiny.without_heads(model, (0, 1)).layers[0](x)[0]
    assert_close(found, expected, rtol=0, atol=1e-12)


def weight_on_first_noun(model):
    """Each head's mean weight from the last word on the first noun: of one, of several.

    In "[start] the (noun) near the (noun)", with every pair of nouns.
    """
    task = TASKS["sentences"]
    nouns = [word for word in task.letters if task.is_plural(word) is not None]
    means = []
    for many in (False, True):
        firsts = [noun for noun in nouns if task.is_plural(noun) is many]
        pairs = [f"[start] the {a} near the {b}" for a in firsts for b in nouns]
        with torch.no_grad():
            _, (weights,) = model(torch.cat([read(task, text) for text in pairs]))
        means.append(weights[:, :, -1, 2].mean(dim=0))
    return torch.stack(means)


def reads(*heads):
    """Agreement, and which first nouns each head reads: one, several; 1 for yes."""
    return lambda model: (
        tiny.agreement(model) > 0.99
        and weight_on_first_noun(model).T.round().tolist() == [list(head) for head in heads]
    )


def behaves_with_four_heads(model):
    """Each head of layer 1 can go alone, all four cannot; in layer 0 two of four can go."""
    found = [accuracy(tiny.without_heads(model, (1, i)), "repeats")[0] for i in range(4)]
    blind = accuracy(tiny.without_heads(model, *((1, i) for i in range(4))), "repeats")[0]
    single = [accuracy(tiny.without_heads(model, (0, i)), "repeats")[0] for i in range(4)]
    large = torch.tensor(single) < 0.9
    idle = [(0, i) for i in range(4) if not large[i]]
    half = accuracy(tiny.without_heads(model, *idle), "repeats")[0]
    return min(found) > 0.95 and blind < 0.1 and large.sum() == 2 and half > 0.9


# For each stored model: the beginning of its sha256, and a check of what it does.
STORED = {
    "two_letters_1": ("e3b288a904fd4eb7", behaves_on_two_letters),
    "two_letters_2": ("3d9a26c0192a7787", behaves_on_two_letters),
    "two_letters_1_positions": ("478b287e5928303f", codes_the_order_by_parity),
    "repeats": ("6b54b3088ce1925d", behaves_on_repeats),
    "repeats_4_heads": ("6aae473cbbdf2e44", behaves_with_four_heads),
    "sentences_first_noun": ("c0487f77e149dab5", reads((1, 1))),
    "sentences_plural_only": ("c52e88ec780d3597", reads((0, 1))),
    "sentences_two_heads": ("32b258cabe94a811", reads((1, 1), (0, 0))),
}


def made_by(path):
    """The command that made a stored model, word by word."""
    with safetensors.safe_open(path, "pt") as stored:
        return json.loads(stored.metadata()["about"])["made_by"].split()


each_stored = pytest.mark.parametrize("path", TRAINED, ids=lambda path: path.stem)


@each_stored
def test_a_stored_model_has_its_hash_and_its_command(path):
    command = made_by(path)
    assert command[:4] == ["python", "-m", "mha_lib.book.tiny", "train"]
    assert Path(command[-1]) == path.relative_to(Path(tiny.__file__).parents[2])
    begins, _ = STORED[path.stem]
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(begins)


@pytest.mark.slow
@each_stored
def test_a_stored_model_behaves_as_the_chapters_say(path):
    model, task = load(path), made_by(path)[4]
    _, behaves = STORED[path.stem]
    assert behaves(model)
    sizes = {"n_layers": len(model.layers)}
    sizes |= {name: model.sizes[name] for name in ("n_heads", "positions_in_values")}
    untrained = train(task, steps=1, **sizes)
    assert untrained.sizes | {"d_head": None} == model.sizes | {"d_head": None}
    assert not behaves(untrained)


@pytest.mark.slow
def test_the_command_prints_one_line_of_json():
    command = ["-m", "mha_lib.book.tiny", "train", "two_letters", "--heads", "2", "--steps", "2"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    line = json.loads(done.stdout)
    assert list(line) == ["task", "heads", "seed", "parameters", "accuracy"]
    assert line["parameters"] == 1936
    assert re.fullmatch(r'.*"accuracy": \[0\.\d{1,2}, 0\.\d{1,2}\]}\n', done.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "three"], "invalid choice: 'three'"),
        (["train", "two_letters", "--heads", "3"], "n_heads must divide d_model"),
        (["train", "two_letters", "--steps", "1", "--save", "x.pt"], "must be a .safetensors file"),
    ],
)
def test_a_wrong_command_gives_a_one_line_error(arguments, message, capsys):
    with pytest.raises(SystemExit) as stop:
        tiny.main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
