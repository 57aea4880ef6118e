"""tensorflow_calls.py - calls of TensorFlow and Keras that are compared with the dialect's (see calls.py).

SPDX-License-Identifier: Apache-2.0
"""
import builtins

import keras_calls
import numpy as np
from calls import Values, cases

UNARY = "x; t; s; e; d; i; b"
REDUCE = ("x; x, axis=0; x, axis=1, keepdims=True; x, axis=-1; t, axis=[0, 2]; t, axis=(1,), keepdims=True; s; e; e, axis=0; e, axis=1; d; "
          "t, axis=-2; x, keepdims=True; x, axis=2; x, axis=-3; [1.0, 2.0]")
BINARY = "x, y; x, v; t, x; s, x; x, 2.0; 2.0, x; d, d; i, j; i, 2; e, e; x, [1.0, 2.0, 3.0, 4.0]; x, w; x, i"
COMPARE = "x, y; x, v; x, x; x, 0.0; i, j; i, 2; d, d; s, x; e, e; x, w; x, i"
ACTIVATION = "x; t; s; d; e; i"
TABLE = f"""
== tf.math
abs sign: {UNARY}; n; f; o
square negative: {UNARY}; n; z
exp expm1 sin cos tan sinh cosh tanh asinh atan sigmoid erf erfc floor ceil: {UNARY}; f
round: {UNARY}; f; n; [0.5, 1.5, 2.5, -0.5]
sqrt log log1p rsqrt reciprocal lgamma digamma: p; s; e; i; b; f
asin acos atanh: u; s; e; i
acosh: p + 1.0; s + 1.0
is_nan is_inf is_finite: x; f; e; d; i; b
reciprocal_no_nan: x; f
softplus softsign: x; s; e; f; i
log_sigmoid: x; s; d
invert_permutation: k[:0]; [2, 0, 1]
conj real imag: x; z; i
angle: z; x
logical_not: b; c; x
logical_and logical_or logical_xor: b, a; b, True; b, c[:1]; b, x; [True, False], [False, False]
add subtract multiply: {BINARY}; b, a; o, o; x, "a"
divide: {BINARY}; i, 0; i, n; b, a
truediv: {BINARY}
floordiv: x, y; x, p; i, j; i, 3; n, 4; x, 0.3; j, i; x, i
mod floormod: x, p; i, j; i, 3; n, -4; x, 0.7; x, -0.7
pow: p, y; p, 2.0; i, 2; x, 2.0; j, j; 2.0, x; x, 0.5; p, w; p, i
maximum minimum: {BINARY}; b, a; f, 0.0
squared_difference: {BINARY}
atan2: x, y; s, x; x, 2.0
divide_no_nan multiply_no_nan: x, y; x, [0.0, 1.0, 0.0, 2.0]; i, j
xlogy xdivy xlog1py: un, p; x, 2.0
add_n: [x, y]; [x, y, x]; [x]; []; [x, w]
accumulate_n: [x, y]
equal not_equal: {COMPARE}; b, a
less less_equal greater greater_equal: {COMPARE}
reduce_sum reduce_prod: {REDUCE}; i; i, axis=1; b; n
reduce_mean: {REDUCE}; i; j, axis=0; b
reduce_max reduce_min: {REDUCE}; i; i, axis=1; f; o
reduce_std reduce_variance: {REDUCE}; i
reduce_logsumexp: {REDUCE}
reduce_euclidean_norm: x; x, axis=1; x, axis=0, keepdims=True; i
reduce_all reduce_any: b; b, axis=0; b, axis=1, keepdims=True; b, axis=-1; c; b, axis=5; x; [True, False]; b[:0]
count_nonzero: x; i; b; i, axis=0; x, axis=1, keepdims=True; x, axis=1, dtype=tf.int32
cumsum cumprod: x; x, axis=1; x, axis=-1; x, axis=1, reverse=True; x, axis=0, exclusive=True; i; v, exclusive=True, reverse=True; x, axis=2; t, axis=1
cumulative_logsumexp: x; x, axis=1
argmax argmin: x; x, axis=1; x, axis=-1; t, axis=2; i, axis=1; x, axis=1, output_type=tf.int32; v; s; x, axis=3; b; e, axis=1
top_k: x; x, k=2; v, k=3; i, k=2; x, k=9; x, k=0
in_top_k: lab, x, 2; [1, 0, 2], x, 1
bincount: [1, 2, 2, 5]; j; [1, 2, 2, 5], minlength=9; [1, 2, 2, 5], maxlength=3; [0, 1, 1], weights=[0.5, 1.0, 2.0]
confusion_matrix: [0, 1, 2, 1], [0, 2, 2, 1]; [0, 1, 2, 1], [0, 2, 2, 1], num_classes=5; [0, 1], [1, 1], num_classes=3; [0, 1], [1, 1], weights=[2, 3]
segment_sum segment_mean segment_max segment_min segment_prod: x, [0, 0, 1]; i, [0, 1, 1]; v, [0, 0, 2, 2]
unsorted_segment_sum unsorted_segment_mean unsorted_segment_max unsorted_segment_prod: x, [1, 0, 1], num_segments=3; v, [2, 2, 0, 0], 3
polyval: [1.0, 2.0, 3.0], x; [x, y], 2.0
l2_normalize: x; x, axis=1; x, axis=-1; v, axis=0; x, axis=[0, 1]; x, epsilon=10.0
scalar_mul: 2.0, x; s, x; 3, i
sobol_sample: 2, 3
nextafter: x, y
zero_fraction: [0.0, 1.0, 2.0, 0.0]; i
igamma igammac: p, p
betainc: p, p, un
zeta: p + 1.0, p
polygamma: 1.0, p
lbeta: p; p + 1.0
erfinv ndtri: un
softmax log_softmax: x; x, axis=0; t, axis=1; v; s; x, axis=2; e; i
== tf.math.special
bessel_i0 bessel_i1 bessel_i0e bessel_i1e: x; p
dawsn expint fresnel_cos spence: p

== tf
abs sign exp floor negative sigmoid sqrt square tanh round sin cos tan sinh cosh asin acos atan: u; s; e
add subtract multiply divide maximum minimum pow: p, y; s, x; i, j; p, w
truncatediv: i, j; i, 3
truncatemod: i, 3; x, 0.7
equal not_equal less less_equal greater greater_equal: x, y; i, 2
logical_and logical_or: b, a
logical_not: b
reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_logsumexp: x; x, axis=1; x, axis=0, keepdims=True; x, 1, True; t, [0, 1]
reduce_all reduce_any: b; b, 0
argmax argmin: x; x, 1; x, axis=-1
cumsum: x; x, 1
matmul: x, w; m, m; t, w; x, y, transpose_b=True; x, y, transpose_a=True; x, y; v, v; i, j, transpose_b=True; t, t, transpose_b=True; m, q,
    transpose_a=True, transpose_b=True; x, d; x, x, adjoint_b=True
tensordot: x, y, axes=[[1], [1]]; x, w, axes=1; x, y, axes=2; t, x, axes=[[1, 2], [0, 1]]; v, v, 1; v, v, 0; x, y, axes=1
einsum: "ij,jk->ik", x, w; "ij->ji", x; "ij->", x; "ij,ij->i", x, y; "bij,jk->bik", t, w; "i,j->ij", v, v; "ii->i", m; "...j,j->...", t, v; "ij,jk", x, w; "ij,jk->ik", x, y
reshape: x, [4, 3]; x, (2, -1); x, [-1]; x, -1; t, (6, 4); s, [1, 1]; e, [4, 0]; x, [5, 5]; i, [12]; x, [-1, -1]; [1, 2, 3, 4], (2, 2); x, []
transpose: x; t; t, perm=[2, 0, 1]; t, [0, 2, 1]; s; x, perm=[0, 0]; i; z, conjugate=True; [[1, 2], [3, 4]]
expand_dims: x, 0; x, axis=1; x, -1; s, 0; v, axis=-2; x, axis=4; [1, 2], 0; x, -4
squeeze: x[None]; x[None, :, None]; x[None], axis=0; x[:, None], axis=1; x[None, None], axis=[0, 1]; x, axis=0; t[:1], [0]; x[None, :, :, None], -1
concat: [x, y], 0; [x, y], axis=1; [x, y, x], -1; [e, x], 0; [i, j], 1; [x, w], 0; [x, x], 5; [[1, 2], [3, 4]], 0; [t, t], axis=-2; [x], 0; [b, a], 0
stack: [x, y]; [x, y], axis=1; [x, y], -1; [s, s]; [1.0, 2.0, 3.0]; [x, w]; [x, y], axis=4; [[1, 2], [3, 4]], axis=1
unstack: x; x, axis=1; t, axis=-1; x, num=3; s; x, num=2; x, axis=5
split: x, 3; x, 2, axis=1; x, [1, 2]; x, [1, 3], axis=1; x, [1, -1], axis=1; x, 2; t, 2, -1; x, [1, 1]; i, 2, axis=1
tile: x, [2, 1]; x, [1, 3]; v, [2]; t, [1, 2, 1]; x, [2]; s, []; i, [2, 2]; [1, 2], [2]; x, [0, 1]
repeat: x, 2; x, 2, axis=0; x, [1, 2, 3], axis=0; v, [1, 0, 2, 1]; x, 3, axis=1; x, repeats=2, axis=-1; [1, 2], 2
reverse: x, [0]; x, axis=[1]; x, [0, 1]; x, [-1]; v, [0]; i, [0]; x, [2]
roll: x, 1, 0; x, shift=[1, -2], axis=[0, 1]; v, 2, 0; i, -1, 1
pad: x, [[1, 1], [2, 0]]; x, [[0, 1], [1, 0]], constant_values=3.5; v, [[1, 2]]; x, [[1, 1], [1, 1]], "REFLECT"; x, [[1, 1], [1, 1]], mode="SYMMETRIC"; i, [[1, 0], [0, 1]];
    x, [[1, 1]]; t, tf.constant([[0, 0], [1, 1], [0, 0]]); x, [[5, 5], [0, 0]], "REFLECT"; e, [[1, 1], [0, 0]]
where: b; c; b, x, y; b, x, 0.0; b, 1.0, 2.0; c[:, None], x, y; x > 0, i, j; b, x, w; b, x, i; x; i
gather: x, [0, 2]; x, k; x, [[0, 1], [1, 0]]; x, [1, 3], axis=1; v, 2; t, [1], axis=-1; x, ids[:1], axis=1; t, [[0, 1], [2, 2]], batch_dims=1, axis=1; i, [1]; x, [5]; x, []
gather_nd: x, [[0, 1], [2, 3]]; x, [[0], [2]]; t, [[0, 1, 2]]; x, [0, 1]; t, [[[0, 0], [1, 2]]]
scatter_nd: [[0], [2]], [1.0, 2.0], [4]; [[1], [1]], x[:2], [3, 4]; [[0, 1]], [5], [2, 2]
tensor_scatter_nd_update tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_max tensor_scatter_nd_min: x, [[0, 1], [2, 3]], [1.0, 2.0]; v, [[1], [3]], [9.0, 8.0];
    x, [[1]], [[1.0, 2.0, 3.0, 4.0]]; i, [[0, 0]], [7]
boolean_mask: x, b; x, c; t, [True, False]; x, [True, False, True, False], axis=1; i, b; x, a[0]
one_hot: [0, 2, 1], 3; lab, 4; k, depth=3; ids, 4; [0, 1], 3, on_value=5.0, off_value=-1.0; [0, 5, -1], 3; [0, 1], 2, axis=0; [1], 3, dtype=tf.int32; [0, 1], 2, True, False; 1, 3
argsort: x; x, axis=0; v, direction="DESCENDING"; i, axis=1, stable=True; x, axis=-1; s
sort: x; x, axis=0; v, direction="DESCENDING"; i, axis=1; x, -1, "ASCENDING"; d; x, axis=4; v, direction="UP"
searchsorted: [1.0, 2.0, 3.0], [0.5, 2.0, 9.0]; [1.0, 2.0, 3.0], [0.5, 2.0, 9.0], side="right"; [[1, 3, 5], [2, 4, 6]], [[1, 6], [3, 9]]; [1, 2], [1], out_type=tf.int64
unique: [1, 2, 1, 3]; [3.0, 1.0, 3.0]; [1, 2, 1], out_idx=tf.int64
unique_with_counts: [1, 2, 1, 3]
clip_by_value: x, -0.5, 0.5; x, 0.0, 1.0; i, -2, 3; x, y - 1.0, y + 1.0; s, 0.0, 0.5; e, 0.0, 1.0
clip_by_norm: x, 1.0; x, 100.0; v, 0.5; x, 1.0, axes=[1]
clip_by_global_norm: [x, v], 1.0; [x], 100.0; [x, None, y], 2.0
broadcast_to: v, [3, 4]; s, [2, 2]; x, [2, 3, 4]; x, [3, 5]; i[:1], [3, 4]; [1, 2], [2, 2]; x, (3, 4)
zeros ones: [2, 3]; (2,); []; [0, 3]; 3; [2], tf.int32; [2], dtype=tf.bool; [2], tf.float64; [-1]; [2], dtype="int64"; tf.constant([2, 2])
fill: [2, 3], 9; [2], 1.5; [], True; [0], 1; (2, 2), s
zeros_like ones_like: x; i; b; s; x, dtype=tf.int32; [1, 2]; [[1.0]]; e
eye: 3; 2, 3; 2, num_columns=4; 3, dtype=tf.int32; 2, batch_shape=[2]; 0
linspace: 0.0, 1.0, 5; -1.0, 1.0, num=3; 0.0, 10.0, 1; 0, 10, 3; [0.0, 1.0], [1.0, 3.0], 3
range: 5; 2, 7; 1, 10, 3; 0.0, 1.0, 0.25; 5, 0, -2; 5.0; 3, dtype=tf.float32; 0; start=1, limit=4; 1, 5, delta=2; 2, dtype=tf.int64
constant: 3; 2.5; True; [1, 2]; [[1.0, 2.0]]; [1, 2.5]; [1, 2], tf.float32; 5, shape=[2, 2]; [1, 2, 3, 4], shape=(2, 2); 1, dtype="float64"; [[1], [2, 3]]; np.arange(3); np.ones(2); []; 1.5, tf.int32;
    [1, 2, 3], shape=(2, 2); np.float32(2); 300, tf.uint8; [True, False]; 2j
convert_to_tensor: x; [1, 2]; 1.0; np.ones((2, 2)); x, dtype=tf.float64; i, tf.float32; [x[0, 0], x[0, 1]]; "a", tf.int32; True; [1, 2], dtype=tf.float32; tf.Variable([1.0])
cast: x, tf.int32; i, tf.float32; b, tf.float32; x, tf.bool; x, "float64"; [1, 2], tf.float32; x, tf.float16; d, tf.float32; x, dtype=tf.uint8; n, tf.int32; 1.7, tf.int32
saturate_cast: x * 300.0, tf.uint8; i, tf.uint8
identity stop_gradient: x; i; [1.0, 2.0]; s
shape: x; s; e; [[1, 2]]; x, out_type=tf.int64
size rank: x; s; e; [1, 2]; t
shape_n: [x, v]
is_tensor: x; 1; [x]; tf.Variable(1.0)
meshgrid: v, k; [1, 2], [3, 4, 5]; [1, 2], [3, 4], indexing="ij"; v, v, v
map_fn: lambda a: a * 2, x; lambda a: tf.reduce_sum(a), x; lambda a: a[0] + a[1], (x, y), fn_output_signature=tf.float32; lambda a: a + 1, i
vectorized_map: lambda a: a * 2.0, x
scan: lambda a, b: a + b, x; lambda a, b: a * b, v
foldl foldr: lambda a, b: a - b, v
while_loop: lambda i: i < 5, lambda i: (i + 1,), [tf.constant(0)]; lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0), (tf.constant(0), tf.constant(1.0))
cond: True, lambda: 1, lambda: 2; x[0, 0] > 0, lambda: x, lambda: y
case: [(tf.constant(False), lambda: 1), (tf.constant(True), lambda: 2)]
switch_case: 1, [lambda: 5, lambda: 6]
group: -
no_op: -
sequence_mask: [1, 3, 2]; [1, 3], 5; [1, 2], maxlen=3, dtype=tf.float32; [[1], [2]]
dynamic_partition: v, [0, 1, 1, 0], 2; x, [1, 0, 1], 2
dynamic_stitch: [[0, 2], [1]], [[1.0, 3.0], [2.0]]
slice: x, [0, 1], [2, 2]; x, [1, 0], [-1, 3]; v, [1], [2]; x, begin=[0, 0], size=[1, -1]
strided_slice: x, [0, 0], [3, 4], [2, 1]; v, [1], [3]; v, [3], [0], [-1]
norm: x; x, axis=1; x, ord=1; x, ord=np.inf; x, axis=1, keepdims=True; v, ord=3; x, ord="fro", axis=[0, 1]; s
bitcast: x, tf.int32
eig: m
extract_volume_patches: x
ensure_shape: x, (3, 4); x, [None, 4]; x, [2, 2]
guarantee_const: x
grad_pass_through: lambda a: a
nest: -
space_to_batch: im[:, :6, :4], [2, 2], [[0, 0], [0, 0]]
reverse_sequence: x, [1, 2, 3], seq_axis=1, batch_axis=0
batch_to_space: tf.zeros([4, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]]
edit_distance: -
histogram_fixed_width: v, [-2.0, 2.0], nbins=5
numpy_function py_function: lambda a: a * 2, [v], tf.float32
unravel_index: [5, 7], [3, 4]
broadcast_static_shape: tf.TensorShape([3, 1]), tf.TensorShape([4])
broadcast_dynamic_shape: [3, 1], [4]
get_static_value: tf.constant([1, 2])
executing_eagerly: -
TensorShape: [2, 3]; [None, 3]; []; (1,)
as_dtype: "float32"; tf.int32; np.float32
random_normal_initializer: -

== tf.nn
relu: {ACTIVATION}; f
relu6 elu selu silu swish gelu softplus softsign sigmoid tanh: {ACTIVATION}; f
crelu: x
leaky_relu: x; x, 0.1; x, alpha=0.3; i; s; e
gelu: x, approximate=True
softmax log_softmax: x; x, axis=0; t, axis=1; v; x, axis=-1; e; x, axis=4; i
softmax_cross_entropy_with_logits: hot, x; labels=hot, logits=x; pr, x, axis=-1; hot, x, axis=0; labels=hot, logits=w
sparse_softmax_cross_entropy_with_logits: lab, x; labels=lab, logits=x; [1, 2, 0], x; labels=[9, 0, 1], logits=x; lab, d
sigmoid_cross_entropy_with_logits: labels=bin, logits=x; bin, x; un, x; labels=w, logits=x
weighted_cross_entropy_with_logits: bin, x, 2.0; un, x, pos_weight=0.5
log_poisson_loss: p, x; p, x, True
embedding_lookup: x, [0, 2]; x, [[0, 1], [2, 2]]; x, k; w, lab; v, [1, 3]
l2_loss: x; v; s; e; i
l2_normalize: x; x, axis=1; v, 0
bias_add: x, v; im, [1.0, 2.0, 3.0]; x, w
moments: x, [0]; x, axes=[0, 1]; t, [1], keepdims=True; x, [-1]; i, [0]
normalize_moments: 4.0, v, v * v, None
weighted_moments: x, [0], 1.0; x, [0], p
batch_normalization: x, v, v * v, None, None, 1e-3; x, v, v * v, v, v, 0.1
local_response_normalization: im; im, 1, 0.5, 0.2, 0.6
max_pool2d: im, 2, 2, "VALID"; im, 2, 2, padding="SAME"; im, [2, 3], [1, 2], "VALID"; im, ksize=3, strides=1, padding="SAME"; im, 3, 2, "SAME"; x, 2, 2, "VALID"
avg_pool2d: im, 2, 2, "VALID"; im, [2, 3], [1, 2], "VALID"; im, 3, 2, "SAME"; im, 3, 1, padding="SAME"
max_pool avg_pool: im, 2, 2, "VALID"; im, [1, 2, 2, 1], [1, 2, 2, 1], "VALID"; seq, 2, 1, "VALID"; im, 3, 1, "SAME"
max_pool1d avg_pool1d: seq, 2, 2, "VALID"; seq, 3, 1, "SAME"
conv2d: im, ker, 1, "VALID"; im, ker, strides=2, padding="SAME"; im, ker, [1, 2], "VALID"; im, ker, [1, 2, 1, 1], "SAME"; im, ker, 1, "VALID", dilations=2; im, ker, 1, [[0, 0], [1, 1], [2, 0], [0, 0]];
    im, w, 1, "VALID"; im, filters=ker, strides=1, padding="SAME"
conv1d: seq, kl[:, :, :3], 1, "VALID"; seq, kl[:3, :, :2], 2, "SAME"
conv2d_transpose: im[:, :, :, :2], ker[:, :, :, :2], [2, 8, 6, 3], 1, "VALID"; im[:, :, :, :2], ker[:, :, :, :2], [2, 12, 10, 3], 2, "SAME"
depthwise_conv2d: im, ker, [1, 1, 1, 1], "VALID"; im, ker, [1, 1, 1, 1], "SAME"
separable_conv2d: im, ker[:, :, :, :1], w[:3, :][None, None], [1, 1, 1, 1], "VALID"
convolution: im, ker; im, ker, strides=2, padding="SAME"
depth_to_space: tf.reshape(tf.range(16.0), [1, 2, 2, 4]), 2
space_to_depth: im[:, :, :4], 2
zero_fraction: [0.0, 1.0]
top_k: x, 2; v
in_top_k: lab, x, 2
scale_regularization_loss: s
ctc_loss: -

== tf.linalg
matmul: x, w; m, q; x, y, transpose_b=True; x, y
matvec: m, m[0]; x, v; t, v; x, v[:3], transpose_a=True
diag: v; x; [1, 2]
diag_part: m; x; t
set_diag: m, [1.0, 2.0, 3.0]
trace: m; t[:, :, :3]; x
matrix_transpose: x; t; i
band_part: m, 0, -1; m, -1, 0; m, 1, 1; t, 0, -1
eye: 2
inv det slogdet logdet pinv: q; q[None]; x
cholesky: q; q[None]; q - 10.0 * tf.eye(3)
cholesky_solve: tf.linalg.cholesky(q), m
qr: m
svd: m, compute_uv=False
eigvalsh: q
solve: q, m; q, m[:, :1]; x, m
triangular_solve: tf.linalg.band_part(q, -1, 0), m
expm logm sqrtm: q * 0.1
norm: x; v; x, 1; x, axis=0; x, ord=2, axis=[0, 1]
normalize: x; x, axis=1
cross: m, q; v[:3], m[0]
l2_normalize: x, 1
tensordot: x, w, 1
einsum: "ij->j", x
adjoint: z; x
global_norm: [x, v]; [x]
matrix_rank: q; x
lu: q
tridiagonal_solve: -
kron: -
matrix_power: -
tensor_diag: v
tensor_diag_part: m

== tf.random
~ normal uniform truncated_normal: [2, 3]; (2,); []; [0, 2]; [2], dtype=tf.float64; shape=(3, 1)
~ normal: [2], 1.0, 2.0; [2, 3], mean=[0.0, 1.0, 2.0]
~ uniform: [3], -1.0, 1.0; [3], maxval=10, dtype=tf.int32; [2, 2], 0, 5, tf.int64
~ shuffle: x; i; [1, 2, 3]; t
~ categorical: x, 5; [[0.0, 1.0]], num_samples=3; x, 2, dtype=tf.int32
~ poisson: [2], 3.0; [2], [1.0, 2.0]
~ gamma: [2], 3.0; [4], [1.0, 2.0]
~ stateless_uniform stateless_normal: [2], seed=[1, 2]; [3, 1], [1, 2]
set_seed: 1

== tf.signal
fft ifft fft2d ifft2d: z
rfft: x; v
irfft: z
fftshift ifftshift: x; v
dct: x
hann_window hamming_window: 5
frame: v, 2, 1

== tf.image
flip_left_right flip_up_down rot90: im; im[0]
transpose: im; im[0]
resize: im, [3, 3]; im, (12, 10); im, [4, 7], method="nearest"; im[0], [3, 4], "bilinear"; im, [12, 10], "bicubic"; im, [3, 3], antialias=True
central_crop: im, 0.5
crop_to_bounding_box: im, 1, 1, 3, 2
pad_to_bounding_box: im, 1, 2, 9, 9
resize_with_crop_or_pad: im, 4, 7; im, 8, 3
rgb_to_grayscale: im
grayscale_to_rgb: im[:, :, :, :1]
adjust_brightness: im, 0.1
adjust_contrast: im, 2.0
per_image_standardization: im
convert_image_dtype: o[:, :, None], tf.float32; im, tf.uint8
total_variation: im
rgb_to_hsv: tf.abs(im)
psnr: im, im * 0.5, 1.0
image_gradients: im
sobel_edges: im
~ random_flip_left_right random_flip_up_down: im
~ random_crop: im[0], [3, 3, 3]
~ random_brightness: im, 0.2
~ random_contrast: im, 0.2, 0.5

== tf.debugging
assert_equal: x, x; 1, 1; x, y
assert_near: x, x; x, y
assert_less: x, x + 1.0; x, x
assert_greater: x + 1.0, x; x, x
assert_positive: p; x
assert_non_negative: p; x
assert_all_finite: x, "no"; f, "no"
assert_shapes: [(x, (3, 4))]
assert_rank: x, 2; x, 3
is_numeric_tensor: x; b

= Tensor.operators: x + y; x - y; x * y; x / y; x // p; x % p; p ** y; -x; abs(x); x + 1; 1 + x; 1 - x; 2 / p; x / 2; x // 2.0; 2 ** x; x @ w; ~b; b & a; b | a; b ^ a; x > y; x <= 0; x == y; x != y; i + j; i / j;
    i // j; i % j; i * 2; i ** 2; i + 1.5; x + i; x @ y; i & j; i == 2; x + d; [1.0, 2.0, 3.0, 4.0] + x; np.float32(2) * x; x * np.ones(4, "float32"); x + None; 2 @ x; x == None; b == a; ~x; x[0] + [1.0, 2.0]; s + 1; e + 1.0; +x
= Tensor.index: x[0]; x[-1]; x[1, 2]; x[1:]; x[::2]; x[:, 1]; x[..., 0]; x[:, None]; x[None]; x[0:2, 1:3]; t[:, 0]; t[..., -1]; t[0, ..., 1]; x[::-1]; x[:, ::-2]; x[5]; x[0, 9]; x[0, 0, 0]; x[tf.newaxis];
    x[tf.constant(1)]; x[tf.constant(1):]; x[b]; s[...]; s[0]; e[0:1]; x[1.5]; x["a"]; x[[0, 1]]; i[1]; x[k[0]]; x[0][1]; x[3:1]; x[-2:, -3:-1]; x[True]
= Tensor.attributes: x.shape; x.dtype; x.ndim; s.shape; x.shape[0]; x.shape.as_list(); x.shape.rank; x.shape.num_elements(); len(x); x.shape == (3, 4); x.dtype == tf.float32; x.dtype.name; tf.float32.size; i.dtype; x.get_shape();
    x.shape.ndims; len(s); x.dtype.is_floating; i.dtype.is_integer; b.dtype.is_bool; tf.int32.max; tf.int32.min; x.dtype.as_numpy_dtype; x.shape.is_fully_defined(); x.shape[1:]; tf.TensorShape([2, 3]) + [4]; x.shape.concatenate([2]);
    str(x.shape); repr(x.shape); x.shape.dims[0]; list(x.shape); tuple(t.shape); x.device.endswith("CPU:0"); t.shape[-1]; x.shape.with_rank(2); x.shape.is_compatible_with([3, None]); x.shape.assert_has_rank(3)
= Tensor.numpy: x.numpy(); s.numpy(); i.numpy(); b.numpy(); float(s); int(r); bool(s); int(s); bool(x); float(x); [float(a) for a in v]; list(r for r in i[0].numpy()); np.array(x); np.asarray(i); x.numpy().dtype.name; np.sum(x); np.exp(x);
    [a.shape for a in t]; list(c.numpy()); s.numpy().item(); np.array(s); range(r)[-1]; [1, 2, 3][k[1]]; hash(x.ref()) == hash(x.ref()); x in [1]; iter(s); tuple(a.numpy() for a in v); x.numpy().tolist(); int(x[0, 0]); round(float(s), 2)
= Tensor.repr: repr(i); repr(s); str(i); str(c); repr(tf.constant(1)); str(tf.constant(2.5)); repr(tf.constant([1, 2])); repr(tf.zeros([2, 2])); str(tf.constant([1.0, 2.0])); repr(tf.constant(True)); repr(tf.float32);
    str(tf.int32); f"{{tf.constant(2.0):.2f}}"; repr(tf.Variable([1, 2])); repr(tf.constant([[1.5, 2.5]])); str(tf.constant([True])); "{{}}".format(tf.constant(3)); repr(tf.constant([1.0], tf.float64)); repr(tf.TensorShape([2, None]))
= Tensor.assignment: setitem(x, 0, 1.0); setitem(x, (0, 1), 1.0)
= Variable: tf.Variable(1.0); tf.Variable([1, 2]); tf.Variable(x); tf.Variable(x).value(); tf.Variable(2.0).assign(3.0); tf.Variable([1.0, 2.0]).assign_add([1.0, 1.0]); tf.Variable([1.0, 2.0]).assign_sub([0.5, 1.0]); tf.Variable(x) + y;
    tf.Variable(1.0).assign([1.0, 2.0]); tf.Variable([1.0, 2.0]).assign([1.0]); tf.Variable(1.0, trainable=False).trainable; tf.Variable(1.0).trainable; tf.Variable([1, 2]).dtype; tf.Variable(1, dtype=tf.float32); tf.Variable(x).shape;
    tf.Variable([1.0, 2.0, 3.0])[1]; tf.Variable(lambda: [1.0]); tf.Variable([[1.0, 2.0]]) @ w[:2]; tf.Variable([1.0, 2.0]).numpy(); tf.Variable([1, 2]).assign([1.5, 2.5]); after(tf.Variable([1.0, 2.0, 3.0]), lambda v: v[1].assign(9.0));
    after(tf.Variable([1.0, 2.0, 3.0]), lambda v: v[:2].assign([9.0, 8.0])); after(tf.Variable([1.0, 2.0]), lambda v: v.scatter_nd_update([[1]], [5.0])); -tf.Variable([1.0]); tf.Variable([1.0]) * 2; tf.reduce_sum(tf.Variable([1.0, 2.0]));
    tf.Variable(1.0, name="a").name; after(tf.Variable(x), lambda v: v.assign(y * 2.0)); tf.Variable(None); tf.Variable([1.0]).read_value(); tf.Variable(3).assign_add(1); after(tf.Variable([1.0, 2.0]), lambda v: v.assign_add([1.0]));
    tf.Variable(1.0).handle is None; tf.Variable([1.0, 2.0]).initial_value is None; tf.Variable(1.0).initialized_value() is None; tf.Variable([3.0, 4.0]).sparse_read([1]); tf.Variable([3.0, 4.0]).gather_nd([[1]]); float(tf.Variable(2.0)); after(tf.Variable([1.0, 2.0, 3.0]), lambda v: v.batch_scatter_update(tf.IndexedSlices([5.0], [0])));
    after(tf.Variable([1.0, 2.0, 3.0]), lambda v: v.scatter_update(tf.IndexedSlices([5.0], [0]))); after(tf.Variable([1.0, 2.0, 3.0]), lambda v: v.scatter_add(tf.IndexedSlices([5.0], [0])))
= GradientTape: tape(lambda a: a * a, 3.0); tape(lambda a: tf.reduce_sum(a ** 3), [1.0, 2.0]); second(lambda a: a ** 3, 2.0); jacobian(lambda a: a * a, [1.0, 2.0]); twice(lambda a: a * a, 3.0); unwatched(3.0); none(2.0); persistent(3.0);
    by_dict(2.0); stopped(2.0); zero_unconnected(2.0); nested_lists(2.0); integer_source(2); output_gradients(2.0); custom(2.0); non_trainable(2.0); watched_names(2.0); batch_jacobian([[1.0, 2.0], [3.0, 4.0]]); forward_over([1.0, 2.0]); through_assign(2.0);
    reset_tape(2.0); stop_recording(2.0); indexed([1.0, 2.0, 3.0]); accessed_off(2.0)
= tf.function: tf.function(lambda a: a * 2)(x); traced(3); tf.function(lambda a, b: a @ b)(x, w); tf.function(fn_loop)(4); tf.function(jit_compile=False)(lambda a: a + 1)(i); tf.function(lambda a: tf.reduce_sum(a), input_signature=[tf.TensorSpec([None, None], tf.float32)])(x)
= tf.dtypes: tf.float32 == "float32"; tf.int32 == tf.int64; tf.as_dtype("float32") == tf.float32; tf.dtypes.cast(x, tf.int32); tf.float32 is tf.float32; tf.bool.name; tf.float16.name; tf.uint8.max; tf.double == tf.float64; tf.half.name; np.zeros(2, tf.float32.as_numpy_dtype).dtype.name; tf.dtypes.as_dtype("int32").name; tf.complex64.is_complex; tf.int8.is_integer; tf.dtypes.complex(x, y)
"""


