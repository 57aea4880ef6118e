/* test_ops_nomem.c - a program of arrays and operators in which the n-th allocation fails, for
 * every n.
 *
 * Whichever allocation fails, a call returns WEIR_OK or WEIR_ENOMEM, and so does reading its result;
 * the process survives, and in the end every block is freed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>

#include "failing_allocator.h"
#include "walk.h"

static weir_array *made(weir_status status, weir_array *a) {
    return ok_or_nomem(status) ? a : NULL;
}

static weir_array *call(weir_runtime *rt, const char *op, weir_array *x, weir_array *z,
                        const void *attr) {
    weir_array *in[2] = {x, z}, *out = NULL;
    if (x == NULL) return NULL;
    weir_status status = weir_op_call(rt, weir_op_find(op), in, z != NULL ? 2 : 1, attr,
                                      weir_op_describe(weir_op_find(op))->attr_size, &out, NULL);
    return made(status, out);
}

/* Arrays, numbers, views, operators, gradients, scopes, reading: results that were computed are read
 * and must be right. */
static void use_arrays(const weir_config *config) {
    weir_runtime *rt = NULL;
    if (!ok_or_nomem(weir_runtime_new(config, &rt))) return;
    enum { SIDE = 40 };
    int64_t shape[2] = {SIDE, SIDE}, back[1] = {SIDE * SIDE};
    float data[SIDE * SIDE], seen[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) data[i] = (float)(i % 7);
    weir_scope *scope = NULL;
    ok_or_nomem(weir_scope_new(&scope));
    weir_array *a = NULL, *n = NULL;
    a = made(weir_array_new(rt, WEIR_FLOAT32, shape, 2, data, &a), a);
    n = made(weir_number_f64(rt, 2, &n), n);
    weir_array *t = call(rt, "permute_dims", a, NULL, NULL);
    weir_array *b = n != NULL ? call(rt, "multiply", a, n, NULL) : NULL;
    weir_array *c = t != NULL ? call(rt, "add", b, t, NULL) : NULL;
    weir_array *d = c != NULL ? call(rt, "matmul", a, c, NULL) : NULL;
    weir_array *e = call(rt, "sin", t, NULL, NULL);
    struct {
        weir_i64s shape;
    } attr = {{back, 1}};
    weir_array *f = call(rt, "reshape", t, NULL, &attr);
    if (a != NULL && b != NULL && c != NULL) {
        weir_array *in[2] = {a, c};
        ok_or_nomem(weir_op_call_into(rt, weir_op_find("add"), in, 2, NULL, 0, &c, 1));
        weir_array *grads[2] = {NULL};
        if (d != NULL)
            ok_or_nomem(
                weir_op_vjp(rt, weir_op_find("matmul"), in, 2, NULL, 0, &d, 1, &d, NULL, grads));
        for (int i = 0; i < 2; i++)
            if (grads[i] != NULL) ok_or_nomem(weir_array_wait(grads[i]));
        for (int i = 0; scope == NULL && i < 2; i++) weir_array_release(grads[i]);
    }
    weir_array *all[] = {a, t, b, c, d, e, f, n};
    for (int i = 0; i < 7; i++)
        if (all[i] != NULL) ok_or_nomem(weir_array_wait(all[i]));
    if (b != NULL && weir_array_read(b, seen, sizeof seen) == WEIR_OK)
        for (int i = 0; i < SIDE * SIDE; i++) CHECK(seen[i] == 2 * data[i]);
    char text[200];
    if (e != NULL) ok_or_nomem(weir_array_text(e, text, sizeof text));
    for (int i = 0; scope == NULL && i < 8; i++) weir_array_release(all[i]);
    if (scope != NULL) CHECK_OK(weir_scope_free(scope));
    weir_waitall(rt);
    weir_runtime_free(rt);
}

static void refuse_each(int engine, int keep_failing) {
    for (long n = 1;; n += test_slow() > 1 ? 3 : 1) {
        failing_allocator m = {.keep_failing = keep_failing};
        atomic_store(&m.left, n);
        weir_config c = kit_config(2);
        c.engine = engine;
        c.alloc = failing_alloc;
        c.free = failing_free;
        c.alloc_ctx = &m;
        c.log = no_log;
        use_arrays(&c);
        if (m.blocks != 0)
            test_fail(__FILE__, __LINE__, "%ld blocks lost after refusing number %ld",
                      (long)m.blocks, n);
        if (m.refused == 0) return;
        CHECK(n < 100000);
    }
}

TEST(any_one_allocation_for_arrays_may_be_refused) { refuse_each(WEIR_THREADED, 0); }
TEST(all_allocations_for_arrays_from_any_one_on_may_be_refused) { refuse_each(WEIR_THREADED, 1); }
TEST(any_one_allocation_for_arrays_of_the_serial_engine_may_be_refused) {
    refuse_each(WEIR_SERIAL, 0);
}
TEST(all_allocations_for_arrays_of_the_serial_engine_may_be_refused) {
    refuse_each(WEIR_SERIAL, 1);
}

