/* blocked.cu - equations and Cholesky factors of large matrices, or with many right-hand sides: NB
 * columns at a time, each step by many blocks of threads.
 *
 * The matrix A and its right-hand sides B are one array W of n rows and ld columns, A first.  A step
 * factors a panel, solves with its triangle in the rows of the panel, and subtracts a product from the
 * rest.  Sums are in the order of the columns, whatever the number of blocks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum {
    NB = 32,
    TILE = sizeof(S) > 8 ? 32 : 64, /* of a product, by 16 x 16 threads */
    PART = TILE / 16,
};
enum { SOLVES, INVERTS, DETERMINANT, TRIANGLE, DEFINITE };
enum { FINE, BAD, WITHOUT_PIVOT }; /* flags of a matrix */

struct blocked_args {
    guard g;
    S *w, *panel;        /* panel: scratch, n x NB for each matrix */
    i32 *pivots, *flags; /* for each matrix: NB rows; a flag, and whether exchanges are odd */
    S *det;
    f64 *log;
    u64 count;
    i64 n, ld;
    i64 k, nb;            /* the columns of the panel: nb from k on */
    i64 row, rows, col, cols; /* what to subtract from: rows row to rows - 1, and columns */
    i32 task, upper, unit, unused;
};

ON_DEVICE S *matrix_of(const blocked_args &a, u64 item) { return a.w + item * (u64)(a.n * a.ld); }

/* ---- Before and after ------------------------------------------------------------------------ */

/* Which elements of A are read? */
ON_DEVICE bool is_read(const blocked_args &a, i64 i, i64 j) {
    if (a.task != TRIANGLE) return true;
    return i == j ? !a.unit : a.upper ? j > i : j < i;
}

/* Look for values that are not finite, and prepare the right-hand sides; one block for each matrix. */
KERNEL(prepare, blocked_args) {
    if (!begin(a.g)) return;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *w = matrix_of(a, item);
        bool bad = false;
        i64 zero = a.n;
        for (i64 i = warp(); i < a.n; i += warps())
            for (i64 j = lane(); j < a.ld; j += 32) {
                S entry = w[i * a.ld + j];
                if (j >= a.n) {
                    if (a.task == INVERTS) w[i * a.ld + j] = number(i == j - a.n ? 1 : 0);
                    if (a.task != INVERTS && is_bad(entry)) w[i * a.ld + j] = nan_number();
                } else if (is_read(a, i, j)) {
                    bad |= is_bad(entry);
                    if (i == j && a.task == TRIANGLE && !(sum_of(entry) > 0) && zero == a.n)
                        zero = i;
                }
            }
        bad = block_any(bad);
        zero = block_min(zero);
        if (threadIdx.x != 0) continue;
        a.flags[2 * item] = bad ? BAD : FINE;
        a.flags[2 * item + 1] = 0;
        if (zero < a.n && !bad)
            fail_at(a.g, REPORT_SINGULAR_TRIANGLE, item, (i64)item, (i64)a.count, zero);
    }
}

/* (x + x^H) / 2, by many blocks: a thread for each element of the lower triangle. */
KERNEL(average_all, blocked_args) {
    if (!begin(a.g)) return;
    u64 all = a.count * (u64)(a.n * a.n), by = (u64)gridDim.x * blockDim.x;
    for (u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x; at < all; at += by) {
        S *w = matrix_of(a, at / (u64)(a.n * a.n));
        i64 i = (i64)(at / (u64)a.n % (u64)a.n), j = (i64)(at % (u64)a.n);
        if (j > i) continue;
        S mean = times(w[i * a.ld + j] + conj_of(w[j * a.ld + i]), (R)0.5);
        w[i * a.ld + j] = mean;
        w[j * a.ld + i] = conj_of(mean);
    }
}

