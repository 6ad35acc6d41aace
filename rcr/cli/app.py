"""``rcr app``: start the app in the browser."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from typing import NoReturn

from rcr import bundle, registry
from rcr.cli.lessons import add_folder_option, use_folders
from rcr.cli.terminal import whole
from rcr.model import ModelError
from rcr.text.words import joined

# The libraries of the extra ``app``; the other commands need none of them.
LIBRARIES = ("platformdirs", "plotly", "pyvis", "sqlalchemy", "streamlit")


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--port", type=whole, metavar="P", default=8501, help="the port it listens on"
    )
    parser.add_argument("--headless", action="store_true", help="do not open a browser window")
    add_folder_option(parser)


def run_command(args: argparse.Namespace) -> NoReturn:
    """Compile the kernels and become the server, or say what is missing."""
    if missing := [name for name in LIBRARIES if importlib.util.find_spec(name) is None]:
        raise ModelError(
            f"the app needs {joined(missing, 'and')}, not installed here; install them with "
            "pip install 'rcr-explorer[app]', or pip install '.[app]' in a checkout"
        )
    use_folders(args.lessons)
    root = bundle.root()
    if not (root / "app.py").is_file():
        raise ModelError(
            f"{root / 'app.py'}: the app's files are missing; install the package again"
        )
    from rcr import warmup

    warmup.main()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(args.port)]
    if args.headless:
        command += ["--server.headless", "true"]
    plugins = (os.path.abspath(file) for file in args.plugin)
    os.environ[registry.APP_PLUGINS] = os.pathsep.join(plugins)
    os.chdir(root)
    os.execv(sys.executable, command)
