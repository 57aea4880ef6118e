/* ops_weir.c - the operator cases in Weir, from C; peers/ops_protocol.py describes the protocol.
 *
 * Operators are found by name and called with weir_op_call, as a front end does, so that a case
 * whose operator does not exist answers {"missing": true}. The tiny cases, which measure the call
 * itself, use the typed function.  A repetition ends when weir_array_wait has returned for every
 * result.
 *
 * `limit.add.16m` is not an operator but the limit of the memory: two threads run a simple loop
 * that reads two arrays and writes a third with non-temporal stores, over resident pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <weir/weir.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    M16 = 16 << 20,
    SIDE = 4096,
    PRODUCTS = 8,
    LSTM_UNITS = 128,
    CHAIN = 2000,
    TINY = 100000,
    CALLS_MAX = 3,
    SETTINGS_MAX = 3,
    INPUTS_MAX = 2 * PRODUCTS + 2,
    ATTR_BYTES_MAX = 512
};

/* An operator with its attributes, ready to be called. */
typedef struct call {
    const weir_op *op;
    int64_t list[8]; /* what lists among the attributes point to */
    int64_t listed;  /* how many of them do */
    _Alignas(16) unsigned char attr[ATTR_BYTES_MAX];
} call;

/* The state of the current case.  After a failure nothing more is issued, and the first message is
 * kept. */
typedef struct state {
    weir_runtime *rt;
    call call[CALLS_MAX];
    weir_array *in[INPUTS_MAX];
    weir_array *out[PRODUCTS + 1];
    int out_count;
    float *memory[3]; /* of limit.add */
    int failed;
    char why[256];
} state;

typedef struct shape {
    int32_t ndim;
    int64_t dim[4];
} shape;

/* Numbers for an attribute. */
typedef struct setting {
    const char *name;
    int64_t count;
    double values[2];
} setting;

typedef struct ops_case {
    const char *name;
    const char *needs[CALLS_MAX]; /* operators, in the order of state.call */
    void (*make)(state *s, const struct ops_case *c);
    void (*run)(state *s);
    shape left, right; /* of the inputs */
    weir_dtype dtype;
    double low, high; /* of the inputs' values */
    int random;       /* the probe is mean and standard deviation */
    int axis;         /* for those that have one */
    shape third;
    setting set[SETTINGS_MAX];
} ops_case;

/* ---- Calling operators ---------------------------------------------------------------------- */

static void fail(state *s, const char *why) {
    if (!s->failed) snprintf(s->why, sizeof s->why, "%s", why);
    s->failed = 1;
}

static void check(state *s, weir_status status) {
    if (status != WEIR_OK) fail(s, weir_error());
}

static size_t attr_bytes(const state *s, int which) {
    return weir_op_describe(s->call[which].op)->attr_size;
}

static weir_array *apply(state *s, int which, weir_array *const *in, uint32_t count) {
    weir_array *out = NULL;
    if (s->failed) return NULL;
    check(s, weir_op_call(s->rt, s->call[which].op, in, count, s->call[which].attr,
                          attr_bytes(s, which), &out, NULL));
    return out;
}

static weir_array *apply1(state *s, int which, weir_array *x) { return apply(s, which, &x, 1); }

static weir_array *apply2(state *s, int which, weir_array *x, weir_array *y) {
    weir_array *in[2] = {x, y};
    return apply(s, which, in, 2);
}

static void give(state *s, weir_array *result) { s->out[s->out_count++] = result; }

/* Wait for every result. */
static void finish(state *s) {
    for (int k = 0; k < s->out_count && !s->failed; k++) check(s, weir_array_wait(s->out[k]));
}

static void release_results(state *s) {
    for (int k = 0; k < s->out_count; k++) weir_array_release(s->out[k]);
    s->out_count = 0;
}

static void store(const weir_attr *attr, call *c, const double *values, int64_t count) {
    unsigned char *at = c->attr + attr->offset;
    int64_t integer = (int64_t)values[0];
    int32_t small = (int32_t)integer;
    switch (attr->type) {
    case WEIR_ATTR_I64: memcpy(at, &integer, sizeof integer); break;
    case WEIR_ATTR_F64: memcpy(at, values, sizeof *values); break;
    case WEIR_ATTR_I64S:
        memcpy(at, &(weir_i64s){c->list + c->listed, count}, sizeof(weir_i64s));
        for (int64_t k = 0; k < count; k++) c->list[c->listed++] = (int64_t)values[k];
        break;
    default: memcpy(at, &small, sizeof small); break; /* bool, dtype, device */
    }
}

/* Set an attribute of any type; 0: the operator has none with this name. */
static int set(state *s, int which, const char *name, const double *values, int64_t count) {
    call *c = &s->call[which];
    const weir_op_def *def = weir_op_describe(c->op);
    for (uint32_t k = 0; k < def->attr_count; k++) {
        if (strcmp(def->attrs[k].name, name)) continue;
        store(&def->attrs[k], c, values, count);
        return 1;
    }
    return 0;
}

