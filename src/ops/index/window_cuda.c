/* window_cuda.c - reads and writes through windows on a CUDA device: launches window.cu.
 *
 * A gather computes the offset of each point where it needs it; with several index arrays, kernels
 * before it compute a table of offsets.  A scatter always has the table, because nothing may be
 * written before all indices have been checked.
 *
 * A scatter gives the same bits in every run, and those of the CPU: values that have the same
 * offset are combined by one thread, in order.  Up to FEW points, a thread finds them by comparing
 * its offset with all the others, which takes points^2 steps for each column; above, the points are
 * sorted by offset (window_sort.cu), in O(n log(n)^2).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"
#include "ops/index/gather_scatter.h"

enum {
    THREADS = 256,
    FEW = WR_SIZE(128, 3),
    BLOCK = 4096,
    SORTERS = 512,
    DIMS_MAX = WEIR_NDIM_MAX
};
/* The shift of words of 16 bytes that are aligned. */
enum { WIDE = 5 };

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The arguments of a kernel, whose size depends on the number of dimensions that it is compiled
 * for: they are written field by field.  window.cu has the structs. */
typedef struct arguments {
    _Alignas(16) char data[4096];
    size_t length;
    int dims;
} arguments;

static void put(arguments *a, const void *field, size_t bytes) {
    memcpy(a->data + a->length, field, bytes);
    a->length += bytes;
}

static void put_word(arguments *a, uint64_t word) { put(a, &word, sizeof word); }
static void put_address(arguments *a, const void *address) {
    put_word(a, (uint64_t)(uintptr_t)address);
}
static void put_halves(arguments *a, uint32_t first, uint32_t second) {
    put(a, &first, sizeof first);
    put(a, &second, sizeof second);
}

/* A list of sizes or strides, behind as many `filler` as there are unused dimensions. */
static void put_list(arguments *a, int ndim, const int64_t *list, int64_t filler) {
    for (int i = ndim; i < a->dims; i++) put_word(a, (uint64_t)filler);
    put(a, list, (size_t)ndim * sizeof *list);
}

static void put_dims(arguments *a, int ndim, const int64_t *shape, const int64_t *strides) {
    put_list(a, ndim, shape, 1);
    put_list(a, ndim, strides, 0);
}

static int round_dims(int dims) { return dims <= 2 ? 2 : dims <= 4 ? 4 : DIMS_MAX; }

static const void *scalar_of(const wr_cuda_call *c, const void *data) {
    for (uint32_t i = 0; i < c->k->in_count && i < 64; i++)
        if (c->scalars >> i & 1 && c->k->in[i].data == data) return data;
    return NULL;
}

