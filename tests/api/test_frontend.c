/* test_frontend.c - named source lines, and the callbacks of a front end around waits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "array_kit.h"

TEST(a_line_has_one_number_and_its_text) {
    uint32_t a = weir_site_intern("train.py", 12), b = weir_site_intern("train.py", 13);
    CHECK(a != 0);
    CHECK(a != b);
    CHECK_EQ(weir_site_intern("train.py", 12), a);
    CHECK_EQ(strcmp(weir_site_text(a), "train.py:12"), 0);
    CHECK(weir_site_text(7) == NULL);
    CHECK(weir_site_text(0) == NULL);
    CHECK_EQ(weir_site_intern(NULL, 1), 0);
    char path[400];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    const char *text = weir_site_text(weir_site_intern(path, 77));
    CHECK_EQ(strncmp(text, "...x", 4), 0);
    CHECK_HAS(text, "x:77");
    for (int i = 0; i < 5000; i++) CHECK(weir_site_intern("many.py", i) != 0);
    CHECK_EQ(weir_site_intern("train.py", 12), a);
}

static atomic_int begun, looked, ended;
static atomic_bool call_off;
static uint32_t here;

static uint32_t where(void) { return here; }
static void *begin(void) {
    atomic_fetch_add(&begun, 1);
    return &here;
}
static int look(void *token) {
    CHECK(token == &here);
    atomic_fetch_add(&looked, 1);
    return atomic_load(&call_off);
}
static void end(void *token) {
    CHECK(token == &here);
    atomic_fetch_add(&ended, 1);
}

static weir_status fail_slowly(weir_context *ctx, void *arg) {
    (void)arg;
    usleep(20000);
    return weir_context_fail(ctx, WEIR_EINVAL, "on purpose");
}

static weir_status be_slow(weir_context *ctx, void *arg) {
    (void)ctx;
    usleep(*(useconds_t *)arg);
    return WEIR_OK;
}

static const weir_kind failing = {
    .size = sizeof failing, .name = "failing", .run = fail_slowly, .flags = WEIR_KIND_PURE};
static const weir_kind slow = {
    .size = sizeof slow, .name = "slow", .run = be_slow, .flags = WEIR_KIND_PURE};

static void push(weir_runtime *rt, const weir_kind *kind, void *arg, weir_var *v, uint32_t site) {
    weir_task task = {.size = sizeof task,
                      .kind = kind,
                      .arg = arg,
                      .writes = &v,
                      .write_count = 1,
                      .site = site};
    CHECK_OK(weir_task_push(rt, &task));
}

static weir_frontend frontend(void) {
    return (weir_frontend){.size = sizeof(weir_frontend),
                           .site = where,
                           .wait_begin = begin,
                           .wait_look = look,
                           .wait_end = end};
}

static void be_asked(void) {
    weir_frontend f = frontend();
    CHECK_OK(weir_frontend_set(&f));
}

TEST(a_failure_names_the_line) {
    weir_runtime *rt = kit_runtime(1);
    weir_var *v = kit_var(rt);
    push(rt, &failing, NULL, v, weir_site_intern("train.py", 40));
    CHECK_STATUS(weir_var_wait(v), EINVAL);
    CHECK_HAS(weir_error(), "failing (train.py:40): on purpose");
    weir_var_release(v);
    weir_runtime_free(rt);
}

static void in_between(void *arg) {
    *(bool *)arg = atomic_load(&begun) == 1 && atomic_load(&ended) == 0;
}

TEST(blocking_elsewhere_releases_the_interpreter) {
    bool was = false, without = false;
    atomic_store(&begun, 0), atomic_store(&ended, 0);
    const weir_frontend f = {.size = sizeof f, .wait_begin = begin, .wait_end = end};
    CHECK_OK(weir_frontend_set(&f));
    weir_give_way(in_between, &was);
    CHECK_OK(weir_frontend_set(NULL));
    CHECK(was && atomic_load(&ended) == 1);
    atomic_store(&ended, 0);
    weir_give_way(in_between, &without); /* called without a front end */
    CHECK(without && atomic_load(&ended) == 0);
}

