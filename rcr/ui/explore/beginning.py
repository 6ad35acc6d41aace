"""Where a run begins: compensated already, or at θ = 1, where compensation can be watched from its
first update.
"""

from __future__ import annotations

import streamlit as st

from rcr.models.origin import PortableOrigin, SampleOrigin
from rcr.ui.explore import keys
from rcr.ui.explore.buttons import press
from rcr.ui.explore.commands import Restart
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.network.picture import COMPACT, CUT

COMPENSATED, THETA_ONE = "compensated", "theta = 1"
BEGINNINGS = {COMPENSATED: "compensated", THETA_ONE: "from θ = 1"}
WATCHED_SAMPLE = "triangle"  # small enough to watch every update from the first one on
# how it is watched: what each choice usually is, and what it is there
WATCHED = {keys.BEGINNING: (COMPENSATED, THETA_ONE), keys.VIEW: (COMPACT, CUT)}


def begins_compensated() -> bool:
    """Whether the visitor wants a run to begin where compensation has settled."""
    return bool(chosen(keys.BEGINNING, COMPENSATED) == COMPENSATED)


def choose_beginning() -> None:
    """The switch, and whether compensation follows each click; the run goes to the start that is
    chosen, and what was done stays in the history.
    """
    st.segmented_control(
        "At the start",
        BEGINNINGS,
        format_func=BEGINNINGS.__getitem__,
        **kept(keys.BEGINNING, COMPENSATED),
        required=True,
        on_change=_restart,
        help="From θ = 1 nothing has been compensated yet: every Update is there to be watched",
    )
    st.toggle(
        "compensate after each click",
        **kept(keys.COMPENSATE_AFTER_CLICK, True),
        help="Settle after each recovery and relaxation; without it, compensate by hand",
    )


def watch_from_the_beginning(origin: PortableOrigin | None) -> None:
    """The first visit to the triangle begins at θ = 1, with its clones drawn apart; before these
    choices are drawn. On the next model it is as it was before, unless the visitor has chosen
    otherwise meanwhile.
    """
    visit, here = visitor().explore, origin == SampleOrigin(WATCHED_SAMPLE)
    if here and not visit.watched:
        visit.watched = True
        for key, (usual, value) in WATCHED.items():
            visit.before_watching[key] = chosen(key, usual)
            show(key, value)
    elif not here:
        for key, value in visit.before_watching.items():
            if chosen(key, None) == WATCHED[key][1]:
                show(key, value)
        visit.before_watching.clear()


def _restart() -> None:
    if visitor().explore.run is not None:
        press(Restart(begins_compensated()))
