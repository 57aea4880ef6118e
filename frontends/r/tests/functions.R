# functions.R - functions with their own gradient.
# SPDX-License-Identifier: Apache-2.0
source("kit.R")

square <- autograd_function(
    forward = function(ctx, x) {
        ctx$save_for_backward(x = x)
        x * x
    },
    backward = function(ctx, dy) 2 * ctx$saved_variables$x * dy, name = "square")

test("a function has the gradient that it was given", {
    x <- attach_grad(as_weir(c(1, 2, 3)))
    y <- with_record(sum(square(x)))
    expect_identical(requires_grad(y), TRUE)
    backward(y)
    expect_equal(as.array(grad(x)), c(2, 4, 6))
    # another gradient than the true one, so that it cannot come from the operations of forward
    straight <- autograd_function(function(ctx, x) round(x), function(ctx, dy) 7 * dy)
    backward(with_record(sum(straight(x))))
    expect_equal(as.array(grad(x)), c(7, 7, 7))
})
test("without recording it only computes", {
    x <- attach_grad(as_weir(3))
    y <- square(x)
    expect_equal(item(y), 9)
    expect_identical(requires_grad(y), FALSE)
    expect_identical(requires_grad(with_record(square(as_weir(3)))), FALSE)
})
test("several arguments and results", {
    both <- autograd_function(
        function(ctx, x, factor, y) {
            expect_identical(ctx$needs_input_grad, c(TRUE, FALSE, FALSE))
            ctx$factor <- factor
            sum <- x * factor + y
            ctx$save_for_backward(sum = sum, nothing = NULL)
            list(sum = sum, difference = x - y)
        },
        function(ctx, d_sum, d_difference) {
            expect_equal(as.array(ctx$saved_variables$sum), c(13, 24))
            expect_identical(ctx$saved_variables$nothing, NULL)
            expect_equal(as.array(d_difference), c(0, 0)) # not used: zeros
            list(d_sum * ctx$factor, NULL, NULL)
        })
    x <- attach_grad(as_weir(c(1, 2)))
    r <- with_record(both(x, 3, as_weir(c(10, 18))))
    expect_identical(names(r), c("sum", "difference"))
    backward(r$sum, as_weir(c(1, 100)))
    expect_equal(as.array(grad(x)), c(3, 300))
})
test("gradients of gradients", {
    x <- attach_grad(as_weir(2))
    cube <- autograd_function(function(ctx, x) { ctx$save_for_backward(x); x^3 },
                              function(ctx, dy) 3 * square(ctx$saved_variables[[1L]]) * dy)
    second <- with_record({
        first <- gradient(cube(x), x, create_graph = TRUE)
        gradient(first, x)
    })
    expect_equal(item(second), 12)
})
test("an error in backward arrives at the caller, and the session goes on", {
    x <- attach_grad(as_weir(1))
    failing <- autograd_function(function(ctx, x) x + 0, function(ctx, dy) stop("no gradient today"))
    y <- with_record(failing(x))
    for (i in 1:3) expect_error(backward(with_record(failing(x))), "no gradient today")
    seen <- NULL
    caught <- tryCatch(withCallingHandlers(backward(y), error = function(e) seen <<- "seen"), error = function(e) "caught")
    expect_identical(c(caught, seen), c("caught", "seen"))
    short <- autograd_function(function(ctx, a, b) a + b, function(ctx, dy) dy, name = "short")
    expect_error(backward(with_record(short(x, x))), "short: backward returned 1 gradient, but forward took 2 arguments")
    wrong <- autograd_function(function(ctx, x) x + 0, function(ctx, dy) 5, name = "wrong")
    expect_error(backward(with_record(wrong(x))), "wrong: backward must return an array")
    expect_error(autograd_function(function(ctx, x) 7, function(ctx, dy) dy)(x), "forward must return")
    # a gradient that itself calls backward, and fails in there
    nested <- autograd_function(function(ctx, x) x + 0, function(ctx, dy) {
        z <- attach_grad(as_weir(1))
        backward(with_record(failing(z)))
        dy
    })
    expect_error(backward(with_record(nested(x))), "no gradient today")
    backward(with_record(sum(square(x))))
    expect_equal(as.array(grad(x)), 2)
})
test("an interrupt in backward", {
    x <- attach_grad(as_weir(1))
    stopped <- autograd_function(function(ctx, x) x + 0, function(ctx, dy) {
        signalCondition(structure(list(message = "", call = NULL), class = c("interrupt", "condition")))
        dy
    })
    y <- with_record(stopped(x))
    expect_identical(tryCatch({backward(y); "finished"}, interrupt = function(e) "interrupted"), "interrupted")
    expect_equal(item(square(x)), 1)
})
test("what a function holds is released with its results", {
    gone <- 0L
    count_gone <- function(e) gone <<- gone + 1L
    x <- attach_grad(as_weir(c(1, 2)))
    make <- function() {
        held <- new.env()
        reg.finalizer(held, count_gone)
        autograd_function(function(ctx, x) { ctx$held <- held; x * 2 }, function(ctx, dy) dy * 2)
    }
    one <- function(i) {
        f <- make()
        y <- with_record(sum(f(x)))
        if (i %% 2 == 0) backward(y)
        invisible()
    }
    for (i in 1:20) one(i)
    for (i in 1:5) {
        invisible(gc())
        wait_all()
        backward(with_record(sum(square(x)))) # functions that workers dropped are released here
    }
    invisible(gc())
    if (gone < 18L) stop(gone, " of 20 were released")
})
test("the same result in training a network, as by the operator", {
    swish <- autograd_function(
        function(ctx, x) {
            s <- weir_sigmoid(x)
            ctx$save_for_backward(x, s)
            x * s
        },
        function(ctx, dy) {
            x <- ctx$saved_variables[[1L]]
            s <- ctx$saved_variables[[2L]]
            dy * (s + x * s * (1 - s))
        })
    x <- attach_grad(weir_normal(c(4, 5)))
    backward(with_record(sum(swish(x))))
    mine <- as.array(grad(x))
    backward(with_record(sum(weir_silu(x))))
    expect_equal(mine, as.array(grad(x)), tolerance = 1e-5)
})
finish()
