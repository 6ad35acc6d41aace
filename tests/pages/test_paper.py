"""The Paper page without a browser: every part shows the shipped figures, live instances run, and
a dot's run is the experiment's.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.models.generator_call import GeneratorCall
from rcr.paper import EXPERIMENTS
from rcr.paper.partition import SCHEMES
from rcr.paper.shipped import read
from rcr.ui.paper.live import Live
from rcr.ui.paper.parts import PARTS
from rcr.ui.paper.shipped import seeds_told
from rcr.ui.paper.way_to_explore import begin
from rcr.views.paper import tables
from tests.haste import slow_after_the_first

TABLES = {
    "grids": tables.grids_table,
    "haplotype": tables.haplotype_table,
    "figure": lambda rows: tables.figure_table([row for row in rows if row["instance"] == 0]),
    "partition": tables.partition_table,
}


@pytest.fixture
def page() -> AppTest:
    return (
        AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
        .run()
        .switch_page("pages/paper.py")
        .run()
    )


def shown(at: AppTest) -> list[list[list[str]]]:
    return [table.value.to_numpy().tolist() for table in at.table]


@pytest.mark.parametrize("name", slow_after_the_first(PARTS))
def test_a_part_shows_the_shipped_figures_and_what_made_them(page, name):
    page.session_state["paper:part"] = name
    page.run()
    assert not page.exception
    manifest, rows = read(name)
    assert [list(row.values()) for row in TABLES[name](rows)] in shown(page)
    assert manifest["command"] in [code.value for code in page.code]
    assert any(
        all(f"{n} {v}" in text.value for n, v in manifest["versions"].items())
        for text in page.caption
    )
    assert any(" ".join(EXPERIMENTS[name].why) in text.value for text in page.markdown)


@pytest.mark.slow
def test_live_instances_stand_beside_the_shipped_ones(page):
    page.session_state["paper:first:grids"], page.session_state["paper:count:grids"] = 49, 2
    page.run()
    next(button for button in page.button if button.label == "Run live").click().run()
    while page.session_state.visitor.paper.live["grids"].job.running:
        page.run()
    page.run()
    assert not page.exception
    last = shown(page)[-1]
    assert [(row[0], row[-1]) for row in last] == [
        ("49", "✓ the same numbers"),
        ("50", "another seed"),
    ]


def test_a_stopped_run_keeps_what_is_finished():
    begun, begin_now = [], Event()

    def play(instance, data):
        begin_now.wait()
        begun.append(instance)
        live.job.cancel()
        return [{"seed": int(instance)}]

    live = Live(replace(EXPERIMENTS["grids"], play=play), ["0", "1", "2"])
    begin_now.set()
    live.job.result()
    assert begun == list(live.results) == ["0"]


def test_the_run_behind_a_dot_ends_as_the_experiment_did():
    row = read("grids")[1][13]
    run = begin("grids", row)
    run.solve()
    assert (run.state.relaxation.count, run.state.sweeps, run.status) == (
        row["recovered"],
        row["sweeps"],
        "certified",
    )
    assert run.origin == GeneratorCall("grid", {"rows": 10, "cols": 10, "seed": 13})


@pytest.mark.parametrize(("recovery", "scheme"), slow_after_the_first(SCHEMES.items()))
def test_the_run_behind_a_dot_of_the_partition_function_has_its_scheme(recovery, scheme):
    row = next(
        row
        for row in read("partition")[1]
        if row["family"] == "haplotype" and row["recovery"] == recovery
    )
    run = begin("partition", row)
    run.converge()
    assert (run.settings.scheme, run.settings.recovery) == (scheme, recovery)
    value = run.state.upper if scheme == "pr-dd" else run.state.bounds.estimate
    assert value == pytest.approx(row["value"], abs=1e-9)


def test_the_way_to_explore_without_a_mouse(page):
    next(box for box in page.selectbox if box.label == "Instance").set_value(("13",)).run()
    next(button for button in page.button if button.label == "Explore it").click().run()
    visitor = page.session_state.visitor
    assert visitor.paper.picked is None
    assert visitor.explore.run.model.name == EXPERIMENTS["grids"].begin("13").model.name


def test_seeds_in_a_few_words():
    assert seeds_told([str(seed) for seed in range(50)]) == "seeds 0–49"
    assert seeds_told(["0", "5"]) == "seeds 0 and 5"
    assert seeds_told(
        [f"{family}-{seed}" for family in ("grid", "haplotype") for seed in range(20)]
    ) == ("grid seeds 0–19, haplotype seeds 0–19")
