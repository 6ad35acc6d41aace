"""Explore on a phone: figures and a small chart above the graph, which fingers can use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from rcr import Run
from tests.browser.hands import metric, wait
from tests.browser.pages import open_page, stand_still

LONG_PRESS = 700  # milliseconds
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


@pytest.fixture
def phone(browser: Browser, app_url: str) -> Iterator[Page]:
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    page = open_page(context, app_url, "")
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    expect(page.locator(".main-svg").first).to_be_visible()
    stand_still(page)
    yield page
    context.close()


def point(graph: Locator, edge: str) -> dict[str, float]:
    found: dict[str, float] = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
    return found


def touch(hand: CDPSession, kind: str, *at: float) -> None:
    """One finger of a hand goes down, moves, or goes up again."""
    points = [dict(zip("xy", at, strict=True))] if at else []
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def long_press(page: Page, at: dict[str, float]) -> None:
    hand = page.context.new_cdp_session(page)
    touch(hand, "touchStart", at["x"], at["y"])
    page.wait_for_timeout(LONG_PRESS)
    touch(hand, "touchEnd")


def expect_recovered(page: Page, run: Run) -> None:
    shown = f"{len(run.state.recovered)}/{len(run.cloned)}"
    expect(metric(page, "Recovered")).to_have_text(shown)
    wait(page)
    graph = page.get_by_test_id("rcr-graph")
    assert set(graph.evaluate("host => host.rcr.state()")) == set(run.state.recovered)


def test_a_tap_recovers_an_edge_a_long_press_chooses_several_and_a_finger_scrolls(phone, run):
    figures = phone.locator(".st-key-figures").bounding_box()
    chart = phone.get_by_test_id("rcr-chart").bounding_box()
    graph = phone.get_by_test_id("rcr-graph")
    place = graph.bounding_box()
    assert figures["y"] + figures["height"] <= chart["y"]
    assert chart["y"] + chart["height"] <= place["y"]
    assert place["y"] < 600  # of 844: it is seen at once
    switches = phone.locator(".st-key-chart-controls")
    assert switches.evaluate("row => row.scrollWidth - row.clientWidth") <= 0  # none is cut off

    equations = phone.locator(".st-key-shown-panel .katex-display")
    assert equations.count() > 0
    assert all(
        equations.evaluate_all("all => all.map((one) => one.scrollWidth <= one.clientWidth)")
    )

    legend = graph.get_by_role("list", name="Legend")
    expect(legend.get_by_text("long press")).to_be_visible()
    expect(legend.get_by_text("shift-click")).to_be_hidden()

    tapped, first, second = (run.cloned.constraints[k].id for k in run.state.relaxation.relaxed[:3])
    at = point(graph, tapped)
    phone.touchscreen.tap(at["x"], at["y"])
    run.recover([tapped])
    run.converge(follows=True)
    expect_recovered(phone, run)

    long_press(phone, point(graph, first))
    expect(graph.get_by_text("recover 1")).to_be_visible()
    at = point(graph, second)
    phone.touchscreen.tap(at["x"], at["y"])
    expect(graph.get_by_text("recover 2")).to_be_visible()
    graph.get_by_role("button", name="Apply together").tap()
    run.recover([first, second])
    expect_recovered(phone, run)

    # a finger that moves on the graph scrolls the page
    camera = graph.evaluate("host => host.rcr.camera()")
    box = graph.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 200
    hand = phone.context.new_cdp_session(phone)
    touch(hand, "touchStart", x, y)
    for moved in range(0, 200, 20):
        touch(hand, "touchMove", x, y - moved)
        phone.wait_for_timeout(30)  # as a finger does
    touch(hand, "touchEnd")
    phone.wait_for_function(f"{SCROLLED} > 100")
    assert graph.evaluate("host => host.rcr.camera()") == camera
    expect_recovered(phone, run)  # nothing was tapped
