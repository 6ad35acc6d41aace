"""Where variables and factors stand: a grid as a grid, a long network along a line with arcs,
anything else by springs.
"""

from __future__ import annotations

from collections.abc import Sequence

from rcr.model import Model
from rcr.views.layout.grid import grid_layout, named_cells, numbered_cells
from rcr.views.layout.line import is_long, line_layout
from rcr.views.layout.places import Layout, Scopes
from rcr.views.layout.springs import springs_layout


def lay_out(model: Model, variables: Sequence[int], scopes: Scopes) -> Layout:
    """Positions of these variables and of the factors with these scopes; the same model always
    gets the same picture.
    """
    cells = named_cells(model) or numbered_cells(model)
    if cells is not None:
        return grid_layout(cells, variables, scopes)
    return line_layout(variables, scopes) if is_long(model) else springs_layout(variables, scopes)
