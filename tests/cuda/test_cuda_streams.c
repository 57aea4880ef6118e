/* test_cuda_streams.c - copies and products beside computing, on the stand-in: which stream waits for which.
 *
 * The stand-in runs each stream in a thread and holds back kernels or copies, so a wait that is missing
 * gives a wrong result.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

/* Elements: 80 KB, which is copied in a stream of its own; 12 MB, which is copied in pieces. */
enum { N = 20000, MANY = 3 << 20 };

/* The hostile build may submit one task at a time; then nothing runs beside another. */
#ifdef WEIR_HARD
#define CHECK_BESIDE(condition) ((void)0)
#else
#define CHECK_BESIDE(condition) CHECK_SOON(condition)
#endif

static weir_runtime *start(void) {
    use_library(STAND_IN_LIBRARY);
    return kit_runtime(test_workers(2));
}

static weir_array *moved(weir_array *x, int32_t device) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    return y;
}

static weir_array *ramp_on(weir_runtime *rt, int64_t n, float first, float step) {
    weir_array *x = kit_ramp(rt, n, first, step), *y = moved(x, WEIR_CUDA(0));
    weir_array_release(x);
    return y;
}

/* An array on the device, whose kernels have been compiled. */
static weir_array *warm(weir_runtime *rt, int64_t n, float first, float step) {
    weir_array *x = ramp_on(rt, n, first, step), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    weir_array_release(y);
    return x;
}

TEST(a_copy_to_the_device_runs_beside_a_kernel) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *host = kit_ramp(rt, N, 5, 2);
    stand_in->held_kernels = 1;
    weir_array *y = kit_call("negative", x, NULL);
    int64_t before = stand_in->copies_done;
    (void)before;
    weir_array *z = moved(host, WEIR_CUDA(0));
    CHECK_BESIDE(stand_in->copies_done >= before + 1);
    stand_in->held_kernels = 0;
    CHECK_RAMP(y, N, 0, -1);
    CHECK_RAMP(z, N, 5, 2);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(host);
    weir_runtime_free(rt);
}

TEST(a_copy_to_the_host_runs_beside_a_kernel) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *other = warm(rt, N, 3, 1);
    stand_in->held_kernels = 1;
    weir_array *y = kit_call("negative", x, NULL);
    int64_t before = stand_in->copies_done;
    (void)before;
    weir_array *z = moved(other, WEIR_CPU(0));
    CHECK_BESIDE(stand_in->copies_done >= before + 1);
    stand_in->held_kernels = 0;
    CHECK_RAMP(y, N, 0, -1);
    CHECK_RAMP(z, N, 3, 1);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(other);
    weir_runtime_free(rt);
}

TEST(a_kernel_waits_for_the_copy_that_it_reads) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *host = kit_ramp(rt, N, 5, 2);
    stand_in->held_copies = 1;
    weir_array *z = moved(host, WEIR_CUDA(0)), *y = kit_call("negative", z, NULL);
    test_sleep_ms(5);
    stand_in->held_copies = 0;
    CHECK_RAMP(y, N, -5, -2);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(host);
    weir_runtime_free(rt);
}

TEST(a_copy_to_the_host_waits_for_its_source_and_is_waited_for) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 1, 1);
    CHECK_OK(kit_try_into("negative", x, NULL, x));
    CHECK_OK(weir_array_wait(x));
    stand_in->held_kernels = 1;
    CHECK_OK(kit_try_into("negative", x, NULL, x));
    weir_array *first = moved(x, WEIR_CPU(0));
    test_sleep_ms(5);
    stand_in->held_copies = 1;
    stand_in->held_kernels = 0;
    CHECK_OK(kit_try_into("negative", x, NULL, x)); /* must not overwrite what is copied */
    weir_array *second = moved(x, WEIR_CPU(0));
    test_sleep_ms(5);
    stand_in->held_copies = 0;
    CHECK_RAMP(first, N, 1, 1);
    CHECK_RAMP(second, N, -1, -1);
    weir_array_release(first);
    weir_array_release(second);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* The kernel's input is freed at its launch, and a copy gets the memory. */
