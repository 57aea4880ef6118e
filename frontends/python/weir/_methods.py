"""Methods of Array that NumPy's arrays have.

Those that are one operator are the operator, which binds like a function.  The others are functions here.
"""
from weir import _core, _functions, _numpy

_op = _core.ops


def _call_it(method, name, doc=None, shown=None):
    """Errors and help say Array.sum, not what the function is called here; and they show the arguments of `shown`."""
    if shown is not None:
        method.__wrapped__ = shown
    method.__name__, method.__qualname__ = name, f"Array.{name}"
    method.__doc__ = method.__doc__ if doc is None else doc
    return method


def _reduce(name, *, dtype=False):
    """x.sum(axis, dtype, out, keepdims) in NumPy's order of arguments."""
    op = _op[name]

    if dtype:
        def method(self, axis=None, dtype=None, out=None, keepdims=False, **others):
            return op(self, axis=axis, dtype=dtype, keepdims=keepdims, out=out, **others)

        def shown(self, axis=None, dtype=None, out=None, keepdims=False): pass
    else:
        def method(self, axis=None, out=None, keepdims=False, **others):
            return op(self, axis=axis, keepdims=keepdims, out=out, **others)

        def shown(self, axis=None, out=None, keepdims=False): pass
    return _call_it(method, name, f"{op.block['summary']}  More of it at weir.{name}.", shown)


def _arg(name):
    def method(self, axis=None, out=None, *, keepdims=False, **others):
        return _op[name](self, axis=axis, keepdims=keepdims, out=out, **others)

    def shown(self, axis=None, out=None, *, keepdims=False): pass
    return _call_it(method, name, f"{_op[name].block['summary']}  More of it at weir.{name}.", shown)


def _flat_args(args):
    """x.reshape(2, 3) and x.reshape((2, 3)) are the same."""
    return args[0] if len(args) == 1 and not isinstance(args[0], int) else args


def _reshape(self, *shape, order="C", copy=None):
    """The same elements in another shape; one length may be -1.  A view where that is possible."""
    if order != "C" or copy is not None:
        return _functions.reshape(self, _flat_args(shape), order, copy=copy)
    return _op["reshape"](self, _flat_args(shape))


def _transpose(self, *axes):
    """Axes in another order; without one, in reverse.  A view."""
    axes = _flat_args(axes)
    if len(axes or ()) == 2 < self.ndim:
        raise ValueError(f"transpose: 2 axes for an array with {self.ndim} dimensions; x.swapaxes({axes[0]}, {axes[1]}) "
                         "exchanges two")
    return _numpy.transpose(self, axes if axes and axes != (None,) else None)


def _squeeze(self, axis=None):
    """Without dimensions of length one.  A view."""
    if axis is None:
        axis = tuple(i for i, n in enumerate(self.shape) if n == 1)
    return _op["squeeze"](self, axis=axis)


def _flatten(self, order="C"):
    """A copy in one dimension."""
    if isinstance(order, int):
        raise TypeError("flatten: gives one dimension; x.reshape(x.shape[0], -1) keeps the first")
    return _op["copy"](_numpy.ravel(self, order))


def _astype(self, dtype, copy=True):
    """With elements of another dtype."""
    wanted = _core.asarray(0, dtype=dtype).dtype if not isinstance(dtype, _core.DType) else dtype
    if self.dtype == wanted:
        return _op["copy"](self) if copy else self
    return _op["astype"](self, wanted)


def _sort(self, axis=-1):
    """Sort in place."""
    self[...] = _op["sort"](self, axis=axis)


def _fill(self, value):
    """Write one value to all elements."""
    self[...] = value


def _clip(self, min=None, max=None, out=None):
    """Values below min raised to it, those above max lowered."""
    return _op["clip"](self, min, max, out=out)


def _round(self, decimals=0):
    """Rounded to so many decimals; halves to even."""
    return _numpy.around(self, decimals)


def _take(self, indices, axis=None):
    """Elements at indices along an axis, or among all."""
    if axis is None:
        return _op["take"](_op["ravel"](self), indices, axis=0)
    return _op["take"](self, indices, axis=axis)


def _put(self, indices, values):
    """Write values at places among all elements in order."""
    flat = _op["ravel"](self)
    flat[_core.asarray(indices)] = _core.asarray(values, dtype=self.dtype)
    if not self.is_contiguous:
        self[...] = flat.reshape(self.shape)


def _repeat(self, repeats, axis=None):
    """Each element so many times."""
    if axis is None:
        return _op["repeat"](_op["ravel"](self), repeats, axis=0)
    return _op["repeat"](self, repeats, axis=axis)


def _compress(self, condition, axis=None):
    """The slices where the condition holds.  Waits: its shape depends on values."""
    return _numpy.compress(condition, self, axis)


def _dot(self, b, out=None):
    """The product of vectors and matrices."""
    return _op["dot"](self, b, out=out)


def _view(self, dtype=None, *others):
    """The same array, as another handle.  With a dtype, its bytes read as that: a copy."""
    if others or isinstance(dtype, (int, tuple, list)):
        raise TypeError("view: reads bytes as another dtype; x.reshape(shape) gives another shape")
    return self[...] if dtype is None else _numpy.reinterpret(self, dtype)


_view.__wrapped__ = lambda self, dtype=None: None  # what help shows


def _contains(self, value):
    """Is there such an element?  Waits."""
    return bool(_op["any"](self == value))


def _divmod(self, other):
    return self // other, self % other


def _rdivmod(self, other):
    return other // self, other % self


def _flat(self):
    """The elements as Python numbers, in order.  Waits."""
    return iter(_op["ravel"](self).tolist())


def _real(self):
    """The real part."""
    return _op["real"](self) if self.dtype.kind == "c" else self


def _imag(self):
    """The imaginary part."""
    return _op["imag"](self) if self.dtype.kind == "c" else _op["zeros_like"](self)


def install():
    """Give Array its methods."""
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
