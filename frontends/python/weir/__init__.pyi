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
    """Are all elements close?  Waits."""
def amax(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Maximum over axes; NaN if any element is NaN."""
def amin(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Minimum over axes; NaN if any element is NaN."""
def angle(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of a complex number in radians; 0 or pi for real numbers."""
def any(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Test whether any element over the axes is true (nonzero)."""
def append(arr: Any, values: Any, axis: int | Sequence[int] | None = None) -> Array:
    """With more elements at the end."""
def apply_along_axis(func1d: Any, axis: int | Sequence[int] | None, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """func1d of each vector along an axis."""
def arange(start: Any, /, stop: Any = None, step: Any = 1, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """Numbers from start up to stop, which is not among them, in even steps.  Without stop: from 0."""
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
    """The indices that put the kth entry where sorting puts it, smaller ones before it."""
def argsort(x: ArrayLike, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Indices that sort along an axis."""
def argwhere(a: Any) -> Array:
    """Places that are not zero, a row each.  Waits."""
def around(a: Any, decimals: Any = 0, out: Array | None = None) -> Array:
    """Rounded to so many decimals; halves to even."""
def array(object: Any, dtype: DTypeLike = None, *, copy: builtins.bool | None = True, ndmin: Any = 0, device: DeviceLike = None) -> Array:
    """An array of whatever can be made one: numbers, nested sequences, other arrays."""
def array2string(x: Any, separator: Any = ' ', prefix: Any = '', suffix: Any = '', *, form: Any = None) -> str:
    """The values as text; form(values) may give what writes one of them."""
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> builtins.bool:
    """The same shape and the same elements?  Waits."""
def array_equiv(a1: Any, a2: Any) -> builtins.bool:
    """Equal after broadcasting?  Waits."""
def array_repr(x: Any) -> str:
    """What repr(x) shows: array([1., 2.]).  The dtype is named unless it is a default."""
def array_split(ary: Any, indices_or_sections: Any, axis: int | Sequence[int] | None = 0) -> list[Array]:
    """The same with parts that may differ by one."""
def array_str(x: Any) -> str:
    """What str(x) shows: [1. 2.]."""
def asanyarray(a: Any, dtype: DTypeLike = None) -> Array:
    """The same as asarray."""
def asarray(obj: Any, /, *, dtype: DTypeLike = None, device: DeviceLike = None, copy: builtins.bool | None = None) -> Array:
    """An array of whatever can be made one: numbers, nested sequences, buffers, NumPy arrays, DLPack.  An Array is given back as it is.  Other libraries' memory is copied, so that writing it later does not disturb queued work; with copy=False it is shared, or ValueError raised."""
def ascontiguousarray(a: Any, dtype: DTypeLike = None) -> Array:
    """Row-major without gaps; a copy if it is not so."""
def asin(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse sine, in radians."""
def asinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine."""
def astype(x: Any, dtype: DTypeLike, /, *, copy: builtins.bool | None = True, device: DeviceLike = None) -> Array:
    """The values in another dtype.  With copy=False, x itself if nothing is to be done."""
def atan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse tangent, in radians."""
def atan2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of the point (x2, x1) in radians, from -pi to pi."""
def atanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent."""
def atleast_1d(*arys: Any) -> Any:
    """With one dimension at least."""
def atleast_2d(*arys: Any) -> Any:
    """With two dimensions at least."""
def atleast_3d(*arys: Any) -> Any:
    """With three dimensions at least."""
from weir import autograd as autograd
def average(a: Any, axis: int | Sequence[int] | None = None, weights: Any = None, keepdims: builtins.bool = False) -> Array:
    """The mean, with weights if given."""
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
    """How often each of 0, 1, 2, ... stands in x, or the sum of the weights there."""
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
    """A window of M entries that falls to zero at both ends, flatter than hanning's."""
def block(arrays: Any) -> Any:
    """Arrays put together from nested lists of them: the innermost side by side, the next above each other."""
bool: DType
bool_: DType
def broadcast_arrays(*arrays: Any) -> list[Array]:
    """Arrays in the one shape that they broadcast to, as views."""
def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """The shape that arrays of these shapes broadcast to."""
def broadcast_to(x: ArrayLike, /, shape: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Broadcast x to a shape; returns a view."""
from weir._numpy import _Columns
c_: _Columns
def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Does promotion lead from one dtype, or from an array's, to the other?"""
def cancel_all() -> None:
    """Drop all operations that are queued and have not started, of all threads."""
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
    """From each of several arrays the element that `a` says."""
def clamp(x: ArrayLike, /, min: ArrayLike | None = None, max: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min to max."""
def clear_errors() -> None:
    """Forget the failures that weir.waitall() would raise.  Arrays keep theirs; see Array.clear_error."""
def clip(x: ArrayLike, /, min: ArrayLike | None = None, max: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min to max."""
def clone(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Copy x to new storage."""
def col2im(y: ArrayLike, /, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sum columns of patches into images (col2im), the adjoint of unfold."""
def column_stack(tup: Any) -> Array:
    """Vectors as columns."""
complex128: DType
complex64: DType
def compress(condition: Any, a: Any, axis: int | Sequence[int] | None = None) -> Array:
    """The slices where the condition holds.  Waits: its shape depends on values."""
def concat(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def concatenate(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def conj(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Complex conjugate."""
def conjugate(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Complex conjugate."""
def conv(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolution along one, two or three axes: x is (images, channels, axes), the weight (channels of y, channels of x / groups, axes)."""
def conv1d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolution along one, two or three axes: x is (images, channels, axes), the weight (channels of y, channels of x / groups, axes)."""
def conv2d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolution along one, two or three axes: x is (images, channels, axes), the weight (channels of y, channels of x / groups, axes)."""
def conv3d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, dilation: Any = None, groups: Any = 1) -> Array:
    """Convolution along one, two or three axes: x is (images, channels, axes), the weight (channels of y, channels of x / groups, axes)."""
def conv_input_grad(dy: ArrayLike, weight: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to x, given the gradient of its result."""
def conv_transpose(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """The gradient of a convolution by its input, as a layer: x is (images, channels, axes), the weight (channels of x, channels of y / groups, axes)."""
def conv_transpose1d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """The gradient of a convolution by its input, as a layer: x is (images, channels, axes), the weight (channels of x, channels of y / groups, axes)."""
def conv_transpose2d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """The gradient of a convolution by its input, as a layer: x is (images, channels, axes), the weight (channels of x, channels of y / groups, axes)."""
def conv_transpose3d(x: Any, weight: Any, bias: Any = None, stride: Any = None, padding: Any = None, output_padding: Any = None, groups: Any = 1, dilation: Any = None) -> Array:
    """The gradient of a convolution by its input, as a layer: x is (images, channels, axes), the weight (channels of x, channels of y / groups, axes)."""
def conv_weight_grad(x: ArrayLike, dy: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to its weight, given the gradient of its result."""
def convolve(a: Any, v: Any, mode: Any = 'full') -> Array:
    """The sums of products of two vectors, one of them reversed and moved along the other."""
def copy(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Copy x to new storage."""
def copysign(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Magnitude of x1 with the sign of x2."""
def copyto(dst: Any, src: Any) -> Array:
    """Write one array to another, broadcast."""
def corrcoef(x: Any, y: Any = None, rowvar: Any = True) -> Array:
    """Correlations of variables that are rows (or columns)."""
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
    """Covariances of variables that are rows (or columns)."""
def cpu(index: Any = 0, /) -> Device:
    """A CPU device."""
def cross(a: Any, b: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """The cross product of vectors of three."""
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
    """Without the entries that obj names: an integer, a slice, a mask or a sequence of integers."""
from weir._async import device as device
def diag(v: Any, k: Any = 0) -> Array:
    """The diagonal of a matrix, or a matrix with this diagonal."""
def diag_embed(x: ArrayLike, /, offset: int = 0, n_rows: int | None = None, n_cols: int | None = None, *, out: Array | None = None) -> Array:
    """Matrices with the last dimension of x on a diagonal and zeros elsewhere."""
def diagonal(x: ArrayLike, /, offset: int = 0, axis1: int = -2, axis2: int = -1, *, out: Array | None = None) -> Array:
    """A diagonal of matrices; returns a view."""
from weir import dialects as dialects
def diff(x: ArrayLike, /, n: int = 1, axis: int = -1, prepend: ArrayLike | None = None, append: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Differences between consecutive elements along an axis."""
def digitize(x: Any, bins: Any, right: Any = False) -> Array:
    """Which bin each value falls into: i if bins[i-1] <= x < bins[i].  The edges ascend."""
def div(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def divmod(x1: Any, x2: Any) -> Array:
    """The whole quotient, rounded down, and the remainder."""
def dot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The dot product: sum over the last axis of x1 and the second-to-last axis of x2."""
double: DType
def dropout(x: ArrayLike, /, p: float = 0.5) -> tuple[Array, Array]:
    """Set random elements to zero and scale the others so that the mean is preserved."""
def dsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Parts along the third axis."""
def dstack(tup: Any) -> Array:
    """Arrays behind each other, along a third axis."""
def dtype(x: Any, /) -> DType:
    """The dtype that a name, a type or another library's dtype stands for."""
e: float
def einsum(equation: Any, /, *operands: Any) -> Array:
    """Sums of products, as an equation of indices says: "ij,jk->ik" is the product of matrices."""
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
    """The elements where the condition holds.  Waits."""
def eye(n_rows: Any, n_cols: Any = None, /, k: Any = 0, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """A matrix with ones on diagonal k and zeros elsewhere."""
def fabs(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Absolute value; for complex numbers, the magnitude."""
def failures() -> Failures:
    """The operations that have failed since the start or the last weir.clear_errors(), oldest first."""
from weir import fft as fft
def fill_diagonal(a: Any, val: Any) -> Array:
    """Write to the diagonal of an array, in place."""
from weir._dtypes import finfo as finfo
def fix(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round towards zero to an integer."""
def flatnonzero(a: Any) -> Array:
    """Places, among all elements in order, that are not zero.  Waits."""
def flatten(x: ArrayLike, /, start: int = 0, end: int = -1, *, out: Array | None = None) -> Array:
    """Flatten consecutive axes into one; by default all of them."""
def flip(x: ArrayLike, /, axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Reverse the order of elements along axes; returns a view."""
def fliplr(m: Any) -> Array:
    """Columns in reverse."""
def flipud(m: Any) -> Array:
    """Rows in reverse."""
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
    """One dimension of the values in the memory of an object with the buffer protocol: a copy."""
def fromfunction(function: Any, shape: int | Sequence[int], *, dtype: DTypeLike = ..., **kwargs: Any) -> Array:
    """The function of the coordinates: function(i, j, ...), each an array."""
def fromiter(iter: Any, dtype: DTypeLike, count: Any = -1) -> Array:
    """An array of the values that an iterator gives."""
def full(shape: int | Sequence[int], fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """An array of one value."""
def full_like(x: Any, /, fill_value: Any, dtype: DTypeLike = None, *, device: DeviceLike = None) -> Array:
    """An array of one value, in the shape and dtype of x."""
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
    """Numbers with even ratios from start to stop."""
def get_default_device() -> Device:
    """The device of arrays that are given none."""
def get_default_dtype() -> DType:
    """The dtype of floats that are given none."""
def get_printoptions() -> Any:
    """How arrays are printed, as a dict."""
def global_avg_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The mean over the spatial axes, which are kept with size one."""
def global_max_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The maximum over the spatial axes, which are kept with size one."""
def global_norm(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array:
    """The Euclidean norm of all elements of all arrays."""
def glu(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Gated linear unit: the first half of x along an axis times the sigmoid of the second half."""
def gpu(index: Any = 0, /) -> Device:
    """A GPU.  This version has none: it says so."""
def gradient(f: Any, spacing: Any = 1.0, axis: int | Sequence[int] | None = None) -> Any:
    """Slopes by central differences, one-sided at the ends: an array for each axis, or that of one axis."""
def graph(of: Any = None, *args: Any, **kwargs: Any) -> Graph:
    """The graph of operations behind an array, of a call, or of a block."""
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
    """A window of M entries that falls to 0.08 at both ends."""
def hanning(M: Any) -> Array:
    """A window of M entries that falls to zero at both ends, for the spectrum of a piece of a signal."""
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
    """How many values (or how much weight) each bin has, and the edges of the bins."""
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None) -> Array:
    """The edges that histogram would use.  Waits for a, unless range or edges are given."""
def hsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Parts along the second axis, or the only one."""
def hstack(tup: Any, *, dtype: DTypeLike = None) -> Array:
    """Arrays side by side."""
def huber_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', delta: float = 1.0, *, out: Array | None = None) -> Array:
    """The Huber loss: quadratic near 0, linear elsewhere."""
def hypot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hypotenuse, sqrt(x1^2 + x2^2), without overflow."""
def identity(n: Any, dtype: DTypeLike = None) -> Array:
    """The n by n identity."""
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
    """The coordinates of a grid: one array for each dimension, stacked."""
inf: float
def inner(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inner product: sum over the last axes of x1 and x2."""
def insert(arr: Any, obj: Any, values: Any, axis: int | Sequence[int] | None = None) -> Array:
    """With values in front of the entries that obj names: an integer, a slice or a sequence of integers."""
def instance_norm(x: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Instance normalisation: normalise each channel of each sample."""
int16: DType
int32: DType
int64: DType
int8: DType
int_: DType
def interp(x: Any, xp: Any, fp: Any) -> Array:
    """Linear between the points (xp, fp), constant outside them; xp ascends."""
def interpolate(x: ArrayLike, /, size: int | Sequence[int] | None = None, scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Resize an array along its one to three spatial axes."""
def interpolate_grad(dy: ArrayLike, /, size: int | Sequence[int], scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of interpolate with respect to x, given the gradient of its result."""
def interrupt() -> None:
    """Make the waits of other threads look up: they wait on, unless a signal handler has raised."""
def intersect1d(ar1: Any, ar2: Any) -> Any:
    """The values that both arrays have, each once and in order."""
intp: DType
def invert(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise NOT; logical NOT for bools."""
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Array:
    """|a - b| <= atol + rtol * |b|, element by element."""
def isdtype(dtype: DTypeLike, kind: Any) -> builtins.bool:
    """Is a dtype of a kind, "integral" say, or the one given, or one of several?"""
def isfinite(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test that each element is neither infinite nor NaN."""
def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False) -> Array:
    """For each element, whether it is among the others."""
def isinf(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for positive or negative infinity."""
def isnan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for NaN."""
def isscalar(element: Any) -> Array:
    """Is it a Python number?"""
def ix_(*args: Any) -> tuple[Array, ...]:
    """Index arrays that together pick a grid."""
def kl_div(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_target: builtins.bool = False, *, out: Array | None = None) -> Array:
    """KL divergence of the target from the distribution whose log-probabilities are x."""
def kron(a: Any, b: Any) -> Array:
    """The Kronecker product."""
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
    """The indices that sort by several keys, the last of them first."""
from weir import linalg as linalg
def linear(x: ArrayLike, weight: ArrayLike, /, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The linear transformation y = x weight^T + bias."""
def linear_scan(a: ArrayLike, b: ArrayLike, /, axis: int = -1, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0."""
def linspace(start: Any, stop: Any, /, num: int = 50, endpoint: builtins.bool = True, *, dtype: DTypeLike = None, device: DeviceLike = None) -> Array:
    """num numbers in even steps from start to stop, which is the last of them unless endpoint is false."""
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
    """base to the power of evenly spaced exponents."""
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
    """The mean along axes, or of all elements."""
def median(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """The middle of the sorted elements."""
from weir._async import _Memory
memory: _Memory
def meshgrid(*arrays: Any, indexing: Any = 'xy') -> list[Array]:
    """Coordinates on the grid that vectors span: one array for each of them."""
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
    """With numbers in place of NaN and infinities."""
def nanmax(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """max of the elements that are not NaN."""
def nanmean(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """The mean of the elements that are not NaN."""
def nanmin(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """min of the elements that are not NaN."""
def nanprod(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """prod of the elements that are not NaN."""
def nansum(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """sum of the elements that are not NaN."""
from weir._core import Array as ndarray
def ndenumerate(arr: Any) -> Array:
    """Pairs of an index and a Python number, for all elements in order.  Waits."""
def ndim(a: Any) -> int:
    """The number of dimensions."""
def ndindex(*shape: int | Sequence[int]) -> Array:
    """All indices of an array of this shape, in order."""
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
from weir import optim as optim
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The outer product: each element of x1 times each element of x2."""
def pad(array: Any, pad_width: Any, mode: Any = 'constant', constant_values: Any = 0) -> Array:
    """With a margin: one width for all sides, (before, after) for all axes, or a pair for each axis."""
def pairwise_distance(x1: ArrayLike, x2: ArrayLike, /, p: float = 2.0, eps: float = 1e-06, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The p-norm distances between corresponding vectors along the last axes of x1 and x2."""
def partition(a: Any, kth: Any, axis: int | Sequence[int] | None = -1) -> Array:
    """The entries along an axis with the kth where sorting puts it, smaller ones before it."""
def percentile(a: Any, q: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, method: Any = 'linear') -> Array:
    """The values below which q percent of the sorted elements lie; quantile with q from 0 to 100."""
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
    """Write the first values where the mask holds, one after the other.  Waits."""
def poisson_nll_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_input: builtins.bool = True, full: builtins.bool = False, eps: float = 1e-08, *, out: Array | None = None) -> Array:
    """The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input."""
def polyval(p: Any, x: Any) -> Array:
    """The polynomial with these coefficients, the highest power first, at x."""
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
    """Show a bar on the terminal while a wait takes longer than half a second; `progress(False)` ends it."""
def ptp(a: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False) -> Array:
    """The largest less the smallest."""
def put_along_axis(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, accumulate: builtins.bool = False, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis replaced by values."""
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where the mask holds, repeated as often as needed."""
def quantile(a: Any, q: Any, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, method: Any = 'linear') -> Array:
    """The values below which a fraction q of the sorted elements lies, linear between neighbours; or by another of NumPy's methods."""
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
    """All elements in one dimension; a view if that is possible."""
def ravel_multi_index(multi_index: Any, dims: Any) -> Array:
    """The place among all elements in order that an index for each axis means."""
def real(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Real part."""
def reciprocal(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of each element, 1 / x."""
def reinterpret(x: Any, dtype: DTypeLike) -> Array:
    """The bytes of the last dimension read as another dtype: a copy.  Waits."""
def relu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Rectified linear unit: max(x, 0)."""
def relu6(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """ReLU capped at 6: min(max(x, 0), 6)."""
def relu_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of relu: x1 where the result x2 is positive, 0 elsewhere."""
def remainder(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0."""
def repeat(x: Any, repeats: Any, /, axis: int | Sequence[int] | None = None) -> Array:
    """Each element as often as repeats says: a number, or one for each entry along the axis."""
def repeat_interleave(x: ArrayLike, /, repeats: int | Sequence[int], axis: int | None = None, *, out: Array | None = None) -> Array:
    """Repeat each element along an axis."""
def reshape(x: Any, /, shape: int | Sequence[int], order: Any = 'C', *, copy: builtins.bool | None = None) -> Array:
    """The same elements in another shape: a view where strides allow it, else a copy."""
def resize(a: Any, new_shape: Any) -> Array:
    """The elements, repeated as often as needed, in another shape."""
def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that an operation on all of these would have."""
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
    """Move an axis before another."""
def rot90(m: Any, k: Any = 1, axes: Any = ...) -> Array:
    """Turned by 90 degrees, k times."""
def round(a: Any, decimals: Any = 0, out: Array | None = None) -> Array:
    """Rounded to so many decimals; halves to even."""
def rsqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of the square root."""
from weir._numpy import _Key
s_: _Key
def save(file: str | os.PathLike[str], x: Any) -> None:
    """Wait for `x` and write it to an npy file; a dictionary of arrays to a safetensors file."""
def savez(file: str | os.PathLike[str], *args: Any, **arrays: Any) -> None:
    """Wait for the arrays and write them to one npz file, under the names `arr_0`, `arr_1`, ... or their keywords."""
def savez_compressed(file: str | os.PathLike[str], *args: Any, **arrays: Any) -> None:
    """As savez, in less space and more time."""
def scaled_dot_product_attention(query: Any, key: Any, value: Any, /, attn_mask: Any = None, dropout_p: Any = 0.0, is_causal: Any = False, scale: Any = None, enable_gqa: Any = False) -> Array:
    """Values, averaged with the softmax of how well each query fits their keys."""
def scaled_dot_product_attention_backward(query: ArrayLike, key: ArrayLike, value: ArrayLike, dy: ArrayLike, lse: ArrayLike, delta: ArrayLike, /, dropout_p: float = 0.0, is_causal: builtins.bool = False, scale: float | None = None, enable_gqa: builtins.bool = False, attn_mask: ArrayLike | None = None, dropout_seed: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of scaled_dot_product_attention with respect to query, key and value."""
def scatter(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """A copy of x with the rows (along an axis) at the given indices replaced by updates."""
def scatter_add(x: ArrayLike, indices: ArrayLike, updates: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """A copy of x with updates added to the rows (along an axis) at the given indices."""
def searchsorted(x1: ArrayLike, x2: ArrayLike, /, side: str = 'left', sorter: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Indices at which the values would be inserted into a sorted array to keep it sorted."""
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Array:
    """Of several choices the first whose condition holds."""
def selu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks."""
def set_default_device(device: DeviceLike, /) -> Device:
    """The device of arrays that are given none, from now on in this context (thread, task); returns the last one."""
def set_default_dtype(dtype: DTypeLike, /) -> DType:
    """The dtype of floats that are given none, from now on in this context (thread, task); returns the last one."""
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, suppress: Any = None) -> None:
    """Change how arrays are printed: digits behind the point, elements above which an array is shortened, elements shown at each end, characters of a line, and whether to avoid exponents."""
def setdiff1d(ar1: Any, ar2: Any) -> Array:
    """The values of the first array that the second has not, each once and in order."""
def setxor1d(ar1: Any, ar2: Any) -> Array:
    """The values that one of the arrays has and the other has not."""
def sgd_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, momentum: float = 0.0, dampening: float = 0.0, nesterov: builtins.bool = False) -> None:
    """One step of stochastic gradient descent for many parameters, in place."""
def sgn(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Sign of each element, -1, 0 or 1; for complex numbers, x / |x|."""
def shape(a: Any) -> tuple[int, ...]:
    """The shape of an array or of what would be one."""
def shares_memory(a: Any, b: Any) -> Array:
    """Are they views of the same memory?"""
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
    """The number of elements, or the length of an axis."""
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
    """Views of equal parts, or of the parts between indices."""
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
    """Sums of products over the last axes of x1 and the first of x2, or over the axes of each that are given."""
def threshold(x: ArrayLike, /, threshold: float = 0.0, value: float = 0.0, *, out: Array | None = None) -> Array:
    """x where x > threshold, value elsewhere."""
def tile(x: ArrayLike, /, repetitions: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Tile an array a number of times along each axis."""
def to_device(x: ArrayLike, /, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Copy x to a device."""
def topk(x: Any, /, k: Any, axis: int | Sequence[int] | None = -1, largest: Any = True, sorted: Any = True) -> Array:
    """The k largest (or smallest) entries along an axis, in order, and where they stand: values, indices."""
from weir._async import trace as trace
def transpose(a: Any, axes: Any = None) -> Array:
    """Axes in another order; without one, in reverse."""
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int | Sequence[int] | None = -1) -> Array:
    """The integral of points joined by straight lines."""
def tri(N: Any, M: Any = None, k: Any = 0, dtype: DTypeLike = None) -> Array:
    """Ones at and below a diagonal."""
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
    """The values of either array, each once and in order."""
def unique(ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False, axis: int | Sequence[int] | None = None) -> Any:
    """The values of an array, or its slices along an axis, each once and in order."""
def unique_all(x: Any, /) -> tuple[Array, Array, Array, Array]:
    """The values of x, each once; where each stands first; which of them each element is; how often each stands."""
def unique_counts(x: Any, /) -> tuple[Array, Array]:
    """The values of x, each once, and how often each stands."""
def unique_inverse(x: Any, /) -> tuple[Array, Array]:
    """The values of x, each once, and which of them each element is."""
def unique_values(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Unique values of x."""
def unravel_index(indices: Any, shape: int | Sequence[int]) -> Array:
    """The index for each axis that places among all elements in order mean."""
def unsqueeze(x: ArrayLike, /, axis: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Insert axes of size one; returns a view."""
def unstack(x: ArrayLike, /, axis: int = 0) -> tuple[Array, ...]:
    """Split an array into its elements along an axis; returns views without that axis."""
def upsample(x: ArrayLike, /, size: int | Sequence[int] | None = None, scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Resize an array along its one to three spatial axes."""
def vander(x: Any, N: Any = None, increasing: Any = False) -> Array:
    """Powers of x, a column each."""
def var(x: Any, axis: int | Sequence[int] | None = None, dtype: DTypeLike = None, out: Array | None = None, ddof: Any = 0, keepdims: builtins.bool = False, *, correction: Any = None) -> Array:
    """The variance along axes, or of all elements."""
def variance(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Variance over axes."""
def vdot(a: Any, b: Any) -> Array:
    """The dot product of all elements, the first conjugated."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of vectors along an axis."""
def vectorize(pyfunc: Any) -> Any:
    """A Python function of numbers as one of arrays.  It waits, and is as slow as Python."""
def vsplit(ary: Any, indices_or_sections: Any) -> list[Array]:
    """Parts along the first axis."""
def vstack(tup: Any, *, dtype: DTypeLike = None) -> Array:
    """Arrays as rows, one above the other."""
def waitall(timeout: float | None = None) -> None:
    """Wait until everything issued so far is done; raises the first failure that has not been reported, and says how many more there are.  All of them count as reported then; weir.failures() lists them."""
from weir._async import _WaitsFunction
waits: _WaitsFunction
def where(condition: Any, x1: Any = None, x2: Any = None, /, *, out: Array | None = None) -> Array:
    """Elements of x1 where the condition holds, of x2 elsewhere."""
from weir._async import window as window
def zeros(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array of zeros."""
def zeros_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Zeros with the shape and dtype of x."""
__version__: str
