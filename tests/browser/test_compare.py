"""The stories of the Compare page in a real browser: a finished comparison to look at and to open
in Explore, and one's own that is stopped, found again and gone on with.
"""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from rcr.compare.shipped import SAMPLES, read_shipped
from rcr.views.comparison.figures import FIGURES
from tests.browser.guard import watch
from tests.browser.hands import choose, metric, wait
from tests.browser.serve import free_port, serve
from tests.browser.test_screens import CUT_OFF

GAMES = 32  # of the usual contestants on the usual number of seeds


@pytest.fixture
def page(context: BrowserContext, app_url: str) -> Iterator[Page]:
    """The Compare page, opened by its address; errors fail the test."""
    tab = context.new_page()
    tab.goto(f"{app_url}/compare")
    expect(tab.get_by_test_id("stAlert")).to_contain_text("came with the app")
    faults = watch(tab)  # from now on: at the address of a page streamlit first asks in vain
    yield tab
    assert not faults, "\n".join(faults)


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
    expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    wait(page)


def tile(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name}: "))


def to_the_start(page: Page) -> None:
    page.get_by_role("slider").focus()
    page.keyboard.press("Home")
    wait(page)


def expect_drawn(page: Page, title: str) -> None:
    """Until the chart of that title stands: the page stands still before its chart is drawn."""
    chart = page.locator(".rcr-chart")
    expect(chart).to_have_attribute("aria-label", re.compile(f"^{title}"))
    expect(chart).to_have_attribute("aria-busy", "false")


def point(page: Page, name: str, number: int) -> tuple[float, float]:
    """Where the n-th point of a trace is on the screen."""
    spot = page.locator(".rcr-chart").evaluate(
        """(host, [name, number]) => {
          const trace = host._fullData.find((one) => one.name === name);
          const { xaxis: x, yaxis: y } = host._fullLayout;
          const { left, top } = host.getBoundingClientRect();
          const [across, down] = [x.d2p(trace.x[number]), y.d2p(trace.y[number])];
          return [left + x._offset + across, top + y._offset + down];
        }""",
        [name, number],
    )
    return spot[0], spot[1]


def test_a_finished_comparison_comes_with_the_app(page: Page):
    """The first view is a picture. It says on what it ranks, what a forest counts, what regret is;
    a tile and a curve lead to their run at that round, and back to the same place.
    """
    _, games = read_shipped()
    expect(page.get_by_test_id("stAlert")).to_contain_text(
        f"came with the app: 5 contestants on {len(SAMPLES)} samples"
    )
    expect(page.get_by_test_id("stAlert")).to_contain_text(f"Ranked on all {len(SAMPLES)} models")
    expect(page.locator(".rcr-chart .main-svg").first).to_be_visible()
    for name in ("auto", "cycle", "paper", "random", "mplp"):
        expect(tile(page, name).locator("svg")).to_be_visible()
    expect(page.get_by_text("A forest start counts: auto with")).to_be_visible()
    wait(page)
    words = "p, button, label, [data-testid=stMarkdown]"
    assert page.get_by_test_id("stMain").locator(words).evaluate_all(CUT_OFF) == []
    assert page.locator("input").evaluate_all(CUT_OFF) == []

    to_the_start(page)
    expect(tile(page, "paper")).to_contain_text("0 recovered, 0 loops, gap")
    tile(page, "paper").click()
    expect(metric(page, "Recovered")).to_have_text(re.compile("^0/80"))
    first = games[2]["rows"][0]
    expect(metric(page, "Upper bound now")).to_have_text(f"{first['upper']:.3f}")
    page.get_by_role("link", name="← Compare").click()
    expect(tile(page, "paper")).to_contain_text("0 recovered, 0 loops, gap")  # as it was left

    expect_drawn(page, "The bounds of all contestants")
    page.mouse.click(*point(page, "cycle", 3))
    third = games[1]["rows"][3]
    expect(metric(page, "Recovered")).to_have_text(f"{third['recovered']}/80")
    expect(metric(page, "Upper bound now")).to_have_text(f"{third['upper']:.3f}")
    page.get_by_role("link", name="← Compare").click()

    view(page, "loops closed")
    expect(page.locator(".rcr-chart .xtitle")).to_have_text("loops closed (MPLP: clusters added)")
    tile(page, "mplp").click()
    expect(page.get_by_test_id("stAlert").first).to_contain_text("recovers no constraint")

    view(page, "Regret")
    expect(page.get_by_text("is what a heuristic leaves on the table")).to_be_visible()
    page.get_by_role("button", name="Scrub to the start").click()
    page.get_by_role("button", name="Try the candidates").click()
    expect(page.get_by_text("paper would recover")).to_be_visible()


