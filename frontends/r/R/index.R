# index.R - x[i, j] and x[i, j] <- value, as for R arrays.
#
# Subscripts count from 1; negative ones leave out; logical ones select; axes of length 1 are dropped unless drop = FALSE.
# Regular ranges become views, all other subscripts are gathered.  Assignment makes a new array: no other variable
# changes, as in R.
# SPDX-License-Identifier: Apache-2.0

# An empty subscript, as in x[1, ].
everything <- structure(list(), class = "weir_everything")
is_everything <- function(k) inherits(k, "weir_everything")

subscripts <- function(...) {
    written <- as.list(substitute(list(...)))[-1L]
    lapply(seq_along(written), function(i) if (identical(written[[i]], quote(expr = ))) everything else ...elt(i))
}

out_of_bounds <- function() {
    stop(structure(class = c("subscriptOutOfBoundsError", "weir_error_EINDEX", "weir_error", "error", "condition"),
                   list(message = "subscript out of bounds", call = sys.call(-3L), status = "EINDEX",
                        operation = NULL, line = NULL)))
}

# The positions that an R subscript selects on an axis of length n, from 1.
positions <- function(k, n) {
    if (is.null(k)) return(numeric())
    if (is.factor(k)) k <- as.integer(k)
    if (anyNA(k)) stop_weir("NA is not a subscript of a weir array")
    if (is.logical(k)) {
        if (length(k) > n) out_of_bounds()
        return(which(rep_len(k, n)))
    }
    if (!is.numeric(k)) stop_weir("a subscript is a number or a logical; weir arrays have no names")
    k <- trunc(k)
    if (any(k < 0)) {
        if (any(k > 0)) stop_weir("positive and negative subscripts cannot be mixed")
        return(seq_len(n)[k])
    }
    k <- k[k != 0]
    if (length(k) > 0L && max(k) > n) out_of_bounds()
    k
}

# A slice (start, stop, step; from 0, end exclusive) if the positions are regular, else NULL.
slice_of <- function(p) {
    n <- length(p)
    if (n == 0L) return(c(0, 0, 1))
    if (n == 1L) return(c(p - 1, p, 1))
    step <- p[[2L]] - p[[1L]]
    if (step > 0 && (n == 2L || all(diff(p) == step))) c(p[[1L]] - 1, p[[n]], step) else NULL
}

# What each subscript selects: `slice` for all axes, and the positions or the index array where a slice is not enough.
plan <- function(x, given) {
    if (length(given) != ndim(x)) stop_weir("incorrect number of dimensions: ", length(given), " subscripts for ", ndim(x))
    Map(function(k, n) {
        if (is_everything(k)) return(list(slice = c(0, n, 1)))
        if (is_weir(k)) {
            if (dtype(k) == "bool") k <- as.logical(k) else return(list(slice = c(0, n, 1), array = k))
        }
        p <- positions(k, n)
        s <- slice_of(p)
        if (is.null(s)) list(slice = c(0, n, 1), positions = p) else list(slice = s)
    }, given, dim(x))
}

slices <- function(plans) {
    part <- function(i) vapply(plans, function(p) as.numeric(p$slice[[i]]), 0)
    list(kinds = rep(0, length(plans)), starts = part(1L), stops = part(2L), steps = part(3L))
}

drop_ones <- function(x) {
    d <- dim(x)
    if (any(d == 1L)) .Call(C_call, "reshape", list(x), list(shape = as.numeric(d[d != 1L]))) else x
}

# Positions, from 1, as an array of the library's indices.
index_array <- function(p) as_weir(as.numeric(p) - 1, "int64")

`[.weir_array` <- function(x, ..., drop = TRUE) {
    given <- subscripts(...)
    if (length(given) == 0L || (length(given) == 1L && is_everything(given[[1L]]))) return(x)
    if (length(given) == 1L && (ndim(x) != 1L || is_mask(given[[1L]], x))) return(read_one(x, given[[1L]]))
    plans <- plan(x, given)
    y <- .Call(C_call, "basic_index", list(x), slices(plans))
    for (axis in seq_along(plans)) {
        p <- plans[[axis]]
        if (!is.null(p$positions)) y <- .Call(C_call, "take", list(y, index_array(p$positions)), list(axis = axis))
        if (!is.null(p$array)) y <- weir_take(y, p$array, axis = axis)
    }
    if (drop) drop_ones(y) else y
}

`[[.weir_array` <- function(x, ...) {
    y <- x[...]
    if (length(y) != 1L) stop_weir("[[ ]] selects one element")
    y
}

is_mask <- function(k, x) {
    if (is_weir(k)) dtype(k) == "bool" && identical(dim(k), dim(x)) else is.logical(k) && identical(dim(k), dim(x)) && ndim(x) > 1L
}

# x[k] with one subscript: a mask of the shape of x, a matrix with one row for each element, or positions by columns.
read_one <- function(x, k) {
    if (is_mask(k, x)) return(weir_mask_select(weir_permute_dims(x), weir_permute_dims(as_weir(k))))
    if (is_places(k, x)) return(weir_index(x, places(k, x)))
    flat <- by_columns(if (ndim(x) == 0L) weir_reshape(x, 1) else x)
    if (is_weir(k)) weir_take(flat, k, axis = 1) else drop_ones(flat[k, drop = FALSE])
}

