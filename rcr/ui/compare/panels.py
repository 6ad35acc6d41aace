"""What the Compare page shows: curves with one scrubber, small multiples, dots over many models,
differences, regret, downloads.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import streamlit as st

from rcr import Run
from rcr.compare.game import ROUND_COLUMNS, RUN_COLUMNS
from rcr.compare.regret import candidates, verdict
from rcr.compare.statistics import MEASURES, show
from rcr.compare.statistics import verdict as who_wins
from rcr.compare.subject import Subject
from rcr.models.generator_call import GeneratorCall
from rcr.text.tables import csv_text
from rcr.ui.compare.comparison import Comparison, Standing, cloned, standing
from rcr.ui.components.chart import CONFIG
from rcr.views.comparison import AXES, by_contestant, plot_curves, plot_dots, plot_regret
from rcr.views.comparison_report import report
from rcr.views.network import Picture, picture
from rcr.views.small_multiple import (
    MOST_EDGES,
    cluster_picture,
    difference_picture,
    recovered_picture,
)

A_ROW = 4  # charts beside each other
CURVES, DOTS = 400, 230  # heights
PATIENCE = 8.0  # seconds for the candidates of the regret


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
    space = (
        st.container()
    )  # the scrubber below it says what to draw; an empty place would flicker while rows arrive
    last = max(float(row[axis]) for row in rows)
    at = _scrubber(axis, last) if not comparison.job.running else last
    figure = plot_curves(rows, axis, at, log_gap)
    space.plotly_chart(figure, height=CURVES, key="compare-curves", config=CONFIG)
    return {name: standing(own, kinds[name], axis, at) for name, own in by_contestant(rows).items()}


def _word(axis: str) -> str:
    return axis.replace("_", " ") if axis != "round" else "rounds"


def _scrubber(axis: str, last: float) -> float:
    if last <= 0:
        return last
    whole = axis != "seconds"
    top: float = int(last) if whole else last
    step: float = max(1, int(last) // 200) if whole else last / 200
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


def small_multiples(subject: Subject, places: dict[str, Standing]) -> None:
    """One small graph a contestant: who has recovered what at this point."""
    model = cloned(subject.digest, subject)
    if len(model) > MOST_EDGES:
        st.caption(f"The graph has {len(model):,} edges, too many for small pictures.")
    names, across = list(places), 2 if len(places) <= 4 else 3
    for start in range(0, len(names), across):
        for column, name in zip(st.columns(across), names[start : start + across], strict=False):
            with column:
                st.markdown(f"**{name}** :small[{_state(places[name])}]")
                if len(model) <= MOST_EDGES:
                    st.image(small(picture(model), name, places[name]), width="content")
    if len(model) <= MOST_EDGES:
        st.caption(
            "Bold: recovered. Thickest: recovered last. Dashed: relaxed. Shaded: MPLP's "
            "clusters, the newest with a bold border."
        )


def small(drawn: Picture, name: str, place: Standing) -> str:
    """A contestant's picture."""
    if place.kind == "peer":
        return cluster_picture(drawn, place.clusters, place.new_clusters, f"the clusters of {name}")
    return recovered_picture(drawn, place.recovered, place.new, f"what {name} has recovered")


def _state(place: Standing) -> str:
    row = place.row
    what = (
        f"{row['clusters']} clusters" if place.kind == "peer" else f"{row['recovered']} recovered"
    )
    gap = "proved" if row["gap"] <= 1e-6 else f"gap {row['gap']:.3g}"
    circuit = f", circuit {row['circuit_size']:,}" if row["circuit_size"] is not None else ""
    return f"{what}, {gap}, width {row['treewidth']}{circuit}, {row['seconds']:.2g} s"


def many(comparison: Comparison) -> None:
    """Dots over all models, and who wins."""
    finished = comparison.finished
    columns = st.columns(2)
    for i, measure in enumerate(MEASURES):
        with columns[i % 2]:
            st.plotly_chart(
                plot_dots(finished, measure),
                height=DOTS,
                key=f"compare-dots-{measure}",
                config=CONFIG,
            )
            st.caption(who_wins(finished, measure))
    failed = {s["contestant"]: s["reason"] for s in finished if s["status"] == "failed"}
    for name, why in failed.items():
        st.warning(f"{name} failed: {why}")


def difference(subject: Subject, places: dict[str, Standing]) -> None:
    """Which constraints A recovered and B did not, at the scrubber."""
    names = [name for name, place in places.items() if place.kind != "peer"]
    if len(names) < 2:
        st.caption("Two contestants that recover constraints are needed.")
        return
    left, right = st.columns([1, 2])
    with left:
        a = st.selectbox("A", names, 0, key="compare-a")
        b = st.selectbox("B", [n for n in names if n != a], 0, key="compare-b")
        of_a, of_b = places[a].recovered, places[b].recovered
        model = cloned(subject.digest, subject)
        order = {c.id: c for c in model.constraints}
        st.markdown(
            f"Both recovered **{len(of_a & of_b)}**; only {a}: **{len(of_a - of_b)}**; only "
            f"{b}: **{len(of_b - of_a)}**."
        )
        rows = [
            {"constraint": i, "equates": c.name, "recovered by": a if i in of_a else b}
            for i, c in order.items()
            if i in of_a ^ of_b
        ]
        st.dataframe(rows, hide_index=True, height=220)
    with right:
        if len(model) <= MOST_EDGES:
            st.image(
                difference_picture(picture(model), of_a, of_b, f"what {a} and {b} recovered"),
                width=460,
            )
            st.caption(
                f"Solid and thick: only {a}. Dashed and thick: only {b}. Grey: both. Thin: neither."
            )


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def is_set(self) -> bool:
        return time.monotonic() > self.end


