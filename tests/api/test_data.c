/* test_data.c - datasets and loaders: values read from files, and an order that depends on the seed alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

#include "array_kit.h"

/* ---- Files ----------------------------------------------------------------------------------- */

/* A temporary folder of this test, removed with its contents. */
static const char *folder(void) {
    static char path[] = "/tmp/weir-test-data-XXXXXX";
    static bool made;
    if (!made) CHECK(mkdtemp(path) != NULL);
    made = true;
    return path;
}

static const char *file(const char *name) {
    static char path[4][256];
    static int next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", folder(), name);
    return to;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *f = fopen(file(name), "wb");
    CHECK(f != NULL);
    CHECK_EQ(fwrite(bytes, 1, size, f), size);
    CHECK_EQ(fclose(f), 0);
}

static void write_text(const char *name, const char *text) { write_file(name, text, strlen(text)); }

static void make_folder(const char *name) { CHECK_EQ(mkdir(file(name), 0700), 0); }

/* Write a grey image of 2 x 3 whose pixels are value, value + 1 ... */
static void write_pgm(const char *name, int value) {
    char bytes[32];
    int n = snprintf(bytes, sizeof bytes, "P5\n3 2\n255\n");
    for (int i = 0; i < 6; i++) bytes[n + i] = (char)(value + i);
    write_file(name, bytes, (size_t)n + 6);
}

static void remove_all(void) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf %s", folder());
    CHECK_EQ(system(command), 0);
}

/* ---- Looking --------------------------------------------------------------------------------- */

static void check_i64(weir_array *a, int64_t n, const int64_t *wanted) {
    int64_t got[64];
    CHECK_EQ(weir_array_count(a), n);
    CHECK_OK(weir_array_read(a, got, (size_t)n * sizeof *got));
    for (int64_t i = 0; i < n; i++) CHECK_EQ(got[i], wanted[i]);
}

static weir_array *column(weir_runtime *rt, int64_t n) {
    weir_array *x = NULL;
    CHECK_OK(weir_arange(
        rt, 0, OPT(arange, .stop = (double)n, .step = 1, .dtype = WEIR_INT64, .device = -1), &x));
    return x;
}

/* Samples (i, 10 i) for i < n. */
static weir_dataset *pairs(weir_runtime *rt, int64_t n) {
    static const char *const names[] = {"number", "tenfold"};
    weir_array *x[2] = {column(rt, n), NULL}, *ten = NULL;
    weir_dataset *data = NULL;
    CHECK_OK(weir_number_i64(rt, 10, &ten));
    CHECK_OK(weir_multiply(x[0], ten, &x[1]));
    CHECK_OK(weir_dataset_arrays(x, names, 2, &data));
    weir_array_release(ten);
    weir_array_release(x[0]);
    weir_array_release(x[1]);
    return data;
}

static weir_loader *loader_of(weir_dataset *data, int64_t batch, int shuffle, uint64_t seed,
                              uint32_t prefetch) {
    weir_loader_options o;
    weir_loader *l = NULL;
    weir_loader_options_init(&o);
    o.batch_size = batch, o.shuffle = shuffle, o.seed = seed, o.prefetch = prefetch;
    CHECK_OK(weir_loader_new(data, &o, &l));
    return l;
}

/* The first fields of an epoch, concatenated; returns how many. */
static int64_t epoch(weir_loader *l, int64_t *out) {
    int64_t n = 0;
    for (;;) {
        weir_array *batch[2];
        uint32_t count = 2;
        CHECK_OK(weir_loader_next(l, batch, &count));
        if (count == 0) return n;
        int64_t size = weir_array_shape(batch[0])[0], tens[64];
        CHECK_OK(weir_array_read(batch[0], out + n, (size_t)size * 8));
        CHECK_OK(weir_array_read(batch[1], tens, (size_t)size * 8));
        for (int64_t i = 0; i < size; i++) CHECK_EQ(tens[i], 10 * out[n + i]);
        n += size;
        weir_array_release(batch[0]);
        weir_array_release(batch[1]);
    }
}

/* ---- Arrays and loaders ---------------------------------------------------------------------- */

TEST(samples_are_rows) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = pairs(rt, 10);
    weir_array *out[2];
    uint32_t count = 2;
    CHECK_EQ(weir_dataset_count(data), 10);
    CHECK_STR(weir_dataset_field(data, 1), "tenfold");
    CHECK(weir_dataset_field(data, 2) == NULL);
    CHECK_OK(weir_dataset_take(data, (int64_t[]){7, 0, 7}, 3, out, &count));
    CHECK_EQ(count, 2);
    check_i64(out[0], 3, (int64_t[]){7, 0, 7});
    check_i64(out[1], 3, (int64_t[]){70, 0, 70});
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_STATUS(weir_dataset_take(data, (int64_t[]){10}, 1, out, &count), EINVAL);
    CHECK_HAS(weir_error(), "index 10 is out of range for 10 samples");
    weir_dataset_release(data);
    weir_runtime_free(rt);
}

TEST(arrays_of_different_lengths_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x[2] = {column(rt, 4), column(rt, 5)};
    weir_dataset *data = NULL;
    CHECK_STATUS(weir_dataset_arrays(x, NULL, 2, &data), EINVAL);
    CHECK_HAS(weir_error(), "array 1 has 5 rows, but array 0 has 4");
    weir_array_release(x[0]);
    weir_array_release(x[1]);
    weir_runtime_free(rt);
}

