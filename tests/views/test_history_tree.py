"""The drawn tree of a history: every row a node at its bound, lines along the branches."""

import json

import pytest

from rcr.generators.grid import grid
from rcr.run import Run
from rcr.state import Exhaust
from rcr.views.history import history_rows
from rcr.views.history_tree import MAX_STEPS_SHOWN, tree_chart


@pytest.fixture
def run():
    """A fork after one sweep: one branch recovers once, the current one twice and relaxes."""
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    made.sweep()
    made.recover(["c13"])
    made.branch("first try")
    made.goto(1)
    made.recover(["c7", "c15"])
    made.sweep(3)
    made.relax(["c15"])
    return made


def nodes(chart):
    """Step and height of every node, by the number of its state."""
    found = {}
    for trace in chart["data"]:
        if "customdata" in trace:
            rows = zip(trace["customdata"], trace["x"], trace["y"], strict=True)
            found |= {number: (x, y) for number, x, y in rows}
    return found


def lines(chart):
    """The pairs of points that are joined."""
    found = set()
    for trace in chart["data"]:
        if trace["mode"] == "lines":
            points = list(zip(trace["x"], trace["y"], strict=True))
            found |= {(points[i], points[i + 1]) for i in range(0, len(points), 3)}
    return found


def test_every_row_of_the_history_is_a_node_at_its_bound(run):
    found = nodes(tree_chart(run.tree))
    assert set(found) == {row["number"] for row in history_rows(run.tree)} == set(run.states)
    for number, (step, height) in found.items():
        assert step == len(run.states[number].path()) - 1
        assert height == pytest.approx(run.states[number].now, rel=1e-6)


def test_every_node_is_joined_to_the_one_it_came_from(run):
    chart = tree_chart(run.tree)
    found = nodes(chart)
    assert lines(chart) == {
        (found[state.parent.number], found[number])
        for number, state in run.states.items()
        if state.parent is not None
    }


def test_relaxing_goes_up(run):
    found = nodes(tree_chart(run.tree))
    assert found[run.state.number][1] > found[run.state.parent.number][1]


def test_the_current_state_and_the_names_are_marked(run):
    chart = tree_chart(run.tree)
    found = nodes(chart)
    here = next(trace for trace in chart["data"] if trace.get("name") == "you are here")
    assert (here["x"][0], here["y"][0]) == found[run.state.number]
    (name,) = chart["layout"]["annotations"]
    assert (name["text"], (name["x"], name["y"])) == ("first try", found[2])


def test_what_lies_off_the_path_is_faded(run):
    faded, current = [t for t in tree_chart(run.tree)["data"] if "customdata" in t]
    assert faded["opacity"] < current["opacity"] == 1
    assert faded["customdata"] == [2]


def test_recoveries_differ_from_updates_by_more_than_colour(run):
    *_, current, _ = tree_chart(run.tree)["data"]
    assert current["marker"]["symbol"] == ["square", "circle", "diamond", "circle", "diamond-open"]


def test_a_step_is_told_as_one_says_it_aloud(run):
    *_, current, _ = tree_chart(run.tree)["data"]
    [k] = run.cloned.indices(run.state.action.constraints)
    assert current["text"][-1].startswith(f"relax {run.cloned.said[k]}")


def test_long_stretches_are_one_node(run):
    for _ in range(20):
        run.step()
    found = nodes(tree_chart(run.tree))
    assert len(found) == 7
    assert found[run.state.number][0] == 5


def test_of_a_long_history_the_current_step_is_in_view(run):
    run.goto(0)
    for i in range(60):
        (run.recover if i % 2 == 0 else run.relax)(["c7"])
    for number in (run.state.number, 0, run.state.number - 30):
        run.goto(number)
        chart = tree_chart(run.tree)
        low, high = chart["layout"]["xaxis"]["range"]
        assert low <= nodes(chart)[number][0] <= high
        assert high - low == MAX_STEPS_SHOWN + 1


def test_an_estimate_is_drawn_where_there_is_no_bound():
    made = Run(grid(rows=3, cols=3, seed=10), scheme="model-split")
    made.sweep()
    found = nodes(tree_chart(made.tree))
    assert found[1][1] == pytest.approx(made.state.bounds.estimate, rel=1e-6)


def test_branches_say_what_they_fix_and_are_gathered_at_what_they_prove(run):
    above = 1  # the fork after one sweep
    for value in (0, 1):
        run.goto(above)
        run.condition("1,1", value)
        run.sweep(3)
    run.goto(above)
    run.gather("1,1")
    chart = tree_chart(run.tree)
    texts = [note["text"] for note in chart["layout"]["annotations"]]
    assert set(texts) == {"first try", "1,1 = 0", "1,1 = 1"}
    _, height = nodes(chart)[run.state.number]
    assert height == pytest.approx(run.state.upper, rel=1e-5)
    assert run.state.upper < run.states[above].upper
    marked = [trace["marker"]["symbol"] for trace in chart["data"] if "customdata" in trace]
    symbols = {symbol for symbols in marked for symbol in symbols}
    assert {"star", "triangle-right"} <= symbols
    labels = [row["label"] for row in history_rows(run.tree)]
    assert {"branch on 1,1 = 0", "gather the branches on 1,1"} <= set(labels)


def test_the_chart_is_json(run):
    json.dumps(tree_chart(run.tree), allow_nan=False)
    json.dumps(tree_chart(Run(grid(rows=2, cols=2, seed=1)).tree), allow_nan=False)


def test_a_search_stands_at_what_it_proves_and_branches_are_named_apart():
    run = Run(grid(rows=3, cols=3, seed=10, states=3))
    run.sweep()
    for x in range(3):
        run.goto(1)
        run.condition(4, x)
    searched = run.act(Exhaust(100, 10**6))
    chart = tree_chart(run.tree)
    assert searched.upper < searched.now
    assert nodes(chart)[searched.number][1] == pytest.approx(searched.upper, rel=1e-6)
    shifts = [note["ay"] for note in chart["layout"]["annotations"]]
    assert len(shifts) == len(set(shifts)) == 3


@pytest.mark.parametrize(
    ("scheme", "measured"), [("pr-dd", "upper bound now"), ("model-split", "estimate")]
)
def test_what_is_drawn_is_called_what_it_is(scheme, measured):
    run = Run(grid(rows=2, cols=2, seed=1), task="z", scheme=scheme)
    run.sweep()
    assert tree_chart(run.tree)["layout"]["yaxis"]["title"]["text"] == measured
    run.recover(range(len(run.cloned)))  # the last one is exact
    assert tree_chart(run.tree)["layout"]["yaxis"]["title"]["text"] == measured
