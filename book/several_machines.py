"""Compares one attention on several processes with the same on one process.

    torchrun --standalone --nproc-per-node 2 book/several_machines.py

Every process runs this file and has its own heads. The processes add up the output
in the forward pass, and the gradient of the tokens in the backward pass.
"""

import copy
import os

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    parallelize_module,
)
from torch.utils._python_dispatch import TorchDispatchMode

from mha_lib import HeadParameters, layouts

BATCH, TOKENS, D_MODEL, N_HEADS, D_HEAD = 3, 7, 20, 4, 6
STEPS = 5


class Attention(nn.Module):
    """Attention that computes the heads that it has, however many there are."""

    def __init__(self, params: HeadParameters):
        super().__init__()
        self.d_head, wide = params.d_head, params.n_heads * params.d_head
        self.q_proj = nn.Linear(params.d_model, wide)
        self.k_proj = nn.Linear(params.d_model, wide)
        self.v_proj = nn.Linear(params.d_model, wide)
        self.o_proj = nn.Linear(wide, params.d_model)
        self.load_state_dict(layouts.pack(params, "llama"))  # which has these names

    def forward(self, x: Tensor) -> Tensor:
        projected = [self.q_proj(x), self.k_proj(x), self.v_proj(x)]
        q, k, v = (
            t.unflatten(-1, (-1, self.d_head)).transpose(-2, -3) for t in projected
        )
        weights = (q @ k.mT / self.d_head**0.5).softmax(dim=-1)
        return self.o_proj((weights @ v).transpose(-2, -3).flatten(-2))


# By columns and by rows of x @ W. (An nn.Linear stores W transposed.)
PLAN = {
    "q_proj": ColwiseParallel(),
    "k_proj": ColwiseParallel(),
    "v_proj": ColwiseParallel(),
    "o_proj": RowwiseParallel(),
}
# With the plan alone, each of q_proj, k_proj and v_proj adds up a gradient of the
# tokens. Tokens that come as a DTensor keep the three sums open, and one addition
# serves them all.
TOKENS_TOGETHER = PrepareModuleInput(
    input_layouts=Replicate(),
    desired_input_layouts=Replicate(),
    use_local_output=False,
)
# Operations that belong to an exchange but send nothing.
SENDS_NOTHING = ("wait_tensor", "_wrap_tensor_autograd")


class SentBytes(TorchDispatchMode):
    """Counts the bytes that this process sends to be added to the others'."""

    def __init__(self):
        super().__init__()
        self.bytes = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # torch calls this again with the local operation
        library, name = str(func).split(".")[:2]
        if library == "_c10d_functional" and name not in SENDS_NOTHING:
            assert name == "all_reduce", f"unexpected exchange: {name}"
            self.bytes += args[0].nbytes
        return func(*args, **(kwargs or {}))


def error(layer: nn.Module, x: Tensor, wanted: Tensor) -> Tensor:
    return (layer(x) - wanted).square().sum()


def train(layer: nn.Module, x: Tensor, wanted: Tensor) -> None:
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.01)
    for _ in range(STEPS):
        optimizer.zero_grad()
        error(layer, x, wanted).backward()
        optimizer.step()


def whole(tensor: Tensor) -> Tensor:
    """Returns a tensor with the parts of all processes."""
    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor.detach()


def relative_error(cut: list[Tensor], one: list[Tensor]) -> float:
    """Computes the largest difference relative to the largest number."""
    pairs = list(zip(map(whole, cut), map(whole, one), strict=True))
    top = max(b.abs().max() for _, b in pairs)
    return max((a - b).abs().max() / top for a, b in pairs).item()


def compare(
    cut: nn.Module, one: nn.Module, x: Tensor, wanted: Tensor
) -> dict[str, float]:
    """Measures how far the cut layer is from the whole one, and what was sent."""
    ours, theirs = list(cut.parameters()), list(one.parameters())
    with SentBytes() as forward:
        output = cut(x)
    with SentBytes() as both:
        found = torch.autograd.grad(error(cut, x, wanted), [x, *ours])
    right = torch.autograd.grad(error(one, x, wanted), [x, *theirs])
    results = {
        "output": relative_error([output], [one(x)]),
        "gradient of the tokens": relative_error([found[0]], [right[0]]),
        "other gradients": relative_error([*found[1:]], [*right[1:]]),
    }
    train(cut, x, wanted)
    train(one, x, wanted)
    results[f"parameters after {STEPS} steps"] = relative_error(ours, theirs)
    return results | {
        "bytes forward": forward.bytes,
        "bytes backward": both.bytes - forward.bytes,
    }


def main() -> None:
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)  # the same numbers on every process
    params = HeadParameters.random(D_MODEL, N_HEADS, D_HEAD)
    x, wanted = torch.randn(2, BATCH, TOKENS, D_MODEL)
    processes = int(os.environ["WORLD_SIZE"])
    mesh = init_device_mesh("cpu", (processes,))
    plans = {"the plan": PLAN, "tokens together": PLAN | {"": TOKENS_TOGETHER}}
    for name, plan in plans.items():
        one = Attention(params)
        cut = parallelize_module(copy.deepcopy(one), mesh, plan)
        results = compare(cut, one, x.clone().requires_grad_(), wanted)
        if dist.get_rank() == 0:
            print(f"{N_HEADS} heads on {processes} processes, {name}")
            for what, number in results.items():
                form = "d" if isinstance(number, int) else ".0e"
                print(f"    {what:24s} {number:{form}}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
