/* conv_direct_cuda.c - convolutions with few channels on a CUDA device, by kernels of ours.
 *
 * cuDNN is made for many channels.  With few of them its kernels compute mostly zeros, and those
 * that give the same bits in every run are slow for the gradient of the weight.  conv_direct.cu
 * has the kernels; this file chooses the tiles, which depend on the sizes alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/conv/conv_direct_cuda.h"

#include "device/cuda/cuda_divider.h"
#include "device/cuda/cuda_text.h"

/* The first ones are also in conv_direct.cu. */
enum {
    CHUNK = 4,
    TILE = 12288,
    CONVOLVE_THREADS = 256,
    WEIGHT_THREADS = 320,
    COLUMNS = 32,
    SEGMENTS = 16,
    EACH_MAX = 8,          /* channels of y of a thread */
    SUMS_MAX = 48,         /* of a thread, for the gradient of the weight */
    KERNEL_MAX = 7,        /* rows and columns of a kernel */
    STRIDE_MAX = 4,        /* along the last axis */
    DILATION_MAX = 2,      /* along the last axis */
    FEW = 8,               /* channels of a group, on one side */
    PAIRS_MAX = 256,       /* channels of x times channels of y, in a group */
    TENSOR_PAIRS_MAX = 96, /* where cuDNN can use tensor cores: 16-bit floats, and TF32 */
    UNITS_MIN = 28000,     /* threads that occupy a large card */
    UNITS_GOOD = 50000,
    SPLITS_MAX = 4,
    WIDE = 32,          /* chunks of a tile, if there are rows enough */
    BLOCKS = 256,       /* of the gradient of the weight */
    CHUNKS_MIN = 4,     /* of a thread, before threads share a sum */
    INDEX_MAX = 1 << 30 /* elements of an array, and positions along an axis */
};

/* The structs are also in conv_direct.cu. */
typedef struct region {
    uint32_t images, channels, rows, pitch, width;
    uint32_t all_channels, all_rows, all_columns;
    uint32_t in_quads;
    wr_cuda_divider by_width, by_rows, by_channels;
} region;

typedef struct direct_args {
    wr_cuda_guard guard;
    uint64_t p, q, bias, y, parts;
    region x, d;
    uint32_t images, groups;
    uint32_t summed, made;
    uint32_t rows, columns;
    uint32_t kernel_rows, stride, spacing;
    int32_t above, before;
    uint32_t tile_images, tile_rows, tile_chunks;
    uint32_t lanes;
    uint32_t row_tiles, column_tiles, made_tiles, summed_tiles;
    uint32_t weight_pitch, taps;
    uint32_t splits, part_count;
    uint32_t tiles, elements, count;
    uint32_t flipped, aligned;
    uint32_t inner;
    wr_cuda_divider by_chunks, by_tile_rows, by_taps, by_inner;
} direct_args;

/* What is constant in a text. */
typedef struct variant {
    int p, q, bias, y;
    uint32_t width, stride, dilation, each, full, weight;
} variant;

/* A convolution as the kernels see it, and how it is divided. */
typedef struct plan {
    variant how;
    direct_args a;
} plan;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const variant *v = ctx;
    wr_cuda_write(to, "typedef %s P;\ntypedef %s Q;\ntypedef %s S;\ntypedef %s Y;\n",
                  wr_cuda_dtype(v->p), wr_cuda_dtype(v->q), wr_cuda_dtype(v->bias),
                  wr_cuda_dtype(v->y));
    wr_cuda_write(to,
                  "#define WEIGHT %u\nenum { KW = %u, SX = %u, DX = %u, EACH = %u, FULL = %u };\n",
                  v->weight, v->width, v->stride, v->dilation, v->each, v->full);
    wr_cuda_write(to, "%s", wr_text_conv_direct);
}

