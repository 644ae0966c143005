"""code_model: its numbers, against torch's own functions; its files; what it refuses."""

import re

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from mha_lib import causal_mask
from mha_lib.book import code_model
from mha_lib.book.code_model import CodeModel, load, save, without_parts

SIZES = {"vocabulary": 260, "context": 12, "n_layers": 2, "n_heads": 3, "d_model": 24, "d_mlp": 20}
MERGES = ("d e", "de f", "Ġ Ġ")


def model(**sizes):
    """A model in which no part is zero."""
    made = CodeModel(**SIZES | sizes, merges=MERGES, generator=torch.Generator().manual_seed(1))
    torch.manual_seed(2)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return made.double()


def drawn(n=4, length=12):
    return torch.randint(SIZES["vocabulary"], (n, length), generator=torch.manual_seed(3))


def in_torch(made, tokens):
    """The same from torch's functions alone."""
    x, h = F.embedding(tokens, made.embedding), SIZES["n_heads"]
    n, width = tokens.shape[1], SIZES["d_model"]
    for layer in made.layers:
        own, normed = layer.attention, F.rms_norm(x, (width,), layer.before_attention.weight, 1e-6)
        q, k, v = (
            (normed @ W).view(len(x), n, h, width // h).transpose(1, 2)
            for W in (own.W_Q, own.W_K, own.W_V)
        )
        learned = torch.full((h, n, n), float("-inf"), dtype=torch.double)
        for i in range(n):
            for j in range(i + 1):
                learned[:, i, j] = layer.distances[:, i - j]
        heads = F.scaled_dot_product_attention(q, k, v, attn_mask=learned)
        x = x + heads.transpose(1, 2).reshape(len(x), n, width) @ own.W_O
        inner = F.linear(F.rms_norm(x, (width,), layer.before_mlp.weight, 1e-6), layer.widen.weight)
        x = x + F.linear(F.gelu(inner), layer.narrow.weight)
    x = F.rms_norm(x, (width,), made.norm.weight, 1e-6)
    return 3 * F.linear(x, made.embedding) / width**0.5


@pytest.mark.parametrize("length", [12, 5, 1])
def test_the_model_equals_torchs_functions(length):
    made, tokens = model(), drawn(length=length)
    logits, weights = made(tokens)
    assert_close(logits, in_torch(made, tokens), rtol=0, atol=1e-12)
    assert [w.shape for w in weights] == [(4, 3, length, length)] * 2


def test_a_score_has_two_parts_and_later_tokens_are_blocked():
    (layer, _), x = model().layers, torch.randn(4, 12, 24, dtype=torch.double)
    matched, learned = layer.scores(x)
    ahead = ~causal_mask(12)
    assert torch.equal(learned == -torch.inf, ahead.expand(3, 12, 12))
    assert torch.equal(learned[1, 7, 4], layer.distances[1, 3])
    assert_close((matched + learned).softmax(dim=-1), layer(x)[1], rtol=0, atol=1e-12)


def test_a_new_model_adds_nothing_to_its_tokens():
    made = CodeModel(**SIZES)
    states, _ = made.states(drawn())
    assert all(torch.equal(states[0], state) for state in states)


def test_states_lead_to_the_logits():
    made, tokens = model(), drawn()
    states, weights = made.states(tokens)
    assert len(states) == 3
    assert torch.equal(states[0], made.embedding[tokens])
    logits, same = made(tokens)
    assert torch.equal(made.logits(states[-1]), logits)
    assert all(map(torch.equal, weights, same))


def test_tokens_are_bytes_and_merged_pairs():
    pytest.importorskip("tokenizers")
    made = model()
    text = "def é\n    x"
    assert made.words(made.tokens(text)) == ["def", " ", "�", "�", "\n", "  ", " ", " ", "x"]
    assert made.words([0, 257, 258, 259]) == ["<|file|>", "de", "def", "  "]
    assert made.tokens("").tolist() == []
    assert made.tokens("<|file|>").min() > 0  # the marker in a text is ordinary text


def test_a_file_stores_one_byte_per_matrix_entry(tmp_path):
    made, path = model().float(), tmp_path / "code.safetensors"
    save(made, path, {"made_by": "hand", "curve": [1]}, drawn(5))
    again = load(path)
    assert code_model.about(path) == {"made_by": "hand", "curve": [1]}
    assert torch.equal(code_model.held_out(path), drawn(5))
    assert again.merges == MERGES
    assert again.sizes == SIZES
    for name, parameter in made.state_dict().items():
        ours = again.state_dict()[name]
        if parameter.dim() < 2 or "distances" in name:
            assert torch.equal(parameter, ours)
            continue
        # Of a matrix that multiplies from the right, a column makes one number.
        rows, rounded = (x.mT if "W_" in name else x for x in (parameter, ours))
        step = rows.abs().amax(dim=1, keepdim=True) / 127
        assert ((rows - rounded).abs() <= 0.501 * step).all()
        assert (rows != rounded).any()
    save(again, tmp_path / "twice.safetensors", {})
    twice = load(tmp_path / "twice.safetensors")
    assert_close(twice.state_dict(), again.state_dict(), rtol=1e-6, atol=0)
    assert path.stat().st_size < 1.5 * sum(p.numel() for p in made.parameters()) + 3000


def test_a_head_or_an_mlp_that_is_off_writes_zero():
    made, tokens = model(), drawn()
    off = without_parts(made, heads=[(0, 2)], mlps=[1])
    first, second = off.layers
    states, _ = off.states(tokens)
    layer, normed = made.layers[0].attention, made.layers[0].before_attention(states[0])
    _, weights = made.layers[0](states[0])
    written = torch.zeros_like(normed)
    for head in (0, 1):
        part = slice(8 * head, 8 * head + 8)
        written += weights[:, head] @ normed @ layer.W_V[:, part] @ layer.W_O[part]
    x = states[0] + written
    inner = F.gelu(first.widen(first.before_mlp(x)))
    assert_close(states[1], x + first.narrow(inner), rtol=0, atol=1e-12)
    assert not second.narrow.weight.any()
    assert made.layers[1].narrow.weight.any()
    assert made.layers[0].attention.W_O[16:].any()
    assert_close(without_parts(made)(tokens)[0], made(tokens)[0], rtol=0, atol=0)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: model(d_model=25), ValueError, "n_heads must divide d_model"),
        (lambda: model(n_layers=0), ValueError, "n_layers must be at least 1; got 0"),
        (lambda: model(context=2.5), TypeError, "context must be an integer; got 2.5"),
        (lambda: model()(drawn().double()), TypeError,
         "tokens must be a tensor (batch, tokens) of torch"),
        (lambda: model()(drawn()[0]), TypeError,
         "tokens must be a tensor (batch, tokens) of torch.int64"),
        (lambda: model()(drawn(length=13)), ValueError, "tokens must have 1 to 12 columns; got "),
        (lambda: model()(drawn()[:, :0]), ValueError, "tokens must have 1 to 12 columns; got "),
        (lambda: model()(drawn() - 200), ValueError, "tokens must be from 0 to 259; got -"),
        (lambda: model()(drawn() + 200), ValueError, "tokens must be from 0 to 259; got "),
        (lambda: model().tokens(3), TypeError, "text must be a string; got 3"),
        (lambda: model().words([3, 260]), ValueError, "tokens must be from 0 to 259; got 260"),
        (lambda: CodeModel().tokens("a"), ValueError,
         "merges must be given to read text; got None"),
        (lambda: CodeModel().words([1]), ValueError, "merges must be given to read text; got None"),
        (lambda: without_parts(model(), heads=[1]), TypeError,
         "heads must be pairs (layer, head); got 1"),
        (lambda: without_parts(model(), heads=[(2, 0)]), ValueError,
         "heads must be in layers 0 to 1; got 2"),
        (lambda: without_parts(model(), heads=[(0, 3)]), ValueError,
         "heads must be numbered 0 to 2; got (0, 3)"),
        (lambda: without_parts(model(), heads=[(0, -1)]), ValueError,
         "heads must be at least 0; got -1"),
        (lambda: without_parts(model(), mlps=[2]), ValueError,
         "mlps must be in layers 0 to 1; got 2"),
        (lambda: without_parts(model(), mlps=[True]), TypeError,
         "mlps must be an integer; got True"),
        (lambda: load("nowhere.safetensors"), ValueError,
         "nowhere.safetensors must be a file; got nothing"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_arguments_are_refused(call, error, message):
    if "tokens" in message or "words" in message:
        pytest.importorskip("tokenizers")
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        call()


def test_other_files_are_refused(tmp_path):
    other = code_model.STORED.with_name("two_letters_1.safetensors")
    for read in (load, code_model.about, code_model.held_out):
        with pytest.raises(ValueError, match="must be the file of a CodeModel; got another file"):
            read(other)
    save(model(), tmp_path / "code.safetensors", {})
    with pytest.raises(ValueError, match=r"must contain held-out tokens; got none$"):
        code_model.held_out(tmp_path / "code.safetensors")
