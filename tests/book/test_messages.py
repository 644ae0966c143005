"""The page of error messages: each message is raised as it is quoted, and each repair runs.

Those of the last group need a GPU, or a package or a version that is not here. They say so, and
link to a thread that has the message. Keras's is raised by tests/book/test_other_libraries.py.
"""

import contextlib
import logging
import re
import warnings
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

PAGE = (Path(__file__).parents[2] / "book" / "messages.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SECTIONS = re.split(r"^### (.*)\n", PAGE, flags=re.MULTILINE)
OF_FORWARD_MODE = "`torch.jit.script` is deprecated"  # which PyTorch calls for it
NAMES: dict = {}  # of all blocks, in the order of the page
RAISED, QUOTED = (
    [
        pytest.param(*pair, id=pair[0][:40])
        for pair in zip(SECTIONS[1::2], SECTIONS[2::2], strict=True)
        if (f"\n### {pair[0]}\n" in part) and "import keras" not in pair[1]
    ]
    for part in PAGE.split("\n## From a GPU, or from other packages\n")
)


def plain(text):
    return re.sub(r"\s+", " ", re.sub(r"\\?`", "", text))


@contextlib.contextmanager
def warnings_of_generate_raised():
    """The warnings of `generate`, which logs them."""

    class Raise(logging.Handler):
        def emit(self, record):
            raise RuntimeWarning(record.getMessage())

    handler, logger = Raise(logging.WARNING), logging.getLogger("transformers.generation")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


@pytest.fixture(scope="module", autouse=True)
def _setup():
    (setup,) = BLOCK.findall(SECTIONS[0])
    exec(setup, NAMES)


@pytest.mark.parametrize(("message", "text"), RAISED)
def test_a_message_is_raised_as_quoted_and_its_repair_runs(message, text):
    raising, repaired = BLOCK.findall(text)
    with warnings.catch_warnings(), warnings_of_generate_raised():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", OF_FORWARD_MODE, DeprecationWarning)
        with pytest.raises(Exception) as raised:  # noqa: PT011
            exec(raising, NAMES)
        exec(repaired, NAMES)
    # PyTorch calls it masked_fill_ when it is called on a copy.
    assert plain(message) in plain(str(raised.value)).replace("masked_fill_", "masked_fill")


def test_an_id_beyond_the_vocabulary_raises_the_same_message_and_a_larger_one_repairs_it():
    transformers = pytest.importorskip("transformers")
    config = transformers.GPT2Config(n_embd=12, n_head=3, n_layer=1, vocab_size=50)
    model, ids = transformers.GPT2Model(config), torch.tensor([[7, 50]])
    with pytest.raises(IndexError, match=r"^index out of range in self$"):
        model(ids)
    model.resize_token_embeddings(51)
    assert model(ids).last_hidden_state.isfinite().all()


@pytest.mark.parametrize("batch_first", [True, False])
def test_a_batch_taken_for_tokens_raises_the_message_either_way(batch_first):
    module = nn.MultiheadAttention(12, 3, batch_first=batch_first)
    right = torch.randn((2, 5, 12) if batch_first else (5, 2, 12))
    wrong, mask = right.transpose(0, 1), torch.zeros(5, 5).bool()
    with pytest.raises(RuntimeError, match=r"2D attn_mask is .*\[5, 5\].* should be \(2, 2\)"):
        module(wrong, wrong, wrong, attn_mask=mask)
    assert module(right, right, right, attn_mask=mask)[0].shape == right.shape


def test_clips_mask_of_77_tokens_raises_the_message_quoted_for_two_texts():
    (message,) = re.findall(r'"(The shape of the 2D attn_mask is torch.Size\(\[77.*?)"', PAGE)
    module, texts = nn.MultiheadAttention(12, 3, batch_first=True), torch.randn(77, 2, 12)
    with pytest.raises(RuntimeError, match=re.escape(message)):
        module(texts, texts, texts, attn_mask=torch.zeros(77, 77))


def test_a_cache_is_an_object_whose_keys_are_in_its_layers():
    transformers = pytest.importorskip("transformers")
    pairs = tuple((torch.randn(1, 2, 3, 4), torch.randn(1, 2, 3, 4)) for _ in range(2))
    cache = transformers.DynamicCache(pairs)
    assert torch.equal(cache.layers[1].keys, pairs[1][0])
    (message,) = re.findall(r"\"('DynamicCache' object .*?)\"", PAGE)
    with pytest.raises(TypeError, match=re.escape(message)):
        cache[0][0]


@pytest.mark.filterwarnings(f"ignore:{OF_FORWARD_MODE}:DeprecationWarning")
@pytest.mark.parametrize("way", ["jvp", "jacfwd", "hessian"])
def test_derivatives_in_forward_mode_need_the_plain_kernel(way):
    q = torch.randn(1, 2, 5, 8)

    def derivative():
        def f(x):
            return nn.functional.scaled_dot_product_attention(x, x, x).sum()

        return torch.func.jvp(f, (q,), (q,)) if way == "jvp" else getattr(torch.func, way)(f)(q)

    with pytest.raises(NotImplementedError, match="forward AD"):
        derivative()
    with sdpa_kernel(SDPBackend.MATH):
        derivative()


def test_a_pruned_model_whose_matrices_were_not_cut_raises_the_message_quoted():
    (message,) = re.findall(r"\"(shape '\[32, 44, 8, 64\]' is invalid .*?)\"", PAGE)
    x = torch.zeros(32, 44, 768)
    with pytest.raises(RuntimeError, match=f"^{re.escape(message)}$"):
        nn.Linear(768, 12 * 64)(x).view(32, 44, 8, 64)
    nn.Linear(768, 8 * 64)(x).view(32, 44, 8, 64)


def test_each_message_is_raised_or_quoted_or_kerass():
    assert len(RAISED) + len(QUOTED) + 1 == len(SECTIONS[1::2])
    assert len(QUOTED) == 5


@pytest.mark.parametrize(("message", "text"), QUOTED)
def test_a_message_from_elsewhere_says_so_links_to_a_thread_and_its_lines_run(message, text):
    assert re.search(r"\bnot run\b|\bNot run\b", text), message
    assert re.search(r"\[Asked as \S+ #\d+\]\(https://github\.com/\S+/issues/\d+\)", text)
    (lines,) = BLOCK.findall(text)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(lines, NAMES)


def test_the_filter_hides_the_warning_about_flash_attention_alone():
    (text,) = [text for _, text in (param.values for param in QUOTED) if "hides it" in text]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(BLOCK.findall(text)[0], {})
        warnings.warn("1Torch was not compiled with flash attention. (Triggered)", stacklevel=1)
        with pytest.raises(UserWarning):
            warnings.warn("Flash attention is fine.", stacklevel=1)


def test_a_file_of_another_model_size_fits_no_projection_also_without_strict():
    transformers = pytest.importorskip("transformers")
    sizes = {"vocab_size": 5, "num_attention_heads": 3, "num_hidden_layers": 1}
    small, large = (
        transformers.LlamaModel(transformers.LlamaConfig(hidden_size=width, **sizes))
        for width in (12, 24)
    )
    for strict in True, False:
        with pytest.raises(RuntimeError) as raised:
            large.load_state_dict(small.state_dict(), strict=strict)
        for name in "qkvo":
            assert f"size mismatch for layers.0.self_attn.{name}_proj.weight" in str(raised.value)


@pytest.mark.filterwarnings("ignore:.*gradient_checkpointing_enable:FutureWarning")
def test_checkpointing_switches_the_cache_off_and_a_cache_would_count_tokens_twice():
    transformers = pytest.importorskip("transformers")
    texts = {param.values[0][:9]: param.values[1] for param in QUOTED}
    names = {"torch": torch}
    exec(BLOCK.findall(texts["Attention"])[0], names)
    assert names["keys"].shape[2] == 208 == 2 * names["new"].shape[2]
    sizes = {"vocab_size": 50, "num_attention_heads": 3, "num_hidden_layers": 1}
    config = transformers.LlamaConfig(hidden_size=12, intermediate_size=24, **sizes)
    model = transformers.LlamaForCausalLM(config).train()
    ids = torch.arange(11)[None]
    assert model(ids, use_cache=True).past_key_values is not None
    for way in "eager", "sdpa":
        model.set_attn_implementation(way)
        with pytest.raises(RuntimeError, match=r"a \(11\) must match .* b \(56\) .* 3$"):
            model(ids, attention_mask=torch.ones(1, 1, 11, 56).bool())
    model.gradient_checkpointing_enable()
    output = model(ids, labels=ids, use_cache=True)
    assert output.past_key_values is None
    output.loss.backward()


def test_the_names_and_sizes_in_comments_are_those_of_the_lines():
    transformers = pytest.importorskip("transformers")
    texts = {param.values[0][:6]: param.values[1] for param in QUOTED}
    sizes = {"n_embd": 12, "n_head": 3, "n_layer": 1, "vocab_size": 50}
    names = {"reader": transformers.GPT2Model(transformers.GPT2Config(**sizes))}
    code = BLOCK.findall(texts["Target"])[0]
    exec(code.replace("sorted(", "found = sorted("), names)
    assert f"# the names in GPT-2: {', '.join(names['found'])}\n" in code
    exec(BLOCK.findall(texts["The mo"])[0], names)
    assert names["needed"] == 24.0
    assert round(names["fits"], -2) == 34_700
    assert 229 * 16 == 3664


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"norm_first": True}, "norm_first was True"),
        ({"batch_first": False}, "batch_first was not True"),
        ({"nhead": 3}, "num_heads is odd"),
        ({}, None),
    ],
)
def test_an_encoder_names_the_reason_why_it_cannot_use_nested_tensors(options, reason):
    settings = {"d_model": 12, "nhead": 2, "batch_first": True} | options
    layer = nn.TransformerEncoderLayer(**settings)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        nn.TransformerEncoder(layer, 2)
    assert [reason in str(warning.message) for warning in seen] == ([True] if reason else [])


