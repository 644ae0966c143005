"""Labels that go wrong where a page takes texts for markup, or has no room for them."""

MARKUP = "<img src=x onerror=alert(1)>"


def long(n):
    """Labels of up to 27 letters, every other one without a place to break."""
    return [f"{'token' * 5}{i}" if i % 2 else f"a longer label {i}" for i in range(n)]
