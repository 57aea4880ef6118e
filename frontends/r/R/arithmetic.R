# arithmetic.R - R's operators and mathematical functions on arrays.  The numbers are places in the table of op.c.
# SPDX-License-Identifier: Apache-2.0

# `+x` and `-x` have one operand.  A default value that op.c knows costs `x + 1` nothing; `missing()` would.
no_operand <- as.name("weir_no_operand")
`+.weir_array` <- function(e1, e2 = no_operand) .Call(C_binary, 0L, e1, e2)
`-.weir_array` <- function(e1, e2 = no_operand) .Call(C_binary, 1L, e1, e2)
`*.weir_array` <- function(e1, e2) .Call(C_binary, 2L, e1, e2)
`/.weir_array` <- function(e1, e2) .Call(C_binary, 3L, e1, e2)
`^.weir_array` <- function(e1, e2) .Call(C_binary, 4L, e1, e2)
`%%.weir_array` <- function(e1, e2) .Call(C_binary, 5L, e1, e2)
`%/%.weir_array` <- function(e1, e2) .Call(C_binary, 6L, e1, e2)
`==.weir_array` <- function(e1, e2) .Call(C_binary, 7L, e1, e2)
`!=.weir_array` <- function(e1, e2) .Call(C_binary, 8L, e1, e2)
`<.weir_array` <- function(e1, e2) .Call(C_binary, 9L, e1, e2)
`<=.weir_array` <- function(e1, e2) .Call(C_binary, 10L, e1, e2)
`>.weir_array` <- function(e1, e2) .Call(C_binary, 11L, e1, e2)
`>=.weir_array` <- function(e1, e2) .Call(C_binary, 12L, e1, e2)
`&.weir_array` <- function(e1, e2) .Call(C_binary, 13L, e1, e2)
`|.weir_array` <- function(e1, e2) .Call(C_binary, 14L, e1, e2)
`!.weir_array` <- function(x) weir_logical_not(x)

# R's %*% dispatches on S3 classes from 4.3 on; before that, the package has its own generic.  It must not exist from 4.3 on: the
# methods would be registered for it, not for R's.
if (getRversion() < "4.3.0") {
    `%*%` <- function(x, y) if (is_weir(y) && !is_weir(x)) `%*%.weir_array`(x, y) else UseMethod("%*%")
    `%*%.default` <- function(x, y) base::`%*%`(x, y)
}

# As in R, a vector is a row on the left and a column on the right, and the result is a matrix.
`%*%.weir_array` <- function(x, y) {
    x <- as_weir(x)
    y <- as_weir(y)
    if (ndim(x) == 1L && ndim(y) == 1L) {
        x <- weir_reshape(x, c(1, -1))
        y <- weir_reshape(y, c(-1, 1))
    } else if (ndim(x) == 1L) {
        x <- weir_reshape(x, if (length(x) == dim(y)[[1L]]) c(1, -1) else c(-1, 1))
    } else if (ndim(y) == 1L) {
        y <- weir_reshape(y, if (length(y) == dim(x)[[ndim(x)]]) c(-1, 1) else c(1, -1))
    }
    .Call(C_binary, 15L, x, y)
}

# The values in R's order, by columns, as an array of one dimension.
by_columns <- function(x) if (ndim(x) == 1L) x else weir_ravel(weir_permute_dims(x))

