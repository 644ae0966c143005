"""The page's small torch is torch: the same numbers, dtypes, shapes, texts and errors."""

import json
import math

import torch
import torch.nn.functional as F
from torch import nn

from tests.helpers import page_python

# Runs in both. Numbers without a pattern, in sizes that cannot be confused; r and s need no axes.
START = """
import json
def numbers(*shape, shift=0.0):
    n = 1
    for size in shape:
        n *= size
    return ((torch.arange(n).double() * 2.6543 + shift) % 1.7 - 0.6).reshape(shape)
def displayed(value):
    if isinstance(value, torch.Tensor):
        return {"dtype": str(value.dtype), "shape": list(value.shape),
                "numbers": [repr(n) for n in value.flatten().tolist()]}
    if isinstance(value, (tuple, list)):
        return [displayed(v) for v in value]
    return value if isinstance(value, str) else repr(value)
x, y = numbers(5, 7), numbers(7, 3, shift=0.4)
b, c = numbers(2, 3, 5), numbers(2, 5, 4, shift=0.9)
q, k, v = (numbers(2, 3, 5, 4, shift=i) for i in range(3))
row, i, single = numbers(7), torch.arange(7), numbers(5, 7).float()
mask = numbers(5, 7) > 0
names = {"torch": torch, "F": F, "math": math, "nn": nn, "x": x, "y": y, "b": b, "c": c,
         "q": q, "k": k, "v": v, "row": row, "i": i, "single": single, "mask": mask,
         "numbers": numbers, "displayed": displayed, "float": float}
def tried(code):
    try:
        return displayed(eval(code, names))
    except Exception as error:
        return type(error).__name__ + ": " + str(error)
"""

