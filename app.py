"""The frame of the app: its title, its look and its pages."""

from __future__ import annotations

import streamlit as st

st.set_page_config(page_title="RCR Explorer", page_icon="🔗", layout="wide")
page = st.navigation([st.Page("pages/explore.py", title="Explore", icon="🔎", default=True)])
with st.sidebar:
    st.header("RCR Explorer", anchor=False)
page.run()
