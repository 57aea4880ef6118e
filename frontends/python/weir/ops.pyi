"""Written by tools/mkstubs.py from the package itself."""
# ruff: noqa
import builtins
import collections.abc
import os
from collections.abc import Iterator, Sequence
from typing import Any

from weir._core import Array, Device, DType, ArrayLike, DTypeLike, DeviceLike

def abs(x: ArrayLike, /, *, out: Array | None = None) -> Array:
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
def adaptive_avg_pool_grad(dy: ArrayLike, /, size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The gradient of adaptive_avg_pool with respect to x, given the gradient of its result."""
def adaptive_max_pool(x: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
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
def angle(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of a complex number in radians; 0 or pi for real numbers."""
def any(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Test whether any element over the axes is true (nonzero)."""
def arange(start: float = 0.0, stop: float | None = None, step: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Evenly spaced numbers from start up to, but not including, stop."""
def argmax(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the largest element along an axis: the first of equal elements, or the first NaN."""
def argmin(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the smallest element along an axis: the first of equal elements, or the first NaN."""
def argpartition(x: ArrayLike, /, kth: int | None = None, axis: int = -1, *, out: Array | None = None) -> Array:
    """Indices that partition along an axis: the kth element where sorting would put it."""
def argsort(x: ArrayLike, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Indices that sort along an axis."""
def asin(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse sine, in radians."""
def asinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic sine."""
def astype(x: ArrayLike, /, dtype: DTypeLike, *, out: Array | None = None) -> Array:
    """Convert x to a dtype."""
def atan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse tangent, in radians."""
def atan2(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Angle of the point (x2, x1) in radians, from -pi to pi."""
def atanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Inverse hyperbolic tangent."""
def avg_pool(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Average pooling over one, two or three spatial axes."""
def avg_pool_grad(dy: ArrayLike, /, size: int | Sequence[int], kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, count_include_pad: builtins.bool = True, *, out: Array | None = None) -> Array:
    """The gradient of avg_pool with respect to x, given the gradient of its result."""
def basic_index(x: ArrayLike, /, kinds: int | Sequence[int] | None = None, starts: int | Sequence[int] | None = None, stops: int | Sequence[int] | None = None, steps: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Index x with slices, integers and new axes; returns a view."""
def basic_update(x: ArrayLike, y: ArrayLike, /, kinds: int | Sequence[int] | None = None, starts: int | Sequence[int] | None = None, stops: int | Sequence[int] | None = None, steps: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """A copy of x in which the elements selected by slices, integers and new axes are replaced by y."""
def batch_norm(x: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """Batch normalisation: normalise each channel over the batch and the spatial axes."""
def batch_norm_backward(x: ArrayLike, dy: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of batch_norm with respect to x, weight and bias, given the gradient dy of y."""
def batch_norm_inference(x: ArrayLike, mean: ArrayLike, variance: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Batch normalisation with a given mean and variance."""
def bernoulli(probability: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Bernoulli distribution: true with the given probability."""
def beta(a: ArrayLike, b: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a beta distribution."""
def bilinear(x1: ArrayLike, x2: ArrayLike, weight: ArrayLike, /, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The bilinear transformation x1^T W x2 + b, for each W of the weight."""
def binary_cross_entropy(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The binary cross entropy between probabilities x and the target."""
def binary_cross_entropy_with_logits(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The binary cross entropy between sigmoid(x) and the target."""
def bincount(x: ArrayLike, /, minlength: int = 0, weights: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x."""
def bincount_sized(x: ArrayLike, /, size: int = 0, weights: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x."""
def binomial(trials: ArrayLike, probability: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a binomial distribution: the number of successes in independent trials."""
def bitwise_and(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise AND."""
def bitwise_invert(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise NOT; logical NOT for bools."""
def bitwise_left_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 left by x2."""
def bitwise_or(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise OR."""
def bitwise_right_shift(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Shift the bits of x1 right by x2, preserving the sign."""
def bitwise_xor(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Bitwise exclusive OR."""
def broadcast_arrays(arrays: Sequence[ArrayLike], /) -> tuple[Array, ...]:
    """Broadcast arrays to their common shape; returns views."""
def broadcast_to(x: ArrayLike, /, shape: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Broadcast x to a shape; returns a view."""
def categorical(weights: ArrayLike, /, count: int | None = None, axis: int = -1, logits: builtins.bool = False, replacement: builtins.bool = True, dtype: DTypeLike = ..., *, out: Array | None = None) -> Array:
    """Sample classes with probabilities proportional to their weights."""
def cauchy(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Cauchy distribution with median loc."""
def cdist(x1: ArrayLike, x2: ArrayLike, /, p: float = 2.0, *, out: Array | None = None) -> Array:
    """The p-norm distances between each pair of vectors of x1 and x2."""
def ceil(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round up to the nearest integer."""
def celu(x: ArrayLike, /, alpha: float = 1.0, *, out: Array | None = None) -> Array:
    """Continuously differentiable ELU: x where x > 0, alpha (exp(x / alpha) - 1) elsewhere."""
def channel_shuffle(x: ArrayLike, /, groups: int | None = None, *, out: Array | None = None) -> Array:
    """Interleave the channels of the groups (ShuffleNet)."""
def check_finite(x: ArrayLike, /, after: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The values of x unchanged; the operation fails if one of them is NaN or infinite."""
def chi_square(degrees: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a chi-squared distribution."""
def cholesky(x: ArrayLike, /, upper: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The Cholesky factorisation x = L L^H of positive definite matrices."""
def clip(x: ArrayLike, /, min: ArrayLike | None = None, max: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Clamp x to the range from min to max."""
def concat(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Concatenate arrays along an existing axis."""
def conj(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Complex conjugate."""
def conv(x: ArrayLike, weight: ArrayLike, /, stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Convolution over one, two or three spatial axes."""
def conv_input_grad(dy: ArrayLike, weight: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to x, given the gradient of its result."""
def conv_transpose(x: ArrayLike, weight: ArrayLike, /, stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, output_padding: int | Sequence[int] | None = None, groups: int = 1, dilation: int | Sequence[int] | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Transposed convolution, the gradient of conv with respect to its input."""
def conv_weight_grad(x: ArrayLike, dy: ArrayLike, /, size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, groups: int = 1, *, out: Array | None = None) -> Array:
    """The gradient of conv with respect to its weight, given the gradient of its result."""
def copy(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Copy x to new storage."""
def copysign(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Magnitude of x1 with the sign of x2."""
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
def cross(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The cross products of three-element vectors along an axis."""
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
def cumulative_prod(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, include_initial: builtins.bool = False, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Cumulative product along an axis."""
def cumulative_sum(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, include_initial: builtins.bool = False, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Cumulative sum along an axis."""
def deg2rad(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert degrees to radians."""
def det(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The determinants of square matrices."""
def diag(x: ArrayLike, /, k: int = 0, *, out: Array | None = None) -> Array:
    """For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal."""
def diag_embed(x: ArrayLike, /, offset: int = 0, n_rows: int | None = None, n_cols: int | None = None, *, out: Array | None = None) -> Array:
    """Matrices with the last dimension of x on a diagonal and zeros elsewhere."""
def diagonal(x: ArrayLike, /, offset: int = 0, axis1: int = -2, axis2: int = -1, *, out: Array | None = None) -> Array:
    """A diagonal of matrices; returns a view."""
def diff(x: ArrayLike, /, n: int = 1, axis: int = -1, prepend: ArrayLike | None = None, append: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Differences between consecutive elements along an axis."""
def digitize(x: ArrayLike, bins: ArrayLike, /, right: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the bin that each element falls into, for ascending bin edges."""
def divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise quotient, x1 / x2."""
def dot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The dot product: sum over the last axis of x1 and the second-to-last axis of x2."""
def dropout(x: ArrayLike, /, p: float = 0.5) -> tuple[Array, Array]:
    """Set random elements to zero and scale the others so that the mean is preserved."""
def eig(x: ArrayLike, /) -> tuple[Array, Array]:
    """The eigenvalues and eigenvectors of general square matrices, as complex numbers."""
def eigh(x: ArrayLike, /) -> tuple[Array, Array]:
    """The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices."""
def eigvals(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The eigenvalues of general square matrices, as complex numbers."""
def eigvalsh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The eigenvalues of Hermitian matrices, in ascending order."""
def einsum(operands: Sequence[ArrayLike], /, equation: str, *, out: Array | None = None) -> Array:
    """Sums of products in Einstein summation notation."""
def elu(x: ArrayLike, /, alpha: float = 1.0, *, out: Array | None = None) -> Array:
    """Exponential linear unit: x where x > 0, alpha (exp(x) - 1) elsewhere."""
def embedding(indices: ArrayLike, weight: ArrayLike, /, padding_idx: int | None = None, *, out: Array | None = None) -> Array:
    """Look up the rows of an embedding table by index."""
def empty(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array to be filled later."""
def empty_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array with the shape and dtype of x, to be filled later; it holds zeros."""
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
def expm(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The exponential of square matrices, 1 + x + x^2 / 2! + ..."""
def expm1(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """exp(x) - 1, accurate near zero."""
def exponential(shape: int | Sequence[int], scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from an exponential distribution."""
def eye(n_rows: int, n_cols: int | None = None, k: int = 0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """A matrix with ones on a diagonal and zeros elsewhere."""
def fftn(x: ArrayLike, /, s: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, norm: str = 'backward', *, out: Array | None = None) -> Array:
    """The discrete Fourier transform over the given axes."""
def flatten(x: ArrayLike, /, start: int = 0, end: int = -1, *, out: Array | None = None) -> Array:
    """Flatten consecutive axes into one; by default all of them."""
def flip(x: ArrayLike, /, axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Reverse the order of elements along axes; returns a view."""
def floor(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round down to the nearest integer."""
def floor_divide(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Quotient rounded towards negative infinity.  Integer division by 0 gives 0."""
def fold(y: ArrayLike, /, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sum columns of patches into images (col2im), the adjoint of unfold."""
def full(value: ArrayLike, /, shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array filled with a value."""
def full_like(x: ArrayLike, value: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array filled with a value, with the shape and dtype of x."""
def gamma(concentration: ArrayLike, /, scale: float = 1.0, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a gamma distribution."""
def gaussian_nll_loss(x: ArrayLike, target: ArrayLike, var: ArrayLike, /, reduction: str = 'mean', full: builtins.bool = False, eps: float = 1e-06, *, out: Array | None = None) -> Array:
    """The Gaussian negative log-likelihood of the target, with mean x and variance var."""
def gelu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit: x times the standard normal distribution function of x."""
def gelu_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of gelu: x1 times the derivative at x2."""
def gelu_tanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit, by its tanh approximation."""
def geometric(probability: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a geometric distribution: the number of trials up to the first success."""
def global_avg_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The mean over the spatial axes, which are kept with size one."""
def global_max_pool(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The maximum over the spatial axes, which are kept with size one."""
def global_norm(arrays: Sequence[ArrayLike], /, *, out: Array | None = None) -> Array:
    """The Euclidean norm of all elements of all arrays."""
def glu(x: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Gated linear unit: the first half of x along an axis times the sigmoid of the second half."""
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
def gumbel(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Gumbel distribution with mode loc."""
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
def histogram(x: ArrayLike, /, bins: int = 10, min: float = 0.0, max: float = 0.0, weights: ArrayLike | None = None) -> tuple[Array, Array]:
    """Count the elements (or sum their weights) in bins of equal width; also return the bin edges."""
def huber_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', delta: float = 1.0, *, out: Array | None = None) -> Array:
    """The Huber loss: quadratic near 0, linear elsewhere."""
def hypot(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hypotenuse, sqrt(x1^2 + x2^2), without overflow."""
def ifftn(x: ArrayLike, /, s: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, norm: str = 'backward', *, out: Array | None = None) -> Array:
    """The inverse discrete Fourier transform over the given axes."""
def imag(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Imaginary part."""
def image_normalize(x: ArrayLike, /, scale: float | None = None, layout: str = 'HWC', output_layout: str = 'CHW', dtype: DTypeLike = None, mean: ArrayLike | None = None, std: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Normalise images per channel, (scale x - mean) / std, and convert their layout."""
def image_resize(x: ArrayLike, /, size: int | Sequence[int], mode: str = 'bilinear', antialias: builtins.bool = True, layout: str = 'HWC', *, out: Array | None = None) -> Array:
    """Resize images of uint8 or float pixels."""
def index(x: ArrayLike, indices: Sequence[ArrayLike], /, axes: int | Sequence[int] | None = None, front: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index several axes of x with integer arrays, as in x[i, :, j]."""
def index_put(x: ArrayLike, values: ArrayLike, indices: Sequence[ArrayLike], /, axes: int | Sequence[int] | None = None, front: builtins.bool = False, accumulate: builtins.bool = False, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values."""
def inner(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inner product: sum over the last axes of x1 and x2."""
def instance_norm(x: ArrayLike, /, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Instance normalisation: normalise each channel of each sample."""
def integers(low: int = 0, high: int | None = None, *, shape: int | Sequence[int], dtype: DTypeLike = ..., device: DeviceLike = None, out: Array | None = None) -> Array:
    """Random integers from low (inclusive) to high (exclusive), uniformly distributed."""
def interpolate(x: ArrayLike, /, size: int | Sequence[int] | None = None, scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Resize an array along its one to three spatial axes."""
def interpolate_grad(dy: ArrayLike, /, size: int | Sequence[int], scale_factor: float | None = None, mode: str = 'nearest', align_corners: builtins.bool = False, antialias: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of interpolate with respect to x, given the gradient of its result."""
def inv(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The inverses of square matrices."""
def irfftn(x: ArrayLike, /, s: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, norm: str = 'backward', *, out: Array | None = None) -> Array:
    """The inverse of rfftn: real output from the non-redundant half of a transform."""
def isfinite(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test that each element is neither infinite nor NaN."""
def isin(x1: ArrayLike, x2: ArrayLike, /, invert: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Test whether each element of x1 is in x2."""
def isinf(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for positive or negative infinity."""
def isnan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test each element for NaN."""
def kl_div(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_target: builtins.bool = False, *, out: Array | None = None) -> Array:
    """KL divergence of the target from the distribution whose log-probabilities are x."""
def kthvalue(x: ArrayLike, /, k: int = 1, axis: int = -1, keepdims: builtins.bool = False) -> tuple[Array, Array]:
    """The k-th smallest element along an axis, counted from 1, and its index."""
def l1_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The mean absolute error, |x - target|."""
def lamb_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-06) -> None:
    """One step of LAMB (layer-wise adaptive moments) for many parameters, in place."""
def laplace(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Laplace distribution with mean loc."""
def layer_norm(x: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float = 1e-05, weight: ArrayLike | None = None, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """Layer normalisation: subtract the mean and divide by the standard deviation over the last axes."""
def layer_norm_backward(x: ArrayLike, dy: ArrayLike, /, axis: int | Sequence[int] | None = None, eps: float = 1e-05, weight: ArrayLike | None = None) -> tuple[Array, Array, Array]:
    """The gradients of layer_norm with respect to x, weight and bias, given the gradient dy of y."""
def leaky_relu(x: ArrayLike, /, negative_slope: float = 0.01, *, out: Array | None = None) -> Array:
    """Leaky ReLU: x where x > 0, negative_slope x elsewhere."""
def less(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 < x2, element-wise."""
def less_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 <= x2, element-wise."""
def lexsort(keys: Sequence[ArrayLike], /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on."""
def linear(x: ArrayLike, weight: ArrayLike, /, bias: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The linear transformation y = x weight^T + bias."""
def linear_scan(a: ArrayLike, b: ArrayLike, /, axis: int = -1, reverse: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0."""
def linspace(start: float = 0.0, stop: float = 1.0, num: int = 50, endpoint: builtins.bool = True, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """A given number of evenly spaced numbers from start to stop."""
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
def logistic(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a logistic distribution with mean loc."""
def logit(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """log(x / (1 - x)), the inverse of sigmoid."""
def lognormal(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm."""
def logsumexp(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """log(sum(exp(x))) over axes, without overflow."""
def lp_pool(x: ArrayLike, /, norm_type: float = 2.0, *, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, out: Array | None = None) -> Array:
    """Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type."""
def lstm(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, /, reverse: builtins.bool = False, bias_ih: ArrayLike | None = None, bias_hh: ArrayLike | None = None, h0: ArrayLike | None = None, c0: ArrayLike | None = None, lengths: ArrayLike | None = None) -> tuple[Array, Array, Array, Array]:
    """A long short-term memory (LSTM) layer."""
def lstm_backward(x: ArrayLike, weight_ih: ArrayLike, weight_hh: ArrayLike, y: ArrayLike, saved: ArrayLike, /, reverse: builtins.bool = False, no_dx: builtins.bool = False, h0: ArrayLike | None = None, c0: ArrayLike | None = None, lengths: ArrayLike | None = None, dy: ArrayLike | None = None, dh_n: ArrayLike | None = None, dc_n: ArrayLike | None = None, d_saved: ArrayLike | None = None) -> tuple[Array, Array, Array, Array, Array, Array]:
    """The gradients of lstm with respect to its inputs, given those of its results."""
def margin_ranking_loss(x1: ArrayLike, x2: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', margin: float = 0.0, *, out: Array | None = None) -> Array:
    """The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1."""
def mask_put(x: ArrayLike, mask: ArrayLike, values: ArrayLike, /, *, out: Array | None = None) -> Array:
    """A copy of x with the elements replaced where the mask is true, as in x[mask] = values."""
def mask_select(x: ArrayLike, mask: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Elements (or rows) of x where the mask is true, as in x[mask]."""
def mask_select_sized(x: ArrayLike, mask: ArrayLike, /, size: int = 0, *, out: Array | None = None) -> Array:
    """Elements (or rows) of x where the mask is true, when their number is known."""
def matmul(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The matrix product of two arrays."""
def matrix_norm(x: ArrayLike, /, keepdims: builtins.bool = False, ord: str = 'fro', *, out: Array | None = None) -> Array:
    """The matrix norms that need no singular values."""
def matrix_power(x: ArrayLike, /, n: int | None = None, *, out: Array | None = None) -> Array:
    """Raise square matrices to an integer power."""
def matrix_square_repeat(x: ArrayLike, times: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Square each matrix as often as the number for it says."""
def matrix_transpose(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Exchange the last two axes; returns a view."""
def max(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Maximum over axes; NaN if any element is NaN."""
def max_pool(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Max pooling over one, two or three spatial axes."""
def max_pool_grad(x: ArrayLike, dy: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The gradient of max_pool with respect to x, given the gradient of its result."""
def max_pool_indices(x: ArrayLike, /, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, dilation: int | Sequence[int] | None = None, ceil_mode: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The indices of the maxima of max_pool, flattened over the spatial axes."""
def max_unpool(x: ArrayLike, indices: ArrayLike, /, output_size: int | Sequence[int], *, out: Array | None = None) -> Array:
    """The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices."""
def maximum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient."""
def mean(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Arithmetic mean over axes."""
def median(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Median along an axis; for an even number of elements, the mean of the two middle ones."""
def meshgrid(arrays: Sequence[ArrayLike], /, indexing: str = 'xy') -> tuple[Array, ...]:
    """Coordinates of every point of a grid, one array for each axis; returns views."""
def min(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Minimum over axes; NaN if any element is NaN."""
def minimum(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient."""
def mish(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Mish: x tanh(softplus(x))."""
def moveaxis(x: ArrayLike, /, source: int | Sequence[int], destination: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Move axes to new positions; the others keep their order.  Returns a view."""
def mse_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', *, out: Array | None = None) -> Array:
    """The mean squared error, (x - target)^2."""
def multi_margin_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', p: float = 1.0, margin: float = 1.0, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes."""
def multilabel_soft_margin_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets."""
def multiply(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise product."""
def nanargmax(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the largest element that is not NaN along an axis; the first of equal elements."""
def nanargmin(x: ArrayLike, /, axis: int | None = None, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Index of the smallest element that is not NaN along an axis; the first of equal elements."""
def nancumprod(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Cumulative product along an axis, with NaN as 1."""
def nancumsum(x: ArrayLike, /, axis: int | None = None, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Cumulative sum along an axis, with NaN as 0."""
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
def nanstd(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Standard deviation over axes of the elements that are not NaN."""
def nansum(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Sum over axes of the elements that are not NaN."""
def nanvar(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Variance over axes of the elements that are not NaN."""
def negative(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Negate each element."""
def nextafter(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Next representable number after x1 in the direction of x2."""
def nll_loss(x: ArrayLike, target: ArrayLike, /, axis: int | None = None, reduction: str = 'mean', ignore_index: int = -100, weight: ArrayLike | None = None, *, out: Array | None = None) -> Array:
    """The negative log-likelihood of labels under log-probabilities x."""
def nonzero(x: ArrayLike, /) -> tuple[Array, ...]:
    """Indices of the nonzero elements: one array for each axis."""
def nonzero_sized(x: ArrayLike, /, size: int = 0, *, out: Array | None = None) -> Array:
    """Indices of the nonzero elements, when their number is known."""
def normal(shape: int | Sequence[int], mean: float = 0.0, std: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a normal distribution."""
def normalize(x: ArrayLike, /, p: float = 2.0, axis: int = -1, eps: float = 1e-12, *, out: Array | None = None) -> Array:
    """Divide the vectors along an axis by their p-norm."""
def not_equal(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Test whether x1 != x2, element-wise."""
def one_hot(indices: ArrayLike, /, num_classes: int | None = None, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """One-hot vectors: 1 at each index, 0 elsewhere."""
def ones(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array of ones."""
def ones_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Ones with the shape and dtype of x."""
def outer(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The outer product: each element of x1 times each element of x2."""
def pad(x: ArrayLike, /, widths: int | Sequence[int], mode: str = 'constant', value: float = 0.0, *, out: Array | None = None) -> Array:
    """Pad an array."""
def pairwise_distance(x1: ArrayLike, x2: ArrayLike, /, p: float = 2.0, eps: float = 1e-06, keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The p-norm distances between corresponding vectors along the last axes of x1 and x2."""
def partition(x: ArrayLike, /, kth: int | None = None, axis: int = -1, *, out: Array | None = None) -> Array:
    """Partition along an axis: the kth element is where sorting would put it, smaller ones before it."""
def percentile(x: ArrayLike, q: ArrayLike, /, axis: int | None = None, method: str = 'linear', keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Percentiles of the elements along an axis, for q from 0 to 100."""
def permutation(n: int | None = None, dtype: DTypeLike = ..., device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Random permutation of the integers from 0 to n - 1."""
def permute_dims(x: ArrayLike, /, axes: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Permute the axes; returns a view."""
def pixel_shuffle(x: ArrayLike, /, upscale_factor: int | None = None, *, out: Array | None = None) -> Array:
    """Rearrange groups of channels into blocks of pixels (sub-pixel convolution)."""
def pixel_unshuffle(x: ArrayLike, /, downscale_factor: int | None = None, *, out: Array | None = None) -> Array:
    """Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle."""
def poisson(rate: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Poisson distribution."""
def poisson_nll_loss(x: ArrayLike, target: ArrayLike, /, reduction: str = 'mean', log_input: builtins.bool = True, full: builtins.bool = False, eps: float = 1e-08, *, out: Array | None = None) -> Array:
    """The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input."""
def positive(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Each element unchanged."""
def pow(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """x1 raised to the power x2.  Integer powers must not be negative."""
def prelu(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Parametric ReLU: x1 where x1 > 0, x2 x1 elsewhere."""
def prod(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Product over axes."""
def put_along_axis(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, accumulate: builtins.bool = False, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis replaced by values."""
def put_along_axis_combine(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, reduce: str = 'sum', *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis combined with values: their sum, product, maximum or minimum."""
def put_along_axis_reduce(x: ArrayLike, indices: ArrayLike, values: ArrayLike, /, axis: int = -1, reduce: str = 'sum', include_self: builtins.bool = True, *, out: Array | None = None) -> Array:
    """A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum, minimum or mean."""
def qr(x: ArrayLike, /, mode: str = 'reduced') -> tuple[Array, Array]:
    """The QR factorisation: orthonormal columns q times an upper triangular r."""
def quantile(x: ArrayLike, q: ArrayLike, /, axis: int | None = None, method: str = 'linear', keepdims: builtins.bool = False, *, out: Array | None = None) -> Array:
    """Quantiles of the elements along an axis, for q from 0 to 1."""
def quantile_positions(q: ArrayLike, /, n: int = 1, method: str = 'linear', percent: builtins.bool = False) -> tuple[Array, Array, Array, Array]:
    """Positions of quantiles among n sorted elements."""
def quick_gelu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x)."""
def rad2deg(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Convert radians to degrees."""
def ravel(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Flatten x to one dimension."""
def real(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Real part."""
def reciprocal(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of each element, 1 / x."""
def reframe(x: ArrayLike, /, axis: int = -1, first: int = 0, count: int | None = None, fill: float = 0.0, *, out: Array | None = None) -> Array:
    """Extract a range along an axis; positions outside x are filled."""
def relu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Rectified linear unit: max(x, 0)."""
def relu6(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """ReLU capped at 6: min(max(x, 0), 6)."""
def relu_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of relu: x1 where the result x2 is positive, 0 elsewhere."""
def remainder(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0."""
def repeat(x: ArrayLike, /, repeats: int | Sequence[int], axis: int | None = None, *, out: Array | None = None) -> Array:
    """Repeat each element along an axis."""
def reshape(x: ArrayLike, /, shape: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Give x a new shape with the same elements."""
def rfftn(x: ArrayLike, /, s: int | Sequence[int] | None = None, axis: int | Sequence[int] | None = None, norm: str = 'backward', *, out: Array | None = None) -> Array:
    """The discrete Fourier transform of real input, without the redundant half."""
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
def round(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round to the nearest integer; halves are rounded to even."""
def rsqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Reciprocal of the square root."""
def scaled_dot_product_attention(query: ArrayLike, key: ArrayLike, value: ArrayLike, /, dropout_p: float = 0.0, is_causal: builtins.bool = False, scale: float | None = None, enable_gqa: builtins.bool = False, attn_mask: ArrayLike | None = None, dropout_seed: ArrayLike | None = None) -> tuple[Array, Array]:
    """Scaled dot-product attention: softmax(scale query key^T + mask) value."""
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
def select(x: ArrayLike, /, index: int = 0, axis: int = 0, *, out: Array | None = None) -> Array:
    """One element along an axis, which is removed; returns a view."""
def selu(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks."""
def sgd_step(rate: ArrayLike, scale: ArrayLike, norm: ArrayLike, arrays: Sequence[ArrayLike], /, weight_decay: float = 0.0, max_norm: float = 0.0, clip_value: float = 0.0, maximize: builtins.bool = False, copies: builtins.bool = False, momentum: float = 0.0, dampening: float = 0.0, nesterov: builtins.bool = False) -> None:
    """One step of stochastic gradient descent for many parameters, in place."""
def shuffle(x: ArrayLike, /, axis: int = 0) -> tuple[Array, Array]:
    """Shuffle the elements along an axis; also return the permutation."""
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
def sinh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hyperbolic sine."""
def slice(x: ArrayLike, /, starts: int | Sequence[int] | None = None, stops: int | Sequence[int] | None = None, steps: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Slice the leading axes; returns a view."""
def slice_update(x: ArrayLike, y: ArrayLike, /, starts: int | Sequence[int] | None = None, stops: int | Sequence[int] | None = None, steps: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """A copy of x with a slice replaced by y."""
def sliding_window_view(x: ArrayLike, /, window: int | Sequence[int], axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Sliding windows over an array; returns a view."""
def slogdet(x: ArrayLike, /) -> tuple[Array, Array]:
    """The sign of the determinant, and the logarithm of its absolute value."""
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
def solve(x1: ArrayLike, x2: ArrayLike, /, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1."""
def solve_triangular(x1: ArrayLike, x2: ArrayLike, /, upper: builtins.bool = False, unitriangular: builtins.bool = False, left: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1."""
def sort(x: ArrayLike, /, axis: int = -1, descending: builtins.bool = False, stable: builtins.bool = True, *, out: Array | None = None) -> Array:
    """Sort along an axis."""
def split(x: ArrayLike, /, sections: int | None = None, indices: int | Sequence[int] | None = None, axis: int = 0) -> tuple[Array, ...]:
    """Split an array along an axis; returns views."""
def sqrt(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Square root of each element."""
def square(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Square of each element."""
def squeeze(x: ArrayLike, /, axis: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Remove axes of size one; returns a view."""
def stack(arrays: Sequence[ArrayLike], /, axis: int = 0, *, out: Array | None = None) -> Array:
    """Stack arrays of the same shape along a new axis."""
def std(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Standard deviation over axes."""
def student_t(degrees: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from Student's t distribution."""
def subtract(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Element-wise difference, x1 - x2."""
def sum(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """Sum over axes."""
def sum_runs(x: ArrayLike, /, counts: int | Sequence[int], axis: int = 0, *, out: Array | None = None) -> Array:
    """Sums of consecutive runs of elements along an axis."""
def svd(x: ArrayLike, /, full_matrices: builtins.bool = True) -> tuple[Array, Array, Array]:
    """The singular value decomposition x = U diag(S) Vh, with S in descending order."""
def svdvals(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """The singular values of matrices, in descending order."""
def swapaxes(x: ArrayLike, /, axis1: int = 0, axis2: int = 1, *, out: Array | None = None) -> Array:
    """Exchange two axes; returns a view."""
def take(x: ArrayLike, indices: ArrayLike, /, axis: int | None = None, *, out: Array | None = None) -> Array:
    """Elements of x at the given indices along an axis."""
def take_along_axis(x: ArrayLike, indices: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """Elements of x at per-position indices along an axis."""
def tan(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Tangent of each element, in radians."""
def tanh(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Hyperbolic tangent."""
def tanh_backward(x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Gradient of tanh: x1 times the derivative where the result is x2."""
def tanhshrink(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Tanh shrinkage: x - tanh(x)."""
def tensordot(x1: ArrayLike, x2: ArrayLike, /, axes: int = 2, x1_axes: int | Sequence[int] | None = None, x2_axes: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Tensor contraction: sum over pairs of axes of x1 and x2."""
def threshold(x: ArrayLike, /, threshold: float = 0.0, value: float = 0.0, *, out: Array | None = None) -> Array:
    """x where x > threshold, value elsewhere."""
def tile(x: ArrayLike, /, repetitions: int | Sequence[int], *, out: Array | None = None) -> Array:
    """Tile an array a number of times along each axis."""
def to_device(x: ArrayLike, /, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Copy x to a device."""
def topk(x: ArrayLike, /, k: int = 1, axis: int = -1, largest: builtins.bool = True, sorted: builtins.bool = True) -> tuple[Array, Array]:
    """The k largest (or smallest) elements along an axis, in order, and their indices."""
def trace(x: ArrayLike, /, offset: int = 0, dtype: DTypeLike = None, *, out: Array | None = None) -> Array:
    """The sums of the diagonals of matrices."""
def tril(x: ArrayLike, /, k: int = 0, *, out: Array | None = None) -> Array:
    """Lower triangle of matrices: zeros above diagonal k."""
def triplet_margin_loss(anchor: ArrayLike, positive: ArrayLike, negative: ArrayLike, /, reduction: str = 'mean', margin: float = 1.0, p: float = 2.0, eps: float = 1e-06, swap: builtins.bool = False, *, out: Array | None = None) -> Array:
    """The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin)."""
def triu(x: ArrayLike, /, k: int = 0, *, out: Array | None = None) -> Array:
    """Upper triangle of matrices: zeros below diagonal k."""
def trunc(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Round towards zero to an integer."""
def truncated_normal(shape: int | Sequence[int], loc: float = 0.0, scale: float = 1.0, lower: float = -2.0, upper: float = 2.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a normal distribution truncated to the range from lower to upper."""
def unfold(x: ArrayLike, /, kernel_size: int | Sequence[int], dilation: int | Sequence[int] | None = None, padding: int | Sequence[int] | None = None, stride: int | Sequence[int] | None = None, *, out: Array | None = None) -> Array:
    """Extract the patches of images as columns (im2col)."""
def uniform(shape: int | Sequence[int], low: float = 0.0, high: float = 1.0, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a uniform distribution over the range from low to high."""
def unique_all(x: ArrayLike, /) -> tuple[Array, Array, Array, Array]:
    """Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts."""
def unique_counts(x: ArrayLike, /) -> tuple[Array, Array]:
    """Unique values of x and their counts."""
def unique_groups(x: ArrayLike, /) -> tuple[Array, Array, Array, Array]:
    """Groups of equal elements; the basis of unique_all, without waiting."""
def unique_inverse(x: ArrayLike, /) -> tuple[Array, Array]:
    """Unique values of x and the indices that rebuild x from them."""
def unique_values(x: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Unique values of x."""
def unstack(x: ArrayLike, /, axis: int = 0) -> tuple[Array, ...]:
    """Split an array into its elements along an axis; returns views without that axis."""
def var(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, correction: float = 0.0, *, out: Array | None = None) -> Array:
    """Variance over axes."""
def vecdot(x1: ArrayLike, x2: ArrayLike, /, axis: int = -1, *, out: Array | None = None) -> Array:
    """The inner products of vectors along an axis."""
def vector_norm(x: ArrayLike, /, axis: int | Sequence[int] | None = None, keepdims: builtins.bool = False, ord: float = 2.0, *, out: Array | None = None) -> Array:
    """The vector norm over one or more axes."""
def von_mises(mean: ArrayLike, concentration: ArrayLike, /, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a von Mises distribution: angles between -pi and pi around a mean."""
def weibull(concentration: ArrayLike, /, scale: float = 1.0, shape: int | Sequence[int] | None = None, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Samples from a Weibull distribution."""
def where(condition: ArrayLike, x1: ArrayLike, x2: ArrayLike, /, *, out: Array | None = None) -> Array:
    """Elements of x1 where the condition is true, of x2 elsewhere."""
def zeros(shape: int | Sequence[int], dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """An array of zeros."""
def zeros_like(x: ArrayLike, /, dtype: DTypeLike = None, device: DeviceLike = None, *, out: Array | None = None) -> Array:
    """Zeros with the shape and dtype of x."""
def __getattr__(name: str) -> Any: ...
