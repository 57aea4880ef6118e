"""Measurements: repeated timings, choice of problem sizes, and the model's three parameters t1, t2 and t3.

The parameters are measured in separate runs, not in the runs whose time they predict.  t1 is measured in a loop that
only issues operations, and t2 on a queue that is filled before the back end begins to process it.  t3 is measured in a
loop that waits after each operation: it is the time per operation minus t1 and t2.
"""
import sys
import time


def numpy():
    """Return the NumPy module, or None if it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Timing:
    """Repeated measurements of one quantity, in seconds."""

    def __init__(self, seconds):
        self.seconds = sorted(seconds)

    @property
    def median(self) -> float:
        return self.seconds[len(self.seconds) // 2]

    @property
    def low(self) -> float:
        return self.seconds[0]

    @property
    def high(self) -> float:
        return self.seconds[-1]


class Stages:
    """The times in seconds to issue an operation (t1), to compute it (t2) and to return its result (t3)."""

    def __init__(self, t1, t2, t3):
        self.t1, self.t2, self.t3 = t1, t2, t3

    def synchronous(self, count: int) -> float:
        """Return the predicted time of `count` operations with a wait after each."""
        return count * (self.t1 + self.t2 + self.t3)

    def asynchronous(self, count: int, workers: int = 1) -> float:
        """Return the predicted time of `count` operations with one wait at the end.

        The slower of issuing and computing determines the time and hides the other.  With one worker and t2 > t1, the
        prediction is the chapter's formula t1 + count * t2 + t3.
        """
        slower = max((count - 1) * self.t1, (count - 1) * self.t2 / workers)
        return self.t1 + slower + self.t2 + self.t3

    def __repr__(self):
        from weir._pictures import duration

        return f"t1 {duration(self.t1)}, t2 {duration(self.t2)}, t3 {duration(self.t3)}"


class Lab:
    """Functions for timing, which share the minimum duration of a measurement and the number of repetitions."""

    def __init__(self, quick: bool = False):
        self.quick = quick
        self.least = 0.004 if quick else 0.06  # minimum duration of a measurement in seconds
        self.turns = 2 if quick else 7

    def size(self, full: int, quick: int) -> int:
        """Return `quick` if this is a quick run, otherwise `full`."""
        return quick if self.quick else full

    def time(self, *functions) -> "list[Timing]":
        """Time each function `turns` times, in interleaved rounds; return a Timing for each.

        No operations are in flight when a function is called.
        """
        import weir

        taken = [[] for _ in functions]
        for turn in range(self.turns + 1):
            for seconds, function in zip(taken, functions):
                weir.waitall()
                start = time.perf_counter()
                function()
                end = time.perf_counter()
                weir.waitall()
                if turn > 0:  # the first round is a warm-up
                    seconds.append(end - start)
        return [Timing(s) for s in taken]

    def enough(self, function, count: int = 1, most: int = 1 << 15) -> int:
        """Return a count, at most `most`, for which function(count) takes at least the minimum duration."""
        import weir

        def once():
            weir.waitall()
            start = time.perf_counter()
            function(count)
            weir.waitall()
            return time.perf_counter() - start

        once()
        while count < most:
            took = min(once(), once())  # the minimum, because other load may have slowed one call
            if took >= self.least:
                break
            grow = min(8.0, max(1.5, 1.15 * self.least / max(took, 1e-6)))
            count = min(most, max(count + 1, int(count * grow)))
        return count

    def _slow(self, seconds: float):
        """Return a scalar array with the value zero that takes about this many seconds to compute."""
        import weir

        size = self.size(500, 100)
        a = weir.full((size, size), 1.0 / size)
        weir.waitall()
        begin = time.perf_counter()
        (a @ a).wait()
        once, b = time.perf_counter() - begin, a
        for _ in range(2 + int(seconds / once)):
            b = b @ a
        return b[0, 0] * 0

    def stages(self, operation, start, count: int = 40) -> Stages:
        """Measure and return the Stages of y = operation(y), where the first y is `start` and each call issues one or
        a few operations.

        The measurement takes about as long as a timed run, so that other load on the machine affects both in the same
        way.  t1 is the median of five runs, t2 and t3 are medians of three rounds.
        """
        import weir

        count = min(count, 20) if self.quick else count
        issue = []
        for _ in range(5):
            weir.waitall()
            y, begin = start, time.perf_counter()
            for _ in range(count):
                y = operation(y)
            issue.append((time.perf_counter() - begin) / count)
        t1 = sorted(issue)[2]
        rounds = [self._round(operation, start, count, t1) for _ in range(3)]
        waited, t2 = (sorted(values)[1] for values in zip(*rounds))
        return Stages(t1, t2, max(0.0, waited - t1 - t2))

    def _round(self, operation, start, count, t1):
        """Return two times per operation in seconds: with a wait after each operation, and from a queue filled in
        advance.

        Each is measured for a third of the minimum duration.
        """
        import weir

        least, few = self.least / 3, min(count, 5)
        weir.waitall()
        done, waited, begin = 0, 0.0, time.perf_counter()
        while done < few or (waited < least and done < 20_000):
            operation(start).wait()
            done += 1
            waited = time.perf_counter() - begin
        waited /= done
        many = min(4_000, max(few, int(least / waited)))
        with weir.trace() as trace:
            y = start + self._slow(1.5 * many * t1).to_device(start.device)  # while this is computed, the loop fills the queue
            for _ in range(many):
                y = operation(y)
            weir.waitall()
        ends = sorted(t.end for t in trace.timeline.tasks)
        each = (len(ends) - 1) // (many + 1) or 1  # number of operations that a call of `operation` issues
        last = ends[-min(len(ends), each * many + 1):]
        return waited, (last[-1] - last[0]) / many


class Bar:
    """A progress line on standard error, shown only if standard error is a terminal."""

    def __init__(self, titles):
        self.titles, self.start = titles, time.monotonic()
        self.on = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int) -> None:
        if not self.on:
            return
        wide = 24
        full = wide * done // len(self.titles)
        sys.stderr.write(f"\r\x1b[K[{'#' * full}{'-' * (wide - full)}] {done} of {len(self.titles)}, "
                         f"{time.monotonic() - self.start:.0f} s: {self.titles[done]} ...")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
