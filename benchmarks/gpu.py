"""Measures on a GPU what the pages say of one: errors, kernels, a decode step, what sharing saves.

    python benchmarks/gpu.py            about three minutes on one NVIDIA GPU with 80 GB
    python benchmarks/gpu.py --quick    small sizes, nothing written; without a GPU, on the CPU

Times are medians of candidates that take turns, as in bench.py. A candidate is recorded once as a
CUDA graph, so that its time is the device's alone, unless the column says otherwise.
"""

import argparse
import contextlib
import random
import statistics
import time
import warnings
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F
from bench import SIZES, prune_versions, table
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.bias import causal_lower_right
from torch.nn.attention.flex_attention import create_block_mask, flex_attention
from torch.profiler import ProfilerActivity, profile

import mha_lib
from mha_lib import layouts
from mha_lib.analysis import relative_difference
from mha_lib.book.exercises import how_exact

HERE = Path(__file__).parent
GPU = torch.cuda.is_available()
DEVICE = "cuda" if GPU else "cpu"
REPEATS = 10  # calls per timing


def wait():
    if GPU:
        torch.cuda.synchronize()


def graphed(call):
    """Records a call as a CUDA graph, and returns a function that replays it."""
    if not GPU:
        return call
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()

    def replay(kept=call):  # a graph does not keep the memory that it reads
        graph.replay()

    return replay


def medians(candidates, seconds):
    """Measures each candidate's median time per call, taking turns for about `seconds` in all."""
    times = {name: [] for name in candidates}
    for run in candidates.values():
        run()
    wait()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[name]) < 7:
        for name in random.sample(list(candidates), len(candidates)):
            start = time.perf_counter()
            for _ in range(REPEATS):
                candidates[name]()
            wait()
            times[name].append((time.perf_counter() - start) / REPEATS)
    return {name: statistics.median(runs) for name, runs in times.items()}


def drawn(*shape, dtype=torch.bfloat16):
    return torch.randn(*shape, device=DEVICE, dtype=dtype)


# Numbers


def forms(params):
    return {
        name: getattr(mha_lib, f"{name}Attention").from_head_parameters(params)
        for name in ("PerHead", "Stacked", "Packed")
    }


def equality_rows():
    """Compares the three layers with torch's on the GPU, by the largest relative difference."""
    for dtype, tf32 in ((torch.float64, False), (torch.float32, False), (torch.float32, True)):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        for n_heads, causal, need_weights in ((4, False, True), (8, True, True), (8, True, False)):
            params = mha_lib.HeadParameters.random(256, n_heads, dtype=dtype, device=DEVICE)
            x = drawn(2, 128, 256, dtype=dtype)
            mask = mha_lib.causal_mask(128, device=DEVICE) if causal else None
            theirs = nn.MultiheadAttention(256, n_heads, batch_first=True).to(DEVICE, dtype)
            theirs.load_state_dict(layouts.pack(params, "torch"))
            blocked = None if mask is None else ~mask
            expected = theirs(x, x, x, attn_mask=blocked, need_weights=need_weights)[0]
            apart = max(
                relative_difference(layer(x, mask=mask, need_weights=need_weights)[0], expected)
                for layer in forms(params).values()
            )
            yield {
                "type": str(dtype).removeprefix("torch."),
                "TF32": "on" if tf32 else "off",
                "causal": "yes" if causal else "no",
                "weights": "yes" if need_weights else "no",
                "largest relative difference": f"{apart.item():.1g}",
            }
    torch.backends.cuda.matmul.allow_tf32 = False


