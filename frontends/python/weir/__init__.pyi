"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import ArrayLike, DTypeLike, DeviceLike

from weir._core import Array as Array
from weir._core import AsyncError as AsyncError
from weir._core import AxisError as AxisError
from weir._core import DType as DType
from weir._core import Device as Device
from weir._async import Failure as Failure
from weir._async import Failures as Failures
from weir._core import WaitError as WaitError
from weir._async import WaitWarning as WaitWarning
def abs(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Absolute value; for complex numbers, the magnitude."""
def absolute(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Absolute value; for complex numbers, the magnitude."""
def acos(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse cosine, in radians."""
def acosh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic cosine."""
def adadelta_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, rho: float = 0.9, eps: float = 1e-06) -> None:
    """One step of Adadelta for many parameters, in place."""
def adagrad_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, lr_decay: float = 0.0, eps: float = 1e-10) -> None:
    """One step of Adagrad for many parameters, in place."""
def adam_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-08, decoupled: builtins.bool = False, amsgrad: builtins.bool = False) -> None:
    """One step of Adam or AdamW (adaptive moment estimation) for many parameters, in place."""
def adaptive_avg_pool(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Average pooling to a given output size."""
def adaptive_avg_pool1d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Average pooling to a given output size."""
def adaptive_avg_pool2d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Average pooling to a given output size."""
def adaptive_avg_pool3d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Average pooling to a given output size."""
def adaptive_avg_pool_grad(dy: ArrayLike, /, size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The gradient of adaptive_avg_pool with respect to x, given the gradient of its result."""
def adaptive_max_pool(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Max pooling to a given output size."""
def adaptive_max_pool1d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Max pooling to a given output size."""
def adaptive_max_pool2d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Max pooling to a given output size."""
def adaptive_max_pool3d(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Max pooling to a given output size."""
def adaptive_max_pool_grad(x: ArrayLike, dy: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The gradient of adaptive_max_pool with respect to x, given the gradient of its result."""
def adaptive_max_pool_indices(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The indices of the maxima of adaptive_max_pool, flattened over the spatial axes."""
def add(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise sum."""
def affine_grid(theta: ArrayLike, /, size: int | Sequence[int], align_corners: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Sampling grids for grid_sample from affine matrices."""
def after(x: ArrayLike, arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array:
    """The values of x, once the other arrays are ready; fails if one of them failed."""
def all(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Test whether all elements over the axes are true (nonzero)."""
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> builtins.bool:
    """Return True if all elements are close (see isclose).  Blocks until the result is known."""
def amax(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Maximum over axes; NaN if any element is NaN."""
def amin(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Minimum over axes; NaN if any element is NaN."""
def angle(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of a complex number in radians; 0 or pi for real numbers."""
def any(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Test whether any element over the axes is true (nonzero)."""
def append(arr: Any, values: Any, axis: int | Sequence[int] | None = None) -> Array:
    """Append values to the end of an array."""
def apply_along_axis(func1d: Any, axis: int | Sequence[int] | None, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """Apply func1d to each vector along an axis."""
def arange(start: Any, /, stop: Any = None, step: Any = 1, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """Return evenly spaced numbers from start to stop (exclusive).  Without stop: from 0 to start."""
def arccos(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse cosine, in radians."""
def arccosh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic cosine."""
def arcsin(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse sine, in radians."""
def arcsinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine."""
def arctan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse tangent, in radians."""
def arctan2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of the point (x2, x1) in radians, from -pi to pi."""
def arctanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent."""
def argmax(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the largest element along an axis: the first of equal elements, or the first NaN."""
def argmin(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the smallest element along an axis: the first of equal elements, or the first NaN."""
def argpartition(a: Any, kth: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """Return the indices that would partition an axis: the kth entry at its sorted position, smaller ones before it."""
def argsort(x: ArrayLike, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Indices that sort along an axis."""
def argwhere(a: Any) -> Array:
    """Return the indices of nonzero elements, one row per element.  Blocks until they are known."""
def around(a: Any, decimals: Any = 0, out: Array | None = None) -> Array:
    """Round to the given number of decimals; halves round to even."""
def array(object: Any, dtype: DTypeLike = None, *, copy: builtins.bool | None = True, ndmin: Any = 0, device: DeviceLike = None) -> Array:
    """Create an array from numbers, nested sequences or other arrays."""
def array2string(x: Any, separator: Any = ' ', prefix: Any = '', suffix: Any = '', *, form: Any = None) -> str:
    """Format the values as text; form(values), if given, returns the function that formats one of them."""
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> builtins.bool:
    """Return True if the arrays have the same shape and elements.  Blocks until the result is known."""
def array_equiv(a1: Any, a2: Any) -> builtins.bool:
    """Return True if the arrays are equal after broadcasting.  Blocks until the result is known."""
def array_repr(x: Any) -> str:
    """Return repr(x), for example array([1., 2.]).  The dtype is shown unless it is a default."""
def array_split(ary: Any, indices_or_sections: Any, axis: int | Sequence[int] | None = 0) -> list[Array]:
    """Split an array as split does, into parts whose lengths may differ by one."""
def array_str(x: Any) -> str:
    """Return str(x), for example [1. 2.]."""
def asanyarray(a: Any, dtype: DTypeLike = None) -> Array:
    """Convert to an array; the same as asarray."""
def asarray(obj: Any, /, *, dtype: DTypeLike = None, device: DeviceLike = None, copy: builtins.bool | None = None) -> Array:
    """An array of whatever can be made one: numbers, nested sequences, buffers, NumPy arrays, DLPack.  An Array is given back as it is.  Other libraries' memory is copied, so that writing it later does not disturb queued work; with copy=False it is shared, or ValueError raised."""
def ascontiguousarray(a: Any, dtype: DTypeLike = None) -> Array:
    """Return a contiguous (row-major) array; copy only if it is not contiguous already."""
def asin(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse sine, in radians."""
def asinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine."""
def astype(x: Any, dtype: DTypeLike, /, *, copy: builtins.bool | None = True, device: DeviceLike = None) -> Array:
    """Convert x to another dtype.  With copy=False, return x itself if no conversion is needed."""
def atan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse tangent, in radians."""
def atan2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of the point (x2, x1) in radians, from -pi to pi."""
def atanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent."""
def atleast_1d(*arys: Any) -> Any:
    """Convert the inputs to arrays with at least one dimension."""
def atleast_2d(*arys: Any) -> Any:
    """Convert the inputs to arrays with at least two dimensions."""
def atleast_3d(*arys: Any) -> Any:
    """Convert the inputs to arrays with at least three dimensions."""
from weir import autograd as autograd
def average(a: Any, axis: int | Sequence[int] | None = None, weights: Any = None, keepdims: builtins.bool = False) -> Array:
    """Compute the mean, weighted if weights are given."""
def avg_pool(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Average pooling over one, two or three spatial axes."""
def avg_pool1d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Average pooling over one, two or three spatial axes."""
def avg_pool2d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Average pooling over one, two or three spatial axes."""
def avg_pool3d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Average pooling over one, two or three spatial axes."""
def avg_pool_grad(dy: ArrayLike, /, size: int | Sequence[int], kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """The gradient of avg_pool with respect to x, given the gradient of its result."""
def batch_norm(x: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """Batch normalisation: normalise each channel over the batch and the spatial axes."""
def batch_norm_backward(x: ArrayLike, dy: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of batch_norm with respect to x, weight and bias, given the gradient dy of y."""
def batch_norm_inference(x: ArrayLike, mean: ArrayLike, variance: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Batch normalisation with a given mean and variance."""
bfloat16: DType
def bilinear(x1: ArrayLike, x2: ArrayLike, weight: ArrayLike, /, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The bilinear transformation x1^T W x2 + b, for each W of the weight."""
def binary_cross_entropy(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The binary cross entropy between probabilities x and the target."""
def binary_cross_entropy_with_logits(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The binary cross entropy between sigmoid(x) and the target."""
def bincount(x: Any, weights: Any = None, minlength: Any = 0) -> Array:
    """Count the occurrences of 0, 1, 2, ... in x, or sum the weights for each."""
def bincount_sized(x: ArrayLike, /, size: int = 0, weights: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x."""
def bitwise_and(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise AND."""
def bitwise_invert(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise NOT; logical NOT for bools."""
def bitwise_left_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 left by x2."""
def bitwise_not(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise NOT; logical NOT for bools."""
def bitwise_or(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise OR."""
def bitwise_right_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 right by x2, preserving the sign."""
def bitwise_xor(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise exclusive OR."""
def blackman(M: Any) -> Array:
    """Return the Blackman window of M entries; it falls to zero at both ends, flatter than the Hann window."""
def block(arrays: Any) -> Any:
    """Assemble an array from nested lists of blocks: the innermost lists are joined along the last axis, the next along the axis before it."""
bool: DType
bool_: DType
def broadcast_arrays(*arrays: Any) -> list[Array]:
    """Broadcast arrays to a common shape; return views."""
def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """Return the shape that arrays of these shapes broadcast to."""
def broadcast_to(x: ArrayLike, /, shape: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Broadcast x to a shape; returns a view."""
from weir._numpy import _Columns
c_: _Columns
def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Return True if one dtype, or an array's, can be cast to another by type promotion."""
def cancel_all() -> None:
    """Cancel all queued operations of all threads that have not started."""
def cat(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def cdist(x1: ArrayLike, x2: ArrayLike, /, p: float = 2.0, *, out: Array | None = None) -> Array:
    """The p-norm distances between each pair of vectors of x1 and x2."""
def ceil(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round up to the nearest integer."""
def celu(x: ArrayLike, /, alpha: float = 1.0, *, out: Array | None = None) -> Array:
    """Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere."""
def channel_shuffle(x: ArrayLike, /, groups: int | None = None, *, out: Array | None = None) -> Array:
    """Interleave the channels of the groups (ShuffleNet)."""
from weir import chapter as chapter
def check_finite(x: ArrayLike, /, after: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The values of x unchanged; the operation fails if one of them is NaN or infinite."""
def choose(a: Any, choices: Any) -> Array:
    """Select each element from one of several arrays; `a` holds the index of the array."""
def clamp(x: ArrayLike, /, min: ArrayLike | None = None, max: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min to max."""
def clear_errors() -> None:
    """Clear the failures that weir.waitall() would raise.  Arrays keep their errors; see Array.clear_error."""
def clip(x: ArrayLike, /, min: ArrayLike | None = None, max: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min to max."""
def clone(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Copy x to new storage."""
def col2im(y: ArrayLike, /, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sum columns of patches into images (col2im), the adjoint of unfold."""
def column_stack(tup: Any) -> Array:
    """Stack vectors as the columns of a matrix."""
complex128: DType
complex64: DType
def compress(condition: Any, a: Any, axis: int | Sequence[int] | None = None) -> Array:
    """Return the slices where the condition holds.  Blocks, because the result's shape depends on values."""
def concat(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def concatenate(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def conj(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Complex conjugate."""
def conjugate(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Complex conjugate."""
def conv(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolve over one, two or three spatial axes: x is (batch, in_channels, *spatial), the weight (out_channels, in_channels / groups, *kernel)."""
def conv1d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolve over one, two or three spatial axes: x is (batch, in_channels, *spatial), the weight (out_channels, in_channels / groups, *kernel)."""
def conv2d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolve over one, two or three spatial axes: x is (batch, in_channels, *spatial), the weight (out_channels, in_channels / groups, *kernel)."""
def conv3d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolve over one, two or three spatial axes: x is (batch, in_channels, *spatial), the weight (out_channels, in_channels / groups, *kernel)."""
def conv_input_grad(dy: ArrayLike, weight: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to x, given the gradient of its result."""
def conv_transpose(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """Transposed convolution, the gradient of a convolution with respect to its input: x is (batch, in_channels, *spatial), the weight (in_channels, out_channels / groups, *kernel)."""
def conv_transpose1d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """Transposed convolution, the gradient of a convolution with respect to its input: x is (batch, in_channels, *spatial), the weight (in_channels, out_channels / groups, *kernel)."""
def conv_transpose2d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """Transposed convolution, the gradient of a convolution with respect to its input: x is (batch, in_channels, *spatial), the weight (in_channels, out_channels / groups, *kernel)."""
def conv_transpose3d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """Transposed convolution, the gradient of a convolution with respect to its input: x is (batch, in_channels, *spatial), the weight (in_channels, out_channels / groups, *kernel)."""
def conv_weight_grad(x: ArrayLike, dy: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to its weight, given the gradient of its result."""
def convolve(a: Any, v: Any, mode: Any = 'full') -> Array:
    """Compute the discrete convolution of two vectors."""
def copy(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Copy x to new storage."""
def copysign(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Magnitude of x1 with the sign of x2."""
def copyto(dst: Any, src: Any) -> Array:
    """Copy one array into another, with broadcasting."""
def corrcoef(x: Any, y: Any = None, rowvar: Any = True) -> Array:
    """Compute the correlation matrix of variables given as rows (or columns, with rowvar=False)."""
def cos(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Cosine of each element, in radians."""
def cosh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hyperbolic cosine."""
def cosine_embedding_loss(x1: ArrayLike, x2: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', margin: float = 0.0, *, out: Array | None = None) -> Array:
    """The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1."""
def cosine_similarity(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, eps: float = 1e-08, *, out: Array | None = None) -> Array:
    """The cosine similarity of vectors along an axis."""
def count_nonzero(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Number of nonzero elements over axes."""
def cov(m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: Any = None) -> Array:
    """Compute the covariance matrix of variables given as rows (or columns, with rowvar=False)."""
def cpu(index: Any = 0, /) -> Device:
    """A CPU device."""
def cross(a: Any, b: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """Compute the cross product of three-dimensional vectors."""
def cross_entropy(x: ArrayLike, target: ArrayLike, /, axis: int | None = None, reduction: str = 'mean', ignore_index: int = -100, label_smoothing: float = 0.0, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The cross entropy between softmax(x) and the targets."""
def cross_entropy_backward(x: ArrayLike, target: ArrayLike, dy: ArrayLike, /, axis: int | None = None, reduction: str = 'mean', ignore_index: int = -100, label_smoothing: float = 0.0, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The gradient of cross_entropy with respect to x, given the gradient dy of its result."""
def ctc_loss(log_probs: ArrayLike, targets: ArrayLike, input_lengths: ArrayLike, target_lengths: ArrayLike, /, blank: int = 0, reduction: str = 'mean', zero_infinity: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The connectionist temporal classification (CTC) loss."""
def ctc_loss_backward(log_probs: ArrayLike, targets: ArrayLike, input_lengths: ArrayLike, target_lengths: ArrayLike, dy: ArrayLike, /, blank: int = 0, reduction: str = 'mean', zero_infinity: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of ctc_loss with respect to log_probs, given the gradient dy of its result."""
def cummax(x: ArrayLike, /, axis: int = -1) -> tuple[Array, Array]:
    """Cumulative maximum along an axis, and the index of each maximum."""
def cummin(x: ArrayLike, /, axis: int = -1) -> tuple[Array, Array]:
    """Cumulative minimum along an axis, and the index of each minimum."""
def cumprod(a: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Products so far, along an axis or of all in order."""
def cumsum(a: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Sums so far, along an axis or of all elements in order."""
def cumulative_prod(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, include_initial: builtins.bool = False, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Cumulative product along an axis."""
def cumulative_sum(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, include_initial: builtins.bool = False, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Cumulative sum along an axis."""
from weir import data as data
from weir._async import default_dtype as default_dtype
def deg2rad(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert degrees to radians."""
def degrees(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert radians to degrees."""
def delete(arr: Any, obj: Any, axis: int | Sequence[int] | None = None) -> Array:
    """Return the array without the entries at obj: an integer, a slice, a mask or a sequence of integers."""
from weir._async import device as device
def diag(v: Any, k: Any = 0) -> Array:
    """Extract the diagonal of a matrix, or construct a matrix with this diagonal."""
def diag_embed(x: ArrayLike, /, offset: int = 0, n_rows: int | None = None, n_cols: int | None = None, *, out: Array | None = None) -> Array:
    """Matrices with the last dimension of x on a diagonal and zeros elsewhere."""
def diagonal(x: ArrayLike, /, offset: int = 0, axis1: int = -2, axis2: int = -1, *, out: Array | None = None) -> Array:
    """A diagonal of matrices; returns a view."""
from weir import dialects as dialects
def diff(x: ArrayLike, /, n: int = 1, axis: int = -1, prepend: ArrayLike | None = None, append: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Differences between consecutive elements along an axis."""
def digitize(x: Any, bins: Any, right: Any = False) -> Array:
    """Return the index of the bin of each value: i if bins[i-1] <= x < bins[i].  The bin edges must be ascending."""
def div(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def divmod(x1: Any, x2: Any) -> Array:
    """Return the floor of the quotient, and the remainder."""
def dot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The dot product: sum over the last axis of x1 and the second-to-last axis of x2."""
double: DType
def dropout(x: ArrayLike, /, p: float = 0.5) -> tuple[Array, Array]:
    """Set random elements to zero and scale the others so that the mean is preserved."""
def dsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Split an array along the third axis."""
def dstack(tup: Any) -> Array:
    """Stack arrays along a third axis."""
def dtype(x: Any, /) -> DType:
    """The dtype that a name, a type or another library's dtype stands for."""
e: float
def einsum(equation: Any, /, *operands: Any) -> Array:
    """Evaluate the Einstein summation given in index notation: "ij,jk->ik" is the matrix product."""
def elu(x: ArrayLike, /, alpha: float = 1.0, *, out: Array | None = None) -> Array:
    """Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere."""
def embedding(indices: ArrayLike, weight: ArrayLike, /, padding_idx: int | None = None, *, out: Array | None = None) -> Array:
    """Look up the rows of an embedding table by index."""
def empty(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array to be filled later."""
def empty_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array with the shape and dtype of x, to be filled later; it holds zeros."""
from weir._async import _Engine
engine: _Engine
def eq(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 == x2, element-wise."""
def equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 == x2, element-wise."""
def erf(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Error function."""
def exp(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Exponential of each element."""
def exp2(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """2 to the power of each element."""
def expand_dims(x: ArrayLike, /, axis: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Insert axes of size one; returns a view."""
def expit(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logistic sigmoid: 1 / (1 + exp(-x))."""
def expm1(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """exp(x) - 1, accurate near zero."""
def extract(condition: Any, arr: Any) -> Array:
    """Return the elements where the condition holds.  Blocks, because the result's shape depends on values."""
def eye(n_rows: Any, n_cols: Any = None, /, k: Any = 0, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """Return a matrix with ones on diagonal k and zeros elsewhere."""
def fabs(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Absolute value; for complex numbers, the magnitude."""
def failures() -> Failures:
    """Return the operations that have failed since the start or the last weir.clear_errors(), oldest first."""
from weir import fft as fft
def fill_diagonal(a: Any, val: Any) -> Array:
    """Fill the main diagonal of an array in place."""
from weir._dtypes import finfo as finfo
def fix(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round towards zero to an integer."""
def flatnonzero(a: Any) -> Array:
    """Return the indices of nonzero elements in the flattened array.  Blocks until they are known."""
def flatten(x: ArrayLike, /, start: int = 0, end: int = -1, *, out: Array | None = None) -> Array:
    """Flatten consecutive axes into one; by default all of them."""
def flip(x: ArrayLike, /, axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Reverse the order of elements along axes; returns a view."""
def fliplr(m: Any) -> Array:
    """Reverse the order of the columns (axis 1)."""
def flipud(m: Any) -> Array:
    """Reverse the order of the rows (axis 0)."""
float16: DType
float32: DType
float64: DType
def floor(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round down to the nearest integer."""
def floor_divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards negative infinity.  Integer division by 0 gives 0."""
def fold(y: ArrayLike, /, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sum columns of patches into images (col2im), the adjoint of unfold."""
def from_bytes(buffer: Any, dtype: DTypeLike, shape: int | Sequence[int], *, order: Any = 'C', copy: builtins.bool | None = True) -> Array:
    """An array of the bytes that a buffer holds, or with copy=False over them."""
def from_dlpack(x: Any, /, *, device: DeviceLike = None, copy: builtins.bool | None = None) -> Array:
    """An array over the memory of another library's array, which is not copied unless it has to be (or copy=True says so).  It stays theirs: what is written here is there when the call returns; do not write it there while queued work reads it here."""
def frombuffer(buffer: Any, dtype: DTypeLike = ..., count: Any = -1, offset: Any = 0) -> Array:
    """Create a one-dimensional array from an object with the buffer protocol, copying its memory."""
def fromfunction(function: Any, shape: int | Sequence[int], *, dtype: DTypeLike = ..., **kwargs: Any) -> Array:
    """Call function(i, j, ...) with one array of coordinates for each dimension of the shape."""
def fromiter(iter: Any, dtype: DTypeLike, count: Any = -1) -> Array:
    """Create a one-dimensional array from an iterator."""
def full(shape: int | Sequence[int], fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """Return an array filled with a value."""
def full_like(x: Any, /, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """Return an array filled with a value, with the shape and dtype of x."""
def gaussian_nll_loss(x: ArrayLike, target: ArrayLike, var: ArrayLike, /, reduction: str = 'mean', full: builtins.bool = False, eps: float = 1e-06, *, out: Array | None = None) -> Array:
    """The Gaussian negative log-likelihood of the target, with mean x and variance var."""
def ge(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 >= x2, element-wise."""
def gelu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit: x times the standard normal distribution function of x."""
def gelu_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of gelu: x1 times the derivative at x2."""
def gelu_tanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit, by its tanh approximation."""
def geomspace(start: Any, stop: Any, num: int = 50, endpoint: builtins.bool = True, dtype: DTypeLike = None) -> Array:
    """Return a geometric progression from start to stop."""
def get_default_device() -> Device:
    """The device of arrays that are given none."""
def get_default_dtype() -> DType:
    """The dtype of floats that are given none."""
def get_printoptions() -> Any:
    """Return the print options as a dict."""
def global_avg_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The mean over the spatial axes, which are kept with size one."""
def global_max_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The maximum over the spatial axes, which are kept with size one."""
def global_norm(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array:
    """The Euclidean norm of all elements of all arrays."""
def glu(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Gated linear unit: the first half of x along an axis times the sigmoid of the second half."""
def gpu(index: Any = 0, /) -> Device:
    """Return a GPU device.  This version has no GPU support, so it always raises RuntimeError."""
def gradient(f: Any, spacing: Any = 1.0, axis: int | Sequence[int] | None = None) -> Any:
    """Compute the gradient by central differences, one-sided at the ends: one array per axis, or that of one axis."""
def graph(of: Any = None, *args: Any, **kwargs: Any) -> Graph:
    """Return the graph of the operations that compute an array, of a call, or of a block."""
def greater(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 > x2, element-wise."""
def greater_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 >= x2, element-wise."""
def grid_sample(x: ArrayLike, grid: ArrayLike, /, mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Sample images at the positions of a grid, with coordinates from -1 to 1."""
def group_norm(x: ArrayLike, /, num_groups: int | None = None, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Group normalisation: normalise each group of channels of each sample."""
def group_norm_backward(x: ArrayLike, dy: ArrayLike, /, num_groups: int | None = None, eps: float = 1e-05, weight: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of group_norm with respect to x, weight and bias, given the gradient dy of y."""
def gru(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, /, reverse: builtins.bool = False, bias_ih: ArrayLike | None = None, bias_hh: ArrayLike | None = None, h0: ArrayLike | None = None, lengths: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """A gated recurrent unit (GRU) layer."""
def gru_backward(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, y: ArrayLike, saved: ArrayLike, /, reverse: builtins.bool = False, no_dx: builtins.bool = False, h0: ArrayLike | None = None, lengths: ArrayLike | None = None, dy: ArrayLike | None = None, dh_n: ArrayLike | None = None, d_saved: ArrayLike | None = None) -> tuple[Array, Array, Array, Array, Array, Array]:
    """The gradients of gru with respect to its inputs, given those of its results."""
def gt(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 > x2, element-wise."""
half: DType
def hamming(M: Any) -> Array:
    """Return the Hamming window of M entries; it falls to 0.08 at both ends."""
def hanning(M: Any) -> Array:
    """Return the Hann window of M entries, used to taper a signal before a spectrum; it falls to zero at both ends."""
def hardshrink(x: ArrayLike, /, lambd: float = 0.5, *, out: Array | None = None) -> Array:
    """Hard shrinkage: x where |x| > lambd, 0 elsewhere."""
def hardsigmoid(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1."""
def hardswish(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hard swish: x hardsigmoid(x)."""
def hardtanh(x: ArrayLike, /, min_val: float = -1.0, max_val: float = 1.0, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min_val to max_val."""
def hinge_embedding_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', margin: float = 1.0, *, out: Array | None = None) -> Array:
    """The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1."""
def hinge_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', margin: float = 1.0, *, out: Array | None = None) -> Array:
    """The hinge loss, max(0, margin - target * x), for targets 1 and -1."""
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = False, weights: Any = None) -> tuple[Array, Array]:
    """Compute a histogram: the number of values (or the total weight) in each bin, and the bin edges."""
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None) -> Array:
    """Return the bin edges that histogram would use.  Blocks until `a` is computed unless range or edges are given."""
def hsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Split an array along the second axis, or along the only one."""
def hstack(tup: Any, *, dtype: DTypeLike = None) -> Array:
    """Stack arrays horizontally (column-wise)."""
def huber_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', delta: float = 1.0, *, out: Array | None = None) -> Array:
    """The Huber loss: quadratic near 0, linear elsewhere."""
def hypot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hypotenuse, sqrt(x1^2 + x2^2), without overflow."""
def identity(n: Any, dtype: DTypeLike = None) -> Array:
    """Return the n by n identity matrix."""
from weir._dtypes import iinfo as iinfo
def im2col(x: ArrayLike, /, kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Extract the patches of images as columns (im2col)."""
def imag(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Imaginary part."""
from weir import image as image
def image_normalize(x: ArrayLike, /, scale: float | None = None, layout: str = 'HWC', output_layout: str = 'CHW', dtype: DTypeLike = None, mean: ArrayLike | None = None, std: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Normalise images per channel, (scale x - mean) / std, and convert their layout."""
def image_resize(x: ArrayLike, /, size: int | Sequence[int], mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC', *, out: Array | None = None) -> Array:
    """Resize images of uint8 or float pixels."""
from weir._numpy import _Key
index_exp: _Key
def indices(dimensions: Any, dtype: DTypeLike = ...) -> Array:
    """Return the coordinates of a grid: one array for each dimension, stacked."""
inf: float
def inner(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inner product: sum over the last axes of x1 and x2."""
def insert(arr: Any, obj: Any, values: Any, axis: int | Sequence[int] | None = None) -> Array:
    """Insert values before the entries at obj: an integer, a slice or a sequence of integers."""
def instance_norm(x: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Instance normalisation: normalise each channel of each sample."""
int16: DType
int32: DType
int64: DType
int8: DType
int_: DType
def interp(x: Any, xp: Any, fp: Any) -> Array:
    """Interpolate linearly between the points (xp, fp), with constant values outside; xp must be ascending."""
def interpolate(x: ArrayLike, /, size: int | Sequence[int] | None = None, scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Resize an array along its one to three spatial axes."""
def interpolate_grad(dy: ArrayLike, /, size: int | Sequence[int], scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of interpolate with respect to x, given the gradient of its result."""
def interrupt() -> None:
    """Wake waiting threads so that they handle pending signals; they resume waiting unless a signal handler raised."""
def intersect1d(ar1: Any, ar2: Any) -> Any:
    """Return the sorted unique values that are in both arrays."""
intp: DType
def invert(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise NOT; logical NOT for bools."""
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Array:
    """Test element-wise whether |a - b| <= atol + rtol * |b|."""
def isdtype(dtype: DTypeLike, kind: Any) -> builtins.bool:
    """Return True if a dtype is of a kind such as "integral", or is the dtype given, or matches any in a tuple."""
def isfinite(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test that each element is neither infinite nor NaN."""
def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False) -> Array:
    """Test for each element whether it is in test_elements."""
def isinf(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for positive or negative infinity."""
def isnan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for NaN."""
def isscalar(element: Any) -> Array:
    """Return True if the element is a Python number."""
def ix_(*args: Any) -> tuple[Array, ...]:
    """Construct index arrays that together select a grid (an open mesh)."""
def kl_div(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_target: builtins.bool = False, *, out: Array | None = None) -> Array:
    """KL divergence of the target from the distribution whose log-probabilities are x."""
def kron(a: Any, b: Any) -> Array:
    """Compute the Kronecker product."""
def kthvalue(x: ArrayLike, /, k: int = 1, axis: int = -1, keepdims: builtins.bool = False) -> tuple[Array, Array]:
    """The k-th smallest element along an axis, counted from 1, and its index."""
def l1_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The mean absolute error, |x - target|."""
def lamb_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-06) -> None:
    """One step of LAMB (layer-wise adaptive moments) for many parameters, in place."""
def layer_norm(x: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Layer normalisation: subtract the mean and divide by the standard deviation over the last axes."""
def layer_norm_backward(x: ArrayLike, dy: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float = 1e-05, weight: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of layer_norm with respect to x, weight and bias, given the gradient dy of y."""
def le(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 <= x2, element-wise."""
def leaky_relu(x: ArrayLike, /, negative_slope: float = 0.01, *, out: Array | None = None) -> Array:
    """Leaky ReLU: x where x > 0, negative_slope x elsewhere."""
def left_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 left by x2."""
def less(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 < x2, element-wise."""
def less_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 <= x2, element-wise."""
def lexsort(keys: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """Return the indices that sort by several keys; the last key is the primary one."""
from weir import linalg as linalg
def linear(x: ArrayLike, weight: ArrayLike, /, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The linear transformation y = x weight^T + bias."""
def linear_scan(a: ArrayLike, b: ArrayLike, /, axis: int = -1, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0."""
def linspace(start: Any, stop: Any, /, num: int = 50, endpoint: builtins.bool = True, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """Return num evenly spaced numbers from start to stop, including stop unless endpoint is false."""
def load(file: str | os.PathLike[str], mmap_mode: str | None = None) -> Any:
    """Read an npy, npz or safetensors file."""
def local_response_norm(x: ArrayLike, /, size: int | None = None, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0, *, out: Array | None = None) -> Array:
    """Local response normalisation across neighbouring channels."""
def log(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Natural logarithm of each element."""
def log10(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Base-10 logarithm."""
def log1p(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """log(1 + x), accurate near zero."""
def log2(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Base-2 logarithm."""
def log_sigmoid(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logarithm of the sigmoid."""
def log_softmax(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The logarithm of softmax along an axis, computed without loss of precision."""
def logaddexp(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """log(exp(x1) + exp(x2)), without overflow."""
def logical_and(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logical AND.  Nonzero numbers are true."""
def logical_not(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logical NOT.  Nonzero numbers are true."""
def logical_or(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logical OR.  Nonzero numbers are true."""
def logical_xor(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logical exclusive OR.  Nonzero numbers are true."""
def logit(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """log(x / (1 - x)), the inverse of sigmoid."""
def logsigmoid(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logarithm of the sigmoid."""
def logspace(start: Any, stop: Any, num: int = 50, endpoint: builtins.bool = True, base: Any = 10.0, dtype: DTypeLike = None) -> Array:
    """Return numbers spaced evenly on a log scale: base to the power of evenly spaced exponents."""
def logsumexp(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """log(sum(exp(x))) over axes, without overflow."""
def lp_pool(x: ArrayLike, /, norm_type: float = 2.0, *, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, out: Array | None = None) -> Array:
    """Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type."""
def lp_pool1d(x: ArrayLike, /, norm_type: float = 2.0, *, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, out: Array | None = None) -> Array:
    """Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type."""
def lp_pool2d(x: ArrayLike, /, norm_type: float = 2.0, *, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, out: Array | None = None) -> Array:
    """Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type."""
def lp_pool3d(x: ArrayLike, /, norm_type: float = 2.0, *, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, out: Array | None = None) -> Array:
    """Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type."""
def lstm(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, /, reverse: builtins.bool = False, bias_ih: ArrayLike | None = None, bias_hh: ArrayLike | None = None, h0: ArrayLike | None = None, c0: ArrayLike | None = None, lengths: ArrayLike | None = None) -> tuple[Array, Array, Array, Array]:
    """A long short-term memory (LSTM) layer."""
def lstm_backward(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, y: ArrayLike, saved: ArrayLike, /, reverse: builtins.bool = False, no_dx: builtins.bool = False, h0: ArrayLike | None = None, c0: ArrayLike | None = None, lengths: ArrayLike | None = None, dy: ArrayLike | None = None, dh_n: ArrayLike | None = None, dc_n: ArrayLike | None = None, d_saved: ArrayLike | None = None) -> tuple[Array, Array, Array, Array, Array, Array]:
    """The gradients of lstm with respect to its inputs, given those of its results."""
def lt(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 < x2, element-wise."""
def margin_ranking_loss(x1: ArrayLike, x2: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', margin: float = 0.0, *, out: Array | None = None) -> Array:
    """The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1."""
def masked_select(x: ArrayLike, mask: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Elements (or rows) of x where the mask is true, as in x[mask]."""
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The matrix product of two arrays."""
def matrix_transpose(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Exchange the last two axes; returns a view."""
def max(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Maximum over axes; NaN if any element is NaN."""
def max_pool(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Max pooling over one, two or three spatial axes."""
def max_pool1d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Max pooling over one, two or three spatial axes."""
def max_pool2d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Max pooling over one, two or three spatial axes."""
def max_pool3d(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Max pooling over one, two or three spatial axes."""
def max_pool_grad(x: ArrayLike, dy: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of max_pool with respect to x, given the gradient of its result."""
def max_pool_indices(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The indices of the maxima of max_pool, flattened over the spatial axes."""
def max_unpool(x: ArrayLike, indices: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices."""
def max_unpool1d(x: ArrayLike, indices: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices."""
def max_unpool2d(x: ArrayLike, indices: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices."""
def max_unpool3d(x: ArrayLike, indices: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices."""
def maximum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient."""
def mean(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, keepdims: builtins.bool = False) -> Array:
    """Compute the mean along axes, or of all elements."""
def median(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """Compute the median along axes, or of all elements."""
from weir._async import _Memory
memory: _Memory
def meshgrid(*arrays: Any, indexing: Any = 'xy') -> list[Array]:
    """Return the coordinate arrays of the grid spanned by vectors, one for each of them."""
from weir import metrics as metrics
from weir._numpy import _Grid
mgrid: _Grid
def min(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Minimum over axes; NaN if any element is NaN."""
def minimum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient."""
def mish(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Mish: x tanh(softplus(x))."""
def mod(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0."""
def moveaxis(x: ArrayLike, /, source: int | Sequence[int], destination: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Move axes to new positions; the others keep their order.  Returns a view."""
def movedim(x: ArrayLike, /, source: int | Sequence[int], destination: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Move axes to new positions; the others keep their order.  Returns a view."""
def mse_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The mean squared error, (x - target)^2."""
def mul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise product."""
def multi_margin_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', p: float = 1.0, margin: float = 1.0, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes."""
def multilabel_soft_margin_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets."""
def multiply(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise product."""
nan: float
def nan_to_num(x: Any, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Array:
    """Replace NaN and infinities by finite numbers."""
def nanargmax(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the largest element that is not NaN along an axis; the first of equal elements."""
def nanargmin(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the smallest element that is not NaN along an axis; the first of equal elements."""
def nancumprod(a: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Products so far with NaN as 1, along an axis or of all in order."""
def nancumsum(a: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None) -> Array:
    """Sums so far with NaN as 0, along an axis or of all in order."""
def nanmax(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Maximum over axes of the elements that are not NaN."""
def nanmean(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Arithmetic mean over axes of the elements that are not NaN."""
def nanmedian(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Median along an axis of the elements that are not NaN."""
def nanmin(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Minimum over axes of the elements that are not NaN."""
def nanprod(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Product over axes of the elements that are not NaN."""
def nanstd(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
    """The standard deviation of the elements that are not NaN along axes, or over all axes."""
def nansum(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Sum over axes of the elements that are not NaN."""
def nanvar(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
    """The variance of the elements that are not NaN along axes, or over all axes."""
from weir._core import Array as ndarray
def ndenumerate(arr: Any) -> Array:
    """Iterate over (index, Python number) pairs in row-major order.  Blocks until the array is computed."""
def ndim(a: Any) -> int:
    """Return the number of dimensions."""
def ndindex(*shape: int | Sequence[int]) -> Array:
    """Iterate over all indices of an array of this shape, in row-major order."""
def ne(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 != x2, element-wise."""
def neg(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Negate each element."""
def negative(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Negate each element."""
newaxis: None
def nextafter(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Next representable number after x1 in the direction of x2."""
def nll_loss(x: ArrayLike, target: ArrayLike, /, axis: int | None = None, reduction: str = 'mean', ignore_index: int = -100, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The negative log-likelihood of labels under log-probabilities x."""
from weir import nn as nn
def nonzero(x: ArrayLike, /) -> tuple[Array, ...]:
    """Indices of the nonzero elements: one array for each axis."""
def normalize(x: ArrayLike, /, p: float = 2.0, axis: int = -1, eps: float = 1e-12, *, out: Array | None = None) -> Array:
    """Divide the vectors along an axis by their p-norm."""
def not_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 != x2, element-wise."""
from weir._numpy import _Grid
ogrid: _Grid
def one_hot(indices: ArrayLike, /, num_classes: int | None = None, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """One-hot vectors: 1 at each index, 0 elsewhere."""
def ones(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array of ones."""
def ones_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Ones with the shape and dtype of x."""
from weir import ops as ops
from weir import optim as optim
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The outer product: each element of x1 times each element of x2."""
def pad(array: Any, pad_width: Any, mode: Any = 'constant', constant_values: Any = 0) -> Array:
    """Pad an array: one width for all sides, (before, after) for all axes, or a pair for each axis."""
def pairwise_distance(x1: ArrayLike, x2: ArrayLike, /, p: float = 2.0, eps: float = 1e-06, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The p-norm distances between corresponding vectors along the last axes of x1 and x2."""
def partition(a: Any, kth: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """Partially sort along an axis: the kth entry is at its sorted position, smaller ones before it."""
def percentile(a: Any, q: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, method: Any = 'linear') -> Array:
    """Compute percentiles: the same as quantile, with q from 0 to 100."""
def permute(x: ArrayLike, /, axes: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Permute the axes; returns a view."""
def permute_dims(x: ArrayLike, /, axes: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Permute the axes; returns a view."""
pi: float
def pixel_shuffle(x: ArrayLike, /, upscale_factor: int | None = None, *, out: Array | None = None) -> Array:
    """Rearrange groups of channels into blocks of pixels (sub-pixel convolution)."""
def pixel_unshuffle(x: ArrayLike, /, downscale_factor: int | None = None, *, out: Array | None = None) -> Array:
    """Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle."""
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write vals, in order, to the elements where the mask is true.  Blocks until the mask is known."""
def poisson_nll_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_input: builtins.bool = True, full: builtins.bool = False, eps: float = 1e-08, *, out: Array | None = None) -> Array:
    """The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input."""
def polyval(p: Any, x: Any) -> Array:
    """Evaluate a polynomial at x; the coefficients start with the highest power."""
def positive(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Each element unchanged."""
def pow(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """x1 raised to the power x2.  Integer powers must not be negative."""
def power(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """x1 raised to the power x2.  Integer powers must not be negative."""
def prelu(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Parametric ReLU: x1 where x1 > 0, x2 x1 elsewhere."""
from weir._text import printoptions as printoptions
def prod(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Product over axes."""
def progress(on: builtins.bool = True) -> None:
    """Show a progress bar on the terminal for waits longer than half a second; `progress(False)` turns it off."""
def ptp(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """Return the range of values, maximum minus minimum ("peak to peak")."""
def put_along_axis(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, accumulate: builtins.bool = False, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis replaced by values."""
def put_along_axis_combine(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, reduce: str = 'sum', *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis combined with values: their sum, product, maximum or minimum."""
def put_along_axis_reduce(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, reduce: str = 'sum', include_self: builtins.bool = True, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum, minimum or mean."""
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where the mask is true, repeating them as often as needed."""
def quantile(a: Any, q: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, method: Any = 'linear') -> Array:
    """Compute quantiles: the values below which a fraction q of the elements lies, interpolated linearly or by another of NumPy's methods."""
def quick_gelu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x)."""
from weir._numpy import _Rows
r_: _Rows
def rad2deg(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert radians to degrees."""
def radians(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert degrees to radians."""
from weir import random as random
def ravel(a: Any, order: Any = 'C') -> Array:
    """Flatten the array to one dimension; return a view if possible."""
def ravel_multi_index(multi_index: Any, dims: Any) -> Array:
    """Convert a tuple of index arrays, one for each axis, to flat indices."""
def real(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Real part."""
def reciprocal(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of each element, 1 / x."""
def reinterpret(x: Any, dtype: DTypeLike) -> Array:
    """Reinterpret the bytes of the last dimension as another dtype; return a copy.  Blocks until x is computed."""
def relu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Rectified linear unit: max(x, 0)."""
def relu6(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """ReLU capped at 6: min(max(x, 0), 6)."""
def relu_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of relu: x1 where the result x2 is positive, 0 elsewhere."""
def remainder(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0."""
def repeat(x: Any, repeats: Any, /, axis: int | Sequence[int] | None = None) -> Array:
    """Repeat each element: repeats is one number, or one for each entry along the axis."""
def repeat_interleave(x: ArrayLike, /, repeats: int | Sequence[int], axis: int | None = None, *, out: Array | None = None) -> Array:
    """Repeat each element along an axis."""
def reshape(x: Any, /, shape: int | Sequence[int], order: Any = 'C', *, copy: builtins.bool | None = None) -> Array:
    """Change the shape: return a view where the strides allow it, else a copy."""
def resize(a: Any, new_shape: Any) -> Array:
    """Return an array of the new shape, repeating the elements as often as needed."""
def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype that results from applying type promotion to the arguments."""
def right_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 right by x2, preserving the sign."""
def rint(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round to the nearest integer; halves are rounded to even."""
def rms_norm(x: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float | None = None, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Root mean square normalisation: divide by the root mean square over the last axes."""
def rms_norm_backward(x: ArrayLike, dy: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float | None = None, weight: ArrayLike | None = None) -> tuple[Array, Array]:
    """The gradients of rms_norm with respect to x and weight, given the gradient dy of y."""
def rmsprop_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, alpha: float = 0.99, eps: float = 1e-08, momentum: float = 0.0, centered: builtins.bool = False) -> None:
    """One step of RMSprop for many parameters, in place."""
def rnn(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, /, nonlinearity: str = 'tanh', reverse: builtins.bool = False, bias_ih: ArrayLike | None = None, bias_hh: ArrayLike | None = None, h0: ArrayLike | None = None, lengths: ArrayLike | None = None) -> tuple[Array, Array]:
    """A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh)."""
def rnn_backward(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, y: ArrayLike, /, nonlinearity: str = 'tanh', reverse: builtins.bool = False, no_dx: builtins.bool = False, h0: ArrayLike | None = None, lengths: ArrayLike | None = None, dy: ArrayLike | None = None, dh_n: ArrayLike | None = None) -> tuple[Array, Array, Array, Array, Array]:
    """The gradients of rnn with respect to its inputs, given those of y and h_n."""
def roll(x: ArrayLike, /, shift: int | Sequence[int], axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Roll elements along axes; elements shifted out at one end re-enter at the other."""
def rollaxis(a: Any, axis: int | Sequence[int] | None, start: Any = 0) -> Array:
    """Move an axis so that it comes before the axis at start."""
def rot90(m: Any, k: Any = 1, axes: Any = ...) -> Array:
    """Rotate an array by 90 degrees k times, in the plane of two axes."""
def round(a: Any, decimals: Any = 0, out: Array | None = None) -> Array:
    """Round to the given number of decimals; halves round to even."""
def rsqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of the square root."""
from weir._numpy import _Key
s_: _Key
def save(file: str | os.PathLike[str], x: Any) -> None:
    """Wait for `x` and write it to an npy file; a dictionary of arrays to a safetensors file."""
def savez(file: str | os.PathLike[str], *args: Any, **arrays: Any) -> None:
    """Wait for the arrays and write them to one npz file, under the names `arr_0`, `arr_1`, ... or their keyword names."""
def savez_compressed(file: str | os.PathLike[str], *args: Any, **arrays: Any) -> None:
    """Like savez, with compression: smaller files, but slower."""
def scaled_dot_product_attention(query: Any, key: Any, value: Any, /, attn_mask: Any = None, dropout_p: Any = 0.0, is_causal: Any = False, scale: Any = None, enable_gqa: Any = False) -> Array:
    """Scaled dot-product attention: softmax(query @ key.T * scale) @ value."""
def scaled_dot_product_attention_backward(query: ArrayLike, key: ArrayLike, value: ArrayLike, dy: ArrayLike, lse: ArrayLike, delta: ArrayLike, /, dropout_p: float = 0.0, is_causal: builtins.bool = False, scale: float | None = None, enable_gqa: builtins.bool = False, attn_mask: ArrayLike | None = None, dropout_seed: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of scaled_dot_product_attention with respect to query, key and value."""
def scatter(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """A copy of x with the rows (along an axis) at the given indices replaced by updates."""
def scatter_add(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """A copy of x with updates added to the rows (along an axis) at the given indices."""
def scatter_combine(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, reduce: str = 'sum', *, out: Array | None = None) -> Array:
    """A copy of x with the rows (along an axis) at the given indices combined with updates: their sum, product, maximum or minimum."""
def scatter_reduce(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, reduce: str = 'sum', include_self: builtins.bool = True, *, out: Array | None = None) -> Array:
    """A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum or mean."""
def searchsorted(x1: ArrayLike, x2: ArrayLike, /, side: str = 'left', sorter: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Indices at which the values would be inserted into a sorted array to keep it sorted."""
def segment_max(data: ArrayLike, segment_ids: ArrayLike, /, num_segments: int | None = None, *, out: Array | None = None) -> Array:
    """Maximum of the rows of each segment."""
def segment_mean(data: ArrayLike, segment_ids: ArrayLike, /, num_segments: int | None = None, *, out: Array | None = None) -> Array:
    """Mean of the rows of each segment."""
def segment_min(data: ArrayLike, segment_ids: ArrayLike, /, num_segments: int | None = None, *, out: Array | None = None) -> Array:
    """Minimum of the rows of each segment."""
def segment_prod(data: ArrayLike, segment_ids: ArrayLike, /, num_segments: int | None = None, *, out: Array | None = None) -> Array:
    """Product of the rows of each segment."""
def segment_sum(data: ArrayLike, segment_ids: ArrayLike, /, num_segments: int | None = None, *, out: Array | None = None) -> Array:
    """Sum of the rows of each segment."""
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Array:
    """Select each element from the first choice whose condition holds, or the default where none does."""
def selu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks."""
def set_default_device(device: DeviceLike, /) -> Device:
    """The device of arrays that are given none, from now on in this context (thread, task); returns the last one."""
def set_default_dtype(dtype: DTypeLike, /) -> DType:
    """The dtype of floats that are given none, from now on in this context (thread, task); returns the last one."""
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, suppress: Any = None) -> None:
    """Set the print options: digits after the decimal point, number of elements above which an array is summarised, elements shown at each end, line width in characters, and whether to avoid exponents."""
def setdiff1d(ar1: Any, ar2: Any) -> Array:
    """Return the sorted unique values of the first array that are not in the second."""
def setxor1d(ar1: Any, ar2: Any) -> Array:
    """Return the sorted values that are in exactly one of the arrays."""
def sgd_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, momentum: float = 0.0, dampening: float = 0.0, nesterov: builtins.bool = False) -> None:
    """One step of stochastic gradient descent for many parameters, in place."""
def sgn(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Sign of each element, -1, 0 or 1; for complex numbers, x / |x|."""
def shape(a: Any) -> tuple[int, ...]:
    """Return the shape of an array, or of an object that can be converted to one."""
def shares_memory(a: Any, b: Any) -> Array:
    """Return True if the arrays are views of the same memory."""
def sigmoid(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Logistic sigmoid: 1 / (1 + exp(-x))."""
def sigmoid_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of sigmoid: x1 times the derivative where the result is x2."""
def sign(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Sign of each element, -1, 0 or 1; for complex numbers, x / |x|."""
def signbit(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether the sign bit is set; true for -0.0."""
def silu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """SiLU, also called swish: x sigmoid(x)."""
def sin(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Sine of each element, in radians."""
def sinc(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Normalised sinc: sin(pi x) / (pi x), and 1 at 0."""
single: DType
def sinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hyperbolic sine."""
def size(a: Any, axis: int | Sequence[int] | None = None) -> int:
    """Return the number of elements, or the length of an axis."""
def sliding_window_view(x: ArrayLike, /, window: int | Sequence[int], axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sliding windows over an array; returns a view."""
def smooth_l1_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', beta: float = 1.0, *, out: Array | None = None) -> Array:
    """The smooth L1 loss: quadratic near 0, absolute error elsewhere."""
def soft_margin_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1."""
def softmax(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Exponentials of the entries along an axis, scaled to sum to one."""
def softmin(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The softmax of -x: the smallest entry gets the largest weight."""
def softplus(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Softplus: log(1 + exp(x))."""
def softshrink(x: ArrayLike, /, lambd: float = 0.5, *, out: Array | None = None) -> Array:
    """Soft shrinkage: move x towards 0 by lambd; 0 where |x| <= lambd."""
def softsign(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Softsign: x / (1 + |x|)."""
def sort(x: ArrayLike, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Sort along an axis."""
def split(ary: Any, indices_or_sections: Any, axis: int | Sequence[int] | None = 0) -> list[Array]:
    """Split an array into equal parts, or at the given indices; the parts are views."""
def sqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Square root of each element."""
def square(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Square of each element."""
def squeeze(x: ArrayLike, /, axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Remove axes of size one; returns a view."""
def stack(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Stack arrays of the same shape along a new axis."""
def std(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
    """The standard deviation along axes, or of all elements."""
def sub(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise difference, x1 - x2."""
def subtract(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise difference, x1 - x2."""
def sum(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Sum over axes."""
def swapaxes(x: ArrayLike, /, axis1: int = 0, axis2: int = 1, *, out: Array | None = None) -> Array:
    """Exchange two axes; returns a view."""
def swapdims(x: ArrayLike, /, axis1: int = 0, axis2: int = 1, *, out: Array | None = None) -> Array:
    """Exchange two axes; returns a view."""
def swish(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """SiLU, also called swish: x sigmoid(x)."""
def take(x: ArrayLike, indices: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """Elements of x at the given indices along an axis."""
def take_along_axis(x: ArrayLike, indices: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Elements of x at per-position indices along an axis."""
def take_along_dim(x: ArrayLike, indices: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Elements of x at per-position indices along an axis."""
def tan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Tangent of each element, in radians."""
def tanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hyperbolic tangent."""
def tanh_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of tanh: x1 times the derivative where the result is x2."""
def tanhshrink(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Tanh shrinkage: x - tanh(x)."""
def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Array:
    """Contract the last axes of x1 with the first axes of x2, or the given axes of each."""
def threshold(x: ArrayLike, /, threshold: float = 0.0, value: float = 0.0, *, out: Array | None = None) -> Array:
    """x where x > threshold, value elsewhere."""
def tile(x: ArrayLike, /, repetitions: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Tile an array a number of times along each axis."""
def to_device(x: ArrayLike, /, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Copy x to a device."""
def topk(x: Any, /, k: Any, axis: int | Sequence[int] | None = -1, largest: Any = True, sorted: Any = True) -> Array:
    """Return the k largest (or smallest) entries along an axis, in order, and their indices: values, indices."""
from weir._async import trace as trace
def transpose(a: Any, axes: Any = None) -> Array:
    """Permute the axes; reverse them if no order is given."""
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int | Sequence[int] | None = -1) -> Array:
    """Integrate along an axis by the trapezoidal rule."""
def tri(N: Any, M: Any = None, k: Any = 0, dtype: DTypeLike = None) -> Array:
    """Return a matrix with ones at and below a diagonal and zeros elsewhere."""
def tril(x: ArrayLike, /, k: int = 0, *, out: Array | None = None) -> Array:
    """Lower triangle of matrices: zeros above diagonal k."""
def triplet_margin_loss(anchor: ArrayLike, positive: ArrayLike, negative: ArrayLike, /, reduction: str = 'mean', margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin)."""
def triu(x: ArrayLike, /, k: int = 0, *, out: Array | None = None) -> Array:
    """Upper triangle of matrices: zeros below diagonal k."""
def true_divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def trunc(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round towards zero to an integer."""
uint16: DType
uint32: DType
uint64: DType
uint8: DType
def unbind(x: ArrayLike, /, axis: int = 0) -> tuple[Array, ...]:
    """Split an array into its elements along an axis; returns views without that axis."""
def unfold(x: ArrayLike, /, kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Extract the patches of images as columns (im2col)."""
def union1d(ar1: Any, ar2: Any) -> Array:
    """Return the sorted unique values that are in either array."""
def unique(ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False, axis: int | Sequence[int] | None = None) -> Any:
    """Return the sorted unique values of an array, or its unique slices along an axis."""
def unique_all(x: Any, /) -> tuple[Array, Array, Array, Array]:
    """Return the unique values of x, the index of each one's first occurrence, the inverse indices and the counts."""
def unique_counts(x: Any, /) -> tuple[Array, Array]:
    """Return the unique values of x and the number of occurrences of each."""
def unique_inverse(x: Any, /) -> tuple[Array, Array]:
    """Return the unique values of x, and the indices into them that reconstruct x."""
def unique_values(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Unique values of x."""
def unravel_index(indices: Any, shape: int | Sequence[int]) -> Array:
    """Convert flat indices to a tuple of index arrays, one for each axis."""
def unsqueeze(x: ArrayLike, /, axis: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Insert axes of size one; returns a view."""
def unstack(x: ArrayLike, /, axis: int = 0) -> tuple[Array, ...]:
    """Split an array into its elements along an axis; returns views without that axis."""
def upsample(x: ArrayLike, /, size: int | Sequence[int] | None = None, scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Resize an array along its one to three spatial axes."""
def vander(x: Any, N: Any = None, increasing: Any = False) -> Array:
    """Return the Vandermonde matrix of x: one power of x in each column."""
def var(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
    """The variance along axes, or of all elements."""
def variance(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Variance over axes."""
def vdot(a: Any, b: Any) -> Array:
    """Compute the dot product of the flattened arrays, conjugating the first."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of vectors along an axis."""
def vectorize(pyfunc: Any) -> Any:
    """Turn a Python function of scalars into one of arrays.  It blocks on its inputs and runs at Python's speed."""
def vsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Split an array along the first axis."""
def vstack(tup: Any, *, dtype: DTypeLike = None) -> Array:
    """Stack arrays vertically (row-wise)."""
def waitall(timeout: float | None = None) -> None:
    """Wait until everything issued so far is done; raises the first failure that has not been reported, and says how many more there are.  All of them count as reported then; weir.failures() lists them."""
from weir._async import _WaitsFunction
waits: _WaitsFunction
def where(condition: Any, x1: Any = None, x2: Any = None, /, *, out: Array | None = None) -> Array:
    """Select elements from x1 where the condition holds, from x2 elsewhere."""
from weir._async import window as window
def zeros(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array of zeros."""
def zeros_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Zeros with the shape and dtype of x."""
__version__: str
