"""A progress bar that does not stall the pipeline: it shows computed values, and blocks on none before the end."""
from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator

from weir._core import Array

_KEPT = 64  # maximum number of pending arrays kept for each name
_BAR = 24


def progress(iterable: Iterable, total: int | None = None, desc: str = "", *, every: float | None = None,
             file=None, initial: int | None = None) -> Progress:
    """Iterate over a loader with a progress bar that shows position, speed and values passed to show().

        for image, label in (bar := weir.data.progress(loader)):
            loss = step(image, label)
            bar.show(loss=loss)

    `loss` may be an Array that is not computed yet: the bar shows the latest one that is.  On a terminal the line is
    redrawn; elsewhere a line is printed every ten seconds (or every `every` seconds) and one at the end.  When the loop
    has finished, the last line waits for the last values; a loop that was left early shows those already computed.

    The bar of a DataLoader that was resumed in the middle of an epoch (load_state_dict) counts on from there; for other
    iterables `initial` is the number of batches that were done before.  Speed and time left count this loop alone.
    """
    return Progress(iterable, total, desc, every, file, initial)


class Progress:
    """The result of progress(): an iterable with show()."""

    def __init__(self, iterable, total=None, desc="", every=None, file=None, initial=None):
        if initial is not None and (not isinstance(initial, int) or initial < 0):
            raise ValueError(f"progress: initial={initial!r}; must be an integer, at least 0")
        self._iterable, self._desc, self._initial, self._first = iterable, desc, initial, 0
        self._file = sys.stderr if file is None else file
        self._terminal = self._file is not None and getattr(self._file, "isatty", bool)()
        self._every = every if every is not None else 0.1 if self._terminal else 10.0
        if total is None:
            try:
                total = len(iterable)
            except TypeError:
                pass
        self.total, self.batches, self.samples = total, 0, 0
        self._values, self._waiting, self._width = {}, {}, 0
        self._current = self._done = 0  # samples in the current batch; samples whose values are known to be computed

    def __len__(self):
        return len(self._iterable)

    def __iter__(self) -> Iterator:
        self._first = getattr(self._iterable, "resumes_at", 0) if self._initial is None else self._initial
        self.batches, self.samples, self._done = self._first, 0, 0
        self._values, self._waiting = {}, {}
        self._began = self._drawn = time.monotonic()
        wait = False
        try:
            for batch in self._iterable:
                self._current = _rows(batch)
                yield batch
                self.batches += 1
                self.samples += self._current
                self._current = 0
                if time.monotonic() - self._drawn >= self._every:
                    self.draw()
            wait = self._file is not None
        finally:
            if wait:
                self._finish()
            self.draw(last=True)

    def show(self, **values) -> None:
        """Show these values: numbers, strings, or one-element arrays as soon as they are computed."""
        for name, value in values.items():
            if isinstance(value, Array):
                queue = self._waiting.get(name)
                if queue is None:
                    queue = self._waiting[name] = deque(maxlen=_KEPT)
                elif len(queue) == _KEPT:
                    self._look(name)
                    if len(queue) == _KEPT:
                        continue  # the earlier ones will be computed first
                queue.append((value, self.samples + self._current))
            else:
                self._values[name] = value
                self._waiting.pop(name, None)

    def _look(self, name):
        """Take the newest computed value, and discard those before it."""
        queue, newest = self._waiting[name], None
        while queue and queue[0][0].ready:
            newest, self._done = queue.popleft()
        if newest is not None:
            try:
                self._values[name] = newest.item()  # ready: does not block
            except Exception as error:  # the loop will see it where it reads the value
                self._values[name] = f"<{type(error).__name__}>"

    def _finish(self):
        """Block until the last value of each name is computed: all work is issued, and this line is final."""
        for queue in self._waiting.values():
            while len(queue) > 1:
                queue.popleft()
            try:
                queue and queue[0][0].wait()
            except Exception:
                pass  # _look shows the error

    @property
    def values(self) -> dict:
        """The latest computed values."""
        for name in self._waiting:
            self._values.setdefault(name, None)
            self._look(name)
        return {name: value for name, value in self._values.items() if value is not None}

    def text(self) -> str:
        """Return the current line."""
        took = max(time.monotonic() - self._began, 1e-9)
        parts = [self._desc] if self._desc else []
        if self.total:
            full = min(_BAR, _BAR * self.batches // self.total)
            parts.append(f"[{'=' * full}{' ' * (_BAR - full)}] {self.batches}/{self.total}")
        else:
            parts.append(f"{self.batches} batches")
        parts += [f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"
                  for name, value in self.values.items()]
        if self.samples:  # samples computed, as far as the shown values tell
            parts.append(f"{_short((self._done or self.samples) / took)} samples/s")
        done = self.batches - self._first
        if done and not self.samples:
            parts.append(f"{_short(done / took)} batches/s")
        left = self.total and done and self.batches < self.total
        parts.append(f"{_clock(took * (self.total - self.batches) / done)} left" if left else _clock(took))
        return "  ".join(parts)

    def draw(self, last: bool = False) -> None:
        """Write the line now."""
        self._drawn = time.monotonic()
        if self._file is None:
            return
        line = self.text()
        try:
            if self._terminal:
                padding = " " * (self._width - len(line))
                self._file.write(f"\r{line}{padding}" + ("\n" if last else ""))
                self._width = len(line)
            else:
                self._file.write(line + "\n")
            self._file.flush()
        except (OSError, ValueError):
            self._file = None  # closed, or its reader is gone


def _rows(batch):
    """Return the number of samples in a batch: the length of its first array."""
    while isinstance(batch, (tuple, list, dict)) and batch:
        batch = next(iter(batch.values())) if isinstance(batch, dict) else batch[0]
    shape = getattr(batch, "shape", None)
    return shape[0] if shape else 0


def _short(x):
    for unit in ("", "k", "M"):
        if x < 1000:
            return f"{x:.3g}{unit}" if x < 100 or not unit else f"{x:.0f}{unit}"
        x /= 1000
    return f"{x:.3g}G"


def _clock(seconds):
    seconds = int(seconds)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
