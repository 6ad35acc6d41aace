"""What a student did is found again in the store, written once each, and told in a report."""

import csv
import io

import pytest

from rcr.classroom import Store, StoreError
from rcr.course.challenge import Challenge, Played
from rcr.course.learner import SHOWN, Attempt, passed_steps
from rcr.course.lesson_folders import lessons
from rcr.course.practice import Exercised
from rcr.course.report import report_csv, report_html, result_rows
from rcr.course.student_record import Done, StudentRecord, recall

DONE = Done(
    [
        Attempt("cutting", 0, None, True, 1, 10.0),
        Attempt("cutting", 1, 2, False, 1, 20.0),
        Attempt("cutting", 1, SHOWN, False, 2, 30.0),
        Attempt("cutting", 7, "<b>mine</b>, really", None, 1, 40.0),
    ],
    [Exercised("violated", 2, 77, ["c0", "c3"], 0.5, 12.5, 35.0)],
    [Played(Challenge("fewest", "small", 4), 9.0, 8.0, {"recovered": ["c1"]}, 50.0)],
)


@pytest.fixture
def store(tmp_path):
    found = Store(tmp_path / "store.sqlite")
    yield found
    found.close()


def test_what_is_written_is_recalled_and_each_thing_is_written_once(store):
    who, _ = store.visitors.new()
    record = StudentRecord()
    record.write(store.progress, lambda: who, DONE)
    record.write(store.progress, lambda: who, DONE)
    again = recall(store.progress, who)
    assert again.attempts == DONE.attempts
    assert again.exercised == DONE.exercised
    [played] = again.contests
    assert (played.challenge, played.score, played.par) == (Challenge("fewest", "small", 4), 9, 8)
    assert passed_steps(again.attempts, "cutting") == {0, 1, 7}
    assert not recall(store.progress, store.visitors.new()[0])


def test_what_the_store_refuses_is_written_the_next_time(store):
    who, _ = store.visitors.new()
    record = StudentRecord()

    def away():
        raise StoreError("the store is away")

    with pytest.raises(StoreError):
        record.write(store.progress, away, DONE)
    record.write(store.progress, lambda: who, DONE)
    assert len(recall(store.progress, who).attempts) == len(DONE.attempts)


def test_a_score_of_a_challenge_that_no_longer_exists_is_left_out(store):
    who, _ = store.visitors.new()
    store.progress.add_score(who, "huge-1", "fewest", 3.0)
    store.progress.add_score(who, "somewhere", "fewest", 3.0)
    assert recall(store.progress, who).contests == []


def test_the_table_has_a_row_for_everything_in_the_order_of_time():
    rows = list(csv.DictReader(io.StringIO(report_csv(DONE, lessons()))))
    assert [row["kind"] for row in rows] == ["lesson"] * 3 + ["exercise", "lesson", "challenge"]
    assert [row["result"] for row in rows] == [
        "right",
        "wrong",
        "shown",
        "50%",
        "written",
        "9 (par 8)",
    ]
    assert [row["answer"] for row in rows[:3]] == ["", "It rises.", ""]
    assert rows[1]["what"] == "Cutting makes it larger"
    assert rows[1]["part"] == "step 2: Will it rise or fall?"
    assert rows[0]["time"] == "1970-01-01 00:00:10"
    assert result_rows(Done(), lessons()) == []


def test_the_page_tells_how_far_and_escapes_what_was_typed():
    page = report_html(DONE, lessons(), "Ann & Bob")
    assert "Report of Ann &amp; Bob" in page
    assert "2. Cutting makes it larger" in page
    assert "3 of 8 steps" in page
    assert "&lt;b&gt;mine" in page
    assert "<script" not in page
    assert "http" not in page
    assert "none yet" in report_html(Done(), lessons())
