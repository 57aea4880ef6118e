# Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
# learning_rates.R - learning rates by step.
# SPDX-License-Identifier: Apache-2.0

lr_step <- function(lr, t, step_size, gamma = 0.1) .Call(C_schedule, "step", list(lr, t, step_size, gamma))
lr_multistep <- function(lr, t, milestones, gamma = 0.1) {
    .Call(C_schedule, "multistep", list(lr, t, milestones, gamma))
}
lr_exponential <- function(lr, t, gamma) .Call(C_schedule, "exponential", list(lr, t, gamma))
lr_cosine <- function(lr, t, t_max, eta_min = 0) .Call(C_schedule, "cosine", list(lr, t, t_max, eta_min))
lr_linear <- function(lr, t, total = 5, start_factor = 0.3333333333333333,
    end_factor = 1) {
    .Call(C_schedule, "linear", list(lr, t, total, start_factor, end_factor))
}
lr_polynomial <- function(lr, t, total = 5, power = 1) {
    .Call(C_schedule, "polynomial", list(lr, t, total, power))
}
lr_one_cycle <- function(max_lr, t, total, pct_start = 0.3, div_factor = 25,
    final_div_factor = 10000) {
    .Call(C_schedule, "one_cycle", list(max_lr, t, total, pct_start, div_factor, final_div_factor))
}
lr_momentum_one_cycle <- function(base_momentum = 0.85, t, total, pct_start = 0.3,
    max_momentum = 0.95) {
    .Call(C_schedule, "momentum_one_cycle", list(base_momentum, t, total, pct_start, max_momentum))
}
lr_cosine_warmup <- function(lr, t, warmup, total, eta_min = 0) {
    .Call(C_schedule, "cosine_warmup", list(lr, t, warmup, total, eta_min))
}
