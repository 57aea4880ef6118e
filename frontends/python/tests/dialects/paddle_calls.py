"""paddle_calls.py - calls of Paddle that are compared with the dialect's (see calls.py).

SPDX-License-Identifier: Apache-2.0
"""
import builtins

import numpy as np
import paddle_nn_calls
from calls import Values, cases

UNARY = "x; t; s; e; d; i"
REDUCE = ("x; x, axis=0; x, axis=1, keepdim=True; x, axis=-1; t, axis=[0, 2]; t, axis=(1,), keepdim=True; s; d; t, axis=-2; x, keepdim=True; "
          "x, axis=2; x, axis=-3")
BINARY = "x, y; x, v; t, x; s, x; d, d; i, j; e, e; x, w; x, i; x, s"
COMPARE = "x, y; x, v; x, x; i, j; d, d; s, x; e, e; x, w; b, a"
TABLE = f"""
== paddle
abs sign square: {UNARY}; n; f
exp expm1 sin cos tan sinh cosh tanh asinh atan erf floor ceil round trunc frac: {UNARY}; f
sqrt log log2 log10 log1p rsqrt reciprocal lgamma digamma: p; s; e; f; i
asin acos atanh erfinv: u; s; e
acosh: p + 1.0
isnan isinf isfinite: x; f; e; d; i
sigmoid: x; s; f
logit: un
neg: x; i; s
conj real imag: z; x
angle: z; x
deg2rad rad2deg: x; i
logical_not: b; x; i
logical_and logical_or logical_xor: b, a; x, y; b, c[:1]; i, j
bitwise_and bitwise_or bitwise_xor: b, a; i, j; x, y
bitwise_not: b; i
add subtract multiply: {BINARY}; x, 2.0; b, a
divide: {BINARY}; i, 0 * j
floor_divide mod remainder floor_mod: x, p; i, j; n, n * 0 + 4; x, s
pow: p, 2; p, y; x, 2.0; i, 2; p, 0.5; p, w
maximum minimum fmax fmin: {BINARY}; f, f
atan2: x, y; s, x
lerp: x, y, 0.3; x, y, un
hypot: x, y
heaviside: x, y
copysign: x, y
nan_to_num: f; f, nan=1.0, posinf=2.0, neginf=3.0
stanh: x
scale: x; x, 2.0; x, 2.0, 1.0; x, scale=2.0, bias=1.0, bias_after_scale=False; i, 3
add_n: [x, y]; x; [x, w]
equal not_equal less_than less_equal greater_than greater_equal: {COMPARE}
equal_all: x, x; x, y; i, i; x, w
allclose: x, x; x, y; x, x + 1e-3, rtol=0.1; f, f, equal_nan=True
isclose: x, x; x, y; f, f, equal_nan=True
sum: {REDUCE}; i; i, axis=1; b; e; e, axis=0; x, dtype="float64"
mean: {REDUCE}; e, axis=1; i
prod: {REDUCE}; i; i, axis=1
max min amax amin: {REDUCE}; i; i, axis=0
std var: {REDUCE}; x, axis=0, unbiased=False; x, unbiased=False
logsumexp: {REDUCE}
median: x; x, axis=1; x, axis=0, keepdim=True; v; x, axis=1, mode="min"
nanmedian: f[:2]; x, axis=1
nansum nanmean: x; f; x, axis=1; x, axis=0, keepdim=True
quantile: x, 0.5; x, 0.3, axis=1; x, [0.2, 0.8], axis=0; x, 0.5, keepdim=True
all any: b; b, axis=0; b, axis=1, keepdim=True; b, axis=-1; c; b, axis=5
count_nonzero: x; i; i, axis=0; b, axis=1, keepdim=True
cumsum: x; x, axis=1; x, axis=-1; i; t, axis=1; x, axis=0, dtype="float64"; x, axis=2
cumprod: x, dim=0; x, dim=1; x, -1
cummax cummin: x, axis=1; v; i, axis=0
logcumsumexp: x, axis=1; v
diff: x; x, n=2; x, axis=0; v; i
argmax argmin: x; x, axis=1; x, axis=-1, keepdim=True; i, axis=0; v; x, axis=1, dtype="int32"; x, axis=3; s
argsort: x; x, axis=0; x, descending=True; v; i, axis=1
sort: x; x, axis=0; x, descending=True; v; i; x, axis=5
topk: x, 2; x, k=1, axis=0; x, 2, largest=False; v, 3; i, 2; x, 9
kthvalue: x, 2; x, 1, axis=0; v, 2, keepdim=True
mode: x; i, axis=0
searchsorted: v.sort(), x; paddle.to_tensor([1.0, 2.0, 3.0]), x; paddle.to_tensor([1.0, 2.0, 3.0]), x, right=True; paddle.to_tensor([1, 2]), i, out_int32=True
bucketize: x, paddle.to_tensor([0.0, 1.0])
unique: i; x; j, return_counts=True; j, return_inverse=True; j, return_index=True; i, axis=0
unique_consecutive: paddle.to_tensor([1, 1, 2, 2, 1]); paddle.to_tensor([1, 1, 2]), return_counts=True
histogram: v, bins=4; x, 5, -1.0, 1.0
bincount: paddle.to_tensor([1, 2, 2, 5]); paddle.to_tensor([1, 2, 2]), minlength=6; paddle.to_tensor([0, 1, 1]), weights=paddle.to_tensor([0.5, 1.0, 2.0])
matmul: x, w; m, m; t, w; x, y, transpose_y=True; x, y, transpose_x=True; x, y; v, v; x, v; t, t, transpose_y=True; m, q, True, True
mm: x, w; m, q; x, y
bmm: t, t.transpose([0, 2, 1]); t, t
mv: x, v; m, v
dot: v, v; x, y; v, m
inner: x, y; v, v
outer: v, v; v, x[0]; x, y
kron: m, q[:2, :2]; v, v
cross: m, q; m, q, axis=1
dist: x, y; x, y, p=1; x, y, float("inf")
norm: x; x, axis=1; x, p=1, axis=1; v, p=3; x, p=float("inf"); x, axis=[0, 1]; x, p="fro", axis=[0, 1], keepdim=True; x, p=2, axis=-1, keepdim=True
trace: m; x; m, offset=1; t, 0, 1, 2
diag: v; m; v, offset=1; x, 1; v, padding_value=3.0
diagflat: v; x; v, 1
diagonal: m; x, offset=1; t, axis1=1, axis2=2
diag_embed: v; x; v, offset=1
tril triu: m; x; m, 1; t, diagonal=-1; i
tril_indices: 3, 4, 0
triu_indices: 3
einsum: "ij,jk->ik", x, w; "ij->ji", x; "ij->", x; "ij,ij->i", x, y; "bij,jk->bik", t, w; "i,j->ij", v, v; "...j,j->...", t, v
tensordot: x, w, 1; x, y; x, y, axes=[[1], [1]]; t, x, axes=[[1, 2], [0, 1]]
addmm: m, m, q; m, m, q, beta=0.5, alpha=2.0
multi_dot: -
cdist: x, y; x, y, p=1.0
cov corrcoef: x; v
reshape: x, [4, 3]; x, (2, -1); x, [-1]; t, [6, 4]; s, [1, 1]; x, [5, 5]; i, [12]; x, [0, 2, 2]; t, [0, -1]; x, [-1, -1]; x, shape=[12]; e, [4, 0]
flatten: x; t, 1; t, start_axis=0, stop_axis=1; s; t, -2, -1; x, 3
transpose: x, [1, 0]; t, perm=[2, 0, 1]; x, [0, 0]; i, [1, 0]; t, [0, 1]
t: x; v; s; t
moveaxis: t, 0, 2; t, [0, 1], [1, 0]
swapaxes: x, 0, 1; t, -1, 0
squeeze: x.unsqueeze(0); x.unsqueeze(0), axis=0; x, axis=0; x.unsqueeze(1), 1; x.unsqueeze([0, 1]); x.unsqueeze(0), axis=[0]; x.unsqueeze(0), -3
unsqueeze: x, 0; x, axis=-1; x, [0, 2]; s, 0; x, 5; v, axis=[0, 1]
concat: [x, y]; [x, y], axis=1; [x, y, x], -1; [e, x]; [i, j], 1; [x, w]; [x, x], 5; (x, y), 0; [b, a]
stack: [x, y]; [x, y], axis=1; [x, y], -1; [s, s]; [x, w]; [x, y], axis=4
hstack vstack dstack row_stack column_stack: [x, y]; [v, v]
unstack: x; x, axis=1; t, -1
unbind: x; x, 1; t, axis=2
split: x, 3; x, 2, axis=1; x, [1, 2]; x, [1, 3], axis=1; x, [1, -1], axis=1; x, 2; t, 2, -1
tensor_split: x, 2; x, [1, 2], axis=1; v, 3
hsplit vsplit: x, 2; x, [1]
chunk: x, 3; x, 2, axis=1; t, 2, -1
tile: x, [2, 1]; x, (1, 3); v, [2]; t, [1, 2, 1]; v, [2, 2]; x, [2]; s, [2]; i, [2, 2]
repeat_interleave: x, 2; x, 2, axis=0; x, 3, 1; v, paddle.to_tensor([1, 0, 2, 1])
expand: v, [3, 4]; x, [2, 3, 4]; x, [2, -1, -1]; x, [3, 5]; s, [2, 2]; x, shape=[3, 4]; i[:1], [3, 4]
expand_as: v, x; x, t; v, w
broadcast_to: v, [3, 4]; s, [2, 2]; x, [3, 5]
broadcast_tensors: [x, v]
flip: x, 0; x, axis=[0, 1]; x, [-1]; i, 1; v, 0; x, 3
rot90: x; x, 2; x, 1, [1, 0]
roll: x, 1; x, 1, axis=0; x, [1, -2], [0, 1]; v, 2; i, -1, 1
gather: x, k; x, k, axis=1; v, k; i, k, 0; x, paddle.to_tensor([5])
gather_nd: x, ids[:1]; t, paddle.to_tensor([[0, 1], [1, 2]]); x, paddle.to_tensor([[0], [2]])
index_select: x, k; x, k, axis=1; i, k
index_sample: x, paddle.to_tensor([[0, 1], [1, 2], [3, 0]])
index_add: x, k, 0, y[:2]
index_fill: x, k, 0, 9.0
index_put: x, (k, k), paddle.to_tensor([1.0, 2.0])
take: x, ids; x, paddle.to_tensor([0, -1]); v, k
take_along_axis: x, paddle.to_tensor([[0, 1], [1, 2], [3, 0]]), 1; x, paddle.to_tensor([[0, 1, 2, 0]]), axis=0; i, paddle.to_tensor([[0], [1], [2]]), 1
put_along_axis: x, paddle.to_tensor([[0], [1], [3]]), 9.0, 1; x, paddle.to_tensor([[0], [1], [3]]), y[:, :1], axis=1; x, paddle.to_tensor([[0], [1], [3]]), 1.0, 1, reduce="add"
scatter: x, paddle.to_tensor([2, 0]), y[:2]; x, paddle.to_tensor([1, 1]), y[:2], overwrite=False
scatter_nd: paddle.to_tensor([[1], [2]]), paddle.to_tensor([1.0, 2.0]), [4]
scatter_nd_add: x, paddle.to_tensor([[1], [2]]), y[:2]
masked_select: x, b; i, b; x, x > 0
masked_fill: x, b, 0.0; x, b, 3; i, b, 1
where: b, x, y; b; x > 0, x, 0.0 * x; b, i, j; c; b, x, 0.0; b, 1.0, 2.0
nonzero: x; b; i; b, as_tuple=True; c
clip: x; x, -0.5; x, -0.5, 0.5; x, max=0.3; i, -2, 3; x, min=0.0; s, 0.0, 0.5
cast: x, "int32"; i, "float32"; b, "float32"; x, paddle.float64; x, "bool"; d, "float32"; x, dtype="float16"
assign clone: x; i
assign: [1.0, 2.0]; np.ones(2, "float32")
increment: s.reshape([1]); paddle.to_tensor([1.0]), 2.0
numel rank shape: x; s; t
is_tensor: x; 1
is_floating_point is_integer is_complex: x; i; z
is_empty: x; e
zeros ones: [2, 3]; (2,); []; [0, 3]; [2], "int32"; [2], dtype="bool"; [2], paddle.float64; shape=[2]
full: [2, 3], 9; [2], 1.5; [2], True; [2], 3, "int64"; [], 2.0; shape=[2], fill_value=1
zeros_like ones_like: x; i; b; s; x, dtype="int32"
full_like: x, 3; i, 2; x, 1.5, dtype="float64"; i, 2.7
~ empty: [2, 3]; [2], "int32"
~ empty_like: x
eye: 3; 2, 3; 3, dtype="int32"
linspace: 0, 1, 5; -1.0, 1.0, 3; 0, 10, 3, "int32"; 0, 10, 1
logspace: 0, 2, 3; 0.0, 1.0, 4, 2.0
arange: 5; 2, 7; 1, 10, 3; 0.0, 1.0, 0.25; 5, 0, -2; 5.0; 3, dtype="float32"; 0; start=1, end=4; 2.5
to_tensor: 3; 2.5; True; [1, 2]; [[1.0, 2.0]]; [1, 2.5]; [1, 2], "float32"; np.arange(3); np.ones(2); np.float32(2.0); []; x; [True, False]; 1, dtype="float64"; [[1], [2, 3]]; 2j; (1, 2); [x, y]; [1, 2], stop_gradient=False; "a"; np.ones(2, "float32"), dtype="int32"
meshgrid: v, k; [v, v]; v, v, v
complex: x, y
as_complex: x.reshape([3, 2, 2])
as_real: z
broadcast_shape: [3, 1], [1, 4]; [2], [3]
one_hot: -
crop: x, [2, 2]; x, [2, 2], [1, 1]; x, shape=[2, -1], offsets=[0, 1]
slice: x, [0], [0], [2]; x, [0, 1], [1, 1], [3, 3]; x, axes=[1], starts=[-2], ends=[9]
strided_slice: x, [0], [0], [3], [2]; x, [1], [3], [0], [-1]
rank: x
shard_index: -
gcd lcm: i, j
trapezoid: v; x, axis=0
vander: v; v, 3
renorm: x, 1.0, 0, 1.0
multiplex: [x, y], paddle.to_tensor([[0], [1], [0]])
sgn: x; z
exponential_: x
nextafter: x, y
ldexp: x, i
frexp: x
polar: p, x
atleast_1d atleast_2d atleast_3d: x; s
unflatten: x, 1, [2, 2]
view: x, [4, 3]; x, "int32"
as_strided: x, [2, 2], [1, 2]
block_diag: [m, q]
combinations: v
i0 i0e i1 i1e: x; p
polygamma: p, 1
gammaln: p
gammainc gammaincc: p, p
multigammaln: p + 3.0, 2
sinc: x
signbit: x
isneginf isposinf isreal: x; f
isin: i, j
add_: -
mv: m, m[0]
tolist: x; i
dsplit: t, 2
masked_scatter: x, b, y
slice_scatter: x, y[:2], [0], [0], [2], [1]
select_scatter: x, v, 0, 1
diagonal_scatter: m, v[:3]
finfo: -
iinfo: -
~ rand randn standard_normal uniform: [2, 3]; [2], "float64"; [0, 2]
~ randint: 5, shape=[2, 3]; 0, 5, [3]; 2, 7, [2], "int32"; low=0, high=3, shape=[2, 2]
~ randperm: 5; 4, "int32"
~ normal: 0.0, 1.0, [2, 3]; shape=[2]; x, p; x
~ uniform: [2], min=0.0, max=1.0
~ bernoulli: un
~ multinomial: un, 2; un[0], 5, True
~ poisson: p
~ rand_like randint_like: x
~ randint_like: i, 0, 5
~ gaussian: [2, 3]
seed: 3
get_default_dtype: -
is_grad_enabled: -
in_dynamic_mode: -
log_normal: -
binomial: -

== paddle.linalg
norm: x; v; x, 2, 1; x, "fro"; x, axis=0; x, "nuc"; x, p=float("inf"), axis=1
inv det slogdet: q; q.unsqueeze(0); x
pinv: q
cholesky: q; q, upper=True; q - 10.0
cholesky_solve: m, paddle.linalg.cholesky(q)
qr: m
svdvals: x
eigvalsh: q
solve: q, m; q, m[:, :1]; x, m
triangular_solve: paddle.triu(q), m; paddle.tril(q), m, upper=False
lstsq: x.t(), x.t()[:, :2]
lu: q
matrix_power: q, 2; q, 0; q, -1; x, 2
matrix_rank: q; x
matrix_exp: q * 0.1
multi_dot: [x, w, w.t()]
cond: q; q, p=1
cov corrcoef: x
cross: m, q
matmul: x, w
matrix_norm: x
vector_norm: x; x, 1.0, 1
matrix_transpose: x; t
cdist: x, y
householder_product: -

== paddle.fft
fft ifft: z; x; x, n=3; x, axis=0; x, norm="ortho"
rfft: x; v; x, axis=0
irfft: z; z, n=5
hfft ihfft: x
fft2 ifft2: z; t
fftn ifftn: z
rfft2: x
irfft2: z
fftfreq rfftfreq: 5; 4, 0.5
fftshift ifftshift: x

== paddle.nn.functional
relu relu6 elu selu silu swish gelu mish softplus softsign sigmoid tanh tanhshrink hardswish hardsigmoid hardtanh log_sigmoid softshrink hardshrink leaky_relu celu: x; t; s; d; e
gelu: x, True; x, approximate=True
elu celu: x, 0.5
leaky_relu: x, 0.1; x, negative_slope=0.3
hardtanh: x, -0.5, 0.5
hardshrink softshrink: x, 0.3
softplus: x, 2.0, 1.0
thresholded_relu: x; x, 0.5
prelu: x, paddle.to_tensor([0.2]); t, paddle.to_tensor([0.2, 0.3, 0.4])
rrelu: x, training=False
maxout: ch[:, :2], 2
glu: x; x, axis=1
softmax log_softmax: x; x, axis=0; t, axis=1; v; x, axis=4; x, dtype="float64"
~ gumbel_softmax: x
linear: x, w; x, w, w[0]; t, w; x, y
bilinear: x, y, paddle.ones([2, 4, 4])
mse_loss l1_loss smooth_l1_loss: x, y; x, y, "sum"; x, y, reduction="none"; x, y, "bad"; x, w
smooth_l1_loss: x, y, delta=0.5
square_error_cost: x, y
log_loss: un, bin
binary_cross_entropy: un, bin; un, bin, reduction="none"; un, bin, un; un, bin, None, "sum"
binary_cross_entropy_with_logits: x, bin; x, bin, reduction="none"; x, bin, pos_weight=v * v; x, bin, un
cross_entropy: x, lab; x, lab, reduction="none"; x, lab.unsqueeze(1); x, hot, soft_label=True; x, lab, ignore_index=0; x, lab, weight=v * v; x, lab, label_smoothing=0.1; pr, lab, use_softmax=False; x, lab, reduction="sum"; x, pr, soft_label=True, reduction="none"; x, lab, axis=1; x, lab.unsqueeze(1), reduction="none"
softmax_with_cross_entropy: x, lab.unsqueeze(1); x, hot, soft_label=True
nll_loss: x, lab; x, lab, v * v; x, lab, reduction="sum"; x, lab, ignore_index=0; x, lab, reduction="none"
kl_div: x, pr; x, pr, "sum"; x, pr, reduction="batchmean"; x, pr, "none"
margin_ranking_loss: x, y, paddle.sign(x); x, y, paddle.sign(x), 0.5, "none"
hinge_embedding_loss: x, paddle.sign(y); x, paddle.sign(y), 0.5, "none"
cosine_embedding_loss: x, y, paddle.to_tensor([1, -1, 1])
triplet_margin_loss: x, y, x * 2.0
soft_margin_loss: x, paddle.sign(y)
multi_label_soft_margin_loss: x, bin
multi_margin_loss: x, lab
poisson_nll_loss: x, p
gaussian_nll_loss: x, y, p
sigmoid_focal_loss: x, bin
dice_loss: pr, lab.unsqueeze(1)
ctc_loss: -
cosine_similarity: x, y; x, y, axis=0
pairwise_distance: x, y; x, y, 1.0
normalize: x; x, p=1, axis=0; x, 2, -1; v, axis=0
layer_norm: x, 4; x, [4]; t, [3, 4]; x, 4, v, v; x, 4, epsilon=0.1; x, 3
batch_norm: x, v, v * v; x, v * 0.0, v * v + 1.0, v, v, training=True; x, v, v * v, epsilon=0.1; ch, v[:3], v[:3] * v[:3]
instance_norm: ch
group_norm: vol, 2
local_response_norm: ch, 2
rms_norm: x, [4], v
one_hot: lab, 4; paddle.to_tensor([0, 2]), 3; lab, 2; ids, 4
embedding: ids, x.t(); lab, x.t(); ids, x.t(), padding_idx=0
dropout: x, 0.0; x, 0.5, training=False; x, 1.0; x, 0.5, training=False, mode="downscale_in_infer"
~ dropout: x; x, 0.5, axis=0
~ dropout2d alpha_dropout: ch
~ dropout3d: vol
label_smooth: hot; hot, epsilon=0.2
conv2d: ch, kc; ch, kc, stride=2, padding=1; ch, kc, None, 1, "SAME"; ch, kc, v; ch, kc, padding=[1, 2]; ch, kc, dilation=2; ch, kc[:3, :1], groups=3; ch, kc, padding="VALID"; im, kc, data_format="NHWC"; ch, w; ch, kc, padding=[1, 0, 0, 2]
conv1d: line, kl; line, kl, stride=2, padding=1; line, kl, padding="SAME"
conv3d: vol, paddle.ones([2, 2, 2, 2, 2])
conv2d_transpose: ch, kc.transpose([1, 0, 2, 3]); ch, kc.transpose([1, 0, 2, 3]), stride=2, padding=1, output_padding=1
conv1d_transpose: line, kl.transpose([1, 0, 2])
max_pool2d: ch, 2; ch, 2, 1; ch, 3, 2, 1; ch, (2, 3); ch, 2, ceil_mode=True; ch, 2, return_mask=True
avg_pool2d: ch, 2; ch, 3, 2, 1; ch, 3, 2, 1, exclusive=False; ch, 2, ceil_mode=True; ch, 2, divisor_override=3
max_pool1d avg_pool1d: line, 2; line, 3, 1, 1
max_pool3d avg_pool3d: vol, 2
adaptive_avg_pool2d adaptive_max_pool2d: ch, 1; ch, (2, 3); ch, [3, None]
adaptive_avg_pool1d adaptive_max_pool1d: line, 3
adaptive_avg_pool3d: vol, 2
lp_pool2d: ch, 2.0, 2
pad: ch, [1, 1, 2, 0]; ch, [1, 1, 1, 1], "reflect"; ch, [1, 1, 1, 1], mode="replicate"; ch, [1, 1, 1, 1], mode="circular"; x, [0, 1, 1, 0]; ch, [1, 2, 0, 0], value=3.0; line, [1, 2]
zeropad2d: ch, [1, 0, 2, 1]
interpolate upsample: ch, [3, 3]; ch, scale_factor=2; ch, size=[4, 7], mode="bilinear"; ch, [4, 7], mode="bilinear", align_corners=True; ch, [12, 10], mode="bicubic"; line, [5], mode="linear", data_format="NCW"
pixel_shuffle: vol.reshape([1, 4, 4, 8])[:, :4], 2
pixel_unshuffle: ch[:, :, :, :4], 2
channel_shuffle: ch, 3
unfold: ch, 2; ch, [2, 3], strides=2, paddings=1
fold: paddle.ones([2, 12, 12]), [4, 5], [2, 2]
affine_grid: m[:2].unsqueeze(0), [1, 1, 3, 3]
grid_sample: ch[:1], paddle.zeros([1, 2, 2, 2])
sequence_mask: paddle.to_tensor([1, 3, 2]); paddle.to_tensor([1, 3]), 5, "float32"
scaled_dot_product_attention: paddle.ones([1, 3, 2, 4]), paddle.ones([1, 3, 2, 4]), paddle.ones([1, 3, 2, 4])
diag_embed: v
npair_loss: x, y, lab
temporal_shift: ch, 2
softmax_: -

= Tensor.operators: x + y; x - y; x * y; x / y; x // p; x % p; p ** 2; p ** y; -x; abs(x); x + 1; 1 + x; 1 - x; 2 / p; x / 2; 2 ** x; x @ w; ~b; b & a; b | a; b ^ a; x > y; x <= 0; x == y; x != y; i + j; i / j; i // j; i % j; i * 2; i ** 2; i + 1.5; x + i; x @ y; i & j; i == 2;
    x * np.ones(4, "float32"); s + 1; e + 1.0; x + d; ~x; x > 0.5; 1.0 > x; x + None; x + "a"; x[0] + x[:, :3]; 3 // j; 7 % j; j - 1.0; 2 - i; not s; b + a
= Tensor.index: x[0]; x[-1]; x[1, 2]; x[1:]; x[::2]; x[:, 1]; x[..., 0]; x[:, None]; x[None]; x[0:2, 1:3]; t[:, 0]; t[..., -1]; t[0, ..., 1]; x[::-1]; x[:, ::-2]; x[5]; x[0, 9]; x[0, 0, 0]; x[paddle.to_tensor(1)]; x[b]; s[...]; s[0]; x[1.5]; x["a"]; x[[0, 1]]; x[k]; x[k, k]; i[1]; x[3:1]; x[-2:, -3:-1]; x[x > 0];
    x[c]; x[:, [True, False, True, False]]; t[:, k]; x[paddle.to_tensor([0, 2]), 1:3]; x[[0, 1], [2, 3]]
= Tensor.assignment: assign(x, 0, 1.0); assign(x, (0, 1), 5.0); assign(x, slice(1, None), 0.0); assign(x, (slice(None), 1), y[:, 0]); assign(i, 0, 7); assign(x, b, 0.0); assign(x, k, 9.0); assign(x, (Ellipsis, 0), 1.0); assign(x, 0, v); assign(x, 9, 1.0); assign(x, 0, w); assign(x, slice(None, None, 2), 3.0)
= Tensor.attributes: x.shape; x.dtype; x.ndim; s.shape; x.shape[0]; len(x); x.dtype == paddle.float32; i.dtype; x.size; x.stop_gradient; s.size; x.T; t.T; x.is_leaf; x.dim(); x.ndimension(); x.numel(); x.element_size(); x.itemsize; x.nbytes; x.mT; z.real(); len(s); x.rank(); x.grad; x.name is None; x.persistable; x.place.is_cpu_place(); x.is_contiguous(); x.is_floating_point(); x.type is None; x.strides; x.block is None
= Tensor.numpy: x.numpy(); s.numpy(); i.numpy(); b.numpy(); float(s); int(r); bool(s); int(s); bool(x); float(x); np.array(x); np.asarray(i); x.numpy().dtype.name; x.tolist(); i.tolist(); s.item(); x.item(0); x.item(1, 2); x.item(); np.sum(x); [float(a) for a in v]; [a.shape for a in t]; range(r)[-1]; [1, 2, 3][k[1]]; s.tolist(); x.numpy().tolist(); list(c.numpy()); i.item(3)
= Tensor.methods: x.sum(); x.mean(axis=1); x.max(); x.reshape([4, 3]); x.transpose([1, 0]); x.astype("int32"); x.cast("float64"); x.unsqueeze(0); x.exp(); x.abs(); x.matmul(w); x.add(y); x.clip(0.0, 1.0); x.argmax(axis=1); x.sort(); x.topk(2); x.flatten(); x.tile([2, 1]); x.expand([2, 3, 4]); x.norm(); x.std(); x.var(axis=0); x.cumsum(1);
    x.split(3); x.chunk(2, 1); x.unbind(); x.gather(k); x.masked_select(b); x.masked_fill(b, 0.0); x.isnan(); x.equal(y); x.allclose(x); x.dot(y); v.dot(v); x.t(); x.clone(); x.detach(); x.pow(2); p.sqrt(); x.scale(2.0); x.roll(1); x.flip(0); x.squeeze(); x.prod(); x.min(axis=0); b.all(); b.any();
    x.nonzero(); x.argsort(); x.logsumexp(); x.median(); x.diff(); x.lerp(y, 0.5); x.maximum(y); x.tanh(); x.sigmoid(); x.floor(); x.broadcast_to([2, 3, 4]); x.expand_as(t); x.index_select(k); x.take_along_axis(paddle.to_tensor([[0], [1], [2]]), 1); x.inner(y); v.outer(v); m.inverse(); m.trace(); m.diagonal(); q.cholesky(); x.bool(); x.float(); x.int(); x.view([4, 3]); x.view_as(x);
    x.tril(); x.mm(w); x.numel(); x.fill_(2.0); x.zero_(); x.add_(y); x.subtract_(y); x.multiply_(y); x.clip_(0.0, 1.0); x.scale_(2.0); x.exp_(); x.reshape_([4, 3]); x.squeeze_(); x.unsqueeze_(0); x.flatten_(); x.tanh_(); x.cpu(); x.to("float64"); x.contiguous(); x.repeat_interleave(2, 0); x.nothing();
    x.astype(paddle.int64); x.astype("nothing"); x.new_zeros([2]) ; x.item; x.apply(lambda a: a * 2); x.long(); x.double(); x.half(); x.sum(axis=[0, 1]); x.mean([0]); x.square(); x.reciprocal(); p.log(); x.round(); x.sign(); x.fill_diagonal_(1.0); x.unique(); j.flatten().bincount(); x.not_equal(y); x.logical_and(y); x.less_than(y); x.greater_equal(y)
= Tensor.repr: repr(i); repr(s); str(c); repr(paddle.to_tensor(1)); repr(paddle.to_tensor([1.5, 2.5])); repr(paddle.zeros([2, 2])); repr(paddle.to_tensor([1.0], stop_gradient=False)); repr(paddle.float32); str(paddle.int64); f"{{paddle.to_tensor(2.0)}}"; repr(paddle.to_tensor([True, False])); repr(paddle.to_tensor([[1, 20], [300, 4]])); repr(paddle.to_tensor([0.001, 1000.0]))
= autograd: backward(lambda a: (a * a).sum()); backward(lambda a: a[0] * a[1]); backward(lambda a: a * a); backward_given(); paddle_grad(); second_order(); detached(); leaf_flags(); no_grad_result(); accumulated(); cleared(); hooked(); retained_graph(); not_retained(); unused(); unused_allowed(); set_stop(); stop_by_default(); int_leaf(); decorated(); by_layer_grad(); numpy_of_leaf(); inplace_leaf(); pylayer(); grad_of_nonleaf(); jac(); enabled()
"""


