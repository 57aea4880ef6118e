"""Tensors and variables of the TensorFlow dialect."""
import weir
from weir import _core
from weir._core import Array
from weir.dialects._tensor_class import Mistake, Notes, as_kind, keep, kind, op, quietly, text, ufuncs

_shape = Array.shape.__get__
names, constraints = Notes(), Notes()  # of variables; an optimiser applies the constraint after each update


class Refused(Mistake, TypeError, IndexError):
    """An argument that TensorFlow refuses.

    TensorFlow raises ValueError, TypeError or InvalidArgumentError for similar mistakes; an `except` clause for any of them
    catches this class.
    """


def refuse(error):
    """Return the exception Refused in place of an error of Weir's."""
    return Refused(str(error)).with_traceback(error.__traceback__)


class TensorShape(tuple):
    """The shape of a tensor."""

    __slots__ = ()

    def as_list(self):
        return list(self)

    def num_elements(self):
        return count_of(self)

    rank = ndims = property(len)
    dims = property(list)

    def __getitem__(self, key):
        found = tuple.__getitem__(self, key)
        return TensorShape(found) if isinstance(key, slice) else found

    def __add__(self, other):
        return TensorShape((*self, *other))

    concatenate = __add__

    def is_fully_defined(self):
        return None not in tuple(self)

    def is_compatible_with(self, other):
        other = tuple(other)
        return len(self) == len(other) and all(None in (n, m) or n == m for n, m in zip(self, other))

    def assert_is_compatible_with(self, other):
        if not self.is_compatible_with(other):
            raise Refused(f"the shapes {self} and {tuple(other)} are not compatible")

    def assert_has_rank(self, rank):
        if len(self) != rank:
            raise Refused(f"the shape {self} does not have {rank} dimensions")

    def with_rank(self, rank):
        self.assert_has_rank(rank)
        return self

    def __repr__(self):
        return f"TensorShape({list(self)})"

    def __str__(self):
        return tuple.__repr__(self)


def count_of(shape):
    n = 1
    for length in shape:
        n *= length
    return n


@kind()
class Tensor:
    """TensorFlow's tensor class."""

    def __repr__(self):
        return f"<tf.Tensor: shape={_shape(self)}, dtype={self.dtype}, numpy={_own_line(_numpy_text(self))}>"

    def __str__(self):
        return f"tf.Tensor({_own_line(_number_text(self))}, shape={_shape(self)}, dtype={self.dtype})"

    def __format__(self, how):
        return format(self.item() if self.ndim == 0 else str(self), how)

    def __float__(self):
        if self.ndim and count_of(_shape(self)) != 1:
            raise Refused("only a tensor with one element can be converted to a number")
        return Array.__float__(self)

    def __truediv__(self, other):
        return Array.__truediv__(*_divided(self, other)) if self.dtype.kind in "iu" else Array.__truediv__(self, other)

    def __rtruediv__(self, other):
        return Array.__rtruediv__(*_divided(self, other)) if self.dtype.kind in "iu" else Array.__rtruediv__(self, other)

    __hash__ = object.__hash__
    __array_ufunc__ = ufuncs(numpys=True)

    shape = property(lambda self: TensorShape(_shape(self)))

    def numpy(self):
        """Return the values as a new NumPy array, or as a NumPy scalar if the tensor has no dimensions.  Blocks until
        they are computed."""
        values = Array.numpy(self.detach(), copy=True)
        return values[()] if self.ndim == 0 else values

    def set_shape(self, shape):
        pass

    def ref(self):
        """Return a hashable reference to this tensor object, for sets and dictionaries."""
        return Reference(self)

    experimental_ref = ref


