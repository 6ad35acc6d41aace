"""The transport bar: back, forward in small and large steps, play, to the end; restart stands
apart.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.ui.explore import keys
from rcr.ui.explore.beginning import begins_compensated
from rcr.ui.explore.buttons import move_button
from rcr.ui.explore.commands import Back, Forward, RecoverSuggested, Restart, Settle, Sweep, Update
from rcr.ui.explore.film import SECONDS_A_PICTURE, USUAL_SPEED, play_button
from rcr.ui.explore.to_the_end import end_button, is_over, quickest_button
from rcr.ui.explore.words import WORDS
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept


def transport(run: Run) -> None:
    """One row of buttons with keyboard shortcuts; what cannot be done now is greyed out."""
    complete = run.state.relaxation.complete
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="transport"):
        move_button(
            "← Back",
            Back(),
            key="back",
            shortcut="b",
            help="Undo the last thing you did",
            disabled=run.state.parent is None,
        )
        move_button(
            "*Forward* →",  # the word is for the list of the keys and for screen readers
            Forward(),
            key="forward",
            shortcut="g",
            help="Forward: do again what you took back",
            disabled=run.tree.ahead is None,
        )
        for label, command, key, shortcut in (
            ("Update", Update(1), "steps1", "u"),
            ("×10", Update(10), "steps10", "t"),
            ("Sweep", Sweep(), "sweep", "s"),
            ("Settle", Settle(), "converge", "l"),
        ):
            look = {"key": key, "shortcut": shortcut, "help": WORDS[label]}
            move_button(label, command, **look, disabled=complete)
        hidden, batch = visitor().explore.hidden, run.settings.batch
        if "suggested" not in hidden:
            _suggested_button(batch, complete)
        if "end" not in hidden:
            play_button(over=is_over(run))
            end_button(run)


def _suggested_button(batch: int, complete: bool) -> None:
    move_button(
        "Recover suggested" if batch == 1 else f"Recover {batch:,} suggested",
        RecoverSuggested(),
        key="suggested",
        shortcut="n",
        help="Recover what the heuristic suggests",
        disabled=complete,
        type="primary",
    )


def aside(recovery: str) -> None:
    """In the sidebar, far from play: how fast it goes, the quickest way to the end, and back to
    the start.
    """
    with st.sidebar:
        if "end" not in visitor().explore.hidden:
            st.segmented_control(
                "Speed of play",
                SECONDS_A_PICTURE,
                **kept(keys.SPEED, USUAL_SPEED),
                required=True,
            )
            quickest_button(recovery)
        move_button(
            "Restart",
            Restart(begins_compensated()),
            key="restart",
            help="To the start again; what you did stays in the history",
        )
