"""Explanations carry the library's own numbers, for every scheme, for independent and for joint X
and X_i.
"""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import registry
from rcr.explain import explain
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.run import Run
from tests.haste import slow_after_the_first
from tests.strategies import models

SCHEMES = [
    (scheme, task)
    for scheme, plugin in registry.plugins("compensation").items()
    for task in plugin.facts.tasks
]
FULLY = {"start": "decomposed"}
PARTLY = {"start": "forest"}


def small(states=2, **more):
    return Run(grid(rows=3, cols=3, seed=10, states=states), **more)


def theta_of(run, state, k):
    ground, theta = run.cloned.ground, state.theta.array()
    rows = slice(ground.theta_ptr[k], ground.theta_ptr[k + 1])
    return np.array([theta[: len(theta) // 2][rows], theta[len(theta) // 2 :][rows]])


def stepwise(run, updates):
    """The same updates one at a time in a second run, which then knows the state just before the
    last.
    """
    other = Run(run.model, **run.settings.as_dict())
    for _ in range(updates):
        other.step()
    return other


def numbers(latex):
    """What stands to the right of the last equals sign of each line."""
    return [
        float(re.split(r"[=\\&]", line.replace(r"\end{aligned}", ""))[-1])
        for line in latex.split(r"\\ ")
        if "=" in line
    ]


@pytest.mark.parametrize("states", [2, 3])
@pytest.mark.parametrize("start", ["decomposed", "forest"])
@pytest.mark.parametrize(("scheme", "task"), SCHEMES)
def test_an_update_is_explained_with_its_own_numbers(scheme, task, start, states):
    run = small(states, scheme=scheme, task=task, start=start)
    run.sweep()
    for _ in range(5):
        parent, k = run.state, int(run.order(run.state)[run.state.cursor])
        state = run.step()
        explanation = explain(run)
        change = explanation.change
        assert change.constraint == run.cloned.constraints[k].id
        assert f"{change.constraint} (" in explanation.sentence
        pair = run.engine(parent.relaxation).pair_table(parent.theta.array(), k)
        np.testing.assert_allclose(change.pair, pair, atol=1e-9)
        np.testing.assert_array_equal(change.theta_before, theta_of(run, parent, k))
        np.testing.assert_array_equal(change.theta_after, theta_of(run, state, k))
        reduce = np.logaddexp.reduce if task == "z" else np.max
        assert reduce(change.compensated_before, axis=None) == pytest.approx(parent.value)
        assert reduce(change.compensated_after, axis=None) == pytest.approx(state.value)
        original = run.engine(state.relaxation).marginals(state.theta.array())[
            run.cloned.constraints[k].variable
        ]
        np.testing.assert_allclose(change.marginals_after[0], original, atol=1e-9)
        written = numbers(explanation.numbers)
        expected = (
            change.theta_after.T.ravel() if scheme == "model-split" else change.theta_after[0]
        )
        np.testing.assert_allclose(
            written, expected[1:] if "Theorem 5" in explanation.title else expected, atol=1e-4
        )


def both_sides(latex):
    """The arithmetic of each line worked out, and the result that is written after it."""
    signs = {
        r"\tfrac12": "0.5*",
        r"\left": "",
        r"\right": "",
        r"\cdot": "*",
        r"\,": "*",
        r"\end{aligned}": "",
    }
    for line in latex.split(r"\\ "):
        for sign, plain in signs.items():
            line = line.replace(sign, plain)
        arithmetic, result = line.split("=")[-2:]
        yield eval(arithmetic), float(result)


@pytest.mark.parametrize("states", [2, 3])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"task": "z"},
        {"scheme": "subgradient"},
        {"scheme": "subgradient", "task": "z", **PARTLY},
        {"scheme": "model-split", "task": "z"},
        {"scheme": "model-split", "scheme_parameters": {"damping": 0.4}, **PARTLY},
    ],
)
def test_the_written_arithmetic_is_right(more, states):
    run = small(states, **more)
    run.sweep(2)
    for _ in range(6):
        run.step()
        for worked_out, written in both_sides(explain(run).numbers):
            assert worked_out == pytest.approx(written, abs=3e-4)


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_the_written_arithmetic_of_theorem_5_is_right(task):
    run = small(task=task, start="forest")
    for _ in range(6):
        run.step()
        assert "Theorem 5" in explain(run).title
        for worked_out, written in both_sides(explain(run).numbers):
            assert worked_out == pytest.approx(written, abs=3e-4)


