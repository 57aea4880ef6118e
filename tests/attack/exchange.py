"""exchange.py - memory that other libraries describe is read right or refused, whatever the description says.

Property: a description of memory (a buffer, __array_interface__, a DLPack capsule of either version, __array__) that fits
the memory gives the values that NumPy sees there; one that cannot be right (no address, sizes or strides beyond the
addresses of a process, a shape that is missing) raises.  Nothing else is read, and each capsule is given back once.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import gc
import time

import numpy as np
import weir
from attack import EDGES, number, refused, run
from weir import _core

# ---- DLPack by hand ----------------------------------------------------------------------------------


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Plain(ctypes.Structure):
    """DLManagedTensor, before version 1."""

    _fields_ = [("tensor", DLTensor), ("ctx", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("ctx", ctypes.c_void_p), ("deleter", DELETER),
                ("flags", ctypes.c_uint64), ("tensor", DLTensor)]


_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_valid = ctypes.pythonapi.PyCapsule_IsValid
_valid.restype, _valid.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]
lent = {}  # what capsules point to, until they are given back
for_good = []  # of capsules without a deleter
twice = []  # addresses that were given back, but not lent


def _give_back(address):
    if lent.pop(address, None) is None:
        twice.append(address)


_deleter = DELETER(_give_back)
KINDS = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}


def _list(values):
    return None if values is None else (ctypes.c_int64 * max(len(values), 1))(*(wrap(v) for v in values))


def wrap(n, bits=64):
    """As C would keep it."""
    n &= 2**bits - 1
    return n - 2**bits if n >= 2 ** (bits - 1) else n


class Lender:
    """An object whose __dlpack__ gives a capsule with the fields that it is told; others are those of `array`."""

    def __init__(self, array, versioned=True, deleter=True, version=(1, 0), **fields):
        self.versioned, self.capsule = versioned, None
        size = array.itemsize
        own = dict(data=array.ctypes.data, device_type=1, device_id=0, ndim=array.ndim, code=KINDS[array.dtype.kind],
                   bits=8 * size, lanes=1, shape=array.shape, strides=[s // size for s in array.strides], byte_offset=0,
                   flags=0)
        own.update(fields)
        shape, strides = _list(own.pop("shape")), _list(own.pop("strides"))
        flags = own.pop("flags")
        managed = Versioned() if versioned else Plain()
        if versioned:
            managed.major, managed.minor, managed.flags = *version, flags
        for name, value in own.items():
            setattr(managed.tensor, name, value)
        managed.tensor.shape = ctypes.addressof(shape) if shape is not None else None
        managed.tensor.strides = ctypes.addressof(strides) if strides is not None else None
        if deleter:
            managed.deleter = _deleter
        self.kept = (managed, shape, strides, array)
        self.managed = managed

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **unused):
        self.name = b"dltensor_versioned" if self.versioned else b"dltensor"
        address = ctypes.addressof(self.managed)
        self.capsule = _new(address, self.name, None)
        if self.managed.deleter:
            lent[address] = self.kept
        else:
            for_good.append(self.kept)
        return self.capsule

    def end(self):
        """A capsule that was not taken stays its maker's, who drops it."""
        if self.capsule is not None and _valid(self.capsule, self.name):
            lent.pop(ctypes.addressof(self.managed), None)


# ---- What is right -----------------------------------------------------------------------------------

DTYPES = ["?", "i1", "<i2", "<i4", "<i8", "u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<c8", "<c16", ">i2", ">f8", ">c8"]


