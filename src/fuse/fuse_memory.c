/* fuse_memory.c - the memory of a group's inputs and results.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fuse/fuse_run.h"

/* Does every input have values, if no member writes it first? */
static bool has_inputs(const wr_fused *f) {
    bool made[WR_FUSE_VALUES] = {false};
    for (uint32_t i = 0; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        for (int j = 0; j < s->in_count; j++) {
            weir_var *var = f->plan.value[s->in[j]].var;
            if (var != NULL && !made[s->in[j]] && wr_storage_of(var)->data == NULL) return false;
        }
        if (s->kind == WR_STEP_REDUCE_ALL) continue;
        if (wr_fused_record(f, s)->into == WR_INTO_PART &&
            wr_storage_of(f->plan.value[s->out].var)->data == NULL)
            return false;
        made[s->out] = true;
    }
    return true;
}

static bool is_alone(const wr_fused *f, const wr_fuse_value *v) {
    for (int k = 0; k < f->plan.values; k++)
        if (f->plan.value[k].var == v->var && &f->plan.value[k] != v) return false;
    return true;
}

/* May the result use the memory of the input of a step, as far as their layouts are concerned? */
static bool could_replace(const wr_fused *f, const wr_fuse_value *in, const wr_fuse_value *out) {
    if (in->var == NULL || in->written || in->scalar || in->offset != 0 ||
        in->view.dtype != out->view.dtype || in->view.ndim != out->view.ndim)
        return false;
    const wr_storage *s = wr_storage_of(out->var), *old = wr_storage_of(in->var);
    size_t bytes = (size_t)out->view.ndim * sizeof(int64_t);
    return old->origin == s->origin && old->bytes == s->bytes && old->data != NULL &&
           memcmp(in->view.shape, out->view.shape, bytes) == 0 &&
           memcmp(in->view.strides, out->view.strides, bytes) == 0 && is_alone(f, in);
}

/* Find an input that has no later user, so that the new result of a step can use its memory, as in
 * task_body.c.  It must be read by this step or an earlier one, and not be written.  Return the index of
 * the value, or -1. */
static int find_input(const wr_fused *f, uint32_t step, const bool *taken) {
    const wr_fuse_value *out = &f->plan.value[f->step[step].out];
    if (wr_storage_of(out->var)->origin != WR_ARENA || out->offset != 0) return -1;
    weir_context ctx = {.rt = f->group.rt};
    for (uint32_t i = 0; i <= step; i++) {
        const wr_fuse_step *s = &f->step[i];
        ctx.task = f->group.task[s->member];
        for (int j = 0; j < s->in_count; j++) {
            const wr_fuse_value *in = &f->plan.value[s->in[j]];
            if (!taken[s->in[j]] && could_replace(f, in, out) && wr_context_is_last(&ctx, in->var))
                return s->in[j];
        }
    }
    return -1;
}

static bool allocate_reduction(wr_fused *f, const wr_fuse_step *s) {
    const wr_task_record *r = wr_fused_record(f, s);
    f->scratch = wr_arena_take(r->arrays->arena, r->scratch, f->group.task[s->member]->site,
                               r->op->def.name);
    if (f->scratch == NULL) return false;
    if (wr_storage_need(r->operand[1].var)) return true;
    wr_arena_give(r->arrays->arena, f->scratch);
    return false;
}

static void find_data(wr_fused *f) {
    for (int i = 0; i < f->plan.values; i++) {
        wr_fuse_value *v = &f->plan.value[i];
        if (v->var == NULL || v->temporary) continue;
        int64_t size = (int64_t)wr_dtype_bytes(v->view.dtype);
        v->view.data = (char *)wr_storage_of(v->var)->data + v->offset * size;
    }
}

bool wr_fused_allocate(wr_fused *f) {
    int16_t from[WR_FUSE_VALUES];
    bool taken[WR_FUSE_VALUES] = {false}, made[WR_FUSE_VALUES] = {false}, enough = true;
    const wr_fuse_step *reduction = NULL;
    if (!has_inputs(f)) return false;
    for (int i = 0; i < f->plan.values; i++) from[i] = -1;
    for (uint32_t i = 0; i < f->group.count && enough; i++) {
        const wr_fuse_step *s = &f->step[i];
        if (s->kind == WR_STEP_REDUCE_ALL) {
            enough = allocate_reduction(f, s);
            if (enough) reduction = s;
            continue;
        }
        wr_fuse_value *out = &f->plan.value[s->out];
        bool new = wr_fused_record(f, s)->into == WR_INTO_NEW;
        if (wr_is_temporary(f->group.task[s->member], 0)) out->temporary = true;
        if (out->temporary || from[s->out] >= 0 || wr_storage_of(out->var)->data != NULL) continue;
        if (new) from[s->out] = (int16_t)find_input(f, i, taken);
        if (from[s->out] >= 0) {
            taken[from[s->out]] = true;
            continue;
        }
        made[s->out] = enough = wr_storage_need(out->var);
        out->fresh = new;
    }
    if (!enough) {
        for (int i = 0; i < f->plan.values; i++)
            if (made[i]) wr_storage_drop(f->plan.value[i].var);
        if (reduction != NULL) {
            const wr_task_record *r = wr_fused_record(f, reduction);
            wr_arena_give(r->arrays->arena, f->scratch);
            wr_storage_drop(r->operand[1].var);
        }
        return false;
    }
    find_data(f);
    for (int i = 0; i < f->plan.values; i++) {
        if (from[i] < 0) continue;
        wr_storage_take_over(f->plan.value[i].var, f->plan.value[from[i]].var);
        f->plan.value[i].view.data = f->plan.value[from[i]].view.data;
    }
    return true;
}

void wr_fused_drop(weir_var *v) {
    if (wr_storage_of(v)->data != NULL) wr_storage_drop(v);
}
