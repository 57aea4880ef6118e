/* elementwise_cuda.c - elementwise operators, copies and casts on a CUDA device.
 *
 * The formulas are those of unary.def, binary.def and activation.def, as text.  A kernel is
 * compiled for each combination of an operator and the dtypes of its operands; see map.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_launch.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/elementwise/elementwise_formulas.h"
#include "ops/elementwise/elementwise_layout.h"

enum {
    OPERANDS = 4,
    UNROLL = 2, /* groups of a thread; 1 for complex numbers, whose functions are long */
    MANY = 8,   /* elements of a group, at most, if there is a formula */
    LEAST = 16, /* a smaller side is not transposed in tiles */
};

/* ---- Texts ----------------------------------------------------------------------------------- */

/* What a kernel depends on. */
typedef struct variant {
    const char *formula; /* NULL: copy */
    int count;           /* of operands; operand 0 is the output */
    int dims;
    int dtype[OPERANDS];
    uint32_t scalars; /* bit i: operand i is a value in the arguments */
    int compute;      /* a weir_compute */
    int in;           /* the dtype of the computation, or 0 */
    bool checked;     /* do nothing if a kernel before has failed the call */
    int vec, unroll;  /* elements of a group, groups of a thread */
    int tile;         /* side of the tiles of a transpose, or 0 */
    /* A condition or NULL.  With a condition, the kernel writes nothing, and fails the call where
     * an element x of operand 0 fulfils it. */
    const char *failing;
    const char *reason;
    const char *value;                           /* what the message says of x, an integer */
    const char *name[OPERANDS], *type[OPERANDS]; /* of inputs, in the formula */
} variant;

/* What operand i is, in the function `element`. */
static void write_raw(wr_cuda_text *to, const variant *v, int i) {
    if (v->scalars >> i & 1)
        wr_cuda_write(to, "*(const %s *)a.value[%d]", wr_cuda_dtype(v->dtype[i]), i);
    else
        wr_cuda_write(to, "in.x%d[v]", i);
}

static void write_input(wr_cuda_text *to, const variant *v, int i) {
    wr_cuda_write(to, "    const %s %s = cast<%s>(", v->type[i], v->name[i], v->type[i]);
    write_raw(to, v, i);
    wr_cuda_write(to, ");\n");
}

/* A function of an element x of operand 0. */
static void write_look(wr_cuda_text *to, const variant *v, const char *name, const char *result) {
    wr_cuda_write(to,
                  "ON_DEVICE %s(const ARGS &a, const GROUP &in, int v) {\n"
                  "    const C x = cast<C>(",
                  name);
    write_raw(to, v, 0);
    wr_cuda_write(to, ");\n    return %s;\n}\n", result);
}

static void write_element(wr_cuda_text *to, const variant *v) {
    const char *out = wr_cuda_dtype(v->dtype[0]);
    wr_cuda_write(to, "template <class ARGS, class GROUP>\n");
    if (v->failing != NULL) {
        write_look(to, v, "bool element", v->failing);
        wr_cuda_write(to, "template <class ARGS, class GROUP>\n");
        write_look(to, v, "i64 value", v->value);
        return;
    }
    wr_cuda_write(to, "ON_DEVICE %s element(const ARGS &a, const GROUP &in, int v) {\n", out);
    if (v->formula == NULL) {
        wr_cuda_write(to, "    return cast<%s>(", out);
        write_raw(to, v, 1);
        wr_cuda_write(to, ");\n}\n");
        return;
    }
    wr_cuda_write(to,
                  "    const R A = (R)a.number[0], B = (R)a.number[1];\n    (void)A, (void)B;\n");
    for (int i = 1; i < v->count; i++) write_input(to, v, i);
    wr_cuda_write(to, "    return cast<%s>(%s);\n}\n", out, v->formula);
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "#define OPERANDS %d\n#define DIMS %d\n#define VALUES %d\n", v->count,
                  v->dims, v->scalars != 0 ? v->count : 0);
    wr_cuda_write(to, "#define VEC %d\n#define UNROLL %d\n", v->vec, v->unroll);
    if (v->checked) wr_cuda_write(to, "#define CHECKED\n");
    if (v->failing != NULL) wr_cuda_write(to, "#define READS_ONLY %s\n", v->reason);
    if (v->tile > 0)
        wr_cuda_write(to, "#define TILE %d\ntypedef %s IN;\n", v->tile, wr_cuda_dtype(v->dtype[1]));
    wr_cuda_write(to, "typedef %s OUT;\n#define INPUTS(f)", wr_cuda_dtype(v->dtype[0]));
    for (int i = v->failing != NULL ? 0 : 1; i < v->count; i++)
        if (!(v->scalars >> i & 1)) wr_cuda_write(to, " f(%d, %s)", i, wr_cuda_dtype(v->dtype[i]));
    wr_cuda_write(to, "\n");
    if (v->formula != NULL || v->failing != NULL) {
        bool is_complex = v->compute == WEIR_IN_C64 || v->compute == WEIR_IN_C128;
        wr_formula_write_types(to, v->compute);
        wr_cuda_write(to, "%s%s%s", wr_text_function_words, wr_text_elementwise,
                      is_complex ? wr_text_complex : "");
    }
    write_element(to, v);
    wr_cuda_write(to, "%s%s", wr_text_walk, wr_text_map);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* A copy that should be made in tiles: move the dimension along which operand 1 is contiguous before
 * the last one, and return the side of a tile; otherwise 0. */
