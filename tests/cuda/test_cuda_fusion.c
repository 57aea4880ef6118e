/* test_cuda_fusion.c - elementwise operations that one kernel of a CUDA device executes, on the stand-in:
 * which do, what memory they need, and that results and failures are those of single operations.
 *
 * The kernel of a group is compiled in the background, from its second use on.  So a test repeats its program
 * until it was fused, and checks every result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

enum { N = 5000, ROUNDS_MAX = 400 };

/* In the hostile build few tasks are in the queue at a time, so that groups are cut. */
#if defined(WEIR_HARD) && WEIR_HARD
enum { HOSTILE = 1 };
#else
enum { HOSTILE = 0 };
#endif

static uint64_t fused(weir_runtime *rt) { return kit_stats(rt).fused; }

typedef struct scene {
    weir_runtime *rt;
    weir_array *a, *b, *c; /* on the device */
} scene;

static weir_array *on_device(weir_array *x) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, WEIR_CUDA(0), &y));
    weir_array_release(x);
    CHECK_OK(weir_array_wait(y));
    return y;
}

/* One worker is behind the gate, the other one drains what is issued. */
static weir_config config_of(int fusion) {
    weir_config c = kit_config(2);
    c.fusion = fusion;
    return c;
}

static void start_with(scene *s, const weir_config *c) {
    use_library(STAND_IN_LIBRARY);
    s->rt = kit_runtime_of(c);
    s->a = on_device(kit_ramp(s->rt, N, -50, 0.0625f));
    s->b = on_device(kit_ramp(s->rt, N, 1, 0.25f));
    s->c = on_device(kit_ramp(s->rt, N, 3, -0.125f));
}

static void start(scene *s, int fusion) {
    weir_config c = config_of(fusion);
    start_with(s, &c);
}

static void finish(scene *s) {
    weir_array_release(s->a);
    weir_array_release(s->b);
    weir_array_release(s->c);
    weir_runtime_free(s->rt);
}

static float a_at(int i) { return -50 + (float)i * 0.0625f; }
static float b_at(int i) { return 1 + (float)i * 0.25f; }
static float c_at(int i) { return 3 + (float)i * -0.125f; }

/* A program gives up to two arrays. */
typedef struct results {
    weir_array *y, *z;
} results;
typedef results program_fn(const scene *s);

static void let_go(results r) {
    weir_array_release(r.y);
    weir_array_release(r.z);
}

/* All later uses of the arrays wait for the gate. */
static void gate_all(weir_runtime *rt, weir_array *const *array, uint32_t count, test_gate *gate) {
    weir_var *var[8];
    weir_task t = kit_task(&kit_gate, gate);
    for (uint32_t i = 0; i < count; i++) var[i] = weir_array_var(array[i]);
    t.reads = t.writes = var;
    t.read_count = t.write_count = count;
    CHECK_OK(weir_task_push(rt, &t));
    test_gate_await(gate, 1);
}

/* Run a program while its operations wait for a gate, so that they come to the queue together. */
static results gathered(const scene *s, program_fn *program) {
    test_gate gate = {0};
    weir_array *const all[] = {s->a, s->b, s->c};
    gate_all(s->rt, all, 3, &gate);
    results r = program(s);
    /* The wait drains what was issued. */
    CHECK_STATUS(weir_array_wait_at(r.y, 1000000, "test"), ETIMEDOUT);
    test_gate_open(&gate);
    weir_waitall(s->rt);
    return r;
}

static void read_all(weir_array *x, float *to) { CHECK_OK(weir_array_read(x, to, N * sizeof *to)); }

typedef float element_fn(int i);

static void check_all(int line, weir_array *x, element_fn *wanted) {
    float got[N];
    read_all(x, got);
    for (int i = 0; i < N; i++)
        if (got[i] != wanted(i))
            test_fail(__FILE__, line, "element %d is %g, not %g", i, (double)got[i],
                      (double)wanted(i));
}
#define CHECK_EACH(x, wanted) check_all(__LINE__, x, wanted)

/* Run the program until at least `count` of its operations were fused, and check its first result each
 * time. */
