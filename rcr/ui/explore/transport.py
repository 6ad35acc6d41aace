"""The transport bar: back, forward in small and large steps, play, to the end; restart stands
apart.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.explore import keys
from rcr.ui.explore.buttons import move_button
from rcr.ui.explore.commands import Back, RecoverSuggested, Restart, Settle, Sweep, Update
from rcr.ui.explore.film import SECONDS_A_PICTURE, USUAL_SPEED, play_button
from rcr.ui.explore.to_the_end import choose_heuristic, end_button
from rcr.ui.widgets import kept


def transport(run: Run) -> None:
    """One row of buttons with keyboard shortcuts; what cannot be done now is greyed out."""
    complete = not len(run.state.relaxation.relaxed)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="transport"):
        move_button(
            "← Back",
            Back(),
            key="back",
            shortcut="b",
            help="Undo the last thing you did",
            disabled=run.state.parent is None,
        )
        for label, command, key, shortcut, text in (
            ("Update", Update(1), "steps1", "u", "Compensate one constraint"),
            ("×10", Update(10), "steps10", "t", "Ten updates"),
            ("Sweep", Sweep(), "sweep", "s", "Compensate every relaxed constraint once"),
            ("Settle", Settle(), "converge", "l", "Sweep until the bound stands still"),
        ):
            move_button(label, command, key=key, shortcut=shortcut, help=text, disabled=complete)
        batch = run.settings.batch
        move_button(
            "Recover suggested" if batch == 1 else f"Recover {batch:,} suggested",
            RecoverSuggested(),
            key="suggested",
            shortcut="n",
            help="Recover what the heuristic suggests",
            disabled=complete,
            type="primary",
        )
        play_button()
        end_button(run)


def aside(recovery: str) -> None:
    """In the sidebar, far from play: how fast it goes, which heuristic goes to the end, and back
    to the start.
    """
    with st.sidebar:
        st.segmented_control(
            "Speed of play",
            SECONDS_A_PICTURE,
            **kept(keys.SPEED, USUAL_SPEED),
            required=True,
        )
        choose_heuristic(recovery)
        move_button(
            "Restart",
            Restart(),
            key="restart",
            help="To the start again; what you did stays in the history",
        )
