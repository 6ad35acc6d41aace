"""Plug-in files of the user's own."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rcr.model import ModelError

# the environment variable in which the command line names files of the user's own to the app
APP_PLUGINS = "RCR_PLUGINS"


@dataclass(frozen=True)
class PluginFile:
    """A plug-in file with its text, which can be sent to a machine that does not have the file."""

    path: str
    text: str

    @classmethod
    def read(cls, path: str) -> PluginFile:
        """The file as it is now."""
        return cls(path, Path(path).read_text(encoding="utf-8"))

    @property
    def digest(self) -> str:
        """Tells this text from others."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def load(self) -> None:
        """Load the file where it lies, if it is here and still the same; else a copy of it."""
        here = Path(self.path)
        if here.is_file() and PluginFile.read(self.path) == self:
            load_file(here)
            return
        copy = Path(tempfile.mkdtemp(prefix="rcr-plugin-")) / here.name
        copy.write_text(self.text, encoding="utf-8")
        load_file(copy)


def load_file(path: str | Path) -> None:
    """Load a plug-in file (``--plugin FILE``); what it registers is there from then on."""
    path = Path(path)
    if not path.is_file():
        raise ModelError(f"{path}: no such plug-in file")
    name = f"rcr_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ModelError(f"{path}: a plug-in is a Python file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for what their annotations mean
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a stranger's file raises, say it in one line
        del sys.modules[name]
        raise ModelError(
            f"{path}: the plug-in does not load: {type(error).__name__}: {error}"
        ) from error
