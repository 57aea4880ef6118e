/* dtypes.c - every dtype is computed correctly or refused with a clear message; two dtypes promote as the
 * standard requires.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

/* A refusal must name the operator and the dtype, so that the caller knows what to change. */
static void judge_refusal(const sample *s, const outcome *o, weir_dtype dtype) {
    const char *name = s->def->name;
    if (!o->refused) {
        complain(s, "%s: fails when it runs instead of being refused at the call: %s",
                 weir_dtype_name(dtype), o->error);
        return;
    }
    if (strncmp(o->error, name, strlen(name)) != 0 || o->error[strlen(name)] != ':')
        complain(s, "%s: the refusal does not start with the operator's name: %s",
                 weir_dtype_name(dtype), o->error);
    else if (dtype != WEIR_DTYPE_DEFAULT && strstr(o->error, weir_dtype_name(dtype)) == NULL)
        complain(s, "%s: the refusal does not name the dtype: %s", weir_dtype_name(dtype),
                 o->error);
}

void check_dtypes(const weir_op *op) {
    for (int i = 0; i < sample_count(op); i++) {
        sample s, as;
        sample_read(op, i, &s);
        for (int d = 1; d <= VALUE_DTYPES; d++) {
            host in[SAMPLE_INPUTS];
            char what[40];
            sample_copy(&s, &as);
            if (!sample_set_dtype(&as, (weir_dtype)d)) break;
            make_inputs(&as, 41, in);
            outcome got = run_sample(walk_runtime(), op, &as, in);
            snprintf(what, sizeof what, "inputs of %s", weir_dtype_name((weir_dtype)d));
            if (got.status == WEIR_OK)
                judge_forward(&as, what, in, &got);
            else
                judge_refusal(&as, &got, (weir_dtype)d);
            outcome_free(&got);
            free_inputs(&as, in);
        }
    }
}

/* ---- Two dtypes ------------------------------------------------------------------------------ */

static bool same_dtypes(const outcome *a, const outcome *b) {
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++) same = a->out[i].dtype == b->out[i].dtype;
    return same;
}

/* Compare the result for inputs of dtypes x and y with the result for both cast to the promoted dtype. */
static void mix(const sample *s, int a, int b, weir_dtype x, weir_dtype y) {
    weir_runtime *rt = walk_runtime();
    weir_dtype both = weir_dtype_promote(x, y);
    sample two, one;
    host in[SAMPLE_INPUTS], same[SAMPLE_INPUTS];
    sample_copy(s, &two);
    two.in[a].dtype = x;
    two.in[b].dtype = y;
    make_inputs(&two, 43, in);
    outcome got = run_sample(rt, s->op, &two, in);
    char what[80];
    snprintf(what, sizeof what, "inputs of %s and %s", weir_dtype_name(x), weir_dtype_name(y));
    if (both == 0) {
        if (got.status == WEIR_OK && !is_map(s->op))
            ; /* the operator does not promote */
        else if (got.status == WEIR_OK)
            complain(s, "%s have no common dtype, but it gives %s", what, host_text(&got.out[0]));
        else
            judge_refusal(&two, &got, x);
    } else {
        sample_copy(&two, &one);
        one.in[a].dtype = one.in[b].dtype = both;
        for (int i = 0; i < s->in_count; i++) {
            same[i] = (host){.data = NULL};
            if (in[i].data != NULL) same[i] = host_cast(&in[i], one.in[i].dtype);
        }
        outcome wanted = run_sample(rt, s->op, &one, same);
        if (got.status != WEIR_OK && !is_map(s->op))
            judge_refusal(&two, &got, WEIR_DTYPE_DEFAULT);
        else if (!is_map(s->op) && !same_dtypes(&got, &wanted))
            ; /* such as meshgrid, which keeps each dtype */
        else if (wanted.status == WEIR_OK)
            same_outcome(&two, what, &got, &wanted);
        else if (got.status == WEIR_OK)
            complain(s, "%s: gives %s, but refuses %s", what, host_text(&got.out[0]),
                     weir_dtype_name(both));
        outcome_free(&wanted);
        free_inputs(s, same);
    }
    outcome_free(&got);
    free_inputs(&two, in);
}

/* Operators of two inputs of any dtype.  Those that are not elementwise may have their own rules,
 * but where they promote, they follow these. */
void check_mixed(const weir_op *op) {
    for (int i = 0; i < sample_count(op) && i < 1; i++) {
        sample s;
        int which[SAMPLE_INPUTS], count = 0;
        sample_read(op, i, &s);
        for (int j = 0; j < s.in_count; j++)
            if (sample_is_variable(&s, j)) which[count++] = j;
        if (count != 2) continue;
        for (int x = 1; x <= VALUE_DTYPES; x++)
            for (int y = 1; y <= VALUE_DTYPES; y++)
                if (x != y) mix(&s, which[0], which[1], (weir_dtype)x, (weir_dtype)y);
    }
}
