"""Reading a trace: tasks, waits, and the timeline of front end and back end."""
import json

_THREADS = 1000  # rows numbered 1000 and above are threads other than workers


class Task:
    """An executed operation: its `name`, source `line`, `module`, `worker` (-1 if a waiting thread ran it), `row` in
    the trace, number of `bytes`, and the times `issue`, `start` and `end` in seconds."""

    __slots__ = ("name", "line", "module", "worker", "row", "issue", "start", "end", "bytes")


class Timeline:
    """A timeline of the front end and the back end, displayed as an image in notebooks.

    `tasks` is a list of Task objects, `waits` a list of tuples (start, end, reason, line).
    """

    def __init__(self, document: dict):
        self.tasks, self.waits = [], []
        self.lost = document.get("otherData", {}).get("lost", 0)
        for event in document["traceEvents"]:
            if event["ph"] != "X":
                continue
            about = event["args"]
            start, end = event["ts"] * 1e-6, (event["ts"] + event["dur"]) * 1e-6
            if event["cat"] == "task":
                t = Task()
                t.name, t.line, t.worker, t.row = event["name"], about.get("line"), about["worker"], event["tid"]
                t.module = about.get("module")
                t.issue, t.start, t.end, t.bytes = about["issue"] * 1e-6, start, end, about["bytes"]
                self.tasks.append(t)
            else:
                self.waits.append((start, end, event["name"], about.get("line")))
        self.tasks.sort(key=lambda t: t.issue)
        self.waits.sort()

    @classmethod
    def read(cls, path) -> "Timeline":
        """Read a file written by weir.trace."""
        with open(path, encoding="utf-8") as file:
            return cls(json.load(file))

    @property
    def seconds(self) -> float:
        """The time from the first operation issued to the end of the last operation or wait, in seconds."""
        ends = [t.end for t in self.tasks] + [w[1] for w in self.waits]
        return max(ends) - self._origin() if ends else 0.0

    def _origin(self):
        return min([t.issue for t in self.tasks] + [w[0] for w in self.waits], default=0.0)

    def rows(self) -> list:
        """Return a list of (name, spans), for the front end and each worker; see _pictures.timeline."""
        from weir import _pictures

        origin = self._origin()
        front = [(t.issue - origin, t.issue - origin, "front", _pictures.noted(f"issue {t.name}", t.line))
                 for t in self.tasks]
        front += [(a - origin, b - origin, "rest", _pictures.noted(reason, line))
                  for a, b, reason, line in self.waits]
        back = {}
        for t in self.tasks:
            span = (t.start - origin, t.end - origin, "back", _pictures.noted(t.name, t.line))
            if t.row >= _THREADS:
                front.append(span)  # a waiting thread ran the operation
            else:
                back.setdefault(t.row, []).append(span)
        return [("front end", front), *((f"worker {row}", back[row]) for row in sorted(back))]

    def svg(self, width: float = 860, style: bool = True) -> str:
        """Return an SVG image of what the front end issued and waited for, and what the workers did, over time."""
        from weir import _pictures

        return _pictures.timeline(self.rows(), self.seconds, width, "front end and back end over time", style)

    def _repr_svg_(self):
        return self.svg()

    def save(self, path) -> None:
        """Write the image to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg())

    def __repr__(self):
        from weir._pictures import duration

        busy, waited = sum(t.end - t.start for t in self.tasks), sum(w[1] - w[0] for w in self.waits)
        return (f"weir.trace: {len(self.tasks):,} operation{'s' * (len(self.tasks) != 1)} in {duration(self.seconds)}; "
                f"computing took {duration(busy)}, waiting {duration(waited)} in {len(self.waits):,} "
                f"wait{'s' * (len(self.waits) != 1)}")
