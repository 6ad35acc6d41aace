"""Every page on every screen and in either theme: nothing is under Streamlit's header, nothing
sticks out, and axe-core finds nothing serious.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from rcr import Run, generate
from rcr.models.generator_call import GeneratorCall
from rcr.run.link import to_link
from tests.browser.hands import metric, wait
from tests.browser.pages import ADDRESSES, open_page, stand_still

DESKTOPS = [(1440, 900), (1280, 720), (1024, 768)]
PHONE = (390, 844)
SERIOUS = ("serious", "critical")
# What is drawn of an element, and whether that is under the header or the button that it holds.
COVERED = """() => {
  const header = document.querySelector("[data-testid=stHeader]");
  const parts = [header, ...header.querySelectorAll("button")];
  const over = parts.map((one) => one.getBoundingClientRect());
  const main = document.querySelector("[data-testid=stMain]");
  const { left, right, top, bottom } = main.getBoundingClientRect();
  const apart = (a, b) =>
    Math.min(a.right, b.right, right) - Math.max(a.left, b.left, left) <= 0 ||
    Math.min(a.bottom, b.bottom, bottom) - Math.max(a.top, b.top, top) <= 0;
  const ours = [...main.querySelectorAll("[data-testid=stElementContainer] *")];
  const found = ours.filter((one) => {
    const box = one.getBoundingClientRect();
    const shown = box.width && box.height && !one.closest("[class*=st-key-code-]");
    return shown && over.some((part) => !apart(box, part));
  });
  return found.map((one) => one.outerHTML.slice(0, 200));
}"""
STICKS_OUT = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return main.scrollWidth - main.clientWidth;
}"""
# Charts whose legend lies on their curves.
LEGENDS = """() => [...document.querySelectorAll(".rcr-chart")].filter((chart) => {
  const [legend, curves] = [".legend", ".nsewdrag"].map((name) => chart.querySelector(name));
  if (!legend || !curves) return false;
  return legend.getBoundingClientRect().bottom > curves.getBoundingClientRect().top + 1;
}).map((chart) => chart.getAttribute("aria-label"))"""
TOPS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
CUT_OFF = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map((one) => one.textContent)"""
BACKGROUND = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"

every_page = pytest.mark.parametrize(
    "address", ADDRESSES, ids=[address or "first" for address in ADDRESSES]
)


def size(screen: tuple[int, int]) -> ViewportSize:
    return {"width": screen[0], "height": screen[1]}


def expect_in_its_place(page: Page) -> None:
    """Nothing of ours is under the header, beyond the edge of the screen or on a chart's curves."""
    stand_still(page)
    assert page.evaluate(COVERED) == []
    assert page.evaluate(STICKS_OUT) == 0
    assert page.evaluate(LEGENDS) == []


def serious_findings(page: Page) -> list[str]:
    """What axe-core holds against a page, a line for each element."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in found
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]


@every_page
def test_on_a_desktop_with_and_without_the_sidebar_and_in_either_theme(
    context: BrowserContext, app_url: str, address: str
):
    page = open_page(context, app_url, address, size(DESKTOPS[0]))
    if not address:
        page.locator(".main-svg").first.wait_for()
    for screen in DESKTOPS:
        page.set_viewport_size(size(screen))
        expect_in_its_place(page)
    page.set_viewport_size(size(DESKTOPS[1]))
    assert serious_findings(page) == []
    light = page.evaluate(BACKGROUND)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => {BACKGROUND} !== light", arg=light)
    stand_still(page)
    assert serious_findings(page) == []
    page.get_by_test_id("stSidebarHeader").hover()
    page.get_by_role("button", name="Collapse sidebar").click()
    expect(page.get_by_role("button", name="Expand sidebar")).to_be_visible()
    for screen in reversed(DESKTOPS):
        page.set_viewport_size(size(screen))
        expect_in_its_place(page)


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """One phone for all pages."""
    held = browser.new_context(viewport=size(PHONE), has_touch=True, is_mobile=True)
    yield held
    held.close()


@every_page
def test_on_a_phone(phone: BrowserContext, app_url: str, address: str):
    page = open_page(phone, app_url, address)
    expect(page.get_by_role("button", name="Expand sidebar")).to_be_visible()
    expect_in_its_place(page)
    page.close()


def test_figures_of_a_large_grid_are_not_cut_off_nor_the_transport_in_two_rows(
    context: BrowserContext, app_url: str
):
    run = Run(
        generate("grid", rows=20, cols=20),
        origin=GeneratorCall("grid", {"rows": 20, "cols": 20}),
        start="forest",
    )
    page = open_page(context, app_url, f"?run={to_link(run)}", size(DESKTOPS[0]))
    expect(metric(page, "Recovered")).to_have_text(
        f"{run.state.relaxation.count}/{len(run.cloned)}"
    )
    for screen in [*DESKTOPS, PHONE]:
        page.set_viewport_size(size(screen))
        stand_still(page)
        assert page.locator(".st-key-figures *").evaluate_all(CUT_OFF) == []
        assert len(set(page.locator(".st-key-transport button:visible").evaluate_all(TOPS))) == 1

    # nor on a projector, not even while long work is under way
    page.set_viewport_size(size(DESKTOPS[1]))
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    wait(page)
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Stop")).to_be_in_viewport(ratio=1)
    assert page.locator(".st-key-figures *").evaluate_all(CUT_OFF) == []
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollHeight - main.clientHeight") <= 0
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
