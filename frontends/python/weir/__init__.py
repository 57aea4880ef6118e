"""Weir: arrays whose values are computed while the program goes on."""
from weir import _core

_core.set_home(__path__[0])
__version__ = _core.version()

from weir._async import *  # noqa: E402,F403
