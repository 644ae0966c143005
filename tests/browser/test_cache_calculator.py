"""CacheCalculator in a page: every control changes numbers, bars, groups and words."""

import pytest
import torch

from mha_lib.widgets import CacheCalculator
from tests.browser.pages import move, press, settle, state

DEVICE_BYTES = 80 * 10**9


def slider(page, name):
    return page.get_by_label(name, exact=True)


def choose(page, name):
    page.get_by_label("model", exact=True).select_option(label=name)
    settle(page)


def press_radio(page, group, name):
    fieldset = page.get_by_role("group", name=group)
    press(page, fieldset.get_by_role("radio", name=name, exact=True).element_handle())


def said(page):
    settle(page)
    return page.locator(".mha-sentences").inner_text()


def held(now, tokens, batch, dtype):
    """Bytes of the tensors in a cache of the given sizes."""
    shape = (now["n_layers"], 2, batch, now["n_kv_heads"], tokens, now["d_head"])
    return torch.empty(shape, dtype=dtype, device="meta").nbytes


def test_it_starts_with_the_bytes_of_a_model(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B"))
    now = state(page)
    assert now["cache"] == held(now, 4096, 1, torch.bfloat16) == 2**31
    assert now["weights"] == 2 * 6_738_415_616
    assert now["maxBatch"] == (DEVICE_BYTES - now["weights"]) // 2**31
    table = 2 * 32_000 * 4096  # bytes of the embedding, of which a step reads a few rows
    assert now["seconds"] == (now["weights"] - table + 2**31) / 3.35e12
    assert "= 524,288 bytes." in said(page)


def test_every_control_changes_the_bytes_as_torch_counts_them(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B"))
    move(slider(page, "KV heads"), 3)  # the divisors of 32 are 1, 2, 4, 8, ...
    move(slider(page, "tokens"), 6)  # from 2^7
    move(slider(page, "conversations"), 5)
    press_radio(page, "a cached value takes", "1 byte")
    now = state(page)
    assert now["n_kv_heads"] == 8
    assert now["cache"] == held(now, 2**13, 2**5, torch.float8_e4m3fn)
    assert now["conversation"] == now["cache"] / 2**5
    assert "tokens a second, " in said(page)
    assert "it takes 4 times the cache and 1.61 GB more in weights." in said(page)


def test_three_numbers_above_the_sentences_change_with_the_controls(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B", batch=16))
    shown = page.locator(".mha-headlines")
    assert shown.locator("b").all_inner_texts() == ["30", "14.2 ms", "1,127"]
    move(slider(page, "KV heads"), 3)
    settle(page)
    assert shown.locator("b").all_inner_texts() == ["126", "6.03 ms", "2,654"]
    move(slider(page, "conversations"), 7)  # 128
    settle(page)
    assert shown.locator("b").all_inner_texts() == ["126", "–", "–"]
    assert "conversations fit" in shown.inner_text()


def test_choosing_a_device_sets_its_memory_and_bandwidth(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B"))
    before = state(page)
    page.get_by_label("device", exact=True).select_option(label="RTX 4090 24 GB, 1.01 TB/s")
    now = state(page)
    assert now["maxBatch"] == (24 * 10**9 - now["weights"]) // 2**31 == 4
    assert now["seconds"] == pytest.approx(before["seconds"] * 3350 / 1008)
    assert "the rest of 24 GB holds 4 such" in said(page)
    assert "the line marks 24 GB" in page.locator(".mha-bytes figcaption").inner_text()
    assert page.get_by_text(
        "Memory, bandwidth and speed from NVIDIA's whitepaper on Ada."
    ).is_visible()


@pytest.mark.slow
def test_weights_of_half_a_byte_take_a_quarter(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B"))
    press_radio(page, "a weight takes", "½ byte")
    assert state(page)["weights"] == 6_738_415_616 / 2
    press_radio(page, "a weight takes", "1 byte")
    assert state(page)["weights"] == 6_738_415_616


def test_eight_kv_heads_are_copied_on_sixteen_devices(open_widget):
    page = open_widget(CacheCalculator("Llama 3 8B"))
    whole = state(page)
    for place, share in (3, 8), (4, 8):  # 8 and 16 devices
        move(slider(page, "devices"), place)
        now = state(page)
        assert now["fullest"]["cache"] == whole["cache"] / share
    assert now["copies"] == 2
    assert "A device holds 1 of 8 KV heads: each, with its cache, is on 2 devices." in said(page)
    groups = page.locator(".mha-group").all()
    for key, group in enumerate(groups):
        assert group.locator("b").all_inner_texts() == [str(key)] * 2
        assert group.locator(".mha-holders").inner_text() == f"devices {2 * key}–{2 * key + 1}"
        boxes = [block.bounding_box() for block in group.locator("b").all()]
        assert boxes[0]["width"] == boxes[1]["width"] > 8
    assert "a block for each device" in page.locator(".mha-sharing figcaption").inner_text()
    move(slider(page, "devices"), 3)
    assert page.locator(".mha-group b").all_inner_texts() == [str(key) for key in range(8)]
    move(slider(page, "devices"), 4)
    assert "One of the 16 devices." in page.locator(".mha-bytes figcaption").inner_text()


def test_choosing_a_model_sets_its_sizes(open_widget):
    page = open_widget(CacheCalculator("Llama 2 7B", n_kv_heads=4))
    for name, sizes in {"Falcon 7B": (32, 71, 1, 64), "Llama 2 70B": (80, 64, 8, 128)}.items():
        choose(page, name)
        now = state(page)
        assert tuple(now[k] for k in ("n_layers", "n_heads", "n_kv_heads", "d_head")) == sizes
        assert now["cache"] == held(now, 4096, 1, torch.float16)
    assert "The weights take 138 GB, more than 80 GB." in said(page)


@pytest.mark.slow
def test_the_reader_s_own_sizes_have_sliders(open_widget):
    page = open_widget(CacheCalculator("Llama 3 8B"))
    assert not slider(page, "layers").is_visible()
    choose(page, "your own")
    assert slider(page, "layers").is_visible()
    move(slider(page, "layers"), 11)
    move(slider(page, "query heads"), 11)
    move(slider(page, "width of a head"), 3)
    now = state(page)
    assert (now["n_layers"], now["n_heads"], now["d_head"]) == (12, 12, 96)
    assert now["n_kv_heads"] == 6  # the largest divisor of 12 that is no more than 8
    assert now["weights"] == 2 * 8 * 10**9  # Llama's 8.03
    move(slider(page, "weights"), 19)
    assert now["weights"] < state(page)["weights"] == 2 * 2 * 10**10


@pytest.mark.slow
def test_lines_join_query_heads_and_their_kv_heads(open_widget):
    page = open_widget(CacheCalculator("GPT-2 small", n_kv_heads=4))
    keys = torch.arange(4).repeat_interleave(3)
    for key, group in enumerate(page.locator(".mha-group").all()):
        assert group.locator("b").inner_text() == str(key)
        own = [int(query) for query in group.locator("span").all_inner_texts()]
        assert own == (keys == key).nonzero().flatten().tolist()
    assert "Each of the 4 KV heads serves 3 query heads." in said(page)


@pytest.mark.parametrize(("kv_heads", "colored"), [(8, True), (16, False)])
def test_up_to_eight_kv_heads_have_colors(open_widget, kv_heads, colored):
    page = open_widget(CacheCalculator("Llama 2 7B", n_kv_heads=kv_heads))
    hues = page.locator(".mha-group").evaluate_all(
        "(all) => all.map((group) => group.style.getPropertyValue('--mha-hue'))"
    )
    assert len(hues) == kv_heads
    assert len(set(hues)) == (kv_heads if colored else 1)


@pytest.mark.slow
def test_many_query_heads_are_labeled_by_first_and_last(open_widget):
    page = open_widget(CacheCalculator("Llama 2 70B"))
    displayed = page.locator(".mha-group .mha-queries").all_inner_texts()
    assert displayed == [f"{8 * key}–{8 * key + 7}" for key in range(8)]


def test_sliders_show_and_announce_their_sizes(open_widget):
    page = open_widget(CacheCalculator("Llama 2 70B", tokens=2048, batch=4))
    for name, place, displayed in (
        ("KV heads", "3", "8"),  # the divisors of 64 are 1, 2, 4, 8, ...
        ("tokens", "4", "2,048"),  # from 2^7
        ("conversations", "2", "4"),
    ):
        assert slider(page, name).input_value() == place
        assert slider(page, name).get_attribute("aria-valuetext") == displayed


@pytest.mark.parametrize(
    ("model", "batch"), [("Llama 2 7B", 4), ("Llama 2 7B", 64), ("Llama 3.1 405B", 1)]
)
def test_the_bars_and_the_mark_have_one_scale(open_widget, model, batch):
    page = open_widget(CacheCalculator(model, batch=batch))
    now = state(page)
    scale = max(DEVICE_BYTES, now["weights"] + now["cache"])
    rail = page.locator(".mha-bytes .mha-rail").first.bounding_box()
    bars = [bar.bounding_box() for bar in page.locator(".mha-bytes .mha-rail > div").all()]
    shares = [now["weights"] / scale, now["cache"] / scale]
    assert [bar["width"] / rail["width"] for bar in bars] == pytest.approx(shares, abs=0.01)
    starts = [(bar["x"] - rail["x"]) / rail["width"] for bar in bars]
    assert starts == pytest.approx([0, shares[0]], abs=0.01)  # the cache after the weights
    mark = page.locator(".mha-bytes i").bounding_box()["x"] - rail["x"]
    assert mark / rail["width"] == pytest.approx(DEVICE_BYTES / scale, abs=0.01)