TEST(only_a_wait_that_blocks_calls_wait_begin_and_wait_end) {
    be_asked();
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    useconds_t us = 20000;
    push(rt, &slow, &us, v, 0);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(atomic_load(&begun), 1);
    CHECK_EQ(atomic_load(&ended), 1);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(atomic_load(&begun), 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(the_front_end_ends_a_wait) {
    be_asked();
    weir_config config = kit_config(2);
    config.helping = 0;
    weir_runtime *rt;
    CHECK_OK(weir_runtime_new(&config, &rt));
    weir_var *v = kit_var(rt);
    useconds_t us = 500000;
    push(rt, &slow, &us, v, 0);
    atomic_store(&call_off, true);
    CHECK_STATUS(weir_var_wait(v), EINTR);
    CHECK(atomic_load(&looked) >= 1);
    CHECK_EQ(atomic_load(&begun), atomic_load(&ended));
    atomic_store(&call_off, false);
    CHECK_OK(weir_var_wait(v)); /* the work went on */
    weir_var_release(v);
    weir_runtime_free(rt);
}

static atomic_int asked;
static atomic_bool refuse;
static int ask(const char *reason, uint32_t site) {
    CHECK(reason != NULL);
    CHECK_EQ(site, here);
    atomic_fetch_add(&asked, 1);
    return atomic_load(&refuse);
}

TEST(the_front_end_is_asked_before_a_wait_and_may_refuse) {
    weir_frontend f = frontend();
    f.wait_ask = ask;
    CHECK_OK(weir_frontend_set(&f));
    here = weir_site_intern("model.py", 9);
    weir_config config = kit_config(1);
    config.helping = 0, config.queue_tasks_max = 4;
    weir_runtime *rt;
    CHECK_OK(weir_runtime_new(&config, &rt));
    weir_var *v = kit_var(rt);
    CHECK_OK(weir_var_wait_at(v, -1, "look", here)); /* ready: the front end is not asked */
    CHECK_EQ(atomic_load(&asked), 0);
    useconds_t us = 200000;
    push(rt, &slow, &us, v, here);
    atomic_store(&refuse, true);
    CHECK_STATUS(weir_var_wait_at(v, -1, "look", here), EINTR);
    CHECK_HAS(weir_error(), "did not allow this wait: look");
    CHECK_STATUS(weir_waitall_at(rt, -1, "all", here), EINTR);
    CHECK_EQ(atomic_load(&asked), 2);
    weir_task task = {.size = sizeof task,
                      .kind = &slow,
                      .arg = &us,
                      .writes = &v,
                      .write_count = 1,
                      .site = here};
    weir_status status = WEIR_OK;
    for (int i = 0; i < 4 && status == WEIR_OK; i++) status = weir_task_push(rt, &task);
    CHECK_EQ(status, WEIR_EINTR); /* the queue's bound */
    CHECK_EQ(atomic_load(&begun), 0);
    atomic_store(&refuse, false);
    CHECK_OK(weir_waitall_at(rt, -1, "all", here));
    CHECK_EQ(atomic_load(&begun), 1);
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_status count_up(weir_context *ctx, void *arg) {
    (void)ctx;
    usleep(2000);
    atomic_fetch_add((atomic_int *)arg, 1);
    return WEIR_OK;
}

static const weir_kind helped = {.size = sizeof helped,
                                 .name = "helped",
                                 .run = count_up,
                                 .flags = WEIR_KIND_PURE | WEIR_KIND_HELP};

/* A waiting thread that keeps running tasks does not sleep, and calls wait_look nevertheless. */
TEST(the_front_end_ends_a_wait_that_runs_tasks) {
    be_asked();
    weir_runtime *rt = kit_runtime(2);
    weir_var *v = kit_var(rt);
    atomic_int count = 0;
    for (int i = 0; i < 200; i++) push(rt, &helped, &count, v, 0);
    atomic_store(&call_off, true);
    CHECK_STATUS(weir_var_wait(v), EINTR);
    CHECK(atomic_load(&count) < 200);
    atomic_store(&call_off, false);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(atomic_load(&count), 200);
    weir_var_release(v);
    weir_runtime_free(rt);
}

static weir_status run_piece(void *arg, int64_t begin, int64_t end) {
    (void)begin, (void)end;
    usleep(5000);
    atomic_fetch_add((atomic_int *)arg, 1);
    return WEIR_OK;
}

static weir_status run_large(weir_context *ctx, void *arg) {
    return weir_parallel_for(ctx, 400, 1, run_piece, arg);
}

static const weir_kind large = {.size = sizeof large,
                                .name = "large",
                                .run = run_large,
                                .flags = WEIR_KIND_PURE | WEIR_KIND_HELP};

/* Nor does one that has joined the pieces of a large task, or has left it to the workers. */
TEST(the_front_end_ends_a_wait_for_a_large_task) {
    be_asked();
    weir_runtime *rt = kit_runtime(4);
    weir_var *v;
    weir_var_options options = {.size = sizeof options, .bytes = 64 << 20};
    CHECK_OK(weir_var_new(rt, &options, &v));
    atomic_int count = 0;
    push(rt, &large, &count, v, 0);
    atomic_store(&call_off, true);
    CHECK_STATUS(weir_var_wait(v), EINTR);
    CHECK(atomic_load(&count) < 400);
    atomic_store(&call_off, false);
    CHECK_OK(weir_var_wait(v));
    CHECK_EQ(atomic_load(&count), 400);
    weir_var_release(v);
    weir_runtime_free(rt);
}

TEST(waits_and_memory_are_recorded_at_the_site_of_the_front_end) {
    be_asked();
    here = weir_site_intern("model.py", 5);
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_filled(rt, 1 << 20, 1), *y;
    CHECK_OK(weir_exp(x, &y));
    CHECK_OK(weir_array_wait(y));
    weir_holder holders[4];
    size_t n = weir_memory_holders(rt, holders, 4);
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found |= strcmp(holders[i].name, "exp") == 0 && holders[i].site == here;
    CHECK(found);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* A signal handler of the language may itself wait. */
static weir_var *inner;
static weir_runtime *inner_runtime;

static int look_and_wait(void *token) {
    static bool busy;
    static useconds_t pause = 1000;
    CHECK(token == &here);
    if (busy) return 0;
    busy = true;
    atomic_fetch_add(&looked, 1);
    push(inner_runtime, &slow, &pause, inner, 0);
    CHECK_OK(weir_var_wait(inner));
    CHECK_OK(weir_waitall(inner_runtime));
    busy = false;
    return 0;
}

TEST(the_front_end_may_wait_inside_wait_ask) {
    weir_frontend f = frontend();
    f.wait_look = look_and_wait;
    CHECK_OK(weir_frontend_set(&f));
    weir_runtime *rt = inner_runtime = kit_runtime(2);
    weir_var *v = kit_var(rt);
    inner = kit_var(rt);
    atomic_store(&looked, 0);
    for (int i = 0; i < 6; i++) {
        static useconds_t pause = 150000; /* longer than a tenth of a second, when it looks */
        push(rt, &slow, &pause, v, 0);
        CHECK_OK(i % 2 == 0 ? weir_var_wait(v) : weir_waitall(rt));
        CHECK(weir_var_is_ready(v));
    }
    CHECK(atomic_load(&looked) > 0);
    weir_var_release(v);
    weir_var_release(inner);
    weir_runtime_free(rt);
}

static void *interrupt_often(void *arg) {
    weir_runtime *rt = arg;
    while (!atomic_load(&call_off)) {
        weir_interrupt(rt);
        usleep(100);
    }
    return NULL;
}

/* EINTR means that the call may be repeated.  A write that was issued must not be. */
TEST(a_write_under_an_export_is_not_interrupted) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_filled(rt, 1 << 18, 0), *one;
    CHECK_OK(weir_number_f64(rt, 1.0, &one));
    void *data;
    CHECK_OK(weir_array_map(x, WEIR_MAP_READ, &data));
    atomic_store(&call_off, false);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, interrupt_often, rt), 0);
    weir_array *in[] = {x, one};
    for (int i = 0; i < 2000; i++)
        CHECK_OK(weir_op_call_into(rt, weir_op_find("add"), in, 2, NULL, 0, &x, 1));
    atomic_store(&call_off, true);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(((const float *)data)[0], 2000.0F);
    CHECK_OK(weir_array_unmap(x));
    weir_array_release(x);
    weir_array_release(one);
    weir_runtime_free(rt);
}

static const char *own_words(weir_remedy remedy) {
    return remedy == WEIR_REMEDY_RECORD ? "call loss.backward() within a tape" : NULL;
}

TEST(a_front_end_words_remedies) {
    const weir_frontend f = {.size = sizeof f, .remedy = own_words};
    CHECK_OK(weir_frontend_set(&f));
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_filled(rt, 4, 1);
    CHECK_STATUS(weir_backward(&x, 1, NULL, 0), EINVAL);
    CHECK_HAS(weir_error(), "does not require grad; call loss.backward() within a tape");
    CHECK_STR(weir_remedy_text(WEIR_REMEDY_BACKWARD), "call weir_backward on the loss first");
    CHECK_OK(weir_frontend_set(NULL));
    CHECK_STATUS(weir_backward(&x, 1, NULL, 0), EINVAL);
    CHECK_HAS(weir_error(), "compute it, while recording");
    for (int remedy = 1; remedy <= WEIR_REMEDY_CLEAR_BLOCK; remedy++)
        CHECK(weir_remedy_text((weir_remedy)remedy)[0] != '\0');
    CHECK_STR(weir_remedy_text((weir_remedy)0), "");
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Several front ends ---------------------------------------------------------------------- */

typedef struct side {
    atomic_int begun, ended, asked;
    uint32_t line;
} side;

static side sides[2];

static uint32_t where_0(void) { return sides[0].line; }
static uint32_t where_1(void) { return sides[1].line; }
static int ask_0(const char *reason, uint32_t site) {
    (void)reason;
    CHECK_EQ(site, sides[0].line);
    return atomic_fetch_add(&sides[0].asked, 1) < 0;
}
static int ask_1(const char *reason, uint32_t site) {
    (void)reason;
    CHECK_EQ(site, sides[1].line);
    return atomic_fetch_add(&sides[1].asked, 1) < 0;
}
static void *begin_0(void) { return atomic_fetch_add(&sides[0].begun, 1), &sides[0]; }
static void *begin_1(void) { return atomic_fetch_add(&sides[1].begun, 1), &sides[1]; }
static void end_0(void *token) {
    CHECK(token == &sides[0]);
    atomic_fetch_add(&sides[0].ended, 1);
}
static void end_1(void *token) {
    CHECK(token == &sides[1]);
    atomic_fetch_add(&sides[1].ended, 1);
}
static const char *remedy_1(weir_remedy remedy) {
    return remedy == WEIR_REMEDY_BACKWARD ? "say it in the other language" : NULL;
}

static const weir_frontend default_end = {.size = sizeof default_end,
                                          .site = where_0,
                                          .wait_ask = ask_0,
                                          .wait_begin = begin_0,
                                          .wait_end = end_0};
static const weir_frontend other_end = {.size = sizeof other_end,
                                        .site = where_1,
                                        .wait_ask = ask_1,
                                        .wait_begin = begin_1,
                                        .wait_end = end_1,
                                        .remedy = remedy_1};

typedef struct visitor {
    weir_runtime *rt;
    const weir_frontend *front;
    int waits;
} visitor;

static void *visit(void *arg) {
    const visitor *v = arg;
    static useconds_t pause = 500;
    static const weir_kind kind = {.size = sizeof kind, .name = "slow", .run = be_slow};
    CHECK(weir_frontend_enter(v->front) == NULL);
    weir_var *x = kit_var(v->rt);
    weir_task t = {.size = sizeof t, .kind = &kind, .arg = &pause, .writes = &x, .write_count = 1};
    for (int i = 0; i < v->waits; i++) {
        CHECK_OK(weir_task_push(v->rt, &t));
        CHECK_OK(weir_var_wait_at(x, -1, "visit", weir_site_get()));
    }
    weir_var_release(x);
    CHECK(weir_frontend_enter(NULL) == v->front);
    return NULL;
}

TEST(each_thread_calls_the_front_end_that_it_is_in) {
    sides[0].line = weir_site_intern("one.py", 1);
    sides[1].line = weir_site_intern("two.rb", 2);
    CHECK_OK(weir_frontend_set(&default_end));
    weir_runtime *rt = kit_runtime(2);
    const weir_frontend *other = NULL, *none = NULL;
    const weir_frontend empty = {.size = sizeof empty};
    CHECK_OK(weir_frontend_add(&other_end, &other)); /* also after the first runtime */
    CHECK_OK(weir_frontend_add(&empty, &none));
    visitor v[3] = {{rt, NULL, 20}, {rt, other, 30}, {rt, none, 10}};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) CHECK_EQ(pthread_create(&thread[i], NULL, visit, &v[i]), 0);
    for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < 2; i++) {
        CHECK_LE(sides[i].begun, v[i].waits);
        CHECK_EQ(sides[i].begun, sides[i].ended);
        CHECK_EQ(sides[i].asked, sides[i].begun);
    }
    CHECK(sides[1].begun > 0);
    weir_runtime_free(rt);
    CHECK_OK(weir_frontend_set(NULL));
}

