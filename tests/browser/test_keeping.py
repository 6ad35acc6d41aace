"""Nothing is lost: a reload, a killed server, the browser's Back and a locked store all return to
the same state, history and panel.
"""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.hands import choose, metric, panel, wait
from tests.browser.serve import free_port, serve

FIGURES = ("Upper bound", "Lower bound", "Gap", "Recovered")
PLACE = re.compile(r"/?\?at=[0-9]+-[0-9a-f]{6}$")  # and nothing else: no secret


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label)


def forward(page: Page) -> Locator:
    return page.get_by_role("button", name="→")


def figures(page: Page) -> dict[str, str]:
    return {label: metric(page, label).inner_text() for label in FIGURES}


def expect_figures(page: Page, wanted: dict[str, str]) -> None:
    for label, text in wanted.items():
        expect(metric(page, label)).to_have_text(text)


def recover(page: Page, times: int) -> None:
    """What the heuristic suggests, so often, until the store has it."""
    for _ in range(times):
        before = metric(page, "Recovered").inner_text()
        button(page, "Recover suggested").click()
        expect(metric(page, "Recovered")).not_to_have_text(before)
    expect_saved(page)


def expect_saved(page: Page) -> None:
    wait(page)
    expect(page.get_by_text("✓ saved")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]at=[0-9]+-"))


@pytest.fixture
def drawn(page: Page) -> Page:
    """Explore with its first run, drawn and kept."""
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    expect_saved(page)
    return page


def steps_in_history(page: Page) -> int:
    """The rows of the history's table, which is open."""
    table = page.locator(".st-key-shown-panel [data-testid=stDataFrame]").first
    return int(table.locator("table").get_attribute("aria-rowcount") or 0)


def test_a_reload_brings_back_state_history_panel_and_language_and_opens_nothing_elsewhere(
    drawn, browser
):
    page = drawn
    choose(page, "Language", "Deutsch")
    expect(page.get_by_role("link", name="Lernen")).to_be_visible()
    recover(page, 3)
    button(page, "← Back").click()
    expect(forward(page)).to_be_enabled()
    panel(page, "History")
    expect_saved(page)
    before, rows = figures(page), steps_in_history(page)
    page.reload()
    expect_figures(page, before)
    expect(page.get_by_role("link", name="Lernen")).to_be_visible()
    expect(page.get_by_role("radio", name="History")).to_be_checked()
    expect(page.locator(".st-key-shown-panel canvas").first).to_be_visible()
    assert steps_in_history(page) == rows
    forward(page).click()
    expect(metric(page, "Recovered")).not_to_have_text(before["Recovered"])
    expect_saved(page)
    expect(page).to_have_url(PLACE)
    stranger = browser.new_context()
    other = stranger.new_page()
    other.goto(page.url)
    expect(other.get_by_text("a run of another browser")).to_be_visible()
    expect(other.get_by_role("link", name="Learn")).to_be_visible()
    expect_saved(other)
    assert metric(other, "Recovered").inner_text() != before["Recovered"]
    stranger.close()


@pytest.mark.slow
def test_a_killed_server_that_starts_again_goes_on_where_it_was(context: BrowserContext):
    page, port = context.new_page(), free_port()
    with serve(port=port) as server:
        page.goto(server.url)
        expect_saved(page)
        recover(page, 2)
        before, address = figures(page), page.url
        os.killpg(server.pid, signal.SIGKILL)
        told = page.get_by_role("alert").filter(has_text="start it again: rcr app")
        expect(told).to_be_visible()
    with serve(port=port):
        expect(told).to_be_hidden()
        page.goto(address)  # so that what is drawn now is not what was drawn before
        expect_figures(page, before)
        recover(page, 1)


def test_back_in_the_browser_returns_to_the_run_the_page_and_the_site_before(drawn):
    page = drawn
    recover(page, 2)
    first = figures(page)
    page.get_by_text("nothing (the paper's start)").click()
    expect(metric(page, "Recovered")).to_have_text("0/80")
    expect_saved(page)
    page.go_back()
    expect_figures(page, first)
    expect(page.get_by_role("radio", name="a spanning forest")).to_be_checked()
    page.go_forward()
    expect(metric(page, "Recovered")).to_have_text("0/80")
    page.get_by_role("link", name="Models").click()
    expect(button(page, "Explore this")).to_be_visible()
    expect(page).to_have_url(PLACE)
    page.go_back()
    expect(metric(page, "Recovered")).to_have_text("0/80")
    recover(page, 1)
    before = figures(page)
    page.goto("about:blank")
    page.go_back()
    expect_figures(page, before)


