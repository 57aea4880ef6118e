/* test_typed_calls.c - the shape of typed calls: required attributes, options, and structs of options
 * from programs of other versions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

static weir_runtime *rt;
static weir_array *x; /* [[1, 2, 3], [4, 5, 6]] */

static void begin(void) {
    static const float values[6] = {1, 2, 3, 4, 5, 6};
    rt = kit_runtime(1);
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, (int64_t[]){2, 3}, 2, values, &x));
}

static void end(void) {
    weir_array_release(x);
    weir_runtime_free(rt);
}

/* Read the first element of y, release it, and set it to NULL. */
static double first(weir_array **y) {
    float values[6] = {0};
    CHECK_OK(weir_array_read(*y, values, sizeof(float) * (size_t)weir_array_count(*y)));
    weir_array_release(*y);
    *y = NULL;
    return values[0];
}

TEST(options_that_are_null_are_the_defaults) {
    begin();
    weir_array *y = NULL;
    CHECK_OK(weir_sum(x, NULL, &y));
    CHECK_EQ(weir_array_ndim(y), 0);
    CHECK(first(&y) == 21);
    weir_sum_options o = WEIR_SUM_OPTIONS;
    CHECK_OK(weir_sum(x, &o, &y));
    CHECK(first(&y) == 21);
    end();
}

TEST(one_option_is_changed_and_the_others_stay_defaults) {
    begin();
    weir_array *y = NULL, *values = NULL, *at = NULL;
    weir_sum_options o = WEIR_SUM_OPTIONS;
    o.keepdims = 1;
    CHECK_OK(weir_sum(x, &o, &y));
    CHECK_EQ(weir_array_ndim(y), 2);
    CHECK(first(&y) == 21);
    o.axes = WEIR_I64S(0);
    CHECK_OK(weir_sum(x, &o, &y));
    CHECK_EQ(weir_array_count(y), 3);
    CHECK(first(&y) == 5);
    weir_topk_options smallest = WEIR_TOPK_OPTIONS;
    CHECK(smallest.axis == -1 && smallest.largest == 1 && smallest.sorted == 1);
    smallest.largest = 0;
    CHECK_OK(weir_topk(x, 2, &smallest, &values, &at));
    CHECK_EQ(weir_array_shape(values)[1], 2);
    CHECK(first(&values) == 1);
    weir_array_release(at);
    end();
}

/* -1 is true, as in a struct of attributes. */
TEST(a_bool_is_true_if_it_is_not_0) {
    begin();
    weir_array *y = NULL;
    weir_sum_options o = WEIR_SUM_OPTIONS;
    o.keepdims = -1;
    CHECK_OK(weir_sum(x, &o, &y));
    CHECK_EQ(weir_array_ndim(y), 2);
    weir_array_release(y);
    end();
}

/* Such a flag once chose an entry of a table. */
TEST(a_bool_that_is_not_0_or_1_means_true_when_values_are_written) {
    begin();
    weir_array *index = NULL, *value = kit_number(rt, 2);
    CHECK_OK(weir_zeros(rt, WEIR_I64S(2), NULL, &index));
    weir_array *integers = NULL, *base = NULL;
    CHECK_OK(weir_astype(index, WEIR_INT64, &integers));
    CHECK_OK(weir_ones(rt, WEIR_I64S(3), NULL, &base));
    static const int32_t flags[] = {1, 2, 7, 99, -1, INT32_MIN};
    for (int i = 0; i < 6; i++) {
        weir_index_put_options o = WEIR_INDEX_PUT_OPTIONS;
        weir_put_along_axis_options p = WEIR_PUT_ALONG_AXIS_OPTIONS;
        weir_array *y = NULL, *z = NULL;
        char text[64];
        o.accumulate = p.accumulate = flags[i];
        CHECK_OK(weir_index_put(base, value, &integers, 1, &o, &y));
        CHECK_OK(weir_array_text(y, text, sizeof text));
        CHECK_STR(text, "[5., 1., 1.]");
        CHECK_OK(weir_put_along_axis(base, integers, value, &p, &z));
        CHECK_OK(weir_array_text(z, text, sizeof text));
        CHECK_STR(text, "[5., 1., 1.]");
        weir_array_release(y);
        weir_array_release(z);
    }
    weir_array *all[] = {index, value, integers, base};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    end();
}

