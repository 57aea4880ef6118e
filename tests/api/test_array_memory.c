/* test_array_memory.c - ownership of memory: borrowed, mapped, exported, transferred, freed.
 *
 * Gates hold operations back, so that tests can distinguish what happens at the call from what
 * happens when the operation runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

#include <stdbool.h>
#include <stdio.h>

enum { MB = 1 << 20, LARGE = MB / 4 }; /* elements of a float32 array of a megabyte */

static void count_call(void *ctx) { atomic_fetch_add((atomic_int *)ctx, 1); }

static weir_array *borrow(weir_runtime *rt, int64_t n, float *x, uint32_t flags,
                          atomic_int *freed) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, &n, NULL, 1, x, flags,
                                    freed != NULL ? count_call : NULL, freed, &a));
    return a;
}

/* ---- Borrowed memory ------------------------------------------------------------------------- */

TEST(borrowed_memory_is_read_and_written_in_place) {
    weir_runtime *rt = kit_runtime(2);
    float x[6] = {0, 1, 2, 3, 4, 5};
    weir_array *a = borrow(rt, 6, x, 0, NULL), *two = kit_number(rt, 2);
    CHECK(weir_array_is_ready(a));
    CHECK_RAMP(a, 6, 0, 1);
    kit_into("multiply", a, two, a);
    CHECK_OK(weir_array_wait(a));
    for (int i = 0; i < 6; i++) CHECK_EQ(x[i], 2 * i);
    CHECK_EQ(kit_stats(rt).memory_used, 0); /* it is not ours to count */
    weir_array_release(a);
    weir_array_release(two);
    weir_runtime_free(rt);
}

TEST(borrowed_memory_may_have_any_strides) {
    weir_runtime *rt = kit_runtime(2);
    int32_t x[12], y[12];
    for (int i = 0; i < 12; i++) x[i] = i;
    /* A 3 x 4 matrix reversed, transposed, every other column, one row three times. */
    static const struct {
        int64_t shape[2], strides[2];
        int first;
    } view[] = {{{3, 4}, {-4, -1}, 11}, {{4, 3}, {1, 4}, 0}, {{3, 2}, {4, 2}, 1},
                {{3, 4}, {0, 1}, 4},    {{3, 4}, {4, 0}, 2}, {{2, 2}, {-8, 3}, 8},
                {{1, 12}, {-99, 1}, 0}, {{2, 3}, {0, 0}, 5}, {{4, 1}, {-3, 7}, 11}};
    for (size_t v = 0; v < sizeof view / sizeof *view; v++) {
        const int64_t *n = view[v].shape, *s = view[v].strides;
        weir_array *a = NULL, *out;
        CHECK_OK(
            weir_array_from_memory(rt, WEIR_INT32, n, s, 2, x + view[v].first, 0, NULL, NULL, &a));
        CHECK_OK(weir_array_read(a, y, (size_t)(n[0] * n[1]) * sizeof *y));
        for (int64_t i = 0; i < n[0] * n[1]; i++)
            CHECK_EQ(y[i], x[view[v].first + i / n[1] * s[0] + i % n[1] * s[1]]);
        out = kit_call("negative", a, NULL);
        CHECK_OK(weir_array_read(out, y, (size_t)(n[0] * n[1]) * sizeof *y));
        for (int64_t i = 0; i < n[0] * n[1]; i++)
            CHECK_EQ(-y[i], x[view[v].first + i / n[1] * s[0] + i % n[1] * s[1]]);
        weir_array_release(a);
        weir_array_release(out);
    }
    weir_runtime_free(rt);
}

TEST(strided_memory_is_copied_row_by_row_aligned_or_not) {
    weir_runtime *rt = kit_runtime(1);
    /* Records of `size` + 3 bytes: reversed, column-major, empty. */
    static const weir_dtype dtypes[] = {WEIR_UINT8, WEIR_INT16, WEIR_FLOAT32, WEIR_INT64,
                                        WEIR_COMPLEX128};
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
        int64_t size = (int64_t)weir_dtype_bytes(dtypes[d]), step = size + 3, empty[2] = {0, 4};
        unsigned char from[12 * 19 + 1], to[12 * 16];
        for (size_t i = 0; i < sizeof from; i++) from[i] = (unsigned char)(7 * i + d);
        const struct {
            int64_t shape[2], strides[2], first;
        } view[] = {{{3, 4}, {4 * step, step}, 0},
                    {{3, 4}, {-4 * step, -step}, 11 * step},
                    {{4, 3}, {step, 4 * step}, 0},
                    {{2, 3}, {0, step}, step}};
        for (size_t v = 0; v < sizeof view / sizeof *view; v++) {
            const int64_t *n = view[v].shape, *s = view[v].strides;
            weir_array *a = NULL;
            CHECK_OK(weir_array_new_strided(rt, dtypes[d], n, s, 2, from + 1 + view[v].first, &a));
            CHECK(weir_array_is_ready(a) && weir_array_is_contiguous(a));
            CHECK_OK(weir_array_read(a, to, (size_t)(n[0] * n[1] * size)));
            for (int64_t i = 0; i < n[0] * n[1]; i++)
                CHECK(memcmp(to + i * size,
                             from + 1 + view[v].first + i / n[1] * s[0] + i % n[1] * s[1],
                             (size_t)size) == 0);
            weir_array_release(a);
        }
        weir_array *a = NULL;
        CHECK_OK(weir_array_new_strided(rt, dtypes[d], empty, view[0].strides, 2, from, &a));
        CHECK_EQ(weir_array_count(a), 0);
        weir_array_release(a);
        CHECK_STATUS(weir_array_new_strided(rt, dtypes[d], empty, NULL, 2, from, &a), EINVAL);
        CHECK_HAS(weir_error(), "strides_bytes is NULL");
    }
    weir_runtime_free(rt);
}

