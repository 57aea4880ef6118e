/* reference_sets.c - references of composites for sorting and sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <math.h>

enum { DIMS = VALUE_DIMS };

static void move(host *y, int64_t to, const host *x, int64_t from) {
    size_t size = weir_dtype_bytes(x->dtype);
    memcpy(y->data + (size_t)to * size, x->data + (size_t)from * size, size);
}

static void put(host *y, int64_t at, double value) { host_put(y, at, (number){value, 0}); }

/* Returns -1, 0 or 1; NaN sorts after all other values and equals NaN. */
static int compare_parts(double a, double b) {
    if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

static int compare(number a, number b) {
    int way = compare_parts(a.re, b.re);
    return way != 0 ? way : compare_parts(a.im, b.im);
}

static bool equal(number a, number b) { return a.re == b.re && a.im == b.im; }

/* The indices that sort n elements with stride `step`; to be freed. */
static int64_t *order_of(const host *x, int64_t first, int64_t step, int64_t n) {
    int64_t *order = calloc((size_t)n + 1, sizeof *order);
    CHECK(order);
    for (int64_t i = 0; i < n; i++) {
        int64_t at = i;
        number own = host_get(x, first + i * step);
        for (; at > 0 && compare(own, host_get(x, first + order[at - 1] * step)) < 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

/* ---- Sets -------------------------------------------------------------------------------------- */

static void unique(answer *a, bool indices, bool inverse, bool counts) {
    const host *x = &a->in[0];
    int64_t *order = order_of(x, 0, 1, x->count), groups = 0;
    host *y[4] = {NULL};
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            y[0] = reference_gives(a, x->dtype, 1, &groups);
            if (indices) y[1] = reference_gives(a, WEIR_INT64, 1, &groups);
            if (inverse) y[2] = reference_gives(a, WEIR_INT64, x->ndim, x->shape);
            if (counts) y[3] = reference_gives(a, WEIR_INT64, 1, &groups);
            groups = 0;
        }
        for (int64_t i = 0; i < x->count; i++) {
            bool is_new = i == 0 || !equal(host_get(x, order[i]), host_get(x, order[i - 1]));
            groups += is_new;
            if (pass == 0) continue;
            if (is_new) move(y[0], groups - 1, x, order[i]);
            if (is_new && indices) put(y[1], groups - 1, (double)order[i]);
            if (inverse) put(y[2], order[i], (double)(groups - 1));
            if (counts) put(y[3], groups - 1, host_get(y[3], groups - 1).re + 1);
        }
    }
    free(order);
}

static void unique_all(answer *a) { unique(a, true, true, true); }
static void unique_counts(answer *a) { unique(a, false, false, true); }
static void unique_inverse(answer *a) { unique(a, false, true, false); }
static void unique_values(answer *a) { unique(a, false, false, false); }

static void isin(answer *a) {
    const host *x = &a->in[0], *among = &a->in[1];
    bool invert = *(int32_t *)sample_attr(&a->s, "invert", WEIR_ATTR_BOOL);
    host *y = reference_gives(a, WEIR_BOOL, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) {
        bool found = false;
        for (int64_t j = 0; j < among->count; j++)
            found |= equal(host_get(x, i), host_get(among, j));
        put(y, i, found != invert);
    }
}

static void bincount(answer *a) {
    const host *x = &a->in[0], *weights = a->s.in_count > 1 ? &a->in[1] : NULL;
    int64_t size = reference_i64(a, "minlength");
    for (int64_t i = 0; i < x->count; i++)
        if (host_get(x, i).re >= (double)size) size = (int64_t)host_get(x, i).re + 1;
    host *y = reference_gives(a, a->got->out[0].dtype, 1, &size);
    a->size[0] = host_new(WEIR_FLOAT64, 1, &size);
    for (int64_t i = 0; i < x->count; i++) {
        int64_t at = (int64_t)host_get(x, i).re;
        double weight = weights != NULL && weights->data != NULL ? host_get(weights, i).re : 1;
        put(y, at, host_get(y, at).re + weight);
        put(&a->size[0], at, host_get(&a->size[0], at).re + fabs(weight));
    }
}

/* ---- Order ------------------------------------------------------------------------------------- */

/* The layout of rows along an axis. */
typedef struct rows {
    int64_t count, n, after;
} rows;

static rows rows_of(const host *x, int axis) {
    rows r = {.n = x->shape[axis], .after = 1};
    for (int i = axis + 1; i < x->ndim; i++) r.after *= x->shape[i];
    r.count = r.n > 0 ? x->count / r.n : 0;
    return r;
}

static int64_t first_of(const rows *r, int64_t row) {
    return row / r->after * r->n * r->after + row % r->after;
}

static void ordered(answer *a, bool args) {
    const host *x = &a->in[0];
    rows r = rows_of(x, reference_axis(reference_i64(a, "axis"), x->ndim));
    host *y = reference_gives(a, args ? WEIR_INT64 : x->dtype, x->ndim, x->shape);
    for (int64_t row = 0; row < r.count; row++) {
        int64_t first = first_of(&r, row), *order = order_of(x, first, r.after, r.n);
        for (int64_t i = 0; i < r.n; i++)
            if (args)
                put(y, first + i * r.after, (double)order[i]);
            else
                move(y, first + i * r.after, x, first + order[i] * r.after);
        free(order);
    }
}

static void partition(answer *a) { ordered(a, false); }
static void argpartition(answer *a) { ordered(a, true); }

/* True if element i of a row precedes element j. */
static bool before(answer *a, const rows *r, int64_t first, int64_t i, int64_t j) {
    for (int key = a->s.in_count - 1; key >= 0; key--) {
        int way = compare(host_get(&a->in[key], first + i * r->after),
                          host_get(&a->in[key], first + j * r->after));
        if (way != 0) return way < 0;
    }
    return i < j;
}

static void lexsort(answer *a) {
    const host *x = &a->in[0];
    rows r = rows_of(x, reference_axis(reference_i64(a, "axis"), x->ndim));
    host *y = reference_gives(a, WEIR_INT64, x->ndim, x->shape);
    for (int64_t row = 0; row < r.count; row++) {
        int64_t first = first_of(&r, row);
        for (int64_t i = 0; i < r.n; i++) {
            int64_t place = 0;
            for (int64_t j = 0; j < r.n; j++) place += j != i && before(a, &r, first, j, i);
            put(y, first + place * r.after, (double)i);
        }
    }
}

static void digitize(answer *a) {
    const host *x = &a->in[0], *bins = &a->in[1];
    bool right = *(int32_t *)sample_attr(&a->s, "right", WEIR_ATTR_BOOL);
    host *y = reference_gives(a, WEIR_INT64, x->ndim, x->shape);
    for (int64_t i = 0; i < x->count; i++) {
        int64_t low = 0,
                high = bins->count; /* binary search: the edges of a large sample are not sorted */
        while (low < high) {
            int64_t step = (high - low + 1) / 2;
            int way = compare(host_get(bins, low + step - 1), host_get(x, i));
            if (right ? way < 0 : way <= 0)
                low += step;
            else
                high = low + step - 1;
        }
        put(y, i, (double)low);
    }
}

/* ---- Quantiles --------------------------------------------------------------------------------- */

static double between(double low, double high, double t) {
    return low == high || t == 0 ? low : low + (high - low) * t;
}

/* The sorted row at a fractional position, as defined in NumPy's manual. */
static double quantile_of(const double *row, int64_t n, double q, const char *method,
                          double *size) {
    double alpha = 1, beta = 1;
    if (strcmp(method, "hazen") == 0) alpha = beta = 0.5;
    if (strcmp(method, "weibull") == 0) alpha = beta = 0;
    double at = alpha + q * ((double)n + 1 - alpha - beta) - 1;
    if (strcmp(method, "lower") == 0) at = floor(at);
    at = fmin(fmax(at, 0), (double)n - 1);
    int64_t low = (int64_t)at, high = low + 1 < n ? low + 1 : low;
    *size = fabs(row[low]) + fabs(row[high]);
    return isnan(row[n - 1]) ? NAN : between(row[low], row[high], at - (double)low);
}

static void quantiles(answer *a, const host *q, double most, const char *method) {
    const host *x = &a->in[0];
    host flat = *x;
    int64_t axis = reference_i64(a, "axis"), shape[DIMS];
    bool whole = axis == WEIR_NONE;
    if (whole) flat.ndim = 1, flat.shape[0] = x->count;
    int at = whole ? 0 : reference_axis(axis, x->ndim), ndim = 0;
    rows r = rows_of(&flat, at);
    bool keep = *(int32_t *)sample_attr(&a->s, "keepdims", WEIR_ATTR_BOOL);
    for (int i = 0; q != NULL && i < q->ndim; i++) shape[ndim++] = q->shape[i];
    for (int i = 0; i < x->ndim; i++)
        if (whole || i == at) {
            if (keep) shape[ndim++] = 1;
        } else {
            shape[ndim++] = x->shape[i];
        }
    host *y = reference_gives(a, a->got->out[0].dtype, ndim, shape);
    a->size[0] = host_new(WEIR_FLOAT64, ndim, shape);
    double *sorted = malloc((size_t)(r.n + 1) * sizeof *sorted);
    CHECK(sorted);
    for (int64_t row = 0; row < r.count; row++) {
        int64_t first = first_of(&r, row), *order = order_of(x, first, r.after, r.n);
        for (int64_t i = 0; i < r.n; i++) sorted[i] = host_get(x, first + order[i] * r.after).re;
        for (int64_t i = 0; i < (q != NULL ? q->count : 1); i++) {
            double size, part = q != NULL ? host_get(q, i).re / most : 0.5;
            put(y, i * r.count + row, quantile_of(sorted, r.n, part, method, &size));
            put(&a->size[0], i * r.count + row, size);
        }
        free(order);
    }
    free(sorted);
}

static void quantile(answer *a) { quantiles(a, &a->in[1], 1, reference_text(a, "method")); }
static void percentile(answer *a) { quantiles(a, &a->in[1], 100, reference_text(a, "method")); }
static void median(answer *a) { quantiles(a, NULL, 1, "linear"); }

const reference_line reference_sets[] = {
    {"argpartition", argpartition},
    {"bincount", bincount},
    {"digitize", digitize},
    {"isin", isin},
    {"lexsort", lexsort},
    {"median", median},
    {"partition", partition},
    {"percentile", percentile},
    {"quantile", quantile},
    {"unique_all", unique_all},
    {"unique_counts", unique_counts},
    {"unique_inverse", unique_inverse},
    {"unique_values", unique_values},
    {NULL, NULL},
};
