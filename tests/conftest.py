"""What any test may ask for."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from rcr import registry

SETTINGS = "_hypothesis_internal_use_settings"  # where hypothesis keeps those of a property
settings.register_profile("untimed", deadline=None)  # no test asserts a time
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("untimed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The slow ones come first, so that no process is left alone with one of them at the end; in
    haste no property is tried on more examples than the profile has, whatever it asks for.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if config.getoption("--hypothesis-profile") == "quick":
        few = settings.get_profile("quick").max_examples
        for item in items:
            function = getattr(item, "obj", None)
            own = getattr(function, SETTINGS, None)
            if own is not None and own.max_examples > few:
                setattr(function, SETTINGS, settings(own, max_examples=few))


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """No test writes into the user's own store, nor does a server that a test starts."""
    place = str(tmp_path_factory.mktemp("store") / "store.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RCR_STORE", place)
        yield place


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    """What a test registers is gone after it: a plug-in must not be in the menus of another test.
    Every folder is walked before, since modules that are imported while the test runs would not
    be again.
    """
    kinds = {kind: registry.plugins(kind) for kind in registry._plugins}
    monkeypatch.setattr(registry, "_plugins", kinds)


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads give way to each other as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)