def memory(rng, native=True):
    """An array over a part of a buffer, with any strides."""
    names = [d for d in DTYPES if not native or d[0] != ">"]
    dtype = np.dtype(rng.choice(names))
    shape = tuple(rng.choice((1, 1, 2, 3, 5, 0) if rng.random() < 0.2 else (1, 2, 3, 4)) for _ in range(rng.randrange(5)))
    count = int(np.prod(shape, dtype=int))
    values = np.frombuffer(rng.randbytes(max(count, 1) * dtype.itemsize), "u1")
    if dtype.kind == "b":
        values = values & 1
    if dtype.kind in "fc":
        values = values & 0x3f  # no NaN, which equals nothing
    array = values.view(dtype)[:count].reshape(shape).copy()
    for axis in range(array.ndim):
        if rng.random() < 0.3:
            array = np.flip(array, axis)
        if rng.random() < 0.2 and array.shape[axis] > 1:
            array = array[(slice(None),) * axis + (slice(None, None, 2),)]
    return array.transpose(rng.sample(range(array.ndim), array.ndim)) if rng.random() < 0.4 else array


def is_impossible(data, shape, strides, size):
    """Can no process have such memory?  Strides in bytes."""
    if any(n < 0 for n in shape):
        return True
    if 0 in shape:  # whose strides may be too large all the same
        return False
    if int(np.prod(shape, dtype=object)) * size >= 2**63:
        return True
    low = data + sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    high = data + size + sum((n - 1) * s for n, s in zip(shape, strides) if s > 0)
    return data == 0 or low < 0 or high > 2**64


def same(x, array):
    got = np.asarray(x)
    assert got.shape == array.shape, (got.shape, array.shape)
    np.testing.assert_array_equal(got, array)


def use(x):
    """Whatever reads all of it."""
    if x.size > 0:  # a list of 2**60 lists of nothing is no less of a list
        x.tolist()
    if x.dtype.kind != "b" and x.size > 0:
        x.sum().item()
    repr(x)


# ---- Cases -------------------------------------------------------------------------------------------


def array_interface(rng):
    array = memory(rng, native=False)
    fields = {"version": 3, "typestr": array.dtype.str, "shape": array.shape, "strides": array.strides,
              "data": (array.ctypes.data, rng.random() < 0.5)}
    harm = rng.choice(("none", "null", "shape", "strides", "dtype", "far", "both", "odd", "buffer", "missing"))
    rank = array.ndim
    if harm == "null":
        fields["data"] = (0, False)
    elif harm == "shape":
        fields["shape"] = tuple(number(rng) for _ in range(rng.randrange(6)))
    elif harm == "strides":
        fields["strides"] = tuple(number(rng) for _ in range(rank))
    elif harm == "both":
        rank = rng.randrange(1, 5)
        fields["shape"] = tuple(abs(number(rng)) for _ in range(rank))
        fields["strides"] = tuple(number(rng) for _ in range(rank))
    elif harm == "dtype":  # some are read as a dtype, which the memory has room for
        array = np.zeros(array.shape, "c16")
        fields.update(strides=array.strides, data=(array.ctypes.data, False))
        fields["typestr"] = rng.choice(("<f3", "f8", "", "<", "<f", "<f99999999999999999999", ">b1", "|O8", "<U4", "<\0f8", "<f-8",
                                        "é", "<i16", "|V8", "<f8x", "@f4", "!f4", "^f4"))
    elif harm == "far":
        fields["data"] = (2**64 - rng.choice((1, 8, 16)), False)
    elif harm == "odd":
        array = array.copy()  # strides may be left out
        fields.update(strides=array.strides, data=(array.ctypes.data, False))
        fields[rng.choice(("shape", "strides", "data", "typestr", "mask", "offset", "descr"))] = rng.choice(
            (None, 1, -1, "a", (1.5,), (2**70,), [], {}, b"ab", (0,), (0, 0, 0), ("0", False), (2**70, True), 10**30, object()))
    elif harm == "buffer":
        fields["data"] = bytearray(array.tobytes())
        fields["strides"] = tuple(number(rng, 16) for _ in range(rank)) if rng.random() < 0.5 else None
        if rng.random() < 0.5:
            fields["offset"] = number(rng, 64)
        if rng.random() < 0.5:
            fields["shape"] = tuple(number(rng) for _ in range(rank))
    elif harm == "missing":
        fields.pop(rng.choice(("typestr", "shape", "data")))
    lender = type("Lender", (), {"__array_interface__": fields})()
    data, shape, strides = fields.get("data"), fields.get("shape"), fields.get("strides")
    if harm in ("null", "shape", "strides", "far", "both"):
        whole = all(-2**63 <= n < 2**63 for n in (*shape, *strides)) and len(shape) == len(strides)
        impossible = not whole or is_impossible(data[0], shape, strides, array.itemsize)
        if not impossible and 0 not in shape:
            return  # it may be there, and is not ours to read
    error, x = refused(weir.asarray, lender, copy=rng.choice((None, False, True)))
    if harm == "none":
        assert error is None or "copy=False" in str(error), error
        if error is None:
            same(x, array)
    elif harm in ("null", "shape", "strides", "far", "both"):
        assert (error is not None) or (not impossible and x.size == 0), (fields, x)
    if error is None:
        use(x)


