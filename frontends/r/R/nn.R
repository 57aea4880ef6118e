# nn.R - networks.  A network is a function: net(x) computes it.
#
# The handle of the library's block is in the environment of the function.  The layers are in layers.R, which is
# generated.
# SPDX-License-Identifier: Apache-2.0

new_block <- function(handle) {
    indices <- index_inputs(handle)
    call <- if (length(indices) == 0L) {
        function(...) .Call(C_block_call, handle, lapply(list(...), block_input))
    } else {
        function(...) {
            inputs <- list(...)
            for (i in indices) if (i <= length(inputs)) inputs[[i]] <- label_in(inputs[[i]])
            .Call(C_block_call, handle, lapply(inputs, block_input))
        }
    }
    structure(call, class = "weir_block")
}

handle <- function(block) environment(block)$handle

block_input <- function(x) if (is.null(x) || is_weir(x)) x else as_weir(x)

# The inputs that hold labels or indices, which count from 1 in R.  A sequence takes what its first layer takes.
index_inputs <- function(handle) {
    kind <- .Call(C_block_kind, handle)
    if (kind == "Sequential") {
        parts <- .Call(C_block_children, handle)
        return(if (length(parts) > 0L) index_inputs(parts[[1L]]) else integer())
    }
    block_index_inputs[[kind]]
}

# ---- Making networks ------------------------------------------------------------------------------------

nn_parse <- function(text) new_block(.Call(C_block_parse, text))

nn_sequential <- function(...) {
    parts <- list(...)
    if (length(parts) == 1L && is.list(parts[[1L]])) parts <- parts[[1L]]
    made <- .Call(C_block_new, "Sequential", list())
    add_children(made, parts)
    new_block(made)
}

add_children <- function(made, parts) {
    for (i in seq_along(parts)) {
        if (!inherits(parts[[i]], "weir_block")) stop_weir("part ", i, " is not a layer")
        name <- names(parts)[i]
        .Call(C_block_add, made, if (is.null(name) || !nzchar(name)) NULL else name, handle(parts[[i]]))
    }
}

nn_module <- function(name, forward, ...) {
    parts <- list(...)
    if (length(parts) > 0L && (is.null(names(parts)) || !all(nzchar(names(parts)))))
        stop_weir("the parts of a module need names, as in nn_module(\"net\", forward, fc = nn_linear(2, 3))")
    made <- .Call(C_block_function, name, function(inputs) {
        result <- do.call(forward, c(list(parts), inputs))
        if (is_weir(result)) list(result) else unname(result)
    })
    add_children(made, parts)
    new_block(made)
}

# ---- Parts ----------------------------------------------------------------------------------------------

entries <- function(block) {
    found <- .Call(C_block_entries, handle(block))
    list(names = found[[1L]], trained = found[[2L]], arrays = found[[3L]])
}

parameters <- function(block) {
    found <- entries(block)
    stats::setNames(found$arrays[found$trained], found$names[found$trained])
}

buffers <- function(block) {
    found <- entries(block)
    tied <- duplicated(found$names) | found$trained
    stats::setNames(found$arrays[!tied], found$names[!tied])
}

state_dict <- function(block) {
    found <- entries(block)
    stats::setNames(found$arrays, found$names)
}

load_state <- function(block, state) {
    for (name in names(state)) .Call(C_block_set, handle(block), name, as_weir(state[[name]]))
    invisible(block)
}

children <- function(block) lapply(.Call(C_block_children, handle(block)), new_block)

`$.weir_block` <- function(x, name) {
    switch(name,
        parameters = parameters(x),
        buffers = buffers(x),
        children = children(x),
        kind = .Call(C_block_kind, handle(x)),
        settings = .Call(C_block_attrs, handle(x)),
        {
            part <- children(x)[[name]]
            if (!is.null(part)) return(part)
            state_dict(x)[[name]]
        })
}

length.weir_block <- function(x) length(.Call(C_block_children, handle(x)))

# Parameters of a network, or a list of arrays.
parameter_list <- function(params, owner) {
    if (inherits(params, "weir_block")) return(.Call(C_block_parameters, handle(params)))
    if (is_weir(params)) return(list(params))
    if (!is.list(params) || !all(vapply(params, is_weir, NA)))
        stop_weir(owner, "() takes a network, an array or a list of arrays as its parameters, not an object of type ",
                  if (is.list(params)) "list with other contents" else typeof(params))
    unname(params)
}

print.weir_block <- function(x, ...) {
    if (print_empty(x, handle(x))) return(invisible(x))
    cat(.Call(C_block_text, handle(x)), "\n", sep = "")
    invisible(x)
}

str.weir_block <- function(object, ...) {
    if (!print_empty(object, handle(object))) cat(" <weir_block ", .Call(C_block_kind, handle(object)), ">\n", sep = "")
}

summary.weir_block <- function(object, input, ...) {
    cat(.Call(C_block_summary, handle(object), as_weir(input)), "\n", sep = "")
    invisible(object)
}

# ---- Changing -------------------------------------------------------------------------------------------

save_block <- function(block, path) {
    .Call(C_block_save, handle(block), path.expand(path))
    invisible(block)
}

load_block <- function(block, path, matching = FALSE) {
    .Call(C_block_load, handle(block), path.expand(path), matching)
    invisible(block)
}

cast <- function(block, dtype) {
    .Call(C_block_cast, handle(block), dtype)
    invisible(block)
}

to_device <- function(block, device) {
    .Call(C_block_to_device, handle(block), device)
    invisible(block)
}

initialise <- function(block, seed) {
    .Call(C_block_initialise, handle(block), seed)
    invisible(block)
}

freeze <- function(block) {
    .Call(C_block_set_grad, handle(block), 0L)
    invisible(block)
}

unfreeze <- function(block) {
    .Call(C_block_set_grad, handle(block), 3L)
    invisible(block)
}

zero_grad <- function(x) {
    if (inherits(x, "weir_block")) .Call(C_block_zero_grad, handle(x)) else .Call(C_optimizer_zero_grad, x)
    invisible(x)
}

clear <- function(x) {
    if (inherits(x, "weir_block")) .Call(C_block_clear, handle(x)) else .Call(C_optimizer_clear, x)
    invisible(x)
}
