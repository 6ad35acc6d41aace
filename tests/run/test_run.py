"""A run: steps from state to state, the tree they make, runs that can be stopped and done again,
verdicts and refusals.
"""

from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.engines.circuit import Circuit
from rcr.engines.circuit.graph import circuit_graph
from rcr.engines.protocol import TooLarge
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.run import Run
from rcr.state import Compensate, Recover, Start
from tests.oracle import exact
from tests.strategies import models

ORDERS = ["tree", "index", "random"]


def numbers(state):
    """Everything about a state but the time it took."""
    bounds, theta = state.bounds, state.theta.array().tolist()
    counts = (
        state.cursor,
        state.updates,
        state.sweeps,
        state.rounds,
        state.treewidth,
        state.table_entries,
    )
    return (
        state.value,
        bounds,
        counts,
        state.recovered,
        theta,
        state.assignment.tolist(),
        state.relaxed_assignment.tolist(),
    )


def again(run):
    """The recorded actions of a run done again, in a fresh run."""
    fresh = Run(run.model, **run.settings.as_dict())
    for state in run.states.values():
        if state.parent is not None:
            fresh.goto(state.parent.number)
            fresh.act(state.action)
    return fresh


def frustrated(**more):
    """A grid whose decomposed bound is not tight: only recovery closes the gap."""
    return Run(grid(rows=3, cols=3, seed=10), **more)


def pair(table, states=2, **more):
    return Model(
        (Variable.numbered("x", states), Variable.numbered("y", states)),
        (Factor((0, 1), table),),
        **more,
    )


# -- steps ---------------------------------------------------------------------------------------


def test_the_start():
    run = frustrated()
    state = run.state
    assert (
        state.number,
        state.parent,
        state.updates,
        state.sweeps,
        state.rounds,
        state.cursor,
    ) == (0, None, 0, 0, 0, 0)
    assert state.recovered == ()
    assert not state.theta.array().any()
    assert state.lower <= exact(run.model) <= state.upper
    assert run.status == "bounded"
    assert run.reason == "not certified: the bounds have not met"


@pytest.mark.parametrize(
    ("start", "count"),
    [("decomposed", 0), ("forest", 20), (("c0", "c7"), 2), (["c7", "c0"], 2), ([], 0)],
)
def test_where_a_run_may_start(start, count):
    run = frustrated(start=start)
    assert run.state.relaxation.count == count
    assert run.state.relaxation.loops_closed == 0


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("task", ["mpe", "z"])
def test_single_steps_are_a_sweep(order, task):
    whole, single = (
        frustrated(order=order, task=task, seed=3),
        frustrated(order=order, task=task, seed=3),
    )
    for _ in range(3):
        whole.sweep()
        for _ in range(24):
            single.step()
        np.testing.assert_allclose(
            single.state.theta.array(), whole.state.theta.array(), rtol=0, atol=1e-12
        )
        assert single.state.value == pytest.approx(whole.state.value, abs=1e-12)
    assert (single.state.sweeps, single.state.cursor, single.state.updates) == (3, 0, 72)
    assert (whole.state.sweeps, whole.state.cursor, whole.state.updates) == (3, 0, 72)


def test_a_sweep_begun_is_finished():
    run = frustrated()
    run.step()
    run.step()
    assert (run.state.cursor, run.state.sweeps) == (2, 0)
    run.sweep()
    assert (run.state.cursor, run.state.sweeps, run.state.updates) == (0, 1, 24)
    run.sweep(4)
    assert (run.state.cursor, run.state.sweeps, run.state.updates) == (0, 5, 120)
    assert len(run.state.curve) == 4
    assert run.state.curve[-1] == pytest.approx(run.state.value, abs=1e-12)


def test_a_chosen_constraint_leaves_the_sweep_where_it_is():
    run = frustrated(order="index")
    run.step()
    before = run.state.theta.array()
    run.step("c9")
    changed = np.flatnonzero(run.state.theta.array() != before).tolist()
    assert changed == [19, 48 + 19], (
        "log θ of the second state of c9 and of its clone; the first is 0"
    )
    assert (run.state.cursor, run.state.updates) == (1, 2)
    run.step()
    assert run.state.action == Compensate(1)
    assert run.state.cursor == 2


def test_a_recovered_constraint_is_not_compensated():
    run = frustrated(start=["c4"])
    with pytest.raises(
        ModelError, match="constraint c4 is recovered; only relaxed constraints are compensated"
    ):
        run.step("c4")
    run.sweep()
    assert run.state.updates == 23


