/* linalg.cu - equations, determinants, inverses, factorisations and powers of stacks of matrices.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* y = y - factor x, for `count` elements, by a warp. */
ON_DEVICE void subtract_row(S *y, const S *x, S factor, i64 count) {
    for (i64 j = lane(); j < count; j += 32) y[j] = y[j] - factor * x[j];
}

/* ---- Equations ------------------------------------------------------------------------------- */

enum { SOLVES, INVERTS, DETERMINANT };

struct equations_args {
    guard g;
    S *a, *b; /* count matrices of n x n, and of n x cols */
    u64 count;
    i64 n, cols;
    S *det;   /* DETERMINANT: one for each matrix, or its sign */
    f64 *log; /* and the logarithm of its size; NULL: not wanted */
    i32 task;
    i32 upper, unit; /* triangles */
};

ON_DEVICE void clean_right_sides(S *b, i64 count) {
    for (i64 i = threadIdx.x; i < count; i += blockDim.x)
        if (is_bad(b[i])) set_nan(b[i]);
    __syncthreads();
}

/* Solve with the upper triangle of x, from the last unknown to the first. */
ON_DEVICE void solve_upper(const S *x, S *b, i64 n, i64 cols, bool unit) {
    for (i64 k = n - 1; k >= 0; k--) {
        S pivot = x[k * n + k];
        for (i64 j = threadIdx.x; !unit && j < cols; j += blockDim.x)
            b[k * cols + j] = b[k * cols + j] / pivot;
        __syncthreads();
        for (i64 i = warp(); i < k; i += warps())
            subtract_row(b + i * cols, b + k * cols, x[i * n + k], cols);
        __syncthreads();
    }
}

ON_DEVICE void solve_lower(const S *x, S *b, i64 n, i64 cols, bool unit) {
    for (i64 k = 0; k < n; k++) {
        S pivot = x[k * n + k];
        for (i64 j = threadIdx.x; !unit && j < cols; j += blockDim.x)
            b[k * cols + j] = b[k * cols + j] / pivot;
        __syncthreads();
        for (i64 i = k + 1 + warp(); i < n; i += warps())
            subtract_row(b + i * cols, b + k * cols, x[i * n + k], cols);
        __syncthreads();
    }
}

/* Gaussian elimination with row exchanges, of x and of the right-hand sides.  Returns -1, or the first
 * pivot that is 0.  *odd: the number of exchanges is odd. */
ON_DEVICE i64 eliminate(S *x, S *b, i64 n, i64 cols, bool *odd) {
    *odd = false;
    for (i64 k = 0; k < n; k++) {
        R best = -1;
        i64 at = k;
        for (i64 i = k + threadIdx.x; i < n; i += blockDim.x) {
            R size = sum_of(x[i * n + k]);
            if (size > best) best = size, at = i;
        }
        if (block_max(best, at, &at) == 0) return k;
        S pivot = x[at * n + k];
        __syncthreads();
        if (at != k) {
            *odd = !*odd;
            for (i64 j = k + threadIdx.x; j < n; j += blockDim.x) {
                S kept = x[k * n + j];
                x[k * n + j] = x[at * n + j];
                x[at * n + j] = kept;
            }
            for (i64 j = threadIdx.x; j < cols; j += blockDim.x) {
                S kept = b[k * cols + j];
                b[k * cols + j] = b[at * cols + j];
                b[at * cols + j] = kept;
            }
            __syncthreads();
        }
        for (i64 i = k + 1 + warp(); i < n; i += warps()) {
            S factor = x[i * n + k] / pivot;
            subtract_row(x + i * n + k + 1, x + k * n + k + 1, factor, n - k - 1);
            subtract_row(b + i * cols, b + k * cols, factor, cols);
        }
        __syncthreads();
    }
    return -1;
}

/* By one thread. */
ON_DEVICE void put_determinant(const equations_args &a, u64 item, const S *x, bool odd) {
    c128 det = {odd ? -1.0 : 1.0, 0};
    f64 log_size = 0;
    for (i64 i = 0; i < a.n; i++)
        multiply_determinant(&det, a.log != 0 ? &log_size : 0, x[i * a.n + i]);
    a.det[item] = cast<S>(det);
    if (a.log != 0) a.log[item] = log_size;
}

