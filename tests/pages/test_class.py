"""The Class page without a browser: the door, the desk and a seat."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from rcr import Run, bundle
from rcr.classroom import Key, Store
from rcr.classroom.database.address import VARIABLE
from rcr.classroom.polls import Poll
from rcr.models.generator_call import GeneratorCall
from rcr.run.link import to_link
from rcr.ui.classroom import board_panel, keys
from rcr.ui.classroom.desk_page import PANELS
from rcr.ui.classroom.door_panel import CLOSED, SCAN
from rcr.ui.classroom.link_panel import lesson_link, teachers_link
from rcr.ui.classroom.showing import Leader
from rcr.ui.explore import keys as explore_keys
from rcr.ui.explore.hints import HINTS
from rcr.ui.store import store as opened_store
from tests.classroom.test_plain_text import MARKED_UP

PAGE = "pages/class.py"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The store of this test's server."""
    place = str(tmp_path / "store.sqlite")
    monkeypatch.setenv(VARIABLE, place)
    opened_store.clear()
    mine = Store(place)
    yield mine
    mine.close()
    opened_store.clear()


def open_page(**address: str) -> AppTest:
    app = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run().switch_page(PAGE).run()


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()


def fill(at: AppTest, label: str, value: str) -> None:
    next(box for box in at.text_input if box.label == label).set_value(value)


def join(code: str, name: str) -> AppTest:
    at = open_page()
    fill(at, "Code", code)
    fill(at, "Your name in this class", name)
    press(at, "Join")
    return at


def everything(at: AppTest) -> str:
    """All that the page was sent."""
    return "\n".join(str(element.proto) for element in at.main) + "".join(
        component.proto.json for component in at.get("bidi_component")
    )


def sent_tile(at: AppTest) -> dict[str, Any]:
    """The first tile of the board, as the browser gets it."""
    [board] = [c for c in at.get("bidi_component") if c.proto.component_name == "rcr_board"]
    return json.loads(json.loads(board.proto.json)["tiles"])[0]


def open_panel(at: AppTest, name: str) -> None:
    at.session_state[keys.PANEL] = name
    at.run()


@pytest.fixture
def desk(store: Store) -> AppTest:
    found, secret = store.classes.found("Monday")
    return open_page(desk=Key(found.info().public_id, secret.text).text)


def teaching(at: AppTest):
    return at.session_state.visitor.classroom.teaching


def sitting(at: AppTest):
    return at.session_state.visitor.classroom.sitting


def leads(at: AppTest) -> bool:
    listeners = at.session_state.visitor.explore.listeners
    return any(isinstance(each, Leader) for each in listeners)


def test_the_teachers_link_opens_the_desk_and_leaves_the_address(desk: AppTest):
    assert teaching(desk).desk.info().title == "Monday"
    assert "desk" not in desk.query_params
    assert not desk.exception
    code = teaching(desk).desk.info().code
    assert any(code in text.value for text in desk.text)


def test_a_closed_door_is_said_to_be_closed(desk: AppTest):
    words = [caption.value for caption in desk.caption]
    assert SCAN in words
    teaching(desk).desk.set_door(False)
    closed = [caption.value for caption in desk.run().caption]
    assert CLOSED in closed
    assert SCAN not in closed


def test_another_link_opens_nothing(store: Store):
    at = open_page(desk="nobody.nothing")
    assert teaching(at) is None
    assert any(button.label == "Join" for button in at.button)
    assert not at.exception


@pytest.mark.slow
def test_names_of_any_kind_are_plain_text_on_every_panel(store: Store, desk: AppTest):
    at = join(teaching(desk).desk.info().code, MARKED_UP[0])
    assert sitting(at).now.nickname == MARKED_UP[0]
    assert not at.exception
    for name in MARKED_UP:
        store.classes.join(teaching(desk).desk.info().code, name, "here")
    for panel in PANELS:
        open_panel(desk, panel)
        assert not desk.exception
        assert not any(element.proto.allow_html for element in desk.markdown)


def test_a_wrong_code_is_said(store: Store):
    at = join("BBBBB", "Anna")
    assert sitting(at) is None
    assert any("No class has this code" in error.value for error in at.error)


@pytest.mark.slow
def test_a_students_page_never_has_the_teachers_secret(store: Store, desk: AppTest):
    at = join(teaching(desk).desk.info().code, "Anna")
    secret = teaching(desk).key.secret
    teaching(desk).desk.tasks.set("poll", {}, title="damaged")
    assert secret not in everything(at.run())
    assert not at.exception


def test_the_answers_to_a_poll_keep_the_order_in_which_they_are_asked(store, desk: AppTest):
    room = teaching(desk).desk
    at = join(room.info().code, "Anna")
    poll = Poll.in_words("Is it so?", ["yes", "no"])
    sitting(at).seat.vote(room.tasks.set("poll", poll.payload, title=poll.question).id, "no")
    open_panel(desk, "Board")
    assert "Votes: yes: 0, no: 1" in everything(desk)


