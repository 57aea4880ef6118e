# optim.R - optimisers, the gradient scaler and metrics.  Their constructors are generated (optimisers.R, metrics.R).
# SPDX-License-Identifier: Apache-2.0

new_optimizer <- function(kind, params, settings) {
    .Call(C_optimizer_new, kind, parameter_list(params, paste0("optim_", tolower(kind))), settings)
}

optim_step <- function(optimizer) invisible(.Call(C_optimizer_step, optimizer))

optim_add_group <- function(optimizer, params, ...) {
    .Call(C_optimizer_add, optimizer, parameter_list(params, "optim_add_group"), list(...))
    invisible(optimizer)
}

optim_state <- function(optimizer) .Call(C_optimizer_state, optimizer)

`optim_state<-` <- function(optimizer, value) {
    .Call(C_optimizer_state_set, optimizer, lapply(value, as_weir))
    optimizer
}

`$.weir_optimizer` <- function(x, name) {
    switch(name,
        step = function() optim_step(x),
        zero_grad = function() zero_grad(x),
        clear = function() clear(x),
        lr = .Call(C_optimizer_lr, x),
        kind = .Call(C_optimizer_kind, x),
        state = optim_state(x),
        settings = .Call(C_optimizer_settings, x),
        NULL)
}

`$<-.weir_optimizer` <- function(x, name, value) {
    if (name != "lr") stop_weir("only optimizer$lr can be set, not optimizer$", name)
    .Call(C_optimizer_lr_set, x, value)
    x
}

print.weir_optimizer <- function(x, ...) {
    s <- x$settings
    s <- s[!vapply(s, is.null, NA)]
    cat("<weir optimiser ", x$kind, "(", paste0(names(s), " = ", s, collapse = ", "), ")>\n", sep = "")
    invisible(x)
}

# ---- The gradient scaler ----------------------------------------------------------------------------------

grad_scaler <- function(init_scale = 65536, growth_factor = 2, backoff_factor = 0.5, growth_interval = 2000) {
    .Call(C_scaler_new, init_scale, growth_factor, backoff_factor, growth_interval)
}

`$.weir_scaler` <- function(x, name) {
    switch(name,
        scale = function(loss) .Call(C_scaler_scale, x, loss),
        unscale = function(optimizer) invisible(.Call(C_scaler_unscale, x, optimizer)),
        step = function(optimizer) invisible(.Call(C_scaler_step, x, optimizer)),
        update = function() invisible(.Call(C_scaler_update, x)),
        state = .Call(C_scaler_state, x),
        NULL)
}

print.weir_scaler <- function(x, ...) {
    cat("<weir gradient scaler, scale ", as.vector(x$state)[[1L]], ">\n", sep = "")
    invisible(x)
}

# ---- Learning rates ---------------------------------------------------------------------------------------

lr_plateau <- function(optimizer, factor = 0.1, patience = 10, threshold = 1e-4, cooldown = 0, min_lr = 0,
                       maximize = FALSE) {
    settings <- list(factor, patience, threshold, cooldown, min_lr, maximize)
    state <- c(0, 0, 0, 0)
    function(measure) {
        after <- .Call(C_plateau, settings, state, optimizer$lr, as.numeric(measure))
        state <<- after[-1L]
        .Call(C_optimizer_lr_set, optimizer, after[[1L]])
        invisible(after[[1L]])
    }
}

# ---- Metrics ----------------------------------------------------------------------------------------------

# `labels`: the target holds labels, which count from 1 in R.
new_metric <- function(name, number = 0, labels = FALSE) {
    structure(.Call(C_metric_new, name, number), metric = name, labels = labels)
}

metric_update <- function(metric, x, target = NULL) {
    if (!is.null(target)) target <- if (attr(metric, "labels")) label_in(target) else as_weir(target)
    invisible(.Call(C_metric_update, metric, as_weir(x), target))
}

metric_value <- function(metric) {
    if (attr(metric, "metric") == "confusion") as.array(.Call(C_metric_array, metric)) else .Call(C_metric_value, metric)
}

metric_reset <- function(metric) invisible(.Call(C_metric_reset, metric))

`$.weir_metric` <- function(x, name) {
    switch(name,
        update = function(...) metric_update(x, ...),
        value = metric_value(x),
        reset = function() metric_reset(x),
        name = attr(x, "metric"),
        NULL)
}

print.weir_metric <- function(x, ...) {
    if (print_empty(x)) return(invisible(x))
    cat("<weir metric ", attr(x, "metric"), ">\n", sep = "")
    print(metric_value(x), ...)
    invisible(x)
}
