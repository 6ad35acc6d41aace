"""The graph of a cloned model: the picture, which never changes, and the small part that changes
with the state.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from pyvis.network import Network

from rcr.model import Model
from rcr.relaxation import ClonedModel, EquivalenceConstraint
from rcr.state import State
from rcr.views.layout import Layout, Point, along, lay_out

COMPACT, CUT = "compact", "cut"
MAX_EDGES = 4000  # more lines than this are a carpet, not a picture
HOPS = 4
SIZE = {"variable": 16, "factor": 6, "clone": 11}
SHAPE = {"variable": "dot", "factor": "square", "clone": "dot"}
CUT_SCALE = 2.2  # the clones need room between the variable and the factor
CLONE_AT = 0.64  # of the way from the variable to the factor
NOISE = 1e-9  # what rounding leaves is not worth its digits
THETA_SHOWN = 4  # states whose θ a tooltip shows

RELAXED, VIOLATED, RECOVERED = "-x="


@dataclass(frozen=True, eq=False)
class Picture:
    """Nodes and edges at fixed positions. ``edges`` are the equivalence constraints; ``ties`` hold
    a clone to its factor.
    """

    kind: str
    layout: str
    nodes: tuple[dict[str, Any], ...]
    edges: tuple[dict[str, Any], ...]
    ties: tuple[dict[str, Any], ...]
    note: str  # says what is left out, empty if nothing is
    constraints: np.ndarray  # the index of each edge's constraint
    marked: np.ndarray  # which entry of the relaxed assignment each node with states shows

    @cached_property
    def wire(self) -> str:
        """The picture as the browser gets it, once."""
        parts = {"kind": self.kind, "nodes": self.nodes, "edges": self.edges, "ties": self.ties}
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.wire.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Changes:
    """What a state changes, edge by edge in the picture's order; ids and names stay with the
    picture.
    """

    look: str  # one sign an edge: relaxed -, relaxed and violated x, recovered =
    suggested: list[list[int]]  # edges by rank; those of one group share it
    touched: list[int]
    marks: list[int]  # the state of each variable, and of each clone in the cut view
    clones: list[int]  # of each relaxed edge: the state of the clone X_i
    theta: list[list[Any]]  # of each relaxed edge: log θ(x), the first few states
    clone_theta: list[list[Any]]  # the same for θ(x_i), where it is not just −log θ(x)
    impact: list[Any]  # of each relaxed edge, if it is known
    marginals: list[
        list[Any]
    ]  # of each variable, the first few states: probabilities, or shares of the best state's value
    sums: bool  # they are probabilities

    def as_data(self) -> dict[str, Any]:
        """For a component: streamlit looks into a list, but not into a tuple, for tables."""
        parts = {
            name: getattr(self, name) for name in self.__dataclass_fields__
        }  # asdict would copy every list
        return {
            name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()
        }


_drawn: WeakKeyDictionary[Model, dict[tuple[str, int | None, int], Picture]] = WeakKeyDictionary()


def picture(
    cloned: ClonedModel, kind: str = COMPACT, around: int | None = None, hops: int = HOPS
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
    cloned: ClonedModel, kind: str = COMPACT, around: int | None = None, hops: int = HOPS
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
    draw = _draw_cut if kind == CUT else _draw_compact
    for v in variables:
        _variable(network, model, v, _scaled(layout.variables[v], kind))
    for f, scope in scopes.items():
        over = ", ".join(model.variables[v].name for v in scope)
        _node(
            network,
            f"f{f}",
            "factor",
            _scaled(layout.factors[f], kind),
            name=f"factor {f} over {over}",
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


# -- nodes and edges, as pyvis wants them --------------------------------------------------------


def _scaled(point: Point, kind: str) -> Point:
    return (CUT_SCALE * point[0], CUT_SCALE * point[1]) if kind == CUT else point


def _node(network: Network, node: str, role: str, at: Point, **more: Any) -> None:
    x, y = (round(float(c), 1) for c in at)
    label = more.pop("label", " ")  # pyvis would write the id in place of an empty label
    network.add_node(
        node, label=label, shape=SHAPE[role], size=SIZE[role], x=x, y=y, role=role, **more
    )


def _variable(network: Network, model: Model, v: int, at: Point) -> None:
    variable = model.variables[v]
    more: dict[str, Any] = {"card": variable.card}
    if variable.states != tuple(map(str, range(variable.card))):
        more["states"] = list(variable.states)
    if v in model.evidence:
        more["observed"] = True
    _node(network, f"v{v}", "variable", at, label=variable.name, name=variable.name, **more)


def _draw_compact(
    network: Network, model: Model, layout: Layout, constraints: Iterable[EquivalenceConstraint]
) -> None:
    for c in constraints:
        bend = layout.bends.get((c.variable, c.factor))
        curve = {"bend": [round(x, 1) for x in bend]} if bend else {}
        network.add_edge(f"v{c.variable}", f"f{c.factor}", id=c.id, name=c.name, arrows="", **curve)


def _draw_cut(
    network: Network, model: Model, layout: Layout, constraints: Iterable[EquivalenceConstraint]
) -> None:
    for c in constraints:
        start, end = layout.variables[c.variable], layout.factors[c.factor]
        at = along(start, layout.bends.get((c.variable, c.factor)), end, CLONE_AT)
        name = f"{model.variables[c.variable].name}_{c.factor}"
        _node(network, f"k{c.index}", "clone", _scaled(at, CUT), name=name, of=f"v{c.variable}")
        network.add_edge(f"v{c.variable}", f"k{c.index}", id=c.id, name=c.name, arrows="")
        network.add_edge(f"k{c.index}", f"f{c.factor}", arrows="")


# -- what changes --------------------------------------------------------------------------------


def changes(
    picture: Picture,
    state: State,
    *,
    suggested: Sequence[Sequence[str]] = (),
    touched: Iterable[str] | None = None,
    impact: np.ndarray | None = None,
    marginals: Sequence[np.ndarray] = (),
    sums: bool = False,
    best: bool = False,
) -> Changes:
    """The looks of the edges and the states of the nodes at a state of the run.

    ``suggested`` are groups of constraints, best first; ``touched`` is what the last action
    named, unless given; ``impact`` has one entry for each relaxed constraint, as a Candidates has;
    ``marginals`` are logs, one array for each variable of the model, as an Engine has. The
    variables show the relaxed model's MPE instantiation, or the best assignment found so far.
    """
    relaxation, shown = state.relaxation, picture.constraints
    cloned = relaxation.cloned
    look = np.full(len(cloned), RELAXED)
    look[relaxation.recovered] = RECOVERED
    look[state.violated] = VIOLATED
    position = {edge["id"]: i for i, edge in enumerate(picture.edges)}
    touched = list(state.action.touched) if touched is None else touched
    open_edges = shown[~relaxation.recovered[shown]]
    states = state.relaxed_assignment
    n = len(cloned.model.variables)
    marks = states[picture.marked]
    if best:
        marks = np.where(
            picture.marked < n, state.assignment[np.minimum(picture.marked, n - 1)], marks
        )
    theta, clone_theta = np.split(state.theta.array(), 2)
    mirrored = np.array_equal(clone_theta, -theta)
    return Changes(
        look="".join(look[shown]),
        suggested=[[position[i] for i in group if i in position] for group in suggested],
        touched=[position[i] for i in touched if i in position],
        marks=marks.tolist(),
        clones=states[n + open_edges].tolist(),
        theta=_heads(theta, cloned.ground.theta_ptr, open_edges),
        clone_theta=[] if mirrored else _heads(clone_theta, cloned.ground.theta_ptr, open_edges),
        impact=[]
        if impact is None
        else [_short(x) for x in impact[np.searchsorted(relaxation.relaxed, open_edges)].tolist()],
        marginals=[_shares(marginals[v], sums) for v in picture.marked[picture.marked < n]]
        if marginals
        else [],
        sums=sums,
    )


def _heads(theta: np.ndarray, ptr: np.ndarray, edges: np.ndarray) -> list[list[Any]]:
    """The first entries of θ of each of these edges."""
    values, ends = theta.tolist(), np.minimum(ptr[edges + 1], ptr[edges] + THETA_SHOWN)
    return [
        [_short(x) for x in values[start:end]]
        for start, end in zip(ptr[edges].tolist(), ends.tolist(), strict=True)
    ]


def _shares(logs: np.ndarray, sums: bool) -> list[Any]:
    """Marginals as probabilities, or as shares of the best state's value."""
    values = logs.tolist()  # of a few numbers each, which Python is done with before numpy begins
    total = max(values)
    if total == -math.inf:
        return []
    if sums:
        total += math.log(sum(math.exp(x - total) for x in values))
    return [_short(math.exp(x - total)) for x in values[:THETA_SHOWN]]


def _short(x: float) -> float | str:
    """A number in as few bytes as a tooltip needs; JSON has no infinities."""
    if math.isinf(x):
        return "∞" if x > 0 else "−∞"
    return float(f"{x:.3g}") if abs(x) > NOISE else 0
