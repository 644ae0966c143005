"""An answer in Python gets the notebook's verdict in the page, word for word."""

import builtins
import contextlib
import functools
import io
import itertools
import json
import math
import random
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from mha_lib.book.exercises import _page, get_exercise, judge
from tests.helpers import page_python

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted(path.stem for path in Path(_page.__file__).parent.glob("[a-z]*.py"))
DATA = {entry["name"]: entry for chapter in CHAPTERS for entry in _page.code_cases(chapter)}


def in_notebook(name, code):
    """The verdict of the notebook's `check`."""
    verdicts = []

    def check(exercise, answer):
        verdicts.append(judge(exercise, answer).text)

    names = {"torch": torch, "F": F, "nn": nn, "math": math, "check": check}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    return verdicts[-1]


def in_page(name, codes):
    return [found["text"] for found in page_python.run(codes, DATA[name])]


@functools.cache
def cells(name, kind):
    """The source of an exercise's stub or solution cell."""
    chapter, number = name.split(".")
    notebook = json.loads((ROOT / "book" / f"{chapter}.ipynb").read_text())
    (found,) = (cell for cell in notebook["cells"] if cell["id"] == f"{kind}-{number}")
    return "".join(found["source"])


def test_some_exercises_are_answered_in_code():
    assert len(DATA) >= 8


@pytest.mark.parametrize("name", DATA)
def test_the_stub_and_the_solution_get_their_verdicts(name):
    codes = [cells(name, kind) for kind in ("exercise", "solution")]
    said = in_page(name, codes)
    assert said == [in_notebook(name, code) for code in codes]
    assert said[0] == "not answered yet."
    assert said[1].startswith("correct")


# An answer with a mistake's results gets the mistake's sentence.
REPLAY = """
import page
rows = iter(page._decoded(results))
check(name, lambda *case: next(rows))
"""


@pytest.mark.parametrize("name", DATA)
def test_every_known_mistake_is_named(name):
    spec = get_exercise(name)
    codes = [
        f"name, results = {name!r}, {_page.results(mistake, spec.cases)!r}\n" + REPLAY
        for mistake in spec.mistakes.values()
    ]
    assert in_page(name, codes) == [f"not yet: {sentence}." for sentence in spec.mistakes]


# Answers in other styles: every way to write a step, right or wrong, put together at random.


def function(name, head, *lines):
    body = "".join(f"    {line}\n" for part in lines for line in part.split("\n"))
    own = head.partition("(")[0]
    return f'def {head}:\n{body}\ncheck("{name}", {own})\n'


def together(name, head, template, steps, size, seed=0):
    """So many answers; each `{step}` of the template is written in one of its ways."""
    ways = list(itertools.product(*steps.values()))
    chosen = random.Random(seed).sample(ways, min(size, len(ways)))
    return [
        function(name, head, template.format(**dict(zip(steps, way, strict=True))))
        for way in chosen
    ]


