"""Values out and in: numbers, lists, bytes, buffers, NumPy, DLPack, pickles, copies."""
import array
import copy
import ctypes
import gc
import io
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref

import pytest
import weir
from busy import resident

try:
    import numpy as np
except ImportError:
    np = None
needs_numpy = pytest.mark.skipif(np is None, reason="NumPy is not installed")

# dtype: format of a buffer
FORMATS = {
    "bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "l", "uint8": "B", "uint16": "H",
    "uint32": "I", "uint64": "L", "float16": "e", "float32": "f", "float64": "d", "complex64": "Zf",
    "complex128": "Zd",
}  # fmt: skip
DTYPES = list(FORMATS)


def values(dtype):
    if dtype == "bool":
        return [[True, False, True], [False, True, True]]
    rows = [[1, 2, 3], [100, 0, 7]]
    if dtype.startswith("int"):
        rows[1][2] = -7
    if "float" in dtype:
        rows = [[float(v) / 4 for v in row] for row in rows]
    if dtype.startswith("complex"):
        rows = [[complex(v, -v / 2) for v in row] for row in rows]
    return rows


def make(dtype):
    return weir.asarray(values(dtype), dtype=dtype)


def transposed(x):
    return weir.permute_dims(x, axes=tuple(reversed(range(x.ndim))))


