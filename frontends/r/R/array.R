# array.R - making arrays, converting them to R, and their properties.
# SPDX-License-Identifier: Apache-2.0

as_weir <- function(x, dtype = NULL, device = NULL) UseMethod("as_weir")

as_weir.default <- function(x, dtype = NULL, device = NULL) {
    made <- .Call(C_array, x, dtype)
    if (is.null(device)) made else weir_to_device(made, device)
}

as_weir.weir_array <- function(x, dtype = NULL, device = NULL) {
    if (!is.null(dtype) && dtype != dtype(x)) x <- weir_astype(x, dtype)
    if (!is.null(device) && device != device(x)) x <- weir_to_device(x, device)
    x
}

# The codes of the levels, from 1: what losses and metrics take as labels.
as_weir.factor <- function(x, dtype = NULL, device = NULL) as_weir.default(as.integer(x), dtype, device)

as_weir.data.frame <- function(x, dtype = NULL, device = NULL) as_weir.default(data.matrix(x), dtype, device)

is_weir <- function(x) inherits(x, "weir_array")

# ---- Properties, none of which waits ------------------------------------------------------------------

dtype <- function(x) .Call(C_dtype, x)
device <- function(x) .Call(C_device, x)
dim.weir_array <- function(x) .Call(C_dim, x)
length.weir_array <- function(x) .Call(C_length, x)
is_ready <- function(x) .Call(C_is_ready, x)
ndim <- function(x) length(.Call(C_dim, x))

`dim<-.weir_array` <- function(x, value) {
    # R fills an array by columns: the first index changes fastest
    weir_permute_dims(weir_reshape(weir_permute_dims(x), rev(as.numeric(value))))
}

`$.weir_array` <- function(x, name) {
    switch(name,
        dtype = dtype(x),
        device = device(x),
        shape = dim(x),
        grad = grad(x),
        requires_grad = requires_grad(x),
        backward = function(...) backward(x, ...),
        detach = function() weir_detach(x),
        item = function() item(x),
        wait = function(...) wait(x, ...),
        to = function(dtype = NULL, device = NULL) as_weir(x, dtype, device),
        NULL)
}

`$<-.weir_array` <- function(x, name, value) {
    if (name != "grad") stop_weir("only x$grad can be set, not x$", name)
    grad(x) <- value
    x
}

close_handle <- function(x) {
    if (inherits(x, "weir_block")) x <- handle(x)
    invisible(.Call(C_close, x))
}

# ---- Values, which wait -------------------------------------------------------------------------------

as.array.weir_array <- function(x, ...) .Call(C_values, x, FALSE)

as.matrix.weir_array <- function(x, ...) {
    if (ndim(x) > 2L) stop_weir("an array with ", ndim(x), " dimensions is not a matrix; use as.array()")
    as.matrix(.Call(C_values, x, FALSE))
}

as.data.frame.weir_array <- function(x, ...) as.data.frame(as.matrix(x), ...)
as.vector.weir_array <- function(x, mode = "any") as.vector(.Call(C_values, x, TRUE), mode)
as.double.weir_array <- function(x, ...) as.double(.Call(C_values, x, TRUE))
as.integer.weir_array <- function(x, ...) as.integer(.Call(C_values, x, TRUE))
as.logical.weir_array <- function(x, ...) as.logical(.Call(C_values, x, TRUE))
as.complex.weir_array <- function(x, ...) as.complex(.Call(C_values, x, TRUE))
as.character.weir_array <- function(x, ...) as.character(.Call(C_values, x, TRUE))
as.list.weir_array <- function(x, ...) as.list(.Call(C_values, x, TRUE))

item <- function(x) {
    if (length(x) != 1L) stop_weir("item() takes an array of one element, not of ", length(x))
    .Call(C_values, x, TRUE)
}

wait <- function(x, timeout = NULL) invisible(.Call(C_wait, x, timeout))

all.equal.weir_array <- function(target, current, ...) {
    all.equal(as.array(target), if (is_weir(current)) as.array(current) else current, ...)
}

# ---- Printing -----------------------------------------------------------------------------------------

# What str() of a list, and an editor that lists the variables, print must not be an error.
print_empty <- function(x, handle = x) {
    empty <- .Call(C_is_empty, handle)
    if (empty) cat("<", sub("_", " ", class(x)[[1L]]), " without contents: closed, or from a saved workspace>\n", sep = "")
    empty
}

title_of <- function(x) {
    where <- device(x)
    paste0("<weir ", dtype(x), if (ndim(x) > 0L) paste0("[", paste(dim(x), collapse = ", "), "]"),
           if (where != "cpu:0") paste0(" on ", where), ">")
}

# Long arrays are shown by the first entries of each axis, so that printing reads only those.
shown_part <- function(x, most = 1000L, side = 6L) {
    if (length(x) <= most) return(x)
    if (ndim(x) == 1L) return(x[seq_len(min(length(x), 100L))])
    do.call(`[`, c(list(x), lapply(dim(x), function(n) seq_len(min(n, side))), drop = FALSE))
}

print.weir_array <- function(x, ...) {
    if (print_empty(x)) return(invisible(x))
    part <- shown_part(x)
    values <- if (ndim(part) == 1L) as.vector(part) else as.array(part)
    cat(title_of(x), "\n", sep = "")
    print(values, ...)
    if (length(part) < length(x))
        cat("... the first ", paste(dim(part), collapse = " x "), " of ", paste(dim(x), collapse = " x "), "\n", sep = "")
    invisible(x)
}

format.weir_array <- function(x, ...) format(if (ndim(x) == 1L) as.vector(x) else as.array(x), ...)

str.weir_array <- function(object, ...) {
    if (print_empty(object)) return(invisible())
    head <- as.vector(weir_ravel(weir_permute_dims(object))[seq_len(min(length(object), 10L))])
    cat(" ", title_of(object), " ", paste(format(head, digits = 3, trim = TRUE), collapse = " "),
        if (length(object) > 10L) " ...", "\n", sep = "")
}

summary.weir_array <- function(object, ...) summary(as.vector(object), ...)
