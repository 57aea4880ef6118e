/* reduce_cuda.c - reductions on a CUDA device: how rows are divided among threads; see reduce.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/reduce/reduce_cuda.h"
#include "ops/reduce/reduce_walk.h"

enum {
    THREADS = WR_CUDA_THREADS,
    STATE = 48,                /* maximum number of bytes of a state */
    SHORT = 32,                /* columns with fewer elements have few lanes */
    WARP = 32,                 /* most lanes of a row that is not long */
    EACH = 4,                  /* elements of a lane, if it has few */
    LONG = 4096,               /* rows with at least so many elements have all lanes of a block */
    FEW = 1024,                /* fewer columns are few */
    FEW_ROWS = 8192,           /* fewer rows are few */
    COLUMNS = 32,              /* rows of a block, if by columns */
    BLOCKS = WR_SIZE(4096, 7), /* so many blocks are enough */
    LEAST_ROW = WR_SIZE(8192, 5),   /* minimum number of elements of a piece */
    GROUP = 16,                     /* pieces begin at multiples of it: a whole group */
    DIMS_USUAL = 3,                 /* kernels have room for so many dimensions, or for all */
    SMALL = 8192,                   /* elements of an array whose rows have a warp each */
    SMALL_ROW = 256,                /* elements of such a row, at most */
    LEAST_COLUMN = WR_SIZE(256, 3), /* the same, if by columns */
};

/* ---- Pieces ---------------------------------------------------------------------------------- */

int64_t wr_cuda_pieces(int64_t rows, int64_t count, bool by_columns) {
    int64_t blocks = by_columns ? (rows + COLUMNS - 1) / COLUMNS : rows;
    int64_t most = count / (by_columns ? LEAST_COLUMN : LEAST_ROW);
    int64_t wanted = blocks > 0 ? BLOCKS / blocks : 1;
    int64_t pieces = most < wanted ? most : wanted;
    return pieces < 1 ? 1 : pieces;
}

static uint64_t pieces_bytes(int64_t rows, int64_t count) {
    int64_t a = wr_cuda_pieces(rows, count, false), b = wr_cuda_pieces(rows, count, true);
    int64_t pieces = a > b ? a : b;
    return pieces > 1 ? (uint64_t)(rows * pieces) * STATE : 0;
}

uint64_t wr_reduction_device_scratch(const wr_reduction *f, const weir_array *x) {
    int64_t rows = 1, count = wr_reduction_count(f->mask, x->ndim, wr_shape(x));
    for (int i = 0; i < x->ndim; i++)
        if (!(f->mask >> i & 1)) rows *= wr_shape(x)[i];
    return pieces_bytes(rows, count);
}

/* ---- Dimensions ------------------------------------------------------------------------------ */

typedef struct dims {
    int count;
    int64_t shape[WEIR_NDIM_MAX], stride[WEIR_NDIM_MAX], out[WEIR_NDIM_MAX];
} dims;

static int64_t magnitude(int64_t n) { return n < 0 ? -n : n; }

static void swap(int64_t *a, int64_t *b) {
    int64_t t = *a;
    *a = *b;
    *b = t;
}

static void append(dims *d, int64_t shape, int64_t stride, int64_t out) {
    if (shape == 1) return;
    d->shape[d->count] = shape;
    d->stride[d->count] = stride;
    d->out[d->count++] = out;
}

/* Sort by decreasing stride. */
static void sort(dims *d) {
    for (int i = 1; i < d->count; i++)
        for (int j = i; j > 0 && magnitude(d->stride[j - 1]) < magnitude(d->stride[j]); j--) {
            swap(&d->shape[j], &d->shape[j - 1]);
            swap(&d->stride[j], &d->stride[j - 1]);
            swap(&d->out[j], &d->out[j - 1]);
        }
}

