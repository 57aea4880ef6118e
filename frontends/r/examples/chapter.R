# chapter.R - asynchronous computation as a program: queueing, barriers, blockers, synchronous against asynchronous
# execution, memory.
#
#   Rscript chapter.R [quick]
#
# Prints timings.  The vignette "chapter" explains them.
# SPDX-License-Identifier: Apache-2.0
library(weir, warn.conflicts = FALSE)

quick <- "quick" %in% commandArgs(TRUE)
n <- if (quick) 200 else 1000
times <- if (quick) 200 else 10000
batches <- if (quick) 10 else 60

seconds <- function(expr) system.time(expr, gcFirst = FALSE)[["elapsed"]]
report <- function(what, value) cat(sprintf("  %-44s %9.4f s\n", what, value))

products <- function(normal) for (i in 1:10) {
    a <- normal()
    b <- a %*% a
}

weir_seed(1)
cat("Queueing: ten products of random matrices,", n, "by", n, "\n")
report("base R", seconds(products(function() matrix(rnorm(n^2), n))))
report("Weir, issued", seconds(products(function() weir_normal(c(n, n)))))
wait_all()
report("Weir, issued and computed", seconds({
    products(function() weir_normal(c(n, n)))
    wait_all()
}))

cat("Barriers and blockers: one product, and a function that waits\n")
product <- function() weir_normal(c(n, n)) %*% weir_normal(c(n, n))
report("nothing", seconds(product()))
wait_all()
report("wait_all()", seconds({product(); wait_all()}))
report("wait(b)", seconds(wait(product())))
report("as.array(b)", seconds(as.array(product())))
report("item(sum(b))", seconds(item(sum(product()))))
report("capture.output(print(b))", seconds(capture.output(print(product()))))

cat("Synchronous and asynchronous:", times, "increments of a matrix\n")
x <- weir_zeros(c(200, 200))
report("a wait after each", seconds(for (i in seq_len(times)) {
    y <- x + 1
    wait(y)
}))
report("one wait at the end", seconds({
    for (i in seq_len(times)) y <- x + 1
    wait_all()
}))

cat("Memory: training for", batches, "batches\n")
weir_seed(1)
net <- nn_sequential(nn_linear(256, 512), nn_relu(), nn_linear(512, 512), nn_relu(), nn_linear(512, 1))
opt <- optim_sgd(net, lr = 0.01)
loss <- nn_mse_loss()
train <- function(barrier) {
    for (i in seq_len(batches)) {
        x <- weir_normal(c(1024, 256))
        value <- with_record(loss(net(x), weir_sum(x, axis = 2, keepdims = TRUE)))
        backward(value)
        opt$step()
        if (barrier) wait(value)
    }
    wait_all()
    item(value)
}
report("a barrier after each batch", seconds(train(TRUE)))
cat(sprintf("  %-44s %9.1f MB\n", "peak so far", weir_memory()[["peak"]] / 1e6))
report("no barriers", seconds(train(FALSE)))
cat(sprintf("  %-44s %9.1f MB\n", "peak so far", weir_memory()[["peak"]] / 1e6))

cat("Errors: read later, reported with the operator\n")
rows <- weir_embedding(as_weir(c(1L, 7L)), weir_zeros(c(3, 2)))
total <- sum(rows)
cat("  ", tryCatch(item(total), weir_async_error = conditionMessage), "\n", sep = "")