static void run_until_fused(const scene *s, program_fn *program, element_fn *wanted,
                            uint64_t count) {
    if (HOSTILE && count > 2) count = 2;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        uint64_t before = fused(s->rt);
        results r = gathered(s, program);
        CHECK_EACH(r.y, wanted);
        let_go(r);
        if (fused(s->rt) - before >= count) return;
        test_sleep_ms(25);
    }
    test_fail(__FILE__, __LINE__, "%d rounds were not fused", ROUNDS_MAX);
}

static void check_never_fused(program_fn *program, element_fn *wanted) {
    scene s;
    start(&s, 1);
    for (int round = 0; round < 5; round++) {
        results r = gathered(&s, program);
        CHECK_EACH(r.y, wanted);
        let_go(r);
        test_sleep_ms(20);
    }
    CHECK_EQ(fused(s.rt), 0);
    finish(&s);
}

/* relu(a * b + c) */
static results chain(const scene *s) {
    weir_array *x = kit_call("multiply", s->a, s->b);
    kit_step("add", &x, s->c);
    kit_step("relu", &x, NULL);
    return (results){x, NULL};
}

static float chain_at(int i) {
    volatile float product = a_at(i) * b_at(i);
    float sum = product + c_at(i);
    return sum > 0 ? sum : 0;
}

/* ---- What is fused --------------------------------------------------------------------------- */

/* On a busy machine fewer tasks may be submitted ahead, so there are several attempts. */
TEST(a_chain_becomes_one_kernel) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, chain, chain_at, 3);
    int64_t launches = HOSTILE;
    for (int i = 0; i < ROUNDS_MAX && launches != 1; i++) {
        stand_in->launches = 0;
        results r = gathered(&s, chain);
        launches = stand_in->launches;
        CHECK_EACH(r.y, chain_at);
        let_go(r);
    }
    CHECK_EQ(launches, 1);
    finish(&s);
}

TEST(the_first_use_is_not_fused_and_compiles_nothing) {
    scene s;
    start(&s, 1);
    results r = gathered(&s, chain);
    int64_t compiles = stand_in->compiles;
    test_sleep_ms(50);
    CHECK_EQ(stand_in->compiles, compiles);
    CHECK_EQ(fused(s.rt), 0);
    let_go(r);
    finish(&s);
}

TEST(no_operation_waits_for_the_kernel_of_a_group) {
    scene s;
    start(&s, 1);
    let_go(gathered(&s, chain));
    stand_in->compile_ns = INT64_C(1500000000);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < 3; i++) {
        results r = gathered(&s, chain);
        CHECK_EACH(r.y, chain_at);
        let_go(r);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    stand_in->compile_ns = 0;
    CHECK_EQ(fused(s.rt), 0);
    CHECK((double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec) < 1.4);
    finish(&s);
}

TEST(fusion_can_be_switched_off) {
    scene s;
    start(&s, 0);
    for (int i = 0; i < 5; i++) {
        results r = gathered(&s, chain);
        CHECK_EACH(r.y, chain_at);
        let_go(r);
        test_sleep_ms(20);
    }
    CHECK_EQ(fused(s.rt), 0);
    finish(&s);
}

TEST(small_arrays_are_not_fused) {
#if defined(WEIR_HARD) && WEIR_HARD
    SKIP("two elements are enough");
#endif
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = on_device(kit_ramp(rt, 4095, 0, 1));
    for (int round = 0; round < 4; round++) {
        weir_array *y = kit_call("multiply", a, a);
        kit_step("add", &y, a);
        kit_step("relu", &y, NULL);
        CHECK_OK(weir_array_wait(y));
        weir_array_release(y);
        test_sleep_ms(20);
    }
    CHECK_EQ(fused(rt), 0);
    weir_array_release(a);
    weir_runtime_free(rt);
}

/* a * b + a * c: the second product joins although nothing connects it with the first yet. */
static results two_products(const scene *s) {
    weir_array *p = kit_call("multiply", s->a, s->b), *q = kit_call("multiply", s->a, s->c);
    weir_array *y = kit_call("add", p, q);
    weir_array_release(p);
    weir_array_release(q);
    return (results){y, NULL};
}

