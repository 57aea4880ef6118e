/* test_cuda_device.c - the CUDA back end on the stand-in: copies, order, failures, loss, memory, the cache
 * of kernels, fork, the end of a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

static void use_stand_in(void) { use_library(STAND_IN_LIBRARY); }

static weir_runtime *start(void) {
    use_stand_in();
    return kit_runtime(test_workers(2));
}

static weir_array *moved(weir_array *x, int32_t device) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    return y;
}

static weir_array *ramp_on(weir_runtime *rt, int32_t device, int64_t n, float start_at,
                           float step) {
    weir_array *x = kit_ramp(rt, n, start_at, step), *y = moved(x, device);
    weir_array_release(x);
    CHECK_EQ(weir_array_device(y), device);
    return y;
}

static uint64_t used(weir_runtime *rt, int32_t device) {
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(rt, device, &m));
    return m.used;
}

TEST(devices_are_listed_and_named) {
    weir_runtime *rt = start();
    int32_t list[8], device;
    char name[32];
    CHECK_EQ(weir_devices(rt, list, 8), 3);
    CHECK_EQ(list[1], WEIR_CUDA(0));
    CHECK_EQ(list[2], WEIR_CUDA(1));
    weir_device_name(WEIR_CUDA(1), name, sizeof name);
    CHECK_STR(name, "cuda:1");
    CHECK_OK(weir_device_parse("cuda", &device));
    CHECK_EQ(device, WEIR_CUDA(0));
    CHECK_STATUS(weir_device_parse("cuda:2", &device), EDEVICE);
    CHECK_HAS(weir_error(), "cuda:0 to cuda:1");
    weir_runtime_free(rt);
}

TEST(one_card_can_be_two_devices) {
    setenv("WEIR_CUDA_DEVICES", "0,0,7", 1);
    weir_runtime *rt = start();
    int32_t list[8];
    CHECK_EQ(weir_devices(rt, list, 8), 3);
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 10, 0, 1), *y = moved(x, WEIR_CUDA(1));
    CHECK_RAMP(y, 10, 0, 1);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(values_go_there_and_back) {
    weir_runtime *rt = start();
    static const int64_t sizes[] = {0, 1, 7, 1000, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        weir_array *x = ramp_on(rt, WEIR_CUDA(0), sizes[i], 1, 0.5f), *y = moved(x, WEIR_CUDA(1));
        weir_array *z = moved(y, WEIR_CPU(0));
        CHECK_RAMP(x, sizes[i], 1, 0.5f);
        CHECK_RAMP(z, sizes[i], 1, 0.5f);
        weir_array_release(x);
        weir_array_release(y);
        weir_array_release(z);
    }
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(used(rt, WEIR_CUDA(0)) == 0 && used(rt, WEIR_CUDA(1)) == 0);
    weir_runtime_free(rt);
}

TEST(a_copy_to_the_host_and_back_has_its_values) {
    weir_runtime *rt = start();
    for (int round = 0; round < 20; round++) {
        weir_array *x = ramp_on(rt, WEIR_CUDA(0), 20000, (float)round, 0.5f);
        kit_step("negative", &x, NULL);
        CHECK_OK(weir_array_wait(x));
        stand_in->held = 1;
        weir_array *host = moved(x, WEIR_CPU(0)), *back = moved(host, WEIR_CUDA(0));
        test_sleep_ms(2); /* time for a copy that does not wait */
        stand_in->held = 0;
        CHECK_RAMP(back, 20000, (float)-round, -0.5f);
        weir_array_release(x);
        weir_array_release(host);
        weir_array_release(back);
    }
    weir_runtime_free(rt);
}

TEST(a_chain_runs_in_order_and_in_bounded_memory) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1),
               *one = ramp_on(rt, WEIR_CUDA(0), 1, 1, 0);
    for (int i = 0; i < 3000; i++) kit_step("add", &x, one);
    CHECK_RAMP(x, 1000, 3000, 1);
    CHECK_SOON(used(rt, WEIR_CUDA(0)) <= 4096 * 8);
    weir_array_release(x);
    weir_array_release(one);
    weir_runtime_free(rt);
}

