"""Pictures to take away: the handout to print, and the graph and the curves as SVG and PNG."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.components.png import png_button
from rcr.ui.explore import keys
from rcr.ui.explore.commands import START_NUMBER
from rcr.ui.explore.suggestions import suggestions
from rcr.ui.widgets import chosen
from rcr.views.curve_svg import draw_curves
from rcr.views.handout import handout
from rcr.views.network.changes import changes
from rcr.views.network.picture import Picture
from rcr.views.network_svg import draw_network


def pictures(run: Run, title: str, drawn: Picture, link: str) -> None:
    """A button for each file; ``link`` leads back from the handout, if there is one."""
    name, axis = run.model.name, str(chosen(keys.AXIS, "updates"))
    next_ones = suggestions(run) if run.state.certificate is None else []
    shown = changes(drawn, run.state, suggested=next_ones)
    places = [START_NUMBER, *sorted(run.names.values()), run.state.number]
    graph, curves = draw_network(drawn, shown, title), draw_curves(run, axis)
    with st.container(horizontal=True):
        st.download_button(
            "Handout to print",
            lambda: handout(run, title, link=link, states=places, kind=drawn.kind, axis=axis),
            f"{name}-handout.html",
            "text/html",
            on_click="ignore",
            help="One page with the model, the bounds, the graph at the start, at the places named "
            "in the history and now, and the steps with their equations",
        )
        for label, svg in (("Graph", graph), ("Curves", curves)):
            file = f"{name}-{label.lower()}"
            st.download_button(
                f"{label} as SVG", svg, f"{file}.svg", "image/svg+xml", on_click="ignore"
            )
            png_button(f"{label} as PNG", svg, f"{file}.png", key=f"png-{label}")
