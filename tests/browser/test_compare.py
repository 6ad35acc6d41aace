"""The story of the Compare page in a real browser: choose, watch, scrub, see who differs where,
take the report along.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from rcr import Run
from rcr.models.samples import samples
from tests.browser.hands import choose, wait


def tab(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def test_the_story(page, tmp_path: Path):
    expect(page.get_by_test_id("rcr-graph").locator("canvas")).to_be_visible()
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_text("Choose models and contestants")).to_be_visible()
    choose(page, "Contestants", "your run")
    expect(page.get_by_test_id("stMultiSelect").filter(has_text="your run")).to_be_visible()
    page.keyboard.press("Escape")
    wait(page)
    page.get_by_role("textbox", name="More contestants").fill("nobody")
    page.get_by_role("textbox", name="More contestants").press("Enter")
    page.get_by_role("button", name="Compare").click()
    expect(
        page.get_by_test_id("stAlert").filter(has_text="there is no contestant called 'nobody'")
    ).to_be_visible()
    page.get_by_role("textbox", name="More contestants").fill("")
    page.get_by_role("textbox", name="More contestants").press("Enter")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("tab", name="Many models")).to_be_visible()
    run = Run(samples()["frustrated-grid"].load(), recovery="paper")
    run.solve()
    expect(page.get_by_test_id("stAlert")).to_contain_text(
        f"paper: {run.state.relaxation.count} recovered, proved"
    )
    expect(page.get_by_test_id("stImage")).to_have_count(5)
    expect(page.get_by_test_id("stPlotlyChart").first).to_be_visible()

    page.get_by_role("slider", name="Scrub").focus()
    page.keyboard.press("Home")
    expect(page.get_by_test_id("stMarkdown").filter(has_text="paper").first).to_contain_text(
        "0 recovered, gap"
    )

    page.keyboard.press("End")
    expect(page.get_by_test_id("stMarkdown").filter(has_text="paper").first).to_contain_text(
        "proved"
    )
    difference = tab(page, "Difference")
    expect(difference).to_contain_text("Both recovered")
    expect(difference.get_by_test_id("stImage")).to_be_visible()

    page.get_by_role("slider", name="Scrub").focus()
    page.keyboard.press("Home")
    regret = tab(page, "Regret")
    regret.get_by_role("button", name="Try the candidates").click()
    expect(regret).to_contain_text("paper would recover")

    keep = tab(page, "Keep")
    with page.expect_download() as download:
        keep.get_by_role("button", name="Report").click()
    download.value.save_as(tmp_path / "report.html")
    assert "paper" in (tmp_path / "report.html").read_text(encoding="utf-8")