def test_convergence():
    run = frustrated(settle=1e-5)
    run.converge()
    assert run.state.settled
    assert (np.diff(run.state.curve) <= 1e-12).all()
    assert (
        run.state.curve[-2] - run.state.curve[-1]
        <= 1e-5
        < run.state.curve[-3] - run.state.curve[-2]
    )
    short = frustrated(settle=0, max_sweeps=4)
    short.converge()
    assert (short.state.sweeps, short.state.settled) == (4, False)


@pytest.mark.parametrize(
    "order",
    ["index", "random", tuple(f"c{k}" for k in reversed(range(24)))],
    ids=["index", "random", "chosen"],
)
def test_orders(order):
    run = frustrated(order=order, seed=5)
    first = run.order(run.state)
    assert sorted(first) == list(range(24))
    run.step()
    moved = np.flatnonzero(run.state.theta.array()[:48]) // 2
    assert set(moved) <= {first[0]}
    if order == "random":
        run.sweep()
        assert run.order(run.state).tolist() != first.tolist()
        assert (
            run.order(run.state).tolist()
            == frustrated(order=order, seed=5, start=[]).order(run.state).tolist()
        )
        assert (
            frustrated(order=order, seed=6).order(run.state).tolist()
            != run.order(run.state).tolist()
        )
    else:
        assert first.tolist() == (
            list(range(24)) if order == "index" else list(reversed(range(24)))
        )
    run.recover(["c3"])
    assert sorted(run.order(run.state)) == [k for k in range(24) if k != 3]


# -- recovering and relaxing ---------------------------------------------------------------------


def test_recover_and_relax():
    run = frustrated()
    run.sweep()
    before = run.state
    run.recover(["c5", 2])
    assert run.state.action == Recover(("c2", "c5"))
    assert run.state.recovered == ("c2", "c5")
    assert run.state.rounds == 1
    assert run.state.value <= before.value
    run.relax(["c2", "c5"])
    assert run.state.recovered == ()
    assert run.state.rounds == 1
    assert run.state.value == pytest.approx(before.value, abs=1e-12), "their θ is what it was"
    assert run.state.upper <= before.upper, "the best bound on the way is kept"


def test_relaxing_raises_the_bound_of_now_and_not_the_best():
    run = frustrated(start="forest")
    run.recover(["c13"])
    reached = run.sweep(3)
    assert reached.now == reached.upper == reached.value
    raised = run.relax(["c13"])
    assert raised.now == raised.value > reached.now + 0.1
    assert raised.upper == reached.upper
    row = run.row(raised)
    assert (row["now"], row["upper"]) == (raised.now, reached.upper)


@settings(max_examples=60, deadline=None)
@given(models(), st.sampled_from(["mpe-dd", "subgradient", "model-split"]), st.integers(0, 2**32))
def test_the_bound_of_now_is_never_below_the_best_which_never_rises(model, scheme, seed):
    run, rng = Run(model, scheme=scheme, seed=seed), np.random.default_rng(seed)
    truth = exact(model)
    for _ in range(6):
        relaxed, recovered = run.state.relaxation.relaxed, run.state.recovered
        if rng.random() < 0.4 and len(relaxed):
            run.recover([int(rng.choice(relaxed))])
        elif rng.random() < 0.4 and recovered:
            run.relax([str(rng.choice(recovered))])
        else:
            run.sweep(int(rng.integers(1, 4)))
        state, before = run.state, run.state.parent
        bounded = scheme != "model-split" or state.relaxation.complete
        assert (state.now is not None) == (bounded or state.upper == -np.inf)
        assert state.upper <= before.upper
        assert truth <= state.upper + 1e-9
        if state.now is not None:
            assert state.upper <= state.now