Math.weir_array <- function(x, ...) {
    switch(.Generic,
        abs = weir_abs(x), sign = weir_sign(x), sqrt = weir_sqrt(x), floor = weir_floor(x), ceiling = weir_ceil(x),
        trunc = weir_trunc(x), exp = weir_exp(x), expm1 = weir_expm1(x), log1p = weir_log1p(x), log2 = weir_log2(x),
        log10 = weir_log10(x), cos = weir_cos(x), sin = weir_sin(x), tan = weir_tan(x), acos = weir_acos(x),
        asin = weir_asin(x), atan = weir_atan(x), cosh = weir_cosh(x), sinh = weir_sinh(x), tanh = weir_tanh(x),
        acosh = weir_acosh(x), asinh = weir_asinh(x), atanh = weir_atanh(x),
        log = if (...length() == 0L) weir_log(x) else weir_log(x) / log(..1),
        round = if (...length() == 0L || ..1 == 0) weir_round(x) else weir_round(x * 10^..1) / 10^..1,
        cumsum = weir_cumulative_sum(by_columns(x)), cumprod = weir_cumulative_prod(by_columns(x)),
        cummax = weir_cummax(by_columns(x))$values, cummin = weir_cummin(by_columns(x))$values,
        stop_weir(.Generic, "() is not defined for weir arrays; use as.array() first"))
}

Complex.weir_array <- function(z) {
    switch(.Generic, Re = weir_real(z), Im = weir_imag(z), Mod = weir_abs(z), Arg = weir_angle(z), Conj = weir_conj(z))
}

# A reduction over all elements of all arguments: an array without dimensions, which need not be computed yet.
Summary.weir_array <- function(..., na.rm = FALSE) {
    given <- list(...)
    x <- if (length(given) == 1L) given[[1L]] else do.call(c, lapply(given, as_weir))
    switch(.Generic,
        sum = if (na.rm) weir_nansum(x) else weir_sum(x),
        prod = if (na.rm) weir_nanprod(x) else weir_prod(x),
        max = if (na.rm) weir_nanmax(x) else weir_max(x),
        min = if (na.rm) weir_nanmin(x) else weir_min(x),
        range = weir_stack(if (na.rm) list(weir_nanmin(x), weir_nanmax(x)) else list(weir_min(x), weir_max(x))),
        all = weir_all(x),
        any = weir_any(x))
}

mean.weir_array <- function(x, ..., na.rm = FALSE) if (na.rm) weir_nanmean(x) else weir_mean(x)
median.weir_array <- function(x, na.rm = FALSE, ...) if (na.rm) weir_nanmedian(x) else weir_median(x)
quantile.weir_array <- function(x, probs = seq(0, 1, 0.25), ...) weir_quantile(x, as_weir(probs, dtype(x)))
is.na.weir_array <- function(x) weir_isnan(x)
is.nan.weir_array <- function(x) weir_isnan(x)
is.finite.weir_array <- function(x) weir_isfinite(x)
is.infinite.weir_array <- function(x) weir_isinf(x)
anyNA.weir_array <- function(x, recursive = FALSE) item(weir_any(weir_isnan(x)))

sort.weir_array <- function(x, decreasing = FALSE, ...) weir_sort(by_columns(x), descending = decreasing)
rev.weir_array <- function(x) weir_flip(by_columns(x))
unique.weir_array <- function(x, incomparables = FALSE, ...) weir_unique_values(x)
duplicated.weir_array <- function(x, incomparables = FALSE, ...) duplicated(as.vector(x), incomparables, ...)
xtfrm.weir_array <- function(x) as.vector(x) # what order() compares
# Along the first axis, as in R: the differences of a matrix are those of its rows.
diff.weir_array <- function(x, lag = 1L, differences = 1L, ...) {
    if (!is_count(lag) || !is_count(differences)) stop_weir("'lag' and 'differences' must be integers >= 1")
    for (i in seq_len(differences)) {
        later <- seq_len(max(dim(x)[1L] - lag, 0)) + lag
        x <- weir_take(x, later, axis = 1L) - weir_take(x, later - lag, axis = 1L)
    }
    x
}
is_count <- function(n) is.numeric(n) && length(n) == 1L && !is.na(n) && n >= 1 && n == trunc(n)
solve.weir_array <- function(a, b, ...) if (missing(b)) weir_inv(a) else weir_solve(a, b)
determinant.weir_array <- function(x, logarithm = TRUE, ...) {
    parts <- weir_slogdet(x)
    list(modulus = if (logarithm) parts[[2L]] else exp(parts[[2L]]), sign = parts[[1L]])
}

