"""Plug-ins: a decorated function in a file of the right folder is the registration, its signature
the form to fill in.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rcr.model import ModelError


@dataclass(frozen=True)
class Between:
    """The allowed range of a number and what it means: ``rows: Annotated[int, Between(1, 300,
    "rows of the grid")] = 10``.
    """

    low: float
    high: float
    help: str


@dataclass(frozen=True)
class Choice:
    """The allowed words and what they mean."""

    options: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Switch:
    """An on/off choice and what it means."""

    help: str


@dataclass(frozen=True)
class Parameter:
    """One keyword-only parameter of a plug-in: a slider in the app, an option on the command
    line.
    """

    name: str
    kind: type
    default: Any
    domain: Between | Choice | Switch

    @property
    def allowed(self) -> str:
        """The allowed values in a few words."""
        match self.domain:
            case Between(low, high):
                return f"{low:.10g} to {high:.10g}"
            case Choice(options):
                return " | ".join(options)
            case Switch():
                return "on or off"

    def check(self, value: Any) -> Any:
        """The value in its own type, or a sentence with the allowed range."""
        match self.domain:
            case Between(low, high):
                try:
                    number = self.kind(value)
                    whole = self.kind is not int or number == float(value)
                except (TypeError, ValueError, OverflowError):
                    whole = False
                if not whole:
                    kind = "whole number" if self.kind is int else "number"
                    raise ModelError(
                        f"{self.name} must be a {kind} from {self.allowed}, not {value!r}"
                    )
                if not low <= number <= high:
                    raise ModelError(
                        f"{self.name} must lie between {low:.10g} and {high:.10g}, not {value}"
                    )
                return number
            case Choice(options):
                if value not in options:
                    raise ModelError(
                        f"{self.name} must be one of {', '.join(options)}, not {value!r}"
                    )
                return value
            case Switch():
                if not isinstance(value, bool):
                    raise ModelError(f"{self.name} is on or off (true or false), not {value!r}")
                return value


@dataclass(frozen=True)
class Plugin:
    """A registered function with its name, the first paragraph of its docstring, its parameters
    and its declared facts.
    """

    kind: str
    name: str
    function: Callable[..., Any]
    summary: str
    parameters: tuple[Parameter, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def check(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters with their values, defaults filled in; unknown names and wrong values are
        refused.
        """
        known = {p.name: p for p in self.parameters}
        for name in values:
            if name not in known:
                allowed = ", ".join(known) or "none"
                raise ModelError(
                    f"{self.kind} {self.name} has no parameter {name!r}; it takes: {allowed}"
                )
        return {p.name: p.check(values.get(p.name, p.default)) for p in self.parameters}

    def __call__(self, *args: Any, **values: Any) -> Any:
        return self.function(*args, **self.check(values))


# the environment variable in which the command line names files of the user's own to the app
APP_PLUGINS = "RCR_PLUGINS"
_PACKAGES = {
    "format": "rcr.formats",
    "generator": "rcr.generators",
    "compensation": "rcr.compensation",
    "recovery": "rcr.recovery",
    "engine": "rcr.engines",
    "peer": "rcr.peers",
    "exercise": "rcr.course.exercises",
}
_plugins: dict[str, dict[str, Plugin]] = {kind: {} for kind in _PACKAGES}
_walked: set[str] = set()


def _parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    found = []
    for p in inspect.signature(function).parameters.values():
        if p.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint = hints[p.name]
        if get_origin(hint) is not Annotated:
            raise TypeError(
                f"{function.__name__}: parameter {p.name} needs Annotated[type, Between(...) "
                "| Choice(...) | Switch(...)]"
            )
        kind, domain = get_args(hint)[:2]
        found.append(Parameter(p.name, kind, p.default, domain))
    return tuple(found)


def plugin(kind: str, **facts: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function under its own name (``mpe_dd`` becomes ``mpe-dd``)."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])|_", "-", function.__name__.rstrip("_")).lower()
        summary = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        _plugins[kind][name] = Plugin(kind, name, function, summary, _parameters(function), facts)
        return function

    return register


def plugins(kind: str) -> dict[str, Plugin]:
    """Every plug-in of a kind by name; walks the kind's folder on first use."""
    if kind not in _walked:
        package = importlib.import_module(_PACKAGES[kind])
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
            importlib.import_module(f"{package.__name__}.{module.name}")
        _walked.add(kind)
    return dict(sorted(_plugins[kind].items()))


def get(kind: str, name: str) -> Plugin:
    """One plug-in by name, or a sentence that lists what there is."""
    found = plugins(kind)
    if name not in found:
        raise ModelError(f"there is no {kind} called {name!r}; there are: {', '.join(found)}")
    return found[name]


def load_file(path: str | Path) -> None:
    """Load a plug-in file of the user's own (``--plugin FILE``)."""
    path = Path(path)
    if not path.is_file():
        raise ModelError(f"{path}: no such plug-in file")
    spec = importlib.util.spec_from_file_location(f"rcr_plugin_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ModelError(f"{path}: a plug-in is a Python file that ends in .py")
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except Exception as error:  # whatever a stranger's file raises, say it in one line
        raise ModelError(
            f"{path}: the plug-in does not load: {type(error).__name__}: {error}"
        ) from error
