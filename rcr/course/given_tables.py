"""The tables that belong to an exercise's question, side by side, on the page and on paper."""

from __future__ import annotations

from collections.abc import Sequence

from rcr.course.exercise import Given
from rcr.text.html_page import html_table

MAX_ROWS = 10  # of a table; a longer one would push the answer out of sight
NO_TITLE = "\u00a0"  # keeps the parts of a table level


def given_tables(given: Sequence[Given]) -> str:
    """All of them as html; nothing where there is none."""
    tables = "".join(map(_table, given))
    return f'<div class="factor-tables">{tables}</div>' if tables else ""


def _table(given: Given) -> str:
    """A long one in parts, which stand side by side as well."""
    head, *body = given.rows
    first, *others = (body[i : i + MAX_ROWS] for i in range(0, len(body), MAX_ROWS))
    parts = [html_table(part, head, NO_TITLE) for part in others]
    return "".join((html_table(first, head, given.title), *parts))
