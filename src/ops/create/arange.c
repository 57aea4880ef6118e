/* arange.c - arange and linspace: evenly spaced numbers.
 *
 * Element i is computed from i alone, in double or, for integers, in int64, because a running sum
 * would depend on how the work is split.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>

#include "ops/core/expression.h"
#include "ops/core/view.h"
#include "ops/create/create_cuda.h"

enum {
    PIECE = WR_SIZE(65536, 16), /* number of elements in a piece of parallel work */
    /* number of elements computed at a time, before they are cast to the dtype of the result */
    BLOCK = WR_SIZE(1024, 8),
};

typedef struct steps {
    const weir_kernel *k;
    double start, step;
    int64_t whole_start, whole_step;
    int64_t last; /* index of the element that is set to `end`, or -1 */
    double end;
} steps;

/* Compute integer elements [begin, end).  Complete blocks are computed even if fewer elements are
 * needed, because loops of constant length are vectorised. */
static weir_status integer_piece(void *arg, int64_t begin, int64_t end) {
    const steps *s = arg;
    int dtype = s->k->out[0].dtype;
    char *to = (char *)s->k->out[0].data + begin * (int64_t)wr_dtype_bytes(dtype);
    uint64_t block[BLOCK], step = (uint64_t)s->whole_step;
    for (int64_t i = begin; i < end; i += BLOCK) {
        int64_t n = end - i < BLOCK ? end - i : BLOCK;
        uint64_t first = (uint64_t)s->whole_start + (uint64_t)i * step;
        for (uint32_t j = 0; j < BLOCK; j++) block[j] = first + j * step;
        wr_simd_of(s->k)->cast->cast[WEIR_INT64][dtype](to, block, n);
        to += n * (int64_t)wr_dtype_bytes(dtype);
    }
    return WEIR_OK;
}

static weir_status real_piece(void *arg, int64_t begin, int64_t end) {
    const steps *s = arg;
    int dtype = s->k->out[0].dtype;
    char *to = (char *)s->k->out[0].data + begin * (int64_t)wr_dtype_bytes(dtype);
    double ramp[BLOCK], block[BLOCK], start = s->start, step = s->step;
    for (int j = 0; j < BLOCK; j++) ramp[j] = j;
    for (int64_t i = begin; i < end; i += BLOCK) {
        int32_t n = (int32_t)(end - i < BLOCK ? end - i : BLOCK);
        double first = (double)i;
        for (int j = 0; j < BLOCK; j++) block[j] = start + (first + ramp[j]) * step;
        if (s->last >= i && s->last < i + n) block[s->last - i] = s->end;
        wr_simd_of(s->k)->cast->cast[WEIR_FLOAT64][dtype](to, block, n);
        to += n * (int64_t)wr_dtype_bytes(dtype);
    }
    return WEIR_OK;
}

static weir_status need_finite(const weir_infer *c, const char *name, double value) {
    if (isfinite(value)) return WEIR_OK;
    return wr_refuse(c, "%s must be finite, got %g", name, value);
}

/* Return the largest finite number of a float dtype. */
static double largest(int dtype) {
    return dtype == WEIR_FLOAT16    ? 65504
           : dtype == WEIR_BFLOAT16 ? 0x1.fep127
           : dtype == WEIR_FLOAT32  ? FLT_MAX
                                    : DBL_MAX;
}

/* Fail if an element of the sequence is out of the range of the dtype.  Only the first and the last
 * are checked, because the others lie between them. */
static weir_status need_range(const weir_infer *c, double first, double last, int dtype) {
    const double ends[2] = {first, last};
    for (int i = 0; i < 2; i++) {
        WR_TRY(wr_need_held(c, ends[i], dtype));
        if (wr_dtype_kind_of(dtype) == WR_KIND_FLOAT && fabs(ends[i]) > largest(dtype))
            return wr_refuse_as(c, WEIR_ERANGE, "%.15g is out of range for %s (maximum %g)",
                                ends[i], wr_dtypes[dtype].name, largest(dtype));
    }
    return WEIR_OK;
}

/* ---- arange ---------------------------------------------------------------------------------- */

