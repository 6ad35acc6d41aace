"""What the commands share that play many games: where they play, how far they are, who won."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from rcr.cli.terminal import Interrupt, Line, tell_unfinished
from rcr.compare.common_models import on_common_models
from rcr.compare.comparison import ComparisonResults, Progress, in_processes, on_cluster
from rcr.compare.request import Request
from rcr.compare.table import median_lines, verdict_lines
from rcr.model import ModelError
from rcr.results.game import Executor
from rcr.run.budget import Cancel
from rcr.text.words import counted

Play = Callable[[Executor, Cancel, Progress], ComparisonResults]


def play_and_tell(request: Request, args: argparse.Namespace, play: Play) -> int:
    """Play the games of a request where the options say, and print the medians and who wins."""
    if args.jobs < 1:
        raise ModelError("--jobs must be at least 1")
    line, finished = Line(), 0

    def progress(number: int, row: dict[str, Any]) -> None:
        nonlocal finished
        finished += "summary" in row
        if line.due:
            line.show(f"{finished} games finished")

    executor: Executor = (
        on_cluster(request, args.cluster) if args.cluster else in_processes(request, args.jobs)
    )
    with Interrupt() as cancel:
        results = play(executor, cancel, progress)
    line.clear()
    ground = on_common_models(results.summaries, request)
    print("\n".join([*median_lines(results.summaries, ground), *verdict_lines(ground)]))
    has_parquet = any(name.endswith(".parquet") for name in results.files)
    note = "" if has_parquet else " (no Parquet: pyarrow is not installed)"
    if found := len(results.games) - finished:
        print(f"{found:,} of {counted(len(results.games), 'run')} had been played already")
    print(f"{args.out}: {', '.join(results.files)}{note}")
    return tell_unfinished(results.unfinished)
