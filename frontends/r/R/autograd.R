# autograd.R - recording, gradients, and settings that hold while an expression is evaluated.
# SPDX-License-Identifier: Apache-2.0

with_modes <- function(expr, recording, training) {
    old <- .Call(C_modes, recording, training)
    on.exit(.Call(C_modes, old[[1L]], old[[2L]]))
    force(expr)
}

with_record <- function(expr, training = TRUE) with_modes(expr, TRUE, training)
with_pause <- function(expr, training = FALSE) with_modes(expr, FALSE, training)
with_training <- function(expr, training = TRUE) with_modes(expr, NA, training)

with_dtype <- function(dtype, expr) {
    old <- .Call(C_default_dtype, dtype)
    on.exit(.Call(C_default_dtype, old))
    force(expr)
}

with_device <- function(device, expr) {
    old <- .Call(C_default_device, device)
    on.exit(.Call(C_default_device, old))
    force(expr)
}

with_autocast <- function(dtype, expr) {
    old <- .Call(C_autocast, dtype)
    on.exit(.Call(C_autocast, old))
    force(expr)
}

grad_modes <- c("null", "write", "add", "step")

attach_grad <- function(x, mode = c("write", "add", "step", "null")) {
    invisible(.Call(C_attach_grad, x, match(match.arg(mode), grad_modes) - 1L))
}

grad <- function(x) .Call(C_grad, x)

`grad<-` <- function(x, value) .Call(C_grad_set, x, if (is.null(value)) NULL else as_weir(value, dtype(x)))

requires_grad <- function(x) .Call(C_requires_grad, x)
weir_detach <- function(x) .Call(C_detach, x)

as_heads <- function(x) if (is_weir(x)) list(x) else x

backward_flags <- function(retain_graph, create_graph) (if (retain_graph) 1L else 0L) + (if (create_graph) 2L else 0L)

backward <- function(x, head_grads = NULL, retain_graph = FALSE, create_graph = FALSE) {
    invisible(.Call(C_backward, as_heads(x), if (is.null(head_grads)) NULL else as_heads(head_grads),
                    backward_flags(retain_graph, create_graph)))
}

gradient <- function(x, inputs, head_grads = NULL, retain_graph = FALSE, create_graph = FALSE) {
    grads <- .Call(C_gradients, as_heads(x), if (is.null(head_grads)) NULL else as_heads(head_grads), as_heads(inputs),
                   backward_flags(retain_graph, create_graph))
    if (is_weir(inputs)) grads[[1L]] else stats::setNames(grads, names(inputs))
}

clip_grad_norm <- function(params, max_norm) {
    .Call(C_clip_grad_norm, parameter_list(params, "clip_grad_norm"), max_norm)
}
clip_grad_value <- function(params, limit) {
    invisible(.Call(C_clip_grad_value, parameter_list(params, "clip_grad_value"), limit))
}
