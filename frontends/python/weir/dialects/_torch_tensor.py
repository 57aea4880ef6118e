"""The tensor class of PyTorch, its parameters, and tensors made of data, which may share the memory of NumPy arrays."""
import math
import sys

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _hooks, _torch_ops
from weir.dialects._tensor_class import Mistake, as_kind, flat, keep, kind, op, place, quietly, ufuncs
from weir.dialects._torch_types import Size, device, values_text

_CPU = device("cpu")
_DTYPES = {name: getattr(weir, name) for name in (
    "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "bool", "complex64",
    "complex128")}
_DTYPES.update(half=weir.float16, float=weir.float32, double=weir.float64, short=weir.int16, int=weir.int32,
               long=weir.int64)


def _closing(x):
    """Return the end of the repr, after the values: device, dtype, requires_grad or grad_fn."""
    end = ""
    if self_device(x).type == "cuda" and self_device(x) != _core.get_default_device():
        end += f", device='{self_device(x)}'"
    if x.dtype not in (weir.float32, weir.int64, weir.bool, weir.complex64):
        end += f", dtype=torch.{x.dtype}"
    if x.grad_mode != "null":
        end += ", requires_grad=True"
    elif x.followed:
        end += ", grad_fn=<Recorded>"
    return end + ")"


@kind()
class Tensor:
    """PyTorch's tensor class."""

    def __new__(cls, *args, requires_grad=False):
        if len(args) == 1 and isinstance(args[0], Array):
            return as_kind(cls, args[0])
        if args and all(isinstance(n, int) for n in args):
            return made(op["zeros"](args), requires_grad)
        return made(_core.asarray(args[0] if args else [], dtype=weir.float32), requires_grad)

    def __repr__(self):
        return "tensor(" + values_text(as_kind(Array, self.detach())) + _closing(self)

    def __str__(self):
        return repr(self)

    def __format__(self, how):
        return format(self.item() if self.ndim == 0 and how else str(self), how)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs()

    def _get_shape(self):
        return Size(_shape(self))

    def _get_requires_grad(self):
        return self.followed

    def _set_requires_grad(self, wanted):
        if wanted and not self.followed:
            if self.dtype.kind not in "fc":
                raise Mistake(f"only floating-point and complex tensors can require gradients, not {self.dtype}")
            self.attach_grad("add")
        elif not wanted and self.grad_mode != "null":
            self.attach_grad("null")
        elif not wanted and self.followed:
            raise Mistake("requires_grad of a non-leaf tensor cannot be changed; use detach()")

    def _get_data(self):
        return as_kind(Tensor, self.detach())

    def _set_data(self, values):
        keep(self, values)

    shape = property(_get_shape)
    grad = property(_hooks.get_grad, _hooks.set_grad)
    requires_grad = property(_get_requires_grad, _set_requires_grad)
    data = property(_get_data, _set_data)

    def backward(self, gradient=None, retain_graph=None, create_graph=False):
        """Compute the gradient of this tensor with respect to the leaves that it was computed from, and add it to their
        .grad.  Does not block."""
        if not self.followed:
            raise Mistake("backward: the tensor does not require grad and was not computed from a tensor that does")
        if gradient is None and self.numel() != 1:
            raise Mistake("backward: grad can be implicitly created only for scalar outputs, not shape "
                          f"{_shape(self)}; pass gradient, or take the sum or mean")
        _hooks.backward(self, gradient, bool(retain_graph), create_graph)

    def numpy(self, force=False):
        if self.followed and not force:
            raise Mistake("numpy() cannot be called on a tensor that requires grad; use tensor.detach().numpy()")
        if self_device(self).type != "cpu":
            if not force:
                raise TypeError(f"numpy() cannot share the memory of a tensor on {self_device(self)}; use tensor.cpu().numpy()")
            return writable(self.detach().cpu())
        return writable(self)

    def size(self, dim=None):
        return self.shape if dim is None else _shape(self)[dim]

    def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
        for arg in args:
            if isinstance(arg, Array):
                dtype, device = arg.dtype, self_device(arg)
            elif isinstance(arg, _core.DType):
                dtype = arg
            elif not isinstance(arg, bool):  # non_blocking
                device = arg
        x = self
        if device is not None and place(device) != self_device(self):
            x = op["to_device"](x, place(device))
        if dtype is not None and dtype != x.dtype:
            x = op["astype"](x, dtype)
        return op["copy"](x) if copy and x is self else x

    def type(self, dtype=None):
        if dtype is None:
            names = {"float32": "Float", "float64": "Double", "int64": "Long", "int32": "Int", "bool": "Bool",
                     "float16": "Half", "uint8": "Byte"}
            return f"torch.{names.get(str(self.dtype), str(self.dtype))}Tensor"
        return self.to(dtype)

    def view(self, *shape, dtype=None):
        if len(shape) == 1 and isinstance(shape[0], _core.DType):
            return weir._numpy.reinterpret(self, shape[0])
        return op["reshape"](self, flat(shape))

    def new_tensor(self, data, dtype=None, device=None, requires_grad=False):
        return tensor(data, dtype=dtype or self.dtype, device=place(device) or self_device(self), requires_grad=requires_grad)


