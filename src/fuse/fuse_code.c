/* fuse_code.c - joins consecutive steps of a group to runs, for which one loop is generated.
 *
 * Plain arithmetic on floats takes less time than reading its operands from tiles and writing its result
 * to one.  In a generated loop each array is read once, numbers and intermediate results are in
 * registers, and only what is in memory or what other steps read is written.  Steps with other functions
 * or dtypes, and those whose operands are not contiguous, call their own loops as before.
 *
 *   find runs       by operators, dtypes and numbers of operands (wr_fused_find_runs)
 *   lay out tiles   a temporary that is used in one run only needs no buffer
 *   generate        a program for each run, its code from the cache (wr_fused_generate)
 *   run             a call for each tile (wr_fuse_run_code)
 *
 * In a group whose values are all row-major arrays and numbers, the operands are contiguous in any tile,
 * so runs are found first.  In other groups they are found among the quick steps, when tiles are laid
 * out.
 *
 * Each element is loaded before it is overwritten: a result is stored when it is computed.  It is stored over
 * an operand only if that is the same value, whose later reads are those of the result, or if the
 * operand dies with the group and is read by this step or earlier ones (fuse_memory.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fuse/fuse_run.h"

enum { STEPS_MIN = 2, EXPANSION_MAX = 3 };

/* ---- Operators ------------------------------------------------------------------------------- */

/* The operations of a program that compute an operator.  X, Z and W are its inputs, T is the operation before;
 * constants stand for themselves.  `count` is 0 if the operator is not in the table. */
enum { X = 100, Z, W, T };
typedef struct recipe {
    uint8_t count;
    struct {
        uint8_t op, in[2];
    } step[EXPANSION_MAX];
} recipe;

#define ONE(op, a, b)                                                                              \
    {                                                                                              \
        1, {                                                                                       \
            {                                                                                      \
                op, { a, b }                                                                       \
            }                                                                                      \
        }                                                                                          \
    }
#define TWO(o, a, b, p, c, d)                                                                      \
    {                                                                                              \
        2, {                                                                                       \
            {o, {a, b}}, {                                                                         \
                p, { c, d }                                                                        \
            }                                                                                      \
        }                                                                                          \
    }

/* The formulas are those of unary.def, binary.def and select_simd.c. */
static const recipe recipes[WR_OP_COUNT] = {
    [WR_OP_add] = ONE(WR_CODE_ADD, X, Z),
    [WR_OP_subtract] = ONE(WR_CODE_SUBTRACT, X, Z),
    [WR_OP_multiply] = ONE(WR_CODE_MULTIPLY, X, Z),
    [WR_OP_divide] = ONE(WR_CODE_DIVIDE, X, Z),
    [WR_OP_maximum] = ONE(WR_CODE_MAXIMUM, X, Z),
    [WR_OP_minimum] = ONE(WR_CODE_MINIMUM, X, Z),
    [WR_OP_negative] = ONE(WR_CODE_XOR, X, WR_CODE_SIGN),
    [WR_OP_abs] = ONE(WR_CODE_AND, X, WR_CODE_MAGNITUDE),
    [WR_OP_square] = ONE(WR_CODE_MULTIPLY, X, X),
    [WR_OP_sqrt] = ONE(WR_CODE_SQRT, X, X),
    [WR_OP_reciprocal] = ONE(WR_CODE_DIVIDE, WR_CODE_ONE, X),
    [WR_OP_rsqrt] = TWO(WR_CODE_SQRT, X, X, WR_CODE_DIVIDE, WR_CODE_ONE, T),
    [WR_OP_floor] = ONE(WR_CODE_FLOOR, X, X),
    [WR_OP_ceil] = ONE(WR_CODE_CEIL, X, X),
    [WR_OP_trunc] = ONE(WR_CODE_TRUNC, X, X),
    [WR_OP_round] = ONE(WR_CODE_ROUND, X, X),
    [WR_OP_relu] = ONE(WR_CODE_KEEP, X, WR_CODE_ZERO),
    [WR_OP_clip] = TWO(WR_CODE_MAXIMUM, X, Z, WR_CODE_MINIMUM, T, W),
    [WR_OP_relu_backward] = ONE(WR_CODE_GATE, X, Z),
    [WR_OP_sigmoid_backward] = {3,
                                {{WR_CODE_SUBTRACT, {WR_CODE_ONE, Z}},
                                 {WR_CODE_MULTIPLY, {Z, T}},
                                 {WR_CODE_MULTIPLY, {X, T}}}},
    [WR_OP_tanh_backward] = {3,
                             {{WR_CODE_MULTIPLY, {Z, Z}},
                              {WR_CODE_SUBTRACT, {WR_CODE_ONE, T}},
                              {WR_CODE_MULTIPLY, {X, T}}}},
};

