"""The keys of the choices on Compare that outlive a change of page (see rcr.ui.widgets)."""

PAGE = "compare"  # before the parameters of plug-ins

MODELS = "compare:models"
CONTESTANTS = "compare:contestants"
MORE_CONTESTANTS = "compare:more"
SEEDS = "compare:seeds"
SECONDS = "compare:seconds"