/* Merge dimensions of which one step of the first equals all steps of the second. */
static void merge(dims *d) {
    int to = 0;
    for (int i = 1; i < d->count; i++) {
        int64_t n = d->shape[i];
        if (d->stride[to] == d->stride[i] * n && d->out[to] == d->out[i] * n) {
            d->shape[to] *= n;
        } else {
            to++;
            d->shape[to] = n;
        }
        d->stride[to] = d->stride[i];
        d->out[to] = d->out[i];
    }
    if (d->count > 0) d->count = to + 1;
}

static int64_t product(const dims *d) {
    int64_t n = 1;
    for (int i = 0; i < d->count; i++) n *= d->shape[i];
    return n;
}

/* ---- Launching ------------------------------------------------------------------------------- */

/* reduce.cu has the same struct, but with as many dimensions as the kernel has room for. */
typedef struct reduce_args {
    wr_cuda_guard guard;
    const void *x;
    void *y, *partial;
    uint64_t value[2];
    uint32_t is_value, by_columns, lanes, kept_dims, reduced_dims, vectors;
    int64_t rows, count, pieces, piece;
    double divide;
    int64_t kept_shape[WEIR_NDIM_MAX], kept_stride[WEIR_NDIM_MAX], kept_out[WEIR_NDIM_MAX];
    int64_t reduced_shape[WEIR_NDIM_MAX], reduced_stride[WEIR_NDIM_MAX];
} reduce_args;

static const char *const kinds[WR_REDUCTION_KINDS] = {
    [WR_REDUCTION_SUM] = "sum",       [WR_REDUCTION_PROD] = "prod",
    [WR_REDUCTION_VAR] = "var",       [WR_REDUCTION_STD] = "std",
    [WR_REDUCTION_MAX] = "max",       [WR_REDUCTION_MIN] = "min",
    [WR_REDUCTION_ALL] = "all",       [WR_REDUCTION_ANY] = "any",
    [WR_REDUCTION_COUNT] = "count",   [WR_REDUCTION_ARGMAX] = "argmax",
    [WR_REDUCTION_ARGMIN] = "argmin", [WR_REDUCTION_LOGSUMEXP] = "logsumexp"};

typedef struct variant {
    int kind, x, reads, y, dims;
    bool line; /* all elements of a row have one stride */
} variant;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "typedef %s X;\ntypedef %s E;\ntypedef %s Y;\n#define DIMS %d\n",
                  wr_cuda_dtype(v->x), wr_cuda_dtype(v->reads), wr_cuda_dtype(v->y), v->dims);
    wr_cuda_write(to, "#define LINE %d\n#define KIND kind_%s\n%s%s", v->line, kinds[v->kind],
                  wr_text_totals, wr_text_reduce);
}

uint32_t wr_cuda_power(int64_t n) {
    uint32_t power = 1;
    while (power < n && power < THREADS) power *= 2;
    return power;
}

uint32_t wr_cuda_lanes(int64_t rows, int64_t count, bool by_columns) {
    if (by_columns && count < SHORT) return rows < FEW ? wr_cuda_power(count) : 1;
    if (by_columns) return THREADS / (rows < COLUMNS ? wr_cuda_power(rows) : COLUMNS);
    if (count >= LONG || (count >= THREADS && rows < FEW_ROWS)) return THREADS;
    uint32_t lanes = wr_cuda_power((count + EACH - 1) / EACH);
    return lanes < WARP ? lanes : WARP;
}

/* Does a kept dimension have the smallest stride? */
static bool is_by_columns(const dims *kept, const dims *reduced) {
    if (kept->count == 0) return false;
    if (reduced->count == 0) return true;
    int64_t least = INT64_MAX;
    for (int i = 0; i < reduced->count; i++)
        least = magnitude(reduced->stride[i]) < least ? magnitude(reduced->stride[i]) : least;
    return magnitude(kept->stride[kept->count - 1]) < least;
}

