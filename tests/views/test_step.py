"""The pictures of one update draw the numbers of its explanation."""

import numpy as np
import pytest

from rcr.explain import explain
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.run import Run
from rcr.views.step import MOST_TEXT, marginal_shares, number, plot_pair_table, plot_theta


def change(states=3, **more):
    run = Run(grid(rows=3, cols=3, seed=10, states=states), **{"start": "forest", **more})
    run.step()
    return explain(run).change


@pytest.mark.parametrize(("table", "field"), [("after", "compensated_after"), ("before", "compensated_before"), ("pair", "pair")])
def test_the_cells_hold_the_table(table, field):
    shown = change()
    figure, values = plot_pair_table(shown, table), getattr(shown, field)
    np.testing.assert_array_equal(figure.data[0].z, values)
    assert {(a.y, a.x): a.text for a in figure.layout.annotations} == {(x, y): number(values[x, y]) for x, y in np.ndindex(3, 3)}


def test_the_marked_entries_are_framed():
    shown = change()
    frames = {(round((s.y0 + s.y1) / 2), round((s.x0 + s.x1) / 2)) for s in plot_pair_table(shown).layout.shapes}
    assert frames == set(map(tuple, np.argwhere(shown.marked).tolist()))
    assert frames


def test_the_table_shown_is_the_one_the_marks_speak_of():
    assert plot_pair_table(change()).layout.title.text == "A after, log"
    step = change(scheme="subgradient")
    figure = plot_pair_table(step)
    np.testing.assert_array_equal(figure.data[0].z, step.compensated_before)
    assert step.compensated_before[step.marked] == step.compensated_before.max()


def test_a_recovery_shows_what_is_left_of_the_pair_table():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    run.recover(["c7"])
    shown = explain(run).change
    np.testing.assert_array_equal(plot_pair_table(shown).data[0].z, shown.pair)
    assert shown.pair[shown.marked] == pytest.approx(run.state.value)


def test_a_zero_is_written_as_minus_infinity():
    table = np.array([[0.0, -np.inf], [1.0, 2.0]])
    run = Run(Model((Variable.numbered("x", 2), Variable.numbered("y", 2)), (Factor((0, 1), table), Factor((0,), [0.0, -np.inf]))))
    run.step("c0")
    figure = plot_pair_table(explain(run).change)
    assert {a.text for a in figure.layout.annotations if a.y == 1} == {"−∞"}
    assert np.isnan(figure.data[0].z[1]).all()


def test_many_states_are_drawn_without_numbers():
    shown = wide(MOST_TEXT + 1)
    assert plot_pair_table(shown).layout.annotations == ()
    assert all(bars.text is None for bars in plot_theta(shown).data)


def wide(states):
    table = np.random.default_rng(0).normal(size=(states, 2))
    run = Run(Model((Variable.numbered("x", states), Variable.numbered("y", 2)), (Factor((0, 1), table),)))
    run.step("c0")
    return explain(run).change


def test_theta_and_the_marginals_stand_before_and_after():
    shown = change()
    before, after, x, clone, x_after, clone_after = plot_theta(shown).data
    assert list(before.y) == shown.theta_before[0].tolist()
    assert list(after.y) == shown.theta_after[0].tolist()
    np.testing.assert_allclose([x.y, clone.y], marginal_shares(shown.marginals_before, False))
    np.testing.assert_allclose([x_after.y, clone_after.y], marginal_shares(shown.marginals_after, False))
    assert x.marker.pattern.shape != clone.marker.pattern.shape


def test_an_update_brings_the_marginals_together():
    shown = change(2, task="z", start="decomposed")
    *_, x, clone = plot_theta(shown).data
    np.testing.assert_allclose(x.y, clone.y, atol=1e-9)
    assert sum(x.y) == pytest.approx(1)


def test_under_model_split_the_clone_has_a_theta_of_its_own():
    shown = change(2, scheme="model-split", task="z")
    figure = plot_theta(shown)
    assert [bars.name for bars in figure.data[:4]] == ["θ before", "θ after", "clone's θ before", "clone's θ after"]
    assert list(figure.data[3].y) == shown.theta_after[1].tolist()


def test_both_read_on_any_page():
    for figure in (plot_pair_table(change()), plot_theta(change())):
        assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0, 0, 0, 0)"
        assert figure.layout.font.size >= 14


@pytest.mark.parametrize(("value", "text"), [(-np.inf, "−∞"), (-0.00001, "0.000"), (-1.5, "−1.500"), (2.0, "2.000")])
def test_numbers(value, text):
    assert number(value) == text
