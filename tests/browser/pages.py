"""Every page of the app, as a browser asks for it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from rcr.ui.app.navigation import entries
from tests.browser.hands import wait

# Nothing has changed on the page for a while, and nothing slides or fades any more.
STILL = """async () => {
  const quiet = () => new Promise((done) => {
    let timer = setTimeout(done, 300);
    const put_off = () => { clearTimeout(timer); timer = setTimeout(done, 300); };
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(put_off).observe(document.body, all);
  });
  const under_way = () => document.getAnimations().filter(
    (one) => one instanceof CSSTransition && one.playState === "running");
  do { await quiet(); } while (under_way().length);
}"""
# the addresses: the first page of the menu has none of its own
ADDRESSES = ["", *(Path(entry.file).stem for entry in entries()[1:])]


def stand_still(page: Page) -> None:
    """Until the page has been drawn, and does not move."""
    page.evaluate(STILL)


def open_page(
    context: BrowserContext, app_url: str, address: str, screen: ViewportSize | None = None
) -> Page:
    """The page in a new tab, drawn as a whole, on a screen of its own size or the profile's."""
    tab = context.new_page()
    if screen is not None:
        tab.set_viewport_size(screen)
    tab.goto(f"{app_url}/{address}")
    wait(tab)
    expect(tab.get_by_role("heading", name="RCR Explorer")).to_be_attached()
    stand_still(tab)
    return tab
