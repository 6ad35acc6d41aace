"""A page with nothing but the graph: the model from the address, clicks applied to a run, and what
they led to.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run, generate
from rcr.explain.measures import measure
from rcr.explain.pieces import pieces
from rcr.formats import load_model
from rcr.model import Factor, Model, Variable
from rcr.ui.components.graph import TakenClicks, graph, graph_library, take_clicks
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.overlay import NO_OVERLAY, colour_edges, label_pieces


def pairs(n: int, scopes: list[tuple[int, int]]) -> Model:
    """A model over binary variables with a factor for each pair."""
    factors = tuple(
        Factor.of(scope, [[1 + i % 3, 2], [3, 1 + i % 2]]) for i, scope in enumerate(scopes)
    )
    return Model(tuple(Variable.numbered(f"X{v}", 2) for v in range(n)), factors)


@st.cache_resource
def model(name: str) -> Model:
    """Such as grid-4, grid-6-3 (with three states), torus-5, chain-12, random-20, or a file."""
    match name.split("-"):
        case ["grid", size, *states]:
            return generate("grid", rows=int(size), cols=int(size), states=int((*states, 2)[0]))
        case ["torus", size]:
            return generate("grid", rows=int(size), cols=int(size), wrap=True)
        case ["chain", size]:
            return pairs(int(size), [(v, v + 1) for v in range(int(size) - 1)])
        case ["random", size]:
            n = int(size)
            ends = {(v, (v * v + 3 * v + 1 + k) % n) for v in range(n) for k in (0, 5)}
            return pairs(n, sorted({(min(pair), max(pair)) for pair in ends if pair[0] != pair[1]}))
    return load_model(name)


st.set_page_config(layout="wide")
asked, memory = st.query_params, st.session_state
if "run" not in memory:
    memory.run = Run(model(asked.get("model", "grid-4")), start=asked.get("start", "decomposed"))
    memory.log, memory.scripts, memory.taken = [], 0, TakenClicks()
    memory.run.sweep(int(asked.get("sweeps", 1)))
run, log = memory.run, memory.log
memory.scripts += 1
drawn = picture(run.cloned, asked.get("kind", "compact"))
graph_library(drawn)
for click in take_clicks(drawn, memory.taken, key="graph"):
    log.append(f"{click.kind} {'+'.join(click.constraints)}")
    if ids := click.open(run.state.recovered):
        (run.recover if click.kind == "recover" else run.relax)(ids)
overlay = NO_OVERLAY
if "labels" in asked:
    overlay |= label_pieces(drawn, pieces(run))
if "measure" in asked:
    overlay |= colour_edges(drawn, measure(run, asked["measure"]))
graph(
    drawn,
    changes(
        drawn,
        run.state,
        suggested=[[i] for i in run.suggest(3)],
        impact=run.candidates().impact,
        marginals=run.engine(run.state.relaxation).marginals(run.state.theta.array()),
    ),
    memory.taken,
    key="graph",
    height=asked.get("height", "560px"),
    overlay=overlay,
)
st.text(f"scripts: {memory.scripts}")
st.text(f"log: {'; '.join(log)}")
