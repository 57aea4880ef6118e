/* distributions_cuda.c - distributions whose parameters may be arrays, on a CUDA device.
 *
 * Bernoulli samples are those of the CPU.  The others use the same random bits; they may differ in
 * their last bits, because the functions of mathematics do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum { THREADS = 128, PARAMETERS = 4 };

/* distribution_kernels.cu has the same numbers. */
enum { KNOWN, FINITE, POSITIVE, NOT_NEGATIVE, PROBABILITY, CHANCE, RATE, TRIALS };

/* distribution_kernels.cu has the same structs. */
typedef struct parameter {
    wr_cuda_scalar s;
    int64_t domain;
    int64_t stride[WEIR_NDIM_MAX];
} parameter;

typedef struct draw_args {
    wr_cuda_guard guard;
    void *out;
    int64_t dtype;
    uint64_t count, seed, call;
    int64_t dims, parameters;
    int64_t shape[WEIR_NDIM_MAX];
    parameter p[PARAMETERS];
} draw_args;

_Static_assert(sizeof(draw_args) <= 4096, "the arguments of a kernel are limited");

typedef struct sample {
    const char *type, *formula;
} sample;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const sample *s = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to,
                  "%s#define DIMS %d\n#define DRAW ON_DEVICE\n#define PHILOX philox\n"
                  "#define IS_FINITE(x) ((x) - (x) == 0)\n"
                  "#define NOT_A_NUMBER __longlong_as_double(0x7ff8000000000000)\n"
                  "%stypedef %s Y;\n#define SAMPLE %s\n%s",
                  wr_text_philox, WEIR_NDIM_MAX, wr_text_draws, s->type, s->formula,
                  wr_text_distribution_kernels);
}

static void add_value(draw_args *a, double value) { a->p[a->parameters++].s.value = value; }

static void add_input(draw_args *a, const wr_cuda_call *c, uint32_t input, int domain) {
    const weir_view *in = &c->k->in[input], *out = &c->k->out[0];
    parameter *p = &a->p[a->parameters++];
    p->s = wr_cuda_scalar_of(c, input);
    p->domain = domain;
    int extra = out->ndim - in->ndim;
    for (int i = 0; i < out->ndim; i++)
        p->stride[i] = i < extra || in->shape[i - extra] == 1 ? 0 : in->strides[i - extra];
}

static weir_status run(wr_cuda_call *c, draw_args *a, const char *type, const char *formula) {
    const weir_kernel *k = c->k;
    const weir_view *out = &k->out[0];
    sample s = {type, formula};
    wr_cuda_source source = {.family = "distributions",
                             .variant = (uint64_t)(k->op - wr_ops),
                             .write = write_text,
                             .ctx = &s};
    a->guard = c->test;
    a->out = out->data;
    a->dtype = out->dtype;
    a->count = (uint64_t)wr_view_count(out);
    a->seed = k->seed;
    a->call = k->call;
    a->dims = out->ndim;
    for (int i = 0; i < out->ndim; i++) a->shape[i] = out->shape[i];
    uint64_t blocks = wr_cuda_blocks(c, a->count, THREADS);
    bool checks = false;
    for (int i = 0; i < a->parameters; i++) checks |= a->p[i].domain != KNOWN;
    if (checks) WR_TRY(wr_cuda_launch(c, &source, "check", blocks, THREADS, a));
    WR_TRY(wr_cuda_launch(c, &source, "draw_all", blocks, THREADS, a));
    return wr_cuda_mark(c);
}

/* ---- With location and scale ----------------------------------------------------------------- */

static weir_status located(wr_cuda_call *c, const char *formula) {
    draw_args a = {.parameters = 0};
    add_value(&a, wr_attr_f64(c->k, "loc"));
    add_value(&a, wr_attr_f64(c->k, "scale"));
    return run(c, &a, "double", formula);
}

weir_status wr_cuda_laplace(wr_cuda_call *c) { return located(c, "draw_laplace(&d, p[0], p[1])"); }
weir_status wr_cuda_gumbel(wr_cuda_call *c) { return located(c, "draw_gumbel(&d, p[0], p[1])"); }
weir_status wr_cuda_logistic(wr_cuda_call *c) {
    return located(c, "draw_logistic(&d, p[0], p[1])");
}
weir_status wr_cuda_cauchy(wr_cuda_call *c) { return located(c, "draw_cauchy(&d, p[0], p[1])"); }
weir_status wr_cuda_lognormal(wr_cuda_call *c) {
    return located(c, "draw_lognormal(&d, p[0], p[1])");
}

weir_status wr_cuda_truncated_normal(wr_cuda_call *c) {
    draw_args a = {.parameters = 0};
    add_value(&a, wr_attr_f64(c->k, "loc"));
    add_value(&a, wr_attr_f64(c->k, "scale"));
    add_value(&a, wr_attr_f64(c->k, "lower"));
    add_value(&a, wr_attr_f64(c->k, "upper"));
    return run(c, &a, "double", "draw_truncated_normal(&d, p[0], p[1], p[2], p[3])");
}

/* ---- With parameters that are inputs --------------------------------------------------------- */

static weir_status scaled(wr_cuda_call *c, const char *formula) {
    draw_args a = {.parameters = 0};
    add_input(&a, c, 0, POSITIVE);
    add_value(&a, wr_attr_f64(c->k, "scale"));
    return run(c, &a, "double", formula);
}

weir_status wr_cuda_gamma(wr_cuda_call *c) { return scaled(c, "draw_gamma(&d, p[0], p[1])"); }
weir_status wr_cuda_weibull(wr_cuda_call *c) { return scaled(c, "draw_weibull(&d, p[0], p[1])"); }

static weir_status of_inputs(wr_cuda_call *c, int first, int second, const char *type,
                             const char *formula) {
    draw_args a = {.parameters = 0};
    add_input(&a, c, 0, first);
    if (c->k->in_count > 1) add_input(&a, c, 1, second);
    return run(c, &a, type, formula);
}

weir_status wr_cuda_beta(wr_cuda_call *c) {
    return of_inputs(c, POSITIVE, POSITIVE, "double", "draw_beta(&d, p[0], p[1])");
}
weir_status wr_cuda_chi_square(wr_cuda_call *c) {
    return of_inputs(c, POSITIVE, KNOWN, "double", "draw_chi_square(&d, p[0])");
}
weir_status wr_cuda_student_t(wr_cuda_call *c) {
    return of_inputs(c, POSITIVE, KNOWN, "double", "draw_student_t(&d, p[0])");
}
weir_status wr_cuda_von_mises(wr_cuda_call *c) {
    return of_inputs(c, FINITE, NOT_NEGATIVE, "double", "draw_von_mises(&d, p[0], p[1])");
}
weir_status wr_cuda_poisson(wr_cuda_call *c) {
    return of_inputs(c, RATE, KNOWN, "i64", "draw_poisson(&d, p[0])");
}
weir_status wr_cuda_binomial(wr_cuda_call *c) {
    return of_inputs(c, TRIALS, PROBABILITY, "i64", "draw_binomial(&d, p[0], p[1])");
}
weir_status wr_cuda_geometric(wr_cuda_call *c) {
    return of_inputs(c, CHANCE, KNOWN, "i64", "draw_geometric(&d, p[0])");
}

/* An element takes a word of its own, not a stream: see bernoulli_u8 in random_simd.c. */
weir_status wr_cuda_bernoulli(wr_cuda_call *c) {
    return of_inputs(c, PROBABILITY, KNOWN, "i64",
                     "random_word32(a.seed, a.call, i) < (u64)(p[0] * 0x1p32 + 0.5)");
}
