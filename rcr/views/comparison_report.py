"""A comparison as one html file that opens offline: sentences, charts, pictures and the table of
runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rcr.compare.game import RUN_COLUMNS
from rcr.compare.statistics import MEASURES, verdict
from rcr.views.comparison import AXES, plot_curves, plot_dots

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;font-size:13px}td,th{padding:.2rem "
    ".5rem;border-bottom:1px solid #ccc;text-align:right}"
    ".many{display:flex;flex-wrap:wrap;gap:1rem}.many figure{flex:1 1 "
    "15rem;max-width:22rem;margin:0}"
)


def report(
    summaries: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
    model: str,
    pictures: Mapping[str, str],
) -> str:
    """``rows`` are those of the model whose curves are shown, ``pictures`` its small graphs as SVG
    by what they show.
    """
    figures = [plot_curves(rows, axis) for axis in AXES] if rows else []
    figures += [plot_dots(summaries, measure) for measure in MEASURES]
    charts = [
        f.to_html(full_html=False, include_plotlyjs=i == 0, default_height="420px")
        for i, f in enumerate(figures)
    ]
    curves, dots = charts[: len(charts) - len(MEASURES)], charts[len(charts) - len(MEASURES) :]
    small = "".join(
        f"<figure>{svg}<figcaption>{escape(title)}</figcaption></figure>"
        for title, svg in pictures.items()
    )
    parts = [
        "<h1>Comparison</h1>",
        *(f"<p>{escape(verdict(summaries, measure))}</p>" for measure in MEASURES),
        f"<h2>{escape(model)}</h2>",
        *curves,
        f'<div class="many">{small}</div>',
        "<h2>All models</h2>",
        *dots,
        _table(summaries),
    ]
    head = f'<meta charset="utf-8"><title>Comparison</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _table(summaries: Sequence[Mapping[str, Any]]) -> str:
    head = "".join(f"<th>{escape(key.replace('_', ' '))}</th>" for key in RUN_COLUMNS)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(s[key]))}</td>" for key in RUN_COLUMNS) + "</tr>"
        for s in summaries
    )
    return f"<h2>Runs</h2><table><tr>{head}</tr>{body}</table>"


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
