# Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
# metrics.R - metrics.
# SPDX-License-Identifier: Apache-2.0

metric_accuracy <- function() new_metric("accuracy", labels = TRUE)
metric_top_k <- function(number) new_metric("top_k", number, labels = TRUE)
metric_confusion <- function(number) new_metric("confusion", number, labels = TRUE)
metric_mean <- function() new_metric("mean")
metric_perplexity <- function() new_metric("perplexity")
metric_mse <- function() new_metric("mse")
metric_mae <- function() new_metric("mae")
