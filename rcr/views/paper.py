"""Charts of the paper's experiments: our instances as dots that lead somewhere, beside the paper's
own figures.

A chart is plain data, as plotly takes it. The ``customdata`` of a dot is the place of its row
among the rows that were given; what is run on the page itself is among them, marked ``live``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rcr.paper.experiment import Row, mean
from rcr.paper.grids import BINS, bins
from rcr.paper.haplotype import groups
from rcr.paper.partition import SCHEMES, STAGES, at_stage
from rcr.views import palette
from rcr.views.bounds import LAYOUT, LOWER_STYLE, NOW_STYLE

Chart = dict[str, Any]
PAPER = {"color": palette.MARK, "width": 3}
SHIPPED = {"symbol": "circle", "size": 10, "color": palette.RECOVERED, "opacity": 0.85}
LIVE = {
    "symbol": "diamond",
    "size": 11,
    "color": palette.LOWER,
    "line": {"width": 1.5, "color": "white"},
}
LEAST = 1e-9  # where what has come down to rounding is drawn on a log axis
LINES: dict[str, tuple[str, Chart, str]] = {  # what a curve of the partition function means
    "pr-dd": ("gap of pr-dd", {"color": palette.UPPER, "width": 4}, "circle"),
    "model-split": (
        "Bethe error",
        {"color": palette.RECOVERED, "width": 4, "dash": "dash"},
        "diamond",
    ),
}


def _chart(traces: list[Chart], x: Chart, y: Chart, **layout: Any) -> Chart:
    quiet = {"gridcolor": palette.GRID, "zeroline": False}
    title = {
        key: quiet | axis | {"title": {"text": axis["title"]}}
        for key, axis in (("xaxis", x), ("yaxis", y))
    }
    return {"data": traces, "layout": LAYOUT | {"hovermode": "closest", **title, **layout}}


def _line(name: str, x: Sequence[Any], y: Sequence[Any], line: Chart, **more: Any) -> Chart:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": list(x),
        "y": list(y),
        "line": line,
        "hoverinfo": "skip",
        **more,
    }


def _dots(
    rows: Sequence[Row],
    spots: Sequence[tuple[float, float]],
    words: Callable[[Row], str],
    names: tuple[str, str],
) -> list[Chart]:
    """The instances, those of the page itself in another shape and colour."""
    traces = []
    for live, name, marker in ((False, names[0], SHIPPED), (True, names[1], LIVE)):
        own = [i for i, row in enumerate(rows) if bool(row.get("live")) == live]
        dots = {
            "type": "scatter",
            "mode": "markers",
            "name": name,
            "marker": marker,
            "cliponaxis": False,
            "customdata": own,
            "x": [spots[i][0] for i in own],
            "y": [spots[i][1] for i in own],
            "text": [words(rows[i]) for i in own],
            "hovertemplate": "%{text}<br>click to explore it<extra></extra>",
        }
        traces += [dots] if own else []
    return traces


# -- Table 1 -------------------------------------------------------------------------------------


def _grid(row: Row) -> str:
    return (
        f"seed {row['seed']}: {row['recovered']} recovered, circuit "
        f"{row['relative']:.0f} % of the start"
    )


def _edges() -> Chart:
    ends = [high for _, high in BINS]
    return {
        "title": "constraints recovered until optimal (of 360)",
        "range": [-2, 364],
        "tickvals": [0, *ends],
        "showgrid": False,
    }


def recovered_chart(rows: Sequence[Row]) -> Chart:
    """How many grids there are in each bin: a stack of dots, and the paper's number as a bar
    around it.
    """
    ours = sum(not row.get("live") for row in rows)
    middle = {bounds: (bounds[0] + bounds[1]) / 2 for bounds in BINS}
    height: Counter[tuple[int, int]] = Counter()
    spots = []
    for row in rows:
        here = next(bounds for bounds in BINS if bounds[0] <= row["recovered"] <= bounds[1])
        spots.append((middle[here], height[here] + 0.5))
        height[here] += 1
    theirs = [ours * share / 100 for share, _ in BINS.values()]
    bars = {
        "type": "bar",
        "name": f"the paper's {ours} grids",
        "x": list(middle.values()),
        "y": theirs,
        "width": [high - low - 3 for low, high in BINS],
        "hovertemplate": "the paper: %{y:.0f} grids<extra></extra>",
        "marker": {"color": "rgba(213, 94, 0, 0.15)", "line": PAPER},
    }
    top = max([*height.values(), *theirs])
    return _chart(
        [bars, *_dots(rows, spots, _grid, ("a grid here", "just now"))],
        _edges(),
        {"title": "grids", "range": [0, top + 0.7]},
    )


def circuit_chart(rows: Sequence[Row]) -> Chart:
    """What became of the circuit of each grid, with the means of the paper's bins and of ours."""
    shown = bins([row for row in rows if not row.get("live")])
    places = [x for low, high in BINS for x in (low, high, None)]

    def steps(key: str) -> list[float | None]:
        return [y for row in shown for y in (row[key], row[key], None)]

    traces = [
        _line("the paper's mean in the bin", places, steps("paper_relative"), PAPER),
        _line(
            "ours",
            places,
            steps("relative"),
            {"color": palette.RECOVERED, "width": 3, "dash": "dot"},
        ),
        *_dots(
            rows,
            [(row["recovered"], row["relative"]) for row in rows],
            _grid,
            ("a grid here", "just now"),
        ),
    ]
    for trace in traces[2:]:
        trace["showlegend"] = False  # the chart above says what the dots are
    return _chart(traces, _edges(), {"title": "circuit, % of start"})


