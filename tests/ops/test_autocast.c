/* test_autocast.c - under autocast every operator gives the same bits as with explicit casts of its
 * inputs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "walk.h"

/* The dtype that the design gives to an input: docs/design/mixed-precision.md. */
static weir_dtype wanted_dtype(const weir_op_def *def, const host *in, weir_dtype low, bool wide) {
    bool narrow = in->dtype == WEIR_FLOAT16 || in->dtype == WEIR_BFLOAT16;
    if (def->autocast == WEIR_AUTOCAST_FULL && narrow) return WEIR_FLOAT32;
    if (def->autocast == WEIR_AUTOCAST_LOW && !wide && (narrow || in->dtype == WEIR_FLOAT32))
        return low;
    return in->dtype;
}

static void compare(const weir_op *op, const sample *s, weir_dtype dtype, weir_dtype low) {
    weir_runtime *rt = walk_runtime();
    host in[SAMPLE_INPUTS], cast[SAMPLE_INPUTS];
    weir_array *given[SAMPLE_INPUTS];
    bool wide = false;
    make_inputs(s, 51, in);
    for (int i = 0; i < s->in_count; i++)
        wide |= in[i].data != NULL && s->in[i].form == INPUT_ARRAY &&
                (in[i].dtype == WEIR_FLOAT64 || value_kind_of(in[i].dtype) == KIND_COMPLEX);
    sample as;
    sample_copy(s, &as);
    for (int i = 0; i < s->in_count; i++) {
        cast[i] = (host){.data = NULL};
        if (in[i].data == NULL) continue;
        if (s->in[i].form == INPUT_ARRAY) as.in[i].dtype = wanted_dtype(s->def, &in[i], low, wide);
        cast[i] = host_cast(&in[i], s->in[i].form == INPUT_ARRAY ? as.in[i].dtype : in[i].dtype);
    }
    outcome wanted = run_sample(rt, op, &as, cast);
    send_inputs(rt, s, in, given);
    weir_dtype last;
    CHECK_OK(weir_autocast_set(low, &last));
    CHECK_EQ(last, 0);
    outcome got = run_arrays(rt, op, s, given);
    CHECK_EQ(weir_autocast(), low);
    CHECK_OK(weir_autocast_set(WEIR_DTYPE_DEFAULT, NULL));
    char what[80];
    snprintf(what, sizeof what, "autocast to %s, inputs of %s", weir_dtype_name(low),
             weir_dtype_name(dtype));
    if (got.status != wanted.status)
        complain(s, "%s: status %d, with explicit casts %d: %s", what, got.status, wanted.status,
                 got.status != WEIR_OK ? got.error : wanted.error);
    else if (got.status == WEIR_OK)
        same_outcome(s, what, &got, &wanted);
    else if (s->def->autocast != WEIR_AUTOCAST_NONE && dtype >= WEIR_FLOAT16)
        complain(s, "%s: refused: %s", what, got.error);
    outcome_free(&got);
    outcome_free(&wanted);
    release_arrays(given, (uint32_t)s->in_count);
    free_inputs(s, in);
    free_inputs(s, cast);
}

static void check_autocast(const weir_op *op) {
    static const weir_dtype dtypes[] = {WEIR_INT32, WEIR_FLOAT16, WEIR_BFLOAT16, WEIR_FLOAT32,
                                        WEIR_FLOAT64};
    if (weir_op_describe(op)->flags & WEIR_OP_IN_PLACE) return;
    for (int i = 0; i < sample_count(op); i++)
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
            sample s;
            sample_read(op, i, &s);
            if (!sample_set_dtype(&s, dtypes[d])) continue;
            compare(op, &s, dtypes[d], i % 2 ? WEIR_FLOAT16 : WEIR_BFLOAT16);
        }
}

TEST(every_operator_computes_as_with_explicit_casts) { walk(check_autocast); }

TEST(the_table_names_the_products_and_the_sums) {
    CHECK_EQ(weir_op_describe(weir_op_find("matmul"))->autocast, WEIR_AUTOCAST_LOW);
    CHECK_EQ(weir_op_describe(weir_op_find("softmax"))->autocast, WEIR_AUTOCAST_FULL);
    CHECK_EQ(weir_op_describe(weir_op_find("add"))->autocast, WEIR_AUTOCAST_NONE);
    for (uint32_t i = 0; i < weir_op_count(); i++) {
        const weir_op_def *def = weir_op_describe(weir_op_at(i));
        if (def->flags & (WEIR_OP_IN_PLACE | WEIR_OP_RANDOM))
            CHECK_EQ(def->autocast, WEIR_AUTOCAST_NONE);
    }
}
