"""Objects that lie, raise, and change things while they are asked; signals and interrupts at the wrong moment."""

import gc
import threading
import weakref

import numpy as np
import pytest
import weir
from busy import check, full, ops
from weir import _core


class Index:
    """An integer that does something when it is asked for its value."""

    def __init__(self, value, act=lambda: None):
        self.value, self.act = value, act

    def __index__(self):
        self.act()
        return self.value


class Made:
    """Something whose __array__ is computed by a function."""

    def __init__(self, make):
        self.make = make

    def __array__(self, *args, **kwargs):
        return self.make()


class Interface:
    def __init__(self, **interface):
        self.__array_interface__ = {"version": 3, **interface}


# ---- Sequences that change while they are read --------------------------------------------------------


def test_a_sequence_of_inputs_may_be_emptied_by_one_of_them():
    inputs = []

    def make():
        inputs.clear()
        gc.collect()
        return np.full(1000, 2, "f4")

    inputs[:] = [full(1.0, (1000,)), Made(make), full(3.0, (1000,))]
    assert ops["sum"](ops["concat"](inputs)).item() == 6000


def test_a_list_of_integers_may_be_emptied_by_one_of_them():
    shape = []
    shape[:] = [Index(2, shape.clear), Index(3), Index(4)]
    assert weir.zeros(shape).shape == (2, 3, 4)


def test_a_device_pair_may_be_emptied_by_its_first():
    pair = []
    pair[:] = [Index(1, pair.clear), 0]

    class Lender:
        def __dlpack__(self, **kwargs):
            return np.ones(3).__dlpack__()

        def __dlpack_device__(self):
            return pair

    assert weir.from_dlpack(Lender()).tolist() == [1, 1, 1]


def test_an_array_interface_may_be_emptied_by_its_shape():
    x = Interface(typestr="<f8", data=bytearray(8))
    x.__array_interface__["shape"] = [Index(1, x.__array_interface__.clear), 1]
    assert weir.asarray(x).tolist() == [[0.0]]


@pytest.mark.parametrize("second", [1, 100_000])
def test_an_object_that_gives_another_shape_the_second_time_is_refused(second):
    counts = iter([2, second])
    with pytest.raises(ValueError, match="the lengths differ"):
        weir.asarray([Made(lambda: np.ones(next(counts), "f4"))])


def test_a_list_that_gets_deeper_between_the_walks_is_refused():
    numbers = [1.0, 2.0]
    x = [numbers, Made(lambda: numbers.__setitem__(0, [[1.0]]) or np.ones(2))]
    with pytest.raises(ValueError, match="the lengths differ"):
        weir.asarray(x)


def test_a_sequence_that_contains_itself_ends():
    class Endless:
        def __len__(self):
            return 1

        def __getitem__(self, i):
            if i > 0:
                raise IndexError(i)
            return self

    with pytest.raises(RecursionError):
        weir.asarray(Endless())
    x = []
    x.append(x)
    with pytest.raises(ValueError, match="deep"):
        weir.asarray(x)


def test_what_an_item_raises_is_what_is_raised():
    def fail():
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        weir.zeros((2, Index(3, fail)))

    def items():
        yield full()
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ops["concat"](items())


# ---- Sizes and descriptions that cannot be -----------------------------------------------------------


def test_more_numbers_than_there_is_room_for():
    with pytest.raises(ValueError, match="at most 0 integers, got 1"):
        ops["basic_index"](full(), [0] * 128, 5, 6, 7)
    with pytest.raises(ValueError, match="at most"):
        weir.zeros((1,) * 1000)


@pytest.mark.parametrize(
    "more",
    [
        {"typestr": ">f8", "shape": (2**61,), "strides": (0,)},
        {"typestr": "<f8", "shape": (2**61 + 1,), "strides": (8,)},
        {"typestr": "<f8", "shape": (2, 2**61), "strides": (2**62, 2**62)},
        {"typestr": ">f8", "shape": (-1,)},
        {"typestr": "<f8", "shape": (-2, -3)},
        {"typestr": "<f8", "shape": (1,), "offset": 2**63 - 1},
    ],
)
def test_an_array_interface_beyond_its_bytes_is_refused(more):
    for copy in (None, False):
        with pytest.raises((ValueError, MemoryError)):
            weir.asarray(Interface(data=bytearray(8), **more), copy=copy)


def test_bytes_of_no_dtype_are_refused():
    for copy in (True, False):
        with pytest.raises(TypeError, match="None"):
            _core.from_bytes(b"", None, (), copy=copy)


