"""MPLP: a bound that never rises and never lies, the answer where it certifies, and the published
behaviour on grids.
"""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import registry
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import TooLarge
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.peers.clusters.regions import F_TABLE, OWN, PAIRS, SCOPE, T_TABLE, TABLE, TRIPLETS, A, C
from rcr.peers.clusters.updates import bound, update_factor, update_pair, update_triplet
from rcr.peers.mplp import MPLP
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from tests.oracle import exact, original
from tests.strategies import models

KINDS = ("none", "triplets", "cycles")
every_kind = pytest.mark.parametrize("clusters", KINDS)
some = settings(max_examples=60, deadline=None)
DIFFER = np.array([[-1.0, 0.0], [0.0, -1.0]])


def model_of(cards, *factors):
    return Model(
        tuple(Variable.numbered(f"x{v}", d) for v, d in enumerate(cards)),
        tuple(Factor(s, t) for s, t in factors),
    )


def scale(model):
    """How large a model's numbers are, for rounding."""
    return 1.0 + sum(
        float(np.abs(f.log_table[np.isfinite(f.log_table)]).max(initial=0)) for f in model.factors
    )


def junction_tree_value(model):
    """The exact value where there are too many assignments to list."""
    cloned = ClonedModel(model)
    everything = Relaxation.everything(cloned)
    return JunctionTree(everything).value(np.zeros(2 * int(cloned.ground.theta_ptr[-1])))


def local_lp(model):
    return lp_bound(Relaxation.decomposed(ClonedModel(model)))


# -- one update ----------------------------------------------------------------------------------


def total(mplp):
    """The sum of all regions' tables as one table over all variables."""
    r, card = mplp.relaxation.regions, mplp.model.cards
    out = np.full(tuple(card), mplp.relaxation.cloned.constant)
    tables = [((v,), r.at[v]) for v in range(len(card))]
    tables += [
        (tuple(r.pair[p, :2]), r.pair[p, TABLE])
        for p in range(r.used[PAIRS])
        if r.pair[p, TABLE] >= 0
    ]
    tables += [(tuple(r.scope[f[SCOPE] : f[SCOPE] + f[1]]), f[F_TABLE]) for f in r.factor]
    tables += [(tuple(t[A : C + 1]), t[T_TABLE]) for t in r.triplet[: r.used[TRIPLETS]]]
    for scope, start in tables:
        shape = [card[v] for v in scope]
        table = r.table[start : start + int(np.prod(shape))].reshape(shape)
        out = out + np.transpose(table, np.argsort(scope)).reshape(
            [card[v] if v in scope else 1 for v in range(len(card))]
        )
    return out


@settings(max_examples=40, deadline=None)
@given(model=models(max_joint=500), rounds=st.integers(1, 4))
def test_no_update_raises_the_bound_or_changes_the_model(model, rounds):
    """At every step: the tables still add up to the model, so their largest entries bound it, and
    by no more than before.
    """
    mplp = MPLP(model, batch=3)
    value, expected = np.inf, original(model)
    slack = 1e-9 * scale(model)
    for _ in range(rounds):
        r = mplp.relaxation.regions
        steps = [(update_pair, p) for p in range(r.used[PAIRS]) if r.pair[p, OWN]]
        steps += [(update_factor, f) for f in range(len(r.factor))]
        steps += [(update_triplet, t) for t in range(r.used[TRIPLETS])]
        for update, n in steps:
            update(r, n)
            now = bound(r) + mplp.relaxation.cloned.constant
            assert now <= value + slack
            value = now
        assert not np.isnan(r.table[: r.used[2]]).any()
        found = total(mplp)
        assert (np.isfinite(found) <= np.isfinite(expected)).all()
        assert found.max() == pytest.approx(expected.max(), abs=slack)
        assert value >= expected.max() - slack
        if value > -np.inf:
            finite = np.isfinite(found)
            assert found[finite] == pytest.approx(expected[finite], abs=slack)
        mplp._tighten(mplp._search())


def test_an_update_by_hand():
    """One coupling: the pair gives each variable half of its max-marginals and keeps what is
    left.
    """
    mplp = MPLP(model_of([2, 2], ((0, 1), [[4.0, 0.0], [1.0, 3.0]]), ((0,), [0.0, 2.0])))
    update_pair(mplp.relaxation.regions, 0)  # with the field: 4 0 / 3 5, max-marginals 4 5 and 4 5
    assert mplp.relaxation.regions.table[:8].tolist() == [2.0, 2.5, 2.0, 2.5, 0.0, -4.5, -1.5, 0.0]
    assert bound(mplp.relaxation.regions) == 5.0


