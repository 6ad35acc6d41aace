"""What any test may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from rcr import registry

settings.register_profile("untimed", deadline=None)  # no test asserts a time
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones come first, so that no process is left alone with one of them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """No test writes into the user's own store, nor does a server that a test starts."""
    place = str(tmp_path_factory.mktemp("store") / "store.sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RCR_STORE", place)
        yield place


@pytest.fixture
def own_registry(monkeypatch):
    """What a test registers is gone after it; every folder is walked before, since modules that
    are imported while the test runs would not be again.
    """
    kinds = {kind: registry.plugins(kind) for kind in registry._plugins}
    monkeypatch.setattr(registry, "_plugins", kinds)
