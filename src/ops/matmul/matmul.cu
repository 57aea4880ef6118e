/* matmul.cu - products of matrices with any strides, of any dtype: integers, and what cuBLASLt cannot
 * compute.
 *
 * T is the dtype, S the type of sums.  A block computes tiles of 16 x 16 elements.  An element is the
 * sum of its products in the order of k.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { TILE = 16 };

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

KERNEL(product, product_args) {
    __shared__ S left[TILE][TILE], right[TILE][TILE + 1];
    if (!begin(a.g)) return;
    u64 down = (u64)(a.m + TILE - 1) / TILE, across = (u64)(a.n + TILE - 1) / TILE;
    u64 tiles = a.batch * down * across;
    i64 y = threadIdx.x / TILE, x = threadIdx.x % TILE;
    for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        u64 at = tile / across / down, rest = at;
        const T *p = a.a, *q = a.b;
        for (i64 d = a.dims - 1; d >= 0; d--) {
            i64 index = (i64)(rest % (u64)a.shape[d]);
            rest /= (u64)a.shape[d];
            p += index * a.a_step[d];
            q += index * a.b_step[d];
        }
        i64 i = (i64)(tile / across % down) * TILE + y, j = (i64)(tile % across) * TILE + x;
        S sum = a.start != 0 && j < a.n ? cast<S>(a.start[j]) : cast<S>(0);
        for (i64 first = 0; first < a.k; first += TILE) {
            bool has_left = i < a.m && first + x < a.k, has_right = first + y < a.k && j < a.n;
            left[y][x] = has_left ? cast<S>(p[i * a.a_row + (first + x) * a.a_col]) : cast<S>(0);
            right[y][x] = has_right ? cast<S>(q[(first + y) * a.b_row + j * a.b_col]) : cast<S>(0);
            __syncthreads();
            i64 count = a.k - first < TILE ? a.k - first : TILE;
            for (i64 l = 0; l < count; l++) sum = sum + left[y][l] * right[l][x];
            __syncthreads();
        }
        if (i < a.m && j < a.n) a.c[((i64)at * a.m + i) * a.n + j] = cast<T>(sum);
    }
}