static void must_set(state *s, int which, const char *name, const double *values, int64_t count) {
    if (!set(s, which, name, values, count))
        fail(s, "the operator has no attribute that the case sets");
}

/* Look up the operators of a case; 0: one is missing. */
static int resolve(state *s, const ops_case *of) {
    for (int k = 0; k < CALLS_MAX && of->needs[k]; k++) {
        call *c = &s->call[k];
        c->op = weir_op_find(of->needs[k]);
        if (!c->op || weir_op_describe(c->op)->attr_size > ATTR_BYTES_MAX) return 0;
        check(s, weir_attr_init(c->op, c->attr, sizeof c->attr));
    }
    return 1;
}

/* ---- Inputs: the same numbers as in ops_protocol.py ----------------------------------------- */

static double ramp_at(uint32_t index, uint32_t seed, double low, double high) {
    return (double)((index * 40503u + seed * 9973u) & 65535u) * ((high - low) / 65536) + low;
}

static weir_array *ramp(state *s, const shape *sh, weir_dtype dtype, uint32_t seed, double low,
                        double high) {
    size_t count = 1, bytes = weir_dtype_bytes(dtype);
    for (int32_t k = 0; k < sh->ndim; k++) count *= (size_t)sh->dim[k];
    void *data = bench_alloc(count, bytes);
    for (size_t k = 0; k < count; k++) {
        double value = ramp_at((uint32_t)k, seed, low, high);
        if (dtype == WEIR_FLOAT64)
            ((double *)data)[k] = value;
        else
            ((float *)data)[k] = (float)value;
    }
    weir_array *out = NULL;
    if (!s->failed) check(s, weir_array_new(s->rt, dtype, sh->dim, sh->ndim, data, &out));
    free(data);
    return out;
}

/* One, two or three inputs, as the case has shapes; a third is like the first. */
static void make_inputs(state *s, const ops_case *c, int count) {
    for (int k = 0; k < count; k++)
        s->in[k] =
            ramp(s, k == 1 ? &c->right : &c->left, c->dtype, (uint32_t)k + 1, c->low, c->high);
}

static void make_one(state *s, const ops_case *c) { make_inputs(s, c, 1); }

static void make_two(state *s, const ops_case *c) { make_inputs(s, c, 2); }

static void make_three(state *s, const ops_case *c) { make_inputs(s, c, 3); }

static void make_with_axis(state *s, const ops_case *c) {
    double axis = c->axis;
    make_inputs(s, c, 1);
    if (!set(s, 0, "axis", &axis, 1)) must_set(s, 0, "axes", &axis, 1);
}

/* Twice as large; the mode is a text, which `set` does not know. */
static void make_bilinear(state *s, const ops_case *c) {
    static const char *const mode = "bilinear";
    const weir_op_def *def = weir_op_describe(s->call[0].op);
    make_inputs(s, c, 1);
    must_set(s, 0, "scale_factor", (double[]){2}, 1);
    for (uint32_t k = 0; k < def->attr_count; k++)
        if (strcmp(def->attrs[k].name, "mode") == 0)
            memcpy(s->call[0].attr + def->attrs[k].offset, &mode, sizeof mode);
}

static void make_unfold(state *s, const ops_case *c) {
    make_inputs(s, c, 1);
    must_set(s, 0, "kernel_size", (double[]){3}, 1);
}

static void make_transpose(state *s, const ops_case *c) {
    make_inputs(s, c, 1);
    must_set(s, 0, "axes", (double[]){1, 0}, 2);
    if (!s->failed) check(s, weir_number_f64(s->rt, 1, &s->in[1]));
}

static void make_cast(state *s, const ops_case *c) {
    double dtype = WEIR_FLOAT16;
    make_inputs(s, c, 1);
    must_set(s, 0, "dtype", &dtype, 1);
}

static void make_normal(state *s, const ops_case *c) {
    double dims[3];
    for (int32_t k = 0; k < c->left.ndim; k++) dims[k] = (double)c->left.dim[k];
    must_set(s, 0, "shape", dims, c->left.ndim);
}

/* Complex numbers, transformed along the last axis. */
static void make_fft(state *s, const ops_case *c) {
    double axis = -1;
    weir_array *real = NULL;
    make_inputs(s, c, 1);
    must_set(s, 0, "axes", &axis, 1);
    if (s->failed) return;
    real = s->in[0];
    s->in[0] = NULL;
    check(s, weir_astype(real, WEIR_COMPLEX64, &s->in[0]));
    weir_array_release(real);
}

