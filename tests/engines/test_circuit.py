"""The arithmetic circuit: its answers beside other engines', lazy evaluation, derivatives, local
structure, size and picture.
"""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.engines.circuit import Circuit, circuit_size
from rcr.engines.circuit.graph import circuit_graph, fed_by
from rcr.engines.circuit.kernels import (
    change,
    commit,
    evaluate,
    new_values,
    pair_table,
    refresh,
    total,
)
from rcr.engines.circuit.nodes import CLONE_COMPONENT, COMPONENT, CONSTANT, LEAF, PRODUCT, SUM
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.protocol import TooLarge
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.relaxation import ClonedModel, Relaxation
from tests.oracle import Listing, relaxed_factors
from tests.strategies import relaxations, seeds, thetas

both_tasks = pytest.mark.parametrize("sums", [False, True], ids=["mpe", "z"])
close = {"rtol": 1e-9, "atol": 1e-9}


def some_theta(relaxation, rng):
    """θ that keeps no condition; one in four has zeros, as belief propagation makes them."""
    theta = thetas(relaxation, rng)
    return np.where(rng.random(len(theta)) < 0.1, -np.inf, theta) if rng.random() < 0.25 else theta


def two(table, recovered=False, **model):
    """Two binary variables and one factor."""
    variables = (Variable.numbered("A", 2), Variable.numbered("B", 2))
    cloned = ClonedModel(Model(variables, (Factor.of((0, 1), table),), **model))
    return Relaxation(cloned, np.full(2, recovered))


def size_of(relaxation):
    size = circuit_size(relaxation)
    assert size.total == size.nodes + size.edges
    return size.nodes, size.edges


# -- answers -------------------------------------------------------------------------------------


@st.composite
def grids(draw):
    """A 5x5 grid with some constraints recovered: circuits of a thousand nodes and more."""
    rng = np.random.default_rng(draw(seeds))
    model = grid(rows=5, cols=5, states=draw(st.integers(2, 3)), seed=draw(st.integers(0, 1000)))
    if draw(st.booleans()):
        tables = [
            np.where(rng.random(f.log_table.shape) < 0.2, -np.inf, f.log_table)
            for f in model.factors
        ]
        factors = tuple(Factor(f.scope, t) for f, t in zip(model.factors, tables, strict=True))
        model = Model(model.variables, factors, evidence={3: 1, 12: 0})
    cloned = ClonedModel(model)
    return Relaxation(
        cloned, rng.random(len(cloned)) < draw(st.sampled_from([0.0, 0.3, 0.6, 0.8, 1.0]))
    )


@both_tasks
@settings(max_examples=25, deadline=None)
@given(relaxation=grids(), seed=seeds)
def test_grids_too_large_to_list_agree_with_the_junction_tree(sums, relaxation, seed):
    rng = np.random.default_rng(seed)
    theta = some_theta(relaxation, rng)
    circuit, tree = Circuit(relaxation, sums), JunctionTree(relaxation, sums)
    np.testing.assert_allclose(circuit.value(theta), tree.value(theta), **close)
    for ours, theirs in zip(circuit.marginals(theta), tree.marginals(theta), strict=True):
        np.testing.assert_allclose(ours, theirs, **close)
    for k in rng.permutation(relaxation.relaxed)[:10]:
        np.testing.assert_allclose(circuit.pair_table(theta, k), tree.pair_table(theta, k), **close)
    states = circuit.best_assignment(theta)
    value = sum(
        float(table[tuple(states[v] for v in scope)])
        for scope, table in relaxed_factors(relaxation, theta)
    )
    np.testing.assert_allclose(value, JunctionTree(relaxation).value(theta), **close)


# -- lazy evaluation -----------------------------------------------------------------------------


