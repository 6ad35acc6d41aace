"""A model with its clones: which equivalence constraints it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

import numpy as np

from rcr.machine.once import once
from rcr.model import Model, ModelError
from rcr.relaxation import forest
from rcr.relaxation.ground import Ground

MAX_NAMED_VARIABLES = 4  # of a factor, that are counted up when it is spoken of


@dataclass(frozen=True)
class EquivalenceConstraint:
    """eq(X, X_i): the original variable X and its clone in factor i agree.

    ``id`` counts the (factor, position) pairs of the model as it was given, so it stays the
    same when evidence changes.
    """

    index: int
    id: str
    name: str
    variable: int
    factor: int
    position: int


class ClonedModel:
    """A model with one clone for every variable of every factor over two or more variables.

    Unary factors stay on the original variable and are not cloned; constants are set aside.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.constraints = tuple(self._enumerate(model))
        self.constant, self.ground = self._flatten()
        self._ids = [c.id for c in self.constraints]
        self._index = {id_: k for k, id_ in enumerate(self._ids)}

    def restricted(self, alive: np.ndarray) -> ClonedModel:
        """The same clones where some states have left the model, in the places of the ground's
        ``unary``.
        """
        other = copy(self)
        other.ground = self.ground._replace(unary=np.where(alive, self.ground.unary, -np.inf))
        return other

    @staticmethod
    def _enumerate(model: Model) -> Iterable[EquivalenceConstraint]:
        number, index = 0, 0
        for f, (given, left) in enumerate(zip(model.factors, model.conditioned, strict=True)):
            if len(given.scope) < 2:
                continue
            for v in given.scope:
                if v in left.scope and len(left.scope) >= 2:
                    name = model.variables[v].name
                    yield EquivalenceConstraint(
                        index, f"c{number}", f"{name} ≡ {name}_{f}", v, f, left.scope.index(v)
                    )
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
        counts = (
            np.bincount(con_var, minlength=len(card))
            if len(con_var)
            else np.zeros(len(card), dtype=np.int64)
        )
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

    @once
    def strongest_first(self) -> np.ndarray:
        """All constraints, those of the factors with the largest range of log ψ first."""
        return forest.strongest_first(self.ground)

    @once
    def said(self) -> tuple[str, ...]:
        """What one calls each constraint aloud: the variable, and the factor its clone is in.

        Factors over the same variables, or over many, are told apart by their numbers.
        """
        names, factors = [v.name for v in self.model.variables], self.model.factors
        alike = Counter(frozenset(f.scope) for f in factors)
        told = {}
        for f in {c.factor for c in self.constraints}:
            scope = factors[f].scope
            more = len(scope) - MAX_NAMED_VARIABLES
            told[f] = "–".join(names[v] for v in scope[:MAX_NAMED_VARIABLES])
            told[f] += f" and {more} more" if more > 0 else ""
            told[f] += f", number {f}" if more > 0 or alike[frozenset(scope)] > 1 else ""
        return tuple(
            f"{names[c.variable]} in the factor {told[c.factor]}" for c in self.constraints
        )

    def indices(self, ids: Iterable[str | int]) -> np.ndarray:
        """The indices of constraints given by id (``c7``) or by index."""
        given = list(ids)
        found = [self._index.get(i, -1) if isinstance(i, str) else int(i) for i in given]
        indices = np.array(sorted(set(found)), dtype=np.int64)
        if len(indices) and not 0 <= indices[0] <= indices[-1] < len(self):
            wrong = next(i for i, k in zip(given, found, strict=True) if not 0 <= k < len(self))
            last = self.constraints[-1].id if self.constraints else "none"
            raise ModelError(
                f"there is no constraint {wrong!r}; this model has {len(self.constraints)} "
                f"constraints, the last is {last}"
            )
        return indices

    def ids(self, indices: np.ndarray) -> tuple[str, ...]:
        """The ids of constraints given by index."""
        return tuple(map(self._ids.__getitem__, indices.tolist()))

    def __len__(self) -> int:
        return len(self.constraints)


def _offsets(sizes: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
