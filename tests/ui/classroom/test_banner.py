"""A student is led to the page of a new task, also when a click on the page before came between."""

from __future__ import annotations

import pytest

from rcr.classroom import Key, Store
from rcr.ui.classroom import banner, following
from rcr.ui.classroom.visit import Sitting
from rcr.ui.visitor import Visitor


class Led(Exception):
    """What streamlit throws to go to another page."""


@pytest.fixture
def seated(tmp_path, monkeypatch):
    store, visitor = Store(tmp_path / "store.sqlite"), Visitor()

    def go(page: str, query_params: dict[str, str]) -> None:
        raise Led(page)

    monkeypatch.setattr(banner.st, "switch_page", go)
    for module in (banner, following, following.work):
        monkeypatch.setattr(module, "visitor", lambda: visitor, raising=False)
    monkeypatch.setattr(banner, "_line", lambda: None)
    desk, _ = store.classes.found("Monday")
    seat, secret = store.classes.join(desk.info().code, "Anna", "here")
    now = seat.now()
    visitor.classroom.sitting = Sitting(seat, Key(now.public_id, secret.text), now)
    yield desk, visitor.classroom.sitting
    store.close()


def test_who_was_stuck_is_not_with_the_next_task(seated, monkeypatch):
    desk, sitting = seated
    pressed = {}
    monkeypatch.setattr(banner, "chosen", lambda key, otherwise: pressed.get(key, otherwise))
    first = sitting.begun = desk.tasks.set("challenge", {}, title="First").id
    pressed[f"{banner.STUCK}-{first}"] = True
    banner._set_stuck(sitting, first)
    assert sitting.stuck
    sitting.begun, sitting.stuck = first + 1, False
    banner._set_stuck(sitting, first)  # as the browser may send it once more
    assert not sitting.stuck


def test_what_an_earlier_task_would_show_is_let_go(seated):
    desk, sitting = seated
    banner.visitor().explore.opened = object()
    desk.tasks.set("lesson", {"lesson": "cutting"}, title="Cutting")
    sitting.now = sitting.seat.now()
    with pytest.raises(Led, match="learn"):
        banner.class_banner("class")
    assert banner.visitor().explore.opened is None


def test_led_until_there_and_free_from_then_on(seated):
    desk, sitting = seated
    desk.tasks.set("lesson", {"lesson": "cutting"}, title="Cutting")
    sitting.now = sitting.seat.now()
    for _ in range(2):  # the second time for the click on the page before
        with pytest.raises(Led, match="learn"):
            banner.class_banner("")
    banner.class_banner("learn")
    banner.class_banner("")  # of one's own accord
    desk.tasks.set("lesson", {"lesson": "pieces"}, title="Pieces")
    sitting.now = sitting.seat.now()
    with pytest.raises(Led, match="learn"):  # also from Learn itself: another lesson
        banner.class_banner("learn")
    desk.tasks.choose(None)
    sitting.now = sitting.seat.now()
    banner.class_banner("")
