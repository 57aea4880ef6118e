/* transfer.c - copies between host memory and the memory of a device, and between devices, and the
 * one function through which the host looks at values.
 *
 * A transfer is a task of the device; of the target, if both sides are devices.  So it runs behind the
 * work that is in the device's queue already, and the host waits for nothing but the transfer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

typedef struct transfer {
    weir_var *to, *from;
    int64_t from_offset; /* in bytes */
    uint64_t bytes;
} transfer;

static void *at(const weir_var *v, int64_t offset) {
    const wr_storage *s = (const wr_storage *)(const void *)(v + 1);
    return (char *)s->data + offset;
}

void wr_mark_outputs(weir_context *ctx) {
    const wr_task *t = ctx->task;
    for (uint32_t i = 0; i < t->write_count; i++) {
        weir_var *v = t->access[i].var;
        uint64_t word = v->space != 0 ? wr_storage_word(v) : 0;
        if (word == 0) continue;
        wr_device_call call = {
            .refused = true, .mark = &word, .mark_count = 1, .failed = WR_WORD_FAILED};
        wr_device_launch(ctx, &call);
    }
}

/* Allocate the target.  Memory that was freed a moment ago is the first choice, but a copy to it would
 * wait for the call that has used it.  So another block is tried, if half of the memory is free. */
static bool need_target(const weir_context *ctx, weir_var *to, const weir_var *from) {
    wr_storage *s = wr_storage_of(to);
    bool had = s->data != NULL;
    if (!wr_storage_need(to)) return false;
    if (had || to->space == 0 || from->space != 0) return true;
    const wr_device *d = &ctx->rt->devices[to->space];
    void *first = s->data;
    if (d->ops->copy_waits == NULL) return true;
    uint64_t waits = d->ops->copy_waits(d->queue, (uint64_t)(uintptr_t)first, s->bytes);
    wr_arena_stat stat;
    if (waits > 0) wr_heap_stats(d->heap, &stat);
    if (waits == 0 || stat.reserved + s->bytes > d->memory_bytes / 2) return true;
    s->data = NULL;
    void *second = wr_storage_need(to) ? s->data : NULL;
    bool better = second != NULL &&
                  d->ops->copy_waits(d->queue, (uint64_t)(uintptr_t)second, s->bytes) < waits;
    s->data = better ? second : first;
    void *other = better ? first : second;
    if (other != NULL) wr_device_give(ctx->rt, to->space, (uint64_t)(uintptr_t)other);
    return true;
}

weir_status wr_transfer_run(weir_context *ctx, weir_var *to, int64_t to_offset, weir_var *from,
                            int64_t from_offset, uint64_t bytes) {
    if (ctx->refused || wr_storage_of(from)->data == NULL) {
        wr_mark_outputs(ctx);
        return ctx->refused ? WEIR_OK : wr_context_skip(ctx, WR_INPUT_NEVER_MADE);
    }
    if (!need_target(ctx, to, from))
        return to->space != 0 ? wr_device_full(ctx)
                              : weir_context_fail(ctx, WEIR_ENOMEM, "the system is out of memory");
    void *source = at(from, from_offset), *target = at(to, to_offset);
    void **const address[] = {&source, &target};
    /* That of the source is tested, that of the target is marked. */
    uint64_t test = from->space != 0 ? wr_storage_word(from) : 0;
    uint64_t mark = to->space != 0 ? wr_storage_word(to) : 0;
    bool between = from->space != 0 && to->space != 0;
    /* Memory of another device is not part of the queue's; the queue has waited for it. */
    wr_device_range range[2 * WR_STORAGE_RANGES];
    uint32_t ranges = to->space != 0 ? wr_storage_ranges(to, true, range) : 0;
    if (from->space != 0 && !between) ranges += wr_storage_ranges(from, false, range + ranges);
    wr_device_call call = {.address = address,
                           .address_count = 2,
                           .test = &test,
                           .mark = &mark,
                           .test_count = from->space != 0,
                           .mark_count = to->space != 0,
                           .source = between ? ctx->rt->devices[from->space].queue : NULL,
                           .failed = WR_WORD_NEVER_MADE,
                           .bytes = bytes,
                           .range = range,
                           .range_count = ranges};
    weir_status status = wr_device_launch(ctx, &call);
    if (status != WEIR_OK) ctx->skipped = true; /* the target has no values yet, in any case */
    return status;
}

