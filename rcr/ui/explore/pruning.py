"""Pruning: a copy of the run relaxes what its proof can spare, beside the page, and then takes the
run's place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rcr import Run
from rcr.run.pruning import proved_here
from rcr.ui.explore.to_the_end import go_on_beside
from rcr.ui.visitor import visitor

HELP = (
    "Relaxes what the proof can spare, one recovered constraint after the other, and exchanges "
    "loops where that needs fewer: those that are left are the ones that mattered"
)


def prune_button(run: Run) -> None:
    """Offered where there is a proof to prune and no teacher has hidden such help; what was pruned
    is told until the run moves on.
    """
    visit, state = visitor().explore, run.state
    if visit.pruned is not None and visit.pruned[0] is state:
        st.success(f"{visit.pruned[1].capitalize()}.")
        return
    bounding = run.settings.upper_bound and not run.settings.sums
    offered = "end" not in visit.hidden and bounding and state.relaxation.count > 0
    if offered and proved_here(run):
        st.button("Prune the proof", key="prune", on_click=_start, help=HELP)


def _start() -> None:
    visit = visitor().explore

    def prune(fork: Run, report: Callable[[Any], None], cancel: Any) -> None:
        def told(tried: int, total: int) -> None:
            here = fork.state
            now = {"sweeps": here.sweeps, "upper": here.upper, "lower": here.lower}
            report((here, now))

        sentence = fork.prune(cancel, told=told).sentence
        visit.pruned = fork.state, sentence

    go_on_beside(prune)
