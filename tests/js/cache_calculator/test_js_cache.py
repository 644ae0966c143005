"""cache.js: exact byte counts, shared and copied KV heads, decode times, and the sentences.

The numbers in `BY_HAND` were worked out with pencil and paper.
"""

import re
from pathlib import Path

import nbformat
import pytest
import torch

from mha_lib.widgets.cache_calculator import DEVICES, OFFERED, PUBLISHED
from tests.helpers import javascript

ROOT = Path(__file__).parents[3]
LLAMA = {"n_layers": 32, "n_heads": 32, "n_kv_heads": 32, "d_head": 128}
MODELS = {known["name"]: known for known in PUBLISHED}
H100 = next(known for known in DEVICES if known["name"] == "H100 80 GB")
# 1 layer, 4 heads of width 10, so d_model 40. One KV head: 2 * 10 * 40 = 800 weights.
SMALL = {
    "name": "small", "n_layers": 1, "n_heads": 4, "n_kv_heads": 2, "d_head": 10,
    "parameters": 10_000, "per_kv_head": 800, "in_tables": 0, "context": 1000, "source": "",
}  # fmt: skip
SMALL_DEVICE = {
    "name": "room", "memory": 100_000, "bandwidth": 1_000_000, "flops": 10**12, "source": "",
}  # fmt: skip


def choice(model="Llama 2 7B", device=H100, *, published=True, **changes):
    known = MODELS.get(model, SMALL)
    sizes = {name: changes.pop(name, known[name]) for name in LLAMA}
    rest = {"tokens": 4096, "batch": 1, "n_bytes": 2, "weight_bits": 16, "n_devices": 1}
    given = {"sizes": sizes, "device": device, "parameters": 0, **rest, **changes}
    given["deviceCounts"] = OFFERED["n_devices"]
    return given | ({"published": known} if published else {})


def costs(*args, **options):
    return javascript.run("cache.js", "return m.costs(choice);", choice=choice(*args, **options))


def story(*args, **options):
    return javascript.run(
        "cache.js", "return m.describeCosts(choice);", choice=choice(*args, **options)
    )


@pytest.mark.parametrize("n_kv_heads", [1, 4, 32])
@pytest.mark.parametrize(("dtype", "n_bytes"), [(torch.float8_e4m3fn, 1), (torch.bfloat16, 2)])
def test_cache_bytes_equal_those_of_torch_tensors(n_kv_heads, dtype, n_bytes):
    batch, tokens = 2, 8
    one = torch.empty(batch, n_kv_heads, tokens, 128, dtype=dtype, device="meta")
    found = costs(n_kv_heads=n_kv_heads, tokens=tokens, batch=batch, n_bytes=n_bytes)
    assert found["cache"] == 32 * 2 * one.nbytes
    assert found["conversation"] == found["cache"] / batch
    assert found["token"] == found["conversation"] / tokens


def test_the_largest_number_of_bytes_is_exact():
    sizes = {"n_layers": 128, "n_heads": 128, "n_kv_heads": 128, "d_head": 256}
    found = costs(tokens=2**20, batch=1024, published=False, parameters=10**9, **sizes)
    assert found["cache"] == 2 * 128 * 128 * 256 * 2**20 * 1024 * 2


