/* gradient.c - check of the gradient of every operator.
 *
 * In float64, with random cotangents w, the gradient of L = sum Re(conj(w) y) is compared with
 * (L(x + h) - L(x - h)) / 2h for elements of every floating-point input.  For complex inputs the real and
 * the imaginary part are varied: the gradient is dL/d(re) + i dL/d(im), which is w conj(f') where f
 * has a derivative.  An operator that takes complex numbers is tested with them too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <math.h>

enum { PROBES = 14 }; /* elements of an input that are tested */

typedef struct setup {
    const sample *s;
    host in[SAMPLE_INPUTS];
    outcome y;
    host w[OUTCOME_ARRAYS];
} setup;

static double loss(const setup *u, bool *fine) {
    outcome o = run_sample(walk_runtime(), u->s->op, u->s, u->in);
    double sum = 0;
    *fine = o.status == WEIR_OK && o.count == u->y.count;
    for (uint32_t i = 0; *fine && i < o.count; i++)
        for (int64_t j = 0; u->w[i].data != NULL && j < o.out[i].count; j++) {
            number y = host_get(&o.out[i], j), w = host_get(&u->w[i], j);
            sum += w.re * y.re + w.im * y.im;
        }
    outcome_free(&o);
    return sum;
}

static double slope(setup *u, int input, int64_t at, bool imaginary, bool *fine) {
    host *h = &u->in[input];
    number x = host_get(h, at), up = x, down = x;
    double step = 6e-6 * fmax(1, fabs(imaginary ? x.im : x.re));
    *(imaginary ? &up.im : &up.re) += step;
    *(imaginary ? &down.im : &down.re) -= step;
    double width = imaginary ? up.im - down.im : up.re - down.re;
    bool a, b;
    host_put(h, at, up);
    double above = loss(u, &a);
    host_put(h, at, down);
    double below = loss(u, &b);
    host_put(h, at, x);
    *fine = a && b;
    return (above - below) / width;
}

static void compare_input(setup *u, int input, const host *grad, double scale) {
    const host *h = &u->in[input];
    uint64_t random = 5;
    for (int64_t n = 0; n < h->count && n < PROBES; n++) {
        int64_t at = h->count <= PROBES ? n : (int64_t)(test_random(&random) % (uint64_t)h->count);
        number got = grad != NULL ? host_get(grad, at) : (number){0, 0};
        for (int imaginary = 0; imaginary <= (value_kind_of(h->dtype) == KIND_COMPLEX);
             imaginary++) {
            bool fine;
            double wanted = slope(u, input, at, imaginary, &fine);
            double g = imaginary ? got.im : got.re;
            if (fine && fabs(g - wanted) <= 2e-7 * scale + 1e-6 * fabs(wanted)) continue;
            complain(u->s, "gradient: %s, element %lld of input %d: %.12g%s, by differences %.12g",
                     weir_dtype_name(h->dtype), (long long)at, input, g, imaginary ? "i" : "",
                     wanted);
            return;
        }
    }
}

static bool is_floating(const host *h) {
    return h->data != NULL && value_kind_of(h->dtype) >= KIND_FLOAT;
}

/* The approximate magnitude of all derivatives: rounding errors of L are relative to
 * it. */
static double scale_of(const setup *u) {
    double sum = 1;
    for (uint32_t i = 0; i < u->y.count; i++)
        for (int64_t j = 0; u->w[i].data != NULL && j < u->w[i].count; j++) {
            number y = host_get(&u->y.out[i], j);
            double a = hypot(y.re, y.im);
            if (isfinite(a) && a > sum) sum = a;
        }
    return sum;
}

typedef struct grads {
    weir_array *in[SAMPLE_INPUTS], *out[OUTCOME_ARRAYS], *w[OUTCOME_ARRAYS];
    weir_array *grad[SAMPLE_INPUTS];
    uint32_t out_count;
    weir_status status;
} grads;

