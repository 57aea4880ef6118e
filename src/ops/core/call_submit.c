/* call_submit.c - packs the arguments of a kernel into one record (task_record.h) and issues the
 * task.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "ops/core/call.h"
#include "ops/core/task_record.h"

enum { RECORD_BYTES = 2048 }; /* records of up to this size are built on the stack */

/* Return the number of bytes needed for row-major copies of the inputs, or 0 if the kernel accepts
 * strided inputs. */
static uint64_t bytes_to_pack(const weir_op *op, weir_array *const *in, uint32_t in_count) {
    if (op->def.flags & (WEIR_OP_STRIDED | WEIR_OP_STRIDED_IN)) return 0;
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] != NULL && !(in[i]->flags & WR_CONTIGUOUS))
            bytes += wr_round_up((size_t)in[i]->count * wr_dtype_bytes(in[i]->dtype), 64);
    return bytes;
}

static size_t dims_bytes(const weir_array *a) {
    if (a == NULL) return 0;
    return a->flags & WR_NUMBER ? 16 : 2 * (size_t)a->ndim * sizeof(int64_t);
}

const void *wr_attr_list(const weir_attr *a, const char *field, size_t *bytes) {
    const void *data = NULL;
    *bytes = 0;
    if (a->type == WEIR_ATTR_I64S) {
        weir_i64s list;
        memcpy(&list, field, sizeof list);
        data = list.data;
        *bytes = (size_t)list.count * sizeof(int64_t);
    } else if (a->type == WEIR_ATTR_TEXT) {
        memcpy(&data, field, sizeof data);
        *bytes = data != NULL ? strlen(data) + 1 : 0;
    }
    return data;
}

size_t wr_attr_list_bytes(const weir_op *op, const void *attr_) {
    const char *attr = attr_;
    size_t all = 0, bytes;
    for (uint32_t i = 0; i < op->def.attr_count; i++) {
        const weir_attr *a = &op->def.attrs[i];
        if (wr_attr_list(a, attr + a->offset, &bytes) != NULL) all += wr_round_up(bytes, 8);
    }
    return all;
}

/* Encode an offset from the start of the record as a pointer; resolve() in task_body.c turns it
 * into an address, and leaves NULL pointers alone. */
static const void *as_offset(size_t offset) { return (const void *)(uintptr_t)offset; }

static size_t pack_operand(char *base, size_t at, wr_task_operand *o, const weir_array *a) {
    if (a == NULL) {
        *o = (wr_task_operand){.var = NULL};
        return at;
    }
    bool number = a->flags & WR_NUMBER;
    size_t bytes = dims_bytes(a);
    memcpy(base + at, a->dim, number ? wr_dtype_bytes(a->dtype) : bytes);
    o->view = (weir_view){.data = NULL,
                          .shape = as_offset(at),
                          .strides = as_offset(at + (size_t)a->ndim * sizeof(int64_t)),
                          .dtype = a->dtype,
                          .ndim = a->ndim};
    o->var = a->var;
    o->offset = a->offset;
    return at + bytes;
}

static void pack_lists(const weir_op *op, char *base, size_t attr_at, size_t at) {
    for (uint32_t i = 0; op->lists && i < op->def.attr_count; i++) {
        const weir_attr *a = &op->def.attrs[i];
        char *field = base + attr_at + a->offset;
        size_t bytes;
        const void *data = wr_attr_list(a, field, &bytes);
        if (data == NULL) continue;
        memcpy(base + at, data, bytes);
        data = as_offset(at);
        memcpy(field, &data, sizeof data);
        at += wr_round_up(bytes, 8);
    }
}

static void take_stream(wr_arrays *arrays, wr_task_record *r) {
    weir_stream *own = wr_mode_now.stream;
    if (own != NULL) {
        r->seed = own->seed;
        r->call = own->calls++;
        return;
    }
    wr_lock_take(&arrays->random_lock);
    r->seed = arrays->seed;
    r->call = arrays->calls++;
    wr_lock_give(&arrays->random_lock);
}

static size_t record_size(const wr_submission *s, size_t *attr_at) {
    size_t size = sizeof(wr_task_record) + (s->in_count + s->out_count) * sizeof(wr_task_operand);
    for (uint32_t i = 0; i < s->in_count; i++) size += dims_bytes(s->in[i]);
    for (uint32_t i = 0; i < s->out_count; i++) size += dims_bytes(s->out[i]);
    *attr_at = size;
    size += wr_round_up(s->op->def.attr_size, 8);
    return size + (s->op->lists ? wr_attr_list_bytes(s->op, s->attr) : 0);
}

