"""How annotations are enforced: by beartype, and an integer will do for a float (PEP 484)."""

from beartype import BeartypeConf, beartype

enforce = beartype(conf=BeartypeConf(is_pep484_tower=True))
