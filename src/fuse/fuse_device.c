/* fuse_device.c - launches elementwise tasks that follow each other in the queue of a device as one kernel;
 * see docs/design/fusion.md, "On CUDA devices".
 *
 * Everything here runs on the thread that launches, in three steps:
 *   1. collect: which of the next tasks fit together (their records are only read)
 *   2. plan: which arrays and error words the kernel uses, and which results stay in registers
 *   3. launch: allocate the results, launch the kernel, free what has no later use
 * Step 3 is the first that changes anything, and undoes it if the kernel is not launched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "fuse/fuse.h"
#include "ops/core/task_record.h"
#include "ops/elementwise/fused_cuda.h"

enum {
    ELEMENTS_MIN = WR_SIZE(4096, 2), /* smaller operations run alone */
    LOOSE_MAX = 3, /* tasks that may be collected before one that connects them with the others */
    VARIABLES = WR_FUSED_MAX * (WR_FORMULA_INPUTS + 1),
};

/* A variable that members use. */
typedef struct variable {
    weir_var *var;
    weir_view view; /* through which it was first used */
    int64_t offset;
    bool same;    /* all uses are through this view */
    bool written; /* by a member so far */
    bool made;    /* it has no memory before the group */
    int8_t ends; /* the member with the last use of all, or -1: others follow, or it is not known */
    /* ---- The plan ---- */
    bool temporary; /* it gets no memory */
    int8_t writer;  /* the last member so far that writes it, or -1 */
    int8_t word;    /* its error word in the plan, or -1 */
    uint32_t tested,
        marked; /* members that test its word as it is before the kernel; that mark it */
} variable;

/* A task that may be a member.  The indices are those of variables; -1: a number. */
typedef struct candidate {
    const wr_task *task;
    const wr_task_record *record;
    int8_t in[WR_FORMULA_INPUTS], out;
    int8_t set; /* members with equal numbers are connected by results that pass between them */
} candidate;

typedef struct fusion {
    wr_device_window *window;
    int count, sets; /* candidates, and sets of connected ones */
    candidate member[WR_FUSED_MAX];
    int variables, arrays, values, numbers;
    variable variable[VARIABLES];
    /* ---- The plan ---- */
    wr_fused_plan plan;
    int8_t of_array[WR_FUSED_ARRAYS]; /* the variable of each array */
    int64_t offset[WR_FUSED_ARRAYS];  /* of its first element */
} fusion;

static weir_view view_of(const wr_task_record *r, uint32_t operand) {
    weir_view v = r->operand[operand].view;
    v.shape = (const int64_t *)(const void *)((const char *)r + (uintptr_t)v.shape);
    v.strides = (const int64_t *)(const void *)((const char *)r + (uintptr_t)v.strides);
    return v;
}

static bool same_shape(const weir_view *a, const weir_view *b) {
    return a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) == 0;
}

static bool same_view(const weir_view *a, int64_t a_offset, const weir_view *b, int64_t b_offset) {
    return a_offset == b_offset && a->dtype == b->dtype && same_shape(a, b) &&
           memcmp(a->strides, b->strides, (size_t)a->ndim * sizeof *a->strides) == 0;
}

/* ---- 1. Collect ------------------------------------------------------------------------------ */

static int find_variable(const fusion *f, const weir_var *var) {
    int i = f->variables - 1;
    while (i >= 0 && f->variable[i].var != var) i--;
    return i;
}

static bool has_memory(weir_var *v) { return wr_storage_word(v) != 0; }

static bool is_operand(const wr_task_record *r, const weir_var *v) {
    for (uint32_t i = 0; i < r->in_count + r->out_count; i++)
        if (r->operand[i].var == v) return true;
    return false;
}

/* Is this an operation that a kernel for several can execute? */
static bool is_plain(const fusion *f, const wr_task *t, const wr_task_record *r) {
    if (r->out_count != 1 || r->in_count < 1 || r->in_count > WR_FORMULA_INPUTS ||
        r->scratch + r->packing > 0 || !wr_cuda_may_fuse(r->op, r->dtype))
        return false;
    for (uint32_t i = 0; i < r->in_count; i++)
        if (r->operand[i].view.dtype == 0) return false; /* an input that was not given */
    for (uint32_t i = 0; i < t->access_count; i++)
        if (t->access[i].var->space != f->window->slot || !is_operand(r, t->access[i].var))
            return false;
    return wr_storage_of(r->operand[r->in_count].var)->origin == WR_ON_DEVICE;
}

/* Can the input be read: from memory, or through the view through which a member has written it? */
static bool fits_input(const fusion *f, const wr_task_operand *o, const weir_view *v) {
    int i = find_variable(f, o->var);
    if (i < 0 || !f->variable[i].written) return has_memory(o->var);
    return same_view(&f->variable[i].view, f->variable[i].offset, v, o->offset);
}

