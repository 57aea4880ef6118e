"""Control and inspection of asynchronous execution: waits, windows, memory, the engine, traces, modes.

The C library provides all the data; this file names its fields and formats it as tables.
"""

import sys
from _contextvars import ContextVar

from weir import _core
from weir._core import (
    Array,
    AsyncError,
    AxisError,
    WaitError,
    devices,
    get_autocast_dtype,
    get_default_device,
    get_default_dtype,
    get_float32_precision,
    set_autocast_dtype,
    set_default_device,
    set_default_dtype,
    set_float32_precision,
    synchronize,
    waitall,
)

__all__ = [
    "AsyncError",
    "AxisError",
    "Failure",
    "Failures",
    "WaitError",
    "WaitWarning",
    "autocast",
    "cancel_all",
    "clear_errors",
    "default_dtype",
    "device",
    "devices",
    "engine",
    "failures",
    "get_autocast_dtype",
    "get_default_device",
    "get_default_dtype",
    "get_float32_precision",
    "interrupt",
    "memory",
    "progress",
    "set_autocast_dtype",
    "set_default_device",
    "set_default_dtype",
    "set_float32_precision",
    "synchronize",
    "trace",
    "waitall",
    "waits",
    "window",
]


def _table(heads: tuple, rows: list, right: str) -> str:
    """Format rows under column headings; `right` has one character for each column: '>' aligns it right, '<' left."""
    cells = [heads, *rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(heads))]
    return "\n".join(
        "  ".join(f"{c:{a}{w}}" for c, a, w in zip(row, right, widths)).rstrip() for row in cells
    )


def _bytes(count: float) -> str:
    for unit in ("B", "KB", "MB", "GB"):
        if count < 1000:
            break
        count /= 1000
    else:
        unit = "TB"
    return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"


# ---- Awaiting ------------------------------------------------------------------------------------


def _settle(future, status: int) -> None:
    if not future.done():  # the future may have been cancelled
        future.set_result(status)


def _await(self):
    """`await a` returns `a` once all writes to `a` issued so far are complete; raises AsyncError if one of them failed.

    No thread is blocked while waiting.  Cancelling the await does not cancel the work.
    """
    if not self.ready:
        from asyncio import get_running_loop

        loop = get_running_loop()
        future = loop.create_future()

        def tell(status):
            try:
                loop.call_soon_threadsafe(_settle, future, status)
            except RuntimeError:
                pass  # the event loop has been closed

        self._on_status(tell)
        status = yield from future
        if status == 0:
            return self
        if not self.ready:  # another write to the array has been issued since, so wait() would block
            raise AsyncError("an operation that writes this array failed; weir.failures() lists the failures")
    self.wait()
    return self


Array.__await__ = _await


# ---- Waits ---------------------------------------------------------------------------------------


class WaitWarning(RuntimeWarning):
    """Warning issued for each wait while weir.waits("warn") is in effect."""


class Wait(tuple):
    """An entry of the wait profile: source `line`, `reason`, `count`, and total time in `seconds`."""

    __slots__ = ()
    line = property(lambda self: self[0], doc='The source line, such as "train.py:12", or None.')
    reason = property(lambda self: self[1], doc='The call that blocked, such as "item()".')
    count = property(lambda self: self[2], doc="The number of waits.")
    seconds = property(lambda self: self[3], doc="The total time spent waiting, in seconds.")


class Waits(list):
    """The wait profile, with the most expensive waits first.  It is printed as a table."""

    def __repr__(self):
        if not self:
            return "no waits"
        rows = [(f"{w.seconds:.6f}", f"{w.count:,}", w.reason, w.line or "(no line)") for w in self]
        return _table(("seconds", "count", "reason", "line"), rows, ">><<")


_MODES = ("off", "log", "warn", "raise")
_mode = "off"
_block_mode = ContextVar("weir.waits", default=None)
_blocks = 0  # number of open `with weir.waits(mode)` blocks in all contexts
_warned: dict = {}


