/* stand_in_blas.c - cuBLASLt of the stand-in driver: products by the definition, column by
 * column.
 *
 * The matrices are first copied to rows of the type that sums have: float for COMPUTE_32F,
 * double for COMPUTE_64F.  COMPUTE_32F_FAST_TF32 rounds the inputs to TF32 first.  Real numbers
 * are complex ones without the second part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LT_OK = 0,
    LT_NOT_INITIALIZED = 1,
    LT_ALLOC_FAILED = 3,
    LT_EXECUTION_FAILED = 13,
    LT_OP_C = 2,
    LT_BLAS_VERSION = 120400,
    LT_TILE_256X128 = 24,
};

typedef struct matmul_desc {
    int compute, scale, op_a, op_b;
    const void *bias; /* NULL: none; one element for each row of the result */
} matmul_desc;

typedef struct layout {
    int type;
    uint64_t rows, cols;
    int64_t leading;
    int batch_count;
    int64_t batch_stride;
} layout;

/* ---- Handles --------------------------------------------------------------------------------- */

static int new_object(void **object, size_t size, const void *from) {
    if (object == NULL) return LT_INVALID_VALUE;
    *object = malloc(size);
    if (*object == NULL) return LT_ALLOC_FAILED;
    memcpy(*object, from, size);
    return LT_OK;
}

static int free_object(void *object) {
    free(object);
    return LT_OK;
}

int cublasLtCreate(void **handle) {
    STAND_IN_CALL(STAND_IN_BLAS);
    struct cu_context_s *device;
    lock();
    cu_result r = stand_in_current(&device);
    unlock();
    return r != CU_OK ? LT_NOT_INITIALIZED : new_object(handle, 1, "");
}

int cublasLtDestroy(void *handle) {
    STAND_IN_CALL(STAND_IN_BLAS);
    return handle == NULL ? LT_NOT_INITIALIZED : free_object(handle);
}

size_t cublasLtGetVersion(void) { return LT_BLAS_VERSION; }

int cublasLtMatmulDescCreate(void **desc, int compute, int scale) {
    matmul_desc d = {compute, scale, LT_OP_N, LT_OP_N, NULL};
    return new_object(desc, sizeof d, &d);
}

int cublasLtMatmulDescSetAttribute(void *desc, int attribute, const void *value, size_t size) {
    matmul_desc *d = desc;
    int32_t op;
    if (d == NULL || value == NULL) return LT_INVALID_VALUE;
    if (attribute == LT_DESC_BIAS_POINTER && size == sizeof d->bias) {
        memcpy(&d->bias, value, sizeof d->bias);
        return LT_OK;
    }
    if (size != sizeof op) return LT_INVALID_VALUE;
    memcpy(&op, value, sizeof op);
    if (attribute == LT_DESC_EPILOGUE) return op == LT_EPILOGUE_BIAS ? LT_OK : LT_NOT_SUPPORTED;
    if (op < LT_OP_N || op > LT_OP_C) return LT_INVALID_VALUE;
    if (attribute != LT_DESC_TRANSA && attribute != LT_DESC_TRANSB) return LT_NOT_SUPPORTED;
    *(attribute == LT_DESC_TRANSA ? &d->op_a : &d->op_b) = op;
    return LT_OK;
}

int cublasLtMatmulDescDestroy(void *desc) { return free_object(desc); }

int cublasLtMatrixLayoutCreate(void **matrix, int type, uint64_t rows, uint64_t cols,
                               int64_t leading) {
    layout l = {type, rows, cols, leading, 1, 0};
    return new_object(matrix, sizeof l, &l);
}

int cublasLtMatrixLayoutSetAttribute(void *matrix, int attribute, const void *value, size_t size) {
    layout *l = matrix;
    if (l == NULL || value == NULL) return LT_INVALID_VALUE;
    switch (attribute) {
    case LT_LAYOUT_BATCH_COUNT:
        if (size != sizeof l->batch_count) return LT_INVALID_VALUE;
        memcpy(&l->batch_count, value, size);
        return LT_OK;
    case LT_LAYOUT_BATCH_STRIDE:
        if (size != sizeof l->batch_stride) return LT_INVALID_VALUE;
        memcpy(&l->batch_stride, value, size);
        return LT_OK;
    default: return LT_NOT_SUPPORTED;
    }
}

