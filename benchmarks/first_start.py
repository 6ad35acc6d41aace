"""From ``make app`` in a fresh clone to the first answered click, on this machine: what a newcomer
waits for. Then a second start, and what compiling costs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

sys.path.insert(
    0, str(Path(__file__).parents[1])
)  # the server and the browser are found as the tests find them

from tests.browser import find_browser
from tests.browser.serve import answering, free_port

ROOT = Path(__file__).parents[1]
MAX_SECONDS = 1800.0
COUNTED = 10**7  # additions that tell how fast this machine is
TARGETS = {"page served": 100, "first click answered": 130, "second start": 5, "compile CPU": 80}


class Clock:
    """Prints what was reached, and after how many seconds of the wall clock."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def reached(self, what: str) -> None:
        say(what, time.monotonic() - self._began)


def say(what: str, seconds: float) -> None:
    target = f"   (at most {TARGETS[what]})" if what in TARGETS else ""
    print(f"{what:24}{seconds:8.1f} s{target}", flush=True)


def calibrate() -> None:
    """What the machine takes for a loop in Python: other figures go with it."""
    began, total = time.process_time(), 0
    for i in range(COUNTED):
        total += i
    say("ten million additions", time.process_time() - began)


@contextmanager
def started(clone: Path) -> Iterator[str]:
    """``make app`` until it is served; its address."""
    port = free_port()
    url = f"http://localhost:{port}"
    environment = {**os.environ, "RCR_STORE": str(clone.parent / "store.sqlite")}
    with answering(url, ["make", "app", f"PORT={port}"], clone, environment, MAX_SECONDS):
        yield url


def click(url: str, browser_path: str | None, clock: Clock) -> None:
    """Open the page as soon as it is there, and update a constraint as soon as that is possible."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=find_browser.FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(1000 * MAX_SECONDS)
        page.goto(url)
        page.get_by_role("img", name="The graph of").or_(page.locator("canvas")).first.wait_for()
        clock.reached("picture drawn")
        page.get_by_role("button", name="Update", exact=False).first.click()
        back = page.get_by_role("button", name="Back", exact=False).first
        expect(back).to_be_enabled(timeout=1000 * MAX_SECONDS)
        clock.reached("first click answered")
        browser.close()


def compile_seconds(clone: Path) -> float:
    """The CPU seconds of compiling every kernel into an empty cache, in all processes."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [clone / ".venv/bin/python", "-m", "rcr.warmup"],
            cwd=clone,
            env={**os.environ, "NUMBA_CACHE_DIR": cache},
            stderr=subprocess.DEVNULL,
            check=True,
        )
    return used() - before


def main() -> None:
    os.environ.pop("PYTHONPATH", None)  # what the clone runs is its own
    browser_path = find_browser.find()
    calibrate()
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        clock = Clock()
        with started(clone) as url:
            clock.reached("page served")
            click(url, browser_path, clock)
        say("compile CPU", compile_seconds(clone))
        subprocess.run([clone / ".venv/bin/python", "-m", "rcr.warmup"], cwd=clone, check=True)
        clock = Clock()
        with started(clone):
            clock.reached("second start")
    calibrate()


if __name__ == "__main__":
    main()
