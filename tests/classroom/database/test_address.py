"""Where the store is, and that its name gives no password away."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from rcr.classroom import Store, StoreError
from rcr.classroom.database.address import VARIABLE, find_address


def test_without_a_word_it_is_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / name))
    assert find_address().file == tmp_path / "rcr-explorer" / "store.sqlite"


def test_an_argument_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "a.sqlite"))
    assert find_address().file == tmp_path / "a.sqlite"
    assert find_address(tmp_path / "b.sqlite").file == tmp_path / "b.sqlite"
    monkeypatch.chdir(tmp_path)
    assert find_address("c.sqlite").file == tmp_path / "c.sqlite"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_server_is_named_without_its_password(scheme: str):
    address = find_address(f"{scheme}://teacher:hush@db.example/rcr?password=hush")
    assert address.url.drivername == "postgresql+psycopg"
    assert address.url.password == "hush"
    assert "hush" not in repr(address) + address.name
    assert address.name == "the store rcr on db.example"
    store = Store(f"{scheme}://teacher:hush@db.example/rcr?password=hush")
    assert "hush" not in repr(store) + store.name


@pytest.mark.parametrize("wrong", ["mysql://x/y", "https://example.org", "postgresql://h:port/d"])
def test_another_address_is_refused_in_a_sentence(wrong: str):
    with pytest.raises(StoreError, match=r"postgresql://user"):
        find_address(wrong)


def test_without_its_driver_postgresql_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'rcr-explorer\[postgres\]'"):
        Store("postgresql://localhost/rcr")


def test_only_its_owner_can_read_the_file(tmp_path: Path):
    file = tmp_path / "new" / "folder" / "store.sqlite"
    store = Store(file)
    store.visitors.new()
    for part in (file, file.with_name(file.name + "-wal")):
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    store.close()