class Reference:
    """A hashable reference to a tensor; references are equal if they refer to the same object."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor):
        self._tensor = tensor

    def deref(self):
        """Return the tensor that this reference refers to."""
        return self._tensor

    def __eq__(self, other):
        return isinstance(other, Reference) and self._tensor is other._tensor

    def __hash__(self):
        return id(self._tensor) >> 4

    def __repr__(self):
        return f"<Reference wrapping {self._tensor!r}>"


def _divided(x, y):
    """Return integers as TensorFlow divides them: in float64."""
    return (op["astype"](v, weir.float64) if isinstance(v, Array) and v.dtype.kind in "iu" else v for v in (x, y))


def _number_text(x):
    words = text(x.detach())
    return words + "0" if x.ndim == 0 and words.endswith(".") else words


def _own_line(words):
    return "\n" + words if "\n" in words else words


def _numpy_text(x):
    if x.ndim == 0:
        return _number_text(x)
    dtype = "" if x.dtype in (weir.bool, weir.int64, weir.float64) else f", dtype={x.dtype}"
    return "array(" + text(x.detach(), separator=", ", prefix="array(") + dtype + ")"


@kind(Tensor)
class Variable:
    """A tensor that can be assigned to and is watched by gradient tapes."""

    def __new__(cls, initial_value=None, trainable=True, validate_shape=True, caching_device=None, name=None, variable_def=None, dtype=None,
                import_scope=None, constraint=None, synchronization=None, aggregation=None, shape=None):
        value = initial_value() if callable(initial_value) else initial_value
        if value is None:
            raise Refused("Variable: initial_value is required")
        x = as_kind(cls, quietly(lambda: op["copy"](as_tensor(value, dtype).detach())))
        if shape is not None and not TensorShape(shape).is_compatible_with(_shape(x)):
            raise Refused(f"Variable: the value has the shape {_shape(x)}, but the shape is given as {tuple(shape)}")
        if name is not None:
            names.put(x, f"{name}:0")
        if constraint is not None:
            constraints.put(x, constraint)
        return x.attach_grad("write") if trainable and x.dtype.kind in "fc" else x

    def __repr__(self):
        return f"<tf.Variable '{self.name}' shape={_shape(self)} dtype={self.dtype}, numpy={_own_line(_numpy_text(self))}>"

    def __str__(self):
        return repr(self)

    def assign(self, value, use_locking=False, name=None, read_value=True):
        value = as_tensor(value, None if isinstance(value, Array) or hasattr(value, "dtype") else self.dtype)
        if _shape(value) != _shape(self):
            raise Refused(f"assign: the variable has the shape {_shape(self)}, the value {_shape(value)}")
        return keep(self, value)

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        return self._changed(lambda delta: self.__iadd__(delta), delta)

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        return self._changed(lambda delta: self.__isub__(delta), delta)

    def _changed(self, change, delta):
        if not isinstance(delta, (int, float)):
            delta = as_tensor(delta, None if isinstance(delta, Array) or hasattr(delta, "dtype") else self.dtype)
            if _shape(delta) != _shape(self):
                raise Refused(f"the variable has the shape {_shape(self)}, the value to add {_shape(delta)}")
        return quietly(lambda: change(delta))

    def scatter_nd_update(self, indices, updates, name=None):
        from weir.dialects import _tf_ops

        return keep(self, quietly(lambda: _tf_ops.tensor_scatter_nd_update(self.detach(), indices, updates)))

    def scatter_nd_add(self, indices, updates, name=None):
        from weir.dialects import _tf_ops

        return keep(self, quietly(lambda: _tf_ops.tensor_scatter_nd_add(self.detach(), indices, updates)))

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        return keep(self, quietly(lambda: op["scatter"](self.detach(), sparse_delta.indices, sparse_delta.values, axis=0)))

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        return keep(self, quietly(lambda: op["scatter_add"](self.detach(), sparse_delta.indices, sparse_delta.values, axis=0)))

    def sparse_read(self, indices, name=None):
        return op["take"](self, as_tensor(indices), axis=0)

    def gather_nd(self, indices, name=None):
        from weir.dialects import _tf_ops

        return _tf_ops.gather_nd(self, indices)

    def __getitem__(self, key):
        """Return part of the variable.

        If all indices are slices and integers, the part is a view, and assigning to it changes the variable.
        """
        return as_kind(Part, Array.__getitem__(self, key))

    def value(self):
        return +self

    read_value = value
    name = property(lambda self: names.get(self, "Variable:0"))
    constraint = property(lambda self: constraints.get(self))
    trainable = property(lambda self: self.grad_mode != "null")


@kind(Tensor)
class Part:
    """Part of a variable, as returned by indexing it."""

    assign, assign_add, assign_sub, _changed = Variable.assign, Variable.assign_add, Variable.assign_sub, Variable._changed


def made(x):
    return as_kind(Tensor, x)


def as_tensor(value, dtype=None):
    """Return values as a tensor; by default, Python integers become int32 and floats float32."""
    if isinstance(value, Array):
        return value if dtype is None or value.dtype == as_dtype(dtype) else op["astype"](value, as_dtype(dtype))
    dtype = as_dtype(dtype)
    if isinstance(value, (str, type(None))):
        raise Refused(f"{value!r} cannot be converted to a tensor of numbers")
    if dtype is not None and weir.dtype(dtype).kind in "iu" and _has_floats(value):
        raise Refused(f"{value!r} cannot be converted to {dtype}; use tf.cast")
    if dtype is None and not hasattr(value, "dtype"):
        x = _core.asarray(value)
        x = op["astype"](x, weir.complex128) if x.dtype == weir.complex64 else x
        return made(op["astype"](x, weir.int32) if x.dtype == weir.int64 else x)
    return made(_core.asarray(value, dtype=dtype, copy=True))


def _has_floats(value):
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return isinstance(value, float)


def as_dtype(dtype):
    return {float: weir.float32, int: weir.int32, bool: weir.bool}.get(dtype, dtype) if dtype is not None else None


def constant(value, dtype=None, shape=None, name=None):
    x = made(op["copy"](as_tensor(value, dtype).detach()))
    if shape is None:
        return x
    if x.ndim and count_of(_shape(x)) != count_of(tuple(shape)):
        raise Refused(f"constant: {count_of(_shape(x))} elements do not fit the shape {tuple(shape)}")
    return op["broadcast_to"](x, tuple(shape)) if x.ndim == 0 else op["reshape"](x, tuple(shape))
