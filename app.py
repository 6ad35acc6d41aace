"""The frame of the app: its title, its look and its pages."""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.navigation import navigation
from rcr.ui.app.start import load_all, spare_the_collector
from rcr.ui.app.style import style
from rcr.ui.explore.sidebar import remember

st.set_page_config(page_title="RCR Explorer", page_icon="🔗", layout="wide")
remember()
page = navigation()
with st.sidebar:
    st.header("RCR Explorer", anchor=False)
    big = st.toggle("Big type", help="For a projector", key="big_type")
style(big)
load_all()
page.run()
spare_the_collector()
