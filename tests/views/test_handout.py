"""The page to print: complete, well formed, and without anything to fetch."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from rcr.explain import explain
from rcr.explain.argument import argument
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.curve_svg import FOOT, HEIGHT, TOP, draw_curves, ticks
from rcr.views.handout import MAX_STEPS, handout
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.network.picture import COMPACT, CUT
from rcr.views.network_html import RECOVERED_LINE, TOUCHED, VIOLATED_LINE
from rcr.views.network_svg import draw_network

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def run():
    made = Run(samples()["triangle"].load())
    made.step()
    made.sweep(2)
    made.branch("half way")
    made.recover(["c0", "c1"])
    made.relax(["c0"])
    return made


def body(page):
    """The page as a tree; it is written so that an XML parser reads it, too."""
    inside = page[page.index("<body>") :].removesuffix("</html>")
    return ET.fromstring(inside)


def words(page):
    return " ".join("".join(body(page).itertext()).split())


def test_model_bounds_price_and_way_back(run):
    page = handout(run, "A <triangle>", link="http://example.org/?run=x&y=1")
    said = words(page)
    assert said.startswith("A <triangle>")
    (link,) = body(page).iter("a")
    assert link.get("href") == link.text == "http://example.org/?run=x&y=1"
    assert "3 variables, at most 2 states, 6 factors, 6 equivalence constraints" in said
    state = run.state
    assert f"upper bound now{fixed(state.now, 4)}" in said
    assert f"best upper bound so far{fixed(state.upper, 4)}" in said
    assert f"treewidth {state.treewidth}, {state.table_entries:,} table entries" in said
    assert "Not certified: the bounds have not met." in said


def test_every_step_is_told_with_its_equation(run):
    page = handout(run, "triangle")
    said, path = words(page), run.state.path()
    for state in path:
        assert f"{state.number}. " in said
        assert explain(run, state).sentence in said
    formulas = {explain(run, s).formula for s in path} - {""}
    numbers = [told for s in path if (told := explain(run, s).numbers)]
    assert page.count("<math") == len(formulas) + len(numbers)
    assert "called half way" in said


def test_the_graph_at_the_chosen_states(run):
    page = handout(run, "triangle", states=[0, 3, 0], kind=CUT)
    captions = [c.text for c in body(page).iter("figcaption")]
    assert [re.match(r"Step (\d+): (.*?)\.", c).groups() for c in captions] == [
        ("0", "start"),
        ("3", "recover c0, c1"),
    ]
    assert len(list(body(handout(run, "triangle")).iter("figcaption"))) == 2
    now, best = fixed(run.state.now, 4), fixed(run.state.upper, 4)
    last = body(handout(run, "triangle")).findall(".//figcaption")[-1].text
    assert f"Upper bound now {now}, best so far {best}, lower bound" in last


def test_a_proof_is_told_claim_by_claim():
    run = Run(grid(rows=3, cols=3, attractive=True, seed=0))
    run.solve()
    page = handout(run, "grid")
    claims = ["".join(item.itertext()) for item in body(page).iter("li")]
    assert claims == [f"{claim.words} {claim.number}" for claim in argument(run)]
    assert len(claims) == 4


def test_nothing_is_fetched(run):
    page = handout(run, "triangle")
    outside = re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?https?:', page)
    assert outside == []
    assert "<script" not in page
    assert "<link" not in page
    assert "@media print" in page


def test_names_cannot_break_the_page():
    two = (Variable("<img>", ("a&b", "</svg>")), Variable.numbered("y", 2))
    run = Run(Model(two, (Factor((0, 1), np.array([[0.3, 1.0], [0.2, 0.1]])),), name="<m>"))
    run.step("c0")
    run.branch("<i>")
    page = handout(run, "</title>")
    assert "<img>" in words(page)
    assert "called <i>" in words(page)
    assert "<img" not in page
    assert page.count("</title>") == 1


def test_a_long_run_is_told_from_its_end():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    for i in range(2 * MAX_STEPS):
        (run.recover if i % 2 == 0 else run.relax)(["c7"])
    page = handout(run, "long")
    assert f"({2 * MAX_STEPS + 1 - MAX_STEPS} steps before these left out.)" in words(page)
    assert page.count('class="step"') == MAX_STEPS


def test_sums_and_estimates_and_models_too_large_to_draw():
    run = Run(grid(rows=2, cols=2, seed=1), task="z", scheme="model-split")
    run.sweep()
    said = words(handout(run, "estimate"))
    assert f"estimate{fixed(run.state.bounds.estimate, 4)}" in said
    assert "upper bound nownone" in said
    large = Run(grid(rows=40, cols=40, seed=1))
    assert "The graph" not in words(handout(large, "large"))


# -- the still pictures ----------------------------------------------------------------------------


def strokes(made, colour):
    return [p for p in ET.fromstring(made).iter(f"{SVG}path") if p.get("stroke") == colour]


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_the_still_graph_has_the_looks_of_the_state(kind):
    run = Run(grid(rows=3, cols=3, seed=10))
    run.sweep()
    run.recover(["c7", "c13"])
    drawn = picture(run.cloned, kind)
    now = changes(drawn, run.state, suggested=[["c0"], ["c2", "c3"]])
    made = draw_network(drawn, now, "a <grid>")
    assert ET.fromstring(made).get("aria-label") == "a <grid>"
    assert len(strokes(made, RECOVERED_LINE)) == 2
    assert len(strokes(made, TOUCHED)) == 2
    assert len(strokes(made, VIOLATED_LINE)) == len(run.state.violated) > 0
    texts = [t.text for t in ET.fromstring(made).iter(f"{SVG}text")]
    assert (texts.count("0,0"), texts.count("2,2")) == (1, 1)
    circles = len(list(ET.fromstring(made).iter(f"{SVG}circle")))
    assert circles == 9 + (24 if kind == CUT else 0) + 3  # badges


def ends(made, width):
    """How far from above each line of this width ends."""
    ways = [
        p.get("d") for p in ET.fromstring(made).iter(f"{SVG}path") if p.get("stroke-width") == width
    ]
    return [float(way.split()[-1]) for way in ways]


def test_the_still_curve_ends_at_the_bounds():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    run.sweep(5)
    run.recover(["c7", "c15"])
    run.sweep(3)
    run.relax(["c15"])
    made = draw_curves(run)
    texts = [t.text for t in ET.fromstring(made).iter(f"{SVG}text")]
    assert {"upper bound now", "best so far", "lower bound", "recovery", "updates"} <= set(texts)
    (band, *_), (now, lower, *_) = ends(made, "9"), ends(made, "2.5")
    first, last = run.states[0], run.state
    unit = (HEIGHT - FOOT - TOP) / (first.now - first.lower)  # which are the ends of the scale
    for drawn, value in ((now, last.now), (band, last.upper), (lower, last.lower)):
        assert drawn == pytest.approx(TOP + unit * (first.now - value), abs=0.1)
    assert now < band  # pixels count from above


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.2, 7.9), (1000, 1003), (2, 2), (1e-3, 5e5)])
def test_ticks_are_round_and_inside(low, high):
    found = ticks(low, high)
    assert 1 <= len(found) <= 7
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)
    assert all(len(f"{abs(tick):.6g}".replace(".", "").strip("0")) <= 4 for tick in found)
