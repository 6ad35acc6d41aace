"""A table beside a menu: choosing a row is choosing from the menu."""

from __future__ import annotations

import streamlit as st

from rcr.ui.widgets import chosen, show
from rcr.views.model_tables import MAX_ROWS

TABLE_PIXELS = 178
NO_SELECTION: dict[str, dict[str, list[int]]] = {"selection": {"rows": []}}


def rows_table(
    rows: list[dict[str, object]], what: str, menu: str, shown: list[int], digest: str
) -> None:
    """The rows; choosing one is choosing it in the menu below, whose key is given."""
    key = f"{what}-rows-{digest[:12]}"

    def picked() -> None:
        for row in chosen(key, NO_SELECTION)["selection"]["rows"]:
            if row < len(shown):
                show(menu, shown[row])

    st.dataframe(
        rows,
        key=key,
        on_select=picked,
        selection_mode="single-row",
        column_config={"coupling": st.column_config.NumberColumn(format="%.4f")},
        hide_index=True,
        height=TABLE_PIXELS,
        placeholder="",
    )


def limit_told(count: int, what: str) -> None:
    if count > MAX_ROWS:
        st.caption(f"The first {MAX_ROWS} of {count:,} {what}; filter to see others.")
    elif not count:
        st.caption(f"No {what} like that; change the filter.")


def stay_among(key: str, shown: list[int]) -> None:
    """A choice that the filter or another model took away falls back to the first."""
    if chosen(key, None) not in shown:
        show(key, shown[0])
