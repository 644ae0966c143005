"""python -m mha_lib.layouts: what it shows, converts, keeps, and refuses in one line."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import safetensors
import safetensors.torch as torch_files
import torch
from torch import nn

from mha_lib import HeadParameters, PackedAttention, layouts
from mha_lib.layouts import LAYOUTS
from mha_lib.layouts.__main__ import main
from mha_lib.layouts._layout import pack_unscaled
from mha_lib.layouts.files import parse

save_file, load_file = torch_files.save_file, torch_files.load_file

ROOT = Path(layouts.__file__).parents[2]
LAYERS, HEADS, D_HEAD = 3, 3, 4
D_MODEL = HEADS * D_HEAD


def attention(layout, prefix="", **sizes):
    """One attention's tensors, under a prefix."""
    sizes = {"d_model": D_MODEL, "n_heads": HEADS, "bias": layout != "t5"} | sizes
    state = layouts.pack(HeadParameters.random(**sizes), layout)
    return {prefix + name: tensor.contiguous() for name, tensor in state.items()}


def gpt2_model():
    """A file as GPT-2's: attentions, and tensors of other kinds, sizes and types between them."""
    tensors = {"wte.weight": torch.randn(17, D_MODEL).half(), "steps": torch.tensor([5])}
    for layer in range(LAYERS):
        tensors |= attention("gpt2", f"h.{layer}.attn.")
        tensors[f"h.{layer}.attn.bias"] = torch.ones(1, 1, 5, 5).tril().bool()
        tensors[f"h.{layer}.mlp.c_proj.weight"] = torch.randn(19, D_MODEL)
    return tensors


@pytest.fixture
def gpt2(tmp_path):
    path = tmp_path / "gpt2.safetensors"
    save_file(gpt2_model(), path, {"format": "pt", "made by": "a test"})
    return path


def run(*arguments):
    main([str(argument) for argument in arguments])


@pytest.fixture
def refused(capsys):
    """Runs the command line; expects status 2 and one line that names the fault."""

    def check(*arguments):
        capsys.readouterr()  # what was said before
        with pytest.raises(SystemExit) as caught:
            run(*arguments)
        said = capsys.readouterr()
        assert caught.value.code == 2
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert said.err.endswith("\n")
        assert ": error: " in said.err
        return said.err

    return check


def same_tensors(tensors, others):
    assert set(tensors) == set(others)
    for name, tensor in tensors.items():
        assert tensor.dtype == others[name].dtype
        assert torch.equal(tensor, others[name])


