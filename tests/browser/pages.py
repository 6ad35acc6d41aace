"""Every page of the app, as a browser asks for it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from rcr.ui.app.navigation import entries
from tests.browser.hands import wait

QUIET = """() => new Promise((done) => {
  let timer = setTimeout(done, 500);
  const put_off = () => { clearTimeout(timer); timer = setTimeout(done, 500); };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(put_off).observe(document.body, all);
})"""  # nothing has changed on the page for half a second
# the addresses: the first page of the menu has none of its own
ADDRESSES = ["", *(Path(entry.file).stem for entry in entries()[1:])]


def open_page(context: BrowserContext, app_url: str, address: str) -> Page:
    """The page in a new tab, drawn as a whole."""
    tab = context.new_page()
    tab.goto(f"{app_url}/{address}")
    expect(tab.get_by_role("heading", name="RCR Explorer")).to_be_attached()
    wait(tab)
    tab.evaluate(QUIET)
    return tab
