"""MXNet's devices and arrays: contexts, the classes of mx.np and mx.nd, dtypes, creation, files."""
import sys

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _hooks
from weir.dialects._tensor_class import Mistake, as_kind, keep, kind, op, place, plain, quietly, text, ufuncs

# ---- Devices -------------------------------------------------------------------------------------


class Context:
    """A device, such as cpu(0) or gpu(1)."""

    __slots__ = ("device_type", "device_id", "_last")

    devtype2str = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
    devstr2type = {name: number for number, name in devtype2str.items()}

    def __init__(self, device_type, device_id=0):
        if isinstance(device_type, Context):
            device_type, device_id = device_type.device_type, device_type.device_id
        if not isinstance(device_type, str):
            device_type = self.devtype2str[device_type]
        self.device_type, self.device_id, self._last = device_type, device_id, []

    type = property(lambda self: "cpu" if self.device_type.startswith("cpu") else self.device_type)
    index = property(lambda self: self.device_id)
    device_typeid = property(lambda self: self.devstr2type[self.device_type])

    def __repr__(self):
        return f"{self.device_type}({self.device_id})"

    def __eq__(self, other):
        return isinstance(other, Context) and repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __enter__(self):
        self._last.append(_core.get_default_device())
        _core.set_default_device(place(self))
        return self

    def __exit__(self, *error):
        _core.set_default_device(self._last.pop())

    def empty_cache(self):
        weir.memory.trim()

    def __reduce__(self):
        return Context, (self.device_type, self.device_id)


def context(device):
    """Return the context for one of Weir's devices."""
    return Context("gpu" if device.type == "cuda" else device.type, device.index)


def memory_info(device_id):
    """Return the free and the total bytes of a GPU's memory, as far as arrays use it."""
    memory = weir.memory.on(place(device_id))
    return memory.budget - memory.used, memory.budget


def context_of(x):
    return context(Array.device.__get__(x))


def current_context():
    return context(_core.get_default_device())


def devices_of(ctx):
    """Return a list of contexts for a context, a list of contexts or None.  All of them must exist."""
    devices = list(ctx) if isinstance(ctx, (list, tuple)) else [current_context() if ctx is None else ctx]
    for device in devices:
        place(device)
    return devices


# ---- Dtypes --------------------------------------------------------------------------------------


def weirs_dtype(dtype):
    """Return Weir's dtype for a name, a Python type or NumPy's dtype."""
    return _core.as_dtype(dtype)


def dtype_of(dtype):
    """Return NumPy's dtype, so that NumPy and tables of dtypes accept it; without NumPy, and for bfloat16, Weir's."""
    dtype = _core.as_dtype(dtype)
    if dtype not in _numpys:
        numpy = sys.modules.get("numpy")
        if numpy is None:
            return dtype
        _numpys[dtype] = dtype if dtype.name == "bfloat16" else numpy.dtype(dtype.name)
    return _numpys[dtype]


_numpys = {}
_dtype = Array.dtype.__get__

# ---- Classes -------------------------------------------------------------------------------------


