"""A study: what a file asks for, played into a folder; what is there already is not redone."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rcr.compare.common_models import on_common_models
from rcr.compare.comparison import ComparisonResults, Progress, in_processes, play_games
from rcr.compare.game import Game
from rcr.compare.request import Request
from rcr.compare.table import median_lines, verdict_lines
from rcr.results.folder import ResultFolder, write_whole
from rcr.results.game import Executor
from rcr.run.budget import Cancel
from rcr.version import made_with

REPORT = "report.md"


@dataclass(frozen=True)
class Study:
    """What is compared, under a title; ``request`` has a model of another name for each seed of a
    generator, and the number of the repetition as the seed of random choices.
    """

    title: str
    request: Request

    def games(self) -> dict[str, Game]:
        """The games by a digest of all that their results depend on."""
        plugins = sorted(file.digest for file in self.request.plugin_files())
        return {_digest(game, plugins): game for game in self.request.games()}

    def manifest(self) -> dict[str, Any]:
        """The study as plain data with the environment that it is played in."""
        return {
            **self.request.manifest(),
            "format": "rcr-study",
            "title": self.title,
            "made_with": made_with(),
        }


def play_study(
    study: Study,
    folder: str | Path,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    progress: Progress = lambda number, row: None,
) -> ComparisonResults:
    """Play what the folder does not hold yet, and write the tables and the report of all of it.

    Results of models, contestants or versions that the study no longer has stay in the folder, so
    that going back to them costs nothing; the tables leave them out.
    """
    kept = ResultFolder(Path(folder), "study.json", "games")
    held = kept.open(study.manifest(), "study", lambda held, wanted: [])
    executor = executor or in_processes(study.request, 1)
    results = play_games(study.games(), executor, kept, held, cancel, progress)
    write_whole(kept.root / REPORT, _report(study, results))
    results.files.append(REPORT)
    return results


def _report(study: Study, results: ComparisonResults) -> str:
    """The medians and who wins, as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in made_with().items())
    ground = on_common_models(results.summaries, study.request)
    count = len(results.games) + len(results.unfinished)
    parts = [
        f"# {study.title}",
        f"{len(results.games)} of {count} runs finished, with {versions}.",
        "```text\n" + "\n".join(median_lines(results.summaries, ground)) + "\n```",
        *verdict_lines(ground),
    ]
    return "\n\n".join(parts) + "\n"


def _digest(game: Game, plugins: list[str]) -> str:
    asked = {
        "model": [game.subject.name, game.subject.digest, game.subject.seed],
        "contestant": asdict(game.contestant),
        "time_limit": game.time_limit,
        "plugins": plugins,
        "made_with": made_with(),
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:32]
