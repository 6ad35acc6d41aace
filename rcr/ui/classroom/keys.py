"""The keys of the choices on the Class page that outlive a change of page (see rcr.ui.widgets)."""

PANEL = "class:panel"
KIND = "class:kind"
SORT = "class:sort"
TASK = "class:task"
VIEW = "class:view"

AWAY_SECONDS = 20.0  # without a look from a student's page
