"""The app's files are found in the checkout, and in the wheel when that is all there is."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from rcr import bundle

PARTS = ("app.py", "pages", "sample_models", ".streamlit")


def files(root: Path) -> set[str]:
    """The app's files under a root, without what Python or an editor leaves there."""
    found = (path for part in PARTS for path in [root / part, *(root / part).rglob("*")])
    return {
        str(path.relative_to(root))
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_checkout_holds_the_app():
    assert {"app.py", "pages/explore.py", ".streamlit/config.toml"} <= files(bundle.root())


def test_the_wheel_carries_the_app(tmp_path):
    build = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        str(tmp_path),
    ]
    subprocess.run(build, cwd=bundle.root(), check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    ask = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(installed)!r}); from rcr import bundle; "
        "print(bundle.root())",
    ]
    root = Path(
        subprocess.run(ask, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()
    )
    assert root == installed / "rcr" / "_bundle"
    assert files(root) == files(bundle.root())
