"""What ``rcr solve`` tells of a search: its tree, and that nothing possible was found."""

from __future__ import annotations

from rcr import Run, generate
from rcr.cli.solve.answer import answer, print_answer
from rcr.state import Exhaust


def test_the_steps_of_a_search_are_a_tree_in_the_answer() -> None:
    run = Run(generate("grid", rows=3, cols=3, seed=1))
    assert answer(run, "grid", 0.0)["search"] == []
    for value in (0, 1):
        run.goto(0)
        run.condition(4, value)
        run.sweep()
        run.act(Exhaust(100, 10**6))
    run.goto(0)
    run.gather(4)
    first, below, second, _, gathered = answer(run, "grid", 0.0)["search"]
    assert (first["do"], first["variable"], first["state"], first["from"]) == ("branch", 4, 0, None)
    assert (below["do"], below["from"], below["status"]) == ("exhaust", first["number"], "closed")
    assert second["state"] == 1
    assert (gathered["do"], gathered["from"], gathered["status"]) == ("gather", None, "certified")
    assert first["upper_of_all"] == run.states[0].upper > gathered["upper_of_all"]
    assert gathered["upper_of_all"] == gathered["upper"]
    assert gathered["upper"] == max(below["upper"], answer(run, "grid", 0.0)["search"][3]["upper"])


def test_where_no_assignment_is_found_that_is_said(capsys) -> None:
    run = Run(generate("colouring", variables=3, colours=2, degree=2.0, kind="free"))
    assert run.state.lower == float("-inf")
    print_answer(answer(run, "colouring", 0.0))
    assert "no assignment with any mass was found" in capsys.readouterr().out
