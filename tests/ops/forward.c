/* forward.c - check of the values of every operator.
 *
 * The fast kernel is compared with the reference kernel, and both with the reference kernel in float64.
 * Integers and bools must be exact.  A float may differ by a few units in the last place; for operators
 * that sum terms, units of the magnitude of the terms, which the reference kernel gives when it is called
 * with absolute values.  The terms inside an elementwise function (the 1 and the erf of gelu, which cancel)
 * are assumed to be a quarter of x or of 1, whichever is smaller; the functions of the mathematical library
 * have tests of their own with tighter bounds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <math.h>
#include <stdio.h>

enum { SIZES = 2 };
static const int64_t sizes[SIZES] = {0, 700}; /* as written; enough for full vectors and tails */

/* A sum of n terms has log n roundings in a tree, more in sequence. */
static double allowed_ulps(const sample *s) {
    /* An eigenvector is as sensitive as the distance of its eigenvalue from the others is small. */
    if (strcmp(weir_op_describe(s->op)->name, "eig") == 0) return 100;
    return is_map(s->op) ? 4 : 6 + 2 * log2((double)sample_elements(s) + 1);
}

static void take_absolute(host *in, int count) {
    for (int i = 0; i < count; i++)
        for (int64_t j = 0; in[i].data != NULL && j < in[i].count; j++) {
            number v = host_get(&in[i], j);
            if (value_kind_of(in[i].dtype) >= KIND_FLOAT)
                host_put(&in[i], j, (number){hypot(v.re, v.im), 0});
        }
}

/* For a result with the shape of the first input: min(x, 1) / 4. */
static outcome inner_terms(const host *in, const outcome *exact) {
    outcome o;
    o.status = WEIR_EINVAL;
    o.count = 0;
    if (exact->count != 1 || in[0].data == NULL || in[0].count != exact->out[0].count ||
        value_kind_of(in[0].dtype) < KIND_FLOAT)
        return o;
    o.status = WEIR_OK;
    o.count = 1;
    o.out[0] = host_copy(&in[0]);
    for (int64_t i = 0; i < in[0].count; i++)
        host_put(&o.out[0], i, (number){fmin(host_get(&in[0], i).re, 1) / 4, 0});
    return o;
}

/* Operators whose error is relative to the largest element of the result.  A Fourier
 * transform sums terms with factors of any sign, which cancel; where the factors
 * are all 1 it gives the sum of the terms, which is the largest result.  The result of elimination or
 * reflections is exact for a slightly perturbed matrix; eigenvalues and singular values are
 * accurate relative to the largest of them.  A normalisation subtracts a mean and adds a bias, and both
 * may cancel, with absolute values too. */
