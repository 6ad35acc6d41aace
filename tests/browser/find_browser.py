"""Find a Chromium or Chrome that Playwright can drive, or install one, and print its path: for the
Makefile and the fixtures.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import Error, Playwright, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",  # a spinner that turns costs more than the page it waits for
)
NAMES = (
    "chromium-headless-shell",  # the same browser without the parts for a window, which cost time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
DEBIAN_BROWSERS = ("chromium-headless-shell", "chromium")  # where there is no shell, the whole
DEBIAN_LIBRARY = "libatomic1"  # for Playwright's own driver
HELP = (
    "The real-browser tests need a Chromium or Chrome that starts, and none was found or "
    "could be installed. Install one "
    f"(Debian, as root: apt-get update && apt-get install {DEBIAN_BROWSERS[-1]} {DEBIAN_LIBRARY}; "
    "elsewhere: python -m playwright install --with-deps chromium), "
    "or give the path of yours in the environment variable RCR_BROWSER, and run make test again."
)


def candidates(playwright: Playwright) -> Iterator[str]:
    """Paths worth trying: the one asked for, the machine's own browsers, then Playwright's."""
    yield os.environ.get("RCR_BROWSER", "")
    for name in NAMES:
        yield shutil.which(name) or ""
    yield from MAC_APPLICATIONS
    yield playwright.chromium.executable_path


def starts(playwright: Playwright, path: str) -> bool:
    """Whether there is a browser that starts (a distribution's placeholder does not)."""
    try:
        playwright.chromium.launch(executable_path=path, args=FLAGS).close()
    except Error:
        return False
    return True


def find() -> str | None:
    """The first browser that starts; none, too, if Playwright's driver itself cannot run here."""
    try:
        with sync_playwright() as playwright:
            return next(
                (
                    path
                    for path in candidates(playwright)
                    if os.path.exists(path) and starts(playwright, path)
                ),
                None,
            )
    except Exception as error:  # the driver's death has no type of its own
        print(f"Playwright's driver does not run: {error}", file=sys.stderr)
        return None


def installers() -> Iterator[list[list[str]]]:
    """Ways to get a browser, each a list of commands: Debian's packages as root, then Playwright's
    download.
    """
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root and shutil.which("apt-get"):
        take = ["apt-get", "install", "-qq", "-y", "--no-install-recommends"]
        for browser in DEBIAN_BROWSERS:
            yield [["apt-get", "update", "-qq"], [*take, browser, DEBIAN_LIBRARY]]
    yield [
        [
            sys.executable,
            "-m",
            "playwright",
            "install",
            *(["--with-deps"] if root else []),
            "chromium",
        ]
    ]


def install() -> str | None:
    """The browser that the first successful installer leaves behind."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for commands in installers():
        print(
            "No Chromium or Chrome here; trying:",
            " && ".join(map(" ".join, commands)),
            file=sys.stderr,
        )
        done = all(
            subprocess.run(command, stdout=subprocess.DEVNULL, env=environment).returncode == 0
            for command in commands
        )
        if done and (path := find()):
            return path
    return None


if __name__ == "__main__":
    print(find() or ("--install" in sys.argv and install()) or sys.exit(HELP))
