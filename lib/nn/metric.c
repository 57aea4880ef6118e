/* metric.c - metrics, accumulated in arrays.
 *
 * Each batch yields one small array, [sum, count] or a matrix of counts, which is added to the
 * running total in one operation.  So a batch that failed is missing from both sum and count.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/fail.h"

/* The temporary arrays of an update, which are released together. */
enum { TEMPS = 12 };
typedef struct temps {
    weir_array *list[TEMPS];
    int count;
} temps;

typedef struct measure {
    const char *name;
    bool target; /* the metric needs a target */
    bool matrix; /* the total is a matrix of shape (number, number) */
    weir_status (*sum)(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                       weir_array **out); /* computes the sum of a batch as a 0-dimensional
                                             float64 array, or the matrix */
} measure;

struct weir_metric {
    weir_runtime *rt;
    const measure *measure;
    int64_t number;
    weir_array *total;
};

/* Return the slot for the next temporary array. */
static weir_array **next(temps *w) { return &w->list[w->count++]; }

static weir_status end(temps *w, weir_status status) {
    for (int i = 0; i < w->count; i++) weir_array_release(w->list[i]);
    return status;
}

static weir_status sum_all(weir_array *x, weir_array **out) {
    weir_sum_options exact = WEIR_SUM_OPTIONS;
    exact.dtype = WEIR_FLOAT64;
    return weir_sum(x, &exact, out);
}

/* ---- Sums of a batch ------------------------------------------------------------------------- */

static weir_status check_classes(const weir_metric *m, weir_array *x, weir_array *target) {
    const char *name = m->measure->name;
    if (weir_array_ndim(x) != 2 || weir_array_ndim(target) != 1 ||
        weir_array_shape(x)[0] != weir_array_shape(target)[0])
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: expected scores [n, classes] and targets [n]; they have %d and %d "
                           "dimensions, and %lld and %lld elements",
                           name, weir_array_ndim(x), weir_array_ndim(target),
                           (long long)weir_array_count(x), (long long)weir_array_count(target));
    return WEIR_OK;
}

static weir_status accuracy(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                            weir_array **out) {
    WR_TRY(check_classes(m, x, target));
    weir_array **predicted = next(w), **correct = next(w);
    weir_argmax_options classes = WEIR_ARGMAX_OPTIONS;
    classes.axis = 1;
    WR_TRY(weir_argmax(x, &classes, predicted));
    WR_TRY(weir_equal(*predicted, target, correct));
    return sum_all(*correct, out);
}

static weir_status top_k(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                         weir_array **out) {
    WR_TRY(check_classes(m, x, target));
    int64_t column[2] = {weir_array_count(target), 1};
    weir_array **values = next(w), **indices = next(w), **labels = next(w), **correct = next(w);
    weir_topk_options classes = WEIR_TOPK_OPTIONS;
    classes.axis = 1;
    classes.sorted = 0;
    WR_TRY(weir_topk(x, m->number, &classes, values, indices));
    WR_TRY(weir_reshape(target, weir_i64s_of(column, 2), labels));
    WR_TRY(weir_equal(*indices, *labels, correct));
    return sum_all(*correct, out);
}

static weir_status mean(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                        weir_array **out) {
    (void)m, (void)target, (void)w;
    return sum_all(x, out);
}

/* Fail if the shapes differ, because broadcasting would compare elements that do not belong
 * together. */
static weir_status check_same_shape(const weir_metric *m, const weir_array *x,
                                    const weir_array *target) {
    int32_t ndim = weir_array_ndim(x);
    bool same = ndim == weir_array_ndim(target);
    for (int32_t i = 0; i < ndim && same; i++)
        same = weir_array_shape(x)[i] == weir_array_shape(target)[i];
    if (same) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL,
                       "%s: x and target must have the same shape; they have %d and %d dimensions, "
                       "and %lld and %lld elements",
                       m->measure->name, ndim, weir_array_ndim(target),
                       (long long)weir_array_count(x), (long long)weir_array_count(target));
}

static weir_status squares(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                           weir_array **out) {
    WR_TRY(check_same_shape(m, x, target));
    weir_array **difference = next(w), **size = next(w);
    WR_TRY(weir_subtract(x, target, difference));
    WR_TRY(weir_square(*difference, size));
    return sum_all(*size, out);
}

static weir_status distances(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                             weir_array **out) {
    WR_TRY(check_same_shape(m, x, target));
    weir_array **difference = next(w), **size = next(w);
    WR_TRY(weir_subtract(x, target, difference));
    WR_TRY(weir_abs(*difference, size));
    return sum_all(*size, out);
}

/* Count predictions (columns) for each target class (rows) with a product of two one-hot
 * matrices. */
static weir_status confusion(const weir_metric *m, weir_array *x, weir_array *target, temps *w,
                             weir_array **out) {
    WR_TRY(check_classes(m, x, target));
    weir_array **predicted = next(w), **rows = next(w), **columns = next(w), **transposed = next(w),
               **counts = next(w);
    weir_argmax_options classes = WEIR_ARGMAX_OPTIONS;
    classes.axis = 1;
    WR_TRY(weir_argmax(x, &classes, predicted));
    weir_one_hot_options single = WEIR_ONE_HOT_OPTIONS;
    single.dtype = WEIR_FLOAT32;
    WR_TRY(weir_one_hot(target, m->number, &single, rows));
    WR_TRY(weir_one_hot(*predicted, m->number, &single, columns));
    WR_TRY(weir_permute_dims(*rows, NULL, transposed));
    WR_TRY(weir_matmul(*transposed, *columns, counts));
    return weir_astype(*counts, WEIR_FLOAT64, out);
}

