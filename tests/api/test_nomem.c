/* test_nomem.c - the n-th allocation fails, for every n that occurs.
 *
 * Whichever fails, each call returns WEIR_OK or WEIR_ENOMEM, arguments are dropped once, nothing
 * hangs, and all memory is freed in the end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit.h"

#include <stdbool.h>

#include "failing_allocator.h"

static atomic_int pushed, dropped, heard;

static void count_drop(void *arg) { (void)arg, atomic_fetch_add(&dropped, 1); }
static void count_heard(weir_status status, void *arg) {
    (void)status, (void)arg, atomic_fetch_add(&heard, 1);
}

KIND(counted, kit_run_nothing, count_drop, WEIR_KIND_PURE);
KIND(counted_io, kit_run_nothing, count_drop, WEIR_KIND_IO);
KIND(broken, kit_run_broken, count_drop, 0);

enum { VARS = 30 };

static void push_some(weir_runtime *rt, weir_var **v, int engine) {
    char block[3000] = {0};
    for (int i = 0; i < 60; i++) {
        weir_task t = kit_task(i % 20 == 7 ? &counted_io : &counted, block);
        t.arg_size = i % 10 == 3 ? sizeof block : 8;
        t.reads = v + i % 7;
        t.read_count = (uint32_t)(i % 20);
        t.writes = v + i % 5;
        t.write_count = 1;
        if (!v[i % 7 + 20] || !v[i % 5]) continue;
        weir_status status = weir_task_push(rt, &t);
        if (ok_or_nomem(status) || (engine == WEIR_SERIAL && dropped > pushed))
            atomic_fetch_add(&pushed, 1);
    }
}

/* A program that uses most of the interface; returns whether a runtime could be created. */
static void use_everything(const weir_config *config) {
    weir_runtime *rt = NULL;
    if (!ok_or_nomem(weir_runtime_new(config, &rt))) return;
    weir_var *v[VARS] = {0};
    int all = 1, hears = 0;
    for (int i = 0; i < VARS; i++) all &= ok_or_nomem(weir_var_new(rt, NULL, &v[i]));
    if (all) {
        push_some(rt, v, config->engine);
        hears += ok_or_nomem(weir_var_on_ready(v[1], count_heard, NULL));
        ok_or_nomem(weir_notice_push(v[2], 7));
        ok_or_nomem(weir_var_wait(v[1]));
        ok_or_nomem(weir_var_cancel(v[3]));
        ok_or_nomem(weir_var_clear(v[3]));
    }
    weir_window *w = NULL;
    if (ok_or_nomem(weir_window_new(rt, 2, &w)))
        for (int i = 0; i < 5; i++) ok_or_nomem(weir_window_next(w, 0));
    weir_window_free(w);
    if (ok_or_nomem(weir_trace_start(rt, 50))) ok_or_nomem(weir_trace_stop(rt, NULL));
    if (v[0]) {
        weir_status status = kit_try(rt, &broken, NULL, NULL, v[0]);
        bool ran =
            config->engine == WEIR_SERIAL && dropped > pushed; /* and its failure was returned */
        if (status == WEIR_OK || ran) atomic_fetch_add(&pushed, 1);
        if (status == WEIR_OK)
            CHECK_NE(weir_var_wait(v[0]), WEIR_OK); /* not lost, even without memory for it */
    }
    weir_waitall(rt);
    for (int i = 0; i < VARS; i++) weir_var_release(v[i]);
    weir_runtime_free(rt);
    CHECK_EQ(heard, hears);
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
        pushed = dropped = heard = 0;
        use_everything(&c);
        if (m.blocks != 0)
            test_fail(__FILE__, __LINE__, "%ld blocks lost after refusing number %ld",
                      (long)m.blocks, n);
        if (dropped != pushed)
            test_fail(__FILE__, __LINE__, "%d pushed, %d dropped after refusing number %ld",
                      (int)pushed, (int)dropped, n);
        if (m.refused == 0) return;
        CHECK(n < 100000);
    }
}

TEST(any_one_allocation_may_be_refused) { refuse_each(WEIR_THREADED, 0); }
TEST(all_allocations_from_any_one_on_may_be_refused) { refuse_each(WEIR_THREADED, 1); }
TEST(any_one_allocation_of_the_serial_engine_may_be_refused) { refuse_each(WEIR_SERIAL, 0); }
TEST(all_allocations_of_the_serial_engine_may_be_refused) { refuse_each(WEIR_SERIAL, 1); }
