"""Kinds of arrays: for each framework, subclasses of Weir's Array with the framework's methods.

The result of an operation on arrays of a kind has the same kind, so a dialect specifies the kind only in functions
without array arguments, which create arrays.
"""
import weakref

import weir
from weir import _core
from weir._core import Array
from weir.dialects import _gpus

op = _core.ops
as_kind = Array.__new__  # as_kind(Kind, array): a new object of class Kind that refers to the same array


class Mistake(ValueError, RuntimeError):
    """An error in the caller's code, for which Weir and NumPy raise ValueError and the frameworks RuntimeError."""


class Notes:
    """Values that belong to array objects, such as the mask of a tensor or the name of a parameter.

    Array objects have no attributes of their own.  An entry is removed when its array object is deleted.
    """

    def __init__(self):
        self._of = {}

    def __bool__(self):
        return bool(self._of)

    def get(self, array, default=None):
        entry = self._of.get(id(array))
        return default if entry is None else entry[1]

    def put(self, array, value):
        key, entries = id(array), self._of
        entries[key] = weakref.ref(array, lambda _: entries.pop(key, None)), value


def own_kind(cls, array):
    """Convert an array that belongs to a module to the kind `cls` in place; return the same object."""
    return _core.become(array, cls)


def kind(base=Array):
    """Return a class decorator that creates a kind, a subclass of `base`, with the methods of the decorated class."""
    def make(cls):
        made = _core.array_kind(f"{cls.__module__}.{cls.__name__}", base)
        _made[cls.__module__, cls.__name__] = made
        for name, value in (_copies(cls.__module__, cls.__name__) | vars(cls)).items():
            if name not in ("__dict__", "__weakref__", "__module__", "__slots__"):
                setattr(made, name, value)
        return made

    return make


_made = {}  # maps (module, name) to the kind


def _copies(module, name):
    """Return the copy and pickle methods of a kind, which preserve an array's kind and gradient mode."""
    def like(self, x):
        x = as_kind(type(self), x)
        return x.attach_grad(self.grad_mode) if self.grad_mode != "null" else x

    def __deepcopy__(self, memo):
        memo[id(self)] = x = quietly(lambda: like(self, op["copy"](Array.detach(self))))
        return x

    def __copy__(self):
        return as_kind(type(self), self)

    def __reduce_ex__(self, protocol):
        make, args = Array.__reduce_ex__(self, protocol)[:2]
        return _restore, (module, name, self.grad_mode, make, args)

    return {f.__name__: f for f in (__deepcopy__, __copy__, __reduce_ex__)}


_OPERATORS = {"add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power", "matmul", "equal",
              "not_equal", "less", "less_equal", "greater", "greater_equal", "bitwise_and", "bitwise_or", "bitwise_xor",
              "left_shift", "right_shift", "logical_and", "logical_or", "logical_xor"}


def _arrays(x):
    """Return x with NumPy arrays, including those in tuples, converted to Weir arrays."""
    if isinstance(x, tuple):
        return tuple(map(_arrays, x))
    return _core.asarray(x) if hasattr(x, "__array_interface__") else x


def _operand(x):
    """Return an operand of a NumPy ufunc as a Weir array or Python number; numpy.float64 becomes a Python float."""
    if isinstance(x, float):
        return float(x)
    return plain(x) if isinstance(x, (Array, int, complex)) else _core.asarray(x)


def ufuncs(numpys=False):
    """Return the method __array_ufunc__ of a kind: numpy.exp(tensor) returns a tensor and is recorded, like torch.exp.

    If `numpys` is true, this applies only to operators (ndarray + tensor); other ufuncs return NumPy arrays, as for an
    object that only defines __array__.
    """
    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        ours = getattr(weir, ufunc.__name__, None)
        if method == "__call__" and out is None and not kwargs and ours is not None and \
                not (numpys and ufunc.__name__ not in _OPERATORS):
            return _as(_kind_of(inputs), ours(*map(_operand, inputs)))
        if any(isinstance(x, Array) for x in out or ()):
            raise TypeError(f"numpy.{ufunc.__name__}: out must be a NumPy array, not a tensor")
        if not numpys and any(isinstance(x, Array) and x.followed for x in inputs):
            raise Mistake(f"numpy.{ufunc.__name__} cannot be called on a tensor that requires grad; use "
                          "tensor.detach()")
        if out is not None:
            kwargs["out"] = out
        given = [Array.numpy(Array.detach(x)) if isinstance(x, Array) else x for x in inputs]
        result = getattr(ufunc, method)(*given, **kwargs)
        return result if numpys or out is not None else _as(_kind_of(inputs), _arrays(result))

    return __array_ufunc__


