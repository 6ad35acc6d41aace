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
from rcr.model import ROUNDING_LOGS
from rcr.text.numbers import fixed
from rcr.views.network.picture import Picture

MAX_LABELS = 80  # pieces; more labels would lie on top of each other
MIN_LABEL_LOGS = 5e-3  # what a piece without a label is worth at most


@dataclass(frozen=True)
class Overlay:
    """By position in the picture; empty where nothing is wanted, so that little travels."""

    shade: tuple[int, ...] = ()  # of each relaxed edge: percent of the scale
    scale: tuple[str, ...] = ()  # what the colours mean, and the two ends of the scale
    clique_nodes: tuple[int, ...] = ()
    clique_edges: tuple[int, ...] = ()
    clique_words: str = ""
    # a node, what its piece is worth (empty for nothing), and its best assignment or its sum
    labels: tuple[tuple[int, str, str], ...] = ()
    piece_of: tuple[int, ...] = ()  # of each node: which of the labels is its piece's
    lit: tuple[int, ...] = ()  # edges, one after the other

    def __or__(self, other: Overlay) -> Overlay:
        """Both, where the other one goes on top."""
        parts = {f.name: getattr(other, f.name) or getattr(self, f.name) for f in fields(self)}
        return Overlay(**parts)

    def as_data(self) -> dict[str, Any]:
        """For a component: what there is."""
        parts = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: part for name, part in parts.items() if part}


NO_OVERLAY = Overlay()


def colour_edges(picture: Picture, measured: Measured) -> Overlay:
    """Every relaxed edge by its number."""
    shown = picture.constraints[np.isin(picture.constraints, measured.relaxed)]
    shares = measured.shares[np.searchsorted(measured.relaxed, shown)]
    high = measured.high if measured.high > ROUNDING_LOGS else 0.0
    ends = ("0", f"{high:.3g}".replace("-", "−"))
    return Overlay(
        shade=tuple(np.rint(100 * shares).astype(int).tolist()),
        scale=(measured.name, *ends, measured.meaning),
    )


def mark_clique(picture: Picture, clique: Clique) -> Overlay:
    """The variables of a clique and its clones; where clones are not drawn, their edges."""
    names = {f"v{v}" for v in clique.variables} | {f"k{k}" for k in clique.clones}
    inside = np.isin(picture.constraints, clique.clones)
    return Overlay(
        clique_nodes=tuple(i for i, node in enumerate(picture.nodes) if node["id"] in names),
        clique_edges=tuple(np.flatnonzero(inside).tolist()),
        clique_words=f"widest clique: {clique.width + 1} together, {clique.entries:,} entries",
    )


def light_up(picture: Picture, ids: Iterable[str]) -> Overlay:
    """These constraints, one after the other."""
    position = {edge["id"]: i for i, edge in enumerate(picture.edges)}
    return Overlay(lit=tuple(position[i] for i in ids if i in position))


def label_pieces(picture: Picture, pieces: Pieces) -> Overlay:
    """What each piece is worth, at its factor if it has one, or at the node nearest its middle."""
    if len(pieces) > MAX_LABELS:
        return NO_OVERLAY
    owners, members = _owners(picture, pieces), dict[int, list[int]]()
    for i, (node, owner) in enumerate(zip(picture.nodes, owners, strict=True)):
        if node["role"] != "clone":
            members.setdefault(owner, []).append(i)
    how = ", summed over" if pieces.sums else " at its best:"
    labels = []
    for index, nodes in sorted(members.items()):
        piece = pieces.piece(index)
        hint = f"its piece{how} {piece.chosen}: {fixed(piece.value)}"
        worth = "" if abs(piece.value) < MIN_LABEL_LOGS else fixed(piece.value, 2)
        labels.append((_middle(picture, nodes), worth, hint))
    place = {index: i for i, index in enumerate(sorted(members))}
    return Overlay(labels=tuple(labels), piece_of=tuple(place[owner] for owner in owners))


def _owners(picture: Picture, pieces: Pieces) -> list[int]:
    """The piece of each node; a clone belongs to the piece of its factor."""
    cloned = pieces.state.relaxation.cloned
    of_constraint = pieces.factor_piece[cloned.ground.con_factor]
    owners = {f"v{v}": int(piece) for v, piece in enumerate(pieces.variable_piece)}
    for c in cloned.constraints:
        owners[f"f{c.factor}"] = owners[f"k{c.index}"] = int(of_constraint[c.index])
    return [owners[node["id"]] for node in picture.nodes]


def _middle(picture: Picture, nodes: list[int]) -> int:
    """The one of these nodes that is nearest to the middle of them all."""
    places = np.array([(picture.nodes[i]["x"], picture.nodes[i]["y"]) for i in nodes])
    return nodes[int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))]
