"""A caller's mistake is raised at the line; a failure in flight at the look, again and again."""

import asyncio
import concurrent.futures
import contextlib
import functools
import os
import runpy
import textwrap
import threading
import time

import pytest
import weir
from busy import check, endless, failing, full, ops, run, says


@pytest.fixture(autouse=True)
def fresh():
    yield
    weir.clear_errors()


def error_of(look):
    with pytest.raises(weir.AsyncError) as caught:
        look()
    return caught.value


def test_a_failure_names_operation_shapes_and_line():
    x = failing()
    error = error_of(x.wait)
    assert error.operation == "take"
    assert "busy.py:" in error.line
    assert error.status == "EINDEX"
    for words in ("take (", "busy.py:", "index 7000", says("float32 (5000,)", ""), says("int64 (3000,)", "")):
        assert words in str(error)


def test_it_raises_at_every_look():
    x = failing()
    for look in (x.wait, x.wait_to_read, x.wait, lambda: float(x[0])):
        assert error_of(look).operation == "take"


def test_waitall_reports_a_failure_once():
    bad, other = failing(), ops["take"](full(), full(8000, (3000,), dtype="int64"))
    error = error_of(weir.waitall)
    assert "index 7000" in str(error) and "(and 1 more failure)" in str(error)
    weir.waitall()
    error_of(bad.wait)
    error_of(other.wait)
    weir.waitall()


def test_waitall_does_not_report_what_was_caught():
    bad = failing()
    error_of(bad.wait)
    weir.waitall()
    del bad
    weir.waitall()
    failing()
    error_of(weir.waitall)  # a new one, whose array is gone
    weir.waitall()


def test_all_failures_are_listed():
    weir.clear_errors()
    bad = [failing() for _ in range(100)]
    for x in bad:
        error_of(x.wait)
    listed = weir.failures()
    assert len(listed) == 100 and listed.dropped == 0
    for _ in range(30):
        bad = [failing() for _ in range(100)]
    while weir.engine.stats()["queue_len"] > 0:
        time.sleep(0.001)  # a wait would raise
    listed = weir.failures()
    assert 2 <= len(listed) <= 1024 and len(listed) + listed.dropped == 3100
    weir.waitall()


def test_it_spreads_to_what_is_computed_from_it_and_no_further():
    good, bad = full(1.0), failing()
    child = ops["sum"](bad + 1)
    assert error_of(child.item).operation == "take"
    assert error_of(lambda: float(child)).operation == "take"
    assert ops["sum"](good + 1).item() == 10000


def test_failures_are_listed_and_cleared():
    weir.clear_errors()
    bad = failing()
    bad + 1
    error_of(weir.waitall)
    (failure,) = weir.failures()
    assert failure.operation == "take" and failure.status == "EINDEX"
    assert "busy.py:" in failure.line and "index 7000" in failure.message
    weir.clear_errors()
    assert weir.failures() == []
    weir.waitall()
    error_of(bad.wait)  # the array keeps its own
    bad.clear_error()
    with pytest.raises(weir.AsyncError, match="was never computed"):
        bad.tolist()


@pytest.mark.cpu
def test_an_array_whose_failure_was_cleared_was_never_computed():
    bad = failing()
    error_of(bad.wait)
    bad.clear_error()
    with pytest.raises(weir.AsyncError, match="was never computed"):
        bad.wait()  # on a device, only a read finds this out


def test_a_skipped_update_leaves_the_old_values():
    x = full(1.0, (3000,)).wait()
    bad = failing()
    y = x
    y += bad
    error_of(x.wait)
    x.clear_error()
    assert ops["sum"](x).item() == 3000


def test_one_cancel_is_one_failure():
    weir.clear_errors()
    x = endless()
    x.cancel()
    error_of(x.wait)
    assert [f.status for f in weir.failures()] == ["ECANCELED"]
    weir.waitall()


