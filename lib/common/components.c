/* components.c - the descriptions of schedules, metrics, datasets, loaders and transforms.
 *
 * frontends/python/tests/test_description.py compares the defaults with those of the init functions and the rules
 * with what the functions refuse.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weir/weir.h"

/* NAMEn(...) has a default; NEED_... has none.  A rule of NULL accepts everything. */
#define BOOL(n, v, s)                                                                              \
    { .name = #n, .summary = s, .type = WEIR_ATTR_BOOL, .i64 = (v) }
#define INT(n, v, s, r)                                                                            \
    { .name = #n, .summary = s, .type = WEIR_ATTR_I64, .i64 = (v), .rule = r }
#define FLOAT(n, v, s, r)                                                                          \
    { .name = #n, .summary = s, .type = WEIR_ATTR_F64, .f64 = (v), .rule = r }
#define DTYPE(n, v, s, r)                                                                          \
    { .name = #n, .summary = s, .type = WEIR_ATTR_DTYPE, .i64 = (v), .rule = r }
#define TEXT(n, v, s)                                                                              \
    { .name = #n, .summary = s, .type = WEIR_ATTR_TEXT, .text = (v) }
#define NEED(t, n, s, r)                                                                           \
    { .name = #n, .summary = s, .type = WEIR_ATTR_##t, .required = 1, .rule = r }

#define COMPONENT(list)                                                                            \
    .attrs = list, .attr_count = sizeof list / sizeof *list, .attr_stride = sizeof(weir_attr),     \
    .size = sizeof(weir_component), .since = "0.1.0"
#define NO_ATTRS .attr_stride = sizeof(weir_attr), .size = sizeof(weir_component), .since = "0.1.0"

/* ---- Schedules ------------------------------------------------------------------------------- */

#define RATE        NEED(F64, lr, "base learning rate", NULL), NEED(I64, t, "step or epoch, from 0", NULL)
#define TOTAL(n, v) INT(n, v, "number of steps until the end of the schedule", NULL)

static const weir_attr step_attrs[] = {
    RATE,
    NEED(I64, step_size, "number of steps between reductions", NULL),
    FLOAT(gamma, 0.1, "factor of each reduction", NULL),
};
static const weir_attr multistep_attrs[] = {
    RATE,
    NEED(I64S, milestones, "steps at which the rate is reduced, ascending", NULL),
    FLOAT(gamma, 0.1, "factor of each reduction", NULL),
};
static const weir_attr exponential_attrs[] = {RATE, NEED(F64, gamma, "factor of each step", NULL)};
static const weir_attr cosine_attrs[] = {
    RATE,
    NEED(I64, t_max, "number of steps until the lowest rate", NULL),
    FLOAT(eta_min, 0, "lowest learning rate", NULL),
};
static const weir_attr linear_attrs[] = {
    RATE,
    TOTAL(total, 5),
    FLOAT(start_factor, 1.0 / 3, "factor at the first step", NULL),
    FLOAT(end_factor, 1, "factor at the last step", NULL),
};
static const weir_attr polynomial_attrs[] = {RATE, TOTAL(total, 5),
                                             FLOAT(power, 1, "exponent of the decay", NULL)};
static const weir_attr one_cycle_attrs[] = {
    NEED(F64, max_lr, "highest learning rate", NULL),
    NEED(I64, t, "step, from 0", NULL),
    NEED(I64, total, "number of steps", NULL),
    FLOAT(pct_start, 0.3, "fraction of the steps in which the rate rises", NULL),
    FLOAT(div_factor, 25, "max_lr divided by the first rate", NULL),
    FLOAT(final_div_factor, 1e4, "first rate divided by the last rate", NULL),
};
static const weir_attr momentum_one_cycle_attrs[] = {
    FLOAT(base_momentum, 0.85, "lowest momentum", NULL),
    NEED(I64, t, "step, from 0", NULL),
    NEED(I64, total, "number of steps", NULL),
    FLOAT(pct_start, 0.3, "fraction of the steps in which the rate rises", NULL),
    FLOAT(max_momentum, 0.95, "highest momentum", NULL),
};
static const weir_attr cosine_warmup_attrs[] = {
    RATE,
    NEED(I64, warmup, "number of steps in which the rate rises from 0", NULL),
    NEED(I64, total, "number of steps until the lowest rate", NULL),
    FLOAT(eta_min, 0, "lowest learning rate", NULL),
};
static const weir_attr plateau_attrs[] = {
    FLOAT(factor, 0.1, "factor of each reduction", NULL),
    INT(patience, 10, "number of updates without improvement that are tolerated", NULL),
    FLOAT(threshold, 1e-4, "smallest improvement that counts, as a fraction of the best value",
          NULL),
    INT(cooldown, 0, "number of updates after a reduction that are not counted", NULL),
    FLOAT(min_lr, 0, "lowest learning rate", NULL),
    BOOL(maximize, 0, "larger values of the metric are better"),
};

/* ---- Metrics --------------------------------------------------------------------------------- */

static const weir_attr top_k_attrs[] = {
    NEED(I64, number, "how many of the highest scores count", ">= 1")};
static const weir_attr confusion_attrs[] = {NEED(I64, number, "number of classes", ">= 1")};

#define CLASSES "x: scores, (n, classes); target: labels, (n)"
#define PAIRS   "x: predictions; target: the values to predict, in the shape of x"

/* ---- Data ------------------------------------------------------------------------------------ */

static const weir_attr mnist_attrs[] = {
    TEXT(folder, NULL, "folder of the files; none: that of Debian's dataset-fashion-mnist"),
    INT(part, WEIR_PART_TRAIN, "0: training data, 1: test data", "0 | 1"),
};
static const weir_attr csv_attrs[] = {
    TEXT(delimiter, ",", "field separator, one character"),
    BOOL(header, 1, "the first line has the names of the columns"),
    TEXT(target, NULL, "name of the column that becomes y; none: no such column"),
    TEXT(columns, NULL,
         "names of the columns that become x, separated by commas; none: all others"),
    BOOL(missing, 0, "an empty field becomes NaN instead of an error"),
    DTYPE(dtype, WEIR_FLOAT32, "dtype of x", "float32 | float64"),
    DTYPE(target_dtype, WEIR_FLOAT32, "dtype of y", "float32 | float64 | int64"),
};
static const weir_attr folder_attrs[] = {
    INT(height, 0, "height to resize images to; 0: that of the first image", ">= 0"),
    INT(width, 0, "width to resize images to; 0: that of the first image", ">= 0"),
    INT(channels, 3, "1: greyscale, 3: RGB", "1 | 3"),
};
static const weir_attr subset_attrs[] = {NEED(I64S, index, "indices of the samples", NULL)};
static const weir_attr loader_attrs[] = {
    INT(batch_size, 1, "samples per batch", ">= 1"),
    INT(seed, 0, "seed of the order and of random transforms", ">= 0"),
    BOOL(shuffle, 0, "use a different order in each epoch"),
    BOOL(drop_last, 0, "drop an incomplete last batch"),
    INT(prefetch, 2, "number of batches issued ahead", ">= 0, <= 64"),
};
static const weir_attr flip_attrs[] = {
    FLOAT(p, 0.5, "probability of a flip", ">= 0, <= 1"),
    BOOL(channels_first, 0, "x is (n, channels, height, width), not (n, height, width, channels)"),
};
static const weir_attr crop_attrs[] = {
    NEED(I64, height, "height of the result", ">= 1"),
    NEED(I64, width, "width of the result", ">= 1"),
    INT(padding, 0, "zeros added on each side first", ">= 0"),
    BOOL(channels_first, 0, "x is (n, channels, height, width), not (n, height, width, channels)"),
};

#define SCHEDULE(n, f, list, s)                                                                    \
    { .family = "schedule", .name = n, .function = f, .inputs = "", .summary = s, COMPONENT(list) }
#define METRIC(n, in, about, s, ...)                                                               \
    {                                                                                              \
        .family = "metric", .name = n, .function = "weir_metric_new", .inputs = in,                \
        .parts = about, .summary = s, __VA_ARGS__                                                  \
    }
#define DATASET(n, f, opt, in, about, s, ...)                                                      \
    {                                                                                              \
        .family = "dataset", .name = n, .function = f, .options = opt, .inputs = in,               \
        .parts = about, .summary = s, __VA_ARGS__                                                  \
    }

static const weir_component components[] = {
    SCHEDULE("step", "weir_lr_step", step_attrs,
             "Multiply the learning rate by gamma every step_size steps."),
    SCHEDULE("multistep", "weir_lr_multistep", multistep_attrs,
             "Multiply the learning rate by gamma at each milestone."),
    SCHEDULE("exponential", "weir_lr_exponential", exponential_attrs,
             "Multiply the learning rate by gamma at each step."),
    SCHEDULE("cosine", "weir_lr_cosine", cosine_attrs,
             "Lower the learning rate along half a cosine."),
    SCHEDULE("linear", "weir_lr_linear", linear_attrs,
             "Change the factor of the learning rate linearly."),
    SCHEDULE("polynomial", "weir_lr_polynomial", polynomial_attrs,
             "Lower the learning rate to 0 along a power of the remaining steps."),
    SCHEDULE("one_cycle", "weir_lr_one_cycle", one_cycle_attrs,
             "Raise the learning rate to max_lr, then lower it, along half cosines."),
    SCHEDULE("momentum_one_cycle", "weir_momentum_one_cycle", momentum_one_cycle_attrs,
             "The momentum that goes with one_cycle: low while the learning rate is high."),
    SCHEDULE("cosine_warmup", "weir_lr_cosine_warmup", cosine_warmup_attrs,
             "Raise the learning rate linearly from 0, then lower it along half a cosine."),
    {.family = "schedule",
     .name = "plateau",
     .function = "weir_plateau_next",
     .options = "weir_plateau",
     .inputs = "",
     .summary = "Reduce the learning rate when a metric has stopped improving.",
     COMPONENT(plateau_attrs)},
    METRIC("accuracy", "x, target", CLASSES,
           "The fraction of samples whose label has the highest score.", NO_ATTRS),
    METRIC("top_k", "x, target", CLASSES,
           "The fraction of samples whose label is among the highest scores.",
           COMPONENT(top_k_attrs)),
    METRIC("confusion", "x, target", CLASSES,
           "The counts of predicted classes for each label; its value is the accuracy.",
           COMPONENT(confusion_attrs)),
    METRIC("mean", "x", "x: numbers, such as losses", "The mean of all elements.", NO_ATTRS),
    METRIC("perplexity", "x", "x: losses", "The exponential of the mean of all elements.",
           NO_ATTRS),
    METRIC("mse", "x, target", PAIRS, "The mean squared error.", NO_ATTRS),
    METRIC("mae", "x, target", PAIRS, "The mean absolute error.", NO_ATTRS),
    DATASET("arrays", "weir_dataset_arrays", NULL, "arrays...",
            "arrays: arrays with the same number of rows", "Arrays whose rows are the samples.",
            NO_ATTRS),
    DATASET("mnist", "weir_dataset_mnist", NULL, "", NULL,
            "MNIST, or a dataset in the same format, from files.", COMPONENT(mnist_attrs)),
    DATASET("csv", "weir_dataset_csv", "weir_csv_options", "", NULL,
            "A CSV file of numbers, one sample per line.", COMPONENT(csv_attrs)),
    DATASET("folder", "weir_dataset_folder", "weir_folder_options", "", NULL,
            "Images in a folder per class.", COMPONENT(folder_attrs)),
    DATASET("subset", "weir_dataset_subset", NULL, "data", "data: a dataset",
            "The samples of a dataset at some indices.", COMPONENT(subset_attrs)),
    DATASET("concat", "weir_dataset_concat", NULL, "parts...", "parts: datasets",
            "Datasets one after another.", NO_ATTRS),
    {.family = "loader",
     .name = "loader",
     .function = "weir_loader_new",
     .options = "weir_loader_options",
     .inputs = "data",
     .parts = "data: a dataset",
     .summary = "Batches of a dataset, issued ahead of their use.",
     COMPONENT(loader_attrs)},
    {.family = "transform",
     .name = "random_flip",
     .function = "weir_random_flip",
     .inputs = "x",
     .parts = "x: a batch of images",
     .summary = "Flip each image left to right with probability p.",
     COMPONENT(flip_attrs)},
    {.family = "transform",
     .name = "random_crop",
     .function = "weir_random_crop",
     .inputs = "x",
     .parts = "x: a batch of images",
     .summary = "Crop each image at a random position.",
     COMPONENT(crop_attrs)},
};

const weir_component *weir_component_at(uint32_t index) {
    return index < sizeof components / sizeof *components ? &components[index] : NULL;
}
