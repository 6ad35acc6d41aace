"""A class at work: thirty and sixty students on one server, each clicking on a 10x10 grid of the
class while two others go to the end on a 20x20, with the teacher's board open.

The students speak Streamlit's protocol themselves, looks at the class included; as many browsers
would measure the browsers.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psutil
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

sys.path.insert(0, str(Path(__file__).parents[1]))  # the server is found as the tests find it

from benchmarks.common import forest_run
from benchmarks.users import Fault, Wire, show
from rcr import Run
from rcr.classroom import Desk, Key, Store
from rcr.classroom.explorations import Exploration
from rcr.models.generator_call import GeneratorCall
from rcr.run.link import to_link
from rcr.ui.app.start import FULL_COLLECTION_SECONDS
from rcr.ui.classroom.banner import LOOK_SECONDS
from rcr.ui.classroom.board_panel import BOARD_LOOK_SECONDS
from rcr.ui.classroom.entering import DESK_COOKIE, SEAT_COOKIE
from rcr.ui.components.cookie import cookie_name
from tests.browser.serve import APP, Server, serve

JOIN_SECONDS = 10.0
PAUSE_SECONDS = 4.0
SIZE, LARGE = 10, 20
HEAVY = 2  # visitors who go to the end
SETTLE_SECONDS = 5.0  # after the joining, until what an action costs is counted
LEAVE_SECONDS = 130.0  # until the memory is looked at again; streamlit keeps a left page for 120 s
COLLECT_SECONDS = 3.0  # until the collector, which runs after a page is drawn, is through
BOARD_SECONDS = 2.0  # the board may be no older
P95_SECONDS = {30: 0.5, 60: 1.0}  # of a click, for so many students on two cores


@dataclass
class Seen:
    """What was measured."""

    clicks: list[list[float]] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)  # of the board, in seconds
    done: int = 0  # clicks that were confirmed up to now
    an_action: float = float("nan")  # seconds of the server's CPU, looks at the class included


class Member(Wire):
    """A student or the teacher, who also looks at the class again and again."""

    def __init__(self, socket: object, edges: list[str], looks: float) -> None:
        super().__init__(socket, edges)  # type: ignore[arg-type]
        self.looks = looks  # seconds from one look to the next
        self.look = self.button = ""
        self.alerts: set[str] = set()  # sentences that the page has warned with

    def _take(self, answer: ForwardMsg) -> None:
        super()._take(answer)
        if answer.WhichOneof("type") == "auto_rerun" and answer.auto_rerun.interval == self.looks:
            self.look = answer.auto_rerun.fragment_id
        alert = answer.delta.new_element.alert
        if alert.format in (Alert.WARNING, Alert.ERROR):
            self.alerts.add(alert.body)
        if answer.delta.new_element.button.label == "To the end":
            self.button = answer.delta.new_element.button.id

    async def look_around(self) -> None:
        """What the page's own clock does."""
        message = BackMsg()
        message.rerun_script.page_script_hash = self.page
        message.rerun_script.fragment_id = self.look
        message.rerun_script.is_auto_rerun = True
        await self._run(message, lambda: False)

    async def open_class(self) -> None:
        message = BackMsg()
        message.rerun_script.page_name = "class"
        await self._run(message, lambda: False)

    async def to_the_end(self) -> None:
        message = BackMsg()
        message.rerun_script.page_script_hash = self.page
        message.rerun_script.fragment_id = self.fragment
        state = message.rerun_script.widget_states.widgets.add()
        state.id, state.trigger_value = self.button, True
        await self._run(message, lambda: False)


def cookie(name: str, store: Store, key: Key) -> str:
    """What a browser sends that has been given a place in a class."""
    return f"{cookie_name(name, store.name)}={key.text}"


@asynccontextmanager
async def member(
    url: str, run: Run, cookie: str, looks: float = LOOK_SECONDS
) -> AsyncIterator[Member]:
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(
        address,
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        ping_interval=None,
        additional_headers={"Cookie": cookie} if cookie else {},
    ) as socket:
        yield Member(socket, [c.id for c in run.cloned.constraints], looks)


async def student(
    url: str, store: Store, desk: Desk, run: Run, seed: int, seconds: float, seen: Seen
) -> list[float]:
    """Join, look around, click now and then; every picture must be one's own."""
    random = Random(seed)
    await asyncio.sleep(random.uniform(0, JOIN_SECONDS))
    seat, secret = await asyncio.to_thread(
        store.classes.join, desk.info().code, f"Student {seed}", "here"
    )
    key = Key(seat.now().public_id, secret.text)
    edges = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    async with member(url, run, cookie(SEAT_COOKIE, store, key)) as me:
        await me.open("")
        until, wanted, took = time.perf_counter() + seconds, set(run.state.recovered), []
        next_click = time.perf_counter() + random.uniform(0, PAUSE_SECONDS)
        while time.perf_counter() < until:
            await asyncio.sleep(min(LOOK_SECONDS, max(0.0, next_click - time.perf_counter())))
            if time.perf_counter() < next_click:
                await me.look_around()
                continue
            edge = random.choice(edges)
            took.append(
                await me.click(len(took) + 1, "relax" if edge in wanted else "recover", edge)
            )
            wanted ^= {edge}
            seen.done += 1
            next_click += PAUSE_SECONDS
            if await me.recovered() != wanted:
                raise Fault(f"student {seed} sees another state than the own one")
    return took


