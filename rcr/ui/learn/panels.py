"""What a step shows beside the graph: the chart, tables and pictures, one of them at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from rcr import ModelError, Run
from rcr.course.language.facts import edge_name
from rcr.explain.assignments import assignments
from rcr.explain.pieces import pieces
from rcr.reference.exact import exact_marginals
from rcr.reference.lp_bound import lp_bound
from rcr.ui.components.chart import chart
from rcr.ui.components.drawing import drawing
from rcr.ui.explore.constraint_panel import constraint_rows
from rcr.ui.explore.graph_panel import touched
from rcr.ui.explore.marginals_panel import marginals_panel
from rcr.ui.explore.step_panel import step_panel
from rcr.ui.learn.drawn_words import chart_in_our_words, in_our_words
from rcr.ui.learn.staging import REVEAL, Staging
from rcr.ui.learn.terms import named
from rcr.ui.learn.words import words
from rcr.views.assignments import draw_assignments
from rcr.views.bounds.chart import run_chart
from rcr.views.factor_tables import tables_html
from rcr.views.history_tree import tree_chart
from rcr.views.marginals import compared, marginals_html, relaxed_marginals
from rcr.views.pair_table import draw_table, telling_states
from rcr.views.pieces import draw_pieces
from rcr.views.reveal import draw_reveal

MAX_BARS = 7  # of a prediction, which fit into a panel
MAX_MARGINAL_VARIABLES = 6  # whose marginals stand side by side
PANEL_REM = 14.0  # height of a panel with the row of their names above it
TALL_PANELS_REM = {"equation": 19.0}
CHART_HEIGHT = "max(170px, min(16rem, 100vh - 32rem))"


def shown_panels(staging: Staging) -> list[str]:
    """The panels that are not hidden; what a prediction hid comes first once it is answered."""
    return [name for name in PANELS if staging.visible(name)]


def panels_rem(names: list[str]) -> float:
    """The height to leave for the panels."""
    return max((TALL_PANELS_REM.get(name, PANEL_REM) for name in names), default=0.0)


def panels(staging: Staging, names: list[str]) -> None:
    """The names of the panels where there are several, and the one that is chosen."""
    if not names:
        return
    name, labels = names[0], words().panels
    if len(names) > 1:
        key = f"learn-panel-{staging.key}-{'-'.join(names)}"
        chosen = st.segmented_control(
            "Panel",
            names,
            format_func=labels.__getitem__,
            default=name,
            required=True,
            key=key,
            label_visibility="collapsed",
        )
        name = str(chosen or name)
    with st.container(key=named(name)), st.container(key="learn-panel"):
        try:
            PANELS[name](staging)
        except ModelError as error:
            st.caption(str(error))


def chart_axis(run: Run) -> str:
    """What the curve is drawn over: edges put back, or updates as long as there is none."""
    counts = {state.relaxation.count for state in run.state.path()}
    return "recovered" if len(counts) > 1 else "updates"


def _chart(staging: Staging) -> None:
    run = staging.run
    floor = lp_bound(run.state) if "floor" in staging.spoken else None
    made = chart_in_our_words(run_chart(run, chart_axis(run), best=floor))
    alt = "Upper and lower bound over the steps"
    chart(made, key="learn-chart", height=CHART_HEIGHT, alt=alt, on_pick=lambda _: None)


def _tables(staging: Staging) -> None:
    st.html(tables_html(staging.run.model, words().points))


def _pair_table(staging: Staging) -> None:
    """M of the edge, and beside it the same with its θ, where there is one and it may be seen."""
    run = staging.run
    k = _edge_of_interest(run)
    if k is None:
        return
    theta, ptr = run.state.theta.array(), run.cloned.ground.theta_ptr
    own = theta[ptr[k] : ptr[k + 1]]
    values = run.engine(run.state.relaxation).pair_table(theta, k)
    tables = {f"M of {edge_name(run, run.cloned.constraints[k])}": values}
    if own.any() and "theta" not in staging.hides:
        tables[words().with_theta] = values + own[:, None] - own[None, :]
    with st.container(horizontal=True):
        for place, (title, table) in enumerate(tables.items()):
            last = place == len(tables) - 1  # the relaxed model takes the largest entry there
            drawing(_table(run, k, title, table, last), key=f"learn-pair-table-{place}")


def _table(run: Run, k: int, title: str, values: np.ndarray, marked: bool) -> str:
    telling = telling_states(values)
    shown = values[np.ix_(telling, telling)]
    variable = run.model.variables[run.cloned.constraints[k].variable]
    states = [variable.states[s] for s in telling]
    told = f"{title}; a row for each state of the variable, a column for each of its clone"
    best = np.isclose(shown, shown.max(), rtol=0, atol=1e-9) & marked
    return draw_table(shown, states, title, told, best, variable=variable.name)


def _edge_of_interest(run: Run) -> int | None:
    """The cut edge that was touched last, or the first one."""
    relaxed = run.state.relaxation.relaxed
    last = [int(k) for k in run.cloned.indices(touched(run, run.state)) if k in relaxed]
    return last[-1] if last else int(relaxed[0]) if len(relaxed) else None


def _pieces(staging: Staging) -> None:
    drawing(in_our_words(draw_pieces(pieces(staging.run))), key="learn-pieces")


def _assignments(staging: Staging) -> None:
    run = staging.run
    drawing(in_our_words(draw_assignments(assignments(run), run.model)), key="learn-assignments")


def _marginals(staging: Staging) -> None:
    """Those of the relaxed model above the exact ones; of a larger model, the panel of Explore."""
    w, run = words(), staging.run
    if len(run.model.variables) > MAX_MARGINAL_VARIABLES:
        marginals_panel(run)
        return
    exact = exact_marginals(run.cloned, run.settings.sums)
    found = compared(run.model, relaxed_marginals(run), exact, run.settings.sums)
    st.html(marginals_html(found, w.relaxed_model, w.exactly))


def _constraints(staging: Staging) -> None:
    rows = constraint_rows(staging.run)
    st.dataframe(rows, hide_index=True, height=200, alt="The equivalence constraints")


def _history(staging: Staging) -> None:
    made, alt = tree_chart(staging.run.tree), "The states of the run as a tree"
    chart(made, key="learn-history", height=CHART_HEIGHT, alt=alt, on_pick=lambda _: None)


def _reveal(staging: Staging) -> None:
    found = staging.reveal
    if found is not None:
        run = staging.run
        names = {c.id: f"{c.id}: {edge_name(run, c)}" for c in run.cloned.constraints}
        shown = draw_reveal(found.values, found.ranks, found.chosen, names, MAX_BARS)
        drawing(in_our_words(shown), key="learn-reveal")


PANELS: dict[str, Callable[[Staging], None]] = {
    REVEAL: _reveal,
    "pair-table": _pair_table,
    "tables": _tables,
    "pieces": _pieces,
    "assignments": _assignments,
    "marginals": _marginals,
    "chart": _chart,
    "equation": lambda staging: step_panel(staging.run),
    "constraints": _constraints,
    "history": _history,
}
