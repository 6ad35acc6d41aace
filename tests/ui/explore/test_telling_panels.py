"""The panels Pieces, Proof and History, what a recovery forbids, and what is laid over the graph,
without a browser.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from rcr import Run, bundle
from rcr.explain.argument import argument
from rcr.explain.forbidden import forbidden
from rcr.explain.marginal_bounds import marginal_bounds
from rcr.explain.measures import MEASURES, measure
from rcr.explain.pieces import pieces
from rcr.explain.price import widest_clique
from rcr.generators.grid import grid
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.text.numbers import fixed
from rcr.ui.explore import keys
from rcr.ui.explore.figures import figures_of
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.visitor import Visitor
from rcr.views.forbidden import draw_forbidden
from rcr.views.network.drawing import picture
from rcr.views.overlay import colour_edges, label_pieces, light_up, mark_clique
from tests.haste import slow_after_the_first
from tests.screen import all_sent


def opened(run: Run, panel: str, **choices: Any) -> AppTest:
    """Explore with this run, and this panel open."""
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    visit = ExploreVisit(opened=run, watched=True)
    at.session_state["visitor"] = Visitor(explore=visit)
    at.session_state[keys.PANEL] = panel
    for key, value in choices.items():
        at.session_state[getattr(keys, key)] = value
    at.run()
    assert not at.exception
    return at


def sample(name: str, **settings: Any) -> Run:
    return Run(samples()[name].load(), origin=SampleOrigin(name), **settings)


def words(at: AppTest) -> str:
    return "\n".join(e.value for e in [*at.markdown, *at.caption, *at.info, *at.success])


def plain(made: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(made))


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_the_pieces_on_the_page_add_up_to_the_bound(task):
    run = sample("triangle", start="decomposed", task=task)
    run.sweep(2)
    at = opened(run, "Pieces")
    found = pieces(run)
    assert found.total == pytest.approx(run.state.now)
    assert f"**{len(found)} pieces**" in words(at)
    assert f"together **{fixed(run.state.now, 4)}**, the upper bound now" in words(at)
    bars, everything = all_sent(at, "rcr_drawing")
    assert f"add up to {fixed(run.state.now, 4)}" in bars
    assert "512 assignments of variables and clones, of which 8 agree" in everything


def test_where_there_are_too_many_assignments_to_draw_the_page_says_how_many():
    run = sample("frustrated-grid", start="decomposed")
    at = opened(run, "Pieces")
    assert len(all_sent(at, "rcr_drawing")) == 1
    assert "are drawn up to 4,096; here there are 4.1e+31" in words(at)


@pytest.mark.parametrize("claim", slow_after_the_first([1, 2, 3]))
def test_the_claims_of_a_proof_light_up_their_edges(claim):
    run = sample("attractive-grid")
    run.converge()
    at = opened(run, "Proof", CLAIM=claim)
    claims = argument(run)
    for told in claims:
        assert f"{told.words} **{told.number}**" in words(at)
    assert f"{claim}. :blue-background[{claims[claim - 1].words}" in words(at)
    [graph] = all_sent(at, "rcr_graph")
    edges = light_up(picture(run.cloned), claims[claim - 1].constraints).lit
    assert tuple(graph.get("lit", ())) == edges
    at.session_state[keys.PANEL] = "History"
    at.run()
    assert "lit" not in all_sent(at, "rcr_graph")[0]


def test_an_estimate_is_not_told_as_a_bound():
    run = sample("triangle", task="z", scheme="model-split", start="forest")
    run.sweep()
    told = words(opened(run, "Pieces"))
    own, estimate = fixed(run.state.value, 4), fixed(run.state.bounds.estimate, 4)
    assert f"whose own sum is **{own}**, and without what θ adds by itself **{estimate}**" in told
    assert "assignments of the full model" not in told
    assert "makes an estimate and no bound" in words(opened(run, "Proof"))
    [steps] = opened(run, "History").dataframe
    assert steps.value["now"].tolist()[-1] == run.state.bounds.estimate
    assert steps.value["upper"].isna().all()


def test_figures_below_zero_have_a_proper_minus():
    written = figures_of(sample("sums-to-one"))
    assert written["Upper bound now"].startswith("−")
    assert "-" not in "".join(written.values())


def test_without_a_proof_the_page_says_what_is_missing():
    run = sample("frustrated-grid", start="forest")
    run.converge()
    at = opened(run, "Proof")
    violated, relaxed = len(run.state.violated), len(run.state.relaxation.relaxed)
    assert f"**{violated} of {relaxed} relaxed edges** disagree (" in words(at)
    assert "Prune the proof" not in {button.label for button in at.button}


def test_one_edge_that_is_missing_is_in_the_singular():
    at = opened(sample("triangle", start="forest"), "Proof")
    assert "**1 of 1 relaxed edge** disagrees (" in words(at)


@pytest.mark.slow
def test_a_proof_is_pruned_to_what_mattered():
    run = Run(grid(rows=3, cols=3, seed=10))
    run.solve()
    at = opened(run, "Proof")
    next(button for button in at.button if button.label == "Prune the proof").click().run()
    visit = at.session_state.visitor.explore
    while visit.job is not None:
        at.run()
    expected = run.fork()
    told = expected.prune()
    assert visit.run.state.recovered == told.kept
    assert f"{told.sentence.capitalize()}." in words(at)
    assert f"It rests on {len(told.kept)} recovered constraints" in words(at)


def test_a_recovery_shows_what_it_forbids():
    run = sample("triangle", start="forest")
    run.converge()
    before, [best] = run.state, run.suggest(1)
    run.recover([best])
    at = opened(run, "This step")
    assert all_sent(at, "rcr_drawing") == [draw_forbidden(forbidden(run, best, before))]
    run.converge(follows=True)  # nothing is left to update
    assert "that followed" not in words(opened(run, "This step"))


def test_the_history_is_drawn_as_a_tree_beside_its_table():
    run = sample("triangle", start="decomposed")
    run.sweep()
    run.recover(["c0"])
    run.goto(0)
    run.recover(["c1"])
    at = opened(run, "History")
    tree = next(c for c in all_sent(at, "rcr_chart") if c["alt"].startswith("The history"))
    numbers = {n for trace in tree["data"] for n in trace.get("customdata", ())}
    assert numbers == set(run.states)
    [table] = at.dataframe
    assert table.value["now"].tolist() == pytest.approx(
        [run.states[n].now for n in table.value["number"]]
    )


@pytest.mark.parametrize("name", slow_after_the_first(MEASURES))
def test_edges_are_coloured_by_what_is_chosen(name):
    run = sample("frustrated-grid", start="forest")
    run.converge()
    drawn = picture(run.cloned)
    [graph] = all_sent(opened(run, "This step", MEASURE=name), "rcr_graph")
    made = colour_edges(drawn, measure(run, name))
    assert graph["shade"] == plain(made.shade)
    assert graph["scale"] == plain(made.scale)


@pytest.mark.slow
def test_the_widest_clique_is_marked_on_request():
    run = sample("frustrated-grid")
    run.solve()
    drawn = picture(run.cloned)
    [graph] = all_sent(opened(run, "This step", CLIQUE=True), "rcr_graph")
    assert graph["clique_nodes"] == plain(mark_clique(drawn, widest_clique(run)).clique_nodes)
    assert len(graph["clique_nodes"]) == run.state.treewidth + 1
    [graph] = all_sent(opened(run, "This step"), "rcr_graph")
    assert "clique_nodes" not in graph


def test_pieces_are_told_on_the_graph_unless_they_are_not_wanted():
    run = sample("triangle", start="decomposed")
    drawn = picture(run.cloned)
    [graph] = all_sent(opened(run, "This step"), "rcr_graph")
    assert graph["labels"] == plain(label_pieces(drawn, pieces(run)).labels)
    [graph] = all_sent(opened(run, "This step", PIECE_LABELS=False), "rcr_graph")
    assert "labels" not in graph


def test_marginals_have_bounds_where_the_partition_function_has():
    run = sample("triangle", start="forest", task="z")
    run.converge()
    at = opened(run, "Marginals")
    [table] = at.dataframe
    shown = table.value
    assert (shown["at least"] <= shown["exact"] + 1e-9).all()
    assert (shown["exact"] <= shown["at most"] + 1e-9).all()
    widest = max(float((high - low).max()) for low, high in marginal_bounds(run))
    assert f"up to **{widest:.4f}** apart" in words(at)
    drawn = next(c for c in all_sent(at, "rcr_chart") if c["alt"].startswith("Marginals"))
    assert any(trace["name"] == "what the bounds on Z leave" for trace in drawn["data"])


def test_deleting_steps_asks_once():
    run = sample("triangle", start="decomposed")
    run.step()
    run.step()
    at = opened(run, "History")
    asked = next(b for b in at.button if b.label == "Delete for good")
    assert len(at.session_state["visitor"].explore.run.states) == 3
    assert "**Step 2** and everything that came from it" in words(at)
    asked.click().run()
    assert len(at.session_state["visitor"].explore.run.states) == 2
