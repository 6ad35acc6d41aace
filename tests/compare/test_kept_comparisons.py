"""Comparisons that are kept: found again by whoever knows the secret, gone on with, and deleted
when their time is over.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from rcr import ModelError, Run, generate
from rcr.compare.comparison import MANIFEST, compare
from rcr.compare.contestant import Contestant
from rcr.compare.kept_comparisons import DAY_SECONDS, KEPT_DAYS, KeptComparisons, expire
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request, read_request
from rcr.compare.subject import of_model
from rcr.models.origin import ModelItself
from rcr.results.in_this_process import OneByOne
from rcr.run.file import to_dict

GRID = "grid:rows=3,cols=3"
ASKED = Request((contestant("paper"), contestant("mplp")), tuple(subjects(GRID, 2)), 30.0)


def by_hand() -> Request:
    """A run by hand on a model that nothing makes again."""
    model = generate("grid", rows=2, cols=3)
    run = Run(model)
    run.recover([run.cloned.constraints[0].id])
    return Request(
        (Contestant.of_run(to_dict(run)), contestant("cycle:look_ahead=0")),
        tuple(of_model(ModelItself(model), "mine", model)),
    )


@pytest.mark.parametrize("request_", [ASKED, by_hand()], ids=["generated", "by hand"])
def test_a_manifest_brings_the_request_back(request_):
    again = read_request(request_.manifest(), "a file")
    assert again.manifest() == request_.manifest()
    assert [g.subject.make().digest for g in again.games()] == [
        g.subject.digest for g in request_.games()
    ]


@pytest.mark.parametrize(
    "damage", [{"version": 1}, {"subjects": None}, {"contestants": [{"name": "x"}]}, {"plugins": 3}]
)
def test_a_damaged_manifest_is_refused_in_a_sentence(damage):
    with pytest.raises(ModelError, match="a file: "):
        read_request(ASKED.manifest() | damage, "a file")


def test_stopped_it_is_found_again_and_goes_on(tmp_path: Path):
    kept = KeptComparisons.of(tmp_path, "secret")
    assert kept.latest() is None
    assert kept.open(ASKED) == {}
    stop = Event()

    def stop_after_one(number: int, row: dict) -> None:
        if "summary" in row:
            stop.set()

    first = compare(ASKED, kept.folder(ASKED), OneByOne(), stop, stop_after_one)
    assert 0 < len(first.games) < 4
    other = replace(ASKED, time_limit=1.0)
    kept.open(other)
    os.utime(kept.folder(other) / MANIFEST, (1, 1))

    after_a_restart = KeptComparisons.of(tmp_path, "secret")
    request, games = after_a_restart.latest()
    assert request.manifest() == ASKED.manifest()
    assert games == first.games
    rest = compare(request, after_a_restart.folder(request), OneByOne())
    assert set(rest.games) == set(range(4))
    assert {n: rest.games[n] for n in first.games} == first.games
    assert KeptComparisons.of(tmp_path, "another").latest() is None
    assert "secret" not in str(after_a_restart.root)


def test_what_cannot_be_read_gives_way_to_what_can(tmp_path: Path):
    kept = KeptComparisons.of(tmp_path, "secret")
    kept.open(ASKED)
    newer = kept.root / "x" / MANIFEST
    newer.parent.mkdir()
    newer.write_text(json.dumps(ASKED.manifest() | {"version": 99}))
    request, _ = kept.latest()
    assert request.manifest() == ASKED.manifest()


def test_they_are_listed_the_latest_first(tmp_path: Path):
    kept = KeptComparisons.of(tmp_path, "secret")
    asked = [replace(ASKED, time_limit=seconds) for seconds in (1.0, 2.0, 3.0)]
    for at, one in zip((20, 30, 10), asked, strict=True):
        kept.open(one)
        os.utime(kept.folder(one) / MANIFEST, (at, at))
    (kept.folder(asked[0]) / MANIFEST).write_text("{")
    assert [(at, one.time_limit) for at, one in kept.requests()] == [(30, 2.0), (10, 3.0)]


def test_after_their_time_they_are_deleted(tmp_path: Path):
    kept = KeptComparisons.of(tmp_path, "secret")
    kept.open(ASKED)
    now = (kept.folder(ASKED) / MANIFEST).stat().st_mtime
    assert expire(tmp_path, now + KEPT_DAYS * DAY_SECONDS - 1) == 0
    assert kept.latest() is not None
    assert expire(tmp_path, now + KEPT_DAYS * DAY_SECONDS + 1) == 1
    assert kept.latest() is None