static float two_products_at(int i) {
    volatile float left = a_at(i) * b_at(i), right = a_at(i) * c_at(i);
    return left + right;
}

TEST(independent_products_join_the_sum_of_both) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, two_products, two_products_at, 3);
    finish(&s);
}

/* The program keeps the product. */
static results kept(const scene *s) {
    weir_array *p = kit_call("multiply", s->a, s->b), *q = kit_call("add", p, s->c);
    weir_array *y = kit_call("subtract", q, p);
    weir_array_release(q);
    return (results){y, p};
}

static float kept_at(int i) {
    volatile float product = a_at(i) * b_at(i), sum = product + c_at(i);
    return sum - product;
}

static float product_at(int i) { return a_at(i) * b_at(i); }

TEST(results_that_the_program_keeps_are_written) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, kept, kept_at, 3);
    results r = gathered(&s, kept);
    CHECK_EACH(r.z, product_at);
    let_go(r);
    finish(&s);
}

/* A reduction between two operations. */
static results divided(const scene *s) {
    weir_array *x = kit_call("multiply", s->a, s->b), *z = kit_call("max", x, NULL);
    kit_step("add", &x, z);
    return (results){x, z};
}

static float sum_at(int i) {
    volatile float product = product_at(i);
    return product + c_at(i);
}

static float divided_at(int i) {
    volatile float largest = product_at(N - 1), product = product_at(i);
    return product + largest;
}

TEST(another_task_in_between_ends_a_group) { check_never_fused(divided, divided_at); }

/* The second operation reads other elements than the first has written at the same place. */
static results reversed(const scene *s) {
    weir_array *sum = kit_call("add", s->a, s->b), *back = kit_flipped(sum);
    weir_array *y = kit_call("subtract", sum, back);
    weir_array_release(back);
    return (results){y, sum};
}

static float reversed_at(int i) {
    volatile float mine = a_at(i) + b_at(i), other = a_at(N - 1 - i) + b_at(N - 1 - i);
    return mine - other;
}

TEST(another_view_of_a_result_is_not_fused) { check_never_fused(reversed, reversed_at); }

/* The program writes its result again in place, and drops it. */
static results dropped(const scene *s) {
    weir_array *x = kit_call("multiply", s->a, s->b), *y = kit_call("add", x, s->c);
    kit_into("negative", y, NULL, x);
    weir_array_release(x);
    return (results){y, NULL};
}

TEST(a_result_that_is_never_read_is_computed) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, dropped, sum_at, 3);
    finish(&s);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Run the sum of two products with arrays of `count` elements, for which the device has no blocks yet.  True if
 * it was fused; then it has taken one block, not two. */
static bool takes_one_block(weir_runtime *rt, int64_t count) {
    scene s = {rt, on_device(kit_ramp(rt, count, 0, 1)), on_device(kit_filled(rt, count, 2)),
               on_device(kit_filled(rt, count, 3))};
    weir_memory before = {.size = sizeof before}, after = before;
    CHECK_OK(weir_memory_of(rt, WEIR_CUDA(0), &before));
    uint64_t old = fused(rt);
    results r = gathered(&s, two_products);
    CHECK_OK(weir_memory_of(rt, WEIR_CUDA(0), &after));
    bool all = fused(rt) - old == 3;
    if (all) CHECK(after.reserved < before.reserved + (uint64_t)count * sizeof(float) * 3 / 2);
    CHECK_RAMP(r.y, count, 0, 5);
    let_go(r);
    weir_array_release(s.a);
    weir_array_release(s.b);
    weir_array_release(s.c);
    return all;
}

/* A form does not depend on the sizes.  On a busy machine fewer tasks may be submitted ahead, so there are
 * several attempts. */
TEST(temporaries_take_no_memory) {
    scene s;
    setenv("WEIR_DEVICE_EXACT", "1", 1); /* each block is taken from the driver by itself */
    start(&s, 1);
    run_until_fused(&s, two_products, two_products_at, 3);
    bool done = HOSTILE;
    for (int i = 0; i < ROUNDS_MAX && !done; i++) done = takes_one_block(s.rt, N + 16 * (i + 1));
    CHECK(done);
    finish(&s);
}

