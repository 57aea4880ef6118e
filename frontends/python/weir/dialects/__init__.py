"""Dialects: run scripts written for MXNet, PyTorch, Paddle, TensorFlow and the d2l book on Weir.

    python -m weir.dialects script.py               # in the script, `import torch` etc. import Weir's modules
    weir.dialects.install("torch", "d2l")           # the same from within a program, for the given names
    from weir.dialects import torch                 # or import a dialect explicitly

If the framework itself is installed, importing it still imports the framework, unless install(..., shadow=True) or
--shadow is given.
"""
import sys

NAMES = ("mxnet", "torch", "torchvision", "paddle", "tensorflow", "d2l")
_BESIDE = {"torch": "torchvision"}  # torchvision is installed and uninstalled with torch, whose tensors it uses
_INSIDE = {"keras": "tensorflow"}  # `import keras` is tensorflow.keras, installed and uninstalled with tensorflow

__all__ = ["NAMES", "coverage", "install", "uninstall"]


def __getattr__(name):
    if name in NAMES:
        from importlib import import_module

        return import_module(f"weir.dialects.{name}")
    raise AttributeError(f"module 'weir.dialects' has no attribute {name!r}")


def _full(name):
    """Return the name of a module in its dialect: tensorflow.keras.layers for keras.layers."""
    root = name.partition(".")[0]
    return f"{_INSIDE[root]}.{name}" if root in _INSIDE else name


class _Finder:
    """The import hook (meta path finder and loader) for the installed dialects."""

    def __init__(self):
        self.names = set()

    def find_spec(self, fullname, path=None, target=None):
        root, own = fullname.partition(".")[0], _full(fullname)
        if root not in self.names:
            return None
        from importlib.machinery import ModuleSpec

        home = __getattr__(own.partition(".")[0])
        if fullname != root and own not in home._dialect.modules:
            # With `name` set, `from torch import distributed` would raise an ImportError of Python's own, without this
            # message.
            name = None if own in home._dialect.absent else fullname
            raise ModuleNotFoundError(home._dialect.lacks(own, ()), name=name)
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        from weir.dialects import _modes

        own = _full(spec.name)
        dialect = __getattr__(own.partition(".")[0])._dialect
        if own == dialect.name or spec.name in _INSIDE:
            _modes.speak(dialect.records, dialect.name)
        return dialect.modules[own]

    def exec_module(self, module):
        pass


_finder = _Finder()


def _is_real(name):
    """Return whether the framework itself is installed or already imported."""
    from importlib.util import find_spec

    from weir.dialects._table import Names

    if name in sys.modules:
        return not isinstance(sys.modules[name], Names)
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _speaks_alone(framework):
    """Return whether the d2l dialect is installed, but the dialect of `framework` is not, because the framework itself
    is available."""
    return "d2l" in _finder.names and framework not in _finder.names and _is_real(framework)


def _check(what, names):
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise ValueError(f"{what}: unknown dialect {', '.join(map(repr, unknown))}; the dialects are "
                         f"{', '.join(NAMES)}")


def _with_beside(names):
    return [*names, *(_BESIDE[name] for name in names if name in _BESIDE and _BESIDE[name] not in names)]


def _is_beside_real(name):
    """Return whether `name` belongs to a framework that is itself installed (torchvision belongs to PyTorch)."""
    return any(beside == name and first not in _finder.names and _is_real(first) for first, beside in _BESIDE.items())


def install(*names, shadow: bool = False):
    """Make `import mxnet`, `import torch`, `from d2l import torch` etc. import the dialects with the given names, or
    all dialects if no name is given.  Return a list of the names that now refer to dialects.

    A name whose framework is itself installed is skipped unless shadow is true, and so is torchvision if PyTorch is
    installed.
    """
    _check("install", names)
    for name in _with_beside(names) or NAMES:
        if name in _finder.names or not shadow and (_is_real(name) or _is_beside_real(name)):
            continue
        for loaded in [m for m in sys.modules if m.partition(".")[0] == name]:
            del sys.modules[loaded]
        _finder.names.add(name)
    for name, first in _INSIDE.items():
        if first in _finder.names and name not in _finder.names and (shadow or not _is_real(name)):
            for loaded in [m for m in sys.modules if m.partition(".")[0] == name]:
                del sys.modules[loaded]
            _finder.names.add(name)
    if _finder.names and _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    return sorted(name for name in _finder.names if name not in _INSIDE)


def uninstall(*names):
    """Undo install for the given names, or for all; the next import then finds the same module as before install."""
    from weir.dialects import _modes

    _check("uninstall", names)
    inside = [name for name, first in _INSIDE.items() if first in names]
    for name in [*_with_beside(names), *inside] or tuple(_finder.names):
        if name in _finder.names:
            _finder.names.discard(name)
            for loaded in [m for m in sys.modules if m.partition(".")[0] == name]:
                del sys.modules[loaded]
    if not _finder.names:
        if _finder in sys.meta_path:
            sys.meta_path.remove(_finder)
        _modes.restore()


def coverage(*names) -> str:
    """Return, as text, a list of the names that the given dialects, or all dialects, provide, of those that differ from the
    framework's, and of those that are absent."""
    from weir.dialects import _coverage

    _check("coverage", names)
    return "\n".join(line for name in names or NAMES for line in _coverage.text(__getattr__(name)._dialect))
