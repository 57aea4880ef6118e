/* reference_norms.c - references of composites of linear algebra: traces, cross products, powers
 * of matrices, norms.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "reference.h"

enum { DIMS = VALUE_DIMS };

static host *computes(answer *a, int ndim, const int64_t *shape) {
    a->size[0] = host_new(WEIR_FLOAT64, ndim, shape);
    return reference_gives(a, a->got->out[0].dtype, ndim, shape);
}

static double size_of(number v) { return hypot(v.re, v.im); }

static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static void trace(answer *a) {
    const host *x = &a->in[0];
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    int64_t offset = reference_i64(a, "offset");
    host *y = computes(a, x->ndim - 2, x->shape);
    for (int64_t i = 0; i < y->count; i++) {
        number sum = {0, 0};
        double size = 0;
        for (int64_t row = 0; row < m; row++) {
            if (row + offset < 0 || row + offset >= n) continue;
            number v = host_get(x, (i * m + row) * n + row + offset);
            sum = (number){sum.re + v.re, sum.im + v.im};
            size += size_of(v);
        }
        host_put(y, i, sum);
        host_put(&a->size[0], i, (number){size, 0});
    }
}

/* The element of x for `index` of the result, with index `entry` along the axis. */
static number vector_entry(const host *x, const int64_t *index, int ndim, int64_t axis,
                           int64_t entry) {
    int64_t at[DIMS];
    int own = reference_axis(axis, x->ndim);
    for (int d = 0; d < x->ndim; d++) {
        int64_t there = index[d + ndim - x->ndim];
        at[d] = d == own ? entry : x->shape[d] == 1 ? 0 : there;
    }
    return host_get(x, reference_flat(x->ndim, x->shape, at));
}

static void cross(answer *a) {
    const host *x = &a->in[0], *z = &a->in[1], *got = &a->got->out[0];
    int64_t axis = reference_i64(a, "axis"), index[DIMS];
    host *y = computes(a, got->ndim, got->shape);
    for (int64_t i = 0; i < y->count; i++) {
        reference_spread(i, y->ndim, y->shape, index);
        int64_t e = index[reference_axis(axis, y->ndim)], e1 = (e + 1) % 3, e2 = (e + 2) % 3;
        number p = times(vector_entry(x, index, y->ndim, axis, e1),
                         vector_entry(z, index, y->ndim, axis, e2));
        number q = times(vector_entry(x, index, y->ndim, axis, e2),
                         vector_entry(z, index, y->ndim, axis, e1));
        host_put(y, i, (number){p.re - q.re, p.im - q.im});
        host_put(&a->size[0], i, (number){size_of(p) + size_of(q), 0});
    }
}

/* One factor after the other; an inverse is checked by its definition: x^|n| y = 1. */
static void matrix_power(answer *a) {
    const host *x = &a->in[0], *got = &a->got->out[0];
    int64_t n = x->shape[x->ndim - 1], power = reference_i64(a, "n");
    host *y = computes(a, x->ndim, x->shape);
    for (int64_t i = 0; i < y->count; i++) host_put(&a->size[0], i, (number){1, 0});
    if (power < 0) power = -power;
    for (int64_t first = 0; first < x->count; first += n * n) {
        host p = host_new(WEIR_COMPLEX128, 2, (int64_t[]){n, n}), q = host_copy(&p);
        for (int64_t i = 0; i < n; i++) host_put(&p, i * n + i, (number){1, 0});
        double most = 1;
        for (int64_t step = 0; step < power; step++) {
            for (int64_t i = 0; i < n * n; i++) {
                number sum = {0, 0};
                for (int64_t k = 0; k < n; k++) {
                    number t =
                        times(host_get(&p, i / n * n + k), host_get(x, first + k * n + i % n));
                    sum = (number){sum.re + t.re, sum.im + t.im};
                }
                host_put(&q, i, sum);
                most = fmax(most, size_of(sum));
            }
            for (int64_t i = 0; i < n * n; i++) host_put(&p, i, host_get(&q, i));
        }
        bool inverse = reference_i64(a, "n") < 0;
        for (int64_t i = 0; i < n * n; i++) {
            number v = host_get(&p, i);
            if (inverse) { /* correct if the product is 1: then accept the result */
                number sum = {i % (n + 1) == 0 ? -1 : 0, 0};
                double size = 1;
                for (int64_t k = 0; k < n; k++) {
                    number t =
                        times(host_get(&p, i / n * n + k), host_get(got, first + k * n + i % n));
                    sum = (number){sum.re + t.re, sum.im + t.im};
                    size += size_of(t);
                }
                bool right = size_of(sum) <= 64 * value_eps(got->dtype) * size;
                v = right ? host_get(got, first + i) : (number){NAN, 0};
            }
            host_put(y, first + i, v);
            host_put(&a->size[0], first + i, (number){most * (double)(n > 0 ? power : 0) + 1, 0});
        }
        host_free(&p);
        host_free(&q);
    }
}

