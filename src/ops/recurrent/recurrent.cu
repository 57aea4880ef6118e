/* recurrent.cu - recurrent layers and their gradients.
 *
 * rnn.c has the formulas, recurrent_walk.h the slots of the operands.  A block of threads computes a
 * row (a sample of the batch) from the first time step to the last, or back; rows do not depend on
 * each other.  Dot products with a row of weights are those of a warp.  The gradients of the weights
 * and of x are computed afterwards, by one thread for each element.
 *
 * CELL is a wr_cell; GATES, SAVED and BACK are those of the cell.  R is the type of the computation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
enum { X, W_IH, W_HH, B_IH, B_HH, H0, C0, LENGTHS, Y, H_N, C_N, SAVED_VALUES, D = 16, SLOTS = 32 };

struct recurrent_args {
    guard g;
    scalar in[SLOTS]; /* absent operands are 0 everywhere */
    void *out[SLOTS]; /* or NULL */
    i64 dtype;        /* of the outputs */
    i64 steps, batch, inputs, units, reverse, backward;
    R *h, *c;  /* batch, units: the state of a row, or its gradient */
    R *gates;  /* forward: batch, 2, GATES * units: products with the inputs and with the state */
    R *slopes; /* backward: time, batch, BACK * units: the gradients of the gates */
};

ON_DEVICE R get(const recurrent_args &a, int slot, i64 at) {
    const scalar &s = a.in[slot];
    if (s.at == 0) return 0;
    return s.dtype == DTYPE_F32 ? (R)((const float *)s.at)[at] : (R)real_at(s, at);
}

ON_DEVICE void put(const recurrent_args &a, int slot, i64 at, R x) {
    if (a.out[slot] != 0) store_real(a.out[slot], (i32)a.dtype, at, x);
}

ON_DEVICE i64 length_of(const recurrent_args &a, i64 row) {
    return a.in[LENGTHS].at != 0 ? integer_at(a.in[LENGTHS], row) : a.steps;
}

ON_DEVICE R sigmoid(R x) { return 1 / (1 + exp(-x)); }

KERNEL(check, recurrent_args) {
    if (!begin(a.g)) return;
    for (i64 i = threadIdx.x; i < a.batch; i += blockDim.x)
        if (length_of(a, i) < 0 || length_of(a, i) > a.steps) fail(a.g, REPORT_LENGTH);
}

/* ---- Forward --------------------------------------------------------------------------------- */

/* The products of a time step with both weights. */
ON_DEVICE void sum_gates(const recurrent_args &a, i64 step, i64 row) {
    i64 lane = threadIdx.x % 32, warp = threadIdx.x / 32, rows = GATES * a.units;
    const R *h = a.h + row * a.units;
    R *to = a.gates + row * 2 * rows;
    for (i64 r = warp; r < rows; r += blockDim.x / 32) {
        R z = 0, m = 0;
        for (i64 e = lane; e < a.inputs; e += 32)
            z += get(a, X, (step * a.batch + row) * a.inputs + e) * get(a, W_IH, r * a.inputs + e);
        for (i64 e = lane; e < a.units; e += 32) m += h[e] * get(a, W_HH, r * a.units + e);
        for (int by = 16; by > 0; by /= 2) {
            z += __shfl_xor_sync(0xffffffffu, z, by);
            m += __shfl_xor_sync(0xffffffffu, m, by);
        }
        if (lane == 0) {
            to[r] = z + get(a, B_IH, r);
            to[rows + r] = m + get(a, B_HH, r);
        }
    }
}

