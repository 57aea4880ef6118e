/* elementwise_cuda.c - elementwise operators, copies and casts on a CUDA device.
 *
 * The formulas are those of unary.def, binary.def and activation.def, as text.  A kernel is
 * compiled for each combination of an operator and the dtypes of its operands; see map.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_divider.h"
#include "device/cuda/cuda_launch.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"

enum {
    OPERANDS = 4,
    THREADS = 256, /* as in map.cu */
    UNROLL = 2,    /* groups of a thread; 1 for complex numbers, whose functions are long */
    VECTOR = 16,   /* bytes that one instruction loads */
    MANY = 8,      /* elements of a group, at most, if there is a formula */
    LEAST = 16,    /* a smaller side is not transposed in tiles */
};

/* ---- Formulas -------------------------------------------------------------------------------- */

typedef struct formula {
    const char *real, *integer, *complex;
} formula;

#define ENTRY(name, real, integer, complex) [WR_OP_##name] = {#real, #integer, #complex},
#define UNARY(name, takes, gives, real, integer, cplx, grad, samples, summary)                     \
    ENTRY(name, real, integer, cplx)
#define MEASURE(name, takes, real, integer, cplx, grad, samples, summary)                          \
    ENTRY(name, real, integer, cplx)
#define TEST(name, takes, real, integer, cplx, samples, summary) ENTRY(name, real, integer, cplx)
#define BINARY(name, takes, gives, real, integer, cplx, dx, dz, samples, summary)                  \
    ENTRY(name, real, integer, cplx)
#define COMPARE(name, takes, real, integer, cplx, samples, summary) ENTRY(name, real, integer, cplx)
#define ACTIVATION(name, numbers, real)                             ENTRY(name, real, NONE, NONE)
static const formula formulas[WR_OP_COUNT] = {
#include "ops/elementwise/unary.def"
#include "ops/elementwise/binary.def"
#include "ops/elementwise/activation.def"
    [WR_OP_where] = {"SELECT(w, x, z)", "SELECT(w, x, z)", "SELECT(w, x, z)"},
    [WR_OP_nextafter] = {"nextafter(x, z)", "NONE", "NONE"},
    [WR_OP_clip] = {"MIN(MAX(x, z), w)", "MIN(MAX(x, z), w)", "NONE"},
};

/* ---- Texts ----------------------------------------------------------------------------------- */

/* What a kernel depends on. */
typedef struct variant {
    const char *formula; /* NULL: copy */
    int count;           /* of operands; operand 0 is the output */
    int dims;
    int dtype[OPERANDS];
    int computed[OPERANDS]; /* of inputs: the dtype in which the formula sees them */
    uint32_t scalars;       /* bit i: operand i is a value in the arguments */
    int compute;            /* a weir_compute */
    int in;                 /* the dtype of the computation, or 0 */
    bool checked;           /* do nothing if a kernel before has failed the call */
    int vec, unroll;        /* elements of a group, groups of a thread */
    int tile;               /* side of the tiles of a transpose, or 0 */
    /* A condition or NULL.  With a condition, the kernel writes nothing, and fails the call where
     * an element x of operand 0 fulfils it. */
    const char *failing;
    const char *reason;
    const char *value; /* what the message says of x, an integer */
    const char *name[OPERANDS];
} variant;

const char *wr_cuda_dtype(int dtype) {
    static const char *const names[] = {
        [WEIR_BOOL] = "boolean", [WEIR_INT8] = "i8",       [WEIR_INT16] = "i16",
        [WEIR_INT32] = "i32",    [WEIR_INT64] = "i64",     [WEIR_UINT8] = "u8",
        [WEIR_UINT16] = "u16",   [WEIR_UINT32] = "u32",    [WEIR_UINT64] = "u64",
        [WEIR_FLOAT16] = "f16",  [WEIR_BFLOAT16] = "bf16", [WEIR_FLOAT32] = "f32",
        [WEIR_FLOAT64] = "f64",  [WEIR_COMPLEX64] = "c64", [WEIR_COMPLEX128] = "c128"};
    return names[dtype];
}