# -- Table 2 -------------------------------------------------------------------------------------


def _network(row: Row) -> str:
    solved = "solved" if row["mplp_status"] == "certified" else "not solved"
    return (
        f"seed {row['instance']}: {row['share']:.1f} % recovered, circuit "
        f"{row['relative']:.0f} % of the start, {solved} by MPLP"
    )


def group_chart(rows: Sequence[Row], measure: str, title: str) -> Chart:
    """Every network in one of two rows, with the paper's mean and ours; ``measure`` is ``share``
    or ``relative``.
    """
    shown = groups([row for row in rows if not row.get("live")])
    levels = [
        (row["mplp_status"] == "certified") + 0.32 * ((i * 0.618) % 1 - 0.5)
        for i, row in enumerate(rows)
    ]
    traces = _dots(
        rows,
        [(row[measure], y) for row, y in zip(rows, levels, strict=True)],
        _network,
        ("a network", "just now"),
    )
    for name, key, line in (
        ("paper's mean", f"paper_{measure}", PAPER | {"width": 5}),
        ("our mean", measure, {"color": palette.RECOVERED, "width": 5, "dash": "dot"}),
    ):
        means = [(row[key], level) for level, row in enumerate(shown) if row[key] is not None]
        places = [x for value, _ in means for x in (value, value, None)]
        traces.append(
            _line(
                name,
                places,
                [y for _, level in means for y in (level - 0.38, level + 0.38, None)],
                line,
            )
        )
    words = ["solved by<br>RCR only", "solved by<br>both"]
    rows_of = {
        "title": "",
        "tickvals": [0, 1],
        "ticktext": words,
        "range": [1.5, -0.5],
        "showgrid": False,
    }
    values = [row[measure] for row in rows] + [row[f"paper_{measure}"] for row in shown]
    room = 0.03 * (max(values) - min(values))
    return _chart(
        traces, {"title": title, "range": [min(values) - room, max(values) + room]}, rows_of
    )


# -- Figure 1 ------------------------------------------------------------------------------------