def _on_wait(reason: str, line: "str | None") -> None:
    mode = _block_mode.get() or _mode
    if mode == "off":
        return
    message = f"{reason} blocks at {line or '(no line)'}"
    if mode == "raise":
        raise WaitError(f'{message}, but weir.waits("raise") forbids blocking')
    if mode == "log":
        import logging

        logging.getLogger("weir").warning("%s", message)
        return
    import warnings

    file, _, number = (line or "unknown:0").rpartition(":")
    warnings.warn_explicit(message, WaitWarning, file, int(number), registry=_warned)


def _listen() -> None:
    _core.set_on_wait(_on_wait if _mode != "off" or _blocks else None)


class _Mode:
    """The result of weir.waits(mode), which can be used as a context manager to limit the mode to a block."""

    def __init__(self, mode, outer):
        self._mode, self._outer = mode, outer

    def __enter__(self):
        global _mode, _blocks
        if self._outer is not None:  # weir.waits(mode) set the mode program-wide; undo that
            _mode, self._outer = self._outer, None
        _blocks += 1
        self._token = _block_mode.set(self._mode)
        _listen()
        return self

    def __exit__(self, *error):
        global _blocks
        _block_mode.reset(self._token)
        _blocks -= 1
        _listen()

    def __repr__(self):
        return f"weir.waits({self._mode!r})"


class _WaitsFunction:
    """weir.waits() returns the wait profile: every wait that blocked, with its line, reason, count and total time.

    weir.waits(mode) reports each wait before it begins: with "log" through the logger "weir", with "warn" as a
    WaitWarning, with "raise" as a WaitError.  "off" turns the reports off.  The mode applies to the whole program or,
    if the result is used as a context manager, only to the current thread or task until the block ends:

        with weir.waits("raise"):
            step(batch)         # raises WaitError at the line that would wait

    weir.waits.clear() empties the wait profile.
    """

    def __call__(self, mode: "str | None" = None):
        global _mode
        if mode is None:
            return Waits(map(Wait, _core.waits()))
        if mode not in _MODES:
            raise ValueError(f"waits: mode must be one of {', '.join(map(repr, _MODES))}, not {mode!r}")
        outer, _mode = _mode, mode
        _listen()
        return _Mode(mode, outer)

    def clear(self) -> None:
        """Empty the wait profile."""
        _core.waits_clear()

    def __repr__(self):
        return "<function weir.waits>"


waits = _WaitsFunction()


# ---- Windows -------------------------------------------------------------------------------------


class window:
    """Limit a loop to `depth` batches in flight, so that it does not run far ahead of the work it issues.

        for batch in weir.window(2)(loader):    # waits until at most one earlier batch is unfinished
            step(batch)

    Alternatively, create `w = weir.window(2)` and call `w.next()` at the start of each batch.  With depth 1, each batch
    is finished before the next begins; with depth 2, the front end prepares one batch while another is computed.
    """

    __slots__ = ("_window", "depth")

    def __init__(self, depth: int):
        self._window = _core.window_new(depth)
        self.depth = depth

    def next(self) -> None:
        """Begin a batch: block until at most depth - 1 earlier batches are unfinished."""
        _core.window_next(self._window)

    def __call__(self, batches):
        """Yield the batches, each as soon as the window has room for it."""
        for batch in batches:
            self.next()
            yield batch

    def __repr__(self):
        return f"weir.window({self.depth})"


# ---- Memory --------------------------------------------------------------------------------------


class _DeviceMemory:
    """Memory of one device, in bytes: what `weir.memory.on(device)` returns."""

    __slots__ = ("_device",)

    def __init__(self, device=None):
        self._device = device

    budget = property(lambda self: self._get("budget"), doc="The maximum number of bytes that arrays may use.")
    used = property(lambda self: self._get("used"), doc="The number of bytes that arrays use now.")
    peak = property(lambda self: self._get("peak"), doc="The maximum of `used` so far.")
    cached = property(lambda self: self._get("cached"), doc="Free memory that is kept for reuse, in bytes.")
    reserved = property(lambda self: self._get("reserved"), doc="Memory allocated from the system, in bytes.")
    level = property(
        lambda self: self._get("level"),
        doc="The peak memory that in-order execution of the program would need, plus 10 percent, in bytes.",
    )

    def _get(self, name):
        return _core.memory(self._device)[name]

    def _text(self, names):
        numbers = _core.memory(self._device)
        return ", ".join(f"{name} {_bytes(numbers[name])}" for name in names)

    def __repr__(self):
        return f"memory of {self._device}: " + self._text(("budget", "used", "peak", "cached", "reserved", "level"))


