// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.function.Consumer;

/**
 * The operators of the library, as functions.  They return at once; reading a result waits.  Most are methods of NDArray too.
 *
 * <p>What is optional is set by a function: Ops.sum(x, o -&gt; o.axes(1).keepdims(true)).
 */
public final class Ops {
    private Ops() {}

    private static final Operator ABS = Operator.of("abs");
    private static final Operator ACOS = Operator.of("acos");
    private static final Operator ACOSH = Operator.of("acosh");
    private static final Operator ADAPTIVE_AVG_POOL = Operator.of("adaptive_avg_pool", "output_size");
    private static final Operator ADAPTIVE_MAX_POOL = Operator.of("adaptive_max_pool", "output_size");
    private static final Operator ADAPTIVE_MAX_POOL_INDICES = Operator.of("adaptive_max_pool_indices", "output_size");
    private static final Operator ADD = Operator.of("add");
    private static final Operator AFFINE_GRID = Operator.of("affine_grid", "size", "align_corners");
    private static final Operator AFTER = Operator.of("after");
    private static final Operator ALL = Operator.of("all", "axes", "keepdims");
    private static final Operator ANGLE = Operator.of("angle");
    private static final Operator ANY = Operator.of("any", "axes", "keepdims");
    private static final Operator ARANGE = Operator.of("arange", "start", "stop", "step", "dtype", "device");
    private static final Operator ARGMAX = Operator.of("argmax", "axis", "keepdims");
    private static final Operator ARGMIN = Operator.of("argmin", "axis", "keepdims");
    private static final Operator ARGPARTITION = Operator.of("argpartition", "kth", "axis");
    private static final Operator ARGSORT = Operator.of("argsort", "axis", "descending", "stable");
    private static final Operator ASIN = Operator.of("asin");
    private static final Operator ASINH = Operator.of("asinh");
    private static final Operator ASTYPE = Operator.of("astype", "dtype");
    private static final Operator ATAN = Operator.of("atan");
    private static final Operator ATAN2 = Operator.of("atan2");
    private static final Operator ATANH = Operator.of("atanh");
    private static final Operator AVG_POOL = Operator.of("avg_pool", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad");
    private static final Operator BASIC_INDEX = Operator.of("basic_index", "kinds", "starts", "stops", "steps");
    private static final Operator BASIC_UPDATE = Operator.of("basic_update", "kinds", "starts", "stops", "steps");
    private static final Operator BATCH_NORM = Operator.of("batch_norm", "eps");
    private static final Operator BATCH_NORM_INFERENCE = Operator.of("batch_norm_inference", "eps");
    private static final Operator BERNOULLI = Operator.of("bernoulli", "shape", "dtype", "device");
    private static final Operator BETA = Operator.of("beta", "shape", "dtype", "device");
    private static final Operator BILINEAR = Operator.of("bilinear");
    private static final Operator BINARY_CROSS_ENTROPY = Operator.of("binary_cross_entropy", "reduction");
    private static final Operator BINARY_CROSS_ENTROPY_WITH_LOGITS = Operator.of("binary_cross_entropy_with_logits", "reduction");
    private static final Operator BINCOUNT = Operator.of("bincount", "minlength");
    private static final Operator BINCOUNT_SIZED = Operator.of("bincount_sized", "size");
    private static final Operator BINOMIAL = Operator.of("binomial", "shape", "dtype", "device");
    private static final Operator BITWISE_AND = Operator.of("bitwise_and");
    private static final Operator BITWISE_INVERT = Operator.of("bitwise_invert");
    private static final Operator BITWISE_LEFT_SHIFT = Operator.of("bitwise_left_shift");
    private static final Operator BITWISE_OR = Operator.of("bitwise_or");
    private static final Operator BITWISE_RIGHT_SHIFT = Operator.of("bitwise_right_shift");
    private static final Operator BITWISE_XOR = Operator.of("bitwise_xor");
    private static final Operator BROADCAST_ARRAYS = Operator.of("broadcast_arrays");
    private static final Operator BROADCAST_TO = Operator.of("broadcast_to", "shape");
    private static final Operator CATEGORICAL = Operator.of("categorical", "count", "axis", "logits", "replacement", "dtype");
    private static final Operator CAUCHY = Operator.of("cauchy", "shape", "loc", "scale", "dtype", "device");
    private static final Operator CDIST = Operator.of("cdist", "p");
    private static final Operator CEIL = Operator.of("ceil");
    private static final Operator CELU = Operator.of("celu", "alpha");
    private static final Operator CHANNEL_SHUFFLE = Operator.of("channel_shuffle", "groups");
    private static final Operator CHECK_FINITE = Operator.of("check_finite");
    private static final Operator CHI_SQUARE = Operator.of("chi_square", "shape", "dtype", "device");
    private static final Operator CHOLESKY = Operator.of("cholesky", "upper");
    private static final Operator CLIP = Operator.of("clip");
    private static final Operator CONCAT = Operator.of("concat", "axis");
    private static final Operator CONJ = Operator.of("conj");
    private static final Operator CONV = Operator.of("conv", "stride", "padding", "dilation", "groups");
    private static final Operator CONV_TRANSPOSE = Operator.of("conv_transpose", "stride", "padding", "output_padding", "groups", "dilation");
    private static final Operator COPY = Operator.of("copy");
    private static final Operator COPYSIGN = Operator.of("copysign");
    private static final Operator COS = Operator.of("cos");
    private static final Operator COSH = Operator.of("cosh");
    private static final Operator COSINE_EMBEDDING_LOSS = Operator.of("cosine_embedding_loss", "reduction", "margin");
    private static final Operator COSINE_SIMILARITY = Operator.of("cosine_similarity", "axis", "eps");
    private static final Operator COUNT_NONZERO = Operator.of("count_nonzero", "axes", "keepdims");
    private static final Operator CROSS = Operator.of("cross", "axis");
    private static final Operator CROSS_ENTROPY = Operator.of("cross_entropy", "axis", "reduction", "ignore_index", "label_smoothing");
    private static final Operator CTC_LOSS = Operator.of("ctc_loss", "blank", "reduction", "zero_infinity");
    private static final Operator CUMMAX = Operator.of("cummax", "axis");
    private static final Operator CUMMIN = Operator.of("cummin", "axis");
    private static final Operator CUMULATIVE_PROD = Operator.of("cumulative_prod", "axis", "dtype", "include_initial", "reverse");
    private static final Operator CUMULATIVE_SUM = Operator.of("cumulative_sum", "axis", "dtype", "include_initial", "reverse");
    private static final Operator DEG2RAD = Operator.of("deg2rad");
    private static final Operator DET = Operator.of("det");
    private static final Operator DIAG = Operator.of("diag", "k");
    private static final Operator DIAG_EMBED = Operator.of("diag_embed", "offset", "n_rows", "n_cols");
    private static final Operator DIAGONAL = Operator.of("diagonal", "offset", "axis1", "axis2");
    private static final Operator DIFF = Operator.of("diff", "n", "axis");
    private static final Operator DIGITIZE = Operator.of("digitize", "right");
    private static final Operator DIVIDE = Operator.of("divide");
    private static final Operator DOT = Operator.of("dot");
    private static final Operator DROPOUT = Operator.of("dropout", "p");
    private static final Operator EIG = Operator.of("eig");
    private static final Operator EIGH = Operator.of("eigh");
    private static final Operator EIGVALS = Operator.of("eigvals");
    private static final Operator EIGVALSH = Operator.of("eigvalsh");
    private static final Operator EINSUM = Operator.of("einsum", "equation");
    private static final Operator ELU = Operator.of("elu", "alpha");
    private static final Operator EMBEDDING = Operator.of("embedding", "padding_idx");
    private static final Operator EMPTY = Operator.of("empty", "shape", "dtype", "device");
    private static final Operator EMPTY_LIKE = Operator.of("empty_like", "dtype", "device");
    private static final Operator EQUAL = Operator.of("equal");
    private static final Operator ERF = Operator.of("erf");
    private static final Operator EXP = Operator.of("exp");
    private static final Operator EXP2 = Operator.of("exp2");
    private static final Operator EXPAND_DIMS = Operator.of("expand_dims", "axes");
    private static final Operator EXPM = Operator.of("expm");
    private static final Operator EXPM1 = Operator.of("expm1");
    private static final Operator EXPONENTIAL = Operator.of("exponential", "shape", "scale", "dtype", "device");
    private static final Operator EYE = Operator.of("eye", "n_rows", "n_cols", "k", "dtype", "device");
    private static final Operator FFTN = Operator.of("fftn", "s", "axes", "norm");
    private static final Operator FLATTEN = Operator.of("flatten", "start", "end");
    private static final Operator FLIP = Operator.of("flip", "axes");
    private static final Operator FLOOR = Operator.of("floor");
    private static final Operator FLOOR_DIVIDE = Operator.of("floor_divide");
    private static final Operator FOLD = Operator.of("fold", "output_size", "kernel_size", "dilation", "padding", "stride");
    private static final Operator FULL = Operator.of("full", "shape", "dtype", "device");
    private static final Operator FULL_LIKE = Operator.of("full_like", "dtype", "device");
    private static final Operator GAMMA = Operator.of("gamma", "scale", "shape", "dtype", "device");
    private static final Operator GAUSSIAN_NLL_LOSS = Operator.of("gaussian_nll_loss", "reduction", "full", "eps");
    private static final Operator GELU = Operator.of("gelu");
    private static final Operator GELU_TANH = Operator.of("gelu_tanh");
    private static final Operator GEOMETRIC = Operator.of("geometric", "shape", "dtype", "device");
    private static final Operator GLOBAL_AVG_POOL = Operator.of("global_avg_pool");
    private static final Operator GLOBAL_MAX_POOL = Operator.of("global_max_pool");
    private static final Operator GLOBAL_NORM = Operator.of("global_norm");
    private static final Operator GLU = Operator.of("glu", "axis");
    private static final Operator GREATER = Operator.of("greater");
    private static final Operator GREATER_EQUAL = Operator.of("greater_equal");
    private static final Operator GRID_SAMPLE = Operator.of("grid_sample", "mode", "padding_mode", "align_corners");
    private static final Operator GROUP_NORM = Operator.of("group_norm", "num_groups", "eps");
    private static final Operator GRU = Operator.of("gru", "reverse");
    private static final Operator GUMBEL = Operator.of("gumbel", "shape", "loc", "scale", "dtype", "device");
    private static final Operator HARDSHRINK = Operator.of("hardshrink", "lambd");
    private static final Operator HARDSIGMOID = Operator.of("hardsigmoid");
    private static final Operator HARDSWISH = Operator.of("hardswish");
    private static final Operator HARDTANH = Operator.of("hardtanh", "min_val", "max_val");
    private static final Operator HINGE_EMBEDDING_LOSS = Operator.of("hinge_embedding_loss", "reduction", "margin");
    private static final Operator HINGE_LOSS = Operator.of("hinge_loss", "reduction", "margin");
    private static final Operator HISTOGRAM = Operator.of("histogram", "bins", "min", "max");
    private static final Operator HUBER_LOSS = Operator.of("huber_loss", "reduction", "delta");
    private static final Operator HYPOT = Operator.of("hypot");
    private static final Operator IFFTN = Operator.of("ifftn", "s", "axes", "norm");
    private static final Operator IMAG = Operator.of("imag");
    private static final Operator IMAGE_NORMALIZE = Operator.of("image_normalize", "scale", "layout", "output_layout", "dtype");
    private static final Operator IMAGE_RESIZE = Operator.of("image_resize", "size", "mode", "antialias", "layout");
    private static final Operator INDEX = Operator.of("index", "axes", "front");
    private static final Operator INDEX_PUT = Operator.of("index_put", "axes", "front", "accumulate");
    private static final Operator INNER = Operator.of("inner");
    private static final Operator INSTANCE_NORM = Operator.of("instance_norm", "eps");
    private static final Operator INTEGERS = Operator.of("integers", "low", "high", "shape", "dtype", "device");
    private static final Operator INTERPOLATE = Operator.of("interpolate", "size", "scale_factor", "mode", "align_corners", "antialias");
    private static final Operator INV = Operator.of("inv");
    private static final Operator IRFFTN = Operator.of("irfftn", "s", "axes", "norm");
    private static final Operator ISFINITE = Operator.of("isfinite");
    private static final Operator ISIN = Operator.of("isin", "invert");
    private static final Operator ISINF = Operator.of("isinf");
    private static final Operator ISNAN = Operator.of("isnan");
    private static final Operator KL_DIV = Operator.of("kl_div", "reduction", "log_target");
    private static final Operator KTHVALUE = Operator.of("kthvalue", "k", "axis", "keepdims");
    private static final Operator L1_LOSS = Operator.of("l1_loss", "reduction");
    private static final Operator LAPLACE = Operator.of("laplace", "shape", "loc", "scale", "dtype", "device");
    private static final Operator LAYER_NORM = Operator.of("layer_norm", "axes", "eps");
    private static final Operator LEAKY_RELU = Operator.of("leaky_relu", "negative_slope");
    private static final Operator LESS = Operator.of("less");
    private static final Operator LESS_EQUAL = Operator.of("less_equal");
    private static final Operator LEXSORT = Operator.of("lexsort", "axis");
    private static final Operator LINEAR = Operator.of("linear");
    private static final Operator LINEAR_SCAN = Operator.of("linear_scan", "axis", "reverse");
    private static final Operator LINSPACE = Operator.of("linspace", "start", "stop", "num", "endpoint", "dtype", "device");
    private static final Operator LOCAL_RESPONSE_NORM = Operator.of("local_response_norm", "size", "alpha", "beta", "k");
    private static final Operator LOG = Operator.of("log");
    private static final Operator LOG10 = Operator.of("log10");
    private static final Operator LOG1P = Operator.of("log1p");
    private static final Operator LOG2 = Operator.of("log2");
    private static final Operator LOG_SIGMOID = Operator.of("log_sigmoid");
    private static final Operator LOG_SOFTMAX = Operator.of("log_softmax", "axis");
    private static final Operator LOGADDEXP = Operator.of("logaddexp");
    private static final Operator LOGICAL_AND = Operator.of("logical_and");
    private static final Operator LOGICAL_NOT = Operator.of("logical_not");
    private static final Operator LOGICAL_OR = Operator.of("logical_or");
    private static final Operator LOGICAL_XOR = Operator.of("logical_xor");
    private static final Operator LOGISTIC = Operator.of("logistic", "shape", "loc", "scale", "dtype", "device");
    private static final Operator LOGIT = Operator.of("logit");
    private static final Operator LOGNORMAL = Operator.of("lognormal", "shape", "loc", "scale", "dtype", "device");
    private static final Operator LOGSUMEXP = Operator.of("logsumexp", "axes", "keepdims");
    private static final Operator LP_POOL = Operator.of("lp_pool", "norm_type", "kernel_size", "stride", "ceil_mode");
    private static final Operator LSTM = Operator.of("lstm", "reverse");
    private static final Operator MARGIN_RANKING_LOSS = Operator.of("margin_ranking_loss", "reduction", "margin");
    private static final Operator MASK_PUT = Operator.of("mask_put");
    private static final Operator MASK_SELECT = Operator.of("mask_select");
    private static final Operator MATMUL = Operator.of("matmul");
    private static final Operator MATRIX_NORM = Operator.of("matrix_norm", "keepdims", "ord");
    private static final Operator MATRIX_POWER = Operator.of("matrix_power", "n");
    private static final Operator MATRIX_TRANSPOSE = Operator.of("matrix_transpose");
    private static final Operator MAX = Operator.of("max", "axes", "keepdims");
    private static final Operator MAX_POOL = Operator.of("max_pool", "kernel_size", "stride", "padding", "dilation", "ceil_mode");
    private static final Operator MAX_POOL_INDICES = Operator.of("max_pool_indices", "kernel_size", "stride", "padding", "dilation", "ceil_mode");
    private static final Operator MAX_UNPOOL = Operator.of("max_unpool", "output_size");
    private static final Operator MAXIMUM = Operator.of("maximum");
    private static final Operator MEAN = Operator.of("mean", "axes", "keepdims");
    private static final Operator MEDIAN = Operator.of("median", "axis", "keepdims");
    private static final Operator MESHGRID = Operator.of("meshgrid", "indexing");
    private static final Operator MIN = Operator.of("min", "axes", "keepdims");
    private static final Operator MINIMUM = Operator.of("minimum");
    private static final Operator MISH = Operator.of("mish");
    private static final Operator MOVEAXIS = Operator.of("moveaxis", "source", "destination");
    private static final Operator MSE_LOSS = Operator.of("mse_loss", "reduction");
    private static final Operator MULTI_MARGIN_LOSS = Operator.of("multi_margin_loss", "reduction", "p", "margin");
    private static final Operator MULTILABEL_SOFT_MARGIN_LOSS = Operator.of("multilabel_soft_margin_loss", "reduction");
    private static final Operator MULTIPLY = Operator.of("multiply");
    private static final Operator NANARGMAX = Operator.of("nanargmax", "axis", "keepdims");
    private static final Operator NANARGMIN = Operator.of("nanargmin", "axis", "keepdims");
    private static final Operator NANCUMPROD = Operator.of("nancumprod", "axis", "dtype");
    private static final Operator NANCUMSUM = Operator.of("nancumsum", "axis", "dtype");
    private static final Operator NANMAX = Operator.of("nanmax", "axes", "keepdims");
    private static final Operator NANMEAN = Operator.of("nanmean", "axes", "keepdims");
    private static final Operator NANMEDIAN = Operator.of("nanmedian", "axis", "keepdims");
    private static final Operator NANMIN = Operator.of("nanmin", "axes", "keepdims");
    private static final Operator NANPROD = Operator.of("nanprod", "axes", "keepdims", "dtype");
    private static final Operator NANSTD = Operator.of("nanstd", "axes", "keepdims", "correction");
    private static final Operator NANSUM = Operator.of("nansum", "axes", "keepdims", "dtype");
    private static final Operator NANVAR = Operator.of("nanvar", "axes", "keepdims", "correction");
    private static final Operator NEGATIVE = Operator.of("negative");
    private static final Operator NEXTAFTER = Operator.of("nextafter");
    private static final Operator NLL_LOSS = Operator.of("nll_loss", "axis", "reduction", "ignore_index");
    private static final Operator NONZERO = Operator.of("nonzero");
    private static final Operator NORMAL = Operator.of("normal", "shape", "mean", "std", "dtype", "device");
    private static final Operator NORMALIZE = Operator.of("normalize", "p", "axis", "eps");
    private static final Operator NOT_EQUAL = Operator.of("not_equal");
    private static final Operator ONE_HOT = Operator.of("one_hot", "num_classes", "dtype");
    private static final Operator ONES = Operator.of("ones", "shape", "dtype", "device");
    private static final Operator ONES_LIKE = Operator.of("ones_like", "dtype", "device");
    private static final Operator OUTER = Operator.of("outer");
    private static final Operator PAD = Operator.of("pad", "widths", "mode", "value");
    private static final Operator PAIRWISE_DISTANCE = Operator.of("pairwise_distance", "p", "eps", "keepdims");
    private static final Operator PARTITION = Operator.of("partition", "kth", "axis");
    private static final Operator PERCENTILE = Operator.of("percentile", "axis", "method", "keepdims");
    private static final Operator PERMUTATION = Operator.of("permutation", "n", "dtype", "device");
    private static final Operator PERMUTE_DIMS = Operator.of("permute_dims", "axes");
    private static final Operator PIXEL_SHUFFLE = Operator.of("pixel_shuffle", "upscale_factor");
    private static final Operator PIXEL_UNSHUFFLE = Operator.of("pixel_unshuffle", "downscale_factor");
    private static final Operator POISSON = Operator.of("poisson", "shape", "dtype", "device");
    private static final Operator POISSON_NLL_LOSS = Operator.of("poisson_nll_loss", "reduction", "log_input", "full", "eps");
    private static final Operator POSITIVE = Operator.of("positive");
    private static final Operator POW = Operator.of("pow");
    private static final Operator PRELU = Operator.of("prelu");
    private static final Operator PROD = Operator.of("prod", "axes", "keepdims", "dtype");
    private static final Operator PUT_ALONG_AXIS = Operator.of("put_along_axis", "axis", "accumulate");
    private static final Operator PUT_ALONG_AXIS_REDUCE = Operator.of("put_along_axis_reduce", "axis", "reduce", "include_self");
    private static final Operator QR = Operator.of("qr", "mode");
    private static final Operator QUANTILE = Operator.of("quantile", "axis", "method", "keepdims");
    private static final Operator QUICK_GELU = Operator.of("quick_gelu");
    private static final Operator RAD2DEG = Operator.of("rad2deg");
    private static final Operator RAVEL = Operator.of("ravel");
    private static final Operator REAL = Operator.of("real");
    private static final Operator RECIPROCAL = Operator.of("reciprocal");
    private static final Operator RELU = Operator.of("relu");
    private static final Operator RELU6 = Operator.of("relu6");
    private static final Operator REMAINDER = Operator.of("remainder");
    private static final Operator REPEAT = Operator.of("repeat", "repeats", "axis");
    private static final Operator RESHAPE = Operator.of("reshape", "shape");
    private static final Operator RFFTN = Operator.of("rfftn", "s", "axes", "norm");
    private static final Operator RMS_NORM = Operator.of("rms_norm", "axes", "eps");
    private static final Operator RNN = Operator.of("rnn", "nonlinearity", "reverse");
    private static final Operator ROLL = Operator.of("roll", "shift", "axes");
    private static final Operator ROUND = Operator.of("round");
    private static final Operator RSQRT = Operator.of("rsqrt");
    private static final Operator SCALED_DOT_PRODUCT_ATTENTION = Operator.of("scaled_dot_product_attention", "dropout_p", "is_causal", "scale", "enable_gqa");
    private static final Operator SCATTER = Operator.of("scatter", "axis");
    private static final Operator SCATTER_ADD = Operator.of("scatter_add", "axis");
    private static final Operator SCATTER_REDUCE = Operator.of("scatter_reduce", "axis", "reduce", "include_self");
    private static final Operator SEARCHSORTED = Operator.of("searchsorted", "side");
    private static final Operator SEGMENT_MAX = Operator.of("segment_max", "num_segments");
    private static final Operator SEGMENT_MEAN = Operator.of("segment_mean", "num_segments");
    private static final Operator SEGMENT_MIN = Operator.of("segment_min", "num_segments");
    private static final Operator SEGMENT_PROD = Operator.of("segment_prod", "num_segments");
    private static final Operator SEGMENT_SUM = Operator.of("segment_sum", "num_segments");
    private static final Operator SELECT = Operator.of("select", "index", "axis");
    private static final Operator SELU = Operator.of("selu");
    private static final Operator SHUFFLE = Operator.of("shuffle", "axis");
    private static final Operator SIGMOID = Operator.of("sigmoid");
    private static final Operator SIGN = Operator.of("sign");
    private static final Operator SIGNBIT = Operator.of("signbit");
    private static final Operator SILU = Operator.of("silu");
    private static final Operator SIN = Operator.of("sin");
    private static final Operator SINC = Operator.of("sinc");
    private static final Operator SINH = Operator.of("sinh");
    private static final Operator SLICE = Operator.of("slice", "starts", "stops", "steps");
    private static final Operator SLICE_UPDATE = Operator.of("slice_update", "starts", "stops", "steps");
    private static final Operator SLIDING_WINDOW_VIEW = Operator.of("sliding_window_view", "window", "axes");
    private static final Operator SLOGDET = Operator.of("slogdet");
    private static final Operator SMOOTH_L1_LOSS = Operator.of("smooth_l1_loss", "reduction", "beta");
    private static final Operator SOFT_MARGIN_LOSS = Operator.of("soft_margin_loss", "reduction");
    private static final Operator SOFTMAX = Operator.of("softmax", "axis");
    private static final Operator SOFTMIN = Operator.of("softmin", "axis");
    private static final Operator SOFTPLUS = Operator.of("softplus");
    private static final Operator SOFTSHRINK = Operator.of("softshrink", "lambd");
    private static final Operator SOFTSIGN = Operator.of("softsign");
    private static final Operator SOLVE = Operator.of("solve", "left");
    private static final Operator SOLVE_TRIANGULAR = Operator.of("solve_triangular", "upper", "unitriangular", "left");
    private static final Operator SORT = Operator.of("sort", "axis", "descending", "stable");
    private static final Operator SPLIT = Operator.of("split", "sections", "indices", "axis");
    private static final Operator SQRT = Operator.of("sqrt");
    private static final Operator SQUARE = Operator.of("square");
    private static final Operator SQUEEZE = Operator.of("squeeze", "axes");
    private static final Operator STACK = Operator.of("stack", "axis");
    private static final Operator STD = Operator.of("std", "axes", "keepdims", "correction");
    private static final Operator STUDENT_T = Operator.of("student_t", "shape", "dtype", "device");
    private static final Operator SUBTRACT = Operator.of("subtract");
    private static final Operator SUM = Operator.of("sum", "axes", "keepdims", "dtype");
    private static final Operator SVD = Operator.of("svd", "full_matrices");
    private static final Operator SVDVALS = Operator.of("svdvals");
    private static final Operator SWAPAXES = Operator.of("swapaxes", "axis1", "axis2");
    private static final Operator TAKE = Operator.of("take", "axis");
    private static final Operator TAKE_ALONG_AXIS = Operator.of("take_along_axis", "axis");
    private static final Operator TAN = Operator.of("tan");
    private static final Operator TANH = Operator.of("tanh");
    private static final Operator TANHSHRINK = Operator.of("tanhshrink");
    private static final Operator TENSORDOT = Operator.of("tensordot", "axes", "x1_axes", "x2_axes");
    private static final Operator THRESHOLD = Operator.of("threshold", "threshold", "value");
    private static final Operator TILE = Operator.of("tile", "repetitions");
    private static final Operator TO_DEVICE = Operator.of("to_device", "device");
    private static final Operator TOPK = Operator.of("topk", "k", "axis", "largest", "sorted");
    private static final Operator TRACE = Operator.of("trace", "offset", "dtype");
    private static final Operator TRIL = Operator.of("tril", "k");
    private static final Operator TRIPLET_MARGIN_LOSS = Operator.of("triplet_margin_loss", "reduction", "margin", "p", "eps", "swap");
    private static final Operator TRIU = Operator.of("triu", "k");
    private static final Operator TRUNC = Operator.of("trunc");
    private static final Operator TRUNCATED_NORMAL = Operator.of("truncated_normal", "shape", "loc", "scale", "lower", "upper", "dtype", "device");
    private static final Operator UNFOLD = Operator.of("unfold", "kernel_size", "dilation", "padding", "stride");
    private static final Operator UNIFORM = Operator.of("uniform", "shape", "low", "high", "dtype", "device");
    private static final Operator UNIQUE_ALL = Operator.of("unique_all");
    private static final Operator UNIQUE_COUNTS = Operator.of("unique_counts");
    private static final Operator UNIQUE_INVERSE = Operator.of("unique_inverse");
    private static final Operator UNIQUE_VALUES = Operator.of("unique_values");
    private static final Operator UNSTACK = Operator.of("unstack", "axis");
    private static final Operator VAR = Operator.of("var", "axes", "keepdims", "correction");
    private static final Operator VECDOT = Operator.of("vecdot", "axis");
    private static final Operator VECTOR_NORM = Operator.of("vector_norm", "axes", "keepdims", "ord");
    private static final Operator VON_MISES = Operator.of("von_mises", "shape", "dtype", "device");
    private static final Operator WEIBULL = Operator.of("weibull", "scale", "shape", "dtype", "device");
    private static final Operator WHERE = Operator.of("where");
    private static final Operator ZEROS = Operator.of("zeros", "shape", "dtype", "device");
    private static final Operator ZEROS_LIKE = Operator.of("zeros_like", "dtype", "device");

    /**
     * Absolute value; for complex numbers, the magnitude.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray abs(NDArray x) {
        return ABS.call(x);
    }

    /**
     * Inverse cosine, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray acos(NDArray x) {
        return ACOS.call(x);
    }

    /**
     * Inverse hyperbolic cosine.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray acosh(NDArray x) {
        return ACOSH.call(x);
    }

    /**
     * Average pooling to a given output size.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public static NDArray adaptiveAvgPool(NDArray x, long... outputSize) {
        Options o = new Options.Plain();
        o.put(0, outputSize);
        return ADAPTIVE_AVG_POOL.one(o, x);
    }

    /**
     * Max pooling to a given output size.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public static NDArray adaptiveMaxPool(NDArray x, long... outputSize) {
        Options o = new Options.Plain();
        o.put(0, outputSize);
        return ADAPTIVE_MAX_POOL.one(o, x);
    }

    /**
     * The indices of the maxima of adaptive_max_pool, flattened over the spatial axes.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param outputSize output sizes, one entry per axis or one for all (at least 1)
     * @return position of each maximum in the flattened spatial axes
     */
    public static NDArray adaptiveMaxPoolIndices(NDArray x, long... outputSize) {
        Options o = new Options.Plain();
        o.put(0, outputSize);
        return ADAPTIVE_MAX_POOL_INDICES.one(o, x);
    }

    /**
     * Element-wise sum.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray add(NDArray x1, NDArray x2) {
        return ADD.call(x1, x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray add(NDArray x1, double x2) {
        return ADD.call(x1, x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray add(double x1, NDArray x2) {
        return ADD.call(x1, x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray add(NDArray x1, long x2) {
        return ADD.call(x1, x2);
    }

    /**
     * Element-wise sum.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray add(long x1, NDArray x2) {
        return ADD.call(x1, x2);
    }

    /** The optional arguments of affine_grid. */
    public static final class AffineGridOptions extends Options {
        /** -1 and 1 are the centres of the corner pixels, not their edges (default: false) */
        public AffineGridOptions alignCorners(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Compute sampling grids for grid_sample from affine matrices.
     *
     * <p>The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for two
     * or three axes.  Coordinates start with the last axis.
     *
     * @param theta affine matrices, (batch, axes, axes + 1)
     * @param size shape of the images: batch, channels, and two or three axes (at least 1)
     * @return coordinates of every pixel, from -1 to 1
     */
    public static NDArray affineGrid(NDArray theta, long... size) {
        Options o = new Options.Plain();
        o.put(0, size);
        return AFFINE_GRID.one(o, theta);
    }

    /**
     * Compute sampling grids for grid_sample from affine matrices.
     *
     * <p>The coordinates of every pixel, from -1 to 1, are multiplied by theta, which has shape (batch, axes, axes + 1), for two
     * or three axes.  Coordinates start with the last axis.
     *
     * @param theta affine matrices, (batch, axes, axes + 1)
     * @param size shape of the images: batch, channels, and two or three axes (at least 1)
     * @param options sets the optional arguments
     * @return coordinates of every pixel, from -1 to 1
     */
    public static NDArray affineGrid(NDArray theta, long[] size, Consumer<AffineGridOptions> options) {
        AffineGridOptions o = new AffineGridOptions();
        options.accept(o);
        o.put(0, size);
        return AFFINE_GRID.one(o, theta);
    }

    /**
     * The values of x, once the other arrays are ready; fails if one of them failed.
     *
     * <p>The values of the other arrays are not read, and they receive no gradient.
     *
     * @param x the input
     * @param arrays arrays that are waited for
     * @return the values of x
     */
    public static NDArray after(NDArray x, NDArray... arrays) {
        return AFTER.one(null, Operator.join(arrays, x));
    }

    /** The optional arguments of all. */
    public static final class AllOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public AllOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public AllOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Test whether all elements over the axes are true (nonzero).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray all(NDArray x) {
        return ALL.call(x);
    }

    /**
     * Test whether all elements over the axes are true (nonzero).
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray all(NDArray x, Consumer<AllOptions> options) {
        AllOptions o = new AllOptions();
        options.accept(o);
        return ALL.one(o, x);
    }

    /**
     * Angle of a complex number in radians; 0 or pi for real numbers.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray angle(NDArray x) {
        return ANGLE.call(x);
    }

    /** The optional arguments of any. */
    public static final class AnyOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public AnyOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public AnyOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Test whether any element over the axes is true (nonzero).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray any(NDArray x) {
        return ANY.call(x);
    }

    /**
     * Test whether any element over the axes is true (nonzero).
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray any(NDArray x, Consumer<AnyOptions> options) {
        AnyOptions o = new AnyOptions();
        options.accept(o);
        return ANY.one(o, x);
    }

    /** The optional arguments of arange. */
    public static final class ArangeOptions extends Options {
        /** end of the range, exclusive; none: count from 0 to start (default: none) */
        public ArangeOptions stop(double value) {
            put(1, value);
            return this;
        }

        /** difference between consecutive numbers (default: 1.0) */
        public ArangeOptions step(double value) {
            put(2, value);
            return this;
        }

        /** dtype of the result; default: int64 for integers, else the default float (default: none) */
        public ArangeOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public ArangeOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Evenly spaced numbers from start up to, but not including, stop.
     *
     * <p>Integers are exact up to 2^53.  Numbers outside the range of the dtype are refused.
     *
     * @param start first number
     * @return the result
     */
    public static NDArray arange(double start) {
        Options o = new Options.Plain();
        o.put(0, start);
        return ARANGE.one(o);
    }

    /**
     * Evenly spaced numbers from start up to, but not including, stop.
     *
     * <p>Integers are exact up to 2^53.  Numbers outside the range of the dtype are refused.
     *
     * @param start first number
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray arange(double start, Consumer<ArangeOptions> options) {
        ArangeOptions o = new ArangeOptions();
        options.accept(o);
        o.put(0, start);
        return ARANGE.one(o);
    }

    /** The optional arguments of argmax. */
    public static final class ArgmaxOptions extends Options {
        /** axis to search; none: all elements, in row-major order (default: none) */
        public ArgmaxOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public ArgmaxOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Index of the largest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param x the input
     * @return the indices
     */
    public static NDArray argmax(NDArray x) {
        return ARGMAX.call(x);
    }

    /**
     * Index of the largest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the indices
     */
    public static NDArray argmax(NDArray x, Consumer<ArgmaxOptions> options) {
        ArgmaxOptions o = new ArgmaxOptions();
        options.accept(o);
        return ARGMAX.one(o, x);
    }

    /** The optional arguments of argmin. */
    public static final class ArgminOptions extends Options {
        /** axis to search; none: all elements, in row-major order (default: none) */
        public ArgminOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public ArgminOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param x the input
     * @return the indices
     */
    public static NDArray argmin(NDArray x) {
        return ARGMIN.call(x);
    }

    /**
     * Index of the smallest element along an axis: the first of equal elements, or the first NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the indices
     */
    public static NDArray argmin(NDArray x, Consumer<ArgminOptions> options) {
        ArgminOptions o = new ArgminOptions();
        options.accept(o);
        return ARGMIN.one(o, x);
    }

    /** The optional arguments of argpartition. */
    public static final class ArgpartitionOptions extends Options {
        /** axis to partition along (default: -1) */
        public ArgpartitionOptions axis(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Indices that partition along an axis: the kth element where sorting would put it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param x the input
     * @param kth index that is put in its sorted position
     * @return index of each element along the axis
     */
    public static NDArray argpartition(NDArray x, long kth) {
        Options o = new Options.Plain();
        o.put(0, kth);
        return ARGPARTITION.one(o, x);
    }

    /**
     * Indices that partition along an axis: the kth element where sorting would put it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param x the input
     * @param kth index that is put in its sorted position
     * @param options sets the optional arguments
     * @return index of each element along the axis
     */
    public static NDArray argpartition(NDArray x, long kth, Consumer<ArgpartitionOptions> options) {
        ArgpartitionOptions o = new ArgpartitionOptions();
        options.accept(o);
        o.put(0, kth);
        return ARGPARTITION.one(o, x);
    }

    /** The optional arguments of argsort. */
    public static final class ArgsortOptions extends Options {
        /** axis to sort along (default: -1) */
        public ArgsortOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** largest first (default: false) */
        public ArgsortOptions descending(boolean value) {
            put(1, value);
            return this;
        }

        /** keep the order of equal elements; always the case (default: true) */
        public ArgsortOptions stable(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Indices that sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param x the input
     * @return index of each element along the axis
     */
    public static NDArray argsort(NDArray x) {
        return ARGSORT.call(x);
    }

    /**
     * Indices that sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return index of each element along the axis
     */
    public static NDArray argsort(NDArray x, Consumer<ArgsortOptions> options) {
        ArgsortOptions o = new ArgsortOptions();
        options.accept(o);
        return ARGSORT.one(o, x);
    }

    /**
     * Inverse sine, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray asin(NDArray x) {
        return ASIN.call(x);
    }

    /**
     * Inverse hyperbolic sine.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray asinh(NDArray x) {
        return ASINH.call(x);
    }

    /**
     * Convert x to a dtype.
     *
     * <p>Floats are truncated to integers, integers wrap around, and every nonzero value is true.
     *
     * @param x the input
     * @param dtype dtype of the result
     * @return the result
     */
    public static NDArray astype(NDArray x, DType dtype) {
        Options o = new Options.Plain();
        o.put(0, dtype);
        return ASTYPE.one(o, x);
    }

    /**
     * Inverse tangent, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray atan(NDArray x) {
        return ATAN.call(x);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray atan2(NDArray x1, NDArray x2) {
        return ATAN2.call(x1, x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray atan2(NDArray x1, double x2) {
        return ATAN2.call(x1, x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray atan2(double x1, NDArray x2) {
        return ATAN2.call(x1, x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray atan2(NDArray x1, long x2) {
        return ATAN2.call(x1, x2);
    }

    /**
     * Angle of the point (x2, x1) in radians, from -pi to pi.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray atan2(long x1, NDArray x2) {
        return ATAN2.call(x1, x2);
    }

    /**
     * Inverse hyperbolic tangent.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray atanh(NDArray x) {
        return ATANH.call(x);
    }

    /** The optional arguments of avg_pool. */
    public static final class AvgPoolOptions extends Options {
        /** distance between windows; none: kernel_size (at least 1; default: none) */
        public AvgPoolOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** zero padding at both ends of each axis; none: 0 (at least 0; default: none) */
        public AvgPoolOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** round output sizes up: include windows that extend past the end (default: false) */
        public AvgPoolOptions ceilMode(boolean value) {
            put(3, value);
            return this;
        }

        /** include the padding zeros in the mean (default: true) */
        public AvgPoolOptions countIncludePad(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Average pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public static NDArray avgPool(NDArray x, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(0, kernelSize);
        return AVG_POOL.one(o, x);
    }

    /**
     * Average pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray avgPool(NDArray x, long[] kernelSize, Consumer<AvgPoolOptions> options) {
        AvgPoolOptions o = new AvgPoolOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return AVG_POOL.one(o, x);
    }

    /** The optional arguments of basic_index. */
    public static final class BasicIndexOptions extends Options {
        /** 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (at least 0, at most 3; default: none) */
        public BasicIndexOptions kinds(long... value) {
            put(0, value);
            return this;
        }

        /** start of each slice; or the index (default: none) */
        public BasicIndexOptions starts(long... value) {
            put(1, value);
            return this;
        }

        /** end of each slice, exclusive (default: none) */
        public BasicIndexOptions stops(long... value) {
            put(2, value);
            return this;
        }

        /** step of each slice; may be negative (default: none) */
        public BasicIndexOptions steps(long... value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Index x with slices, integers and new axes; returns a view.
     *
     * <p>Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
     * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray basicIndex(NDArray x) {
        return BASIC_INDEX.call(x);
    }

    /**
     * Index x with slices, integers and new axes; returns a view.
     *
     * <p>Equivalent to x[4, ::2, None, ...] in Python; WEIR_NONE stands for an omitted part of a slice.  The kinds are
     * WEIR_KEY_SLICE, _INDEX, _NEW and _REST.  Axes beyond the key are unchanged.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray basicIndex(NDArray x, Consumer<BasicIndexOptions> options) {
        BasicIndexOptions o = new BasicIndexOptions();
        options.accept(o);
        return BASIC_INDEX.one(o, x);
    }

    /** The optional arguments of basic_update. */
    public static final class BasicUpdateOptions extends Options {
        /** 0: a slice, 1: an index, 2: a new axis, 3: an ellipsis (at least 0, at most 3; default: none) */
        public BasicUpdateOptions kinds(long... value) {
            put(0, value);
            return this;
        }

        /** start of each slice; or the index (default: none) */
        public BasicUpdateOptions starts(long... value) {
            put(1, value);
            return this;
        }

        /** end of each slice, exclusive (default: none) */
        public BasicUpdateOptions stops(long... value) {
            put(2, value);
            return this;
        }

        /** step of each slice; may be negative (default: none) */
        public BasicUpdateOptions steps(long... value) {
            put(3, value);
            return this;
        }
    }

    /**
     * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
     *
     * <p>Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the selection.  If
     * x is also the output, only the selection is written, and gradients are recorded.
     *
     * @param x the array to update
     * @param y new values, broadcast to the selection
     * @return x with the new values
     */
    public static NDArray basicUpdate(NDArray x, NDArray y) {
        return BASIC_UPDATE.call(x, y);
    }

    /**
     * A copy of x in which the elements selected by slices, integers and new axes are replaced by y.
     *
     * <p>Equivalent to x[4, ::2, None, ...] = y in Python; the key is that of basic_index.  y is broadcast to the selection.  If
     * x is also the output, only the selection is written, and gradients are recorded.
     *
     * @param x the array to update
     * @param y new values, broadcast to the selection
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public static NDArray basicUpdate(NDArray x, NDArray y, Consumer<BasicUpdateOptions> options) {
        BasicUpdateOptions o = new BasicUpdateOptions();
        options.accept(o);
        return BASIC_UPDATE.one(o, x, y);
    }

    /** The optional arguments of batch_norm. */
    public static final class BatchNormOptions extends Options {
        /** scale of each channel */
        public BatchNormOptions weight(NDArray value) {
            input(1, value);
            return this;
        }

        /** offset of each channel */
        public BatchNormOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public BatchNormOptions eps(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of batch_norm.
     *
     * @param y the result
     * @param mean mean of each channel
     * @param variance variance of each channel
     */
    public record BatchNormResult(NDArray y, NDArray mean, NDArray variance) {}

    /**
     * Batch normalisation: normalise each channel over the batch and the spatial axes.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance (with
     * correction 0) of each channel are returned too.
     *
     * @param x the input
     * @return the result; mean of each channel; variance of each channel
     */
    public static BatchNormResult batchNorm(NDArray x) {
        NDArray[] out = BATCH_NORM.all(null, x);
        return new BatchNormResult(out[0], out[1], out[2]);
    }

    /**
     * Batch normalisation: normalise each channel over the batch and the spatial axes.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.  The mean and the variance (with
     * correction 0) of each channel are returned too.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result; mean of each channel; variance of each channel
     */
    public static BatchNormResult batchNorm(NDArray x, Consumer<BatchNormOptions> options) {
        BatchNormOptions o = new BatchNormOptions();
        options.accept(o);
        NDArray[] out = BATCH_NORM.all(o, x, o.input(1), o.input(2));
        return new BatchNormResult(out[0], out[1], out[2]);
    }

    /** The optional arguments of batch_norm_inference. */
    public static final class BatchNormInferenceOptions extends Options {
        /** scale of each channel */
        public BatchNormInferenceOptions weight(NDArray value) {
            input(3, value);
            return this;
        }

        /** offset of each channel */
        public BatchNormInferenceOptions bias(NDArray value) {
            input(4, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public BatchNormInferenceOptions eps(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Batch normalisation with a given mean and variance.
     *
     * <p>x has shape (batch, channels, ...).  The other inputs have one element per channel.
     *
     * @param x the input
     * @param mean mean of each channel
     * @param variance variance of each channel
     * @return the result
     */
    public static NDArray batchNormInference(NDArray x, NDArray mean, NDArray variance) {
        return BATCH_NORM_INFERENCE.one(null, x, mean, variance);
    }

    /**
     * Batch normalisation with a given mean and variance.
     *
     * <p>x has shape (batch, channels, ...).  The other inputs have one element per channel.
     *
     * @param x the input
     * @param mean mean of each channel
     * @param variance variance of each channel
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray batchNormInference(NDArray x, NDArray mean, NDArray variance, Consumer<BatchNormInferenceOptions> options) {
        BatchNormInferenceOptions o = new BatchNormInferenceOptions();
        options.accept(o);
        return BATCH_NORM_INFERENCE.one(o, x, mean, variance, o.input(3), o.input(4));
    }

    /** The optional arguments of bernoulli. */
    public static final class BernoulliOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public BernoulliOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public BernoulliOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public BernoulliOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a Bernoulli distribution: true with the given probability.
     *
     * <p>Probabilities have a resolution of 2^-32.
     *
     * @param probability probability of success, 0 to 1
     * @return samples
     */
    public static NDArray bernoulli(NDArray probability) {
        return BERNOULLI.call(probability);
    }

    /**
     * Samples from a Bernoulli distribution: true with the given probability.
     *
     * <p>Probabilities have a resolution of 2^-32.
     *
     * @param probability probability of success, 0 to 1
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray bernoulli(NDArray probability, Consumer<BernoulliOptions> options) {
        BernoulliOptions o = new BernoulliOptions();
        options.accept(o);
        return BERNOULLI.one(o, probability);
    }

    /** The optional arguments of beta. */
    public static final class BetaOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public BetaOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public BetaOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public BetaOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a beta distribution.
     *
     * @param a first shape parameter
     * @param b second shape parameter
     * @return samples
     */
    public static NDArray beta(NDArray a, NDArray b) {
        return BETA.call(a, b);
    }

    /**
     * Samples from a beta distribution.
     *
     * @param a first shape parameter
     * @param b second shape parameter
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray beta(NDArray a, NDArray b, Consumer<BetaOptions> options) {
        BetaOptions o = new BetaOptions();
        options.accept(o);
        return BETA.one(o, a, b);
    }

    /** The optional arguments of bilinear. */
    public static final class BilinearOptions extends Options {
        /** one number per output feature */
        public BilinearOptions bias(NDArray value) {
            input(3, value);
            return this;
        }
    }

    /**
     * The bilinear transformation x1^T W x2 + b, for each W of the weight.
     *
     * <p>x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
     *
     * @param x1 features along the last axis
     * @param x2 features along the last axis
     * @param weight (output features, features of x1, features of x2)
     * @return the result
     */
    public static NDArray bilinear(NDArray x1, NDArray x2, NDArray weight) {
        return BILINEAR.one(null, x1, x2, weight);
    }

    /**
     * The bilinear transformation x1^T W x2 + b, for each W of the weight.
     *
     * <p>x1 has shape (..., i), x2 (..., j), the weight (out, i, j), the result (..., out).
     *
     * @param x1 features along the last axis
     * @param x2 features along the last axis
     * @param weight (output features, features of x1, features of x2)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray bilinear(NDArray x1, NDArray x2, NDArray weight, Consumer<BilinearOptions> options) {
        BilinearOptions o = new BilinearOptions();
        options.accept(o);
        return BILINEAR.one(o, x1, x2, weight, o.input(3));
    }

    /** The optional arguments of binary_cross_entropy. */
    public static final class BinaryCrossEntropyOptions extends Options {
        /** factor of each element's loss */
        public BinaryCrossEntropyOptions weight(NDArray value) {
            input(2, value);
            return this;
        }

        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public BinaryCrossEntropyOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The binary cross entropy between probabilities x and the target.
     *
     * <p>Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
     *
     * @param x probabilities from 0 to 1
     * @param target probabilities from 0 to 1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray binaryCrossEntropy(NDArray x, NDArray target) {
        return BINARY_CROSS_ENTROPY.call(x, target);
    }

    /**
     * The binary cross entropy between probabilities x and the target.
     *
     * <p>Logarithms are clamped to at least -100.  For logits, binary_cross_entropy_with_logits is more accurate.
     *
     * @param x probabilities from 0 to 1
     * @param target probabilities from 0 to 1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray binaryCrossEntropy(NDArray x, NDArray target, Consumer<BinaryCrossEntropyOptions> options) {
        BinaryCrossEntropyOptions o = new BinaryCrossEntropyOptions();
        options.accept(o);
        return BINARY_CROSS_ENTROPY.one(o, x, target, o.input(2));
    }

    /** The optional arguments of binary_cross_entropy_with_logits. */
    public static final class BinaryCrossEntropyWithLogitsOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public BinaryCrossEntropyWithLogitsOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The binary cross entropy between sigmoid(x) and the target.
     *
     * <p>Targets lie between 0 and 1.  The computation is stable for large |x|.
     *
     * @param x logits
     * @param target probabilities from 0 to 1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray binaryCrossEntropyWithLogits(NDArray x, NDArray target) {
        return BINARY_CROSS_ENTROPY_WITH_LOGITS.call(x, target);
    }

    /**
     * The binary cross entropy between sigmoid(x) and the target.
     *
     * <p>Targets lie between 0 and 1.  The computation is stable for large |x|.
     *
     * @param x logits
     * @param target probabilities from 0 to 1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray binaryCrossEntropyWithLogits(NDArray x, NDArray target, Consumer<BinaryCrossEntropyWithLogitsOptions> options) {
        BinaryCrossEntropyWithLogitsOptions o = new BinaryCrossEntropyWithLogitsOptions();
        options.accept(o);
        return BINARY_CROSS_ENTROPY_WITH_LOGITS.one(o, x, target);
    }

    /** The optional arguments of bincount. */
    public static final class BincountOptions extends Options {
        /** weight of each integer */
        public BincountOptions weights(NDArray value) {
            input(1, value);
            return this;
        }

        /** minimum length of the result (at least 0; default: 0) */
        public BincountOptions minlength(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
     *
     * <p>The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task fails
     * if an integer is negative.
     *
     * @param x integers from 0
     * @return count or sum of weights of each integer
     */
    public static NDArray bincount(NDArray x) {
        return BINCOUNT.call(x);
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to the maximum of x.
     *
     * <p>The length of the result depends on the values, so this operator waits for x; bincount_sized does not.  The task fails
     * if an integer is negative.
     *
     * @param x integers from 0
     * @param options sets the optional arguments
     * @return count or sum of weights of each integer
     */
    public static NDArray bincount(NDArray x, Consumer<BincountOptions> options) {
        BincountOptions o = new BincountOptions();
        options.accept(o);
        return BINCOUNT.one(o, x, o.input(1));
    }

    /** The optional arguments of bincount_sized. */
    public static final class BincountSizedOptions extends Options {
        /** weight of each integer */
        public BincountSizedOptions weights(NDArray value) {
            input(1, value);
            return this;
        }
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
     *
     * <p>The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
     *
     * @param x integers from 0
     * @param size integers from 0 to size - 1 are counted (at least 0)
     * @return count or sum of weights of each integer
     */
    public static NDArray bincountSized(NDArray x, long size) {
        Options o = new Options.Plain();
        o.put(0, size);
        return BINCOUNT_SIZED.one(o, x);
    }

    /**
     * Count the occurrences (or sum the weights) of each integer from 0 to size - 1 in x.
     *
     * <p>The task fails if an integer is outside the range.  Unlike bincount, this operator does not wait for x.
     *
     * @param x integers from 0
     * @param size integers from 0 to size - 1 are counted (at least 0)
     * @param options sets the optional arguments
     * @return count or sum of weights of each integer
     */
    public static NDArray bincountSized(NDArray x, long size, Consumer<BincountSizedOptions> options) {
        BincountSizedOptions o = new BincountSizedOptions();
        options.accept(o);
        o.put(0, size);
        return BINCOUNT_SIZED.one(o, x, o.input(1));
    }

    /** The optional arguments of binomial. */
    public static final class BinomialOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public BinomialOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public BinomialOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public BinomialOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a binomial distribution: the number of successes in independent trials.
     *
     * @param trials number of trials
     * @param probability probability of success, 0 to 1
     * @return samples
     */
    public static NDArray binomial(NDArray trials, NDArray probability) {
        return BINOMIAL.call(trials, probability);
    }

    /**
     * Samples from a binomial distribution: the number of successes in independent trials.
     *
     * @param trials number of trials
     * @param probability probability of success, 0 to 1
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray binomial(NDArray trials, NDArray probability, Consumer<BinomialOptions> options) {
        BinomialOptions o = new BinomialOptions();
        options.accept(o);
        return BINOMIAL.one(o, trials, probability);
    }

    /**
     * Bitwise AND.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseAnd(NDArray x1, NDArray x2) {
        return BITWISE_AND.call(x1, x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseAnd(NDArray x1, double x2) {
        return BITWISE_AND.call(x1, x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseAnd(double x1, NDArray x2) {
        return BITWISE_AND.call(x1, x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseAnd(NDArray x1, long x2) {
        return BITWISE_AND.call(x1, x2);
    }

    /**
     * Bitwise AND.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseAnd(long x1, NDArray x2) {
        return BITWISE_AND.call(x1, x2);
    }

    /**
     * Bitwise NOT; logical NOT for bools.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray bitwiseInvert(NDArray x) {
        return BITWISE_INVERT.call(x);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseLeftShift(NDArray x1, NDArray x2) {
        return BITWISE_LEFT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseLeftShift(NDArray x1, double x2) {
        return BITWISE_LEFT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseLeftShift(double x1, NDArray x2) {
        return BITWISE_LEFT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseLeftShift(NDArray x1, long x2) {
        return BITWISE_LEFT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 left by x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseLeftShift(long x1, NDArray x2) {
        return BITWISE_LEFT_SHIFT.call(x1, x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseOr(NDArray x1, NDArray x2) {
        return BITWISE_OR.call(x1, x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseOr(NDArray x1, double x2) {
        return BITWISE_OR.call(x1, x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseOr(double x1, NDArray x2) {
        return BITWISE_OR.call(x1, x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseOr(NDArray x1, long x2) {
        return BITWISE_OR.call(x1, x2);
    }

    /**
     * Bitwise OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseOr(long x1, NDArray x2) {
        return BITWISE_OR.call(x1, x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseRightShift(NDArray x1, NDArray x2) {
        return BITWISE_RIGHT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseRightShift(NDArray x1, double x2) {
        return BITWISE_RIGHT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseRightShift(double x1, NDArray x2) {
        return BITWISE_RIGHT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseRightShift(NDArray x1, long x2) {
        return BITWISE_RIGHT_SHIFT.call(x1, x2);
    }

    /**
     * Shift the bits of x1 right by x2, preserving the sign.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseRightShift(long x1, NDArray x2) {
        return BITWISE_RIGHT_SHIFT.call(x1, x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseXor(NDArray x1, NDArray x2) {
        return BITWISE_XOR.call(x1, x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseXor(NDArray x1, double x2) {
        return BITWISE_XOR.call(x1, x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseXor(double x1, NDArray x2) {
        return BITWISE_XOR.call(x1, x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseXor(NDArray x1, long x2) {
        return BITWISE_XOR.call(x1, x2);
    }

    /**
     * Bitwise exclusive OR.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray bitwiseXor(long x1, NDArray x2) {
        return BITWISE_XOR.call(x1, x2);
    }

    /**
     * Broadcast arrays to their common shape; returns views.
     *
     * @param arrays the input arrays
     * @return the arrays, broadcast to their common shape
     */
    public static NDArray[] broadcastArrays(NDArray... arrays) {
        return BROADCAST_ARRAYS.all(null, arrays);
    }

    /**
     * Broadcast x to a shape; returns a view.
     *
     * <p>New dimensions are added in front; dimensions of size one are repeated.
     *
     * @param x the input
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray broadcastTo(NDArray x, long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return BROADCAST_TO.one(o, x);
    }

    /** The optional arguments of categorical. */
    public static final class CategoricalOptions extends Options {
        /** number of samples per row, as a new last axis; none: one sample, no new axis (at least 0; default: none) */
        public CategoricalOptions count(long value) {
            put(0, value);
            return this;
        }

        /** axis of the classes (default: -1) */
        public CategoricalOptions axis(long value) {
            put(1, value);
            return this;
        }

        /** the input holds unnormalised log-probabilities instead of weights (default: false) */
        public CategoricalOptions logits(boolean value) {
            put(2, value);
            return this;
        }

        /** a class may be drawn more than once per row (default: true) */
        public CategoricalOptions replacement(boolean value) {
            put(3, value);
            return this;
        }

        /** an integer dtype (default: int64) */
        public CategoricalOptions dtype(DType value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Sample classes with probabilities proportional to their weights.
     *
     * <p>The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few positive
     * weights.
     *
     * @param weights weights or log-probabilities of the classes
     * @return sampled classes
     */
    public static NDArray categorical(NDArray weights) {
        return CATEGORICAL.call(weights);
    }

    /**
     * Sample classes with probabilities proportional to their weights.
     *
     * <p>The weights need not sum to one.  The task fails if a weight is negative or not finite, or if a row has too few positive
     * weights.
     *
     * @param weights weights or log-probabilities of the classes
     * @param options sets the optional arguments
     * @return sampled classes
     */
    public static NDArray categorical(NDArray weights, Consumer<CategoricalOptions> options) {
        CategoricalOptions o = new CategoricalOptions();
        options.accept(o);
        return CATEGORICAL.one(o, weights);
    }

    /** The optional arguments of cauchy. */
    public static final class CauchyOptions extends Options {
        /** location: added to each sample (default: 0.0) */
        public CauchyOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public CauchyOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public CauchyOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public CauchyOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a Cauchy distribution with median loc.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray cauchy(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return CAUCHY.one(o);
    }

    /**
     * Samples from a Cauchy distribution with median loc.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray cauchy(long[] shape, Consumer<CauchyOptions> options) {
        CauchyOptions o = new CauchyOptions();
        options.accept(o);
        o.put(0, shape);
        return CAUCHY.one(o);
    }

    /** The optional arguments of cdist. */
    public static final class CdistOptions extends Options {
        /** order of the norm; may be inf (more than 0.0; default: 2.0) */
        public CdistOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The p-norm distances between each pair of vectors of x1 and x2.
     *
     * <p>x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the same
     * time.
     *
     * @param x1 vectors, (..., m, features)
     * @param x2 vectors, (..., n, features)
     * @return distances, (..., m, n)
     */
    public static NDArray cdist(NDArray x1, NDArray x2) {
        return CDIST.call(x1, x2);
    }

    /**
     * The p-norm distances between each pair of vectors of x1 and x2.
     *
     * <p>x1 has shape (..., m, d), x2 (..., n, d), the result (..., m, n).  All m * n * d differences are in memory at the same
     * time.
     *
     * @param x1 vectors, (..., m, features)
     * @param x2 vectors, (..., n, features)
     * @param options sets the optional arguments
     * @return distances, (..., m, n)
     */
    public static NDArray cdist(NDArray x1, NDArray x2, Consumer<CdistOptions> options) {
        CdistOptions o = new CdistOptions();
        options.accept(o);
        return CDIST.one(o, x1, x2);
    }

    /**
     * Round up to the nearest integer.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray ceil(NDArray x) {
        return CEIL.call(x);
    }

    /** The optional arguments of celu. */
    public static final class CeluOptions extends Options {
        /** limit for large negative x is -alpha (more than 0.0; default: 1.0) */
        public CeluOptions alpha(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Continuously differentiable ELU: x where x &gt; 0, alpha (exp(x / alpha) - 1) elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray celu(NDArray x) {
        return CELU.call(x);
    }

    /**
     * Continuously differentiable ELU: x where x &gt; 0, alpha (exp(x / alpha) - 1) elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray celu(NDArray x, Consumer<CeluOptions> options) {
        CeluOptions o = new CeluOptions();
        options.accept(o);
        return CELU.one(o, x);
    }

    /**
     * Interleave the channels of the groups (ShuffleNet).
     *
     * <p>x has shape (batch, channels, spatial axes).
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param groups number of groups that the channels are divided into (at least 1)
     * @return the result
     */
    public static NDArray channelShuffle(NDArray x, long groups) {
        Options o = new Options.Plain();
        o.put(0, groups);
        return CHANNEL_SHUFFLE.one(o, x);
    }

    /** The optional arguments of check_finite. */
    public static final class CheckFiniteOptions extends Options {
        /** an array that is waited for */
        public CheckFiniteOptions after(NDArray value) {
            input(1, value);
            return this;
        }
    }

    /**
     * The values of x unchanged; the operation fails if one of them is NaN or infinite.
     *
     * <p>Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed, and
     * an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are not read.
     *
     * @param x the input
     * @return the values of x
     */
    public static NDArray checkFinite(NDArray x) {
        return CHECK_FINITE.call(x);
    }

    /**
     * The values of x unchanged; the operation fails if one of them is NaN or infinite.
     *
     * <p>Applied to a loss, it protects the model from a bad batch: the gradient is checked too and fails if the loss failed, and
     * an optimiser step whose gradients failed does not run.  `after` is only waited for; its values are not read.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the values of x
     */
    public static NDArray checkFinite(NDArray x, Consumer<CheckFiniteOptions> options) {
        CheckFiniteOptions o = new CheckFiniteOptions();
        options.accept(o);
        return CHECK_FINITE.one(o, x, o.input(1));
    }

    /** The optional arguments of chi_square. */
    public static final class ChiSquareOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public ChiSquareOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public ChiSquareOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public ChiSquareOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a chi-squared distribution.
     *
     * @param degrees degrees of freedom
     * @return samples
     */
    public static NDArray chiSquare(NDArray degrees) {
        return CHI_SQUARE.call(degrees);
    }

    /**
     * Samples from a chi-squared distribution.
     *
     * @param degrees degrees of freedom
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray chiSquare(NDArray degrees, Consumer<ChiSquareOptions> options) {
        ChiSquareOptions o = new ChiSquareOptions();
        options.accept(o);
        return CHI_SQUARE.one(o, degrees);
    }

    /** The optional arguments of cholesky. */
    public static final class CholeskyOptions extends Options {
        /** return the upper factor U, with x = U^H U (default: false) */
        public CholeskyOptions upper(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The Cholesky factorisation x = L L^H of positive definite matrices.
     *
     * <p>x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
     *
     * @param x positive definite matrices
     * @return triangular factors
     */
    public static NDArray cholesky(NDArray x) {
        return CHOLESKY.call(x);
    }

    /**
     * The Cholesky factorisation x = L L^H of positive definite matrices.
     *
     * <p>x is taken to be Hermitian: (x + x^H) / 2 is factored.  The task fails if a matrix is not positive definite.
     *
     * @param x positive definite matrices
     * @param options sets the optional arguments
     * @return triangular factors
     */
    public static NDArray cholesky(NDArray x, Consumer<CholeskyOptions> options) {
        CholeskyOptions o = new CholeskyOptions();
        options.accept(o);
        return CHOLESKY.one(o, x);
    }

    /** The optional arguments of clip. */
    public static final class ClipOptions extends Options {
        /** lower bound */
        public ClipOptions min(NDArray value) {
            input(1, value);
            return this;
        }

        /** upper bound */
        public ClipOptions max(NDArray value) {
            input(2, value);
            return this;
        }
    }

    /**
     * Clamp x to the range from min to max.
     *
     * <p>Either bound may be omitted.  Where min &gt; max, the result is max.  Where x equals a bound that is an array, x and the
     * bound share the gradient; where the bound is a number, the gradient is 0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray clip(NDArray x) {
        return CLIP.call(x);
    }

    /**
     * Clamp x to the range from min to max.
     *
     * <p>Either bound may be omitted.  Where min &gt; max, the result is max.  Where x equals a bound that is an array, x and the
     * bound share the gradient; where the bound is a number, the gradient is 0.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray clip(NDArray x, Consumer<ClipOptions> options) {
        ClipOptions o = new ClipOptions();
        options.accept(o);
        return CLIP.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of concat. */
    public static final class ConcatOptions extends Options {
        /** axis to join along; none: flatten the arrays first (default: 0) */
        public ConcatOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Concatenate arrays along an existing axis.
     *
     * @param arrays the arrays to join
     * @return the result
     */
    public static NDArray concat(NDArray... arrays) {
        return CONCAT.one(null, arrays);
    }

    /**
     * Concatenate arrays along an existing axis.
     *
     * @param arrays the arrays to join
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray concat(NDArray[] arrays, Consumer<ConcatOptions> options) {
        ConcatOptions o = new ConcatOptions();
        options.accept(o);
        return CONCAT.one(o, arrays);
    }

    /**
     * Complex conjugate.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray conj(NDArray x) {
        return CONJ.call(x);
    }

    /** The optional arguments of conv. */
    public static final class ConvOptions extends Options {
        /** one number per output channel */
        public ConvOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** stride of the kernel, one per axis or one for all; none: 1 (at least 1; default: none) */
        public ConvOptions stride(long... value) {
            put(0, value);
            return this;
        }

        /** zero padding of each axis, or before and after each axis; none: 0 (at least 0; default: none) */
        public ConvOptions padding(long... value) {
            put(1, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public ConvOptions dilation(long... value) {
            put(2, value);
            return this;
        }

        /** number of groups that the channels are divided into (at least 1; default: 1) */
        public ConvOptions groups(long value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Convolution over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).  As
     * usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number applies to all
     * axes.  A padding of two numbers per axis gives the padding before and after each axis.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param weight kernels, (output channels, input channels / groups, spatial axes)
     * @return the result
     */
    public static NDArray conv(NDArray x, NDArray weight) {
        return CONV.call(x, weight);
    }

    /**
     * Convolution over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (output channels, input channels / groups, spatial axes).  As
     * usual in neural networks, this is a cross-correlation: the kernel is not flipped.  A list of one number applies to all
     * axes.  A padding of two numbers per axis gives the padding before and after each axis.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param weight kernels, (output channels, input channels / groups, spatial axes)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray conv(NDArray x, NDArray weight, Consumer<ConvOptions> options) {
        ConvOptions o = new ConvOptions();
        options.accept(o);
        return CONV.one(o, x, weight, o.input(2));
    }

    /** The optional arguments of conv_transpose. */
    public static final class ConvTransposeOptions extends Options {
        /** one number per output channel */
        public ConvTransposeOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** spacing of the elements of x in the result; none: 1 (at least 1; default: none) */
        public ConvTransposeOptions stride(long... value) {
            put(0, value);
            return this;
        }

        /** elements removed from both ends of each axis, or before and after each axis; none: 0 (at least 0; default: none) */
        public ConvTransposeOptions padding(long... value) {
            put(1, value);
            return this;
        }

        /** elements added at the end of each axis; none: 0 (at least 0; default: none) */
        public ConvTransposeOptions outputPadding(long... value) {
            put(2, value);
            return this;
        }

        /** number of groups that the channels are divided into (at least 1; default: 1) */
        public ConvTransposeOptions groups(long value) {
            put(3, value);
            return this;
        }

        /** spacing between kernel elements; none: 1 (at least 1; default: none) */
        public ConvTransposeOptions dilation(long... value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Transposed convolution, the gradient of conv with respect to its input.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).  An
     * axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param weight kernels, (input channels, output channels / groups, spatial axes)
     * @return the result
     */
    public static NDArray convTranspose(NDArray x, NDArray weight) {
        return CONV_TRANSPOSE.call(x, weight);
    }

    /**
     * Transposed convolution, the gradient of conv with respect to its input.
     *
     * <p>x has shape (batch, channels, spatial axes), the weight (input channels, output channels / groups, spatial axes).  An
     * axis of n elements becomes one of (n - 1) stride - 2 padding + dilation (kernel - 1) + 1 + output_padding elements.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param weight kernels, (input channels, output channels / groups, spatial axes)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray convTranspose(NDArray x, NDArray weight, Consumer<ConvTransposeOptions> options) {
        ConvTransposeOptions o = new ConvTransposeOptions();
        options.accept(o);
        return CONV_TRANSPOSE.one(o, x, weight, o.input(2));
    }

    /**
     * Copy x to new storage.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray copy(NDArray x) {
        return COPY.call(x);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray copysign(NDArray x1, NDArray x2) {
        return COPYSIGN.call(x1, x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray copysign(NDArray x1, double x2) {
        return COPYSIGN.call(x1, x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray copysign(double x1, NDArray x2) {
        return COPYSIGN.call(x1, x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray copysign(NDArray x1, long x2) {
        return COPYSIGN.call(x1, x2);
    }

    /**
     * Magnitude of x1 with the sign of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray copysign(long x1, NDArray x2) {
        return COPYSIGN.call(x1, x2);
    }

    /**
     * Cosine of each element, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray cos(NDArray x) {
        return COS.call(x);
    }

    /**
     * Hyperbolic cosine.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray cosh(NDArray x) {
        return COSH.call(x);
    }

    /** The optional arguments of cosine_embedding_loss. */
    public static final class CosineEmbeddingLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public CosineEmbeddingLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** margin of the comparison (default: 0.0) */
        public CosineEmbeddingLossOptions margin(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param target 1 for similar pairs, -1 for others
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray cosineEmbeddingLoss(NDArray x1, NDArray x2, NDArray target) {
        return COSINE_EMBEDDING_LOSS.one(null, x1, x2, target);
    }

    /**
     * The cosine embedding loss: 1 - cos(x1, x2) for targets 1, max(0, cos(x1, x2) - margin) for targets -1.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param target 1 for similar pairs, -1 for others
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray cosineEmbeddingLoss(NDArray x1, NDArray x2, NDArray target, Consumer<CosineEmbeddingLossOptions> options) {
        CosineEmbeddingLossOptions o = new CosineEmbeddingLossOptions();
        options.accept(o);
        return COSINE_EMBEDDING_LOSS.one(o, x1, x2, target);
    }

    /** The optional arguments of cosine_similarity. */
    public static final class CosineSimilarityOptions extends Options {
        /** the axis of the vectors (default: -1) */
        public CosineSimilarityOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** lower bound of each norm in the divisor (at least 0.0; default: 1e-08) */
        public CosineSimilarityOptions eps(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The cosine similarity of vectors along an axis.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @return the result
     */
    public static NDArray cosineSimilarity(NDArray x1, NDArray x2) {
        return COSINE_SIMILARITY.call(x1, x2);
    }

    /**
     * The cosine similarity of vectors along an axis.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray cosineSimilarity(NDArray x1, NDArray x2, Consumer<CosineSimilarityOptions> options) {
        CosineSimilarityOptions o = new CosineSimilarityOptions();
        options.accept(o);
        return COSINE_SIMILARITY.one(o, x1, x2);
    }

    /** The optional arguments of count_nonzero. */
    public static final class CountNonzeroOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public CountNonzeroOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public CountNonzeroOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Number of nonzero elements over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray countNonzero(NDArray x) {
        return COUNT_NONZERO.call(x);
    }

    /**
     * Number of nonzero elements over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray countNonzero(NDArray x, Consumer<CountNonzeroOptions> options) {
        CountNonzeroOptions o = new CountNonzeroOptions();
        options.accept(o);
        return COUNT_NONZERO.one(o, x);
    }

    /** The optional arguments of cross. */
    public static final class CrossOptions extends Options {
        /** the axis of the vectors (default: -1) */
        public CrossOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The cross products of three-element vectors along an axis.
     *
     * <p>The other axes broadcast.  Complex numbers are not conjugated.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @return the result
     */
    public static NDArray cross(NDArray x1, NDArray x2) {
        return CROSS.call(x1, x2);
    }

    /**
     * The cross products of three-element vectors along an axis.
     *
     * <p>The other axes broadcast.  Complex numbers are not conjugated.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray cross(NDArray x1, NDArray x2, Consumer<CrossOptions> options) {
        CrossOptions o = new CrossOptions();
        options.accept(o);
        return CROSS.one(o, x1, x2);
    }

    /** The optional arguments of cross_entropy. */
    public static final class CrossEntropyOptions extends Options {
        /** factor of each class */
        public CrossEntropyOptions weight(NDArray value) {
            input(2, value);
            return this;
        }

        /** the class axis; none: 1, or 0 if x is a vector (default: none) */
        public CrossEntropyOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public CrossEntropyOptions reduction(String value) {
            put(1, value);
            return this;
        }

        /** targets with this label do not contribute (default: -100) */
        public CrossEntropyOptions ignoreIndex(long value) {
            put(2, value);
            return this;
        }

        /** fraction of each target that is spread evenly over all classes (at least 0.0, at most 1.0; default: 0.0) */
        public CrossEntropyOptions labelSmoothing(double value) {
            put(3, value);
            return this;
        }
    }

    /**
     * The cross entropy between softmax(x) and the targets.
     *
     * <p>x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or probabilities
     * in the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their weights.  A label that
     * is out of range is an error, unless it is ignore_index.
     *
     * @param x logits
     * @param target labels, or probabilities in the shape of x
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray crossEntropy(NDArray x, NDArray target) {
        return CROSS_ENTROPY.call(x, target);
    }

    /**
     * The cross entropy between softmax(x) and the targets.
     *
     * <p>x holds logits, with the classes along axis.  Targets are labels, in the shape of x without that axis, or probabilities
     * in the shape of x.  weight has one factor per class; a mean over labels divides by the sum of their weights.  A label that
     * is out of range is an error, unless it is ignore_index.
     *
     * @param x logits
     * @param target labels, or probabilities in the shape of x
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray crossEntropy(NDArray x, NDArray target, Consumer<CrossEntropyOptions> options) {
        CrossEntropyOptions o = new CrossEntropyOptions();
        options.accept(o);
        return CROSS_ENTROPY.one(o, x, target, o.input(2));
    }

    /** The optional arguments of ctc_loss. */
    public static final class CtcLossOptions extends Options {
        /** the class of the blank symbol (at least 0; default: 0) */
        public CtcLossOptions blank(long value) {
            put(0, value);
            return this;
        }

        /** 'mean' (of each loss over its target length), 'sum' or 'none' (one of mean, sum, none; default: mean) */
        public CtcLossOptions reduction(String value) {
            put(1, value);
            return this;
        }

        /** a target too long for its input gives 0 instead of infinity (default: false) */
        public CtcLossOptions zeroInfinity(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The connectionist temporal classification (CTC) loss.
     *
     * <p>The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape (time,
     * batch, classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses the first
     * target_lengths[i], or one dimension with the concatenated labels of all samples.  A mean divides each loss by the target's
     * length, then by the number of samples.  A label that is out of range or equal to blank is an error, and so is a length that
     * is out of range.
     *
     * @param logProbs log-probabilities of the classes at each time step
     * @param targets labels of each sample
     * @param inputLengths number of time steps of each sample
     * @param targetLengths number of labels of each sample
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray ctcLoss(NDArray logProbs, NDArray targets, NDArray inputLengths, NDArray targetLengths) {
        return CTC_LOSS.one(null, logProbs, targets, inputLengths, targetLengths);
    }

    /**
     * The connectionist temporal classification (CTC) loss.
     *
     * <p>The negative log-likelihood of a target, summed over all its alignments with the input.  log_probs has shape (time,
     * batch, classes) and holds log-probabilities.  targets has shape (batch, labels), of which sample i uses the first
     * target_lengths[i], or one dimension with the concatenated labels of all samples.  A mean divides each loss by the target's
     * length, then by the number of samples.  A label that is out of range or equal to blank is an error, and so is a length that
     * is out of range.
     *
     * @param logProbs log-probabilities of the classes at each time step
     * @param targets labels of each sample
     * @param inputLengths number of time steps of each sample
     * @param targetLengths number of labels of each sample
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray ctcLoss(NDArray logProbs, NDArray targets, NDArray inputLengths, NDArray targetLengths, Consumer<CtcLossOptions> options) {
        CtcLossOptions o = new CtcLossOptions();
        options.accept(o);
        return CTC_LOSS.one(o, logProbs, targets, inputLengths, targetLengths);
    }

    /** The optional arguments of cummax. */
    public static final class CummaxOptions extends Options {
        /** axis to accumulate along (default: -1) */
        public CummaxOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of cummax.
     *
     * @param values the largest or smallest element so far
     * @param indices the index of that element
     */
    public record CummaxResult(NDArray values, NDArray indices) {}

    /**
     * Cumulative maximum along an axis, and the index of each maximum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param x the input
     * @return the largest or smallest element so far; the index of that element
     */
    public static CummaxResult cummax(NDArray x) {
        NDArray[] out = CUMMAX.all(null, x);
        return new CummaxResult(out[0], out[1]);
    }

    /**
     * Cumulative maximum along an axis, and the index of each maximum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the largest or smallest element so far; the index of that element
     */
    public static CummaxResult cummax(NDArray x, Consumer<CummaxOptions> options) {
        CummaxOptions o = new CummaxOptions();
        options.accept(o);
        NDArray[] out = CUMMAX.all(o, x);
        return new CummaxResult(out[0], out[1]);
    }

    /** The optional arguments of cummin. */
    public static final class CumminOptions extends Options {
        /** axis to accumulate along (default: -1) */
        public CumminOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of cummin.
     *
     * @param values the largest or smallest element so far
     * @param indices the index of that element
     */
    public record CumminResult(NDArray values, NDArray indices) {}

    /**
     * Cumulative minimum along an axis, and the index of each minimum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param x the input
     * @return the largest or smallest element so far; the index of that element
     */
    public static CumminResult cummin(NDArray x) {
        NDArray[] out = CUMMIN.all(null, x);
        return new CumminResult(out[0], out[1]);
    }

    /**
     * Cumulative minimum along an axis, and the index of each minimum.
     *
     * <p>Among equal elements the index is that of the last.  Once a NaN occurs, the results after it are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the largest or smallest element so far; the index of that element
     */
    public static CumminResult cummin(NDArray x, Consumer<CumminOptions> options) {
        CumminOptions o = new CumminOptions();
        options.accept(o);
        NDArray[] out = CUMMIN.all(o, x);
        return new CumminResult(out[0], out[1]);
    }

    /** The optional arguments of cumulative_prod. */
    public static final class CumulativeProdOptions extends Options {
        /** axis to accumulate along; may be omitted for a 1-d array (default: none) */
        public CumulativeProdOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public CumulativeProdOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** prepend the initial value, 0 or 1 (default: false) */
        public CumulativeProdOptions includeInitial(boolean value) {
            put(2, value);
            return this;
        }

        /** accumulate from the end (default: false) */
        public CumulativeProdOptions reverse(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Cumulative product along an axis.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray cumulativeProd(NDArray x) {
        return CUMULATIVE_PROD.call(x);
    }

    /**
     * Cumulative product along an axis.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray cumulativeProd(NDArray x, Consumer<CumulativeProdOptions> options) {
        CumulativeProdOptions o = new CumulativeProdOptions();
        options.accept(o);
        return CUMULATIVE_PROD.one(o, x);
    }

    /** The optional arguments of cumulative_sum. */
    public static final class CumulativeSumOptions extends Options {
        /** axis to accumulate along; may be omitted for a 1-d array (default: none) */
        public CumulativeSumOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public CumulativeSumOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** prepend the initial value, 0 or 1 (default: false) */
        public CumulativeSumOptions includeInitial(boolean value) {
            put(2, value);
            return this;
        }

        /** accumulate from the end (default: false) */
        public CumulativeSumOptions reverse(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Cumulative sum along an axis.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray cumulativeSum(NDArray x) {
        return CUMULATIVE_SUM.call(x);
    }

    /**
     * Cumulative sum along an axis.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray cumulativeSum(NDArray x, Consumer<CumulativeSumOptions> options) {
        CumulativeSumOptions o = new CumulativeSumOptions();
        options.accept(o);
        return CUMULATIVE_SUM.one(o, x);
    }

    /**
     * Convert degrees to radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray deg2rad(NDArray x) {
        return DEG2RAD.call(x);
    }

    /**
     * The determinants of square matrices.
     *
     * <p>The gradient needs the inverse, so it fails for a singular matrix.
     *
     * @param x square matrices
     * @return the result
     */
    public static NDArray det(NDArray x) {
        return DET.call(x);
    }

    /** The optional arguments of diag. */
    public static final class DiagOptions extends Options {
        /** which diagonal (default: 0) */
        public DiagOptions k(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray diag(NDArray x) {
        return DIAG.call(x);
    }

    /**
     * For a vector, the matrix with it on a diagonal; for a matrix, a copy of a diagonal.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray diag(NDArray x, Consumer<DiagOptions> options) {
        DiagOptions o = new DiagOptions();
        options.accept(o);
        return DIAG.one(o, x);
    }

    /** The optional arguments of diag_embed. */
    public static final class DiagEmbedOptions extends Options {
        /** which diagonal receives x (default: 0) */
        public DiagEmbedOptions offset(long value) {
            put(0, value);
            return this;
        }

        /** number of rows; none: those of the smallest square matrix (at least 0; default: none) */
        public DiagEmbedOptions nRows(long value) {
            put(1, value);
            return this;
        }

        /** number of columns; none: those of the smallest square matrix (at least 0; default: none) */
        public DiagEmbedOptions nCols(long value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray diagEmbed(NDArray x) {
        return DIAG_EMBED.call(x);
    }

    /**
     * Matrices with the last dimension of x on a diagonal and zeros elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray diagEmbed(NDArray x, Consumer<DiagEmbedOptions> options) {
        DiagEmbedOptions o = new DiagEmbedOptions();
        options.accept(o);
        return DIAG_EMBED.one(o, x);
    }

    /** The optional arguments of diagonal. */
    public static final class DiagonalOptions extends Options {
        /** which diagonal; positive: above the main one, negative: below (default: 0) */
        public DiagonalOptions offset(long value) {
            put(0, value);
            return this;
        }

        /** axis of the rows (default: -2) */
        public DiagonalOptions axis1(long value) {
            put(1, value);
            return this;
        }

        /** axis of the columns (default: -1) */
        public DiagonalOptions axis2(long value) {
            put(2, value);
            return this;
        }
    }

    /**
     * A diagonal of matrices; returns a view.
     *
     * <p>The diagonal becomes the last dimension, after the axes other than rows and columns.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray diagonal(NDArray x) {
        return DIAGONAL.call(x);
    }

    /**
     * A diagonal of matrices; returns a view.
     *
     * <p>The diagonal becomes the last dimension, after the axes other than rows and columns.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray diagonal(NDArray x, Consumer<DiagonalOptions> options) {
        DiagonalOptions o = new DiagonalOptions();
        options.accept(o);
        return DIAGONAL.one(o, x);
    }

    /** The optional arguments of diff. */
    public static final class DiffOptions extends Options {
        /** elements to put before x */
        public DiffOptions prepend(NDArray value) {
            input(1, value);
            return this;
        }

        /** elements to put after x */
        public DiffOptions append(NDArray value) {
            input(2, value);
            return this;
        }

        /** how many times differences are taken (at least 0; default: 1) */
        public DiffOptions n(long value) {
            put(0, value);
            return this;
        }

        /** axis along which differences are taken (default: -1) */
        public DiffOptions axis(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Differences between consecutive elements along an axis.
     *
     * <p>The axis becomes shorter by n; prepend and append lengthen it first.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray diff(NDArray x) {
        return DIFF.call(x);
    }

    /**
     * Differences between consecutive elements along an axis.
     *
     * <p>The axis becomes shorter by n; prepend and append lengthen it first.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray diff(NDArray x, Consumer<DiffOptions> options) {
        DiffOptions o = new DiffOptions();
        options.accept(o);
        return DIFF.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of digitize. */
    public static final class DigitizeOptions extends Options {
        /** bins include their upper edge instead of the lower one (default: false) */
        public DigitizeOptions right(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Index of the bin that each element falls into, for ascending bin edges.
     *
     * <p>Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
     *
     * @param x the input
     * @param bins edges of the bins, ascending
     * @return bin of each element
     */
    public static NDArray digitize(NDArray x, NDArray bins) {
        return DIGITIZE.call(x, bins);
    }

    /**
     * Index of the bin that each element falls into, for ascending bin edges.
     *
     * <p>Index 0 means below the first edge, and the number of edges means above the last.  A bin includes its lower edge.
     *
     * @param x the input
     * @param bins edges of the bins, ascending
     * @param options sets the optional arguments
     * @return bin of each element
     */
    public static NDArray digitize(NDArray x, NDArray bins, Consumer<DigitizeOptions> options) {
        DigitizeOptions o = new DigitizeOptions();
        options.accept(o);
        return DIGITIZE.one(o, x, bins);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray divide(NDArray x1, NDArray x2) {
        return DIVIDE.call(x1, x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray divide(NDArray x1, double x2) {
        return DIVIDE.call(x1, x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray divide(double x1, NDArray x2) {
        return DIVIDE.call(x1, x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray divide(NDArray x1, long x2) {
        return DIVIDE.call(x1, x2);
    }

    /**
     * Element-wise quotient, x1 / x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray divide(long x1, NDArray x2) {
        return DIVIDE.call(x1, x2);
    }

    /**
     * The dot product: sum over the last axis of x1 and the second-to-last axis of x2.
     *
     * <p>For two vectors this is the inner product, for two matrices the matrix product, and for a scalar and any array an
     * elementwise multiplication.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray dot(NDArray x1, NDArray x2) {
        return DOT.call(x1, x2);
    }

    /** The optional arguments of dropout. */
    public static final class DropoutOptions extends Options {
        /** probability of dropping an element (at least 0.0, at most 1.0; default: 0.5) */
        public DropoutOptions p(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of dropout.
     *
     * @param y the result
     * @param mask true where an element was kept
     */
    public record DropoutResult(NDArray y, NDArray mask) {}

    /**
     * Set random elements to zero and scale the others so that the mean is preserved.
     *
     * <p>Elements where the mask is true are kept and divided by 1 - p; the others become 0.
     *
     * @param x the input
     * @return the result; true where an element was kept
     */
    public static DropoutResult dropout(NDArray x) {
        NDArray[] out = DROPOUT.all(null, x);
        return new DropoutResult(out[0], out[1]);
    }

    /**
     * Set random elements to zero and scale the others so that the mean is preserved.
     *
     * <p>Elements where the mask is true are kept and divided by 1 - p; the others become 0.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result; true where an element was kept
     */
    public static DropoutResult dropout(NDArray x, Consumer<DropoutOptions> options) {
        DropoutOptions o = new DropoutOptions();
        options.accept(o);
        NDArray[] out = DROPOUT.all(o, x);
        return new DropoutResult(out[0], out[1]);
    }

    /**
     * The results of eig.
     *
     * @param eigenvalues eigenvalues of each matrix
     * @param eigenvectors eigenvectors, as columns
     */
    public record EigResult(NDArray eigenvalues, NDArray eigenvectors) {}

    /**
     * The eigenvalues and eigenvectors of general square matrices, as complex numbers.
     *
     * <p>The eigenvalues are sorted by real part, then by imaginary part; those of a real matrix are real or conjugate pairs.
     * Column i of the eigenvectors belongs to eigenvalue i and has length 1; its phase makes its first entry of at least nine
     * tenths of the largest absolute value real and positive.  The gradient through the eigenvectors is defined where the
     * eigenvalues are distinct; it is infinite or NaN where they are equal.
     *
     * @param x square matrices
     * @return eigenvalues of each matrix; eigenvectors, as columns
     */
    public static EigResult eig(NDArray x) {
        NDArray[] out = EIG.all(null, x);
        return new EigResult(out[0], out[1]);
    }

    /**
     * The results of eigh.
     *
     * @param eigenvalues eigenvalues of each matrix, ascending
     * @param eigenvectors eigenvectors, as columns
     */
    public record EighResult(NDArray eigenvalues, NDArray eigenvectors) {}

    /**
     * The eigenvalues, in ascending order, and eigenvectors of Hermitian matrices.
     *
     * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.  Column i of the eigenvectors belongs
     * to eigenvalue i.  Its sign or phase is chosen so that the first entry whose absolute value is at least nine tenths of the
     * largest one is real and positive.  The gradient through the eigenvectors is defined where the eigenvalues are distinct; it
     * is infinite or NaN where they are equal.
     *
     * @param x Hermitian matrices
     * @return eigenvalues of each matrix, ascending; eigenvectors, as columns
     */
    public static EighResult eigh(NDArray x) {
        NDArray[] out = EIGH.all(null, x);
        return new EighResult(out[0], out[1]);
    }

    /**
     * The eigenvalues of general square matrices, as complex numbers.
     *
     * <p>They are sorted by real part, then by imaginary part.
     *
     * @param x square matrices
     * @return eigenvalues of each matrix
     */
    public static NDArray eigvals(NDArray x) {
        return EIGVALS.call(x);
    }

    /**
     * The eigenvalues of Hermitian matrices, in ascending order.
     *
     * <p>Only the lower triangle of each matrix is used, and the real part of its diagonal.
     *
     * @param x Hermitian matrices
     * @return eigenvalues of each matrix, ascending
     */
    public static NDArray eigvalsh(NDArray x) {
        return EIGVALSH.call(x);
    }

    /**
     * Sums of products in Einstein summation notation.
     *
     * <p>The subscripts of the operands are separated by commas; those after -&gt; are the subscripts of the result, and the
     * others are summed over.  A letter that is repeated in one operand selects the diagonal.  An ellipsis stands for the
     * dimensions that are not named; they broadcast.  Without -&gt;, the result has the letters that occur once, in alphabetical
     * order.  Several operands are contracted two at a time, in an order that keeps intermediate results small.
     *
     * @param equation subscripts of the operands and of the result, as in 'ij,jk-&gt;ik'
     * @param operands the arrays to multiply
     * @return the result
     */
    public static NDArray einsum(String equation, NDArray... operands) {
        Options o = new Options.Plain();
        o.put(0, equation);
        return EINSUM.one(o, operands);
    }

    /** The optional arguments of elu. */
    public static final class EluOptions extends Options {
        /** limit for large negative x is -alpha (default: 1.0) */
        public EluOptions alpha(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Exponential linear unit: x where x &gt; 0, alpha (exp(x) - 1) elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray elu(NDArray x) {
        return ELU.call(x);
    }

    /**
     * Exponential linear unit: x where x &gt; 0, alpha (exp(x) - 1) elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray elu(NDArray x, Consumer<EluOptions> options) {
        EluOptions o = new EluOptions();
        options.accept(o);
        return ELU.one(o, x);
    }

    /** The optional arguments of embedding. */
    public static final class EmbeddingOptions extends Options {
        /** row that is excluded from the gradient; none: no such row (default: none) */
        public EmbeddingOptions paddingIdx(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Look up the rows of an embedding table by index.
     *
     * <p>An index that is negative or beyond the last row makes the operation fail.
     *
     * @param indices rows to look up
     * @param weight the table, (rows, features)
     * @return the rows
     */
    public static NDArray embedding(NDArray indices, NDArray weight) {
        return EMBEDDING.call(indices, weight);
    }

    /**
     * Look up the rows of an embedding table by index.
     *
     * <p>An index that is negative or beyond the last row makes the operation fail.
     *
     * @param indices rows to look up
     * @param weight the table, (rows, features)
     * @param options sets the optional arguments
     * @return the rows
     */
    public static NDArray embedding(NDArray indices, NDArray weight, Consumer<EmbeddingOptions> options) {
        EmbeddingOptions o = new EmbeddingOptions();
        options.accept(o);
        return EMBEDDING.one(o, indices, weight);
    }

    /** The optional arguments of empty. */
    public static final class EmptyOptions extends Options {
        /** dtype of the result; default: the default float dtype (default: none) */
        public EmptyOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public EmptyOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * An array to be filled later.
     *
     * <p>It holds zeros, so that results never depend on the previous contents of memory.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray empty(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return EMPTY.one(o);
    }

    /**
     * An array to be filled later.
     *
     * <p>It holds zeros, so that results never depend on the previous contents of memory.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray empty(long[] shape, Consumer<EmptyOptions> options) {
        EmptyOptions o = new EmptyOptions();
        options.accept(o);
        o.put(0, shape);
        return EMPTY.one(o);
    }

    /** The optional arguments of empty_like. */
    public static final class EmptyLikeOptions extends Options {
        /** dtype of the result; default: that of x (default: none) */
        public EmptyLikeOptions dtype(DType value) {
            put(0, value);
            return this;
        }

        /** device of the result; default: that of x (default: none) */
        public EmptyLikeOptions device(Device value) {
            put(1, value);
            return this;
        }
    }

    /**
     * An array with the shape and dtype of x, to be filled later; it holds zeros.
     *
     * @param x an array whose shape and dtype are used
     * @return the result
     */
    public static NDArray emptyLike(NDArray x) {
        return EMPTY_LIKE.call(x);
    }

    /**
     * An array with the shape and dtype of x, to be filled later; it holds zeros.
     *
     * @param x an array whose shape and dtype are used
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray emptyLike(NDArray x, Consumer<EmptyLikeOptions> options) {
        EmptyLikeOptions o = new EmptyLikeOptions();
        options.accept(o);
        return EMPTY_LIKE.one(o, x);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray equal(NDArray x1, NDArray x2) {
        return EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray equal(NDArray x1, double x2) {
        return EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray equal(double x1, NDArray x2) {
        return EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray equal(NDArray x1, long x2) {
        return EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 == x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray equal(long x1, NDArray x2) {
        return EQUAL.call(x1, x2);
    }

    /**
     * Error function.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray erf(NDArray x) {
        return ERF.call(x);
    }

    /**
     * Exponential of each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray exp(NDArray x) {
        return EXP.call(x);
    }

    /**
     * 2 to the power of each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray exp2(NDArray x) {
        return EXP2.call(x);
    }

    /**
     * Insert axes of size one; returns a view.
     *
     * @param x the input
     * @param axes positions of the new axes in the result
     * @return the result
     */
    public static NDArray expandDims(NDArray x, long... axes) {
        Options o = new Options.Plain();
        o.put(0, axes);
        return EXPAND_DIMS.one(o, x);
    }

    /**
     * The exponential of square matrices, 1 + x + x^2 / 2! + ...
     *
     * <p>By scaling and squaring, computed in double.  A matrix with NaN or an infinity gives only NaN.  The gradient is the
     * exponential of a matrix of twice the size, about eight times the work.
     *
     * @param x square matrices
     * @return the result
     */
    public static NDArray expm(NDArray x) {
        return EXPM.call(x);
    }

    /**
     * exp(x) - 1, accurate near zero.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray expm1(NDArray x) {
        return EXPM1.call(x);
    }

    /** The optional arguments of exponential. */
    public static final class ExponentialOptions extends Options {
        /** mean (at least 0.0; default: 1.0) */
        public ExponentialOptions scale(double value) {
            put(1, value);
            return this;
        }

        /** a float dtype (default: none) */
        public ExponentialOptions dtype(DType value) {
            put(2, value);
            return this;
        }

        /** device of the result (default: none) */
        public ExponentialOptions device(Device value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Samples from an exponential distribution.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray exponential(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return EXPONENTIAL.one(o);
    }

    /**
     * Samples from an exponential distribution.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray exponential(long[] shape, Consumer<ExponentialOptions> options) {
        ExponentialOptions o = new ExponentialOptions();
        options.accept(o);
        o.put(0, shape);
        return EXPONENTIAL.one(o);
    }

    /** The optional arguments of eye. */
    public static final class EyeOptions extends Options {
        /** number of columns; none: as many as rows (at least 0; default: none) */
        public EyeOptions nCols(long value) {
            put(1, value);
            return this;
        }

        /** which diagonal has the ones (default: 0) */
        public EyeOptions k(long value) {
            put(2, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype (default: none) */
        public EyeOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public EyeOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * A matrix with ones on a diagonal and zeros elsewhere.
     *
     * @param nRows number of rows; required (at least 0)
     * @return the result
     */
    public static NDArray eye(long nRows) {
        Options o = new Options.Plain();
        o.put(0, nRows);
        return EYE.one(o);
    }

    /**
     * A matrix with ones on a diagonal and zeros elsewhere.
     *
     * @param nRows number of rows; required (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray eye(long nRows, Consumer<EyeOptions> options) {
        EyeOptions o = new EyeOptions();
        options.accept(o);
        o.put(0, nRows);
        return EYE.one(o);
    }

    /** The optional arguments of fftn. */
    public static final class FftnOptions extends Options {
        /** lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none) */
        public FftnOptions s(long... value) {
            put(0, value);
            return this;
        }

        /** axes to transform; none: all, or the last len(s) axes (default: none) */
        public FftnOptions axes(long... value) {
            put(1, value);
            return this;
        }

        /**
         * 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
         * ortho; default: backward)
         */
        public FftnOptions norm(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray fftn(NDArray x) {
        return FFTN.call(x);
    }

    /**
     * The discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray fftn(NDArray x, Consumer<FftnOptions> options) {
        FftnOptions o = new FftnOptions();
        options.accept(o);
        return FFTN.one(o, x);
    }

    /** The optional arguments of flatten. */
    public static final class FlattenOptions extends Options {
        /** first axis to flatten (default: 0) */
        public FlattenOptions start(long value) {
            put(0, value);
            return this;
        }

        /** last axis to flatten (default: -1) */
        public FlattenOptions end(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Flatten consecutive axes into one; by default all of them.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray flatten(NDArray x) {
        return FLATTEN.call(x);
    }

    /**
     * Flatten consecutive axes into one; by default all of them.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray flatten(NDArray x, Consumer<FlattenOptions> options) {
        FlattenOptions o = new FlattenOptions();
        options.accept(o);
        return FLATTEN.one(o, x);
    }

    /** The optional arguments of flip. */
    public static final class FlipOptions extends Options {
        /** axes to reverse; none: all (default: none) */
        public FlipOptions axes(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Reverse the order of elements along axes; returns a view.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray flip(NDArray x) {
        return FLIP.call(x);
    }

    /**
     * Reverse the order of elements along axes; returns a view.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray flip(NDArray x, Consumer<FlipOptions> options) {
        FlipOptions o = new FlipOptions();
        options.accept(o);
        return FLIP.one(o, x);
    }

    /**
     * Round down to the nearest integer.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray floor(NDArray x) {
        return FLOOR.call(x);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray floorDivide(NDArray x1, NDArray x2) {
        return FLOOR_DIVIDE.call(x1, x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray floorDivide(NDArray x1, double x2) {
        return FLOOR_DIVIDE.call(x1, x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray floorDivide(double x1, NDArray x2) {
        return FLOOR_DIVIDE.call(x1, x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray floorDivide(NDArray x1, long x2) {
        return FLOOR_DIVIDE.call(x1, x2);
    }

    /**
     * Quotient rounded towards negative infinity.  Integer division by 0 gives 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray floorDivide(long x1, NDArray x2) {
        return FLOOR_DIVIDE.call(x1, x2);
    }

    /** The optional arguments of fold. */
    public static final class FoldOptions extends Options {
        /** spacing between the elements of a patch; none: 1 (at least 1; default: none) */
        public FoldOptions dilation(long... value) {
            put(2, value);
            return this;
        }

        /** zero padding at both ends of each axis; none: 0 (at least 0; default: none) */
        public FoldOptions padding(long... value) {
            put(3, value);
            return this;
        }

        /** distance between patches; none: 1 (at least 1; default: none) */
        public FoldOptions stride(long... value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Sum columns of patches into images (col2im), the adjoint of unfold.
     *
     * <p>y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
     *
     * @param y patches, as unfold returns them
     * @param outputSize spatial sizes of the result, one number per axis (at least 1)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @return the sum of all patches at their positions
     */
    public static NDArray fold(NDArray y, long[] outputSize, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(0, outputSize);
        o.put(1, kernelSize);
        return FOLD.one(o, y);
    }

    /**
     * Sum columns of patches into images (col2im), the adjoint of unfold.
     *
     * <p>y has shape (batch, channels * elements of a patch, patches).  Overlapping patches are summed.
     *
     * @param y patches, as unfold returns them
     * @param outputSize spatial sizes of the result, one number per axis (at least 1)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the sum of all patches at their positions
     */
    public static NDArray fold(NDArray y, long[] outputSize, long[] kernelSize, Consumer<FoldOptions> options) {
        FoldOptions o = new FoldOptions();
        options.accept(o);
        o.put(0, outputSize);
        o.put(1, kernelSize);
        return FOLD.one(o, y);
    }

    /** The optional arguments of full. */
    public static final class FullOptions extends Options {
        /** dtype of the result; default: the default float dtype (default: none) */
        public FullOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public FullOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @return the result
     */
    public static NDArray full(long[] shape, NDArray value) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return FULL.one(o, value);
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray full(long[] shape, NDArray value, Consumer<FullOptions> options) {
        FullOptions o = new FullOptions();
        options.accept(o);
        o.put(0, shape);
        return FULL.one(o, value);
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @return the result
     */
    public static NDArray full(long[] shape, double value) {
        return full(shape, NDArray.number(value));
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @return the result
     */
    public static NDArray full(long[] shape, long value) {
        return full(shape, NDArray.number(value));
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray full(long[] shape, double value, Consumer<FullOptions> options) {
        return full(shape, NDArray.number(value), options);
    }

    /**
     * An array filled with a value.
     *
     * <p>The value may be an array that broadcasts to the shape.  The default dtype is that of the value.
     *
     * @param shape shape of the result (at least 0)
     * @param value the number to fill with, or an array that broadcasts
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray full(long[] shape, long value, Consumer<FullOptions> options) {
        return full(shape, NDArray.number(value), options);
    }

    /** The optional arguments of full_like. */
    public static final class FullLikeOptions extends Options {
        /** dtype of the result; default: that of x (default: none) */
        public FullLikeOptions dtype(DType value) {
            put(0, value);
            return this;
        }

        /** device of the result; default: that of x (default: none) */
        public FullLikeOptions device(Device value) {
            put(1, value);
            return this;
        }
    }

    /**
     * An array filled with a value, with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @param value the number to fill with, or an array that broadcasts
     * @return the result
     */
    public static NDArray fullLike(NDArray x, NDArray value) {
        return FULL_LIKE.call(x, value);
    }

    /**
     * An array filled with a value, with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @param value the number to fill with, or an array that broadcasts
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray fullLike(NDArray x, NDArray value, Consumer<FullLikeOptions> options) {
        FullLikeOptions o = new FullLikeOptions();
        options.accept(o);
        return FULL_LIKE.one(o, x, value);
    }

    /** The optional arguments of gamma. */
    public static final class GammaOptions extends Options {
        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public GammaOptions scale(double value) {
            put(0, value);
            return this;
        }

        /** shape of the result; none: that of the parameter (at least 0; default: none) */
        public GammaOptions shape(long... value) {
            put(1, value);
            return this;
        }

        /** a float dtype (default: none) */
        public GammaOptions dtype(DType value) {
            put(2, value);
            return this;
        }

        /** device of the result (default: none) */
        public GammaOptions device(Device value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Samples from a gamma distribution.
     *
     * @param concentration shape parameter
     * @return samples
     */
    public static NDArray gamma(NDArray concentration) {
        return GAMMA.call(concentration);
    }

    /**
     * Samples from a gamma distribution.
     *
     * @param concentration shape parameter
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray gamma(NDArray concentration, Consumer<GammaOptions> options) {
        GammaOptions o = new GammaOptions();
        options.accept(o);
        return GAMMA.one(o, concentration);
    }

    /** The optional arguments of gaussian_nll_loss. */
    public static final class GaussianNllLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public GaussianNllLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** include the constant log(2 pi) / 2 (default: false) */
        public GaussianNllLossOptions full(boolean value) {
            put(1, value);
            return this;
        }

        /** lower bound on the variance (more than 0.0; default: 1e-06) */
        public GaussianNllLossOptions eps(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The Gaussian negative log-likelihood of the target, with mean x and variance var.
     *
     * @param x predicted means
     * @param target the values to predict
     * @param var predicted variances
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray gaussianNllLoss(NDArray x, NDArray target, NDArray var) {
        return GAUSSIAN_NLL_LOSS.one(null, x, target, var);
    }

    /**
     * The Gaussian negative log-likelihood of the target, with mean x and variance var.
     *
     * @param x predicted means
     * @param target the values to predict
     * @param var predicted variances
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray gaussianNllLoss(NDArray x, NDArray target, NDArray var, Consumer<GaussianNllLossOptions> options) {
        GaussianNllLossOptions o = new GaussianNllLossOptions();
        options.accept(o);
        return GAUSSIAN_NLL_LOSS.one(o, x, target, var);
    }

    /**
     * Gaussian error linear unit: x times the standard normal distribution function of x.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray gelu(NDArray x) {
        return GELU.call(x);
    }

    /**
     * Gaussian error linear unit, by its tanh approximation.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray geluTanh(NDArray x) {
        return GELU_TANH.call(x);
    }

    /** The optional arguments of geometric. */
    public static final class GeometricOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public GeometricOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public GeometricOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public GeometricOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a geometric distribution: the number of trials up to the first success.
     *
     * @param probability probability of success, 0 to 1
     * @return samples
     */
    public static NDArray geometric(NDArray probability) {
        return GEOMETRIC.call(probability);
    }

    /**
     * Samples from a geometric distribution: the number of trials up to the first success.
     *
     * @param probability probability of success, 0 to 1
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray geometric(NDArray probability, Consumer<GeometricOptions> options) {
        GeometricOptions o = new GeometricOptions();
        options.accept(o);
        return GEOMETRIC.one(o, probability);
    }

    /**
     * The mean over the spatial axes, which are kept with size one.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @return the result
     */
    public static NDArray globalAvgPool(NDArray x) {
        return GLOBAL_AVG_POOL.call(x);
    }

    /**
     * The maximum over the spatial axes, which are kept with size one.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @return the result
     */
    public static NDArray globalMaxPool(NDArray x) {
        return GLOBAL_MAX_POOL.call(x);
    }

    /**
     * The Euclidean norm of all elements of all arrays.
     *
     * @param arrays arrays of any shapes
     * @return one number
     */
    public static NDArray globalNorm(NDArray... arrays) {
        return GLOBAL_NORM.one(null, arrays);
    }

    /** The optional arguments of glu. */
    public static final class GluOptions extends Options {
        /** axis that is split into two halves (default: -1) */
        public GluOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray glu(NDArray x) {
        return GLU.call(x);
    }

    /**
     * Gated linear unit: the first half of x along an axis times the sigmoid of the second half.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray glu(NDArray x, Consumer<GluOptions> options) {
        GluOptions o = new GluOptions();
        options.accept(o);
        return GLU.one(o, x);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greater(NDArray x1, NDArray x2) {
        return GREATER.call(x1, x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greater(NDArray x1, double x2) {
        return GREATER.call(x1, x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greater(double x1, NDArray x2) {
        return GREATER.call(x1, x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greater(NDArray x1, long x2) {
        return GREATER.call(x1, x2);
    }

    /**
     * Test whether x1 &gt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greater(long x1, NDArray x2) {
        return GREATER.call(x1, x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greaterEqual(NDArray x1, NDArray x2) {
        return GREATER_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greaterEqual(NDArray x1, double x2) {
        return GREATER_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greaterEqual(double x1, NDArray x2) {
        return GREATER_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greaterEqual(NDArray x1, long x2) {
        return GREATER_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &gt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray greaterEqual(long x1, NDArray x2) {
        return GREATER_EQUAL.call(x1, x2);
    }

    /** The optional arguments of grid_sample. */
    public static final class GridSampleOptions extends Options {
        /** 'bilinear' or 'nearest' (one of bilinear, nearest; default: bilinear) */
        public GridSampleOptions mode(String value) {
            put(0, value);
            return this;
        }

        /** values outside x: 'zeros', 'border' or 'reflection' (one of zeros, border, reflection; default: zeros) */
        public GridSampleOptions paddingMode(String value) {
            put(1, value);
            return this;
        }

        /** -1 and 1 are the centres of the corner pixels, not their edges (default: false) */
        public GridSampleOptions alignCorners(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Sample images at the positions of a grid, with coordinates from -1 to 1.
     *
     * <p>x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.  The
     * result has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the first pixel.
     *
     * @param x images, (batch, channels, height, width)
     * @param grid coordinates from -1 to 1, (batch, rows, columns, 2)
     * @return sampled images, (batch, channels, rows, columns)
     */
    public static NDArray gridSample(NDArray x, NDArray grid) {
        return GRID_SAMPLE.call(x, grid);
    }

    /**
     * Sample images at the positions of a grid, with coordinates from -1 to 1.
     *
     * <p>x has shape (batch, channels, height, width), the grid (batch, rows, columns, 2) with x before y coordinates.  The
     * result has shape (batch, channels, rows, columns).  A NaN coordinate stands for pixel -1, just before the first pixel.
     *
     * @param x images, (batch, channels, height, width)
     * @param grid coordinates from -1 to 1, (batch, rows, columns, 2)
     * @param options sets the optional arguments
     * @return sampled images, (batch, channels, rows, columns)
     */
    public static NDArray gridSample(NDArray x, NDArray grid, Consumer<GridSampleOptions> options) {
        GridSampleOptions o = new GridSampleOptions();
        options.accept(o);
        return GRID_SAMPLE.one(o, x, grid);
    }

    /** The optional arguments of group_norm. */
    public static final class GroupNormOptions extends Options {
        /** scale of each channel */
        public GroupNormOptions weight(NDArray value) {
            input(1, value);
            return this;
        }

        /** offset of each channel */
        public GroupNormOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public GroupNormOptions eps(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Group normalisation: normalise each group of channels of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param x the input
     * @param numGroups number of groups; required, must divide the channels (at least 1)
     * @return the result
     */
    public static NDArray groupNorm(NDArray x, long numGroups) {
        Options o = new Options.Plain();
        o.put(0, numGroups);
        return GROUP_NORM.one(o, x);
    }

    /**
     * Group normalisation: normalise each group of channels of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param x the input
     * @param numGroups number of groups; required, must divide the channels (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray groupNorm(NDArray x, long numGroups, Consumer<GroupNormOptions> options) {
        GroupNormOptions o = new GroupNormOptions();
        options.accept(o);
        o.put(0, numGroups);
        return GROUP_NORM.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of gru. */
    public static final class GruOptions extends Options {
        /** bias of the input */
        public GruOptions biasIh(NDArray value) {
            input(3, value);
            return this;
        }

        /** bias of the hidden state */
        public GruOptions biasHh(NDArray value) {
            input(4, value);
            return this;
        }

        /** initial hidden state */
        public GruOptions h0(NDArray value) {
            input(5, value);
            return this;
        }

        /** number of time steps of each sample */
        public GruOptions lengths(NDArray value) {
            input(6, value);
            return this;
        }

        /** process the sequence from the last time step to the first (default: false) */
        public GruOptions reverse(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of gru.
     *
     * @param y hidden states of all time steps
     * @param hN last hidden state
     * @param saved intermediate values for the gradient
     */
    public record GruResult(NDArray y, NDArray hN, NDArray saved) {}

    /**
     * A gated recurrent unit (GRU) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in the
     * order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is for the
     * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state; intermediate values for the gradient
     */
    public static GruResult gru(NDArray x, NDArray weightIh, NDArray weightHh) {
        NDArray[] out = GRU.all(null, x, weightIh, weightHh);
        return new GruResult(out[0], out[1], out[2]);
    }

    /**
     * A gated recurrent unit (GRU) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (3 * units, inputs), weight_hh (3 * units, units), with the gates in the
     * order r, z, n; r multiplies W_hn h + b_hn.  y holds the states of all time steps, h_n the last one; saved is for the
     * gradient.  lengths has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state; intermediate values for the gradient
     */
    public static GruResult gru(NDArray x, NDArray weightIh, NDArray weightHh, Consumer<GruOptions> options) {
        GruOptions o = new GruOptions();
        options.accept(o);
        NDArray[] out = GRU.all(o, x, weightIh, weightHh, o.input(3), o.input(4), o.input(5), o.input(6));
        return new GruResult(out[0], out[1], out[2]);
    }

    /** The optional arguments of gumbel. */
    public static final class GumbelOptions extends Options {
        /** location: added to each sample (default: 0.0) */
        public GumbelOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public GumbelOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public GumbelOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public GumbelOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a Gumbel distribution with mode loc.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray gumbel(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return GUMBEL.one(o);
    }

    /**
     * Samples from a Gumbel distribution with mode loc.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray gumbel(long[] shape, Consumer<GumbelOptions> options) {
        GumbelOptions o = new GumbelOptions();
        options.accept(o);
        o.put(0, shape);
        return GUMBEL.one(o);
    }

    /** The optional arguments of hardshrink. */
    public static final class HardshrinkOptions extends Options {
        /** elements with |x| &lt;= lambd become 0 (at least 0.0; default: 0.5) */
        public HardshrinkOptions lambd(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, 0 elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray hardshrink(NDArray x) {
        return HARDSHRINK.call(x);
    }

    /**
     * Hard shrinkage: x where |x| &gt; lambd, 0 elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray hardshrink(NDArray x, Consumer<HardshrinkOptions> options) {
        HardshrinkOptions o = new HardshrinkOptions();
        options.accept(o);
        return HARDSHRINK.one(o, x);
    }

    /**
     * Hard sigmoid: x / 6 + 1/2, clamped to the range from 0 to 1.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray hardsigmoid(NDArray x) {
        return HARDSIGMOID.call(x);
    }

    /**
     * Hard swish: x hardsigmoid(x).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray hardswish(NDArray x) {
        return HARDSWISH.call(x);
    }

    /** The optional arguments of hardtanh. */
    public static final class HardtanhOptions extends Options {
        /** lower bound of the result (default: -1.0) */
        public HardtanhOptions minVal(double value) {
            put(0, value);
            return this;
        }

        /** upper bound of the result (default: 1.0) */
        public HardtanhOptions maxVal(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Clamp x to the range from min_val to max_val.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray hardtanh(NDArray x) {
        return HARDTANH.call(x);
    }

    /**
     * Clamp x to the range from min_val to max_val.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray hardtanh(NDArray x, Consumer<HardtanhOptions> options) {
        HardtanhOptions o = new HardtanhOptions();
        options.accept(o);
        return HARDTANH.one(o, x);
    }

    /** The optional arguments of hinge_embedding_loss. */
    public static final class HingeEmbeddingLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public HingeEmbeddingLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** margin for targets of -1 (default: 1.0) */
        public HingeEmbeddingLossOptions margin(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray hingeEmbeddingLoss(NDArray x, NDArray target) {
        return HINGE_EMBEDDING_LOSS.call(x, target);
    }

    /**
     * The hinge embedding loss: x for targets 1, max(0, margin - x) for targets -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray hingeEmbeddingLoss(NDArray x, NDArray target, Consumer<HingeEmbeddingLossOptions> options) {
        HingeEmbeddingLossOptions o = new HingeEmbeddingLossOptions();
        options.accept(o);
        return HINGE_EMBEDDING_LOSS.one(o, x, target);
    }

    /** The optional arguments of hinge_loss. */
    public static final class HingeLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public HingeLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** the loss is 0 if target * x is at least this value (at least 0.0; default: 1.0) */
        public HingeLossOptions margin(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray hingeLoss(NDArray x, NDArray target) {
        return HINGE_LOSS.call(x, target);
    }

    /**
     * The hinge loss, max(0, margin - target * x), for targets 1 and -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray hingeLoss(NDArray x, NDArray target, Consumer<HingeLossOptions> options) {
        HingeLossOptions o = new HingeLossOptions();
        options.accept(o);
        return HINGE_LOSS.one(o, x, target);
    }

    /** The optional arguments of histogram. */
    public static final class HistogramOptions extends Options {
        /** weight of each element */
        public HistogramOptions weights(NDArray value) {
            input(1, value);
            return this;
        }

        /** number of bins (at least 1; default: 10) */
        public HistogramOptions bins(long value) {
            put(0, value);
            return this;
        }

        /** lowest edge (default: 0.0) */
        public HistogramOptions min(double value) {
            put(1, value);
            return this;
        }

        /** highest edge; if equal to min, the range of the data is used (default: 0.0) */
        public HistogramOptions max(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The results of histogram.
     *
     * @param counts count or sum of weights of each bin
     * @param edges edges of the bins
     */
    public record HistogramResult(NDArray counts, NDArray edges) {}

    /**
     * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
     *
     * <p>Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not counted.
     * If the range is taken from data that contain NaN or an infinity, the task fails.
     *
     * @param x the input
     * @return count or sum of weights of each bin; edges of the bins
     */
    public static HistogramResult histogram(NDArray x) {
        NDArray[] out = HISTOGRAM.all(null, x);
        return new HistogramResult(out[0], out[1]);
    }

    /**
     * Count the elements (or sum their weights) in bins of equal width; also return the bin edges.
     *
     * <p>Each bin includes its lower edge; the last bin includes both edges.  NaN and elements outside the range are not counted.
     * If the range is taken from data that contain NaN or an infinity, the task fails.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return count or sum of weights of each bin; edges of the bins
     */
    public static HistogramResult histogram(NDArray x, Consumer<HistogramOptions> options) {
        HistogramOptions o = new HistogramOptions();
        options.accept(o);
        NDArray[] out = HISTOGRAM.all(o, x, o.input(1));
        return new HistogramResult(out[0], out[1]);
    }

    /** The optional arguments of huber_loss. */
    public static final class HuberLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public HuberLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** distance up to which the loss is quadratic, and its slope beyond (at least 0.0; default: 1.0) */
        public HuberLossOptions delta(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The Huber loss: quadratic near 0, linear elsewhere.
     *
     * <p>With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
     *
     * @param x predictions
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray huberLoss(NDArray x, NDArray target) {
        return HUBER_LOSS.call(x, target);
    }

    /**
     * The Huber loss: quadratic near 0, linear elsewhere.
     *
     * <p>With d = |x - target|: d^2 / 2 up to delta, delta (d - delta / 2) above.
     *
     * @param x predictions
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray huberLoss(NDArray x, NDArray target, Consumer<HuberLossOptions> options) {
        HuberLossOptions o = new HuberLossOptions();
        options.accept(o);
        return HUBER_LOSS.one(o, x, target);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray hypot(NDArray x1, NDArray x2) {
        return HYPOT.call(x1, x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray hypot(NDArray x1, double x2) {
        return HYPOT.call(x1, x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray hypot(double x1, NDArray x2) {
        return HYPOT.call(x1, x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray hypot(NDArray x1, long x2) {
        return HYPOT.call(x1, x2);
    }

    /**
     * Hypotenuse, sqrt(x1^2 + x2^2), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray hypot(long x1, NDArray x2) {
        return HYPOT.call(x1, x2);
    }

    /** The optional arguments of ifftn. */
    public static final class IfftnOptions extends Options {
        /** lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none) */
        public IfftnOptions s(long... value) {
            put(0, value);
            return this;
        }

        /** axes to transform; none: all, or the last len(s) axes (default: none) */
        public IfftnOptions axes(long... value) {
            put(1, value);
            return this;
        }

        /**
         * 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
         * ortho; default: backward)
         */
        public IfftnOptions norm(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The inverse discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray ifftn(NDArray x) {
        return IFFTN.call(x);
    }

    /**
     * The inverse discrete Fourier transform over the given axes.
     *
     * <p>The result is complex.  All results that depend on an infinity or NaN are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray ifftn(NDArray x, Consumer<IfftnOptions> options) {
        IfftnOptions o = new IfftnOptions();
        options.accept(o);
        return IFFTN.one(o, x);
    }

    /**
     * Imaginary part.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray imag(NDArray x) {
        return IMAG.call(x);
    }

    /** The optional arguments of image_normalize. */
    public static final class ImageNormalizeOptions extends Options {
        /** mean of each channel */
        public ImageNormalizeOptions mean(NDArray value) {
            input(1, value);
            return this;
        }

        /** standard deviation of each channel */
        public ImageNormalizeOptions std(NDArray value) {
            input(2, value);
            return this;
        }

        /** multiplies x before mean and std are applied; none: 1/255 for integers, 1 for floats (default: none) */
        public ImageNormalizeOptions scale(double value) {
            put(0, value);
            return this;
        }

        /** layout of x: 'HWC' (channels last) or 'CHW' (channels first) (one of HWC, CHW; default: HWC) */
        public ImageNormalizeOptions layout(String value) {
            put(1, value);
            return this;
        }

        /** layout of the result: 'HWC' or 'CHW' (one of HWC, CHW; default: CHW) */
        public ImageNormalizeOptions outputLayout(String value) {
            put(2, value);
            return this;
        }

        /** dtype of the result; default: the dtype of x if it is a float, else float32 (default: none) */
        public ImageNormalizeOptions dtype(DType value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Normalise images per channel, (scale x - mean) / std, and convert their layout.
     *
     * <p>x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean and std,
     * uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
     *
     * @param x images
     * @return the result
     */
    public static NDArray imageNormalize(NDArray x) {
        return IMAGE_NORMALIZE.call(x);
    }

    /**
     * Normalise images per channel, (scale x - mean) / std, and convert their layout.
     *
     * <p>x has shape (..., height, width, channels), or (..., channels, height, width) with layout 'CHW'.  Without mean and std,
     * uint8 pixels become floats from 0 to 1.  A std of 0 is an error.
     *
     * @param x images
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray imageNormalize(NDArray x, Consumer<ImageNormalizeOptions> options) {
        ImageNormalizeOptions o = new ImageNormalizeOptions();
        options.accept(o);
        return IMAGE_NORMALIZE.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of image_resize. */
    public static final class ImageResizeOptions extends Options {
        /**
         * 'nearest', 'nearest-exact', 'bilinear', 'bicubic' or 'area' (one of nearest, nearest-exact, bilinear, bicubic, area;
         * default: bilinear)
         */
        public ImageResizeOptions mode(String value) {
            put(1, value);
            return this;
        }

        /** when downscaling, average all pixels of x that a pixel of the result covers (default: true) */
        public ImageResizeOptions antialias(boolean value) {
            put(2, value);
            return this;
        }

        /** 'HWC' (channels last) or 'CHW' (channels first, or no channels) (one of HWC, CHW; default: HWC) */
        public ImageResizeOptions layout(String value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Resize images of uint8 or float pixels.
     *
     * <p>x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded once,
     * at the end.
     *
     * @param x images
     * @param size height and width of the result (at least 1)
     * @return the result
     */
    public static NDArray imageResize(NDArray x, long... size) {
        Options o = new Options.Plain();
        o.put(0, size);
        return IMAGE_RESIZE.one(o, x);
    }

    /**
     * Resize images of uint8 or float pixels.
     *
     * <p>x has shape (..., height, width, channels), or (..., height, width) with layout 'CHW'.  uint8 pixels are rounded once,
     * at the end.
     *
     * @param x images
     * @param size height and width of the result (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray imageResize(NDArray x, long[] size, Consumer<ImageResizeOptions> options) {
        ImageResizeOptions o = new ImageResizeOptions();
        options.accept(o);
        o.put(0, size);
        return IMAGE_RESIZE.one(o, x);
    }

    /** The optional arguments of index. */
    public static final class IndexOptions extends Options {
        /** axis that each index array applies to; none: the leading axes (default: none) */
        public IndexOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** put the dimensions of the index arrays first, wherever the axes are (default: false) */
        public IndexOptions front(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Index several axes of x with integer arrays, as in x[i, :, j].
     *
     * <p>The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and come
     * first otherwise.  Negative indices count from the end.
     *
     * @param x the input
     * @param indices integer arrays, one for each indexed axis
     * @return the result
     */
    public static NDArray index(NDArray x, NDArray... indices) {
        return INDEX.one(null, Operator.join(indices, x));
    }

    /**
     * Index several axes of x with integer arrays, as in x[i, :, j].
     *
     * <p>The index arrays are broadcast together.  Their dimensions replace the indexed axes if those are adjacent, and come
     * first otherwise.  Negative indices count from the end.
     *
     * @param x the input
     * @param indices integer arrays, one for each indexed axis
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray index(NDArray x, NDArray[] indices, Consumer<IndexOptions> options) {
        IndexOptions o = new IndexOptions();
        options.accept(o);
        return INDEX.one(o, Operator.join(indices, x));
    }

    /** The optional arguments of index_put. */
    public static final class IndexPutOptions extends Options {
        /** axis that each index array applies to; none: the leading axes (default: none) */
        public IndexPutOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** put the dimensions of the index arrays first, wherever the axes are (default: false) */
        public IndexPutOptions front(boolean value) {
            put(1, value);
            return this;
        }

        /** add to the elements instead of replacing them (default: false) */
        public IndexPutOptions accumulate(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
     *
     * <p>Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value is
     * stored, or with accumulate all are added in order.  If x is also the output, only the indexed elements are written.
     *
     * @param x the input
     * @param values new values of the selected elements
     * @param indices integer arrays, one for each indexed axis
     * @return x with the new values
     */
    public static NDArray indexPut(NDArray x, NDArray values, NDArray... indices) {
        return INDEX_PUT.one(null, Operator.join(indices, x, values));
    }

    /**
     * A copy of x with the elements at integer index arrays replaced, as in x[i, :, j] = values.
     *
     * <p>Values are broadcast to the shape of index(x, indices).  If an element is indexed several times, the last value is
     * stored, or with accumulate all are added in order.  If x is also the output, only the indexed elements are written.
     *
     * @param x the input
     * @param values new values of the selected elements
     * @param indices integer arrays, one for each indexed axis
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public static NDArray indexPut(NDArray x, NDArray values, NDArray[] indices, Consumer<IndexPutOptions> options) {
        IndexPutOptions o = new IndexPutOptions();
        options.accept(o);
        return INDEX_PUT.one(o, Operator.join(indices, x, values));
    }

    /**
     * The inner product: sum over the last axes of x1 and x2.
     *
     * <p>Complex numbers are not conjugated; vecdot conjugates x1.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray inner(NDArray x1, NDArray x2) {
        return INNER.call(x1, x2);
    }

    /** The optional arguments of instance_norm. */
    public static final class InstanceNormOptions extends Options {
        /** scale of each channel */
        public InstanceNormOptions weight(NDArray value) {
            input(1, value);
            return this;
        }

        /** offset of each channel */
        public InstanceNormOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public InstanceNormOptions eps(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray instanceNorm(NDArray x) {
        return INSTANCE_NORM.call(x);
    }

    /**
     * Instance normalisation: normalise each channel of each sample.
     *
     * <p>x has shape (batch, channels, ...).  weight and bias have one element per channel.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray instanceNorm(NDArray x, Consumer<InstanceNormOptions> options) {
        InstanceNormOptions o = new InstanceNormOptions();
        options.accept(o);
        return INSTANCE_NORM.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of integers. */
    public static final class IntegersOptions extends Options {
        /** an integer dtype (default: int64) */
        public IntegersOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public IntegersOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Random integers from low (inclusive) to high (exclusive), uniformly distributed.
     *
     * @param low lower bound, inclusive
     * @param high upper bound, exclusive; required
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray integers(long low, long high, long... shape) {
        Options o = new Options.Plain();
        o.put(0, low);
        o.put(1, high);
        o.put(2, shape);
        return INTEGERS.one(o);
    }

    /**
     * Random integers from low (inclusive) to high (exclusive), uniformly distributed.
     *
     * @param low lower bound, inclusive
     * @param high upper bound, exclusive; required
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray integers(long low, long high, long[] shape, Consumer<IntegersOptions> options) {
        IntegersOptions o = new IntegersOptions();
        options.accept(o);
        o.put(0, low);
        o.put(1, high);
        o.put(2, shape);
        return INTEGERS.one(o);
    }

    /** The optional arguments of interpolate. */
    public static final class InterpolateOptions extends Options {
        /** spatial sizes of the result, one per axis or one for all (at least 1; default: none) */
        public InterpolateOptions size(long... value) {
            put(0, value);
            return this;
        }

        /** ratio of the result's size to the size of x, instead of size (more than 0.0; default: none) */
        public InterpolateOptions scaleFactor(double value) {
            put(1, value);
            return this;
        }

        /**
         * 'nearest', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic' or 'area' (one of nearest, nearest-exact,
         * linear, bilinear, trilinear, bicubic, area; default: nearest)
         */
        public InterpolateOptions mode(String value) {
            put(2, value);
            return this;
        }

        /** align the centres of the corner elements, not their edges (default: false) */
        public InterpolateOptions alignCorners(boolean value) {
            put(3, value);
            return this;
        }

        /** when downscaling, average all elements of x that an element of the result covers (default: false) */
        public InterpolateOptions antialias(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Resize an array along its one to three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With
     * scale_factor, sizes are rounded down, and positions are computed from the exact factor.
     *
     * @param x images, (batch, channels, spatial axes)
     * @return the result
     */
    public static NDArray interpolate(NDArray x) {
        return INTERPOLATE.call(x);
    }

    /**
     * Resize an array along its one to three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  'area' averages; 'nearest' copies and accepts any dtype.  With
     * scale_factor, sizes are rounded down, and positions are computed from the exact factor.
     *
     * @param x images, (batch, channels, spatial axes)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray interpolate(NDArray x, Consumer<InterpolateOptions> options) {
        InterpolateOptions o = new InterpolateOptions();
        options.accept(o);
        return INTERPOLATE.one(o, x);
    }

    /**
     * The inverses of square matrices.
     *
     * <p>The task fails if a matrix is singular, that is if a pivot is 0.  A matrix with an element that is not finite gives NaN.
     *
     * @param x square matrices
     * @return the result
     */
    public static NDArray inv(NDArray x) {
        return INV.call(x);
    }

    /** The optional arguments of irfftn. */
    public static final class IrfftnOptions extends Options {
        /** lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none) */
        public IrfftnOptions s(long... value) {
            put(0, value);
            return this;
        }

        /** axes to transform; none: all, or the last len(s) axes (default: none) */
        public IrfftnOptions axes(long... value) {
            put(1, value);
            return this;
        }

        /**
         * 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
         * ortho; default: backward)
         */
        public IrfftnOptions norm(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The inverse of rfftn: real output from the non-redundant half of a transform.
     *
     * <p>Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray irfftn(NDArray x) {
        return IRFFTN.call(x);
    }

    /**
     * The inverse of rfftn: real output from the non-redundant half of a transform.
     *
     * <p>Without s, the last transformed axis has 2 (m - 1) elements in the result, where m is its size in x.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray irfftn(NDArray x, Consumer<IrfftnOptions> options) {
        IrfftnOptions o = new IrfftnOptions();
        options.accept(o);
        return IRFFTN.one(o, x);
    }

    /**
     * Test that each element is neither infinite nor NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray isfinite(NDArray x) {
        return ISFINITE.call(x);
    }

    /** The optional arguments of isin. */
    public static final class IsinOptions extends Options {
        /** test that the element is not in x2 (default: false) */
        public IsinOptions invert(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Test whether each element of x1 is in x2.
     *
     * <p>NaN equals nothing, so it is never in x2.
     *
     * @param x1 the elements to look for
     * @param x2 the elements to look among
     * @return true where an element of x1 is in x2
     */
    public static NDArray isin(NDArray x1, NDArray x2) {
        return ISIN.call(x1, x2);
    }

    /**
     * Test whether each element of x1 is in x2.
     *
     * <p>NaN equals nothing, so it is never in x2.
     *
     * @param x1 the elements to look for
     * @param x2 the elements to look among
     * @param options sets the optional arguments
     * @return true where an element of x1 is in x2
     */
    public static NDArray isin(NDArray x1, NDArray x2, Consumer<IsinOptions> options) {
        IsinOptions o = new IsinOptions();
        options.accept(o);
        return ISIN.one(o, x1, x2);
    }

    /**
     * Test each element for positive or negative infinity.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray isinf(NDArray x) {
        return ISINF.call(x);
    }

    /**
     * Test each element for NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray isnan(NDArray x) {
        return ISNAN.call(x);
    }

    /** The optional arguments of kl_div. */
    public static final class KlDivOptions extends Options {
        /**
         * 'mean', 'sum', 'none' or 'batchmean' (the sum divided by the batch size) (one of mean, sum, none, batchmean; default:
         * mean)
         */
        public KlDivOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** the target holds log-probabilities too (default: false) */
        public KlDivOptions logTarget(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * <p>The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with log_target.  A
     * target of 0 contributes 0.
     *
     * @param x log-probabilities
     * @param target probabilities, or their logarithms with log_target
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray klDiv(NDArray x, NDArray target) {
        return KL_DIV.call(x, target);
    }

    /**
     * KL divergence of the target from the distribution whose log-probabilities are x.
     *
     * <p>The elementwise loss is target * (log(target) - x).  Targets are probabilities, or log-probabilities with log_target.  A
     * target of 0 contributes 0.
     *
     * @param x log-probabilities
     * @param target probabilities, or their logarithms with log_target
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray klDiv(NDArray x, NDArray target, Consumer<KlDivOptions> options) {
        KlDivOptions o = new KlDivOptions();
        options.accept(o);
        return KL_DIV.one(o, x, target);
    }

    /** The optional arguments of kthvalue. */
    public static final class KthvalueOptions extends Options {
        /** rank of the element; 1 is the smallest (at least 1; default: 1) */
        public KthvalueOptions k(long value) {
            put(0, value);
            return this;
        }

        /** axis to search along (default: -1) */
        public KthvalueOptions axis(long value) {
            put(1, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public KthvalueOptions keepdims(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The results of kthvalue.
     *
     * @param values the element of that rank
     * @param indices its index along the axis
     */
    public record KthvalueResult(NDArray values, NDArray indices) {}

    /**
     * The k-th smallest element along an axis, counted from 1, and its index.
     *
     * @param x the input
     * @return the element of that rank; its index along the axis
     */
    public static KthvalueResult kthvalue(NDArray x) {
        NDArray[] out = KTHVALUE.all(null, x);
        return new KthvalueResult(out[0], out[1]);
    }

    /**
     * The k-th smallest element along an axis, counted from 1, and its index.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the element of that rank; its index along the axis
     */
    public static KthvalueResult kthvalue(NDArray x, Consumer<KthvalueOptions> options) {
        KthvalueOptions o = new KthvalueOptions();
        options.accept(o);
        NDArray[] out = KTHVALUE.all(o, x);
        return new KthvalueResult(out[0], out[1]);
    }

    /** The optional arguments of l1_loss. */
    public static final class L1LossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public L1LossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The mean absolute error, |x - target|.
     *
     * @param x predictions
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray l1Loss(NDArray x, NDArray target) {
        return L1_LOSS.call(x, target);
    }

    /**
     * The mean absolute error, |x - target|.
     *
     * @param x predictions
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray l1Loss(NDArray x, NDArray target, Consumer<L1LossOptions> options) {
        L1LossOptions o = new L1LossOptions();
        options.accept(o);
        return L1_LOSS.one(o, x, target);
    }

    /** The optional arguments of laplace. */
    public static final class LaplaceOptions extends Options {
        /** location: added to each sample (default: 0.0) */
        public LaplaceOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public LaplaceOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public LaplaceOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public LaplaceOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a Laplace distribution with mean loc.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray laplace(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return LAPLACE.one(o);
    }

    /**
     * Samples from a Laplace distribution with mean loc.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray laplace(long[] shape, Consumer<LaplaceOptions> options) {
        LaplaceOptions o = new LaplaceOptions();
        options.accept(o);
        o.put(0, shape);
        return LAPLACE.one(o);
    }

    /** The optional arguments of layer_norm. */
    public static final class LayerNormOptions extends Options {
        /** scale of each element of the normalised axes */
        public LayerNormOptions weight(NDArray value) {
            input(1, value);
            return this;
        }

        /** offset of each of these elements */
        public LayerNormOptions bias(NDArray value) {
            input(2, value);
            return this;
        }

        /** the last axes, which are normalised; none: as many as weight has axes, or one (default: none) */
        public LayerNormOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** added to the variance (at least 0.0; default: 1e-05) */
        public LayerNormOptions eps(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
     *
     * <p>weight and bias have the shape of those axes.  The variance has correction 0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray layerNorm(NDArray x) {
        return LAYER_NORM.call(x);
    }

    /**
     * Layer normalisation: subtract the mean and divide by the standard deviation over the last axes.
     *
     * <p>weight and bias have the shape of those axes.  The variance has correction 0.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray layerNorm(NDArray x, Consumer<LayerNormOptions> options) {
        LayerNormOptions o = new LayerNormOptions();
        options.accept(o);
        return LAYER_NORM.one(o, x, o.input(1), o.input(2));
    }

    /** The optional arguments of leaky_relu. */
    public static final class LeakyReluOptions extends Options {
        /** slope for negative x (default: 0.01) */
        public LeakyReluOptions negativeSlope(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Leaky ReLU: x where x &gt; 0, negative_slope x elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray leakyRelu(NDArray x) {
        return LEAKY_RELU.call(x);
    }

    /**
     * Leaky ReLU: x where x &gt; 0, negative_slope x elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray leakyRelu(NDArray x, Consumer<LeakyReluOptions> options) {
        LeakyReluOptions o = new LeakyReluOptions();
        options.accept(o);
        return LEAKY_RELU.one(o, x);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray less(NDArray x1, NDArray x2) {
        return LESS.call(x1, x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray less(NDArray x1, double x2) {
        return LESS.call(x1, x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray less(double x1, NDArray x2) {
        return LESS.call(x1, x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray less(NDArray x1, long x2) {
        return LESS.call(x1, x2);
    }

    /**
     * Test whether x1 &lt; x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray less(long x1, NDArray x2) {
        return LESS.call(x1, x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray lessEqual(NDArray x1, NDArray x2) {
        return LESS_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray lessEqual(NDArray x1, double x2) {
        return LESS_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray lessEqual(double x1, NDArray x2) {
        return LESS_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray lessEqual(NDArray x1, long x2) {
        return LESS_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 &lt;= x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray lessEqual(long x1, NDArray x2) {
        return LESS_EQUAL.call(x1, x2);
    }

    /** The optional arguments of lexsort. */
    public static final class LexsortOptions extends Options {
        /** axis to sort along (default: -1) */
        public LexsortOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
     *
     * @param keys keys of the elements, the last one first in importance
     * @return index of each element along the axis
     */
    public static NDArray lexsort(NDArray... keys) {
        return LEXSORT.one(null, keys);
    }

    /**
     * Indices that sort by several keys: by the last key, then, where it is equal, by the one before it, and so on.
     *
     * @param keys keys of the elements, the last one first in importance
     * @param options sets the optional arguments
     * @return index of each element along the axis
     */
    public static NDArray lexsort(NDArray[] keys, Consumer<LexsortOptions> options) {
        LexsortOptions o = new LexsortOptions();
        options.accept(o);
        return LEXSORT.one(o, keys);
    }

    /** The optional arguments of linear. */
    public static final class LinearOptions extends Options {
        /** one number per output feature */
        public LinearOptions bias(NDArray value) {
            input(2, value);
            return this;
        }
    }

    /**
     * The linear transformation y = x weight^T + bias.
     *
     * <p>x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
     *
     * @param x features along the last axis
     * @param weight (output features, input features)
     * @return the result
     */
    public static NDArray linear(NDArray x, NDArray weight) {
        return LINEAR.call(x, weight);
    }

    /**
     * The linear transformation y = x weight^T + bias.
     *
     * <p>x has shape (..., in), the weight (out, in), the bias (out,), the result (..., out).
     *
     * @param x features along the last axis
     * @param weight (output features, input features)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray linear(NDArray x, NDArray weight, Consumer<LinearOptions> options) {
        LinearOptions o = new LinearOptions();
        options.accept(o);
        return LINEAR.one(o, x, weight, o.input(2));
    }

    /** The optional arguments of linear_scan. */
    public static final class LinearScanOptions extends Options {
        /** axis to scan along (default: -1) */
        public LinearScanOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** scan from the end (default: false) */
        public LinearScanOptions reverse(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
     *
     * @param a factor of the previous result
     * @param b the number that is added
     * @return the result
     */
    public static NDArray linearScan(NDArray a, NDArray b) {
        return LINEAR_SCAN.call(a, b);
    }

    /**
     * Linear recurrence y[i] = a[i] y[i-1] + b[i] along an axis, starting from y = 0.
     *
     * @param a factor of the previous result
     * @param b the number that is added
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray linearScan(NDArray a, NDArray b, Consumer<LinearScanOptions> options) {
        LinearScanOptions o = new LinearScanOptions();
        options.accept(o);
        return LINEAR_SCAN.one(o, a, b);
    }

    /** The optional arguments of linspace. */
    public static final class LinspaceOptions extends Options {
        /** number of elements (at least 0; default: 50) */
        public LinspaceOptions num(long value) {
            put(2, value);
            return this;
        }

        /** include stop as the last number (default: true) */
        public LinspaceOptions endpoint(boolean value) {
            put(3, value);
            return this;
        }

        /** a float dtype (default: none) */
        public LinspaceOptions dtype(DType value) {
            put(4, value);
            return this;
        }

        /** device of the result (default: none) */
        public LinspaceOptions device(Device value) {
            put(5, value);
            return this;
        }
    }

    /**
     * A given number of evenly spaced numbers from start to stop.
     *
     * @param start first number
     * @param stop last number, or the end of the range
     * @return the result
     */
    public static NDArray linspace(double start, double stop) {
        Options o = new Options.Plain();
        o.put(0, start);
        o.put(1, stop);
        return LINSPACE.one(o);
    }

    /**
     * A given number of evenly spaced numbers from start to stop.
     *
     * @param start first number
     * @param stop last number, or the end of the range
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray linspace(double start, double stop, Consumer<LinspaceOptions> options) {
        LinspaceOptions o = new LinspaceOptions();
        options.accept(o);
        o.put(0, start);
        o.put(1, stop);
        return LINSPACE.one(o);
    }

    /** The optional arguments of local_response_norm. */
    public static final class LocalResponseNormOptions extends Options {
        /** multiplies the mean of the squares (default: 0.0001) */
        public LocalResponseNormOptions alpha(double value) {
            put(1, value);
            return this;
        }

        /** exponent of the divisor (default: 0.75) */
        public LocalResponseNormOptions beta(double value) {
            put(2, value);
            return this;
        }

        /** added to the divisor (default: 1.0) */
        public LocalResponseNormOptions k(double value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Local response normalisation across neighbouring channels.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param size number of neighbouring channels that are summed; required (at least 1)
     * @return the result
     */
    public static NDArray localResponseNorm(NDArray x, long size) {
        Options o = new Options.Plain();
        o.put(0, size);
        return LOCAL_RESPONSE_NORM.one(o, x);
    }

    /**
     * Local response normalisation across neighbouring channels.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param size number of neighbouring channels that are summed; required (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray localResponseNorm(NDArray x, long size, Consumer<LocalResponseNormOptions> options) {
        LocalResponseNormOptions o = new LocalResponseNormOptions();
        options.accept(o);
        o.put(0, size);
        return LOCAL_RESPONSE_NORM.one(o, x);
    }

    /**
     * Natural logarithm of each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray log(NDArray x) {
        return LOG.call(x);
    }

    /**
     * Base-10 logarithm.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray log10(NDArray x) {
        return LOG10.call(x);
    }

    /**
     * log(1 + x), accurate near zero.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray log1p(NDArray x) {
        return LOG1P.call(x);
    }

    /**
     * Base-2 logarithm.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray log2(NDArray x) {
        return LOG2.call(x);
    }

    /**
     * Logarithm of the sigmoid.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray logSigmoid(NDArray x) {
        return LOG_SIGMOID.call(x);
    }

    /** The optional arguments of log_softmax. */
    public static final class LogSoftmaxOptions extends Options {
        /** the axis whose entries sum to one (default: -1) */
        public LogSoftmaxOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The logarithm of softmax along an axis, computed without loss of precision.
     *
     * @param x scores
     * @return the result
     */
    public static NDArray logSoftmax(NDArray x) {
        return LOG_SOFTMAX.call(x);
    }

    /**
     * The logarithm of softmax along an axis, computed without loss of precision.
     *
     * @param x scores
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray logSoftmax(NDArray x, Consumer<LogSoftmaxOptions> options) {
        LogSoftmaxOptions o = new LogSoftmaxOptions();
        options.accept(o);
        return LOG_SOFTMAX.one(o, x);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logaddexp(NDArray x1, NDArray x2) {
        return LOGADDEXP.call(x1, x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logaddexp(NDArray x1, double x2) {
        return LOGADDEXP.call(x1, x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logaddexp(double x1, NDArray x2) {
        return LOGADDEXP.call(x1, x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logaddexp(NDArray x1, long x2) {
        return LOGADDEXP.call(x1, x2);
    }

    /**
     * log(exp(x1) + exp(x2)), without overflow.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logaddexp(long x1, NDArray x2) {
        return LOGADDEXP.call(x1, x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalAnd(NDArray x1, NDArray x2) {
        return LOGICAL_AND.call(x1, x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalAnd(NDArray x1, double x2) {
        return LOGICAL_AND.call(x1, x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalAnd(double x1, NDArray x2) {
        return LOGICAL_AND.call(x1, x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalAnd(NDArray x1, long x2) {
        return LOGICAL_AND.call(x1, x2);
    }

    /**
     * Logical AND.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalAnd(long x1, NDArray x2) {
        return LOGICAL_AND.call(x1, x2);
    }

    /**
     * Logical NOT.  Nonzero numbers are true.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray logicalNot(NDArray x) {
        return LOGICAL_NOT.call(x);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalOr(NDArray x1, NDArray x2) {
        return LOGICAL_OR.call(x1, x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalOr(NDArray x1, double x2) {
        return LOGICAL_OR.call(x1, x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalOr(double x1, NDArray x2) {
        return LOGICAL_OR.call(x1, x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalOr(NDArray x1, long x2) {
        return LOGICAL_OR.call(x1, x2);
    }

    /**
     * Logical OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalOr(long x1, NDArray x2) {
        return LOGICAL_OR.call(x1, x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalXor(NDArray x1, NDArray x2) {
        return LOGICAL_XOR.call(x1, x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalXor(NDArray x1, double x2) {
        return LOGICAL_XOR.call(x1, x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalXor(double x1, NDArray x2) {
        return LOGICAL_XOR.call(x1, x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalXor(NDArray x1, long x2) {
        return LOGICAL_XOR.call(x1, x2);
    }

    /**
     * Logical exclusive OR.  Nonzero numbers are true.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray logicalXor(long x1, NDArray x2) {
        return LOGICAL_XOR.call(x1, x2);
    }

    /** The optional arguments of logistic. */
    public static final class LogisticOptions extends Options {
        /** location: added to each sample (default: 0.0) */
        public LogisticOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public LogisticOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public LogisticOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public LogisticOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a logistic distribution with mean loc.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray logistic(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return LOGISTIC.one(o);
    }

    /**
     * Samples from a logistic distribution with mean loc.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray logistic(long[] shape, Consumer<LogisticOptions> options) {
        LogisticOptions o = new LogisticOptions();
        options.accept(o);
        o.put(0, shape);
        return LOGISTIC.one(o);
    }

    /**
     * log(x / (1 - x)), the inverse of sigmoid.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray logit(NDArray x) {
        return LOGIT.call(x);
    }

    /** The optional arguments of lognormal. */
    public static final class LognormalOptions extends Options {
        /** location: added to each sample (default: 0.0) */
        public LognormalOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public LognormalOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public LognormalOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public LognormalOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray lognormal(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return LOGNORMAL.one(o);
    }

    /**
     * Samples from a log-normal distribution; loc and scale are the mean and standard deviation of the logarithm.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray lognormal(long[] shape, Consumer<LognormalOptions> options) {
        LognormalOptions o = new LognormalOptions();
        options.accept(o);
        o.put(0, shape);
        return LOGNORMAL.one(o);
    }

    /** The optional arguments of logsumexp. */
    public static final class LogsumexpOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public LogsumexpOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public LogsumexpOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * log(sum(exp(x))) over axes, without overflow.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray logsumexp(NDArray x) {
        return LOGSUMEXP.call(x);
    }

    /**
     * log(sum(exp(x))) over axes, without overflow.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray logsumexp(NDArray x, Consumer<LogsumexpOptions> options) {
        LogsumexpOptions o = new LogsumexpOptions();
        options.accept(o);
        return LOGSUMEXP.one(o, x);
    }

    /** The optional arguments of lp_pool. */
    public static final class LpPoolOptions extends Options {
        /** the exponent (more than 0.0; default: 2.0) */
        public LpPoolOptions normType(double value) {
            put(0, value);
            return this;
        }

        /** distance between windows; none: kernel_size (at least 1; default: none) */
        public LpPoolOptions stride(long... value) {
            put(2, value);
            return this;
        }

        /** round output sizes up: include windows that extend past the end (default: false) */
        public LpPoolOptions ceilMode(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public static NDArray lpPool(NDArray x, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(1, kernelSize);
        return LP_POOL.one(o, x);
    }

    /**
     * Power-average pooling: (sum x^p)^(1/p) of each window, with p = norm_type.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray lpPool(NDArray x, long[] kernelSize, Consumer<LpPoolOptions> options) {
        LpPoolOptions o = new LpPoolOptions();
        options.accept(o);
        o.put(1, kernelSize);
        return LP_POOL.one(o, x);
    }

    /** The optional arguments of lstm. */
    public static final class LstmOptions extends Options {
        /** bias of the input */
        public LstmOptions biasIh(NDArray value) {
            input(3, value);
            return this;
        }

        /** bias of the hidden state */
        public LstmOptions biasHh(NDArray value) {
            input(4, value);
            return this;
        }

        /** initial hidden state */
        public LstmOptions h0(NDArray value) {
            input(5, value);
            return this;
        }

        /** initial cell state */
        public LstmOptions c0(NDArray value) {
            input(6, value);
            return this;
        }

        /** number of time steps of each sample */
        public LstmOptions lengths(NDArray value) {
            input(7, value);
            return this;
        }

        /** process the sequence from the last time step to the first (default: false) */
        public LstmOptions reverse(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of lstm.
     *
     * @param y hidden states of all time steps
     * @param hN last hidden state
     * @param cN last cell state
     * @param saved intermediate values for the gradient
     */
    public record LstmResult(NDArray y, NDArray hN, NDArray cN, NDArray saved) {}

    /**
     * A long short-term memory (LSTM) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in the
     * order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.  lengths
     * has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state; last cell state; intermediate values for the gradient
     */
    public static LstmResult lstm(NDArray x, NDArray weightIh, NDArray weightHh) {
        NDArray[] out = LSTM.all(null, x, weightIh, weightHh);
        return new LstmResult(out[0], out[1], out[2], out[3]);
    }

    /**
     * A long short-term memory (LSTM) layer.
     *
     * <p>x has shape (time, batch, inputs), weight_ih (4 * units, inputs), weight_hh (4 * units, units), with the gates in the
     * order i, f, g, o.  y holds the states of all time steps, h_n and c_n the last states; saved is for the gradient.  lengths
     * has the number of time steps of each sample, after which y is 0 and the state does not change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state; last cell state; intermediate values for the gradient
     */
    public static LstmResult lstm(NDArray x, NDArray weightIh, NDArray weightHh, Consumer<LstmOptions> options) {
        LstmOptions o = new LstmOptions();
        options.accept(o);
        NDArray[] out = LSTM.all(o, x, weightIh, weightHh, o.input(3), o.input(4), o.input(5), o.input(6), o.input(7));
        return new LstmResult(out[0], out[1], out[2], out[3]);
    }

    /** The optional arguments of margin_ranking_loss. */
    public static final class MarginRankingLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public MarginRankingLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** margin of the comparison (default: 0.0) */
        public MarginRankingLossOptions margin(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
     *
     * @param x1 scores
     * @param x2 scores
     * @param target 1 if x1 should be ranked higher, else -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray marginRankingLoss(NDArray x1, NDArray x2, NDArray target) {
        return MARGIN_RANKING_LOSS.one(null, x1, x2, target);
    }

    /**
     * The margin ranking loss, max(0, margin - target * (x1 - x2)), for targets 1 and -1.
     *
     * @param x1 scores
     * @param x2 scores
     * @param target 1 if x1 should be ranked higher, else -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray marginRankingLoss(NDArray x1, NDArray x2, NDArray target, Consumer<MarginRankingLossOptions> options) {
        MarginRankingLossOptions o = new MarginRankingLossOptions();
        options.accept(o);
        return MARGIN_RANKING_LOSS.one(o, x1, x2, target);
    }

    /**
     * A copy of x with the elements replaced where the mask is true, as in x[mask] = values.
     *
     * <p>Values are one row for all true elements, or one row for each in row-major order; any other number of rows makes the
     * operation fail.  If x is also the output, only the selected elements are written.
     *
     * @param x the input
     * @param mask bools, in the shape of x or of its leading axes
     * @param values new values, in order
     * @return x with the new values
     */
    public static NDArray maskPut(NDArray x, NDArray mask, NDArray values) {
        return MASK_PUT.one(null, x, mask, values);
    }

    /**
     * Elements (or rows) of x where the mask is true, as in x[mask].
     *
     * <p>The size of the result depends on the mask, so this waits for the mask (not for x).  The mask has the shape of x or of
     * its leading dimensions.
     *
     * @param x the input
     * @param mask bools, in the shape of x or of its leading axes
     * @return the elements or rows where the mask is true
     */
    public static NDArray maskSelect(NDArray x, NDArray mask) {
        return MASK_SELECT.call(x, mask);
    }

    /**
     * The matrix product of two arrays.
     *
     * <p>Dimensions before the last two broadcast.  A vector is treated as a row on the left and as a column on the right, and
     * this dimension is dropped from the result.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray matmul(NDArray x1, NDArray x2) {
        return MATMUL.call(x1, x2);
    }

    /** The optional arguments of matrix_norm. */
    public static final class MatrixNormOptions extends Options {
        /** keep both axes, with size one (default: false) */
        public MatrixNormOptions keepdims(boolean value) {
            put(0, value);
            return this;
        }

        /** order of the norm: 'fro', '1', '-1', 'inf' or '-inf' (one of fro, 1, -1, inf, -inf; default: fro) */
        public MatrixNormOptions ord(String value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The matrix norms that need no singular values.
     *
     * <p>'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|, 'inf' and
     * '-inf' the largest and smallest row sum.
     *
     * @param x matrices
     * @return the result
     */
    public static NDArray matrixNorm(NDArray x) {
        return MATRIX_NORM.call(x);
    }

    /**
     * The matrix norms that need no singular values.
     *
     * <p>'fro' is the square root of the sum of squares.  '1' and '-1' are the largest and smallest column sum of |x|, 'inf' and
     * '-inf' the largest and smallest row sum.
     *
     * @param x matrices
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray matrixNorm(NDArray x, Consumer<MatrixNormOptions> options) {
        MatrixNormOptions o = new MatrixNormOptions();
        options.accept(o);
        return MATRIX_NORM.one(o, x);
    }

    /**
     * Raise square matrices to an integer power.
     *
     * @param x square matrices
     * @param n the exponent; if negative, x is inverted first
     * @return the result
     */
    public static NDArray matrixPower(NDArray x, long n) {
        Options o = new Options.Plain();
        o.put(0, n);
        return MATRIX_POWER.one(o, x);
    }

    /**
     * Exchange the last two axes; returns a view.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray matrixTranspose(NDArray x) {
        return MATRIX_TRANSPOSE.call(x);
    }

    /** The optional arguments of max. */
    public static final class MaxOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public MaxOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public MaxOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Maximum over axes; NaN if any element is NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray max(NDArray x) {
        return MAX.call(x);
    }

    /**
     * Maximum over axes; NaN if any element is NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray max(NDArray x, Consumer<MaxOptions> options) {
        MaxOptions o = new MaxOptions();
        options.accept(o);
        return MAX.one(o, x);
    }

    /** The optional arguments of max_pool. */
    public static final class MaxPoolOptions extends Options {
        /** distance between windows; none: kernel_size (at least 1; default: none) */
        public MaxPoolOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** padding at both ends of each axis, less than any element; none: 0 (at least 0; default: none) */
        public MaxPoolOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** spacing between the elements of a window; none: 1 (at least 1; default: none) */
        public MaxPoolOptions dilation(long... value) {
            put(3, value);
            return this;
        }

        /** round output sizes up: include windows that extend past the end (default: false) */
        public MaxPoolOptions ceilMode(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Max pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return the result
     */
    public static NDArray maxPool(NDArray x, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(0, kernelSize);
        return MAX_POOL.one(o, x);
    }

    /**
     * Max pooling over one, two or three spatial axes.
     *
     * <p>x has shape (batch, channels, spatial axes).  A window that contains NaN gives NaN.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray maxPool(NDArray x, long[] kernelSize, Consumer<MaxPoolOptions> options) {
        MaxPoolOptions o = new MaxPoolOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return MAX_POOL.one(o, x);
    }

    /** The optional arguments of max_pool_indices. */
    public static final class MaxPoolIndicesOptions extends Options {
        /** distance between windows; none: kernel_size (at least 1; default: none) */
        public MaxPoolIndicesOptions stride(long... value) {
            put(1, value);
            return this;
        }

        /** padding at both ends of each axis, less than any element; none: 0 (at least 0; default: none) */
        public MaxPoolIndicesOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** spacing between the elements of a window; none: 1 (at least 1; default: none) */
        public MaxPoolIndicesOptions dilation(long... value) {
            put(3, value);
            return this;
        }

        /** round output sizes up: include windows that extend past the end (default: false) */
        public MaxPoolIndicesOptions ceilMode(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The indices of the maxima of max_pool, flattened over the spatial axes.
     *
     * <p>Among equal elements the first is chosen.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @return position of each maximum in the flattened spatial axes
     */
    public static NDArray maxPoolIndices(NDArray x, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(0, kernelSize);
        return MAX_POOL_INDICES.one(o, x);
    }

    /**
     * The indices of the maxima of max_pool, flattened over the spatial axes.
     *
     * <p>Among equal elements the first is chosen.
     *
     * @param x images or sequences, (batch, channels, spatial axes)
     * @param kernelSize size of a window, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return position of each maximum in the flattened spatial axes
     */
    public static NDArray maxPoolIndices(NDArray x, long[] kernelSize, Consumer<MaxPoolIndicesOptions> options) {
        MaxPoolIndicesOptions o = new MaxPoolIndicesOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return MAX_POOL_INDICES.one(o, x);
    }

    /**
     * The partial inverse of max_pool: zeros, with x at the positions of max_pool_indices.
     *
     * <p>The task fails if an index is out of range.
     *
     * @param x maxima, as max_pool returns them
     * @param indices positions, as max_pool_indices returns them
     * @param outputSize spatial sizes of the result, one entry per axis (at least 1)
     * @return the result
     */
    public static NDArray maxUnpool(NDArray x, NDArray indices, long... outputSize) {
        Options o = new Options.Plain();
        o.put(0, outputSize);
        return MAX_UNPOOL.one(o, x, indices);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray maximum(NDArray x1, NDArray x2) {
        return MAXIMUM.call(x1, x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray maximum(NDArray x1, double x2) {
        return MAXIMUM.call(x1, x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray maximum(double x1, NDArray x2) {
        return MAXIMUM.call(x1, x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray maximum(NDArray x1, long x2) {
        return MAXIMUM.call(x1, x2);
    }

    /**
     * Element-wise maximum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray maximum(long x1, NDArray x2) {
        return MAXIMUM.call(x1, x2);
    }

    /** The optional arguments of mean. */
    public static final class MeanOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public MeanOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public MeanOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Arithmetic mean over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray mean(NDArray x) {
        return MEAN.call(x);
    }

    /**
     * Arithmetic mean over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray mean(NDArray x, Consumer<MeanOptions> options) {
        MeanOptions o = new MeanOptions();
        options.accept(o);
        return MEAN.one(o, x);
    }

    /** The optional arguments of median. */
    public static final class MedianOptions extends Options {
        /** axis to reduce; none: all elements (default: none) */
        public MedianOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public MedianOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Median along an axis; for an even number of elements, the mean of the two middle ones.
     *
     * <p>If an element is NaN, the result is NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray median(NDArray x) {
        return MEDIAN.call(x);
    }

    /**
     * Median along an axis; for an even number of elements, the mean of the two middle ones.
     *
     * <p>If an element is NaN, the result is NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray median(NDArray x, Consumer<MedianOptions> options) {
        MedianOptions o = new MedianOptions();
        options.accept(o);
        return MEDIAN.one(o, x);
    }

    /** The optional arguments of meshgrid. */
    public static final class MeshgridOptions extends Options {
        /** 'xy': the first array varies along the second axis; 'ij': along the first (one of xy, ij; default: xy) */
        public MeshgridOptions indexing(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Coordinates of every point of a grid, one array for each axis; returns views.
     *
     * @param arrays coordinates, one-dimensional
     * @return one coordinate array per input
     */
    public static NDArray[] meshgrid(NDArray... arrays) {
        return MESHGRID.all(null, arrays);
    }

    /**
     * Coordinates of every point of a grid, one array for each axis; returns views.
     *
     * @param arrays coordinates, one-dimensional
     * @param options sets the optional arguments
     * @return one coordinate array per input
     */
    public static NDArray[] meshgrid(NDArray[] arrays, Consumer<MeshgridOptions> options) {
        MeshgridOptions o = new MeshgridOptions();
        options.accept(o);
        return MESHGRID.all(o, arrays);
    }

    /** The optional arguments of min. */
    public static final class MinOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public MinOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public MinOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Minimum over axes; NaN if any element is NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray min(NDArray x) {
        return MIN.call(x);
    }

    /**
     * Minimum over axes; NaN if any element is NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray min(NDArray x, Consumer<MinOptions> options) {
        MinOptions o = new MinOptions();
        options.accept(o);
        return MIN.one(o, x);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray minimum(NDArray x1, NDArray x2) {
        return MINIMUM.call(x1, x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray minimum(NDArray x1, double x2) {
        return MINIMUM.call(x1, x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray minimum(double x1, NDArray x2) {
        return MINIMUM.call(x1, x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray minimum(NDArray x1, long x2) {
        return MINIMUM.call(x1, x2);
    }

    /**
     * Element-wise minimum; NaN if either element is NaN.  Equal elements share the gradient.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray minimum(long x1, NDArray x2) {
        return MINIMUM.call(x1, x2);
    }

    /**
     * Mish: x tanh(softplus(x)).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray mish(NDArray x) {
        return MISH.call(x);
    }

    /**
     * Move axes to new positions; the others keep their order.  Returns a view.
     *
     * @param x the input
     * @param source axes to move
     * @param destination their positions in the result
     * @return the result
     */
    public static NDArray moveaxis(NDArray x, long[] source, long... destination) {
        Options o = new Options.Plain();
        o.put(0, source);
        o.put(1, destination);
        return MOVEAXIS.one(o, x);
    }

    /** The optional arguments of mse_loss. */
    public static final class MseLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public MseLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The mean squared error, (x - target)^2.
     *
     * @param x predictions
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray mseLoss(NDArray x, NDArray target) {
        return MSE_LOSS.call(x, target);
    }

    /**
     * The mean squared error, (x - target)^2.
     *
     * @param x predictions
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray mseLoss(NDArray x, NDArray target, Consumer<MseLossOptions> options) {
        MseLossOptions o = new MseLossOptions();
        options.accept(o);
        return MSE_LOSS.one(o, x, target);
    }

    /** The optional arguments of multi_margin_loss. */
    public static final class MultiMarginLossOptions extends Options {
        /** factor of each class */
        public MultiMarginLossOptions weight(NDArray value) {
            input(2, value);
            return this;
        }

        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public MultiMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** power of each class's loss: 1 or 2 (one of 1.0, 2.0; default: 1.0) */
        public MultiMarginLossOptions p(double value) {
            put(1, value);
            return this;
        }

        /** by how much the label's score should exceed the other scores (default: 1.0) */
        public MultiMarginLossOptions margin(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
     *
     * <p>x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A label
     * out of range is an error.
     *
     * @param x scores of the classes
     * @param target labels
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray multiMarginLoss(NDArray x, NDArray target) {
        return MULTI_MARGIN_LOSS.call(x, target);
    }

    /**
     * The multi-class margin loss: the mean of max(0, margin - x[label] + x[i])^p over classes.
     *
     * <p>x has shape (batch, classes).  The class of the label does not contribute.  weight has one factor per class.  A label
     * out of range is an error.
     *
     * @param x scores of the classes
     * @param target labels
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray multiMarginLoss(NDArray x, NDArray target, Consumer<MultiMarginLossOptions> options) {
        MultiMarginLossOptions o = new MultiMarginLossOptions();
        options.accept(o);
        return MULTI_MARGIN_LOSS.one(o, x, target, o.input(2));
    }

    /** The optional arguments of multilabel_soft_margin_loss. */
    public static final class MultilabelSoftMarginLossOptions extends Options {
        /** factor of each class */
        public MultilabelSoftMarginLossOptions weight(NDArray value) {
            input(2, value);
            return this;
        }

        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public MultilabelSoftMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
     *
     * <p>Classes lie along the last axis.
     *
     * @param x logits of the classes
     * @param target 0 or 1 for each class
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray multilabelSoftMarginLoss(NDArray x, NDArray target) {
        return MULTILABEL_SOFT_MARGIN_LOSS.call(x, target);
    }

    /**
     * The mean over classes of the binary cross entropy between sigmoid(x) and 0/1 targets.
     *
     * <p>Classes lie along the last axis.
     *
     * @param x logits of the classes
     * @param target 0 or 1 for each class
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray multilabelSoftMarginLoss(NDArray x, NDArray target, Consumer<MultilabelSoftMarginLossOptions> options) {
        MultilabelSoftMarginLossOptions o = new MultilabelSoftMarginLossOptions();
        options.accept(o);
        return MULTILABEL_SOFT_MARGIN_LOSS.one(o, x, target, o.input(2));
    }

    /**
     * Element-wise product.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray multiply(NDArray x1, NDArray x2) {
        return MULTIPLY.call(x1, x2);
    }

    /**
     * Element-wise product.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray multiply(NDArray x1, double x2) {
        return MULTIPLY.call(x1, x2);
    }

    /**
     * Element-wise product.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray multiply(double x1, NDArray x2) {
        return MULTIPLY.call(x1, x2);
    }

    /**
     * Element-wise product.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray multiply(NDArray x1, long x2) {
        return MULTIPLY.call(x1, x2);
    }

    /**
     * Element-wise product.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray multiply(long x1, NDArray x2) {
        return MULTIPLY.call(x1, x2);
    }

    /** The optional arguments of nanargmax. */
    public static final class NanargmaxOptions extends Options {
        /** axis to reduce; none: all elements, in row-major order (default: none) */
        public NanargmaxOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public NanargmaxOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Index of the largest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param x the input
     * @return the indices
     */
    public static NDArray nanargmax(NDArray x) {
        return NANARGMAX.call(x);
    }

    /**
     * Index of the largest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the indices
     */
    public static NDArray nanargmax(NDArray x, Consumer<NanargmaxOptions> options) {
        NanargmaxOptions o = new NanargmaxOptions();
        options.accept(o);
        return NANARGMAX.one(o, x);
    }

    /** The optional arguments of nanargmin. */
    public static final class NanargminOptions extends Options {
        /** axis to reduce; none: all elements, in row-major order (default: none) */
        public NanargminOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public NanargminOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Index of the smallest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param x the input
     * @return the indices
     */
    public static NDArray nanargmin(NDArray x) {
        return NANARGMIN.call(x);
    }

    /**
     * Index of the smallest element that is not NaN along an axis; the first of equal elements.
     *
     * <p>Where all elements are NaN, the operation fails.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the indices
     */
    public static NDArray nanargmin(NDArray x, Consumer<NanargminOptions> options) {
        NanargminOptions o = new NanargminOptions();
        options.accept(o);
        return NANARGMIN.one(o, x);
    }

    /** The optional arguments of nancumprod. */
    public static final class NancumprodOptions extends Options {
        /** axis to accumulate along; may be omitted for a 1-d array (default: none) */
        public NancumprodOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public NancumprodOptions dtype(DType value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Cumulative product along an axis, with NaN as 1.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nancumprod(NDArray x) {
        return NANCUMPROD.call(x);
    }

    /**
     * Cumulative product along an axis, with NaN as 1.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nancumprod(NDArray x, Consumer<NancumprodOptions> options) {
        NancumprodOptions o = new NancumprodOptions();
        options.accept(o);
        return NANCUMPROD.one(o, x);
    }

    /** The optional arguments of nancumsum. */
    public static final class NancumsumOptions extends Options {
        /** axis to accumulate along; may be omitted for a 1-d array (default: none) */
        public NancumsumOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public NancumsumOptions dtype(DType value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Cumulative sum along an axis, with NaN as 0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nancumsum(NDArray x) {
        return NANCUMSUM.call(x);
    }

    /**
     * Cumulative sum along an axis, with NaN as 0.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nancumsum(NDArray x, Consumer<NancumsumOptions> options) {
        NancumsumOptions o = new NancumsumOptions();
        options.accept(o);
        return NANCUMSUM.one(o, x);
    }

    /** The optional arguments of nanmax. */
    public static final class NanmaxOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanmaxOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanmaxOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Maximum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanmax(NDArray x) {
        return NANMAX.call(x);
    }

    /**
     * Maximum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanmax(NDArray x, Consumer<NanmaxOptions> options) {
        NanmaxOptions o = new NanmaxOptions();
        options.accept(o);
        return NANMAX.one(o, x);
    }

    /** The optional arguments of nanmean. */
    public static final class NanmeanOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanmeanOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanmeanOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Arithmetic mean over axes of the elements that are not NaN.
     *
     * <p>Without any, the mean is NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanmean(NDArray x) {
        return NANMEAN.call(x);
    }

    /**
     * Arithmetic mean over axes of the elements that are not NaN.
     *
     * <p>Without any, the mean is NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanmean(NDArray x, Consumer<NanmeanOptions> options) {
        NanmeanOptions o = new NanmeanOptions();
        options.accept(o);
        return NANMEAN.one(o, x);
    }

    /** The optional arguments of nanmedian. */
    public static final class NanmedianOptions extends Options {
        /** axis to reduce; none: all elements, in row-major order (default: none) */
        public NanmedianOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public NanmedianOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Median along an axis of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanmedian(NDArray x) {
        return NANMEDIAN.call(x);
    }

    /**
     * Median along an axis of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanmedian(NDArray x, Consumer<NanmedianOptions> options) {
        NanmedianOptions o = new NanmedianOptions();
        options.accept(o);
        return NANMEDIAN.one(o, x);
    }

    /** The optional arguments of nanmin. */
    public static final class NanminOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanminOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanminOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Minimum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanmin(NDArray x) {
        return NANMIN.call(x);
    }

    /**
     * Minimum over axes of the elements that are not NaN.
     *
     * <p>NaN where all are NaN.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanmin(NDArray x, Consumer<NanminOptions> options) {
        NanminOptions o = new NanminOptions();
        options.accept(o);
        return NANMIN.one(o, x);
    }

    /** The optional arguments of nanprod. */
    public static final class NanprodOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanprodOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanprodOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public NanprodOptions dtype(DType value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Product over axes of the elements that are not NaN.
     *
     * <p>Without any, the product is 1.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanprod(NDArray x) {
        return NANPROD.call(x);
    }

    /**
     * Product over axes of the elements that are not NaN.
     *
     * <p>Without any, the product is 1.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanprod(NDArray x, Consumer<NanprodOptions> options) {
        NanprodOptions o = new NanprodOptions();
        options.accept(o);
        return NANPROD.one(o, x);
    }

    /** The optional arguments of nanstd. */
    public static final class NanstdOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanstdOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanstdOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** the divisor is the number of elements minus this (default: 0.0) */
        public NanstdOptions correction(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Standard deviation over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanstd(NDArray x) {
        return NANSTD.call(x);
    }

    /**
     * Standard deviation over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanstd(NDArray x, Consumer<NanstdOptions> options) {
        NanstdOptions o = new NanstdOptions();
        options.accept(o);
        return NANSTD.one(o, x);
    }

    /** The optional arguments of nansum. */
    public static final class NansumOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NansumOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NansumOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public NansumOptions dtype(DType value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Sum over axes of the elements that are not NaN.
     *
     * <p>Without any, the sum is 0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nansum(NDArray x) {
        return NANSUM.call(x);
    }

    /**
     * Sum over axes of the elements that are not NaN.
     *
     * <p>Without any, the sum is 0.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nansum(NDArray x, Consumer<NansumOptions> options) {
        NansumOptions o = new NansumOptions();
        options.accept(o);
        return NANSUM.one(o, x);
    }

    /** The optional arguments of nanvar. */
    public static final class NanvarOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public NanvarOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public NanvarOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** the divisor is the number of elements minus this (default: 0.0) */
        public NanvarOptions correction(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Variance over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray nanvar(NDArray x) {
        return NANVAR.call(x);
    }

    /**
     * Variance over axes of the elements that are not NaN.
     *
     * <p>NaN where there are no more of them than the correction.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray nanvar(NDArray x, Consumer<NanvarOptions> options) {
        NanvarOptions o = new NanvarOptions();
        options.accept(o);
        return NANVAR.one(o, x);
    }

    /**
     * Negate each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray negative(NDArray x) {
        return NEGATIVE.call(x);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray nextafter(NDArray x1, NDArray x2) {
        return NEXTAFTER.call(x1, x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray nextafter(NDArray x1, double x2) {
        return NEXTAFTER.call(x1, x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray nextafter(double x1, NDArray x2) {
        return NEXTAFTER.call(x1, x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray nextafter(NDArray x1, long x2) {
        return NEXTAFTER.call(x1, x2);
    }

    /**
     * Next representable number after x1 in the direction of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray nextafter(long x1, NDArray x2) {
        return NEXTAFTER.call(x1, x2);
    }

    /** The optional arguments of nll_loss. */
    public static final class NllLossOptions extends Options {
        /** factor of each class */
        public NllLossOptions weight(NDArray value) {
            input(2, value);
            return this;
        }

        /** the class axis; none: 1, or 0 if x is a vector (default: none) */
        public NllLossOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public NllLossOptions reduction(String value) {
            put(1, value);
            return this;
        }

        /** targets with this label do not contribute (default: -100) */
        public NllLossOptions ignoreIndex(long value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The negative log-likelihood of labels under log-probabilities x.
     *
     * <p>x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the sum of
     * the weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
     *
     * @param x log-probabilities
     * @param target labels
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray nllLoss(NDArray x, NDArray target) {
        return NLL_LOSS.call(x, target);
    }

    /**
     * The negative log-likelihood of labels under log-probabilities x.
     *
     * <p>x holds log-probabilities, with the classes along axis.  weight has one factor per class; a mean divides by the sum of
     * the weights of the labels.  A label that is out of range is an error, unless it is ignore_index.
     *
     * @param x log-probabilities
     * @param target labels
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray nllLoss(NDArray x, NDArray target, Consumer<NllLossOptions> options) {
        NllLossOptions o = new NllLossOptions();
        options.accept(o);
        return NLL_LOSS.one(o, x, target, o.input(2));
    }

    /**
     * Indices of the nonzero elements: one array for each axis.
     *
     * <p>The size of the result depends on the values, so this waits for x.  The indices are in row-major order of the elements.
     *
     * @param x the input
     * @return the indices of the nonzero elements, one array per axis
     */
    public static NDArray[] nonzero(NDArray x) {
        return NONZERO.all(null, x);
    }

    /** The optional arguments of normal. */
    public static final class NormalOptions extends Options {
        /** mean (default: 0.0) */
        public NormalOptions mean(double value) {
            put(1, value);
            return this;
        }

        /** standard deviation (at least 0.0; default: 1.0) */
        public NormalOptions std(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public NormalOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public NormalOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a normal distribution.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray normal(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return NORMAL.one(o);
    }

    /**
     * Samples from a normal distribution.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray normal(long[] shape, Consumer<NormalOptions> options) {
        NormalOptions o = new NormalOptions();
        options.accept(o);
        o.put(0, shape);
        return NORMAL.one(o);
    }

    /** The optional arguments of normalize. */
    public static final class NormalizeOptions extends Options {
        /** order of the norm; may be inf (more than 0.0; default: 2.0) */
        public NormalizeOptions p(double value) {
            put(0, value);
            return this;
        }

        /** the axis of the vectors (default: -1) */
        public NormalizeOptions axis(long value) {
            put(1, value);
            return this;
        }

        /** lower bound of the divisor (at least 0.0; default: 1e-12) */
        public NormalizeOptions eps(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Divide the vectors along an axis by their p-norm.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray normalize(NDArray x) {
        return NORMALIZE.call(x);
    }

    /**
     * Divide the vectors along an axis by their p-norm.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray normalize(NDArray x, Consumer<NormalizeOptions> options) {
        NormalizeOptions o = new NormalizeOptions();
        options.accept(o);
        return NORMALIZE.one(o, x);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray notEqual(NDArray x1, NDArray x2) {
        return NOT_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray notEqual(NDArray x1, double x2) {
        return NOT_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray notEqual(double x1, NDArray x2) {
        return NOT_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray notEqual(NDArray x1, long x2) {
        return NOT_EQUAL.call(x1, x2);
    }

    /**
     * Test whether x1 != x2, element-wise.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray notEqual(long x1, NDArray x2) {
        return NOT_EQUAL.call(x1, x2);
    }

    /** The optional arguments of one_hot. */
    public static final class OneHotOptions extends Options {
        /** dtype of the result; default: the default float dtype (default: none) */
        public OneHotOptions dtype(DType value) {
            put(1, value);
            return this;
        }
    }

    /**
     * One-hot vectors: 1 at each index, 0 elsewhere.
     *
     * <p>An index outside 0 to num_classes - 1 makes the operation fail.
     *
     * @param indices classes
     * @param numClasses size of the new last dimension; required (at least 0)
     * @return 1 at the class of each index, 0 elsewhere
     */
    public static NDArray oneHot(NDArray indices, long numClasses) {
        Options o = new Options.Plain();
        o.put(0, numClasses);
        return ONE_HOT.one(o, indices);
    }

    /**
     * One-hot vectors: 1 at each index, 0 elsewhere.
     *
     * <p>An index outside 0 to num_classes - 1 makes the operation fail.
     *
     * @param indices classes
     * @param numClasses size of the new last dimension; required (at least 0)
     * @param options sets the optional arguments
     * @return 1 at the class of each index, 0 elsewhere
     */
    public static NDArray oneHot(NDArray indices, long numClasses, Consumer<OneHotOptions> options) {
        OneHotOptions o = new OneHotOptions();
        options.accept(o);
        o.put(0, numClasses);
        return ONE_HOT.one(o, indices);
    }

    /** The optional arguments of ones. */
    public static final class OnesOptions extends Options {
        /** dtype of the result; default: the default float dtype (default: none) */
        public OnesOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public OnesOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * An array of ones.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray ones(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return ONES.one(o);
    }

    /**
     * An array of ones.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray ones(long[] shape, Consumer<OnesOptions> options) {
        OnesOptions o = new OnesOptions();
        options.accept(o);
        o.put(0, shape);
        return ONES.one(o);
    }

    /** The optional arguments of ones_like. */
    public static final class OnesLikeOptions extends Options {
        /** dtype of the result; default: that of x (default: none) */
        public OnesLikeOptions dtype(DType value) {
            put(0, value);
            return this;
        }

        /** device of the result; default: that of x (default: none) */
        public OnesLikeOptions device(Device value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Ones with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @return the result
     */
    public static NDArray onesLike(NDArray x) {
        return ONES_LIKE.call(x);
    }

    /**
     * Ones with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray onesLike(NDArray x, Consumer<OnesLikeOptions> options) {
        OnesLikeOptions o = new OnesLikeOptions();
        options.accept(o);
        return ONES_LIKE.one(o, x);
    }

    /**
     * The outer product: each element of x1 times each element of x2.
     *
     * <p>Inputs of several dimensions are flattened.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray outer(NDArray x1, NDArray x2) {
        return OUTER.call(x1, x2);
    }

    /** The optional arguments of pad. */
    public static final class PadOptions extends Options {
        /**
         * 'constant', 'edge', 'reflect', 'symmetric' or 'wrap' (one of constant, edge, reflect, symmetric, wrap; default:
         * constant)
         */
        public PadOptions mode(String value) {
            put(1, value);
            return this;
        }

        /** fill value for mode 'constant' (default: 0.0) */
        public PadOptions value(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Pad an array.
     *
     * <p>The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
     * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
     *
     * @param x the input
     * @param widths padding before and after the first axis, then before and after the next, and so on (at least 0)
     * @return the result
     */
    public static NDArray pad(NDArray x, long... widths) {
        Options o = new Options.Plain();
        o.put(0, widths);
        return PAD.one(o, x);
    }

    /**
     * Pad an array.
     *
     * <p>The padding is a constant, the nearest edge element ('edge' or 'replicate'), a reflection at the edge ('reflect';
     * 'symmetric' repeats the edge element), or the elements of the opposite end ('wrap' or 'circular').
     *
     * @param x the input
     * @param widths padding before and after the first axis, then before and after the next, and so on (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray pad(NDArray x, long[] widths, Consumer<PadOptions> options) {
        PadOptions o = new PadOptions();
        options.accept(o);
        o.put(0, widths);
        return PAD.one(o, x);
    }

    /** The optional arguments of pairwise_distance. */
    public static final class PairwiseDistanceOptions extends Options {
        /** order of the norm; may be inf (more than 0.0; default: 2.0) */
        public PairwiseDistanceOptions p(double value) {
            put(0, value);
            return this;
        }

        /** added to each difference (default: 1e-06) */
        public PairwiseDistanceOptions eps(double value) {
            put(1, value);
            return this;
        }

        /** keep the last axis, with size one (default: false) */
        public PairwiseDistanceOptions keepdims(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @return the result
     */
    public static NDArray pairwiseDistance(NDArray x1, NDArray x2) {
        return PAIRWISE_DISTANCE.call(x1, x2);
    }

    /**
     * The p-norm distances between corresponding vectors along the last axes of x1 and x2.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray pairwiseDistance(NDArray x1, NDArray x2, Consumer<PairwiseDistanceOptions> options) {
        PairwiseDistanceOptions o = new PairwiseDistanceOptions();
        options.accept(o);
        return PAIRWISE_DISTANCE.one(o, x1, x2);
    }

    /** The optional arguments of partition. */
    public static final class PartitionOptions extends Options {
        /** axis to partition along (default: -1) */
        public PartitionOptions axis(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param x the input
     * @param kth index that is put in its sorted position
     * @return the result
     */
    public static NDArray partition(NDArray x, long kth) {
        Options o = new Options.Plain();
        o.put(0, kth);
        return PARTITION.one(o, x);
    }

    /**
     * Partition along an axis: the kth element is where sorting would put it, smaller ones before it.
     *
     * <p>All elements are sorted, which is fast; use topk for a few of them.
     *
     * @param x the input
     * @param kth index that is put in its sorted position
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray partition(NDArray x, long kth, Consumer<PartitionOptions> options) {
        PartitionOptions o = new PartitionOptions();
        options.accept(o);
        o.put(0, kth);
        return PARTITION.one(o, x);
    }

    /** The optional arguments of percentile. */
    public static final class PercentileOptions extends Options {
        /** axis to reduce; none: all elements (default: none) */
        public PercentileOptions axis(long value) {
            put(0, value);
            return this;
        }

        /**
         * interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
         * averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
         * normal_unbiased; default: linear)
         */
        public PercentileOptions method(String value) {
            put(1, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public PercentileOptions keepdims(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Percentiles of the elements along an axis, for q from 0 to 100.
     *
     * <p>Like quantile, with q from 0 to 100.
     *
     * @param x the input
     * @param q which quantiles, as fractions or percentages
     * @return the result
     */
    public static NDArray percentile(NDArray x, NDArray q) {
        return PERCENTILE.call(x, q);
    }

    /**
     * Percentiles of the elements along an axis, for q from 0 to 100.
     *
     * <p>Like quantile, with q from 0 to 100.
     *
     * @param x the input
     * @param q which quantiles, as fractions or percentages
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray percentile(NDArray x, NDArray q, Consumer<PercentileOptions> options) {
        PercentileOptions o = new PercentileOptions();
        options.accept(o);
        return PERCENTILE.one(o, x, q);
    }

    /** The optional arguments of permutation. */
    public static final class PermutationOptions extends Options {
        /** an integer dtype (default: int64) */
        public PermutationOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public PermutationOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Random permutation of the integers from 0 to n - 1.
     *
     * @param n number of integers; required (at least 0)
     * @return the result
     */
    public static NDArray permutation(long n) {
        Options o = new Options.Plain();
        o.put(0, n);
        return PERMUTATION.one(o);
    }

    /**
     * Random permutation of the integers from 0 to n - 1.
     *
     * @param n number of integers; required (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray permutation(long n, Consumer<PermutationOptions> options) {
        PermutationOptions o = new PermutationOptions();
        options.accept(o);
        o.put(0, n);
        return PERMUTATION.one(o);
    }

    /** The optional arguments of permute_dims. */
    public static final class PermuteDimsOptions extends Options {
        /** source axis of each axis of the result; none: reverse the axes (default: none) */
        public PermuteDimsOptions axes(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Permute the axes; returns a view.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray permuteDims(NDArray x) {
        return PERMUTE_DIMS.call(x);
    }

    /**
     * Permute the axes; returns a view.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray permuteDims(NDArray x, Consumer<PermuteDimsOptions> options) {
        PermuteDimsOptions o = new PermuteDimsOptions();
        options.accept(o);
        return PERMUTE_DIMS.one(o, x);
    }

    /**
     * Rearrange groups of channels into blocks of pixels (sub-pixel convolution).
     *
     * <p>x has shape (..., channels * upscale_factor^2, height, width); the result has shape (..., channels, height *
     * upscale_factor, width * upscale_factor).
     *
     * @param x images, (batch, channels, spatial axes)
     * @param upscaleFactor factor by which height and width grow (at least 1)
     * @return the result
     */
    public static NDArray pixelShuffle(NDArray x, long upscaleFactor) {
        Options o = new Options.Plain();
        o.put(0, upscaleFactor);
        return PIXEL_SHUFFLE.one(o, x);
    }

    /**
     * Rearrange blocks of pixels into groups of channels, the inverse of pixel_shuffle.
     *
     * <p>x has shape (..., channels, height, width).
     *
     * @param x images, (batch, channels, spatial axes)
     * @param downscaleFactor factor by which height and width shrink (at least 1)
     * @return the result
     */
    public static NDArray pixelUnshuffle(NDArray x, long downscaleFactor) {
        Options o = new Options.Plain();
        o.put(0, downscaleFactor);
        return PIXEL_UNSHUFFLE.one(o, x);
    }

    /** The optional arguments of poisson. */
    public static final class PoissonOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public PoissonOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public PoissonOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public PoissonOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a Poisson distribution.
     *
     * @param rate expected value
     * @return samples
     */
    public static NDArray poisson(NDArray rate) {
        return POISSON.call(rate);
    }

    /**
     * Samples from a Poisson distribution.
     *
     * @param rate expected value
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray poisson(NDArray rate, Consumer<PoissonOptions> options) {
        PoissonOptions o = new PoissonOptions();
        options.accept(o);
        return POISSON.one(o, rate);
    }

    /** The optional arguments of poisson_nll_loss. */
    public static final class PoissonNllLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public PoissonNllLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** x is the logarithm of the rate (default: true) */
        public PoissonNllLossOptions logInput(boolean value) {
            put(1, value);
            return this;
        }

        /** include Stirling's approximation of log(target!) (default: false) */
        public PoissonNllLossOptions full(boolean value) {
            put(2, value);
            return this;
        }

        /** added to the rate before taking the logarithm, if log_input is false (at least 0.0; default: 1e-08) */
        public PoissonNllLossOptions eps(double value) {
            put(3, value);
            return this;
        }
    }

    /**
     * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
     *
     * @param x predicted rates, or their logarithms
     * @param target counts
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray poissonNllLoss(NDArray x, NDArray target) {
        return POISSON_NLL_LOSS.call(x, target);
    }

    /**
     * The Poisson negative log-likelihood of the target, with rate exp(x), or x without log_input.
     *
     * @param x predicted rates, or their logarithms
     * @param target counts
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray poissonNllLoss(NDArray x, NDArray target, Consumer<PoissonNllLossOptions> options) {
        PoissonNllLossOptions o = new PoissonNllLossOptions();
        options.accept(o);
        return POISSON_NLL_LOSS.one(o, x, target);
    }

    /**
     * Each element unchanged.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray positive(NDArray x) {
        return POSITIVE.call(x);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray pow(NDArray x1, NDArray x2) {
        return POW.call(x1, x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray pow(NDArray x1, double x2) {
        return POW.call(x1, x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray pow(double x1, NDArray x2) {
        return POW.call(x1, x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray pow(NDArray x1, long x2) {
        return POW.call(x1, x2);
    }

    /**
     * x1 raised to the power x2.  Integer powers must not be negative.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray pow(long x1, NDArray x2) {
        return POW.call(x1, x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray prelu(NDArray x1, NDArray x2) {
        return PRELU.call(x1, x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray prelu(NDArray x1, double x2) {
        return PRELU.call(x1, x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray prelu(double x1, NDArray x2) {
        return PRELU.call(x1, x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray prelu(NDArray x1, long x2) {
        return PRELU.call(x1, x2);
    }

    /**
     * Parametric ReLU: x1 where x1 &gt; 0, x2 x1 elsewhere.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray prelu(long x1, NDArray x2) {
        return PRELU.call(x1, x2);
    }

    /** The optional arguments of prod. */
    public static final class ProdOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public ProdOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public ProdOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public ProdOptions dtype(DType value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Product over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray prod(NDArray x) {
        return PROD.call(x);
    }

    /**
     * Product over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray prod(NDArray x, Consumer<ProdOptions> options) {
        ProdOptions o = new ProdOptions();
        options.accept(o);
        return PROD.one(o, x);
    }

    /** The optional arguments of put_along_axis. */
    public static final class PutAlongAxisOptions extends Options {
        /** axis that the indices count along (default: -1) */
        public PutAlongAxisOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** add to the elements instead of replacing them (default: false) */
        public PutAlongAxisOptions accumulate(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * A copy of x with the elements at per-position indices along an axis replaced by values.
     *
     * <p>If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If x is
     * also the output, only the indexed elements are written.
     *
     * @param x the input
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @return x with the values
     */
    public static NDArray putAlongAxis(NDArray x, NDArray indices, NDArray values) {
        return PUT_ALONG_AXIS.one(null, x, indices, values);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis replaced by values.
     *
     * <p>If an element is indexed several times, the last value is stored, or with accumulate all are added in order.  If x is
     * also the output, only the indexed elements are written.
     *
     * @param x the input
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @param options sets the optional arguments
     * @return x with the values
     */
    public static NDArray putAlongAxis(NDArray x, NDArray indices, NDArray values, Consumer<PutAlongAxisOptions> options) {
        PutAlongAxisOptions o = new PutAlongAxisOptions();
        options.accept(o);
        return PUT_ALONG_AXIS.one(o, x, indices, values);
    }

    /** The optional arguments of put_along_axis_reduce. */
    public static final class PutAlongAxisReduceOptions extends Options {
        /** axis that the indices count along (default: -1) */
        public PutAlongAxisReduceOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean; default: sum) */
        public PutAlongAxisReduceOptions reduce(String value) {
            put(1, value);
            return this;
        }

        /** x takes part; otherwise it is replaced where it is indexed (default: true) */
        public PutAlongAxisReduceOptions includeSelf(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum,
     * minimum or mean.
     *
     * <p>Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of the
     * values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
     *
     * @param x the input
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @return x with the values
     */
    public static NDArray putAlongAxisReduce(NDArray x, NDArray indices, NDArray values) {
        return PUT_ALONG_AXIS_REDUCE.one(null, x, indices, values);
    }

    /**
     * A copy of x with the elements at per-position indices along an axis reduced with values: their sum, product, maximum,
     * minimum or mean.
     *
     * <p>Elements that are not indexed keep their values.  Without include_self the indexed elements are the reduction of the
     * values alone.  This is PyTorch's scatter_reduce, with the same gradient: equal maxima share it.
     *
     * @param x the input
     * @param indices index of each value along the axis
     * @param values the values to store or combine
     * @param options sets the optional arguments
     * @return x with the values
     */
    public static NDArray putAlongAxisReduce(NDArray x, NDArray indices, NDArray values, Consumer<PutAlongAxisReduceOptions> options) {
        PutAlongAxisReduceOptions o = new PutAlongAxisReduceOptions();
        options.accept(o);
        return PUT_ALONG_AXIS_REDUCE.one(o, x, indices, values);
    }

    /** The optional arguments of qr. */
    public static final class QrOptions extends Options {
        /** 'reduced': Q has min(m, n) columns; 'complete': Q is square (one of reduced, complete; default: reduced) */
        public QrOptions mode(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of qr.
     *
     * @param q orthonormal columns
     * @param r upper triangular factor
     */
    public record QrResult(NDArray q, NDArray r) {}

    /**
     * The QR factorisation: orthonormal columns q times an upper triangular r.
     *
     * <p>For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n; there
     * is no gradient in that mode if k &lt; m.
     *
     * @param x matrices
     * @return orthonormal columns; upper triangular factor
     */
    public static QrResult qr(NDArray x) {
        NDArray[] out = QR.all(null, x);
        return new QrResult(out[0], out[1]);
    }

    /**
     * The QR factorisation: orthonormal columns q times an upper triangular r.
     *
     * <p>For an m x n matrix with k = min(m, n), q is m x k and r is k x n.  In mode 'complete' q is m x m and r is m x n; there
     * is no gradient in that mode if k &lt; m.
     *
     * @param x matrices
     * @param options sets the optional arguments
     * @return orthonormal columns; upper triangular factor
     */
    public static QrResult qr(NDArray x, Consumer<QrOptions> options) {
        QrOptions o = new QrOptions();
        options.accept(o);
        NDArray[] out = QR.all(o, x);
        return new QrResult(out[0], out[1]);
    }

    /** The optional arguments of quantile. */
    public static final class QuantileOptions extends Options {
        /** axis to reduce; none: all elements (default: none) */
        public QuantileOptions axis(long value) {
            put(0, value);
            return this;
        }

        /**
         * interpolation method, as in NumPy (one of linear, lower, higher, nearest, midpoint, inverted_cdf,
         * averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf, hazen, weibull, median_unbiased,
         * normal_unbiased; default: linear)
         */
        public QuantileOptions method(String value) {
            put(1, value);
            return this;
        }

        /** keep the reduced axis with size one (default: false) */
        public QuantileOptions keepdims(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Quantiles of the elements along an axis, for q from 0 to 1.
     *
     * <p>The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an element of
     * q is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
     * 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
     * 'normal_unbiased'.
     *
     * @param x the input
     * @param q which quantiles, as fractions or percentages
     * @return the result
     */
    public static NDArray quantile(NDArray x, NDArray q) {
        return QUANTILE.call(x, q);
    }

    /**
     * Quantiles of the elements along an axis, for q from 0 to 1.
     *
     * <p>The dimensions of q come first in the result.  If an element is NaN, the result is NaN.  The task fails if an element of
     * q is out of range.  The methods are NumPy's: 'linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf',
     * 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', 'weibull', 'median_unbiased',
     * 'normal_unbiased'.
     *
     * @param x the input
     * @param q which quantiles, as fractions or percentages
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray quantile(NDArray x, NDArray q, Consumer<QuantileOptions> options) {
        QuantileOptions o = new QuantileOptions();
        options.accept(o);
        return QUANTILE.one(o, x, q);
    }

    /**
     * Gaussian error linear unit, by its sigmoid approximation: x sigmoid(1.702 x).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray quickGelu(NDArray x) {
        return QUICK_GELU.call(x);
    }

    /**
     * Convert radians to degrees.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray rad2deg(NDArray x) {
        return RAD2DEG.call(x);
    }

    /**
     * Flatten x to one dimension.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray ravel(NDArray x) {
        return RAVEL.call(x);
    }

    /**
     * Real part.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray real(NDArray x) {
        return REAL.call(x);
    }

    /**
     * Reciprocal of each element, 1 / x.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray reciprocal(NDArray x) {
        return RECIPROCAL.call(x);
    }

    /**
     * Rectified linear unit: max(x, 0).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray relu(NDArray x) {
        return RELU.call(x);
    }

    /**
     * ReLU capped at 6: min(max(x, 0), 6).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray relu6(NDArray x) {
        return RELU6.call(x);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray remainder(NDArray x1, NDArray x2) {
        return REMAINDER.call(x1, x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray remainder(NDArray x1, double x2) {
        return REMAINDER.call(x1, x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray remainder(double x1, NDArray x2) {
        return REMAINDER.call(x1, x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray remainder(NDArray x1, long x2) {
        return REMAINDER.call(x1, x2);
    }

    /**
     * Remainder of floor_divide, with the sign of x2.  Integer remainder by 0 is 0.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray remainder(long x1, NDArray x2) {
        return REMAINDER.call(x1, x2);
    }

    /** The optional arguments of repeat. */
    public static final class RepeatOptions extends Options {
        /** axis to repeat along; none: flatten x first (default: none) */
        public RepeatOptions axis(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Repeat each element along an axis.
     *
     * @param x the input
     * @param repeats number of repeats: one for all elements, or one for each (at least 0)
     * @return the result
     */
    public static NDArray repeat(NDArray x, long... repeats) {
        Options o = new Options.Plain();
        o.put(0, repeats);
        return REPEAT.one(o, x);
    }

    /**
     * Repeat each element along an axis.
     *
     * @param x the input
     * @param repeats number of repeats: one for all elements, or one for each (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray repeat(NDArray x, long[] repeats, Consumer<RepeatOptions> options) {
        RepeatOptions o = new RepeatOptions();
        options.accept(o);
        o.put(0, repeats);
        return REPEAT.one(o, x);
    }

    /**
     * Give x a new shape with the same elements.
     *
     * <p>A view of x if its strides allow, otherwise a copy.
     *
     * @param x the input
     * @param shape the new shape; one dimension may be -1 (at least -1)
     * @return the result
     */
    public static NDArray reshape(NDArray x, long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return RESHAPE.one(o, x);
    }

    /** The optional arguments of rfftn. */
    public static final class RfftnOptions extends Options {
        /** lengths to which x is cropped or zero-padded; none: those of x (at least 1; default: none) */
        public RfftnOptions s(long... value) {
            put(0, value);
            return this;
        }

        /** axes to transform; none: all, or the last len(s) axes (default: none) */
        public RfftnOptions axes(long... value) {
            put(1, value);
            return this;
        }

        /**
         * 'backward' or 'forward': scale that direction by 1/n; 'ortho': scale both by 1/sqrt(n) (one of backward, forward,
         * ortho; default: backward)
         */
        public RfftnOptions norm(String value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The discrete Fourier transform of real input, without the redundant half.
     *
     * <p>Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray rfftn(NDArray x) {
        return RFFTN.call(x);
    }

    /**
     * The discrete Fourier transform of real input, without the redundant half.
     *
     * <p>Along the last transformed axis the result has the frequencies 0 to n/2; the others are complex conjugates of these.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray rfftn(NDArray x, Consumer<RfftnOptions> options) {
        RfftnOptions o = new RfftnOptions();
        options.accept(o);
        return RFFTN.one(o, x);
    }

    /** The optional arguments of rms_norm. */
    public static final class RmsNormOptions extends Options {
        /** scale of each element of the normalised axes */
        public RmsNormOptions weight(NDArray value) {
            input(1, value);
            return this;
        }

        /** the last axes, which are normalised; none: as many as weight has axes, or one (default: none) */
        public RmsNormOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** added to the mean square; none: the machine epsilon of the dtype (at least 0.0; default: none) */
        public RmsNormOptions eps(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Root mean square normalisation: divide by the root mean square over the last axes.
     *
     * <p>weight has the shape of those axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray rmsNorm(NDArray x) {
        return RMS_NORM.call(x);
    }

    /**
     * Root mean square normalisation: divide by the root mean square over the last axes.
     *
     * <p>weight has the shape of those axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray rmsNorm(NDArray x, Consumer<RmsNormOptions> options) {
        RmsNormOptions o = new RmsNormOptions();
        options.accept(o);
        return RMS_NORM.one(o, x, o.input(1));
    }

    /** The optional arguments of rnn. */
    public static final class RnnOptions extends Options {
        /** bias of the input */
        public RnnOptions biasIh(NDArray value) {
            input(3, value);
            return this;
        }

        /** bias of the hidden state */
        public RnnOptions biasHh(NDArray value) {
            input(4, value);
            return this;
        }

        /** initial hidden state */
        public RnnOptions h0(NDArray value) {
            input(5, value);
            return this;
        }

        /** number of time steps of each sample */
        public RnnOptions lengths(NDArray value) {
            input(6, value);
            return this;
        }

        /** 'tanh' or 'relu' (one of tanh, relu; default: tanh) */
        public RnnOptions nonlinearity(String value) {
            put(0, value);
            return this;
        }

        /** process the sequence from the last time step to the first (default: false) */
        public RnnOptions reverse(boolean value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The results of rnn.
     *
     * @param y hidden states of all time steps
     * @param hN last hidden state
     */
    public record RnnResult(NDArray y, NDArray hN) {}

    /**
     * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
     *
     * <p>x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of all time
     * steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
     * change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @return hidden states of all time steps; last hidden state
     */
    public static RnnResult rnn(NDArray x, NDArray weightIh, NDArray weightHh) {
        NDArray[] out = RNN.all(null, x, weightIh, weightHh);
        return new RnnResult(out[0], out[1]);
    }

    /**
     * A simple (Elman) recurrent layer: h' = tanh(W_ih x + b_ih + W_hh h + b_hh).
     *
     * <p>x has shape (time, batch, inputs), weight_ih (units, inputs), weight_hh (units, units).  y holds the states of all time
     * steps, h_n the last one.  lengths has the number of time steps of each sample, after which y is 0 and the state does not
     * change.
     *
     * @param x sequences, (time, batch, inputs)
     * @param weightIh weights of the input
     * @param weightHh weights of the hidden state
     * @param options sets the optional arguments
     * @return hidden states of all time steps; last hidden state
     */
    public static RnnResult rnn(NDArray x, NDArray weightIh, NDArray weightHh, Consumer<RnnOptions> options) {
        RnnOptions o = new RnnOptions();
        options.accept(o);
        NDArray[] out = RNN.all(o, x, weightIh, weightHh, o.input(3), o.input(4), o.input(5), o.input(6));
        return new RnnResult(out[0], out[1]);
    }

    /** The optional arguments of roll. */
    public static final class RollOptions extends Options {
        /** axes to roll along; none: roll the flattened array (default: none) */
        public RollOptions axes(long... value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Roll elements along axes; elements shifted out at one end re-enter at the other.
     *
     * @param x the input
     * @param shift number of positions to shift by; positive: towards higher indices
     * @return the result
     */
    public static NDArray roll(NDArray x, long... shift) {
        Options o = new Options.Plain();
        o.put(0, shift);
        return ROLL.one(o, x);
    }

    /**
     * Roll elements along axes; elements shifted out at one end re-enter at the other.
     *
     * @param x the input
     * @param shift number of positions to shift by; positive: towards higher indices
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray roll(NDArray x, long[] shift, Consumer<RollOptions> options) {
        RollOptions o = new RollOptions();
        options.accept(o);
        o.put(0, shift);
        return ROLL.one(o, x);
    }

    /**
     * Round to the nearest integer; halves are rounded to even.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray round(NDArray x) {
        return ROUND.call(x);
    }

    /**
     * Reciprocal of the square root.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray rsqrt(NDArray x) {
        return RSQRT.call(x);
    }

    /** The optional arguments of scaled_dot_product_attention. */
    public static final class ScaledDotProductAttentionOptions extends Options {
        /** true where a key is used, or numbers that are added to the scores */
        public ScaledDotProductAttentionOptions attnMask(NDArray value) {
            input(3, value);
            return this;
        }

        /** seed of the dropout of weights */
        public ScaledDotProductAttentionOptions dropoutSeed(NDArray value) {
            input(4, value);
            return this;
        }

        /** dropout probability of the attention weights; requires dropout_seed (at least 0.0, at most 1.0; default: 0.0) */
        public ScaledDotProductAttentionOptions dropoutP(double value) {
            put(0, value);
            return this;
        }

        /** causal mask: query i attends to keys 0 to i only (default: false) */
        public ScaledDotProductAttentionOptions isCausal(boolean value) {
            put(1, value);
            return this;
        }

        /** multiplies the scores; none: 1 / sqrt(E) (default: none) */
        public ScaledDotProductAttentionOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** grouped-query attention: several query heads share a key head (default: false) */
        public ScaledDotProductAttentionOptions enableGqa(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * The results of scaled_dot_product_attention.
     *
     * @param y weighted sums of the values
     * @param lse logarithm of the sum of exponentials of the scores
     */
    public record ScaledDotProductAttentionResult(NDArray y, NDArray lse) {}

    /**
     * Scaled dot-product attention: softmax(scale query key^T + mask) value.
     *
     * <p>query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape (...,
     * heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts to (..., heads,
     * L, S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.  Masked keys and values
     * do not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.  Memory use is proportional to
     * L + S.  dropout_seed, an integer, determines which weights are dropped.
     *
     * @param query queries, (..., heads, length, features)
     * @param key keys
     * @param value values
     * @return weighted sums of the values; logarithm of the sum of exponentials of the scores
     */
    public static ScaledDotProductAttentionResult scaledDotProductAttention(NDArray query, NDArray key, NDArray value) {
        NDArray[] out = SCALED_DOT_PRODUCT_ATTENTION.all(null, query, key, value);
        return new ScaledDotProductAttentionResult(out[0], out[1]);
    }

    /**
     * Scaled dot-product attention: softmax(scale query key^T + mask) value.
     *
     * <p>query has shape (..., heads, L, E), key (..., heads, S, E) and value (..., heads, S, V).  The result y has shape (...,
     * heads, L, V); lse is the logarithm of the sum of exponentials of each row of scores.  attn_mask broadcasts to (..., heads,
     * L, S): a bool mask is true where a query may attend to a key, a float mask is added to the scores.  Masked keys and values
     * do not contribute, even if they are NaN, and a query whose keys are all masked gives zeros.  Memory use is proportional to
     * L + S.  dropout_seed, an integer, determines which weights are dropped.
     *
     * @param query queries, (..., heads, length, features)
     * @param key keys
     * @param value values
     * @param options sets the optional arguments
     * @return weighted sums of the values; logarithm of the sum of exponentials of the scores
     */
    public static ScaledDotProductAttentionResult scaledDotProductAttention(NDArray query, NDArray key, NDArray value, Consumer<ScaledDotProductAttentionOptions> options) {
        ScaledDotProductAttentionOptions o = new ScaledDotProductAttentionOptions();
        options.accept(o);
        NDArray[] out = SCALED_DOT_PRODUCT_ATTENTION.all(o, query, key, value, o.input(3), o.input(4));
        return new ScaledDotProductAttentionResult(out[0], out[1]);
    }

    /** The optional arguments of scatter. */
    public static final class ScatterOptions extends Options {
        /** axis that the indices count along; none: x is flattened (default: none) */
        public ScatterOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices replaced by updates.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update is
     * stored.  If x is also the output, only the indexed rows are written.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public static NDArray scatter(NDArray x, NDArray indices, NDArray updates) {
        return SCATTER.one(null, x, indices, updates);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices replaced by updates.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  If an index occurs several times, the last update is
     * stored.  If x is also the output, only the indexed rows are written.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public static NDArray scatter(NDArray x, NDArray indices, NDArray updates, Consumer<ScatterOptions> options) {
        ScatterOptions o = new ScatterOptions();
        options.accept(o);
        return SCATTER.one(o, x, indices, updates);
    }

    /** The optional arguments of scatter_add. */
    public static final class ScatterAddOptions extends Options {
        /** axis that the indices count along; none: x is flattened (default: none) */
        public ScatterAddOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * A copy of x with updates added to the rows (along an axis) at the given indices.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order, for any
     * number of workers.  If x is also the output, only the indexed rows are written.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public static NDArray scatterAdd(NDArray x, NDArray indices, NDArray updates) {
        return SCATTER_ADD.one(null, x, indices, updates);
    }

    /**
     * A copy of x with updates added to the rows (along an axis) at the given indices.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Updates with the same index are added in order, for any
     * number of workers.  If x is also the output, only the indexed rows are written.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public static NDArray scatterAdd(NDArray x, NDArray indices, NDArray updates, Consumer<ScatterAddOptions> options) {
        ScatterAddOptions o = new ScatterAddOptions();
        options.accept(o);
        return SCATTER_ADD.one(o, x, indices, updates);
    }

    /** The optional arguments of scatter_reduce. */
    public static final class ScatterReduceOptions extends Options {
        /** axis that the indices count along; none: x is flattened (default: none) */
        public ScatterReduceOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** 'sum', 'prod', 'max', 'min' or 'mean' (one of sum, prod, max, min, mean; default: sum) */
        public ScatterReduceOptions reduce(String value) {
            put(1, value);
            return this;
        }

        /** x takes part; otherwise it is replaced where it is indexed (default: true) */
        public ScatterReduceOptions includeSelf(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum
     * or mean.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.  Without
     * include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's scatter_reduce:
     * equal maxima share it.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @return x with the updates
     */
    public static NDArray scatterReduce(NDArray x, NDArray indices, NDArray updates) {
        return SCATTER_REDUCE.one(null, x, indices, updates);
    }

    /**
     * A copy of x with the rows (along an axis) at the given indices reduced with updates: their sum, product, maximum, minimum
     * or mean.
     *
     * <p>Updates are broadcast to the shape of take(x, indices, axis).  Rows that are not indexed keep their values.  Without
     * include_self the indexed rows are the reduction of the updates alone.  The gradient is that of PyTorch's scatter_reduce:
     * equal maxima share it.
     *
     * @param x the input
     * @param indices row of each update along the axis
     * @param updates the rows to store or combine
     * @param options sets the optional arguments
     * @return x with the updates
     */
    public static NDArray scatterReduce(NDArray x, NDArray indices, NDArray updates, Consumer<ScatterReduceOptions> options) {
        ScatterReduceOptions o = new ScatterReduceOptions();
        options.accept(o);
        return SCATTER_REDUCE.one(o, x, indices, updates);
    }

    /** The optional arguments of searchsorted. */
    public static final class SearchsortedOptions extends Options {
        /** indices that sort x1 */
        public SearchsortedOptions sorter(NDArray value) {
            input(2, value);
            return this;
        }

        /** 'left': before equal elements; 'right': after them (one of left, right; default: left) */
        public SearchsortedOptions side(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Indices at which the values would be inserted into a sorted array to keep it sorted.
     *
     * <p>If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
     *
     * @param x1 a sorted array
     * @param x2 the values to find
     * @return where to insert each value
     */
    public static NDArray searchsorted(NDArray x1, NDArray x2) {
        return SEARCHSORTED.call(x1, x2);
    }

    /**
     * Indices at which the values would be inserted into a sorted array to keep it sorted.
     *
     * <p>If x1 is not sorted, sorter holds indices that sort it.  NaN sorts after all other values.
     *
     * @param x1 a sorted array
     * @param x2 the values to find
     * @param options sets the optional arguments
     * @return where to insert each value
     */
    public static NDArray searchsorted(NDArray x1, NDArray x2, Consumer<SearchsortedOptions> options) {
        SearchsortedOptions o = new SearchsortedOptions();
        options.accept(o);
        return SEARCHSORTED.one(o, x1, x2, o.input(2));
    }

    /**
     * Maximum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is -infinity, or the lowest value of an integer dtype.
     *
     * @param data rows
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public static NDArray segmentMax(NDArray data, NDArray segmentIds, long numSegments) {
        Options o = new Options.Plain();
        o.put(0, numSegments);
        return SEGMENT_MAX.one(o, data, segmentIds);
    }

    /**
     * Mean of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 0.
     *
     * @param data rows
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public static NDArray segmentMean(NDArray data, NDArray segmentIds, long numSegments) {
        Options o = new Options.Plain();
        o.put(0, numSegments);
        return SEGMENT_MEAN.one(o, data, segmentIds);
    }

    /**
     * Minimum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is infinity, or the highest value of an integer dtype.
     *
     * @param data rows
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public static NDArray segmentMin(NDArray data, NDArray segmentIds, long numSegments) {
        Options o = new Options.Plain();
        o.put(0, numSegments);
        return SEGMENT_MIN.one(o, data, segmentIds);
    }

    /**
     * Product of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 1.
     *
     * @param data rows
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public static NDArray segmentProd(NDArray data, NDArray segmentIds, long numSegments) {
        Options o = new Options.Plain();
        o.put(0, numSegments);
        return SEGMENT_PROD.one(o, data, segmentIds);
    }

    /**
     * Sum of the rows of each segment.
     *
     * <p>Row i of data belongs to segment segment_ids[i]; the ids need not be sorted, and negative ones count from the end.  A
     * segment without rows is 0.
     *
     * @param data rows
     * @param segmentIds segment of each row
     * @param numSegments number of segments, the length of the result; required (at least 0)
     * @return one row for each segment
     */
    public static NDArray segmentSum(NDArray data, NDArray segmentIds, long numSegments) {
        Options o = new Options.Plain();
        o.put(0, numSegments);
        return SEGMENT_SUM.one(o, data, segmentIds);
    }

    /** The optional arguments of select. */
    public static final class SelectOptions extends Options {
        /** axis to index (default: 0) */
        public SelectOptions axis(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * One element along an axis, which is removed; returns a view.
     *
     * @param x the input
     * @param index index along the axis; negative: from the end
     * @return the result
     */
    public static NDArray select(NDArray x, long index) {
        Options o = new Options.Plain();
        o.put(0, index);
        return SELECT.one(o, x);
    }

    /**
     * One element along an axis, which is removed; returns a view.
     *
     * @param x the input
     * @param index index along the axis; negative: from the end
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray select(NDArray x, long index, Consumer<SelectOptions> options) {
        SelectOptions o = new SelectOptions();
        options.accept(o);
        o.put(0, index);
        return SELECT.one(o, x);
    }

    /**
     * Scaled exponential linear unit: elu with the scale and alpha of self-normalising networks.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray selu(NDArray x) {
        return SELU.call(x);
    }

    /** The optional arguments of shuffle. */
    public static final class ShuffleOptions extends Options {
        /** axis to shuffle (default: 0) */
        public ShuffleOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of shuffle.
     *
     * @param y x in random order
     * @param order index in x of each entry along the axis
     */
    public record ShuffleResult(NDArray y, NDArray order) {}

    /**
     * Shuffle the elements along an axis; also return the permutation.
     *
     * <p>Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
     *
     * @param x the input
     * @return x in random order; index in x of each entry along the axis
     */
    public static ShuffleResult shuffle(NDArray x) {
        NDArray[] out = SHUFFLE.all(null, x);
        return new ShuffleResult(out[0], out[1]);
    }

    /**
     * Shuffle the elements along an axis; also return the permutation.
     *
     * <p>Element i of y along the axis is element order[i] of x; all elements at the same index along the axis move together.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return x in random order; index in x of each entry along the axis
     */
    public static ShuffleResult shuffle(NDArray x, Consumer<ShuffleOptions> options) {
        ShuffleOptions o = new ShuffleOptions();
        options.accept(o);
        NDArray[] out = SHUFFLE.all(o, x);
        return new ShuffleResult(out[0], out[1]);
    }

    /**
     * Logistic sigmoid: 1 / (1 + exp(-x)).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sigmoid(NDArray x) {
        return SIGMOID.call(x);
    }

    /**
     * Sign of each element, -1, 0 or 1; for complex numbers, x / |x|.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sign(NDArray x) {
        return SIGN.call(x);
    }

    /**
     * Test whether the sign bit is set; true for -0.0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray signbit(NDArray x) {
        return SIGNBIT.call(x);
    }

    /**
     * SiLU, also called swish: x sigmoid(x).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray silu(NDArray x) {
        return SILU.call(x);
    }

    /**
     * Sine of each element, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sin(NDArray x) {
        return SIN.call(x);
    }

    /**
     * Normalised sinc: sin(pi x) / (pi x), and 1 at 0.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sinc(NDArray x) {
        return SINC.call(x);
    }

    /**
     * Hyperbolic sine.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sinh(NDArray x) {
        return SINH.call(x);
    }

    /** The optional arguments of slice. */
    public static final class SliceOptions extends Options {
        /** start of each slice, one for each leading axis (default: none) */
        public SliceOptions starts(long... value) {
            put(0, value);
            return this;
        }

        /** end of each slice, exclusive (default: none) */
        public SliceOptions stops(long... value) {
            put(1, value);
            return this;
        }

        /** step of each slice; may be negative (default: none) */
        public SliceOptions steps(long... value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Slice the leading axes; returns a view.
     *
     * <p>Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray slice(NDArray x) {
        return SLICE.call(x);
    }

    /**
     * Slice the leading axes; returns a view.
     *
     * <p>Equivalent to x[start:stop:step, ...] in Python; WEIR_NONE stands for an omitted part.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray slice(NDArray x, Consumer<SliceOptions> options) {
        SliceOptions o = new SliceOptions();
        options.accept(o);
        return SLICE.one(o, x);
    }

    /** The optional arguments of slice_update. */
    public static final class SliceUpdateOptions extends Options {
        /** start of each slice, one for each leading axis (default: none) */
        public SliceUpdateOptions starts(long... value) {
            put(0, value);
            return this;
        }

        /** end of each slice, exclusive (default: none) */
        public SliceUpdateOptions stops(long... value) {
            put(1, value);
            return this;
        }

        /** step of each slice; may be negative (default: none) */
        public SliceUpdateOptions steps(long... value) {
            put(2, value);
            return this;
        }
    }

    /**
     * A copy of x with a slice replaced by y.
     *
     * <p>y is broadcast to the slice.  To change part of an existing array, write to a view of it.
     *
     * @param x the array to update
     * @param y new values, broadcast to the selection
     * @return x with the new values
     */
    public static NDArray sliceUpdate(NDArray x, NDArray y) {
        return SLICE_UPDATE.call(x, y);
    }

    /**
     * A copy of x with a slice replaced by y.
     *
     * <p>y is broadcast to the slice.  To change part of an existing array, write to a view of it.
     *
     * @param x the array to update
     * @param y new values, broadcast to the selection
     * @param options sets the optional arguments
     * @return x with the new values
     */
    public static NDArray sliceUpdate(NDArray x, NDArray y, Consumer<SliceUpdateOptions> options) {
        SliceUpdateOptions o = new SliceUpdateOptions();
        options.accept(o);
        return SLICE_UPDATE.one(o, x, y);
    }

    /** The optional arguments of sliding_window_view. */
    public static final class SlidingWindowViewOptions extends Options {
        /** axes that the window slides along; none: all (default: none) */
        public SlidingWindowViewOptions axes(long... value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Sliding windows over an array; returns a view.
     *
     * <p>The leading dimensions give the position of the window; the dimensions of the window come last.
     *
     * @param x the input
     * @param window window size along each axis (at least 1)
     * @return the result
     */
    public static NDArray slidingWindowView(NDArray x, long... window) {
        Options o = new Options.Plain();
        o.put(0, window);
        return SLIDING_WINDOW_VIEW.one(o, x);
    }

    /**
     * Sliding windows over an array; returns a view.
     *
     * <p>The leading dimensions give the position of the window; the dimensions of the window come last.
     *
     * @param x the input
     * @param window window size along each axis (at least 1)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray slidingWindowView(NDArray x, long[] window, Consumer<SlidingWindowViewOptions> options) {
        SlidingWindowViewOptions o = new SlidingWindowViewOptions();
        options.accept(o);
        o.put(0, window);
        return SLIDING_WINDOW_VIEW.one(o, x);
    }

    /**
     * The results of slogdet.
     *
     * @param sign sign or phase of each determinant
     * @param logabsdet logarithm of its absolute value
     */
    public record SlogdetResult(NDArray sign, NDArray logabsdet) {}

    /**
     * The sign of the determinant, and the logarithm of its absolute value.
     *
     * <p>det(x) = sign * exp(logabsdet); the pair does not overflow where det would.  A singular matrix has sign 0 and logabsdet
     * -inf.
     *
     * @param x square matrices
     * @return sign or phase of each determinant; logarithm of its absolute value
     */
    public static SlogdetResult slogdet(NDArray x) {
        NDArray[] out = SLOGDET.all(null, x);
        return new SlogdetResult(out[0], out[1]);
    }

    /** The optional arguments of smooth_l1_loss. */
    public static final class SmoothL1LossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public SmoothL1LossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** distance below which the loss is quadratic (at least 0.0; default: 1.0) */
        public SmoothL1LossOptions beta(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
     *
     * <p>With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
     *
     * @param x predictions
     * @param target the values to predict
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray smoothL1Loss(NDArray x, NDArray target) {
        return SMOOTH_L1_LOSS.call(x, target);
    }

    /**
     * The smooth L1 loss: quadratic near 0, absolute error elsewhere.
     *
     * <p>With d = |x - target|: d^2 / (2 beta) below beta, d - beta / 2 above.
     *
     * @param x predictions
     * @param target the values to predict
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray smoothL1Loss(NDArray x, NDArray target, Consumer<SmoothL1LossOptions> options) {
        SmoothL1LossOptions o = new SmoothL1LossOptions();
        options.accept(o);
        return SMOOTH_L1_LOSS.one(o, x, target);
    }

    /** The optional arguments of soft_margin_loss. */
    public static final class SoftMarginLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public SoftMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray softMarginLoss(NDArray x, NDArray target) {
        return SOFT_MARGIN_LOSS.call(x, target);
    }

    /**
     * The soft margin loss, log(1 + exp(-target * x)), for targets 1 and -1.
     *
     * @param x scores
     * @param target 1 or -1
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray softMarginLoss(NDArray x, NDArray target, Consumer<SoftMarginLossOptions> options) {
        SoftMarginLossOptions o = new SoftMarginLossOptions();
        options.accept(o);
        return SOFT_MARGIN_LOSS.one(o, x, target);
    }

    /** The optional arguments of softmax. */
    public static final class SoftmaxOptions extends Options {
        /** the axis whose entries sum to one (default: -1) */
        public SoftmaxOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Exponentials of the entries along an axis, scaled to sum to one.
     *
     * @param x scores
     * @return the result
     */
    public static NDArray softmax(NDArray x) {
        return SOFTMAX.call(x);
    }

    /**
     * Exponentials of the entries along an axis, scaled to sum to one.
     *
     * @param x scores
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray softmax(NDArray x, Consumer<SoftmaxOptions> options) {
        SoftmaxOptions o = new SoftmaxOptions();
        options.accept(o);
        return SOFTMAX.one(o, x);
    }

    /** The optional arguments of softmin. */
    public static final class SoftminOptions extends Options {
        /** the axis whose entries sum to one (default: -1) */
        public SoftminOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The softmax of -x: the smallest entry gets the largest weight.
     *
     * @param x scores
     * @return the result
     */
    public static NDArray softmin(NDArray x) {
        return SOFTMIN.call(x);
    }

    /**
     * The softmax of -x: the smallest entry gets the largest weight.
     *
     * @param x scores
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray softmin(NDArray x, Consumer<SoftminOptions> options) {
        SoftminOptions o = new SoftminOptions();
        options.accept(o);
        return SOFTMIN.one(o, x);
    }

    /**
     * Softplus: log(1 + exp(x)).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray softplus(NDArray x) {
        return SOFTPLUS.call(x);
    }

    /** The optional arguments of softshrink. */
    public static final class SoftshrinkOptions extends Options {
        /** elements with |x| &lt;= lambd become 0 (at least 0.0; default: 0.5) */
        public SoftshrinkOptions lambd(double value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Soft shrinkage: move x towards 0 by lambd; 0 where |x| &lt;= lambd.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray softshrink(NDArray x) {
        return SOFTSHRINK.call(x);
    }

    /**
     * Soft shrinkage: move x towards 0 by lambd; 0 where |x| &lt;= lambd.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray softshrink(NDArray x, Consumer<SoftshrinkOptions> options) {
        SoftshrinkOptions o = new SoftshrinkOptions();
        options.accept(o);
        return SOFTSHRINK.one(o, x);
    }

    /**
     * Softsign: x / (1 + |x|).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray softsign(NDArray x) {
        return SOFTSIGN.call(x);
    }

    /** The optional arguments of solve. */
    public static final class SolveOptions extends Options {
        /** solve x1 X = x2; false: solve X x1 = x2 (default: true) */
        public SolveOptions left(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
     *
     * <p>x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.  The
     * other dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that depend on a
     * value that is not finite are NaN.
     *
     * @param x1 square matrices
     * @param x2 right-hand sides
     * @return solutions of x1 x = x2
     */
    public static NDArray solve(NDArray x1, NDArray x2) {
        return SOLVE.call(x1, x2);
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for square matrices x1.
     *
     * <p>x2 is a vector if it has one dimension; otherwise its columns (rows if left is false) are the right-hand sides.  The
     * other dimensions broadcast.  The task fails if a matrix is singular, that is if a pivot is 0.  Results that depend on a
     * value that is not finite are NaN.
     *
     * @param x1 square matrices
     * @param x2 right-hand sides
     * @param options sets the optional arguments
     * @return solutions of x1 x = x2
     */
    public static NDArray solve(NDArray x1, NDArray x2, Consumer<SolveOptions> options) {
        SolveOptions o = new SolveOptions();
        options.accept(o);
        return SOLVE.one(o, x1, x2);
    }

    /** The optional arguments of solve_triangular. */
    public static final class SolveTriangularOptions extends Options {
        /** x1 is upper triangular, not lower triangular (default: false) */
        public SolveTriangularOptions upper(boolean value) {
            put(0, value);
            return this;
        }

        /** the diagonal is taken to be 1 and is not read (default: false) */
        public SolveTriangularOptions unitriangular(boolean value) {
            put(1, value);
            return this;
        }

        /** solve x1 X = x2; false: solve X x1 = x2 (default: true) */
        public SolveTriangularOptions left(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
     *
     * <p>The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.  The task
     * fails if the diagonal has a 0.
     *
     * @param x1 triangular matrices
     * @param x2 right-hand sides
     * @return solutions
     */
    public static NDArray solveTriangular(NDArray x1, NDArray x2) {
        return SOLVE_TRIANGULAR.call(x1, x2);
    }

    /**
     * Solve the linear equations x1 X = x2, or X x1 = x2, for triangular x1.
     *
     * <p>The other triangle of x1 is not read.  x2 is a vector if it has one dimension; the other dimensions broadcast.  The task
     * fails if the diagonal has a 0.
     *
     * @param x1 triangular matrices
     * @param x2 right-hand sides
     * @param options sets the optional arguments
     * @return solutions
     */
    public static NDArray solveTriangular(NDArray x1, NDArray x2, Consumer<SolveTriangularOptions> options) {
        SolveTriangularOptions o = new SolveTriangularOptions();
        options.accept(o);
        return SOLVE_TRIANGULAR.one(o, x1, x2);
    }

    /** The optional arguments of sort. */
    public static final class SortOptions extends Options {
        /** axis to sort along (default: -1) */
        public SortOptions axis(long value) {
            put(0, value);
            return this;
        }

        /** largest first (default: false) */
        public SortOptions descending(boolean value) {
            put(1, value);
            return this;
        }

        /** keep the order of equal elements; always the case (default: true) */
        public SortOptions stable(boolean value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sort(NDArray x) {
        return SORT.call(x);
    }

    /**
     * Sort along an axis.
     *
     * <p>The sort is stable.  NaN comes last, ascending and descending.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray sort(NDArray x, Consumer<SortOptions> options) {
        SortOptions o = new SortOptions();
        options.accept(o);
        return SORT.one(o, x);
    }

    /** The optional arguments of split. */
    public static final class SplitOptions extends Options {
        /** number of equal parts (at least 1; default: none) */
        public SplitOptions sections(long value) {
            put(0, value);
            return this;
        }

        /** positions to split before (default: none) */
        public SplitOptions indices(long... value) {
            put(1, value);
            return this;
        }

        /** axis to split (default: 0) */
        public SplitOptions axis(long value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Split an array along an axis; returns views.
     *
     * <p>Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
     *
     * @param x the input
     * @return the parts, in order
     */
    public static NDArray[] split(NDArray x) {
        return SPLIT.all(null, x);
    }

    /**
     * Split an array along an axis; returns views.
     *
     * <p>Into equal parts, or before the given indices, which may be negative or out of range, as in slices.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the parts, in order
     */
    public static NDArray[] split(NDArray x, Consumer<SplitOptions> options) {
        SplitOptions o = new SplitOptions();
        options.accept(o);
        return SPLIT.all(o, x);
    }

    /**
     * Square root of each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sqrt(NDArray x) {
        return SQRT.call(x);
    }

    /**
     * Square of each element.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray square(NDArray x) {
        return SQUARE.call(x);
    }

    /** The optional arguments of squeeze. */
    public static final class SqueezeOptions extends Options {
        /** axes to remove; none: all of size one (default: none) */
        public SqueezeOptions axes(long... value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Remove axes of size one; returns a view.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray squeeze(NDArray x) {
        return SQUEEZE.call(x);
    }

    /**
     * Remove axes of size one; returns a view.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray squeeze(NDArray x, Consumer<SqueezeOptions> options) {
        SqueezeOptions o = new SqueezeOptions();
        options.accept(o);
        return SQUEEZE.one(o, x);
    }

    /** The optional arguments of stack. */
    public static final class StackOptions extends Options {
        /** position of the new axis in the result (default: 0) */
        public StackOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Stack arrays of the same shape along a new axis.
     *
     * @param arrays the arrays to join
     * @return the result
     */
    public static NDArray stack(NDArray... arrays) {
        return STACK.one(null, arrays);
    }

    /**
     * Stack arrays of the same shape along a new axis.
     *
     * @param arrays the arrays to join
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray stack(NDArray[] arrays, Consumer<StackOptions> options) {
        StackOptions o = new StackOptions();
        options.accept(o);
        return STACK.one(o, arrays);
    }

    /** The optional arguments of std. */
    public static final class StdOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public StdOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public StdOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** the divisor is the number of elements minus this (default: 0.0) */
        public StdOptions correction(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Standard deviation over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray std(NDArray x) {
        return STD.call(x);
    }

    /**
     * Standard deviation over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray std(NDArray x, Consumer<StdOptions> options) {
        StdOptions o = new StdOptions();
        options.accept(o);
        return STD.one(o, x);
    }

    /** The optional arguments of student_t. */
    public static final class StudentTOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public StudentTOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public StudentTOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public StudentTOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from Student's t distribution.
     *
     * @param degrees degrees of freedom
     * @return samples
     */
    public static NDArray studentT(NDArray degrees) {
        return STUDENT_T.call(degrees);
    }

    /**
     * Samples from Student's t distribution.
     *
     * @param degrees degrees of freedom
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray studentT(NDArray degrees, Consumer<StudentTOptions> options) {
        StudentTOptions o = new StudentTOptions();
        options.accept(o);
        return STUDENT_T.one(o, degrees);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray subtract(NDArray x1, NDArray x2) {
        return SUBTRACT.call(x1, x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray subtract(NDArray x1, double x2) {
        return SUBTRACT.call(x1, x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray subtract(double x1, NDArray x2) {
        return SUBTRACT.call(x1, x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray subtract(NDArray x1, long x2) {
        return SUBTRACT.call(x1, x2);
    }

    /**
     * Element-wise difference, x1 - x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray subtract(long x1, NDArray x2) {
        return SUBTRACT.call(x1, x2);
    }

    /** The optional arguments of sum. */
    public static final class SumOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public SumOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public SumOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** dtype of the result; default: that of x, 64-bit for integers (default: none) */
        public SumOptions dtype(DType value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Sum over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray sum(NDArray x) {
        return SUM.call(x);
    }

    /**
     * Sum over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray sum(NDArray x, Consumer<SumOptions> options) {
        SumOptions o = new SumOptions();
        options.accept(o);
        return SUM.one(o, x);
    }

    /** The optional arguments of svd. */
    public static final class SvdOptions extends Options {
        /** U and Vh are square; false: only the first min(m, n) vectors (default: true) */
        public SvdOptions fullMatrices(boolean value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The results of svd.
     *
     * @param U left singular vectors, as columns
     * @param S singular values, descending
     * @param Vh right singular vectors, as rows
     */
    public record SvdResult(NDArray U, NDArray S, NDArray Vh) {}

    /**
     * The singular value decomposition x = U diag(S) Vh, with S in descending order.
     *
     * <p>Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to
     * square matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the largest one is
     * real and positive.  The gradient through U and Vh is defined where the singular values are distinct and, unless x is
     * square, not 0; the vectors that complete a square matrix have no gradient.
     *
     * @param x matrices
     * @return left singular vectors, as columns; singular values, descending; right singular vectors, as rows
     */
    public static SvdResult svd(NDArray x) {
        NDArray[] out = SVD.all(null, x);
        return new SvdResult(out[0], out[1], out[2]);
    }

    /**
     * The singular value decomposition x = U diag(S) Vh, with S in descending order.
     *
     * <p>Column i of U and row i of Vh belong to singular value i; with full_matrices, further vectors complete U and Vh to
     * square matrices.  In each column of U, the first entry whose absolute value is at least nine tenths of the largest one is
     * real and positive.  The gradient through U and Vh is defined where the singular values are distinct and, unless x is
     * square, not 0; the vectors that complete a square matrix have no gradient.
     *
     * @param x matrices
     * @param options sets the optional arguments
     * @return left singular vectors, as columns; singular values, descending; right singular vectors, as rows
     */
    public static SvdResult svd(NDArray x, Consumer<SvdOptions> options) {
        SvdOptions o = new SvdOptions();
        options.accept(o);
        NDArray[] out = SVD.all(o, x);
        return new SvdResult(out[0], out[1], out[2]);
    }

    /**
     * The singular values of matrices, in descending order.
     *
     * @param x matrices
     * @return singular values, descending
     */
    public static NDArray svdvals(NDArray x) {
        return SVDVALS.call(x);
    }

    /** The optional arguments of swapaxes. */
    public static final class SwapaxesOptions extends Options {
        /** first axis (default: 0) */
        public SwapaxesOptions axis1(long value) {
            put(0, value);
            return this;
        }

        /** second axis (default: 1) */
        public SwapaxesOptions axis2(long value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Exchange two axes; returns a view.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray swapaxes(NDArray x) {
        return SWAPAXES.call(x);
    }

    /**
     * Exchange two axes; returns a view.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray swapaxes(NDArray x, Consumer<SwapaxesOptions> options) {
        SwapaxesOptions o = new SwapaxesOptions();
        options.accept(o);
        return SWAPAXES.one(o, x);
    }

    /** The optional arguments of take. */
    public static final class TakeOptions extends Options {
        /** axis to take along; none: all elements, in row-major order (default: none) */
        public TakeOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Elements of x at the given indices along an axis.
     *
     * <p>The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes the
     * operation fail.
     *
     * @param x the input
     * @param indices indices along the axis
     * @return the selected elements
     */
    public static NDArray take(NDArray x, NDArray indices) {
        return TAKE.call(x, indices);
    }

    /**
     * Elements of x at the given indices along an axis.
     *
     * <p>The dimensions of indices replace the axis.  Negative indices count from the end.  An index out of range makes the
     * operation fail.
     *
     * @param x the input
     * @param indices indices along the axis
     * @param options sets the optional arguments
     * @return the selected elements
     */
    public static NDArray take(NDArray x, NDArray indices, Consumer<TakeOptions> options) {
        TakeOptions o = new TakeOptions();
        options.accept(o);
        return TAKE.one(o, x, indices);
    }

    /** The optional arguments of take_along_axis. */
    public static final class TakeAlongAxisOptions extends Options {
        /** axis that the indices count along (default: -1) */
        public TakeAlongAxisOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Elements of x at per-position indices along an axis.
     *
     * <p>x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may have
     * any size.
     *
     * @param x the input
     * @param indices indices along the axis
     * @return the selected elements
     */
    public static NDArray takeAlongAxis(NDArray x, NDArray indices) {
        return TAKE_ALONG_AXIS.call(x, indices);
    }

    /**
     * Elements of x at per-position indices along an axis.
     *
     * <p>x and indices have the same number of dimensions and broadcast together, except along the axis, where indices may have
     * any size.
     *
     * @param x the input
     * @param indices indices along the axis
     * @param options sets the optional arguments
     * @return the selected elements
     */
    public static NDArray takeAlongAxis(NDArray x, NDArray indices, Consumer<TakeAlongAxisOptions> options) {
        TakeAlongAxisOptions o = new TakeAlongAxisOptions();
        options.accept(o);
        return TAKE_ALONG_AXIS.one(o, x, indices);
    }

    /**
     * Tangent of each element, in radians.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray tan(NDArray x) {
        return TAN.call(x);
    }

    /**
     * Hyperbolic tangent.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray tanh(NDArray x) {
        return TANH.call(x);
    }

    /**
     * Tanh shrinkage: x - tanh(x).
     *
     * @param x the input
     * @return the result
     */
    public static NDArray tanhshrink(NDArray x) {
        return TANHSHRINK.call(x);
    }

    /** The optional arguments of tensordot. */
    public static final class TensordotOptions extends Options {
        /** number of trailing axes of x1 to contract with leading axes of x2 (at least 0; default: 2) */
        public TensordotOptions axes(long value) {
            put(0, value);
            return this;
        }

        /** axes of x1 to contract, instead of axes (default: none) */
        public TensordotOptions x1Axes(long... value) {
            put(1, value);
            return this;
        }

        /** axes of x2 to contract, in the order of x1_axes (default: none) */
        public TensordotOptions x2Axes(long... value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Tensor contraction: sum over pairs of axes of x1 and x2.
     *
     * <p>The result has the remaining axes of x1, then those of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @return the result
     */
    public static NDArray tensordot(NDArray x1, NDArray x2) {
        return TENSORDOT.call(x1, x2);
    }

    /**
     * Tensor contraction: sum over pairs of axes of x1 and x2.
     *
     * <p>The result has the remaining axes of x1, then those of x2.
     *
     * @param x1 the first operand
     * @param x2 the second operand
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray tensordot(NDArray x1, NDArray x2, Consumer<TensordotOptions> options) {
        TensordotOptions o = new TensordotOptions();
        options.accept(o);
        return TENSORDOT.one(o, x1, x2);
    }

    /** The optional arguments of threshold. */
    public static final class ThresholdOptions extends Options {
        /** elements above this are unchanged (default: 0.0) */
        public ThresholdOptions threshold(double value) {
            put(0, value);
            return this;
        }

        /** replaces elements at or below the threshold (default: 0.0) */
        public ThresholdOptions value(double value) {
            put(1, value);
            return this;
        }
    }

    /**
     * x where x &gt; threshold, value elsewhere.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray threshold(NDArray x) {
        return THRESHOLD.call(x);
    }

    /**
     * x where x &gt; threshold, value elsewhere.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray threshold(NDArray x, Consumer<ThresholdOptions> options) {
        ThresholdOptions o = new ThresholdOptions();
        options.accept(o);
        return THRESHOLD.one(o, x);
    }

    /**
     * Tile an array a number of times along each axis.
     *
     * @param x the input
     * @param repetitions number of repetitions along each of the last axes (at least 0)
     * @return the result
     */
    public static NDArray tile(NDArray x, long... repetitions) {
        Options o = new Options.Plain();
        o.put(0, repetitions);
        return TILE.one(o, x);
    }

    /**
     * Copy x to a device.
     *
     * @param x the input
     * @param device device of the result
     * @return the result
     */
    public static NDArray toDevice(NDArray x, Device device) {
        Options o = new Options.Plain();
        o.put(0, device);
        return TO_DEVICE.one(o, x);
    }

    /** The optional arguments of topk. */
    public static final class TopkOptions extends Options {
        /** axis to search along (default: -1) */
        public TopkOptions axis(long value) {
            put(1, value);
            return this;
        }

        /** largest elements; otherwise the smallest (default: true) */
        public TopkOptions largest(boolean value) {
            put(2, value);
            return this;
        }

        /** return them in order; always the case (default: true) */
        public TopkOptions sorted(boolean value) {
            put(3, value);
            return this;
        }
    }

    /**
     * The results of topk.
     *
     * @param values the largest elements
     * @param indices their indices along the axis
     */
    public record TopkResult(NDArray values, NDArray indices) {}

    /**
     * The k largest (or smallest) elements along an axis, in order, and their indices.
     *
     * <p>These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than k
     * other elements.
     *
     * @param x the input
     * @param k number of elements (at least 0)
     * @return the largest elements; their indices along the axis
     */
    public static TopkResult topk(NDArray x, long k) {
        Options o = new Options.Plain();
        o.put(0, k);
        NDArray[] out = TOPK.all(o, x);
        return new TopkResult(out[0], out[1]);
    }

    /**
     * The k largest (or smallest) elements along an axis, in order, and their indices.
     *
     * <p>These are the first k elements of sort: the first of equal elements come first, and NaN only if there are fewer than k
     * other elements.
     *
     * @param x the input
     * @param k number of elements (at least 0)
     * @param options sets the optional arguments
     * @return the largest elements; their indices along the axis
     */
    public static TopkResult topk(NDArray x, long k, Consumer<TopkOptions> options) {
        TopkOptions o = new TopkOptions();
        options.accept(o);
        o.put(0, k);
        NDArray[] out = TOPK.all(o, x);
        return new TopkResult(out[0], out[1]);
    }

    /** The optional arguments of trace. */
    public static final class TraceOptions extends Options {
        /** which diagonal: 0 is the main one, positive ones are above it (default: 0) */
        public TraceOptions offset(long value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; none: that of sum (default: none) */
        public TraceOptions dtype(DType value) {
            put(1, value);
            return this;
        }
    }

    /**
     * The sums of the diagonals of matrices.
     *
     * @param x square matrices
     * @return the result
     */
    public static NDArray trace(NDArray x) {
        return TRACE.call(x);
    }

    /**
     * The sums of the diagonals of matrices.
     *
     * @param x square matrices
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray trace(NDArray x, Consumer<TraceOptions> options) {
        TraceOptions o = new TraceOptions();
        options.accept(o);
        return TRACE.one(o, x);
    }

    /** The optional arguments of tril. */
    public static final class TrilOptions extends Options {
        /** diagonal that bounds the triangle; positive: above the main one (default: 0) */
        public TrilOptions k(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Lower triangle of matrices: zeros above diagonal k.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray tril(NDArray x) {
        return TRIL.call(x);
    }

    /**
     * Lower triangle of matrices: zeros above diagonal k.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray tril(NDArray x, Consumer<TrilOptions> options) {
        TrilOptions o = new TrilOptions();
        options.accept(o);
        return TRIL.one(o, x);
    }

    /** The optional arguments of triplet_margin_loss. */
    public static final class TripletMarginLossOptions extends Options {
        /** 'mean', 'sum' or 'none': how the losses are reduced (one of mean, sum, none; default: mean) */
        public TripletMarginLossOptions reduction(String value) {
            put(0, value);
            return this;
        }

        /** by how much the negative should be farther away than the positive (at least 0.0; default: 1.0) */
        public TripletMarginLossOptions margin(double value) {
            put(1, value);
            return this;
        }

        /** order of the norm of the distances; may be inf (more than 0.0; default: 2.0) */
        public TripletMarginLossOptions p(double value) {
            put(2, value);
            return this;
        }

        /** added to each difference (at least 0.0; default: 1e-06) */
        public TripletMarginLossOptions eps(double value) {
            put(3, value);
            return this;
        }

        /** use the smaller of the negative's distances to anchor and positive (default: false) */
        public TripletMarginLossOptions swap(boolean value) {
            put(4, value);
            return this;
        }
    }

    /**
     * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @param anchor vectors
     * @param positive vectors that should be near
     * @param negative vectors that should be far
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray tripletMarginLoss(NDArray anchor, NDArray positive, NDArray negative) {
        return TRIPLET_MARGIN_LOSS.one(null, anchor, positive, negative);
    }

    /**
     * The triplet margin loss, max(0, d(anchor, positive) - d(anchor, negative) + margin).
     *
     * @param anchor vectors
     * @param positive vectors that should be near
     * @param negative vectors that should be far
     * @param options sets the optional arguments
     * @return the loss, or the losses of the elements if reduction is 'none'
     */
    public static NDArray tripletMarginLoss(NDArray anchor, NDArray positive, NDArray negative, Consumer<TripletMarginLossOptions> options) {
        TripletMarginLossOptions o = new TripletMarginLossOptions();
        options.accept(o);
        return TRIPLET_MARGIN_LOSS.one(o, anchor, positive, negative);
    }

    /** The optional arguments of triu. */
    public static final class TriuOptions extends Options {
        /** diagonal that bounds the triangle; positive: above the main one (default: 0) */
        public TriuOptions k(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Upper triangle of matrices: zeros below diagonal k.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray triu(NDArray x) {
        return TRIU.call(x);
    }

    /**
     * Upper triangle of matrices: zeros below diagonal k.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray triu(NDArray x, Consumer<TriuOptions> options) {
        TriuOptions o = new TriuOptions();
        options.accept(o);
        return TRIU.one(o, x);
    }

    /**
     * Round towards zero to an integer.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray trunc(NDArray x) {
        return TRUNC.call(x);
    }

    /** The optional arguments of truncated_normal. */
    public static final class TruncatedNormalOptions extends Options {
        /** mean before truncation (default: 0.0) */
        public TruncatedNormalOptions loc(double value) {
            put(1, value);
            return this;
        }

        /** standard deviation before truncation (more than 0.0; default: 1.0) */
        public TruncatedNormalOptions scale(double value) {
            put(2, value);
            return this;
        }

        /** lower bound; may be infinite (default: -2.0) */
        public TruncatedNormalOptions lower(double value) {
            put(3, value);
            return this;
        }

        /** upper bound; may be infinite (default: 2.0) */
        public TruncatedNormalOptions upper(double value) {
            put(4, value);
            return this;
        }

        /** a float dtype (default: none) */
        public TruncatedNormalOptions dtype(DType value) {
            put(5, value);
            return this;
        }

        /** device of the result (default: none) */
        public TruncatedNormalOptions device(Device value) {
            put(6, value);
            return this;
        }
    }

    /**
     * Samples from a normal distribution truncated to the range from lower to upper.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray truncatedNormal(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return TRUNCATED_NORMAL.one(o);
    }

    /**
     * Samples from a normal distribution truncated to the range from lower to upper.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray truncatedNormal(long[] shape, Consumer<TruncatedNormalOptions> options) {
        TruncatedNormalOptions o = new TruncatedNormalOptions();
        options.accept(o);
        o.put(0, shape);
        return TRUNCATED_NORMAL.one(o);
    }

    /** The optional arguments of unfold. */
    public static final class UnfoldOptions extends Options {
        /** spacing between the elements of a patch; none: 1 (at least 1; default: none) */
        public UnfoldOptions dilation(long... value) {
            put(1, value);
            return this;
        }

        /** zero padding at both ends of each axis; none: 0 (at least 0; default: none) */
        public UnfoldOptions padding(long... value) {
            put(2, value);
            return this;
        }

        /** distance between patches; none: 1 (at least 1; default: none) */
        public UnfoldOptions stride(long... value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Extract the patches of images as columns (im2col).
     *
     * <p>x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a patch,
     * patches).
     *
     * @param x images, (batch, channels, height, width)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @return patches, as columns
     */
    public static NDArray unfold(NDArray x, long... kernelSize) {
        Options o = new Options.Plain();
        o.put(0, kernelSize);
        return UNFOLD.one(o, x);
    }

    /**
     * Extract the patches of images as columns (im2col).
     *
     * <p>x has shape (batch, channels, one to three spatial axes); the result has shape (batch, channels * elements of a patch,
     * patches).
     *
     * @param x images, (batch, channels, height, width)
     * @param kernelSize size of a patch, one entry per axis or one for all (at least 1)
     * @param options sets the optional arguments
     * @return patches, as columns
     */
    public static NDArray unfold(NDArray x, long[] kernelSize, Consumer<UnfoldOptions> options) {
        UnfoldOptions o = new UnfoldOptions();
        options.accept(o);
        o.put(0, kernelSize);
        return UNFOLD.one(o, x);
    }

    /** The optional arguments of uniform. */
    public static final class UniformOptions extends Options {
        /** lower bound, inclusive (default: 0.0) */
        public UniformOptions low(double value) {
            put(1, value);
            return this;
        }

        /** upper bound, exclusive (default: 1.0) */
        public UniformOptions high(double value) {
            put(2, value);
            return this;
        }

        /** a float dtype (default: none) */
        public UniformOptions dtype(DType value) {
            put(3, value);
            return this;
        }

        /** device of the result (default: none) */
        public UniformOptions device(Device value) {
            put(4, value);
            return this;
        }
    }

    /**
     * Samples from a uniform distribution over the range from low to high.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray uniform(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return UNIFORM.one(o);
    }

    /**
     * Samples from a uniform distribution over the range from low to high.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray uniform(long[] shape, Consumer<UniformOptions> options) {
        UniformOptions o = new UniformOptions();
        options.accept(o);
        o.put(0, shape);
        return UNIFORM.one(o);
    }

    /**
     * The results of unique_all.
     *
     * @param values the distinct elements
     * @param indices index of the first occurrence of each
     * @param inverseIndices position of each element of x among the values
     * @param counts number of occurrences of each
     */
    public record UniqueAllResult(NDArray values, NDArray indices, NDArray inverseIndices, NDArray counts) {}

    /**
     * Unique values of x, the index of the first occurrence of each, the indices that rebuild x, and the counts.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @param x the input
     * @return the distinct elements; index of the first occurrence of each; position of each element of x among the values;
     * number of occurrences of each
     */
    public static UniqueAllResult uniqueAll(NDArray x) {
        NDArray[] out = UNIQUE_ALL.all(null, x);
        return new UniqueAllResult(out[0], out[1], out[2], out[3]);
    }

    /**
     * The results of unique_counts.
     *
     * @param values the distinct elements
     * @param counts number of occurrences of each
     */
    public record UniqueCountsResult(NDArray values, NDArray counts) {}

    /**
     * Unique values of x and their counts.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @param x the input
     * @return the distinct elements; number of occurrences of each
     */
    public static UniqueCountsResult uniqueCounts(NDArray x) {
        NDArray[] out = UNIQUE_COUNTS.all(null, x);
        return new UniqueCountsResult(out[0], out[1]);
    }

    /**
     * The results of unique_inverse.
     *
     * @param values the distinct elements
     * @param inverseIndices position of each element of x among the values
     */
    public record UniqueInverseResult(NDArray values, NDArray inverseIndices) {}

    /**
     * Unique values of x and the indices that rebuild x from them.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @param x the input
     * @return the distinct elements; position of each element of x among the values
     */
    public static UniqueInverseResult uniqueInverse(NDArray x) {
        NDArray[] out = UNIQUE_INVERSE.all(null, x);
        return new UniqueInverseResult(out[0], out[1]);
    }

    /**
     * Unique values of x.
     *
     * <p>The values are in ascending order (complex numbers by real, then by imaginary part); NaNs are distinct.  The size of the
     * result depends on the values, so this waits for x.
     *
     * @param x the input
     * @return the distinct elements
     */
    public static NDArray uniqueValues(NDArray x) {
        return UNIQUE_VALUES.call(x);
    }

    /** The optional arguments of unstack. */
    public static final class UnstackOptions extends Options {
        /** axis to remove (default: 0) */
        public UnstackOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * Split an array into its elements along an axis; returns views without that axis.
     *
     * @param x the input
     * @return the slices, in order
     */
    public static NDArray[] unstack(NDArray x) {
        return UNSTACK.all(null, x);
    }

    /**
     * Split an array into its elements along an axis; returns views without that axis.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the slices, in order
     */
    public static NDArray[] unstack(NDArray x, Consumer<UnstackOptions> options) {
        UnstackOptions o = new UnstackOptions();
        options.accept(o);
        return UNSTACK.all(o, x);
    }

    /** The optional arguments of var. */
    public static final class VarOptions extends Options {
        /** axes to reduce; none: all (default: none) */
        public VarOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes with size one (default: false) */
        public VarOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** the divisor is the number of elements minus this (default: 0.0) */
        public VarOptions correction(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Variance over axes.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray var(NDArray x) {
        return VAR.call(x);
    }

    /**
     * Variance over axes.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray var(NDArray x, Consumer<VarOptions> options) {
        VarOptions o = new VarOptions();
        options.accept(o);
        return VAR.one(o, x);
    }

    /** The optional arguments of vecdot. */
    public static final class VecdotOptions extends Options {
        /** the axis of the vectors (default: -1) */
        public VecdotOptions axis(long value) {
            put(0, value);
            return this;
        }
    }

    /**
     * The inner products of vectors along an axis.
     *
     * <p>The other axes broadcast.  x1 is conjugated.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @return the result
     */
    public static NDArray vecdot(NDArray x1, NDArray x2) {
        return VECDOT.call(x1, x2);
    }

    /**
     * The inner products of vectors along an axis.
     *
     * <p>The other axes broadcast.  x1 is conjugated.
     *
     * @param x1 vectors
     * @param x2 vectors
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray vecdot(NDArray x1, NDArray x2, Consumer<VecdotOptions> options) {
        VecdotOptions o = new VecdotOptions();
        options.accept(o);
        return VECDOT.one(o, x1, x2);
    }

    /** The optional arguments of vector_norm. */
    public static final class VectorNormOptions extends Options {
        /** axes of the vectors; none: all (default: none) */
        public VectorNormOptions axes(long... value) {
            put(0, value);
            return this;
        }

        /** keep the reduced axes, with size one (default: false) */
        public VectorNormOptions keepdims(boolean value) {
            put(1, value);
            return this;
        }

        /** order of the norm; may be 0, inf or -inf (default: 2.0) */
        public VectorNormOptions ord(double value) {
            put(2, value);
            return this;
        }
    }

    /**
     * The vector norm over one or more axes.
     *
     * <p>(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
     *
     * @param x the input
     * @return the result
     */
    public static NDArray vectorNorm(NDArray x) {
        return VECTOR_NORM.call(x);
    }

    /**
     * The vector norm over one or more axes.
     *
     * <p>(sum |x|^ord)^(1/ord).  Order 0 counts the elements that are not 0; inf and -inf give the largest and smallest |x|.
     *
     * @param x the input
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray vectorNorm(NDArray x, Consumer<VectorNormOptions> options) {
        VectorNormOptions o = new VectorNormOptions();
        options.accept(o);
        return VECTOR_NORM.one(o, x);
    }

    /** The optional arguments of von_mises. */
    public static final class VonMisesOptions extends Options {
        /** shape of the result; none: that of the parameters (at least 0; default: none) */
        public VonMisesOptions shape(long... value) {
            put(0, value);
            return this;
        }

        /** dtype of the result; default: the default float dtype, int64 for counts (default: none) */
        public VonMisesOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public VonMisesOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * Samples from a von Mises distribution: angles between -pi and pi around a mean.
     *
     * @param mean mean direction in radians
     * @param concentration how narrow the distribution is
     * @return samples
     */
    public static NDArray vonMises(NDArray mean, NDArray concentration) {
        return VON_MISES.call(mean, concentration);
    }

    /**
     * Samples from a von Mises distribution: angles between -pi and pi around a mean.
     *
     * @param mean mean direction in radians
     * @param concentration how narrow the distribution is
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray vonMises(NDArray mean, NDArray concentration, Consumer<VonMisesOptions> options) {
        VonMisesOptions o = new VonMisesOptions();
        options.accept(o);
        return VON_MISES.one(o, mean, concentration);
    }

    /** The optional arguments of weibull. */
    public static final class WeibullOptions extends Options {
        /** scale: multiplies each sample (at least 0.0; default: 1.0) */
        public WeibullOptions scale(double value) {
            put(0, value);
            return this;
        }

        /** shape of the result; none: that of the parameter (at least 0; default: none) */
        public WeibullOptions shape(long... value) {
            put(1, value);
            return this;
        }

        /** a float dtype (default: none) */
        public WeibullOptions dtype(DType value) {
            put(2, value);
            return this;
        }

        /** device of the result (default: none) */
        public WeibullOptions device(Device value) {
            put(3, value);
            return this;
        }
    }

    /**
     * Samples from a Weibull distribution.
     *
     * @param concentration shape parameter
     * @return samples
     */
    public static NDArray weibull(NDArray concentration) {
        return WEIBULL.call(concentration);
    }

    /**
     * Samples from a Weibull distribution.
     *
     * @param concentration shape parameter
     * @param options sets the optional arguments
     * @return samples
     */
    public static NDArray weibull(NDArray concentration, Consumer<WeibullOptions> options) {
        WeibullOptions o = new WeibullOptions();
        options.accept(o);
        return WEIBULL.one(o, concentration);
    }

    /**
     * Elements of x1 where the condition is true, of x2 elsewhere.
     *
     * @param condition bools, or numbers that are nonzero where x1 is taken
     * @param x1 values where the condition is true
     * @param x2 values elsewhere
     * @return the result
     */
    public static NDArray where(NDArray condition, NDArray x1, NDArray x2) {
        return WHERE.one(null, condition, x1, x2);
    }

    /** The optional arguments of zeros. */
    public static final class ZerosOptions extends Options {
        /** dtype of the result; default: the default float dtype (default: none) */
        public ZerosOptions dtype(DType value) {
            put(1, value);
            return this;
        }

        /** device of the result (default: none) */
        public ZerosOptions device(Device value) {
            put(2, value);
            return this;
        }
    }

    /**
     * An array of zeros.
     *
     * @param shape shape of the result (at least 0)
     * @return the result
     */
    public static NDArray zeros(long... shape) {
        Options o = new Options.Plain();
        o.put(0, shape);
        return ZEROS.one(o);
    }

    /**
     * An array of zeros.
     *
     * @param shape shape of the result (at least 0)
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray zeros(long[] shape, Consumer<ZerosOptions> options) {
        ZerosOptions o = new ZerosOptions();
        options.accept(o);
        o.put(0, shape);
        return ZEROS.one(o);
    }

    /** The optional arguments of zeros_like. */
    public static final class ZerosLikeOptions extends Options {
        /** dtype of the result; default: that of x (default: none) */
        public ZerosLikeOptions dtype(DType value) {
            put(0, value);
            return this;
        }

        /** device of the result; default: that of x (default: none) */
        public ZerosLikeOptions device(Device value) {
            put(1, value);
            return this;
        }
    }

    /**
     * Zeros with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @return the result
     */
    public static NDArray zerosLike(NDArray x) {
        return ZEROS_LIKE.call(x);
    }

    /**
     * Zeros with the shape and dtype of x.
     *
     * @param x an array whose shape and dtype are used
     * @param options sets the optional arguments
     * @return the result
     */
    public static NDArray zerosLike(NDArray x, Consumer<ZerosLikeOptions> options) {
        ZerosLikeOptions o = new ZerosLikeOptions();
        options.accept(o);
        return ZEROS_LIKE.one(o, x);
    }
}
