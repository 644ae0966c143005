"""Sphinx extensions: what the book needs beyond `_config.yml`, one file per purpose."""

import importlib
import pkgutil


def setup(app):
    for part in pkgutil.iter_modules(__path__, f"{__name__}."):
        importlib.import_module(part.name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
