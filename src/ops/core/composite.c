/* composite.c - runs composite operators, and derives their gradients from the calls they make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/core/composite.h"

#include <string.h>

/* NOTES: maximum number of calls that one composite makes.  INPUTS: maximum number of inputs of one
 * call; no function in expression.h takes more.  ATTR_BYTES: maximum size of one call's attribute
 * struct.  NUMBERS: maximum total number of integers in one call's list attributes. */
enum { NOTES = 112, INPUTS = 5, ATTR_BYTES = 128, NUMBERS = 16 };

/* One recorded call.  Its attributes and their lists are copied, because the originals are on the
 * caller's stack. */
typedef struct note {
    int op;
    uint32_t in_count;
    weir_array *in[INPUTS], *out, *grad;
    int64_t numbers[NUMBERS];
    _Alignas(16) char attr[ATTR_BYTES];
    bool has_attr;
} note;

/* The recorded calls of a composite.  The composite is given a pointer to the first field, `v`.
 * v.size is the size of the whole tape, which tells wr_composite_notes that `v` is the start of a
 * tape. */
typedef struct tape {
    weir_vjp v;
    weir_vjp *of; /* the gradient call of the composite itself, for which this tape is recorded */
    weir_array *in[INPUTS];
    int count;
    note notes[NOTES];
} tape;

/* Promote the inputs in the mask `alike` to a common dtype; scalars (WR_NUMBER) are left alone,
 * because they adapt to any dtype. */
static void promote_alike(weir_vjp *v, weir_array **in, uint32_t alike) {
    int dtype = 0;
    for (uint32_t i = 0; i < v->in_count; i++) {
        const weir_array *x = alike >> i & 1 ? in[i] : NULL;
        if (x == NULL || (x->flags & WR_NUMBER)) continue;
        dtype = dtype == 0 ? x->dtype
                           : (int)weir_dtype_promote((weir_dtype)dtype, (weir_dtype)x->dtype);
    }
    for (uint32_t i = 0; dtype != 0 && i < v->in_count; i++)
        if (alike >> i & 1 && in[i] != NULL && !(in[i]->flags & WR_NUMBER) && in[i]->dtype != dtype)
            in[i] = wr_g_astype(v, in[i], dtype);
}

static weir_array *run_composite(weir_vjp *v, wr_composite_fn *composite, weir_array **in,
                                 uint32_t alike) {
    promote_alike(v, in, alike);
    v->in = in;
    return v->status == WEIR_OK ? composite(v) : NULL;
}

weir_status wr_composite_view(const weir_infer *c, wr_composite_fn *composite, uint32_t alike,
                              weir_array **out) {
    wr_compose made;
    weir_array *in[INPUTS];
    assert(c->in_count <= INPUTS);
    for (uint32_t i = 0; i < c->in_count; i++) in[i] = c->in[i];
    WR_TRY(wr_compose_begin(&made, c->in[0]->rt));
    made.v.in_count = c->in_count, made.v.attr = c->attr;
    return wr_compose_end(&made, run_composite(&made.v, composite, in, alike), out);
}

static void copy_attr(note *n, const weir_op_def *def, const void *attr) {
    int64_t used = 0;
    n->has_attr = attr != NULL;
    if (attr == NULL) return;
    assert(def->attr_size <= ATTR_BYTES);
    memcpy(n->attr, attr, def->attr_size);
    for (uint32_t i = 0; i < def->attr_count; i++) {
        /* Strings need no copy, because composites pass string constants. */
        if (def->attrs[i].type != WEIR_ATTR_I64S) continue;
        weir_i64s list;
        memcpy(&list, n->attr + def->attrs[i].offset, sizeof list);
        if (list.data == NULL) continue;
        assert(used + list.count <= NUMBERS);
        memcpy(n->numbers + used, list.data, (size_t)list.count * sizeof *list.data);
        list.data = n->numbers + used;
        used += list.count;
        memcpy(n->attr + def->attrs[i].offset, &list, sizeof list);
    }
}