def wait_rows():
    """Counts the calls in which Python waits for the GPU: torch can raise an error there."""
    x, other = drawn(2, 16, 64), drawn(2, 9, 64)
    padding = torch.arange(16, device=DEVICE) < torch.tensor([[16], [9]], device=DEVICE)
    causal = mha_lib.causal_mask(16, device=DEVICE)
    calls = [
        {"mask": mask, "need_weights": need_weights}
        for mask in (None, "causal", causal, padding[:, None, None])
        for need_weights in (True, False)
    ]
    calls += [{"keys": other}, {"cache": True}]
    for n_kv_heads in (4, 2):
        params = mha_lib.HeadParameters.random(
            64, 4, n_kv_heads=n_kv_heads, dtype=torch.bfloat16, device=DEVICE
        )
        for name, layer in forms(params).items():
            waits = 0
            for call in calls:
                cache = {"cache": mha_lib.KVCache(32)} if "cache" in call else {}
                wait()
                if GPU:
                    torch.cuda.set_sync_debug_mode("error")
                try:
                    with torch.no_grad():
                        layer(x, **(call | cache))
                        layer(x, **(call | cache))
                except RuntimeError:
                    waits += 1
                finally:
                    if GPU:
                        torch.cuda.set_sync_debug_mode("default")
            yield {"layer": name, "KV heads": n_kv_heads, "calls": len(calls), "waits": waits}


KERNELS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "cuDNN": SDPBackend.CUDNN_ATTENTION,
    "math": SDPBackend.MATH,
}


def programs(x, W, n_heads):
    """Computes one causal layer by up to nine right programs. A kernel may refuse a type."""
    params = how_exact.by_heads(W, n_heads)
    mask = mha_lib.causal_mask(x.shape[1], device=x.device)
    outputs = {name: layer(x, mask=mask)[0] for name, layer in forms(params).items()}
    q, k, v = (x[:, None] @ W_i for W_i in (params.W_Q, params.W_K, params.W_V))
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5
    weights = scores.masked_fill(~mask, -torch.inf).softmax(-1)
    outputs["einsum"] = torch.einsum("bhqk,bhkd,hdm->bqm", weights, v, params.W_O)
    module = nn.MultiheadAttention(
        x.shape[2], n_heads, bias=False, batch_first=True, dtype=x.dtype, device=x.device
    )
    module.load_state_dict(layouts.pack(params, "torch"))
    outputs["module"] = module(x, x, x, attn_mask=~mask)[0]
    for name, kernel in KERNELS.items():
        with warnings.catch_warnings(), contextlib.suppress(RuntimeError), sdpa_kernel(kernel):
            warnings.simplefilter("ignore")
            heads = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            outputs[name] = mha_lib.merge_heads(heads) @ W[3]
    return outputs


def on_device(x, W):
    return x.to(DEVICE), W.to(DEVICE)


def error_rows(seeds):
    """Measures right programs against float64, in eps of their type."""
    # PyTorch may add 16-bit numbers in 16 bits where it cuts a sum in parts, unless told not to.
    cases = [
        (torch.bfloat16, {"allow_bf16_reduced_precision_reduction": True}),
        (torch.bfloat16, {"allow_bf16_reduced_precision_reduction": False}),
        (torch.float16, {"allow_fp16_reduced_precision_reduction": True}),
        (torch.float16, {"allow_fp16_reduced_precision_reduction": False}),
        (torch.float32, {"allow_tf32": False}),
        (torch.float32, {"allow_tf32": True}),
    ]
    sizes = ((2, 8, 8), (4, 24, 32), (8, 32, 128), (16, 64, 1024))
    for dtype, setting in cases:
        before = {name: getattr(torch.backends.cuda.matmul, name) for name in setting}
        for name, value in setting.items():
            setattr(torch.backends.cuda.matmul, name, value)
        errors = {}
        for n_heads, d_head, tokens in sizes:
            for seed in range(seeds):
                x, W = on_device(*how_exact.draw(n_heads * d_head, tokens, dtype, seed))
                exact = how_exact.layer(n_heads)(x.double(), W.double())
                for name, output in programs(x, W, n_heads).items():
                    error = relative_difference(output.double(), exact).item()
                    errors.setdefault(name, []).append(error / torch.finfo(dtype).eps)
        for name, value in before.items():
            setattr(torch.backends.cuda.matmul, name, value)
        every = [error for of_one in errors.values() for error in of_one]
        yield {
            "type": str(dtype).removeprefix("torch."),
            "setting": ", ".join(f"{name}={value}" for name, value in setting.items()),
            "programs": " ".join(errors),
            "lowest": f"{min(every):.2g}",
            "median": f"{statistics.median(every):.2g}",
            "highest": f"{max(every):.2g}",
            "highest of": max(errors, key=lambda name: max(errors[name])),
        }


