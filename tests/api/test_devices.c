/* test_devices.c - devices: their names; where arrays are created, that they do not mix, how they are copied.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "array_kit.h"

static weir_array *moved(weir_array *x, int32_t device) {
    weir_array *y = NULL;
    CHECK_OK(weir_to_device(x, device, &y));
    return y;
}

TEST(arrays_are_made_on_the_default_device) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 3, 0, 1);
    CHECK_EQ(weir_array_device(a), WEIR_CPU(0));
    CHECK_EQ(weir_default_device_set(WEIR_CPU(1)), WEIR_CPU(0));
    CHECK_EQ(weir_default_device_set(WEIR_DEVICE_DEFAULT), WEIR_CPU(1)); /* asks, changes nothing */
    weir_array *b = kit_ramp(rt, 3, 0, 1), *n = kit_number(rt, 1), *u = NULL;
    float x[3] = {0};
    int64_t shape = 3;
    weir_array *m = NULL;
    CHECK_OK(weir_array_from_memory(rt, WEIR_FLOAT32, &shape, NULL, 1, x, 0, NULL, NULL, &m));
    CHECK_OK(weir_uniform(rt, weir_i64s_of(&shape, 1), NULL, &u));
    CHECK_EQ(weir_array_device(b), WEIR_CPU(1));
    CHECK_EQ(weir_array_device(m), WEIR_CPU(1));
    CHECK_EQ(weir_array_device(u), WEIR_CPU(1));
    weir_array *y =
        kit_call("add", a, n); /* runs on the device of the arrays, whatever the default */
    CHECK_EQ(weir_array_device(y), WEIR_CPU(0));
    CHECK_EQ(weir_default_device_set(WEIR_CPU(0)), WEIR_CPU(1));
    weir_array *z = kit_call("add", n, b);
    CHECK_EQ(weir_array_device(z), WEIR_CPU(1));
    CHECK_RAMP(z, 3, 1, 1);
    weir_array *both[] = {a, b, n, u, m, y, z};
    for (int i = 0; i < 7; i++) weir_array_release(both[i]);
    weir_runtime_free(rt);
}

static void *look_at_default(void *arg) {
    weir_runtime *rt = arg;
    CHECK_EQ(weir_default_device_set(WEIR_CPU(2)), WEIR_CPU(0));
    weir_array *a = kit_scalar(rt, 1);
    CHECK_EQ(weir_array_device(a), WEIR_CPU(2));
    return a;
}

TEST(the_default_device_belongs_to_the_thread) {
    weir_runtime *rt = kit_runtime(1);
    CHECK_EQ(weir_default_device_set(WEIR_CPU(1)), WEIR_CPU(0));
    weir_array *a = test_thread_join(test_thread_start(look_at_default, rt));
    CHECK_EQ(weir_array_device(a), WEIR_CPU(2));
    CHECK_EQ(weir_default_device_set(WEIR_CPU(0)), WEIR_CPU(1));
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(arrays_on_two_devices_do_not_mix) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 3, 0, 1), *b = moved(a, WEIR_CPU(1)), *y = NULL;
    CHECK_STATUS(kit_try_op("add", a, b, &y), EINVAL);
    CHECK_HAS(weir_error(), "add: inputs are on cpu:0 and cpu:1");
    CHECK_HAS(weir_error(), "to_device");
    CHECK_STATUS(kit_try_op("add", b, a, &y), EINVAL);
    CHECK_HAS(weir_error(), "cpu:1 and cpu:0");
    CHECK(y == NULL);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(an_output_on_another_device_is_refused_with_both_names) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 3, 0, 1), *b = moved(a, WEIR_CPU(1));
    CHECK_STATUS(kit_try_into("add", a, a, b), EINVAL);
    CHECK_HAS(weir_error(), "the result is on cpu:0");
    CHECK_HAS(weir_error(), "output 0 is on cpu:1");
    CHECK_RAMP(b, 3, 0, 1);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(to_device_copies) {
    weir_runtime *rt = kit_runtime(2);
    for (int64_t n = 1; n < 300000; n = n * 20 + 1) {
        weir_array *a = kit_ramp(rt, n, 0, 1), *b = moved(a, WEIR_CPU(1)),
                   *same = moved(a, WEIR_CPU(0));
        CHECK_EQ(weir_array_device(b), WEIR_CPU(1));
        kit_into("negative", a, NULL, a); /* the copies are unchanged */
        CHECK_RAMP(b, n, 0, 1);
        CHECK_RAMP(same, n, 0, 1);
        weir_array *back = moved(b, WEIR_CPU(0)), *sum = kit_call("add", a, back);
        CHECK_ALL(sum, n, 0);
        weir_array *all[] = {a, b, same, back, sum};
        for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    }
    weir_runtime_free(rt);
}

