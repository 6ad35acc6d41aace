"""Plug-ins: a decorated function in a file of the right folder is the registration, its signature
the form to fill in.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, overload

from rcr.model import ModelError
from rcr.registry.facts import GeneratorFacts, HeuristicFacts, SchemeFacts, declare
from rcr.registry.files import APP_PLUGINS, PluginFile, load_file
from rcr.registry.parameters import Between, Choice, Parameter, Switch, parameters_of

__all__ = [
    "APP_PLUGINS",
    "Between",
    "Choice",
    "Parameter",
    "Plugin",
    "PluginFile",
    "Switch",
    "get",
    "load_file",
    "plugin",
    "plugin_name",
    "plugins",
]

Facts = TypeVar("Facts")
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Plugin(Generic[Facts]):
    """A registered function with its name, the first paragraph of its docstring, its parameters
    and its declared facts.
    """

    kind: str
    name: str
    function: Callable[..., Any]
    summary: str
    parameters: tuple[Parameter, ...]
    facts: Facts

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


_PACKAGES = {
    "format": "rcr.formats",
    "generator": "rcr.generators",
    "compensation": "rcr.compensation",
    "recovery": "rcr.recovery",
    "engine": "rcr.engines",
    "peer": "rcr.peers",
    "exercise": "rcr.course.exercises",
}
_plugins: dict[str, dict[str, Plugin[Any]]] = {kind: {} for kind in _PACKAGES}
_walked: set[str] = set()


def plugin_name(function: Callable[..., Any]) -> str:
    """``mpe_dd`` and ``MpeDd`` become ``mpe-dd``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", "-", function.__name__.rstrip("_")).lower()


def plugin(kind: str, **facts: Any) -> Callable[[Function], Function]:
    """Register the decorated function under its own name, with the facts of its kind."""

    def register(function: Function) -> Function:
        name = plugin_name(function)
        summary = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        declared, parameters = declare(kind, name, facts), parameters_of(function)
        _plugins[kind][name] = Plugin(kind, name, function, summary, parameters, declared)
        return function

    return register


@overload
def plugins(kind: Literal["compensation"]) -> dict[str, Plugin[SchemeFacts]]: ...
@overload
def plugins(kind: Literal["recovery"]) -> dict[str, Plugin[HeuristicFacts]]: ...
@overload
def plugins(kind: Literal["generator"]) -> dict[str, Plugin[GeneratorFacts]]: ...
@overload
def plugins(kind: str) -> dict[str, Plugin[Any]]: ...
def plugins(kind: str) -> dict[str, Plugin[Any]]:
    """Every plug-in of a kind by name; walks the kind's folder on first use."""
    if kind not in _walked:
        package = importlib.import_module(_PACKAGES[kind])
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
            importlib.import_module(f"{package.__name__}.{module.name}")
        _walked.add(kind)
    return dict(sorted(_plugins[kind].items()))


@overload
def get(kind: Literal["compensation"], name: str) -> Plugin[SchemeFacts]: ...
@overload
def get(kind: Literal["recovery"], name: str) -> Plugin[HeuristicFacts]: ...
@overload
def get(kind: Literal["generator"], name: str) -> Plugin[GeneratorFacts]: ...
@overload
def get(kind: str, name: str) -> Plugin[Any]: ...
def get(kind: str, name: str) -> Plugin[Any]:
    """One plug-in by name, or a sentence that lists what there is."""
    found = plugins(kind)
    if name not in found:
        raise ModelError(f"there is no {kind} called {name!r}; there are: {', '.join(found)}")
    return found[name]