/* Many short tasks, so that many may be submitted ahead. */
static void run_short_tasks(weir_runtime *rt) {
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1, 0, 1);
    for (int i = 0; i < 500; i++) kit_step("negative", &x, NULL);
    weir_array_release(x);
    CHECK_OK(weir_waitall(rt));
}

enum { RESULTS = 4, ELEMENTS = 1 << 18 };

/* While the stream is held: are this many squares launched? */
static bool are_launched(weir_array *x) {
    bool launched = false;
    stand_in->held = 1;
    int64_t before = stand_in->launches;
    for (int i = 0; i < RESULTS; i++) weir_array_release(kit_call("square", x, NULL));
    for (int i = 0; i < 1000 && !launched; i++) {
        usleep(1000);
        launched = stand_in->launches >= before + RESULTS;
    }
    stand_in->held = 0;
    return launched;
}

/* The queue keeps the order, so the memory of a result that the program has dropped serves the next
 * task before any of them has run. */
TEST(memory_is_reused_in_the_order_of_the_queue) {
    bool launched = false;
    use_stand_in();
    weir_config c = kit_config(test_workers(2));
    c.level_floor_bytes = 1;
    c.fusion = 0; /* else the launcher of a busy device waits for more tasks that may join */
    weir_runtime *rt = kit_runtime_of(&c);
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), ELEMENTS, 0, 1), *y = kit_call("square", x, NULL);
    weir_array *z = kit_call("square", x, NULL);
    CHECK_OK(weir_array_wait(y));
    CHECK_OK(weir_array_wait(z));
    weir_array_release(y);
    weir_array_release(z);
    /* From now on there is room for x and two results, one of which may be dropped too late.  On a
     * busy machine fewer tasks may be submitted ahead, so there are several attempts. */
    for (int i = 0; i < 10 && !launched; i++) {
        run_short_tasks(rt);
        launched = are_launched(x);
    }
    CHECK(launched);
    weir_memory m = {.size = sizeof m};
    CHECK_OK(weir_memory_of(rt, WEIR_CUDA(0), &m));
    CHECK(m.peak <= (3 * ELEMENTS + 1024) * sizeof(float));
    weir_array_release(x);
    weir_waitall(rt);
    CHECK_SOON(used(rt, WEIR_CUDA(0)) == 0);
    weir_runtime_free(rt);
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_kernel_that_does_not_compile_fails_its_call_alone) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1);
    CHECK_OK(weir_array_wait(x));
    stand_in->fail_compile_in = 1;
    weir_array *y = kit_call("negative", x, NULL);
    CHECK_STATUS(weir_array_wait(y), EDEVICE); /* before the launcher can look at the next task */
    CHECK_HAS(weir_error(), "a kernel was not compiled");
    weir_array *z = kit_call("square", y, NULL);
    CHECK_STATUS(weir_array_wait(z), EDEVICE);
    weir_array_release(y);
    weir_array_release(z);
    y = kit_call("negative", x, NULL);
    CHECK_RAMP(y, 100, 0, -1);
    weir_array_release(x);
    weir_array_release(y);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_kernel_that_the_driver_refuses_fails_its_call_alone) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = NULL;
    CHECK_OK(weir_array_wait(x));
    stand_in->fail_launch_in = 1;
    y = kit_call("negative", x, NULL);
    weir_array *z = kit_call("square", y, NULL), *w = kit_call("square", x, NULL);
    CHECK(weir_array_wait(z) != WEIR_OK);
    CHECK_HAS(weir_error(), "a kernel was not launched");
    float values[100];
    CHECK_OK(weir_array_read(w, values, sizeof values));
    CHECK_EQ(values[9], 81);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(w);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(kernels_are_sent_as_graphs) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 10, 0, 1), *one = ramp_on(rt, WEIR_CUDA(0), 1, 1, 0);
    kit_step("add", &x, one);
    CHECK_OK(weir_array_wait(x));
    stand_in->task_ns = 100000; /* tasks wait for positions, and get several at a time */
    int steps = 1;              /* more of them where the issuing thread is seldom ahead */
    while (steps < 20000 && (steps < 500 || stand_in->graphs == 0)) {
        for (int i = 0; i < 499; i++) kit_step("add", &x, one);
        steps += 499;
        CHECK_RAMP(x, 10, steps, 1);
    }
    stand_in->task_ns = 0;
    CHECK(stand_in->graphs > 0);
    weir_array_release(x);
    weir_array_release(one);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(without_graphs_kernels_are_sent_one_by_one) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 10, 0, 1), *one = ramp_on(rt, WEIR_CUDA(0), 1, 1, 0);
    stand_in->fail_graph_in = 1;
    int steps = 0;
    do { /* until several kernels were ready together, and a graph was tried */
        stand_in->task_ns = 100000;
        for (int i = 0; i < 500; i++) kit_step("add", &x, one);
        steps += 500;
        CHECK_RAMP(x, 10, steps, 1);
        stand_in->task_ns = 0;
    } while (stand_in->fail_graph_in != 0 && steps < 50000);
    CHECK_EQ(stand_in->fail_graph_in, 0);
    weir_array_release(x);
    weir_array_release(one);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* It is not known which of its kernels ran. */
