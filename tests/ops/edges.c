/* edges.c - empty and 0-d inputs, and bad arguments: a result of the right shape or a clear refusal, never a
 * crash.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

static void try_edge(const sample *s, const char *what) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 51, in);
    outcome got = run_sample(walk_runtime(), s->op, s, in);
    const char *name = s->def->name;
    if (got.status == WEIR_OK)
        judge_forward(s, what, in, &got);
    else if (strncmp(got.error, name, strlen(name)) != 0)
        complain(s, "%s: the refusal does not name the operator: %s", what, got.error);
    else if (!got.refused && got.status != WEIR_EINVAL && got.status != WEIR_EINDEX)
        complain(s, "%s: %s", what, got.error);
    outcome_free(&got);
    free_inputs(s, in);
}

/* Make one dimension of one input empty; then that dimension of all inputs with the same number of
 * dimensions. */
static void try_empty(const sample *s) {
    for (int i = 0; i < s->in_count; i++)
        for (int d = 0; d < s->in[i].ndim; d++) {
            sample e;
            char what[80];
            sample_copy(s, &e);
            e.in[i].shape[d] = 0;
            snprintf(what, sizeof what, "dimension %d of input %d is 0", d, i);
            try_edge(&e, what);
            for (int j = 0; j < s->in_count; j++)
                if (e.in[j].ndim == e.in[i].ndim) e.in[j].shape[d] = 0;
            snprintf(what, sizeof what, "dimension %d of all inputs is 0", d);
            try_edge(&e, what);
            for (int j = 0; j < s->in_count; j++)
                for (int k = 0; k < e.in[j].ndim; k++)
                    if (e.in[j].shape[k] == s->in[i].shape[d]) e.in[j].shape[k] = 0;
            snprintf(what, sizeof what, "dimensions of %lld are 0", (long long)s->in[i].shape[d]);
            try_edge(&e, what);
        }
}

static void try_no_dims(const sample *s) {
    for (int i = -1; i < s->in_count; i++) {
        sample e;
        char what[80];
        sample_copy(s, &e);
        for (int j = 0; j < s->in_count; j++)
            if (i < 0 || i == j) e.in[j].ndim = 0;
        snprintf(what, sizeof what, "input %d has no dimensions", i);
        try_edge(&e, i < 0 ? "no input has dimensions" : what);
    }
}

static void try_ones(const sample *s) {
    sample e;
    sample_copy(s, &e);
    for (int j = 0; j < s->in_count; j++)
        for (int k = 0; k < e.in[j].ndim; k++) e.in[j].shape[k] = 1;
    try_edge(&e, "all dimensions are 1");
}

/* Set each numeric or list attribute to values far out of range. */
static void try_attributes(const sample *s) {
    static const int64_t far[] = {-1, 0, 1, 5, -5, 1000, -1000, INT64_MAX, INT64_MIN + 1};
    for (uint32_t i = 0; i < s->def->attr_count; i++) {
        const weir_attr *a = &s->def->attrs[i];
        bool list = a->type == WEIR_ATTR_I64S;
        if (a->type != WEIR_ATTR_I64 && !list) continue;
        for (int n = 0; n < 9; n++) {
            sample e;
            sample_copy(s, &e);
            weir_i64s values = {e.list, 1};
            if (list) {
                e.list[0] =
                    far[n] > 1000 ? 1000 : far[n]; /* a result of that size may be allocated */
                memcpy(e.attr + a->offset, &values, sizeof values);
            } else {
                int64_t value = strcmp(s->def->inputs, "") == 0 && far[n] > 1000 ? 1000 : far[n];
                memcpy(e.attr + a->offset, &value, sizeof value);
            }
            char what[100];
            snprintf(what, sizeof what, "%s=%lld", a->name, (long long)far[n]);
            host in[SAMPLE_INPUTS];
            make_inputs(&e, 51, in);
            outcome got = run_sample(walk_runtime(), e.op, &e, in);
            if (got.status != WEIR_OK &&
                strncmp(got.error, s->def->name, strlen(s->def->name)) != 0)
                complain(&e, "%s: the refusal does not name the operator: %s", what, got.error);
            outcome_free(&got);
            free_inputs(&e, in);
        }
    }
}

static void call_badly(const sample *s, const char *what, weir_array *const *in, uint32_t count,
                       const void *attr, bool must_refuse) {
    weir_array *out[OUTCOME_ARRAYS] = {NULL};
    uint32_t count_out = OUTCOME_ARRAYS;
    weir_status status =
        weir_op_call(walk_runtime(), s->op, in, count, attr, s->def->attr_size, out, &count_out);
    if (status == WEIR_OK && must_refuse) complain(s, "%s is not refused", what);
    if (status != WEIR_OK && strncmp(weir_error(), s->def->name, strlen(s->def->name)) != 0)
        complain(s, "%s: the refusal does not name the operator: %s", what, weir_error());
    if (status == WEIR_OK) release_arrays(out, count_out);
    weir_failure_clear(walk_runtime());
}

/* Missing inputs, too many inputs, and missing attributes. */
static void try_bad_calls(const sample *s) {
    host in[SAMPLE_INPUTS];
    weir_array *arrays[SAMPLE_INPUTS + 1];
    uint32_t count = (uint32_t)s->in_count;
    bool exact = !(s->def->flags & WEIR_OP_VARIADIC) && strchr(s->def->inputs, '?') == NULL;
    make_inputs(s, 51, in);
    send_inputs(walk_runtime(), s, in, arrays);
    arrays[count] = count > 0 ? arrays[0] : NULL;
    call_badly(s, "an input too many", arrays, count + 1, s->attr, exact);
    if (count > 0) call_badly(s, "an input too few", arrays, count - 1, s->attr, exact);
    call_badly(s, "no input at all", arrays, 0, s->attr, exact && count > 0);
    call_badly(s, "a call without attributes", arrays, count, NULL, false);
    for (uint32_t i = 0; i < count; i++) {
        weir_array *saved = arrays[i];
        arrays[i] = NULL;
        call_badly(s, "an input that is NULL", arrays, count, s->attr, exact);
        arrays[i] = saved;
    }
    release_arrays(arrays, count);
    free_inputs(s, in);
}

void check_edges(const weir_op *op) {
    for (int i = 0; i < sample_count(op); i++) {
        sample s;
        sample_read(op, i, &s);
        try_empty(&s);
        try_no_dims(&s);
        try_ones(&s);
        try_attributes(&s);
        try_bad_calls(&s);
    }
}
