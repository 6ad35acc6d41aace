"""A plotly chart as a widget that stays in its place: plain data in, the point that was clicked
out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from rcr.ui.components.code import code_place, text_of

HERE = Path(__file__).parent
Row = Mapping[str, Any]
FONT_PIXELS = 14  # at the usual size of the type
CONFIG = {
    "displaylogo": False,
    "showSendToCloud": False,  # nothing leaves the machine
    "plotlyServerURL": "",
    "modeBarButtonsToRemove": [
        "select2d",
        "lasso2d",
        "autoScale2d",
        "zoomIn2d",
        "zoomOut2d",
        "pan2d",
        "toImage",
    ],
}
# st.plotly_chart makes a new chart for every change: it flickers, forgets its zoom, and takes the
# browser longer than all the rest of a click. So a component keeps one chart, and its library is
# served to the browser: plotly's own bundle of plain charts, a third of the one that comes with the
# package, which costs a phone seconds.
_served = st.components.v1.declare_component("plotly", path=str(HERE / "library"))
_code = text_of(HERE / "chart.js").replace("COMPONENT", _served.name)
_library = st.components.v2.component(
    "rcr_chart_library", js=_code
)  # drawn once a page, as the graph's is
_chart = st.components.v2.component(
    "rcr_chart",
    html='<div class="rcr-chart" data-testid="rcr-chart" role="figure"></div>',
    css=text_of(HERE / "chart.css"),
    js=text_of(HERE / "host.js"),
    isolate_styles=False,  # plotly's own styles live in the page
)


def chart_library() -> None:
    """The code of the chart: on a page with charts, once, and outside of its fragments."""
    with code_place("chart"):
        _library(key="rcr-chart-library", height=1)


def chart(
    made: dict[str, Any], *, key: str, height: str, alt: str, on_pick: Callable[[int], None]
) -> None:
    """Draw it, as tall as a CSS length says; a click on a point that has ``customdata`` hands that
    on.
    """

    def picked() -> None:
        number = (st.session_state.get(key) or {}).get("picked")
        if isinstance(number, int):  # a browser can send what it likes
            on_pick(number)

    data = {**made, "config": CONFIG, "height": height, "alt": alt, "font": FONT_PIXELS}
    _chart(key=key, data=data, on_picked_change=picked)


def with_row(rows: Sequence[Row], do: Callable[[Row], None]) -> Callable[[int], None]:
    """What a click does where points hand on the numbers of their rows; the chart may be an older
    one, of more rows.
    """

    def picked(number: int) -> None:
        if 0 <= number < len(rows):
            do(rows[number])

    return picked
