"""The default engine: a compiled junction tree for each component of the relaxed model."""

from rcr.engines.junction_tree.engine import JunctionTree, Plan, plan, plan_within

__all__ = ["JunctionTree", "Plan", "plan", "plan_within"]
