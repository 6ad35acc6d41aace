"""On a machine that has compiled nothing yet, the app is there before its kernels are."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guard import watch
from tests.browser.serve import serve


def test_the_first_view_is_drawn_while_the_kernels_are_being_compiled(context, tmp_path):
    with serve(cache=tmp_path) as server:
        page = context.new_page()
        faults = watch(page)
        page.goto(server.url)
        expect(page.get_by_text("compiles the solver")).to_be_visible()
        expect(page.get_by_text("Clicking works in about")).to_be_visible()
        expect(page.get_by_role("img", name="The graph of")).to_be_visible()
        expect(page.get_by_role("img", name="Upper and lower bound")).to_be_visible()
        expect(page.get_by_role("link", name="Learn")).to_be_visible()
        assert not faults, "\n".join(faults)
