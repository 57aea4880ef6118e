"""Measuring: times with their spread, sizes that take long enough, and the three numbers of the model.

t1, t2 and t3 come from runs of their own, not from those that they predict: t1 from a loop that only issues; t2 from a
queue that was full before the back end could begin with it; t3 from a loop that waits for each operation, as what t1 and t2
do not account for.
"""
import sys
import time


def numpy():
    """NumPy, or None."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Timing:
    """Several measurements of one thing, in seconds."""

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
    """t1, t2, t3 of an operation, in seconds."""

    def __init__(self, t1, t2, t3):
        self.t1, self.t2, self.t3 = t1, t2, t3

    def synchronous(self, count: int) -> float:
        """`count` of them, each waited for."""
        return count * (self.t1 + self.t2 + self.t3)

    def asynchronous(self, count: int, workers: int = 1) -> float:
        """`count` of them, waited for once: the slower side sets the pace, the other hides behind it.

        With t2 the larger it is the chapter's t1 + count t2 + t3.
        """
        slower = max((count - 1) * self.t1, (count - 1) * self.t2 / workers)
        return self.t1 + slower + self.t2 + self.t3

    def __repr__(self):
        from weir._pictures import duration

        return f"t1 {duration(self.t1)}, t2 {duration(self.t2)}, t3 {duration(self.t3)}"


class Lab:
    """How long figures have to be, how often they are taken, and how."""

    def __init__(self, quick: bool = False):
        self.quick = quick
        self.least = 0.004 if quick else 0.06  # seconds that a figure should have
        self.turns = 2 if quick else 7

    def size(self, full: int, quick: int) -> int:
        """A size: the full one, or the quick one."""
        return quick if self.quick else full

    def time(self, *functions) -> "list[Timing]":
        """Each function timed `turns` times, turn by turn, with nothing in flight when it begins."""
        import weir

        taken = [[] for _ in functions]
        for turn in range(self.turns + 1):
            for seconds, function in zip(taken, functions):
                weir.waitall()
                start = time.perf_counter()
                function()
                end = time.perf_counter()
                weir.waitall()
                if turn > 0:  # the first is for warming up
                    seconds.append(end - start)
        return [Timing(s) for s in taken]

    def enough(self, function, count: int = 1, most: int = 1 << 15) -> int:
        """The count for which function(count) takes as long as a figure should."""
        import weir

        function(count)
        while count < most:
            weir.waitall()
            start = time.perf_counter()
            function(count)
            weir.waitall()
            took = time.perf_counter() - start
            if took >= self.least:
                break
            grow = min(8.0, max(1.5, 1.15 * self.least / max(took, 1e-6)))
            count = min(most, max(count + 1, int(count * grow)))
        return count

    def _slow(self, seconds: float):
        """A zero that takes about so long to compute."""
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
        """t1, t2 and t3 of y = operation(y), which issues one operation (or a few), beginning with `start`.

        Each is measured for as long as a figure takes, or `count` times if that is longer: whatever else the machine does hits
        them as it will hit what they predict.
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
        waited, done, begin = 0.0, 0, time.perf_counter()
        weir.waitall()
        while done < min(count, 5) or (waited < self.least and done < 20_000):
            operation(start).wait()
            done += 1
            waited = time.perf_counter() - begin
        waited /= done
        many = min(20_000, max(min(count, 5), int(self.least / waited)))
        first = y = start + self._slow(1.5 * many * t1)  # while that is computed the queue fills
        for _ in range(many):
            y = operation(y)
        first.wait()
        begin = time.perf_counter()
        y.wait()
        t2 = (time.perf_counter() - begin) / many
        return Stages(t1, t2, max(0.0, waited - t1 - t2))


class Bar:
    """How far we are: one line on standard error, if that is a terminal."""

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
