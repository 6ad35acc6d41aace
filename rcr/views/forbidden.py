"""What a recovery forbids, in a picture: the pair table before, and after with the entries struck
out in which X and its clone differ.
"""

from __future__ import annotations

import numpy as np

from rcr.explain.forbidden import Forbidden
from rcr.model import ROUNDING_LOGS
from rcr.text.numbers import fixed
from rcr.views import svg
from rcr.views.pair_table import draw_table, telling_states


def draw_forbidden(shown: Forbidden) -> str:
    """The two tables side by side; below each other where the page is narrow."""
    chosen = telling_states(shown.before)
    states, square = [shown.states[x] for x in chosen], np.ix_(chosen, chosen)
    before, left = shown.before[square], np.eye(len(chosen), dtype=bool)
    after = np.where(left, shown.after[square], before)
    what = "The sum of" if shown.sums else "The best of"
    n = len(shown.states)
    return svg.side_by_side(
        svg.captioned(
            draw_table(
                before,
                states,
                "before: they may differ",
                f"Pair table of {shown.said} before it is recovered",
                _best(shown, before),
                variable="X",
            ),
            f"{what} all {n * n:,} entries: {fixed(shown.value_before, 4)}.",
        ),
        svg.captioned(
            draw_table(
                after,
                states,
                "after: they agree",
                f"Pair table of {shown.said} after it is recovered, the entries struck out in "
                "which they differ",
                _best(shown, np.where(left, after, -np.inf)),
                struck=~left,
                variable="X",
            ),
            f"{what} the {n:,} that are left: {fixed(shown.value_after, 4)}.",
        ),
    )


def _best(shown: Forbidden, values: np.ndarray) -> np.ndarray:
    """The entries that decide; of a sum they all do."""
    if shown.sums:
        return np.zeros(values.shape, bool)
    return np.asarray((values > -np.inf) & (values >= values.max() - ROUNDING_LOGS))
