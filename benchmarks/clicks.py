"""How long a click takes in a real browser, from the pointer to the confirmed picture, and what it
costs the server.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import sys
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(
    0, str(Path(__file__).parents[1])
)  # the server and the browser are found as the tests find them

from benchmarks.common import forest_run
from benchmarks.users import wire
from rcr import Run
from rcr.run.link import to_link
from tests.browser import find_browser
from tests.browser.serve import Server, serve

CLICKS = {10: 200, 20: 40}  # by the size of the grid
UPDATES = {10: 40, 20: 20}
COLD_LOADS = 5
SERVED = 100  # clicks that only the server sees
HAND = 400  # milliseconds that a hand takes from one click to the next
LOADED = {"graph": 4000, "chart": 1000, "shift": 10}
TARGETS = {
    10: {"feedback": 50, "confirmed": 300, "sent": 40, "update": 200, "server": 60, **LOADED},
    20: {"feedback": 50, "confirmed": 600, "sent": 40, "update": 600, "server": 60, **LOADED},
}
# The clock is in the page: when the pointer went up, and when the browser has painted a frame that
# shows what was waited for.
CLOCK = """
  window.bench = {};
  addEventListener("pointerup", () => { bench.up = performance.now(); }, true);
  const frame = () => new Promise(requestAnimationFrame);
  bench.painted = async (shown) => {
    while (!bench.up || !shown()) await frame();
    await frame();
    return performance.now() - bench.up;
  };
  bench.results = async () => {
    const made = Object.entries(bench.times).map(async ([name, time]) => [name, await time]);
    return Object.fromEntries(await Promise.all(made));
  };
"""
CLICK = """(host, id) => {
  const all = () => [...document.querySelectorAll("[data-testid=stMetric]")];
  const metrics = () => all().map((metric) => metric.innerText);
  const count = () => metrics().find((text) => text.startsWith("Recovered"));
  const before = host.rcr.state().includes(id), was = count();
  bench.up = 0;
  bench.times = {
    feedback: bench.painted(() => host.rcr.state().includes(id) !== before),
    confirmed: bench.painted(() => host.rcr.pending() === 0 && count() !== was),
  };
}"""
UPDATE = """() => {
  const told = () => document.querySelector(".st-key-shown-panel p").innerText, was = told();
  bench.up = 0;
  bench.times = {update: bench.painted(() => told() !== was)};
}"""


# From the address to a graph that can be clicked and to a chart that is drawn, in a browser that
# was never here, and how far the page shifted on the way.
LOAD = """
  window.loads = { shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) loads.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  const inside = (name) => [...document.querySelectorAll("*")].map((one) => one.shadowRoot)
    .some((root) => root?.querySelector(name));
  const look = () => {
    if (!loads.graph && inside("[data-testid=rcr-graph] canvas")) loads.graph = performance.now();
    if (!loads.chart && document.querySelector(".main-svg")) loads.chart = performance.now();
    if (!loads.graph || !loads.chart) setTimeout(look, 10);
  };
  look();
