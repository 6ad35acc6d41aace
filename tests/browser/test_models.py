"""The stories of the Models page in a real browser: from a sample to Explore, a text that is
wrong, an edit undone, own haplotypes.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from rcr import Run
from rcr.formats.haplotypes import save_haplotypes
from rcr.generators.haplotype import data_and_network
from rcr.models.samples import samples
from rcr.reference.exact import exact_value
from rcr.relaxation import ClonedModel
from rcr.text.numbers import fixed
from rcr.views.model_tables import summarise
from tests.browser.hands import choose, metric, wait
from tests.browser.pages import stand_still
from tests.browser.test_screens import CUT_OFF, DESKTOPS, PHONE, size


def open_models(page: Page) -> None:
    expect(page.get_by_role("heading", name="RCR Explorer")).to_be_visible()
    page.get_by_role("link", name="Models").click()


def section(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()


def test_from_the_gallery_to_explore(page: Page):
    sample = samples()["parity-checks"]
    model = sample.load()
    open_models(page)
    page.get_by_role("button", name=sample.title, exact=True).click()
    expect(page.get_by_role("heading", name=sample.title)).to_be_visible()
    expect(page.get_by_text("half of it is zero")).to_be_visible()

    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(metric(page, "Zeros")).to_have_text(f"{summarise(model).zero_share:.1%}")
    check = next(i for i, f in enumerate(model.factors) if len(f.scope) == 4)
    choose(page, "Factor", f"factor {check}:")
    heatmap = page.get_by_test_id("stPlotlyChart").locator(".heatmaplayer")
    expect(heatmap).not_to_have_count(0)
    expect(page.get_by_text("Down", exact=True)).to_be_visible()

    value = exact_value(ClonedModel(model), sums=False)
    expect(metric(page, "Log MPE value")).to_have_text(fixed(value, 4))
    page.set_viewport_size(size(PHONE))
    stand_still(page)
    assert page.locator(".st-key-facts *").evaluate_all(CUT_OFF) == []
    page.set_viewport_size(size(DESKTOPS[1]))
    observed = model.observe({0: 1})
    page.get_by_role("button", name="1", exact=True).or_(
        page.get_by_role("radio", name="1", exact=True)
    ).click()
    expect(metric(page, "Log MPE value")).to_have_text(
        fixed(exact_value(ClonedModel(observed), sums=False), 4)
    )

    page.get_by_role("button", name="Explore this").click()
    expect(page.get_by_test_id("stAlert").first).to_contain_text(f"{sample.title}, 1 observed")
    run = Run(observed, start="forest", batch=1)
    run.converge()
    expect(metric(page, "Upper bound")).to_have_text(fixed(run.state.upper))
    expect(metric(page, "Recovered")).to_have_text(
        f"{run.state.relaxation.count}/{len(run.cloned)}"
    )


def test_a_wrong_text_keeps_the_model_and_an_edit_by_slider_or_in_the_table_can_be_undone(
    page: Page,
):
    model = samples()["frustrated-grid"].load()
    open_models(page)
    section(page, "Load")
    page.get_by_role("textbox", name="Model as text").fill(
        "MARKOV\n2\n2 2\n1\n2 0 1\n4\n 1 two\n 2 1\n"
    )
    page.get_by_role("button", name="Load this text").click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("pasted text, line 7: entry 1")
    expect(page.get_by_test_id("stAlert")).to_contain_text(samples()["frustrated-grid"].title)

    section(page, "Inspect")
    value = fixed(exact_value(ClonedModel(model), sums=False), 4)
    expect(metric(page, "Log MPE value")).to_have_text(value)
    section(page, "edit")
    page.get_by_role("slider", name="Coupling").press("End")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(metric(page, "Log MPE value")).not_to_have_text(value)
    page.get_by_role("button", name="Undo").click()
    expect(metric(page, "Log MPE value")).to_have_text(value)
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()

    expect(page.get_by_text("type a number and press Enter")).to_be_visible()
    wait(page)
    tables = page.locator("canvas[data-testid=data-grid-canvas]")
    expect(tables).to_have_count(3)  # variables, factors, and the cells
    cells = tables.last
    cells.scroll_into_view_if_needed()
    box = cells.bounding_box() or {}
    last_cell = (box["x"] + 0.85 * box["width"], box["y"] + box["height"] - 17)
    page.mouse.dblclick(*last_cell)
    expect(page.locator("#portal input")).to_be_visible()
    page.keyboard.press("Control+A")
    page.keyboard.type("50")
    wait(page)  # the table takes in what is typed a moment later
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(metric(page, "Log MPE value")).not_to_have_text(value)
    page.get_by_role("button", name="Undo").click()
    expect(metric(page, "Log MPE value")).to_have_text(value)


def test_own_haplotypes_are_learned_from(page: Page, tmp_path: Path):
    data, _ = data_and_network(sites=15, haplotypes=40, seed=1)
    save_haplotypes(data, tmp_path / "mine.npz")
    open_models(page)
    section(page, "Generate")
    choose(page, "Family", "haplotype")
    section(page, "your own")
    page.locator(".st-key-models-haplotypes input[type=file]").set_input_files(
        tmp_path / "mine.npz"
    )
    expect(page.get_by_text("40 haplotypes, 15 sites")).to_be_visible()
    expect(page.get_by_test_id("stPlotlyChart").locator(".heatmaplayer")).not_to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="↓ UAI").click()
    assert download.value.path().read_text().startswith("BAYES\n15\n")