/* A matrix with a strong diagonal, and a right-hand side. */
static void make_system(state *s, const ops_case *c) {
    weir_array *eye = NULL, *strong = NULL, *eight = NULL, *a = NULL;
    make_inputs(s, c, c->right.ndim > 0 ? 2 : 1);
    if (s->failed) return;
    weir_eye_options like = WEIR_EYE_OPTIONS;
    like.n_cols = c->left.dim[1];
    like.dtype = c->dtype;
    check(s, weir_eye(s->rt, c->left.dim[0], &like, &eye));
    check(s, weir_number_f64(s->rt, 8, &eight));
    if (!s->failed) check(s, weir_multiply(eye, eight, &strong));
    if (!s->failed) check(s, weir_add(s->in[0], strong, &a));
    weir_array_release(s->in[0]);
    s->in[0] = a;
    weir_array_release(eye);
    weir_array_release(eight);
    weir_array_release(strong);
}

static void make_take(state *s, const ops_case *c) {
    int64_t count = 1 << 20, *index = bench_alloc((size_t)count, sizeof *index);
    make_inputs(s, c, 1);
    for (int64_t k = 0; k < count; k++) index[k] = k * 7919 % M16;
    if (!s->failed) check(s, weir_array_new(s->rt, WEIR_INT64, &count, 1, index, &s->in[1]));
    free(index);
}

/* 2^20 different numbers in no order. */
static void make_shuffled(state *s, const ops_case *c) {
    enum { COUNT = 1 << 20 };
    const int64_t count = COUNT;
    float *x = bench_alloc(COUNT, sizeof *x);
    for (uint32_t k = 0; k < COUNT; k++) {
        uint32_t y = k * 7919u % COUNT;
        y = (y ^ y >> 7) * 40503u % COUNT;
        x[k] = (float)(y ^ y >> 9);
    }
    if (!s->failed) check(s, weir_array_new(s->rt, WEIR_FLOAT32, &count, 1, x, &s->in[0]));
    free(x);
    (void)c;
}

/* 1000 x 1000 of them. */
static void make_rows(state *s, const ops_case *c) {
    float *x = bench_alloc(1 << 20, sizeof *x);
    make_shuffled(s, c);
    if (!s->failed) check(s, weir_array_read(s->in[0], x, (size_t)(1 << 20) * sizeof *x));
    weir_array_release(s->in[0]);
    s->in[0] = NULL;
    if (!s->failed) check(s, weir_array_new(s->rt, WEIR_FLOAT32, c->left.dim, 2, x, &s->in[0]));
    free(x);
}

/* 500 x 500 of them between -1 and 1, in double precision. */
static void make_matrix(state *s, const ops_case *c) {
    enum { COUNT = 1 << 20, ROWS = 500 };
    const int64_t sides[2] = {ROWS, ROWS};
    float *x = bench_alloc(COUNT, sizeof *x);
    double *wide = bench_alloc(ROWS * ROWS, sizeof *wide);
    make_shuffled(s, c);
    if (!s->failed) check(s, weir_array_read(s->in[0], x, COUNT * sizeof *x));
    for (int k = 0; k < ROWS * ROWS; k++) wide[k] = (double)x[k] / (COUNT / 2) - 1;
    weir_array_release(s->in[0]);
    s->in[0] = NULL;
    if (!s->failed) check(s, weir_array_new(s->rt, WEIR_FLOAT64, sides, 2, wide, &s->in[0]));
    free(x);
    free(wide);
}

static void make_topk(state *s, const ops_case *c) {
    make_shuffled(s, c);
    must_set(s, 0, "k", (double[]){100}, 1);
}

/* Queries, keys, values and a gradient of the result. */
static void make_attention(state *s, const ops_case *c) {
    double causal = c->axis;
    for (int k = 0; k < 4; k++)
        s->in[k] = ramp(s, &c->left, c->dtype, (uint32_t)k + 1, c->low, c->high);
    must_set(s, 0, "is_causal", &causal, 1);
}

/* All inputs that the case has shapes for, and its settings. */
static void make_layer(state *s, const ops_case *c) {
    const shape *shapes[3] = {&c->left, &c->right, &c->third};
    for (int k = 0; k < 3 && shapes[k]->ndim > 0; k++)
        s->in[k] = ramp(s, shapes[k], c->dtype, (uint32_t)k + 1, c->low, c->high);
    for (int k = 0; k < SETTINGS_MAX && c->set[k].name; k++)
        must_set(s, 0, c->set[k].name, c->set[k].values, c->set[k].count);
}

/* x, the weights and biases of an LSTM of LSTM_UNITS, and a gradient of its result. */
static void make_lstm(state *s, const ops_case *c) {
    const shape shapes[] = {c->left,
                            {2, {4 * LSTM_UNITS, c->left.dim[2]}},
                            {2, {4 * LSTM_UNITS, LSTM_UNITS}},
                            {1, {4 * LSTM_UNITS}},
                            {1, {4 * LSTM_UNITS}},
                            {3, {c->left.dim[0], c->left.dim[1], LSTM_UNITS}}};
    for (int k = 0; k < 6; k++) {
        double size = k == 0 || k == 5 ? 1 : 0.125;
        s->in[k] = ramp(s, &shapes[k], c->dtype, (uint32_t)k + 1, -size, size);
    }
}

