"""Every widget at the largest sizes that its constructor accepts: drawn, alive, in its place."""

import pytest
import torch
from pages import settle, stuck_places

import mha_lib
from mha_lib.book.tiny import TinyModel
from mha_lib.widgets import (
    BlockStack,
    CacheCalculator,
    HeadsApart,
    HeadsView,
    LoadsView,
    MaskPainter,
    ModelView,
    PatternFit,
    PruneView,
    Readings,
    ScaleExplorer,
    SplitExplorer,
    base,
    heads_view,
    loads_view,
    pattern_fit,
    prune_view,
    split_explorer,
)


def labels(n):
    """Long ones, some without a place to break."""
    return [f"{'token' * 5}{i}" if i % 2 else f"a longer label {i}" for i in range(n)]


def most_layers():
    layers = base.MAX_NUMBERS // (heads_view.MAX_HEADS * heads_view.MAX_TOKENS**2)
    scores = torch.randn(layers, heads_view.MAX_HEADS, heads_view.MAX_TOKENS, heads_view.MAX_TOKENS)
    return HeadsView(scores, labels(heads_view.MAX_TOKENS), kind="scores", layer=layers - 1)


def a_model_s_scores():
    return HeadsView(torch.randn(12, 12, 40, 40), labels(40), kind="scores", head=11)


def most_labels():
    return HeadsView(torch.rand(16, 16, 16).softmax(-1), labels(16), head=15)


def most_texts():
    heads = heads_view.MAX_HEADS
    sizes = [32 - i // 2 for i in range(heads_view.MAX_TEXTS)]
    matrices = [torch.rand(heads, n, n) for n in sizes]
    return HeadsView(matrices, [labels(n) for n in sizes], head=heads - 1)


def longest_texts():
    n, heads = heads_view.MAX_TOKENS, heads_view.MAX_HEADS
    scores = [torch.randn(8, heads, n, n)] * 2
    titles = [
        [f"head {h} of layer {i}, {'a longer kind' * (h % 3)}" for h in range(heads)]
        for i in range(8)
    ]
    return HeadsView(scores, [labels(n)] * 2, kind="scores", titles=titles, text=1, query=n - 1)


def widest_split():
    n, width = split_explorer.MAX_TOKENS, split_explorer.MAX_WIDTH
    x, matrices = torch.randn(n, width), torch.randn(3, width, width) / width**0.5
    return SplitExplorer(x, *matrices, labels(n), n_heads=split_explorer.MAX_HEADS, scale=30)


def most_labels_split():
    x, matrices = torch.randn(16, 16), torch.randn(3, 16, 16)
    return SplitExplorer(x, *matrices, labels(16), n_heads=4)


def largest_mask():
    scores = 1e6 * torch.randn(12, 12)
    return MaskPainter(scores, labels(12), mask=mha_lib.causal_mask(12))


def most_heads():
    return BlockStack(8, 16, 2, 8, head=7, storage="per head")


def widest_head():
    return BlockStack(1, 16, 16, 8, storage="packed")


def widest_vectors():
    return ScaleExplorer(d_head=1024, seed=9999)


def most_heads_of_a_model():
    models = {name: TinyModel(8, 12, 2, n_heads=8, d_model=40) for name in labels(2)}
    return ModelView(models, text="hhhhgggghhhh", place=11, view="every number")


def most_layers_of_a_model():
    sizes = {"d_model": 32, "d_head": 8, "residual": True, "causal": True}
    model = TinyModel(16, 32, 1, n_heads=2, n_layers=4, **sizes)
    return ModelView(model, "repeats", text="mjacpehd" * 4, place=31, view="every number")


def longest_sentence():
    sizes = {"n_heads": 4, "d_model": 32, "residual": True, "causal": True}
    models = {name: TinyModel(15, 16, **sizes) for name in labels(2)}
    return Readings(models, "[start] the old birds behind" + " behind small birds" * 3 + " birds")


def most_patterns():
    n = pattern_fit.MAX_TOKENS
    names = labels(pattern_fit.MAX_PATTERNS)
    patterns = {name: torch.randn(n, n).softmax(dim=1) for name in names}
    return PatternFit(patterns, labels(n), d_head=2, query=n - 1)


def most_loads():
    loads, n = loads_view.MAX_LOADS, loads_view.MAX_TEXTS
    alike, errors = torch.rand(loads, n, n), torch.rand(loads, loads_view.MAX_STATES)
    return LoadsView(labels(loads), alike, errors, labels(n), labels(n), load=loads - 1)


def most_heads_to_cut():
    layers, heads = prune_view.MAX_LAYERS, prune_view.MAX_HEADS
    order = torch.randperm(layers * heads).tolist()
    line = (order, torch.linspace(1, -1, layers * heads + 1).tolist())
    return PruneView(layers, heads, orders=dict.fromkeys(labels(6), line), cuts=99)


def most_subsets():
    n = prune_view.MAX_FREE
    orders = {name: torch.randperm(n).tolist() for name in labels(6)}
    return PruneView(1, n, subsets=torch.rand(2**n), orders=orders, ruler="greedy", cuts=9)


def most_machines():
    sizes = {"machines": 8, "d_model": 16384, "d_head": 1024, "tokens": 8192}
    return HeadsApart(16, bytes_per_number=8, **sizes)


def most_copies():
    return HeadsApart(16, 1, machines=8, d_model=16384, tokens=8192)


def most_bytes():
    sizes = {"n_kv_heads": 128, "tokens": 2**20, "batch": 256, "n_bytes": 4}
    return CacheCalculator("Llama 3.1 405B", **sizes)


LARGEST = [
    most_bytes,
    most_machines,
    most_copies,
    most_heads_to_cut,
    most_subsets,
    most_loads,
    most_patterns,
    longest_sentence,
    most_layers_of_a_model,
    most_heads_of_a_model,
    most_layers,
    a_model_s_scores,
    most_labels,
    most_texts,
    longest_texts,
    widest_split,
    most_labels_split,
    largest_mask,
    most_heads,
    widest_head,
    widest_vectors,
]
# Colours of each canvas: one that was never painted has none.
PAINTED = """(canvases) => canvases.filter((c) => c.checkVisibility()).map((c) =>
    new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)
    ).size)"""


@pytest.mark.parametrize("make", LARGEST)
def test_at_its_largest_a_widget_is_drawn_and_fits(open_widget, make):
    page = open_widget(make(), width=1280)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert page.locator(".mha-say").first.inner_text()
        for colours in page.locator(".mha canvas").evaluate_all(PAINTED):
            assert colours > 1
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert not stuck_places(page, ends_only=True)
