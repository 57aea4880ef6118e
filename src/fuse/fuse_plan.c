/* fuse_plan.c - which operations fit in a group, and what they use.
 *
 * The plan has one value for each view of a variable that members use, and one for each different
 * number and dtype in which it is used.  If a member writes a variable, all members use it through
 * the same view: then each tile of the group reads and writes its own elements only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fuse/fuse_plan.h"

#include <string.h>

#include "fuse/code.h"

/* A reduction of all elements with fewer pieces, or of fewer rows, is not fused: too few threads could
 * take part. */
enum { PIECES_MIN = WR_SIZE(8, 2), ROWS_MIN = WR_SIZE(8, 2) };

weir_view wr_fuse_view(const wr_task_record *r, uint32_t operand) {
    weir_view v = r->operand[operand].view;
    v.shape = (const int64_t *)(const void *)((const char *)r + (uintptr_t)v.shape);
    v.strides = (const int64_t *)(const void *)((const char *)r + (uintptr_t)v.strides);
    return v;
}

void wr_fuse_plan_init(wr_fuse_plan *p, weir_runtime *rt) {
    p->simd = wr_simd_for(rt);
    p->generates = rt->config.fusion == 1 && wr_code_is_available(p->simd->level);
    p->values = p->scalars = p->members = 0;
    p->flat = p->row_wise = true;
    p->by_rows = false;
    p->row_values = 0;
    p->kept_bytes = 0;
    memset(p->newest, 0, sizeof p->newest);
    memset(p->reductions, 0, sizeof p->reductions);
    p->reduction = NULL;
}

static void set_shape(wr_fuse_plan *p, const weir_view *v) {
    p->ndim = v->ndim;
    memcpy(p->shape, v->shape, (size_t)v->ndim * sizeof *v->shape);
}

/* ---- Operators ------------------------------------------------------------------------------- */

static bool is_copy(const weir_op *op) {
    return op == &wr_ops[WR_OP_copy] || op == &wr_ops[WR_OP_astype];
}

/* Is this an operation that the general walk runs, and that cannot fail? */
static bool is_plain(const wr_task_record *r) {
    const weir_op *op = r->op;
    if (op->def.run == wr_map_run || is_copy(op)) return true;
    if (op == &wr_ops[WR_OP_clip]) return r->in_count == 3; /* else it is another operator */
    /* Powers of integers may fail. */
    return op == &wr_ops[WR_OP_pow] && wr_dtype_kind_of(r->dtype) != WR_KIND_INT;
}

static void copy_elements(void *out, const void *const *in, int64_t n, const void *attr) {
    const size_t *size = attr;
    if (out != in[0]) memcpy(out, in[0], (size_t)n * *size);
}

static const size_t sizes[] = {1, 2, 4, 8, 16};

static int compute_dtype(int dtype) { return wr_compute_dtype[wr_dtypes[dtype].compute]; }