def test_a_scheme_that_goes_up_and_down_keeps_the_best_of_its_sweeps():
    run = frustrated(scheme="subgradient", scheme_parameters={"step": 1.0})
    run.sweep(30)
    assert run.state.upper == run.state.curve.min() < run.state.now


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (lambda run: run.recover(["c1"]), "nothing to recover: c1 is recovered"),
        (lambda run: run.recover([]), "nothing to recover: no constraint is recovered"),
        (lambda run: run.relax(["c2", "c1"]), "nothing to relax: c2 is not recovered"),
        (lambda run: run.recover(["c99"]), "there is no constraint 'c99'"),
        (lambda run: run.step("c99"), "there is no constraint 'c99'"),
        (lambda run: run.goto(77), "this run has no state 77"),
        (lambda run: run.goto("nowhere"), "this run has no state 'nowhere'"),
        (lambda run: run.undo(), "this is the start; there is nothing to undo"),
        (lambda run: run.delete(0), "the start cannot be deleted"),
        (lambda run: run.act(Start()), "a run starts once"),
        (
            lambda run: run.suggest(recovery="gut feeling"),
            "there is no recovery called 'gut feeling'",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(what, sentence):
    run = frustrated(start=["c1"])
    state = run.state
    with pytest.raises(ModelError, match=sentence):
        what(run)
    assert run.state is state
    assert list(run.states) == [0]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"task": "map"}, "the task must be one of mpe, z, not 'map'"),
        ({"scheme": "pr-dd"}, "scheme pr-dd is for task z, not for mpe"),
        ({"scheme": "dd"}, "there is no compensation called 'dd'"),
        (
            {"scheme": "model-split", "scheme_parameters": {"damping": 2}},
            "damping must lie between 0 and 0.99, not 2",
        ),
        (
            {"scheme_parameters": {"step": 1}},
            "compensation mpe-dd has no parameter 'step'; it takes: none",
        ),
        ({"recovery": "best"}, "there is no recovery called 'best'"),
        ({"recovery_parameters": {"tie": 5}}, "tie must lie between 1e-12 and 1, not 5"),
        (
            {"start": "tree"},
            "start must be one of decomposed, forest or a list of constraint ids, not 'tree'",
        ),
        ({"start": ["c99"]}, "there is no constraint 'c99'"),
        ({"order": "forest"}, "order must be one of tree, index, random or a list"),
        ({"order": ["c1", "c0"]}, "a chosen order must name every constraint of the model"),
        ({"batch": 0}, "batch must be a whole number of at least 1, not 0"),
        ({"batch": 2.5}, "batch must be a whole number of at least 1, not 2.5"),
        ({"max_sweeps": 0}, "max_sweeps must be a whole number of at least 1, not 0"),
        ({"settle": -1}, "settle must be a number of at least 0, not -1"),
        ({"settle": "soon"}, "settle must be a number of at least 0, not 'soon'"),
        ({"tolerance": float("nan")}, "tolerance must be a number of at least 0, not nan"),
        ({"seed": -1}, "seed must be a whole number of at least 0, not -1"),
        ({"seed": "7"}, "seed must be a whole number of at least 0, not '7'"),
        ({"max_bytes": 0}, "max_bytes must be a whole number of at least 1, not 0"),
    ],
)
def test_wrong_settings_are_refused_at_once(choice, sentence):
    with pytest.raises(ModelError, match=sentence):
        frustrated(**choice)


# -- the tree of states --------------------------------------------------------------------------


def test_undo_returns_to_the_very_same_state():
    run = frustrated()
    path = [run.state, run.sweep(), run.recover(["c0"]), run.step(), run.relax(["c0"])]
    before = [numbers(s) for s in path]
    for state in reversed(path[:-1]):
        assert run.undo() is state
        assert run.state is state
    assert [numbers(s) for s in path] == before
    assert [s.number for s in run.states.values()] == [0, 1, 2, 3, 4]


def test_branches():
    run = frustrated()
    run.sweep()
    run.branch("before")
    one = run.recover(["c0", "c1"])
    run.goto("before")
    other = run.recover(["c4"])
    assert one.parent is other.parent is run.goto("before")
    assert (one.number, other.number) == (2, 3)
    assert run.goto(2) is one
    assert [s.number for s in one.path()] == [0, 1, 2]
    run.sweep()
    run.delete(2)
    assert run.state is one.parent
    assert sorted(run.states) == [0, 1, 3]
    run.delete(1)
    assert sorted(run.states) == [0]
    with pytest.raises(ModelError, match="no state 'before'"):
        run.goto("before")
    assert run.step().number == 5, "numbers are not used twice"


