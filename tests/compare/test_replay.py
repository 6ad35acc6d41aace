"""The run behind a row: the same numbers to the last digit, at that very round."""

from __future__ import annotations

import pytest

from rcr import ModelError, Run, generate
from rcr.compare.contestant import Contestant
from rcr.compare.game import Game
from rcr.compare.parsing import contestant, subjects
from rcr.compare.replay import run_at
from rcr.models.generator_call import GeneratorCall
from rcr.run.file import to_dict

GRID = "grid:rows=4,cols=4"


@pytest.mark.parametrize("name", ["paper", "auto", "random"])
def test_every_row_has_its_run(name):
    [subject] = subjects(GRID)
    game = Game(subject, contestant(name))
    recovered: set[str] = set()
    for row in game.play(lambda row: None)["rows"]:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
        run = run_at(game, row["round"])
        assert set(run.state.recovered) == recovered
        assert (run.state.upper, run.state.lower) == (row["upper"], row["lower"])
        assert isinstance(run.origin, GeneratorCall)


def test_a_saved_run_is_shown_at_its_round():
    [subject] = subjects(GRID)
    run = Run(generate("grid", rows=4, cols=4))
    run.converge()
    for k in (0, 1):
        run.recover([run.cloned.constraints[k].id])
    game = Game(subject, Contestant.of_run(to_dict(run)))
    rows = game.play(lambda row: None)["rows"]
    for row in rows:
        assert run_at(game, row["round"]).state.relaxation.count == row["recovered"]


def test_a_peer_has_no_run():
    [subject] = subjects(GRID)
    with pytest.raises(ModelError, match="recovers no constraint"):
        run_at(Game(subject, contestant("mplp")), 0)