static void put_index(arguments *a, const wr_cuda_call *c, const wr_offsets *p, int which,
                      bool wraps) {
    const wr_index *x = &p->index[which];
    const void *scalar = scalar_of(c, x->data);
    static const int64_t none[DIMS_MAX];
    uint64_t value = 0;
    size_t bytes = wr_dtype_bytes(x->dtype);
    if (scalar != NULL) memcpy(&value, scalar, bytes);
    put_address(a, scalar == NULL ? x->data : NULL);
    put_word(a, value);
    put_word(a, (uint64_t)x->size);
    put_word(a, (uint64_t)x->step);
    put_halves(a, (uint32_t)bytes, wr_dtypes[x->dtype].is_signed);
    put_halves(a, wraps && wr_dtypes[x->dtype].is_signed, x->flat != NULL);
    put_word(a, (uint64_t)(int64_t)x->axis);
    put_list(a, p->ndim, p->shape, 1);
    put_list(a, p->ndim, which == 0 ? p->own : none, 0);
    put_list(a, p->ndim, x->stride, 0);
    if (x->flat != NULL)
        put_dims(a, x->flat->ndim, x->flat->shape, x->flat->strides);
    else
        put_dims(a, 0, none, none);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

typedef struct variant {
    int dims;
    int shift; /* of a gather, whose words have 1 << shift bytes, or WIDE; -1: a scatter */
    int dtype, values;
    wr_scatter_mode mode;
} variant;

/* The type in which values are combined.  Sums and products of integers wrap around, so they are
 * unsigned.  Complex numbers are combined in double, as on the CPU. */
static const char *combined_in(const variant *v) {
    bool ordered = v->mode >= WR_SCATTER_MAX;
    switch (wr_dtypes[v->dtype].compute) {
    case WEIR_IN_BOOL: return "u8";
    case WEIR_IN_I32: return ordered ? "i32" : "u32";
    case WEIR_IN_I64: return ordered ? "i64" : "u64";
    case WEIR_IN_U64: return "u64";
    case WEIR_IN_F32: return "f32";
    case WEIR_IN_F64: return "f64";
    default: return "c128";
    }
}

static const char *formula_of(const variant *v) {
    bool any = v->mode == WR_SCATTER_ADD || v->mode == WR_SCATTER_MAX;
    if (v->mode == WR_SCATTER_SET) return "(z)";
    if (v->dtype == WEIR_BOOL) return any ? "((x) | (z))" : "((x) & (z))";
    switch (v->mode) {
    case WR_SCATTER_PROD: return "((x) * (z))";
    case WR_SCATTER_MAX: return "((x) > (z) || (x) != (x) ? (x) : (z))";
    case WR_SCATTER_MIN: return "((x) < (z) || (x) != (x) ? (x) : (z))";
    default: return "((x) + (z))";
    }
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    static const char *const words[] = {"typedef u8 W;",
                                        "typedef u16 W;",
                                        "typedef u32 W;",
                                        "typedef u64 W;",
                                        "struct W { u64 low, high; };",
                                        "struct alignas(16) W { u64 low, high; };"};
    const variant *v = ctx;
    wr_cuda_write(to, "#define DIMS %d\n", v->dims);
    if (v->shift >= 0)
        wr_cuda_write(to, "#define GATHER\n#define VALUE_OF(a) %s\n%s\n",
                      v->shift == WIDE ? "W()" : "*(const W *)a.value", words[v->shift]);
    else
        wr_cuda_write(to,
                      "#define SCATTER\n#define SETS %d\n#define COMBINE(x, z) %s\n"
                      "typedef %s T;\ntypedef %s V;\ntypedef %s C;\n",
                      v->mode == WR_SCATTER_SET, formula_of(v), wr_cuda_dtype(v->dtype),
                      wr_cuda_dtype(v->values), combined_in(v));
    wr_cuda_write(to, "%s", wr_text_window);
}

static wr_cuda_source source_of(const variant *v) {
    uint64_t key = v->shift >= 0 ? (uint64_t)v->shift + 1 : 0;
    key = key << 6 | (uint64_t)v->dims;
    key = key << 4 | (uint64_t)v->dtype;
    key = key << 4 | (uint64_t)v->values;
    key = key << 4 | (uint64_t)v->mode;
    return (wr_cuda_source){.family = "window", .variant = key, .write = write_text, .ctx = v};
}

/* ---- Offsets --------------------------------------------------------------------------------- */

/* Check all indices, and compute the table of offsets unless it is NULL. */
static weir_status find_offsets(wr_cuda_call *c, const wr_cuda_source *source, int dims,
                                const wr_offsets *p, int64_t *table, bool wraps) {
    uint64_t points = (uint64_t)p->count;
    for (int i = 0; i < p->index_count; i++) {
        arguments a = {.dims = dims};
        put(&a, &c->test, sizeof c->test);
        put_word(&a, points);
        put_address(&a, table);
        put_word(&a, i > 0);
        put_index(&a, c, p, i, wraps);
        WR_TRY(wr_cuda_launch_bytes(c, source, "offsets", wr_cuda_blocks(c, points, THREADS),
                                    THREADS, a.data, a.length));
    }
    return WEIR_OK;
}

static int more(int a, int b) { return a > b ? a : b; }

static int dims_of(const wr_window *w) {
    int dims = more(w->places.ndim, more(w->before.ndim, w->after.ndim));
    for (int i = 0; i < w->places.index_count; i++)
        if (w->places.index[i].flat != NULL) dims = more(dims, w->places.index[i].flat->ndim);
    return dims;
}

/* Without index arrays there is one point, at offset 0: make the number 0 the index. */
static void need_index(wr_window *w) {
    if (w->places.index_count > 0) return;
    w->places.index[0] = (wr_index){.dtype = WEIR_INT64, .size = 1};
    w->places.index_count = 1;
}

/* ---- Gather ---------------------------------------------------------------------------------- */

uint64_t wr_cuda_gather_bytes(int64_t points, int64_t index_count) {
    return index_count > 1 ? (uint64_t)points * sizeof(int64_t) : 0;
}

/* If rows are contiguous and begin at multiples of 16 bytes, copy words of 16 bytes instead of
 * elements.  Returns the shift of a word. */
static int widen(wr_window *w, int shift, const void *from, const void *to) {
    int64_t each = 16 >> shift, any = w->after.count;
    if (w->after.ndim != 1 || w->after.stride[0] != 1 || each == 1) return shift;
    for (int i = 0; i < w->before.ndim; i++) any |= w->before.stride[i];
    for (int i = 0; i < w->places.ndim; i++) any |= w->places.own[i];
    for (int i = 0; i < w->places.index_count; i++) {
        any |= w->places.index[i].step;
        if (w->places.index[i].flat != NULL) return shift;
    }
    if (any % each != 0 || ((uintptr_t)from | (uintptr_t)to) % 16 != 0) return shift;
    w->after.count /= each;
    w->after.shape[0] /= each;
    for (int i = 0; i < w->before.ndim; i++) w->before.stride[i] /= each;
    for (int i = 0; i < w->places.ndim; i++) w->places.own[i] /= each;
    for (int i = 0; i < w->places.index_count; i++) w->places.index[i].step /= each;
    return WIDE;
}

weir_status wr_cuda_gather(wr_cuda_call *c, wr_window *w, const weir_view *x, bool wraps) {
    const weir_kernel *k = c->k;
    const weir_view *y = &k->out[0];
    const wr_offsets *p = &w->places;
    bool scalar = scalar_of(c, x->data) != NULL, table = p->index_count > 1;
    bool check = !k->fresh || table || w->after.count == 0 || w->before.count == 0;
    need_index(w);
    wr_cuda_about(c, p->full_ndim, p->full_shape, NULL);
    variant v = {.dims = round_dims(dims_of(w)), .shift = wr_dtypes[y->dtype].shift};
    if (!scalar) v.shift = widen(w, v.shift, x->data, y->data);
    wr_cuda_source source = source_of(&v);
    if (check) WR_TRY(find_offsets(c, &source, v.dims, p, table ? k->scratch : NULL, wraps));
    uint64_t count = (uint64_t)(w->before.count * p->count * w->after.count), value[2] = {0};
    if (scalar) wr_cuda_cast_value(c, y->dtype, x->data, x->dtype, value);
    arguments a = {.dims = v.dims};
    put(&a, &c->test, sizeof c->test);
    put_word(&a, count);
    put_word(&a, (uint64_t)p->count);
    put_word(&a, (uint64_t)w->after.count);
    put_address(&a, table ? k->scratch : NULL);
    put_address(&a, scalar ? NULL : x->data);
    put_address(&a, y->data);
    put(&a, value, sizeof value);
    put_word(&a, check);
    put_dims(&a, w->before.ndim, w->before.shape, w->before.stride);
    put_dims(&a, w->after.ndim, w->after.shape, w->after.stride);
    put_index(&a, c, p, 0, wraps);
    WR_TRY(wr_cuda_launch_bytes(c, &source, "gather", wr_cuda_blocks(c, count, THREADS), THREADS,
                                a.data, a.length));
    return wr_cuda_mark(c);
}

/* ---- Sorting --------------------------------------------------------------------------------- */

static uint64_t power_of_two(uint64_t n) {
    uint64_t power = 2;
    while (power < n) power *= 2;
    return power;
}

static uint64_t table_bytes(int64_t points) {
    return wr_round_up((uint64_t)points * sizeof(int64_t), 64);
}

uint64_t wr_cuda_scatter_bytes(int64_t points) {
    uint64_t keys = points > FEW ? power_of_two((uint64_t)points) * sizeof(uint64_t) : 0;
    return table_bytes(points) + keys;
}

/* See window_sort.cu. */
typedef struct keys_args {
    wr_cuda_guard guard;
    const int64_t *table;
    uint64_t *keys;
    uint64_t points, size;
    int64_t low;
    uint32_t bits, unused;
} keys_args;

typedef struct sort_args {
    wr_cuda_guard guard;
    uint64_t *keys;
    uint64_t size, run, reach;
} sort_args;

static void write_sort(wr_cuda_text *to, const void *ctx) {
    (void)ctx;
    wr_cuda_write(to, "%s", wr_text_window_sort);
}

static weir_status sort_points(wr_cuda_call *c, const wr_offsets *p, uint64_t *keys,
                               uint32_t bits) {
    const wr_cuda_source source = {.family = "window sort", .write = write_sort};
    uint64_t size = power_of_two((uint64_t)p->count);
    uint64_t blocks = size > BLOCK ? size / BLOCK : 1;
    keys_args k = {.guard = c->test,
                   .table = c->k->scratch,
                   .keys = keys,
                   .points = (uint64_t)p->count,
                   .size = size,
                   .low = p->low,
                   .bits = bits};
    WR_TRY(wr_cuda_launch(c, &source, "make_keys", wr_cuda_blocks(c, size, THREADS), THREADS, &k));
    sort_args a = {.guard = c->test, .keys = keys, .size = size, .run = BLOCK};
    WR_TRY(wr_cuda_launch(c, &source, "sort_block", blocks, SORTERS, &a));
    for (a.run = 2 * BLOCK; a.run <= size; a.run *= 2) {
        for (a.reach = a.run / 2; a.reach >= BLOCK; a.reach /= 2)
            WR_TRY(wr_cuda_launch(c, &source, "sort_step", wr_cuda_blocks(c, size / 2, THREADS),
                                  THREADS, &a));
        WR_TRY(wr_cuda_launch(c, &source, "sort_block", blocks, SORTERS, &a));
    }
    return WEIR_OK;
}

/* ---- Scatter --------------------------------------------------------------------------------- */

/* Copy in[0] to out[0], unless they are in the same memory. */
static weir_status start(wr_cuda_call *c, const variant *v, const wr_cuda_source *source) {
    const weir_view *x = &c->k->in[0], *y = &c->k->out[0];
    if (y->data == x->data && y->dtype == x->dtype) return WEIR_OK;
    if (c->k->fresh) return wr_cuda_copy_view(c, y, x, c->scalars & 1, &c->test);
    uint64_t count = (uint64_t)wr_view_count(y), value[2] = {0};
    bool scalar = c->scalars & 1;
    if (scalar) wr_cuda_cast_value(c, y->dtype, x->data, x->dtype, value);
    arguments a = {.dims = v->dims};
    put(&a, &c->test, sizeof c->test);
    put_word(&a, count);
    put_address(&a, scalar ? NULL : x->data);
    put_address(&a, y->data);
    put(&a, value, sizeof value);
    put_dims(&a, x->ndim, x->shape, x->strides);
    put_dims(&a, y->ndim, y->shape, y->strides);
    return wr_cuda_launch_bytes(c, source, "start", wr_cuda_blocks(c, count, THREADS), THREADS,
                                a.data, a.length);
}

/* The strides of the values along the window's dimensions. */
static void broadcast_strides(const wr_window *w, const weir_view *values, int64_t *strides) {
    for (int i = 0; i < w->ndim; i++) {
        int own = i - (w->ndim - values->ndim);
        strides[i] = own < 0 || values->shape[own] == 1 ? 0 : values->strides[own];
    }
}

/* How many bits the numbers 0 to n - 1 have. */
static uint32_t bits_of(uint64_t n) {
    uint32_t bits = 0;
    while (bits < 64 && n > 1 && (n - 1) >> bits > 0) bits++;
    return bits;
}

weir_status wr_cuda_scatter(wr_cuda_call *c, wr_window *w, const weir_view *values,
                            wr_scatter_mode mode) {
    const weir_kernel *k = c->k;
    const weir_view *y = &k->out[0];
    const wr_offsets *p = &w->places;
    const void *scalar = scalar_of(c, values->data);
    need_index(w);
    wr_cuda_about(c, p->full_ndim, p->full_shape, NULL);
    variant v = {.dims = round_dims(more(dims_of(w), more(w->ndim, y->ndim))),
                 .shift = -1,
                 .dtype = y->dtype,
                 .values = values->dtype,
                 .mode = mode};
    wr_cuda_source source = source_of(&v);
    WR_TRY(find_offsets(c, &source, v.dims, p, k->scratch, true));
    WR_TRY(start(c, &v, &source));
    uint64_t count = (uint64_t)(w->before.count * p->count * w->after.count), value[2] = {0};
    if (count == 0) return wr_cuda_mark(c);
    uint32_t bits = bits_of((uint64_t)p->count);
    uint64_t *keys = NULL;
    if (p->count > FEW) {
        keys = (uint64_t *)(void *)((char *)k->scratch + table_bytes(p->count));
        if (bits + bits_of((uint64_t)(p->high - p->low) + 2) > 64) {
            c->message = "there are too many indices for an array of this size; index parts of it";
            return WEIR_EINVAL;
        }
        WR_TRY(sort_points(c, p, keys, bits));
    }
    if (scalar != NULL) memcpy(value, scalar, wr_dtype_bytes(values->dtype));
    int64_t strides[WEIR_NDIM_MAX];
    broadcast_strides(w, values, strides);
    arguments a = {.dims = v.dims};
    put(&a, &c->test, sizeof c->test);
    put_word(&a, count);
    put_word(&a, (uint64_t)p->count);
    put_word(&a, (uint64_t)w->after.count);
    put_address(&a, k->scratch);
    put_address(&a, keys);
    put_halves(&a, bits, scalar != NULL);
    put(&a, value, sizeof value);
    put_address(&a, y->data);
    put_address(&a, values->data);
    put_word(&a, (uint64_t)p->low);
    put_dims(&a, w->before.ndim, w->before.shape, w->before.stride);
    put_dims(&a, w->after.ndim, w->after.shape, w->after.stride);
    put_dims(&a, w->ndim, w->shape, strides);
    WR_TRY(wr_cuda_launch_bytes(c, &source, "scatter", wr_cuda_blocks(c, count, THREADS), THREADS,
                                a.data, a.length));
    return wr_cuda_mark(c);
}