@pytest.mark.slow
def test_a_student_who_sends_the_teachers_clicks_changes_nothing(store: Store, desk: AppTest):
    room = teaching(desk).desk
    at = join(room.info().code, "Anna")
    room.tasks.set("poll", Poll.in_words("Is it so?", ["yes", "no"]).payload, title="Is it so?")
    at.run()
    clicks = WidgetStates()
    for panel in PANELS:
        open_panel(desk, panel)
        for button in desk.button:
            clicks.widgets.add(id=button.id, trigger_value=True)
    assert len(clicks.widgets) > 10
    before = room.info(), room.tasks.all(), room.members()
    at._run(clicks)
    assert not at.exception
    assert teaching(at) is None
    assert (room.info(), room.tasks.all(), room.members()) == before
    press(desk, "Delete it now")  # the same click by the teacher does it
    assert teaching(desk) is None


def test_what_is_typed_last_is_what_is_asked(store: Store, desk: AppTest):
    desk.session_state[keys.KIND] = "words"
    open_panel(desk, "Set a task")
    fill(desk, "Question", "Is **it** so?")  # and straight on to the button
    press(desk, "Ask")
    assert not desk.exception
    assert teaching(desk).desk.tasks.current().title == "Is **it** so?"
    assert desk.session_state[keys.PANEL] == "Board"


def test_the_board_is_sent_as_data_without_the_names_that_are_hidden(store: Store, desk: AppTest):
    found = teaching(desk).desk
    store.classes.join(found.info().code, "<b>Anna</b>", "here")
    open_panel(desk, "Board")
    assert sent_tile(desk)["name"] == "<b>Anna</b>"
    next(button for button in desk.button if button.label == "Hide names").click().run()
    assert "Anna" not in everything(desk)


@pytest.mark.parametrize(("panel", "last"), [("Results", "Delete it now"), ("Door", "Start it")])
def test_who_has_left_a_class_leads_it_no_more(desk: AppTest, panel: str, last: str):
    desk.session_state[keys.KIND] = "follow"
    open_panel(desk, "Set a task")
    press(desk, "Follow me")
    assert leads(desk)
    open_panel(desk, panel)
    press(desk, last)
    assert not desk.exception
    assert not leads(desk)
    assert [toast.value for toast in desk.toast] == ["The class is deleted."] * (panel == "Results")


def test_nobody_is_away_from_a_task_that_is_over(
    store: Store, desk: AppTest, monkeypatch: pytest.MonkeyPatch
):
    room, later = teaching(desk).desk, time.time() + 300
    store.classes.join(room.info().code, "Anna", "here")
    room.tasks.set("lesson", {}, title="Go")
    monkeypatch.setattr(board_panel, "time", SimpleNamespace(time=lambda: later))
    open_panel(desk, "Board")
    assert sent_tile(desk)["away"] >= 299
    room.tasks.choose(None)
    assert sent_tile(desk.run())["away"] == 0


@pytest.mark.slow
def test_a_link_to_a_lesson_leaves_nothing_else_of_the_course(store: Store):
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    link = lesson_link("http://host", "cutting", 2, 3)
    for name, value in parse_qsl(urlsplit(link).query):
        at.query_params[name] = value
    at.run().switch_page("pages/learn.py").run()
    for edited in ("", "pieces"):
        if edited:
            at.query_params["lesson"] = edited
            at.run()
        assert not at.exception
        learner = at.session_state.visitor.learn.learner
        assert (learner.lesson.id, learner.n) == ("cutting", 1)
        keys_here = {button.key for button in at.button}
        assert not keys_here & {"all-lessons", "to-explore", "to-list", "next-lesson"}
        steps = {button.key: button.disabled for button in at.button if button.key}
        assert (steps["step-1"], steps["step-3"]) == (False, True)


def test_a_link_that_hides_suggestions_tells_them_nowhere(store: Store):
    call = GeneratorCall("grid", {"rows": 4, "cols": 4, "seed": 3})
    run = Run(call.make(), origin=call)
    run.converge()
    assert run.state.certificate is None
    link = teachers_link("http://host", to_link(run), ["suggested", "end"])
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    for name, value in parse_qsl(urlsplit(link).query):
        at.query_params[name] = value
    at.session_state[explore_keys.PANEL] = "Constraints"
    at.run()
    assert not at.exception
    [table] = [frame.value for frame in at.dataframe if "constraint" in frame.value]
    assert not [name for name in table.columns if name.endswith(("rank", "score"))]
    drawn = next(c for c in at.get("bidi_component") if c.proto.component_name == "rcr_graph")
    assert not json.loads(drawn.proto.json)["suggests"]
    offered = {group.label for group in at.get("button_group")} | {b.label for b in at.button}
    assert not offered & {"Speed of play", "Recover suggested", "Play", "To the end"}
    at.session_state.visitor.explore.hints = len(HINTS)  # all were followed
    at.run()
    assert any("Click a dashed edge" in line.value for line in at.info)
    assert not any("suggested" in line.value for line in at.info)
    at.session_state.visitor.explore.run.solve()
    at.run()
    assert at.session_state.visitor.explore.run.status == "certified"
    assert "Prune the proof" not in {button.label for button in at.button}
