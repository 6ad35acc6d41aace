"""Which equivalence constraints a model has, and what is left of it when some of them are relaxed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rcr import forest
from rcr.model import Model, ModelError


@dataclass(frozen=True)
class EquivalenceConstraint:
    """eq(X, X_i): the original variable X and its clone in factor i agree.

    ``id`` counts the (factor, position) pairs of the model as it was given, so it stays the same when evidence changes.
    """

    index: int
    id: str
    name: str
    variable: int
    factor: int
    position: int


class Ground(NamedTuple):
    """The cloned model as flat arrays, as the compiled code wants it.

    Constraint k is the k-th (factor, position) pair, so the factors' scopes laid end to end *are* the list of constraints.
    """

    card: np.ndarray  # states of each variable
    factor_ptr: np.ndarray  # factor f has constraints factor_ptr[f]:factor_ptr[f + 1]
    con_var: np.ndarray  # the original variable of each constraint
    con_factor: np.ndarray
    table_ptr: np.ndarray  # factor f has the table tables[table_ptr[f]:table_ptr[f + 1]]
    tables: np.ndarray
    unary_ptr: np.ndarray  # the unary factors of variable v, added up
    unary: np.ndarray
    var_ptr: np.ndarray  # variable v has constraints var_con[var_ptr[v]:var_ptr[v + 1]]
    var_con: np.ndarray
    theta_ptr: np.ndarray  # θ of constraint k is theta[theta_ptr[k]:theta_ptr[k + 1]]


class ClonedModel:
    """A model with one clone for every variable of every factor over two or more variables.

    Unary factors stay on the original variable and are not cloned; constants are set aside.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.constraints = tuple(self._enumerate(model))
        self.constant, self.ground = self._flatten()
        self._index = {c.id: c.index for c in self.constraints}

    @staticmethod
    def _enumerate(model: Model) -> Iterable[EquivalenceConstraint]:
        number, index = 0, 0
        for f, (given, left) in enumerate(zip(model.factors, model.conditioned, strict=True)):
            if len(given.scope) < 2:
                continue
            for v in given.scope:
                if v in left.scope and len(left.scope) >= 2:
                    name = model.variables[v].name
                    yield EquivalenceConstraint(index, f"c{number}", f"{name} ≡ {name}_{f}", v, f, left.scope.index(v))
                    index += 1
                number += 1

    def _flatten(self) -> tuple[float, Ground]:
        model = self.model
        card = model.cards
        constant = float(sum(f.log_table for f in model.conditioned if not f.scope))
        unary_ptr = _offsets(card)
        unary = np.zeros(unary_ptr[-1])
        cloned = [f for f in model.conditioned if len(f.scope) >= 2]
        for f in model.conditioned:
            if len(f.scope) == 1:
                v = f.scope[0]
                unary[unary_ptr[v] : unary_ptr[v + 1]] += f.log_table
        for v, state in model.evidence.items():
            mask = np.full(card[v], -np.inf)
            mask[state] = 0.0
            unary[unary_ptr[v] : unary_ptr[v + 1]] = mask
        con_var = np.array([c.variable for c in self.constraints], dtype=np.int64)
        arity = np.array([len(f.scope) for f in cloned], dtype=np.int64)
        order = np.argsort(con_var, kind="stable")
        counts = np.bincount(con_var, minlength=len(card)) if len(con_var) else np.zeros(len(card), dtype=np.int64)
        ground = Ground(
            card=card,
            factor_ptr=_offsets(arity),
            con_var=con_var,
            con_factor=np.repeat(np.arange(len(cloned)), arity),
            table_ptr=_offsets(np.array([f.log_table.size for f in cloned], dtype=np.int64)),
            tables=np.concatenate([f.log_table.ravel() for f in cloned]) if cloned else np.zeros(0),
            unary_ptr=unary_ptr,
            unary=unary,
            var_ptr=_offsets(counts),
            var_con=order.astype(np.int64),
            theta_ptr=_offsets(card[con_var]) if len(con_var) else np.zeros(1, dtype=np.int64),
        )
        return constant, ground

    def indices(self, ids: Iterable[str | int]) -> np.ndarray:
        """The indices of constraints given by id (``c7``) or by index."""
        found = []
        for i in ids:
            k = self._index.get(i) if isinstance(i, str) else int(i)
            if k is None or not 0 <= k < len(self.constraints):
                last = self.constraints[-1].id if self.constraints else "none"
                raise ModelError(f"there is no constraint {i!r}; this model has {len(self.constraints)} constraints, the last is {last}")
            found.append(k)
        return np.array(sorted(set(found)), dtype=np.int64)

    def __len__(self) -> int:
        return len(self.constraints)


@dataclass(frozen=True, eq=False)
class Relaxation:
    """A cloned model together with the set of its constraints that are recovered; the others are relaxed."""

    cloned: ClonedModel
    recovered: np.ndarray  # one bool for each constraint

    def __post_init__(self) -> None:
        mask = np.array(self.recovered, dtype=np.bool_)
        mask.flags.writeable = False
        object.__setattr__(self, "recovered", mask)

    @classmethod
    def decomposed(cls, cloned: ClonedModel) -> Relaxation:
        """Nothing recovered: the paper's start."""
        return cls(cloned, np.zeros(len(cloned), dtype=np.bool_))

    @classmethod
    def forest(cls, cloned: ClonedModel) -> Relaxation:
        """A strongest spanning forest recovered: factors with the largest range of log ψ first, no loop closed."""
        nothing = np.zeros(len(cloned), dtype=np.bool_)
        return cls(cloned, forest.spanned(cloned.ground, nothing, forest.strongest_first(cloned.ground)))

    def with_recovered(self, indices: np.ndarray, value: bool = True) -> Relaxation:
        mask = self.recovered.copy()
        mask[indices] = value
        return Relaxation(self.cloned, mask)

    def with_cycles(self, indices: Iterable[int] = ()) -> Relaxation:
        """These constraints recovered, and no loop beyond those they close: bridges are exchanged for others where they would.

        What lies on a loop now stays; the rest of the model is spanned anew, with the bridges there are and then the
        strongest factors. So it keeps the width of its loops alone, and the speed of a forest.
        """
        ground = self.cloned.ground
        core = self.on_loops.copy()
        bridges = np.flatnonzero(self.recovered & ~core)
        core[list(indices)] = True
        return Relaxation(self.cloned, forest.spanned(ground, core, np.concatenate([bridges, forest.strongest_first(ground)])))

    @cached_property
    def on_loops(self) -> np.ndarray:
        """For each constraint whether it is recovered and lies on a loop of recovered constraints."""
        return forest.on_loops(self.cloned.ground, self.recovered)

    @cached_property
    def relaxed(self) -> np.ndarray:
        """The indices of the constraints that are relaxed."""
        return np.flatnonzero(~self.recovered)

    @cached_property
    def count(self) -> int:
        return int(self.recovered.sum())

    @cached_property
    def loops_closed(self) -> int:
        """How many recovered constraints lie beyond a spanning forest of the graph of variables and factors."""
        return int(forest.loops(self.cloned.ground, self.recovered))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the recovered constraints."""
        return tuple(self.cloned.constraints[k].id for k in np.flatnonzero(self.recovered))


def _offsets(sizes: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
