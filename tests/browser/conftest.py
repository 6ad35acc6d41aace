"""The app on a free port, a real Chromium, and a page that fails its test on any error or any request that leaves the machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from rcr import bundle
from tests.browser import find_browser
from tests.browser.guard import watch

START_SECONDS = 60
PATIENCE = 30_000  # milliseconds; a page on a busy machine is late, not wrong

expect.set_options(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def healthy(url: str) -> bool:
    try:
        return urlopen(f"{url}/_stcore/health", timeout=2).status == 200
    except (URLError, OSError):
        return False


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, served for as long as the tests of this process run."""
    port = free_port()
    url = f"http://localhost:{port}"
    log = tmp_path_factory.mktemp("app") / "server.log"
    command = [sys.executable, "-m", "rcr.cli", "app", "--headless", "--port", str(port)]
    with log.open("w") as output:
        server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=bundle.root(), start_new_session=True)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not healthy(url):
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the app did not start on port {port}:\n{log.read_text()}")
            time.sleep(0.1)
        yield url
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # the command and the server it started
        server.wait()


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


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own, as of another student."""
    fresh = browser.new_context(viewport={"width": 1280, "height": 720})
    fresh.set_default_timeout(PATIENCE)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext, app_url: str) -> Iterator[Page]:
    """The app's first page, open and drawn; console errors, page errors and requests to other machines fail the test."""
    tab = context.new_page()
    faults = watch(tab)
    tab.goto(app_url)
    yield tab
    assert not faults, "\n".join(faults)
