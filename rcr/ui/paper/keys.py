"""The keys of the choices on Paper that outlive a change of page (see rcr.ui.widgets)."""

PART = "paper:part"
NETWORK = "paper:figure"
LOG_GAP = "paper:log"


def first_seed(part: str) -> str:
    return f"paper:first:{part}"


def seed_count(part: str) -> str:
    return f"paper:count:{part}"


def instance(part: str) -> str:
    return f"paper:instance:{part}"