@both_tasks
@settings(max_examples=60, deadline=None)
@given(relaxation=st.one_of(relaxations(), grids()), seed=seeds, steps=st.integers(1, 12))
def test_lazy_evaluation_is_full_evaluation_bit_for_bit(sums, relaxation, seed, steps):
    """After any sequence of changes of θ, with pair tables read in between."""
    rng, circuit = np.random.default_rng(seed), Circuit(relaxation, sums)
    t, ptr = circuit.nodes, relaxation.cloned.ground.theta_ptr
    theta, half = some_theta(relaxation, rng), int(ptr[-1])
    work, fresh = circuit.work(theta), new_values(t)
    for _ in range(steps if len(relaxation.relaxed) else 0):
        k = rng.choice(relaxation.relaxed)
        other = some_theta(relaxation, rng)
        if rng.random() < 0.5:
            pair_table(t, work, k, sums)
        for side in (0, half):
            if rng.random() < 0.7:
                theta[side + ptr[k] : side + ptr[k + 1]] = other[side + ptr[k] : side + ptr[k + 1]]
        commit(t, work, theta, k, sums)
        evaluate(t, fresh, theta, sums)
        assert np.array_equal(work.value, fresh.value)
        assert total(t, work) == total(t, fresh)
        assert not work.marked.any()
        assert not work.block.any()


@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations(), seed=seeds)
def test_a_change_touches_nothing_but_what_it_feeds(relaxation, seed):
    """No more nodes are computed anew than depend on the changed θ, and no others change."""
    rng, circuit = np.random.default_rng(seed), Circuit(relaxation)
    t, ptr = circuit.nodes, relaxation.cloned.ground.theta_ptr
    theta = thetas(relaxation, rng)
    for k in relaxation.relaxed:
        work, above = circuit.work(theta), fed_by(circuit, k)
        before = work.value.copy()
        for side in range(2):
            for j in range(ptr[k] + side * ptr[-1], ptr[k + 1] + side * ptr[-1]):
                change(t, work, t.con[k, COMPONENT + side], t.theta[j], rng.normal())
        count = sum(
            refresh(t, work, c, False) for c in {t.con[k, COMPONENT], t.con[k, CLONE_COMPONENT]}
        )
        assert count <= len([i for i in above if t.kind[i] != LEAF])
        assert set(np.flatnonzero(work.value != before)) <= above


def test_an_update_of_a_decomposed_grid_touches_a_handful_of_nodes():
    circuit = Circuit(Relaxation.decomposed(ClonedModel(grid())))
    for k in circuit.relaxation.relaxed:
        assert (
            len(fed_by(circuit, k)) <= 4 + 3 + 9
        )  # θ; two products and a sum; 4 products, 2 sums, 2 products and a sum
    assert circuit.size.nodes > 4000


# -- derivatives ---------------------------------------------------------------------------------


@both_tasks
@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations(), seed=seeds)
def test_derivatives_are_what_re_evaluation_finds(sums, relaxation, seed):
    """The value is linear in every leaf: f(leaf = 1) is f(leaf = 0) plus the derivative (the
    larger of them for the MPE).
    """
    rng = np.random.default_rng(seed)
    circuit, theta = Circuit(relaxation, sums), some_theta(relaxation, rng)
    t, derivatives = circuit.nodes, circuit.derivatives(theta)
    add = np.logaddexp if sums else np.maximum
    for leaf in rng.permutation(np.flatnonzero(t.source != CONSTANT))[:20]:
        ones, zeros = (evaluated_by_hand(circuit, theta, leaf, value) for value in (0.0, -np.inf))
        np.testing.assert_allclose(add(zeros, derivatives[leaf]), ones, **close)


def evaluated_by_hand(circuit, theta, leaf, value):
    """The value of the circuit with another value at one leaf."""
    t = circuit.nodes
    values = circuit.work(theta).value.copy()
    values[leaf] = value
    for i in range(len(t.source), len(t.kind)):
        below = values[t.child[t.child_ptr[i] : t.child_ptr[i + 1]]]
        values[i] = (
            below.sum()
            if t.kind[i] == PRODUCT
            else np.logaddexp.reduce(below)
            if circuit.sums
            else below.max()
        )
    return values[t.top].sum() + circuit.relaxation.cloned.constant