static weir_status run_transfer(weir_context *ctx, void *arg) {
    const transfer *t = arg;
    return wr_transfer_run(ctx, t->to, 0, t->from, t->from_offset, t->bytes);
}

static const weir_kind to_host_kind = {.size = sizeof to_host_kind,
                                       .name = "copy to the host",
                                       .run = run_transfer,
                                       .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

static const weir_kind to_device_kind = {.size = sizeof to_device_kind,
                                         .name = "copy to the device",
                                         .run = run_transfer,
                                         .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

static const weir_kind between_kind = {.size = sizeof between_kind,
                                       .name = "copy between devices",
                                       .run = run_transfer,
                                       .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

static weir_status issue(weir_array *from, const weir_array *to, int64_t from_offset,
                         uint64_t bytes) {
    bool down = to->var->space == 0;
    const weir_kind *kind = from->var->space == 0 ? &to_device_kind : &between_kind;
    transfer record = {to->var, from->var, from_offset, bytes};
    weir_var *writes[] = {to->var}, *reads[] = {from->var};
    weir_task task = {.size = sizeof task,
                      .kind = down ? &to_host_kind : kind,
                      .arg = &record,
                      .arg_size = sizeof record,
                      .writes = writes,
                      .write_count = 1,
                      .reads = reads,
                      .read_count = 1,
                      .device = down ? from->var->space : to->var->space,
                      .site = wr_site_now()};
    return wr_issue(from->rt, &task, task.kind);
}

weir_status wr_transfer_to_host(weir_array *a, int32_t cpu, weir_array **out) {
    int64_t low = 0, high = -1, size = (int64_t)wr_dtype_bytes(a->dtype);
    /* Copy the range of memory that the elements are in, and keep the strides. */
    if (a->count > 0) wr_extent(a->ndim, wr_shape(a), wr_strides(a), &low, &high);
    uint64_t bytes = (uint64_t)((high - low + 1) * size);
    weir_var *var;
    wr_arrays *arrays = wr_arrays_get(a->rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    WR_TRY(wr_storage_new(arrays, bytes, WEIR_CPU(0), wr_storage_of(a->var)->label, &var));
    weir_status status =
        wr_array_make(a->rt, var, a->dtype, a->ndim, wr_shape(a), wr_strides(a), -low, cpu, out);
    if (status != WEIR_OK) {
        wr_var_release(var);
        return status;
    }
    status = issue(a, *out, (a->offset + low) * size, bytes);
    if (status != WEIR_OK) weir_array_release(*out);
    return status;
}

bool wr_transfer_is_direct(const weir_array *a, int32_t device) {
    int to = wr_memory_slot(device);
    unsigned family = wr_queue_family(a->var->space);
    return to > 0 && family == wr_queue_family((unsigned)to) && wr_queue_waits(a->rt, (unsigned)to);
}

weir_status wr_transfer_to_device(weir_array *a, int32_t device, weir_array **out) {
    wr_arrays *arrays = wr_arrays_get(a->rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    int64_t size = (int64_t)wr_dtype_bytes(a->dtype);
    assert(a->flags & WR_CONTIGUOUS);
    WR_TRY(wr_array_fresh(arrays, a->dtype, a->ndim, wr_shape(a), NULL, device,
                          wr_storage_of(a->var)->label, out));
    weir_status status = issue(a, *out, a->offset * size, (uint64_t)(a->count * size));
    if (status != WEIR_OK) weir_array_release(*out);
    return status;
}

/* ---- Error words ----------------------------------------------------------------------------- */

static weir_status run_clear(weir_context *ctx, void *arg) {
    uint64_t word = wr_storage_word(arg);
    wr_device_call call = {.clears = true, .mark = &word, .mark_count = word != 0};
    return ctx->refused ? WEIR_OK : wr_device_launch(ctx, &call);
}

static const weir_kind clear_kind = {.size = sizeof clear_kind,
                                     .name = "clear",
                                     .run = run_clear,
                                     .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

weir_status wr_storage_clear_word(weir_var *v) {
    weir_task task = {.size = sizeof task,
                      .kind = &clear_kind,
                      .arg = v,
                      .writes = &v,
                      .write_count = 1,
                      .reads = &v,
                      .read_count = 1,
                      .device = v->space,
                      .site = wr_site_now()};
    return wr_issue(v->rt, &task, &clear_kind);
}

/* ---- Memory of others ------------------------------------------------------------------------ */

/* The event is behind the work of other libraries that was handed over so far, or NULL. */
typedef struct adoption {
    weir_var *var;
    void *event;
    int index; /* of the card */
} adoption;

/* A copy of no bytes marks the error word as good. */
static weir_status run_adopt(weir_context *ctx, void *arg) {
    const adoption *a = arg;
    weir_var *v = a->var;
    if (ctx->refused) return WEIR_OK; /* without a word, it counts as never made */
    if (!wr_storage_make_word(v)) return wr_device_full(ctx);
    uint64_t word = wr_storage_word(v);
    void *none = NULL;
    void **const address[] = {&none, &none};
    wr_device_call call = {.address = address,
                           .mark = &word,
                           .mark_count = 1,
                           .behind = a->event,
                           .failed = WR_WORD_NEVER_MADE};
    return wr_device_launch(ctx, &call);
}

static void drop_adopt(void *arg) {
    const adoption *a = arg;
    wr_cuda_event_give(a->index, a->event);
}

static const weir_kind adopt_kind = {.size = sizeof adopt_kind,
                                     .name = "from_dlpack",
                                     .run = run_adopt,
                                     .drop = drop_adopt,
                                     .flags = WEIR_KIND_PURE | WR_KIND_DEVICE};

weir_status wr_storage_adopt(weir_var *v) {
    int index = v->rt->devices[v->space].index;
    adoption record = {v, wr_cuda_event_behind(index), index};
    weir_task task = {.size = sizeof task,
                      .kind = &adopt_kind,
                      .arg = &record,
                      .arg_size = sizeof record,
                      .writes = &v,
                      .write_count = 1,
                      .device = v->space,
                      .site = wr_site_now()};
    weir_status status = wr_issue(v->rt, &task, &adopt_kind);
    if (status != WEIR_OK) wr_cuda_event_give(index, record.event);
    return status;
}

/* ---- Looking at values ----------------------------------------------------------------------- */

static weir_status view_copy(weir_array *a, const char *reason, wr_host_view *view) {
    WR_TRY(wr_device_usable(a->rt, a->device, reason));
    WR_TRY(wr_transfer_to_host(a, WEIR_CPU(0), &view->copy));
    weir_scope_keep(view->copy);
    view->array = view->copy;
    weir_status status = wr_array_wait(view->copy, WR_FOREVER, reason);
    if (status != WEIR_OK) wr_host_view_end(view);
    return status;
}

weir_status wr_host_view_begin(weir_array *a, const char *reason, wr_host_view *view) {
    *view = (wr_host_view){.array = a};
    if (WR_LIKELY(a->var == NULL || a->var->space == 0))
        return wr_array_wait(a, WR_FOREVER, reason);
    return view_copy(a, reason, view);
}

void wr_host_view_end(wr_host_view *view) {
    weir_array_release(view->copy);
    view->copy = NULL;
}
