"""weir.profile: the time that a block spends in each operator, source line and module, and in waits."""
from weir import _core
from weir._async import _table, trace
from weir._pictures import duration

__all__ = ["profile"]


class Entry(tuple):
    """An entry of a profile: `name`, `count`, total `seconds`, and its `share` of the total time."""

    __slots__ = ()
    name = property(lambda self: self[0], doc="The operator, source line, module path or reason of a wait.")
    count = property(lambda self: self[1], doc="The number of operations or waits.")
    seconds = property(lambda self: self[2], doc="The total time of these operations or waits, in seconds.")
    share = property(lambda self: self[3], doc="The share of the total time, from 0 to 1.")


def _entries(pairs, total):
    """Sum (name, seconds) pairs by name; return entries, most expensive first."""
    sums = {}
    for name, seconds in pairs:
        count, so_far = sums.get(name, (0, 0.0))
        sums[name] = count + 1, so_far + seconds
    return [Entry((name, count, seconds, seconds / total if total else 0.0))
            for name, (count, seconds) in sorted(sums.items(), key=lambda item: -item[1][1])]


class profile:
    """Measure a block; print the time spent in each operator, source line and module, and the waits.

        with weir.profile():
            step(batch)

    The block begins when all operations issued before it are done, and its end waits until all operations are done.  `top` is the maximum number of lines in each table.  The
    tables are printed unless show is False; they are also available as `operators`, `lines`, `modules` and `waits`, and
    their text as `str(p)`.  The time of an operation is the time from its start to its end; several workers run
    operations at the same time, so the sum of these times may exceed `seconds`.  While a profile is recorded, small
    operations are queued like large ones, so a program of many small operations runs more slowly.
    """

    def __init__(self, top: int = 10, *, show: bool = True, events: int = 1_000_000):
        if not isinstance(top, int) or top < 1:
            raise ValueError(f"weir.profile: top must be a positive integer, not {top!r}")
        self.top, self.show, self._trace, self._result = top, show, trace(events=events), None

    def __enter__(self):
        self._result = None
        _core.waitall()
        self._trace.__enter__()
        return self

    def __exit__(self, kind, error, traceback):
        failed = None
        try:
            _core.waitall()
        except Exception as problem:
            failed = problem
        self._trace.__exit__()
        self._result = self._trace.timeline
        if error is None and failed is not None:
            raise failed
        if self.show:
            print(self)

    @property
    def _done(self):
        if self._result is None:
            raise ValueError("weir.profile: nothing has been recorded yet; run code inside `with weir.profile() as p:` "
                             "before reading p")
        return self._result

    @property
    def seconds(self) -> float:
        """The time from the first operation issued to the end of the last operation or wait, in seconds."""
        return self._done.seconds

    @property
    def computing(self) -> float:
        """The total time of all operations, in seconds."""
        return sum(t.end - t.start for t in self._done.tasks)

    @property
    def waiting(self) -> float:
        """The total time of all waits, in seconds."""
        return sum(end - start for start, end, _, _ in self._done.waits)

    @property
    def operators(self) -> list:
        """Entries by operator, most expensive first."""
        return _entries(((t.name, t.end - t.start) for t in self._done.tasks), self.computing)

    @property
    def lines(self) -> list:
        """Entries by source line of the call that issued the operation, most expensive first."""
        return _entries(((t.line or "(no line)", t.end - t.start) for t in self._done.tasks), self.computing)

    @property
    def modules(self) -> list:
        """Entries by module path, such as "net.blocks[2]", most expensive first; operations outside modules are omitted."""
        return _entries(((t.module, t.end - t.start) for t in self._done.tasks if t.module), self.computing)

    @property
    def waits(self) -> list:
        """Entries by reason and source line of the waits, most expensive first; `share` is relative to `seconds`."""
        return _entries(((f"{reason} at {line or '(no line)'}", end - start)
                         for start, end, reason, line in self._done.waits), self.seconds)

    def _part(self, title, entries):
        rows = [(duration(e.seconds), f"{100 * e.share:.1f}%", f"{e.count:,}", duration(e.seconds / e.count), e.name)
                for e in entries[:self.top]]
        if len(entries) > self.top:
            rest = entries[self.top:]
            seconds, count = sum(e.seconds for e in rest), sum(e.count for e in rest)
            rows.append((duration(seconds), f"{100 * sum(e.share for e in rest):.1f}%", f"{count:,}",
                         duration(seconds / count), f"({len(rest)} more)"))
        return _table(("total", "share", "count", "mean", title), rows, ">>>><")

    def __repr__(self):
        if self._result is None:
            return f"weir.profile(top={self.top})"
        done = self._result
        share = 100 * self.waiting / self.seconds if self.seconds else 0.0
        parts = [f"weir.profile: {len(done.tasks):,} operation{'s' * (len(done.tasks) != 1)} in {duration(self.seconds)}; "
                 f"computing took {duration(self.computing)}, waiting {duration(self.waiting)} ({share:.0f}% of the time)"]
        if done.lost:
            parts[0] += (f"; {done.lost:,} event{'s were' if done.lost != 1 else ' was'} lost; pass a larger value of "
                         "`events`")
        parts += [self._part(title, entries) for title, entries in (
            ("operator", self.operators), ("line", self.lines), ("module", self.modules), ("wait", self.waits)) if entries]
        return "\n\n".join(parts)