def bounds_chart(rows: Sequence[Row], method: str, log_gap: bool = False) -> Chart:
    """The bounds of one method on one network, sweep by sweep, in the same frame as the other's; a
    dot is the end of a round.
    """
    own = [i for i, row in enumerate(rows) if row["method"] == method]
    x, upper, lower = ([rows[i][key] for i in own] for key in ("sweep", "upper", "lower"))
    ends = [
        i
        for i, after in zip(own, [*own[1:], None], strict=True)
        if after is None or rows[after]["round"] != rows[i]["round"]
    ]
    what = "triplets" if method == "mplp" else "constraints"

    def height(row: Row) -> float:
        return float(max(row["upper"] - row["lower"], 1e-6)) if log_gap else float(row["upper"])

    dots = {
        "type": "scatter",
        "mode": "markers",
        "name": "end of a round",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": ends,
        "marker": {"symbol": "circle", "size": 8, "color": palette.UPPER},
        "x": [rows[i]["sweep"] for i in ends],
        "y": [height(rows[i]) for i in ends],
        "text": [
            f"{rows[i]['recovered']} {what}, {rows[i]['lower']:.4f} ≤ log MPE ≤ "
            f"{rows[i]['upper']:.4f}"
            for i in ends
        ],
        "hovertemplate": "%{text}<br>click to explore the network<extra></extra>",
    }
    sweeps = {"title": "sweeps", "range": [0, 1.02 * x[-1]]}
    if log_gap:
        gap = _line("upper − lower", x, [height(rows[i]) for i in own], NOW_STYLE["line"])
        return _chart(
            [gap, dots],
            sweeps,
            {
                "title": "gap (log axis)",
                "type": "log",
                "exponentformat": "power",
                "range": [-6.3, 1.5],
            },
        )
    traces = [
        _line("upper bound", x, upper, NOW_STYLE["line"]),
        _line("best assignment", x, lower, LOWER_STYLE["line"] | {"dash": "dash"}),
    ]
    optimum = rows[own[0]]["optimum"]
    if optimum is not None:
        traces.append(
            _line(
                "optimum",
                [0, x[-1]],
                [optimum] * 2,
                {"color": palette.EXACT, "width": 3, "dash": "dot"},
            )
        )
    low, high = min(row["lower"] for row in rows), max(row["upper"] for row in rows)
    return _chart(
        [*traces, dots],
        sweeps,
        {"title": "log value", "range": [low - 0.04 * (high - low), high + 0.04 * (high - low)]},
    )


# -- partition function --------------------------------------------------------------------------


def partition_chart(rows: Sequence[Row], family: str) -> Chart:
    """How far both schemes are from the exact value: a thin line a model, its dots where it opens,
    and a bold one for the means.
    """
    traces: list[Chart] = []
    for scheme, (name, line, symbol) in LINES.items():
        own = [
            (i, row)
            for i, row in enumerate(rows)
            if row["family"] == family and row["scheme"] == scheme
        ]
        place = {id(row): i for i, row in own}
        for live in (False, True):
            some = [row for _, row in own if bool(row.get("live")) == live]
            traces += (
                _courses(some, {"color": line["color"], "width": 1})
                + _stages(some, place, line["color"], "star" if live else symbol)
                if some
                else []
            )
        shipped = [row for _, row in own if not row.get("live")]
        means = [
            mean([abs(row["error"]) for row in at_stage(shipped, percent)])
            for percent in range(101)
        ]
        traces.append(_line(name, range(101), [max(value, LEAST) for value in means], line))
    if any(row.get("live") and row["family"] == family for row in rows):
        star = {"symbol": "star", "size": 13, "color": palette.EXACT}
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": "just now",
                "x": [None],
                "y": [None],
                "marker": star,
            }
        )
    return _chart(
        traces,
        {"title": "% of the constraints recovered", "range": [-3, 103]},
        {
            "title": "distance from exact log Z",
            "type": "log",
            "exponentformat": "power",
            "range": [-9.4, 2.7],
            "dtick": 3,
        },
    )


def _courses(rows: Sequence[Row], line: Chart) -> list[Chart]:
    """Thin lines in one trace, with a gap from one model to the next."""
    x: list[float | None] = []
    y: list[float | None] = []
    for before, row in zip([None, *rows], rows, strict=False):
        if before is not None and before["seed"] != row["seed"]:
            x.append(None)
            y.append(None)
        x.append(round(100 * row["recovered"] / row["constraints"], 2))
        y.append(float(f"{max(abs(row['error']), LEAST):.4g}"))
    return [_line("", x, y, line, showlegend=False, opacity=0.35)]


def _stages(rows: Sequence[Row], place: dict[int, int], colour: str, symbol: str) -> list[Chart]:
    shown = [row for stage in STAGES[:-1] for row in at_stage(rows, stage)]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "showlegend": False,
            "customdata": [place[id(row)] for row in shown],
            "marker": {
                "symbol": symbol,
                "size": 13 if symbol == "star" else 7,
                "color": colour,
                "opacity": 0.8,
            },
            "x": [100 * row["recovered"] / row["constraints"] for row in shown],
            "y": [max(abs(row["error"]), LEAST) for row in shown],
            "text": [
                f"{row['family']} {row['seed']}, {SCHEMES[row['scheme']]}: {row['recovered']} "
                "recovered"
                for row in shown
            ],
            "hovertemplate": "%{text}<br>distance %{y:.3g}<br>click to explore it<extra></extra>",
        }
    ]
