"""How much memory may be taken here: what was asked for, and on a shared server no more than each
visitor is given, whatever a file or an address says.
"""

from __future__ import annotations

import os
import sys

VISITOR_BYTES_VARIABLE = "RCR_VISITOR_BYTES"  # environment variable of a shared server
VISITORS_AT_ONCE = 32  # who take as much as they may, of half of the machine
USUAL_MACHINE_BYTES = 8 << 30  # where a machine does not tell


def allowed(wanted: int) -> int:
    """So many of the bytes that were wanted."""
    given = os.environ.get(VISITOR_BYTES_VARIABLE, "")
    return min(wanted, int(given) if given.isdecimal() else sys.maxsize)


def share_of_machine() -> int:
    """What a server gives each visitor unless it is told otherwise."""
    try:
        machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        machine = USUAL_MACHINE_BYTES
    return machine // 2 // VISITORS_AT_ONCE
