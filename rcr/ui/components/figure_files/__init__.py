"""Buttons that take a chart of the page away as SVG and as PNG; the browser makes both."""

from __future__ import annotations

from rcr.ui.components.code import component_of

_files = component_of(
    __file__, html='<button type="button">SVG</button><button type="button">PNG</button>'
)


def figure_files(chart: str, name: str, *, key: str) -> None:
    """For the chart with this key on the same page, to files of this name."""
    _files(key=key, data={"chart": chart, "name": name}, width="content")