static uint64_t key_of(const variant *v) {
    const uint32_t parts[] = {(uint32_t)v->p, (uint32_t)v->q, (uint32_t)v->bias,
                              (uint32_t)v->y, v->width,       v->stride,
                              v->dilation,    v->each,        v->full};
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) key = key << 4 | parts[i];
    return key << 1 | v->weight;
}

/* ---- Which convolutions ---------------------------------------------------------------------- */

static uint32_t quotient(uint32_t n, uint32_t d) {
    assert(d > 0);
    return (n + d - 1) / d;
}
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static bool has_two_axes(const wr_conv *v) {
    return v->in[0] == 1 && v->kernel[0] == 1 && v->out[0] == 1 && v->padding[0] == 0;
}

/* Do all indices fit into 32 bits? */
static bool is_short(const wr_conv *v) {
    double x = (double)v->images * (double)v->in_channels,
           y = (double)v->images * (double)v->out_channels;
    for (int d = 1; d < 3; d++) {
        double reach = (double)v->out[d] * (double)v->stride[d] + (double)v->in[d] +
                       (double)v->kernel[d] * (double)v->dilation[d] + (double)v->padding[d];
        if (reach >= INDEX_MAX) return false;
        x *= (double)v->in[d], y *= (double)v->out[d];
    }
    return x > 0 && y > 0 && x < INDEX_MAX && y < INDEX_MAX;
}

