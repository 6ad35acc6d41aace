"""Where the app's own files are: in the checkout, or inside the installed package."""

from __future__ import annotations

from pathlib import Path


def site() -> Path:
    """The folder of the documentation site, which ``make docs`` builds; it may not be there."""
    return Path(__file__).resolve().parent / "_site"


def root() -> Path:
    """The folder that holds ``app.py``, ``pages/``, ``sample_models/`` and ``.streamlit/``."""
    package = Path(__file__).resolve().parent
    bundled = package / "_bundle"
    return bundled if bundled.is_dir() else package.parent
