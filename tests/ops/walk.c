/* walk.c - see walk.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    SHOWN = 6, /* maximum complaints printed for one operator */
    WALK_MEMORY_BYTES = 128 << 20,
};

static const char *now = ""; /* the operator being checked */
static char now_sample[SAMPLE_TEXT];
static int complaints, complaints_here;

/* ---- Walking --------------------------------------------------------------------------------- */

/* Report the operator that crashed the process.  Uses only async-signal-safe functions. */
static void tell_where(int which) {
    const char *parts[] = {"\nsignal while checking ", now, " [", now_sample, "]\n"};
    for (int i = 0; i < 5; i++)
        if (write(2, parts[i], strlen(parts[i])) < 0) break;
    signal(which, SIG_DFL);
    raise(which);
}

/* Uses a separate stack, because a stack overflow is one of the crashes to report. */
static void watch(void) {
    static char buffer[16384];
    static const int which[] = {SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL};
    stack_t stack = {.ss_sp = buffer, .ss_size = sizeof buffer};
    struct sigaction action = {.sa_handler = tell_where, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < 5; i++) sigaction(which[i], &action, NULL);
}

void complain(const sample *s, const char *format, ...) {
    complaints++;
    if (complaints_here++ >= SHOWN) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s [%s]: ", s->def->name, s->text);
    vfprintf(stderr, format, args);
    fputs(complaints_here == SHOWN ? " (and more)\n" : "\n", stderr);
    va_end(args);
}

void walk_done(void) {
    if (complaints > 0) test_fail(__FILE__, __LINE__, "%d complaints", complaints);
}

void walk_one(check_fn *check, const weir_op *op) {
    watch();
    now = weir_op_describe(op)->name;
    now_sample[0] = '\0';
    complaints_here = 0;
    check(op);
}

const char *walk_only(void) {
    const char *asked = getenv("TEST_OP");
    if (asked == NULL) return NULL;
    const weir_op *op = weir_op_find(asked);
    if (op == NULL) test_fail(__FILE__, __LINE__, "TEST_OP=%s: %s", asked, weir_error());
    return weir_op_describe(op)->name;
}

void walk(check_fn *check) { walk_share(check, 0, 1); }

void walk_share(check_fn *check, uint32_t share, uint32_t shares) {
    const char *only = walk_only();
    uint32_t count = weir_op_count();
    CHECK(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        const weir_op *op = weir_op_at(i);
        const char *name = weir_op_describe(op)->name;
        if (i % shares != share) continue;
        if (weir_op_describe(op)->flags & WEIR_OP_IN_PLACE) continue; /* tests/api/test_optim.c */
        if (strncmp(name, "plain_", 6) == 0 || (only != NULL && strcmp(only, name) != 0)) continue;
        walk_one(check, op);
    }
    walk_done();
}

/* ---- Running --------------------------------------------------------------------------------- */

weir_runtime *walk_runtime(void) {
    static weir_runtime *rt;
    if (rt == NULL) {
        weir_config c = kit_config(1);
        c.engine = WEIR_SERIAL;
        c.memory_bytes =
            WALK_MEMORY_BYTES; /* attributes far out of range may request much memory */
        rt = kit_runtime_of(&c);
    }
    return rt;
}

void make_inputs(const sample *s, uint64_t seed, host *in) {
    for (int i = 0; i < s->in_count; i++) {
        in[i] = (host){.data = NULL};
        if (s->in[i].form == INPUT_ARRAY) in[i] = sample_make(s, i, seed);
    }
}

void free_inputs(const sample *s, host *in) {
    for (int i = 0; i < s->in_count; i++) host_free(&in[i]);
}

void send_inputs(weir_runtime *rt, const sample *s, const host *in, weir_array **out) {
    for (int i = 0; i < s->in_count; i++) {
        out[i] = NULL;
        if (s->in[i].form == INPUT_NUMBER)
            CHECK_OK(weir_number_f64(rt, s->in[i].number, &out[i]));
        else if (s->in[i].form == INPUT_ARRAY)
            out[i] = host_send(rt, &in[i]);
    }
}

void release_arrays(weir_array **arrays, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        weir_array_release(arrays[i]);
        arrays[i] = NULL;
    }
}

static void keep_error(outcome *o) { snprintf(o->error, sizeof o->error, "%s", weir_error()); }

