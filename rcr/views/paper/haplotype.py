"""Table 2: the networks that MPLP solves and those it does not."""

from __future__ import annotations

from collections.abc import Sequence

from rcr.paper.experiment import Row
from rcr.paper.haplotype import groups
from rcr.views import palette
from rcr.views.paper.parts import PAPER_LINE, Chart, chart, instance_dots, line_trace


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
    traces = instance_dots(
        rows,
        [(row[measure], y) for row, y in zip(rows, levels, strict=True)],
        _network,
        ("a network", "just now"),
    )
    for name, key, line in (
        ("paper's mean", f"paper_{measure}", PAPER_LINE | {"width": 5}),
        ("our mean", measure, {"color": palette.RECOVERED, "width": 5, "dash": "dot"}),
    ):
        means = [(row[key], level) for level, row in enumerate(shown) if row[key] is not None]
        places = [x for value, _ in means for x in (value, value, None)]
        traces.append(
            line_trace(
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
    return chart(
        traces, {"title": title, "range": [min(values) - room, max(values) + room]}, rows_of
    )