def dlpack(rng):
    array = memory(rng)
    versioned = rng.random() < 0.5
    size = array.itemsize
    strides = [s // size for s in array.strides]
    fields, harm = {}, rng.choice(("none", "null", "no shape", "no strides", "strides", "shape", "ndim", "dtype", "device",
                                   "offset", "version", "flags", "bools"))
    must, may = False, True
    if harm == "null":
        fields.update(data=None, byte_offset=rng.choice((0, 8, 2**63, 2**64 - 8)))
        must, may = array.size > 0, array.size == 0
    elif harm == "no shape":
        fields["shape"] = None
        must = array.ndim > 0
    elif harm == "no strides":
        array = np.ascontiguousarray(array)
        fields["strides"] = None
    elif harm == "strides":
        strides = [number(rng) for _ in range(array.ndim)]
        fields["strides"] = strides
        strides = [wrap(s) for s in strides]
        must = is_impossible(array.ctypes.data, array.shape, [s * size for s in strides], size)
        may = must or array.size == 0
    elif harm == "shape":
        shape = [wrap(number(rng)) for _ in range(array.ndim)]
        fields["shape"] = shape
        must = is_impossible(array.ctypes.data, shape, [s * size for s in strides], size)
        may = must or 0 in shape
    elif harm == "ndim":
        fields["ndim"] = wrap(rng.choice((-1, 33, 64, 2**31 - 1, -2**31, 2**30)), 32)
        must = True
    elif harm == "dtype":
        fields.update(code=rng.randrange(256), bits=rng.choice((0, 1, 4, 7, 24, 80, 255)), lanes=rng.choice((0, 1, 2, 65535)))
        must = True
    elif harm == "device":
        fields["device_type"] = rng.choice((0, 2, 3, 10, 14, -1, 2**31 - 1))
        must = fields["device_type"] != 3  # pinned host memory is fine
    elif harm == "offset":
        fields["byte_offset"] = 2**64 - rng.choice((1, 8, 4096))
        must = array.ctypes.data + fields["byte_offset"] >= 2**64
    elif harm == "version":
        fields["version"] = rng.choice(((2, 0), (0, 8), (2**32 - 1, 0), (1, 99)))
        must = versioned and fields["version"][0] != 1
    elif harm == "flags":
        fields["flags"] = rng.choice((1, 2, 3, 2**64 - 1))
    elif harm == "bools":
        array = np.frombuffer(rng.randbytes(8), "u1").copy()
        fields.update(code=6)
    if not may:
        return
    lender = Lender(array, versioned, deleter=rng.random() < 0.9, **fields)
    error, x = refused(weir.from_dlpack, lender, copy=rng.choice((None, None, False, True)))
    assert error is not None or not must, (harm, fields, x)
    if harm in ("none", "no strides", "flags"):
        assert error is None or "copy=False" in str(error), error
        if error is None:
            same(x, array)
    if harm == "bools" and error is None:
        same(x, array != 0)
    if error is None:
        use(x)
    lender.end()


def buffers(rng):
    array = memory(rng, native=False)
    if rng.random() < 0.4:  # a memoryview that says what is not so
        shape = tuple(rng.choice((1, 2, 3, *EDGES)) for _ in range(rng.randrange(1, 4)))
        try:
            view = np.lib.stride_tricks.as_strided(array, shape, [number(rng) for _ in shape])
        except (ValueError, OverflowError, TypeError, MemoryError):
            return
        if not is_impossible(view.ctypes.data, view.shape, view.strides, view.itemsize) and view.size > 0:
            return
        error, x = refused(weir.asarray, memoryview(view) if rng.random() < 0.5 else view)
        assert error is not None or x.size == 0, (view.shape, view.strides)
        return
    source = rng.choice((array, memoryview(array)))
    error, x = refused(weir.asarray, source, copy=rng.choice((None, True, False)))
    assert error is None or "copy=False" in str(error) or isinstance(source, memoryview), error
    if error is None:
        same(x, array)
        use(x)


def array_method(rng):
    array = memory(rng, native=False)
    made = rng.choice((array, array.tolist(), None, 3, "a", b"abcd", np.array(["a"]), np.array([None]), memoryview(b"abc"),
                       np.zeros(2, "M8[s]"), np.zeros(2, [("a", "f4")])))
    lender = type("Lender", (), {"__array__": lambda self, *args, **kwargs: made})()
    error, x = refused(weir.asarray, lender)
    if made is array:
        assert error is None, error
        same(x, array)
    if error is None:
        use(x)


def from_bytes(rng):
    array = np.ascontiguousarray(memory(rng, native=False))
    data, dtype, shape = array.tobytes(), array.dtype.str, array.shape
    harm = rng.choice(("none", "shape", "dtype", "bytes"))
    if harm == "shape":
        shape = tuple(number(rng) for _ in range(rng.randrange(40)))
    elif harm == "dtype":
        dtype = rng.choice(("<f8", "float32", "<c16", ">i4", "bool", "bfloat16", "x", "", "\0", None, 3, "<f" + "9" * 40))
    elif harm == "bytes":
        data = data[:rng.randrange(len(data) + 1)] + rng.randbytes(rng.randrange(9))
    error, x = refused(_core.from_bytes, data, dtype, shape, order=rng.choice("CF"), copy=rng.random() < 0.5)
    if error is None:
        use(x)


def pickles(rng):
    """What __reduce_ex__ gives, changed before it is called; a module's state, changed before it is set."""
    import pickle

    if rng.random() < 0.5:
        maker, args = weir.asarray(memory(rng)).__reduce_ex__(4)[:2]
        args = list(args)
        args[rng.randrange(3)] = rng.choice((b"", b"abc", "float32", "<f8", (), (2,), (2**62, 4), (-1,), None, 3, [1, 2], "no"))
        error, x = refused(maker, *args)
        if error is None:
            use(x)
        return
    from weir import nn

    net = nn.Linear(2, 3)
    state = {k: v.numpy(copy=True) for k, v in net.state_dict().items()}
    name = rng.choice(sorted(state))
    state[rng.choice((name, "weights", ""))] = rng.choice((np.zeros((3, 2), "c8"), np.zeros(0), 3, [[1.0]], "a", None, np.zeros((2, 3)),
                                                          np.array(["a"]), 1j, float("nan"), [[], [1]]))
    before = [p.numpy(copy=True) for p in net.parameters()]
    error, _ = refused(net.load_state_dict, state)
    if error is not None:
        for p, values in zip(net.parameters(), before):
            np.testing.assert_array_equal(p.numpy(), values)
    data = bytearray(pickle.dumps(weir.asarray(memory(rng))))
    assert pickle.loads(bytes(data)) is not None


def junk(rng):
    return rng.choice((None, 3, -1, 2**70, 1.5, float("nan"), "a", "", b"ab", [], [[1], [2, 3]], {}, (), np.zeros((3, 2)), np.zeros(0),
                       np.zeros((2, 3), "c8"), np.array(["a"]), object(), True, [2**63], {"a": 1}))


def states(rng):
    """State dictionaries of optimisers, changed before they are loaded: all of it is taken, or nothing."""
    from weir import nn, optim

    net = nn.Linear(2, 3)
    optimizer = rng.choice((optim.Adam, optim.SGD, optim.Adagrad))(net.parameters(), lr=0.1)
    with weir.autograd.record():
        loss = net(weir.ones((1, 2))).sum()
    loss.backward()
    optimizer.step()
    state = {k: v.numpy(copy=True) if isinstance(v, weir.Array) else v for k, v in optimizer.state_dict().items()}
    before = {k: np.array(v) for k, v in state.items()}
    for _ in range(rng.choice((0, 1, 1, 2))):
        key = rng.choice((*sorted(state), "0.exp_avg", "9.step", "", "step", "0.", "-1.step", "99999999999999999999.step"))
        if key in state and rng.random() < 0.3:
            del state[key]
        else:
            state[key] = junk(rng)
    error, _ = refused(optimizer.load_state_dict, state)
    if error is not None:
        after = optimizer.state_dict()
        for key, values in before.items():
            np.testing.assert_array_equal(np.array(after[key]), values)


def datasets(rng):
    """Numbers of samples and of batches."""
    data = weir.data.ArrayDataset(weir.asarray(np.arange(12.0).reshape(6, 2)), weir.asarray(np.arange(6)))
    numbers = rng.choice((number(rng, 6), [number(rng, 6) for _ in range(rng.randrange(4))], junk(rng), slice(number(rng), number(rng))))
    kind = rng.randrange(3)
    if kind == 0:
        refused(lambda: data[numbers])
    elif kind == 1:
        error, part = refused(weir.data.Subset, data, numbers)
        if error is None:
            refused(lambda: [part[i] for i in range(min(len(part), 3))])
    else:
        error, loader = refused(weir.data.DataLoader, data, batch_size=rng.choice((number(rng), junk(rng), 2)), shuffle=rng.choice((True, junk(rng))))
        if error is None:
            refused(lambda: [batch for batch, _ in zip(loader, range(3))])


def indices(rng):
    """Index objects: NumPy's result, or both refuse."""
    array = np.arange(60).reshape(3, 4, 5)
    x = weir.asarray(array)

    def part():
        kind = rng.randrange(8)
        if kind == 0:
            return number(rng, 5)
        if kind == 1:
            return slice(*(rng.choice((None, number(rng, 5))) for _ in range(3)))
        if kind == 2:
            return None
        if kind == 3:
            return Ellipsis
        if kind == 4:
            return [rng.randrange(-3, 3) for _ in range(rng.randrange(4))]
        if kind == 5:
            return np.array([rng.random() < 0.5 for _ in range(rng.choice((3, 4, 5)))])
        if kind == 6:
            return rng.choice((True, False, 1.5, "a", object(), 10**30, (1, 2), b"", [[0, 1], [1, 0]], np.int8(1)))
        return np.array(rng.randrange(3), rng.choice(("i1", "u8", "f4")))

    index = tuple(part() for _ in range(rng.choice((0, 1, 1, 2, 3, 4, 40)))) if rng.random() < 0.9 else part()

    def read():
        y = x[index]
        y.wait()
        return y

    try:
        want = array[index]
    except (IndexError, ValueError, TypeError, OverflowError, MemoryError):
        want = None
    try:
        got = read()
    except (IndexError, ValueError, TypeError, OverflowError, MemoryError, weir.AsyncError):
        got = None
        weir.clear_errors()
    if want is not None and got is not None:
        same(got, np.asarray(want))


CASES = {f.__name__: f for f in (array_interface, dlpack, buffers, array_method, from_bytes, pickles, states, datasets, indices)}



def all_given_back(seconds=20):
    """Arrays are let go by a thread of the package, so it may take a moment."""
    weir.waitall()
    gc.collect()
    end = time.monotonic() + seconds
    while lent and time.monotonic() < end:
        time.sleep(0.01)
    assert not twice, f"{len(twice)} capsules were given back more than once"
    assert not lent, f"{len(lent)} capsules were not given back"


if __name__ == "__main__":
    run(CASES, __doc__)
    all_given_back()
