/* attention_blocks.c - the kernels of attention, which compute one block of scores at a time.
 *
 * A block of scores belongs to a range of keys and a range of queries; it has one row per key and
 * one column per query (' is the transpose):
 *
 *   scores   = K  Q'    K is read in place, queries are packed (two vectors of queries per panel)
 *   y       += P' V     V is read in place, P is read by columns
 *   dV      += P  dY    and so on; the backward pass packs only queries and dY
 *
 * The softmax, which runs along the keys, thus operates on whole vectors of queries.  The block and
 * the panels are on the stack; they take about a hundred kilobytes and stay in the second-level
 * cache.
 *
 * Forward: a piece of work is a block of queries.  It processes one block of keys after the other
 * and keeps the maximum score and the sum of weights so far; when the maximum grows, the part of y
 * computed so far is scaled down (online softmax).
 *
 * Backward: a piece of work is a key head and a segment of its keys, with all query heads of the
 * group, so that each element of dK and dV has one writer.  If there are several segments, each
 * computes its own contribution to dQ, and the contributions are added in order.
 *
 * Masked pairs of a query and a key do not contribute, whatever their values are.  0 times NaN
 * would be NaN, so the operands of a block with masked pairs are checked for NaN and infinities; if
 * there are any, the block is computed one element at a time.  The division into pieces and blocks
 * depends on the shapes alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/attention/attention_blocks.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ops/random/philox.h"
#include "ops/attention/attention_simd.h"
#include "ops/matmul/gemm_simd.h"
#include "ops/random/random_simd.h"

enum {
    /* maximum number of queries per block; a multiple of the panel width */
    QUERIES = WR_SIZE(64, 32),
    /* maximum size of a block of scores, and of the packed queries, in bytes */
    BLOCK_BYTES = WR_SIZE(32 << 10, 768),
    /* size of a panel of the mask, in bytes */
    PANEL_BYTES = WR_SIZE(BLOCK_BYTES / 2, BLOCK_BYTES),
    PIECE = WR_SIZE(1 << 18, 64), /* approximate minimum number of multiplications per piece */
    UNITS = 16,                   /* target number of pieces of the backward pass */
    SEGMENTS = 8,                 /* maximum number of segments */
    SEGMENT = WR_SIZE(256, 4)     /* minimum number of keys per segment */
};

typedef struct buffers {
    _Alignas(64) char s[BLOCK_BYTES], d[BLOCK_BYTES], packed[BLOCK_BYTES];
    _Alignas(64) char panel[PANEL_BYTES], turn[PANEL_BYTES];
    _Alignas(64) char top[QUERIES * 8], sum[QUERIES * 8], factor[QUERIES * 8];
    _Alignas(64) uint8_t kept[QUERIES];
} buffers;

typedef struct job {
    const weir_kernel *k;
    const wr_attention *a;
    const wr_attention_data *data;
    const wr_attention_type *type;
    const wr_gemm_real *real;
    wr_gemm_pack_fn pack;
    int64_t size; /* bytes per element */
    int64_t step; /* number of queries per block */
    /* maximum number of keys per block; also the maximum number of elements of each query that are
     * packed at a time */
    int64_t keys;
    int64_t segments; /* number of segments in the backward pass */
} job;

static int64_t segments_of(const wr_attention *a) {
    int64_t heads = a->heads / a->group, wanted = wr_div_up(UNITS, heads > 0 ? heads : 1);
    int64_t most = wr_min(SEGMENTS, a->keys / SEGMENT);
    return wanted < most ? wanted : most > 1 ? most : 1;
}

