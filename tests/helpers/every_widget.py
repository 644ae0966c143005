"""Every widget of the library, with what its test file provides for the tests of all widgets.

The tests of a widget in `mha_lib/widgets/NAME.py` are in `tests/widgets/test_widgets_NAME.py`, or
all in `tests/browser/test_NAME.py`. The first of these files that exists has

    make(**options)   the widget as a chapter would show it, with `labels.MARKUP` among its labels
                      if it has any
    EXAMPLES          functions that make further examples; may be empty
    LARGEST           functions that make it with its largest sizes, with `labels.long`
    REFUSED           rows (options, error, message): what its constructor refuses, and how the
                      message begins. Choices are refused later too, with the same message.
    DENSE             only if the constructor takes tensors: for each of them, a function that calls
                      it with `odd(tensor)` (see tests/test_bad_input.py)
"""

import importlib
import importlib.util

import pytest

from mha_lib import widgets

WIDGETS = {name: getattr(widgets, name) for name in widgets.__all__}


def modules_of_tests(widget):
    """The names of the modules that may have a widget's tests."""
    module = widget.__module__.rpartition(".")[2]
    return f"tests.widgets.test_widgets_{module}", f"tests.browser.test_{module}"


# Widgets without tests are left out here; another test reports them.
TESTS = {
    name: importlib.import_module(found[0])
    for name, widget in WIDGETS.items()
    if (found := [*filter(importlib.util.find_spec, modules_of_tests(widget))])
}

every_widget = pytest.mark.parametrize("name", TESTS)


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