TEST(batches_come_in_order_and_the_last_may_be_short) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = pairs(rt, 10);
    weir_loader *l = loader_of(data, 4, 0, 0, 2);
    int64_t seen[16];
    CHECK_EQ(weir_loader_count(l), 3);
    for (int e = 0; e < 2; e++) {
        CHECK_EQ(weir_loader_epoch(l), e);
        CHECK_EQ(epoch(l, seen), 10);
        for (int i = 0; i < 10; i++) CHECK_EQ(seen[i], i);
    }
    weir_loader_free(l);
    weir_loader_options o;
    weir_loader_options_init(&o);
    o.batch_size = 4, o.drop_last = 1;
    CHECK_OK(weir_loader_new(data, &o, &l));
    CHECK_EQ(weir_loader_count(l), 2);
    CHECK_EQ(epoch(l, seen), 8);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_runtime_free(rt);
}

static void shuffled(weir_runtime *rt, uint32_t prefetch, int64_t out[2][50]) {
    weir_dataset *data = pairs(rt, 50);
    weir_loader *l = loader_of(data, 7, 1, 12, prefetch);
    for (int e = 0; e < 2; e++) CHECK_EQ(epoch(l, out[e]), 50);
    weir_loader_free(l);
    weir_dataset_release(data);
}

TEST(the_order_follows_from_seed_and_epoch_alone) {
    static int64_t first[2][50], other[2][50];
    for (int turn = 0; turn < 4; turn++) {
        weir_runtime *rt = turn == 0 ? kit_runtime_serial() : kit_runtime(turn);
        shuffled(rt, (uint32_t)turn, turn == 0 ? first : other);
        if (turn > 0) CHECK_EQ(memcmp(first, other, sizeof first), 0);
        weir_runtime_free(rt);
    }
    CHECK(memcmp(first[0], first[1], sizeof first[0]) != 0);
    for (int e = 0; e < 2; e++) {
        char seen[50] = {0};
        for (int i = 0; i < 50; i++) {
            CHECK(first[e][i] >= 0 && first[e][i] < 50 && !seen[first[e][i]]);
            seen[first[e][i]] = 1;
        }
    }
}

TEST(an_epoch_can_be_resumed_in_the_middle) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = pairs(rt, 20);
    weir_loader *l = loader_of(data, 5, 1, 3, 1);
    int64_t whole[3][20], rest[20];
    for (int e = 0; e < 3; e++) CHECK_EQ(epoch(l, whole[e]), 20);
    CHECK_OK(weir_loader_start(l, 1, 2));
    CHECK_EQ(epoch(l, rest), 10);
    CHECK_EQ(memcmp(rest, whole[1] + 10, 10 * sizeof *rest), 0);
    CHECK_EQ(weir_loader_epoch(l), 2);
    CHECK_EQ(epoch(l, rest), 20);
    CHECK_EQ(memcmp(rest, whole[2], sizeof rest), 0);
    CHECK_STATUS(weir_loader_start(l, 0, 5), EINVAL);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_runtime_free(rt);
}

TEST(an_empty_dataset_has_empty_epochs) {
    weir_runtime *rt = kit_runtime(1);
    weir_dataset *data = pairs(rt, 0);
    weir_loader *l = loader_of(data, 4, 1, 0, 2);
    int64_t seen[4];
    CHECK_EQ(weir_loader_count(l), 0);
    CHECK_EQ(epoch(l, seen), 0);
    CHECK_EQ(epoch(l, seen), 0);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_runtime_free(rt);
}

typedef struct counted {
    int calls, frees;
} counted;

static weir_status add_noise(void *ctx, weir_array **fields, uint32_t count) {
    int64_t shape[1] = {weir_array_shape(fields[0])[0]};
    weir_array *noise = NULL, *sum = NULL;
    ((counted *)ctx)->calls++;
    CHECK_EQ(count, 2);
    CHECK_EQ(weir_recording(), 0);
    CHECK_OK(weir_integers(weir_array_runtime(fields[0]), 0, 1000000, weir_i64s_of(shape, 1), NULL,
                           &noise));
    CHECK_OK(weir_add(fields[1], noise, &sum));
    weir_array_release(noise);
    weir_array_release(fields[1]);
    fields[1] = sum;
    return WEIR_OK;
}

static void count_free(void *ctx) { ((counted *)ctx)->frees++; }

static int64_t noisy(weir_runtime *rt, uint32_t prefetch, int64_t *out) {
    weir_dataset *data = pairs(rt, 12);
    weir_loader *l = loader_of(data, 4, 1, 5, prefetch);
    counted c = {0, 0};
    int64_t n = 0;
    CHECK_OK(weir_loader_apply(l, 0, weir_op_find("negative"), NULL, 0, NULL, 0));
    CHECK_OK(weir_loader_call(l, add_noise, &c, count_free));
    weir_recording_set(1);
    for (;;) {
        weir_array *batch[2];
        uint32_t count = 2;
        CHECK_OK(weir_loader_next(l, batch, &count));
        if (count == 0) break;
        CHECK_OK(weir_array_read(batch[0], out + n, 4 * 8));
        CHECK_OK(weir_array_read(batch[1], out + n + 4, 4 * 8));
        for (int i = 0; i < 4; i++) CHECK(out[n + i] <= 0);
        n += 8;
        weir_array_release(batch[0]);
        weir_array_release(batch[1]);
    }
    weir_recording_set(0);
    weir_loader_free(l);
    weir_dataset_release(data);
    CHECK_EQ(c.calls, 3);
    CHECK_EQ(c.frees, 1);
    return n;
}