class _Methods:
    """The methods of both array classes."""

    __array_ufunc__ = ufuncs()
    dtype = property(lambda self: dtype_of(_dtype(self)))

    grad = property(_hooks.get_grad, _hooks.set_grad)

    def attach_grad(self, grad_req="write", stype=None):
        """Attach a gradient, initialised to zero.  A computed array stays connected with what it was computed from."""
        if self.dtype.kind not in "fc":  # MXNet accepts integers; their gradient stays zero
            _hooks.set_aside(self, op["zeros_like"](self)) if grad_req != "null" else _hooks.forget(self)
            return self
        if self.followed and self.grad_mode == "null" and grad_req != "null":
            _hooks.retain_grad(self)
        else:
            Array.attach_grad(self, grad_req)
        if grad_req != "null":
            quietly(lambda: setattr(self, "grad", op["zeros_like"](Array.detach(self))))
        return self

    def copy(self, order="C"):
        _only_c("copy", order)
        return op["copy"](self)

    def drop_grad(self):
        """Remove the gradient."""
        _hooks.forget(self)
        if self.grad_mode != "null":
            Array.attach_grad(self, "null")

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        """Compute the gradient of this array with respect to each array that it was computed from and that has an
        attached gradient, and store it in that array's .grad.  Does not block."""
        run_backward([self], None if out_grad is None else [out_grad], retain_graph)

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        if dtype is None:
            dtype = weir.float32
        if order not in ("C", "K", "A", None) or casting != "unsafe":
            raise NotImplementedError(f"astype: order={order!r}, casting={casting!r} are not supported")
        return _astype(self, _core.as_dtype(dtype), copy)

    def asnumpy(self):
        """Return the values as a new NumPy array.  Blocks until they are computed."""
        return Array.numpy(self, copy=True)

    def asscalar(self):
        if self.size != 1:
            raise ValueError("the array is not a scalar")
        return Array.item(self)

    def __getitem__(self, key):
        try:
            return _getitem(self, key)
        except IndexError:
            if not _has_floats(key):
                raise
            return _getitem(self, _whole(key))

    def __setitem__(self, key, value):
        try:
            _setitem(self, key, value)
        except IndexError:
            if not _has_floats(key):
                raise
            _setitem(self, _whole(key), value)

    def copyto(self, other):
        if isinstance(other, Array):
            if other is self:
                import warnings

                warnings.warn("copyto: source and target are the same array", RuntimeWarning, stacklevel=2)
                return other
            return keep(other, op["to_device"](self, Array.device.__get__(other)))
        return op["copy"](op["to_device"](self, place(other)))

    def __array_namespace__(self, api_version=None):
        """Return the module of functions for arrays, for the versions of the array API standard that it follows."""
        if api_version not in (None, "2021.10", "2021.11", "2021.12", "2022.12"):
            raise ValueError(f"unknown version of the array API standard: {api_version!r}")
        from weir.dialects import mxnet

        return mxnet.np

    def detach(self):
        return as_kind(type(self), Array.detach(self))

    def dot(self, other):
        return op["dot"](self, other)

    def tostype(self, stype):
        if stype != "default":
            raise NotImplementedError("sparse arrays are not supported; use dense ones")
        return self

    __hash__ = object.__hash__


def run_backward(heads, grads, retain_graph):
    """Compute the gradients of heads, and write them into the arrays that mark_variables was given."""
    if all(h.dtype.kind not in "fc" for h in heads):
        return  # integers have no gradients
    if not any(h.followed for h in heads):
        raise Mistake("backward: the array was not computed inside autograd.record() from an array with an attached gradient")
    if not all(h.followed for h in heads):
        kept = [i for i, h in enumerate(heads) if h.followed]
        heads, grads = [heads[i] for i in kept], None if grads is None else [grads[i] for i in kept]
    _hooks.clear()
    _hooks.backward(heads, grads, bool(retain_graph), False)
    for key, (variable, gradient) in list(MARKED.items()):
        found = variable()
        if found is None or found.grad_mode == "null":
            del MARKED[key]
        elif found.grad is not gradient and found.grad is not None:
            keep(gradient, found.grad)
            found.grad = gradient


MARKED = {}  # arrays whose gradients the program keeps itself: id: (weak reference, gradient)
_astype, _getitem, _setitem = Array.astype, Array.__getitem__, Array.__setitem__


def _has_floats(key):
    """Return whether an index is or contains a float array, which MXNet allows because its default dtype is float32."""
    return any(isinstance(k, Array) and k.dtype.kind == "f" for k in (key if isinstance(key, tuple) else (key,)))


def _whole(key):
    if isinstance(key, tuple):
        return tuple(map(_whole, key))
    return op["astype"](key, weir.int64) if isinstance(key, Array) and key.dtype.kind == "f" else key


@kind()
class ndarray:
    """The array class of mx.np."""

    def __repr__(self):
        dtype = "" if self.dtype in (weir.float32, weir.bool) else f", dtype={self.dtype}"
        where = context_of(self)
        device = "" if where.device_type == "cpu" and not where.device_id else f", device={where}"
        return "array(" + text(self, separator=", ", prefix="array(") + dtype + device + ")"

    def __str__(self):
        where = context_of(self)
        device = "" if where.device_type == "cpu" and not where.device_id else f" @{where}"
        return text(self) + device


