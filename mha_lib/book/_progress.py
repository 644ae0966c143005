"""A progress bar for the commands of this folder."""

from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, unit: str) -> Generator[Callable[[int], object] | None]:
    """Yields a function to call with the number of steps done; None without tqdm.

    Without a terminal nothing is shown.
    """
    try:
        from tqdm import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=total, unit=unit, leave=False, disable=None) as bar:
        yield lambda done: bar.update(done - bar.n)
