"""LoadsView holds what it is given, and refuses what a page could not show."""

import pytest
import torch
import traitlets
from torch.testing import assert_close

from mha_lib.widgets import LoadsView

NAMES = ["right", "wrong", "worse"]
FIRST, SECOND = [f"a{i}" for i in range(4)], [f"b{i}" for i in range(4)]
ALIKE = torch.rand(3, 4, 4, generator=torch.Generator().manual_seed(1))
ERRORS = torch.rand(3, 5, generator=torch.Generator().manual_seed(2))


def view(**options):
    given = {
        "names": NAMES,
        "similarities": ALIKE,
        "errors": ERRORS,
        "first": FIRST,
        "second": SECOND,
    }
    return LoadsView(**given | options)


def test_the_state_is_what_the_page_needs():
    widget = view(load=2, threshold=11, pair=(1, 3))
    assert (widget.names, widget.first, widget.second) == (NAMES, FIRST, SECOND)
    assert_close(torch.tensor(widget.similarities), ALIKE, rtol=0, atol=5.1e-5)
    assert_close(torch.tensor(widget.errors), ERRORS, rtol=6e-3, atol=0)
    assert (widget.load, widget.threshold, widget.pair) == (2, 11, [1, 3])


SIZES = r"similarities must be \(loads, n, n\), at most 12 loads and n = 12; got"


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"similarities": ALIKE[:, :3]}, ValueError, SIZES),
        ({"similarities": torch.rand(13, 4, 4)}, ValueError, SIZES),
        ({"similarities": torch.rand(3, 13, 13)}, ValueError, SIZES),
        ({"similarities": ALIKE[0]}, ValueError, "similarities must have at least 3 dimensions"),
        ({"similarities": ALIKE.long()}, TypeError, "similarities must be floating point"),
        ({"similarities": ALIKE / 0}, ValueError, "similarities must be finite"),
        ({"similarities": 3 + ALIKE}, ValueError, "similarities must lie in -1 to 1; got"),
        ({"errors": ERRORS[:2]}, ValueError, r"errors must be \(3, at most 25\), a row a load"),
        ({"errors": torch.rand(3, 26)}, ValueError, r"errors must be \(3, at most 25\)"),
        ({"errors": -ERRORS}, ValueError, "errors must be at least 0; got"),
        ({"names": NAMES[:2]}, ValueError, "names must be 3 texts"),
        ({"first": FIRST[:2]}, ValueError, "first must be 4 texts"),
        ({"second": [1, 2, 3, 4]}, ValueError, "second must be 4 texts"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_what_a_page_could_not_show_is_refused(changes, error, message):
    with pytest.raises(error, match=f"^{message}"):
        view(**changes)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("load", 3, ValueError, "load must be below 3; got 3"),
        ("load", -1, ValueError, "load must be at least 0; got -1"),
        ("load", "1", TypeError, "load must be an integer; got"),
        ("threshold", 21, ValueError, "threshold must be below 21; got 21"),
        ("pair", [0, 4], ValueError, "pair must be below 4; got 4"),
        ("pair", [0], ValueError, "pair must be a row and a column; got"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_a_choice_out_of_range_is_refused_at_first_and_later(name, value, error, message):
    with pytest.raises(error, match=f"^{message}"):
        view(**{name: value})
    with pytest.raises((error, traitlets.TraitError)):
        setattr(view(), name, value)


@pytest.mark.parametrize("name", ["names", "similarities", "errors", "first", "second"])
def test_what_the_page_laid_out_stays(name):
    with pytest.raises(ValueError, match=f"^{name} must stay as made"):
        setattr(view(), name, [])
