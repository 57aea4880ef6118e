# engine.R - waiting for all work, statistics, memory, seeds, devices, files.
# SPDX-License-Identifier: Apache-2.0

wait_all <- function(timeout = NULL) invisible(.Call(C_wait_all, timeout))
synchronize <- function(device = NULL) invisible(.Call(C_synchronize, device))
cancel_all <- function() invisible(.Call(C_cancel_all))

weir_seed <- function(seed) invisible(.Call(C_seed, seed))
weir_devices <- function() .Call(C_devices)
weir_stats <- function() .Call(C_stats)
weir_memory <- function(device = NULL) .Call(C_memory, device)
weir_memory_budget <- function(bytes, device = NULL) invisible(.Call(C_memory_budget, device, bytes))
weir_memory_trim <- function() invisible(.Call(C_memory_trim))
weir_version <- function() .Call(C_version)
weir_engine <- function(serial) invisible(.Call(C_engine, serial))
weir_default_dtype <- function(dtype = NULL) .Call(C_default_dtype, dtype)
weir_default_device <- function(device = NULL) .Call(C_default_device, device)

weir_wait_profile <- function() {
    profile <- .Call(C_wait_profile)
    data.frame(reason = profile[[1L]], line = profile[[2L]], count = profile[[3L]], seconds = profile[[4L]])
}

with_trace <- function(path, expr) {
    .Call(C_trace_start)
    stopped <- FALSE
    on.exit(if (!stopped) .Call(C_trace_stop, NULL))
    value <- force(expr)
    wait_all()
    .Call(C_trace_stop, path)
    stopped <- TRUE
    invisible(value)
}

weir_save <- function(arrays, path) {
    if (is_weir(arrays)) arrays <- list(array = arrays)
    if (is.null(names(arrays)) || !all(nzchar(names(arrays)))) stop_weir("weir_save() takes a list with names")
    invisible(.Call(C_save, path.expand(path), lapply(arrays, as_weir)))
}

weir_load <- function(path) .Call(C_load, path.expand(path))

# Call an operator by name: for operators that this version of the package has no function for.  Index arrays are
# passed on as they are.
weir_call <- function(name, inputs = list(), attrs = list()) .Call(C_call, name, inputs, attrs)

# Index-valued inputs and outputs of the generated functions count from 1.
index_in <- function(x) {
    if (is.null(x)) return(NULL)
    if (is_weir(x)) return(.Call(C_index_in, x))
    if (is.list(x)) return(lapply(x, index_in))
    if (is.factor(x)) x <- as.integer(x)
    if (!is.numeric(x)) stop_weir("an index is a whole number or an array of integers")
    if (anyNA(x) || any(x != trunc(x))) stop_weir("indices are whole numbers")
    if (any(x == 0)) stop_weir("indices count from 1; there is no index 0")
    x[] <- x - (x > 0)
    as_weir(x, "int64")
}

# Labels: an array of floats holds probabilities, not labels, and stays as it is.
label_in <- function(x) {
    if (is_weir(x)) return(.Call(C_index_in, x))
    if (is.factor(x) || is.integer(x)) index_in(x) else as_weir(x)
}

index_out <- function(x) if (is.list(x)) lapply(x, index_out) else .Call(C_index_out, x)

# Class and index attributes: from 1, or negative with the meaning of the library.
class_in <- function(x) {
    if (is.null(x)) return(NULL)
    if (any(x == 0)) stop_weir("classes and indices count from 1")
    x - (x > 0)
}

# The arrays of an argument that takes a list.
array_list <- function(x) if (is.list(x)) x else list(x)

# Results of which some are indices.
shifted <- function(result, names) {
    result[names] <- lapply(result[names], index_out)
    result
}