def test_another_heuristic_after_three_recoveries_keeps_them(drawn):
    page = drawn
    recover(page, 3)
    before = figures(page)
    choose(page, "Recovery heuristic", "residual")
    expect_saved(page)
    expect_figures(page, before)
    page.get_by_role("spinbutton", name="Recovered at a time").fill("2")
    page.keyboard.press("Enter")
    button(page, "Recover 2 suggested").click()
    recovered, _, total = before["Recovered"].partition("/")
    expect(metric(page, "Recovered")).to_have_text(f"{int(recovered) + 2}/{total}")
    expect_saved(page)
    after = figures(page)
    page.reload()
    expect_figures(page, after)
    expect(page.get_by_role("spinbutton", name="Recovered at a time")).to_have_value("2")


def test_a_link_stays_in_the_address_and_a_reload_goes_on_from_where_it_led(
    drawn, context, app_url
):
    page = drawn
    recover(page, 1)
    panel(page, "Keep and share")
    link = page.get_by_test_id("stCode").inner_text().strip()
    other = context.new_page()
    other.goto(link)
    expect_saved(other)
    assert link.removeprefix(app_url).strip("/") in other.url
    recover(other, 1)
    assert link.removeprefix(app_url).strip("/") in other.url
    before = figures(other)
    other.reload()
    expect_figures(other, before)


@pytest.fixture
def locked(own_store: str) -> Iterator[sqlite3.Connection]:
    """The store of the tests, to be locked by somebody else."""
    connection = sqlite3.connect(own_store, isolation_level=None)
    yield connection
    connection.close()


def test_a_locked_store_is_told_and_the_page_goes_on(drawn, locked):
    page = drawn
    locked.execute("BEGIN IMMEDIATE")
    before = metric(page, "Recovered").inner_text()
    button(page, "Recover suggested").click()
    expect(metric(page, "Recovered")).not_to_have_text(before)
    expect(page.get_by_text("not saved yet: the store")).to_be_visible()
    now = metric(page, "Recovered").inner_text()
    button(page, "Recover suggested").click()
    expect(metric(page, "Recovered")).not_to_have_text(now)
    locked.execute("ROLLBACK")
    expect_saved(page)
    after = figures(page)
    page.reload()
    expect_figures(page, after)


def pick_run(page: Page, row: int) -> None:
    """Choose a row of the list of runs, by the keyboard."""
    table = page.locator(".st-key-shown-panel canvas[data-testid=data-grid-canvas]")
    expect(table).to_be_visible()
    table.focus()
    for key in (*["ArrowDown"] * row, "Shift+Space"):
        page.keyboard.press(key)
    expect(button(page, "Open it")).to_be_visible()
    wait(page)


def test_an_older_run_is_opened_again_named_and_deleted_after_one_question(drawn):
    page = drawn
    recover(page, 1)
    first = figures(page)
    page.get_by_text("nothing (the paper's start)").click()
    expect(metric(page, "Recovered")).to_have_text("0/80")
    expect_saved(page)
    panel(page, "Your runs")
    listed = page.locator(".st-key-shown-panel table").first
    expect(listed).to_contain_text("from nothing recovered")  # by which the two are told apart
    pick_run(page, 1)
    name = page.get_by_role("textbox", name="Its name")
    name.fill("the forest")
    name.press("Enter")
    wait(page)
    button(page, "Rename it").click()
    wait(page)
    pick_run(page, 1)
    expect(name).to_have_value("the forest")
    button(page, "Open it").click()
    expect_figures(page, first)
    expect_saved(page)
    panel(page, "Your runs")
    pick_run(page, 1)  # the other one, which was used before
    button(page, "Delete it").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_role("button", name="Delete it for good")).to_be_hidden()
    page.go_back()
    expect(page.get_by_text("is not kept any more")).to_be_visible()
    expect_figures(page, first)