TEST(writes_through_negative_strides_stay_within_the_borrowed_memory) {
    weir_runtime *rt = kit_runtime(2);
    float x[8] = {-1, 0, 1, 2, 3, 4, 5, -1}, more[6] = {10, 20, 30, 40, 50, 60};
    int64_t shape = 6, back = -1;
    weir_array *a = NULL, *b = kit_array(rt, WEIR_FLOAT32, 1, &shape, more);
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, &shape, &back, 1, x + 6, 0, NULL, NULL, &a));
    CHECK_RAMP(a, 6, 5, -1);
    kit_into("copy", b, NULL, a);
    CHECK_OK(weir_array_wait(a));
    for (int i = 0; i < 6; i++) CHECK_EQ(x[6 - i], more[i]);
    CHECK(x[0] == -1 && x[7] == -1);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(invalid_borrowed_memory_is_refused_and_stays_the_callers) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    _Alignas(16) char x[64];
    int64_t n = 4, negative = -4;
    weir_array *a = NULL;
#define LEND(rt, dtype, shape, ndim, data, out)                                                    \
    weir_array_from_memory(rt, dtype, shape, NULL, ndim, data, 0, count_call, &freed, out)
    CHECK_STATUS(LEND(NULL, WEIR_FLOAT32, &n, 1, x, &a), EINVAL);
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &n, 1, x, NULL), EINVAL);
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &n, 1, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "data is NULL");
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, NULL, 1, x, &a), EINVAL);
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &negative, 1, x, &a), EINVAL);
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &n, 33, x, &a), EINVAL);
    CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &n, -1, x, &a), EINVAL);
    CHECK_STATUS(LEND(rt, (weir_dtype)99, &n, 1, x, &a), EINVAL);
    for (int odd = 1; odd < 8; odd++) {
        CHECK_STATUS(LEND(rt, WEIR_FLOAT64, &n, 1, x + odd, &a), EINVAL);
        CHECK_HAS(weir_error(), "not aligned for float64; copy it instead");
        if (odd % 4) CHECK_STATUS(LEND(rt, WEIR_FLOAT32, &n, 1, x + odd, &a), EINVAL);
        if (odd % 2) CHECK_STATUS(LEND(rt, WEIR_BFLOAT16, &n, 1, x + odd, &a), EINVAL);
    }
    CHECK(a == NULL);
    CHECK_EQ(freed, 0);
    CHECK_OK(LEND(rt, WEIR_INT8, &n, 1, x + 3, &a));
    weir_array_release(a);
    CHECK_SOON(freed == 1);
#undef LEND
    weir_runtime_free(rt);
}

TEST(strides_that_reach_beyond_memory_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    float x[4] = {0};
    weir_array *a = NULL;
    int64_t n[2] = {3, 3};
    int64_t far[][2] = {{INT64_MAX, 1}, {INT64_MIN, 1}, {INT64_MAX / 2, INT64_MAX / 2}};
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(weir_array_from_memory(rt, WEIR_FLOAT32, n, far[i], 2, x, 0, NULL, NULL, &a),
                     EINVAL);
    weir_runtime_free(rt);
}

TEST(an_empty_borrowed_array_needs_no_memory) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    weir_array *a = borrow(rt, 0, NULL, 0, &freed), *b = kit_ramp(rt, 0, 0, 1);
    CHECK_OK(weir_array_read(a, NULL, 0));
    CHECK_TEXT(a, "[]");
    kit_into("copy", b, NULL, a); /* all none of it */
    CHECK_OK(weir_array_wait(a));
    void *data;
    CHECK_OK(weir_array_map(a, WEIR_MAP_WRITE, &data));
    CHECK_OK(weir_array_unmap(a));
    weir_array_release(a);
    weir_array_release(b);
    CHECK_SOON(freed == 1);
    weir_runtime_free(rt);
}

TEST(read_only_memory_is_not_written) {
    weir_runtime *rt = kit_runtime(1);
    float x[6] = {0, 1, 2, 3, 4, 5};
    void *data;
    weir_array *a = borrow(rt, 6, x, WEIR_MEMORY_READONLY, NULL), *b = kit_ramp(rt, 6, 0, 2);
    weir_array *view = kit_reshape(a, 2, 3), *wide = kit_reshape(b, 2, 3);
    CHECK_STATUS(kit_try_into("copy", b, NULL, a), EINVAL);
    CHECK_HAS(weir_error(), "copy: output 0 is in read-only memory");
    CHECK_STATUS(kit_try_into("copy", wide, NULL, view), EINVAL);
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_WRITE, &data), EINVAL);
    CHECK_HAS(weir_error(), "read-only");
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data));
    CHECK(data == (void *)x);
    CHECK_OK(weir_array_unmap(a));
    weir_array *y = kit_call("negative", a, NULL); /* reading is fine */
    CHECK_RAMP(y, 6, 0, -1);
    CHECK_RAMP(a, 6, 0, 1);
    weir_array_release(y);
    weir_array_release(view);
    weir_array_release(wide);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(the_deleter_runs_once_after_the_last_queued_use) {
    for (int late = 0; late < 3; late++) {
        weir_runtime *rt = kit_runtime(2);
        test_gate gate = {0};
        atomic_int freed = 0;
        float *x = malloc(1000 * sizeof *x);
        for (int i = 0; i < 1000; i++) x[i] = (float)i;
        weir_array *a = borrow(rt, 1000, x, 0, &freed), *g = kit_scalar(rt, 1);
        weir_array *view = kit_reshape(a, 10, 100);
        kit_gate_array(g, &gate);
        weir_array *y = kit_call("add", view, g);
        weir_array_release(a);
        weir_array_release(view);
        weir_array_release(g);
        test_sleep_ms(5);
        CHECK_EQ(freed, 0);
        test_gate_open(&gate);
        if (late == 0) { /* free the runtime last, first, or in between */
            CHECK_RAMP(y, 1000, 1, 1);
            CHECK_SOON(freed == 1);
            weir_array_release(y);
            weir_runtime_free(rt);
        } else if (late == 1) {
            weir_array_release(y);
            weir_runtime_free(rt);
        } else {
            weir_runtime_free(rt);
            weir_array_release(y);
        }
        CHECK_EQ(freed, 1);
        free(x);
    }
}