TEST(a_copy_waits_for_the_kernel_that_last_used_its_memory) {
    weir_runtime *rt = start();
    weir_array *other = warm(rt, N, 0, 1), *host = kit_ramp(rt, N, 5, 2), *y[4], *z[4];
    for (int round = 0; round < 4; round++) {
        weir_array *x[4];
        for (int i = 0; i < 4; i++) x[i] = ramp_on(rt, N, (float)i, 1);
        CHECK_OK(weir_array_wait(x[3]));
        stand_in->held_kernels = 1;
        for (int i = 0; i < 4; i++) {
            y[i] = kit_call("negative", x[i], NULL);
            weir_array_release(x[i]);
            z[i] = moved(host, WEIR_CUDA(0));
        }
        test_sleep_ms(5);
        stand_in->held_kernels = 0;
        for (int i = 0; i < 4; i++) {
            CHECK_RAMP(y[i], N, (float)-i, -1);
            CHECK_RAMP(z[i], N, 5, 2);
            weir_array_release(y[i]);
            weir_array_release(z[i]);
        }
    }
    weir_array_release(other);
    weir_array_release(host);
    weir_runtime_free(rt);
}

/* The source of a copy to the host is freed when another task that reads it is launched. */
TEST(a_copy_to_the_device_waits_for_a_copy_to_the_host) {
    weir_runtime *rt = start();
    weir_array *other = warm(rt, N, 0, 1), *host = kit_ramp(rt, N, 5, 2);
    for (int round = 0; round < 4; round++) {
        weir_array *x = ramp_on(rt, N, 1, 1);
        CHECK_OK(weir_array_wait(x));
        stand_in->held_copies = 2;
        weir_array *out = moved(x, WEIR_CPU(0)), *y = kit_call("negative", x, NULL);
        weir_array_release(x);
        weir_array *z = moved(host, WEIR_CUDA(0));
        test_sleep_ms(5);
        stand_in->held_copies = 0;
        CHECK_RAMP(out, N, 1, 1);
        CHECK_RAMP(y, N, -1, -1);
        CHECK_RAMP(z, N, 5, 2);
        weir_array_release(out);
        weir_array_release(y);
        weir_array_release(z);
    }
    weir_array_release(other);
    weir_array_release(host);
    weir_runtime_free(rt);
}

/* How many copies the driver got for an array that went to the device and back. */
static int64_t count_copies(weir_runtime *rt, int64_t n) {
    float *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    for (int i = 0; i < n; i++) x[i] = (float)(i % 9973);
    weir_array *host = kit_array(rt, WEIR_FLOAT32, 1, &n, x);
    int64_t before = stand_in->copies;
    weir_array *there = moved(host, WEIR_CUDA(0)), *back = moved(there, WEIR_CPU(0));
    CHECK_OK(weir_array_read(back, y, (size_t)n * sizeof *y));
    CHECK(memcmp(x, y, (size_t)n * sizeof *x) == 0);
    weir_array_release(host);
    weir_array_release(there);
    weir_array_release(back);
    free(x);
    free(y);
    return stand_in->copies - before;
}

/* In the hostile build, smaller copies have pieces, and the large ones are not staged. */
TEST(large_copies_go_in_pieces) {
    weir_runtime *rt = start();
    int64_t few = count_copies(rt, 1000), many = count_copies(rt, MANY);
    CHECK(few >= 6 || many >= 6);
    weir_runtime_free(rt);
}

