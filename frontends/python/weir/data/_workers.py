"""Worker processes for datasets written in Python.

A worker has one end of a socket, over which it is told of epochs and batches and sends back results: a short description,
and the file descriptor of the memory that the arrays lie in, which this process maps.  The memory goes when its last array does.

Workers are started in one of two ways.  *spawn* runs a fresh interpreter that imports the dataset's module: nothing of this
process is copied.  It is chosen where dataset and collate_fn can be pickled and come from modules; what comes from the program
itself (__main__) would have to be imported by running it again, so there *fork* is chosen, which Weir supports: the
engine's threads do not cross, and a child starts its own.

How workers end: their socket is closed (the loader is gone, or this process is), or they find that their parent is another
process than at the start.  At exit those that are still busy are given a second and then killed.
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

_INLINE = 16384  # bytes of arrays that are sent, not shared
_HEADER = struct.Struct("<Q")
_PATIENCE = 1.0  # seconds that workers have to end in, at exit
_LOOK = 5.0  # seconds between two looks for the parent

_sockets = weakref.WeakSet()  # our ends, for forked children to close
_leaving = []  # workers that have been told to end

_info = None


class WorkerError(RuntimeError):
    """A worker process ended before it had done its work."""


class WorkerInfo:
    """What a worker process knows of itself: id from 0, and how many there are."""

    def __init__(self, id: int, count: int):
        self.id, self.count = id, count

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, count={self.count})"


def worker_info() -> WorkerInfo | None:
    """In a worker process, which one it is; elsewhere None."""
    return _info


class _WorkerTraceback(Exception):
    """The traceback of a worker, as text: the cause of the exception that is raised here."""

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
    """A message and the file descriptors that came with it; EOFError if the other end is gone."""
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
    """A file descriptor of so many bytes that only those who have it can see."""
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
        """Until there is a message; False: the parent is gone."""
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
            except BaseException as error:  # SystemExit too: the loop is to know
                body = _pickled((run, batch, "error", *_portable(error)))
                _close(fds)
                del fds[:]
            _send(self.sock, body, fds)
        finally:
            _close(fds)

    def made(self, run, batch, fds):
        """The message of a batch; `fds` gets the memory that it lies in."""
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
            raise MemoryError(f"a batch of {size} bytes; the machine has {there}")
        fds.append(_new_memory(size))
        with _map(fds[0], size) as memory:
            _collate.fill(memory, leaves)
        return body


def _portable(error):
    """The exception, pickled if it can be, and its traceback as text."""
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
        words = "(its text cannot be had)"
    return data, f"{type(error).__name__}: {words}", text


def _work(sock, number, count, dataset, collate_fn, settings):
    global _info
    _info = WorkerInfo(number, count)
    try:
        _Worker(sock, number, count, dataset, collate_fn, settings).serve()
    except BrokenPipeError:
        pass  # nobody waits for what we have made


def serve(fd):
    """The main function of a worker that was spawned."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
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
    """Pickles, and notes whether anything comes from the program itself."""

    found = None

    def reducer_override(self, obj):
        if getattr(obj, "__module__", None) == "__main__" and isinstance(obj, (type, type(serve))):
            self.found = getattr(obj, "__qualname__", repr(obj))
        return NotImplemented


def choose(start, dataset, collate_fn):
    """('spawn', pickled) or ('fork', None)."""
    import io

    if start not in ("auto", "spawn", "fork"):
        raise ValueError(f"start={start!r}; wants 'auto', 'spawn' or 'fork'")
    if start == "fork":
        return start, None
    buffer = io.BytesIO()
    pickler = _MainSeeker(buffer, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump((dataset, collate_fn))
    except Exception as error:
        if start == "spawn":
            raise TypeError(f"start='spawn': the dataset or collate_fn cannot be pickled: {error}") from error
        return "fork", None
    if pickler.found is None:
        return "spawn", buffer.getvalue()
    if start == "spawn":
        raise TypeError(f"start='spawn': {pickler.found} is defined in the program itself, which a worker cannot import; "
                        "put it into a module, or leave the choice to start='auto'")
    return "fork", None


class _Process:
    """A worker seen from the parent."""

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
                pass  # it has ended already: told when its first batch is asked for

    def spawn(self, theirs):
        import subprocess

        env = dict(os.environ)
        env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path) or "."
        env.setdefault("WEIR_WORKERS", "1")  # there are more processes than one: a thread each
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
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads: the engine's know of forks
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
        """The exit status, or None while it runs."""
        until = time.monotonic() + wait
        while self.status is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.status = os.waitstatus_to_exitcode(status)
            except ChildProcessError:  # somebody else has asked
                self.status = 0
            if self.status is not None and self.popen is not None:
                self.popen.returncode = self.status  # so that it does not complain
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
            how = f"ended with status {status}"
        more = "; the system may have run out of memory" if status == -signal.SIGKILL else ""
        return f"worker {self.number} of the DataLoader (process {self.pid}) {how} while it prepared batch {batch}{more}"


class Workers:
    """Worker processes, asked for batches in order; they end when this is gone."""

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
        """A fork has copies of the sockets: two that read from one would each get half."""
        if self.owner != os.getpid():
            raise WorkerError(f"the workers of this loop belong to process {self.owner}, of which this one is a fork; "
                              "start another loop")

    def start(self, epoch, order):
        """Begin an epoch: what was asked for before and has not come is thrown away when it comes."""
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
            pass  # told when its answer is asked for, with what it may have said before

    def ask(self, number, batch):
        self._check()
        self._tell(self.processes[number], ("batch", batch))

    def take(self, number, batch, timeout):
        """The answer of a worker: (True, batch) or (False, None) at the end of a stream."""
        self._check()
        process = self.processes[number]
        while True:
            if timeout is not None and not select.select([process.sock], [], [], timeout)[0]:
                raise TimeoutError(f"worker {number} of the DataLoader (process {process.pid}) has not made batch {batch} "
                                   f"in {timeout} seconds")
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
    if not isinstance(error, Exception):  # a SystemExit of a worker is not ours
        error = WorkerError(f"in a worker process: {line}")
    raise error from _WorkerTraceback(text)


# ---- Ending --------------------------------------------------------------------------------------


def _end(processes, owner):
    mine = os.getpid() == owner  # a forked child has copies; the workers are not its own
    for process in processes:
        if mine:
            try:
                process.sock.shutdown(socket.SHUT_RDWR)  # whoever else has a copy
            except OSError:
                pass  # it has ended
        process.sock.close()
    if mine:
        _leaving.extend(processes)
    del processes[:]
    _reap()


def _reap():
    _leaving[:] = [process for process in _leaving if process.owner == os.getpid() and process.poll() is None]


@atexit.register
def _last():
    until = time.monotonic() + _PATIENCE
    for process in _leaving:
        if process.owner == os.getpid() and process.poll(wait=max(0.0, until - time.monotonic())) is None:
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.poll(wait=1.0)
    _leaving.clear()
