"""model-split is belief propagation on the decomposed model, exact on trees, and exact once
everything is recovered.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.model import Factor, Model, Variable
from rcr.run import Run
from tests.oracle import exact, exact_marginals, reduce
from tests.strategies import FINITE, models, seeds, table

both_tasks = pytest.mark.parametrize("task", ["mpe", "z"])
some = settings(max_examples=60, deadline=None)


def beliefs(log_table, sums):
    """A log table whose entries sum to one (or whose largest is one)."""
    return log_table - reduce(log_table, tuple(range(log_table.ndim)), sums)


class BeliefPropagation:
    """Loopy belief propagation with messages on the edges (factor, variable), both directions
    renewed together, edge by edge.
    """

    def __init__(self, model, sums):
        self.model, self.sums = model, sums
        self.unary = [np.zeros(d) for d in model.cards]
        for f in model.factors:
            if len(f.scope) == 1:
                self.unary[f.scope[0]] = self.unary[f.scope[0]] + f.log_table
        edges = [(i, v) for i, f in enumerate(model.factors) if len(f.scope) > 1 for v in f.scope]
        self.to_variable = {(i, v): np.zeros(model.cards[v]) for i, v in edges}
        self.to_factor = {(i, v): np.zeros(model.cards[v]) for i, v in edges}

    def _factor(self, i, without=None):
        """ψ_i times the messages from its variables."""
        scope, out = self.model.factors[i].scope, self.model.factors[i].log_table
        for p, u in enumerate(scope):
            if u != without:
                out = out + self.to_factor[i, u].reshape(
                    [-1 if q == p else 1 for q in range(len(scope))]
                )
        return out

    def _variable(self, v, without=None):
        """The unary factors of v times the messages from its other factors."""
        return self.unary[v] + sum(
            m for (j, u), m in self.to_variable.items() if u == v and j != without
        )

    def sweep(self, damping=0.0):
        for i, v in self.to_variable:
            scope = self.model.factors[i].scope
            inside = reduce(
                self._factor(i, without=v),
                tuple(p for p, u in enumerate(scope) if u != v),
                self.sums,
            )
            outside = self._variable(v, without=i)
            for messages, new in ((self.to_variable, inside), (self.to_factor, outside)):
                mixed = (1 - damping) * beliefs(new, self.sums) + damping * messages[i, v]
                messages[i, v] = beliefs(mixed, self.sums)

    def marginals(self):
        return [beliefs(self._variable(v), self.sums) for v in range(len(self.model.variables))]

    def bethe(self):
        """log Z = Σ_i (E log ψ_i + H(b_i)) + Σ_v (E log ψ_v + (1 − d_v) H(b_v)) of the beliefs at
        a fixed point.
        """
        value = sum(float(f.log_table) for f in self.model.factors if not f.scope)
        for i in {i for i, _ in self.to_variable}:
            b = beliefs(self._factor(i), True)
            value += float((np.exp(b) * (self.model.factors[i].log_table - b)).sum())
        for v, b in enumerate(self.marginals()):
            degree = sum(u == v for _, u in self.to_variable)
            value += float((np.exp(b) * (self.unary[v] - (1 - degree) * b)).sum())
        return value


def probabilities(run):
    """Normalised log marginals of the compensated model."""
    marginals = run.engine(run.state.relaxation).marginals(run.state.theta.array())
    return [beliefs(m, run.settings.sums) for m in marginals]


@st.composite
def trees(draw):
    """A random tree of factors over 1–3 variables each, zeros allowed, so that belief propagation
    is exact.
    """
    rng = np.random.default_rng(draw(seeds))
    card, scopes = [draw(st.integers(1, 4))], []
    for _ in range(draw(st.integers(0, 4))):
        old = draw(st.integers(0, len(card) - 1))
        new = range(len(card), len(card) + draw(st.integers(1, 2)))
        card += [draw(st.integers(1, 4)) for _ in new]
        scopes.append(tuple(draw(st.permutations([old, *new]))))
    scopes += [(v,) for v in range(len(card)) if draw(st.booleans())]
    kinds = [draw(st.sampled_from(("normal", "weak", "some zeros"))) for _ in scopes]
    factors = [
        Factor(s, table(kind, tuple(card[v] for v in s), rng))
        for s, kind in zip(scopes, kinds, strict=True)
    ]
    return Model(tuple(Variable.numbered(f"x{v}", d) for v, d in enumerate(card)), tuple(factors))


# -- the decomposed model ------------------------------------------------------------------------


@both_tasks
@pytest.mark.parametrize("damping", [0.0, 0.4])
@some
@given(model=models(kinds=FINITE, evidence=False))
def test_sweeps_are_loopy_belief_propagation(task, damping, model):
    run = Run(
        model,
        task=task,
        scheme="model-split",
        scheme_parameters={"damping": damping},
        order="index",
    )
    peer = BeliefPropagation(model, task == "z")
    for _ in range(3):
        run.sweep()
        peer.sweep(damping)
        messages = [*peer.to_variable.values(), *peer.to_factor.values()]
        expected = np.concatenate(messages) if messages else np.zeros(0)
        np.testing.assert_allclose(run.state.theta.array(), expected, rtol=1e-9, atol=1e-9)
        for found, belief in zip(probabilities(run), peer.marginals(), strict=True):
            np.testing.assert_allclose(found, belief, rtol=1e-9, atol=1e-9)


@pytest.mark.slow
@some
@given(model=models(kinds=("weak", "flat"), evidence=False))
def test_the_estimate_at_a_fixed_point_is_the_bethe_value(model):
    run = Run(model, task="z", scheme="model-split", order="index", settle=1e-13, max_sweeps=5000)
    peer = BeliefPropagation(model, True)
    run.converge()
    for _ in range(run.state.sweeps):
        peer.sweep()
    if len(run.cloned):
        assert run.state.settled
        assert run.state.bounds.estimate == pytest.approx(peer.bethe(), abs=1e-9)
    else:
        assert run.state.bounds.estimate is None
        assert run.state.value == pytest.approx(peer.bethe(), abs=1e-9)


@pytest.mark.parametrize("start", ["decomposed", "forest"])
@some
@given(model=models(kinds=("weak", "flat"), evidence=False))
def test_damping_reaches_the_same_fixed_point(start, model):
    plain, damped = (
        Run(
            model,
            task="z",
            scheme="model-split",
            scheme_parameters={"damping": damping},
            start=start,
            settle=1e-13,
            max_sweeps=5000,
        )
        for damping in (0.0, 0.5)
    )
    for a, b in zip(probabilities_at_the_end(plain), probabilities_at_the_end(damped), strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-9)


@both_tasks
@some
@given(model=models(kinds=FINITE, evidence=False))
def test_damping_leaves_a_fixed_point_where_it_is(task, model):
    plain = Run(model, task=task, scheme="model-split", settle=1e-12, max_sweeps=2000)
    plain.converge()
    if not plain.state.settled:
        return
    damped = Run(model, task=task, scheme="model-split", scheme_parameters={"damping": 0.7})
    damped.tree.add(replace(damped.state, theta=plain.state.theta))
    damped.sweep()
    np.testing.assert_allclose(
        damped.state.theta.array(), plain.state.theta.array(), rtol=0, atol=1e-9
    )


def probabilities_at_the_end(run):
    run.converge()
    return probabilities(run)


# -- where it is exact ---------------------------------------------------------------------------


@both_tasks
@some
@given(model=trees(), data=st.data())
def test_it_is_exact_on_trees_whatever_is_recovered(task, model, data):
    """Each relaxed constraint then splits the model in two: the ideal case model-split was made
    for.
    """
    sums, truth = task == "z", exact(model, task == "z")
    run = Run(model, task=task, scheme="model-split", max_sweeps=50)
    chosen = [c.id for c in run.cloned.constraints if data.draw(st.booleans())]
    if chosen:
        run.recover(chosen)
    run.sweep(len(run.cloned) + 1)
    if truth == -np.inf:
        assert run.status == "infeasible"
        return
    best = run.state.bounds.estimate if len(run.state.relaxation.relaxed) else run.state.value
    assert best == pytest.approx(truth, rel=1e-9, abs=1e-9)
    for found, marginal in zip(probabilities(run), exact_marginals(model, sums), strict=True):
        np.testing.assert_allclose(found, beliefs(marginal, sums), rtol=1e-9, atol=1e-9)


@both_tasks
@some
@given(model=models())
def test_recovery_reaches_exact_marginals(task, model):
    sums, truth = task == "z", exact(model, task == "z")
    run = Run(model, task=task, scheme="model-split", recovery="mutual-information", max_sweeps=5)
    run.solve()
    if truth == -np.inf:
        assert run.status == "infeasible"
        return
    assert run.status == "certified"
    assert run.state.upper == pytest.approx(truth, rel=1e-9, abs=1e-9)
    for found, marginal in zip(probabilities(run), exact_marginals(model, sums), strict=True):
        np.testing.assert_allclose(found, beliefs(marginal, sums), rtol=1e-9, atol=1e-9)


@both_tasks
@some
@given(model=models(kinds=FINITE))
def test_an_estimate_is_never_sold_as_a_bound(task, model):
    run = Run(model, task=task, scheme="model-split")
    for _ in range(3):
        run.sweep()
        if len(run.state.relaxation.relaxed):
            assert run.state.upper == np.inf
            assert run.state.certificate is None
            assert np.isfinite(run.state.bounds.estimate)
            assert run.state.value == pytest.approx(
                run.engine(run.state.relaxation).value(run.state.theta.array()), rel=1e-9, abs=1e-9
            )