static int transpose_dims(wr_layout *l, const variant *v) {
    int last = l->dims - 1, size[2];
    if (v->formula != NULL || v->failing != NULL || v->scalars != 0 || last < 1) return 0;
    for (int j = 0; j < 2; j++) size[j] = (int)wr_dtype_bytes(v->dtype[j]);
    if (l->stride[0][last] != size[0] || l->shape[last] < LEAST) return 0;
    if (l->stride[1][last] == size[1] || l->stride[1][last] == 0) return 0;
    for (int d = 0; d < last; d++) {
        if (l->stride[1][d] != size[1] || l->shape[d] < LEAST) continue;
        for (int i = d; i < last - 1; i++) wr_layout_swap(l, i, i + 1);
        return size[0] > 4 || size[1] > 4 ? 32 : 64;
    }
    return 0;
}

/* Can groups of operand j be loaded by one instruction? */
static bool is_vector(const wr_layout *l, const variant *v, int j, const void *data) {
    return !(v->scalars >> j & 1) &&
           wr_layout_is_vector(l, j, (int64_t)wr_dtype_bytes(v->dtype[j]), v->vec, data);
}

/* The number of elements of a group. */
static int vec_of(const variant *v) {
    int largest = 1;
    for (int j = 0; j < v->count; j++) {
        int size = (int)wr_dtype_bytes(v->dtype[j]);
        if (!(v->scalars >> j & 1) && size > largest) largest = size;
    }
    int vec = WR_LAYOUT_VECTOR / largest;
    return vec > MANY && v->formula != NULL ? MANY : vec;
}

/* ---- Launching ------------------------------------------------------------------------------- */

static uint64_t key_of(const weir_op *op, const variant *v) {
    bool is_copy = v->formula == NULL && v->failing == NULL;
    uint64_t key = is_copy ? 0 : (uint64_t)(op - wr_ops) + 1;
    key = key << 4 | (uint64_t)v->compute;
    key = key << 4 | (uint64_t)v->in;
    key = key << 3 | (uint64_t)(v->failing != NULL) << 2 | (uint64_t)v->checked << 1;
    key |= (uint64_t)(v->tile > 0);
    key = key << 6 | (uint64_t)v->dims;
    key = key << 4 | v->scalars;
    for (int i = 0; i < OPERANDS; i++) key = key << 4 | (uint64_t)v->dtype[i];
    return key;
}

/* Write the arguments, whose layout depends on the numbers of operands and dimensions: see map_args
 * in map.cu.  Return their size. */