def fault_rows():
    """Measures the ten faults of "How exact is exact?" in bfloat16, in eps."""
    found = {}
    for n_heads, d_head, tokens in (2, 8, 8), (4, 24, 32), (8, 32, 128):
        wrong = how_exact.bugs(n_heads, d_head) | how_exact.faults(n_heads, d_head)
        for seed in 0, 1, 3:
            x, W = on_device(*how_exact.draw(n_heads * d_head, tokens, torch.bfloat16, seed))
            exact = how_exact.layer(n_heads)(x.double(), W.double())
            for name, layer in wrong.items():
                error = relative_difference(layer(x, W).double(), exact).item()
                found.setdefault(name, []).append(error / 2**-7)
    for name, errors in found.items():
        yield {"fault": name, "lowest": f"{min(errors):.2g}", "highest": f"{max(errors):.2g}"}


def limit_rows():
    """Measures right code where the rule of 4 eps has its limits: large scores, small numbers."""
    reference = how_exact.layer(n_heads=8)

    def error(x, W):
        x, W = on_device(x, W)
        exact = reference(x.double(), W.double())
        return relative_difference(reference(x, W).double(), exact) / torch.finfo(x.dtype).eps

    for times in 1, 10, 100:
        x, W = how_exact.draw(d_model=256, tokens=128, dtype=torch.bfloat16)
        W[0] *= times
        yield {"case": f"bfloat16, {times} × W_Q", "error, eps": f"{error(x, W):.2g}"}
    x, W = how_exact.draw(d_model=256, tokens=128)
    W[2] /= 100_000
    small = error(x.half(), W.half())
    yield {"case": "float16, W_V 100,000 times smaller", "error, eps": f"{small:.2g}"}
    x, W = on_device(*how_exact.draw(96, 512, torch.bfloat16))
    with torch.device(DEVICE):
        one_by_one = how_exact.rough(4)(x, W)
    exact = how_exact.layer(4)(x.double(), W.double())
    rough = relative_difference(one_by_one.double(), exact) / 2**-7
    yield {"case": "bfloat16, adds 512 keys one by one", "error, eps": f"{rough:.2g}"}


def fused_rows():
    """Measures with large scores: programs that store them in 16 bits, and kernels that do not."""
    for tokens in 128, 1024, 4096:
        for times in 1, 10, 100:
            x, W = how_exact.draw(d_model=256, tokens=tokens, dtype=torch.bfloat16)
            W[0] *= times
            x, W = on_device(x, W)
            exact = how_exact.layer(n_heads=8)(x.double(), W.double())
            errors = {
                name: f"{relative_difference(output.double(), exact) / 2**-7:.2g}"
                for name, output in programs(x, W, 8).items()
                if name in ("einsum", "flash", "efficient", "cuDNN")
            }
            yield {"tokens": tokens, "W_Q": f"× {times}", **errors}


def batch_rows():
    """Compares the first sample alone with the same one in a batch: other kernels, other sums."""
    for dtype in torch.bfloat16, torch.float32:
        x, W = drawn(64, 128, 1024, dtype=dtype), drawn(4, 1024, 1024, dtype=dtype) / 32
        layer = how_exact.layer(16)
        for batch in 2, 8, 64:
            apart = relative_difference(layer(x[:1], W), layer(x[:batch], W)[:1]).item()
            yield {
                "type": str(dtype).removeprefix("torch."),
                "batch": batch,
                "apart, eps": f"{apart / torch.finfo(dtype).eps:.2g}",
            }


