"""Coming in: with a code and a name, by the teacher's link, or back to one's place by a cookie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from rcr.classroom import Desk, Key, NotKept, Seat, StoreError
from rcr.classroom.addresses import CODE, DESK
from rcr.classroom.retention import CLASS_DAYS
from rcr.model import ModelError
from rcr.ui.classroom.visit import ClassVisit, Sitting, Teaching
from rcr.ui.classroom.waiting import wait_for_store
from rcr.ui.classroom.work import stop_watching
from rcr.ui.components.cookie import forget, given, remember
from rcr.ui.store import store
from rcr.ui.visitor import visitor

SEAT_COOKIE, DESK_COOKIE = "rcr-seat", "rcr-desk"
Place = TypeVar("Place", Desk, Seat)


def come_back() -> None:
    """Before the first page of a tab: by the teacher's link in the address, or by a cookie. While
    the store cannot be asked, the page waits for it.
    """
    visit, link = visitor().classroom, st.query_params.get(DESK)
    if visit.looked and link is None:
        return
    visit.looked = True
    if link is not None:
        _try_desk(visit, link)
    if visit.teaching is None and (text := given(DESK_COOKIE)):
        _try_desk(visit, text)
    if visit.teaching is None and (text := given(SEAT_COOKIE)):
        _try_seat(visit, text)
        _try_code(visit, st.query_params.get(CODE, ""))
    if not visit.looked:
        wait_for_store(visit.complaint.take() or "")
    st.query_params.pop(DESK, None)  # everybody sees the address on a projector


def _try_desk(visit: ClassVisit, text: str) -> None:
    key = Key.read(text)
    desk = _opened(visit, lambda: key.desk(store().classes), DESK_COOKIE)
    if desk is not None:
        visit.teaching, visit.sitting = Teaching(desk, key), None


def _try_seat(visit: ClassVisit, text: str) -> None:
    key = Key.read(text)

    def sit() -> Seat:
        seat = key.seat(store().classes)
        take_seat(visit, seat, key.secret)
        return seat

    _opened(visit, sit, SEAT_COOKIE)


def _try_code(visit: ClassVisit, code: str) -> None:
    """Whoever has a seat and scans the code of another class wants to go there."""
    if visit.sitting is None or not code:
        return
    try:
        if store().classes.knock(code, source()).public_id != visit.sitting.now.public_id:
            visit.sitting = None  # the cookie stays until the new seat takes its place
    except StoreError:
        return  # a code that opens nothing, as after a new one: the seat is kept


def _opened(visit: ClassVisit, open_place: Callable[[], Place], cookie: str) -> Place | None:
    """What a key opens; one that opens nothing is lost, one that cannot be tried now is kept."""
    try:
        return open_place()
    except NotKept as error:
        visit.lost, visit.complaint.text = cookie, str(error)
    except StoreError as error:
        visit.looked, visit.complaint.text = False, str(error)  # to be tried again
    return None


def take_seat(visit: ClassVisit, seat: Seat, secret: str) -> None:
    """Sit down, and look around for the first time."""
    now = seat.now()
    visit.sitting, visit.lost = Sitting(seat, Key(now.public_id, secret), now), None


def join(code: str, name: str) -> None:
    """Take a new seat; what is refused is said."""
    visit = visitor().classroom
    try:
        seat, secret = store().classes.join(code, name, source())
        take_seat(visit, seat, secret.text)
    except ModelError as error:
        visit.complaint.text = str(error)


def leave(reason: str | None = None) -> None:
    """Stand up: the seat is not this browser's any more."""
    visit = visitor().classroom
    stop_watching(visitor())
    visit.sitting, visit.lost, visit.complaint.text = None, SEAT_COOKIE, reason


def source() -> str:
    """Whence a visitor comes, to count wrong codes: his address, or the one that a proxy on this
    machine names.
    """
    if (address := st.context.ip_address) is not None:
        return str(address)
    return str(st.context.headers.get("X-Forwarded-For") or "").rpartition(",")[2].strip()


def keep_cookies() -> None:
    """Let the browser know its place, or forget one that is no more; drawn on the Class page."""
    visit = visitor().classroom
    if visit.lost is not None:
        forget(visit.lost)
    if visit.teaching is not None:
        remember(DESK_COOKIE, visit.teaching.key.text, CLASS_DAYS)
    if visit.sitting is not None:
        remember(SEAT_COOKIE, visit.sitting.key.text, CLASS_DAYS)
