"""The keys of the choices on Compare that outlive a change of page (see rcr.ui.widgets)."""

PAGE = "compare"  # before the parameters of plug-ins

MODELS = "compare:models"
CONTESTANTS = "compare:contestants"
MORE_CONTESTANTS = "compare:more"
SEEDS = "compare:seeds"
SECONDS = "compare:seconds"

VIEW = "compare:view"
SHOWN = "compare:shown"
AXIS = "compare:axis"
LOG_GAP = "compare:log-gap"
A = "compare:a"
B = "compare:b"
FIGURE = "compare:figure"
GROUP = "compare:group"
IN_THE_PLACE_OF = "compare:in-the-place-of"


def scrubber(axis: str) -> str:
    """Of the scrubber along an axis."""
    return f"compare:at:{axis}"


def choice(figure: str) -> str:
    """Of what a figure is to show."""
    return f"compare:what:{figure}"
