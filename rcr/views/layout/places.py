"""What a layout is: fixed places, and the units they are measured in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

UNIT = 100.0  # from a variable to its neighbour
SCREEN_RATIO = 16 / 9  # of the width to the height
Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """Fixed positions, and the control point of each line from a variable to a factor that has to
    go round something.
    """

    kind: str
    variables: dict[int, Point]
    factors: dict[int, Point]
    bends: dict[tuple[int, int], Point] = field(default_factory=dict)  # by (variable, factor)


Scopes = dict[int, tuple[int, ...]]


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def along(start: Point, bend: Point | None, end: Point, t: float) -> Point:
    """The point at ``t`` of the way from start to end, on the curve that the bend pulls aside."""
    control = bend or middle([start, end])
    x, y = (
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
        for a, b, c in zip(start, control, end, strict=True)
    )
    return x, y
