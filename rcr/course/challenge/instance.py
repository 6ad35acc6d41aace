"""The instance of a challenge: a run to begin with, par, and what the opponents make of it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rcr import Run, State
from rcr.course.challenge.challenge import (
    BOUND,
    FEWEST,
    PROOF_TOLERANCE_LOGS,
    SIZES,
    WIDTH,
    Challenge,
    score,
)
from rcr.course.exercise import model_seed, run_on
from rcr.generators._portable import stream
from rcr.model import ModelError
from rcr.reference.lp_bound import lp_bound

OPPONENTS = ("paper", "cycle", "auto", "random")
MAX_DRAWS = 200
MIN_GAP = 0.2  # that compensation alone leaves
MIN_GAIN = 0.1  # of a bound that is worth playing for, and still to be gained after it
PAR_RANGE = {"small": (8, 20), "middle": (12, 30), "large": (16, 40)}  # constraints of the best set


@dataclass(frozen=True, eq=False)
class Arena:
    """Where a challenge is played. ``limit`` is the number in the goal's sentence, ``par`` the
    score of the best set that is known.
    """

    challenge: Challenge
    run: Run  # at its start; whoever plays takes a fork
    limit: int
    best: State  # with a set of constraints that none can leave
    floor: Floor

    @property
    def par(self) -> float:
        found = self.score_of([self.best])
        assert found is not None, "the best set known reaches every goal"
        return found

    def score(self, run: Run) -> float | None:
        """The score of a run as it stands: the best state on its way."""
        return self.score_of(run.state.path())

    def score_of(self, states: Iterable[State]) -> float | None:
        """The best that any of these states has."""
        return score(self.challenge.goal, self.limit, states, self.floor, self.floor.exact)

    def play(self, recovery: str, cancel: Callable[[], bool] = lambda: False) -> list[State]:
        """The states on the way of a heuristic, to its proof or until it is cancelled."""
        fork = self.run.fork()
        for _ in fork.milestones(recovery=recovery):
            if cancel():
                break
        return list(fork.state.path())


@dataclass(frozen=True, eq=False)
class Floor:
    """The smallest bound that compensation can reach with what a state has put back. It depends on
    the constraints alone and not on the way to them, so that everybody is measured alike.
    """

    exact: float  # the value of the best assignment
    known: dict[bytes, float] = field(default_factory=dict)

    def __call__(self, state: State) -> float:
        key = state.relaxation.recovered.tobytes()
        if key not in self.known:
            self.known[key] = lp_bound(state)
        return self.known[key]

    def trimmed(self, start: Run, state: State) -> State:
        """What is left of a state's constraints when each that its floor can spare has left; one
        after the other, from the first.
        """
        least, kept = self(state), list(state.recovered)
        for edge in state.recovered:
            fewer = [other for other in kept if other != edge]
            if self(_with(start, fewer)) <= least + PROOF_TOLERANCE_LOGS:
                kept = fewer
        return _with(start, kept)


def _with(start: Run, recovered: list[str]) -> State:
    """The start with these constraints put back."""
    fork = start.fork()
    return fork.recover(recovered) if recovered else fork.state


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
        solved = run.fork()
        solved.solve(recovery="cycle")
        way = list(solved.state.path())
        solved.prune()
        if not low <= solved.state.relaxation.count <= high:
            continue
        floor = Floor(solved.state.lower)
        best = _half_way(run, way, floor) if challenge.goal == BOUND else solved.state
        if best is not None:
            return _arena(challenge, run, floor.trimmed(run, best), floor)
    raise ModelError(f"no instance was found for the seed {challenge.seed}; try another one")


def _half_way(run: Run, way: Iterable[State], floor: Floor) -> State | None:
    """The middle one of the states on a way to the proof that have gained something and leave
    something.
    """
    begun = floor(run.state) - MIN_GAIN
    found = [s for s in way if floor.exact + MIN_GAIN < floor(s) < begun]
    return found[len(found) // 2] if found else None


def _arena(challenge: Challenge, run: Run, best: State, floor: Floor) -> Arena:
    """The number in the goal's sentence follows from the best set known."""
    limits = {FEWEST: len(run.cloned), BOUND: best.relaxation.count, WIDTH: best.treewidth}
    return Arena(challenge, run, limits[challenge.goal], best, floor)
