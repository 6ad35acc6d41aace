"""The closed list of what a lesson can point at: controls, marks and panels of the page, and what
can be hidden.

A term in a lesson's text is a link such as ``[the gap](#gap)``; the page highlights what it names.
"""

from __future__ import annotations

import re

CONTROLS = {
    "recover": "click a dashed edge to put it back",
    "relax": "click a solid edge to cut it again",
    "update": "one update: the next edge's θ is set so that the bound is as low as it can make it",
    "sweep": "one update of every cut edge in turn",
    "settle": "sweeps until the bound no longer moves",
    "suggested": "put back what the heuristic would choose",
    "solve": "compensate and recover until the answer is proved",
    "back": "one step back",
    "heuristic": "the menu of recovery heuristics",
}

MARKS = {
    "upper": "the best upper bound so far: no assignment is worth more",
    "now": "the upper bound of the relaxed model as it is now",
    "lower": "the best lower bound so far: the value of an assignment, or for sums a larger one",
    "gap": "upper bound minus lower bound",
    "floor": "the least bound that compensation can reach before more is put back",
    "estimate": "the value under belief propagation, which is no bound",
    "certificate": "whether the answer is proved",
    "recovered": "how many edges are put back",
    "loops": "how many loops are closed",
    "width": "treewidth: the size of the largest table's scope, less one",
    "entries": "table entries: what inference in the relaxed model costs",
    "variable": "a round node: a variable of the model",
    "factor": "a small square: a factor, which scores the states of its variables",
    "clone": "the copy of a variable inside one factor",
    "edge": "an equivalence constraint: the variable and its clone agree",
    "relaxed-edge": "a dashed edge: cut, the two ends may differ",
    "recovered-edge": "a solid edge: put back, the two ends are one",
    "violated-edge": "a cut edge whose two ends differ in the relaxed model's best assignment",
    "suggested-edge": "an edge that the heuristic would put back next",
    "states": "the digits in the nodes: the relaxed model's best assignment",
    "impact": "by how much the bound falls if this edge alone is put back",
    "theta": "θ of an edge: what compensation adds on one side and takes away on the other",
}

PANELS = {
    "graph": "variables, factors and the edges between them",
    "cut": "the graph with every clone drawn by itself",
    "figures": "the bounds and the counts in figures",
    "chart": "the bounds step by step",
    "tables": "the factors' tables",
    "equation": "the last step's equation with its numbers",
    "pair-table": "M(x, y) of an edge: what each pair of states is worth",
    "pieces": "the pieces of the relaxed model and the best value of each",
    "assignments": "every assignment of variables and clones, those that agree marked",
    "constraints": "all edges as a table",
    "marginals": "the marginals of the variables",
    "history": "the states of the run as a tree",
}

# The marks that are figures; a step shows the usual ones, or those that it names.
FIGURES = (
    "upper",
    "now",
    "estimate",
    "floor",
    "lower",
    "gap",
    "recovered",
    "loops",
    "width",
    "entries",
    "certificate",
)

# The marks that every graph has; a clone is drawn by itself in the cut view alone.
ON_THE_GRAPH = frozenset(MARKS) - set(FIGURES) - {"clone"}

TERMS = CONTROLS | MARKS | PANELS

# What a prediction hides unless the step says otherwise: everything that would give the answer
# away.
HIDDEN_IN_PREDICTIONS = (
    "impact",
    "suggested-edge",
    "violated-edge",
    "equation",
    "pair-table",
    "constraints",
)

LINK = re.compile(r"\[([^\]]+)\]\(#([^)]*)\)")


def terms_in(text: str) -> list[tuple[str, str]]:
    """The links of a text to terms, each as its words and its term."""
    return LINK.findall(text)
