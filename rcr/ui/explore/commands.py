"""What a visitor can do to a run, each a small value that says what it is and does it."""

from __future__ import annotations

from dataclasses import dataclass

from rcr import Run
from rcr.run.settings import Settings

START_NUMBER = 0  # the number of the state that every run begins with


@dataclass(frozen=True)
class Update:
    """Compensate one constraint, or some one after the other."""

    count: int

    def do(self, run: Run) -> None:
        run.compensate(self.count)


@dataclass(frozen=True)
class Sweep:
    """Compensate every relaxed constraint once."""

    def do(self, run: Run) -> None:
        run.sweep()


@dataclass(frozen=True)
class Settle:
    """Sweep until the bound stands still."""

    def do(self, run: Run) -> None:
        run.converge()


@dataclass(frozen=True)
class RecoverSuggested:
    """Recover what the heuristic suggests."""

    def do(self, run: Run) -> None:
        run.recover_suggested()


@dataclass(frozen=True)
class Recover:
    """Put these constraints back in."""

    constraints: tuple[str, ...]

    def do(self, run: Run) -> None:
        run.recover(self.constraints)


@dataclass(frozen=True)
class Relax:
    """Take these constraints out again."""

    constraints: tuple[str, ...]

    def do(self, run: Run) -> None:
        run.relax(self.constraints)


@dataclass(frozen=True)
class Condition:
    """Branch, here or at an earlier state: only assignments with this state of a variable count
    from there on.
    """

    variable: int
    value: int
    number: int | None = None  # of the earlier state

    def do(self, run: Run) -> None:
        if self.number is not None:
            run.goto(self.number)
        run.condition(self.variable, self.value)


@dataclass(frozen=True)
class Gather:
    """Take together what the branches on a variable have proved, at the state they leave from."""

    number: int
    variable: int

    def do(self, run: Run) -> None:
        run.goto(self.number)
        run.gather(self.variable)


@dataclass(frozen=True)
class GoTo:
    """Go to a state that the run has been in."""

    number: int

    def do(self, run: Run) -> None:
        run.goto(self.number)


@dataclass(frozen=True)
class Name:
    """Give a state a name, and stay where we are."""

    number: int
    name: str

    def do(self, run: Run) -> None:
        here = run.state
        run.goto(self.number)
        run.branch(self.name)
        run.goto(here.number)


@dataclass(frozen=True)
class Delete:
    """Forget a state and everything that came from it."""

    number: int

    def do(self, run: Run) -> None:
        run.delete(self.number)


@dataclass(frozen=True)
class Restart:
    """To the start again, compensated or with every θ at 1; what was done stays in the history."""

    compensated: bool = True

    def do(self, run: Run) -> None:
        run.goto(START_NUMBER)
        if self.compensated:
            run.converge()


@dataclass(frozen=True)
class Back:
    """Undo the last step, with the compensation that belonged to it."""

    def do(self, run: Run) -> None:
        run.back()


@dataclass(frozen=True)
class Forward:
    """Do again what was taken back last."""

    def do(self, run: Run) -> None:
        run.forward()


@dataclass(frozen=True)
class GoOnWith:
    """Other settings from here on."""

    settings: Settings

    def do(self, run: Run) -> None:
        run.go_on_with(self.settings)


# what compensation may follow at once
Change = RecoverSuggested | Recover | Relax | Condition
Command = (
    Update
    | Sweep
    | Settle
    | Change
    | Gather
    | Back
    | Forward
    | GoTo
    | Name
    | Delete
    | Restart
    | GoOnWith
)
