/* check_finite.c - copies its input, and fails if an element is NaN or infinite.
 *
 * Applied to a loss, this operator protects the model from a bad batch.  The gradient reads the
 * checked result, so the gradient fails too, and an optimiser step whose gradients failed does not
 * run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>
#include <math.h>
#include <stdatomic.h>

#include "ops/core/expression.h"

enum { GRAIN = WR_SIZE(16384, 7) };

static weir_status check_finite_infer(weir_infer *c) {
    wr_meta_like(&c->out[0], c->in[0]);
    c->dtype = c->out[0].dtype;
    return WEIR_OK;
}

typedef struct search {
    const weir_view *in;
    /* The lowest index of a non-finite element found so far, or -1.  Relaxed order is enough,
     * because `first` is read after all pieces are done. */
    atomic_int_fast64_t first;
} search;

static bool is_finite(const weir_view *v, int64_t i) {
    switch (v->dtype) {
    case WEIR_FLOAT32: return isfinite(((const float *)v->data)[i]);
    case WEIR_FLOAT64: return isfinite(((const double *)v->data)[i]);
    case WEIR_COMPLEX64:
    case WEIR_COMPLEX128: {
        double _Complex x = wr_view_get_complex(v, i);
        return isfinite(creal(x)) && isfinite(cimag(x));
    }
    default: return isfinite(wr_view_get(v, i));
    }
}

static weir_status search_piece(void *arg, int64_t begin, int64_t end) {
    search *s = arg;
    for (int64_t i = begin; i < end; i++) {
        if (is_finite(s->in, i)) continue;
        int_fast64_t first = atomic_load_explicit(&s->first, memory_order_relaxed);
        while ((first < 0 || i < first) &&
               !atomic_compare_exchange_weak_explicit(&s->first, &first, i, memory_order_relaxed,
                                                      memory_order_relaxed)) {}
        return WEIR_OK;
    }
    return WEIR_OK;
}

/* The input is row-major, so an element's position in memory is its flat index. */
static weir_status check_finite_run(const weir_kernel *k) {
    const weir_view *x = &k->in[0];
    search s = {.in = x, .first = -1};
    if (x->dtype >= WEIR_FLOAT16) WR_TRY(wr_split(k, wr_view_count(x), GRAIN, search_piece, &s));
    int64_t at = atomic_load_explicit(&s.first, memory_order_relaxed);
    if (at < 0) return wr_copy_view(k, &k->out[0], x);
    double value =
        x->dtype >= WEIR_COMPLEX64 ? creal(wr_view_get_complex(x, at)) : wr_view_get(x, at);
    return wr_kernel_fail(k, WEIR_EINVAL, "element %lld of %lld is %s", (long long)at,
                          (long long)wr_view_count(x),
                          isnan(value)   ? "NaN"
                          : isinf(value) ? "infinite"
                                         : "not finite");
}

static void check_finite_vjp(weir_vjp *v) {
    v->grad_in[0] = wr_g_check_finite(v, v->grad_out[0], v->out[0]);
}

WR_OP(check_finite) = {
    .size = sizeof(weir_op_def),
    .name = "check_finite",
    .summary = "The values of x unchanged; the operation fails if one of them is NaN or infinite.",
    .notes = "Applied to a loss, it protects the model from a bad batch: the gradient is checked "
             "too and fails if the loss failed, and an optimiser step whose gradients failed does "
             "not run.  `after` is only waited for; its values are not read.",
    .inputs = "x, after?",
    .outputs = "y",
    .parts = "after: an array that is waited for; "
             "y: the values of x",
    .takes = WEIR_TAKES_ALL,
    .infer = check_finite_infer,
    .run = check_finite_run,
    .reference = check_finite_run,
    .vjp = check_finite_vjp,
    .samples = "(3,4); (); (3,4), (2)",
};
