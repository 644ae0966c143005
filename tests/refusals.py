"""Refusals as tables: a row is (what, call, error, message), all of the message."""

import pytest

# One letter each, so that more rows fit in a line.
T, V = TypeError, ValueError


def each_row(**tables):
    """Runs a test for each row of some tables, as `call, error, message`."""
    rows = [
        pytest.param(*row, id=f"{name}: {what}")
        for name, table in tables.items()
        for what, *row in table
    ]
    return pytest.mark.parametrize(("call", "error", "message"), rows)


def refusal(call, *arguments):
    """The error that a call ends in: its type, and its message from the first word to the last."""
    try:
        call(*arguments)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    return None, "nothing was refused"
