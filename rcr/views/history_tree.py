"""The history as a drawn tree: steps from left to right, the bound of each from bottom to top, a
line for each branch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from rcr.run.tree import Tree
from rcr.state import Branch
from rcr.views import palette
from rcr.views.bounds.traces import FADED_OPACITY, SIGNIFICANT_DIGITS
from rcr.views.chart_layout import LAYOUT
from rcr.views.history import condition, history_rows

MAX_STEPS_SHOWN = 40  # from left to right; of a longer history the part around the current step
SYMBOLS = {  # how a node looks that such a step led to; all else is an update
    "start": "square",
    "recover": "diamond",
    "relax": "diamond-open",
    "branch": "triangle-right",
    "gather": "star",
    "exhaust": "hexagon",
}
Row = dict[str, Any]


def tree_chart(tree: Tree) -> dict[str, Any]:
    """The tree as a chart, plain data as plotly takes it; ``customdata`` of a node is the number
    of its state.

    A node is a row of the history, so long stretches of updates are one node. It stands at the
    upper bound of its state, or at the estimate where there is no bound; where branches were
    gathered or assignments gone through, at the bound that this proves.
    """
    rows = {row["number"]: row for row in history_rows(tree)}
    steps: dict[int, int] = {}
    for row in rows.values():  # a parent comes before what came from it
        steps[row["number"]] = 0 if row["parent"] is None else steps[row["parent"]] + 1
    on_path = [row for row in rows.values() if row["on_path"]]
    aside = [row for row in rows.values() if not row["on_path"]]
    here = rows[tree.current.number]
    traces = [
        _lines(aside, rows, steps, current=False),
        _lines(on_path, rows, steps, current=True),
        _nodes(aside, steps, tree, current=False),
        _nodes(on_path, steps, tree, current=True),
        _here(here, steps),
    ]
    layout = LAYOUT | {
        "hovermode": "closest",
        "showlegend": False,
        "uirevision": here["number"],  # wherever one goes, that is in view
        "xaxis": _axis("steps from the start") | _window(steps, here),
        "yaxis": _axis(_measured(rows.values())) | {"automargin": True},
        "annotations": _names(rows.values(), steps, tree),
    }
    return {"data": [trace for trace in traces if trace["x"]], "layout": layout}


def _measured(rows: Iterable[Row]) -> str:
    guessed = any(row["estimate"] is not None for row in rows)
    return "estimate" if guessed else "upper bound now"


def _height(row: Row) -> float | None:
    """Where a node stands; a state that proves that nothing is possible has no place."""
    found = row["estimate"] if row["now"] is None else row["now"]
    if row["searched"]:
        found = row["upper"]
    if found is None or not math.isfinite(found):
        return None
    return float(f"{found:.{SIGNIFICANT_DIGITS}g}")


def _lines(
    some: Sequence[Row], rows: dict[int, Row], steps: dict[int, int], *, current: bool
) -> dict[str, Any]:
    """From each of these nodes back to the one it came from, with gaps between the lines."""
    x: list[int | None] = []
    y: list[float | None] = []
    for row in some:
        if row["parent"] is not None:
            ends = (rows[row["parent"]], row)
            x += [*(steps[end["number"]] for end in ends), None]
            y += [*map(_height, ends), None]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": palette.UPPER, "width": 3 if current else 2},
        "opacity": 1.0 if current else FADED_OPACITY,
        "hoverinfo": "skip",
    }


def _nodes(
    some: Sequence[Row], steps: dict[int, int], tree: Tree, *, current: bool
) -> dict[str, Any]:
    actions = [tree.states[row["number"]].action.verb for row in some]
    recovering = ("recover", "relax")
    colours = [palette.RECOVERED if a in recovering else palette.UPPER for a in actions]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [steps[row["number"]] for row in some],
        "y": [_height(row) for row in some],
        "customdata": [row["number"] for row in some],
        "text": [row["told"] + (", proved" if row["certified"] else "") for row in some],
        "hovertemplate": "step %{customdata}: %{text}<br>%{y:.6g}<extra></extra>",
        "marker": {
            "symbol": [SYMBOLS.get(action, "circle") for action in actions],
            "color": colours,
            "size": [14 if row["certified"] or row["searched"] else 10 for row in some],
        },
        "opacity": 1.0 if current else 2 * FADED_OPACITY,
        "cliponaxis": False,
    }


def _here(row: Row, steps: dict[int, int]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "you are here",
        "x": [steps[row["number"]]],
        "y": [_height(row)],
        "hoverinfo": "skip",
        "marker": {
            "symbol": "circle-open",
            "size": 22,
            "color": palette.HERE,
            "line": {"width": 3},
        },
        "cliponaxis": False,
    }


def _axis(title: str) -> dict[str, Any]:
    return {"title": {"text": title}, "gridcolor": palette.GRID, "zeroline": False}


def _window(steps: dict[int, int], here: Row) -> dict[str, Any]:
    """Whole steps; of a long history the stretch that ends a little after the current one."""
    last = max(steps.values())
    ticks = {"tickformat": ",d", "dtick": 1 if last < 12 else None}
    if last <= MAX_STEPS_SHOWN:
        return ticks
    right = min(last, max(steps[here["number"]] + MAX_STEPS_SHOWN // 4, MAX_STEPS_SHOWN))
    return ticks | {"range": [right - MAX_STEPS_SHOWN - 0.5, right + 0.5]}


def _names(rows: Any, steps: dict[int, int], tree: Tree) -> list[dict[str, Any]]:
    """The names that were given to states, written above them, and what each branch fixes."""
    found = []
    for row in rows:
        state = tree.states[row["number"]]
        fixed, shift = "", -26
        if isinstance(state.action, Branch):  # branches on a variable are seldom far apart
            fixed, value = condition(state, state.action), state.action.value
            shift = (26 + 14 * (value // 2)) * (-1 if value % 2 == 0 else 1)
        if (row["name"] or fixed) and _height(row) is not None:
            text = ": ".join(filter(None, (row["name"], fixed)))
            at = {"x": steps[row["number"]], "y": _height(row)}
            found.append({"text": text, **at, "ax": 0, "ay": shift})
    return found
