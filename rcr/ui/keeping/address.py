"""The address of the page names the run that is open, and a cookie knows the visitor: by both a
reload, a restart of the server and the browser's Back button find the run again. The address holds
no secret; in another browser it opens nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import streamlit as st

from rcr.classroom import NotKept, StoreError
from rcr.classroom.retention import PROGRESS_DAYS
from rcr.classroom.tokens import digest
from rcr.ui.components.code import code_place, text_of
from rcr.ui.components.cookie import given, remember
from rcr.ui.keeping.keeper import Keeper
from rcr.ui.store import store
from rcr.ui.visitor import Visitor, visitor

VISITOR_COOKIE = "rcr-me"
PLACE = "at"  # the part of the address: the run's number, and whose run it is
# the last part is of the browser's Back and Forward alone, and another one each time
ASKED = re.compile(r"([0-9]{1,9})-([0-9a-f]+)(-back[0-9]+)?")
MARK_LETTERS = 6  # by which a visitor's addresses are told from another's
ANOTHERS = (
    "this address names a run of another browser; to pass a run on, use the link in "
    "Keep and share, which carries the run itself"
)
NUMBER_SECONDS = 0.3  # that a page waits for the number of a run that has just begun

HERE = Path(__file__).parent

_history = st.components.v2.component(
    "rcr_address", js=text_of(HERE / "server_gone.js") + text_of(HERE / "address.js")
)


def read_address() -> None:
    """Know the visitor again, and hear which run the address asks for; before the page is drawn."""
    who = visitor()
    if who.keeper is None:
        secret = given(VISITOR_COOKIE) or None
        who.keeper = keeper = Keeper(store(), secret)
        who.explore.listeners.append(lambda move: keeper.keep(move.run, who.explore.title))
        if secret is not None:
            _enter(keeper)
    _hear(who, who.keeper, st.query_params.get(PLACE, ""))
    remember(VISITOR_COOKIE, who.keeper.secret, PROGRESS_DAYS)
    with code_place("address"):
        _history(key="rcr-address", data={PLACE: _place(who, who.keeper)}, height=1)


def _enter(keeper: Keeper) -> None:
    complaint = visitor().explore.complaint
    try:
        keeper.who()
    except NotKept as error:
        keeper.begin_anew()
        if PLACE in st.query_params:  # who has not done anything yet has lost nothing
            complaint.text = str(error)
    except StoreError as error:
        complaint.text = str(error)


def _hear(who: Visitor, keeper: Keeper, asked: str) -> None:
    """The run that the address names is shown next, if it is this visitor's and not shown yet.

    Only a new tab, Back and Forward ask for a run: what is pressed just after another run has begun
    comes with the address of the run before.
    """
    found = ASKED.fullmatch(asked)
    if found is None or (who.shown_number is not None and found[3] in (None, who.gone_back)):
        return
    who.gone_back = found[3]
    if found[0].removesuffix(found[3] or "") == _place(who, keeper):
        return
    if found[2] == _mark(keeper.secret):
        who.explore.wanted_number = who.shown_number = int(found[1])
    else:
        del st.query_params[PLACE]
        who.explore.complaint.text = who.explore.complaint.text or ANOTHERS


def _place(who: Visitor, keeper: Keeper) -> str:
    """What the address says of the run that is shown; nothing if there is none yet."""
    return f"{who.shown_number}-{_mark(keeper.secret)}" if who.shown_number is not None else ""


def _mark(secret: str) -> str:
    """Tells whose address it is, and nothing of the secret."""
    return digest(f"address of {secret}")[:MARK_LETTERS]


def write_address() -> None:
    """Let the address say which run is open; after the page is drawn."""
    who = visitor()
    if who.keeper is None:
        return
    if who.keeper.number is None:
        who.keeper.flush(NUMBER_SECONDS)
    if who.keeper.number is not None:
        who.shown_number = who.keeper.number
    place = _place(who, who.keeper)
    if place and st.query_params.get(PLACE) != place:
        st.query_params[PLACE] = place
