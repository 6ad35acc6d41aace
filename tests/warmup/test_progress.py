"""Compiling behind the page: what is done is known, what breaks off is said, and nothing is done
twice.
"""

from __future__ import annotations

import os
import sys
from threading import Event
from types import SimpleNamespace

import pytest

from rcr.warmup import progress
from rcr.warmup.lanes import FIRST_CLICK, LANES, STAGE_SECONDS
from rcr.warmup.progress import Warmup

LANE = f"import sys; lane = {LANES!r}[int(sys.argv[1])]; "
ALL_AT_ONCE = LANE + "print(*('0.5 ' + name for name in lane), sep='\\n')"
BREAKS_OFF = LANE + "print('0.5', lane[0], flush=True); raise SystemExit('no room on the disk')"
AFTER_A_WORD = (
    LANE + "print('0.5', lane[0], flush=True); open('WORD' + sys.argv[1]).read(); "
    "print(*('0.5 ' + name for name in lane[1:]), sep='\\n')"
)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """What is written down about the kernels is written there, and no kernel is dropped."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(progress, "forget_stale_kernels", lambda: None)


def run(script: str, report=lambda line: None) -> Warmup:
    return Warmup(report, (sys.executable, "-c", script))


def test_it_is_done_once(tmp_path):
    lines: list[str] = []
    first = run(ALL_AT_ONCE, lines.append)
    first.wait()
    count = sum(map(len, LANES))
    told = {line.split(":")[0] for line in lines}
    assert told == {f"Compiled {done}/{count}" for done in range(1, count + 1)}
    assert first.over
    assert not first.complaints
    second = run("raise SystemExit('nobody calls this')")
    assert second.over
    second.wait()
    assert not second.complaints
    assert second.ready(FIRST_CLICK)


@pytest.mark.slow
def test_what_breaks_off_is_said_and_nothing_waits_for_it():
    lines: list[str] = []
    broken = run(BREAKS_OFF, lines.append)
    broken.wait()
    assert broken.complaints == ["no room on the disk"] * len(LANES)
    assert "Compiling has broken off: no room on the disk" in lines
    assert broken.ready(FIRST_CLICK)
    again = run(ALL_AT_ONCE)
    assert again._threads, "what was left out is compiled at the next start"
    again.wait()
    assert not again.complaints


def test_a_first_click_waits_for_its_own_kernels(tmp_path):
    words = [tmp_path / f"word{lane}" for lane in range(len(LANES))]
    for word in words:
        os.mkfifo(word)
    first_of_each, said = Event(), set()

    def listen(line: str) -> None:
        said.add(line.split(": ")[1].split(",")[0])
        if len(said) == len(LANES):
            first_of_each.set()

    warmup = run(AFTER_A_WORD.replace("WORD", str(tmp_path / "word")), listen)
    assert first_of_each.wait(60)
    assert not warmup.over
    assert not warmup.ready(FIRST_CLICK)
    first = [lane[0] for lane in LANES]
    assert warmup.ready(first)
    assert warmup.missing(FIRST_CLICK) == [name for name in FIRST_CLICK if name not in first]
    assert warmup.seconds_left(FIRST_CLICK) > 0
    for word in words:
        word.write_text("go on")
    warmup.wait()
    assert warmup.ready(FIRST_CLICK)
    assert warmup.missing(FIRST_CLICK) == []
    assert warmup.seconds_left(FIRST_CLICK) == 0


@pytest.mark.slow
def test_a_slow_machine_takes_longer_for_what_is_left(monkeypatch):
    warmup = run(ALL_AT_ONCE)
    warmup.wait()
    clock = 1000.0
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock))
    monkeypatch.setattr(Warmup, "over", False)
    warmup._began, warmup._done = clock, {}
    lanes = [[name for name in lane if name in FIRST_CLICK] for lane in LANES]
    total = [sum(STAGE_SECONDS[name] for name in lane) for lane in lanes]
    first = [STAGE_SECONDS[lane[0]] for lane in lanes]
    assert warmup.seconds_left(FIRST_CLICK) == max(total), "the lanes go on side by side"
    clock += 3 * max(first)
    left = [3 * max(first) * (all_ / one - 1) for all_, one in zip(total, first, strict=True)]
    assert warmup.seconds_left(FIRST_CLICK) == pytest.approx(max(left))
    warmup._done = {name: 0.1 for lane in lanes for name in lane[:1]}
    clock = 1000.1
    left = [all_ - 0.1 for all_ in total]
    assert warmup.seconds_left(FIRST_CLICK) == pytest.approx(max(left)), (
        "stages that were there at once do not show a fast machine"
    )
