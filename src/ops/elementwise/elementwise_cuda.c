/* elementwise_cuda.c - elementwise operators, copies and casts on a CUDA device.
 *
 * The formulas are those of unary.def, binary.def and activation.def, as text.  A kernel is
 * compiled for each combination of an operator and the dtypes of its operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_launch.h"
#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"

enum { OPERANDS = 4, THREADS = 256 };

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
    /* A condition or NULL.  With a condition, the kernel writes nothing, and fails the call where
     * an element x of operand 0 fulfils it. */
    const char *failing;
    const char *reason;
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

static void write_input(wr_cuda_text *to, const variant *v, int i) {
    const char *type = wr_cuda_dtype(v->dtype[i]);
    const char *in = v->computed[i] == WEIR_BOOL && v->compute != WEIR_IN_BOOL ? "u8" : "C";
    if (v->scalars >> i & 1)
        wr_cuda_write(to, "    const %s %s = cast<%s>(*(const %s *)a.value[%d]);\n", in, v->name[i],
                      in, type, i);
    else
        wr_cuda_write(to, "    const %s %s = cast<%s>(*(const %s *)(a.data[%d] + at[%d]));\n", in,
                      v->name[i], in, type, i, i);
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "#define OPERANDS %d\n#define DIMS %d\n", v->count, v->dims);
    if (v->checked) wr_cuda_write(to, "#define CHECKED\n");
    write_types(to, v->compute);
    bool is_complex = v->compute == WEIR_IN_C64 || v->compute == WEIR_IN_C128;
    wr_cuda_write(to, "%s%sON_DEVICE void element(const map_args &a, const i64 *at) {\n",
                  wr_text_elementwise, is_complex ? wr_text_complex : "");
    const char *out = wr_cuda_dtype(v->dtype[0]);
    if (v->failing != NULL) {
        const char *from = v->scalars & 1 ? "a.value[0]" : "(a.data[0] + at[0])";
        wr_cuda_write(to, "    const C x = cast<C>(*(const %s *)%s);\n", out, from);
        wr_cuda_write(to, "    if (%s) fail(a.g, %s);\n}\n", v->failing, v->reason);
        return;
    }
    if (v->formula == NULL) {
        const char *from = v->scalars & 2 ? "a.value[1]" : "(a.data[1] + at[1])";
        wr_cuda_write(to, "    *(%s *)(a.data[0] + at[0]) = cast<%s>(*(const %s *)%s);\n}\n", out,
                      out, wr_cuda_dtype(v->dtype[1]), from);
        return;
    }
    wr_cuda_write(to,
                  "    const R A = (R)a.number[0], B = (R)a.number[1];\n    (void)A, (void)B;\n");
    for (int i = 1; i < v->count; i++) write_input(to, v, i);
    wr_cuda_write(to, "    *(%s *)(a.data[0] + at[0]) = cast<%s>(%s);\n}\n", out, out, v->formula);
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

/* Sort the dimensions by the strides of the output, and join those that are contiguous in all
 * operands. */
