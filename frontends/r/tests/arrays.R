# arrays.R - conversion, subscripts, assignment, arithmetic, printing.
# SPDX-License-Identifier: Apache-2.0
source("kit.R")

m <- matrix(c(1, 2, 3, 4, 5, 6), nrow = 2)
a3 <- array(as.numeric(1:24), c(2, 3, 4))

test("element [i, j] stays element [i, j]", {
    x <- as_weir(m)
    expect_equal(as.array(x), m)
    expect_equal(item(x[2, 1]), m[2, 1])
    expect_equal(as.array(as_weir(a3)), a3)
    expect_equal(as.vector(as_weir(a3)), as.vector(a3))
})
test("dtypes follow R's types", {
    expect_identical(dtype(as_weir(1)), "float32")
    expect_identical(dtype(as_weir(1L)), "int32")
    expect_identical(dtype(as_weir(TRUE)), "bool")
    expect_identical(dtype(as_weir(1i)), "complex64")
    expect_identical(dtype(as_weir(as.raw(255))), "uint8")
    expect_identical(dtype(as_weir(m, "float64")), "float64")
    expect_identical(dtype(with_dtype("float64", as_weir(m))), "float64")
    expect_equal(as.vector(as_weir(factor(c("b", "a", "b")))), c(2L, 1L, 2L))
    expect_equal(as.matrix(as_weir(data.frame(a = 1:2, b = 3:4))), cbind(1:2, 3:4))
})
test("values come back with R's types", {
    expect_identical(as.vector(as_weir(c(TRUE, FALSE))), c(TRUE, FALSE))
    expect_identical(as.vector(as_weir(1:3)), 1:3)
    expect_identical(as.vector(as_weir(c(1, 2.5))), c(1, 2.5))
    expect_identical(as.vector(as_weir(c(1+2i, 3))), c(1+2i, 3+0i))
    expect_identical(as.vector(weir_astype(as_weir(1:3), "int64")), c(1, 2, 3))
    expect_identical(as.numeric(as_weir(1:2)), c(1, 2))
    expect_identical(as.integer(as_weir(c(1, 2))), 1:2)
    expect_identical(as.character(as_weir(1:2)), c("1", "2"))
})
test("NA is NaN in floats and refused elsewhere", {
    expect_identical(as.vector(is.na(as_weir(c(1, NA)))), c(FALSE, TRUE))
    expect_error(as_weir(c(1L, NA)), "element 2 is NA")
    expect_error(as_weir(c(TRUE, NA)), "element 2 is NA")
    expect_error(as_weir("a"), "type character")
})
test("weir_full takes the shape first", {
    expect_identical(length(weir_full(2, 7)), 2L)
    expect_equal(as.vector(weir_full(2, 7)), c(7, 7))
    expect_equal(as.array(weir_full(c(2, 3), 7)), matrix(7, 2, 3))
})
test("empty arrays and arrays without dimensions", {
    expect_identical(dim(as_weir(matrix(0, 0, 3))), c(0L, 3L))
    expect_identical(length(as_weir(numeric())), 0L)
    s <- sum(as_weir(m))
    expect_identical(dim(s), NULL)
    expect_identical(length(s), 1L)
    expect_equal(item(s), 21)
})

# Every subscript is compared with R's own.
subscripts <- list(
    quote(x[1, ]), quote(x[, 2]), quote(x[2, 3]), quote(x[1:2, ]), quote(x[-1, ]), quote(x[, -c(1, 3)]), quote(x[, c(3, 1)]),
    quote(x[c(TRUE, FALSE), ]), quote(x[, c(TRUE, FALSE, TRUE)]), quote(x[1, , drop = FALSE]), quote(x[2:1, 3:1]),
    quote(x[5]), quote(x[c(1, 6, 2)]), quote(x[-1]), quote(x[x > 2]), quote(x[cbind(c(1, 2), c(3, 1))]), quote(x[]),
    quote(x[, 0]), quote(x[c(1, 1, 2), ]), quote(x[, 1, drop = FALSE]), quote(x[0, ]), quote(x[m > 3]))
