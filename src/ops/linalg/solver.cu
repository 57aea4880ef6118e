/* solver.cu - what comes before and after a call of cuSOLVER.
 *
 * Matrices are column-major copies in scratch memory: element (i, j) of a matrix with `rows` rows is
 * x[j * rows + i].  The library knows neither error words nor values that are not finite.  So `settle`
 * replaces a matrix that must not be solved by the identity, also if the call is skipped, and scales
 * others by a power of two where the method needs that.  After the call, `finish_...` turns the
 * library's words into failures, and gives results the order, phases and scale that they have on the
 * CPU.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { SOLVES, INVERTS, DETERMINANT, TRIANGLE, DEFINITE, FACTOR_QR, HERMITIAN, SINGULAR_VALUES, GENERAL };

struct matrix_state {
    u64 most; /* bits of the largest absolute value of a part */
    u32 bad;  /* an element is not finite */
    u32 unused;
};

struct solver_args {
    guard g;
    S *x;       /* count matrices of rows x cols */
    S *b;       /* equations: right-hand sides, rows x sides; QR: rows x sides columns of Q */
    S *v;       /* vectors: of GENERAL as the library packs them, of SINGULAR_VALUES cols x cols */
    S *left;    /* SINGULAR_VALUES: rows x sides */
    R *values;  /* as the library has them */
    f64 *reals; /* HERMITIAN, SINGULAR_VALUES: the results */
    cplx<R> *sorted, *vectors; /* GENERAL: the results */
    i64 *order, *pivots;
    S *det;
    f64 *log;
    matrix_state *state;
    i32 *info; /* a word for each matrix, and others that are not read */
    u64 count;
    i64 rows, cols, sides;
    i32 task, upper, transposed, unused;
};

ON_DEVICE u64 first_index() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
ON_DEVICE u64 index_step() { return (u64)gridDim.x * blockDim.x; }
ON_DEVICE u64 first_warp() { return first_index() / 32; }
ON_DEVICE u64 warp_step() { return index_step() / 32; }

ON_DEVICE u64 size_of_matrix(const solver_args &a) { return (u64)(a.rows * a.cols); }
ON_DEVICE bool is_scaled(const solver_args &a) { return a.task >= FACTOR_QR; }
ON_DEVICE bool is_refused(const solver_args &a) { return a.task >= HERMITIAN; }
ON_DEVICE int exponent_of_matrix(const solver_args &a, u64 item) {
    int exponent = 0;
    if (is_scaled(a)) frexp(__longlong_as_double((i64)a.state[item].most), &exponent);
    return exponent;
}

/* ---- Before ---------------------------------------------------------------------------------- */

KERNEL(clear, solver_args) {
    begin(a.g);
    for (u64 i = first_index(); i < a.count; i += index_step()) {
        a.state[i].most = 0;
        a.state[i].bad = 0;
        a.info[i] = 0;
    }
}

/* The largest absolute value of each matrix, and whether all are finite; a block for each part. */
KERNEL(look, solver_args) {
    enum { PART = 4096 };
    if (!begin(a.g)) return;
    u64 size = size_of_matrix(a), parts = (size + PART - 1) / PART;
    for (u64 at = blockIdx.x; at < a.count * parts; at += gridDim.x) {
        u64 item = at / parts, low = at % parts * PART, high = low + PART;
        const S *x = a.x + item * size;
        bool bad = false;
        R most = 0;
        for (u64 i = low + threadIdx.x; i < high && i < size; i += blockDim.x) {
            if (a.task == HERMITIAN && i % (u64)a.rows < i / (u64)a.rows) continue;
            bad |= is_bad(x[i]);
            if (!is_bad(x[i])) most = fmax(most, most_of(x[i]));
        }
        bad = block_any(bad);
        most = block_max(most);
        if (threadIdx.x != 0) continue;
        if (bad) atomicOr(&a.state[item].bad, 1u);
        atomicMax(&a.state[item].most, (u64)__double_as_longlong((f64)most));
    }
}

/* Make the matrices such that the library can solve them.  DEFINITE: (x + x^H) / 2, in both parts. */
KERNEL(settle, solver_args) {
    bool good = begin(a.g);
    u64 size = size_of_matrix(a);
    for (u64 at = first_index(); at < a.count * size; at += index_step()) {
        u64 item = at / size, e = at % size;
        i64 i = (i64)(e % (u64)a.rows), j = (i64)(e / (u64)a.rows);
        bool bad = good && a.state[item].bad != 0;
        bool empty = a.task == SINGULAR_VALUES && good && a.state[item].most == 0;
        S *x = a.x + item * size;
        if (e == 0 && bad && is_refused(a))
            fail_at(a.g, REPORT_MATRIX_NOT_FINITE, item, (i64)item, (i64)a.count);
        if (!good || bad || empty) {
            x[e] = number(i == j ? 1 : 0);
        } else if (a.task == DEFINITE) {
            if (i < j) continue;
            S mean = times(x[e] + conj_of(x[i * a.rows + j]), (R)0.5);
            x[e] = mean;
            x[i * a.rows + j] = conj_of(mean);
        } else if (is_scaled(a)) {
            S entry = scaled(x[e], -exponent_of_matrix(a, item));
            if (a.task == HERMITIAN && i == j) entry = number(real_of(entry));
            x[e] = a.transposed ? conj_of(entry) : entry;
        }
    }
}

