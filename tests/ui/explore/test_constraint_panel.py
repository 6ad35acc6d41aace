"""The constraint table: what it says is what the library says, and the file holds the same."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from rcr import Run, generate, registry
from rcr.text.tables import csv_text
from rcr.ui.explore.constraint_panel import constraint_rows


@pytest.fixture
def run() -> Run:
    made = Run(generate("grid", rows=4, cols=4, seed=3), start="forest")
    made.converge()
    return made


def test_every_constraint_has_a_row_with_its_state_and_impact(run):
    rows = constraint_rows(run)
    assert [row["id"] for row in rows] == [c.id for c in run.cloned.constraints]
    assert [row["state"] == "recovered" for row in rows] == run.state.relaxation.recovered.tolist()
    assert np.array([row["impact"] for row in rows if "impact" in row]) == pytest.approx(
        run.candidates().impact
    )
    assert [row["id"] for row in rows if row.get("violated")] == [
        run.cloned.constraints[k].id for k in run.state.violated
    ]


@pytest.mark.parametrize(
    "recovery", [name for name in registry.plugins("recovery") if name != "manual"]
)
def test_the_first_in_rank_is_what_the_heuristic_suggests(run, recovery):
    first = [row["id"] for row in constraint_rows(run) if row.get(f"{recovery} rank") == 1]
    assert first == sorted(run.suggest(1, recovery), key=lambda i: run.cloned.indices([i])[0])


def test_the_file_holds_the_rows(run):
    rows = constraint_rows(run)
    read = list(csv.DictReader(io.StringIO(csv_text(rows))))
    assert [{name: value for name, value in row.items() if value} for row in read] == [
        {name: str(value) for name, value in row.items()} for row in rows
    ]