@pytest.mark.filterwarnings("ignore:.*nested tensors:UserWarning")
def test_nested_tensors_change_outputs_at_padding_alone_and_nothing_in_training():
    layer = nn.TransformerEncoderLayer(12, 2, 24, dropout=0.0, batch_first=True)
    encoders = [
        nn.TransformerEncoder(layer, 2, enable_nested_tensor=nested) for nested in (True, False)
    ]
    encoders[1].load_state_dict(encoders[0].state_dict())
    x, padding = torch.randn(2, 5, 12), torch.arange(5) >= torch.tensor([[5], [3]])
    for training in True, False:
        with torch.set_grad_enabled(training):
            with_, without = (
                encoder.train(training)(x, src_key_padding_mask=padding) for encoder in encoders
            )
        torch.testing.assert_close(with_[~padding], without[~padding])
        assert torch.equal(with_[padding], without[padding]) == training
        assert with_[padding].any() == training
        assert without[padding].any()


def test_a_buffer_moves_with_its_module_and_a_plain_tensor_stays():
    module = nn.Module()
    module.register_buffer("mask", torch.ones(5, 5), persistent=False)
    module.plain = torch.ones(5, 5)
    module.to("meta")
    assert (module.mask.device.type, module.plain.device.type) == ("meta", "cpu")
    assert not module.state_dict()


