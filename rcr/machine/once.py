"""A property that is worked out when it is first asked for, and kept.

Each object has a lock of its own while it works: threads that want the same thing wait for the one
that is at it, and those that ask another object do not. The standard library's ``cached_property``
has one lock for all objects of a class before Python 3.12, where a visitor's large model would keep
everybody else waiting, and none from there on.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, RLock
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


class once(Generic[Value]):
    """Decorates a method without arguments."""

    def __init__(self, work: Callable[[Any], Value]) -> None:
        self.work, self.name = work, work.__name__
        self.__doc__ = work.__doc__
        self._guard = Lock()
        self._at_it: dict[int, Any] = {}  # the lock of each object that is working

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...

    @overload
    def __get__(self, one: object, owner: type) -> Value: ...

    def __get__(self, one: object | None, owner: type) -> Self | Value:
        """Asked only until the object itself keeps the value under this name."""
        if one is None:
            return self
        kept = one.__dict__
        with self._guard:
            lock = self._at_it.setdefault(id(one), RLock())
        with lock:
            try:
                if self.name not in kept:
                    kept[self.name] = self.work(one)
                value: Value = kept[self.name]
            finally:
                # Who comes from now on finds the value, or, where the work failed, begins anew.
                with self._guard:
                    self._at_it.pop(id(one), None)
        return value
