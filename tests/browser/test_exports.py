"""A widget in a saved notebook works in every page made from it."""

import nbconvert
import nbformat
import pytest
import torch

from mha_lib.widgets import HeadsView
from tests.browser.pages import dead_controls, settle


@pytest.mark.slow
@pytest.mark.parametrize("template", ["lab", "classic", "basic"])
def test_widgets_work_in_an_exported_notebook(open_context, problems, tmp_path, template):
    widget = HeadsView(torch.randn(2, 4, 4).softmax(-1), ["the", "</script>", "sat", "on"])
    data = {"text/plain": "HeadsView()", "text/html": widget.html()}
    output = nbformat.v4.new_output("execute_result", data, execution_count=1)
    cell = nbformat.v4.new_code_cell("view", outputs=[output], execution_count=1)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    exporter = nbconvert.HTMLExporter(template_name=template)
    file = tmp_path / "notebook.html"
    file.write_text(exporter.from_notebook_node(notebook)[0], encoding="utf-8")

    # The export itself asks other hosts for MathJax and the like, in vain here.
    page = open_context(cut_off=True).new_page()
    page.goto(file.as_uri())
    page.locator(".mha").wait_for()
    settle(page)
    assert dead_controls(page.locator(".mha"), problems) == []
