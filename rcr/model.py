"""A discrete graphical model in log space: variables, factors, and the evidence laid on them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from rcr.machine.once import once

ROUNDING_LOGS = 1e-9  # logs of ordinary size that differ by less differ by rounding


class ModelError(ValueError):
    """Bad input, told in one sentence: where it is wrong and what to do about it."""


@dataclass(frozen=True)
class Variable:
    """A named variable with its named states."""

    name: str
    states: tuple[str, ...]

    @property
    def card(self) -> int:
        return len(self.states)

    @classmethod
    def numbered(cls, name: str, card: int) -> Variable:
        """A variable whose states are called 0, 1, 2, …"""
        return cls(name, tuple(map(str, range(card))))


@dataclass(frozen=True, eq=False)
class Factor:
    """ψ_i(X_i): a table of log values with one axis for each variable of the scope; zero is
    ``-inf``.
    """

    scope: tuple[int, ...]
    log_table: np.ndarray

    def __post_init__(self) -> None:
        table = np.array(self.log_table, dtype=np.float64, order="C")
        if table.ndim != len(self.scope):
            raise ModelError(
                f"a factor over {len(self.scope)} variables needs a table with as many axes, "
                f"not {table.ndim}"
            )
        if len(set(self.scope)) != len(self.scope):
            raise ModelError(f"a factor names a variable twice in its scope {self.scope}")
        if table.size and not table.max() < np.inf:  # a nan fails this too
            raise ModelError(
                f"the factor over variables {self.scope} has an entry that is not a finite "
                "non-negative number"
            )
        table.flags.writeable = False
        object.__setattr__(self, "log_table", table)

    @classmethod
    def checked(
        cls, scopes: Iterable[tuple[int, ...]], tables: Iterable[np.ndarray]
    ) -> tuple[Factor, ...]:
        """Factors from read-only tables that who read them has found to be right: many at once."""
        made, new = [], cls.__new__
        for scope, table in zip(scopes, tables, strict=True):
            factor = new(cls)
            fields = factor.__dict__
            fields["scope"], fields["log_table"] = scope, table
            made.append(factor)
        return tuple(made)

    @classmethod
    def of(cls, scope: Sequence[int], table: object) -> Factor:
        """A factor from plain (not log) values."""
        values = np.asarray(table, dtype=np.float64)
        if (values < 0).any():
            raise ModelError(f"the factor over variables {tuple(scope)} has a negative entry")
        with np.errstate(divide="ignore"):
            return cls(tuple(scope), np.log(values))


def _fits(factors: Sequence[Factor], cards: list[int]) -> bool:
    """Whether all scopes name variables, and all tables have as many states as these."""
    scopes = list(chain.from_iterable([f.scope for f in factors]))
    shapes = list(chain.from_iterable([f.log_table.shape for f in factors]))
    if scopes and not 0 <= min(scopes) <= max(scopes) < len(cards):
        return False
    return [cards[v] for v in scopes] == shapes


@dataclass(frozen=True, eq=False)
class Model:
    """A product of factors, and the evidence it is conditioned on.

    ``kind`` remembers how the model was given (``MARKOV`` or ``BAYES``), so that it can be
    written back as it was read.
    """

    variables: tuple[Variable, ...]
    factors: tuple[Factor, ...]
    kind: str = "MARKOV"
    name: str = "model"
    evidence: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", tuple(self.variables))
        object.__setattr__(self, "factors", tuple(self.factors))
        object.__setattr__(self, "evidence", dict(sorted(self.evidence.items())))
        n, cards = len(self.variables), [len(variable.states) for variable in self.variables]
        if 0 in cards:
            raise ModelError(
                f"variable {self.variables[cards.index(0)].name} has no states; every variable "
                "needs at least one"
            )
        if not _fits(self.factors, cards):
            for i, factor in enumerate(self.factors):
                scope = factor.scope
                if any(not 0 <= v < n for v in scope):
                    raise ModelError(f"factor {i} names a variable outside 0..{n - 1}: {scope}")
                shape = tuple(cards[v] for v in scope)
                if factor.log_table.shape != shape:
                    raise ModelError(
                        f"factor {i} has a table of shape {factor.log_table.shape}; its "
                        f"variables need {shape}"
                    )
        for v, state in self.evidence.items():
            if not 0 <= v < n:
                raise ModelError(f"evidence names variable {v}; the model has variables 0..{n - 1}")
            if not 0 <= state < self.variables[v].card:
                raise ModelError(
                    f"evidence sets variable {self.variables[v].name} to state {state}; it "
                    f"has states 0..{self.variables[v].card - 1}"
                )

    @once
    def cards(self) -> np.ndarray:
        """The number of states of each variable."""
        return np.array([v.card for v in self.variables], dtype=np.int64)

    def observe(self, evidence: Mapping[int | str, int | str]) -> Model:
        """The same model under other evidence; variables and states by index or by name."""
        return replace(self, evidence=dict(self._resolve(evidence)))

    def _resolve(self, evidence: Mapping[int | str, int | str]) -> Iterable[tuple[int, int]]:
        names = {v.name: i for i, v in enumerate(self.variables)}
        for key, state in evidence.items():
            if isinstance(key, str) and key not in names:
                raise ModelError(f"evidence names the unknown variable {key!r}")
            v = names[key] if isinstance(key, str) else int(key)
            if isinstance(state, str) and 0 <= v < len(self.variables):
                states = self.variables[v].states
                if state not in states:
                    raise ModelError(
                        f"variable {self.variables[v].name} has no state {state!r}; it has "
                        f"{', '.join(states)}"
                    )
                state = states.index(state)
            yield v, int(state) if 0 <= v < len(self.variables) else 0

    @once
    def conditioned(self) -> tuple[Factor, ...]:
        """The factors with the evidence filled in: observed variables leave the scopes, order is
        kept.
        """
        if not self.evidence:
            return self.factors
        reduced = []
        for f in self.factors:
            index = tuple(self.evidence.get(v, slice(None)) for v in f.scope)
            reduced.append(
                Factor(tuple(v for v in f.scope if v not in self.evidence), f.log_table[index])
            )
        return tuple(reduced)

    def log_value(self, assignment: Sequence[int]) -> float:
        """log ψ(x) of a complete assignment, ``-inf`` where the model or the evidence forbids
        it.
        """
        if any(assignment[v] != x for v, x in self.evidence.items()):
            return -np.inf
        return float(sum(f.log_table[tuple(assignment[v] for v in f.scope)] for f in self.factors))

    @once
    def digest(self) -> str:
        """A fingerprint of structure, numbers and evidence (not of names)."""
        h = hashlib.sha256(repr((self.kind, self.cards.tolist(), self.evidence)).encode())
        for f in self.factors:
            h.update(repr(f.scope).encode())
            h.update(f.log_table.astype("<f8").tobytes())
        return h.hexdigest()
