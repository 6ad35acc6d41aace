"""The story of the Explore page in a real browser; every number on it is the library's."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rcr import Run, save_model
from rcr.generators.grid import grid
from rcr.samples import samples


def metric(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label)


@pytest.fixture
def graph(page: Page) -> Locator:
    """The graph of the first view, drawn."""
    host = page.get_by_test_id("rcr-graph")
    expect(host.locator("canvas")).to_be_visible()
    return host


@pytest.fixture
def run() -> Run:
    """What the page shows before the first click, made by the library alone."""
    made = Run(samples()["frustrated-grid"].load(), start="forest", batch=1)
    made.converge()
    return made


def expect_numbers(page: Page, run: Run) -> None:
    expect(metric(page, "Upper bound")).to_have_text(f"{run.state.upper:.3f}")
    expect(metric(page, "Lower bound")).to_have_text(f"{run.state.lower:.3f}")
    expect(metric(page, "Gap")).to_have_text(f"{run.state.gap:.3f}")
    expect(metric(page, "Recovered")).to_have_text(f"{run.state.relaxation.count}/{len(run.cloned)}")


def click_edges(graph: Locator, *ids: str) -> None:
    places = [graph.evaluate("(host, id) => host.rcr.edgePoint(id)", i) for i in ids]
    for place in places:
        graph.page.mouse.click(place["x"], place["y"])


def drawn_as_recovered(graph: Locator) -> set[str]:
    return set(graph.evaluate("host => host.rcr.state()"))


def relaxed(run: Run) -> list[str]:
    return [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]


def test_the_first_view_invites_and_fits(page, graph, run):
    expect(page).to_have_title("RCR Explorer")
    expect(page.get_by_text("Click a dashed edge")).to_be_visible()
    expect_numbers(page, run)
    for label in ("Back", "Update", "Sweep", "Recover suggested", "Play", "To the end"):
        expect(button(page, label)).to_be_in_viewport()
    assert drawn_as_recovered(graph) == set(run.state.recovered)


def test_a_click_recovers_that_edge_and_the_upper_bound_falls(page, graph, run):
    [best] = run.suggest(1)
    before = run.state.upper
    click_edges(graph, best)
    run.recover([best])
    run.converge()
    expect_numbers(page, run)
    assert run.state.upper < before - 0.05
    assert best in drawn_as_recovered(graph)
    button(page, "Back").click()
    run.goto(1)
    expect_numbers(page, run)
    expect(metric(page, "Upper bound")).to_have_text(f"{before:.3f}")


def test_six_fast_clicks_all_arrive(page, graph, run):
    six = relaxed(run)[:6]
    click_edges(graph, *six)
    for i in six:
        run.recover([i])
        run.converge()
    expect_numbers(page, run)
    assert drawn_as_recovered(graph) == set(run.state.recovered)


def test_steps_show_the_equation_with_the_right_numbers(page, graph, run):
    page.get_by_text("compensate after each click").click()
    [best] = run.suggest(1)
    click_edges(graph, best)
    run.recover([best])
    expect_numbers(page, run)
    button(page, "Update").click()
    run.step()
    expect_numbers(page, run)
    k = run.order(run.state.parent)[run.state.parent.cursor]
    panel = page.get_by_role("tabpanel", name="This step")
    expect(panel).to_contain_text(run.cloned.constraints[k].id)
    expect(panel.locator(".katex").first).to_be_visible()


def test_keyboard_only(page, graph, run):
    page.locator("body").press("n")
    run.recover(run.suggest())
    run.converge()
    expect_numbers(page, run)
    page.locator("body").press("s")
    run.sweep()
    expect_numbers(page, run)
    page.locator("body").press("b")
    run.undo()
    expect_numbers(page, run)


def test_to_the_end_is_certified(page, graph, run):
    button(page, "To the end").click()
    run.solve()
    expect(page.get_by_test_id("stAlert").first).to_contain_text(f"Proved: {run.reason}")
    expect_numbers(page, run)


def test_play_and_pause(page, graph, run):
    button(page, "Play").click()
    expect(metric(page, "Recovered")).not_to_have_text(f"{run.state.relaxation.count}/{len(run.cloned)}")
    button(page, "Pause").click()
    expect(button(page, "Play")).to_be_visible()


def test_a_link_reopens_the_same_state_in_a_fresh_browser(page, graph, run, browser, app_url):
    button(page, "Recover suggested").click()
    run.recover(run.suggest())
    run.converge()
    expect_numbers(page, run)
    page.get_by_role("tab", name="Keep and share").click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    other = browser.new_context().new_page()
    other.goto(f"{app_url}/{link}")
    expect_numbers(other, run)
    expect(other.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    assert drawn_as_recovered(other.get_by_test_id("rcr-graph")) == set(run.state.recovered)
    other.context.close()


def test_a_bad_file_is_told_and_a_good_one_opens(page, graph, run, tmp_path: Path):
    page.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name="Your own model").click()
    upload = page.get_by_test_id("stFileUploaderDropzoneInput").first
    upload.set_input_files({"name": "bad.uai", "mimeType": "text/plain", "buffer": b"MARKOV 1 2 1 1 0 3 1 2 3"})
    expect(page.get_by_text("bad.uai")).not_to_have_count(0)
    expect(page.get_by_test_id("stAlert").filter(has_text="bad.uai")).to_be_visible()
    expect_numbers(page, run)
    save_model(grid(rows=2, cols=3, seed=1), tmp_path / "good.uai")
    upload.set_input_files(tmp_path / "good.uai")
    expect(metric(page, "Recovered")).to_have_text("12/14")


def test_a_long_run_can_be_stopped_and_keeps_what_it_reached(page, graph):
    page.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name="A random grid").click()
    page.get_by_role("slider", name="rows").press("End")
    expect(metric(page, "Recovered")).to_contain_text("/11380")
    button(page, "To the end").click()
    button(page, "Stop").click()
    expect(button(page, "To the end")).to_be_visible()
    expect(metric(page, "Gap")).not_to_have_text("0.000")
