"""What the browser remembers of earlier visits: how a run begins, which hints were followed, and
whether the sample that is watched from its first update was there.
"""

from __future__ import annotations

import re

from rcr.classroom.retention import PROGRESS_DAYS
from rcr.ui.components.cookie import given, remember
from rcr.ui.explore import keys
from rcr.ui.explore.beginning import BEGINNINGS, COMPENSATED
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, show

COOKIE = "rcr-explore"
WRITTEN = re.compile(r"([0-9])-([0-9])-([01])")  # a cookie may hold few letters


def recall() -> None:
    """Go on as this browser did; before anything is drawn for the first time."""
    visit = visitor().explore
    if visit.recalled:
        return
    visit.recalled = True
    if (found := WRITTEN.fullmatch(given(COOKIE))) is None:
        return
    beginning, hints, watched = map(int, found.groups())
    if chosen(keys.BEGINNING, None) is None and beginning < len(BEGINNINGS):
        show(keys.BEGINNING, list(BEGINNINGS)[beginning])
    visit.hints, visit.watched = max(visit.hints, hints), visit.watched or bool(watched)


def remember_visit() -> None:
    """Have the browser keep it; what a sample chose by itself is not the visitor's choice."""
    visit = visitor().explore
    own = visit.before_watching.get(keys.BEGINNING, chosen(keys.BEGINNING, COMPENSATED))
    written = f"{list(BEGINNINGS).index(own)}-{visit.hints}-{visit.watched:d}"
    if written != given(COOKIE):
        remember(COOKIE, written, PROGRESS_DAYS)