#define ARANGE_ATTRS(X, A)                                                                         \
    X(A, F64, start, WEIR_REQUIRED, "first number", "> -inf, < inf")                               \
    X(A, F64, stop, NAN, "end of the range, exclusive; none: count from 0 to start",               \
      "> -inf, < inf")                                                                             \
    X(A, F64, step, 1.0, "difference between consecutive numbers", "> -inf, < inf")                \
    X(A, DTYPE, dtype, 0,                                                                          \
      "dtype of the result; default: int64 for integers, else the default float")                  \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(arange, ARANGE_ATTRS);

/* Return whether x is an integer of magnitude at most 2^53.  Doubles cannot represent all larger
 * integers. */
static bool is_integer(double x) { return x == floor(x) && fabs(x) <= 0x1p53; }

static void bounds(const arange_attr *attr, double *start, double *stop) {
    bool alone = isnan(attr->stop);
    *start = alone ? 0 : attr->start;
    *stop = alone ? attr->start : attr->stop;
}

static weir_status arange_dtype(const weir_infer *c, bool whole, int *dtype) {
    const arange_attr *attr = c->attr;
    WR_TRY(wr_need_dtype(c, attr->dtype, whole ? WEIR_INT64 : wr_default_dtype(), dtype));
    int kind = wr_dtype_kind_of(*dtype);
    if (kind != WR_KIND_INT && kind != WR_KIND_FLOAT)
        return wr_refuse(c, "the dtype must be an integer or float dtype, not %s",
                         wr_dtypes[*dtype].name);
    if (kind == WR_KIND_INT && !whole)
        return wr_refuse(
            c, "step=%g from start=%g gives values that are not integers, but dtype is %s",
            attr->step, attr->start, wr_dtypes[*dtype].name);
    return WEIR_OK;
}

static weir_status arange_infer(weir_infer *c) {
    const arange_attr *attr = c->attr;
    double start, stop;
    int dtype;
    bounds(attr, &start, &stop);
    WR_TRY(need_finite(c, "start", start));
    WR_TRY(need_finite(c, "stop", stop));
    WR_TRY(need_finite(c, "step", attr->step));
    if (attr->step == 0) return wr_refuse(c, "step must not be 0");
    bool whole = is_integer(start) && is_integer(stop) && is_integer(attr->step);
    WR_TRY(arange_dtype(c, whole, &dtype));
    double count = ceil((stop - start) / attr->step);
    if (count > 0x1p53)
        return wr_refuse(c, "the range from %g to %g with step %g has too many elements", start,
                         stop, attr->step);
    if (count > 0) WR_TRY(need_range(c, start, start + (count - 1) * attr->step, dtype));
    weir_meta *out = &c->out[0];
    out->ndim = 1;
    out->shape[0] = count > 0 ? (int64_t)count : 0;
    out->dtype = c->dtype = dtype;
    return wr_need_device(c, attr->device, out->device, &out->device);
}

static weir_status arange_run(const weir_kernel *k) {
    const arange_attr *attr = k->attr;
    double start, stop;
    bounds(attr, &start, &stop);
    steps s = {.k = k, .start = start, .step = attr->step, .last = -1};
    int64_t count = k->out[0].shape[0];
    if (wr_dtype_kind_of(k->dtype) == WR_KIND_FLOAT)
        return wr_split(k, count, PIECE, real_piece, &s);
    s.whole_start = (int64_t)start;
    s.whole_step = (int64_t)attr->step;
    return wr_split(k, count, PIECE, integer_piece, &s);
}

static weir_status arange_reference(const weir_kernel *k) {
    const arange_attr *attr = k->attr;
    double start, stop;
    bounds(attr, &start, &stop);
    for (int64_t i = 0; i < k->out[0].shape[0]; i++)
        wr_view_put(&k->out[0], i, start + (double)i * attr->step);
    return WEIR_OK;
}

weir_status wr_cuda_arange(wr_cuda_call *c) {
    const arange_attr *attr = c->k->attr;
    double start, stop;
    bounds(attr, &start, &stop);
    const wr_cuda_steps s = {.start = start,
                             .step = attr->step,
                             .last = -1,
                             .whole = wr_dtype_kind_of(c->k->dtype) != WR_KIND_FLOAT};
    return wr_cuda_write_steps(c, &s);
}