static void make_mixed(state *s, const ops_case *c) {
    for (int k = 0; k < 2 * PRODUCTS; k++)
        s->in[k] = ramp(s, &c->left, c->dtype, (uint32_t)k, c->low, c->high);
    s->in[2 * PRODUCTS] = ramp(s, &c->right, c->dtype, 99, c->low, c->high);
    if (!s->failed) check(s, weir_number_f64(s->rt, 1, &s->in[2 * PRODUCTS + 1]));
}

/* ---- Timed functions ------------------------------------------------------------------------ */

static void run_unary(state *s) { give(s, apply1(s, 0, s->in[0])); }

static void run_binary(state *s) { give(s, apply2(s, 0, s->in[0], s->in[1])); }

/* The first of two results. */
static void run_first(state *s) {
    weir_array *out[2] = {NULL, NULL};
    uint32_t count = 2;
    if (s->failed) return;
    check(s, weir_op_call(s->rt, s->call[0].op, s->in, 1, s->call[0].attr, attr_bytes(s, 0), out,
                          &count));
    give(s, out[0]);
    weir_array_release(out[1]);
}

static void attend(state *s, weir_array **out) {
    uint32_t count = 2;
    if (s->failed) return;
    check(s, weir_op_call(s->rt, s->call[0].op, s->in, 3, s->call[0].attr, attr_bytes(s, 0), out,
                          &count));
}

static void run_attention(state *s) {
    weir_array *out[2] = {NULL, NULL};
    attend(s, out);
    give(s, out[0]);
    weir_array_release(out[1]);
}

static void run_attention_grad(state *s) {
    weir_array *out[2] = {NULL, NULL}, *grad[3] = {NULL, NULL, NULL};
    weir_array *const dy[2] = {s->in[3], NULL};
    attend(s, out);
    if (!s->failed)
        check(s, weir_op_vjp(s->rt, s->call[0].op, s->in, 3, s->call[0].attr, attr_bytes(s, 0), out,
                             2, dy, NULL, grad));
    for (int k = 0; k < 3; k++) give(s, grad[k]);
    for (int k = 0; k < 2; k++) weir_array_release(out[k]);
}

/* The inputs that are there, and all results: the first of them last, for the probe. */
static void run_layer(state *s) {
    weir_array *out[3] = {NULL, NULL, NULL};
    uint32_t inputs = 0, count = 3;
    if (s->failed) return;
    while (s->in[inputs]) inputs++;
    check(s, weir_op_call(s->rt, s->call[0].op, s->in, inputs, s->call[0].attr, attr_bytes(s, 0),
                          out, &count));
    for (uint32_t k = count; k > 0 && !s->failed; k--) give(s, out[k - 1]);
}

static void run_svd(state *s) {
    weir_array *out[3] = {NULL, NULL, NULL};
    uint32_t count = 3;
    if (s->failed) return;
    check(s, weir_op_call(s->rt, s->call[0].op, s->in, 1, s->call[0].attr, attr_bytes(s, 0), out,
                          &count));
    give(s, out[1]);
    weir_array_release(out[0]);
    weir_array_release(out[2]);
}

/* The states of all steps are out[0], what the gradient needs is out[3]. */
static void lstm(state *s, weir_array *out[4]) {
    uint32_t count = 4;
    if (!s->failed)
        check(s, weir_op_call(s->rt, s->call[0].op, s->in, 5, s->call[0].attr, attr_bytes(s, 0),
                              out, &count));
}

static void run_lstm(state *s) {
    weir_array *out[4] = {NULL};
    lstm(s, out);
    give(s, out[0]);
    for (int k = 1; k < 4; k++) weir_array_release(out[k]);
}

/* Forwards and backwards, to everything it took. */
static void run_lstm_both(state *s) {
    weir_array *out[4] = {NULL}, *grad[6] = {NULL};
    uint32_t count = 6;
    lstm(s, out);
    weir_array *in[] = {s->in[0], s->in[1], s->in[2], out[0], out[3], NULL, NULL, NULL, s->in[5]};
    if (!s->failed)
        check(s, weir_op_call(s->rt, s->call[1].op, in, 9, s->call[1].attr, attr_bytes(s, 1), grad,
                              &count));
    for (int k = 0; k < 4; k++) weir_array_release(out[k]);
    for (int k = 5; k > 0; k--) weir_array_release(grad[k]);
    give(s, grad[0]);
}

static void run_source(state *s) { give(s, apply(s, 0, NULL, 0)); }

/* x.T + 1 */
static void run_transpose_add(state *s) {
    weir_array *turned = apply1(s, 0, s->in[0]);
    give(s, apply2(s, 1, turned, s->in[1]));
    weir_array_release(turned);
}

/* relu(a * b + c) */
static void run_relu_muladd(state *s) {
    weir_array *product = apply2(s, 0, s->in[0], s->in[1]);
    weir_array *sum = apply2(s, 1, product, s->in[2]);
    give(s, apply1(s, 2, sum));
    weir_array_release(product);
    weir_array_release(sum);
}

