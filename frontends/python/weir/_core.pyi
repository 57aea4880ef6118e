"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, final

class Array:
    """An array whose values are computed asynchronously.  Reading them blocks until they are ready."""
    @property
    def T(self) -> Array:
        """A view with the dimensions in reverse order."""
    def __abs__(self, /) -> Array:
        """abs(self)"""
    def __add__(self, value: Any, /) -> Array:
        """Return self+value."""
    def __and__(self, value: Any, /) -> Array:
        """Return self&value."""
    def __array__(self, /, dtype: DTypeLike = None, copy: builtins.bool | None = None) -> Any:
        """Return the values as a NumPy array; NumPy calls this to convert the array."""
    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        """Return the module `weir`, the namespace of the array API standard."""
    __array_priority__: Any
    __array_ufunc__: Any
    def __await__(self) -> collections.abc.Generator[Any, None, Array]:
        """`await a` returns `a` when the writes issued so far are complete, and raises AsyncError if they failed."""
    def __bool__(self, /) -> builtins.bool:
        """True if self else False"""
    def __complex__(self, /) -> complex:
        """Return the value of a one-element array as a complex."""
    def __contains__(self, value: Any) -> builtins.bool:
        """Return True if an element equals the value.  Blocks until the result is known."""
    def __copy__(self, *args: Any, **kwargs: Any) -> Array: ...
    def __deepcopy__(self, *args: Any, **kwargs: Any) -> Array: ...
    def __delitem__(self, key: Any, /) -> None:
        """Delete self[key]."""
    def __divmod__(self, other: Any) -> tuple[Array, Array]: ...
    def __dlpack__(self, /, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: builtins.bool | None = None) -> Any:
        """Export the memory as a DLPack capsule.  Blocks until the values are ready and queued reads are complete.  Until the consumer releases the capsule, writes to the array are complete when their call returns.  Code that writes to the exported tensor must first wait for operations issued later that read the array, or export with copy=True."""
    def __dlpack_device__(self, /) -> tuple[int, int]:
        """Return the DLPack device type and index, which is (1, 0), the CPU."""
    def __eq__(self, value: Any, /) -> Array:  # type: ignore[override]
        """Return self==value."""
    def __float__(self, /) -> float:
        """float(self)"""
    def __floordiv__(self, value: Any, /) -> Array:
        """Return self//value."""
    def __format__(self, spec: Any) -> str: ...
    def __ge__(self, value: Any, /) -> Array:
        """Return self>=value."""
    def __getitem__(self, key: Any, /) -> Array:
        """Return self[key]."""
    def __gt__(self, value: Any, /) -> Array:
        """Return self>value."""
    def __hash__(self, /) -> int:
        """Return hash(self)."""
    def __iadd__(self, value: Any, /) -> Array:
        """Return self+=value."""
    def __iand__(self, value: Any, /) -> Array:
        """Return self&=value."""
    def __ifloordiv__(self, value: Any, /) -> Array:
        """Return self//=value."""
    def __ilshift__(self, value: Any, /) -> Array:
        """Return self<<=value."""
    def __imatmul__(self, value: Any, /) -> Array:
        """Return self@=value."""
    def __imod__(self, value: Any, /) -> Array:
        """Return self%=value."""
    def __imul__(self, value: Any, /) -> Array:
        """Return self*=value."""
    def __index__(self, /) -> int:
        """Return self converted to an integer, if self is suitable for use as an index into a list."""
    def __int__(self, /) -> int:
        """int(self)"""
    def __invert__(self, /) -> Array:
        """~self"""
    def __ior__(self, value: Any, /) -> Array:
        """Return self|=value."""
    def __ipow__(self, value: Any, /) -> Array:
        """Return self**=value."""
    def __irshift__(self, value: Any, /) -> Array:
        """Return self>>=value."""
    def __isub__(self, value: Any, /) -> Array:
        """Return self-=value."""
    def __iter__(self, /) -> Iterator[Array]:
        """Implement iter(self)."""
    def __itruediv__(self, value: Any, /) -> Array:
        """Return self/=value."""
    def __ixor__(self, value: Any, /) -> Array:
        """Return self^=value."""
    def __le__(self, value: Any, /) -> Array:
        """Return self<=value."""
    def __len__(self, /) -> int:
        """Return len(self)."""
    def __lshift__(self, value: Any, /) -> Array:
        """Return self<<value."""
    def __lt__(self, value: Any, /) -> Array:
        """Return self<value."""
    def __matmul__(self, value: Any, /) -> Array:
        """Return self@value."""
    def __mod__(self, value: Any, /) -> Array:
        """Return self%value."""
    def __mul__(self, value: Any, /) -> Array:
        """Return self*value."""
    def __ne__(self, value: Any, /) -> Array:  # type: ignore[override]
        """Return self!=value."""
    def __neg__(self, /) -> Array:
        """-self"""
    def __or__(self, value: Any, /) -> Array:
        """Return self|value."""
    def __pos__(self, /) -> Array:
        """+self"""
    def __pow__(self, value: Any, /) -> Array:
        """Return pow(self, value, mod)."""
    def __radd__(self, value: Any, /) -> Array:
        """Return value+self."""
    def __rand__(self, value: Any, /) -> Array:
        """Return value&self."""
    def __rdivmod__(self, other: Any) -> tuple[Array, Array]: ...
    def __reduce_ex__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __repr__(self) -> str:
        """Return repr(x), for example array([1., 2.]).  The dtype is shown unless it is a default."""
    def __rfloordiv__(self, value: Any, /) -> Array:
        """Return value//self."""
    def __rlshift__(self, value: Any, /) -> Array:
        """Return value<<self."""
    def __rmatmul__(self, value: Any, /) -> Array:
        """Return value@self."""
    def __rmod__(self, value: Any, /) -> Array:
        """Return value%self."""
    def __rmul__(self, value: Any, /) -> Array:
        """Return value*self."""
    def __ror__(self, value: Any, /) -> Array:
        """Return value|self."""
    def __rpow__(self, value: Any, /) -> Array:
        """Return pow(value, self, mod)."""
    def __rrshift__(self, value: Any, /) -> Array:
        """Return value>>self."""
    def __rshift__(self, value: Any, /) -> Array:
        """Return self>>value."""
    def __rsub__(self, value: Any, /) -> Array:
        """Return value-self."""
    def __rtruediv__(self, value: Any, /) -> Array:
        """Return value/self."""
    def __rxor__(self, value: Any, /) -> Array:
        """Return value^self."""
    def __setitem__(self, key: Any, value: Any, /) -> None:
        """Set self[key] to value."""
    def __str__(self) -> str:
        """Return str(x), for example [1. 2.]."""
    def __sub__(self, value: Any, /) -> Array:
        """Return self-value."""
    def __truediv__(self, value: Any, /) -> Array:
        """Return self/value."""
    def __xor__(self, value: Any, /) -> Array:
        """Return self^value."""
    def all(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Test whether all elements over the axes are true (nonzero).  See weir.all."""
    def any(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Test whether any element over the axes is true (nonzero).  See weir.any."""
    def argmax(self, axis: int | Sequence[int] | None = None, out: Array | None = None, *, keepdims: builtins.bool = False) -> Array:
        """Index of the largest element along an axis: the first of equal elements, or the first NaN.  See weir.argmax."""
    def argmin(self, axis: int | Sequence[int] | None = None, out: Array | None = None, *, keepdims: builtins.bool = False) -> Array:
        """Index of the smallest element along an axis: the first of equal elements, or the first NaN.  See weir.argmin."""
    def argsort(self, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
        """Indices that sort along an axis."""
    def asnumpy(self, /, copy: builtins.bool | None = None) -> Any:
        """Return the values as a NumPy array.  Blocks until they are ready.  The result is a read-only view of the array's memory: it shows later writes, each of which is complete when its call returns as long as the NumPy array exists.  With copy=True it is a writable copy."""
    def astype(self, dtype: DTypeLike, copy: builtins.bool | None = True) -> Array:
        """Convert the elements to another dtype."""
    def attach_grad(self, /, mode: Any = 'step') -> Array:
        """Request the gradient of this array, which backward stores in x.grad, and return the array.  mode says how gradients accumulate.  'step': they add up until the array is written, by an optimiser's step or otherwise; the next gradient replaces them.  'add': they add up until x.grad = None or zero_grad.  'write': each gradient replaces the previous one.  'null': no gradient is stored."""
    def backward(self, /, grad: Any = None, *, retain_graph: Any = False, create_graph: Any = False) -> Array:
        """Compute the gradient of this array (of its sum, or of its product with `grad`) with respect to every array with an attached gradient that it was computed from.  Does not block."""
    def cancel(self, /) -> None:
        """Cancel the operations issued so far that write this array and have not started.  Reading the array then raises AsyncError."""
    def choose(self, choices: Any) -> Array:
        """Select each element from one of several arrays; `a` holds the index of the array."""
    def clear_error(self, /) -> None:
        """Clear the error of this array.  If the operation that failed did not run, the array has its previous values."""
    def clip(self, min: Any = None, max: Any = None, out: Array | None = None) -> Array:
        """Limit the values to the range from min to max."""
    def compress(self, condition: Any, axis: int | Sequence[int] | None = None) -> Array:
        """Return the slices where the condition holds.  Blocks, because the result's shape depends on values."""
    def conj(self, /, *, out: Array | None = None) -> Array:
        """Complex conjugate."""
    def conjugate(self, /, *, out: Array | None = None) -> Array:
        """Complex conjugate."""
    def copy(self, /, *, out: Array | None = None) -> Array:
        """Copy x to new storage."""
    def cumprod(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Compute the cumulative product along an axis, or of the flattened array."""
    def cumsum(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Compute the cumulative sum along an axis, or of the flattened array."""
    def detach(self, /) -> Array:
        """Return an array that shares the values but is not connected to the graph: gradients do not flow back through it."""
    @property
    def device(self) -> Device:
        """The device that holds the array."""
    def diagonal(self, /, offset: int = 0, axis1: int = -2, axis2: int = -1, *, out: Array | None = None) -> Array:
        """A diagonal of matrices; returns a view."""
    def dot(self, b: Any, out: Array | None = None) -> Array:
        """Compute the dot product of vectors and matrices."""
    @property
    def dtype(self) -> DType:
        """The data type of the elements."""
    def exp(self, /, *, out: Array | None = None) -> Array:
        """Exponential of each element."""
    def fill(self, value: Any) -> None:
        """Set all elements to a value."""
    @property
    def flat(self) -> Iterator[Any]:
        """An iterator over the elements as Python numbers, in row-major order.  Blocks until they are computed."""
    def flatten(self, order: Any = 'C') -> Array:
        """Return a one-dimensional copy."""
    @property
    def followed(self) -> Any:
        """True if the array requires grad: it has an attached gradient, or was computed from such an array while recording."""
    @property
    def grad(self) -> Any:
        """The gradient stored by backward, or None."""
    @property
    def grad_mode(self) -> Any:
        """How gradients accumulate, as set by attach_grad: 'step', 'write', 'add' or 'null'."""
    @property
    def imag(self) -> Array:
        """The imaginary part of the array."""
    @property
    def is_contiguous(self) -> builtins.bool:
        """True if the elements are stored contiguously in row-major order."""
    def item(self, /, *index: Any) -> Any:
        """Return one element as a Python number: the only one, the one at a flat index, or the one at an index for each dimension.  Blocks until the value is ready."""
    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
    def log(self, /, *, out: Array | None = None) -> Array:
        """Natural logarithm of each element."""
    @property
    def mT(self) -> Array:
        """A view with the last two dimensions exchanged."""
    def max(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Maximum over axes; NaN if any element is NaN.  See weir.max."""
    def mean(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Compute the mean along axes, or of all elements."""
    def min(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Minimum over axes; NaN if any element is NaN.  See weir.min."""
    @property
    def nbytes(self) -> int:
        """The size of all elements in bytes."""
    @property
    def ndim(self) -> int:
        """The number of dimensions."""
    def nonzero(self, /) -> tuple[Array, ...]:
        """Indices of the nonzero elements: one array for each axis."""
    def numpy(self, /, copy: builtins.bool | None = None) -> Any:
        """Return the values as a NumPy array.  Blocks until they are ready.  The result is a read-only view of the array's memory: it shows later writes, each of which is complete when its call returns as long as the NumPy array exists.  With copy=True it is a writable copy."""
    def on_ready(self, f: Any, /) -> None:
        """Call f(array) when the writes issued so far are complete, even if they failed.  All callbacks run on one shared thread, in no guaranteed order; exceptions go to sys.unraisablehook.  At exit, pending callbacks run first."""
    def prod(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Product over axes.  See weir.prod."""
    def ptp(self, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
        """Return the range of values, maximum minus minimum ("peak to peak")."""
    def put(self, indices: Any, values: Any) -> None:
        """Write values at indices of the flattened array."""
    def ravel(self, order: Any = 'C') -> Array:
        """Flatten the array to one dimension; return a view if possible."""
    @property
    def ready(self) -> builtins.bool:
        """True if all writes issued so far are complete.  Does not block."""
    @property
    def real(self) -> Array:
        """The real part of the array."""
    def relu(self, /, *, out: Array | None = None) -> Array:
        """Rectified linear unit: max(x, 0)."""
    def repeat(self, repeats: Any, axis: int | Sequence[int] | None = None) -> Array:
        """Repeat each element the given number of times."""
    def reshape(self, *shape: int | Sequence[int], order: Any = 'C', copy: builtins.bool | None = None) -> Array:
        """Change the shape; one length may be -1.  Returns a view where possible."""
    def round(self, decimals: Any = 0) -> Array:
        """Round to the given number of decimals; halves round to even."""
    def searchsorted(self, x2: ArrayLike, /, side: str = 'left', sorter: ArrayLike | None = None, *, out: Array | None = None) -> Array:
        """Indices at which the values would be inserted into a sorted array to keep it sorted."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each dimension, as a tuple."""
    @property
    def size(self) -> int:
        """The number of elements."""
    def softmax(self, /, axis: int = -1, *, out: Array | None = None) -> Array:
        """Exponentials of the entries along an axis, scaled to sum to one."""
    def sort(self, axis: int | Sequence[int] | None = -1) -> None:
        """Sort in place."""
    def sqrt(self, /, *, out: Array | None = None) -> Array:
        """Square root of each element."""
    def squeeze(self, axis: int | Sequence[int] | None = None) -> Array:
        """Remove dimensions of length one.  Returns a view."""
    def std(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
        """Compute the standard deviation along axes, or of all elements."""
    @property
    def strides(self) -> tuple[int, ...]:
        """The distance in bytes between neighbouring elements along each dimension, as a tuple."""
    def sum(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Sum over axes.  See weir.sum."""
    def swapaxes(self, /, axis1: int = 0, axis2: int = 1, *, out: Array | None = None) -> Array:
        """Exchange two axes; returns a view."""
    def take(self, indices: Any, axis: int | Sequence[int] | None = None) -> Array:
        """Take the elements at the given indices along an axis, or of the flattened array."""
    def tanh(self, /, *, out: Array | None = None) -> Array:
        """Hyperbolic tangent."""
    def to_device(self, device: DeviceLike, /, *, stream: Any = None) -> Array:
        """Copy the array to a device; return the array itself if it is there already."""
    def tobytes(self, /) -> bytes:
        """Return the values as bytes in row-major order.  Blocks until they are ready."""
    def tolist(self, /) -> Any:
        """Return the values as nested lists of Python numbers.  Blocks until they are ready."""
    def trace(self, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Array:
        """Return the sum along a diagonal."""
    def transpose(self, *axes: Any) -> Array:
        """Permute the axes; reverse them if no order is given.  Returns a view."""
    def var(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
        """Compute the variance along axes, or of all elements."""
    def view(self, dtype: DTypeLike = None) -> Array:
        """Return a view of the array.  With a dtype, reinterpret its bytes as that dtype; this makes a copy."""
    def wait(self, /, timeout: float | None = None) -> Array:
        """Block until the values are ready and return the array.  Raises TimeoutError after `timeout` seconds."""
    def wait_to_read(self, /) -> None:
        """Block until the values are ready."""
class AsyncError(RuntimeError):
    """An operation failed after its call had returned.  `operation` is its name, `line` the place where it was issued and `status` the kind of error; `stack` has the calls that issued it, outermost first, as (file, line, function), and `module` the path of the module that issued it, or None."""
class AxisError(ValueError, IndexError):
    """An axis is out of range for the array."""
@final
class Block:
    """A block of the library: a layer, a loss, or a composition of blocks."""
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call self as a function."""
    def add(self, name: Any, child: Any, /) -> Any:
        """Add a child block."""
    def adopt(self, name: Any, array: Any, /) -> Any:
        """Replace the parameter or buffer of this name by the array itself."""
    @property
    def attrs(self) -> Any:
        """The attributes, as a dictionary."""
    def cast(self, dtype: DTypeLike, /) -> Any:
        """Convert the parameters to another floating-point dtype."""
    def children(self, /) -> Any:
        """Return (name, block) for each child block."""
    def clear(self, /) -> Any:
        """Clear the errors of parameters and buffers, and release the gradients."""
    def entries(self, /) -> Any:
        """Return (name, array or None, trained, tied) for each parameter and buffer."""
    def get(self, name: Any, /) -> Any:
        """Return the parameter or buffer of this name."""
    @property
    def identity(self) -> Any:
        """A number that is unique among living blocks."""
    def initialise(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def kind(self) -> str:
        """The name of the block's kind."""
    def own(self, name: Any, default: Any, /) -> Any:
        """Return the block's own parameter or buffer of this name, or the default."""
    def set(self, name: Any, values: Any, /) -> Any:
        """Copy values into the parameter or buffer of this name."""
    def set_compute(self, dtype: DTypeLike, /) -> Any:
        """Set the dtype in which products are computed; None: the dtype of the operands."""
    def set_grad(self, *args: Any, **kwargs: Any) -> Any: ...
    def text(self, /) -> Any:
        """Return the textual form that parse_block reads."""
    def tie(self, name: Any, other: Any, /) -> Any:
        """Let two parameters share one array."""
    def zero_grad(self, /) -> Any:
        """Discard all gradients."""
DEVICE_INDEX_MAX: int
@final
class DType:
    """The data type of an array's elements."""
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call self as a function."""
    def __eq__(self, value: Any, /) -> builtins.bool:
        """Return self==value."""
    def __ge__(self, value: Any, /) -> Any:
        """Return self>=value."""
    def __gt__(self, value: Any, /) -> Any:
        """Return self>value."""
    def __hash__(self, /) -> int:
        """Return hash(self)."""
    def __le__(self, value: Any, /) -> Any:
        """Return self<=value."""
    def __lt__(self, value: Any, /) -> Any:
        """Return self<value."""
    def __ne__(self, value: Any, /) -> builtins.bool:
        """Return self!=value."""
    def __reduce__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __repr__(self, /) -> str:
        """Return repr(self)."""
    def __str__(self, /) -> str:
        """Return str(self)."""
    @property
    def itemsize(self) -> int:
        """The size of one element in bytes."""
    @property
    def kind(self) -> str:
        """The kind: 'b' (bool), 'i' (signed), 'u' (unsigned), 'f' (float) or 'c' (complex)."""
    @property
    def name(self) -> str:
        """The name, such as "float32"."""
@final
class Dataset:
    """A dataset of the library."""
    def __len__(self, /) -> int:
        """Return len(self)."""
    def array(self, field: Any, /) -> Any:
        """Return the array that holds this field of all samples, or None."""
    @property
    def classes(self) -> Any:
        """The names of the classes, if the labels have names."""
    @property
    def fields(self) -> Any:
        """The names of the fields of a sample."""
    def subset(self, indices: Any, /) -> Any:
        """Return the dataset of the samples at these indices."""
    def take(self, indices: Any, /) -> Any:
        """Return the samples at these indices, as a tuple of arrays."""
@final
class Device:
    """A device that holds arrays."""
    def __eq__(self, value: Any, /) -> builtins.bool:
        """Return self==value."""
    def __ge__(self, value: Any, /) -> Any:
        """Return self>=value."""
    def __gt__(self, value: Any, /) -> Any:
        """Return self>value."""
    def __hash__(self, /) -> int:
        """Return hash(self)."""
    def __le__(self, value: Any, /) -> Any:
        """Return self<=value."""
    def __lt__(self, value: Any, /) -> Any:
        """Return self<value."""
    def __ne__(self, value: Any, /) -> builtins.bool:
        """Return self!=value."""
    def __reduce__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __repr__(self, /) -> str:
        """Return repr(self)."""
    def __str__(self, /) -> str:
        """Return str(self)."""
    @property
    def index(self) -> int:
        """The index among the devices of its type."""
    @property
    def type(self) -> str:
        """"cpu"."""
@final
class Loader:
    """A loader of the library."""
    def __len__(self, /) -> int:
        """Return len(self)."""
    def next(self, /) -> Any:
        """Return the next batch, or None at the end of the epoch."""
    def start(self, *args: Any, **kwargs: Any) -> Any:
        """start(epoch, skip=0): start the epoch, skipping this many batches."""
@final
class Mapping:
    """Shared memory, which stays mapped as long as a buffer refers to it."""
@final
class Metric:
    """A metric that accumulates on the device; only reading its value blocks."""
    def __repr__(self, /) -> str:
        """Return repr(self)."""
    @property
    def array(self) -> Any:
        """The accumulated state as an array: the confusion matrix, or sum and count."""
    def reset(self, /) -> Any:
        """Discard the batches so far."""
    def update(self, x: Any, target: Any = None, /) -> Any:
        """Add a batch and return the metric.  Does not block."""
    def value(self, /) -> Any:
        """Return the metric of the batches so far as a float, or nan if there were none.  Blocks until it is computed."""
NDIM_MAX: int
@final
class Op:
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call self as a function."""
    def __get__(self, instance: Any, owner: Any = None, /) -> Any:
        """Return an attribute of instance, which is of type owner."""
    @property
    def __name__(self) -> str: ...
    @property
    def __qualname__(self) -> str: ...
    def __reduce__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __repr__(self, /) -> str:
        """Return repr(self)."""
    @property
    def __signature__(self) -> Any: ...
    @property
    def block(self) -> Any:
        """The operator's description: name, summary, inputs, attributes and so on."""
    @property
    def flags(self) -> Any:
        """WEIR_OP_*."""
@final
class Optimizer:
    """An optimiser of the library."""
    def add_group(self, *args: Any, **kwargs: Any) -> Any: ...
    def clear(self, *args: Any, **kwargs: Any) -> Any: ...
    def drop_state(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def groups(self) -> Any:
        """The number of groups."""
    def moved(self, *args: Any, **kwargs: Any) -> Any: ...
    def params(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_scale(self, *args: Any, **kwargs: Any) -> Any: ...
    def set_state(self, *args: Any, **kwargs: Any) -> Any: ...
    def settings(self, *args: Any, **kwargs: Any) -> Any: ...
    def state(self, *args: Any, **kwargs: Any) -> Any: ...
    def step(self, *args: Any, **kwargs: Any) -> Any: ...
    def zero_grad(self, *args: Any, **kwargs: Any) -> Any: ...
@final
class Stream:
    """An independent random number generator."""
    def __reduce__(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def calls(self) -> Any:
        """The number of operations that have drawn from the generator."""
    def draw(self, *args: Any, **kwargs: Any) -> Any:
        """Call a random operator with this generator's numbers."""
    @property
    def seed(self) -> None:
        """The seed of the generator."""
class WaitError(RuntimeError):
    """A call would block although weir.waits('raise') forbids it."""
def address(*args: Any, **kwargs: Any) -> Any: ...
def array_kind(name: Any, base: Any, /) -> Any:
    """Create a subclass of Array.  Results computed from its instances have the same class."""
def as_dtype(x: Any, /) -> DType:
    """Return the dtype for a name, a Python type or another library's dtype."""
def asarray(obj: Any, /, *, dtype: DTypeLike = None, device: DeviceLike = None, copy: builtins.bool | None = None) -> Any:
    """Convert obj to an array: a number, a nested sequence, a buffer, a NumPy array or an object that supports DLPack.  An Array is returned unchanged.  Memory of other libraries is copied, so that later writes to it do not affect queued operations; with copy=False it is shared, and ValueError is raised if that is impossible."""
def backward(heads: Any, head_grads: Any = None, retain_graph: Any = False, create_graph: Any = False) -> Any:
    """Compute the gradients of all heads in one pass and store them in the arrays with an attached gradient.  Does not block."""
def become(*args: Any, **kwargs: Any) -> Any: ...
bfloat16: DType
bool: DType
def cancel_all(*args: Any, **kwargs: Any) -> Any: ...
def checkpoint(*args: Any, **kwargs: Any) -> Any: ...
def clear_failures(*args: Any, **kwargs: Any) -> Any: ...
def clip_grad(*args: Any, **kwargs: Any) -> Any: ...
complex128: DType
complex64: DType
def cpu(index: Any = 0, /) -> Device:
    """Return a CPU device."""
def dataset_arrays(*args: Any, **kwargs: Any) -> Any: ...
def dataset_concat(*args: Any, **kwargs: Any) -> Any: ...
def dataset_csv(*args: Any, **kwargs: Any) -> Any: ...
def dataset_folder(*args: Any, **kwargs: Any) -> Any: ...
def dataset_mnist(*args: Any, **kwargs: Any) -> Any: ...
def describe() -> Any:
    """Return a list of dictionaries that describe each operator: name, summary, notes, inputs, outputs, flags, aliases, attrs."""
def describe_blocks() -> Any:
    """Return a list of dictionaries that describe each kind of block: name, summary, notes, inputs, outputs, aliases, flags, attrs."""
def describe_optimizers(*args: Any, **kwargs: Any) -> Any: ...
def failures(*args: Any, **kwargs: Any) -> Any: ...
float16: DType
float32: DType
float64: DType
def from_bytes(buffer: Any, dtype: DTypeLike, shape: int | Sequence[int], *, order: Any = 'C', copy: builtins.bool | None = True) -> Any:
    """Create an array from the bytes of a buffer; with copy=False the array shares the buffer's memory."""
def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: builtins.bool | None = None) -> Any:
    """Create an array that shares the memory of another library's array.  The memory is copied only if necessary, or with copy=True.  Writes to shared memory through Weir are complete when their call returns; the other library must not write to it while queued operations read it."""
def from_pickle(*args: Any, **kwargs: Any) -> Any: ...
def get_default_device() -> Device:
    """Return the device of arrays created without one."""
def get_default_dtype() -> DType:
    """Return the dtype of floating-point arrays created without one."""
def grad(*args: Any, **kwargs: Any) -> Any: ...
def grad_refuse(*args: Any, **kwargs: Any) -> Any: ...
def holders(*args: Any, **kwargs: Any) -> Any: ...
def identity(*args: Any, **kwargs: Any) -> Any: ...
def idx_read(*args: Any, **kwargs: Any) -> Any: ...
def init_fill(*args: Any, **kwargs: Any) -> Any: ...
int16: DType
int32: DType
int64: DType
int8: DType
def interrupt(*args: Any, **kwargs: Any) -> Any: ...
def is_parameter(*args: Any, **kwargs: Any) -> Any: ...
def is_recording() -> Any:
    """Return True if operations are recorded for gradients."""
def is_training() -> Any:
    """Return True if layers run in training mode."""
def known_objects(*args: Any, **kwargs: Any) -> Any: ...
def load_safetensors(*args: Any, **kwargs: Any) -> Any: ...
def lr(*args: Any, **kwargs: Any) -> Any: ...
def lr_multistep(*args: Any, **kwargs: Any) -> Any: ...
def lr_plateau(*args: Any, **kwargs: Any) -> Any: ...
def memory(*args: Any, **kwargs: Any) -> Any: ...
def module_label(*args: Any, **kwargs: Any) -> Any: ...
def module_path_of(*args: Any, **kwargs: Any) -> Any: ...
def op(name: Any, /) -> Any:
    """Return the callable of an operator."""
ops: dict[Any, Any]
def parameter(*args: Any, **kwargs: Any) -> Any: ...
def parse_block(text: Any, /) -> Any:
    """Create a block from its textual form."""
def picture_read(*args: Any, **kwargs: Any) -> Any: ...
def promote(a: Any, b: Any, /) -> DType:
    """Return the dtype that results from promoting the two dtypes."""
def random_crop(*args: Any, **kwargs: Any) -> Any: ...
def random_flip(*args: Any, **kwargs: Any) -> Any: ...
def random_place(*args: Any, **kwargs: Any) -> Any: ...
def record_function(*args: Any, **kwargs: Any) -> Any: ...
def run_in(*args: Any, **kwargs: Any) -> Any: ...
def save_safetensors(*args: Any, **kwargs: Any) -> Any: ...
def saved_array(*args: Any, **kwargs: Any) -> Any: ...
def seed(value: Any, /) -> None:
    """Seed the random number generator."""
def set_default_device(device: DeviceLike, /) -> Device:
    """Set the device of arrays created without one, in this context (thread, task); returns the previous one."""
def set_default_dtype(dtype: DTypeLike, /) -> DType:
    """Set the dtype of floating-point arrays created without one, in this context (thread, task); returns the previous one."""
def set_engine(*args: Any, **kwargs: Any) -> Any: ...
def set_first_modes(on: Any, /) -> Any:
    """Set whether contexts that have set no mode, such as those of new threads, record and train."""
def set_home(*args: Any, **kwargs: Any) -> None: ...
def set_labeller(*args: Any, **kwargs: Any) -> Any: ...
def set_on_progress(*args: Any, **kwargs: Any) -> Any: ...
def set_on_wait(*args: Any, **kwargs: Any) -> Any: ...
def set_recording(on: Any, /) -> Any:
    """Turn recording of operations for gradients on or off in this context (thread, task); returns the previous state."""
def set_training(on: Any, /) -> Any:
    """Set training mode (True) or prediction mode in this context (thread, task); returns the previous state."""
def set_value_error(*args: Any, **kwargs: Any) -> Any: ...
def set_words(*args: Any, **kwargs: Any) -> Any: ...
def share(*args: Any, **kwargs: Any) -> Any: ...
def shares_storage(a: Any, b: Any, /) -> builtins.bool:
    """Return True if both arrays are views of the same storage."""
def show(*args: Any, **kwargs: Any) -> Any: ...
def stats(*args: Any, **kwargs: Any) -> Any: ...
def trace_start(*args: Any, **kwargs: Any) -> Any: ...
def trace_stop(*args: Any, **kwargs: Any) -> Any: ...
def trim(*args: Any, **kwargs: Any) -> Any: ...
uint16: DType
uint32: DType
uint64: DType
uint8: DType
def values_to_save(*args: Any, **kwargs: Any) -> Any: ...
def version() -> str:
    """Return the version of the library."""
def waitall(timeout: float | None = None) -> None:
    """Block until all operations issued so far are complete.  Raises the first error that has not been reported, with the number of further errors; all of them count as reported then.  weir.failures() lists them."""
def waits(*args: Any, **kwargs: Any) -> Any: ...
def waits_clear(*args: Any, **kwargs: Any) -> Any: ...
def watch(*args: Any, **kwargs: Any) -> Any: ...
def window_new(*args: Any, **kwargs: Any) -> Any: ...
def window_next(*args: Any, **kwargs: Any) -> Any: ...
def within(*args: Any, **kwargs: Any) -> Any: ...

ArrayLike: TypeAlias = Any
DTypeLike: TypeAlias = DType | str | type | None
DeviceLike: TypeAlias = Device | str | None
