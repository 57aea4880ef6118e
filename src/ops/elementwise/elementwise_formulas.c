/* elementwise_formulas.c - the formulas of elementwise operators, as text for CUDA devices.
 *
 * They are those of unary.def, binary.def and activation.def, from which the CPU's loops are made too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/elementwise_formulas.h"

#include "ops/core/cuda_kernels.h"

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

const char *wr_formula_of(const weir_op *op, int dtype) {
    const formula *f = &formulas[op - wr_ops];
    int kind = wr_dtype_kind_of(dtype);
    if (op == &wr_ops[WR_OP_nextafter] && dtype == WEIR_FLOAT16)
        return "next_of(x, z, 10, -14, 65504)";
    if (op == &wr_ops[WR_OP_nextafter] && dtype == WEIR_BFLOAT16)
        return "next_of(x, z, 7, -126, 3.3895313892515355e38)";
    return kind == WR_KIND_COMPLEX ? f->complex : kind == WR_KIND_FLOAT ? f->real : f->integer;
}

const char *wr_formula_input(const weir_op *op, int i) {
    static const char *const usual[] = {"x", "z", "w"}, *const where[] = {"w", "x", "z"};
    return op == &wr_ops[WR_OP_where] ? where[i] : usual[i];
}

const char *wr_formula_type(const weir_op *op, int dtype, int i) {
    bool is_bool = op->def.bools >> i & 1 && wr_dtypes[dtype].compute != WEIR_IN_BOOL;
    return is_bool ? "u8" : "C";
}

void wr_formula_write_types(wr_cuda_text *to, int compute) {
    static const char *const types[WEIR_COMPUTE_COUNT][3] = {
        [WEIR_IN_BOOL] = {"u8", "f32", "u8"},   [WEIR_IN_I32] = {"i32", "f32", "u32"},
        [WEIR_IN_I64] = {"i64", "f64", "u64"},  [WEIR_IN_U64] = {"u64", "f64", "u64"},
        [WEIR_IN_F32] = {"f32", "f32", "u32"},  [WEIR_IN_F64] = {"f64", "f64", "u64"},
        [WEIR_IN_C64] = {"c128", "f64", "u64"}, [WEIR_IN_C128] = {"c128", "f64", "u64"}};
    wr_cuda_write(to, "typedef %s C;\ntypedef %s R;\ntypedef %s UC;\n", types[compute][0],
                  types[compute][1], types[compute][2]);
}

const char *wr_cuda_dtype(int dtype) {
    static const char *const names[] = {
        [WEIR_BOOL] = "boolean", [WEIR_INT8] = "i8",       [WEIR_INT16] = "i16",
        [WEIR_INT32] = "i32",    [WEIR_INT64] = "i64",     [WEIR_UINT8] = "u8",
        [WEIR_UINT16] = "u16",   [WEIR_UINT32] = "u32",    [WEIR_UINT64] = "u64",
        [WEIR_FLOAT16] = "f16",  [WEIR_BFLOAT16] = "bf16", [WEIR_FLOAT32] = "f32",
        [WEIR_FLOAT64] = "f64",  [WEIR_COMPLEX64] = "c64", [WEIR_COMPLEX128] = "c128"};
    return names[dtype];
}