TEST(borrowed_memory_may_outlive_the_runtime) {
    atomic_int freed = 0;
    float x[2] = {1, 2};
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = borrow(rt, 2, x, 0, &freed);
    weir_runtime_free(rt);
    CHECK_EQ(freed, 0);
    weir_array_release(a);
    CHECK_EQ(freed, 1);
}

TEST(the_serial_engine_returns_borrowed_memory_immediately) {
    atomic_int freed = 0;
    float x[2] = {1, 2};
    weir_runtime *rt = kit_runtime_serial();
    weir_array *a = borrow(rt, 2, x, 0, &freed), *y = kit_call("negative", a, NULL);
    weir_array_release(a);
    CHECK_EQ(freed, 1);
    CHECK_RAMP(y, 2, -1, -1);
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- Mapping --------------------------------------------------------------------------------- */

static const int64_t lengths[] = {1, 16, 500, LARGE}; /* of each size class */

TEST(a_mapped_array_shows_its_values_and_takes_new_ones) {
    for (int engine = 0; engine < 2; engine++) {
        weir_runtime *rt = engine ? kit_runtime_serial() : kit_runtime(2);
        for (int k = 0; k < 4; k++) {
            int64_t n = lengths[k];
            weir_array *a = kit_ramp(rt, n, 3, 1), *y = kit_call("negative", a, NULL);
            void *data;
            CHECK_OK(weir_array_map(y, WEIR_MAP_READ, &data));
            for (int64_t i = 0; i < n; i++) CHECK_EQ(((float *)data)[i], -3 - (float)i);
            CHECK_OK(weir_array_unmap(y));
            CHECK_OK(weir_array_map(y, WEIR_MAP_WRITE, &data));
            for (int64_t i = 0; i < n; i++) ((float *)data)[i] = (float)i;
            CHECK_OK(weir_array_unmap(y));
            weir_array *z = kit_call("negative", y, NULL);
            CHECK_RAMP(z, n, 0, -1);
            CHECK_STATUS(weir_array_unmap(y), EINVAL);
            weir_array_release(a);
            weir_array_release(y);
            weir_array_release(z);
        }
        weir_runtime_free(rt);
    }
}

TEST(a_mapped_view_is_found_by_its_strides) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 6, 0, 1), *m = kit_reshape(a, 2, 3), *t = kit_transposed(m);
    void *data;
    CHECK_OK(weir_array_map(t, WEIR_MAP_WRITE, &data));
    float *x = data;
    const int64_t *s = weir_array_strides(t);
    CHECK_EQ(s[0], 1);
    CHECK_EQ(s[1], 3);
    CHECK_EQ(x[2 * s[0] + 1 * s[1]], 5);
    x[1 * s[0] + 1 * s[1]] = 40;
    CHECK_OK(weir_array_unmap(t));
    CHECK_TEXT(m, "[[0., 1., 2.],\n [3., 40., 5.]]");
    weir_array_release(t);
    weir_array_release(m);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(a_number_can_be_mapped_for_reading) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_number(rt, 2.5);
    void *data;
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data));
    CHECK(*(double *)data == 2.5);
    CHECK_OK(weir_array_unmap(a));
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_WRITE, &data), EINVAL);
    CHECK_HAS(weir_error(), "a scalar constant is read-only");
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(mapping_waits_for_its_own_array_alone) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *a = kit_filled(rt, 1000, 1), *g = kit_scalar(rt, 1);
    kit_gate_array(g, &gate);
    weir_array *unrelated = kit_call("add", a, g); /* reads a, so only a read map may pass it */
    void *data;
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data));
    CHECK_EQ(((float *)data)[999], 1);
    CHECK_OK(weir_array_unmap(a));
    weir_array *b = kit_call("negative", a, NULL);
    CHECK_OK(weir_array_map(b, WEIR_MAP_WRITE, &data));
    CHECK_EQ(((float *)data)[0], -1);
    CHECK_OK(weir_array_unmap(b));
    CHECK(!weir_array_is_ready(unrelated));
    test_gate_open(&gate);
    weir_array_release(unrelated);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(g);
    weir_runtime_free(rt);
}