TEST(options_without_a_size_are_refused) {
    begin();
    weir_array *y = NULL;
    CHECK_STATUS(weir_softmax(x, &(weir_softmax_options){.axis = 1}, &y), EINVAL);
    CHECK_HAS(weir_error(), "softmax: the size of weir_softmax_options is 0");
    CHECK_HAS(weir_error(), "Initialise the struct with WEIR_SOFTMAX_OPTIONS, which sets");
    /* the names of the function, not of the operator */
    CHECK_STATUS(weir_variance(x, &(weir_variance_options){.keepdims = 1}, &y), EINVAL);
    CHECK_HAS(weir_error(), "WEIR_VARIANCE_OPTIONS");
    /* an operator with required attributes */
    CHECK_STATUS(weir_eye(rt, 3, &(weir_eye_options){.k = 1}, &y), EINVAL);
    CHECK_HAS(weir_error(), "weir_eye_options is 0");
    CHECK(y == NULL);
    end();
}

TEST(options_of_a_wrong_size_are_refused) {
    begin();
    weir_array *y = NULL;
    weir_sum_options o = WEIR_SUM_OPTIONS;
    o.size = sizeof(weir_sum_attr); /* of another struct */
    CHECK_STATUS(weir_sum(x, &o, &y), EINVAL);
    CHECK_HAS(weir_error(), "the size of weir_sum_options is 24; expected 32 or more");
    end();
}

/* A struct as the header of a newer version would have it. */
TEST(options_of_a_newer_program_are_taken_if_the_new_ones_are_0) {
    begin();
    weir_array *y = NULL;
    struct {
        weir_sum_options known;
        uint64_t more;
    } o = {WEIR_SUM_OPTIONS, 0};
    o.known.size = sizeof o;
    o.known.keepdims = 1;
    CHECK_OK(weir_sum(x, &o.known, &y));
    CHECK_EQ(weir_array_ndim(y), 2);
    CHECK(first(&y) == 21);
    o.more = 1;
    CHECK_STATUS(weir_sum(x, &o.known, &y), EINVAL);
    CHECK_HAS(weir_error(), "sum: weir_sum_options has 40 bytes");
    CHECK_HAS(weir_error(), "are not 0");
    CHECK_EQ(o.known.size, sizeof o);
    struct {
        weir_eye_options known;
        uint64_t more;
    } e = {WEIR_EYE_OPTIONS, 0};
    e.known.size = sizeof e;
    e.known.k = 1;
    CHECK_OK(weir_eye(rt, 2, &e.known, &y));
    CHECK(first(&y) == 0);
    e.more = 1;
    CHECK_STATUS(weir_eye(rt, 2, &e.known, &y), EINVAL);
    end();
}

TEST(a_required_attribute_that_is_none_is_refused) {
    begin();
    weir_array *y = NULL, *whole = NULL, *one[] = {x};
    CHECK_OK(weir_astype(x, WEIR_INT32, &whole));
    CHECK_STATUS(weir_one_hot(whole, WEIR_NONE, NULL, &y), EINVAL);
    CHECK_HAS(weir_error(), "one_hot: num_classes is required");
    CHECK_STATUS(weir_einsum(one, 1, NULL, &y), EINVAL);
    CHECK_HAS(weir_error(), "einsum: equation is required");
    CHECK(weir_linspace(rt, WEIR_NAN, 1, NULL, &y) != WEIR_OK);
    CHECK_HAS(weir_error(), "linspace: start");
    CHECK(weir_reshape(x, weir_i64s_of(NULL, 0), &y) != WEIR_OK);
    CHECK_HAS(weir_error(), "reshape: ");
    weir_array_release(whole);
    end();
}

TEST(lists_are_written_in_place) {
    begin();
    weir_array *y = NULL;
    CHECK_EQ(WEIR_I64S(2, 3, 4).count, 3);
    CHECK_EQ(WEIR_I64S(7).data[0], 7);
    CHECK_OK(weir_reshape(x, WEIR_I64S(3, -1), &y));
    CHECK_EQ(weir_array_shape(y)[1], 2);
    weir_array_release(y);
    CHECK_OK(weir_zeros(rt, weir_i64s_of(NULL, 0), NULL, &y)); /* no dimensions */
    CHECK_EQ(weir_array_ndim(y), 0);
    weir_array_release(y);
    end();
}
