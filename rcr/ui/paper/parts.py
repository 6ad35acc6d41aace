"""The parts of the Paper page, in their order."""

from __future__ import annotations

from rcr.ui.paper.figure_1 import FIGURE_1
from rcr.ui.paper.partition_function import PARTITION
from rcr.ui.paper.table_1 import TABLE_1
from rcr.ui.paper.table_2 import TABLE_2

PARTS = {"grids": TABLE_1, "haplotype": TABLE_2, "figure": FIGURE_1, "partition": PARTITION}
