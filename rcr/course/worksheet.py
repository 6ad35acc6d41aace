"""A worksheet: exercises as one html page to print, the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from rcr.course.exercise import Instance, exercise_kinds
from rcr.course.forms import Choices, Form, Numbers, Order, SomeOf
from rcr.course.given_tables import given_tables
from rcr.text.html_page import html_page
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.network.hiding import hide
from rcr.views.network.picture import COMPACT, CUT
from rcr.views.network_svg import draw_network

STYLE = Path(__file__).with_suffix(".css")
MAX_LINES = 12  # below one another; more stand in columns
BOX, BLANK = "☐", "_" * 12


def worksheet(instances: Sequence[Instance]) -> str:
    """The questions with room for answers, then a page with the solutions and why they are right.

    It holds no script and fetches nothing.
    """
    asked = "".join(_question(i, one) for i, one in enumerate(instances, 1))
    solved = "".join(_solution(i, one) for i, one in enumerate(instances, 1))
    body = f"<h1>Worksheet</h1><p>Name: {BLANK * 2}</p>{asked}"
    body += f'<div class="solutions"><h1>Solutions</h1>{solved}</div>'
    return html_page("Worksheet", body, STYLE)


def _title(number: int, one: Instance) -> str:
    asks = exercise_kinds()[one.kind].rstrip(".")
    made = f"{one.kind}, level {one.level}, seed {one.seed}"
    return f"<h2>{number}. {escape(asks)} <small>({escape(made)})</small></h2>"


def _question(number: int, one: Instance) -> str:
    parts = [
        _title(number, one),
        f"<p>{escape(one.posed.question)}</p>",
        f"<figure>{_picture(one)}</figure>",
        given_tables(one.posed.given),
        _room(one.form),
    ]
    return f"<section>{''.join(parts)}</section>"


def _solution(number: int, one: Instance) -> str:
    answer = escape(one.form.written(one.form.solution))
    why = escape(one.posed.explanation)
    return f"<section>{_title(number, one)}<p><b>{answer}</b></p><p>{why}</p></section>"


def _picture(one: Instance) -> str:
    """What the screen shows beside the question, with the names of what can be chosen."""
    posed, state = one.posed, one.run.state
    drawn = picture(one.run.cloned, CUT if "cut" in posed.shows else COMPACT)
    seen = hide(drawn, changes(drawn, state, touched=()), posed.hides)
    cut = one.run.cloned.ids(state.relaxation.relaxed)
    return draw_network(drawn, seen, "The graph", posed.labels or dict(zip(cut, cut, strict=True)))


def _room(form: Form) -> str:
    """Where the answer is written: boxes to tick, or lines to fill in."""
    match form:
        case SomeOf(among):
            lines = [f"{BOX} {name}" for name in among.values()]
        case Numbers(slots):
            lines = [f"{slot.label} = {BLANK}" for slot in slots]
        case Choices(questions):
            lines = [
                text
                for question in questions
                for text in (question.text, *(f"{BOX} {option}" for option in question.options))
            ]
        case Order(items, right):
            named = [f"{name}: {told}" for name, told in items.items()]
            lines = [*named, "  ".join(f"{place}. {BLANK}" for place in range(1, len(right) + 1))]
        case _:
            lines = [BLANK * 4]
    shape = ' class="many"' if len(lines) > MAX_LINES else ""
    return f"<ul{shape}>{''.join(f'<li>{escape(text)}</li>' for text in lines)}</ul>"
