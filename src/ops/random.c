/* random.c - random arrays: each element from its own place in a counter-based stream.
 *
 * An operation takes its stream when it is issued (call.c), and an element depends on the stream and its
 * logical index alone, so the numbers are the same however the work is split.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/build.h"
#include "ops/simd/random.h"

enum { PIECE = WR_SIZE(65536, 16) }; /* elements */

/* Where and as what the numbers go; every operator of this family has these. */
static weir_status random_infer(weir_infer *c, weir_i64s shape, int32_t dtype, int32_t device) {
    weir_meta *out = &c->out[0];
    WR_TRY(wr_need_shape(c, shape, out));
    int code;
    WR_TRY(wr_need_dtype(c, dtype, wr_default_dtype(), &code));
    if (wr_dtype_kind_of(code) != WR_KIND_FLOAT)
        return wr_refuse(c, "gives floats, not %s", wr_dtypes[code].name);
    if (device != WEIR_DEVICE_DEFAULT) out->device = device;
    out->dtype = c->dtype = code;
    return WEIR_OK;
}

typedef struct fill {
    const weir_kernel *k;
    wr_random_fill *fn32, *fn64;
    double p0, p1;
} fill;

static weir_status fill_piece(void *arg, int64_t begin, int64_t end) {
    enum { BLOCK = WR_SIZE(1024, 8) };
    const fill *f = arg;
    const weir_kernel *k = f->k;
    int dtype = k->out[0].dtype;
    char *to = (char *)k->out[0].data + begin * (int64_t)wr_dtype_bytes(dtype);
    if (dtype == WEIR_FLOAT64) {
        f->fn64(to, (uint64_t)begin, end - begin, k->seed, k->call, f->p0, f->p1);
        return WEIR_OK;
    }
    if (dtype == WEIR_FLOAT32) {
        f->fn32(to, (uint64_t)begin, end - begin, k->seed, k->call, f->p0, f->p1);
        return WEIR_OK;
    }
    float block[BLOCK];
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        f->fn32(block, (uint64_t)i, n, k->seed, k->call, f->p0, f->p1);
        wr_simd_of(k)->cast->cast[WEIR_FLOAT32][dtype](to, block, n);
        to += n * (int64_t)wr_dtype_bytes(dtype);
    }
    return WEIR_OK;
}

static weir_status fill_all(const weir_kernel *k, wr_random_fill *fn32, wr_random_fill *fn64,
                            double p0, double p1) {
    fill f = {k, fn32, fn64, p0, p1};
    return wr_split(k, wr_view_count(&k->out[0]), PIECE, fill_piece, &f);
}

/* ---- normal -------------------------------------------------------------------------------------- */

#define NORMAL_ATTRS(X, A)                                                                         \
    X(A, I64S, shape, WR_REQUIRED, "the shape of the result")                                      \
    X(A, F64, mean, 0.0, "the mean")                                                               \
    X(A, F64, std, 1.0, "the standard deviation")                                                  \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "where the result is to lie")
WR_ATTRS(normal, NORMAL_ATTRS);

static weir_status normal_infer(weir_infer *c) {
    const normal_attr *attr = c->attr;
    if (!(attr->std >= 0) || attr->std - attr->std != 0 || attr->mean - attr->mean != 0)
        return wr_refuse(c, "mean %g and standard deviation %g; wants finite numbers, the latter "
                            "not negative",
                         attr->mean, attr->std);
    return random_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status normal_run(const weir_kernel *k) {
    const normal_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    return fill_all(k, simd->normal_f32, simd->normal_f64, attr->mean, attr->std);
}

WR_OP(normal) = {
    .size = sizeof(weir_op_def),
    .name = "normal",
    .summary = "Random numbers of a normal distribution.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = normal_infer,
    .run = normal_run,
    WR_USE_ATTRS(normal),
    .samples = "shape=[3,4]; shape=[1000] mean=3 std=0.5",
};

/* ---- uniform ------------------------------------------------------------------------------------- */

#define UNIFORM_ATTRS(X, A)                                                                        \
    X(A, I64S, shape, WR_REQUIRED, "the shape of the result")                                      \
    X(A, F64, low, 0.0, "the lower bound, which may occur")                                        \
    X(A, F64, high, 1.0, "the upper bound, which does not")                                        \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "where the result is to lie")
WR_ATTRS(uniform, UNIFORM_ATTRS);

static weir_status uniform_infer(weir_infer *c) {
    const uniform_attr *attr = c->attr;
    double width = attr->high - attr->low;
    if (!(width >= 0) || width - width != 0)
        return wr_refuse(c, "from %g to %g; wants finite bounds, the lower one first", attr->low,
                         attr->high);
    return random_infer(c, attr->shape, attr->dtype, attr->device);
}

static weir_status uniform_run(const weir_kernel *k) {
    const uniform_attr *attr = k->attr;
    const struct wr_random_simd *simd = wr_simd_of(k)->random;
    return fill_all(k, simd->uniform_f32, simd->uniform_f64, attr->low, attr->high);
}

WR_OP(uniform) = {
    .size = sizeof(weir_op_def),
    .name = "uniform",
    .summary = "Random numbers that are equally likely anywhere from low to high.",
    .inputs = "",
    .outputs = "y",
    .flags = WEIR_OP_RANDOM,
    .infer = uniform_infer,
    .run = uniform_run,
    WR_USE_ATTRS(uniform),
    .samples = "shape=[3,4]; shape=[1000] low=-2 high=5",
};