@pytest.mark.parametrize(("scheme", "task"), SCHEMES)
@pytest.mark.parametrize("order", ["tree", "random"])
@pytest.mark.parametrize("updates", slow_after_the_first([3, 24, 25, 60]))
def test_of_several_updates_the_last_is_explained(scheme, task, order, updates):
    run = small(scheme=scheme, task=task, order=order, seed=3)
    run.compensate(updates)
    single = stepwise(run, updates)
    together, alone = explain(run).change, explain(single).change
    assert together.constraint == alone.constraint
    assert f"the last, of {together.constraint} (" in explain(run).sentence
    np.testing.assert_allclose(together.theta_before, alone.theta_before, atol=1e-9)
    np.testing.assert_allclose(together.theta_after, alone.theta_after, atol=1e-9)
    np.testing.assert_allclose(together.pair, alone.pair, atol=1e-8)


def test_explaining_leaves_the_run_as_it_is():
    run = small()
    state = run.sweep(3)
    explain(run)
    assert run.state is state
    assert list(run.states) == [0, 1]


def test_a_chosen_constraint_is_the_one_explained():
    run = small()
    run.step("c7")
    assert explain(run).change.constraint == "c7"
    assert explain(run).sentence.startswith("The update of c7 (")


@pytest.mark.parametrize(
    ("more", "states", "title", "sign"),
    [
        (
            {"task": "mpe", **FULLY},
            2,
            "mpe-dd, X and its clone independent (Theorem 3)",
            r"\mathrm{mpe}(x_i)",
        ),
        ({"task": "z", **FULLY}, 3, "pr-dd, X and its clone independent (Theorem 3)", "{Z(x_i)}"),
        (
            {"task": "mpe", **PARTLY},
            2,
            "mpe-dd, X and its clone in one component (Theorem 5)",
            r"\mathrm{mpe}(\bar x, x_i)",
        ),
        (
            {"task": "z", **PARTLY},
            2,
            "pr-dd, X and its clone in one component (Theorem 5)",
            r"{Z(\bar x, x_i)}",
        ),
        (
            {"task": "mpe", **PARTLY},
            3,
            "mpe-dd, X and its clone in one component: balancing",
            r"\max_{y\ne x}",
        ),
        (
            {"task": "z", **PARTLY},
            3,
            "pr-dd, X and its clone in one component: balancing",
            r"\sum_{y\ne x}",
        ),
        ({"task": "z", "scheme": "model-split"}, 2, "model-split (Theorem 1)", r"\log\alpha"),
        ({"task": "mpe", "scheme": "subgradient"}, 2, "subgradient step (section 2)", "s = 0.5000"),
    ],
)
def test_the_equation_is_the_one_that_applies(more, states, title, sign):
    run = small(states, **more)
    run.step()
    assert explain(run).title == title
    assert sign in explain(run).formula


@pytest.mark.parametrize("task", ["mpe", "z"])
@pytest.mark.parametrize("states", [2, 3, 4])
@pytest.mark.parametrize("start", ["decomposed", "forest"])
def test_the_marked_entries_are_balanced(task, states, start):
    run = small(states, task=task, start=start)
    run.sweep()
    run.step()
    change = explain(run).change
    after, off = change.compensated_after, ~np.eye(states, dtype=bool)
    assert change.marked.any()
    assert not change.marked[~off].any()
    if start == "decomposed" or states == 2:
        np.testing.assert_allclose(after[change.marked], after.T[change.marked], atol=1e-9)
    reduce = np.logaddexp.reduce if task == "z" else np.max
    hidden = np.where(off, after, -np.inf)
    np.testing.assert_allclose(reduce(hidden, axis=1), reduce(hidden, axis=0), atol=1e-6)
    if task == "mpe":
        assert np.all(change.marked.any(axis=0) & change.marked.any(axis=1))