/* Solve all systems, or compute all determinants. */
KERNEL(solve, equations_args) {
    if (!begin(a.g)) return;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.a + item * (u64)(a.n * a.n), *b = a.b + item * (u64)(a.n * a.cols);
        bool odd, first = threadIdx.x == 0;
        if (any_bad(x, a.n * a.n)) {
            if (a.task != DETERMINANT) fill_nan(b, a.n * a.cols);
            if (a.task == DETERMINANT && first) a.det[item] = nan_number();
            if (a.task == DETERMINANT && first && a.log != 0) set_nan(a.log[item]);
            continue;
        }
        if (a.task == INVERTS) fill_identity(b, a.n, a.n);
        if (a.task == SOLVES) clean_right_sides(b, a.n * a.cols);
        i64 zero = eliminate(x, b, a.n, a.cols, &odd);
        bool regular = zero < 0;
        if (a.task == DETERMINANT) {
            if (first && regular) put_determinant(a, item, x, odd);
            if (first && !regular) a.det[item] = number(0);
            if (first && !regular && a.log != 0) a.log[item] = -infinity();
        } else if (regular) {
            solve_upper(x, b, a.n, a.cols, false);
        } else if (first) {
            fail_at(a.g, REPORT_SINGULAR, item, (i64)item, (i64)a.count, zero);
        }
    }
}

/* Only one triangle of a matrix is read, and without the diagonal if it is taken to be 1. */
KERNEL(solve_triangle, equations_args) {
    if (!begin(a.g)) return;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.a + item * (u64)(a.n * a.n), *b = a.b + item * (u64)(a.n * a.cols);
        bool bad = false;
        i64 zero = a.n;
        for (i64 i = warp(); i < a.n; i += warps())
            for (i64 j = lane(); j < a.n; j += 32) {
                bool is_read = i == j ? !a.unit : a.upper ? j > i : j < i;
                bad |= is_read && is_bad(x[i * a.n + j]);
                if (i == j && is_read && !(sum_of(x[i * a.n + j]) > 0) && zero == a.n) zero = i;
            }
        if (block_any(bad)) {
            fill_nan(b, a.n * a.cols);
            continue;
        }
        zero = block_min(zero);
        if (zero < a.n) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_SINGULAR_TRIANGLE, item, (i64)item, (i64)a.count,
                        zero);
            continue;
        }
        clean_right_sides(b, a.n * a.cols);
        if (a.upper)
            solve_upper(x, b, a.n, a.cols, a.unit);
        else
            solve_lower(x, b, a.n, a.cols, a.unit);
    }
}

/* ---- Cholesky -------------------------------------------------------------------------------- */

/* Replace x by (x + x^H) / 2. */
ON_DEVICE void average(S *x, i64 n) {
    for (i64 i = warp(); i < n; i += warps())
        for (i64 j = lane(); j <= i; j += 32) {
            S mean = times(x[i * n + j] + conj_of(x[j * n + i]), (R)0.5);
            x[i * n + j] = mean;
            x[j * n + i] = conj_of(mean);
        }
    __syncthreads();
}

/* Replace the lower triangle of x by L.  Returns -1, or the first pivot that is not positive. */
ON_DEVICE i64 factor_definite(S *x, i64 n) {
    for (i64 k = 0; k < n; k++) {
        R pivot = real_of(x[k * n + k]);
        if (!(pivot > 0)) return k;
        R root = sqrt(pivot);
        __syncthreads();
        for (i64 i = k + threadIdx.x; i < n; i += blockDim.x)
            x[i * n + k] = i == k ? number(root) : times(x[i * n + k], 1 / root);
        __syncthreads();
        for (i64 i = k + 1 + warp(); i < n; i += warps()) {
            S factor = x[i * n + k];
            for (i64 j = k + 1 + lane(); j <= i; j += 32)
                x[i * n + j] = x[i * n + j] - factor * conj_of(x[j * n + k]);
        }
        __syncthreads();
    }
    return -1;
}

KERNEL(cholesky, equations_args) {
    if (!begin(a.g)) return;
    i64 n = a.n;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.a + item * (u64)(n * n);
        if (any_bad(x, n * n)) {
            fill_nan(x, n * n);
            continue;
        }
        average(x, n);
        i64 pivot = factor_definite(x, n);
        if (pivot >= 0) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_NOT_DEFINITE, item, (i64)item, (i64)a.count, pivot);
            continue;
        }
        for (i64 i = warp(); i < n; i += warps())
            for (i64 j = lane(); j < i; j += 32) {
                S entry = x[i * n + j];
                x[j * n + i] = a.upper ? conj_of(entry) : number(0);
                if (a.upper) x[i * n + j] = number(0);
            }
    }
}

/* ---- QR -------------------------------------------------------------------------------------- */

struct qr_args {
    guard g;
    S *x;   /* columns of the matrices: count arrays of n x m; then R^T */
    S *q;   /* columns of Q: count arrays of r x m */
    S *tau; /* count arrays of min(m, n) */
    u64 count;
    i64 m, n, r;
};

/* Apply I - tau v v^H to y, by a warp.  v has 1 at entry j, which is not stored, and 0 before. */
ON_DEVICE void reflect(S *y, const S *v, S tau, i64 j, i64 m) {
    S sum = number(0);
    if (lane() == 0) sum = y[j];
    for (i64 i = j + 1 + lane(); i < m; i += 32) sum = sum + conj_of(v[i]) * y[i];
    sum = tau * warp_sum(sum);
    if (lane() == 0) y[j] = y[j] - sum;
    for (i64 i = j + 1 + lane(); i < m; i += 32) y[i] = y[i] - v[i] * sum;
}

