/* call.c - from a call to a task, and from the task to the kernel.
 *
 * At the call: check, infer, make the outputs' handles, and pack everything the kernel will need into one
 * record that travels with the task:
 *
 *   record | operands, inputs first | shapes and strides, numbers | attributes | lists of attributes
 *
 * Pointers into the record are kept as distances from its start, because it is copied on its way, and
 * become pointers again when the task runs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops/core/op.h"

enum {
    OUTS = WEIR_OUT_MAX, /* outputs that infer can describe; views may be more */
    RECORD_BYTES = 2048, /* records up to this are built on the stack */
};

enum { INTO_NEW, INTO_WHOLE, INTO_PART };

typedef struct operand {
    weir_view view;
    weir_var *var; /* NULL: a number, whose value lies where its shape would */
    int64_t offset;
} operand;

typedef struct record {
    const weir_op *op;
    wr_arrays *arrays;
    const char *within; /* what the call was a part of; NULL: of nothing */
    uint64_t seed, call;
    uint64_t scratch, packing; /* bytes: the kernel's own; for inputs made row-major */
    uint32_t attr_at;
    int32_t dtype;
    uint32_t in_count, out_count;
    uint32_t size;
    uint32_t into; /* the outputs were there before: whole, or parts of storages */
    operand operand[];
} record;

/* ---- At the call ----------------------------------------------------------------------------- */

weir_status wr_check_inputs(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                            uint32_t in_count, int32_t *device) {
    const char *name = op->def.name;
    if (in_count < op->in_min || in_count > op->in_max)
        return wr_fail(WEIR_EINVAL, "%s: takes %s, %u given", name,
                       *op->def.inputs != '\0' ? op->def.inputs : "no inputs", in_count);
    if (WR_UNLIKELY(in == NULL && in_count > 0))
        return wr_fail(WEIR_EINVAL, "%s: the list of inputs is NULL", name);
    bool found = false;
    for (uint32_t i = 0; i < in_count; i++) {
        const weir_array *a = in[i];
        if (WR_UNLIKELY(a == NULL)) {
            if (i < op->in_min || (op->def.flags & WEIR_OP_VARIADIC))
                return wr_fail(WEIR_EINVAL, "%s: input %u of %s is NULL", name, i, op->def.inputs);
            continue;
        }
        if (WR_UNLIKELY(a->flags & WR_ABSTRACT) && wr_mode_now.needs == NULL &&
            !(op->def.flags & WEIR_OP_VIEW)) /* another view of it is another shell */
            return wr_fail(WEIR_EINVAL, "%s: input %u has a shape and no values", name, i);
        if (WR_UNLIKELY(a->rt != rt))
            return wr_fail(WEIR_EINVAL, "%s: input %u belongs to another runtime", name, i);
        if (a->flags & WR_NUMBER) continue;
        if (found && WR_UNLIKELY(a->device != *device))
            return wr_fail(WEIR_EINVAL,
                           "%s: arrays on cpu(%d) and cpu(%d); copy one of them with to_device",
                           name, *device >> 8, a->device >> 8);
        *device = a->device;
        found = true;
    }
    return WEIR_OK;
}

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

/* What an attribute of type I64S or TEXT points to, and how long that is; NULL: nothing, or no such type. */
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

/* Distances are kept in pointers until unfold() turns them into pointers; NULL stays NULL. */
static const void *fold(size_t distance) { return (const void *)(uintptr_t)distance; }

static size_t pack_operand(char *base, size_t at, operand *o, const weir_array *a) {
    if (a == NULL) {
        *o = (operand){.var = NULL};
        return at;
    }
    bool number = a->flags & WR_NUMBER;
    size_t bytes = dims_bytes(a);
    memcpy(base + at, a->dim, number ? wr_dtype_bytes(a->dtype) : bytes);
    o->view = (weir_view){.data = NULL,
                          .shape = fold(at),
                          .strides = fold(at + (size_t)a->ndim * sizeof(int64_t)),
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
        data = fold(at);
        memcpy(field, &data, sizeof data);
        at += wr_round_up(bytes, 8);
    }
}

