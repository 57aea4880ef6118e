"""Run programs written for MXNet, PyTorch, Paddle, TensorFlow or the d2l book on Weir.

    python -m weir.dialects [--shadow] script.py [arguments]                    run a script
    python -m weir.dialects [--shadow] (-c "code" | -m module | -) [arguments]  run code, a module, or standard input
    python -m weir.dialects --coverage [names]                                  list the names that dialects provide

With --shadow, dialects are used even for frameworks that are themselves installed.
"""
import os
import sys

import weir
from weir import dialects
from weir.dialects._tensor_class import Mistake
from weir.dialects._table import Missing


def main(arguments):
    shadow = "--shadow" in arguments[:1]
    arguments = arguments[shadow:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    if arguments[0] == "--coverage":
        unknown = [name for name in arguments[1:] if name not in dialects.NAMES]
        if unknown:
            print(f"weir.dialects: unknown dialect {unknown[0]!r}; the dialects are {', '.join(dialects.NAMES)}",
                  file=sys.stderr)
            return 2
        print(dialects.coverage(*arguments[1:]))
        return 0
    installed = dialects.install(shadow=shadow)
    left = [name for name in dialects.NAMES if name not in installed and dialects._is_real(name)]
    if left:
        print(f"weir.dialects: using the installed {', '.join(left)}; to run the script on Weir, pass --shadow",
              file=sys.stderr)
    sys.excepthook = _Hook(sys.excepthook)
    what, rest = arguments[0], arguments[1:]
    if what in ("-c", "-m"):
        if not rest:
            print(__doc__, file=sys.stderr)
            return 2
        sys.argv = [what, *rest[1:]]
        sys.path[0] = ""
        return _module(rest[0]) if what == "-m" else _code(rest[0], "<string>")
    sys.argv = arguments
    return _script(what)


def _module(name):
    """Run a module as `python -m` does; return the exit status."""
    import runpy
    from importlib.util import find_spec

    try:
        known = find_spec(name) is not None
    except ModuleNotFoundError:
        known = False
    if not known:
        print(f"python -m weir.dialects: No module named {name}", file=sys.stderr)
        return 1
    runpy.run_module(name, run_name="__main__", alter_sys=True)
    return 0


def _script(path):
    """Run a file, a folder or archive with __main__.py, or standard input (-), as `python` does; return the exit
    status."""
    import io

    if path == "-":
        sys.path[0] = ""
        return _code(sys.stdin.read(), "<stdin>")
    if os.path.isdir(path) or path.endswith((".zip", ".pyz")):
        import runpy

        del sys.path[0]
        runpy.run_path(path, run_name="__main__")
        return 0
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    try:
        with io.open_code(os.path.abspath(path)) as file:
            source = file.read()
    except OSError as error:
        print(f"python -m weir.dialects: can't open file {os.path.abspath(path)!r}: [Errno {error.errno}] "
              f"{error.strerror}", file=sys.stderr)
        return 2
    return _code(source, path)


def _code(source, path):
    """Execute source code as the module __main__; return the exit status 0."""
    import builtins
    import types

    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__builtins__ = builtins
    if path[0] != "<":
        module.__file__ = path
    exec(compile(source, path, "exec"), module.__dict__)
    return 0


class _Hook:
    """An exception hook that omits the frames of this module and of runpy from a traceback.

    For Missing and Mistake, whose messages are sufficient, it also omits Weir's frames after the last frame of the
    script.
    """

    def __init__(self, last):
        self._last = last

    def __call__(self, kind, error, trace):
        while trace is not None and _file(trace) in ("<frozen runpy>", __file__):
            trace = trace.tb_next
        if issubclass(kind, (Missing, Mistake)):
            own, theirs = weir.__path__[0] + os.sep, None
            step = trace
            while step is not None:
                theirs = step if not _file(step).startswith(own) else theirs
                step = step.tb_next
            if theirs is not None:
                theirs.tb_next = None
        self._last(kind, error.with_traceback(trace), trace)


def _file(trace):
    return trace.tb_frame.f_code.co_filename


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