/* The level is that of a program in which the product is gone before relu begins.  The queue of the device
 * executes in order, so relu need not wait until the sum has been launched. */
TEST(a_chain_is_fused_at_the_level) {
    scene s;
    weir_config c = config_of(1);
    c.level_floor_bytes = 1;
    start_with(&s, &c);
    run_until_fused(&s, chain, chain_at, 3);
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(s.rt, WEIR_CUDA(0), &m));
    CHECK(m.level < 6 * N * sizeof(float)); /* three inputs, product, sum and result */
    CHECK(m.peak <= m.level);
    finish(&s);
}

TEST(a_group_without_memory_runs_one_by_one) {
    setenv("WEIR_DEVICE_EXACT", "1", 1);
    scene s;
    start(&s, 1);
    run_until_fused(&s, two_products, two_products_at, 3);
    for (int i = 1; i < 4; i++) {
        stand_in->fail_alloc_in = i;
        results r = gathered(&s, two_products);
        stand_in->fail_alloc_in = 0;
        if (weir_array_wait(r.y) == WEIR_OK)
            CHECK_EACH(r.y, two_products_at);
        else
            CHECK_HAS(weir_error(), "out of memory");
        let_go(r);
        weir_failure_clear(s.rt);
    }
    run_until_fused(&s, two_products, two_products_at, 3);
    finish(&s);
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* An array whose operation fails on the device, when what uses it is in the queue already. */
static weir_array *failing(const scene *s) {
    int64_t *index = calloc(N, sizeof *index), shape = N;
    index[7] = N;
    weir_array *host = kit_array(s->rt, WEIR_INT64, 1, &shape, index), *at = NULL, *y = NULL;
    CHECK_OK(weir_to_device(host, WEIR_CUDA(0), &at));
    CHECK_OK(weir_take_along_axis(s->a, at, NULL, &y));
    weir_array_release(host);
    weir_array_release(at);
    free(index);
    return y;
}

/* relu(x * b + c), then c -= what came out; z = relu(b + c) before. */
static results failing_chain(const scene *s) {
    weir_array *x = failing(s);
    weir_array *t = kit_call("multiply", s->b, s->a);
    kit_step("subtract", &t, s->a);
    kit_into("add", s->c, x, s->c);
    kit_step("multiply", &x, s->b);
    kit_step("add", &x, s->c);
    kit_step("relu", &x, NULL);
    kit_step("maximum", &t, s->b);
    return (results){x, t};
}

static float unharmed_at(int i) {
    volatile float product = b_at(i) * a_at(i), difference = product - a_at(i);
    return difference > b_at(i) ? difference : b_at(i);
}

/* Members that depend on the failure are skipped, with its message; others are not, and what would have
 * been updated keeps its values. */
TEST(a_failure_keeps_its_address_and_harms_nothing_else) {
    char text[2][400];
    for (int fusion = 0; fusion < 2; fusion++) {
        scene s;
        start(&s, fusion);
        uint64_t count = 0;
        for (int round = 0; round < ROUNDS_MAX && (round < 4 || count == 0); round++) {
            uint64_t before = fused(s.rt);
            results r = gathered(&s, failing_chain);
            float x[N];
            CHECK_STATUS(weir_array_read(r.y, x, sizeof x), EINDEX);
            snprintf(text[fusion], sizeof text[fusion], "%s", weir_error());
            CHECK_STATUS(weir_array_read(s.c, x, sizeof x), EINDEX);
            CHECK_OK(weir_var_clear(weir_array_var(s.c)));
            CHECK_EACH(s.c, c_at);
            CHECK_EACH(r.z, unharmed_at);
            let_go(r);
            weir_failure_clear(s.rt);
            count = fused(s.rt) - before;
            if (!fusion && round == 3) break;
            test_sleep_ms(25);
        }
        if (fusion) CHECK(count > 0);
        finish(&s);
    }
    CHECK_STR(text[1], text[0]);
}

/* y = c * 2; c *= 0.5; c += x with a failed x: y and the second operation are good, whatever the first
 * block of the kernel has marked when the others begin. */
static results update_behind(const scene *s) {
    weir_array *x = failing(s), *two = kit_number(s->rt, 2), *half = kit_number(s->rt, 0.5);
    weir_array *t = kit_call("multiply", s->c, two);
    kit_step("add", &t, s->a);
    kit_into("multiply", s->c, half, s->c);
    kit_step("add", &t, s->c);
    kit_into("add", s->c, x, s->c);
    weir_array_release(two);
    weir_array_release(half);
    weir_array_release(x);
    return (results){t, NULL};
}

static float scale = 1; /* of c, halved by each round */

static float update_behind_at(int i) {
    volatile float c = c_at(i) * scale, twice = 2 * c, sum = twice + a_at(i), half = c * 0.5f;
    return sum + half;
}

static float halved_at(int i) { return c_at(i) * scale * 0.5f; }

TEST(words_that_one_member_tests_and_another_marks) {
    scene s;
    start(&s, 1);
    uint64_t count = 0;
    for (int round = 0; round < 60 && (count < 3 || round % 2 == 0); round++) {
        stand_in->reversed = round % 2; /* blocks and threads */
        uint64_t before = fused(s.rt);
        results r = gathered(&s, update_behind);
        float x[N];
        CHECK_EACH(r.y, update_behind_at);
        CHECK_STATUS(weir_array_read(s.c, x, sizeof x), EINDEX);
        CHECK_OK(weir_var_clear(weir_array_var(s.c)));
        CHECK_EACH(s.c, halved_at);
        scale *= 0.5f;
        let_go(r);
        weir_failure_clear(s.rt);
        count = fused(s.rt) - before;
        if (HOSTILE && count > 0) count += 2;
        test_sleep_ms(50);
    }
    CHECK(count >= 3);
    finish(&s);
}

/* The number of compiled texts in the cache. */
static int64_t cached(void) {
    int64_t count = 0;
    char folder[PATH_MAX + 8];
    snprintf(folder, sizeof folder, "%s/weir", cache);
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        count += strlen(e->d_name) > 6 && strcmp(e->d_name + strlen(e->d_name) - 6, ".cubin") == 0;
    if (d != NULL) closedir(d);
    return count;
}

/* Use the chain until a text of it is compiled, without a use of that text. */
static void compile_chain(const scene *s) {
    let_go(gathered(s, chain));
    int64_t compiles = stand_in->compiles;
    for (int i = 0; i < ROUNDS_MAX && stand_in->compiles == compiles; i++) {
        let_go(gathered(s, chain));
        test_sleep_ms(25);
    }
    CHECK(stand_in->compiles > compiles);
    for (int i = 0; i < ROUNDS_MAX && cached() < stand_in->compiles; i++) test_sleep_ms(25);
    test_sleep_ms(25);
}

/* Are the three operations of the chain not fused?  Two of them may be, if no other text can be
 * compiled. */
static bool runs_unfused(const scene *s, int rounds, bool compiles) {
    for (int i = 0; i < rounds; i++) {
        if (!compiles) stand_in->fail_compile_in = 1;
        uint64_t before = fused(s->rt);
        results r = gathered(s, chain);
        CHECK_EACH(r.y, chain_at);
        let_go(r);
        if (fused(s->rt) - before >= 3) return false;
        test_sleep_ms(25);
    }
    return true;
}

/* On a busy machine the operations of a chain may meet the launcher one by one. */
TEST(a_kernel_that_the_driver_refuses_is_not_used) {
    scene s;
    start(&s, 1);
    compile_chain(&s);
    CHECK_EQ(fused(s.rt), 0);
    stand_in->fail_launch_in = 1;
    results r = gathered(&s, chain);
    /* If other tasks have met, a batch was refused, and the device is lost. */
    bool cut = weir_array_wait(r.y) == WEIR_EDEVICE;
    if (!cut) {
        CHECK_EACH(r.y, chain_at);
        CHECK_EQ(stand_in->fail_launch_in, 0);
        /* Otherwise a part of the chain was refused, which had met. */
        cut = !runs_unfused(&s, 4, true);
    }
    let_go(r);
    finish(&s);
    if (cut) SKIP("the chain has been cut on a busy machine");
}

TEST(a_text_that_does_not_compile_is_not_used) {
    scene s;
    start(&s, 1);
    let_go(gathered(&s, chain));
    CHECK(runs_unfused(&s, 20, false));
    stand_in->fail_compile_in = 0;
    CHECK_EQ(fused(s.rt), 0);
    finish(&s);
}

TEST(members_fail_if_the_device_is_lost) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, chain, chain_at, 3);
    stand_in->fault_in = 1;
    results r = gathered(&s, kept);
    CHECK_STATUS(weir_array_wait(r.y), EDEVICE);
    CHECK_HAS(weir_error(), "the device is lost");
    let_go(r);
    r = gathered(&s, chain);
    CHECK_STATUS(weir_array_wait(r.y), EDEVICE);
    let_go(r);
    weir_failure_clear(s.rt);
    finish(&s);
}