# A token of SMALL leaves 2 * 1 layer * 2 KV heads * 10 numbers * 2 bytes = 80 bytes, so 100 tokens
# 8,000. Its weights take 20,000 bytes; 80,000 are left in 100,000, for 10 conversations. A step
# for 5 reads 20,000 + 40,000 bytes: 0.06 s at 10^6 bytes a second, 5 tokens.
BY_HAND = [
    ({}, {"token": 80, "conversation": 8000, "weights": 20_000, "maxBatch": 10}),
    ({"batch": 5}, {"cache": 40_000, "seconds": 0.06, "rate": 5 / 0.06}),
    # Weights of half a byte: 5,000, and 95,000 / 8,000 is 11.9. Numbers of 1 byte: 20 fit.
    ({"weight_bits": 4}, {"weights": 5000, "maxBatch": 11, "seconds": 0.013}),
    ({"n_bytes": 1}, {"token": 40, "conversation": 4000, "maxBatch": 20}),
    # 1 KV head in place of 2: 800 weights less, 18,400 bytes; 81,600 / 4,000 is 20.4.
    ({"n_kv_heads": 1}, {"token": 40, "weights": 18_400, "maxBatch": 20}),
    # 4 in place of 2: 1,600 weights more, 23,200 bytes; 76,800 / 16,000 is 4.8.
    ({"n_kv_heads": 4}, {"token": 160, "weights": 23_200, "maxBatch": 4}),
    # On 2 devices: half of all. 90,000 / 4,000 is 22.5; a step reads 10,000 + 4,000 bytes.
    ({"n_devices": 2}, {"weights": 20_000, "copies": 1, "maxBatch": 22, "seconds": 0.014}),
    # On 4: a query head each, and its KV head, which is on 2. Of 10,000 weights 8,400 are shared
    # by four, 2,100 each, and 800 come on top: 5,800 bytes. 94,200 / 4,000 is 23.55.
    ({"n_devices": 4}, {"copies": 2, "maxBatch": 23, "seconds": 0.0098}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "found"), BY_HAND)
def test_costs_equal_hand_computed_numbers(options, found):
    by_node = costs("small", SMALL_DEVICE, tokens=100, **options)
    assert {name: by_node[name] for name in found} == pytest.approx(found, rel=1e-12)


def test_the_fullest_of_four_devices_holds_the_hand_computed_bytes():
    held = costs("small", SMALL_DEVICE, tokens=100, n_devices=4, batch=3)["fullest"]
    assert held == {
        "kvHeads": 1,
        "weights": 5800,
        "conversation": 4000,
        "cache": 12_000,
        "read": 17_800,
    }


def test_fewer_kv_heads_also_make_the_weights_smaller():
    left, one = 80 * 10**9 - 2 * 6_738_415_616, 2**31  # one conversation of 4,096 tokens
    assert costs()["maxBatch"] == left // one == 30
    saved = 2 * 2 * 32 * 4096 * 24 * 128  # bytes of 24 KV heads' columns of W_K and W_V
    assert costs(n_kv_heads=8)["weights"] == 2 * 6_738_415_616 - saved
    assert costs(n_kv_heads=8)["maxBatch"] == (left + saved) // (one // 4) == 126


