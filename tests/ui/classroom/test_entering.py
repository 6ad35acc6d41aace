"""Coming in: a student's key opens no desk, another class's code leads there."""

from __future__ import annotations

import pytest

from rcr.classroom import Key, Store, StoreDown
from rcr.classroom.addresses import CODE, DESK
from rcr.ui.classroom import entering
from rcr.ui.visitor import Visitor


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A visitor's browser: its cookies, its address, and the store behind the page."""
    store, visitor, cookies, address = Store(tmp_path / "store.sqlite"), Visitor(), {}, {}
    monkeypatch.setattr(entering, "store", lambda: store)
    monkeypatch.setattr(entering, "visitor", lambda: visitor)
    monkeypatch.setattr(entering, "given", lambda name: cookies.get(name, ""))
    monkeypatch.setattr(entering, "source", lambda: "here")
    monkeypatch.setattr(entering.st, "query_params", address)
    yield store, visitor.classroom, cookies, address
    store.close()


def founded(store: Store, title: str):
    desk, secret = store.classes.found(title)
    return desk, Key(desk.info().public_id, secret.text)


def seated(store: Store, desk) -> Key:
    seat, secret = store.classes.join(desk.info().code, "Anna", "here")
    return Key(seat.now().public_id, secret.text)


def test_the_teachers_link_opens_the_desk_and_leaves_the_address(hall):
    store, visit, _, address = hall
    _, key = founded(store, "Monday")
    address[DESK] = key.text
    entering.come_back()
    assert visit.teaching is not None
    assert DESK not in address


def test_a_students_key_opens_no_desk(hall):
    store, visit, cookies, address = hall
    desk, _ = founded(store, "Monday")
    mine = seated(store, desk)
    address[DESK] = mine.text
    cookies[entering.DESK_COOKIE] = mine.text
    entering.come_back()
    assert visit.teaching is None
    assert visit.lost == entering.DESK_COOKIE


def test_a_seat_is_found_again_and_another_classs_code_leads_there(hall):
    store, visit, cookies, address = hall
    monday, _ = founded(store, "Monday")
    tuesday, _ = founded(store, "Tuesday")
    cookies[entering.SEAT_COOKIE] = seated(store, monday).text
    for code, sits in (
        ("", True),
        (monday.info().code, True),
        ("BBBBB", True),  # of no class, such as an old one of this class
        (tuesday.info().code, False),
    ):
        address[CODE], visit.sitting, visit.looked = code, None, False
        entering.come_back()
        assert (visit.sitting is not None) is sits, code


def test_a_freed_seat_is_told(hall):
    store, visit, cookies, _ = hall
    desk, _ = founded(store, "Monday")
    cookies[entering.SEAT_COOKIE] = seated(store, desk).text
    desk.remove(desk.members()[0].id)
    entering.come_back()
    assert visit.sitting is None
    assert visit.lost == entering.SEAT_COOKIE
    assert "freed this seat" in visit.complaint.take()


@pytest.mark.parametrize("place", ["link", "desk", "seat"])
def test_while_the_store_is_down_the_page_waits_and_keeps_the_place(hall, monkeypatch, place):
    store, visit, cookies, address = hall
    desk, key = founded(store, "Monday")
    match place:
        case "link":
            address[DESK] = key.text
        case "desk":
            cookies[entering.DESK_COOKIE] = key.text
        case "seat":
            cookies[entering.SEAT_COOKIE] = seated(store, desk).text

    class Waits(Exception):
        """The page has been stopped with a sentence."""

    def down(*_):
        raise StoreDown("the store is busy")

    def wait(why):
        raise Waits(why)

    monkeypatch.setattr(entering, "wait_for_store", wait)
    with monkeypatch.context() as broken:
        broken.setattr(store.classes, "desk", down)
        broken.setattr(store.classes, "seat", down)
        for _ in range(2):
            with pytest.raises(Waits, match="busy"):
                entering.come_back()
    assert visit.lost is None
    entering.come_back()
    assert (visit.teaching is not None, visit.sitting is not None) == (
        place != "seat",
        place == "seat",
    )
    assert DESK not in address
