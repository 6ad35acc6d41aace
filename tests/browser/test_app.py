"""The story of the page in a real browser: pick a sample, solve it, read the certificate; the numbers are the library's."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rcr import Run
from rcr.samples import samples


def choose(page: Page, menu: str, option: str) -> None:
    page.get_by_role("combobox", name=menu).click()
    page.get_by_role("option", name=option, exact=True).click()


def metric(page: Page, label: str):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_it_opens_on_the_frustrated_grid(page):
    expect(page).to_have_title("RCR Explorer")
    expect(page.get_by_role("heading", name=samples()["frustrated-grid"].title)).to_be_visible()
    expect(page.get_by_role("button", name="Solve")).to_be_in_viewport()
    expect(page.get_by_text("80 equivalence constraints")).to_be_visible()


@pytest.mark.parametrize("name", samples())
def test_a_sample_is_solved_and_the_numbers_are_the_librarys(page, name):
    sample = samples()[name]
    choose(page, "Model", sample.title)
    expect(page.get_by_role("heading", name=sample.title)).to_be_visible()
    page.get_by_role("button", name="Solve").click()

    run = Run(sample.load(), start="forest", batch=1)
    state = run.solve()
    expect(page.get_by_test_id("stAlert")).to_contain_text(f"Proved optimal: {state.certificate.reason}")
    expect(metric(page, "Upper bound")).to_have_text(f"{state.upper:.4f}")
    expect(metric(page, "Lower bound")).to_have_text(f"{state.lower:.4f}")
    expect(metric(page, "Gap")).to_have_text("0.0000")
    expect(metric(page, "Recovered")).to_have_text(f"{len(state.recovered)} of {len(run.cloned)}")
    drawn = page.locator(".js-plotly-plot").evaluate("plot => plot.data.map(trace => Array.from(trace.y))")
    assert drawn == [[row["upper"] for row in run.history], [row["lower"] for row in run.history]]


def test_another_choice_puts_the_old_answer_away(page):
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    page.get_by_text("nothing", exact=True).click()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    page.get_by_role("button", name="Solve").click()
    run = Run(samples()["frustrated-grid"].load(), start="decomposed", batch=1)
    expect(metric(page, "Recovered")).to_have_text(f"{len(run.solve().recovered)} of 80")


def test_a_long_run_shows_progress_and_keeps_what_it_reached_when_stopped(page):
    choose(page, "Model", "A random grid")
    page.get_by_role("slider", name="rows").press("End")
    expect(page.get_by_text("3,000 variables")).to_be_visible()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(metric(page, "Upper bound")).to_have_text(re.compile(r"\d"))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("The answer lies between the bounds")
    upper, lower = (float(metric(page, f"{side} bound").inner_text()) for side in ("Upper", "Lower"))
    assert upper > lower
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