async def heavy(url: str, seed: int, seconds: float) -> None:
    """Go to the end on a large grid, and look on."""
    call = GeneratorCall("grid", {"rows": LARGE, "cols": LARGE, "seed": seed})
    run = Run(call.make(), origin=call, start="forest", batch=1)
    until = time.perf_counter() + seconds
    async with member(url, run, "") as me:
        await me.open(to_link(run))
        await me.to_the_end()
        await asyncio.sleep(max(0.0, until - time.perf_counter()))


async def teacher(url: str, cookie: str, run: Run, seconds: float, seen: Seen) -> None:
    """Have the desk open: what it shows is as old as the time between two looks and one look."""
    until = time.perf_counter() + seconds
    async with member(url, run, cookie, BOARD_LOOK_SECONDS) as me:
        await me.open_class()
        while time.perf_counter() < until:
            began = time.perf_counter()
            await me.look_around()
            seen.ages.append(time.perf_counter() - began + BOARD_LOOK_SECONDS)
            await asyncio.sleep(BOARD_LOOK_SECONDS)


async def count_cost(server: int, seconds: float, seen: Seen) -> None:
    """What the server spends on an action once everybody is there."""
    await asyncio.sleep(JOIN_SECONDS + SETTLE_SECONDS)
    done, (used, *_) = seen.done, cpu_seconds(server)
    await asyncio.sleep(seconds - JOIN_SECONDS - SETTLE_SECONDS)
    seen.an_action = (cpu_seconds(server)[0] - used) / max(seen.done - done, 1)


async def newcomer(url: str) -> None:
    """Come and go; streamlit lets go of those who have left when the next one comes."""
    async with member(url, forest_run(2), "") as me:
        await me.open("")


async def lesson(server: Server, store: Store, count: int, large: int, seconds: float) -> Seen:
    desk, secret = store.classes.found(f"{count} students")
    url, run, seen = server.url, forest_run(SIZE, 1), Seen()
    desk.tasks.set("explore", Exploration.of(run).payload, title="Explore")
    key = Key(desk.info().public_id, secret.text)
    students = [student(url, store, desk, run, n, seconds, seen) for n in range(count)]
    others = [heavy(url, n, seconds) for n in range(large)]
    watching = teacher(url, cookie(DESK_COOKIE, store, key), run, seconds, seen)
    counting = count_cost(server.pid, seconds, seen)
    done = await asyncio.gather(*students, *others, watching, counting)
    seen.clicks = [took for took in done[:count] if took]
    return seen


def cpu_seconds(server: int) -> list[float]:
    """What the server has taken, this process, which plays all the students, and whatever else
    runs on this machine.
    """
    of = [psutil.Process(pid).cpu_times() for pid in (server, None)]
    mine = [float(times.user + times.system) for times in of]
    all_times = psutil.cpu_times()
    busy = sum(all_times) - all_times.idle - getattr(all_times, "iowait", 0.0)
    return [*mine, busy - sum(mine)]


def megabytes(pid: int) -> float:
    return float(psutil.Process(pid).memory_info().rss) / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, nargs="+", default=[30, 60])
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--heavy", type=int, default=HEAVY, help=f"visitors on {LARGE}x{LARGE}")
    parser.add_argument("--leave", type=float, default=LEAVE_SECONDS, help="until memory is free")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/store.sqlite"
        with serve((*APP[:-1], "--store", place, APP[-1])) as server:
            store = Store(place)
            asyncio.run(newcomer(server.url))  # whatever only the first visitor costs
            for count in args.students:
                before, used = megabytes(server.pid), cpu_seconds(server.pid)
                seen = asyncio.run(lesson(server, store, count, args.heavy, args.seconds))
                print(f"{count} students for {args.seconds:g} s, {args.heavy} on {LARGE}x{LARGE}:")
                show("clicks", seen.clicks)
                if count in P95_SECONDS:
                    print(f"  target for {count}: p95 below {P95_SECONDS[count]:g} s")
                print("  no error was shown; every picture was the student's own")  # or a Fault
                oldest = max(seen.ages, default=float("inf"))  # no look in all that time: never
                print(f"  board: oldest {oldest:.2f} s, target {BOARD_SECONDS:g} s")
                during = megabytes(server.pid)
                used = [now - then for now, then in zip(cpu_seconds(server.pid), used, strict=True)]
                print("  CPU: server {:.0f} s, students {:.0f} s, others {:.0f} s".format(*used))
                print(f"  an action costs the server {1000 * seen.an_action:.0f} ms of CPU")
                time.sleep(args.leave)
                asyncio.run(newcomer(server.url))
                time.sleep(FULL_COLLECTION_SECONDS)  # what is let go of is garbage from here on
                asyncio.run(newcomer(server.url))
                time.sleep(COLLECT_SECONDS)
                each = (during - before) / (count + args.heavy + 1)
                left = megabytes(server.pid) - before
                print(
                    f"  memory: {before:.0f} MB before, {during:.0f} during: {each:.1f} a visitor;"
                )
                print(f"  {left:+.0f} MB after they left")
            store.close()


if __name__ == "__main__":
    main()