def blocked_rows():
    """Says what SDPA returns for a query that may attend to no key, by kernel, type and mask."""
    allowed = torch.ones(2, 1, 16, 16, dtype=torch.bool, device=DEVICE)
    allowed[0, 0, 3] = False
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        q, k, v = drawn(3, 2, 4, 16, 64, dtype=dtype)
        masks = {
            "boolean": allowed,
            "-inf added": torch.zeros_like(allowed, dtype=dtype).masked_fill(~allowed, -torch.inf),
        }
        for kind, mask in masks.items():
            row = {"type": str(dtype).removeprefix("torch."), "mask": kind}
            for name, kernel in {"chosen by torch": None, **KERNELS}.items():
                chosen = sdpa_kernel(kernel) if kernel else contextlib.nullcontext()
                row[name] = "refused"
                with warnings.catch_warnings(), contextlib.suppress(RuntimeError), chosen:
                    warnings.simplefilter("ignore")
                    output = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)[0, :, 3]
                    row[name] = (
                        "NaN" if output.isnan().any() else "numbers" if output.any() else "zeros"
                    )
            yield row


def chosen_rows():
    """Names the kernel that SDPA chooses by itself."""
    names = {"flash": "flash", "efficient": "efficient", "cudnn": "cuDNN", "math": "math"}
    for dtype in (torch.float32, torch.bfloat16):
        q = drawn(4, 8, 256, 64, dtype=dtype)
        few, mask = q[:, :2], mha_lib.causal_mask(256, device=DEVICE)
        calls = {
            "no mask": {"query": q, "key": q, "value": q},
            "is_causal": {"query": q, "key": q, "value": q, "is_causal": True},
            "boolean mask": {"query": q, "key": q, "value": q, "attn_mask": mask},
            "dropout": {"query": q, "key": q, "value": q, "dropout_p": 0.1},
            "enable_gqa": {"query": q, "key": few, "value": few, "enable_gqa": True},
        }
        row = {"type": str(dtype).removeprefix("torch.")}
        for name, call in calls.items():
            with profile(activities=[ProfilerActivity.CPU]) as recorded:
                F.scaled_dot_product_attention(**call)
            ran = {
                shown
                for event in recorded.key_averages()
                for part, shown in names.items()
                if event.key.startswith(f"aten::_scaled_dot_product_{part}")
            }
            row[name] = " ".join(sorted(ran))
        yield row


# Times


def rate_rows(seconds, quick):
    """Measures the two rates that calculated times divide by."""
    n = 2**20 if quick else 2**31
    source = torch.zeros(n, device=DEVICE, dtype=torch.uint8)
    target = torch.empty_like(source)
    took = medians({"copy": graphed(lambda: target.copy_(source))}, seconds)["copy"]
    yield {"rate": "copy, bytes read and written", "measured": f"{2 * n / took / 1e12:.2f} TB/s"}
    n = 256 if quick else 8192
    a, b = drawn(n, n), drawn(n, n)
    took = medians({"product": graphed(lambda: a @ b)}, seconds)["product"]
    yield {"rate": "bfloat16 product", "measured": f"{2 * n**3 / took / 1e12:.0f} Tflop/s"}


def step_rows(seconds, quick):
    """Compares attention alone with fewer KV heads to that with 32 of width 128."""
    n_heads, d_head = 32, 128
    cases = [(1, 1, 8192), (16, 1, 4096), (64, 1, 8192), (1, 512, 512), (1, 4096, 4096)]
    for batch, new, tokens in [(1, 1, 64)] if quick else cases:
        queries = drawn(batch, n_heads, new, d_head)
        keys, values = drawn(2, batch, n_heads, tokens, d_head)
        causal = new > 1
        attend = partial(F.scaled_dot_product_attention, is_causal=causal)
        candidates = {"32": partial(attend, queries, keys, values)}
        for n_kv_heads in (8, 1):
            few, group = drawn(2, batch, n_kv_heads, tokens, d_head), n_heads // n_kv_heads
            name = str(n_kv_heads)
            candidates[f"{name} enable_gqa"] = partial(attend, queries, *few, enable_gqa=True)
            candidates[f"{name} copied"] = lambda a=attend, q=queries, f=few, g=group: a(
                q, *f.repeat_interleave(g, 2)
            )
            if new == 1:
                rows = queries.reshape(batch, n_kv_heads, group, d_head)
                candidates[f"{name} rows"] = partial(attend, rows, *few)
        with torch.no_grad():
            took = medians({name: graphed(call) for name, call in candidates.items()}, seconds)
        bound = 2 * batch * n_heads * tokens * d_head * 2 / 3.35e12
        row = {
            "batch": batch,
            "new tokens": new,
            "keys": tokens,
            "32 KV heads, µs": f"{took['32'] * 1e6:.0f}",
            "cache / 3.35 TB/s, µs": f"{bound * 1e6:.0f}",
        }
        for n_kv_heads in (8, 1):
            for way in ("enable_gqa", "copied", "rows"):
                found = took.get(f"{n_kv_heads} {way}")
                ratio = f"{found / took['32']:.3f}" if found else ""
                row[f"{n_kv_heads}: {way}"] = ratio
        yield row
        del candidates, queries, keys, values


