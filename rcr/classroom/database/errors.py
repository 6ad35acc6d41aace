"""What can go wrong with the store, each told in one sentence that says what to do."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import exc

from rcr.model import ModelError

PUT_IT_ELSEWHERE = "name another place with RCR_STORE or --store"


class StoreError(ModelError):
    """The store could not do what was asked; the page goes on without it."""


class StoreDown(StoreError):
    """The store as a whole cannot be used now."""


class TablesChanged(StoreError):
    """Another schema than this program's was found."""


class NotKept(StoreError):
    """What was asked for is not in the store, or not for whoever asks."""


class StoreConflict(StoreError):
    """Somebody else has written in between."""


class TooOften(StoreError):
    """More of this than one visitor or one source may do in this time."""


LOCKED = (
    "{store} is busy with somebody else's work; what you did stays on this page, try again soon"
)
FULL = "the disk of {store} is full; make room on it, or " + PUT_IT_ELSEWHERE
READ_ONLY = "{store} must not be written; give this program the right to, or " + PUT_IT_ELSEWHERE
UNOPENED = (
    "{store} cannot be opened; see that its folder is there and yours, or " + PUT_IT_ELSEWHERE
)
DAMAGED = "{store} is damaged or is no store of this program; move it away, or " + PUT_IT_ELSEWHERE
DISK_FAULT = "the disk of {store} does not answer as it should; see to it, or " + PUT_IT_ELSEWHERE
UNREACHABLE = (
    "{store} cannot be reached; see that it runs, what you did stays on this page until then"
)
REFUSED = "{store} refuses this user or password; correct the address in RCR_STORE or --store"
NO_DATABASE = "{store} does not exist; create it with createdb, or correct the address"
CHANGED = (
    "the tables of {store} are not as this program made them; start it again, or restore a copy"
)
GONE = "what this belongs to is no longer in {store}; open the page anew"
CROWDED = "{store} takes no more connections now; try again in a moment"

SQLITE_SENTENCES = {
    "SQLITE_BUSY": LOCKED,
    "SQLITE_LOCKED": LOCKED,
    "SQLITE_PROTOCOL": LOCKED,
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_PERM": READ_ONLY,
    "SQLITE_CANTOPEN": UNOPENED,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_IOERR": DISK_FAULT,
    "SQLITE_ERROR": CHANGED,
}

# By SQLSTATE, the longest prefix first: the code itself, then its class.
POSTGRES_SENTENCES = {
    "53100": FULL,
    "53300": CROWDED,
    "55P03": LOCKED,
    "57014": LOCKED,
    "40": LOCKED,
    "28": REFUSED,
    "3D": NO_DATABASE,
    "42501": READ_ONLY,
    "25006": READ_ONLY,
    "42": CHANGED,
}


def _sqlite_template(error: Any) -> str:
    name: str = getattr(error, "sqlite_errorname", "") or ""
    return next(
        (text for code, text in SQLITE_SENTENCES.items() if name.startswith(code)), UNOPENED
    )


def _postgres_template(error: Any) -> str:
    state: str = getattr(error, "sqlstate", None) or ""
    said = str(error)
    if not state and "authentication failed" in said:  # a refused connection has no SQLSTATE yet
        return REFUSED
    if not state and "does not exist" in said:
        return NO_DATABASE
    if not state and "too many clients" in said:
        return CROWDED
    return next(
        (text for code, text in POSTGRES_SENTENCES.items() if state.startswith(code)), UNREACHABLE
    )


def told(error: exc.SQLAlchemyError | sqlite3.Error, store: str) -> StoreError:
    """A failure of the database as one sentence about the store of this name."""
    if isinstance(error, exc.StatementError) and isinstance(error.orig, StoreError):
        return error.orig  # a value that cannot be kept
    if isinstance(error, exc.IntegrityError):
        return NotKept(GONE.format(store=store))
    if isinstance(error, exc.TimeoutError):  # every connection of the pool is taken
        return StoreError(CROWDED.format(store=store))
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    is_sqlite = isinstance(cause, sqlite3.Error)
    template = (_sqlite_template if is_sqlite else _postgres_template)(cause)
    waits = LOCKED if is_sqlite else UNREACHABLE  # PostgreSQL locks rows, not everything
    kind = StoreDown if template is waits else StoreError
    return (TablesChanged if template is CHANGED else kind)(template.format(store=store))
