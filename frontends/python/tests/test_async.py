"""on_ready, await, modes that follow the context."""

import asyncio
import contextvars
import gc
import sys
import threading
import weakref

import pytest
import weir
from busy import chain, check, failing, full, ops
from weir import _core


def called(array):
    """The arguments with which on_ready calls."""
    seen, event = [], threading.Event()
    array.on_ready(lambda a: (seen.append((a, threading.current_thread())), event.set()))
    assert event.wait(30)
    return seen[0]


def test_on_ready_calls_with_the_array_on_another_thread():
    x = chain()
    array, thread = called(x)
    assert array is x
    assert x.ready
    assert thread is not threading.current_thread() and thread.daemon


def test_on_ready_calls_also_when_it_is_ready_or_has_failed():
    x = full().wait()
    assert called(x)[0] is x
    assert called(failing())[0].ready


def test_each_callback_comes_once():
    seen, event = [], threading.Event()
    x = chain(2)
    for i in range(100):
        x = x + 1
        x.on_ready(lambda a, i=i: (seen.append(i), len(seen) == 100 and event.set()))
    assert event.wait(30)
    called(full())
    assert sorted(seen) == list(range(100))


def test_a_callback_may_issue_wait_and_ask_for_another():
    event, values = threading.Event(), []

    def second(a):
        values.append(ops["sum"](a).item())
        event.set()

    full(1.0).on_ready(lambda a: (a + 1).on_ready(second))
    assert event.wait(30)
    assert values == [10000.0]


def test_what_a_callback_raises_goes_to_the_hook():
    seen, event = [], threading.Event()
    hook, sys.unraisablehook = sys.unraisablehook, lambda u: (seen.append(u.exc_value), event.set())
    try:
        full().on_ready(lambda a: 1 / 0)
        assert event.wait(30)
    finally:
        sys.unraisablehook = hook
    assert isinstance(seen[0], ZeroDivisionError)
    assert called(full())  # the dispatcher lives


def test_on_ready_refuses_what_cannot_be_called():
    with pytest.raises(TypeError, match="expected a callable, not int"):
        full().on_ready(3)


def test_callbacks_hold_and_let_go():
    x, event = chain(), threading.Event()

    def f(a):
        event.set()

    gone = weakref.ref(x)
    x.on_ready(f)
    del x  # the callback has it
    assert event.wait(30)
    called(full())  # a later one: the first is through
    gc.collect()
    assert gone() is None
    before = sys.getrefcount(f)
    for _ in range(1000):
        full().on_ready(f)
    called(full())
    assert sys.getrefcount(f) <= before + 1


# ---- await ---------------------------------------------------------------------------------------


def test_await_gives_the_array():
    async def main():
        weir.waits.clear()
        x = chain(100)
        y = await x
        assert x.ready
        assert not weir.waits()
        return x is y

    assert asyncio.run(main())


def test_await_raises_each_time():
    async def main():
        x = failing()
        for _ in range(2):
            with pytest.raises(weir.AsyncError, match="index 7000"):
                await x
        return ops["sum"](full(1.0)).item()

    assert asyncio.run(main()) == 5000
    weir.clear_errors()


def test_an_await_that_is_cancelled_leaves_the_work_alone():
    async def main():
        x = chain(200)
        task = asyncio.ensure_future(x)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises((asyncio.TimeoutError, TimeoutError)):
            await asyncio.wait_for(chain(200), 0.000001)
        await x
        return x.ready

    assert asyncio.run(main())


def test_a_loop_that_was_closed_is_left_alone():
    async def main():
        asyncio.ensure_future(chain(100))
        await asyncio.sleep(0)

    asyncio.run(main())
    weir.waitall()
    called(full())


def test_await_outside_a_loop_says_so():
    with pytest.raises(RuntimeError, match="no running event loop"):
        chain().__await__().send(None)
    weir.waitall()