def chunk_rows(seconds, quick):
    """Compares attention with 8 KV heads to that with 32, after 4,096 tokens."""
    n_heads, d_head, tokens = 32, 128, 64 if quick else 4096
    for new in (1, 2) if quick else (1, 2, 4, 8, 16, 64):
        row = {"new tokens": new}
        queries = drawn(16, n_heads, new, d_head)
        for way, mask in {"no mask": None, "causal": causal_lower_right(new, tokens)}.items():
            attend = partial(F.scaled_dot_product_attention, enable_gqa=True, attn_mask=mask)
            candidates = {
                n: partial(attend, queries, *drawn(2, 16, n, tokens, d_head)) for n in (32, 8)
            }
            with torch.no_grad():
                took = medians({n: graphed(call) for n, call in candidates.items()}, seconds)
            row[f"{way}: 32 KV heads, µs"] = f"{took[32] * 1e6:.0f}"
            row[f"{way}: 8 / 32"] = f"{took[8] / took[32]:.2f}"
        yield row


def flex_rows(seconds, quick):
    """Compares FlexAttention, compiled or not, with SDPA under a causal mask."""
    fast = torch.compile(flex_attention, disable=not GPU)
    for batch, tokens in [(1, 64)] if quick else [(32, 128), (8, 512), (2, 2048), (1, 8192)]:
        q, k, v = drawn(3, batch, 16, tokens, 64)
        mask = mha_lib.causal_mask(tokens, device=DEVICE)
        make = partial(
            create_block_mask, lambda b, h, i, j: i >= j, None, None, tokens, tokens, DEVICE
        )
        blocks = make()
        candidates = {
            "mask": partial(F.scaled_dot_product_attention, q, k, v, attn_mask=mask),
            "is_causal": partial(F.scaled_dot_product_attention, q, k, v, is_causal=True),
            "flex": partial(fast, q, k, v, block_mask=blocks),
            "block mask": make,
        }
        if tokens < 8192:
            candidates["uncompiled"] = partial(flex_attention, q, k, v, block_mask=blocks)
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            took = medians(candidates, seconds)
        row = {
            "batch": batch,
            "tokens": tokens,
            "SDPA with a mask, µs": f"{took['mask'] * 1e6:.0f}",
        }
        for name in ("is_causal", "flex", "uncompiled", "block mask"):
            row[f"{name} / mask"] = f"{took[name] / took['mask']:.2f}" if name in took else ""
        yield row


