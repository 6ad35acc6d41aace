"""``python -m rcr.warmup``: compile every kernel that is not in the cache, with a line for each
stage.
"""

from __future__ import annotations

import sys
import time

from rcr.warmup import Warmup


def main() -> int:
    began = time.perf_counter()
    warmup = Warmup(lambda line: print(line, file=sys.stderr, flush=True))
    warmup.wait()
    if warmup.complaints:
        return 1
    print(f"Ready after {time.perf_counter() - began:.1f} s.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
