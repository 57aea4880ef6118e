"""A progress bar that does not stall the pipeline: until the loop ends, it shows only values already computed."""
from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator

from weir._core import Array

_KEPT = 64  # maximum number of pending arrays for each name
_BAR = 24


def progress(iterable: Iterable, total: int | None = None, desc: str = "", *, every: float | None = None,
             file=None, initial: int | None = None) -> Progress:
    """Return an iterable over a loader that draws a progress bar with the position, the speed and values passed to
    show().

        for image, label in (bar := weir.data.progress(loader)):
            loss = step(image, label)
            bar.show(loss=loss)

    `loss` may be an Array that is not computed yet: the bar shows the latest value that is computed.  On a terminal the
    line is redrawn every 0.1 seconds; otherwise a line is printed every ten seconds and at the end.  `every` changes
    these intervals.  At the end of the loop, the bar blocks until the last values are computed and shows them; if the
    loop is left early, it shows those already computed.

    If a DataLoader was resumed in the middle of an epoch (load_state_dict), its bar continues from that position.  For
    other iterables, `initial` is the number of batches done before this loop.  Speed and remaining time are those of
    this loop only.
    """
    return Progress(iterable, total, desc, every, file, initial)


class Progress:
    """The result of progress(): an iterable with show()."""

    def __init__(self, iterable, total=None, desc="", every=None, file=None, initial=None):
        if initial is not None and (not isinstance(initial, int) or initial < 0):
            raise ValueError(f"progress: initial must be a non-negative integer, not {initial!r}")
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
        # _current: number of samples in the current batch.  _done: number of samples up to the latest computed value.
        self._current = self._done = 0

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
        """Show these values: numbers, strings, or one-element arrays, which are shown once they are computed."""
        for name, value in values.items():
            if isinstance(value, Array):
                queue = self._waiting.get(name)
                if queue is None:
                    queue = self._waiting[name] = deque(maxlen=_KEPT)
                elif len(queue) == _KEPT:
                    self._look(name)
                    if len(queue) == _KEPT:
                        continue  # the queue is full: drop this value
                queue.append((value, self.samples + self._current))
            else:
                self._values[name] = value
                self._waiting.pop(name, None)

    def _look(self, name):
        """Move the newest computed value from the queue to the shown values, and discard the values before it."""
        queue, newest = self._waiting[name], None
        while queue and queue[0][0].ready:
            newest, self._done = queue.popleft()
        if newest is not None:
            try:
                self._values[name] = newest.item()  # the value is ready, so item() does not block
            except Exception as error:  # the user's code gets the error too, when it reads the value
                self._values[name] = f"<{type(error).__name__}>"

    def _finish(self):
        """Block until the last value of each name is computed.  The loop has ended, so blocking does not stall it."""
        for queue in self._waiting.values():
            while len(queue) > 1:
                queue.popleft()
            try:
                queue and queue[0][0].wait()
            except Exception:
                pass  # _look shows the error

    @property
    def values(self) -> dict:
        """A dictionary of the latest computed values by name."""
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
            parts.append(f"{self.batches} batch{'es' * (self.batches != 1)}")
        parts += [f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"
                  for name, value in self.values.items()]
        if self.samples:  # if values are shown, count only samples up to the latest computed value
            parts.append(f"{_short((self._done or self.samples) / took)} samples/s")
        done = self.batches - self._first
        if done and not self.samples:
            parts.append(f"{_short(done / took)} batches/s")
        left = self.total and done and self.batches < self.total
        parts.append(f"{_clock(took * (self.total - self.batches) / done)} left" if left else _clock(took))
        return "  ".join(parts)

    def draw(self, last: bool = False) -> None:
        """Write the current line; if `last` is true, end the line on a terminal."""
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
            self._file = None  # the file, or the other end of the pipe, is closed


def _rows(batch):
    """Return the number of samples in a batch: the length of its first array, or 0 if that array has no dimensions."""
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
