"""The frame of the app: its title, its look and its pages."""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.navigation import navigation
from rcr.ui.app.start import load_all, spare_the_collector
from rcr.ui.app.style import choose_type_size, style

st.set_page_config(page_title="RCR Explorer", page_icon="🔗", layout="wide")
page = navigation()
with st.sidebar:
    st.header("RCR Explorer", anchor=False)
    choose_type_size()
style()
load_all()
page.run()
spare_the_collector()
