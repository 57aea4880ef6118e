/* test_watch.c - an observer is called once for each operation that its thread issues.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>

#include "array_kit.h"

typedef struct seen {
    char names[256];
    weir_array *first_in, *first_out; /* of the last one; only compared */
    uint32_t count;
} seen;

static void note(const weir_op *op, weir_array *const *in, uint32_t in_count,
                 weir_array *const *out, uint32_t out_count, void *ctx) {
    seen *s = ctx;
    const weir_op_def *def = weir_op_describe(op);
    strcat(strcat(s->names, s->count++ > 0 ? " " : ""), def->name);
    s->first_in = in_count > 0 ? in[0] : NULL;
    s->first_out = out_count > 0 ? out[0] : NULL;
}

TEST(each_operation_is_told_once_with_its_arrays) {
    weir_runtime *rt = kit_runtime(2);
    seen s = {.count = 0};
    weir_array *x = kit_ramp(rt, 100, 0, 1), *y, *z;
    weir_watch_set(note, &s);
    CHECK_OK(weir_add(x, x, &y));
    CHECK(s.first_in == x && s.first_out == y);
    CHECK_OK(kit_try_op("softmax", y, NULL, &z));
    CHECK(s.first_in == y && s.first_out == z);
    CHECK_OK(weir_op_call_into(rt, kit_op("exp"), &y, 1, NULL, 0, &z, 1));
    CHECK(s.first_in == y && s.first_out == z);
    weir_watch_set(NULL, NULL);
    CHECK_OK(weir_op_call_into(rt, kit_op("exp"), &y, 1, NULL, 0, &z, 1));
    CHECK(strcmp(s.names, "add softmax exp") == 0);
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(z);
    weir_runtime_free(rt);
}

TEST(what_is_refused_is_not_told) {
    weir_runtime *rt = kit_runtime(2);
    seen s = {.count = 0};
    weir_array *x = kit_ramp(rt, 3, 0, 1), *y = kit_ramp(rt, 4, 0, 1), *z = NULL;
    weir_watch_set(note, &s);
    CHECK_EQ(weir_add(x, y, &z), WEIR_EINVAL);
    weir_watch_set(NULL, NULL);
    CHECK_EQ(s.count, 0);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(going_backward_is_told_too) {
    weir_runtime *rt = kit_runtime(2);
    seen s = {.count = 0};
    weir_array *x = kit_ramp(rt, 100, 0, 1), *y;
    CHECK_OK(weir_array_attach_grad(x, WEIR_GRAD_WRITE));
    weir_watch_set(note, &s);
    weir_recording_set(1);
    CHECK_OK(weir_multiply(x, x, &y));
    weir_recording_set(0);
    CHECK_EQ(s.count, 1);
    CHECK_OK(weir_backward(&y, 1, NULL, 0));
    weir_watch_set(NULL, NULL);
    CHECK(s.count > 1);
    CHECK(strncmp(s.names, "multiply ", 9) == 0);
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

static void *issue_elsewhere(void *x) {
    weir_array *y;
    CHECK_OK(weir_add(x, x, &y));
    weir_array_release(y);
    return NULL;
}

TEST(other_threads_are_not_watched) {
    weir_runtime *rt = kit_runtime(2);
    seen s = {.count = 0};
    weir_array *x = kit_ramp(rt, 100, 0, 1);
    pthread_t thread;
    weir_watch_set(note, &s);
    pthread_create(&thread, NULL, issue_elsewhere, x);
    pthread_join(thread, NULL);
    weir_watch_set(NULL, NULL);
    CHECK_EQ(s.count, 0);
    weir_array_release(x);
    weir_runtime_free(rt);
}
