"""Worker processes for datasets written in Python.

A worker has one end of a socket pair.  It receives epochs and batch requests.  For each request it sends back a short
description of the batch and the file descriptor of the shared memory that holds the batch's arrays.  The parent maps
this memory, which is freed with the last array that uses it.

Workers are started in one of two ways.  *spawn* runs a new interpreter that imports the dataset's module; nothing of
the parent process is copied.  It is chosen if dataset and collate_fn can be pickled and are defined in importable
modules.  Objects defined in the main script (__main__) could only be imported by running the script again, so *fork* is
chosen for them.  Weir supports fork: the engine's threads are not copied, and a child process starts its own.

A worker ends when the other end of its socket is closed, because the loader or the parent process is gone, or when it
finds that its parent process has changed.  When the parent exits, workers that are still busy are killed after one
second.  A thread waits for workers that have been told to end, so that none is left as a zombie; the thread ends when
the last of them has ended.
"""
from __future__ import annotations

import atexit
import os
import pickle
import select
import signal
import socket
import struct
import sys
import time
import weakref

from weir import _core
from weir.data import _collate

_INLINE = 16384  # batches of at most this many bytes are sent over the socket instead of in shared memory
_HEADER = struct.Struct("<Q")
_PATIENCE = 1.0  # seconds to wait at exit for workers to end
_LOOK = 5.0  # seconds between a worker's checks that its parent still exists

_sockets = weakref.WeakSet()  # the parent's ends of the sockets, which forked children close
_leaving = []  # workers that have been told to end but have not been reaped; any thread appends and removes entries
_reaper = None  # the thread that waits for the workers in _leaving

_info = None


class WorkerError(RuntimeError):
    """A worker process ended before it had finished its work."""


class WorkerInfo:
    """The id of a worker process, counted from 0, and the number of workers."""

    def __init__(self, id: int, count: int):
        self.id, self.count = id, count

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, count={self.count})"


def worker_info() -> WorkerInfo | None:
    """Return the WorkerInfo of this process if it is a worker of a DataLoader, otherwise None."""
    return _info


class _WorkerTraceback(Exception):
    """The traceback of an exception in a worker, as text; the __cause__ of the exception raised in the parent."""

    def __str__(self):
        return f"\n\nin a worker process:\n{self.args[0]}"


# ---- Messages ------------------------------------------------------------------------------------


def _pickled(message):
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def _send(sock, body, fds=()):
    header = _HEADER.pack(len(body))
    if fds:
        socket.send_fds(sock, [header], list(fds))
    else:
        sock.sendall(header)
    sock.sendall(body)


def _receive(sock):
    """Receive and return a message and its file descriptors; raise EOFError if the other end is closed."""
    header, fds = b"", []
    try:
        while len(header) < _HEADER.size:
            more, got, _, _ = socket.recv_fds(sock, _HEADER.size - len(header), 2)
            fds += got
            if not more:
                raise EOFError
            header += more
        body = bytearray(_HEADER.unpack(header)[0])
        view = memoryview(body)
        while view:
            n = sock.recv_into(view)
            if n == 0:
                raise EOFError
            view = view[n:]
        return pickle.loads(body), fds
    except ConnectionError:
        _close(fds)
        raise EOFError from None
    except BaseException:
        _close(fds)
        raise


def _close(fds):
    for fd in fds:
        os.close(fd)


# ---- Shared memory -------------------------------------------------------------------------------


