/* reference_reductions.c - references of composites that reduce (by index, by segment, without NaN), and of
 * the exponential of matrices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { DIMS = VALUE_DIMS };

static double _Complex value(const host *h, int64_t i) {
    number n = host_get(h, i);
    return n.re + n.im * I;
}

/* Maxima and minima are exact. */
static bool is_exact(const char *how) { return strcmp(how, "max") == 0 || strcmp(how, "min") == 0; }

static host *computes(answer *a, bool exact, int ndim, const int64_t *shape) {
    if (!exact) a->size[0] = host_new(WEIR_FLOAT64, ndim, shape);
    return reference_gives(a, a->got->out[0].dtype, ndim, shape);
}

static void put(answer *a, host *y, int64_t i, double _Complex v, double size) {
    host_put(y, i, (number){creal(v), cimag(v)});
    if (a->size[0].data != NULL) host_put(&a->size[0], i, (number){size, 0});
}

static bool flag(answer *a, const char *name) {
    return *(int32_t *)sample_attr(&a->s, name, WEIR_ATTR_BOOL) != 0;
}

/* ---- By index and by segment --------------------------------------------------------------------- */

typedef struct cell {
    double _Complex v;
    double size;
    int64_t count;
} cell;

static void combine(cell *c, const char *how, double _Complex v) {
    if (c->count++ == 0)
        c->v = v;
    else if (strcmp(how, "prod") == 0)
        c->v *= v;
    else if (strcmp(how, "max") == 0)
        c->v = fmax(creal(c->v), creal(v));
    else if (strcmp(how, "min") == 0)
        c->v = fmin(creal(c->v), creal(v));
    else
        c->v += v;
    c->size += 2 * (1 + cabs(v)) + cabs(c->v);
}

static void finish(answer *a, host *y, cell *cells, const char *how, const host *x, double empty) {
    for (int64_t i = 0; i < y->count; i++) {
        cell *c = &cells[i];
        if (c->count == 0) c->v = x != NULL ? value(x, i) : empty;
        if (strcmp(how, "mean") == 0 && c->count > 0) c->v /= (double)c->count;
        put(a, y, i, c->v, c->size);
        /* No double represents the largest 64-bit integers. */
        if (c->count == 0 && x == NULL && empty > 1 && y->dtype == WEIR_INT64)
            ((int64_t *)(void *)y->data)[i] = INT64_MAX;
        if (c->count == 0 && x == NULL && empty > 1 && y->dtype == WEIR_UINT64)
            ((uint64_t *)(void *)y->data)[i] = UINT64_MAX;
    }
    free(cells);
}

static cell *cells_of(answer *a, const host *x, host **y) {
    cell *cells = calloc((size_t)x->count + 1, sizeof *cells);
    *y = computes(a, is_exact(reference_text(a, "reduce")), x->ndim, x->shape);
    if (flag(a, "include_self"))
        for (int64_t i = 0; i < x->count; i++) combine(&cells[i], "sum", value(x, i));
    return cells;
}

/* The value of input 2, broadcast to a shape. */
static double _Complex update(answer *a, int ndim, const int64_t *index) {
    const host *u = &a->in[2];
    int64_t own[DIMS];
    for (int d = 0; d < u->ndim; d++) own[d] = u->shape[d] == 1 ? 0 : index[d + ndim - u->ndim];
    return value(u, reference_flat(u->ndim, u->shape, own));
}

static int64_t wrapped(const host *indices, int64_t i, int64_t n) {
    int64_t at = (int64_t)host_get(indices, i).re;
    return at < 0 ? at + n : at;
}

static void scatter_reduce(answer *a) {
    const host *x = &a->in[0], *indices = &a->in[1];
    int64_t shape[DIMS], index[DIMS], of = reference_i64(a, "axis");
    const char *how = reference_text(a, "reduce");
    bool flat = of == WEIR_NONE;
    int axis = flat ? 0 : reference_axis(of, x->ndim), ndim = 0;
    int64_t inner = 1, n = flat ? x->count : x->shape[axis], count = 1;
    host *y;
    cell *cells = cells_of(a, x, &y);
    if (!flat)
        for (int d = 0; d < axis; d++) shape[ndim++] = x->shape[d];
    for (int d = 0; d < indices->ndim; d++) shape[ndim++] = indices->shape[d];
    if (!flat)
        for (int d = axis + 1; d < x->ndim; d++) inner *= shape[ndim++] = x->shape[d];
    for (int d = 0; d < ndim; d++) count *= shape[d];
    for (int64_t e = 0; e < count; e++) {
        reference_spread(e, ndim, shape, index);
        int64_t point = e / inner % indices->count, outer = e / inner / indices->count;
        int64_t to = (outer * n + wrapped(indices, point, n)) * inner + e % inner;
        combine(&cells[to], how, update(a, ndim, index));
    }
    finish(a, y, cells, how, x, 0);
}