def soon(condition, seconds=20):
    """What the dispatcher does, it does a little later."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        gc.collect()
        time.sleep(0.001)
    return condition()


def busy():
    """An array that is not there yet for a while."""
    x = weir.ones((300, 300))
    for _ in range(10):
        x = weir.matmul(x, x) * 1e-3
    return x


def failing():
    return weir.take(weir.asarray([1, 2]), weir.asarray([5]), axis=0)


@pytest.fixture(autouse=True)
def no_failure_is_left():
    yield
    getattr(weir, "clear_errors", lambda: None)()


# ---- Numbers, lists, bytes --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES + ["bfloat16"])
def test_lists_and_items(dtype):
    x, rows = make(dtype), values(dtype)
    assert x.tolist() == rows
    assert transposed(x).tolist() == [list(c) for c in zip(*rows)]
    assert type(x.tolist()[0][0]) is type(rows[0][0])
    for i in range(2):
        for j in range(3):
            assert x.item(i, j) == x.item((i, j)) == x.item(3 * i + j) == rows[i][j]
            assert transposed(x).item(j, i) == transposed(x).item(2 * j + i) == rows[i][j]
            assert x.item(i - 2, j - 3) == x.item(3 * i + j - 6) == rows[i][j]
    assert weir.asarray(rows[1][2], dtype=dtype).item() == rows[1][2]
    assert weir.asarray([[rows[1][2]]], dtype=dtype).item() == rows[1][2]
    assert weir.asarray(rows[1][2], dtype=dtype).tolist() == rows[1][2]


def test_half_floats_of_all_kinds():
    texts = "0 -0.0 1 -1.5 65504 6e-8 -6.1e-5 inf -inf nan 0.333251953125".split()
    for dtype in "float16", "bfloat16":
        x = weir.asarray([float(t) for t in texts], dtype=dtype)
        wide = x * weir.asarray(1.0, dtype="float32")
        assert repr(x.tolist()) == repr(wide.tolist())


def test_bad_items():
    x = weir.asarray([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="one element"):
        x.item()
    with pytest.raises(IndexError, match=r"index 4 is out of bounds for an array with 4 elements"):
        x.item(4)
    with pytest.raises(IndexError, match="index 2 .* axis 0 with size 2"):
        x.item(2, 0)
    with pytest.raises(IndexError):
        x.item(0, -3)
    with pytest.raises(ValueError, match=r"expected one index, or one per dimension \(2 for this 2-dimensional array\), got 3"):
        x.item(0, 0, 0)
    with pytest.raises(ValueError):
        x.item(*range(40))
    with pytest.raises(TypeError):
        x.item(1.5)
    with pytest.raises(TypeError):
        x.item("a", 0)
    assert weir.asarray(7).item(0) == 7


def test_lists_without_elements():
    for shape in (0,), (2, 0), (0, 2):
        x = weir.zeros(shape)
        assert x.tolist() == ([[], []] if shape == (2, 0) else [])
        assert x.tobytes() == b"" == bytes(x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_bytes(dtype):
    x = make(dtype)
    flat = array.array("B", x.tobytes())
    assert len(flat) == x.nbytes == 6 * x.itemsize
    assert transposed(transposed(x)).tobytes() == x.tobytes()
    assert transposed(x).tobytes() == weir.asarray(transposed(x), copy=True).tobytes()
    assert weir.from_bytes(x.tobytes(), dtype, (2, 3)).tolist() == values(dtype)
    assert weir.from_bytes(x.tobytes(), dtype, (3, 2), order="F").tolist() == transposed(x).tolist()


def test_bytes_that_do_not_fit():
    for shape in (4,), (-3,), (2**40, 2**40), (3, 1, 2):
        with pytest.raises(ValueError, match="12 bytes"):
            weir.from_bytes(b"0" * 12, "float32", shape)
    with pytest.raises(ValueError, match="order"):
        weir.from_bytes(b"0" * 12, "float32", (3,), order="K")
    with pytest.raises(TypeError):
        weir.from_bytes(b"0" * 12, "float99", (3,))
    with pytest.raises(ValueError, match="aligned"):
        weir.from_bytes(memoryview(b"0" * 13)[1:], "float32", (3,), copy=False)
    assert weir.from_bytes(memoryview(b"\0" * 13)[1:], "float32", (3,)).tolist() == [0, 0, 0]


# ---- Buffers out ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_buffer_shows_the_array(dtype):
    x = make(dtype)
    for y in x, transposed(x):
        view = memoryview(y)
        assert view.format == FORMATS[dtype] and view.shape == y.shape and view.strides == y.strides
        assert view.readonly and view.itemsize == x.itemsize and view.tobytes() == y.tobytes()
        if view.format not in ("e", "Zf", "Zd"):  # which memoryview itself cannot read
            assert view.tolist() == y.tolist()
    assert memoryview(weir.asarray(x.item(0), dtype=dtype)).shape == ()


def test_bfloat16_has_no_buffer():
    with pytest.raises(BufferError, match="bfloat16.*float32"):
        memoryview(make("bfloat16"))


def test_plain_buffers_want_row_major_elements():
    x = make("float32")
    assert bytes(x) == x.tobytes()
    with pytest.raises(BufferError, match="memory layout"):
        io.BytesIO().write(transposed(x))


@pytest.mark.cpu
def test_memory_is_lent_for_writing_to_those_who_ask():
    x = weir.asarray([1.0, 2.0, 3.0, 4.0], dtype="float32")
    y = x + 1  # reads the old values
    assert io.BytesIO(array.array("f", [5, 6, 7, 8]).tobytes()).readinto(x) == 16
    assert x.tolist() == [5, 6, 7, 8] and y.tolist() == [2, 3, 4, 5]
    fixed = weir.from_bytes(b"\0" * 16, "float32", (4,), copy=False)
    with pytest.raises((TypeError, BufferError)):
        io.BytesIO(b"1234").readinto(fixed)
    assert fixed.tolist() == [0, 0, 0, 0]


@pytest.mark.cpu
def test_writes_while_a_buffer_lives_are_done_when_the_call_returns():
    x = weir.zeros((1000, 1000))
    view = memoryview(x)
    for i in range(1, 20):
        x += 1
        assert view[0, 0] == view[999, 999] == i
        assert x.ready
    view.release()
    for i in range(20):
        x += 1
    assert x.item(5) == 39


def test_a_buffer_outlives_its_array():
    x = weir.ones((100,)) + 1
    view = memoryview(x)
    del x
    for _ in range(100):
        weir.zeros((100,)) + 7
    assert view.tolist() == [2.0] * 100


def test_a_failure_raises_at_every_look():
    x = failing()
    for look in x.tolist, x.item, x.tobytes, x.__dlpack__, lambda: memoryview(x), lambda: pickle.dumps(x):
        for _ in range(2):
            with pytest.raises(weir.AsyncError, match="take"):
                look()
    if np is not None:
        for look in x.asnumpy, x.numpy, x.__array__, lambda: np.asarray(x), lambda: np.from_dlpack(x):
            with pytest.raises(weir.AsyncError, match="take"):
                look()
    assert weir.asarray([1]).tolist() == [1]


def test_every_look_has_its_reason():
    looks = [("tolist", lambda x: x.tolist()), ("tobytes", lambda x: x.tobytes()), ("item()", lambda x: x.item(0)),
             ("buffer", memoryview), ("dlpack", lambda x: x.__dlpack__()), ("pickle", pickle.dumps),
             ("pickle", lambda x: pickle.dumps(x, 2)), ("save", lambda x: weir.save(io.BytesIO(), x))]
    if np is not None:
        looks += [("asnumpy", lambda x: x.asnumpy()), ("__array__", lambda x: x.__array__()), ("buffer", np.asarray)]
    for reason, look in looks:
        heard = []
        weir._core.set_on_wait(lambda *told: heard.append(told))
        try:
            look(busy())
        finally:
            weir._core.set_on_wait(None)
        # Nothing, if the work was done before we looked; a map too, if reads have to be waited for.
        assert all(told[0] in (reason, "map") and "test_exchange.py" in told[1] for told in heard), heard
        assert not heard or heard[0][0] == reason


# ---- Buffers in -------------------------------------------------------------------------------------


def test_objects_with_the_buffer_protocol():
    assert weir.asarray(b"abc").dtype == weir.uint8 and weir.asarray(b"abc").tolist() == [97, 98, 99]
    assert weir.asarray(bytearray(b"\1\2")).tolist() == [1, 2]
    for code, dtype in zip("bBhHiIlLqQfd", "int8 uint8 int16 uint16 int32 uint32 int64 uint64 int64 uint64 "
                           "float32 float64".split()):
        x = weir.asarray(array.array(code, [1, 2, 3]))
        assert x.dtype.name == dtype and x.tolist() == [1, 2, 3]
    grid = memoryview(array.array("i", range(6))).cast("B").cast("i", (2, 3))
    assert weir.asarray(grid).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert weir.asarray(memoryview(array.array("i", range(6)))[::-2]).tolist() == [5, 3, 1]
    assert weir.asarray(((ctypes.c_double * 2) * 3)((1, 2), (3, 4), (5, 6))).tolist() == [[1, 2], [3, 4], [5, 6]]
    assert weir.asarray((ctypes.c_bool * 2)(True, False)).tolist() == [True, False]
    big = (ctypes.c_int32.__ctype_be__ * 3)(1, 2, -3)
    assert weir.asarray(big).tolist() == [1, 2, -3]
    with pytest.raises(ValueError, match="native byte order"):
        weir.asarray(big, copy=False)
    with pytest.raises(TypeError, match="format"):
        weir.asarray((ctypes.c_wchar * 3)())


def test_a_copy_is_made_unless_it_is_not_wanted():
    data = array.array("f", [1, 2, 3])
    for how in None, True:
        x = weir.asarray(data, copy=how)
        data[0] = 9
        assert x.tolist() == [1, 2, 3]
        data[0] = 1
    x = weir.asarray(data, copy=False)
    x += 1
    x.wait()
    assert data.tolist() == [2, 3, 4]
    with pytest.raises(ValueError, match="copy=False"):
        weir.asarray(data, dtype="float64", copy=False)
    with pytest.raises(ValueError, match="copy=False"):
        weir.asarray([1, 2], copy=False)


def test_shared_memory_that_is_read_only_is_not_written():
    x = weir.asarray(b"abc", copy=False)
    assert x.tolist() == [97, 98, 99]
    with pytest.raises(ValueError, match="read-only"):
        x += 1


class Lender(array.array):
    """An array.array that can be watched."""


def test_what_is_lent_is_kept_until_the_last_queued_use():
    data = Lender("f", [1.0] * 90000)
    watch = weakref.ref(data)
    x = weir.reshape(weir.asarray(data, copy=False), (300, 300))
    y = x
    for _ in range(10):
        y = weir.matmul(x, y) * 1e-2
    del data, x
    assert y.item(0) > 0
    del y
    assert soon(lambda: watch() is None)


def test_loans_come_back():
    data = Lender("f", [1.0, 2.0])
    before = sys.getrefcount(data)
    for _ in range(10000):
        weir.asarray(data, copy=False)
    assert soon(lambda: sys.getrefcount(data) == before)


def test_array_interface():
    class Owner:
        def __init__(self, **keys):
            self.data = array.array("h", range(12))
            address, _ = self.data.buffer_info()
            self.__array_interface__ = {"version": 3, "typestr": "<i2", "shape": (3, 4),
                                        "data": (address, False), **keys}

    assert weir.asarray(Owner()).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert weir.asarray(Owner(strides=(2, 6), shape=(3, 2))).tolist() == [[0, 3], [1, 4], [2, 5]]
    owner = Owner()
    shared = weir.asarray(owner, copy=False)
    shared += 1
    shared.wait()
    assert owner.data.tolist() == list(range(1, 13))
    inside = Owner(data=bytes(range(8)), typestr="|u1", shape=(2,), offset=5, strides=(-2,))
    assert weir.asarray(inside).tolist() == [5, 3]
    with pytest.raises(ValueError, match="outside the 8 bytes"):
        weir.asarray(Owner(data=bytes(8), typestr="|u1", shape=(9,)))
    with pytest.raises(ValueError, match="some elements are outside"):
        weir.asarray(Owner(data=bytes(8), typestr="|u1", shape=(3,), strides=(-1,)))
    with pytest.raises(TypeError, match="<U4"):
        weir.asarray(Owner(typestr="<U4"))
    with pytest.raises(TypeError, match="mask"):
        weir.asarray(Owner(mask=[1]))
    with pytest.raises(ValueError, match="strides"):
        weir.asarray(Owner(strides=(2,)))
    broken = Owner()
    broken.__array_interface__ = {"version": 3}
    with pytest.raises(ValueError, match="typestr"):
        weir.asarray(broken)
    broken.__array_interface__ = 3
    with pytest.raises(ValueError, match="must be a dict"):
        weir.asarray(broken)


# ---- NumPy ------------------------------------------------------------------------------------------


@needs_numpy
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_round_trip(dtype):
    x = np.array(values(dtype), dtype=dtype)
    views = [x, x.T, x[::-1, ::-1], x[:, ::2], x[:0], x[0, 0], x[None, :, None], np.broadcast_to(x, (4, 2, 3)),
             np.asfortranarray(x), x.astype(x.dtype.newbyteorder(">")), np.zeros((2, 0), dtype)]
    for v in views:
        w = weir.asarray(v)
        assert w.dtype.name == dtype and w.shape == v.shape and w.tolist() == v.tolist()
        for back in np.asarray(w), w.asnumpy(), w.numpy(), np.array(w), w.asnumpy(copy=True), w.__array__():
            assert back.dtype == x.dtype and back.dtype.char == x.dtype.char and back.shape == v.shape
            assert (back == v).all()
    readonly = x.copy()
    readonly.flags.writeable = False
    assert weir.asarray(readonly).tolist() == x.tolist()
    w = weir.asarray(readonly, copy=False)
    with pytest.raises(ValueError, match="read-only"):
        weir.logical_not(w, out=w) if dtype == "bool" else w.__iadd__(w)


@needs_numpy
def test_memory_at_odd_places():
    records = np.zeros(5, dtype=np.dtype([("flag", "u1"), ("value", "<f8")]))  # 9 bytes each
    records["value"] = np.arange(5)
    assert weir.asarray(records["value"]).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="aligned|multiples"):
        weir.asarray(records["value"], copy=False)
    odd = np.frombuffer(b"\0" + np.arange(4, dtype="f4").tobytes(), dtype="f4", offset=1)
    assert weir.asarray(odd).tolist() == [0, 1, 2, 3]


@pytest.mark.cpu
@needs_numpy
def test_numpy_sees_our_memory():
    x = weir.zeros((3,))
    view = np.asarray(x)
    assert not view.flags.writeable and not view.flags.owndata
    x += 1
    assert view.tolist() == [1, 1, 1]
    own = x.asnumpy(copy=True)
    own += 5
    assert x.tolist() == [1, 1, 1] and np.array(x).flags.writeable


@needs_numpy
def test_our_array_over_numpys_memory():
    n = np.arange(6.0).reshape(2, 3)
    for alias in weir.asarray(n, copy=False), weir.from_dlpack(n):
        alias *= 2
        alias.wait()
    assert n.tolist() == [[0, 4, 8], [12, 16, 20]]
    assert weir.asarray(n.T, copy=False).tolist() == n.T.tolist()
    assert weir.asarray(n[::-1], copy=False).tolist() == n[::-1].tolist()


@needs_numpy
def test_array_protocol_with_dtype_and_copy():
    x = make("float32")
    assert x.__array__(np.dtype("float64")).dtype == np.float64
    assert x.__array__(np.float64, copy=None).tolist() == x.tolist()
    with pytest.raises(ValueError, match="copy=False"):
        x.__array__(np.float64, copy=False)
    assert x.__array__(copy=True).flags.writeable
    assert np.asarray(x, dtype="int32").tolist() == [[0, 0, 0], [25, 0, 1]]
    assert np.array(x, dtype="f4", copy=True).flags.owndata


@needs_numpy
def test_scalars_of_numpy_keep_their_dtype():
    for dtype in DTYPES:
        scalar = np.dtype(dtype).type(1)
        x = weir.asarray(scalar)
        assert x.dtype.name == dtype and x.shape == () and x.item() == 1
        assert weir.asarray([scalar, scalar]).dtype.name == dtype
    assert weir.asarray(np.float64(2)).dtype == weir.float64
    assert weir.asarray([np.float64(2), 1]).dtype == weir.float64


@needs_numpy
@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "**", "<", "<=", ">", ">=", "==", "!=", "//", "%"])
def test_arithmetic_with_numpy_on_either_side(operator):
    ours, theirs = weir.asarray([1.0, 2.0, 3.0], dtype="float32"), np.array([3.0, 2.0, 1.5], "float32")
    ns = {"a": ours, "n": theirs, "m": np.array([1.0, 2.0, 3.0], "float32")}
    for text in f"a {operator} n", f"n {operator} a":
        got, wanted = eval(text, ns), eval(text.replace("a", "m"), ns)
        assert type(got) is weir.Array and got.dtype.name == wanted.dtype.name
        assert got.tolist() == pytest.approx(wanted.tolist())
    for scalar in np.float32(2), np.float64(2), np.float16(2), np.complex128(2 + 1j):
        if isinstance(scalar, np.complexfloating) and operator in ("<", "<=", ">", ">=", "//", "%"):
            continue
        ns["s"], ns["t"] = scalar, np.array([scalar])  # before NumPy 2 a scalar's dtype did not count
        for text in f"a {operator} s", f"s {operator} a":
            got, wanted = eval(text, ns), eval(text.replace("a", "m").replace("s", "t"), ns)
            assert type(got) is weir.Array and got.dtype.name == wanted.dtype.name, (text, scalar.dtype)
            assert got.tolist() == pytest.approx(wanted.tolist())


@needs_numpy
def test_arithmetic_with_integers_bools_and_matrices_of_numpy():
    i = weir.asarray([1, 2], dtype="int32")
    assert (np.int64(3) + i).dtype == weir.int64 and (i + np.int8(3)).dtype == weir.int32
    assert (np.array([True, False]) & (i > 1)).tolist() == [False, False]
    assert (np.int32(6) >> i).tolist() == [3, 1]
    f = weir.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert type(np.eye(2, dtype="f4") @ f) is weir.Array and (f @ np.eye(2, dtype="f4")).tolist() == f.tolist()
    f += np.ones(2, "f4")
    assert f.tolist() == [[2, 3], [4, 5]]
    n = np.ones(2, "f4")
    assert type(np.add(n, f)) is np.ndarray and np.add(n, f).tolist() == [[3, 4], [5, 6]]
    assert weir.add(n, f).tolist() == [[3, 4], [5, 6]]


@needs_numpy
@pytest.mark.parametrize("bad", ["np.array([None])", "np.array(['a'])", "np.array([b'a'])",
                                 "np.array(['2020'], 'M8[D]')", "np.datetime64('2020')",
                                 "np.timedelta64(3, 's')", "np.zeros(2, 'f4,f4')", "np.longdouble(1)",
                                 "np.zeros(2, 'V4')", "np.str_('a')"])
def test_dtypes_that_weir_has_not(bad):
    value = eval(bad)
    with pytest.raises(TypeError) as error:
        weir.asarray(value)
    assert str(value.dtype) in str(error.value)


@needs_numpy
def test_objects_with_only_array():
    class Frame:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3)

    class Liar:
        def __array__(self, dtype=None, copy=None):
            return 3

    assert weir.asarray(Frame()).tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="Liar.*must return a NumPy array, not int"):
        weir.asarray(Liar())


@needs_numpy
def test_bfloat16_and_numpy():
    x = make("bfloat16")
    try:
        import ml_dtypes
    except ImportError:
        for look in x.asnumpy, x.__array__, lambda: np.asarray(x):
            with pytest.raises(TypeError, match="ml_dtypes"):
                look()
        return
    n = x.asnumpy()
    assert n.dtype == ml_dtypes.bfloat16 and n.tolist() == x.tolist() and n.flags.writeable
    assert np.asarray(x).tolist() == x.tolist()
    assert weir.asarray(n).dtype == weir.bfloat16 and weir.asarray(n[:, ::-1]).tolist() == n[:, ::-1].tolist()
    with pytest.raises(ValueError, match="copy=False"):
        x.asnumpy(copy=False)


@needs_numpy
def test_types_are_not_arrays():
    with pytest.raises(TypeError, match="convert the type"):
        weir.asarray(np.float32)


# ---- DLPack -----------------------------------------------------------------------------------------


def capsule_name(capsule):
    get = ctypes.pythonapi.PyCapsule_GetName
    get.restype, get.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return get(capsule).decode()


@pytest.mark.cpu
def test_capsules_have_the_names_of_the_standard():
    x = make("float32")
    assert capsule_name(x.__dlpack__()) == "dltensor"
    assert capsule_name(x.__dlpack__(max_version=(0, 8))) == "dltensor"
    for most in (1, 0), (1, 3), (2, 0):
        assert capsule_name(x.__dlpack__(max_version=most)) == "dltensor_versioned"
    assert x.__dlpack_device__() == (1, 0)
    assert capsule_name(x.__dlpack__(dl_device=(1, 0), copy=False, stream=None)) == "dltensor"


@pytest.mark.cpu
def test_exports_that_cannot_be():
    x = make("float32")
    with pytest.raises(BufferError, match="dl_device"):
        x.__dlpack__(dl_device=(2, 0))
    with pytest.raises(ValueError, match="stream"):
        x.__dlpack__(stream=1)
    with pytest.raises(TypeError):
        x.__dlpack__(nonsense=1)
    fixed = weir.from_bytes(b"\0" * 8, "float32", (2,), copy=False)
    with pytest.raises(BufferError, match="read-only"):
        fixed.__dlpack__()
    fixed.__dlpack__(max_version=(1, 0))
    fixed.__dlpack__(copy=True)


# NumPy takes memory of a GPU only as a copy.
THERE = {"device": "cpu"} if weir.get_default_device().type == "cuda" else {}


class Passing:
    """Hands on somebody's capsule, as libraries of all ages would."""

    def __init__(self, x, **keywords):
        self.x, self.keywords = x, keywords

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **keywords):
        return self.x.__dlpack__(**{**keywords, **self.keywords})