CASES = cases(TABLE) + cases(paddle_nn_calls.TABLE)


class Framework:
    """Paddle, or the dialect."""

    def __init__(self):
        import paddle

        self.paddle = paddle
        paddle.disable_static()
        self._names = {"paddle": paddle, "np": np, **_helpers(paddle), **paddle_nn_calls.helpers(paddle)}

    def names(self):
        return self._names

    def tensor(self, array):
        return self.paddle.to_tensor(np.array(array), stop_gradient=np.asarray(array).dtype.kind != "f")

    def run(self, call, leaves, head, random):
        paddle = self.paddle
        results = self.flat(call())
        packed = [self.value(y) for y in results]
        grads = [None] * len(leaves)
        targets = [(y, head(tuple(y.shape), number)) for number, y in enumerate(results) if isinstance(y, paddle.Tensor) and
                   not y.stop_gradient and y.dtype in (paddle.float32, paddle.float64)]
        if targets and leaves and not random:
            total = None
            for y, g in targets:
                part = (y * paddle.to_tensor(np.asarray(g, str(y.dtype).rpartition(".")[2]))).sum().astype("float64")
                total = part if total is None else total + part
            found = paddle.grad([total], leaves, allow_unused=True)
            grads = [None if g is None else np.asarray(g.numpy()) for g in found]
        return packed, grads

    def flat(self, x):
        if isinstance(x, dict):
            return [one for key in sorted(x) for one in self.flat(x[key])]
        if isinstance(x, (list, tuple)):
            return [one for part in x for one in self.flat(part)]
        return [x]

    def exception(self, name):
        """Return the class that a program names in an `except` clause."""
        return getattr(builtins, name, None)

    def value(self, y):
        paddle = self.paddle
        if isinstance(y, paddle.Tensor):
            return Values(np.array(y.detach().numpy()), str(y.dtype).rpartition(".")[2])
        if isinstance(y, paddle.dtype):
            return "dtype", str(y).rpartition(".")[2]
        if isinstance(y, (np.ndarray, np.generic)):
            return Values(np.asarray(y), f"numpy {y.dtype}")
        if y is None or type(y) in (bool, int, float, complex, str):
            return y
        return "object", ""