static void put_along_axis_reduce(answer *a) {
    const host *x = &a->in[0], *indices = &a->in[1];
    const char *how = reference_text(a, "reduce");
    int axis = reference_axis(reference_i64(a, "axis"), x->ndim), ndim = x->ndim;
    int64_t shape[DIMS], index[DIMS], own[DIMS], count = 1;
    host *y;
    cell *cells = cells_of(a, x, &y);
    for (int d = 0; d < ndim; d++) count *= shape[d] = d == axis ? indices->shape[d] : x->shape[d];
    for (int64_t e = 0; e < count; e++) {
        reference_spread(e, ndim, shape, index);
        double _Complex v = update(a, ndim, index);
        for (int d = 0; d < ndim; d++) own[d] = indices->shape[d] == 1 ? 0 : index[d];
        index[axis] = wrapped(indices, reference_flat(ndim, indices->shape, own), x->shape[axis]);
        combine(&cells[reference_flat(ndim, x->shape, index)], how, v);
    }
    finish(a, y, cells, how, x, 0);
}

static void segments(answer *a, const char *how, double empty) {
    const host *x = &a->in[0], *ids = &a->in[1];
    int64_t shape[DIMS], n = reference_i64(a, "num_segments"), inner = 1;
    for (int d = 0; d < x->ndim; d++) shape[d] = d == 0 ? n : x->shape[d];
    for (int d = 1; d < x->ndim; d++) inner *= x->shape[d];
    host *y = computes(a, is_exact(how), x->ndim, shape);
    cell *cells = calloc((size_t)y->count + 1, sizeof *cells);
    for (int64_t e = 0; e < x->count; e++)
        combine(&cells[wrapped(ids, e / inner, n) * inner + e % inner], how, value(x, e));
    finish(a, y, cells, how, NULL, empty);
}

/* What an empty segment holds: the end of the dtype's range. */
static double limit(answer *a, bool highest) {
    weir_dtype dtype = a->in[0].dtype;
    int bits = 8 * (int)weir_dtype_bytes(dtype);
    if (value_eps(dtype) > 0) return highest ? INFINITY : -INFINITY;
    if (dtype == WEIR_BOOL) return highest;
    bool is_signed = value_is_signed(dtype);
    if (highest) return ldexp(1, is_signed ? bits - 1 : bits) - 1;
    return is_signed ? -ldexp(1, bits - 1) : 0;
}

static void segment_sum(answer *a) { segments(a, "sum", 0); }
static void segment_prod(answer *a) { segments(a, "prod", 1); }
static void segment_max(answer *a) { segments(a, "max", limit(a, false)); }
static void segment_min(answer *a) { segments(a, "min", limit(a, true)); }
static void segment_mean(answer *a) { segments(a, "mean", 0); }

/* ---- Without NaN ------------------------------------------------------------------------------- */

/* The elements of one result that are not NaN. */
typedef struct row {
    double _Complex *v;
    int64_t n;
} row;

static int in_order(const void *a, const void *b) {
    double x = creal(*(const double _Complex *)a), y = creal(*(const double _Complex *)b);
    return x < y ? -1 : x > y;
}

static double _Complex mean_of(const row *r) {
    double _Complex sum = 0;
    for (int64_t i = 0; i < r->n; i++) sum += r->v[i];
    return sum / (double)r->n;
}

static double _Complex reduced(answer *a, const char *how, row *r) {
    double _Complex y = strcmp(how, "prod") == 0 ? 1 : 0;
    if (strcmp(how, "mean") == 0) return mean_of(r);
    if (strcmp(how, "sum") == 0 || strcmp(how, "prod") == 0) {
        for (int64_t i = 0; i < r->n; i++) y = *how == 's' ? y + r->v[i] : y * r->v[i];
        return y;
    }
    if (strcmp(how, "var") == 0 || strcmp(how, "std") == 0) {
        double _Complex mean = mean_of(r);
        double by = (double)r->n - *(double *)sample_attr(&a->s, "correction", WEIR_ATTR_F64);
        for (int64_t i = 0; i < r->n; i++) y += (r->v[i] - mean) * (r->v[i] - mean);
        y = by > 0 ? creal(y) / by : NAN;
        return *how == 'v' ? y : sqrt(creal(y));
    }
    if (r->n == 0) return NAN;
    qsort(r->v, (size_t)r->n, sizeof *r->v, in_order);
    if (strcmp(how, "max") == 0) return r->v[r->n - 1];
    if (strcmp(how, "min") == 0) return r->v[0];
    return (r->v[(r->n - 1) / 2] + r->v[r->n / 2]) / 2;
}