/* ---- Traces, forks, ends --------------------------------------------------------------------- */

TEST(a_trace_shows_each_member) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, chain, chain_at, 3);
    char path[64], text[20000];
    snprintf(path, sizeof path, "/tmp/weir_cuda_fusion_%ld.json", (long)getpid());
    uint64_t before = fused(s.rt);
    for (int round = 0; round < ROUNDS_MAX && fused(s.rt) == before; round++) {
        CHECK_OK(weir_trace_start(s.rt, 100));
        let_go(gathered(&s, chain));
        CHECK_OK(weir_trace_stop(s.rt, path));
    }
    CHECK(fused(s.rt) > before);
    FILE *file = fopen(path, "r");
    CHECK(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    unlink(path);
    CHECK_HAS(text, "\"multiply\"");
    CHECK_HAS(text, "\"add\"");
    CHECK_HAS(text, "\"relu\"");
    finish(&s);
}

static void use_after_fork(void *arg) {
    scene *s = arg;
    weir_array *y = kit_ramp(s->rt, N, 1, 1);
    kit_step("negative", &y, NULL);
    CHECK_RAMP(y, N, -1, -1);
    weir_array_release(y);
}

TEST(a_fork_while_groups_are_queued_gives_a_working_child) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, chain, chain_at, 3);
    for (int round = 0; round < 4; round++) {
        results r[6];
        for (int i = 0; i < 6; i++) r[i] = chain(&s);
        CHECK_EQ(test_child(use_after_fork, &s, 60), 0);
        for (int i = 0; i < 6; i++) {
            CHECK_EACH(r[i].y, chain_at);
            let_go(r[i]);
        }
    }
    finish(&s);
}