CASES = cases(TABLE) + cases(keras_calls.TABLE)


class Framework:
    """TensorFlow, or the dialect."""

    def __init__(self):
        import tensorflow as tf

        self.tf = tf
        self._names = {"tf": tf, "np": np, **_helpers(tf), **keras_calls.helpers(tf)}

    def names(self):
        return self._names

    def tensor(self, array):
        return self.tf.constant(array)

    def run(self, call, leaves, head, random):
        tf = self.tf
        with tf.GradientTape(persistent=True) as tape:
            for leaf in leaves:
                tape.watch(leaf)
            results = self.flat(call())
        packed = [self.value(y) for y in results]
        grads = [None] * len(leaves)
        targets = [(y, head(tuple(y.shape), number)) for number, y in enumerate(results) if isinstance(y, (tf.Tensor, tf.Variable)) and
                   y.dtype in (tf.float32, tf.float64, tf.float16)]
        if targets and leaves and not random:
            found = tape.gradient([y for y, _ in targets], leaves, [tf.cast(tf.constant(g), y.dtype) for y, g in targets])
            grads = [None if g is None else np.asarray(tf.convert_to_tensor(g)) for g in found]
        return packed, grads

    def flat(self, x):
        if isinstance(x, dict):
            return [one for key in sorted(x) for one in self.flat(x[key])]
        if isinstance(x, (list, tuple)) and not isinstance(x, self.tf.TensorShape):
            return [one for part in x for one in self.flat(part)]
        return [x]

    def dtype(self, dtype):
        return getattr(dtype, "name", None) or str(dtype)

    def exception(self, name):
        """Return the class that a program names in an `except` clause."""
        return getattr(builtins, name, None) or getattr(self.tf.errors, name, None)

    def value(self, y):
        tf = self.tf
        if isinstance(y, (tf.Tensor, tf.Variable)):
            return Values(np.asarray(y.numpy()), self.dtype(y.dtype))
        if isinstance(y, tf.TensorShape):
            return "shape", tuple(y)
        if isinstance(y, type(tf.float32)):
            return "dtype", self.dtype(y)
        if isinstance(y, (np.ndarray, np.generic)):
            return Values(np.asarray(y), f"numpy {y.dtype}")
        if y is None or type(y) in (bool, int, float, complex, str):
            return y
        return "object", getattr(y, "__name__", "")


