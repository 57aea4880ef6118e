/* test_structs.c - structs of callers that are shorter or longer than the library's.
 *
 * The structs here are made up: the library's has grown, so that both directions can be tried before a public one has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ops/core/op.h"

#include "harness.h"

typedef struct first {
    size_t size;
    int32_t a, b;
} first;

typedef struct grown {
    size_t size;
    int32_t a, b;
    double c; /* its default is 0.5 */
} grown;

typedef struct future {
    size_t size;
    int32_t a, b;
    double c;
    int64_t d;
} future;

static const grown defaults = {.size = sizeof(grown), .a = 1, .b = 2, .c = 0.5};

static weir_status take(grown *to, const void *from) {
    *to = defaults;
    return weir_struct_take(to, sizeof *to, from, sizeof(first), "weir_thing_new", "weir_thing");
}

TEST(a_shorter_struct_gets_defaults_for_what_it_lacks) {
    grown g;
    first f = {.size = sizeof f, .a = 7, .b = 8};
    CHECK_EQ(take(&g, &f), WEIR_OK);
    CHECK(g.size == sizeof g && g.a == 7 && g.b == 8 && g.c == 0.5);
}

TEST(a_struct_of_the_same_size_is_copied) {
    grown g, f = {.size = sizeof f, .a = 7, .b = 8, .c = 9};
    CHECK_EQ(take(&g, &f), WEIR_OK);
    CHECK(g.size == sizeof g && g.a == 7 && g.b == 8 && g.c == 9);
}

TEST(a_longer_struct_is_taken_if_the_rest_is_zero) {
    grown g;
    future f = {.size = sizeof f, .a = 7, .b = 8, .c = 9};
    CHECK_EQ(take(&g, &f), WEIR_OK);
    CHECK(g.size == sizeof g && g.a == 7 && g.b == 8 && g.c == 9);
}

TEST(a_longer_struct_is_refused_if_the_rest_is_not_zero) {
    grown g;
    future f = {.size = sizeof f, .a = 7, .b = 8, .c = 9, .d = (int64_t)1 << 40};
    CHECK_EQ(take(&g, &f), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "weir_thing_new: weir_thing has 32 bytes");
    CHECK_HAS(weir_error(), "knows only the first 24");
    CHECK_HAS(weir_error(), "newer");
    CHECK(g.a == 1); /* nothing was copied */
}

TEST(a_struct_shorter_than_the_first_release_is_refused) {
    static const size_t wrong[] = {0, 8, sizeof(first) - 1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        grown g;
        first f = {.size = wrong[i], .a = 7};
        CHECK_EQ(take(&g, &f), WEIR_EINVAL);
        CHECK_HAS(weir_error(), "weir_thing_new: the size of weir_thing is ");
        CHECK_HAS(weir_error(), "sizeof(weir_thing), which is at least 16");
        f.size = wrong[i];
        CHECK_EQ(weir_struct_give(&f, &g, sizeof g, sizeof f, "weir_thing_get", "weir_thing"),
                 WEIR_EINVAL);
        CHECK(f.a == 7);
    }
}

TEST(a_struct_is_filled_up_to_the_smaller_size) {
    struct {
        first f;
        int64_t guard;
    } small = {{.size = sizeof(first)}, 42};
    CHECK_EQ(weir_struct_give(&small.f, &defaults, sizeof defaults, sizeof(first), "get", "thing"),
             WEIR_OK);
    CHECK(small.f.size == sizeof(first) && small.f.a == 1 && small.f.b == 2 && small.guard == 42);
    future large = {.size = sizeof large, .d = 42};
    CHECK_EQ(weir_struct_give(&large, &defaults, sizeof defaults, sizeof(first), "get", "thing"),
             WEIR_OK);
    CHECK(large.size == sizeof large && large.c == 0.5 && large.d == 42);
}

