"""A worksheet: exercises as one html page to print, the solutions on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from rcr.course.exercise import Given, Instance
from rcr.course.forms import Choices, Form, Numbers, Order, SomeOf
from rcr.text.html_page import html_page, html_table
from rcr.views.thumbnail import draw_thumbnail

STYLE = Path(__file__).with_suffix(".css")
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
    told = f"{one.kind.replace('_', ' ')}, level {one.level}, seed {one.seed}"
    return f"<h2>{number}. {escape(told)}</h2>"


def _question(number: int, one: Instance) -> str:
    tables = "".join(_table(given) for given in one.posed.given)
    parts = [
        _title(number, one),
        draw_thumbnail(one.run.model),
        _states(one),
        f"<p>{escape(one.posed.question)}</p>",
        tables,
        _room(one.form),
    ]
    return f"<section>{''.join(parts)}</section>"


def _solution(number: int, one: Instance) -> str:
    answer = escape(one.form.written(one.form.solution))
    why = escape(one.posed.explanation)
    return f"<section>{_title(number, one)}<p><b>{answer}</b></p><p>{why}</p></section>"


def _states(one: Instance) -> str:
    """What the screen shows beside the question: every edge with the states at its two ends."""
    if "states" in one.posed.hides:
        return ""
    run, n = one.run, len(one.run.model.variables)
    recovered, chosen = run.state.relaxation.recovered, run.state.relaxed_assignment
    rows = [("edge", "", "is", "variable", "clone")]
    for c, said in zip(run.cloned.constraints, run.cloned.said, strict=True):
        names = run.model.variables[c.variable].states
        mine, clone = names[chosen[c.variable]], names[chosen[n + c.index]]
        rows.append((c.id, said, "recovered" if recovered[c.index] else "cut", mine, clone))
    return _table(Given("The edges, and the best states at their ends", tuple(rows)))


def _table(given: Given) -> str:
    head, *body = given.rows
    return html_table(body, head, given.title)


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
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in lines)}</ul>"
