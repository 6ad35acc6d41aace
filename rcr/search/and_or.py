"""Depth-first AND/OR branch and bound along a pseudo tree, as one compiled loop.

To *open* a variable is to look for its best state under a threshold. The bound of a state x is what
the model's own functions say of it, and for every child the bound that mini-buckets give. States
come in the order of their bounds. Children are opened one after the other, each with the threshold
that is left for it; what a child is worth takes the place of its bound, and once the sum is no
better than the threshold, or than another state's value, x is given up. So opening a variable ends
either with its value, or with a bound on it that is no better than the threshold (fail-soft). Both
depend on the variable's context alone, and are kept by it: where the same context comes again,
nothing has to be opened twice. Without a threshold everything is gone through once a context, which
is what elimination costs in time; the memory is what there is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.search.mini_buckets import Functions, MiniBuckets
from rcr.search.pseudo_tree import PseudoTree

OPEN, CHOOSE, DESCEND, CLOSE, DONE = 0, 1, 2, 3, 4  # what comes next at a variable
NO_KEY = -1
ROUNDING_SHARE = 1e-9  # what the order of additions may change in a value


class Lists(NamedTuple):
    """What the loop looks up: position p has ``list[ptr[p]:ptr[p + 1]]``."""

    card: np.ndarray
    parent: np.ndarray
    child_ptr: np.ndarray
    child: np.ndarray
    own_ptr: np.ndarray
    own: np.ndarray  # the model's functions in the bucket of p
    past_ptr: np.ndarray
    past: np.ndarray  # messages from p or below that go to above p: they bound all of it
    constant: np.ndarray  # messages from p or below that depend on nothing
    context_ptr: np.ndarray
    context: np.ndarray
    cached: np.ndarray  # whether the contexts of p can be told apart by a whole number


class Frames(NamedTuple):
    """One frame a variable: on a way down every variable is open at most once."""

    state: np.ndarray  # which state is tried
    tried: np.ndarray  # [p, x]: whether x has had its turn
    bound: np.ndarray  # [p, x]
    below: np.ndarray  # [p, y]: the bound of all of p when its parent is y
    threshold: np.ndarray
    best: np.ndarray
    best_state: np.ndarray
    rest: np.ndarray  # what the state that is tried is worth at most
    given_up: np.ndarray  # what those given up are worth at most
    next_child: np.ndarray
    result: np.ndarray  # of p, once closed: its value where that is exact, else a bound
    exact: np.ndarray
    cursor: np.ndarray  # where the loop is: position, what comes next, who it was asked of, force


class Cache(NamedTuple):
    """Values, and bounds, by position and context; a new one takes the place of an old one."""

    key: np.ndarray
    value: np.ndarray
    exact: np.ndarray


def lists(tree: PseudoTree, buckets: MiniBuckets) -> Lists:
    """What the loop needs of a pseudo tree and its mini-buckets."""
    layout, n = buckets.layout, tree.root + 1
    children: list[list[int]] = [[] for _ in range(n)]
    past: list[list[int]] = [[] for _ in range(n)]
    own = [[f for f in bucket if f < buckets.given] for bucket in layout.buckets] + [[]]
    constant = np.zeros(n)
    for p in range(n - 1):
        for message in layout.messages[p]:
            if layout.scopes[message]:
                past[p].append(message)
            else:
                constant[p] += buckets.functions.tables[buckets.functions.table_ptr[message]]
        up = tree.parent[p]
        children[up].append(p)
        constant[up] += constant[p]
        past[up] += [f for f in past[p] if layout.scopes[f][-1] != up]
    cached = [float(np.prod(tree.card[c].astype(float))) * n < 2.0**62 for c in tree.context]
    return Lists(
        tree.card,
        np.array(tree.parent, dtype=np.int64),
        *_flat(children),
        *_flat(own),
        *_flat(past),
        constant,
        *_flat([c.tolist() for c in tree.context]),
        np.array(cached),
    )


def _flat(found: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    ptr = np.cumsum([0, *map(len, found)])
    return ptr, np.array([x for one in found for x in one], dtype=np.int64)


def frames(tree: PseudoTree) -> Frames:
    """Room for every variable; nothing is open yet."""
    n, widest = tree.root + 1, int(tree.card.max())
    return Frames(
        state=np.zeros(n, np.int64),
        tried=np.zeros((n, widest), np.bool_),
        bound=np.zeros((n, widest)),
        below=np.zeros((n, widest)),
        threshold=np.zeros(n),
        best=np.zeros(n),
        best_state=np.zeros(n, np.int64),
        rest=np.zeros(n),
        given_up=np.zeros(n),
        next_child=np.zeros(n, np.int64),
        result=np.zeros(n),
        exact=np.zeros(n, np.bool_),
        cursor=np.zeros(4, np.int64),
    )


def cache(entries: int) -> Cache:
    return Cache(np.full(entries, NO_KEY), np.zeros(entries), np.zeros(entries, np.bool_))


@inner
def _look_up(f: Functions, g: int, state: np.ndarray, free: int) -> tuple[int, int]:
    """Where a function stands under the states, with that of one position left out, whose stride
    is the second.
    """
    at, step = f.table_ptr[g], 0
    for j in range(f.ptr[g], f.ptr[g + 1]):
        if f.scope[j] == free:
            step = f.stride[j]
        else:
            at += f.stride[j] * state[f.scope[j]]
    return at, step


@inner
def _open(ls: Lists, f: Functions, fr: Frames, p: int) -> int:
    """The bounds of every state of p, and of every child under them; returns what it took."""
    card, work = ls.card[p], 0
    for x in range(card):
        fr.bound[p, x], fr.tried[p, x] = 0.0, False
    for i in range(ls.own_ptr[p], ls.own_ptr[p + 1]):
        at, step = _look_up(f, ls.own[i], fr.state, p)
        work += card
        for x in range(card):
            fr.bound[p, x] += f.tables[at + x * step]
    for j in range(ls.child_ptr[p], ls.child_ptr[p + 1]):
        c = ls.child[j]
        for x in range(card):
            fr.below[c, x] = ls.constant[c]
        for i in range(ls.past_ptr[c], ls.past_ptr[c + 1]):
            at, step = _look_up(f, ls.past[i], fr.state, p)
            work += card
            for x in range(card):
                fr.below[c, x] += f.tables[at + x * step]
        for x in range(card):
            fr.bound[p, x] += fr.below[c, x]
    fr.best[p], fr.given_up[p] = -np.inf, -np.inf
    return work + 4


@inner
def _key(ls: Lists, fr: Frames, p: int) -> int:
    """The context of p as a whole number, and p itself."""
    key = 0
    for i in range(ls.context_ptr[p], ls.context_ptr[p + 1]):
        c = ls.context[i]
        key = key * ls.card[c] + fr.state[c]
    return key * len(ls.card) + p


@inner
def _slot(key: int, size: int) -> int:
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return int((mixed >> np.uint64(20)) % np.uint64(size))


@inner
def _close(ls: Lists, fr: Frames, kept: Cache, p: int) -> None:
    """What p is worth: its value if that is above the threshold, else a bound."""
    fr.exact[p] = fr.best[p] > fr.threshold[p]
    fr.result[p] = fr.best[p] if fr.exact[p] else fr.given_up[p]
    if ls.cached[p]:
        key = _key(ls, fr, p)
        slot = _slot(key, len(kept.key))
        kept.key[slot], kept.value[slot], kept.exact[slot] = key, fr.result[p], fr.exact[p]


@inner
def _known(ls: Lists, fr: Frames, kept: Cache, p: int) -> bool:
    """Whether what p is worth under its threshold is kept from before."""
    if not ls.cached[p]:
        return False
    key = _key(ls, fr, p)
    slot = _slot(key, len(kept.key))
    if kept.key[slot] != key or not (kept.exact[slot] or kept.value[slot] <= fr.threshold[p]):
        return False
    fr.result[p], fr.exact[p] = kept.value[slot], kept.exact[slot]
    return True


@inner
def _choose(ls: Lists, fr: Frames, p: int) -> bool:
    """The next state to try; False where none can be better than what is known."""
    x, limit = -1, max(fr.threshold[p], fr.best[p])
    for y in range(ls.card[p]):
        if not fr.tried[p, y] and (x < 0 or fr.bound[p, y] > fr.bound[p, x]):
            x = y
    if x < 0:
        return False
    if fr.bound[p, x] <= limit:
        fr.given_up[p] = max(fr.given_up[p], fr.bound[p, x])
        return False
    fr.tried[p, x] = True
    fr.state[p], fr.rest[p], fr.next_child[p] = x, fr.bound[p, x], ls.child_ptr[p]
    return True


@compiled
def go_on(ls: Lists, f: Functions, fr: Frames, kept: Cache, work: int) -> int:
    """Go on from where the cursor is, for about so much work; returns what was done.

    The loop is done when the cursor says so, and the result is with the position asked of.
    """
    p, now, asked, forced = fr.cursor[0], fr.cursor[1], fr.cursor[2], fr.cursor[3]
    done = 0
    while now != DONE and done < work:
        if now == OPEN:
            if not (p == asked and forced) and _known(ls, fr, kept, p):
                now = CLOSE
            else:
                done += _open(ls, f, fr, p)
                now = CHOOSE
        if now == CHOOSE:
            if _choose(ls, fr, p):
                now = DESCEND
            else:
                _close(ls, fr, kept, p)
                now = CLOSE
        done += 1
        if now == DESCEND:
            limit = max(fr.threshold[p], fr.best[p])
            if fr.rest[p] <= limit:
                fr.given_up[p] = max(fr.given_up[p], fr.rest[p])
                now = CHOOSE
            elif fr.next_child[p] == ls.child_ptr[p + 1]:
                fr.best[p], fr.best_state[p] = fr.rest[p], fr.state[p]
                now = CHOOSE
            else:
                c = ls.child[fr.next_child[p]]
                fr.threshold[c] = limit - (fr.rest[p] - fr.below[c, fr.state[p]])
                p, now = c, OPEN
        elif now == CLOSE:
            if p == asked:
                now = DONE
            else:
                c, p = p, ls.parent[p]
                fr.rest[p] += fr.result[c] - fr.below[c, fr.state[p]]
                fr.next_child[p] += 1
                now = DESCEND
                if not fr.exact[c]:  # the threshold left for it was not reached
                    fr.given_up[p] = max(fr.given_up[p], fr.rest[p])
                    now = CHOOSE
    fr.cursor[0], fr.cursor[1] = p, now
    return done
