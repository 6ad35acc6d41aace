"""``python -m rcr.cli`` does what the command ``rcr`` does."""

import sys

from rcr.cli import main

sys.exit(main())