/* Can the result be written?  All members use what a member writes through one view: then each
 * thread reads and writes its own elements only. */
static bool fits_result(const fusion *f, const wr_task_record *r, const weir_view *out) {
    const wr_task_operand *to = &r->operand[r->in_count];
    int at = find_variable(f, to->var);
    const variable *known = at >= 0 ? &f->variable[at] : NULL;
    bool made = known != NULL ? known->made : !has_memory(to->var);
    if (made && r->into == WR_INTO_PART) return false;
    if (known != NULL && (!known->same || !same_view(&known->view, known->offset, out, to->offset)))
        return false;
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view v = view_of(r, i);
        if (r->operand[i].var == to->var && !same_view(&v, r->operand[i].offset, out, to->offset))
            return false;
    }
    return f->count == 0 || same_shape(out, &f->variable[f->member[0].out].view);
}

static bool has_room(const fusion *f, const wr_task_record *r) {
    int count = (int)r->in_count;
    return f->arrays + count + 1 <= WR_FUSED_ARRAYS && f->values + count <= WR_FUSED_VALUES &&
           f->numbers < WR_FUSED_NUMBERS;
}

static bool has_numbers(const weir_op *op) {
    return op->def.attr_size >= sizeof(double) && op != &wr_ops[WR_OP_astype];
}

static bool fits(const fusion *f, const wr_task *t, const wr_task_record *r) {
    if (!is_plain(f, t, r) || !has_room(f, r)) return false;
    weir_view out = view_of(r, r->in_count);
    if (!fits_result(f, r, &out)) return false;
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view v = view_of(r, i);
        if (r->operand[i].var != NULL && !fits_input(f, &r->operand[i], &v)) return false;
    }
    return true;
}

/* The variable of an operand, which may be new.  (A variable that is read through several views counts as
 * one array for each.) */
static int8_t use_variable(fusion *f, const wr_task_operand *o, const weir_view *v) {
    int at = find_variable(f, o->var);
    if (at < 0) {
        f->variable[at = f->variables++] = (variable){.var = o->var,
                                                      .view = *v,
                                                      .offset = o->offset,
                                                      .same = true,
                                                      .made = !has_memory(o->var),
                                                      .ends = -1};
        f->arrays++;
    } else if (!same_view(&f->variable[at].view, f->variable[at].offset, v, o->offset)) {
        f->variable[at].same = false;
        f->arrays++;
    }
    return (int8_t)at;
}

/* The task is the last member of the set, and of the one with the result that it reads. */
static void connect(fusion *f, candidate *c) {
    c->set = (int8_t)f->count;
    f->sets++;
    for (uint32_t i = 0; i < c->record->in_count + 1; i++) {
        int at = i < c->record->in_count ? c->in[i] : c->out;
        for (int k = f->count - 1; k >= 0 && at >= 0; k--) {
            int8_t old = f->member[k].set;
            if (f->member[k].out != at || old == c->set) continue;
            for (int n = 0; n < f->count; n++)
                if (f->member[n].set == old) f->member[n].set = c->set;
            f->sets--;
        }
    }
}

/* Note which variables have no use after this task.  A result that members have only passed to each other
 * takes no array then. */
static void note_ends(fusion *f, const candidate *c) {
    const wr_task *t = c->task;
    for (uint32_t i = 0; i < t->access_count; i++) {
        const wr_access *a = &t->access[i];
        int at = a->flags & WR_DUPLICATE ? -1 : find_variable(f, a->var);
        /* Acquire: as in wr_context_is_last. */
        if (at < 0 || !atomic_load_explicit(&a->last, memory_order_acquire)) continue;
        f->variable[at].ends = (int8_t)f->count;
        if (f->variable[at].made && f->variable[at].written && c->out != at) f->arrays--;
    }
}

static bool add_candidate(fusion *f, const wr_task *t) {
    const wr_task_record *r = t->arg;
    if (!fits(f, t, r)) return false;
    candidate *c = &f->member[f->count];
    *c = (candidate){.task = t, .record = r};
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view v = view_of(r, i);
        c->in[i] = r->operand[i].var != NULL ? use_variable(f, &r->operand[i], &v) : -1;
        f->values += r->operand[i].var == NULL;
    }
    weir_view out = view_of(r, r->in_count);
    c->out = use_variable(f, &r->operand[r->in_count], &out);
    f->numbers += has_numbers(r->op);
    connect(f, c);
    note_ends(f, c);
    f->variable[c->out].written = true;
    f->count++;
    return true;
}

/* Collect tasks until one does not fit.  Those up to the last one that connects all of them are the
 * members; returns how many.  *open: the next task of the queue might fit too. */
