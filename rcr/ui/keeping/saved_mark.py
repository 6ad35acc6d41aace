"""A small mark that says whether everything is in the store, or why it is not there yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from rcr.ui.visitor import visitor

LOOK_SECONDS = 2.0  # from one look at the store to the next, while something is not written
WRITING_SECONDS = 0.05  # that a page waits for what is usually written much sooner


def keep_looks(view: Mapping[str, Any]) -> None:
    """Have how the page looks kept with the run, once it is drawn."""
    keeper = visitor().keeper
    if keeper is not None:
        keeper.look(view)


def saved_mark() -> None:
    """Says *saved* only once the store has said so."""
    keeper = visitor().keeper
    if not _is_owed() and (keeper is None or keeper.flush(WRITING_SECONDS)):
        st.caption("✓ saved", help="Every step is kept; a reload of this address brings it back")
    else:
        _not_yet()


@st.fragment(run_every=LOOK_SECONDS)
def _not_yet() -> None:
    keeper = visitor().keeper
    if not _is_owed() and (keeper is None or keeper.is_saved):
        st.caption("✓ saved")
        return
    why = f": {keeper.trouble}" if keeper is not None and keeper.trouble else ""
    st.caption(f"⚠ not saved yet{why}")


def _is_owed() -> bool:
    """Whether the class's store has refused something of a task; the class's line says why."""
    sitting = visitor().classroom.sitting
    return sitting is not None and sitting.worker is not None and sitting.worker.owes