/* Results of matrices that are not finite, determinants, and the other triangle. */
KERNEL(finish, blocked_args) {
    if (!begin(a.g)) return;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *w = matrix_of(a, item);
        i32 flag = a.flags[2 * item];
        if (a.task == DETERMINANT) {
            if (threadIdx.x == 0) {
                f64 log_size = 0;
                c128 det = {a.flags[2 * item + 1] != 0 ? -1.0 : 1.0, 0};
                for (i64 i = 0; flag == FINE && i < a.n; i++)
                    multiply_determinant(&det, a.log != 0 ? &log_size : 0, w[i * a.ld + i]);
                if (flag == WITHOUT_PIVOT) det = c128{0, 0}, log_size = -infinity();
                if (flag == BAD) set_nan(det), set_nan(log_size);
                a.det[item] = cast<S>(det);
                if (a.log != 0) a.log[item] = log_size;
            }
            continue;
        }
        i64 first = a.task == DEFINITE ? 0 : a.n;
        for (i64 i = warp(); i < a.n; i += warps())
            for (i64 j = first + lane(); j < a.ld; j += 32) {
                S *at = &w[i * a.ld + j];
                if (flag == BAD) set_nan(*at);
                if (flag == BAD || a.task != DEFINITE || j >= i) continue;
                w[j * a.ld + i] = a.upper ? conj_of(*at) : number(0);
                if (a.upper) *at = number(0);
            }
    }
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* p[j * rows + i] is element i of column j of the panel. */
ON_DEVICE void subtract_pivot(S *p, i64 rows, i64 i, S factor, const S *pivot, i64 j, i64 nb) {
    for (; j + 4 <= nb; j += 4) {
        S *at = p + j * rows + i;
        S x = at[0], y = at[rows], z = at[2 * rows], w = at[3 * rows];
        at[0] = x - factor * pivot[j];
        at[rows] = y - factor * pivot[j + 1];
        at[2 * rows] = z - factor * pivot[j + 2];
        at[3 * rows] = w - factor * pivot[j + 3];
    }
    for (; j < nb; j++) p[j * rows + i] = p[j * rows + i] - factor * pivot[j];
}

/* Factor a panel with row exchanges; returns -1, or the first pivot of the matrix that is 0. */
ON_DEVICE i64 factor_columns(S *p, i64 rows, const blocked_args &a, i32 *pivots, i32 *odd) {
    __shared__ S pivot[NB];
    i64 zero = -1;
    for (i64 k = 0; k < a.nb; k++) {
        R best = -1;
        i64 at = k;
        for (i64 i = k + threadIdx.x; i < rows; i += blockDim.x) {
            R size = sum_of(p[k * rows + i]);
            if (size > best) best = size, at = i;
        }
        best = block_max(best, at, &at);
        if (threadIdx.x == 0) {
            pivots[k] = (i32)(a.k + at);
            if (at != k) *odd = !*odd;
        }
        if (best == 0 && zero < 0) zero = a.k + k;
        if (threadIdx.x < a.nb && at != k) {
            S *own = p + threadIdx.x * rows, kept = own[k];
            own[k] = own[at];
            own[at] = kept;
        }
        __syncthreads();
        if (threadIdx.x < a.nb) pivot[threadIdx.x] = p[threadIdx.x * rows + k];
        __syncthreads();
        for (i64 i = k + 1 + threadIdx.x; best != 0 && i < rows; i += blockDim.x) {
            S factor = p[k * rows + i] / pivot[k];
            p[k * rows + i] = factor;
            subtract_pivot(p, rows, i, factor, pivot, k + 1, a.nb);
        }
        __syncthreads();
    }
    return zero;
}

/* Factor the panel in columns k to k + nb - 1; one block for each matrix. */
KERNEL(factor_panel, blocked_args) {
    if (!begin(a.g)) return;
    i64 rows = a.n - a.k;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *w = matrix_of(a, item) + a.k * a.ld + a.k, *p = a.panel + item * (u64)(a.n * NB);
        if (a.flags[2 * item] == BAD) continue;
        for (i64 i = warp(); i < rows; i += warps())
            if (lane() < a.nb) p[lane() * rows + i] = w[i * a.ld + lane()];
        __syncthreads();
        i64 zero = factor_columns(p, rows, a, a.pivots + item * NB, &a.flags[2 * item + 1]);
        if (zero >= 0 && threadIdx.x == 0) {
            if (a.task == DETERMINANT)
                a.flags[2 * item] = WITHOUT_PIVOT;
            else
                fail_at(a.g, REPORT_SINGULAR, item, (i64)item, (i64)a.count, zero);
        }
        for (i64 i = warp(); i < rows; i += warps())
            if (lane() < a.nb) w[i * a.ld + lane()] = p[lane() * rows + i];
    }
}

