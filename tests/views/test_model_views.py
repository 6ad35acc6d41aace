"""What the Models page draws: heatmaps of tables, linkage, still pictures, and rows about
variables and factors.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr import Factor, Model, ModelError, Variable, generate
from rcr.generators.haplotype import data_and_network, linkage
from rcr.models.samples import samples
from rcr.views.factor_table import MAX_DRAWN_STATES, Slice, factor_heatmap, first_slice
from rcr.views.linkage import MAX_CELLS, blocks, linkage_heatmap
from rcr.views.model_tables import (
    factor_rows,
    find_factors,
    find_variables,
    size,
    summarise,
    variable_rows,
)
from rcr.views.thumbnail import UNDECIDED_SHARE, draw_thumbnail, too_large


def three() -> Model:
    """A factor over A (2), B (3) and C (4) with a zero in it."""
    table = np.arange(24.0).reshape(2, 3, 4)
    variables = tuple(
        Variable.numbered(name, card) for name, card in zip("ABC", (2, 3, 4), strict=True)
    )
    return Model(variables, (Factor.of((0, 1, 2), table),))


@given(st.permutations([0, 1, 2]), st.integers(0, 1))
def test_a_slice_shows_the_table_and_goes_back_into_it(order, state):
    rows, cols, held = order
    model, part = three(), Slice(0, rows, cols, {held: state})
    table = np.moveaxis(np.exp(model.factors[0].log_table), (rows, cols, held), (0, 1, 2))[
        :, :, state
    ]
    np.testing.assert_allclose(np.exp(part.values(model)), table)
    shown = part.back(model, part.values(model))
    assert (shown == model.factors[0].log_table[part.index(model)]).all()


def test_the_heatmap_has_a_cell_for_each_entry_and_marks_zeros():
    made = factor_heatmap(three(), first_slice(three(), 0))
    go.Figure(made)  # plotly itself takes it
    [trace] = made["data"]
    assert trace["z"][0][0] is None
    assert trace["z"][0][1:] == pytest.approx([4, 8])
    assert trace["z"][1] == pytest.approx([12, 16, 20])
    assert [(a["x"], a["y"], a["text"]) for a in made["layout"]["annotations"]] == [(0, 0, "0")]
    assert trace["customdata"][1][2] == "A = 1, B = 2"
    logs = factor_heatmap(three(), first_slice(three(), 0), log_space=True)["data"][0]["z"]
    assert logs[1][0] == pytest.approx(np.log(12))


@pytest.mark.parametrize("scope", [(), (0,)])
def test_a_constant_and_a_single_variable_are_one_row(scope):
    model = Model((Variable.numbered("A", 3),), (Factor.of(scope, np.ones((3,) * len(scope))),))
    [trace] = factor_heatmap(model, first_slice(model, 0))["data"]
    assert np.shape(trace["z"]) == (1, 3 if scope else 1)


def test_a_table_that_cannot_be_read_is_not_drawn():
    model = Model(
        (Variable.numbered("A", MAX_DRAWN_STATES + 1),),
        (Factor.of((0,), np.ones(MAX_DRAWN_STATES + 1)),),
    )
    with pytest.raises(ModelError, match="cannot be read"):
        factor_heatmap(model, first_slice(model, 0))


def test_other_variables_stand_where_they_are_observed():
    assert first_slice(three().observe({"C": 3}), 0).fixed == {2: 3}


def test_the_linkage_heatmap_shows_r2():
    data, _ = data_and_network(sites=20, haplotypes=30)
    made = linkage_heatmap(data)
    go.Figure(made)
    np.testing.assert_allclose(made["data"][0]["z"], linkage(data), atol=6e-4)


def test_many_sites_are_put_together_in_blocks():
    matrix = np.arange(25.0).reshape(5, 5)
    np.testing.assert_allclose(blocks(matrix, 2), [[3, 5, 6.5], [13, 15, 16.5], [20.5, 22.5, 24]])
    data = (np.random.default_rng(0).random((6, 2 * MAX_CELLS + 1)) < 0.5).astype(np.int8)
    assert len(linkage_heatmap(data)["data"][0]["z"]) <= MAX_CELLS


@pytest.mark.parametrize("name", samples())
def test_every_sample_has_a_picture_with_a_dot_for_each_variable(name):
    model = samples()[name].load()
    picture = ET.fromstring(draw_thumbnail(model))
    tags = [element.tag.rpartition("}")[2] for element in picture.iter()]
    assert tags.count("circle") == len(model.variables)
    assert tags.count("rect") == sum(len(f.scope) > 2 for f in model.factors)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    for dot in picture.iter("{http://www.w3.org/2000/svg}circle"):
        assert left <= float(dot.attrib["cx"]) <= left + width
        assert top <= float(dot.attrib["cy"]) <= top + height
    assert width == pytest.approx(1.6 * height, rel=1e-3)


def test_wishes_are_told_by_colour_and_dots():
    agree = draw_thumbnail(generate("triangle", frustrated=False))
    differ = draw_thumbnail(generate("triangle", frustrated=True))
    assert "stroke-dasharray" not in agree
    assert "stroke-dasharray" in differ


def test_a_dot_tells_what_its_variable_prefers_by_itself():
    two = tuple(Variable.numbered(name, 2) for name in "abcd")
    alone = [Factor.of((v,), entries) for v, entries in enumerate([[2, 1], [1, 2], [3, 3]])]
    pair = Factor.of((0, 3), [[2, 1], [1, 2]])
    drawn = draw_thumbnail(Model(two, (*alone, pair)))
    full = [float(share) for share in re.findall(r'fill-opacity="([\d.]+)"', drawn)]
    assert full == [
        0,
        1,
        UNDECIDED_SHARE,
        UNDECIDED_SHARE,
    ]  # neither prefers it where there is no factor


@pytest.mark.parametrize(
    ("family", "parameters"),
    [("grid", {"rows": 60, "cols": 60}), ("spin-glass", {"variables": 600})],
)
def test_what_is_too_large_to_draw_tells_its_size(family, parameters):
    model = generate(family, **parameters)
    assert re.findall(r">([\d,]+) variables<", draw_thumbnail(model)) == [
        f"{len(model.variables):,}"
    ]
    assert too_large(generate("grid", rows=60, cols=60))


def test_an_empty_model_has_a_picture():
    assert "0 variables" in draw_thumbnail(Model((), ()))


def test_rows_tell_what_the_model_holds():
    model = generate("parity-checks", bits=8, checks_per_bit=2, bits_per_check=4).observe({2: 1})
    rows = variable_rows(model, [2, 3])
    assert [(row["states"], row["degree"], row["observed"]) for row in rows] == [
        (2, 2, model.variables[2].states[1]),
        (2, 2, ""),
    ]
    checks = [i for i, f in enumerate(model.factors) if len(f.scope) == 4]
    assert all(row["zeros"] == 8 and row["entries"] == 16 for row in factor_rows(model, checks))
    found = summarise(model)
    assert found.zero_share == pytest.approx(8 * len(checks) / found.entries)
    assert (found.observed, found.arity, found.domain, found.bayesian) == (1, 4, "2", False)
    assert size(model) == f"8 variables, {len(model.factors)} factors, 1 observed"


def test_filters_find_by_name_and_by_variable():
    model = generate("grid", rows=3, cols=3)
    assert [model.variables[v].name for v in find_variables(model, "1,")] == ["1,0", "1,1", "1,2"]
    assert find_variables(model.observe({4: 0}), observed_only=True) == [4]
    assert {v for i in find_factors(model, "0,0") for v in model.factors[i].scope} == {0, 1, 3}
    assert find_factors(model, only_with=0) == find_factors(model, "0,0")