TEST(transforms_draw_the_same_however_far_ahead) {
    weir_runtime *rt = kit_runtime(3);
    int64_t a[24], b[24];
    CHECK_EQ(noisy(rt, 0, a), 24);
    CHECK_OK(weir_seed(rt, 99)); /* the runtime's random numbers are neither used nor changed */
    CHECK_EQ(noisy(rt, 5, b), 24);
    CHECK_EQ(memcmp(a, b, sizeof a), 0);
    weir_runtime_free(rt);
}

TEST(batches_outlive_the_scope_in_which_they_were_prepared) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = pairs(rt, 12);
    weir_loader *l = loader_of(data, 3, 1, 1, 2);
    for (int i = 0; i < 4; i++) {
        weir_scope *scope;
        weir_array *batch[2];
        uint32_t count = 2;
        int64_t x[3], y[3];
        CHECK_OK(weir_scope_new(&scope));
        CHECK_OK(weir_loader_next(l, batch, &count)); /* the scope releases it */
        CHECK_OK(weir_array_read(batch[0], x, sizeof x));
        CHECK_OK(weir_array_read(batch[1], y, sizeof y));
        for (int j = 0; j < 3; j++) CHECK_EQ(y[j], 10 * x[j]);
        CHECK_OK(weir_scope_free(scope));
    }
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_runtime_free(rt);
}

TEST(issuing_batches_does_not_wait_for_values) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0, 0};
    weir_array *x = column(rt, 8), *batch[1];
    weir_dataset *data = NULL;
    CHECK_OK(weir_dataset_arrays(&x, NULL, 1, &data));
    weir_loader *l = loader_of(data, 2, 0, 0, 2);
    uint32_t count = 1;
    kit_gate_array(x, &gate);
    CHECK_OK(weir_loader_next(l, batch, &count)); /* returns although nothing can run */
    CHECK_EQ(weir_array_is_ready(batch[0]), 0);
    test_gate_open(&gate);
    check_i64(batch[0], 2, (int64_t[]){0, 1});
    weir_array_release(batch[0]);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* A whole epoch is issued before the first batch can be used: the level still holds. */
TEST(batches_ahead_stay_within_the_memory_level) {
    enum { ROWS = 256, WIDE = 8192, BATCH = 4 };
    weir_config config = kit_config(2);
    config.level_floor_bytes = 1 << 16;
    weir_runtime *rt = kit_runtime_of(&config);
    test_gate gate = {0, 0};
    int64_t shape[2] = {ROWS, WIDE};
    weir_array *x = NULL, *total = kit_scalar(rt, 0);
    weir_dataset *data = NULL;
    CHECK_OK(
        weir_ones(rt, weir_i64s_of(shape, 2), OPT(ones, .dtype = WEIR_FLOAT32, .device = -1), &x));
    CHECK_OK(weir_array_wait(x));
    CHECK_OK(weir_dataset_arrays(&x, NULL, 1, &data));
    weir_loader *l = loader_of(data, BATCH, 1, 0, 2);
    kit_gate_array(total, &gate);
    for (;;) {
        weir_array *batch[1], *sum = NULL;
        uint32_t count = 1;
        CHECK_OK(weir_loader_next(l, batch, &count));
        if (count == 0) break;
        CHECK_OK(weir_sum(batch[0], NULL, &sum));
        kit_step("add", &total, sum);
        weir_array_release(sum);
        weir_array_release(batch[0]);
    }
    test_gate_open(&gate);
    CHECK_ITEM(total, (double)ROWS * WIDE);
    /* In order there are the data and three batches; a tenth more is the level's, and one batch whose use is not linked
     * yet may be early.  The epoch would be twice the data. */
    CHECK_LE(kit_memory(rt).peak, (uint64_t)(ROWS + 6 * BATCH) * WIDE * 4 / 10 * 11);
    weir_array_release(total);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(what_has_failed_fails_batches_issued_after_it_alone) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = column(rt, 8), *batch[1];
    weir_dataset *data = NULL;
    uint32_t count = 1;
    CHECK_OK(weir_dataset_arrays(&x, NULL, 1, &data));
    weir_loader *l = loader_of(data, 4, 0, 0, 0);
    CHECK_OK(weir_loader_next(l, batch, &count));
    check_i64(batch[0], 4, (int64_t[]){0, 1, 2, 3});
    weir_array_release(batch[0]);
    kit_break(x);
    CHECK_OK(weir_loader_next(l, batch, &count));
    CHECK_STATUS(weir_array_wait(batch[0]), EFAILED);
    weir_array_release(batch[0]);
    weir_failure_clear(rt);
    weir_loader_free(l);
    weir_dataset_release(data);
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(subsets_and_concatenations_are_datasets) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = pairs(rt, 6), *some = NULL, *parts[2], *all = NULL;
    weir_array *out[2];
    uint32_t count = 2;
    CHECK_OK(weir_dataset_subset(data, (int64_t[]){5, 1, 3}, 3, &some));
    parts[0] = some, parts[1] = data;
    CHECK_OK(weir_dataset_concat(parts, 2, &all));
    weir_dataset_release(data);
    weir_dataset_release(some);
    CHECK_EQ(weir_dataset_count(all), 9);
    CHECK_STR(weir_dataset_field(all, 0), "number");
    CHECK_OK(weir_dataset_take(all, (int64_t[]){8, 0, 3, 2, 4}, 5, out, &count));
    check_i64(out[0], 5, (int64_t[]){5, 5, 0, 3, 1});
    check_i64(out[1], 5, (int64_t[]){50, 50, 0, 30, 10});
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_OK(weir_dataset_take(all, (int64_t[]){2, 1}, 2, out, &count));
    check_i64(out[0], 2, (int64_t[]){3, 1});
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_STATUS(weir_dataset_subset(all, (int64_t[]){9}, 1, &some), EINVAL);
    weir_dataset_release(all);
    weir_runtime_free(rt);
}

