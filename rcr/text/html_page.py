"""A page of html that stands alone, to print and to take along: its style is in it, and it fetches
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

REPORT_STYLE = Path(__file__).parent / "report.css"


def html_page(title: str, body: str, style: Path = REPORT_STYLE) -> str:
    """The page with this title and what is in it."""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style.read_text(encoding='utf-8')}</style></head><body>{body}</body></html>"
    )


def html_table(rows: Iterable[Sequence[Any]], head: Sequence[str] = (), caption: str = "") -> str:
    """The rows as a table of plain text, if there are any."""
    lines = [f"<tr>{_cells('td', row)}</tr>" for row in rows]
    if not lines:
        return "<p>none yet</p>"
    top = f"<tr>{_cells('th', head)}</tr>" if head else ""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}{top}{''.join(lines)}</table>"


def _cells(kind: str, words: Iterable[Any]) -> str:
    return "".join(f"<{kind}>{escape(str(word))}</{kind}>" for word in words)
