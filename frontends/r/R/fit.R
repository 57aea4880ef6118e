# fit.R - training: fit(), predict(), evaluate().
#
# The loop issues work and does not wait within an epoch: losses and metrics are accumulated in arrays, and read when
# the epoch ends.
# SPDX-License-Identifier: Apache-2.0

fit <- function(object, ...) UseMethod("fit")

as_loader <- function(data, batch_size, shuffle, seed = 0) {
    if (inherits(data, "weir_loader")) data else loader(data, batch_size = batch_size, shuffle = shuffle, seed = seed)
}

# Parameters whose shape depends on the input are made by a first pass in inference mode.
complete <- function(net, data, transform) {
    if (!any(vapply(entries(net)$arrays, is.null, NA))) return(invisible())
    begin_epoch(data)
    position <- .Call(C_loader_position, data)
    batch <- next_batch(data)
    start_epoch(data, position[[1L]], position[[2L]])
    with_pause(net(transform(batch[[1L]])))
    invisible()
}

fit.weir_block <- function(object, data, loss, optimizer = optim_adam, epochs = 1, batch_size = 32, shuffle = TRUE,
                           seed = 0, validation = NULL, metrics = list(), transform = identity, schedule = NULL,
                           callback = NULL, verbose = interactive(), ...) {
    data <- as_loader(data, batch_size, shuffle, seed)
    if (!is.null(validation)) validation <- as_loader(validation, batch_size, FALSE)
    if (is.function(optimizer)) {
        complete(object, data, transform)
        optimizer <- optimizer(object)
    }
    mean_loss <- metric_mean()
    history <- list()
    steps <- 0
    for (epoch in seq_len(epochs)) {
        metric_reset(mean_loss)
        for (m in metrics) metric_reset(m)
        begin_epoch(data)
        while (!is.null(batch <- next_batch(data))) {
            target <- batch[[2L]]
            with_record({
                scores <- object(transform(batch[[1L]]))
                value <- loss(scores, target)
            })
            backward(value)
            if (!is.null(schedule)) optimizer$lr <- schedule(steps)
            optim_step(optimizer)
            steps <- steps + 1
            metric_update(mean_loss, weir_detach(value))
            for (m in metrics) metric_update(m, weir_detach(scores), target)
        }
        row <- c(list(epoch = epoch, loss = metric_value(mean_loss)), lapply(metrics, metric_value))
        if (!is.null(validation)) {
            measured <- evaluate(object, validation, loss, metrics, transform)
            names(measured) <- paste0("valid_", names(measured))
            row <- c(row, measured)
        }
        history[[epoch]] <- row
        if (verbose) message(describe_row(row))
        if (!is.null(callback) && isFALSE(callback(row, object, optimizer))) break
    }
    structure(list(net = object, optimizer = optimizer, history = history), class = "weir_fit")
}

is_single <- function(v) is.numeric(v) && length(v) == 1L
describe_row <- function(row) {
    row <- row[vapply(row, is_single, NA)]
    paste(names(row), vapply(row, function(v) format(v, digits = 4), ""), collapse = "  ")
}

as.data.frame.weir_fit <- function(x, ...) {
    rows <- lapply(x$history, function(row) as.data.frame(row[vapply(row, is_single, NA)]))
    do.call(rbind, rows)
}

print.weir_fit <- function(x, ...) {
    cat("<weir fit of ", length(x$history), " epochs>\n", sep = "")
    print(as.data.frame(x), row.names = FALSE, ...)
    invisible(x)
}

evaluate <- function(object, data, loss = NULL, metrics = list(), transform = identity, batch_size = 32) {
    data <- as_loader(data, batch_size, FALSE)
    mean_loss <- metric_mean()
    for (m in metrics) metric_reset(m)
    begin_epoch(data)
    with_pause(while (!is.null(batch <- next_batch(data))) {
        scores <- object(transform(batch[[1L]]))
        if (!is.null(loss)) metric_update(mean_loss, loss(scores, batch[[2L]]))
        for (m in metrics) metric_update(m, scores, batch[[2L]])
    })
    c(if (!is.null(loss)) list(loss = metric_value(mean_loss)), lapply(metrics, metric_value))
}

predict.weir_block <- function(object, newdata, batch_size = 256, transform = identity, ...) {
    newdata <- as_weir(newdata)
    rows <- dim(newdata)[[1L]]
    starts <- seq(1, max(rows, 1), by = batch_size)
    weir_concat(with_pause(lapply(starts, function(from) {
        size <- min(batch_size, rows - from + 1)
        starts <- c(from - 1, rep(0, ndim(newdata) - 1L))
        stops <- c(from - 1 + size, dim(newdata)[-1L])
        object(transform(weir_slice(newdata, starts = starts, stops = stops)))
    })))
}
