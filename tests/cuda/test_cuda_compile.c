/* test_cuda_compile.c - kernels are compiled in parallel, ahead of the launcher; on the stand-in, which
 * delays compilations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

enum { N = 100, DELAY_MS = 100 };

static const char *const names[] = {"exp",  "log1p", "sin",  "cos",     "tanh",  "sqrt",
                                    "abs",  "floor", "ceil", "sigmoid", "expm1", "square",
                                    "sinh", "atan",  "sign", "round"};
enum { KERNELS = sizeof names / sizeof *names };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The images have been made by this process, so that the delay is what takes time. */
static void compile_all(weir_runtime *rt, weir_array *x) {
    for (int i = 0; i < KERNELS; i++) weir_array_release(kit_call(names[i], x, NULL));
    CHECK_OK(weir_waitall(rt));
}

static weir_array *ramp_on(weir_runtime *rt, int32_t device) {
    weir_array *x = kit_ramp(rt, N, 0, 0.01f), *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    return y;
}

/* Seconds for KERNELS new kernels on device 1; device 0 has made the images. */
static double time_kernels(const char *threads) {
    setenv("WEIR_CUDA_COMPILERS", threads, 1);
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array *x = ramp_on(rt, WEIR_CUDA(0)), *y = ramp_on(rt, WEIR_CUDA(1)), *z[KERNELS];
    compile_all(rt, x);
    make_cache(); /* an empty one */
    stand_in->compile_ns = DELAY_MS * 1000000;
    int64_t before = stand_in->compiles;
    double begin = now();
    for (int i = 0; i < KERNELS; i++) z[i] = kit_call(names[i], y, NULL);
    for (int i = 0; i < KERNELS; i++) CHECK_OK(weir_array_wait(z[i]));
    double seconds = now() - begin;
    stand_in->compile_ns = 0;
    CHECK_EQ(stand_in->compiles - before, KERNELS); /* each text once */
    for (int i = 0; i < KERNELS; i++) {
        weir_array *host = NULL, *same = kit_call(names[i], x, NULL), *other = NULL;
        float a[N], b[N];
        CHECK_OK(weir_to_device(z[i], WEIR_CPU(0), &host));
        CHECK_OK(weir_to_device(same, WEIR_CPU(0), &other));
        CHECK_OK(weir_array_read(host, a, sizeof a));
        CHECK_OK(weir_array_read(other, b, sizeof b));
        CHECK(memcmp(a, b, sizeof a) == 0);
        weir_array_release(host);
        weir_array_release(same);
        weir_array_release(other);
        weir_array_release(z[i]);
    }
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
    return seconds;
}

TEST(kernels_are_compiled_in_parallel) {
    double seconds = time_kernels("8");
#ifdef WEIR_HARD
    SKIP("two tasks are queued at most");
#endif
    if (seconds > KERNELS * DELAY_MS * 1e-3 / 2)
        test_fail(__FILE__, __LINE__, "%d kernels took %.3f s", KERNELS, seconds);
}

TEST(one_thread_compiles_one_kernel_after_another) {
    double seconds = time_kernels("1");
    CHECK(seconds > KERNELS * DELAY_MS * 0.9e-3);
}

/* Products, convolutions and operators with attributes and scratch memory are looked at too. */
TEST(looking_ahead_changes_nothing) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array *x = ramp_on(rt, WEIR_CUDA(0)), *host = kit_ramp(rt, N, 0, 0.01f);
    weir_array *a = kit_reshape(x, 10, 10), *b = kit_reshape(host, 10, 10);
    stand_in->compile_ns = DELAY_MS * 1000000 / 4;
    for (int round = 0; round < 2; round++) {
        weir_array *p = a, *q = b;
        weir_array_retain(p);
        weir_array_retain(q);
        static const char *const chain[] = {"matmul", "softmax", "add", "negative", "maximum"};
        for (size_t i = 0; i < sizeof chain / sizeof *chain; i++) {
            bool two = i % 2 == 0;
            kit_step(chain[i], &p, two ? a : NULL);
            kit_step(chain[i], &q, two ? b : NULL);
        }
        weir_array *back = NULL;
        float got[N], right[N];
        CHECK_OK(weir_to_device(p, WEIR_CPU(0), &back));
        CHECK_OK(weir_array_read(back, got, sizeof got));
        CHECK_OK(weir_array_read(q, right, sizeof right));
        for (int i = 0; i < N; i++) CHECK(got[i] > right[i] - 1e-5f && got[i] < right[i] + 1e-5f);
        weir_array_release(back);
        weir_array_release(p);
        weir_array_release(q);
    }
    stand_in->compile_ns = 0;
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(x);
    weir_array_release(host);
    weir_runtime_free(rt);
}

/* A text that was refused while the launcher looked ahead is compiled again when it is needed. */
TEST(a_refused_text_fails_one_call_at_most) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array *x = ramp_on(rt, WEIR_CUDA(0)), *z[KERNELS];
    stand_in->compile_ns = 1000000;
    stand_in->fail_compile_in = 5;
    for (int i = 0; i < KERNELS; i++) z[i] = kit_call(names[i], x, NULL);
    int failed = 0;
    for (int i = 0; i < KERNELS; i++) {
        failed += weir_array_wait(z[i]) != WEIR_OK;
        weir_array_release(z[i]);
    }
    CHECK(failed <= 1);
    stand_in->compile_ns = 0;
    weir_array_release(x);
    weir_runtime_free(rt);
}

static weir_array *integers_on(weir_runtime *rt, weir_dtype dtype, const void *values) {
    const int64_t shape = 2;
    weir_array *x = kit_array(rt, dtype, 1, &shape, values), *y = NULL;
    CHECK_OK(weir_to_device(x, WEIR_CUDA(0), &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    return y;
}

/* A task that is looked at does not change what the message of the current one says. */
TEST(a_message_is_about_its_own_task) {
    use_library(STAND_IN_LIBRARY);
    weir_runtime *rt = kit_runtime(test_workers(2));
    const int64_t wide[] = {2, -1};
    const int16_t narrow[] = {2, -1};
    weir_array *x = integers_on(rt, WEIR_INT64, wide), *y = integers_on(rt, WEIR_INT16, narrow);
    stand_in->compile_ns = DELAY_MS * 1000000;
    weir_array *a = kit_call("pow", x, x), *b = kit_call("pow", y, y);
    CHECK(weir_array_wait(a) != WEIR_OK);
    CHECK_HAS(weir_error(), "int64 to the power -1");
    CHECK(weir_array_wait(b) != WEIR_OK);
    CHECK_HAS(weir_error(), "int16 to the power -1");
    stand_in->compile_ns = 0;
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(a_runtime_may_be_freed_while_kernels_are_compiled) {
    for (int round = 0; round < 3; round++) {
        use_library(STAND_IN_LIBRARY);
        weir_runtime *rt = kit_runtime(test_workers(2));
        weir_array *x = ramp_on(rt, WEIR_CUDA(0));
        stand_in->compile_ns = 3000000;
        for (int i = 0; i < KERNELS; i++) weir_array_release(kit_call(names[i], x, NULL));
        weir_array_release(x);
        weir_runtime_free(rt);
    }
}