TEST(a_batch_that_is_refused_loses_the_device) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 10, 0, 1), *one = ramp_on(rt, WEIR_CUDA(0), 1, 1, 0);
    kit_step("add", &x, one);
    CHECK_OK(weir_array_wait(x));
    stand_in->fail_launch_in = 50;
    for (int i = 0; i < 200; i++) kit_step("add", &x, one);
    CHECK_STATUS(weir_array_wait(x), EDEVICE);
    CHECK_HAS(weir_error(), "the device is lost");
    weir_array_release(x);
    weir_array_release(one);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* An array of ones on the device. */
static weir_array *ones_on(weir_runtime *rt, int ndim, const int64_t *shape) {
    float values[512];
    int64_t count = 1;
    for (int i = 0; i < ndim; i++) count *= shape[i];
    CHECK_LE(count, 512);
    weir_array *x = NULL;
    for (int64_t i = 0; i < count; i++) values[i] = 1;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, ndim, values, &x));
    weir_array *y = moved(x, WEIR_CUDA(0));
    weir_array_release(x);
    return y;
}

/* The channels of convolutions that cuDNN computes: kernels of ours compute those with fewer. */
enum { MANY = 9 };

/* A convolution of ones, of 8 positions by kernels of 3, has this value; releases y. */
static void check_conv(weir_array *y) {
    float values[2 * MANY * 6];
    CHECK_OK(weir_array_read(y, values, sizeof values));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) CHECK_EQ(values[i], 3 * MANY);
    weir_array_release(y);
}

/* Kernels of ours compute it, and cuDNN is not asked again. */
TEST(a_convolution_that_cudnn_refuses_to_launch_is_computed_by_kernels) {
    static const int64_t refusals[] = {2000, 3000, 4000, 5000};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        weir_runtime *rt = start();
        weir_array *x = ones_on(rt, 3, (const int64_t[]){2, MANY, 8});
        weir_array *w = ones_on(rt, 3, (const int64_t[]){MANY, MANY, 3});
        stand_in->convolutions = stand_in->refusals = 0;
        stand_in->refuse_dnn = refusals[i];
        check_conv(kit_call("conv", x, w));
        check_conv(kit_call("conv", x, w));
        CHECK_EQ(stand_in->refusals, 1);
        stand_in->refuse_dnn = 0;
        check_conv(kit_call("conv", x, w));
        CHECK_EQ(stand_in->convolutions, 0);
        weir_array *other = ones_on(rt, 3, (const int64_t[]){3, MANY, 8});
        weir_array *y = kit_call("conv", other, w);
        CHECK_OK(weir_array_wait(y));
        CHECK_EQ(stand_in->convolutions, 1);
        weir_array_release(x);
        weir_array_release(w);
        weir_array_release(other);
        weir_array_release(y);
        weir_waitall(rt);
        weir_runtime_free(rt);
    }
}

