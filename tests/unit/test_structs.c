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
    CHECK_HAS(weir_error(), "knows 24");
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