def test_generate_without_a_mask_reads_padding_unless_it_is_another_token_than_the_end():
    transformers = pytest.importorskip("transformers")
    sizes = {"n_embd": 12, "n_head": 3, "n_layer": 2, "vocab_size": 50}
    config = transformers.GPT2Config(bos_token_id=48, eos_token_id=49, **sizes)
    model = transformers.GPT2LMHeadModel(config).eval()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.5)
    ids = torch.randint(1, 48, (1, 5))

    def logits(batch, **options):
        options |= {"output_logits": True, "return_dict_in_generate": True}
        return model.generate(batch, max_new_tokens=1, do_sample=False, **options).logits[0][0]

    def padded(token, side="left"):
        padding, full = torch.full((1, 3), token), torch.randint(1, 48, (1, 8))
        parts = (padding, ids) if side == "left" else (ids, padding)
        return torch.cat([torch.cat(parts, dim=1), full])

    mask = torch.ones(2, 8).long()
    mask[0, :3] = 0
    call = {"pad_token_id": 49}
    with warnings_of_generate_raised():
        alone = logits(ids)  # one row: no warning
        torch.testing.assert_close(logits(padded(49), attention_mask=mask, **call), alone)
        torch.testing.assert_close(logits(padded(0), pad_token_id=0), alone)  # found by itself
        once = transformers.utils.logging.warning_once
        once.cache_clear()
        with pytest.raises(RuntimeWarning, match="cannot be inferred from input because pad token"):
            logits(padded(49), **call)
        with pytest.raises(RuntimeWarning, match="right-padding was detected!"):
            logits(padded(49, "right"), attention_mask=mask.flip(1), **call)
    assert not torch.allclose(logits(padded(49), **call), alone, atol=0.1)
    right = logits(padded(49, "right"), attention_mask=mask.flip(1), **call)
    assert not torch.allclose(right, alone, atol=0.1)