TEST(views_and_results_stay_on_the_device_of_their_inputs) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 6, 0, 1), *b = moved(a, WEIR_CPU(63)), *m = kit_reshape(b, 2, 3),
               *t = kit_transposed(m), *c = NULL, *d = kit_call("matmul", m, t);
    int64_t flat = 6;
    CHECK_OK(weir_reshape(t, weir_i64s_of(&flat, 1), &c)); /* a copy */
    CHECK_EQ(weir_array_device(m), WEIR_CPU(63));
    CHECK_EQ(weir_array_device(t), WEIR_CPU(63));
    CHECK_EQ(weir_array_device(c), WEIR_CPU(63));
    CHECK_EQ(weir_array_device(d), WEIR_CPU(63));
    weir_array *moved_view = moved(t, WEIR_CPU(2));
    CHECK_TEXT(moved_view, "[[0., 3.],\n [1., 4.],\n [2., 5.]]");
    weir_array *all[] = {a, b, m, t, c, d, moved_view};
    for (int i = 0; i < 7; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(composite_operators_make_their_arrays_on_the_device_of_their_inputs) {
    weir_runtime *rt = kit_runtime(1);
    static const int32_t devices[] = {WEIR_CPU(5), WEIR_NULL(0)};
    for (int i = 0; i < 2; i++) {
        weir_array *a = kit_ramp(rt, 4, 0, 1), *b = moved(a, devices[i]), *middle = NULL,
                   *product = NULL, *n = kit_number(rt, 2);
        CHECK_OK(weir_median(b, NULL, &middle));
        CHECK_OK(weir_outer(n, b, &product));
        CHECK_EQ(weir_array_device(middle), devices[i]);
        CHECK_EQ(weir_array_device(product), devices[i]);
        CHECK_EQ(weir_default_device_set(WEIR_DEVICE_DEFAULT), WEIR_CPU(0));
        CHECK_ITEM(middle, 1.5);
        CHECK_TEXT(product, "[[0., 2., 4., 6.]]");
        weir_array *all[] = {a, b, middle, product, n};
        for (int j = 0; j < 5; j++) weir_array_release(all[j]);
    }
    weir_runtime_free(rt);
}

TEST(a_number_goes_to_a_device_as_an_array) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *n = kit_number(rt, 2.5), *a = moved(n, WEIR_CPU(1));
    CHECK_EQ(weir_array_device(a), WEIR_CPU(1));
    CHECK(!weir_array_is_number(a));
    CHECK_ITEM(a, 2.5);
    weir_array_release(n);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(there_are_no_other_devices) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *a = kit_ramp(rt, 3, 0, 1), *y = NULL;
    static const int32_t none[] = {WEIR_CPU(64), WEIR_NULL(4), 2, -2, INT32_MAX, INT32_MIN};
    int64_t n = 3;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK_STATUS(weir_to_device(a, none[i], &y), EDEVICE);
        CHECK_HAS(weir_error(), "there is no device");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        CHECK_STATUS(
            weir_uniform(rt, weir_i64s_of(&n, 1), OPT(uniform, .high = 1, .device = none[i]), &y),
            EDEVICE);
    CHECK(y == NULL);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(an_invalid_device_does_not_become_the_default) {
    static const int32_t none[] = {WEIR_CPU(64), WEIR_NULL(4), 2, -2, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        weir_default_device_set(none[i]);
        CHECK_EQ(weir_default_device_set(WEIR_CPU(0)), WEIR_CPU(0));
    }
}

/* ---- Names ----------------------------------------------------------------------------------- */

TEST(every_device_has_a_name_that_can_be_read_back) {
    static const struct {
        int32_t device;
        const char *name;
    } list[] = {{WEIR_CPU(0), "cpu:0"},
                {WEIR_CPU(63), "cpu:63"},
                {WEIR_NULL(0), "null:0"},
                {WEIR_NULL(3), "null:3"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char name[16];
        int32_t device = -7;
        CHECK_EQ(weir_device_name(list[i].device, name, sizeof name), strlen(list[i].name));
        CHECK(strcmp(name, list[i].name) == 0);
        CHECK_OK(weir_device_parse(name, &device));
        CHECK_EQ(device, list[i].device);
    }
    int32_t device = -7;
    CHECK_OK(weir_device_parse("cpu", &device));
    CHECK_EQ(device, WEIR_CPU(0));
    CHECK_OK(weir_device_parse("null", &device));
    CHECK_EQ(device, WEIR_NULL(0));
}

TEST(a_name_is_truncated_to_its_buffer) {
    char name[4] = "xyz";
    CHECK_EQ(weir_device_name(WEIR_CPU(12), NULL, 0), 6);
    CHECK_EQ(weir_device_name(WEIR_CPU(12), name, 0), 6);
    CHECK(strcmp(name, "xyz") == 0);
    CHECK_EQ(weir_device_name(WEIR_CPU(12), name, sizeof name), 6);
    CHECK(strcmp(name, "cpu") == 0);
    char number[20];
    weir_device_name(WEIR_CPU(64), number, sizeof number);
    CHECK(strcmp(number, "number 16384") == 0);
}

TEST(text_that_names_no_device_is_refused_with_a_list_of_devices) {
    static const char *const bad[] = {"",       "gpu",    "cuda:0", "cpu:",          "cpu:64",
                                      "cpu:-1", "cpu: 1", "cpu:1 ", "cpu1",          "CPU",
                                      "null:4", "nul",    "cpu:1x", "cpu:4294967297"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int32_t device = -7;
        CHECK_STATUS(weir_device_parse(bad[i], &device), EDEVICE);
        CHECK_HAS(weir_error(), bad[i]);
        CHECK_HAS(weir_error(), "cpu:0 to cpu:63");
        CHECK_HAS(weir_error(), "null:0 to null:3");
        CHECK((strstr(weir_error(), "a GPU is called cuda:0") != NULL) ==
              (strcmp(bad[i], "gpu") == 0));
        CHECK_EQ(device, -7);
    }
    int32_t device;
    CHECK_STATUS(weir_device_parse(NULL, &device), EINVAL);
    CHECK_STATUS(weir_device_parse("cpu", NULL), EINVAL);
}

TEST(the_cpu_and_the_configured_null_devices_are_listed) {
    weir_config c = kit_config(1);
    for (int n = 0; n <= 4; n += 2) {
        weir_runtime *rt = NULL;
        int32_t list[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
        c.null_devices = n;
        CHECK_OK(weir_runtime_new(&c, &rt));
        CHECK_EQ(weir_devices(rt, NULL, 0), 1 + n);
        CHECK_EQ(weir_devices(rt, list, 2), 1 + n);
        CHECK_EQ(list[2], -7);
        CHECK_EQ(weir_devices(rt, list, 8), 1 + n);
        CHECK_EQ(list[0], WEIR_CPU(0));
        for (int i = 0; i < n; i++) CHECK_EQ(list[1 + i], WEIR_NULL(i));
        weir_runtime_free(rt);
    }
    weir_runtime *rt = NULL;
    c.null_devices = 5;
    CHECK_STATUS(weir_runtime_new(&c, &rt), EINVAL);
    CHECK_HAS(weir_error(), "null_devices is 5");
    CHECK_EQ(weir_devices(NULL, NULL, 0), 0);
}

/* ---- Synchronize ----------------------------------------------------------------------------- */

TEST(synchronize_waits_for_the_work_of_a_device) {
    static const int32_t list[] = {WEIR_CPU(0), WEIR_CPU(1), WEIR_DEVICE_DEFAULT};
    weir_runtime *rt = kit_runtime(2);
    for (int i = 0; i < 3; i++) {
        weir_array *a = kit_ramp(rt, 100000, 0, 1), *b = moved(a, WEIR_CPU(1)), *y = b;
        for (int j = 0; j < 5; j++) {
            weir_array *next = kit_call("add", y, b);
            if (y != b) weir_array_release(y);
            y = next;
        }
        CHECK_OK(weir_synchronize(rt, list[i]));
        CHECK(weir_var_is_ready(weir_array_var(y)));
        CHECK_RAMP(y, 100000, 0, 6);
        weir_array *all[] = {a, b, y};
        for (int j = 0; j < 3; j++) weir_array_release(all[j]);
    }
    CHECK_STATUS(weir_synchronize(rt, WEIR_CPU(64)), EDEVICE);
    CHECK_HAS(weir_error(), "weir_synchronize: there is no device number 16384");
    CHECK_STATUS(weir_synchronize(NULL, WEIR_CPU(0)), EINVAL);
    weir_runtime_free(rt);
}