int cublasLtMatrixLayoutDestroy(void *matrix) { return free_object(matrix); }

int cublasLtMatmulPreferenceCreate(void **preference) {
    uint64_t workspace = 0;
    return new_object(preference, sizeof workspace, &workspace);
}

int cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *value,
                                         size_t size) {
    bool is_workspace = attribute == LT_PREFERENCE_WORKSPACE;
    bool is_known =
        is_workspace || attribute == LT_PREFERENCE_REDUCTIONS ||
        (attribute >= LT_PREFERENCE_ALIGNMENT_A && attribute <= LT_PREFERENCE_ALIGNMENT_D);
    if (!is_known) return LT_NOT_SUPPORTED;
    size_t wanted = is_workspace ? sizeof(uint64_t) : sizeof(uint32_t);
    return preference == NULL || value == NULL || size != wanted ? LT_INVALID_VALUE : LT_OK;
}

int cublasLtMatmulPreferenceDestroy(void *preference) { return free_object(preference); }

/* ---- Elements -------------------------------------------------------------------------------- */

typedef struct number {
    double real, imaginary;
} number;

static bool is_complex(int type) { return type == LT_C_32F || type == LT_C_64F; }

static size_t element_bytes(int type) {
    switch (type) {
    case LT_R_16F:
    case LT_R_16BF: return 2;
    case LT_R_32F: return 4;
    case LT_R_64F:
    case LT_C_32F: return 8;
    default: return 16;
    }
}

static float from_half(uint16_t bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                 : exponent == 0 ? ldexpf((float)fraction, -24)
                                 : ldexpf((float)(fraction + 1024), exponent - 25);
    return bits >> 15 ? -size : size;
}

/* To the nearest, ties to even. */
static uint16_t to_half(float x) {
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    float size = fabsf(x);
    if (isnan(x)) return 0x7e00;
    if (size >= 65520) return sign | 0x7c00;
    if (size < ldexpf(1, -14)) return sign | (uint16_t)nearbyintf(ldexpf(size, 24));
    int exponent;
    float fraction = frexpf(size, &exponent); /* in [0.5, 1) */
    int rounded = (int)nearbyintf(ldexpf(fraction, 11));
    return sign | (uint16_t)(((exponent + 14) << 10) + rounded - 1024);
}

static float from_bfloat(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return x;
}

static uint16_t to_bfloat(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (isnan(x)) return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static number load(const void *at, int type) {
    number x = {0, 0};
    uint16_t bits;
    float f[2] = {0, 0};
    switch (type) {
    case LT_R_16F: memcpy(&bits, at, 2), x.real = from_half(bits); break;
    case LT_R_16BF: memcpy(&bits, at, 2), x.real = from_bfloat(bits); break;
    case LT_R_32F: memcpy(f, at, 4), x.real = f[0]; break;
    case LT_C_32F: memcpy(f, at, 8), x = (number){f[0], f[1]}; break;
    case LT_R_64F: memcpy(&x, at, 8); break;
    default: memcpy(&x, at, 16);
    }
    return x;
}

static void store(void *at, int type, number x) {
    uint16_t bits;
    float f[2] = {(float)x.real, (float)x.imaginary};
    switch (type) {
    case LT_R_16F: bits = to_half(f[0]), memcpy(at, &bits, 2); break;
    case LT_R_16BF: bits = to_bfloat(f[0]), memcpy(at, &bits, 2); break;
    case LT_R_32F: memcpy(at, f, 4); break;
    case LT_C_32F: memcpy(at, f, 8); break;
    case LT_R_64F: memcpy(at, &x, 8); break;
    default: memcpy(at, &x, 16);
    }
}

double stand_in_load(const void *at, int type) { return load(at, type).real; }
void stand_in_store(void *at, int type, double x) { store(at, type, (number){x, 0}); }

static number times(number x, number y) {
    return (number){x.real * y.real - x.imaginary * y.imaginary,
                    x.real * y.imaginary + x.imaginary * y.real};
}

/* ---- The product ----------------------------------------------------------------------------- */

typedef struct matmul_op {
    stand_in_op op;
    matmul_desc desc;
    layout a_layout, b_layout, c_layout, d_layout;
    const char *a, *b, *c;
    char *d;
    number alpha, beta;
    size_t m, n, k;
} matmul_op;

/* A float rounded to TF32, which has 10 bits of fraction: to the nearest, ties to even. */
static float to_tf32(float x) {
    uint32_t bits;
    if (isnan(x) || isinf(x)) return x;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0xfff + (bits >> 13 & 1)) & ~UINT32_C(0x1fff);
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* `rows` rows of `k` numbers each: those of op(a), or the columns of op(b).  As floats or
 * doubles, and the second parts after all the first ones. */
static void pack(void *to, int compute, const char *from, const layout *l, int op, bool by_rows,
                 size_t rows, size_t k) {
    bool is_double = compute == LT_COMPUTE_64F, is_tf32 = compute == LT_COMPUTE_32F_TF32;
    size_t size = element_bytes(l->type);
    bool swapped = (op == LT_OP_N) == by_rows; /* the row index runs along a column of memory */
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < k; j++) {
            size_t row = swapped ? i : j, col = swapped ? j : i;
            number x = load(from + (row + col * (size_t)l->leading) * size, l->type);
            if (op == LT_OP_C) x.imaginary = -x.imaginary;
            if (is_tf32) x = (number){to_tf32((float)x.real), to_tf32((float)x.imaginary)};
            if (is_double) {
                ((double *)to)[i * k + j] = x.real;
                ((double *)to)[(rows + i) * k + j] = x.imaginary;
            } else {
                ((float *)to)[i * k + j] = (float)x.real;
                ((float *)to)[(rows + i) * k + j] = (float)x.imaginary;
            }
        }
}