ROOTS = (
    "queries.shape[1] ** 0.5",
    "math.sqrt(W_Q.shape[-1])",
    "torch.tensor(float(keys.size(1))).sqrt()",
    "torch.tensor(len(W_K[0]), dtype=x.dtype) ** 0.5",
    "len(queries[0]) ** 0.5",
    "math.sqrt(x.shape[1])",
    "1",
    "W_Q.shape[1]",
)
SOFTMAXES = (
    "weights = scores.softmax(1)",
    "weights = torch.softmax(scores, dim=-1)",
    "weights = F.softmax(scores, dim=1)",
    "raised = torch.exp(scores)\nweights = raised / raised.sum(dim=1, keepdim=True)",
    "raised = scores.exp()\nweights = raised / raised.sum(1)[:, None]",
    "raised = math.e ** scores\nweights = raised.div(raised.sum(-1).unsqueeze(-1))",
    "weights = torch.stack([row.exp() / row.exp().sum() for row in scores])",
    "weights = torch.zeros_like(scores)\nfor i in range(len(scores)):\n"
    "    weights[i] = scores[i].softmax(0)",
    "scores = scores - scores.max()\nscores.exp_()\nweights = scores / scores.sum(1, True)",
    "raised = scores.exp()\nraised /= raised.sum(1, keepdim=True)\nweights = raised",
    "weights = scores.softmax(0)",
    "weights = scores.exp() / scores.exp().sum(1)",
    "weights = scores",
    "weights = torch.zeros(len(x), len(x))\nfor i, row in enumerate(scores):\n"
    "    weights[i] = row.softmax(-1)",
)
AVERAGES = (
    "return weights @ values",
    "return torch.matmul(weights, values)",
    "return weights.mm(values)",
    "return torch.einsum('qk,kd->qd', weights, values)",
    "return (weights[:, :, None] * values[None]).sum(1)",
    "return torch.stack([sum(w * v for w, v in zip(row, values)) for row in weights])",
    "output = torch.zeros(len(x), W_V.shape[1], dtype=x.dtype)\nfor i in range(len(x)):\n"
    "    for j in range(len(x)):\n        output[i] += weights[i, j] * values[j]\nreturn output",
    "return weights.T @ values",
    "return weights @ x",
    "return weights",
    "return (weights @ values).float()",
    "return [row @ values for row in weights]",
    "return weights @ values, weights",
)
ONE_HEAD = together(
    "one_head.1",
    "my_head(x, W_Q, W_K, W_V)",
    "queries, keys, values = {project}\nscores = {scores}\nscores = scores / {root}\n"
    "{softmax}\n{average}",
    {
        "project": (
            "x @ W_Q, x @ W_K, x @ W_V",
            "[x @ W for W in (W_Q, W_K, W_V)]",
            "torch.mm(x, W_Q), torch.mm(x, W_K), torch.mm(x, W_V)",
            "(torch.einsum('td,de->te', x, W) for W in (W_Q, W_K, W_V))",
            "x @ W_K, x @ W_Q, x @ W_V",
        ),
        "scores": (
            "queries @ keys.T",
            "queries @ keys.mT",
            "queries.matmul(keys.transpose(0, 1))",
            "torch.einsum('qd,kd->qk', queries, keys)",
            "torch.einsum('qd, kd', queries, keys)",
            "(queries[:, None] * keys).sum(-1)",
            "torch.stack([torch.stack([q @ k for k in keys]) for q in queries])",
            "torch.tensor([[torch.dot(q, k) for k in keys] for q in queries])",
            "torch.tensor([[float(q @ k) for k in keys] for q in queries], dtype=x.dtype)",
            "queries @ keys",
            "torch.tensor([[float(q @ k) for k in keys] for q in queries])",
        ),
        "root": ROOTS,
        "softmax": SOFTMAXES,
        "average": AVERAGES,
    },
    50,
)
SOFTMAX = together(
    "one_head.3",
    "my_weights(scores)",
    "{less}\n{raised}\n{divided}",
    {
        "less": (
            "low = scores - scores.amax(dim=1, keepdim=True)",
            "low = scores - scores.max(dim=1, keepdim=True).values",
            "low = scores - scores.max(1, keepdim=True)[0]",
            "low = scores - torch.max(scores, dim=-1)[0][:, None]",
            "top, _ = scores.max(-1)\nlow = scores - top.unsqueeze(1)",
            "low = torch.stack([row - row.max() for row in scores])",
            "low = scores.clone()\nfor row in low:\n    row -= row.max()",
            "low = scores.clone()\nfor i in range(len(low)):\n    low[i] -= low[i].max().item()",
            "low = (scores.T - scores.amax(1)).T",
            "low = scores - scores.max()",
            "low = scores - scores.mean(1, keepdim=True)",
            "low = scores - scores.min(1, keepdim=True)[0]",
            "low = scores - scores.amax(1)",
            "low = scores / scores.amax(1, keepdim=True)",
            "scores -= scores.amax(1, keepdim=True)\nlow = scores",
            "low = scores",
        ),
        "raised": (
            "raised = low.exp()",
            "raised = torch.exp(low)",
            "raised = math.e ** low",
            "raised = torch.tensor([[math.exp(v) for v in row] for row in low.tolist()])",
            "raised = torch.tensor([[math.exp(v) for v in row] for row in low.clamp(-700, 700)"
            ".tolist()], dtype=scores.dtype)",
        ),
        "divided": (
            "return raised / raised.sum(dim=1, keepdim=True)",
            "return raised / raised.sum(1)[:, None]",
            "return raised.div(raised.sum(-1, True))",
            "return (raised.T / raised.sum(1)).T",
            "raised /= raised.sum(axis=1, keepdims=True)\nreturn raised",
            "return torch.cat([row[None] / row.sum() for row in raised])",
            "return torch.einsum('ij,i->ij', raised, 1 / raised.sum(1))",
            "return raised / raised.sum()",
            "return raised / raised.sum(0)",
            "return raised",
        ),
    },
    40,
)
COMPARED = [
    function("per_head.1", "my_comparison(W_Q, W_K, other_Q, other_K)", line)
    for line in (
        "return torch.allclose(W_Q @ W_K.T, other_Q @ other_K.T)",
        "return (W_Q @ W_K.T).allclose(other_Q @ other_K.T)",
        "return bool(((W_Q @ W_K.T - other_Q @ other_K.T).abs() < 1e-9).all())",
        "return (W_Q @ W_K.T - other_Q @ other_K.T).abs().max() < 1e-9",
        "return ((W_Q @ W_K.T - other_Q @ other_K.T).abs().max() < 1e-9).item()",
        "return torch.isclose(W_Q @ W_K.T, other_Q @ other_K.T).all()",
        "return (W_Q @ W_K.T - other_Q @ other_K.T).norm().item() < 1e-8",
        "return float((W_Q @ W_K.T - other_Q @ other_K.T).abs().sum()) < 1e-6",
        "a = torch.einsum('id,jd->ij', W_Q, W_K)\nb = torch.einsum('id,jd->ij', other_Q, other_K)\n"
        "return torch.allclose(a, b)",
        "for i in range(7):\n    for j in range(7):\n"
        "        if abs((W_Q[i] @ W_K[j] - other_Q[i] @ other_K[j]).item()) > 1e-9:\n"
        "            return False\nreturn True",
        "x = torch.eye(7, dtype=torch.float64)\n"
        "return torch.allclose(x @ W_Q @ (x @ W_K).T, x @ other_Q @ (x @ other_K).T)",
        "return torch.allclose(W_K @ W_Q.T, other_K @ other_Q.T)",
        "return all(torch.allclose(W_Q @ k, other_Q @ l) for k, l in zip(W_K, other_K))",
        "M = W_Q @ W_K.T\nM -= other_Q @ other_K.T\nreturn not (M.abs() > 1e-9).any()",
        "return torch.equal(W_Q @ W_K.T, other_Q @ other_K.T)",
        "return (W_Q @ W_K.T == other_Q @ other_K.T).all()",
        "return torch.allclose(W_Q, other_Q) and torch.allclose(W_K, other_K)",
        "return torch.allclose(W_Q.T @ W_K, other_Q.T @ other_K)",
        "return torch.allclose(W_Q @ W_K.T, other_Q @ other_K.T, atol=1)",
        "return torch.allclose((W_Q @ W_K.T).sum(1), (other_Q @ other_K.T).sum(1))",
        "return torch.allclose((W_Q @ W_K.T).sum(0), (other_Q @ other_K.T).sum(0))",
        "return (W_Q @ W_K.T).sum().isclose((other_Q @ other_K.T).sum())",
        "return True",
        "return False",
        "return 1",
        "return 'True'",
        "return W_Q @ W_K.T",
        "return torch.allclose(W_Q @ W_K, other_Q @ other_K)",
        "return torch.isclose(W_Q @ W_K.T, other_Q @ other_K.T)",
        "W_Q += 1\nreturn True",
        "x = torch.eye(7)\nreturn torch.allclose(x @ W_Q, x @ other_Q)",
    )
]
JOINED = [
    function("stacking.1", "my_weight(weights)", line)
    for line in (
        "return torch.cat(weights, dim=0)",
        "return torch.cat(weights)",
        "return torch.concat(weights, 0)",
        "return torch.cat(tuple(weights), axis=0)",
        "return torch.vstack(weights)",
        "return torch.stack(weights).flatten(0, 1)",
        "return torch.stack(weights).reshape(-1, weights[0].shape[1])",
        "return torch.stack(weights).view(-1, weights[0].size(-1))",
        "return torch.cat([w.T for w in weights], dim=1).T",
        "return torch.stack([row for w in weights for row in w])",
        "return torch.tensor([row.tolist() for w in weights for row in w], dtype=torch.float64)",
        "d, width = weights[0].shape\n"
        "out = torch.empty(len(weights) * d, width, dtype=weights[0].dtype)\n"
        "for i, w in enumerate(weights):\n    out[i * d:(i + 1) * d] = w\nreturn out",
        "out = weights[0]\nfor w in weights[1:]:\n    out = torch.cat([out, w])\nreturn out",
        "return torch.einsum('hij->hij', torch.stack(weights)).reshape(-1, weights[0].shape[1])",
        "return torch.cat(weights, 1)",
        "return torch.cat(weights, -1)",
        "return torch.cat([w.T for w in weights], 1)",
        "return torch.cat([w.T for w in weights], 0)",
        "return torch.cat([w.T for w in weights])",
        "return torch.stack(weights)",
        "return torch.stack(weights, 1).flatten(0, 1)",
        "return torch.stack(weights, dim=1).reshape(-1, weights[0].shape[1])",
        "return torch.hstack(weights)",
        "return weights",
        "return weights[0]",
        "return sum(weights)",
        "return weights.reshape(-1, 5)",
        "return torch.tensor([row.tolist() for w in weights for row in w])",
        "return torch.cat(weights, 2)",
        "weights[0] *= 2\nreturn torch.cat(weights)",
    )
]
HEADS = together(
    "stacking.3",
    "my_heads(queries, keys, values, n_heads)",
    "q, k, v = {cut}\n{attend}\n{merge}",
    {
        "cut": (
            "(t.unflatten(1, (n_heads, -1)).transpose(0, 1) for t in (queries, keys, values))",
            "[t.reshape(len(t), n_heads, -1).permute(1, 0, 2) for t in (queries, keys, values)]",
            "[t.view(t.shape[0], n_heads, t.shape[1] // n_heads).transpose(0, 1)"
            " for t in (queries, keys, values)]",
            "(torch.stack(t.chunk(n_heads, dim=1)) for t in (queries, keys, values))",
            "(torch.stack(t.split(t.shape[1] // n_heads, 1)) for t in (queries, keys, values))",
            "[t.T.reshape(n_heads, -1, len(t)).mT for t in (queries, keys, values)]",
            "[t.reshape(n_heads, len(t), -1) for t in (queries, keys, values)]",
            "[t.view(n_heads, len(t), -1) for t in (queries, keys, values)]",
            "[t.unflatten(1, (n_heads, -1)) for t in (queries, keys, values)]",
            "[t.unflatten(1, (-1, n_heads)).permute(2, 0, 1) for t in (queries, keys, values)]",
            "[t.unsqueeze(0) for t in (queries, keys, values)]",
        ),
        "attend": (
            "heads = F.scaled_dot_product_attention(q, k, v)",
            "scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n"
            "heads = scores.softmax(dim=-1) @ v",
            "scores = torch.einsum('hqd,hkd->hqk', q, k) / math.sqrt(q.size(-1))\n"
            "heads = torch.einsum('hqk,hkd->hqd', F.softmax(scores, -1), v)",
            "heads = torch.stack([((a @ b.T) / math.sqrt(a.shape[1])).softmax(1) @ c"
            " for a, b, c in zip(q, k, v)])",
            "scores = torch.bmm(q, k.mT)\nscores /= q.shape[2] ** 0.5\n"
            "heads = torch.bmm(torch.softmax(scores, 2), v)",
            "heads = F.scaled_dot_product_attention(q, k, v, is_causal=True)",
            "scores = q @ k.mT\nheads = scores.softmax(-1) @ v",
        ),
        "merge": (
            "return heads.transpose(0, 1).flatten(1)",
            "return heads.permute(1, 0, 2).reshape(len(queries), -1)",
            "return torch.cat(list(heads), dim=1)",
            "return torch.cat([h for h in heads], -1)",
            "return torch.hstack(heads.unbind(0))",
            "return heads.transpose(0, 1).contiguous().view(queries.shape)",
            "return heads.mT.flatten(0, 1).T",
            "return heads.transpose(0, 1).view(len(queries), -1)",
            "return heads.reshape(queries.shape)",
            "return heads.flatten(1)",
            "return heads",
        ),
    },
    45,
)
TWO_TOKENS = (
    "x, W = torch.zeros(1, 2, 14), torch.eye(14).expand(4, 14, 14)\n"
    "x[0, 0, [0, 7]] = (7**0.5 * torch.tensor(3.0).log()).sqrt()\n"
)
THREE_TOKENS = (
    "x = (torch.arange(42.0) % 5 - 2).view(1, 3, 14) / 2\nW = torch.stack([torch.eye(14)] * 4)\n"
)
TESTS = [
    function("bug_lab.3", "my_test(layer)", lines)
    for lines in (
        TWO_TOKENS + "return torch.allclose(layer(x, W)[0, :, 0] / x[0, 0, 0], "
        "torch.tensor([0.75, 0.5]))",
        TWO_TOKENS + "parts = layer(x, W)[0, :, ::7] / x[0, 0, 0]\n"
        "return (parts - torch.tensor([[0.75], [0.5]])).abs().max() < 1e-4",
        "x = torch.zeros(1, 2, 14, dtype=torch.float64)\n"
        "x[0, 0, 0] = x[0, 0, 7] = (math.sqrt(7) * math.log(3)) ** 0.5\n"
        "W = torch.eye(14, dtype=torch.float64).repeat(4, 1, 1)\nout = layer(x, W)\n"
        "return all(abs(out[0, i, c].item() / x[0, 0, 0].item() - right) < 1e-9\n"
        "           for i, right in enumerate([0.75, 0.5]) for c in (0, 7))",
        THREE_TOKENS + "Q = x.unflatten(-1, (2, 7)).transpose(1, 2)\n"
        "heads = (Q @ Q.mT / 7**0.5).softmax(-1) @ Q\n"
        "return torch.allclose(layer(x, W), heads.transpose(1, 2).flatten(2), atol=1e-5)",
        THREE_TOKENS + "out = torch.zeros(1, 3, 14)\nfor h in range(2):\n"
        "    part = x[0, :, 7 * h : 7 * h + 7]\n"
        "    raised = (part @ part.T / math.sqrt(7)).exp()\n"
        "    out[0, :, 7 * h : 7 * h + 7] = raised / raised.sum(1, keepdim=True) @ part\n"
        "return torch.allclose(layer(x, W), out, atol=1e-5)",
        "x = (torch.arange(84.0) % 5 - 2).view(2, 3, 14)\nW = torch.eye(14).expand(4, 14, 14)\n"
        "return torch.allclose(layer(x, W).flip(1), layer(x.flip(1), W), atol=1e-5)",
        "x = (torch.arange(84.0) % 5 - 2).view(2, 3, 14)\nW = torch.eye(14).expand(4, 14, 14)\n"
        "return layer(x[:1], W).isclose(layer(x, W)[:1], atol=1e-5).all()",
        "x, W = torch.ones(2, 3, 14), torch.eye(14).expand(4, 14, 14)\n"
        "return torch.allclose(layer(x, W), x)",
        "x, W = torch.ones(2, 3, 14), torch.eye(14).expand(4, 14, 14)\n"
        "return layer(x, W).shape == x.shape",
        THREE_TOKENS + "q = k = v = x.unflatten(-1, (2, 7)).transpose(1, 2)\n"
        "heads = F.scaled_dot_product_attention(q, k, v)\n"
        "return torch.allclose(layer(x, W), heads.transpose(1, 2).flatten(2))",
        "return layer(torch.ones(1, 2, 14), torch.zeros(4, 14, 14))",
        "return bool((layer(torch.ones(1, 2, 14), torch.ones(4, 14, 14)) == 0).all())",
        "return layer(torch.ones(2, 14), torch.ones(4, 14, 14)).sum() > 0",
        "return layer(torch.ones(1, 2, 10), torch.ones(4, 14, 14)).sum() > 0",
        "return layer(torch.ones(1, 2, 14), torch.ones(4, 14, 14), causal=True).sum() > 0",
        "return layer(torch.ones(1, 2, 14)).sum() > 0",
        "return layer.W_Q",
        "return True",
        "return False",
        "try:\n    layer(torch.ones(3), torch.ones(4, 14, 14))\nexcept IndexError:\n"
        "    return False\nreturn True",
    )
]
WEIGHTS = [
    function("bug_lab.1", "my_weights(queries, keys, mask)", lines)
    for lines in (
        "d = queries.shape[1] * queries.shape[3]\nscores = queries @ keys.mT / d**0.5\n"
        "return scores.softmax(dim=1) * mask",
        "scores = queries @ keys.transpose(-1, -2) / math.sqrt(queries.size(-1))\n"
        "return torch.softmax(scores.masked_fill(mask == 0, float('-inf')), dim=-1)",
        "scores = torch.einsum('bhqd,bhkd->bhqk', queries, keys) / queries.shape[3] ** 0.5\n"
        "return F.softmax(torch.where(mask, scores, -torch.inf), dim=-1)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "scores[..., ~mask] = -torch.inf\nreturn scores.softmax(-1)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "scores += torch.where(mask, 0.0, -math.inf)\nreturn scores.softmax(3)",
        "raised = (queries @ keys.mT / queries.shape[3] ** 0.5).exp() * mask\n"
        "return raised / raised.sum(-1, keepdim=True)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(~mask, -1e9).softmax(-1)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(mask, -torch.inf).softmax(-1)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(~mask, -torch.inf).softmax(dim=2)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\nreturn scores.softmax(-1) * mask",
        "scores = queries @ keys.mT / queries.shape[3]\n"
        "return scores.masked_fill(~mask, -torch.inf).softmax(-1)",
        "scores = keys @ queries.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(~mask, -torch.inf).softmax(-1)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(~mask, -torch.inf)",
        "scores = queries @ keys.mT / queries.shape[3] ** 0.5\n"
        "return scores.masked_fill(~mask, -torch.inf).softmax(-1).mT",
        "return queries @ keys / queries.shape[3] ** 0.5",
    )
]
SHAPED = "d = len(qkv) // (n_heads + 2 * n_kv_heads)\n" + (
    "right = qkv.unflatten(0, (n_kv_heads, -1))[:, -2 * d : -d].mT\n"
)
# Wrong by one step, or by more.
NEAR = [
    function("different_order.1", "my_keys(qkv, n_heads, n_kv_heads)", SHAPED + "return " + line)
    for line in (
        "right.transpose(0, 1)",
        "right.transpose(0, 2).contiguous()",
        "right.flip(1)",
        "right.mT",
        "right.flatten()",
        "right.flip(0).flatten(1)",
        "-right",
        "right / d**0.5",
        "(3 * right).float()",
        "right + torch.eye(d)[0]",
        "right + 5",
        "right.exp()",
        "0 * right",
        "right * 1.00001",
        "right > 0",
        "right.masked_fill(right > 1, torch.inf)",
        "right.masked_fill(right > 1, torch.nan)",
    )
]
# What holds for every function: errors of Python's own, and things that are no answer.
ANY = [
    "return None",
    "...",
    "return 3",
    "return 'correct'",
    "return undefined",
    "return 1 / 0",
    "return [1, 2][5]",
    "raise ValueError('shapes must agree; got (2, 3)')",
    "return 3 .missing",
    "return {}['W_Q']",
    "return torch.zeros(2, 3)",
    "return torch.tensor(0.5)",
    "return math.nan",
    "return (i for i in range(3))",
    "three = 3\nreturn three()",
    "for i in 3:\n    pass",
    "return torch.zeros(3, 4, dtype=torch.float64) @ torch.zeros(5, 6, dtype=torch.float64)",
    "return torch.eye(3) + torch.eye(2)",
    "return len(3)",
    "a, b = 1, 2, 3",
]
N_KEYS = "n = attention_mask.shape[1]\n"
PADDED = "real = attention_mask.bool()[:, None, None, :]\n"
MASKS = [
    function("what_masks_mean.3", "my_cache_mask(attention_mask, n_queries)", N_KEYS + lines)
    for lines in (
        "i, j = torch.arange(n - n_queries, n)[:, None], torch.arange(n)\n" + PADDED
        + "return (j <= i) & real",
        "causal = torch.ones(n_queries, n, dtype=torch.bool).tril(diagonal=n - n_queries)\n"
        "return causal & (attention_mask == 1)[:, None, None]",
        "causal = torch.tril(torch.ones(n, n))[-n_queries:].bool()\n"
        "return causal[None, None] & attention_mask.to(torch.bool).unsqueeze(1).unsqueeze(1)",
        "later = torch.ones(n, n).triu(1).bool()\n"
        "return ~later[n - n_queries :] & (attention_mask > 0).view(len(attention_mask), 1, 1, n)",
        "out = torch.zeros(len(attention_mask), 1, n_queries, n, dtype=torch.bool)\n"
        "for b in range(len(attention_mask)):\n    for i in range(n_queries):\n"
        "        for j in range(n):\n"
        "            out[b, 0, i, j] = bool(attention_mask[b, j]) and j <= n - n_queries + i\n"
        "return out",
        "causal = torch.ones(n_queries, n).tril(n - n_queries)\n"
        "return (causal * attention_mask[:, None, None, :]).bool()",
        "causal = torch.ones(n_queries, n).tril(n - n_queries)\n"
        "return causal * attention_mask[:, None, None, :]",
        "causal = torch.ones(n_queries, n).tril().bool()\n" + PADDED + "return causal & real",
        PADDED + "return real.expand(-1, 1, n_queries, n)",
        PADDED + "return real",
        "causal = torch.ones(n_queries, n).tril(n - n_queries).bool()\n" + PADDED
        + "return ~(causal & real)",
        "causal = torch.ones(n_queries, n).tril(n - n_queries).bool()\n"
        "return causal & attention_mask.bool()",
        "i, j = torch.arange(n_queries)[:, None], torch.arange(n)\n" + PADDED
        + "return torch.where(j - i <= n - n_queries, real, False)",
    )
]  # fmt: skip
WIDTHS = "d = len(qkv) // (n_heads + 2 * n_kv_heads)\nr = n_heads // n_kv_heads\n"
LOADED = [
    function("different_order.1", "my_keys(qkv, n_heads, n_kv_heads)", WIDTHS + lines)
    for lines in (
        "return qkv.view(n_kv_heads, -1, qkv.shape[1])[:, -2 * d : -d].mT",
        "return qkv.unflatten(0, (n_kv_heads, r + 2, d))[:, -2].transpose(1, 2)",
        "return qkv.unflatten(0, (n_kv_heads, r + 2, d))[:, r].permute(0, 2, 1)",
        "return torch.stack([group[r * d : (r + 1) * d].T for group in qkv.chunk(n_kv_heads)])",
        "groups = qkv.unflatten(0, (n_kv_heads, -1))\n"
        "_, W_K, _ = groups.split((r * d, d, d), dim=1)\nreturn W_K.mT",
        "return torch.stack([qkv[g * (r + 2) * d :][r * d : (r + 1) * d].T "
        "for g in range(n_kv_heads)])",
        "return torch.einsum('gdm->gmd', qkv.reshape(n_kv_heads, r + 2, d, -1)[:, -2])",
        "return qkv.unflatten(0, (n_kv_heads, r + 2, d))[:, -1].mT",
        "return qkv.unflatten(0, (n_kv_heads, r + 2, d))[:, 0].mT",
        "return qkv.unflatten(0, (n_kv_heads, r + 2, d))[:, -2]",
        "return qkv.unflatten(0, (r + 2, n_kv_heads, d))[-2].mT",
        "_, W_K, _ = qkv.split((n_heads * d, n_kv_heads * d, n_kv_heads * d))\n"
        "return W_K.unflatten(0, (n_kv_heads, d)).mT",
        "return [g[r * d : (r + 1) * d].T for g in qkv.chunk(n_kv_heads)]",
    )
]
IMPORTS = """from math import sqrt
import torch as t
from torch import Tensor, einsum, nn, softmax
import torch.nn.functional as F
from torch.nn import functional

"""
STYLES = {
    "one_head.1": [
        *ONE_HEAD,
        function("one_head.1", "my_head(x, W_Q)", "return x @ W_Q"),
        function("one_head.1", "my_head(x, W_Q, W_K, W_V)", "return (x @ W_Q).softmax()"),
        IMPORTS
        + function(
            "one_head.1",
            "my_head(x: Tensor, W_Q: t.Tensor, W_K, W_V) -> Tensor",
            "scores = einsum('qd,kd->qk', x @ W_Q, x @ W_K) / sqrt(W_Q.shape[1])",
            "return softmax(scores, dim=1) @ x @ W_V",
        ),
        function(
            "one_head.1",
            "my_head(x, W_Q, W_K, W_V)",
            "return F.scaled_dot_product_attention(x @ W_Q, x @ W_K, x @ W_V)",
        ),
    ],
    "one_head.3": [
        *SOFTMAX,
        *(
            function("one_head.3", "my_weights(scores)", line)
            for line in (
                "return scores.softmax(1)",
                "low = torch.stack([row - max(row) for row in scores])\n"
                "return low.exp() / low.exp().sum(1, True)",
                "low = torch.stack([row - max(row.tolist()) for row in scores])\n"
                "return torch.stack([row.exp() / sum(row.exp()) for row in low])",
                "low = torch.stack([row - min(row) for row in scores])\n"
                "return low.exp() / low.exp().sum(1, True)",
                "return max(scores)",
                "return scores > 0",
                "return F.softmax(scores, 1)",
                "return torch.softmax(scores, dim=1)",
                "return scores.log_softmax(1).exp()",
                "return (scores - scores.logsumexp(1, keepdim=True)).exp()",
                "raised = (scores - scores.amax(1, keepdim=True)).exp()\nprint(raised)\n"
                "return raised / raised.sum(1, keepdim=True)",
                "def softmax(s):\n    raised = (s - s.amax(1, keepdim=True)).exp()\n"
                "    return raised / raised.sum(1, keepdim=True)\nreturn softmax(scores)",
            )
        ),
        'check("one_head.3", None)\n',
        'check("one_head.3", 0.5)\n',
        'check("one_head.3", torch.eye(2))\n',
        'check("one_head.3", lambda s: (s.T - s.amax(1)).exp().T)\n',
        'check("one_head.3", lambda: 3)\n',
    ],
    "per_head.1": COMPARED,
    "stacking.1": JOINED,
    "stacking.3": [
        *HEADS,
        *(function("stacking.3", "my_heads(*given)", line) for line in ANY),
    ],
    "bug_lab.3": TESTS,
    "bug_lab.1": WEIGHTS,
    "what_masks_mean.3": MASKS,
    "different_order.1": LOADED,
}


