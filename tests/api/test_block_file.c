/* test_block_file.c - networks saved to files and loaded: round trips, shapes from the file, what does not fit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "array_kit.h"

#define CHECK_FAILS(call, status, words)                                                           \
    do {                                                                                           \
        CHECK_STATUS(call, status);                                                                \
        CHECK_HAS(weir_error(), words);                                                            \
    } while (0)

static const char *file(void) {
    static char path[64];
    snprintf(path, sizeof path, "block-%d.safetensors", (int)getpid());
    return path;
}

static weir_block *network(weir_runtime *rt, const char *text) {
    weir_block *b = NULL;
    CHECK_OK(weir_block_parse(rt, text, &b));
    return b;
}

static weir_array *forward(weir_block *b) {
    int64_t shape[2] = {2, 3};
    float values[6] = {1, -2, 3, 0.5f, 0.25f, -1};
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(weir_block_runtime(b), WEIR_FLOAT32, shape, 2, values, &x));
    CHECK_OK(weir_block_call(b, x, &y));
    weir_array_release(x);
    return y;
}

static void same_results(weir_block *a, weir_block *b) {
    float x[8], y[8];
    weir_array *p = forward(a), *q = forward(b);
    size_t bytes = (size_t)weir_array_count(p) * sizeof(float);
    CHECK_LE(bytes, sizeof x);
    CHECK_OK(weir_array_read(p, x, bytes));
    CHECK_OK(weir_array_read(q, y, bytes));
    CHECK(memcmp(x, y, bytes) == 0);
    weir_array_release(p);
    weir_array_release(q);
}

TEST(a_network_that_was_saved_is_loaded) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *a = network(rt, "Linear(3, 4), BatchNorm1d(4), ReLU(), Linear(4, 2)");
    weir_block *b = network(rt, "Linear(3, 4), BatchNorm1d(4), ReLU(), Linear(4, 2)");
    CHECK_OK(weir_block_initialise(b, 99, NULL));
    CHECK_OK(weir_block_save(a, file()));
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL));
    same_results(a, b);
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(a);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(parameters_without_a_shape_take_that_of_the_file) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *a = network(rt, "Linear(3, 4), ReLU(), Linear(4, 2)");
    weir_block *b = network(rt, "Linear(4), ReLU(), Linear(2)");
    CHECK_FAILS(weir_block_save(b, file()), EINVAL, "its shape is not known");
    CHECK(access(file(), F_OK) != 0);
    CHECK_OK(weir_block_save(a, file()));
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL));
    same_results(a, b);
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(a);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(values_are_cast_to_the_dtype_of_the_parameter) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *a = network(rt, "Linear(3, 2)"), *b = network(rt, "Linear(3, 2)");
    CHECK_OK(weir_block_cast(b, WEIR_FLOAT64));
    CHECK_OK(weir_block_save(a, file()));
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL));
    weir_array *w = NULL, *v = NULL;
    float small[6];
    double large[6];
    CHECK_OK(weir_block_get(a, "weight", &w));
    CHECK_OK(weir_block_get(b, "weight", &v));
    CHECK_EQ(weir_array_dtype(v), WEIR_FLOAT64);
    CHECK_OK(weir_array_read(w, small, sizeof small));
    CHECK_OK(weir_array_read(v, large, sizeof large));
    for (int i = 0; i < 6; i++) CHECK((double)small[i] == large[i]);
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(a);
    weir_block_release(b);
    weir_runtime_free(rt);
}

/* Does the block still have its values? */
static void unchanged(weir_block *b, const float *before) {
    weir_array *w = NULL;
    float now[6];
    CHECK_OK(weir_block_get(b, "0.weight", &w));
    CHECK_OK(weir_array_read(w, now, sizeof now));
    CHECK(memcmp(now, before, sizeof now) == 0);
}

