"""Every widget of the library, with what its test file provides for the tests of all widgets.

`tests/widgets/test_widgets_NAME.py` of a widget in `mha_lib/widgets/NAME.py` has

    make(**options)   the widget as a chapter would show it, with `labels.MARKUP` among its labels
                      if it has any
    EXAMPLES          functions that make further examples; may be empty
    LARGEST           functions that make it with its largest sizes, with `labels.long`
    REFUSED           rows (options, error, message): what its constructor refuses, and how the
                      message begins. Choices are refused later too, with the same message.
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

    `make test` runs the one that a chapter would show, `make test-rest` the others.
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
