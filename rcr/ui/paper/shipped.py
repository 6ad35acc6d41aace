"""The results that come with the package: what made them, and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from rcr.paper.experiment import Row
from rcr.paper.shipped import read


@st.cache_data(show_spinner=False)
def shipped(experiment: str) -> tuple[dict[str, Any], list[Row]]:
    """What made the results of an experiment, and their rows."""
    return read(experiment)


def provenance(experiment: str) -> None:
    """The command, the versions and the seeds that made the shipped results."""
    manifest, _ = shipped(experiment)
    st.code(manifest["command"], language="sh")
    versions = ", ".join(f"{name} {version}" for name, version in manifest["versions"].items())
    st.caption(f"made with {versions}; {seeds_told(manifest['instances'])}")


def seeds_told(names: Sequence[str]) -> str:
    """The instances in a few words: runs of seeds, family by family."""
    by_family: dict[str, list[int]] = {}
    for name in names:
        family, _, seed = name.rpartition("-")
        by_family.setdefault(family, []).append(int(seed))
    told = []
    for family, seeds in by_family.items():
        whole = len(seeds) > 2 and seeds == list(range(seeds[0], seeds[-1] + 1))
        told.append(
            f"{family} seeds {seeds[0]}–{seeds[-1]}"
            if whole
            else f"{family} seeds {' and '.join(map(str, seeds))}"
        )
    return ", ".join(told).strip()
