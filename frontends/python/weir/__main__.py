"""weir                      show version, CPU features, devices, libraries and settings
weir describe NAME        describe an operator, a layer, an optimiser, a schedule, a metric or a dataset
weir describe --json      describe everything as JSON, for generators of front ends; with a NAME, describe that alone
weir bench                print this machine's limits, and a table of Weir and other libraries; --help lists options
weir --missing LIBRARY    list the names of a library, such as numpy, that weir lacks

`python -m weir` is the same command.
"""
import sys


def about():
    """Print version, CPU features, devices, libraries and settings."""
    import os
    import platform

    import weir
    engine = weir.engine
    memory = weir.memory
    rows = [("weir", weir.__version__),
            ("library", weir._core.__file__),
            ("python", f"{platform.python_version()} ({sys.executable})"),
            ("machine", f"{platform.machine()}, {os.cpu_count()} CPU{'s' * (os.cpu_count() != 1)}"),
            ("kernels for", engine.cpu),
            ("engine", f"{engine.kind}, {engine.workers} worker{'s' * (engine.workers != 1)}"),
            ("devices", ", ".join(map(str, weir.devices()))),
            ("memory", f"budget {memory.budget / 2**30:.1f} GiB, used {memory.used / 2**20:.1f} MiB"),
            ("default dtype", str(weir.get_default_dtype())),
            ("operators", str(len(weir._core.ops)))]
    for name in ("numpy", "torch"):
        try:
            version = __import__("importlib.metadata").metadata.version(name)
        except Exception:
            version = "not installed"
        rows.append((name, version))
    settings = {k: v for k, v in sorted(os.environ.items()) if k.startswith("WEIR_")}
    rows.append(("settings", ", ".join(f"{k}={v}" for k, v in settings.items()) or "none (WEIR_...)"))
    rows[7:7] = _cuda_rows(weir.cuda)
    for name, value in rows:
        print(f"{name:14} {value}")


def _cuda_rows(cuda):
    """Return rows about GPUs: the cards and their libraries; or, if there is no card, why."""
    rows = [("", f"{card.device}: {card.name}, {card.memory / 2**30:.1f} GiB, {card.architecture}, "
                 f"{card.processors} multiprocessors") for card in cuda.cards()]
    driver = cuda.libraries()[0]
    if not rows:
        rows = [("", f"no GPU: {cuda.why_not()}")]
    if driver.path is not None:
        rows += [("", _library_text(library)) for library in cuda.libraries()]
    command = cuda._install_command()
    if command:
        rows.append(("", f"to install what is missing: {command}"))
    return [("cuda", rows[0][1]), *rows[1:]]


def _library_text(library):
    text = f"{library.name}{f' {library.version}' if library.version else ''}: "
    if library.problem is None:
        return text + (library.path or "found")
    if library.path is None:
        return text + f"not found; it is for {library.use}, and comes with {library.package}"
    return text + f"{library.problem} ({library.path})"


def missing(library):
    """Print the names of another library that weir does not have."""
    import importlib

    import weir
    try:
        other = importlib.import_module(library)
    except ImportError:
        sys.exit(f"weir --missing: {library} is not installed")
    for title, theirs, ours in (
            (f"{library}", other, weir),
            (f"{library}.ndarray", getattr(other, "ndarray", None), weir.Array),
            (f"{library}.random", getattr(other, "random", None), weir.random),
            (f"{library}.fft", getattr(other, "fft", None), weir.fft),
            (f"{library}.linalg", getattr(other, "linalg", None), weir.linalg)):
        if theirs is None:
            continue
        names = [n for n in getattr(theirs, "__all__", None) or dir(theirs) if not n.startswith("_")]
        gap = sorted(n for n in names if not hasattr(ours, n))
        print(f"{title}: names available: {len(names) - len(gap)} of {len(names)}; missing:")
        line = "   "
        for name in gap:
            if len(line) + len(name) > 98:
                print(line)
                line = "   "
            line += " " + name
        print(line)


def main(arguments):
    if not arguments:
        return about()
    if arguments[0] == "bench":
        from weir import _bench
        return _bench.main(arguments[1:])
    if arguments[0] == "describe":
        from weir import _description_text
        return _description_text.main(arguments[1:])
    if arguments[0] == "--missing" and len(arguments) == 2:
        return missing(arguments[1])
    asked = arguments[0] in ("-h", "--help")
    print(__doc__, file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


def script():
    """Run the command `weir` that the package installs."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    script()
