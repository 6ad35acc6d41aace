"""BIF, the interchange format for Bayesian networks."""

from rcr.formats.bif.reader import read_model
from rcr.formats.bif.text import MAX_BIF_BYTES
from rcr.formats.bif.writer import format_model
from rcr.formats.format import Format
from rcr.registry import plugin


@plugin("format")
def bif() -> Format:
    """BIF, the interchange format of Bayesian networks (.bif)."""
    return Format(
        ".bif",
        read_model,
        format_model,
        openings=("network", "variable", "probability"),
        networks_only=True,
        max_bytes=MAX_BIF_BYTES,
    )
