"""The story of the Paper page in a real browser: the shipped figures, an instance run live, and a
dot that opens its instance.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rcr.paper import EXPERIMENTS
from rcr.paper.shipped import read
from rcr.views.paper.tables import Table, grids_table, haplotype_table, partition_table
from tests.browser.hands import metric, wait

SEED = 13  # alone in its place, and soon solved


def expect_table(page: Page, rows: Table) -> None:
    """The first table of the page, word for word."""
    expect(page.get_by_test_id("stTable").first.locator("tbody tr")).to_have_text(
        ["".join(row.values()) for row in rows]
    )


def fill(page: Page, label: str, value: int) -> None:
    wait(page)
    page.get_by_role("spinbutton", name=label).fill(str(value))
    page.get_by_role("spinbutton", name=label).press("Enter")


def click_dot(page: Page, trace: int, number: int) -> None:
    """A point of the first chart; plotly takes clicks on a sheet above the points."""
    dot = (
        page.get_by_test_id("rcr-chart")
        .first.locator(".scatterlayer .trace")
        .nth(trace)
        .locator(".point")
        .nth(number)
    )
    expect(dot).to_be_attached()
    box = dot.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
    expect(page.locator(".hoverlayer .hovertext").first).to_contain_text(f"seed {SEED}")
    page.mouse.down()
    page.mouse.up()


def test_the_story(page: Page):
    expect(page.get_by_role("heading", name="RCR Explorer")).to_be_visible()
    page.get_by_role("link", name="Paper").click()
    _, grids = read("grids")
    expect_table(page, grids_table(grids))
    fill(page, "Run live from seed", SEED)
    fill(page, "How many", 1)
    wait(page)
    page.get_by_role("button", name="Run live", exact=True).click()
    expect(page.get_by_test_id("stTable").filter(has_text="✓ the same numbers")).to_contain_text(
        f"{grids[SEED]['recovered']} of 360"
    )

    for part, rows in (
        ("Table 2", haplotype_table(read("haplotype")[1])),
        ("Partition", partition_table(read("partition")[1])),
    ):
        page.get_by_role("radio", name=part).click()
        expect_table(page, rows)
    page.get_by_role("radio", name="Table 1").click()
    expect(page.get_by_test_id("stTable").filter(has_text="✓ the same numbers")).to_be_visible()
    click_dot(page, trace=0, number=SEED)
    expect(metric(page, "Recovered")).to_have_text("0/360")
    expect(metric(page, "Upper bound")).to_have_text(
        f"{EXPERIMENTS['grids'].begin(str(SEED)).state.upper:.3f}"
    )
    wait(page)
    page.locator(".st-key-end button").first.click()
    expect(metric(page, "Recovered")).to_have_text(f"{grids[SEED]['recovered']}/360")
    expect(metric(page, "Lower bound")).to_have_text(f"{grids[SEED]['value']:.3f}")