class Old(Passing):
    def __dlpack__(self, stream=None):
        return self.x.__dlpack__()


@pytest.mark.cpu
@pytest.mark.parametrize("dtype", DTYPES + ["bfloat16"])
@pytest.mark.parametrize("kind", [Passing, Old])
def test_from_dlpack(dtype, kind):
    x = make(dtype)
    for v in x, transposed(x), weir.zeros((0, 2), dtype=dtype), weir.asarray(1, dtype=dtype):
        y = weir.from_dlpack(kind(v))
        assert y.dtype == v.dtype and y.shape == v.shape and y.tolist() == v.tolist()
        assert weir.asarray(kind(v)).tolist() == v.tolist()
        assert weir.from_dlpack(kind(v), copy=True).tolist() == v.tolist()
    if dtype != "bool":
        y = weir.from_dlpack(kind(x))
        y += y
        y.wait()
        assert x.tolist() == y.tolist() != values(dtype)
        z = weir.asarray(kind(x))  # a copy
        z += z
        z.wait()
        assert x.tolist() != z.tolist()


def test_from_dlpack_of_our_own_is_the_same_storage():
    x = weir.zeros((3,))
    y = weir.from_dlpack(x)
    for _ in range(10):
        y += 1
        x *= 2
    assert x.tolist() == y.tolist() == [2046.0] * 3
    z = weir.from_dlpack(x, copy=True)
    z += 1
    assert x.tolist() == [2046.0] * 3
    assert weir.from_dlpack(x, device="cpu").tolist() == x.tolist()