/* Memory may be there the next time, so that is a failure of the call. */
TEST(a_convolution_without_memory_for_cudnn_fails_its_call_alone) {
    static const int64_t refusals[] = {1003, 4003, 4004};
    weir_runtime *rt = start();
    weir_array *x = ones_on(rt, 3, (const int64_t[]){2, MANY, 8});
    weir_array *w = ones_on(rt, 3, (const int64_t[]){MANY, MANY, 3});
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        stand_in->refuse_dnn = refusals[i];
        weir_array *y = kit_call("conv", x, w);
        CHECK_STATUS(weir_array_wait(y), EDEVICE);
        CHECK_HAS(weir_error(), "cuDNN failed to launch a convolution");
        weir_array_release(y);
        stand_in->refuse_dnn = 0;
        check_conv(kit_call("conv", x, w));
    }
    CHECK_EQ(stand_in->convolutions, 3);
    weir_array_release(x);
    weir_array_release(w);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* That is no error, only slower; WEIR_CUDA_LOG says so. */
TEST(convolutions_are_computed_without_a_library_for_them) {
    use_library(STAND_IN_PLAIN);
    weir_runtime *rt = kit_runtime(test_workers(2));
    weir_array *x = ones_on(rt, 3, (const int64_t[]){2, MANY, 8});
    weir_array *w = ones_on(rt, 3, (const int64_t[]){MANY, MANY, 3});
    char name[] = "weir-log-XXXXXX", log[512] = "";
    int file = mkstemp(name), errors = dup(2);
    CHECK(file >= 0 && errors >= 0);
    unlink(name);
    setenv("WEIR_CUDA_LOG", "1", 1);
    dup2(file, 2);
    weir_array *y = kit_call("conv", x, w), *z = kit_call("conv", x, w);
    weir_status status = weir_array_wait(y);
    dup2(errors, 2);
    close(errors);
    CHECK_OK(status);
    check_conv(y);
    check_conv(z);
    CHECK(pread(file, log, sizeof log - 1, 0) > 0);
    close(file);
    CHECK_HAS(log, "libcudnn.so.9 has no function cudnn");
    CHECK_HAS(log, "kernels of Weir are used");
    weir_array_release(x);
    weir_array_release(w);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* cuDNN does not know error words, so it never writes an array that was there before.  Kernels of
 * ours test them. */
static weir_status conv_into(const char *op, weir_array *first, weir_array *second, int64_t size,
                             weir_array *out) {
    weir_array *in[] = {first, second};
    const weir_conv_weight_grad_attr attr = {.size = {&size, 1}, .groups = 1};
    bool has_size = strcmp(op, "conv") != 0;
    return weir_op_call_into(weir_array_runtime(first), kit_op(op), in, 2, has_size ? &attr : NULL,
                             has_size ? sizeof attr : 0, &out, 1);
}

/* Two images: x (2, c, 8), weight (c, c, 3), y (2, c, 6), all ones. */
static void check_skipped(const char *op, int64_t channels) {
    const int64_t shapes[3][3] = {{2, channels, 8}, {channels, channels, 3}, {2, channels, 6}};
    int target = strcmp(op, "conv") == 0 ? 2 : strcmp(op, "conv_weight_grad") == 0 ? 1 : 0;
    int first = target == 0 ? 2 : 0, second = target == 1 ? 2 : 1;
    weir_runtime *rt = start();
    weir_array *of[3];
    for (int i = 0; i < 3; i++) of[i] = ones_on(rt, 3, shapes[i]);
    weir_array *out = of[target];
    stand_in->convolutions = 0;
    CHECK_OK(conv_into(op, of[first], of[second], shapes[target][2], out));
    float values[MANY * MANY * 3], others[MANY * MANY * 3];
    size_t bytes = (size_t)weir_array_count(out) * sizeof *values;
    CHECK_OK(weir_array_read(out, values, bytes));
    CHECK_EQ(values[3], target == 1 ? 12 : 3 * channels);
    CHECK_EQ(stand_in->convolutions, 0);
    weir_array *twice = kit_call("add", of[second], of[second]);
    CHECK_OK(weir_array_wait(twice));
    stand_in->fail_launch_in = 1;
    weir_array *bad = kit_call("negative", of[first], NULL);
    CHECK_OK(conv_into(op, bad, twice, shapes[target][2], out));
    CHECK(weir_array_wait(out) != WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(out)));
    CHECK_OK(weir_array_read(out, others, bytes));
    CHECK(memcmp(values, others, bytes) == 0);
    for (int i = 0; i < 3; i++) weir_array_release(of[i]);
    weir_array_release(twice);
    weir_array_release(bad);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_skipped_convolution_leaves_its_target_as_it_was) {
    static const char *const ops[] = {"conv", "conv_input_grad", "conv_weight_grad"};
    for (int i = 0; i < 3; i++) {
        check_skipped(ops[i], 2);
        check_skipped(ops[i], MANY);
    }
}