static void pack(const wr_submission *s, wr_task_record *r, size_t size, size_t attr_at) {
    *r = (wr_task_record){
        .op = s->op,
        .arrays = s->arrays,
        .within = wr_mode_now.within,
        .scratch = wr_round_up(s->inferred->scratch_bytes, 64),
        .packing = bytes_to_pack(s->op, s->in, s->in_count),
        .attr_at = (uint32_t)attr_at,
        .dtype = s->inferred->dtype,
        .in_count = s->in_count,
        .out_count = s->out_count,
        .size = (uint32_t)size,
        .into = !s->into        ? WR_INTO_NEW
                : s->parts == 0 ? WR_INTO_WHOLE
                                : WR_INTO_PART,
        .precision = (uint16_t)atomic_load_explicit(&wr_float32_precision, memory_order_relaxed)};
    char *base = (char *)r;
    size_t at = sizeof(wr_task_record) + (s->in_count + s->out_count) * sizeof(wr_task_operand);
    wr_task_operand *o = r->operand;
    for (uint32_t i = 0; i < s->in_count; i++) at = pack_operand(base, at, o++, s->in[i]);
    for (uint32_t i = 0; i < s->out_count; i++) at = pack_operand(base, at, o++, s->out[i]);
    if (s->op->def.attr_size > 0) {
        memcpy(base + attr_at, s->attr, s->op->def.attr_size);
        pack_lists(s->op, base, attr_at, attr_at + wr_round_up(s->op->def.attr_size, 8));
    }
    if (s->op->def.flags & WEIR_OP_RANDOM) take_stream(s->arrays, r);
}

static weir_status push(const wr_submission *s, wr_task_record *r) {
    enum { NEAR = 16 };
    weir_var *near[NEAR], **var = near;
    uint32_t most = s->in_count + 2 * s->out_count + (s->write_to - s->write_from);
    uint32_t reads = 0, writes = 0;
    if (most > NEAR) {
        var = malloc(most * sizeof *var);
        if (var == NULL)
            return wr_fail(WEIR_ENOMEM, "%s: not enough memory for the task", s->op->def.name);
    }
    for (uint32_t i = 0; i < s->out_count; i++) var[writes++] = s->out[i]->var;
    for (uint32_t i = s->write_from; i < s->write_to; i++)
        if (writes == 0 || var[writes - 1] != s->in[i]->var) var[writes++] = s->in[i]->var;
    for (uint32_t i = 0; i < s->in_count; i++)
        if (s->in[i] != NULL && s->in[i]->var != NULL &&
            (reads == 0 || var[writes + reads - 1] != s->in[i]->var))
            var[writes + reads++] = s->in[i]->var;
    for (uint32_t i = 0; s->parts >> i != 0; i++)
        if (s->parts >> i & 1) var[writes + reads++] = s->out[i]->var;
    uint8_t slot = writes > 0 ? var[0]->space : 0;
    const weir_kind *kind = WR_LIKELY(slot == 0) ? &s->op->kind : &s->op->device_kind;
    weir_task task = {.size = sizeof task,
                      .kind = kind,
                      .arg = r,
                      .arg_size = r->size,
                      .writes = var,
                      .write_count = writes,
                      .reads = var + writes,
                      .read_count = reads,
                      .scratch_bytes = r->scratch + r->packing,
                      .device = slot,
                      .site = wr_site_now()};
    /* The task needs no checks: it is valid by construction. */
    weir_status status = wr_issue(s->rt, &task, kind);
    if (var != near) free(var);
    return status;
}

/* Wait for the operation if it reads memory shared with another owner, who may write that memory as
 * soon as the call returns.  If the operation fails, the failure is recorded on its outputs, not
 * returned. */
static weir_status finish_shared_reads(const wr_submission *s) {
    bool reads = false;
    for (uint32_t i = 0; i < s->in_count; i++)
        reads |=
            s->in[i] != NULL && s->in[i]->var != NULL &&
            atomic_load_explicit(&wr_storage_of(s->in[i]->var)->shared, memory_order_relaxed) > 0;
    if (!reads || wr_inside != NULL) return WEIR_OK;
    weir_var *written = s->out_count > 0 ? s->out[0]->var : s->in[s->write_from]->var;
    weir_status status = wr_wait_written(written, "read of shared memory", wr_site_now());
    return status == WEIR_EINTR ? status : WEIR_OK; /* EINTR: the front end stopped the wait */
}

/* Operations on existing arrays of a device need a kernel there; see wr_call_on_device for others. */
static weir_status check_kernel(const wr_submission *s) {
    if (!s->into) return WEIR_OK;
    const weir_array *written = s->out_count > 0 ? s->out[0] : s->in[s->write_from];
    if (WR_LIKELY(wr_device_is_host(written->device))) return WEIR_OK;
    WR_TRY(wr_device_usable(s->rt, written->device, s->op->def.name));
    return wr_need_kernel(s->rt, s->op, written->var->space);
}

weir_status wr_submit(const wr_submission *s) {
    WR_TRY(check_kernel(s));
    _Alignas(16) char near[RECORD_BYTES];
    size_t attr_at, size = record_size(s, &attr_at);
    wr_task_record *r = (wr_task_record *)(void *)near;
    if (size > sizeof near) {
        r = malloc(size);
        if (r == NULL)
            return wr_fail(WEIR_ENOMEM, "%s: not enough memory for the task", s->op->def.name);
    }
    pack(s, r, size, attr_at);
    weir_status status = push(s, r);
    if ((char *)r != near) free(r);
    if (WR_UNLIKELY(atomic_load_explicit(&wr_shares, memory_order_relaxed) > 0) &&
        status == WEIR_OK)
        status = finish_shared_reads(s);
    return status;
}

weir_status wr_finish_exported(weir_array *const *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (WR_UNLIKELY(atomic_load_explicit(&wr_storage_of(out[i]->var)->exports,
                                             memory_order_relaxed) > 0) &&
            wr_inside == NULL)
            WR_TRY(wr_wait_written(out[i]->var, "write while exported", wr_site_now()));
    return WEIR_OK;
}