/* Ten times: a matrix of random numbers, and its product with itself.  The last one is kept. */
static void run_normal_dot(state *s) {
    weir_array *product = NULL;
    for (int k = 0; k < 10; k++) {
        weir_array *a = apply(s, 0, NULL, 0);
        weir_array_release(product);
        product = apply2(s, 1, a, a);
        weir_array_release(a);
    }
    give(s, product);
}

/* Independent products, beside a chain in which each step depends on the previous one. */
static void run_mixed(state *s) {
    for (int k = 0; k < PRODUCTS; k++) give(s, apply2(s, 0, s->in[2 * k], s->in[2 * k + 1]));
    weir_array *x = weir_array_retain(s->in[2 * PRODUCTS]);
    for (int k = 0; k < CHAIN; k++) {
        weir_array *next = apply2(s, 1, x, s->in[2 * PRODUCTS + 1]);
        weir_array_release(x);
        x = next;
    }
    give(s, x);
}

/* a + b through the typed function, as one writes it in C. */
static weir_array *tiny(state *s) {
    weir_array *y = NULL;
    if (!s->failed) check(s, weir_add(s->in[0], s->in[1], &y));
    return y;
}

static void run_tiny_stream(state *s) {
    weir_array *y = NULL;
    for (int k = 0; k < TINY; k++) {
        weir_array_release(y);
        y = tiny(s);
    }
    give(s, y);
}

static void run_tiny_wait(state *s) {
    weir_array *y = NULL;
    for (int k = 0; k < TINY; k++) {
        weir_array_release(y);
        y = tiny(s);
        if (!s->failed) check(s, weir_array_wait(y));
    }
    give(s, y);
}

/* ---- The streaming limit -------------------------------------------------------------------- */

typedef struct part {
    const float *a, *b;
    float *y;
    size_t count; /* a multiple of 16 */
} part;

static void *stream(void *arg) {
    const part *p = arg;
#if defined(__SSE2__)
    for (size_t k = 0; k < p->count; k += 16)
        for (size_t m = k; m < k + 16; m += 4)
            _mm_stream_ps(p->y + m, _mm_add_ps(_mm_load_ps(p->a + m), _mm_load_ps(p->b + m)));
    _mm_sfence();
#else
    for (size_t k = 0; k < p->count; k++) p->y[k] = p->a[k] + p->b[k];
#endif
    return NULL;
}

static void make_limit(state *s, const ops_case *c) {
    size_t bytes = M16 * sizeof(float);
    for (int k = 0; k < 3; k++) {
        s->memory[k] = aligned_alloc((size_t)2 << 20, bytes);
        if (!s->memory[k]) bench_die("no memory for %zu bytes", bytes);
        madvise(s->memory[k], bytes, MADV_HUGEPAGE);
        for (size_t i = 0; i < M16; i++)
            s->memory[k][i] = (float)ramp_at((uint32_t)i, (uint32_t)k + 1, c->low, c->high);
    }
}

static void run_limit(state *s) {
    size_t half = M16 / 2;
    part first = {s->memory[0], s->memory[1], s->memory[2], half};
    part second = {s->memory[0] + half, s->memory[1] + half, s->memory[2] + half, half};
    pthread_t other;
    if (pthread_create(&other, NULL, stream, &second)) bench_die("no second thread");
    stream(&first);
    pthread_join(other, NULL);
}

/* ---- The cases ------------------------------------------------------------------------------ */

/* clang-format off */
#define ONE(n)         {1, {n}}
#define TWO(n, m)      {2, {n, m}}
#define THREE(l, n, m) {3, {l, n, m}}
#define FOUR(k, l, n, m) {4, {k, l, n, m}}
#define PLANES         {4, {8, 64, 56, 56}}
/* clang-format on */
#define VECTOR .left = ONE(M16), .right = ONE(M16), .dtype = WEIR_FLOAT32
#define SQUARE .left = TWO(SIDE, SIDE), .dtype = WEIR_FLOAT32
#define UNIT   .low = 0, .high = 1
#define WIDE   .low = -4, .high = 4
#define MATMUL(name, l, r, type)                                                                   \
    { "matmul." name, {"matmul"}, make_two, run_binary, .left = l, .right = r, .dtype = type, UNIT }
#define MATMULS(short, type)                                                                       \
    MATMUL("256." short, TWO(256, 256), TWO(256, 256), type),                                      \
        MATMUL("1024." short, TWO(1024, 1024), TWO(1024, 1024), type),                             \
        MATMUL("2048." short, TWO(2048, 2048), TWO(2048, 2048), type),                             \
        MATMUL("1024x512x2048." short, TWO(1024, 512), TWO(512, 2048), type),                      \
        MATMUL("1024x2048x512." short, TWO(1024, 2048), TWO(2048, 512), type),                     \
        MATMUL("64of64." short, THREE(64, 64, 64), THREE(64, 64, 64), type)

/* `axis` says whether later keys are hidden. */
#define ATTENTION(name, run, hides, ...)                                                           \
    {                                                                                              \
        name, {"scaled_dot_product_attention"}, make_attention, run,                               \
            .left = {4, {__VA_ARGS__}}, .dtype = WEIR_FLOAT32, .low = -2, .high = 2, .axis = hides \
    }
