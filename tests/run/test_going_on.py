"""A run goes on with other settings and keeps every state; forward is the way back again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, Run
from rcr.models.generator_call import GeneratorCall
from rcr.run.file import replay_text, to_dict
from rcr.run.link import from_link, to_link

CALL = GeneratorCall("grid", {"rows": 3, "cols": 3, "seed": 1})
CHANGES: list[dict] = [
    {"recovery": "residual", "recovery_parameters": {}, "batch": 2},
    {"order": "random", "seed": 5},
    {"order": "index"},
    {"scheme_parameters": {"step": 0.1, "decay": 0.9}},
    {"haste": 0.5, "settle": 0.01},
]
STEPS = st.sampled_from(["step", "sweep", "converge", "recover", "back", "forward"])


def begun(**given) -> Run:
    return Run(CALL.make(), origin=CALL, **{"scheme": "subgradient", "start": "forest", **given})


def do(run: Run, step: str) -> None:
    if step == "recover" and len(run.state.relaxation.relaxed):
        run.recover_suggested()
        run.converge(follows=True)
    elif step == "back" and run.state.parent is not None:
        run.back()
    elif step == "forward" and run.tree.ahead is not None:
        run.forward()
    elif step in ("step", "sweep", "converge"):
        getattr(run, step)()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(STEPS, st.none() | st.sampled_from(CHANGES)), max_size=8))
def test_settings_that_changed_on_the_way_are_found_again_in_files_and_links(way):
    """The same numbers at every state, and the same settings to go on with."""
    run = begun()
    for step, change in way:
        if change is not None:
            before = list(run.states.values())
            run.go_on_with(replace(run.settings, **change))
            assert list(run.states.values()) == before
        do(run, step)
    again = replay_text(json.dumps(to_dict(run)), "r.rcr.json")
    assert again.difference == 0.0
    assert again.run.settings == run.settings
    for old, new in zip(run.states.values(), again.run.states.values(), strict=True):
        assert (old.theta.array() == new.theta.array()).all()
        assert old.choices == new.choices
    linked = from_link(to_link(run))
    assert linked.settings == run.settings
    assert (linked.state.theta.array() == run.state.theta.array()).all()


def test_the_next_steps_are_those_of_a_run_with_the_new_settings():
    """The heuristic, its batch and the order of updates are asked from then on."""
    run = begun(recovery="paper", batch=1)
    run.converge()
    run.go_on_with(
        replace(run.settings, recovery="residual", recovery_parameters={}, batch=3, order="index")
    )
    other = begun(recovery="residual", batch=3, order="index")
    other.converge()
    assert run.suggest() == run.suggest(3, "residual")
    assert len(run.suggest()) == 3
    assert list(run.order(run.state)) == list(other.order(run.state))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"start": "decomposed"}, "keeps its start"),
        ({"scheme": "mpe-dd", "scheme_parameters": {}}, "keeps its scheme"),
        ({"task": "z"}, "keeps its task"),
        ({"order": ("c0", "c1")}, "every constraint"),
    ],
)
def test_what_a_state_means_does_not_change_under_it(change, says):
    run = begun()
    before = run.settings
    with pytest.raises(ModelError, match=says):
        run.go_on_with(replace(run.settings, **change))
    assert run.settings is before


def test_neither_of_two_forks_hears_of_the_others_settings():
    run = begun(batch=1)
    fork = run.fork()
    fork.go_on_with(replace(run.settings, batch=7))
    assert (run.settings.batch, fork.settings.batch) == (1, 7)


def test_files_of_the_first_version_are_still_read():
    data = to_dict(begun())
    del data["choices"]
    assert replay_text(json.dumps({**data, "version": 1}), "old.rcr.json").difference == 0.0


@settings(deadline=None, max_examples=40)
@given(st.lists(STEPS, min_size=1, max_size=8), st.integers(0, 8))
def test_as_often_forward_as_back_is_where_we_were(way, times):
    run = begun()
    for step in way:
        do(run, step)
    here, went = run.state, 0
    while went < times and run.state.parent is not None:
        run.back()
        went += 1
    for _ in range(went):
        run.forward()
    assert run.state is here


def test_forward_takes_the_branch_that_was_gone_last_and_else_the_newest():
    run = begun()
    start = run.state
    first = run.step()
    run.undo()
    second = run.sweep()
    run.goto(first.number)
    run.undo()
    assert run.forward() is first
    run.goto(second.number)
    run.undo()
    assert run.forward() is second
    run.delete(second.number)
    assert run.state is start
    assert run.forward() is first
    with pytest.raises(ModelError, match="nothing to do again"):
        run.forward()
