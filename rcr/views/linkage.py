"""Linkage disequilibrium as a heatmap: r² between every two sites of a sample of haplotypes."""

from __future__ import annotations

from typing import Any

import numpy as np

from rcr.generators.haplotype import linkage

MAX_CELLS = 250  # along an axis; of more sites, neighbours are put together
SHADES = [[0.0, "rgba(128, 140, 152, 0.08)"], [0.3, "#F2B27A"], [1.0, "#A63603"]]


def linkage_heatmap(alleles: np.ndarray) -> dict[str, Any]:
    """r² of the sites (columns) as a plotly chart; where there are many, a cell is the mean over a
    block of sites.
    """
    sites = alleles.shape[1]
    block = -(-sites // MAX_CELLS)
    r2 = blocks(linkage(alleles), block)
    ticks = [block * i for i in range(len(r2))]
    each = f"sites in blocks of {block}" if block > 1 else "site"
    trace = {
        "type": "heatmap",
        "z": np.round(r2, 3).tolist(),
        "x": ticks,
        "y": ticks,
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": SHADES,
        "colorbar": {"title": {"text": "r²"}, "thickness": 12, "len": 0.8},
        "hovertemplate": "sites %{x} and %{y}: r² = %{z}<extra></extra>",
    }
    axis = {"title": {"text": each}, "showgrid": False, "zeroline": False}
    layout = {
        "margin": {"l": 10, "r": 10, "t": 10, "b": 10},
        "xaxis": axis | {"automargin": True, "constrain": "domain"},
        "yaxis": axis
        | {"automargin": True, "autorange": "reversed", "scaleanchor": "x", "constrain": "domain"},
        "dragmode": False,
    }
    return {"data": [trace], "layout": layout}


def blocks(matrix: np.ndarray, size: int) -> np.ndarray:
    """The means over square blocks of this size; the last ones may be smaller."""
    if size <= 1:
        return matrix
    starts = np.arange(0, len(matrix), size)
    counts = np.diff(np.append(starts, len(matrix)))
    sums = np.add.reduceat(np.add.reduceat(matrix, starts, axis=0), starts, axis=1)
    means: np.ndarray = sums / np.outer(counts, counts)
    return means