for (s in subscripts) test(paste("read", deparse(s)), {
    wanted <- eval(s, list(x = m, m = m))
    expect_equal(eval(s, list(x = as_weir(m), m = m)), wanted)
})
for (s in list(quote(x[1, , ]), quote(x[, 2:3, 4]), quote(x[2, 3, 4]), quote(x[, , c(4, 1)]), quote(x[-1, , 2:3]),
               quote(x[, c(TRUE, FALSE, TRUE), ]), quote(x[24]), quote(x[, 3:2, c(1, 3)]))) {
    test(paste("read three dimensions", deparse(s)), expect_equal(eval(s, list(x = as_weir(a3))), eval(s, list(x = a3))))
}
test("an array as a subscript", {
    expect_equal(as_weir(m)[, as_weir(c(3L, 1L))], m[, c(3, 1)])
    expect_equal(as_weir(c(5, 6, 7))[as_weir(2:3)], c(6, 7))
})
test("subscripts out of range are refused at the call", {
    x <- as_weir(m)
    expect_error(x[3, ], "out of bounds", "weir_error_EINDEX")
    expect_error(x[1, 1, 1], "incorrect number of dimensions")
    expect_error(x[c(-1, 1), ], "mixed")
    expect_error(x["a", ], "no names")
    expect_error(x[1, ] <- 1:2, "multiple")
})
assignments <- list(
    quote(x[1, ] <- 0), quote(x[, 2] <- c(9, 8)), quote(x[2, 3] <- -1), quote(x[1:2, 2:3] <- 7:10), quote(x[-1, ] <- 5),
    quote(x[, c(3, 1)] <- matrix(11:14, 2)), quote(x[c(TRUE, FALSE), ] <- 1:3), quote(x[5] <- 50), quote(x[c(1, 6)] <- c(10, 60)),
    quote(x[x > 2] <- 0), quote(x[cbind(c(1, 2), c(3, 1))] <- c(7, 8)), quote(x[] <- 1), quote(x[2:1, 1] <- c(3, 4)),
    quote(x[x > 4] <- c(7, 8)), quote(x[, 1] <- 1:2))
