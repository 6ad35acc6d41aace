"""The server of the app: streamlit's, which sends the page's own look with its very first page,
compiles the kernels behind it, and serves the documentation.
"""

from __future__ import annotations

import sys

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from streamlit.runtime.pages_manager import PagesManager

from rcr import bundle, warmup
from rcr.ui.app.documentation import DOCUMENTATION
from rcr.ui.app.first_page import FirstPage
from rcr.ui.app.messages import remember_settings

remember_settings()
warmup.begin(lambda line: print(line, file=sys.stderr, flush=True))
# Else streamlit makes a menu of its own of the files in pages/, and runs the first page that a new
# server is asked for without app.py.
PagesManager.uses_pages_directory = False
manual = Mount(DOCUMENTATION, StaticFiles(directory=bundle.site(), html=True, check_dir=False))
app = st.App(bundle.root() / "app.py", routes=[manual], middleware=[Middleware(FirstPage)])
