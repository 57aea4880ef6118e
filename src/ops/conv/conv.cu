/* conv.cu - convolution and its gradients on a CUDA device, as products of matrices that are never
 * stored.
 *
 * The host writes, in front of this text, the types P and Q of the two operands, S of the bias and
 * Y of the result; the type C in which they are computed; the type I of indices; MODE, a
 * wr_conv_direction; and SPARSE, if some taps do not reach some elements.
 *
 * For each group, the result is a matrix of M rows and N columns, the product of A (M x K) and B
 * (K x N):
 *
 *   mode         rows            columns              summed over          A        B
 *   FORWARD      out channels    images, positions    in channels, taps    weight   x
 *   INPUT_GRAD   in channels     images, positions    out channels, taps   weight   dy
 *   WEIGHT_GRAD  out channels    in channels, taps    images, positions    dy       x
 *
 * A block computes a tile of TILE x TILE elements.  For the gradient of the weight, K is divided
 * among several blocks; their sums are added by a second kernel, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */

enum { FORWARD, INPUT_GRAD, WEIGHT_GRAD };
enum { TILE = 64, DEPTH = 16, THREADS = 256, EACH = 4 /* rows and columns of a thread */ };

struct conv_args {
    guard g;
    const P *p;
    const Q *q;
    const S *bias; /* or NULL */
    Y *y;
    C *parts; /* of the divided sum, or NULL */
    i64 images, groups, in_channels, out_channels;
    i64 in[3], out[3], kernel[3], stride[3], dilation[3], padding[3];
    i64 m, n, k;
    i64 m_tiles, n_tiles, splits, split_size;
    u64 count; /* elements of the result */
};

struct place {
    I first, at[3]; /* an image or a channel, and the position in it */
};

ON_DEVICE I volume(const i64 *size) { return (I)size[0] * (I)size[1] * (I)size[2]; }

ON_DEVICE place place_of(I index, const i64 *size) {
    place p;
    p.at[2] = index % (I)size[2], index /= (I)size[2];
    p.at[1] = index % (I)size[1], index /= (I)size[1];
    p.at[0] = index % (I)size[0], p.first = index / (I)size[0];
    return p;
}

ON_DEVICE I offset_of(I plane, const i64 *size, const I *at) {
    return ((plane * (I)size[0] + at[0]) * (I)size[1] + at[1]) * (I)size[2] + at[2];
}

/* The sizes of the axes of columns and of what is summed over. */
ON_DEVICE const i64 *column_sizes(const conv_args &a) {
    return MODE == FORWARD ? a.out : MODE == INPUT_GRAD ? a.in : a.kernel;
}
ON_DEVICE const i64 *sum_sizes(const conv_args &a) {
    return MODE == WEIGHT_GRAD ? a.out : a.kernel;
}

ON_DEVICE C element_of_a(const conv_args &a, I group, I row, I k, const place &p) {
    if (MODE == FORWARD) return cast<C>(a.q[(group * (I)a.m + row) * (I)a.k + k]);
    if (MODE == INPUT_GRAD) {
        I o = group * (I)(a.out_channels / a.groups) + p.first;
        return cast<C>(a.q[offset_of(o * (I)a.m + row, a.kernel, p.at)]);
    }
    return cast<C>(a.q[offset_of(p.first * (I)a.out_channels + group * (I)a.m + row, a.out, p.at)]);
}

/* x at an output position and a tap; 0 in the padding. */
ON_DEVICE C element_of_x(const conv_args &a, I group, const place &position, const place &tap) {
    I at[3];
    for (int d = 0; d < 3; d++) {
        at[d] = position.at[d] * (I)a.stride[d] - (I)a.padding[d] + tap.at[d] * (I)a.dilation[d];
        if (at[d] < 0 || at[d] >= (I)a.in[d]) return 0;
    }
    I channel = group * (I)(a.in_channels / a.groups) + tap.first;
    return cast<C>(a.p[offset_of(position.first * (I)a.in_channels + channel, a.in, at)]);
}

/* dy where a tap takes an input position.  `reaches` is false if the stride passes over it. */
ON_DEVICE C element_of_dy(const conv_args &a, I group, const place &position, const place &tap,
                          bool &reaches) {
    I at[3];
    bool inside = true;
    for (int d = 0; d < 3; d++) {
        I distance = position.at[d] + (I)a.padding[d] - tap.at[d] * (I)a.dilation[d];
        if (distance % (I)a.stride[d] != 0) reaches = false;
        at[d] = distance / (I)a.stride[d];
        inside &= distance >= 0 && at[d] < (I)a.out[d];
    }
    if (!reaches || !inside) return 0;
    I o = group * (I)(a.out_channels / a.groups) + tap.first;
    return cast<C>(a.p[offset_of(position.first * (I)a.out_channels + o, a.out, at)]);
}

ON_DEVICE C element_of_b(const conv_args &a, I group, const place &column, const place &k,
                         bool &reaches) {
    reaches = true;
    if (MODE == INPUT_GRAD) return element_of_dy(a, group, column, k, reaches);
    return MODE == FORWARD ? element_of_x(a, group, column, k) : element_of_x(a, group, k, column);
}