static int collect(fusion *f, bool *open) {
    const wr_device_window *w = f->window;
    int members = 0;
    uint32_t i = 0;
    f->count = f->sets = f->variables = f->arrays = f->values = f->numbers = 0;
    for (; i < w->count && f->sets <= LOOSE_MAX && add_candidate(f, w->task[i]); i++)
        if (f->sets == 1) members = f->count;
    *open = i == w->count && f->count > 0;
    return members;
}

static bool is_large(const wr_task *t) {
    const wr_task_record *r = t->arg;
    if (r->out_count != 1) return false;
    weir_view v = view_of(r, r->in_count);
    int64_t count = 1;
    for (int i = 0; i < v.ndim; i++) count *= v.shape[i];
    return count >= ELEMENTS_MIN;
}

/* ---- 2. Plan --------------------------------------------------------------------------------- */

/* A variable that is written first and used last by members is not in memory, if its last value is read.
 * What no member reads is written: then a group does what its tasks do, and has a result. */
static void find_temporaries(fusion *f, int members) {
    bool read[VARIABLES] = {false}; /* what was written last */
    for (int i = 0; i < members; i++) {
        const candidate *c = &f->member[i];
        for (uint32_t k = 0; k < c->record->in_count; k++)
            if (c->in[k] >= 0) read[c->in[k]] = true;
        read[c->out] = false;
    }
    for (int i = 0; i < f->variables; i++) {
        variable *v = &f->variable[i];
        v->temporary = v->made && read[i] && v->ends >= 0 && v->ends < members;
        v->writer = v->word = -1;
        v->tested = v->marked = 0;
    }
}

static int8_t word_of(fusion *f, variable *v) {
    if (v->word < 0) v->word = (int8_t)f->plan.words++;
    return v->word;
}

/* The array of the plan that is this view of a variable. */
static int array_of(fusion *f, int at, const weir_view *v, int64_t offset) {
    wr_fused_plan *p = &f->plan;
    for (int j = 0; j < p->arrays; j++)
        if (f->of_array[j] == at && same_view(&p->array[j], f->offset[j], v, offset))
            return (int8_t)j;
    assert(p->arrays < WR_FUSED_ARRAYS); /* has_room counts them */
    p->array[p->arrays] = *v;
    f->of_array[p->arrays] = (int8_t)at;
    f->offset[p->arrays] = offset;
    return (int8_t)p->arrays++;
}

static wr_fused_input plan_input(fusion *f, const candidate *c, uint32_t i) {
    const wr_task_operand *o = &c->record->operand[i];
    wr_fused_plan *p = &f->plan;
    weir_view v = view_of(c->record, i);
    wr_fused_input in = {.dtype = (uint8_t)v.dtype};
    if (c->in[i] < 0) {
        in.source = WR_FROM_VALUE;
        in.index = p->values++;
        memset(p->value[in.index].bits, 0, sizeof p->value[in.index].bits);
        memcpy(p->value[in.index].bits, v.shape, wr_dtype_bytes(v.dtype)); /* in place of a shape */
    } else if (f->variable[c->in[i]].writer >= 0) {
        in.source = WR_FROM_MEMBER;
        in.index = (uint8_t)f->variable[c->in[i]].writer;
    } else {
        in.source = WR_FROM_ARRAY;
        in.index = (uint8_t)array_of(f, c->in[i], &v, o->offset);
        p->loaded |= 1u << in.index;
    }
    return in;
}

/* Which words the member tests and marks: those of the variables that its task reads and writes. */
static void plan_guard(fusion *f, const candidate *c, wr_fused_member *m, uint32_t bit) {
    const wr_task *t = c->task;
    for (uint32_t i = t->write_count; i < t->access_count; i++) {
        variable *v = &f->variable[find_variable(f, t->access[i].var)];
        if (v->writer >= 0) {
            m->needs |= 1u << v->writer;
        } else {
            m->tests |= 1u << word_of(f, v);
            v->tested |= bit;
        }
    }
    variable *out = &f->variable[c->out];
    m->marks = out->temporary ? -1 : word_of(f, out);
    out->marked |= bit;
}

static void plan_member(fusion *f, int i) {
    const candidate *c = &f->member[i];
    const wr_task_record *r = c->record;
    wr_fused_plan *p = &f->plan;
    wr_fused_member *m = &p->member[i];
    variable *out = &f->variable[c->out];
    weir_view to = view_of(r, r->in_count);
    *m = (wr_fused_member){.op = r->op,
                           .in_count = (uint8_t)r->in_count,
                           .dtype = (uint8_t)r->dtype,
                           .out_dtype = (uint8_t)to.dtype,
                           .array = -1,
                           .numbers = -1,
                           .failed = r->into != WR_INTO_NEW ? WR_WORD_FAILED : WR_WORD_NEVER_MADE};
    for (uint32_t k = 0; k < r->in_count; k++) m->in[k] = plan_input(f, c, k);
    plan_guard(f, c, m, 1u << i);
    if (has_numbers(r->op)) {
        const char *attr = (const char *)r + r->attr_at;
        m->numbers = (int8_t)p->numbers;
        memcpy(&p->number[p->numbers][0], attr, sizeof(double));
        memcpy(&p->number[p->numbers++][1],
               attr + (r->op->def.attr_size / sizeof(double) - 1) * sizeof(double), sizeof(double));
    }
    if (!out->temporary) {
        p->shaped_by = array_of(f, c->out, &to, r->operand[r->in_count].offset);
        m->array = (int8_t)p->shaped_by;
    }
    out->writer = (int8_t)i;
}

