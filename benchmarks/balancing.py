"""A numerical check of docs/balancing.md: how far Osborne's passes stay above the least bound, as
docs/balancing.svg.

The least values come from elsewhere: for the sum from SciPy's minimiser, for the maximum from
Karp's largest cycle mean.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

from rcr.compensation.balancing import balance
from rcr.views import svg

STATES, MATRICES, PASSES = (2, 3, 5, 8), 100, 12
FLOOR = 1e-14
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 260, 62, 46, 96
DASHES = {2: "none", 3: "8 3", 5: "4 3", 8: "1.5 3"}
COLOURS = {2: "#0072b2", 3: "#d55e00", 5: "#009e73", 8: "#555555"}


def random_table(rng: np.random.Generator, d: int) -> np.ndarray:
    """M of a joint pair: nothing symmetric, and a diagonal low enough for the rest to matter."""
    table = rng.normal(scale=3.0, size=(d, d))
    np.fill_diagonal(table, table.diagonal() - 6.0)
    return table


def compensated(table: np.ndarray, t: np.ndarray) -> np.ndarray:
    return table + t[:, None] - t[None, :]


def value(a: np.ndarray, sums: bool) -> float:
    return float(logsumexp(a) if sums else a.max())


def least(table: np.ndarray, sums: bool) -> float:
    """The smallest bound over all θ, found without balancing."""
    if not sums:
        return max(float(table.diagonal().max()), largest_cycle_mean(table))

    def value_and_slope(t: np.ndarray) -> tuple[float, np.ndarray]:
        a = compensated(table, t)
        p = softmax(a)
        return float(logsumexp(a)), p.sum(axis=1) - p.sum(axis=0)

    return float(
        minimize(
            value_and_slope, np.zeros(len(table)), jac=True, method="BFGS", options={"gtol": 1e-10}
        ).fun
    )


def largest_cycle_mean(table: np.ndarray) -> float:
    """Karp (1978), on the entries off the diagonal."""
    d = len(table)
    off = table.copy()
    np.fill_diagonal(off, -np.inf)
    walks = [
        np.where(np.arange(d) == 0, 0.0, -np.inf)
    ]  # the heaviest walk with so many steps from state 0 to each state
    for _ in range(d):
        walks.append((walks[-1][:, None] + off).max(axis=0))
    shares = [
        [
            (walks[d][y] - walks[k][y]) / (d - k) if walks[k][y] > -np.inf else np.inf
            for k in range(d)
        ]
        for y in range(d)
    ]
    return float(max(min(share) for share in shares))


def excess_by_pass(table: np.ndarray, sums: bool) -> list[float]:
    """Above the least bound: at θ = 1 and after each pass of Osborne's iteration over all
    states.
    """
    d, t, best = len(table), np.zeros(len(table)), least(table, sums)
    reduce = logsumexp if sums else np.max
    out = [value(table, sums) - best]
    for _ in range(PASSES):
        for x in range(d):
            a, others = compensated(table, t), np.arange(d) != x
            t[x] += 0.5 * (reduce(a[others, x]) - reduce(a[x, others]))
        out.append(value(compensated(table, t), sums) - best)
    return out


def excess_of_kernel(table: np.ndarray, sums: bool) -> float:
    d, theta = len(table), np.zeros(len(table))
    balance(table.ravel(), d, theta, sums, np.zeros(2 * d * d + 2 * d))
    return value(compensated(table, theta), sums) - least(table, sums)


def panel(x0: float, title: str, curves: dict[int, np.ndarray]) -> list[str]:
    """Worst and median excess over the passes, on a logarithmic scale."""
    top, bottom = 2.0, np.log10(FLOOR)

    def at(n: int, excess: float) -> str:
        y = TOP + HEIGHT * (top - np.log10(max(excess, FLOOR))) / (top - bottom)
        return f"{x0 + WIDTH * n / PASSES:.1f} {y:.1f}"

    parts = [
        svg.text(x0 + WIDTH / 2, 18, title),
        svg.text(x0 + WIDTH / 2, TOP + HEIGHT + 38, "passes over the states"),
    ]
    for power in range(int(bottom), int(top) + 1, 4):
        y = TOP + HEIGHT * (top - power) / (top - bottom)
        parts += [
            svg.line(x0, y, x0 + WIDTH, y, stroke="#cccccc"),
            svg.text(x0 - 8, y, f"1e{power}", "end"),
        ]
    for n in range(0, PASSES + 1, 3):
        parts.append(svg.text(x0 + WIDTH * n / PASSES, TOP + HEIGHT + 16, str(n)))
    for d, excess in curves.items():
        for row, width in ((excess.max(axis=0), 2.2), (np.median(excess, axis=0), 0.9)):
            path = "L".join(at(n, e) for n, e in enumerate(row))
            parts.append(
                f'<path d="M{path}" fill="none" stroke="{COLOURS[d]}" stroke-width="{width}" '
                f'stroke-dasharray="{DASHES[d]}"/>'
            )
    return parts


def main() -> None:
    parts = [
        svg.box(0, 0, 2 * (LEFT + WIDTH) + GAP, TOP + HEIGHT + 90, fill="white"),
        '<g font-family="sans-serif">',
    ]
    for place, (sums, title) in enumerate(((True, "pr-dd: log-sum-exp"), (False, "mpe-dd: max"))):
        curves, kernel = {}, 0.0
        for d in STATES:
            rng = np.random.default_rng(d)
            tables = [random_table(rng, d) for _ in range(MATRICES)]
            curves[d] = np.array([excess_by_pass(table, sums) for table in tables])
            kernel = max([kernel, *(excess_of_kernel(table, sums) for table in tables)])
            rises = max(0.0, float(np.diff(curves[d], axis=1).max()))
            print(
                f"{title}, {d} states: worst excess {curves[d][:, -1].max():.1e} after "
                f"{PASSES} passes, largest rise {rises:.1e}"
            )
        print(f"{title}: worst excess of the compiled update {kernel:.1e}")
        parts += panel(LEFT + place * (WIDTH + GAP), title, curves)
    for n, d in enumerate(STATES):
        x, y = LEFT + 130 * n, TOP + HEIGHT + 70
        parts.append(
            svg.line(
                x, y, x + 34, y, stroke=COLOURS[d], stroke_width=2.2, stroke_dasharray=DASHES[d]
            )
        )
        parts.append(svg.text(x + 42, y, f"{d} states", "start"))
    parts.append(
        svg.text(
            LEFT + 130 * len(STATES),
            TOP + HEIGHT + 70,
            f"thick: worst of {MATRICES}, thin: median",
            "start",
        )
    )
    label = "Distance of the bound from its least value over the passes of Osborne's iteration"
    picture = svg.picture(2 * (LEFT + WIDTH) + GAP, TOP + HEIGHT + 90, label, [*parts, "</g>"])
    Path(__file__).parents[1].joinpath("docs", "balancing.svg").write_text(
        picture + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