/* ---- Tasks with arrays ----------------------------------------------------------------------- */

static weir_status fill_run(weir_context *ctx, void *arg) {
    weir_view view;
    weir_status status = weir_context_view(ctx, arg, &view);
    if (status != WEIR_OK) return status;
    for (int64_t i = 0; i < view.shape[0]; i++) ((float *)view.data)[i] = (float)i;
    return WEIR_OK;
}

static void fill_drop(void *arg) { weir_array_release(arg); }

static const weir_kind fill_kind = {.size = sizeof fill_kind,
                                    .name = "fill",
                                    .run = fill_run,
                                    .drop = fill_drop,
                                    .flags = WEIR_KIND_IO};

static weir_status push_fill(weir_runtime *rt, weir_array *a, weir_var *writes) {
    weir_task task = {.size = sizeof task,
                      .kind = &fill_kind,
                      .arg = weir_array_retain(a),
                      .writes = &writes,
                      .write_count = 1,
                      .site = weir_site_get()};
    return weir_task_push(rt, &task);
}

TEST(a_task_fills_an_array) {
    weir_runtime *rt = kit_runtime(1);
    int64_t n = 1000;
    weir_array *a = NULL;
    CHECK_OK(weir_array_to_fill(rt, WEIR_FLOAT32, &n, 1, &a));
    CHECK_OK(push_fill(rt, a, weir_array_var(a)));
    CHECK_RAMP(a, n, 0, 1);
    weir_array_release(a);
    CHECK_OK(weir_array_to_fill(rt, WEIR_FLOAT32, &n, 1, &a));
    CHECK_STATUS(weir_array_wait(a), EFAILED);
    CHECK_HAS(weir_error(), "never computed");
    weir_var *other = NULL;
    CHECK_OK(weir_var_new(rt, NULL, &other));
    CHECK_OK(push_fill(rt, a, other));
    CHECK_STATUS(weir_var_wait(other), EINVAL);
    CHECK_HAS(weir_error(), "not among its reads and writes");
    weir_failure_clear(rt);
    weir_var_release(other);
    weir_array_release(a);
    n = -1;
    CHECK_STATUS(weir_array_to_fill(rt, WEIR_FLOAT32, &n, 1, &a), EINVAL);
    weir_runtime_free(rt);
}

/* ---- IDX ------------------------------------------------------------------------------------- */

static const char images[] =
    "\0\0\x08\x03\0\0\0\2\0\0\0\2\0\0\0\3\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c";
static const char labels[] = "\0\0\x08\x01\0\0\0\2\7\3";

TEST(mnist_files_are_read) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = NULL;
    weir_array *out[2];
    uint32_t count = 2;
    unsigned char pixels[6];
    write_file("train-images-idx3-ubyte", images, sizeof images - 1);
    write_file("train-labels-idx1-ubyte", labels, sizeof labels - 1);
    CHECK_OK(weir_dataset_mnist(rt, folder(), WEIR_PART_TRAIN, &data));
    CHECK_EQ(weir_dataset_count(data), 2);
    CHECK_STR(weir_dataset_field(data, 0), "image");
    CHECK_EQ(weir_array_dtype(weir_dataset_array(data, 1)), WEIR_INT64);
    CHECK_OK(weir_dataset_take(data, (int64_t[]){1}, 1, out, &count));
    CHECK_EQ(weir_array_ndim(out[0]), 3);
    CHECK_OK(weir_array_read(out[0], pixels, 6));
    for (int i = 0; i < 6; i++) CHECK_EQ(pixels[i], 7 + i);
    check_i64(out[1], 1, (int64_t[]){3});
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_dataset_release(data);
    CHECK_STATUS(weir_dataset_mnist(rt, folder(), WEIR_PART_TEST, &data), ENOENT);
    CHECK_HAS(weir_error(), "neither t10k-images-idx3-ubyte nor the same file with .gz was found");
    remove_all();
    weir_runtime_free(rt);
}

