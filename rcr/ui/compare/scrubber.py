"""Which model is shown, against what, and where the scrubber stands: the same for all views of one
model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from rcr.compare.subject import Subject
from rcr.models.generator_call import GeneratorCall
from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison, RunMoment, run_moment
from rcr.ui.plain_words import words
from rcr.ui.widgets import chosen, kept, show
from rcr.views.comparison.rows import AXES, by_contestant

SCRUBBER_STEPS = 200
TENTHS_OF_MILLISECONDS = 10_000  # in a second: the finest step of a scrubber along the clock


@dataclass(frozen=True)
class Moment:
    """The model that is shown, its rows, the axis with the scrubber's place on it, and where each
    contestant stands there.
    """

    subject: Subject
    rows: list[dict[str, Any]]
    axis: str
    at: float
    places: dict[str, RunMoment]


def moment(comparison: Comparison) -> Moment:
    """The menus for it and the scrubber; while runs are under way, the latest there is."""
    with st.container(horizontal=True, vertical_alignment="center", key="compare-moment"):
        subject = _which(comparison)
        axis = st.segmented_control(
            "Against",
            list(AXES),
            format_func=_word,
            required=True,
            label_visibility="collapsed",
            **kept(keys.AXIS, next(iter(AXES))),
        )
    rows = comparison.on(subject)
    last = _end(rows, axis)
    at = _latest(last) if comparison.running else _scrubber(axis, last)
    kinds, own = comparison.request.kinds, by_contestant(rows)
    places = {name: run_moment(those, kinds[name], axis, at) for name, those in own.items()}
    return Moment(subject, rows, axis, at, places)


def to_the_start(now: Moment) -> None:
    """Put the scrubber where everybody begins; for callbacks."""
    show(_key(now.axis, _scale(now.axis, _end(now.rows, now.axis))[1]), 0)


def forest_told(rows: list[dict[str, Any]]) -> str:
    """What those who start from a forest count as recovered, where one of them does."""
    firsts = {name: own[0] for name, own in by_contestant(rows).items()}
    begun = {
        name: row["recovered"]
        for name, row in firsts.items()
        if row["recovered"] and row["round"] == 0 and not row["clusters"]
    }
    if not begun:
        return ""
    counts = ", ".join(f"{words(name)} with {count}" for name, count in begun.items())
    return (
        f"A forest start counts: {counts} recovered before round 1. Edges of a forest close no "
        "loop, so they cost no treewidth and leave the optimum of the bound as it is. *Loops "
        "closed* counts what comes beyond a forest, for everybody alike."
    )


def title(subject: Subject) -> str:
    """What the menu of the models that can be shown calls it."""
    has_seed = subject.seed or isinstance(subject.origin, GeneratorCall)
    return f"{subject.name}, seed {subject.seed}" if has_seed else subject.name


def shown_subject(comparison: Comparison) -> Subject:
    """The model whose runs are shown: the chosen one, or the first where another comparison had
    the chosen one.
    """
    subjects = comparison.request.subjects
    wanted = chosen(keys.SHOWN, None)
    return next((s for s in subjects if title(s) == wanted), subjects[0])


def _which(comparison: Comparison) -> Subject:
    titles = [title(s) for s in comparison.request.subjects]
    if chosen(keys.SHOWN, None) not in titles:
        show(keys.SHOWN, titles[0])
    st.selectbox(
        "Model shown",
        titles,
        label_visibility="collapsed",
        width=300,
        **kept(keys.SHOWN),
    )
    return shown_subject(comparison)


def _word(axis: str) -> str:
    return {"round": "rounds", "cpu_seconds": "CPU seconds"}.get(axis, axis.replace("_", " "))


def _latest(last: float) -> float:
    """In the place of the scrubber, so that nothing moves when the runs are over."""
    if last > 0:
        with st.container(key="compare-at-the-latest"):
            st.caption(
                "Each run stands where it has come to; when all are over, they can be scrubbed."
            )
    return last


def _scrubber(axis: str, last: float) -> float:
    """In whole steps; the clock's are of a tenth of a millisecond. It stands at the end unless it
    was moved for this very length.
    """
    if last <= 0:
        return last
    unit, top = _scale(axis, last)
    step = max(1, top // SCRUBBER_STEPS)
    label = f"Scrub: {_word(axis)} so far"
    values = list(dict.fromkeys([*range(0, top, step), top]))
    told = (lambda v: f"{v / unit:.4g} s") if unit > 1 else str
    at = st.select_slider(label, values, format_func=told, **kept(_key(axis, top), top))
    return last if at == top else at / unit


def _end(rows: list[dict[str, Any]], axis: str) -> float:
    return max((float(row[axis]) for row in rows if row[axis] is not None), default=0.0)


def _scale(axis: str, last: float) -> tuple[int, int]:
    """Steps of the scrubber in a unit of the axis, and in its whole length."""
    if axis == "cpu_seconds":
        return TENTHS_OF_MILLISECONDS, int(last * TENTHS_OF_MILLISECONDS) + 1
    return 1, int(last)


def _key(axis: str, top: int) -> str:
    return keys.scrubber(f"{axis}:{top}")
