/* cuda_blas.c - products of matrices by cuBLASLt.
 *
 * cuBLASLt has matrices by columns.  A row-major C is the column-major transpose of C, so that we ask
 * for C^T = B^T A^T: its first operand is our B, its second one is our A.
 *
 * Finding an algorithm costs the host tens of microseconds.  A queue therefore keeps its descriptors
 * and algorithms in a table, in which a product has one place.
 *
 * All functions here run on the launcher.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "device/cuda/cuda_blas.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_queue.h"

enum {
    PLANS = WR_SIZE(1024, 2),
    WORKSPACE = WR_SIZE(32 << 20, 65536), /* what cuBLAS itself takes on the largest cards */
    ALIGNMENT_MAX = 256,
    CANDIDATES = 8,   /* algorithms to choose from; cuBLASLt gives no more */
    SHORT_SUM = 1024, /* elements */
};

/* An operand, as cuBLASLt sees it: `rows` x `cols` by columns, transposed if `turned`. */
typedef struct operand {
    uint64_t rows, cols;
    int64_t leading, batch;
    uint32_t turned, alignment;
} operand;

/* What a plan depends on.  All bytes are compared, so it has no padding. */
typedef struct plan_key {
    operand first, second, result;
    int64_t batch;
    int32_t dtype, accumulate;
    int64_t biased; /* the bias is aligned to an element, so its address does not matter */
    int64_t tf32;
} plan_key;

typedef struct plan {
    plan_key key;
    void *desc, *first, *second, *result;
    lt_algorithm algorithm;
    bool made, none; /* none: cuBLASLt has no algorithm */
} plan;

/* ---- Operands -------------------------------------------------------------------------------- */

static uint32_t alignment_of(uint64_t address, int64_t batch, size_t size) {
    uint64_t bits = address | (uint64_t)batch * size | ALIGNMENT_MAX;
    return (uint32_t)(bits & (0 - bits));
}

/* A matrix of `across` x `along` elements as an operand whose columns have `across` elements.  False
 * if neither dimension is contiguous. */
static bool describe(operand *o, int64_t across, int64_t along, int64_t across_stride,
                     int64_t along_stride) {
    if (across == 1) across_stride = along_stride == 1 ? along : 1;
    if (along == 1) along_stride = across_stride == 1 ? across : 1;
    if (across_stride == 1 && along_stride >= across) {
        o->rows = (uint64_t)across, o->cols = (uint64_t)along;
        o->leading = along_stride, o->turned = 0;
        return true;
    }
    if (along_stride == 1 && across_stride >= along) {
        o->rows = (uint64_t)along, o->cols = (uint64_t)across;
        o->leading = across_stride, o->turned = 1;
        return true;
    }
    return false;
}