@kind()
class NDArray:
    """The array class of mx.nd."""

    def __repr__(self):
        shape = "x".join(map(str, self.shape)) or "scalar"
        return f"\n{text(self)}\n<NDArray {shape} @{context_of(self)}>"

    def __str__(self):
        return repr(self)


for _name, _value in vars(_Methods).items():
    if _name not in ("__dict__", "__weakref__", "__module__", "__doc__"):
        setattr(ndarray, _name, _value)
        setattr(NDArray, _name, _value)


def _only_c(name, order):
    if order != "C":
        raise NotImplementedError(f"{name}: `order` only supports 'C' order, not {order!r}")


def made(x):
    return as_kind(ndarray, x)


def made_nd(x):
    return as_kind(NDArray, x)


# ---- Creation ------------------------------------------------------------------------------------


def array(object, dtype=None, device=None, ctx=None, copy=True):
    """Return a new array with a copy of the values.

    If dtype is None, an array keeps its dtype, except that float64 of NumPy becomes float32; other values become float32.
    """
    if dtype is None and isinstance(object, Array):
        dtype = _dtype(object)
    elif dtype is None:
        dtype = getattr(object, "dtype", weir.float32)
        if str(dtype) == "float64":
            dtype = default_float()
    where = place(device if device is not None else ctx)
    return made(_core.asarray(object, dtype=_core.as_dtype(dtype), device=where, copy=True).detach())


_modes = {"dtype": False, "array": True, "shape": True}


def default_float():
    """Return the dtype of arrays that are created without one: float32, or float64 with set_np(dtype=True)."""
    return weir.float64 if _modes["dtype"] else weir.float32


def set_np(shape=True, array=True, dtype=False):
    """Set NumPy's semantics.  Only the default dtype has an effect: shapes and arrays are NumPy's in any case."""
    _modes.update(dtype=dtype, array=array, shape=shape)


def from_numpy(x, zero_copy=True):
    """Return an array that shares the memory of a NumPy array, which may no longer be written; a copy if zero_copy is
    false."""
    if not zero_copy:
        return made(_core.asarray(x, copy=True))
    if not x.flags["C_CONTIGUOUS"]:
        raise ValueError("from_numpy: the memory of an array is shared only if it is row-major; pass zero_copy=False")
    shared = made(_core.asarray(x, copy=False))
    x.flags["WRITEABLE"] = False
    return shared


# ---- Files ---------------------------------------------------------------------------------------


class Capsule:
    """A DLPack capsule as an object that weir.from_dlpack accepts."""

    def __init__(self, capsule):
        self._capsule = capsule

    def __dlpack__(self, **kwargs):
        return self._capsule

    def __dlpack_device__(self):
        return 1, 0


def from_dlpack(dlpack):
    return weir.from_dlpack(dlpack if hasattr(dlpack, "__dlpack__") else Capsule(dlpack))


def save(file, data):
    """Save an array, or a list or dictionary of arrays, to a file.  A file .npy or .npz has NumPy's format."""
    if str(file).endswith(".npy") and isinstance(data, Array):
        weir.save(file, plain(data))
        return
    if str(file).endswith(".npz") and isinstance(data, dict):
        weir.savez(file, **{name: plain(a) for name, a in data.items()})
        return
    alone = isinstance(data, Array)
    if alone:
        data = [data]
    if not isinstance(data, (dict, list, tuple)) or not all(
            isinstance(a, Array) for a in (data.values() if isinstance(data, dict) else data)):
        raise TypeError("save: expected an array, a list of arrays or a dictionary of arrays")
    named = data if isinstance(data, dict) else {str(i): a for i, a in enumerate(data)}
    kind = "0" if isinstance(data, dict) else "2" if alone else "1"
    _core.save_safetensors(file, {k: plain(v) for k, v in named.items()}, {"list": kind})


def load(file, make=None):
    """Return the list or dictionary of arrays in a file written by save; the array of a file .npy."""
    if str(file).endswith((".npy", ".npz")):
        found = weir.load(file)
        if isinstance(found, Array):
            return (make or made)(found)
        return {name: (make or made)(found[name]) for name in found}
    arrays, about = _core.load_safetensors(file)
    arrays = {name: (make or made)(a) for name, a in arrays.items()}
    return [arrays[str(i)] for i in range(len(arrays))] if about.get("list") in ("1", "2") else arrays

