"""Twenty visitors on one server, each clicking edges of its own 10x10 grid: does anyone see
another's state, and how long does it take?

Most visitors speak Streamlit's protocol themselves, since as many browsers would measure the
browsers. Two are real ones.
"""

from __future__ import annotations

import asyncio
import json
import signal
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

from playwright.async_api import Browser, async_playwright
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

sys.path.insert(
    0, str(Path(__file__).parents[1])
)  # the server and the browser are found as the tests find them

from benchmarks.common import forest_run
from rcr import Run
from rcr.run.link import to_link
from rcr.ui.explore.figures import NOW
from tests.browser import find_browser
from tests.browser.serve import serve

SIZE = 10
WIRES, BROWSERS = 18, 2
SECONDS = 120.0
PAUSE = (2.0, 4.0)  # seconds from one click of a visitor to the next
LATE = 30.0
TARGET = 1000.0  # milliseconds


Pause = tuple[float, float]


class Fault(Exception):
    """A visitor saw what it should not have seen."""


class Visitor(Protocol):
    """Someone who clicks and looks."""

    async def click(self, number: int, kind: str, edge: str) -> float:
        """Click; the seconds until the picture is confirmed."""

    async def recovered(self) -> set[str]:
        """The edges now drawn as recovered."""

    async def now(self) -> str:
        """The upper bound of the relaxed model as it is, on the page."""


class Wire:
    """A visitor who speaks the protocol and draws nothing."""

    def __init__(self, socket: ClientConnection, edges: list[str]) -> None:
        self.socket, self.edges = socket, edges
        self.hashes: set[str] = set()
        self.component = self.fragment = self.page = ""
        self.graph: dict[str, Any] = {}
        self.metrics: dict[str, str] = {}
        self.served = (
            0.0  # seconds that the server took for the last message, to the end of its script
        )

    async def open(self, link: str) -> None:
        message = BackMsg()
        message.rerun_script.query_string = f"run={link}"
        await self._run(message, lambda: False)

    async def click(self, number: int, kind: str, edge: str) -> float:
        message = BackMsg()
        asked = message.rerun_script
        asked.page_script_hash, asked.fragment_id = self.page, self.fragment
        asked.cached_message_hashes.extend(self.hashes)
        state = asked.widget_states.widgets.add()
        state.id, state.json_value = (
            self.component,
            json.dumps({"clicks": [[number, kind, [edge]]]}),
        )
        seconds = await self._run(message, lambda: self.graph["ack"] >= number)
        if not seconds:
            raise Fault(f"the click on {edge} was not confirmed")
        return seconds

    async def recovered(self) -> set[str]:
        return {
            edge for edge, look in zip(self.edges, self.graph["look"], strict=True) if look == "="
        }

    async def now(self) -> str:
        return self.metrics[NOW]

    async def _run(self, message: BackMsg, confirmed: Callable[[], bool]) -> float:
        """Send it and take in the answer; the seconds until it was confirmed."""
        began, seconds = time.perf_counter(), 0.0
        await self.socket.send(message.SerializeToString())
        while True:
            received: Any = await asyncio.wait_for(self.socket.recv(), LATE)
            answer = ForwardMsg.FromString(received)
            self._take(answer)
            if not seconds and confirmed():
                seconds = time.perf_counter() - began
            if answer.WhichOneof("type") != "script_finished":
                continue
            if answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:  # else it goes on
                self.served = time.perf_counter() - began
                return seconds

    def _take(self, answer: ForwardMsg) -> None:
        if answer.metadata.cacheable:
            self.hashes.add(answer.hash)
        if answer.WhichOneof("type") == "new_session":
            self.page = answer.new_session.page_script_hash
        element = answer.delta.new_element
        match element.WhichOneof("type"):
            case "exception":
                raise Fault(f"the page shows an error: {element.exception.message}")
            case "metric":
                self.metrics[element.metric.label] = element.metric.body
            case "bidi_component" if element.bidi_component.component_name == "rcr_graph":
                self.component, self.fragment = element.bidi_component.id, answer.delta.fragment_id
                self.graph = json.loads(element.bidi_component.json)


