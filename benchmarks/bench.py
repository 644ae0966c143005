"""Measures how fast the layers are, as ratios within one run.

Candidates take turns, so that a slow moment of the machine affects all of them, and the medians of
their times are divided. Read the ratios, not the milliseconds.

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
# Set before torch reads it; otherwise its profiler prints messages.
os.environ.setdefault("KINETO_LOG_LEVEL", "99")
HEAD_COUNTS = [1, 2, 4, 8, 16, 32, 64]


def medians(candidates, seconds):
    """Measures each candidate's median time, taking turns for about `seconds` in all.

    The order changes each round, because after a large candidate the cache is cold.
    """
    times = {name: [] for name in candidates}
    for run in candidates.values():
        run()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[name]) < 7:
        for name in random.sample(list(candidates), len(candidates)):
            start = time.perf_counter()
            candidates[name]()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(runs) for name, runs in times.items()}


def extra_memory(run, unit):
    """Measures peak memory of a call beyond its result, in tensors of `unit` bytes."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded:
        kept = run()
    result = sum(tensor.nbytes for tensor in kept if tensor is not None)
    moves = [e for e in recorded.profiler.kineto_results.events() if e.name() == "[memory]"]
    allocated = peak = 0
    for move in sorted(moves, key=lambda event: event.start_ns()):
        allocated += move.nbytes()
        peak = max(peak, allocated)
    return (peak - result) / unit


def memory_rows(sizes):
    """Makes a row per case: peak extra memory of a forward pass, ours and torch's."""
    torch.set_num_threads(1)
    for batch, tokens, d_model, n_heads in sizes:
        x = torch.randn(batch, tokens, d_model)
        params = mha_lib.HeadParameters.random(d_model, n_heads)
        ours = mha_lib.PackedAttention.from_head_parameters(params)
        theirs = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        theirs.load_state_dict(layouts.pack(params, "torch"))
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
    """Computes only the matrix products and the bare fused kernel."""
    n_heads = layer.n_heads
    if isinstance(layer, mha_lib.PackedAttention):
        projected = F.linear(x, layer.W_QKV.T, layer.b_QKV).chunk(3, -1)
    else:
        pairs = (layer.W_Q, layer.b_Q), (layer.W_K, layer.b_K), (layer.W_V, layer.b_V)
        projected = [F.linear(x, W.T, b) for W, b in pairs]
    q, k, v = (p.unflatten(-1, (n_heads, -1)).transpose(1, 2) for p in projected)
    heads = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return F.linear(heads.transpose(1, 2).flatten(2), layer.W_O.T, layer.b_O)


def candidates_of(size, causal, need_weights, backward):
    """Maps names of implementations of this attention to functions to time."""
    batch, tokens, d_model, n_heads = size
    x = torch.randn(batch, tokens, d_model, requires_grad=backward)
    mask = mha_lib.causal_mask(tokens) if causal else None
    blocked = None if mask is None else ~mask
    params = mha_lib.HeadParameters.random(d_model, n_heads)
    per_head, stacked, packed = (
        cls.from_head_parameters(params)
        for cls in (mha_lib.PerHeadAttention, mha_lib.StackedAttention, mha_lib.PackedAttention)
    )
    reference = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
    reference.load_state_dict(layouts.pack(params, "torch"))
    fast = nn.MultiheadAttention(d_model, n_heads, batch_first=True).eval()
    fast.load_state_dict(layouts.pack(params, "torch"))

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

    candidates = {
        "torch": lambda: torch_layer(reference),
        "per-head": lambda: per_head(x, mask=mask, need_weights=need_weights)[0],
        "stacked": lambda: stacked(x, mask=mask, need_weights=need_weights)[0],
        "packed": lambda: packed(x, mask=mask, need_weights=need_weights)[0],
    }
    if not backward:
        candidates["torch fast"] = lambda: torch_layer(fast)
    if not need_weights:
        candidates["floor stacked"] = lambda: floor(stacked, x, causal)
        candidates["floor packed"] = lambda: floor(packed, x, causal)
    return {name: timed(run) for name, run in candidates.items()}


def layer_rows(sizes, seconds):
    """Makes a row per case: each layer against its floor and the better of torch's two paths."""
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for size in sizes:
            for backward in (False, True):
                for need_weights in (False, True):
                    for causal in (False, True):
                        took = medians(candidates_of(size, causal, need_weights, backward), seconds)
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
    """Compares a loop of projections over heads with one stacked product, at d_model = 512.

    Both store their matrices as nn.Linear does, which is the faster way for narrow heads.
    """
    torch.set_num_threads(1)
    for tokens in (16, 512):
        x = torch.randn(1, tokens, 512)
        candidates = {}
        for n_heads in HEAD_COUNTS:
            W = torch.randn(512, 512) / 512**0.5  # (out, in)
            blocks = [block.clone() for block in W.chunk(n_heads)]
            candidates[n_heads] = lambda x=x, blocks=blocks: [F.linear(x, b) for b in blocks]
            candidates[n_heads, "stacked"] = lambda x=x, W=W: F.linear(x, W)
        with torch.no_grad():
            took = medians(candidates, seconds)
        for n_heads in HEAD_COUNTS:
            ratio = took[n_heads] / took[n_heads, "stacked"]
            yield {"tokens": tokens, "heads": n_heads, "loop / stacked": f"{ratio:.2f}"}


