"""How fast the layers are, as ratios taken in one run.

Contestants take turns, round by round, and the medians of their times are divided: a slow moment
of the machine then hits all of them. Read the ratios, not the milliseconds.

    python benchmarks/bench.py            all sizes; about 15 minutes on two cores
    python benchmarks/bench.py --quick    the smallest size only, nothing written
"""

import argparse
import csv
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn
from torch.profiler import ProfilerActivity, profile

import mha_lib
from mha_lib import layouts

HERE = Path(__file__).parent
SIZES = [(8, 128, 256, 4), (4, 512, 512, 8), (2, 1024, 768, 12), (1, 2048, 512, 8)]
# Before torch reads it: its profiler announces itself otherwise.
os.environ.setdefault("KINETO_LOG_LEVEL", "99")
HEAD_COUNTS = [1, 2, 4, 8, 16, 32, 64]


def medians(contestants, seconds):
    """Median time of each, in seconds; they take turns for about `seconds` in all.

    Each round has another order, for whoever follows a large neighbour finds a cold cache.
    """
    times = {name: [] for name in contestants}
    for run in contestants.values():
        run()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[name]) < 7:
        for name in random.sample(list(contestants), len(contestants)):
            start = time.perf_counter()
            contestants[name]()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(runs) for name, runs in times.items()}


def extra_memory(run, unit):
    """What a call allocates at its peak beyond what it gives back, in tensors of `unit` bytes."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        kept = run()
    result = sum(tensor.nbytes for tensor in kept if tensor is not None)
    moves = [e for e in recorded.profiler.kineto_results.events() if e.name() == "[memory]"]
    held = peak = 0
    for move in sorted(moves, key=lambda event: event.start_ns()):
        held += move.nbytes()
        peak = max(peak, held)
    return (peak - result) / unit


def memory_rows(sizes):
    """One row a case: peak extra memory of a forward pass, ours against torch's."""
    torch.set_num_threads(1)
    for batch, tokens, d_model, n_heads in sizes:
        x = torch.randn(batch, tokens, d_model)
        hw = mha_lib.HeadWeights.random(d_model, n_heads)
        ours = mha_lib.PackedAttention.from_head_weights(hw)
        theirs = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        theirs.load_state_dict(layouts.pack(hw, "torch"))
        unit = 4 * batch * n_heads * tokens**2
        for gradients in (False, True):
            for causal in (False, True):
                mask = mha_lib.causal_mask(tokens) if causal else None
                blocked = None if mask is None else ~mask
                row = {
                    "batch, tokens, d_model, heads": f"{batch} {tokens} {d_model} {n_heads}",
                    "gradients": "yes" if gradients else "no",
                    "causal": "yes" if causal else "no",
                }
                calls = {
                    "packed": partial(ours, x, mask=mask),
                    "torch": partial(
                        theirs, x, x, x, attn_mask=blocked, average_attn_weights=False
                    ),
                }
                for name, call in calls.items():
                    with torch.set_grad_enabled(gradients):
                        call()
                        row[name] = f"{extra_memory(call, unit):.1f}"
                yield row


def floor(layer, x, causal):
    """The same matrix products and the bare fused kernel, nothing else."""
    n_heads = layer.n_heads
    if isinstance(layer, mha_lib.PackedAttention):
        projected = F.linear(x, layer.W_QKV.T, layer.b_QKV).chunk(3, -1)
    else:
        pairs = (layer.W_Q, layer.b_Q), (layer.W_K, layer.b_K), (layer.W_V, layer.b_V)
        projected = [F.linear(x, W.T, b) for W, b in pairs]
    q, k, v = (p.unflatten(-1, (n_heads, -1)).transpose(1, 2) for p in projected)
    heads = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return F.linear(heads.transpose(1, 2).flatten(2), layer.W_O.T, layer.b_O)