TEST(truncated_idx_files_are_refused) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = NULL;
    static const char big[] = "\0\0\x0b\x01\0\0\0\2\1\2\xff\xff"; /* 258, -1 in int16 */
    write_file("cut", images, sizeof images - 2);
    CHECK_STATUS(weir_idx_read(rt, file("cut"), &a), EINVAL);
    CHECK_HAS(weir_error(), "does not match the dimensions in its header");
    write_text("other", "hello there");
    CHECK_STATUS(weir_idx_read(rt, file("other"), &a), EINVAL);
    CHECK_HAS(weir_error(), "not an IDX file");
    CHECK_STATUS(weir_idx_read(rt, file("absent"), &a), ENOENT);
    CHECK_HAS(weir_error(), "No such file");
    write_file("big", big, sizeof big - 1);
    CHECK_OK(weir_idx_read(rt, file("big"), &a));
    CHECK_TEXT(a, "[258, -1]");
    weir_array_release(a);
    remove_all();
    weir_runtime_free(rt);
}

/* Skip the test if the library was built without a header that it needs to read a file. */
static void skip_if_built_without(weir_status status, const char *header) {
    static char why[64];
    snprintf(why, sizeof why, "without %s", header);
    if (status == WEIR_ESYS && strstr(weir_error(), why) != NULL) {
        snprintf(why, sizeof why, "the library was built without %s", header);
        remove_all();
        SKIP(why);
    }
}

