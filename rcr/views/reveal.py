"""What a prediction hid, in a picture: a bar for every cut edge, the best first, the chosen one
marked.
"""

from __future__ import annotations

from collections.abc import Mapping

from rcr.text.numbers import fixed
from rcr.views import palette, svg

MAX_BARS = 12  # those beyond are left out, the chosen one never
ROW, BAR = 22.0, 14.0  # height of a row, and of the bar in it
NAMES, PLOT, NUMBERS = 190.0, 220.0, 76.0  # width of what stands left, in the middle and right


def shown_edges(ranks: Mapping[str, int], chosen: str, most: int = MAX_BARS) -> list[str]:
    """The edges worth drawing, by rank: the best ones, and the chosen one wherever it stands."""
    ordered = sorted(ranks, key=lambda i: ranks[i])
    best = ordered[:most]
    return best if chosen in best or chosen not in ranks else [*best[:-1], chosen]


def draw_reveal(
    values: Mapping[str, float],
    ranks: Mapping[str, int],
    chosen: str,
    names: Mapping[str, str],
    most: int = MAX_BARS,
) -> str:
    """The bars, at most so many; ``names`` says what the edges are called. Where the question was
    one of yes or no, a sign says it.
    """
    shown = shown_edges(ranks, chosen, most)
    signs = {0.0: "✘", 1.0: "✔"} if set(values.values()) == {0.0, 1.0} else {}
    longest = max((abs(values[i]) for i in shown), default=0.0) or 1.0
    parts = []
    for row, i in enumerate(shown):
        middle, mine = (row + 0.5) * ROW, i == chosen
        colour = palette.UPPER if mine else palette.RECOVERED
        weight = {"font_weight": 700} if mine else {}
        place = signs.get(values[i], f"{ranks[i]}.")
        words = f"{place}  {names.get(i, i)}{'  ← yours' if mine else ''}"
        parts.append(svg.text(NAMES, middle, words, text_anchor="end", font_size=13, **weight))
        width = max(abs(values[i]) / longest * PLOT, 1.0)
        hint = f"{names.get(i, i)}: {fixed(values[i], 4)}"
        parts.append(svg.box(NAMES + 8, middle - BAR / 2, width, BAR, hint, fill=colour))
        number = "" if signs else fixed(values[i])
        at = NAMES + width + 16
        parts.append(svg.text(at, middle, number, text_anchor="start", font_size=13, **weight))
    left = len(ranks) - len(shown)
    if left:
        words = f"and {left:,} more"
        parts.append(svg.text(NAMES, (len(shown) + 0.5) * ROW, words, text_anchor="end"))
    height = (len(shown) + (left > 0)) * ROW + 4
    told = f"{len(ranks)} cut edges by what they are worth; {chosen} has rank {ranks.get(chosen)}"
    return svg.picture(NAMES + PLOT + NUMBERS, height, told, parts)
