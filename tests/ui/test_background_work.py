"""Work that a page cannot do without: waited for, going on beside the page, and stopped."""

from __future__ import annotations

from threading import Event

import pytest

from rcr import ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.ui import background_work as module
from rcr.ui import made_models
from rcr.ui.background_work import BackgroundWork, StillWorking
from rcr.ui.made_models import LARGE_EFFORT, made


@pytest.fixture
def background(monkeypatch: pytest.MonkeyPatch) -> BackgroundWork:
    monkeypatch.setattr(module, "QUICK_SECONDS", 0.01)
    return BackgroundWork()


def test_what_is_soon_over_is_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "QUICK_SECONDS", 60)
    assert BackgroundWork().done("a", "Doing it", lambda stop: 7) == 7


def test_long_work_goes_on_until_it_is_asked_for_again(background: BackgroundWork):
    go_on, begun = Event(), []

    def work(stop):
        begun.append(1)
        go_on.wait(60)
        return "done"

    for _ in range(2):
        with pytest.raises(StillWorking) as still:
            background.done("a", "Doing it", work)
        assert still.value.background.words == "Doing it"
    assert background.running
    go_on.set()
    background._job.wait(60)
    assert background.done("a", "Doing it", work) == "done"
    assert begun == [1]
    assert not background.running


def test_another_purpose_stops_the_work_for_the_first(background: BackgroundWork):
    ended = Event()

    def until_stopped(stop):
        while not stop():
            pass
        ended.set()

    with pytest.raises(StillWorking):
        background.done("a", "One", until_stopped)
    with pytest.raises(StillWorking):
        background.done("b", "Two", lambda stop: Event().wait(0.5))
    assert ended.wait(60)


def test_stopped_work_is_forgotten_and_can_begin_anew(
    background: BackgroundWork, monkeypatch: pytest.MonkeyPatch
):
    ended = Event()

    def until_stopped(stop):
        while not stop():
            pass
        ended.set()
        raise ModelError("stopped before it was done again")

    with pytest.raises(StillWorking):
        background.done("a", "One", until_stopped)
    background.stop()
    assert ended.wait(60)
    assert not background.running
    monkeypatch.setattr(module, "QUICK_SECONDS", 60)
    assert background.done("a", "One", lambda stop: 1) == 1


def test_what_goes_wrong_is_raised_where_the_result_is_asked_for():
    def refuse(stop):
        raise ModelError("there is no such run")

    with pytest.raises(ModelError, match="no such run"):
        BackgroundWork().done("a", "One", refuse)


def test_a_large_model_is_made_beside_the_page_and_kept(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []

    class Watched(BackgroundWork):
        def done(self, purpose, words, work):
            asked.append(words)
            return work(lambda: False)

    monkeypatch.setattr(made_models, "_kept", {})
    small = GeneratorCall("grid", {"rows": 3, "cols": 3})
    large = GeneratorCall("random-tree", {"variables": LARGE_EFFORT + 1})
    assert len(made(small, Watched())[0].variables) == 9
    assert asked == []
    first, _ = made(large, Watched())
    again, _ = made(large, Watched())
    assert asked == ["Making the model"]
    assert again is first
    monkeypatch.setattr(made_models, "MAX_KEPT_MODELS", 1)
    made(GeneratorCall("triangle", {}), Watched())
    made(large, Watched())
    assert asked == ["Making the model"] * 2
