# Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
# optimisers.R - optimisers.
# SPDX-License-Identifier: Apache-2.0

optim_sgd <- function(params, lr = 0.001, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, momentum = 0, dampening = 0,
    nesterov = FALSE) {
    new_optimizer("SGD", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, momentum = momentum, dampening = dampening, nesterov = nesterov))
}
optim_adam <- function(params, lr = 0.001, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, beta1 = 0.9, beta2 = 0.999,
    eps = 1e-08, amsgrad = FALSE) {
    new_optimizer("Adam", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, beta1 = beta1, beta2 = beta2, eps = eps, amsgrad = amsgrad))
}
optim_adamw <- function(params, lr = 0.001, weight_decay = 0.01, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, beta1 = 0.9, beta2 = 0.999,
    eps = 1e-08, amsgrad = FALSE) {
    new_optimizer("AdamW", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, beta1 = beta1, beta2 = beta2, eps = eps, amsgrad = amsgrad))
}
optim_rmsprop <- function(params, lr = 0.01, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, alpha = 0.99, eps = 1e-08,
    momentum = 0, centered = FALSE) {
    new_optimizer("RMSprop", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, alpha = alpha, eps = eps, momentum = momentum, centered = centered))
}
optim_adagrad <- function(params, lr = 0.01, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, lr_decay = 0, eps = 1e-10,
    initial_accumulator_value = 0) {
    new_optimizer("Adagrad", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, lr_decay = lr_decay, eps = eps, initial_accumulator_value = initial_accumulator_value))
}
optim_adadelta <- function(params, lr = 1, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, rho = 0.9, eps = 1e-06) {
    new_optimizer("Adadelta", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, rho = rho, eps = eps))
}
optim_lamb <- function(params, lr = 0.001, weight_decay = 0, max_norm = 0,
    clip_value = 0, maximize = FALSE, master = TRUE, beta1 = 0.9, beta2 = 0.999,
    eps = 1e-06) {
    new_optimizer("LAMB", params, list(lr = lr, weight_decay = weight_decay, max_norm = max_norm, clip_value = clip_value, maximize = maximize, master = master, beta1 = beta1, beta2 = beta2, eps = eps))
}