TEST(a_large_copy_of_a_failed_array_fails) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 1, 1), *p = warm(rt, N, 2, 1), *bad = NULL;
    float nan = NAN;
    weir_array *zero = kit_array(rt, WEIR_FLOAT32, 0, NULL, &nan),
               *nans = moved(zero, WEIR_CUDA(0));
    weir_array *sum = kit_call("add", x, nans);
    CHECK_OK(kit_try_op("check_finite", sum, NULL, &bad));
    weir_array *host = moved(bad, WEIR_CPU(0)), *back = moved(host, WEIR_CUDA(0));
    CHECK_OK(kit_try_into("add", p, back, p));
    CHECK(weir_array_wait(host) != WEIR_OK);
    CHECK(weir_array_wait(p) != WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(p)));
    CHECK_RAMP(p, N, 2, 1);
    weir_array *good = moved(x, WEIR_CPU(0)); /* a report is not found again */
    CHECK_RAMP(good, N, 1, 1);
    weir_array *all[] = {x, p, bad, zero, nans, sum, host, back, good};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(a_copy_that_is_refused_fails_its_array_alone) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 1, 1), *host = kit_ramp(rt, N, 5, 2);
    for (int i = 1; i <= 2;
         i++) { /* pinned memory: the copy waits; an event: in the other stream */
        stand_in->fail_alloc_in = 1;
        weir_array *y = moved(host, WEIR_CUDA(0)), *z = kit_call("negative", y, NULL);
        weir_array *back = moved(z, WEIR_CPU(0));
        stand_in->fail_alloc_in = 0;
        if (weir_array_wait(back) == WEIR_OK) CHECK_RAMP(back, N, -5, -2);
        weir_array_release(y);
        weir_array_release(z);
        weir_array_release(back);
    }
    CHECK_RAMP(x, N, 1, 1);
    weir_array_release(x);
    weir_array_release(host);
    weir_runtime_free(rt);
}

