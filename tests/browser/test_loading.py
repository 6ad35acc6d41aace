"""A page that loads: nothing shifts, and the chart comes with the graph."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.guard import watch
from tests.browser.pages import stand_still

MAX_SHIFT = 0.1  # of which browsers say that it is not felt
WATCH = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.className ?? node?.nodeName)]);
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize(
    ("address", "width", "height"),
    [("", 1280, 720), ("", 390, 844), ("?present=1", 1280, 720)],
    ids=["desktop", "phone", "presenter"],
)
def test_nothing_shifts_while_explore_loads(
    browser: Browser, app_url: str, address: str, width: int, height: int
):
    context = browser.new_context(
        viewport={"width": width, "height": height}, is_mobile=width < height
    )
    page = context.new_page()
    faults = watch(page)
    page.add_init_script(WATCH)
    page.goto(f"{app_url}/{address}")
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    expect(page.locator(".main-svg").first).to_be_visible()
    stand_still(page)
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < MAX_SHIFT, shifts
    assert page.locator("#rcr-first-look").count() == 0  # the script's own style has come
    assert faults == []
    context.close()


def test_the_library_of_the_charts_is_fetched_once_and_early(browser: Browser, app_url: str):
    context = browser.new_context()
    page = context.new_page()
    page.goto(app_url)  # somebody was here before, so that the server has loaded its charts
    expect(page.locator(".main-svg").first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator(".main-svg").first).to_be_visible()
    libraries = [url for url in asked if url.endswith("/plotly-cartesian.min.js")]
    assert len(libraries) == 1
    preloaded = page.locator("link[rel=preload][as=script]").get_attribute("href")
    assert libraries[0].endswith(preloaded.removeprefix("."))
    context.close()