/* The right-hand sides: the identity, or those of the call, with NaN for what is not finite. */
KERNEL(settle_sides, solver_args) {
    bool good = begin(a.g);
    u64 size = (u64)(a.rows * a.sides);
    for (u64 at = first_index(); at < a.count * size; at += index_step()) {
        i64 i = (i64)(at % (u64)a.rows), j = (i64)(at % size / (u64)a.rows);
        if (!good || a.task == INVERTS)
            a.b[at] = number(i == j ? 1 : 0);
        else if (is_bad(a.b[at]))
            a.b[at] = nan_number();
    }
}

/* ---- Equations ------------------------------------------------------------------------------- */

/* The library's word of each matrix. */
ON_DEVICE void report_pivot(const solver_args &a, u64 item, u32 reason) {
    if (a.info[item] > 0 && !a.state[item].bad)
        fail_at(a.g, reason, item, (i64)item, (i64)a.count, a.info[item] - 1);
}

KERNEL(finish_sides, solver_args) {
    if (!begin(a.g)) return;
    u64 size = (u64)(a.rows * a.sides);
    for (u64 at = first_index(); at < a.count * size; at += index_step()) {
        u64 item = at / size;
        if (at % size == 0) report_pivot(a, item, REPORT_SINGULAR);
        if (a.state[item].bad) set_nan(a.b[at]);
    }
}

/* The factor, without the other part of the matrix. */
KERNEL(finish_definite, solver_args) {
    if (!begin(a.g)) return;
    u64 size = size_of_matrix(a);
    for (u64 at = first_index(); at < a.count * size; at += index_step()) {
        u64 item = at / size, i = at % size % (u64)a.rows, j = at % size / (u64)a.rows;
        if (at % size == 0) report_pivot(a, item, REPORT_NOT_DEFINITE);
        if (a.state[item].bad)
            set_nan(a.x[at]);
        else if (a.upper ? i > j : i < j)
            a.x[at] = number(0);
    }
}

/* A warp for each matrix: lanes multiply parts of the diagonal, and lane 0 the parts. */
KERNEL(finish_determinant, solver_args) {
    if (!begin(a.g)) return;
    for (u64 item = first_warp(); item < a.count; item += warp_step()) {
        const S *x = a.x + item * size_of_matrix(a);
        const i64 *pivots = a.pivots + item * (u64)a.rows;
        i64 part = (a.rows + 31) / 32, low = lane() * part, high = low + part;
        f64 log_size = 0;
        c128 det = {1, 0};
        for (i64 i = low; i < high && i < a.rows; i++) {
            if (a.info[item] == 0)
                multiply_determinant(&det, a.log != 0 ? &log_size : 0, x[i * a.rows + i]);
            if (pivots[i] != i + 1) det = c128{-det.re, -det.im};
        }
        for (int by = 1; by < 32; by *= 2) {
            c128 other = {__shfl_down_sync(EVERY_LANE, det.re, by),
                          __shfl_down_sync(EVERY_LANE, det.im, by)};
            log_size += __shfl_down_sync(EVERY_LANE, log_size, by);
            det = det * other;
        }
        if (lane() != 0) continue;
        if (a.info[item] > 0) det = c128{0, 0}, log_size = -infinity();
        if (a.state[item].bad) set_nan(det), set_nan(log_size);
        a.det[item] = cast<S>(det);
        if (a.log != 0) a.log[item] = log_size;
    }
}

/* ---- QR -------------------------------------------------------------------------------------- */

/* The reflections as the first columns of Q. */
KERNEL(begin_q, solver_args) {
    begin(a.g);
    u64 size = (u64)(a.rows * a.sides);
    for (u64 at = first_index(); at < a.count * size; at += index_step()) {
        u64 item = at / size, e = at % size;
        a.b[at] = e < size_of_matrix(a) ? a.x[item * size_of_matrix(a) + e] : number(0);
    }
}

KERNEL(finish_qr, solver_args) {
    if (!begin(a.g)) return;
    u64 size = size_of_matrix(a), q_size = (u64)(a.rows * a.sides), all = a.count * (size + q_size);
    for (u64 at = first_index(); at < all; at += index_step()) {
        u64 item = at / (size + q_size), e = at % (size + q_size);
        bool is_q = e >= size, bad = a.state[item].bad != 0;
        if (is_q) {
            if (bad) set_nan(a.b[item * q_size + e - size]);
            continue;
        }
        S *x = &a.x[item * size + e];
        bool below = e % (u64)a.rows > e / (u64)a.rows;
        *x = bad ? nan_number() : below ? number(0) : scaled(*x, exponent_of_matrix(a, item));
    }
}

/* ---- Eigenvalues and singular values: a warp for each vector --------------------------------- */