static size_t write_args(char *to, const wr_cuda_guard *guard, const double *number,
                         const variant *v, const wr_layout *l, const weir_view *const *view,
                         const wr_layout_dim *dim, uint64_t groups) {
#define PUT(source, bytes) (memcpy(to, source, bytes), to += (bytes))
    const char *begin = to;
    uint32_t vectors = 0;
    for (int j = 0; j < v->count; j++) vectors |= (uint32_t)is_vector(l, v, j, view[j]->data) << j;
    PUT(guard, sizeof *guard);
    to = wr_layout_write(to, l, view, v->dims, dim, groups, vectors);
    PUT(number, 2 * sizeof *number);
    for (int j = 0; v->scalars != 0 && j < v->count; j++) {
        uint64_t value[2] = {0};
        if (v->scalars >> j & 1) memcpy(value, view[j]->data, wr_dtype_bytes(v->dtype[j]));
        PUT(value, sizeof value);
    }
#undef PUT
    return (size_t)(to - begin);
}

enum {
    ARGS_MAX = sizeof(wr_cuda_guard) + WR_LAYOUT_BYTES(OPERANDS, WEIR_NDIM_MAX) + 16 + OPERANDS * 16
};

/* The bytes of an element are copied, whatever they mean: fewer texts. */
static int word_of(int dtype) {
    static const int words[] = {WEIR_UINT8, WEIR_UINT16, WEIR_UINT32, WEIR_UINT64};
    return wr_dtypes[dtype].shift < 4 ? words[wr_dtypes[dtype].shift] : dtype;
}

/* Launch the kernel on views; `view[0]` is the output. */
static weir_status launch(wr_cuda_call *c, const weir_op *op, variant *v,
                          const weir_view *const *view, const wr_cuda_guard *guard) {
    _Alignas(16) char args[ARGS_MAX];
    wr_layout l;
    wr_layout_dim dim[WEIR_NDIM_MAX];
    double number[2] = {0};
    bool moves = v->formula == NULL && v->failing == NULL && view[0]->dtype == view[1]->dtype;
    for (int i = 0; i < v->count; i++)
        v->dtype[i] = moves ? word_of(view[i]->dtype) : view[i]->dtype;
    wr_layout_make(&l, view, v->count, v->scalars, 0, v->failing == NULL);
    v->tile = transpose_dims(&l, v);
    v->vec = v->tile > 0 ? 1 : vec_of(v);
    v->unroll = v->formula != NULL && v->compute >= WEIR_IN_C64 ? 1 : UNROLL;
    v->dims = wr_layout_round_dims(l.dims);
    if (v->formula != NULL && op->def.attr_size >= sizeof *number) {
        const double *attr = c->k->attr;
        number[0] = attr[0];
        number[1] = attr[op->def.attr_size / sizeof *attr - 1];
    }
    int last = v->tile > 0 ? v->tile : v->vec, before = v->tile > 0 ? v->tile : 1;
    uint64_t groups = wr_layout_measure(&l, v->dims, last, before, dim);
    uint64_t each = v->tile > 0 ? 1 : (uint64_t)(WR_LAYOUT_THREADS * v->unroll);
    size_t bytes = write_args(args, guard, number, v, &l, view, dim, groups);
    wr_cuda_source source = {
        .family = "elementwise", .variant = key_of(op, v), .write = write_text, .ctx = v};
    uint64_t blocks = (groups + each - 1) / each;
    return wr_cuda_launch_bytes(c, &source, v->tile > 0 ? "transpose" : "map",
                                blocks > 0 ? blocks : 1, WR_LAYOUT_THREADS, args, bytes);
}

static weir_status copy_view(wr_cuda_call *c, const weir_view *to, const weir_view *from,
                             bool scalar, bool checked, const wr_cuda_guard *guard) {
    const weir_view *view[] = {to, from};
    variant v = {.count = 2, .compute = WEIR_IN_F32, .scalars = scalar ? 2 : 0, .checked = checked};
    return launch(c, NULL, &v, view, guard);
}

weir_status wr_cuda_copy_view(wr_cuda_call *c, const weir_view *to, const weir_view *from,
                              bool scalar, const wr_cuda_guard *guard) {
    return copy_view(c, to, from, scalar, false, guard);
}

weir_status wr_cuda_copy_checked(wr_cuda_call *c, const weir_view *to, const weir_view *from,
                                 const wr_cuda_guard *guard) {
    return copy_view(c, to, from, false, true, guard);
}