def test_states_share_the_theta_that_did_not_change():
    run = Run(grid(rows=12, cols=12))
    run.sweep()
    before = run.state.theta
    run.step("c0")
    after = run.state.theta
    half = len(before.array()) // 2
    changed = [
        i for i, (a, b) in enumerate(zip(before.blocks, after.blocks, strict=True)) if a is not b
    ]
    assert len(before.blocks) > 4
    assert changed == [0, half // 512]
    run.recover(["c5"])
    assert all(a is b for a, b in zip(after.blocks, run.state.theta.blocks, strict=True))
    with pytest.raises(ValueError, match="read-only"):
        after.blocks[0][0] = 1


def test_a_state_does_not_change_when_the_run_goes_on():
    run = frustrated()
    run.sweep()
    state, before = run.state, numbers(run.state)
    run.solve()
    assert numbers(state) == before
    with pytest.raises(ValueError, match="read-only"):
        state.assignment[0] = 1


# -- the same again ------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    model=models(),
    task=st.sampled_from(["mpe", "z"]),
    order=st.sampled_from(ORDERS),
    split=st.booleans(),
)
def test_a_run_done_twice_and_done_again_from_its_actions(model, task, order, split):
    """Bit for bit, whatever the scheme; infeasible models too."""
    choices = {
        "task": task,
        "order": order,
        "scheme": "model-split" if split else "",
        "max_sweeps": 20,
        "batch": 2,
        "seed": 1,
    }
    run, twin = Run(model, **choices), Run(model, **choices)
    run.solve()
    twin.solve()
    replayed = again(run)
    assert list(run.states) == list(twin.states) == list(replayed.states)
    for number, state in run.states.items():
        assert numbers(state) == numbers(twin.states[number]) == numbers(replayed.states[number])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("task", ["mpe", "z"])
@pytest.mark.parametrize("polls", [1, 2, 5])
def test_interrupted_and_continued(order, task, polls):
    run = frustrated(order=order, task=task, settle=0, max_sweeps=40)
    truth, asked = exact(run.model, task == "z"), []
    run.converge(stop=lambda: asked.append(1) or len(asked) == polls)
    assert 0 < run.state.updates < 40 * 24
    for _ in range(2):
        assert run.state.lower - 1e-9 <= truth <= run.state.upper + 1e-9
        run.converge()
    replayed = again(run)
    assert [numbers(s) for s in replayed.states.values()] == [
        numbers(s) for s in run.states.values()
    ]


def test_progress_is_told():
    heard = []
    run = frustrated(settle=0, max_sweeps=50)
    run.converge(progress=lambda state, now: heard.append((state.number, now)))
    assert {number for number, _ in heard} == {0}
    assert [now["updates"] for _, now in heard] == sorted(now["updates"] for _, now in heard)
    bounds = {"upper": run.state.upper, "lower": run.states[0].lower}
    assert heard[-1][1] == {**bounds, "sweeps": 50, "updates": 1200}
    assert all(now["upper"] >= run.state.upper for _, now in heard)