# Code that is right in torch and does not run here must not be called wrong.
NOT_HERE = (
    "return x.max(axis=1, keepdims=True)[0]",
    "return torch.zeros_like(x, memory_format=None)",
    "return torch.linalg.norm(x)",
    "return x.shape.numel() * x",
    "return x.svd()[0]",
    "return torch.einsum('...d,de->...e', x, W_Q)",
    "return nn.Linear(7, 3)(x)",
    "return torch.randn(3)",
    "return 1 < x",
    "return f'{x.sum():.3f}'.removeprefix('1')",
    "import numpy as np\nreturn np.ones(3)",
    "import mha_lib\nreturn mha_lib.attention_weights(x)",
    "try:\n    y = x.svd()\nexcept:\n    y = x\nreturn y",
    "return math.comb(3, 2) * x",
    "import dataclasses\nreturn x",
    "from contextlib import suppress\nreturn x",
    "try:\n    import numpy\nexcept ImportError:\n    return None",
    "name = input('Name: ')\nreturn x",
    "with open('weights.pt') as file:\n    return x",
    "return (1).bit_length() * x",
    "return my_head.__doc__",
    "return x.shape.numel()",
    "return torch.softmax(W_Q, dim='d')",
    "return x.sum([None])",
    "return torch.cat(None)",
    "with torch.no_grad() as [a]:\n    return x",
    "try:\n    pass\nexcept* ValueError:\n    pass\nreturn x",
)
BEYOND = {
    "memory": (
        "return torch.zeros(10**9)",
        "return torch.zeros(1000, 1000, 1000)",
        "return [0] * 10**9",
        "rows = [1]\nwhile True:\n    rows += rows",
    ),
    "deeper": (
        "return my_head(x, W_Q, W_K, W_V)",
        "rows = []\nrows.append(rows)\nreturn str(rows)",
    ),
}