static bool has_norm_wise_error(const weir_op *op) {
    static const char *const names[] = {"fftn",
                                        "ifftn",
                                        "rfftn",
                                        "irfftn",
                                        "solve",
                                        "inv",
                                        "qr",
                                        "solve_triangular",
                                        "slogdet",
                                        "cholesky",
                                        "matrix_power",
                                        "eigh",
                                        "eigvalsh",
                                        "svd",
                                        "svdvals",
                                        "eig",
                                        "eigvals",
                                        "batch_norm",
                                        "batch_norm_backward",
                                        "batch_norm_inference",
                                        "group_norm",
                                        "group_norm_backward",
                                        "instance_norm",
                                        "layer_norm",
                                        "layer_norm_backward"};
    const char *name = weir_op_describe(op)->name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static double largest(const host *h) {
    double most = 0;
    for (int64_t i = 0; i < h->count; i++) {
        number v = host_get(h, i);
        double size = hypot(v.re, v.im);
        if (isfinite(size)) most = fmax(most, size);
    }
    return most;
}

static void take_largest(const weir_op *op, const outcome *exact, outcome *terms) {
    if (!has_norm_wise_error(op) || exact->status != WEIR_OK) return;
    if (terms->status != WEIR_OK) { /* the matrix of absolute values may be singular */
        terms->status = WEIR_OK;
        terms->count = exact->count;
        for (uint32_t i = 0; i < exact->count; i++) terms->out[i] = host_copy(&exact->out[i]);
    }
    for (uint32_t n = 0; n < terms->count; n++) {
        double most = fmax(largest(&terms->out[n]), largest(&exact->out[n]));
        host *h = &terms->out[n];
        for (int64_t i = 0; i < h->count; i++) host_put(h, i, (number){most, 0});
    }
}

typedef struct expected {
    outcome reference, exact, terms;
} expected;

/* The reference results: in the same dtypes, in double precision, and in double precision with absolute
 * values. */
static void find_expected(const sample *s, const host *in, expected *r) {
    weir_runtime *rt = walk_runtime();
    const weir_op *reference = reference_of(s->op);
    sample wide;
    host wide_in[SAMPLE_INPUTS] = {{0}};
    sample_copy(s, &wide);
    sample_to_double(&wide);
    for (int i = 0; i < s->in_count; i++) {
        wide_in[i] = (host){.data = NULL};
        if (in[i].data != NULL) wide_in[i] = host_cast(&in[i], wide.in[i].dtype);
    }
    r->reference = run_sample(rt, reference, s, in);
    r->exact = run_sample(rt, reference, &wide, wide_in);
    take_absolute(wide_in, s->in_count);
    r->terms =
        is_map(s->op) ? inner_terms(wide_in, &r->exact) : run_sample(rt, reference, &wide, wide_in);
    take_largest(s->op, &r->exact, &r->terms);
    free_inputs(s, wide_in);
}

static void free_expected(expected *r) {
    outcome_free(&r->reference);
    outcome_free(&r->exact);
    outcome_free(&r->terms);
}

static void exact_outputs(const sample *s, const char *what, const outcome *got,
                          const outcome *reference) {
    for (uint32_t i = 0; i < got->count; i++) {
        if (value_kind_of(got->out[i].dtype) >= KIND_FLOAT) continue;
        int64_t at = host_first_difference(&got->out[i], &reference->out[i]);
        if (at >= 0)
            complain(s, "%s: element %lld of %s is %s, by the formula %s", what, (long long)at,
                     host_text(&got->out[i]), value_text(host_get(&got->out[i], at)),
                     value_text(host_get(&reference->out[i], at)));
    }
}

void judge_forward(const sample *s, const char *what, const host *in, const outcome *got) {
    expected r;
    judge_reference(s, what, in, got);
    find_expected(s, in, &r);
    if (same_form(s, what, got, &r.reference)) {
        exact_outputs(s, what, got, &r.reference);
        close_outcome(s, what, got, is_random(s->op) ? &r.reference : &r.exact, &r.reference,
                      &r.terms, allowed_ulps(s));
    }
    free_expected(&r);
}

static void forward(const sample *s, uint64_t seed) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, seed, in);
    outcome got = run_sample(walk_runtime(), s->op, s, in);
    if (got.status != WEIR_OK)
        complain(s, "forward: %s", got.error);
    else
        judge_forward(s, "forward", in, &got);
    outcome_free(&got);
    free_inputs(s, in);
}

void check_forward(const weir_op *op) {
    int count = sample_count(op);
    sample s, big;
    if (count == 0) {
        fprintf(stderr, "%s: has no samples\n", weir_op_describe(op)->name);
        test_fail(__FILE__, __LINE__, "%s has no samples", weir_op_describe(op)->name);
    }
    for (int i = 0; i < count; i++) {
        sample_read(op, i, &s);
        for (uint64_t seed = 1; seed <= 3; seed++) forward(&s, seed);
        if (!enlarge(&s, sizes[1], &big)) continue;
        forward(&big, 4);
    }
}

/* ---- NaN, infinities, zeros ------------------------------------------------------------------ */

/* Replace every third element of the first input, every fifth of the second, ... by a special value, so that
 * all pairs occur in a larger sample. */
static void sprinkle(const sample *s, host *in) {
    static const double special[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0, 1.0, -1.0};
    for (int i = 0; i < s->in_count; i++) {
        if (in[i].data == NULL || value_kind_of(in[i].dtype) != KIND_FLOAT) continue;
        int64_t step = 3 + 2 * i;
        for (int64_t j = 0, n = i; j < in[i].count; j += step, n++)
            host_put(&in[i], j, (number){special[n % 7], 0});
    }
}

