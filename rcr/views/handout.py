"""A run on one page to print: the model, the graph at chosen states, the curve, the steps with
their equations, and the way back. Everything is inside, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from rcr.explain import explain
from rcr.explain.argument import argument
from rcr.run import Run
from rcr.state import State
from rcr.text.html_page import html_page, html_table
from rcr.text.numbers import fixed
from rcr.text.words import counted
from rcr.views.curve_svg import draw_curves
from rcr.views.history import history_rows, step_label
from rcr.views.known_facts import known, sentence
from rcr.views.mathml import mathml
from rcr.views.network.changes import changes
from rcr.views.network.drawing import drawable, picture
from rcr.views.network.picture import COMPACT
from rcr.views.network_svg import draw_network
from rcr.views.svg import captioned

MAX_STEPS = 60  # told one by one, from the last one back
MAX_EXPLAINED_UPDATES = 5_000  # of one step; to explain more of them they are all made again
STYLE = Path(__file__).with_suffix(".css")
LEGEND = (
    "Circles are variables with their states, squares are factors. Dashed edges are relaxed, thick "
    "ones recovered; a cross marks a relaxed edge whose clone disagrees."
)


def handout(
    run: Run,
    title: str,
    *,
    link: str = "",
    states: Iterable[int] | None = None,
    kind: str = COMPACT,
    axis: str = "updates",
) -> str:
    """The page of the path to the current state. ``states`` are the numbers of those whose graph is
    drawn, as ``kind`` of picture: the start and the current one if none are given.
    """
    chosen = [0, run.state.number] if states is None else states
    sections = [
        ("The model", _model(run)),
        ("What is known", _answer(run)),
        ("The bounds", f"<figure>{draw_curves(run, axis)}</figure>"),
        ("The graph", _graphs(run, [run.states[n] for n in dict.fromkeys(chosen)], kind)),
        ("The steps", _steps(run)),
    ]
    inside = "".join(f"<h2>{name}</h2>{text}" for name, text in sections if text)
    way = f'Open this run: <a href="{escape(link)}">{escape(link)}</a>'
    back = f'<p class="back">{way}</p>' if link else ""
    return html_page(title, f"<h1>{escape(title)}</h1>{back}{inside}", STYLE)


def _model(run: Run) -> str:
    model, settings = run.model, run.settings
    what = "most probable explanation (MPE)" if settings.task == "mpe" else "partition function"
    sizes = [
        counted(len(model.variables), "variable"),
        f"at most {counted(int(model.cards.max(initial=1)), 'state')}",
        counted(len(model.factors), "factor"),
        counted(len(run.cloned), "equivalence constraint"),
    ]
    rows = {
        "name": model.name,
        "size": ", ".join(sizes),
        "task": what,
        "compensation": settings.scheme,
        "recovery": settings.recovery,
    }
    if model.evidence:
        rows["evidence"] = ", ".join(
            f"{model.variables[v].name} = {model.variables[v].states[x]}"
            for v, x in model.evidence.items()
        )
    return html_table(rows.items())


def _answer(run: Run) -> str:
    rows = known(run.state)
    claims = argument(run)
    if not claims:
        return html_table(rows.items()) + f"<p>{escape(sentence(run.reason))}</p>"
    told = "".join(
        f'<li>{escape(claim.words)} <span class="number">{escape(claim.number)}</span></li>'
        for claim in claims
    )
    return (
        f"{html_table(rows.items())}<p><b>✔ {escape(sentence(run.reason))}</b></p><ol>{told}</ol>"
    )


def _graphs(run: Run, states: Sequence[State], kind: str) -> str:
    if not drawable(run.cloned, kind):
        return ""
    drawn, made = picture(run.cloned, kind), []
    for state in states:
        words = f"Step {state.number}: {step_label(state)}. {_bounds(state)}."
        made.append(captioned(draw_network(drawn, changes(drawn, state), words), words))
    return f'<div class="graph">{"".join(made)}</div><p>{LEGEND}</p>'


def _bounds(state: State) -> str:
    estimate, lower = state.bounds.estimate, f"lower bound {fixed(state.lower, 4)}"
    if estimate is not None:
        return f"Estimate {fixed(estimate, 4)}, {lower}"
    return f"Upper bound now {fixed(state.value, 4)}, best so far {fixed(state.upper, 4)}, {lower}"


def _steps(run: Run) -> str:
    """The steps on the path as the history folds them; an equation is written once, and its numbers
    with each step.
    """
    rows = [row for row in history_rows(run.tree) if row["on_path"]]
    left_out = max(0, len(rows) - MAX_STEPS)
    made, written = [], set[str]()
    if left_out:
        made.append(f"<p>({counted(left_out, 'step')} before these left out.)</p>")
    for row in rows[left_out:]:
        made.append(_step(run, row, written))
    return f'<div class="steps">{"".join(made)}</div>'


def _step(run: Run, row: dict[str, Any], written: set[str]) -> str:
    state = run.states[row["number"]]
    name = f", called {escape(row['name'])}" if row["name"] else ""
    parts = [
        f"<p><b>{row['number']}. {escape(row['label'])}</b>{name}. {escape(_bounds(state))}.</p>"
    ]
    before = state.parent
    if before is None or state.updates - before.updates <= MAX_EXPLAINED_UPDATES:
        told = explain(run, state)
        parts.append(f"<p>{escape(told.sentence)}</p>")
        if told.formula and told.formula not in written:
            written.add(told.formula)
            parts.append(mathml(told.formula))
        parts += [mathml(told.numbers)] if told.numbers else []
    return f'<div class="step">{"".join(parts)}</div>'
