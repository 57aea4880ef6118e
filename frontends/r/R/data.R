# data.R - datasets and loaders.  Samples and labels count from 1.
#
# The library's labels count from 0; a dataset whose labels come from the library (MNIST, folders of images) knows the
# field (`labels`), and its batches are shifted.
# SPDX-License-Identifier: Apache-2.0

new_dataset <- function(handle, labels = NULL) {
    if (!is.null(labels)) attr(handle, "labels") <- labels
    handle
}

dataset_arrays <- function(...) {
    arrays <- list(...)
    if (length(arrays) == 1L && is.list(arrays[[1L]]) && !is_weir(arrays[[1L]]) && !is.data.frame(arrays[[1L]]))
        arrays <- arrays[[1L]]
    names <- names(arrays)
    arrays <- lapply(arrays, as_weir)
    if (is.null(names) || !all(nzchar(names))) names <- c("x", "y", paste0("field", 3:8))[seq_along(arrays)]
    new_dataset(.Call(C_dataset_arrays, stats::setNames(arrays, names)))
}

dataset_mnist <- function(folder = NULL, test = FALSE) new_dataset(.Call(C_dataset_mnist, folder, test), labels = 2L)

dataset_csv <- function(path, target = NULL, columns = NULL, delimiter = ",", header = TRUE, missing = FALSE,
                        dtype = "float32", target_dtype = "float32") {
    if (length(columns) > 1L) columns <- paste(columns, collapse = ",")
    new_dataset(.Call(C_dataset_csv, path.expand(path), delimiter, header, target, columns, missing, dtype, target_dtype))
}

dataset_folder <- function(path, height = 0, width = 0, channels = 3) {
    new_dataset(.Call(C_dataset_folder, path.expand(path), height, width, channels), labels = 2L)
}

dataset_subset <- function(data, index) {
    new_dataset(.Call(C_dataset_subset, data, as.numeric(index)), attr(data, "labels"))
}

dataset_concat <- function(...) {
    parts <- list(...)
    new_dataset(.Call(C_dataset_concat, parts), attr(parts[[1L]], "labels"))
}

take_samples <- function(data, index) {
    fields <- .Call(C_dataset_take, data, as.numeric(index))
    labels <- attr(data, "labels")
    if (!is.null(labels)) fields[[labels]] <- fields[[labels]] + 1L
    stats::setNames(fields, .Call(C_dataset_fields, data))
}

length.weir_dataset <- function(x) .Call(C_dataset_count, x)

`$.weir_dataset` <- function(x, name) {
    switch(name, fields = .Call(C_dataset_fields, x), classes = .Call(C_dataset_classes, x), NULL)
}

print.weir_dataset <- function(x, ...) {
    if (print_empty(x)) return(invisible(x))
    cat("<weir dataset of ", length(x), " samples: ", paste(.Call(C_dataset_fields, x), collapse = ", "), ">\n", sep = "")
    invisible(x)
}

str.weir_dataset <- function(object, ...) print(object)

# ---- Loaders ----------------------------------------------------------------------------------------------

loader <- function(data, batch_size = 1, shuffle = FALSE, seed = 0, drop_last = FALSE, prefetch = 2, device = NULL) {
    if (!inherits(data, "weir_dataset")) data <- dataset_arrays(data)
    made <- .Call(C_loader_new, data, batch_size, seed, shuffle, drop_last, prefetch, device)
    labels <- attr(data, "labels")
    if (!is.null(labels)) .Call(C_loader_count_from_one, made, labels - 1L)
    attr(made, "fields") <- .Call(C_dataset_fields, data)
    attr(made, "state") <- list2env(list(begun = FALSE), parent = emptyenv())
    made
}

next_batch <- function(loader) {
    batch <- .Call(C_loader_next, loader)
    state <- attr(loader, "state")
    state$begun <- !is.null(batch)
    if (is.null(batch)) NULL else stats::setNames(batch, attr(loader, "fields"))
}

start_epoch <- function(loader, epoch = 1, skip = 0) {
    .Call(C_loader_start, loader, epoch, skip)
    state <- attr(loader, "state")
    state$begun <- FALSE
    invisible()
}

# Before a loop over an epoch: what is left of one from which batches were taken, perhaps by a loop that was interrupted, is skipped.
# After start_epoch() the loop has the rest of that epoch.
begin_epoch <- function(loader) {
    position <- .Call(C_loader_position, loader)
    if (attr(loader, "state")$begun && position[[2L]] > 0) start_epoch(loader, position[[1L]] + 1)
}

for_each_batch <- function(loader, f) {
    begin_epoch(loader)
    count <- 0L
    while (!is.null(batch <- next_batch(loader))) {
        do.call(f, unname(batch))
        count <- count + 1L
    }
    invisible(count)
}

length.weir_loader <- function(x) .Call(C_loader_count, x)

`$.weir_loader` <- function(x, name) {
    switch(name, next_batch = function() next_batch(x), fields = attr(x, "fields"), NULL)
}

print.weir_loader <- function(x, ...) {
    if (print_empty(x)) return(invisible(x))
    cat("<weir loader of ", length(x), " batches: ", paste(attr(x, "fields"), collapse = ", "), ">\n", sep = "")
    invisible(x)
}

str.weir_loader <- function(object, ...) print(object)

random_flip <- function(x, p = 0.5, channels_first = FALSE) .Call(C_random_flip, x, p, channels_first)

random_crop <- function(x, height, width, padding = 0, channels_first = FALSE) {
    .Call(C_random_crop, x, height, width, padding, channels_first)
}

image_read <- function(path, channels = 0) .Call(C_image_read, path.expand(path), channels)
idx_read <- function(path) .Call(C_idx_read, path.expand(path))