TEST(mapping_for_writing_waits_for_older_reads) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        test_gate gate = {0};
        int64_t n = lengths[k];
        weir_array *a = kit_filled(rt, n, 1), *g = kit_scalar(rt, 1);
        kit_gate_array(g, &gate);
        weir_array *y = kit_call("add", a, g);
        test_thread opener = test_thread_start(kit_open_later, &gate);
        void *data;
        CHECK_OK(weir_array_map(a, WEIR_MAP_WRITE, &data));
        CHECK(weir_array_is_ready(y));
        for (int64_t i = 0; i < n; i++) ((float *)data)[i] = 50;
        CHECK_OK(weir_array_unmap(a));
        CHECK_ALL(y, n, 2); /* the old values */
        CHECK_ALL(a, n, 50);
        test_thread_join(opener);
        weir_array_release(a);
        weir_array_release(g);
        weir_array_release(y);
    }
    weir_runtime_free(rt);
}

TEST(what_reads_shared_memory_is_finished_when_its_call_returns) {
    weir_runtime *rt = kit_runtime(2);
    static float memory[5000];
    int64_t n = 5000;
    for (int i = 0; i < n; i++) memory[i] = 1;
    weir_array *a;
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, &n, NULL, 1, memory, 0, NULL, NULL, &a));
    test_gate gate = {0};
    weir_array *g = kit_scalar(rt, 1);
    kit_gate_array(g, &gate);
    weir_array *early = kit_call("add", a, g);
    test_thread opener = test_thread_start(kit_open_later, &gate);
    CHECK_OK(weir_array_share(a, 1)); /* waits for what reads it */
    CHECK(weir_array_is_ready(early));
    test_thread_join(opener);
    for (int k = 2; k < 20; k++) {
        for (int i = 0; i < n; i++) memory[i] = (float)k;
        weir_array *y = kit_call("negative", a, NULL), *view, *z;
        CHECK(weir_array_is_ready(y));
        CHECK_OK(weir_reshape(a, WEIR_I64S(50, 100), &view));
        z = kit_call("sum", view, NULL);
        CHECK(weir_array_is_ready(z));
        for (int i = 0; i < n; i++) memory[i] = 0;
        CHECK_ALL(y, n, -k);
        double sum;
        CHECK_OK(weir_array_item_f64(z, &sum));
        CHECK_EQ(sum, 5000.0 * k);
        weir_array_release(y);
        weir_array_release(view);
        weir_array_release(z);
    }
    CHECK_ALL(early, n, 2);
    CHECK_OK(weir_array_share(a, 0));
    CHECK_STATUS(weir_array_share(a, 0), EINVAL);
    CHECK_STATUS(weir_array_share(NULL, 1), EINVAL);
    weir_array_release(a);
    weir_array_release(g);
    weir_array_release(early);
    weir_runtime_free(rt);
}

TEST(a_failed_array_cannot_be_mapped) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_filled(rt, 100, 1);
    void *data;
    kit_break(a);
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_READ, &data), EFAILED);
    CHECK_HAS(weir_error(), "it broke");
    CHECK_STATUS(weir_array_map(a, WEIR_MAP_WRITE, &data), EFAILED);
    CHECK_STATUS(weir_array_unmap(a), EINVAL);
    weir_failure_clear(rt);
    weir_array_release(a);
    weir_runtime_free(rt);
}

/* An operation that writes a mapped storage, through any view, is done when its call returns. */
TEST(writes_while_mapped_finish_before_their_call_returns) {
    weir_runtime *rt = kit_runtime(2);
    for (int k = 0; k < 4; k++) {
        int64_t n = lengths[k];
        test_gate gate = {0};
        weir_array *a = kit_filled(rt, n, 1), *g = kit_scalar(rt, 5), *view = kit_reshape(a, 1, n);
        void *data;
        CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data));
        kit_gate_array(g, &gate);
        weir_waits_clear(rt);
        test_thread opener = test_thread_start(kit_open_later, &gate);
        uint32_t before = weir_site_set(77);
        kit_into("add", view, g, view);
        weir_site_set(before);
        CHECK_EQ(((float *)data)[0], 6);
        CHECK_EQ(((float *)data)[n - 1], 6);
        CHECK_EQ(kit_waits(rt, "write while exported", 77).count, 1);
        test_thread_join(opener);
        CHECK_OK(weir_array_unmap(a));
        weir_array_release(view);
        weir_array_release(a);
        weir_array_release(g);
    }
    weir_runtime_free(rt);
}

TEST(writes_after_the_last_unmap_do_not_wait) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *a = kit_filled(rt, 1000, 1), *g = kit_scalar(rt, 5);
    void *data;
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data));
    CHECK_OK(weir_array_map(a, WEIR_MAP_READ, &data)); /* maps are counted */
    CHECK_OK(weir_array_unmap(a));
    kit_into("add", a, a, a);
    CHECK_EQ(((float *)data)[999], 2);
    CHECK_OK(weir_array_unmap(a));
    kit_gate_array(g, &gate);
    kit_into("add", a, g, a);
    CHECK(!weir_array_is_ready(a));
    test_gate_open(&gate);
    CHECK_ALL(a, 1000, 7);
    weir_array_release(a);
    weir_array_release(g);
    weir_runtime_free(rt);
}

/* ---- DLPack ---------------------------------------------------------------------------------- */

/* The layout of DLPack 1, as its documentation gives it. */
typedef struct DLManagedTensorVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    struct {
        void *data;
        struct {
            int32_t device_type, device_id;
        } device;
        int32_t ndim;
        struct {
            uint8_t code, bits;
            uint16_t lanes;
        } dtype;
        int64_t *shape, *strides;
        uint64_t byte_offset;
    } dl_tensor;
} dlpack;

