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

# ---- Functions with their own gradient ----------------------------------------------------------------------

# The object that forward and backward share.  Arrays are handed to the library, which keeps them until the backward pass.
function_context <- function(needs_input_grad) {
    ctx <- new.env(parent = emptyenv())
    ctx$needs_input_grad <- needs_input_grad
    ctx$saved_variables <- list()
    ctx$save_for_backward <- function(...) ctx$saved_variables <- list(...)
    ctx
}

as_results <- function(result, name, what) {
    if (is_weir(result)) return(list(result))
    nothing <- what == "backward"
    if (is.null(result) && nothing) return(list(NULL))
    if (!is.list(result) || !all(vapply(result, function(x) is_weir(x) || (nothing && is.null(x)), NA)))
        stop_weir(name, ": ", what, " must return an array or a list of arrays")
    result
}

# What the library calls for the gradients.  It must hold no array of the call: it is a function of its own, and its arguments
# are evaluated, because a promise holds the frame of its caller.
gradient_of <- function(name, backward, ctx, saved_names, count, places, likes) {
    list(name, backward, ctx, saved_names, count, places, likes)
    function(grads) {
        missing <- which(vapply(grads, is.null, NA))
        grads[missing] <- lapply(likes[missing], function(like) weir_zeros(like$dim, dtype = like$dtype))
        ctx$saved_variables <- stats::setNames(lapply(seq_along(saved_names) - 1L, function(i) .Call(C_function_saved, i)), saved_names)
        on.exit(ctx$saved_variables <- list())
        given <- as_results(do.call(backward, c(list(ctx), unname(grads)), quote = TRUE), name, "backward")
        if (length(given) != count)
            stop_weir(name, ": backward returned ", length(given), " gradient", if (length(given) != 1L) "s", ", but forward took ",
                      count, " argument", if (count != 1L) "s", "; return NULL for arguments without a gradient")
        unname(given[places])
    }
}

autograd_function <- function(forward, backward, name = "function") {
    stopifnot(is.function(forward), is.function(backward), is.character(name), length(name) == 1L)
    function(...) {
        args <- list(...)
        arrays <- vapply(args, is_weir, NA)
        ctx <- function_context(vapply(args, function(a) is_weir(a) && requires_grad(a), NA))
        result <- with_modes(forward(ctx, ...), FALSE, NA)
        made <- as_results(result, name, "forward")
        if (!.Call(C_modes, NA, NA)[[1L]] || !any(ctx$needs_input_grad)) return(result)
        # New handles: ctx may hold the first ones, which would hold the function if they had its history.
        outputs <- lapply(made, weir_detach)
        saved <- lapply(ctx$saved_variables, function(x) {
            for (i in seq_along(made)) if (identical(made[[i]], x)) return(outputs[[i]])
            x
        })
        ctx$saved_variables <- list()
        saved_names <- if (is.null(names(saved))) rep("", length(saved)) else names(saved)
        likes <- lapply(outputs, function(y) list(dim = dim(y), dtype = dtype(y)))
        gradient <- gradient_of(name, backward, ctx, saved_names, length(args), which(arrays), likes)
        .Call(C_function_record, name, unname(args[arrays]), unname(outputs), unname(saved), gradient)
        if (is_weir(result)) outputs[[1L]] else outputs
    }
}

# ---- Clipping -----------------------------------------------------------------------------------------------

clip_grad_norm <- function(params, max_norm) {
    .Call(C_clip_grad_norm, parameter_list(params, "clip_grad_norm"), max_norm)
}
clip_grad_value <- function(params, limit) {
    invisible(.Call(C_clip_grad_value, parameter_list(params, "clip_grad_value"), limit))
}
