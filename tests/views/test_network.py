"""The picture holds every constraint once, and the changes tell the state of the run."""

from __future__ import annotations

import gc
import json
import weakref

import numpy as np
import pytest

from rcr import Run, generate
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.relaxation import ClonedModel
from rcr.views.network.changes import changes
from rcr.views.network.drawing import MAX_EDGES, picture
from rcr.views.network.picture import COMPACT, CUT, Picture
from rcr.views.network_html import html_page
from rcr.views.network_svg import draw_network


@pytest.fixture
def run() -> Run:
    run = Run(generate("grid", rows=4, cols=4), start="forest")
    run.sweep(2)
    return run


def roles(drawn: Picture) -> dict[str, int]:
    found = [node["role"] for node in drawn.nodes]
    return {role: found.count(role) for role in set(found)}


def test_the_compact_picture(run):
    drawn = picture(run.cloned)
    assert roles(drawn) == {"variable": 16, "factor": 24}
    assert [edge["id"] for edge in drawn.edges] == [c.id for c in run.cloned.constraints]
    assert (drawn.edges[0]["from"], drawn.edges[0]["to"]) == ("v0", "f0")
    assert drawn.ties == ()
    assert {node["shape"] for node in drawn.nodes if node["role"] == "variable"} == {"dot"}
    assert {node["shape"] for node in drawn.nodes if node["role"] == "factor"} == {"square"}
    assert drawn.note == ""


def test_the_cut_picture_gives_every_factor_its_own_clones(run):
    drawn = picture(run.cloned, CUT)
    assert roles(drawn) == {"variable": 16, "factor": 24, "clone": 48}
    assert len(drawn.edges) == len(drawn.ties) == 48
    edge, tie = drawn.edges[5], drawn.ties[5]
    assert edge["to"] == tie["from"] == "k5"
    assert tie["to"] == f"f{run.cloned.constraints[5].factor}"


def test_unary_factors_and_factors_filled_in_by_evidence_are_not_drawn():
    cloned = ClonedModel(samples()["triangle"].load())
    assert roles(picture(cloned)) == {"variable": 3, "factor": 3}
    observed = ClonedModel(cloned.model.observe({0: 1}))
    drawn = picture(observed)
    assert roles(drawn) == {"variable": 3, "factor": 1}
    assert [node["id"] for node in drawn.nodes if node.get("observed")] == ["v0"]
    assert [edge["id"] for edge in drawn.edges] == [c.id for c in observed.constraints]


def test_a_picture_is_drawn_once_a_model_and_forgotten_with_it(run):
    assert picture(run.cloned) is picture(ClonedModel(run.model))
    assert picture(run.cloned) is not picture(run.cloned, CUT)
    model = generate("grid", rows=2, cols=2)
    picture(ClonedModel(model))
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_the_wire_is_json_and_its_digest_tells_pictures_apart(run):
    drawn = picture(run.cloned)
    assert len(json.loads(drawn.wire)["edges"]) == 48
    assert drawn.digest != picture(run.cloned, CUT).digest


@pytest.mark.slow
def test_a_model_too_big_to_draw_is_drawn_around_a_variable():
    cloned = ClonedModel(generate("grid", rows=40, cols=40))
    assert len(cloned) > MAX_EDGES
    drawn = picture(cloned, around=820, hops=2)
    assert "6,240 edges are too many to draw" in drawn.note
    assert f"the {len(drawn.edges)} edges around 20,20" in drawn.note
    assert roles(drawn)["variable"] == 13  # a diamond of two steps
    assert len(picture(cloned, around=820, hops=1000).edges) <= MAX_EDGES
    assert picture(cloned).note.endswith("around 0,0.")
    assert 2 * len(picture(cloned, CUT, around=820, hops=1000).edges) <= MAX_EDGES


def test_a_drawn_factor_always_has_all_its_variables():
    cloned = ClonedModel(samples()["paper-grid"].load())
    drawn = picture(cloned, around=0, hops=3)
    assert drawn.note == f"Shown: the {len(drawn.edges)} edges around 0,0."
    nodes = {node["id"] for node in drawn.nodes}
    assert all(edge["from"] in nodes and edge["to"] in nodes for edge in drawn.edges)
    assert len(drawn.edges) == 2 * roles(drawn)["factor"]


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_the_changes_tell_the_state(run, kind):
    drawn, state = picture(run.cloned, kind), run.state
    now = changes(drawn, state)
    ids = [c.id for c in run.cloned.constraints]
    assert {i for i, look in zip(ids, now.look, strict=True) if look == "="} == set(state.recovered)
    assert [k for k, look in enumerate(now.look) if look == "x"] == sorted(state.violated)
    expected = state.relaxed_assignment[:16] if kind == COMPACT else state.relaxed_assignment
    assert now.marks == expected.tolist()
    assert now.clones == state.relaxed_assignment[16 + state.relaxation.relaxed].tolist()


