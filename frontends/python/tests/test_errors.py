"""A caller's mistake is raised at the line; a failure in flight at the look, again and again."""

import pytest
import weir
from busy import endless, failing, full, ops, run


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
    assert error.status == "EINVAL"
    for words in ("take (", "busy.py:", "index 7000", "float32 (5000,)", "int64 (3000,)"):
        assert words in str(error)


def test_it_raises_at_every_look():
    x = failing()
    for look in (x.wait, x.wait_to_read, x.wait, weir.waitall, weir.waitall):
        assert error_of(look).operation == "take"


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
    assert failure.operation == "take" and failure.status == "EINVAL"
    assert "busy.py:" in failure.line and "index 7000" in failure.message
    weir.clear_errors()
    assert weir.failures() == []
    weir.waitall()
    error_of(bad.wait)  # the array keeps its own
    bad.clear_error()
    bad.wait()


def test_a_skipped_update_leaves_the_old_values():
    x = full(1.0, (3000,)).wait()
    bad = failing()
    y = x
    y += bad
    error_of(x.wait)
    x.clear_error()
    assert ops["sum"](x).item() == 3000


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
    assert "nobody looked at this failure: take (" in done.stderr
    done = run("from busy import failing\ntry: failing().wait()\nexcept RuntimeError: pass\n")
    assert done.stderr == ""


@pytest.mark.parametrize(
    "error, words, call",
    [
        (ValueError, "do not broadcast", lambda x: x + full(1.0, (3,))),
        (ValueError, "inner dimensions", lambda x: x @ full(1.0, (3,))),
        (ValueError, "does not hold", lambda x: ops["reshape"](x, (3,))),
        (ValueError, "negative", lambda x: full(1.0, (-3,))),
        (ValueError, "does not fit the first", lambda x: ops["concat"]([x, full(1.0, (3, 3))])),
        (ValueError, "one element", lambda x: x.item()),
        (ValueError, "truth", bool),
        (ValueError, "CPU only", lambda x: full(device="gpu:0")),
        (weir.AxisError, "axis 3 of an array with 1 dimension", lambda x: ops["sum"](x, axis=3)),
        (IndexError, "axis 3", lambda x: ops["sum"](x, axis=3)),
        (ValueError, "axis 3", lambda x: ops["sum"](x, axis=3)),
        (TypeError, "takes integers", lambda x: ops["bitwise_and"](x, x)),
        (TypeError, "no argument 'axes'", lambda x: ops["sum"](x, axes=1)),
        (TypeError, "wants integers", lambda x: ops["sum"](x, axis="a")),
        (TypeError, "interpolate: scale_factor: wants a number, not list",
         lambda x: ops["interpolate"](x, scale_factor=[2.0])),
        (TypeError, "pad: mode: wants a text, not int", lambda x: ops["pad"](x, [1, 1], mode=3)),
        (ValueError, "a window of 9 entries", lambda x: ops["max_pool"](full(1.0, (1, 1, 3)), 9)),
        (ValueError, "a kernel of 9 entries",
         lambda x: ops["conv"](full(1.0, (1, 1, 3)), full(1.0, (1, 1, 9)))),
        (ValueError, r"quantile: there is none of no elements; \(0, 2\) has none along axis 0",
         lambda x: weir.quantile(full(1.0, (0, 2)), 0.5, axis=0)),
        (ValueError, r"percentile: q is 120.0; wants 0 to 100", lambda x: weir.percentile(x, 120)),
        (ValueError, r"quantile: q is \[0.5, -1.0\]; wants 0 to 1", lambda x: weir.quantile(x, [0.5, -1])),
        (TypeError, "cannot be made an array", lambda x: ops["exp"]("a")),
        (TypeError, "unsupported operand", lambda x: x + "a"),
        (TypeError, "is no dtype", lambda x: full(dtype="float99")),
        (TypeError, "missing", lambda x: ops["exp"]()),
        (TypeError, "without dimensions", lambda x: len(full(1.0, ()))),
        (AttributeError, "foo", lambda x: x.foo),
    ],
)
def test_a_mistake_is_raised_at_the_line(error, words, call):
    x = full()
    with pytest.raises(error, match=words):
        call(x)
    x.wait()


def test_there_is_no_gpu_yet():
    with pytest.raises(RuntimeError, match="CPU only"):
        weir.gpu(0)


@pytest.mark.parametrize(
    "words, call",
    [
        (r"^pinv \(.*test_errors.py:\d+\): svd: the matrix holds a NaN", lambda x: weir.linalg.pinv(x)),
        (r"^cond \(.*\): svdvals: ", lambda x: weir.linalg.cond(x)),
        (r"^lstsq \(.*\): svd: ", lambda x: weir.linalg.lstsq(x, x)),
        (r"^svd \(.*\): the matrix holds a NaN", lambda x: weir.linalg.svd(x).S),
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
