"""The example notebook runs as printed, and shows what is kept in it."""

from __future__ import annotations

import json

import pytest

from docs.site import notebook


def shown(cells):
    """What the cells show that no clock is in: html, and what is printed."""
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    for output in outputs:
        data = output.get("data", {})
        if notebook.PLOTLY in data:
            yield len(data[notebook.PLOTLY]["data"])
        elif notebook.HTML in data:
            yield "".join(data[notebook.HTML])
        elif "text" in output:
            yield "".join(output["text"])


@pytest.mark.slow
def test_it_runs_and_shows_what_it_did():
    kept = json.loads(notebook.PATH.read_text(encoding="utf-8"))["cells"]
    assert [*shown(notebook.executed().cells)] == [*shown(kept)]
    assert sum(isinstance(one, str) and "<svg" in one for one in shown(kept)) >= 4


def test_its_page_has_every_cell_and_all_that_they_show():
    kept = json.loads(notebook.PATH.read_text(encoding="utf-8"))["cells"]
    page = notebook.page()
    for cell in kept:
        assert "".join(cell["source"]) in page
    assert page.count("data-figure=") == sum(isinstance(one, int) for one in shown(kept)) == 2
    for one in (one for one in shown(kept) if isinstance(one, str)):
        assert one.strip() in page
