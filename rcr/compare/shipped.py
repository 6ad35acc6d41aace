"""The comparison that comes with the package: some of the samples, five contestants.

``python -m rcr.compare.shipped`` plays it again and writes it down.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rcr.compare.comparison import compare, in_processes
from rcr.compare.parsing import contestant
from rcr.compare.request import Request, read_request
from rcr.compare.subject import of_origin
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.results.folder import read_json, write_whole

FILE = Path(__file__).parent / "shipped.json"
CONTESTANTS = ("auto", "cycle", "paper", "random", "mplp")
# Those on which the heuristics differ, and one on which nothing has to be recovered.
SAMPLES = (
    *("frustrated-grid", "triangle", "attractive-grid", "ties", "no-triangles", "parity-checks"),
    *("three-state-grid", "which-heuristic", "paper-grid", "haplotype"),
)


def asked() -> Request:
    """What is compared."""
    known = samples()
    return Request(
        tuple(map(contestant, CONTESTANTS)),
        tuple(of_origin(known[name].title, SampleOrigin(name), 0) for name in SAMPLES),
    )


def read_shipped() -> tuple[Request, dict[int, dict[str, Any]]]:
    """The request and its games, by their numbers."""
    data = read_json(FILE)
    return read_request(data["request"], FILE.name), dict(enumerate(data["games"]))


def remake() -> None:
    """Play it and write it down, a game a line."""
    request = asked()
    results = compare(request, executor=in_processes(request, 1))
    games = ",\n".join(json.dumps(results.games[n]) for n in range(len(results.games)))
    write_whole(FILE, f'{{"request": {json.dumps(request.manifest())},\n"games": [\n{games}\n]}}\n')


if __name__ == "__main__":
    remake()
