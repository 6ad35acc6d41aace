"""Regret: the true drop of each candidate beside each heuristic's score, where a contestant stands
at the scrubber.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.compare.regret import candidates, verdict
from rcr.compare.subject import Subject
from rcr.run.budget import Budget
from rcr.ui.compare.comparison import Comparison, Standing
from rcr.ui.compare.drawn_model import cloned
from rcr.ui.compare.visit import Regret
from rcr.ui.components.chart import CONFIG
from rcr.ui.visitor import visitor
from rcr.views.comparison import plot_regret

CHARTS_A_ROW = 4
CHART_PIXELS = 260
MAX_SECONDS = 8.0  # for the candidates; a visitor waits for them


def regret_panel(subject: Subject, comparison: Comparison, places: dict[str, Standing]) -> None:
    """In whose place, a button to try the candidates there, and what came of it."""
    own = [c for c in comparison.request.contestants if c.kind == "recovery"]
    names = [name for name, place in places.items() if place.kind != "peer"]
    if not names or not own:
        st.caption("A contestant with a recovery heuristic is needed.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "At the scrubber, in the place of", names, key="compare-regret", width=320
        )
        wanted = st.button(
            "Try the candidates",
            type="primary",
            key="compare-try",
            help="Recovers each candidate on a copy and compensates",
        )
    recovered = tuple(sorted(places[name].recovered, key=lambda i: int(i[1:])))
    key = (subject.digest, recovered, tuple(c.name for c in own))
    visit = visitor().compare
    if wanted:
        heuristics = list(dict.fromkeys(c.plugin for c in own))
        with st.spinner("Recovering each candidate on a copy …", show_time=True):
            visit.regret = _try_candidates(key, subject, recovered, heuristics)
    if visit.regret is None or visit.regret.key != key:
        st.caption(
            "What would each candidate really gain now? The scrubber above says when, this "
            "menu in whose place."
        )
        return
    _charts(visit.regret)


def _try_candidates(
    key: tuple[object, ...], subject: Subject, recovered: tuple[str, ...], heuristics: list[str]
) -> Regret:
    run = Run(cloned(subject).model, start=recovered)
    run.converge()
    found = candidates(run, heuristics, budget=Budget(time_limit=MAX_SECONDS))
    return Regret(key, run.state, found, heuristics)


def _charts(regret: Regret) -> None:
    if regret.state.certificate is not None or not regret.candidates:
        st.caption("The bounds have met here; there is nothing left to gain. Scrub back.")
        return
    columns = st.columns(min(CHARTS_A_ROW, max(len(regret.heuristics), 2)))
    for i, recovery in enumerate(regret.heuristics):
        with columns[i % CHARTS_A_ROW]:
            st.plotly_chart(
                plot_regret(regret.candidates, recovery),
                height=CHART_PIXELS,
                key=f"compare-regret-{recovery}",
                config=CONFIG,
            )
            st.caption(verdict(regret.candidates, recovery))