# -- to the end ----------------------------------------------------------------------------------


@every_kind
@some
@given(model=models())
def test_bounds_enclose_the_answer_and_rows_tell_the_way(clusters, model):
    mplp = MPLP(model, clusters=clusters).solve()
    value, slack = exact(model), 1e-9 * scale(model)
    assert mplp.lower - slack <= value <= mplp.upper + slack
    assert model.log_value(mplp.assignment) == pytest.approx(mplp.lower, abs=slack)
    assert all(mplp.assignment[v] == x for v, x in model.evidence.items())
    if mplp.status == "certified":
        assert mplp.upper - mplp.lower <= mplp.tolerance + slack
    assert (mplp.status == "infeasible") == (mplp.upper == -np.inf)
    assert len(mplp.curve) == mplp.history[-1]["sweeps"]
    with np.errstate(invalid="ignore"):
        assert not (np.diff(mplp.curve) > slack).any()
    assert [row["round"] for row in mplp.history] == list(range(len(mplp.history)))
    assert (
        sum(len(row["clusters"]) for row in mplp.history)
        == mplp.history[-1]["loops_closed"]
        <= mplp.history[-1]["recovered"]
    )
    names = {v.name for v in model.variables}
    assert all(
        len(set(cluster)) == len(cluster) >= 3 and set(cluster) <= names
        for row in mplp.history
        for cluster in row["clusters"]
    )


@some
@given(model=models())
def test_without_clusters_the_bound_never_falls_below_the_local_polytope(model):
    assert MPLP(model, clusters="none").solve().upper >= local_lp(model) - 1e-6 * scale(model)


def test_rows_have_the_form_of_a_run_s():
    run = Run(grid(rows=3, cols=3, seed=2))
    theirs = run.row(next(run.milestones()))
    ours = next(MPLP(grid(rows=3, cols=3, seed=2)).rounds())
    assert list(ours) == [*theirs, "clusters"]
    assert (ours["recovered"], ours["treewidth"], ours["table_entries"], ours["clusters"]) == (
        0,
        1,
        12 * 4,
        [],
    )


# -- the published behaviour ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_grids(seed):
    """Without clusters the bound is the local polytope's; grids have no triangles, so triplets do
    nothing; cycles certify.
    """
    model = grid(seed=seed)
    best, value = local_lp(model), junction_tree_value(model)
    plain = MPLP(model, clusters="none").solve()
    assert best - 1e-6 <= plain.upper <= best + 0.01 * abs(best)
    assert plain.status == "bounded"
    triplets = MPLP(model, clusters="triplets").solve()
    assert triplets.curve == plain.curve
    assert triplets.history[-1]["recovered"] == 0
    assert (
        triplets.reason
        == "not certified: the bound has settled and no triplet promises to lower it"
    )
    cycles = MPLP(model).solve()
    assert cycles.status == "certified"
    assert cycles.lower == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_grids_with_three_states(seed):
    model = grid(rows=8, cols=8, states=3, seed=seed)
    mplp = MPLP(model).solve()
    assert mplp.status == "certified"
    assert mplp.lower == pytest.approx(junction_tree_value(model), abs=1e-9)


def test_a_frustrated_triangle_is_one_cluster():
    """Three variables that all want to differ: the local polytope says 0, one triplet says −1."""
    model = model_of(
        [2, 2, 2], ((0, 1), DIFFER), ((1, 2), DIFFER), ((2, 0), DIFFER), ((0,), [0.0, 0.01])
    )
    plain = MPLP(model, clusters="none").solve()
    assert plain.upper == pytest.approx(local_lp(model), abs=1e-6)
    tight = MPLP(model, clusters="triplets").solve()
    assert tight.status == "certified"
    assert tight.upper == pytest.approx(exact(model), abs=1e-6)
    assert [row["clusters"] for row in tight.history] == [[], [("x0", "x1", "x2")]]
    assert tight.history[-1]["recovered"] == tight.history[-1]["loops_closed"] == 1
    assert tight.history[-1]["treewidth"] == 2
    assert tight.history[-1]["table_entries"] == 3 * 4 + 8


def test_an_odd_ring_of_five_becomes_three_triplets():
    ring = [((v, (v + 1) % 5), DIFFER) for v in range(5)]
    model = model_of([2] * 5, *ring, ((0,), [0.0, 0.01]))
    tight = MPLP(model).solve()
    assert tight.upper == pytest.approx(exact(model), abs=1e-6)
    assert tight.history[-1]["recovered"] == 3
    assert sorted(tight.history[-1]["clusters"][0]) == ["x0", "x1", "x2", "x3", "x4"]