def test_cancel_all_drops_what_has_not_started():
    weir.clear_errors()
    x, y = endless(), full(2.0).wait()
    z = y
    z += x.sum()
    called = threading.Event()
    z.on_ready(lambda a: called.set())
    weir.cancel_all()
    error = error_of(x.wait)
    assert error.status == "ECANCELED" and error.operation == "cancel_all" and "test_errors.py:" in error.line
    assert error_of(z.wait).operation == "cancel_all"
    assert called.wait(60)
    weir.waitall()
    (failure,) = weir.failures()
    assert failure.operation == "cancel_all"
    y.clear_error()
    assert y.sum().item() == 2 * 5000  # the old values
    assert (y + 1).sum().item() == 3 * 5000  # and later work runs


def test_cancel_all_from_another_thread_ends_a_wait():
    x = endless()
    thread = threading.Thread(target=weir.cancel_all)
    thread.start()
    assert error_of(x.wait).status == "ECANCELED"
    thread.join()


def test_cancel_all_after_an_interrupted_wait():
    done = run(
        "import os, signal, threading, weir\n"
        "from busy import endless\n"
        "x = endless()\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try: x.wait()\n"
        "except KeyboardInterrupt:\n"
        "    weir.cancel_all()\n"
        "    weir.waitall()\n"
        "    print(weir.engine.stats()['queue_len'], [f.operation for f in weir.failures()])\n"
        "x.clear_error()\n"
        "print(x.shape, (x + 1).shape)\n"
    )
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == ["0 ['cancel_all']", "(1048576,) (1048576,)"]


def test_cancelling():
    x = endless()
    x.cancel()
    error = error_of(x.wait)
    assert error.status == "ECANCELED"
    assert ops["sum"](full(1.0)).item() == 5000


def test_running_out_of_memory_is_an_error_of_the_array():
    x = full(1.0, (1 << 40,))
    error = error_of(x.wait)
    assert error.status == "ENOMEM" and "budget" in str(error)
    assert ops["sum"](full(1.0)).item() == 5000


def test_failures_nobody_looked_at_are_printed_at_exit():
    done = run("from busy import failing\nx = failing()\nimport time\nwhile not x.ready: time.sleep(0.01)\n")
    assert done.returncode == 0
    assert "this failure was never observed: take (" in done.stderr
    done = run("from busy import failing\ntry: failing().wait()\nexcept RuntimeError: pass\n")
    assert done.stderr == ""
    done = run("from busy import failing\nfor x in [failing() for _ in range(100)]:\n"
               "    try: x.wait()\n    except RuntimeError: pass\n")
    assert done.stderr == ""