weir_status wr_cuda_copy(wr_cuda_call *c) {
    return wr_cuda_copy_view(c, &c->k->out[0], &c->k->in[0], c->scalars & 1, &c->guard);
}

/* clip with one bound is maximum or minimum; without bounds it is a copy. */
static const weir_op *without_bounds(const weir_kernel *k) {
    bool low = k->in_count > 1 && k->in[1].dtype != 0;
    bool high = k->in_count > 2 && k->in[2].dtype != 0;
    if (k->op != &wr_ops[WR_OP_clip] || (low && high)) return k->op;
    return low ? &wr_ops[WR_OP_maximum] : high ? &wr_ops[WR_OP_minimum] : NULL;
}

static weir_status run_formula(wr_cuda_call *c, bool checked, const wr_cuda_guard *guard) {
    const weir_kernel *k = c->k;
    const weir_op *op = without_bounds(k);
    if (op == NULL) return wr_cuda_copy(c);
    variant v = {.formula = wr_formula_of(op, k->dtype),
                 .count = 1,
                 .compute = wr_dtypes[k->dtype].compute,
                 .in = k->dtype,
                 .checked = checked};
    const weir_view *view[OPERANDS] = {&k->out[0]};
    for (uint32_t i = 0; i < k->in_count; i++) {
        if (k->in[i].dtype == 0) continue;
        if (c->scalars >> i & 1) v.scalars |= 1u << v.count;
        v.type[v.count] = wr_formula_type(op, k->dtype, (int)i);
        v.name[v.count] = wr_formula_input(op, v.count - 1);
        view[v.count++] = &k->in[i];
    }
    return launch(c, op, &v, view, guard);
}

weir_status wr_cuda_elementwise(wr_cuda_call *c) { return run_formula(c, false, &c->guard); }

/* ---- Operators that fail --------------------------------------------------------------------- */

/* Fail the call if an element of input i fulfils the condition.  Nothing is written, so that the
 * outputs keep their values. */
static weir_status need_elements(wr_cuda_call *c, uint32_t i, const char *failing,
                                 const char *reason, const char *value) {
    const weir_view *view = &c->k->in[i];
    int64_t shape[WEIR_NDIM_MAX];
    for (int d = 0; d < view->ndim; d++) shape[d] = view->strides[d] == 0 ? 1 : view->shape[d];
    const weir_view once = {view->data, shape, view->strides, view->dtype, view->ndim};
    const weir_view *views[] = {wr_view_count(view) == 0 ? view : &once};
    variant v = {.count = 1,
                 .compute = wr_dtypes[view->dtype].compute,
                 .scalars = c->scalars >> i & 1,
                 .failing = failing,
                 .reason = reason,
                 .value = value};
    return launch(c, c->k->op, &v, views, &c->test);
}

/* Negative powers of integers fail; pow_infer has refused those that are numbers. */
weir_status wr_cuda_pow(wr_cuda_call *c) {
    const weir_view *power = &c->k->in[1];
    if (wr_dtype_kind_of(c->k->dtype) != WR_KIND_INT || !wr_dtypes[power->dtype].is_signed ||
        c->scalars & 2)
        return wr_cuda_elementwise(c);
    wr_cuda_about(c, 0, NULL, wr_dtypes[c->k->dtype].name);
    WR_TRY(need_elements(c, 1, "x < 0", "REPORT_NEGATIVE_POWER", "(i64)x"));
    WR_TRY(run_formula(c, true, &c->test));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_check_finite(wr_cuda_call *c) {
    const weir_view *x = &c->k->in[0];
    if (x->dtype < WEIR_FLOAT16) return wr_cuda_copy(c);
    bool is_complex = wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX;
    const char *failing = is_complex ? "!is_finite(x.re) || !is_finite(x.im)" : "!ISFINITE(x)";
    const char *kind = is_complex ? "x.re != x.re ? 0 : is_finite(x.re) ? 2 : 1" : "x != x ? 0 : 1";
    WR_TRY(need_elements(c, 0, failing, "REPORT_NOT_FINITE", kind));
    WR_TRY(copy_view(c, &c->k->out[0], x, c->scalars & 1, true, &c->test));
    return wr_cuda_mark(c);
}
