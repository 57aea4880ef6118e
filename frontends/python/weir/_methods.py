"""NumPy's array methods, for Array.

A method that calls a single operator is the operator object itself, which binds to an array as a function does.  The
other methods are defined here.
"""
from weir import _core, _functions, _numpy
from weir._functions import follows

_op = _core.ops


def _call_it(method, name, doc=None, shown=None):
    """Set the name that errors and help() show for a method, e.g. Array.sum, and give the method the signature of
    `shown`."""
    if shown is not None:
        method.__wrapped__ = shown
    method.__name__, method.__qualname__ = name, f"Array.{name}"
    method.__doc__ = method.__doc__ if doc is None else doc
    return method


def _reduce(name, *, dtype=False):
    """Create a method such as x.sum(axis, dtype, out, keepdims), with NumPy's argument order."""
    op = _op[name]

    if dtype:
        def method(self, axis=None, dtype=None, out=None, keepdims=False, **others):
            return op(self, axis=axis, dtype=dtype, keepdims=keepdims, out=out, **others)

        def shown(self, axis=None, dtype=None, out=None, keepdims=False): pass
    else:
        def method(self, axis=None, out=None, keepdims=False, **others):
            return op(self, axis=axis, keepdims=keepdims, out=out, **others)

        def shown(self, axis=None, out=None, keepdims=False): pass
    return _call_it(method, name, f"{op.block['summary']}  See weir.{name}.", shown)


def _arg(name):
    def method(self, axis=None, out=None, *, keepdims=False, **others):
        return _op[name](self, axis=axis, keepdims=keepdims, out=out, **others)

    def shown(self, axis=None, out=None, *, keepdims=False): pass
    return _call_it(method, name, f"{_op[name].block['summary']}  See weir.{name}.", shown)


def _flat_args(args):
    """Return the shape or axes as one sequence, for methods that accept both x.reshape(2, 3) and x.reshape((2, 3))."""
    return args[0] if len(args) == 1 and not isinstance(args[0], int) else args


def _reshape(self, *shape, order="C", copy=None):
    """Return the array with another shape, as a view where possible; one length may be -1 and is inferred."""
    if order != "C" or copy is not None:
        return _functions.reshape(self, _flat_args(shape), order, copy=copy)
    return _op["reshape"](self, _flat_args(shape))


def _transpose(self, *axes):
    """Return a view with the axes permuted, or reversed if no order is given."""
    axes = _flat_args(axes)
    if len(axes or ()) == 2 < self.ndim:
        raise ValueError(f"transpose: got 2 axes for an array with {self.ndim} dimensions; to exchange two axes use "
                         f"x.swapaxes({axes[0]}, {axes[1]})")
    return _numpy.transpose(self, axes if axes and axes != (None,) else None)


def _squeeze(self, axis=None):
    """Return a view without the given dimensions, which must have length 1, or without all dimensions of length 1."""
    if axis is None:
        axis = tuple(i for i, n in enumerate(self.shape) if n == 1)
    return _op["squeeze"](self, axis=axis)


def _flatten(self, order="C"):
    """Return a one-dimensional copy."""
    if isinstance(order, int):
        raise TypeError("flatten: order must be 'C' or 'F', not an integer; to keep the first dimension use "
                        "x.reshape(x.shape[0], -1)")
    return _op["copy"](_numpy.ravel(self, order))


def _astype(self, dtype, copy=True):
    """Convert the elements to another dtype.  With copy=False, return the array itself if it has the dtype already."""
    wanted = _core.asarray(0, dtype=dtype).dtype if not isinstance(dtype, _core.DType) else dtype
    if self.dtype == wanted:
        return _op["copy"](self) if copy else self
    return _op["astype"](self, wanted)


def _sort(self, axis=-1):
    """Sort the array in place along an axis."""
    self[...] = _op["sort"](self, axis=axis)


def _fill(self, value):
    """Set all elements to a value."""
    self[...] = value


def _clip(self, min=None, max=None, out=None):
    """Limit the values to the range from min to max."""
    return _op["clip"](self, min, max, out=out)