def test_convert_writes_every_attention_and_keeps_the_rest(gpt2, tmp_path, capsys):
    target = tmp_path / "torch.safetensors"
    run("convert", gpt2, target, "--from", "gpt2", "--to", "torch", "--heads", HEADS)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "3 attentions from gpt2 to torch, 8 other tensors kept\n"

    before, after = load_file(gpt2), load_file(target)
    own = {f"h.{i}.attn.{name}" for i in range(LAYERS) for name in LAYOUTS["gpt2"].table.rows}
    expected = {name: tensor for name, tensor in before.items() if name not in own}
    for i in range(LAYERS):
        one = {name: before[f"h.{i}.attn.{name}"] for name in LAYOUTS["gpt2"].table.rows}
        new = layouts.convert(one, "gpt2", "torch", n_heads=HEADS)
        expected |= {f"h.{i}.attn.{name}": tensor for name, tensor in new.items()}
    same_tensors(after, expected)
    with torch_files.safe_open(target, "pt") as file:
        assert file.metadata() == {"format": "pt", "made by": "a test"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [gpt2.name, target.name]


def test_packed_layers_with_shared_key_heads_are_shown_and_converted(tmp_path, capsys):
    layers = [PackedAttention(D_MODEL, 6, D_HEAD, n_kv_heads=n) for n in (2, 3)]
    source, target = tmp_path / "packed.safetensors", tmp_path / "stacked.safetensors"
    save_file(
        {f"h.{i}.{k}": t for i, layer in enumerate(layers) for k, t in layer.state_dict().items()},
        source,
    )
    run("show", source)
    lines = "h.0.  packed, 6 heads\nh.1.  packed, 6 heads\n2 attentions, 0 other tensors\n"
    assert capsys.readouterr().out == lines
    run("convert", source, target, "--from", "packed", "--to", "stacked")
    expected = {
        f"h.{i}.{name}": tensor
        for i, layer in enumerate(layers)
        for name, tensor in layouts.pack(layer.head_parameters(), "stacked").items()
    }
    same_tensors(load_file(target), expected)


@pytest.mark.parametrize("layout", ["torch", "flax", "module_list", "annotated", "gpt_neox"])
def test_converting_to_a_layout_and_back_gives_the_same_file(layout, gpt2, tmp_path):
    there, back = tmp_path / "there.safetensors", tmp_path / "back.safetensors"
    run("convert", gpt2, there, "--from", "gpt2", "--to", layout, "--heads", HEADS)
    run("convert", there, back, "--from", layout, "--to", "gpt2", "--heads", HEADS)
    same_tensors(load_file(back), load_file(gpt2))


def test_a_list_of_one_head_is_found(tmp_path, capsys):
    path = tmp_path / "a.safetensors"
    save_file(attention("module_list", n_heads=1, d_head=D_MODEL), path)
    run("show", path)
    assert capsys.readouterr().out.startswith("(top level)  module_list, 1 head\n")


def test_t5_needs_no_rounding_at_width_64_and_must_round_at_5(tmp_path, refused):
    for d_head, flag in ((64, []), (5, ["--allow-rounding"])):
        source, target = tmp_path / f"{d_head}.safetensors", tmp_path / f"{d_head}s.safetensors"
        state = pack_unscaled(HeadParameters.random(7, HEADS, d_head, bias=False), LAYOUTS["t5"])
        save_file({f"SelfAttention.{n}": t.contiguous() for n, t in state.items()}, source)
        arguments = ["convert", source, target, "--from", "t5", "--to", "stacked", "--heads", HEADS]
        if flag:
            assert "power of 4" in refused(*arguments)
            assert not target.exists()
        run(*arguments, *flag)
        assert target.exists()


def test_convert_notes_behavior_outside_weights(tmp_path, capsys):
    source, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    tensors = attention("llama", "layer.")
    others = {"layer.mlp.fc1.weight": torch.ones(3), "layer.norm.weight": torch.ones(3)}
    save_file(tensors | others, source)
    run("convert", source, target, "--from", "llama", "--to", "stacked", "--heads", HEADS)
    assert capsys.readouterr().err.splitlines() == [
        "1 attention from llama to stacked, 2 other tensors kept",
        "note: 1 unknown tensor next to an attention also kept, first layer.norm.weight; is it "
        "part of the attention?",
        "note: in llama a rotary embedding rotates queries and keys; the parameters do not show it",
    ]


def test_show_names_attentions_layouts_and_heads(gpt2, tmp_path, capsys):
    run("show", gpt2)
    assert capsys.readouterr().out.splitlines() == [
        *(f"h.{i}.attn.  gpt2, unknown number of heads" for i in range(LAYERS)),
        "3 attentions, 8 other tensors",
    ]
    path = tmp_path / "more.safetensors"
    flax = {name.replace("/", "."): t for name, t in attention("flax").items()}
    bias_k = nn.MultiheadAttention(D_MODEL, HEADS, add_bias_kv=True).state_dict()
    save_file(
        attention("gpt_neox", "h.0.self_attention.", bias=False)
        | {f"encoder.{name}": tensor for name, tensor in flax.items()}
        | {f"decoder.{name}": tensor for name, tensor in bias_k.items()},
        path,
    )
    run("show", path)
    ambiguous, of_flax, refusal, note, count = capsys.readouterr().out.splitlines()
    assert ambiguous == "h.0.self_attention.  falcon or gpt_neox, unknown number of heads"
    assert of_flax == "encoder.  flax, 3 heads"
    assert refusal.startswith("decoder.  not torch: state_dict must not hold bias_k for layout")
    assert note == (
        "Layouts joined by 'or' have the same names and shapes; only their origin decides."
    )
    assert count == "2 attentions, 0 other tensors"


def test_show_and_convert_refuse_other_tensors_in_the_same_words(tmp_path, capsys, refused):
    source, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    own = attention("llama", "self_attn.", bias=False)
    save_file(own | {"self_attn.q_proj.weight_scale": torch.ones(3)}, source)
    run("show", source)
    line, summary = capsys.readouterr().out.splitlines()
    words = "state_dict must not hold q_proj.weight_scale for layout 'llama': it scales the numbers"
    assert line.startswith(f"self_attn.  not llama: {words} of a quantized matrix")
    assert summary == "0 attentions, 0 other tensors"
    arguments = ("convert", source, target, "--from", "llama", "--to", "phi3", "--heads", HEADS)
    assert f"error: self_attn.: {words} of a quantized matrix" in refused(*arguments)
    assert not target.exists()


# Models in several files.


def in_two_files(folder, cut):
    """A model of two Llama layers in two files, cut after so many tensors, and their index."""
    tensors = attention("llama", "layers.0.self_attn.", bias=False)
    tensors |= attention("llama", "layers.1.self_attn.", bias=False) | {
        "norm.weight": torch.ones(2)
    }
    names = list(tensors)
    files = {}
    for i, part in enumerate((names[:cut], names[cut:]), 1):
        file = f"model-0000{i}-of-00002.safetensors"
        metadata = {"format": "pt"} if i == 1 else {}  # the first one's is kept
        save_file({name: tensors[name] for name in part}, folder / file, metadata)
        files |= dict.fromkeys(part, file)
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": files}))
    return tensors, index


def test_a_model_in_several_files_is_read_through_its_index(tmp_path, capsys):
    tensors, index = in_two_files(tmp_path, 6)
    run("show", index)
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "2 attentions, 1 other tensor"
    assert said.err == ""
    target = tmp_path / "out.safetensors"
    run("convert", index, target, "--from", "llama", "--to", "phi3", "--heads", HEADS)
    expected = layouts.convert(tensors, "llama", "phi3", HEADS)
    same_tensors(load_file(target), expected)
    with torch_files.safe_open(target, "pt") as file:
        assert file.metadata() == {"format": "pt"}


def test_a_file_with_an_incomplete_attention_gets_a_warning(tmp_path, capsys):
    in_two_files(tmp_path, 6)
    first, second = sorted(tmp_path.glob("model-*"))
    warning = (
        "warning: 1 incomplete attention not read: layers.1.self_attn. lacks {} (one of several "
        "files? read their index, model.safetensors.index.json)"
    )
    run("show", first)
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "1 attention, 2 other tensors"
    assert said.err == warning.format("v_proj.weight, o_proj.weight") + "\n"
    target = tmp_path / "out.safetensors"
    arguments = ("--from", "llama", "--to", "phi3", "--heads", HEADS)
    run("convert", first, target, *arguments)
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == [
        "1 attention from llama to phi3, 2 other tensors kept",
        warning.format("v_proj.weight, o_proj.weight"),
    ]
    with pytest.raises(SystemExit):
        run("convert", second, tmp_path / "other.safetensors", *arguments)
    assert capsys.readouterr().err.startswith(warning.format("q_proj.weight, k_proj.weight"))


REFUSED_ONES = {
    "a norm": lambda own: own | {"q_norm.weight": torch.ones(D_HEAD)},
    "int8": lambda own: {name: tensor.to(torch.int8) for name, tensor in own.items()},
    "two dtypes": lambda own: own | {"v_proj.weight": own["v_proj.weight"].half()},
    "pruned": lambda own: (
        {
            (f"{name}_orig" if name == "q_proj.weight" else name): tensor
            for name, tensor in own.items()
        }
        | {"q_proj.weight_mask": torch.ones(D_MODEL, D_MODEL)}
    ),
}


@pytest.mark.parametrize("fault", REFUSED_ONES)
def test_a_refused_attention_is_not_called_incomplete_but_another_one_is(fault, tmp_path, capsys):
    change = REFUSED_ONES[fault]
    path, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    own = change(attention("llama", bias=False))
    tensors = {f"h.0.attn.{name}": tensor for name, tensor in own.items()}
    save_file(tensors, path)
    run("show", path)
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.endswith("0 attentions, 0 other tensors\n")
    with pytest.raises(SystemExit):
        run("convert", path, target, "--from", "bart", "--to", "stacked", "--heads", HEADS)
    assert "warning" not in capsys.readouterr().err
    plain = attention("llama", "h.1.attn.", bias=False)
    del plain["h.1.attn.o_proj.weight"]
    save_file(tensors | plain, path)
    run("show", path)
    # Nothing shows the layout of the pruned one, and bart's first three names are Llama's too.
    missing = "out_proj.weight" if fault == "pruned" else "o_proj.weight"
    assert f"h.1.attn. lacks {missing} (one of" in capsys.readouterr().err


def test_an_incomplete_attention_is_recognized_by_its_prefix_and_an_mlp_is_not_taken_for_one(
    tmp_path, capsys
):
    path = tmp_path / "a.safetensors"
    tensors = gpt2_model()  # with mlp.c_proj.weight
    del tensors["h.1.attn.c_attn.weight"]
    save_file(tensors, path)
    run("show", path)
    assert "h.1.attn. lacks c_attn.weight (one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("{", "must have a weight_map; got another file"),
        ("[]", "must have a weight_map; got another file"),
        ('{"weight_map": []}', "must have a weight_map; got another file"),
        (
            '{"weight_map": {"a": "../a.safetensors"}}',
            "must name files of its own folder; got '../",
        ),
        ('{"weight_map": {"a": 3}}', "must name files of its own folder; got 3"),
        ('{"weight_map": {"a": "a.bin"}}', "must be a .safetensors file; got '.bin' (a pickle"),
        ('{"weight_map": {"a": "none.safetensors"}}', "none.safetensors must be a file; got noth"),
        (
            '{"weight_map": {"a": "model-00001-of-00002.safetensors"}}',
            "must name the file of each tensor; got none with a in model-00001-of-00002.safe",
        ),
    ],
)
def test_a_wrong_index_is_refused(change, said, tmp_path, refused):
    _, index = in_two_files(tmp_path, 4)
    index.write_text(change)
    assert said in refused("show", index)


