"""The part of the table of the PyTorch dialect for torch.nn and its modules (see _table.py)."""

TABLE = """
also: dim axis, keepdim keepdims
scalars: input dim
== torch.nn
- SyncBatchNorm: Weir runs in one process, with worker threads
here: DataParallel Module Parameter Sequential ModuleList ModuleDict ParameterList ParameterDict TransformerEncoder
all: _torchs

== torch.nn.parallel
here: DataParallel
scatter(inputs, target_gpus, dim=0) = scattered(inputs, target_gpus, dim)
- DistributedDataParallel: Weir runs in one process, with worker threads

== torch.nn.functional
weir: softsign tanhshrink
functional: cross_entropy binary_cross_entropy_with_logits batch_norm dropout layer_norm interpolate pad relu relu6 elu
    celu selu silu mish leaky_relu hardsigmoid hardswish threshold hardtanh gelu softplus prelu rrelu alpha_dropout
    conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d linear embedding
    max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d max_unpool1d max_unpool2d max_unpool3d
    adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
    adaptive_max_pool3d unfold fold grid_sample rms_norm instance_norm normalize cosine_similarity pairwise_distance
    pdist scaled_dot_product_attention binary_cross_entropy mse_loss l1_loss smooth_l1_loss huber_loss kl_div nll_loss
    gumbel_softmax soft_margin_loss hinge_embedding_loss margin_ranking_loss triplet_margin_loss poisson_nll_loss
    cosine_embedding_loss gaussian_nll_loss multi_margin_loss multilabel_soft_margin_loss ctc_loss
_torch_modules: embedding_bag
dropout1d = functional.channels_dropout
dropout2d = functional.channels_dropout
dropout3d = functional.channels_dropout
upsample = functional.interpolate
relu_(input) = functional.relu(input, True)
lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False) = functional.lp_pool(input, norm_type,
    kernel_size, stride, ceil_mode, 1)
lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False) = functional.lp_pool(input, norm_type,
    kernel_size, stride, ceil_mode, 2)
glu(input, dim=-1) = op["glu"](input, axis=dim)
hardshrink(input, lambd=0.5) = op["hardshrink"](input, lambd=lambd)
softshrink(input, lambd=0.5) = op["softshrink"](input, lambd=lambd)
bilinear(input1, input2, weight, bias=None) = op["bilinear"](input1, input2, weight, bias=bias)
group_norm(input, num_groups, weight=None, bias=None, eps=1e-05) = op["group_norm"](input, num_groups=num_groups,
    eps=eps, weight=weight, bias=bias)
local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0) = op["local_response_norm"](input, size=size,
    alpha=alpha, beta=beta, k=k)
pixel_shuffle(input, upscale_factor) = op["pixel_shuffle"](input, upscale_factor=upscale_factor)
pixel_unshuffle(input, downscale_factor) = op["pixel_unshuffle"](input, downscale_factor=downscale_factor)
channel_shuffle(input, groups) = op["channel_shuffle"](input, groups=groups)
affine_grid(theta, size, align_corners=None) = op["affine_grid"](theta, size=size, align_corners=bool(align_corners))
softmin(input, dim=None, _stacklevel=3, dtype=None) = op["softmin"](input if dtype is None else op["astype"](input,
    dtype), axis=_torch_layers.softmax_dim(dim, input.ndim))
softmax(input, dim=None, _stacklevel=3, dtype=None) = op["softmax"](input if dtype is None else op["astype"](input,
    dtype), axis=_torch_layers.softmax_dim(dim, input.ndim))
log_softmax(input, dim=None, _stacklevel=3, dtype=None) = op["log_softmax"](input if dtype is None else
    op["astype"](input, dtype), axis=_torch_layers.softmax_dim(dim, input.ndim))
sigmoid(input) = op["sigmoid"](input)
tanh(input) = op["tanh"](input)
logsigmoid(input) = op["log_sigmoid"](input)
one_hot(tensor, num_classes=-1) = op["one_hot"](tensor, num_classes=num_classes if num_classes > 0 else
    int(op["max"](tensor).item()) + 1, dtype=weir.int64)

== torch.nn.init
all: _inits
calculate_gain(nonlinearity, param=None) = weir.nn.init.calculate_gain(nonlinearity, param)

== torch.nn.parameter
here: Parameter
! UninitializedParameter: it is a placeholder, not a tensor, until the first call
UninitializedParameter = _networks.UninitializedParameter

== torch.nn.utils
here: clip_grad_norm_ clip_grad_value_ parameters_to_vector vector_to_parameters
_torch_parametrize: spectral_norm weight_norm
remove_spectral_norm(module, name="weight") = _torch_parametrize.remove_norm(module, name)
remove_weight_norm(module, name="weight") = _torch_parametrize.remove_norm(module, name)

== torch.nn.utils.stateless
_torch_parametrize: functional_call

== torch.nn.utils.parametrize
all: _parametrize

== torch.nn.utils.parametrizations
all: _parametrizations
- orthogonal: call nn.init.orthogonal_ after each step

== torch.nn.utils.rnn
_torch_sequences: PackedSequence pad_sequence unpad_sequence pack_padded_sequence pad_packed_sequence pack_sequence unpack_sequence

== torch.nn.modules
here: Module
all: _torchs

== torch.nn.modules.module
here: Module

== torch.nn.modules.utils
_single(x) = _torch_modules.several(x, 1)
_pair(x) = _torch_modules.several(x, 2)
_triple(x) = _torch_modules.several(x, 3)
"""
