"""What the book needs of Sphinx beyond `_config.yml`; one file a need."""

from house import address, maths, theme


def setup(app):
    for part in (address, maths, theme):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
