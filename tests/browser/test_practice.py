"""Exercises and the challenge in a real browser, by clicks on the graph."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from rcr.course.challenge import Challenge, set_up
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.course.worksheet import worksheet
from tests.browser.hands import drawn_as_recovered, wait

MAX_TABS = 40  # to the graph


def open_part(page: Page, app_url: str, address: str) -> None:
    """By its address, as from a link; streamlit then probes folders, so faults are not watched."""
    page.goto(f"{app_url}/learn?{address}")
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    wait(page)


def click_edge(page: Page, edge: str) -> None:
    graph = page.get_by_test_id("rcr-graph")
    place = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
    page.mouse.click(place["x"], place["y"])
    page.wait_for_function("host => host.rcr.pending() === 0", arg=graph.element_handle())
    wait(page)


def test_an_exercise_is_answered_on_the_graph_marked_and_followed_by_another(context, app_url):
    page = context.new_page()
    open_part(page, app_url, "exercise=violated&level=1&seed=3")
    for edge in new_exercise("violated", 3, 1).form.solution:
        click_edge(page, edge)
    page.locator(".st-key-check-edges button:visible").first.click()
    expect(page.get_by_text("100 of 100 points")).to_be_visible()
    wait(page)
    page.locator(".st-key-another button:visible").first.click()
    expect(page.get_by_text("100 of 100 points")).to_be_hidden()
    assert "seed=3" not in page.url.split("&")


def test_rounds_of_the_heuristic_are_played_by_clicks(context, app_url):
    page = context.new_page()
    open_part(page, app_url, "exercise=paper-rounds&level=1&seed=5")
    posed = new_exercise("paper-rounds", 5, 1)
    data = page.get_by_test_id("rcr-graph").evaluate("host => host.rcr.data()")
    assert list(data["impact"]) == list(data["suggested"]) == []
    for edge in posed.form.solution:
        click_edge(page, edge)
    expect(page.get_by_text("100 of 100 points")).to_be_visible()


def recover_by_keyboard(page: Page) -> None:
    """Tab to the graph, an arrow to another edge, Enter, and Enter again, which takes it back."""
    graph = page.get_by_test_id("rcr-graph")
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if graph.locator(".vis-network:focus").count():
            break
    first = graph.evaluate("host => host.rcr.cursor()")
    page.keyboard.press("ArrowRight")
    edge = graph.evaluate("host => host.rcr.cursor()")
    assert edge != first
    for recovered in ({edge}, set()):
        page.keyboard.press("Enter")
        page.wait_for_function("host => host.rcr.pending() === 0", arg=graph.element_handle())
        wait(page)
        assert drawn_as_recovered(graph) == recovered


def test_a_challenge_is_played_to_par_and_beyond_the_opponents(context, app_url):
    page = context.new_page()
    arena = set_up(Challenge("fewest", "small", 4))
    open_part(page, app_url, "challenge=fewest&size=small&seed=4&beat=15")
    expect(page.get_by_text("To beat")).to_be_visible()
    recover_by_keyboard(page)
    for edge in arena.best.recovered:
        click_edge(page, edge)
    page.locator(".st-key-contest-finish button:visible").first.click()
    expect(page.get_by_text(f"{arena.par:.0f}: par.")).to_be_visible()
    expect(page.get_by_text("cycle:")).to_be_visible()
    expect(page.get_by_text(f"beat={arena.par:.0f}")).to_be_visible()


def test_the_longest_worksheet_of_every_kind_is_a_page_and_one_of_solutions(context):
    page, edges = context.new_page(), dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
    pages = {}
    for kind in exercise_kinds():
        page.set_content(worksheet([new_exercise(kind, 0, 3)]))
        printed = page.pdf(format="A4", margin=edges)
        pages[kind] = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert pages == dict.fromkeys(exercise_kinds(), 2)
