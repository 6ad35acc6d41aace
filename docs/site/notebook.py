"""The example notebook: executed, and as a page of the site.

``python docs/site/notebook.py`` executes it and keeps what its cells show in the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PATH = Path(__file__).parents[1] / "notebook.ipynb"
PLOTLY = "application/vnd.plotly.v1+json"
HTML, PLAIN = "text/html", "text/plain"


def executed() -> Any:
    """The notebook with what its cells show now; a cell that fails raises."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(PATH, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.plotly.v1+json+html", None)
            if PLOTLY in output.get("data", {}):  # the figure's data alone: no copy of the library
                output["data"] = {PLOTLY: output["data"][PLOTLY]}
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def plotly_library() -> str:
    """What draws the figures, as it comes with plotly."""
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


def page() -> str:
    """The notebook as Markdown, what its cells show among it."""
    cells = json.loads(PATH.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for i, cell in enumerate(cells) for part in _cell(cell, i)) + "\n"


def _cell(cell: dict[str, Any], place: int) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *(_shown(o, place) for o in cell["outputs"])]


def _shown(output: dict[str, Any], place: int) -> str:
    """What a cell shows: a figure, html, or words."""
    data = output.get("data", {})
    if PLOTLY in data:
        figure = json.dumps({key: data[PLOTLY][key] for key in ("data", "layout")})
        return (
            f'<div class="figure" id="figure-{place}" style="height:420px"></div>\n'
            f'<script type="application/json" data-figure="figure-{place}">{figure}</script>'
        )
    if HTML in data:
        return f'<div class="shown">{"".join(data[HTML])}</div>'
    return f"```text\n{''.join(output.get('text') or data[PLAIN]).rstrip()}\n```"


if __name__ == "__main__":
    import nbformat

    nbformat.write(executed(), PATH)