# Interruptions.


@pytest.mark.parametrize("when", ["read", "write"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interruption_prints_one_line_and_leaves_no_file(
    when, name, gpt2, tmp_path, monkeypatch, capsys
):
    target = tmp_path / "torch.safetensors"
    target.write_bytes(b"precious")
    number = getattr(signal, name)
    before = signal.getsignal(number)

    def interrupted(tensors, path, metadata=None):
        Path(path).write_bytes(b"half a file")
        os.kill(os.getpid(), number)
        raise AssertionError("the signal comes first")

    if when == "write":
        monkeypatch.setattr(torch_files, "save_file", interrupted)
    else:
        monkeypatch.setattr(safetensors, "safe_open", lambda *_, **__: os.kill(os.getpid(), number))
    with pytest.raises(SystemExit) as caught:
        run(*to_torch(gpt2, target, "--force"))
    assert caught.value.code == 128 + number
    said = capsys.readouterr().err
    assert said == "python -m mha_lib.layouts: interrupted; nothing was written\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == [gpt2.name, target.name]
    assert target.read_bytes() == b"precious"
    assert signal.getsignal(number) == before


@pytest.mark.slow
def test_show_ends_silently_if_its_pipe_closes(gpt2):
    show = [sys.executable, "-m", "mha_lib.layouts", "show", str(gpt2)]
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(show)} | true; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.stderr == ""


# Names, permissions and links.


def test_control_characters_in_names_are_escaped(tmp_path, capsys, refused):
    path, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    save_file(attention("gpt2", "a\x1b[2J\nb.attn."), path)
    run("show", path)
    line, _ = capsys.readouterr().out.splitlines()
    assert line == "a\\x1b[2J\\nb.attn.  gpt2, unknown number of heads"
    assert "a\\x1b[2J\\nb.attn.: " in refused(*to_torch(path, target)[:-2])


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664])
def test_an_overwritten_file_keeps_its_permissions(mode, gpt2, tmp_path):
    target = tmp_path / "torch.safetensors"
    target.write_bytes(b"precious")
    target.chmod(mode)
    run(*to_torch(gpt2, target, "--force"))
    assert target.stat().st_mode & 0o777 == mode


