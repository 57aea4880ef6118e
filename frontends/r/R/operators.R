# Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
# operators.R - one function for each operator of the library.
# SPDX-License-Identifier: Apache-2.0

weir_abs <- function(x) .Call(C_call, "abs", list(x), list())
weir_acos <- function(x) .Call(C_call, "acos", list(x), list())
weir_acosh <- function(x) .Call(C_call, "acosh", list(x), list())
weir_adaptive_avg_pool <- function(x, output_size) {
    .Call(C_call, "adaptive_avg_pool", list(x), list(output_size = output_size))
}
weir_adaptive_max_pool <- function(x, output_size) {
    .Call(C_call, "adaptive_max_pool", list(x), list(output_size = output_size))
}
weir_adaptive_max_pool_indices <- function(x, output_size) {
    index_out(.Call(C_call, "adaptive_max_pool_indices", list(x), list(output_size = output_size)))
}
weir_add <- function(x1, x2) .Call(C_call, "add", list(x1, x2), list())
weir_affine_grid <- function(theta, size, align_corners = FALSE) {
    .Call(C_call, "affine_grid", list(theta), list(size = size, align_corners = align_corners))
}
weir_after <- function(x, arrays) .Call(C_call, "after", c(list(x), array_list(arrays)), list())
weir_all <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "all", list(x), list(axes = axis, keepdims = keepdims))
}
weir_angle <- function(x) .Call(C_call, "angle", list(x), list())
weir_any <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "any", list(x), list(axes = axis, keepdims = keepdims))
}
weir_arange <- function(start, stop = NULL, step = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "arange", list(), list(start = start, stop = stop, step = step, dtype = dtype, device = device))
}
weir_argmax <- function(x, axis = NULL, keepdims = FALSE) {
    index_out(.Call(C_call, "argmax", list(x), list(axis = axis, keepdims = keepdims)))
}
weir_argmin <- function(x, axis = NULL, keepdims = FALSE) {
    index_out(.Call(C_call, "argmin", list(x), list(axis = axis, keepdims = keepdims)))
}
weir_argpartition <- function(x, kth, axis = -1) {
    index_out(.Call(C_call, "argpartition", list(x), list(kth = class_in(kth), axis = axis)))
}
weir_argsort <- function(x, axis = -1, descending = FALSE, stable = TRUE) {
    index_out(.Call(C_call, "argsort", list(x), list(axis = axis, descending = descending, stable = stable)))
}
weir_asin <- function(x) .Call(C_call, "asin", list(x), list())
weir_asinh <- function(x) .Call(C_call, "asinh", list(x), list())
weir_astype <- function(x, dtype) .Call(C_call, "astype", list(x), list(dtype = dtype))
weir_atan <- function(x) .Call(C_call, "atan", list(x), list())
weir_atan2 <- function(x1, x2) .Call(C_call, "atan2", list(x1, x2), list())
weir_atanh <- function(x) .Call(C_call, "atanh", list(x), list())
weir_avg_pool <- function(x, kernel_size, stride = NULL, padding = NULL,
    ceil_mode = FALSE, count_include_pad = TRUE) {
    .Call(C_call, "avg_pool", list(x), list(kernel_size = kernel_size, stride = stride, padding = padding, ceil_mode = ceil_mode, count_include_pad = count_include_pad))
}
weir_basic_index <- function(x, kinds = NULL, starts = NULL, stops = NULL, steps = NULL) {
    .Call(C_call, "basic_index", list(x), list(kinds = kinds, starts = starts, stops = stops, steps = steps))
}
weir_basic_update <- function(x, y, kinds = NULL, starts = NULL, stops = NULL,
    steps = NULL) {
    .Call(C_call, "basic_update", list(x, y), list(kinds = kinds, starts = starts, stops = stops, steps = steps))
}
weir_batch_norm <- function(x, weight = NULL, bias = NULL, eps = 1e-05) {
    .Call(C_call, "batch_norm", list(x, weight, bias), list(eps = eps))
}
weir_batch_norm_inference <- function(x, mean, variance, weight = NULL, bias = NULL,
    eps = 1e-05) {
    .Call(C_call, "batch_norm_inference", list(x, mean, variance, weight, bias), list(eps = eps))
}
weir_bernoulli <- function(probability, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "bernoulli", list(probability), list(shape = shape, dtype = dtype, device = device))
}
weir_beta <- function(a, b, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "beta", list(a, b), list(shape = shape, dtype = dtype, device = device))
}
weir_bilinear <- function(x1, x2, weight, bias = NULL) {
    .Call(C_call, "bilinear", list(x1, x2, weight, bias), list())
}
weir_binary_cross_entropy <- function(x, target, weight = NULL, reduction = "mean") {
    .Call(C_call, "binary_cross_entropy", list(x, target, weight), list(reduction = reduction))
}
weir_binary_cross_entropy_with_logits <- function(x, target, reduction = "mean") {
    .Call(C_call, "binary_cross_entropy_with_logits", list(x, target), list(reduction = reduction))
}
weir_bincount <- function(x, weights = NULL, minlength = 0) {
    .Call(C_call, "bincount", list(x, weights), list(minlength = minlength))
}
weir_bincount_sized <- function(x, weights = NULL, size) {
    .Call(C_call, "bincount_sized", list(x, weights), list(size = size))
}
weir_binomial <- function(trials, probability, shape = NULL, dtype = NULL,
    device = NULL) {
    .Call(C_call, "binomial", list(trials, probability), list(shape = shape, dtype = dtype, device = device))
}
weir_bitwise_and <- function(x1, x2) .Call(C_call, "bitwise_and", list(x1, x2), list())
weir_bitwise_invert <- function(x) .Call(C_call, "bitwise_invert", list(x), list())
weir_bitwise_left_shift <- function(x1, x2) .Call(C_call, "bitwise_left_shift", list(x1, x2), list())
weir_bitwise_or <- function(x1, x2) .Call(C_call, "bitwise_or", list(x1, x2), list())
weir_bitwise_right_shift <- function(x1, x2) .Call(C_call, "bitwise_right_shift", list(x1, x2), list())
weir_bitwise_xor <- function(x1, x2) .Call(C_call, "bitwise_xor", list(x1, x2), list())
weir_broadcast_arrays <- function(arrays) .Call(C_call, "broadcast_arrays", array_list(arrays), list())
weir_broadcast_to <- function(x, shape) .Call(C_call, "broadcast_to", list(x), list(shape = shape))
weir_categorical <- function(weights, count = NULL, axis = -1, logits = FALSE,
    replacement = TRUE, dtype = "int64") {
    index_out(.Call(C_call, "categorical", list(weights), list(count = count, axis = axis, logits = logits, replacement = replacement, dtype = dtype)))
}
weir_cauchy <- function(shape, loc = 0, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "cauchy", list(), list(shape = shape, loc = loc, scale = scale, dtype = dtype, device = device))
}
weir_cdist <- function(x1, x2, p = 2) .Call(C_call, "cdist", list(x1, x2), list(p = p))
weir_ceil <- function(x) .Call(C_call, "ceil", list(x), list())
weir_celu <- function(x, alpha = 1) .Call(C_call, "celu", list(x), list(alpha = alpha))
weir_channel_shuffle <- function(x, groups) .Call(C_call, "channel_shuffle", list(x), list(groups = groups))
weir_check_finite <- function(x, after = NULL) .Call(C_call, "check_finite", list(x, after), list())
weir_chi_square <- function(degrees, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "chi_square", list(degrees), list(shape = shape, dtype = dtype, device = device))
}
weir_cholesky <- function(x, upper = FALSE) .Call(C_call, "cholesky", list(x), list(upper = upper))
weir_clip <- function(x, min = NULL, max = NULL) .Call(C_call, "clip", list(x, min, max), list())
weir_concat <- function(arrays, axis = 1) .Call(C_call, "concat", array_list(arrays), list(axis = axis))
weir_conj <- function(x) .Call(C_call, "conj", list(x), list())
weir_conv <- function(x, weight, bias = NULL, stride = NULL, padding = NULL,
    dilation = NULL, groups = 1) {
    .Call(C_call, "conv", list(x, weight, bias), list(stride = stride, padding = padding, dilation = dilation, groups = groups))
}
weir_conv_transpose <- function(x, weight, bias = NULL, stride = NULL, padding = NULL,
    output_padding = NULL, groups = 1, dilation = NULL) {
    .Call(C_call, "conv_transpose", list(x, weight, bias), list(stride = stride, padding = padding, output_padding = output_padding, groups = groups, dilation = dilation))
}
weir_copy <- function(x) .Call(C_call, "copy", list(x), list())
weir_copysign <- function(x1, x2) .Call(C_call, "copysign", list(x1, x2), list())
weir_cos <- function(x) .Call(C_call, "cos", list(x), list())
weir_cosh <- function(x) .Call(C_call, "cosh", list(x), list())
weir_cosine_embedding_loss <- function(x1, x2, target, reduction = "mean", margin = 0) {
    .Call(C_call, "cosine_embedding_loss", list(x1, x2, target), list(reduction = reduction, margin = margin))
}
weir_cosine_similarity <- function(x1, x2, axis = -1, eps = 1e-08) {
    .Call(C_call, "cosine_similarity", list(x1, x2), list(axis = axis, eps = eps))
}
weir_count_nonzero <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "count_nonzero", list(x), list(axes = axis, keepdims = keepdims))
}
weir_cross <- function(x1, x2, axis = -1) .Call(C_call, "cross", list(x1, x2), list(axis = axis))
weir_cross_entropy <- function(x, target, weight = NULL, axis = NULL,
    reduction = "mean", ignore_index = -100, label_smoothing = 0) {
    .Call(C_call, "cross_entropy", list(x, label_in(target), weight), list(axis = axis, reduction = reduction, ignore_index = class_in(ignore_index), label_smoothing = label_smoothing))
}
weir_ctc_loss <- function(log_probs, targets, input_lengths, target_lengths, blank = 1,
    reduction = "mean", zero_infinity = FALSE) {
    .Call(C_call, "ctc_loss", list(log_probs, index_in(targets), input_lengths, target_lengths), list(blank = class_in(blank), reduction = reduction, zero_infinity = zero_infinity))
}
weir_cummax <- function(x, axis = -1) shifted(.Call(C_call, "cummax", list(x), list(axis = axis)), "indices")
weir_cummin <- function(x, axis = -1) shifted(.Call(C_call, "cummin", list(x), list(axis = axis)), "indices")
weir_cumulative_prod <- function(x, axis = NULL, dtype = NULL, include_initial = FALSE,
    reverse = FALSE) {
    .Call(C_call, "cumulative_prod", list(x), list(axis = axis, dtype = dtype, include_initial = include_initial, reverse = reverse))
}
weir_cumulative_sum <- function(x, axis = NULL, dtype = NULL, include_initial = FALSE,
    reverse = FALSE) {
    .Call(C_call, "cumulative_sum", list(x), list(axis = axis, dtype = dtype, include_initial = include_initial, reverse = reverse))
}
weir_deg2rad <- function(x) .Call(C_call, "deg2rad", list(x), list())
weir_det <- function(x) .Call(C_call, "det", list(x), list())
weir_diag <- function(x, k = 0) .Call(C_call, "diag", list(x), list(k = k))
weir_diag_embed <- function(x, offset = 0, n_rows = NULL, n_cols = NULL) {
    .Call(C_call, "diag_embed", list(x), list(offset = offset, n_rows = n_rows, n_cols = n_cols))
}
weir_diagonal <- function(x, offset = 0, axis1 = -2, axis2 = -1) {
    .Call(C_call, "diagonal", list(x), list(offset = offset, axis1 = axis1, axis2 = axis2))
}
weir_diff <- function(x, prepend = NULL, append = NULL, n = 1, axis = -1) {
    .Call(C_call, "diff", list(x, prepend, append), list(n = n, axis = axis))
}
weir_digitize <- function(x, bins, right = FALSE) {
    .Call(C_call, "digitize", list(x, bins), list(right = right))
}
weir_divide <- function(x1, x2) .Call(C_call, "divide", list(x1, x2), list())
weir_dot <- function(x1, x2) .Call(C_call, "dot", list(x1, x2), list())
weir_dropout <- function(x, p = 0.5) .Call(C_call, "dropout", list(x), list(p = p))
weir_eig <- function(x) .Call(C_call, "eig", list(x), list())
weir_eigh <- function(x) .Call(C_call, "eigh", list(x), list())
weir_eigvals <- function(x) .Call(C_call, "eigvals", list(x), list())
weir_eigvalsh <- function(x) .Call(C_call, "eigvalsh", list(x), list())
weir_einsum <- function(operands, equation) {
    .Call(C_call, "einsum", array_list(operands), list(equation = equation))
}
weir_elu <- function(x, alpha = 1) .Call(C_call, "elu", list(x), list(alpha = alpha))
weir_embedding <- function(indices, weight, padding_idx = NULL) {
    .Call(C_call, "embedding", list(index_in(indices), weight), list(padding_idx = class_in(padding_idx)))
}
weir_empty <- function(shape, dtype = NULL, device = NULL) {
    .Call(C_call, "empty", list(), list(shape = shape, dtype = dtype, device = device))
}
weir_empty_like <- function(x, dtype = NULL, device = NULL) {
    .Call(C_call, "empty_like", list(x), list(dtype = dtype, device = device))
}
weir_equal <- function(x1, x2) .Call(C_call, "equal", list(x1, x2), list())
weir_erf <- function(x) .Call(C_call, "erf", list(x), list())
weir_exp <- function(x) .Call(C_call, "exp", list(x), list())
weir_exp2 <- function(x) .Call(C_call, "exp2", list(x), list())
weir_expand_dims <- function(x, axis) .Call(C_call, "expand_dims", list(x), list(axes = axis))
weir_expm <- function(x) .Call(C_call, "expm", list(x), list())
weir_expm1 <- function(x) .Call(C_call, "expm1", list(x), list())
weir_exponential <- function(shape, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "exponential", list(), list(shape = shape, scale = scale, dtype = dtype, device = device))
}
weir_eye <- function(n_rows, n_cols = NULL, k = 0, dtype = NULL, device = NULL) {
    .Call(C_call, "eye", list(), list(n_rows = n_rows, n_cols = n_cols, k = k, dtype = dtype, device = device))
}
weir_fftn <- function(x, s = NULL, axis = NULL, norm = "backward") {
    .Call(C_call, "fftn", list(x), list(s = s, axes = axis, norm = norm))
}
weir_flatten <- function(x, start = 1, end = -1) {
    .Call(C_call, "flatten", list(x), list(start = start, end = end))
}
weir_flip <- function(x, axis = NULL) .Call(C_call, "flip", list(x), list(axes = axis))
weir_floor <- function(x) .Call(C_call, "floor", list(x), list())
weir_floor_divide <- function(x1, x2) .Call(C_call, "floor_divide", list(x1, x2), list())
weir_fold <- function(y, output_size, kernel_size, dilation = NULL, padding = NULL,
    stride = NULL) {
    .Call(C_call, "fold", list(y), list(output_size = output_size, kernel_size = kernel_size, dilation = dilation, padding = padding, stride = stride))
}
weir_full <- function(shape, value, dtype = NULL, device = NULL) {
    .Call(C_call, "full", list(value), list(shape = shape, dtype = dtype, device = device))
}
weir_full_like <- function(x, value, dtype = NULL, device = NULL) {
    .Call(C_call, "full_like", list(x, value), list(dtype = dtype, device = device))
}
weir_gamma <- function(concentration, scale = 1, shape = NULL, dtype = NULL,
    device = NULL) {
    .Call(C_call, "gamma", list(concentration), list(scale = scale, shape = shape, dtype = dtype, device = device))
}
weir_gaussian_nll_loss <- function(x, target, var, reduction = "mean", full = FALSE,
    eps = 1e-06) {
    .Call(C_call, "gaussian_nll_loss", list(x, target, var), list(reduction = reduction, full = full, eps = eps))
}
weir_gelu <- function(x) .Call(C_call, "gelu", list(x), list())
weir_gelu_tanh <- function(x) .Call(C_call, "gelu_tanh", list(x), list())
weir_geometric <- function(probability, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "geometric", list(probability), list(shape = shape, dtype = dtype, device = device))
}
weir_global_avg_pool <- function(x) .Call(C_call, "global_avg_pool", list(x), list())
weir_global_max_pool <- function(x) .Call(C_call, "global_max_pool", list(x), list())
weir_global_norm <- function(arrays) .Call(C_call, "global_norm", array_list(arrays), list())
weir_glu <- function(x, axis = -1) .Call(C_call, "glu", list(x), list(axis = axis))
weir_greater <- function(x1, x2) .Call(C_call, "greater", list(x1, x2), list())
weir_greater_equal <- function(x1, x2) .Call(C_call, "greater_equal", list(x1, x2), list())
weir_grid_sample <- function(x, grid, mode = "bilinear", padding_mode = "zeros",
    align_corners = FALSE) {
    .Call(C_call, "grid_sample", list(x, grid), list(mode = mode, padding_mode = padding_mode, align_corners = align_corners))
}
weir_group_norm <- function(x, weight = NULL, bias = NULL, num_groups, eps = 1e-05) {
    .Call(C_call, "group_norm", list(x, weight, bias), list(num_groups = num_groups, eps = eps))
}
weir_gru <- function(x, weight_ih, weight_hh, bias_ih = NULL, bias_hh = NULL, h0 = NULL,
    lengths = NULL, reverse = FALSE) {
    .Call(C_call, "gru", list(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths), list(reverse = reverse))
}
weir_gumbel <- function(shape, loc = 0, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "gumbel", list(), list(shape = shape, loc = loc, scale = scale, dtype = dtype, device = device))
}
weir_hardshrink <- function(x, lambd = 0.5) .Call(C_call, "hardshrink", list(x), list(lambd = lambd))
weir_hardsigmoid <- function(x) .Call(C_call, "hardsigmoid", list(x), list())
weir_hardswish <- function(x) .Call(C_call, "hardswish", list(x), list())
weir_hardtanh <- function(x, min_val = -1, max_val = 1) {
    .Call(C_call, "hardtanh", list(x), list(min_val = min_val, max_val = max_val))
}
weir_hinge_embedding_loss <- function(x, target, reduction = "mean", margin = 1) {
    .Call(C_call, "hinge_embedding_loss", list(x, target), list(reduction = reduction, margin = margin))
}
weir_hinge_loss <- function(x, target, reduction = "mean", margin = 1) {
    .Call(C_call, "hinge_loss", list(x, target), list(reduction = reduction, margin = margin))
}
weir_histogram <- function(x, weights = NULL, bins = 10, min = 0, max = 0) {
    .Call(C_call, "histogram", list(x, weights), list(bins = bins, min = min, max = max))
}
weir_huber_loss <- function(x, target, reduction = "mean", delta = 1) {
    .Call(C_call, "huber_loss", list(x, target), list(reduction = reduction, delta = delta))
}
weir_hypot <- function(x1, x2) .Call(C_call, "hypot", list(x1, x2), list())
weir_ifftn <- function(x, s = NULL, axis = NULL, norm = "backward") {
    .Call(C_call, "ifftn", list(x), list(s = s, axes = axis, norm = norm))
}
weir_imag <- function(x) .Call(C_call, "imag", list(x), list())
weir_image_normalize <- function(x, mean = NULL, std = NULL, scale = NULL,
    layout = "HWC", output_layout = "CHW", dtype = NULL) {
    .Call(C_call, "image_normalize", list(x, mean, std), list(scale = scale, layout = layout, output_layout = output_layout, dtype = dtype))
}
weir_image_resize <- function(x, size, mode = "bilinear", antialias = TRUE,
    layout = "HWC") {
    .Call(C_call, "image_resize", list(x), list(size = size, mode = mode, antialias = antialias, layout = layout))
}
weir_index <- function(x, indices, axis = NULL, front = FALSE) {
    .Call(C_call, "index", c(list(x), index_in(array_list(indices))), list(axes = axis, front = front))
}
weir_index_put <- function(x, values, indices, axis = NULL, front = FALSE,
    accumulate = FALSE) {
    .Call(C_call, "index_put", c(list(x, values), index_in(array_list(indices))), list(axes = axis, front = front, accumulate = accumulate))
}
weir_inner <- function(x1, x2) .Call(C_call, "inner", list(x1, x2), list())
weir_instance_norm <- function(x, weight = NULL, bias = NULL, eps = 1e-05) {
    .Call(C_call, "instance_norm", list(x, weight, bias), list(eps = eps))
}
weir_integers <- function(low, high, shape, dtype = "int64", device = NULL) {
    .Call(C_call, "integers", list(), list(low = low, high = high, shape = shape, dtype = dtype, device = device))
}
weir_interpolate <- function(x, size = NULL, scale_factor = NULL, mode = "nearest",
    align_corners = FALSE, antialias = FALSE) {
    .Call(C_call, "interpolate", list(x), list(size = size, scale_factor = scale_factor, mode = mode, align_corners = align_corners, antialias = antialias))
}
weir_inv <- function(x) .Call(C_call, "inv", list(x), list())
weir_irfftn <- function(x, s = NULL, axis = NULL, norm = "backward") {
    .Call(C_call, "irfftn", list(x), list(s = s, axes = axis, norm = norm))
}
weir_isfinite <- function(x) .Call(C_call, "isfinite", list(x), list())
weir_isin <- function(x1, x2, invert = FALSE) .Call(C_call, "isin", list(x1, x2), list(invert = invert))
weir_isinf <- function(x) .Call(C_call, "isinf", list(x), list())
weir_isnan <- function(x) .Call(C_call, "isnan", list(x), list())
weir_kl_div <- function(x, target, reduction = "mean", log_target = FALSE) {
    .Call(C_call, "kl_div", list(x, target), list(reduction = reduction, log_target = log_target))
}
weir_kthvalue <- function(x, k = 1, axis = -1, keepdims = FALSE) {
    shifted(.Call(C_call, "kthvalue", list(x), list(k = k, axis = axis, keepdims = keepdims)), "indices")
}
weir_l1_loss <- function(x, target, reduction = "mean") {
    .Call(C_call, "l1_loss", list(x, target), list(reduction = reduction))
}
weir_laplace <- function(shape, loc = 0, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "laplace", list(), list(shape = shape, loc = loc, scale = scale, dtype = dtype, device = device))
}
weir_layer_norm <- function(x, weight = NULL, bias = NULL, axis = NULL, eps = 1e-05) {
    .Call(C_call, "layer_norm", list(x, weight, bias), list(axes = axis, eps = eps))
}
weir_leaky_relu <- function(x, negative_slope = 0.01) {
    .Call(C_call, "leaky_relu", list(x), list(negative_slope = negative_slope))
}
weir_less <- function(x1, x2) .Call(C_call, "less", list(x1, x2), list())
weir_less_equal <- function(x1, x2) .Call(C_call, "less_equal", list(x1, x2), list())
weir_lexsort <- function(keys, axis = -1) {
    index_out(.Call(C_call, "lexsort", array_list(keys), list(axis = axis)))
}
weir_linear <- function(x, weight, bias = NULL) .Call(C_call, "linear", list(x, weight, bias), list())
weir_linear_scan <- function(a, b, axis = -1, reverse = FALSE) {
    .Call(C_call, "linear_scan", list(a, b), list(axis = axis, reverse = reverse))
}
weir_linspace <- function(start, stop, num = 50, endpoint = TRUE, dtype = NULL,
    device = NULL) {
    .Call(C_call, "linspace", list(), list(start = start, stop = stop, num = num, endpoint = endpoint, dtype = dtype, device = device))
}
weir_local_response_norm <- function(x, size, alpha = 0.0001, beta = 0.75, k = 1) {
    .Call(C_call, "local_response_norm", list(x), list(size = size, alpha = alpha, beta = beta, k = k))
}
weir_log <- function(x) .Call(C_call, "log", list(x), list())
weir_log10 <- function(x) .Call(C_call, "log10", list(x), list())
weir_log1p <- function(x) .Call(C_call, "log1p", list(x), list())
weir_log2 <- function(x) .Call(C_call, "log2", list(x), list())
weir_log_sigmoid <- function(x) .Call(C_call, "log_sigmoid", list(x), list())
weir_log_softmax <- function(x, axis = -1) .Call(C_call, "log_softmax", list(x), list(axis = axis))
weir_logaddexp <- function(x1, x2) .Call(C_call, "logaddexp", list(x1, x2), list())
weir_logical_and <- function(x1, x2) .Call(C_call, "logical_and", list(x1, x2), list())
weir_logical_not <- function(x) .Call(C_call, "logical_not", list(x), list())
weir_logical_or <- function(x1, x2) .Call(C_call, "logical_or", list(x1, x2), list())
weir_logical_xor <- function(x1, x2) .Call(C_call, "logical_xor", list(x1, x2), list())
weir_logistic <- function(shape, loc = 0, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "logistic", list(), list(shape = shape, loc = loc, scale = scale, dtype = dtype, device = device))
}
weir_logit <- function(x) .Call(C_call, "logit", list(x), list())
weir_lognormal <- function(shape, loc = 0, scale = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "lognormal", list(), list(shape = shape, loc = loc, scale = scale, dtype = dtype, device = device))
}
weir_logsumexp <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "logsumexp", list(x), list(axes = axis, keepdims = keepdims))
}
weir_lp_pool <- function(x, norm_type = 2, kernel_size, stride = NULL,
    ceil_mode = FALSE) {
    .Call(C_call, "lp_pool", list(x), list(norm_type = norm_type, kernel_size = kernel_size, stride = stride, ceil_mode = ceil_mode))
}
weir_lstm <- function(x, weight_ih, weight_hh, bias_ih = NULL, bias_hh = NULL,
    h0 = NULL, c0 = NULL, lengths = NULL, reverse = FALSE) {
    .Call(C_call, "lstm", list(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, c0, lengths), list(reverse = reverse))
}
weir_margin_ranking_loss <- function(x1, x2, target, reduction = "mean", margin = 0) {
    .Call(C_call, "margin_ranking_loss", list(x1, x2, target), list(reduction = reduction, margin = margin))
}
weir_mask_put <- function(x, mask, values) .Call(C_call, "mask_put", list(x, mask, values), list())
weir_mask_select <- function(x, mask) .Call(C_call, "mask_select", list(x, mask), list())
weir_matmul <- function(x1, x2) .Call(C_call, "matmul", list(x1, x2), list())
weir_matrix_norm <- function(x, keepdims = FALSE, ord = "fro") {
    .Call(C_call, "matrix_norm", list(x), list(keepdims = keepdims, ord = ord))
}
weir_matrix_power <- function(x, n) .Call(C_call, "matrix_power", list(x), list(n = n))
weir_matrix_transpose <- function(x) .Call(C_call, "matrix_transpose", list(x), list())
weir_max <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "max", list(x), list(axes = axis, keepdims = keepdims))
}
weir_max_pool <- function(x, kernel_size, stride = NULL, padding = NULL,
    dilation = NULL, ceil_mode = FALSE) {
    .Call(C_call, "max_pool", list(x), list(kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode))
}
weir_max_pool_indices <- function(x, kernel_size, stride = NULL, padding = NULL,
    dilation = NULL, ceil_mode = FALSE) {
    index_out(.Call(C_call, "max_pool_indices", list(x), list(kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)))
}
weir_max_unpool <- function(x, indices, output_size) {
    .Call(C_call, "max_unpool", list(x, index_in(indices)), list(output_size = output_size))
}
weir_maximum <- function(x1, x2) .Call(C_call, "maximum", list(x1, x2), list())
weir_mean <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "mean", list(x), list(axes = axis, keepdims = keepdims))
}
weir_median <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "median", list(x), list(axis = axis, keepdims = keepdims))
}
weir_meshgrid <- function(arrays, indexing = "xy") {
    .Call(C_call, "meshgrid", array_list(arrays), list(indexing = indexing))
}
weir_min <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "min", list(x), list(axes = axis, keepdims = keepdims))
}
weir_minimum <- function(x1, x2) .Call(C_call, "minimum", list(x1, x2), list())
weir_mish <- function(x) .Call(C_call, "mish", list(x), list())
weir_moveaxis <- function(x, source, destination) {
    .Call(C_call, "moveaxis", list(x), list(source = source, destination = destination))
}
weir_mse_loss <- function(x, target, reduction = "mean") {
    .Call(C_call, "mse_loss", list(x, target), list(reduction = reduction))
}
weir_multi_margin_loss <- function(x, target, weight = NULL, reduction = "mean", p = 1,
    margin = 1) {
    .Call(C_call, "multi_margin_loss", list(x, index_in(target), weight), list(reduction = reduction, p = p, margin = margin))
}
weir_multilabel_soft_margin_loss <- function(x, target, weight = NULL,
    reduction = "mean") {
    .Call(C_call, "multilabel_soft_margin_loss", list(x, target, weight), list(reduction = reduction))
}
weir_multiply <- function(x1, x2) .Call(C_call, "multiply", list(x1, x2), list())
weir_nanargmax <- function(x, axis = NULL, keepdims = FALSE) {
    index_out(.Call(C_call, "nanargmax", list(x), list(axis = axis, keepdims = keepdims)))
}
weir_nanargmin <- function(x, axis = NULL, keepdims = FALSE) {
    index_out(.Call(C_call, "nanargmin", list(x), list(axis = axis, keepdims = keepdims)))
}
weir_nancumprod <- function(x, axis = NULL, dtype = NULL) {
    .Call(C_call, "nancumprod", list(x), list(axis = axis, dtype = dtype))
}
weir_nancumsum <- function(x, axis = NULL, dtype = NULL) {
    .Call(C_call, "nancumsum", list(x), list(axis = axis, dtype = dtype))
}
weir_nanmax <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "nanmax", list(x), list(axes = axis, keepdims = keepdims))
}
weir_nanmean <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "nanmean", list(x), list(axes = axis, keepdims = keepdims))
}
weir_nanmedian <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "nanmedian", list(x), list(axis = axis, keepdims = keepdims))
}
weir_nanmin <- function(x, axis = NULL, keepdims = FALSE) {
    .Call(C_call, "nanmin", list(x), list(axes = axis, keepdims = keepdims))
}
weir_nanprod <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
    .Call(C_call, "nanprod", list(x), list(axes = axis, keepdims = keepdims, dtype = dtype))
}
weir_nanstd <- function(x, axis = NULL, keepdims = FALSE, correction = 0) {
    .Call(C_call, "nanstd", list(x), list(axes = axis, keepdims = keepdims, correction = correction))
}
weir_nansum <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
    .Call(C_call, "nansum", list(x), list(axes = axis, keepdims = keepdims, dtype = dtype))
}
weir_nanvar <- function(x, axis = NULL, keepdims = FALSE, correction = 0) {
    .Call(C_call, "nanvar", list(x), list(axes = axis, keepdims = keepdims, correction = correction))
}
weir_negative <- function(x) .Call(C_call, "negative", list(x), list())
weir_nextafter <- function(x1, x2) .Call(C_call, "nextafter", list(x1, x2), list())
weir_nll_loss <- function(x, target, weight = NULL, axis = NULL, reduction = "mean",
    ignore_index = -100) {
    .Call(C_call, "nll_loss", list(x, index_in(target), weight), list(axis = axis, reduction = reduction, ignore_index = class_in(ignore_index)))
}
weir_nonzero <- function(x) index_out(.Call(C_call, "nonzero", list(x), list()))
weir_normal <- function(shape, mean = 0, std = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "normal", list(), list(shape = shape, mean = mean, std = std, dtype = dtype, device = device))
}
weir_normalize <- function(x, p = 2, axis = -1, eps = 1e-12) {
    .Call(C_call, "normalize", list(x), list(p = p, axis = axis, eps = eps))
}
weir_not_equal <- function(x1, x2) .Call(C_call, "not_equal", list(x1, x2), list())
weir_one_hot <- function(indices, num_classes, dtype = NULL) {
    .Call(C_call, "one_hot", list(index_in(indices)), list(num_classes = num_classes, dtype = dtype))
}
weir_ones <- function(shape, dtype = NULL, device = NULL) {
    .Call(C_call, "ones", list(), list(shape = shape, dtype = dtype, device = device))
}
weir_ones_like <- function(x, dtype = NULL, device = NULL) {
    .Call(C_call, "ones_like", list(x), list(dtype = dtype, device = device))
}
weir_outer <- function(x1, x2) .Call(C_call, "outer", list(x1, x2), list())
weir_pad <- function(x, widths, mode = "constant", value = 0) {
    .Call(C_call, "pad", list(x), list(widths = widths, mode = mode, value = value))
}
weir_pairwise_distance <- function(x1, x2, p = 2, eps = 1e-06, keepdims = FALSE) {
    .Call(C_call, "pairwise_distance", list(x1, x2), list(p = p, eps = eps, keepdims = keepdims))
}
weir_partition <- function(x, kth, axis = -1) {
    .Call(C_call, "partition", list(x), list(kth = class_in(kth), axis = axis))
}
weir_percentile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
    .Call(C_call, "percentile", list(x, q), list(axis = axis, method = method, keepdims = keepdims))
}
weir_permutation <- function(n, dtype = "int64", device = NULL) {
    index_out(.Call(C_call, "permutation", list(), list(n = n, dtype = dtype, device = device)))
}
weir_permute_dims <- function(x, axis = NULL) .Call(C_call, "permute_dims", list(x), list(axes = axis))
weir_pixel_shuffle <- function(x, upscale_factor) {
    .Call(C_call, "pixel_shuffle", list(x), list(upscale_factor = upscale_factor))
}
weir_pixel_unshuffle <- function(x, downscale_factor) {
    .Call(C_call, "pixel_unshuffle", list(x), list(downscale_factor = downscale_factor))
}
weir_poisson <- function(rate, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "poisson", list(rate), list(shape = shape, dtype = dtype, device = device))
}
weir_poisson_nll_loss <- function(x, target, reduction = "mean", log_input = TRUE,
    full = FALSE, eps = 1e-08) {
    .Call(C_call, "poisson_nll_loss", list(x, target), list(reduction = reduction, log_input = log_input, full = full, eps = eps))
}
weir_positive <- function(x) .Call(C_call, "positive", list(x), list())
weir_pow <- function(x1, x2) .Call(C_call, "pow", list(x1, x2), list())
weir_prelu <- function(x1, x2) .Call(C_call, "prelu", list(x1, x2), list())
weir_prod <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
    .Call(C_call, "prod", list(x), list(axes = axis, keepdims = keepdims, dtype = dtype))
}
weir_put_along_axis <- function(x, indices, values, axis = -1, accumulate = FALSE) {
    .Call(C_call, "put_along_axis", list(x, index_in(indices), values), list(axis = axis, accumulate = accumulate))
}
weir_put_along_axis_reduce <- function(x, indices, values, axis = -1, reduce = "sum",
    include_self = TRUE) {
    .Call(C_call, "put_along_axis_reduce", list(x, index_in(indices), values), list(axis = axis, reduce = reduce, include_self = include_self))
}
weir_qr <- function(x, mode = "reduced") .Call(C_call, "qr", list(x), list(mode = mode))
weir_quantile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
    .Call(C_call, "quantile", list(x, q), list(axis = axis, method = method, keepdims = keepdims))
}
weir_quick_gelu <- function(x) .Call(C_call, "quick_gelu", list(x), list())
weir_rad2deg <- function(x) .Call(C_call, "rad2deg", list(x), list())
weir_ravel <- function(x) .Call(C_call, "ravel", list(x), list())
weir_real <- function(x) .Call(C_call, "real", list(x), list())
weir_reciprocal <- function(x) .Call(C_call, "reciprocal", list(x), list())
weir_relu <- function(x) .Call(C_call, "relu", list(x), list())
weir_relu6 <- function(x) .Call(C_call, "relu6", list(x), list())
weir_remainder <- function(x1, x2) .Call(C_call, "remainder", list(x1, x2), list())
weir_repeat <- function(x, repeats, axis = NULL) {
    .Call(C_call, "repeat", list(x), list(repeats = repeats, axis = axis))
}
weir_reshape <- function(x, shape) .Call(C_call, "reshape", list(x), list(shape = shape))
weir_rfftn <- function(x, s = NULL, axis = NULL, norm = "backward") {
    .Call(C_call, "rfftn", list(x), list(s = s, axes = axis, norm = norm))
}
weir_rms_norm <- function(x, weight = NULL, axis = NULL, eps = NULL) {
    .Call(C_call, "rms_norm", list(x, weight), list(axes = axis, eps = eps))
}
weir_rnn <- function(x, weight_ih, weight_hh, bias_ih = NULL, bias_hh = NULL, h0 = NULL,
    lengths = NULL, nonlinearity = "tanh", reverse = FALSE) {
    .Call(C_call, "rnn", list(x, weight_ih, weight_hh, bias_ih, bias_hh, h0, lengths), list(nonlinearity = nonlinearity, reverse = reverse))
}
weir_roll <- function(x, shift, axis = NULL) .Call(C_call, "roll", list(x), list(shift = shift, axes = axis))
weir_round <- function(x) .Call(C_call, "round", list(x), list())
weir_rsqrt <- function(x) .Call(C_call, "rsqrt", list(x), list())
weir_scaled_dot_product_attention <- function(query, key, value, attn_mask = NULL,
    dropout_seed = NULL, dropout_p = 0, is_causal = FALSE, scale = NULL,
    enable_gqa = FALSE) {
    .Call(C_call, "scaled_dot_product_attention", list(query, key, value, attn_mask, dropout_seed), list(dropout_p = dropout_p, is_causal = is_causal, scale = scale, enable_gqa = enable_gqa))
}
weir_scatter <- function(x, indices, updates, axis = NULL) {
    .Call(C_call, "scatter", list(x, index_in(indices), updates), list(axis = axis))
}
weir_scatter_add <- function(x, indices, updates, axis = NULL) {
    .Call(C_call, "scatter_add", list(x, index_in(indices), updates), list(axis = axis))
}
weir_scatter_reduce <- function(x, indices, updates, axis = NULL, reduce = "sum",
    include_self = TRUE) {
    .Call(C_call, "scatter_reduce", list(x, index_in(indices), updates), list(axis = axis, reduce = reduce, include_self = include_self))
}
weir_searchsorted <- function(x1, x2, sorter = NULL, side = "left") {
    .Call(C_call, "searchsorted", list(x1, x2, index_in(sorter)), list(side = side))
}
weir_segment_max <- function(data, segment_ids, num_segments) {
    .Call(C_call, "segment_max", list(data, index_in(segment_ids)), list(num_segments = num_segments))
}
weir_segment_mean <- function(data, segment_ids, num_segments) {
    .Call(C_call, "segment_mean", list(data, index_in(segment_ids)), list(num_segments = num_segments))
}
weir_segment_min <- function(data, segment_ids, num_segments) {
    .Call(C_call, "segment_min", list(data, index_in(segment_ids)), list(num_segments = num_segments))
}
weir_segment_prod <- function(data, segment_ids, num_segments) {
    .Call(C_call, "segment_prod", list(data, index_in(segment_ids)), list(num_segments = num_segments))
}
weir_segment_sum <- function(data, segment_ids, num_segments) {
    .Call(C_call, "segment_sum", list(data, index_in(segment_ids)), list(num_segments = num_segments))
}
weir_select <- function(x, index, axis = 1) {
    .Call(C_call, "select", list(x), list(index = class_in(index), axis = axis))
}
weir_selu <- function(x) .Call(C_call, "selu", list(x), list())
weir_shuffle <- function(x, axis = 1) shifted(.Call(C_call, "shuffle", list(x), list(axis = axis)), "order")
weir_sigmoid <- function(x) .Call(C_call, "sigmoid", list(x), list())
weir_sign <- function(x) .Call(C_call, "sign", list(x), list())
weir_signbit <- function(x) .Call(C_call, "signbit", list(x), list())
weir_silu <- function(x) .Call(C_call, "silu", list(x), list())
weir_sin <- function(x) .Call(C_call, "sin", list(x), list())
weir_sinc <- function(x) .Call(C_call, "sinc", list(x), list())
weir_sinh <- function(x) .Call(C_call, "sinh", list(x), list())
weir_slice <- function(x, starts = NULL, stops = NULL, steps = NULL) {
    .Call(C_call, "slice", list(x), list(starts = starts, stops = stops, steps = steps))
}
weir_slice_update <- function(x, y, starts = NULL, stops = NULL, steps = NULL) {
    .Call(C_call, "slice_update", list(x, y), list(starts = starts, stops = stops, steps = steps))
}
weir_sliding_window_view <- function(x, window, axis = NULL) {
    .Call(C_call, "sliding_window_view", list(x), list(window = window, axes = axis))
}
weir_slogdet <- function(x) .Call(C_call, "slogdet", list(x), list())
weir_smooth_l1_loss <- function(x, target, reduction = "mean", beta = 1) {
    .Call(C_call, "smooth_l1_loss", list(x, target), list(reduction = reduction, beta = beta))
}
weir_soft_margin_loss <- function(x, target, reduction = "mean") {
    .Call(C_call, "soft_margin_loss", list(x, target), list(reduction = reduction))
}
weir_softmax <- function(x, axis = -1) .Call(C_call, "softmax", list(x), list(axis = axis))
weir_softmin <- function(x, axis = -1) .Call(C_call, "softmin", list(x), list(axis = axis))
weir_softplus <- function(x) .Call(C_call, "softplus", list(x), list())
weir_softshrink <- function(x, lambd = 0.5) .Call(C_call, "softshrink", list(x), list(lambd = lambd))
weir_softsign <- function(x) .Call(C_call, "softsign", list(x), list())
weir_solve <- function(x1, x2, left = TRUE) .Call(C_call, "solve", list(x1, x2), list(left = left))
weir_solve_triangular <- function(x1, x2, upper = FALSE, unitriangular = FALSE,
    left = TRUE) {
    .Call(C_call, "solve_triangular", list(x1, x2), list(upper = upper, unitriangular = unitriangular, left = left))
}
weir_sort <- function(x, axis = -1, descending = FALSE, stable = TRUE) {
    .Call(C_call, "sort", list(x), list(axis = axis, descending = descending, stable = stable))
}
weir_split <- function(x, sections = NULL, indices = NULL, axis = 1) {
    .Call(C_call, "split", list(x), list(sections = sections, indices = indices, axis = axis))
}
weir_sqrt <- function(x) .Call(C_call, "sqrt", list(x), list())
weir_square <- function(x) .Call(C_call, "square", list(x), list())
weir_squeeze <- function(x, axis = NULL) .Call(C_call, "squeeze", list(x), list(axes = axis))
weir_stack <- function(arrays, axis = 1) .Call(C_call, "stack", array_list(arrays), list(axis = axis))
weir_std <- function(x, axis = NULL, keepdims = FALSE, correction = 0) {
    .Call(C_call, "std", list(x), list(axes = axis, keepdims = keepdims, correction = correction))
}
weir_student_t <- function(degrees, shape = NULL, dtype = NULL, device = NULL) {
    .Call(C_call, "student_t", list(degrees), list(shape = shape, dtype = dtype, device = device))
}
weir_subtract <- function(x1, x2) .Call(C_call, "subtract", list(x1, x2), list())
weir_sum <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
    .Call(C_call, "sum", list(x), list(axes = axis, keepdims = keepdims, dtype = dtype))
}
weir_svd <- function(x, full_matrices = TRUE) {
    .Call(C_call, "svd", list(x), list(full_matrices = full_matrices))
}
weir_svdvals <- function(x) .Call(C_call, "svdvals", list(x), list())
weir_swapaxes <- function(x, axis1 = 1, axis2 = 2) {
    .Call(C_call, "swapaxes", list(x), list(axis1 = axis1, axis2 = axis2))
}
weir_take <- function(x, indices, axis = NULL) {
    .Call(C_call, "take", list(x, index_in(indices)), list(axis = axis))
}
weir_take_along_axis <- function(x, indices, axis = -1) {
    .Call(C_call, "take_along_axis", list(x, index_in(indices)), list(axis = axis))
}
weir_tan <- function(x) .Call(C_call, "tan", list(x), list())
weir_tanh <- function(x) .Call(C_call, "tanh", list(x), list())
weir_tanhshrink <- function(x) .Call(C_call, "tanhshrink", list(x), list())
weir_tensordot <- function(x1, x2, axes = 2, x1_axes = NULL, x2_axes = NULL) {
    .Call(C_call, "tensordot", list(x1, x2), list(axes = axes, x1_axes = x1_axes, x2_axes = x2_axes))
}
weir_threshold <- function(x, threshold = 0, value = 0) {
    .Call(C_call, "threshold", list(x), list(threshold = threshold, value = value))
}
weir_tile <- function(x, repetitions) .Call(C_call, "tile", list(x), list(repetitions = repetitions))
weir_to_device <- function(x, device) .Call(C_call, "to_device", list(x), list(device = device))
weir_topk <- function(x, k, axis = -1, largest = TRUE, sorted = TRUE) {
    shifted(.Call(C_call, "topk", list(x), list(k = k, axis = axis, largest = largest, sorted = sorted)), "indices")
}
weir_trace <- function(x, offset = 0, dtype = NULL) {
    .Call(C_call, "trace", list(x), list(offset = offset, dtype = dtype))
}
weir_tril <- function(x, k = 0) .Call(C_call, "tril", list(x), list(k = k))
weir_triplet_margin_loss <- function(anchor, positive, negative, reduction = "mean",
    margin = 1, p = 2, eps = 1e-06, swap = FALSE) {
    .Call(C_call, "triplet_margin_loss", list(anchor, positive, negative), list(reduction = reduction, margin = margin, p = p, eps = eps, swap = swap))
}
weir_triu <- function(x, k = 0) .Call(C_call, "triu", list(x), list(k = k))
weir_trunc <- function(x) .Call(C_call, "trunc", list(x), list())
weir_truncated_normal <- function(shape, loc = 0, scale = 1, lower = -2, upper = 2,
    dtype = NULL, device = NULL) {
    .Call(C_call, "truncated_normal", list(), list(shape = shape, loc = loc, scale = scale, lower = lower, upper = upper, dtype = dtype, device = device))
}
weir_unfold <- function(x, kernel_size, dilation = NULL, padding = NULL, stride = NULL) {
    .Call(C_call, "unfold", list(x), list(kernel_size = kernel_size, dilation = dilation, padding = padding, stride = stride))
}
weir_uniform <- function(shape, low = 0, high = 1, dtype = NULL, device = NULL) {
    .Call(C_call, "uniform", list(), list(shape = shape, low = low, high = high, dtype = dtype, device = device))
}
weir_unique_all <- function(x) {
    shifted(.Call(C_call, "unique_all", list(x), list()), c("indices", "inverse_indices"))
}
weir_unique_counts <- function(x) .Call(C_call, "unique_counts", list(x), list())
weir_unique_inverse <- function(x) {
    shifted(.Call(C_call, "unique_inverse", list(x), list()), "inverse_indices")
}
weir_unique_values <- function(x) .Call(C_call, "unique_values", list(x), list())
weir_unstack <- function(x, axis = 1) .Call(C_call, "unstack", list(x), list(axis = axis))
weir_var <- function(x, axis = NULL, keepdims = FALSE, correction = 0) {
    .Call(C_call, "var", list(x), list(axes = axis, keepdims = keepdims, correction = correction))
}
weir_vecdot <- function(x1, x2, axis = -1) .Call(C_call, "vecdot", list(x1, x2), list(axis = axis))
weir_vector_norm <- function(x, axis = NULL, keepdims = FALSE, ord = 2) {
    .Call(C_call, "vector_norm", list(x), list(axes = axis, keepdims = keepdims, ord = ord))
}
weir_von_mises <- function(mean, concentration, shape = NULL, dtype = NULL,
    device = NULL) {
    .Call(C_call, "von_mises", list(mean, concentration), list(shape = shape, dtype = dtype, device = device))
}
weir_weibull <- function(concentration, scale = 1, shape = NULL, dtype = NULL,
    device = NULL) {
    .Call(C_call, "weibull", list(concentration), list(scale = scale, shape = shape, dtype = dtype, device = device))
}
weir_where <- function(condition, x1, x2) .Call(C_call, "where", list(condition, x1, x2), list())
weir_zeros <- function(shape, dtype = NULL, device = NULL) {
    .Call(C_call, "zeros", list(), list(shape = shape, dtype = dtype, device = device))
}
weir_zeros_like <- function(x, dtype = NULL, device = NULL) {
    .Call(C_call, "zeros_like", list(x), list(dtype = dtype, device = device))
}