/* The last column of x is infinite, and only the last element of the kernels meets it. */
TEST(elements_beyond_a_row_do_not_reach_the_gradient_of_the_weight) {
    weir_runtime *rt = start();
    float values[2 * 2 * 8], grads[2 * 2 * 3];
    for (int i = 0; i < 2 * 2 * 8; i++) values[i] = i % 8 == 7 ? INFINITY : 1;
    weir_array *on_cpu = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, (const int64_t[]){2, 2, 8}, 3, values, &on_cpu));
    weir_array *x = moved(on_cpu, WEIR_CUDA(0));
    weir_array *dy = ones_on(rt, 3, (const int64_t[]){2, 2, 6});
    weir_array *dw = ones_on(rt, 3, (const int64_t[]){2, 2, 3});
    CHECK_OK(conv_into("conv_weight_grad", x, dy, 3, dw));
    CHECK_OK(weir_array_read(dw, grads, sizeof grads));
    for (int i = 0; i < 2 * 2 * 3; i++) CHECK(grads[i] == (i % 3 == 2 ? INFINITY : 12.0f));
    weir_array_release(on_cpu);
    weir_array_release(x);
    weir_array_release(dy);
    weir_array_release(dw);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* A larger convolution replaces the workspace while a smaller one still uses it. */
TEST(the_workspace_of_cudnn_grows_behind_queued_convolutions) {
    weir_runtime *rt = start();
    weir_array *x = ones_on(rt, 3, (const int64_t[]){1, MANY, 8});
    weir_array *many = ones_on(rt, 3, (const int64_t[]){4, MANY, 8});
    weir_array *w = ones_on(rt, 3, (const int64_t[]){MANY, MANY, 3});
    stand_in->task_ns = 2000000;
    weir_array *y = kit_call("conv", x, w), *z = kit_call("conv", many, w);
    float values[4 * MANY * 6];
    CHECK_OK(weir_array_read(y, values, MANY * 6 * sizeof *values));
    CHECK_EQ(values[MANY * 6 - 1], 3 * MANY);
    CHECK_OK(weir_array_read(z, values, sizeof values));
    CHECK_EQ(values[4 * MANY * 6 - 1], 3 * MANY);
    CHECK_EQ(stand_in->convolutions, 2);
    weir_array_release(x);
    weir_array_release(many);
    weir_array_release(w);
    weir_array_release(y);
    weir_array_release(z);
    weir_waitall(rt);
    weir_runtime_free(rt);
    CHECK_EQ(stand_in->allocations_live, 0);
}