def test_damping_is_part_of_the_equation():
    run = small(scheme="model-split", scheme_parameters={"damping": 0.25})
    run.step()
    assert r"0.75\,\log" in explain(run).formula
    assert r"0.25\,\log\theta(x)" in explain(run).formula


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_a_recovery_gains_what_was_predicted(task):
    run = small(task=task, start="forest")
    run.sweep(3)
    parent, chosen = run.state, run.suggest(1)
    state = run.recover(chosen)
    explanation = explain(run)
    assert explanation.predicted == pytest.approx(explanation.gained)
    assert explanation.gained == pytest.approx(parent.value - state.value)
    assert explanation.gained > 0
    assert f"Recovered {chosen[0]} (" in explanation.sentence
    assert explanation.change.marked.sum() == (1 if task == "mpe" else 2)
    assert numbers(explanation.numbers) == pytest.approx([explanation.predicted], abs=1e-4)


def test_the_gains_of_several_recoveries_are_no_prediction():
    run = small(start="forest")
    run.sweep(3)
    run.recover(run.suggest(3))
    explanation = explain(run)
    assert explanation.predicted is None
    assert explanation.change is None
    assert "such gains do not add up" in explanation.sentence
    assert len(numbers(explanation.numbers)) == 3


def test_a_recovery_that_closes_no_loop_says_why_it_gained_nothing():
    run = small()
    run.converge()
    parent = run.state
    idle = [
        k
        for k, drop in zip(run.candidates().relaxed, run.candidates().impact, strict=True)
        if drop < 1e-12
    ]
    state = run.recover([int(idle[0])])
    assert state.relaxation.loops_closed == parent.relaxation.loops_closed
    assert "closed no loop" in explain(run).sentence


def test_a_loop_that_gains_nothing_at_once_says_so():
    run = small(3, start="forest")
    run.converge()
    idle = [
        k
        for k, drop in zip(run.candidates().relaxed, run.candidates().impact, strict=True)
        if drop < 1e-12
    ]
    run.recover([int(idle[0])])
    assert "can still help in the next sweeps" in explain(run).sentence


def test_no_gain_is_predicted_without_a_bound():
    run = small(scheme="model-split")
    run.sweep()
    run.recover(["c3"])
    assert explain(run).predicted is None
    assert "no gain can be predicted" in explain(run).sentence


def test_start_and_relax_have_a_sentence_too():
    run = small(start="forest")
    assert explain(run).sentence.startswith("The start: 4 of 24 equivalence constraints relaxed")
    run.sweep(2)
    best = run.state.upper
    run.relax(["c0"])
    assert explain(run).sentence.startswith("Relaxed c0 (")
    assert run.state.value > best
    assert f"the best upper bound so far is still {best:.4f}" in explain(run).sentence


def test_a_bound_that_rises_is_not_passed_off_as_the_best():
    run = small(scheme="subgradient")
    run.sweep(3)
    assert run.state.value > run.state.upper
    assert f"the best upper bound so far is still {run.state.upper:.4f}" in explain(run).sentence


def test_nothing_to_compensate():
    run = small()
    run.recover([c.id for c in run.cloned.constraints])
    run.sweep()
    assert explain(run).change is None
    assert explain(run).sentence.startswith("Nothing was updated")


def test_names_are_safe_in_latex():
    variables = (Variable("a_b", ("50%", "x_1")), Variable("c", ("0", "1")))
    run = Run(Model(variables, (Factor((0, 1), [[0.0, 1.0], [2.0, 0.5]]),)))
    run.step("c0")
    assert r"\text{50\%}" in explain(run).numbers
    assert r"\text{x\_1}" in explain(run).numbers


@settings(max_examples=60, deadline=None)
@given(
    models(),
    st.sampled_from(SCHEMES),
    st.sampled_from(["decomposed", "forest"]),
    st.integers(1, 12),
    st.data(),
)
def test_zeros_and_odd_models_are_explained_without_nan(model, scheme, start, updates, data):
    run = Run(model, scheme=scheme[0], task=scheme[1], start=start)
    run.compensate(updates)
    if len(run.state.relaxation.relaxed):
        run.recover([int(data.draw(st.sampled_from(run.state.relaxation.relaxed.tolist())))])
    run.step()
    with np.errstate(invalid="raise", divide="raise"):
        for state in run.states.values():
            explanation = explain(run, state)
            assert explanation.sentence.endswith(".")
            assert "nan" not in explanation.sentence + explanation.numbers