/* The types of a formula.  Complex numbers are computed in double, as on the CPU. */
static void write_types(wr_cuda_text *to, int compute) {
    static const char *const types[WEIR_COMPUTE_COUNT][3] = {
        [WEIR_IN_BOOL] = {"u8", "f32", "u8"},   [WEIR_IN_I32] = {"i32", "f32", "u32"},
        [WEIR_IN_I64] = {"i64", "f64", "u64"},  [WEIR_IN_U64] = {"u64", "f64", "u64"},
        [WEIR_IN_F32] = {"f32", "f32", "u32"},  [WEIR_IN_F64] = {"f64", "f64", "u64"},
        [WEIR_IN_C64] = {"c128", "f64", "u64"}, [WEIR_IN_C128] = {"c128", "f64", "u64"}};
    wr_cuda_write(to, "typedef %s C;\ntypedef %s R;\ntypedef %s UC;\n", types[compute][0],
                  types[compute][1], types[compute][2]);
}

/* What operand i is, in the function `element`. */
static void write_raw(wr_cuda_text *to, const variant *v, int i) {
    if (v->scalars >> i & 1)
        wr_cuda_write(to, "*(const %s *)a.value[%d]", wr_cuda_dtype(v->dtype[i]), i);
    else
        wr_cuda_write(to, "in.x%d[v]", i);
}

static void write_input(wr_cuda_text *to, const variant *v, int i) {
    const char *in = v->computed[i] == WEIR_BOOL && v->compute != WEIR_IN_BOOL ? "u8" : "C";
    wr_cuda_write(to, "    const %s %s = cast<%s>(", in, v->name[i], in);
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
        write_types(to, v->compute);
        wr_cuda_write(to, "%s%s%s", wr_text_function_words, wr_text_elementwise,
                      is_complex ? wr_text_complex : "");
    }
    write_element(to, v);
    wr_cuda_write(to, "%s", wr_text_map);
}

/* ---- Layouts --------------------------------------------------------------------------------- */

enum { DIMS_MAX = WEIR_NDIM_MAX };

typedef struct layout {
    int dims, count;
    uint64_t elements;
    int64_t shape[DIMS_MAX];
    int64_t stride[OPERANDS][DIMS_MAX]; /* in bytes */
} layout;

static int64_t stride_of(const weir_view *v, int ndim, int d) {
    int at = d - (ndim - v->ndim);
    if (at < 0 || v->shape[at] == 1) return 0;
    return v->strides[at] * (int64_t)wr_dtype_bytes(v->dtype);
}

static int64_t magnitude(int64_t n) { return n < 0 ? -n : n; }

static void swap_dims(layout *l, int a, int b) {
    int64_t shape = l->shape[a];
    l->shape[a] = l->shape[b];
    l->shape[b] = shape;
    for (int j = 0; j < l->count; j++) {
        int64_t stride = l->stride[j][a];
        l->stride[j][a] = l->stride[j][b];
        l->stride[j][b] = stride;
    }
}

/* Can dimension d + 1 be joined to d: does one step of d equal shape[d + 1] steps of d + 1? */
static bool joins(const layout *l, int d) {
    for (int j = 0; j < l->count; j++)
        if (l->stride[j][d] != l->stride[j][d + 1] * l->shape[d + 1]) return false;
    return true;
}

/* Sort the dimensions by the strides of the output if they may change their order, and join those
 * that are contiguous in all operands. */
