"""The schema: a new store is made as ``tables`` says, an older one is changed step by step.

To change the schema: change ``tables``, and append to ``CHANGES`` a function that does the same to
a store of the version before. All that is missing happens in one transaction or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, inspect, select, text, update

from rcr.classroom.database import tables
from rcr.classroom.database.errors import PUT_IT_ELSEWHERE, StoreError

Change = Callable[[Connection], None]


STANDINGS_BY_TASK = (  # version 1 had one row a member, so that an earlier task could not be seen
    "CREATE TABLE standings ("
    "member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, "
    "task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE, "
    "recovered INTEGER NOT NULL, gap DOUBLE PRECISION, step INTEGER NOT NULL, "
    "curve TEXT NOT NULL, picture TEXT NOT NULL, status TEXT NOT NULL, "
    "at DOUBLE PRECISION NOT NULL, PRIMARY KEY (member_id, task_id))",
    "CREATE INDEX standings_of_task ON standings (task_id)",
    "INSERT INTO standings SELECT member_id, task_id, recovered, gap, step, curve, picture, "
    "status, last_seen FROM board WHERE task_id IS NOT NULL",
    "ALTER TABLE members ADD COLUMN last_seen DOUBLE PRECISION NOT NULL DEFAULT 0",
    "UPDATE members SET last_seen = "
    "(SELECT board.last_seen FROM board WHERE board.member_id = members.id)",
    "DROP TABLE board",
)


def keep_standings_by_task(connection: Connection) -> None:
    """From version 1 to 2."""
    for statement in STANDINGS_BY_TASK:
        connection.execute(text(statement))


CHANGES: Sequence[Change] = (keep_standings_by_task,)  # from version 1 to 2, from 2 to 3, …
MIGRATION_LOCK = (
    0x7263725F  # an advisory lock of PostgreSQL: one process at a time changes the schema
)


def is_current(connection: Connection, store: str) -> bool:
    """Whether the schema is this program's; a newer one is refused in a sentence."""
    found, known = _version(connection), 1 + len(CHANGES)
    if found > known:
        raise StoreError(
            f"{store} was written by a newer version of this program (schema {found}, this one "
            f"knows {known}); update the program, or {PUT_IT_ELSEWHERE}"
        )
    return found == known


def migrate(connection: Connection, store: str) -> None:
    """Bring the schema to this program's version, within the transaction of the connection.

    On SQLite the transaction keeps others out, on PostgreSQL an advisory lock that ends with it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    if is_current(connection, store):  # another process was quicker
        return
    found, known = _version(connection), 1 + len(CHANGES)
    if found == 0:
        tables.metadata.create_all(connection, checkfirst=False)
        connection.execute(insert(tables.version).values(version=known))
    else:
        for change in CHANGES[found - 1 :]:
            change(connection)
        connection.execute(update(tables.version).values(version=known))


def _version(connection: Connection) -> int:
    if not inspect(connection).has_table(tables.version.name):
        return 0
    return int(connection.execute(select(tables.version.c.version)).scalar_one())
