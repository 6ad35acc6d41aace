"""The frame of the app: its title, its look and its pages."""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.documentation import link_documentation
from rcr.ui.app.language import choose_language
from rcr.ui.app.navigation import navigation
from rcr.ui.app.start import load_all, spare_the_collector
from rcr.ui.app.style import style
from rcr.ui.app.waiting import await_kernels
from rcr.ui.classroom.banner import class_banner
from rcr.ui.classroom.desk_line import teachers_line
from rcr.ui.classroom.entering import come_back
from rcr.ui.classroom.locks import lock
from rcr.ui.components.shortcuts import shortcuts
from rcr.ui.keeping.address import read_address, write_address
from rcr.ui.store import tidy

st.set_page_config(page_title="RCR Explorer", page_icon="🔗", layout="wide")
page = navigation()
with st.sidebar:
    st.title("RCR Explorer", anchor=False)
    choose_language()
style()
shortcuts()
await_kernels()
load_all()
read_address()
tidy()
come_back()
class_banner(page.url_path)
teachers_line(page.url_path)
lock()
page.run()
link_documentation()
write_address()
spare_the_collector()
