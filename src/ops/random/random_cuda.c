/* random_cuda.c - random arrays on a CUDA device whose elements take a fixed number of random bits,
 * dropout, permutations.
 *
 * Integers, dropped elements and permutations are those of the CPU; floats may differ in their last
 * bits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum { THREADS = 256 };

/* random.cu has the same numbers. */
typedef enum kind {
    UNIFORM32,
    UNIFORM64,
    NORMAL32,
    NORMAL64,
    EXPONENTIAL32,
    EXPONENTIAL64,
    INTEGERS,
    WIDE_INTEGERS,
    KEEP,
} kind;

/* The arguments of the kernel `fill`; random.cu has the same struct. */
typedef struct fill_args {
    wr_cuda_guard guard;
    void *out;
    uint64_t count, seed, call;
    float a32, b32, top32;
    uint32_t limit, one, aligned;
    double a64, b64, top64;
    uint64_t low, range;
    const void *from;
    void *mask;
    uint64_t value[2];
} fill_args;

typedef struct fill_variant {
    kind kind;
    int dtype;
} fill_variant;

static void write_fill(wr_cuda_text *to, const void *ctx) {
    const fill_variant *v = ctx;
    const char *computed = v->dtype == WEIR_FLOAT64      ? "f64"
                           : v->dtype == WEIR_COMPLEX64  ? "c64"
                           : v->dtype == WEIR_COMPLEX128 ? "c128"
                                                         : "f32";
    wr_cuda_write(to, "typedef %s T;\ntypedef %s C;\n#define KIND %d\n%s%s%s",
                  wr_cuda_dtype(v->dtype), computed, v->kind, wr_text_philox, wr_text_variates,
                  wr_text_random);
}

static weir_status fill(wr_cuda_call *c, kind which, fill_args *a) {
    const weir_view *out = &c->k->out[0];
    static const int parts[] = {[UNIFORM32] = 4, [UNIFORM64] = 2,     [NORMAL32] = 4,
                                [NORMAL64] = 2,  [EXPONENTIAL32] = 4, [EXPONENTIAL64] = 2,
                                [INTEGERS] = 2,  [WIDE_INTEGERS] = 1, [KEEP] = 4};
    fill_variant v = {which, out->dtype};
    wr_cuda_source source = {.family = "random",
                             .variant = (uint64_t)which << 8 | (uint64_t)out->dtype,
                             .write = write_fill,
                             .ctx = &v};
    a->guard = c->guard;
    a->out = out->data;
    a->count = (uint64_t)wr_view_count(out);
    a->seed = c->k->seed;
    a->call = c->k->call;
    size_t size = wr_dtype_bytes(out->dtype), vec = size < 4 ? 8 : 16 / size; /* as in random.cu */
    uintptr_t any = (uintptr_t)out->data | (uintptr_t)a->from | (uintptr_t)a->mask;
    a->aligned = any % 16 == 0;
    uint64_t threads = (a->count / (uint64_t)parts[which] + 16) / vec + 16;
    return wr_cuda_launch(c, &source, "fill", wr_cuda_blocks(c, threads, THREADS), THREADS, a);
}

static bool is_wide(const wr_cuda_call *c) { return c->k->out[0].dtype == WEIR_FLOAT64; }

weir_status wr_cuda_uniform(wr_cuda_call *c) {
    double low = wr_attr_f64(c->k, "low"), high = wr_attr_f64(c->k, "high");
    float a = (float)low, b = (float)high;
    fill_args f = {.a32 = a, .b32 = b - a, .top32 = nextafterf(b, a)};
    f.a64 = low, f.b64 = high - low, f.top64 = nextafter(high, low);
    return fill(c, is_wide(c) ? UNIFORM64 : UNIFORM32, &f);
}