TEST(a_copy_ends_in_zeros) {
    struct {
        first f;
        int64_t guard;
    } small = {{0}, 42};
    weir_struct_copy(&small.f, sizeof small.f, &defaults, sizeof defaults);
    CHECK(small.f.b == 2 && small.guard == 42);
    future large = {.d = 42};
    weir_struct_copy(&large, sizeof large, &defaults, sizeof defaults);
    CHECK(large.c == 0.5 && large.d == 0);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

#define TWO_ATTRS(X, A)                                                                            \
    X(A, I64, axis, -1, "the axis")                                                                \
    X(A, F64, scale, 0.5, "a factor")
WEIR_ATTRS(two, TWO_ATTRS);

#define NEED_ATTRS(X, A)                                                                           \
    X(A, I64, axis, -1, "the axis")                                                                \
    X(A, I64S, shape, WEIR_REQUIRED, "a shape")
WEIR_ATTRS(need, NEED_ATTRS);

static weir_status take_two(two_attr *to, const void *from, size_t size) {
    return weir_attrs_take(two_attrs, 2, sizeof *two_attrs, to, sizeof *to, from, size, "thing");
}

TEST(attributes_of_other_sizes_are_taken) {
    struct {
        int64_t axis;
        double scale;
        int64_t more;
    } longer = {3, 4, 0};
    two_attr t;
    CHECK_EQ(take_two(&t, &longer, 8), WEIR_OK);
    CHECK(t.axis == 3 && t.scale == 0.5);
    CHECK_EQ(take_two(&t, &longer, 16), WEIR_OK);
    CHECK(t.axis == 3 && t.scale == 4);
    CHECK_EQ(take_two(&t, &longer, 24), WEIR_OK);
    CHECK(t.axis == 3 && t.scale == 4);
    longer.more = 1;
    CHECK_EQ(take_two(&t, &longer, 24), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: the attribute struct has 24 bytes");
    CHECK_EQ(take_two(&t, &longer, 12), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "ends inside the attribute scale");
    CHECK_EQ(take_two(&t, &longer, 0), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "attr_size is 0");
}

TEST(attributes_that_are_required_are_not_made_up) {
    need_attr all;
    int64_t axis = 2;
    CHECK_EQ(
        weir_attrs_take(need_attrs, 2, sizeof *need_attrs, &all, sizeof all, &axis, 8, "thing"),
        WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: attribute shape is required");
}

TEST(defaults_fill_as_much_as_there_is) {
    struct {
        int64_t axis, guard;
    } small = {0, 42};
    weir_attrs_init(two_attrs, 2, sizeof *two_attrs, &small, 8);
    CHECK(small.axis == -1 && small.guard == 42);
    char large[64];
    memset(large, 1, sizeof large);
    weir_attrs_init(two_attrs, 2, sizeof *two_attrs, large, sizeof large);
    CHECK(((two_attr *)(void *)large)->scale == 0.5 && large[16] == 0 && large[63] == 0);
}

/* ---- Lists of descriptions ------------------------------------------------------------------- */

typedef struct wide_info {
    weir_attr attr;
    int64_t more;
} wide_info;

TEST(descriptions_with_larger_elements_are_copied) {
    wide_info list[2] = {{two_attrs[0], 0}, {two_attrs[1], 0}};
    const weir_attr *own = NULL;
    CHECK_EQ(weir_attrs_adopt(&list[0].attr, 2, sizeof *list, 16, "thing", &own), WEIR_OK);
    CHECK(own != &list[0].attr && strcmp(own[1].name, "scale") == 0 && own[1].f64 == 0.5);
    free((void *)(uintptr_t)own);
    CHECK_EQ(weir_attrs_adopt(two_attrs, 2, sizeof *two_attrs, 16, "thing", &own), WEIR_OK);
    CHECK(own == two_attrs);
    list[1].more = 1;
    CHECK_EQ(weir_attrs_adopt(&list[0].attr, 2, sizeof *list, 16, "thing", &own), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: the description of attribute scale has");
    CHECK_EQ(weir_attrs_adopt(two_attrs, 2, 0, 16, "thing", &own), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "attr_stride is 0; set it to sizeof(weir_attr)");
    CHECK_EQ(weir_attrs_adopt(two_attrs, 2, sizeof *two_attrs, 15, "thing", &own), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "scale at offset 8 is outside the struct of 15 bytes");
}

/* ---- Values whose type is known at run time --------------------------------------------------- */

#define ALL_ATTRS(X, A)                                                                            \
    X(A, BOOL, keep, 1, "a switch")                                                                \
    X(A, DTYPE, dtype, 0, "a dtype")                                                               \
    X(A, DEVICE, device, -1, "a device")                                                           \
    X(A, BOOL, other, 0, "another switch")                                                         \
    X(A, I64, axis, WEIR_NONE, "the axis")                                                         \
    X(A, F64, scale, WEIR_NAN, "a factor, or none")                                                \
    X(A, F64, slope, 0.5, "a factor")                                                              \
    X(A, I64S, axes, WEIR_NO_LIST, "axes")                                                         \
    X(A, TEXT, mode, "mean", "a mode")
WEIR_ATTRS(all, ALL_ATTRS);

enum { ALL = sizeof all_attrs / sizeof *all_attrs };

static const weir_attr *named(const char *name) {
    return weir_attr_find(all_attrs, ALL, sizeof *all_attrs, name);
}

static void defaults_of(all_attr *to) {
    weir_attrs_init(all_attrs, ALL, sizeof *all_attrs, to, sizeof *to);
}

TEST(attributes_are_found_by_name) {
    CHECK(named("axis") == &all_attrs[4]);
    CHECK(named("nothing") == NULL && named(NULL) == NULL);
    wide_info list[2] = {{two_attrs[0], 0}, {two_attrs[1], 0}};
    CHECK(weir_attr_find(&list[0].attr, 2, sizeof *list, "scale") == &list[1].attr);
}

TEST(attributes_are_set_from_values) {
    static const int64_t data[] = {2, 0};
    all_attr t;
    defaults_of(&t);
    CHECK_EQ(weir_attr_set_i64(named("keep"), &t, sizeof t, 0, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_text(named("dtype"), &t, sizeof t, "int64", "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_text(named("device"), &t, sizeof t, "cpu", "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_f64(named("other"), &t, sizeof t, 1, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_f64(named("axis"), &t, sizeof t, -2, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_i64(named("scale"), &t, sizeof t, 3, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_f64(named("slope"), &t, sizeof t, WEIR_NAN, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_i64s(named("axes"), &t, sizeof t, data, 2, "thing"), WEIR_OK);
    CHECK_EQ(weir_attr_set_text(named("mode"), &t, sizeof t, "sum", "thing"), WEIR_OK);
    CHECK(t.keep == 0 && t.other == 1 && t.axis == -2 && t.scale == 3);
    CHECK(t.dtype == WEIR_INT64 && t.device == WEIR_CPU(0) && t.slope != t.slope);
    CHECK(t.axes.data == data && t.axes.count == 2 && strcmp(t.mode, "sum") == 0);
    CHECK_EQ(weir_attr_set_i64s(named("axes"), &t, sizeof t, NULL, 0, "thing"), WEIR_OK);
    CHECK(t.axes.data != NULL && t.axes.count == 0); /* empty, not none */
    CHECK_EQ(weir_attr_set_i64(named("dtype"), &t, sizeof t, WEIR_BOOL, "thing"), WEIR_OK);
    CHECK_EQ(t.dtype, WEIR_BOOL);
}

TEST(none_is_the_value_that_the_type_has_for_it) {
    all_attr t;
    memset(&t, 1, sizeof t);
    for (uint32_t i = 0; i < ALL; i++)
        CHECK_EQ(weir_attr_set_none(&all_attrs[i], &t, sizeof t, "thing"), WEIR_OK);
    CHECK(t.keep == 1 && t.other == 0); /* the defaults */
    CHECK(t.dtype == 0 && t.device == WEIR_DEVICE_DEFAULT && t.axis == WEIR_NONE);
    CHECK(t.scale != t.scale && t.slope != t.slope && t.axes.data == NULL && t.mode == NULL);
    need_attr n;
    CHECK_EQ(weir_attr_set_none(&need_attrs[1], &n, sizeof n, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: shape is required");
    CHECK_EQ(weir_attr_set_text(named("mode"), &t, sizeof t, NULL, "thing"), WEIR_OK);
}

TEST(values_of_another_type_are_refused_and_change_nothing) {
    all_attr t, before;
    defaults_of(&t);
    before = t;
    CHECK_EQ(weir_attr_set_i64(named("keep"), &t, sizeof t, 2, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: keep must be true or false, not 2");
    CHECK_EQ(weir_attr_set_f64(named("axis"), &t, sizeof t, 1.5, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: axis must be an integer, not 1.5");
    CHECK_EQ(weir_attr_set_f64(named("axis"), &t, sizeof t, 0x1p63, "thing"), WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_f64(named("axis"), &t, sizeof t, WEIR_NAN, "thing"), WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_f64(named("scale"), &t, sizeof t, WEIR_NAN, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: scale must be a number or none, not NaN");
    CHECK_EQ(weir_attr_set_i64(named("dtype"), &t, sizeof t, 1000, "thing"), WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_i64(named("dtype"), &t, sizeof t, INT64_C(1) << 32, "thing"),
             WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_i64(named("device"), &t, sizeof t, -2, "thing"), WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_i64(named("mode"), &t, sizeof t, 1, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: mode must be a text, not 1");
    CHECK_EQ(weir_attr_set_f64(named("axes"), &t, sizeof t, 1, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: axes must be a list of integers, not 1");
    CHECK_EQ(weir_attr_set_text(named("dtype"), &t, sizeof t, "float31", "thing"), WEIR_EDTYPE);
    CHECK_HAS(weir_error(), "not \"float31\"");
    CHECK(weir_attr_set_text(named("device"), &t, sizeof t, "toaster", "thing") != WEIR_OK);
    CHECK_EQ(weir_attr_set_text(named("axis"), &t, sizeof t, "two", "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: axis must be an integer, not the text \"two\"");
    CHECK_EQ(weir_attr_set_i64s(named("axis"), &t, sizeof t, &t.axis, 1, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "thing: axis must be an integer, not a list of 1 integer");
    CHECK_EQ(weir_attr_set_i64s(named("axes"), &t, sizeof t, NULL, 1, "thing"), WEIR_EINVAL);
    CHECK_EQ(weir_attr_set_i64(NULL, &t, sizeof t, 1, "thing"), WEIR_EINVAL);
    CHECK(memcmp(&t, &before, sizeof t) == 0);
}

TEST(a_struct_that_ends_before_the_field_is_refused) {
    struct {
        int64_t axis, guard;
    } small = {0, 42};
    CHECK_EQ(weir_attr_set_f64(&two_attrs[1], &small, 8, 0.25, "thing"), WEIR_EINVAL);
    CHECK_HAS(weir_error(), "the attribute struct has 8 bytes; its field scale ends at byte 16");
    CHECK(small.guard == 42);
    CHECK_EQ(weir_attr_set_i64(&two_attrs[0], &small, 8, 3, "thing"), WEIR_OK);
    CHECK(small.axis == 3);
    CHECK_EQ(weir_attr_set_i64(&two_attrs[0], NULL, 8, 3, "thing"), WEIR_EINVAL);
}
