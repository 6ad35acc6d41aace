"""All models of a comparison together: dots, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import streamlit as st

from rcr.compare.statistics import MEASURES, show
from rcr.compare.statistics import verdict as who_wins
from rcr.text.words import counted
from rcr.ui.compare.comparison import Comparison
from rcr.ui.components.chart import CONFIG
from rcr.views.comparison import plot_dots

CHART_PIXELS = 230


def many_models_panel(comparison: Comparison) -> None:
    """Dots over all models, and who wins."""
    finished = comparison.finished
    columns = st.columns(2)
    for i, measure in enumerate(MEASURES):
        with columns[i % 2]:
            st.plotly_chart(
                plot_dots(finished, measure),
                height=CHART_PIXELS,
                key=f"compare-dots-{measure}",
                config=CONFIG,
            )
            st.caption(who_wins(finished, measure))
    failed = {s["contestant"]: s["reason"] for s in finished if s["status"] == "failed"}
    for name, why in failed.items():
        st.warning(f"{name} failed: {why}")


def who_is_ahead(finished: Sequence[dict[str, Any]]) -> str:
    """Who is ahead, for the top of the page."""
    runs = Counter(summary["contestant"] for summary in finished)
    if max(runs.values(), default=0) > 1:
        return " ".join(
            who_wins(finished, measure, short=True) for measure in ("recovered", "cpu_seconds")
        )
    shown = [f"{s['contestant']}: {_end(s)}" for s in finished]
    return f"{'; '.join(shown)}. One model says little: take a random family with several seeds."


def _end(summary: dict[str, Any]) -> str:
    if summary["status"] == "failed":
        return "failed"
    what = (
        counted(summary["clusters"], "cluster")
        if summary["kind"] == "peer"
        else f"{summary['recovered']} recovered"
    )
    proof = (
        "proved"
        if summary["status"] in ("certified", "infeasible")
        else f"gap {show(summary['gap'])}"
    )
    return f"{what}, {proof}, {summary['seconds']:.2g} s"