def test_a_new_file_has_default_permissions(gpt2, tmp_path):
    target, plain = tmp_path / "torch.safetensors", tmp_path / "plain"
    run(*to_torch(gpt2, target))
    plain.touch()
    assert target.stat().st_mode == plain.stat().st_mode


def test_a_dangling_link_is_replaced_only_by_force(gpt2, tmp_path, refused):
    target = tmp_path / "torch.safetensors"
    target.symlink_to(tmp_path / "none")
    assert "got a link to a file that does not exist (--force overwrites it)" in refused(
        *to_torch(gpt2, target)
    )
    assert target.is_symlink()
    run(*to_torch(gpt2, target, "--force"))
    assert "h.0.attn.in_proj_weight" in load_file(target)
    assert not (tmp_path / "none").exists()


def test_show_counts_no_attention_in_other_files(tmp_path, capsys):
    path = tmp_path / "a.safetensors"
    save_file({"weight": torch.ones(3)}, path)
    run("show", path)
    assert capsys.readouterr().out == "0 attentions, 1 other tensor\n"


def test_help_lists_commands_options_and_layouts(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "1000")
    for command, listed in {
        (): [
            "usage: python -m mha_lib.layouts [-h] show|convert ...",
            "show name",
            "convert write",
        ],
        ("show",): ["usage: python -m mha_lib.layouts show [-h] file"],
        ("convert",): [
            *("--from LAYOUT", "--to LAYOUT", f"Layouts: {', '.join(LAYOUTS)}. "),
            "--heads HEADS number of heads, if the file does not show it",
            "--force overwrite the output",
            "--allow-rounding from or to t5 or gpt_neo: accept that W_Q may be rounded",
        ],
    }.items():
        with pytest.raises(SystemExit) as caught:
            run(*command, "--help")
        assert caught.value.code == 0
        said = " ".join(capsys.readouterr().out.split())
        assert [words for words in listed if words not in said] == []


