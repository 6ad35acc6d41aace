"""The frame of the app: its title, its look and its pages."""

from __future__ import annotations

import streamlit as st

st.set_page_config(page_title="RCR Explorer", page_icon="🔗", layout="wide")
page = st.navigation([st.Page("pages/explore.py", title="Explore", icon="🔎", default=True)])
with st.sidebar:
    st.header("RCR Explorer", anchor=False)
    big = st.toggle("Big type", help="For a projector", key="big_type")
st.html(f"<style>html {{font-size: {125 if big else 100}%}} .stMainBlockContainer {{padding: 0.5rem 2rem 2rem}}</style>")
page.run()