@pytest.mark.cpu
def test_a_thousand_requests_on_one_loop():
    async def request(i):
        x = full(float(i), (4096,))
        for _ in range(5):
            x = x * 1.0 + 0.0
            await x
        total = ops["sum"](x)
        await total
        return total.item()  # ready: no wait

    async def tick(stop):
        gap, last, loop = 0, None, asyncio.get_running_loop()
        while not stop.is_set():
            now = loop.time()
            gap, last = max(gap, now - (last or now)), now
            await asyncio.sleep(0.005)
        return gap

    async def main():
        stop = asyncio.Event()
        ticker = asyncio.ensure_future(tick(stop))
        results = await asyncio.gather(*(request(i) for i in range(1000)))
        stop.set()
        return results, await ticker

    weir.waitall()
    weir.waits.clear()
    results, gap = asyncio.run(main())
    assert results == [4096.0 * i for i in range(1000)]
    assert not weir.waits(), weir.waits()
    print(f"longest gap of the ticker: {gap * 1e3:.1f} ms")


# ---- Modes ---------------------------------------------------------------------------------------


def dtype_now():
    assert weir.get_default_dtype() == full().dtype
    return full().dtype


def test_default_dtype_is_set_and_given_back():
    assert dtype_now() is _core.float32
    assert weir.set_default_dtype("float64") is _core.float32
    assert dtype_now() is _core.float64
    assert weir.set_default_dtype(_core.float32) is _core.float64
    with weir.default_dtype(_core.float64):
        with weir.default_dtype("float16"):
            assert dtype_now() is _core.float16
        assert dtype_now() is _core.float64
    assert dtype_now() is _core.float32
    with pytest.raises(ValueError, match="the default dtype must be"):
        weir.set_default_dtype("int64")


@pytest.mark.cpu
def test_default_device():
    with weir.device("cpu:1"):
        assert full().device == _core.cpu(1)
        assert weir.get_default_device() == _core.cpu(1)
        assert full(device="cpu:2").device == _core.cpu(2)
    assert full().device == _core.cpu(0)


def test_modes_belong_to_a_thread():
    seen = []
    with weir.default_dtype("float64"):
        thread = threading.Thread(target=contextvars.Context().run, args=(lambda: seen.append(dtype_now()),))
        thread.start()
        thread.join()
        assert dtype_now() is _core.float64
    assert seen == [_core.float32]


def test_modes_go_with_a_copied_context():
    with weir.default_dtype("float64"):
        context = contextvars.copy_context()
    assert context.run(dtype_now) is _core.float64
    assert dtype_now() is _core.float32
    seen = []
    thread = threading.Thread(target=context.run, args=(lambda: seen.append(dtype_now()),))
    thread.start()
    thread.join()
    assert seen == [_core.float64]


def test_tasks_have_modes_of_their_own():
    async def one(dtype):
        with weir.default_dtype(dtype):
            for _ in range(20):
                assert dtype_now() == dtype
                await asyncio.sleep(0)
        return dtype_now()

    async def main():
        return await asyncio.gather(one("float64"), one("float16"), one("float32"))

    assert asyncio.run(main()) == [_core.float32] * 3


def test_callbacks_run_in_the_context_that_asked():
    seen, event = [], threading.Event()
    with weir.default_dtype("float64"):
        full().on_ready(lambda a: (seen.append(dtype_now()), event.set()))
    assert event.wait(30)
    assert seen == [_core.float64]
    assert called(full())


def test_threads_that_switch_often_keep_their_modes():
    def run(dtype, wrong):
        with weir.default_dtype(dtype):
            for _ in range(500):
                if dtype_now() != dtype:
                    wrong.append(dtype)

    wrong = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=run, args=(d, wrong)) for d in ("float16", "float32", "float64")]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


def test_importing_is_light():
    heavy = check(
        "import sys; before = set(sys.modules); import weir\n"
        "print([m for m in ('asyncio', 'threading', 'inspect', 'typing', 'contextlib', 'logging', 'numpy')"
        " if m in sys.modules and m not in before])"
    )
    assert heavy == "[]\n"
