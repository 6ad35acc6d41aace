"""A folder of results: whole files only, its own request only, and nothing finished twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.model import ModelError
from rcr.results.folder import ResultFolder, other_keys, write_whole
from rcr.results.game import Outcome
from rcr.results.in_this_process import OneByOne
from rcr.results.resume import NOT_BEGUN, play_missing
from tests.results.games import Double

MANIFEST = {"format": "test", "limit": 3}


@pytest.fixture
def folder(tmp_path):
    return ResultFolder(tmp_path / "new" / "out", "request.json", "games")


class Counting:
    """An executor that notes what it was asked to play, and gives up some of it."""

    def __init__(self, give_up=(), never=()):
        self.asked, self.give_up, self.never = [], set(give_up), set(never)

    def play(self, games, report, cancel):
        self.asked += games
        for key, game in games.items():
            if key in self.give_up:
                yield Outcome(key, unfinished="its process ended with code 7")
            elif key not in self.never:
                yield Outcome(key, game.play(lambda row: None, cancel))


def test_a_new_folder_is_made_and_holds_nothing(folder):
    assert folder.open(MANIFEST, "comparison") == {}
    assert json.loads((folder.root / "request.json").read_text()) == MANIFEST


def test_what_is_kept_is_held_the_next_time(folder):
    folder.open(MANIFEST, "comparison")
    folder.keep("00001", {"rows": [1.5, float("inf")]})
    (folder.root / "games" / ".00002.json.99").write_text("[{")  # what a kill while writing leaves
    assert folder.open(MANIFEST, "comparison") == {"00001": {"rows": [1.5, float("inf")]}}


def test_a_folder_of_something_else_is_left_alone(folder):
    folder.open(MANIFEST, "comparison")
    before = (folder.root / "request.json").read_bytes()
    with pytest.raises(ModelError, match=r"holds another comparison \(other limit, more\)"):
        folder.open({"format": "test", "limit": 4, "more": 1}, "comparison")
    assert (folder.root / "request.json").read_bytes() == before


def test_what_does_not_matter_may_differ_and_is_written_anew(folder):
    folder.open(MANIFEST, "comparison")
    wanted = MANIFEST | {"instances": 9}
    folder.open(wanted, "comparison", lambda held, now: [])
    assert json.loads((folder.root / "request.json").read_text()) == wanted


@pytest.mark.parametrize("name", ["request.json", "games/00000.json"])
def test_a_damaged_file_is_named(folder, name):
    folder.open(MANIFEST, "comparison")
    (folder.root / name).write_text("[{")
    with pytest.raises(ModelError, match=f"{Path(name).name}: this file is damaged; delete it"):
        folder.open(MANIFEST, "comparison")


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="file"):
        ResultFolder(tmp_path / "file", "request.json", "games").open(MANIFEST, "comparison")


def test_tables_hold_their_columns_in_order(folder):
    folder.open(MANIFEST, "comparison")
    rows = [{"b": 1, "a": "x, y", "more": 0}, {"b": None, "a": 2.5, "more": 0}]
    assert folder.write_table("runs", rows, ("a", "b")) == "runs.csv"
    assert (folder.root / "runs.csv").read_text() == 'a,b\n"x, y",1\n2.5,\n'


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    write_whole(path, "old")

    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ModelError, match=r"a\.json"):
        write_whole(path, "new")
    assert path.read_text() == "old"


keys = st.dictionaries(st.sampled_from("abc"), st.integers(0, 2))


@given(keys, keys)
def test_manifests_differ_in_the_keys_that_are_not_the_same(held, wanted):
    differs = other_keys(held, wanted)
    assert (differs == []) == (held == wanted)
    assert {key: held.get(key) for key in "abc" if key not in differs} == {
        key: wanted.get(key) for key in "abc" if key not in differs
    }


@settings(max_examples=50, deadline=None)
@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_only_what_is_missing_is_played(held, give_up):
    games = {str(n): Double(n) for n in range(10)}
    executor = Counting(give_up=map(str, give_up))
    known = {str(n): "known" for n in held}
    results = play_missing(games, executor, None, known)
    assert executor.asked == [str(n) for n in range(10) if n not in held]
    assert results.finished == known | {
        str(n): 2 * n for n in range(10) if n not in held and n not in give_up
    }
    assert set(results.unfinished) == {str(n) for n in give_up - held}


def test_a_stopped_play_goes_on_where_it_was(folder):
    games = {str(n): Double(n) for n in range(4)}
    held = folder.open(MANIFEST, "comparison")
    first = play_missing(games, Counting(give_up="1", never="3"), folder, held)
    assert first.unfinished == {"1": "its process ended with code 7", "3": NOT_BEGUN}
    finished = []
    again = Counting()
    held = folder.open(MANIFEST, "comparison")
    last = play_missing(
        games, again, folder, held, on_finish=lambda key, result: finished.append(key)
    )
    assert again.asked == finished == ["1", "3"]
    assert last.finished == {str(n): 2 * n for n in range(4)}
    assert last.unfinished == {}
    assert play_missing(games, OneByOne(), folder, folder.open(MANIFEST, "comparison")) == last