@pytest.mark.parametrize(
    "error, words, call",
    [
        (ValueError, "do not broadcast", lambda x: x + full(1.0, (3,))),
        (ValueError, "inner dimensions", lambda x: x @ full(1.0, (3,))),
        (ValueError, "cannot be reshaped to", lambda x: ops["reshape"](x, (3,))),
        (ValueError, "negative", lambda x: full(1.0, (-3,))),
        (ValueError, "does not match that of input 0", lambda x: ops["concat"]([x, full(1.0, (3, 3))])),
        (ValueError, "one element", lambda x: x.item()),
        (ValueError, "truth", bool),
        (ValueError, "'gpu:0' is not an available device; available are cpu:0 .*; a GPU is called cuda:0", lambda x: full(device="gpu:0")),
        (weir.AxisError, "axis 3 is out of range for an array with 1 dimension", lambda x: ops["sum"](x, axis=3)),
        (IndexError, "axis 3", lambda x: ops["sum"](x, axis=3)),
        (ValueError, "axis 3", lambda x: ops["sum"](x, axis=3)),
        (TypeError, "accepts integers", lambda x: ops["bitwise_and"](x, x)),
        (TypeError, "unexpected argument 'axes'", lambda x: ops["sum"](x, axes=1)),
        (TypeError, "expected integers", lambda x: ops["sum"](x, axis="a")),
        (TypeError, "interpolate: scale_factor must be a number, not list",
         lambda x: ops["interpolate"](x, scale_factor=[2.0])),
        (TypeError, "pad: mode must be a string, not int", lambda x: ops["pad"](x, [1, 1], mode=3)),
        (ValueError, "a window of size 9", lambda x: ops["max_pool"](full(1.0, (1, 1, 3)), 9)),
        (ValueError, "a kernel of size 9",
         lambda x: ops["conv"](full(1.0, (1, 1, 3)), full(1.0, (1, 1, 9)))),
        (ValueError, r"quantile: shape \(0, 2\) has no elements along axis 0",
         lambda x: weir.quantile(full(1.0, (0, 2)), 0.5, axis=0)),
        (ValueError, r"percentile: q must be between 0 and 100, not 120.0", lambda x: weir.percentile(x, 120)),
        (ValueError, r"quantile: q must be between 0 and 1, not \[0.5, -1.0\]", lambda x: weir.quantile(x, [0.5, -1])),
        (ValueError, r"^pinv: svd: float32 \(3,\) has 1 dimension", lambda x: weir.linalg.pinv(full(1.0, (3,)))),
        (ValueError, r"^fft: fftn: length 0 along axis 1", lambda x: weir.fft.fft(full(1.0, (2, 0)))),
        (ValueError, r"^irfft: irfftn: norm 'on' is not supported", lambda x: weir.fft.irfft(x, norm="on")),
        (TypeError, r"^fft\(\) got an unexpected keyword", lambda x: weir.fft.fft(x, dim=0)),
        (TypeError, "cannot be converted to an array", lambda x: ops["exp"]("a")),
        (TypeError, "unsupported operand", lambda x: x + "a"),
        (TypeError, "is not a dtype", lambda x: full(dtype="float99")),
        (TypeError, "missing", lambda x: ops["exp"]()),
        (TypeError, "0-dimensional array", lambda x: len(full(1.0, ()))),
        (AttributeError, "foo", lambda x: x.foo),
    ],
)
def test_a_mistake_is_raised_at_the_line(error, words, call):
    x = full()
    with pytest.raises(error, match=words):
        call(x)
    x.wait()


@pytest.mark.parametrize(
    "error, call",
    [
        (IndexError, lambda x: x[5000]),
        (IndexError, lambda x: ops["select"](x, 5000)),
        (weir.AxisError, lambda x: x.sum(axis=1)),
        (TypeError, lambda x: ops["bitwise_and"](x, x)),
        (OverflowError, lambda x: x.astype("uint8") + 300),
        (FileNotFoundError, lambda x: weir.load("/nowhere/at/all.safetensors")),
        (IsADirectoryError, lambda x: weir.load("/")),
        (ValueError, lambda x: x.reshape(7)),
    ],
)
def test_the_status_chooses_the_exception(error, call):
    with pytest.raises(error):
        call(full())


NOT_FINITE = "the matrix contains NaN"


@pytest.mark.parametrize(
    "words, call",
    [
        (r"^pinv \(.*test_errors.py:\d+\): svd: " + NOT_FINITE, lambda x: weir.linalg.pinv(x)),
        (r"^cond \(.*\): svdvals: ", lambda x: weir.linalg.cond(x)),
        (r"^lstsq \(.*\): svdvals: ", lambda x: weir.linalg.lstsq(x, x)),
        (r"^svd \(.*\): " + NOT_FINITE, lambda x: weir.linalg.svd(x).S),
        (r"^max_unpool \(.*\): put_along_axis: index 9 ",
         lambda x: weir.max_unpool(full(1.0, (1, 1, 2)), weir.asarray([[[0, 9]]]), output_size=[4])),
    ],
)
def test_a_failure_in_flight_begins_with_what_was_called(words, call):
    x = weir.asarray([[1.0, float("nan")], [2.0, 3.0]])
    with pytest.raises(weir.AsyncError, match=words):
        call(x).wait()
    with pytest.raises(weir.AsyncError, match="^inv"):  # what was within is over
        weir.linalg.inv(full(0.0, (2, 2))).wait()


