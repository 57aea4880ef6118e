"""Waits: the wait profile, modes, Ctrl-C, the GIL, windows, memory, the engine, traces, the report."""

import io
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import warnings

import pytest
import weir
from busy import HERE, HOME, chain, check, endless, failing, full, ops, run, stop
from weir import _core


@pytest.fixture(autouse=True)
def fresh():
    weir.waitall()
    weir.waits.clear()
    yield
    weir.waits("off")


def only():
    (entry,) = weir.waits()
    return entry


def here(offset=0):
    """This file and the caller's line, as the wait profile writes it."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno + offset}"


# ---- The wait profile ----------------------------------------------------------------------------


@pytest.mark.cpu
@pytest.mark.parametrize(
    "reason, look",
    [
        ("wait", lambda x: x.wait()),
        ("wait_to_read", lambda x: x.wait_to_read()),
        ("item()", lambda x: x.item()),
        ("float()", float),
        ("int()", int),
        ("bool()", bool),
        ("complex()", complex),
        ("waitall", lambda x: weir.waitall()),
    ],
)
def test_every_look_is_entered_with_its_line(reason, look):
    while not weir.waits():  # it may have been ready before we looked
        x = ops["sum"](chain(100))
        look(x)
    entry = only()
    assert (entry.reason, entry.count) == (reason, 1)
    assert "test_waits.py:" in entry.line
    assert entry.seconds > 0
    look(x)  # ready now: no wait
    assert only().count == 1


def test_the_wait_profile_is_a_table():
    assert repr(weir.waits()) == "no waits"
    while not weir.waits() or only().count < 2:
        chain(50).wait(); line = here()  # noqa: E702
    assert only().line == line
    table = repr(weir.waits())
    assert table.splitlines()[0].split() == ["seconds", "count", "reason", "line"]
    assert line in table
    weir.waits.clear()
    assert weir.waits() == []


def test_timeouts():
    x = endless()
    with pytest.raises(TimeoutError):
        x.wait(timeout=0)
    with pytest.raises(TimeoutError):
        weir.waitall(timeout=1e-6)
    with pytest.raises(ValueError, match="non-negative number of seconds"):
        x.wait(timeout=-1)
    stop(x)
    assert x.wait(timeout=60) is x
    weir.waitall(60)


# ---- Being told ----------------------------------------------------------------------------------


def test_raise_refuses_waits_and_only_those_that_wait():
    ready = full().wait()
    x = endless()
    weir.waits.clear()
    with weir.waits("raise"):
        ready.wait()
        with pytest.raises(weir.WaitError, match=r"wait blocks at .*test_waits.py:\d+"):
            x.wait()
        with pytest.raises(weir.WaitError, match="waitall blocks"):
            weir.waitall()
    assert not weir.waits()
    stop(x)


def test_raise_refuses_waits_inside_the_library_too():
    x = endless()
    with weir.waits("raise"), pytest.raises(weir.WaitError):
        ops["nonzero"](x)
    stop(x)
    ops["nonzero"](x)


def test_a_block_concerns_its_thread_alone():
    x, errors = chain(200), []

    def other():
        try:
            x.wait()
        except weir.WaitError as e:
            errors.append(e)

    with weir.waits("raise"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert not errors


def test_for_the_program_it_concerns_all_threads():
    x, errors = endless(), []

    def other():
        try:
            x.wait()
        except weir.WaitError as e:
            errors.append(e)

    weir.waits("raise")
    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    weir.waits("off")
    assert len(errors) == 1
    stop(x)


def test_warn_and_log(caplog):
    with weir.waits("warn"), warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        while not seen:
            chain(50).wait(); line = here()  # noqa: E702
    assert [w.category for w in seen] == [weir.WaitWarning]
    assert f"{seen[0].filename}:{seen[0].lineno}" == line
    with weir.waits("log"), caplog.at_level(logging.WARNING):
        while not caplog.text:
            chain(50).wait()
    assert "wait blocks at" in caplog.text


def test_being_told_may_itself_wait():
    class Handler(logging.Handler):
        value = None

        def emit(self, record):
            self.value = ops["sum"](chain(20) * 0).item()

    handler = Handler()
    logging.getLogger("weir").addHandler(handler)
    try:
        with weir.waits("log"):
            while handler.value is None:
                chain(100).wait()
                weir.waitall()
    finally:
        logging.getLogger("weir").removeHandler(handler)
    assert handler.value == 0


def test_modes_are_checked():
    with pytest.raises(ValueError, match="must be one of 'off', 'log', 'warn', 'raise'"):
        weir.waits("loud")


# ---- Ctrl-C --------------------------------------------------------------------------------------

INTERRUPT = """
import os, signal, sys, threading, time
import weir
from busy import chain, full, ops
print("ready", flush=True)
x = full(1.5, (1500, 1500))
def issue():
    y = x
    for _ in range(400):      # many seconds
        y = ops["matmul"](y, x) * 1e-3
    return y