TEST(gzip_files_are_decompressed) {
    static const unsigned char packed[] = {
        /* `labels`, by gzip -n */
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x63, 0x60, 0xe0, 0x60, 0x64,
        0x60, 0x60, 0x60, 0x62, 0x67, 0x06, 0x00, 0x64, 0x6b, 0xd4, 0x43, 0x0a, 0x00, 0x00, 0x00};
    if (dlopen("libz.so.1", RTLD_NOW) == NULL) SKIP("libz.so.1 is not installed");
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = NULL;
    write_file("labels.gz", packed, sizeof packed);
    weir_status status = weir_idx_read(rt, file("labels.gz"), &a);
    skip_if_built_without(status, "zlib.h");
    kit_check_status(__FILE__, __LINE__, "weir_idx_read", status, WEIR_OK);
    CHECK_TEXT(a, "[7, 3]");
    weir_array_release(a);
    write_file("cut.gz", packed, sizeof packed - 10);
    CHECK_STATUS(weir_idx_read(rt, file("cut.gz"), &a), EINVAL);
    CHECK_HAS(weir_error(), "the gzip file is truncated or corrupt");
    remove_all();
    weir_runtime_free(rt);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

TEST(csv_columns_are_selected_by_name) {
    weir_runtime *rt = kit_runtime(1);
    weir_dataset *data = NULL;
    weir_csv_options o;
    write_text("t.csv", "\xef\xbb\xbf"
                        "a, \"b,c\" ,kind\r\n1,2,0\r\n\r\n 3.5 ,\"-4e1\",1\n5,6,2.0");
    CHECK_OK(weir_dataset_csv(rt, file("t.csv"), NULL, &data));
    CHECK_EQ(weir_dataset_field_count(data), 1);
    CHECK_TEXT(weir_dataset_array(data, 0), "[[1., 2., 0.],\n [3.5, -40., 1.],\n [5., 6., 2.]]");
    weir_dataset_release(data);
    weir_csv_options_init(&o);
    o.target = "kind", o.target_dtype = WEIR_INT64, o.columns = "a";
    CHECK_OK(weir_dataset_csv(rt, file("t.csv"), &o, &data));
    CHECK_TEXT(weir_dataset_array(data, 0), "[[1.],\n [3.5],\n [5.]]");
    check_i64(weir_dataset_array(data, 1), 3, (int64_t[]){0, 1, 2});
    weir_dataset_release(data);
    o.columns = "a,z";
    CHECK_STATUS(weir_dataset_csv(rt, file("t.csv"), &o, &data), EINVAL);
    CHECK_HAS(weir_error(), "there is no column 'z'; the columns are a, b,c, kind");
    remove_all();
    weir_runtime_free(rt);
}

static void check_csv(weir_runtime *rt, const char *text, int missing, const char *wanted) {
    weir_dataset *data = NULL;
    weir_csv_options o;
    weir_csv_options_init(&o);
    o.header = 0, o.missing = missing;
    write_text("u.csv", text);
    weir_status status = weir_dataset_csv(rt, file("u.csv"), &o, &data);
    if (status == WEIR_OK) CHECK_TEXT(weir_dataset_array(data, 0), wanted);
    if (status != WEIR_OK) CHECK_HAS(weir_error(), wanted);
    weir_dataset_release(data);
}

TEST(csv_errors_name_line_and_column) {
    weir_runtime *rt = kit_runtime(1);
    check_csv(rt, "1,2\n3,4\n", 0, "[[1., 2.],\n [3., 4.]]");
    check_csv(rt, "1,2\n3,x\n", 0, "u.csv:2: column 1 has 'x', which is not a number");
    check_csv(rt, "1,2\n\n3\n", 0, "u.csv:3: the line has fewer than 2 columns");
    check_csv(rt, "1,2\n3,4,5\n", 0, "u.csv:2: the line has more than 2 columns");
    check_csv(rt, "1,2\n,4\n", 0, "u.csv:2: column 0 is empty");
    check_csv(rt, "1,2\n,4\n", 1, "[[1., 2.],\n [nan, 4.]]");
    check_csv(rt, "\n\n", 0, "the file is empty");
    check_csv(rt, "\"1\" ,\"2\"\n", 0, "[[1., 2.]]");
    check_csv(rt, "1,2\n\"3\"4,5\n", 0, "u.csv:2: quotes are not closed");
    check_csv(rt, "1,\"2\n3,4\n", 0, "u.csv:1: quotes are not closed");
    check_csv(rt, "1,2\r3,4\r", 0,
              "u.csv:1: the line ends in a carriage return without a line feed");
    remove_all();
    weir_runtime_free(rt);
}

/* ---- Folders of images ----------------------------------------------------------------------- */

static void write_images(void) {
    make_folder("p");
    make_folder("p/cat");
    make_folder("p/ape");
    make_folder("p/cat/deep");
    write_pgm("p/cat/1.pgm", 10);
    write_pgm("p/cat/deep/2.PGM", 20);
    write_pgm("p/ape/3.pgm", 30);
    write_text("p/ape/notes.txt", "not an image");
    write_text("p/loose.pgm", "of no class");
}

TEST(folders_are_classes) {
    for (int turn = 0; turn < 3; turn++) {
        weir_runtime *rt = turn == 0 ? kit_runtime_serial() : kit_runtime(turn);
        weir_dataset *data = NULL;
        weir_array *out[2];
        weir_folder_options o;
        uint32_t count = 2;
        unsigned char pixels[2 * 6];
        write_images();
        weir_folder_options_init(&o);
        o.channels = 1;
        CHECK_OK(weir_dataset_folder(rt, file("p"), &o, &data));
        CHECK_EQ(weir_dataset_count(data), 3);
        CHECK_EQ(weir_dataset_class_count(data), 2);
        CHECK_STR(weir_dataset_class(data, 0), "ape");
        CHECK_OK(weir_dataset_take(data, (int64_t[]){2, 0}, 2, out, &count));
        CHECK_EQ(weir_array_shape(out[0])[1], 2);
        CHECK_EQ(weir_array_shape(out[0])[2], 3);
        weir_dataset_release(data); /* queued work holds what it needs */
        CHECK_OK(weir_array_read(out[0], pixels, sizeof pixels));
        for (int i = 0; i < 6; i++) {
            CHECK_EQ(pixels[i], 20 + i);
            CHECK_EQ(pixels[6 + i], 30 + i);
        }
        check_i64(out[1], 2, (int64_t[]){1, 0});
        weir_array_release(out[0]);
        weir_array_release(out[1]);
        remove_all();
        weir_runtime_free(rt);
        CHECK_EQ(mkdir(folder(), 0700), 0);
    }
    remove_all();
}

/* Files read ahead of a busy worker are counted and bounded by the level. */
TEST(file_and_pixel_buffers_count) {
    enum { PICTURES = 64, BATCH = 8, SIDE = 64, BYTES = SIDE * SIDE * 3 };
    weir_config config = kit_config(1);
    config.level_floor_bytes = 1;
    weir_runtime *rt = kit_runtime_of(&config);
    weir_dataset *data = NULL;
    test_gate gate = {0};
    static char image[BYTES + 16];
    char name[64];
    size_t head = (size_t)snprintf(image, sizeof image, "P6 %d %d 255\n", SIDE, SIDE);
    make_folder("p");
    make_folder("p/a");
    for (int i = 0; i < PICTURES; i++) {
        snprintf(name, sizeof name, "p/a/%02d.ppm", i);
        write_file(name, image, head + BYTES);
    }
    CHECK_OK(weir_dataset_folder(rt, file("p"), NULL, &data));
    kit_hold(rt, &gate, 1);
    weir_array *out[2], *last = NULL;
    for (int64_t b = 0; b < PICTURES / BATCH; b++) {
        int64_t index[BATCH];
        uint32_t count = 2;
        for (int64_t i = 0; i < BATCH; i++) index[i] = b * BATCH + i;
        CHECK_OK(weir_dataset_take(data, index, BATCH, out, &count));
        weir_array_release(last);
        last = out[0];
        weir_array_release(out[1]);
    }
    CHECK_SOON(kit_stats(rt).memory_used >= BATCH * (head + BYTES));
    test_sleep_ms(50); /* for those that should not be read yet */
    CHECK_LE(kit_stats(rt).memory_used, kit_stats(rt).memory_level + 1024);
    /* In order: the files and pixels of one batch, two batches, the pixels of one image. */
    CHECK_LE(kit_stats(rt).memory_level, 35 * (BATCH * BYTES) / 10 + 2 * BYTES);
    test_gate_open(&gate);
    CHECK_OK(weir_array_wait(last));
    CHECK(kit_stats(rt).memory_peak >= BATCH * (head + BYTES) + BATCH * BYTES);
    weir_array_release(last);
    weir_dataset_release(data);
    weir_runtime_free(rt);
    remove_all();
}

TEST(one_image_is_read_without_resizing) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = NULL;
    unsigned char pixels[3 * 6];
    write_images();
    CHECK_OK(weir_image_read(rt, file("p/cat/1.pgm"), 0, &a));
    CHECK_EQ(weir_array_ndim(a), 3);
    CHECK_EQ(weir_array_shape(a)[1], 3);
    CHECK_EQ(weir_array_shape(a)[2], 1);
    CHECK_OK(weir_array_read(a, pixels, 6));
    CHECK_EQ(pixels[5], 15);
    weir_array_release(a);
    CHECK_OK(weir_image_read(rt, file("p/cat/1.pgm"), 3, &a));
    CHECK_OK(weir_array_read(a, pixels, sizeof pixels));
    for (int i = 0; i < 18; i++) CHECK_EQ(pixels[i], 10 + i / 3);
    weir_array_release(a);
    CHECK_STATUS(weir_image_read(rt, file("p/cat/1.pgm"), 2, &a), EINVAL);
    CHECK_HAS(weir_error(), "channels is 2, but must be 1, 3, or 0");
    CHECK_STATUS(weir_image_read(rt, file("p/ape/notes.txt"), 0, &a), EINVAL);
    CHECK_HAS(weir_error(), "notes.txt: not an image file");
    CHECK_STATUS(weir_image_read(rt, file("p/absent.png"), 0, &a), ENOENT);
    CHECK_STATUS(weir_image_read(NULL, file("p/cat/1.pgm"), 0, &a), EINVAL);
    remove_all();
    weir_runtime_free(rt);
}