def test_two_runs_and_the_figures_over_all_models(page: Page, tmp_path: Path):
    """Two graphs move with one scrubber, what differs is marked; a figure can be taken along, and
    a tile of the matrix leads to its pair.
    """
    view(page, "Two runs")
    expect(
        page.get_by_text(re.compile("Both recovered .*only auto: .*; only cycle: "))
    ).to_be_visible()
    expect(tile(page, "auto").locator("svg path")).to_have_count(4)  # both, here, there, neither
    at_the_end = tile(page, "auto").inner_text(), tile(page, "cycle").inner_text()
    to_the_start(page)
    expect(tile(page, "cycle")).to_contain_text("0 recovered")
    expect(tile(page, "auto")).not_to_have_text(at_the_end[0])

    view(page, "All models")
    expect(page.locator(".rcr-chart .main-svg").first).to_be_visible()
    choose(page, "Figure", "Who beats whom")
    expect_drawn(page, "Who beats whom")
    page.locator(".rcr-chart").click(position=_tile_of_the_matrix(page, "cycle", "paper"))
    expect(page.get_by_role("combobox", name="Figure")).to_have_value("Two contestants")
    expect(page.get_by_role("combobox", name="A", exact=True)).to_have_value("cycle")
    expect_drawn(page, "Two contestants")
    dot = point(page, "trace 1", 5)  # after the diagonal
    page.mouse.move(*dot)
    model = page.locator(".rcr-chart .hovertext tspan").first.text_content()
    page.mouse.click(*dot)
    expect(page.get_by_role("combobox", name="Model shown")).to_have_value(model)
    expect(page.get_by_role("radio", name="Two runs", exact=True)).to_be_checked()
    view(page, "All models")

    choose(page, "Figure", "Cactus plot")
    expect_drawn(page, "Cactus plot")
    _open_a_dot(page)
    expect(page.get_by_role("combobox", name="Figure")).to_have_value("Cactus plot")

    view(page, "Table")
    with page.expect_download() as download:
        page.get_by_role("button", name="Report").click()
    download.value.save_as(tmp_path / "report.html")
    assert "Performance profile" in (tmp_path / "report.html").read_text(encoding="utf-8")


