# add.R - the cost of issuing x + 1 on two elements, beside base R and, where it is installed, torch.
#
#   Rscript bench/add.R [COUNT]
#
# Prints nanoseconds per operation: the best of fifty runs of COUNT operations, with all work done at the end; elapsed time, and
# processor time of all threads, which other programs on the machine disturb less.
# SPDX-License-Identifier: Apache-2.0
library(weir, warn.conflicts = FALSE)

count <- as.integer(c(commandArgs(TRUE), 20000)[[1L]])

best <- function(name, run) {
    run(1000L)
    seconds <- apply(vapply(1:50, function(i) {
        began <- Sys.time()
        used <- sum(proc.time()[1:2])
        run(count)
        c(as.numeric(Sys.time() - began, units = "secs"), sum(proc.time()[1:2]) - used)
    }, c(0, 0)), 1, min)
    cat(sprintf("%-28s %7.0f ns, %7.0f ns of CPU\n", name, seconds[[1]] / count * 1e9, seconds[[2]] / count * 1e9))
}

x <- as_weir(c(1, 2))
best("weir x + 1", function(n) {
    for (i in 1:n) x + 1
    wait_all()
})
best("weir weir_add(x, 1)", function(n) {
    for (i in 1:n) weir_add(x, 1)
    wait_all()
})

# what an S3 operator costs without any work
counted <- structure(list(), class = "nothing")
registerS3method("+", "nothing", function(e1, e2) e1)
best("an empty S3 method", function(n) for (i in 1:n) counted + 1)

r <- c(1, 2)
best("base R r + 1", function(n) for (i in 1:n) r + 1)

if (requireNamespace("torch", quietly = TRUE)) {
    y <- torch::torch_tensor(c(1, 2))
    best("torch y + 1", function(n) for (i in 1:n) y + 1)
}