is_places <- function(k, x) !is_weir(k) && is.numeric(k) && is.matrix(k) && ncol(k) == ndim(x)
# The rows of a matrix of subscripts, with those that select nothing left out, as in R, which counts none from the end.
place_rows <- function(k, x) {
    if (anyNA(k)) stop_weir("NA is not a subscript of a weir array")
    k <- trunc(k)
    if (any(k < 0)) stop_weir("negative values are not allowed in a matrix subscript")
    k <- k[base::rowSums(k == 0) == 0, , drop = FALSE]
    if (any(k > rep(dim(x), each = nrow(k)))) out_of_bounds()
    k
}
places <- function(k, x) {
    k <- place_rows(k, x)
    lapply(seq_len(ncol(k)), function(j) as_weir(k[, j], "int64"))
}

# ---- Assignment ---------------------------------------------------------------------------------------

# A value to be stored in part of an array of this dtype, with this shape.  R vectors are recycled, as in R.
stored <- function(value, x, shape) {
    type <- dtype(x)
    count <- prod(shape)
    if (!is_weir(value)) {
        if (is.double(value) && !startsWith(type, "float") && !startsWith(type, "bfloat") && !startsWith(type, "complex") &&
            any(value != trunc(value), na.rm = TRUE))
            stop_weir("an array of dtype ", type, " cannot hold fractions; convert it with weir_astype(x, \"float32\")")
        if (length(value) != 1L) {
            if (length(value) == 0L || count %% length(value) != 0L)
                stop_weir("the number of items to replace, ", count, ", is not a multiple of ", length(value))
            value <- array(rep_len(as.vector(value), count), shape)
        }
        return(as_weir(value, type))
    }
    if (kind_of(dtype(value)) > kind_of(type))
        stop_weir("an array of dtype ", type, " cannot hold the values of one of dtype ", dtype(value), "; convert one with weir_astype()")
    # as in R, the values are taken by columns
    if (length(value) == count && !identical(as.numeric(dim(value)), as.numeric(shape)))
        value <- if (ndim(value) > 1L || length(shape) > 1L) `dim<-.weir_array`(value, shape) else weir_reshape(value, shape)
    if (dtype(value) == type) value else weir_astype(value, type)
}

kind_of <- function(type) {
    if (type == "bool") 1L else if (grepl("^u?int", type)) 2L else if (startsWith(type, "complex")) 4L else 3L
}

`[<-.weir_array` <- function(x, ..., value) {
    given <- subscripts(...)
    if (length(given) == 0L) given <- list(everything)
    if (length(given) == 1L && is_everything(given[[1L]])) given <- rep(given, max(ndim(x), 1L))
    if (length(given) == 1L && (ndim(x) != 1L || is_mask(given[[1L]], x))) return(write_one(x, given[[1L]], value))
    plans <- plan(x, given)
    gathered <- vapply(plans, function(p) length(p) > 1L, NA)
    if (!any(gathered)) {
        shape <- vapply(plans, function(p) ceiling((p$slice[[2L]] - p$slice[[1L]]) / p$slice[[3L]]), 0)
        return(.Call(C_call, "basic_update", list(x, stored(value, x, shape)), slices(plans)))
    }
    # all axes by index arrays, each along its own axis of the result
    indices <- Map(function(p, axis) {
        i <- if (!is.null(p$array)) .Call(C_index_in, p$array)
             else if (!is.null(p$positions)) index_array(p$positions)
             else index_array(seq(p$slice[[1L]] + 1, by = p$slice[[3L]],
                                  length.out = ceiling((p$slice[[2L]] - p$slice[[1L]]) / p$slice[[3L]])))
        shape <- rep(1, length(plans))
        shape[[axis]] <- -1
        weir_reshape(i, shape)
    }, plans, seq_along(plans))
    shape <- vapply(indices, length, 0)
    .Call(C_call, "index_put", c(list(x, stored(value, x, shape)), indices), list())
}

`[[<-.weir_array` <- function(x, ..., value) `[<-.weir_array`(x, ..., value = value)

write_one <- function(x, k, value) {
    if (is_mask(k, x)) {
        k <- as_weir(k)
        if (length(value) == 1L) return(weir_where(k, stored(value, x, 1), x))
        turned <- weir_mask_put(weir_permute_dims(x), weir_permute_dims(k), stored(value, x, length(value)))
        return(weir_permute_dims(turned))
    }
    if (is_places(k, x)) return(weir_index_put(x, stored(value, x, nrow(place_rows(k, x))), places(k, x)))
    flat <- by_columns(if (ndim(x) == 0L) weir_reshape(x, 1) else x)
    flat[k] <- value
    d <- dim(x)
    if (is.null(d)) return(weir_reshape(flat, numeric()))
    dim(flat) <- d
    flat
}
