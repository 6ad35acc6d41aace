"""A picture drawn: the whole model, or what lies around a variable; kept with the model."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
from pyvis.network import Network

from rcr.model import Model
from rcr.relaxation import ClonedModel, EquivalenceConstraint
from rcr.views.layout import lay_out
from rcr.views.network.nodes import add_clones, add_edges, add_node, add_variable, scaled
from rcr.views.network.picture import COMPACT, CUT, Picture

MAX_EDGES = 4000  # more lines than this are a carpet, not a picture
USUAL_HOPS = 4
_drawn: WeakKeyDictionary[Model, dict[tuple[str, int | None, int], Picture]] = WeakKeyDictionary()


def picture(
    cloned: ClonedModel, kind: str = COMPACT, around: int | None = None, hops: int = USUAL_HOPS
) -> Picture:
    """The picture of a model, or of what lies up to so many hops around a variable; drawn once and
    kept with the model.

    A model with too many edges is drawn around a variable in any case, in as many hops as can
    be drawn.
    """
    if around is None and not drawable(cloned, kind):
        around = 0
    known = _drawn.setdefault(cloned.model, {})
    choice = (kind, around, hops)
    if choice not in known:
        known[choice] = _draw(cloned, kind, around, hops, _most(kind))
    return known[choice]


def drawable(cloned: ClonedModel, kind: str = COMPACT) -> bool:
    """Whether the whole model can be drawn, or only a part of it."""
    return len(cloned) <= _most(kind)


def is_drawn(
    cloned: ClonedModel, kind: str = COMPACT, around: int | None = None, hops: int = USUAL_HOPS
) -> bool:
    """Whether the picture is there already; drawing a large one takes a moment."""
    return (kind, around, hops) in _drawn.get(cloned.model, {})


def _most(kind: str) -> int:
    return MAX_EDGES // (2 if kind == CUT else 1)


def _draw(cloned: ClonedModel, kind: str, around: int | None, hops: int, most: int) -> Picture:
    model, note = cloned.model, ""
    variables: Sequence[int] = range(len(model.variables))
    constraints: Sequence[EquivalenceConstraint] = cloned.constraints
    if around is not None:
        variables, factors = _neighbourhood(cloned, around, hops, most)
        constraints = [c for c in cloned.constraints if c.factor in factors]
        why = f"{len(cloned):,} edges are too many to draw. " if len(cloned) > most else ""
        note = f"{why}Shown: the {len(constraints):,} edges around {model.variables[around].name}."
    scopes = {c.factor: model.conditioned[c.factor].scope for c in constraints}
    layout = lay_out(model, variables, scopes)
    network = Network(
        directed=True
    )  # pyvis looks for a parallel among all edges, and drops it, unless they have a direction
    draw = add_clones if kind == CUT else add_edges
    for v in variables:
        add_variable(network, model, v, scaled(layout.variables[v], kind))
    for f, scope in scopes.items():
        over = "–".join(model.variables[v].name for v in scope)
        add_node(
            network,
            f"f{f}",
            "factor",
            scaled(layout.factors[f], kind),
            name=f"factor {over}, number {f}",
        )
    draw(network, model, layout, constraints)
    nodes, edges, *_ = network.get_network_data()
    marked = [*variables, *(len(model.variables) + c.index for c in constraints if kind == CUT)]
    return Picture(
        kind=kind,
        layout=layout.kind,
        nodes=tuple(nodes),
        edges=tuple(e for e in edges if "id" in e),
        ties=tuple(e for e in edges if "id" not in e),
        note=note,
        constraints=np.array([c.index for c in constraints], dtype=np.int64),
        marked=np.array(marked, dtype=np.int64),
    )


def _neighbourhood(
    cloned: ClonedModel, around: int, hops: int, most: int
) -> tuple[list[int], set[int]]:
    """Variables and whole factors up to so many hops away, stopping before there are too many
    edges.
    """
    g, of_factor = cloned.ground, [c.factor for c in cloned.constraints]
    variables, factors, edges, rim = {around}, set[int](), 0, [around]
    for _ in range(hops):
        reached = {
            of_factor[k] for v in rim for k in g.var_con[g.var_ptr[v] : g.var_ptr[v + 1]]
        } - factors
        new_edges = sum(len(cloned.model.conditioned[f].scope) for f in reached)
        if not reached or (factors and edges + new_edges > most):
            break
        factors |= reached
        edges += new_edges
        rim = sorted({v for f in reached for v in cloned.model.conditioned[f].scope} - variables)
        variables.update(rim)
    return sorted(variables), factors