def decode_step(n_kv_heads, batch, tokens, n_layers, d_model, d_hidden, n_heads, vocabulary):
    """Makes a decode step of a model of Llama 2's shapes, without rotary positions."""
    d_head = d_model // n_heads
    group = n_heads // n_kv_heads
    wide = (n_heads + 2 * n_kv_heads) * d_head
    layers = [
        {
            "qkv": drawn(wide, d_model) / d_model**0.5,
            "out": drawn(d_model, d_model) / d_model**0.5,
            "gate_up": drawn(2 * d_hidden, d_model) / d_model**0.5,
            "down": drawn(d_model, d_hidden) / d_hidden**0.5,
            "cache": drawn(2, batch, n_kv_heads, tokens, d_head),
        }
        for _ in range(n_layers)
    ]
    head = drawn(vocabulary, d_model) / d_model**0.5
    x = drawn(batch, d_model)

    def norm(t):
        return F.rms_norm(t, (d_model,))

    def step():
        h = x
        for layer in layers:
            projected = F.linear(norm(h), layer["qkv"]).unflatten(-1, (-1, d_head))
            queries, new_keys, new_values = projected.split(
                [n_heads, n_kv_heads, n_kv_heads], dim=1
            )
            keys, values = layer["cache"]
            keys[:, :, -1], values[:, :, -1] = new_keys, new_values
            rows = queries.reshape(batch, n_kv_heads, group, d_head)  # a group's, as one matrix
            heads = F.scaled_dot_product_attention(rows, keys, values)
            h = h + F.linear(heads.reshape(batch, d_model), layer["out"])
            gate, up = F.linear(norm(h), layer["gate_up"]).chunk(2, -1)
            h = h + F.linear(F.silu(gate) * up, layer["down"])
        return F.linear(norm(h), head)

    weights = [layer[name] for layer in layers for name in ("qkv", "out", "gate_up", "down")]
    read = sum(t.nbytes for t in [*weights, head]) + sum(layer["cache"].nbytes for layer in layers)
    return step, read


def llama_rows(seconds, quick):
    """Measures a decode step of Llama 2 7B's shapes next to the time that its bytes take."""
    shapes = {
        "n_layers": 32,
        "d_model": 4096,
        "d_hidden": 11008,
        "n_heads": 32,
        "vocabulary": 32_000,
    }
    cases = [(32, 1), (32, 16), (32, 26), (8, 1), (8, 16), (8, 104), (1, 1), (1, 16), (1, 104)]
    if quick:
        shapes = {"n_layers": 2, "d_model": 128, "d_hidden": 64, "n_heads": 8, "vocabulary": 100}
        cases = [(8, 2), (2, 2)]
    for n_kv_heads, batch in cases:
        with torch.no_grad():
            step, read = decode_step(n_kv_heads, batch, 64 if quick else 4096, **shapes)
            took = medians({"step": graphed(step)}, seconds)["step"]
            eager = medians({"step": step}, seconds)["step"]
        yield {
            "KV heads": n_kv_heads,
            "conversations": batch,
            "read, GB": f"{read / 1e9:.1f}",
            "calculated at 3.35 TB/s, ms": f"{read / 3.35e9:.2f}",
            "measured, ms": f"{took * 1e3:.2f}",
            "measured / calculated": f"{took * 3.35e12 / read:.2f}",
            "tokens per second": f"{batch / took:,.0f}",
            "without a graph, ms": f"{eager * 1e3:.1f}",
        }
        del step
        if GPU:
            torch.cuda.empty_cache()


def prefill_rows(seconds, quick):
    """Measures one attention of Llama 2 70B in prefill, whole and one of eight devices' part."""
    d_model, n_heads, tokens = (256, 8, 64) if quick else (8192, 64, 4096)
    d_head = d_model // n_heads
    x = drawn(1, tokens, d_model)
    for devices in (1, 8):
        heads, kv_heads = n_heads // devices, max(8 // devices, 1)
        qkv = drawn((heads + 2 * kv_heads) * d_head, d_model) / d_model**0.5
        out = drawn(d_model, heads * d_head) / d_model**0.5

        def attention(qkv=qkv, out=out, heads=heads, kv_heads=kv_heads):
            projected = F.linear(x, qkv).unflatten(-1, (-1, d_head)).transpose(1, 2)
            q, k, v = projected.split([heads, kv_heads, kv_heads], dim=1)
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
            return F.linear(mixed.transpose(1, 2).flatten(2), out)

        with torch.no_grad():
            took = medians({"attention": graphed(attention)}, seconds)["attention"]
        products = tokens * (qkv.numel() + out.numel()) + heads * d_head * tokens * (tokens + 1)
        calculated = 2 * products / 990e12
        yield {
            "devices": devices,
            "calculated at 990 Tflop/s, ms": f"{calculated * 1e3:.2f}",
            "measured, ms": f"{took * 1e3:.2f}",
        }