/* Fill in the plan, without addresses. */
static void make_plan(fusion *f, int members) {
    wr_fused_plan *p = &f->plan;
    p->members = (uint8_t)members;
    p->arrays = p->values = p->numbers = p->words = 0;
    p->loaded = 0;
    p->marked_apart = false;
    find_temporaries(f, members);
    for (int i = 0; i < members; i++) plan_member(f, i);
    for (int i = 0; i < f->variables; i++) {
        const variable *v = &f->variable[i];
        bool alone = v->tested == v->marked && (v->tested & (v->tested - 1)) == 0;
        p->marked_apart |= v->tested != 0 && v->marked != 0 && !alone;
    }
}

/* ---- 3. Launch ------------------------------------------------------------------------------- */

static bool is_new(const fusion *f, int at) {
    return f->variable[at].made && !f->variable[at].temporary;
}

static void drop_results(const fusion *f) {
    for (int j = 0; j < f->plan.arrays; j++)
        if (is_new(f, f->of_array[j])) wr_storage_drop(f->variable[f->of_array[j]].var);
}

static bool allocate(const fusion *f) {
    for (int j = 0; j < f->plan.arrays; j++) {
        if (!is_new(f, f->of_array[j]) || wr_storage_need(f->variable[f->of_array[j]].var))
            continue;
        drop_results(f);
        return false;
    }
    return true;
}

static void set_addresses(fusion *f) {
    wr_fused_plan *p = &f->plan;
    for (int j = 0; j < p->arrays; j++) {
        weir_view *v = &p->array[j];
        char *data = wr_storage_of(f->variable[f->of_array[j]].var)->data;
        v->data = data + f->offset[j] * (int64_t)wr_dtype_bytes(v->dtype);
    }
    for (int i = 0; i < f->variables; i++)
        if (f->variable[i].word >= 0)
            p->word[f->variable[i].word] = wr_storage_word(f->variable[i].var);
}

static uint32_t find_ranges(const fusion *f, wr_device_range *range) {
    uint32_t n = 0;
    for (int i = 0; i < f->variables; i++) {
        const variable *v = &f->variable[i];
        if (v->word >= 0) n += wr_storage_ranges(v->var, v->marked != 0, range + n);
    }
    return n;
}

/* The kernel has been launched.  What has no later use is freed now, as in device_body.c. */
static void give_last(const fusion *f) {
    weir_runtime *rt = f->window->rt;
    for (int i = 0; i < f->variables; i++) {
        const variable *v = &f->variable[i];
        bool uses = v->temporary || v->word >= 0;
        if (!uses || v->ends < 0 || v->ends >= f->plan.members || v->var->taken == WR_NOT_TAKEN)
            continue;
        wr_storage_drop(v->var);
        f->window->freed |= wr_memory_given(rt, v->var);
    }
}

static bool launch(fusion *f) {
    const wr_device *d = &f->window->rt->devices[f->window->slot];
    wr_device_range range[WR_FUSED_ARRAYS * WR_STORAGE_RANGES];
    const char *within[WR_FUSED_MAX];
    wr_device_fused_call call = {.kernel = (const void *)(uintptr_t)wr_cuda_fused,
                                 .plan = &f->plan,
                                 .count = f->plan.members,
                                 .within = within,
                                 .range = range,
                                 .ahead = true};
    if (!d->ops->launch_fused(d->queue, &call) || !allocate(f)) return false;
    set_addresses(f);
    for (int i = 0; i < f->plan.members; i++) within[i] = f->member[i].record->within;
    call.range_count = find_ranges(f, range);
    call.ahead = false;
    if (!d->ops->launch_fused(d->queue, &call)) {
        drop_results(f);
        return false;
    }
    give_last(f);
    return true;
}

void wr_fuse_on_device(wr_device_window *w) {
    fusion f;
    bool open;
    if (!is_large(w->task[0])) return;
    f.window = w;
    w->members = (uint32_t)collect(&f, &open);
    w->later = open && w->may_wait;
    if (w->members < 2 || w->later) return;
    make_plan(&f, (int)w->members);
    w->launched = launch(&f);
}
