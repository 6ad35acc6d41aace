"""The exact answer where a junction tree of the whole model is affordable, to hold the bounds
against.
"""

from __future__ import annotations

import numpy as np

from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.protocol import Cost
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from rcr.run.problem import MAX_COUNTED_CIRCUIT_BYTES

AFFORDABLE_BYTES = 1 << 28  # of tables that take about a second


def exact_cost(cloned: ClonedModel) -> Cost:
    """What exact inference takes, known before anything large is set up."""
    return plan(Relaxation.everything(cloned)).cost


def exact_value(cloned: ClonedModel, sums: bool, max_bytes: int = AFFORDABLE_BYTES) -> float:
    """Log MPE value or log partition function; refused with its cost (TooLarge) if that passes the
    limit.
    """
    return JunctionTree(Relaxation.everything(cloned), sums, max_bytes).value(
        cloned.ground.no_theta()
    )


def exact_marginals(
    cloned: ClonedModel, sums: bool, max_bytes: int = AFFORDABLE_BYTES
) -> list[np.ndarray]:
    """Log marginals of every variable (MPE or partition function), refused likewise."""
    return JunctionTree(Relaxation.everything(cloned), sums, max_bytes).marginals(
        cloned.ground.no_theta()
    )


def exact_circuit_size(cloned: ClonedModel, max_bytes: int = MAX_COUNTED_CIRCUIT_BYTES) -> int:
    """Nodes and edges of the circuit of the whole model; refused with its cost (TooLarge) if
    counting passes the limit.
    """
    return circuit_size(Relaxation.everything(cloned), max_bytes).total


def proved_value(run: Run) -> float | None:
    """The answer, if a certificate anywhere in the run's history proves it."""
    for state in run.states.values():
        if state.certificate is not None:
            return (
                state.upper
                if state.certificate.kind == "infeasible" or run.settings.sums
                else state.lower
            )
    return None
