"""Streamlit widgets that the pages share."""

import os

# Arrow, which streamlit sends tables with, crashes at times in an allocator of its own where many
# threads come and go (apache/arrow issues 50471 and 50908), as each run of a script is one. It
# reads this at its first allocation; the system's allocator is as good for small tables.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
