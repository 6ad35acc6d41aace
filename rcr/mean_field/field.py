"""What the ascent reads and what it changes, as few flat arrays.

q(x) ∝ Π kept ψ(x) · Π_v exp η_v(x_v): the kept factors as they are, and for each variable one
vector η_v, the pull of the cut factors on it. The *residual* is what q leaves out of the model,
r(x) = Σ cut log ψ(x) − Σ_v η_v(x_v), so that log Z ≥ log Z_q + E_q[r].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.engines.junction_tree import JunctionTree
from rcr.engines.junction_tree.tree import COMPONENT, SIZE
from rcr.mean_field.parts import Parts
from rcr.mean_field.spread import Spread

# columns of Kept.pulls
PULL_STRIDE, PULL_CARD, PULL_ETA = range(3)
# rows of Field.message, Field.loaded, Field.table and Field.slot
WEIGHT, RESIDUAL, TOTAL = range(3)


class Kept(NamedTuple):
    """The kept structure of one relaxation; nothing in it depends on q."""

    clique: np.ndarray  # of the junction forest over the kept factors: Tree.clique, …
    child: np.ndarray
    maps: np.ndarray
    base: np.ndarray
    node_ptr: np.ndarray  # … and the nodes of its cliques
    nodes: np.ndarray
    shared: np.ndarray
    card: np.ndarray
    pull_ptr: np.ndarray  # the pulls pull_ptr[c]:pull_ptr[c + 1] enter at clique c
    pulls: np.ndarray  # one row a variable: its stride in that clique, its states, its place in η
    first: np.ndarray  # component i has the cliques first[i]:first[i + 1]
    parts: Parts
    spread: Spread


class Field(NamedTuple):
    """A q, and the messages that make it known; it belongs to one computation."""

    eta: np.ndarray  # η_v, laid out like the unary factors
    message: np.ndarray  # log weights of q, and expectations of the residual behind the edge
    covered: np.ndarray  # the residual of the parts that a clique holds, clique by clique
    joint: np.ndarray  # probabilities of each part's states …
    expected: np.ndarray  # … and log ψ of its factor in expectation over the other parts
    carried: np.ndarray  # distributions carried across open edges
    focus: np.ndarray  # of each component: the clique towards which all messages are valid
    rest: np.ndarray  # of each component: log Z_q and E_q[r], without what it shares with others
    loaded: np.ndarray  # scratch: log weight and residual of a clique's entries, without η …
    table: np.ndarray  # … and with it
    share: np.ndarray  # scratch: each entry's share of its slot
    slot: np.ndarray  # scratch: largest log weight, mean residual and sum of each slot's entries
    own: np.ndarray  # scratch: the slot of each entry, or its place in a part's table
    rank: np.ndarray  # scratch: from places in a part's table to carried states
    place: np.ndarray  # scratch: places in the tables of one factor's parts
    stride: np.ndarray  # scratch: strides of a clique's nodes in a part's table
    path: np.ndarray  # scratch: the cliques from one focus to the next
    marginals: np.ndarray  # q(x_v) of every state, when it was last looked at
    held: np.ndarray  # the bound with that state held, as last read


def lay_kept(engine: JunctionTree, parts: Parts, spread: Spread) -> Kept:
    """Where η enters and where components begin."""
    ground, tree, axes, top = engine.relaxation.cloned.ground, engine.tree, engine.axes, engine.top
    order = np.argsort(top, kind="stable")
    counts = np.bincount(top, minlength=len(tree.clique))
    clique_of_node = np.repeat(np.arange(len(tree.clique)), np.diff(axes.node_ptr))
    at_top = axes.nodes < len(top)
    at_top[at_top] = top[axes.nodes[at_top]] == clique_of_node[at_top]
    stride = np.empty(len(top), np.int64)
    stride[axes.nodes[at_top]] = axes.stride[at_top]
    pulls = np.column_stack([stride, ground.card, ground.unary_ptr[:-1]])[order]
    return Kept(
        tree.clique,
        tree.child,
        tree.maps,
        tree.base,
        axes.node_ptr,
        axes.nodes,
        axes.shared,
        axes.card,
        np.concatenate([[0], np.cumsum(counts)]),
        np.ascontiguousarray(pulls),
        np.searchsorted(tree.clique[:, COMPONENT], np.arange(tree.sizes[0] + 1)),
        parts,
        spread,
    )


def new_field(kept: Kept, eta: np.ndarray, messages: int, carried: int) -> Field:
    """A field with this η; its messages are not valid yet."""
    parts, n_components = kept.parts, len(kept.first) - 1
    largest = int(max(kept.clique[:, SIZE].max(initial=1), kept.pulls[:, PULL_CARD].max(initial=1)))
    numbers = int(parts.table_ptr[-1])
    return Field(
        eta=eta,
        message=np.empty((2, messages)),
        covered=np.empty(len(kept.base)),
        joint=np.zeros(numbers),
        expected=np.zeros(numbers),
        carried=np.empty(carried),
        focus=np.zeros(n_components, np.int64),
        rest=np.zeros(n_components),
        loaded=np.empty((2, largest)),
        table=np.empty((2, largest)),
        share=np.empty(largest),
        slot=np.empty((3, largest)),
        own=np.empty(largest, np.int64),
        rank=np.empty(int(np.diff(parts.table_ptr).max(initial=1)), np.int64),
        place=np.empty(int(np.diff(parts.of_factor).max(initial=1)), np.int64),
        stride=np.empty(int(np.diff(kept.node_ptr).max(initial=1)), np.int64),
        path=np.empty(len(kept.clique) + 1, np.int64),
        marginals=np.zeros(len(eta)),
        held=np.full(len(eta), -np.inf),
    )