def test_each_of_eight_kv_heads_is_on_two_of_sixteen_devices():
    on_8, on_16 = (costs("Llama 3 8B", n_devices=n)["fullest"] for n in (8, 16))
    assert (on_8["kvHeads"], on_16["kvHeads"]) == (1, 1)
    assert on_8["conversation"] == on_16["conversation"] == 2 * 32 * 128 * 2 * 4096
    assert costs("Llama 3 8B", n_devices=16)["copies"] == 2
    kv = 2 * 32 * 4096 * 8 * 128  # weights of W_K and W_V
    assert on_16["weights"] == 2 * ((8_030_261_248 - kv) // 16 + kv // 8)


def test_more_devices_than_heads_do_not_shrink_the_cache_per_device():
    on_4, on_8 = (costs("small", SMALL_DEVICE, tokens=100, n_devices=n) for n in (4, 8))
    assert on_4["fullest"]["conversation"] == on_8["fullest"]["conversation"]
    assert on_8["fullest"]["weights"] == 2 * (8400 // 8 + 800)


@pytest.mark.parametrize(
    ("heads", "kv_heads", "devices"),
    [
        (32, 8, 1),
        (32, 8, 4),
        (32, 8, 16),
        (4, 4, 8),
        (6, 3, 2),  # heads 0 1 | 2 3 | 4 5 in groups, cut after 2: the middle one twice
        (12, 3, 8),  # cuts at 2 4 6 8 9 10 11: groups end at 4 and 8
        (71, 1, 3),
        (6, 2, 4),  # heads 0 1 | 2 3 | 4 | 5, and the second group starts at 3
    ],
)
def test_a_device_holds_the_kv_heads_that_its_query_heads_read(heads, kv_heads, devices):
    sizes = {"n_heads": heads, "n_kv_heads": kv_heads}
    found = javascript.run(
        "cache.js", "return m.kvHeadsPerDevice(sizes, devices);", sizes=sizes, devices=devices
    )
    of_queries = torch.arange(kv_heads).repeat_interleave(heads // kv_heads)
    assert found == [part.unique().tolist() for part in of_queries.tensor_split(devices)]


@pytest.mark.parametrize(("n_heads", "n_kv_heads"), [(6, 6), (6, 3), (6, 2), (6, 1), (71, 1)])
def test_neighboring_query_heads_share_a_kv_head(n_heads, n_kv_heads):
    sizes = {"n_heads": n_heads, "n_kv_heads": n_kv_heads}
    found = javascript.run("cache.js", "return m.groupQueryHeads(sizes);", sizes=sizes)
    keys = torch.arange(n_kv_heads).repeat_interleave(n_heads // n_kv_heads)
    assert found == [(keys == key).nonzero().flatten().tolist() for key in range(n_kv_heads)]


def test_own_parameter_counts_do_not_depend_on_kv_heads():
    own = {"published": False, "parameters": 6 * 10**9}
    assert costs(**own)["weights"] == costs(n_kv_heads=1, **own)["weights"] == 12 * 10**9
    few = costs(published=False, parameters=10**8)  # fewer than its keys and values would take
    assert few["fullest"]["weights"] == few["weights"] == 2 * 10**8


def test_key_and_value_weights_of_own_models_are_copied_with_kv_heads():
    # 3 layers of 2 KV heads: 2 * 3 * 2 * 10 * 40 = 4,800 of 10,000 weights. On 4 devices each holds
    # a quarter of the other 5,200, and one KV head of two: 3,700, of two bytes.
    own = costs("small", SMALL_DEVICE, n_layers=3, n_devices=4, published=False, parameters=10_000)
    assert own["fullest"]["weights"] == 7400


def test_a_step_does_not_read_tables_of_which_it_takes_a_few_rows():
    # Of 20,000 bytes of weights 2 * 1,500 are in a table: 17,000 + 8,000 bytes at 10^6 a second.
    known = {"published": SMALL | {"in_tables": 1500}}
    one = choice("small", SMALL_DEVICE, tokens=100) | known
    found = javascript.run("cache.js", "return m.costs(choice);", choice=one)
    assert (found["seconds"], found["fullest"]["read"]) == (0.025, 25_000)
    assert (found["weights"], found["maxBatch"]) == (20_000, 10)  # memory holds the whole table
    # On 2 devices each holds a half: 8,500 + 4,000 bytes.
    found = javascript.run("cache.js", "return m.costs(choice);", choice=one | {"n_devices": 2})
    assert found["fullest"]["read"] == 12_500


def test_a_decode_time_is_given_for_as_many_conversations_as_fit():
    *_, room, time, _, _, _ = story("small", SMALL_DEVICE, tokens=100, batch=10)
    assert room.endswith("holds 10 such conversations.")
    # 20,000 + 80,000 bytes at 10^6 a second.
    assert "at least 100 ms, at most 100 tokens a second, 10 a conversation" in time
    assert "at least 60.0 ms" in story("small", SMALL_DEVICE, tokens=100, batch=5)[3]


# A step of SMALL multiplies by 10,000 weights, and with 100 tokens 2 * 1 layer * 4 query heads *
# 10 numbers * 100 = 8,000 times by cached ones, however many KV heads there are: 18,000 products a
# conversation, of two operations each. Weights of half a byte change only what is read.
@pytest.mark.parametrize(
    ("options", "operations"),
    [
        ({}, 36_000),
        ({"batch": 5}, 180_000),
        ({"weight_bits": 4, "n_bytes": 1}, 36_000),
        ({"n_kv_heads": 1}, 2 * (9_200 + 8_000)),
        ({"n_devices": 2}, 18_000),
        # A query head each, and a copy of its KV head: 2,100 + 800 weights, 2,000 cached numbers.
        ({"n_devices": 4}, 2 * (2_900 + 2_000)),
    ],
)
def test_a_step_takes_as_long_as_its_products_where_they_take_longer(options, operations):
    slow, fast = (SMALL_DEVICE | {"flops": flops} for flops in (10**5, 10**12))
    found = costs("small", slow, tokens=100, **options)
    assert found["seconds"] == found["multiplying"] == pytest.approx(operations / 10**5)
    found = costs("small", fast, tokens=100, **options)
    assert found["seconds"] == found["reading"]
    assert found["multiplying"] == pytest.approx(operations / 10**12)


def test_a_table_of_which_a_step_reads_a_few_rows_is_not_multiplied():
    known = {"published": SMALL | {"in_tables": 1500}}
    one = choice("small", SMALL_DEVICE, tokens=100, weight_bits=4) | known
    found = javascript.run("cache.js", "return m.costs(choice);", choice=one)
    assert found["multiplying"] == pytest.approx(2 * (8_500 + 8_000) / 10**12)


def test_describe_says_when_the_products_take_longer_than_reading():
    # Without its table, Llama 3 8B has 7,504,924,672 weights, and 2 * 32 * 32 * 128 * 512 products
    # with the cache of a conversation: 2 * 256 * 7,639,142,400 operations take 3.95 ms. To read are
    # 3,752,462,336 bytes of weights and 256 * 33,554,432 of the cache: 12.3 GB, in 3.68 ms.
    full = {"tokens": 512, "batch": 256, "n_bytes": 1, "weight_bits": 4}
    assert story("Llama 3 8B", **full)[3] == (
        "A decode step reads 12.3 GB in 3.68 ms, but its products in bfloat16 take at least "
        "3.95 ms, at most 64,798 tokens a second, 253 a conversation."
    )
    on_two = story("Llama 3 8B", n_devices=2, **full)[3]
    assert on_two.startswith(
        "A decode step reads 6.17 GB on each device in 1.84 ms, but its products in bfloat16 take "
        "at least 1.98 ms. Its 64 sums over the devices, "
    )
    parts = [1.98, float(re.search(r"take ([\d.]+) ms more", on_two)[1])]
    assert float(re.search(r"Together ([\d.]+) ms, ", on_two)[1]) == pytest.approx(
        sum(parts), abs=0.01
    )


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        (28_000, "holds 1 such conversation."),  # 20,000 bytes of weights and 8,000 a conversation
        (36_000, "holds 2 such conversations."),
        (14_000, "2 such devices hold all of them."),  # 10,000 and 4,000 on each
    ],
)
def test_exactly_enough_memory_for_one_conversation_counts(memory, said):
    assert story("small", SMALL_DEVICE | {"memory": memory}, tokens=100)[2].endswith(said)


def test_describe_names_each_factor_what_fits_and_the_time():
    assert story(batch=16) == [
        "A token takes 2 × 32 layers × 32 KV heads × 128 numbers × 2 bytes = 524,288 bytes.",
        "A conversation of 4,096 tokens takes 2.15 GB.",
        "The weights take 13.5 GB; the rest of 80 GB holds 30 such conversations.",
        "A decode step reads 47.6 GB: at least 14.2 ms, at most 1,127 tokens a second, "
        "70 a conversation.",
        "Each query head has a KV head of its own.",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        # As in the sentences: BY_HAND has 10 conversations, and 5 tokens in 0.06 s.
        ({"batch": 5}, ["10 conversations fit", "60.0 ms a step, at least", "83"]),
        ({"batch": 11}, ["10 conversations fit", "– a step, at least", "–"]),
        ({"n_devices": 2}, ["22 conversations fit", "14.0 ms a step, without its sums", "71"]),
        ({"memory": 28_000}, ["1 conversation fits", "28.0 ms a step, at least", "36"]),
        ({"memory": 1000}, ["0 conversations fit", "– a step, at least", "–"]),
    ],
)
def test_headlines_are_what_fits_the_time_and_the_tokens(options, numbers):
    device = SMALL_DEVICE | {"memory": options.pop("memory", 100_000)}
    chosen = choice("small", device, tokens=100, **options)
    found = javascript.run("cache.js", "return m.headlines(choice);", choice=chosen)
    bound = "without its sums" if "n_devices" in options else "at most"
    numbers[2] += f" tokens a second, {bound}"
    assert [" ".join(line) for line in found] == numbers


# Eight H100s with Llama 3 8B and 256 conversations of 4,096 tokens: each reads 1.876 GB of weights
# and 32 caches of 536.9 MB at 3.35 TB/s, 5.689 ms. 64 sums by LL wait 15 µs and send 3,670,016
# bytes at 141 GB/s: 2.626 ms more.
def test_headlines_of_eight_h100s_have_the_sums_that_the_sentence_has():
    chosen = choice("Llama 3 8B", n_devices=8, batch=256)
    found = javascript.run("cache.js", "return m.headlines(choice);", choice=chosen)
    assert [" ".join(line) for line in found[1:]] == [
        "8.31 ms a step, with its sums",
        "30,791 tokens a second, with its sums",
    ]
    said = story("Llama 3 8B", n_devices=8, batch=256)[3]
    assert said.endswith("Together 8.31 ms, 30,791 tokens a second.")


def test_describe_gives_the_numbers_of_one_of_several_devices():
    *_, room, time, shared, copies, _ = story("Llama 3 8B", n_devices=16)
    assert room == (
        "Each of 16 devices holds 1.04 GB of the weights and 67.1 MB of a conversation; 80 GB "
        "has room for 1,176 such conversations."
    )
    assert time == (
        "A decode step reads 1.04 GB on each device: at least 0.310 ms. Its 64 sums over the "
        "devices, 2 per layer of 8.19 kB each, come on top and are not calculated: they cross "
        "servers, because one has 8 devices on NVLink."
    )
    assert shared == "Each of the 8 KV heads serves 4 query heads."
    assert copies == "A device holds 1 of 8 KV heads: each, with its cache, is on 2 devices."
    assert story("Llama 3 8B", n_devices=4)[5] == "A device holds 2 of 8 KV heads."
    uneven = story(published=False, n_heads=6, n_kv_heads=3, n_devices=2, parameters=10**9)[5]
    assert uneven == "A device holds 2 of 3 KV heads: each, with its cache, is on several devices."


# Llama 2 70B, 160 sums of 16,384 bytes per conversation; on eight devices, each sends 1.75 times
# that. With 8 conversations, LL: 15 µs and 229,376 bytes at 141 GB/s. With 256, LL128: 40.6 µs and
# 7,340,032 bytes at 341.136 GB/s. On two, LL with 8: 7.8 µs and 131,072 bytes; Simple with 256:
# 15.2 µs and 4,194,304 bytes at 370.8 GB/s.
@pytest.mark.parametrize(
    ("n_devices", "batch", "waiting", "sending"),
    [
        (8, 8, 15, 229_376 / 141e3),
        (8, 256, 40.6, 7_340_032 / 341_136),
        (2, 8, 7.8, 131_072 / 141e3),
        (2, 256, 15.2, 4_194_304 / 370_800),
    ],
)
def test_sums_over_devices_take_the_hand_computed_time(n_devices, batch, waiting, sending):
    chosen = choice("Llama 2 70B", n_devices=n_devices, batch=batch)
    found = javascript.run("cache.js", "return m.sumsOverDevices(choice);", choice=chosen)
    assert (found["count"], found["bytes"]) == (160, 16_384 * batch)
    in_microseconds = [1e6 * found[name] / 160 for name in ("waiting", "sending")]
    assert in_microseconds == pytest.approx([waiting, sending], rel=1e-9)


def test_the_time_of_a_step_on_eight_devices_is_that_of_the_chapter_s_figure():
    cells = nbformat.read(ROOT / "book" / "several_machines.ipynb", as_version=4).cells
    (cell,) = (cell for cell in cells if cell.id == "decoding")
    title, _, *rows = cell.outputs[0].data["text/plain"].splitlines()
    assert title == "a decode step on eight devices, ms"
    for row in rows:
        name, *drawn = row.split("\t")
        waiting, sending, weights, cache, together = map(float, drawn[:5])
        batch = int(re.match(r"\d+", name)[0])
        time = story("Llama 2 70B", n_devices=8, batch=batch)[3]
        said = [float(number) for number in re.findall(r"([\d.]+) (?:ms|waiting|sending)", time)]
        expected = [weights + cache, waiting + sending, waiting, sending, together]
        assert said == pytest.approx(expected, rel=0.05), name  # the figure has two digits


def test_sums_by_unknown_links_are_counted_and_not_timed():
    for name in ("A100 80 GB", "MI300X 192 GB"):
        device = next(known for known in DEVICES if known["name"] == name)
        time = story("Llama 3 8B", device, n_devices=4)[3]
        assert time.endswith(
            "each, come on top and are not calculated: only those by the NVLink of H100s and "
            "H200s are."
        )


def test_describe_reports_what_does_not_fit_and_gives_no_time():
    *_, room, time, _, _, _ = story(batch=1024)
    assert room.endswith("the rest of 80 GB holds 30 such conversations, not 1,024.")
    assert time == ""
    *_, room, time, _, _, _ = story("Llama 2 70B")
    assert room == ("The weights take 138 GB, more than 80 GB. 2 such devices hold all of them.")
    assert time == ""
    assert story("Llama 3.1 405B", n_devices=2)[2] == (
        "Each of 2 devices holds 406 GB of the weights, more than 80 GB. 16 such devices hold "
        "all of them."
    )


def test_describe_names_the_number_of_devices_that_would_suffice():
    one_too_large = SMALL_DEVICE | {"memory": 1000}
    said = story("small", one_too_large, tokens=100)[2]  # 2,000 bytes of weights on 32 devices
    assert said == "The weights take 20.0 kB, more than 0.000001 GB."


def test_describe_reports_a_conversation_longer_than_the_context():
    most = "GPT-2 small takes at most"
    assert most not in story("GPT-2 small", tokens=1024)[1]
    said = "GPT-2 small takes at most 1,024 tokens; all numbers here are for 2,048."
    assert story("GPT-2 small", tokens=2048)[1].endswith(f" {said}")


@pytest.mark.parametrize(
    ("n_kv_heads", "said"),
    [
        (32, ["Each query head has a KV head of its own.", ""]),
        (1, ["All 32 query heads share one KV head.", "32 times the cache and 2.08 GB more"]),
        (8, ["Each of the 8 KV heads serves 4 query heads.", "4 times the cache and 1.61 GB more"]),
    ],
)
def test_describe_says_which_heads_share_and_what_that_saves(n_kv_heads, said):
    *_, shared, copies, published = story(n_kv_heads=n_kv_heads)
    assert (shared, copies) == (said[0], "")
    had = "As published, with 32 KV heads, it takes"
    assert published == (said[1] and f"{had} {said[1]} in weights.")


def test_describe_compares_a_larger_cache_with_the_published_one():
    # 24 KV heads more, of 2 * 32 * 128 * 4096 weights each: 1.61 GB in 16 bits, a half of it in 8.
    said = "As published, with 8 KV heads, it takes 1/4 of the cache and 805 MB less in weights."
    assert story("Llama 3 8B", n_kv_heads=32, weight_bits=8)[-1] == said


def test_one_query_head_has_one_kv_head():
    sizes = {"n_heads": 1, "n_kv_heads": 1, "parameters": 10**8, "published": False}
    assert story(**sizes)[4:] == ["The one query head has the one KV head.", "", ""]


def test_sources_of_a_published_model_and_a_device_are_named():
    body = "return m.describeSources(choice);"
    origin = javascript.run("cache.js", body, choice=choice("Llama 3 8B"))
    assert origin.startswith("8,030,261,248 weights as published; sizes from arXiv 2407.21783, ")
    assert "Memory, bandwidth and speed from NVIDIA's data sheet of the H100 (SXM). " in origin
    assert origin.endswith(
        "whichever is longer. (Of the embedding table it reads only a few rows.)"
    )
    own = javascript.run("cache.js", body, choice=choice(published=False))
    assert own.startswith("Memory, bandwidth and speed from ")
    assert own.endswith("or as long as the products, whichever is longer.")


def test_a_device_is_formatted_with_its_memory_and_bandwidth():
    displayed = javascript.run("cache.js", "return devices.map(m.formatDevice);", devices=DEVICES)
    assert displayed[0] == "RTX 4090 24 GB, 1.01 TB/s"
    assert displayed[4] == "H200 141 GB, 4.80 TB/s"