/* ---- Norms ------------------------------------------------------------------------------------- */

static double joined(double so_far, double size, double ord) {
    if (ord == INFINITY) return fmax(so_far, size);
    if (ord == -INFINITY) return fmin(so_far, size);
    return so_far + (ord == 0 ? size != 0 : ord == 1 ? size : pow(size, ord));
}

static double start_of(double ord) { return ord == -INFINITY ? INFINITY : 0; }

static double finished(double sum, double ord) {
    return isinf(ord) || ord == 0 || ord == 1 ? sum : pow(sum, 1 / ord);
}

/* Over the axes of a mask. */
static void norm_over(answer *a, uint32_t mask, double ord) {
    const host *x = &a->in[0];
    bool keep = *(int32_t *)sample_attr(&a->s, "keepdims", WEIR_ATTR_BOOL) != 0;
    int64_t kept[DIMS], shape[DIMS], index[DIMS];
    int ndim = 0;
    for (int d = 0; d < x->ndim; d++) {
        kept[d] = mask >> d & 1 ? 1 : x->shape[d];
        if (keep || !(mask >> d & 1)) shape[ndim++] = kept[d];
    }
    host *y = computes(a, ndim, shape);
    for (int64_t i = 0; i < y->count; i++) host_put(&a->size[0], i, (number){start_of(ord), 0});
    for (int64_t i = 0; i < x->count; i++) {
        reference_spread(i, x->ndim, x->shape, index);
        for (int d = 0; d < x->ndim; d++)
            if (mask >> d & 1) index[d] = 0;
        int64_t at = reference_flat(x->ndim, kept, index);
        double sum = joined(host_get(&a->size[0], at).re, size_of(host_get(x, i)), ord);
        host_put(&a->size[0], at, (number){sum, 0});
    }
    for (int64_t i = 0; i < y->count; i++) {
        double value = finished(host_get(&a->size[0], i).re, ord);
        host_put(y, i, (number){value, 0});
        host_put(&a->size[0], i, (number){4 * value, 0});
    }
}

static void vector_norm(answer *a) {
    weir_i64s axes = reference_list(a, "axes");
    uint32_t mask = axes.data == NULL ? ~0u : 0;
    for (int64_t i = 0; axes.data != NULL && i < axes.count; i++)
        mask |= 1u << reference_axis(axes.data[i], a->in[0].ndim);
    norm_over(a, mask, *(double *)sample_attr(&a->s, "ord", WEIR_ATTR_F64));
}

static void matrix_norm(answer *a) {
    const host *x = &a->in[0];
    const char *ord = reference_text(a, "ord");
    uint32_t mask = 3u << (x->ndim - 2);
    if (strcmp(ord, "fro") == 0) {
        norm_over(a, mask, 2);
        return;
    }
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    bool rows = strstr(ord, "inf") != NULL, most = ord[0] != '-';
    norm_over(a, mask, most ? INFINITY : -INFINITY); /* the shape; values follow */
    host *y = &a->wanted.out[0];
    for (int64_t i = 0; i < y->count; i++) {
        double value = most ? 0 : INFINITY;
        for (int64_t line = 0; line < (rows ? m : n); line++) {
            double sum = 0;
            for (int64_t k = 0; k < (rows ? n : m); k++)
                sum += size_of(host_get(x, (i * m + (rows ? line : k)) * n + (rows ? k : line)));
            value = most ? fmax(value, sum) : fmin(value, sum);
        }
        host_put(y, i, (number){value, 0});
        host_put(&a->size[0], i, (number){4 * value, 0});
    }
}

const reference_line reference_norms[] = {
    {"cross", cross}, {"matrix_norm", matrix_norm}, {"matrix_power", matrix_power},
    {"trace", trace}, {"vector_norm", vector_norm}, {NULL, NULL},
};
