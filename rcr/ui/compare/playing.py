"""Which comparison is shown, and starting, stopping and going on with one."""

from __future__ import annotations

from rcr import ModelError
from rcr.classroom import StoreError
from rcr.compare.kept_comparisons import Games, KeptComparisons
from rcr.compare.request import Request
from rcr.compare.shipped import read_shipped
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.sidebar import Asked, restore
from rcr.ui.store import comparisons_folder
from rcr.ui.visitor import visitor


def shown_comparison() -> Comparison:
    """The visitor's own: under way, or the latest that was kept, with the menus as they were then;
    otherwise the one that comes with the app, so that there is something to see. Before the menus
    are drawn.
    """
    visit = visitor().compare
    if visit.comparison is None:
        visit.comparison = _latest() or _shipped()
    return visit.comparison


def start(asked: Asked) -> None:
    """Begin another comparison; what was under way ends, what is kept of this one already is not
    played again.
    """
    visit = visitor().compare
    try:
        wanted = asked.request()
        folder, games = None, {}
        if (kept := _kept()) is not None:
            folder, games = kept.folder(wanted), kept.open(wanted, asked.menus)
        fresh = Comparison(wanted, games, folder)
    except ModelError as error:
        visit.complaint.text = str(error)
        return
    stop()
    visit.comparison = fresh
    if not fresh.complete:
        fresh.go_on()


def show_again(request: Request) -> None:
    """Show a comparison that is kept, with the menus as they were then."""
    visit, kept = visitor().compare, kept_comparisons()
    if kept is None:
        return
    try:
        visit.comparison = _restored(kept, request, kept.open(request))
    except ModelError as error:
        visit.complaint.text = str(error)


def show_shipped() -> None:
    """Show the comparison that comes with the app."""
    visitor().compare.comparison = _shipped()


def go_on() -> None:
    """Play what is missing of the comparison that is shown."""
    shown_comparison().go_on()


def stop() -> None:
    """End what is under way; what is finished stays."""
    if (comparison := visitor().compare.comparison) is not None:
        comparison.stop()


def _kept() -> KeptComparisons | None:
    """The visitor's comparisons in the folder of the store, who is known there from now on; none
    where the store cannot be used, which is said.
    """
    keeper = visitor().keeper
    if keeper is None:
        return None
    try:
        keeper.who()
    except StoreError as error:
        visitor().compare.complaint.text = f"{error}; this comparison is lost with the page"
        return None
    return KeptComparisons.of(comparisons_folder(), keeper.secret)


def kept_comparisons() -> KeptComparisons | None:
    """The visitor's comparisons, where he has been seen before."""
    keeper = visitor().keeper
    if keeper is None or not keeper.is_known:
        return None
    return KeptComparisons.of(comparisons_folder(), keeper.secret)


def _shipped() -> Comparison:
    return Comparison(*read_shipped(), is_shipped=True)


def _latest() -> Comparison | None:
    kept = kept_comparisons()
    found = kept.latest() if kept is not None else None
    return _restored(kept, *found) if kept is not None and found is not None else None


def _restored(kept: KeptComparisons, request: Request, games: Games) -> Comparison:
    restore(kept.menus(request))
    return Comparison(request, games, kept.folder(request))
