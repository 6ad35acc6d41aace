"""Inspect on the Models page: the figures of the current model, its variables with their evidence,
its factors with their tables.
"""

from __future__ import annotations

import streamlit as st

from rcr.ui.models.factor_panel import factor_panel
from rcr.ui.models.facts_panel import facts_panel
from rcr.ui.models.variable_panel import evidence_panel, variable_panel
from rcr.ui.models.workbench import Workbench


def inspect(bench: Workbench) -> None:
    """Figures above; variables and evidence on the left, factors and tables on the right."""
    facts_panel(bench)
    variables, factors = st.columns(2, gap="large")
    with variables:
        chosen = variable_panel(bench)
        if chosen is not None:
            evidence_panel(bench, chosen)
    with factors:
        factor_panel(bench, chosen)
