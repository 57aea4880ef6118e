# Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
# layers.R - layers and losses.
# SPDX-License-Identifier: Apache-2.0

block_index_inputs <- list(CTCLoss = 2L, CrossEntropyLoss = 2L, Embedding = 1L, MultiMarginLoss = 2L, NLLLoss = 2L)

nn_adaptive_avg_pool1d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveAvgPool1d", list(output_size = output_size)))
}
nn_adaptive_avg_pool2d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveAvgPool2d", list(output_size = output_size)))
}
nn_adaptive_avg_pool3d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveAvgPool3d", list(output_size = output_size)))
}
nn_adaptive_max_pool1d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveMaxPool1d", list(output_size = output_size)))
}
nn_adaptive_max_pool2d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveMaxPool2d", list(output_size = output_size)))
}
nn_adaptive_max_pool3d <- function(output_size) {
    new_block(.Call(C_block_new, "AdaptiveMaxPool3d", list(output_size = output_size)))
}
nn_avg_pool1d <- function(kernel_size, stride = NULL, padding = NULL, ceil_mode = FALSE,
    count_include_pad = TRUE) {
    new_block(.Call(C_block_new, "AvgPool1d", list(kernel_size = kernel_size, stride = stride, padding = padding, ceil_mode = ceil_mode, count_include_pad = count_include_pad)))
}
nn_avg_pool2d <- function(kernel_size, stride = NULL, padding = NULL, ceil_mode = FALSE,
    count_include_pad = TRUE) {
    new_block(.Call(C_block_new, "AvgPool2d", list(kernel_size = kernel_size, stride = stride, padding = padding, ceil_mode = ceil_mode, count_include_pad = count_include_pad)))
}
nn_avg_pool3d <- function(kernel_size, stride = NULL, padding = NULL, ceil_mode = FALSE,
    count_include_pad = TRUE) {
    new_block(.Call(C_block_new, "AvgPool3d", list(kernel_size = kernel_size, stride = stride, padding = padding, ceil_mode = ceil_mode, count_include_pad = count_include_pad)))
}
nn_bce_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "BCELoss", list(reduction = reduction)))
}
nn_bce_with_logits_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "BCEWithLogitsLoss", list(reduction = reduction)))
}
nn_batch_norm1d <- function(num_features = NULL, eps = 1e-05, momentum = 0.1,
    affine = TRUE, track_running_stats = TRUE) {
    new_block(.Call(C_block_new, "BatchNorm1d", list(num_features = num_features, eps = eps, momentum = momentum, affine = affine, track_running_stats = track_running_stats)))
}
nn_batch_norm2d <- function(num_features = NULL, eps = 1e-05, momentum = 0.1,
    affine = TRUE, track_running_stats = TRUE) {
    new_block(.Call(C_block_new, "BatchNorm2d", list(num_features = num_features, eps = eps, momentum = momentum, affine = affine, track_running_stats = track_running_stats)))
}
nn_batch_norm3d <- function(num_features = NULL, eps = 1e-05, momentum = 0.1,
    affine = TRUE, track_running_stats = TRUE) {
    new_block(.Call(C_block_new, "BatchNorm3d", list(num_features = num_features, eps = eps, momentum = momentum, affine = affine, track_running_stats = track_running_stats)))
}
nn_bilinear <- function(in1_features = NULL, in2_features = NULL, out_features,
    bias = TRUE) {
    new_block(.Call(C_block_new, "Bilinear", list(in1_features = in1_features, in2_features = in2_features, out_features = out_features, bias = bias)))
}
nn_celu <- function(alpha = 1) new_block(.Call(C_block_new, "CELU", list(alpha = alpha)))
nn_ctc_loss <- function(blank = 1, reduction = "mean", zero_infinity = FALSE) {
    new_block(.Call(C_block_new, "CTCLoss", list(blank = class_in(blank), reduction = reduction, zero_infinity = zero_infinity)))
}
nn_conv1d <- function(in_channels = NULL, out_channels, kernel_size, stride = NULL,
    padding = NULL, dilation = NULL, groups = 1, bias = TRUE) {
    new_block(.Call(C_block_new, "Conv1d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, groups = groups, bias = bias)))
}
nn_conv2d <- function(in_channels = NULL, out_channels, kernel_size, stride = NULL,
    padding = NULL, dilation = NULL, groups = 1, bias = TRUE) {
    new_block(.Call(C_block_new, "Conv2d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, groups = groups, bias = bias)))
}
nn_conv3d <- function(in_channels = NULL, out_channels, kernel_size, stride = NULL,
    padding = NULL, dilation = NULL, groups = 1, bias = TRUE) {
    new_block(.Call(C_block_new, "Conv3d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, groups = groups, bias = bias)))
}
nn_conv_transpose1d <- function(in_channels = NULL, out_channels, kernel_size,
    stride = NULL, padding = NULL, output_padding = NULL, groups = 1, bias = TRUE,
    dilation = NULL) {
    new_block(.Call(C_block_new, "ConvTranspose1d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, output_padding = output_padding, groups = groups, bias = bias, dilation = dilation)))
}
nn_conv_transpose2d <- function(in_channels = NULL, out_channels, kernel_size,
    stride = NULL, padding = NULL, output_padding = NULL, groups = 1, bias = TRUE,
    dilation = NULL) {
    new_block(.Call(C_block_new, "ConvTranspose2d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, output_padding = output_padding, groups = groups, bias = bias, dilation = dilation)))
}
nn_conv_transpose3d <- function(in_channels = NULL, out_channels, kernel_size,
    stride = NULL, padding = NULL, output_padding = NULL, groups = 1, bias = TRUE,
    dilation = NULL) {
    new_block(.Call(C_block_new, "ConvTranspose3d", list(in_channels = in_channels, out_channels = out_channels, kernel_size = kernel_size, stride = stride, padding = padding, output_padding = output_padding, groups = groups, bias = bias, dilation = dilation)))
}
nn_cosine_embedding_loss <- function(margin = 0, reduction = "mean") {
    new_block(.Call(C_block_new, "CosineEmbeddingLoss", list(margin = margin, reduction = reduction)))
}
nn_cross_entropy_loss <- function(ignore_index = -100, reduction = "mean",
    label_smoothing = 0) {
    new_block(.Call(C_block_new, "CrossEntropyLoss", list(ignore_index = class_in(ignore_index), reduction = reduction, label_smoothing = label_smoothing)))
}
nn_dropout <- function(p = 0.5) new_block(.Call(C_block_new, "Dropout", list(p = p)))
nn_dropout1d <- function(p = 0.5) new_block(.Call(C_block_new, "Dropout1d", list(p = p)))
nn_dropout2d <- function(p = 0.5) new_block(.Call(C_block_new, "Dropout2d", list(p = p)))
nn_dropout3d <- function(p = 0.5) new_block(.Call(C_block_new, "Dropout3d", list(p = p)))
nn_elu <- function(alpha = 1) new_block(.Call(C_block_new, "ELU", list(alpha = alpha)))
nn_embedding <- function(num_embeddings, embedding_dim, padding_idx = NULL) {
    new_block(.Call(C_block_new, "Embedding", list(num_embeddings = num_embeddings, embedding_dim = embedding_dim, padding_idx = class_in(padding_idx))))
}
nn_flatten <- function(start_dim = 2, end_dim = -1) {
    new_block(.Call(C_block_new, "Flatten", list(start_dim = start_dim, end_dim = end_dim)))
}
nn_gelu <- function(approximate = "none") {
    new_block(.Call(C_block_new, "GELU", list(approximate = approximate)))
}
nn_glu <- function(dim = -1) new_block(.Call(C_block_new, "GLU", list(dim = dim)))
nn_gru <- function(input_size = NULL, hidden_size, num_layers = 1, bias = TRUE,
    batch_first = FALSE, dropout = 0, bidirectional = FALSE) {
    new_block(.Call(C_block_new, "GRU", list(input_size = input_size, hidden_size = hidden_size, num_layers = num_layers, bias = bias, batch_first = batch_first, dropout = dropout, bidirectional = bidirectional)))
}
nn_gaussian_nll_loss <- function(full = FALSE, eps = 1e-06, reduction = "mean") {
    new_block(.Call(C_block_new, "GaussianNLLLoss", list(full = full, eps = eps, reduction = reduction)))
}
nn_global_avg_pool <- function() new_block(.Call(C_block_new, "GlobalAvgPool", list()))
nn_global_max_pool <- function() new_block(.Call(C_block_new, "GlobalMaxPool", list()))
nn_group_norm <- function(num_groups, num_channels = NULL, eps = 1e-05, affine = TRUE) {
    new_block(.Call(C_block_new, "GroupNorm", list(num_groups = num_groups, num_channels = num_channels, eps = eps, affine = affine)))
}
nn_hardshrink <- function(lambd = 0.5) new_block(.Call(C_block_new, "Hardshrink", list(lambd = lambd)))
nn_hardsigmoid <- function() new_block(.Call(C_block_new, "Hardsigmoid", list()))
nn_hardswish <- function() new_block(.Call(C_block_new, "Hardswish", list()))
nn_hardtanh <- function(min_val = -1, max_val = 1) {
    new_block(.Call(C_block_new, "Hardtanh", list(min_val = min_val, max_val = max_val)))
}
nn_hinge_embedding_loss <- function(margin = 1, reduction = "mean") {
    new_block(.Call(C_block_new, "HingeEmbeddingLoss", list(margin = margin, reduction = reduction)))
}
nn_hinge_loss <- function(margin = 1, reduction = "mean") {
    new_block(.Call(C_block_new, "HingeLoss", list(margin = margin, reduction = reduction)))
}
nn_huber_loss <- function(reduction = "mean", delta = 1) {
    new_block(.Call(C_block_new, "HuberLoss", list(reduction = reduction, delta = delta)))
}
nn_identity <- function() new_block(.Call(C_block_new, "Identity", list()))
nn_instance_norm1d <- function(num_features = NULL, eps = 1e-05, affine = FALSE) {
    new_block(.Call(C_block_new, "InstanceNorm1d", list(num_features = num_features, eps = eps, affine = affine)))
}
nn_instance_norm2d <- function(num_features = NULL, eps = 1e-05, affine = FALSE) {
    new_block(.Call(C_block_new, "InstanceNorm2d", list(num_features = num_features, eps = eps, affine = affine)))
}
nn_instance_norm3d <- function(num_features = NULL, eps = 1e-05, affine = FALSE) {
    new_block(.Call(C_block_new, "InstanceNorm3d", list(num_features = num_features, eps = eps, affine = affine)))
}
nn_kl_div_loss <- function(reduction = "mean", log_target = FALSE) {
    new_block(.Call(C_block_new, "KLDivLoss", list(reduction = reduction, log_target = log_target)))
}
nn_l1_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "L1Loss", list(reduction = reduction)))
}
nn_lstm <- function(input_size = NULL, hidden_size, num_layers = 1, bias = TRUE,
    batch_first = FALSE, dropout = 0, bidirectional = FALSE) {
    new_block(.Call(C_block_new, "LSTM", list(input_size = input_size, hidden_size = hidden_size, num_layers = num_layers, bias = bias, batch_first = batch_first, dropout = dropout, bidirectional = bidirectional)))
}
nn_layer_norm <- function(normalized_shape = NULL, eps = 1e-05,
    elementwise_affine = TRUE, bias = TRUE) {
    new_block(.Call(C_block_new, "LayerNorm", list(normalized_shape = normalized_shape, eps = eps, elementwise_affine = elementwise_affine, bias = bias)))
}
nn_leaky_relu <- function(negative_slope = 0.01) {
    new_block(.Call(C_block_new, "LeakyReLU", list(negative_slope = negative_slope)))
}
nn_linear <- function(in_features = NULL, out_features = NULL, bias = TRUE) {
    new_block(.Call(C_block_new, "Linear", list(in_features = in_features, out_features = out_features, bias = bias)))
}
nn_log_sigmoid <- function() new_block(.Call(C_block_new, "LogSigmoid", list()))
nn_log_softmax <- function(dim = -1) new_block(.Call(C_block_new, "LogSoftmax", list(dim = dim)))
nn_mse_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "MSELoss", list(reduction = reduction)))
}
nn_margin_ranking_loss <- function(margin = 0, reduction = "mean") {
    new_block(.Call(C_block_new, "MarginRankingLoss", list(margin = margin, reduction = reduction)))
}
nn_max_pool1d <- function(kernel_size, stride = NULL, padding = NULL, dilation = NULL,
    ceil_mode = FALSE) {
    new_block(.Call(C_block_new, "MaxPool1d", list(kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)))
}
nn_max_pool2d <- function(kernel_size, stride = NULL, padding = NULL, dilation = NULL,
    ceil_mode = FALSE) {
    new_block(.Call(C_block_new, "MaxPool2d", list(kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)))
}
nn_max_pool3d <- function(kernel_size, stride = NULL, padding = NULL, dilation = NULL,
    ceil_mode = FALSE) {
    new_block(.Call(C_block_new, "MaxPool3d", list(kernel_size = kernel_size, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)))
}
nn_mish <- function() new_block(.Call(C_block_new, "Mish", list()))
nn_multi_label_soft_margin_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "MultiLabelSoftMarginLoss", list(reduction = reduction)))
}
nn_multi_margin_loss <- function(p = 1, margin = 1, reduction = "mean") {
    new_block(.Call(C_block_new, "MultiMarginLoss", list(p = p, margin = margin, reduction = reduction)))
}
nn_multihead_attention <- function(embed_dim, num_heads, dropout = 0, bias = TRUE,
    batch_first = FALSE, is_causal = FALSE, need_weights = FALSE) {
    new_block(.Call(C_block_new, "MultiheadAttention", list(embed_dim = embed_dim, num_heads = num_heads, dropout = dropout, bias = bias, batch_first = batch_first, is_causal = is_causal, need_weights = need_weights)))
}
nn_nll_loss <- function(ignore_index = -100, reduction = "mean") {
    new_block(.Call(C_block_new, "NLLLoss", list(ignore_index = class_in(ignore_index), reduction = reduction)))
}
nn_prelu <- function(num_parameters = 1, init = 0.25) {
    new_block(.Call(C_block_new, "PReLU", list(num_parameters = num_parameters, init = init)))
}
nn_poisson_nll_loss <- function(log_input = TRUE, full = FALSE, eps = 1e-08,
    reduction = "mean") {
    new_block(.Call(C_block_new, "PoissonNLLLoss", list(log_input = log_input, full = full, eps = eps, reduction = reduction)))
}
nn_rms_norm <- function(normalized_shape = NULL, eps = NULL, elementwise_affine = TRUE) {
    new_block(.Call(C_block_new, "RMSNorm", list(normalized_shape = normalized_shape, eps = eps, elementwise_affine = elementwise_affine)))
}
nn_rnn <- function(input_size = NULL, hidden_size, num_layers = 1,
    nonlinearity = "tanh", bias = TRUE, batch_first = FALSE, dropout = 0,
    bidirectional = FALSE) {
    new_block(.Call(C_block_new, "RNN", list(input_size = input_size, hidden_size = hidden_size, num_layers = num_layers, nonlinearity = nonlinearity, bias = bias, batch_first = batch_first, dropout = dropout, bidirectional = bidirectional)))
}
nn_relu <- function() new_block(.Call(C_block_new, "ReLU", list()))
nn_relu6 <- function() new_block(.Call(C_block_new, "ReLU6", list()))
nn_selu <- function() new_block(.Call(C_block_new, "SELU", list()))
nn_silu <- function() new_block(.Call(C_block_new, "SiLU", list()))
nn_sigmoid <- function() new_block(.Call(C_block_new, "Sigmoid", list()))
nn_smooth_l1_loss <- function(reduction = "mean", beta = 1) {
    new_block(.Call(C_block_new, "SmoothL1Loss", list(reduction = reduction, beta = beta)))
}
nn_soft_margin_loss <- function(reduction = "mean") {
    new_block(.Call(C_block_new, "SoftMarginLoss", list(reduction = reduction)))
}
nn_softmax <- function(dim = -1) new_block(.Call(C_block_new, "Softmax", list(dim = dim)))
nn_softplus <- function(beta = 1, threshold = 20) {
    new_block(.Call(C_block_new, "Softplus", list(beta = beta, threshold = threshold)))
}
nn_softshrink <- function(lambd = 0.5) new_block(.Call(C_block_new, "Softshrink", list(lambd = lambd)))
nn_softsign <- function() new_block(.Call(C_block_new, "Softsign", list()))
nn_tanh <- function() new_block(.Call(C_block_new, "Tanh", list()))
nn_tanhshrink <- function() new_block(.Call(C_block_new, "Tanhshrink", list()))
nn_threshold <- function(threshold = 0, value = 0) {
    new_block(.Call(C_block_new, "Threshold", list(threshold = threshold, value = value)))
}
nn_transformer_encoder_layer <- function(d_model, nhead, dim_feedforward = 2048,
    dropout = 0.1, activation = "relu", layer_norm_eps = 1e-05, batch_first = FALSE,
    norm_first = FALSE, bias = TRUE, is_causal = FALSE) {
    new_block(.Call(C_block_new, "TransformerEncoderLayer", list(d_model = d_model, nhead = nhead, dim_feedforward = dim_feedforward, dropout = dropout, activation = activation, layer_norm_eps = layer_norm_eps, batch_first = batch_first, norm_first = norm_first, bias = bias, is_causal = is_causal)))
}
nn_triplet_margin_loss <- function(margin = 1, p = 2, eps = 1e-06, swap = FALSE,
    reduction = "mean") {
    new_block(.Call(C_block_new, "TripletMarginLoss", list(margin = margin, p = p, eps = eps, swap = swap, reduction = reduction)))
}
nn_unflatten <- function(dim, unflattened_size) {
    new_block(.Call(C_block_new, "Unflatten", list(dim = dim, unflattened_size = unflattened_size)))
}
