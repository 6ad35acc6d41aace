"""Families with hard zeros: what they promise to be possible is, and their zeros are what they
say.
"""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import generate
from tests.oracle import exact, original


@given(
    st.integers(3, 8),
    st.integers(2, 4),
    st.floats(0, 2),
    st.sampled_from(["hidden", "free"]),
    st.integers(0, 2**32 - 1),
)
@settings(max_examples=60, deadline=None)
def test_a_colouring_gives_neighbours_different_colours(variables, colours, degree, kind, seed):
    parameters = {"variables": variables, "colours": colours, "degree": degree / 2}
    model = generate("colouring", **parameters, kind=kind, seed=seed)
    edges = [f.scope for f in model.factors if len(f.scope) == 2]
    assert len(set(edges)) == len(edges) == round(variables * degree / 4)
    table = original(model)
    for colouring in np.ndindex(table.shape):
        proper = all(colouring[a] != colouring[b] for a, b in edges)
        assert (table[colouring] > -np.inf) == proper
    if kind == "hidden":
        assert table.max() > -np.inf


@given(
    st.integers(1, 5), st.integers(1, 5), st.integers(1, 4), st.integers(0, 5), st.integers(0, 999)
)
@settings(max_examples=60, deadline=None)
def test_a_logic_network_has_one_world_for_each_row_of_inputs(inputs, gates, fan, observed, seed):
    shape = {"inputs": inputs, "gates": gates, "inputs_of_gate": fan, "observed": observed}
    model = generate("logic-network", **shape, seed=seed)
    assert len(model.evidence) == min(observed, gates)
    assert exact(model) > -np.inf  # what was observed did happen
    everything = original(model.observe({}))
    assert (np.isfinite(everything).sum(axis=tuple(range(inputs, everything.ndim))) == 1).all()
    assert abs(exact(model.observe({}), sums=True)) < 1e-9


@given(
    st.integers(2, 7),
    st.integers(2, 3),
    st.integers(1, 6),
    st.floats(0, 1),
    st.sampled_from(["hidden", "free"]),
    st.integers(0, 999),
)
@settings(max_examples=60, deadline=None)
def test_a_hidden_solution_is_spared_and_weights_keep_their_range(
    variables, states, constraints, forbidden, kind, seed
):
    parameters = {"variables": variables, "states": states, "constraints": constraints}
    model = generate(
        "weighted-constraints", **parameters, forbidden=forbidden, kind=kind, spread=1.5, seed=seed
    )
    assert len(model.factors) == constraints
    for factor in model.factors:
        assert len(factor.scope) == min(4, variables)
        weights = factor.log_table[np.isfinite(factor.log_table)]
        assert (np.abs(weights) <= 1.5).all()
    if kind == "hidden":
        assert exact(model) > -np.inf
    elif forbidden == 1:
        assert exact(model) == -np.inf