/* Factor the diagonal block of the panel, Hermitian and positive definite. */
KERNEL(factor_diagonal, blocked_args) {
    __shared__ S block[NB][NB + 1];
    if (!begin(a.g)) return;
    i64 i = threadIdx.x / NB, j = threadIdx.x % NB; /* NB x 8 threads */
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *w = matrix_of(a, item) + a.k * a.ld + a.k;
        i64 wrong = -1;
        if (a.flags[2 * item] == BAD) continue;
        for (i64 r = i; r < a.nb; r += blockDim.x / NB)
            if (j < a.nb) block[r][j] = w[r * a.ld + j];
        __syncthreads();
        for (i64 k = 0; k < a.nb; k++) {
            R pivot = real_of(block[k][k]), root = sqrt(pivot);
            if (!(pivot > 0) && wrong < 0) wrong = a.k + k;
            __syncthreads();
            if (i == 0 && j >= k && j < a.nb)
                block[j][k] = j == k ? number(root) : times(block[j][k], 1 / root);
            __syncthreads();
            for (i64 r = k + 1 + i; r < a.nb; r += blockDim.x / NB)
                if (j > k && j <= r)
                    block[r][j] = block[r][j] - block[r][k] * conj_of(block[j][k]);
            __syncthreads();
        }
        for (i64 r = i; r < a.nb; r += blockDim.x / NB)
            if (j <= r) w[r * a.ld + j] = block[r][j];
        if (wrong >= 0 && threadIdx.x == 0)
            fail_at(a.g, REPORT_NOT_DEFINITE, item, (i64)item, (i64)a.count, wrong);
        __syncthreads();
    }
}

/* ---- Triangles: NB unknowns, a thread for each right-hand side ------------------------------- */

/* The triangle of the panel, the identity beyond nb. */
ON_DEVICE void load_triangle(S (*t)[NB + 1], const S *w, const blocked_args &a) {
    __syncthreads();
    for (i64 i = threadIdx.x; i < NB * NB; i += blockDim.x) {
        i64 row = i / NB, col = i % NB;
        bool inside = row < a.nb && col < a.nb;
        t[row][col] = inside ? w[(a.k + row) * a.ld + a.k + col] : number(row == col ? 1 : 0);
    }
    __syncthreads();
}

/* Rows of the panel, columns col to cols - 1: exchange rows if there are pivots, and solve with the
 * lower triangle, whose diagonal is 1 if `unit`. */
KERNEL(forward, blocked_args) {
    __shared__ S t[NB][NB + 1];
    if (!begin(a.g)) return;
    u64 across = (u64)(a.cols - a.col + blockDim.x - 1) / blockDim.x;
    for (u64 tile = blockIdx.x; tile < a.count * across; tile += gridDim.x) {
        u64 item = tile / across;
        S *w = matrix_of(a, item), x[NB];
        i64 c = a.col + (i64)(tile % across * blockDim.x + threadIdx.x);
        load_triangle(t, w, a);
        if (c >= a.cols) continue;
        for (i64 i = 0; a.pivots != 0 && i < a.nb; i++) {
            i64 at = a.pivots[item * NB + i], own = a.k + i;
            if (a.flags[2 * item] == BAD || at == own) continue;
            S kept = w[own * a.ld + c];
            w[own * a.ld + c] = w[at * a.ld + c];
            w[at * a.ld + c] = kept;
        }
#pragma unroll
        for (int i = 0; i < NB; i++) {
            S sum = i < a.nb ? w[(a.k + i) * a.ld + c] : number(0);
#pragma unroll
            for (int j = 0; j < i; j++) sum = sum - t[i][j] * x[j];
            x[i] = a.unit ? sum : sum / t[i][i];
        }
#pragma unroll
        for (int i = 0; i < NB; i++)
            if (i < a.nb) w[(a.k + i) * a.ld + c] = x[i];
    }
}

