"""On a shared server nobody takes more memory than each visitor is given."""

from __future__ import annotations

import json

import pytest

from rcr import Run, generate
from rcr.engines.protocol import TooLarge
from rcr.machine import memory
from rcr.model import ModelError
from rcr.peers.mplp import MPLP
from rcr.run.file import replay_text, to_dict

WANTED = 1 << 40


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that gives everybody a megabyte."""
    monkeypatch.setenv(memory.VISITOR_BYTES_VARIABLE, str(1 << 20))


@pytest.fixture
def grid() -> Run:
    """One whose exact tables take 13 MB, with more asked for than anybody has."""
    return Run(generate("grid", rows=12, cols=12, seed=1), start="forest", max_bytes=WANTED)


def everything(run: Run) -> list[str]:
    return [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]


def test_alone_on_a_machine_one_has_what_one_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "much"):
        monkeypatch.setenv(memory.VISITOR_BYTES_VARIABLE, text)
        assert memory.allowed(WANTED) == WANTED
    assert memory.share_of_machine() > 1 << 24


@pytest.mark.parametrize("engine", ["junction-tree", "circuit"])
def test_a_step_that_takes_more_is_refused_before_it_is_done(shared, engine: str) -> None:
    model = generate("grid", rows=12, cols=12, seed=1)
    run = Run(model, start="forest", engine=engine, max_bytes=WANTED)
    before = run.state
    with pytest.raises(TooLarge, match=r"over the limit of 1 MiB"):
        run.recover(everything(run))
    assert run.state is before


def test_a_file_that_asks_for_more_gets_no_more(grid: Run, monkeypatch) -> None:
    grid.recover(everything(grid))
    text = json.dumps(to_dict(grid))
    assert replay_text(text, "mine").run.state.relaxation.recovered.all()
    monkeypatch.setenv(memory.VISITOR_BYTES_VARIABLE, str(1 << 20))
    with pytest.raises(ModelError, match="over the limit"):
        replay_text(text, "mine")


def test_to_the_end_keeps_to_it(shared, grid: Run) -> None:
    grid.solve(recovery="auto")
    assert grid.state.upper >= grid.state.lower
    assert grid.engine(grid.state.relaxation).cost.bytes <= 1 << 20


def test_models_and_peers_are_bounded_as_well(shared) -> None:
    with pytest.raises(ModelError, match="more than the limit"):
        generate("potts-image", rows=100, cols=100)
    assert MPLP(generate("triangle"), max_bytes=WANTED).relaxation.max_bytes == 1 << 20
