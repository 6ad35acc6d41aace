"""What can be laid over the graph when it is wanted: colours of the edges on a scale, the widest
clique, what each piece is worth, and edges that light up in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from rcr.explain.measures import Measured
from rcr.explain.pieces import Pieces
from rcr.explain.price import Clique
from rcr.text.numbers import fixed
from rcr.views.network import Picture

MAX_LABELS = 200  # pieces; more labels would lie on top of each other
PERCENT = 100


@dataclass(frozen=True)
class Overlay:
    """By position in the picture; empty where nothing is wanted, so that little travels."""

    shade: tuple[int, ...] = ()  # of each relaxed edge: percent of the scale
    scale: tuple[str, ...] = ()  # what the colours mean, and the two ends of the scale
    clique_nodes: tuple[int, ...] = ()
    clique_edges: tuple[int, ...] = ()
    labels: tuple[tuple[int, str, str], ...] = ()  # a node, what its piece is worth, and its best
    lit: tuple[int, ...] = ()  # edges, one after the other

    def __or__(self, other: Overlay) -> Overlay:
        """Both, where the other one goes on top."""
        parts = {f.name: getattr(other, f.name) or getattr(self, f.name) for f in fields(self)}
        return Overlay(**parts)

    def as_data(self) -> dict[str, Any]:
        """For a component."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


def colour_edges(picture: Picture, measured: Measured) -> Overlay:
    """Every relaxed edge by its number."""
    shown = picture.constraints[np.isin(picture.constraints, measured.relaxed)]
    shares = measured.shares[np.searchsorted(measured.relaxed, shown)]
    ends = ("0", f"{measured.high:.3g}".replace("-", "−"))
    return Overlay(
        shade=tuple(np.rint(PERCENT * shares).astype(int).tolist()),
        scale=(measured.name, *ends, measured.meaning),
    )


def mark_clique(picture: Picture, clique: Clique) -> Overlay:
    """The variables of a clique and its clones; where clones are not drawn, their edges."""
    names = {f"v{v}" for v in clique.variables} | {f"k{k}" for k in clique.clones}
    inside = np.isin(picture.constraints, clique.clones)
    return Overlay(
        clique_nodes=tuple(i for i, node in enumerate(picture.nodes) if node["id"] in names),
        clique_edges=tuple(np.flatnonzero(inside).tolist()),
    )


def light_up(picture: Picture, ids: Iterable[str]) -> Overlay:
    """These constraints, one after the other."""
    position = {edge["id"]: i for i, edge in enumerate(picture.edges)}
    return Overlay(lit=tuple(position[i] for i in ids if i in position))


def label_pieces(picture: Picture, pieces: Pieces) -> Overlay:
    """What each piece is worth, at its factor if it has one, or at the node nearest its middle."""
    if len(pieces) > MAX_LABELS:
        return Overlay()
    cloned, members = pieces.state.relaxation.cloned, dict[int, list[int]]()
    owners = {
        f"f{c.factor}": int(pieces.factor_piece[cloned.ground.con_factor[c.index]])
        for c in cloned.constraints
    }
    for i, node in enumerate(picture.nodes):
        if node["role"] == "variable":
            members.setdefault(int(pieces.variable_piece[int(node["id"][1:])]), []).append(i)
        elif node["role"] == "factor":
            members.setdefault(owners[node["id"]], []).append(i)
    labels = []
    for index, nodes in sorted(members.items()):
        piece = pieces.piece(index)
        hint = f"{piece.chosen}: {fixed(piece.value)}"
        labels.append((_middle(picture, nodes), fixed(piece.value, 2), hint))
    return Overlay(labels=tuple(labels))


def _middle(picture: Picture, nodes: list[int]) -> int:
    """The one of these nodes that is nearest to the middle of them all."""
    places = np.array([(picture.nodes[i]["x"], picture.nodes[i]["y"]) for i in nodes])
    return nodes[int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))]