/* A budget too small for an operation: only that operation fails, with a message. */
static void exceed_budget(int engine) {
    weir_config c = kit_config(2);
    c.engine = engine;
    c.memory_bytes = 1 << 20;
    weir_runtime *rt = kit_runtime_of(&c);
    int64_t small[1] = {1000}, column[2] = {1000, 1};
    weir_array *x = NULL, *y = NULL, *in[2], *big = NULL, *good = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, small, 1, NULL, &x));
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, column, 2, NULL, &y));
    in[0] = x, in[1] = y;
    weir_status status =
        weir_op_call(rt, weir_op_find("add"), in, 2, NULL, 0, &big, NULL); /* 4 MB */
    if (status == WEIR_OK) status = weir_array_wait(big);
    CHECK_EQ(status, WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "add");
    CHECK_OK(weir_op_call(rt, weir_op_find("exp"), &x, 1, NULL, 0, &good, NULL));
    CHECK_OK(weir_array_wait(good));
    weir_array_release(big);
    weir_array_release(good);
    weir_array_release(x);
    weir_array_release(y);
    weir_failure_clear(rt);
    weir_runtime_free(rt);
}

TEST(an_operation_beyond_the_budget_fails_alone) { exceed_budget(WEIR_THREADED); }
TEST(an_operation_beyond_the_budget_fails_alone_on_the_serial_engine) {
    exceed_budget(WEIR_SERIAL);
}

/* ---- Every operator and gradient --------------------------------------------------------------- */

static failing_allocator scarce;
static weir_runtime *poor;

static void allow(long allocations) {
    atomic_store(&scarce.refused, 0);
    atomic_store(&scarce.left, allocations);
}

/* Check that the failure was legitimate, and whether there is another allocation to refuse. */
static bool next(const sample *s, const char *what, long n, weir_status status) {
    bool refused = scarce.refused > 0, odd = status != WEIR_OK && status != WEIR_ENOMEM;
    if (odd) complain(s, "%s, allocation %ld refused: %s", what, n, weir_error());
    atomic_store(&scarce.left, LONG_MAX);
    weir_failure_clear(poor);
    return refused && !odd;
}

static void call_without_memory(const sample *s, weir_array *const *in) {
    weir_status status;
    long n = 0;
    do {
        weir_array *out[OUTCOME_ARRAYS] = {NULL};
        uint32_t count = OUTCOME_ARRAYS;
        allow(++n);
        status = weir_op_call(poor, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size,
                              out, &count);
        if (status == WEIR_OK) release_arrays(out, count);
    } while (next(s, "call", n, status));
}

static void differentiate_without_memory(const sample *s, weir_array *const *in) {
    weir_array *out[OUTCOME_ARRAYS] = {NULL}, *w[OUTCOME_ARRAYS] = {NULL};
    uint32_t count = OUTCOME_ARRAYS;
    CHECK_OK(weir_op_call(poor, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size, out,
                          &count));
    while (count > 0 && out[count - 1] == NULL) count--;
    for (uint32_t i = 0; i < count; i++)
        if (value_kind_of(weir_array_dtype(out[i])) >= KIND_FLOAT) w[i] = out[i];
    weir_status status;
    long n = 0;
    do {
        weir_array *grad[SAMPLE_INPUTS] = {NULL};
        allow(++n);
        status = weir_op_vjp(poor, s->op, in, (uint32_t)s->in_count, s->attr, s->def->attr_size,
                             out, count, w, NULL, grad);
        release_arrays(grad, (uint32_t)s->in_count);
    } while (next(s, "gradient", n, status));
    release_arrays(out, count);
}

static void try_without_memory(const sample *s) {
    host in[SAMPLE_INPUTS];
    weir_array *sent[SAMPLE_INPUTS] = {NULL};
    make_inputs(s, 3, in);
    send_inputs(poor, s, in, sent);
    call_without_memory(s, sent);
    if (s->def->vjp != NULL) differentiate_without_memory(s, sent);
    release_arrays(sent, (uint32_t)s->in_count);
    free_inputs(s, in);
}

static void check_without_memory(const weir_op *op) {
    sample s;
    for (int i = 0; i < sample_count(op); i++) {
        sample_read(op, i, &s);
        try_without_memory(&s);
    }
    if (op != weir_op_find("svd")) return;
    sample_read_text(op, "(4,3)@-2:2", &s); /* has singular vectors without a singular value */
    try_without_memory(&s);
}

TEST(any_one_allocation_of_an_operator_or_a_gradient_may_be_refused) {
    weir_config c = kit_config(1);
    c.engine = WEIR_SERIAL;
    c.alloc = failing_alloc;
    c.free = failing_free;
    c.alloc_ctx = &scarce;
    c.log = no_log;
    allow(LONG_MAX);
    CHECK_OK(weir_runtime_new(&c, &poor));
    walk(check_without_memory);
    weir_runtime_free(poor);
    CHECK_EQ(scarce.blocks, 0);
}
