"""One update in pictures: the pair table with the entries that decide, and θ and the marginals
before and after.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rcr.explain import PairChange
from rcr.text.numbers import fixed
from rcr.views import palette, svg
from rcr.views.pair_table import (
    MAX_DRAWN_STATES,
    MAX_WRITTEN_STATES,
    draw_table,
    telling_states,
)

TABLES = {"before": "A before", "after": "A after", "pair": "M"}
BARS_PIXELS = 150.0
MAX_PANEL_PIXELS = 420.0  # of a panel of bars


def shown_table(change: PairChange) -> np.ndarray:
    """The table that the marks speak of: A before or after the update, or M."""
    return {
        "before": change.compensated_before,
        "after": change.compensated_after,
        "pair": change.pair,
    }[change.shown]


def telling(change: PairChange) -> np.ndarray:
    """The states worth drawing, in order."""
    return telling_states(shown_table(change))


def left_out(change: PairChange) -> str:
    """A sentence if not every state is drawn."""
    n = len(change.states)
    return (
        f"Drawn are the {MAX_DRAWN_STATES} of {n} states with the largest entries."
        if n > MAX_DRAWN_STATES
        else ""
    )


def draw_pair_table(change: PairChange) -> str:
    """A or M, with the marked entries framed."""
    chosen, states = np.ix_(telling(change), telling(change)), _names(change)
    title = f"log {TABLES[change.shown]}; rows: X, columns: its clone"
    told = (
        f"Table of {len(states)} by {len(states)} states of X and its clone in "
        f"{change.constraint}; {change.meaning}"
    )
    return draw_table(shown_table(change)[chosen], states, title, told, change.marked[chosen])


class Bars(NamedTuple):
    """One row of bars, a bar for each state: heights, the logs behind them, and how they look."""

    name: str
    heights: np.ndarray
    logs: np.ndarray
    colour: str
    open: bool = False  # drawn as an outline, so that colour is not the only difference


def _names(change: PairChange) -> list[str]:
    return [change.states[s] for s in telling(change)]


def panels(change: PairChange) -> dict[str, list[Bars]]:
    """log θ before and after, and the marginals of X and its clone before and after: an update
    brings them together.
    """
    chosen = telling(change)
    (before, clone_before), (after, clone_after) = (
        change.theta_before[:, chosen],
        change.theta_after[:, chosen],
    )
    theta = [
        Bars("before", before, before, palette.BEFORE),
        Bars("after", after, after, palette.ORIGINAL),
    ]
    if not np.array_equal(clone_after, -after):  # under model-split the clone has a θ of its own
        theta += [
            Bars("clone's before", clone_before, clone_before, palette.BEFORE, True),
            Bars("clone's after", clone_after, clone_after, palette.CLONE, True),
        ]
    share = "probabilities" if change.sums else "max-marginals"
    found = {"log θ": theta}
    for when, logs in (("before", change.marginals_before), ("after", change.marginals_after)):
        shares, logs = marginal_shares(logs, change.sums)[:, chosen], logs[:, chosen]
        found[f"{share} {when}"] = [
            Bars("X", shares[0], logs[0], palette.ORIGINAL),
            Bars("clone", shares[1], logs[1], palette.CLONE, True),
        ]
    return found


def draw_step(change: PairChange, moved: bool = True) -> str:
    """The table with its caption, and beside it, where θ moved, the panels; below it where the
    page is narrow.
    """
    words = " ".join(
        filter(None, (f"Framed: {change.meaning}." if change.meaning else "", left_out(change)))
    )
    table = svg.captioned(draw_pair_table(change), words)
    return svg.side_by_side(table, draw_theta(change) if moved else "")


def draw_theta(change: PairChange) -> str:
    """The panels side by side."""
    made = panels(change)
    widths = [
        min(
            MAX_PANEL_PIXELS,
            max(170.0, len(_names(change)) * (16 + 34 * len(rows)), _legend_width(rows)),
        )
        for rows in made.values()
    ]
    parts, left = [], 0.0
    for (title, rows), width in zip(made.items(), widths, strict=True):
        parts += _panel(change, title, rows, left, width)
        left += width + 28
    told = (
        f"Bars of log θ of {change.constraint} and of the marginals of X and its "
        "clone, before and after"
    )
    return svg.picture(left - 28, BARS_PIXELS + 92, told, parts)


def _panel(
    change: PairChange, title: str, rows: list[Bars], left: float, width: float
) -> list[str]:
    """One panel: bars from a common zero line, state by state, with their names below and the
    legend at the foot.
    """
    finite = np.concatenate([bars.heights[np.isfinite(bars.heights)] for bars in rows])
    low, high = min(finite.min(initial=0.0), 0.0), max(finite.max(initial=0.0), 1e-9)
    top, scale = 46.0, (BARS_PIXELS - 32) / (high - low)
    zero = top + high * scale
    states = _names(change)
    parts = [svg.text(left + width / 2, 10, title, font_weight=600)]
    parts.append(
        svg.line(left, zero, left + width, zero, stroke="currentColor", stroke_opacity=0.5)
    )
    slot = width / len(states)
    bar = min(36.0, 0.8 * slot / len(rows))
    for s, state in enumerate(states):
        first = left + (s + 0.5) * slot - bar * len(rows) / 2
        for i, bars in enumerate(rows):
            value = float(bars.heights[s])
            tall = value * scale if np.isfinite(value) else 0.0
            look: dict[str, Any] = {
                "fill": bars.colour,
                "fill_opacity": 0.25 if bars.open else 1.0,
                "stroke": bars.colour,
                "stroke_width": 1.5,
            }
            hint = f"{bars.name}, state {state}: log {fixed(bars.logs[s], 6)}"
            parts.append(
                svg.box(
                    first + i * bar + 1,
                    zero - max(tall, 0.0),
                    bar - 2,
                    max(abs(tall), 0.5),
                    hint,
                    **look,
                )
            )
            if len(states) <= MAX_WRITTEN_STATES:
                y = zero - tall + (-9 if tall >= 0 else 10)
                parts.append(svg.text(first + (i + 0.5) * bar, y, fixed(value, 2), font_size=11.5))
        if len(states) <= MAX_WRITTEN_STATES:
            parts.append(svg.text(left + (s + 0.5) * slot, BARS_PIXELS + 46, state[:8]))
    at = left
    for bars in rows:
        look = {
            "fill": bars.colour,
            "fill_opacity": 0.25 if bars.open else 1.0,
            "stroke": bars.colour,
        }
        parts += [
            svg.box(at, BARS_PIXELS + 66, 11, 11, **look),
            svg.text(at + 17, BARS_PIXELS + 72, bars.name, text_anchor="start", font_size=12.5),
        ]
        at += _legend_width([bars])
    return parts


def _legend_width(rows: list[Bars]) -> float:
    return sum(30 + svg.LETTER_PIXELS * 0.9 * len(bars.name) for bars in rows)


def marginal_shares(marginals: np.ndarray, sums: bool) -> np.ndarray:
    """Marginals as probabilities, or as shares of the MPE value: between 0 and 1, and 1 for a best
    state.
    """
    total = np.logaddexp.reduce(marginals[0]) if sums else marginals.max()
    return np.exp(marginals - total) if total > -np.inf else np.zeros_like(marginals)
