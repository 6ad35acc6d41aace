"""The app on a free port, a real Chromium, and a page that fails its test on any error or any
request that leaves the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from rcr import Run
from rcr.models.samples import samples
from tests.browser import find_browser
from tests.browser.guard import watch
from tests.browser.hands import PATIENCE_SECONDS, see, wait
from tests.browser.serve import serve

expect.set_options(timeout=PATIENCE_SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder has the mark ``browser``, so that ``make quick`` leaves it out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def app_url() -> Iterator[str]:
    """The address of the app, served for as long as the tests of this process run."""
    with serve() as server:
        yield server.url


@pytest.fixture(scope="session")
def browser_path() -> str:
    """A Chromium or Chrome of this machine; where there is none, the test fails with what to do."""
    return find_browser.find() or pytest.fail(find_browser.HELP)


@pytest.fixture(scope="session")
def browser(browser_path: str) -> Iterator[Browser]:
    """That browser, without a window."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path, args=find_browser.FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile that has the app's libraries, which are most of what opening it takes."""
    kept = browser.new_context(viewport={"width": 1280, "height": 720})
    kept.set_default_timeout(PATIENCE_SECONDS * 1000)
    yield kept
    kept.close()


@pytest.fixture
def context(profile: BrowserContext) -> Iterator[BrowserContext]:
    """That profile without a past, as of another student."""
    yield profile
    for tab in profile.pages:
        if tab.url.startswith("http"):
            tab.evaluate("localStorage.clear()")
        tab.close()
    profile.clear_cookies()


@pytest.fixture
def page(context: BrowserContext, app_url: str) -> Iterator[Page]:
    """The app's first page, open and drawn; console errors, page errors and requests to other
    machines fail the test.
    """
    tab = context.new_page()
    faults = watch(tab)
    tab.goto(app_url)
    wait(tab)
    yield tab
    assert not faults, "\n".join(faults)


@pytest.fixture
def graph(page: Page) -> Locator:
    """The graph of the first view, drawn."""
    host = page.get_by_test_id("rcr-graph")
    see(host.locator("canvas"))
    wait(page)
    return host


@pytest.fixture
def run() -> Run:
    """What the first view shows before the first click, made by the library alone."""
    made = Run(samples()["frustrated-grid"].load(), start="forest", batch=1)
    made.converge()
    return made