def _helpers(paddle):
    """Return functions that calls of the table use."""

    def assign(x, key, value):
        x = x.clone()
        x[key] = value
        return x

    def leaf(values=(1.0, 2.0, 3.0)):
        return paddle.to_tensor(list(values), stop_gradient=False)

    def backward(fn):
        x = leaf()
        fn(x).backward()
        return x.grad

    def backward_given():
        x = leaf()
        (x * x).backward(paddle.to_tensor([1.0, 10.0, 100.0]))
        return x.grad

    def retained_graph():
        x = leaf()
        y = (x * x).sum()
        y.backward(retain_graph=True)
        y.backward()
        return x.grad

    def not_retained():
        x = leaf()
        y = x * x
        z = y.sum()
        z.backward()
        return y.grad

    def paddle_grad():
        x, y = leaf(), leaf()
        return paddle.grad((x * y * y).sum(), [x, y])

    def second_order():
        x = leaf()
        first, = paddle.grad((x ** 3).sum(), x, create_graph=True)
        return first, paddle.grad(first.sum(), x)

    def detached():
        x = leaf()
        y = (x * x).detach()
        return y.stop_gradient, (y * x).sum().stop_gradient

    def leaf_flags():
        x = leaf()
        y = x * 2
        return x.is_leaf, y.is_leaf, x.stop_gradient, y.stop_gradient, paddle.ones([2]).stop_gradient

    def no_grad_result():
        x = leaf()
        with paddle.no_grad():
            y = x * 2
        return y.stop_gradient

    def enabled():
        with paddle.no_grad():
            inside = paddle.is_grad_enabled()
        return inside, paddle.is_grad_enabled()

    def decorated():
        @paddle.no_grad()
        def double(a):
            return a * 2

        return double(leaf()).stop_gradient

    def accumulated():
        x = leaf()
        for _ in range(2):
            (x * x).sum().backward()
        return x.grad

    def cleared():
        x = leaf()
        (x * x).sum().backward()
        x.clear_gradient()
        return x.grad

    def hooked():
        x = leaf()
        x.register_hook(lambda g: g * 2)
        (x * x).sum().backward()
        return x.grad

    def unused():
        x, y = leaf(), leaf()
        return paddle.grad((x * x).sum(), [x, y])

    def unused_allowed():
        x, y = leaf(), leaf()
        return paddle.grad((x * x).sum(), [x, y], allow_unused=True)

    def set_stop():
        x = leaf()
        x.stop_gradient = True
        return (x * x).stop_gradient

    def stop_by_default():
        x = paddle.to_tensor([1.0])
        (x * x).backward()

    def int_leaf():
        return paddle.to_tensor([1, 2]).stop_gradient

    def by_layer_grad():
        net = paddle.nn.Linear(2, 1, weight_attr=paddle.nn.initializer.Constant(1.0))
        net(paddle.ones([3, 2])).sum().backward()
        return net.weight.grad, net.bias.grad

    def numpy_of_leaf():
        return leaf().numpy()

    def inplace_leaf():
        x = leaf()
        x.add_(paddle.ones([3]))
        return x

    def pylayer():
        class Double(paddle.autograd.PyLayer):
            @staticmethod
            def forward(ctx, a):
                ctx.save_for_backward(a)
                return a * 2

            @staticmethod
            def backward(ctx, g):
                a, = ctx.saved_tensor()
                return g * 10 * a

        x = leaf()
        y = Double.apply(x)
        y.sum().backward()
        return y, x.grad

    def grad_of_nonleaf():
        x = leaf()
        y = x * 2
        return paddle.grad((y * y).sum(), y)

    def jac():
        x = leaf()
        return paddle.autograd.jacobian(x * x, x)[:]

    return {key: value for key, value in locals().items() if key != "paddle"}