/* These two are most of the time; what they touch is ours, so sanitizers need not look. */
#define UNCHECKED __attribute__((no_sanitize_address, no_sanitize_thread, noinline))

UNCHECKED static float dot_float(const float *x, const float *y, size_t count) {
    float sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

UNCHECKED static double dot_double(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += x[i] * y[i];
    return sum;
}

static double dot(const void *x, size_t at, const void *y, size_t y_at, size_t k, bool is_double) {
    return is_double ? dot_double((const double *)x + at, (const double *)y + y_at, k)
                     : (double)dot_float((const float *)x + at, (const float *)y + y_at, k);
}

/* Row i of op(a) times column j of op(b). */
static number sum_of(const matmul_op *p, const void *a, const void *b, size_t i, size_t j,
                     bool is_double) {
    size_t k = p->k, x = i * k, y = j * k, x2 = (p->m + i) * k, y2 = (p->n + j) * k;
    number sum = {dot(a, x, b, y, k, is_double), 0};
    if (is_complex(p->a_layout.type)) {
        sum.real -= dot(a, x2, b, y2, k, is_double);
        sum.imaginary = dot(a, x, b, y2, k, is_double) + dot(a, x2, b, y, k, is_double);
    }
    return sum;
}

static void one_product(const matmul_op *p, int batch, void *a, void *b, bool is_double) {
    const layout *la = &p->a_layout, *lb = &p->b_layout, *lc = &p->c_layout, *ld = &p->d_layout;
    size_t size = element_bytes(ld->type);
    pack(a, p->desc.compute, p->a + batch * la->batch_stride * (int64_t)element_bytes(la->type), la,
         p->desc.op_a, true, p->m, p->k);
    pack(b, p->desc.compute, p->b + batch * lb->batch_stride * (int64_t)element_bytes(lb->type), lb,
         p->desc.op_b, false, p->n, p->k);
    const char *c = p->c + batch * lc->batch_stride * (int64_t)size;
    char *d = p->d + batch * ld->batch_stride * (int64_t)size;
    for (size_t j = 0; j < p->n; j++)
        for (size_t i = 0; i < p->m; i++) {
            number sum = times(p->alpha, sum_of(p, a, b, i, j, is_double));
            if (p->beta.real != 0 || p->beta.imaginary != 0) {
                number old =
                    times(p->beta, load(c + (i + j * (size_t)lc->leading) * size, lc->type));
                sum.real += old.real;
                sum.imaginary += old.imaginary;
            }
            if (p->desc.bias != NULL)
                sum.real += load((const char *)p->desc.bias + i * size, ld->type).real;
            store(d + (i + j * (size_t)ld->leading) * size, ld->type, sum);
        }
}

/* Is all of the matrix in one allocation?  Under the lock. */
static bool is_inside(const void *at, const layout *l) {
    int64_t first = (l->batch_count - 1) * l->batch_stride, size = (int64_t)element_bytes(l->type);
    int64_t begin = first < 0 ? first : 0, end = first > 0 ? first : 0;
    end += (int64_t)(l->cols - 1) * l->leading + (int64_t)l->rows;
    return stand_in_is_allocated((uint64_t)(uintptr_t)at + (uint64_t)(begin * size),
                                 (size_t)((end - begin) * size));
}

static cu_result run_matmul(stand_in_op *op, cu_stream stream) {
    (void)stream;
    matmul_op *p = (matmul_op *)op;
    lock();
    bool ok = is_inside(p->a, &p->a_layout) && is_inside(p->b, &p->b_layout) &&
              is_inside(p->d, &p->d_layout) &&
              ((p->beta.real == 0 && p->beta.imaginary == 0) || is_inside(p->c, &p->c_layout));
    unlock();
    if (!ok) return CU_ILLEGAL_ADDRESS;
    bool is_double = p->desc.compute == LT_COMPUTE_64F;
    void *a = malloc(2 * p->m * p->k * sizeof(double)),
         *b = malloc(2 * p->n * p->k * sizeof(double));
    if (a != NULL && b != NULL)
        for (int i = 0; i < p->d_layout.batch_count; i++) one_product(p, i, a, b, is_double);
    ok = a != NULL && b != NULL;
    free(a);
    free(b);
    return ok ? CU_OK : CU_LAUNCH_FAILED;
}

/* Does each column of each matrix begin at a multiple of 16 bytes, and have one? */
static bool is_aligned(const void *at, const layout *l) {
    uint64_t size = element_bytes(l->type);
    uint64_t bits = (uint64_t)(uintptr_t)at | (uint64_t)l->leading * size | l->rows * size;
    if (l->batch_count > 1) bits |= (uint64_t)l->batch_stride * size;
    return bits % 16 == 0;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static int check_types(const matmul_desc *d, int a, int b, int c, int out) {
    if (a != b || c != out) return LT_NOT_SUPPORTED;
    int scale = is_complex(a) ? LT_C_32F : LT_R_32F;
    switch (d->compute) {
    case LT_COMPUTE_64F:
        return (a == LT_R_64F || a == LT_C_64F) && out == a && d->scale == a ? LT_OK
                                                                             : LT_NOT_SUPPORTED;
    case LT_COMPUTE_32F:
        if ((a == LT_R_16F || a == LT_R_16BF) && (out == a || out == LT_R_32F) && d->scale == scale)
            return LT_OK;
        /* falls through */
    case LT_COMPUTE_32F_TF32:
        return (a == LT_R_32F || a == LT_C_32F) && out == a && d->scale == scale ? LT_OK
                                                                                 : LT_NOT_SUPPORTED;
    default: return LT_NOT_SUPPORTED;
    }
}

static int check_shapes(const matmul_desc *desc, const layout *a, const layout *b, const layout *c,
                        const layout *d) {
    bool a_is_turned = desc->op_a != LT_OP_N, b_is_turned = desc->op_b != LT_OP_N;
    const layout *all[] = {a, b, c, d};
    for (int i = 0; i < 4; i++)
        if (all[i]->rows == 0 || all[i]->cols == 0 || all[i]->leading < (int64_t)all[i]->rows ||
            all[i]->batch_count < 1 || all[i]->batch_count != d->batch_count)
            return LT_INVALID_VALUE;
    bool ok = (a_is_turned ? a->cols : a->rows) == d->rows &&
              (b_is_turned ? b->rows : b->cols) == d->cols &&
              (a_is_turned ? a->rows : a->cols) == (b_is_turned ? b->cols : b->rows) &&
              c->rows == d->rows && c->cols == d->cols;
    return ok ? LT_OK : LT_INVALID_VALUE;
}

static int check(const matmul_desc *desc, const layout *a, const layout *b, const layout *c,
                 const layout *d) {
    if (desc == NULL || a == NULL || b == NULL || c == NULL || d == NULL) return LT_INVALID_VALUE;
    int r = check_types(desc, a->type, b->type, c->type, d->type);
    return r == LT_OK ? check_shapes(desc, a, b, c, d) : r;
}

int cublasLtMatmulAlgoGetHeuristic(void *handle, void *desc, void *a, void *b, void *c, void *d,
                                   void *preference, int wanted, lt_heuristic *results,
                                   int *found) {
    STAND_IN_CALL(STAND_IN_BLAS);
    if (handle == NULL) return LT_NOT_INITIALIZED;
    if (preference == NULL || wanted < 1 || results == NULL || found == NULL)
        return LT_INVALID_VALUE;
    *found = 0;
    int r = check(desc, a, b, c, d);
    if (r != LT_OK) return r;
    const layout *l = d;
    uint64_t tiles = ((l->rows + 127) / 128) * ((l->cols + 127) / 128);
    *found = wanted < 2 ? 1 : 2;
    for (int i = 0; i < *found; i++) {
        memset(&results[i], 0, sizeof *results);
        results[i].algorithm.data[0] = i == 0 ? LT_TILE_256X128 : LT_TILE_128X128;
        results[i].waves = (float)tiles / (i == 0 ? 4 : 2); /* the card has two processors */
    }
    return LT_OK;
}

int cublasLtMatmulAlgoConfigGetAttribute(const lt_algorithm *algorithm, int attribute, void *value,
                                         size_t size, size_t *written) {
    uint32_t setting = attribute == LT_CONFIG_TILE ? (uint32_t)algorithm->data[0] : 1;
    if (attribute != LT_CONFIG_TILE && attribute != LT_CONFIG_SPLITS) return LT_INVALID_VALUE;
    if (size != sizeof setting) return LT_INVALID_VALUE;
    memcpy(value, &setting, sizeof setting);
    *written = size;
    return LT_OK;
}

int cublasLtMatmul(void *handle, void *desc, const void *alpha, const void *a, void *a_layout,
                   const void *b, void *b_layout, const void *beta, const void *c, void *c_layout,
                   void *d, void *d_layout, const lt_algorithm *algorithm, void *workspace,
                   size_t workspace_bytes, cu_stream stream) {
    STAND_IN_CALL(STAND_IN_BLAS);
    (void)workspace, (void)workspace_bytes;
    if (handle == NULL) return LT_NOT_INITIALIZED;
    int r = check(desc, a_layout, b_layout, c_layout, d_layout);
    if (r != LT_OK) return r;
    if (alpha == NULL || beta == NULL || a == NULL || b == NULL || d == NULL)
        return LT_INVALID_VALUE;
    matmul_op *p = stand_in_op_new(sizeof *p, run_matmul, NULL);
    p->desc = *(matmul_desc *)desc;
    p->a_layout = *(layout *)a_layout;
    p->b_layout = *(layout *)b_layout;
    p->c_layout = *(layout *)c_layout;
    p->d_layout = *(layout *)d_layout;
    p->a = a;
    p->b = b;
    p->c = c;
    p->d = d;
    p->alpha = load(alpha, p->desc.scale);
    p->beta = load(beta, p->desc.scale);
    p->m = p->d_layout.rows;
    p->n = p->d_layout.cols;
    p->k = p->desc.op_a == LT_OP_N ? p->a_layout.cols : p->a_layout.rows;
    p->op.is_work = p->op.is_product = true;

    struct cu_context_s *device;
    lock();
    cu_result error = stand_in_stream_device(stream, &device);
    if (error == CU_OK && (stand_in_is_due(&stand_in_settings.fail_launch_in) ||
                           stand_in_is_due(&stand_in_settings.fail_product_in)))
        error = CU_LAUNCH_FAILED;
    if (error == CU_OK) {
        p->op.is_fault = stand_in_is_due(&stand_in_settings.fault_in);
        stand_in_push(stream, &p->op);
        atomic_fetch_add(&stand_in_settings.launches, 1);
        atomic_fetch_add(&stand_in_settings.products, 1);
        if (!is_aligned(a, &p->a_layout) || !is_aligned(b, &p->b_layout) ||
            !is_aligned(d, &p->d_layout))
            atomic_fetch_add(&stand_in_settings.unaligned_products, 1);
        if (algorithm != NULL && algorithm->data[0] == LT_TILE_128X128)
            atomic_fetch_add(&stand_in_settings.square_products, 1);
        if (p->desc.compute == LT_COMPUTE_32F_TF32)
            atomic_fetch_add(&stand_in_settings.tf32_products, 1);
    }
    unlock();
    if (error != CU_OK) free(p);
    return error == CU_OK ? LT_OK : LT_EXECUTION_FAILED;
}
