/* random.c - random arrays whose elements consume a fixed number of random bits, computed with
 * vectors.
 *
 * An operation gets its stream when it is submitted (call_submit.c).  An element depends only on
 * the stream and on its index in row-major order, so the results do not depend on how the work is
 * divided.  Sampling by rejection is in draw_distributions.c, permutations and categorical sampling
 * are in choice.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/random/random.h"

#include <math.h>
#include <string.h>

#include "ops/random/random_simd.h"

weir_status wr_random_infer(weir_infer *c, weir_i64s shape, int dtype, int32_t device) {
    weir_meta *out = &c->out[0];
    WR_TRY(wr_need_shape(c, shape, out));
    int64_t count = wr_count(out->ndim, out->shape);
    if (count < 0 || count > WR_RANDOM_MOST)
        return wr_refuse(c, "shape %s has more than 2^40 elements",
                         wr_shape_text(out->ndim, out->shape));
    out->dtype = c->dtype = dtype;
    return wr_need_device(c, device, out->device, &out->device);
}

weir_status wr_random_float(const weir_infer *c, int32_t asked, int otherwise, int *out) {
    WR_TRY(wr_need_dtype(c, asked, otherwise, out));
    if (wr_dtype_kind_of(*out) != WR_KIND_FLOAT)
        return wr_refuse(c, "the dtype must be a float dtype, not %s", wr_dtypes[*out].name);
    return WEIR_OK;
}

static weir_status floats_infer(weir_infer *c, weir_i64s shape, int32_t dtype, int32_t device) {
    int code;
    WR_TRY(wr_random_float(c, dtype, wr_default_dtype(), &code));
    return wr_random_infer(c, shape, code, device);
}

/* ---- Filling --------------------------------------------------------------------------------- */

/* A call to a fill function.  If the dtype of the result is not `made`, blocks of the result are
 * generated in a buffer and converted. */
typedef struct fill {
    const weir_kernel *k;
    int made;                          /* the dtype that the fill function writes */
    wr_random_fill *numbers;           /* the fill function, or NULL */
    wr_random_fill_integers *integers; /* the fill function if `numbers` is NULL */
    double p0, p1;
    int64_t low;
    uint64_t range;
} fill;

static void fill_some(const fill *f, void *to, int64_t first, int64_t n) {
    const weir_kernel *k = f->k;
    if (f->numbers != NULL)
        f->numbers(to, (uint64_t)first, n, k->seed, k->call, f->p0, f->p1);
    else
        f->integers(to, (uint64_t)first, n, k->seed, k->call, f->low, f->range);
}

static weir_status fill_piece(void *arg, int64_t begin, int64_t end) {
    enum { BLOCK = WR_SIZE(1024, 8) };
    const fill *f = arg;
    const weir_view *out = &f->k->out[0];
    int64_t size = (int64_t)wr_dtype_bytes(out->dtype);
    char *to = (char *)out->data + begin * size;
    if (out->dtype == f->made) {
        fill_some(f, to, begin, end - begin);
        return WEIR_OK;
    }
    int64_t block[BLOCK];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        fill_some(f, block, i, n);
        wr_simd_of(f->k)->cast->cast[f->made][out->dtype](to, block, n);
        to += n * size;
    }
    return WEIR_OK;
}

static weir_status fill_all(const weir_kernel *k, fill *f) {
    f->k = k;
    return wr_split(k, wr_view_count(&k->out[0]), WR_RANDOM_PIECE, fill_piece, f);
}

static weir_status fill_floats(const weir_kernel *k, wr_random_fill *f32, wr_random_fill *f64,
                               double p0, double p1) {
    bool wide = k->out[0].dtype == WEIR_FLOAT64;
    fill f = {.made = wide ? WEIR_FLOAT64 : WEIR_FLOAT32,
              .numbers = wide ? f64 : f32,
              .p0 = p0,
              .p1 = p1};
    return fill_all(k, &f);
}

/* ---- normal ---------------------------------------------------------------------------------- */

#define NORMAL_ATTRS(X, A)                                                                         \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, F64, mean, 0.0, "mean", "> -inf, < inf")                                                  \
    X(A, F64, std, 1.0, "standard deviation", ">= 0, < inf")                                       \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(normal, NORMAL_ATTRS);

