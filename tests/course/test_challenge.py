"""Challenges: the same for everybody who has the link, par that a set of constraints keeps, scores
that only what was reached earns.
"""

from datetime import date, timedelta

import pytest

from rcr import ModelError
from rcr.course.challenge import GOALS, OPPONENTS, SIZES, Challenge, of_the_day, set_up
from rcr.course.challenge.challenge import BOUND, FEWEST, WIDTH, proves, score

SEEDS = range(3)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", SEEDS)
def test_par_is_reached_by_the_set_that_is_known(goal, seed):
    arena = set_up(Challenge(goal, "small", seed))
    assert arena.run.state.certificate is None
    run = arena.run.fork()
    assert goal == BOUND or arena.score(run) is None
    if goal == BOUND:
        assert arena.score(run) >= arena.par - 1e-9
        best = min(score(goal, arena.limit, arena.play(name)) for name in ("cycle", "paper"))
        assert arena.par <= best + 1e-9
        return
    assert proves(arena.best)
    assert arena.best.relaxation.count == arena.par
    assert goal == FEWEST or arena.best.treewidth == arena.limit


@pytest.mark.parametrize("seed", SEEDS)
def test_no_opponent_beats_par_where_a_proof_is_wanted(seed):
    """Par is the pruned set of one of them."""
    arena = set_up(Challenge(FEWEST, "small", seed))
    scores = {name: score(FEWEST, arena.limit, arena.play(name)) for name in OPPONENTS}
    assert scores["cycle"] >= arena.par
    assert all(found is not None for found in scores.values())
    assert scores["random"] >= scores["cycle"]


def test_only_states_that_reach_the_goal_count():
    arena = set_up(Challenge(WIDTH, "small", 1))
    run = arena.run.fork()
    run.recover(run.state.relaxation.relaxed.tolist())
    assert proves(run.state)
    assert run.state.treewidth > arena.limit
    assert arena.score(run) is None
    assert score(FEWEST, 0, [run.state]) == len(run.cloned)
    assert score(BOUND, 3, [run.state]) is None
    assert score(BOUND, len(run.cloned), [run.state]) == run.state.value


@pytest.mark.parametrize("goal", GOALS)
def test_a_proof_under_conditions_is_no_score(goal):
    """Fixing variables cuts loops for nothing: each branch is proved with nothing put back."""
    arena = set_up(Challenge(goal, "small", 1))
    run = arena.run.fork()
    before = arena.score(run)
    for variable, value in enumerate(run.state.assignment):
        run.condition(variable, int(value))
    assert proves(run.state)
    assert run.state.relaxation.count == 0
    assert arena.score(run) == before


def test_an_instance_is_made_again_from_its_name():
    first, again = (set_up(Challenge(FEWEST, "middle", 7)) for _ in range(2))
    assert first.run.model.digest == again.run.model.digest
    assert first.par == again.par
    assert first.best.recovered == again.best.recovered


def test_a_link_carries_goal_instance_and_score():
    challenge = Challenge(BOUND, "large", 42)
    parts = challenge.written(17.25)
    assert parts["beat"] == "17.25"
    assert Challenge.read(parts) == challenge
    for bad in ({}, {"challenge": "win", "seed": "1"}, {"challenge": BOUND, "seed": "x"}):
        assert Challenge.read(bad) is None
    assert Challenge.read({"challenge": BOUND, "seed": "1", "size": "huge"}) is None
    with pytest.raises(ModelError, match="there is no goal"):
        Challenge("win", "small", 1)
    with pytest.raises(ModelError, match="seed of a challenge"):
        Challenge(BOUND, "small", -1)


def test_every_day_has_its_own_and_all_goals_and_sizes_take_their_turn():
    days = [of_the_day(date(2026, 1, 1) + timedelta(days=n)) for n in range(9)]
    assert len(set(days)) == 9
    assert {(c.goal, c.size) for c in days} == {(g, s) for g in GOALS for s in SIZES}
    assert of_the_day(date(2026, 1, 1)) == days[0]