def test_imports_that_cannot_be():
    x = make("float32")
    capsule = x.__dlpack__()

    class Used:
        def __dlpack__(self, **keywords):
            return capsule

    weir.from_dlpack(Used())
    assert capsule_name(capsule) == "used_dltensor"
    with pytest.raises(BufferError, match="an unused DLPack capsule"):
        weir.from_dlpack(Used())

    class Far(Passing):
        def __dlpack_device__(self):
            return (8, 0)

    with pytest.raises(BufferError, match="device type 8"):
        weir.from_dlpack(Far(x))
    assert weir.from_dlpack(Far(x), device="cpu").tolist() == x.tolist()
    with pytest.raises(TypeError, match="no attribute '__dlpack__'"):
        weir.from_dlpack([1, 2])
    with pytest.raises(ValueError, match="device"):
        weir.from_dlpack(x, device="gpu")
    fixed = weir.from_dlpack(Passing(weir.from_bytes(b"\0" * 8, "float32", (2,), copy=False)))
    with pytest.raises(ValueError, match="read-only"):
        fixed += 1


def test_foreign_tensors_are_refused_and_given_back():
    """A tensor made by hand: of a later version, of a strange dtype, elsewhere."""

    class Tensor(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                    ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                    ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                    ("byte_offset", ctypes.c_uint64)]

    class Managed(ctypes.Structure):
        _fields_ = [("version", ctypes.c_uint32 * 2), ("ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                    ("flags", ctypes.c_uint64), ("tensor", Tensor)]

    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    deleted = []
    deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda p: deleted.append(p))
    data = (ctypes.c_float * 6)(*range(6))
    name = b"dltensor_versioned"

    class Producer:
        def __init__(self, version=(1, 0), device=1, code=2, bits=32, lanes=1, ndim=2, offset=0):
            self.shape = (ctypes.c_int64 * max(ndim, 2))(2, 3)
            self.m = Managed((ctypes.c_uint32 * 2)(*version), None, ctypes.cast(deleter, ctypes.c_void_p), 0,
                             Tensor(ctypes.addressof(data), (ctypes.c_int32 * 2)(device, 0), ndim, code, bits,
                                    lanes, ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64)), None, offset))

        def __dlpack__(self, **keywords):
            return new(ctypes.addressof(self.m), name, None)

    for bad, says in [({"version": (2, 1)}, "version 2.1"), ({"device": 8}, "device type 8"),
                      ({"code": 3}, "code 3"), ({"bits": 4}, "4 bits"), ({"lanes": 4}, "4 lanes"),
                      ({"ndim": 40}, "40 dimensions")]:
        with pytest.raises(BufferError, match=says):
            weir.from_dlpack(Producer(**bad))
    assert deleted == []  # they stayed with their capsules
    producer = Producer()
    x = weir.from_dlpack(producer)  # strides NULL: row-major
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]
    del x
    assert soon(lambda: deleted == [ctypes.addressof(producer.m)])
    odd = Producer(ndim=1, offset=2)
    with pytest.raises(ValueError, match="aligned"):
        weir.from_dlpack(odd, copy=False)
    odd = Producer(ndim=1, offset=2)
    assert len(weir.from_dlpack(odd).tolist()) == 2


