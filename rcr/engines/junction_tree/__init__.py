"""The default engine: a compiled junction tree for each component of the relaxed model."""

from rcr.engines.junction_tree.engine import (
    MIN_DIVIDED_CONSTRAINTS,
    JunctionTree,
    Plan,
    is_near,
    plan,
    plan_within,
)

__all__ = ["MIN_DIVIDED_CONSTRAINTS", "JunctionTree", "Plan", "is_near", "plan", "plan_within"]
