"""An experiment run again: its instances are games, kept in a folder one by one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from rcr.model import ModelError
from rcr.paper.experiment import Experiment, Row
from rcr.results.cluster import Cluster
from rcr.results.folder import Manifest, ResultFolder
from rcr.results.game import Executor, Report
from rcr.results.in_this_process import OneByOne
from rcr.results.processes import Processes
from rcr.results.resume import play_missing
from rcr.run.budget import Cancel
from rcr.version import made_with


@dataclass(frozen=True)
class Instance:
    """One instance of an experiment as a game; it is played to its end even if cancelled."""

    experiment: Experiment
    name: str
    data: str | None = None

    def play(self, report: Report, cancel: Cancel | None = None) -> list[Row]:
        """The rows of the instance."""
        return self.experiment.play(self.name, self.data)

    def with_its_file(self) -> Instance | SentInstance:
        """The same for a machine that does not have the folder of data."""
        if self.data is None:
            return self
        return SentInstance(self, (Path(self.data) / self.name).read_bytes())


@dataclass(frozen=True)
class SentInstance:
    """An instance that carries its own model file."""

    instance: Instance
    file: bytes

    def play(self, report: Report, cancel: Cancel | None = None) -> list[Row]:
        """The rows of the instance, which finds its file in a folder for the time."""
        with TemporaryDirectory() as folder:
            (Path(folder) / self.instance.name).write_bytes(self.file)
            return replace(self.instance, data=folder).play(report, cancel)


@dataclass(frozen=True)
class Rerun:
    """All rows there are, and why the others are missing, by instance."""

    rows: list[Row]
    unfinished: dict[str, str]


def instances(
    experiment: Experiment, names: Iterable[str], data: str | None = None
) -> dict[str, Instance]:
    """The games of some instances by their names."""
    return {name: Instance(experiment, name, data) for name in names}


def rerun(
    experiment: Experiment,
    folder: str | Path,
    count: int | None = None,
    jobs: int = 1,
    data: str | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    cluster: str | None = None,
) -> Rerun:
    """Play every instance that the folder does not hold yet, here or on the cluster at an address,
    and write the tables.
    """
    count = experiment.instances if count is None else count
    if count < 1 or jobs < 1:
        raise ModelError("--instances and --jobs must be at least 1")
    if data is not None and not experiment.takes_data:
        raise ModelError(
            f"the experiment {experiment.name} makes its own models; --data is for haplotype "
            "and figure"
        )
    names = experiment.choose(count, data)
    kept = ResultFolder(Path(folder), f"{experiment.name}.json", experiment.name)
    manifest = _manifest(experiment, count, names, data)
    held = kept.open(manifest, f"{experiment.name} experiment", _differences)
    done = len(set(names) & set(held))

    def one_more(name: str, rows: list[Row]) -> None:
        nonlocal done
        done += 1
        progress(done, len(names))

    progress(done, len(names))
    games = instances(experiment, names, data)
    played = play_missing(games, _executor(jobs, cluster), kept, held, cancel, on_finish=one_more)
    rows = [row for name in names for row in played.finished.get(name, ())]
    kept.write_table(experiment.name, rows, experiment.columns)
    return Rerun(rows, played.unfinished)


def _executor(jobs: int, cluster: str | None) -> Executor:
    if cluster is not None:
        return Cluster(cluster, pack=Instance.with_its_file)
    return OneByOne() if jobs == 1 else Processes(jobs)


def _manifest(
    experiment: Experiment, count: int, names: Sequence[str], data: str | None
) -> Manifest:
    """What made the results: the command (how many processes and which folder make no difference),
    the versions and the instances.
    """
    command, files = f"rcr paper {experiment.name} --instances {count}", None
    if data is not None:
        command += f" --data {Path(data).name}"
        files = {
            name: hashlib.sha256((Path(data) / name).read_bytes()).hexdigest() for name in names
        }
    return {
        "experiment": experiment.name,
        "summary": experiment.summary,
        "command": command,
        "versions": made_with(),
        "settings": json.loads(json.dumps(experiment.settings)),
        "instances": list(names),
        "files": files,
    }


def _differences(held: Manifest, wanted: Manifest) -> list[str]:
    """What keeps new results from fitting in with those there are; more instances do not."""
    keys = ("experiment", "versions", "settings")
    differs = [key for key in keys if held.get(key) != wanted[key]]
    old, new = held.get("files"), wanted["files"]
    both = set(old or {}) & set(new or {})
    if (old is None) != (new is None) or any(held["files"][n] != new[n] for n in both):
        differs.append("data")
    return differs