TEST(a_runtime_may_be_freed_while_a_group_is_compiled) {
    for (int round = 0; round < 3; round++) {
        scene s;
        start(&s, 1);
        let_go(gathered(&s, chain));
        let_go(gathered(&s, two_products));
        stand_in->compile_ns = 50000000;
        let_go(gathered(&s, chain));
        let_go(gathered(&s, two_products));
        let_go(chain(&s));
        finish(&s);
        stand_in->compile_ns = 0;
    }
}

/* ---- Waiting --------------------------------------------------------------------------------- */

/* While the device has enough to do, tasks wait for others with which they can be fused; a thread that
 * waits gets its result all the same. */
TEST(a_loop_without_waits_is_fused) {
    scene s;
    start(&s, 1);
    run_until_fused(&s, chain, chain_at, 3);
    stand_in->task_ns = 50000;
    uint64_t before = fused(s.rt);
    enum { MANY = 100 };
    results r[MANY];
    for (int i = 0; i < MANY; i++) r[i] = chain(&s);
    CHECK_OK(weir_waitall(s.rt));
    stand_in->task_ns = 0;
    for (int i = 0; i < MANY; i++) {
        CHECK_EACH(r[i].y, chain_at);
        let_go(r[i]);
    }
    uint64_t count = fused(s.rt) - before;
    if (!HOSTILE && count < MANY / 5)
        test_fail(__FILE__, __LINE__, "%d of %d operations were fused", (int)count, 3 * MANY);
    finish(&s);
}

