/* array_kit.h - helpers for tests of arrays: creation, operations and checks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_ARRAY_KIT_H
#define TEST_ARRAY_KIT_H

#include "kit.h"

/* ---- Creation -------------------------------------------------------------------------------- */

static inline weir_array *kit_array(weir_runtime *rt, weir_dtype dtype, int32_t ndim,
                                    const int64_t *shape, const void *data) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, dtype, shape, ndim, data, &a));
    CHECK(a);
    return a;
}

/* n float32 numbers: start, start + step, ... */
static inline weir_array *kit_ramp(weir_runtime *rt, int64_t n, float start, float step) {
    float *x = malloc((size_t)(n > 0 ? n : 1) * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = start + (float)i * step;
    weir_array *a = kit_array(rt, WEIR_FLOAT32, 1, &n, x);
    free(x);
    return a;
}

static inline weir_array *kit_filled(weir_runtime *rt, int64_t n, float value) {
    return kit_ramp(rt, n, value, 0);
}

static inline weir_array *kit_scalar(weir_runtime *rt, float value) {
    return kit_array(rt, WEIR_FLOAT32, 0, NULL, &value);
}

static inline weir_array *kit_number(weir_runtime *rt, double value) {
    weir_array *a = NULL;
    CHECK_OK(weir_number_f64(rt, value, &a));
    return a;
}

/* ---- Operations ------------------------------------------------------------------------------ */

static inline const weir_op *kit_op(const char *name) {
    const weir_op *op = weir_op_find(name);
    if (op == NULL) test_fail(__FILE__, __LINE__, "there is no operator %s", name);
    return op;
}

static inline uint32_t kit_inputs(weir_array *const *in) {
    return in[0] == NULL ? 0 : in[1] == NULL ? 1 : 2;
}

/* y = name(a) or name(a, b), where b may be NULL. */
static inline weir_status kit_try_op(const char *name, weir_array *a, weir_array *b,
                                     weir_array **y) {
    weir_array *in[2] = {a, b};
    return weir_op_call(weir_array_runtime(a), kit_op(name), in, kit_inputs(in), NULL, 0, y, NULL);
}

static inline weir_array *kit_call(const char *name, weir_array *a, weir_array *b) {
    weir_array *y = NULL;
    CHECK_OK(kit_try_op(name, a, b, &y));
    CHECK(y);
    return y;
}

/* out[...] = name(a, b) */
static inline weir_status kit_try_into(const char *name, weir_array *a, weir_array *b,
                                       weir_array *out) {
    weir_array *in[2] = {a, b};
    return weir_op_call_into(weir_array_runtime(a), kit_op(name), in, kit_inputs(in), NULL, 0, &out,
                             1);
}

static inline void kit_into(const char *name, weir_array *a, weir_array *b, weir_array *out) {
    CHECK_OK(kit_try_into(name, a, b, out));
}

/* *x = name(*x, b), releasing the old array. */
static inline void kit_step(const char *name, weir_array **x, weir_array *b) {
    weir_array *y = kit_call(name, *x, b);
    weir_array_release(*x);
    *x = y;
}

/* Set the attribute with this name; false: the operator has none. */
static inline int kit_attr(const weir_op *op, void *attr, const char *name, const void *value,
                           size_t size) {
    const weir_op_def *def = weir_op_describe(op);
    for (uint32_t i = 0; i < def->attr_count; i++)
        if (strcmp(def->attrs[i].name, name) == 0) {
            memcpy((char *)attr + def->attrs[i].offset, value, size);
            return 1;
        }
    return 0;
}

/* ---- Views ----------------------------------------------------------------------------------- */

static inline weir_array *kit_reshape(weir_array *x, int64_t rows, int64_t columns) {
    int64_t shape[2] = {rows, columns};
    weir_array *y = NULL;
    CHECK_OK(weir_reshape(x, weir_i64s_of(shape, 2), &y));
    return y;
}

static inline weir_array *kit_transposed(weir_array *x) {
    weir_array *y = NULL;
    CHECK_OK(weir_permute_dims(x, NULL, &y));
    return y;
}

/* x[first:last] along the first axis, as a view. */
static inline weir_array *kit_cut(weir_array *x, int64_t first, int64_t last) {
    const weir_op *op = weir_op_find("split");
    if (op == NULL) SKIP("there is no operator that cuts");
    _Alignas(16) char attr[512];
    int64_t at[2] = {first, last};
    weir_i64s list = {at, 2};
    weir_array *piece[3] = {NULL};
    uint32_t count = 3;
    CHECK_OK(weir_attr_init(op, attr, weir_op_describe(op)->attr_size));
    CHECK(kit_attr(op, attr, "indices", &list, sizeof list));
    CHECK_OK(weir_op_call(weir_array_runtime(x), op, &x, 1, attr, weir_op_describe(op)->attr_size,
                          piece, &count));
    CHECK_EQ(count, 3);
    weir_array_release(piece[0]);
    weir_array_release(piece[2]);
    CHECK_EQ(weir_array_shape(piece[1])[0], last - first);
    return piece[1];
}

/* x reversed along all axes, as a view. */
static inline weir_array *kit_flipped(weir_array *x) {
    if (weir_op_find("flip") == NULL) SKIP("there is no operator that flips");
    return kit_call("flip", x, NULL);
}

/* ---- Gates ----------------------------------------------------------------------------------- */

/* Operations that read or write `a` from now on wait for the gate; its values are kept.  Occupies a
 * worker. */
static inline void kit_gate_array(weir_array *a, test_gate *gate) {
    weir_var *v = weir_array_var(a);
    kit_push(weir_array_runtime(a), &kit_gate, gate, v, v);
}

static inline void kit_break(weir_array *a) {
    weir_var *v = weir_array_var(a);
    kit_push(weir_array_runtime(a), &kit_broken, NULL, v, v);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Check all n elements of a float32 array, whatever its strides. */
#define CHECK_RAMP(a, n, start, step) kit_check_ramp(__FILE__, __LINE__, #a, a, n, start, step)

static inline void kit_check_ramp(const char *file, int line, const char *what, weir_array *a,
                                  int64_t n, float start, float step) {
    float *x = malloc((size_t)(n > 0 ? n : 1) * sizeof *x);
    weir_status status = weir_array_read(a, x, (size_t)n * sizeof *x);
    if (status != WEIR_OK)
        test_fail(file, line, "reading %s gives %s: \"%s\"", what, weir_status_name(status),
                  weir_error());
    for (int64_t i = 0; i < n; i++)
        if (x[i] != start + (float)i * step)
            test_fail(file, line, "%s[%lld] is %g, not %g", what, (long long)i, (double)x[i],
                      (double)(start + (float)i * step));
    free(x);
}

#define CHECK_ALL(a, n, value) CHECK_RAMP(a, n, value, 0)

/* Compares numbers, since text would hide small differences. */
#define CHECK_ITEM(a, value) kit_check_item(__FILE__, __LINE__, #a, a, value)

static inline void kit_check_item(const char *file, int line, const char *what, weir_array *a,
                                  double value) {
    double got = 0;
    weir_status status = weir_array_item_f64(a, &got);
    if (status != WEIR_OK)
        test_fail(file, line, "item of %s gives %s: \"%s\"", what, weir_status_name(status),
                  weir_error());
    if (got != value) test_fail(file, line, "%s is %.17g, not %.17g", what, got, value);
}

#define CHECK_TEXT(a, wanted)                                                                      \
    do {                                                                                           \
        char text_[4096];                                                                          \
        CHECK_OK(weir_array_text(a, text_, sizeof text_));                                         \
        CHECK_STR(text_, wanted);                                                                  \
    } while (0)

static inline weir_memory kit_memory(weir_runtime *rt) {
    weir_memory m;
    memset(&m, 0, sizeof m);
    m.size = sizeof m;
    CHECK_OK(weir_memory_get(rt, &m));
    return m;
}

/* The entry of the wait profile with this reason and site, or one with count 0. */
static inline weir_wait_entry kit_waits(weir_runtime *rt, const char *reason, uint32_t site) {
    weir_wait_entry entry[64], none = {0};
    size_t n = weir_waits_get(rt, entry, 64);
    for (size_t i = 0; i < n; i++)
        if (entry[i].site == site && strcmp(entry[i].reason, reason) == 0) return entry[i];
    return none;
}

/* Open a gate after a short delay, on another thread. */
static inline void *kit_open_later(void *gate) {
    test_sleep_ms(20);
    test_gate_open(gate);
    return NULL;
}

#endif