def _new_memory(size):
    """Create anonymous shared memory of this size; return its file descriptor."""
    try:
        fd = os.memfd_create("weir-batch", os.MFD_CLOEXEC)
    except (AttributeError, OSError):
        import tempfile

        with tempfile.TemporaryFile(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as file:
            fd = os.dup(file.fileno())
    os.ftruncate(fd, size)
    return fd


def _map(fd, size):
    import mmap

    populate = getattr(mmap, "MAP_POPULATE", 0)
    return mmap.mmap(fd, size, flags=mmap.MAP_SHARED | populate)


# ---- In the worker -------------------------------------------------------------------------------


class _Worker:
    def __init__(self, sock, number, count, dataset, collate_fn, settings):
        self.sock, self.number, self.count = sock, number, count
        self.dataset, self.collate_fn, self.settings = dataset, collate_fn, settings
        self.parent, self.maker = os.getppid(), None

    def wait(self):
        """Block until there is a message and return True, or return False if the parent is gone."""
        while not select.select([self.sock], [], [], _LOOK)[0]:
            if os.getppid() != self.parent:
                return False
        return True

    def serve(self):
        from weir.data._loader import Maker

        run = None
        while self.wait():
            try:
                message, fds = _receive(self.sock)
            except EOFError:
                return
            if message[0] == "epoch":
                _, run, epoch, size = message
                order = None
                if fds:
                    with _map(fds[0], size) as memory:
                        from array import array

                        order = array("q", bytes(memory))
                    _close(fds)
                self.maker = Maker(self.dataset, self.collate_fn, epoch, order, self.number, self.count, **self.settings)
            else:
                self.answer(run, message[1])

    def answer(self, run, batch):
        fds = []
        try:
            try:
                body = self.made(run, batch, fds)
            except BaseException as error:  # even SystemExit, because the parent is waiting for an answer
                body = _pickled((run, batch, "error", *_portable(error)))
                _close(fds)
                del fds[:]
            _send(self.sock, body, fds)
        finally:
            _close(fds)

    def made(self, run, batch, fds):
        """Return the message for a batch; append the descriptor of its shared memory, if any, to `fds`."""
        found, tree, size, leaves = self.maker.packed(batch)
        if not found:
            return _pickled((run, batch, "end"))
        if size <= _INLINE:
            block = bytearray(size)
            _collate.fill(block, leaves)
            return _pickled((run, batch, "inline", tree, block))
        body = _pickled((run, batch, "shared", tree, size))
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if size > there:
            raise MemoryError(f"DataLoader: a batch of {size} bytes exceeds the machine's memory of {there} bytes; "
                              "reduce batch_size")
        fds.append(_new_memory(size))
        with _map(fds[0], size) as memory:
            _collate.fill(memory, leaves)
        return body


def _portable(error):
    """Return the pickled exception (None if it cannot be pickled), a one-line description and the traceback as text."""
    import traceback

    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = None
    try:
        words = str(error)
    except Exception:
        words = "(the message cannot be converted to a string)"
    return data, f"{type(error).__name__}: {words}", text


def _work(sock, number, count, dataset, collate_fn, settings):
    global _info
    _info = WorkerInfo(number, count)
    # A forked child cannot use its parent's devices, and batches are sent through the host's memory.
    _core.set_default_device("cpu:0")
    try:
        _Worker(sock, number, count, dataset, collate_fn, settings).serve()
    except BrokenPipeError:
        pass  # the parent no longer needs the result


def serve(fd):
    """Run a spawned worker; fd is the file descriptor of its socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    sock = socket.socket(fileno=fd)
    try:
        (number, count, data, settings), _ = _receive(sock)
        try:
            dataset, collate_fn = pickle.loads(data)
        except BaseException as error:
            _send(sock, _pickled((None, None, "error", *_portable(error))))
            return
        _work(sock, number, count, dataset, collate_fn, settings)
    except EOFError:
        pass


# ---- Starting ------------------------------------------------------------------------------------


class _MainSeeker(pickle.Pickler):
    """A pickler that records in `found` the name of a class or function that is defined in __main__."""

    found = None

    def reducer_override(self, obj):
        if getattr(obj, "__module__", None) == "__main__" and isinstance(obj, (type, type(serve))):
            self.found = getattr(obj, "__qualname__", repr(obj))
        return NotImplemented


def choose(start, dataset, collate_fn):
    """Choose the start method; return ('spawn', pickled dataset and collate_fn) or ('fork', None)."""
    import io

    if start not in ("auto", "spawn", "fork"):
        raise ValueError(f"DataLoader: start must be 'auto', 'spawn' or 'fork', not {start!r}")
    if start == "fork":
        return start, None
    buffer = io.BytesIO()
    pickler = _MainSeeker(buffer, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump((dataset, collate_fn))
    except Exception as error:
        if start == "spawn":
            raise TypeError("DataLoader: start='spawn', but the dataset or collate_fn cannot be pickled: "
                            f"{error}") from error
        return "fork", None
    if pickler.found is None:
        return "spawn", buffer.getvalue()
    if start == "spawn":
        raise TypeError(f"DataLoader: start='spawn', but {pickler.found} is defined in the main script, which a "
                        "worker cannot import; move it to a module, or use start='auto'")
    return "fork", None


class _Process:
    """A worker process, as seen from the parent."""

    def __init__(self, number, count, how, data, dataset, collate_fn, settings):
        ours, theirs = socket.socketpair()
        self.number, self.owner = number, os.getpid()
        self.status = None
        try:
            if how == "spawn":
                self.pid = self.spawn(theirs)
            else:
                self.pid = self.fork(ours, theirs, number, count, dataset, collate_fn, settings)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self.sock = ours
        _sockets.add(ours)
        if how == "spawn":
            try:
                _send(ours, _pickled((number, count, data, settings)))
            except ConnectionError:
                pass  # the worker has already ended; take() reports this when its first batch is due

    def spawn(self, theirs):
        import subprocess

        env = dict(os.environ)
        env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path) or "."
        env.setdefault("WEIR_WORKERS", "1")  # one thread per process, because several processes share the machine
        code = f"from weir.data._workers import serve; serve({theirs.fileno()})"
        self.popen = subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()], env=env,
                                      stdin=subprocess.DEVNULL)
        return self.popen.pid

    def fork(self, ours, theirs, number, count, dataset, collate_fn, settings):
        import warnings

        self.popen = None
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        with warnings.catch_warnings():
            # Python warns about forking a multi-threaded process; Weir's engine supports this.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid:
            return pid
        code = 1
        try:
            ours.close()
            for other in list(_sockets):
                other.close()
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            _work(theirs, number, count, dataset, collate_fn, settings)
            code = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except Exception:
                pass
            os._exit(code)

    def poll(self, wait=0.0):
        """Wait for up to `wait` seconds; return the exit status, or None if the process is still running."""
        until = time.monotonic() + wait
        while self.status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.status = os.waitstatus_to_exitcode(status)
            except ChildProcessError:  # other code has already waited for this process
                self.status = 0
            if self.status is not None and self.popen is not None:
                self.popen.returncode = self.status  # so that Popen does not warn that the process is still running
            if self.status is None:
                if time.monotonic() >= until:
                    break
                time.sleep(0.005)
        return self.status

    def obituary(self, batch):
        status = self.poll(wait=1.0)
        if status is None:
            how = "closed its connection"
        elif status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = "unknown"
            how = f"was killed by signal {-status} ({name})"
        else:
            how = f"exited with status {status}"
        more = "; the system may have run out of memory" if status == -signal.SIGKILL else ""
        return f"DataLoader worker {self.number} (process {self.pid}) {how} while preparing batch {batch}{more}"


class Workers:
    """A pool of worker processes, which end when this object is deleted."""

    def __init__(self, count, how, data, dataset, collate_fn, settings):
        _reap()
        self.processes, self.run, self.owner = [], 0, os.getpid()
        self._end = weakref.finalize(self, _end, self.processes, os.getpid())
        try:
            for number in range(count):
                self.processes.append(_Process(number, count, how, data, dataset, collate_fn, settings))
        except BaseException:
            self._end()
            raise

    def close(self):
        self._end()

    @property
    def alive(self):
        return self._end.alive and self.owner == os.getpid()

    def _check(self):
        """Raise WorkerError in a forked child: it shares the sockets, and two readers would each get part of the
        data."""
        if self.owner != os.getpid():
            raise WorkerError(f"the workers of this iterator belong to process {self.owner}, from which this process "
                              "was forked; iterate over the DataLoader again")

    def start(self, epoch, order):
        """Begin an epoch; batches requested in earlier epochs are discarded when they arrive."""
        self.run += 1
        fd = None
        size = 0
        if order is not None and len(order):
            data = memoryview(order.tobytes())
            size = len(data)
            fd = _new_memory(size)
            with _map(fd, size) as memory:
                memory[:] = data
        try:
            for process in self.processes:
                self._tell(process, ("epoch", self.run, epoch, size), [fd] if fd is not None else [])
        finally:
            if fd is not None:
                os.close(fd)

    def _tell(self, process, message, fds=()):
        try:
            _send(process.sock, _pickled(message), fds)
        except ConnectionError:
            pass  # the worker has ended; take() reports this after the answers that the worker sent before

    def ask(self, number, batch):
        self._check()
        self._tell(self.processes[number], ("batch", batch))

    def take(self, number, batch, timeout):
        """Wait for a worker's answer; return (True, batch), or (False, None) at the end of a stream.  Raise the
        exception that occurred in the worker, if any."""
        self._check()
        process = self.processes[number]
        while True:
            if timeout is not None and not select.select([process.sock], [], [], timeout)[0]:
                raise TimeoutError(f"DataLoader worker {number} (process {process.pid}) did not deliver batch "
                                   f"{batch} within {timeout} second{'s' * (timeout != 1)}")
            try:
                message, fds = _receive(process.sock)
            except EOFError:
                raise WorkerError(process.obituary(batch)) from None
            run, _, kind, *rest = message
            if run is not None and run != self.run:
                _close(fds)
                continue
            if kind == "error":
                _raise(*rest)
            if kind == "end":
                return False, None
            if kind == "inline":
                return True, _collate.unpack(*rest)
            tree, size = rest
            try:
                memory = _core.Mapping(fds[0], size)
            finally:
                _close(fds)
            return True, _collate.unpack(tree, memory)


def _raise(data, line, text):
    error = None
    if data is not None:
        try:
            error = pickle.loads(data)
        except Exception:
            pass
    if not isinstance(error, Exception):  # a worker's SystemExit must not end this process
        error = WorkerError(f"in a worker process: {line}")
    raise error from _WorkerTraceback(text)


# ---- Ending --------------------------------------------------------------------------------------


def _end(processes, owner):
    mine = os.getpid() == owner  # False in a forked child, which does not own the workers
    for process in processes:
        if mine:
            try:
                # Unlike close(), this takes effect even if forked processes hold a copy of the socket.
                process.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the worker has ended
        process.sock.close()
    if mine:
        _leaving.extend(processes)
    del processes[:]
    _reap_later()


def _reap():
    """Remove the workers that have ended from _leaving; return True if others are still running."""
    for process in list(_leaving):
        if process.owner != os.getpid() or process.poll() is not None:
            try:
                _leaving.remove(process)
            except ValueError:
                pass  # another thread has removed the worker
    return bool(_leaving)


def _reap_later():
    """Start a thread, if none is running, that waits for the workers in _leaving to end."""
    global _reaper
    if not _reap() or _reaper is not None and _reaper.is_alive():
        return
    import threading

    def wait():
        global _reaper
        pause = 0.01
        while _reap():
            time.sleep(pause)
            pause = min(2 * pause, 1.0)
        _reaper = None
        if _leaving:  # a worker was told to end while this thread was ending
            _reap_later()

    try:
        _reaper = threading.Thread(target=wait, name="weir-data-reaper", daemon=True)
        _reaper.start()
    except RuntimeError:  # no thread can be started at interpreter exit; _last waits for the workers
        _reaper = None


@atexit.register
def _last():
    until = time.monotonic() + _PATIENCE
    for process in list(_leaving):
        if process.owner == os.getpid() and process.poll(wait=max(0.0, until - time.monotonic())) is None:
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.poll(wait=1.0)
    _leaving.clear()