static weir_status receive_all(outcome *o, weir_array **out) {
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < o->count; i++) {
        weir_status one = host_receive(out[i], &o->out[i]);
        if (one != WEIR_OK && status == WEIR_OK) {
            status = one;
            keep_error(o);
        }
    }
    return status;
}

outcome run_arrays(weir_runtime *rt, const weir_op *op, const sample *s, weir_array *const *in) {
    outcome o;
    o.refused = false;
    o.error[0] = '\0';
    o.count = OUTCOME_ARRAYS;
    weir_array *out[OUTCOME_ARRAYS] = {NULL};
    memcpy(now_sample, s->text, sizeof now_sample);
    if (is_random(op)) CHECK_OK(weir_seed(rt, 77));
    uint64_t failures = weir_failure_count(rt);
    o.status =
        weir_op_call(rt, op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out, &o.count);
    if (o.status != WEIR_OK) {
        keep_error(&o);
        o.count = 0;
        /* The serial engine returns a kernel failure from the call; that is not a refusal. */
        o.refused = weir_failure_count(rt) == failures;
    } else {
        while (o.count > 0 && out[o.count - 1] == NULL) o.count--;
        o.device = o.count > 0 ? weir_array_device(out[0]) : 0;
        o.status = receive_all(&o, out);
        release_arrays(out, o.count);
    }
    weir_failure_clear(rt);
    return o;
}

outcome run_sample(weir_runtime *rt, const weir_op *op, const sample *s, const host *in) {
    weir_array *arrays[SAMPLE_INPUTS];
    send_inputs(rt, s, in, arrays);
    outcome o = run_arrays(rt, op, s, arrays);
    release_arrays(arrays, (uint32_t)s->in_count);
    return o;
}

void outcome_free(outcome *o) {
    for (uint32_t i = 0; i < o->count; i++) host_free(&o->out[i]);
    o->count = 0;
}

/* The registry requires blocks to live forever, so these are never freed. */
typedef struct twin {
    struct twin *next;
    weir_op_def def;
    char name[100];
} twin;

/* Vector loops are found by name, so an elementwise operator with another name uses only its reference loops. */
const weir_op *reference_of(const weir_op *op) {
    static twin *twins;
    const weir_op_def *def = weir_op_describe(op);
    char name[sizeof twins->name];
    snprintf(name, sizeof name, "plain_%s", def->name);
    const weir_op *reference = weir_op_find(name);
    if (reference != NULL) return reference;
    if ((def->reference == NULL && !is_map(op)) || (def->flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING)))
        return op;
    twin *t = malloc(sizeof *t);
    CHECK(t);
    *t = (twin){.next = twins, .def = *def};
    twins = t;
    memcpy(t->name, name, sizeof name);
    t->def.name = t->name;
    t->def.aliases = NULL; /* they belong to the original */
    if (def->reference != NULL) t->def.run = def->reference;
    if (!is_map(op)) t->def.flags &= ~(uint32_t)(WEIR_OP_STRIDED | WEIR_OP_STRIDED_IN);
    CHECK_OK(weir_op_register(&t->def, &reference));
    return reference;
}

/* The number of elements of the largest array, inputs and outputs; -1: the call is refused. */
static int64_t size_of_largest(const sample *s) {
    host in[SAMPLE_INPUTS];
    int64_t most = 0;
    make_inputs(s, 1, in);
    outcome o = run_sample(walk_runtime(), s->op, s, in);
    for (int i = 0; i < s->in_count; i++)
        if (in[i].count > most) most = in[i].count;
    for (uint32_t i = 0; i < o.count; i++)
        if (o.out[i].count > most) most = o.out[i].count;
    bool fine = o.status == WEIR_OK;
    outcome_free(&o);
    free_inputs(s, in);
    return fine ? most : -1;
}