class _Memory(_DeviceMemory):
    """Memory used by arrays on the CPU, in bytes.  `weir.memory.on(device)` is that of a device.

    budget         maximum memory that arrays may use
    used           memory held by arrays now
    peak           maximum of `used` so far
    cached         free memory kept for reuse
    reserved       memory allocated from the system
    level          peak memory that in-order execution would need, plus 10 percent
    borrowed       memory owned by others (DLPack, buffers, a loader's batches) that arrays refer to; not part of `used`
    borrowed_peak  maximum of `borrowed` so far
    host_ahead     borrowed memory and copied host data that the program has released but queued operations still need;
                   while it is above a limit (WEIR_HOST_AHEAD), a call that adds to it blocks
    """

    __slots__ = ()
    borrowed = property(lambda self: self._get("borrowed"), doc="Memory owned by others that arrays use, in bytes.")
    borrowed_peak = property(lambda self: self._get("borrowed_peak"), doc="The maximum of `borrowed` so far.")
    host_ahead = property(
        lambda self: _core.stats()["host_ahead"],
        doc="Borrowed memory and copied host data that only queued operations keep alive, in bytes.",
    )

    def on(self, device) -> _DeviceMemory:
        """Return the memory of a device: an object with `budget`, `used`, `peak`, `cached`, `reserved` and `level`."""
        return _DeviceMemory(_core.Device(device))

    def holders(self) -> list:
        """Return a list of (operator, line, count, bytes): the number and size of the arrays in memory for each
        operator and source line that created them, largest first."""
        return _core.holders()

    def trim(self) -> None:
        """Return cached memory to the system now."""
        _core.trim()

    def __repr__(self):
        return "weir.memory: " + self._text(("budget", "used", "peak", "cached", "reserved", "level", "borrowed"))


memory = _Memory()


# ---- Engine --------------------------------------------------------------------------------------


class _Engine:
    """The engine that executes operations.

    After `weir.engine.kind = "serial"`, each operation runs inside the call that issues it: an error is raised at the
    line that caused it, and a debugger stops there.  "threaded" switches back to worker threads.  Setting the kind
    blocks until all issued operations are done.
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of engine: "threaded" or "serial"."""
        return _core.stats()["kind"]

    @kind.setter
    def kind(self, kind: str) -> None:
        _core.set_engine(kind)

    workers = property(lambda self: _core.stats()["workers"], doc="The number of worker threads.")
    cpu = property(
        lambda self: _core.stats()["cpu"],
        doc='The CPU features in use: "portable", "avx2", "avx512", "avx512_bf16", "amx_bf16" or "amx_fp16".',
    )

    def stats(self) -> dict:
        """Return current statistics as a dictionary, such as the numbers of issued, finished and queued operations, of
        waits and of failures."""
        return _core.stats()

    def __repr__(self):
        s = _core.stats()
        return (
            f"weir.engine: {s['kind']}, {s['workers']} worker{'s' * (s['workers'] != 1)}, {s['cpu']}; "
            f"{s['issued']:,} operation{'s' * (s['issued'] != 1)} issued, {s['queue_len']:,} unfinished"
        )


engine = _Engine()


# ---- Failures ------------------------------------------------------------------------------------


class Failure(tuple):
    """An operation that failed: its name (`operation`), source `line`, `status`, `message`, `stack` and `module`."""

    __slots__ = ()
    operation = property(lambda self: self[0])
    line = property(lambda self: self[1])
    status = property(lambda self: self[2])
    message = property(lambda self: self[3])
    stack = property(lambda self: self[4], doc="The issuing calls, outermost first, as (file, line, function).")
    module = property(lambda self: self[5], doc='The path of the issuing module, such as "net.blocks[2]", or None.')


