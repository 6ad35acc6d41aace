"""Is this a proof, and why not: bounds that meet, a gap, an estimate, or an earlier proof."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr import Run
from rcr.course.actions import LessonAction
from rcr.course.exercise import HIDDEN_ALWAYS, LEVEL, Given, Posed, first_clear, model_seed, run_on
from rcr.course.forms import Choices, Question
from rcr.generators._portable import below
from rcr.registry import plugin
from rcr.text.numbers import fixed

CLEAR_GAP = 0.05
MET, EXACT, GAP, ESTIMATE, EARLIER = range(5)
CASES = {1: (MET, GAP), 2: (MET, EXACT, GAP, ESTIMATE), 3: (MET, EXACT, GAP, ESTIMATE, EARLIER)}
REASONS = (
    "Edges are still cut, but the bound of this state equals the value of an assignment.",
    "Every edge is put back, so the relaxed model is the model itself.",
    "The upper bound lies above the value of every assignment that was found.",
    "The relaxed model's value is an estimate here and no upper bound.",
    "The bound of this state lies above, but an earlier state's bound has met the value.",
)
WHY_NOT = (
    "Compare the value of this state's relaxed model with the best assignment.",
    "Look at how many edges are put back.",
    "Compare the best upper bound with the best assignment.",
    "Look at the scheme: only model-split gives an estimate instead of a bound.",
    "Look at the best upper bound: it is what has been proved on the way.",
)


@plugin("exercise")
def certificate(seed: int, *, level: Annotated[int, LEVEL] = 1) -> Posed:
    """Say whether a state proves its answer, and why or why not."""
    return first_clear("certificate", seed, level, lambda rng: _draw(rng, level))


def _draw(rng: np.random.Generator, level: int) -> Posed | None:
    case = CASES[level][below(rng, len(CASES[level]))]
    parameters = {"rows": 3, "cols": 3, "attractive": case == MET, "seed": model_seed(rng)}
    scheme = "model-split" if case == ESTIMATE else "mpe-dd"
    run = run_on("grid", parameters, scheme=scheme, settle=1e-9)
    _lead_to(run, case)
    if reason_of(run) != case:
        return None
    proved = run.state.certificate is not None
    questions = (
        Question("Is the answer proved?", ("yes", "no"), 0 if proved else 1, {}),
        Question("Why, or why not?", REASONS, case, dict(enumerate(WHY_NOT))),
    )
    return Posed(
        run=run,
        question="Is the answer of this state proved? Say why, or why not.",
        form=Choices(questions),
        explanation=f"It is {'' if proved else 'not '}proved.",
        given=(Given("What is known", _known(run)),),
        walk=() if case == EXACT else (LessonAction("recover", ("all",)),),
        hides=(*HIDDEN_ALWAYS, "certificate"),
    )


def _lead_to(run: Run, case: int) -> None:
    """Towards a state of this case; whether it was reached is seen afterwards."""
    run.converge()
    if case in (EXACT, EARLIER):
        run.recover(run.state.relaxation.relaxed.tolist())
    if case == EARLIER:
        run.relax(range(len(run.cloned)))
    if case == GAP:
        run.recover_suggested(1)


def reason_of(run: Run) -> int | None:
    """Which reason holds, from the state alone; None where it is not clear."""
    state = run.state
    if state.relaxation.complete:
        return EXACT
    if not run.settings.upper_bound:
        return ESTIMATE
    if state.gap > CLEAR_GAP:
        return GAP
    if state.certificate is None:
        return None
    if state.value <= state.lower + run.settings.tolerance:
        return MET
    return EARLIER if state.value > state.lower + CLEAR_GAP else None


def _known(run: Run) -> tuple[tuple[str, ...], ...]:
    state = run.state

    def shown(x: float) -> str:
        return fixed(x, 4) if np.isfinite(x) else "none"

    return (
        ("what", "value"),
        ("scheme of compensation", run.settings.scheme),
        ("value of this state's relaxed model", shown(state.value)),
        ("best upper bound so far", shown(state.upper)),
        ("best assignment found so far", shown(state.lower)),
        ("edges put back", f"{state.relaxation.count} of {len(run.cloned)}"),
    )