/* The norm of entries j + 1 to m - 1, scaled by a power of two, so that no square overflows or
 * underflows: 1 / most would overflow if most were subnormal. */
ON_DEVICE R norm_below(const S *v, i64 j, i64 m) {
    R most = 0, sum = 0;
    for (i64 i = j + 1 + threadIdx.x; i < m; i += blockDim.x) most = fmax(most, most_of(v[i]));
    most = block_max(most);
    if (!(most > 0)) return 0;
    int exponent = exponent_of(most);
    for (i64 i = j + 1 + threadIdx.x; i < m; i += blockDim.x)
        sum += square_of(scaled(v[i], -exponent));
    return scaled((R)sqrt(block_sum(sum)), exponent);
}

/* The sign of the diagonal of R is that of LAPACK: opposite to that of the element it replaces. */
KERNEL(factor_qr, qr_args) {
    if (!begin(a.g)) return;
    i64 m = a.m, n = a.n, steps = m < n ? m : n;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.x + item * (u64)(m * n), *q = a.q + item * (u64)(m * a.r);
        S *taus = a.tau + item * (u64)steps;
        if (any_bad(x, m * n)) {
            fill_nan(x, m * n);
            fill_nan(q, m * a.r);
            continue;
        }
        for (i64 j = 0; j < steps; j++) {
            S *v = x + j * m, first = v[j];
            R rest = norm_below(v, j, m);
            if (rest == 0 && imag_of(first) == 0) {
                if (threadIdx.x == 0) taus[j] = number(0);
                continue;
            }
            R beta = hypot(size_of(first), rest) * (real_of(first) < 0 ? 1 : -1);
            S below = first - number(beta), tau = (number(beta) - first) / number(beta);
            __syncthreads();
            for (i64 i = j + 1 + threadIdx.x; i < m; i += blockDim.x) v[i] = v[i] / below;
            if (threadIdx.x == 0) v[j] = number(beta), taus[j] = tau;
            __syncthreads();
            for (i64 c = j + 1 + warp(); c < n; c += warps())
                reflect(x + c * m, v, conj_of(tau), j, m);
            __syncthreads();
        }
        fill_identity(q, a.r, m);
        __syncthreads();
        for (i64 c = warp(); c < a.r; c += warps())
            for (i64 j = steps - 1 < c ? steps - 1 : c; j >= 0; j--) {
                S tau = taus[j];
                if (sum_of(tau) > 0) reflect(q + c * m, x + j * m, tau, j, m);
                __syncwarp();
            }
        __syncthreads();
        for (i64 c = warp(); c < n; c += warps())
            for (i64 i = c + 1 + lane(); i < m; i += 32) x[c * m + i] = number(0);
    }
}

/* ---- Powers ---------------------------------------------------------------------------------- */

struct squares_args {
    guard g;
    S *x, *y; /* the matrices, and scratch of the same size */
    const f64 *times;
    u64 count;
    i64 n;
};

/* y = x x, in tiles of 16 x 16, by 256 threads. */
ON_DEVICE void square(const S *x, S *y, i64 n) {
    __shared__ S left[16][16], right[16][17];
    i64 row = threadIdx.x / 16, col = threadIdx.x % 16, across = (n + 15) / 16;
    for (i64 tile = 0; tile < across * across; tile++) {
        i64 i = tile / across * 16 + row, j = tile % across * 16 + col;
        S sum = number(0);
        for (i64 first = 0; first < n; first += 16) {
            __syncthreads();
            left[row][col] = i < n && first + col < n ? x[i * n + first + col] : number(0);
            right[row][col] = first + row < n && j < n ? x[(first + row) * n + j] : number(0);
            __syncthreads();
            for (i64 k = 0; k < 16; k++) sum = sum + left[row][k] * right[k][col];
        }
        if (i < n && j < n) y[i * n + j] = sum;
    }
    __syncthreads();
}

/* Square each matrix as often as `times` says, at most 4096 times; NaN makes it NaN. */
KERNEL(square_repeat, squares_args) {
    if (!begin(a.g)) return;
    i64 all = a.n * a.n;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.x + item * (u64)all, *y = a.y + item * (u64)all;
        f64 times = a.times[item];
        if (any_bad(x, all) || times != times) {
            fill_nan(x, all);
            continue;
        }
        i64 left = times > 0 ? (i64)fmin(times, 4096.0) : 0;
        bool odd = left % 2 != 0;
        for (; left > 0; left--) {
            square(x, y, a.n);
            S *last = x;
            x = y, y = last;
        }
        for (i64 i = threadIdx.x; odd && i < all; i += blockDim.x) y[i] = x[i];
    }
}
