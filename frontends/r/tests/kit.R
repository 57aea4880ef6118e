# kit.R - what the tests share.  Each test file sources it, and ends with finish().
# SPDX-License-Identifier: Apache-2.0
library(weir)

counts <- new.env()
counts$passed <- counts$failed <- counts$skipped <- 0L

# Evaluate a test; it fails if it raises an error or if its last value is FALSE.
test <- function(name, expr) {
    result <- tryCatch({
        value <- expr
        if (isFALSE(value)) "the last value is FALSE" else NULL
    }, error = conditionMessage)
    if (is.null(result)) {
        counts$passed <- counts$passed + 1L
    } else {
        counts$failed <- counts$failed + 1L
        cat("FAILED ", name, ": ", result, "\n", sep = "")
    }
}

# The values are equal, and so are the shapes of matrices and larger arrays.
expect_equal <- function(found, wanted, ...) {
    same <- all.equal(as.vector(found), as.vector(wanted), ...)
    if (!isTRUE(same)) stop(paste(same, collapse = "; "), "\n found: ", paste(format(found), collapse = " "),
                            "\n wanted: ", paste(format(wanted), collapse = " "))
    if (length(dim(wanted)) > 1L && !identical(dim(found), dim(wanted)))
        stop("dim is ", paste(dim(found), collapse = " "), ", not ", paste(dim(wanted), collapse = " "))
    TRUE
}

expect_identical <- function(found, wanted) {
    if (!identical(found, wanted)) stop("found ", deparse(found), ", not ", deparse(wanted))
    TRUE
}

# The error that an expression raises; a failure if there is none.
error_of <- function(expr) {
    tryCatch({
        force(expr)
        NULL
    }, error = identity)
}

expect_error <- function(expr, pattern, class = "error") {
    e <- error_of(expr)
    if (is.null(e)) stop("there was no error")
    if (!inherits(e, class)) stop("the error is a ", paste(class(e), collapse = ", "), ", not a ", class)
    if (!grepl(pattern, conditionMessage(e))) stop("the message is '", conditionMessage(e), "', not like '", pattern, "'")
    TRUE
}

# The folder of recorded samples and of the reference network; "" if the tests run without them.
prepared <- function(name) {
    folder <- Sys.getenv("FRONTENDS_PREPARED")
    path <- file.path(folder, name)
    if (nzchar(folder) && file.exists(path)) path else ""
}

finish <- function() {
    cat(counts$passed, " passed, ", counts$failed, " failed", if (counts$skipped > 0L) paste0(", ", counts$skipped, " skipped"),
        "\n", sep = "")
    quit(status = if (counts$failed > 0L) 1L else 0L)
}

# ---- The samples of the library -----------------------------------------------------------------------------

recorded_samples <- function() {
    path <- prepared("samples.safetensors")
    if (nzchar(path)) return(weir_load(path))
    cat("the recorded samples are not there (FRONTENDS_PREPARED)\n")
    counts$skipped <- counts$skipped + 1L
    finish()
}

given <- function(key) {
    x <- recorded[[key]]
    if (is.null(x)) stop("not recorded")
    x
}

# Recorded indices count from 0.
from_one <- function(x) {
    if (startsWith(dtype(x), "float")) return(x)
    weir_where(x < 0L, x, x + 1L)
}

bytes <- function(x) .Call(weir:::C_bytes, x)

# A call whose outputs were recorded under `key`; those in `shifted` are indices, which count from 1 in R.
sample_call <- function(key, call, shifted = integer()) {
    if (is.null(recorded[[paste0(key, ".out0")]])) {
        counts$skipped <- counts$skipped + 1L
        return(invisible())
    }
    test(key, {
        weir_seed(7)
        found <- call
        if (is_weir(found)) found <- list(found)
        if (isTRUE(shifted)) shifted <- seq_along(found)
        for (i in seq_along(found)) {
            wanted <- given(paste0(key, ".out", i - 1L))
            if (i %in% shifted) wanted <- wanted + 1L
            if (dtype(found[[i]]) != dtype(wanted)) stop("output ", i, " is ", dtype(found[[i]]), ", not ", dtype(wanted))
            if (!identical(dim(found[[i]]), dim(wanted))) stop("output ", i, " has another shape")
            if (!identical(bytes(found[[i]]), bytes(wanted))) stop("output ", i, " has other values")
        }
        stopifnot(is.null(recorded[[paste0(key, ".out", length(found))]]))
    })
}
