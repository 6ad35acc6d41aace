"""How fast the circuit engine is: lazy against full re-evaluation, beside the junction tree, and
what compiling costs.
"""

from __future__ import annotations

import time
from functools import partial

import numpy as np
from common import best_of
from numba import njit

from rcr import Run, generate
from rcr.compensation.balancing import balance, balance_independent
from rcr.compensation.sweep import Sweeper
from rcr.engines.circuit import Circuit, circuit_size
from rcr.engines.circuit.kernels import change, commit, pair_table, renew, total
from rcr.engines.circuit.nodes import CARD, CLONE_COMPONENT, COMPONENT, OFFSET
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Settings

cpu_seconds = partial(best_of, clock=time.process_time)


@njit(cache=True, nogil=True)
def full_pair_table(t, w, k, sums):
    """``pair_table`` with a full evaluation for each pair of states (for each state, where X and
    X_i are independent).
    """
    d, o, oc = t.con[k, CARD], t.con[k, OFFSET], t.con[k, OFFSET] + len(t.theta) // 2
    a, b = t.con[k, COMPONENT], t.con[k, CLONE_COMPONENT]
    for x in range(d):
        for y in range(d):
            if a != b and x != y:
                continue
            for s in range(d):
                change(t, w, a, t.theta[o + s], 0.0 if s == x else -np.inf)
                change(t, w, b, t.theta[oc + s], 0.0 if s == y else -np.inf)
            renew(t, w, sums)
            w.pair[x * d + y], w.left[x], w.right[y] = (
                w.value[t.top[a]],
                w.value[t.top[a]],
                w.value[t.top[b]],
            )
    return a == b


@njit(cache=True, nogil=True)
def sweep(t, w, theta, order, spare, sums, lazy):
    """One update of every relaxed constraint by balancing; ``lazy`` or with every evaluation a
    full one.
    """
    half = len(t.theta) // 2
    for k in order:
        d, o = t.con[k, CARD], t.con[k, OFFSET]
        joint = pair_table(t, w, k, sums) if lazy else full_pair_table(t, w, k, sums)
        if joint:
            balance(w.pair, d, theta[o:], sums, spare)
        else:
            balance_independent(w.left, w.right, d, theta[o:])
        gauge = theta[o]
        for x in range(d):
            theta[o + x] -= gauge
            theta[half + o + x] = -theta[o + x]
        commit(t, w, theta, k, sums)
        if not lazy:
            renew(t, w, sums)
    return total(t, w)


def compare(name: str, relaxation: Relaxation, sums: bool) -> None:
    """Seconds of a sweep: lazy, with full evaluations, on the junction tree; and of one full
    evaluation an update.
    """
    cloned, order = relaxation.cloned, relaxation.relaxed
    circuit, tree = Circuit(relaxation, sums), JunctionTree(relaxation, sums)
    start = cloned.ground.no_theta()
    d = int(cloned.ground.card.max())
    spare = np.empty(2 * d * d + 6 * d)
    thetas = [start.copy() for _ in range(2)]
    lazy, full = circuit.work(start), circuit.work(start)
    scheme = Settings(task="z" if sums else "mpe").compensation
    sweeper = Sweeper(tree, scheme, start)

    def on_tree() -> None:
        sweeper.advance(order, len(order))

    # the first sweep of each is the same, number for number or nearly so
    one = sweep(circuit.nodes, lazy, thetas[0], order, spare, sums, True)
    other = sweep(circuit.nodes, full, thetas[1], order, spare, sums, False)
    on_tree()
    assert one == other, "lazy and full evaluation differ"
    assert abs(one + cloned.constant - sweeper.value) < 1e-9 * abs(one), (
        "the circuit and the junction tree differ"
    )
    t_lazy = cpu_seconds(
        20, lambda: sweep(circuit.nodes, lazy, thetas[0], order, spare, sums, True)
    )
    t_full = cpu_seconds(
        3, lambda: sweep(circuit.nodes, full, thetas[1], order, spare, sums, False)
    )
    t_once = cpu_seconds(20, lambda: [renew(circuit.nodes, full, sums) for _ in range(10)]) / 10
    t_tree = cpu_seconds(20, on_tree)
    n, size, width = len(order), circuit.size, circuit.cost.treewidth
    print(
        f"{name}, {'Z' if sums else 'MPE'}: treewidth {width}, {size.nodes:,} nodes + "
        f"{size.edges:,} edges, {n} updates a sweep"
    )
    print(
        f"  an update, lazy {t_lazy / n * 1e6:.2f} µs; full {t_full / n * 1e6:.1f} µs, full / "
        f"lazy {t_full / t_lazy:.1f}; ",
        end="",
    )
    print(
        f"a single full evaluation {t_once * 1e6:.1f} µs, against lazy {t_once * n / t_lazy:.1f}; ",
        end="",
    )
    print(f"junction tree {t_tree / n * 1e6:.2f} µs, circuit / tree {t_lazy / t_tree:.1f}")


def updates() -> None:
    cloned = ClonedModel(generate("grid", seed=0))
    for sums in (False, True):
        compare("decomposed 10x10 grid", Relaxation.decomposed(cloned), sums)
    compare("spanning forest of it", Relaxation.forest(cloned), False)
    some = np.random.default_rng(0).random(len(cloned)) < 0.8
    compare("80 % recovered at random", Relaxation(cloned, some), False)


def compiling() -> None:
    run = Run(generate("grid", seed=0), recovery="paper")
    run.solve()
    path = run.state.path()
    start = circuit_size(path[0].relaxation).total
    shown = -60
    for state in path:
        count = state.relaxation.count
        if count < shown + 60 and state is not run.state:
            continue
        shown, relaxation = count, state.relaxation
        size, seconds = (
            circuit_size(relaxation),
            cpu_seconds(5, lambda r=relaxation: circuit_size(r)),
        )
        print(
            f"10x10 grid, {count} of {len(run.cloned)} recovered, treewidth "
            f"{plan(relaxation).cost.treewidth}: ",
            end="",
        )
        print(
            f"{size.total:,} nodes and edges ({size.total / start:.0%} of the start), "
            f"compiled in {seconds * 1e3:.1f} ms"
        )
    for n in (30, 100, 300):
        relaxation = Relaxation.decomposed(ClonedModel(generate("grid", rows=n, cols=n, seed=0)))
        size, seconds = (
            circuit_size(relaxation),
            cpu_seconds(3, lambda r=relaxation: circuit_size(r)),
        )
        print(
            f"decomposed {n}x{n} grid: {size.total:,} nodes and edges, compiled in "
            f"{seconds * 1e3:.1f} ms"
        )


if __name__ == "__main__":
    updates()
    compiling()