_shape = Array.shape.__get__
_numpy = Array.numpy
self_device = Array.device.__get__


@kind(Tensor)
class Parameter:
    """A trainable tensor."""

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = op["zeros"]((0,))
        x = as_kind(cls, _core.asarray(data).detach())
        return x.attach_grad("add") if requires_grad else x

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


def made(x, requires_grad=False, out=None):
    """Return an array as a tensor; with requires_grad=True, as a leaf whose gradients accumulate.  With `out`, write the values into
    that tensor and return it."""
    if out is not None:
        return quietly(lambda: _torch_ops.into(out, x))
    x = as_kind(Tensor, x)
    return x.attach_grad("add") if requires_grad else x


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """Return a new tensor with a copy of the data."""
    return made(_core.asarray(data, dtype=dtype, device=place(device), copy=True).detach(), requires_grad)


def as_tensor(data, dtype=None, device=None):
    """Return data as a tensor.  If the dtype does not change, a tensor is returned unchanged, and a NumPy array shares
    its memory with the result."""
    place(device)
    if _is_numpys(data) and (shared := _sharing(data, dtype)) is not None:
        return shared
    x = _core.asarray(data, dtype=dtype, device=place(device))
    return x if isinstance(x, Tensor) else made(x)


def _is_numpys(x):
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(x, numpy.ndarray)


def _sharing(ndarray, dtype=None):
    """Return a tensor that shares the memory of a NumPy array, or None if the data has to be copied.

    NumPy code may write to this memory at any time, so operators that read it run synchronously.
    """
    try:
        x = _core.asarray(ndarray, copy=False)
    except ValueError:
        return None
    return _core.share(made(x), True) if dtype is None or dtype == x.dtype else None


def from_numpy(ndarray):
    """Return a tensor that shares the memory of a NumPy array, as in PyTorch: writes to one change the other."""
    if not _is_numpys(ndarray):
        raise TypeError(f"from_numpy: expected a NumPy array, not {type(ndarray).__name__}; convert other values "
                        "with torch.tensor")
    x = _sharing(ndarray)
    if x is None:
        _core.asarray(ndarray)  # raises an error if the dtype is not supported
        raise Mistake(f"from_numpy: the memory of the array ({ndarray.dtype}) cannot be shared, because it is "
                      "unaligned or not in native byte order, has strides that are not multiples of the element size, "
                      "or has bools other than 0 and 1; copy it with torch.tensor")
    return x


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """Convert an object to a tensor.  If the object is a NumPy array, the tensor shares its memory unless copy is
    true."""
    if copy or not _is_numpys(obj):
        return made(_core.asarray(obj, dtype=dtype, device=place(device), copy=copy), requires_grad)
    x = _sharing(obj, dtype)
    if x is not None:
        return made(x, requires_grad)
    return made(_core.asarray(obj, dtype=dtype, copy=copy), requires_grad)


def arange(*range_, start=None, end=None, step=1, dtype=None, device=None, requires_grad=False, out=None, layout=None):
    """Return the values from start to end (exclusive), at intervals of step."""
    if end is not None:
        range_ = (range_[0] if range_ else start or 0, end)
    if len(range_) < 3 and step != 1:
        range_ = (*((0,) if len(range_) == 1 else ()), *range_, step)
    if dtype is not None and dtype.kind in "iu" and any(isinstance(n, float) for n in range_):
        first, last, by = (0, range_[0], 1) if len(range_) == 1 else (*range_, 1)[:3]
        count = max(0, math.ceil((last - first) / by))
        return made(weir.arange(count, dtype=dtype, device=place(device)) * int(by) + int(first), requires_grad, out)
    return made(weir.arange(*range_, dtype=dtype, device=place(device)), requires_grad, out)


class _Memory:
    """The memory of a tensor exported to NumPy.

    NumPy code may write to it at any time, so operators that read it run synchronously while this object exists.
    """

    def __init__(self, tensor):
        self._shown = shown = _numpy(tensor)
        self._tensor = None
        self.__array_interface__ = {**shown.__array_interface__, "data": (shown.__array_interface__["data"][0], False)}
        self._tensor = _core.share(as_kind(Array, tensor), True)

    def __del__(self, share=_core.share):  # the default argument is still available at interpreter shutdown
        if self._tensor is not None:
            share(self._tensor, False)


def writable(tensor):
    """Return a writable NumPy array that shares the tensor's memory, as in PyTorch."""
    import numpy

    return numpy.asarray(_Memory(tensor))
