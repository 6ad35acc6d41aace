"""``rcr app``: on this machine only, and with ``--class`` on the network."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rcr.classroom import Key, Store
from rcr.cli import main


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Calls the command; returns what it would become."""
    became: list[list[str]] = []
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    monkeypatch.setattr(os, "execv", lambda program, command: became.append(command))
    for name in ("RCR_STORE", "RCR_PUBLIC_URL", "RCR_PLUGINS", "RCR_LESSONS", "RCR_VISITOR_BYTES"):
        monkeypatch.setenv(name, "")

    def call(*arguments: str) -> str:
        assert main(["app", "--store", str(tmp_path / "store.sqlite"), *arguments]) == 0
        return " ".join(became.pop())

    return call


def test_it_listens_on_this_machine_only(start):
    assert "--server.address localhost" in start()
    assert os.environ["RCR_STORE"].endswith("store.sqlite")


def test_a_class_is_on_the_network_and_its_secret_in_no_argument(start, capsys, tmp_path):
    command = start("--class", "Monday", "--port", "8777")
    students, teacher = capsys.readouterr().out.splitlines()
    assert "--server.address 0.0.0.0" in command
    assert "--server.headless true" in command
    key = Key.read(teacher.split("desk=")[1].split()[0])
    assert teacher.split()[1].startswith("http://localhost:8777/class?desk=")
    assert key.secret not in command
    assert key.secret not in students
    store = Store(tmp_path / "store.sqlite")
    info = key.desk(store.classes).info()
    store.close()
    assert info.title == "Monday"
    assert students.endswith(f"/class   code {info.code}")
    assert students.split()[1].startswith(os.environ["RCR_PUBLIC_URL"])


def test_a_visitor_of_a_class_has_a_share_of_the_memory(start):
    start()
    assert not os.environ["RCR_VISITOR_BYTES"]
    start("--class")
    assert int(os.environ["RCR_VISITOR_BYTES"]) > 1 << 24
    start("--class", "--visitor-memory", "20")
    assert os.environ["RCR_VISITOR_BYTES"] == str(20 << 20)


def test_behind_a_proxy(start, capsys):
    command = start("--class", "--public-url", "https://rcr.example/app/")
    students, teacher = capsys.readouterr().out.splitlines()
    assert "--browser.serverAddress rcr.example" in command
    assert students.split()[1] == "https://rcr.example/app/class"
    assert teacher.split()[1].startswith("https://rcr.example/app/class?desk=")


def test_the_class_goes_on_unless_a_new_one_is_wanted(start, capsys):
    start("--class", "Monday")
    first = capsys.readouterr().out
    start("--class")
    assert capsys.readouterr().out == first
    start("--class", "--new-class")
    assert capsys.readouterr().out != first


@pytest.mark.parametrize(
    "option", [["--public-url", "http://host"], ["--new-class"], ["--visitor-memory", "9"]]
)
def test_what_belongs_to_a_class_needs_one(option, capsys):
    assert main(["app", *option]) == 2
    assert "add --class" in capsys.readouterr().err


def test_a_bad_public_address_is_a_sentence(capsys):
    assert main(["app", "--class", "--public-url", "host"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
