"""A class while something breaks: the server is killed, the store is locked, its disk is full,
PostgreSQL is started again under two servers. Nothing that a student was shown as done may be
missing afterwards.

The students speak Streamlit's protocol themselves, as in class_load.py.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))  # the server is found as the tests find it

from benchmarks.class_load import cookie, member
from benchmarks.common import forest_run
from benchmarks.users import Fault
from rcr import Run
from rcr.classroom import Desk, Key, Store
from rcr.classroom.explorations import Exploration
from rcr.run.file import replay_text
from rcr.ui.classroom.entering import SEAT_COOKIE
from tests.browser.serve import APP, free_port, serve
from tests.classroom.postgres import new_place, running_postgres

SIZE = 5
PAUSE = (0.3, 1.0)  # seconds from one click of a student to the next
LOCK_SECONDS = 5.0
HAND_IN_SECONDS = 8.0  # until what is owed has been handed in, though the student has left
FULL_SECONDS = 5.0  # that a disk stays full once somebody was told
DISK_MEGABYTES = 32
AGAIN_SECONDS = 0.5  # from one try to come back to the next
LOST = (WebSocketException, OSError, TimeoutError)  # what a student notices of a server that dies

Break = Callable[[list["Told"]], Awaitable[None]]


@dataclass
class Servers:
    """App processes on one store, each on a port of its own; to be killed and started again."""

    place: str
    ports: list[int]
    _running: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        command = (*APP[:-1], "--store", self.place, APP[-1])
        for port in self.ports:
            self._running.enter_context(serve(command, port))

    def kill(self) -> None:
        """By SIGKILL, which is how a served app always ends."""
        self._running.close()

    def url(self, number: int) -> str:
        return f"http://localhost:{self.ports[number % len(self.ports)]}"


@dataclass
class Told:
    """What a student was shown as done."""

    member: int
    recovered: set[str]
    sent: set[str] = field(default_factory=set)  # clicked and not confirmed: it may be done or not
    clicks: int = 0
    lost: Counter[str] = field(default_factory=Counter)  # connections, by what was noticed
    sentences: set[str] = field(default_factory=set)  # that the page said about the store

    def fits(self, found: set[str]) -> bool:
        """Whether everything that was confirmed is there."""
        return found in (self.recovered, self.recovered ^ self.sent)


@contextmanager
def running(place: str, count: int) -> Iterator[Servers]:
    servers = Servers(place, [free_port() for _ in range(count)])
    servers.start()
    try:
        yield servers
    finally:
        servers.kill()


async def student(url: str, seat: str, run: Run, told: Told, seconds: float) -> None:
    """Click, and come back to the own seat whenever the connection is lost."""
    until, random = time.perf_counter() + seconds, Random(told.member)
    edges = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    while time.perf_counter() < until:
        try:
            async with member(url, run, seat) as me:
                await me.open("")
                while not me.graph:  # the page waits for the store
                    await asyncio.sleep(AGAIN_SECONDS)
                    await me.look_around()
                seen = await me.recovered()
                if not told.fits(seen):
                    raise Fault(f"student {told.member} comes back and misses what was done")
                told.recovered, told.sent, number = seen, set(), 0
                while time.perf_counter() < until:
                    await asyncio.sleep(random.uniform(*PAUSE))
                    edge, number = random.choice(edges), number + 1
                    told.sent = {edge}
                    kind = "relax" if edge in told.recovered else "recover"
                    await me.click(number, kind, edge)
                    told.recovered, told.sent = told.recovered ^ {edge}, set()
                    told.clicks += 1
                    await me.look_around()
                    told.sentences |= me.alerts
        except LOST as error:
            told.lost[type(error).__name__] += 1
            await asyncio.sleep(AGAIN_SECONDS)


def kept(desk: Desk, task: int) -> dict[int, set[str]]:
    """What the store has of each member: the recovered constraints of the last run."""
    found: dict[int, tuple[float, set[str]]] = {}
    for each in desk.runs(task):
        if each.run.last_used >= found.get(each.member, (0.0, set()))[0]:
            run = replay_text(json.dumps(desk.open_run(each.run.id).document), "the store").run
            found[each.member] = each.run.last_used, set(run.state.recovered)
    return {member: recovered for member, (_, recovered) in found.items()}


async def story(servers: Servers, break_it: Break, students: int, seconds: float) -> list[Told]:
    """A class at work, broken in its midst; raises a Fault if anything is missing in the end."""
    store, run = Store(servers.place), forest_run(SIZE, 1)
    desk, _ = store.classes.found("faults")
    task = desk.tasks.set("explore", Exploration.of(run).payload, title="Explore").id
    told, work = [], []
    for n in range(students):
        seat, secret = store.classes.join(desk.info().code, f"Student {n}", "here")
        told.append(Told(seat.member, set(run.state.recovered)))
        mine = cookie(SEAT_COOKIE, store, Key(seat.now().public_id, secret.text))
        work.append(student(servers.url(n), mine, run, told[-1], seconds))

    async def breaking() -> None:
        await asyncio.sleep(seconds / 2)
        await break_it(told)

    await asyncio.gather(*work, breaking())
    await asyncio.sleep(HAND_IN_SECONDS)
    has, board = kept(desk, task), {tile.member: tile for tile in desk.board(task)}
    for mine in told:
        if not mine.clicks:
            raise Fault(f"student {mine.member} could not click at all: {mine}")
        found = has.get(mine.member, set())
        if not mine.fits(found):
            apart = sorted(found ^ mine.recovered)
            raise Fault(f"the store has {apart} otherwise than the page showed: {mine}")
        if not mine.sent and board[mine.member].recovered != len(found):
            raise Fault(f"the board shows student {mine.member} otherwise than the student's page")
    store.close()
    return told


def report(name: str, told: list[Told]) -> None:
    clicks, lost = sum(t.clicks for t in told), sum((t.lost for t in told), Counter())
    print(
        f"{name}: {len(told)} students, {clicks} confirmed clicks, lost connections: {dict(lost)}"
    )
    for said in sorted({said for each in told for said in each.sentences}):
        print(f"  told: {said}")
    print("  all that was confirmed is in the store and on the board", flush=True)


def killed(students: int, seconds: float) -> list[Told]:
    """The server is killed and started again."""
    with tempfile.TemporaryDirectory() as folder, running(f"{folder}/s.sqlite", 1) as servers:

        async def kill(_: list[Told]) -> None:
            await asyncio.to_thread(servers.kill)
            await asyncio.to_thread(servers.start)

        return asyncio.run(story(servers, kill, students, seconds))


def locked(students: int, seconds: float) -> list[Told]:
    """Somebody else writes to the store and does not end for a while."""
    with tempfile.TemporaryDirectory() as folder, running(f"{folder}/s.sqlite", 1) as servers:

        async def lock(_: list[Told]) -> None:
            connection = sqlite3.connect(servers.place, isolation_level=None)
            connection.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(LOCK_SECONDS)
            connection.execute("ROLLBACK")
            connection.close()

        return asyncio.run(story(servers, lock, students, seconds))


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own in memory, which can be filled; mounting one takes an administrator."""
    with tempfile.TemporaryDirectory() as folder:
        how = ("-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m")
        subprocess.run(["mount", *how, "class-faults", folder], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path) -> Path:
    """Take all the room that is left; the file to be removed for it to come back."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
    return filler


def disk_full(students: int, seconds: float) -> list[Told]:
    """The disk of the store has no room left for a while, and the students are told."""
    with small_disk() as disk, running(f"{disk}/s.sqlite", 1) as servers:

        async def fill_up(told: list[Told]) -> None:
            filler = fill(disk)
            while not any("is full" in said for student in told for said in student.sentences):
                await asyncio.sleep(AGAIN_SECONDS)
            await asyncio.sleep(FULL_SECONDS)
            filler.unlink()

        return asyncio.run(story(servers, fill_up, students, seconds))


def database_restarted(students: int, seconds: float) -> list[Told]:
    """PostgreSQL is started again under two app processes that serve one class."""
    with running_postgres() as postgres, running(new_place(postgres), 2) as servers:

        async def restart(_: list[Told]) -> None:
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)

        return asyncio.run(story(servers, restart, students, seconds))


STORIES: dict[str, tuple[str, Callable[[int, float], Any]]] = {
    "killed": ("the server killed", killed),
    "locked": ("the store locked", locked),
    "full": ("the disk of the store full", disk_full),
    "restarted": ("PostgreSQL restarted under two servers", database_restarted),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stories", nargs="*", choices=(*STORIES, []))  # []: none named
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60.0)
    args = parser.parse_args()
    for story_name in args.stories or STORIES:
        name, play = STORIES[story_name]
        report(name, play(args.students, args.seconds))


if __name__ == "__main__":
    main()
