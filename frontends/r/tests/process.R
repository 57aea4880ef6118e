# process.R - errors in flight, interrupts, fork, exit, the collector, a million operations.
# SPDX-License-Identifier: Apache-2.0
source("kit.R")

# Run lines of R in a process of their own; returns its output, with the exit status.
child <- function(...) {
    file <- tempfile(fileext = ".R")
    writeLines(c("suppressMessages(library(weir))", ...), file)
    Sys.setenv(R_LIBS = paste(.libPaths(), collapse = ":"), R_TESTS = "")
    # A process in the background ignores interrupts and hands that down; R keeps it so from 4.5 on.
    command <- c(file.path(R.home("bin"), "Rscript"), "--vanilla", file)
    if (system2("env", c("--default-signal=INT", "true"), stderr = FALSE) == 0L)
        command <- c("env", "--default-signal=INT", command)
    text <- suppressWarnings(system2(command[[1L]], command[-1L], stdout = TRUE, stderr = TRUE))
    list(text = text, status = if (is.null(attr(text, "status"))) 0L else attr(text, "status"))
}

# Source a script with source references, as an interactive session has them.
with_lines <- function(lines) {
    file <- file.path(tempdir(), "train.R")
    writeLines(lines, file)
    where <- new.env(parent = globalenv())
    source(file, local = where, keep.source = TRUE)
    where
}

test("an error at the call", {
    e <- error_of(as_weir(1:3) + as_weir(1:2))
    expect_identical(class(e), c("weir_error_EINVAL", "weir_error", "error", "condition"))
    expect_identical(grepl("^add: shapes", conditionMessage(e)), TRUE)
})
test("an error in flight has the line of the call that issued it", {
    w <- with_lines(c("rows <- function(table, i) {", "    # a comment", "    weir_embedding(i, table)", "}"))
    table <- weir_zeros(c(3, 2))
    # the first calls are interpreted, the later ones compiled
    for (k in 1:4) {
        y <- w$rows(table, as_weir(c(1L, 7L))) + 1
        e <- error_of(as.array(y))
        expect_identical(inherits(e, "weir_async_error"), TRUE)
        expect_identical(e$line, "train.R:3")
        expect_identical(e$operation, "embedding")
        expect_identical(e$status, "EINDEX")
    }
    rm(w)
})
test("operators, too", {
    w <- with_lines(c("f <- function(a, b) {", "    y <- a + b", "    y * 2", "}"))
    table <- weir_zeros(c(3, 2))
    for (k in 1:4) {
        e <- error_of(as.array(w$f(weir_embedding(as_weir(9L), table), 1)))
        expect_identical(inherits(e, "weir_async_error"), TRUE)
    }
    expect_identical(e$operation, "embedding")
})
test("without source references, an error in flight has the call", {
    lines <- c('options(keep.source = FALSE)', 'table <- weir_zeros(c(3, 2)); i <- as_weir(9L)',
               'place <- function(y) cat(tryCatch(as.array(y), error = function(e) e$line), "\\n")',
               'place(weir_embedding(i, table))',
               'rows <- function(...) weir_embedding(...)',
               'place(rows(i, table) + 1)',
               'big <- weir_full(c(300, 300), NaN)',
               'place(weir_check_finite(big))',
               'place(big[as_weir(c(1L, 999L)), ])')
    r <- do.call(child, as.list(lines))
    expect_identical(trimws(r$text), c("weir_embedding(i, table)", "weir_embedding(...)", "weir_check_finite(big)",
                                       "big[as_weir(...), ]"))
})
test("wait_all raises a failure once", {
    invisible(weir_embedding(as_weir(9L), weir_zeros(c(3, 2))))
    expect_error(wait_all(), "embedding", "weir_async_error")
    wait_all()
    TRUE
})
# Work for seconds that is issued at once: the collector, which runs after some 64 MB of new arrays, has little to do.
LONG <- c('x <- weir_normal(c(600, 600))',
          'for (i in 1:400) x <- x + weir_sum(weir_eigvalsh(x)) * 0')

