"""Actions are written as run files have always written them, and read back as they were."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.model import ModelError
from rcr.state import (
    Branch,
    Compensate,
    Gather,
    Recover,
    Relax,
    Start,
    Step,
    action_as_dict,
    action_from_dict,
)

ids = st.lists(st.integers(0, 999).map("c{}".format), min_size=1, max_size=4, unique=True)
actions = st.one_of(
    ids.map(lambda names: Step(names[0])),
    st.builds(Compensate, st.integers(0, 10**9), st.booleans()),
    st.builds(Recover, ids.map(tuple), st.one_of(st.just(()), ids.map(tuple))),
    ids.map(tuple).map(Relax),
    st.builds(Branch, st.integers(0, 999), st.integers(0, 99)),
    st.builds(Gather, st.integers(0, 999)),
)


@given(actions)
def test_an_action_survives_its_file(action):
    assert action_from_dict(json.loads(json.dumps(action_as_dict(action)))) == action


def test_the_words_of_the_file():
    assert action_as_dict(Step("c3")) == {"do": "step", "constraint": "c3"}
    assert action_as_dict(Compensate(7)) == {"do": "compensate", "updates": 7}
    assert action_as_dict(Recover(("c1",), ("c2",))) == {
        "do": "recover",
        "constraints": ["c1"],
        "relax": ["c2"],
    }
    assert action_as_dict(Relax(("c1",))) == {"do": "relax", "constraints": ["c1"]}


@pytest.mark.parametrize(
    "data",
    [{}, {"do": "dance"}, {"do": "step"}, {"do": "step", "constraint": 3}, {"do": "compensate"}],
)
def test_what_is_no_action_is_refused(data):
    with pytest.raises(ModelError, match="unknown action"):
        action_from_dict(data)


def test_the_start_is_not_written():
    with pytest.raises(ModelError, match="follows from the settings"):
        action_as_dict(Start())


@given(actions)
def test_what_an_action_touched(action):
    written = action_as_dict(action)
    named = [written.get("constraint"), *written.get("constraints", []), *written.get("relax", [])]
    assert list(action.touched) == [name for name in named if name]
