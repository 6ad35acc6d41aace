"""The graph in a real browser: clicks arrive, the camera stays, the theme changes the colours, and
nothing leaves the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from rcr import Run, generate
from rcr.explain.measures import measure
from rcr.explain.pieces import pieces
from rcr.models.samples import samples
from rcr.relaxation import ClonedModel
from rcr.views.network.drawing import picture
from rcr.views.network.picture import CUT
from rcr.views.overlay import label_pieces
from tests.browser.guard import watch
from tests.browser.serve import serve

APP = Path(__file__).parent / "apps/graph_app.py"
LEGEND = (
    "relaxed: click to recover",
    "recovered: click to relax",
    "violated",
    "suggested, by rank",
    "touched last",
    "variable",
    "factor",
)
CORNERS = """(host, [edge, size]) => {
    const canvas = host.querySelector("canvas"), box = canvas.getBoundingClientRect();
    const at = host.rcr.edgePoint(edge), scale = canvas.width / box.width;
    return [[-1, -1], [-1, 1], [1, -1], [1, 1]].map(([right, down]) => {
      const x = at.x - box.left + (right * size) / 2, y = at.y - box.top + (down * size) / 2;
      return [...canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1).data];
    });
}"""  # the colours of a square around the middle of an edge


WRITTEN = "host => host.rcr.written()"


@pytest.fixture(scope="module")
def graph_url() -> Iterator[str]:
    options = ("--server.headless=true", "--server.fileWatcherType=none", "--server.port")
    with serve(["-m", "streamlit", "run", str(APP), *options]) as server:
        yield server.url


@pytest.fixture
def open_graph(context: BrowserContext, graph_url: str) -> Iterator[Callable[[str], Locator]]:
    """Opens the test app with a model and returns the graph once it is drawn; any fault of the
    page fails the test.
    """
    tab = context.new_page()
    faults = watch(tab)

    def open_it(query: str) -> Locator:
        tab.goto(f"{graph_url}/?{query}")
        graph = tab.get_by_test_id("rcr-graph")
        expect(graph.locator("canvas")).to_be_visible()
        return graph

    yield open_it
    assert not faults, "\n".join(faults)


def point(graph: Locator, edge: str) -> tuple[float, float]:
    at = graph.evaluate("(host, edge) => host.rcr.edgePoint(edge)", edge)
    return at["x"], at["y"]


def middle(graph: Locator, variable: int) -> tuple[float, float]:
    """Where a variable in the middle of the grid is: amid its edges."""
    cloned = ClonedModel(generate("grid", rows=4, cols=4))
    places = [point(graph, c.id) for c in cloned.constraints if c.variable == variable]
    x, y = (sum(axis) / len(axis) for axis in zip(*places, strict=True))
    return x, y


def click(graph: Locator, *edges: str, shift: bool = False) -> None:
    """One click after the other, as fast as the browser takes them."""
    places = [point(graph, edge) for edge in edges]
    if shift:
        graph.page.keyboard.down("Shift")
    for place in places:
        graph.page.mouse.click(*place)
    if shift:
        graph.page.keyboard.up("Shift")


def expect_log(page: Page, *entries: str) -> None:
    expect(page.get_by_text("log:")).to_have_text(f"log: {'; '.join(entries)}")


def drawn_as_recovered(graph: Locator) -> set[str]:
    return set(graph.evaluate("host => host.rcr.state()"))


def confirmed(graph: Locator) -> None:
    """Wait until Python has answered every click."""
    graph.page.wait_for_function("host => host.rcr.pending() === 0", arg=graph.element_handle())


def test_what_is_a_click_and_what_is_not(open_graph):
    graph = open_graph("model=grid-4")
    assert drawn_as_recovered(graph) == set()
    click(graph, "c7")
    assert drawn_as_recovered(graph) == {"c7"}  # before Python answers
    expect_log(graph.page, "recover c7")
    confirmed(graph)
    assert drawn_as_recovered(graph) == {"c7"}
    click(graph, "c7")
    expect_log(graph.page, "recover c7", "relax c7")
    confirmed(graph)
    assert drawn_as_recovered(graph) == set()
    done = ["recover c7", "relax c7"]

    mouse = graph.page.mouse
    x, y = point(graph, "c7")
    mouse.move(x, y)
    mouse.down()  # a drag is no click
    mouse.move(x + 30, y, steps=3)
    mouse.up()
    mouse.click(*middle(graph, 5))  # neither is a press on a variable
    mouse.click(*point(graph, "c9"), delay=700)  # but a long one on an edge is
    expect_log(graph.page, *done, "recover c9")
    done.append("recover c9")

    click(graph, "c5", "c6", "c9", "c8", shift=True)
    click(graph, "c8", shift=True)  # taken out again
    expect(graph.get_by_text("recover 2, relax 1")).to_be_visible()
    graph.get_by_role("button", name="Apply together").click()
    expect_log(graph.page, *done, "recover c5+c6", "relax c9")
    expect(graph.locator(".selection")).to_be_hidden()
    click(graph, "c10", "c11", shift=True)
    graph.page.keyboard.press("Escape")
    click(graph, "c12", "c13", shift=True)
    graph.page.keyboard.press("Enter")
    expect_log(graph.page, *done, "recover c5+c6", "relax c9", "recover c12+c13")


@pytest.mark.parametrize("model", ["torus-4", "chain-12", "random-12"])
def test_six_fast_clicks_all_arrive_in_order_and_fit_shows_all_again(open_graph, model):
    graph = open_graph(f"model={model}")
    edges = ["c3", "c0", "c9", "c4", "c12", "c15"]
    click(graph, *edges)
    expect_log(graph.page, *(f"recover {edge}" for edge in edges))
    confirmed(graph)
    assert drawn_as_recovered(graph) == set(edges)
    before = graph.evaluate("host => host.rcr.camera()")
    graph.page.mouse.move(*point(graph, "c2"))
    graph.page.mouse.wheel(0, -300)
    assert graph.evaluate("host => host.rcr.camera()") != before
    graph.get_by_role("button", name="Fit").click()
    assert graph.evaluate("host => host.rcr.camera()") == pytest.approx(before)


def test_zoom_and_pan_survive_every_update(open_graph):
    graph = open_graph("model=grid-4")
    box = graph.locator("canvas").bounding_box()
    mouse = graph.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = graph.evaluate("host => host.rcr.camera()")
    mouse.wheel(0, -200)
    mouse.move(box["x"] + 40, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    mouse.up()
    camera = graph.evaluate("host => host.rcr.camera()")
    assert camera["scale"] > before["scale"]
    assert camera["x"] != before["x"]
    click(graph, "c20", "c24")
    expect_log(graph.page, "recover c20", "recover c24")
    confirmed(graph)
    assert graph.evaluate("host => host.rcr.camera()") == camera


def test_the_legend_and_the_tooltips_tell_everything(open_graph):
    """Of an edge its name, θ, impact and states; of a variable its states and marginals."""
    graph = open_graph("model=grid-4")
    legend = graph.get_by_role("list", name="Legend")
    for sign in LEGEND:
        expect(legend).to_contain_text(sign)
    expect(legend.get_by_text("relaxed (θ)")).to_be_hidden()

    run = Run(generate("grid", rows=4, cols=4), start="decomposed")
    state = run.sweep()
    graph.page.mouse.move(*point(graph, "c7"))
    tip = graph.get_by_role("tooltip")
    expect(tip).to_contain_text(f"{run.cloned.said[7]}")
    expect(tip).to_contain_text(f"{run.cloned.constraints[7].name}  (c7)")
    original = run.cloned.constraints[7].variable
    expect(tip).to_contain_text(f"= {state.relaxed_assignment[original]},  ")
    expect(tip).to_contain_text(f"= {state.relaxed_assignment[16 + 7]}\n")
    expect(tip).to_contain_text("log θ(1,1) = [")
    expect(tip).to_contain_text("impact ")
    graph.page.mouse.move(0, 0)
    expect(tip).to_be_hidden()

    logs = run.engine(state.relaxation).marginals(state.theta.array())[5]
    graph.page.mouse.move(*middle(graph, 5))
    shares = ", ".join(f"{float(f'{share:.3g}'):g}" for share in np.exp(logs - logs.max()))
    expect(tip).to_have_text(
        f"1,1\nstate {state.relaxed_assignment[5]} of 0, 1\nmax-marginals, best = 1: [{shares}]"
    )


def test_the_cut_view_shows_half_edges_that_can_be_clicked(open_graph):
    graph = open_graph("model=grid-4&kind=cut")
    expect(graph.get_by_text("relaxed (θ)")).to_be_visible()
    click(graph, "c4")
    expect_log(graph.page, "recover c4")


@pytest.mark.parametrize("start", ["decomposed", "forest"])
def test_what_a_piece_is_worth_is_written_beside_the_lines(open_graph, start):
    graph = open_graph(f"model=grid-4&kind=cut&start={start}&labels")
    run = Run(generate("grid", rows=4, cols=4), start=start)
    run.sweep()
    drawn = picture(run.cloned, CUT)
    worth = sorted(worth for _, worth, _ in label_pieces(drawn, pieces(run)).labels if worth)
    labels = [box for box in graph.evaluate(WRITTEN) if box["words"] in worth]
    assert sorted(box["words"] for box in labels) == worth
    ends = [(line["from"], line["to"]) for line in (*drawn.edges, *drawn.ties)]
    places = graph.evaluate(
        "(host, ends) => ends.map((pair) => pair.map((id) => host.rcr.nodePoint(id)))", ends
    )
    for a, b in places:
        for share in np.linspace(0, 1, 30):
            x, y = (a[axis] + share * (b[axis] - a[axis]) for axis in "xy")
            for box in labels:
                least, most = box["least"], box["most"]
                inside = least["x"] < x < most["x"] and least["y"] < y < most["y"]
                assert not inside, f"{box['words']} lies on the line from {a} to {b}"


def test_on_a_projector_names_are_whole_and_apart(open_graph):
    graph = open_graph("model=grid-5&kind=cut&height=640px")
    graph.page.add_style_tag(content=":root { --rcr-least-letters: 18 }")
    graph.page.set_viewport_size({"width": 585, "height": 768})
    graph.page.wait_for_function(
        "host => host.rcr.letters().names >= 18", arg=graph.element_handle()
    )
    stage = graph.locator("canvas").bounding_box()
    names = [box for box in graph.evaluate(WRITTEN) if "," in box["words"]]
    assert {f"{row},{col}" for row in range(5) for col in range(5)} <= {n["words"] for n in names}
    for i, one in enumerate(names):
        assert stage["x"] <= one["least"]["x"]
        assert one["most"]["x"] <= stage["x"] + stage["width"]
        for other in names[:i]:
            beside = max(a["least"]["x"] - b["most"]["x"] for a, b in ((one, other), (other, one)))
            below = max(a["least"]["y"] - b["most"]["y"] for a, b in ((one, other), (other, one)))
            assert beside > 4 or below > -1, f"{one['words']} and {other['words']}"


def test_no_name_is_under_another_variable(open_graph):
    sample = samples()["parity-checks"]
    graph = open_graph(f"model={sample.path}&height=473px")
    graph.page.set_viewport_size({"width": 745, "height": 720})
    drawn, scale = picture(ClonedModel(sample.load())), "host => host.rcr.camera().scale"
    sizes = {node["id"]: node["size"] for node in drawn.nodes if node["role"] == "variable"}
    places = graph.evaluate("(host, ids) => ids.map((id) => host.rcr.nodePoint(id))", list(sizes))
    pixels, names = graph.evaluate(scale), graph.evaluate(WRITTEN)
    assert sum(box["words"].startswith("bit") for box in names) == len(sizes)
    for box in names:
        for size, at in zip(sizes.values(), places, strict=True):
            apart = [max(box["least"][a] - at[a], 0, at[a] - box["most"][a]) for a in "xy"]
            assert np.hypot(*apart) > 0.99 * size * pixels, box["words"]


def test_around_a_cross_the_colour_of_its_edge_is_seen(open_graph):
    graph = open_graph("model=grid-6&start=forest&sweeps=20&measure=impact")
    run = Run(generate("grid", rows=6, cols=6), start="forest")
    run.sweep(20)
    found = measure(run, "impact")
    crossed = np.isin(found.relaxed, run.state.violated)
    ringed = np.isin(found.relaxed, run.cloned.indices(run.suggest(3)))
    best = found.relaxed[np.argmax(np.where(crossed & ~ringed, found.shares, -1))]
    corners = graph.evaluate(CORNERS, [run.cloned.constraints[best].id, 17])
    assert max(corners[0][:3]) > 0  # nothing has been painted where all is 0
    assert corners == pytest.approx(np.array([corners[0]] * 4), abs=3)


def test_the_dark_theme_changes_the_colours_without_a_rerun(open_graph):
    graph = open_graph("model=grid-4&start=forest")
    colour = """(host, edge) => {
        const canvas = host.querySelector("canvas"), box = canvas.getBoundingClientRect();
        const at = host.rcr.edgePoint(edge);
        const scale = canvas.width / box.width;
        const x = (at.x - box.left) * scale, y = (at.y - box.top) * scale;
        return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].join();
    }"""
    light = graph.evaluate(colour, "c0")
    graph.page.emulate_media(color_scheme="dark")
    graph.page.wait_for_function(
        f"([host, light]) => ({colour})(host, 'c0') !== light", arg=[graph.element_handle(), light]
    )
    expect(graph.page.get_by_text("scripts:")).to_have_text("scripts: 1")


def test_a_graph_that_was_not_moved_fits_a_smaller_window_too(open_graph):
    graph = open_graph("model=grid-4")
    scale = graph.evaluate("host => host.rcr.camera().scale")
    graph.page.set_viewport_size({"width": 400, "height": 720})
    graph.page.wait_for_function(
        "([host, scale]) => host.rcr.camera().scale < scale", arg=[graph.element_handle(), scale]
    )
    graph.page.wait_for_timeout(300)  # for the last of the sizes on the way
    smaller = graph.evaluate("host => host.rcr.camera()")
    expect(
        graph.get_by_role("button", name="Fit")
    ).to_be_hidden()  # there is nothing to go back from
    graph.page.mouse.move(*point(graph, "c7"))
    graph.page.mouse.wheel(0, -300)
    graph.get_by_role("button", name="Fit").click()
    assert graph.evaluate("host => host.rcr.camera()") == pytest.approx(smaller)