@both_tasks
@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations(), seed=seeds)
def test_derivatives_by_theta_are_marginals_without_it(sums, relaxation, seed):
    """∂ value / ∂ θ(x) is the value under X = x with θ(x) = 1: what Theorem 1 divides by."""
    theta = some_theta(relaxation, np.random.default_rng(seed))
    circuit, ptr = Circuit(relaxation, sums), relaxation.cloned.ground.theta_ptr
    derivatives, half, n = (
        circuit.derivatives(theta),
        int(ptr[-1]),
        len(relaxation.cloned.model.variables),
    )
    for k in relaxation.relaxed[:3]:
        for side, node in ((0, relaxation.cloned.constraints[k].variable), (half, n + int(k))):
            one = theta.copy()
            one[side + ptr[k] : side + ptr[k + 1]] = 0.0
            leaves = circuit.nodes.theta[side + ptr[k] : side + ptr[k + 1]]
            found = np.array([derivatives[leaf] if leaf >= 0 else -np.inf for leaf in leaves])
            np.testing.assert_allclose(
                found, Listing(relaxation, one).marginal((node,), sums), **close
            )


# -- structure and size --------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(relaxation=relaxations())
def test_the_arrays_are_a_circuit(relaxation):
    """Children before parents, no node twice, none with one child, none unused, none in two
    components.
    """
    t = Circuit(relaxation).nodes
    lists = [
        tuple(t.child[i:j].tolist()) for i, j in zip(t.child_ptr[:-1], t.child_ptr[1:], strict=True)
    ]
    n_leaves = len(t.source)
    assert (t.kind[:n_leaves] == LEAF).all()
    assert np.isin(t.kind[n_leaves:], [PRODUCT, SUM]).all()
    assert all(len(below) == 0 if i < n_leaves else len(below) > 1 for i, below in enumerate(lists))
    assert all(c < i for i, below in enumerate(lists) for c in below)
    inner = [(int(t.kind[i]), lists[i]) for i in range(n_leaves, len(lists))]
    assert len(set(inner)) == len(inner)
    assert set(range(len(lists))) == {c for below in lists for c in below} | set(t.top.tolist())
    assert t.span[0] == n_leaves
    assert t.span[-1] == len(lists)
    for c, (start, stop) in enumerate(zip(t.span[:-1], t.span[1:], strict=True)):
        assert all(v < n_leaves or start <= v < stop for i in range(start, stop) for v in lists[i])
        assert t.top[c] == stop - 1 or (start == stop and t.top[c] < n_leaves)
    edges = {(i, c) for i, below in enumerate(lists) for c in below}
    assert {
        (int(p), i)
        for i in range(len(lists))
        for p in t.parent[t.parent_ptr[i] : t.parent_ptr[i + 1]]
    } == edges
    assert len(set(zip(t.source.tolist(), t.where.tolist(), strict=True))) == n_leaves


def test_sizes_counted_by_hand():
    # A and B: 2 indicators, 2 θ, 2 products of them, a sum (6 edges). The factor: 4 parameters, 4
    # θ, 4 products with θ(B_0), 2 sums, 2 products with θ(A_0), a sum (18 edges). The root joins
    # the three.
    assert size_of(two([[2, 3], [4, 5]])) == (7 + 7 + 17 + 1, 6 + 6 + 18 + 3)
    # recovered: 4 indicators and 4 parameters, 4 products, 2 sums, 2 products, a sum; one component
    # needs no root
    assert size_of(two([[2, 3], [4, 5]], recovered=True)) == (17, 18)
    # equal parameters: one leaf, and both rows of the factor are the same sub-circuit
    assert size_of(two([[2, 2], [2, 2]])) == (7 + 7 + 11 + 1, 6 + 6 + 12 + 3)
    # a one is not multiplied: λ(a) Σ λ(b)
    assert size_of(two([[1, 1], [1, 1]], recovered=True)) == (4 + 1 + 2 + 1, 2 + 4 + 2)
    # zeros off the diagonal: λ(a)λ(b) twice, and their sum
    assert size_of(two([[1, 0], [0, 1]], recovered=True)) == (4 + 2 + 1, 4 + 2)
    # evidence leaves one indicator, and nothing to be relaxed
    assert size_of(two([[2, 3], [4, 5]], evidence={0: 0, 1: 1})) == (2 + 1, 2)
    # no mass at all: a component that is zero
    assert size_of(two([[0, 0], [0, 0]], recovered=True)) == (1, 0)


