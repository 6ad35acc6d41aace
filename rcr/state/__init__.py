"""One moment of a run: what is recovered, every θ, and the bounds known then."""

from rcr.state.bounds import Bounds, Certificate
from rcr.state.shared_vector import SharedVector
from rcr.state.state import State

__all__ = ["Bounds", "Certificate", "SharedVector", "State"]
