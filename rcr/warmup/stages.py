"""What the kernels are compiled by: small pieces of work that need them all, in two lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcr import generate, registry
from rcr.engines.circuit import Circuit
from rcr.formats.decimals import MIN_COMPILED_TOKENS, floats
from rcr.model import Model
from rcr.peers.mplp import MPLP
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from rcr.state import Exhaust

SEARCH_ENTRIES = 1000  # too few for exact bounds, so that there is something to search


def _frustrated() -> Model:
    """Several of its loops must be recovered, so that a search for them finds some and every
    kernel has work.
    """
    return generate("grid", rows=4, cols=4, states=3, seed=4)


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
    "relaxation and junction trees": lambda: Run(generate("grid", rows=3, cols=3)),
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
