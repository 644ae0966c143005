"""What the book needs of Sphinx beyond `_config.yml`; one file a need."""

from house import address, archive, maths, preview, theme


def setup(app):
    for part in (address, archive, maths, preview, theme):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
