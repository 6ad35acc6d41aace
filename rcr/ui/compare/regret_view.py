"""Regret: the true drop of each candidate beside each heuristic's score, where a contestant stands
at the scrubber.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from rcr import Run
from rcr.compare.regret import candidates, verdict
from rcr.run.budget import Budget, Cancel
from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.figure import draw
from rcr.ui.compare.scrubber import moment, to_the_start
from rcr.ui.compare.tiles import is_proved
from rcr.ui.compare.visit import Regret, Trial
from rcr.ui.compare.way_to_explore import QUICK_SECONDS
from rcr.ui.job import Job
from rcr.ui.plain_words import words
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import HEAVY, waiting
from rcr.ui.widgets import chosen, kept, show
from rcr.views.comparison.regret import plot_regret

CHARTS_A_ROW = 4
CHART_HEIGHT = "max(240px, 100vh - 30rem)"
WHAT_IT_IS = (
    "**Regret** is what a heuristic leaves on the table: the drop of the bound that the best "
    "candidate would bring, less that of its own first choice, for each constraint recovered. At "
    "the place of the scrubber each heuristic's first choices are recovered on copies and "
    "compensated, and its scores are drawn against the true drops."
)
MAX_REGRET_SECONDS = 8.0  # for the candidates; a visitor waits for them


def regret_view(comparison: Comparison) -> None:
    """What it is, in whose place, a button to try the candidates there, and what came of it."""
    st.markdown(WHAT_IT_IS)
    now = moment(comparison)
    own = [c for c in comparison.request.contestants if c.kind == "recovery"]
    names = [name for name, place in now.places.items() if place.kind != "peer"]
    if not names or not own:
        st.caption("A contestant with a recovery heuristic is needed.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if chosen(keys.IN_THE_PLACE_OF, names[0]) not in names:
            show(keys.IN_THE_PLACE_OF, names[0])
        name = st.selectbox(
            "At the scrubber, in the place of",
            names,
            width=320,
            **kept(keys.IN_THE_PLACE_OF, names[0]),
        )
        if is_proved(now.places[name]):
            st.button("Scrub to the start", type="primary", on_click=to_the_start, args=(now,))
            st.caption(f"{words(name)} has its proof here, so nothing is left to gain.")
            return
        recovered = tuple(sorted(now.places[name].recovered, key=lambda i: int(i[1:])))
        heuristics = tuple(dict.fromkeys(c.plugin for c in own))
        trial = Trial(now.subject, recovered, heuristics)
        _begin_or_stop(trial)
    found = visitor().compare.regret
    if found is not None and not found.running and found.result().trial == trial:
        _charts(found.result())


def _begin_or_stop(trial: Trial) -> None:
    """A button to try the candidates; while they are tried, one to stop that."""
    job = visitor().compare.regret
    if job is not None:
        job.wait(QUICK_SECONDS)
    if job is not None and job.running:
        st.button("Stop", on_click=job.cancel, key="compare-stop-trying")
        st.caption(waiting(job.place) if job.place else "Recovering each candidate on a copy …")
        return
    st.button(
        "Try the candidates",
        type="primary",
        key="compare-try",
        on_click=_begin,
        args=(trial,),
        help="Recovers each candidate on a copy and compensates",
    )


def _begin(trial: Trial) -> None:
    visitor().compare.regret = Job(partial(_try_candidates, trial), HEAVY)


def _try_candidates(trial: Trial, report: Callable[[None], None], cancel: Cancel) -> Regret:
    """Stopped, or after some seconds, with those that were tried until then."""
    run = Run(trial.subject.make(), start=trial.recovered)
    run.converge(stop=cancel.is_set)
    found = candidates(run, trial.heuristics, budget=Budget(cancel, MAX_REGRET_SECONDS))
    return Regret(trial, run.state, found)


def _charts(regret: Regret) -> None:
    heuristics = regret.trial.heuristics
    if regret.state.certificate is not None:
        st.caption("The bounds have met here; there is nothing left to gain. Scrub back.")
        return
    if not regret.candidates:
        st.caption("It was stopped before a candidate was tried.")
        return
    columns = st.columns(min(CHARTS_A_ROW, max(len(heuristics), 2)))
    for i, recovery in enumerate(heuristics):
        with columns[i % CHARTS_A_ROW]:
            draw(
                plot_regret(regret.candidates, recovery),
                key=f"compare-regret-{recovery}",
                height=CHART_HEIGHT,
                alt=f"Scores of {recovery} against true drops",
                on_pick=lambda place: None,
            )
            st.caption(words(verdict(regret.candidates, recovery)))