def prune_versions(params):
    """Makes three versions of a layer: whole, half of its heads times 0, without this half."""
    gone = range(params.n_heads // 2)
    gates = params.W_O.new_tensor([float(i not in gone) for i in range(params.n_heads)])
    return {
        "whole": params,
        "gates": replace(params, W_O=gates[:, None, None] * params.W_O),
        "pruned": params.prune_heads(gone),
    }


def prune_rows(sizes, seconds):
    """Compares a layer without half of its heads, by gates or pruning, with the whole one."""
    torch.set_num_threads(1)
    for batch, tokens, d_model, n_heads in sizes:
        x = torch.randn(batch, tokens, d_model)
        params = mha_lib.HeadParameters.random(d_model, n_heads)
        layers = {
            name: mha_lib.StackedAttention.from_head_parameters(version)
            for name, version in prune_versions(params).items()
        }
        with torch.no_grad():
            took = medians({name: partial(layer, x) for name, layer in layers.items()}, seconds)
        yield {
            "batch, tokens, d_model, heads": f"{batch} {tokens} {d_model} {n_heads}",
            "gates at 0 / whole": f"{took['gates'] / took['whole']:.2f}",
            "pruned / whole": f"{took['pruned'] / took['whole']:.2f}",
        }


def step_rows(seconds):
    """Compares attention with 8 key heads to 32, for one new token up to a whole sequence."""
    torch.set_num_threads(1)
    n_heads, n_kv_heads, d_head = 32, 8, 128
    group = n_heads // n_kv_heads
    attend = F.scaled_dot_product_attention
    for new, tokens in ((1, 8192), (16, 8192), (512, 512), (2048, 2048)):
        queries = torch.randn(1, n_heads, new, d_head)
        keys, values = torch.randn(2, 1, n_heads, tokens, d_head)
        few = torch.randn(2, 1, n_kv_heads, tokens, d_head)
        kept = torch.empty(
            2, 1, n_kv_heads, group, tokens, d_head
        )  # memory that is already allocated
        rows = queries.reshape(
            1, n_kv_heads, group * new, d_head
        )  # the queries of a group, as one matrix
        candidates = {
            "plain": partial(attend, queries, keys, values),
            "copied": lambda q=queries, f=few: attend(q, *f.repeat_interleave(group, 2)),
            "kept": lambda q=queries, f=few, k=kept: attend(
                q, *k.copy_(f[:, :, :, None]).flatten(2, 3)
            ),
            "enable_gqa": partial(attend, queries, *few, enable_gqa=True),
            "one product": partial(attend, rows, *few),
        }
        with torch.no_grad():
            took = medians(candidates, seconds)
        yield {
            "new tokens": new,
            "keys": tokens,
            "copied for each query head": f"{took['copied'] / took['plain']:.2f}",
            "copied into kept memory": f"{took['kept'] / took['plain']:.2f}",
            "enable_gqa": f"{took['enable_gqa'] / took['plain']:.2f}",
            "one product per group": f"{took['one product'] / took['plain']:.2f}",
        }


def forward_and_backward(call):
    """A forward pass and its gradients. They add up in place from the second pass on."""
    call()[0].sum().backward()


def tiny_rows(seconds):
    """Measures overhead where there is little arithmetic: tiny input, compiled, cached."""
    torch.set_num_threads(1)
    cases = {
        "2 5 16 4": (2, 5, 16, 4),
        "2 5 16 4, forward and backward": (2, 5, 16, 4),
        "1 1 512 8, after 128 tokens": (1, 1, 512, 8),
    }
    for case, (batch, tokens, d_model, n_heads) in cases.items():
        x = torch.randn(batch, tokens, d_model)
        params = mha_lib.HeadParameters.random(d_model, n_heads)
        theirs = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        theirs.load_state_dict(layouts.pack(params, "torch"))
        ours = mha_lib.PackedAttention.from_head_parameters(params)
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
            candidates = {"torch": whole, "packed": step}
        else:
            candidates = {
                "torch": partial(theirs, x, x, x, average_attn_weights=False),
                "packed": partial(ours, x),
                "torch compiled": partial(torch.compile(theirs), x, x, x),
                "packed compiled": partial(torch.compile(ours), x),
            }
        if case.endswith("backward"):
            x.requires_grad_()
            candidates = {
                name: partial(forward_and_backward, call) for name, call in candidates.items()
            }
        took = medians(candidates, seconds)
        compiled = took.get("packed compiled", 0) / took.get("torch compiled", 1)
        yield {
            "batch, tokens, d_model, heads": case,
            "packed / torch": f"{took['packed'] / took['torch']:.2f}",
            "both compiled": f"{compiled:.2f}" if compiled else "",
        }


def import_ratio(seconds):
    """Measures the time of `import mha_lib` relative to `import torch`, each in a new process."""

    def importing(module):
        return lambda: subprocess.run([sys.executable, "-c", f"import {module}"], check=True)

    took = medians({module: importing(module) for module in ("torch", "mha_lib")}, seconds)
    return took["mha_lib"] / took["torch"]


def table(rows):
    """Formats rows as Markdown, and prints them as they come."""
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
        f"whose time in milliseconds gives a sense of scale.\n\n"
        f"## Layers\n\n{layer_table}\n\n"
        f"## Memory\n\nWhat a forward pass with weights allocates at its peak beyond its result, "
        f"in tensors of (batch, heads, tokens, tokens), including the projections.\n\n"
        f"{memory_table}\n\n"
        f"## Projections alone\n\nA loop over the heads relative to one stacked product, "
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
