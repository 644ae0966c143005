"""The program for TransformerLens in "Taking a circuit apart", by running it.

`make test-jax-keras` installs TransformerLens and runs this; elsewhere it is skipped.
"""

import json
import re
from pathlib import Path

import pytest
import torch

import mha_lib
from mha_lib.book import tiny

BOOK = Path(__file__).parents[2] / "book"


@pytest.fixture(scope="module")
def page():
    """The source of each cell of the chapter, by its id."""
    pytest.importorskip(
        "transformer_lens",
        reason="TransformerLens is not installed (pip install -e '.[jax-keras]')",
    )
    return sources("taking_apart")


def sources(chapter):
    cells = json.loads((BOOK / f"{chapter}.ipynb").read_text())["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in cells}


def test_the_program_prints_what_the_page_says_and_equals_the_book_s_model(page, capsys):
    in_the_open, in_the_fold = re.findall(
        r"```python\n(.+?)```\n\n```text\n(.+?)```", page["transformer-lens"], re.DOTALL
    )
    # Without matplotlib, which is not installed with TransformerLens; what the chapter before draws
    # with it is computed earlier in its cell.
    names = {"torch": torch, "mha_lib": mha_lib, "tiny": tiny}
    exec(page["first-look"], names)
    exec(sources("circuit")["ov"].partition("\naxes, few")[0], names)
    capsys.readouterr()
    for program, said in in_the_fold, in_the_open:
        exec(program, names)
        assert capsys.readouterr().out == said

    ours, weights = names["circuit"](names["letters"])
    exact = {"rtol": 0, "atol": 1e-12}
    torch.testing.assert_close(names["logits"], ours[:, :, 0], **exact)
    for i, own in enumerate(weights):
        torch.testing.assert_close(names["cache"]["pattern", i], own, **exact)
    torch.testing.assert_close(names["copies"].detach(), names["pushes"], **exact)
    off = names["tiny"].without_heads(names["circuit"], (0, 1))(names["letters"])[0]
    torch.testing.assert_close(names["without"], off[:, :, 0], **exact)


def test_the_bridge_replaces_the_hooked_transformer(page):
    """What the text says of version 4, with the hooks of its table."""
    import transformer_lens
    from transformer_lens.config import TransformerBridgeConfig
    from transformer_lens.model_bridge.sources import native

    assert "replaces `HookedTransformer`" in page["transformer-lens"]
    with pytest.raises(ImportError, match="Use TransformerBridge"):
        _ = transformer_lens.HookedTransformer
    sizes = {"n_layers": 2, "n_heads": 2, "d_head": 16, "d_model": 32, "d_vocab": 16, "n_ctx": 8}
    model = native.boot(TransformerBridgeConfig(**sizes, attn_only=True))
    assert type(model).__name__ == "TransformerBridge"
    _, cache = model.run_with_cache(torch.zeros(1, 4, dtype=torch.long))
    for hook in re.findall(r"hook_[a-z]+(?=`)", page["transformer-lens"].partition("<details>")[0]):
        assert f"blocks.1.attn.{hook}" in cache, hook