def contest(size, causal, need_weights, backward):
    """Everybody who computes this attention, by name, each as a function to time."""
    batch, tokens, d_model, n_heads = size
    x = torch.randn(batch, tokens, d_model, requires_grad=backward)
    mask = mha_lib.causal_mask(tokens) if causal else None
    blocked = None if mask is None else ~mask
    hw = mha_lib.HeadWeights.random(d_model, n_heads)
    per_head, stacked, packed = (
        cls.from_head_weights(hw)
        for cls in (mha_lib.PerHeadAttention, mha_lib.StackedAttention, mha_lib.PackedAttention)
    )
    reference = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
    reference.load_state_dict(layouts.pack(hw, "torch"))
    fast = nn.MultiheadAttention(d_model, n_heads, batch_first=True).eval()
    fast.load_state_dict(layouts.pack(hw, "torch"))

    def torch_layer(module):
        return module(
            x, x, x, attn_mask=blocked, is_causal=causal and not need_weights,
            need_weights=need_weights, average_attn_weights=False,
        )[0]  # fmt: skip

    def timed(output):
        def run():
            with torch.set_grad_enabled(backward):
                result = output()
                if backward:
                    result.sum().backward()

        return run

    contestants = {
        "torch": lambda: torch_layer(reference),
        "per-head": lambda: per_head(x, mask=mask, need_weights=need_weights)[0],
        "stacked": lambda: stacked(x, mask=mask, need_weights=need_weights)[0],
        "packed": lambda: packed(x, mask=mask, need_weights=need_weights)[0],
    }
    if not backward:
        contestants["torch fast"] = lambda: torch_layer(fast)
    if not need_weights:
        contestants["floor stacked"] = lambda: floor(stacked, x, causal)
        contestants["floor packed"] = lambda: floor(packed, x, causal)
    return {name: timed(run) for name, run in contestants.items()}


def layer_rows(sizes, seconds):
    """One row a case: each layer against its floor and against the better of torch's paths."""
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for size in sizes:
            for backward in (False, True):
                for need_weights in (False, True):
                    for causal in (False, True):
                        took = medians(contest(size, causal, need_weights, backward), seconds)
                        theirs = min(took["torch"], took.get("torch fast", took["torch"]))
                        row = {
                            "threads": threads,
                            "batch, tokens, d_model, heads": " ".join(map(str, size)),
                            "pass": "forward + backward" if backward else "forward",
                            "weights": "yes" if need_weights else "no",
                            "causal": "yes" if causal else "no",
                            "torch ms": f"{theirs * 1e3:.1f}",
                        }
                        for name in ("stacked", "packed"):
                            bare = took.get(f"floor {name}")
                            row[f"{name} / floor"] = f"{took[name] / bare:.2f}" if bare else ""
                        for name in ("per-head", "stacked", "packed"):
                            row[f"{name} / torch"] = f"{took[name] / theirs:.2f}"
                        yield row


def projection_rows(seconds):
    """The projections alone, d_model = 512: the loop over heads against one stacked product.

    Both store their matrices as nn.Linear does, which is the faster way for narrow heads.
    """
    torch.set_num_threads(1)
    for tokens in (16, 512):
        x = torch.randn(1, tokens, 512)
        contestants = {}
        for n_heads in HEAD_COUNTS:
            W = torch.randn(512, 512) / 512**0.5  # (out, in)
            blocks = [block.clone() for block in W.chunk(n_heads)]
            contestants[n_heads] = lambda x=x, blocks=blocks: [F.linear(x, b) for b in blocks]
            contestants[n_heads, "stacked"] = lambda x=x, W=W: F.linear(x, W)
        with torch.no_grad():
            took = medians(contestants, seconds)
        for n_heads in HEAD_COUNTS:
            ratio = took[n_heads] / took[n_heads, "stacked"]
            yield {"tokens": tokens, "heads": n_heads, "loop / stacked": f"{ratio:.2f}"}


