"""All models together: the figures of a benchmark, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from rcr.compare.common_models import CommonGround, instance
from rcr.compare.measures import MEASURES, comparable, contestants, is_certified
from rcr.compare.verdict import show as shown
from rcr.compare.verdict import verdict as who_wins
from rcr.text.words import counted, listed
from rcr.ui.compare import keys
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.figure import draw, take_along
from rcr.ui.compare.scrubber import title
from rcr.ui.compare.two_runs_view import choose_pair
from rcr.ui.compare.way_to_explore import depart
from rcr.ui.compare.words import ALL_MODELS, TWO_RUNS
from rcr.ui.components.chart import with_row
from rcr.ui.plain_words import words
from rcr.ui.widgets import chosen, kept, show
from rcr.views.comparison.figures import FIGURES, Chosen

CHART_HEIGHT = "var(--rcr-figure-height)"
MAX_NAMED_CONTESTANTS = 4
EVERY_MODEL = "all models"


def all_models_view(comparison: Comparison) -> None:
    """One of the figures over the models that all contestants finished."""
    ground = comparison.ground
    names = contestants(ground.summaries)
    with st.container(horizontal=True, vertical_alignment="center", key="compare-figure"):
        name = st.selectbox(
            "Figure",
            FIGURES,
            format_func=lambda key: FIGURES[key].title,
            label_visibility="collapsed",
            width=230,
            **kept(keys.FIGURE, next(iter(FIGURES))),
        )
        kind = FIGURES[name]
        what = st.selectbox(
            "What",
            kind.choices,
            format_func=kind.choices.__getitem__,
            label_visibility="collapsed",
            width=340,
            **kept(keys.choice(name), next(iter(kind.choices))),
        )
        group = _choose_group(ground)
        pair = choose_pair(names) if kind.is_of_a_pair and len(names) > 1 else []
    summaries = [s for s in ground.summaries if group in (EVERY_MODEL, s["model"])]
    counted_in = {(s["contestant"], *instance(s)) for s in summaries}
    rounds = [r for r in comparison.table if (r["contestant"], *instance(r)) in counted_in]
    drawn = kind.make(summaries, rounds, Chosen(what, *pair))
    told = kind.choices[what]
    draw(
        drawn.figure,
        key="compare-many",
        height=CHART_HEIGHT,
        alt=f"{kind.title}: {told}",
        on_pick=with_row(drawn.points, partial(_open, comparison)),
    )
    is_ranked = MEASURES.get(what) == told
    said = f" {who_wins(summaries, what, pair=pair)}" if is_ranked else ""
    if absent := [name for name in names if name not in contestants(comparable(summaries, what))]:
        said += f" It means nothing for {listed(absent, MAX_NAMED_CONTESTANTS)}."
    st.caption(words(f"{kind.reads} Drawn {ground.told}.{said}"))
    take_along(drawn.figure, drawn.rows, f"{name}-{what}", chart_key="compare-many")
    for who, why in {
        s["contestant"]: s["reason"] for s in comparison.finished if s["status"] == "failed"
    }.items():
        st.warning(words(f"{who} failed: {why}"))


def _choose_group(ground: CommonGround) -> str:
    """All models, or the seeds of one, where there is one with several."""
    seeds = Counter(model for model, _ in {instance(s) for s in ground.summaries})
    families = [model for model, count in seeds.items() if count > 1]
    if len(seeds) < 2 or not families:
        return EVERY_MODEL
    options = [EVERY_MODEL, *families]
    if chosen(keys.GROUP, EVERY_MODEL) not in options:
        show(keys.GROUP, EVERY_MODEL)
    group: str = st.selectbox(
        "Of",
        options,
        label_visibility="collapsed",
        width=220,
        **kept(keys.GROUP, EVERY_MODEL),
    )
    return group


def _open(comparison: Comparison, row: Mapping[str, Any]) -> None:
    """A run in Explore; of a tile of a pair all their models, of a model of a pair both runs."""
    if "against" not in row:
        depart(comparison, row)
        return
    show(keys.A, row["contestant"])
    show(keys.B, row["against"])
    if "model" in row:
        subjects = comparison.request.subjects
        show(keys.SHOWN, next(title(s) for s in subjects if (s.name, s.seed) == instance(row)))
        show(keys.VIEW, TWO_RUNS)
    else:
        show(keys.choice("scatter"), chosen(keys.choice("wins"), next(iter(MEASURES))))
        show(keys.FIGURE, "scatter")
        show(keys.VIEW, ALL_MODELS)


def who_is_ahead(ground: CommonGround) -> str:
    """Who is ahead, for the top of the page."""
    if ground.models > 1:
        said = " ".join(
            who_wins(ground.summaries, measure, short=True)
            for measure in ("recovered", "cpu_seconds")
        )
        return f"{said} Ranked {ground.told}."
    if not ground.models:
        return "No model is finished by all contestants yet, so nobody is ranked."
    ends = [f"{s['contestant']}: {_end(s)}" for s in ground.summaries]
    more = (
        "One model says little: take a random family with many seeds."
        if ground.asked == 1
        else f"Ranked {ground.told}."
    )
    return f"{'; '.join(ends)}. {more}"


def _end(summary: dict[str, Any]) -> str:
    if summary["status"] == "failed":
        return "failed"
    what = (
        counted(summary["clusters"], "cluster")
        if summary["kind"] == "peer"
        else f"{summary['recovered']} recovered"
    )
    proof = "proved" if is_certified(summary) else f"gap {shown(summary['gap'])}"
    clock = f", {summary['cpu_seconds']:.2g} CPU s" if summary["cpu_seconds"] is not None else ""
    return f"{what}, {proof}{clock}"
