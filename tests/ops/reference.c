/* reference.c - see reference.h: the framework for references, and the check that uses them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <math.h>

void reference_spread(int64_t flat, int ndim, const int64_t *shape, int64_t *index) {
    for (int i = ndim - 1; i >= 0; i--) {
        index[i] = flat % shape[i];
        flat /= shape[i];
    }
}

int64_t reference_flat(int ndim, const int64_t *shape, const int64_t *index) {
    int64_t flat = 0;
    for (int i = 0; i < ndim; i++) flat = flat * shape[i] + index[i];
    return flat;
}

host *reference_gives(answer *a, weir_dtype dtype, int ndim, const int64_t *shape) {
    CHECK(a->wanted.count < OUTCOME_ARRAYS);
    host *h = &a->wanted.out[a->wanted.count++];
    *h = host_new(dtype, ndim, shape);
    return h;
}

static void *attribute(answer *a, const char *name, int type) {
    void *field = sample_attr(&a->s, name, type);
    if (field == NULL)
        test_fail(__FILE__, __LINE__, "%s has no attribute %s", a->s.def->name, name);
    return field;
}

int64_t reference_i64(answer *a, const char *name) {
    return *(int64_t *)attribute(a, name, WEIR_ATTR_I64);
}
weir_i64s reference_list(answer *a, const char *name) {
    return *(weir_i64s *)attribute(a, name, WEIR_ATTR_I64S);
}
const char *reference_text(answer *a, const char *name) {
    return *(const char **)attribute(a, name, WEIR_ATTR_TEXT);
}
int reference_axis(int64_t axis, int ndim) { return (int)(axis < 0 ? axis + ndim : axis); }

/* ---- The check ------------------------------------------------------------------------------- */

static reference_fn *find(const char *name) {
    const reference_line *const tables[] = {reference_moves,    reference_norms,
                                            reference_products, reference_composites,
                                            reference_sets,     reference_reductions};
    for (int i = 0; i < 6; i++)
        for (const reference_line *l = tables[i]; l->name != NULL; l++)
            if (strcmp(l->name, name) == 0) return l->fn;
    return NULL;
}

/* Sums may be in another order and rounded: allow some units in the last place of the sum of magnitudes. */
static void judge_computed(const sample *s, const char *what, const host *got, const host *wanted,
                           const host *size) {
    double eps = value_eps(got->dtype);
    for (int64_t i = 0; i < got->count; i++) {
        number x = host_get(got, i), y = host_get(wanted, i);
        double far = hypot(x.re - y.re, x.im - y.im);
        if ((isnan(x.re) && isnan(y.re)) || (x.re == y.re && x.im == y.im)) continue;
        if (far <= 16 * eps * host_get(size, i).re + 4 * value_tiny(got->dtype)) continue;
        complain(s, "%s: element %lld of %s is %s, by the reference %s", what, (long long)i,
                 host_text(got), value_text(x), value_text(y));
        return;
    }
}

void judge_reference(const sample *s, const char *what, const host *in, const outcome *got) {
    reference_fn *fn = find(s->def->name);
    answer a = {.in = in, .got = got};
    for (int i = 0; i < s->in_count; i++)
        if (s->in[i].form == INPUT_NUMBER) return;
    if (fn == NULL || got->status != WEIR_OK) return;
    sample_copy(s, &a.s);
    a.wanted.status = WEIR_OK;
    fn(&a);
    if (a.size[0].data == NULL)
        same_outcome(s, what, got, &a.wanted);
    else if (same_form(s, what, got, &a.wanted))
        judge_computed(s, what, &got->out[0], &a.wanted.out[0], &a.size[0]);
    outcome_free(&a.wanted);
    host_free(&a.size[0]);
}

/* A built-in operator without a kernel has no reference kernel either, so it needs a reference here. */
void check_reference(const weir_op *op) {
    const weir_op_def *def = weir_op_describe(op);
    bool bare = (def->flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING)) && !(def->flags & WEIR_OP_FOREIGN);
    if (!bare || find(def->name) != NULL) return;
    sample s;
    sample_read(op, 0, &s);
    complain(&s, "has neither a reference kernel nor a reference in tests/ops/reference_*.c");
}
