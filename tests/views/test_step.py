"""The pictures of one update draw the numbers of its explanation."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from rcr.explain import explain
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.pair_table import MAX_DRAWN_STATES, MAX_WRITTEN_STATES, draw_table
from rcr.views.step import (
    draw_pair_table,
    draw_step,
    draw_theta,
    left_out,
    marginal_shares,
    panels,
)

SVG = "{http://www.w3.org/2000/svg}"


def change(states=3, **more):
    run = Run(grid(rows=3, cols=3, seed=10, states=states), **{"start": "forest", **more})
    run.step()
    return explain(run).change


def wide(states):
    table = np.random.default_rng(0).normal(size=(states, 2))
    run = Run(
        Model((Variable.numbered("x", states), Variable.numbered("y", 2)), (Factor((0, 1), table),))
    )
    run.step("c0")
    return explain(run).change


def cells(picture):
    """What each cell says when the pointer rests on it, by the states of X and its clone."""
    found = [
        re.fullmatch("X = (.*), clone = (.*): (.*)", title.text)
        for title in ET.fromstring(picture).iter(f"{SVG}title")
    ]
    return {(match[1], match[2]): match[3] for match in found}


def frames(picture):
    return [box for box in ET.fromstring(picture).iter(f"{SVG}rect") if box.get("fill") == "none"]


def words(picture):
    return [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]


def test_the_cells_hold_the_table_and_are_written_in_it():
    shown = change()
    table = shown.compensated_after
    picture = draw_pair_table(shown)
    names = shown.states
    assert cells(picture) == {
        (names[x], names[y]): fixed(table[x, y], 6) for x, y in np.ndindex(3, 3)
    }
    assert {fixed(value) for value in table.ravel()} <= set(words(picture))


def test_where_the_variable_is_named_rows_and_columns_say_whose_state_they_are():
    table = np.array([[1.0, 2.0], [3.0, 4.0]])
    drawn = draw_table(table, ["0", "1"], "M", "told", table == 4, variable="B")
    assert {"B = 0", "B = 1", "clone = 0", "clone = 1"} <= set(words(drawn))
    assert "X" not in words(drawn)
    assert len(frames(drawn)) == 1


def test_the_marked_entries_are_framed():
    shown = change()
    assert len(frames(draw_pair_table(shown))) == shown.marked.sum() > 0


def test_the_table_shown_is_the_one_the_marks_speak_of():
    assert "A after" in words(draw_pair_table(change()))[0]
    step = change(scheme="subgradient")
    assert "A before" in words(draw_pair_table(step))[0]
    assert cells(draw_pair_table(step))[step.states[0], step.states[0]] == fixed(
        step.compensated_before[0, 0], 6
    )


def test_a_recovery_shows_what_is_left_of_the_pair_table():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    run.recover(["c7"])
    shown = explain(run).change
    assert "M" in words(draw_pair_table(shown))[0].split(";")[0]
    assert shown.pair[shown.marked] == pytest.approx(run.state.value)


def test_a_zero_is_written_as_minus_infinity_on_an_empty_cell():
    table = np.array([[0.0, -np.inf], [1.0, 2.0]])
    run = Run(
        Model(
            (Variable.numbered("x", 2), Variable.numbered("y", 2)),
            (Factor((0, 1), table), Factor((0,), [0.0, -np.inf])),
        )
    )
    run.step("c0")
    picture = draw_pair_table(explain(run).change)
    assert {cells(picture)["1", y] for y in "01"} == {"−∞"}
    empty = [
        box for box in ET.fromstring(picture).iter(f"{SVG}rect") if box.get("fill-opacity") == "0"
    ]
    assert len(empty) == 2


def test_names_are_escaped():
    variables = (Variable("x", ("<b>", "&")), Variable.numbered("y", 2))
    run = Run(Model(variables, (Factor((0, 1), np.array([[0.0, 1.0], [2.0, 0.5]])),)))
    run.step("c0")
    assert ("<b>", "&") in cells(draw_pair_table(explain(run).change))
    assert "<b>" in words(draw_theta(explain(run).change))


def test_many_states_are_drawn_without_numbers():
    shown = wide(MAX_WRITTEN_STATES + 1)
    assert len(words(draw_pair_table(shown))) == 2  # the headings
    assert left_out(shown) == ""


def test_of_very_many_states_those_with_the_largest_entries_are_drawn():
    shown = wide(MAX_DRAWN_STATES + 5)
    drawn = {x for x, _ in cells(draw_pair_table(shown))}
    assert len(drawn) == MAX_DRAWN_STATES
    table = shown.compensated_after
    assert shown.states[int(np.argmax(table.max(axis=1)))] in drawn
    assert str(len(shown.states)) in left_out(shown)
    assert len(panels(shown)["log θ"][0].heights) == MAX_DRAWN_STATES


def test_theta_and_the_marginals_stand_before_and_after():
    shown = change()
    theta, before, after = panels(shown).values()
    assert [list(bars.heights) for bars in theta] == [
        shown.theta_before[0].tolist(),
        shown.theta_after[0].tolist(),
    ]
    np.testing.assert_allclose(
        [bars.heights for bars in before], marginal_shares(shown.marginals_before, False)
    )
    np.testing.assert_allclose(
        [bars.heights for bars in after], marginal_shares(shown.marginals_after, False)
    )
    assert [bars.open for bars in before] == [
        False,
        True,
    ]  # more than colour tells X from its clone
    assert {fixed(h, 2) for bars in theta for h in bars.heights} <= set(words(draw_theta(shown)))


def test_a_bar_is_as_tall_as_its_number():
    shown = change(2)
    boxes = [
        box
        for box in ET.fromstring(draw_theta(shown)).iter(f"{SVG}rect")
        if box.find(f"{SVG}title") is not None
    ]
    heights = [
        abs(float(h))
        for rows in panels(shown).values()
        for s in range(2)
        for h in [bars.heights[s] for bars in rows]
    ]
    for rows in ((0, 4), (4, 8), (8, 12)):  # each panel has a scale of its own
        drawn, wanted = (
            [float(box.get("height")) for box in boxes[slice(*rows)]],
            heights[slice(*rows)],
        )
        scale = max(drawn) / max(wanted)
        assert drawn == pytest.approx([max(h * scale, 0.5) for h in wanted], abs=0.2)


def test_an_update_brings_the_marginals_together():
    *_, (x, clone) = panels(change(2, task="z", start="decomposed")).values()
    np.testing.assert_allclose(x.heights, clone.heights, atol=1e-9)
    assert sum(x.heights) == pytest.approx(1)


def test_under_model_split_the_clone_has_a_theta_of_its_own():
    shown = change(2, scheme="model-split", task="z")
    theta = panels(shown)["log θ"]
    assert [bars.name for bars in theta] == ["before", "after", "clone's before", "clone's after"]
    assert list(theta[3].heights) == shown.theta_after[1].tolist()


def test_both_read_on_any_page_and_by_a_screen_reader():
    for picture in (draw_pair_table(change()), draw_theta(change())):
        root = ET.fromstring(picture)
        assert root.get("fill") == "currentColor"
        assert root.get("role") == "img"
        assert change().constraint in root.get("aria-label")


def test_the_step_is_the_table_with_its_caption_and_the_bars_where_theta_moved():
    shown = change()
    step = draw_step(shown)
    assert draw_pair_table(shown) in step
    assert f"Framed: {shown.meaning}." in step
    assert draw_theta(shown) in step
    assert draw_theta(shown) not in draw_step(shown, moved=False)