def interrupt():
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    {look}
except KeyboardInterrupt:
    print("interrupted:", *sorted(w.reason for w in weir.waits()))
else:
    print("was not interrupted")
print(ops["sum"](full(2.0, (3,))).item())
weir.waits.clear()
sys.stdout.flush()
{then}
os._exit(0)                   # the rest is of no use
"""


@pytest.mark.parametrize(
    "reason, look",
    [
        ("wait", "issue().wait()"),
        ("waitall", "y = issue(); weir.waitall()"),
        ("item()", "ops['sum'](issue()).item()"),
        ("window", "y = issue(); weir.window(1).next()"),
    ],
)
def test_an_interrupt_ends_a_wait_at_once(reason, look):
    out = check(INTERRUPT.format(look=look, then="print(chain(3).cancel(), flush=True)"), timeout=30)
    assert out.splitlines() == ["ready", f"interrupted: {reason}", "6.0", "None"]


def test_an_interrupt_ends_a_wait_at_the_queues_bound():
    out = check(INTERRUPT.format(look="issue()", then=""), WEIR_QUEUE_TASKS="50", timeout=30)
    assert out.splitlines() == ["ready", "interrupted: queue full", "6.0"]


def test_an_interrupt_ends_a_wait_at_the_memory_bound():
    look = "y = issue(); keep = [_core.asarray(values) for _ in range(40)]"
    code = INTERRUPT.replace("try:\n", "from weir import _core\nvalues = [[0.0] * 1000] * 500\ntry:\n", 1)
    out = check(code.format(look=look, then=""), WEIR_MEMORY="64M", timeout=60)
    assert out.splitlines()[:2] == ["ready", "interrupted: memory full"]


def test_a_handler_that_does_not_raise_lets_the_wait_go_on():
    seen = []
    old = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
    try:
        x = chain(600)
        timer = threading.Timer(0.01, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        x.wait()
        assert x.ready
        timer.join()
        weir.waitall()
    finally:
        signal.signal(signal.SIGUSR1, old)
    assert seen == [1]


def test_a_handlers_exception_comes_out_of_the_wait():
    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    old = signal.signal(signal.SIGALRM, stop)
    try:
        x = endless()
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(Stop):
            x.wait()
        x.cancel()
    finally:
        signal.signal(signal.SIGALRM, old)
    with pytest.raises(weir.AsyncError, match="cancelled"):
        x.wait()
    weir.clear_errors()


def test_interrupt_lets_waits_go_on():
    x = chain(400)
    threading.Timer(0.005, weir.interrupt).start()
    x.wait()
    assert x.ready


# ---- The GIL -------------------------------------------------------------------------------------


def test_other_threads_run_while_one_waits():
    x = endless()

    def run_along():
        for _ in range(100):
            full()
        x.cancel()  # this is what ends the wait

    thread = threading.Thread(target=run_along)
    weir.waits.clear()
    thread.start()
    with pytest.raises(weir.AsyncError, match="cancelled"):
        x.wait()
    thread.join()
    weir.clear_errors()


def test_many_threads_wait_for_the_same_array():
    x, done = chain(200), []
    threads = [threading.Thread(target=lambda: done.append(x.wait() is x)) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert done == [True] * 8


# ---- Windows, memory, engine ---------------------------------------------------------------------


def test_a_window_holds_a_loop_back():
    weir.waitall()
    last = []
    for batch in weir.window(2)(range(10)):
        if len(last) > 1:
            assert last[-2].ready
        last.append(chain(20))
    assert len(last) == 10
    w = weir.window(1)
    x = chain(20)
    w.next()
    assert x.ready
    with pytest.raises(ValueError, match="between 1 and 1024"):
        weir.window(0)
    with pytest.raises(TypeError):
        weir.window("two")


@pytest.mark.cpu
def test_memory():
    weir.memory.trim()
    before = weir.memory.used
    x = full(1.0, (1 << 20,)).wait()
    assert weir.memory.used >= before + (4 << 20)
    assert weir.memory.peak >= weir.memory.used
    assert weir.memory.budget >= weir.memory.peak
    assert weir.memory.reserved >= weir.memory.used and weir.memory.level > 0
    assert weir.memory.cached >= 0
    held = [h for h in weir.memory.holders() if h[0] == "full" and "busy.py" in h[1]]
    assert held and held[0][2] >= 1 and held[0][3] >= 4 << 20
    assert "budget" in repr(weir.memory)
    del x


def test_the_serial_engine_raises_at_the_call():
    assert weir.engine.kind == "threaded"
    weir.engine.kind = "serial"
    try:
        assert weir.engine.kind == "serial"
        with pytest.raises(weir.AsyncError, match="index 7000"):
            failing()
        assert chain().ready
        called = threading.Event()
        full().on_ready(lambda a: called.set())
        assert called.wait(30)
    finally:
        weir.engine.kind = "threaded"
    weir.clear_errors()
    assert any(not chain(100).ready for _ in range(100))
    assert weir.engine.workers >= 1
    assert weir.engine.cpu in ("portable", "avx2", "avx512", "avx512_bf16", "amx_bf16", "amx_fp16")
    assert weir.engine.stats()["issued"] > 0
    with pytest.raises(ValueError, match='must be "threaded" or "serial"'):
        weir.engine.kind = "fast"
    assert "threaded" in repr(weir.engine)


# ---- Traces, progress, report --------------------------------------------------------------------


def test_a_trace_is_written(tmp_path):
    path = tmp_path / "trace.json"
    with weir.trace(path):
        chain(5).wait()
    events = json.loads(path.read_text())
    events = events["traceEvents"] if isinstance(events, dict) else events
    assert any(e.get("name") == "sin" for e in events)
    with pytest.raises(OSError), weir.trace(tmp_path / "no" / "such"):
        pass


def test_progress_is_a_line_that_is_wiped_off(monkeypatch):
    from weir._async import _Bar

    text, left = io.StringIO(), [1000]
    monkeypatch.setattr(sys, "stderr", text)
    monkeypatch.setattr(_core, "stats", lambda: {"queue_len": left[0]})
    bar = _Bar()
    bar(True)
    assert text.getvalue() == ""  # not yet half a second
    bar.since -= 2
    left[0] = 250
    bar(True)
    assert "weir [###############-----] 250 of 1,000 operations left, 2.0 s" in text.getvalue()
    bar(False)
    assert text.getvalue().endswith("\r\x1b[K")


def test_progress_is_drawn_on_a_terminal_only():
    pty = pytest.importorskip("pty")
    code = """