enum { DL_CPU = 1, DL_READONLY = 1 };

static void count_deletion(dlpack *self) { atomic_fetch_add((atomic_int *)self->manager_ctx, 1); }

static const struct {
    weir_dtype dtype;
    int code, bits;
} dl_codes[] = {{WEIR_BOOL, 6, 8},     {WEIR_INT8, 0, 8},       {WEIR_INT16, 0, 16},
                {WEIR_INT32, 0, 32},   {WEIR_INT64, 0, 64},     {WEIR_UINT8, 1, 8},
                {WEIR_UINT16, 1, 16},  {WEIR_UINT32, 1, 32},    {WEIR_UINT64, 1, 64},
                {WEIR_FLOAT16, 2, 16}, {WEIR_BFLOAT16, 4, 16},  {WEIR_FLOAT32, 2, 32},
                {WEIR_FLOAT64, 2, 64}, {WEIR_COMPLEX64, 5, 64}, {WEIR_COMPLEX128, 5, 128}};
enum { DL_CODES = sizeof dl_codes / sizeof *dl_codes };

TEST(every_dtype_goes_out_and_comes_back_through_dlpack) {
    weir_runtime *rt = kit_runtime(2);
    int64_t shape[2] = {3, 5};
    for (int i = 0; i < DL_CODES; i++) {
        unsigned char x[15 * 16], y[15 * 16];
        size_t bytes = 15 * weir_dtype_bytes(dl_codes[i].dtype);
        for (size_t j = 0; j < bytes; j++) x[j] = (unsigned char)(j * 7 % 2);
        weir_array *a = kit_array(rt, dl_codes[i].dtype, 2, shape, x), *b = NULL;
        dlpack *t = NULL;
        CHECK_OK(weir_array_to_dlpack(a, &t));
        CHECK_EQ(t->version.major, 1);
        CHECK_EQ(t->flags & DL_READONLY, 0);
        CHECK_EQ(t->dl_tensor.device.device_type, DL_CPU);
        CHECK_EQ(t->dl_tensor.ndim, 2);
        CHECK_EQ(t->dl_tensor.dtype.code, dl_codes[i].code);
        CHECK_EQ(t->dl_tensor.dtype.bits, dl_codes[i].bits);
        CHECK_EQ(t->dl_tensor.dtype.lanes, 1);
        CHECK_EQ(t->dl_tensor.shape[1], 5);
        CHECK_EQ(t->dl_tensor.strides[0], 5);
        CHECK_EQ(memcmp((char *)t->dl_tensor.data + t->dl_tensor.byte_offset, x, bytes), 0);
        weir_array_release(a); /* the tensor holds on to it */
        CHECK_OK(weir_array_from_dlpack(rt, t, &b));
        CHECK_EQ(weir_array_dtype(b), dl_codes[i].dtype);
        CHECK_EQ(weir_array_shape(b)[0], 3);
        CHECK_OK(weir_array_read(b, y, bytes));
        CHECK_EQ(memcmp(x, y, bytes), 0);
        weir_array_release(b);
    }
    weir_runtime_free(rt);
}

TEST(views_go_out_with_their_strides) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 12, 0, 1), *m = kit_reshape(a, 3, 4), *v = kit_transposed(m);
    dlpack *t = NULL;
    CHECK_OK(weir_array_to_dlpack(v, &t));
    CHECK_EQ(t->dl_tensor.shape[0], 4);
    CHECK_EQ(t->dl_tensor.strides[0], 1);
    CHECK_EQ(t->dl_tensor.strides[1], 4);
    t->deleter(t);
    weir_array_release(a);
    weir_array_release(m);
    weir_array_release(v);
    weir_runtime_free(rt);
}

TEST(an_export_waits_for_the_values_and_holds_writes_to_their_call) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0}, second = {0};
    weir_array *a = kit_filled(rt, 1000, 1), *g = kit_scalar(rt, 5);
    kit_gate_array(g, &gate);
    weir_array *y = kit_call("add", a, g);
    test_thread opener = test_thread_start(kit_open_later, &gate);
    dlpack *t = NULL;
    CHECK_OK(weir_array_to_dlpack(y, &t));
    test_thread_join(opener);
    const float *x = t->dl_tensor.data;
    CHECK_EQ(x[999], 6);
    kit_gate_array(g, &second);
    weir_waits_clear(rt);
    opener = test_thread_start(kit_open_later, &second);
    kit_into("multiply", y, g, y);
    CHECK_EQ(x[999], 30);
    CHECK_EQ(kit_waits(rt, "write while exported", 0).count, 1);
    test_thread_join(opener);
    t->deleter(t);
    CHECK_STATUS(weir_array_unmap(y), EINVAL); /* the loan is over */
    weir_array_release(a);
    weir_array_release(g);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(an_export_may_outlive_array_and_runtime) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, LARGE, 0, 1);
    dlpack *t = NULL;
    CHECK_OK(weir_array_to_dlpack(a, &t));
    weir_array_release(a);
    weir_runtime_free(rt);
    CHECK_EQ(((float *)t->dl_tensor.data)[LARGE - 1], LARGE - 1);
    t->deleter(t);
}

