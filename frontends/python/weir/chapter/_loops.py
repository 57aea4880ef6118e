"""A short loop whose timeline is drawn: python -m weir.chapter._loops each|once NUMBERS COUNT PATH

The loop adds one to a vector of NUMBERS elements COUNT times, and waits after each operation ("each") or once at the
end ("once").  It runs in a process with WEIR_HELPING=0, in which a waiting thread does not compute operations itself.
The trace of the shortest of a few runs is written to PATH.
"""
import json
import os
import sys


def loop(wait: bool, numbers: int, count: int) -> None:
    import weir

    y = weir.ones(numbers)
    weir.waitall()
    for _ in range(count):
        y = y + 1
        if wait:
            y.wait_to_read()
    y.wait_to_read()


def main(how: str, numbers: int, count: int, path: str) -> None:
    import weir
    from weir._timeline import Timeline

    best = None
    for turn in range(8):
        with weir.trace(path):
            loop(how == "each", numbers, count)
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        events = [e for e in document["traceEvents"] if e.get("name") != "ones" and e.get("name") != "waitall"]
        document["traceEvents"] = events
        seconds = Timeline(document).seconds
        if turn > 1 and (best is None or seconds < best[0]):
            best = (seconds, document)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(best[1], file)


def traced(wait: bool, numbers: int, count: int, home: str):
    """Run the loop in a separate process and return its timeline; `home` is the folder that contains the package
    weir."""
    import subprocess
    import tempfile

    from weir._timeline import Timeline

    environment = {**os.environ, "WEIR_HELPING": "0"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (home, environment.get("PYTHONPATH"))))
    environment.pop("WEIR_REPORT", None)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        subprocess.run([sys.executable, "-m", "weir.chapter._loops", "each" if wait else "once", str(numbers), str(count),
                        path], env=environment, check=True)
        return Timeline.read(path)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
