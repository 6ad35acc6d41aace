"""The version, in one place: the package's metadata, the command line and the run files read it."""

__version__ = "0.1.0"
