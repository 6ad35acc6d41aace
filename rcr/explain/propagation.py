"""What model-split is called elsewhere, and whether its messages have come to rest."""

from __future__ import annotations

from rcr.compensation.scheme import Stride
from rcr.compensation.sweep import Sweeper
from rcr.compensation.update import SPLIT
from rcr.run import Run


def propagation(run: Run) -> str:
    """A sentence or two about the message passing that a run does now; empty under other schemes,
    and once nothing is relaxed.
    """
    relaxation = run.state.relaxation
    if run.settings.rule != SPLIT or relaxation.complete:
        return ""
    if relaxation.count == 0:
        name = "This is **loopy belief propagation**."
    elif relaxation.loops_closed == 0:
        name = (
            "This is **iterative joingraph propagation**; with no loop closed it ends "
            "where loopy belief propagation does."
        )
    else:
        name = "This is **iterative joingraph propagation**."
    return f"{name} {_rest(run)}"


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
    after, advice = f"after {run.state.sweeps:,} sweeps", "More damping" if damping else "Damping"
    return (
        f"It **has not converged**: {after} the messages still change by up to "
        f"{change:.2g}. {advice} (sidebar, Compensation) may help."
    )


def _change(run: Run) -> float:
    """How far an undamped update would move a message at most."""
    relaxation, theta = run.state.relaxation, run.state.theta.array()
    undamped = run.settings.compensation._replace(stride=Stride(0.0))
    sweeper = Sweeper(run.engine(relaxation), undamped, theta)
    return float(sweeper.examine(relaxation.relaxed).residual.max())
