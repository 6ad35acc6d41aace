"""The keys of the choices on Models that outlive a change of page (see rcr.ui.widgets)."""

PAGE = "models"  # before the parameters of plug-ins

SECTION = "models:section"
FAMILY = "models:family"
HAPLOTYPES = "models:haplotypes"
TEXT = "models:text"
VARIABLE = "models:variable"
FIND_VARIABLE = "models:find-variable"
OBSERVED_ONLY = "models:observed-only"
FACTOR = "models:factor"
FIND_FACTOR = "models:find-factor"
OWN_FACTORS = "models:own-factors"
TABLE_MODE = "models:mode"
LOGARITHMS = "models:log"


def own(name: str) -> str:
    """A number about the visitor's own haplotypes."""
    return f"models:own-{name}"
