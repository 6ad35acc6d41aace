"""Hiding parts of the picture: what a question hides does not travel to the browser at all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rcr.views.network.changes import RELAXED, VIOLATED, Changes
from rcr.views.network.picture import Picture

# What would give a prediction away: what the edges are worth, how they are marked, and what the
# pointer tells of them.
GUESSING = frozenset({"impact", "suggested-edge", "violated-edge", "theta", "marginals", "clone"})


def hide(picture: Picture, changes: Changes, hidden: Collection[str]) -> Changes:
    """The changes without what is hidden, by the terms of the lessons.

    ``states`` are those of the nodes, ``clone`` those of the clones alone; with ``impact`` go the
    numbers that the pointer tells of an edge.
    """
    if "suggested-edge" in hidden:
        changes = replace(changes, suggested=[])
    if "violated-edge" in hidden:
        changes = replace(changes, look=changes.look.replace(VIOLATED, RELAXED), clones=[])
    if "impact" in hidden:
        changes = replace(changes, impact=[], marginals=[], theta=[], clone_theta=[])
    if "theta" in hidden:
        changes = replace(changes, theta=[], clone_theta=[])
    if "marginals" in hidden:
        changes = replace(changes, marginals=[])
    if "clone" in hidden:
        variables = sum(node["role"] == "variable" for node in picture.nodes)
        changes = replace(changes, marks=changes.marks[:variables], clones=[])
    if "states" in hidden:
        look = changes.look.replace(VIOLATED, RELAXED)
        changes = replace(changes, look=look, marks=[], clones=[], marginals=[])
    return changes
