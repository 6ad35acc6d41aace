"""A server whose first visitor follows a link to a page shows it in the app's frame, as it does
later.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.serve import serve


@pytest.fixture(scope="module")
def fresh_server():
    with serve() as server:
        yield server.url


def test_the_first_page_of_a_server_has_its_frame(context, fresh_server):
    page = context.new_page()
    page.goto(f"{fresh_server}/models")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("heading", name="RCR Explorer")).to_be_visible()
    expect(page.get_by_role("link", name="Explore")).to_be_visible()