/* A loop that copies a batch and computes with it, and drops both. */
TEST(a_batch_is_copied_while_the_one_before_it_is_used) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *host[3], *y[3];
    for (int i = 0; i < 3; i++) host[i] = kit_ramp(rt, N, (float)i, 1);
    stand_in->held_kernels = 1;
    int64_t before = stand_in->copies_done;
    (void)before;
    for (int i = 0; i < 3; i++) {
        weir_array *batch = moved(host[i], WEIR_CUDA(0));
        y[i] = kit_call("negative", batch, NULL);
        weir_array_release(batch);
        /* contents and error word: the third batch may wait */
        if (i < 2) CHECK_BESIDE(stand_in->copies_done >= before + 2 * (i + 1));
    }
    stand_in->held_kernels = 0;
    for (int i = 0; i < 3; i++) {
        CHECK_RAMP(y[i], N, (float)-i, -1);
        weir_array_release(y[i]);
        weir_array_release(host[i]);
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* A product of DEEP summands for each of SIDE x SIDE elements, which leaves processors idle. */
enum { SIDE = 128, DEEP = 1152 };

/* A matrix on the device, of one value. */
static weir_array *matrix(weir_runtime *rt, int64_t rows, int64_t columns, float value) {
    weir_array *flat = kit_filled(rt, rows * columns, value), *x = kit_reshape(flat, rows, columns);
    weir_array *y = moved(x, WEIR_CUDA(0));
    weir_array_release(flat);
    weir_array_release(x);
    return y;
}

/* A matrix of float16.  Its first product compiles the kernel that casts it, so that what is issued next
 * is in the queue when the product is launched. */
static weir_array *half_matrix(weir_runtime *rt, int64_t rows, int64_t columns) {
    weir_array *x = matrix(rt, rows, columns, 1), *y = NULL;
    CHECK_OK(weir_astype(x, WEIR_FLOAT16, &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    stand_in->compile_ns = 50000000;
    return y;
}

static void check_all(weir_array *x, float value) {
    static float y[SIDE * SIDE];
    CHECK_OK(weir_array_read(x, y, sizeof y));
    for (int i = 0; i < SIDE * SIDE; i++) CHECK(y[i] == value);
}

/* Multiply once, so that all kernels are compiled. */
static void warm_product(weir_array *a, weir_array *b) {
    weir_array *p = kit_call("matmul", a, b);
    check_all(p, DEEP / 1024.0f);
    weir_array_release(p);
}

TEST(a_product_runs_beside_the_kernels_behind_it) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *a = matrix(rt, SIDE, DEEP, 1),
               *b = matrix(rt, DEEP, SIDE, 1 / 1024.0f);
    warm_product(a, b);
    weir_array *half = half_matrix(rt, SIDE, DEEP);
    int64_t before = stand_in->kernels_done;
    (void)before;
    stand_in->held_products = 1;
    weir_array *p = kit_call("matmul", half, b), *y = kit_call("negative", x, NULL);
    CHECK_BESIDE(stand_in->kernels_done >= before + 2);
    stand_in->held_products = 0;
    weir_array *q = kit_call("negative", p, NULL);
    CHECK_RAMP(y, N, 0, -1);
    check_all(p, DEEP / 1024.0f);
    check_all(q, -DEEP / 1024.0f);
    weir_array *all[] = {x, a, b, half, p, y, q};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* The next matrix is computed when the launch of the product has freed memory, so it is not in the queue
 * at that time. */
TEST(a_product_runs_beside_a_task_that_gets_its_memory) {
    enum { ROUNDS = 3 };
    weir_runtime *rt = start();
    weir_array *half = matrix(rt, SIDE, DEEP, 0.5f), *p[ROUNDS],
               *b = matrix(rt, DEEP, SIDE, 1 / 1024.0f), *a = kit_call("add", half, half);
    warm_product(a, b);
    weir_array_release(a);
    weir_array *host = kit_filled(rt, SIDE * DEEP, 0.5f), *flat = kit_reshape(host, SIDE, DEEP);
    test_gate gate = {0};
    kit_gate_array(flat, &gate); /* nothing is submitted before everything is issued */
    weir_array *gated = moved(flat, WEIR_CUDA(0));
    stand_in->held_products = 1;
    for (int i = 0; i < ROUNDS; i++) {
        a = kit_call("add", gated, half);
        p[i] = kit_call("matmul", a, b);
        weir_array_release(a);
    }
    int64_t before = stand_in->kernels_done;
    (void)before;
    test_gate_open(&gate);
    CHECK_BESIDE(stand_in->kernels_done >= before + 2);
    stand_in->held_products = 0;
    for (int i = 0; i < ROUNDS; i++) {
        check_all(p[i], DEEP / 1024.0f);
        weir_array_release(p[i]);
    }
    weir_array *all[] = {half, b, host, flat, gated};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* Its input is freed at its launch, and kernels behind it get memory. */
TEST(memory_of_a_product_beside_kernels_is_not_reused_early) {
    enum { ROUNDS = 5 };
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *a = matrix(rt, SIDE, DEEP, 1), *p[ROUNDS],
               *b = matrix(rt, DEEP, SIDE, 1 / 1024.0f), *one = matrix(rt, SIDE, DEEP, 1);
    warm_product(a, b);
    kit_step("add", &a, one);
    CHECK_OK(weir_array_wait(a));
    stand_in->held_products = 1;
    for (int i = 0; i < ROUNDS; i++) {
        p[i] = kit_call("matmul", a, b);
        kit_step("add", &a, one); /* the matrix before is released */
    }
    test_sleep_ms(100);
    stand_in->held_products = 0;
    for (int i = 0; i < ROUNDS; i++) {
        check_all(p[i], (float)(i + 2) * (DEEP / 1024.0f));
        weir_array_release(p[i]);
    }
    weir_array *all[] = {x, a, b, one};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(a_failed_product_beside_kernels_fails_its_array_alone) {
    weir_runtime *rt = start();
    weir_array *x = warm(rt, N, 0, 1), *a = matrix(rt, SIDE, DEEP, 1),
               *b = matrix(rt, DEEP, SIDE, 1 / 1024.0f);
    warm_product(a, b);
    weir_array *half = half_matrix(rt, SIDE, DEEP);
    stand_in->fail_product_in = 1;
    weir_array *p = kit_call("matmul", half, b), *y = kit_call("negative", x, NULL);
    weir_array *q = kit_call("negative", p, NULL), *good = kit_call("matmul", a, b);
    CHECK(weir_array_wait(q) != WEIR_OK);
    CHECK(weir_array_wait(p) != WEIR_OK);
    CHECK_RAMP(y, N, 0, -1);
    check_all(good, DEEP / 1024.0f);
    weir_array *all[] = {x, a, b, half, p, y, q, good};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
