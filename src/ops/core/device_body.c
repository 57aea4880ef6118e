/* device_body.c - runs an operator's task on a device: when the device asks for it, finds the
 * operands, allocates outputs and scratch memory on the device, and launches the kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "ops/core/cuda_kernels.h"
#include "ops/core/task_record.h"

/* The slot of a device is kept in the low bits of an address, see WR_HEAP_ALIGN. */
enum { SLOT_BITS = WR_HEAP_ALIGN - 1 };

typedef struct device_run {
    weir_context *ctx;
    wr_task_record *r;
    void *scratch;
    wr_record_args args;
} device_run;

static weir_status run_on_host(void *ctx) {
    device_run *d = ctx;
    return wr_record_args_run(&d->args, d->r, d->args.k.scratch);
}

/* Lists of one call.  They live until the call has been launched. */
typedef struct lists {
    void ***address;
    uint64_t *test, *mark;
    wr_device_range *range;
} lists;

static bool make_lists(const weir_context *ctx, const wr_task_record *r, lists *l) {
    size_t operands = r->in_count + r->out_count + 1, words = ctx->task->access_count;
    size_t ranges = WR_STORAGE_RANGES * words + 1;
    l->address =
        malloc(operands * sizeof *l->address + words * sizeof *l->test + ranges * sizeof *l->range);
    if (l->address == NULL) return false;
    l->test = (uint64_t *)(void *)(l->address + operands);
    l->mark = l->test + (words - ctx->task->write_count);
    l->range = (wr_device_range *)(void *)(l->test + words);
    return true;
}

/* Fill in the error words of what the task reads on its device.  Return false if an input has no
 * memory.  (The tasks that wrote inputs in other memory have retired, so the host has checked
 * them.) */
static bool find_tests(const weir_context *ctx, wr_device_call *call, uint64_t *test) {
    const wr_task *t = ctx->task;
    for (uint32_t i = t->write_count; i < t->access_count; i++) {
        if (t->access[i].var->space != wr_task_slot(t)) continue;
        uint64_t word = wr_storage_word(t->access[i].var);
        if (word == 0) return false;
        test[call->test_count++] = word;
    }
    return true;
}

static void find_marks(const weir_context *ctx, wr_device_call *call, uint64_t *mark) {
    const wr_task *t = ctx->task;
    for (uint32_t i = 0; i < t->write_count; i++) {
        uint64_t word = wr_storage_word(t->access[i].var);
        if (word != 0) mark[call->mark_count++] = word;
    }
}

static void find_addresses(device_run *d, wr_device_call *call, void ***address) {
    const wr_task_record *r = d->r;
    for (uint32_t i = 0; i < r->in_count + r->out_count; i++) {
        if (r->operand[i].var != NULL)
            address[call->address_count++] = &d->args.view[i].data;
        else if (i < r->in_count && i < 64)
            call->scalars |= UINT64_C(1) << i;
    }
    if (d->scratch != NULL) address[call->address_count++] = &d->args.k.scratch;
    call->scratch_bytes = r->scratch;
    if (r->packing > 0) call->packing = (uint64_t)(uintptr_t)d->scratch + r->scratch;
}

/* Fill in the memory that the call uses.  An input whose memory an output has taken over has none. */
static void find_ranges(const device_run *d, wr_device_call *call, wr_device_range *range) {
    const wr_task *t = d->ctx->task;
    uint64_t scratch = (uint64_t)(uintptr_t)d->scratch;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var->space == wr_task_slot(t) && !(t->access[i].flags & WR_DUPLICATE))
            n += wr_storage_ranges(t->access[i].var, i < t->write_count, range + n);
    if (scratch != 0)
        range[n++] = (wr_device_range){scratch, scratch + d->r->scratch + d->r->packing, true};
    call->range = range;
    call->range_count = n;
}

static weir_status take_scratch(device_run *d) {
    const wr_task *t = d->ctx->task;
    uint64_t bytes = d->r->scratch + d->r->packing;
    if (bytes == 0) return WEIR_OK;
    uint64_t address =
        wr_device_take(d->ctx->rt, (int)wr_task_slot(t), bytes, t->site, d->r->op->def.name);
    if (address == 0) return wr_device_full(d->ctx);
    d->r->device_scratch = address | wr_task_slot(t);
    d->scratch = (void *)(uintptr_t)address;
    return WEIR_OK;
}

/* Does the call change arrays that existed before it? */
static bool is_update(const wr_task_record *r) {
    return r->into != WR_INTO_NEW || (r->op->def.flags & WEIR_OP_IN_PLACE);
}

