"""What no page may do: report an error, or speak to another machine."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page


def watch(tab: Page) -> list[str]:
    """A list that grows with every fault of the tab from now on."""
    faults: list[str] = []

    def check_address(address: str) -> None:
        if urlsplit(address).hostname not in (None, "localhost"):
            faults.append(f"request to another machine: {address}")

    tab.on(
        "console",
        lambda message: (
            faults.append(f"console: {message.text}") if message.type == "error" else None
        ),
    )
    tab.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    tab.on("request", lambda request: check_address(request.url))
    tab.on("websocket", lambda socket: check_address(socket.url))
    return faults