def test_products_of_many_factors_are_shared():
    """Every variable with every other: a bag of 2^n entries meets n factors, and few of its
    products have many children.
    """
    variables = tuple(Variable.numbered(f"x{v}", 2) for v in range(12))
    rng = np.random.default_rng(0)
    cloned = ClonedModel(
        Model(
            variables, tuple(Factor(e, rng.normal(size=(2, 2))) for e in combinations(range(12), 2))
        )
    )
    circuit = Circuit(Relaxation.everything(cloned))
    assert circuit.cost.table_entries == 2**12
    assert circuit.size.edges < 2.5 * circuit.size.nodes


@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations(), seed=seeds, fill=st.sampled_from([-np.inf, 0.0]))
def test_zeros_and_ones_make_no_circuit_larger(relaxation, seed, fill):
    """Replacing entries of the factors by zeros, or by ones, removes what they fed and adds
    nothing.
    """
    rng, model = np.random.default_rng(seed), relaxation.cloned.model
    distinct = [
        Factor(f.scope, np.sort(rng.normal(size=f.log_table.size)).reshape(f.log_table.shape))
        for f in model.factors
    ]
    fewer = [
        Factor(f.scope, np.where(rng.random(f.log_table.shape) < 0.4, fill, f.log_table))
        for f in distinct
    ]
    sizes = []
    for factors in (distinct, fewer):
        changed = Model(model.variables, tuple(factors), evidence=model.evidence)
        sizes.append(circuit_size(Relaxation(ClonedModel(changed), relaxation.recovered)))
    assert sizes[1].nodes <= sizes[0].nodes
    assert sizes[1].edges <= sizes[0].edges


@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations())
def test_the_size_depends_on_the_relaxation_alone(relaxation):
    circuit = Circuit(relaxation, sums=True)
    assert (
        circuit_size(relaxation)
        == circuit.size
        == circuit_size(relaxation, planned=plan(relaxation))
    )
    near = plan(relaxation, plan(Relaxation.decomposed(relaxation.cloned)))
    assert circuit_size(relaxation, planned=near) == circuit.size


# -- costs ---------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(relaxation=relaxations())
def test_the_cost_covers_what_is_held(relaxation):
    circuit = Circuit(relaxation)
    work = circuit.work(np.zeros(2 * int(relaxation.cloned.ground.theta_ptr[-1])))
    held = [a for a in (*circuit.nodes, work.value, work.marked) if a is not circuit.nodes.con]
    assert sum(a.nbytes for a in held) <= circuit.cost.bytes


def test_a_size_over_the_limit_is_refused_before_anything_is_built():
    variables = tuple(Variable.numbered(f"x{v}", 2) for v in range(40))
    cloned = ClonedModel(
        Model(variables, tuple(Factor(e, np.eye(2)) for e in combinations(range(40), 2)))
    )
    assert size_of(Relaxation.decomposed(cloned))[0] > 10_000
    with pytest.raises(TooLarge, match="treewidth 39"):
        circuit_size(Relaxation.everything(cloned))
    with pytest.raises(TooLarge):
        circuit_size(Relaxation.decomposed(cloned), max_bytes=10_000)


# -- the picture ---------------------------------------------------------------------------------