static weir_status launch(device_run *d, const lists *l) {
    wr_device_call call = {.op = &d->r->op->def,
                           .failed = is_update(d->r) ? WR_WORD_FAILED : WR_WORD_NEVER_MADE,
                           .kernel = (const void *)(uintptr_t)wr_cuda_run,
                           .args = &d->args.k,
                           .within = d->r->within,
                           .run = run_on_host,
                           .ctx = d,
                           .address = (void **const *)l->address,
                           .test = l->test,
                           .mark = l->mark};
    weir_status status = WEIR_OK;
    bool fresh;
    /* Before an output takes over the memory of an input. */
    if (!find_tests(d->ctx, &call, l->test)) status = wr_context_skip(d->ctx, WR_INPUT_NEVER_MADE);
    if (status == WEIR_OK) status = wr_record_prepare(d->ctx, d->r, &fresh);
    if (status == WEIR_OK) status = take_scratch(d);
    if (status == WEIR_OK) status = wr_record_args_make(d->ctx, d->r, fresh, d->scratch, &d->args);
    if (status != WEIR_OK) {
        /* The error words of new outputs are not set yet, so the outputs have to go. */
        wr_record_drop_outputs(d->ctx, d->r);
        wr_mark_outputs(d->ctx);
        return status;
    }
    find_marks(d->ctx, &call, l->mark);
    find_addresses(d, &call, l->address);
    find_ranges(d, &call, l->range);
    status = wr_device_launch(d->ctx, &call);
    wr_record_args_free(&d->args);
    return status;
}

/* The call has been launched.  What has no later use is freed now: the next task that gets the memory
 * runs behind this one in the same queue. */
static void give_last(weir_context *ctx) {
    wr_task *t = ctx->task;
    for (uint32_t i = 0; i < t->access_count; i++) {
        weir_var *v = t->access[i].var;
        /* Only the last user may read `taken`: later ones may be submitted at this moment. */
        if ((t->access[i].flags & WR_DUPLICATE) || v->space != wr_task_slot(t) ||
            !wr_context_is_last(ctx, v) || v->taken == WR_NOT_TAKEN)
            continue;
        wr_storage_drop(v);
        ctx->freed |= wr_memory_given(ctx->rt, v);
    }
}

/* ---- Ahead ----------------------------------------------------------------------------------- */

/* Addresses for operands that have no memory yet: blocks of a device begin at such multiples. */
static void place(wr_task_operand *o, uint32_t number) {
    int64_t size = (int64_t)wr_dtype_bytes(o->view.dtype);
    if (o->view.dtype == 0) return;
    if (o->var == NULL) {
        o->view.data = (void *)(uintptr_t)o->view.shape;
        return;
    }
    const wr_storage *s = wr_storage_of(o->var);
    uintptr_t block = (uintptr_t)(number + 1) << 40;
    if (s->origin == WR_LENT_ON_DEVICE) block = (uintptr_t)s->data;
    o->view.data = (char *)block + o->offset * size;
}

/* Let the device prepare for the call: it learns which kernels are needed.  The record is copied,
 * because it is changed when the task runs. */
static weir_status run_ahead(weir_context *ctx, const wr_task_record *record) {
    for (uint32_t i = 0; i < record->in_count; i++) /* the host's memory may not be filled yet */
        if (record->operand[i].var != NULL &&
            record->operand[i].var->space != wr_task_slot(ctx->task))
            return WEIR_OK;
    wr_task_record *r = malloc(record->size);
    if (r == NULL) return WEIR_ENOMEM;
    memcpy(r, record, record->size);
    wr_record_resolve(r);
    uint32_t count = r->in_count + r->out_count;
    for (uint32_t i = 0; i < count; i++) place(&r->operand[i], i);
    device_run d = {.ctx = ctx, .r = r};
    if (r->scratch + r->packing > 0) d.scratch = (void *)((uintptr_t)(count + 1) << 40);
    void ***address = malloc((count + 1) * sizeof *address);
    wr_device_call call = {.op = &r->op->def,
                           .ahead = true,
                           .kernel = (const void *)(uintptr_t)wr_cuda_run,
                           .args = &d.args.k};
    weir_status status = address != NULL ? WEIR_OK : WEIR_ENOMEM;
    if (status == WEIR_OK) status = wr_record_args_make(ctx, r, !r->into, d.scratch, &d.args);
    if (status == WEIR_OK) {
        find_addresses(&d, &call, address);
        call.address = (void **const *)address;
        status = wr_device_launch(ctx, &call);
        wr_record_args_free(&d.args);
    }
    free(address);
    free(r);
    return status;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

weir_status wr_device_call_run(weir_context *ctx, void *arg) {
    device_run d = {.ctx = ctx, .r = arg};
    lists l;
    if (WR_UNLIKELY(ctx->ahead)) return run_ahead(ctx, arg);
    if (ctx->refused) {
        wr_mark_outputs(ctx);
        return WEIR_OK;
    }
    if (!make_lists(ctx, d.r, &l)) {
        wr_mark_outputs(ctx);
        return weir_context_fail(ctx, WEIR_ENOMEM, "not enough memory for the list of operands");
    }
    wr_record_resolve(d.r);
    weir_status status = launch(&d, &l);
    free(l.address);
    if (status == WEIR_OK) {
        give_last(ctx);
        return WEIR_OK;
    }
    if (!is_update(d.r)) ctx->skipped = true; /* the outputs have no values, so none is undefined */
    ctx->within = d.r->within;
    wr_record_name_inputs(ctx, d.r);
    return status;
}

void wr_device_call_drop(void *arg) {
    const wr_task_record *r = arg;
    if (r->device_scratch == 0) return;
    wr_device_give(r->arrays->rt, (int)(r->device_scratch & SLOT_BITS),
                   r->device_scratch & ~(uint64_t)SLOT_BITS);
}
