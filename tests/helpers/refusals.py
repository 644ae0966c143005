"""Tables of errors that calls must raise. A row is (what, call, error, the whole message)."""

import pytest


def each_row(**tables):
    """Runs a test for each row of some tables, with arguments `call, error, message`."""
    rows = [
        pytest.param(*row, id=f"{name}: {what}")
        for name, table in tables.items()
        for what, *row in table
    ]
    return pytest.mark.parametrize(("call", "error", "message"), rows)


def refusal(call, *arguments):
    """The type and the whole message of the error that a call raises."""
    try:
        call(*arguments)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    return None, "nothing was refused"
