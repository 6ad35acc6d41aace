"""Presenter mode in a real browser: large enough for a projector, and driven by a clicker."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rcr.explain.one_line import one_line
from tests.browser.hands import metric, wait
from tests.browser.pages import stand_still

FIGURE_PIXELS, LETTER_PIXELS = 40, 18  # that the last row can read
LETTERS = "host => host.rcr.letters()"
SIZES = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


@pytest.fixture
def stage(page: Page) -> Page:
    """Explore on the projector."""
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    expect(page.get_by_role("button", name="Present")).to_be_visible()  # whose key it is
    wait(page)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    wait(page)
    return page


def told(page: Page) -> Locator:
    return page.locator(".st-key-told p").first


def test_everything_is_large_a_clicker_steps_and_f_leaves_what_is_a_part_of_the_address(stage, run):
    expect(stage.get_by_test_id("stSidebar")).to_be_hidden()
    chart = stage.get_by_test_id("rcr-chart")
    expect(chart.locator(".main-svg").first).to_be_visible()
    stand_still(stage)
    assert min(stage.get_by_test_id("stMetricValue").evaluate_all(SIZES)) >= FIGURE_PIXELS
    labels = stage.get_by_test_id("stMetricLabel").locator("p").evaluate_all(SIZES)
    words = chart.locator("svg text").evaluate_all(SIZES)
    graph = stage.get_by_test_id("rcr-graph")
    letters = graph.evaluate(LETTERS)
    assert set(letters) == {"digits", "names", "ranks"}
    assert min(*labels, *words, *letters.values()) >= LETTER_PIXELS
    main = stage.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollHeight - main.clientHeight") <= 0
    line = told(stage).bounding_box()
    for box in (graph.bounding_box(), chart.bounding_box()):
        assert line["y"] - (box["y"] + box["height"]) < 60

    # a clicker, and the letters of the buttons, step forward and back
    expect(told(stage)).to_have_text(one_line(run))
    stage.keyboard.press("?")
    keys = stage.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("definition").filter(has_text="Next")).to_be_visible()
    expect(keys.get_by_text("PageDown")).to_be_visible()
    stage.keyboard.press("Escape")
    stage.keyboard.press("PageDown")
    run.recover_suggested()
    run.converge(follows=True)
    expect(told(stage)).to_have_text(one_line(run))
    for forward, back in (("PageDown", "PageUp"), ("ArrowRight", "ArrowLeft")):
        stage.keyboard.press(back)
        run.back()
        expect(told(stage)).to_have_text(one_line(run))
        stage.keyboard.press(forward)  # what was shown before, not a branch beside it
        run.forward()
        expect(told(stage)).to_have_text(one_line(run))
    stage.keyboard.press("PageDown")
    run.recover_suggested()
    run.converge(follows=True)
    expect(told(stage)).to_have_text(one_line(run))
    stage.keyboard.press("s")
    run.sweep()
    expect(told(stage)).to_have_text(one_line(run))

    expect(stage).to_have_url(re.compile("[?&]present=1"))
    stage.reload()
    expect(stage.get_by_role("button", name="Leave")).to_be_visible()
    expect(metric(stage, "Recovered")).to_be_visible()
    wait(stage)
    stage.keyboard.press("f")
    expect(stage.get_by_role("button", name="To the end")).to_be_visible()
    expect(stage.get_by_test_id("stSidebar")).to_be_visible()
    assert "present" not in stage.url

    # in the cut view what each piece is worth is as large
    stage.get_by_role("radio", name="cut view").click()
    wait(stage)
    stage.keyboard.press("f")
    expect(stage.get_by_role("button", name="Leave")).to_be_visible()
    stand_still(stage)
    letters = graph.evaluate(LETTERS)
    assert min(letters["pieces"], letters["ranks"]) >= LETTER_PIXELS
