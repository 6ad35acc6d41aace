"""What a run of a script tells the browser of the settings is the same, remembered or not."""

from __future__ import annotations

from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session

from rcr.ui.app.messages import SETTINGS, remembered

SECTIONS = ("light", "dark", "sidebar")


def told(populate_theme, populate_config) -> bytes:
    """The settings as streamlit puts them into the first message of a run."""
    message = NewSession()
    theme = message.custom_theme
    populate_theme(theme)
    for section in SECTIONS:
        populate_theme(getattr(theme, section), f"theme.{section}")
    for section in SECTIONS[:2]:
        populate_theme(getattr(theme, section).sidebar, f"theme.{section}.sidebar")
    populate_config(message.config)
    return message.SerializeToString(deterministic=True)


def test_remembered_settings_are_the_same_in_every_message():
    plain = [getattr(app_session, name) for name in SETTINGS]
    config.get_config_options(force_reparse=True)
    wanted = told(*plain)
    assert b"#0072B2" in wanted  # of the app's own theme
    again = [remembered(populate) for populate in plain]
    assert told(*again) == wanted  # gone through
    assert told(*again) == wanted  # remembered


def test_settings_are_gone_through_once():
    asked: list[str] = []

    def populate(message, section="theme"):
        asked.append(section)
        message.base = 1

    fill = remembered(populate)
    for _ in range(3):
        message = NewSession()
        fill(message.custom_theme)
        fill(message.custom_theme.dark, "theme.dark")
        assert (message.custom_theme.base, message.custom_theme.dark.base) == (1, 1)
    assert asked == ["theme", "theme.dark"]