/* In small steps, because the growth of a result with its inputs is not known. */
bool enlarge(const sample *s, int64_t elements, sample *out) {
    for (int shapes = 0; shapes < 2; shapes++) {
        int64_t last = 0;
        for (int64_t factor = 1;; factor += factor > 1 ? factor / 2 : 1) {
            sample_copy(s, out);
            sample_scale(out, factor, shapes);
            int64_t size = size_of_largest(out);
            if (size >= elements) return true;
            if (factor > 1 && size <= last) break;
            last = size;
        }
    }
    sample_copy(s, out);
    return false;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

bool same_form(const sample *s, const char *what, const outcome *got, const outcome *wanted) {
    if (got->status != wanted->status) {
        complain(s, "%s: %s (%s), not %s (%s)", what, weir_status_name(got->status), got->error,
                 weir_status_name(wanted->status), wanted->error);
        return false;
    }
    if (got->count != wanted->count) {
        complain(s, "%s: gives %u arrays, not %u", what, got->count, wanted->count);
        return false;
    }
    for (uint32_t i = 0; i < got->count; i++) {
        const host *a = &got->out[i], *b = &wanted->out[i];
        if (a->dtype == b->dtype && a->ndim == b->ndim &&
            memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0)
            continue;
        complain(s, "%s: output %u is %s, not %s", what, i, host_text(a), host_text(b));
        return false;
    }
    return true;
}

bool same_outcome(const sample *s, const char *what, const outcome *got, const outcome *wanted) {
    if (!same_form(s, what, got, wanted)) return false;
    for (uint32_t i = 0; i < got->count; i++) {
        int64_t at = host_first_difference(&got->out[i], &wanted->out[i]);
        if (at < 0) continue;
        complain(s, "%s: element %lld of output %u, %s, is %s, not %s", what, (long long)at, i,
                 host_text(&got->out[i]), value_text(host_get(&got->out[i], at)),
                 value_text(host_get(&wanted->out[i], at)));
        return false;
    }
    return true;
}

static double magnitude(number v) { return hypot(v.re, v.im); }

/* The distance from the expected value: 0 if both are NaN or the same infinity. */
static double distance(number got, number exact, double huge) {
    if (isnan(exact.re) || isnan(exact.im)) return isnan(got.re) || isnan(got.im) ? 0 : INFINITY;
    if (magnitude(exact) > huge) return magnitude(got) >= huge * 0.99 ? 0 : INFINITY;
    double d = hypot(got.re - exact.re, got.im - exact.im);
    return isnan(d) ? INFINITY : d;
}

static const host *matching(const outcome *o, uint32_t i, const host *h) {
    if (o == NULL || o->status != WEIR_OK || i >= o->count || o->out[i].count != h->count)
        return NULL;
    return &o->out[i];
}

/* The error of `h` in units in the last place of its dtype. */
static double error_in_ulps(const host *h, int64_t i, const host *exact, const host *terms) {
    double size = magnitude(host_get(exact, i)), eps = value_eps(h->dtype);
    double more = terms != NULL ? magnitude(host_get(terms, i)) : 0;
    if (isfinite(more) && more > size) size = more;
    double d = distance(host_get(h, i), host_get(exact, i), value_huge(h->dtype));
    if (d == 0) return 0;
    return isfinite(size) ? d / (eps * size + 2 * value_tiny(h->dtype)) : d;
}

static void close_array(const sample *s, const char *what, const host *got, const host *exact,
                        const host *reference, const host *terms, double ulps) {
    double worst_reference = 0;
    for (int64_t i = 0; reference != NULL && i < got->count; i++) {
        double e = error_in_ulps(reference, i, exact, terms);
        if (isfinite(e) && e > worst_reference) worst_reference = e;
    }
    for (int64_t i = 0; i < got->count; i++) {
        double e = error_in_ulps(got, i, exact, terms);
        if (e <= ulps + 2 * worst_reference) continue;
        complain(s, "%s: element %lld of %s is %s, not %s: off by %.3g ulp (the formula by %.3g)",
                 what, (long long)i, host_text(got), value_text(host_get(got, i)),
                 value_text(host_get(exact, i)), e, worst_reference);
        return;
    }
}

void close_outcome(const sample *s, const char *what, const outcome *got, const outcome *exact,
                   const outcome *reference, const outcome *terms, double ulps) {
    for (uint32_t i = 0; i < got->count && i < exact->count; i++) {
        const host *h = &got->out[i], *e = matching(exact, i, h);
        if (value_kind_of(h->dtype) < KIND_FLOAT || e == NULL) continue;
        close_array(s, what, h, e, matching(reference, i, h), matching(terms, i, h), ulps);
    }
}
