"""device_sharding.js: which device holds which parameters, compared with tensors that are cut."""

import pytest
import torch

from tests.helpers import javascript

D_MODEL, D_HEAD, TOKENS, BYTES = 7, 6, 32, 4
BETWEEN, EQUAL = "between heads", "packed matrix in equal parts"


def sizes(heads, key_heads, devices):
    return {
        "heads": heads,
        "kvHeads": key_heads,
        "devices": devices,
        "dModel": D_MODEL,
        "dHead": D_HEAD,
        "tokens": TOKENS,
        "bytes": BYTES,
    }


def run(body, **values):
    return javascript.run("device_sharding.js", body, **values)


def held(given, cut):
    """What each device holds: of each matrix the heads' columns, as pairs."""
    pieces = run("return m.cutMatrices(sizes, cut);", sizes=given, cut=cut)
    found = [{letter: [] for letter in "QKVO"} for _ in range(given["devices"])]
    for piece in pieces:
        columns = [(piece["head"], column) for column in range(piece["from"], piece["to"])]
        found[piece["device"]][piece["matrix"]] += columns
    return found


@pytest.mark.parametrize(
    ("heads", "key_heads", "devices"),
    [(4, 4, 2), (4, 2, 2), (4, 4, 3), (8, 2, 8), (6, 3, 4), (12, 4, 8), (3, 1, 5), (1, 1, 1)],
)
def test_between_heads_each_device_has_its_heads_and_the_keys_that_they_use(
    heads, key_heads, devices
):
    found = held(sizes(heads, key_heads, devices), BETWEEN)
    key_of = torch.arange(key_heads).repeat_interleave(heads // key_heads)
    shares = torch.arange(heads).tensor_split(devices)
    for own, share in zip(found, shares, strict=True):
        queries = [(head, column) for head in share.tolist() for column in range(D_HEAD)]
        keys = [(k, c) for k in key_of[share].unique().tolist() for c in range(D_HEAD)]
        assert own == {"Q": queries, "K": keys, "V": keys, "O": queries}


@pytest.mark.parametrize(
    ("heads", "key_heads", "devices"), [(4, 4, 2), (5, 5, 2), (6, 3, 4), (8, 1, 5), (3, 3, 9)]
)
def test_equal_parts_cut_the_packed_matrix(heads, key_heads, devices):
    found = held(sizes(heads, key_heads, devices), EQUAL)
    names = [(letter, head, column)
             for letter, n in (("Q", heads), ("K", key_heads), ("V", key_heads))
             for head in range(n) for column in range(D_HEAD)]  # fmt: skip
    wide = len(names)
    for device, own in enumerate(found):
        begin, end = (round(m * wide / devices) for m in (device, device + 1))
        part = names[begin:end]
        for letter in "QKV":
            assert own[letter] == [(h, c) for name, h, c in part if name == letter]


def test_parameters_per_device_are_counted():
    body = "return m.parametersPerDevice(m.cutMatrices(sizes, cut), sizes);"
    # 4 heads and 2 KV heads on 3 devices: 2 + 1 + 1 heads, and each has one KV head.
    block = D_MODEL * D_HEAD
    found = run(body, sizes=sizes(4, 2, 3), cut=BETWEEN)
    assert found == [(2 + 2 + 2) * block, (1 + 2 + 1) * block, (1 + 2 + 1) * block]
    assert sum(run(body, sizes=sizes(5, 5, 2), cut=EQUAL)) == 4 * 5 * block


@pytest.mark.parametrize("devices", [1, 2, 3, 8])
def test_a_ring_all_reduce_sends_the_bytes_of_the_formula(devices):
    """Played: parts of a sum go round until each device has had all, then the result goes."""
    found = run("return m.communication(sizes);", sizes=sizes(8, 8, devices))
    numbers = torch.arange(devices * devices * 5.0).view(devices, devices, 5)
    total, sent = numbers.sum(dim=0), 0
    mine = numbers.clone()  # (devices, parts, numbers of a part)
    for rounds, add in ((devices - 1, True), (devices - 1, False)):
        for step in range(rounds):
            before = mine.clone()
            for device in range(devices):
                part = (device - step + (0 if add else 1)) % devices
                to = (device + 1) % devices
                mine[to, part] = before[to, part] * add + before[device, part]
                sent += mine[to, part].numel() if device == 0 else 0
    assert torch.equal(mine, total.expand(devices, -1, -1))
    share = sent / total.numel()  # the fraction of the sum that one device sends
    assert found["sent"] == pytest.approx(share * TOKENS * D_MODEL * BYTES)
    assert found["summed"] == (TOKENS * D_MODEL * BYTES if devices > 1 else 0)


def displayed(cut=BETWEEN, **given):
    sizes_of = {**sizes(8, 8, 2), "dModel": 1024, "dHead": 128, "tokens": 4096, "bytes": 2, **given}
    pieces = "m.cutMatrices(sizes, cut)"
    body = f"return m.describeSharding({pieces}, sizes, cut).filter(Boolean).join(' ');"
    return run(body, sizes=sizes_of, cut=cut)


def test_describe_gives_the_sentences_of_each_case():
    assert displayed(devices=1) == "8 heads on 1 device: nothing is communicated."
    assert displayed(devices=3) == (
        "8 heads on 3 devices: 3 + 3 + 2. The fullest device holds 38% of the 4,194,304 "
        "parameters. Forward, 4,096 × 1,024 values are summed (8.39 MB); for this, each device "
        "sends 11.2 MB. Backward, as many values are summed."
    )
    assert "Devices 2, 3 and 4 have none." in displayed(devices=5, heads=2, kvHeads=2)
    assert "Devices 2 and 3 have none." in displayed(devices=4, heads=2, kvHeads=2)
    idle = displayed(devices=3, heads=2, kvHeads=2)
    assert "Device 2 has none." in idle
    assert "for this, each device, even one without heads, sends 11.2 MB." in idle
    # Two KV heads, each on two devices: 2 copies of keys and of values.
    copied = displayed(devices=4, kvHeads=2)
    assert "A KV head is on up to 2 devices: 2 copies, 524,288 more parameters." in copied
    assert copied.endswith("Backward, as many values are summed, and the gradients of the copies.")
    assert "A KV head is on all devices: 1 copy" in displayed(devices=2, kvHeads=1)
    assert "copies" not in displayed(devices=2, kvHeads=2)


def test_describe_reports_heads_that_a_packed_cut_splits():
    wrong = "computes something else."
    no_head = "No head has its queries, keys and values on one device."
    assert no_head in displayed(EQUAL)
    assert wrong in displayed(EQUAL)
    # Of one head with its keys and values, in three: a device each. In one: all together.
    assert no_head in displayed(EQUAL, heads=1, kvHeads=1, devices=3)
    assert "Forward" not in displayed(EQUAL)
    # Ten blocks in two: the second half is the last three queries, the KV head and its values.
    assert "3 heads of 8 have queries, keys and values on one device." in displayed(
        EQUAL, kvHeads=1
    )
    one = displayed(EQUAL, heads=4, kvHeads=1)  # the same of six blocks: the last query alone
    assert "1 head of 4 has queries, keys and values on one device." in one


@pytest.mark.parametrize(
    ("before", "heads", "after"),
    [((8, 8), 6, 6), ((8, 4), 6, 3), ((8, 4), 12, 4), ((8, 1), 1, 1), ((8, 8), 16, 16)],
)
def test_the_number_of_kv_heads_follows_the_number_of_heads(before, heads, after):
    """As many KV heads as heads if none are shared; otherwise a divisor, at most the old number."""
    given = sizes(*before, 2)
    assert run("return m.kvHeadsFor(heads, sizes);", heads=heads, sizes=given) == after


def test_a_matrix_is_named_with_its_shape():
    body = "return ['Q', 'K', 'O'].map((name, i) => m.formatMatrix(name, [200, 2, 200][i], sizes));"
    named = run(body, sizes=sizes(200, 2, 2))
    assert named == ["W_Q (7 × 1,200)", "W_K (7 × 12)", "W_O (1,200 × 7)"]


def test_each_device_has_a_row_with_its_heads_and_bytes():
    lines = run(
        "return m.formatDeviceRows(m.cutMatrices(sizes, cut), sizes);",
        sizes=sizes(5, 5, 2),
        cut=EQUAL,
    )
    # Queries, keys and values, five blocks of 6 columns each, cut at 45; W_O's 30 rows at 15.
    numbers = (45 + 15) * D_MODEL
    size = f"{numbers} ({numbers * BYTES / 1000:.2f} kB)"
    assert lines == [
        ["0", "0–4", "0–1, part of 2", "none", "0–1, part of 2", size],
        ["1", "none", "part of 2, 3–4", "0–4", "part of 2, 3–4", size],
    ]


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ([], "none"),
        ([(2, 0, 6)], "2"),
        ([(0, 0, 6), (1, 0, 6), (2, 0, 3)], "0–1, part of 2"),
        ([(0, 4, 6), (1, 0, 6), (2, 0, 3)], "part of 0, 1, part of 2"),
        ([(3, 1, 4)], "part of 3"),
        ([(3, 2, 4)], "part of 3"),  # as far from both ends
    ],
)
def test_heads_are_named_in_their_order(held, said):
    pieces = [{"head": head, "from": begin, "to": end} for head, begin, end in held]
    assert run("return m.formatHeads(pieces, 6);", pieces=pieces) == said


@pytest.mark.parametrize("cut", [BETWEEN, EQUAL])
@pytest.mark.parametrize(("heads", "key_heads", "devices"), [(6, 2, 3), (6, 6, 4), (4, 1, 3)])
def test_whole_heads_are_those_that_one_device_holds_completely(heads, key_heads, devices, cut):
    of = sizes(heads, key_heads, devices)
    found = run("return m.completeHeads(m.cutMatrices(sizes, cut), sizes);", sizes=of, cut=cut)
    keys = torch.arange(key_heads).repeat_interleave(heads // key_heads).tolist()

    def whole(own, head):
        wanted = (("Q", head), ("K", keys[head]), ("V", keys[head]))
        return all([h for h, _ in own[letter]].count(i) == D_HEAD for letter, i in wanted)

    together = [h for h in range(heads) if any(whole(own, h) for own in held(of, cut))]
    assert found == together
    assert cut == EQUAL or found == list(range(heads))


def test_as_many_devices_as_heads_have_one_each():
    assert "without heads" not in displayed(devices=4, heads=4, kvHeads=4)
