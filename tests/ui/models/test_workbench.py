"""The workbench of the Models page: every change is a step, undo and redo walk over them, and
titles tell what was done.
"""

from __future__ import annotations

from rcr import Run, generate
from rcr.models.editing import with_coupling
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.ui.models.workbench import MAX_DRAFTS, Draft, Workbench, run_draft


def start() -> Draft:
    return Draft(
        generate("grid", rows=3, cols=3),
        "a grid",
        "a lesson",
        {"generator": "grid", "parameters": {"rows": 3, "cols": 3}},
    )


def test_changes_are_steps_that_can_be_walked():
    bench = Workbench([start()])
    bench.put(bench.draft.observe(4, 1))
    bench.put(bench.draft.edit(with_coupling(bench.draft.model, 0, 2.0), "stronger"))
    assert bench.draft.title == "a grid, edited, 1 observed"
    assert bench.draft.origin is None
    bench.undo()
    assert bench.draft.title == "a grid, 1 observed"
    assert bench.draft.origin == start().origin  # evidence is kept beside the call
    assert bench.next is not None
    assert bench.next.did == "stronger"
    bench.redo()
    bench.redo()
    assert bench.draft.edited
    bench.undo()
    bench.put(bench.draft.forget())  # another way from here: the edit is gone
    assert bench.next is None
    assert bench.draft.model.digest == start().model.digest


def test_what_changes_nothing_is_no_step():
    bench = Workbench([start()])
    bench.put(bench.draft.observe(4, None))
    bench.put(start())
    assert len(bench.drafts) == 1


def test_old_steps_are_let_go():
    bench = Workbench([start()])
    for step in range(MAX_DRAFTS + 5):
        bench.put(bench.draft.observe(step % 9, 1 - step // 9 % 2))
    assert len(bench.drafts) == MAX_DRAFTS
    assert bench.at == MAX_DRAFTS - 1


def test_another_model_of_explore_is_taken_over_once():
    bench = Workbench([start()])
    run = Run(samples()["triangle"].load(), origin=SampleOrigin("triangle"))
    bench.follow(run, run_draft(run, samples()))
    assert bench.draft.title == samples()["triangle"].title
    bench.put(bench.draft.observe(0, 1))
    again = Run(run.model, origin=run.origin, start="forest")
    bench.follow(again, run_draft(again, samples()))  # the same model with other settings
    assert bench.draft.model.evidence == {0: 1}
