"""Results: every answer once, tables without formulas, exports without secrets."""

from __future__ import annotations

import csv
import io
import json

from rcr.classroom import (
    Result,
    Standing,
    Store,
    WrongAnswer,
    export_class,
    to_csv,
    wrong_answers,
)
from tests.classroom.helpers import Clock, chain


def answer_all(store: Store, room, clock: Clock) -> None:
    """Everybody answers something, one of them with a formula."""
    anna, ben, cem = (seat.visitor for seat in room.seats)
    lesson = room.desk.tasks.set("lesson", {}, title="Cutting")
    for who, answer, right in [(anna, "8", False), (ben, "8", False), (anna, "64", True)]:
        clock.time += 1
        store.progress.add_answer(who, "02-cutting", 2, answer, right, 1, lesson.id)
    clock.time += 1
    store.progress.add_answer(cem, "02-cutting", 2, "=1+1", False, 1, lesson.id)
    clock.time += 1
    store.progress.add_exercise(cem, "violated", 1, 7, ["c1"], 0.5, 9.0, lesson.id)
    clock.time += 1
    store.progress.add_score(ben, "grid-7", "fewest", 9, {"recovered": 9})
    poll = room.desk.tasks.set("poll", {}, title="Which edge?")
    clock.time += 1
    room.seats[0].vote(poll.id, "c2")


def test_every_answer_is_one_row_in_the_order_of_time(store: Store, room, clock: Clock):
    answer_all(store, room, clock)
    results = room.desk.results()
    assert [(r.nickname, r.kind, r.item, r.part, r.answer, r.right) for r in results] == [
        ("Anna", "lesson", "02-cutting", "step 3", "8", False),
        ("Ben", "lesson", "02-cutting", "step 3", "8", False),
        ("Anna", "lesson", "02-cutting", "step 3", "64", True),
        ("Cem", "lesson", "02-cutting", "step 3", "=1+1", False),
        ("Cem", "exercise", "violated", "level 1, seed 7", ["c1"], False),
        ("Ben", "challenge", "grid-7", "fewest", {"recovered": 9}, None),
        ("Anna", "poll", "Which edge?", "", "c2", None),
    ]
    assert (results[4].credit, results[4].seconds, results[5].score) == (0.5, 9.0, 9.0)
    assert [r.at for r in results] == sorted(r.at for r in results)


def test_only_members_count(store: Store, room, clock: Clock):
    task = room.desk.tasks.set("lesson", {})
    stranger, _ = store.visitors.new()
    store.progress.add_answer(stranger, "02-cutting", 2, "8", False, 1, task.id)
    other, _ = store.classes.found()
    seat, _ = store.classes.join(other.info().code, "Dora", "here")
    store.progress.add_answer(seat.visitor, "02-cutting", 2, "8", False, 1, task.id)
    assert room.desk.results() == []


def test_the_most_frequent_wrong_answers_come_first(store: Store, room, clock: Clock):
    answer_all(store, room, clock)
    store.progress.add_answer(room.seats[2].visitor, "02-cutting", 2, "=1+1", False, 2)
    assert wrong_answers(room.desk.results()) == [
        WrongAnswer("lesson", "02-cutting", "step 3", "8", members=2, times=2),
        WrongAnswer("lesson", "02-cutting", "step 3", "=1+1", members=1, times=2),
        WrongAnswer("exercise", "violated", "level 1, seed 7", ["c1"], members=1, times=1),
    ]


def test_a_vote_is_marked_once_the_poll_is_revealed(room):
    tasks = room.desk.tasks
    poll = tasks.set("poll", {"truth": None}, title="Which edge?")
    for seat, choice in zip(room.seats, ("c1", "c1", "c2"), strict=True):
        seat.vote(poll.id, choice)
    assert {result.right for result in room.desk.results()} == {None}
    tasks.reveal(poll.id, {"truth": {"right": ["c2"], "sentence": ""}})
    results = room.desk.results()
    assert sorted((result.answer, result.right) for result in results) == [
        ("c1", False),
        ("c1", False),
        ("c2", True),
    ]
    assert wrong_answers(results) == [WrongAnswer("poll", "Which edge?", "", "c1", 2, 2)]
    opinion = tasks.set("poll", {"truth": {"right": [], "sentence": ""}}, title="Well?")
    room.seats[0].vote(opinion.id, "yes")
    tasks.reveal(opinion.id, opinion.payload)
    assert room.desk.results()[-1].right is None


def test_a_table_holds_no_formula(store: Store, room, clock: Clock):
    answer_all(store, room, clock)
    desk, _ = store.classes.found()
    for name in ("=cmd", "+1", "-1", "@x", 'plain, with "quotes"'):
        seat, _ = store.classes.join(desk.info().code, name, "here")
        store.progress.add_answer(seat.visitor, "l", 1, "-2", True, 1)
    rows = list(csv.DictReader(io.StringIO(to_csv(desk.results(), Result))))
    assert [row["nickname"] for row in rows] == [
        "'=cmd",
        "'+1",
        "'-1",
        "'@x",
        'plain, with "quotes"',
    ]
    assert {row["answer"] for row in rows} == {"'-2"}
    assert rows[0]["at"].startswith("2027-01-15T")
    first = next(csv.DictReader(io.StringIO(to_csv(room.desk.results(), Result))))
    assert (first["right"], first["tries"], first["score"]) == ("False", "1", "")
    wrong = list(csv.reader(io.StringIO(to_csv(wrong_answers(room.desk.results()), WrongAnswer))))
    assert wrong[0] == ["kind", "item", "part", "answer", "members", "times"]
    assert wrong[1][3] == "8"


def test_an_empty_table_has_its_header():
    assert to_csv([], WrongAnswer) == "kind,item,part,answer,members,times\n"


def test_an_export_is_json_with_everything_but_the_secrets(store: Store, room, clock: Clock):
    answer_all(store, room, clock)
    room.seats[1].post(Standing(room.desk.tasks.current().id, recovered=3))
    key = store.runs.create(room.seats[0].visitor, chain(2), title="mine")
    text = json.dumps(export_class(room.desk))
    data = json.loads(text)
    assert (data["format"], data["version"], data["class"]["title"]) == ("rcr-class", 1, "Monday")
    assert [member["nickname"] for member in data["members"]] == ["Anna", "Ben", "Cem"]
    assert [task["kind"] for task in data["tasks"]] == ["lesson", "poll"]
    assert len(data["results"]) == 7
    assert [tile["recovered"] for tile in data["standings"]] == [3]
    (run,) = data["runs"]
    assert (run["number"], run["title"], run["run"]) == (key.number, "mine", chain(2))
    from rcr.classroom.tokens import digest

    for secret in (room.teachers_secret, *room.secrets):
        assert secret.text not in text
        assert digest(secret.text) not in text
