"""The run behind a row of a comparison: the same game again, up to the round of the row."""

from __future__ import annotations

from rcr.compare.contestant import PEER, SAVED_RUN
from rcr.compare.game import Game
from rcr.model import ModelError
from rcr.run import Run
from rcr.run.budget import Budget, Cancel
from rcr.run.tree import round_ends


def run_at(game: Game, number: int, cancel: Cancel | None = None) -> Run:
    """The run of a game as it stood at the end of a round, with the same numbers to the last digit
    where no time limit cut a round short. Cancelled, it stands where it had come to.
    """
    one = game.contestant
    if one.kind == PEER:
        raise ModelError(
            f"{one.name} adds clusters and recovers no constraint, so there is no run to explore; "
            "open that of a heuristic"
        )
    if one.kind == SAVED_RUN:
        run = one.saved_run()
        ends = round_ends(run.state)
        run.goto(ends[min(number, len(ends) - 1)].number)
        return run
    run, budget = game.begin(), Budget(cancel)
    for state in run.milestones(budget):
        if state.rounds >= number or budget.cancelled:
            break
    return run