TEST(an_unreadable_image_fails_its_batch_with_its_name) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = NULL;
    weir_array *out[2];
    uint32_t count = 2;
    write_images();
    write_text("p/cat/9.pgm", "P5\n3 2\n255\nab");
    CHECK_OK(weir_dataset_folder(rt, file("p"), NULL, &data));
    CHECK_EQ(weir_dataset_count(data), 4);
    CHECK_OK(weir_dataset_take(data, (int64_t[]){0, 2}, 2, out, &count));
    CHECK_STATUS(weir_array_wait(out[0]), EINVAL);
    CHECK_HAS(weir_error(), "p/cat/9.pgm: the file ends before its last pixel");
    CHECK_OK(weir_array_wait(out[1]));
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_EQ(remove(file("p/ape/3.pgm")), 0);
    CHECK_OK(weir_dataset_take(data, (int64_t[]){0}, 1, out, &count));
    CHECK_STATUS(weir_array_wait(out[0]), ENOENT);
    CHECK_HAS(weir_error(), "p/ape/3.pgm: No such file");
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    CHECK_OK(weir_dataset_take(data, (int64_t[]){1}, 1, out, &count));
    CHECK_OK(weir_array_wait(out[0]));
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_failure_clear(rt);
    weir_dataset_release(data);
    remove_all();
    weir_runtime_free(rt);
}

TEST(images_are_resized_to_the_given_size) {
    weir_runtime *rt = kit_runtime(2);
    weir_dataset *data = NULL;
    weir_array *out[2];
    weir_folder_options o;
    uint32_t count = 2;
    unsigned char pixels[2 * 2 * 3];
    make_folder("q");
    make_folder("q/one");
    write_text("q/one/a.ppm", "P6 4 2 255\nABCABCabcabcABCABCabcabc");
    write_pgm("q/one/b.pgm", 1);
    weir_folder_options_init(&o);
    CHECK_OK(weir_dataset_folder(rt, file("q"), &o, &data));
    CHECK_OK(weir_dataset_take(data, (int64_t[]){1}, 1, out, &count));
    CHECK_STATUS(weir_array_wait(out[0]), EINVAL);
    CHECK_HAS(weir_error(), "2 x 3 pixels, but the first image has 2 x 4");
    weir_failure_clear(rt);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_dataset_release(data);
    o.height = 2, o.width = 2;
    CHECK_OK(weir_dataset_folder(rt, file("q"), &o, &data));
    CHECK_OK(weir_dataset_take(data, (int64_t[]){0}, 1, out, &count));
    CHECK_OK(weir_array_read(out[0], pixels, sizeof pixels));
    for (int i = 0; i < 3; i++) { /* a triangle of two pixels: 3, 3, 1 of 7 on each side */
        CHECK_EQ(pixels[i], (int)(('A' + i) * 6 / 7.0 + ('a' + i) / 7.0 + 0.5));
        CHECK_EQ(pixels[6 + i], pixels[i]);
    }
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_dataset_release(data);
    remove_all();
    weir_runtime_free(rt);
}

/* Read one image file through a dataset, resized to 2 x 2. */
static weir_status read_resized(weir_runtime *rt, const char *name, const void *bytes, size_t size,
                                unsigned char pixels[2 * 2 * 3]) {
    weir_dataset *data = NULL;
    weir_array *out[2];
    weir_folder_options o;
    uint32_t count = 2;
    make_folder("r");
    make_folder("r/x");
    write_file(name, bytes, size);
    weir_folder_options_init(&o);
    o.height = o.width = 2;
    CHECK_OK(weir_dataset_folder(rt, file("r"), &o, &data));
    CHECK_OK(weir_dataset_take(data, (int64_t[]){0}, 1, out, &count));
    weir_status status = weir_array_read(out[0], pixels, 2 * 2 * 3);
    weir_array_release(out[0]);
    weir_array_release(out[1]);
    weir_dataset_release(data);
    return status;
}