PIXELS = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 4).join());
  return { size: [image.width, image.height], colours: [...colours] }; // the corner's is the first
}"""
# The words of the chart have the colour of the page's, which is light where that is dark.
WORDS_ARE_READ = """() => {
  const { color } = getComputedStyle(document.querySelector(".rcr-chart"));
  const { fill } = getComputedStyle(document.querySelector(".rcr-chart .xtitle"));
  return fill === color && color.match(/\\d+/)[0] > 128;
}"""
INK = "38,39,48,255"  # of words on paper
KINDS = {".svg": ("image/svg+xml", [900, 540]), ".png": ("image/png", [1800, 1080])}


def test_every_figure_is_taken_away_and_opens_offline(page: Page, browser: Browser, tmp_path: Path):
    """As SVG and PNG, dark on white though the page is dark, and as a page of its own; so is what
    the chart's own button saves.
    """
    expect_drawn(page, "The bounds of all contestants")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(WORDS_ARE_READ)
    save = page.locator(".rcr-chart [data-title='Save as SVG']")
    pictures, pages = [_taken(page, save, tmp_path / "curves.svg")], []
    view(page, "All models")
    for name, kind in FIGURES.items():
        choose(page, "Figure", kind.title)
        expect_drawn(page, kind.title)
        for ending in ("SVG", "PNG"):
            taking = page.get_by_role("button", name=f"The figure as {ending}")
            pictures.append(_taken(page, taking, tmp_path / f"{name}.{ending.lower()}"))
        taking = page.get_by_role("button", name="HTML")
        pages.append(_taken(page, taking, tmp_path / f"{name}.html"))
    taking = page.get_by_role("button", name="Data (CSV)")
    assert _taken(page, taking, tmp_path / "cost.csv").read_text().startswith("contestant,model,")

    context = browser.new_context(offline=True)
    tab = context.new_page()
    faults = watch(tab)
    for picture in pictures:
        kind, size = KINDS[picture.suffix]
        address = f"data:{kind};base64,{b64encode(picture.read_bytes()).decode()}"
        seen = tab.evaluate(PIXELS, address)
        assert seen["size"] == size, picture
        assert seen["colours"][0] == "255,255,255,255", picture
        assert INK in seen["colours"], picture
        assert len(seen["colours"]) > 20, picture
    for file in pages:
        tab.goto(file.as_uri())
        tab.wait_for_function("document.querySelector('.js-plotly-plot')?._fullData?.length > 0")
    assert faults == []
    context.close()


def _taken(page: Page, button: Locator, file: Path) -> Path:
    wait(page)
    page.locator(".rcr-chart").hover()  # its own buttons show themselves then
    with page.expect_download() as download:
        button.click()
    download.value.save_as(file)
    return file


def _open_a_dot(page: Page) -> None:
    """Open a model that cycle solved, by its dot of the cactus plot; and back. Dots of others may
    lie on it, so the dot that is farthest from them is taken.
    """
    solved: dict[str, list[dict[str, Any]]] = {}
    for game in read_shipped()[1].values():
        solved.setdefault(game["summary"]["contestant"], []).append(game["summary"])
    for own in solved.values():
        own.sort(key=itemgetter("cpu_seconds"))

    def distance(number: int) -> float:
        clocks = {name: own[number]["cpu_seconds"] for name, own in solved.items()}
        mine = clocks.pop("cycle")
        return min(abs(math.log(mine / other)) for other in clocks.values())

    number = max(range(len(SAMPLES)), key=distance)
    summary, place = solved["cycle"][number], point(page, "cycle", number)
    page.mouse.move(*place)
    expect(page.locator(".rcr-chart .hovertext")).to_contain_text(f"cycle on {summary['model']}")
    page.mouse.click(*place)
    expect(metric(page, "Recovered")).to_have_text(re.compile(f"^{summary['recovered']}/"))
    expect(metric(page, "Best so far")).to_have_text(f"{summary['upper']:.3f}")
    page.get_by_role("link", name="← Compare").click()


def _tile_of_the_matrix(page: Page, row: str, column: str) -> dict[str, float]:
    spot: list[float] = page.locator(".rcr-chart").evaluate(
        """(host, [row, column]) => {
          const { xaxis: x, yaxis: y } = host._fullLayout;
          return [x._offset + x.d2p(column), y._offset + y.d2p(row)];
        }""",
        [row, column],
    )
    return {"x": spot[0], "y": spot[1]}


@pytest.mark.slow
def test_stopped_reloaded_restarted_it_goes_on(browser: Browser, tmp_path: Path, monkeypatch):
    """Choices survive another page while runs are under way; what is finished survives a stop, a
    reload and another server, is ranked on the models that all have finished, and is gone on with.
    """
    monkeypatch.setenv("RCR_STORE", str(tmp_path / "store.sqlite"))
    port, context = free_port(), browser.new_context(viewport={"width": 1280, "height": 720})
    page, missing = context.new_page(), list[str]()
    page.set_default_timeout(60_000)
    faults = watch(page)
    page.on("response", lambda got: missing.append(got.url) if got.status == 404 else None)
    with serve(port=port) as server:
        page.goto(f"{server.url}/compare")
        _ask_for_grids(page)
        page.get_by_role("button", name="Compare", exact=True).click()
        expect(page.get_by_text(re.compile(f"[1-9][0-9]* of {GAMES} runs finished"))).to_be_visible(
            timeout=120_000
        )
        # the menus that the comparison before has left behind do not come in the way
        expect(page.get_by_role("combobox", name="Model shown")).to_have_value(re.compile("seed 0"))
        expect_drawn(page, "The bounds of all contestants on grid")
        page.get_by_role("link", name="Models").click()
        expect(page.get_by_role("button", name="Stop")).to_be_hidden()
        page.get_by_role("link", name="Compare").click()
        expect(page.get_by_test_id("stMultiSelect").first).to_contain_text("Random: grid")
        expect(page.get_by_test_id("stMultiSelect").first).not_to_contain_text("A frustrated grid")
        expect_drawn(page, "The bounds of all contestants on grid")
        top = page.locator(".rcr-chart").bounding_box()["y"]
        page.get_by_role("button", name="Stop").click()
        said = page.get_by_test_id("stAlert")
        expect(said).to_contain_text("Stopped: ")
        expect(page.get_by_test_id("stMain").get_by_role("slider")).to_be_visible()
        assert page.locator(".rcr-chart").bounding_box()["y"] == pytest.approx(top, abs=1)
        stopped = int(re.search(r"Stopped: (\d+) of 32", said.inner_text()).group(1))
        assert 0 < stopped < GAMES
        expect(said).to_contain_text(re.compile("that all contestants finished|nobody is ranked"))
        page.reload()
        expect(said).to_contain_text(f"Stopped: {stopped} of {GAMES} runs are finished")
        page.goto("about:blank")
        address = f"{server.url}/compare"
    with serve(port=port):
        page.go_back()
        expect(page).to_have_url(re.compile(f"^{address}"))
        expect(said).to_contain_text(f"Stopped: {stopped} of {GAMES} runs are finished")
        expect(page.get_by_test_id("stMultiSelect").first).to_contain_text("Random: grid")
        page.get_by_role("button", name="Go on").click()
        expect(said).to_contain_text("Ranked on all 8 models", timeout=180_000)
        # back to the one that came with the app, and to one's own again
        page.get_by_role("button", name="Earlier").click()
        own = page.get_by_role("button", name=" on 8 models")
        expect(own).to_be_disabled()
        page.get_by_role("button", name="came with the app").click()
        expect(said).to_contain_text("came with the app")
        page.get_by_role("button", name="Earlier").click()
        own.click()
        expect(said).to_contain_text("Ranked on all 8 models")
    # streamlit itself looks for its server below the page's address first
    assert all("/compare/_stcore/" in url for url in missing), missing
    assert [fault for fault in faults if "404 (Not Found)" not in fault] == []
    context.close()


def _ask_for_grids(page: Page) -> None:
    expect(page.get_by_test_id("stAlert")).to_contain_text("came with the app")
    wait(page)
    page.get_by_test_id("stMultiSelect").first.get_by_role("button", name="Clear all").click()
    choose(page, "Models", "Random: grid")
    page.keyboard.press("Escape")
    wait(page)