ON_DEVICE void forward_unit(const recurrent_args &a, i64 row, i64 u, R *saved) {
    i64 h = a.units, rows = GATES * h;
    const R *z = a.gates + row * 2 * rows, *m = z + rows;
    R &state = a.h[row * h + u];
#if CELL == CELL_TANH
    state = tanh(z[u] + m[u]);
#elif CELL == CELL_RELU
    R x = z[u] + m[u];
    state = x <= 0 ? 0 : x;
#elif CELL == CELL_LSTM
    R &cell = a.c[row * h + u];
    saved[0] = sigmoid(z[u] + m[u]);
    saved[1] = sigmoid(z[h + u] + m[h + u]);
    saved[2] = tanh(z[2 * h + u] + m[2 * h + u]);
    saved[3] = sigmoid(z[3 * h + u] + m[3 * h + u]);
    saved[4] = cell = saved[1] * cell + saved[0] * saved[2];
    state = saved[3] * tanh(cell);
#else
    saved[0] = sigmoid(z[u] + m[u]);
    saved[1] = sigmoid(z[h + u] + m[h + u]);
    saved[3] = m[2 * h + u];
    saved[2] = tanh(z[2 * h + u] + saved[0] * saved[3]);
    state = (1 - saved[1]) * saved[2] + saved[1] * state;
#endif
}

KERNEL(forward, recurrent_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    i64 units = a.units;
    for (i64 row = blockIdx.x; row < a.batch; row += gridDim.x) {
        i64 length = length_of(a, row);
        for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
            a.h[row * units + u] = get(a, H0, row * units + u);
            a.c[row * units + u] = get(a, C0, row * units + u);
        }
        __syncthreads();
        for (i64 i = 0; i < a.steps; i++) {
            i64 t = a.reverse ? a.steps - 1 - i : i, at = t * a.batch + row;
            bool happens = t < length;
            if (happens) sum_gates(a, t, row);
            __syncthreads();
            for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
                R saved[5] = {0, 0, 0, 0, 0};
                if (happens) forward_unit(a, row, u, saved);
                put(a, Y, at * units + u, happens ? a.h[row * units + u] : (R)0);
                for (int s = 0; s < SAVED; s++)
                    put(a, SAVED_VALUES, (at * SAVED + s) * units + u, saved[s]);
            }
            __syncthreads();
        }
        for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
            put(a, H_N, row * units + u, a.h[row * units + u]);
            put(a, C_N, row * units + u, a.c[row * units + u]);
        }
    }
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Unit u of the state of a row before time step t: of c if `cell`, otherwise of h. */
ON_DEVICE R before(const recurrent_args &a, i64 t, i64 row, i64 u, bool cell) {
    i64 units = a.units, length = length_of(a, row);
    if (t == (a.reverse ? length - 1 : 0)) return get(a, cell ? C0 : H0, row * units + u);
    i64 at = (a.reverse ? t + 1 : t - 1) * a.batch + row;
    return cell ? get(a, SAVED_VALUES, (at * SAVED + 4) * units + u) : get(a, Y, at * units + u);
}

/* The gradients of the gates of unit u, which are the last columns for the state if they differ. */
ON_DEVICE void backward_unit(const recurrent_args &a, i64 t, i64 row, i64 u, R *d) {
    i64 h = a.units, at = t * a.batch + row;
    R dh = a.h[row * h + u] + get(a, Y + D, at * h + u);
    a.h[row * h + u] = 0;
#if CELL == CELL_TANH
    R y = get(a, Y, at * h + u);
    d[u] = dh * (1 - y * y);
#elif CELL == CELL_RELU
    d[u] = get(a, Y, at * h + u) <= 0 ? (R)0 : dh;
#else
    R s[SAVED], e[SAVED];
    for (int k = 0; k < SAVED; k++) {
        s[k] = get(a, SAVED_VALUES, (at * SAVED + k) * h + u);
        e[k] = get(a, SAVED_VALUES + D, (at * SAVED + k) * h + u);
    }
#if CELL == CELL_LSTM
    R out = tanh(s[4]), dc = a.c[row * h + u] + e[4] + dh * s[3] * (1 - out * out);
    d[u] = (dc * s[2] + e[0]) * s[0] * (1 - s[0]);
    d[h + u] = (dc * before(a, t, row, u, true) + e[1]) * s[1] * (1 - s[1]);
    d[2 * h + u] = (dc * s[0] + e[2]) * (1 - s[2] * s[2]);
    d[3 * h + u] = (dh * out + e[3]) * s[3] * (1 - s[3]);
    a.c[row * h + u] = dc * s[1];
#else
    R dn = (dh * (1 - s[1]) + e[2]) * (1 - s[2] * s[2]);
    d[u] = (dn * s[3] + e[0]) * s[0] * (1 - s[0]);
    d[h + u] = (dh * (before(a, t, row, u, false) - s[2]) + e[1]) * s[1] * (1 - s[1]);
    d[2 * h + u] = dn;
    d[3 * h + u] = dn * s[0] + e[3];
    a.h[row * h + u] = dh * s[1];
#endif
#endif
}