ON_DEVICE void store(const conv_args &a, I group, I row, I column, i64 split, C sum) {
    I channel = group * (I)a.m + row, at;
    if (MODE == WEIGHT_GRAD) {
        at = channel * (I)a.n + column;
        if (a.parts != 0) {
            a.parts[(u64)split * a.count + (u64)at] = sum;
            return;
        }
    } else {
        const i64 *size = column_sizes(a);
        I channels = (I)(MODE == FORWARD ? a.out_channels : a.in_channels), plane = volume(size);
        at = (column / plane * channels + channel) * plane + column % plane;
    }
    if (a.bias != 0) sum += cast<C>(a.bias[channel]);
    a.y[at] = cast<Y>(sum);
}

KERNEL(tiles, conv_args) {
    __shared__ C from_a[DEPTH][TILE + 1], from_b[DEPTH][TILE];
#ifdef SPARSE
    __shared__ bool reached[DEPTH][TILE];
#endif
    if (!begin(a.g)) return;
    u32 block = blockIdx.x, thread = threadIdx.x;
    I n_tile = (I)(block % (u32)a.n_tiles) * TILE;
    block /= (u32)a.n_tiles;
    I m_tile = (I)(block % (u32)a.m_tiles) * TILE;
    block /= (u32)a.m_tiles;
    i64 split = block % (u32)a.splits;
    I group = (I)(block / (u32)a.splits);
    i64 first = split * a.split_size, end = first + a.split_size < a.k ? first + a.split_size : a.k;

    /* What this thread loads: DEPTH columns of A in turn, one column of B. */
    I a_k = thread % DEPTH, a_row = thread / DEPTH;
    I b_column = thread % TILE, b_k = thread / TILE;
    bool has_column = n_tile + b_column < (I)a.n;
    place column = place_of(has_column ? n_tile + b_column : 0, column_sizes(a));
    /* What it computes. */
    u32 row_at = thread / (TILE / EACH), column_at = thread % (TILE / EACH);
    C sum[EACH][EACH] = {};

    for (i64 start = first; start < end; start += DEPTH) {
        I k = (I)start + a_k;
        bool has_k = k < (I)end;
        place p = place_of(has_k ? k : 0, sum_sizes(a));
        for (u32 i = 0; i < TILE; i += THREADS / DEPTH) {
            I row = m_tile + a_row + (I)i;
            bool has = has_k && row < (I)a.m;
            from_a[a_k][a_row + (I)i] = has ? element_of_a(a, group, row, k, p) : (C)0;
        }
        for (u32 i = 0; i < DEPTH; i += THREADS / TILE) {
            I at = (I)start + b_k + (I)i;
            bool reaches = true, has = has_column && at < (I)end;
            C value = 0;
            if (has) value = element_of_b(a, group, column, place_of(at, sum_sizes(a)), reaches);
            from_b[b_k + (I)i][b_column] = value;
#ifdef SPARSE
            reached[b_k + (I)i][b_column] = reaches;
#endif
        }
        __syncthreads();
        for (u32 d = 0; d < DEPTH; d++) {
            C left[EACH];
            for (u32 i = 0; i < EACH; i++) left[i] = from_a[d][row_at * EACH + i];
            for (u32 j = 0; j < EACH; j++) {
                u32 c = column_at + j * (TILE / EACH);
                C right = from_b[d][c];
#ifdef SPARSE
                if (!reached[d][c]) continue;
#endif
                for (u32 i = 0; i < EACH; i++) sum[i][j] = fma(left[i], right, sum[i][j]);
            }
        }
        __syncthreads();
    }
    for (u32 i = 0; i < EACH; i++)
        for (u32 j = 0; j < EACH; j++) {
            I row = m_tile + (I)(row_at * EACH + i),
              at = n_tile + (I)(column_at + j * (TILE / EACH));
            if (row < (I)a.m && at < (I)a.n) store(a, group, row, at, split, sum[i][j]);
        }
}

/* For few rows in a group: one thread computes one element. */
KERNEL(elements, conv_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 e = (u64)blockIdx.x * blockDim.x + threadIdx.x; e < a.count; e += step) {
        I at = (I)(e % (u64)a.n), row = (I)(e / (u64)a.n % (u64)a.m);
        I group = (I)(e / (u64)a.n / (u64)a.m);
        place column = place_of(at, column_sizes(a));
        C sum = 0;
        for (I k = 0; k < (I)a.k; k++) {
            place p = place_of(k, sum_sizes(a));
            bool reaches;
            C right = element_of_b(a, group, column, p, reaches);
            if (reaches) sum = fma(element_of_a(a, group, row, k, p), right, sum);
        }
        store(a, group, row, at, 0, sum);
    }
}

KERNEL(add_parts, conv_args) {
    if (!begin(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        C sum = 0;
        for (i64 s = 0; s < a.splits; s++) sum += a.parts[(u64)s * a.count + i];
        a.y[i] = cast<Y>(sum);
    }
}