static bool key_of(plan_key *key, const wr_cuda_product *p, size_t size, bool tf32) {
    memset(key, 0, sizeof *key);
    if (p->batch > INT32_MAX || p->a_batch < 0 || p->b_batch < 0) return false;
    if (!describe(&key->first, p->n, p->k, p->b_col, p->b_row)) return false;
    if (!describe(&key->second, p->k, p->m, p->a_col, p->a_row)) return false;
    key->result.rows = (uint64_t)p->n, key->result.cols = (uint64_t)p->m;
    key->result.leading = p->c_row;
    key->batch = p->batch;
    if (p->batch > 1) {
        key->first.batch = p->b_batch;
        key->second.batch = p->a_batch;
        key->result.batch = p->c_batch;
    }
    key->first.alignment = alignment_of(p->b, key->first.batch, size);
    key->second.alignment = alignment_of(p->a, key->second.batch, size);
    key->result.alignment = alignment_of(p->c, key->result.batch, size);
    key->dtype = p->dtype;
    key->accumulate = p->accumulate;
    key->biased = p->bias != 0;
    key->tf32 = tf32 && p->dtype == WEIR_FLOAT32;
    return true;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static int type_of(int dtype) {
    switch (dtype) {
    case WEIR_FLOAT16: return LT_R_16F;
    case WEIR_BFLOAT16: return LT_R_16BF;
    case WEIR_FLOAT32: return LT_R_32F;
    case WEIR_FLOAT64: return LT_R_64F;
    case WEIR_COMPLEX64: return LT_C_32F;
    default: return LT_C_64F;
    }
}

static int scale_of(int dtype) {
    int type = type_of(dtype);
    return type == LT_R_16F || type == LT_R_16BF ? LT_R_32F : type;
}

static bool is_double(int dtype) { return dtype == WEIR_FLOAT64 || dtype == WEIR_COMPLEX128; }

static int compute_of(const plan_key *key) {
    if (is_double(key->dtype)) return LT_COMPUTE_64F;
    return key->tf32 ? LT_COMPUTE_32F_TF32 : LT_COMPUTE_32F;
}

static void forget(plan *p) {
    if (p->desc != NULL) wr_cuda.lt_desc_free(p->desc);
    if (p->first != NULL) wr_cuda.lt_layout_free(p->first);
    if (p->second != NULL) wr_cuda.lt_layout_free(p->second);
    if (p->result != NULL) wr_cuda.lt_layout_free(p->result);
    *p = (plan){.made = false};
}

static int new_layout(void **to, const operand *o, int type, int64_t batch) {
    int32_t count = (int32_t)batch;
    int error = wr_cuda.lt_layout_new(to, type, o->rows, o->cols, o->leading);
    if (error != 0 || batch == 1) return error;
    error = wr_cuda.lt_layout_set(*to, LT_LAYOUT_BATCH_COUNT, &count, sizeof count);
    if (error != 0) return error;
    return wr_cuda.lt_layout_set(*to, LT_LAYOUT_BATCH_STRIDE, &o->batch, sizeof o->batch);
}

static int set_number(void *preference, int attribute, uint32_t value) {
    return wr_cuda.lt_preference_set(preference, attribute, &value, sizeof value);
}

/* Parts of a sum are added in the type of the sum, not in that of the result. */
static int set_preference(void *preference, const plan_key *key) {
    uint64_t workspace = WORKSPACE;
    int error = wr_cuda.lt_preference_set(preference, LT_PREFERENCE_WORKSPACE, &workspace,
                                          sizeof workspace);
    if (error == 0)
        error = set_number(preference, LT_PREFERENCE_REDUCTIONS, LT_REDUCTION_COMPUTE_TYPE);
    if (error == 0) error = set_number(preference, LT_PREFERENCE_ALIGNMENT_A, key->first.alignment);
    if (error == 0)
        error = set_number(preference, LT_PREFERENCE_ALIGNMENT_B, key->second.alignment);
    if (error == 0)
        error = set_number(preference, LT_PREFERENCE_ALIGNMENT_C, key->result.alignment);
    if (error == 0)
        error = set_number(preference, LT_PREFERENCE_ALIGNMENT_D, key->result.alignment);
    return error;
}

static uint32_t config_of(const lt_heuristic *h, int attribute) {
    uint32_t value = 0;
    size_t written;
    int error = wr_cuda.lt_config_get(&h->algorithm, attribute, &value, sizeof value, &written);
    return error == 0 ? value : 0;
}

/* The index of the algorithm to take: the first one that works, or -1.  Where sums of 16-bit floats are
 * short and there are several tiles for each processor, tiles of 128 x 128 are faster than the larger ones
 * that the library prefers. */
static int pick(const plan_key *key, const lt_heuristic *found, int count) {
    uint64_t k = key->first.turned ? key->first.rows : key->first.cols;
    bool narrow = key->dtype == WEIR_FLOAT16 || key->dtype == WEIR_BFLOAT16;
    int first = -1;
    for (int i = count - 1; i >= 0; i--)
        if (found[i].state == 0) first = i;
    for (int i = 0; i < count && narrow && k <= SHORT_SUM; i++)
        if (found[i].state == 0 && found[i].waves >= 2 &&
            config_of(&found[i], LT_CONFIG_TILE) == LT_TILE_128X128 &&
            config_of(&found[i], LT_CONFIG_SPLITS) == 1)
            return i;
    return first;
}

static int choose(plan *p, void *handle) {
    void *preference = NULL;
    lt_heuristic all[CANDIDATES];
    int found = 0, error = wr_cuda.lt_preference_new(&preference);
    if (error == 0) error = set_preference(preference, &p->key);
    if (error == 0)
        error = wr_cuda.lt_heuristics(handle, p->desc, p->first, p->second, p->result, p->result,
                                      preference, CANDIDATES, all, &found);
    if (preference != NULL) wr_cuda.lt_preference_free(preference);
    int best = error == 0 ? pick(&p->key, all, found) : -1;
    /* What the library refuses, our own kernel computes. */
    p->none = error == LT_NOT_SUPPORTED || error == LT_INVALID_VALUE || (error == 0 && best < 0);
    if (best >= 0) p->algorithm = all[best].algorithm;
    return p->none ? 0 : error;
}

static int make(plan *p, const plan_key *key, void *handle) {
    int type = type_of(key->dtype), scale = scale_of(key->dtype);
    int32_t first = key->first.turned ? LT_OP_T : LT_OP_N;
    int32_t second = key->second.turned ? LT_OP_T : LT_OP_N;
    const int32_t epilogue = LT_EPILOGUE_BIAS;
    forget(p);
    p->key = *key;
    int error = wr_cuda.lt_desc_new(&p->desc, compute_of(key), scale);
    if (error == 0) error = wr_cuda.lt_desc_set(p->desc, LT_DESC_TRANSA, &first, sizeof first);
    if (error == 0) error = wr_cuda.lt_desc_set(p->desc, LT_DESC_TRANSB, &second, sizeof second);
    if (error == 0 && key->biased)
        error = wr_cuda.lt_desc_set(p->desc, LT_DESC_EPILOGUE, &epilogue, sizeof epilogue);
    if (error == 0) error = new_layout(&p->first, &key->first, type, key->batch);
    if (error == 0) error = new_layout(&p->second, &key->second, type, key->batch);
    if (error == 0) error = new_layout(&p->result, &key->result, type, key->batch);
    if (error == 0) error = choose(p, handle);
    if (error == 0)
        p->made = true;
    else
        forget(p);
    return error;
}

static uint64_t hash_of(const plan_key *key) {
    uint64_t words[sizeof *key / sizeof(uint64_t)], h = 0;
    memcpy(words, key, sizeof *key);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

/* ---- Products -------------------------------------------------------------------------------- */

static weir_status failed(wr_cuda_call *c, const char *message) {
    c->message = message;
    return WEIR_EDEVICE;
}

/* The table of plans and the workspace of the call's stream, made by the first product. */
static weir_status prepare(wr_cuda_call *c, cu_pointer *workspace) {
    wr_cuda_queue *q = c->queue;
    cu_pointer *own = &q->workspace[c->side != NULL ? c->side->stream - WR_CUDA_SIDE + 1 : 0];
    if (q->blas_plans == NULL) q->blas_plans = calloc(PLANS, sizeof(plan));
    if (q->blas_plans == NULL) return failed(c, "no host memory for a table of products");
    weir_status status = WEIR_OK;
    if (*own == 0)
        status = wr_cuda_try(q, wr_cuda.memory_take(own, WORKSPACE),
                             "no device memory for the workspace of cuBLASLt", &c->message);
    *workspace = *own;
    return status;
}

weir_status wr_cuda_multiply(wr_cuda_call *c, const wr_cuda_product *p, bool *done) {
    static const double one_double[2] = {1, 0}, zero[2] = {0, 0};
    static const float one_float[2] = {1, 0};
    wr_cuda_queue *q = c->queue;
    cu_stream stream;
    cu_pointer workspace;
    plan_key key;
    *done = key_of(&key, p, p->item_size, wr_cuda_tf32(c));
    if (!*done) return WEIR_OK;
    void *handle = wr_cuda_blas(c, &stream);
    if (handle == NULL) return WEIR_EDEVICE;
    WR_TRY(prepare(c, &workspace));
    plan *at = (plan *)q->blas_plans + hash_of(&key) % PLANS;
    const bool known = at->made && memcmp(&at->key, &key, sizeof key) == 0;
    q->loads |= !known;
    if (!known && make(at, &key, handle) != 0)
        return failed(c, "cuBLASLt refused the description of a product");
    *done = !at->none;
    if (at->none || c->ahead) return WEIR_OK;
    if (p->bias != 0 &&
        wr_cuda.lt_desc_set(at->desc, LT_DESC_BIAS_POINTER, &p->bias, sizeof p->bias))
        return failed(c, "cuBLASLt refused the bias of a product");
    const void *one = is_double(p->dtype) ? (const void *)one_double : one_float;
    void *result = (void *)(uintptr_t)p->c;
    int error = wr_cuda.lt_matmul(
        handle, at->desc, one, (const void *)(uintptr_t)p->b, at->first,
        (const void *)(uintptr_t)p->a, at->second, p->accumulate ? one : zero, result, at->result,
        result, at->result, &at->algorithm, (void *)(uintptr_t)workspace, WORKSPACE, stream);
    return error == 0 ? WEIR_OK : failed(c, "cuBLASLt failed to launch a product");
}

void wr_cuda_blas_close(wr_cuda_queue *q) {
    plan *plans = q->blas_plans;
    for (int i = 0; plans != NULL && i < PLANS; i++) forget(&plans[i]);
    free(plans);
    for (int i = 0; i < 1 + WR_CUDA_SIDES; i++)
        if (q->workspace[i] != 0) wr_cuda.memory_give(q->workspace[i]);
    if (q->blas != NULL) wr_cuda.lt_free(q->blas);
}