test("an interrupt ends a wait, and the session goes on", {
    r <- child(LONG,
               'system(sprintf("(sleep 0.3; kill -INT %d) &", Sys.getpid()))',
               'cat(tryCatch({wait_all(); "finished"}, interrupt = function(e) "interrupted"), "\\n")',
               'cancel_all()',
               'cat(item(sum(as_weir(c(1, 2)))), "\\n")')
    expect_identical(trimws(r$text[nzchar(r$text)]), c("interrupted", "3"))
})
test("an interrupt is not lost while a call looks for its line", {
    r <- child('x <- weir_zeros(c(4096, 2)); i <- as_weir(1:3)',
               'issue <- function() for (k in 1:1000000) weir_take(x, i, axis = 1)',
               'for (k in 1:40) {',
               '    system(sprintf("(sleep %g; kill -INT %d) &", 0.02 + k / 1000, Sys.getpid()))',
               '    if (tryCatch({issue(); TRUE}, interrupt = function(e) FALSE)) {',
               '        cat("lost\\n")',
               '        break',
               '    }',
               '}',
               'cat("end\\n")')
    expect_identical(trimws(r$text[nzchar(r$text)]), "end")
})
test("settings refuse what is no value of theirs", {
    for (bytes in list(NA, -1, 0, NaN, Inf)) expect_error(weir_memory_budget(bytes), "number of bytes")
    expect_error(weir_engine(NA), "TRUE or FALSE")
})
test("a timeout", {
    r <- child(LONG,
               'cat(tryCatch({wait(x, 0.05); "finished"}, weir_error_ETIMEDOUT = function(e) "timed out"), "\\n")',
               'cancel_all()')
    expect_identical(trimws(r$text), "timed out")
    # a deadline in the past is not "no timeout"
    r <- child(LONG,
               'cat(tryCatch({wait(x, -5); "finished"}, weir_error_ETIMEDOUT = function(e) "timed out"), "\\n")',
               'cat(tryCatch({wait_all(-5); "finished"}, weir_error_ETIMEDOUT = function(e) "timed out"), "\\n")',
               'cancel_all()')
    expect_identical(trimws(r$text), c("timed out", "timed out"))
    for (bad in list(NA, NaN, "5", c(1, 2), list(1))) expect_error(wait_all(bad), "number of seconds")
})
test("a process ends with work in the queue", {
    r <- child('x <- weir_normal(c(1000, 1000))', 'for (i in 1:300) x <- weir_tanh(x %*% x)', 'cat("end\\n")')
    expect_identical(r$status, 0L)
    expect_identical(r$text, "end")
})
test("an error that nobody read is reported at exit", {
    r <- child('y <- weir_embedding(as_weir(9L), weir_zeros(c(3, 2)))', 'rm(y)')
    expect_identical(any(grepl("embedding", r$text)), TRUE)
})
test("fork: the children compute", {
    if (.Platform$OS.type == "unix") {
        x <- weir_ones(c(100, 100))
        y <- x %*% x
        found <- parallel::mclapply(1:4, function(i) item(sum(y * i)), mc.cores = 2)
        expect_equal(unlist(found), 1e6 * 1:4)
        expect_equal(item(sum(y)), 1e6)
    }
})
test("the collector releases arrays when the library asks", {
    invisible(gc())
    before <- weir_memory()[["used"]]
    for (i in 1:20) weir_zeros(c(1024, 1024))
    wait_all()
    .Call(weir:::C_collect, 1L)
    wait_all()
    expect_identical(weir_memory()[["used"]] <= before + 2^23, TRUE)
})
test("a number in use outlives the finalizers of R that a call runs", {
    r <- child('s <- as_weir(c(1, 2, 3))',
               'mk <- function() { e <- new.env(); reg.finalizer(e, function(e) for (k in 1:20) s + (k / 7)); NULL }',
               'for (i in 1:100) {',
               '    mk(); x <- weir_ones(c(2048L, 2048L))',
               '    mk(); y <- x * (100 + i)',
               '    mk(); z <- weir_where(x > 0, 200 + i, 300 + i)',
               '    if (as.numeric(y[1, 1]) != 100 + i || as.numeric(z[1, 1]) != 200 + i) cat("wrong\\n")',
               '}',
               'cat("end\\n")')
    expect_identical(r$text, "end")
})
test("a million small operations in bounded memory", {
    resident <- function() {
        status <- tryCatch(readLines("/proc/self/status"), error = function(e) "VmRSS: 0", warning = function(e) "VmRSS: 0")
        as.numeric(gsub("[^0-9]", "", grep("^VmRSS", status, value = TRUE)))
    }
    x <- as_weir(c(1, 2))
    for (i in 1:50000) x + 1
    before <- resident()
    for (i in 1:1000000) x + 1
    y <- x
    for (i in 1:1000) y <- y + 1
    expect_equal(y, c(1001, 1002))
    invisible(gc())
    wait_all()
    if (resident() - before > 200000) stop("grew by ", resident() - before, " kB")
    expect_identical(weir_memory()[["used"]] < 2^22, TRUE)
})
test("R errors inside calls leak nothing and leave the session usable", {
    for (i in 1:100) error_of(weir_sum(as_weir(1:3), axis = "a"))
    expect_equal(item(sum(as_weir(1:3))), 6)
})
test("the serial engine raises at the call", {
    weir_engine(TRUE)
    e <- error_of(weir_embedding(as_weir(9L), weir_zeros(c(3, 2))))
    weir_engine(FALSE)
    expect_identical(inherits(e, "weir_error"), TRUE)
})
test("statistics, devices, seeds, traces", {
    expect_identical(weir_devices()[[1]], "cpu:0")
    expect_identical(weir_stats()[["issued"]] > 0, TRUE)
    weir_seed(11)
    a <- as.array(weir_normal(3))
    weir_seed(11)
    expect_identical(as.array(weir_normal(3)), a)
    path <- tempfile(fileext = ".json")
    with_trace(path, sum(weir_ones(c(300, 300)) %*% weir_ones(c(300, 300))))
    expect_identical(file.exists(path), TRUE)
    expect_identical(is.data.frame(weir_wait_profile()), TRUE)
    expect_identical(device(as_weir(1, device = "cpu:1")), "cpu:1")
    expect_error(as_weir(1, device = "tpu"), "device")
})
finish()