/* The column of the gradients of the product with the state, for row r of its weights. */
ON_DEVICE i64 state_column(const recurrent_args &a, i64 r) {
    return CELL == CELL_GRU && r >= 2 * a.units ? r + a.units : r;
}

KERNEL(backward, recurrent_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    i64 units = a.units, rows = GATES * units;
    for (i64 row = blockIdx.x; row < a.batch; row += gridDim.x) {
        i64 length = length_of(a, row);
        for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
            a.h[row * units + u] = get(a, H_N + D, row * units + u);
            a.c[row * units + u] = get(a, C_N + D, row * units + u);
        }
        __syncthreads();
        for (i64 i = a.steps - 1; i >= 0; i--) {
            i64 t = a.reverse ? a.steps - 1 - i : i;
            R *d = a.slopes + (t * a.batch + row) * BACK * units;
            for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
                if (t < length)
                    backward_unit(a, t, row, u, d);
                else
                    for (int k = 0; k < BACK; k++) d[k * units + u] = 0;
            }
            __syncthreads();
            for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
                R sum = a.h[row * units + u];
                for (i64 r = 0; r < rows; r++)
                    sum += d[state_column(a, r)] * get(a, W_HH, r * units + u);
                a.h[row * units + u] = sum;
            }
            __syncthreads();
        }
        for (i64 u = threadIdx.x; u < units; u += blockDim.x) {
            put(a, H0 + D, row * units + u, a.h[row * units + u]);
            put(a, C0 + D, row * units + u, a.c[row * units + u]);
        }
    }
}

/* Elements of the gradients of weight_ih, weight_hh and the biases, in this order: each thread one at
 * a time. */
KERNEL(weights, recurrent_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    i64 rows = GATES * a.units, all = a.steps * a.batch, width = a.inputs + a.units + 2;
    i64 step = (i64)gridDim.x * blockDim.x, back = BACK * a.units;
    for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < rows * width; e += step) {
        i64 r = e / width, j = e % width, column = state_column(a, r);
        double sum = 0;
        if (j < a.inputs) {
            for (i64 i = 0; i < all; i++)
                sum += (double)a.slopes[i * back + r] * (double)get(a, X, i * a.inputs + j);
            put(a, W_IH + D, r * a.inputs + j, (R)sum);
        } else if (j < a.inputs + a.units) {
            i64 u = j - a.inputs;
            for (i64 i = 0; i < all; i++)
                if (i / a.batch < length_of(a, i % a.batch))
                    sum += (double)a.slopes[i * back + column] *
                           (double)before(a, i / a.batch, i % a.batch, u, false);
            put(a, W_HH + D, r * a.units + u, (R)sum);
        } else {
            bool of_state = j > a.inputs + a.units;
            for (i64 i = 0; i < all; i++) sum += (double)a.slopes[i * back + (of_state ? column : r)];
            put(a, (of_state ? B_HH : B_IH) + D, r, (R)sum);
        }
    }
}

KERNEL(inputs, recurrent_args) {
    if (!begin(a.g) || has_failed(a.g)) return;
    i64 rows = GATES * a.units, count = a.steps * a.batch * a.inputs;
    i64 step = (i64)gridDim.x * blockDim.x, back = BACK * a.units;
    for (i64 e = (i64)blockIdx.x * blockDim.x + threadIdx.x; e < count; e += step) {
        const R *d = a.slopes + e / a.inputs * back;
        R sum = 0;
        for (i64 r = 0; r < rows; r++) sum += d[r] * get(a, W_IH, r * a.inputs + e % a.inputs);
        put(a, X + D, e, sum);
    }
}
