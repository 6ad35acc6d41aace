"""From a curve, a dot or a tile to that run at that round in Explore, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import isclose, isnan
from typing import Any

import streamlit as st

from rcr import ModelError, Run
from rcr.compare.game import Game
from rcr.compare.replay import run_at
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.visit import Departure
from rcr.ui.job import Job
from rcr.ui.plain_words import words
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import HEAVY, waiting

COMPARE, EXPLORE = "pages/compare.py", "pages/explore.py"
QUICK_SECONDS = 0.3  # what is over in that time needs no progress bar
CUT_SHORT = (
    "this run was cut short by its time limit: done again without one, its bounds differ from "
    "those in the comparison"
)


def depart(comparison: Comparison, row: Mapping[str, Any]) -> None:
    """Do the run of a row again up to its round, or to its last one; for callbacks."""
    visit, number = visitor().compare, comparison.number(row)
    rounds = comparison.rows.get(number, []) if number is not None else []
    if number is None or not rounds:
        visit.complaint.text = "there is no run to explore here"
        return
    wanted = next((r for r in rounds if r["round"] == row.get("round")), rounds[-1])
    game = comparison.games[number]
    told = f"{game.contestant.name} on {game.subject.name} up to round {wanted['round']}"
    job = Job(partial(_again, game, wanted["round"]), HEAVY)
    visit.departure = Departure(job, told, float(wanted["upper"]))


def _again(game: Game, number: int, report: Callable[[None], None], cancel: Any) -> Run:
    return run_at(game, number, cancel)


def under_way() -> bool:
    """Whether a run is on its way; leaves for Explore once it is ready. While it is not, draws how
    to call it off.
    """
    visit = visitor().compare
    departure = visit.departure
    if departure is None:
        return False
    departure.job.wait(QUICK_SECONDS)
    if departure.job.running:
        with st.container(horizontal=True, vertical_alignment="center"):
            told = f"Doing {words(departure.told)} again, to open it in Explore …"
            st.info(waiting(departure.job.place) if departure.job.place else told)
            st.button("Call it off", on_click=_call_off, key="compare-call-off")
        return True
    visit.departure = None
    try:
        run = departure.job.result()
    except ModelError as error:
        visit.complaint.text = str(error)
        return False
    _arrive(run, departure)
    return False


def _call_off() -> None:
    visit = visitor().compare
    if visit.departure is not None:
        visit.departure.job.cancel()
    visit.departure = None


def _arrive(run: Run, departure: Departure) -> None:
    who = visitor()
    who.compare.explored = run.states[0]
    who.explore.opened, who.explore.title, who.explore.watched = run, "", True
    same = isclose(run.state.upper, departure.upper, rel_tol=1e-9, abs_tol=1e-9)
    if not (same or isnan(departure.upper)):
        who.explore.complaint.text = CUT_SHORT
    st.switch_page(EXPLORE)


def way_back_to_compare() -> None:
    """On Explore: a link, as long as the run from the comparison is open."""
    run, explored = visitor().explore.run, visitor().compare.explored
    if run is not None and run.states[0] is explored:
        st.page_link(COMPARE, label="← Compare", help="Back to the comparison")
