"""The css files of the pages, which stand beside their code."""

from __future__ import annotations

from pathlib import Path

from rcr.ui.components.code import STYLE as CODE_STYLE

HERE = Path(__file__).parent
PRESENT = "present"  # the part of the address that says that a page is on a projector
PRESENTER = "presenter.css"  # in the folder of a page that can be presented


def sheet(path: Path) -> str:
    """A css file as an element of the page."""
    return f"<style>{path.read_text(encoding='utf-8')}</style>"


def frame_sheets() -> list[Path]:
    """The css files that every page has in common."""
    return [HERE / "app.css", HERE.parent / "classroom" / "banner.css", CODE_STYLE]


def page_sheets(page: str, presented: bool) -> list[Path]:
    """What a page adds of its own: the css file in its folder, if there is one, and where it can
    be presented and is, what a projector needs.
    """
    folder = HERE.parent / page
    found = [path for path in [folder / f"{page}.css"] if path.exists()]
    if presented and (folder / PRESENTER).exists():
        found += [HERE / PRESENTER, folder / PRESENTER]
    return found