void wr_composite_note(weir_vjp *v, int op, const void *attr, uint32_t in_count,
                       weir_array *const *in, weir_array *out) {
    tape *t = (tape *)(void *)v;
    assert(t->count < NOTES && in_count <= INPUTS);
    note *n = &t->notes[t->count++];
    n->op = op, n->in_count = in_count, n->out = out, n->grad = NULL;
    for (uint32_t i = 0; i < in_count; i++) n->in[i] = in[i];
    copy_attr(n, &wr_ops[op].def, attr);
}

/* Return the address of the pointer in which an array's gradient is accumulated, or NULL if that
 * gradient is not needed. */
static weir_array **slot(tape *t, const weir_array *a) {
    for (uint32_t i = 0; i < t->of->in_count; i++)
        if (a != NULL && t->in[i] == a) return t->of->wanted[i] ? &t->of->grad_in[i] : NULL;
    for (int i = 0; i < t->count; i++)
        if (t->notes[i].out == a) return &t->notes[i].grad;
    return NULL;
}

/* Compute the gradient of one call and add it to the gradients of the call's inputs. */
static void walk_back(tape *t, note *n) {
    const weir_op *op = &wr_ops[n->op];
    weir_array *made[INPUTS] = {NULL};
    uint8_t wanted[INPUTS];
    _Alignas(16) char defaults[WR_ATTR_BYTES];
    weir_vjp *of = t->of;
    if (n->grad == NULL || op->def.vjp == NULL) return;
    for (uint32_t i = 0; i < n->in_count; i++) wanted[i] = slot(t, n->in[i]) != NULL;
    if (!n->has_attr) of->status = wr_attr_defaults(op, defaults);
    weir_vjp v = {.size = sizeof v,
                  .rt = of->rt,
                  .op = op,
                  .attr = n->has_attr ? n->attr : defaults,
                  .in = n->in,
                  .out = &n->out,
                  .grad_out = &n->grad,
                  .wanted = wanted,
                  .grad_in = made,
                  .in_count = n->in_count,
                  .out_count = 1,
                  .status = of->status};
    if (v.status == WEIR_OK) op->def.vjp(&v);
    of->status = v.status;
    for (uint32_t i = 0; i < n->in_count && of->status == WEIR_OK; i++) {
        if (!wanted[i] || made[i] == NULL) continue;
        weir_array **sum = slot(t, n->in[i]);
        *sum = *sum == NULL ? made[i] : wr_g_add(of, *sum, made[i]);
    }
}

/* If the same array is passed for several inputs, give each of them its own handle, so that their
 * gradients stay separate. */
static void separate_inputs(tape *t) {
    for (uint32_t i = 0; i < t->of->in_count; i++) {
        weir_array *x = t->in[i] = t->of->in[i];
        for (uint32_t j = 0; j < i && x != NULL && !(x->flags & WR_NUMBER); j++)
            if (t->of->in[j] == x && t->v.status == WEIR_OK)
                t->v.status = wr_array_alias(x, &t->in[i]);
    }
}

void wr_composite_vjp(weir_vjp *v, wr_composite_fn *composite, uint32_t alike) {
    tape t;
    if (v->grad_out[0] == NULL) return;
    assert(v->in_count <= INPUTS);
    t.v = (weir_vjp){.size = sizeof t, .rt = v->rt, .attr = v->attr, .in_count = v->in_count};
    t.of = v, t.count = 0;
    separate_inputs(&t);
    weir_array *in[INPUTS] = {NULL};
    for (uint32_t i = 0; i < v->in_count; i++) in[i] = t.in[i];
    const weir_array *y = run_composite(&t.v, composite, in, alike);
    v->status = t.v.status;
    if (v->status != WEIR_OK) return;
    weir_array **top = slot(&t, y);
    if (top == NULL) return;
    *top = v->grad_out[0];
    for (int i = t.count - 1; i >= 0 && v->status == WEIR_OK; i--) walk_back(&t, &t.notes[i]);
    for (uint32_t i = 0; i < v->in_count; i++)
        v->grad_in[i] = wr_build_unbroadcast(v, v->grad_in[i], v->in[i]);
}
