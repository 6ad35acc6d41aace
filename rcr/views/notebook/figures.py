"""The plotly figures that a noun gives when it is asked for one."""

from __future__ import annotations

from typing import Any

from rcr.compare.comparison import ComparisonResults
from rcr.compare.measures import MEASURES
from rcr.model import ModelError
from rcr.run import Run
from rcr.views.bounds.chart import plot_run as run_figure
from rcr.views.comparison.curves import plot_curves
from rcr.views.comparison.dots import plot_dots
from rcr.views.comparison.rows import AXES as CONTEST_AXES
from rcr.views.curves import AXES


def plot_run(run: Run, axis: str, **more: Any) -> Any:
    """The bounds over the steps, on every branch."""
    _check(axis, AXES, "axis")
    return run_figure(run, axis, **more)


def plot_comparison(results: ComparisonResults, measure: str) -> Any:
    """A dot for each model, with the medians."""
    _check(measure, MEASURES, "measure")
    return plot_dots(results.summaries, measure)


def plot_contest(
    results: ComparisonResults, model: str | None, seed: int | None, axis: str, log_gap: bool
) -> Any:
    """The bounds of every contestant on one model, the first one that is meant."""
    _check(axis, CONTEST_AXES, "axis")
    found = [
        row for row in results.rows if model in (None, row["model"]) and seed in (None, row["seed"])
    ]
    if not found:
        raise ModelError("no finished game has this model and seed; summaries has those there are")
    one = [row for row in found if all(row[key] == found[0][key] for key in ("model", "seed"))]
    return plot_curves(one, axis, None, log_gap)


def _check(name: str, known: Any, what: str) -> None:
    if name not in known:
        raise ModelError(f"there is no {what} {name!r}; there are: {', '.join(known)}")
