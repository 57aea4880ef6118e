/* test_clip.c - clip with both bounds, one bound, or none.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array_kit.h"

TEST(a_bound_of_clip_may_be_left_out) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 6, -3, 1), *low = kit_number(rt, -1), *high = kit_number(rt, 1),
               *y;
    CHECK_OK(weir_clip(x, low, high, &y));
    CHECK_TEXT(y, "[-1., -1., -1., 0., 1., 1.]");
    weir_array_release(y);
    CHECK_OK(weir_clip(x, low, NULL, &y));
    CHECK_TEXT(y, "[-1., -1., -1., 0., 1., 2.]");
    weir_array_release(y);
    CHECK_OK(weir_clip(x, NULL, high, &y));
    CHECK_TEXT(y, "[-3., -2., -1., 0., 1., 1.]");
    weir_array_release(y);
    y = kit_call("clip", x, low); /* trailing inputs may be omitted */
    CHECK_TEXT(y, "[-1., -1., -1., 0., 1., 2.]");
    weir_array *all[] = {x, low, high, y};
    for (int i = 0; i < 4; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(clip_without_bounds_is_a_copy) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 6, -3, 1), *y = NULL, *one = kit_number(rt, 1);
    CHECK_OK(weir_clip(x, NULL, NULL, &y));
    CHECK(weir_array_var(y) != weir_array_var(x));
    kit_into("add", x, one, x); /* y has values of its own */
    CHECK_RAMP(y, 6, -3, 1);
    weir_array *all[] = {x, y, one};
    for (int i = 0; i < 3; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

/* x[i] of a large array, transposed, against one bound that is broadcast. */
TEST(one_bound_broadcasts_over_any_layout) {
    weir_runtime *rt = kit_runtime(2);
    enum { SIDE = 300 };
    weir_array *flat = kit_ramp(rt, SIDE * SIDE, 0, 1), *x = kit_reshape(flat, SIDE, SIDE),
               *t = kit_transposed(x), *high = kit_ramp(rt, SIDE, 0, 100), *y = NULL;
    CHECK_OK(weir_clip(t, NULL, high, &y));
    float *got = malloc(sizeof *got * SIDE * SIDE);
    CHECK_OK(weir_array_read(y, got, sizeof *got * SIDE * SIDE));
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            float own = (float)(j * SIDE + i), bound = (float)(100 * j);
            CHECK_EQ((int)got[i * SIDE + j], (int)(own < bound ? own : bound));
        }
    free(got);
    weir_array *all[] = {flat, x, t, high, y};
    for (int i = 0; i < 5; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}

TEST(the_gradient_of_clip_goes_where_its_value_came_from) {
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = kit_ramp(rt, 5, -2, 1), *high = kit_filled(rt, 5, 0.5f), *y = NULL,
               *one = kit_filled(rt, 5, 1), *in[3] = {x, NULL, high}, *grad[3] = {NULL};
    CHECK_OK(weir_clip(x, NULL, high, &y));
    CHECK_OK(weir_op_vjp(rt, kit_op("clip"), in, 3, NULL, 0, &y, 1, &one, NULL, grad));
    CHECK_TEXT(grad[0], "[1., 1., 1., 0., 0.]");
    CHECK(grad[1] == NULL);
    CHECK_TEXT(grad[2], "[0., 0., 0., 1., 1.]");
    weir_array *all[] = {x, high, y, one, grad[0], grad[2]};
    for (int i = 0; i < 6; i++) weir_array_release(all[i]);
    weir_runtime_free(rt);
}