/* Once cleared, an array that was never computed says so, although nothing on the host is marked. */
TEST(what_was_never_computed_cannot_be_used_after_clearing) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    stand_in->fail_launch_in = 1;
    weir_array *z = kit_call("square", y, NULL);
    CHECK(weir_array_wait(z) != WEIR_OK);
    CHECK_OK(weir_var_clear(weir_array_var(z)));
    float values[100];
    CHECK(weir_array_read(z, values, sizeof values) != WEIR_OK);
    weir_array *w = kit_call("negative", z, NULL);
    CHECK(weir_array_wait(w) != WEIR_OK);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(w);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_lost_device_says_so_in_every_call) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
    weir_array *other = ramp_on(rt, WEIR_CUDA(1), 100, 0, 1);
    CHECK_OK(weir_array_wait(y));
    CHECK_OK(weir_array_wait(other)); /* no other kernel is launched */
    stand_in->fault_in = 1;
    for (int i = 0; i < 20; i++) kit_step("negative", &y, NULL);
    CHECK_STATUS(weir_array_wait(y), EDEVICE);
    CHECK_HAS(weir_error(), "the device is lost");
    for (int i = 0; i < 3; i++) {
        weir_array *z = kit_call("negative", x, NULL);
        CHECK_STATUS(weir_array_wait(z), EDEVICE);
        CHECK_HAS(weir_error(), "the device is lost");
        weir_array_release(z);
    }
    float values[100];
    CHECK(weir_array_read(x, values, sizeof values) != WEIR_OK);
    kit_step("negative", &other, NULL);
    CHECK_RAMP(other, 100, 0, -1);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(other);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(out_of_memory_fails_the_array_concerned_alone) {
    setenv("STAND_IN_MEMORY", "67108864", 1);
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1), *big = NULL;
    int64_t shape = 64 << 20;
    int32_t outer = weir_default_device_set(WEIR_CUDA(0));
    weir_array *host = kit_ramp(rt, 1, 1, 0), *wide = NULL;
    weir_default_device_set(outer);
    CHECK_OK(weir_broadcast_to(host, weir_i64s_of(&shape, 1), &wide));
    weir_status status = weir_negative(wide, &big);
    if (status == WEIR_OK) status = weir_array_wait(big);
    CHECK_EQ(status, WEIR_ENOMEM);
    CHECK_HAS(weir_error(), "cuda:0");
    weir_array *y = kit_call("negative", x, NULL);
    CHECK_RAMP(y, 1000, 0, -1);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(host);
    weir_array_release(wide);
    weir_array_release(big);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* ---- The cache of kernels -------------------------------------------------------------------- */

/* Overwrite the end of all files in the cache; returns how many there are. */
static int spoil_cache(void) {
    char folder[PATH_MAX + 8], path[2 * PATH_MAX];
    int count = 0;
    snprintf(folder, sizeof folder, "%s/weir", cache);
    DIR *list = opendir(folder);
    CHECK(list != NULL);
    for (struct dirent *e; (e = readdir(list)) != NULL;) {
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        FILE *file = fopen(path, "r+b");
        CHECK(file != NULL);
        CHECK_EQ(fseek(file, -100, SEEK_END), 0);
        fputs("spoilt", file);
        fclose(file);
        count++;
    }
    closedir(list);
    return count;
}

/* Each process compiles at its first use, so each use is a child. */
static int compiles_of_a_child(void) {
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        char kept[PATH_MAX];
        memcpy(kept, cache, sizeof kept);
        weir_runtime *rt = start();
        rmdir(cache);
        setenv("XDG_CACHE_HOME", kept, 1);
        memcpy(cache, kept, sizeof cache);
        weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
        CHECK_RAMP(y, 100, 0, -1);
        weir_array_release(x);
        weir_array_release(y);
        weir_runtime_free(rt);
        _exit((int)stand_in->compiles);
    }
    return test_child_wait(child, 60);
}

TEST(kernels_are_kept_on_disk_and_spoilt_files_are_compiled_again) {
    make_cache();
    int first = compiles_of_a_child();
    CHECK_LE(1, first);
    CHECK_EQ(compiles_of_a_child(), 0);
    CHECK_EQ(spoil_cache(), first);
    CHECK_EQ(compiles_of_a_child(), first);
    CHECK_EQ(compiles_of_a_child(), 0);
}

TEST(a_cache_that_cannot_be_written_is_no_error) {
    weir_runtime *rt = start();
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/weir", cache);
    int fd = open(path, O_CREAT | O_WRONLY, 0600); /* a file where the folder should be */
    CHECK(fd >= 0);
    close(fd);
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1);
    kit_step("negative", &x, NULL);
    CHECK_RAMP(x, 100, 0, -1);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* ---- Life and death -------------------------------------------------------------------------- */

TEST(a_runtime_gives_everything_back) {
    for (int i = 0; i < 3; i++) {
        weir_runtime *rt = start();
        weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1);
        for (int k = 0; k < 50; k++) kit_step("negative", &x, NULL);
        CHECK_RAMP(x, 1000, 0, 1);
        weir_array_release(x);
        weir_runtime_free(rt);
        CHECK_SOON(stand_in->allocations_live == 0 && stand_in->pinned_live == 0 &&
                   stand_in->streams_live == 0 && stand_in->events_live == 0);
    }
}