TEST(read_only_memory_and_numbers_are_exported_as_read_only) {
    weir_runtime *rt = kit_runtime(1);
    float x[2] = {1, 2};
    weir_array *a = borrow(rt, 2, x, WEIR_MEMORY_READONLY, NULL), *n = kit_number(rt, 2.5);
    dlpack *t = NULL;
    CHECK_OK(weir_array_to_dlpack(a, &t));
    CHECK_EQ(t->flags & DL_READONLY, DL_READONLY);
    t->deleter(t);
    CHECK_OK(weir_array_to_dlpack(n, &t));
    weir_array_release(n);
    CHECK_EQ(t->flags & DL_READONLY, DL_READONLY);
    CHECK_EQ(t->dl_tensor.ndim, 0);
    CHECK(*(double *)t->dl_tensor.data == 2.5);
    t->deleter(t);
    weir_array_release(a);
    weir_runtime_free(rt);
}

static dlpack foreign(float *x, int64_t *shape, atomic_int *freed) {
    dlpack t;
    memset(&t, 0, sizeof t);
    t.version.major = 1;
    t.manager_ctx = freed;
    t.deleter = count_deletion;
    t.dl_tensor.data = x;
    t.dl_tensor.device.device_type = DL_CPU;
    t.dl_tensor.ndim = 2;
    t.dl_tensor.dtype.code = 2;
    t.dl_tensor.dtype.bits = 32;
    t.dl_tensor.dtype.lanes = 1;
    t.dl_tensor.shape = shape;
    return t;
}

TEST(foreign_tensors_beyond_the_addresses_of_a_process_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    float x[6] = {0};
    weir_array *a = NULL;
    const struct {
        int64_t shape[2], strides[2];
        uint64_t offset;
        bool null;
    } wrong[] = {
        {{2, 3}, {INT64_C(1) << 62, 1}, 0, false},
        {{2, 3}, {INT64_C(1) << 61, INT64_MIN}, 0, false},
        {{2, 3}, {INT64_MIN / 4, 1}, 0, false},
        {{2, 3}, {-(INT64_C(1) << 50), 1}, 0, false},
        {{2, 3}, {3, 1}, UINT64_MAX - 3, false},
        {{2, 3}, {3, 1}, 0, true},
        {{2, 3}, {3, 1}, 64, true},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t shape[2] = {wrong[i].shape[0], wrong[i].shape[1]};
        int64_t strides[2] = {wrong[i].strides[0], wrong[i].strides[1]};
        dlpack t = foreign(wrong[i].null ? NULL : x, shape, &freed);
        t.dl_tensor.strides = strides;
        t.dl_tensor.byte_offset = wrong[i].offset;
        CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
        CHECK(strstr(weir_error(), "beyond the address space") || strstr(weir_error(), "NULL"));
        if (!wrong[i].null && wrong[i].offset == 0) {
            if (__builtin_mul_overflow(strides[0], 4, &strides[0])) strides[0] = INT64_MIN;
            CHECK_STATUS(weir_array_new_strided(rt, WEIR_FLOAT32, shape, strides, 2, x, &a),
                         EINVAL);
        }
    }
    dlpack t = foreign(x, NULL, &freed);
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    CHECK_EQ(freed, 0); /* refused memory stays the caller's */
    weir_runtime_free(rt);
}

TEST(a_stride_that_leads_to_no_second_element_may_be_any_number) {
    weir_runtime *rt = kit_runtime(1);
    float x[3] = {1, 2, 3};
    int64_t shape[3] = {1, 3, 1}, strides[3] = {INT64_MIN, 1, INT64_MAX};
    weir_array *a = NULL;
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, shape, strides, 3, x, 0, NULL, NULL, &a));
    weir_array *y = kit_call("add", a, a);
    float got[3];
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK_EQ(got[2], 6);
    weir_array_release(y);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(a_foreign_tensor_is_given_back_after_the_last_queued_use) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    atomic_int freed = 0;
    float x[7] = {-1, 0, 1, 2, 3, 4, 5};
    int64_t shape[2] = {2, 3};
    dlpack t = foreign(x, shape, &freed);
    t.dl_tensor.byte_offset = 4;
    weir_array *a = NULL, *g = kit_scalar(rt, 10);
    CHECK_OK(weir_array_from_dlpack(rt, &t, &a));
    CHECK_TEXT(a, "[[0., 1., 2.],\n [3., 4., 5.]]");
    kit_gate_array(g, &gate);
    weir_array *y = kit_call("add", a, g);
    kit_into("add", a, g, a);
    weir_array_release(a);
    CHECK_EQ(freed, 0);
    test_gate_open(&gate);
    CHECK_RAMP(y, 6, 10, 1);
    CHECK_SOON(freed == 1);
    CHECK(x[0] == -1 && x[6] == 15);
    weir_array_release(y);
    weir_array_release(g);
    weir_runtime_free(rt);
    CHECK_EQ(freed, 1);
}

