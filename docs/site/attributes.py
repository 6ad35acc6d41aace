"""Tells the library's reference that what is worked out once is read like an attribute."""

from __future__ import annotations

from typing import Any

from griffe import Attribute, Class, Extension

ONCE = "rcr.machine.once.once"


class Once(Extension):
    """In place of a method decorated so stands an attribute of the same type and text."""

    def on_class_members(self, *, cls: Class, **_: Any) -> None:
        for name, member in list(cls.members.items()):
            if not member.is_function:
                continue
            if any(decorator.callable_path == ONCE for decorator in member.decorators):
                read = Attribute(name, lineno=member.lineno, endlineno=member.endlineno)
                read.annotation, read.docstring = member.returns, member.docstring
                read.labels = {"property"}
                cls.set_member(name, read)
