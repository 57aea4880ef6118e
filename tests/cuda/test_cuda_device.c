/* test_cuda_device.c - the CUDA back end on the stand-in: copies, order, failures, loss, memory, the cache
 * of kernels, fork, the end of a runtime.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/array_kit.h"
#include "cuda/stand_in.h"

static struct stand_in_settings *stand_in;
static char cache[PATH_MAX]; /* the folder of this test */

static void make_cache(void) {
    char name[] = "weir-cache-XXXXXX";
    CHECK(mkdtemp(name) != NULL);
    CHECK(realpath(name, cache) != NULL);
}

/* A runtime on the stand-in, with an empty cache of kernels. */
static weir_runtime *start(void) {
    void *library = dlopen(STAND_IN_LIBRARY, RTLD_NOW);
    CHECK(library != NULL);
    stand_in_compiler_function *compiler =
        (stand_in_compiler_function *)dlsym(library, "stand_in_compiler");
    stand_in = dlsym(library, "stand_in_settings");
    CHECK(compiler != NULL && stand_in != NULL);
    if (compiler() == NULL) SKIP("there is no C++ compiler");
    setenv("WEIR_CUDA_LIBRARY", STAND_IN_LIBRARY, 1);
    const char *cards = getenv("WEIR_CUDA_DEVICES");
    if (cards != NULL && strcmp(cards, "none") == 0) unsetenv("WEIR_CUDA_DEVICES");
    make_cache();
    setenv("XDG_CACHE_HOME", cache, 1);
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

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_kernel_that_does_not_compile_fails_its_call_alone) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1);
    CHECK_OK(weir_array_wait(x));
    stand_in->fail_compile_in = 1;
    weir_array *y = kit_call("negative", x, NULL), *z = kit_call("square", y, NULL);
    CHECK_STATUS(weir_array_wait(z), EDEVICE);
    CHECK_HAS(weir_error(), "a kernel was not compiled");
    CHECK_STATUS(weir_array_wait(y), EDEVICE);
    weir_array_release(y);
    weir_array_release(z);
    y = kit_call("negative", x, NULL);
    CHECK_RAMP(y, 100, 0, -1);
    weir_array_release(x);
    weir_array_release(y);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

TEST(a_launch_that_is_refused_fails_its_call_alone) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    stand_in->fail_launch_in = 1;
    kit_step("negative", &y, NULL);
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

/* Once cleared, an array that was never computed says so, although nothing on the host is marked. */
TEST(what_was_never_computed_cannot_be_used_after_clearing) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 100, 0, 1), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    stand_in->fail_launch_in = 1;
    weir_array *z = kit_call("negative", y, NULL);
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
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    return WEXITSTATUS(status);
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

TEST(threads_share_a_device) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, WEIR_CUDA(0), 1000, 0, 1), *y[4];
    for (int i = 0; i < 4; i++) y[i] = kit_call("negative", x, NULL);
    for (int k = 0; k < 200; k++)
        for (int i = 0; i < 4; i++) kit_step("negative", &y[i], NULL);
    for (int i = 0; i < 4; i++) {
        CHECK_RAMP(y[i], 1000, 0, -1);
        weir_array_release(y[i]);
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}
