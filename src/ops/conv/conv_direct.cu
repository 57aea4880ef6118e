/* conv_direct.cu - convolutions with few channels on a CUDA device, as sums over a tile in shared
 * memory.
 *
 * The host writes, in front of this text, the types P and Q of the two operands, S of the bias and
 * Y of the result; the width of the kernel KW; the stride SX and the dilation DX along the last
 * axis; how many channels of y a thread has, EACH; FULL, which is 1 if the rows of y are multiples
 * of CHUNK; and WEIGHT, which is 1 for the gradient of the weight.  Sums are float32.
 *
 * Images have two axes.  A row of y is divided into chunks of CHUNK adjacent positions.  A thread
 * loads the window of x that a chunk needs for one row of the kernel, 16 bytes at a time, and uses
 * it for EACH channels and KW taps from registers.
 *
 *   convolve         A block has a tile of y: some images, rows, chunks and channels.  A thread has
 *                    one chunk of one row and EACH channels; `splits` threads share the channels of
 *                    x.  The gradient of x with stride 1 is the convolution of dy with kernels that
 *                    are flipped, where the channels of x and y change places.
 *   weight_gradient  A block has some tiles of images, one after another, and a slice of the
 *                    kernels.  A thread has a row of EACH kernels, and every splits-th chunk of the
 *                    tile.
 *   join             adds the sums of the blocks of weight_gradient.
 *
 * All sums are added in an order that depends on the sizes alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum {
    CHUNK = 4,
    TILE = 12288, /* floats of shared memory */
    CONVOLVE_THREADS = 256,
    WEIGHT_THREADS = 320,
    LOADS = 8,    /* of a thread, under way at once */
    COLUMNS = 32, /* of a block of `join` */
    SEGMENTS = 16,
    JOINED = 16, /* parts that a thread loads at once */
    WINDOW = (CHUNK - 1) * SX + (KW - 1) * DX + 1,
    QUADS = (WINDOW + 3) / 4,
    SLOT = (EACH + 3) / 4 * 4 /* weights of a thread, rounded up for loads of 16 bytes */
};

typedef pack<float, 4> quad;

/* The part of an array (images, channels, rows, columns) that a block has in shared memory.  A line
 * has `pitch` elements, of which `width` are used; both are multiples of 4. */
struct region {
    u32 images, channels, rows, pitch, width;
    u32 all_channels, all_rows, all_columns; /* of the array */
    u32 in_quads;                            /* four adjacent elements are all there, or none is */
    divider by_width, by_rows, by_channels;
};

struct direct_args {
    guard g;
    const P *p;
    const Q *q;
    const S *bias; /* or NULL */
    Y *y;
    float *parts; /* of a sum that blocks share, or NULL */
    region x, d;  /* d is dy, for weight_gradient */
    u32 images, groups;
    u32 summed, made;                 /* channels of a group in x, and in y */
    u32 rows, columns;                /* of y */
    u32 kernel_rows, stride, spacing; /* along the rows */
    i32 above, before;                /* padding */
    u32 tile_images, tile_rows, tile_chunks;
    u32 lanes;                  /* threads side by side, each with EACH channels of y */
    u32 row_tiles, column_tiles, made_tiles, summed_tiles;
    u32 weight_pitch, taps;     /* elements of a kernel */
    u32 splits, part_count;
    u32 tiles, elements, count; /* tiles of images; weights of a block, and of all */
    u32 flipped, aligned;       /* aligned: chunks of y can be stored as one word */
    u32 inner;                  /* channels of a block along the second dimension of weights */
    divider by_chunks, by_tile_rows, by_taps, by_inner;
};

ON_DEVICE u32 least(u32 a, u32 b) { return a < b ? a : b; }

/* ---- Copies to shared memory ----------------------------------------------------------------- */

/* float32 is copied without going through registers, where the card can, so that all copies of a
 * thread are under way at once. */
