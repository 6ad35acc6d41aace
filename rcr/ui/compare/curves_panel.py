"""The curves of a comparison, and one scrubber for all of them."""

from __future__ import annotations

import streamlit as st

from rcr.compare.subject import Subject
from rcr.models.generator_call import GeneratorCall
from rcr.ui.compare.comparison import Comparison, Standing, standing
from rcr.ui.components.chart import CONFIG
from rcr.views.comparison import AXES, by_contestant, plot_curves

CHART_PIXELS = 400
SCRUBBER_STEPS = 200


def which(comparison: Comparison) -> Subject:
    """The model whose curves are shown."""
    names = {
        i: f"{s.name}, seed {s.seed}" if s.seed or isinstance(s.origin, GeneratorCall) else s.name
        for i, s in enumerate(comparison.request.subjects)
    }
    if len(names) == 1:
        return comparison.request.subjects[0]
    chosen = st.selectbox(
        "Shown",
        names,
        format_func=names.__getitem__,
        key="compare-shown",
        label_visibility="collapsed",
    )
    return comparison.request.subjects[chosen]


def curves(comparison: Comparison, subject: Subject) -> dict[str, Standing]:
    """The curves, the scrubber below them, and where each contestant stands there."""
    rows, kinds = comparison.on(subject), {c.name: c.kind for c in comparison.request.contestants}
    if not rows:
        st.caption(
            "Getting the processes ready …"
            if comparison.job.running
            else "There is nothing to show for this model."
        )
        return {}
    with st.container(horizontal=True, vertical_alignment="center"):
        axis = st.segmented_control(
            "Against",
            list(AXES),
            default="recovered",
            format_func=_word,
            key="compare-axis",
            required=True,
            label_visibility="collapsed",
        )
        log_gap = st.toggle("gap on a log axis", key="compare-log")
    # the scrubber below says what to draw; an empty place would flicker while rows arrive
    space = st.container()
    last = max(float(row[axis]) for row in rows)
    at = _scrubber(axis, last) if not comparison.job.running else last
    figure = plot_curves(rows, axis, at, log_gap)
    space.plotly_chart(figure, height=CHART_PIXELS, key="compare-curves", config=CONFIG)
    return {name: standing(own, kinds[name], axis, at) for name, own in by_contestant(rows).items()}


def _word(axis: str) -> str:
    return axis.replace("_", " ") if axis != "round" else "rounds"


def _scrubber(axis: str, last: float) -> float:
    if last <= 0:
        return last
    whole = axis != "seconds"
    top: float = int(last) if whole else last
    step: float = max(1, int(last) // SCRUBBER_STEPS) if whole else last / SCRUBBER_STEPS
    label = f"Scrub: {_word(axis)} so far"
    return float(
        st.slider(
            label,
            type(top)(0),
            top,
            top,
            step,
            key=f"compare-at-{axis}-{last:g}",
            format="%d" if whole else "%.3f",
        )
    )
