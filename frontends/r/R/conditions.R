# conditions.R - failures of the library as R conditions, and the calls on R's stack.
# SPDX-License-Identifier: Apache-2.0

# Called from C.  An operation that fails after its call has returned has a name; the condition then has the class
# weir_async_error, and its `line` is that of the call that issued the operation.
raise <- function(status, message, operation, line) {
    if (status == "EINTR") {
        signalCondition(structure(list(message = "interrupted", call = NULL), class = c("interrupt", "condition")))
        invokeRestart("abort")
    }
    # what index 0 becomes, in r_index_in
    if (grepl("-1099511627777", message, fixed = TRUE))
        message <- paste0(gsub("-1099511627777", "0", message, fixed = TRUE),
                          ": labels and indices count from 1 in R, and 0 was given")
    else if (status %in% c("EINDEX", "EAXIS"))
        message <- paste0(message, " (the library counts from 0, R from 1)")
    flight <- nzchar(operation)
    stop(structure(
        class = c(if (flight) "weir_async_error", paste0("weir_error_", status), "weir_error", "error", "condition"),
        list(message = message, call = if (flight) NULL else sys.call(-1L), status = status,
             operation = if (flight) operation, line = line)))
}

# Called from C, to find the source line of the running call.
running_calls <- function() sys.calls()

stop_weir <- function(...) {
    stop(structure(class = c("weir_error_EINVAL", "weir_error", "error", "condition"),
                   list(message = paste0(...), call = sys.call(-1L), status = "EINVAL", operation = NULL, line = NULL)))
}
