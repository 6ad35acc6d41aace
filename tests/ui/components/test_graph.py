"""The graph widget without a browser: every click is returned once, in order, and never to another
picture.
"""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr.ui.components.graph import Click
from rcr.ui.components.graph.clicks import EPOCH_CLICKS
from tests.haste import slow_after_the_first
from tests.screen import sent


def page() -> None:
    import streamlit as st

    from rcr import Run, generate
    from rcr.ui.components.graph import TakenClicks, graph, graph_library, take_clicks
    from rcr.views.network.changes import changes
    from rcr.views.network.drawing import picture

    cols = st.session_state.get("cols", 2)
    run = Run(generate("grid", rows=2, cols=cols))
    drawn = picture(run.cloned)
    graph_library(drawn)
    taken = st.session_state.setdefault("taken", TakenClicks())
    if st.session_state.get("stops"):
        for _ in take_clicks(drawn, taken, key="graph"):
            st.stop()
    first = list(take_clicks(drawn, taken, key="graph")) if st.session_state.get("early") else []
    st.session_state.got = [
        first,
        graph(drawn, changes(drawn, run.state), taken, key="graph", height="300px"),
    ]


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def send(at: AppTest, *clicks: object) -> list[list[Click]]:
    """Run the page with this queue; what ``take_clicks`` and then ``graph`` returned."""
    at.session_state["graph"] = {"clicks": list(clicks)}
    at.run()
    assert not at.exception
    return at.session_state["got"]


def test_it_draws_and_nothing_is_clicked(app):
    assert not app.exception
    assert app.session_state["got"] == [[], []]
    assert len(sent(app)["look"]) == 8
    assert sent(app)["ack"] == 0


def test_a_click_is_returned_once(app):
    recover, relax = [1, "recover", ["c1"]], [2, "relax", ["c1", "c2"]]
    assert send(app, recover)[1] == [Click(1, "recover", ("c1",))]
    assert send(app, recover, relax)[1] == [Click(2, "relax", ("c1", "c2"))]
    assert send(app, relax)[1] == []


def test_the_browser_hears_of_it_only_with_the_state_that_follows(app):
    send(app, [1, "recover", ["c1"]])
    assert sent(app)["ack"] == 0  # this run still drew the old state
    send(app, [1, "recover", ["c1"]])
    assert sent(app)["ack"] == 1


def test_clicks_can_be_taken_before_the_graph_is_drawn(app):
    app.session_state["early"] = True
    assert send(app, [1, "recover", ["c1"]]) == [[Click(1, "recover", ("c1",))], []]
    assert sent(app)["ack"] == 1


def test_clicks_come_in_the_order_of_their_numbers(app):
    assert [
        click.number for click in send(app, [2, "relax", ["c1"]], [1, "recover", ["c1"]])[1]
    ] == [1, 2]


JUNK = [
    [1, "recover", [3]],
    None,
    3,
    [],
    [1],
    [1, "destroy", ["c1"]],
    [1, "recover", []],
    ["1", "recover", ["c1"]],
]


@pytest.mark.parametrize("junk", slow_after_the_first(JUNK))
def test_junk_is_ignored(app, junk):
    assert send(app, junk, [2, "recover", ["c0"]])[1] == [Click(2, "recover", ("c0",))]


def test_a_late_click_on_another_picture_is_not_taken(app):
    send(app, [1, "recover", ["c1"]])
    app.session_state["cols"] = 3
    assert send(app, [1, "recover", ["c1"]], [2, "recover", ["c2"]])[1] == []
    assert sent(app)["ack"] == EPOCH_CLICKS
    assert send(app, [EPOCH_CLICKS + 1, "recover", ["c2"]])[1] == [
        Click(EPOCH_CLICKS + 1, "recover", ("c2",))
    ]


def test_a_click_that_was_not_acted_on_comes_again(app):
    app.session_state["early"], app.session_state["stops"] = True, True
    assert send(app, [1, "recover", ["c1"]], [2, "relax", ["c1"]]) == [[], []]
    app.session_state["stops"] = False
    assert [
        click.number for click in send(app, [1, "recover", ["c1"]], [2, "relax", ["c1"]])[0]
    ] == [1, 2]


def test_what_is_left_of_a_click_on_an_older_state():
    click = Click(1, "recover", ("c1", "c2"))
    assert click.open({"c2", "c3"}) == ["c1"]
    assert click._replace(kind="relax").open({"c2", "c3"}) == ["c2"]


def test_the_library_and_the_picture_are_sent_apart_from_the_changes(app):
    before = {
        c.proto.component_name: c.proto.SerializeToString() for c in app.get("bidi_component")
    }
    send(app, [1, "recover", ["c1"]])
    send(app)
    after = {c.proto.component_name: c.proto.SerializeToString() for c in app.get("bidi_component")}
    assert (
        before["rcr_library"] == after["rcr_library"]
    )  # Streamlit sends an equal message only once
    assert before["rcr_picture"] == after["rcr_picture"]
    assert before["rcr_graph"] != after["rcr_graph"]
    assert len(after["rcr_graph"]) < 2_000