@given(model=models(), data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_circuit_of_a_state_is_counted_once_for_each_relaxation(model, data):
    run = Run(model)
    if chosen := [c.id for c in run.cloned.constraints if data.draw(st.booleans())]:
        run.recover(chosen)
    run.sweep()
    compiled = Circuit(run.state.relaxation)
    nodes, edges = circuit_graph(compiled, most=10**9)
    assert run.circuit_size() == len(nodes) + len(edges)
    assert run.row(run.state)["circuit_size"] == run.circuit_size()
    assert run.circuit_size(max_bytes=1) == run.circuit_size(), "it is known already"
    assert Run(model, start=run.state.recovered).circuit_size(max_bytes=1) is None


# -- to the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["decomposed", "forest"])
@pytest.mark.parametrize("task", ["mpe", "z"])
def test_solve(start, task):
    run = frustrated(start=start, task=task, batch=3)
    first = run.state.relaxation.count
    rows = [run.row(state) for state in run.milestones()]
    assert run.status == "certified"
    assert run.state.upper == pytest.approx(exact(run.model, task == "z"), abs=1e-6)
    assert run.state.lower == pytest.approx(run.state.upper, abs=1e-6)
    assert rows == run.history
    assert [row["round"] for row in rows] == list(range(len(rows)))
    assert [row["recovered"] for row in rows] == [min(first + 3 * n, 24) for n in range(len(rows))]
    assert run.state.certificate.kind == ("exact" if task == "z" else "optimal")
    if task == "mpe":
        assert run.model.log_value(run.state.assignment) == pytest.approx(run.state.upper, abs=1e-6)
    before = len(run.states)
    run.solve()
    assert len(run.states) == before, "what is certified is left alone"


def test_a_certificate_says_why():
    tight = Run(grid(rows=3, cols=3, seed=1, attractive=True))
    tight.solve()
    assert tight.state.certificate.kind == "optimal"
    assert (
        "violates no relaxed constraint" in tight.reason
        or "meets the value of an assignment" in tight.reason
    )
    full = frustrated()
    full.recover(range(24))
    assert (full.state.certificate.kind, full.reason) == (
        "exact",
        "every constraint is recovered, so inference in the relaxed model is exact",
    )
    assert full.state.gap == pytest.approx(0, abs=1e-12)


def test_cancelled_before_it_began():
    cancel = Event()
    cancel.set()
    run = frustrated()
    run.solve(cancel)
    assert run.status == "bounded"
    assert run.reason == "not certified: stopped by request"
    assert run.state.lower <= exact(run.model) <= run.state.upper


def test_a_time_limit_of_nothing():
    run = frustrated()
    run.solve(time_limit=0)
    assert run.reason == "not certified: stopped by the time limit of 0 s"
    assert run.state.lower <= exact(run.model) <= run.state.upper


def test_what_is_too_large_is_refused_and_the_state_stays():
    limit = 4_000
    run = Run(grid(rows=5, cols=5, seed=2), max_bytes=limit)
    run.sweep()
    state = run.state
    with pytest.raises(
        TooLarge, match=r"treewidth 5, [\d,]+ table entries, [\d.]+ KiB, over the limit of 3.9 KiB"
    ) as refused:
        run.recover(range(80))
    assert refused.value.cost.bytes > limit
    assert run.state is state
    assert len(run.states) == 2
    run.step()
    run.solve()
    assert run.status == "bounded"
    assert "stopped by the memory limit: this needs treewidth" in run.reason
    assert run.engine(run.state.relaxation).cost.bytes <= limit


def test_a_start_that_is_too_large_is_refused():
    with pytest.raises(TooLarge, match="over the limit of 100 B"):
        frustrated(max_bytes=100)


# -- verdicts ------------------------------------------------------------------------------------

DIFFERENT = np.where(np.eye(2) == 1, -np.inf, 0.0)
ZERO = np.full((2, 2), -np.inf)
INFEASIBLE = {
    "a zero factor": pair(ZERO),
    "a zero constant": Model(
        (Variable.numbered("x", 2),), (Factor((), np.array(-np.inf)), Factor((0,), np.zeros(2)))
    ),
    "a zero unary factor": Model(
        (Variable.numbered("x", 2),), (Factor((0,), np.full(2, -np.inf)),)
    ),
    "unary factors that contradict each other": Model(
        (Variable.numbered("x", 2),), (Factor.of((0,), [1, 0]), Factor.of((0,), [0, 1]))
    ),
    "hard constraints that contradict each other": Model(
        (Variable.numbered("x", 2), Variable.numbered("y", 2)),
        (Factor.of((0, 1), [[1, 0], [0, 0]]), Factor.of((0, 1), [[0, 0], [0, 1]])),
    ),
    "two colours for a triangle": Model(
        tuple(Variable.numbered(v, 2) for v in "xyz"),
        tuple(Factor(s, DIFFERENT) for s in ((0, 1), (1, 2), (0, 2))),
    ),
    "three colours for four": Model(
        tuple(Variable.numbered(v, 3) for v in "wxyz"),
        tuple(
            Factor((i, j), np.where(np.eye(3) == 1, -np.inf, 0.0))
            for i in range(4)
            for j in range(i)
        ),
    ),
    "impossible evidence": pair(DIFFERENT, evidence={0: 1, 1: 1}),
    "evidence against a chain": Model(
        tuple(Variable.numbered(v, 2) for v in "xyz"),
        (Factor((0, 1), DIFFERENT), Factor((1, 2), DIFFERENT)),
        evidence={0: 0, 2: 1},
    ),
}


@pytest.mark.parametrize("name", INFEASIBLE)
@pytest.mark.parametrize("start", ["decomposed", "forest"])
@pytest.mark.parametrize(
    ("task", "scheme"),
    [
        ("mpe", "mpe-dd"),
        ("z", "pr-dd"),
        ("mpe", "model-split"),
        ("z", "model-split"),
        ("mpe", "subgradient"),
    ],
)
def test_infeasible_models_end_with_that_verdict(name, start, task, scheme):
    run = Run(INFEASIBLE[name], task=task, scheme=scheme, start=start, max_sweeps=50)
    run.solve()
    assert run.status == "infeasible"
    assert (
        run.reason
        == "the upper bound is zero: no assignment has any mass under this model and evidence"
    )
    assert (run.state.lower, run.state.upper, run.state.gap) == (-np.inf, -np.inf, 0.0)
    assert run.state.bounds.estimate in (None, -np.inf)


@pytest.mark.parametrize("order", ["tree", "index"])
@pytest.mark.parametrize("task", ["mpe", "z"])
def test_a_sweep_ends_with_the_update_that_proves_it(order, task):
    """Else the number of updates would depend on how fast the machine is, and a recorded run could
    not be done again.
    """
    choices = {"scheme": "model-split", "task": task, "order": order, "start": "forest"}
    scopes = ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    triangles = Model(
        tuple(Variable.numbered(v, 2) for v in "uvwxyz"),
        tuple(Factor(scope, DIFFERENT) for scope in scopes),
    )
    single, whole = Run(triangles, **choices), Run(triangles, **choices)
    while single.status != "infeasible":
        single.step()
    whole.sweep(5)
    assert numbers(whole.state) == numbers(single.state)
    assert whole.state.updates == 1


@pytest.mark.parametrize("task", ["mpe", "z"])
@pytest.mark.parametrize(
    "model",
    [
        Model((), ()),
        Model((), (Factor((), np.array(-1.5)),)),
        Model((Variable.numbered("x", 3),), ()),
        Model(
            (Variable.numbered("x", 3),),
            (Factor((0,), [0.5, 2.0, 1.0]), Factor((0,), [0.0, -1.0, 3.0])),
        ),
        Model((Variable.numbered("x", 1),), (Factor((0,), [0.5]),)),
        Model((Variable.numbered("x", 2), Variable.numbered("y", 3)), ()),
        pair([[1.0, 2.0], [3.0, 0.0]], evidence={1: 0}),
        pair([[1.0, 2.0], [3.0, 0.0]], evidence={0: 1, 1: 0}),
    ],
    ids=[
        "empty",
        "a constant",
        "no factors",
        "unary factors",
        "one state",
        "two without factors",
        "half observed",
        "all observed",
    ],
)
def test_models_without_a_constraint_are_certified_at_the_start(model, task):
    run = Run(model, task=task)
    assert run.status == "certified"
    assert run.state.upper == run.state.lower == pytest.approx(exact(model, task == "z"))
    assert all(run.state.assignment[v] == x for v, x in model.evidence.items())
    assert run.suggest() == []
    for state in (run.step(), run.sweep(3), run.converge(), run.solve()):
        assert state.updates == 0
        assert state.upper == run.state.lower


def test_evidence_can_be_changed_and_ids_stay():
    model = grid(rows=3, cols=3, seed=10)
    free = Run(model)
    names = {c.id: c.name for c in free.cloned.constraints}
    held = Run(model.observe({4: 1, 0: 0}), start=["c4"])
    assert held.state.recovered == ("c4",)
    assert held.solve().assignment[[4, 0]].tolist() == [1, 0]
    assert held.state.upper == pytest.approx(exact(held.model), abs=1e-6)
    assert {c.id: c.name for c in held.cloned.constraints}.items() < names.items()
    with pytest.raises(ModelError, match="there is no constraint 'c0'"):
        Run(model.observe({0: 0}), start=["c0"])


def test_back_takes_a_move_back_as_a_whole():
    """What Back undoes is part of the step, and comes back with its file."""
    run = Run(grid(rows=3, cols=3, seed=4))
    run.recover(["c0"])
    run.converge(follows=True)
    run.recover(["c1"])
    run.converge()
    for taken_back, left in ((1, 1), (1, 1), (2, 0)):
        depth = len(run.state.path())
        run.back()
        assert depth - len(run.state.path()) == taken_back
        assert run.state.relaxation.count == left + (len(run.state.path()) == 4)
    with pytest.raises(ModelError, match="nothing to undo"):
        run.back()


def test_bounds_that_meet_prove_a_sum_too():
    """One assignment that carries all the mass: its value is the partition function."""
    sure = np.array([[0.0, -np.inf], [-np.inf, -np.inf]])
    two = tuple(Variable.numbered(name, 2) for name in "ab")
    run = Run(Model(two, (Factor((0, 1), sure),)), task="z")
    run.converge()
    assert run.state.relaxation.count == 0
    assert run.state.certificate is not None
    assert run.state.certificate.kind == "exact"
    assert run.state.upper == pytest.approx(0.0, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(models(), st.integers(0, 2**32))
def test_a_sum_is_certified_only_where_it_is_exact(model, seed):
    run = Run(model, task="z", seed=seed, recovery="random", batch=1)
    for state in run.milestones():
        if state.certificate is not None and state.certificate.kind == "exact":
            assert state.upper == pytest.approx(exact(model, True), abs=1e-5)