# ---- Where a failure was issued --------------------------------------------------------------------


def inner(x):
    return ops["take"](x, full(7000, (3000,), dtype="int64"))


def outer(x):
    return inner(x)


def functions_of(error):
    return [function.rpartition(".")[2] for _, _, function in error.stack]


def test_a_failure_has_the_stack_that_issued_it():
    error = error_of(outer(full()).wait)
    assert functions_of(error)[-3:] == ["test_a_failure_has_the_stack_that_issued_it", "outer", "inner"]
    text = str(error)
    for words in ("most recent call last", ", in outer\n    return inner(x)\n", ", in inner\n"):
        assert words in text
    assert text.index("in outer") < text.index("in inner")
    assert "weir/_" not in text.split("\n", 1)[1]  # frames of the package are left out
    assert error.module is None


def by_asyncio(call):
    async def task():
        return call()

    async def main():
        return await asyncio.create_task(task())

    return asyncio.run(main())


def by_thread(call):
    made = []
    thread = threading.Thread(target=lambda: made.append(call()))
    thread.start()
    thread.join()
    return made[0]


def by_pool(call):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def by_context(call):
    @contextlib.contextmanager
    def around():
        yield call()

    with around() as made:
        return made


def by_runpy(call, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import weir\nx = weir.take(weir.ones((3000,)), weir.full((3000,), 7000))\n")
    return runpy.run_path(str(script))["x"]


@pytest.mark.parametrize("way", [by_asyncio, by_thread, by_pool, by_context, by_runpy])
def test_what_runs_programs_is_not_in_the_stack(way, tmp_path):
    call = functools.partial(inner, full())
    error = error_of((way(call, tmp_path) if way is by_runpy else way(call)).wait)
    folder = os.path.dirname(os.__file__)
    inside = [file for file, _, function in error.stack if function == "inner" or file.endswith("script.py")]
    assert inside and error.stack[-1][0] == inside[0]
    machinery = [file for file, *_ in error.stack if file.startswith(("<frozen", folder + os.sep))]
    assert not any("site-packages" not in file for file in machinery)  # pytest's are there


@pytest.mark.cpu
def test_a_line_of_what_runs_programs_is_better_than_none():
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        error = error_of(pool.submit(ops["take"], full(), full(7000, (3000,), dtype="int64")).result().wait)
    assert "thread.py:" in error.line


def test_the_stack_is_that_of_each_call():
    first = outer(full())
    second = inner(full())
    assert functions_of(error_of(second.wait))[-2:] == ["test_the_stack_is_that_of_each_call", "inner"]
    assert functions_of(error_of(first.wait))[-3:] == ["test_the_stack_is_that_of_each_call", "outer", "inner"]
    lines = set()
    for x in (outer(full()), outer(full())), (outer(full()),):
        for y in x:
            lines.add(error_of(y.wait).stack[-3][1])
    assert len(lines) == 1
    x = outer(full())
    y = outer(full())
    assert error_of(x.wait).stack[-3][1] + 1 == error_of(y.wait).stack[-3][1]


def test_waits_and_memory_count_by_line_not_by_stack():
    weir.waitall()
    weir.waits.clear()

    def look(x):
        return x.wait()

    look(endless_for(3))
    [look(endless_for(3)) for _ in range(1)]
    lines = [w.line for w in weir.waits() if w.reason == "wait"]
    assert len(lines) == len(set(lines))


def endless_for(steps):
    x = full(0.5, (1 << 20,))
    for _ in range(steps):
        x = ops["sin"](x)
    return x


class Attention(weir.nn.Module):
    def __init__(self):
        self.proj = weir.nn.Linear(4, 4)

    def forward(self, x, bad):
        y = self.proj(x)
        return y + ops["take"](full(), full(7000, (4,), dtype="int64")) if bad else y


class Piece(weir.nn.Module):
    def __init__(self):
        self.attn = Attention()

    def forward(self, x, bad):
        return x + self.attn(x, bad)


class Net(weir.nn.Module):
    def __init__(self):
        self.blocks = weir.nn.ModuleList(Piece() for _ in range(4))
        self.others = {"a": Piece()}

    def forward(self, x, which):
        for i, block in enumerate(self.blocks):
            x = block(x, i == which)
        return self.others["a"](x, which == 4)


def test_a_failure_names_the_module():
    net = Net()
    x = full(1.0, (2, 4))
    for which, path in ((2, "net.blocks[2].attn"), (0, "net.blocks[0].attn"), (4, "net.others.a.attn"), (2, "net.blocks[2].attn")):
        error = error_of(net(x, which).wait)
        assert error.module == path
        assert str(error).endswith(f"\n  in module {path}")
    assert weir.failures()[-1].module == "net.blocks[2].attn"
    net(x, 9).wait()
    error_of(failing().wait)
    assert weir.failures()[-1].module is None


def test_a_failure_that_was_not_seen_is_not_covered_by_another_of_its_line():
    losses = [weir.check_finite(weir.ones(3) / (i % 3)) for i in range(4)]
    assert error_of(losses[3].wait).status == error_of(losses[3].wait).status
    with pytest.raises(weir.AsyncError):
        weir.waitall()  # losses[0]
    weir.waitall()


def test_the_serial_engine_raises_a_failure_once():
    code = """
        import weir
        weir.engine.kind = "serial"
        for _ in range(2):
            try:
                weir.check_finite(weir.ones(3) / 0)
            except weir.AsyncError:
                pass
            else:
                raise AssertionError
        weir.waitall()
        """
    check(textwrap.dedent(code))


@pytest.mark.parametrize("call", ["weir.ones(30)[bad() > 0]", "weir.nonzero(bad())", "weir.unique(bad())"])
def test_a_failed_input_of_an_operation_that_waits_is_an_asynchronous_error(call):
    def bad():
        return weir.check_finite(weir.ones(30) / 0)

    error = error_of(lambda: eval(call, {"bad": bad, "weir": weir}))
    assert error.status == "EINVAL" and error.operation == "check_finite"
    weir.clear_errors()


def test_results_of_a_failed_operation_have_no_values():
    for n in (3, 1000):
        x = weir.check_finite(weir.ones(n) / 0)
        error_of(x.wait)
        x.clear_error()
        with pytest.raises(weir.AsyncError, match="was never computed"):
            x.tolist()
    weir.clear_errors()


def test_layers_inside_a_sequential_are_named():
    net = weir.nn.Sequential(weir.nn.Identity(), weir.nn.Sequential(weir.nn.Embedding(5, 3), weir.nn.Linear(3, 4)), weir.nn.Linear(4, 2))
    for _ in range(2):  # derived, then cached
        assert error_of(net(weir.asarray([7])).wait).module == "net[1][0]"
    other = weir.nn.Sequential(net, weir.nn.ReLU())
    assert error_of(other(weir.asarray([7])).wait).module == "other[0][1][0]"


def test_a_refused_call_names_the_module():
    net = weir.nn.Sequential(weir.nn.Linear(4, 3), weir.nn.ReLU(), weir.nn.Sequential(weir.nn.Linear(3, 3), weir.nn.Linear(5, 2)))
    with pytest.raises(ValueError, match=r"expected \(..., 5\)\n  in module net\[2\]\[1\]$"):
        net(weir.ones((2, 4)))
    with pytest.raises(ValueError, match=r"expected \(..., 4\)\n  in module net\[0\]$"):
        net(weir.ones((2, 5)))
    with pytest.raises(ValueError, match="shapes") as raised:
        weir.ones(2) + weir.ones(3)
    assert "in module" not in str(raised.value)


def test_copies_of_modules_have_names_of_their_own():
    import copy

    first = Net()
    first(full(1.0, (2, 4)), 9).wait()
    second = copy.deepcopy(first)
    assert error_of(second(full(1.0, (2, 4)), 1).wait).module == "second.blocks[1].attn"
    assert error_of(first(full(1.0, (2, 4)), 1).wait).module == "first.blocks[1].attn"


def test_networks_without_end_keep_their_names():
    class Many(weir.nn.Module):
        def __init__(self):
            self.parts = [weir.nn.Identity() for _ in range(16)]
            self.last = Piece()

        def forward(self, x, bad):
            return self.last(self.parts[3](x), bad)

    x = full(1.0, (2, 4))
    for i in range(4500):  # more than there are places for stacks, and for modules
        net = Many()
        net(x, False)
        if i % 500 == 499:
            weir.waitall()
    error = error_of(net(x, True).wait)
    assert error.module == "net.last.attn"
    assert functions_of(error)[-1] == "forward"


def test_a_gradient_names_the_forward_line_with_its_stack():
    w = full(1.0, (5000,)).attach_grad()

    def forward():
        return ops["take"](w, full(7000, (3000,), dtype="int64"))

    with weir.autograd.record():
        loss = forward().sum()
    loss.backward()
    error = error_of(w.grad.wait)
    assert functions_of(error)[-1] == "forward"
    error_of(loss.wait)


def test_a_forward_that_raises_leaves_no_module_behind():
    class Raises(weir.nn.Module):
        def forward(self, x):
            raise KeyError("x")

    with pytest.raises(KeyError):
        Raises()(full())
    assert error_of(failing().wait).module is None


# ---- Steps, callbacks, exit --------------------------------------------------------------------------


def test_a_step_without_any_gradient_says_so():
    net = weir.nn.Linear(3, 2)
    net(full(1.0, (1, 3)))
    opt = weir.optim.SGD(net.parameters(), lr=0.1)
    with pytest.raises(ValueError, match=r"no parameter has a gradient \(number of parameters: 2\); call loss.backward\(\) first"):
        opt.step()


def test_parameters_without_a_gradient_are_left_out_of_a_step():
    a, b = weir.nn.Linear(3, 2), weir.nn.Linear(3, 2)
    x = full(1.0, (1, 3))
    a(x), b(x)
    before = b.weight.copy().wait()
    opt = weir.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)
    with weir.autograd.record():
        loss = a(x).sum()
    loss.backward()
    opt.step()
    assert (b.weight == before).all().item()