ON_DEVICE void report_iteration(const solver_args &a, u64 item) {
    if (a.info[item] != 0)
        fail_at(a.g, REPORT_NO_CONVERGENCE, item, (i64)item, (i64)a.count);
}

KERNEL(finish_hermitian, solver_args) {
    if (!begin(a.g)) return;
    for (u64 at = first_warp(); at < a.count * (u64)a.rows; at += warp_step()) {
        u64 item = at / (u64)a.rows;
        if (lane() == 0) {
            if (at % (u64)a.rows == 0) report_iteration(a, item);
            a.reals[at] = scaled((f64)a.values[at], exponent_of_matrix(a, item));
        }
        if (a.v == 0) continue;
        S *own = a.x + at * (u64)a.rows, phase = phase_of(own, a.rows);
        __syncwarp();
        for (i64 i = lane(); i < a.rows; i += 32) own[i] = own[i] * phase;
    }
}

/* As put_vectors of eigen.cu: the phases are those of the matrix's left vectors. */
KERNEL(finish_singular, solver_args) {
    if (!begin(a.g)) return;
    u64 vectors = (u64)(a.sides > a.cols ? a.sides : a.cols);
    for (u64 at = first_warp(); at < a.count * vectors; at += warp_step()) {
        u64 item = at / vectors;
        i64 i = (i64)(at % vectors);
        bool both = i < a.cols, empty = a.state[item].most == 0;
        if (lane() == 0) {
            u64 value = item * (u64)a.cols + (u64)i;
            if (i == 0) report_iteration(a, item);
            if (both)
                a.reals[value] =
                    empty ? 0 : scaled((f64)a.values[value], exponent_of_matrix(a, item));
        }
        if (a.left == 0) continue;
        S *own = a.left + (item * (u64)a.sides + (u64)i) * (u64)a.rows;
        S *other = a.v + (item * (u64)a.cols + (u64)i) * (u64)a.cols;
        S phase = a.transposed && both ? phase_of(other, a.cols) : phase_of(own, a.rows);
        __syncwarp();
        finish_row(own, a.rows, phase, a.transposed);
        if (both) finish_row(other, a.cols, phase, !a.transposed);
    }
}

/* Eigenvalue i of a general matrix. */
ON_DEVICE cplx<R> value_of(const solver_args &a, u64 item, i64 i) {
    const R *values = a.values + item * (u64)(2 * a.rows);
    bool is_complex = sizeof(S) > sizeof(R);
    return cplx<R>{values[is_complex ? 2 * i : i], values[is_complex ? 2 * i + 1 : a.rows + i]};
}

/* A thread for each value: its place in the order by real parts, then imaginary parts. */
KERNEL(sort_general, solver_args) {
    if (!begin(a.g)) return;
    for (u64 at = first_index(); at < a.count * (u64)a.rows; at += index_step()) {
        u64 item = at / (u64)a.rows;
        i64 own = (i64)(at % (u64)a.rows), rank = 0;
        cplx<R> value = value_of(a, item, own);
        for (i64 i = 0; i < a.rows; i++) {
            cplx<R> other = value_of(a, item, i);
            rank += other.re < value.re ||
                    (other.re == value.re &&
                     (other.im < value.im || (other.im == value.im && i < own)));
        }
        if (own == 0) report_iteration(a, item);
        u64 place = item * (u64)a.rows + (u64)rank;
        a.order[place] = own;
        a.sorted[place] = scaled(value, exponent_of_matrix(a, item));
    }
}

/* Element e of vector i, which a pair of a real matrix shares with a neighbour. */
template <class X> ON_DEVICE cplx<X> packed(const X *v, i64 n, i64 i, i64 e, X im) {
    if (im == 0) return cplx<X>{v[i * n + e], 0};
    i64 first = im > 0 ? i : i - 1;
    return cplx<X>{v[first * n + e], im > 0 ? v[(first + 1) * n + e] : -v[(first + 1) * n + e]};
}
template <class X> ON_DEVICE cplx<X> packed(const cplx<X> *v, i64 n, i64 i, i64 e, X im) {
    return v[i * n + e];
}

/* The vectors in the order of the values, with length 1. */
KERNEL(finish_general, solver_args) {
    if (!begin(a.g)) return;
    i64 n = a.rows;
    for (u64 at = first_warp(); at < a.count * (u64)n; at += warp_step()) {
        u64 item = at / (u64)n;
        i64 i = a.order[at];
        if (i < 0 || i >= n) continue; /* values that are NaN have no order; the call has failed */
        const S *v = a.v + item * (u64)(n * n);
        R im = value_of(a, item, i).im, sum = 0;
        cplx<R> *own = a.vectors + at * (u64)n;
        for (i64 e = lane(); e < n; e += 32) {
            own[e] = packed(v, n, i, e, im);
            sum += square_of(own[e]);
        }
        __syncwarp();
        R norm = sqrt(warp_sum(sum));
        cplx<R> phase = times(phase_of(own, n), 1 / norm);
        __syncwarp();
        for (i64 e = lane(); e < n; e += 32) own[e] = own[e] * phase;
    }
}
