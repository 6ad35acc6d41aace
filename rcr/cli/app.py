"""``rcr app``: start the app in the browser."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from typing import NoReturn

import rcr
from rcr import bundle, registry
from rcr.cli.lessons import add_folder_option, use_folders
from rcr.cli.terminal import whole
from rcr.model import ModelError
from rcr.text.words import joined

# The libraries of the extra ``app``; the other commands need none of them.
LIBRARIES = ("platformdirs", "plotly", "pyvis", "segno", "sqlalchemy", "streamlit")
SERVER = ("ui", "app", "server.py")  # in the package
STORE = "RCR_STORE"  # environment variable that names the store to the app


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--port", type=whole, metavar="P", default=8501, help="the port it listens on"
    )
    parser.add_argument("--headless", action="store_true", help="do not open a browser window")
    add_folder_option(parser)
    parser.add_argument(
        "--store",
        metavar="WHERE",
        help="where work is kept: a file, or postgresql://user:password@host/database",
    )
    parser.add_argument(
        "--class",
        dest="class_title",
        nargs="?",
        const="",
        metavar="TITLE",
        help="listen on the network and open a class: the last one of this machine, or a new one",
    )
    parser.add_argument(
        "--new-class", action="store_true", help="with --class: a new one, not the last one"
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="with --class: the address of the app where a proxy stands before it",
    )
    parser.add_argument(
        "--visitor-memory",
        type=whole,
        metavar="MB",
        help="with --class: what the tables of one visitor may take (a 64th of the machine)",
    )


def run_command(args: argparse.Namespace) -> NoReturn:
    """Become the server, which compiles the kernels behind its pages, or say what is missing."""
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
    if args.store:
        os.environ[STORE] = args.store
    server = os.path.join(os.path.dirname(rcr.__file__), *SERVER)
    command = [sys.executable, "-m", "streamlit", "run", server, "--server.port", str(args.port)]
    command += _listening(args)
    if args.headless:
        command += ["--server.headless", "true"]
    plugins = (os.path.abspath(file) for file in args.plugin)
    os.environ[registry.APP_PLUGINS] = os.pathsep.join(plugins)
    os.chdir(root)
    os.execv(sys.executable, command)


def _listening(args: argparse.Namespace) -> list[str]:
    """Where the server listens: on this machine only, or for a class on the network."""
    if args.class_title is not None:
        from rcr.cli.class_start import open_for_class

        return open_for_class(args)
    if args.public_url or args.new_class or args.visitor_memory:
        options = "--public-url, --new-class and --visitor-memory"
        raise ModelError(f"{options} belong to a class; add --class")
    return ["--server.address", "localhost"]