def projection_rows(seconds, quick):
    """Compares a loop of projections over heads with one stacked product, in bfloat16."""
    for d_model, tokens in [(64, 16)] if quick else [(512, 16), (512, 4096), (4096, 4096)]:
        x = drawn(1, tokens, d_model)
        counts = (1, 4) if quick else (1, 4, 8, 16, 32, 64)
        candidates = {}
        for n_heads in counts:
            W = drawn(d_model, d_model) / d_model**0.5  # (out, in)
            blocks = [block.clone() for block in W.chunk(n_heads)]
            loop = partial(lambda x, blocks: [F.linear(x, b) for b in blocks], x, blocks)
            whole = partial(F.linear, x, W)
            candidates |= {
                (n_heads, "loop"): loop,
                (n_heads, "stacked"): whole,
                (n_heads, "loop, graph"): graphed(loop),
                (n_heads, "stacked, graph"): graphed(whole),
            }
        with torch.no_grad():
            took = medians(candidates, seconds)
        for n_heads in counts:
            called = took[n_heads, "loop"] / took[n_heads, "stacked"]
            alone = took[n_heads, "loop, graph"] / took[n_heads, "stacked, graph"]
            yield {
                "d_model": d_model,
                "tokens": tokens,
                "heads": n_heads,
                "loop / stacked, called from Python": f"{called:.2f}",
                "loop / stacked, the device alone": f"{alone:.2f}",
            }


def layer_rows(seconds, quick):
    """Compares the packed layer with torch's, called from Python, in bfloat16."""
    sizes = [(2, 5, 16, 4), *SIZES, (8, 1024, 1024, 16)]
    for batch, tokens, d_model, n_heads in sizes[:1] if quick else sizes:
        params = mha_lib.HeadParameters.random(
            d_model, n_heads, dtype=torch.bfloat16, device=DEVICE
        )
        ours = forms(params)["Packed"]
        theirs = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        theirs = theirs.to(DEVICE, torch.bfloat16)
        theirs.load_state_dict(layouts.pack(params, "torch"))
        blocked = ~mha_lib.causal_mask(tokens, device=DEVICE)
        for backward in (False, True):
            for need_weights in (False, True):
                x = drawn(batch, tokens, d_model).requires_grad_(backward)

                def timed(call, backward=backward):
                    def run():
                        with torch.set_grad_enabled(backward):
                            output = call()[0]
                            if backward:
                                output.sum().backward()

                    return run

                candidates = {
                    "packed": partial(ours, x, mask="causal", need_weights=need_weights),
                    "torch": partial(
                        theirs, x, x, x, attn_mask=blocked, need_weights=need_weights,
                        is_causal=not need_weights, average_attn_weights=False,
                    ),
                }  # fmt: skip
                took = medians({n: timed(call) for n, call in candidates.items()}, seconds)
                yield {
                    "batch, tokens, d_model, heads": f"{batch} {tokens} {d_model} {n_heads}",
                    "pass": "forward + backward" if backward else "forward",
                    "weights": "yes" if need_weights else "no",
                    "torch, µs": f"{took['torch'] * 1e6:.0f}",
                    "packed / torch": f"{took['packed'] / took['torch']:.2f}",
                }


def prune_rows(seconds, quick):
    """Compares a layer without half of its heads, by gates or pruning, with the whole one."""
    sizes = [*SIZES, (16, 2048, 2048, 16)]
    for size in sizes[:1] if quick else sizes:
        batch, tokens, d_model, n_heads = size
        x = drawn(batch, tokens, d_model)
        params = mha_lib.HeadParameters.random(
            d_model, n_heads, dtype=torch.bfloat16, device=DEVICE
        )
        with torch.no_grad():
            candidates = {
                name: graphed(partial(forms(version)["Stacked"], x, need_weights=False))
                for name, version in prune_versions(params).items()
            }
            took = medians(candidates, seconds)
        yield {
            "batch, tokens, d_model, heads": " ".join(map(str, size)),
            "whole, µs": f"{took['whole'] * 1e6:.0f}",
            "gates at 0 / whole": f"{took['gates'] / took['whole']:.2f}",
            "pruned / whole": f"{took['pruned'] / took['whole']:.2f}",
        }