def test_shapes_of_no_elements_and_too_many():
    for order in "CF":
        for dtype in ("float64", ">f8"):
            with pytest.raises(ValueError, match="address space"):
                _core.from_bytes(b"", dtype, (0, 2**62, 2**62), order=order)


def test_a_device_number_does_not_wrap_around():
    with pytest.raises(ValueError, match="not an available device"):
        weir.zeros(1, device="cpu:4294967297")


# ---- Numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "int8", "complex64", "bool"])
def test_scalars_of_numpy_are_assigned(dtype):
    x = weir.zeros(3, dtype=dtype)
    x[0] = np.float64(1)
    x[weir.asarray([1])] = np.complex128(1) if dtype == "complex64" else np.float64(1)
    x[2:] = np.float32(1)
    assert [bool(v) for v in x.tolist()] == [True] * 3


def test_a_complex_number_does_not_lose_its_half_in_an_array_of_floats():
    for dtype in ("float16", "float32", "float64", "int32"):
        with pytest.raises(TypeError, match="complex"):
            weir.asarray([1j], dtype=dtype)


# ---- Words -------------------------------------------------------------------------------------------


def test_words_that_are_cut_in_a_character_are_still_told():
    for i in range(4):
        with pytest.raises(ValueError, match="einsum"):
            weir.einsum("a" * i + "é" * 400, full())


def test_lines_of_files_with_long_names():
    weir.waits.clear()
    for i in range(3):
        name = f"/{'é' * 300}{'a' * i}.py"
        exec(compile("(x @ x).wait()", name, "exec"), {"x": weir.ones((300, 300))})
        with pytest.raises(weir.AsyncError) as caught:
            exec(compile("x[i].wait()", name, "exec"), {"x": full(), "i": weir.asarray([10**9])})
        assert caught.value.line.endswith(f"{'a' * i}.py:1")
    assert isinstance(weir.waits(), list)
    weir.clear_errors()


# ---- Life --------------------------------------------------------------------------------------------


def test_an_operator_that_refers_to_itself_is_collected():
    class Mark:
        pass

    op, mark = _core.op("add"), Mark()
    op.self, op.mark, gone = op, mark, weakref.ref(mark)
    del op, mark
    gc.collect()
    assert gone() is None


def test_a_capsule_is_taken_once():
    class Lender:
        capsule = np.ones(4, "f4").__dlpack__()

        def __dlpack__(self, **kwargs):
            return self.capsule

    assert weir.from_dlpack(Lender()).tolist() == [1] * 4
    with pytest.raises(BufferError, match="an unused DLPack capsule"):
        weir.from_dlpack(Lender())


# ---- Interrupts and signals --------------------------------------------------------------------------


def test_interrupts_do_not_write_twice():
    x = weir.zeros((300, 300))
    lent = memoryview(x)
    done = threading.Event()

    def interrupt():
        while not done.wait(0.0002):
            weir.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    for _ in range(3000):
        x += 1
    done.set()
    thread.join()
    assert x[0, 0].item() == 3000
    lent.release()


def test_a_signal_handler_may_wait_in_the_middle_of_a_wait():
    check("""
import faulthandler, signal, weir
from busy import full, ops
faulthandler.dump_traceback_later(100, exit=True)
count = 0
def handle(*unused):
    global count
    count += 1
    n = count                                    # the next signal may come before this one is dealt with
    assert ops["sum"](full(float(n), (100, 100)) * 2).item() == 20000.0 * n
    if n % 3 == 0:
        weir.waitall()
signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
x = full(1.0, (400, 400))
while count < 60:
    y = x
    for _ in range(5):
        y = (y @ x) * (1 / 400)
    assert y[0, 0].item() == 1.0
    (y @ x).wait()
    y @ x
    weir.waitall()
signal.setitimer(signal.ITIMER_REAL, 0, 0)
print("good")
""")


def test_what_a_handler_raises_is_not_lost_in_any_call():
    check("""
import signal, weir
from busy import full
class Tick(Exception): pass
def handle(*unused):
    full(1.0, (3,)) * __import__("random").random()
    raise Tick
signal.signal(signal.SIGALRM, handle)
x = full(1.0, (600, 600))
for i in range(20):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        while True:
            y = x.astype("float64").astype("float32") @ x
            y[0] = y[1]
            y[:, weir.asarray([0, 1])] = 3 - y[:, :2]
            y[y > 2.5]
            weir.asarray([1.5, i], dtype="float16")
            y.copy()
    except Tick:
        pass
weir.waitall()
print("good")
""")
