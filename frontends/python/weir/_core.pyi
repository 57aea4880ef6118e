"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, final

class Array:
    """An array whose values are computed while the program goes on.  Looking at them waits."""
    @property
    def T(self) -> Array:
        """With the dimensions in reverse order, as a view."""
    def __abs__(self, /) -> Array:
        """abs(self)"""
    def __add__(self, value: Any, /) -> Array:
        """Return self+value."""
    def __and__(self, value: Any, /) -> Array:
        """Return self&value."""
    def __array__(self, /, dtype: DTypeLike = None, copy: builtins.bool | None = None) -> Any:
        """What NumPy calls to make an array of this one."""
    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        """Return the module `weir`, the namespace of the array API standard."""
    __array_priority__: Any
    __array_ufunc__: Any
    def __await__(self) -> collections.abc.Generator[Any, None, Array]:
        """`await a` returns `a` when the writes issued so far are complete, and raises AsyncError if they failed."""
    def __bool__(self, /) -> builtins.bool:
        """True if self else False"""
    def __complex__(self, /) -> complex:
        """The one element as a complex."""
    def __contains__(self, value: Any) -> builtins.bool:
        """Return True if an element equals the value.  Blocks until the result is known."""
    def __copy__(self, *args: Any, **kwargs: Any) -> Array: ...
    def __deepcopy__(self, *args: Any, **kwargs: Any) -> Array: ...
    def __delitem__(self, key: Any, /) -> None:
        """Delete self[key]."""
    def __divmod__(self, other: Any) -> tuple[Array, Array]: ...
    def __dlpack__(self, /, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: builtins.bool | None = None) -> Any:
        """Wait, and hand the memory out as a DLPack capsule.  Until its taker lets go, writes to the array finish before their call returns.  Work queued before has read it; whoever writes the tensor while work issued later reads the array has to wait for that work first, or export with copy=True."""
    def __dlpack_device__(self, /) -> tuple[int, int]:
        """Device type and index for DLPack: (1, 0), the CPU."""
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
        """Test whether all elements over the axes are true (nonzero).  More of it at weir.all."""
    def any(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Test whether any element over the axes is true (nonzero).  More of it at weir.any."""
    def argmax(self, axis: int | Sequence[int] | None = None, out: Array | None = None, *, keepdims: builtins.bool = False) -> Array:
        """Index of the largest element along an axis: the first of equal elements, or the first NaN.  More of it at weir.argmax."""
    def argmin(self, axis: int | Sequence[int] | None = None, out: Array | None = None, *, keepdims: builtins.bool = False) -> Array:
        """Index of the smallest element along an axis: the first of equal elements, or the first NaN.  More of it at weir.argmin."""
    def argsort(self, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
        """Indices that sort along an axis."""
    def asnumpy(self, /, copy: builtins.bool | None = None) -> Any:
        """Wait, and give the values as a NumPy array.  It shows the array's own memory, read-only: later writes are seen, and each finishes before its call returns as long as the NumPy array lives.  With copy=True it is a copy that may be written."""
    def astype(self, dtype: DTypeLike, copy: builtins.bool | None = True) -> Array:
        """Convert the elements to another dtype."""
    def attach_grad(self, /, mode: Any = 'step') -> Array:
        """Say that the gradient of this array is wanted: backward leaves it in x.grad.  'step': gradients add up until the array is written, by an optimiser's step or otherwise; the next one replaces them.  'add': they add up until x.grad = None or zero_grad.  'write': each replaces the last one.  'null': none is wanted.  Returns the array."""
    def backward(self, /, grad: Any = None, *, retain_graph: Any = False, create_graph: Any = False) -> Array:
        """Issue the gradient of this array (its sum, or its product with `grad`) for every array it was computed from that has a gradient attached.  Returns at once."""
    def cancel(self, /) -> None:
        """Drop the operations issued so far that would write this array and have not started.  Looking at it then raises AsyncError."""
    def choose(self, choices: Any) -> Array:
        """Select each element from one of several arrays; `a` holds the index of the array."""
    def clear_error(self, /) -> None:
        """Forget the failure of this array.  If the operation that should have written it did not run, the old values are back."""
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
        """Products so far, along an axis or of all in order."""
    def cumsum(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
        """Sums so far, along an axis or of all elements in order."""
    def detach(self, /) -> Array:
        """The same values as another handle, from which gradients do not flow back."""
    @property
    def device(self) -> Device:
        """Where the array lives."""
    def diagonal(self, /, offset: int = 0, axis1: int = -2, axis2: int = -1, *, out: Array | None = None) -> Array:
        """A diagonal of matrices; returns a view."""
    def dot(self, b: Any, out: Array | None = None) -> Array:
        """Compute the dot product of vectors and matrices."""
    @property
    def dtype(self) -> DType:
        """The type of the elements."""
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
        """Has it a gradient attached, or was it computed from such an array while recording?"""
    @property
    def grad(self) -> Any:
        """The gradient that backward left here, or None."""
    @property
    def grad_mode(self) -> Any:
        """'step', 'write', 'add' or 'null': what attach_grad said."""
    @property
    def imag(self) -> Array:
        """The imaginary part of the array."""
    @property
    def is_contiguous(self) -> builtins.bool:
        """Row-major without gaps?"""
    def item(self, /, *index: Any) -> Any:
        """Wait, and give one element as a Python number: the only one, or that at a flat index or at one index for each dimension."""
    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
    def log(self, /, *, out: Array | None = None) -> Array:
        """Natural logarithm of each element."""
    @property
    def mT(self) -> Array:
        """With the last two dimensions exchanged, as a view."""
    def max(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Maximum over axes; NaN if any element is NaN.  More of it at weir.max."""
    def mean(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Compute the mean along axes, or of all elements."""
    def min(self, axis: int | Sequence[int] | None = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Minimum over axes; NaN if any element is NaN.  More of it at weir.min."""
    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
    @property
    def ndim(self) -> int:
        """The number of dimensions."""
    def nonzero(self, /) -> tuple[Array, ...]:
        """Indices of the nonzero elements: one array for each axis."""
    def numpy(self, /, copy: builtins.bool | None = None) -> Any:
        """Wait, and give the values as a NumPy array.  It shows the array's own memory, read-only: later writes are seen, and each finishes before its call returns as long as the NumPy array lives.  With copy=True it is a copy that may be written."""
    def on_ready(self, f: Any, /) -> None:
        """Call f(array) once the writes issued so far are done, also if they failed.  f runs on the one thread that all callbacks share, in no promised order; what it raises goes to sys.unraisablehook.  At exit, callbacks that are asked for are called first."""
    def prod(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Product over axes.  More of it at weir.prod."""
    def ptp(self, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
        """Return the range of values, maximum minus minimum ("peak to peak")."""
    def put(self, indices: Any, values: Any) -> None:
        """Write values at indices of the flattened array."""
    def ravel(self, order: Any = 'C') -> Array:
        """Flatten the array to one dimension; return a view if possible."""
    @property
    def ready(self) -> builtins.bool:
        """Has everything that was to write it been done?  Does not wait."""
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
        """Lengths of the dimensions, a tuple."""
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
        """The standard deviation along axes, or of all elements."""
    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next along each dimension."""
    def sum(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
        """Sum over axes.  More of it at weir.sum."""
    def swapaxes(self, /, axis1: int = 0, axis2: int = 1, *, out: Array | None = None) -> Array:
        """Exchange two axes; returns a view."""
    def take(self, indices: Any, axis: int | Sequence[int] | None = None) -> Array:
        """Take the elements at the given indices along an axis, or of the flattened array."""
    def tanh(self, /, *, out: Array | None = None) -> Array:
        """Hyperbolic tangent."""
    def to_device(self, device: DeviceLike, /, *, stream: Any = None) -> Array:
        """Copy the array to a device; return the array itself if it is there already."""
    def tobytes(self, /) -> bytes:
        """Wait, and give the values as bytes, row-major."""
    def tolist(self, /) -> Any:
        """Wait, and give the values as nested lists of Python numbers."""
    def trace(self, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Array:
        """Return the sum along a diagonal."""
    def transpose(self, *axes: Any) -> Array:
        """Permute the axes; reverse them if no order is given.  Returns a view."""
    def var(self, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
        """The variance along axes, or of all elements."""
    def view(self, dtype: DTypeLike = None) -> Array:
        """Return a view of the array.  With a dtype, reinterpret its bytes as that dtype; this makes a copy."""
    def wait(self, /, timeout: float | None = None) -> Array:
        """Wait until the values are there; returns the array.  TimeoutError after `timeout` seconds."""
    def wait_to_read(self, /) -> None:
        """Wait until the values are there."""
class AsyncError(RuntimeError):
    """An operation failed after its call had returned.  `operation`, `line` and `status` say which, where it was issued, and how; `stack` has the calls that led there, outermost first, as (file, line, function), and `module` the path of the module it was issued in, or None."""
class AxisError(ValueError, IndexError):
    """An axis that the array has not."""
@final
class Block:
    """A block of the library: a layer, a loss, or blocks put together."""
    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call self as a function."""
    def add(self, name: Any, child: Any, /) -> Any:
        """Put a block into this one."""
    def adopt(self, name: Any, array: Any, /) -> Any:
        """Make it this very array."""
    @property
    def attrs(self) -> Any:
        """Its attributes, a dictionary."""
    def cast(self, dtype: DTypeLike, /) -> Any:
        """Parameters of another float dtype."""
    def children(self, /) -> Any:
        """(name, block) of all in it."""
    def clear(self, /) -> Any:
        """Take failures off parameters and buffers, and let gradients go."""
    def entries(self, /) -> Any:
        """(name, array or None, trained, tied) of all parameters and buffers."""
    def get(self, name: Any, /) -> Any:
        """The parameter or buffer of that name."""
    @property
    def identity(self) -> Any:
        """A number that no other living block has."""
    def initialise(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def kind(self) -> str:
        """The name of its kind."""
    def own(self, name: Any, default: Any, /) -> Any:
        """The array of its own parameter or buffer of that name, or the default."""
    def set(self, name: Any, values: Any, /) -> Any:
        """Copy values into it."""
    def set_compute(self, dtype: DTypeLike, /) -> Any:
        """The dtype of products; None: as they come."""
    def set_grad(self, *args: Any, **kwargs: Any) -> Any: ...
    def text(self, /) -> Any:
        """What weir_block_parse takes."""
    def tie(self, name: Any, other: Any, /) -> Any:
        """One array for two names of parameters."""
    def zero_grad(self, /) -> Any:
        """Forget all gradients."""
DEVICE_INDEX_MAX: int
@final
class DType:
    """The type of an array's elements."""
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
        """Bytes of an element."""
    @property
    def kind(self) -> str:
        """One of b, i, u, f, c."""
    @property
    def name(self) -> str:
        """The name, "float32"."""
@final
class Dataset:
    """A dataset of the library."""
    def __len__(self, /) -> int:
        """Return len(self)."""
    def array(self, field: Any, /) -> Any:
        """The whole of a field, or None."""
    @property
    def classes(self) -> Any:
        """Names of labels, if they have any."""
    @property
    def fields(self) -> Any:
        """Names of what a sample consists of."""
    def subset(self, indices: Any, /) -> Any:
        """The dataset of these samples."""
    def take(self, indices: Any, /) -> Any:
        """The samples with these numbers: a tuple of arrays."""
@final
class Device:
    """Where an array lives."""
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
        """Which of its kind."""
    @property
    def type(self) -> str:
        """"cpu"."""
@final
class Loader:
    """A loader of the library."""
    def __len__(self, /) -> int:
        """Return len(self)."""
    def next(self, /) -> Any:
        """The next batch, or None when the epoch is over."""
    def start(self, *args: Any, **kwargs: Any) -> Any:
        """start(epoch, skip=0): begin this epoch."""
@final
class Mapping:
    """Shared memory, for as long as somebody looks at it."""
@final
class Metric:
    """Running sums that stay where arrays are: only a look at the value waits."""
    def __repr__(self, /) -> str:
        """Return repr(self)."""
    @property
    def array(self) -> Any:
        """The confusion matrix, or sum and count, as an array."""
    def reset(self, /) -> Any:
        """Start anew."""
    def update(self, x: Any, target: Any = None, /) -> Any:
        """Take a batch into account.  Waits for nothing; returns the metric."""
    def value(self, /) -> Any:
        """What it is so far, as a float; nan if there was no batch.  Waits."""
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
        """The operator's block: name, summary, inputs, attributes ..."""
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
    """A sequence of random numbers of its own."""
    def __reduce__(self, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def calls(self) -> Any:
        """Operations that took from it."""
    def draw(self, *args: Any, **kwargs: Any) -> Any:
        """Call a random operator with numbers of this stream."""
    @property
    def seed(self) -> None:
        """What it was started with."""
class WaitError(RuntimeError):
    """A wait where weir.waits('raise') allows none."""
def address(*args: Any, **kwargs: Any) -> Any: ...
def array_kind(name: Any, base: Any, /) -> Any:
    """A class derived from Array, for arrays with other methods: what is computed from such arrays is of their kind."""
def as_dtype(x: Any, /) -> DType:
    """The dtype that a name, a type or another library's dtype stands for."""
def asarray(obj: Any, /, *, dtype: DTypeLike = None, device: DeviceLike = None, copy: builtins.bool | None = None) -> Any:
    """An array of whatever can be made one: numbers, nested sequences, buffers, NumPy arrays, DLPack.  An Array is given back as it is.  Other libraries' memory is copied, so that writing it later does not disturb queued work; with copy=False it is shared, or ValueError raised."""
def backward(heads: Any, head_grads: Any = None, retain_graph: Any = False, create_graph: Any = False) -> Any:
    """Issue the gradients of all heads together; they are left with the arrays that have a gradient attached.  Returns at once."""
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
    """A CPU device."""
def dataset_arrays(*args: Any, **kwargs: Any) -> Any: ...
def dataset_concat(*args: Any, **kwargs: Any) -> Any: ...
def dataset_csv(*args: Any, **kwargs: Any) -> Any: ...
def dataset_folder(*args: Any, **kwargs: Any) -> Any: ...
def dataset_mnist(*args: Any, **kwargs: Any) -> Any: ...
def describe() -> Any:
    """Every operator: name, summary, notes, inputs, outputs, flags, aliases, attrs."""
def describe_blocks() -> Any:
    """Every kind of block: name, summary, notes, inputs, outputs, aliases, flags, attrs."""
def describe_optimizers(*args: Any, **kwargs: Any) -> Any: ...
def failures(*args: Any, **kwargs: Any) -> Any: ...
float16: DType
float32: DType
float64: DType
def from_bytes(buffer: Any, dtype: DTypeLike, shape: int | Sequence[int], *, order: Any = 'C', copy: builtins.bool | None = True) -> Any:
    """An array of the bytes that a buffer holds, or with copy=False over them."""
def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: builtins.bool | None = None) -> Any:
    """An array over the memory of another library's array, which is not copied unless it has to be (or copy=True says so).  It stays theirs: what is written here is there when the call returns; do not write it there while queued work reads it here."""
def from_pickle(*args: Any, **kwargs: Any) -> Any: ...
def get_default_device() -> Device:
    """The device of arrays that are given none."""
def get_default_dtype() -> DType:
    """The dtype of floats that are given none."""
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
    """Are operations recorded for gradients?"""
def is_training() -> Any:
    """Do layers train, rather than predict?"""
def known_objects(*args: Any, **kwargs: Any) -> Any: ...
def load_safetensors(*args: Any, **kwargs: Any) -> Any: ...
def lr(*args: Any, **kwargs: Any) -> Any: ...
def lr_multistep(*args: Any, **kwargs: Any) -> Any: ...
def lr_plateau(*args: Any, **kwargs: Any) -> Any: ...
def memory(*args: Any, **kwargs: Any) -> Any: ...
def op(name: Any, /) -> Any:
    """The callable of an operator."""
ops: dict[Any, Any]
def parameter(*args: Any, **kwargs: Any) -> Any: ...
def parse_block(text: Any, /) -> Any:
    """A block from its text."""
def part_new(*args: Any, **kwargs: Any) -> Any: ...
def part_of(*args: Any, **kwargs: Any) -> Any: ...
def picture_read(*args: Any, **kwargs: Any) -> Any: ...
def promote(a: Any, b: Any, /) -> DType:
    """The dtype that both compute in."""
def random_crop(*args: Any, **kwargs: Any) -> Any: ...
def random_flip(*args: Any, **kwargs: Any) -> Any: ...
def random_place(*args: Any, **kwargs: Any) -> Any: ...
def record_function(*args: Any, **kwargs: Any) -> Any: ...
def run_in(*args: Any, **kwargs: Any) -> Any: ...
def save_safetensors(*args: Any, **kwargs: Any) -> Any: ...
def saved_array(*args: Any, **kwargs: Any) -> Any: ...
def seed(value: Any, /) -> None:
    """Start the random numbers anew."""
def set_default_device(device: DeviceLike, /) -> Device:
    """The device of arrays that are given none, from now on in this context (thread, task); returns the last one."""
def set_default_dtype(dtype: DTypeLike, /) -> DType:
    """The dtype of floats that are given none, from now on in this context (thread, task); returns the last one."""
def set_engine(*args: Any, **kwargs: Any) -> Any: ...
def set_first_modes(on: Any, /) -> Any:
    """Contexts that set no mode, as those of new threads, record and train (True), or do not."""
def set_home(*args: Any, **kwargs: Any) -> None: ...
def set_labeller(*args: Any, **kwargs: Any) -> Any: ...
def set_on_progress(*args: Any, **kwargs: Any) -> Any: ...
def set_on_wait(*args: Any, **kwargs: Any) -> Any: ...
def set_recording(on: Any, /) -> Any:
    """Record operations for gradients, or no longer, from now on in this context (thread, task); returns what was."""
def set_remedies(*args: Any, **kwargs: Any) -> Any: ...
def set_training(on: Any, /) -> Any:
    """Layers train (True) or predict, from now on in this context (thread, task); returns what was."""
def set_value_error(*args: Any, **kwargs: Any) -> Any: ...
def share(*args: Any, **kwargs: Any) -> Any: ...
def shares_storage(a: Any, b: Any, /) -> builtins.bool:
    """Are both views of one storage?"""
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
    """The version of the library."""
def waitall(timeout: float | None = None) -> None:
    """Wait until everything issued so far is done; raises the first failure that has not been reported, and says how many more there are.  All of them count as reported then; weir.failures() lists them."""
def waits(*args: Any, **kwargs: Any) -> Any: ...
def waits_clear(*args: Any, **kwargs: Any) -> Any: ...
def watch(*args: Any, **kwargs: Any) -> Any: ...
def window_new(*args: Any, **kwargs: Any) -> Any: ...
def window_next(*args: Any, **kwargs: Any) -> Any: ...
def within(*args: Any, **kwargs: Any) -> Any: ...

ArrayLike: TypeAlias = Any
DTypeLike: TypeAlias = DType | str | type | None
DeviceLike: TypeAlias = Device | str | None