TEST(a_runtime_can_be_freed_while_its_device_is_busy) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1);
    CHECK_OK(weir_array_wait(x));
    stand_in->task_ns = 1000000;
    for (int k = 0; k < 100; k++) kit_step("negative", &x, NULL);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(a_forked_child_is_told_that_it_cannot_use_the_device) {
    if (TEST_ASAN) SKIP("AddressSanitizer does not survive a fork beside threads");
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        weir_array *z = NULL;
        weir_status status = weir_negative(x, &z);
        if (status == WEIR_OK) status = weir_array_wait(z);
        _exit(status == WEIR_OK ? 1 : strstr(weir_error(), "the parent process") == NULL ? 2 : 0);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), 0);
    kit_step("negative", &y, NULL);
    CHECK_RAMP(y, 100, 0, 1);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* A thread that waits for each task launches it itself, unless another thread does so. */
static void *wait_for_each(void *arg) {
    weir_array *y = kit_call("negative", arg, NULL);
    for (int k = 1; k < 200; k++) {
        kit_step("negative", &y, NULL);
        if (k % 3 != 0) CHECK_OK(weir_array_wait(y));
        if (k % 50 == 0) CHECK_RAMP(y, 1000, 0, k % 2 != 0 ? 1 : -1);
    }
    return y;
}

TEST(threads_that_wait_share_a_device) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1);
    pthread_t thread[4];
    for (int i = 0; i < 4; i++) CHECK_EQ(pthread_create(&thread[i], NULL, wait_for_each, x), 0);
    for (int i = 0; i < 4; i++) {
        void *y = NULL;
        CHECK_EQ(pthread_join(thread[i], &y), 0);
        CHECK_RAMP((weir_array *)y, 1000, 0, 1);
        weir_array_release(y);
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(cards_and_libraries_are_described) {
    weir_runtime *rt = start();
    weir_cuda_card card = {.size = sizeof card}, small = {.size = 4};
    CHECK_OK(weir_cuda_card_at(0, &card));
    CHECK(strcmp(card.name, "stand-in") == 0 && strncmp(card.architecture, "sm_", 3) == 0);
    CHECK(card.memory_bytes > 0 && card.processors > 0);
    CHECK_EQ(card.ordinal, 0);
    CHECK_STATUS(weir_cuda_card_at(0, &small), EINVAL);
    CHECK_STATUS(weir_cuda_card_at(0, NULL), EINVAL);
    CHECK_STATUS(weir_cuda_card_at(60, &card), EDEVICE);
    CHECK_HAS(weir_error(), "there is no cuda:60; there are 2");
    CHECK_STATUS(weir_cuda_card_at(-1, &card), EDEVICE);
    weir_cuda_library l = {.size = sizeof l};
    int count = 0;
    for (; weir_cuda_library_at(count, &l) == WEIR_OK; count++)
        CHECK(l.problem == NULL && l.path != NULL && l.use != NULL && l.package != NULL);
    CHECK(count >= 3);
    CHECK_HAS(weir_error(), "there is no library");
    CHECK_STATUS(weir_cuda_library_at(-1, &l), EINVAL);
    CHECK_STATUS(weir_cuda_library_at(0, NULL), EINVAL);
    CHECK_STATUS(weir_cuda_search_add(NULL), EINVAL);
    CHECK_OK(weir_cuda_search_add("somewhere"));
    CHECK_OK(weir_cuda_search_add("somewhere")); /* once is enough */
    char name[16];
    for (int i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "folder%d", i);
        CHECK_OK(weir_cuda_search_add(name));
    }
    CHECK_STATUS(weir_cuda_search_add("one more"), ENOMEM);
    weir_runtime_free(rt);
}

/* ---- Memory of others ------------------------------------------------------------------------ */