OWNERS = """
import time, weakref
import numpy as np, weir
memory = np.ones((1000, 1000), np.float32)
owner = weakref.ref(memory)
x = weir.from_dlpack(memory)
y = weir.matmul(x, x)
del x, memory
until = time.perf_counter() + {seconds}
while time.perf_counter() < until:  # keeps the GIL while a worker ends with the memory
    pass
until = time.perf_counter() + 30
while owner() is not None and time.perf_counter() < until:
    weir.waitall()
assert owner() is None, "the owner of the memory was not released"
"""


@needs_numpy
@pytest.mark.cpu
def test_waitall_releases_the_owners_of_memory_that_is_no_longer_used():
    done = subprocess.run([sys.executable, "-c", OWNERS.format(seconds=1)], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.cpu
def test_exports_are_ordered_with_queued_work():
    x = weir.zeros((500, 500))
    reads = []
    for i in range(20):
        x += 1
        reads.append(x * 2)
    y = weir.from_dlpack(Passing(x))  # another storage over the same memory
    assert y.item(0) == 20
    y += 100  # after the reads
    y.wait()
    assert [r.item(7) for r in reads] == [2.0 * (i + 1) for i in range(20)]
    x += 1  # while the loan lives: done when the call returns
    assert y.item(0) == 121


@needs_numpy
def test_dlpack_with_numpy():
    for dtype in DTYPES:
        x = make(dtype)
        n = np.from_dlpack(x, **THERE)
        assert n.dtype.name == dtype and n.tolist() == values(dtype)
        assert np.from_dlpack(transposed(x), **THERE).tolist() == transposed(x).tolist()
        assert weir.from_dlpack(n.copy()).tolist() == values(dtype)
        assert weir.from_dlpack(np.array(values(dtype), dtype)[:, ::-1]).tolist() == [r[::-1] for r in values(dtype)]
    n = np.arange(3.0)
    n.flags.writeable = False
    if np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        with pytest.raises(ValueError, match="read-only"):
            w = weir.from_dlpack(n)
            w += 1


TORCH = os.path.expanduser("~/.cache/weir-bench/torch/bin/python")

TORCH_TEST = """
import sys
try:
    import weir, torch
except ImportError as error:
    sys.exit(print("skip: torch's Python:", error))
for dtype in "bool int8 int16 int32 int64 uint8 float16 bfloat16 float32 float64 complex64 complex128".split():
    t = torch.tensor([[0, 1, 1], [1, 0, 1]]).to(getattr(torch, dtype))
    for v in t, t.T, t[:, ::2], t[:0], t[0, 0]:
        for w in weir.from_dlpack(v), weir.asarray(v):
            assert w.dtype.name == dtype and w.tolist() == v.tolist(), (dtype, w.tolist(), v.tolist())
        back = torch.from_dlpack(weir.asarray(v))
        assert back.dtype == t.dtype and back.tolist() == v.tolist(), (dtype, back)
t = torch.zeros(3)
w = weir.from_dlpack(t)
w += 1
w.wait()
assert t.tolist() == [1, 1, 1]
w = weir.zeros((3,))
t = torch.from_dlpack(w)
w += 1
assert t.tolist() == [1, 1, 1]
t += 1
assert w.tolist() == [2, 2, 2]
for _ in range(1000):
    torch.from_dlpack(weir.from_dlpack(torch.zeros(3)) + 1)
try:
    weir.asarray(torch.zeros(3, requires_grad=True))
except BufferError as error:
    assert "detach" in str(error)
else:
    raise AssertionError("tensors that require gradients are not exported")
print("all is well")
"""


def test_dlpack_with_torch():
    if not os.path.exists(TORCH):
        pytest.skip("torch is not installed beside the benchmarks")
    home = os.path.dirname(os.path.dirname(os.path.abspath(weir._core.__file__)))
    run = subprocess.run([TORCH, "-c", TORCH_TEST], env={**os.environ, "PYTHONPATH": home},
                         capture_output=True, text=True, timeout=120)
    if run.stdout.startswith("skip"):
        pytest.skip(run.stdout)
    assert run.stdout.strip() == "all is well", run.stdout + run.stderr


# ---- Pickles and copies -----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES + ["bfloat16"])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(dtype, protocol):
    x = make(dtype)
    for v in x, transposed(x), weir.zeros((0, 2), dtype=dtype), weir.asarray(1, dtype=dtype):
        y = pickle.loads(pickle.dumps(v, protocol))
        assert type(y) is weir.Array and y.dtype == v.dtype and y.tolist() == v.tolist()
        if dtype != "bool":
            y += y  # may be written


def test_pickles_out_of_band():
    x = weir.ones((1000,)) * 3
    buffers = []
    data = pickle.dumps({"x": x, "y": transposed(make("int8"))}, 5, buffer_callback=buffers.append)
    assert len(data) < 500 and len(buffers) == 2
    received = [bytearray(b) for b in buffers]
    back = pickle.loads(data, buffers=received)
    assert back["x"].tolist() == [3.0] * 1000 and back["y"].tolist() == transposed(make("int8")).tolist()
    again = pickle.loads(data, buffers=buffers)["x"]  # from the memory of x itself
    again += 1
    assert x.item(0) == 3 and again.item(0) == 4


def test_a_pickle_is_of_now():
    x = busy()
    data = pickle.dumps(x)
    x += 1
    assert pickle.loads(data).item(0) != x.item(0)


def test_copies():
    x = make("float64")
    for how in copy.copy, copy.deepcopy, lambda v: copy.deepcopy([v, v])[1]:
        y = how(x)
        y += 1
        assert x.tolist() == values("float64") and y.item(0) == x.item(0) + 1
    both = copy.deepcopy([x, x])
    assert both[0] is both[1]
    assert copy.copy(transposed(x)).tolist() == transposed(x).tolist()


# ---- Leaks and threads ------------------------------------------------------------------------------


def rounds():
    x = weir.asarray([[1.0, 2.0], [3.0, 4.0]])
    data = array.array("d", [1, 2])
    yield lambda: (x.tolist(), x.item(3), x.item(1, 1), x.tobytes())
    yield lambda: memoryview(x).tolist()
    yield lambda: memoryview(transposed(x)).release()
    yield lambda: (weir.asarray(data), weir.asarray(data, copy=False))
    yield lambda: weir.from_bytes(b"12345678", "float32", (2,))
    yield lambda: x.__dlpack__()
    yield lambda: x.__dlpack__(max_version=(1, 0), copy=True)
    yield lambda: weir.from_dlpack(Passing(x))
    yield lambda: weir.from_dlpack(Old(x), copy=True)
    yield lambda: pickle.loads(pickle.dumps(x, 5))
    yield lambda: pickle.loads(pickle.dumps(x, 2))
    yield lambda: copy.deepcopy(x)
    yield lambda: refused(lambda: x.item(9)) or refused(lambda: memoryview(transposed(x)).cast("B"))
    yield lambda: refused(lambda: weir.asarray((ctypes.c_wchar * 1)()))
    if np is not None:
        n = np.arange(4.0)
        yield lambda: (np.asarray(x), x.asnumpy(), x.asnumpy(copy=True), x.__array__("f4"))
        yield lambda: (weir.asarray(n), weir.asarray(n, copy=False), weir.asarray(np.float32(2)))
        yield lambda: (np.from_dlpack(x, **THERE), weir.from_dlpack(n))
        yield lambda: (x + np.float64(1), np.ones(2) + x)
        yield lambda: refused(lambda: weir.asarray(np.array([None])))


def refused(call):
    try:
        call()
    except (TypeError, ValueError, IndexError):
        return False
    raise AssertionError("it was not refused")


@pytest.mark.cpu
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_nothing_leaks():
    for i, once in enumerate(rounds()):
        for _ in range(500):
            once()
        gc.collect()
        before, blocks = resident(), sys.getallocatedblocks()
        for _ in range(10000):
            once()
        fine = soon(lambda: resident() - before < 1_000_000 and sys.getallocatedblocks() - blocks < 1000)
        grown = f"{resident() - before} bytes, {sys.getallocatedblocks() - blocks} blocks"
        assert fine, f"round {i}, 10000 times, leaves {grown}"


def test_counts_of_references_stay():
    x = make("float32")
    before = sys.getrefcount(x)
    for _ in range(100):
        memoryview(x), x.__dlpack__(), pickle.dumps(x), copy.copy(x), x.tolist()
    assert soon(lambda: sys.getrefcount(x) == before)


def test_threads_export_and_write():
    x = weir.zeros((64,))
    failures = []

    def write():
        for _ in range(200):
            x.__iadd__(1)

    def look():
        try:
            for _ in range(200):
                row = memoryview(x).tolist()
                assert all(0 <= v <= 400 for v in row)
                weir.from_dlpack(Passing(x)).item(0)
                pickle.loads(pickle.dumps(x))
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=f) for f in (write, write, look, look)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert failures == [] and x.tolist() == [400.0] * 64


