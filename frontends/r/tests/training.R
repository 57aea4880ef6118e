# training.R - gradients, networks, optimisers, data, fit.
# SPDX-License-Identifier: Apache-2.0
source("kit.R")

test("gradients", {
    x <- attach_grad(as_weir(c(1, 2, 3)))
    y <- with_record(sum(x^2))
    expect_identical(requires_grad(y), TRUE)
    backward(y)
    expect_equal(grad(x), c(2, 4, 6))
    expect_equal(x$grad, c(2, 4, 6))
    expect_identical(requires_grad(weir_detach(y)), FALSE)
    grad(x) <- NULL
    expect_identical(grad(x), NULL)
})
test("gradients through subscripts and assignment", {
    x <- attach_grad(as_weir(matrix(1:6, 2), "float32"))
    y <- with_record({
        z <- x * 2
        z[1, ] <- 0
        sum(z[, 2:3])
    })
    backward(y)
    expect_equal(grad(x), rbind(c(0, 0, 0), c(0, 2, 2)))
})
test("gradients of gradients", {
    x <- attach_grad(as_weir(2))
    first <- with_record(gradient(x^3, x, create_graph = TRUE))
    expect_equal(item(first), 12)
    expect_equal(item(gradient(first, x)), 12)
})
test("with_pause does not record", {
    x <- attach_grad(as_weir(1))
    y <- with_record({
        a <- x * 2
        with_pause(a * 3)
    })
    expect_identical(requires_grad(y), FALSE)
})
test("backward without recording names the remedy in R's terms", expect_error(backward(as_weir(1) * 2), "with_record.*attach_grad"))
test("modes are restored after an error", {
    try(with_record(stop("x")), silent = TRUE)
    expect_identical(.Call(weir:::C_modes, NA, NA), c(FALSE, FALSE))
})
test("a network from text, from layers and from a function agree", {
    a <- nn_parse("Linear(3, 4), ReLU, Linear(4, 2)")
    b <- nn_sequential(nn_linear(3, 4), nn_relu(), nn_linear(4, 2))
    initialise(a, 5)
    initialise(b, 5)
    x <- weir_normal(c(6, 3))
    expect_equal(a(x), as.array(b(x)))
    own <- nn_module("mine", function(self, x) self$out(weir_relu(self$hidden(x))), hidden = nn_linear(3, 4), out = nn_linear(4, 2))
    state <- state_dict(a)
    names(state) <- sub("^0", "hidden", sub("^2", "out", names(state)))
    load_state(own, state)
    expect_equal(own(x), as.array(a(x)))
    expect_identical(names(parameters(own)), c("hidden.weight", "hidden.bias", "out.weight", "out.bias"))
})
test("parts of a network", {
    net <- nn_sequential(hidden = nn_linear(3, 4), nn_batch_norm1d(4))
    expect_identical(names(parameters(net)), c("hidden.weight", "hidden.bias", "1.weight", "1.bias"))
    expect_identical(names(buffers(net))[1:2], c("1.running_mean", "1.running_var"))
    expect_identical(net$hidden$kind, "Linear")
    expect_identical(dim(net$hidden$weight), c(4L, 3L))
    expect_identical(net$hidden$settings$out_features, 4)
    expect_identical(length(net), 2L)
    expect_identical(nn_flatten()$settings$start_dim, 2)
    text <- capture.output(print(net))
    expect_identical(any(grepl("Linear", text)), TRUE)
    expect_identical(any(grepl("Linear", capture.output(summary(net, weir_zeros(c(2, 3)))))), TRUE)
})
test("an error in a forward function", {
    bad <- nn_module("bad", function(self, x) stop("not today"))
    expect_error(bad(as_weir(1)), "not today")
    wrong <- nn_module("wrong", function(self, x) "text")
    expect_error(wrong(as_weir(1)), "returns an array")
})
test("a jump out of a forward function", {
    x <- as_weir(c(1, 2))
    note <- structure(class = c("note", "condition"), list(message = "here", call = NULL))
    leave <- NULL
    inner <- nn_module("inner", function(self, x) {
        on.exit(left <<- left + 1L)
        if (is.null(leave)) signalCondition(note) else leave("left")
        x * 2
    })
    outer <- nn_module("outer", function(self, x) self$part(x) + 1, part = inner)
    net <- nn_sequential(outer, nn_relu())
    left <- 0L
    for (i in 1:50) expect_identical(tryCatch(net(x), note = function(n) "noted"), "noted")
    expect_identical(callCC(function(k) {
        leave <<- k
        net(x)
    }), "left")
    leave <- NULL
    expect_identical(tryCatch(summary(net, x), note = function(n) "noted"), "noted")
    expect_identical(left, 52L)
    expect_equal(net(x), c(3, 5)) # a condition that nobody handles
    kept <- nn_module("kept", function(self, x) tryCatch(inner(x), note = function(n) x * 10))
    expect_equal(kept(x), c(10, 20))
    own <- nn_module("own", function(self, x) stop(structure(class = c("mine", "error", "condition"),
                                                             list(message = "my error", call = NULL))))
    expect_error(nn_sequential(own)(x), "my error", "mine")
    expect_identical(.Call(weir:::C_modes, NA, NA), c(FALSE, FALSE))
})
test("save and load", {
    net <- nn_linear(3, 2)
    path <- tempfile(fileext = ".safetensors")
    save_block(net, path)
    other <- nn_linear(3, 2)
    load_block(other, path)
    expect_equal(other$weight, as.array(net$weight))
    expect_error(load_block(nn_linear(4, 2), path), "weight")
})
test("every optimiser makes the loss smaller", {
    for (make in list(optim_sgd, optim_adam, optim_adamw, optim_rmsprop, optim_adagrad, optim_adadelta, optim_lamb)) {
        weir_seed(3)
        net <- nn_linear(2, 1)
        x <- weir_normal(c(32, 2))
        target <- x %*% as_weir(c(1, -2))
        opt <- make(net, lr = 0.05)
        losses <- vapply(1:20, function(i) {
            loss <- with_record(nn_mse_loss()(net(x), target))
            backward(loss)
            opt$step()
            item(loss)
        }, 0)
        if (!(losses[[20]] < losses[[1]])) stop(opt$kind, ": ", losses[[1]], " to ", losses[[20]])
    }
})
test("settings and state of an optimiser", {
    net <- nn_linear(2, 1)
    opt <- optim_adam(net, lr = 0.25, beta1 = 0.5)
    expect_equal(opt$lr, 0.25)
    expect_equal(opt$settings$beta1, 0.5)
    opt$lr <- 0.125
    expect_equal(opt$lr, 0.125)
    backward(with_record(sum(net(weir_ones(c(1, 2))))))
    opt$step()
    state <- optim_state(opt)
    expect_identical("0.exp_avg" %in% names(state), TRUE)
    optim_state(opt) <- state
    expect_error(optim_adam(net, lr = -1)$step(), "lr")
    expect_error(optim_adam(3), "^optim_adam\\(\\) takes a network, an array or a list of arrays")
    expect_error(clip_grad_norm(list(1), 1), "^clip_grad_norm\\(\\) takes")
})
test("learning rates", {
    expect_equal(lr_step(1, 10, 5), 0.01)
    expect_equal(lr_multistep(1, 6, c(3, 8)), 0.1)
    expect_equal(lr_cosine(1, 5, 10), 0.5)
    opt <- optim_sgd(nn_linear(1, 1), lr = 1)
    update <- lr_plateau(opt, patience = 0)
    update(1)
    update(1)
    expect_equal(opt$lr, 0.1)
})
test("metrics", {
    m <- metric_accuracy()
    m$update(as_weir(rbind(c(3, 1), c(2, 5), c(1, 0))), c(1L, 2L, 2L))
    expect_equal(m$value, 2 / 3)
    m$reset()
    expect_identical(is.nan(m$value), TRUE)
    k <- metric_confusion(2)
    k$update(as_weir(rbind(c(3, 1), c(2, 5), c(1, 0))), factor(c("a", "b", "b")))
    expect_equal(k$value, rbind(c(1, 0), c(1, 1)))
})
test("gradient scaling", {
    net <- nn_linear(2, 1)
    opt <- optim_sgd(net, lr = 0.1)
    s <- grad_scaler(init_scale = 8)
    loss <- with_record(sum(net(weir_ones(c(1, 2)))))
    backward(s$scale(loss))
    before <- as.array(net$weight)
    s$step(opt)
    s$update()
    expect_equal(net$weight, before - 0.1, tolerance = 1e-5)
})
test("clipping", {
    x <- attach_grad(as_weir(c(3, 4)))
    backward(with_record(sum(x * as_weir(c(3, 4)))))
    expect_equal(item(clip_grad_norm(list(x), 1)), 5)
    expect_equal(grad(x), c(0.6, 0.8), tolerance = 1e-6)
})
test("a loop over a loader is a whole epoch", {
    x <- as_weir(1:8)
    l <- loader(x, batch_size = 2)
    seen <- function() { s <- c(); for_each_batch(l, function(x) s <<- c(s, as.vector(x))); s }
    next_batch(l) # a look at a batch
    expect_equal(seen(), 1:8)
    try(for_each_batch(l, function(x) stop("in the loop")), silent = TRUE)
    expect_equal(seen(), 1:8)
    while (!is.null(b <- next_batch(l))) b
    expect_equal(seen(), 1:8)
    start_epoch(l, 3, skip = 1)
    expect_equal(seen(), 3:8)
    expect_error(start_epoch(l, 0), "numbered from 1")
    # a metric over a loader counts every sample
    net <- nn_sequential(nn_linear(1, 1))
    data <- loader(list(weir_ones(c(8, 1)), as_weir(c(100, 100, rep(0, 6)))), batch_size = 2)
    next_batch(data)
    expect_equal(evaluate(net, data, function(scores, target) sum(target))$loss, 50)
    expect_equal(dim(predict(net, weir_zeros(c(0, 1)))), c(0L, 1L))
})
test("settings of loaders are checked", {
    x <- as_weir(1:8)
    for (bad in list(NA, "a", NULL, 5, c(TRUE, FALSE))) {
        expect_error(loader(x, shuffle = bad), "shuffle must be TRUE or FALSE")
        expect_error(loader(x, drop_last = bad), "drop_last must be TRUE or FALSE")
    }
    for (bad in list("a", NULL, c(1, 2))) {
        expect_error(loader(x, batch_size = bad), "batch_size must be one number")
        expect_error(loader(x, seed = bad), "seed must be one number")
        expect_error(weir_seed(bad), "seed must be one number")
    }
    expect_error(loader(x, prefetch = -1), "prefetch is -1")
    expect_error(random_flip(weir_ones(c(1, 2, 2, 3)), channels_first = NA), "TRUE or FALSE")
})
test("datasets and loaders", {
    data <- dataset_arrays(x = matrix(1:20, 10), y = 1:10)
    expect_identical(length(data), 10L)
    expect_equal(take_samples(data, c(1, 10))$y, c(1, 10))
    expect_equal(take_samples(dataset_subset(data, 3:4), 1)$y, 3)
    expect_equal(length(dataset_concat(data, data)), 20)
    l <- loader(data, batch_size = 4)
    expect_equal(length(l), 3)
    seen <- c()
    for (epoch in 1:2) while (!is.null(b <- next_batch(l))) seen <- c(seen, as.vector(b$y))
    expect_equal(seen, rep(1:10, 2))
    s1 <- loader(data, batch_size = 10, shuffle = TRUE, seed = 4)
    s2 <- loader(data, batch_size = 10, shuffle = TRUE, seed = 4)
    first <- as.vector(next_batch(s1)$y)
    expect_equal(first, as.vector(next_batch(s2)$y))
    expect_equal(sort(first), 1:10)
    expect_identical(for_each_batch(l, function(x, y) x), 3L)
    path <- tempfile(fileext = ".csv")
    write.csv(data.frame(a = 1:3, b = 4:6), path, row.names = FALSE)
    expect_equal(take_samples(dataset_csv(path, target = "b"), 1:3)$y, 4:6)
})
test("a dataset with labels counts them from 1", {
    folder <- tempfile()
    for (class in c("cat", "dog")) {
        dir.create(file.path(folder, class), recursive = TRUE)
        writeBin(c(charToRaw("P5 2 2 255\n"), as.raw(c(1, 2, 3, 4))), file.path(folder, class, "a.pgm"))
    }
    data <- dataset_folder(folder, channels = 1)
    expect_identical(data$classes, c("cat", "dog"))
    expect_equal(take_samples(data, 1:2)$label, 1:2)
    expect_equal(next_batch(loader(data, batch_size = 2))$label, 1:2)
})
test("fit, evaluate and predict", {
    weir_seed(2)
    set.seed(2)
    x <- matrix(rnorm(400), 200)
    y <- factor(ifelse(x[, 1] + x[, 2] > 0, "up", "down"))
    net <- nn_sequential(nn_linear(out_features = 8), nn_relu(), nn_linear(8, 2))
    rows <- 0
    fitted <- fit(net, list(x, y), nn_cross_entropy_loss(), function(net) optim_adam(net, lr = 0.02), epochs = 8,
                  batch_size = 20, validation = list(x, y), metrics = list(accuracy = metric_accuracy()),
                  callback = function(row, net, optimizer) rows <<- rows + 1)
    h <- as.data.frame(fitted)
    expect_identical(names(h), c("epoch", "loss", "accuracy", "valid_loss", "valid_accuracy"))
    expect_identical(h$loss[[8]] < h$loss[[1]] && h$valid_accuracy[[8]] > 0.9, TRUE)
    expect_equal(rows, 8)
    p <- predict(net, x, batch_size = 64)
    expect_identical(dim(p), c(200L, 2L))
    expect_equal(mean(as.vector(weir_argmax(p, axis = 2)) == as.integer(y)), h$valid_accuracy[[8]])
    expect_identical(length(fit(net, list(x, y), nn_cross_entropy_loss(), epochs = 5,
                                callback = function(...) FALSE)$history), 1L)
})
test("a network saved in C is loaded", {
    path <- prepared("lenet.safetensors")
    if (nzchar(path)) {
        net <- nn_parse("Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Conv2d(6, 16, 5), ReLU, MaxPool2d(2),
                        Flatten, Linear(400, 120), ReLU, Linear(120, 84), ReLU, Linear(84, 10)")
        load_block(net, path)
        expect_equal(net$parameters[["0.weight"]], as.array(weir_load(path)[["0.weight"]]))
        expect_identical(dim(net(weir_zeros(c(2, 1, 28, 28)))), c(2L, 10L))
    }
})
finish()