def _round(self, decimals=0):
    """Round to the given number of decimals; halves round to even."""
    return _numpy.around(self, decimals)


def _take(self, indices, axis=None):
    """Take the elements at the given indices along an axis, or from the flattened array."""
    if axis is None:
        return _op["take"](_op["ravel"](self), indices, axis=0)
    return _op["take"](self, indices, axis=axis)


@follows
def _put(self, indices, values):
    """Write the values to the elements at the given indices of the flattened array."""
    flat = _op["ravel"](self)
    flat[_core.asarray(indices)] = _core.asarray(values, dtype=self.dtype)
    if not self.is_contiguous:
        self[...] = flat.reshape(self.shape)


def _repeat(self, repeats, axis=None):
    """Repeat each entry along an axis, or each element of the flattened array, the given number of times."""
    if axis is None:
        return _op["repeat"](_op["ravel"](self), repeats, axis=0)
    return _op["repeat"](self, repeats, axis=axis)


def _compress(self, condition, axis=None):
    """Return the slices along an axis where the condition holds.  Blocks until the condition is computed, because the
    result's shape depends on it."""
    return _numpy.compress(condition, self, axis)


def _dot(self, b, out=None):
    """Compute the dot product of vectors and matrices."""
    return _op["dot"](self, b, out=out)


def _view(self, dtype=None, *others):
    """Return a view of the array or, if a dtype is given, a copy of its bytes reinterpreted as that dtype."""
    if others or isinstance(dtype, (int, tuple, list)):
        raise TypeError("view: expected a single dtype, not a shape; to change the shape use x.reshape(shape)")
    return self[...] if dtype is None else _numpy.reinterpret(self, dtype)


_view.__wrapped__ = lambda self, dtype=None: None  # the signature that help() shows


def _contains(self, value):
    """Return True if any element equals the value.  Blocks until the result is known."""
    return bool(_op["any"](self == value))


def _divmod(self, other):
    return self // other, self % other


def _rdivmod(self, other):
    return other // self, other % self


def _flat(self):
    """An iterator over the elements as Python numbers, in row-major order.  Blocks until they are computed."""
    return iter(_op["ravel"](self).tolist())


def _real(self):
    """The real part of the array."""
    return _op["real"](self) if self.dtype.kind == "c" else self


def _imag(self):
    """The imaginary part of the array."""
    return _op["imag"](self) if self.dtype.kind == "c" else _op["zeros_like"](self)


def install():
    """Add the methods to Array."""
    array = _core.Array
    methods = {name: _op[name] for name in (
        "conj", "swapaxes", "argsort", "searchsorted", "nonzero", "copy", "diagonal", "exp", "log", "sqrt", "tanh",
        "relu", "softmax")}
    methods.update(
        sum=_reduce("sum", dtype=True), prod=_reduce("prod", dtype=True), min=_reduce("min"),
        max=_reduce("max"), all=_reduce("all"), any=_reduce("any"), mean=_numpy.mean, var=_numpy.var,
        std=_numpy.std, ravel=_numpy.ravel, argmin=_arg("argmin"), argmax=_arg("argmax"), reshape=_reshape,
        transpose=_transpose, squeeze=_squeeze, flatten=_flatten, astype=_astype, sort=_sort,
        fill=_fill, clip=_clip, round=_round, take=_take, put=_put, repeat=_repeat, dot=_dot,
        view=_view, conjugate=_op["conj"], cumsum=_numpy.cumsum, cumprod=_numpy.cumprod,
        ptp=_numpy.ptp, trace=_numpy.trace, choose=_numpy.choose,
        compress=_compress,
        __contains__=_contains, __divmod__=_divmod, __rdivmod__=_rdivmod, flat=property(_flat),
        real=property(_real), imag=property(_imag))
    for name, method in methods.items():
        if not hasattr(array, name):
            setattr(array, name, method)
            if getattr(method, "__module__", None) == __name__:
                _call_it(method, name)
