"""Constraints and their ids, what is recovered, loops closed, and the strongest forest."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.engines.junction_tree import JunctionTree
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.relaxation import ClonedModel, Relaxation
from tests.strategies import models, relaxations

some = settings(max_examples=200, deadline=None)


def model_of(scopes, cards=(2, 2, 2, 2), **more):
    variables = tuple(Variable.numbered("abcd"[v], d) for v, d in enumerate(cards))
    return Model(
        variables, tuple(Factor(s, np.zeros([cards[v] for v in s])) for s in scopes), **more
    )


def graph(relaxation):
    """Variables and factors, with an edge for each recovered constraint."""
    g = nx.MultiGraph()
    g.add_nodes_from(range(len(relaxation.cloned.model.variables)))
    for c in relaxation.cloned.constraints:
        g.add_node(f"f{c.factor}")
        if relaxation.recovered[c.index]:
            g.add_edge(c.variable, f"f{c.factor}")
    return g


# -- constraints ---------------------------------------------------------------------------------


def test_ids_count_factors_then_positions_and_leave_out_unary_factors():
    cloned = ClonedModel(model_of([(2, 0), (1,), (), (3, 1, 0), (0, 2)]))
    assert [(c.id, c.factor, c.variable, c.position) for c in cloned.constraints] == [
        ("c0", 0, 2, 0),
        ("c1", 0, 0, 1),
        ("c2", 3, 3, 0),
        ("c3", 3, 1, 1),
        ("c4", 3, 0, 2),
        ("c5", 4, 0, 0),
        ("c6", 4, 2, 1),
    ]
    assert cloned.constraints[3].name == "b ≡ b_3"


def test_constraints_have_names_one_can_say_aloud():
    assert ClonedModel(grid()).said[5] == "0,2 in the factor 0,1–0,2"
    said = ClonedModel(model_of([(2, 0), (1,), (3, 1, 0), (0, 2)])).said
    assert said == (
        "c in the factor c–a, number 0",
        "a in the factor c–a, number 0",
        "d in the factor d–b–a",
        "b in the factor d–b–a",
        "a in the factor d–b–a",
        "a in the factor a–c, number 3",
        "c in the factor a–c, number 3",
    )
    wide = Model(
        tuple(Variable.numbered(n, 1) for n in "abcdef"), (Factor(range(6), [[[[[[0]]]]]]),)
    )
    assert ClonedModel(wide).said[5] == "f in the factor a–b–c–d and 2 more, number 0"


def test_evidence_changes_no_name():
    model = model_of([(2, 0), (3, 1, 0)])
    names = dict(zip(("c0", "c1", "c2", "c3", "c4"), ClonedModel(model).said, strict=True))
    observed = ClonedModel(model.observe({1: 0}))
    assert [names[c.id] for c in observed.constraints] == list(observed.said)


@some
@given(model=models())
def test_no_two_constraints_are_called_the_same(model):
    said = ClonedModel(model).said
    assert len(set(said)) == len(said)


def test_the_paper_s_grid_has_360_constraints():
    assert len(ClonedModel(grid())) == 360


@some
@given(model=models(evidence=False))
def test_one_constraint_for_each_variable_of_each_factor_over_two_or_more(model):
    constraints = ClonedModel(model).constraints
    places = [
        (i, p, v)
        for i, f in enumerate(model.factors)
        if len(f.scope) > 1
        for p, v in enumerate(f.scope)
    ]
    assert [(c.factor, c.position, c.variable) for c in constraints] == places
    assert [(c.index, c.id) for c in constraints] == [(k, f"c{k}") for k in range(len(places))]


@some
@given(model=models())
def test_evidence_keeps_the_ids_of_the_constraints_that_are_left(model):
    before = {c.id: (c.factor, c.variable) for c in ClonedModel(model.observe({})).constraints}
    after = ClonedModel(model).constraints
    assert all(before[c.id] == (c.factor, c.variable) for c in after)
    assert [c.index for c in after] == list(range(len(after)))
    left = [f.scope for f in model.conditioned]
    assert {(c.factor, c.variable) for c in after} == {
        (i, v) for i, s in enumerate(left) if len(s) > 1 for v in s
    }


def test_indices_by_id_or_number():
    cloned = ClonedModel(model_of([(0, 1), (1, 2)]))
    assert cloned.indices(["c3", 0, "c3", np.int64(1)]).tolist() == [0, 1, 3]
    assert cloned.indices([]).tolist() == []


@pytest.mark.parametrize("wrong", ["c4", "x", 4, -1])
def test_an_unknown_constraint_is_named(wrong):
    with pytest.raises(
        ModelError,
        match=f"there is no constraint {wrong!r}; this model has 4 constraints, the last is c3",
    ):
        ClonedModel(model_of([(0, 1), (1, 2)])).indices([wrong])


def test_ids_that_evidence_took_away_are_unknown():
    cloned = ClonedModel(model_of([(0, 1), (1, 2)], evidence={0: 1}))
    assert [c.id for c in cloned.constraints] == ["c2", "c3"]
    with pytest.raises(
        ModelError,
        match="there is no constraint 'c0'; this model has 2 constraints, the last is c3",
    ):
        cloned.indices(["c0"])


# -- relaxations ---------------------------------------------------------------------------------


@some
@given(relaxations())
def test_complete_is_everything_recovered_and_nothing_less(relaxation):
    everything = Relaxation.everything(relaxation.cloned)
    assert everything.complete
    assert everything.recovered.all()
    assert everything.count == len(relaxation.cloned)
    assert relaxation.complete == (relaxation.ids == everything.ids)


def test_recovering_makes_a_new_relaxation():
    start = Relaxation.decomposed(ClonedModel(model_of([(0, 1), (1, 2)])))
    more = start.with_recovered(np.array([1, 3]))
    less = more.with_recovered(np.array([3]), False)
    assert (start.count, more.count, less.count) == (0, 2, 1)
    assert (more.ids, less.ids) == (("c1", "c3"), ("c1",))
    assert more.relaxed.tolist() == [0, 2]
    with pytest.raises(ValueError, match="read-only"):
        more.recovered[0] = True


@some
@given(relaxation=relaxations())
def test_loops_closed_is_the_cycle_rank(relaxation):
    g = graph(relaxation)
    assert (
        relaxation.loops_closed
        == g.number_of_edges() - g.number_of_nodes() + nx.number_connected_components(g)
    )


# -- the forest ----------------------------------------------------------------------------------


@some
@given(model=models())
def test_the_forest_closes_no_loop_and_nothing_more_can_be_recovered_without_one(model):
    forest = Relaxation.forest(ClonedModel(model))
    assert forest.loops_closed == 0
    for k in forest.relaxed:
        assert forest.with_recovered(np.array([k])).loops_closed == 1


@some
@given(model=models())
def test_the_forest_is_no_wider_than_the_widest_factor(model):
    """Treewidth 1 for pairwise factors, and 0 where there are only single variables."""
    forest = Relaxation.forest(ClonedModel(model))
    widest = max((len(f.scope) for f in model.conditioned), default=1)
    assert JunctionTree(forest).cost.treewidth == max(widest, 1) - 1


def test_the_forest_takes_the_strongest_factors_whole():
    """Range of log ψ: 1, 3 and 2; a zero makes the range infinite."""
    tables = {(0, 1): 1.0, (1, 2): 3.0, (0, 2): 2.0}
    variables = tuple(Variable.numbered(n, 2) for n in "abc")

    def recovered(tables):
        factors = tuple(Factor(s, [[w, 0], [0, w]]) for s, w in tables.items())
        return set(Relaxation.forest(ClonedModel(Model(variables, factors))).ids)

    assert {"c2", "c3", "c4", "c5"} < recovered(tables)
    assert {"c0", "c1", "c2", "c3"} < recovered({**tables, (0, 1): -np.inf})


# -- loops ---------------------------------------------------------------------------------------


@some
@given(relaxation=relaxations())
def test_on_loops_are_the_recovered_constraints_that_are_no_bridges(relaxation):
    g = graph(relaxation)
    for k in range(len(relaxation.recovered)):
        less = relaxation.with_recovered(np.array([k]), False)
        bridge = nx.number_connected_components(graph(less)) > nx.number_connected_components(g)
        assert relaxation.on_loops[k] == (relaxation.recovered[k] and not bridge)


@settings(deadline=None)
@given(relaxations())
def test_the_stretches_of_the_loops_leave_together(relaxation):
    together = np.concatenate([np.zeros(0, np.int64), *relaxation.stretches])
    assert sorted(together) == np.flatnonzero(relaxation.on_loops).tolist()  # each once
    for stretch in relaxation.stretches:
        for k in stretch:
            left = relaxation.with_recovered(np.array([k]), False).on_loops
            assert np.flatnonzero(relaxation.on_loops & ~left).tolist() == stretch.tolist()


@some
@given(relaxation=relaxations(), data=st.data())
def test_with_cycles_keeps_what_is_on_loops_and_adds_no_other_loop(relaxation, data):
    chosen = np.array(
        sorted(data.draw(st.sets(st.integers(0, max(0, len(relaxation.recovered) - 1))))),
        dtype=np.int64,
    )
    chosen = chosen[: len(relaxation.recovered)]
    wanted = relaxation.on_loops.copy()
    wanted[chosen] = True
    after = relaxation.with_cycles(chosen)
    assert after.recovered[wanted].all()
    assert after.loops_closed == Relaxation(relaxation.cloned, wanted).loops_closed
    for k in after.relaxed:
        assert after.with_recovered(np.array([k])).loops_closed == after.loops_closed + 1, (
            "nothing more is free"
        )
