/* call_in_place.c - calls operators that modify their inputs in place (WEIR_OP_IN_PLACE).
 *
 * The modified inputs must be writable and row-major, and must not overlap any other input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ops/core/call.h"

static weir_status check_change(const weir_op *op, const weir_array *a, uint32_t index) {
    const char *why = NULL;
    if (a == NULL || a->var == NULL)
        why = "is not an array";
    else if (wr_storage_of(a->var)->readonly)
        why = "is in read-only memory";
    else if (a->flags & WR_REPEATED)
        why = "repeats elements, as a broadcast view does; pass a copy";
    else if (!(a->flags & WR_CONTIGUOUS))
        why = "is not row-major; pass a contiguous copy";
    if (why == NULL) return WEIR_OK;
    return wr_fail(WEIR_EINVAL, "%s: input %u cannot be modified in place: it %s", op->def.name,
                   index, why);
}

typedef struct span {
    const weir_var *var;
    int64_t from, to; /* the array occupies bytes [from, to) of the storage */
    uint32_t index;
    bool changed;
} span;

static int by_place(const void *a_, const void *b_) {
    const span *a = a_, *b = b_;
    if (a->var != b->var) return (uintptr_t)a->var < (uintptr_t)b->var ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* Fail if two inputs overlap and one of them is modified. */
static weir_status check_spans(const weir_op *op, span *list, uint32_t count) {
    /* reach: the span with the highest end so far; changed: the modified span with the highest end
     * so far. */
    const span *reach = NULL, *changed = NULL;
    qsort(list, count, sizeof *list, by_place);
    for (uint32_t i = 0; i < count; i++) {
        const span *s = &list[i];
        if (i == 0 || list[i - 1].var != s->var) reach = changed = NULL;
        const span *last = s->changed ? reach : changed;
        if (last != NULL && last->to > s->from)
            return wr_fail(WEIR_EINVAL,
                           "%s: inputs %u and %u overlap, and one of them is modified in place",
                           op->def.name, last->index, s->index);
        if (reach == NULL || s->to > reach->to) reach = s;
        if (s->changed && (changed == NULL || s->to > changed->to)) changed = s;
    }
    return WEIR_OK;
}

static weir_status check_apart(const weir_infer *c) {
    enum { NEAR = 32 };
    span near[NEAR], *list = near;
    uint32_t count = 0;
    if (c->in_count > NEAR) {
        list = malloc(c->in_count * sizeof *list);
        if (list == NULL)
            return wr_fail(WEIR_ENOMEM, "%s: out of memory while checking the inputs",
                           c->op->def.name);
    }
    for (uint32_t i = 0; i < c->in_count; i++) {
        const weir_array *a = c->in[i];
        int64_t low = 0, high = 0, size;
        if (a == NULL || a->var == NULL || a->count == 0) continue;
        if (a->flags & WR_CONTIGUOUS)
            high = a->count - 1;
        else
            wr_extent(a->ndim, wr_shape(a), wr_strides(a), &low, &high);
        size = (int64_t)wr_dtype_bytes(a->dtype);
        list[count++] = (span){a->var, (a->offset + low) * size, (a->offset + high + 1) * size, i,
                               i >= c->write_from && i < c->write_to};
    }
    weir_status status = check_spans(c->op, list, count);
    if (list != near) free(list);
    return status;
}

weir_status wr_call_in_place(weir_runtime *rt, wr_prepared_call *p) {
    weir_infer *c = &p->c;
    /* Abstract mode runs gradient functions to find out which operands they read, and a gradient
     * function must not modify arrays in place. */
    if (WR_UNLIKELY(wr_is_abstract_mode()))
        return wr_fail(
            WEIR_EINVAL,
            "%s: modifies its inputs in place and cannot be called in a gradient function",
            c->op->def.name);
    WR_TRY(c->op->def.infer(c));
    if (c->write_from > c->write_to || c->write_to > c->in_count)
        return wr_fail(WEIR_EINVAL,
                       "%s: infer set write_from=%u and write_to=%u, but the number of "
                       "inputs is %u",
                       c->op->def.name, c->write_from, c->write_to, c->in_count);
    for (uint32_t i = c->write_from; i < c->write_to; i++) WR_TRY(check_change(c->op, c->in[i], i));
    WR_TRY(check_apart(c));
    if (c->write_to > c->write_from &&
        WR_UNLIKELY(wr_falls_back(rt, c->op, c->in[c->write_from]->device)))
        return wr_fall_back_in_place(rt, c);
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    wr_submission s = {rt,      arrays, c->op, c->in, NULL,          c->in_count, 0,
                       c->attr, c,      true,  0,     c->write_from, c->write_to};
    WR_TRY(wr_submit(&s));
    weir_array *const *changed = c->in + c->write_from;
    for (uint32_t i = c->write_from; i < c->write_to; i++) wr_storage_written(c->in[i]->var);
    return wr_finish_exported(changed, c->write_to - c->write_from);
}
