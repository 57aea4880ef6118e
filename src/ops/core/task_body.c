/* task_body.c - runs an operator's task: resolves the record, allocates outputs, runs the kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/task_record.h"

void wr_record_resolve(wr_task_record *r) {
    char *base = (char *)r;
    uint32_t count = r->in_count + r->out_count;
    for (uint32_t i = 0; i < count; i++) {
        weir_view *v = &r->operand[i].view;
        if (v->dtype == 0) continue;
        v->shape = (const int64_t *)(void *)(base + (uintptr_t)v->shape);
        v->strides = (const int64_t *)(void *)(base + (uintptr_t)v->strides);
    }
    for (uint32_t i = 0; r->op->lists && i < r->op->def.attr_count; i++) {
        const weir_attr *a = &r->op->def.attrs[i];
        if (a->type < WEIR_ATTR_I64S) continue;
        char *field = base + r->attr_at + a->offset, *data;
        memcpy(&data, field, sizeof data);
        if (data == NULL) continue;
        data = base + (uintptr_t)data;
        memcpy(field, &data, sizeof data);
    }
}

static bool same_layout(const wr_task_operand *a, const wr_task_operand *b) {
    return a->offset == b->offset && a->view.ndim == b->view.ndim &&
           memcmp(a->view.shape, b->view.shape, (size_t)a->view.ndim * 16) == 0;
}

/* Let the output reuse the memory block of an input that has no later user and has the output's
 * size and layout.  That is safe because the kernel reads each element before it writes it, or
 * because the output is an updated version of that input (WEIR_OP_UPDATES). */
static bool take_over(weir_context *ctx, wr_task_record *r, wr_task_operand *out) {
    wr_storage *s = wr_storage_of(out->var);
    bool map = r->op->def.flags & WEIR_OP_ELEMENTWISE;
    bool updates = (r->op->def.flags & WEIR_OP_UPDATES) && out == &r->operand[r->in_count];
    if (!(map || updates) || s->origin == WR_INLINE) return false;
    for (uint32_t i = 0; i < (map ? r->in_count : 1); i++) {
        wr_task_operand *in = &r->operand[i];
        if (in->var == NULL || in->view.dtype != out->view.dtype || in->offset != 0) continue;
        wr_storage *old = wr_storage_of(in->var);
        if (old->origin != s->origin || old->bytes != s->bytes || !same_layout(in, out) ||
            !wr_context_is_last(ctx, in->var))
            continue;
        bool alone = true;
        for (uint32_t j = 0; j < r->in_count; j++)
            alone &=
                r->operand[j].var != in->var || (map ? same_layout(&r->operand[j], in) : j == i);
        if (!alone) continue;
        in->view.data = old->data;
        for (uint32_t j = 0; j < r->in_count; j++)
            if (r->operand[j].var == in->var) r->operand[j].view.data = old->data;
        wr_storage_take_over(out->var, in->var);
        return true;
    }
    return false;
}

/* Set the operand's data pointer.  Return false if there is no data, because the operation that
 * should have computed it never ran. */
static bool find_data(wr_task_operand *o) {
    int64_t size = (int64_t)wr_dtype_bytes(o->view.dtype);
    if (o->view.dtype == 0 || o->view.data != NULL) return true;
    if (o->var == NULL) {
        o->view.data = (void *)(uintptr_t)o->view.shape;
        return true;
    }
    char *data = wr_storage_of(o->var)->data;
    o->view.data = data + (data != NULL ? o->offset * size : 0);
    return data != NULL;
}

weir_status wr_pack_inputs(weir_view *view, uint32_t count, char *buffer, wr_copy_fn *copy,
                           void *ctx) {
    for (uint32_t i = 0; i < count; i++) {
        weir_view *v = &view[i], to = *v;
        int64_t strides[WEIR_NDIM_MAX];
        if (v->dtype == 0 || wr_view_is_row_major(v)) continue;
        wr_row_major(v->ndim, v->shape, strides);
        to.data = buffer;
        to.strides = strides;
        WR_TRY(copy(ctx, &to, v));
        /* The strides may be overwritten, because they are in this task's record. */
        memcpy((int64_t *)(uintptr_t)v->strides, strides, (size_t)v->ndim * sizeof *strides);
        v->data = buffer;
        buffer += wr_round_up((size_t)wr_view_count(v) * wr_dtype_bytes(v->dtype), 64);
    }
    return WEIR_OK;
}

void wr_record_name_inputs(weir_context *ctx, const wr_task_record *r) {
    size_t n = strlen(ctx->message), size = sizeof ctx->message;
    bool first = true;
    for (uint32_t i = 0; i < r->in_count && i < 3; i++) {
        const weir_view *v = &r->operand[i].view;
        if (v->dtype == 0) continue;
        size_t before = n;
        int more = snprintf(ctx->message + n, size - n, "%s%s %s", first ? " [inputs " : ", ",
                            wr_dtypes[v->dtype].name, wr_shape_text(v->ndim, v->shape));
        if (more < 0 || n + (size_t)more + 2 > size) {
            /* If the text does not fit, omit this operand instead of truncating it. */
            ctx->message[before] = '\0';
            break;
        }
        n += (size_t)more;
        first = false;
    }
    if (!first) strcpy(ctx->message + n, "]");
}