def test_missing_functions_are_reported_and_not_called_wrong():
    codes = [function("one_head.1", "my_head(x, W_Q, W_K, W_V)", line) for line in NOT_HERE]
    wrong = [
        said
        for said in in_page("one_head.1", codes)
        if not said.endswith(" is not here: check the name, or open the notebook.")
        and not said.endswith("this is not here: write it otherwise, or open the notebook.")
    ]
    assert not wrong


@pytest.mark.parametrize("what", BEYOND)
def test_answers_beyond_the_pages_torch_are_not_called_wrong(what):
    codes = [function("one_head.1", "my_head(x, W_Q, W_K, W_V)", line) for line in BEYOND[what]]
    for said in in_page("one_head.1", codes):
        assert what in said
        assert said.endswith("open the notebook.")


def test_every_python_name_exists_or_is_reported_as_missing():
    names = [name for name in dir(builtins) if name[0] != "_"]
    for name, found in zip(names, page_python.run(names), strict=True):
        assert found["text"].startswith(("nothing was checked", f"{name} is not here")), found


def test_a_wrong_answer_is_compared_as_in_the_notebook():
    said = in_page("different_order.1", NEAR)
    assert said == [in_notebook("different_order.1", code) for code in NEAR]
    assert len(set(said)) >= len(said) - 2