TEST(a_thread_enters_and_leaves_front_ends) {
    const weir_frontend *other = NULL, *more = NULL;
    sides[1].line = weir_site_intern("two.rb", 2);
    CHECK_OK(weir_frontend_add(&other_end, &other));
    CHECK_OK(weir_frontend_add(&other_end, &more));
    CHECK(other != more);
    CHECK_EQ(weir_site_get(), 0);
    CHECK(weir_frontend_enter(other) == NULL);
    CHECK_EQ(weir_site_get(), sides[1].line);
    CHECK_STR(weir_remedy_text(WEIR_REMEDY_BACKWARD), "say it in the other language");
    CHECK_HAS(weir_remedy_text(WEIR_REMEDY_PAUSE), "pause recording");
    CHECK(weir_frontend_enter(more) == other);
    CHECK(weir_frontend_enter(NULL) == more);
    CHECK_HAS(weir_remedy_text(WEIR_REMEDY_BACKWARD), "weir_backward");
    weir_frontend bad = {.size = sizeof bad, .wait_begin = begin_0};
    CHECK_STATUS(weir_frontend_add(&bad, &other), EINVAL);
    CHECK_HAS(weir_error(), "weir_frontend_add: only one of wait_begin and wait_end");
    bad.size = 0;
    CHECK_STATUS(weir_frontend_add(&bad, &other), EINVAL);
    CHECK_HAS(weir_error(), "weir_frontend_add: the size of weir_frontend is 0");
    CHECK_STATUS(weir_frontend_add(NULL, &other), EINVAL);
    CHECK_STATUS(weir_frontend_add(&other_end, NULL), EINVAL);
}
