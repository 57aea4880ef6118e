/* optimizer_cuda.c - optimiser steps and the scale of a loss on a CUDA device.
 *
 * optimizer_step.c describes the inputs.  A launch updates up to TENSORS parameters; a step with more
 * of them is several launches.  Steps are counted by a last kernel, because all others read the
 * counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_attrs.h"
#include "ops/core/cuda_kernels.h"

enum {
    LEAD = 3,     /* number of inputs before the lists */
    TENSORS = 44, /* so that the arguments of a kernel have less than 4 KB */
    THREADS = 256,
    EACH = WR_SIZE(2048, 100),     /* elements of a block */
    LAMB_EACH = WR_SIZE(8192, 50), /* elements whose squares are summed together: see infer */
};

/* optimizer.cu has the same numbers. */
typedef enum rule { SGD, ADAM, RMSPROP, ADAGRAD, ADADELTA, LAMB } rule;

/* The lists; those that are not there have the index -1. */
enum { P, COPY, A, B, C, STEP, G, LISTS };

/* optimizer.cu has the same two structs. */
typedef struct tensor {
    void *at[LISTS];
    uint64_t count;
} tensor;

typedef struct step_args {
    wr_cuda_guard guard;
    wr_cuda_scalar rate, scale, norm;
    double weight_decay, max_norm, clip_value;
    double beta1, beta2, eps, keep;
    double lr_decay;
    int32_t maximize, nesterov, decoupled, skip_nonfinite;
    double *sums, *trust;
    uint64_t each;
    uint32_t count, unused;
    uint32_t first[TENSORS];
    tensor t[TENSORS];
} step_args;

_Static_assert(sizeof(step_args) <= 4096, "the arguments of a kernel are limited");

typedef struct walk {
    rule rule;
    int list[LISTS];
    int dtype[LISTS]; /* 0 for a list that is not there */
    int computed;
    uint32_t n; /* number of parameters */
} walk;

/* ---- Text ------------------------------------------------------------------------------------ */

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char *const names[LISTS] = {"TP", "TK", "TA", "TB", "TC", NULL, "TG"};
    const walk *w = ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define TENSORS %d\n#define RULE %d\ntypedef %s R;\n", TENSORS, w->rule,
                  wr_cuda_dtype(w->computed));
    for (int i = 0; i < LISTS; i++)
        if (names[i] != NULL)
            wr_cuda_write(to, "typedef %s %s;\n",
                          w->dtype[i] != 0 ? wr_cuda_dtype(w->dtype[i]) : "void", names[i]);
    wr_cuda_write(to,
                  "#define HAS_COPY %d\n#define HAS_A %d\n#define HAS_B %d\n#define HAS_C %d\n"
                  "#define TAKES_WRITTEN %d\n%s",
                  w->dtype[COPY] != 0, w->dtype[A] != 0, w->dtype[B] != 0, w->dtype[C] != 0,
                  w->dtype[P] == w->computed, wr_text_optimizer);
}

