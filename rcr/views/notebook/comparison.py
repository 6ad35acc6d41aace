"""A comparison: the medians, who wins, and a dot for each model."""

from __future__ import annotations

from rcr.compare.common_models import on_common_models
from rcr.compare.comparison import ComparisonResults
from rcr.compare.table import median_cells, median_notes, verdict_lines
from rcr.text.words import counted
from rcr.views.dots_svg import draw_dots
from rcr.views.known_facts import sentence
from rcr.views.notebook.markup import frame, table

MEASURE = "cpu_seconds"  # whose dots are drawn unasked


def show_comparison(results: ComparisonResults) -> str:
    """What is finished so far."""
    done, left = len(results.games), len(results.unfinished)
    title = f"{counted(done, 'game')} finished" + (f", {left:,} not" if left else "")
    if not done:
        return frame(title, [], "Nothing can be compared yet.")
    ground = on_common_models(results.summaries)
    head, *cells = median_cells(results.summaries, ground)
    notes = map(sentence, median_notes(results.summaries, ground))
    parts = [draw_dots(results.summaries, MEASURE), table(cells, head)]
    return frame(title, parts, *notes, *verdict_lines(ground))
