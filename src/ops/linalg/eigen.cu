/* eigen.cu - eigenvalues of Hermitian matrices and singular values, by Jacobi rotations, in double.
 *
 * A round rotates pairs of rows and columns that have no element in common, so that all pairs of a
 * round are rotated at once; a sweep is as many rounds as meet every pair.  The order of pairs depends
 * on the size alone.  A method ends with a sweep that rotates nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define EPSILON 2.220446049250313e-16
#define TINY    1e-150

enum { SWEEPS = 60 };

struct eigen_args {
    guard g;
    S *x;    /* eigh: count matrices of n x n; svd: count arrays of few x tall, rows are vectors */
    S *v;    /* count arrays of few x few, rows are vectors; NULL: only values */
    S *left; /* svd: count arrays of lefts x tall, rows are vectors */
    f64 *values;
    S *turns;   /* scratch: for each matrix as many elements as its longest side */
    f64 *sizes; /* scratch: the same */
    u64 count;
    i64 few, tall, lefts;
    i32 transposed; /* svd: x has the conjugates of the matrix's rows */
};

/* The i-th pair of a round; `players` is even.  One of both may be `players` - 1. */
ON_DEVICE void pair_of(i64 round, i64 i, i64 players, i64 *p, i64 *q) {
    i64 others = players - 1, x = i == 0 ? others : (round + i) % others;
    i64 y = (round + others - i) % others;
    *p = x < y ? x : y;
    *q = x < y ? y : x;
}

/* The rotation that makes (alpha gamma; conj(gamma) beta) diagonal. */
ON_DEVICE void angle(R alpha, R beta, S gamma, R *c, S *s) {
    R size = size_of(gamma), zeta = (beta - alpha) / (2 * size);
    R t = copysign(1 / (fabs(zeta) + hypot((R)1, zeta)), zeta);
    *c = 1 / hypot((R)1, t);
    *s = times(gamma, *c * t / size);
}

/* Elements of two columns, rotated. */
ON_DEVICE void turn(S *x, S *y, R c, S s) {
    S a = *x, b = *y;
    *x = times(a, c) - conj_of(s) * b;
    *y = s * a + times(b, c);
}

/* Of which rank is value i?  Of equal values the first has the lower rank. */
ON_DEVICE i64 rank_of(const f64 *values, i64 count, i64 i, bool descending) {
    i64 rank = 0;
    f64 own = values[i];
    for (i64 j = 0; j < count; j++) {
        bool before = descending ? values[j] > own : values[j] < own;
        rank += before || (values[j] == own && j < i);
    }
    return rank;
}

/* ---- Hermitian matrices ---------------------------------------------------------------------- */

/* Copy the lower triangle to the upper one, scaled so that the largest entry is about 1. */
ON_DEVICE bool read_lower(S *x, i64 n, int *exponent) {
    bool bad = false;
    R most = 0;
    for (i64 i = warp(); i < n; i += warps())
        for (i64 j = lane(); j <= i; j += 32) {
            bad |= is_bad(x[i * n + j]);
            most = fmax(most, most_of(x[i * n + j]));
        }
    if (block_any(bad)) return false;
    *exponent = exponent_of(block_max(most));
    for (i64 i = warp(); i < n; i += warps())
        for (i64 j = lane(); j <= i; j += 32) {
            S entry = scaled(x[i * n + j], -*exponent);
            if (i == j) entry = number(real_of(entry));
            x[i * n + j] = entry;
            x[j * n + i] = conj_of(entry);
        }
    __syncthreads();
    return true;
}

/* One round: the rotations are computed, and applied to columns, rows and vectors.  Returns whether
 * this thread has found one. */
ON_DEVICE bool rotate_round(S *x, S *v, i64 n, i64 round, S *turns, f64 *cosines) {
    i64 players = n + n % 2, pairs = players / 2;
    bool rotates = false;
    for (i64 i = threadIdx.x; i < pairs; i += blockDim.x) {
        i64 p, q;
        pair_of(round, i, players, &p, &q);
        S gamma = q < n ? x[p * n + q] : number(0);
        cosines[i] = 2; /* no rotation */
        if (q >= n || !(size_of(gamma) > EPSILON / 16)) continue;
        R alpha = real_of(x[p * n + p]), beta = real_of(x[q * n + q]), c;
        S s;
        angle(alpha, beta, gamma, &c, &s);
        turns[i] = s;
        cosines[i] = c;
        rotates = true;
    }
    if (!block_any(rotates)) return false;
    for (i64 row = warp(); row < n; row += warps())
        for (i64 i = lane(); i < pairs; i += 32) {
            i64 p, q;
            pair_of(round, i, players, &p, &q);
            if (cosines[i] <= 1) turn(&x[row * n + p], &x[row * n + q], cosines[i], turns[i]);
        }
    __syncthreads();
    for (i64 i = warp(); i < pairs; i += warps()) {
        i64 p, q;
        pair_of(round, i, players, &p, &q);
        if (!(cosines[i] <= 1)) continue;
        for (i64 j = lane(); j < n; j += 32) {
            turn(&x[p * n + j], &x[q * n + j], cosines[i], conj_of(turns[i]));
            if (v != 0) turn(&v[p * n + j], &v[q * n + j], cosines[i], turns[i]);
        }
        __syncwarp();
        if (lane() == 0) {
            x[p * n + q] = x[q * n + p] = number(0);
            x[p * n + p] = number(real_of(x[p * n + p]));
            x[q * n + q] = number(real_of(x[q * n + q]));
        }
    }
    __syncthreads();
    return true;
}