/* The dtype in which the operation reads an input. */
static int computed_of(const wr_task_record *r, uint32_t in) {
    if (is_copy(r->op)) return r->operand[r->in_count].view.dtype;
    return r->op->def.bools >> in & 1 ? WEIR_BOOL : compute_dtype(r->dtype);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool is_scalar(const weir_view *v) {
    for (int i = 0; i < v->ndim; i++)
        if (v->shape[i] > 1 && v->strides[i] != 0) return false;
    return true;
}

/* Most arrays have one or two dimensions, for which a call of memcmp takes longer than the comparison. */
static bool same_extents(const int64_t *a, const int64_t *b, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool fits_shape(const wr_fuse_plan *p, const weir_view *v) {
    return v->ndim == p->ndim && same_extents(v->shape, p->shape, v->ndim);
}

static bool is_per_row(const wr_fuse_plan *p, const weir_view *v) {
    return p->ndim > 0 && v->ndim == p->ndim && p->shape[p->ndim - 1] > 1 &&
           v->shape[v->ndim - 1] == 1 && same_extents(v->shape, p->shape, v->ndim - 1);
}

static bool is_one_row(const wr_fuse_plan *p, const weir_view *v) {
    int last = v->ndim - 1;
    if (v->ndim == 0 || v->ndim > p->ndim || v->strides[last] != 1 ||
        v->shape[last] != p->shape[p->ndim - 1])
        return false;
    for (int i = 0; i < last; i++)
        if (v->shape[i] != 1) return false;
    return true;
}

static wr_fuse_extent extent_of(const wr_fuse_plan *p, const weir_view *v) {
    if (is_scalar(v)) return WR_EXTENT_SCALAR;
    if (is_one_row(p, v)) return fits_shape(p, v) ? WR_EXTENT_FULL : WR_EXTENT_ONE_ROW;
    if (!wr_view_is_row_major(v)) return WR_EXTENT_OTHER;
    if (fits_shape(p, v)) return WR_EXTENT_FULL;
    return is_per_row(p, v) ? WR_EXTENT_PER_ROW : WR_EXTENT_OTHER;
}

static bool is_flat(const wr_fuse_plan *p, const weir_view *v) {
    return is_scalar(v) || (fits_shape(p, v) && wr_view_is_row_major(v));
}

static bool same_view(const wr_fuse_value *a, const weir_view *v, int64_t offset) {
    return a->offset == offset && a->view.dtype == v->dtype && a->view.ndim == v->ndim &&
           same_extents(a->view.shape, v->shape, v->ndim) &&
           same_extents(a->view.strides, v->strides, v->ndim);
}

/* The list of the values of a variable, and of others that have the same hash. */
static unsigned list_of(const weir_var *var) {
    uint64_t hash = (uint64_t)(uintptr_t)var * UINT64_C(0x9e3779b97f4a7c15);
    return hash >> 32 & (WR_FUSE_LISTS - 1);
}

/* Find the value of an operand, or return -1. */
static int find(const wr_fuse_plan *p, const wr_task_operand *o, const weir_view *v, int computed) {
    bool scalar = is_scalar(v);
    for (int i = p->newest[list_of(o->var)] - 1; i >= 0; i = p->before[i] - 1) {
        const wr_fuse_value *a = &p->value[i];
        if (a->var != o->var) continue;
        if (a->scalar != scalar || (scalar && a->computed != computed)) continue;
        if (o->var != NULL ? same_view(a, v, o->offset)
                           : a->view.dtype == v->dtype &&
                                 memcmp(a->view.data, v->shape, wr_dtype_bytes(v->dtype)) == 0)
            return i;
    }
    return -1;
}

/* May members use the variable through this view, if one of them writes it? */
static bool agrees(const wr_fuse_plan *p, const weir_var *var, const weir_view *v, int64_t offset,
                   bool writes) {
    for (int i = p->newest[list_of(var)] - 1; i >= 0; i = p->before[i] - 1) {
        const wr_fuse_value *a = &p->value[i];
        if (a->var != var) continue;
        if ((writes || a->written) && !same_view(a, v, offset)) return false;
    }
    return true;
}

static wr_fuse_value *add(wr_fuse_plan *p, const wr_task_operand *o, const weir_view *v,
                          int computed, bool writes) {
    int at = find(p, o, v, computed);
    if (at < 0) {
        wr_fuse_value *a = &p->value[at = p->values++];
        uint8_t *newest = &p->newest[list_of(o->var)];
        p->before[at] = *newest;
        *newest = (uint8_t)(at + 1);
        *a = (wr_fuse_value){.view = *v,
                             .var = o->var,
                             .offset = o->offset,
                             .computed = computed,
                             .extent = (uint8_t)extent_of(p, v),
                             .scalar = is_scalar(v)};
        if (o->var == NULL) a->view.data = (void *)(uintptr_t)v->shape;
        p->scalars += a->scalar;
        p->flat &= is_flat(p, v);
        p->row_wise &= a->extent != WR_EXTENT_OTHER;
    }
    p->value[at].written |= writes;
    return &p->value[at];
}

/* ---- Levels, see fuse_rows.c ----------------------------------------------------------------- */

/* The level of a step that reads the input: that of the step that computes it, or the next one if it is
 * a reduction. */
static int level_of(const wr_fuse_plan *p, const wr_task_operand *o, const weir_view *v) {
    int at = o->var != NULL ? find(p, o, v, 0) : -1;
    return at >= 0 ? p->value[at].level : 0;
}

/* Bytes of a row that has to be kept if a step of this level reads the input: a result that an
 * earlier level has computed. */
static int64_t keeps(const wr_fuse_plan *p, const wr_task_operand *o, const weir_view *v,
                     int level) {
    int at = o->var != NULL ? find(p, o, v, 0) : -1;
    if (at < 0) return 0;
    const wr_fuse_value *a = &p->value[at];
    if (!a->written || a->extent != WR_EXTENT_FULL || a->until > a->level || level <= a->level)
        return 0;
    return p->shape[p->ndim - 1] * (int64_t)wr_dtype_bytes(a->view.dtype);
}

/* Note that a step of this level reads the value. */
static void note_use(wr_fuse_plan *p, wr_fuse_value *a, int level) {
    if (a->written && a->extent == WR_EXTENT_FULL && a->until == a->level && level > a->level)
        p->kept_bytes += p->shape[p->ndim - 1] * (int64_t)wr_dtype_bytes(a->view.dtype);
    if (level > a->until) a->until = (uint8_t)level;
}

/* ---- Reductions ------------------------------------------------------------------------------ */

weir_kernel wr_fuse_reduction(const wr_fuse_plan *p, const wr_task_record *r, weir_view *view,
                              char *attr) {
    view[0] = wr_fuse_view(r, 0);
    view[1] = wr_fuse_view(r, 1);
    memcpy(attr, (const char *)r + r->attr_at, r->op->def.attr_size);
    for (uint32_t i = 0; i < r->op->def.attr_count; i++) {
        const weir_attr *a = &r->op->def.attrs[i];
        if (a->type != WEIR_ATTR_I64S) continue;
        weir_i64s list;
        memcpy(&list, attr + a->offset, sizeof list);
        if (list.data != NULL)
            list.data = (const int64_t *)(const void *)((const char *)r + (uintptr_t)list.data);
        memcpy(attr + a->offset, &list, sizeof list);
    }
    return (weir_kernel){.size = sizeof(weir_kernel),
                         .op = r->op,
                         .attr = attr,
                         .in = &view[0],
                         .out = &view[1],
                         .in_count = 1,
                         .out_count = 1,
                         .dtype = r->dtype,
                         .simd = p->simd};
}

static bool is_reduction(const weir_op *op) {
    return op == &wr_ops[WR_OP_sum] || op == &wr_ops[WR_OP_mean] || op == &wr_ops[WR_OP_max] ||
           op == &wr_ops[WR_OP_min];
}

/* Add the reduction of a value to one element.  It is the end of the group: its result is there when
 * the whole pass is done. */
static bool join_reduction(wr_fuse_plan *p, const wr_task_record *r) {
    const wr_task_operand *o = &r->operand[0];
    weir_view v = wr_fuse_view(r, 0), view[2];
    _Alignas(16) char attr[WR_FUSE_ATTR_BYTES];
    if (p->members == 0 || p->reduction != NULL || !p->flat || p->by_rows || r->in_count != 1 ||
        r->into != WR_INTO_NEW || r->packing > 0 || o->var == NULL ||
        r->op->def.attr_size > sizeof attr || p->values == WR_FUSE_VALUES || !fits_shape(p, &v) ||
        !agrees(p, o->var, &v, o->offset, false))
        return false;
    weir_kernel k = wr_fuse_reduction(p, r, view, attr);
    if (!wr_reduction_line_of(&k, &p->line) || p->line.pieces < PIECES_MIN) return false;
    p->reduction = r;
    p->members++;
    add(p, o, &v, p->line.reads, false);
    return true;
}

bool wr_fuse_reduces_rows(const wr_task_record *r) {
    if (!is_reduction(r->op)) return false;
    weir_view v = wr_fuse_view(r, 0), out = wr_fuse_view(r, 1);
    if (v.ndim < 2 || out.ndim != v.ndim || r->in_count != 1 || r->into != WR_INTO_NEW ||
        r->scratch + r->packing > 0 || r->operand[0].var == NULL)
        return false;
    int last = v.ndim - 1;
    int64_t rows = 1;
    for (int i = 0; i < last; i++) {
        if (out.shape[i] != v.shape[i]) return false;
        rows *= v.shape[i];
    }
    return rows >= ROWS_MIN && v.shape[last] > 1 && out.shape[last] == 1 &&
           wr_view_is_row_major(&v);
}

static bool row_reduction(const wr_fuse_plan *p, const wr_task_record *r, wr_reduction_row *row) {
    weir_view view[2];
    _Alignas(16) char attr[WR_FUSE_ATTR_BYTES];
    if (r->op->def.attr_size > sizeof attr) return false;
    weir_kernel k = wr_fuse_reduction(p, r, view, attr);
    return wr_reduction_row_of(&k, row);
}

/* Add the reduction of each row of a value. */
static bool join_row_reduction(wr_fuse_plan *p, const wr_task_record *r) {
    const wr_task_operand *o = &r->operand[0], *to = &r->operand[1];
    weir_view v = wr_fuse_view(r, 0), out = wr_fuse_view(r, 1);
    wr_reduction_row row;
    if (p->reduction != NULL || !p->row_wise || (p->members > 0 && !fits_shape(p, &v)) ||
        p->values + 2 > WR_FUSE_VALUES || p->row_values == WR_FUSE_ROW_VALUES ||
        !agrees(p, o->var, &v, o->offset, false) || !row_reduction(p, r, &row) ||
        wr_dtype_bytes(row.reads) > 8)
        return false;
    int level = p->members > 0 ? level_of(p, o, &v) : 0;
    if (level + 1 >= WR_FUSE_LEVELS || p->reductions[level] == WR_FUSE_LEVEL_REDUCTIONS)
        return false;
    if (p->members++ == 0) set_shape(p, &v);
    p->by_rows = true;
    p->reductions[level]++;
    p->row_values++;
    note_use(p, add(p, o, &v, 0, false), level);
    wr_fuse_value *made = add(p, to, &out, 0, true);
    made->level = made->until = (uint8_t)(level + 1);
    return true;
}

/* ---- Members --------------------------------------------------------------------------------- */

static bool has_loop(const wr_fuse_plan *p, const wr_task_record *r) {
    return is_copy(r->op) || r->op->loop[p->simd->level][wr_dtypes[r->dtype].compute] != NULL;
}

/* The level in which an elementwise member of a group by rows would run, or -1 if it does not fit. */
static int fits_rows(const wr_fuse_plan *p, const wr_task_record *r, wr_fuse_extent made) {
    int level = 0;
    int64_t bytes = p->kept_bytes;
    if (r->into != WR_INTO_NEW) return -1;
    for (uint32_t i = 0; i < r->in_count; i++) {
        const wr_task_operand *o = &r->operand[i];
        if (o->var == NULL) continue;
        weir_view v = wr_fuse_view(r, i);
        wr_fuse_extent extent = extent_of(p, &v);
        if (extent == WR_EXTENT_OTHER) return -1;
        if (made == WR_EXTENT_PER_ROW && extent != WR_EXTENT_PER_ROW && extent != WR_EXTENT_SCALAR)
            return -1;
        int own = level_of(p, o, &v);
        level = own > level ? own : level;
    }
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view v = wr_fuse_view(r, i);
        bytes += keeps(p, &r->operand[i], &v, level);
    }
    return bytes <= WR_FUSE_ROW_BYTES ? level : -1;
}

/* Does the shape of a result fit the group? */
static bool fits_result(const wr_fuse_plan *p, const weir_view *out) {
    if (p->members == 0) return true;
    if (fits_shape(p, out))
        return (p->reduction == NULL && !p->by_rows) || wr_view_is_row_major(out);
    return p->by_rows && extent_of(p, out) == WR_EXTENT_PER_ROW &&
           p->row_values < WR_FUSE_ROW_VALUES;
}

bool wr_fuse_plan_join(void *plan, const wr_task *t) {
    wr_fuse_plan *p = plan;
    const wr_task_record *r = t->arg;
    if (wr_fuse_reduces_rows(r)) return join_row_reduction(p, r);
    if (is_reduction(r->op)) return join_reduction(p, r);
    if (r->in_count > WR_FUSE_INPUTS || r->out_count != 1 || r->scratch + r->packing > 0 ||
        !is_plain(r) || !has_loop(p, r))
        return false;
    uint32_t in_count = r->in_count;
    weir_view out = wr_fuse_view(r, in_count);
    const wr_task_operand *to = &r->operand[in_count];
    if (!fits_result(p, &out)) return false;
    if (p->values + (int)in_count + 1 > WR_FUSE_VALUES ||
        p->scalars + (int)in_count > WR_FUSE_SCALARS || is_scalar(&out) ||
        !agrees(p, to->var, &out, to->offset, true))
        return false;
    for (uint32_t i = 0; i < in_count; i++) {
        const wr_task_operand *o = &r->operand[i];
        if (o->view.dtype == 0) return false; /* an input that was not given */
        weir_view v = wr_fuse_view(r, i);
        if (o->var == NULL) continue;
        if (!agrees(p, o->var, &v, o->offset, false)) return false;
        if (p->reduction != NULL && (!is_flat(p, &v) || o->var == p->reduction->operand[1].var))
            return false;
        wr_fuse_value own = {.view = out, .offset = to->offset};
        if (o->var == to->var && !same_view(&own, &v, o->offset)) return false;
    }
    if (p->members == 0) set_shape(p, &out);
    wr_fuse_extent extent = extent_of(p, &out);
    int level = p->by_rows ? fits_rows(p, r, extent) : 0;
    if (level < 0) return false;
    p->members++;
    p->row_wise &= r->into == WR_INTO_NEW && extent != WR_EXTENT_OTHER;
    p->row_values += extent == WR_EXTENT_PER_ROW;
    for (uint32_t i = 0; i < in_count; i++) {
        weir_view v = wr_fuse_view(r, i);
        note_use(p, add(p, &r->operand[i], &v, computed_of(r, i), false), level);
    }
    wr_fuse_value *made = add(p, to, &out, 0, true);
    if (p->by_rows) made->level = made->until = (uint8_t)level;
    return true;
}

void wr_fuse_plan_step(const wr_fuse_plan *p, const wr_task_record *r, wr_fuse_step *s) {
    int level = p->simd->level, compute = wr_dtypes[r->dtype].compute;
    weir_view out = wr_fuse_view(r, r->in_count);
    *s = (wr_fuse_step){.in_count = (uint8_t)r->in_count};
    if (r == p->reduction) {
        weir_view v = wr_fuse_view(r, 0);
        s->kind = WR_STEP_REDUCE_ALL;
        s->computed[0] = (uint8_t)p->line.reads;
        s->in[0] = (uint8_t)find(p, &r->operand[0], &v, p->line.reads);
        return;
    }
    if (is_reduction(r->op)) {
        weir_view v = wr_fuse_view(r, 0);
        row_reduction(p, r, &s->row);
        s->kind = WR_STEP_REDUCE_ROWS;
        s->computed[0] = (uint8_t)s->row.reads;
        s->in[0] = (uint8_t)find(p, &r->operand[0], &v, 0);
        s->out = (uint8_t)find(p, &r->operand[1], &out, 0);
        s->level = p->value[s->out].level - 1;
        return;
    }
    for (uint32_t i = 0; i < r->in_count; i++) {
        weir_view v = wr_fuse_view(r, i);
        s->computed[i] = (uint8_t)computed_of(r, i);
        s->in[i] = (uint8_t)find(p, &r->operand[i], &v, s->computed[i]);
    }
    s->out = (uint8_t)find(p, &r->operand[r->in_count], &out, 0);
    s->level = p->value[s->out].level;
    if (p->by_rows && p->value[s->out].extent == WR_EXTENT_PER_ROW) s->kind = WR_STEP_MAP_ROWS;
    if (is_copy(r->op)) {
        s->loop = copy_elements;
        s->attr = &sizes[wr_dtypes[out.dtype].shift];
        s->out_computed = (uint8_t)out.dtype;
        return;
    }
    s->loop = r->op->loop[level][compute];
    s->streams = r->op->streams[level][compute];
    s->attr = (const char *)r + r->attr_at;
    int gives = r->op->def.gives, dtype = compute_dtype(r->dtype);
    s->out_computed = (uint8_t)(gives == WEIR_GIVES_BOOL   ? WEIR_BOOL
                                : gives == WEIR_GIVES_REAL ? wr_dtypes[dtype].real
                                                           : dtype);
}