static const recipe *recipe_of(const wr_fused *f, const wr_fuse_step *s) {
    return &recipes[wr_fused_record(f, s)->op - wr_ops];
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Could the step be a part of generated code, as far as it is known now? */
static bool fits(const wr_fused *f, const wr_fuse_step *s) {
    int dtype = s->out_computed;
    if (s->kind != WR_STEP_MAP || (dtype != WEIR_FLOAT32 && dtype != WEIR_FLOAT64) ||
        f->plan.value[s->out].view.dtype != dtype || !(wr_fused_is_flat(f) || s->quick))
        return false;
    for (int j = 0; j < s->in_count; j++) {
        const wr_fuse_value *v = &f->plan.value[s->in[j]];
        if (s->computed[j] != dtype || (!v->scalar && v->view.dtype != dtype)) return false;
    }
    return recipe_of(f, s)->count > 0;
}

static bool is_in_memory(const wr_fuse_value *v) { return !v->temporary || v->local; }
static bool is_kept(const wr_fuse_value *v) { return (v->temporary || v->stored) && !v->local; }

/* Find the end of the longest run from a step on.  The arrays that are read or written, and at the end those
 * of values that later steps read, need general registers, and results need vector registers until
 * their last use. */
static uint32_t end_of_run(const wr_fused *f, uint32_t begin) {
    bool touched[WR_FUSE_VALUES] = {false}, lives[WR_FUSE_VALUES] = {false};
    int arrays = 0, live = 0, kept = 0, steps = 0;
    uint32_t end = begin;
    for (uint32_t i = begin; i < f->group.count; i++) {
        const wr_fuse_step *s = &f->step[i];
        if (!fits(f, s) || s->level != f->step[begin].level ||
            s->out_computed != f->step[begin].out_computed)
            break;
        steps += recipe_of(f, s)->count;
        for (int j = 0; j <= s->in_count; j++) {
            int which = j < s->in_count ? s->in[j] : s->out;
            const wr_fuse_value *v = &f->plan.value[which];
            bool writes = j == s->in_count;
            if (!touched[which] && !v->scalar) arrays += writes ? is_in_memory(v) : 1;
            touched[which] = true;
            if (writes && !lives[which]) {
                lives[which] = true;
                live++;
                kept += is_kept(v);
            }
        }
        if (live > WR_CODE_LIVE_MAX || arrays > WR_CODE_ARRAYS || steps > WR_CODE_STEPS) break;
        for (int j = 0; j <= s->in_count; j++) {
            int which = j < s->in_count ? s->in[j] : s->out;
            if (!lives[which] || f->plan.value[which].last != (int)i) continue;
            lives[which] = false;
            live--;
            kept -= is_kept(&f->plan.value[which]);
        }
        if (arrays + kept <= WR_CODE_ARRAYS) end = i + 1;
    }
    return end;
}

void wr_fused_find_runs(wr_fused *f) {
    f->runs = 0;
    if (!f->plan.generates) return;
    for (uint32_t i = 0, end; i<f->group.count; i = end> i ? end : i + 1) {
        end = end_of_run(f, i);
        if (end < i + STEPS_MIN || f->runs == WR_FUSE_RUNS) continue;
        wr_fuse_run *r = &f->run[f->runs++];
        r->begin = (uint8_t)i;
        r->end = (uint8_t)end;
        for (uint32_t k = i; k < end; k++) f->step[k].run = (uint8_t)f->runs;
    }
}

void wr_fused_drop_runs(wr_fused *f) {
    for (int i = 0; i < f->runs; i++)
        if (f->run[i].code != NULL) wr_code_release(f->run[i].code);
    for (uint32_t i = 0; i < f->group.count; i++) f->step[i].run = 0;
    f->runs = 0;
}

/* ---- Programs -------------------------------------------------------------------------------- */

/* Of each value in a run: the operand that has it now, and the step of the program that wrote it. */
typedef struct names {
    uint8_t now[WR_FUSE_VALUES], writer[WR_FUSE_VALUES];
} names;

static uint8_t array_of(wr_fuse_run *r, wr_code_program *p, int slot) {
    for (int i = 0; i < p->arrays; i++)
        if (r->slot[i] == slot) return (uint8_t)i;
    r->slot[p->arrays] = (uint8_t)slot;
    return p->arrays++;
}

static uint8_t input_of(const wr_fused *f, wr_fuse_run *r, wr_code_program *p, names *n,
                        const wr_fuse_step *s, int j) {
    const wr_fuse_value *v = &f->plan.value[s->in[j]];
    uint8_t *now = &n->now[s->in[j]];
    if (*now != WR_CODE_NONE) return *now;
    if (v->scalar) {
        uint64_t *number = &r->number[p->numbers];
        *number = 0;
        f->plan.simd->cast->cast[v->view.dtype][s->computed[j]](number, v->view.data, 1);
        *now = (uint8_t)(WR_CODE_NUMBER + p->numbers++);
    } else {
        uint8_t array = array_of(r, p, wr_fused_slot(f, s, v));
        r->reads |= (uint16_t)(1 << array);
        *now = (uint8_t)(WR_CODE_ARRAY + array);
    }
    return *now;
}

static void add_step(const wr_fused *f, wr_fuse_run *r, wr_code_program *p, names *n,
                     const wr_fuse_step *s) {
    const recipe *c = recipe_of(f, s);
    uint8_t in[WR_FUSE_INPUTS] = {0};
    for (int j = 0; j < s->in_count; j++) in[j] = input_of(f, r, p, n, s, j);
    for (int i = 0; i < c->count; i++) {
        wr_code_step *step = &p->step[p->steps++];
        *step = (wr_code_step){.op = c->step[i].op, .to = {WR_CODE_NONE, WR_CODE_NONE}};
        for (int j = 0; j < 2; j++) {
            int from = c->step[i].in[j];
            step->in[j] = (uint8_t)(from == T   ? WR_CODE_RESULT + p->steps - 2
                                    : from >= X ? in[from - X]
                                                : from);
        }
    }
    n->writer[s->out] = p->steps - 1;
    n->now[s->out] = (uint8_t)(WR_CODE_RESULT + p->steps - 1);
}

/* Is the array aligned for non-temporal stores in every tile? */
static bool is_aligned(const wr_fused *f, const wr_tile_operand *l) {
    const wr_tiles *m = &f->tiles;
    int64_t size = (int64_t)wr_dtype_bytes(l->dtype), bits = (int64_t)(uintptr_t)l->data;
    if (f->plan.by_rows) {
        bits |= l->stride[0] | (m->cols * size) | (WR_REDUCTION_LEAF * size);
    } else {
        for (int i = 0; i < m->ndim; i++)
            if (i != m->col_dim) bits |= l->stride[i];
        if (m->across > 1) bits |= m->cols * size;
    }
    if (f->plan.reduction != NULL)
        bits |= (m->cols * size) | (f->plan.line.leaf * size) | (f->plan.line.piece * size);
    return bits % 64 == 0;
}

/* Write the last value of each array where it is used: in memory, and in a tile for later steps. */
static void add_stores(const wr_fused *f, wr_fuse_run *r, wr_code_program *p, const names *n) {
    for (int i = 0; i < f->plan.values; i++) {
        const wr_fuse_value *v = &f->plan.value[i];
        if (n->writer[i] == WR_CODE_NONE) continue;
        uint8_t *to = p->step[n->writer[i]].to;
        if (is_in_memory(v)) {
            to[0] = array_of(r, p, v->place);
            r->writes |= (uint16_t)(1 << to[0]);
            if (v->fresh && is_aligned(f, &f->operand[v->place]))
                p->streams |= (uint16_t)(1 << to[0]);
        }
        if (v->buffer >= 0 && v->last >= r->end) {
            to[1] = array_of(r, p, f->tiles.count + v->buffer);
            r->writes |= (uint16_t)(1 << to[1]);
        }
    }
}

static bool generate_run(wr_fused *f, wr_fuse_run *r) {
    const wr_fuse_step *first = &f->step[r->begin];
    wr_code_program p;
    names n;
    memset(&n, WR_CODE_NONE, sizeof n);
    p.wide = first->out_computed == WEIR_FLOAT64;
    p.numbers = WR_CODE_CONSTANTS;
    p.arrays = p.steps = 0;
    p.streams = 0;
    p.vector = (uint16_t)wr_code_vector_bytes(f->plan.simd->level);
    r->reads = r->writes = 0;
    r->size = (uint8_t)wr_dtype_bytes(first->out_computed);
    r->vector = (uint8_t)p.vector;
    wr_code_set_constants(p.wide, r->number);
    for (uint32_t i = r->begin; i < r->end; i++) add_step(f, r, &p, &n, &f->step[i]);
    add_stores(f, r, &p, &n);
    assert(p.arrays <= WR_CODE_ARRAYS && p.numbers <= WR_CODE_NUMBERS && p.steps <= WR_CODE_STEPS);
    r->arrays = p.arrays;
    r->code = wr_code_get(&p);
    if (r->code == NULL) return false;
    r->loop = wr_code_loop(r->code);
    return true;
}

bool wr_fused_generate(wr_fused *f) {
    for (int i = 0; i < f->runs; i++) f->run[i].code = NULL;
    for (int i = 0; i < f->runs; i++)
        if (!generate_run(f, &f->run[i])) return false;
    return true;
}

/* ---- One tile -------------------------------------------------------------------------------- */

/* Compute the last elements of a tile, which do not fill a vector, in vectors that are padded with
 * copies of the last element, as the ordinary loops do. */
static void run_rest(const wr_fuse_run *r, char *const *at, int64_t from, int64_t bytes) {
    _Alignas(64) char vector[WR_CODE_ARRAYS][WR_CODE_VECTOR_MAX];
    char *pad[WR_CODE_ARRAYS];
    int64_t size = r->size;
    for (int i = 0; i < r->arrays; i++) {
        pad[i] = vector[i];
        if (!(r->reads >> i & 1)) continue;
        memcpy(pad[i], at[i] + from, (size_t)bytes);
        for (int64_t k = bytes; k < r->vector; k += size)
            memcpy(pad[i] + k, pad[i] + bytes - size, (size_t)size);
    }
    r->loop(pad, r->number, r->vector);
    for (int i = 0; i < r->arrays; i++)
        if (r->writes >> i & 1) memcpy(at[i] + from, pad[i], (size_t)bytes);
}

void wr_fuse_run_code(const wr_fuse_tile *t, const wr_fuse_run *r) {
    char *at[WR_CODE_ARRAYS];
    int64_t bytes = t->rows * t->cols * r->size, whole = bytes - bytes % r->vector;
    for (int i = 0; i < r->arrays; i++) at[i] = t->at[r->slot[i]];
    r->loop(at, r->number, whole);
    if (bytes > whole) run_rest(r, at, whole, bytes - whole);
}