static const measure measures[] = {
    {"accuracy", true, false, accuracy},  {"top_k", true, false, top_k},
    {"confusion", true, true, confusion}, {"mean", false, false, mean},
    {"perplexity", false, false, mean},   {"mse", true, false, squares},
    {"mae", true, false, distances},
};

/* ---- Metrics --------------------------------------------------------------------------------- */

weir_status weir_metric_reset(weir_metric *m) {
    if (m == NULL) return wr_lib_fail(WEIR_EINVAL, "weir_metric_reset: m is NULL");
    int64_t shape[2] = {m->measure->matrix ? m->number : 2, m->number};
    weir_array *total = NULL;
    weir_zeros_options exact = WEIR_ZEROS_OPTIONS;
    exact.dtype = WEIR_FLOAT64;
    WR_TRY(weir_zeros(m->rt, weir_i64s_of(shape, m->measure->matrix ? 2 : 1), &exact, &total));
    weir_array_release(m->total);
    m->total = weir_scope_keep(total);
    return WEIR_OK;
}

weir_status weir_metric_new(weir_runtime *rt, const char *name, int64_t number, weir_metric **out) {
    const measure *found = NULL;
    if (rt == NULL || name == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_metric_new: %s is NULL",
                           rt == NULL     ? "rt"
                           : name == NULL ? "name"
                                          : "out");
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (strcmp(measures[i].name, name) == 0) found = &measures[i];
    if (found == NULL)
        return wr_lib_fail(WEIR_EINVAL,
                           "there is no metric '%.60s'; expected accuracy, top_k, confusion, "
                           "mean, perplexity, mse or mae",
                           name);
    if ((found->matrix || found->sum == top_k) && number < 1)
        return wr_lib_fail(WEIR_EINVAL, "%s: number is %lld, but must be at least 1", name,
                           (long long)number);
    weir_metric *m = calloc(1, sizeof *m);
    if (m == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for the metric", name);
    *m = (weir_metric){.rt = rt, .measure = found, .number = number};
    weir_status status = weir_metric_reset(m);
    if (status != WEIR_OK) {
        free(m);
        return status;
    }
    *out = m;
    return WEIR_OK;
}

void weir_metric_free(weir_metric *m) {
    if (m == NULL) return;
    weir_array_release(m->total);
    free(m);
}

static weir_status update(weir_metric *m, weir_array *x, weir_array *target, temps *w) {
    weir_array *pair[2] = {NULL, NULL}, *batch = NULL;
    weir_array **sum = next(w), **count = next(w), **both = next(w);
    WR_TRY(m->measure->sum(m, x, target, w, sum));
    if (!m->measure->matrix) {
        double n = (double)(m->measure->sum == accuracy || m->measure->sum == top_k
                                ? weir_array_count(target)
                                : weir_array_count(x));
        WR_TRY(weir_number_f64(m->rt, n, count));
        pair[0] = *sum;
        pair[1] = *count;
        WR_TRY(weir_stack(pair, 2, NULL, both));
        batch = *both;
    } else {
        batch = *sum;
    }
    int32_t device = weir_array_device(m->total);
    if (weir_array_device(batch) != device) {
        weir_array **near = next(w);
        WR_TRY(weir_to_device(batch, device, near));
        batch = *near;
    }
    weir_array *in[2] = {m->total, batch};
    return weir_op_call_into(m->rt, weir_op_find("add"), in, 2, NULL, 0, &m->total, 1);
}

weir_status weir_metric_update(weir_metric *m, weir_array *x, weir_array *target) {
    if (m == NULL || x == NULL || (m->measure->target && target == NULL))
        return wr_lib_fail(WEIR_EINVAL, "weir_metric_update: %s is NULL",
                           m == NULL   ? "m"
                           : x == NULL ? "x"
                                       : "target");
    temps w = {.count = 0};
    int recording = weir_recording_set(0);
    weir_status status = end(&w, update(m, x, target, &w));
    weir_recording_set(recording);
    return status;
}

weir_array *weir_metric_array(const weir_metric *m) { return m != NULL ? m->total : NULL; }

/* Compute the accuracy: the fraction of counts on the diagonal. */
static weir_status matrix_value(weir_metric *m, double *out) {
    size_t n = (size_t)m->number;
    double *counts = malloc(n * n * sizeof *counts), all = 0, correct = 0;
    if (counts == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "confusion: not enough memory for %zu %s", n,
                           n == 1 ? "class" : "classes");
    weir_status status = weir_array_read(m->total, counts, n * n * sizeof *counts);
    for (size_t i = 0; i < n * n && status == WEIR_OK; i++) {
        all += counts[i];
        if (i % (n + 1) == 0) correct += counts[i];
    }
    free(counts);
    *out = all > 0 ? correct / all : (double)NAN;
    return status;
}

weir_status weir_metric_value(weir_metric *m, double *out) {
    double sums[2];
    if (m == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_metric_value: %s is NULL", m == NULL ? "m" : "out");
    if (m->measure->matrix) return matrix_value(m, out);
    WR_TRY(weir_array_read(m->total, sums, sizeof sums));
    *out = sums[1] > 0 ? sums[0] / sums[1] : (double)NAN;
    if (strcmp(m->measure->name, "perplexity") == 0) *out = exp(*out);
    return WEIR_OK;
}
