"""Systems whose kernels have an axis for the heads, and multiply x @ W.

A kernel is (d_in, n_heads, d_head), the heads in the middle; the output's is (n_heads, d_value,
d_model), as ours. Shapes tell the number of heads.
"""

from torch import Tensor

from mha_lib.layouts._layout import Layout
from mha_lib.weights import HeadWeights


def kernels(name: str, output: str, d_value: str, needs: tuple[str, ...], **more) -> Layout:
    """A layout of query, key and value kernels, and an output.

    Args:
        name: The layout's.
        output: The output's name in it.
        d_value: The word for the width of a head's values, "d_head" where they are the same.
        needs: Rules for the sizes.
        more: Other fields of Layout.
    """
    modules = {"Q": "query", "K": "key", "V": "value"}
    form = {
        "query/kernel": "d_model n_heads d_head",
        "key/kernel": "d_keys_in n_heads d_head",
        "value/kernel": f"d_values_in n_heads {d_value}",
        f"{output}/kernel": f"n_heads {d_value} d_model",
    }
    bias = {
        f"{module.split('/')[0]}/bias": shape.split(" ", 1)[1] for module, shape in form.items()
    }
    bias[f"{output}/bias"] = "d_model"

    def write(hw: HeadWeights) -> dict[str, Tensor]:
        state = {
            f"{module}/kernel": getattr(hw, f"W_{x}").movedim(0, 1) for x, module in modules.items()
        }
        state[f"{output}/kernel"] = hw.W_O
        if hw.b_Q is not None:
            state |= {f"{module}/bias": getattr(hw, f"b_{x}") for x, module in modules.items()}
            state[f"{output}/bias"] = hw.b_O
        return state

    def read(state, n_heads: int) -> HeadWeights:
        parts = {f"W_{x}": state[f"{module}/kernel"].movedim(1, 0) for x, module in modules.items()}
        parts |= {f"b_{x}": state.get(f"{module}/bias") for x, module in modules.items()}
        return HeadWeights(**parts, W_O=state[f"{output}/kernel"], b_O=state.get(f"{output}/bias"))

    return Layout(
        name=name,
        forms=(form,),
        optional=(bias,),
        needs=("no shared key heads", *needs, "biases on all four projections or on none"),
        write=write,
        read=read,
        **more,
    )