TEST(a_file_that_does_not_fit_changes_nothing) {
    weir_runtime *rt = kit_runtime(2);
    weir_block *b = network(rt, "Linear(3, 2), Linear(2, 1)");
    weir_array *w = NULL;
    float before[6];
    CHECK_OK(weir_block_get(b, "0.weight", &w));
    CHECK_OK(weir_array_read(w, before, sizeof before));

    weir_block *other = network(rt, "Linear(3, 2), Linear(2, 1, bias=false), Linear(1, 1)");
    CHECK_OK(weir_block_save(other, file()));
    CHECK_FAILS(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL), EINVAL,
                "missing from the file: 1.bias; not in the block: ");
    CHECK_HAS(weir_error(), "2.weight");
    CHECK_HAS(weir_error(), file());
    unchanged(b, before);
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_MATCHING));
    weir_block_release(other);

    CHECK_OK(weir_array_read(w, before, sizeof before));
    other = network(rt, "Linear(3, 2), Linear(2, 5)");
    CHECK_OK(weir_block_save(other, file()));
    CHECK_FAILS(weir_block_load(b, file(), WEIR_BLOCK_LOAD_MATCHING), EINVAL,
                "1.weight has shape (5, 2), but the block needs (1, 2)");
    unchanged(b, before);
    weir_block_release(other);

    other = network(rt, "Sequential(a=Linear(3, 2))");
    CHECK_OK(weir_block_save(other, file()));
    CHECK_FAILS(weir_block_load(b, file(), WEIR_BLOCK_LOAD_MATCHING), EINVAL,
                "contains none of the block's parameters");
    CHECK_EQ(unlink(file()), 0);
    CHECK_FAILS(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL), ENOENT, file());
    CHECK_FAILS(weir_block_load(b, file(), 6), EINVAL, "unknown flags");
    CHECK_FAILS(weir_block_load(NULL, file(), 0), EINVAL, "b is NULL");
    CHECK_FAILS(weir_block_load(b, NULL, 0), EINVAL, "path is NULL");
    CHECK_FAILS(weir_block_save(b, NULL), EINVAL, "path is NULL");
    CHECK_FAILS(weir_block_save(b, "/nowhere/at/all.safetensors"), ENOENT, "/nowhere/at/all");
    weir_block_release(other);
    weir_block_release(b);
    weir_runtime_free(rt);
}

TEST(a_long_list_of_names_is_shortened) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *many = NULL, *one = network(rt, "Linear(1, 1)");
    CHECK_OK(weir_block_new(rt, weir_block_kind_find("Sequential"), NULL, 0, &many));
    for (int i = 0; i < 40; i++) {
        weir_block *l = network(rt, "Linear(1, 1)");
        CHECK_OK(weir_block_add(many, NULL, l));
        weir_block_release(l);
    }
    CHECK_OK(weir_block_save(one, file()));
    CHECK_FAILS(weir_block_load(many, file(), WEIR_BLOCK_LOAD_ALL), EINVAL, "0.weight, 0.bias, 1.");
    CHECK_HAS(weir_error(), " more; not in the block: ");
    CHECK_HAS(weir_error(), "weight");
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(many);
    weir_block_release(one);
    weir_runtime_free(rt);
}

TEST(a_tied_array_is_saved_under_its_names_and_loaded_from_one) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = network(rt, "Linear(2, 2), Linear(2, 2)");
    CHECK_OK(weir_block_tie(b, "1.weight", "0.weight"));
    CHECK_OK(weir_block_save(b, file()));
    weir_safetensors *f = NULL;
    CHECK_OK(weir_safetensors_open(file(), &f));
    CHECK(weir_safetensors_find(f, "0.weight") >= 0 && weir_safetensors_find(f, "1.weight") >= 0);
    weir_safetensors_close(f);
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL));
    /* A file with one of the names, and the state of an optimiser, as optim.save of Python writes it. */
    const char *names[] = {"1.weight", "0.bias", "1.bias", "optimizer.0.exp_avg"};
    const char *about[] = {"weir", "1"};
    weir_array *arrays[4];
    CHECK_OK(weir_block_get(b, names[0], &arrays[0]));
    CHECK_OK(weir_block_get(b, names[1], &arrays[1]));
    CHECK_OK(weir_block_get(b, names[2], &arrays[2]));
    arrays[3] = arrays[0];
    CHECK_OK(weir_save_safetensors(file(), names, arrays, 4, NULL, 0));
    CHECK_FAILS(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL), EINVAL, "optimizer.0.exp_avg");
    CHECK_OK(weir_save_safetensors(file(), names, arrays, 4, about, 1));
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL));
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(b);
    weir_runtime_free(rt);
}

static weir_status fails(weir_context *ctx, void *arg) {
    (void)arg;
    return weir_context_fail(ctx, WEIR_EFAILED, "on purpose");
}

TEST(a_failed_parameter_leaves_the_old_file) {
    weir_runtime *rt = kit_runtime(1);
    weir_block *b = network(rt, "Linear(3, 2)"), *c = network(rt, "Linear(3, 2)");
    weir_array *w = NULL;
    CHECK_OK(weir_block_save(b, file()));
    CHECK_OK(weir_block_get(b, "weight", &w));
    static const weir_kind kind = {.size = sizeof kind, .name = "breaks", .run = fails};
    weir_var *v = weir_array_var(w);
    weir_task t = {.size = sizeof t, .kind = &kind, .writes = &v, .write_count = 1};
    CHECK_OK(weir_task_push(rt, &t));
    CHECK_FAILS(weir_block_save(b, file()), EFAILED, "on purpose");
    CHECK_OK(weir_block_load(c, file(), WEIR_BLOCK_LOAD_ALL));
    CHECK_OK(weir_block_load(b, file(), WEIR_BLOCK_LOAD_ALL)); /* and repairs the block */
    same_results(b, c);
    CHECK_EQ(unlink(file()), 0);
    weir_block_release(b);
    weir_block_release(c);
    weir_runtime_free(rt);
}
