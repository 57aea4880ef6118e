/* matmul.cu - products of matrices with any strides, of any dtype: small ones, integers, and what
 * cuBLASLt cannot compute.
 *
 * T is the dtype, S the type of sums.  A block computes tiles of 32 x 32 elements, a thread four of
 * them.  An element is the sum of its products in the order of k.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { TILE = 32, THREADS = 256, PART = TILE * TILE / THREADS };

struct product_args {
    guard g;
    const T *a, *b;
    T *c;
    const T *start; /* n elements that each row begins with, or NULL */
    i64 m, n, k;
    i64 a_row, a_col, b_row, b_col;
    u64 batch; /* number of products */
    i64 dims;
    i64 shape[DIMS], a_step[DIMS], b_step[DIMS]; /* of the batch */
};

/* A thread's elements of a tile at (row, col) of a matrix; those outside of it are 0.  Neighbouring
 * threads read along the dimension with the smaller stride. */
ON_DEVICE void load_part(S *part, const T *from, i64 row, i64 col, i64 rows, i64 cols, i64 row_step,
                         i64 col_step) {
    bool across = col_step <= row_step;
    for (int i = 0; i < PART; i++) {
        i64 t = threadIdx.x + i * THREADS, y = t / TILE, x = t % TILE;
        i64 r = row + (across ? y : x), c = col + (across ? x : y);
        part[i] = r < rows && c < cols ? cast<S>(from[r * row_step + c * col_step]) : cast<S>(0);
    }
}

ON_DEVICE void store_part(S (*tile)[TILE + 1], const S *part, i64 row_step, i64 col_step) {
    bool across = col_step <= row_step;
    for (int i = 0; i < PART; i++) {
        i64 t = threadIdx.x + i * THREADS, y = t / TILE, x = t % TILE;
        tile[across ? y : x][across ? x : y] = part[i];
    }
}

KERNEL(product, product_args) {
    __shared__ S left[TILE][TILE + 1], right[TILE][TILE + 1];
    if (!begin(a.g)) return;
    u64 down = (u64)(a.m + TILE - 1) / TILE, across = (u64)(a.n + TILE - 1) / TILE;
    u64 tiles = a.batch * down * across;
    i64 y = threadIdx.x / 16, x = threadIdx.x % 16;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        u64 at = tile / across / down, rest = at;
        const T *p = a.a, *q = a.b;
        for (i64 d = a.dims - 1; d >= 0; d--) {
            i64 index = (i64)(rest % (u64)a.shape[d]);
            rest /= (u64)a.shape[d];
            p += index * a.a_step[d];
            q += index * a.b_step[d];
        }
        i64 row = (i64)(tile / across % down) * TILE, col = (i64)(tile % across) * TILE;
        S sum[2][2], from_left[PART], from_right[PART];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                i64 c = col + x + 16 * j;
                sum[i][j] = a.start != 0 && c < a.n ? cast<S>(a.start[c]) : cast<S>(0);
            }
        load_part(from_left, p, row, 0, a.m, a.k, a.a_row, a.a_col);
        load_part(from_right, q, 0, col, a.k, a.n, a.b_row, a.b_col);
        for (i64 first = 0; first < a.k; first += TILE) {
            store_part(left, from_left, a.a_row, a.a_col);
            store_part(right, from_right, a.b_row, a.b_col);
            __syncthreads();
            if (first + TILE < a.k) { /* the loads are on their way while this tile is multiplied */
                load_part(from_left, p, row, first + TILE, a.m, a.k, a.a_row, a.a_col);
                load_part(from_right, q, first + TILE, col, a.k, a.n, a.b_row, a.b_col);
            }
            /* There are zeros behind the last product.  A loop of known length is unrolled, so
             * that its loads do not wait for each other. */
#pragma unroll 8
            for (int l = 0; l < TILE; l++) {
                S u[2] = {left[y][l], left[y + 16][l]}, v[2] = {right[l][x], right[l][x + 16]};
                for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 2; j++) sum[i][j] = sum[i][j] + u[i] * v[j];
            }
            __syncthreads();
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                i64 r = row + y + 16 * i, c = col + x + 16 * j;
                if (r < a.m && c < a.n) a.c[((i64)at * a.m + r) * a.n + c] = cast<T>(sum[i][j]);
            }
    }
}