/* ---- Random programs ------------------------------------------------------------------------- */

/* A program keeps arrays of a few dtypes and layouts, and calls elementwise operators on them, often
 * in place.  All of it waits for a gate, so that it comes to the queue together; and it runs several times,
 * because groups are fused from their third use on. */
enum { POOL = 6, ROWS = 64, COLUMNS = 66, STEPS = 22, REPEATS = 4, REPEATS_MAX = 60 };

typedef struct program {
    weir_runtime *rt;
    weir_array *pool[POOL];
    uint64_t random, digest;
} program;

static uint64_t roll(program *p, uint64_t sides) { return test_random(&p->random) % sides; }

static void mix(program *p, const void *bytes, size_t n) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++) p->digest = (p->digest ^ b[i]) * 0x100000001b3u;
}

static void mix_status(program *p, weir_status status) {
    int32_t word = status;
    mix(p, &word, sizeof word);
}

static void keep(program *p, weir_array *a) {
    uint64_t i = roll(p, POOL);
    weir_array_release(p->pool[i]);
    p->pool[i] = a;
}

static void look(program *p, weir_array *a) {
    size_t bytes = (size_t)weir_array_count(a) * weir_dtype_bytes(weir_array_dtype(a));
    char *x = malloc(bytes);
    weir_status status = weir_array_read(a, x, bytes);
    mix_status(p, status);
    if (status == WEIR_OK) mix(p, x, bytes);
    free(x);
}

/* No NaN arises from these values and the operators below, so that all bits can be compared. */
static weir_array *create(program *p) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT32,  WEIR_FLOAT32, WEIR_FLOAT64, WEIR_FLOAT16,
                                        WEIR_BFLOAT16, WEIR_INT32,   WEIR_BOOL,    WEIR_COMPLEX64};
    float *x = malloc(ROWS * COLUMNS * sizeof *x);
    uint64_t seed = roll(p, 1000);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = (float)((uint64_t)i * 7919 * (seed + 1) % 4001) / 4000 - 0.5f;
    int64_t shape[2] = {ROWS, COLUMNS};
    weir_array *a = kit_array(p->rt, WEIR_FLOAT32, 2, shape, x), *y = NULL;
    free(x);
    CHECK_OK(weir_astype(a, dtypes[roll(p, sizeof dtypes / sizeof *dtypes)], &y));
    weir_array_release(a);
    return on_device(y);
}

/* An array or a view of one: whole, reversed, a row, a column; or a number. */
static weir_array *operand(program *p, bool plain) {
    weir_array *a = p->pool[roll(p, POOL)], *y;
    uint64_t how = plain ? 9 : roll(p, 14);
    if (how < 2) return kit_number(p->rt, (double)roll(p, 9) / 4 - 1);
    if (how == 2) return kit_flipped(a);
    if (how == 3) return kit_cut(a, 3, 4);
    if (how == 4) {
        weir_array *turned = kit_transposed(a), *row = kit_cut(turned, 5, 6);
        y = kit_transposed(row);
        weir_array_release(turned);
        weir_array_release(row);
        return y;
    }
    return weir_array_retain(a);
}

static void select_one(program *p) {
    weir_array *x = operand(p, true), *a = operand(p, true), *b = operand(p, false), *y = NULL;
    weir_array *mask = NULL;
    mix_status(p, kit_try_op("less", x, b, &mask));
    if (mask != NULL) mix_status(p, weir_where(mask, a, b, &y));
    if (y != NULL) keep(p, y);
    weir_array_release(mask);
    weir_array_release(x);
    weir_array_release(a);
    weir_array_release(b);
}

