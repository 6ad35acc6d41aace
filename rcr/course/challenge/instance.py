"""The instance of a challenge: a run to begin with, par, and what the opponents make of it."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from rcr import Run, State
from rcr.course.challenge.challenge import BOUND, FEWEST, SIZES, WIDTH, Challenge, score
from rcr.course.exercise import model_seed, run_on
from rcr.generators._portable import stream
from rcr.model import ModelError

OPPONENTS = ("paper", "cycle", "auto", "random")
MAX_DRAWS = 200
MIN_GAP = 0.2  # that compensation alone leaves
PAR_RANGE = {"small": (8, 20), "middle": (12, 30), "large": (16, 40)}  # constraints of the best set
BOUND_SHARE = 0.5  # of par, that may be put back where the bound is to be small


@dataclass(frozen=True, eq=False)
class Arena:
    """Where a challenge is played. ``limit`` is the number in the goal's sentence, ``par`` the
    score of the best set that is known.
    """

    challenge: Challenge
    run: Run  # at its start; whoever plays takes a fork
    limit: int
    par: float
    best: State  # a proof that no constraint can leave

    def score(self, run: Run) -> float | None:
        """The score of a run as it stands: the best state on its way."""
        return score(self.challenge.goal, self.limit, run.state.path())

    def play(self, recovery: str, cancel: Callable[[], bool] = lambda: False) -> list[State]:
        """The states on the way of a heuristic, to its proof or until it is cancelled."""
        fork = self.run.fork()
        for _ in fork.milestones(recovery=recovery):
            if cancel():
                break
        return list(fork.state.path())


def set_up(challenge: Challenge) -> Arena:
    """The first draw with a gap to close and a set that is worth looking for."""
    rng = stream(zlib.crc32(f"challenge {challenge.size} {challenge.seed}".encode()))
    side, (low, high) = SIZES[challenge.size], PAR_RANGE[challenge.size]
    for _ in range(MAX_DRAWS):
        parameters = {"rows": side, "cols": side, "field": 0.3, "seed": model_seed(rng)}
        run = run_on("grid", parameters)
        run.converge()
        if run.state.gap < MIN_GAP:
            continue
        best = run.fork()
        best.solve(recovery="cycle")
        best.prune()
        if low <= best.state.relaxation.count <= high:
            return _arena(challenge, run, best.state)
    raise ModelError(f"no instance was found for the seed {challenge.seed}; try another one")


def _arena(challenge: Challenge, run: Run, best: State) -> Arena:
    """The number in the goal's sentence, and par: what the best set known would score."""
    count = best.relaxation.count
    limits = {
        FEWEST: len(run.cloned),
        BOUND: max(2, round(BOUND_SHARE * count)),
        WIDTH: best.treewidth,
    }
    limit = limits[challenge.goal]
    states = [best] if challenge.goal != BOUND else [run.state, *_ways(run)]
    par = score(challenge.goal, limit, states)
    assert par is not None, "the best set known reaches every goal"
    return Arena(challenge, run, limit, par, best)


def _ways(run: Run) -> list[State]:
    """The states on the way of ``cycle`` and ``paper`` from the start."""
    found: list[State] = []
    for recovery in ("cycle", "paper"):
        fork = run.fork()
        found += fork.solve(recovery=recovery).path()
    return found