TEST(foreign_tensors_that_do_not_fit_are_refused_and_stay_the_callers) {
    weir_runtime *rt = kit_runtime(1);
    atomic_int freed = 0;
    float x[8] = {0};
    int64_t shape[2] = {2, 3}, bad[2] = {2, -3};
    weir_array *a = NULL;
    dlpack t = foreign(x, shape, &freed);
    CHECK_STATUS(weir_array_from_dlpack(NULL, &t, &a), EINVAL);
    CHECK_STATUS(weir_array_from_dlpack(rt, NULL, &a), EINVAL);
    CHECK_HAS(weir_error(), "tensor is NULL");
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, NULL), EINVAL);
    t.version.major = 2;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    CHECK_HAS(weir_error(), "DLPack version 2");
    t = foreign(x, shape, &freed);
    t.dl_tensor.device.device_type = 7;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    CHECK_HAS(weir_error(), "device type 7");
    t = foreign(x, shape, &freed);
    t.dl_tensor.device.device_type = 2; /* CUDA */
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EDEVICE);
    CHECK_HAS(weir_error(), "CUDA device 0");
    t = foreign(x, shape, &freed);
    t.dl_tensor.dtype.bits = 24;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    CHECK_HAS(weir_error(), "code 2 with 24 bits");
    t = foreign(x, shape, &freed);
    t.dl_tensor.dtype.lanes = 4;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    t = foreign(x, bad, &freed);
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    t = foreign(x, shape, &freed);
    t.dl_tensor.ndim = 40;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    t = foreign(x, shape, &freed);
    t.dl_tensor.byte_offset = 2;
    CHECK_STATUS(weir_array_from_dlpack(rt, &t, &a), EINVAL);
    CHECK_HAS(weir_error(), "not aligned");
    CHECK(a == NULL);
    CHECK_EQ(freed, 0);
    t = foreign(x, shape, NULL);
    t.flags = DL_READONLY;
    t.deleter = NULL;
    CHECK_OK(weir_array_from_dlpack(rt, &t, &a));
    CHECK_STATUS(kit_try_into("negative", a, NULL, a), EINVAL);
    CHECK_HAS(weir_error(), "read-only");
    weir_array_release(a);
    weir_runtime_free(rt);
}

/* ---- Taken and given back -------------------------------------------------------------------- */

TEST(memory_is_taken_when_an_operation_starts_and_given_back_after_the_last_use) {
    weir_runtime *rt = kit_runtime(2);
    test_gate gate = {0};
    weir_array *x = kit_filled(rt, LARGE, 1), *g = kit_scalar(rt, 5);
    CHECK_SOON(kit_memory(rt).used == MB);
    kit_gate_array(g, &gate);
    weir_array *y[8];
    for (int i = 0; i < 8; i++) y[i] = kit_call("add", i == 0 ? x : y[i - 1], g);
    test_sleep_ms(5);
    CHECK_EQ(kit_memory(rt).used, MB);
    CHECK_EQ(kit_stats(rt).memory_used, MB);
    test_gate_open(&gate);
    CHECK_ALL(y[7], LARGE, 41);
    CHECK_EQ(kit_memory(rt).used, 9 * MB);
    for (int i = 0; i < 7; i++) weir_array_release(y[i]);
    weir_array_release(x);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == MB);
    CHECK_SOON(kit_stats(rt).memory_used == MB);
    weir_array_release(y[7]);
    weir_array_release(g);
    CHECK_SOON(kit_memory(rt).used == 0);
    weir_memory m = kit_memory(rt);
    CHECK_EQ(m.peak, 9 * MB);
    CHECK_LE(m.used + m.cached, m.reserved);
    CHECK(m.takes >= 9);
    CHECK_LE(m.reuses, m.takes);
    CHECK_EQ(m.budget, kit_stats(rt).memory_budget);
    weir_runtime_free(rt);
}

TEST(holders_are_listed_by_operator_and_site) {
    weir_runtime *rt = kit_runtime(2);
    weir_holder h[8];
    weir_site_set(11);
    weir_array *x = kit_filled(rt, 2 * LARGE, 1);
    weir_site_set(12);
    weir_array *y = kit_call("exp", x, NULL), *z = kit_call("exp", x, NULL);
    weir_site_set(13);
    weir_array *w = kit_call("exp", x, NULL);
    weir_site_set(0);
    CHECK_OK(weir_waitall(rt));
    CHECK_EQ(weir_memory_holders(rt, h, 8), 3);
    CHECK_STR(h[0].name, "exp");
    CHECK_EQ(h[0].site, 12);
    CHECK_EQ(h[0].count, 2);
    CHECK_EQ(h[0].bytes, 4 * MB);
    for (int i = 1; i < 3; i++) {
        CHECK_EQ(h[i].bytes, 2 * MB);
        CHECK_STR(h[i].name, h[i].site == 11 ? "array" : "exp");
    }
    CHECK_EQ(h[1].site + h[2].site, 11 + 13);
    CHECK_EQ(weir_memory_holders(rt, h, 1), 1);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_array_release(w);
    CHECK_SOON(weir_memory_holders(rt, h, 8) == 0);
    weir_runtime_free(rt);
}

TEST(trimming_gives_cached_memory_back_now) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_filled(rt, 16 * LARGE, 1);
    CHECK_OK(weir_array_wait(x));
    weir_array_release(x);
    CHECK_SOON(kit_memory(rt).used == 0);
    int64_t before = test_rss();
    CHECK_OK(weir_memory_trim(rt));
    CHECK_LE(kit_memory(rt).cached, MB);
    if (!TEST_ASAN && !TEST_TSAN) CHECK_LE(test_rss(), before - 8 * MB);
    CHECK_OK(weir_memory_trim(rt));
    x = kit_filled(rt, 16 * LARGE, 2); /* and can be taken again */
    CHECK_ALL(x, 16 * LARGE, 2);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(idle_memory_goes_back_by_itself) {
    for (int who = 0; who < 2; who++) { /* left by a worker, or by this thread */
        weir_runtime *rt = kit_runtime(2);
        weir_array *x = kit_filled(rt, 16 * LARGE, 1);
        if (who == 0) {
            for (int i = 0; i < 4; i++) kit_step("negative", &x, NULL);
            CHECK_OK(weir_array_wait(x));
        }
        weir_array_release(x);
        CHECK_SOON(kit_memory(rt).used == 0);
        CHECK_SOON(kit_memory(rt).cached <= MB);
        weir_runtime_free(rt);
    }
}

