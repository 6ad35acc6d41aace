"""The tables of the store, the same for SQLite and PostgreSQL.

Times are seconds since 1970. Numbers of deleted rows are never given out again
(sqlite_autoincrement), so that what somebody still holds in memory cannot come to mean another's.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from rcr.classroom.database.json_text import JsonText

metadata = MetaData()

DIGEST_CHARACTERS = 64
STAMP_CHARACTERS = 16
MAX_STEP_BYTES = 4 * 2**20  # the largest step recovers every constraint of a model at once
MAX_SMALL_BYTES = 64 * 2**10  # settings, names, notes, the panel and the view
MAX_ANSWER_BYTES = 64 * 2**10  # the longest typed answer, each character of it escaped
MAX_TASK_BYTES = 4 * 2**20  # a task may carry a model
MAX_TILE_BYTES = 32 * 2**10  # a curve or a picture on the board


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _of(table: str, key: str = "id", *, primary_key: bool = False) -> Column[int]:
    """A column that belongs to a row of another table and goes with it."""
    name = {"classes": "class"}.get(table, table.removesuffix("s"))
    target = ForeignKey(f"{table}.{key}", ondelete="CASCADE")
    return Column(f"{name}_id", Integer, target, primary_key=primary_key, nullable=False)


def _task() -> Column[int | None]:
    """The task of a class that something was done for, if it was."""
    return Column("task_id", Integer, ForeignKey("tasks.id", ondelete="SET NULL"), index=True)


def _required(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, nullable=False)


version = Table("rcr_schema", metadata, _required("version", Integer))

# -- visitors, their runs, and what they have learnt ---------------------------------------------

visitors = Table(
    "visitors",
    metadata,
    _id(),
    Column("digest", String(DIGEST_CHARACTERS), nullable=False, unique=True),
    _required("runs_made", Integer),
    _required("created", Double),
    _required("last_used", Double),
    sqlite_autoincrement=True,
)

models = Table(  # each model once, however many students work on it
    "models",
    metadata,
    Column("digest", String(DIGEST_CHARACTERS), primary_key=True),
    _required("data", LargeBinary),
    _required("last_used", Double),
)

runs = Table(
    "runs",
    metadata,
    _id(),
    _of("visitors"),
    _required("number", Integer),
    _task(),
    _required("title", Text),
    Column("model", ForeignKey("models.digest"), nullable=False, index=True),
    _required("head", JsonText("the settings", MAX_SMALL_BYTES)),
    _required("current", Integer),
    _required("names", JsonText("the names of states", MAX_SMALL_BYTES)),
    _required("notes", JsonText("the note", MAX_SMALL_BYTES)),
    _required("view", JsonText("the view", MAX_SMALL_BYTES)),
    _required("stamp", String(STAMP_CHARACTERS)),
    _required("created", Double),
    Column("last_used", Double, nullable=False, index=True),
    UniqueConstraint("visitor_id", "number"),
    sqlite_autoincrement=True,
)

steps = Table(
    "steps",
    metadata,
    _of("runs", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _required("entry", JsonText("the step", MAX_STEP_BYTES)),
    sqlite_with_rowid=False,
)

answers = Table(
    "answers",
    metadata,
    _id(),
    _of("visitors"),
    _task(),
    _required("lesson", Text),
    _required("step", Integer),
    _required("answer", JsonText("the answer", MAX_ANSWER_BYTES)),
    Column("right", Boolean),
    _required("tries", Integer),
    _required("at", Double),
    Index("answers_of_visitor", "visitor_id", "lesson"),
)

exercises = Table(
    "exercises",
    metadata,
    _id(),
    _of("visitors"),
    _task(),
    _required("kind", Text),
    _required("level", Integer),
    _required("seed", Text),
    _required("answer", JsonText("the answer", MAX_ANSWER_BYTES)),
    _required("credit", Double),
    _required("seconds", Double),
    _required("at", Double),
    Index("exercises_of_visitor", "visitor_id"),
)

scores = Table(
    "scores",
    metadata,
    _id(),
    _of("visitors"),
    _task(),
    _required("challenge", Text),
    _required("goal", Text),
    _required("score", Double),
    _required("details", JsonText("the score's details", MAX_ANSWER_BYTES)),
    _required("at", Double),
    Index("scores_of_visitor", "visitor_id"),
    Index("scores_of_challenge", "challenge", "goal", "score"),
)

# -- classes -------------------------------------------------------------------------------------

classes = Table(  # task_id and shown_run_id point at rows that point here; they are read with care
    "classes",
    metadata,
    _id(),
    _of("visitors"),
    Column("public_id", Text, nullable=False, unique=True),
    Column("code", Text, unique=True),
    _required("door_open", Boolean),
    _required("teacher_digest", String(DIGEST_CHARACTERS)),
    _required("title", Text),
    _required("kept", Boolean),
    Column("task_id", Integer),
    Column("shown_run_id", Integer),
    Column("shown_state", Integer),
    _required("revision", Integer),
    _required("created", Double),
    Column("last_used", Double, nullable=False, index=True),
    sqlite_autoincrement=True,
)

tasks = Table(
    "tasks",
    metadata,
    _id(),
    _of("classes"),
    _required("kind", Text),
    _required("title", Text),
    _required("payload", JsonText("the task", MAX_TASK_BYTES)),
    Column("up_to", Integer),
    _required("paused", Boolean),
    Column("ends_at", Double),
    _required("revealed", Boolean),
    _required("created", Double),
    Index("tasks_of_class", "class_id"),
    sqlite_autoincrement=True,
)

members = Table(
    "members",
    metadata,
    _id(),
    _of("classes"),
    Column(
        "visitor_id", ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, unique=True
    ),
    _required("nickname", Text),
    Column("name_key", Text),  # none once removed: the name is free again
    _required("removed", Boolean),
    _required("joined", Double),
    _required("last_seen", Double),
    UniqueConstraint("class_id", "name_key"),
    sqlite_autoincrement=True,
)

votes = Table(
    "votes",
    metadata,
    _of("tasks", primary_key=True),
    _of("members", primary_key=True),
    _required("choice", Text),
    _required("at", Double),
)

standings = Table(  # how far a member is with a task: one row for each, changed in place
    "standings",
    metadata,
    _of("members", primary_key=True),
    _of("tasks", primary_key=True),
    _required("recovered", Integer),
    Column("gap", Double),
    _required("step", Integer),
    _required("curve", JsonText("the curve", MAX_TILE_BYTES)),
    _required("picture", JsonText("the picture", MAX_TILE_BYTES)),
    _required("status", Text),
    _required("at", Double),
    Index("standings_of_task", "task_id"),
)

buckets = Table(
    "buckets",
    metadata,
    Column("source", String(DIGEST_CHARACTERS), primary_key=True),
    _required("tokens", Double),
    Column("at", Double, nullable=False, index=True),
)
