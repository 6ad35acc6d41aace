"""The graph with its controls: which view, and for a model too large to draw, which part of it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import streamlit as st

from rcr import Run
from rcr.explain.last_update import last_constraint
from rcr.explain.one_line import one_line
from rcr.state import Compensate, State
from rcr.ui.components.graph import BRANCH, OBSERVE, Click, graph, take_clicks
from rcr.ui.explore import keys, moves
from rcr.ui.explore.branches_panel import branch_on, can_branch
from rcr.ui.explore.buttons import compensates_after_click
from rcr.ui.explore.evidence import observe
from rcr.ui.explore.guessing import choose_guessing, guess_first, is_hidden
from rcr.ui.explore.overlay_menu import overlay_menu, wanted_overlay
from rcr.ui.explore.question import ChosenModel
from rcr.ui.explore.suggestions import suggestions
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept
from rcr.views.network.changes import changes
from rcr.views.network.drawing import USUAL_HOPS, drawable, is_drawn, picture
from rcr.views.network.hiding import GUESSING, hide
from rcr.views.network.picture import COMPACT, CUT, Picture
from rcr.views.overlay import NO_OVERLAY

GRAPH = "graph"
VIEWS = {COMPACT: "factor graph", CUT: "cut view"}
GRAPH_HEIGHT = "var(--rcr-graph-height)"  # of the page's css
MAX_MARGINAL_VARIABLES = 1000  # more would take longer than the rest of a click
MAX_MARKED_UPDATES = 10  # the last of so few is worth a mark on the graph
MAX_HOPS = 12
MAX_SEARCHED_NAMES = 20_000  # when a name is not known and a similar one is looked for


def shown_picture(run: Run) -> Picture:
    """The picture of the run's model that the visitor wants to see, drawn now if it never was."""
    kind = chosen(keys.VIEW, COMPACT)
    around, hops = None, USUAL_HOPS
    if not drawable(run.cloned, kind):
        around, hops = _centre(run), int(chosen(keys.HOPS, USUAL_HOPS))
    if is_drawn(run.cloned, kind, around, hops):
        return picture(run.cloned, kind, around, hops)
    with st.spinner("Finding a place for every node …", show_time=True):
        return picture(run.cloned, kind, around, hops)


def _centre(run: Run) -> int:
    """The variable that was asked for, by name; the first one until then."""
    asked = str(chosen(keys.CENTRE, "")).strip()
    return next((i for i, v in enumerate(run.model.variables) if v.name == asked), 0)


def take_graph_clicks(drawn: Picture, about: ChosenModel) -> None:
    """Apply what was clicked since the graph was drawn; evidence makes another model."""
    visit, settle = visitor().explore, compensates_after_click()
    on_variables: list[Click] = []

    def on_edges() -> Iterator[Click]:
        for click in take_clicks(drawn, visit.clicks, key=GRAPH):
            if click.kind == OBSERVE:
                on_variables.append(click)
            elif click.kind == BRANCH:
                branch_on(visit, click, settle=settle)
            else:
                yield click

    moves.apply_clicks(visit, guess_first(visit, on_edges()), settle=settle)
    if observe(about, on_variables):
        st.rerun()


def graph_panel(run: Run, drawn: Picture, *, under_way: bool = False) -> None:
    """The graph at the current state, what the heuristic suggests on it, and the controls below.

    While long work is under way nothing is suggested: no click would be taken, and asking the
    heuristic of a large model would compete with that work and outlive its visitor.
    """
    state, asked = run.state, not under_way and len(run.state.relaxation.relaxed) > 0
    engine = run.engine(state.relaxation)
    hidden = visitor().explore.hidden
    wanted = asked and not state.certificate and "suggested" not in hidden
    few = len(run.model.variables) <= MAX_MARGINAL_VARIABLES
    shown = changes(
        drawn,
        state,
        suggested=suggestions(run) if wanted else [],
        touched=touched(run, state),
        impact=run.candidates().impact if asked else None,
        marginals=engine.marginals(state.theta.array()) if few else (),
        sums=run.settings.sums,
    )
    guessing = is_hidden(run)
    graph(
        drawn,
        hide(drawn, shown, GUESSING) if guessing else shown,
        visitor().explore.clicks,
        key=GRAPH,
        height=GRAPH_HEIGHT,
        overlay=NO_OVERLAY if guessing else wanted_overlay(run, drawn),
        suggests="suggested" not in hidden,
        evidence="model" not in hidden,
        branches=can_branch(run) and not under_way,
        told=one_line(run),
    )
    with st.container(horizontal=True, vertical_alignment="center", key="graph-controls"):
        st.segmented_control(
            "View",
            VIEWS,
            format_func=VIEWS.__getitem__,
            **kept(keys.VIEW, COMPACT),
            label_visibility="collapsed",
        )
        overlay_menu()
        choose_guessing()
    if drawn.note:
        _neighbourhood(run, drawn)


def touched(run: Run, state: State) -> list[str]:
    """What was recovered or relaxed last, also after the compensation that followed, or the last
    of a few updates.
    """
    if state.parent is not None and isinstance(state.action, Compensate):
        if state.updates - state.parent.updates <= MAX_MARKED_UPDATES:
            k = last_constraint(run, state)
            return [] if k is None else [run.cloned.constraints[k].id]
        state = state.parent
    return list(state.action.touched)


def _neighbourhood(run: Run, drawn: Picture) -> None:
    """Which part of a model that is too large to draw: around which variable, and how far."""
    st.caption(drawn.note)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        asked = st.text_input(
            "Around the variable", **kept(keys.CENTRE), placeholder=run.model.variables[0].name
        ).strip()
        st.slider(
            "Hops",
            1,
            MAX_HOPS,
            **kept(keys.HOPS, USUAL_HOPS),
            help="How many factors away the picture ends; it stops before there are too many edges",
        )
    names = [v.name for v in run.model.variables]
    if asked and asked not in names:
        near = get_close_matches(asked, names[:MAX_SEARCHED_NAMES], 3, 0.4)
        st.warning(
            "There is no variable "
            f"{asked!r}{'; did you mean ' + ', '.join(near) + '?' if near else '.'}"
        )