EXPRESSIONS = """
x
x + 1
1 - x
x * x
x / 3
2 / x
x // 0.4
x % 0.4
x ** 2
x ** -0.5
2 ** x
-x
abs(x)
x.exp()
torch.exp(x)
x.log()
x.sqrt()
torch.sqrt(x.abs())
x.rsqrt()
x.square()
x.reciprocal()
x.tanh()
x.sigmoid()
(4 * x).round()
torch.round(torch.tensor([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 7.49]))
i.round()
torch.finfo(torch.float32).eps
torch.finfo(x.dtype).min
torch.finfo(torch.float64).max
torch.finfo().tiny
x.clamp(min=0)
x.clamp(-0.2, 0.3)
torch.maximum(x, x.flip(0))
torch.minimum(x, row)
x.add(1).sub(2).mul(3).div(4)
x.pow(3)
x + row
x + x[:, :1]
row + x[:, None, :]
x + i
i + 1
i * 2
i / 2
i // 2
i % 3
i + 0.5
i - True
2 ** i
(i > 2) * 1
(i > 2) + (i > 3)
(i > 2) * 0.5
single
single + x
single * 2
single / 3
single.sum()
x.float()
x.double()
x.float() @ y.float()
i.double()
i.float()
x.to(torch.float32)
x.to(single)
x.to(single).dtype
x.bool()
i.bool()
mask.double()
mask.int if False else mask.long()
x.type_as(single)
torch.tensor(2.0, dtype=torch.float64) * single
torch.tensor(2.0, dtype=torch.float64) * i
x > 0
x >= row
x == x
x != 0
1 > 0
x.gt(0)
x.lt(0)
x.eq(x)
~mask
mask & (x > 0.5)
mask | (x < -0.5)
mask ^ mask
torch.logical_and(mask, ~mask)
mask.logical_not()
x.isnan()
(x / 0).isinf()
(x / 0).isfinite()
(x - x) / 0
x.sum()
x.sum(0)
x.sum(dim=1, keepdim=True)
x.sum(axis=1, keepdims=True)
x.sum((0, 1))
q.sum(dim=(1, 3))
mask.sum()
mask.sum(1)
i.sum()
x.mean()
x.mean(0)
x.mean(dim=1, keepdim=True)
torch.mean(x, dim=1)
x.max()
x.max(1)
x.max(dim=1, keepdim=True)[0]
x.max(dim=1).values
torch.max(x, 1, keepdim=True).values
torch.max(x, row)
x.min(0).indices
x.amax(1, keepdim=True)
x.amax(dim=(0, 1))
torch.amax(x, 1)
x.amin(0)
x.argmax()
x.argmax(1)
x.argmin(dim=0, keepdim=True)
x.prod(1)
mask.any()
mask.any(1)
mask.all(dim=0)
mask.all()
(x > -9).all().item()
x.norm()
x.norm(dim=1)
x.cumsum(0)
x.logsumexp(1)
torch.logsumexp(x, dim=1, keepdim=True)
x.softmax(1)
x.softmax(dim=-1)
x.softmax(0)
torch.softmax(x, dim=1)
F.softmax(x, dim=1)
q.softmax(1)
x.log_softmax(1)
(x * 1000).softmax(1)
x.masked_fill(mask, -torch.inf).softmax(1)
x.masked_fill(~mask, float("-inf"))
torch.full((2, 3), -torch.inf).softmax(1)
x.masked_fill(mask[0], 0)
torch.where(mask, x, 0.0)
torch.where(mask, x, -math.inf)
x.where(mask, row)
x @ y
x.matmul(y)
torch.matmul(x, y)
torch.mm(x, y)
x @ row
row @ y
row @ row
torch.dot(row, row)
torch.outer(row, row)
b @ c
torch.bmm(b, c)
b @ c[0]
b[0] @ c
b[:, None] @ c[None]
q @ k.mT
q @ k.transpose(-2, -1)
(q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) @ v
i @ i
torch.einsum("ij,jk->ik", x, y)
torch.einsum("ij,jk", x, y)
torch.einsum("bhqd,bhkd->bhqk", q, k)
torch.einsum("bhqk , bhkd -> bqhd", q @ k.mT, v)
torch.einsum("hqk,kd,hde->qe", numbers(2, 5, 5), numbers(5, 3), numbers(2, 3, 4))
torch.einsum("ii->i", numbers(4, 4))
torch.einsum("ii", numbers(4, 4))
torch.einsum("ij->ji", x)
torch.einsum("ij->", x)
torch.einsum("i,j->ij", row, row)
x.T
x.T.T
x.t()
q.mT
x.mT @ x
q.transpose(1, 2)
q.permute(0, 2, 1, 3)
torch.permute(q, (3, 0, 1, 2))
q.permute([0, 2, 3, 1]).shape
q.swapaxes(0, -1)
q.movedim(1, -1)
x.reshape(7, 5)
x.reshape(-1)
x.T.reshape(5, 7)
x.T.reshape(35)
q.transpose(1, 2).reshape(2, 5, 12)
q.transpose(1, 2).contiguous().view(2, 5, -1)
x.view(35)
x.view(5, 7, 1)
x.view(5, 1, 7).T if False else x.view(5, 1, 7)
x[:, :6].view(5, 2, 3)
x[:, ::2].view(5, 2, 2)
x.flatten()
q.flatten(1, 2)
q.flatten(2)
q.transpose(1, 2).flatten(2)
numbers(5, 12).unflatten(1, (3, -1))
numbers(5, 12).unflatten(-1, (3, 4)).transpose(0, 1)
x.unsqueeze(0)
x.unsqueeze(-1)
x[None, :, None]
x[:, :1].squeeze(1)
x[:1].squeeze()
x[:1].expand(3, 7)
row.expand(4, -1)
row.expand(2, 3, 7).sum(0)
x.repeat(2, 1)
row.repeat(2, 3)
x.repeat_interleave(2, dim=0)
x.repeat_interleave(3, 1)
x[0]
x[-1]
x[1:3]
x[:, 2]
x[:, ::2]
x[..., 0]
q[0, :, 1]
q[:, -1, ..., 2]
x[mask]
x[[0, 2]]
x[:, [1, 3, 1]]
x[torch.tensor([4, 0])]
x[x[:, 0] > 0]
x[2, 3].item()
x[2][3]
row[i[3]]
len(x)
x.shape[0]
x.shape[-1]
x.size(1)
tuple(x.size())
q.dim()
q.ndim
x.numel()
x.T.is_contiguous()
list(x.T.stride())
x.dtype
[r for r in x]
[r.sum() for r in x.T]
x.tolist()
x.sum().item()
float(x.sum())
int(i.sum())
bool(x.sum() > 0)
torch.cat([x, x])
torch.cat((x, x[:, :2]), dim=1)
torch.cat([x, x.float()], -1)
torch.cat(list(b), 1)
torch.concat([x, x], axis=0)
torch.stack([x, -x])
torch.stack([x, -x], dim=1)
torch.stack([x, -x], -1)
torch.stack(list(b), 2)
torch.vstack([x, row])
torch.hstack([x, x])
x.chunk(3, dim=1)
x.chunk(2)
x.split(2)
x.split([1, 4], dim=0)
torch.split(x, 3, dim=1)
x.tensor_split(3, dim=1)
x.unbind(1)
x.narrow(1, 2, 3)
x.select(1, 2)
x.flip(0)
x.flip((0, 1))
x.roll(1, 0)
x.roll(-2, dims=1)
x.index_select(1, torch.tensor([0, 0, 3]))
x.gather(1, i[:5, None])
x.tril()
x.triu(1)
torch.tril(torch.ones(4, 4))
torch.ones(4, 4).triu(1).bool()
x.diagonal()
numbers(4, 4).diagonal(1)
torch.diag(row)
torch.diag(numbers(4, 4))
(x > 0.9).nonzero()
torch.zeros(2, 3)
torch.zeros((2, 3))
torch.ones(2, 3, dtype=torch.float64)
torch.full((2, 2), 3)
torch.full((2, 2), -torch.inf)
torch.eye(3)
torch.eye(2, 4)
torch.arange(3)
torch.arange(1, 4)
torch.arange(0, 1, 0.25)
torch.arange(4, dtype=torch.float64)
torch.tensor(3)
torch.tensor(3.5)
torch.tensor([1, 2])
torch.tensor([1, 2.5])
torch.tensor([[True], [False]])
torch.tensor([[1.0, 2.0]], dtype=torch.float64)
torch.tensor([row[0], row[1]])
torch.zeros_like(x)
torch.ones_like(i)
torch.full_like(x, 2)
torch.empty_like(x).shape
x.new_zeros(2, 3)
torch.allclose(x, x + 1e-9)
torch.allclose(x, x + 1, atol=2)
torch.isclose(x, x * (1 + 1e-6))
torch.isclose(x > 0, x > 1)
torch.equal(x, x.clone())
torch.equal(x, x.T)
x.equal(x)
F.scaled_dot_product_attention(q, k, v)
F.scaled_dot_product_attention(q[0, 0], k[0, 0], v[0, 0])
F.scaled_dot_product_attention(q, k, v, is_causal=True)
F.scaled_dot_product_attention(q, k, v, attn_mask=torch.ones(5, 5).tril().bool())
F.scaled_dot_product_attention(q, k, v, scale=1.0)
F.linear(x, y.T)
x.relu()
x.nan_to_num()
str(x[:2, :3])
str(x[:2, :3].float())
str(i)
str(mask[:2])
str(torch.eye(2))
str(torch.tensor([1000.5, 0.25]))
str(torch.tensor([1e-5, 1.0]))
str(torch.tensor([1.0, math.inf]))
str(torch.tensor([2.5, -math.inf]))
str(torch.tensor(0.5))
str(torch.tensor(3))
str(q[:1, :2, :2])
str(numbers(30))
0.5 * x
0.5 * x[0, 0]
1.5 - x
0.5 < row.sum().item()
x.sum() * 0.5
str(torch.zeros(2))
str(torch.tensor([1e9, 1.0]))
str(torch.zeros(0))
""".strip().splitlines()

