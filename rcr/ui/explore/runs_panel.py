"""The panel with the visitor's runs: each can be opened again, named and deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import streamlit as st

from rcr.classroom import RunSummary, StoreError
from rcr.classroom.retention import RUN_DAYS
from rcr.ui.keeping.keeper import Keeper
from rcr.ui.visitor import visitor

HERE = "●"
TABLE_PIXELS = 220
WRITING_SECONDS = 0.5  # that the list waits for the latest step


def runs_panel() -> None:
    """The list, and what can be done with the run that is chosen from it."""
    keeper = visitor().keeper
    if keeper is None:
        return
    keeper.flush(WRITING_SECONDS)
    try:
        runs = keeper.store.runs.of(keeper.who())
    except StoreError as error:
        st.warning(f"Your runs cannot be listed now: {error}.")
        return
    st.caption(
        f"Every model, task and start that you try is a run of its own. A run goes {RUN_DAYS} "
        "days after its last use. This browser alone can open them."
    )
    chosen = _table(runs, keeper.number)
    if chosen is not None:
        _deeds(keeper, chosen)


def _table(runs: list[RunSummary], current: int | None) -> RunSummary | None:
    """Draw the runs; returns the one that is chosen."""
    rows = [
        {
            "": HERE if run.number == current else "",
            "run": run.title or f"run {run.number}",
            "steps": run.steps,
            "last used": datetime.fromtimestamp(run.last_used, UTC),
        }
        for run in runs
    ]
    picked = st.dataframe(
        rows,
        key="runs",
        column_config={
            "": st.column_config.TextColumn(width=30),
            "run": st.column_config.TextColumn(width="large"),
            "last used": st.column_config.DatetimeColumn(format="distance"),
        },
        on_select="rerun",
        selection_mode="single-row",
        hide_index=True,
        height=TABLE_PIXELS,
        alt="Your runs, the last used first",
    )
    return next((runs[i] for i in picked["selection"]["rows"] if i < len(runs)), None)


def _deeds(keeper: Keeper, run: RunSummary) -> None:
    """Open, name, or delete after one question."""
    who, is_open = keeper.who(), run.number == keeper.number
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if st.button("Open it", disabled=is_open, type="primary"):
            visitor().explore.wanted_number = run.number
            st.rerun()
        name = st.text_input("Its name", run.title, key=f"run-name-{run.number}", width=220)
        if st.button("Rename it", disabled=not name or name == run.title):
            _do(lambda: keeper.store.runs.rename(who, run.number, name))
        with st.popover("Delete it", disabled=is_open, help="The open run cannot be deleted"):
            st.write(f"**{run.title or run.number}** and its {run.steps:,} steps go for good.")
            if st.button("Delete it for good"):
                _do(lambda: keeper.store.runs.delete(who, run.number))


def _do(work: Callable[[], None]) -> None:
    try:
        work()
    except StoreError as error:
        visitor().explore.complaint.text = str(error)
    st.rerun(scope="fragment")