for (s in assignments) test(paste("assign", deparse(s)), {
    r <- m
    w <- as_weir(m)
    wanted <- eval(s, list2env(list(x = r)))
    e <- list2env(list(x = r))
    f <- list2env(list(x = w))
    eval(s, e)
    eval(s, f)
    expect_equal(as.array(f$x), e$x)
    expect_equal(as.array(w), m)
})
test("assignment does not change other variables", {
    x <- as_weir(m)
    y <- x
    view <- x[1, ]
    x[1, ] <- 0
    expect_equal(as.array(y), m)
    expect_equal(as.array(view), m[1, ])
    expect_equal(as.array(x)[1, ], c(0, 0, 0))
})
test("an array as the value is taken by columns", {
    for (value in list(m, t(m), c(m), array(m, c(1, 2, 3)))) {
        w <- as_weir(value)
        x <- as_weir(rep(0, 8)); x[2:7] <- w
        expect_equal(x, c(0, c(value), 0))
        x <- as_weir(array(0, c(2, 3))); x[] <- w
        expect_equal(x, array(value, c(2, 3)))
        x <- as_weir(array(0, c(3, 3))); x[1:2, ] <- w
        y <- array(0, c(3, 3)); y[1:2, ] <- value
        expect_equal(x, y)
        x <- as_weir(array(0, c(3, 3))); x[c(3, 1), ] <- w
        y <- array(0, c(3, 3)); y[c(3, 1), ] <- value
        expect_equal(x, y)
        x <- as_weir(m); x[x > 0] <- w
        expect_equal(x, array(value, c(2, 3)))
        x <- as_weir(m); x[1:6] <- w
        expect_equal(x, array(value, c(2, 3)))
    }
})
test("a matrix of subscripts counts none from the end", {
    x <- as_weir(m)
    expect_error(x[cbind(-1, 2)], "negative values")
    expect_error(x[cbind(-1, 2)] <- 0, "negative values")
    expect_error(x[cbind(3, 2)], "out of bounds")
    expect_error(x[cbind(1, 4)] <- 0, "out of bounds")
    expect_error(x[cbind(NA, 2)], "NA is not a subscript")
    expect_equal(x[cbind(c(1, 0, 2), c(2, 1, 3))], m[cbind(c(1, 0, 2), c(2, 1, 3))])
    expect_equal(x[cbind(0, 1)], numeric())
    y <- m
    x[cbind(c(1, 0, 2), c(2, 1, 3))] <- c(7, 8)
    y[cbind(c(1, 0, 2), c(2, 1, 3))] <- c(7, 8)
    expect_equal(x, y)
    expect_equal(as_weir(1:3)[NULL], integer())
})
test("an integer array takes neither NaN nor the values of a float array", {
    x <- as_weir(1:3)
    for (bad in c(NaN, NA, Inf)) expect_error(x[1] <- bad, "int32 cannot hold")
    expect_error(x[1] <- as_weir(1.5), "int32 cannot hold the values of one of dtype float32")
    expect_error(x[x > 1] <- as_weir(1.5), "int32 cannot hold")
    x[1] <- as_weir(TRUE)
    expect_equal(x, 1:3)
    y <- as_weir(c(1, 2)); y[2] <- as_weir(7L)
    expect_equal(y, c(1, 7))
})
test("integers do not take fractions", expect_error({x <- as_weir(1:3); x[1] <- 1.5}, "cannot hold fractions"))

