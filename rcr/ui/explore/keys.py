"""The keys of the choices on Explore that outlive a change of page (see rcr.ui.widgets)."""

PAGE = "explore"  # before the parameters of plug-ins

MODEL = "explore:model"
START = "explore:start"
RECOVERY = "explore:recovery"
BATCH = "explore:batch"
TASK = "explore:task"
ORDER = "explore:order"
SEED = "explore:seed"
SPEED = "explore:speed"
FINISH_WITH = "explore:finish-with"
VIEW = "explore:view"
CENTRE = "explore:centre"
HOPS = "explore:hops"
COMPENSATE_AFTER_CLICK = "explore:compensate-after-click"
AXIS = "explore:axis"
LOG_GAP = "explore:log-gap"
EXACT = "explore:exact"
LP = "explore:lp"
PANEL = "explore:panel"
TABLE_FILTER = "explore:table-filter"
TABLE_SEARCH = "explore:table-search"
CIRCUIT_THETA = "explore:circuit-theta"
CIRCUIT_PART = "explore:circuit-part"


def scheme(task: str) -> str:
    """Each task remembers its own scheme."""
    return f"explore:scheme-{task}"
