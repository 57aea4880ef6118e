"""A bar for loops, which does not stop the pipeline: it shows values that are there, and waits for none before the end."""
from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator

from weir._core import Array

_KEPT = 64  # arrays of each name whose values are not there yet
_BAR = 24


def progress(iterable: Iterable, total: int | None = None, desc: str = "", *, every: float | None = None,
             file=None) -> Progress:
    """Go through a loader with a bar: how far, how fast, and what it is told.

        for image, label in (bar := weir.data.progress(loader)):
            loss = step(image, label)
            bar.show(loss=loss)

    `loss` may be an Array that is not computed yet: the bar shows the last one that is.  On a terminal the line is drawn
    anew; elsewhere there is a line every ten seconds (`every` says otherwise) and one at the end.  When the loop has come
    to its end, the last line waits for the last values; one that was left early shows those that are there.
    """
    return Progress(iterable, total, desc, every, file)


class Progress:
    """What progress() gives: an iterable with show()."""

    def __init__(self, iterable, total=None, desc="", every=None, file=None):
        self._iterable, self._desc = iterable, desc
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
        self._current = self._done = 0  # samples of the batch in hand; those whose values are known to be there

    def __len__(self):
        return len(self._iterable)

    def __iter__(self) -> Iterator:
        self.batches = self.samples = self._done = 0
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
        """Show these values: numbers, texts, or arrays of one element, when they are there."""
        for name, value in values.items():
            if isinstance(value, Array):
                queue = self._waiting.get(name)
                if queue is None:
                    queue = self._waiting[name] = deque(maxlen=_KEPT)
                elif len(queue) == _KEPT:
                    self._look(name)
                    if len(queue) == _KEPT:
                        continue  # those before it are nearer to their values
                queue.append((value, self.samples + self._current))
            else:
                self._values[name] = value
                self._waiting.pop(name, None)

    def _look(self, name):
        """Take the newest value that is there, and forget those before it."""
        queue, newest = self._waiting[name], None
        while queue and queue[0][0].ready:
            newest, self._done = queue.popleft()
        if newest is not None:
            try:
                self._values[name] = newest.item()  # is there: no wait
            except Exception as error:  # the loop will meet it where it looks
                self._values[name] = f"<{type(error).__name__}>"

    def _finish(self):
        """Wait for the last value of each name: all work is issued, and this line stays."""
        for queue in self._waiting.values():
            while len(queue) > 1:
                queue.popleft()
            try:
                queue and queue[0][0].wait()
            except Exception:
                pass  # _look says which

    @property
    def values(self) -> dict:
        """The last values that are there."""
        for name in self._waiting:
            self._values.setdefault(name, None)
            self._look(name)
        return {name: value for name, value in self._values.items() if value is not None}

    def text(self) -> str:
        """The line, as it is now."""
        took = max(time.monotonic() - self._began, 1e-9)
        parts = [self._desc] if self._desc else []
        if self.total:
            full = min(_BAR, _BAR * self.batches // self.total)
            parts.append(f"[{'=' * full}{' ' * (_BAR - full)}] {self.batches}/{self.total}")
        else:
            parts.append(f"{self.batches} batches")
        parts += [f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"
                  for name, value in self.values.items()]
        if self.samples:  # those that are computed, as far as the values shown tell
            parts.append(f"{_short((self._done or self.samples) / took)} samples/s")
        elif self.batches:
            parts.append(f"{_short(self.batches / took)} batches/s")
        left = self.total and self.batches and self.batches < self.total
        parts.append(f"{_clock(took * (self.total - self.batches) / self.batches)} left" if left else _clock(took))
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
            self._file = None  # closed, or nobody reads it


def _rows(batch):
    """Samples of a batch: the length of the first array in it."""
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
