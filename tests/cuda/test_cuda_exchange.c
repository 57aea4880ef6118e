/* test_cuda_exchange.c - memory is handed over in the order of streams, without a wait of the host; on
 * the stand-in, which holds back kernels or copies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>
#include <time.h>

#include "cuda/stand_in_kit.h"
#include "device/cuda/cuda_api.h"

enum { N = 20000 };

struct DLManagedTensorVersioned { /* as in dlpack.h */
    uint32_t major, minor;
    void *ctx;
    void (*deleter)(struct DLManagedTensorVersioned *);
    uint64_t flags;
    void *data;
    int32_t type, id, ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
};

/* Another library of this process: it uses the driver itself. */
static struct {
#define FIELD(result, name, symbol, parameters) result(*name) parameters;
    WR_CUDA_DRIVER(FIELD)
#undef FIELD
    cu_context context;
    cu_stream stream;
    cu_event event;
} other;

static void start_other(void) {
    void *library = dlopen(STAND_IN_LIBRARY, RTLD_NOW);
    CHECK(library != NULL);
#define FIND(result, name, symbol, parameters)                                                     \
    other.name = (result(*) parameters)dlsym(library, #symbol);
    WR_CUDA_DRIVER(FIND)
#undef FIND
    CHECK_EQ(other.init(0), 0);
    CHECK_EQ(other.context_retain(&other.context, 0), 0);
    CHECK_EQ(other.context_set(other.context), 0);
    CHECK_EQ(other.stream_new(&other.stream, 1, 0), 0);
    CHECK_EQ(other.event_new(&other.event, 2), 0);
}

static weir_runtime *start(void) {
    use_library(STAND_IN_LIBRARY);
    if (other.event == NULL) start_other();
    return kit_runtime(test_workers(2));
}

static weir_array *ramp_on(weir_runtime *rt, float first, float step) {
    weir_array *x = kit_ramp(rt, N, first, step), *y = NULL;
    CHECK_OK(weir_to_device(x, WEIR_CUDA(0), &y));
    CHECK_OK(weir_array_wait(y));
    weir_array_release(x);
    return y;
}

static void check_ramp(const float *x, float first, float step) {
    for (int i = 0; i < N; i++)
        if (x[i] != first + (float)i * step) {
            test_fail(__FILE__, __LINE__, "[%d] is %g", i, (double)x[i]);
            break;
        }
}

/* The kernel is held back while the array is exported, so a host that waits for it never returns. */
TEST(an_export_does_not_wait_for_the_kernel) {
#ifdef WEIR_HARD
    SKIP("the export is submitted when the kernel has ended");
#endif
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, 0, 1), *y = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(y));
    for (int round = 0; round < 3; round++) {
        struct DLManagedTensorVersioned *t = NULL;
        float *got = calloc(N, sizeof *got);
        stand_in->held_kernels = 1;
        weir_array *z = kit_call("negative", x, NULL);
        CHECK_OK(weir_array_to_dlpack_stream(z, (uint64_t)(uintptr_t)other.stream, &t));
        CHECK_EQ(other.copy_out(got, (cu_pointer)(uintptr_t)t->data, N * sizeof *got, other.stream),
                 0);
        test_sleep_ms(5);
        stand_in->held_kernels = 0;
        CHECK_EQ(other.stream_sync(other.stream), 0);
        check_ramp(got, 0, -1);
        free(got);
        CHECK_RAMP(z, N, 0, -1);
        t->deleter(t);
        weir_array_release(z);
    }
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* The consumer may write, so its stream also waits for those who read. */
TEST(an_export_is_ordered_behind_reads) {
#ifdef WEIR_HARD
    SKIP("the export is submitted when the kernel has ended");
#endif
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, 1, 1), *y = kit_call("negative", x, NULL), *host = NULL;
    static float zeros[N];
    CHECK_OK(weir_array_wait(y));
    weir_array_release(y);
    struct DLManagedTensorVersioned *t = NULL;
    stand_in->held_kernels = 1;
    stand_in->held_copies = 2;
    y = kit_call("negative", x, NULL);
    CHECK_OK(weir_to_device(x, WEIR_CPU(0), &host));
    CHECK_OK(weir_array_to_dlpack_stream(x, (uint64_t)(uintptr_t)other.stream, &t));
    CHECK_EQ(other.copy_in((cu_pointer)(uintptr_t)t->data, zeros, sizeof zeros, other.stream), 0);
    test_sleep_ms(5);
    stand_in->held_kernels = stand_in->held_copies = 0;
    CHECK_EQ(other.stream_sync(other.stream), 0);
    CHECK_RAMP(y, N, -1, -1);
    CHECK_RAMP(host, N, 1, 1);
    CHECK_RAMP(x, N, 0, 0);
    t->deleter(t);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(host);
    weir_runtime_free(rt);
}

