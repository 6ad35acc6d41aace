"""What was learnt outlives the tab: recalled from the store before the page is drawn, written down
after it.
"""

from __future__ import annotations

import streamlit as st

from rcr.classroom import StoreError
from rcr.course.student_record import Done, recall
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor


def remember() -> None:
    """Fetch what the store has of the visitor, once; while it cannot be reached the page goes on
    without.
    """
    visit, keeper = visitor().learn, visitor().keeper
    if visit.recalled or keeper is None:
        return
    try:
        if keeper.is_known:
            visit.past = recall(keeper.store.progress, keeper.who())
        visit.recalled = True
    except StoreError as error:
        st.caption(words().not_recalled.format(why=error))


def write_down() -> None:
    """Write what is new; what the store refuses now is written with the next answer."""
    visit, keeper = visitor().learn, visitor().keeper
    if keeper is None:
        return
    done = Done(visit.attempts, visit.exercised, visit.contests)
    try:
        with visit.lock:
            visit.record.write(keeper.store.progress, keeper.who, done)
    except StoreError as error:
        st.caption(words().not_written.format(why=error))
