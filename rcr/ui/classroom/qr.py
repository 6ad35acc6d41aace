"""A QR code on the page."""

from __future__ import annotations

from io import BytesIO

import segno
import streamlit as st

from rcr.ui.components.drawing import drawing


@st.cache_data(max_entries=100, show_spinner=False)
def qr_svg(address: str) -> str:
    """Dark on white whatever the page's colours are, since phones look for that."""
    out = BytesIO()
    made = segno.make(address, micro=False, error="m")
    made.save(out, kind="svg", scale=1, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return f'<div role="img" aria-label="QR code">{out.getvalue().decode()}</div>'


def qr_code(address: str, *, key: str) -> None:
    """Draw it, as wide as its place."""
    drawing(qr_svg(address), key=key, look="whole-width")
