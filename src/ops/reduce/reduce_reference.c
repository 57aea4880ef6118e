/* reduce_reference.c - the reference implementation of reductions, element by element.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>

#include "array/element.h"
#include "ops/reduce/reduce_walk.h"

typedef struct walk {
    const weir_view *x;
    uint32_t mask;
    int64_t count; /* elements per output */
} walk;

/* Return the r-th element that is reduced to output o. */
static double _Complex element(const walk *w, int64_t o, int64_t r) {
    int64_t at = 0;
    for (int i = w->x->ndim - 1; i >= 0; i--) {
        int64_t *index = w->mask >> i & 1 ? &r : &o;
        at += *index % w->x->shape[i] * w->x->strides[i];
        *index /= w->x->shape[i];
    }
    at *= (int64_t)wr_dtype_bytes(w->x->dtype);
    return wr_element_c128(w->x->dtype, (const char *)w->x->data + at);
}

static double _Complex sum(const walk *w, int64_t o) {
    double _Complex s = 0;
    for (int64_t r = 0; r < w->count; r++) s += element(w, o, r);
    return s;
}

static double _Complex product(const walk *w, int64_t o) {
    double _Complex p = 1;
    for (int64_t r = 0; r < w->count; r++) p *= element(w, o, r);
    return p;
}

static double squares(const walk *w, int64_t o) {
    double mean = creal(sum(w, o)) / (double)w->count, s = 0;
    for (int64_t r = 0; r < w->count; r++) {
        double d = creal(element(w, o, r)) - mean;
        s += d * d;
    }
    return s;
}

static double nonzero(const walk *w, int64_t o) {
    int64_t n = 0;
    for (int64_t r = 0; r < w->count; r++) n += element(w, o, r) != 0;
    return (double)n;
}

/* Return the index of the largest or smallest element: the first of several equal elements, or the
 * first NaN. */
static int64_t best(const walk *w, int64_t o, bool largest) {
    int64_t place = 0;
    for (int64_t r = 1; r < w->count; r++) {
        double a = creal(element(w, o, r)), b = creal(element(w, o, place));
        if ((largest ? a > b : a < b) || (isnan(a) && !isnan(b))) place = r;
    }
    return place;
}

static double logsumexp(const walk *w, int64_t o) {
    if (w->count == 0) return -INFINITY;
    double top = creal(element(w, o, best(w, o, true))), s = 0;
    if (!isfinite(top)) return top;
    for (int64_t r = 0; r < w->count; r++) s += exp(creal(element(w, o, r)) - top);
    return top + log(s);
}

static double _Complex value(const walk *w, int64_t o, const wr_reduction *f) {
    switch (f->kind) {
    case WR_REDUCTION_SUM: return sum(w, o) / f->divide;
    case WR_REDUCTION_PROD: return product(w, o);
    case WR_REDUCTION_VAR: return squares(w, o) / f->divide;
    case WR_REDUCTION_STD: return sqrt(squares(w, o) / f->divide);
    case WR_REDUCTION_MAX: return element(w, o, best(w, o, true));
    case WR_REDUCTION_MIN: return element(w, o, best(w, o, false));
    case WR_REDUCTION_ALL: return nonzero(w, o) == (double)w->count;
    case WR_REDUCTION_ANY: return nonzero(w, o) > 0;
    case WR_REDUCTION_COUNT: return nonzero(w, o);
    case WR_REDUCTION_ARGMAX: return (double)best(w, o, true);
    case WR_REDUCTION_ARGMIN: return (double)best(w, o, false);
    default: return logsumexp(w, o);
    }
}

weir_status wr_reduction_reference(const weir_kernel *k, const wr_reduction *f) {
    const weir_view *x = &k->in[0], *y = &k->out[0];
    walk w = {x, f->mask, wr_reduction_count(f->mask, x->ndim, x->shape)};
    int64_t bytes = (int64_t)wr_dtype_bytes(y->dtype);
    for (int64_t o = 0; o < wr_view_count(y); o++) {
        double _Complex v = value(&w, o, f);
        wr_simd_get(WEIR_CPU_PORTABLE)
            ->cast->cast[WEIR_COMPLEX128][y->dtype]((char *)y->data + wr_view_at(y, o) * bytes, &v,
                                                    1);
    }
    return WEIR_OK;
}