/* The same with the upper triangle, from the last unknown to the first. */
KERNEL(backward, blocked_args) {
    __shared__ S t[NB][NB + 1];
    if (!begin(a.g)) return;
    u64 across = (u64)(a.cols - a.col + blockDim.x - 1) / blockDim.x;
    for (u64 tile = blockIdx.x; tile < a.count * across; tile += gridDim.x) {
        S *w = matrix_of(a, tile / across), x[NB];
        i64 c = a.col + (i64)(tile % across * blockDim.x + threadIdx.x);
        load_triangle(t, w, a);
        if (c >= a.cols) continue;
#pragma unroll
        for (int i = NB - 1; i >= 0; i--) {
            S sum = i < a.nb ? w[(a.k + i) * a.ld + c] : number(0);
#pragma unroll
            for (int j = i + 1; j < NB; j++) sum = sum - t[i][j] * x[j];
            x[i] = a.unit ? sum : sum / t[i][i];
        }
#pragma unroll
        for (int i = 0; i < NB; i++)
            if (i < a.nb) w[(a.k + i) * a.ld + c] = x[i];
    }
}

/* Cholesky: the rows below the panel times the inverse of its triangle's adjoint; a thread for each
 * row. */
KERNEL(rows_below, blocked_args) {
    __shared__ S t[NB][NB + 1];
    if (!begin(a.g)) return;
    u64 down = (u64)(a.n - a.k - a.nb + blockDim.x - 1) / blockDim.x;
    for (u64 tile = blockIdx.x; tile < a.count * down; tile += gridDim.x) {
        S *w = matrix_of(a, tile / down), x[NB];
        i64 row = a.k + a.nb + (i64)(tile % down * blockDim.x + threadIdx.x);
        load_triangle(t, w, a);
        if (row >= a.n) continue;
        S *own = w + row * a.ld + a.k;
#pragma unroll
        for (int i = 0; i < NB; i++) {
            S sum = i < a.nb ? own[i] : number(0);
#pragma unroll
            for (int j = 0; j < i; j++) sum = sum - conj_of(t[i][j]) * x[j];
            x[i] = sum / conj_of(t[i][i]);
        }
#pragma unroll
        for (int i = 0; i < NB; i++)
            if (i < a.nb) own[i] = x[i];
    }
}

/* ---- Products -------------------------------------------------------------------------------- */

/* Subtract from rows row to rows - 1, columns col to cols - 1, the product of the columns of the panel
 * and the rows of the panel; DEFINITE: of the columns and their adjoint, in the lower triangle. */
KERNEL(subtract_product, blocked_args) {
    __shared__ S left[TILE][NB + 1], right[NB][TILE + 1];
    if (!begin(a.g)) return;
    u64 down = (u64)(a.rows - a.row + TILE - 1) / TILE, across = (u64)(a.cols - a.col + TILE - 1) / TILE;
    i64 y = threadIdx.x / 16, x = threadIdx.x % 16;
    for (u64 tile = blockIdx.x; tile < a.count * down * across; tile += gridDim.x) {
        S *w = matrix_of(a, tile / (down * across)), sum[PART][PART];
        i64 row = a.row + (i64)(tile / across % down) * TILE, col = a.col + (i64)(tile % across) * TILE;
        bool adjoint = a.task == DEFINITE;
        if (adjoint && col >= row + TILE) continue;
        __syncthreads();
        for (i64 i = threadIdx.x; i < TILE * NB; i += blockDim.x) {
            i64 r = row + i / NB, k = i % NB;
            left[i / NB][k] = r < a.rows && k < a.nb ? w[r * a.ld + a.k + k] : number(0);
        }
        for (i64 i = threadIdx.x; i < TILE * NB; i += blockDim.x) {
            i64 k = adjoint ? i % NB : i / TILE, c = adjoint ? i / NB : i % TILE;
            S entry = number(0);
            if (k < a.nb && col + c < a.cols)
                entry = adjoint ? conj_of(w[(col + c) * a.ld + a.k + k]) : w[(a.k + k) * a.ld + col + c];
            right[k][c] = entry;
        }
        __syncthreads();
        for (int i = 0; i < PART; i++)
            for (int j = 0; j < PART; j++) sum[i][j] = number(0);
        for (i64 k = 0; k < a.nb; k++)
            for (int i = 0; i < PART; i++)
                for (int j = 0; j < PART; j++)
                    sum[i][j] = sum[i][j] + left[y + 16 * i][k] * right[k][x + 16 * j];
        for (int i = 0; i < PART; i++)
            for (int j = 0; j < PART; j++) {
                i64 r = row + y + 16 * i, c = col + x + 16 * j;
                if (r < a.rows && c < a.cols) w[r * a.ld + c] = w[r * a.ld + c] - sum[i][j];
            }
    }
}
