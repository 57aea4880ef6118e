/* select.c - where and clip: elementwise operators of three inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/build.h"

typedef float _Complex c64;
typedef double _Complex c128;

#define TYPES(X)                                                                                   \
    X(i32, int32_t)                                                                                \
    X(i64, int64_t)                                                                                \
    X(u64, uint64_t)                                                                               \
    X(f32, float)                                                                                  \
    X(f64, double)

/* ---- where ------------------------------------------------------------------------------------- */

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
    .summary = "x1 where the condition holds, x2 elsewhere.",
    .inputs = "condition, x1, x2",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_ALL,
    .gives = WEIR_GIVES_SAME,
    .bools = 1,
    .vjp = where_vjp,
    .map = {where_bool, where_i32, where_i64, where_u64, where_f32, where_f64, where_c64,
            where_c128},
    .samples = "b(3,4), (3,4), (3,4); b(3,1), (4), (3,4)",
};

/* ---- clip -------------------------------------------------------------------------------------- */

/* NaN stays NaN, wherever it stands. */
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

static void clip_vjp(weir_vjp *v) {
    weir_array *x = v->in[0], *low = v->in[1], *high = v->in[2], *dy = v->grad_out[0];
    weir_array *zero = wr_build_number(v, 0);
    weir_array *below = wr_g_less(v, x, low), *above = wr_g_greater(v, x, high);
    if (v->wanted[0])
        v->grad_in[0] =
            wr_build_unbroadcast(v, wr_g_where(v, wr_g_logical_or(v, below, above), zero, dy), x);
    if (v->wanted[1]) v->grad_in[1] = wr_build_unbroadcast(v, wr_g_where(v, below, dy, zero), low);
    if (v->wanted[2]) v->grad_in[2] = wr_build_unbroadcast(v, wr_g_where(v, above, dy, zero), high);
}

WR_OP(clip) = {
    .size = sizeof(weir_op_def),
    .name = "clip",
    .summary = "x, but not below min and not above max.",
    .inputs = "x, min, max",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_INT | WEIR_TAKES_FLOAT,
    .gives = WEIR_GIVES_SAME,
    .vjp = clip_vjp,
    .map = {[WEIR_IN_I32] = clip_i32,
            [WEIR_IN_I64] = clip_i64,
            [WEIR_IN_U64] = clip_u64,
            [WEIR_IN_F32] = clip_f32,
            [WEIR_IN_F64] = clip_f64},
    .samples = "(3,4), ()@-1:-0.5, ()@0.5:1",
};