class Window:
    """A visitor with a real browser."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.faults: list[str] = []

    async def open(self, link: str) -> None:
        self.page = await (
            await self.browser.new_context(viewport={"width": 1280, "height": 720})
        ).new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.faults.append(message.text) if message.type == "error" else None,
        )
        await self.page.goto(f"{self.url}/?run={link}")
        self.graph = self.page.get_by_test_id("rcr-graph")
        await self.graph.locator("canvas").wait_for()

    async def click(self, number: int, kind: str, edge: str) -> float:
        at = await self.graph.evaluate("(host, edge) => host.rcr.edgePoint(edge)", edge)
        began = time.perf_counter()
        await self.page.mouse.click(at["x"], at["y"])
        await self.page.wait_for_function(
            "host => host.rcr.pending() === 0", arg=await self.graph.element_handle()
        )
        if self.faults:
            raise Fault("; ".join(self.faults))
        return time.perf_counter() - began

    async def recovered(self) -> set[str]:
        return set(await self.graph.evaluate("host => host.rcr.state()"))

    async def now(self) -> str:
        await self.page.wait_for_timeout(1000)
        metric = self.page.get_by_test_id("stMetric").filter(has_text=NOW)
        return await metric.get_by_test_id("stMetricValue").inner_text()


async def visit(
    visitor: Visitor,
    link_to: Callable[[str], Awaitable[None]],
    seed: int,
    seconds: float,
    pause: Pause,
) -> list[float]:
    """Click now and then, and compare each picture with what it must be; at the end, compare the
    bound with the library's.
    """
    run, random = forest_run(SIZE, seed), Random(seed)
    edges = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    await asyncio.sleep(random.uniform(0, pause[0]))
    await link_to(to_link(run))
    until, wanted, took = time.perf_counter() + seconds, set(run.state.recovered), []
    while time.perf_counter() < until:
        await asyncio.sleep(random.uniform(*pause))
        edge = random.choice(edges)
        kind = "relax" if edge in wanted else "recover"
        took.append(await visitor.click(len(took) + 1, kind, edge))
        wanted ^= {edge}
        if (seen := await visitor.recovered()) != wanted:
            raise Fault(
                f"visitor {seed} sees {sorted(seen ^ wanted)} otherwise than they are after "
                f"{kind} {edge}"
            )
        (run.recover if kind == "recover" else run.relax)([edge])
        run.converge()
    if (shown := await visitor.now()) != f"{run.state.now:.3f}":
        raise Fault(f"visitor {seed} sees the upper bound {shown}, and it is {run.state.now:.3f}")
    return took


@asynccontextmanager
async def wire(url: str, run: Run) -> AsyncIterator[Wire]:
    """A visitor without a browser, connected."""
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(
        address, subprotocols=[Subprotocol("streamlit")], max_size=None, ping_interval=None
    ) as socket:
        yield Wire(socket, [c.id for c in run.cloned.constraints])


async def wire_visit(url: str, seed: int, seconds: float, pause: Pause) -> list[float]:
    """The clicks of one visitor without a browser, in seconds each."""
    async with wire(url, forest_run(SIZE, seed)) as visitor:
        return await visit(visitor, visitor.open, seed, seconds, pause)


async def window_visit(
    browser: Browser, url: str, seed: int, seconds: float, pause: Pause
) -> list[float]:
    window = Window(browser, url)
    return await visit(window, window.open, seed, seconds, pause)


def show(name: str, visits: list[list[float]]) -> None:
    clicks = sorted(1000 * seconds for visit in visits for seconds in visit)
    p50, p95 = statistics.median(clicks), clicks[int(0.95 * (len(clicks) - 1))]
    print(
        f"  {len(visits):2} {name:32} {len(clicks):4} clicks   p50 {p50:6.1f} ms   p95 "
        f"{p95:6.1f} ms   ",
        end="",
    )
    print(f"slowest {clicks[-1]:6.1f} ms   target {TARGET:g} ms: p95 is {p95 / TARGET:.2f} of it")


async def crowd(url: str, browser_path: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=browser_path, args=list(find_browser.FLAGS)
        )
        wires = [wire_visit(url, seed, SECONDS, PAUSE) for seed in range(WIRES)]
        windows = [window_visit(browser, url, WIRES + i, SECONDS, PAUSE) for i in range(BROWSERS)]
        visits = await asyncio.gather(*wires, *windows)
        await browser.close()
    print(
        f"{WIRES + BROWSERS} visitors on one server for {SECONDS:g} s, each on its own "
        f"{SIZE}x{SIZE} grid, ",
        end="",
    )
    print(f"a click every {PAUSE[0]:g} to {PAUSE[1]:g} s:")
    show("without a browser", visits[:WIRES])
    show("with a browser", visits[WIRES:])
    print("  every picture and every bound was the visitor's own; no error was shown")


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server is stopped, too
    browser_path = find_browser.find() or sys.exit(find_browser.HELP)
    with serve() as server:
        asyncio.run(crowd(server.url, browser_path))


if __name__ == "__main__":
    main()