class Failures(list):
    """The result of weir.failures(); `dropped` is the number of failures that were dropped when the list was full."""

    dropped = 0


def failures() -> "Failures":
    """Return the operations that have failed since the start or the last weir.clear_errors(), oldest first.

    Operations that failed only because an input had failed are not included.  At most 1,024 failures are kept; beyond
    that, failures that have been reported are dropped to make room, and `weir.failures().dropped` counts them.  Once
    returned by this function, a failure counts as reported: weir.waitall() does not raise it, and it is not printed at
    exit.
    """
    dropped, kept = _core.failures()
    found = Failures(map(Failure, kept))
    found.dropped = dropped
    return found


def cancel_all() -> None:
    """Cancel all queued operations that have not started, including those issued by other threads.

    Reading an array that a cancelled operation would have written raises AsyncError with status "ECANCELED"; after
    Array.clear_error, the array's old values can be read.  Running operations complete, and callbacks are still called.
    Each call of cancel_all adds one entry to weir.failures(); weir.waitall() does not raise an exception for it.
    """
    _core.cancel_all()


def clear_errors() -> None:
    """Clear the failures that weir.waitall() would raise.  Arrays keep their errors; see Array.clear_error."""
    _core.clear_failures()


def interrupt() -> None:
    """Wake waiting threads so that they handle pending signals; they resume waiting unless a signal handler raises."""
    _core.interrupt()


# ---- Traces and progress -------------------------------------------------------------------------


class trace:
    """Record operations and waits, and write them to a file for chrome://tracing or ui.perfetto.dev.

        with weir.trace("step.json"):
            step(batch)
            weir.waitall()

    Without a path, no file is written.  After the block, the attribute `timeline` holds the timeline of the front end
    and the back end; a notebook displays it as an image.  `events` is the maximum number of events kept.  Traces and
    profiles do not nest.
    """

    def __init__(self, path=None, *, events: int = 1_000_000):
        if isinstance(path, _core.Array):
            raise TypeError("weir.trace: path must be a path or None, not an Array; for the sum of the diagonal use "
                            "x.trace()")
        self.path, self.events, self._timeline, self._text = path, events, None, None

    _open = False  # whether a trace is being recorded, by this object or by another

    def __enter__(self):
        if trace._open:
            raise RuntimeError("weir.trace: a trace or profile is already being recorded; end it first")
        self._timeline = self._text = None
        _core.trace_start(self.events)
        trace._open = True
        return self

    def __exit__(self, *error):
        trace._open = False
        if self.path is not None:
            _core.trace_stop(self.path)
            return
        import os
        import tempfile

        handle, path = tempfile.mkstemp(suffix=".json")
        os.close(handle)
        try:
            _core.trace_stop(path)
            with open(path, encoding="utf-8") as file:
                self._text = file.read()
        finally:
            os.unlink(path)

    @property
    def timeline(self):
        """The recorded timeline, available after the end of the block; see Timeline."""
        if self._timeline is None:
            from weir._timeline import Timeline

            if self.path is not None:
                self._timeline = Timeline.read(self.path)
            elif self._text is not None:
                import json

                self._timeline, self._text = Timeline(json.loads(self._text)), None
            else:
                raise ValueError("trace: nothing has been recorded yet; run code inside `with weir.trace() as t:` "
                                 "before reading t.timeline")
        return self._timeline

    def _repr_svg_(self):
        return self.timeline.svg()

    def __repr__(self):
        return f"weir.trace({self.path!r})" if self.path is not None else "weir.trace()"


class _Bar:
    """A progress bar on the terminal for waits that take longer than half a second."""

    def __init__(self):
        self.since = self.total = None
        self.drawn = False

    def __call__(self, going_on: bool) -> None:
        from time import monotonic

        if not going_on:
            if self.drawn:
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()
            self.__init__()
            return
        left, now = _core.stats()["queue_len"], monotonic()
        if self.since is None:
            self.since, self.total = now, left
        seconds = now - self.since
        self.total = max(self.total, left)
        if seconds < 0.4 or self.total == 0:  # the first call is 0.1 s into the wait, so the bar appears after 0.5 s
            return
        done = 20 * (self.total - left) // self.total
        bar = "#" * done + "-" * (20 - done)
        sys.stderr.write(f"\r\x1b[Kweir [{bar}] {left:,} of {self.total:,} operations left, {seconds:.1f} s")
        sys.stderr.flush()
        self.drawn = True


