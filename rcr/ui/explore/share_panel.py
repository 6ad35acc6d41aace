"""The panel with files to keep, a link to pass on, and a way to open what was kept."""

from __future__ import annotations

import json
from collections.abc import Callable

import streamlit as st

from rcr import ModelError, Run
from rcr.run.file import to_dict
from rcr.run.link import to_link
from rcr.ui.classroom.link_panel import link_panel
from rcr.ui.components.chart import CONFIG
from rcr.ui.explore import keys
from rcr.ui.explore.opening import LINK
from rcr.ui.explore.pictures import pictures
from rcr.ui.explore.question import Question
from rcr.ui.explore.visit import SavedFile
from rcr.ui.uploads import uploaded
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen
from rcr.views.bounds.chart import plot_run
from rcr.views.network.changes import changes
from rcr.views.network.picture import Picture
from rcr.views.network_html import html_page


def share_panel(run: Run, question: Question, drawn: Picture) -> None:
    """Downloads, the link, and the place for a file."""
    name, title, axis = run.model.name, question.about.title, chosen(keys.AXIS, "updates")
    with st.container(horizontal=True):
        _download(
            "Save this run",
            lambda: json.dumps(to_dict(run)),
            f"{name}.rcr.json",
            "application/json",
        )
        _download(
            "Graph as a page",
            lambda: html_page(drawn, changes(drawn, run.state), title),
            f"{name}-graph.html",
            "text/html",
        )
        _download(
            "Chart as a page",
            lambda: plot_run(run, axis).to_html(CONFIG, include_plotlyjs=True),
            f"{name}-bounds.html",
            "text/html",
        )
        link_panel(run)
    pictures(run, title, drawn, _link(run))
    if (file := uploaded("Open a saved run", key="open_run")) is not None:
        visitor().explore.wanted_file = SavedFile(file.getvalue(), file.name)
        st.rerun()


def _download(label: str, make: Callable[[], str], name: str, mime: str) -> None:
    """A button to a file that is made only when it is asked for."""
    st.download_button(label, make, name, mime, on_click="ignore")


def _link(run: Run) -> str:
    """A link to exactly this state, or why there is none; returns it."""
    try:
        link = f"{(st.context.url or '').partition('?')[0]}?{LINK}={to_link(run)}"
        st.caption("A link to exactly this state:")
        st.code(link, language=None, wrap_lines=True)
        return link
    except ModelError as error:
        st.caption(f"No link: {error}.")
        return ""
