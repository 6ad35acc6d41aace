"""A browser counts only if it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.browser import find_browser


def found(asked: str) -> str:
    """What the script prints for someone who asks for this browser."""
    command, environment = (
        [sys.executable, find_browser.__file__],
        os.environ | {"RCR_BROWSER": asked},
    )
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_one_asked_for_is_taken(browser_path):
    assert found(asked=browser_path) == browser_path


def test_a_placeholder_is_passed_over(tmp_path):
    placeholder = tmp_path / "chromium"
    placeholder.write_text("#!/bin/sh\necho 'please install the real one'\n")
    placeholder.chmod(0o755)
    path = found(asked=str(placeholder))
    assert path != str(placeholder)
    assert Path(path).exists()