static bool is_nan(double _Complex v) { return isnan(creal(v)) || isnan(cimag(v)); }

/* Reduce the axes in `gone` (a bit each). */
static void over_axes(answer *a, const char *how, unsigned gone) {
    const host *x = &a->in[0];
    bool keep = flag(a, "keepdims");
    int64_t shape[DIMS], index[DIMS], to[DIMS], left = 1, all = 1;
    int ndim = 0;
    for (int d = 0; d < x->ndim; d++) {
        if (gone >> d & 1)
            all *= x->shape[d];
        else
            left *= x->shape[d];
        if (!(gone >> d & 1) || keep) shape[ndim++] = gone >> d & 1 ? 1 : x->shape[d];
    }
    host *y = computes(a, is_exact(how), ndim, shape);
    row *rows = calloc((size_t)left + 1, sizeof *rows);
    double *size = calloc((size_t)left + 1, sizeof *size);
    for (int64_t i = 0; i < left; i++) rows[i].v = calloc((size_t)all + 1, sizeof *rows->v);
    for (int64_t e = 0; e < x->count; e++) {
        reference_spread(e, x->ndim, x->shape, index);
        int m = 0;
        for (int d = 0; d < x->ndim; d++)
            if (!(gone >> d & 1) || keep) to[m++] = gone >> d & 1 ? 0 : index[d];
        int64_t at = reference_flat(ndim, shape, to);
        double _Complex v = value(x, e);
        CHECK(rows[at].v != NULL);
        if (!is_nan(v)) rows[at].v[rows[at].n++] = v;
        size[at] += 4 * (1 + cabs(v) * cabs(v));
    }
    for (int64_t i = 0; i < left; i++) {
        double _Complex v = reduced(a, how, &rows[i]);
        put(a, y, i, v, size[i] + 16 * cabs(v));
        free(rows[i].v);
    }
    free(rows);
    free(size);
}

static void over_list(answer *a, const char *how) {
    weir_i64s axes = reference_list(a, "axes");
    unsigned gone = 0;
    for (int64_t i = 0; i < axes.count; i++)
        gone |= 1u << reference_axis(axes.data[i], a->in[0].ndim);
    over_axes(a, how, axes.data == NULL ? ~0u : gone);
}

static void nansum(answer *a) { over_list(a, "sum"); }
static void nanprod(answer *a) { over_list(a, "prod"); }
static void nanmean(answer *a) { over_list(a, "mean"); }
static void nanvar(answer *a) { over_list(a, "var"); }
static void nanstd(answer *a) { over_list(a, "std"); }
static void nanmax(answer *a) { over_list(a, "max"); }
static void nanmin(answer *a) { over_list(a, "min"); }
static void nanmedian(answer *a) {
    int64_t axis = reference_i64(a, "axis");
    over_axes(a, "median", axis == WEIR_NONE ? ~0u : 1u << reference_axis(axis, a->in[0].ndim));
}

/* x as outer x n x inner, along an axis or as a whole. */
typedef struct lines {
    int64_t n, inner, count;
} lines;

static lines lines_of(answer *a) {
    const host *x = &a->in[0];
    int64_t of = reference_i64(a, "axis"), inner = 1;
    if (of == WEIR_NONE) return (lines){x->count, 1, 1};
    int axis = reference_axis(of, x->ndim);
    for (int d = axis + 1; d < x->ndim; d++) inner *= x->shape[d];
    int64_t n = x->shape[axis];
    return (lines){n, inner, n == 0 ? 0 : x->count / n};
}

static int64_t element(const lines *l, int64_t line, int64_t i) {
    return (line / l->inner * l->n + i) * l->inner + line % l->inner;
}

