"""Who goes a way through a run: what rounds, searches and pruning need of it, and nothing else."""

from __future__ import annotations

from typing import Protocol

from rcr.recovery.candidates import Group
from rcr.run.problem import Problem
from rcr.run.steps import Stretch
from rcr.state import Action, State


class Walker(Protocol):
    """It has a problem and a current state, moves by actions, and can take them back."""

    problem: Problem
    stopped_because: str

    @property
    def state(self) -> State: ...

    @property
    def states(self) -> dict[int, State]: ...

    def act(self, action: Action, stretch: Stretch = ...) -> State: ...

    def recover_groups(self, groups: list[Group]) -> State: ...

    def goto(self, where: int | str) -> State: ...

    def delete(self, number: int) -> None: ...