@pytest.mark.parametrize("end", ["exit()", "quit(1)", "import sys\nsys.exit()", "raise SystemExit"])
def test_a_cell_may_exit(end):
    ended, late, within = in_page(
        "one_head.1",
        [
            f"{end}\ncheck('one_head.1', None)",
            f"check('one_head.1', None)\n{end}",
            function("one_head.1", "my_head(*given)", end),
        ],
    )
    assert late == "not answered yet."
    for said in (ended, within):
        assert said.endswith(": the cell ends here, before anything was checked.")


# Cells that print the same in Python.
PRINTING = r"""
print([1, 2, 3][slice(0, 2)], torch.arange(6)[slice(1, 6, 2)], torch.eye(3)[:, slice(2)])
@torch.no_grad()
@torch.inference_mode()
@torch.no_grad
def double(x):
    return 2 * x
with torch.no_grad(), torch.set_grad_enabled(False):
    print(double(torch.ones(2)))
---
class Scale(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by
    def forward(self, x, plus=0):
        return x * self.by + plus
class Twice(Scale):
    def forward(self, x):
        return super().forward(super().forward(x))
print(Scale(2)(torch.ones(2)), Scale(2).eval()(1, plus=1), Twice(3)(2), Twice(3).training)
---
x = torch.tensor(2.5)
print(f"{x} {x:.3f} {x:>9.2e}|{x!r} {x=} {x=:.1f} {torch.tensor(3):>4d} {torch.ones(2)}")
print(f"{torch.ones(2).mean().item():.2f}", format(x, ".2f"), f"{x > 1} {torch.tensor(True)!s:>6}")
---
w, name, d = 8, "head", {"a": 0.75}
print(f'{d["a"]:>{w}.1f}|{{}}{w!r:>4}|' "plain" f" {w + 1 = } {w=:03d} {w, 1} {name:*^8}" rf"\d{w}")
print(f'''two
lines {w}
"quoted" {name}"''', f"", F"{w:,} {1234567:,} {0.25:.0%} {w:<4}|{w:+d} {w:x} {[1, 2]} {None}")
print(f"{(lambda q: q * 2)(w)} {[f'{i:02d}' for i in range(2)]} {f'{w:>3}':>5} { {1: 2}[1] }")
print("%d %s %.3f" % (3, "a", 2.5), "{:.2f} {:>4}".format(1.5, 2))
---
a, d = [1, 2], {"x": 1}
print([*a, 3, *a], (*a, 4), (0, *a), sorted({*a, 0}), sorted({**d, "y": 2}), {**d}, [*range(3)])
(b, *c), [e, *f] = a, a
for g, *h in [a]:
    print(b, c, e, f, g, h)
def add(a, /, b, *, c=4 / 2):
    return a + b + c
print(add(1, 2))
---
for options in ([[1, 2], [3]], [[1], [3, 4]], [[1], [2], []], [[1], [2]], []):
    try:
        print(list(zip(*options, strict=True)))
    except ValueError as error:
        print(error)
---
from collections.abc import Callable
from typing import List, Optional, Tuple
Pair = Tuple[int, int]
def f(x: List[int], *more: "torch.Tensor", by: Optional[int] = None) -> Pair:
    n: int = len(x)
    return n, by
print(f([1], by=2), f.__name__)
---
import math
print(math.sqrt(torch.tensor(4.0)), math.prod([2, 3]), math.exp(0), math.isclose(1, 1), math.pi)
print(type(3.0) is float, type(2), isinstance(3, type), isinstance(slice(1), slice))
print(torch.zeros(2, dtype=float).dtype, torch.arange(2).to(float))
---
if (n := 10) > 5 and [m := 3]:
    print(n, m, [y for k in range(3) if (y := k * k) > 0], sum(k for k in range(n) for _ in [k]))
def count():
    global n
    n += 1
    return n
print(count(), [row.sum().item() for row in torch.eye(2)], sum(torch.arange(3)).item())
try:
    raise KeyError("k")
except (ValueError, KeyError) as error:
    print(repr(error.args))
else:
    print("no")
finally:
    print("done")
try:
    (lambda f: f(f))(lambda f: f(f))
except RecursionError:
    print("too deep")
---
torch.set_printoptions(precision=2)
print(torch.tensor([1.5, 0.123456]))
torch.set_printoptions(precision=4, sci_mode=True)
print(torch.tensor([1.5, 0.123456]), torch.tensor([1.0, 2.0]))
torch.set_printoptions(sci_mode=False)
print(torch.tensor([1e-6, 1.5]))
torch.set_printoptions(profile="default")
print(torch.tensor([1e-6, 1.5]))
"""


@pytest.mark.parametrize("cell", PRINTING.split("---\n"))
def test_print_shows_what_python_prints(cell, capsys):
    (found,) = page_python.run([cell])
    assert found["text"].startswith("nothing was checked"), found
    exec(cell, {"torch": torch, "F": F, "nn": nn, "math": math, "__name__": "__main__"})
    assert found["printed"] == capsys.readouterr().out.splitlines()


@pytest.mark.slow  # for a change of the page's Python: half a minute
@pytest.mark.parametrize("name", STYLES)
def test_an_answer_in_another_style_gets_the_verdict_of_the_notebook(name):
    codes = STYLES[name]
    pairs = zip(codes, in_page(name, codes), strict=True)
    wrong = [
        f"{code}\n  page     {said}\n  notebook {wanted}"
        for code, said in pairs
        if said != (wanted := in_notebook(name, code))
    ]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(codes)}", *wrong])


def test_the_styles_include_many_right_and_wrong_answers():
    said = {code: in_notebook(name, code) for name, codes in STYLES.items() for code in codes}
    assert len(said) >= 200
    assert sum(text.startswith("correct") for text in said.values()) >= 60
    assert len(set(said.values())) >= 60
