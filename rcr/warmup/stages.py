"""What the kernels are compiled by: small pieces of work that need them all, in two lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rcr import generate, registry
from rcr.compensation.examination import examine
from rcr.compensation.method import Method, Progress, whole
from rcr.compensation.update import advance
from rcr.engines.circuit import Circuit
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.junction_tree.messages import new_work, start
from rcr.engines.junction_tree.readout import node_marginal, trace_back
from rcr.engines.junction_tree.tree import (
    ATT_CARD,
    CLONE_STRIDE,
    LAST_THETA,
    PARENT,
    Axes,
    Tree,
)
from rcr.formats.decimals import MIN_COMPILED_TOKENS, floats
from rcr.model import Model
from rcr.peers.mplp import MPLP
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from rcr.run.decoding import climb, dive
from rcr.run.settings import DEFAULT_SCHEME
from rcr.state import Exhaust

SEARCH_ENTRIES = 1000  # too few for exact bounds, so that there is something to search


def _frustrated() -> Model:
    """Several of its loops must be recovered, so that a search for them finds some and every
    kernel has work.
    """
    return generate("grid", rows=4, cols=4, states=3, seed=4)


def _trees() -> None:
    """Plan and lay out junction trees, and look for assignments; no message is sent."""
    model = ClonedModel(generate("grid", rows=3, cols=3))
    ground = model.ground
    JunctionTree(Relaxation.forest(model))
    climb(ground, dive(ground, ground.no_theta()))


def _updates() -> None:
    """Send messages and make updates in a tree of one clique with nothing in it, which no other
    kernel needs to build.
    """
    row, none = np.zeros((1, LAST_THETA + 1), np.int64), np.zeros(0, np.int64)
    row[0, PARENT] = -1
    attached, con = (np.zeros((0, last + 1), np.int64) for last in (ATT_CARD, CLONE_STRIDE))
    maps, base, sizes = np.zeros(0, np.int32), np.zeros(0), np.ones(5, np.int64)
    tree = Tree(row, none, attached, con, maps, base, sizes)
    axes = Axes(np.zeros(2, np.int64), none, np.zeros(1, np.int64), none, none)
    work, theta = new_work(tree), np.zeros(2)
    start(tree, work, theta, False)
    trace_back(tree, axes, work, none, np.zeros(1, np.int64), none, none)
    node_marginal(tree, axes, work, 0, 0, np.zeros(1), False)
    scheme = registry.get("compensation", DEFAULT_SCHEME["mpe"])()
    method = Method(scheme.rule.address, scheme.facts.upper_bound, scheme.stride)
    progress = Progress(np.zeros(4, np.int64), np.zeros(2), np.empty(1))
    advance(tree, work, theta, none, False, method, whole(none), progress)
    examine(tree, work, theta, none, method, False, method.stride.at(0))


def _solve(**settings: Any) -> Callable[[], object]:
    return lambda: Run(_frustrated(), **settings).solve()


def _step_by_step() -> None:
    run = Run(generate("grid", rows=3, cols=3), start="forest")
    run.step(run.order(run.state)[0])
    run.engine(run.state.relaxation).marginals(run.state.theta.array())


def _search() -> None:
    run = Run(_frustrated(), start="forest")
    run.act(Exhaust(SEARCH_ENTRIES, SEARCH_ENTRIES**2))
    Run(generate("weighted-constraints", variables=8, constraints=8, forbidden=0.7))


def _circuit() -> None:
    relaxation = Relaxation.forest(ClonedModel(generate("grid", rows=3, cols=3)))
    circuit, theta = Circuit(relaxation), relaxation.cloned.ground.no_theta()
    circuit.value(theta)
    circuit.best_assignment(theta)
    circuit.marginals(theta)
    circuit.pair_table(theta, int(relaxation.relaxed[0]))


def _rules() -> None:
    for scheme in registry.plugins("compensation").values():
        assert scheme().rule.address


STAGES: dict[str, Callable[[], object]] = {
    "relaxation and junction trees": _trees,
    "messages and updates": _updates,
    "compensation and recovery": _solve(),
    "schemes": _rules,
    "frustrated cycles": _solve(recovery="auto"),
    "single steps and marginals": _step_by_step,
    "look-ahead": _solve(recovery="cycle"),
    "partition function": _solve(task="z", recovery="bracket", max_sweeps=20),
    "search": _search,
    "MPLP, the peer": lambda: MPLP(_frustrated(), clusters="cycles").solve(),
    "arithmetic circuits": _circuit,
    "numbers in files": lambda: floats([b"0.5"] * MIN_COMPILED_TOKENS),
}
