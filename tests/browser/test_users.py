"""Visitors at the same time on one server: nobody sees another's state. The long version is
benchmarks/users.py.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from benchmarks.common import forest_run
from benchmarks.users import SIZE, wire_visit
from rcr.run.link import to_link

PAUSE = (0.1, 0.4)


async def crowd(url: str) -> list[list[float]]:
    return await asyncio.gather(*(wire_visit(url, seed, 4.0, PAUSE) for seed in range(4)))


def test_everyone_has_a_run_of_their_own(page, app_url):
    run = forest_run(SIZE, 9)
    with ThreadPoolExecutor(1) as others:
        visits = others.submit(
            asyncio.run, crowd(app_url)
        )  # each checks every picture and its bound against the library
        page.goto(f"{app_url}/?run={to_link(run)}")
        graph = page.get_by_test_id("rcr-graph")
        expect(graph.locator("canvas")).to_be_visible()
        for edge in [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed[:3]]:
            place = graph.evaluate("(host, id) => host.rcr.edgePoint(id)", edge)
            page.mouse.click(place["x"], place["y"])
            run.recover([edge])
            run.converge()
            value = (
                page.get_by_test_id("stMetric")
                .filter(has_text="Upper bound")
                .get_by_test_id("stMetricValue")
            )
            expect(value).to_have_text(f"{run.state.upper:.3f}")
            assert set(graph.evaluate("host => host.rcr.state()")) == set(run.state.recovered)
        assert all(len(clicks) > 2 for clicks in visits.result())
