"""The story of the Models page in a real browser: pick a sample, look at a table, observe a state, explore."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rcr import Run
from rcr.exact import exact_value
from rcr.relaxation import ClonedModel
from rcr.samples import samples
from rcr.views.model_tables import summarise


def metric(page: Page, label: str):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_from_the_gallery_to_explore(page: Page):
    sample = samples()["parity-checks"]
    model = sample.load()
    expect(page.get_by_role("heading", name="RCR Explorer")).to_be_visible()
    page.get_by_role("link", name="Models").click()
    page.get_by_role("button", name=sample.title, exact=True).click()
    expect(page.get_by_role("heading", name=sample.title)).to_be_visible()
    expect(page.get_by_text("half of it is zero")).to_be_visible()

    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(metric(page, "Zeros")).to_have_text(f"{summarise(model).zero_share:.1%}")
    check = next(i for i, f in enumerate(model.factors) if len(f.scope) == 4)
    page.get_by_role("combobox", name="Factor").click()
    page.get_by_role("option", name=f"factor {check}:").click()
    heatmap = page.get_by_test_id("stPlotlyChart").locator(".heatmaplayer")
    expect(heatmap).not_to_have_count(0)
    expect(page.get_by_text("Down", exact=True)).to_be_visible()

    value = exact_value(ClonedModel(model), sums=False)
    expect(metric(page, "Log MPE value")).to_have_text(f"{value:.4f}")
    observed = model.observe({0: 1})
    page.get_by_role("button", name="1", exact=True).or_(page.get_by_role("radio", name="1", exact=True)).click()
    expect(metric(page, "Log MPE value")).to_have_text(f"{exact_value(ClonedModel(observed), sums=False):.4f}")

    page.get_by_role("button", name="Explore this").click()
    expect(page.get_by_test_id("stAlert").first).to_contain_text(f"{sample.title}, 1 observed")
    run = Run(observed, start="forest", batch=1)
    run.converge()
    expect(metric(page, "Upper bound")).to_have_text(f"{run.state.upper:.3f}")
    expect(metric(page, "Recovered")).to_have_text(f"{run.state.relaxation.count}/{len(run.cloned)}")
