"""DeviceSharding in a page: picture and sentences agree with the tensors that the devices hold."""

import re

import pytest

from mha_lib.widgets import DeviceSharding
from mha_lib.widgets.device_sharding import CUTS
from tests.browser.pages import move, settle, state

# Of each matrix: of each head's block the devices in it, and how wide each one's part is. A part of
# a head has no number.
BLOCKS = """(matrices) => matrices.map((matrix) =>
    [...matrix.querySelectorAll(".mha-block")].map((block) =>
        [...block.children].map((part) => [part.textContent, Number(part.style.flexGrow)])))
"""


def drawn(page):
    return page.locator(".mha-sharded-matrix").evaluate_all(BLOCKS)


def expected(page):
    """The same from the pieces that the page computed."""
    found, d_head = [], state(page)["sizes"]["dHead"]

    def part(piece):
        width = piece["to"] - piece["from"]
        return [str(piece["device"]) if width == d_head else "", width]

    for letter in "QKVO":
        own = [piece for piece in state(page)["pieces"] if piece["matrix"] == letter]
        heads = range(max(piece["head"] for piece in own) + 1)
        found.append([[part(piece) for piece in own if piece["head"] == head] for head in heads])
    return found


SIZES = """(parts) => parts.map((part) => {
    const { width, height } = part.getBoundingClientRect();
    return [width, height];
})"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_copy_of_a_kv_head_is_as_large_as_the_original(open_widget, width):
    page = open_widget(DeviceSharding(12, 3, n_devices=8), width=width)
    for matrix in (1, 2):  # W_K and W_V: three KV heads on eight devices
        parts = page.locator(".mha-sharded-matrix").nth(matrix).locator(".mha-block span")
        sizes = parts.evaluate_all(SIZES)
        assert len(sizes) == sum(
            piece["matrix"] == "QKVO"[matrix] for piece in state(page)["pieces"]
        )
        assert len(sizes) > 3
        for i in (0, 1):
            lengths = [size[i] for size in sizes]
            assert max(lengths) - min(lengths) < 1.5 < 10 < min(lengths)


def test_the_note_says_which_blocks_are_copies_and_which_are_cut(open_widget):
    page = open_widget(DeviceSharding(12, 2, n_devices=8))
    note = page.locator(".mha-note")
    assert note.inner_text().endswith("“0 × 3”: 3 devices hold copies of the whole KV head 0.")
    keys = page.locator(".mha-sharded-matrix").nth(1).locator(".mha-head-number")
    assert keys.all_inner_texts() == ["0 × 3", "1 × 5"]
    page.get_by_text("packed matrix in equal parts").click()
    settle(page)
    assert note.inner_text().endswith("A block of several colors is cut between devices.")
    assert keys.all_inner_texts() == ["0", "1"]
    move(page.get_by_label("devices", exact=True), 1)
    settle(page)
    assert note.inner_text().endswith("the number at its edge is its head.")


@pytest.mark.parametrize("cut", CUTS)
def test_the_matrices_and_the_table_show_what_the_devices_hold(open_widget, cut):
    page = open_widget(DeviceSharding(6, 3, n_devices=4, d_model=60, cut=cut))
    assert drawn(page) == expected(page)
    rows = page.locator(".mha-device-table tbody tr")
    displayed = [
        int(n.split()[0].replace(",", ""))
        for n in rows.locator("td:nth-child(6)").all_inner_texts()
    ]
    assert displayed == state(page)["parameters"]
    assert page.locator(".mha-device-sum").is_visible() is (cut == "between heads")


def test_every_control_changes_the_drawing(open_widget):
    page = open_widget(DeviceSharding(8, n_devices=2, d_model=64))
    say = page.locator(".mha-sentences")

    def place(label, to):
        move(page.get_by_label(label, exact=True), to)
        settle(page)
        return state(page)["sizes"]

    assert place("devices", 2)["devices"] == 3
    assert say.inner_text().startswith("8 heads on 3 devices: 3 + 3 + 2.")
    assert place("KV heads", 1)["kvHeads"] == 2  # the second divisor of 8
    # Six heads cannot share two KV heads unequally: they share two, three each.
    assert {place("heads", 5)[name] for name in ("heads", "kvHeads")} == {6, 2}
    assert place("heads", 4)["kvHeads"] == 1
    assert place("tokens", 3)["tokens"] == 8
    assert "8 × 64 values are summed" in say.inner_text()
    page.get_by_role("radio", name=CUTS[1], exact=True).check()
    settle(page)
    assert drawn(page) == expected(page)
    assert "computes something else" in say.inner_text()


def test_shapes_bytes_and_the_parts_of_the_sum_are_shown(open_widget):
    page = open_widget(DeviceSharding(6, 3, n_devices=8, d_model=60, d_head=7, tokens=32))
    assert page.locator(".mha-sharded-matrix figcaption").all_inner_texts() == [
        "W_Q (60 × 42)",
        "W_K (60 × 21)",
        "W_V (60 × 21)",
        "W_O (42 × 60)",
    ]
    parts = " + ".join(f"device {device}" for device in range(6))  # the others have no head
    assert (
        page.locator(".mha-device-sum").inner_text()
        == f"summed over the devices: {parts} = output (32 × 60)"
    )
    displayed = page.locator(".mha-device-table tbody tr").first.locator("td").last.inner_text()
    assert displayed == "1,680 (3.36 kB)"


def test_a_slider_shows_its_value(open_widget):
    page = open_widget(DeviceSharding(12, 4, n_devices=5, tokens=2048))
    for label, text in (("devices", "5"), ("heads", "12"), ("KV heads", "4"),
                        ("tokens", "2,048")):  # fmt: skip
        slider = page.get_by_label(label, exact=True)
        assert slider.get_attribute("aria-valuetext") == text


def test_one_device_communicates_nothing(open_widget):
    page = open_widget(DeviceSharding(4, n_devices=1))
    assert page.locator(".mha-device-sum").is_hidden()
    assert re.fullmatch(
        "4 heads on 1 device: nothing is communicated. *", page.inner_text(".mha-sentences")
    )
