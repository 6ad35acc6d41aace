"""The menu of earlier comparisons: the visitor's own, the latest first, and the one that came with
the app.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from rcr.compare.kept_comparisons import KeptComparisons
from rcr.compare.request import Request
from rcr.text.words import counted, listed
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.playing import kept_comparisons, show_again, show_shipped
from rcr.ui.plain_words import words
from rcr.ui.widgets import show

OPEN = "compare-earlier"  # whether the menu is
MAX_LISTED_COMPARISONS = 12
MAX_NAMED_CONTESTANTS = 4


def earlier_menu(shown: Comparison) -> None:
    """A button a comparison; what is on the screen cannot be asked for."""
    menu = st.popover(
        "Earlier", on_change="rerun", key=OPEN, help="Comparisons that were made before"
    )
    if not menu.open:
        return
    with menu:
        if (kept := kept_comparisons()) is not None:
            _own(kept, shown)
        st.button(
            "The one that came with the app",
            on_click=_choose,
            args=(show_shipped,),
            disabled=shown.is_shipped,
            width="stretch",
        )


def _choose(bring: Callable[[], None]) -> None:
    """Show a comparison, and close the menu over it."""
    bring()
    show(OPEN, False)


def _own(kept: KeptComparisons, shown: Comparison) -> None:
    for at, request in islice(kept.requests(), MAX_LISTED_COMPARISONS):
        folder = kept.folder(request)
        st.button(
            words(f"{_told(request)} · {_when(at)}"),
            key=f"earlier-{folder.name}",
            on_click=_choose,
            args=(partial(show_again, request),),
            disabled=folder == shown.folder,
            width="stretch",
        )


def _told(request: Request) -> str:
    """Who was compared, on how many models."""
    names = [contestant.name for contestant in request.contestants]
    first = request.subjects[0].name
    models = counted(len(request.subjects), "model") if len(request.subjects) > 1 else first
    return f"{listed(names, MAX_NAMED_CONTESTANTS)} on {models}"


def _when(at: float) -> str:
    """The day and the minute, by the visitor's clock where that is known."""
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return datetime.fromtimestamp(at, UTC).astimezone(zone).strftime("%d %b, %H:%M")