@pytest.mark.cpu
@pytest.mark.parametrize("take", [lambda data: weir.asarray(data, copy=False),
                                  lambda data: weir.from_dlpack(Passing(weir.asarray(data, copy=False)))])
def test_a_write_to_memory_that_was_lent_is_there_when_the_call_returns(take):
    data = Lender("f", [1.0] * 200_000)
    x, work = take(data), weir.ones((600, 600))
    for i in range(5):
        y = work @ work  # keeps a worker
        x += 1.0
        assert data[0] == data[-1] == i + 2.0
        x[1:] = weir.sum(y) * 0.0 - 1.0
        assert data[-1] == -1.0 and data[0] == i + 2.0
        x[...] = i + 2.0
        assert data[-1] == i + 2.0
        x[:2].fill(7.0)
        assert data[1] == 7.0 and data[2] == i + 2.0
        x[:2] = i + 2.0


@pytest.mark.parametrize("wrong", [{"shape": 2}, {"shape": b"ab"}, {"shape": "ab"}, {"strides": -1}, {"strides": b"a"}])
def test_an_array_interface_has_tuples(wrong):
    data = Lender("f", [1.0, 2.0])
    fields = {"version": 3, "typestr": "<f4", "shape": (2,), "strides": (4,), "data": memoryview(data), **wrong}
    with pytest.raises(TypeError, match=f"{[*wrong][0]} must be a tuple"):
        weir.asarray(type("Interface", (), {"__array_interface__": fields})())


@pytest.mark.parametrize("offset", [-2**63, 2**63 - 1, -8, 100])
def test_an_array_without_elements_may_begin_anywhere(offset):
    fields = {"version": 3, "typestr": "<f4", "shape": (0,), "data": memoryview(Lender("f", [1.0])), "offset": offset}
    assert weir.asarray(type("Interface", (), {"__array_interface__": fields})()).shape == (0,)


def test_loans_are_returned_from_any_thread():
    data = Lender("f", [1.0] * 100)
    before = sys.getrefcount(data)

    def use():
        for _ in range(300):
            x = weir.asarray(data, copy=False)
            x = x + 1
            weir.from_dlpack(Passing(x)) * 2

    threads = [threading.Thread(target=use) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert soon(lambda: sys.getrefcount(data) == before)