/* At most `pairs` pairs of a channel of x and one of y in a group. */
static bool is_few(const wr_conv *v, wr_conv_direction direction, int64_t pairs) {
    int64_t inner = v->in_channels / v->groups, outer = v->out_channels / v->groups;
    if (inner < 1 || outer < 1 || wr_min(inner, outer) > FEW || inner * outer > pairs) return false;
    for (int d = 1; d < 3; d++) {
        if (v->kernel[d] > KERNEL_MAX) return false;
        if (direction == WR_CONV_INPUT_GRAD && v->stride[d] != 1) return false;
    }
    return v->stride[2] <= STRIDE_MAX && v->dilation[2] <= DILATION_MAX;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* The size of lines in shared memory: an odd number of quads, so that loads of adjacent lines use
 * different banks. */
static uint32_t pitch_of(uint32_t elements) { return (quotient(elements, 4) | 1) * 4; }

static uint64_t floats_of(const region *r) {
    return (uint64_t)r->images * r->channels * r->rows * r->pitch;
}

static uint32_t slot_of(uint32_t each) { return quotient(each, 4) * 4; }

/* What a tile needs of x. */
static void set_region_of_x(plan *p) {
    direct_args *a = &p->a;
    const variant *how = &p->how;
    uint32_t reach = (how->width - 1) * how->dilation + 1;
    uint32_t quads = quotient((CHUNK - 1) * how->stride + reach, 4);
    a->x.images = a->tile_images;
    a->x.rows = (a->tile_rows - 1) * a->stride + (a->kernel_rows - 1) * a->spacing + 1;
    a->x.width = quotient((a->tile_chunks * CHUNK - 1) * how->stride + reach, 4) * 4;
    a->x.pitch = pitch_of((a->tile_chunks - 1) * CHUNK * how->stride + 4 * quads);
}

static uint32_t half(uint32_t n) { return (n + 1) / 2; }

/* Forward and for the gradient of x: how many floats a block has in shared memory. */
static uint64_t convolve_floats(plan *p) {
    direct_args *a = &p->a;
    set_region_of_x(p);
    a->weight_pitch = pitch_of(a->lanes * slot_of(p->how.each));
    uint64_t floats = floats_of(&a->x) + (uint64_t)a->x.channels * a->taps * a->weight_pitch;
    uint32_t units = a->tile_images * a->tile_rows * a->tile_chunks * a->lanes;
    uint64_t shared = (uint64_t)(a->splits - 1) * units * p->how.each * CHUNK;
    return floats > shared ? floats : shared;
}

/* As many channels for each thread as leave enough threads, which may share the channels of x. */
static void share_channels(plan *p, uint32_t chunks) {
    direct_args *a = &p->a;
    double positions = (double)a->images * a->rows * chunks * a->groups;
    uint32_t lanes = quotient(a->made, EACH_MAX);
    a->splits = 1;
    while (positions * lanes * a->splits < UNITS_GOOD && a->splits < SPLITS_MAX &&
           a->summed % (2 * a->splits) == 0)
        a->splits *= 2;
    while (positions * lanes * a->splits < UNITS_MIN && quotient(a->made, lanes) > 3) lanes++;
    p->how.each = quotient(a->made, lanes);
    a->lanes = quotient(a->made, p->how.each);
}

static bool divide_convolve(plan *p) {
    direct_args *a = &p->a;
    uint32_t chunks = quotient(a->columns, CHUNK), threads = CONVOLVE_THREADS;
    share_channels(p, chunks);
    uint32_t lanes = a->lanes;
    a->lanes = least(lanes, 4);
    threads /= a->splits * a->lanes;
    /* Rows side by side share most of x. */
    uint32_t across = least(threads, most(WIDE, threads / a->rows));
    a->tile_chunks = quotient(chunks, quotient(chunks, across));
    a->tile_rows = least(a->rows, threads / a->tile_chunks);
    a->tile_images = 1;
    a->x.channels = a->summed;
    while (convolve_floats(p) > TILE) {
        if (a->x.channels > a->splits)
            a->x.channels = most(a->splits, half(a->x.channels));
        else if (a->tile_rows > 1)
            a->tile_rows = half(a->tile_rows);
        else if (a->tile_chunks > 1)
            a->tile_chunks = half(a->tile_chunks);
        else
            return false;
    }
    /* Several small images, if many blocks remain. */
    uint32_t room = threads / (a->tile_rows * a->tile_chunks);
    uint32_t images = a->tile_rows < a->rows ? 1 : least(room, a->images / BLOCKS);
    for (a->tile_images = most(1, images); convolve_floats(p) > TILE;) a->tile_images--;
    set_region_of_x(p);
    a->made_tiles = quotient(lanes, a->lanes);
    return true;
}

/* For the gradient of the weight. */
static uint64_t weight_floats(plan *p) {
    direct_args *a = &p->a;
    set_region_of_x(p);
    a->d.images = a->tile_images;
    a->d.channels = a->lanes * p->how.each;
    a->d.rows = a->tile_rows;
    a->d.width = a->tile_chunks * CHUNK;
    a->d.pitch = pitch_of(a->d.width);
    a->elements = a->d.channels * a->x.channels * a->taps;
    uint64_t floats = floats_of(&a->x) + floats_of(&a->d);
    return floats > a->elements ? floats : a->elements;
}

static bool divide_weight_gradient(plan *p) {
    direct_args *a = &p->a;
    uint32_t lanes = quotient(a->made, least(EACH_MAX, SUMS_MAX / p->how.width));
    p->how.each = quotient(a->made, lanes);
    lanes = quotient(a->made, p->how.each);
    a->x.channels = least(a->summed, WEIGHT_THREADS / a->kernel_rows);
    a->lanes = least(lanes, most(1, WEIGHT_THREADS / (a->x.channels * a->kernel_rows)));
    a->tile_chunks = quotient(a->columns, CHUNK);
    a->tile_rows = a->rows;
    a->tile_images = 1;
    while (weight_floats(p) > TILE) {
        if (a->tile_rows > 4 || (a->tile_rows > 1 && a->tile_chunks <= 8))
            a->tile_rows = half(a->tile_rows);
        else if (a->lanes > 1 && a->tile_chunks <= 8)
            a->lanes = half(a->lanes);
        else if (a->tile_chunks > 1)
            a->tile_chunks = half(a->tile_chunks);
        else if (a->x.channels > 1)
            a->x.channels = half(a->x.channels);
        else
            return false;
    }
    uint32_t cells = a->tile_rows * a->tile_chunks;
    uint32_t images =
        a->tile_rows < a->rows || cells > 32 ? 1 : least(32 / cells, a->images / BLOCKS);
    for (a->tile_images = most(1, images); weight_floats(p) > TILE;) a->tile_images--;
    a->made_tiles = quotient(lanes, a->lanes);
    a->summed_tiles = quotient(a->summed, a->x.channels);
    uint32_t units = a->lanes * a->x.channels * a->kernel_rows;
    cells *= a->tile_images;
    a->splits = least(WEIGHT_THREADS / units, least(cells / CHUNKS_MIN, TILE / a->elements));
    a->splits = most(1, a->splits);
    return true;
}

static void set_region(region *r, uint32_t channels, uint32_t rows, uint32_t columns) {
    r->all_channels = channels;
    r->all_rows = rows;
    r->all_columns = columns;
    r->by_width = wr_cuda_divider_of(r->width);
    r->by_rows = wr_cuda_divider_of(r->rows);
    r->by_channels = wr_cuda_divider_of(r->channels);
}

/* The sizes of arrays: x and y change places in the gradient of x. */
static void set_sizes(plan *p, const wr_conv *v, wr_conv_direction direction) {
    direct_args *a = &p->a;
    bool flipped = direction == WR_CONV_INPUT_GRAD;
    const int64_t *out = flipped ? v->in : v->out;
    uint32_t inner = (uint32_t)(v->in_channels / v->groups);
    uint32_t outer = (uint32_t)(v->out_channels / v->groups);
    p->how.width = (uint32_t)v->kernel[2];
    p->how.stride = (uint32_t)v->stride[2];
    p->how.dilation = (uint32_t)v->dilation[2];
    p->how.full = out[2] % CHUNK == 0;
    p->how.weight = direction == WR_CONV_WEIGHT_GRAD;
    a->images = (uint32_t)v->images, a->groups = (uint32_t)v->groups;
    a->summed = flipped ? outer : inner, a->made = flipped ? inner : outer;
    a->rows = (uint32_t)out[1], a->columns = (uint32_t)out[2];
    a->kernel_rows = (uint32_t)v->kernel[1];
    a->stride = (uint32_t)v->stride[1], a->spacing = (uint32_t)v->dilation[1];
    a->taps = a->kernel_rows * p->how.width;
    a->flipped = flipped;
    a->above = (int32_t)v->padding[1], a->before = (int32_t)v->padding[2];
    if (flipped) {
        a->above = (int32_t)((v->kernel[1] - 1) * v->dilation[1] - v->padding[1]);
        a->before = (int32_t)((v->kernel[2] - 1) * v->dilation[2] - v->padding[2]);
    }
}

/* How to compute a convolution.  False if these kernels do not serve it. */
static bool make(plan *p, const wr_conv *v, wr_conv_direction direction, int64_t pairs) {
    direct_args *a = &p->a;
    *p = (plan){.how = {.p = 0}};
    if (!has_two_axes(v) || !is_few(v, direction, pairs) || !is_short(v)) return false;
    bool weight = direction == WR_CONV_WEIGHT_GRAD;
    set_sizes(p, v, direction);
    if (!(weight ? divide_weight_gradient(p) : divide_convolve(p))) return false;
    a->row_tiles = quotient(a->rows, a->tile_rows);
    a->column_tiles = quotient(quotient(a->columns, CHUNK), a->tile_chunks);
    a->count = a->groups * a->made * a->summed * a->taps;
    double tiles = (double)quotient(a->images, a->tile_images) * a->row_tiles * a->column_tiles;
    if (tiles * a->groups * a->made_tiles >= INDEX_MAX) return false;
    a->tiles = (uint32_t)tiles;
    a->by_chunks = wr_cuda_divider_of(a->tile_chunks);
    a->by_tile_rows = wr_cuda_divider_of(a->tile_rows);
    a->by_taps = wr_cuda_divider_of(a->taps);
    a->inner = a->flipped ? a->lanes * p->how.each : a->x.channels;
    a->by_inner = wr_cuda_divider_of(a->inner);
    const int64_t *in = a->flipped ? v->out : v->in;
    set_region(&a->x, a->groups * a->summed, (uint32_t)in[1], (uint32_t)in[2]);
    if (weight) {
        set_region(&a->d, a->groups * a->made, a->rows, a->columns);
        uint32_t slices = a->groups * a->made_tiles * a->summed_tiles;
        uint32_t parts = least(a->tiles, most(1, BLOCKS / slices));
        a->part_count = quotient(a->tiles, quotient(a->tiles, parts));
    }
    return true;
}

size_t wr_conv_direct_scratch(const wr_conv *v, wr_conv_direction direction) {
    plan p;
    if (!make(&p, v, direction, PAIRS_MAX) || p.a.part_count < 2) return 0;
    return (size_t)p.a.part_count * p.a.count * sizeof(float);
}

/* ---- Launching ------------------------------------------------------------------------------- */

static uint64_t address_of(const weir_view *v) { return (uint64_t)(uintptr_t)v->data; }

static weir_status launch_weight_gradient(wr_cuda_call *c, const wr_cuda_source *source,
                                          direct_args *a) {
    uint64_t blocks = (uint64_t)a->part_count * a->groups * a->made_tiles * a->summed_tiles;
    uint32_t threads = quotient(a->lanes * a->x.channels * a->kernel_rows * a->splits, 32) * 32;
    if (a->part_count == 1) return wr_cuda_launch(c, source, "weight_gradient", blocks, threads, a);
    a->guard = c->test;
    a->parts = (uint64_t)(uintptr_t)c->k->scratch;
    WR_TRY(wr_cuda_launch(c, source, "weight_gradient", blocks, threads, a));
    a->guard = c->guard;
    return wr_cuda_launch(c, source, "join", quotient(a->count, COLUMNS), COLUMNS * SEGMENTS, a);
}

weir_status wr_conv_direct(wr_cuda_call *c, const wr_conv *v, wr_conv_direction direction,
                           const weir_view *bias, bool *done) {
    const weir_kernel *k = c->k;
    plan p;
    bool by_tensor_cores = k->dtype != WEIR_FLOAT32 || wr_cuda_tf32(c);
    *done = wr_float_computed_in(k->dtype) == WEIR_FLOAT32 &&
            make(&p, v, direction, by_tensor_cores ? TENSOR_PAIRS_MAX : PAIRS_MAX);
    if (!*done) return WEIR_OK;
    direct_args *a = &p.a;
    variant *how = &p.how;
    how->p = k->in[0].dtype, how->q = k->in[1].dtype, how->y = k->out[0].dtype;
    how->bias = bias != NULL ? bias->dtype : how->q;
    const wr_cuda_source source = {
        .family = "conv_direct", .variant = key_of(how), .write = write_text, .ctx = how};
    a->guard = c->guard;
    a->p = address_of(&k->in[0]), a->q = address_of(&k->in[1]), a->y = address_of(&k->out[0]);
    a->bias = bias != NULL ? address_of(bias) : 0;
    a->x.in_quads = a->x.all_columns % 4 == 0 && a->before % 4 == 0 && a->p % 16 == 0;
    a->d.in_quads = how->full && a->q % 16 == 0;
    a->aligned = a->y % (CHUNK * wr_dtype_bytes(how->y)) == 0;
    if (direction == WR_CONV_WEIGHT_GRAD) return launch_weight_gradient(c, &source, a);
    uint64_t blocks = (uint64_t)a->tiles * a->groups * a->made_tiles;
    uint32_t units = a->tile_images * a->tile_rows * a->tile_chunks * a->lanes;
    return wr_cuda_launch(c, &source, "convolve", blocks, quotient(units * a->splits, 32) * 32, a);
}