#define ATTENTIONS(size, ...)                                                                      \
    ATTENTION("attention." size, run_attention, 0, __VA_ARGS__),                                   \
        ATTENTION("attention_causal." size, run_attention, 1, __VA_ARGS__),                        \
        ATTENTION("attention_grad." size, run_attention_grad, 0, __VA_ARGS__),                     \
        ATTENTION("attention_causal_grad." size, run_attention_grad, 1, __VA_ARGS__)
/* A layer of a network, and what comes back through it.  x and y are shapes of images. */
#define LAYER(name, op, ...)                                                                       \
    { name, {op}, make_layer, run_layer, .dtype = WEIR_FLOAT32, .low = -1, .high = 1, __VA_ARGS__ }
#define CONV(name, x, y, w, side, entries, pad, parts)                                             \
    LAYER("conv." name, "conv", .left = x, .right = w,                                             \
          .set = {{"padding", 1, {pad}}, {"groups", 1, {parts}}}),                                 \
        LAYER("conv." name ".dx", "conv_input_grad", .left = y, .right = w,                        \
              .set = {{"size", 2, {side, side}}, {"padding", 1, {pad}}, {"groups", 1, {parts}}}),  \
        LAYER("conv." name ".dw", "conv_weight_grad", .left = x, .right = y,                       \
              .set = {                                                                             \
                  {"size", 2, {entries, entries}}, {"padding", 1, {pad}}, {"groups", 1, {parts}}})
#define MAX_POOL(name, x, y)                                                                       \
    LAYER("max_pool." name, "max_pool", .left = x, .set = {{"kernel_size", 1, {2}}}),              \
        LAYER("max_pool." name ".back", "max_pool_grad", .left = x, .right = y,                    \
              .set = {{"kernel_size", 1, {2}}})
#define NORM(op, name, x, w)                                                                       \
    LAYER(name, op, .left = x, .right = w, .third = w),                                            \
        LAYER(name ".back", op "_backward", .left = x, .right = x, .third = w)
#define LSTM(name, inputs)                                                                         \
    {"lstm." name,         {"lstm"}, make_lstm, run_lstm, .left = THREE(64, 32, inputs),           \
     .dtype = WEIR_FLOAT32},                                                                       \
    {                                                                                              \
        "lstm_both." name, {"lstm", "lstm_backward"}, make_lstm, run_lstm_both,                    \
            .left = THREE(64, 32, inputs), .dtype = WEIR_FLOAT32                                   \
    }

