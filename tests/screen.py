"""What a page of AppTest sent to its components."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def all_sent(at: AppTest, component: str) -> list[Any]:
    """What each component of this name was sent."""
    return [
        json.loads(c.proto.json)
        for c in at.get("bidi_component")
        if c.proto.component_name == component
    ]


def sent(at: AppTest, component: str = "rcr_graph") -> Any:
    """What the first component of this name was sent."""
    return all_sent(at, component)[0]