static void set_dims(reduce_args *a, const wr_reduction *f, const weir_view *x) {
    dims kept = {0}, reduced = {0};
    int64_t out = 1;
    bool ordered = f->kind == WR_REDUCTION_ARGMAX || f->kind == WR_REDUCTION_ARGMIN;
    for (int i = x->ndim - 1; i >= 0; i--) {
        bool is_kept = !(f->mask >> i & 1);
        /* The dimensions come in reverse; sorting by stride keeps those with equal strides so. */
        append(is_kept ? &kept : &reduced, x->shape[i], x->strides[i], is_kept ? out : 0);
        if (is_kept) out *= x->shape[i];
    }
    for (int i = 0, j = reduced.count - 1; i < j; i++, j--) {
        swap(&reduced.shape[i], &reduced.shape[j]);
        swap(&reduced.stride[i], &reduced.stride[j]);
    }
    sort(&kept);
    if (!ordered) sort(&reduced);
    merge(&kept);
    merge(&reduced);
    a->kept_dims = (uint32_t)kept.count;
    a->reduced_dims = (uint32_t)reduced.count;
    a->by_columns = is_by_columns(&kept, &reduced);
    a->rows = product(&kept);
    a->count = product(&reduced);
    memcpy(a->kept_shape, kept.shape, sizeof kept.shape);
    memcpy(a->kept_stride, kept.stride, sizeof kept.stride);
    memcpy(a->kept_out, kept.out, sizeof kept.out);
    memcpy(a->reduced_shape, reduced.shape, sizeof reduced.shape);
    memcpy(a->reduced_stride, reduced.stride, sizeof reduced.stride);
}

/* Can groups of elements of a row be loaded by one instruction? */
static bool has_vectors(const reduce_args *a, const weir_view *x) {
    int64_t size = (int64_t)wr_dtype_bytes(x->dtype), any = (int64_t)(uintptr_t)a->x;
    uint32_t n = a->reduced_dims;
    if (a->is_value || a->by_columns || n == 0 || a->reduced_stride[n - 1] != 1) return false;
    if (n > 1) any |= a->reduced_shape[n - 1] * size;
    for (uint32_t i = 0; i + 1 < n; i++) any |= a->reduced_stride[i] * size;
    for (uint32_t i = 0; i < a->kept_dims; i++) any |= a->kept_stride[i] * size;
    return any % 16 == 0;
}

/* Can groups of adjacent columns be loaded by one instruction?  The kernel can for sums in float32. */
static bool has_column_vectors(const reduce_args *a, const weir_view *x, const wr_reduction *f) {
    int64_t size = (int64_t)wr_dtype_bytes(x->dtype), any = (int64_t)(uintptr_t)a->x;
    uint32_t n = a->kept_dims;
    if (a->is_value || !a->by_columns || n == 0 || a->reduced_dims != 1) return false;
    if (f->kind != WR_REDUCTION_SUM || f->reads != WEIR_FLOAT32) return false;
    if (a->kept_stride[n - 1] != 1 || a->count == 0) return false;
    any |= a->kept_shape[n - 1] * size | a->reduced_stride[0] * size;
    for (uint32_t i = 0; i + 1 < n; i++) any |= a->kept_stride[i] * size;
    return any % 16 == 0;
}

/* Launch a kernel with arguments that are no longer than it needs. */
static weir_status launch(wr_cuda_call *c, const variant *v, const char *kernel, uint64_t blocks,
                          uint32_t threads, const reduce_args *a) {
    reduce_args args;
    uint64_t key = (uint64_t)v->kind << 32 | (uint64_t)v->x << 24 | (uint64_t)v->reads << 16;
    wr_cuda_source source = {.family = "reduce",
                             .variant =
                                 key | (uint64_t)v->y << 8 | (uint64_t)v->dims << 1 | v->line,
                             .write = write_text,
                             .ctx = v};
    const int64_t *const lists[] = {a->kept_shape, a->kept_stride, a->kept_out, a->reduced_shape,
                                    a->reduced_stride};
    size_t head = offsetof(reduce_args, kept_shape), bytes = (size_t)v->dims * sizeof *lists[0];
    memcpy(&args, a, head);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        memcpy((char *)&args + head + i * bytes, lists[i], bytes);
    return wr_cuda_launch_bytes(c, &source, kernel, blocks, threads, &args, head + 5 * bytes);
}

