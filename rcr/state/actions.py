"""What can be done to a state: small values that a run file keeps and a replay does again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rcr.model import ModelError


@dataclass(frozen=True)
class Start:
    """The beginning: relax, with every θ at 1."""

    verb = "start"
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """One update of a chosen constraint, outside the order of the sweep."""

    constraint: str
    verb = "step"

    @property
    def touched(self) -> tuple[str, ...]:
        return (self.constraint,)


@dataclass(frozen=True)
class Compensate:
    """So many updates in the order of the sweeps.

    ``follows`` says that they belong to the move before: whoever recovered or relaxed something
    asked for compensation with it, and takes both back together.
    """

    updates: int
    follows: bool = False
    verb = "compensate"
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recover:
    """Constraints are put back in; others may be given up for them."""

    constraints: tuple[str, ...]
    relax: tuple[str, ...] = ()
    verb = "recover"

    @property
    def touched(self) -> tuple[str, ...]:
        return (*self.constraints, *self.relax)


@dataclass(frozen=True)
class Relax:
    """Recovered constraints are taken out again, with the θ they had before.

    Where they are taken out ``warm``, bridges among them get the θ with which the bound of the MPE
    value stays where it was: so a scaffold is taken down.
    """

    constraints: tuple[str, ...]
    warm: bool = False
    verb = "relax"

    @property
    def touched(self) -> tuple[str, ...]:
        return self.constraints


@dataclass(frozen=True)
class Branch:
    """A variable is fixed to one of its states: from here on only assignments with it count."""

    variable: int
    value: int
    verb = "branch"
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gather:
    """What the branches on a variable have proved, one for each of its states, is taken together:
    the largest of their bounds holds for all assignments.
    """

    variable: int
    verb = "gather"
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exhaust:
    """All assignments of a state are gone through, but for what bounds rule out: tables of so many
    entries in all give the bounds, and at most so much ``work`` is done.
    """

    entries: int
    work: int
    verb = "exhaust"
    touched: tuple[str, ...] = ()


Action = Start | Step | Compensate | Recover | Relax | Branch | Gather | Exhaust
Update = Step | Compensate  # what changes θ and nothing else


def action_as_dict(action: Action) -> dict[str, Any]:
    """An action as run files and links write it."""
    match action:
        case Step(constraint):
            return {"do": action.verb, "constraint": constraint}
        case Compensate(updates, follows):
            return {"do": action.verb, "updates": updates} | ({"follows": True} if follows else {})
        case Recover(constraints, relax):
            given_up = {"relax": list(relax)} if relax else {}
            return {"do": action.verb, "constraints": list(constraints)} | given_up
        case Relax(constraints, warm):
            kept = {"warm": True} if warm else {}
            return {"do": action.verb, "constraints": list(constraints)} | kept
        case Branch(variable, value):
            return {"do": action.verb, "variable": variable, "state": value}
        case Gather(variable):
            return {"do": action.verb, "variable": variable}
        case Exhaust(entries, work):
            return {"do": action.verb, "entries": entries, "work": work}
    raise ModelError("the start is not written down; it follows from the settings")


def action_from_dict(data: Mapping[str, Any]) -> Action:
    """The action that a run file or a link wrote."""
    match data:
        case {"do": Step.verb, "constraint": str(constraint)}:
            return Step(constraint)
        case {"do": Compensate.verb, "updates": int(updates)}:
            return Compensate(updates, bool(data.get("follows", False)))
        case {"do": Recover.verb, "constraints": [*constraints]}:
            return Recover(tuple(map(str, constraints)), tuple(map(str, data.get("relax", ()))))
        case {"do": Relax.verb, "constraints": [*constraints]}:
            return Relax(tuple(map(str, constraints)), bool(data.get("warm", False)))
        case {"do": Branch.verb, "variable": int(variable), "state": int(value)}:
            return Branch(variable, value)
        case {"do": Gather.verb, "variable": int(variable)}:
            return Gather(variable)
        case {"do": Exhaust.verb, "entries": int(entries), "work": int(work)}:
            return Exhaust(entries, work)
    raise ModelError(f"unknown action {dict(data)!r}")