static void lay_out(layout *l, const weir_view *const *view, const uint32_t scalars) {
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
    for (int d = 1; d < l->dims; d++)
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

/* ---- Launching ------------------------------------------------------------------------------- */

/* The number of dimensions that a kernel is compiled for. */
static int round_dims(int dims) {
    return dims <= 1 ? 1 : dims <= 2 ? 2 : dims <= 4 ? 4 : dims <= 8 ? 8 : DIMS_MAX;
}

static uint64_t key_of(const weir_op *op, const variant *v) {
    bool is_copy = v->formula == NULL && v->failing == NULL;
    uint64_t key = is_copy ? 0 : (uint64_t)(op - wr_ops) + 1;
    key = key << 4 | (uint64_t)v->compute;
    key = key << 4 | (uint64_t)v->in;
    key = key << 2 | (uint64_t)(v->failing != NULL) << 1 | (uint64_t)v->checked;
    key = key << 6 | (uint64_t)v->dims;
    key = key << 4 | v->scalars;
    for (int i = 0; i < OPERANDS; i++) key = key << 4 | (uint64_t)v->dtype[i];
    return key;
}

/* Write the arguments, whose layout depends on the numbers of operands and dimensions: see map_args
 * in elementwise.cu. */
static void write_args(char *to, const wr_cuda_guard *guard, const double *number, const variant *v,
                       const layout *l, const weir_view *const *view) {
#define PUT(source, bytes) (memcpy(to, source, bytes), to += (bytes))
    PUT(guard, sizeof *guard);
    PUT(&l->elements, sizeof l->elements);
    PUT(number, 2 * sizeof *number);
    for (int j = 0; j < v->count; j++) PUT(&view[j]->data, sizeof view[j]->data);
    for (int j = 0; j < v->count; j++) {
        uint64_t value[2] = {0};
        if (v->scalars >> j & 1) memcpy(value, view[j]->data, wr_dtype_bytes(v->dtype[j]));
        PUT(value, sizeof value);
    }
    int fill = v->dims - l->dims; /* leading dimensions of size 1 */
    for (int d = 0; d < v->dims; d++) {
        int64_t n = d < fill ? 1 : l->shape[d - fill];
        PUT(&n, sizeof n);
    }
    for (int j = 0; j < v->count; j++)
        for (int d = 0; d < v->dims; d++) {
            int64_t stride = d < fill ? 0 : l->stride[j][d - fill];
            PUT(&stride, sizeof stride);
        }
#undef PUT
}

enum {
    ARGS_MAX = sizeof(wr_cuda_guard) + 24 + OPERANDS * 24 + 8 * DIMS_MAX + OPERANDS * 8 * DIMS_MAX
};

/* Launch the kernel on views; `view[0]` is the output. */
static weir_status launch(wr_cuda_call *c, const weir_op *op, variant *v,
                          const weir_view *const *view, const wr_cuda_guard *guard) {
    _Alignas(16) char args[ARGS_MAX];
    layout l = {.count = v->count};
    double number[2] = {0};
    lay_out(&l, view, v->scalars);
    v->dims = round_dims(l.dims);
    for (int i = 0; i < v->count; i++) v->dtype[i] = view[i]->dtype;
    if (v->formula != NULL && op->def.attr_size >= sizeof *number) {
        const double *attr = c->k->attr;
        number[0] = attr[0];
        number[1] = attr[op->def.attr_size / sizeof *attr - 1];
    }
    write_args(args, guard, number, v, &l, view);
    wr_cuda_source source = {
        .family = "elementwise", .variant = key_of(op, v), .write = write_text, .ctx = v};
    return wr_cuda_launch(c, &source, "map", wr_cuda_blocks(c, l.elements, THREADS), THREADS, args);
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
                                 const char *reason) {
    const weir_view *view = &c->k->in[i];
    int64_t shape[WEIR_NDIM_MAX];
    for (int d = 0; d < view->ndim; d++) shape[d] = view->strides[d] == 0 ? 1 : view->shape[d];
    const weir_view once = {view->data, shape, view->strides, view->dtype, view->ndim};
    const weir_view *views[] = {wr_view_count(view) == 0 ? view : &once};
    variant v = {.count = 1,
                 .compute = wr_dtypes[view->dtype].compute,
                 .scalars = c->scalars >> i & 1,
                 .failing = failing,
                 .reason = reason};
    return launch(c, c->k->op, &v, views, &c->test);
}

/* Negative powers of integers fail; pow_infer has refused those that are numbers. */
weir_status wr_cuda_pow(wr_cuda_call *c) {
    const weir_view *power = &c->k->in[1];
    if (wr_dtype_kind_of(c->k->dtype) != WR_KIND_INT || !wr_dtypes[power->dtype].is_signed ||
        c->scalars & 2)
        return wr_cuda_elementwise(c);
    WR_TRY(need_elements(c, 1, "x < 0", "REPORT_NEGATIVE_POWER"));
    WR_TRY(run_formula(c, true, &c->test));
    return wr_cuda_mark(c);
}

weir_status wr_cuda_check_finite(wr_cuda_call *c) {
    const weir_view *x = &c->k->in[0];
    if (x->dtype < WEIR_FLOAT16) return wr_cuda_copy(c);
    bool is_complex = wr_dtype_kind_of(x->dtype) == WR_KIND_COMPLEX;
    const char *failing = is_complex ? "!is_finite(x.re) || !is_finite(x.im)" : "!ISFINITE(x)";
    WR_TRY(need_elements(c, 0, failing, "REPORT_NOT_FINITE"));
    WR_TRY(copy_view(c, &c->k->out[0], x, c->scalars & 1, true, &c->test));
    return wr_cuda_mark(c);
}
