"""The guard sees every kind of fault, and none in a quiet page."""

from __future__ import annotations

import pytest

from tests.browser.guard import watch


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('broken')", "console: broken"),
        ("throw new Error('broken')", "page error: broken"),
        (
            "new Image().src = 'http://192.0.2.1/pixel.png'",
            "request to another machine: http://192.0.2.1/pixel.png",
        ),
        ("new WebSocket('ws://192.0.2.1/')", "request to another machine: ws://192.0.2.1/"),
    ],
)
def test_a_fault_is_seen(context, script, fault):
    tab = context.new_page()
    faults = watch(tab)
    tab.set_content(f"<script>{script}</script>")
    tab.wait_for_timeout(200)
    assert fault in faults


def test_a_quiet_page_has_none(context):
    tab = context.new_page()
    faults = watch(tab)
    tab.set_content(
        "<p>quiet</p><img "
        "src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><script>console.log('fine')</script>"
    )
    tab.wait_for_timeout(200)
    assert faults == []
