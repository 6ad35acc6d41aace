"""A run, or one state of it: the graph, the bounds, and what they prove."""

from __future__ import annotations

from rcr.model import ModelError
from rcr.run import Run
from rcr.showing import view
from rcr.state import State
from rcr.text.words import counted
from rcr.views.curve_svg import draw_curves
from rcr.views.history import step_label
from rcr.views.known_facts import known, sentence
from rcr.views.notebook.markup import frame, note, table

MAX_SHOWN_EDGES = 1000  # what shows itself without being asked for stays small


def show_run(run: Run) -> str:
    """The current state with the way that led there."""
    curve = f'<div style="flex:1 1 24rem;max-width:40rem">{draw_curves(run)}</div>'
    return _show(run.state, [curve] if run.state.updates else [], run.reason)


def show_state(state: State) -> str:
    """One state by itself."""
    proof = state.certificate
    return _show(state, [], proof.reason if proof else "not certified: the bounds have not met")


def _show(state: State, curves: list[str], reason: str) -> str:
    model = state.relaxation.cloned.model
    title = (
        f"{model.name}: {counted(len(model.variables), 'variable')}, "
        f"{counted(len(model.factors), 'factor')}. Step {state.number}: {step_label(state)}"
    )
    parts = [_graph(state), *curves, table(known(state).items())]
    return frame(title, parts, sentence(reason), proved=state.certificate is not None)


def _graph(state: State) -> str:
    """The graph, or a sentence where it is too large or cannot be drawn here."""
    edges = len(state.relaxation.cloned)
    if edges > MAX_SHOWN_EDGES:
        return note(
            f"{edges:,} edges are not drawn unasked; graph() draws up to a few thousand, and "
            "graph(around=NAME) the part around a variable."
        )
    try:
        drawn = view("graph.graph")(state)._repr_html_()
    except ModelError as error:
        return note(sentence(str(error)))
    return f'<div style="flex:1 1 16rem;max-width:28rem">{drawn}</div>'
