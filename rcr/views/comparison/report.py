"""A comparison as one html file that opens offline: sentences, charts, pictures and the table of
runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

from rcr.compare.common_models import CommonGround, instance
from rcr.compare.game import RUN_COLUMNS
from rcr.compare.measures import MEASURES, contestants, in_their_units, kinds
from rcr.compare.verdict import verdict
from rcr.text.html_page import html_page, html_table
from rcr.views.comparison.curves import plot_curves
from rcr.views.comparison.figures import FIGURES, Chosen
from rcr.views.comparison.rows import AXES

STYLE = Path(__file__).with_suffix(".css")


@dataclass(frozen=True)
class OneModel:
    """The model whose curves are shown: its title, its rows, and its small graphs as SVG by what
    they show.
    """

    title: str
    rows: Sequence[Mapping[str, Any]]
    pictures: Mapping[str, str]


def report(
    summaries: Sequence[dict[str, Any]],
    rounds: Sequence[dict[str, Any]],
    ground: CommonGround,
    one: OneModel,
) -> str:
    """``summaries`` and ``rounds`` are those of all games; contestants are ranked on the common
    ground.
    """
    charts = _charts([plot_curves(one.rows, axis) for axis in AXES] if one.rows else [])
    small = "".join(
        f"<figure>{svg}<figcaption>{escape(title)}</figcaption></figure>"
        for title, svg in one.pictures.items()
    )
    parts = [
        "<h1>Comparison</h1>",
        f"<p>{escape('; '.join([f'Ranked {ground.told}', *ground.limit_told]))}.</p>",
        *(f"<p>{escape(verdict(ground.summaries, measure))}</p>" for measure in MEASURES),
        f"<h2>{escape(one.title)}</h2>",
        *charts,
        f'<div class="many">{small}</div>',
        "<h2>All models</h2>",
        *_all_models(rounds, ground, has_library=bool(charts)),
        _table(summaries),
    ]
    return html_page("Comparison", "".join(parts), STYLE)


def _charts(figures: Sequence[go.Figure], has_library: bool = False) -> list[str]:
    """The figures as html; the first of a page brings the library along."""
    return [
        f.to_html(
            full_html=False, include_plotlyjs=not has_library and i == 0, default_height="420px"
        )
        for i, f in enumerate(figures)
    ]


def _all_models(
    rounds: Sequence[dict[str, Any]], ground: CommonGround, has_library: bool
) -> list[str]:
    """Each figure over all models with how to read it; the dots of every measure, of the others
    what they show first, and the first two contestants where it takes two.
    """
    games = {(s["contestant"], *instance(s)) for s in ground.summaries}
    ranked = [row for row in rounds if (row["contestant"], *instance(row)) in games]
    names, found = contestants(ground.summaries), list[tuple[str, str, go.Figure]]()
    for name, kind in FIGURES.items():
        for what in list(kind.choices)[: None if name == "dots" else 1]:
            if not kind.is_of_a_pair or len(names) > 1:
                pair = (names[0], names[1]) if kind.is_of_a_pair else ("", "")
                drawn = kind.make(ground.summaries, ranked, Chosen(what, *pair))
                found.append((kind.title, kind.reads, drawn.figure))
    charts = _charts([figure for *_, figure in found], has_library)
    return [
        f"<h3>{escape(title)}</h3><p>{escape(reads)}</p>{chart}"
        for (title, reads, _), chart in zip(found, charts, strict=True)
    ]


def _table(summaries: Sequence[Mapping[str, Any]]) -> str:
    head = [key.replace("_", " ") for key in RUN_COLUMNS]
    rows = in_their_units(summaries, kinds(summaries))
    return "<h2>Runs</h2>" + html_table(
        [[_cell(row[key]) for key in RUN_COLUMNS] for row in rows], head
    )


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