WR_OP(arange) = {
    .size = sizeof(weir_op_def),
    .name = "arange",
    .summary = "Evenly spaced numbers from start up to, but not including, stop.",
    .notes = "Integers are exact up to 2^53.  Numbers outside the range of the dtype are refused.",
    .inputs = "",
    .outputs = "y",
    .infer = arange_infer,
    .run = arange_run,
    .reference = arange_reference,
    WEIR_USE_ATTRS(arange),
    .samples = "start=5; start=2 stop=20 step=3; start=1 stop=-1 step=-0.25; "
               "start=0 stop=7 dtype=float16; start=9 stop=2",
};

/* ---- linspace -------------------------------------------------------------------------------- */

#define LINSPACE_ATTRS(X, A)                                                                       \
    X(A, F64, start, WEIR_REQUIRED, "first number", "> -inf, < inf")                               \
    X(A, F64, stop, WEIR_REQUIRED, "last number, or the end of the range", "> -inf, < inf")        \
    X(A, I64, num, 50, "number of elements", ">= 0")                                               \
    X(A, BOOL, endpoint, 1, "include stop as the last number")                                     \
    X(A, DTYPE, dtype, 0, "a float dtype")                                                         \
    X(A, DEVICE, device, -1, "device of the result")
WEIR_ATTRS(linspace, LINSPACE_ATTRS);

static weir_status linspace_infer(weir_infer *c) {
    const linspace_attr *attr = c->attr;
    int dtype;
    WR_TRY(need_finite(c, "start", attr->start));
    WR_TRY(need_finite(c, "stop", attr->stop));
    if (attr->num < 0)
        return wr_refuse(c, "num must be at least 0, got %lld", (long long)attr->num);
    WR_TRY(wr_need_dtype(c, attr->dtype, wr_default_dtype(), &dtype));
    if (wr_dtype_kind_of(dtype) != WR_KIND_FLOAT)
        return wr_refuse(c, "the dtype must be a float dtype, not %s", wr_dtypes[dtype].name);
    if (attr->num > 0)
        WR_TRY(need_range(c, attr->start, attr->num > 1 ? attr->stop : attr->start, dtype));
    weir_meta *out = &c->out[0];
    out->ndim = 1;
    out->shape[0] = attr->num;
    out->dtype = c->dtype = dtype;
    return wr_need_device(c, attr->device, out->device, &out->device);
}

static double linspace_step(const linspace_attr *attr) {
    int64_t gaps = attr->endpoint ? attr->num - 1 : attr->num;
    /* Halve stop and start before subtracting, because stop - start may overflow. */
    return gaps > 0 ? 2 * ((attr->stop / 2 - attr->start / 2) / (double)gaps) : 0;
}

static weir_status linspace_run(const weir_kernel *k) {
    const linspace_attr *attr = k->attr;
    steps s = {.k = k, .start = attr->start, .step = linspace_step(attr), .end = attr->stop};
    s.last = attr->endpoint && attr->num > 1 ? attr->num - 1 : -1;
    return wr_split(k, attr->num, PIECE, real_piece, &s);
}

static weir_status linspace_reference(const weir_kernel *k) {
    const linspace_attr *attr = k->attr;
    double step = linspace_step(attr);
    for (int64_t i = 0; i < attr->num; i++)
        wr_view_put(&k->out[0], i, attr->start + (double)i * step);
    return WEIR_OK;
}

weir_status wr_cuda_linspace(wr_cuda_call *c) {
    const linspace_attr *attr = c->k->attr;
    const wr_cuda_steps s = {.start = attr->start,
                             .step = linspace_step(attr),
                             .end = attr->stop,
                             .last = attr->endpoint && attr->num > 1 ? attr->num - 1 : -1};
    return wr_cuda_write_steps(c, &s);
}

WR_OP(linspace) = {
    .size = sizeof(weir_op_def),
    .name = "linspace",
    .summary = "A given number of evenly spaced numbers from start to stop.",
    .inputs = "",
    .outputs = "y",
    .infer = linspace_infer,
    .run = linspace_run,
    .reference = linspace_reference,
    WEIR_USE_ATTRS(linspace),
    .samples = "start=-1 stop=2 num=7; start=0 stop=1 num=5 endpoint=0; start=0 stop=1 num=1; "
               "start=0 stop=1 num=0; start=0 stop=1 num=9 dtype=float64",
};
