"""Systems that keep the four projections apart, each an nn.Linear.

nn.Linear multiplies W @ x: its weight is (out, in), the transpose of ours. The heads stand side by
side in the rows of the first three, and in the columns of the output's.
"""

from torch import Tensor

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights, stack_heads, unstack_heads

ALWAYS = "biases on all four projections"
ALL_OR_NONE = "biases on all four projections or on none"
NOT_ALONE = "no b_O without b_Q, b_K and b_V"
NEVER = "no biases"


def linears(
    name: str,
    names: tuple[str, str, str, str],
    shapes: tuple[str, ...],
    biases: str,
    needs: tuple[str, ...],
    **more,
) -> Layout:
    """A layout of four nn.Linear modules.

    Args:
        name: The layout's.
        names: The modules', in the order of queries, keys, values and output.
        shapes: Their weights', (out, in).
        biases: One of the four rules above.
        needs: Rules for the sizes.
        more: Other fields of Layout.
    """
    modules = dict(zip("QKVO", names, strict=True))
    form = {f"{module}.weight": shape for module, shape in zip(names, shapes, strict=True)}
    bias = {f"{module}.bias": shape.split()[0] for module, shape in zip(names, shapes, strict=True)}
    optional = ()
    if biases == ALWAYS:
        form |= bias
    elif biases == ALL_OR_NONE:
        optional = (bias,)
    elif biases == NOT_ALONE:
        *projections, output = bias.items()
        optional = (dict(projections), dict([output]))

    def write(hw: HeadWeights) -> dict[str, Tensor]:
        state = {f"{modules[x]}.weight": stack_heads(getattr(hw, f"W_{x}")).T for x in "QKV"}
        state[f"{modules['O']}.weight"] = hw.W_O.flatten(0, 1).T
        if hw.b_Q is not None:
            state |= {f"{modules[x]}.bias": stack_heads(getattr(hw, f"b_{x}")) for x in "QKV"}
        if hw.b_O is not None:
            state[f"{modules['O']}.bias"] = hw.b_O
        return state

    def read(state, n_heads: int) -> HeadWeights:
        weights = {x: state[f"{module}.weight"].T for x, module in modules.items()}
        parts = {"W_Q": unstack_heads(weights["Q"], n_heads)}
        # Where heads share keys and values there are fewer of these, of the same width.
        n_kv_heads = weights["K"].shape[1] // parts["W_Q"].shape[-1]
        heads = {"Q": n_heads, "K": n_kv_heads, "V": n_kv_heads}
        parts |= {f"W_{x}": unstack_heads(weights[x], heads[x]) for x in "KV"}
        for x, n in heads.items():
            if f"{modules[x]}.bias" in state:
                parts[f"b_{x}"] = unstack_heads(state[f"{modules[x]}.bias"], n)
        W_O = weights["O"].unflatten(0, (n_heads, -1))
        return HeadWeights(**parts, W_O=W_O, b_O=state.get(f"{modules['O']}.bias"))

    needs = (*needs, biases)
    return Layout(
        name=name, forms=(form,), optional=optional, needs=needs, write=write, read=read, **more
    )
