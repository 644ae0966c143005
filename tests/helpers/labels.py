"""Labels that break a page if it takes them for markup, or if it has no room for long ones."""

MARKUP = "<img src=x onerror=alert(1)>"


def long(n):
    """Labels of up to 27 letters; every other one has no space to break it at."""
    return [f"{'token' * 5}{i}" if i % 2 else f"a longer label {i}" for i in range(n)]