ERRORS = """
b.mT @ y
b.mT[:1] @ y
q.transpose(1, 2) @ y
q @ y
x @ x
x @ y.T
torch.mm(x, x)
x @ numbers(5)
numbers(3) @ row
numbers(3) @ y
b @ b
b @ x
x @ b
x @ numbers(2, 3, 4, 5)
torch.einsum("ij,jk->ik", x, y.float())
b @ c[:1].expand(3, 5, 4)
torch.bmm(b, c[:1])
torch.bmm(x, y)
x @ y.float()
b @ c.float()
row @ single[0]
torch.tensor(2.0) @ x
x + numbers(5)
x * numbers(3, 7)
x > numbers(4)
x.reshape(4, 9)
x.reshape(-1, 4)
x.reshape(-1, -1)
x.T.view(35)
q.transpose(1, 2).view(2, 5, 12)
x.view(4, 4)
x.unflatten(1, (3, -1))
x.unflatten(1, (2, 3))
x.softmax(2)
x.softmax()
torch.sqrt(3)
torch.exp(2.0)
x.sum(2)
x.sum(-3)
x.amax(5)
x.transpose(1, 2)
x.permute(0, 1, 2)
x.permute(0, 0)
q.t()
row.mT
x[5]
x[0, 7]
x[0, 0, 0]
x[::-1]
x[mask.T]
x[x]
row[0].item().foo
x.item()
bool(x)
if_ if False else (x and x)
torch.cat([x, y])
torch.cat([x, row])
torch.cat([])
torch.cat([x, 3])
torch.stack([x, y])
torch.stack([])
mask - mask
-mask
~x
x & x
i.mean()
x.masked_fill(x, 0)
torch.where(x, x, x)
x.expand(2, 7)
x.expand(7)
x.narrow(1, 5, 4)
x.split([1, 2])
x.flatten(1, 0)
torch.einsum("ij,jk->ik", x, x)
torch.einsum("ijk,jk->ik", x, y)
torch.einsum("ij->ik", x)
torch.einsum("ij,jk->ik", x)
torch.einsum("ij->ij", x, y)
torch.allclose(x, x.float())
torch.isclose(x, i)
F.scaled_dot_product_attention(q, k, v.float())
F.scaled_dot_product_attention(q, k[:, :, :, :3], v)
torch.tensor([[1, 2], [3]])
len(torch.tensor(3))
list(torch.tensor(3))
i.softmax(0)
""".strip().splitlines()

