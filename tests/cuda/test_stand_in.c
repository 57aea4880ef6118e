/* test_stand_in.c - the stand-in driver does what the CUDA driver, NVRTC and cuBLASLt promise.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "device/cuda/cuda_api.h"

#include "harness.h"
#include "stand_in.h"

enum {
    INVALID_VALUE = 1,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700,
    LAUNCH_FAILED = 719,
    RTC_COMPILATION = 6,
};

static wr_cuda_functions cu;
static struct stand_in_settings *settings;
static stand_in_is_guarded_function *is_guarded;
static stand_in_compiler_function *compiler;
static void *library;

static void find(const char *name, void *function) {
    void *found = dlsym(library, name);
    if (found == NULL) test_fail(__FILE__, __LINE__, "the library has no %s", name);
    memcpy(function, &found, sizeof found);
}

static void open_library(void) {
    library = dlopen(STAND_IN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) test_fail(__FILE__, __LINE__, "%s", dlerror());
#define FIND(result, name, symbol, parameters) find(#symbol, &cu.name);
    WR_CUDA_DRIVER(FIND)
    WR_CUDA_NVRTC(FIND)
    WR_CUDA_BLAS(FIND)
#undef FIND
    find("stand_in_settings", &settings);
    find("stand_in_is_guarded", &is_guarded);
    find("stand_in_compiler", &compiler);
}

/* The library, with the context of device 0. */
static void begin(void) {
    open_library();
    cu_context context;
    CHECK_EQ(cu.init(0), CU_OK);
    CHECK_EQ(cu.context_retain(&context, 0), CU_OK);
    CHECK_EQ(cu.context_push(context), CU_OK);
}

/* All handles are gone; the sanitizer looks for memory that is not. */
static void end(void) {
    cu_context context;
    CHECK_EQ(cu.context_pop(&context), CU_OK);
    cu.context_release(0);
    CHECK_EQ(settings->allocations_live, 0);
    CHECK_EQ(settings->pinned_live, 0);
    CHECK_EQ(settings->streams_live, 0);
    CHECK_EQ(settings->events_live, 0);
    CHECK_EQ(settings->modules_live, 0);
    CHECK_EQ(dlclose(library), 0);
}

static cu_stream new_stream(void) {
    cu_stream s;
    CHECK_EQ(cu.stream_new(&s, CU_STREAM_NON_BLOCKING, 0), CU_OK);
    return s;
}

static cu_event new_event(void) {
    cu_event e;
    CHECK_EQ(cu.event_new(&e, CU_EVENT_DISABLE_TIMING), CU_OK);
    return e;
}

static cu_pointer take(size_t bytes) {
    cu_pointer p;
    CHECK_EQ(cu.memory_take(&p, bytes), CU_OK);
    return p;
}

/* An image, or NULL and the log. */
static char *compile(const char *text, const char *option, char *log, size_t log_bytes) {
    nvrtc_program program;
    CHECK_EQ(cu.rtc_new(&program, text, "weir_test.cu", 0, NULL, NULL), 0);
    const char *options[] = {"--std=c++17", "--gpu-architecture=sm_90", option};
    int r = cu.rtc_compile(program, option != NULL ? 3 : 2, options);
    size_t size;
    CHECK_EQ(cu.rtc_log_size(program, &size), 0);
    CHECK_LE(size, log_bytes);
    CHECK_EQ(cu.rtc_log(program, log), 0);
    char *image = NULL;
    if (r == 0) {
        CHECK_EQ(cu.rtc_image_size(program, &size), 0);
        image = malloc(size);
        CHECK(image);
        CHECK_EQ(cu.rtc_image(program, image), 0);
    } else {
        CHECK_EQ(r, RTC_COMPILATION);
        CHECK_NE(cu.rtc_image_size(program, &size), 0);
    }
    CHECK_EQ(cu.rtc_free(&program), 0);
    return image;
}

static cu_module module_of(const char *text, const char *option) {
    if (compiler() == NULL) SKIP("there is no C++ compiler");
    char log[8192];
    char *image = compile(text, option, log, sizeof log);
    if (image == NULL) test_fail(__FILE__, __LINE__, "%s", log);
    cu_module m;
    CHECK_EQ(cu.module_load(&m, image), CU_OK);
    free(image);
    return m;
}

static cu_function function_of(cu_module m, const char *name) {
    cu_function f;
    CHECK_EQ(cu.module_function(&f, m, name), CU_OK);
    return f;
}

static cu_result launch(cu_function f, unsigned grid, unsigned block, cu_stream s,
                        void *arguments) {
    return cu.launch(f, grid, 1, 1, block, 1, 1, 0, s, &arguments, NULL);
}

/* ---- Devices and memory ---------------------------------------------------------------------- */