static weir_status launch(wr_cuda_call *c, const walk *w, const char *kernel, uint64_t blocks,
                          const step_args *a) {
    uint64_t key = (uint64_t)w->rule << 4 | (uint64_t)w->computed;
    for (int i = 0; i < LISTS; i++) key = key << 4 | (uint64_t)w->dtype[i];
    wr_cuda_source source = {.family = "optimizer", .variant = key, .write = write_text, .ctx = w};
    return wr_cuda_launch(c, &source, kernel, blocks > 0 ? blocks : 1, THREADS, a);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void find_lists(walk *w, const weir_kernel *k, uint32_t states, bool counts) {
    int count = 0;
    for (int i = 0; i < LISTS; i++) {
        bool there = i == P || i == G || (i == COPY && wr_attr_i64(k, "copies") != 0) ||
                     (i >= A && i <= C && (states >> (i - A) & 1)) || (i == STEP && counts);
        w->list[i] = there ? count++ : -1;
    }
    w->n = (k->in_count - LEAD) / (uint32_t)count;
    for (int i = 0; i < LISTS; i++)
        if (w->list[i] >= 0) w->dtype[i] = k->in[LEAD + (uint32_t)w->list[i] * w->n].dtype;
    w->computed = k->dtype;
}

/* Describe the tensors from `first` on in the arguments; return the number of blocks. */
static uint64_t take_tensors(const walk *w, const weir_kernel *k, uint32_t first, uint64_t each,
                             step_args *a) {
    uint64_t blocks = 0;
    a->count = w->n - first < TENSORS ? w->n - first : TENSORS;
    a->each = each;
    for (uint32_t i = 0; i < a->count; i++) {
        tensor *t = &a->t[i];
        for (int l = 0; l < LISTS; l++)
            t->at[l] =
                w->list[l] < 0 ? NULL : k->in[LEAD + (uint32_t)w->list[l] * w->n + first + i].data;
        t->count = (uint64_t)wr_view_count(&k->in[LEAD + first + i]);
        a->first[i] = (uint32_t)blocks;
        blocks += (t->count + each - 1) / each;
    }
    return blocks;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static step_args common_args(const wr_cuda_call *c) {
    const weir_kernel *k = c->k;
    return (step_args){.guard = c->test,
                       .rate = wr_cuda_scalar_of(c, 0),
                       .scale = wr_cuda_scalar_of(c, 1),
                       .norm = wr_cuda_scalar_of(c, 2),
                       .weight_decay = wr_attr_f64(k, "weight_decay"),
                       .max_norm = wr_attr_f64(k, "max_norm"),
                       .clip_value = wr_attr_f64(k, "clip_value"),
                       .keep = 1,
                       .maximize = (int32_t)wr_attr_i64(k, "maximize"),
                       .skip_nonfinite = wr_attr_i64(k, "skip_nonfinite") != 0};
}

/* lamb: update the moments and compute the factors of the rates. */
static weir_status run_moments(wr_cuda_call *c, const walk *w, step_args *a) {
    double *sums = c->k->scratch;
    uint64_t all = 0;
    for (uint32_t i = 0; i < w->n; i++)
        all += ((uint64_t)wr_view_count(&c->k->in[LEAD + i]) + LAMB_EACH - 1) / LAMB_EACH;
    double *trust = sums + 2 * all;
    for (uint32_t first = 0; first < w->n; first += TENSORS) {
        uint64_t blocks = take_tensors(w, c->k, first, LAMB_EACH, a);
        a->sums = sums;
        a->trust = NULL;
        if (blocks > 0) WR_TRY(launch(c, w, "moments", blocks, a));
        a->trust = trust + first;
        WR_TRY(launch(c, w, "trust", a->count, a));
        sums += 2 * blocks;
    }
    return WEIR_OK;
}

static weir_status run(wr_cuda_call *c, walk *w, step_args *a, uint32_t states, bool counts) {
    find_lists(w, c->k, states, counts);
    if (w->rule == LAMB) WR_TRY(run_moments(c, w, a));
    double *trust = w->rule == LAMB ? a->trust - (w->n - 1) / TENSORS * TENSORS : NULL;
    for (uint32_t first = 0; first < w->n; first += TENSORS) {
        uint64_t blocks = take_tensors(w, c->k, first, EACH, a);
        if (!counts && first + TENSORS >= w->n) a->guard = c->guard;
        if (trust != NULL) a->trust = trust + first;
        WR_TRY(launch(c, w, "step", blocks, a));
    }
    for (uint32_t first = 0; counts && first < w->n; first += TENSORS) {
        take_tensors(w, c->k, first, EACH, a);
        if (first + TENSORS >= w->n) a->guard = c->guard;
        WR_TRY(launch(c, w, "count", 1, a));
    }
    return WEIR_OK;
}

weir_status wr_cuda_sgd_step(wr_cuda_call *c) {
    walk w = {.rule = SGD};
    step_args a = common_args(c);
    double dampening = wr_attr_f64(c->k, "dampening");
    a.beta1 = wr_attr_f64(c->k, "momentum");
    a.keep = 1 - dampening;
    a.nesterov = (int32_t)wr_attr_i64(c->k, "nesterov");
    return run(c, &w, &a, a.beta1 != 0, a.beta1 != 0 && dampening != 0);
}

weir_status wr_cuda_adam_step(wr_cuda_call *c) {
    walk w = {.rule = ADAM};
    step_args a = common_args(c);
    a.beta1 = wr_attr_f64(c->k, "beta1");
    a.beta2 = wr_attr_f64(c->k, "beta2");
    a.eps = wr_attr_f64(c->k, "eps");
    a.decoupled = (int32_t)wr_attr_i64(c->k, "decoupled");
    return run(c, &w, &a, wr_attr_i64(c->k, "amsgrad") ? 7 : 3, true);
}

weir_status wr_cuda_rmsprop_step(wr_cuda_call *c) {
    walk w = {.rule = RMSPROP};
    step_args a = common_args(c);
    a.beta1 = wr_attr_f64(c->k, "momentum");
    a.beta2 = wr_attr_f64(c->k, "alpha");
    a.eps = wr_attr_f64(c->k, "eps");
    uint32_t centered = wr_attr_i64(c->k, "centered") != 0;
    return run(c, &w, &a, 1u | (a.beta1 != 0 ? 2u : 0) | centered << 2, false);
}

weir_status wr_cuda_adagrad_step(wr_cuda_call *c) {
    walk w = {.rule = ADAGRAD};
    step_args a = common_args(c);
    a.lr_decay = wr_attr_f64(c->k, "lr_decay");
    a.eps = wr_attr_f64(c->k, "eps");
    return run(c, &w, &a, 1, true);
}

weir_status wr_cuda_adadelta_step(wr_cuda_call *c) {
    walk w = {.rule = ADADELTA};
    step_args a = common_args(c);
    a.beta2 = wr_attr_f64(c->k, "rho");
    a.eps = wr_attr_f64(c->k, "eps");
    return run(c, &w, &a, 3, false);
}

weir_status wr_cuda_lamb_step(wr_cuda_call *c) {
    walk w = {.rule = LAMB};
    step_args a = common_args(c);
    a.beta1 = wr_attr_f64(c->k, "beta1");
    a.beta2 = wr_attr_f64(c->k, "beta2");
    a.eps = wr_attr_f64(c->k, "eps");
    return run(c, &w, &a, 3, true);
}

/* ---- The scale of a loss --------------------------------------------------------------------- */

enum { NORMS = 64 };

/* loss_scale.cu has the same struct. */
typedef struct loss_scale_args {
    wr_cuda_guard guard;
    float *state;
    double growth, backoff;
    int64_t interval;
    void *seen;
    uint32_t count, begins, ends, unused;
    wr_cuda_scalar norm[NORMS];
} loss_scale_args;

static void write_loss_scale(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write_reals(to);
    wr_cuda_write(to, "#define NORMS %d\n%s", NORMS, wr_text_loss_scale);
}

weir_status wr_cuda_loss_scale_update(wr_cuda_call *c) {
    static const wr_cuda_source source = {.family = "loss_scale", .write = write_loss_scale};
    const weir_kernel *k = c->k;
    loss_scale_args a = {.state = k->in[0].data,
                         .growth = wr_attr_f64(k, "growth_factor"),
                         .backoff = wr_attr_f64(k, "backoff_factor"),
                         .interval = wr_attr_i64(k, "growth_interval"),
                         .seen = k->scratch};
    uint32_t norms = k->in_count - 1, done = 0;
    do {
        a.count = norms - done < NORMS ? norms - done : NORMS;
        a.begins = done == 0;
        for (uint32_t i = 0; i < a.count; i++) a.norm[i] = wr_cuda_scalar_of(c, 1 + done + i);
        done += a.count;
        a.ends = done == norms;
        a.guard = a.ends ? c->guard : c->test;
        WR_TRY(wr_cuda_launch(c, &source, "loss_scale", 1, 32, &a));
    } while (done < norms);
    return WEIR_OK;
}
