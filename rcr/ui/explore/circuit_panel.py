"""The panel with the arithmetic circuit of the relaxed model: how large it is, and which θ feeds
what.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.engines.circuit import Circuit
from rcr.engines.protocol import TooLarge
from rcr.explain.step_words import called
from rcr.relaxation import Relaxation
from rcr.ui.components.drawing import drawing
from rcr.ui.explore import keys
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.circuit import (
    COMPONENTS,
    CONE,
    WHOLE,
    draw_circuit,
    fed,
    last_touched,
    parts,
    usual_part,
)

MAX_CIRCUIT_BYTES = 1 << 27  # compiled for the panel in about a third of a second
MAX_LISTED_CONSTRAINTS = 1000  # on the menu
LAST = "the last that was updated"


def circuit_panel(run: Run) -> None:
    """The size of the circuit, a θ to choose, and the part of the circuit around it."""
    state = run.state
    try:
        circuit = _circuit(state.relaxation, run.settings.sums)
    except TooLarge as refusal:
        st.info(
            "The circuit of this relaxed model is too large to be compiled here: it would "
            f"take {refusal.cost}."
        )
        return
    _sizes(run, circuit)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        k = _choose_theta(run)
        found = parts(circuit, k)
        if not found:
            why = (
                "Every constraint is recovered, so there is no θ"
                if k is None
                else "This θ alone has more leaves than can be told apart"
            )
            st.info(f"{why}, and the whole circuit is too large to draw.")
            return
        part = _choose_part(found)
    st.markdown(_feeds(run, circuit, k) + _left_out(part, found[part]))
    drawing(draw_circuit(circuit, state.theta.array(), k, found[part]), key="circuit")
    sign = "**+** adds" if run.settings.sums else "**max** takes the largest"
    st.caption(
        f"**×** multiplies, {sign}. □ is a leaf: x=0 is 1 where the state is possible, ψ an "
        "entry of a factor; ■ is a θ. "
        "The numbers beside nodes and θ are logs of their values. Bold is what changes with "
        "the chosen θ."
    )


def _circuit(relaxation: Relaxation, sums: bool) -> Circuit:
    """Compiled once for each relaxation that is looked at."""
    visit = visitor().explore
    known = visit.circuit
    if known is None or known.relaxation is not relaxation or known.sums != sums:
        known = visit.circuit = Circuit(relaxation, sums, MAX_CIRCUIT_BYTES)
    return known


def _sizes(run: Run, circuit: Circuit) -> None:
    size, start = circuit.size, run.circuit_size(run.states[0], MAX_CIRCUIT_BYTES)
    first = (
        f"; {size.total / start:.0%} of the {start:,} at the start"
        if start and start != size.total
        else ""
    )
    st.markdown(
        f"**Circuit size {size.total:,}** = {size.nodes:,} nodes + {size.edges:,} edges{first}. "
        f"As a junction tree: treewidth {run.state.treewidth}, {run.state.table_entries:,} "
        "table entries."
    )


def _choose_theta(run: Run) -> int | None:
    """A relaxed constraint; by default the one that was updated last, whichever that is."""
    last, relaxed = last_touched(run), run.state.relaxation.relaxed
    if last is None:
        return None
    names = {LAST: f"{LAST}: {called(run, last)}"} | {
        run.cloned.constraints[k].id: called(run, int(k)) for k in relaxed[:MAX_LISTED_CONSTRAINTS]
    }
    if chosen(keys.CIRCUIT_THETA, LAST) not in names:  # it has been recovered since
        show(keys.CIRCUIT_THETA, LAST)
    wanted = st.selectbox(
        "θ of", names, format_func=names.__getitem__, **kept(keys.CIRCUIT_THETA), width=400
    )
    return last if wanted == LAST else int(run.cloned.indices([wanted])[0])


def _choose_part(found: dict[str, set[int]]) -> str:
    """By itself the largest that is easy to read; the choice of a visitor holds wherever there is
    room for it.
    """
    if chosen(keys.CIRCUIT_PART, None) not in found:
        show(keys.CIRCUIT_PART, usual_part(found))
    return str(st.selectbox("Draw", list(found), **kept(keys.CIRCUIT_PART), width=300))


def _feeds(run: Run, circuit: Circuit, k: int | None) -> str:
    if k is None:
        return "Every constraint is recovered: no θ is left."
    count = len(fed(circuit, k))
    return (
        f"θ of {called(run, k)} feeds {count:,} of {circuit.size.nodes:,} nodes; an "
        "update of it evaluates only those anew."
    )


def _left_out(part: str, nodes: set[int]) -> str:
    """What is drawn, where that is not everything."""
    drawn = f" Drawn are {len(nodes):,} nodes"
    return {
        WHOLE: "",
        COMPONENTS: f"{drawn}: the components with X and with its clone. The rest of the "
        "circuit is multiplied in at the root.",
        CONE: f"{drawn}: from θ upwards as far as there is room, with what it meets on the "
        "way; dots lead to what is left out.",
    }[part]