TEST(stand_in_devices) {
    open_library();
    int n, version;
    char name[32];
    size_t bytes, total;
    cu_device device;
    const char *text;
    CHECK_EQ(cu.device_get(&device, 0), 3); /* before cuInit */
    settings->device_count = 0;
    CHECK_EQ(cu.init(0), CU_NO_DEVICE);
    settings->device_count = 2;
    CHECK_EQ(cu.init(0), CU_OK);
    CHECK_EQ(cu.driver_version(&version), CU_OK);
    CHECK_EQ(cu.device_count(&n), CU_OK);
    CHECK_EQ(n, 2);
    CHECK_EQ(cu.device_get(&device, 2), INVALID_DEVICE);
    CHECK_EQ(cu.device_get(&device, 1), CU_OK);
    CHECK_EQ(cu.device_name(name, sizeof name, device), CU_OK);
    CHECK_STR(name, "stand-in");
    CHECK_EQ(cu.device_attribute(&n, CU_ATTRIBUTE_CAPABILITY_MAJOR, device), CU_OK);
    CHECK_EQ(n, 9);
    CHECK_EQ(cu.device_memory(&bytes, device), CU_OK);
    CHECK_EQ(bytes, 1 << 30);
    CHECK_EQ(cu.error_name(ILLEGAL_ADDRESS, &text), CU_OK);
    CHECK_STR(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
    CHECK_EQ(cu.error_name(12345, &text), INVALID_VALUE);

    /* contexts */
    cu_context first, second, popped;
    cu_pointer p;
    cu_stream s;
    CHECK_EQ(cu.memory_take(&p, 16), INVALID_CONTEXT);
    CHECK_EQ(cu.stream_new(&s, 0, 0), INVALID_CONTEXT);
    CHECK_EQ(cu.context_pop(&popped), INVALID_CONTEXT);
    CHECK_EQ(cu.context_release(0), INVALID_CONTEXT);
    CHECK_EQ(cu.context_retain(&first, 0), CU_OK);
    CHECK_EQ(cu.context_retain(&second, 1), CU_OK);
    CHECK(first != second);
    CHECK_EQ(cu.context_push(first), CU_OK);
    CHECK_EQ(cu.context_push(second), CU_OK);
    p = take(4096);
    CHECK_EQ(cu.memory_info(&bytes, &total), CU_OK);
    CHECK_LE(bytes, total - 4096);
    CHECK_EQ(cu.context_set(first), CU_OK);
    CHECK_EQ(cu.memory_info(&bytes, &total), CU_OK);
    CHECK_EQ(bytes, total);
    CHECK_EQ(cu.context_pop(&popped), CU_OK);
    CHECK(popped == first);
    CHECK_EQ(cu.context_pop(&popped), CU_OK);
    CHECK(popped == first);
    CHECK_EQ(settings->allocations_live, 1);
    CHECK_EQ(cu.context_release(1), CU_OK); /* frees its memory */
    CHECK_EQ(settings->allocations_live, 0);
    CHECK_EQ(cu.context_release(0), CU_OK);
    CHECK_EQ(cu.context_push(first), CU_OK);
    CHECK_EQ(cu.memory_take(&p, 16), INVALID_CONTEXT); /* it is released */
    CHECK_EQ(dlclose(library), 0);
}

TEST(stand_in_memory) {
    begin();
    cu_stream s = new_stream();
    settings->memory_bytes = 1 << 20;
    cu_pointer p = take(1 << 19), q = take(1 << 18), r;
    CHECK_EQ(cu.memory_take(&r, 1 << 19), CU_OUT_OF_MEMORY);
    CHECK_EQ(cu.memory_take(&r, (size_t)-1), CU_OUT_OF_MEMORY);
    CHECK_EQ(cu.memory_take(&r, 0), INVALID_VALUE);
    CHECK_EQ(settings->allocations_live, 2);

    int in[4] = {1, 2, 3, 4}, out[4] = {0};
    CHECK_EQ(cu.copy_in(p + 8, in, sizeof in, s), CU_OK);
    CHECK_EQ(cu.copy_within(q, p + 8, sizeof in, s), CU_OK);
    CHECK_EQ(cu.copy_out(out, q, sizeof out, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    for (int i = 0; i < 4; i++) CHECK_EQ(out[i], in[i]);
    CHECK_EQ(settings->copies, 3);
    CHECK_EQ(cu.copy_in(p + (1 << 19) - 8, in, sizeof in, s), INVALID_VALUE);
    CHECK_EQ(cu.copy_out(out, p - 8, sizeof out, s), INVALID_VALUE);
    CHECK_EQ(cu.copy_within(q, 0, 4, s), INVALID_VALUE);
    CHECK_EQ(cu.copy_in(p, NULL, 0, s), CU_OK);

    CHECK_EQ(cu.memory_give(p + 8), INVALID_VALUE);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    CHECK_EQ(cu.memory_give(p), INVALID_VALUE);
    CHECK_EQ(cu.memory_give(q), CU_OK);

    void *pinned;
    CHECK_EQ(cu.pinned_take(&pinned, 1000, 0), CU_OK);
    CHECK_EQ(cu.pinned_address(&r, pinned, 0), CU_OK);
    CHECK(r == (cu_pointer)(uintptr_t)pinned);
    CHECK_EQ(cu.pinned_address(&r, in, 0), INVALID_VALUE);
    memset(pinned, 7, 1000);
    CHECK_EQ(cu.copy_out(out, r, sizeof out, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    CHECK_EQ(out[0], 0x07070707);
    CHECK_EQ(cu.pinned_give(in), INVALID_VALUE);
    CHECK_EQ(cu.pinned_give(pinned), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    end();
}

static void touch(void *arg) { *(volatile char *)arg = 1; }

TEST(stand_in_memory_is_closed_to_the_host) {
    if (TEST_ASAN || TEST_TSAN)
        SKIP("a fault in a forked child; sanitizers report it in their own way");
    begin();
    if (!is_guarded()) SKIP("this machine has no protection keys");
    cu_pointer p = take(4096);
    CHECK_EQ(test_child(touch, (void *)(uintptr_t)p, 10), 128 + 11);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    end();
}

/* ---- Streams and events ---------------------------------------------------------------------- */

TEST(stand_in_stream_is_in_order_and_asynchronous) {
    begin();
    cu_stream s = new_stream();
    cu_event done = new_event();
    cu_pointer p = take(sizeof(int));
    enum { COUNT = 50 };
    int in[COUNT], out[COUNT];
    settings->held = 1;
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ(cu.copy_in(p, &in[i], sizeof in[i], s), CU_OK);
        CHECK_EQ(cu.copy_out(&out[i], p, sizeof out[i], s), CU_OK);
    }
    CHECK_EQ(cu.event_query(done), CU_OK); /* never recorded */
    CHECK_EQ(cu.event_record(done, s), CU_OK);
    CHECK_EQ(cu.event_query(done), CU_NOT_READY);
    for (int i = 0; i < COUNT; i++) in[i] = i; /* the copies have not looked yet */
    settings->held = 0;
    CHECK_EQ(cu.event_sync(done), CU_OK);
    CHECK_EQ(cu.event_query(done), CU_OK);
    for (int i = 0; i < COUNT; i++) CHECK_EQ(out[i], i);

    settings->task_ns = 2000000;
    out[0] = -1;
    CHECK_EQ(cu.copy_in(p, &in[7], sizeof *in, s), CU_OK);
    CHECK_EQ(cu.copy_out(out, p, sizeof *out, s), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK); /* drains */
    CHECK_EQ(out[0], 7);
    CHECK_EQ(cu.event_free(done), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    end();
}

TEST(stand_in_events_across_streams) {
    begin();
    cu_stream first = new_stream(), second = new_stream();
    cu_event e = new_event(), never = new_event();
    cu_pointer p = take(sizeof(int));
    int in[3] = {11, 22, 33}, out = 0, last = 0;
    settings->task_ns = 1000000;
    CHECK_EQ(cu.stream_wait(second, never, 0), CU_OK);
    for (int round = 0; round < 20; round++) {
        in[0] = round;
        for (int i = 0; i < 3; i++) CHECK_EQ(cu.copy_in(p, &in[0], sizeof *in, first), CU_OK);
        CHECK_EQ(cu.event_record(e, first), CU_OK);
        CHECK_EQ(cu.stream_wait(second, e, 0), CU_OK);
        CHECK_EQ(cu.copy_out(&out, p, sizeof out, second), CU_OK);
        CHECK_EQ(cu.stream_sync(second), CU_OK);
        CHECK_EQ(out, round);
    }

    /* A wait keeps to the record that was the last at its call. */
    settings->held = 1;
    CHECK_EQ(cu.copy_in(p, &in[1], sizeof *in, first), CU_OK);
    CHECK_EQ(cu.event_record(e, first), CU_OK);
    CHECK_EQ(cu.stream_wait(second, e, 0), CU_OK);
    CHECK_EQ(cu.copy_out(&out, p, sizeof out, second), CU_OK);
    cu_event copied = new_event();
    CHECK_EQ(cu.event_record(copied, second), CU_OK);
    CHECK_EQ(cu.stream_wait(first, copied, 0),
             CU_OK); /* a cycle if the wait meant the next record */
    CHECK_EQ(cu.copy_in(p, &in[2], sizeof *in, first), CU_OK);
    CHECK_EQ(cu.event_record(e, first), CU_OK);
    CHECK_EQ(cu.event_free(copied), CU_OK); /* while it is in use */
    settings->held = 0;
    CHECK_EQ(cu.event_sync(e), CU_OK);
    CHECK_EQ(cu.stream_wait(second, e, 0), CU_OK);
    CHECK_EQ(cu.copy_out(&last, p, sizeof last, second), CU_OK);
    CHECK_EQ(cu.stream_sync(second), CU_OK);
    CHECK_EQ(out, 22);
    CHECK_EQ(last, 33);
    CHECK_EQ(cu.stream_free(first), CU_OK);
    CHECK_EQ(cu.stream_free(second), CU_OK);
    CHECK_EQ(cu.event_free(e), CU_OK);
    CHECK_EQ(cu.event_free(never), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    end();
}

typedef struct handles {
    cu_stream stream;
    cu_event event;
} handles;

static void use_in_child(void *arg) {
    handles *h = arg;
    int n;
    CHECK_EQ(cu.event_query(h->event), 3);
    CHECK_EQ(cu.event_sync(h->event), 3);
    CHECK_EQ(cu.stream_sync(h->stream), 3);
    CHECK_EQ(cu.device_count(&n), 3);
    CHECK_EQ(cu.init(0), 3);
}

TEST(stand_in_is_gone_after_fork) {
    if (TEST_ASAN) SKIP("AddressSanitizer does not fork beside threads");
    begin();
    handles h = {new_stream(), new_event()};
    settings->held = 1;
    CHECK_EQ(cu.event_record(h.event, h.stream), CU_OK);
    CHECK_EQ(test_child(use_in_child, &h, 10), 0);
    settings->held = 0;
    CHECK_EQ(cu.stream_sync(h.stream), CU_OK);
    CHECK_EQ(cu.event_free(h.event), CU_OK);
    CHECK_EQ(cu.stream_free(h.stream), CU_OK);
    end();
}

/* ---- Kernels --------------------------------------------------------------------------------- */

static const char axpy_text[] =
    "struct axpy_args { float *y; const float *x; float by; long long count; };\n"
    "KERNEL(axpy, axpy_args) {\n"
    "    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < a.count) a.y[i] += FACTOR * a.by * a.x[i];\n"
    "}\n";

typedef struct axpy_args {
    cu_pointer y, x;
    float by;
    long long count;
} axpy_args;

TEST(stand_in_plain_kernel) {
    begin();
    cu_module m = module_of(axpy_text, "-DFACTOR=2");
    cu_function f = function_of(m, "axpy");
    cu_function unknown;
    CHECK_EQ(cu.module_function(&unknown, m, "nothing"), NOT_FOUND);
    enum { COUNT = 10000 };
    static float x[COUNT], y[COUNT];
    for (int i = 0; i < COUNT; i++) x[i] = (float)i, y[i] = 1;
    cu_stream s = new_stream();
    cu_pointer p = take(sizeof x), q = take(sizeof y);
    CHECK_EQ(cu.copy_in(p, x, sizeof x, s), CU_OK);
    CHECK_EQ(cu.copy_in(q, y, sizeof y, s), CU_OK);
    axpy_args a = {q, p, 3, COUNT};
    CHECK_EQ(launch(f, (COUNT + 255) / 256, 256, s, &a), CU_OK);
    memset(&a, 0, sizeof a); /* the launch has a copy */
    CHECK_EQ(cu.copy_out(y, q, sizeof y, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    for (int i = 0; i < COUNT; i++) CHECK(y[i] == 1 + 6 * x[i]);
    CHECK_EQ(settings->launches, 1);

    CHECK_EQ(launch(f, 0, 256, s, &a), INVALID_VALUE);
    CHECK_EQ(launch(f, 1, 2048, s, &a), INVALID_VALUE);
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(cu.module_unload(m), CU_OK); /* while a launch may be queued */
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    CHECK_EQ(cu.memory_give(q), CU_OK);
    end();
}

static const char sum_text[] =
    "struct sum_args { int *out; const int *in; };\n"
    "KERNEL(block_sum, sum_args) {\n"
    "    __shared__ int part[32];\n"
    "    int t = threadIdx.x + threadIdx.y * blockDim.x, v = a.in[blockIdx.x * 250 + t];\n"
    "    int lanes = min(32, 250 - t / 32 * 32);\n"
    "    for (int by = 16; by > 0; by /= 2) {\n"
    "        int other = __shfl_down_sync(0xffffffffu, v, by);\n"
    "        if (t % 32 + by < lanes) v += other;\n"
    "    }\n"
    "    if (t % 32 == 0) part[t / 32] = v;\n"
    "    __syncthreads();\n"
    "    if (t == 0) for (int i = 1; i < 8; i++) v += part[i];\n"
    "    if (t == 0) a.out[blockIdx.x] = v;\n"
    "}\n"
    "KERNEL(tree_sum, sum_args) {\n"
    "    __shared__ int part[1024];\n"
    "    unsigned t = threadIdx.x;\n"
    "    part[t] = a.in[t];\n"
    "    for (unsigned by = blockDim.x / 2; by > 0; by /= 2) {\n"
    "        __syncthreads();\n"
    "        if (t < by) part[t] += part[t + by];\n"
    "    }\n"
    "    if (t == 0) *a.out = part[0];\n"
    "}\n"
    "KERNEL(stuck, sum_args) {\n"
    "    if (threadIdx.x != 3) __syncthreads();\n"
    "}\n";

TEST(stand_in_block_sum) {
    begin();
    cu_module m = module_of(sum_text, NULL);
    cu_function block_sum = function_of(m, "block_sum"), tree_sum = function_of(m, "tree_sum");
    enum { BLOCKS = 20, THREADS = 250, COUNT = BLOCKS * THREADS };
    static int in[COUNT], out[BLOCKS];
    for (int i = 0; i < COUNT; i++) in[i] = i * i % 1009;
    cu_stream s = new_stream();
    cu_pointer p = take(sizeof in), q = take(sizeof out);
    struct {
        cu_pointer out, in;
    } a = {q, p};
    void *arguments = &a;
    CHECK_EQ(cu.copy_in(p, in, sizeof in, s), CU_OK);
    for (int reversed = 0; reversed < 2; reversed++) {
        settings->reversed = reversed;
        CHECK_EQ(cu.launch(block_sum, BLOCKS, 1, 1, 25, 10, 1, 0, s, &arguments, NULL), CU_OK);
        CHECK_EQ(cu.copy_out(out, q, sizeof out, s), CU_OK);
        CHECK_EQ(cu.stream_sync(s), CU_OK);
        for (int b = 0; b < BLOCKS; b++) {
            int sum = 0;
            for (int i = 0; i < THREADS; i++) sum += in[b * THREADS + i];
            CHECK_EQ(out[b], sum);
        }
    }
    CHECK_EQ(launch(tree_sum, 1, 1024, s, &a), CU_OK);
    CHECK_EQ(cu.copy_out(out, q, sizeof *out, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    int sum = 0;
    for (int i = 0; i < 1024; i++) sum += in[i];
    CHECK_EQ(out[0], sum);
    CHECK_EQ(cu.module_unload(m), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    CHECK_EQ(cu.memory_give(q), CU_OK);
    end();
}

/* Each thread writes its number at the place where its turn comes. */
static const char order_text[] =
    "struct order_args { int *out; };\n"
    "KERNEL(order, order_args) {\n"
    "    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"
    "    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
    "    a.out[1 + atomicAdd(a.out, 1)] = block * 30 + thread;\n"
    "}\n";

TEST(stand_in_order_of_threads) {
    begin();
    cu_module m = module_of(order_text, NULL);
    cu_stream s = new_stream();
    enum { COUNT = 24 * 30 };
    int out[1 + COUNT];
    cu_pointer p = take(sizeof out);
    struct {
        cu_pointer out;
    } a = {p};
    void *arguments = &a;
    for (int reversed = 0; reversed < 2; reversed++) {
        settings->reversed = reversed;
        out[0] = 0;
        CHECK_EQ(cu.copy_in(p, out, sizeof out, s), CU_OK);
        CHECK_EQ(cu.launch(function_of(m, "order"), 2, 3, 4, 5, 3, 2, 0, s, &arguments, NULL),
                 CU_OK);
        CHECK_EQ(cu.copy_out(out, p, sizeof out, s), CU_OK);
        CHECK_EQ(cu.stream_sync(s), CU_OK);
        CHECK_EQ(out[0], COUNT);
        for (int i = 0; i < COUNT; i++) CHECK_EQ(out[1 + i], reversed ? COUNT - 1 - i : i);
    }
    CHECK_EQ(cu.module_unload(m), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    end();
}

/* A thread with a stream of its own: sums on device `number` % 2. */
typedef struct summer {
    int number;
    const char *image;
} summer;

static void *sum_many(void *arg) {
    summer *me = arg;
    cu_context context;
    CHECK_EQ(cu.context_retain(&context, me->number % 2), CU_OK);
    CHECK_EQ(cu.context_set(context), CU_OK);
    cu_module m;
    CHECK_EQ(cu.module_load(&m, me->image), CU_OK);
    cu_stream s = new_stream();
    cu_pointer p = take(1024 * sizeof(int));
    int in[1024], out = 0;
    struct {
        cu_pointer out, in;
    } a = {p, p};
    for (int round = 0; round < 10; round++) {
        int sum = 0;
        for (int i = 0; i < 1024; i++) sum += in[i] = me->number + round + i;
        CHECK_EQ(cu.copy_in(p, in, sizeof in, s), CU_OK);
        CHECK_EQ(launch(function_of(m, "tree_sum"), 1, 1024, s, &a), CU_OK);
        CHECK_EQ(cu.copy_out(&out, p, sizeof out, s), CU_OK);
        CHECK_EQ(cu.stream_sync(s), CU_OK);
        CHECK_EQ(out, sum);
    }
    CHECK_EQ(cu.memory_give(p), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.module_unload(m), CU_OK);
    CHECK_EQ(cu.context_pop(&context), CU_OK);
    CHECK_EQ(cu.context_release(me->number % 2), CU_OK);
    return NULL;
}

static const char shared_text[] = "struct args { unsigned *out; };\n"
                                  "KERNEL(last, args) {\n"
                                  "    SHARED_BYTES(memory);\n"
                                  "    unsigned *words = (unsigned *)memory, n = (64 << 10) / 4;\n"
                                  "    if (threadIdx.x == 0) words[n - 1] = 7;\n"
                                  "    __syncthreads();\n"
                                  "    if (threadIdx.x == 1) *a.out = words[n - 1];\n"
                                  "}\n";

/* More shared memory than 48 KB must be asked for, and there is a maximum. */
TEST(stand_in_shared_memory_of_a_launch) {
    begin();
    enum { BYTES = 64 << 10 };
    cu_module m = module_of(shared_text, NULL);
    cu_function f = function_of(m, "last");
    cu_stream s = new_stream();
    cu_pointer out = take(4);
    int most = 0;
    uint32_t got = 0;
    void *arguments[] = {&out};
    CHECK_EQ(cu.device_attribute(&most, CU_ATTRIBUTE_SHARED_MAX, 0), CU_OK);
    CHECK_EQ(cu.launch(f, 1, 1, 1, 2, 1, 1, BYTES, s, arguments, NULL), INVALID_VALUE);
    CHECK_EQ(cu.function_set(f, CU_FUNCTION_SHARED_DYNAMIC, most + 1), INVALID_VALUE);
    CHECK_EQ(cu.function_set(f, CU_FUNCTION_SHARED_DYNAMIC, BYTES), CU_OK);
    CHECK_EQ(cu.launch(f, 1, 1, 1, 2, 1, 1, BYTES, s, arguments, NULL), CU_OK);
    CHECK_EQ(cu.copy_out(&got, out, 4, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    CHECK_EQ(got, 7);
    CHECK_EQ(cu.memory_give(out), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.module_unload(m), CU_OK);
    end();
}

TEST(stand_in_many_threads) {
    begin();
    if (compiler() == NULL) SKIP("there is no C++ compiler");
    char log[8192];
    char *image = compile(sum_text, NULL, log, sizeof log);
    CHECK_STR(log, "");
    enum { THREADS = 4 };
    test_thread threads[THREADS];
    summer summers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        summers[i] = (summer){i, image};
        threads[i] = test_thread_start(sum_many, &summers[i]);
    }
    for (int i = 0; i < THREADS; i++) test_thread_join(threads[i]);
    free(image);
    end();
}

TEST(stand_in_barrier_that_is_never_complete) {
    begin();
    cu_module m = module_of(sum_text, NULL);
    cu_stream s = new_stream();
    struct {
        cu_pointer out, in;
    } a = {0, 0};
    CHECK_EQ(launch(function_of(m, "stuck"), 1, 64, s, &a), CU_OK);
    CHECK_EQ(cu.stream_sync(s), LAUNCH_FAILED);
    CHECK_EQ(cu.module_unload(m), LAUNCH_FAILED);
    CHECK_EQ(cu.stream_free(s), LAUNCH_FAILED);
    end();
}

/* The results of many functions, one int each. */
static const char many_text[] =
    "struct many_args { int *out; };\n"
    "template <class T> __device__ __forceinline__ T warp_sum(T v) {\n"
    "    for (int by = 16; by > 0; by /= 2) v += __shfl_xor_sync(0xffffffffu, v, by);\n"
    "    return v;\n"
    "}\n"
    "__constant__ int table[2] = {5, 6};\n"
    "KERNEL(many, many_args) {\n"
    "    int t = threadIdx.x, *o = a.out;\n"
    "    int s0 = warp_sum(t), s1 = (int)warp_sum((double)t);\n"
    "    int s2 = (int)warp_sum((long long)t << 40 >> 40);\n"
    "    int s3 = (int)warp_sum((float)t);\n"
    "    unsigned odd = __ballot_sync(0xffffffffu, t & 1);\n"
    "    int any = __any_sync(0xffffffffu, t == 9), all = __all_sync(0xffffffffu, t < 31);\n"
    "    int third = __shfl_sync(0xffffffffu, t * 10, 3);\n"
    "    int up = __shfl_up_sync(0xffffffffu, t, 2, 8);\n"
    "    int half = 0;\n"
    "    if (t < 16) { half = __shfl_sync(0xffffu, t, 15); __syncwarp(0xffffu); }\n"
    "    atomicAdd(&o[20], 1); atomicMax(&o[21], t); atomicMin(&o[22], -t);\n"
    "    if (t != 17) return;\n"
    "    o[0] = s0; o[1] = s1; o[2] = s2; o[3] = s3; o[4] = odd == 0xaaaaaaaau;\n"
    "    o[5] = any; o[6] = all;\n"
    "    o[7] = third; o[8] = up; o[9] = __clz(1); o[10] = __popcll(0xff00ffull);\n"
    "    o[11] = __brev(1u) == 1u << 31;\n"
    "    o[12] = __umulhi(1u << 31, 6); o[13] = (int)__umul64hi(1ull << 63, 6);\n"
    "    o[14] = __float_as_int(1.0f); o[15] = (int)rsqrtf(0.0625f);\n"
    "    o[16] = max(3, t) + table[1];\n"
    "    unsigned long long u = 5;\n"
    "    o[17] = (int)atomicCAS(&u, 5ull, 8ull) * 10 + (int)atomicExch(&u, 1ull);\n"
    "    float4 f = make_float4(1, 2, 3, 4); o[18] = (int)(f.x + f.w + exp(0.0f) + sqrt(4.0));\n"
    "    o[19] = __ffs(8) + half;\n"
    "}\n";

TEST(stand_in_functions_of_kernels) {
    begin();
    cu_module m = module_of(many_text, NULL);
    cu_stream s = new_stream();
    int out[23] = {0};
    static const int expected[23] = {496, 496, 496,        496, 1,  1,  0, 30, 17, 31, 16, 1,
                                     3,   3,   0x3f800000, 4,   23, 58, 8, 4,  32, 31, -31};
    cu_pointer p = take(sizeof out);
    struct {
        cu_pointer out;
    } a = {p};
    CHECK_EQ(cu.copy_in(p, out, sizeof out, s), CU_OK);
    CHECK_EQ(launch(function_of(m, "many"), 1, 32, s, &a), CU_OK);
    CHECK_EQ(cu.copy_out(out, p, sizeof out, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    for (int i = 0; i < 23; i++)
        if (out[i] != expected[i])
            test_fail(__FILE__, __LINE__, "[%d]: %d is not %d", i, out[i], expected[i]);
    CHECK_EQ(cu.module_unload(m), CU_OK);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    end();
}

TEST(stand_in_compile_errors_and_images) {
    begin();
    if (compiler() == NULL) SKIP("there is no C++ compiler");
    char log[8192];
    CHECK(compile("struct args { int n; };\nKERNEL(k, args) { return nonsense; }\n", NULL, log,
                  sizeof log) == NULL);
    CHECK_HAS(log, "weir_test.cu:2:");
    CHECK_HAS(log, "nonsense");
    CHECK_STR(cu.rtc_error(RTC_COMPILATION), "NVRTC_ERROR_COMPILATION");
    cu_module m;
    CHECK_EQ(cu.module_load(&m, "no image"), INVALID_IMAGE);

    /* The same text is compiled once, and loaded twice. */
    int64_t compiles = settings->compiles;
    cu_module one = module_of(axpy_text, "-DFACTOR=1"), two = module_of(axpy_text, "-DFACTOR=1");
    CHECK_EQ(settings->compiles, compiles + 2);
    CHECK_EQ(settings->modules_live, 2);
    CHECK_EQ(cu.module_unload(one), CU_OK);
    CHECK_EQ(cu.module_unload(two), CU_OK);
    settings->fail_compile_in = 1;
    CHECK(compile(axpy_text, "-DFACTOR=1", log, sizeof log) == NULL);
    CHECK_HAS(log, "was to fail");
    end();
}

/* ---- Failures on command --------------------------------------------------------------------- */

TEST(stand_in_failures) {
    begin();
    cu_module m = module_of(axpy_text, "-DFACTOR=1");
    cu_function f = function_of(m, "axpy");
    cu_stream s = new_stream();
    cu_event e = new_event();
    cu_pointer p = take(64), q;
    void *pinned;
    axpy_args a = {p, p, 1, 1};

    settings->fail_alloc_in = 2;
    CHECK_EQ(cu.pinned_take(&pinned, 64, 0), CU_OK);
    CHECK_EQ(cu.memory_take(&q, 64), CU_OUT_OF_MEMORY);
    q = take(64);
    CHECK_EQ(cu.memory_give(q), CU_OK);
    settings->fail_launch_in = 2;
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(launch(f, 1, 1, s, &a), LAUNCH_FAILED);
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);

    /* From the fault on the device is lost; the other one is not. */
    settings->held = 1;
    settings->fault_in = 2;
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(launch(f, 1, 1, s, &a), CU_OK);
    CHECK_EQ(cu.event_record(e, s), CU_OK);
    CHECK_EQ(cu.event_query(e), CU_NOT_READY);
    settings->held = 0;
    CHECK_EQ(cu.event_sync(e), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.event_query(e), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.stream_sync(s), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.memory_take(&q, 64), ILLEGAL_ADDRESS);
    CHECK_EQ(launch(f, 1, 1, s, &a), ILLEGAL_ADDRESS);
    cu_context other;
    CHECK_EQ(cu.context_retain(&other, 1), CU_OK);
    CHECK_EQ(cu.context_push(other), CU_OK);
    q = take(64);
    CHECK_EQ(cu.memory_give(q), CU_OK);
    CHECK_EQ(cu.context_pop(&other), CU_OK);
    CHECK_EQ(cu.context_release(1), CU_OK);

    /* All can be given back. */
    CHECK_EQ(cu.memory_give(p), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.pinned_give(pinned), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.module_unload(m), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.event_free(e), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.stream_free(s), ILLEGAL_ADDRESS);
    end();
}

TEST(stand_in_copy_from_memory_that_is_gone) {
    begin();
    cu_stream s = new_stream();
    cu_pointer p = take(64);
    int out;
    settings->held = 1;
    CHECK_EQ(cu.copy_out(&out, p, sizeof out, s), CU_OK);
    CHECK_EQ(cu.memory_give(p), CU_OK);
    settings->held = 0;
    CHECK_EQ(cu.stream_sync(s), ILLEGAL_ADDRESS);
    CHECK_EQ(cu.stream_free(s), ILLEGAL_ADDRESS);
    end();
}

/* ---- Products -------------------------------------------------------------------------------- */

enum { M = 5, N = 4, K = 3, BATCH = 2, ELEMENTS = 64 };

/* D = 2 op(A) op(B) + 3 C with small whole numbers, of which every type has the exact result.
 * Matrices of a batch are 32 elements apart, columns 6. */
static void check_product(cu_stream s, void *handle, int type, int compute, int scale, bool turn_a,
                          bool turn_b) {
    bool is_complex = type == LT_C_32F || type == LT_C_64F;
    int parts = is_complex ? 2 : 1;
    bool is_double = type == LT_R_64F || type == LT_C_64F;
    enum { LEADING = 6, STRIDE = 32 };
    double value[3][ELEMENTS][2] = {{{0}}};
    char bytes[3][ELEMENTS * 16];
    size_t size = type == LT_R_16F || type == LT_R_16BF ? 2
                  : is_double                           ? 8u * (size_t)parts
                                                        : 4u * (size_t)parts;
    uint64_t chance = 1;
    for (int x = 0; x < 3; x++)
        for (int i = 0; i < ELEMENTS; i++)
            for (int part = 0; part < parts; part++) {
                int v = (int)(test_random(&chance) % 7) - 3;
                value[x][i][part] = v;
                char *at = bytes[x] + (size_t)i * size;
                double d = v;
                float f = (float)v;
                uint32_t bits;
                memcpy(&bits, &f, 4);
                uint16_t bfloat = (uint16_t)(bits >> 16);
                uint16_t half = v == 0
                                    ? 0
                                    : (uint16_t)((v < 0 ? 0x8000 : 0) | (abs(v) == 1   ? 0x3c00
                                                                         : abs(v) == 2 ? 0x4000
                                                                                       : 0x4200));
                if (type == LT_R_16F) memcpy(at, &half, 2);
                if (type == LT_R_16BF) memcpy(at, &bfloat, 2);
                if (type == LT_R_32F || type == LT_C_32F) memcpy(at + 4 * part, &f, 4);
                if (is_double) memcpy(at + 8 * part, &d, 8);
            }
    cu_pointer memory[3];
    void *layouts[3], *desc, *preference;
    uint64_t shape[3][2] = {
        {turn_a ? K : M, turn_a ? M : K}, {turn_b ? N : K, turn_b ? K : N}, {M, N}};
    int32_t count = BATCH;
    int64_t stride = STRIDE;
    for (int x = 0; x < 3; x++) {
        memory[x] = take(ELEMENTS * size);
        CHECK_EQ(cu.copy_in(memory[x], bytes[x], ELEMENTS * size, s), CU_OK);
        CHECK_EQ(cu.lt_layout_new(&layouts[x], type, shape[x][0], shape[x][1], LEADING), 0);
        CHECK_EQ(cu.lt_layout_set(layouts[x], LT_LAYOUT_BATCH_COUNT, &count, sizeof count), 0);
        CHECK_EQ(cu.lt_layout_set(layouts[x], LT_LAYOUT_BATCH_STRIDE, &stride, sizeof stride), 0);
    }
    int32_t op_a = turn_a, op_b = turn_b;
    CHECK_EQ(cu.lt_desc_new(&desc, compute, scale), 0);
    CHECK_EQ(cu.lt_desc_set(desc, LT_DESC_TRANSA, &op_a, sizeof op_a), 0);
    CHECK_EQ(cu.lt_desc_set(desc, LT_DESC_TRANSB, &op_b, sizeof op_b), 0);
    uint64_t workspace = 1 << 20;
    CHECK_EQ(cu.lt_preference_new(&preference), 0);
    CHECK_EQ(
        cu.lt_preference_set(preference, LT_PREFERENCE_WORKSPACE, &workspace, sizeof workspace), 0);
    lt_heuristic found;
    int found_count;
    CHECK_EQ(cu.lt_heuristics(handle, desc, layouts[0], layouts[1], layouts[2], layouts[2],
                              preference, 1, &found, &found_count),
             0);
    CHECK_EQ(found_count, 1);
    CHECK_EQ(found.workspace, 0);
    float f_alpha[2] = {2, 0}, f_beta[2] = {3, 0};
    double d_alpha[2] = {2, 0}, d_beta[2] = {3, 0};
    bool wide = scale == LT_R_64F || scale == LT_C_64F;
    const void *alpha = wide ? (void *)d_alpha : f_alpha, *beta = wide ? (void *)d_beta : f_beta;
    void *c = (void *)(uintptr_t)memory[2];
    CHECK_EQ(cu.lt_matmul(handle, desc, alpha, (void *)(uintptr_t)memory[0], layouts[0],
                          (void *)(uintptr_t)memory[1], layouts[1], beta, c, layouts[2], c,
                          layouts[2], &found.algorithm, NULL, 0, s),
             0);
    CHECK_EQ(cu.copy_out(bytes[2], memory[2], ELEMENTS * size, s), CU_OK);
    CHECK_EQ(cu.stream_sync(s), CU_OK);
    for (int b = 0; b < BATCH; b++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++) {
                int at = b * STRIDE + j * LEADING + i;
                double sum[2] = {3 * value[2][at][0], 3 * value[2][at][1]};
                for (int k = 0; k < K; k++) {
                    double *x = value[0][b * STRIDE + (turn_a ? i * LEADING + k : k * LEADING + i)];
                    double *y = value[1][b * STRIDE + (turn_b ? k * LEADING + j : j * LEADING + k)];
                    sum[0] += 2 * (x[0] * y[0] - x[1] * y[1]);
                    sum[1] += 2 * (x[0] * y[1] + x[1] * y[0]);
                }
                double got[2] = {0, 0};
                float f[2] = {0, 0};
                uint16_t bits;
                const char *from = bytes[2] + (size_t)at * size;
                memcpy(is_double ? (void *)got : f, from, size);
                memcpy(&bits, from, 2);
                uint32_t high = (uint32_t)bits << 16;
                if (type == LT_R_16BF) memcpy(f, &high, 4);
                if (type == LT_R_16F)
                    f[0] = (bits & 0x7fff) == 0
                               ? 0
                               : ldexpf((float)((bits & 1023) + 1024), (bits >> 10 & 31) - 25) *
                                     (bits >> 15 ? -1 : 1);
                if (!is_double) got[0] = f[0], got[1] = f[1];
                if (!is_complex) got[1] = 0;
                CHECK(got[0] == sum[0]);
                CHECK(got[1] == sum[1]);
            }
    for (int x = 0; x < 3; x++) {
        CHECK_EQ(cu.memory_give(memory[x]), CU_OK);
        CHECK_EQ(cu.lt_layout_free(layouts[x]), 0);
    }
    CHECK_EQ(cu.lt_desc_free(desc), 0);
    CHECK_EQ(cu.lt_preference_free(preference), 0);
}

TEST(stand_in_products) {
    begin();
    cu_stream s = new_stream();
    void *handle;
    CHECK_EQ(cu.lt_new(&handle), 0);
    for (int turn = 0; turn < 4; turn++) {
        bool a = turn & 1, b = turn & 2;
        check_product(s, handle, LT_R_32F, LT_COMPUTE_32F, LT_R_32F, a, b);
        check_product(s, handle, LT_R_32F, LT_COMPUTE_32F_TF32, LT_R_32F, a, b);
        check_product(s, handle, LT_R_16F, LT_COMPUTE_32F, LT_R_32F, a, b);
        check_product(s, handle, LT_R_16BF, LT_COMPUTE_32F, LT_R_32F, a, b);
        check_product(s, handle, LT_R_64F, LT_COMPUTE_64F, LT_R_64F, a, b);
        check_product(s, handle, LT_C_32F, LT_COMPUTE_32F, LT_C_32F, a, b);
        check_product(s, handle, LT_C_64F, LT_COMPUTE_64F, LT_C_64F, a, b);
    }
    CHECK_EQ(settings->launches, 28);

    /* Refused: types that do not go together, and a launch that is to fail. */
    void *desc, *preference, *matrix;
    lt_heuristic found;
    int count;
    CHECK_EQ(cu.lt_desc_new(&desc, LT_COMPUTE_64F, LT_R_64F), 0);
    CHECK_EQ(cu.lt_layout_new(&matrix, LT_R_32F, 2, 2, 2), 0);
    CHECK_EQ(cu.lt_preference_new(&preference), 0);
    CHECK_EQ(cu.lt_heuristics(handle, desc, matrix, matrix, matrix, matrix, preference, 1, &found,
                              &count),
             LT_NOT_SUPPORTED);
    CHECK_EQ(count, 0);
    CHECK_EQ(cu.lt_desc_free(desc), 0);
    CHECK_EQ(cu.lt_desc_new(&desc, LT_COMPUTE_32F, LT_R_32F), 0);
    float one[4] = {1, 1, 1, 1};
    settings->fail_launch_in = 1;
    CHECK_EQ(cu.lt_matmul(handle, desc, one, one, matrix, one, matrix, one, one, matrix, one,
                          matrix, NULL, NULL, 0, s),
             13);
    CHECK_EQ(cu.lt_desc_free(desc), 0);
    CHECK_EQ(cu.lt_layout_free(matrix), 0);
    CHECK_EQ(cu.lt_preference_free(preference), 0);
    CHECK_EQ(cu.lt_free(handle), 0);
    CHECK_EQ(cu.stream_free(s), CU_OK);
    end();
}
