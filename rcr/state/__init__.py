"""One moment of a run: what is recovered, every θ, the bounds known then, and what led there."""

from rcr.state.actions import (
    Action,
    Branch,
    Compensate,
    Exhaust,
    Gather,
    Recover,
    Relax,
    Start,
    Step,
    action_as_dict,
    action_from_dict,
)
from rcr.state.bounds import Bounds, Certificate
from rcr.state.shared_vector import SharedVector
from rcr.state.state import State

__all__ = [
    "Action",
    "Bounds",
    "Branch",
    "Certificate",
    "Compensate",
    "Exhaust",
    "Gather",
    "Recover",
    "Relax",
    "SharedVector",
    "Start",
    "State",
    "Step",
    "action_as_dict",
    "action_from_dict",
]