static const ops_case cases[] = {
    {"add.16m", {"add"}, make_two, run_binary, VECTOR, UNIT},
    {"exp.16m", {"exp"}, make_one, run_unary, VECTOR, WIDE},
    {"tanh.16m", {"tanh"}, make_one, run_unary, VECTOR, WIDE},
    {"sum.16m", {"sum"}, make_one, run_unary, VECTOR, UNIT},
    {"max.16m", {"max"}, make_one, run_unary, VECTOR, UNIT},
    {"mean.16m", {"mean"}, make_one, run_unary, VECTOR, UNIT},
    {"var.16m", {"var"}, make_one, run_unary, VECTOR, UNIT},
    {"sum_axis0.4096", {"sum"}, make_with_axis, run_unary, SQUARE, UNIT, .axis = 0},
    {"sum_axis1.4096", {"sum"}, make_with_axis, run_unary, SQUARE, UNIT, .axis = 1},
    {"softmax.4096", {"softmax"}, make_with_axis, run_unary, SQUARE, WIDE, .axis = -1},
    {"layer_norm.4096", {"layer_norm"}, make_one, run_unary, SQUARE, UNIT},
    ATTENTIONS("128", 16, 4, 128, 32),
    ATTENTIONS("2048", 1, 8, 2048, 64),
    {"transpose_add.4096",
     {"permute_dims", "add"},
     make_transpose,
     run_transpose_add,
     SQUARE,
     UNIT},
    {"relu_muladd.16m",
     {"multiply", "add", "relu"},
     make_three,
     run_relu_muladd,
     VECTOR,
     .low = -1,
     .high = 1},
    {"relu_muladd.64k",
     {"multiply", "add", "relu"},
     make_three,
     run_relu_muladd,
     .left = ONE(1 << 16),
     .right = ONE(1 << 16),
     .dtype = WEIR_FLOAT32,
     .low = -1,
     .high = 1},
    {"cast_f16.16m", {"astype"}, make_cast, run_unary, VECTOR, UNIT},
    {"fft.1m",
     {"fftn"},
     make_fft,
     run_unary,
     .left = ONE(1 << 20),
     .dtype = WEIR_FLOAT32,
     .low = -1,
     .high = 1},
    {"fft.1000x1024",
     {"fftn"},
     make_fft,
     run_unary,
     .left = TWO(1000, 1024),
     .dtype = WEIR_FLOAT32,
     .low = -1,
     .high = 1},
    {"solve.500.f64",
     {"solve"},
     make_system,
     run_binary,
     .left = TWO(500, 500),
     .right = ONE(500),
     .dtype = WEIR_FLOAT64,
     .low = -1,
     .high = 1},
    {"inv.500.f64",
     {"inv"},
     make_system,
     run_unary,
     .left = TWO(500, 500),
     .dtype = WEIR_FLOAT64,
     .low = -1,
     .high = 1},
    {"qr.500.f64",
     {"qr"},
     make_system,
     run_first,
     .left = TWO(500, 500),
     .dtype = WEIR_FLOAT64,
     .low = -1,
     .high = 1},
    {"irfft.1000x513",
     {"irfftn"},
     make_fft,
     run_unary,
     .left = TWO(1000, 513),
     .dtype = WEIR_FLOAT32,
     .low = -1,
     .high = 1},
    {"take.1m", {"take"}, make_take, run_binary, VECTOR, UNIT},
    {"sort.1m", {"sort"}, make_shuffled, run_unary, .left = ONE(1 << 20), .dtype = WEIR_FLOAT32},
    {"argsort.1m",
     {"argsort"},
     make_shuffled,
     run_unary,
     .left = ONE(1 << 20),
     .dtype = WEIR_FLOAT32},
    {"sort.1000x1000",
     {"sort"},
     make_rows,
     run_unary,
     .left = TWO(1000, 1000),
     .dtype = WEIR_FLOAT32},
    {"argsort.1000x1000",
     {"argsort"},
     make_rows,
     run_unary,
     .left = TWO(1000, 1000),
     .dtype = WEIR_FLOAT32},
    {"topk100.1m", {"topk"}, make_topk, run_first, .left = ONE(1 << 20), .dtype = WEIR_FLOAT32},
    {"eigh.500", {"eigh"}, make_matrix, run_first, .left = TWO(500, 500)},
    {"eigvalsh.500", {"eigvalsh"}, make_matrix, run_unary, .left = TWO(500, 500)},
    {"svd.500", {"svd"}, make_matrix, run_svd, .left = TWO(500, 500)},
    {"svdvals.500", {"svdvals"}, make_matrix, run_unary, .left = TWO(500, 500)},
    LSTM("64", 64),
    LSTM("128", 128),
    {"concat.16m",
     {"concat"},
     make_two,
     run_binary,
     .left = ONE(M16 / 2),
     .right = ONE(M16 / 2),
     .dtype = WEIR_FLOAT32,
     UNIT},
    {"bilinear2x.8x64x56",
     {"interpolate"},
     make_bilinear,
     run_unary,
     .left = PLANES,
     .dtype = WEIR_FLOAT32,
     UNIT},
    {"unfold3x3.8x64x56",
     {"unfold"},
     make_unfold,
     run_unary,
     .left = PLANES,
     .dtype = WEIR_FLOAT32,
     UNIT},
    MATMULS("f32", WEIR_FLOAT32),
    MATMULS("f64", WEIR_FLOAT64),
    CONV("3x3", FOUR(32, 64, 32, 32), FOUR(32, 64, 32, 32), FOUR(64, 64, 3, 3), 32, 3, 1, 1),
    CONV("1x1", FOUR(32, 64, 32, 32), FOUR(32, 64, 32, 32), FOUR(64, 64, 1, 1), 32, 1, 0, 1),
    CONV("depthwise", FOUR(32, 64, 32, 32), FOUR(32, 64, 32, 32), FOUR(64, 1, 3, 3), 32, 3, 1, 64),
    CONV("lenet1", FOUR(256, 1, 28, 28), FOUR(256, 6, 28, 28), FOUR(6, 1, 5, 5), 28, 5, 2, 1),
    CONV("lenet2", FOUR(256, 6, 14, 14), FOUR(256, 16, 10, 10), FOUR(16, 6, 5, 5), 14, 5, 0, 1),
    MAX_POOL("256x6x28", FOUR(256, 6, 28, 28), FOUR(256, 6, 14, 14)),
    MAX_POOL("32x64x32", FOUR(32, 64, 32, 32), FOUR(32, 64, 16, 16)),
    NORM("batch_norm", "batch_norm.32x64x32", FOUR(32, 64, 32, 32), ONE(64)),
    NORM("layer_norm", "layer_norm.2048x128", TWO(2048, 128), ONE(128)),
    NORM("layer_norm", "layer_norm.4096x1024", TWO(4096, 1024), ONE(1024)),
    {"normal.16m", {"normal"}, make_normal, run_source, .left = ONE(M16), .random = 1},
    {"normal_dot.1000",
     {"normal", "matmul"},
     make_normal,
     run_normal_dot,
     .left = TWO(1000, 1000),
     .random = 1},
    {"products_and_chain",
     {"matmul", "add"},
     make_mixed,
     run_mixed,
     .left = TWO(512, 512),
     .right = ONE(1000),
     .dtype = WEIR_FLOAT32,
     UNIT},
    {"tiny.stream",
     {"add"},
     make_two,
     run_tiny_stream,
     .left = ONE(2),
     .right = ONE(2),
     .dtype = WEIR_FLOAT32,
     UNIT},
    {"tiny.wait",
     {"add"},
     make_two,
     run_tiny_wait,
     .left = ONE(2),
     .right = ONE(2),
     .dtype = WEIR_FLOAT32,
     UNIT},
    {"limit.add.16m", {NULL}, make_limit, run_limit, UNIT},
};

