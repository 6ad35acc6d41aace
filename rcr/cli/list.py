"""``rcr list``: every plug-in there is, with its parameters."""

from __future__ import annotations

import argparse

from rcr import registry

KINDS = {
    "compensation": "schemes",
    "recovery": "recovery heuristics",
    "engine": "engines",
    "generator": "generators",
    "format": "formats",
    "peer": "peers",
    "exercise": "exercises",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """It takes none of its own."""


def run_command(args: argparse.Namespace) -> int:
    """Print the plug-ins of each kind."""
    for kind, title in KINDS.items():
        print(f"{title}:")
        for name, plugin in registry.plugins(kind).items():
            print(f"  {name:20} {plugin.summary}")
            for p in plugin.parameters:
                print(f"  {'':20}   {p.name} = {p.default} ({p.allowed}): {p.domain.help}")
    return 0
