"""Long starts run beside the page: with progress and a way to stop, and only as long as the
visitor is there. His server's first page has the app's frame, as all have later.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rcr.ui.app.navigation import entries
from tests.browser.hands import choose, metric, wait
from tests.browser.serve import serve

pytestmark = pytest.mark.slow

LEFT_SECONDS = 2.0  # of processor time that a visitor's work may still take when he has left
WATCHED_SECONDS = 2.0
IDLE_SECONDS = 0.06  # of processor time in those: the server itself and its other threads
# Every menu of pages that was shown, by the names in it; streamlit would make one of the files.
WATCH_MENU = """
  window.menus = [];
  const look = () => {
    const links = [...document.querySelectorAll("[data-testid=stSidebarNavLink]")];
    const names = links.map((link) => link.innerText.trim());
    if (names.length && String(names) !== String(menus.at(-1))) menus.push(names);
    requestAnimationFrame(look);
  };
  look();
"""


def start_a_large_grid(page: Page) -> None:
    """300 × 300, whose compensation takes minutes."""
    choose(page, "Model", "Random: grid")
    for name in ("rows", "cols"):
        wait(page)
        page.get_by_role("slider", name=name).press("End")
    expect(page.get_by_role("button", name="Stop")).to_be_visible(timeout=120_000)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_long_start_says_how_long_and_is_stopped_where_it_is(page: Page) -> None:
    start_a_large_grid(page)
    expect(page.get_by_text("90,000 variables: compensation takes about")).to_be_visible()
    expect(page.get_by_text(re.compile(r"sweeps?, upper bound"))).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Settle")).to_be_enabled(timeout=120_000)
    expect(metric(page, "Recovered")).to_contain_text("/358800")
    # to be done again it is made again, which is stopped just as well
    page.reload()
    expect(page.get_by_text("Doing the run again")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(metric(page, "Recovered")).to_contain_text("/80")


def seconds_until_idle(pid: int, clock: Page) -> float:
    """The processor time that a server takes from now on until it rests, or until that is more
    than a visitor's work may take. On a busy machine a second of it is late, not long.
    """
    start = before = cpu_seconds(pid)
    while before - start <= LEFT_SECONDS:
        clock.wait_for_timeout(1000 * WATCHED_SECONDS)
        now = cpu_seconds(pid)
        if now - before < IDLE_SECONDS:
            break
        before = now
    return before - start


def test_the_first_page_of_a_server_has_its_frame_and_a_visitor_who_leaves_stops_his_work(
    context: BrowserContext,
) -> None:
    page = context.new_page()
    page.add_init_script(WATCH_MENU)
    with serve() as server:
        page.goto(f"{server.url}/models")
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        expect(page.get_by_role("heading", name="RCR Explorer")).to_be_visible()
        assert page.evaluate("menus[0]") == [entry.title for entry in entries()]
        page.get_by_role("link", name="Explore").click()
        expect(metric(page, "Recovered")).to_be_visible()
        start_a_large_grid(page)
        clock = context.new_page()  # a page of nobody, to wait with
        page.close()
        assert seconds_until_idle(server.pid, clock) <= LEFT_SECONDS
