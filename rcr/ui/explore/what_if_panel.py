"""Your path against a heuristic's, under the chart: asked for, watched, compared and removed."""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.explore.what_if import WhatIf
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import waiting

LOOK_SECONDS = 0.5  # from one look at the progress to the next


def start_what_if(number: int, recovery: str) -> None:
    """What a heuristic would do from a state of the run, to be drawn beside it; for callbacks."""
    visit = visitor().explore
    visit.drop_what_if()
    if visit.run is not None:
        visit.what_if = WhatIf(visit.run, number, recovery)


def current_what_if(run: Run) -> WhatIf | None:
    """The comparison that the visitor asked for, as long as the state it starts from is there."""
    visit = visitor().explore
    found = visit.what_if
    if found is not None and run.states.get(found.start.number) is not found.start:
        visit.drop_what_if()
        return None
    return found


def what_if_panel(run: Run, other: WhatIf, drawn_whole: bool) -> None:
    """How the heuristic's way compares with the visitor's; until it is drawn as a whole, with
    progress and a way to stop.
    """
    if not drawn_whole:
        _watch(run, other)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(other.verdict(run.state))
        st.button("Remove", key="drop_what_if", on_click=visitor().explore.drop_what_if)


@st.fragment(run_every=LOOK_SECONDS)
def _watch(run: Run, other: WhatIf) -> None:
    if not other.job.running:
        st.rerun()
    total, place = max(len(run.cloned), 1), other.job.place
    words = waiting(place) if place else other.verdict(run.state)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(other.path[-1].relaxation.count / total, text=words)
        st.button("Stop", key="stop_what_if", on_click=other.job.cancel)
