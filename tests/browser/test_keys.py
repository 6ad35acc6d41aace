"""Keys in a real browser: heard wherever the focus is except where one writes, and the graph
without a mouse.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from rcr import Run
from rcr.explain.one_line import one_line
from tests.browser.hands import metric, wait

QUICK_PRESSES = 4


@pytest.fixture
def graph(page: Page) -> Locator:
    host = page.get_by_test_id("rcr-graph")
    expect(host.locator("canvas")).to_be_visible()
    expect(page.get_by_text("To the end").first).to_be_visible()
    wait(page)
    return host


def expect_recovered(page: Page, run: Run) -> None:
    shown = f"{run.state.relaxation.count}/{len(run.cloned)}"
    expect(metric(page, "Recovered")).to_have_text(shown)


def recover_suggested(run: Run) -> None:
    run.recover_suggested()
    run.converge(follows=True)


def test_a_key_is_heard_wherever_the_focus_is_and_is_a_letter_where_one_writes(page, graph, run):
    for place in (
        page.get_by_role("combobox", name="Recovery heuristic"),
        page.get_by_role("radio", name="This step"),
        page.get_by_role("switch", name="log gap"),
    ):
        place.focus()
        page.keyboard.press("n")
        recover_suggested(run)
        expect_recovered(page, run)
        wait(page)
    field = page.get_by_role("spinbutton", name="Recovered at a time")
    field.focus()
    page.keyboard.press("n")
    page.keyboard.press("?")
    page.get_by_role("radio", name="This step").focus()
    page.keyboard.press("n")
    recover_suggested(run)
    expect_recovered(page, run)  # once, not twice
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    wait(page)

    # quick presses of one key all count
    for _ in range(QUICK_PRESSES):
        page.keyboard.press("n")
        recover_suggested(run)
    expect_recovered(page, run)
    wait(page)

    # the list of keys is that of the buttons
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for words in (
        "Back",
        "Forward →",
        "Update",
        "Sweep",
        "Recover suggested",
        "To the end",
        "from edge to edge",
    ):
        expect(keys).to_contain_text(words)
    page.keyboard.press("?")
    expect(keys).to_be_hidden()


def at_cursor(graph: Locator) -> str:
    return str(graph.evaluate("host => host.rcr.cursor()"))


def test_the_graph_by_keyboard_alone_and_every_edge_can_be_reached(page, graph, run):
    """Tab to the graph, arrows from edge to edge, Enter acts, and a live region says it."""
    voice = graph.locator("[aria-live]")
    graph.locator(".vis-network").evaluate("frame => frame.focus()")
    [suggested] = run.suggest(1)
    assert at_cursor(graph) == suggested  # one begins at what is suggested
    [k] = run.cloned.indices([suggested])
    expect(voice).to_contain_text(run.cloned.constraints[k].name)
    page.keyboard.press("Enter")
    run.recover([suggested])
    run.converge(follows=True)
    expect_recovered(page, run)
    expect(voice).to_have_text(one_line(run))
    seen = {suggested}
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        seen.add(at_cursor(graph))
    assert len(seen) == 5
    chosen = [at_cursor(graph)]
    page.keyboard.press(" ")
    page.keyboard.press("ArrowUp")
    chosen.append(at_cursor(graph))
    page.keyboard.press(" ")
    expect(graph.locator(".selection")).to_be_visible()
    page.keyboard.press("Escape")
    expect(graph.locator(".selection")).to_be_hidden()
    reached = graph.evaluate("""(host) => {
      const frame = host.querySelector(".vis-network"), seen = new Set(), todo = [];
      const press = (key) => frame.dispatchEvent(new KeyboardEvent("keydown", { key }));
      const visit = () => {
        const here = host.rcr.cursor();
        if (seen.has(here)) return;
        seen.add(here);
        for (const way of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
          host.rcr.walkTo(here);
          press(way);
          visit();
        }
      };
      visit();
      return seen.size;
    }""")
    assert reached == len(run.cloned)
