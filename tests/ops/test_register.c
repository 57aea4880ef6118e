/* test_register.c - operators added at run time: those of the example pass the same tests as built-in ones,
 * and mistakes in a block are refused with a message.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "walk.h"

int example_main(void);
#define main example_main
#include "../../examples/c/own_operator.c" /* NOLINT: its operators, unchanged */
#undef main

static const weir_op *added(const weir_op_def *def) {
    const weir_op *op = weir_op_find(def->name);
    if (op == NULL) CHECK_OK(weir_op_register(def, &op));
    return op;
}

static void walk_both(check_fn *check) {
    walk_one(check, added(&cube));
    walk_one(check, added(&row_dot));
    walk_done();
}

TEST(added_operators_give_what_their_formula_says) { walk_both(check_forward); }
TEST(added_operators_treat_nan_as_their_formula_does) { walk_both(check_special); }
TEST(added_operators_have_right_gradients) { walk_both(check_gradient); }
TEST(added_operators_accept_any_layout) { walk_both(check_layouts); }
TEST(added_operators_write_into_existing_arrays) { walk_both(check_outputs); }
TEST(added_operators_compute_or_refuse_every_dtype) { walk_both(check_dtypes); }
TEST(added_operators_handle_empty_and_0d_inputs) { walk_both(check_edges); }
TEST(added_operators_give_the_same_bits_with_any_number_of_workers) { walk_both(check_workers); }
TEST(the_example_runs) { CHECK_EQ(example_main(), 0); }

#define EVERY_ATTRS(X, A)                                                                          \
    X(A, BOOL, flag, 1, "a bool")                                                                  \
    X(A, I64, axis, -1, "an integer")                                                              \
    X(A, F64, eps, 0.5, "a double")                                                                \
    X(A, DTYPE, dtype, WEIR_FLOAT64, "a dtype")                                                    \
    X(A, DEVICE, device, WEIR_DEVICE_DEFAULT, "a device")                                          \
    X(A, I64S, axes, WEIR_NO_LIST, "a list")                                                       \
    X(A, I64S, shape, WEIR_REQUIRED, "a list without a default")                                   \
    X(A, TEXT, mode, "same", "a text")
WEIR_ATTRS(every, EVERY_ATTRS);

TEST(a_list_of_fields_becomes_a_struct_and_its_description) {
    const weir_op_def def = {.size = sizeof def, WEIR_USE_ATTRS(every)};
    CHECK_EQ(def.attr_count, 8);
    CHECK_EQ(def.attr_size, sizeof(every_attr));
    CHECK_EQ(def.attrs[2].offset, offsetof(every_attr, eps));
    CHECK(strcmp(def.attrs[7].name, "mode") == 0 && strcmp(def.attrs[7].text, "same") == 0);
    CHECK_EQ(def.attrs[3].type, WEIR_ATTR_DTYPE);
    CHECK(def.attrs[1].i64 == -1 && def.attrs[2].f64 == 0.5);
    CHECK(!def.attrs[5].required && def.attrs[6].required);
}

#define MUST_ATTRS(X, A)                                                                           \
    X(A, BOOL, flag, WEIR_REQUIRED, "a bool")                                                      \
    X(A, I64, count, WEIR_REQUIRED, "an integer")                                                  \
    X(A, F64, eps, WEIR_REQUIRED, "a double")                                                      \
    X(A, DTYPE, dtype, WEIR_REQUIRED, "a dtype")                                                   \
    X(A, DEVICE, device, WEIR_REQUIRED, "a device")                                                \
    X(A, I64S, shape, WEIR_REQUIRED, "a list")                                                     \
    X(A, TEXT, mode, WEIR_REQUIRED, "a text")
WEIR_ATTRS(must, MUST_ATTRS);

TEST(a_field_of_any_type_can_be_without_a_default) {
    const weir_op_def def = {.size = sizeof def, WEIR_USE_ATTRS(must)};
    must_attr attr;
    memset(&attr, 1, sizeof attr);
    weir_attrs_init(def.attrs, def.attr_count, def.attr_stride, &attr, sizeof attr);
    for (uint32_t i = 0; i < def.attr_count; i++) CHECK_EQ(def.attrs[i].required, 1);
    CHECK(attr.count == WEIR_NONE && isnan(attr.eps) && attr.dtype == WEIR_DTYPE_DEFAULT &&
          attr.device == WEIR_DEVICE_DEFAULT && attr.shape.data == NULL && attr.mode == NULL);
}

TEST(a_call_with_the_defaults_is_refused_if_an_attribute_has_none) {
    static const char *const name[][2] = {{"one_hot", "num_classes"}, {"astype", "dtype"},
                                          {"einsum", "equation"},     {"linspace", "start"},
                                          {"to_device", "device"},    {"reshape", "shape"}};
    weir_runtime *rt = kit_runtime(1);
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_number_f64(rt, 1, &x));
    for (int i = 0; i < 6; i++) {
        const weir_op *op = weir_op_find(name[i][0]);
        uint32_t inputs = weir_op_describe(op)->inputs[0] != '\0';
        CHECK_STATUS(weir_op_call(rt, op, &x, inputs, NULL, 0, &y, NULL), EINVAL);
        CHECK_HAS(weir_error(), name[i][1]);
        CHECK_HAS(weir_error(), "is required");
    }
    weir_array_release(x);
    weir_runtime_free(rt);
}

