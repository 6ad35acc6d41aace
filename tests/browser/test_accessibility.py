"""Every page can be read and used by everybody: axe-core finds nothing serious in either theme."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.pages import ADDRESSES, open_page

SERIOUS = ("serious", "critical")


def serious_findings(page: Page) -> list[str]:
    """What axe-core holds against a page, a line for each element."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for rule in found
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address or "first")
def test_axe_finds_nothing_serious(
    browser: Browser, app_url: str, address: str, theme: Literal["light", "dark"]
):
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme=theme)
    page = open_page(context, app_url, address)
    if not address:
        page.locator(".main-svg").first.wait_for()
    assert serious_findings(page) == []
    context.close()