/* ---- Probes --------------------------------------------------------------------------------- */

/* A float16, which is finite here. */
static double half(uint16_t bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

static double element(const void *data, weir_dtype dtype, size_t at) {
    if (dtype == WEIR_FLOAT64) return ((const double *)data)[at];
    if (dtype == WEIR_INT64) return (double)((const int64_t *)data)[at];
    if (dtype == WEIR_FLOAT16) return half(((const uint16_t *)data)[at]);
    if (dtype == WEIR_COMPLEX64) return ((const float *)data)[2 * at]; /* the real part */
    return ((const float *)data)[at];
}

static void print_spread(const void *data, weir_dtype dtype, size_t count) {
    double sum = 0, squares = 0;
    for (size_t k = 0; k < count; k++) {
        double x = element(data, dtype, k);
        sum += x;
        squares += x * x;
    }
    double mean = sum / (double)count;
    printf("{\"probe\": [%.9g, %.9g]}\n", mean, sqrt(squares / (double)count - mean * mean));
}

/* Three elements, or mean and standard deviation. */
static void print_probe(const void *data, weir_dtype dtype, size_t count, int random) {
    if (random)
        print_spread(data, dtype, count);
    else
        printf("{\"probe\": [%.9g, %.9g, %.9g]}\n", element(data, dtype, 0),
               element(data, dtype, count / 2), element(data, dtype, count - 1));
}

static void print_error(const state *s) {
    printf("{\"error\": \"");
    for (const char *c = s->why; *c; c++) printf(strchr("\"\\", *c) ? "\\%c" : "%c", *c);
    printf("\"}\n");
}

/* Compute one result and print a probe of it. */
static void probe(state *s, const ops_case *c) {
    c->run(s);
    finish(s);
    if (s->memory[2]) {
        print_probe(s->memory[2], WEIR_FLOAT32, M16, 0);
    } else if (!s->failed) {
        weir_array *a = s->out[s->out_count - 1];
        weir_dtype dtype = weir_array_dtype(a);
        size_t count = (size_t)weir_array_count(a), bytes = weir_dtype_bytes(dtype);
        void *data = bench_alloc(count, bytes);
        check(s, weir_array_read(a, data, count * bytes));
        if (!s->failed) print_probe(data, dtype, count, c->random);
        free(data);
    }
    release_results(s);
    if (s->failed) print_error(s);
}

/* ---- The protocol --------------------------------------------------------------------------- */

static void measure(state *s, const ops_case *c, uint32_t repetitions) {
    uint64_t *times = bench_alloc(repetitions, sizeof *times);
    for (uint32_t k = 0; k < repetitions; k++) {
        uint64_t start = bench_now_ns();
        c->run(s);
        finish(s);
        times[k] = bench_now_ns() - start;
        release_results(s);
    }
    if (s->failed) {
        print_error(s);
    } else {
        printf("{\"ns\": [");
        for (uint32_t k = 0; k < repetitions; k++)
            printf("%s%llu", k ? ", " : "", (unsigned long long)times[k]);
        printf("]}\n");
    }
    free(times);
}

static const ops_case *find_case(const char *name) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (!strcmp(cases[k].name, name)) return &cases[k];
    return NULL;
}

/* Release the inputs of the last case and create those of the next; 0: an operator is missing. */
static int enter(state *s, const ops_case *c) {
    for (int k = 0; k < INPUTS_MAX; k++) weir_array_release(s->in[k]);
    for (int k = 0; k < 3; k++) free(s->memory[k]);
    weir_runtime *rt = s->rt;
    memset(s, 0, sizeof *s);
    s->rt = rt;
    if (!resolve(s, c)) return 0;
    c->make(s, c);
    return 1;
}

int main(void) {
    static state s;
    const ops_case *current = NULL;
    int there = 0;
    char line[256], name[64];
    unsigned repetitions;

    if (weir_runtime_default(&s.rt) != WEIR_OK) bench_die("%s", weir_error());
    printf("{\"who\": \"weir\", \"version\": \"%s\"}\n", weir_version_text());
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%63s %u", name, &repetitions) != 2) bench_die("not a question: %s", line);
        const ops_case *c = find_case(name);
        if (c && c != current) there = enter(&s, current = c);
        if (!c || !there)
            printf("{\"missing\": true}\n");
        else if (repetitions)
            measure(&s, c, repetitions);
        else
            probe(&s, c);
        fflush(stdout);
    }
    return 0;
}