static void take_stream(wr_arrays *arrays, record *r) {
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

/* Does the array show all of its storage?  Then writing it is an overwrite, which clears a failure. */
static bool covers(const weir_array *a) {
    return a->offset == 0 && wr_is_dense(a->ndim, wr_shape(a), wr_strides(a)) &&
           (uint64_t)a->count * wr_dtype_bytes(a->dtype) == wr_storage_of(a->var)->bytes;
}

typedef struct issue {
    weir_runtime *rt;
    wr_arrays *arrays;
    const weir_op *op;
    weir_array *const *in;
    weir_array *const *out;
    uint32_t in_count, out_count;
    const void *attr;
    const weir_infer *inferred;
    bool into;
    uint32_t parts;                /* outputs that do not show all of their storage */
    uint32_t write_from, write_to; /* inputs that are changed where they lie */
} issue;

static size_t record_size(const issue *s, size_t *attr_at) {
    size_t size = sizeof(record) + (s->in_count + s->out_count) * sizeof(operand);
    for (uint32_t i = 0; i < s->in_count; i++) size += dims_bytes(s->in[i]);
    for (uint32_t i = 0; i < s->out_count; i++) size += dims_bytes(s->out[i]);
    *attr_at = size;
    size += wr_round_up(s->op->def.attr_size, 8);
    return size + (s->op->lists ? wr_attr_list_bytes(s->op, s->attr) : 0);
}

static void pack(const issue *s, record *r, size_t size, size_t attr_at) {
    *r = (record){.op = s->op,
                  .arrays = s->arrays,
                  .within = wr_mode_now.within,
                  .scratch = wr_round_up(s->inferred->scratch_bytes, 64),
                  .packing = bytes_to_pack(s->op, s->in, s->in_count),
                  .attr_at = (uint32_t)attr_at,
                  .dtype = s->inferred->dtype,
                  .in_count = s->in_count,
                  .out_count = s->out_count,
                  .size = (uint32_t)size,
                  .into = !s->into        ? INTO_NEW
                          : s->parts == 0 ? INTO_WHOLE
                                          : INTO_PART};
    char *base = (char *)r;
    size_t at = sizeof(record) + (s->in_count + s->out_count) * sizeof(operand);
    operand *o = r->operand;
    for (uint32_t i = 0; i < s->in_count; i++) at = pack_operand(base, at, o++, s->in[i]);
    for (uint32_t i = 0; i < s->out_count; i++) at = pack_operand(base, at, o++, s->out[i]);
    if (s->op->def.attr_size > 0) {
        memcpy(base + attr_at, s->attr, s->op->def.attr_size);
        pack_lists(s->op, base, attr_at, attr_at + wr_round_up(s->op->def.attr_size, 8));
    }
    if (s->op->def.flags & WEIR_OP_RANDOM) take_stream(s->arrays, r);
}

static weir_status push(const issue *s, record *r) {
    enum { NEAR = 16 };
    weir_var *near[NEAR], **var = near;
    uint32_t most = s->in_count + 2 * s->out_count + (s->write_to - s->write_from);
    uint32_t reads = 0, writes = 0;
    if (most > NEAR) {
        var = malloc(most * sizeof *var);
        if (var == NULL) return wr_fail(WEIR_ENOMEM, "%s: no memory to queue it", s->op->def.name);
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
    weir_task task = {.size = sizeof task,
                      .kind = &s->op->kind,
                      .arg = r,
                      .arg_size = r->size,
                      .writes = var,
                      .write_count = writes,
                      .reads = var + writes,
                      .read_count = reads,
                      .scratch_bytes = r->scratch + r->packing,
                      .site = wr_site_now()};
    weir_status status = wr_issue(s->rt, &task, &s->op->kind); /* checked, piece by piece */
    if (var != near) free(var);
    return status;
}

/* What reads memory that others write without a word is finished before the call returns.  If it fails, what it would
 * have written says so. */
static weir_status finish_shared_reads(const issue *s) {
    bool reads = false;
    for (uint32_t i = 0; i < s->in_count; i++)
        reads |=
            s->in[i] != NULL && s->in[i]->var != NULL &&
            atomic_load_explicit(&wr_storage_of(s->in[i]->var)->shared, memory_order_relaxed) > 0;
    if (!reads || wr_inside != NULL) return WEIR_OK;
    weir_var *written = s->out_count > 0 ? s->out[0]->var : s->in[s->write_from]->var;
    weir_status status = wr_wait_written(written, "read of shared memory", wr_site_now());
    return status == WEIR_EINTR ? status : WEIR_OK; /* the front end refused to wait */
}

static weir_status send(const issue *s) {
    _Alignas(16) char near[RECORD_BYTES];
    size_t attr_at, size = record_size(s, &attr_at);
    record *r = (record *)(void *)near;
    if (size > sizeof near) {
        r = malloc(size);
        if (r == NULL) return wr_fail(WEIR_ENOMEM, "%s: no memory to queue it", s->op->def.name);
    }
    pack(s, r, size, attr_at);
    weir_status status = push(s, r);
    if ((char *)r != near) free(r);
    if (WR_UNLIKELY(atomic_load_explicit(&wr_shares, memory_order_relaxed) > 0) &&
        status == WEIR_OK)
        status = finish_shared_reads(s);
    return status;
}

/* While somebody has a pointer into the storage, what writes it is finished before the call returns. */
static weir_status finish_if_exported(weir_array *const *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (WR_UNLIKELY(atomic_load_explicit(&wr_storage_of(out[i]->var)->exports,
                                             memory_order_relaxed) > 0) &&
            wr_inside == NULL)
            WR_TRY(wr_wait_written(out[i]->var, "write while exported", wr_site_now()));
    return WEIR_OK;
}

static void release_all(weir_array **out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        weir_array_release(out[i]);
        out[i] = NULL;
    }
}

typedef struct prepared {
    weir_infer c;
    weir_meta meta[OUTS];
    _Alignas(16) char attr[WR_ATTR_BYTES];
} prepared;

static weir_status check_lists(const weir_op *op, const char *attr) {
    for (uint32_t i = 0; i < op->def.attr_count; i++) {
        const weir_attr *a = &op->def.attrs[i];
        if (a->type != WEIR_ATTR_I64S) continue;
        weir_i64s list;
        assert(attr != NULL);
        memcpy(&list, attr + a->offset, sizeof list);
        if (list.count < 0 || (list.data == NULL && list.count != 0))
            return wr_fail(WEIR_EINVAL, "%s: %s is %s with a count of %lld", op->def.name, a->name,
                           list.data == NULL ? "NULL" : "a list", (long long)list.count);
    }
    return WEIR_OK;
}

static weir_status prepare(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                           uint32_t in_count, const void *attr, prepared *p, int32_t *device) {
    if (WR_UNLIKELY(rt == NULL || op == NULL))
        return wr_fail(WEIR_EINVAL, "weir_op_call: %s is NULL", rt == NULL ? "rt" : "op");
    if (WR_UNLIKELY(atomic_load_explicit(&rt->closed, memory_order_relaxed)))
        return wr_fail(WEIR_ECLOSED, "%s: the runtime has been freed", op->def.name);
    *device = wr_mode_now.device;
    WR_TRY(wr_check_inputs(rt, op, in, in_count, device));
    if (attr == NULL && op->def.attr_size > 0) {
        WR_TRY(wr_attr_defaults(op, p->attr));
        attr = p->attr;
    }
    if (op->lists) WR_TRY(check_lists(op, attr));
    p->c = (weir_infer){.size = sizeof p->c,
                        .op = op,
                        .attr = attr,
                        .in = in,
                        .in_count = in_count,
                        .out_count = op->out_names,
                        .out = p->meta};
    for (uint32_t i = 0; i < op->out_names && i < OUTS; i++)
        p->meta[i].device = *device, p->meta[i].like = -1;
    return WEIR_OK;
}

/* A gradient is being asked what it needs: note it, and give shells. */
static weir_status pretend(weir_runtime *rt, const weir_infer *c, weir_array **out,
                           uint32_t *out_count) {
    for (uint32_t i = 0; i < c->in_count; i++)
        if (c->in[i] != NULL && (c->in[i]->flags & WR_ABSTRACT))
            *wr_mode_now.needs |= wr_abstract_bits(c->in[i]);
    for (uint32_t i = 0; i < c->out_count; i++) {
        const weir_meta *m = &c->out[i];
        weir_status status =
            wr_abstract_make(rt, m->dtype, m->ndim, m->shape, m->device, 0, &out[i]);
        if (status == WEIR_OK) continue;
        release_all(out, i);
        return status;
    }
    if (out_count != NULL) *out_count = c->out_count;
    return WEIR_OK;
}

/* ---- Inputs that are changed where they lie ---------------------------------------------------- */

static weir_status check_change(const weir_op *op, const weir_array *a, uint32_t index) {
    const char *why = NULL;
    if (a == NULL || a->var == NULL)
        why = "is no array that could be changed";
    else if (wr_storage_of(a->var)->readonly)
        why = "lies in memory that is read-only";
    else if (!(a->flags & WR_CONTIGUOUS))
        why = "is not row-major; change a copy";
    if (why == NULL) return WEIR_OK;
    return wr_fail(WEIR_EINVAL, "%s: input %u is to be changed, and %s", op->def.name, index, why);
}

typedef struct span {
    const weir_var *var;
    int64_t from, to; /* bytes */
    uint32_t index;
    bool changed;
} span;

static int by_place(const void *a_, const void *b_) {
    const span *a = a_, *b = b_;
    if (a->var != b->var) return (uintptr_t)a->var < (uintptr_t)b->var ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* No two of them share bytes of which one is changed. */
static weir_status check_spans(const weir_op *op, span *list, uint32_t count) {
    const span *reach = NULL,
               *changed = NULL; /* those that reach furthest: any, and changed ones */
    qsort(list, count, sizeof *list, by_place);
    for (uint32_t i = 0; i < count; i++) {
        const span *s = &list[i];
        if (i == 0 || list[i - 1].var != s->var) reach = changed = NULL;
        const span *last = s->changed ? reach : changed;
        if (last != NULL && last->to > s->from)
            return wr_fail(WEIR_EINVAL,
                           "%s: inputs %u and %u overlap, and one of them is to be changed",
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
        if (list == NULL) return wr_fail(WEIR_ENOMEM, "%s: no memory to check", c->op->def.name);
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

static weir_status change(weir_runtime *rt, prepared *p) {
    weir_infer *c = &p->c;
    if (WR_UNLIKELY(wr_mode_now.needs != NULL))
        return wr_fail(WEIR_EINVAL, "%s: changes its inputs, which is nothing for a gradient",
                       c->op->def.name);
    WR_TRY(c->op->def.infer(c));
    if (c->write_from > c->write_to || c->write_to > c->in_count)
        return wr_fail(WEIR_EINVAL, "%s: changes inputs %u to %u, and has %u", c->op->def.name,
                       c->write_from, c->write_to, c->in_count);
    for (uint32_t i = c->write_from; i < c->write_to; i++) WR_TRY(check_change(c->op, c->in[i], i));
    WR_TRY(check_apart(c));
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    issue s = {rt,      arrays, c->op, c->in, NULL,          c->in_count, 0,
               c->attr, c,      true,  0,     c->write_from, c->write_to};
    WR_TRY(send(&s));
    weir_array *const *changed = c->in + c->write_from;
    for (uint32_t i = c->write_from; i < c->write_to; i++) wr_storage_written(c->in[i]->var);
    return finish_if_exported(changed, c->write_to - c->write_from);
}

weir_status wr_call(weir_runtime *rt, const weir_op *op, weir_array *const *in, uint32_t in_count,
                    const void *attr, weir_array **out, uint32_t *out_count) {
    prepared p;
    int32_t device;
    WR_TRY(prepare(rt, op, in, in_count, attr, &p, &device));
    if (WR_UNLIKELY(op->def.flags & WEIR_OP_IN_PLACE)) {
        if (out_count != NULL) *out_count = 0;
        return change(rt, &p);
    }
    uint32_t room = out_count != NULL ? *out_count : op->out_names;
    if (out == NULL || room < op->out_names)
        return wr_fail(WEIR_EINVAL, "%s: gives %u arrays, there is room for %u", op->def.name,
                       op->out_names, out == NULL ? 0 : room);
    if (op->def.flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING)) {
        if (op->many) p.c.out_count = room;
        if (WR_UNLIKELY(wr_mode_now.needs != NULL) && (op->def.flags & WEIR_OP_BLOCKING)) {
            *wr_mode_now.needs = UINT32_MAX; /* its shape is not known */
            return wr_fail(WEIR_EINVAL, "%s: waits for values", op->def.name);
        }
        const char *outer = wr_within_enter(op->def.name);
        weir_status status =
            (op->def.flags & WEIR_OP_VIEW ? op->def.view : op->def.eager)(&p.c, out);
        wr_mode_now.within = outer;
        if (wr_is_refusal(status) && outer == NULL) wr_refused_within(op->def.name);
        if (status == WEIR_OK && out_count != NULL) *out_count = p.c.out_count;
        return status;
    }
    WR_TRY(op->def.infer(&p.c));
    if (WR_UNLIKELY(wr_mode_now.needs != NULL)) return pretend(rt, &p.c, out, out_count);
    wr_arrays *arrays = wr_arrays_get(rt);
    if (WR_UNLIKELY(arrays == NULL)) return WEIR_ENOMEM;
    uint32_t made = 0;
    weir_status status = WEIR_OK;
    for (; made < op->out_names && status == WEIR_OK; made += status == WEIR_OK) {
        weir_meta *m = &p.meta[made];
        const int64_t *strides = m->like >= 0 ? wr_strides(in[m->like]) : NULL;
        status = wr_array_fresh(arrays, m->dtype, m->ndim, m->shape, strides, m->device,
                                op->def.name, &out[made]);
    }
    if (WR_LIKELY(status == WEIR_OK) && !wr_run_inline(arrays, &p.c, out)) {
        issue s = {rt,       arrays, op,    in, out, in_count, op->out_names,
                   p.c.attr, &p.c,   false, 0,  0,   0};
        status = send(&s);
    }
    if (WR_UNLIKELY(status != WEIR_OK)) {
        release_all(out, made);
        return status;
    }
    if (out_count != NULL) *out_count = op->out_names;
    return WEIR_OK;
}

/* ---- Into arrays that are there -------------------------------------------------------------- */

static bool same_view(const weir_array *a, const weir_array *b) {
    return a->var == b->var && a->offset == b->offset && a->dtype == b->dtype &&
           a->ndim == b->ndim && memcmp(a->dim, b->dim, 2 * (size_t)a->ndim * sizeof *a->dim) == 0;
}

static bool may_overlap(const weir_array *a, const weir_array *b) {
    if (a->var != b->var || a->count == 0 || b->count == 0) return false;
    int64_t a_low, a_high, b_low, b_high;
    wr_extent(a->ndim, wr_shape(a), wr_strides(a), &a_low, &a_high);
    wr_extent(b->ndim, wr_shape(b), wr_strides(b), &b_low, &b_high);
    int64_t x = (int64_t)wr_dtype_bytes(a->dtype), y = (int64_t)wr_dtype_bytes(b->dtype);
    return (a->offset + a_low) * x < (b->offset + b_high + 1) * y &&
           (b->offset + b_low) * y < (a->offset + a_high + 1) * x;
}

static weir_status check_into(const weir_op *op, const weir_array *out, const weir_meta *m,
                              uint32_t index) {
    const char *name = op->def.name;
    if (out == NULL || (out->flags & WR_NUMBER))
        return wr_fail(WEIR_EINVAL, "%s: output %u is %s", name, index,
                       out == NULL ? "NULL" : "a number, which cannot be written");
    if (wr_storage_of(out->var)->readonly)
        return wr_fail(WEIR_EINVAL, "%s: output %u lies in memory that is read-only", name, index);
    if (!wr_has_shape(out, m->ndim, m->shape))
        return wr_fail(WEIR_EINVAL, "%s: the result has shape %s, the output it is to fill %s",
                       name, wr_shape_text(m->ndim, m->shape),
                       wr_shape_text(out->ndim, wr_shape(out)));
    if (wr_dtype_kind_of(out->dtype) < wr_dtype_kind_of(m->dtype))
        return wr_fail(WEIR_EDTYPE, "%s: the result is %s, which an output of %s cannot hold", name,
                       wr_dtypes[m->dtype].name, wr_dtypes[out->dtype].name);
    for (int i = 0; i < out->ndim; i++)
        if (wr_shape(out)[i] > 1 && wr_strides(out)[i] == 0)
            return wr_fail(WEIR_EINVAL,
                           "%s: output %u is broadcast along axis %d; copy it before writing to it",
                           name, index, i);
    if (!wr_is_disjoint(out->ndim, wr_shape(out), wr_strides(out)))
        return wr_fail(WEIR_EINVAL,
                       "%s: elements of output %u share places; copy it before writing to it", name,
                       index);
    return WEIR_OK;
}

/* An elementwise result broadcasts to the output it is to fill. */
static void stretch(const weir_op *op, const weir_array *out, weir_meta *m) {
    int64_t both[WEIR_NDIM_MAX];
    int ndim;
    if (!(op->def.flags & WEIR_OP_ELEMENTWISE) || out == NULL || (out->flags & WR_NUMBER) ||
        out->ndim < m->ndim ||
        !wr_broadcast(out->ndim, wr_shape(out), m->ndim, m->shape, &ndim, both) ||
        !wr_has_shape(out, ndim, both))
        return;
    m->ndim = ndim;
    memcpy(m->shape, both, (size_t)ndim * sizeof *both);
}

/* May the kernel write straight into the output? */
static bool direct(const weir_op *op, weir_array *const *in, uint32_t in_count,
                   const weir_array *out, const weir_meta *m) {
    bool map = op->def.flags & WEIR_OP_ELEMENTWISE, updates = op->def.flags & WEIR_OP_UPDATES;
    /* A cast comes behind the rounding to the result's own dtype; tiles have that value only where the
     * result is of a type that is computed in. */
    bool exact =
        op == &wr_ops[WR_OP_copy] ||
        (op->def.run == wr_map_run && wr_compute_dtype[wr_dtypes[m->dtype].compute] == m->dtype);
    if (out->dtype != m->dtype && !(map && exact)) return false;
    if (!(op->def.flags & WEIR_OP_STRIDED) && !(out->flags & WR_CONTIGUOUS)) return false;
    for (uint32_t i = 0; i < in_count; i++)
        if (in[i] != NULL && in[i]->var != NULL && may_overlap(in[i], out) &&
            !((map || (updates && i == 0)) && same_view(in[i], out)))
            return false;
    return true;
}

static weir_status through_copy(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                uint32_t in_count, const void *attr, weir_array *const *out,
                                uint32_t out_count) {
    weir_array *made[OUTS] = {NULL};
    uint32_t count = OUTS;
    WR_TRY(wr_call(rt, op, in, in_count, attr, made, &count));
    weir_status status = WEIR_OK;
    for (uint32_t i = 0; i < out_count && status == WEIR_OK; i++)
        status = wr_call_into(rt, &wr_ops[WR_OP_copy], &made[i], 1, NULL, &out[i], 1);
    release_all(made, count);
    return status;
}

/* All that can be refused; *straight: the kernel may write into the outputs. */
static weir_status prepare_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                                uint32_t in_count, const void *attr, weir_array *const *out,
                                uint32_t out_count, prepared *p, bool *straight) {
    int32_t device;
    WR_TRY(prepare(rt, op, in, in_count, attr, p, &device));
    if (op->def.flags & (WEIR_OP_VIEW | WEIR_OP_BLOCKING | WEIR_OP_IN_PLACE))
        return wr_fail(WEIR_EINVAL, "%s: %s", op->def.name,
                       op->def.flags & WEIR_OP_IN_PLACE
                           ? "changes its inputs and gives nothing to be written"
                           : "cannot be written into an array; copy its result there");
    if (out == NULL || out_count != op->out_names)
        return wr_fail(WEIR_EINVAL, "%s: gives %u arrays, %u outputs given", op->def.name,
                       op->out_names, out == NULL ? 0 : out_count);
    WR_TRY(op->def.infer(&p->c));
    *straight = true;
    for (uint32_t i = 0; i < out_count; i++) {
        stretch(op, out[i], &p->meta[i]);
        WR_TRY(check_into(op, out[i], &p->meta[i], i));
        if (out[i]->rt != rt)
            return wr_fail(WEIR_EINVAL, "%s: output %u belongs to another runtime", op->def.name,
                           i);
        if (out[i]->device != p->meta[i].device)
            return wr_fail(
                WEIR_EINVAL,
                "%s: the result is on cpu(%d), output %u on cpu(%d); copy it with to_device",
                op->def.name, p->meta[i].device >> 8, i, out[i]->device >> 8);
        *straight &= direct(op, in, in_count, out[i], &p->meta[i]);
        for (uint32_t j = 0; j < i; j++) *straight &= !may_overlap(out[i], out[j]);
    }
    return WEIR_OK;
}

weir_status wr_check_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                          uint32_t in_count, const void *attr, weir_array *const *out,
                          uint32_t out_count) {
    prepared p;
    bool straight;
    return prepare_into(rt, op, in, in_count, attr, out, out_count, &p, &straight);
}

weir_status wr_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array *const *out,
                         uint32_t out_count) {
    prepared p;
    bool straight;
    WR_TRY(prepare_into(rt, op, in, in_count, attr, out, out_count, &p, &straight));
    if (!straight) return through_copy(rt, op, in, in_count, attr, out, out_count);
    /* What is there already need not be written: the end of `x[i] += y` in languages that have it. */
    if (op == &wr_ops[WR_OP_copy] && in[0]->var != NULL && same_view(in[0], out[0])) return WEIR_OK;
    wr_arrays *arrays = wr_arrays_get(rt);
    if (arrays == NULL) return WEIR_ENOMEM;
    issue s = {rt, arrays, op, in, out, in_count, out_count, p.c.attr, &p.c, true, 0, 0, 0};
    for (uint32_t i = 0; i < out_count; i++)
        if (!covers(out[i])) s.parts |= UINT32_C(1) << i;
    WR_TRY(send(&s));
    for (uint32_t i = 0; i < out_count; i++) wr_storage_written(out[i]->var);
    return finish_if_exported(out, out_count);
}

/* ---- In the task ----------------------------------------------------------------------------- */

static void unfold(record *r) {
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

static bool same_place(const operand *a, const operand *b) {
    return a->offset == b->offset && a->view.ndim == b->view.ndim &&
           memcmp(a->view.shape, b->view.shape, (size_t)a->view.ndim * 16) == 0;
}

/* An input that dies here, of the size and layout of the output, leaves it its block: each element is
 * read before it is written, or (WEIR_OP_UPDATES) the output is that input with changes. */
static bool take_over(weir_context *ctx, record *r, operand *out) {
    wr_storage *s = wr_storage_of(out->var);
    bool map = r->op->def.flags & WEIR_OP_ELEMENTWISE;
    bool updates = (r->op->def.flags & WEIR_OP_UPDATES) && out == &r->operand[r->in_count];
    if (!(map || updates) || s->origin != WR_ARENA) return false;
    for (uint32_t i = 0; i < (map ? r->in_count : 1); i++) {
        operand *in = &r->operand[i];
        if (in->var == NULL || in->view.dtype != out->view.dtype || in->offset != 0) continue;
        wr_storage *old = wr_storage_of(in->var);
        if (old->origin != WR_ARENA || old->bytes != s->bytes || !same_place(in, out) ||
            !wr_context_is_last(ctx, in->var))
            continue;
        bool alone = true;
        for (uint32_t j = 0; j < r->in_count; j++)
            alone &=
                r->operand[j].var != in->var || (map ? same_place(&r->operand[j], in) : j == i);
        if (!alone) continue;
        in->view.data = old->data;
        for (uint32_t j = 0; j < r->in_count; j++)
            if (r->operand[j].var == in->var) r->operand[j].view.data = old->data;
        wr_storage_take_over(out->var, in->var);
        return true;
    }
    return false;
}

/* False: it has none, because the operation that should have made it never ran. */
static bool find_data(operand *o) {
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

/* Row-major copies of the inputs that are not, for kernels that want them so. */
static weir_status pack_inputs(const weir_kernel *k, record *r, char *room) {
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view *v = &r->operand[i].view;
        if (v->dtype == 0 || wr_view_is_row_major(v)) continue;
        WR_TRY(wr_copy_row_major(k, room, v->dtype, v));
        wr_row_major(v->ndim, v->shape,
                     (int64_t *)(uintptr_t)v->strides); /* they are the record's */
        v->data = room;
        room += wr_round_up((size_t)wr_view_count(v) * wr_dtype_bytes(v->dtype), 64);
    }
    return WEIR_OK;
}

/* Behind what went wrong, what it went wrong with. */
static void add_operands(weir_context *ctx, const record *r) {
    size_t n = strlen(ctx->message), size = sizeof ctx->message;
    bool first = true;
    for (uint32_t i = 0; i < r->in_count && i < 3; i++) {
        const weir_view *v = &r->operand[i].view;
        if (v->dtype == 0) continue;
        size_t before = n;
        int more = snprintf(ctx->message + n, size - n, "%s%s %s", first ? " [inputs " : ", ",
                            wr_dtypes[v->dtype].name, wr_shape_text(v->ndim, v->shape));
        if (more < 0 || n + (size_t)more + 2 > size) {
            ctx->message[before] = '\0'; /* whole or not at all */
            break;
        }
        n += (size_t)more;
        first = false;
    }
    if (!first) strcpy(ctx->message + n, "]");
}

static weir_status run(weir_context *ctx, record *r) {
    enum { NEAR = 8 };
    weir_view near[NEAR], *view = near;
    weir_status status = WEIR_OK;
    char *scratch = NULL;
    uint32_t count = r->in_count + r->out_count;
    bool fresh = !r->into;
    unfold(r);
    /* Inputs first: an output that is one of them must not get its memory here. */
    for (uint32_t i = 0; i < r->in_count; i++)
        if (WR_UNLIKELY(!find_data(&r->operand[i])))
            return wr_context_skip(ctx, WR_INPUT_NEVER_MADE);
    for (uint32_t i = r->in_count; i < count; i++) {
        weir_var *var = r->operand[i].var;
        if (wr_storage_of(var)->data != NULL) continue;
        if (r->into == INTO_PART) return wr_context_skip(ctx, WR_PART_NEVER_MADE);
        if (!r->into && take_over(ctx, r, &r->operand[i]))
            fresh = false;
        else if (!wr_storage_need(var))
            return weir_context_fail(ctx, WEIR_ENOMEM, "the system has no memory left");
    }
    for (uint32_t i = r->in_count; i < count; i++) find_data(&r->operand[i]);
    if (count > NEAR) {
        view = malloc(count * sizeof *view);
        if (view == NULL) return weir_context_fail(ctx, WEIR_ENOMEM, "no memory for its operands");
    }
    weir_kernel k = {.size = sizeof k,
                     .ctx = ctx,
                     .op = r->op,
                     .attr = (char *)r + r->attr_at,
                     .in = view,
                     .out = view + r->in_count,
                     .in_count = r->in_count,
                     .out_count = r->out_count,
                     .seed = r->seed,
                     .call = r->call,
                     .dtype = r->dtype,
                     .fresh = fresh,
                     .simd = wr_simd_for(r->arrays->rt)};
    if (r->scratch + r->packing > 0) {
        scratch = wr_arena_take(r->arrays->arena, r->scratch + r->packing, ctx->task->site,
                                r->op->def.name);
        if (scratch == NULL)
            status = weir_context_fail(ctx, WEIR_ENOMEM, "the system has no memory left");
        k.scratch = scratch;
        if (status == WEIR_OK && r->packing > 0) status = pack_inputs(&k, r, scratch + r->scratch);
    }
    for (uint32_t i = 0; i < count; i++) view[i] = r->operand[i].view;
    if (status == WEIR_OK) status = r->op->def.run(&k);
    if (scratch != NULL) wr_arena_give(r->arrays->arena, scratch);
    if (view != near) free(view);
    if (WR_UNLIKELY(status != WEIR_OK)) add_operands(ctx, r);
    return status;
}

weir_status wr_call_run(weir_context *ctx, void *arg) {
    record *r = arg;
    weir_status status = run(ctx, r);
    if (WR_UNLIKELY(status != WEIR_OK)) ctx->within = r->within;
    return status;
}

void wr_kernel_say(const weir_kernel *k, weir_status status, const char *format, ...) {
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    weir_context_fail(k->ctx, status, text);
}

/* ---- The public doors ------------------------------------------------------------------------ */

weir_status weir_op_call(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                         uint32_t in_count, const void *attr, weir_array **out,
                         uint32_t *out_count) {
    return wr_call_recorded(rt, op, in, in_count, attr, out, out_count);
}

weir_status weir_op_call_into(weir_runtime *rt, const weir_op *op, weir_array *const *in,
                              uint32_t in_count, const void *attr, weir_array *const *out,
                              uint32_t out_count) {
    if (WR_UNLIKELY(wr_mode_now.watch != NULL))
        return wr_watch_into(rt, op, in, in_count, attr, out, out_count);
    if (WR_UNLIKELY(wr_mode_now.recorder != NULL))
        return wr_mode_now.recorder->into(rt, op, in, in_count, attr, out, out_count);
    return wr_call_into(rt, op, in, in_count, attr, out, out_count);
}