template <class T> struct copies {
    enum { ARE_THERE = 0 };
    template <int COUNT> ON_DEVICE void start(float *, const T *, bool) {}
};
#if defined(WEIR_STAND_IN) || __CUDA_ARCH__ >= 800
template <> struct copies<float> {
    enum { ARE_THERE = 1 };
    /* Copy one or four elements, or zeros if there are none. */
    template <int COUNT> ON_DEVICE void start(float *to, const float *from, bool has) {
#ifdef WEIR_STAND_IN
        for (int i = 0; i < COUNT; i++) to[i] = has ? from[i] : 0;
#else
        u32 at = (u32)__cvta_generic_to_shared(to), bytes = has ? 4 * COUNT : 0;
        if (COUNT == 4)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from),
                         "r"(bytes)
                         : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(from),
                         "r"(bytes)
                         : "memory");
#endif
    }
};
#endif

ON_DEVICE void wait_for_copies() {
#if !defined(WEIR_STAND_IN) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* Fill an array in shared memory.  `places` says for each of `count` numbers where an element comes
 * from, whether it is there or zero, and where it goes. */
template <class T, class Places>
ON_DEVICE void fill(float *to, const T *from, u32 count, const Places &places) {
    if (copies<T>::ARE_THERE) {
#pragma unroll 4
        for (u32 e = threadIdx.x; e < count; e += blockDim.x) {
            u32 source, target;
            bool has = places.find(e, source, target);
            copies<T>::template start<1>(to + target, from + (has ? source : 0), has);
        }
        return;
    }
    for (u32 start = threadIdx.x; start < count; start += LOADS * blockDim.x) {
        float value[LOADS];
        u32 target[LOADS];
#pragma unroll
        for (u32 j = 0; j < LOADS; j++) {
            u32 e = start + j * blockDim.x, source;
            bool has = places.find(e, source, target[j]) && e < count;
            value[j] = 0;
            if (has) value[j] = cast<float>(from[source]);
        }
#pragma unroll
        for (u32 j = 0; j < LOADS; j++)
            if (start + j * blockDim.x < count) to[target[j]] = value[j];
    }
}

/* Where a region begins, and how many images and channels it has. */
struct corner {
    u32 image, channel, images, channels;
    i32 row, column;
};

/* A region: there are zeros outside of the array. */
struct region_places {
    const region &r;
    const corner &at;
    __device__ __forceinline__ bool find(u32 e, u32 &source, u32 &target) const {
        u32 line = divide(e, r.by_width), column = e - line * r.width;
        u32 plane = divide(line, r.by_rows), row = line - plane * r.rows;
        u32 image = divide(plane, r.by_channels), channel = plane - image * r.channels;
        u32 y = (u32)(at.row + (i32)row), x = (u32)(at.column + (i32)column);
        u32 index = (at.image + image) * r.all_channels + at.channel + channel;
        source = (index * r.all_rows + y) * r.all_columns + x;
        target = line * r.pitch + column;
        return y < r.all_rows && x < r.all_columns && channel < at.channels && image < at.images;
    }
};

template <class T>
ON_DEVICE void fetch(float *to, const T *from, const region &r, const corner &at) {
    const region_places places = {r, at};
    u32 count = r.images * r.channels * r.rows * r.width;
    if (!copies<T>::ARE_THERE || !r.in_quads) {
        fill(to, from, count, places);
        return;
    }
#pragma unroll 4
    for (u32 e = 4 * threadIdx.x; e < count; e += 4 * blockDim.x) {
        u32 source, target;
        bool has = places.find(e, source, target);
        copies<T>::template start<4>(to + target, from + (has ? source : 0), has);
    }
}

/* Load N quads. */
template <int N> ON_DEVICE void load(float *to, const float *from) {
#pragma unroll
    for (int i = 0; i < N; i++) {
        quad q = ((const quad *)from)[i];
#pragma unroll
        for (int j = 0; j < 4; j++) to[4 * i + j] = q.x[j];
    }
}

/* The tile with this number, of all tiles of images, rows and chunks; columns are those of y. */
ON_DEVICE corner tile_at(const direct_args &a, u32 tile) {
    corner c = {};
    c.column = (i32)(tile % a.column_tiles * a.tile_chunks * CHUNK), tile /= a.column_tiles;
    c.row = (i32)(tile % a.row_tiles * a.tile_rows);
    c.image = tile / a.row_tiles * a.tile_images;
    c.images = least(a.tile_images, a.images - c.image);
    return c;
}

/* The region of x that a tile of y needs. */
ON_DEVICE corner around(const direct_args &a, corner c) {
    c.row = c.row * (i32)a.stride - a.above;
    c.column = c.column * SX - a.before;
    return c;
}

#if !WEIGHT

/* ---- Forward, and gradients of x ------------------------------------------------------------- */

/* Weights, as [channel of x][row][column][channel of y]. */
struct weight_places {
    const direct_args &a;
    u32 group, x_channel, y_channel, inner;
    __device__ __forceinline__ bool find(u32 e, u32 &source, u32 &target) const {
        u32 pair = divide(e, a.by_taps), tap = e - pair * a.taps;
        /* The last slice of channels may be smaller. */
        u32 o = inner == a.inner ? divide(pair, a.by_inner) : pair / inner, i = pair - o * inner;
        u32 k = a.flipped ? o : i, m = a.flipped ? i : o;
        u32 from = a.flipped ? (group * a.summed + x_channel + k) * a.made + y_channel + m
                             : (group * a.made + y_channel + m) * a.summed + x_channel + k;
        source = from * a.taps + tap;
        target = (k * a.taps + (a.flipped ? a.taps - 1 - tap : tap)) * a.weight_pitch +
                 m / EACH * SLOT + m % EACH;
        return true;
    }
};

ON_DEVICE void store(const direct_args &a, u32 image, u32 channel, u32 row, u32 column,
                     const float *sum) {
    u32 index = image * a.groups * a.made + channel;
    Y *to = a.y + (u64)((index * a.rows + row) * a.columns + column);
    float bias = a.bias != 0 ? cast<float>(a.bias[channel]) : 0.0f;
    pack<Y, CHUNK> line;
    for (u32 u = 0; u < CHUNK; u++)
        line.x[u] = cast<Y>(a.bias != 0 ? sum[u] + bias : sum[u]);
    if (FULL && a.aligned) {
        *(pack<Y, CHUNK> *)to = line;
        return;
    }
    for (u32 u = 0; u < CHUNK; u++)
        if (FULL || column + u < a.columns) to[u] = line.x[u];
}

KERNEL_BOUNDED(convolve, direct_args, CONVOLVE_THREADS, 2) {
    __shared__ __align__(16) float shared[TILE];
    u32 block = blockIdx.x;
    u32 y_channel = block % a.made_tiles * a.lanes * EACH;
    block /= a.made_tiles;
    u32 group = block % a.groups;
    corner tile = tile_at(a, block / a.groups), from = around(a, tile);
    u32 made = least(a.lanes * EACH, a.made - y_channel);
    float *weights = shared + a.x.images * a.x.channels * a.x.rows * a.x.pitch;

    /* What this thread computes. */
    u32 rest = divide(threadIdx.x, a.by_chunks), chunk = threadIdx.x - rest * a.tile_chunks;
    u32 next = divide(rest, a.by_tile_rows), row = rest - next * a.tile_rows;
    u32 image = next % a.tile_images, lane = next / a.tile_images % a.lanes;
    u32 split = next / a.tile_images / a.lanes;
    float sum[EACH][CHUNK] = {};

    for (u32 first = 0; first < a.summed; first += a.x.channels) {
        u32 summed = least(a.x.channels, a.summed - first);
        if (first > 0) __syncthreads();
        from.channel = group * a.summed + first, from.channels = summed;
        fetch(shared, a.p, a.x, from);
        const weight_places places = {a, group, first, y_channel, a.flipped ? made : summed};
        fill(weights, a.q, summed * made * a.taps, places);
        bool runs = first > 0 || begin(a.g); /* tested while the copies are under way */
        wait_for_copies();
        if (!runs) return;
        __syncthreads();
        if (split >= a.splits) continue;
        for (u32 k = split; k < summed; k += a.splits) {
            const float *plane = shared + (image * a.x.channels + k) * a.x.rows * a.x.pitch;
            const float *line = plane + row * a.stride * a.x.pitch + chunk * (CHUNK * SX);
            const float *w = weights + k * a.taps * a.weight_pitch + lane * SLOT;
#pragma unroll 1
            for (u32 ky = 0; ky < a.kernel_rows; ky++) {
                float v[4 * QUADS];
                load<QUADS>(v, line);
#pragma unroll
                for (int kx = 0; kx < KW; kx++) {
                    float each[SLOT];
                    load<SLOT / 4>(each, w + (u32)kx * a.weight_pitch);
#pragma unroll
                    for (int m = 0; m < EACH; m++)
#pragma unroll
                        for (int u = 0; u < CHUNK; u++)
                            sum[m][u] = fma(v[u * SX + kx * DX], each[m], sum[m][u]);
                }
                line += a.spacing * a.x.pitch;
                w += KW * a.weight_pitch;
            }
        }
    }

    if (a.splits > 1) { /* the first of the threads that share a sum adds the others to its own */
        u32 units = a.tile_chunks * a.tile_rows * a.tile_images * a.lanes;
        u32 size = units * EACH * CHUNK, unit = threadIdx.x % units;
        __syncthreads();
        if (split > 0 && split < a.splits)
#pragma unroll
            for (u32 j = 0; j < EACH * CHUNK; j++)
                shared[(split - 1) * size + j * units + unit] = sum[j / CHUNK][j % CHUNK];
        __syncthreads();
        if (split == 0)
            for (u32 s = 0; s + 1 < a.splits; s++)
#pragma unroll
                for (u32 j = 0; j < EACH * CHUNK; j++)
                    sum[j / CHUNK][j % CHUNK] += shared[s * size + j * units + unit];
    }
    u32 y_row = (u32)tile.row + row, column = (u32)tile.column + chunk * CHUNK;
    if (split > 0 || image >= tile.images || y_row >= a.rows || column >= a.columns) return;
#pragma unroll
    for (u32 m = 0; m < EACH; m++)
        if (lane * EACH + m < made)
            store(a, tile.image + image, group * a.made + y_channel + lane * EACH + m, y_row,
                  column, sum[m]);
}

#else

/* ---- Gradients of the weight ----------------------------------------------------------------- */

/* Add the products of one chunk.  `valid` of its positions are in y: the others are not multiplied,
 * because x may be infinite there. */
ON_DEVICE void add_chunk(float (&sum)[EACH][KW], const float *x, const float *d, u32 apart,
                         u32 valid) {
    float v[4 * QUADS];
    load<QUADS>(v, x);
#pragma unroll
    for (int m = 0; m < EACH; m++) {
        float each[CHUNK];
        load<1>(each, d + (u32)m * apart);
#pragma unroll
        for (u32 u = 0; u < CHUNK; u++)
#pragma unroll
            for (u32 kx = 0; kx < KW; kx++)
                if (FULL || u < valid) sum[m][kx] = fma(each[u], v[u * SX + kx * DX], sum[m][kx]);
    }
}

KERNEL_BOUNDED(weight_gradient, direct_args, WEIGHT_THREADS, 2) {
    __shared__ __align__(16) float shared[TILE];
    u32 part = blockIdx.x % a.part_count, slice = blockIdx.x / a.part_count;
    u32 x_channel = slice % a.summed_tiles * a.x.channels;
    slice /= a.summed_tiles;
    u32 y_channel = slice % a.made_tiles * a.d.channels, group = slice / a.made_tiles;
    u32 summed = least(a.x.channels, a.summed - x_channel);
    u32 made = least(a.d.channels, a.made - y_channel);
    float *dy = shared + a.x.images * a.x.channels * a.x.rows * a.x.pitch;

    /* What this thread computes: the row ky of kernels of channel k, for EACH channels of y. */
    u32 ky = threadIdx.x % a.kernel_rows, rest = threadIdx.x / a.kernel_rows;
    u32 k = rest % a.x.channels, lane = rest / a.x.channels % a.lanes;
    u32 split = rest / a.x.channels / a.lanes;
    u32 cells = split < a.splits ? a.tile_images * a.tile_rows * a.tile_chunks : 0;
    u32 x_plane = a.x.rows * a.x.pitch, d_plane = a.d.rows * a.d.pitch;
    float sum[EACH][KW] = {};

    for (u32 tile = part; tile < a.tiles; tile += a.part_count) {
        corner at = tile_at(a, tile), from = around(a, at);
        if (tile != part) __syncthreads();
        from.channel = group * a.summed + x_channel, from.channels = summed;
        at.channel = group * a.made + y_channel, at.channels = made;
        fetch(shared, a.p, a.x, from);
        fetch(dy, a.q, a.d, at);
        bool runs = tile != part || begin(a.g); /* tested while the copies are under way */
        wait_for_copies();
        if (!runs) return;
        __syncthreads();
        u32 rows = least(a.tile_rows, a.rows - (u32)at.row);
        u32 columns = least(a.tile_chunks * CHUNK, a.columns - (u32)at.column);
#pragma unroll 1
        for (u32 cell = split; cell < cells; cell += a.splits) {
            u32 line = divide(cell, a.by_chunks), column = (cell - line * a.tile_chunks) * CHUNK;
            u32 image = divide(line, a.by_tile_rows), row = line - image * a.tile_rows;
            if (row >= rows || image >= at.images || column >= columns) continue;
            const float *x = shared + (image * a.x.channels + k) * x_plane +
                             (row * a.stride + ky * a.spacing) * a.x.pitch + column * SX;
            const float *d = dy + (image * a.d.channels + lane * EACH) * d_plane +
                             row * a.d.pitch + column;
            add_chunk(sum, x, d, d_plane, columns - column);
        }
    }

    __syncthreads();
    if (split < a.splits)
#pragma unroll
        for (u32 j = 0; j < EACH * KW; j++)
            shared[split * a.elements + ((lane * EACH + j / KW) * a.x.channels + k) * a.taps +
                   ky * KW + j % KW] = sum[j / KW][j % KW];
    __syncthreads();
    u32 line = a.x.channels * a.taps;
    for (u32 e = threadIdx.x; e < a.elements; e += blockDim.x) {
        u32 m = e / line, at = e - m * line;
        if (m >= made || at >= summed * a.taps) continue;
        float total = 0;
        for (u32 s = 0; s < a.splits; s++) total += shared[s * a.elements + e];
        u32 to = ((group * a.made + y_channel + m) * a.summed + x_channel) * a.taps + at;
        if (a.parts != 0)
            a.parts[(u64)part * a.count + to] = total;
        else
            a.y[to] = cast<Y>(total);
    }
}

KERNEL_BOUNDED(join, direct_args, COLUMNS *SEGMENTS, 1) {
    __shared__ float shared[SEGMENTS][COLUMNS];
    if (!begin(a.g)) return;
    u32 column = threadIdx.x % COLUMNS, segment = threadIdx.x / COLUMNS;
    u32 i = blockIdx.x * COLUMNS + column;
    float sum = 0;
    for (u32 start = segment; start < a.part_count; start += JOINED * SEGMENTS) {
        float value[JOINED];
#pragma unroll
        for (u32 j = 0; j < JOINED; j++) {
            u32 s = start + j * SEGMENTS;
            value[j] = 0;
            if (s < a.part_count && i < a.count) value[j] = a.parts[(u64)s * a.count + i];
        }
#pragma unroll
        for (u32 j = 0; j < JOINED; j++) sum += value[j];
    }
    shared[segment][column] = sum;
    __syncthreads();
    if (segment > 0 || i >= a.count) return;
    for (u32 s = 1; s < SEGMENTS; s++) sum += shared[s][column];
    a.y[i] = cast<Y>(sum);
}

#endif