def test_the_variables_can_show_the_best_assignment(run):
    assert changes(picture(run.cloned), run.state, best=True).marks == run.state.assignment.tolist()
    shown = changes(picture(run.cloned, CUT), run.state, best=True).marks
    assert shown[16:] == run.state.relaxed_assignment[16:].tolist()


def test_suggested_edges_come_by_rank_and_touched_ones_from_the_action(run):
    suggested = run.suggest(5)
    run.recover(suggested[:2])
    now = changes(picture(run.cloned), run.state, suggested=[suggested[2:3], suggested[3:]])
    index = {c.id: c.index for c in run.cloned.constraints}
    assert now.suggested == [
        [index[suggested[2]]],
        [index[suggested[3]], index[suggested[4]]],
    ]  # a group shares its rank
    assert sorted(now.touched) == sorted(index[i] for i in suggested[:2])
    stepped = run.step(suggested[2])
    assert changes(picture(run.cloned), stepped).touched == [index[suggested[2]]]
    assert changes(picture(run.cloned), stepped, touched=["c0"]).touched == [0]


def test_theta_and_impact_are_the_runs_to_three_digits(run):
    now = changes(picture(run.cloned), run.state, impact=run.candidates().impact)
    k = int(run.state.relaxation.relaxed[0])
    assert len(now.theta) == len(now.impact) == len(run.state.relaxation.relaxed)
    assert now.theta[0] == pytest.approx(
        run.state.theta.array()[2 * k : 2 * k + 2], rel=1e-2, abs=1e-8
    )
    assert now.clone_theta == []  # minus θ(x), so it need not be sent
    assert now.impact == pytest.approx(run.candidates().impact, rel=1e-2, abs=1e-8)
    assert changes(picture(run.cloned), run.state).impact == []


def test_model_split_sends_both_thetas():
    run = Run(generate("grid", rows=3, cols=3), scheme="model-split")
    run.sweep()
    assert len(changes(picture(run.cloned), run.state).clone_theta) == len(run.cloned)


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_a_branch_holds_the_edges_of_its_variable(run, kind):
    run.condition(0, 1)
    drawn = picture(run.cloned, kind)
    found = changes(drawn, run.state, impact=run.candidates().impact)
    held = [c.index for c in run.cloned.constraints if c.variable == 0]
    assert [i for i, look in enumerate(found.look) if look == "|"] == held
    assert found.fixed == ["v0"]
    open_edges = len(run.state.relaxation.relaxed)
    assert len(found.impact) == len(found.theta) == len(found.clones) == open_edges
    assert draw_network(drawn, found).count("stroke-dasharray") == open_edges


def test_infinite_numbers_survive_the_way_to_the_browser():
    variables = tuple(Variable.numbered(f"X{v}", 2) for v in range(2))
    run = Run(
        Model(variables, (Factor.of((0, 1), [[0, 1], [1, 0]]), Factor.of((0, 1), [[1, 0], [0, 1]])))
    )
    now = changes(picture(run.cloned), run.state, impact=np.array([np.inf, -np.inf, 1e-12, 0.0]))
    assert now.impact == ["∞", "−∞", 0, 0]
    json.dumps(now.as_data(), allow_nan=False)


def test_a_click_on_a_ten_by_ten_grid_sends_little():
    run = Run(generate("grid", rows=10, cols=10), start="forest")
    run.sweep(3)
    now = changes(
        picture(run.cloned), run.state, suggested=[run.suggest(5)], impact=run.candidates().impact
    )
    assert len(json.dumps(now.as_data())) < 5_000


def test_the_marginals_are_shares_of_the_best_or_probabilities(run):
    logs = run.engine(run.state.relaxation).marginals(run.state.theta.array())
    shares = changes(picture(run.cloned), run.state, marginals=logs).marginals
    assert shares == [pytest.approx(np.exp(row - row.max()), rel=1e-2, abs=1e-8) for row in logs]
    assert all(max(row) == 1 for row in shares)
    sums = Run(generate("grid", rows=3, cols=3), task="z")
    logs = sums.engine(sums.state.relaxation).marginals(sums.state.theta.array())
    now = changes(picture(sums.cloned), sums.state, marginals=logs, sums=True)
    assert now.sums
    assert [sum(row) for row in now.marginals] == pytest.approx([1] * 9, abs=0.01)
    assert changes(picture(sums.cloned), sums.state).marginals == []


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_the_page_to_take_away_fetches_nothing(run, kind):
    drawn = picture(run.cloned, kind)
    page = html_page(drawn, changes(drawn, run.state, suggested=[run.suggest(2)]), "A <grid>")
    head, _, script = page.partition("<body>")
    assert "vis-network" in head
    assert 'src="http' not in page
    assert 'href="http' not in page
    assert "A &lt;grid&gt;" in script
    assert "suggested, rank 1" in script