TEST(names_are_counted) {
    uint32_t required = 9;
    CHECK_EQ(weir_names_count("x1, x2?, x3, x4?", &required), 4);
    CHECK_EQ(required, 3);
    CHECK_EQ(weir_names_count("", &required), 0);
    CHECK_EQ(required, 0);
    CHECK_EQ(weir_names_count("y", NULL), 1);
    CHECK_EQ(weir_names_count(NULL, NULL), 0);
}

TEST(added_operators_come_after_built_in_ones) {
    uint32_t before = weir_op_count();
    for (uint32_t i = 1; i < before; i++)
        CHECK(strcmp(weir_op_describe(weir_op_at(i - 1))->name,
                     weir_op_describe(weir_op_at(i))->name) < 0);
    const weir_op *op = added(&cube);
    CHECK_EQ(weir_op_count(), before + 1);
    CHECK(weir_op_at(before) == op);
    CHECK(weir_op_at(before + 1) == NULL);
    CHECK(weir_op_find("cube") == op);
    CHECK(weir_op_find("cub") == NULL && weir_op_find("") == NULL && weir_op_find(NULL) == NULL);
    CHECK(weir_op_describe(op)->flags & WEIR_OP_FOREIGN);
    CHECK_STATUS(weir_op_register(&cube, NULL), EINVAL);
    CHECK_HAS(weir_error(), "cube");
}

static void refused(weir_op_def def, const char *part) {
    CHECK_STATUS(weir_op_register(&def, NULL), EINVAL);
    CHECK_HAS(weir_error(), part);
}

TEST(mistakes_in_a_block_are_refused) {
    weir_op_def d = row_dot;
    CHECK_STATUS(weir_op_register(NULL, NULL), EINVAL);
    d.size = 8;
    refused(d, "size");
    d = row_dot, d.name = NULL;
    refused(d, "name");
    d = row_dot, d.name = "9 lives";
    refused(d, "9 lives");
    d = row_dot, d.name = "add";
    refused(d, "add");
    d = row_dot, d.inputs = NULL;
    refused(d, "inputs");
    d = row_dot, d.infer = NULL;
    refused(d, "infer");
    d = row_dot, d.run = NULL;
    refused(d, "run");
    d = row_dot, d.attr_size = 4;
    refused(d, "scale");
    d = cube, d.takes = 0;
    refused(d, "dtype");
    weir_attr bad = row_dot_attrs[0];
    bad.type = 99;
    d = row_dot, d.attrs = &bad;
    refused(d, "99");
    d = cube, d.flags |= WEIR_OP_VIEW;
    refused(d, "view");
    d = cube, d.inputs = "";
    refused(d, "inputs");
}

TEST(attributes_beyond_the_limit_for_defaults_are_required) {
    weir_runtime *rt = kit_runtime(1);
    weir_op_def d = row_dot;
    d.name = "wide_dot";
    d.attr_size = 4096;
    const weir_op *op = added(&d);
    int64_t n = 3;
    double ones[3] = {1, 1, 1}, attr[512] = {2}, value = 0;
    weir_array *x = NULL, *y = NULL, *g[2] = {NULL};
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, &n, 1, ones, &x));
    weir_array *in[2] = {x, x};
    CHECK_STATUS(weir_op_call(rt, op, in, 2, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "4096");
    CHECK_OK(weir_op_call(rt, op, in, 2, attr, sizeof attr, &y, NULL));
    CHECK_OK(weir_array_item_f64(y, &value));
    CHECK(value == 6);
    CHECK_STATUS(weir_op_vjp(rt, op, in, 2, NULL, 0, &y, 1, &y, NULL, g), EINVAL);
    CHECK_HAS(weir_error(), "4096");
    weir_array_release(x);
    weir_array_release(y);
    weir_runtime_free(rt);
}

static void *register_cube(void *arg) {
    test_gate_pass(arg);
    return weir_op_register(&cube, NULL) == WEIR_OK ? arg : NULL;
}

TEST(of_threads_that_add_the_same_name_one_succeeds) {
    enum { THREADS = 8 };
    test_gate gate = {0};
    test_thread t[THREADS];
    int done = 0;
    for (int i = 0; i < THREADS; i++) t[i] = test_thread_start(register_cube, &gate);
    test_gate_await(&gate, THREADS);
    test_gate_open(&gate);
    for (int i = 0; i < THREADS; i++) done += test_thread_join(t[i]) != NULL;
    CHECK_EQ(done, 1);
}

