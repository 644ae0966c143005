"""How annotations are enforced: by beartype, and an integer will do for a float (PEP 484)."""

import inspect
import re

import jaxtyping
from beartype import BeartypeConf, beartype

enforce = beartype(conf=BeartypeConf(is_pep484_tower=True))

checks_every_call = jaxtyping.jaxtyped
PRIVATE = re.compile(r"(^|\.)_(?!_)")


def jaxtyped(*, typechecker):
    """Decorates as jaxtyping does, but leaves to pyright what is private or has no annotations.

    jaxtyping binds the arguments of every call once more, which takes ten times as long as a short
    function; some are called a hundred thousand times per test.
    """

    def decorate(given):
        private = PRIVATE.search(getattr(given, "__qualname__", ""))
        plain = inspect.isfunction(given) and not given.__annotations__
        return given if private or plain else checks_every_call(given, typechecker=typechecker)

    return decorate