def kernel_rows(seconds, quick):
    """Compares torch's fused kernels with plain code: time and memory, causal, width 64."""
    for batch, tokens in [(1, 64)] if quick else [(64, 128), (16, 512), (4, 2048), (1, 8192)]:
        q, k, v = drawn(3, batch, 16, tokens, 64)
        mask = mha_lib.causal_mask(tokens, device=DEVICE)

        def plain(q=q, k=k, v=v, mask=mask):
            scores = (q @ k.mT / 8).masked_fill(~mask, -torch.inf)
            return scores.softmax(-1) @ v

        calls = {"plain": plain}
        for name, kernel in KERNELS.items():

            def call(kernel=kernel, q=q, k=k, v=v):
                with sdpa_kernel(kernel):
                    return F.scaled_dot_product_attention(q, k, v, is_causal=True)

            with contextlib.suppress(RuntimeError), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call()
                calls[name] = call
        row = {"batch": batch, "tokens": tokens}
        with torch.no_grad():
            took = medians({name: graphed(call) for name, call in calls.items()}, seconds)
            row["plain, µs"] = f"{took['plain'] * 1e6:.0f}"
            for name in ("flash", "efficient", "cuDNN", "math"):
                row[f"{name} / plain"] = (
                    f"{took[name] / took['plain']:.2f}" if name in took else "refused"
                )
            if GPU:
                for name in ("plain", "flash"):
                    torch.cuda.empty_cache()
                    torch.cuda.reset_peak_memory_stats()
                    before = torch.cuda.memory_allocated()
                    calls[name]()
                    used = torch.cuda.max_memory_allocated() - before
                    row[f"{name}, MB"] = f"{used / 1e6:.0f}"
        yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, nothing written")
    quick = parser.parse_args().quick
    if not (GPU or quick):
        parser.error("no GPU was found (--quick runs on a CPU)")
    seconds = 0.1 if quick else 1.5
    torch.manual_seed(0)
    random.seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    sections = {
        "The layers and torch's": equality_rows(),
        "Does Python wait for the GPU?": wait_rows(),
        "Errors of right programs, in eps": error_rows(2 if quick else 10),
        "Errors of faults in bfloat16, in eps": fault_rows(),
        "Where the rule has its limits": limit_rows(),
        "Errors with large scores, in eps": fused_rows(),
        "The first sample alone, and in a batch": batch_rows(),
        "A query that may attend to no key": blocked_rows(),
        "The kernel that torch chooses": chosen_rows(),
        "Rates": rate_rows(seconds, quick),
        "A decode step of Llama 2 7B's shapes, 4,096 tokens each": llama_rows(seconds, quick),
        "Attention alone, 32 query heads of width 128": step_rows(seconds, quick),
        "Several new tokens, 16 samples of 4,096": chunk_rows(seconds, quick),
        "An attention of Llama 2 70B's shapes, 4,096 tokens": prefill_rows(seconds, quick),
        "Projections alone": projection_rows(seconds, quick),
        "Layers": layer_rows(seconds, quick),
        "Heads removed": prune_rows(seconds, quick),
        "Fused kernels": kernel_rows(seconds, quick),
        "FlexAttention, 16 heads of width 64": flex_rows(seconds, quick),
    }
    written = []
    for title, rows in sections.items():
        print(f"\n## {title}\n")
        written.append(f"## {title}\n\n{table(rows)}\n")
    if quick:
        return
    device = torch.cuda.get_device_name()
    (HERE / "gpu.md").write_text(
        f"# What `python benchmarks/gpu.py` last measured\n\nOn one {device}, torch "
        f"{torch.__version__}; bfloat16 where nothing else is said. Times are medians, of "
        f"candidates that took turns.\n\n" + "\n".join(written)
    )
    print(f"written: {HERE.name}/gpu.md")


if __name__ == "__main__":
    main()