"""


def show(values: list[float], words: str, unit: str, target: float) -> None:
    values = sorted(values)
    p50, p95 = statistics.median(values), values[int(0.95 * (len(values) - 1))]
    verdict = f"target {target:g} {unit}: p95 is {p95 / target:.2f} of it"
    print(f"  {words:46} p50 {p50:6.1f} {unit}   p95 {p95:6.1f} {unit}   {verdict}")


def cpu_ms(pid: int) -> float:
    """Milliseconds of processor time that a process has used, which hardly depends on what else
    the machine does.
    """
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def cold(browser: Browser, server: Server, run: Run, size: int) -> None:
    """Open the page in fresh browser profiles, one after the other."""
    loads = []
    for _ in range(COLD_LOADS):
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        page = context.new_page()
        page.add_init_script(LOAD)
        page.goto(f"{server.url}/?run={to_link(run)}")
        page.wait_for_function("loads.graph && loads.chart")
        page.wait_for_timeout(HAND)  # for the last shifts
        loads.append(page.evaluate("loads"))
        context.close()
    target = TARGETS[size]
    show([load["graph"] for load in loads], "cold, to the graph", "ms", target["graph"])
    late = [load["chart"] - load["graph"] for load in loads]
    show(late, "cold, the chart after the graph", "ms", target["chart"])
    shifts = [100 * load["shift"] for load in loads]
    show(shifts, "cold, layout shift", "%", target["shift"])


def in_the_browser(page: Page, server: Server, run: Run, size: int) -> None:
    """Step updates of a grid, then click its edges, one after the other, each when the last one is
    confirmed.
    """
    frames: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(len(data))),
    )
    page.goto(f"{server.url}/?run={to_link(run)}")
    graph = page.get_by_test_id("rcr-graph")
    graph.locator("canvas").wait_for()
    page.wait_for_timeout(2000)  # fonts, the first chart
    edges = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    clicks, sent, updates, random = [], [], [], Random(0)
    for _ in range(UPDATES[size]):
        page.wait_for_timeout(HAND)
        page.evaluate(UPDATE)
        page.get_by_role("button", name="Update").click()
        updates.append(page.evaluate("bench.results()")["update"])
    for _ in range(CLICKS[size]):
        edge = random.choice(edges)
        at = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
        page.mouse.move(at["x"], at["y"])
        page.wait_for_timeout(HAND)
        frames.clear()
        graph.evaluate(CLICK, edge)
        page.mouse.click(at["x"], at["y"])
        clicks.append(page.evaluate("bench.results()"))
        page.wait_for_timeout(HAND / 4)  # the last messages
        sent.append(sum(frames) / 1000)
    target = TARGETS[size]
    show(
        [click["feedback"] for click in clicks],
        "pointer up to the edge drawn as wished",
        "ms",
        target["feedback"],
    )
    show(
        [click["confirmed"] for click in clicks],
        "pointer up to picture and figures confirmed",
        "ms",
        target["confirmed"],
    )
    show(sent, "sent to the browser for a click", "KB", target["sent"])
    show(sent[-10:], "the same, the last ten clicks", "KB", target["sent"])
    show(updates, "one update, pointer up to its equation shown", "ms", target["update"])


async def on_the_server(server: Server, run: Run, size: int) -> None:
    """The same clicks from a visitor who draws nothing, so that only the server is measured."""
    random, served, recovered = Random(0), [], set(run.state.recovered)
    edges = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    async with wire(server.url, run) as visitor:
        await visitor.open(to_link(run))
        began = cpu_ms(server.pid)
        for number in range(1, SERVED + 1):
            edge = random.choice(edges)
            await visitor.click(number, "relax" if edge in recovered else "recover", edge)
            recovered ^= {edge}
            served.append(1000 * visitor.served)
            await asyncio.sleep(0.05)
    cpu, target = (cpu_ms(server.pid) - began) / SERVED, TARGETS[size]["server"]
    show(served, "server, click to the end of its script", "ms", target)
    print(
        f"  {'processor time of the server, a click':46} {cpu:10.1f} ms   target {target:g} "
        f"ms: {cpu / target:.2f} of it"
    )


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server is stopped, too
    browser_path = find_browser.find() or sys.exit(find_browser.HELP)
    with serve() as server:
        for size in CLICKS:
            print(
                f"{size}x{size} grid from the forest start, {CLICKS[size]} clicks, "
                f"{UPDATES[size]} updates; ",
                end="",
            )
            print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            run = forest_run(size)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=browser_path, args=find_browser.FLAGS
                )
                cold(browser, server, run, size)
                page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
                page.add_init_script(CLOCK)
                in_the_browser(page, server, run, size)
                browser.close()
            asyncio.run(on_the_server(server, run, size))


if __name__ == "__main__":
    main()