ON_DEVICE bool diagonalise(S *x, S *v, i64 n, S *turns, f64 *cosines) {
    i64 rounds = n + n % 2 - 1;
    for (i64 sweep = 0; sweep < SWEEPS; sweep++) {
        bool rotated = false;
        for (i64 round = 0; round < rounds; round++)
            rotated |= rotate_round(x, v, n, round, turns, cosines);
        if (!rotated) return true;
    }
    return false;
}

/* Replaces x by the vectors, as columns, in the order of the values. */
KERNEL(eigh, eigen_args) {
    if (!begin(a.g)) return;
    i64 n = a.few;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.x + item * (u64)(n * n), *v = a.v != 0 ? a.v + item * (u64)(n * n) : 0;
        S *turns = a.turns + item * (u64)n;
        f64 *values = a.values + item * (u64)n, *sizes = a.sizes + item * (u64)n;
        int exponent = 0;
        if (!read_lower(x, n, &exponent)) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_MATRIX_NOT_FINITE, item, (i64)item, (i64)a.count);
            continue;
        }
        if (v != 0) fill_identity(v, n, n);
        __syncthreads();
        if (!diagonalise(x, v, n, turns, sizes)) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_NO_CONVERGENCE, item, (i64)item, (i64)a.count);
            continue;
        }
        for (i64 i = threadIdx.x; i < n; i += blockDim.x) sizes[i] = real_of(x[i * n + i]);
        __syncthreads();
        for (i64 i = threadIdx.x; i < n; i += blockDim.x)
            values[rank_of(sizes, n, i, false)] = scaled(sizes[i], exponent);
        for (i64 i = warp(); v != 0 && i < n; i += warps()) {
            i64 rank = rank_of(sizes, n, i, false);
            S phase = phase_of(v + i * n, n);
            for (i64 j = lane(); j < n; j += 32) x[j * n + rank] = v[i * n + j] * phase;
        }
    }
}

/* ---- Singular values ------------------------------------------------------------------------- */

/* Scale so that the largest entry is about 1, and conjugate.  False: one is not finite. */
ON_DEVICE bool read_all(S *x, i64 count, bool conjugates, int *exponent) {
    R most = 0;
    if (any_bad(x, count)) return false;
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) most = fmax(most, most_of(x[i]));
    *exponent = exponent_of(block_max(most));
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) {
        S entry = scaled(x[i], -*exponent);
        x[i] = conjugates ? conj_of(entry) : entry;
    }
    __syncthreads();
    return true;
}

/* By a warp: make two rows orthogonal.  Returns whether they were not. */
ON_DEVICE bool rotate_pair(const eigen_args &a, S *x, S *v, i64 p, i64 q) {
    S *left = x + p * a.tall, *right = x + q * a.tall, gamma = number(0), s;
    R alpha = 0, beta = 0, c;
    for (i64 i = lane(); i < a.tall; i += 32) {
        alpha += square_of(left[i]);
        beta += square_of(right[i]);
        gamma = gamma + conj_of(left[i]) * right[i];
    }
    alpha = warp_sum(alpha), beta = warp_sum(beta), gamma = warp_sum(gamma);
    R size = size_of(gamma);
    if (!(size > EPSILON * sqrt(alpha) * sqrt(beta)) || !(size > TINY * TINY)) return false;
    angle(alpha, beta, gamma, &c, &s);
    for (i64 i = lane(); i < a.tall; i += 32) turn(&left[i], &right[i], c, s);
    for (i64 i = lane(); v != 0 && i < a.few; i += 32) turn(&v[p * a.few + i], &v[q * a.few + i], c, s);
    return true;
}

ON_DEVICE bool orthogonalise(const eigen_args &a, S *x, S *v) {
    i64 players = a.few + a.few % 2, pairs = players / 2;
    for (i64 sweep = 0; sweep < SWEEPS; sweep++) {
        bool rotated = false;
        for (i64 round = 0; round < players - 1; round++) {
            for (i64 i = warp(); i < pairs; i += warps()) {
                i64 p, q;
                pair_of(round, i, players, &p, &q);
                if (q < a.few) rotated |= rotate_pair(a, x, v, p, q);
            }
            __syncthreads();
        }
        if (!block_any(rotated)) return true;
    }
    return false;
}