static void differentiate(const setup *u, const uint8_t *wanted, grads *g) {
    weir_runtime *rt = walk_runtime();
    const sample *s = u->s;
    memset(g, 0, sizeof *g);
    send_inputs(rt, s, u->in, g->in);
    if (is_random(s->op)) CHECK_OK(weir_seed(rt, 77));
    g->out_count = OUTCOME_ARRAYS;
    CHECK_OK(weir_op_call(rt, s->op, g->in, (uint32_t)s->in_count, s->attr, s->def->attr_size,
                          g->out, &g->out_count));
    while (g->out_count > 0 && g->out[g->out_count - 1] == NULL) g->out_count--;
    for (uint32_t i = 0; i < g->out_count; i++)
        if (u->w[i].data != NULL) g->w[i] = host_send(rt, &u->w[i]);
    g->status = weir_op_vjp(rt, s->op, g->in, (uint32_t)s->in_count, s->attr, s->def->attr_size,
                            g->out, g->out_count, g->w, wanted, g->grad);
}

static void free_grads(const setup *u, grads *g) {
    release_arrays(g->in, (uint32_t)u->s->in_count);
    release_arrays(g->out, g->out_count);
    release_arrays(g->w, g->out_count);
    release_arrays(g->grad, (uint32_t)u->s->in_count);
}

/* A gradient has the shape and dtype of its input. */
static bool receive(const setup *u, int input, weir_array *grad, host *out) {
    out->data = NULL;
    if (grad == NULL) return true;
    const host *h = &u->in[input];
    weir_status status = host_receive(grad, out);
    if (status != WEIR_OK) {
        complain(u->s, "gradient of input %d: %s", input, weir_error());
        return false;
    }
    if (out->dtype == h->dtype && out->ndim == h->ndim &&
        memcmp(out->shape, h->shape, (size_t)h->ndim * sizeof *h->shape) == 0)
        return true;
    complain(u->s, "gradient of input %d is %s, the input is %s", input, host_text(out),
             host_text(h));
    return false;
}

/* A gradient is the same when it alone is requested. */
static void compare_alone(const setup *u, int input, const host *together) {
    uint8_t wanted[SAMPLE_INPUTS] = {0};
    wanted[input] = 1;
    grads g;
    host alone;
    differentiate(u, wanted, &g);
    if (g.status != WEIR_OK) {
        complain(u->s, "gradient of input %d alone: %s", input, weir_error());
    } else if (receive(u, input, g.grad[input], &alone)) {
        if ((alone.data == NULL) != (together->data == NULL) ||
            (alone.data != NULL && !host_same_bits(&alone, together)))
            complain(u->s, "gradient of input %d differs when it alone is wanted", input);
        host_free(&alone);
    }
    for (int i = 0; i < u->s->in_count; i++)
        if (i != input && g.grad[i] != NULL)
            complain(u->s, "gradient of input %d is there, but was not wanted", i);
    free_grads(u, &g);
}

/* With recording, and gradients requested for one input (`only`) or for all (-1), the result is the same:
 * all operands that the gradient needs were saved. */
static void compare_recorded(const setup *u, int only, weir_array *const *wanted) {
    weir_runtime *rt = walk_runtime();
    const sample *s = u->s;
    weir_array *in[SAMPLE_INPUTS] = {NULL}, *out[OUTCOME_ARRAYS] = {NULL}, *head[OUTCOME_ARRAYS],
               *w[OUTCOME_ARRAYS];
    uint32_t count = OUTCOME_ARRAYS, heads = 0;
    send_inputs(rt, s, u->in, in);
    for (int i = 0; i < s->in_count; i++)
        if ((only < 0 || only == i) && is_floating(&u->in[i]) && !weir_array_is_number(in[i]))
            CHECK_OK(weir_array_attach_grad(in[i], WEIR_GRAD_WRITE));
    if (is_random(s->op)) CHECK_OK(weir_seed(rt, 77));
    weir_recording_set(1);
    CHECK_OK(weir_op_call(rt, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out,
                          &count));
    weir_recording_set(0);
    for (uint32_t i = 0; i < count; i++) {
        if (u->w[i].data == NULL || !weir_array_requires_grad(out[i])) continue;
        head[heads] = out[i];
        w[heads++] = host_send(rt, &u->w[i]);
    }
    if (heads > 0 && weir_backward(head, heads, w, 0) != WEIR_OK)
        complain(s, "backward: %s", weir_error());
    for (int i = 0; i < s->in_count && heads > 0; i++) {
        if (weir_array_grad_mode(in[i]) == WEIR_GRAD_NULL) continue;
        weir_array *got = weir_array_grad(in[i]);
        host a = {0}, b = {0};
        if ((got == NULL) != (wanted[i] == NULL))
            complain(s, "backward: the gradient of input %d is %s", i, got ? "there" : "missing");
        else if (got != NULL && receive(u, i, got, &a) && receive(u, i, wanted[i], &b) &&
                 !host_same_bits(&a, &b))
            complain(s, "backward: the gradient of input %d differs from that of the operator", i);
        host_free(&a);
        host_free(&b);
        weir_array_release(got);
    }
    release_arrays(in, (uint32_t)s->in_count);
    release_arrays(out, count);
    release_arrays(w, heads);
}