def test_callbacks_that_are_pending_at_exit_run():
    done = run("from busy import chain\nchain(200).on_ready(lambda a: print('called', a.ready))\n")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == "called True\n"


def test_callbacks_that_cannot_run_at_exit_are_counted():
    done = run(
        "import os, signal, threading, weir\n"
        "from busy import endless\n"
        "x = endless()\n"
        "for _ in range(3): x.on_ready(print)\n"
        "threading.Thread(target=lambda: (__import__('time').sleep(1), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()\n"
    )
    assert "weir: exit: 3 on_ready callbacks did not complete" in done.stderr


def test_training_goes_on_after_cancel_all():
    net = weir.nn.Sequential(weir.nn.Linear(64, 64), weir.nn.Linear(64, 1))
    x = full(0.01, (256, 64))
    net(x)
    opt = weir.optim.Adam(net.parameters(), lr=0.001)

    def steps(count):
        for _ in range(count):
            with weir.autograd.record():
                loss = (net(x) ** 2).mean()
            loss.backward()
            opt.step()
        return loss

    before = steps(1).item()
    steps(300)
    weir.cancel_all()
    weir.waitall()
    opt.clear()
    for p in net.parameters():
        assert weir.isfinite(p).all().item()
    assert steps(2).item() <= before


def test_callbacks_that_ask_for_others_do_not_keep_the_program_from_ending():
    done = run("import weir\ndef again(a): (a + 1).on_ready(again)\nweir.ones(3).on_ready(again)\n", timeout=60)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize("call", [weir.sort, weir.argsort, weir.softmax])
def test_an_axis_of_none_where_one_is_needed(call):
    with pytest.raises(weir.AxisError, match="axis is none, but one axis is needed"):
        call(weir.ones((2, 3)), axis=None)
