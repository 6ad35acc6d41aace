"""The addresses of a class: read by a phone, and refused where nobody could follow them."""

from __future__ import annotations

import pytest

from rcr.classroom import Key
from rcr.classroom.addresses import PUBLIC_URL, checked_url, desk_url, join_url, known_url
from rcr.model import ModelError


def test_addresses():
    assert join_url("http://10.0.0.7:8501", "BCDFG") == "http://10.0.0.7:8501/class?code=BCDFG"
    assert desk_url("https://host/rcr", Key("p", "s")) == "https://host/rcr/class?desk=p.s"


@pytest.mark.parametrize("text", ["host", "ftp://host", "http://", "https://host/?a=1", ""])
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(ModelError, match="must look like"):
        checked_url(text)


def test_the_start_knows_best(monkeypatch: pytest.MonkeyPatch):
    assert known_url("http://localhost:8501/") == "http://localhost:8501"
    monkeypatch.setenv(PUBLIC_URL, checked_url("https://host/rcr/"))
    assert known_url("http://localhost:8501") == "https://host/rcr"
