"""What a scheme is called elsewhere, and whether its messages have come to rest."""

from __future__ import annotations

from rcr.compensation.scheme import Stride
from rcr.compensation.sweep import Sweeper
from rcr.run import Run
from rcr.text.words import counted


def propagation(run: Run) -> str:
    """A sentence or two about the message passing that a run does now; empty where its scheme has
    no other name, and once nothing is relaxed.
    """
    relaxation = run.state.relaxation
    name = "" if relaxation.complete else run.settings.compensation.known_as(relaxation)
    return f"{name} {_rest(run)}" if name else ""


def _rest(run: Run) -> str:
    """Whether the last sweep left the messages in place, and if not, how far an update would still
    move one.
    """
    if run.state.settled:
        return f"Converged: the last sweep moved no message by more than {run.settings.settle:g}."
    damping = run.settings.compensation.stride.amount
    change = _change(run)
    if change <= run.settings.settle:
        return "Converged: no update would move a message any more."
    advice = "More damping" if damping else "Damping"
    sweeps = counted(run.state.sweeps, "sweep")
    return (
        f"It **has not converged**: after {sweeps} the messages still change by up to "
        f"{change:.2g}. {advice} (sidebar, Compensation) may help."
    )


def _change(run: Run) -> float:
    """How far an undamped update would move a message at most."""
    relaxation, theta = run.state.relaxation, run.state.theta.array()
    scheme = run.settings.compensation
    sweeper = Sweeper(run.engine(relaxation), scheme, theta, stride=Stride(0.0))
    return float(sweeper.examine(relaxation.relaxed).residual.max())
