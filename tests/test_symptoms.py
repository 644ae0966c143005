"""The blocks of "By symptom" print what the page says, for right layers and for broken ones."""

import contextlib
import inspect
import io
import re
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention.bias import causal_lower_right

PAGE = (Path(__file__).parent.parent / "book" / "by_symptom.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
NAMES, WRAP = BLOCK.findall(SECTIONS["Names that the blocks use"])
BLOCKS = {title: BLOCK.findall(text) for title, text in SECTIONS.items() if title[:5] != "Names"}

HIGH_LOSS = "The shape is right, the loss is high"
AFTER_EVAL = "NaN after eval()"
FIRST_STEP = "NaN from the first step"
ONE_SAMPLE = "It works at batch size 1"
ALIKE = "All heads look alike"
SUMS = "The weights do not sum to 1"
DRIFT = "The demo works, the numbers drift"
LOADED = "It loads without an error, the output is wrong"
PADDING = "Padding changes the result"
LENGTHS = "Fine in training, other lengths fail"
CACHE = "With a cache, new tokens come out differently"
DIGITS = "Two implementations differ in the last digits"


@pytest.fixture(autouse=True)
def _fast_path_stays():
    yield
    torch.backends.mha.set_fastpath_enabled(True)


def named():
    """What the page's first block names, with what the reader has by then."""
    variables = {}
    exec(NAMES, variables)
    return variables


def printed(block, variables):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(block, variables)
    return out.getvalue()


def lines(*values):
    return "".join(f"{value}\n" for value in values)


PROPERTIES = "samples", "order", "future"
ENDS = "input", "output", "gradient"


def three(names, *answers):
    return lines(*(f"{name} {answer}" for name, answer in zip(names, answers, strict=True)))


# What a right layer prints, block by block, and the words of the page that say so.
RIGHT = {
    HIGH_LOSS: [(lines(True), "`True`"), (three(PROPERTIES, *[True] * 3), "`True` three times")],
    AFTER_EVAL: [(lines([]), "`[]`"), ("", "fast path")],
    FIRST_STEP: [(three(ENDS, True, True, True), "`True` three times")],
    ONE_SAMPLE: [(lines(True), "`True`")],
    ALIKE: [(lines("(3, 2, 5, 5) True"), "`(3, 2, 5, 5) True`")],
    SUMS: [(lines([-1]), "`[-1]`")],
    DRIFT: [(lines(same := "4 parameters, all the same to 1e-05 of their length"), f'"{same}"')],
    LOADED: [
        (
            lines("bloom True", "falcon True", "gpt_neox True", "megatron_v0 False"),
            "`bloom`, `falcon` and `gpt_neox` get `True`, because here they keep the same order; "
            "`megatron_v0` gets `False`",
        )
    ],
    PADDING: [(lines(True), "`True`")],
    LENGTHS: [(lines(True), "`True`")],
    CACHE: [(lines(True), "`True`")],
    DIGITS: [(lines(True), "`True`")],
}


def test_every_section_with_a_block_is_known():
    assert {title: len(blocks) for title, blocks in BLOCKS.items()} == {
        title: len(expected) for title, expected in RIGHT.items()
    }


@pytest.mark.parametrize("title", RIGHT)
def test_a_right_layer_prints_what_the_page_says(title):
    for block, (expected, words) in zip(BLOCKS[title], RIGHT[title], strict=True):
        assert printed(block, named()) == expected
        assert words in SECTIONS[title]


@pytest.mark.parametrize("title", RIGHT)
def test_a_wrapped_module_prints_the_same(title):
    for block, (expected, _) in zip(BLOCKS[title], RIGHT[title], strict=True):
        variables = named()
        exec(WRAP, variables)
        assert printed(block, variables) == expected


def test_a_wrapped_module_without_batch_first_is_told():
    variables = named()
    exec(WRAP.replace(", batch_first=True", ""), variables)
    assert printed(BLOCKS[ONE_SAMPLE][0], variables) == lines(False)


def by_axis(axis):
    return lambda scores: scores.softmax(axis)


OVER_KEYS = by_axis(-1)


def block_out(scores, mask):
    return scores.masked_fill(~mask, -torch.inf)


CUT = lambda t: t.unflatten(-1, (2, 6)).transpose(1, 2)  # noqa: E731
JOIN = lambda t: t.transpose(1, 2).flatten(2)  # noqa: E731
VIEW = lambda t: t.reshape(len(t), 2, -1, 6)  # noqa: E731
STRAIGHT_BACK = lambda t: t.reshape(len(t), -1, 12)  # noqa: E731
BY_BATCH = {
    "cut": lambda t: t.unflatten(-1, (2, 6)).permute(1, 2, 0, 3),
    "join": lambda t: t.permute(2, 0, 1, 3).flatten(2),
}


def plain(ours, *, cut=CUT, width=6, mix=block_out, softmax=OVER_KEYS, after=None, join=JOIN):
    """The layer again, in lines that a test can break."""

    def layer(x, keys=None, mask=None):
        keys = x if keys is None else keys
        q, k, v = (
            cut(F.linear(tokens, W.T, b))
            for tokens, W, b in [
                (x, ours.W_Q, ours.b_Q),
                (keys, ours.W_K, ours.b_K),
                (keys, ours.W_V, ours.b_V),
            ]
        )
        scores = q @ k.mT / width**0.5
        weights = softmax(scores if mask is None else mix(scores, mask))
        weights = weights if after is None else after(weights)
        return F.linear(join(weights @ v), ours.W_O.T, ours.b_O), weights

    return layer


def added(scores, mask):
    return scores + mask.float()


def top_left(scores, mask):
    return block_out(scores, torch.ones(scores.shape[-2:], dtype=torch.bool).tril())


# The others ask for our layer's own matrices, or for it as a module.
FUNCTIONS = [title for title in RIGHT if title not in (DRIFT, LOADED, DIGITS)]


@pytest.mark.parametrize("title", FUNCTIONS)
def test_what_the_tests_break_is_right_before(title):
    for block, (expected, _) in zip(BLOCKS[title], RIGHT[title], strict=True):
        variables = named()
        variables["layer"] = plain(variables["layer"])
        assert printed(block, variables) == expected


WRONG = {  # samples, order, future
    "split by view": ({"cut": VIEW}, (True, False, False)),
    "merge by view": ({"join": STRAIGHT_BACK}, (True, False, False)),
    "both by view": ({"cut": VIEW, "join": STRAIGHT_BACK}, (True, False, True)),
    "softmax over queries": ({"softmax": by_axis(-2)}, (True, True, False)),
    "softmax over heads": ({"softmax": by_axis(1)}, (True, True, False)),
    "divided by sqrt(d_model)": ({"width": 12}, (True, True, True)),
}


@pytest.mark.parametrize("bug", WRONG)
def test_three_properties_say_where_to_look(bug):
    steps, answers = WRONG[bug]
    equal, properties = BLOCKS[HIGH_LOSS]
    variables = named()
    variables["layer"] = plain(variables["layer"], **steps)
    assert printed(equal, variables) == lines(False)
    assert printed(properties, variables) == three(PROPERTIES, *answers)


def test_samples_that_are_mixed_are_seen_before_the_mask_raises_an_error():
    variables = named()
    variables["layer"] = plain(variables["layer"], **BY_BATCH)
    with contextlib.redirect_stdout(io.StringIO()) as out, pytest.raises(RuntimeError):
        exec(BLOCKS[HIGH_LOSS][1], variables)
    assert out.getvalue() == three(PROPERTIES[:2], False, True)


def equal_heads(layer):
    for W in (layer.W_Q, layer.W_K, layer.b_Q, layer.b_K):
        W.data[..., 6:] = W.data[..., :6]
    return layer


def averaged(layer):
    return lambda x: (None, layer(x)[1].mean(1))


def dropped(layer):
    theirs = nn.MultiheadAttention(12, 2, dropout=0.5, batch_first=True)
    return lambda x: theirs(x, x, x, average_attn_weights=False)


def multiplied(weights):
    return weights * torch.ones(5, 5).tril()


def cleaned(ours):
    """The mask of the other sign, added, and its NaN cleaned away."""

    def add(scores, mask):
        return scores + torch.zeros(mask.shape).masked_fill(mask, -torch.inf)

    return plain(ours, mix=add, after=torch.nan_to_num)


def inverted(ours):
    return plain(ours, mix=lambda scores, mask: block_out(scores, ~mask))


def broken(**steps):
    return lambda ours: plain(ours, **steps)


SHOWN = [  # the symptom, the layer's fault, what the block prints then
    (FIRST_STEP, "another sign", inverted, three(ENDS, True, False, False)),
    (FIRST_STEP, "cleaned", cleaned, three(ENDS, True, True, False)),
    (ONE_SAMPLE, "over the batch", broken(**BY_BATCH), lines(False)),
    (ALIKE, "the mean over heads", averaged, "(3, 5, 5) "),
    (ALIKE, "heads that start equal", equal_heads, lines("(3, 2, 5, 5) False")),
    (SUMS, "over queries", broken(softmax=by_axis(-2)), lines([-2])),
    (SUMS, "over heads", broken(softmax=by_axis(-3)), lines([-3])),
    (SUMS, "dropout", dropped, lines([])),
    (SUMS, "multiplied in", broken(after=multiplied), lines([])),
    (PADDING, "another sign", inverted, lines(False)),
    (PADDING, "a mask of 0 and 1", broken(mix=added), lines(False)),
    (LENGTHS, "split by view", broken(cut=VIEW), lines(False)),
    (LENGTHS, "both by view", broken(cut=VIEW, join=STRAIGHT_BACK), lines(False)),
    (LENGTHS, "over queries", broken(softmax=by_axis(-2)), lines(False)),
    (CACHE, "is_causal", broken(mix=top_left), lines(False)),
]


@pytest.mark.parametrize(
    ("title", "fault", "breaks", "expected"), SHOWN, ids=[f"{row[0]}: {row[1]}" for row in SHOWN]
)
def test_a_broken_layer_prints_what_the_page_says(title, fault, breaks, expected):
    variables = named()
    variables["layer"] = breaks(variables["layer"])
    (block,) = BLOCKS[title]
    assert printed(block, variables).startswith(expected)


def test_tokens_that_are_equal_make_heads_look_alike():
    variables = named() | {"x": torch.ones(3, 5, 12)}
    assert printed(*BLOCKS[ALIKE], variables) == lines("(3, 2, 5, 5) False")


def test_nan_from_below_is_found_in_the_input():
    variables = named()
    variables["layer"] = plain(variables["layer"])
    variables["x"][1, 2] = torch.nan
    assert printed(*BLOCKS[FIRST_STEP], variables) == three(ENDS, False, False, False)


def test_padding_on_the_left_makes_queries_without_a_key():
    variables = named()
    variables["padding"] = variables["padding"].flip(-1)
    assert printed(BLOCKS[AFTER_EVAL][0], variables) == lines([[1, 0], [2, 0], [2, 1]])


@pytest.mark.parametrize(("n_heads", "finite_after"), [(2, False), (3, True)])
def test_such_queries_get_nan_after_eval_from_an_even_number_of_heads(n_heads, finite_after):
    variables = named()
    x, mask, padding = variables["x"], variables["mask"], variables["padding"].flip(-1)
    module = nn.MultiheadAttention(12, n_heads, batch_first=True)

    def finite():
        call = {"attn_mask": ~mask, "key_padding_mask": padding, "need_weights": False}
        return module(x, x, x, **call)[0].isfinite().all().item()

    assert finite()  # in training
    module.eval()
    with torch.no_grad():
        assert finite() == finite_after
        exec(BLOCKS[AFTER_EVAL][1], variables)
        assert finite()


def test_a_forgotten_transpose_is_named():
    variables = named()
    layer = variables["layer"]
    layer.W_O.data = layer.W_O.data.T.contiguous()
    name, explanation = printed(*BLOCKS[DRIFT], variables).splitlines()
    assert name.startswith("out_proj.weight differs")
    assert explanation == "explained by: transposed"
    assert "`transposed`" in SECTIONS[DRIFT]


def test_a_wrong_number_of_heads_is_silent():
    block = BLOCKS[LOADED][0].replace("n_heads=2", "n_heads=3")
    assert set(re.findall("True|False", printed(block, named()))) == {"False"}


def test_a_bug_as_small_as_rounding_is_seen_in_float64():
    variables = named()
    variables["layer"].W_O.data *= 1 + 2**-20
    before = printed("print(same(layer(x)[0], reference(x, x, x)[0]))", variables)
    assert before == lines(True)
    assert printed(*BLOCKS[DIGITS], variables) == lines(False)


# What the pages of names and questions say of other code, in the version that is locked.


def test_the_prototype_counts_from_the_end_as_ours_does():
    variables = named()
    queries, keys = torch.randn(1, 2, 2, 4), torch.randn(1, 2, 5, 4)
    theirs, ours = (
        F.scaled_dot_product_attention(queries, keys, keys, attn_mask=mask)
        for mask in (causal_lower_right(2, 5), variables["mha_lib"].causal_mask(2, 5))
    )
    torch.testing.assert_close(theirs, ours)


def arguments(call):
    return set(inspect.signature(call).parameters)


def test_the_names_of_torch_are_there():
    module = nn.MultiheadAttention(12, 2)
    assert {"embed_dim", "num_heads", "kdim", "vdim"} <= arguments(nn.MultiheadAttention)
    asked = {"attn_mask", "key_padding_mask", "need_weights", "average_attn_weights"}
    assert asked <= arguments(module.forward)
    assert module.head_dim == 6
    assert {"in_proj_weight", "out_proj.weight"} <= set(dict(module.named_parameters()))
    for name in ("attn_mask", "is_causal", "enable_gqa"):
        assert f"{name}=" in F.scaled_dot_product_attention.__doc__


def test_the_names_of_transformers_are_there():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    sizes = {"hidden_size": 24, "num_attention_heads": 4, "vocab_size": 7, "num_hidden_layers": 1}
    eager = {"intermediate_size": 8, "attn_implementation": "eager"}
    config = transformers.LlamaConfig(**sizes, **eager, num_key_value_heads=2)
    llama = transformers.LlamaModel(config).eval()
    assert (config.head_dim, config.num_key_value_heads) == (6, 2)
    names = " ".join(llama.state_dict())
    assert all(f"{letter}_proj.weight" in names for letter in "qkvo")

    tokens, real = torch.randint(7, (2, 5)), torch.ones(2, 5).long()
    real[1, 3:] = 0  # 1 for a real token
    asked = {"attention_mask": real, "output_attentions": True}
    (weights,) = llama(tokens, **asked).attentions
    assert weights.shape == (2, 4, 5, 5)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 4, 5))
    assert not weights[1, :, :, 3:].any()

    gpt2 = transformers.GPT2Config(n_embd=24, n_head=4, n_layer=1, vocab_size=7)
    assert (gpt2.hidden_size, gpt2.num_attention_heads) == (24, 4)
    names = " ".join(transformers.GPT2Model(gpt2).state_dict())
    assert "c_attn.weight" in names
    assert "c_proj.weight" in names
    bert = transformers.BertModel(transformers.BertConfig(**sizes, intermediate_size=8)).eval()
    names = " ".join(bert.state_dict())
    ignored, plain = (bert(tokens, head_mask=mask)[0] for mask in (torch.zeros(1, 4), None))
    assert torch.equal(ignored, plain)
    keys = torch.randn(1, 2, 5, 3)
    repeated = transformers.models.llama.modeling_llama.repeat_kv(keys, 3)
    assert torch.equal(repeated, keys.repeat_interleave(3, dim=1))
    assert all(f"self.{name}.weight" in names for name in ("query", "key", "value"))


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_the_names_of_keras_are_there(monkeypatch):
    monkeypatch.setenv("KERAS_BACKEND", "torch")
    keras = pytest.importorskip("keras", reason="Keras is in .venv-zoo alone")
    x = torch.randn(2, 5, 12).numpy()
    layer = keras.layers.MultiHeadAttention(num_heads=3, key_dim=4, value_dim=7)
    may = torch.ones(1, 5, 5).tril().bool().numpy()
    _, weights = layer(x, x, attention_mask=may, return_attention_scores=True)
    weights = torch.as_tensor(keras.ops.convert_to_numpy(weights))
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3, 5))  # no scores
    assert not weights.triu(1).any()
    shapes = {variable.path.split("/", 1)[1]: tuple(variable.shape) for variable in layer.weights}
    assert shapes["query/kernel"] == shapes["key/kernel"] == (12, 3, 4)
    assert shapes["value/kernel"] == (12, 3, 7)
    assert shapes["attention_output/kernel"] == (3, 7, 12)
    sizes = {"head_dim": 4, "num_query_heads": 6, "num_key_value_heads": 2}
    group = keras.layers.GroupQueryAttention(**sizes)
    group(x, x)
    widths = [tuple(variable.shape) for variable in group.weights if len(variable.shape) == 3]
    assert widths == [(12, 6, 4), (12, 2, 4), (12, 2, 4), (6, 4, 12)]