def test_factors_that_overlap_in_a_pair_come_to_agree_on_it():
    """One factor wants x0 and x1 to differ, the other wants them equal: their single variables do
    not tell, the pair does.
    """
    differ, equal = DIFFER[:, :, None] + np.zeros(2), -1 - DIFFER[:, :, None] + np.zeros(2)
    model = model_of(
        [2] * 4, ((0, 1, 2), differ), ((3, 1, 0), equal.T), ((0,), [0.0, 0.01]), ((1,), [0.0, 0.02])
    )
    assert MPLP(model, clusters="none").solve().upper == pytest.approx(local_lp(model), abs=1e-6)
    assert local_lp(model) > exact(model) + 0.5
    for clusters in ("triplets", "cycles"):
        tight = MPLP(model, clusters=clusters).solve()
        assert tight.status == "certified"
        assert tight.lower == pytest.approx(exact(model))


def test_a_second_factor_over_the_same_pair_is_a_factor_of_its_own():
    """Two opposite couplings on one pair: apart they promise more than together, and sharing the
    pair tells.
    """
    model = model_of([2, 2], ((0, 1), 2 * DIFFER), ((1, 0), -DIFFER), ((0,), [0.0, 0.01]))
    assert MPLP(model, clusters="none").solve().upper == pytest.approx(local_lp(model), abs=1e-6)
    assert MPLP(model).solve().upper == pytest.approx(exact(model), abs=1e-6)


# -- stopping and refusing -----------------------------------------------------------------------


def test_no_mass_is_infeasible():
    never = np.full((2, 2), -np.inf)
    mplp = MPLP(model_of([2, 2], ((0, 1), never))).solve()
    assert (mplp.status, mplp.upper, mplp.lower) == ("infeasible", -np.inf, -np.inf)
    assert "no assignment has any mass" in mplp.reason


def test_cancel_and_time_limit():
    model = grid(rows=20, cols=20)
    cancel = threading.Event()
    seen = []

    def progress(mplp, facts):
        seen.append(facts)
        cancel.set()

    stopped = MPLP(model).solve(cancel=cancel, progress=progress)
    assert stopped.reason == "not certified: stopped by request"
    assert len(seen) == 1
    assert seen[0].keys() == {"upper", "lower", "sweeps", "updates"}
    assert seen[0]["sweeps"] == stopped.history[-1]["sweeps"] == len(stopped.curve)
    late = MPLP(model).solve(time_limit=0)
    assert late.reason == "not certified: stopped by the time limit of 0 s"
    assert late.history[-1]["sweeps"] == 0
    assert late.solve().status == "certified", "it goes on where it stopped"


def test_memory_is_refused_before_it_is_taken():
    model = grid(rows=4, cols=4, states=5)
    with pytest.raises(TooLarge, match=r"over the limit of 1 KiB"):
        MPLP(model, max_bytes=1024)
    small = model_of(
        [30, 30, 30],
        *[
            (s, np.where(np.eye(30) > 0, -1.0, 0.0) * (np.arange(30) < 2))
            for s in ((0, 1), (1, 2), (0, 2))
        ],
    )
    limit = (
        16 * (3 * 30 + 3 * 900) + 64 * 3 * 900 + 8 * 27_000
    )  # room for the pairs, and half of a triplet
    stopped = MPLP(small, max_bytes=limit)
    assert stopped._tighten([np.array([0, 1, 2])]) == []
    assert stopped.stopped_because.startswith(
        "stopped by the memory limit: this needs treewidth 1, 29,790 table entries"
    )


def test_the_same_run_twice_gives_the_same_rows():
    def rows():
        return [
            {k: v for k, v in row.items() if k != "seconds"}
            for row in MPLP(grid(seed=7)).solve().history
        ]

    assert rows() == rows()


def test_the_plug_in():
    plug_in = registry.get("peer", "mplp")
    model = grid(rows=3, cols=3)
    assert plug_in.facts.tasks == ("mpe",)
    assert plug_in(model, 1e-3, clusters="none").tolerance == 1e-3
    assert plug_in(model).parameters == {p.name: p.default for p in plug_in.parameters}
    with pytest.raises(
        ModelError, match="clusters must be one of none, triplets, cycles, not 'squares'"
    ):
        MPLP(model, clusters="squares")
    with pytest.raises(ModelError, match="batch must lie between 1 and 1000, not 0"):
        MPLP(model, batch=0)
    with pytest.raises(ModelError, match="tolerance must be a number of at least 0, not nan"):
        MPLP(model, float("nan"))