static job job_of(const weir_kernel *k, const wr_attention *a, const wr_attention_data *data) {
    const wr_simd *simd = wr_simd_of(k);
    bool narrow = data->dtype == WEIR_FLOAT32;
    job j = {.k = k, .a = a, .data = data, .segments = segments_of(a)};
    j.type = narrow ? &simd->attention->f32 : &simd->attention->f64;
    j.real = &simd->gemm->real[narrow ? 0 : 1];
    j.pack = simd->gemm->pack[narrow ? WR_GEMM_F32 : WR_GEMM_F64];
    j.size = j.real->size;
    j.step = QUERIES;
    j.keys = BLOCK_BYTES / (QUERIES * j.size);
    return j;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

int64_t wr_attention_head(const weir_view *v, int64_t head) {
    int64_t at = 0;
    for (int i = v->ndim - 3; i >= 0; i--) {
        at += head % v->shape[i] * v->strides[i];
        head /= v->shape[i];
    }
    return at;
}

/* One head of an operand; `row` is the distance between its rows, in elements. */
typedef struct matrix {
    const char *data;
    int64_t row;
} matrix;

static matrix matrix_of(const job *j, const weir_view *v, int64_t head) {
    return (matrix){(const char *)v->data + wr_attention_head(v, head) * j->size,
                    v->strides[v->ndim - 2]};
}

static const char *row_of(const job *j, matrix m, int64_t row) {
    return m.data + row * m.row * j->size;
}

static char *plus(const job *j, void *base, int64_t index) {
    return (char *)base + index * j->size;
}

static double number_at(const job *j, const void *base, int64_t i) {
    return j->size == 4 ? (double)((const float *)base)[i] : ((const double *)base)[i];
}

static void add_at(const job *j, void *base, int64_t i, double x) {
    if (j->size == 4)
        ((float *)base)[i] += (float)x;
    else
        ((double *)base)[i] += x;
}

bool wr_attention_is_masked(const wr_attention *a, const weir_view *mask, int64_t head,
                            int64_t query, int64_t key) {
    if (a->causal && key > query) return true;
    if (mask->data == NULL) return false;
    int64_t at = wr_attention_head(mask, head) + query * mask->strides[mask->ndim - 2] +
                 key * mask->strides[mask->ndim - 1];
    if (mask->dtype == WEIR_BOOL) return ((const uint8_t *)mask->data)[at] == 0;
    if (mask->dtype == WEIR_FLOAT32) return ((const float *)mask->data)[at] == -INFINITY;
    return ((const double *)mask->data)[at] == -INFINITY;
}

/* ---- Products -------------------------------------------------------------------------------- */

/* The operands of C (rows x cols) = A (rows x k) B (k x cols), or C += A B.  `b_step` is the
 * distance from the columns of one tile to those of the next tile, in elements. */
typedef struct factors {
    const void *a;
    int64_t a_row, a_col;
    const void *b;
    int64_t b_row, b_step;
} factors;

static void product(const job *j, int64_t rows, int64_t cols, int64_t k, const factors *f, void *c,
                    int64_t c_row, bool add) {
    int64_t nr = j->real->nr, tiles = wr_div_up(rows, j->real->mr);
    wr_gemm_tile t = {.k = k,
                      .a_row = f->a_row,
                      .a_col = f->a_col,
                      .b_row = f->b_row,
                      .c_row = c_row,
                      .add = add};
    for (int64_t col = 0, p = 0; col < cols; col += nr, p++) {
        t.cols = wr_min(nr, cols - col);
        t.b = (const char *)f->b + p * f->b_step * j->size;
        for (int64_t i = 0; i < tiles; i++) {
            int64_t row = i * rows / tiles;
            t.rows = (i + 1) * rows / tiles - row;
            t.a = (const char *)f->a + row * f->a_row * j->size;
            t.c = (char *)c + (row * c_row + col) * j->size;
            j->real->tile(&t);
        }
    }
}

/* A block of scores: a range of queries and a range of keys of one query head. */
typedef struct block {
    int64_t head;
    /* query: first query; queries: number of queries; width: that number rounded up to whole
     * panels */
    int64_t query, queries, width;
    int64_t key, keys;
} block;

static int64_t rounded(const job *j, int64_t queries) {
    return wr_div_up(queries, j->real->nr) * j->real->nr;
}

/* Pack columns [from, from + n) of the block's rows of m, multiplied by `by`, into panels. */
static void pack(const job *j, buffers *r, const block *b, matrix m, int64_t from, int64_t n,
                 double by) {
    int64_t nr = j->real->nr;
    for (int64_t i = 0; i < b->width; i += nr)
        j->pack(plus(j, r->packed, i * n), nr, row_of(j, m, b->query + i) + from * j->size, m.row,
                1, wr_min(nr, b->queries - i), n);
    if (by != 1) j->type->scale(r->packed, b->width * n, by);
}

/* Compute the product of the block's rows of `left` (one per key) and its rows of `right` (one per
 * query), times `by`.  If `packed` is set, r->packed already holds the rows of `right`. */
static void multiply(const job *j, buffers *r, const block *b, matrix left, matrix right, int64_t n,
                     double by, bool packed, void *to) {
    int64_t from = 0;
    do {
        int64_t some = wr_min(j->keys, n - from), nr = j->real->nr;
        if (!packed) pack(j, r, b, right, from, some, by);
        factors f = {
            row_of(j, left, b->key) + from * j->size, left.row, 1, r->packed, nr, nr * some};
        product(j, b->keys, b->width, some, &f, to, b->width, from > 0);
        from += some;
    } while (from < n);
}

/* ---- Masks ----------------------------------------------------------------------------------- */

static bool crosses_diagonal(const job *j, const block *b) {
    return j->a->causal && b->key + b->keys - 1 > b->query;
}

static bool has_masked(const job *j, const block *b) {
    return j->data->mask.data != NULL || crosses_diagonal(j, b);
}

/* Pack the mask of a panel of queries, with one row per key. */
static const void *mask_panel(const job *j, buffers *r, const block *b, int64_t from) {
    const weir_view *m = &j->data->mask;
    int64_t nr = j->real->nr, n = wr_min(nr, b->queries - from);
    int64_t row = m->strides[m->ndim - 2], col = m->strides[m->ndim - 1];
    int64_t at = wr_attention_head(m, b->head) + (b->query + from) * row + b->key * col;
    if (m->dtype != WEIR_BOOL) {
        j->pack(r->panel, nr, (const char *)m->data + at * j->size, row, col, n, b->keys);
        return r->panel;
    }
    for (int64_t i = 0; i < n; i++)
        j->type->bools(plus(j, r->turn, i * b->keys), (const uint8_t *)m->data + at + i * row, col,
                       b->keys);
    j->pack(r->panel, nr, r->turn, b->keys, 1, n, b->keys);
    return r->panel;
}

static void apply_mask(const job *j, buffers *r, const block *b) {
    if (j->data->mask.data != NULL)
        for (int64_t i = 0; i < b->width; i += j->real->nr)
            j->type->apply_mask(plus(j, r->s, i), mask_panel(j, r, b, i), b->keys, b->width);
    if (!crosses_diagonal(j, b)) return;
    for (int64_t i = 0; i < b->keys; i++) {
        int64_t n = wr_min(b->queries, b->key + i - b->query);
        if (n > 0) j->type->blank(plus(j, r->s, i * b->width), n);
    }
}

static bool finite_rows(const job *j, matrix m, int64_t row, int64_t rows, int64_t cols) {
    return j->type->finite(row_of(j, m, row), rows, m.row, cols);
}

/* ---- Dropout --------------------------------------------------------------------------------- */

static double factor_of(const wr_attention *a) { return a->dropout < 1 ? 1 / (1 - a->dropout) : 0; }

/* Return the index of the random number for the weight of a query and a key.  Adjacent queries have
 * adjacent indices, like the elements of a row of a block. */
static uint64_t random_index(const wr_attention *a, int64_t head, int64_t query, int64_t key) {
    return (uint64_t)((head * a->keys + key) * a->queries + query);
}

double wr_attention_dropout(const wr_attention *a, uint64_t seed, int64_t head, int64_t query,
                            int64_t key) {
    if (a->dropout == 0) return 1;
    uint32_t word = wr_random_word32(seed, 0, random_index(a, head, query, key));
    return word < (uint64_t)((1 - a->dropout) * 0x1p32 + 0.5) ? factor_of(a) : 0;
}

static void drop(const job *j, buffers *r, const block *b, void *x) {
    const wr_attention *a = j->a;
    for (int64_t i = 0; i < b->keys; i++) {
        uint64_t first = random_index(a, b->head, b->query, b->key + i);
        wr_simd_of(j->k)->random->bernoulli_u8(r->kept, first, b->queries, j->data->seed, 0,
                                               1 - a->dropout, 0);
        j->type->drop(plus(j, x, i * b->width), r->kept, b->queries, factor_of(a));
    }
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* Add P V to y, one element at a time, skipping masked pairs. */
static void add_unmasked(const job *j, const buffers *r, const block *b, matrix value, void *y) {
    int64_t cols = j->a->values;
    for (int64_t i = 0; i < b->queries; i++)
        for (int64_t n = 0; n < b->keys; n++) {
            if (wr_attention_is_masked(j->a, &j->data->mask, b->head, b->query + i, b->key + n))
                continue;
            double p = number_at(j, r->s, n * b->width + i);
            const void *v = row_of(j, value, b->key + n);
            for (int64_t e = 0; e < cols; e++) add_at(j, y, i * cols + e, p * number_at(j, v, e));
        }
}

static void add_values(const job *j, buffers *r, const block *b, matrix value, void *y,
                       bool first) {
    int64_t cols = j->a->values;
    if (has_masked(j, b) && !finite_rows(j, value, b->key, b->keys, cols)) {
        if (first) memset(y, 0, (size_t)(b->queries * cols * j->size));
        add_unmasked(j, r, b, value, y);
        return;
    }
    factors f = {r->s,      1,          b->width, value.data + b->key * value.row * j->size,
                 value.row, j->real->nr};
    product(j, b->queries, cols, b->keys, &f, y, cols, !first);
}

static void forward_block(const job *j, buffers *r, int64_t head, int64_t at) {
    const wr_attention *a = j->a;
    const wr_attention_data *data = j->data;
    block b = {.head = head, .query = at, .queries = wr_min(j->step, a->queries - at)};
    b.width = rounded(j, b.queries);
    matrix q = matrix_of(j, &data->query, head), key = matrix_of(j, &data->key, head / a->group);
    matrix value = matrix_of(j, &data->value, head / a->group);
    int64_t place = head * a->queries + at;
    char *y = plus(j, data->y, place * a->values);
    int64_t end = a->causal ? wr_min(a->keys, at + b.queries) : a->keys;
    int64_t blocks = wr_div_up(end, j->keys);
    bool fits = a->width <= j->keys;
    j->type->blank(r->top, b.width);
    memset(r->sum, 0, (size_t)(b.width * j->size));
    if (fits) pack(j, r, &b, q, 0, a->width, a->scale);
    if (blocks == 0) memset(y, 0, (size_t)(b.queries * a->values * j->size));
    for (int64_t i = 0; i < blocks; i++) {
        b.key = i * end / blocks, b.keys = (i + 1) * end / blocks - b.key;
        multiply(j, r, &b, key, q, a->width, a->scale, fits, r->s);
        if (has_masked(j, &b)) apply_mask(j, r, &b);
        bool moved = j->type->weigh(r->s, b.keys, b.width, r->top, r->sum, r->factor);
        if (a->dropout > 0) drop(j, r, &b, r->s);
        if (i > 0 && moved) j->type->rescale(y, r->factor, b.queries, a->values);
        add_values(j, r, &b, value, y, i == 0);
    }
    j->type->finish(y, plus(j, data->lse, place), r->top, r->sum, b.queries, a->values);
}

/* Compute y and lse for some blocks of queries.  The blocks of a head are processed from the last
 * to the first, because with a causal mask the last ones take the longest. */
static weir_status forward_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t blocks = wr_div_up(j->a->queries, j->step);
    buffers r;
    for (int64_t i = begin; i < end; i++)
        forward_block(j, &r, i / blocks, (blocks - 1 - i % blocks) * j->step);
    return WEIR_OK;
}

static int64_t grain_of(double each) {
    return each >= PIECE ? 1 : (int64_t)(PIECE / (each > 1 ? each : 1));
}

weir_status wr_attention_forward(const weir_kernel *k, const wr_attention *a,
                                 const wr_attention_data *data) {
    job j = job_of(k, a, data);
    int64_t blocks = wr_div_up(a->queries, j.step);
    double each = (double)(a->width + a->values) * (double)a->keys * (double)j.step;
    return wr_split(k, a->heads * blocks, grain_of(each), forward_pieces, &j);
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* The operands and gradients of one query head in the backward pass. */
typedef struct pass {
    matrix q, key, value, dy;
    void *dq, *dk, *dv; /* row-major gradients of this head's queries, keys and values */
} pass;

/* Add the gradients of a block, one element at a time, skipping masked pairs.  P is in r->s. */
static void backward_unmasked(const job *j, const buffers *r, const block *b, const pass *p) {
    const wr_attention *a = j->a;
    for (int64_t n = 0; n < b->keys; n++)
        for (int64_t i = 0; i < b->queries; i++) {
            int64_t query = b->query + i, key = b->key + n;
            if (wr_attention_is_masked(a, &j->data->mask, b->head, query, key)) continue;
            const void *dy = row_of(j, p->dy, query), *v = row_of(j, p->value, key);
            const void *x = row_of(j, p->q, query), *y = row_of(j, p->key, key);
            double weight = number_at(j, r->s, n * b->width + i), dp = 0;
            double kept = wr_attention_dropout(a, j->data->seed, b->head, query, key);
            for (int64_t e = 0; e < a->values; e++) {
                dp += number_at(j, dy, e) * number_at(j, v, e);
                add_at(j, p->dv, key * a->values + e, weight * kept * number_at(j, dy, e));
            }
            double ds = weight * (dp * kept - number_at(j, r->sum, i)) * a->scale;
            for (int64_t e = 0; e < a->width; e++) {
                add_at(j, p->dk, key * a->width + e, ds * number_at(j, x, e));
                add_at(j, p->dq, query * a->width + e, ds * number_at(j, y, e));
            }
        }
}

/* Load the per-query values of a block: lse into r->top, delta into r->sum.  A query whose keys are
 * all masked has lse = -inf; this is replaced by the largest finite number, so that the recomputed
 * weights are 0. */
static void load_rows(const job *j, buffers *r, const block *b) {
    int64_t place = b->head * j->a->queries + b->query;
    size_t bytes = (size_t)(b->queries * j->size);
    memset(r->top, 0, sizeof r->top);
    memset(r->sum, 0, sizeof r->sum);
    memcpy(r->top, plus(j, j->data->lse, place), bytes);
    memcpy(r->sum, (const char *)j->data->delta + place * j->size, bytes);
    for (int64_t i = 0; i < b->queries; i++) {
        if (number_at(j, r->top, i) != -INFINITY) continue;
        if (j->size == 4)
            ((float *)(void *)r->top)[i] = FLT_MAX;
        else
            ((double *)(void *)r->top)[i] = DBL_MAX;
    }
}

static bool all_finite(const job *j, const buffers *r, const block *b, const pass *p) {
    return finite_rows(j, p->q, b->query, b->queries, j->a->width) &&
           finite_rows(j, p->dy, b->query, b->queries, j->a->values) &&
           finite_rows(j, p->key, b->key, b->keys, j->a->width) &&
           finite_rows(j, p->value, b->key, b->keys, j->a->values) &&
           j->type->finite(r->top, 1, 0, b->queries) && j->type->finite(r->sum, 1, 0, b->queries);
}

static void backward_block(const job *j, buffers *r, const block *b, const pass *p) {
    const wr_attention *a = j->a;
    int64_t nr = j->real->nr;
    load_rows(j, r, b);
    multiply(j, r, b, p->key, p->q, a->width, a->scale, false, r->s);
    if (has_masked(j, b)) apply_mask(j, r, b);
    j->type->recompute(r->s, b->keys, b->width, r->top);
    if (has_masked(j, b) && !all_finite(j, r, b, p)) {
        backward_unmasked(j, r, b, p);
        return;
    }
    if (a->dropout > 0) {
        memcpy(r->d, r->s, (size_t)(b->keys * b->width * j->size));
        drop(j, r, b, r->d);
    }
    factors f = {a->dropout > 0 ? r->d : r->s, b->width,  1,
                 row_of(j, p->dy, b->query),   p->dy.row, nr};
    product(j, b->keys, a->values, b->queries, &f, plus(j, p->dv, b->key * a->values), a->values,
            true);
    multiply(j, r, b, p->value, p->dy, a->values, 1, false, r->d);
    if (a->dropout > 0) drop(j, r, b, r->d);
    j->type->slope(r->d, r->s, b->keys, b->width, r->sum, a->scale);
    f = (factors){r->d, b->width, 1, row_of(j, p->q, b->query), p->q.row, nr};
    product(j, b->keys, a->width, b->queries, &f, plus(j, p->dk, b->key * a->width), a->width,
            true);
    f = (factors){r->d, 1, b->width, row_of(j, p->key, b->key), p->key.row, nr};
    product(j, b->queries, a->width, b->keys, &f, plus(j, p->dq, b->query * a->width), a->width,
            true);
}

/* Process one block of keys with all queries of a head. */
static void backward_keys(const job *j, buffers *r, const pass *p, int64_t head, int64_t from,
                          int64_t to) {
    const wr_attention *a = j->a;
    for (int64_t i = 0; i < a->queries; i += j->step) {
        block b = {.head = head, .query = i, .queries = wr_min(j->step, a->queries - i)};
        b.width = rounded(j, b.queries);
        b.key = from;
        b.keys = (a->causal ? wr_min(to, i + b.queries) : to) - from;
        if (b.keys > 0) backward_block(j, r, &b, p);
    }
}

static pass pass_of(const job *j, int64_t head, int64_t segment) {
    const wr_attention *a = j->a;
    const wr_attention_data *d = j->data;
    int64_t of_keys = head / a->group, plane = a->queries * a->width;
    void *dq = j->segments > 1 ? plus(j, d->partial, segment * a->heads * plane) : d->dq;
    return (pass){.q = matrix_of(j, &d->query, head),
                  .key = matrix_of(j, &d->key, of_keys),
                  .value = matrix_of(j, &d->value, of_keys),
                  .dy = matrix_of(j, &d->dy, head),
                  .dq = plus(j, dq, head * plane),
                  .dk = plus(j, d->dk, of_keys * a->keys * a->width),
                  .dv = plus(j, d->dv, of_keys * a->keys * a->values)};
}

static void backward_segment(const job *j, buffers *r, int64_t of_keys, int64_t segment) {
    const wr_attention *a = j->a;
    int64_t from = segment * a->keys / j->segments, to = (segment + 1) * a->keys / j->segments;
    int64_t blocks = wr_div_up(to - from, j->keys), n = to - from, first = of_keys * a->group;
    pass p = pass_of(j, first, segment);
    memset(p.dq, 0, (size_t)(a->group * a->queries * a->width * j->size));
    memset(plus(j, p.dk, from * a->width), 0, (size_t)(n * a->width * j->size));
    memset(plus(j, p.dv, from * a->values), 0, (size_t)(n * a->values * j->size));
    for (int64_t head = first; head < first + a->group; head++) {
        p = pass_of(j, head, segment);
        for (int64_t i = 0; i < blocks; i++)
            backward_keys(j, r, &p, head, from + i * n / blocks, from + (i + 1) * n / blocks);
    }
}

static weir_status back_pieces(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    buffers r;
    for (int64_t i = begin; i < end; i++) backward_segment(j, &r, i / j->segments, i % j->segments);
    return WEIR_OK;
}

/* Add the contributions of all segments to dQ in order. */
static weir_status add_segments(void *arg, int64_t begin, int64_t end) {
    const job *j = arg;
    int64_t all = j->a->heads * j->a->queries * j->a->width;
    memcpy(plus(j, j->data->dq, begin), plus(j, j->data->partial, begin),
           (size_t)((end - begin) * j->size));
    for (int64_t s = 1; s < j->segments; s++)
        j->type->add(plus(j, j->data->dq, begin), plus(j, j->data->partial, s * all + begin),
                     end - begin);
    return WEIR_OK;
}

size_t wr_attention_backward_scratch(const wr_attention *a, int dtype) {
    int64_t segments = segments_of(a);
    if (segments == 1) return 0;
    return (size_t)(segments * a->heads * a->queries * a->width) * wr_dtype_bytes(dtype);
}

weir_status wr_attention_backward(const weir_kernel *k, const wr_attention *a,
                                  const wr_attention_data *data) {
    job j = job_of(k, a, data);
    int64_t units = a->heads / a->group * j.segments;
    double each = 2.5 * (double)(a->width + a->values) * (double)a->keys * (double)a->queries *
                  (double)a->group / (double)j.segments;
    WR_TRY(wr_split(k, units, grain_of(each), back_pieces, &j));
    if (j.segments == 1) return WEIR_OK;
    return wr_split(k, a->heads * a->queries * a->width, PIECE / 8, add_segments, &j);
}
