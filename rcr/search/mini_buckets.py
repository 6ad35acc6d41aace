"""Bounds for a search, by elimination in little memory: mini-buckets (Dechter and Rish 2003).

Eliminating a variable exactly makes a table over all it stands together with. Where that is too
large, its *bucket* of functions is split into mini-buckets and each is maximised on its own: that
is to give the variable a clone in each of them and to relax their equivalence, so what comes out is
an upper bound. Before it is maximised, each mini-bucket gets θ over what they all have in common:
half of the way, as in Theorem 3, from its own max-marginals to their mean (for two of them), so
that all have the same. The sum of these θ is zero, and the bound cannot rise.

The functions that come out are kept: looked up under a partial assignment, they bound everything
below a variable of the pseudo tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.search.pseudo_tree import PseudoTree
from rcr.search.subproblem import Subproblem


class Functions(NamedTuple):
    """Tables one after the other: function f stands on the positions ``scope[ptr[f]:ptr[f + 1]]``,
    falling, so that the one eliminated first has the stride 1.
    """

    ptr: np.ndarray
    scope: np.ndarray
    stride: np.ndarray
    table_ptr: np.ndarray
    tables: np.ndarray


@dataclass(eq=False)
class Layout:
    """Which functions there are, and from which each message is made; no numbers yet."""

    card: np.ndarray
    scopes: list[tuple[int, ...]] = field(default_factory=list)  # falling positions
    buckets: list[list[int]] = field(default_factory=list)  # of each position, its functions
    parts: list[list[list[int]]] = field(default_factory=list)  # the same in mini-buckets
    messages: list[list[int]] = field(default_factory=list)  # the message of each mini-bucket

    def add(self, scope: Iterable[int]) -> int:
        """Another function; it goes to the bucket of the position that is eliminated first."""
        self.scopes.append(tuple(sorted(scope, reverse=True)))
        number = len(self.scopes) - 1
        if self.scopes[-1]:
            self.buckets[self.scopes[-1][-1]].append(number)
        return number

    def size(self, scope: Iterable[int]) -> float:
        return float(np.prod([float(self.card[p]) for p in scope]))

    def split(self, p: int, largest: float) -> list[list[int]]:
        """The bucket of p in mini-buckets, each with a table of at most so many entries: large
        functions first, each to where it adds the least.
        """
        parts: list[tuple[set[int], list[int]]] = []
        for f in sorted(self.buckets[p], key=lambda f: (-self.size(self.scopes[f]), f)):
            fits = []
            for i, (scope, _) in enumerate(parts):
                union = scope.union(self.scopes[f])
                if (
                    len(union) == max(len(scope), len(self.scopes[f]))
                    or self.size(union) <= largest
                ):
                    fits.append((self.size(union) - self.size(scope), i))
            if fits:
                scope, members = parts[min(fits)[1]]
                scope.update(self.scopes[f])
                members.append(f)
            else:
                parts.append((set(self.scopes[f]), [f]))
        return [members for _, members in parts]

    @property
    def entries(self) -> float:
        """Of all functions, and of the largest mini-bucket while it is maximised."""
        scratch = max((self.size(self.union(part)) for p in self.parts for part in p), default=0.0)
        return sum(map(self.size, self.scopes)) + scratch

    def union(self, members: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({p for f in members for p in self.scopes[f]}, reverse=True))


@dataclass(frozen=True, eq=False)
class MiniBuckets:
    """Every function of the elimination, those of the model first."""

    layout: Layout
    functions: Functions
    given: int  # how many functions are the model's
    split: int  # how many buckets were split

    @property
    def exact(self) -> bool:
        return self.split == 0


def laid_out(sub: Subproblem, tree: PseudoTree, largest: float) -> Layout:
    """The mini-buckets of a pseudo tree, with tables of at most so many entries each."""
    position = {v: p for p, v in enumerate(tree.variable)}
    layout = Layout(tree.card, buckets=[[] for _ in tree.variable])
    for scope in sub.tables:
        layout.add(position[v] for v in scope)
    for p in range(len(tree.variable)):
        layout.parts.append(layout.split(p, largest))
        layout.messages.append(
            [layout.add(set(layout.union(part)) - {p}) for part in layout.parts[p]]
        )
    return layout


def laid_out_within(sub: Subproblem, tree: PseudoTree, entries: float) -> Layout:
    """The mini-buckets whose tables are as large as so many entries in all allow, by halves; those
    of the model itself are there in any case.
    """
    largest = entries / 2.0
    while True:
        layout = laid_out(sub, tree, largest)
        if layout.entries <= entries or largest <= 1.0:
            return layout
        largest /= 2.0


class OutOfWork(Exception):
    """The work allowed is done, or the time is over."""


def mini_buckets(
    sub: Subproblem, tree: PseudoTree, layout: Layout, over: Callable[[], bool] = lambda: False
) -> MiniBuckets:
    """Carry the elimination out; it ends with ``OutOfWork`` once the time is over."""
    functions = _allocated(layout)
    position = {v: p for p, v in enumerate(tree.variable)}
    for f, (scope, table) in enumerate(sub.tables.items()):
        order = np.argsort([-position[v] for v in scope])
        own = functions.tables[functions.table_ptr[f] : functions.table_ptr[f + 1]]
        own[:] = table.transpose(order).ravel()
    split = 0
    for parts, messages in zip(layout.parts, layout.messages, strict=True):
        if over():
            raise OutOfWork
        shared = set(layout.union(parts[0])) if parts else set()
        for part in parts[1:]:
            shared &= set(layout.union(part))
        _eliminate(layout, functions, parts, messages, tuple(sorted(shared, reverse=True)))
        split += len(parts) > 1
    return MiniBuckets(layout, functions, len(sub.tables), split)


def _allocated(layout: Layout) -> Functions:
    sizes = [int(layout.size(scope)) for scope in layout.scopes]
    strides = [layout.card[list(scope)] for scope in layout.scopes]
    stride = [np.append(np.cumprod(cards[:0:-1])[::-1], 1)[: len(cards)] for cards in strides]
    return Functions(
        np.cumsum([0, *map(len, layout.scopes)]),
        np.array([p for scope in layout.scopes for p in scope], dtype=np.int64),
        np.concatenate([*stride, np.zeros(0)]).astype(np.int64),
        np.cumsum([0, *sizes]),
        np.empty(sum(sizes)),
    )


def _eliminate(
    layout: Layout,
    functions: Functions,
    parts: Sequence[Sequence[int]],
    messages: Sequence[int],
    shared: tuple[int, ...],
) -> None:
    """The messages of one bucket, whose mini-buckets agree on what they share."""
    on_shared = np.array(shared, dtype=np.int64)
    marginals = np.zeros((len(parts), int(layout.size(shared))))
    scratch = np.empty(max(int(layout.size(layout.union(part))) for part in parts))
    scopes = [np.array(layout.union(part), dtype=np.int64) for part in parts]
    members = [np.array(part, dtype=np.int64) for part in parts]
    if len(parts) > 1:
        for part, scope, own in zip(members, scopes, marginals, strict=True):
            product(functions, layout.card, part, scope, scratch)
            onto(layout.card, scope, on_shared, scratch, own, True)
        with np.errstate(invalid="ignore"):
            marginals = np.where(
                (marginals > -np.inf).all(axis=0), marginals.mean(axis=0) - marginals, -np.inf
            )
    for part, scope, theta, message in zip(members, scopes, marginals, messages, strict=True):
        product(functions, layout.card, part, scope, scratch)
        if len(parts) > 1:
            onto(layout.card, scope, on_shared, scratch, theta, False)
        out = functions.tables[functions.table_ptr[message] : functions.table_ptr[message + 1]]
        maximise(scratch, int(layout.card[scope[-1]]), out)


@inner
def _next_entry(
    card: np.ndarray, scope: np.ndarray, step: np.ndarray, state: np.ndarray, at: int, axis: int
) -> int:
    """Where another table stands once the states up to an axis have gone on by one."""
    for i in range(axis, -1, -1):
        state[i] += 1
        at += step[i]
        if state[i] < card[scope[i]]:
            break
        at -= step[i] * state[i]
        state[i] = 0
    return at


@compiled
def product(
    f: Functions, card: np.ndarray, members: np.ndarray, scope: np.ndarray, out: np.ndarray
) -> None:
    """The product of some functions as a table over a scope that includes theirs."""
    arity, size = len(scope), 1
    for i in range(arity):
        size *= card[scope[i]]
    step, state = np.zeros(arity, np.int64), np.zeros(arity, np.int64)
    last = card[scope[arity - 1]]
    out[:size] = 0.0
    for g in members:
        step[:] = 0
        for j in range(f.ptr[g], f.ptr[g + 1]):
            for i in range(arity):
                if scope[i] == f.scope[j]:
                    step[i] = f.stride[j]
        state[:] = 0
        at, inner = f.table_ptr[g], step[arity - 1]
        for e in range(0, size, last):
            for x in range(last):
                out[e + x] += f.tables[at + x * inner]
            at = _next_entry(card, scope, step, state, at, arity - 2)


@compiled
def onto(
    card: np.ndarray,
    scope: np.ndarray,
    shared: np.ndarray,
    table: np.ndarray,
    small: np.ndarray,
    read: bool,
) -> None:
    """Read the max-marginals of a table over a part of its scope, or add a small table to it."""
    arity, size = len(scope), 1
    for i in range(arity):
        size *= card[scope[i]]
    step, state, stride = np.zeros(arity, np.int64), np.zeros(arity, np.int64), 1
    for j in range(len(shared) - 1, -1, -1):
        for i in range(arity):
            if scope[i] == shared[j]:
                step[i] = stride
        stride *= card[shared[j]]
    if read:
        small[:] = -np.inf
    at = 0
    for e in range(size):
        if not read:
            table[e] += small[at]
        elif table[e] > small[at]:
            small[at] = table[e]
        at = _next_entry(card, scope, step, state, at, arity - 1)


@compiled
def maximise(table: np.ndarray, states: int, out: np.ndarray) -> None:
    """The largest of every so many entries in a row."""
    for i in range(len(out)):
        best = -np.inf
        for x in range(states):
            best = max(best, table[i * states + x])
        out[i] = best
