"""The figures over many models: what each shows, what can be chosen, and its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from rcr.compare.anytime import anytime_rows
from rcr.compare.cost import cost_rows
from rcr.compare.measures import MEASURES, comparable, contestants, in_their_units, kinds, value
from rcr.compare.profiles import performance_rows, solved_rows
from rcr.views.comparison.anytime import plot_anytime
from rcr.views.comparison.cost import HEIGHTS, plot_cost
from rcr.views.comparison.dots import plot_dots
from rcr.views.comparison.pairs import plot_scatter, plot_wins, scatter_rows, win_rows
from rcr.views.comparison.profiles import plot_cactus, plot_data_profile, plot_performance
from rcr.views.comparison.rows import AXES

Row = dict[str, Any]
# In which something can be solved, and along which a gap closes.
BUDGETS = {key: MEASURES[key] for key in ("cpu_seconds", "recovered", "loops_closed")}
TIMES = {key: AXES[key] for key in ("cpu_seconds", "recovered", "loops_closed", "sweeps", "round")}


@dataclass(frozen=True)
class Chosen:
    """What a figure is to show: a measure or an axis, and for some a pair of contestants."""

    what: str
    a: str = ""
    b: str = ""


@dataclass(frozen=True)
class Drawn:
    """A figure, the rows that it draws, and what the number of a clicked point leads to."""

    figure: go.Figure
    rows: Sequence[Row]
    points: Sequence[Row]


@dataclass(frozen=True)
class ManyModels:
    """A kind of figure: its title, how to read it, what can be chosen in which words, and how it is
    made from the summaries and the rounds of the games.
    """

    title: str
    reads: str
    choices: Mapping[str, str]
    make: Callable[[Sequence[Row], Sequence[Row], Chosen], Drawn]
    is_of_a_pair: bool = False


def _dots(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    keys = ("contestant", "model", "seed", "status")
    rows = [
        {**{key: s[key] for key in keys}, chosen.what: value(s, chosen.what)}
        for s in comparable(summaries, chosen.what)
    ]
    return Drawn(plot_dots(summaries, chosen.what), rows, rows)


def _performance(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = performance_rows(summaries, chosen.what)
    return Drawn(plot_performance(rows, chosen.what, contestants(summaries)), rows, rows)


def _data_profile(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = solved_rows(summaries, chosen.what)
    return Drawn(plot_data_profile(rows, chosen.what, contestants(summaries)), rows, rows)


def _cactus(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = solved_rows(summaries, chosen.what)
    return Drawn(plot_cactus(rows, chosen.what, contestants(summaries)), rows, rows)


def _anytime(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = anytime_rows(rounds, chosen.what)
    figure = plot_anytime(rows, rounds, chosen.what, contestants(summaries))
    return Drawn(figure, rows, rounds)


def _wins(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = win_rows(summaries, chosen.what)
    return Drawn(plot_wins(rows, chosen.what), rows, rows)


def _scatter(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = scatter_rows(summaries, chosen.a, chosen.b, chosen.what)
    pair = {"contestant": chosen.a, "against": chosen.b}
    points = [pair | {"model": row["model"], "seed": row["seed"]} for row in rows]
    return Drawn(plot_scatter(rows, chosen.a, chosen.b, chosen.what), rows, points)


def _cost(summaries: Sequence[Row], rounds: Sequence[Row], chosen: Chosen) -> Drawn:
    rows = cost_rows(rounds)
    figure = plot_cost(rows, chosen.what, contestants(summaries))
    return Drawn(figure, in_their_units(rows, kinds(summaries)), rows)


FIGURES = {
    "dots": ManyModels(
        "Dots and medians",
        "A dot is a model, the bar across is the median, the line its interval. The farther to the "
        "left, the better.",
        MEASURES,
        _dots,
    ),
    "performance": ManyModels(
        "Performance profile",
        "How many models are solved within so many times what the best contestant took on each. At "
        "1: how often it is the best; at the right end: how many it solves at all.",
        BUDGETS,
        _performance,
    ),
    "data": ManyModels(
        "Data profile",
        "How many models are solved within a budget. The higher and the farther to the left, the "
        "better.",
        BUDGETS,
        _data_profile,
    ),
    "cactus": ManyModels(
        "Cactus plot",
        "What it takes to solve so many models. The lower and the farther to the right, the "
        "better.",
        BUDGETS,
        _cactus,
    ),
    "anytime": ManyModels(
        "Anytime curves",
        "The median gap over all runs, in a band from quartile to quartile; the dots are rounds of "
        "single runs. On the lowest line the bounds have met.",
        TIMES,
        _anytime,
    ),
    "wins": ManyModels(
        "Who beats whom",
        "Models won – lost by the row against the column. ✓: more than noise, by Wilcoxon's "
        "signed-rank test corrected after Holm.",
        MEASURES,
        _wins,
    ),
    "scatter": ManyModels(
        "Two contestants",
        "A dot is a model. Above the diagonal the contestant along the bottom was better, below it "
        "the one up the side; a cross at the edge was not certified.",
        MEASURES,
        _scatter,
        is_of_a_pair=True,
    ),
    "cost": ManyModels(
        "Cost against constraints",
        "A dot is a run where it ended: what it recovered and what a sweep then costs, or what "
        "each table entry has brought.",
        HEIGHTS,
        _cost,
    ),
}
