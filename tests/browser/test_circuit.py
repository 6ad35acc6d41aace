"""The circuit on the Explore page in a real browser: drawn, readable, and another θ lights up
another part.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rcr import Run
from rcr.engines.circuit import Circuit
from rcr.models.samples import samples
from rcr.views import palette
from rcr.views.circuit import CONE, fed, last_touched, parts
from tests.browser.hands import choose, panel


def test_which_theta_feeds_what(page):
    run = Run(samples()["frustrated-grid"].load(), start="forest", batch=1)
    run.converge()
    circuit, last = Circuit(run.state.relaxation), last_touched(run)
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    panel(page, "Circuit")
    picture = page.get_by_role("img", name=re.compile("^Circuit of"))
    expect(picture).to_be_visible()
    expect(page.get_by_text(f"Circuit size {circuit.size.total:,}")).to_be_visible()
    bold = picture.locator(f'rect[stroke="{palette.MARK}"]')
    expect(bold).to_have_count(len(fed(circuit, last) & parts(circuit, last)[CONE]))
    other = int(next(k for k in run.state.relaxation.relaxed if k != last))
    choose(page, "θ of", f"{run.cloned.constraints[other].id} (")
    expect(bold).to_have_count(len(fed(circuit, other) & parts(circuit, other)[CONE]))
    leaf = picture.locator("text", has_text=f"θ_{run.cloned.constraints[other].factor}(").first
    expect(leaf).to_be_visible()
    size = leaf.evaluate("text => text.getBoundingClientRect().height")
    assert size >= 10, "large enough to read"