/* Add vector `at` to the orthonormal rows before it: the unit vector that is furthest from their
 * span, minus its projections. */
ON_DEVICE void complete(S *rows, i64 at, i64 count, S *dots) {
    S *own = rows + at * count;
    R most = -1;
    i64 best = 0;
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) {
        R rest = 1;
        for (i64 k = 0; k < at; k++) rest -= square_of(rows[k * count + i]);
        if (rest > most) most = rest, best = i;
    }
    block_max(most, best, &best);
    for (i64 i = threadIdx.x; i < count; i += blockDim.x) own[i] = number(i == best ? 1 : 0);
    for (int pass = 0; pass < 3; pass++) {
        R sum = 0;
        __syncthreads();
        for (i64 k = warp(); k < at; k += warps()) {
            S dot = number(0);
            for (i64 i = lane(); i < count; i += 32) dot = dot + conj_of(rows[k * count + i]) * own[i];
            dot = warp_sum(dot);
            if (lane() == 0) dots[k] = dot;
        }
        __syncthreads();
        for (i64 i = threadIdx.x; i < count; i += blockDim.x) {
            S entry = own[i];
            for (i64 k = 0; k < at; k++) entry = entry - rows[k * count + i] * dots[k];
            own[i] = entry;
            sum += square_of(entry);
        }
        R norm = sqrt(block_sum(sum));
        for (i64 i = threadIdx.x; i < count; i += blockDim.x) own[i] = times(own[i], 1 / norm);
    }
    __syncthreads();
}

/* The rows of x are columns U S; those of v are columns of V.  Sort them, and give them their phases:
 * those of the matrix's left vectors. */
ON_DEVICE void put_vectors(const eigen_args &a, S *x, S *v, S *left, S *dots, const f64 *sizes) {
    i64 few = a.few, tall = a.tall, good = 0;
    for (i64 i = 0; i < few; i++) good += sizes[i] > TINY;
    for (i64 i = warp(); i < few; i += warps()) {
        i64 rank = rank_of(sizes, few, i, true);
        if (rank >= good) continue;
        for (i64 j = lane(); j < tall; j += 32)
            left[rank * tall + j] = times(x[i * tall + j], 1 / sizes[i]);
    }
    __syncthreads();
    for (i64 i = good; i < a.lefts; i++) complete(left, i, tall, dots);
    for (i64 i = warp(); i < few; i += warps()) {
        i64 rank = rank_of(sizes, few, i, true);
        for (i64 j = lane(); j < few; j += 32) x[rank * few + j] = v[i * few + j];
    }
    __syncthreads();
    for (i64 i = warp(); i < a.lefts; i += warps()) {
        S *own = left + i * tall, *other = x + i * few;
        bool both = i < few;
        S phase = a.transposed && both ? phase_of(other, few) : phase_of(own, tall);
        __syncwarp();
        finish_row(own, tall, phase, a.transposed);
        if (both) finish_row(other, few, phase, !a.transposed);
    }
    __syncthreads();
    for (i64 i = threadIdx.x; i < few * few; i += blockDim.x) v[i] = x[i];
}

KERNEL(svd, eigen_args) {
    if (!begin(a.g)) return;
    i64 few = a.few, tall = a.tall;
    for (u64 item = blockIdx.x; item < a.count; item += gridDim.x) {
        S *x = a.x + item * (u64)(few * tall), *v = a.v != 0 ? a.v + item * (u64)(few * few) : 0;
        f64 *values = a.values + item * (u64)few, *sizes = a.sizes + item * (u64)tall;
        int exponent = 0;
        if (!read_all(x, few * tall, a.transposed, &exponent)) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_MATRIX_NOT_FINITE, item, (i64)item, (i64)a.count);
            continue;
        }
        if (v != 0) fill_identity(v, few, few);
        __syncthreads();
        if (!orthogonalise(a, x, v)) {
            if (threadIdx.x == 0)
                fail_at(a.g, REPORT_NO_CONVERGENCE, item, (i64)item, (i64)a.count);
            continue;
        }
        for (i64 i = warp(); i < few; i += warps()) {
            R sum = 0;
            for (i64 j = lane(); j < tall; j += 32) sum += square_of(x[i * tall + j]);
            sum = warp_sum(sum);
            if (lane() == 0) sizes[i] = sqrt(sum);
        }
        __syncthreads();
        for (i64 i = threadIdx.x; i < few; i += blockDim.x)
            values[rank_of(sizes, few, i, true)] = scaled(sizes[i], exponent);
        if (v != 0)
            put_vectors(a, x, v, a.left + item * (u64)(a.lefts * tall),
                        a.turns + item * (u64)tall, sizes);
        __syncthreads();
    }
}
