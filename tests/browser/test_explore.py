"""The story of the Explore page in a real browser; every number on it is the library's."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

from rcr import Run, save_model
from rcr.explain import explain
from rcr.generators.grid import grid
from rcr.models.samples import samples
from tests.browser.guard import watch
from tests.browser.hands import (
    button,
    choose,
    click_edges,
    drawn_as_recovered,
    expect_numbers,
    metric,
    panel,
    wait,
)


def relaxed(run: Run) -> list[str]:
    return [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]


def test_the_first_view_invites_and_every_click_recovers_its_edge(page, graph, run):
    expect(page).to_have_title("RCR Explorer")
    expect(page.get_by_test_id("stAlert").first).to_contain_text("Click a dashed edge")
    expect_numbers(page, run)
    for label in ("Back", "Update", "Sweep", "Recover suggested", "Play", "To the end"):
        expect(button(page, label)).to_be_in_viewport()
    assert drawn_as_recovered(graph) == set(run.state.recovered)

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

    # as fast as the browser takes them
    six = relaxed(run)[:6]
    click_edges(graph, *six)
    for i in six:
        run.recover([i])
        run.converge()
    expect_numbers(page, run)
    assert drawn_as_recovered(graph) == set(run.state.recovered)


def formulas(panel: Locator) -> list[str]:
    """The LaTeX behind each equation, as KaTeX keeps it."""
    return panel.locator("annotation").evaluate_all(
        "all => all.map((one) => one.textContent.trim())"
    )


def test_steps_show_the_equation_with_the_right_numbers(page, graph, run):
    page.get_by_text("compensate after each click").click()
    [best] = run.suggest(1)
    click_edges(graph, best)
    run.recover([best])
    expect_numbers(page, run)
    step = panel(page, "This step")
    told = explain(run)
    expect(step).to_contain_text(
        f"predicted to lower the upper bound by {told.predicted:.4f}, and it fell by "
        f"{told.gained:.4f}"
    )
    for _ in range(2):
        button(page, "Update").click()
        run.step()
        told = explain(run)
        expect(step).to_contain_text(
            told.sentence.split(" (")[0]
        )  # the constraint that was updated
        expect(step.locator("svg[aria-label^=Table]")).to_have_attribute(
            "aria-label", re.compile(f" in {told.change.constraint};")
        )
        expect_numbers(page, run)
        assert formulas(step) == [told.formula, told.numbers]
        cells = step.locator("svg title").evaluate_all("all => all.map((one) => one.textContent)")
        assert f"X = 0, clone = 1: {told.change.compensated_after[0, 1]:.6f}" in [
            cell.replace("−", "-") for cell in cells
        ]


def test_keyboard_only(page, graph, run):
    """Shortcuts for the buttons, and the table for everything that a click on the graph does."""
    body = page.locator("body")
    body.press("n")
    run.recover_suggested()
    run.converge()
    expect_numbers(page, run)
    body.press("s")
    run.sweep()
    expect_numbers(page, run)
    body.press("b")
    run.undo()
    expect_numbers(page, run)
    page.get_by_role("radio", name="Proof").press("ArrowRight")
    page.keyboard.press("Enter")
    table = page.locator(".st-key-shown-panel canvas[data-testid=data-grid-canvas]")
    expect(table).to_be_visible()
    table.focus()
    for key in (
        "ArrowDown",
        "ArrowDown",
        "Shift+Space",
    ):  # the third row, which is the third constraint
        page.keyboard.press(key)
    third = run.cloned.constraints[2].id
    assert third in run.state.recovered
    expect(button(page, "Relax 1 selected")).to_be_enabled()
    button(page, "Relax 1 selected").press("Enter")
    run.relax([third])
    run.converge()
    expect_numbers(page, run)
    assert drawn_as_recovered(graph) == set(run.state.recovered)


def test_zoom_and_pan_survive_clicks_and_buttons(page, graph, run):
    box = graph.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -120)
    camera = graph.evaluate("host => host.rcr.camera()")
    [best] = run.suggest(1)
    click_edges(graph, best)
    run.recover([best])
    run.converge()
    expect_numbers(page, run)
    button(page, "Sweep").click()
    run.sweep()
    expect_numbers(page, run)
    expect(panel(page, "History")).to_contain_text("Go there")
    assert graph.evaluate("host => host.rcr.camera()") == camera


def expect_curves(page: Page, name: str, *ends: float) -> None:
    """The curves of this name on the chart, branches first, end at these heights."""
    chart = "document.querySelector('[data-testid=rcr-chart]')"
    found = (
        f"(name) => {chart}?.data?.filter((trace) => trace.name === name).map((trace) "
        "=> trace.y.at(-1)) ?? []"
    )
    near = "(at, i) => Math.abs(at - ends[i]) <= 1e-6 * Math.abs(ends[i])"
    page.wait_for_function(
        "([name, ends]) => "
        f"{{ const at = ({found})(name); return at.length === ends.length && at.every({near}); }}",
        arg=[name, list(ends)],
    )


def test_branch_and_compare(page, graph, run):
    first, second = run.suggest(2)
    fork = run.state.number
    click_edges(graph, first)
    run.recover([first])
    left = run.converge()
    expect_numbers(page, run)
    button(page, "Back").click()
    run.goto(fork)
    expect_numbers(page, run)
    click_edges(graph, second)
    run.recover([second])
    right = run.converge()
    expect_numbers(page, run)
    expect_curves(page, "upper bound now", left.upper, right.upper)
    expect_curves(page, "lower bound", left.lower, right.lower)
    panel(page, "History")
    button(page, "What would it do from step").click()
    its = run.fork()
    its.solve()
    proved = f"{its.state.relaxation.count} recovered and a gap of {its.state.gap:.4g}, proved"
    expect(page.get_by_text(proved)).to_be_visible()
    expect_curves(page, f"paper from step {right.number}", its.state.upper, its.state.lower)
    expect_numbers(page, run)  # the visitor's own run stays where it was


def test_a_click_on_the_chart_goes_there(page, graph, run):
    button(page, "Recover suggested").click()
    run.recover_suggested()
    run.converge()
    expect_numbers(page, run)
    expect_curves(page, "upper bound now", run.state.upper)
    chart = page.get_by_test_id("rcr-chart")
    at = chart.evaluate(
        """host => {
            const {xaxis, yaxis} = host._fullLayout, box = host.getBoundingClientRect();
            const line = host.data.find((trace) => trace.name === "lower bound");
            return {x: box.left + xaxis._offset + xaxis.d2p(line.x[0]),
                    y: box.top + yaxis._offset + yaxis.d2p(line.y[0])};
        }"""
    )
    page.mouse.move(at["x"] + 1, at["y"])
    expect(chart.locator(".hovertext")).to_contain_text("step 0")
    legend, tools = (chart.locator(name).bounding_box() for name in (".legend", ".modebar"))
    assert legend["y"] + legend["height"] < tools["y"]  # which are there while the pointer is
    page.mouse.click(at["x"] + 1, at["y"])
    run.goto(0)
    expect_numbers(page, run)


def test_to_the_end_is_certified_and_what_is_taken_away_needs_no_network(
    page, graph, run, context: BrowserContext, tmp_path: Path
):
    """The graph and the chart as pages, the chart as SVG from the camera on it, the handout."""
    button(page, "To the end").click()
    run.solve()  # by the chosen heuristic
    expect(page.get_by_test_id("stAlert").first).to_contain_text(f"Proved: {run.reason}")
    expect_numbers(page, run)
    chart = page.get_by_test_id("rcr-chart")
    expect(chart.get_by_text("✔ proved")).to_be_visible()
    for label in ("Play", "To the end"):
        expect(button(page, label)).to_be_disabled()  # there is nowhere to go
    expect(chart.get_by_text("exact value")).to_be_visible()

    panel(page, "Keep and share")
    for label, drawn in (("Graph as a page", "canvas"), ("Chart as a page", ".main-svg")):
        with page.expect_download() as taken:
            button(page, label).click()
        path = tmp_path / taken.value.suggested_filename
        taken.value.save_as(path)
        alone = context.new_page()
        faults = watch(alone)
        alone.goto(path.as_uri())
        expect(alone.locator(drawn).first).to_be_visible()
        assert (
            alone.locator("[data-title*=Share]").count() == 0
        )  # plotly's button that uploads the chart
        assert faults == []
        alone.close()
    chart.hover()
    assert chart.locator("[data-title*=Share]").count() == 0
    with page.expect_download() as taken:
        chart.locator("[data-title='Save as SVG']").click()
    assert taken.value.suggested_filename == "figure.svg"
    picture = Path(taken.value.path()).read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert "upper bound now" in picture

    files: dict[str, Path] = {}
    for label in ("Handout to print", "Graph as SVG", "Graph as PNG", "Curves as PNG"):
        with page.expect_download() as taken:
            button(page, label).click()
        files[label] = tmp_path / taken.value.suggested_filename
        taken.value.save_as(files[label])
    assert files["Graph as SVG"].read_text(encoding="utf-8").startswith("<svg")
    for label in ("Graph as PNG", "Curves as PNG"):
        assert files[label].read_bytes().startswith(b"\x89PNG")
    alone = context.new_page()
    faults = watch(alone)
    alone.goto(files["Handout to print"].as_uri())
    expect(alone.get_by_role("heading", name="A frustrated grid")).to_be_visible()
    expect(alone.get_by_role("link")).to_have_attribute("href", re.compile("run="))
    assert alone.locator("svg").count() == 3  # the curves, the graph at the start and now
    assert faults == []
    alone.close()


def test_play_and_pause_and_a_chart_that_is_hidden_for_a_while(page, graph, run):
    """While the chart has no size there is nothing to fit it to, and plotly would complain."""
    button(page, "Play").click()
    expect(metric(page, "Recovered")).not_to_have_text(
        f"{run.state.relaxation.count}/{len(run.cloned)}"
    )
    button(page, "Pause").click()
    expect(button(page, "Play")).to_be_visible()
    shown = metric(page, "Recovered").inner_text()
    page.wait_for_timeout(1200)  # more than a picture of the film takes
    expect(metric(page, "Recovered")).to_have_text(shown)

    chart = page.get_by_test_id("rcr-chart")
    expect(chart.locator(".main-svg").first).to_be_visible()
    chart.evaluate("host => { host.style.display = 'none'; }")
    page.wait_for_timeout(300)
    chart.evaluate("host => { host.style.display = ''; }")
    expect(chart.locator(".main-svg").first).to_be_visible()
    page.wait_for_timeout(300)


def test_a_link_reopens_the_same_state_in_a_fresh_browser_and_a_file_the_branches(
    page, graph, browser, app_url, tmp_path: Path
):
    page.get_by_text("nothing (the paper's start)").click()
    run = Run(samples()["frustrated-grid"].load(), start="decomposed", batch=1)
    first = run.converge()
    expect_numbers(page, run)
    button(page, "Recover suggested").click()
    run.recover_suggested()
    left = run.converge()
    expect_numbers(page, run)
    panel(page, "Keep and share")
    link = page.get_by_test_id("stCode").inner_text().strip()
    assert link.startswith(app_url)
    other = browser.new_context().new_page()
    other.goto(link)
    expect_numbers(other, run)
    expect(other.get_by_role("radio", name="nothing (the paper's start)")).to_be_checked()
    expect(other.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    assert drawn_as_recovered(other.get_by_test_id("rcr-graph")) == set(run.state.recovered)

    button(page, "Back").click()
    run.goto(first.number)
    expect_numbers(page, run)
    button(page, "Sweep").click()
    right = run.sweep()
    expect_numbers(page, run)
    with page.expect_download() as taken:
        button(page, "Save this run").click()
    taken.value.save_as(tmp_path / "mine.rcr.json")
    upload = panel(other, "Keep and share").get_by_test_id("stFileUploaderDropzoneInput")
    upload.set_input_files(
        {"name": "bad.rcr.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    expect(other.get_by_test_id("stAlert").filter(has_text="bad.rcr.json")).to_be_visible()
    upload.set_input_files(tmp_path / "mine.rcr.json")
    expect_numbers(other, run)
    expect_curves(other, "upper bound now", left.upper, right.upper)
    other.context.close()


def test_a_bad_file_and_a_large_one_are_told_and_a_good_one_opens(page, graph, run, tmp_path: Path):
    choose(page, "Model", "Your own file")
    upload = page.get_by_test_id("stFileUploaderDropzoneInput").first
    upload.set_input_files(
        {"name": "bad.uai", "mimeType": "text/plain", "buffer": b"MARKOV 1 2 1 1 0 3 1 2 3"}
    )
    expect(page.get_by_test_id("stAlert").filter(has_text="bad.uai")).to_be_visible()
    expect_numbers(page, run)
    large = tmp_path / "large.uai"
    large.write_bytes(b"MARKOV " + bytes(20 * 2**20))
    upload.set_input_files(large)
    refusal = page.get_by_test_id("stFileChip").get_by_role("alert")
    expect(refusal).to_contain_text("must be 20.0MB or smaller")
    assert refusal.bounding_box()["height"] > 10  # a sentence that is seen, not only read out
    expect_numbers(page, run)
    save_model(grid(rows=2, cols=3, seed=1), tmp_path / "good.uai")
    upload.set_input_files(tmp_path / "good.uai")
    expect(metric(page, "Recovered")).to_have_text("12/14")


def test_a_late_address_loses_no_press_and_a_long_run_that_is_stopped_keeps_what_it_reached(
    page, graph
):
    expect(page).to_have_url(re.compile("at=1-"))
    late = page.url
    choose(page, "Model", "Random: grid")
    expect(metric(page, "Recovered")).to_contain_text("/360")
    expect(page).to_have_url(re.compile("at=2-"))
    wait(page)
    # as if the browser had not heard of the second run's address yet
    page.evaluate("address => history.replaceState(history.state, '', address)", late)
    page.get_by_role("slider", name="rows").press("End")
    expect(metric(page, "Recovered")).to_contain_text("/11380")
    button(page, "To the end").click()
    button(page, "Stop").click()
    expect(button(page, "To the end")).to_be_visible()
    expect(metric(page, "Gap")).not_to_have_text("0.000")
