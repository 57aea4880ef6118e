/* test_names.c - operators are found by any of their names, and an unknown name gives suggestions of
 * similar names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

static void finds(const char *alias, const char *name) {
    const weir_op *op = weir_op_find(alias);
    if (op == NULL) test_fail(__FILE__, __LINE__, "'%s' is not found: %s", alias, weir_error());
    CHECK_STR(weir_op_describe(op)->name, name);
}

TEST(operators_have_the_names_that_numpy_and_pytorch_gave_them) {
    finds("absolute", "abs");
    finds("arccos", "acos");
    finds("concatenate", "concat");
    finds("cat", "concat");
    finds("power", "pow");
    finds("variance", "var");
    finds("transpose", "permute_dims");
    finds("clamp", "clip");
    finds("cumsum", "cumulative_sum");
    CHECK_STR(weir_op_describe(weir_op_find("bitwise_invert"))->aliases, "invert, bitwise_not");
    CHECK(weir_op_describe(weir_op_find("add"))->aliases == NULL);
    CHECK(weir_op_find("invert, bitwise_not") == NULL && weir_op_find(" bitwise_not") == NULL);
}

/* Each alias belongs to one operator, and is not the name of another. */
TEST(no_two_operators_share_a_name) {
    int seen = 0;
    for (uint32_t i = 0; i < weir_op_count(); i++) {
        const weir_op_def *def = weir_op_describe(weir_op_at(i));
        finds(def->name, def->name);
        for (const char *p = def->aliases; p != NULL && *p != '\0'; seen++) {
            char alias[100];
            size_t n = strcspn(p, ",");
            snprintf(alias, sizeof alias, "%.*s", (int)n, p);
            finds(alias, def->name);
            p += n;
            p += strspn(p, ", ");
        }
    }
    CHECK(seen > 50);
}

static void suggests(const char *asked, const char *message) {
    CHECK(weir_op_find(asked) == NULL);
    CHECK_STR(weir_error(), message);
}

TEST(an_unknown_name_suggests_similar_ones) {
    suggests("sofmax", "there is no operator 'sofmax'; did you mean softmax?");
    suggests("SoftMax", "there is no operator 'SoftMax'; did you mean softmax or softmin?");
    suggests("mutliply", "there is no operator 'mutliply'; did you mean multiply?");
    suggests("concatenat", "there is no operator 'concatenat'; did you mean concat?");
    suggests("log3", "there is no operator 'log3'; did you mean log, log2 or log10?");
    suggests("xyzzy_plugh", "there is no operator 'xyzzy_plugh'");
    suggests("", "there is no operator ''");
    CHECK(weir_op_find("a_name_that_is_longer_than_any_operator_would_ever_be_called") == NULL);
    CHECK_HAS(weir_error(), "there is no operator 'a_name_that");
}

/* ---- Added operators ------------------------------------------------------------------------- */

static void halve_f32(void *out, const void *const *in, int64_t n, const void *attr) {
    const float *x = in[0];
    float *y = out;
    (void)attr;
    for (int64_t i = 0; i < n; i++) y[i] = x[i] / 2;
}

static const weir_op_def halve = {
    .size = sizeof halve,
    .name = "halve",
    .summary = "Half of each element.",
    .inputs = "x",
    .outputs = "y",
    .flags = WEIR_OP_ELEMENTWISE,
    .takes = WEIR_TAKES_FLOAT,
    .map = {[WEIR_IN_F32] = halve_f32},
    .aliases = "half_of, bisect",
};

static void refused(weir_op_def def, const char *part) {
    CHECK_STATUS(weir_op_register(&def, NULL), EINVAL);
    CHECK_HAS(weir_error(), part);
}

TEST(added_operators_have_aliases_too) {
    CHECK_OK(weir_op_register(&halve, NULL));
    finds("half_of", "halve");
    finds("bisect", "halve");
    suggests("bisekt", "there is no operator 'bisekt'; did you mean halve?");
    weir_op_def d = halve;
    d.name = "absolute";
    refused(d, "an operator 'absolute' exists already, an alias of abs");
    d.name = "bisect", d.aliases = NULL;
    refused(d, "an operator 'bisect' exists already, an alias of halve");
    d.name = "third", d.aliases = "one_third, bisect";
    refused(d, "an operator 'bisect' exists already, an alias of halve");
    d.aliases = "tanh";
    refused(d, "an operator 'tanh' exists already");
    d.aliases = "one-third";
    refused(d, "third: 'one-third' is not a valid alias");
    CHECK(weir_op_find("third") == NULL);
}

/* A block that was compiled before the field aliases existed is shorter. */
TEST(a_shorter_block_is_accepted) {
    static union {
        weir_op_def def;
        char bytes[sizeof(weir_op_def)];
    } old;
    memset(&old, 0x5a, sizeof old);
    memcpy(&old, &halve, offsetof(weir_op_def, aliases));
    old.def.size = offsetof(weir_op_def, aliases);
    old.def.name = "old_halve";
    const weir_op *op = NULL;
    CHECK_OK(weir_op_register(&old.def, &op));
    CHECK(weir_op_describe(op)->aliases == NULL);
    CHECK_EQ(weir_op_describe(op)->size, sizeof(weir_op_def));
    old.def.size--;
    old.def.name = "older_halve";
    CHECK_STATUS(weir_op_register(&old.def, NULL), EINVAL);
}

/* ---- Missing attributes ---------------------------------------------------------------------- */

TEST(attributes_without_default_are_required) {
    weir_runtime *rt = kit_runtime_serial();
    const int64_t shape[1] = {1};
    const float value = 3;
    weir_array *x = NULL, *y = NULL, *g = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT32, shape, 1, &value, &x));
    const weir_op *reshape = weir_op_find("reshape"), *softmax = weir_op_find("softmax");
    CHECK_STATUS(weir_op_call(rt, reshape, &x, 1, NULL, 0, &y, NULL), EINVAL);
    CHECK_STR(weir_error(), "reshape: attribute shape is required");
    CHECK_STATUS(weir_op_vjp(rt, reshape, &x, 1, NULL, 0, &x, 1, &x, NULL, &g), EINVAL);
    CHECK_STR(weir_error(), "reshape: attribute shape is required");
    CHECK(g == NULL);
    CHECK_OK(weir_op_call(rt, softmax, &x, 1, NULL, 0, &y, NULL));
    CHECK_OK(weir_op_vjp(rt, softmax, &x, 1, NULL, 0, &y, 1, &x, NULL, &g));
    weir_array_release(x);
    weir_array_release(y);
    weir_array_release(g);
    weir_runtime_free(rt);
}
