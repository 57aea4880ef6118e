/* test_cuda_exit.c - processes that exit while a CUDA device is busy, on the stand-in: its libraries end
 * the process if a thread uses them while or after their exit handlers run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuda/stand_in_kit.h"

enum { N = 160, MANY = 100, MS = 1000000 };

/* As in a program, the libraries are loaded after the runtime was made. */
static weir_runtime *start(void) {
    weir_runtime *rt = kit_runtime(test_workers(2));
    use_library(STAND_IN_LIBRARY);
    return rt;
}

static weir_array *matrix_on(weir_runtime *rt, int32_t device) {
    weir_array *x = kit_ramp(rt, N * N, 0, 0.001f), *y = NULL, *z;
    CHECK_OK(weir_to_device(x, device, &y));
    CHECK_OK(weir_array_wait(y));
    z = kit_reshape(y, N, N);
    weir_array_release(x);
    weir_array_release(y);
    return z;
}

/* What a child says goes to this file, which has to be empty at the end.  Arrays of children are static,
 * so that they are no leaks at exit. */
static const char said[] = "said";

static void listen(void) {
    int file = open(said, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    CHECK(file >= 0 && dup2(file, 2) == 2);
}

static void check_exit(void (*run)(void *), void *arg) {
    struct stat s;
    CHECK_EQ(test_child(run, arg, 60), 0);
    CHECK_EQ(stat(said, &s), 0);
    CHECK_EQ(s.st_size, 0);
}

/* ---- Libraries ------------------------------------------------------------------------------- */

static void exit_compiling(void *arg) {
    static const char *const names[] = {"exp", "log1p", "sin", "cos", "tanh", "sqrt"};
    listen();
    weir_runtime *rt = start();
    static weir_array *x;
    x = matrix_on(rt, WEIR_CUDA(0));
    stand_in->compile_ns = 200 * MS;
    int64_t before = stand_in->compiles;
    for (int i = 0; i < 6; i++) weir_array_release(kit_call(names[i], x, NULL));
    CHECK_SOON(stand_in->compiles > before);
    if (arg != NULL) weir_runtime_free(rt);
    exit(0);
}

TEST(a_process_may_exit_while_kernels_are_compiled) { check_exit(exit_compiling, NULL); }

TEST(a_process_may_exit_right_after_its_runtime_was_freed) {
    check_exit(exit_compiling, &stand_in);
}

/* The same before exit.  Later tasks of the device fail, and those of the CPU run. */
static void prepare_and_exit(void *arg) {
    (void)arg;
    listen();
    weir_runtime *rt = start();
    static weir_array *x, *y, *z, *host;
    host = kit_ramp(rt, N, 0, 1);
    x = matrix_on(rt, WEIR_CUDA(0));
    stand_in->compile_ns = 200 * MS;
    int64_t before = stand_in->compiles;
    y = kit_call("exp", x, NULL);
    CHECK_SOON(stand_in->compiles > before);
    for (int i = 0; i < 2; i++) weir_prepare_exit();
    CHECK_EQ(weir_array_wait(y), WEIR_ECANCELED);
    CHECK(strstr(weir_error(), "the process exits") != NULL);
    weir_status status = kit_try_op("negative", x, NULL, &z);
    if (status == WEIR_OK) status = weir_array_wait(z);
    CHECK(status != WEIR_OK);
    kit_step("negative", &host, NULL);
    CHECK_RAMP(host, N, 0, -1);
    exit(0);
}

TEST(queues_of_devices_end_when_exit_is_prepared) { check_exit(prepare_and_exit, NULL); }

/* An operator that a library computes, because the operands are large enough. */
static void call_library(weir_array *x, const char *name) {
    if (strcmp(name, "conv") != 0) {
        bool two = strcmp(name, "matmul") == 0;
        weir_array_release(kit_call(name, x, two ? x : NULL));
        return;
    }
    int64_t shape[4] = {1, 32, 16, 16}, weight_shape[4] = {32, 32, 1, 1};
    weir_array *flat = NULL, *images = NULL, *part, *other, *weight = NULL;
    CHECK_OK(weir_reshape(x, weir_i64s_of((int64_t[]){N * N}, 1), &flat));
    other = kit_cut(flat, 0, 8192);
    CHECK_OK(weir_reshape(other, weir_i64s_of(shape, 4), &images));
    part = kit_cut(flat, 0, 1024);
    CHECK_OK(weir_reshape(part, weir_i64s_of(weight_shape, 4), &weight));
    weir_array_release(kit_call("conv", images, weight));
    weir_array_release(flat);
    weir_array_release(images);
    weir_array_release(part);
    weir_array_release(other);
    weir_array_release(weight);
}

static void exit_busy(void *name) {
    listen();
    weir_runtime *rt = start();
    static weir_array *x;
    x = matrix_on(rt, WEIR_CUDA(0));
    call_library(x, name);
    CHECK_OK(weir_waitall(rt));
    stand_in->library_ns = 20 * MS;
    int64_t before = stand_in->library_calls;
    for (int i = 0; i < MANY; i++) call_library(x, name);
    CHECK_SOON(stand_in->library_calls > before);
    exit(0);
}

TEST(a_process_may_exit_while_libraries_compute) {
    check_exit(exit_busy, (void *)(uintptr_t) "matmul");
    check_exit(exit_busy, (void *)(uintptr_t) "conv");
    check_exit(exit_busy, (void *)(uintptr_t) "rfftn");
    check_exit(exit_busy, (void *)(uintptr_t) "eigvalsh");
}

/* The library loads a part of itself when it is used, so the part's exit handlers run first. */
TEST(a_process_may_exit_while_a_library_that_was_loaded_late_computes) {
    setenv("STAND_IN_LATE", STAND_IN_PLAIN, 1);
    check_exit(exit_busy, (void *)(uintptr_t) "conv");
}

/* ---- Work ------------------------------------------------------------------------------------ */

static weir_status write_file(weir_context *ctx, void *arg) {
    (void)ctx;
    FILE *file = fopen(arg, "w");
    if (file == NULL) return WEIR_ESYS;
    fclose(file);
    return WEIR_OK;
}

KIND(write_kind, write_file, NULL, 0);

static void exit_with_effect(void *path) {
    listen();
    weir_runtime *rt = start();
    static weir_array *x, *host;
    x = matrix_on(rt, WEIR_CUDA(0));
    stand_in->task_ns = MS;
    for (int i = 0; i < 50; i++) kit_step("negative", &x, NULL);
    CHECK_OK(weir_to_device(x, WEIR_CPU(0), &host));
    kit_push(rt, &write_kind, path, weir_array_var(host), NULL);
    exit(0);
}

TEST(effects_that_need_the_device_are_finished_at_exit) {
    static char path[] = "effect";
    check_exit(exit_with_effect, path);
    CHECK_EQ(access(path, F_OK), 0);
}

/* An exit handler of the program that was registered before the driver was loaded, so it runs after
 * the device has ended. */
static weir_array *on_device, *on_host;

static void use_at_exit(void) {
    static weir_array *y, *z;
    weir_status status = weir_array_wait(on_device);
    if (status == WEIR_OK || strstr(weir_error(), "the process exits") == NULL) _exit(2);
    status = kit_try_op("negative", on_device, NULL, &y);
    if (status == WEIR_OK) status = weir_array_wait(y);
    if (status == WEIR_OK) _exit(3);
    CHECK_OK(kit_try_op("negative", on_host, NULL, &z)); /* the CPU works on */
    CHECK_RAMP(z, N, 0, -1);
}

static void exit_and_use(void *arg) {
    (void)arg;
    listen();
    weir_runtime *rt = kit_runtime(test_workers(2));
    on_host = kit_ramp(rt, N, 0, 1);
    CHECK_EQ(atexit(use_at_exit), 0);
    use_library(STAND_IN_LIBRARY);
    on_device = matrix_on(rt, WEIR_CUDA(0));
    stand_in->task_ns = MS;
    for (int i = 0; i < MANY; i++) kit_step("negative", &on_device, NULL);
    exit(0);
}

TEST(an_exit_handler_that_uses_the_device_is_told_why_it_cannot) { check_exit(exit_and_use, NULL); }

static void exit_lost(void *arg) {
    (void)arg;
    weir_runtime *rt = start();
    static weir_array *x;
    x = matrix_on(rt, WEIR_CUDA(0));
    stand_in->fault_in = 5;
    for (int i = 0; i < MANY; i++) kit_step("negative", &x, NULL);
    exit(0);
}

TEST(a_process_may_exit_with_a_lost_device) { CHECK_EQ(test_child(exit_lost, NULL, 60), 0); }

/* No kernel begins any more: the device never finishes. */
static void exit_held(void *arg) {
    (void)arg;
    listen();
    weir_runtime *rt = start();
    static weir_array *x;
    x = matrix_on(rt, WEIR_CUDA(0));
    weir_array_release(kit_call("negative", x, NULL));
    CHECK_OK(weir_waitall(rt));
    stand_in->held = 1;
    for (int i = 0; i < MANY; i++) kit_step("negative", &x, NULL);
    exit(0);
}

TEST(a_process_may_exit_while_a_kernel_never_ends) { check_exit(exit_held, NULL); }
