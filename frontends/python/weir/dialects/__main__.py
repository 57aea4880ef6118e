"""python -m weir.dialects [--shadow] script.py [arguments]: run a script written for a framework.
python -m weir.dialects [--shadow] -c "code" | -m module [arguments]
python -m weir.dialects --coverage [names]: what each dialect covers.

--shadow: also where the framework itself is installed.
"""
import sys

from weir import dialects


def main(arguments):
    shadow = "--shadow" in arguments[:1]
    arguments = arguments[shadow:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    if arguments[0] == "--coverage":
        unknown = [name for name in arguments[1:] if name not in dialects.NAMES]
        if unknown:
            print(f"no dialect {unknown[0]!r}; there are {', '.join(dialects.NAMES)}", file=sys.stderr)
            return 2
        print(dialects.coverage(*arguments[1:]))
        return 0
    left = [name for name in dialects.NAMES if name not in dialects.install(shadow=shadow)]
    if left:
        print(f"weir.dialects: {', '.join(left)} is installed here and used as it is; --shadow runs the script on Weir",
              file=sys.stderr)
    import os
    import runpy

    what, rest = arguments[0], arguments[1:]
    if what in ("-c", "-m"):
        if not rest:
            print(__doc__, file=sys.stderr)
            return 2
        sys.argv = [what, *rest[1:]]
        sys.path[0] = ""
        if what == "-m":
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            import types

            main_module = sys.modules["__main__"] = types.ModuleType("__main__")
            exec(compile(rest[0], "<string>", "exec"), main_module.__dict__)
        return 0
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(what))
    runpy.run_path(what, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