/* Attributes are copied when the call is made, lists and texts too. */
TEST(attributes_of_a_call_may_change_after_it) {
    weir_runtime *rt = kit_runtime(1);
    test_gate gate = {0};
    int64_t shape[1] = {64}, to[2] = {8, 8};
    weir_array *in[2], *y = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, shape, 1, NULL, &in[0]));
    double ones[64];
    for (int i = 0; i < 64; i++) ones[i] = 1;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, shape, 1, ones, &in[1]));
    const weir_op *op = added(&row_dot);
    row_dot_attr attr = {2};
    kit_hold(rt, &gate, 1);
    weir_array *same[2] = {in[1], in[1]};
    CHECK_OK(weir_op_call(rt, op, same, 2, &attr, sizeof attr, &y, NULL));
    attr.scale = 1000;
    weir_array *r = NULL;
    CHECK_OK(weir_reshape(in[0], weir_i64s_of(to, 2), &r));
    to[0] = 1;
    test_gate_open(&gate);
    double value;
    CHECK_OK(weir_array_item_f64(y, &value));
    CHECK(value == 128);
    CHECK_EQ(weir_array_shape(r)[0], 8);
    weir_array_release(r);
    weir_array_release(y);
    weir_array_release(in[0]);
    weir_array_release(in[1]);
    weir_runtime_free(rt);
}

/* ---- Dtypes without a loop ------------------------------------------------------------------- */

static weir_status infer_as_given(weir_infer *c) {
    c->dtype = (int32_t)weir_array_dtype(c->in[0]);
    c->out[0].dtype = c->dtype;
    c->out[0].ndim = weir_array_ndim(c->in[0]);
    for (int i = 0; i < c->out[0].ndim; i++) c->out[0].shape[i] = weir_array_shape(c->in[0])[i];
    return WEIR_OK;
}

static weir_status infer_no_dtype(weir_infer *c) {
    weir_status status = infer_as_given(c);
    c->dtype = 77;
    return status;
}

/* Of any size, queued or not, with outputs or without: the call refuses. */
static void refuses_dtype(const weir_op *op, weir_dtype dtype, const char *words) {
    weir_runtime *rt = kit_runtime(1);
    for (int64_t n = 1; n <= 1 << 14; n <<= 14) {
        weir_array *x = NULL, *y = NULL, *into = NULL;
        CHECK_OK(weir_zeros(rt, weir_i64s_of(&n, 1), OPT(zeros, .dtype = dtype, .device = -1), &x));
        CHECK_OK(weir_zeros(rt, weir_i64s_of(&n, 1),
                            OPT(zeros, .dtype = WEIR_COMPLEX128, .device = -1), &into));
        CHECK_STATUS(weir_op_call(rt, op, &x, 1, NULL, 0, &y, NULL), EDTYPE);
        CHECK_HAS(weir_error(), words);
        CHECK(y == NULL);
        CHECK_STATUS(weir_op_call_into(rt, op, &x, 1, NULL, 0, &into, 1), EDTYPE);
        CHECK_HAS(weir_error(), words);
        CHECK_OK(weir_waitall(rt));
        weir_array_release(x);
        weir_array_release(into);
    }
    weir_runtime_free(rt);
}

TEST(a_dtype_without_a_loop_is_refused_at_the_call) {
    weir_op_def d = cube;
    d.name = "cube_f64";
    d.takes = WEIR_TAKES_INT | WEIR_TAKES_FLOAT;
    d.gives = WEIR_GIVES_SAME;
    d.aliases = NULL;
    memset(d.map, 0, sizeof d.map);
    d.map[WEIR_IN_F64] = cube_f64;
    const weir_op *op = added(&d);
    refuses_dtype(op, WEIR_FLOAT32,
                  "cube_f64: does not support float32; supported dtypes: float64");
    refuses_dtype(op, WEIR_INT64, "cube_f64: does not support int64");
    refuses_dtype(op, WEIR_BOOL, "cube_f64: accepts real numbers, not bool");
    d.name = "cube_own_rule";
    d.infer = infer_as_given;
    refuses_dtype(added(&d), WEIR_FLOAT16, "cube_own_rule: does not support float16");
    weir_runtime *rt = kit_runtime(1);
    double two = 2, eight = 0;
    int64_t one = 1;
    weir_array *x = NULL, *y = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, &one, 1, &two, &x));
    CHECK_OK(weir_op_call(rt, added(&d), &x, 1, NULL, 0, &y, NULL));
    CHECK_OK(weir_array_item_f64(y, &eight));
    CHECK(eight == 8);
    weir_array_release(y);
    y = NULL;
    d.name = "cube_wrong_rule";
    d.infer = infer_no_dtype;
    CHECK_STATUS(weir_op_call(rt, added(&d), &x, 1, NULL, 0, &y, NULL), EINVAL);
    CHECK_HAS(weir_error(), "cube_wrong_rule: infer set dtype to 77");
    weir_array_release(x);
    weir_runtime_free(rt);
    memset(d.map, 0, sizeof d.map);
    d.name = "cube_nothing";
    refused(d, "needs loops");
}
