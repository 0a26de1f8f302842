"""The version of the package, which is that of Ambit."""

from importlib.metadata import version

__version__: str = version("ambit")