def progress(on: bool = True) -> None:
    """Show a progress bar on the terminal for waits longer than half a second; `progress(False)` turns it off.

    The bar is drawn on standard error, and only if standard error is a terminal.
    """
    on = on and sys.stderr is not None and sys.stderr.isatty()
    _core.set_on_progress(_Bar() if on else None)


# ---- Modes ---------------------------------------------------------------------------------------


class default_dtype:
    """Context manager that sets the default dtype of floating-point arrays.

        with weir.default_dtype(weir.float64):
            x = weir.zeros(3)

    The setting applies to this thread or task only.
    """

    def __init__(self, dtype):
        self._dtype, self._outer = dtype, []

    def __enter__(self):
        self._outer.append(set_default_dtype(self._dtype))
        return self

    def __exit__(self, *error):
        set_default_dtype(self._outer.pop())


class autocast:
    """Compute products in bfloat16 or float16 in a `with` block or decorated function (mixed precision).

        with weir.autocast("bfloat16"):
            loss = loss_fn(net(x), y)

    Matrix products, convolutions, attention and recurrent layers cast their inputs to dtype; sums, norms, softmax,
    losses, exp, log and pow cast theirs to float32; other operators promote mixed dtypes as usual.  The casts are part
    of the gradient, so the backward pass computes in the same dtypes, and parameters remain float32.  float64 and
    complex inputs are not cast.  Blocks nest; with enabled=False, operators inside the block are not cast.  The setting
    applies to this thread or task only, and with device= only to arrays on devices of that kind.

    Within the outermost block a parameter is cast once for all its uses, until it is written; the casts are freed at the
    end of the block.
    """

    def __init__(self, dtype="bfloat16", *, enabled: bool = True, device=None):
        if isinstance(dtype, str) and dtype.partition(":")[0] in ("cpu", "cuda", "gpu", "mps"):
            raise ValueError(f"autocast: {dtype!r} is a device; the argument is the dtype, 'bfloat16' or 'float16', and "
                             "device= limits the setting to devices of one kind")
        dtype = _core.as_dtype(dtype)
        if dtype not in (_core.float16, _core.bfloat16):
            raise ValueError(f"autocast: the dtype must be float16 or bfloat16, not {dtype}; turn autocast off with "
                             "weir.autocast(enabled=False)")
        self._dtype, self._outer = dtype if enabled else None, []
        self._device = None if device is None else _core.Device(device)

    def __enter__(self):
        self._outer.append(_core.autocast_begin(self._dtype, self._device))
        return self

    def __exit__(self, *error):
        _core.autocast_end(self._outer.pop())

    def __call__(self, fn):
        import functools
        import inspect

        if inspect.iscoroutinefunction(fn) or inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
            raise TypeError(f"autocast: {fn.__qualname__} is a coroutine or generator function, whose body runs after "
                            "the call; use `with weir.autocast(...):` inside the function")

        @functools.wraps(fn)
        def inside(*args, **kwargs):
            region = _core.autocast_begin(self._dtype, self._device)
            try:
                return fn(*args, **kwargs)
            finally:
                _core.autocast_end(region)

        return inside


class device:
    """Context manager that sets the default device: `with weir.device("cpu:1"):`.

    The setting applies to this thread or task only.
    """

    # The message if an object of this class is passed as a device.
    _why_no_device = ("weir.device(...) is a context manager that sets the default device; to name a device, use "
                      "weir.Device(...) or its name")

    def __init__(self, device):
        self._device, self._outer = device, []

    def __enter__(self):
        self._outer.append(set_default_device(self._device))
        return self

    def __exit__(self, *error):
        set_default_device(self._outer.pop())
