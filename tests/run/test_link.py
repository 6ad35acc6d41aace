"""Links: a path in a short text, and what is not one."""

from __future__ import annotations

import pytest

from rcr import ModelError, Run, generate
from rcr.models.generator_call import GeneratorCall
from rcr.run.link import from_link, to_link

CALL = GeneratorCall("grid", {"rows": 3, "cols": 3, "seed": 4})


def a_run() -> Run:
    run = Run(
        CALL.make().observe({"0,0": "1"}),
        origin=CALL,
        start="forest",
        seed=3,
    )
    run.step()
    run.recover(run.suggest(2))
    run.converge()
    return run


def test_a_link_leads_to_the_very_same_state():
    run = a_run()
    again = from_link(to_link(run))
    assert again.state.bounds == run.state.bounds
    assert (again.state.theta.array() == run.state.theta.array()).all()
    assert again.model.digest == run.model.digest
    assert again.settings == run.settings


def test_only_the_path_travels():
    run = a_run()
    run.goto(0)
    assert len(from_link(to_link(run)).states) == 1


def test_a_model_from_a_file_has_no_link():
    run = Run(generate("grid", rows=2, cols=2))
    with pytest.raises(ModelError, match="save the run"):
        to_link(run)


def test_a_very_long_way_has_no_link(monkeypatch):
    run = a_run()
    monkeypatch.setattr("rcr.run.link.MAX_LINK_CHARACTERS", len(to_link(run)) - 1)
    with pytest.raises(ModelError, match="3 steps, too many"):
        to_link(run)


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "AAAA", "é", "eJyrVkrLz1eyUlAqS8wpTVWqBQAx-AWO", to_link(a_run())[:-40]],
)
def test_damaged_links_get_a_sentence(text):
    with pytest.raises(ModelError, match="link"):
        from_link(text)