static weir_status normal_infer(weir_infer *c) {
    const normal_attr *attr = c->attr;
    if (!isfinite(attr->mean)) return wr_refuse(c, "mean=%g must be finite", attr->mean);
    if (!(attr->std >= 0) || !isfinite(attr->std))
        return wr_refuse(c, "std=%g must be finite and not negative", attr->std);
    return floats_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status normal_run(const weir_kernel *k) {
    const normal_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    return fill_floats(k, simd->normal_f32, simd->normal_f64, attr->mean, attr->std);
}

WR_OP(normal) = {
    .size = sizeof(weir_op_def),
    .name = "normal",
    .summary = "Samples from a normal distribution.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = normal_infer,
    .run = normal_run,
    WEIR_USE_ATTRS(normal),
    .samples = "shape=[3,4]; shape=[1000] mean=3 std=0.5",
};

/* ---- uniform --------------------------------------------------------------------------------- */

#define UNIFORM_ATTRS(X, A)                                                                        \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, F64, low, 0.0, "lower bound, inclusive", "> -inf, < inf")                                 \
    X(A, F64, high, 1.0, "upper bound, exclusive", "> -inf, < inf")                                \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(uniform, UNIFORM_ATTRS);

static weir_status uniform_infer(weir_infer *c) {
    const uniform_attr *attr = c->attr;
    double width = attr->high - attr->low;
    if (!(width >= 0) || !isfinite(width))
        return wr_refuse(c, "low=%g and high=%g must be finite, with low <= high", attr->low,
                         attr->high);
    return floats_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status uniform_run(const weir_kernel *k) {
    const uniform_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    return fill_floats(k, simd->uniform_f32, simd->uniform_f64, attr->low, attr->high);
}

WR_OP(uniform) = {
    .size = sizeof(weir_op_def),
    .name = "uniform",
    .summary = "Samples from a uniform distribution over the range from low to high.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = uniform_infer,
    .run = uniform_run,
    WEIR_USE_ATTRS(uniform),
    .samples = "shape=[3,4]; shape=[1000] low=-2 high=5",
};

/* ---- exponential ----------------------------------------------------------------------------- */

#define EXPONENTIAL_ATTRS(X, A)                                                                    \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, F64, scale, 1.0, "mean", ">= 0, < inf")                                                   \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(exponential, EXPONENTIAL_ATTRS);

static weir_status exponential_infer(weir_infer *c) {
    const exponential_attr *attr = c->attr;
    if (!(attr->scale >= 0) || !isfinite(attr->scale))
        return wr_refuse(c, "scale=%g must be finite and not negative", attr->scale);
    return floats_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status exponential_run(const weir_kernel *k) {
    const exponential_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    return fill_floats(k, simd->exponential_f32, simd->exponential_f64, attr->scale, 0);
}

WR_OP(exponential) = {
    .size = sizeof(weir_op_def),
    .name = "exponential",
    .summary = "Samples from an exponential distribution.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = exponential_infer,
    .run = exponential_run,
    WEIR_USE_ATTRS(exponential),
    .samples = "shape=[3,4]; shape=[1000] scale=3",
};

/* ---- integers -------------------------------------------------------------------------------- */

#define INTEGERS_ATTRS(X, A)                                                                       \
    X(A, I64, low, WEIR_REQUIRED, "lower bound, inclusive")                                        \
    X(A, I64, high, WEIR_REQUIRED, "upper bound, exclusive; required")                             \
    X(A, I64S, shape, WEIR_REQUIRED, "shape of the result", ">= 0")                                \
    X(A, DTYPE, dtype, WEIR_INT64, "an integer dtype")                                             \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(integers, INTEGERS_ATTRS);

static weir_status integers_infer(weir_infer *c) {
    const integers_attr *attr = c->attr;
    int dtype;
    if (attr->high == WEIR_NONE) return wr_refuse(c, "high is required");
    if (attr->high <= attr->low)
        return wr_refuse(c, "the range from low=%lld to high=%lld is empty", (long long)attr->low,
                         (long long)attr->high);
    WR_TRY(wr_need_dtype(c, attr->dtype, WEIR_INT64, &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_INT)
        return wr_refuse(c, "the dtype must be an integer dtype, not %s", wr_dtypes[dtype].name);
    if (!wr_dtype_holds(dtype, attr->low) || !wr_dtype_holds(dtype, attr->high - 1))
        return wr_refuse(c, "the range from %lld to %lld does not fit in dtype %s",
                         (long long)attr->low, (long long)attr->high, wr_dtypes[dtype].name);
    return wr_random_infer(c, attr->shape, dtype, attr->device);
}

static weir_status integers_run(const weir_kernel *k) {
    const integers_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    bool narrow =
        attr->low >= INT32_MIN && attr->high <= INT32_MAX && k->out[0].dtype != WEIR_INT64;
    fill f = {.made = narrow ? WEIR_INT32 : WEIR_INT64,
              .integers = narrow ? simd->integers_i32 : simd->integers_i64,
              .low = attr->low,
              .range = (uint64_t)attr->high - (uint64_t)attr->low};
    return fill_all(k, &f);
}

WR_OP(integers) = {
    .size = sizeof(weir_op_def),
    .name = "integers",
    .summary = "Random integers from low (inclusive) to high (exclusive), uniformly distributed.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = integers_infer,
    .run = integers_run,
    WEIR_USE_ATTRS(integers),
    .samples = "low=0 high=10 shape=[3,4]; low=-5 high=5 shape=[1000] dtype=int8; "
               "low=0 high=255 shape=[7] dtype=uint8; low=-9000000000 high=9000000000 shape=[100]",
};

/* ---- dropout --------------------------------------------------------------------------------- */

#define DROPOUT_ATTRS(X, A) X(A, F64, p, 0.5, "probability of dropping an element", ">= 0, <= 1")
WEIR_ATTRS(dropout, DROPOUT_ATTRS);

static weir_status dropout_infer(weir_infer *c) {
    const dropout_attr *attr = c->attr;
    const weir_array *x = c->in[0];
    int dtype;
    if (!(attr->p >= 0 && attr->p <= 1))
        return wr_refuse(c, "p must be between 0 and 1, got %g", attr->p);
    WR_TRY(wr_promote(c, 0, 1, &dtype));
    if (wr_dtype_kind_of(dtype) < WR_KIND_FLOAT)
        return wr_refuse_as(c, WEIR_EDTYPE, "x must be a float or complex array, not %s",
                            wr_dtypes[dtype].name);
    wr_meta_shape(&c->out[0], x->ndim, wr_shape(x));
    wr_meta_shape(&c->out[1], x->ndim, wr_shape(x));
    c->out[0].dtype = c->dtype = dtype;
    c->out[1].dtype = WEIR_BOOL;
    return WEIR_OK;
}

/* Compute one piece with the loops of the operators multiply and where, in blocks that fit in the
 * L1 cache. */
static weir_status dropout_piece(void *arg, int64_t begin, int64_t end) {
    enum { BLOCK = WR_SIZE(256, 8) };
    const weir_kernel *k = arg;
    const dropout_attr *attr = k->attr;
    const wr_simd *simd = wr_simd_of(k);
    const weir_view *x = &k->in[0], *y = &k->out[0];
    int compute = wr_dtypes[k->dtype].compute, computes = wr_compute_dtype[compute];
    weir_map_fn multiply = wr_ops[WR_OP_multiply].loop[simd->level][compute];
    weir_map_fn where = wr_ops[WR_OP_where].loop[simd->level][compute];
    _Alignas(64) char value[BLOCK * 16], scale[BLOCK * 16], zero[BLOCK * 16];
    double factor[2] = {attr->p < 1 ? 1 / (1 - attr->p) : 0, 0};
    char one[16];
    simd->cast->cast[WEIR_COMPLEX128][computes](one, factor, 1);
    simd->move->fill[wr_dtypes[computes].shift](scale, one, BLOCK);
    memset(zero, 0, sizeof zero);
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        const char *from = (const char *)x->data + i * (int64_t)wr_dtype_bytes(x->dtype);
        char *to = (char *)y->data + i * (int64_t)wr_dtype_bytes(y->dtype);
        uint8_t *mask = (uint8_t *)k->out[1].data + i;
        simd->random->bernoulli_u8(mask, (uint64_t)i, n, k->seed, k->call, 1 - attr->p, 0);
        if (x->dtype != computes) {
            simd->cast->cast[x->dtype][computes](value, from, n);
            from = value;
        }
        char *made = y->dtype == computes ? to : value;
        multiply(value, (const void *const[]){from, scale}, n, NULL);
        where(made, (const void *const[]){mask, value, zero}, n, NULL);
        if (made != to) simd->cast->cast[computes][y->dtype](to, made, n);
    }
    return WEIR_OK;
}

static weir_status dropout_run(const weir_kernel *k) {
    weir_kernel own = *k;
    return wr_split(k, wr_view_count(&k->out[0]), WR_RANDOM_PIECE, dropout_piece, &own);
}

static void dropout_vjp(weir_vjp *v) {
    const dropout_attr *attr = v->attr;
    weir_array *scaled = v->grad_out[0];
    if (attr->p < 1) scaled = wr_g_multiply(v, scaled, wr_build_number(v, 1 / (1 - attr->p)));
    v->grad_in[0] = wr_g_where(v, v->out[1], scaled, wr_build_number(v, 0));
}

WR_OP(dropout) = {
    .size = sizeof(weir_op_def),
    .name = "dropout",
    .summary = "Set random elements to zero and scale the others so that the mean is preserved.",
    .notes = "Elements where the mask is true are kept and divided by 1 - p; the others become 0.",
    .inputs = "x",
    .outputs = "y, mask",
    .parts = "mask: true where an element was kept",
    .flags = WEIR_OP_RANDOM,
    .infer = dropout_infer,
    .run = dropout_run,
    .vjp = dropout_vjp,
    WEIR_USE_ATTRS(dropout),
    .samples = "(3,4); (100) p=0.1; (3,4) p=0; (3,4) p=1",
};
