"""An exercise's instance: what to show, what to ask, how the answer is marked; made again from
kind, seed and level.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rcr import Run, registry
from rcr.course.actions import LessonAction
from rcr.course.forms import Answer, Form, Marking
from rcr.generators._portable import stream
from rcr.model import Model, ModelError
from rcr.models.editing import coupling
from rcr.models.generator_call import GeneratorCall
from rcr.registry import Between
from rcr.text.numbers import fixed

LEVEL = Between(1, 3, "how hard it is: 1 to 3")
MAX_DRAWS = 4000  # of random models until one has a clear answer
HIDDEN_ALWAYS = ("impact", "suggested-edge", "violated-edge", "equation", "constraints")


@dataclass(frozen=True)
class Given:
    """A table that belongs to the question; the first row holds the headings."""

    title: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Posed:
    """What an exercise's file makes: a run at the state to be shown, and the question about it."""

    run: Run
    question: str
    form: Form
    explanation: str  # why the solution is right, shown after marking
    given: tuple[Given, ...] = ()
    walk: tuple[LessonAction, ...] = ()  # the solution as actions from the run's current state
    states: Mapping[str, int] = field(
        default_factory=dict
    )  # states of the run that are asked about, by name
    hides: tuple[str, ...] = HIDDEN_ALWAYS
    shows: tuple[str, ...] = ("cut",)
    labels: Mapping[str, str] = field(
        default_factory=dict
    )  # texts beside edges (c0) and factors (f0)


@dataclass(frozen=True)
class Instance:
    """An exercise ready to be asked."""

    kind: str
    seed: int
    level: int
    posed: Posed

    @property
    def run(self) -> Run:
        """The run that is shown, at the state that is asked about."""
        return self.posed.run

    @property
    def form(self) -> Form:
        return self.posed.form

    def mark(self, answer: Answer) -> Marking:
        """The credit for an answer."""
        return self.posed.form.mark(answer)


def exercise_kinds() -> dict[str, str]:
    """Every kind with what it asks."""
    return {name: plugin.summary for name, plugin in registry.plugins("exercise").items()}


def new_exercise(kind: str, seed: int, level: int = 1) -> Instance:
    """The instance of a kind: the same for the same seed and level."""
    if not 0 <= seed < 2**32:
        raise ModelError(
            f"the seed of an exercise is a whole number from 0 to {2**32 - 1}, not {seed}"
        )
    plugin = registry.get("exercise", kind)
    return Instance(kind, seed, level, plugin(seed, level=level))


def first_clear(
    kind: str, seed: int, level: int, draw: Callable[[np.random.Generator], Posed | None]
) -> Posed:
    """The first draw that has one clear answer; the draws depend on kind, seed and level alone."""
    rng = stream(zlib.crc32(f"{kind} {level} {seed}".encode()))
    for _ in range(MAX_DRAWS):
        posed = draw(rng)
        if posed is not None:
            return posed
    raise ModelError(
        f"no clear instance of {kind} was found for seed {seed} at level {level}; try another seed"
    )


def run_on(family: str, parameters: Mapping[str, Any], **settings: Any) -> Run:
    """A run on a generated model, which knows where its model comes from."""
    origin = GeneratorCall(family, dict(parameters))
    return Run(origin.make(), origin=origin, **{"start": "decomposed", "batch": 1, **settings})


def model_seed(rng: np.random.Generator) -> int:
    """The seed of a model, drawn."""
    return int(rng.random() * 2**31)


def edge_name(run: Run, k: int) -> str:
    """What a constraint is called: its id, the variable, and the factor its clone is in."""
    found = run.cloned.constraints[k]
    variable = run.model.variables[found.variable].name
    return f"{found.id} ({variable} in {factor_name(run.model, found.factor)})"


def wishes_of(model: Model) -> tuple[list[float], Given, dict[str, str]]:
    """The strength of every factor of two variables, as numbers, as a table, and as words to write
    beside the factors.
    """
    strengths = [coupling(factor) or 0.0 for factor in model.factors]
    signed = [f"{w:+.2f}".replace("-", "−") for w in strengths]
    listed = [
        (f"f{i} ({factor_name(model, i)})", w, "differ" if w[0] == "−" else "agree")
        for i, w in enumerate(signed)
    ]
    table = Given("What the factors wish", (("factor", "w", "wish"), *listed))
    return strengths, table, {f"f{i}": w for i, w in enumerate(signed)}


def factor_name(model: Model, factor: int) -> str:
    """The variables of a factor."""
    return "–".join(model.variables[v].name for v in model.factors[factor].scope)


def table_of(
    title: str, values: np.ndarray, rows: str, columns: str, states: Sequence[str]
) -> Given:
    """A square table with the states of two variables beside and above it."""
    head = ("", *(f"{columns} = {s}" for s in states))
    body = [
        (f"{rows} = {s}", *(fixed(v, 2) for v in row))
        for s, row in zip(states, values, strict=True)
    ]
    return Given(title, (head, *body))