# ---- Rows and columns ---------------------------------------------------------------------------------

# These are not generic in R, so the package has generics of the same names, whose default methods are R's functions.  As in R, the first
# `dims` dimensions are the rows.
rowSums <- function(x, na.rm = FALSE, dims = 1L) UseMethod("rowSums")
colSums <- function(x, na.rm = FALSE, dims = 1L) UseMethod("colSums")
rowMeans <- function(x, na.rm = FALSE, dims = 1L) UseMethod("rowMeans")
colMeans <- function(x, na.rm = FALSE, dims = 1L) UseMethod("colMeans")
rowSums.default <- function(x, na.rm = FALSE, dims = 1L) base::rowSums(x, na.rm, dims)
colSums.default <- function(x, na.rm = FALSE, dims = 1L) base::colSums(x, na.rm, dims)
rowMeans.default <- function(x, na.rm = FALSE, dims = 1L) base::rowMeans(x, na.rm, dims)
colMeans.default <- function(x, na.rm = FALSE, dims = 1L) base::colMeans(x, na.rm, dims)

along <- function(f, x, dims, rows) {
    if (length(dims) != 1L || is.na(dims) || dims < 1L || dims >= ndim(x))
        stop_weir("an array with ", ndim(x), " dimensions cannot be split into rows and columns by dims = ", dims)
    f(x, axis = if (rows) seq.int(dims + 1L, ndim(x)) else seq_len(dims))
}
rowSums.weir_array <- function(x, na.rm = FALSE, dims = 1L) along(if (na.rm) weir_nansum else weir_sum, x, dims, TRUE)
colSums.weir_array <- function(x, na.rm = FALSE, dims = 1L) along(if (na.rm) weir_nansum else weir_sum, x, dims, FALSE)
rowMeans.weir_array <- function(x, na.rm = FALSE, dims = 1L) along(if (na.rm) weir_nanmean else weir_mean, x, dims, TRUE)
colMeans.weir_array <- function(x, na.rm = FALSE, dims = 1L) along(if (na.rm) weir_nanmean else weir_mean, x, dims, FALSE)

# ---- Shape --------------------------------------------------------------------------------------------

t.weir_array <- function(x) {
    if (ndim(x) > 2L) stop_weir("t() takes a matrix; for more dimensions use aperm()")
    if (ndim(x) < 2L) weir_reshape(x, c(1, -1)) else weir_permute_dims(x)
}

aperm.weir_array <- function(a, perm = NULL, ...) weir_permute_dims(a, perm)

c.weir_array <- function(...) weir_concat(lapply(list(...), function(x) {
    x <- as_weir(x)
    if (ndim(x) == 0L) weir_reshape(x, 1) else by_columns(x)
}))

rep.weir_array <- function(x, ...) by_columns(x)[rep(seq_along(x), ...)]

# A vector is one row (rbind) or one column (cbind), and a number is repeated to fill one.
bind <- function(given, axis) {
    given <- lapply(given, as_weir)
    other <- 3L - axis
    sizes <- vapply(given, function(x) {
        if (ndim(x) > 2L) stop_weir("rbind() and cbind() take matrices and vectors; use weir_concat()")
        if (ndim(x) == 2L) dim(x)[[other]] else length(x)
    }, 0)
    most <- max(sizes)
    weir_concat(lapply(given, function(x) {
        if (ndim(x) == 2L) return(x)
        shape <- if (axis == 1L) c(1, -1) else c(-1, 1)
        x <- weir_reshape(x, shape)
        if (length(x) == 1L) weir_broadcast_to(x, if (axis == 1L) c(1, most) else c(most, 1)) else x
    }), axis = axis)
}

rbind.weir_array <- function(..., deparse.level = 1) bind(list(...), 1L)
cbind.weir_array <- function(..., deparse.level = 1) bind(list(...), 2L)