def test_a_terminal_gets_a_progress_bar_that_disappears(gpt2, tmp_path, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    pytest.importorskip("tqdm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run(*to_torch(gpt2, tmp_path / "out.safetensors"))
    drawn, _, left = terminal.getvalue().rpartition("\r")
    assert "| 0/3 [" in drawn
    assert "attention/s]" in drawn
    assert left == "3 attentions from gpt2 to torch, 8 other tensors kept\n"


# Refusals: status 2, one line, and nothing written.


def to_torch(source, target, *more):
    return "convert", source, target, "--from", "gpt2", "--to", "torch", "--heads", HEADS, *more


def test_an_existing_file_is_overwritten_only_by_force(gpt2, tmp_path, refused):
    target = tmp_path / "torch.safetensors"
    target.write_bytes(b"precious")
    assert "must not exist yet; got a file (--force overwrites it)" in refused(
        *to_torch(gpt2, target)
    )
    assert target.read_bytes() == b"precious"
    run(*to_torch(gpt2, target, "--force"))
    assert "h.0.attn.in_proj_weight" in load_file(target)


def test_a_file_is_converted_in_place_only_by_force(gpt2, refused):
    before = gpt2.read_bytes()
    assert "must not exist yet" in refused(*to_torch(gpt2, gpt2))
    assert gpt2.read_bytes() == before
    run(*to_torch(gpt2, gpt2, "--force"))
    assert "h.0.attn.in_proj_weight" in load_file(gpt2)


@pytest.mark.parametrize("kind", [".bin", ".pt", ".pth", ".ckpt", ".pkl"])
def test_a_pickle_is_refused_unread(kind, gpt2, tmp_path, refused):
    pickle = tmp_path / f"model{kind}"
    torch.save({"c_attn.weight": torch.ones(3)}, pickle)
    reason = f"got {kind!r} (a pickle, which runs code when it is loaded)"
    assert reason in refused("show", pickle)
    assert reason in refused(*to_torch(pickle, tmp_path / "out.safetensors"))
    assert reason in refused(*to_torch(gpt2, tmp_path / f"out{kind}"))


def test_a_file_of_another_kind_is_refused(gpt2, refused):
    line = refused(*to_torch(gpt2, gpt2.with_suffix(".txt")))
    assert line.endswith("must be a .safetensors file; got '.txt'\n")


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError("No space left on device"), "error: No space left on device"),
        (safetensors.SafetensorError("no luck"), "torch.safetensors must be writable; got no luck"),
    ],
)
def test_a_failed_write_leaves_no_file(force, error, said, gpt2, tmp_path, monkeypatch, refused):
    target = tmp_path / "torch.safetensors"
    if force:
        target.write_bytes(b"precious")

    def half(tensors, path, metadata=None):
        Path(path).write_bytes(b"half a file")
        raise error

    monkeypatch.setattr(torch_files, "save_file", half)
    assert said in refused(*to_torch(gpt2, target, *force))
    names = [gpt2.name, *([target.name] if force else [])]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert not force or target.read_bytes() == b"precious"


def test_a_file_created_during_conversion_is_not_overwritten(gpt2, tmp_path, monkeypatch, refused):
    target = tmp_path / "torch.safetensors"
    save = torch_files.save_file

    def slow(*arguments):
        save(*arguments)
        target.write_bytes(b"precious")

    monkeypatch.setattr(torch_files, "save_file", slow)
    assert "must not exist yet" in refused(*to_torch(gpt2, target))
    assert target.read_bytes() == b"precious"
    assert len(list(tmp_path.iterdir())) == 2


