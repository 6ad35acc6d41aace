"""Nodes and edges of the picture, as pyvis wants them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyvis.network import Network

from rcr.model import Model
from rcr.relaxation import EquivalenceConstraint
from rcr.views.layout.places import Layout, Point, along
from rcr.views.network.picture import CUT

NODE_PIXELS = {"variable": 16, "factor": 6, "clone": 11}
NODE_SHAPES = {"variable": "dot", "factor": "square", "clone": "dot"}
CUT_SCALE = 2.2  # the clones need room between the variable and the factor
CLONE_SHARE = 0.64  # of the way from the variable to the factor


def scaled(point: Point, kind: str) -> Point:
    return (CUT_SCALE * point[0], CUT_SCALE * point[1]) if kind == CUT else point


def add_node(network: Network, node: str, role: str, at: Point, **more: Any) -> None:
    x, y = (round(float(c), 1) for c in at)
    label = more.pop("label", " ")  # pyvis would write the id in place of an empty label
    network.add_node(
        node,
        label=label,
        shape=NODE_SHAPES[role],
        size=NODE_PIXELS[role],
        x=x,
        y=y,
        role=role,
        **more,
    )


def add_variable(network: Network, model: Model, v: int, at: Point) -> None:
    variable = model.variables[v]
    more: dict[str, Any] = {"card": variable.card}
    if variable.states != tuple(map(str, range(variable.card))):
        more["states"] = list(variable.states)
    if v in model.evidence:
        more["observed"] = True
    add_node(network, f"v{v}", "variable", at, label=variable.name, name=variable.name, **more)


def add_edges(
    network: Network, model: Model, layout: Layout, constraints: Iterable[EquivalenceConstraint]
) -> None:
    for c in constraints:
        bend = layout.bends.get((c.variable, c.factor))
        curve = {"bend": [round(x, 1) for x in bend]} if bend else {}
        network.add_edge(f"v{c.variable}", f"f{c.factor}", id=c.id, name=c.name, arrows="", **curve)


def add_clones(
    network: Network, model: Model, layout: Layout, constraints: Iterable[EquivalenceConstraint]
) -> None:
    for c in constraints:
        start, end = layout.variables[c.variable], layout.factors[c.factor]
        at = along(start, layout.bends.get((c.variable, c.factor)), end, CLONE_SHARE)
        name = f"{model.variables[c.variable].name}_{c.factor}"
        add_node(network, f"k{c.index}", "clone", scaled(at, CUT), name=name, of=f"v{c.variable}")
        network.add_edge(f"v{c.variable}", f"k{c.index}", id=c.id, name=c.name, arrows="")
        network.add_edge(f"k{c.index}", f"f{c.factor}", arrows="")
