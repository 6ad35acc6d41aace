"""The html around what a noun shows: a heading, pictures side by side, a table, some sentences.

The looks stand in the elements themselves, since a notebook's page has a style of its own, and the
colours are those of that page, be it light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

ROW = "display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start"
CELL = "padding:0.1rem 1rem 0.1rem 0;text-align:left;border:none;background:none"


def frame(title: str, parts: Iterable[str], *told: str, proved: bool = False) -> str:
    """The parts between a title and some sentences, which are marked where they tell of a proof."""
    words = "<br/>".join(map(escape, told))
    words = f"<b>✔ {words}</b>" if proved else words
    return (
        f'<div class="rcr"><p><b>{escape(title)}</b></p>'
        f'<div style="{ROW}">{"".join(parts)}</div><p>{words}</p></div>'
    )


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Rows of words, under the names of their columns if those are given."""
    lines = [f"<tr>{_cells('th', head)}</tr>"] if head else []
    lines += [f"<tr>{_cells('td', row)}</tr>" for row in rows]
    return f'<table style="margin:0;border:none">{"".join(lines)}</table>'


def _cells(kind: str, words: Sequence[str]) -> str:
    return "".join(f'<{kind} style="{CELL}">{escape(word)}</{kind}>' for word in words)


def note(words: str) -> str:
    """A sentence in place of a picture."""
    return f'<p style="max-width:20rem;opacity:0.8">{escape(words)}</p>'
