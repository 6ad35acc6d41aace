"""Random small Bayesian networks with any printable names, for the tests of families and
formats.
"""

import numpy as np
from hypothesis import strategies as st

from rcr.model import Factor, Model, Variable

NAMES = st.text(
    st.characters(
        blacklist_categories=("Cc", "Cs", "Cf", "Co", "Cn", "Zl", "Zp"), blacklist_characters='"'
    ),
    min_size=1,
    max_size=8,
)
PRINTABLE = NAMES.filter(str.isprintable)


@st.composite
def networks(draw, names=PRINTABLE, child_last=True):
    """1–6 variables of 1–4 states in any order, up to 3 parents each, zeros among the
    probabilities, families in any order.
    """
    n = draw(st.integers(1, 6))
    cards = draw(st.lists(st.integers(1, 4), min_size=n, max_size=n))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    order = rng.permutation(n).tolist()
    factors = []
    for place, child in enumerate(order):
        parents = rng.permutation(order[:place])[: rng.integers(0, 4)].tolist()
        rows = rng.dirichlet(np.ones(cards[child]), size=[cards[p] for p in parents])
        if cards[child] > 1 and rng.random() < 0.3:
            rows = np.zeros_like(rows)
            rows[..., rng.integers(cards[child])] = 1.0
        scope, axes = [*parents, child], np.arange(len(parents) + 1)
        if not child_last:
            axes = rng.permutation(axes)
        factors.append(Factor.of(tuple(scope[a] for a in axes), np.transpose(rows, axes)))
    factors = [factors[i] for i in rng.permutation(n)]
    called = draw(st.lists(names, min_size=n, max_size=n, unique=True))
    states = [draw(st.lists(names, min_size=card, max_size=card, unique=True)) for card in cards]
    return Model(
        tuple(Variable(name, tuple(own)) for name, own in zip(called, states, strict=True)),
        tuple(factors),
        "BAYES",
        "random",
    )
