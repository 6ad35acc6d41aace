"""Predict, then reveal, in a real browser: nothing hidden is in the page before the guess."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from rcr import Run
from rcr.course.guesses import impacts
from rcr.models.samples import samples
from tests.browser.hands import wait

# Every text and attribute of the page, that of the components' own roots included.
EVERYTHING = """() => {
  const LAYOUT = ["style", "d", "viewBox", "width", "height", "x", "y"];
  const texts = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const told = [...element.attributes].filter(({ name }) => !LAYOUT.includes(name));
      texts.push(...told.map(({ value }) => value));
      if (element.shadowRoot) visit(element.shadowRoot);
    }
    texts.push(root.textContent ?? root.documentElement?.textContent ?? "");
  };
  visit(document);
  texts.push(document.body.innerText);
  return texts.join("\\n");
}"""
FIRST_CLICK = "(host, id) => host.rcr.edgePoint(id)"


def first_run() -> Run:
    run = Run(samples()["frustrated-grid"].load(), start="forest", batch=1)
    run.converge()
    return run


def expect_hidden(page: Page, run: Run) -> None:
    graph = page.get_by_test_id("rcr-graph")
    data = graph.evaluate("host => host.rcr.data()")
    for part in ("impact", "suggested", "clones", "theta", "clone_theta", "marginals"):
        assert list(data[part]) == [], part
    assert set(data["look"]) <= {"-", "="}
    text = page.evaluate(EVERYTHING)
    for edge, value in impacts(run).items():
        if value > 0.01:
            for written in (f"{value:.3g}", f"{value:.3f}"):
                assert not re.search(rf"(?<![\d.]){re.escape(written)}(?!\d)", text), edge


def test_no_hidden_value_can_be_reached_before_the_guess(page):
    run = first_run()
    graph = page.get_by_test_id("rcr-graph")
    expect(graph.locator("canvas")).to_be_visible()
    wait(page)
    page.get_by_text("predict first").click()
    expect(page.get_by_text("Which relaxed edge lowers the bound most?")).to_be_visible()
    wait(page)
    values = impacts(run)
    best = max(values, key=lambda i: values[i])
    worst = min(values, key=lambda i: values[i])
    place = graph.evaluate(FIRST_CLICK, best)
    page.mouse.move(place["x"], place["y"])
    expect(graph.get_by_role("tooltip")).to_contain_text("relaxed")
    expect_hidden(page, run)
    for name in ("Constraints", "Marginals", "Circuit", "Pieces"):
        page.get_by_role("radio", name=name).click()
        expect(page.get_by_text("Hidden until you have predicted")).to_be_visible()
        wait(page)
        expect_hidden(page, run)
    place = graph.evaluate(FIRST_CLICK, worst)
    page.mouse.click(place["x"], place["y"])
    expect(page.get_by_text(f"{worst}: rank")).to_be_visible()
    wait(page)
    assert set(graph.evaluate("host => host.rcr.state()")) == set(run.state.recovered)
    assert f"{values[best]:.3f}" in page.evaluate(EVERYTHING)
    place = graph.evaluate(FIRST_CLICK, best)
    page.mouse.click(place["x"], place["y"])
    expect(page.get_by_text("Which relaxed edge lowers the bound most?")).to_be_visible()
    wait(page)
    run.recover([best])
    run.converge()
    assert set(graph.evaluate("host => host.rcr.state()")) == set(run.state.recovered)
    expect_hidden(page, run)
