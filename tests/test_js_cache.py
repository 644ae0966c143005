"""cache.js: whole bytes, the heads that share a key head, and what is said of them."""

import javascript
import pytest
import torch

LLAMA = {"n_layers": 32, "n_heads": 32, "n_kv_heads": 32, "d_head": 128}
PUBLISHED = LLAMA | {"name": "Llama 2 7B", "parameters": 6_738_415_616, "source": ""}


def run(body, **values):
    return javascript.run("cache.js", body, **values)


def choice(published=PUBLISHED, tokens=4096, batch=1, n_bytes=2, **sizes):
    given = {"sizes": LLAMA | sizes, "tokens": tokens, "batch": batch, "n_bytes": n_bytes}
    return given | ({} if published is None else {"published": published})


def story(**options):
    return run("return m.story(choice);", choice=choice(**options))


@pytest.mark.parametrize("n_kv_heads", [1, 4, 32])
@pytest.mark.parametrize(("dtype", "n_bytes"), [(torch.float32, 4), (torch.bfloat16, 2)])
def test_the_bytes_are_those_of_tensors_that_hold_keys_and_values(n_kv_heads, dtype, n_bytes):
    batch, tokens = 2, 8
    one = torch.empty(batch, n_kv_heads, tokens, 128, dtype=dtype, device="meta")
    found = run(
        "return m.bytes(choice);",
        choice=choice(n_kv_heads=n_kv_heads, tokens=tokens, batch=batch, n_bytes=n_bytes),
    )
    assert found["cache"] == 32 * 2 * one.nbytes
    assert found["conversation"] == found["cache"] / batch
    assert found["token"] == found["conversation"] / tokens


def test_the_largest_number_of_bytes_is_exact():
    sizes = {"n_layers": 128, "n_heads": 128, "n_kv_heads": 127, "d_head": 256}
    found = run(
        "return m.bytes(choice);",
        choice=choice(tokens=2**20, batch=256, n_bytes=4, published=None, **sizes),
    )
    assert found["cache"] == 2 * 128 * 127 * 256 * 2**20 * 256 * 4
    assert found["weights"] is None


def test_conversations_fit_beside_the_weights():
    found = run("return m.bytes(choice);", choice=choice())
    assert found["fit"] == (80 * 10**9 - 2 * PUBLISHED["parameters"]) // 2**31
    large = choice(published=PUBLISHED | {"parameters": 41 * 10**9})
    assert run("return m.bytes(choice);", choice=large)["fit"] == 0


@pytest.mark.parametrize(("n_heads", "n_kv_heads"), [(6, 6), (6, 3), (6, 2), (6, 1), (71, 1)])
def test_neighbours_share_a_key_head(n_heads, n_kv_heads):
    found = run("return m.groups(sizes);", sizes={"n_heads": n_heads, "n_kv_heads": n_kv_heads})
    keys = torch.arange(n_kv_heads).repeat_interleave(n_heads // n_kv_heads)
    assert found == [(keys == key).nonzero().flatten().tolist() for key in range(n_kv_heads)]


def test_the_story_says_each_factor_and_both_units():
    first, second, third, *_ = story(batch=4)
    factors = "2 × 32 layers × 32 key heads × 128 numbers × 2 bytes"
    assert first == f"A token takes {factors} = 524,288 bytes."
    assert second == (
        "A conversation of 4,096 tokens takes 2.15 GB (2.00 GiB); 4 of them: 8.59 GB (8.00 GiB)."
    )
    weights = "The weights take 13.5 GB. "
    assert third == f"{weights}Beside them, 80 GB hold 30 such conversations."


def test_a_small_cache_is_told_in_millions_and_in_powers_of_two():
    assert story(tokens=64)[1] == "A conversation of 64 tokens takes 33.6 MB (32.0 MiB)."


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        (38_000_000_000, "The weights take 76.0 GB. Beside them, 80 GB hold 1 such conversation."),
        (
            39_900_000_000,
            "The weights take 79.8 GB. Beside them, 80 GB hold 0 such conversations.",
        ),
        (41_000_000_000, "The weights take 82.0 GB, more than 80 GB."),
    ],
)
def test_the_story_says_how_many_conversations_fit(parameters, said):
    assert story(published=PUBLISHED | {"parameters": parameters})[2] == said


@pytest.mark.parametrize(
    ("n_kv_heads", "said"),
    [
        (32, ["Each query head has a key head of its own.", ""]),
        (1, ["All 32 query heads share one key head.", "1/32"]),
        (8, ["Each of the 8 key heads serves 4 query heads.", "1/4"]),
    ],
)
def test_the_story_says_who_shares_and_what_it_saves(n_kv_heads, said):
    *_, shared, published = story(n_kv_heads=n_kv_heads)
    assert shared == said[0]
    had = "As published, the model has 32 key heads: the cache is now"
    assert published == (said[1] and f"{had} {said[1]} as large.")


def test_a_cache_larger_than_the_published_one_is_told_so():
    few = PUBLISHED | {"n_kv_heads": 8}
    assert story(published=few)[-1].endswith("8 key heads: the cache is now 4 times as large.")


def test_sizes_of_the_reader_have_no_weights():
    *_, third, shared, published = story(published=None, n_heads=1, n_kv_heads=1)
    assert 80 * 10**9 // (2 * 32 * 128 * 2 * 4096) == 1192
    assert third == "80 GB hold 1,192 such conversations, and no weights beside."
    assert (shared, published) == ("The one query head has the one key head.", "")
    assert run("return m.tellOrigin(undefined);") == ""


def test_a_published_model_names_its_source():
    origin = run("return m.tellOrigin(published);", published=PUBLISHED | {"source": "a paper"})
    assert origin.startswith("6,738,415,616 weights of 2 bytes, as published; sizes from a paper. ")