weir_status wr_cuda_normal(wr_cuda_call *c) {
    fill_args f = {.a64 = wr_attr_f64(c->k, "mean"), .b64 = wr_attr_f64(c->k, "std")};
    f.a32 = (float)f.a64, f.b32 = (float)f.b64;
    return fill(c, is_wide(c) ? NORMAL64 : NORMAL32, &f);
}

weir_status wr_cuda_exponential(wr_cuda_call *c) {
    fill_args f = {.a64 = wr_attr_f64(c->k, "scale")};
    f.a32 = (float)f.a64;
    return fill(c, is_wide(c) ? EXPONENTIAL64 : EXPONENTIAL32, &f);
}

weir_status wr_cuda_integers(wr_cuda_call *c) {
    int64_t low = wr_attr_i64(c->k, "low"), high = wr_attr_i64(c->k, "high");
    fill_args f = {.low = (uint64_t)low, .range = (uint64_t)high - (uint64_t)low};
    bool wide = f.range == 0 || f.range >> 32 != 0;
    return fill(c, wide ? WIDE_INTEGERS : INTEGERS, &f);
}

weir_status wr_cuda_dropout(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    double p = wr_attr_f64(k, "p"), keep = 1 - p;
    uint64_t ones = keep > 0 ? (uint64_t)((keep < 1 ? keep : 1) * 0x1p32 + 0.5) : 0;
    fill_args f = {.limit = (uint32_t)(ones - 1),
                   .one = ones != 0,
                   .b64 = p < 1 ? 1 / keep : 0,
                   .mask = k->out[1].data};
    if (c->scalars & 1)
        memcpy(f.value, x->data, wr_dtype_bytes(x->dtype));
    else
        f.from = x->data;
    return fill(c, KEEP, &f);
}

/* ---- Permutations ---------------------------------------------------------------------------- */

typedef struct permutation_args {
    wr_cuda_guard guard;
    void *out;
    uint64_t count, seed, call;
} permutation_args;

typedef struct shuffle_args {
    wr_cuda_guard guard;
    const void *from;
    void *to;
    const void *order;
    uint64_t count, n, inner, size;
} shuffle_args;

static void write_permutation(wr_cuda_text *to, const void *ctx) {
    const int *dtype = ctx;
    wr_cuda_write(to, "typedef %s T;\n%s%s", wr_cuda_dtype(*dtype), wr_text_philox,
                  wr_text_permutation);
}

static weir_status permute(wr_cuda_call *c, const weir_view *out, const wr_cuda_guard *guard) {
    int dtype = out->dtype;
    wr_cuda_source source = {.family = "permutation",
                             .variant = (uint64_t)dtype,
                             .write = write_permutation,
                             .ctx = &dtype};
    permutation_args a = {*guard, out->data, (uint64_t)wr_view_count(out), c->k->seed, c->k->call};
    return wr_cuda_launch(c, &source, "permutation", 1, THREADS, &a);
}

weir_status wr_cuda_permutation(wr_cuda_call *c) { return permute(c, &c->k->out[0], &c->guard); }

weir_status wr_cuda_shuffle(wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0];
    int axis = 0, dtype = WEIR_INT64;
    wr_cuda_source source = {.family = "permutation",
                             .variant = (uint64_t)dtype,
                             .write = write_permutation,
                             .ctx = &dtype};
    wr_axis(wr_attr_i64(k, "axis"), x->ndim, &axis);
    shuffle_args a = {.guard = c->guard,
                      .from = x->data,
                      .to = k->out[0].data,
                      .order = k->out[1].data,
                      .count = (uint64_t)wr_view_count(x),
                      .n = (uint64_t)x->shape[axis],
                      .inner = 1,
                      .size = wr_dtype_bytes(x->dtype)};
    for (int i = axis + 1; i < x->ndim; i++) a.inner *= (uint64_t)x->shape[i];
    WR_TRY(permute(c, &k->out[1], &c->test));
    return wr_cuda_launch(c, &source, "shuffle", wr_cuda_blocks(c, a.count, THREADS), THREADS, &a);
}
