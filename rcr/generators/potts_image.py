"""Image segmentation: a noisy picture is the model, the most probable assignment is the picture
behind it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._portable import Seed, below, noise, refuse_large, stream
from rcr.generators.grid import neighbours
from rcr.model import Factor, Model, Variable
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["rows"] * p["cols"])
def potts_image(
    *,
    rows: Annotated[int, Between(4, 200, "rows of the picture")] = 16,
    cols: Annotated[int, Between(4, 200, "columns of the picture")] = 24,
    labels: Annotated[
        int, Between(2, 6, "grey levels of the picture: the states of each pixel")
    ] = 3,
    noise_level: Annotated[
        float,
        Between(
            0.01, 3, "standard deviation of the noise, in steps from one grey level to the next"
        ),
    ] = 0.6,
    coupling: Annotated[
        float, Between(0, 20, "how much two neighbouring pixels want the same label")
    ] = 1.2,
    seed: Seed = 0,
) -> Model:
    """A noisy picture of a few shapes: each pixel sees its own grey value and wants to look like
    its neighbours.

    log ψ_i(x) = −(y_i − x)² / (2·noise²) for the noisy grey value y_i of pixel i, and log
    ψ_ij(x, y) = coupling·[x = y] for neighbours (Potts). The most probable assignment is the
    picture with the noise taken out. ``pictures`` gives the two pictures themselves.
    """
    _, seen = pictures(rows, cols, labels, noise_level, seed)
    edges = neighbours(rows, cols)
    refuse_large(len(edges) + rows * cols, labels * (labels * len(edges) + rows * cols))
    variables = tuple(
        Variable.numbered(f"{r},{c}", labels) for r in range(rows) for c in range(cols)
    )
    away = seen.reshape(-1, 1) - np.arange(labels)
    data = -(away * away) / (2 * noise_level * noise_level)
    smooth = coupling * np.eye(labels)
    factors = [Factor(edge, smooth) for edge in edges] + [
        Factor((v,), row) for v, row in enumerate(data)
    ]
    return Model(variables, tuple(factors), name=f"potts-image-{rows}x{cols}-s{seed}")


def pictures(
    rows: int, cols: int, labels: int, noise_level: float, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """The picture as it was drawn (labels) and as it is seen (grey values with noise), for the
    same parameters as the model's.
    """
    rng = stream(seed)
    drawn = _shapes(rng, rows, cols, labels)
    return drawn, drawn + noise_level * noise(rng, rows * cols).reshape(rows, cols)


def _shapes(rng: np.random.Generator, rows: int, cols: int, labels: int) -> np.ndarray:
    """A box, a disc and a triangle side by side in random order and at random heights, each of a
    label other than the background's.
    """
    picture = np.zeros((rows, cols), dtype=np.int64)
    r, c = np.indices((rows, cols))
    size = max(2, min(2 * rows // 3, cols // 3 - 1))  # of a square that holds one shape
    order = sorted(range(3), key=lambda _: rng.random())
    shift = below(rng, labels - 1)
    for place, shape in enumerate(order):
        top = below(rng, rows - size + 1)
        left = (2 * place + 1) * cols // 6 - size // 2
        y, x = (
            2 * (r - top) - (size - 1),
            2 * (c - left) - (size - 1),
        )  # twice the distance from the middle, a whole number
        inside = (np.abs(y) < size) & (np.abs(x) < size)
        if shape == 1:
            inside &= y * y + x * x <= size * size
        elif shape == 2:
            inside &= 2 * np.abs(x) <= y + size
        picture[inside] = 1 + (shape + shift) % (labels - 1)
    return picture
