"""Every registered engine against a listing of all assignments, and what inference costs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import Cost, TooLarge
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.registry import plugins
from rcr.relaxation import ClonedModel, Relaxation
from rcr.text.numbers import human_bytes
from tests.oracle import Listing, components, nodes_of, pair_table
from tests.strategies import models, relaxations, seeds, size, thetas

ENGINES = sorted(plugins("engine"))
every_engine = pytest.mark.parametrize("name", ENGINES)
DECODERS = [
    name for name in ENGINES if hasattr(plugins("engine")[name].function, "best_assignment")
]
every_decoder = pytest.mark.parametrize("name", DECODERS)
both_tasks = pytest.mark.parametrize("sums", [False, True], ids=["mpe", "z"])
many = settings(max_examples=200, deadline=None)
close = {"rtol": 1e-9, "atol": 1e-9}


def engine(name, relaxation, *options):
    return plugins("engine")[name](relaxation, *options)


def all_recovered(model):
    cloned = ClonedModel(model)
    return Relaxation.everything(cloned)


def pairwise(n, edges, states=2):
    """A model with a random factor for each edge."""
    rng = np.random.default_rng(0)
    variables = tuple(Variable.numbered(f"x{v}", states) for v in range(n))
    return Model(variables, tuple(Factor(e, rng.normal(size=(states, states))) for e in edges))


def some_theta(relaxation, seed):
    """θ that keeps no condition at all; every fifth time with zeros, as belief propagation makes
    them.
    """
    rng = np.random.default_rng(seed)
    theta = thetas(relaxation, rng)
    return np.where(rng.random(len(theta)) < 0.1, -np.inf, theta) if seed % 5 == 0 else theta


# -- answers -------------------------------------------------------------------------------------


@pytest.mark.slow
@every_engine
@both_tasks
@many
@given(relaxation=relaxations(), seed=seeds)
def test_value_and_marginals(name, sums, relaxation, seed):
    theta = some_theta(relaxation, seed)
    found, listing = engine(name, relaxation, sums), Listing(relaxation, theta)
    np.testing.assert_allclose(found.value(theta), listing.marginal((), sums), **close)
    marginals = found.marginals(theta)
    assert len(marginals) == len(relaxation.cloned.model.variables)
    for v, marginal in enumerate(marginals):
        np.testing.assert_allclose(marginal, listing.marginal((v,), sums), **close)


@pytest.mark.slow
@every_engine
@both_tasks
@many
@given(relaxation=relaxations(), seed=seeds)
def test_the_pair_table_of_every_relaxed_constraint(name, sums, relaxation, seed):
    theta = some_theta(relaxation, seed)
    found = engine(name, relaxation, sums)
    for k in relaxation.relaxed:
        np.testing.assert_allclose(
            found.pair_table(theta, k), pair_table(relaxation, theta, k, sums), **close
        )


@pytest.mark.slow
@every_engine
@both_tasks
@many
@given(relaxation=relaxations(), seed=seeds)
def test_work_stays_valid_while_theta_changes(name, sums, relaxation, seed):
    """One constraint after the other gets another θ, as in a sweep: the pair tables are those of a
    new start.
    """
    rng, theta = np.random.default_rng(seed), some_theta(relaxation, seed)
    found = engine(name, relaxation, sums)
    work = found.work(theta)
    for k in rng.permutation(relaxation.relaxed):
        np.testing.assert_allclose(
            found.read_pair(work, theta, k), pair_table(relaxation, theta, k, sums), **close
        )
        rows = relaxation.cloned.ground.theta_rows(k)
        theta[rows] = rng.normal(size=rows.shape)
        found.renew(work, theta, k)


@pytest.mark.slow
@every_decoder
@both_tasks
@many
@given(relaxation=relaxations(), seed=seeds)
def test_the_best_assignment(name, sums, relaxation, seed):
    """It has the largest value, whatever the task, and a recovered clone has the state of its
    original.
    """
    theta = some_theta(relaxation, seed)
    states, listing = (
        engine(name, relaxation, sums).best_assignment(theta),
        Listing(relaxation, theta),
    )
    cloned, n = relaxation.cloned, len(relaxation.cloned.model.variables)
    cards, _ = nodes_of(relaxation)
    assert len(states) == n + len(cloned)
    assert all(0 <= states[v] < cards[v] for v in range(len(states)))
    np.testing.assert_allclose(listing.value_of(states), listing.marginal((), False), **close)
    for k in np.flatnonzero(relaxation.recovered):
        assert states[n + k] == states[cloned.constraints[k].variable]


@every_engine
@both_tasks
def test_values_far_apart_do_not_underflow(name, sums):
    """1,000 nats between states: a plain exponential would lose them."""
    model = Model(
        (Variable.numbered("x", 2), Variable.numbered("y", 2)),
        (Factor((0, 1), [[0, -1000], [-2000, -3000]]),) * 2,
    )
    for recovered in ([False] * 4, [True, True, False, True], [True] * 4):
        relaxation = Relaxation(ClonedModel(model), np.array(recovered))
        theta = np.zeros(16)
        for v, marginal in enumerate(engine(name, relaxation, sums).marginals(theta)):
            np.testing.assert_allclose(
                marginal, Listing(relaxation, theta).marginal((v,), sums), **close
            )


@every_engine
@both_tasks
@pytest.mark.parametrize(
    "model",
    [
        Model((), ()),
        Model((), (Factor((), np.array(-2.5)),)),
        Model((Variable.numbered("x", 3),), ()),
        Model((Variable.numbered("x", 1),), (Factor((0,), np.array([1.5])),)),
        Model(
            (Variable.numbered("x", 2), Variable.numbered("y", 2)),
            (Factor((0, 1), np.zeros((2, 2))),),
            evidence={0: 1, 1: 0},
        ),
    ],
    ids=["empty", "a constant", "no factors", "one state", "all observed"],
)
def test_models_without_constraints(name, sums, model):
    relaxation = Relaxation.decomposed(ClonedModel(model))
    found, listing = engine(name, relaxation, sums), Listing(relaxation, np.zeros(0))
    assert found.value(np.zeros(0)) == pytest.approx(float(listing.marginal((), sums)))
    if name in DECODERS:
        assert found.best_assignment(np.zeros(0)).tolist() == [
            model.evidence.get(v, 0) for v in range(len(model.variables))
        ]
    for v, marginal in enumerate(found.marginals(np.zeros(0))):
        np.testing.assert_allclose(marginal, listing.marginal((v,), sums), **close)


@pytest.mark.slow
@both_tasks
@settings(max_examples=100, deadline=None)
@given(model=models(), seed=seeds, data=st.data())
def test_a_rebuild_near_another_tree_is_the_tree_built_from_scratch(sums, model, seed, data):
    """Bit for bit, along any path of recovering and relaxing."""
    cloned, rng = ClonedModel(model), np.random.default_rng(seed)
    near = None
    for _ in range(4):
        share = data.draw(st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0]))
        relaxation = Relaxation(cloned, rng.random(len(cloned)) < share)
        theta = thetas(relaxation, rng)
        near, fresh = JunctionTree(relaxation, sums, near=near), JunctionTree(relaxation, sums)
        assert near.cost == fresh.cost
        assert near.value(theta) == fresh.value(theta)
        assert np.array_equal(near.best_assignment(theta), fresh.best_assignment(theta))
        for a, b in zip(near.marginals(theta), fresh.marginals(theta), strict=True):
            assert np.array_equal(a, b)
        for k in relaxation.relaxed:
            assert np.array_equal(near.pair_table(theta, k), fresh.pair_table(theta, k))


# -- costs ---------------------------------------------------------------------------------------


@every_engine
@settings(max_examples=50, deadline=None)
@given(relaxation=relaxations())
def test_a_step_over_the_limit_is_refused_with_its_cost(name, relaxation):
    cost = engine(name, relaxation).cost
    assert engine(name, relaxation, False, cost.bytes).cost == cost
    with pytest.raises(TooLarge) as refused:
        engine(name, relaxation, False, cost.bytes - 1)
    assert refused.value.cost == cost
    assert isinstance(refused.value, ModelError)
    assert str(cost) in str(refused.value)
    assert human_bytes(cost.bytes - 1) in str(refused.value)


@every_engine
def test_what_can_never_be_built_is_refused_before_anything_is_allocated(name):
    """A complete graph over 40 variables: 2^40 entries."""
    model = pairwise(40, list(combinations(range(40), 2)))
    with pytest.raises(
        TooLarge,
        match=r"treewidth 39, 1,099,511,627,776 table entries, [\d.]+ TiB, over the limit of "
        r"1 GiB",
    ):
        engine(name, all_recovered(model))


def test_astronomical_costs_stay_readable():
    assert str(Cost.of(3, 1536, 1536)) == "treewidth 3, 1,536 table entries, 1.5 KiB"
    assert (
        str(Cost.of(2000, np.inf, np.inf)) == "treewidth 2000, 1.0e+300 table entries, 8.9e+284 PiB"
    )


@settings(max_examples=100, deadline=None)
@given(relaxation=relaxations())
def test_the_cost_of_a_junction_tree_is_that_of_its_cliques(relaxation):
    found, (cards, _) = JunctionTree(relaxation), nodes_of(relaxation)
    axes = found.axes
    cliques = [
        axes.nodes[i:j].tolist() for i, j in zip(axes.node_ptr[:-1], axes.node_ptr[1:], strict=True)
    ]
    assert found.cost.table_entries == sum(int(np.prod([cards[v] for v in c])) for c in cliques)
    assert found.cost.treewidth == max(map(len, cliques)) - 1
    assert not any(set(a) <= set(b) for a, b in combinations(cliques, 2)), (
        "no clique lies inside another"
    )
    work = found.work(np.zeros(2 * int(relaxation.cloned.ground.theta_ptr[-1])))
    held = [found.tree.base, found.tree.maps, work.phi, work.msg, work.table, work.carry]
    assert sum(a.nbytes for a in held) <= found.cost.bytes


@settings(max_examples=50, deadline=None)
@given(relaxation=relaxations())
def test_the_cost_of_listing_is_that_of_the_components(relaxation):
    cost = engine("brute-force", relaxation).cost
    assert cost.table_entries == sum(size(relaxation))
    assert cost.treewidth == max(map(len, components(relaxation))) - 1


@pytest.mark.parametrize(
    ("n", "edges", "treewidth"),
    [
        (6, [(i, i + 1) for i in range(5)], 1),
        (7, [(0, i) for i in range(1, 7)], 1),
        (6, [(i, (i + 1) % 6) for i in range(6)], 2),
        (5, list(combinations(range(5), 2)), 4),
        (7, [*combinations(range(4), 2), (3, 4), (4, 5), (5, 6), (3, 6)], 3),
    ],
    ids=["chain", "star", "cycle", "clique", "clique and cycle"],
)
def test_treewidth_of_known_graphs(n, edges, treewidth):
    assert JunctionTree(all_recovered(pairwise(n, edges))).cost.treewidth == treewidth


@pytest.mark.parametrize(
    ("rows", "cols", "treewidth"), [(1, 5, 1), (2, 5, 2), (3, 3, 3), (4, 4, 4)]
)
def test_treewidth_of_grids(rows, cols, treewidth):
    model = grid(rows=rows, cols=cols)
    assert JunctionTree(all_recovered(model)).cost.treewidth == treewidth
    assert JunctionTree(Relaxation.decomposed(ClonedModel(model))).cost.treewidth == 1
    assert JunctionTree(Relaxation.forest(ClonedModel(model))).cost.treewidth == 1
