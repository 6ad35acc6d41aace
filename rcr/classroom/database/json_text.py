"""JSON in a column of text, in ASCII, which both databases keep as it is.

PostgreSQL's own JSON refuses some characters that people type, and SQLite has none.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

from rcr.classroom.database.errors import StoreError
from rcr.text.numbers import human_bytes


def as_json(value: Any, what: str, most_bytes: int) -> str:
    """A value as compact JSON, if it is plain data of at most this size."""
    try:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise StoreError(f"{what} cannot be kept as JSON ({error}); give plain data") from None
    if len(text) > most_bytes:
        sizes = f"{human_bytes(len(text))}; the store keeps at most {human_bytes(most_bytes)}"
        raise StoreError(f"{what} would take {sizes}")
    return text


class JsonText(TypeDecorator[Any]):
    """A column of JSON; ``what`` and its limit are for the sentence when it is too large."""

    impl = Text
    cache_ok = True

    def __init__(self, what: str, most_bytes: int) -> None:
        super().__init__()
        self.what, self.most_bytes = what, most_bytes

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return as_json(value, self.what, self.most_bytes)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return json.loads(value) if value is not None else None