void wr_record_drop_outputs(weir_context *ctx, wr_task_record *r) {
    if (r->into || (r->op->def.flags & WEIR_OP_IN_PLACE)) return;
    for (uint32_t i = 0; i < r->out_count; i++) wr_storage_drop(r->operand[r->in_count + i].var);
    ctx->skipped = true;
}

weir_status wr_record_prepare(weir_context *ctx, wr_task_record *r, bool *fresh) {
    uint32_t count = r->in_count + r->out_count;
    *fresh = !r->into;
    /* Look up the inputs first.  If an input shares an output's storage, allocating the output
     * would hide that the input was never computed. */
    for (uint32_t i = 0; i < r->in_count; i++)
        if (WR_UNLIKELY(!find_data(&r->operand[i])))
            return wr_context_skip(ctx, WR_INPUT_NEVER_MADE);
    for (uint32_t i = r->in_count; i < count; i++) {
        weir_var *var = r->operand[i].var;
        if (wr_storage_of(var)->data != NULL) continue;
        if (r->into == WR_INTO_PART) return wr_context_skip(ctx, WR_PART_NEVER_MADE);
        if (!r->into && take_over(ctx, r, &r->operand[i]))
            *fresh = false;
        else if (!wr_storage_need(var))
            return var->space != 0
                       ? wr_device_full(ctx)
                       : weir_context_fail(ctx, WEIR_ENOMEM, "the system is out of memory");
    }
    for (uint32_t i = r->in_count; i < count; i++) find_data(&r->operand[i]);
    return WEIR_OK;
}

weir_status wr_record_args_make(weir_context *ctx, wr_task_record *r, bool fresh, char *scratch,
                                wr_record_args *a) {
    uint32_t count = r->in_count + r->out_count;
    a->view = a->near;
    if (count > sizeof a->near / sizeof *a->near) {
        a->view = malloc(count * sizeof *a->view);
        if (a->view == NULL)
            return weir_context_fail(ctx, WEIR_ENOMEM,
                                     "not enough memory for the list of operands");
    }
    for (uint32_t i = 0; i < count; i++) a->view[i] = r->operand[i].view;
    a->k = (weir_kernel){.size = sizeof a->k,
                         .ctx = ctx,
                         .op = r->op,
                         .attr = (char *)r + r->attr_at,
                         .in = a->view,
                         .out = a->view + r->in_count,
                         .in_count = r->in_count,
                         .out_count = r->out_count,
                         .scratch = scratch,
                         .seed = r->seed,
                         .call = r->call,
                         .dtype = r->dtype,
                         .fresh = fresh,
                         .simd = wr_simd_for(r->arrays->rt),
                         .precision = r->precision};
    return WEIR_OK;
}

weir_status wr_record_args_run(wr_record_args *a, const wr_task_record *r, char *scratch) {
    if (r->packing > 0)
        WR_TRY(wr_pack_inputs(a->view, r->in_count, scratch + r->scratch, wr_copy_part, &a->k));
    return r->op->def.run(&a->k);
}

void wr_record_args_free(wr_record_args *a) {
    if (a->view != a->near) free(a->view);
}

static weir_status run_kernel(weir_context *ctx, wr_task_record *r, bool fresh, char *scratch) {
    wr_record_args args;
    WR_TRY(wr_record_args_make(ctx, r, fresh, scratch, &args));
    weir_status status = wr_record_args_run(&args, r, scratch);
    wr_record_args_free(&args);
    return status;
}

static weir_status run(weir_context *ctx, wr_task_record *r) {
    char *scratch = NULL;
    bool fresh;
    wr_record_resolve(r);
    WR_TRY(wr_record_prepare(ctx, r, &fresh));
    weir_status status = WEIR_OK;
    if (r->scratch + r->packing > 0) {
        scratch = wr_arena_take(r->arrays->arena, r->scratch + r->packing, ctx->task->site,
                                r->op->def.name);
        if (scratch == NULL)
            status = weir_context_fail(ctx, WEIR_ENOMEM, "the system is out of memory");
    }
    if (status == WEIR_OK) status = run_kernel(ctx, r, fresh, scratch);
    if (scratch != NULL) wr_arena_give(r->arrays->arena, scratch);
    if (WR_UNLIKELY(status != WEIR_OK)) {
        if (status != WEIR_PENDING) wr_record_drop_outputs(ctx, r);
        wr_record_name_inputs(ctx, r);
    }
    return status;
}

weir_status wr_call_run(weir_context *ctx, void *arg) {
    wr_task_record *r = arg;
    weir_status status = run(ctx, r);
    if (WR_UNLIKELY(status != WEIR_OK)) ctx->within = r->within;
    return status;
}