import sys, weir
from weir import _async
from busy import full, ops
_async._Bar = lambda: lambda going_on: print("bar", going_on, file=sys.stderr)
weir.progress()
x = full(1.0, (1500, 1500))
while not weir.waits() or weir.waits()[0].seconds < 0.15:   # a look comes every tenth of a second
    for _ in range(8): x = ops["matmul"](x, x) * 1e-3
    weir.waitall()
weir.progress(False)
"""
    assert run(code).stderr == ""
    lead, follow = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=follow,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([HOME, HERE])},
    )
    os.close(follow)
    seen = b""
    while True:
        try:
            more = os.read(lead, 4096)
        except OSError:  # it has gone
            break
        seen += more
    os.close(lead)
    assert process.wait(60) == 0
    lines = seen.split(b"\r\n")
    assert lines[0] == b"bar True" and lines[-2] == b"bar False"


def test_the_report():
    done = run("import weir\nfrom busy import chain\nwhile not weir.waits(): chain(50).wait()\n", WEIR_REPORT="1")
    assert done.returncode == 0
    assert "1 x wait         at <string>:3" in done.stderr
    assert "were lost in 1 wait\n" in done.stderr
    assert "limited the run" in done.stderr
    assert "peak memory: " in done.stderr
    assert run("import weir\nfrom busy import chain\nchain().wait()").stderr == ""


def test_a_misspelt_variable_is_refused():
    done = run("from busy import full\nfull()", WEIR_WOKRERS="2")
    assert done.returncode == 1 and "WEIR_WOKRERS" in done.stderr
