"""Random small models and relaxations, small enough for every assignment to be listed."""

from math import prod

import numpy as np
from hypothesis import strategies as st

from rcr.model import Factor, Model, Variable
from rcr.relaxation import ClonedModel, Relaxation
from tests.oracle import components, nodes_of

# what a factor's table looks like; the finite ones have no zeros
FINITE = ("normal", "weak", "wide", "ties", "flat")
ZEROS = ("some zeros", "zero row", "hard", "nothing")


def table(kind, shape, rng):
    """A log table of a kind; the numbers come from ``rng`` (drawing each from Hypothesis would
    take most of the time).
    """
    values = rng.normal(size=shape)
    match kind:
        case "weak":
            return values / 4
        case "wide":
            return values * 30
        case "ties":
            return np.rint(values)
        case "flat":
            return np.full(shape, 0.5)
        case "some zeros":
            return np.where(rng.random(shape) < 0.3, -np.inf, values)
        case "zero row":
            if shape:
                values[rng.integers(shape[0])] = -np.inf
            return values
        case "hard":
            return np.where(rng.random(shape) < 0.3, -np.inf, 0.0)
        case "nothing":
            return np.full(shape, -np.inf)
    return values


@st.composite
def models(
    draw,
    kinds=FINITE + ZEROS,
    cards=(1, 2, 2, 3, 3, 4, 5),
    max_joint=20_000,
    max_arity=4,
    evidence=True,
):
    """1–7 variables and 0–7 factors over 0–4 of them: duplicate scopes, unary factors, constants,
    disconnected parts, evidence.
    """
    card = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=7))
    while prod(card) > max_joint:
        card.pop()
    n = len(card)
    scopes: list[tuple[int, ...]] = []
    for _ in range(draw(st.integers(0, 7))):
        if scopes and draw(st.integers(0, 5)) == 0:
            scopes.append(tuple(draw(st.permutations(draw(st.sampled_from(scopes))))))
        else:
            arity = min(
                n, draw(st.sampled_from([a for a in (0, 1, 2, 2, 2, 3, 3, 4) if a <= max_arity]))
            )
            scopes.append(tuple(draw(st.permutations(range(n)))[:arity]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    # "nothing" has no mass at all, so it is kept rare
    chosen = [
        draw(st.sampled_from(kinds if draw(st.integers(0, 9)) == 0 else kinds[:8])) for _ in scopes
    ]
    factors = [
        Factor(s, table(kind, tuple(card[v] for v in s), rng))
        for s, kind in zip(scopes, chosen, strict=True)
    ]
    observed = (
        draw(st.sets(st.integers(0, n - 1), max_size=2))
        if evidence and draw(st.integers(0, 3)) == 0
        else ()
    )
    return Model(
        tuple(Variable.numbered(f"x{v}", d) for v, d in enumerate(card)),
        tuple(factors),
        evidence={v: draw(st.integers(0, card[v] - 1)) for v in observed},
    )


@st.composite
def relaxations(draw, model_strategy=None, max_component=5_000):
    """A random model with some constraints recovered, so that no component has more than so many
    joint states.
    """
    cloned = ClonedModel(draw(models() if model_strategy is None else model_strategy))
    relaxation = Relaxation.decomposed(cloned)
    for k in draw(st.permutations(range(len(cloned))))[: draw(st.integers(0, len(cloned)))]:
        more = relaxation.with_recovered(np.array([k]))
        if max(size(more), default=1) <= max_component:
            relaxation = more
    return relaxation


def size(relaxation):
    """The number of joint states of each component."""
    card, _ = nodes_of(relaxation)
    return [prod(card[node] for node in part) for part in components(relaxation)]


def thetas(relaxation, rng, inverse=False):
    """Random θ of every constraint; ``inverse`` makes θ(x)θ(x_i) = 1, the condition for an upper
    bound.
    """
    half = rng.normal(size=int(relaxation.cloned.ground.theta_ptr[-1]))
    return np.concatenate([half, -half if inverse else rng.normal(size=len(half))])


seeds = st.integers(0, 2**32)