def prune_rows(sizes, seconds):
    """Half of the heads taken away, by a gate of 0 and by a cut, against the whole layer."""
    torch.set_num_threads(1)
    for batch, tokens, d_model, n_heads in sizes:
        x = torch.randn(batch, tokens, d_model)
        hw = mha_lib.HeadWeights.random(d_model, n_heads)
        gone = range(n_heads // 2)
        gates = torch.tensor([float(i not in gone) for i in range(n_heads)])[:, None, None]
        versions = {
            "whole": hw,
            "gates": replace(hw, W_O=gates * hw.W_O),
            "pruned": hw.prune_heads(gone),
        }
        layers = {
            name: mha_lib.StackedAttention.from_head_weights(version)
            for name, version in versions.items()
        }
        with torch.no_grad():
            took = medians({name: partial(layer, x) for name, layer in layers.items()}, seconds)
        yield {
            "batch, tokens, d_model, heads": f"{batch} {tokens} {d_model} {n_heads}",
            "gates at 0 / whole": f"{took['gates'] / took['whole']:.2f}",
            "pruned / whole": f"{took['pruned'] / took['whole']:.2f}",
        }


def step_rows(seconds):
    """Attention with 8 key heads against 32, from one new token and from a whole text."""
    torch.set_num_threads(1)
    n_heads, n_kv_heads, d_head = 32, 8, 128
    group = n_heads // n_kv_heads
    attend = F.scaled_dot_product_attention
    for new, tokens in ((1, 8192), (16, 8192), (512, 512), (2048, 2048)):
        queries = torch.randn(1, n_heads, new, d_head)
        keys, values = torch.randn(2, 1, n_heads, tokens, d_head)
        few = torch.randn(2, 1, n_kv_heads, tokens, d_head)
        kept = torch.empty(2, 1, n_kv_heads, group, tokens, d_head)  # memory that was used before
        rows = queries.reshape(1, n_kv_heads, group * new, d_head)  # of a group, as one matrix
        contestants = {
            "plain": partial(attend, queries, keys, values),
            "copied": lambda q=queries, f=few: attend(q, *f.repeat_interleave(group, 2)),
            "kept": lambda q=queries, f=few, k=kept: attend(
                q, *k.copy_(f[:, :, :, None]).flatten(2, 3)
            ),
            "enable_gqa": partial(attend, queries, *few, enable_gqa=True),
            "one product": partial(attend, rows, *few),
        }
        with torch.no_grad():
            took = medians(contestants, seconds)
        yield {
            "new tokens": new,
            "keys": tokens,
            "copied for each query head": f"{took['copied'] / took['plain']:.2f}",
            "copied into kept memory": f"{took['kept'] / took['plain']:.2f}",
            "enable_gqa": f"{took['enable_gqa'] / took['plain']:.2f}",
            "one product a group": f"{took['one product'] / took['plain']:.2f}",
        }


def forward_and_backward(call):
    """A forward pass and its gradients. They add up in place from the second pass on."""
    call()[0].sum().backward()


def tiny_rows(seconds):
    """Where the arithmetic is almost nothing: tiny input, compiled code, one step with a cache."""
    torch.set_num_threads(1)
    cases = {
        "2 5 16 4": (2, 5, 16, 4),
        "2 5 16 4, forward and backward": (2, 5, 16, 4),
        "1 1 512 8, after 128 tokens": (1, 1, 512, 8),
    }
    for case, (batch, tokens, d_model, n_heads) in cases.items():
        x = torch.randn(batch, tokens, d_model)
        hw = mha_lib.HeadWeights.random(d_model, n_heads)
        theirs = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        theirs.load_state_dict(layouts.pack(hw, "torch"))
        ours = mha_lib.PackedAttention.from_head_weights(hw)
        past, cache = torch.randn(batch, 128, d_model), mha_lib.KVCache(256)
        with torch.no_grad():
            ours(past, cache=cache)
        all_tokens = torch.cat([past, x], 1)

        def step(ours=ours, cache=cache, x=x):
            with torch.no_grad():
                ours(x, cache=cache)
                cache.crop(128)

        def whole(theirs=theirs, x=x, all_tokens=all_tokens):
            with torch.no_grad():
                theirs(x, all_tokens, all_tokens, average_attn_weights=False)

        if tokens == 1:
            contestants = {"torch": whole, "packed": step}
        else:
            contestants = {
                "torch": partial(theirs, x, x, x, average_attn_weights=False),
                "packed": partial(ours, x),
                "torch compiled": partial(torch.compile(theirs), x, x, x),
                "packed compiled": partial(torch.compile(ours), x),
            }
        if case.endswith("backward"):
            x.requires_grad_()
            contestants = {
                name: partial(forward_and_backward, call) for name, call in contestants.items()
            }
        took = medians(contestants, seconds)
        compiled = took.get("packed compiled", 0) / took.get("torch compiled", 1)
        yield {
            "batch, tokens, d_model, heads": case,
            "packed / torch": f"{took['packed'] / took['torch']:.2f}",
            "both compiled": f"{compiled:.2f}" if compiled else "",
        }


def import_ratio(seconds):
    """What `import mha_lib` takes, as a multiple of `import torch`, each in a new process."""

    def importing(module):
        return lambda: subprocess.run([sys.executable, "-c", f"import {module}"], check=True)

    took = medians({module: importing(module) for module in ("torch", "mha_lib")}, seconds)
    return took["mha_lib"] / took["torch"]


def table(rows):
    """Rows as Markdown, printed as they come."""
    lines = []
    for row in rows:
        if not lines:
            lines += ["| " + " | ".join(row) + " |", "|" + " --- |" * len(row)]
            print(*lines, sep="\n")
        lines.append("| " + " | ".join(str(cell) for cell in row.values()) + " |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smallest size only, nothing written")
    quick = parser.parse_args().quick
    seconds = 0.5 if quick else 6
    torch.manual_seed(0)
    random.seed(0)

    projections = list(projection_rows(seconds))
    projection_table = table(projections)
    imports = f"`import mha_lib` takes {import_ratio(5 * seconds):.2f} of `import torch`."
    print(imports)
    memory_table = table(memory_rows(SIZES[:1] if quick else SIZES))
    prune_table = table(prune_rows(SIZES[:1] if quick else SIZES, seconds))
    step_table = table(step_rows(seconds))
    tiny_table = table(tiny_rows(seconds))
    layer_table = table(layer_rows(SIZES[:1] if quick else SIZES, seconds))
    if quick:
        return
    with (HERE / "projections.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, projections[0])
        writer.writeheader()
        writer.writerows(projections)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    (HERE / "results.md").write_text(
        f"# What `make bench` last measured\n\n"
        f"On {machine}, torch {torch.__version__}, float32. Ratios of medians, taken in turns in "
        f"one run; below 1 is faster. *floor*: the same matrix products and the bare fused kernel, "
        f"nothing else. *torch*: the better of the two paths of `torch.nn.MultiheadAttention`, "
        f"whose time stands in milliseconds for a sense of scale.\n\n"
        f"## Layers\n\n{layer_table}\n\n"
        f"## Memory\n\nWhat a forward pass with weights allocates at its peak beyond its result, "
        f"in tensors of (batch, heads, tokens, tokens); the projections count too.\n\n"
        f"{memory_table}\n\n"
        f"## Projections alone\n\nA loop over the heads against one stacked product, "
        f"d_model = 512, one thread.\n\n{projection_table}\n\n"
        f"## Heads removed\n\nA forward pass without half of the heads, by gates of 0 and by "
        f"`prune_heads`, one thread.\n\n{prune_table}\n\n"
        f"## One new token\n\nAttention alone, 32 query heads of width 128: the time with 8 key "
        f"heads as a share of that with 32, one thread.\n\n{step_table}\n\n"
        f"## Tiny input\n\nA forward pass with weights and gradients on tiny input, alone and "
        f"with its backward pass, and a step with a cache against torch's layer, which projects "
        f"all tokens again; one thread.\n\n"
        f"{tiny_table}\n\n"
        f"## Import\n\n{imports}\n"
    )
    print(f"written: {HERE.name}/results.md, {HERE.name}/projections.csv")


if __name__ == "__main__":
    main()