static bool both_nan(number a, number b) { return isnan(a.re) && isnan(b.re); }

static void compare_special(const sample *s, const host *in, const outcome *got,
                            const outcome *reference) {
    if (!same_form(s, "special values", got, reference)) return;
    for (uint32_t i = 0; i < got->count; i++)
        for (int64_t j = 0; j < got->out[i].count; j++) {
            number a = host_get(&got->out[i], j), b = host_get(&reference->out[i], j);
            if (both_nan(a, b) || a.re == b.re) continue;
            if (isfinite(a.re) && isfinite(b.re) &&
                fabs(a.re - b.re) <= 64 * value_eps(got->out[i].dtype) * fmax(fabs(b.re), 1))
                continue;
            bool near = is_map(s->op) && in[0].data != NULL && in[0].count == got->out[i].count;
            complain(s, "special values: element %lld of output %u is %s, by the formula %s%s%s",
                     (long long)j, i, value_text(a), value_text(b), near ? ", of " : "",
                     near ? value_text(host_get(&in[0], j)) : "");
            return;
        }
}

void check_special(const weir_op *op) {
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        host in[SAMPLE_INPUTS];
        sample_read(op, i, &s);
        if (!enlarge(&s, 300, &big)) sample_copy(&s, &big);
        for (weir_dtype dtype = WEIR_FLOAT16; dtype <= WEIR_FLOAT64; dtype++) {
            if (!sample_set_dtype(&big, dtype)) continue;
            make_inputs(&big, 5, in);
            sprinkle(&big, in);
            outcome got = run_sample(walk_runtime(), op, &big, in);
            outcome reference = run_sample(walk_runtime(), reference_of(op), &big, in);
            if (got.status == WEIR_OK || !got.refused) compare_special(&big, in, &got, &reference);
            outcome_free(&got);
            outcome_free(&reference);
            free_inputs(&big, in);
        }
    }
}

/* ---- Random operators ------------------------------------------------------------------------ */

static double field_f64(sample *s, const char *name) {
    double *field = sample_attr(s, name, WEIR_ATTR_F64);
    return field != NULL ? *field : NAN;
}

/* If the attributes define the distribution, check its mean and standard deviation; five sigma are
 * allowed, and the seed is fixed, so a correct operator does not fail. */
static void check_moments(sample *s, const host *h) {
    double mean = field_f64(s, "mean"), std = field_f64(s, "std");
    double low = field_f64(s, "low"), high = field_f64(s, "high");
    if (!isnan(low) && !isnan(high)) {
        mean = (low + high) / 2;
        std = (high - low) / sqrt(12);
    }
    if (isnan(mean) || isnan(std) || value_kind_of(h->dtype) != KIND_FLOAT || h->count < 500)
        return;
    double sum = 0, squares = 0, n = (double)h->count;
    for (int64_t i = 0; i < h->count; i++) {
        double x = host_get(h, i).re;
        if (x < low || x > high) complain(s, "%g is outside %g..%g", x, low, high);
        sum += x;
        squares += (x - mean) * (x - mean);
    }
    if (fabs(sum / n - mean) > 5 * std / sqrt(n))
        complain(s, "the mean of %g numbers is %g, not %g", n, sum / n, mean);
    if (fabs(sqrt(squares / n) - std) > 5 * std / sqrt(n))
        complain(s, "the deviation of %g numbers is %g, not %g", n, sqrt(squares / n), std);
}

void check_random(const weir_op *op) {
    if (!is_random(op)) return;
    weir_runtime *rt = walk_runtime();
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        host in[SAMPLE_INPUTS];
        sample_read(op, i, &s);
        enlarge(&s, 20000, &big);
        make_inputs(&big, 1, in);
        outcome first = run_sample(rt, op, &big, in), again = run_sample(rt, op, &big, in);
        if (first.status != WEIR_OK) complain(&big, "random: %s", first.error);
        same_outcome(&big, "the same seed", &again, &first);
        for (uint32_t j = 0; j < first.count; j++) check_moments(&big, &first.out[j]);
        outcome_free(&first);
        outcome_free(&again);
        free_inputs(&big, in);
    }
}