/* The kernel `reduce_few` has a warp for each row. */
static bool is_small(const reduce_args *a, const variant *v) {
    return v->line && !a->by_columns && a->pieces == 1 && a->count <= SMALL_ROW &&
           a->rows * a->count <= SMALL;
}

static weir_status launch_small(wr_cuda_call *c, const variant *v, const reduce_args *a) {
    /* without rows there are error words to mark */
    uint64_t width = THREADS / WARP, rows = a->rows > 0 ? (uint64_t)a->rows : 1;
    if (rows < width) return launch(c, v, "reduce_few", 1, (uint32_t)rows * WARP, a);
    return launch(c, v, "reduce_few", (rows + width - 1) / width, THREADS, a);
}

/* With whole blocks, which loop if there are more than fit on the card. */
static weir_status launch_all(wr_cuda_call *c, const variant *v, const char *kernel,
                              uint64_t blocks, const reduce_args *a) {
    return launch(c, v, kernel, wr_cuda_blocks(c, blocks * THREADS, THREADS), THREADS, a);
}

static weir_status reduce(wr_cuda_call *c, const wr_reduction *f) {
    const weir_kernel *k = c->k;
    const weir_view *x = &k->in[0], *y = &k->out[0];
    reduce_args a = {.x = x->data, .y = y->data, .partial = k->scratch, .divide = f->divide};
    if (c->scalars & 1) {
        a.is_value = 1;
        memcpy(a.value, x->data, wr_dtype_bytes(x->dtype));
    }
    set_dims(&a, f, x);
    a.vectors = has_vectors(&a, x) || has_column_vectors(&a, x, f);
    a.pieces = wr_cuda_pieces(a.rows, a.count, a.by_columns);
    a.piece = (a.count + a.pieces - 1) / a.pieces;
    if (a.pieces > 1) {
        a.piece = (a.piece + GROUP - 1) / GROUP * GROUP;
        a.pieces = (a.count + a.piece - 1) / a.piece;
    }
    a.lanes = wr_cuda_lanes(a.rows, a.count, a.by_columns);
    bool few = a.kept_dims <= DIMS_USUAL && a.reduced_dims <= DIMS_USUAL;
    variant v = {(int)f->kind,
                 x->dtype,
                 f->reads,
                 y->dtype,
                 few ? DIMS_USUAL : WEIR_NDIM_MAX,
                 .line = !a.is_value && a.reduced_dims <= 1};
    if (a.pieces > 1 && a.rows == 1) {
        a.guard = c->guard;
        return launch_all(c, &v, "reduce_all", (uint64_t)a.pieces, &a);
    }
    a.guard = c->guard;
    if (is_small(&a, &v)) return launch_small(c, &v, &a);
    uint64_t width = THREADS / a.lanes;
    if (a.by_columns && a.vectors) width *= 16 / wr_dtype_bytes(x->dtype);
    uint64_t blocks = ((uint64_t)a.rows + width - 1) / width * (uint64_t)a.pieces;
    a.guard = a.pieces > 1 ? c->test : c->guard;
    WR_TRY(launch_all(c, &v, "reduce", blocks, &a));
    if (a.pieces == 1) return WEIR_OK;
    a.guard = c->guard;
    a.lanes = wr_cuda_power(a.pieces);
    width = THREADS / a.lanes;
    return launch_all(c, &v, "reduce_pieces", ((uint64_t)a.rows + width - 1) / width, &a);
}

weir_status wr_cuda_reduce(wr_cuda_call *c) {
    wr_reduction f = wr_reduction_of(c->k);
    return reduce(c, &f);
}

weir_status wr_cuda_argreduce(wr_cuda_call *c) {
    wr_reduction f = wr_argreduction_of(c->k);
    return reduce(c, &f);
}