static void count_deletion(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

/* The layout of a DLPack tensor, version 1. */
struct DLManagedTensorVersioned {
    uint32_t major, minor;
    void *ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    void *data;
    int32_t type, id, ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
};

TEST(memory_of_others_is_used_in_place) {
    weir_runtime *rt = start();
    atomic_int deleted = 0;
    const int64_t shape[] = {100};
    /* The owner is another array, which is exported. */
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = NULL, *z = NULL;
    struct DLManagedTensorVersioned *t = NULL;
    CHECK_OK(weir_array_to_dlpack(x, &t));
    CHECK(t->type == 2 && t->id == 0 && t->ndim == 1 && t->shape[0] == 100 && t->flags == 0);
    uint64_t address = (uint64_t)(uintptr_t)t->data;
    CHECK_OK(weir_array_from_device_memory(rt, WEIR_CUDA(0), WEIR_FLOAT32, shape, NULL, 1, address,
                                           0, count_deletion, &deleted, &y));
    CHECK_EQ(weir_array_device(y), WEIR_CUDA(0));
    CHECK_OK(weir_negative(y, &z));
    CHECK_RAMP(z, 100, 0, -1);
    weir_array_release(y); /* queued work still needs it */
    weir_array_release(z);
    CHECK_OK(weir_waitall(rt));
    for (int i = 0; i < 10000 && atomic_load(&deleted) == 0; i++) test_sleep_ms(1);
    CHECK_EQ(atomic_load(&deleted), 1);
    weir_array *w = NULL;
    CHECK_OK(weir_array_from_dlpack(rt, t, &w)); /* takes the tensor */
    CHECK_RAMP(w, 100, 0, 1);
    weir_array_release(w);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(memory_of_others_is_refused_with_a_reason) {
    weir_runtime *rt = start();
    const int64_t shape[] = {4};
    weir_array *x = NULL;
    atomic_int deleted = 0;
    CHECK_STATUS(weir_array_from_device_memory(rt, WEIR_CPU(0), WEIR_FLOAT32, shape, NULL, 1, 4096,
                                               0, count_deletion, &deleted, &x),
                 EDEVICE);
    CHECK_HAS(weir_error(), "cpu:0 is not a CUDA device");
    CHECK_STATUS(weir_array_from_device_memory(rt, WEIR_CUDA(60), WEIR_FLOAT32, shape, NULL, 1,
                                               4096, 0, count_deletion, &deleted, &x),
                 EDEVICE);
    CHECK_STATUS(weir_array_from_device_memory(rt, WEIR_CUDA(0), WEIR_FLOAT32, shape, NULL, 1, 0, 0,
                                               count_deletion, &deleted, &x),
                 EINVAL);
    CHECK_STATUS(weir_array_from_device_memory(rt, WEIR_CUDA(0), WEIR_FLOAT32, shape, NULL, 1, 4097,
                                               0, count_deletion, &deleted, &x),
                 EINVAL);
    CHECK_HAS(weir_error(), "not aligned");
    uint64_t stream = 0;
    CHECK_OK(weir_cuda_stream(0, &stream));
    CHECK(stream > 2);
    CHECK_OK(weir_cuda_stream_wait(0));
    CHECK_STATUS(weir_cuda_stream(60, &stream), EDEVICE);
    CHECK_STATUS(weir_cuda_stream_wait(-1), EDEVICE);
    CHECK_STATUS(weir_cuda_stream(0, NULL), EINVAL);
    CHECK_EQ(atomic_load(&deleted), 0);
    weir_runtime_free(rt);
}

/* Growing arrays: memory of the smaller ones goes back to the driver, which is full, while kernels that
 * use it are queued. */
TEST(memory_goes_back_to_the_driver_when_its_kernels_have_run) {
    enum { ROUNDS = 20, FIRST = 100000, MORE = 137000 };
    setenv("STAND_IN_MEMORY", "40000000", 1);
    weir_runtime *rt = start();
    weir_array *one = kit_scalar(rt, 1), *unit = NULL, *sum[ROUNDS];
    CHECK_OK(weir_to_device(one, WEIR_CUDA(0), &unit));
    stand_in->task_ns = 500000;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t n = FIRST + i * MORE;
        weir_array *x = NULL, *y = NULL;
        CHECK_OK(weir_broadcast_to(unit, (weir_i64s){&n, 1}, &x));
        y = kit_call("add", x, unit);
        sum[i] = kit_call("sum", y, NULL);
        weir_array_release(x);
        weir_array_release(y);
    }
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_ITEM(sum[i], 2.0 * (FIRST + i * MORE));
        weir_array_release(sum[i]);
    }
    weir_array_release(one);
    weir_array_release(unit);
    weir_runtime_free(rt);
}
