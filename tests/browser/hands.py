"""What every story does on a page: wait until it stands still, choose from a menu, read a figure,
open a panel, click an edge.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, TimeoutError, expect

from rcr import Run
from rcr.text.numbers import fixed

STANDS_STILL = "[data-test-script-state=notRunning]"
IDLE_MILLISECONDS = 1000  # at the most: a page behind another one is never idle
IDLE = "(timeout) => new Promise((done) => requestIdleCallback(() => done(), { timeout }))"
TRIES = 10
PATIENCE_SECONDS = 90  # a page on a busy machine is late, not wrong


def see(what: Locator) -> None:
    """Until it is visible. To expect what is on its way costs more: each time that it is not there
    yet Playwright describes the whole page, in case it must report it.
    """
    what.wait_for(timeout=PATIENCE_SECONDS * 1000)


def wait(page: Page) -> None:
    """Until the page stands still: what is typed or clicked while it is drawn may be lost. The
    browser draws the last of it after the script has ended, and is idle then.
    """
    still = page.locator(STANDS_STILL)
    see(still)
    page.evaluate(IDLE, IDLE_MILLISECONDS)
    see(still)


def choose(page: Page, menu: str, name: str) -> None:
    """Take an option. An open menu closes when the page is laid out anew, perhaps under the click;
    then it is opened again.
    """
    wait(page)
    box, option = page.get_by_role("combobox", name=menu), page.get_by_role("option", name=name)
    widget = page.locator("[data-testid=stSelectbox], [data-testid=stMultiSelect]").filter(has=box)
    for _ in range(TRIES):
        if not option.is_visible():
            box.click()
            box.fill(name)  # a long menu shows what is asked for
        try:
            option.click(timeout=3000)
            expect(option).to_be_hidden(timeout=3000)
        except (TimeoutError, AssertionError):
            page.keyboard.press("Escape")
        if (
            name in box.input_value() or name in widget.inner_text()
        ):  # a menu of many shows what is taken beside its box
            return
    raise AssertionError(f"{name!r} cannot be chosen from the menu {menu!r}")


def metric(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def panel(page: Page, name: str) -> Locator:
    """One of the panels under the graph, opened."""
    choice = page.get_by_role("radio", name=name)
    choice.click()
    expect(choice).to_be_checked()
    return page.locator(".st-key-shown-panel")


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label)


def expect_numbers(page: Page, run: Run) -> None:
    expect(metric(page, "Upper bound now")).to_have_text(fixed(run.state.now))
    expect(metric(page, "Best so far")).to_have_text(fixed(run.state.upper))
    expect(metric(page, "Lower bound")).to_have_text(fixed(run.state.lower))
    expect(metric(page, "Gap")).to_have_text(fixed(run.state.gap))
    expect(metric(page, "Recovered")).to_have_text(
        f"{run.state.relaxation.count}/{len(run.cloned)}"
    )


def click_edges(graph: Locator, *ids: str) -> None:
    places = [graph.evaluate("(host, id) => host.rcr.edgePoint(id)", i) for i in ids]
    for place in places:
        graph.page.mouse.click(place["x"], place["y"])


def drawn_as_recovered(graph: Locator) -> set[str]:
    return set(graph.evaluate("host => host.rcr.state()"))
