"""Two servers of one machine, which a browser does not tell apart, keep their cookies apart."""

from __future__ import annotations

import re

from rcr.ui.components.cookie import cookie_name


def test_a_cookie_belongs_to_its_store():
    places = ("/home/a/store.sqlite", "/tmp/ü store.sqlite", "postgresql://host/rcr")
    names = {cookie_name("rcr-me", place) for place in places}
    assert len(names) == len(places)
    assert all(re.fullmatch(r"rcr-me-[0-9a-f]{8}", name) for name in names)
    assert cookie_name("rcr-me", places[0]) == cookie_name("rcr-me", places[0])
