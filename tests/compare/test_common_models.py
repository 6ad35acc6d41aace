"""Contestants are ranked on the models that all of them finished, and it is said how many those
are.
"""

from __future__ import annotations

from rcr.compare.common_models import on_common_models
from rcr.compare.contestant import Contestant
from rcr.compare.measures import medians
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.compare.table import median_lines

GRID = "grid:rows=3,cols=3"
ASKED = Request((contestant("auto"), contestant("paper")), tuple(subjects(GRID, 4)))


def summary(name: str, seed: int, recovered: int, kind: str = "recovery") -> dict:
    return {
        **{"model": GRID, "seed": seed, "contestant": name, "kind": kind, "status": "certified"},
        **{"recovered": recovered, "loops_closed": 0, "cpu_seconds": 0.1, "gap": 0.0},
        "treewidth": 1,
    }


def test_an_easy_model_that_only_one_has_finished_does_not_count():
    found = [summary("auto", 0, 50), summary("paper", 0, 40), summary("auto", 1, 1)]
    ground = on_common_models(found, ASKED)
    assert (ground.models, ground.asked) == (1, 4)
    assert ground.told == "on the one model of 4 that all contestants finished"
    assert {name: m.value for name, m in medians(ground.summaries, "recovered").items()} == {
        "auto": 50,
        "paper": 40,
    }
    [_, auto, paper, told] = median_lines(found, ground)
    assert "2 of 2" in auto  # of its own games, although one does not count
    assert "1 of 1" in paper
    assert "on the one model of 4" in told


def test_who_has_finished_nothing_keeps_the_others_from_being_ranked():
    ground = on_common_models([summary("auto", seed, 1) for seed in range(4)], ASKED)
    assert ground.models == 0
    assert ground.summaries == []


def test_all_of_them():
    found = [summary(name, seed, 1) for seed in range(4) for name in ("auto", "paper")]
    ground = on_common_models(found, ASKED)
    assert ground.summaries == found
    assert ground.told == "on all 4 models"


def test_a_saved_run_among_several_models_is_not_ranked():
    own = Contestant("your run", "run", "", {})
    several = Request((contestant("auto"), own), ASKED.subjects)
    found = [summary("auto", seed, 1) for seed in range(4)] + [summary("your run", 0, 3, "run")]
    ground = on_common_models(found, several)
    assert ground.models == 4
    assert {s["contestant"] for s in ground.summaries} == {"auto"}
    alone = Request((contestant("auto"), own), ASKED.subjects[:1])
    ground = on_common_models(found, alone)
    assert {s["contestant"] for s in ground.summaries} == {"auto", "your run"}