def _helpers(tf):
    """Return functions that calls of the table use."""

    def after(x, change):
        change(x)
        return tf.identity(x)

    def setitem(x, key, value):
        x[key] = value
        return x

    def tape(fn, at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = fn(x)
        return t.gradient(y, x)

    def second(fn, at):
        x = tf.Variable(at)
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = fn(x)
            first = inner.gradient(y, x)
        return first, outer.gradient(first, x)

    def jacobian(fn, at):
        x = tf.constant(at)
        with tf.GradientTape() as t:
            t.watch(x)
            y = fn(x)
        return t.jacobian(y, x)

    def batch_jacobian(at):
        x = tf.constant(at)
        with tf.GradientTape() as t:
            t.watch(x)
            y = x * x
        return t.batch_jacobian(y, x)

    def twice(fn, at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = fn(x)
        t.gradient(y, x)
        return t.gradient(y, x)

    def unwatched(at):
        x = tf.constant(at)
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, x)

    def none(at):
        x, other = tf.Variable(at), tf.Variable(at)
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, [x, other])

    def zero_unconnected(at):
        x, other = tf.Variable(at), tf.Variable([at, at])
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, [x, other], unconnected_gradients=tf.UnconnectedGradients.ZERO)

    def persistent(at):
        x = tf.Variable(at)
        with tf.GradientTape(persistent=True) as t:
            y = x * x
            z = y * x
        return t.gradient(y, x), t.gradient(z, x), t.gradient(z, y)

    def by_dict(at):
        x = {"a": tf.Variable(at), "b": tf.Variable(at + 1)}
        with tf.GradientTape() as t:
            y = x["a"] * x["b"]
        return t.gradient(y, x)

    def nested_lists(at):
        a, b = tf.Variable(at), tf.Variable(at)
        with tf.GradientTape() as t:
            y = a * b * b
        return t.gradient(y, [[a], (b,)])

    def stopped(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = tf.stop_gradient(x * x) * x
        return t.gradient(y, x)

    def integer_source(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, x)

    def output_gradients(at):
        x = tf.Variable([at, at])
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, x, output_gradients=tf.constant([1.0, 10.0]))

    def custom(at):
        @tf.custom_gradient
        def f(x):
            return x * x, lambda g: g * 100.0

        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = f(x)
        return y, t.gradient(y, x)

    def non_trainable(at):
        x = tf.Variable(at, trainable=False)
        with tf.GradientTape() as t:
            y = x * x
        return t.gradient(y, x)

    def watched_names(at):
        x, other = tf.Variable(at), tf.Variable(at)
        with tf.GradientTape() as t:
            _ = x * x
        return len(t.watched_variables()), other is x

    def forward_over(at):
        x = tf.Variable(at)
        with tf.GradientTape(persistent=True) as t:
            y = tf.reduce_sum(x ** 2)
            g = t.gradient(y, x)
        return g, t.gradient(g, x)

    def through_assign(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            x.assign_add(1.0)
            y = x * x
        return t.gradient(y, x)

    def reset_tape(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            _ = x * x
            t.reset()
            y = x * 3.0
        return t.gradient(y, x)

    def stop_recording(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = x * x
            with t.stop_recording():
                z = x * 5.0
        return z, t.gradient(y, x)

    def indexed(at):
        x = tf.Variable(at)
        with tf.GradientTape() as t:
            y = tf.reduce_sum(x[1:] * 2.0) + x[0]
        return t.gradient(y, x)

    def accessed_off(at):
        x, other = tf.Variable(at), tf.Variable(at)
        with tf.GradientTape(watch_accessed_variables=False) as t:
            t.watch(x)
            y = x * other
        return t.gradient(y, [x, other])

    @tf.function
    def traced(n):
        total = tf.constant(0)
        for i in tf.range(n):
            total += i
        return total

    def fn_loop(n):
        total = tf.constant(1)
        for _ in range(n):
            total *= 2
        return total

    return {key: value for key, value in locals().items() if key != "tf"}