def test_an_attention_that_cannot_be_converted_is_named(tmp_path, refused):
    source, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    bad = nn.MultiheadAttention(D_MODEL, HEADS, add_bias_kv=True).state_dict()
    good = attention("torch", "encoder.")
    save_file(good | {f"decoder.{name}": tensor for name, tensor in bad.items()}, source)
    line = refused("convert", source, target, "--from", "torch", "--to", "gpt2", "--heads", HEADS)
    assert "decoder.: state_dict must not hold bias_k for layout 'torch'" in line
    save_file(bad, source)
    line = refused("convert", source, target, "--from", "torch", "--to", "gpt2", "--heads", HEADS)
    assert "error: top level: state_dict must not hold bias_k for layout 'torch'" in line
    assert not target.exists()


def test_other_wrong_arguments_are_refused(gpt2, tmp_path, refused):
    target = tmp_path / "out.safetensors"
    convert = ("convert", gpt2, target, "--from", "gpt2", "--to")
    assert "h.0.attn.: --heads must be given for layout 'gpt2'" in refused(*convert, "torch")
    assert "n_heads must divide d_model" in refused(*convert, "torch", "--heads", 5)
    assert "n_heads must be at least 1; got 0" in refused(*convert, "torch", "--heads", 0)
    assert "invalid int value: 'many'" in refused(*convert, "torch", "--heads", "many")
    assert "argument --to: layout must be one of 'albert', " in refused(*convert, "tensorflow")
    assert "must say which of Megatron-LM's orders: 'megatron_v0'" in refused(*convert, "megatron")
    assert "arguments are required: --to" in refused(*convert[:-1])
    assert "arguments are required: --from" in refused(*convert[:3], "--to", "torch")
    wrong = (*convert[:3], "--from", "tensorflow", "--to", "torch")
    assert "argument --from: layout must be one of 'albert', " in refused(*wrong)
    assert "params must have no biases for layout 't5'" in refused(*convert, "t5", "--heads", HEADS)
    bert = ("convert", gpt2, target, "--from", "bert", "--to", "torch")
    assert "must contain an attention of layout 'bert'" in refused(*bert)
    assert "must be a file; got nothing" in refused("show", tmp_path / "none.safetensors")
    assert "a folder that exists" in refused(*to_torch(gpt2, tmp_path / "no" / "x.safetensors"))
    folder = tmp_path / "folder.safetensors"
    folder.mkdir()
    assert "must not exist yet; got a folder" in refused(*to_torch(gpt2, folder, "--force"))
    assert "must be a file; got a folder" in refused("show", folder)
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(gpt2.read_bytes()[:-7])
    assert "must be a whole safetensors file; got" in refused("show", broken)
    assert "must be a whole safetensors file; got" in refused(*to_torch(broken, target))
    assert "arguments are required: show|convert" in refused()
    assert not target.exists()


def test_without_tqdm_convert_works_without_a_progress_bar(gpt2, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)  # an import of it fails
    run(*to_torch(gpt2, tmp_path / "out.safetensors"))
    assert (tmp_path / "out.safetensors").exists()


@pytest.mark.slow
def test_from_a_shell(gpt2, tmp_path):
    arguments = map(str, to_torch(gpt2.name, "out.safetensors"))
    done = subprocess.run(
        [sys.executable, "-m", "mha_lib.layouts", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout) == (0, "")
    # No terminal, no bar.
    assert done.stderr == "3 attentions from gpt2 to torch, 8 other tensors kept\n"
    assert "h.0.attn.in_proj_weight" in load_file(tmp_path / "out.safetensors")


def test_dtypes_that_torch_cannot_compute_with_are_refused_in_one_line(tmp_path, refused):
    source, target = tmp_path / "a.safetensors", tmp_path / "b.safetensors"
    state = {
        name: t.to(torch.float8_e4m3fn) for name, t in attention("t5", "SelfAttention.").items()
    }
    save_file(state, source)
    line = refused("convert", source, target, "--from", "t5", "--to", "stacked", "--heads", HEADS)
    assert "SelfAttention.: " in line
    assert not target.exists()


def test_parse_reads_tensors_from_the_bytes_of_a_file(tmp_path):
    tensors = {"a": torch.randn(2, 3), "b": torch.arange(4)}
    torch_files.save_file(tensors, tmp_path / "a.safetensors")
    torch.testing.assert_close(parse((tmp_path / "a.safetensors").read_bytes()), tensors)
