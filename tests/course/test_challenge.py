"""Challenges: the same for everybody who has the link, par that a set of constraints keeps, scores
that only what was reached earns.
"""

from datetime import date, timedelta

import numpy as np
import pytest

from rcr import ModelError
from rcr.course.challenge import GOALS, OPPONENTS, SIZES, Challenge, of_the_day, set_up
from rcr.course.challenge.challenge import BOUND, FEWEST, PROOF_TOLERANCE_LOGS, WIDTH
from rcr.course.challenge.contest import Contest
from rcr.course.challenge.instance import MIN_GAIN
from rcr.reference.exact import exact_value
from tests.haste import slow_after_the_first

SEEDS = range(3)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("size", "seed"), slow_after_the_first([("small", 1), ("small", 7), ("middle", 4)])
)
def test_whoever_puts_the_best_set_back_reaches_par_in_any_order(goal, size, seed):
    """Compensation may stop short on one way and not on another; the score must not."""
    arena = set_up(Challenge(goal, size, seed))
    contest = Contest(arena)
    assert goal == BOUND or contest.score is None
    for edge in np.random.default_rng(seed).permutation(list(arena.best.recovered)):
        contest.click("recover", [str(edge)])
    assert contest.score == pytest.approx(arena.par, abs=PROOF_TOLERANCE_LOGS)
    contest.finish()
    assert contest.played.details["recovered"] == sorted(arena.best.recovered)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", slow_after_the_first(SEEDS))
def test_the_best_set_known_has_nothing_to_spare(goal, seed):
    arena = set_up(Challenge(goal, "small", seed))
    start, exact = arena.floor(arena.run.state), exact_value(arena.run.cloned, False)
    assert arena.floor.exact == pytest.approx(exact)
    assert start - arena.floor(arena.best) > MIN_GAIN
    assert goal != BOUND or arena.floor(arena.best) > exact + MIN_GAIN
    assert goal != BOUND or arena.limit == arena.best.relaxation.count
    assert goal != WIDTH or arena.limit == arena.best.treewidth
    for edge in arena.best.recovered:
        run = arena.run.fork()
        run.recover(set(arena.best.recovered) - {edge})
        assert arena.floor(run.state) > arena.floor(arena.best) + PROOF_TOLERANCE_LOGS


@pytest.mark.parametrize("seed", slow_after_the_first(SEEDS))
def test_no_opponent_beats_par_where_a_proof_is_wanted(seed):
    """Par is the pruned set of one of them."""
    arena = set_up(Challenge(FEWEST, "small", seed))
    scores = {name: arena.score_of(arena.play(name)) for name in OPPONENTS}
    assert scores["cycle"] >= arena.par
    assert all(found is not None for found in scores.values())
    assert scores["random"] >= scores["cycle"]


def test_only_states_that_reach_the_goal_count():
    for goal in GOALS:
        arena = set_up(Challenge(goal, "small", 1))
        run = arena.run.fork()
        run.recover(run.state.relaxation.relaxed.tolist())
        assert run.state.relaxation.count > arena.limit or goal == FEWEST
        assert run.state.treewidth > set_up(Challenge(WIDTH, "small", 1)).limit
        assert arena.score_of([run.state]) == (len(run.cloned) if goal == FEWEST else None)


def test_the_state_that_counts_is_the_best_on_the_way_and_is_gone_to():
    arena = set_up(Challenge(FEWEST, "small", 1))
    contest = Contest(arena)
    with pytest.raises(ModelError, match="not reached yet"):
        contest.finish()
    contest.click("recover", arena.best.recovered)
    contest.click("recover", [contest.run.cloned.ids(contest.run.state.relaxation.relaxed)[0]])
    assert contest.score == arena.par
    contest.finish()
    assert set(contest.run.state.recovered) == set(arena.best.recovered)


@pytest.mark.parametrize("goal", GOALS)
def test_a_proof_under_conditions_is_no_score(goal):
    """Fixing variables cuts loops for nothing: each branch is proved with nothing put back."""
    arena = set_up(Challenge(goal, "small", 1))
    run = arena.run.fork()
    before = arena.score(run)
    for variable, value in enumerate(run.state.assignment):
        run.condition(variable, int(value))
    assert run.state.relaxation.count == 0
    assert arena.score(run) == before


@pytest.mark.slow
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