static void lay_out(layout *l, const weir_view *const *view, const uint32_t scalars, bool sorts) {
    int ndim = view[0]->ndim;
    l->dims = 0;
    l->elements = 1;
    for (int d = 0; d < ndim; d++) {
        int64_t n = view[0]->shape[d];
        l->elements *= (uint64_t)n;
        if (n == 1) continue;
        l->shape[l->dims] = n;
        for (int j = 0; j < l->count; j++)
            l->stride[j][l->dims] = scalars >> j & 1 ? 0 : stride_of(view[j], ndim, d);
        l->dims++;
    }
    for (int d = 1; sorts && d < l->dims; d++)
        for (int i = d; i > 0 && magnitude(l->stride[0][i - 1]) < magnitude(l->stride[0][i]); i--)
            swap_dims(l, i - 1, i);
    for (int d = l->dims - 2; d >= 0; d--) {
        if (!joins(l, d)) continue;
        l->shape[d] *= l->shape[d + 1];
        for (int j = 0; j < l->count; j++) l->stride[j][d] = l->stride[j][d + 1];
        for (int i = d + 1; i + 1 < l->dims; i++) swap_dims(l, i, i + 1);
        l->dims--;
    }
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* A copy that should be made in tiles: move the dimension along which operand 1 is contiguous before
 * the last one, and return the side of a tile; otherwise 0. */
static int transpose_dims(layout *l, const variant *v) {
    int last = l->dims - 1, size[2];
    if (v->formula != NULL || v->failing != NULL || v->scalars != 0 || last < 1) return 0;
    for (int j = 0; j < 2; j++) size[j] = (int)wr_dtype_bytes(v->dtype[j]);
    if (l->stride[0][last] != size[0] || l->shape[last] < LEAST) return 0;
    if (l->stride[1][last] == size[1] || l->stride[1][last] == 0) return 0;
    for (int d = 0; d < last; d++) {
        if (l->stride[1][d] != size[1] || l->shape[d] < LEAST) continue;
        for (int i = d; i < last - 1; i++) swap_dims(l, i, i + 1);
        return size[0] > 4 || size[1] > 4 ? 32 : 64;
    }
    return 0;
}

/* Can groups of operand j be loaded by one instruction? */
static bool is_vector(const layout *l, const variant *v, int j, const void *data) {
    int last = l->dims - 1;
    int64_t size = (int64_t)wr_dtype_bytes(v->dtype[j]), any = (int64_t)(uintptr_t)data;
    if (v->scalars >> j & 1 || last < 0 || l->stride[j][last] != size) return false;
    for (int d = 0; d < last; d++) any |= l->stride[j][d];
    return any % (v->vec * size) == 0;
}

/* The number of elements of a group. */
static int vec_of(const variant *v) {
    int largest = 1;
    for (int j = 0; j < v->count; j++) {
        int size = (int)wr_dtype_bytes(v->dtype[j]);
        if (!(v->scalars >> j & 1) && size > largest) largest = size;
    }
    int vec = VECTOR / largest;
    return vec > MANY && v->formula != NULL ? MANY : vec;
}

/* ---- Launching ------------------------------------------------------------------------------- */

/* The number of dimensions that a kernel is compiled for. */
static int round_dims(int dims) {
    return dims <= 1 ? 1 : dims <= 4 ? dims : dims <= 8 ? 8 : DIMS_MAX;
}

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

/* A dimension of the kernel. */
typedef struct dimension {
    int64_t shape, steps;
    wr_cuda_divider by;
} dimension;

/* Describe the dimensions; return the number of groups or tiles. */
static uint64_t measure(const variant *v, const layout *l, dimension *dim) {
    uint64_t all = 1;
    int fill = v->dims - l->dims; /* leading dimensions of size 1 */
    for (int d = 0; d < v->dims; d++) {
        int64_t n = d < fill ? 1 : l->shape[d - fill], each = 1;
        if (d == v->dims - 1 || (d == v->dims - 2 && v->tile > 0))
            each = v->tile > 0 ? v->tile : v->vec;
        dim[d].shape = n;
        dim[d].steps = (n + each - 1) / each;
        all *= (uint64_t)dim[d].steps;
    }
    for (int d = 0; d < v->dims && all > 0 && all < WR_CUDA_DIVIDENDS; d++)
        dim[d].by = wr_cuda_divider_of((uint64_t)dim[d].steps);
    return all;
}

/* Write the arguments, whose layout depends on the numbers of operands and dimensions: see map_args
 * in map.cu.  Return their size. */
static size_t write_args(char *to, const wr_cuda_guard *guard, const double *number,
                         const variant *v, const layout *l, const weir_view *const *view,
                         const dimension *dim, uint64_t groups) {
#define PUT(source, bytes) (memcpy(to, source, bytes), to += (bytes))
    const char *begin = to;
    uint32_t flags[2] = {0, groups < WR_CUDA_DIVIDENDS};
    int fill = v->dims - l->dims;
    for (int j = 0; j < v->count; j++) flags[0] |= (uint32_t)is_vector(l, v, j, view[j]->data) << j;
    PUT(guard, sizeof *guard);
    PUT(&groups, sizeof groups);
    PUT(flags, sizeof flags);
    for (int j = 0; j < v->count; j++) PUT(&view[j]->data, sizeof view[j]->data);
    for (int j = 0; j < v->count; j++)
        for (int d = 0; d < v->dims; d++) {
            int64_t stride = d < fill ? 0 : l->stride[j][d - fill];
            PUT(&stride, sizeof stride);
        }
    for (int d = 0; d < v->dims; d++) PUT(&dim[d].shape, sizeof dim[d].shape);
    for (int d = 0; d < v->dims; d++) PUT(&dim[d].steps, sizeof dim[d].steps);
    for (int d = 0; d < v->dims; d++) PUT(&dim[d].by, sizeof dim[d].by);
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
    ARGS_MAX = sizeof(wr_cuda_guard) + 32 + OPERANDS * 24 + 24 * DIMS_MAX + OPERANDS * 8 * DIMS_MAX
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
    layout l = {.count = v->count};
    dimension dim[DIMS_MAX] = {0};
    double number[2] = {0};
    bool moves = v->formula == NULL && v->failing == NULL && view[0]->dtype == view[1]->dtype;
    for (int i = 0; i < v->count; i++)
        v->dtype[i] = moves ? word_of(view[i]->dtype) : view[i]->dtype;
    lay_out(&l, view, v->scalars, v->failing == NULL);
    v->tile = transpose_dims(&l, v);
    v->vec = v->tile > 0 ? 1 : vec_of(v);
    v->unroll = v->formula != NULL && v->compute >= WEIR_IN_C64 ? 1 : UNROLL;
    v->dims = round_dims(l.dims);
    if (v->formula != NULL && op->def.attr_size >= sizeof *number) {
        const double *attr = c->k->attr;
        number[0] = attr[0];
        number[1] = attr[op->def.attr_size / sizeof *attr - 1];
    }
    uint64_t groups = measure(v, &l, dim), each = v->tile > 0 ? 1 : (uint64_t)(THREADS * v->unroll);
    size_t bytes = write_args(args, guard, number, v, &l, view, dim, groups);
    wr_cuda_source source = {
        .family = "elementwise", .variant = key_of(op, v), .write = write_text, .ctx = v};
    uint64_t blocks = (groups + each - 1) / each;
    return wr_cuda_launch_bytes(c, &source, v->tile > 0 ? "transpose" : "map",
                                blocks > 0 ? blocks : 1, THREADS, args, bytes);
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

static const char *formula_for(const weir_op *op, int dtype) {
    const formula *f = &formulas[op - wr_ops];
    int kind = wr_dtype_kind_of(dtype);
    if (op == &wr_ops[WR_OP_nextafter] && dtype == WEIR_FLOAT16)
        return "next_of(x, z, 10, -14, 65504)";
    if (op == &wr_ops[WR_OP_nextafter] && dtype == WEIR_BFLOAT16)
        return "next_of(x, z, 7, -126, 3.3895313892515355e38)";
    return kind == WR_KIND_COMPLEX ? f->complex : kind == WR_KIND_FLOAT ? f->real : f->integer;
}

/* clip with one bound is maximum or minimum; without bounds it is a copy. */
static const weir_op *without_bounds(const weir_kernel *k) {
    bool low = k->in_count > 1 && k->in[1].dtype != 0;
    bool high = k->in_count > 2 && k->in[2].dtype != 0;
    if (k->op != &wr_ops[WR_OP_clip] || (low && high)) return k->op;
    return low ? &wr_ops[WR_OP_maximum] : high ? &wr_ops[WR_OP_minimum] : NULL;
}

static weir_status run_formula(wr_cuda_call *c, bool checked, const wr_cuda_guard *guard) {
    static const char *const usual[] = {"", "x", "z", "w"}, *const where[] = {"", "w", "x", "z"};
    const weir_kernel *k = c->k;
    const weir_op *op = without_bounds(k);
    if (op == NULL) return wr_cuda_copy(c);
    variant v = {.formula = formula_for(op, k->dtype),
                 .count = 1,
                 .compute = wr_dtypes[k->dtype].compute,
                 .in = k->dtype,
                 .checked = checked};
    const weir_view *view[OPERANDS] = {&k->out[0]};
    for (uint32_t i = 0; i < k->in_count; i++) {
        if (k->in[i].dtype == 0) continue;
        if (c->scalars >> i & 1) v.scalars |= 1u << v.count;
        v.computed[v.count] = op->def.bools >> i & 1 ? WEIR_BOOL : k->dtype;
        v.name[v.count] = op == &wr_ops[WR_OP_where] ? where[v.count] : usual[v.count];
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
