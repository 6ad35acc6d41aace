"""The actions that a lesson can write down, such as ``recover c0 c1; settle``, and how a run does
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rcr import ModelError, Run, State, registry

MAX_ACTIONS = 100  # in one line
MAX_REPETITIONS = 1000  # of sweeps or updates in one action

FORMS = {
    "recover": "recover c0 c1 …, or recover all",
    "relax": "relax c0 c1 …",
    "update": "update, update c0, or update 10",
    "sweep": "sweep, or sweep 10",
    "settle": "settle",
    "suggested": "suggested, or suggested 3",
    "solve": "solve, or solve HEURISTIC",
}


@dataclass(frozen=True)
class LessonAction:
    """A verb and what it is about: constraint ids, a count, or a heuristic."""

    verb: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))


def read_actions(text: str) -> tuple[LessonAction, ...]:
    """Actions separated by semicolons; a ModelError says which one cannot be read."""
    parts = [part.split() for part in text.split(";")]
    if len(parts) > MAX_ACTIONS:
        raise ModelError(f"at most {MAX_ACTIONS} actions fit into one line, these are {len(parts)}")
    return tuple(_read(part) for part in parts)


def _read(words: list[str]) -> LessonAction:
    verb, rest = (words or [""])[0], tuple(words[1:])
    if verb not in FORMS:
        raise ModelError(f"{verb!r} is no action; there are: {', '.join(FORMS)}")
    ids = all(re.fullmatch(r"c\d+", word) for word in rest)
    number = len(rest) == 1 and rest[0].isdecimal() and 1 <= int(rest[0]) <= MAX_REPETITIONS
    fits = {
        "recover": bool(rest) and (ids or rest == ("all",)),
        "relax": bool(rest) and ids,
        "update": not rest or number or (ids and len(rest) == 1),
        "sweep": not rest or number,
        "settle": not rest,
        "suggested": not rest or number,
        "solve": not rest or (len(rest) == 1 and rest[0] in registry.plugins("recovery")),
    }
    if not fits[verb]:
        raise ModelError(f"{' '.join(words)!r} cannot be read; write {FORMS[verb]}")
    return LessonAction(verb, rest)


def perform(run: Run, action: LessonAction) -> State:
    """Do it from the run's current state."""
    match action:
        case LessonAction("recover", ("all",)):
            return run.recover(run.state.relaxation.relaxed.tolist())
        case LessonAction("recover", ids):
            return run.recover(ids)
        case LessonAction("relax", ids):
            return run.relax(ids)
        case LessonAction("update", (word,)) if word.startswith("c"):
            return run.step(word)
        case LessonAction("update", words):
            return run.compensate(int(words[0]) if words else 1)
        case LessonAction("sweep", words):
            return run.sweep(int(words[0]) if words else 1)
        case LessonAction("settle"):
            return run.converge()
        case LessonAction("suggested", words):
            return run.recover_suggested(int(words[0]) if words else 1)
        case LessonAction("solve", words):
            return run.solve(recovery=words[0] if words else None)
    raise ModelError(f"{action} is no action")


def walk(run: Run, actions: tuple[LessonAction, ...]) -> Iterator[State]:
    """Do them one after the other; yields the state after each."""
    for action in actions:
        yield perform(run, action)


def after(run: Run, state: State, actions: tuple[LessonAction, ...]) -> tuple[Run, State]:
    """What the actions would lead to from a state, in another run that shares its past; this one
    stays as it is.
    """
    if not actions:
        return run, state
    other = run.fork()
    other.goto(state.number)
    for _ in walk(other, actions):
        pass
    return other, other.state