def _restore(module, name, mode, make, args):
    """Return an array restored from a pickle."""
    from importlib import import_module

    import_module(module)
    x = as_kind(_made[module, name], make(*args))
    return Array.attach_grad(x, mode) if mode != "null" else x


def plain(x):
    """Return x, or the elements of a list or tuple, as plain weir.Array objects, for functions that call methods of
    weir.Array."""
    if isinstance(x, Array):
        return x if type(x) is Array else as_kind(Array, x)
    if type(x) in (list, tuple):
        return type(x)(map(plain, x))
    return x


def _kind_of(args):
    for x in args:
        if isinstance(x, Array) and type(x) is not Array:
            return type(op["positive"](x)) if type(x).__mro__[1] is not Array else type(x)
        if type(x) in (list, tuple) and (found := _kind_of(x)):
            return found
    return None


def _as(cls, x):
    if type(x) is Array:
        return as_kind(cls, x)
    if isinstance(x, (list, tuple)):
        parts = [_as(cls, part) for part in x]
        return type(x)(*parts) if hasattr(x, "_fields") else type(x)(parts)
    return x


class Spoken:
    """A wrapper of a Weir module, through which the tables access the module.

    Operators are returned unchanged.  Functions written in Python are called with plain arrays, and their results are
    converted to the kind of the arguments.
    """

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        value = getattr(self._module, name)
        if type(value) is type(weir):
            value = Spoken(value)
        elif type(value) is type(plain):
            value = self._plainly(value)
        setattr(self, name, value)
        return value

    @staticmethod
    def _plainly(fn):
        def call(*args, **kwargs):
            cls = _kind_of(args) or _kind_of(kwargs.values())
            if cls is None:
                return fn(*args, **kwargs)
            return _as(cls, fn(*map(plain, args), **{k: plain(v) for k, v in kwargs.items()}))

        call.__name__, call.__doc__ = fn.__name__, fn.__doc__
        return call


def flat(args):
    """Return the shape given by the arguments, which may be separate integers or one sequence: f(2, 3), f((2, 3)) or
    f([2, 3])."""
    return args[0] if len(args) == 1 and not isinstance(args[0], int) else args


def put(x, values):
    """Write values into x; return x."""
    x[...] = values
    return x


def before(x, *others):
    """Return x for a function whose result is written into x: a copy if gradients flow, which may need what is overwritten."""
    if not _core.is_recording() or not (x.followed or any(isinstance(other, Array) and other.followed for other in others)):
        return x
    return op["copy"](x)


def quietly(fn):
    """Call fn without recording; return its result."""
    last = _core.set_recording(False)
    try:
        return fn()
    finally:
        _core.set_recording(last)


def keep(x, values):
    """Write values into x without recording; return x."""
    return quietly(lambda: put(x, values))


def place(device):
    """Return Weir's device for a framework's device, which is None, the number of a GPU, a name such as "cpu", "cuda:1",
    "gpu:0" or "/device:GPU:0", or any object with a type and an index."""
    if device is None or isinstance(device, _core.Device):
        return device
    name, index = device, None
    if isinstance(device, int) and not isinstance(device, bool):
        name, index = "cuda", device
    elif not isinstance(device, str):
        name, index = getattr(device, "type", None) or str(device), getattr(device, "index", None)
    name, _, number = str(name).rpartition("/")[2].lower().removeprefix("device:").partition(":")
    name = "cuda" if name == "gpu" else name
    if number.isdigit():
        index = int(number)
    if name in ("cpu", "null") and not (number and not number.isdigit()):
        return _core.Device(f"{name}:{index or 0}")
    if name != "cuda":
        raise Mistake(f"there is no device {device!r}; use 'cpu' or 'cuda'")
    if _gpus.count() == 0:
        raise Mistake(f"device {device!r} is not available: {weir.cuda.why_not()}; use 'cpu'")
    index = _gpus.current() if index is None else index
    if not 0 <= index < _gpus.count():
        raise Mistake(f"device {device!r} is not available: the number of GPUs is {_gpus.count()}")
    return _core.Device(f"cuda:{index}")


def text(x, precision=None, **how):
    """Return the values as text in NumPy's format.  Blocks until they are computed."""
    x = plain(x)
    if precision is None:
        return weir.array2string(x, **how)
    with weir.printoptions(precision=precision):
        return weir.array2string(x, **how)


def wait_all():
    """Block until all issued operations have finished."""
    weir.waitall()


def size_of(x):
    """Return the number of elements of x."""
    count = 1
    for n in x.shape:
        count *= n
    return count
