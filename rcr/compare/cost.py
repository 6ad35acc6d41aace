"""What recovering costs and what it brings: table entries, and the drop of the bound."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rcr.compare.common_models import Instance, instance

COUNTS = ("recovered", "loops_closed", "clusters", "table_entries")
Row = dict[str, Any]


def cost_rows(rounds: Sequence[Mapping[str, Any]]) -> list[Row]:
    """A row for each run where it ended: what it recovered, how many table entries a sweep then
    costs, and the drop of the upper bound, also for each entry.

    The drop is counted from the loosest bound that any contestant began with on the model, which
    is that of the decomposed model where one began there.
    """
    start: dict[Instance, float] = {}
    last: dict[tuple[str, Instance], Mapping[str, Any]] = {}
    for row in rounds:
        if math.isfinite(row["upper"]):
            start[instance(row)] = max(start.get(instance(row), -math.inf), row["upper"])
        last[row["contestant"], instance(row)] = row
    found = []
    for (name, where), row in last.items():
        drop = start.get(where, math.nan) - row["upper"]
        found.append(
            {
                **{"contestant": name, "model": row["model"], "seed": row["seed"]},
                **{key: row[key] for key in COUNTS},
                "drop": drop,
                "drop_per_entry": drop / row["table_entries"] if row["table_entries"] else math.nan,
                "gap": row["gap"],
            }
        )
    return found
