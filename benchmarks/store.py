"""The store on both databases: how long a step, an answer and a look at the board take."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # PostgreSQL is found as the tests find it

from rcr.classroom import Recorder, Seat, Standing, Step, Store
from rcr.classroom.visitors.kept_run import KeptRun
from rcr.models.generator_call import GeneratorCall
from rcr.run import Run
from rcr.run.file import to_dict, to_entry
from tests.classroom.helpers import UNLIMITED
from tests.classroom.postgres import new_place, running_postgres

STEPS = 2000
LOOKS = 200
MEMBERS = 60
TARGET_STEP = 2.0  # milliseconds, p95 on SQLite
CALL = GeneratorCall("grid", {"rows": 10, "cols": 10, "seed": 1})


def milliseconds(work: Callable[[int], object], times: int) -> list[float]:
    """How long each of so many calls took."""
    taken = []
    for n in range(times):
        began = time.perf_counter()
        work(n)
        taken.append(1000 * (time.perf_counter() - began))
    return taken


def report(name: str, taken: list[float], target: float | None = None) -> None:
    """One line: median, 95th percentile, the worst."""
    p95 = statistics.quantiles(taken, n=20)[-1]
    line = f"  {name:34} p50 {statistics.median(taken):6.2f} ms   p95 {p95:6.2f} ms"
    line += f"   worst {max(taken):7.2f} ms"
    if target is not None:
        line += f"   {'within' if p95 <= target else 'OVER'} {target:g} ms"
    print(line, flush=True)


def measure(place: str, name: str, target: float | None = None) -> None:
    """All measurements on one store."""
    print(f"{name}:")
    store = Store(place, writes=UNLIMITED)
    run = Run(CALL.make(), origin=CALL)
    run.recover(["c0"])
    run.step()  # compiled before the clock runs
    visitor, secret = store.visitors.new()
    key = store.runs.create(visitor, to_dict(run))
    entry, last = to_entry(run.state, 0), run.state.number

    def append(n: int) -> None:
        nonlocal key
        key = store.runs.append_step(visitor, key, Step(last + 1 + n, entry))

    report("append a step", milliseconds(append, STEPS), target)
    recorder = Recorder(store.runs, visitor)
    recorder.save(run)

    def record(n: int) -> None:
        run.step()
        recorder.save(run)

    moves = milliseconds(record, LOOKS)
    alone = milliseconds(lambda n: run.step(), LOOKS)
    report("a step of a 10x10 grid, recorded", moves)
    report("the same step, not recorded", alone)
    answer = milliseconds(
        lambda n: store.progress.add_answer(visitor, "lesson", n, "c7", True, 1), STEPS
    )
    report("an answer", answer)
    report(
        "find a visitor by his secret",
        milliseconds(lambda n: store.visitors.enter(secret.text), LOOKS),
    )
    kept: list[KeptRun] = []
    opened = milliseconds(lambda n: kept.append(store.runs.open(visitor, 1)), 10)
    report(f"open a run of {len(kept[0].steps)} steps", opened)
    measure_class(store)
    store.close()


def measure_class(store: Store) -> None:
    """A class of sixty, each with a curve and a picture."""
    desk, _ = store.classes.found("Monday")
    code, seats = desk.info().code, list[Seat]()
    report(
        "join a class",
        milliseconds(
            lambda n: seats.append(store.classes.join(code, f"student {n}", "here")[0]), MEMBERS
        ),
    )
    curve = [100.0 - n / 7 for n in range(120)]
    picture = {"recovered": [f"c{n}" for n in range(90)]}
    task = desk.tasks.set("explore", {"model": CALL.to_dict()}).id
    standing = Standing(task, recovered=90, gap=0.125, step=40, curve=curve, picture=picture)
    report(
        "put a standing on the board",
        milliseconds(lambda n: seats[n % MEMBERS].post(standing), LOOKS),
    )
    report(f"read the board of {MEMBERS}", milliseconds(lambda n: desk.board(task), LOOKS))
    report("a student's look at the class", milliseconds(lambda n: seats[n % MEMBERS].now(), LOOKS))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        measure(str(Path(folder) / "store.sqlite"), "SQLite (WAL, synchronous=NORMAL)", TARGET_STEP)
    with running_postgres() as server:
        measure(new_place(server), "PostgreSQL (on this machine, as installed)")