TEST(an_export_in_a_default_stream_has_its_values) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, 0, 1);
    for (uint64_t stream = 0; stream <= 2; stream++) {
        struct DLManagedTensorVersioned *t = NULL;
        float *got = calloc(N, sizeof *got);
        weir_array *z = kit_call("negative", x, NULL);
        CHECK_OK(weir_array_to_dlpack_stream(z, stream, &t));
        CHECK_EQ(other.copy_out(got, (cu_pointer)(uintptr_t)t->data, N * sizeof *got, other.stream),
                 0);
        CHECK_EQ(other.stream_sync(other.stream), 0);
        check_ramp(got, 0, -1);
        free(got);
        t->deleter(t);
        weir_array_release(z);
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(an_export_of_a_failed_array_fails) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, 0, 1), *bad = NULL, *y = NULL;
    struct DLManagedTensorVersioned *t = NULL;
    int64_t out[1] = {N}, shape = 1;
    weir_array *host = kit_array(rt, WEIR_INT64, 1, &shape, out);
    CHECK_OK(weir_to_device(host, WEIR_CUDA(0), &bad));
    CHECK_OK(weir_take_along_axis(x, bad, NULL, &y));
    CHECK(weir_array_wait(y) != WEIR_OK);
    CHECK(weir_array_to_dlpack_stream(y, (uint64_t)(uintptr_t)other.stream, &t) != WEIR_OK);
    CHECK(t == NULL);
    weir_array *all[] = {x, bad, y, host};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) weir_array_release(all[i]);
    weir_waitall(rt);
    weir_runtime_free(rt);
}

/* The other library writes memory late, and hands it over in the order of our stream. */
TEST(an_import_waits_in_the_queue) {
    weir_runtime *rt = start();
    weir_array *x = ramp_on(rt, 0, 1), *warm = kit_call("negative", x, NULL);
    CHECK_OK(weir_array_wait(warm));
    cu_pointer memory = 0;
    uint64_t stream = 0;
    int64_t n = N;
    float *values = malloc(N * sizeof *values);
    CHECK_EQ(other.memory_take(&memory, N * sizeof *values), 0);
    for (int round = 0; round < 3; round++) {
        weir_array *lent = NULL, *copy = NULL;
        for (int i = 0; i < N; i++) values[i] = (float)(round + i);
        CHECK_OK(weir_cuda_stream(0, &stream));
        stand_in->held_copies = 1;
        CHECK_EQ(other.copy_in(memory, values, N * sizeof *values, other.stream), 0);
        CHECK_EQ(other.event_record(other.event, other.stream), 0);
        CHECK_EQ(other.stream_wait((cu_stream)(uintptr_t)stream, other.event, 0), 0);
        CHECK_OK(weir_array_from_device_memory(rt, WEIR_CUDA(0), WEIR_FLOAT32, &n, NULL, 1, memory,
                                               0, NULL, NULL, &lent));
        weir_array *y = kit_call("negative", lent, NULL);
        CHECK_OK(weir_to_device(lent, WEIR_CPU(0), &copy));
        test_sleep_ms(5);
        stand_in->held_copies = 0;
        CHECK_RAMP(y, N, (float)-round, -1);
        CHECK_RAMP(copy, N, (float)round, 1);
        weir_array_release(y);
        weir_array_release(copy);
        weir_array_release(lent);
        CHECK_OK(weir_waitall(rt));
    }
    free(values);
    weir_array_release(x);
    weir_array_release(warm);
    weir_runtime_free(rt);
    CHECK_EQ(other.memory_give(memory), 0);
}

TEST(exports_may_race_with_the_end_of_a_runtime) {
    for (int round = 0; round < 5; round++) {
        weir_runtime *rt = start();
        weir_array *x = ramp_on(rt, 0, 1);
        struct DLManagedTensorVersioned *t = NULL;
        for (int i = 0; i < 20; i++) kit_step("negative", &x, NULL);
        CHECK_OK(weir_array_to_dlpack_stream(x, (uint64_t)(uintptr_t)other.stream, &t));
        weir_array_release(x);
        CHECK_EQ(other.stream_sync(other.stream), 0);
        t->deleter(t);
        weir_runtime_free(rt);
    }
}