test("arithmetic agrees with R", {
    x <- as_weir(m, "float64")
    y <- as_weir(m + 1, "float64")
    for (f in list(`+`, `-`, `*`, `/`, `^`, `%%`, `%/%`, `==`, `!=`, `<`, `<=`, `>`, `>=`)) {
        expect_equal(f(x, y), f(m, m + 1))
        expect_equal(f(x, 2), f(m, 2))
        expect_equal(f(2, x), f(2, m))
        expect_equal(f(x, m), f(m, m))
    }
    expect_equal(-x, -m)
    expect_equal(+x, m)
    expect_equal((x > 2) & (x < 5), m > 2 & m < 5)
    expect_equal((x > 5) | (x < 2), m > 5 | m < 2)
    expect_equal(!(x > 2), !(m > 2))
    expect_identical(dtype(as_weir(1:3) + 1L), "int32")
    expect_identical(dtype(as_weir(1:3) + 1), "float32")
})
test("arrays are broadcast, bare vectors are not recycled silently", {
    x <- as_weir(m)
    expect_equal(x + as_weir(c(10, 20, 30)), m + rep(c(10, 20, 30), each = 2))
    expect_equal(x + as_weir(matrix(c(10, 20))), m + c(10, 20))
    expect_error(x + c(10, 20), "as_weir\\(matrix\\(v\\)\\)")
    expect_equal(as_weir(1:3) + c(1, 2, 3), c(2, 4, 6))
})
test("mathematical functions agree with R", {
    x <- as_weir(m / 7, "float64")
    r <- m / 7
    for (f in list(abs, sign, sqrt, floor, ceiling, trunc, exp, expm1, log, log1p, log2, log10, cos, sin, tan, acos, asin, atan,
                   cosh, sinh, tanh, asinh, atanh, cumsum, cumprod, cummax, cummin, sum, prod, max, min, range, mean, median,
                   sort, rev))
        expect_equal(f(x), as.array(f(r)), tolerance = 1e-10)
    expect_equal(round(x, 2), round(r, 2))
    expect_equal(log(x, 2), log(r, 2))
    expect_equal(sum(x, x), 2 * sum(r))
    expect_equal(item(sum(as_weir(c(1, NA)), na.rm = TRUE)), 1)
    expect_equal(all(x > 0), TRUE)
    expect_equal(any(x > 5), FALSE)
    expect_equal(quantile(x, c(0.1, 0.5)), quantile(r, c(0.1, 0.5), names = FALSE))
    expect_error(gamma(x), "not defined")
    z <- as_weir(c(1+2i, -3i))
    expect_equal(Re(z), c(1, 0))
    expect_equal(Im(z), c(2, -3))
    expect_equal(Mod(z), Mod(c(1+2i, -3i)), tolerance = 1e-6)
})
test("matrix products as in R", {
    x <- as_weir(m)
    expect_equal(x %*% t(x), m %*% t(m))
    expect_equal(x %*% c(1, 2, 3), m %*% c(1, 2, 3))
    expect_equal(c(1, 2) %*% x, c(1, 2) %*% m)
    expect_equal(m %*% t(x), m %*% t(m))
    expect_equal(as_weir(1:3) %*% as_weir(1:3), 1:3 %*% 1:3)
    expect_equal(m %*% t(m), base::`%*%`(m, t(m)))
    expect_equal(solve(as_weir(rbind(c(2, 1), c(1, 3)))), solve(rbind(c(2, 1), c(1, 3))), tolerance = 1e-6)
    expect_error(x %*% x, "matmul")
    expect_equal(det(as_weir(rbind(c(2, 1), c(1, -3)))), -7, tolerance = 1e-6)
})
test("sums and means of rows and columns as in R", {
    x <- as_weir(m)
    expect_equal(rowSums(x), rowSums(m))
    expect_equal(colSums(x), colSums(m))
    expect_equal(rowMeans(x), rowMeans(m))
    expect_equal(colMeans(x), colMeans(m))
    expect_equal(rowSums(as_weir(a3), dims = 2), rowSums(a3, dims = 2))
    expect_equal(colMeans(as_weir(a3), dims = 2), colMeans(a3, dims = 2))
    expect_equal(rowSums(as_weir(rbind(c(1, NaN), c(2, 3))), na.rm = TRUE), c(1, 5))
    expect_equal(apply(x, 1, max), apply(m, 1, max))
    expect_identical(colSums(m), base::colSums(m))
    table <- data.frame(a = 1:2, b = 3:4, row.names = c("p", "q"))
    expect_identical(rowMeans(table), base::rowMeans(table))
    expect_error(rowSums(as_weir(1:3)), "1 dimensions")
})
test("shape functions as in R", {
    x <- as_weir(m)
    expect_equal(t(x), t(m))
    expect_equal(t(as_weir(1:3)), t(1:3))
    expect_equal(aperm(as_weir(a3), c(3, 1, 2)), aperm(a3, c(3, 1, 2)))
    expect_equal(aperm(as_weir(a3)), aperm(a3))
    expect_equal(c(x, 7), c(m, 7))
    expect_equal(rbind(x, x), rbind(m, m))
    expect_equal(rbind(x, c(7, 8, 9)), rbind(m, c(7, 8, 9)))
    expect_equal(cbind(x, c(7, 8)), cbind(m, c(7, 8)))
    expect_equal(cbind(1, x), cbind(1, m))
    expect_equal(rbind(as_weir(1:3), 4:6), rbind(1:3, 4:6))
    expect_equal(rep(x, 2), rep(m, 2))
    expect_equal(rep(as_weir(1:2), each = 2), c(1, 1, 2, 2))
    expect_identical(as.data.frame(x), as.data.frame(m))
    expect_identical(dim(weir_broadcast_to(as_weir(1), 2^33)), 2^33) # more than R's own arrays can have
    y <- x
    dim(y) <- c(3, 2)
    expect_equal(as.array(y), array(m, c(3, 2)))
    expect_equal(head(as_weir(1:10), 3), 1:3)
    expect_equal(unique(as_weir(c(3L, 1L, 3L))), c(1L, 3L))
    expect_equal(weir_reshape(x, c(3, 2)), matrix(c(t(m)), 3, byrow = TRUE))
})
test("order and differences as in R", {
    v <- c(3, 1, 2, 3)
    x <- as_weir(v)
    expect_identical(order(x), order(v))
    expect_identical(order(x, decreasing = TRUE), order(v, decreasing = TRUE))
    expect_identical(duplicated(x), duplicated(v))
    expect_equal(diff(x), diff(v))
    expect_equal(diff(x, lag = 2), diff(v, lag = 2))
    expect_equal(diff(x, differences = 2), diff(v, differences = 2))
    expect_equal(diff(as_weir(t(m)^2)), diff(t(m)^2))
    expect_identical(length(diff(x, lag = 4)), 0L)
    expect_error(diff(x, lag = 0), "integers >= 1")
})
test("axes count from 1", {
    x <- as_weir(a3)
    expect_equal(weir_sum(x, axis = 1), apply(a3, c(2, 3), sum))
    expect_equal(weir_sum(x, axis = -1), apply(a3, c(1, 2), sum))
    expect_equal(weir_sum(x, axis = c(1, 3)), apply(a3, 2, sum))
    expect_error(weir_sum(x, axis = 0), "numbered from 1")
    expect_error(weir_sum(x, axis = 4), "axis", "weir_error_EAXIS")
})
test("indices count from 1", {
    x <- as_weir(c(3, 9, 4))
    expect_equal(item(weir_argmax(x)), which.max(c(3, 9, 4)))
    expect_equal(weir_argsort(x), order(c(3, 9, 4)))
    expect_equal(weir_take(x, c(2, 3), axis = 1), c(9, 4))
    expect_equal(weir_take(x, as_weir(c(2L, -1L)), axis = 1), c(9, 4))
    expect_equal(x[weir_argmax(x)], 9)
    expect_equal(weir_one_hot(c(1, 3), 3), rbind(c(1, 0, 0), c(0, 0, 1)))
    expect_error(weir_take(x, 0, axis = 1), "there is no index 0")
    expect_error(as.array(weir_take(x, as_weir(0L), axis = 1)), "count from 1 in R, and 0 was given", "weir_async_error")
    expect_equal(weir_topk(x, 2)$indices, c(2, 3))
    scores <- as_weir(rbind(c(9, 0), c(0, 9)))
    expect_equal(item(weir_cross_entropy(scores, c(1L, 2L))) < 0.01, TRUE)
    expect_equal(item(weir_cross_entropy(scores, as_weir(c(2L, 1L)))) > 5, TRUE)
    expect_equal(item(nn_cross_entropy_loss()(scores, factor(c("a", "b")))) < 0.01, TRUE)
    expect_equal(item(weir_cross_entropy(scores, c(1L, -100L))) < 0.01, TRUE)
    expect_error(item(weir_cross_entropy(scores, as_weir(c(0L, 1L)))), "label 0.*count from 1 in R")
    e <- nn_sequential(nn_embedding(3, 2))
    expect_equal(e(c(1L, 3L)), as.array(parameters(e)[[1]])[c(1, 3), ])
})
test("printing", {
    expect_identical(capture.output(print(as_weir(m))), c("<weir float32[2, 3]>", capture.output(print(m))))
    expect_identical(capture.output(print(as_weir(1:3))), c("<weir int32[3]>", "[1] 1 2 3"))
    expect_identical(capture.output(print(sum(as_weir(m)))), c("<weir float32>", "[1] 21"))
    long <- capture.output(print(weir_zeros(c(100, 100))))
    expect_identical(long[[1]], "<weir float32[100, 100]>")
    expect_identical(long[[length(long)]], "... the first 6 x 6 of 100 x 100")
    expect_identical(capture.output(str(as_weir(1:3))), " <weir int32[3]> 1 2 3")
    expect_identical(format(as_weir(c(1, 2.5))), c("1.0", "2.5"))
})
test("properties by $", {
    x <- as_weir(m)
    expect_identical(x$shape, c(2L, 3L))
    expect_identical(x$dtype, "float32")
    expect_identical(x$device, "cpu:0")
    expect_identical(x$to("float64")$dtype, "float64")
})
test("NA is NaN in float arrays", {
    x <- as_weir(m)
    expect_identical(all(is.nan(as.array(x + NA))), TRUE)
    expect_identical(all(is.nan(as.array(NA_integer_ * x))), TRUE)
    x[1, 1] <- NA
    x[2, 1:2] <- c(7L, NA)
    expect_identical(which(is.nan(as.array(x))), c(1L, 4L))
    expect_error(as_weir(1:3) + NA, "NA has no counterpart")
    expect_error(as_weir(c(TRUE, NA)), "element 2 is NA")
})
test("one operand", {
    expect_equal(-as_weir(m), -m)
    expect_equal(+as_weir(m), m)
})
test("operands that are none", {
    expect_error(as_weir(m) + NULL, "^add: an operand is of type NULL; arrays, numbers")
    expect_error("a" * as_weir(m), "^multiply: an operand is of type character")
    expect_error(as_weir(m) - quote(a), "^subtract: an operand is of type symbol")
})
test("many numbers as inputs", {
    numbers <- as.list(as.numeric(1:100))
    expect_equal(weir_stack(numbers), 1:100)
    expect_equal(weir_stack(as.list(1:100)), 1:100)
})
test("files", {
    path <- tempfile(fileext = ".safetensors")
    weir_save(list(a = as_weir(m), b = as_weir(1:3)), path)
    back <- weir_load(path)
    expect_identical(sort(names(back)), c("a", "b"))
    expect_equal(back$a, m)
    expect_error(weir_load("/nowhere/at/all"), "", "weir_error_ENOENT")
})
test("a handle from saveRDS says that it is empty", {
    path <- tempfile()
    saveRDS(as_weir(m), path)
    x <- readRDS(path)
    expect_error(as.array(x), "saved workspace or RDS file")
    expect_error(x + 1, "saved workspace or RDS file")
})
test("a closed handle", {
    x <- as_weir(m)
    close_handle(x)
    expect_error(dim(x), "closed")
    expect_identical(grepl("without contents", capture.output(print(x))), TRUE)
    expect_identical(any(grepl("without contents", capture.output(str(list(x))))), TRUE)
    net <- nn_linear(2, 2); data <- dataset_arrays(as_weir(m)); batches <- loader(data); accuracy <- metric_accuracy()
    expect_identical(any(grepl("2 samples", capture.output(str(list(data))))), TRUE)
    for (object in list(net, data, batches, accuracy)) {
        close_handle(object)
        shown <- capture.output(print(object))
        expect_identical(shown, paste0("<", sub("_", " ", class(object)[[1L]]), " without contents: closed, or from a saved workspace>"))
    }
    for (object in list(net, data, batches)) expect_identical(any(grepl("without contents", capture.output(str(list(object))))), TRUE)
})
test("numbers that an integer dtype cannot hold are refused", {
    expect_error(as_weir(300, "uint8"), "element 1 is 300, which uint8 cannot hold")
    expect_error(as_weir(c(1, -1), "uint8"), "element 2 is -1")
    expect_error(as_weir(128L, "int8"), "int8")
    expect_error(as_weir(2^31, "int32"), "int32")
    expect_error(as_weir(NaN, "int64"), "int64 cannot hold")
    expect_error(as_weir(2^64, "uint64"), "uint64")
    expect_equal(as.array(as_weir(c(-128, 127), "int8")), c(-128, 127))
    expect_equal(as.array(as_weir(c(1 - 2^31, 2^31 - 1), "int32")), c(1 - 2^31, 2^31 - 1))
    expect_equal(as.array(as_weir(2.7, "int32")), 2)
    expect_equal(as.array(as_weir(-0.5, "uint8")), 0)
})
finish()
