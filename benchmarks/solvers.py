"""Solvers of other people, where their commands are installed: a model in, its proved value and CPU
seconds out.

toulbar2 is a package of Debian and Ubuntu (``apt-get install toulbar2``); daoopt is built from its
sources (github.com/lotten/daoopt, cmake and a C++ compiler). Neither is a dependency.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from rcr import Model, save_model

# what is said once the optimum is proved, with the states where they are said there
TOULBAR2 = re.compile(r"^Optimum: ", re.MULTILINE)
DAOOPT = re.compile(r"^s \S+ \d+ ([\d ]+)$", re.MULTILINE)
DECOMPOSED = ("-B=1", "-O=-3")  # toulbar2 on a tree decomposition by min-fill


class Answer(NamedTuple):
    """What a solver says of a model: its value where proved, and what that cost."""

    value: float | None
    seconds: float


def installed() -> list[str]:
    """The names of those that can be asked here."""
    found = ["toulbar2", "toulbar2 on a tree"] if shutil.which("toulbar2") else []
    return found + (["daoopt"] if shutil.which("daoopt") else [])


def ask(name: str, model: Model, seconds: float) -> Answer:
    """Have a solver prove a model's MPE value within CPU seconds; its assignment is evaluated
    here, so that the digits of all are comparable.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, states = Path(folder, "model.uai"), Path(folder, "states")
        save_model(model, file)
        if name == "daoopt":
            command = ["daoopt", "-f", str(file), "-i", "16"]
        else:
            more = DECOMPOSED if name.endswith("tree") else ()
            command = ["toulbar2", str(file), f"-timer={seconds:.0f}", f"-w={states}", *more]
        before = _cpu_of_children()
        said = _said(command, seconds)
        took = _cpu_of_children() - before
        if name == "daoopt":
            proved = DAOOPT.search(said)
            found = proved[1].split() if proved else []
        else:
            found = states.read_text().split() if TOULBAR2.search(said) else []
    return Answer(model.log_value(list(map(int, found))) if found else None, took)


def _said(command: list[str], seconds: float) -> str:
    """What a command prints, until a limit on its CPU time ends it."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))

    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    return ended.stdout


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
