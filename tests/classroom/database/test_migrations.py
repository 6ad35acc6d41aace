"""The schema: made once whoever comes first, changed in one piece, and never guessed at."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import Connection, inspect, select, text, update

from rcr.classroom import Standing, Store, StoreError
from rcr.classroom.database import migrations, tables
from tests.classroom.helpers import chain, open_store

KNOWN, NOW = migrations.CHANGES, 1 + len(migrations.CHANGES)


def version(store: Store) -> int:
    with store._database.read() as connection:
        return connection.execute(select(tables.version.c.version)).scalar_one()


def add_colour(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE visitors ADD COLUMN colour TEXT"))


def paint(connection: Connection) -> None:
    connection.execute(text("UPDATE visitors SET colour = 'red'"))


def fail(connection: Connection) -> None:
    raise RuntimeError("a change that goes wrong")


def colours(store: Store) -> list[str]:
    with store._database.read() as connection:
        return list(connection.execute(text("SELECT colour FROM visitors")).scalars())


def test_a_new_store_has_every_table_and_the_last_version(store: Store):
    assert version(store) == 1 + len(migrations.CHANGES)
    with store._database.read() as connection:
        found = set(inspect(connection).get_table_names())
    assert set(tables.metadata.tables) <= found


def test_an_older_store_is_changed_step_by_step_and_keeps_what_it_has(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
):
    visitor, secret = store.visitors.new()
    store.runs.create(visitor, chain(2))
    monkeypatch.setattr(migrations, "CHANGES", (*KNOWN, add_colour, paint))
    newer = open_store(place)
    assert version(newer) == NOW + 2
    assert colours(newer) == ["red"]
    assert newer.runs.open(newer.visitors.enter(secret.text), 1).document == chain(2)
    monkeypatch.setattr(migrations, "CHANGES", (*KNOWN, add_colour, paint, paint))
    assert version(open_store(place)) == NOW + 3


VERSION_1 = (  # the board had one row a member, with the last time that he was seen
    "CREATE TABLE board (member_id INTEGER NOT NULL PRIMARY KEY REFERENCES members (id) "
    "ON DELETE CASCADE, task_id INTEGER REFERENCES tasks (id) ON DELETE SET NULL, "
    "recovered INTEGER NOT NULL, gap DOUBLE PRECISION, step INTEGER NOT NULL, "
    "curve TEXT NOT NULL, picture TEXT NOT NULL, status TEXT NOT NULL, "
    "last_seen DOUBLE PRECISION NOT NULL)",
    "INSERT INTO board SELECT members.id, standings.task_id, coalesce(recovered, 0), gap, "
    "coalesce(step, 0), coalesce(curve, '[]'), coalesce(picture, 'null'), "
    "coalesce(status, 'working'), last_seen FROM members "
    "LEFT JOIN standings ON standings.member_id = members.id",
    "DROP TABLE standings",
    "ALTER TABLE members DROP COLUMN last_seen",
    "UPDATE rcr_schema SET version = 1",
)


def test_the_board_of_a_store_of_version_1_is_kept(store: Store, place: str):
    desk, secret = store.classes.found("Monday")
    seats = [store.classes.join(desk.info().code, name, "here")[0] for name in ("Anna", "Ben")]
    task = desk.tasks.set("challenge", {}).id
    reached = Standing(
        task,
        recovered=4,
        gap=0.25,
        step=7,
        curve=[3.0, 2.5],
        picture={"marks": "01"},
        status="stuck",
    )
    seats[0].post(reached)
    before = desk.board(task)
    with store._database.write() as connection:
        for statement in VERSION_1:
            connection.execute(text(statement))
    newer = open_store(place)
    assert version(newer) == NOW
    again = newer.classes.desk(desk.info().public_id, secret.text)
    assert again.board(task) == before
    seats[1].post(Standing(task, recovered=1))
    assert [tile.recovered for tile in again.board(task)] == [4, 1]
    newer.close()


def test_a_change_that_fails_changes_nothing(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
):
    visitor, _ = store.visitors.new()
    monkeypatch.setattr(migrations, "CHANGES", (*KNOWN, add_colour, fail))
    with pytest.raises(RuntimeError, match="goes wrong"):
        open_store(place).visitors.new()
    monkeypatch.undo()
    again = open_store(place)
    assert version(again) == NOW
    with again._database.read() as connection:
        assert "colour" not in {c["name"] for c in inspect(connection).get_columns("visitors")}
    again.runs.create(visitor, chain(1))


def test_a_store_of_a_newer_program_is_left_alone(store: Store, place: str):
    with store._database.write() as connection:
        connection.execute(update(tables.version).values(version=99))
    older = open_store(place)
    sentence = f"newer version of this program .schema 99, this one knows {NOW}.; update the"
    for _ in range(2):
        with pytest.raises(StoreError, match=sentence):
            older.visitors.new()
    assert "newer version" in older.trouble()


START = """
import sys
from rcr.classroom import Store
store = Store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
visitor, secret = store.visitors.new()
print(visitor.id, flush=True)
"""


@pytest.mark.slow
def test_processes_that_start_at_once_make_one_schema(place: str):
    started = [
        subprocess.Popen(
            [sys.executable, "-c", START, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    visitors = [int(process.communicate()[0]) for process in started]
    assert [process.returncode for process in started] == [0] * 2
    assert len(set(visitors)) == 2
    assert version(open_store(place)) == NOW