def regret(subject: Subject, comparison: Comparison, places: dict[str, Standing]) -> None:
    """The true drop of each candidate beside each heuristic's score, where a contestant stands at
    the scrubber.
    """
    own = {c.name: c for c in comparison.request.contestants if c.kind == "recovery"}
    names = [name for name, place in places.items() if place.kind != "peer"]
    if not names or not own:
        st.caption("A contestant with a recovery heuristic is needed.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "At the scrubber, in the place of", names, key="compare-regret", width=320
        )
        wanted = st.button(
            "Try the candidates",
            type="primary",
            key="compare-try",
            help="Recovers each candidate on a copy and compensates",
        )
    recovered = tuple(sorted(places[name].recovered, key=lambda i: int(i[1:])))
    key = (subject.digest, recovered, tuple(own))
    if wanted:
        with st.spinner("Recovering each candidate on a copy …", show_time=True):
            run = Run(cloned(subject.digest, subject).model, start=recovered)
            run.converge()
            heuristics = list(dict.fromkeys(c.plugin for c in own.values()))
            st.session_state.regret = (
                key,
                run.state,
                candidates(run, heuristics, cancel=_Deadline(PATIENCE)),
                heuristics,
            )
    held = st.session_state.get("regret")
    if held is None or held[0] != key:
        st.caption(
            "What would each candidate really gain now? The scrubber above says when, this "
            "menu in whose place."
        )
        return
    _, state, found, heuristics = held
    if state.certificate is not None or not found:
        st.caption("The bounds have met here; there is nothing left to gain. Scrub back.")
        return
    columns = st.columns(min(A_ROW, max(len(heuristics), 2)))
    for i, recovery in enumerate(heuristics):
        with columns[i % A_ROW]:
            st.plotly_chart(
                plot_regret(found, recovery),
                height=260,
                key=f"compare-regret-{recovery}",
                config=CONFIG,
            )
            st.caption(verdict(found, recovery))


def keep(comparison: Comparison, subject: Subject, places: dict[str, Standing]) -> None:
    """Tables and a report to take along."""
    rows, finished = comparison.table, comparison.finished
    st.dataframe(
        [{key: s[key] for key in RUN_COLUMNS} for s in finished], hide_index=True, height=240
    )
    with st.container(horizontal=True):
        st.download_button(
            "Rounds (CSV)",
            csv_text(rows, ROUND_COLUMNS),
            "rounds.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            "Runs (CSV)", csv_text(finished, RUN_COLUMNS), "runs.csv", "text/csv", on_click="ignore"
        )
        st.download_button(
            "Report (one HTML file)",
            lambda: _report(comparison, subject, places),
            "comparison.html",
            "text/html",
            on_click="ignore",
        )
    st.caption(
        "The report holds the charts and needs no network. The camera on a chart saves it as SVG."
    )


def _report(comparison: Comparison, subject: Subject, places: dict[str, Standing]) -> str:
    model = cloned(subject.digest, subject)
    pictures = {}
    if len(model) <= MOST_EDGES:
        pictures = {
            f"{name}: {_state(place)}": small(picture(model), name, place)
            for name, place in places.items()
        }
    return report(
        comparison.finished,
        comparison.on(subject),
        f"{subject.name}, seed {subject.seed}",
        pictures,
    )


def sentence(finished: Sequence[dict[str, Any]]) -> str:
    """Who is ahead, for the top of the page."""
    certified = {s["contestant"]: 0 for s in finished}
    for s in finished:
        certified[s["contestant"]] += s["status"] in ("certified", "infeasible")
    total = max((sum(s["contestant"] == name for s in finished) for name in certified), default=0)
    if total > 1:
        return " ".join(
            who_wins(finished, measure, short=True) for measure in ("recovered", "cpu_seconds")
        )
    shown = [f"{s['contestant']}: {_end(s)}" for s in finished]
    return f"{'; '.join(shown)}. One model says little: take a random family with several seeds."


def _end(summary: dict[str, Any]) -> str:
    if summary["status"] == "failed":
        return "failed"
    what = (
        f"{summary['clusters']} clusters"
        if summary["kind"] == "peer"
        else f"{summary['recovered']} recovered"
    )
    proof = (
        "proved"
        if summary["status"] in ("certified", "infeasible")
        else f"gap {show(summary['gap'])}"
    )
    return f"{what}, {proof}, {summary['seconds']:.2g} s"
