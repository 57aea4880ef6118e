/* select.c - where and clip: elementwise operators of three inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/expression.h"

typedef float _Complex c64;
typedef double _Complex c128;

#define TYPES(X)                                                                                   \
    X(i32, int32_t)                                                                                \
    X(i64, int64_t)                                                                                \
    X(u64, uint64_t)                                                                               \
    X(f32, float)                                                                                  \
    X(f64, double)

/* ---- where ----------------------------------------------------------------------------------- */

#define WHERE(suffix, T)                                                                           \
    static void where_##suffix(void *out, const void *const *in, int64_t n, const void *attr) {    \
        const uint8_t *c = in[0];                                                                  \
        const T *x = in[1], *z = in[2];                                                            \
        T *o = out;                                                                                \
        (void)attr;                                                                                \
        for (int64_t i = 0; i < n; i++) o[i] = c[i] ? x[i] : z[i];                                 \
    }
TYPES(WHERE)
WHERE(bool, uint8_t)
WHERE(c64, c64)
WHERE(c128, c128)

static void where_vjp(weir_vjp *v) {
    weir_array *c = v->in[0], *dy = v->grad_out[0], *zero = wr_build_number(v, 0);
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, wr_g_where(v, c, dy, zero), v->in[1]);
    if (v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, wr_g_where(v, c, zero, dy), v->in[2]);
}

WR_OP(where) = {
    .size = sizeof(weir_op_def),
    .name = "where",
    .summary = "Elements of x1 where the condition is true, of x2 elsewhere.",
    .inputs = "condition, x1, x2",
    .outputs = "y",
    .parts = "condition: bools, or numbers that are nonzero where x1 is taken; "
             "x1: values where the condition is true; "
             "x2: values elsewhere",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_ALL,
    .gives = WEIR_GIVES_SAME,
    .bools = 1,
    .vjp = where_vjp,
    .map = {where_bool, where_i32, where_i64, where_u64, where_f32, where_f64, where_c64,
            where_c128},
    .samples = "b(3,4), (3,4), (3,4); b(3,1), (4), (3,4)",
};

/* ---- clip ------------------------------------------------------------------------------------ */

/* Define a loop of clip.  The result is NaN if any of the three inputs is NaN. */
#define CLIP(suffix, T)                                                                            \
    static void clip_##suffix(void *out, const void *const *in, int64_t n, const void *attr) {     \
        const T *x = in[0], *low = in[1], *high = in[2];                                           \
        T *o = out;                                                                                \
        (void)attr;                                                                                \
        for (int64_t i = 0; i < n; i++) {                                                          \
            T a = x[i], b = low[i], c = high[i];                                                   \
            T y = a > b || a != a ? a : b;                                                         \
            o[i] = y < c || y != y ? y : c;                                                        \
        }                                                                                          \
    }
TYPES(CLIP)

/* Collect the inputs that are present; which[i] is the original index of out[i]. */
static uint32_t given(weir_array *const *in, uint32_t in_count, weir_array **out, int *which) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] != NULL) {
            which[count] = (int)i;
            out[count++] = in[i];
        }
    return count;
}

static weir_status clip_infer(weir_infer *c) {
    weir_array *in[3];
    int which[3];
    weir_infer some = *c;
    some.in = in;
    some.in_count = given(c->in, c->in_count, in, which);
    WR_TRY(wr_map_infer(&some));
    c->dtype = some.dtype;
    if (c->out[0].like >= 0) c->out[0].like = which[c->out[0].like];
    return WEIR_OK;
}

/* Run clip.  With a single bound, clip is the same as maximum or minimum; without bounds, it is a
 * copy. */
static weir_status clip_with(const weir_kernel *k, weir_status (*run)(const weir_kernel *)) {
    bool low = k->in_count > 1 && k->in[1].dtype != 0,
         high = k->in_count > 2 && k->in[2].dtype != 0;
    if (low && high) return run(k);
    if (!low && !high) return wr_copy_view(k, &k->out[0], &k->in[0]);
    const weir_view in[] = {k->in[0], k->in[low ? 1 : 2]};
    weir_kernel one = *k;
    one.op = &wr_ops[low ? WR_OP_maximum : WR_OP_minimum];
    one.in = in;
    one.in_count = 2;
    return run(&one);
}

static weir_status clip_run(const weir_kernel *k) { return clip_with(k, wr_map_run); }
static weir_status clip_reference(const weir_kernel *k) { return clip_with(k, wr_map_reference); }

/* The bounds of a clip, and intermediate results of the gradient. */
typedef struct bounds {
    weir_array *low, *high; /* the bounds; NULL if not given */
    weir_array *half;       /* dy / 2; NULL if it is not needed */
    weir_array *apart;      /* mask of low < high; NULL if it is not needed */
} bounds;

