"""The LP yardstick: exact where it must be, above the answer, below every compensation, never
higher after a recovery.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import linprog

from rcr.engines.junction_tree import JunctionTree
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from tests.oracle import components, exact, joint, nodes_of, relaxed_factors
from tests.strategies import models, relaxations, seeds, thetas

some = settings(max_examples=60, deadline=None)


def near(value, scale=1.0):
    """Equal within the solver's accuracy; no tolerance for an infinite value."""
    return pytest.approx(value, abs=1e-6 * max(1.0, scale)) if np.isfinite(value) else value


def size_of(relaxation):
    """How large the numbers of a model are, for rounding."""
    return sum(
        float(np.abs(t[np.isfinite(t)]).max(initial=0))
        for t in (f.log_table for f in relaxation.cloned.model.factors)
    )


def by_listing(relaxation):
    """The same optimum from the definition: a distribution over all joint states of each
    component, tied at the relaxed constraints.
    """
    cloned = relaxation.cloned
    n, (card, _) = len(cloned.model.variables), nodes_of(relaxation)
    nothing = np.zeros(2 * int(cloned.ground.theta_ptr[-1]))
    factors = [(s, t) for s, t in relaxed_factors(relaxation, nothing) if s]
    parts = components(relaxation)
    shapes = [tuple(card[v] for v in nodes) for nodes in parts]
    start = np.cumsum([0] + [int(np.prod(shape)) for shape in shapes])
    values = np.concatenate(
        [joint(nodes, card, [f for f in factors if f[0][0] in nodes]).ravel() for nodes in parts]
    )
    rows = []

    def indicator(node, state):
        at = next(i for i, nodes in enumerate(parts) if node in nodes)
        row = np.zeros(start[-1])
        row[start[at] : start[at + 1]] = (
            np.indices(shapes[at])[parts[at].index(node)].ravel() == state
        )
        return row

    for i in range(len(parts)):
        row = np.zeros(start[-1])
        row[start[i] : start[i + 1]] = 1
        rows.append(row)
    right = [1.0] * len(parts)
    for k in relaxation.relaxed:
        v = int(cloned.ground.con_var[k])
        for x in range(card[v]):
            rows.append(indicator(v, x) - indicator(n + int(k), x))
            right.append(0.0)
    possible = values > -np.inf
    if not possible.any():
        return -np.inf
    found = linprog(-values[possible], A_eq=np.array(rows)[:, possible], b_eq=right)
    return -np.inf if found.status == 2 else -found.fun + cloned.constant


@some
@given(relaxation=relaxations(models(max_joint=500), max_component=200))
def test_it_is_the_optimum_over_distributions_of_the_components(relaxation):
    assert lp_bound(relaxation) == near(by_listing(relaxation), size_of(relaxation))


@some
@given(model=models())
def test_everything_recovered_it_is_exact(model):
    cloned = ClonedModel(model)
    everything = Relaxation.everything(cloned)
    assert lp_bound(everything) == near(exact(model), size_of(everything))


@some
@given(number=seeds)
def test_on_a_tree_it_is_exact(number):
    rng = np.random.default_rng(number)
    card = rng.integers(2, 4, size=6)
    edges = [(int(rng.integers(v)), v) for v in range(1, 6)]
    tables = [
        np.where(rng.random(card[list(e)]) < 0.15, -np.inf, rng.normal(size=card[list(e)]))
        for e in edges
    ]
    model = Model(
        tuple(Variable.numbered(f"x{v}", int(d)) for v, d in enumerate(card)),
        tuple(map(Factor, edges, tables)),
    )
    assert lp_bound(Relaxation.decomposed(ClonedModel(model))) == near(exact(model))


@some
@given(relaxation=relaxations(), number=seeds)
def test_it_lies_between_the_answer_and_every_compensation(relaxation, number):
    value, slack = lp_bound(relaxation), 1e-7 * max(1.0, size_of(relaxation))
    assert value >= exact(relaxation.cloned.model) - slack
    ids = [relaxation.cloned.constraints[k].id for k in np.flatnonzero(relaxation.recovered)]
    run = Run(relaxation.cloned.model, start=ids, max_sweeps=100)
    assert run.converge().upper >= value - slack
    theta = thetas(relaxation, np.random.default_rng(number), inverse=True)
    assert JunctionTree(relaxation).value(theta) >= value - slack


@some
@given(relaxation=relaxations(models(max_joint=2_000), max_component=500), number=seeds)
def test_a_recovery_never_raises_it_and_lowers_it_only_by_closing_a_loop(relaxation, number):
    if len(relaxation.relaxed) == 0:
        return
    more = relaxation.with_recovered(np.random.default_rng(number).choice(relaxation.relaxed, 1))
    before, after, slack = (
        lp_bound(relaxation),
        lp_bound(more),
        1e-6 * max(1.0, size_of(relaxation)),
    )
    assert after <= before + slack
    if more.loops_closed == relaxation.loops_closed:
        assert after == near(before, size_of(relaxation))


def test_a_frustrated_triangle():
    """Three variables that all want to differ: half and half satisfies every pair, no assignment
    satisfies all three.
    """
    differ = np.array([[-1.0, 0.0], [0.0, -1.0]])
    model = Model(
        tuple(Variable.numbered(n, 2) for n in "abc"),
        tuple(Factor(s, differ) for s in ((0, 1), (1, 2), (0, 2))),
    )
    cloned = ClonedModel(model)
    assert lp_bound(Relaxation.decomposed(cloned)) == near(0.0)
    assert lp_bound(Relaxation.forest(cloned)) == near(0.0)
    assert lp_bound(Relaxation(cloned, np.ones(6, dtype=np.bool_))) == near(-1.0)


@pytest.mark.parametrize("seed", [0, 3])
def test_compensation_comes_close_to_it(seed):
    """On these binary grids balancing ends at the optimum; subgradient steps are slow: within 0.1
    % of the value after 3,000 sweeps.
    """
    model = grid(rows=4, cols=4, seed=seed)
    best = lp_bound(Run(model).state)
    balanced = Run(model, max_sweeps=3000, settle=0).converge().upper
    assert balanced == near(best)
    stepped = Run(model, scheme="subgradient", scheme_parameters={"decay": 1.0}).sweep(3000).upper
    assert best - 1e-7 <= stepped <= best + 0.001 * abs(best)


def test_a_program_that_is_too_large_is_refused():
    cloned = ClonedModel(
        grid(rows=4, cols=4)
    )  # 24 factors and 16 variables, 24·4 + 16·2 entries, and 48 constraints over 4 + 2 of them
    with pytest.raises(
        ModelError,
        match=r"has at least 416 coefficients, over the limit of 415; recover fewer constraints",
    ):
        lp_bound(Relaxation.decomposed(cloned), max_coefficients=415)
    everything = Relaxation(ClonedModel(grid(rows=40, cols=40)), np.ones(6240, dtype=np.bool_))
    with pytest.raises(ModelError, match="over the limit of 300,000"):
        lp_bound(everything)


def test_a_solver_that_takes_too_long_is_stopped():
    with pytest.raises(ModelError, match=r"not solved within 0.001 s"):
        lp_bound(Relaxation.decomposed(ClonedModel(grid(rows=20, cols=20))), time_limit=0.001)