static void cumulated(answer *a, bool product) {
    const host *x = &a->in[0];
    lines l = lines_of(a);
    host *y = computes(a, false, x->ndim, x->shape);
    for (int64_t line = 0; line < l.count; line++) {
        double _Complex sum = product ? 1 : 0;
        double size = 1;
        for (int64_t i = 0; i < l.n; i++) {
            double _Complex v = value(x, element(&l, line, i));
            if (!is_nan(v)) sum = product ? sum * v : sum + v;
            size += cabs(v) + 4 * cabs(sum);
            put(a, y, element(&l, line, i), sum, size);
        }
    }
}

static void nancumsum(answer *a) { cumulated(a, false); }
static void nancumprod(answer *a) { cumulated(a, true); }

static void index_of(answer *a, double sign) {
    const host *x = &a->in[0];
    lines l = lines_of(a);
    bool keep = flag(a, "keepdims"), all = reference_i64(a, "axis") == WEIR_NONE;
    int64_t shape[DIMS];
    int ndim = 0;
    for (int d = 0; d < x->ndim; d++) {
        bool gone = all || d == reference_axis(reference_i64(a, "axis"), x->ndim);
        if (!gone || keep) shape[ndim++] = gone ? 1 : x->shape[d];
    }
    host *y = computes(a, true, ndim, shape);
    for (int64_t line = 0; line < l.count; line++) {
        int64_t best = 0;
        double most = -INFINITY;
        for (int64_t i = 0; i < l.n; i++) {
            double v = sign * creal(value(x, element(&l, line, i)));
            if (v > most) most = v, best = i;
        }
        host_put(y, line, (number){(double)best, 0});
    }
}

static void nanargmax(answer *a) { index_of(a, 1); }
static void nanargmin(answer *a) { index_of(a, -1); }

/* ---- The exponential of matrices ----------------------------------------------------------------- */

static void multiply(int64_t n, const double _Complex *a, const double _Complex *b,
                     double _Complex *c) {
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            c[i * n + j] = 0;
            for (int64_t k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}

/* Taylor's series of a matrix whose norm is below 1/2, and squarings. */
static void exponential(int64_t n, double _Complex *a, double _Complex *y, double _Complex *t,
                        double _Complex *s) {
    double norm = 0;
    int squarings = 0;
    for (int64_t i = 0; i < n * n; i++) norm += cabs(a[i]);
    for (; norm > 0.5; norm /= 2) squarings++;
    for (int64_t i = 0; i < n * n; i++) {
        a[i] = ldexp(creal(a[i]), -squarings) + ldexp(cimag(a[i]), -squarings) * I;
        y[i] = t[i] = i / n == i % n;
    }
    for (int k = 1; k < 20; k++) {
        multiply(n, t, a, s);
        for (int64_t i = 0; i < n * n; i++) y[i] += t[i] = s[i] / k;
    }
    for (; squarings > 0; squarings--) {
        multiply(n, y, y, s);
        memcpy(y, s, (size_t)(n * n) * sizeof *y);
    }
}

static void expm(answer *a) {
    const host *x = &a->in[0];
    int64_t n = x->shape[x->ndim - 1], each = n * n;
    host *y = computes(a, false, x->ndim, x->shape);
    double _Complex *work = calloc((size_t)(4 * each + 1), sizeof *work);
    for (int64_t m = 0; each > 0 && m < x->count / each; m++) {
        double most = 0, norm = 0;
        for (int64_t i = 0; i < each; i++) {
            work[i] = value(x, m * each + i);
            norm += cabs(work[i]);
        }
        exponential(n, work, work + each, work + 2 * each, work + 3 * each);
        for (int64_t i = 0; i < each; i++) most = fmax(most, cabs(work[each + i]));
        for (int64_t i = 0; i < each; i++)
            put(a, y, m * each + i, work[each + i], most * (4 + norm) + cabs(work[each + i]));
    }
    free(work);
}

const reference_line reference_reductions[] = {
    {"expm", expm},
    {"nanargmax", nanargmax},
    {"nanargmin", nanargmin},
    {"nancumprod", nancumprod},
    {"nancumsum", nancumsum},
    {"nanmax", nanmax},
    {"nanmean", nanmean},
    {"nanmedian", nanmedian},
    {"nanmin", nanmin},
    {"nanprod", nanprod},
    {"nanstd", nanstd},
    {"nansum", nansum},
    {"nanvar", nanvar},
    {"put_along_axis_reduce", put_along_axis_reduce},
    {"scatter_reduce", scatter_reduce},
    {"segment_max", segment_max},
    {"segment_mean", segment_mean},
    {"segment_min", segment_min},
    {"segment_prod", segment_prod},
    {"segment_sum", segment_sum},
    {NULL, NULL},
};
