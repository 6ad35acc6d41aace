"""Table 1: how many constraints the grids need, and what becomes of their circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rcr.paper.experiment import Row
from rcr.paper.grids import PAPER_BINS, bins
from rcr.views import palette
from rcr.views.paper.parts import PAPER_LINE, Chart, chart, instance_dots, line_trace


def _grid(row: Row) -> str:
    return (
        f"seed {row['seed']}: {row['recovered']} recovered, circuit "
        f"{row['relative']:.0f} % of the start"
    )


def _edges() -> Chart:
    ends = [high for _, high in PAPER_BINS]
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
    middle = {bounds: (bounds[0] + bounds[1]) / 2 for bounds in PAPER_BINS}
    height: Counter[tuple[int, int]] = Counter()
    spots = []
    for row in rows:
        here = next(bounds for bounds in PAPER_BINS if bounds[0] <= row["recovered"] <= bounds[1])
        spots.append((middle[here], height[here] + 0.5))
        height[here] += 1
    theirs = [ours * share / 100 for share, _ in PAPER_BINS.values()]
    bars = {
        "type": "bar",
        "name": f"the paper's {ours} grids",
        "x": list(middle.values()),
        "y": theirs,
        "width": [high - low - 3 for low, high in PAPER_BINS],
        "hovertemplate": "the paper: %{y:.0f} grids<extra></extra>",
        "marker": {"color": "rgba(213, 94, 0, 0.15)", "line": PAPER_LINE},
    }
    top = max([*height.values(), *theirs])
    return chart(
        [bars, *instance_dots(rows, spots, _grid, ("a grid here", "just now"))],
        _edges(),
        {"title": "grids", "range": [0, top + 0.7]},
    )


def circuit_chart(rows: Sequence[Row]) -> Chart:
    """What became of the circuit of each grid, with the means of the paper's bins and of ours."""
    shown = bins([row for row in rows if not row.get("live")])
    places = [x for low, high in PAPER_BINS for x in (low, high, None)]

    def steps(key: str) -> list[float | None]:
        return [y for row in shown for y in (row[key], row[key], None)]

    traces = [
        line_trace("the paper's mean in the bin", places, steps("paper_relative"), PAPER_LINE),
        line_trace(
            "ours",
            places,
            steps("relative"),
            {"color": palette.RECOVERED, "width": 3, "dash": "dot"},
        ),
        *instance_dots(
            rows,
            [(row["recovered"], row["relative"]) for row in rows],
            _grid,
            ("a grid here", "just now"),
        ),
    ]
    for trace in traces[2:]:
        trace["showlegend"] = False  # the chart above says what the dots are
    return chart(traces, _edges(), {"title": "circuit, % of start"})