static void step(program *p) {
    static const char *const two[] = {"add", "multiply", "subtract", "maximum", "minimum",
                                      "add", "multiply", "less",     "atan2",   "logaddexp"};
    static const char *const one[] = {"relu",    "negative",   "abs",  "tanh",
                                      "sigmoid", "leaky_relu", "copy", "softplus"};
    uint64_t dice = roll(p, 16);
    weir_array *y = NULL;
    if (dice == 0) {
        weir_array *x = p->pool[roll(p, POOL)];
        mix_status(p, weir_astype(x, roll(p, 2) ? WEIR_FLOAT16 : WEIR_FLOAT32, &y));
        if (y != NULL) keep(p, y);
        return;
    }
    if (dice == 1) {
        select_one(p);
        return;
    }
    bool pair = roll(p, 3) > 0;
    const char *name = pair ? two[roll(p, 10)] : one[roll(p, 8)];
    weir_array *a = operand(p, true), *b = pair ? operand(p, roll(p, 2)) : NULL;
    if (roll(p, 4) == 0) {
        mix_status(p, kit_try_into(name, a, b, p->pool[roll(p, POOL)]));
    } else {
        weir_status status = kit_try_op(name, a, b, &y);
        mix_status(p, status);
        if (status == WEIR_OK) keep(p, y);
    }
    weir_array_release(a);
    weir_array_release(b);
}

static uint64_t run_program(weir_runtime *rt, uint64_t seed) {
    program p = {.rt = rt, .random = seed, .digest = 0xcbf29ce484222325u};
    test_gate gate = {0};
    for (int i = 0; i < POOL; i++) p.pool[i] = create(&p);
    gate_all(rt, p.pool, POOL, &gate);
    for (int i = 0; i < STEPS; i++) step(&p);
    test_sleep_ms(5);
    test_gate_open(&gate);
    weir_waitall(rt);
    for (int i = 0; i < POOL; i++) look(&p, p.pool[i]);
    for (int i = 0; i < POOL; i++) weir_array_release(p.pool[i]);
    weir_failure_clear(rt);
    return p.digest;
}

/* Wait until no text has been compiled for a while. */
static void await_compiler(void) {
    for (int64_t seen = -1, quiet = 0; quiet < 12; quiet++) {
        if (seen != stand_in->compiles) quiet = 0;
        seen = stand_in->compiles;
        test_sleep_ms(25);
    }
}

static void compare(uint64_t from, int64_t programs) {
    use_library(STAND_IN_LIBRARY);
    uint64_t count = 0;
    for (uint64_t seed = from; seed < from + (uint64_t)programs; seed++) {
        uint64_t wanted = 0;
        for (int fusion = 0; fusion < 2; fusion++) {
            weir_config c = kit_config(2);
            c.fusion = fusion;
            weir_runtime *rt = kit_runtime_of(&c);
            /* Kernels come late on a busy machine: repeat until one was used in any program. */
            for (int i = 0; i < (fusion ? REPEATS : 1) ||
                            (fusion && i < REPEATS_MAX && count + fused(rt) == 0);
                 i++) {
                uint64_t got = run_program(rt, seed);
                if (!fusion) wanted = got;
                if (got != wanted)
                    test_fail(__FILE__, __LINE__, "program %llu differs, repetition %d",
                              (unsigned long long)seed, i);
                if (fusion && i > 0) await_compiler();
            }
            if (fusion) count += fused(rt);
            weir_runtime_free(rt);
        }
    }
    CHECK(count > 0);
    CHECK_EQ(cached(), stand_in->compiles); /* no text was refused */
}

/* For tools/nvrtc.py, which collects texts; kernels do nothing then, so that no value can be checked. */
TEST(texts_of_groups) {
    if (getenv("STAND_IN_TEXTS") == NULL) SKIP("texts are not collected");
    scene s;
    start(&s, 1);
    static program_fn *const programs[] = {chain, two_products, kept, update_behind};
    for (size_t i = 0; i < 3 * sizeof programs / sizeof *programs; i++)
        let_go(gathered(&s, programs[i / 3]));
    for (uint64_t seed = 1; seed <= 24; seed++)
        for (int i = 0; i < 2; i++) run_program(s.rt, seed);
    await_compiler();
    weir_failure_clear(s.rt);
    finish(&s);
}

TEST(random_programs_have_the_same_bits_with_fusion) { compare(1, 3); }
TEST(more_random_programs_have_the_same_bits_with_fusion) { compare(101, 3); }
TEST(further_random_programs_have_the_same_bits_with_fusion) { compare(201, 3); }
