"""Tensors, parameters and devices of the Paddle dialect."""
import weir
from weir import _core
from weir._core import Array
from weir.dialects import _gpus, _hooks, _tensor_class
from weir.dialects._tensor_class import Mistake, Notes, as_kind, keep, kind, op, size_of, text, ufuncs


class Place:
    """A device, such as CPUPlace() or CUDAPlace(0)."""

    __slots__ = ("type", "index")

    def __init__(self, type="cpu", index=None):
        self.type, self.index = type, index

    def is_cpu_place(self):
        return self.type == "cpu"

    def is_gpu_place(self):
        return self.type == "gpu"

    def __repr__(self):
        return f"Place({self.type}{'' if self.index is None else f':{self.index}'})"

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))


_CPU = Place()
_shape = Array.shape.__get__


def place_of(x):
    device = Array.device.__get__(x)
    return _place(device)


def _place(device):
    """Return Paddle's name of one of Weir's devices."""
    return _CPU if device == "cpu:0" else Place("gpu" if device.type == "cuda" else device.type, device.index)


def set_device(device):
    """Set the thread's default device."""
    device = _tensor_class.place(device)
    if device.type == "cuda":
        _gpus.set_current(device)
    _core.set_default_device(device)
    return _place(device)


def get_device():
    """Return the name of the thread's default device, such as "cpu" or "gpu:0"."""
    place = _place(_core.get_default_device())
    return place.type if place.index is None else f"{place.type}:{place.index}"


def to_cpu(x):
    return x if Array.device.__get__(x).type == "cpu" else op["to_device"](x, "cpu")


class Refused(Mistake, TypeError, AssertionError):
    """An argument that Paddle refuses with ValueError, RuntimeError, TypeError or AssertionError."""


@kind()
class Tensor:
    """Paddle's tensor class."""

    def __new__(cls, *args):
        if len(args) == 1 and isinstance(args[0], Array):
            return as_kind(cls, args[0])
        return to_tensor(*args)

    def __repr__(self):
        return (f"Tensor(shape={list(_shape(self))}, dtype={self.dtype}, place={place_of(self)}, "
                f"stop_gradient={self.stop_gradient},\n"
                f"       {text(self.detach(), 8, separator=', ', prefix=' ' * 7)})")

    def __str__(self):
        return repr(self)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs(numpys=True)

    def _one(self, what, remedy=""):
        if size_of(self) != 1:
            raise Refused(f"only a tensor with one element can be converted to {what}{remedy}")

    def __bool__(self):
        self._one("a bool", "; use paddle.any(x) or paddle.all(x)")
        return Array.__bool__(self)

    def __float__(self):
        self._one("a number")
        return Array.__float__(self)

    name, persistable, block = "tensor", False, None

    def _stops(self):
        return not self.followed

    def _set_stop(self, stop):
        if not stop and not self.followed:
            self.attach_grad("add")
        elif stop and self.grad_mode != "null":
            self.attach_grad("null")

    shape = property(lambda self: list(_shape(self)))
    stop_gradient = property(_stops, _set_stop)
    grad = property(_hooks.get_grad, _hooks.set_grad)

    def backward(self, grad_tensor=None, retain_graph=False):
        """Compute the gradient of this tensor with respect to the leaves that it was computed from, and add it to their
        .grad.  Does not block."""
        if not self.followed:
            raise Mistake("backward: the tensor was not computed from a tensor with stop_gradient=False")
        _hooks.backward(self, grad_tensor, retain_graph, False)

    def clear_gradient(self, set_to_zero=False):
        self.grad = None

    clear_grad = clear_gradient

    def numpy(self):
        """Return the values as a new NumPy array.  Blocks until they are computed."""
        return Array.numpy(self, copy=True)

    def gradient(self):
        """Return the gradient as a NumPy array, or None if there is none.  Blocks until it is computed."""
        return None if self.grad is None else self.grad.numpy()

    def astype(self, dtype):
        return op["astype"](self, as_dtype(dtype))

    def set_value(self, value):
        keep(self, value)


_numbers = {}


def own_name(prefix):
    """Return a name that no object had before: linear_0, linear_1."""
    number = _numbers[prefix] = _numbers.get(prefix, -1) + 1
    return f"{prefix}_{number}"


class Attributes:
    """What a program said about a parameter: a factor of the learning rate, a penalty, whether its gradient is clipped."""

    def __init__(self, name, learning_rate=1.0, regularizer=None, need_clip=True):
        self.name, self.learning_rate, self.regularizer, self.need_clip = name, learning_rate, regularizer, need_clip


attributes = Notes()  # of parameters


def attributes_of(parameter):
    """Return the attributes of a parameter; one that has none gets a name."""
    found = attributes.get(parameter)
    if found is None:
        found = Attributes(own_name("eager_tmp"))
        attributes.put(parameter, found)
    return found


@kind(Tensor)
class Parameter:
    """A trainable tensor."""

    name = property(lambda self: attributes_of(self).name, lambda self, name: setattr(attributes_of(self), "name", name))
    regularizer = property(lambda self: attributes_of(self).regularizer,
                           lambda self, value: setattr(attributes_of(self), "regularizer", value))
    need_clip = property(lambda self: attributes_of(self).need_clip, lambda self, value: setattr(attributes_of(self), "need_clip", value))
    optimize_attr = property(lambda self: {"learning_rate": attributes_of(self).learning_rate})
    trainable = property(lambda self: not self.stop_gradient, lambda self, value: setattr(self, "stop_gradient", not value))
    persistable = True

    def __new__(cls, x):
        return as_kind(cls, _core.asarray(x).detach()).attach_grad("add")

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)


def as_dtype(dtype):
    return {float: weir.float32, int: weir.int64, bool: weir.bool}.get(dtype, dtype) if dtype is not None else None


def made(x, stop_gradient=True):
    x = as_kind(Tensor, x)
    return x if stop_gradient or x.dtype.kind not in "fc" else x.attach_grad("add")


def to_tensor(data, dtype=None, place=None, stop_gradient=True):
    """Return a new tensor with a copy of the data."""
    place = _tensor_class.place(place)
    if isinstance(data, (list, tuple)) and any(isinstance(v, Array) for v in data):
        data = op["stack"]([v if isinstance(v, Array) else _core.asarray(v) for v in data])
    if dtype is None and str(getattr(data, "dtype", "")) == "float64" and not hasattr(data, "shape"):
        dtype = weir.float32
    return made(_core.asarray(data, dtype=as_dtype(dtype), device=place, copy=True).detach(), stop_gradient)


def arange(start=0, end=None, step=1, dtype=None):
    return made(weir.arange(*((0, start) if end is None else (start, end)), step, dtype=as_dtype(dtype)))
