"""The run beside the text: its controls, the graph, the figures and a panel, all on one screen."""

from __future__ import annotations

import streamlit as st

from rcr.ui.components.graph import graph
from rcr.ui.explore.graph_panel import MAX_MARGINAL_VARIABLES, touched
from rcr.ui.explore.suggestions import suggestions
from rcr.ui.learn import keys
from rcr.ui.learn.figures import figures, shown_figures
from rcr.ui.learn.panels import panels, panels_rem, shown_panels
from rcr.ui.learn.staging import Staging
from rcr.ui.learn.terms import named
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept
from rcr.views.network.changes import Changes, changes
from rcr.views.network.drawing import picture
from rcr.views.network.hiding import hide
from rcr.views.network.picture import COMPACT, CUT, Picture

MIN_GRAPH_PIXELS = 230
FRAME_REM, FIGURES_REM = 9.5, 5.0  # above and below the graph, and for the figures


def stage_picture(staging: Staging) -> Picture:
    """The picture that is wanted; where both views are shown, the one that was chosen."""
    cut = chosen(keys.VIEW, CUT) == CUT if staging.both_views else "cut" in staging.shows
    return picture(staging.run.cloned, CUT if cut else COMPACT)


def choose_view(staging: Staging) -> None:
    """The choice between the views, where there is one."""
    if staging.both_views:
        views = words().views
        st.segmented_control(
            "View",
            views,
            format_func=views.__getitem__,
            **kept(keys.VIEW, CUT),
            required=True,
            label_visibility="collapsed",
        )


def stage(staging: Staging, drawn: Picture) -> None:
    """Graph, figures and panels below the controls."""
    numbers, beside = shown_figures(staging), shown_panels(staging)
    taken = FRAME_REM + staging.head_rem + (FIGURES_REM if numbers else 0) + panels_rem(beside)
    with st.container(key=named("graph")), st.container(key=named("cut")):
        shown = stage_changes(staging, drawn)
        room = f"max({MIN_GRAPH_PIXELS}px, 100vh - {taken}rem - var(--rcr-class-line, 0rem))"
        height = f"min({room}, var(--rcr-graph-most, 100vh))"
        graph(drawn, shown, visitor().learn.clicks, key=keys.GRAPH, height=height, plain=True)
    if numbers:
        figures(staging.run, numbers)
    panels(staging, beside)


def stage_changes(staging: Staging, drawn: Picture) -> Changes:
    """What the current state changes in the picture, without what is hidden."""
    run, state = staging.run, staging.run.state
    relaxed = len(state.relaxation.relaxed)
    engine = run.engine(state.relaxation)
    few = len(run.model.variables) <= MAX_MARGINAL_VARIABLES
    suggested = staging.suggests and state.certificate is None and relaxed
    found = changes(
        drawn,
        state,
        suggested=suggestions(run) if suggested else [],
        touched=staging.chosen or _touched(staging),
        impact=run.candidates().impact if relaxed else None,
        marginals=engine.marginals(state.theta.array()) if few else (),
        sums=run.settings.sums,
    )
    return hide(drawn, found, staging.hides)


def _touched(staging: Staging) -> list[str]:
    """The edges of the last action. A mark on most of them would say nothing, and one on an edge
    whose worth is to be told would be taken for a hint.
    """
    edges = touched(staging.run, staging.run.state)
    telling = 2 * len(edges) <= len(staging.run.cloned) and "impact" not in staging.hides
    return edges if telling else []
