"""A lower bound on the partition function that converges: structured mean field, on the same
relaxation that bounds it from above.
"""

from rcr.mean_field.lower_bound import (
    AFFORDABLE_ENTRIES,
    MeanField,
    bounds_with_states_held,
    mean_field,
)

__all__ = ["AFFORDABLE_ENTRIES", "MeanField", "bounds_with_states_held", "mean_field"]