TEST(png_files_are_decoded) {
    static const unsigned char png[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00,
        0x00, 0xfd, 0xd4, 0x9a, 0x73, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78,
        0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xc0, 0xf0, 0x9f, 0x81, 0x81, 0x81, 0xe1, 0x3f, 0x27,
        0x07, 0x3b, 0x00, 0x1a, 0x26, 0x03, 0x16, 0x5c, 0x56, 0xfb, 0xd8, 0x00, 0x00, 0x00,
        0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    static const unsigned char wanted[] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7};
    weir_runtime *rt = kit_runtime(2);
    unsigned char pixels[2 * 2 * 3];
    weir_status status = read_resized(rt, "r/x/1.png", png, sizeof png, pixels);
    skip_if_built_without(status, "png.h");
    if (dlopen("libpng16.so.16", RTLD_NOW) != NULL) {
        kit_check_status(__FILE__, __LINE__, "weir_array_read", status, WEIR_OK);
        for (int i = 0; i < 12; i++) CHECK_EQ(pixels[i], wanted[i]);
    } else {
        CHECK_HAS(weir_error(), "install libpng16-16");
    }
    weir_failure_clear(rt);
    remove_all();
    weir_runtime_free(rt);
}

TEST(jpeg_files_are_decoded) {
    static const unsigned char jpeg[] = {
        0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00,
        0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x10, 0x0b, 0x0c, 0x0e, 0x0c,
        0x0a, 0x10, 0x0e, 0x0d, 0x0e, 0x12, 0x11, 0x10, 0x13, 0x18, 0x28, 0x1a, 0x18, 0x16, 0x16,
        0x18, 0x31, 0x23, 0x25, 0x1d, 0x28, 0x3a, 0x33, 0x3d, 0x3c, 0x39, 0x33, 0x38, 0x37, 0x40,
        0x48, 0x5c, 0x4e, 0x40, 0x44, 0x57, 0x45, 0x37, 0x38, 0x50, 0x6d, 0x51, 0x57, 0x5f, 0x62,
        0x67, 0x68, 0x67, 0x3e, 0x4d, 0x71, 0x79, 0x70, 0x64, 0x78, 0x5c, 0x65, 0x67, 0x63, 0xff,
        0xc0, 0x00, 0x0b, 0x08, 0x00, 0x08, 0x00, 0x08, 0x01, 0x01, 0x11, 0x00, 0xff, 0xc4, 0x00,
        0x14, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x08,
        0x01, 0x01, 0x00, 0x00, 0x3f, 0x00, 0x3f, 0xff, 0xd9};
    weir_runtime *rt = kit_runtime(2);
    unsigned char pixels[2 * 2 * 3];
    weir_status status = read_resized(rt, "r/x/2.jpg", jpeg, sizeof jpeg, pixels);
    skip_if_built_without(status, "turbojpeg.h");
    if (dlopen("libturbojpeg.so.0", RTLD_NOW) != NULL) {
        kit_check_status(__FILE__, __LINE__, "weir_array_read", status, WEIR_OK);
        for (int i = 0; i < 12; i++) CHECK_LE(abs(pixels[i] - 128), 3);
    } else {
        CHECK_HAS(weir_error(), "install libturbojpeg0");
    }
    weir_failure_clear(rt);
    remove_all();
    weir_runtime_free(rt);
}

/* ---- Random changes -------------------------------------------------------------------------- */

TEST(each_image_is_flipped_independently) {
    weir_runtime *rt = kit_runtime(2);
    int64_t shape[4] = {40, 1, 2, 1};
    float x[80], got[80];
    weir_array *a, *y = NULL;
    int flipped = 0;
    for (int i = 0; i < 80; i++) x[i] = (float)i;
    a = kit_array(rt, WEIR_FLOAT32, 4, shape, x);
    CHECK_OK(weir_random_flip(a, 0.5, 0, &y));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    for (int i = 0; i < 40; i++) {
        bool turned = got[2 * i] == x[2 * i + 1];
        CHECK(got[2 * i + turned] == x[2 * i] && got[2 * i + !turned] == x[2 * i + 1]);
        flipped += turned;
    }
    CHECK(flipped > 0 && flipped < 40);
    weir_array_release(y);
    CHECK_STATUS(weir_random_flip(a, 1.5, 0, &y), EINVAL);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(crops_are_parts_of_the_padded_image) {
    weir_runtime *rt = kit_runtime(2);
    int64_t shape[4] = {30, 1, 4, 4};
    float x[30 * 16], got[30 * 16];
    weir_array *a, *y = NULL;
    int shifted = 0;
    for (int i = 0; i < 30 * 16; i++) x[i] = (float)(i + 1);
    a = kit_array(rt, WEIR_FLOAT32, 4, shape, x);
    CHECK_OK(weir_random_crop(a, 4, 4, 1, 1, &y));
    for (int i = 0; i < 4; i++) CHECK_EQ(weir_array_shape(y)[i], shape[i]);
    CHECK_OK(weir_array_read(y, got, sizeof got));
    for (int n = 0; n < 30; n++) {
        const float *from = x + 16 * n, *to = got + 16 * n;
        bool found = false;
        for (int place = 0; place < 9 && !found; place++) {
            int top = place / 3 - 1, left = place % 3 - 1;
            found = true;
            for (int i = 0; i < 16; i++) {
                int r = i / 4 + top, c = i % 4 + left;
                bool in = r >= 0 && r < 4 && c >= 0 && c < 4;
                found &= to[i] == (in ? from[r * 4 + c] : 0);
            }
            shifted += found && place != 4;
        }
        CHECK(found);
    }
    CHECK(shifted > 0);
    weir_array_release(y);
    CHECK_STATUS(weir_random_crop(a, 7, 4, 1, 1, &y), EINVAL);
    weir_array_release(a);
    weir_runtime_free(rt);
}