@both_tasks
@pytest.mark.parametrize("recovered", [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 1), (1, 1, 1, 1)])
def test_the_drawn_circuit_computes_the_value(sums, recovered):
    """Evaluated from the labels alone, with plain numbers."""
    variables = (Variable("A", ("no", "yes")), Variable.numbered("B", 2), Variable.numbered("C", 3))
    factors = (
        Factor.of((0,), [0.5, 0.25]),
        Factor.of((0, 1), [[0.7, 0.2], [0, 0.7]]),
        Factor.of((1, 2), [[1, 0.125, 0.3], [0.3, 1, 0.125]]),
    )
    relaxation = Relaxation(ClonedModel(Model(variables, factors)), np.array(recovered, dtype=bool))
    circuit, ptr = Circuit(relaxation, sums), relaxation.cloned.ground.theta_ptr
    theta = thetas(relaxation, np.random.default_rng(0))
    leaf = {f"{v.name}={state}": 1.0 for v in variables for state in v.states}
    owner = {}
    for c in relaxation.cloned.constraints:
        variable = variables[c.variable]
        for x, state in enumerate(variable.states):
            for label, side in (
                (f"θ_{c.factor}({variable.name}={state})", 0),
                (f"θ({variable.name}_{c.factor}={state})", ptr[-1]),
            ):
                leaf[label], owner[label] = np.exp(theta[side + ptr[c.index] + x]), c.index
    nodes, edges = circuit_graph(circuit)
    value = {}
    for node in nodes:
        below = [value[child] for parent, child, _ in edges if parent == node.id]
        if node.kind == "leaf":
            value[node.id] = (
                leaf[node.label] if node.label in leaf else float(node.label.split("=")[-1])
            )
            assert node.constraint == owner.get(node.label)
            assert node.source == (
                "theta"
                if node.label in owner
                else "indicator"
                if node.label in leaf
                else "parameter"
            )
        else:
            value[node.id] = (
                np.prod(below) if node.kind == "*" else sum(below) if sums else max(below)
            )
            assert node.kind in ("*", "+" if sums else "max")
    np.testing.assert_allclose(np.log(value[nodes[-1].id]), circuit.value(theta), **close)
    assert (len(nodes), len(edges)) == (circuit.size.nodes, circuit.size.edges)
    layer = {node.id: node.layer for node in nodes}
    assert all(layer[edge.parent] - layer[edge.child] == 1 + len(edge.bends) for edge in edges)
    for row in set(layer.values()):
        passing = [
            bend
            for e in edges
            for at, bend in enumerate(e.bends, start=1)
            if layer[e.parent] - at == row
        ]
        places = sorted([*(node.place for node in nodes if node.layer == row), *passing])
        assert places[0] >= 0
        assert (np.diff(places) >= 1 - 1e-9).all(), "none lies on another"
    for k in relaxation.relaxed:
        assert {node.id for node in nodes if node.constraint == k} <= fed_by(circuit, k)


def test_components_that_are_both_zero_share_a_node_and_each_has_its_edge():
    zero = np.array([-np.inf])
    model = Model(
        (Variable("a", ("0",)), Variable("b", ("0",)), Variable("c", ("0",))),
        (Factor((0,), zero), Factor((1,), zero)),
    )
    circuit = Circuit(Relaxation.decomposed(ClonedModel(model)))
    nodes, edges = circuit_graph(circuit)
    assert len(edges) > len(set(edges))
    assert circuit.size == (len(nodes), len(edges))


def test_a_model_without_variables_is_drawn_as_one():
    nodes, edges = circuit_graph(Circuit(Relaxation.decomposed(ClonedModel(Model((), ())))))
    assert [(node.kind, node.label) for node in nodes] == [("leaf", "1")]
    assert edges == []


def test_a_large_circuit_is_not_drawn():
    circuit = Circuit(Relaxation.decomposed(ClonedModel(grid(rows=4, cols=4))))
    with pytest.raises(
        ModelError,
        match=r"this circuit has \d+ nodes; up to 300 can be drawn: choose a smaller model",
    ):
        circuit_graph(circuit)
    assert len(circuit_graph(circuit, most=1000)[0]) == circuit.size.nodes
