"""Every widget of the library, with what its file of tests gives for the tests that all share.

`tests/test_widgets_NAME.py` of a widget in `mha_lib/widgets/NAME.py` has

    make(**options)   the widget as a chapter would show it; `labels.MARKUP` among its texts, if it
                      takes any
    EXAMPLES          functions that make others worth a look; may be empty
    LARGEST           functions that make it at the limits of its sizes, with `labels.long`
    REFUSED           rows (options, error, message): what its constructor refuses, and how the
                      message begins. A choice in them is refused later too, with the same message.
"""

import importlib

import pytest

from mha_lib import widgets

WIDGETS = {name: getattr(widgets, name) for name in widgets.__all__}
TESTS = {
    name: importlib.import_module(f"test_widgets_{widget.__module__.rpartition('.')[2]}")
    for name, widget in WIDGETS.items()
}

every_widget = pytest.mark.parametrize("name", WIDGETS)


def every(which):
    """Runs a test for each function of `EXAMPLES` or `LARGEST`, as `build`.

    `make test` has the one that a chapter would show, `make test-rest` the others.
    """
    functions = [
        pytest.param(
            build,
            id=f"{name}: {build.__name__}",
            marks=() if build is module.make else pytest.mark.slow,
        )
        for name, module in TESTS.items()
        for build in (module.LARGEST if which == "LARGEST" else [module.make, *module.EXAMPLES])
    ]
    return pytest.mark.parametrize("build", functions)