static void compare_all(setup *u, bool by_differences) {
    grads g;
    differentiate(u, NULL, &g);
    if (g.status != WEIR_OK) {
        complain(u->s, "gradient, %s: %s", host_text(&u->in[0]), weir_error());
        weir_failure_clear(walk_runtime());
    }
    double scale = scale_of(u);
    for (int i = 0; g.status == WEIR_OK && i < u->s->in_count; i++) {
        host grad;
        if (!is_floating(&u->in[i]) || !receive(u, i, g.grad[i], &grad)) continue;
        if (by_differences) compare_input(u, i, grad.data != NULL ? &grad : NULL, scale);
        if (by_differences && u->s->in_count > 1) compare_alone(u, i, &grad);
        host_free(&grad);
    }
    for (int i = -1; g.status == WEIR_OK && i < u->s->in_count; i++) compare_recorded(u, i, g.grad);
    free_grads(u, &g);
}

/* False: the operator does not take these dtypes. */
static bool gradient(const sample *s, uint64_t seed, bool by_differences) {
    setup u = {.s = s};
    make_inputs(s, seed, u.in);
    u.y = run_sample(walk_runtime(), s->op, s, u.in);
    bool fine = u.y.status == WEIR_OK, any = false;
    uint64_t random = seed;
    for (uint32_t i = 0; fine && i < u.y.count; i++) {
        const host *y = &u.y.out[i];
        if (!is_floating(y)) continue;
        any = true;
        u.w[i] = host_new(y->dtype, y->ndim, y->shape);
        for (int64_t j = 0; j < y->count; j++) {
            double re = (double)(int64_t)test_random(&random) * 0x1p-63;
            host_put(&u.w[i], j, (number){re, (double)(int64_t)test_random(&random) * 0x1p-63});
        }
    }
    if (fine && any) compare_all(&u, by_differences);
    for (uint32_t i = 0; i < u.y.count; i++) host_free(&u.w[i]);
    outcome_free(&u.y);
    free_inputs(s, u.in);
    return fine;
}

static bool has_float_input(const sample *s) {
    for (int i = 0; i < s->in_count; i++)
        if (s->in[i].form == INPUT_ARRAY && value_kind_of(s->in[i].dtype) >= KIND_FLOAT)
            return true;
    return false;
}

void check_gradient(const weir_op *op) {
    if (weir_op_describe(op)->vjp == NULL) return;
    for (int i = 0; i < sample_count(op); i++) {
        sample s, wide;
        sample_read(op, i, &s);
        if (!has_float_input(&s)) continue;
        sample_copy(&s, &wide);
        sample_to_double(&wide);
        if (!gradient(&wide, 11, true)) complain(&s, "gradient: refuses float64");
        gradient(&wide, 12, true);
        gradient(&s, 11, false); /* the gradient has the dtype of the input */
        for (int dtype = WEIR_FLOAT16; dtype <= WEIR_BFLOAT16; dtype++) {
            sample_copy(&s, &wide);
            if (sample_set_dtype(&wide, (weir_dtype)dtype)) gradient(&wide, 11, false);
        }
        sample_copy(&s, &wide);
        if (sample_set_dtype(&wide, WEIR_COMPLEX128)) gradient(&wide, 13, true);
        for (int j = 0; s.in_count > 1 && j < s.in_count; j++) { /* one complex input */
            sample_copy(&s, &wide);
            sample_to_double(&wide);
            if (!sample_is_variable(&s, j) || wide.in[j].dtype != WEIR_FLOAT64) continue;
            wide.in[j].dtype = WEIR_COMPLEX128;
            gradient(&wide, 14, true);
        }
    }
}