# What a statement does to a tensor, and to what looks at the same numbers.
STATEMENTS = """
x += 1
x -= row
x *= 2
x /= 3
x //= 0.3
x **= 2
x @= numbers(7, 7)
x += i
i += 1
i *= 2
mask &= mask.flip(0)
z = x; z -= 1
z = x.T; z *= 2
z = x[0]; z /= 4
z = x.T.reshape(7, 5); z += 1
z = x.reshape(35); z += 1
x[0] = 0
x[:, 1] = row[:5]
x[1:3, ::2] = 9
x[mask] = 0
x[0, [1, 3]] = 5
x[0] /= 2
x[:, 0] *= row[0]
x[2, 3] = row[1]
x[..., -1] = i[:5].double()
x[1] += x[0]
x.add_(1)
x.mul_(row)
x.zero_()
x.fill_(3)
x.exp_()
x.masked_fill_(mask, 7.0)
x.copy_(row)
x.sub_(x.amax(1, keepdim=True)).exp_()
for r in x: r /= r.sum()
for r, s in zip(x, x.flip(0)): r.copy_(s)
x.diagonal().fill_(0)
x.tril_ if False else x.triu(1)
n = 3; n /= 2; x[0, 0] = n
a = [1]; a += [2]; x[0, :2] = torch.tensor(a).double()
x += numbers(2, 5, 7)
i /= 2
i += 0.5
x[0] = numbers(3)
x[9] = 0
mask += 1
x.add_(numbers(3, 3))
""".strip().splitlines()


def there(text, codes):
    """What the page's torch prints for these codes."""
    (found,) = page_python.run([text])
    assert len(found["printed"]) == len(codes), found
    return dict(zip(codes, map(json.loads, found["printed"]), strict=True))


def here(text, codes, capsys):
    """What torch prints."""
    exec(text, {"torch": torch, "F": F, "math": math, "nn": nn})
    lines = capsys.readouterr().out.splitlines()
    return dict(zip(codes, map(json.loads, lines), strict=True))


def alike(ours, torchs):
    """Whether two results are the same, numbers to 1e-12."""
    if isinstance(torchs, dict) and isinstance(ours, dict):
        pairs = zip(ours["numbers"], torchs["numbers"], strict=False)
        limit = 1e-6 if torchs["dtype"] == "torch.float32" else 1e-12
        return (ours["dtype"], ours["shape"]) == (torchs["dtype"], torchs["shape"]) and all(
            one == other or math.isclose(float(one), float(other), rel_tol=limit, abs_tol=limit)
            for one, other in pairs
        )
    if isinstance(torchs, list) and isinstance(ours, list):
        return len(ours) == len(torchs) and all(map(alike, ours, torchs))
    try:
        return math.isclose(float(ours), float(torchs), rel_tol=1e-12)
    except (TypeError, ValueError):
        return ours == torchs


def compare(codes, runner, capsys):
    text = START + "".join(runner(code) for code in codes)
    ours, torchs = there(text, codes), here(text, codes, capsys)
    wrong = [
        f"{code}\n  here  {ours[code]}\n  torch {torchs[code]}"
        for code in codes
        if not alike(ours[code], torchs[code])
    ]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(codes)}", *wrong])


def evaluated(code):
    return f"print(json.dumps(tried({code!r})))\n"


def executed(code):
    return f"""
def statement():
    x, q, i, mask = numbers(5, 7), numbers(2, 3, 5, 4), torch.arange(7), numbers(5, 7) > 0
    row, before = numbers(7), [x, i, mask]
    try:
        {code}
    except Exception as error:
        return type(error).__name__ + ": " + str(error)
    return displayed([before, x, i, mask])
print(json.dumps(statement()))
"""


def test_expressions_have_the_values_of_torch(capsys):
    compare(EXPRESSIONS, evaluated, capsys)


def test_errors_have_torchs_messages(capsys):
    compare(ERRORS, evaluated, capsys)


def test_statements_change_the_same_values_as_in_torch(capsys):
    compare(STATEMENTS, executed, capsys)