static weir_array *bound_at(const weir_vjp *v, uint32_t i) {
    return i < v->in_count ? v->in[i] : NULL;
}

/* Return a mask of the elements whose gradient is split equally between x and `bound`, which is an
 * array: x equals the bound and, if there are two bounds, low < high. */
static weir_array *on_bound(weir_vjp *v, const bounds *b, weir_array *bound) {
    weir_array *on = wr_g_equal(v, v->in[0], bound);
    return b->apart != NULL ? wr_g_logical_and(v, on, b->apart) : on;
}

static weir_array *is_beyond(weir_vjp *v, weir_array *bound, bool low) {
    return low ? wr_g_less(v, v->in[0], bound) : wr_g_greater(v, v->in[0], bound);
}

/* Apply one bound to dx, the gradient of x, and return the result.  A scalar bound gets no
 * gradient, and dx is 0 unless x is strictly inside that bound, as in relu. */
static weir_array *grad_x_at_bound(weir_vjp *v, const bounds *b, bool low, weir_array *dx) {
    weir_array *x = v->in[0], *zero = wr_build_number(v, 0), *bound = low ? b->low : b->high;
    if (weir_array_is_number(bound))
        return wr_g_where(v, low ? wr_g_less_equal(v, x, bound) : wr_g_greater_equal(v, x, bound),
                          zero, dx);
    dx = wr_g_where(v, on_bound(v, b, bound), b->half, dx);
    return wr_g_where(v, is_beyond(v, bound, low), zero, dx);
}

/* Return the gradient of a bound.  Where min > max, the result of clip is max. */
static weir_array *grad_of_bound(weir_vjp *v, const bounds *b, bool low) {
    weir_array *zero = wr_build_number(v, 0), *dy = v->grad_out[0], *bound = low ? b->low : b->high;
    weir_array *shared = wr_g_where(v, on_bound(v, b, bound), b->half, zero);
    weir_array *holds = is_beyond(v, bound, low);
    if (b->apart != NULL) {
        holds = wr_g_logical_and(v, holds, wr_g_less_equal(v, b->low, b->high));
        if (!low) holds = wr_g_logical_or(v, holds, wr_g_greater(v, b->low, b->high));
    }
    return wr_build_unbroadcast(v, wr_g_where(v, holds, dy, shared), bound);
}

/* Where x equals a bound, the gradients are the same as in PyTorch. */
static void clip_vjp(weir_vjp *v) {
    weir_array *dx = v->grad_out[0];
    bounds b = {.low = bound_at(v, 1), .high = bound_at(v, 2)};
    weir_array *const both[] = {b.low, b.high};
    bool shares = false;
    for (uint32_t i = 0; i < 2; i++) shares |= both[i] != NULL && !weir_array_is_number(both[i]);
    if (shares) b.half = wr_g_multiply(v, dx, wr_build_number(v, 0.5));
    if (shares && b.low != NULL && b.high != NULL) b.apart = wr_g_less(v, b.low, b.high);
    for (uint32_t i = 0; i < 2; i++)
        if (both[i] != NULL && v->wanted[0]) dx = grad_x_at_bound(v, &b, i == 0, dx);
    for (uint32_t i = 0; i < 2; i++)
        if (both[i] != NULL && v->wanted[i + 1]) v->grad_in[i + 1] = grad_of_bound(v, &b, i == 0);
    if (v->wanted[0]) v->grad_in[0] = wr_build_unbroadcast(v, dx, v->in[0]);
}

WR_OP(clip) = {
    .size = sizeof(weir_op_def),
    .name = "clip",
    .summary = "Clamp x to the range from min to max.",
    .notes = "Either bound may be omitted.  Where min > max, the result is max.  Where x equals a "
             "bound that is an array, x and the bound share the gradient; where the bound is a "
             "number, the gradient is 0.",
    .inputs = "x, min?, max?",
    .outputs = "y",
    .parts = "min: lower bound; "
             "max: upper bound",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_INT | WEIR_TAKES_FLOAT,
    .gives = WEIR_GIVES_SAME,
    .infer = clip_infer,
    .run = clip_run,
    .reference = clip_reference,
    .vjp = clip_vjp,
    .map = {[WEIR_IN_I32] = clip_i32,
            [WEIR_IN_I64] = clip_i64,
            [WEIR_IN_U64] = clip_u64,
            [WEIR_IN_F32] = clip_f32,
            [WEIR_IN_F64] = clip_f64},
    .samples = "(3,4), ()@-1:-0.5, ()@0.5:1; (3,4), none, (4)@-0.5:0.5; (3,1), (4)@-0.5:0.5, none; "
               "(3,4), none, none; (5), (5)",
};