/* ---- Handed over ----------------------------------------------------------------------------- */

/* y = f(x) reuses the memory of x if x is no longer needed. */
TEST(a_chain_of_results_lives_in_one_block) {
    for (int workers = 1; workers <= 3; workers++) {
        weir_runtime *rt = kit_runtime(workers);
        weir_array *x = kit_filled(rt, LARGE, 1), *one = kit_number(rt, 1);
        for (int i = 0; i < 200; i++) kit_step("add", &x, one);
        CHECK_ALL(x, LARGE, 201);
        CHECK_LE(kit_memory(rt).peak, 3 * MB);
        weir_memory before = kit_memory(rt);
        CHECK_OK(weir_waitall(rt));
        test_gate gate = {0};
        weir_array *g = kit_scalar(rt, 1);
        kit_gate_array(g, &gate); /* all released before the first one runs */
        for (int i = 0; i < 200; i++) kit_step("add", &x, g);
        test_gate_open(&gate);
        CHECK_ALL(x, LARGE, 401);
        CHECK_LE(kit_memory(rt).takes - before.takes, 4);
        CHECK_LE(kit_memory(rt).peak, 3 * MB);
        weir_array_release(g);
        weir_array_release(one);
        weir_array_release(x);
        weir_runtime_free(rt);
    }
}

TEST(a_block_is_not_reused_while_it_is_needed) {
    weir_runtime *rt = kit_runtime(2);
    for (int who = 0; who < 5; who++) {
        test_gate gate = {0}, late = {0};
        weir_array *x = kit_filled(rt, LARGE, 1), *g = kit_scalar(rt, 5), *h = kit_scalar(rt, 7);
        weir_array *view = NULL, *reader = NULL;
        dlpack *t = NULL;
        void *data = NULL;
        if (who == 2) CHECK_OK(weir_array_to_dlpack(x, &t));
        if (who == 3) CHECK_OK(weir_array_map(x, WEIR_MAP_READ, &data));
        kit_gate_array(g, &gate);
        if (who == 4) kit_gate_array(h, &late);
        weir_array *y = kit_call("add", x, g);
        if (who == 0) view = kit_reshape(x, 1, LARGE);
        if (who == 1) reader = kit_call("multiply", x, h);
        if (who == 4) reader = kit_call("multiply", x, h); /* and it comes later */
        if (who != 3) weir_array_release(x);
        test_gate_open(&gate);
        CHECK_ALL(y, LARGE, 6);
        if (view != NULL) CHECK_ALL(view, LARGE, 1);
        test_gate_open(&late);
        if (reader != NULL) CHECK_ALL(reader, LARGE, 7);
        if (t != NULL) {
            for (int i = 0; i < LARGE; i++) CHECK_EQ(((float *)t->dl_tensor.data)[i], 1);
            t->deleter(t);
        }
        if (data != NULL) {
            for (int i = 0; i < LARGE; i++) CHECK_EQ(((float *)data)[i], 1);
            CHECK_OK(weir_array_unmap(x));
            weir_array_release(x);
        }
        weir_array_release(view);
        weir_array_release(reader);
        weir_array_release(y);
        weir_array_release(g);
        weir_array_release(h);
    }
    weir_runtime_free(rt);
}

/* x - x', where both are views of one storage that dies: an element must not be written before its
 * mirror image is read. */
TEST(a_block_is_not_reused_by_a_result_that_reads_it_in_two_orders) {
    weir_runtime *rt = kit_runtime(2);
    enum { N = 300 };
    for (int swap = 0; swap < 2; swap++) {
        test_gate gate = {0};
        weir_array *a = kit_ramp(rt, (int64_t)N * N, 0, 1), *m = kit_reshape(a, N, N);
        kit_gate_array(a, &gate);
        weir_array *t = kit_transposed(m);
        weir_array *y = swap ? kit_call("subtract", t, m) : kit_call("subtract", m, t);
        weir_array_release(a);
        weir_array_release(m);
        weir_array_release(t);
        test_gate_open(&gate);
        float *x = malloc(sizeof(float) * N * N);
        CHECK_OK(weir_array_read(y, x, sizeof(float) * N * N));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                CHECK_EQ(x[i * N + j], (swap ? -1 : 1) * (i * N + j - (j * N + i)));
        free(x);
        weir_array_release(y);
    }
    weir_runtime_free(rt);
}

TEST(a_block_read_twice_by_one_operation_is_reused_once) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_filled(rt, LARGE, 1);
    for (int i = 0; i < 10; i++) kit_step("add", &x, x); /* x = x + x */
    CHECK_ALL(x, LARGE, 1024);
    CHECK_LE(kit_memory(rt).peak, 3 * MB);
    weir_array_release(x);
    CHECK_SOON(kit_memory(rt).used == 0);
    weir_runtime_free(rt);
}

TEST(the_block_of_a_failed_input_is_not_reused) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *x = kit_filled(rt, LARGE, 1);
    kit_break(x);
    for (int i = 0; i < 5; i++) kit_step("negative", &x, NULL);
    CHECK_STATUS(weir_array_wait(x), EFAILED);
    weir_array_release(x);
    weir_failure_clear(rt);
    CHECK_OK(weir_waitall(rt));
    CHECK_SOON(kit_memory(rt).used == 0);
    CHECK_SOON(kit_stats(rt).memory_used == 0);
    weir_runtime_free(rt);
}
