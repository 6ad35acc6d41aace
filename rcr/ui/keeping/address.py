"""The address of the page: the visitor's secret and the number of the run that is open, by which a
reload, a restart of the server and the browser's Back button find both again.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.classroom import NotKept, StoreError
from rcr.ui.components.code import code_place, text_of
from rcr.ui.keeping.keeper import Keeper
from rcr.ui.store import store
from rcr.ui.visitor import visitor

SECRET, NUMBER = "me", "at"  # the parts of the address
NUMBER_SECONDS = 0.3  # that a page waits for the number of a run that has just begun

HERE = Path(__file__).parent

_history = st.components.v2.component(
    "rcr_address", js=text_of(HERE / "server_gone.js") + text_of(HERE / "address.js")
)


def read_address() -> None:
    """Know the visitor again, and hear which run the address asks for; before the page is drawn."""
    who, asked = visitor(), st.query_params.get(NUMBER)
    if who.keeper is None:
        who.keeper = keeper = Keeper(store(), st.query_params.get(SECRET))
        who.explore.listeners.append(lambda move: keeper.keep(move.run, who.explore.title))
        if SECRET in st.query_params:
            _enter(keeper)
    if asked is not None and asked.isascii() and asked.isdigit() and int(asked) != who.shown_number:
        who.explore.wanted_number = who.shown_number = int(asked)
    with code_place("address"):
        data = {SECRET: who.keeper.secret, NUMBER: str(who.shown_number or "")}
        _history(key="rcr-address", data=data, height=1)


def _enter(keeper: Keeper) -> None:
    complaint = visitor().explore.complaint
    try:
        keeper.who()
    except NotKept as error:
        keeper.begin_anew()
        complaint.text = str(error)
    except StoreError as error:
        complaint.text = str(error)


def write_address() -> None:
    """Let the address say who this is and which run is open; after the page is drawn."""
    who = visitor()
    if who.keeper is None:
        return
    if who.keeper.number is None:
        who.keeper.flush(NUMBER_SECONDS)
    if who.keeper.number is not None:
        who.shown_number = who.keeper.number
    wanted = {SECRET: who.keeper.secret}
    if who.shown_number is not None:
        wanted[NUMBER] = str(who.shown_number)
    for name, text in wanted.items():
        if st.query_params.get(name) != text:
            st.query_params[name] = text
